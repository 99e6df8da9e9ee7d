/* goals.h: optimization: minimizes the objectives of a world subject to its constraints. */
#ifndef TENON_GOALS_H
#define TENON_GOALS_H

#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    TN_OPTIMUM_REACHED,
    TN_OPTIMUM_NOT_REACHED,   /* the forces and the constraints do not balance yet, or a constraint is not met */
    TN_OPTIMUM_CONTRADICTORY, /* the constraints cannot all be satisfied near the end of the search */
    TN_OPTIMUM_UNBOUNDED      /* the objective is unbounded below */
} tn_outcome;

/* Optimality of positions: with Φ the potential of all forces, including objectives, and C the constraints,
 * ∇Φ = Jᵀλ, C = 0, limits C ≥ 0 with λ ≥ 0 and λ C = 0. With flexible objects it is an equilibrium: forces without a
 * potential, such as torques, take part, and nodes stay outside of what they should be outside of. */
typedef struct {
    tn_outcome outcome;
    double objective;       /* Φ: the sum of objectives and potential energies */
    double stationarity;    /* largest |∇Φ − Jᵀλ|, by variable, coordinate or rotation */
    double feasibility;     /* largest |C|; for limits the largest excess */
    double complementarity; /* largest |λ C| of a limit */
    int iterations;         /* of tn_solve */
    const char *worst;      /* name of the most violated constraint; "": none */
    const char *message;    /* the outcome as a sentence; valid until the next call */
} tn_optimum;

/* Are there objectives? */
TN_API bool tn_has_goals(const tn_world *w);
/* Evaluates the present positions. TN_WRONG_MODEL, with tn_failure, if the model has forces without a potential. */
TN_API tn_status tn_optimum_get(tn_world *w, tn_optimum *out);
/* Moves to an optimum near the present positions; velocities become zero, time does not change. TN_OK for every
 * outcome: if there is no optimum, positions are the best ones found. TN_STUCK if a formula has no value at the
 * start. */
TN_API tn_status tn_solve(tn_world *w, tn_optimum *out);
/* The multipliers of a constraint in the last solution: of its rows, then of its limits. Returns how many there are,
 * and fills at most `room`. A constraint pushes with λ along the gradient of its row; for keep A = B the row is B − A,
 * for keep A >= B it is A − B. */
TN_API int tn_multipliers(tn_world *w, tn_constraint c, double *out, int room);

/* Sliders: numbers named by `let`, and variables, set by the program while the world runs. Formulas of them
 * (constraints, objectives, forces, limits, paths, probes) follow immediately; what was made from their value (sizes,
 * masses, positions of objects) does not change. */
TN_API int tn_let_count(const tn_world *w);
TN_API const char *tn_let_name(const tn_world *w, int i); /* the i-th, NULL past the end */
/* NaN if there is no such number. */
TN_API double tn_let_get(const tn_world *w, const char *name);
/* TN_WRONG_USE, and nothing changed, if there is no such let, if it is a vector or a formula of moving things, or if
 * the value is not finite. */
TN_API tn_status tn_let_set(tn_world *w, const char *name, double value);
/* The value of a variable. */
TN_API tn_status tn_variable_get(tn_world *w, tn_object variable, double *value);
/* Sets the value of a variable, as an edit; its rate becomes zero. */
TN_API tn_status tn_variable_set(tn_world *w, tn_object variable, double value);

#ifdef __cplusplus
}
#endif
#endif
