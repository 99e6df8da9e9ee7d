/* rest.h: the equilibrium of a model with flexible objects: a minimum of the potential energy of elements, weight, springs and
 * goals, subject to constraints on positions, limits and obstacles.
 *
 * Newton's method on sparse matrices: with U the energy, c the rows and L = U − λᵀc
 *
 *   ∇²L d − Jᵀλ⁺ = −∇U,   J d = −c
 *
 * Unknowns are the positions of all nodes and bodies; steps are those of system_displace. Forces without potential, such as
 * torques, are followed by the work that they do along the steps.
 */
#ifndef GOALS_REST_H
#define GOALS_REST_H

#include "dynamics/system.h"

enum rest_outcome {
    REST_REACHED,
    REST_CONTRADICTORY, /* the constraints cannot be met near here */
    REST_UNBOUNDED,     /* nothing holds it: it moves on and on */
    REST_STOPPED,       /* no further progress, or interrupted */
    REST_NO_VALUE       /* energy, forces or rows are not finite at the start */
};

struct rest_report {
    enum rest_outcome outcome;
    int iterations;
    double objective;       /* U */
    double stationarity;    /* largest |∇U − Jᵀλ|, N or N m */
    double feasibility;     /* largest violation of a row; of an incompressible element the change of its volume */
    double complementarity; /* largest |λ c| of a row that only pushes */
    double load;            /* the force that the stationarity is to be compared with */
};

struct rest;

/* At time t, from the positions in y, which the solution replaces; its velocities are ignored. Multipliers that are part of
 * the state, of volumes and constraints, follow. */
struct rest *rest_new(const struct plan *plan, struct work *work, double t, double *y);
void rest_free(struct rest *s); /* NULL is allowed */
void rest_solve(struct rest *s, int most, struct rest_report *out);
/* Of the present positions, with the multipliers that fit best. */
void rest_residuals(struct rest *s, struct rest_report *out);
/* The largest violation by the rows of a constraint of the plan in the last report. */
double rest_violation(const struct rest *s, int constraint);

#endif
