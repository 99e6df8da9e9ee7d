/* implicit_parts.h: declarations shared by the files of implicit steps. */
#ifndef TIME_IMPLICIT_PARTS_H
#define TIME_IMPLICIT_PARTS_H

#include <stdint.h>

#include "flexible/tangent.h"
#include "time/implicit.h"
#include "time/multigrid.h"
#include "dynamics/dynamics_parts.h"

/* Data of implicit steps for one flexible model. */
struct implicit_block {
    const struct lattice *lattice;
    double mark; /* checksum of the lattice */
    struct tangent *tangent;
    struct element_constants made_for; /* P was made for these, */
    double h, mass;                    /* this step and this mass, */
    uint64_t attached;                 /* and attachments with this checksum */
    uint64_t key;                      /* checksum of what the factors of P depend on; 0: they are not made */
    struct multigrid *grid;            /* of large blocks; NULL: P is factored */
    struct ldl *p;                     /* NULL: it is not */
    struct ldl_numbers *numbers;       /* of p */
    int *join, joins;                  /* pairs of nodes that attachments join */
    double *scale, *work;              /* by row of P, in elimination order */
    double *force;                     /* of elements, at the start of a step */
    const double *q;                   /* positions of the nodes, */
    vec3 center;                       /* their centre of mass, */
    sym3 inverse_inertia;              /* and the inertia about it */
    mat3 turned;                       /* rotation from rest to now */
    quat orientation;
};

struct implicit_gains {
    double ks, kd, kv;
};

/* Directions in which a reaction holds a node. */
struct implicit_held_directions {
    int count;
    vec3 direction[3];
};

struct implicit {
    const struct plan *plan;
    struct work *work;
    struct implicit_block *block;
    struct implicit_block *kept; /* of the plan before: factors that may serve again */
    int blocks, kept_blocks, numbers;
    bool fresh; /* checked since the last restart */
    double h;   /* step size that z belongs to; 0: none */
    double *z, *last, *r, *u, *p, *w, *spare;
    double *rates;             /* of the elements' state variables; unused output */
    int constraints, outsides; /* saved gains */
    struct implicit_gains *constraint, *outside;
    struct implicit_held_directions *held; /* by reaction */
    int reactions;
    long unfinished; /* steps that were too long to be solved */
};

/* ---- preconditioner.c: P ---- */

void implicit_forget_factors(struct implicit_block *b);
/* Of the same lattice. */
void implicit_inherit_factors(struct implicit_block *to, struct implicit_block *from);
/* Makes P for steps of h, unless the present one is close enough. */
void implicit_update_preconditioner(struct implicit *m, int index, double h);
/* x ← P⁻¹ M x on the nodes of one block. */
void implicit_apply_preconditioner(const struct implicit_block *b, double *x);

/* ---- implicit_projections.c: projections ---- */

/* Π x, after system_derivative and system_damp. */
void implicit_project_rows(const struct implicit *m, double *x);
/* The directions in which the i-th reaction holds a node. */
void implicit_find_held_directions(struct implicit *m, int i, double t);
/* Π_r x. */
void implicit_project_held(const struct implicit *m, double *x);
sym3 implicit_inertia(const struct plan *plan, const struct work *work, int body); /* world axes */

#endif
