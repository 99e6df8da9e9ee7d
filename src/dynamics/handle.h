/* handle.h: springy handles for the mouse (world/run/grab.c): the force that leads a point along the path of a target.
 *
 * The target X(t) is a smooth path to where it was dragged (handle_target). With e = y − X of the grabbed point and Λ, the
 * inverse of what the point answers to a force, the handle pulls with
 *
 *   f = Λ (Ẍ − 3 ė/τ − 3 e/τ²) + I,     İ = −½ Λ e/τ³
 *
 * so that e decays without noticeable overshoot whatever constant load hangs on the point: I converges to the load, and
 * nothing sags. By Routh this is stable while Λ is above 1/18 of the true inverse response, which changes between two drags.
 * In a first-order world forces are velocities: f = Λ (Ẋ − 2 e/τ) + I, İ = −Λ e/τ². Without balance I is left out, and the
 * rest has a double root (a single one in first-order worlds). |f| is bounded by L: where it would be larger it is shortened
 * to L, and I is led back with the time constant τ, so that it does not wind up.
 *
 * Where a step takes the force at its beginning for all of it, Ẍ is the mean over the step: the point then has the velocity of
 * the target at the end of every step, and is at most half a step off on its way.
 *
 * I lies in the state vector behind the work done; all other numbers are lets of the world, which a drag changes.
 */
#ifndef DYNAMICS_HANDLE_H
#define DYNAMICS_HANDLE_H

#include "dynamics/system.h"

/* The lets of a handle, in order. */
enum {
    HANDLE_BEGAN,
    HANDLE_RATE,                   /* 1/T of the path */
    HANDLE_GOAL,                   /* G: 3 */
    HANDLE_WAY = HANDLE_GOAL + 3,  /* c₀ c₁ c₂: 3 each */
    HANDLE_MASS = HANDLE_WAY + 9,  /* Λ: xx yy zz xy xz yz */
    HANDLE_TEST = HANDLE_MASS + 6, /* a test force: 3 */
    HANDLE_LOAD = HANDLE_TEST + 3, /* I while no plan holds it: 3 */
    HANDLE_TAU = HANDLE_LOAD + 3,  /* s */
    HANDLE_LIMIT,                  /* L, N; infinity: none */
    HANDLE_BALANCES,               /* 0: without I */
    HANDLE_USUAL,                  /* 1/T of a short path: longer ones take more time, as the limit allows */
    HANDLE_MUTE,                   /* not 0: only the test force acts */
    HANDLE_STEP,                   /* s: steps that take the force at their beginning for all of it; 0: others */
    HANDLE_LETS
};

/* One in a plan. */
struct handle {
    int force;     /* slot of the push that it is */
    int connector; /* of forces; -1: not there */
    int let;       /* the first of its lets */
    int state;     /* of I in y: 3 */
    bool scalar;
};

/* X, Ẋ, Ẍ at the time t. */
void handle_target(const double *let, double t, vec3 out[3]);
/* No step should go past this time: soon after a drag the motion that the constraint y = X prescribes begins so smoothly that
 * the error control of a long step, which projection corrects, would not notice it. Infinity: later. */
double handle_stop(const double *let, double t);
/* The force at a point that is at y and moves with yd, with this I; *rate (may be NULL) gets İ. */
vec3 handle_force(const double *let, double t, bool first_order, vec3 y, vec3 yd, vec3 integral, vec3 *rate);

extern const struct evaluation handle_evaluation;

#endif
