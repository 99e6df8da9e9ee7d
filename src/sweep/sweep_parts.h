/* sweep_parts.h: what the files of this room share. */
#ifndef SWEEP_SWEEP_PARTS_H
#define SWEEP_SWEEP_PARTS_H

#include "base/memory.h"
#include "tenon/tenon.h"

/* ---- values (sweep_values.c) ---- */

/* A swept let: texts for tn_set, or a range that is sampled. */
struct swept {
    char *name;
    ARRAY(char *) values;
    bool sampled;
    double low, high;
};
/* Reads "NAME=VALUES". A text that says what is wrong, or NULL. `at` finds the numbers of bounds that are expressions. */
struct value_finder {
    bool (*number)(void *user, const char *name, const char *text, double *out);
    void *user;
};
char *swept_read(struct swept *s, const char *text, const struct value_finder *at);
void swept_free(struct swept *s);
/* Samples of several ranges between 0 and 1: `out` has `count` rows of `dimensions` numbers. */
void sample(double *out, int count, int dimensions, uint64_t seed, tn_sampling how);

/* ---- measures (sweep_measure.c) ---- */

enum measure_type { MEASURE_MAX, MEASURE_MIN, MEASURE_MEAN, MEASURE_RMS, MEASURE_FIRST, MEASURE_LAST, MEASURE_AT };
struct measure {
    char *name; /* as the header has it */
    enum measure_type type;
    char *expression;
    char *moment; /* of MEASURE_AT: T */
};
/* Reads a MEASURE. A text that says what is wrong, or NULL. */
char *measure_read(struct measure *m, const char *text);
void measure_free(struct measure *m);

/* A measure while a run goes on. */
struct gauge {
    int probe;           /* of the world */
    double at;           /* of MEASURE_AT: s */
    bool begun;          /* there was a frame */
    int frames, missing; /* how many, and of a measure over all of them: at how many it has no value */
    double t, y;         /* of the last frame */
    double sum, span;
    double result;
};
void gauge_frame(const struct measure *m, struct gauge *g, double t, double y);
double gauge_result(const struct measure *m, const struct gauge *g);

/* ---- text (sweep_table.c) ---- */

/* A number with 17 digits and a point, whatever locale the program has set. */
char *plain_text(double x);

#endif
