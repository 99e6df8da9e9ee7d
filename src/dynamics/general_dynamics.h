/* general_dynamics.h: objects with coordinates of their own kind in a system (object/general.h).
 *
 * With M = L Lᵀ, L⁻ᵀ takes the coordinates to others in which the mass matrix is the identity. The part of a constraint
 * on such an object is kept in those, Ĵ = C_y Ŷ with Ŷ = Y_q L⁻ᵀ, so that the matrix gets Ĵ Ĵᵀ as from any body of mass
 * 1, and what λ does to the object is W Jᵀλ = L⁻ᵀ Ĵᵀλ.
 *
 * What it shows are bodies without coordinates, whose poses are filled at every evaluation; a is β + Y_q W f, the
 * acceleration without constraints. A force or torque on one adds Y_qᵀ to the object's own.
 */
#ifndef DYNAMICS_GENERAL_DYNAMICS_H
#define DYNAMICS_GENERAL_DYNAMICS_H

#include "object/body.h"
#include "object/general.h"

struct plan;
struct work;
struct item;
struct part;
struct rows;

struct general_body {
    const struct general *model;
    int index;         /* its own, in plan.general and work.general */
    int body, n, q, v; /* its body, and where its numbers begin in the state vector */
};

/* What an evaluation makes of it. */
struct general_work {
    int n;
    struct general_sums sums;
    double *l;            /* n × n: L */
    double *force, *free; /* n: f, W f */
    double *work;         /* n */
    double *at;           /* 2 n: q and v where it was looked at last, */
    double t;             /* and when */
    int singular;         /* the coordinate that M says nothing of, -1 */
    struct general_applied applied;
    double *scratch; /* of the model's formulas */
    bool ready;      /* a constant model has its factors */
};

struct shown {
    int index; /* its own, in plan.shown and work.shown */
    int body, general;
    struct general_what what;
};

struct shown_work {
    struct general_what what; /* a point that slides along a curve moves on */
    double *yq, *hat;         /* 6 × n: Y_q, Y_q L⁻ᵀ */
    bool ready;               /* of a constant model: both are there */
};

/* The bodies of such objects: which object a body is or is shown by, and which shown thing it is; -1: none. */
extern const struct evaluation general_evaluation;
static inline int general_object_of(const struct body *b) { return b->owner == &general_evaluation ? b->member : -1; }
static inline int general_shown_of(const struct body *b) { return b->owner == &general_evaluation ? b->point - 1 : -1; }

/* When and where an object is looked at in an evaluation. */
struct general_moment general_moment_of(const struct plan *plan, const struct work *work, const struct general_body *g,
                                        double t, const double *y);
/* What is shown alone: poses, as after an update. */
void general_poses(const struct plan *plan, struct work *work, double t, const double *y);
/* f and W f; hands on what acts on things shown; work->power. After applied forces. */
void general_forces(const struct plan *plan, struct work *work);
/* In a first-order world, where W f are velocities: those of things shown, Y_t + Y_q W f. */
void general_show_velocities(const struct plan *plan, struct work *work);

/* Ĵ Ĵᵀ of one row of an item, over all general objects it touches. */
double general_row_weight(const struct plan *plan, const struct work *work, const struct item *it,
                          const struct rows *rows, int r);

double general_potential(const struct plan *plan, const struct work *work, vec3 field);

#endif
