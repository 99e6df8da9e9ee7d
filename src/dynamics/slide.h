/* slide.h: points that slide along curves: on-curve P c (method §5).
 *
 * P stays on X(q, u), and u is free. It is a state variable, which follows
 *
 *   u̇ = X_uᵀ (Ṗ − X_q q̇)/|X_u|² + (1/τ) X_uᵀ D/|X_u|²,      D = P − X
 *
 * so that D decays along the curve as e^(−t/τ). Normal to the curve, with N two unit vectors normal to X_u (one, in a
 * plane), the constraint requires
 *
 *   Nᵀ D̈ = −(2/τ) Nᵀ Ḋ − Nᵀ D/τ²
 *
 * where ü, which is not known, drops out: Nᵀ X_u = 0. The rows are those of on-line and on-plane, whose point and
 * directions are updated from u at every evaluation.
 */
#ifndef DYNAMICS_SLIDE_H
#define DYNAMICS_SLIDE_H

#include "object/curve.h"

struct plan;
struct work;

struct slide {
    int index;      /* in plan.slide and work.slide */
    int constraint; /* inputs: P, the point of the curve, N */
    const struct curve *curve;
    int shown;       /* movable curve: the connector of its point; -1: the curve is fixed */
    int across;      /* first time signal of N */
    int time;        /* fixed curve: the time signal of its point, */
    const double *q; /* and its parameters */
    int state;       /* index of u in the state vector */
    int plane;       /* the axis normal to the plane of the motion; -1: not plane */
};

struct slide_work {
    double back; /* 1/τ */
    double u;
    vec3 along; /* X_u now */
    double *scratch;
};

/* Passes u to the points of the curves; before those are evaluated. */
void slide_places(const struct plan *plan, struct work *work, const double *y);
/* u̇, the motion of the points, N; after poses are known. */
void slide_update(const struct plan *plan, struct work *work, double t, const double *y);
/* Writes u̇ to ẏ again, if it was computed after the rest. False if one is not finite. */
bool slide_rates(const struct plan *plan, const struct work *work, double *ydot);
extern const struct evaluation slide_evaluation;

#endif
