/* slide.h: points that slide along curves: on-curve P c (method §5).
 *
 * P stays on X(q, u), and u is free. It is a number of the state, which follows
 *
 *   u̇ = X_uᵀ (Ṗ − X_q q̇)/|X_u|² + (1/τ) X_uᵀ D/|X_u|²,      D = P − X
 *
 * so that D decays along the curve as e^(−t/τ), and across it, with N two unit vectors across X_u (one, in a plane), the
 * constraint asks for
 *
 *   Nᵀ D̈ = −(2/τ) Nᵀ Ḋ − Nᵀ D/τ²
 *
 * where ü, which is not known, has dropped out: Nᵀ X_u = 0. The rows are those of on-line and on-plane, whose point and
 * directions are put where u says, at every evaluation.
 */
#ifndef DYNAMICS_SLIDE_H
#define DYNAMICS_SLIDE_H

#include "object/curve.h"

struct plan;
struct work;

struct slide {
    int index; /* its own, in plan.slide and work.slide */
    int item;  /* inputs: P, the point of the curve, N */
    const struct curve *curve;
    int shown;       /* the point, of a curve that moves; -1: */
    int across;      /* the time signals that stand for N */
    int time;        /* of one that is fixed, the time signal that stands for the point, */
    const double *q; /* and its parameters */
    int state;       /* where u lies in the state vector */
    int plane;       /* the axis across the plane in which it all happens, -1 */
};

struct slide_work {
    double back; /* 1/τ */
    double u;
    vec3 along; /* X_u now */
    double *scratch;
};

/* u → the points that the curves show; before those are found. */
void slide_places(const struct plan *plan, struct work *work, const double *y);
/* u̇, the motion of the points, N; after poses are known. */
void slide_update(const struct plan *plan, struct work *work, double t, const double *y);
/* u̇ into ẏ once more, where it was found later than the rest; whether all are finite. */
bool slide_rates(const struct plan *plan, const struct work *work, double *ydot);
extern const struct evaluation slide_evaluation;

#endif
