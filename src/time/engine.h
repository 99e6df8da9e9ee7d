/* engine.h: the interface of steppers with error control, which adaptive.c drives: Adams (adams.c), BDF by CVODE
 * (bdf.c). */
#ifndef TIME_ENGINE_H
#define TIME_ENGINE_H

#include "time/steps.h"

enum engine_outcome {
    ENGINE_OK,
    ENGINE_AGAIN,      /* within an engine: try another step */
    ENGINE_NOT_FINITE, /* the right-hand side has no value, however short the step */
    ENGINE_TOO_SHORT,  /* the error stays too large, however short the step */
    ENGINE_TOO_TIGHT,  /* the tolerance is below the rounding of numbers */
    ENGINE_NO_MEMORY,
    ENGINE_UNSOLVED /* the equations of a step could not be solved */
};

/* Seconds: time scale for the choice of the first step of a history. */
#define ENGINE_FIRST_LOOK 1.0

struct engine;

struct engine_class {
    /* A new history from the state y; no step goes past `stop`. */
    enum engine_outcome (*begin)(struct engine *e, double t, const double *y, double stop);
    /* One step of a length that the engine chooses, not past `stop`. Updates *t and the state. */
    enum engine_outcome (*step)(struct engine *e, double stop, double *t);
    /* The state at a time within the last step. */
    bool (*between)(struct engine *e, double t, double *y);
    const double *(*state)(const struct engine *e);
    double (*size)(const struct engine *e); /* step size, s */
    void (*free)(struct engine *e);
};

struct engine {
    const struct engine_class *class;
    const struct plan *plan;
    struct work *work;
    bool stretches;      /* its quaternions do not keep unit length */
    bool bad;            /* the right-hand side was not finite in this history, */
    double bad_time;     /* most recently at this time */
    int troubled;        /* failures in the last few steps */
    double usual, until; /* while passing a singular position: the usual step size, and the time at which to give up */
};

struct engine *adams_new(const struct plan *plan, struct work *work, double tolerance);
struct engine *quick_new(const struct plan *plan, struct work *work, double tolerance);
struct engine *bdf_new(const struct plan *plan, struct work *work, double tolerance);

/* The right-hand side for steps: only the motion is needed, no multipliers. */
bool engine_derivative(struct engine *e, double t, const double *y, double *ydot);

/* Steps fail repeatedly where the constraints are singular: the model passes a singular position, such as a flat
 * parallelogram. Directions that are nearly free there are left free until it has passed; otherwise smaller and smaller
 * errors would cause larger and larger forces on the way. To be called after the k-th failure of a step from t on; `usual`
 * is the size of the steps before. */
void engine_pass_singular(struct engine *e, int failures, double t, double usual, double tolerance);
/* After a step that ended at t with so many failures, when the next has the size h. */
void engine_leave_singular(struct engine *e, int failures, double t, double h);

#endif
