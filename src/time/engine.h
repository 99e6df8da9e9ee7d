/* engine.h: a stepper with error control, as adaptive.c drives it: Adams (adams.c) or BDF by CVODE (gear.c). */
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

/* Seconds: the scale that the first step of a history is looked for in. */
#define ENGINE_FIRST_LOOK 1.0

struct engine;

struct engine_class {
    /* A new history from the state y; no step goes past `stop`. */
    enum engine_outcome (*begin)(struct engine *e, double t, const double *y, double stop);
    /* One step of its own choice, not past `stop`. *t and the state follow. */
    enum engine_outcome (*step)(struct engine *e, double stop, double *t);
    /* The state at a time within the last step. */
    bool (*between)(struct engine *e, double t, double *y);
    const double *(*state)(const struct engine *e);
    double (*size)(const struct engine *e); /* of the step, s */
    void (*free)(struct engine *e);
};

struct engine {
    const struct engine_class *class;
    const struct plan *plan;
    struct work *work;
    bool stretches;  /* its quaternions do not stay of unit length */
    bool bad;        /* the right-hand side was not finite in this history, */
    double bad_time; /* and where it was so last */
};

struct engine *adams_new(const struct plan *plan, struct work *work, double tolerance);
struct engine *gear_new(const struct plan *plan, struct work *work, double tolerance);

/* The right-hand side for steps: only the motion counts. */
bool engine_derivative(struct engine *e, double t, const double *y, double *ydot);

#endif
