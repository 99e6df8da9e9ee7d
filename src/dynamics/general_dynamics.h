/* general_dynamics.h: objects with general coordinates in a system (object/general.h).
 *
 * With M = L Lᵀ, L⁻ᵀ transforms the coordinates to others in which the mass matrix is the identity. The Jacobian of a
 * constraint by such an object is stored in those, Ĵ = C_y Ŷ with Ŷ = Y_q L⁻ᵀ, so that the matrix gets Ĵ Ĵᵀ as from a
 * body of mass 1, and λ accelerates the object by W Jᵀλ = L⁻ᵀ Ĵᵀλ.
 *
 * Its connectors ("shown") are bodies without coordinates, whose poses are filled at every evaluation; a is β + Y_q W
 * f, the acceleration without constraints. A force or torque on one adds Y_qᵀ of it to the object's force.
 */
#ifndef DYNAMICS_GENERAL_DYNAMICS_H
#define DYNAMICS_GENERAL_DYNAMICS_H

#include "object/body.h"
#include "object/general.h"

struct plan;
struct work;
struct constraint_rows;
struct jacobian_block;
struct rows;

struct general_body {
    const struct general *model;
    int index;         /* in plan.general and work.general */
    int body, n, q, v; /* its body; number of coordinates; their first positions in the state vector */
};

/* Its results in an evaluation. */
struct general_work {
    int n;
    struct general_sums sums;
    double *l;            /* n × n: L */
    double *force, *free; /* n: f, W f */
    double *work;         /* n */
    double *at;           /* 2 n: q and v of the last evaluation, */
    double t;             /* and its time */
    int singular;         /* a coordinate without mass; -1: none */
    struct general_applied applied;
    double *scratch; /* for the model's formulas */
    bool ready;      /* a constant model is factored */
};

struct shown {
    int index; /* in plan.shown and work.shown */
    int body, general;
    struct general_what what;
};

struct shown_work {
    struct general_what what; /* changes for a point that slides along a curve */
    double *yq, *hat;         /* 6 × n: Y_q, Y_q L⁻ᵀ */
    bool ready;               /* constant model: both are computed */
};

/* For a body: the general object that it is or belongs to, and the connector that it is; -1: none. */
extern const struct evaluation general_evaluation;
static inline int general_object_of(const struct body *b) { return b->owner == &general_evaluation ? b->member : -1; }
static inline int general_shown_of(const struct body *b) { return b->owner == &general_evaluation ? b->point - 1 : -1; }

/* Time and coordinates of an object in an evaluation. */
struct general_moment general_moment_of(const struct plan *plan, const struct work *work, const struct general_body *g,
                                        double t, const double *y);
/* Only the poses of connectors, as after an update. */
void general_poses(const struct plan *plan, struct work *work, double t, const double *y);
/* f and W f, including forces on connectors; also work->power. After applied forces. */
void general_forces(const struct plan *plan, struct work *work);
/* In a first-order world, where W f are velocities: those of connectors, Y_t + Y_q W f. */
void general_show_velocities(const struct plan *plan, struct work *work);

/* Ĵ Ĵᵀ of one row of a constraint, over all its general objects. */
double general_row_weight(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                          const struct rows *rows, int r);

double general_potential(const struct plan *plan, const struct work *work, vec3 field);

#endif
