/* implicit_parts.h: what the files of implicit steps share. */
#ifndef TIME_IMPLICIT_PARTS_H
#define TIME_IMPLICIT_PARTS_H

#include <stdint.h>

#include "flexible/tangent.h"
#include "time/implicit.h"
#include "dynamics/dynamics_parts.h"

/* A flexible model as steps see it. */
struct implicit_block {
    const struct lattice *lattice;
    double mark; /* of the lattice */
    struct tangent *tangent;
    struct element_constants made_for; /* P */
    double h, mass;
    uint64_t attached; /* a sum over what is attached, to tell whether it has changed */
    struct ldl *p;
    struct ldl_numbers *numbers; /* of p */
    double *scale, *work;        /* by number of P: in elimination order; vectors */
    double *diagonal;            /* by node, of P that is not factored */
    double *force;               /* of elements, at the beginning of a step */
    const double *q;             /* where nodes are now, */
    vec3 center;                 /* their centre of mass, and about it */
    sym3 inverse_inertia;
    mat3 turned; /* from rest to now */
    quat orientation;
};

struct implicit_gains {
    double ks, kd, kv;
};

/* Directions in which a reaction holds a node. */
struct implicit_kept {
    int count;
    vec3 direction[3];
};

struct implicit {
    const struct plan *plan;
    struct work *work;
    struct implicit_block *block;
    int blocks, numbers;
    bool fresh; /* looked at since the last restart */
    double h;   /* of the step that z is of; 0: of none */
    double *z, *last, *r, *u, *p, *w, *spare;
    double *rates;       /* of elements, which nobody looks at */
    int items, outsides; /* gains that are kept */
    struct implicit_gains *item, *outside;
    struct implicit_kept *kept; /* by reaction */
    int reactions;
    long unfinished; /* steps that were too long to be solved for */
};

/* ---- implicit_front.c: P ---- */

/* P for steps of h, unless the one that is there will do. */
void implicit_make_front(struct implicit *m, int index, double h);
/* x ← P⁻¹ M x on the nodes of one block. */
void implicit_solve_front(const struct implicit_block *b, double *x);

/* ---- implicit_keep.c: projections ---- */

/* Π x, after system_derivative and system_damp. */
void implicit_project_rows(const struct implicit *m, double *x);
/* The directions in which the i-th reaction holds a node. */
void implicit_find_kept(struct implicit *m, int i, double t);
/* Π_r x. */
void implicit_project_held(const struct implicit *m, double *x);
sym3 implicit_inertia(const struct plan *plan, const struct work *work, int body); /* world axes */

#endif
