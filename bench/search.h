/* search.h: the search for the fastest setting of an engine that is exact enough. It is the same for every engine.
 *
 * A setting is one number: a step in seconds, or an accuracy (the tolerance of an integrator with error control). The
 * search goes from coarse to fine: steps from 50 ms, each half of the one before, accuracies from 1e-2, each a tenth. It
 * ends at the first run that meets the bounds; then the settings between this one and the one before are tried. It also
 * ends at a run that exceeds the cut-off of processor time, and before one that must: half the step takes twice the time.
 * Where the bounds are not met, the result is the run that came closest.
 */
#ifndef BENCH_SEARCH_H
#define BENCH_SEARCH_H

#include <stdbool.h>

struct bench_outcome {
    double seconds; /* of the processor, per simulated second */
    double spent;   /* of the processor, in one run */
    double gap, drift, error, evaluations;
    bool stuck; /* it could not go on */
    bool cut;   /* cut off for taking too long: the time is that of a part */
};

/* A run is exact enough if nothing exceeds these. */
struct search_bounds {
    double gap, drift, error;
};
bool search_within(const struct search_bounds *b, const struct bench_outcome *o);

enum search_kind {
    SEARCH_STEP,
    SEARCH_ACCURACY,
    SEARCH_FIXED, /* one given setting */
};

struct search_engine {
    char name[40]; /* "tenon adams" */
    enum search_kind kind;
    double fixed; /* the setting of SEARCH_FIXED */
    /* Runs the model, for at most about `limit` seconds of processor time. False: it does not run. */
    bool (*run)(void *context, double value, double limit, struct bench_outcome *out);
    void *context;
};

struct search {
    struct search_bounds bounds;
    double limit;  /* cut-off: s of processor time per run */
    bool all;      /* go on to finer settings after the bounds are met, for a plot; nothing between settings is tried */
    double enough; /* with all: the error to stop at, m */
    void (*seen)(void *context, double value, const struct bench_outcome *o); /* called for every run; may be NULL */
    void *context;
};

struct search_result {
    bool any;     /* it ran at all */
    bool reached; /* the bounds are met */
    double value; /* the setting */
    struct bench_outcome best;
};

/* The settings from coarse to fine, from 0; 0 after the last. */
double search_value(enum search_kind kind, int i);
struct search_result search_fastest(const struct search *s, const struct search_engine *e);

#endif
