/* goals.h: optimization: what `minimize` asks for, under the constraints of a world. */
#ifndef TENON_GOALS_H
#define TENON_GOALS_H

#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    TN_OPTIMUM_REACHED,
    TN_OPTIMUM_NOT_REACHED,   /* the forces and the constraints do not balance yet, or a constraint is not met */
    TN_OPTIMUM_CONTRADICTORY, /* the constraints cannot all be met, near where the search ended */
    TN_OPTIMUM_UNBOUNDED      /* the objective falls without end */
} tn_outcome;

/* How good positions are: with Φ the potential of all forces, objectives among them, and C the constraints,
 * ∇Φ = Jᵀλ, C = 0, limits C ≥ 0 with λ ≥ 0 and λ C = 0. */
typedef struct {
    tn_outcome outcome;
    double objective;       /* Φ: the sum of what is to be minimized, and of potential energies */
    double stationarity;    /* largest |∇Φ − Jᵀλ|, by variable, coordinate or turn */
    double feasibility;     /* largest |C|, of limits where they are passed */
    double complementarity; /* largest |λ C| of a limit */
    int iterations;         /* of tn_solve */
    const char *worst;      /* the constraint that is furthest off, by name; "" if there is none */
    const char *message;    /* the same in a sentence; lives until the next call */
} tn_optimum;

/* Whether there is something to minimize. */
TN_API bool tn_has_goals(const tn_world *w);
/* Looks at the positions as they are. TN_WRONG_MODEL, with tn_failure, if the model has what has no potential. */
TN_API tn_status tn_optimum_get(tn_world *w, tn_optimum *out);
/* Moves to an optimum near the present positions; velocities become zero, time stands still. TN_OK whatever the outcome is:
 * where there is none, positions are the best that were found. TN_STUCK if a formula has no value at the start. */
TN_API tn_status tn_solve(tn_world *w, tn_optimum *out);
/* The multipliers of a constraint as last solved for: of its rows, then of its limits; returns how many there are, and
 * fills at most `room`. A constraint pushes with λ along the gradient of its row; of keep A = B the row is B − A, of
 * keep A >= B it is A − B. */
TN_API int tn_multipliers(tn_world *w, tn_constraint c, double *out, int room);

/* Sliders: numbers that `let` gives names to, and variables, set from outside while the world runs. What is a formula of
 * them (constraints, objectives, forces, limits, paths, probes) follows at once; what was made from their value (sizes,
 * masses, places of objects) stays. */
TN_API int tn_let_count(const tn_world *w);
TN_API const char *tn_let_name(const tn_world *w, int i); /* the i-th, NULL past the end */
/* NaN if there is no such number. */
TN_API double tn_let_get(const tn_world *w, const char *name);
/* TN_WRONG_USE, and nothing changed, if there is no such let, if it is a vector or a formula of what moves, or if the
 * value is not finite. */
TN_API tn_status tn_let_set(tn_world *w, const char *name, double value);
/* The value of a variable. */
TN_API tn_status tn_variable_get(tn_world *w, tn_object variable, double *value);
TN_API tn_status tn_variable_set(tn_world *w, tn_object variable, double value);

#ifdef __cplusplus
}
#endif
#endif
