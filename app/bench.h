/* bench.h: the built-in measurements: what they share, and the table that all of them fill.
 *
 * A measurement adds rows. A row is one number with its unit, what was run beside it (in the same unit), what is aimed
 * at, and how exact the result was. Rows are printed as they come; --json writes all of them.
 */
#ifndef APP_BENCH_H
#define APP_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#include "chains.h"
#include "tenon/tenon.h"

/* ---- the table ---- */

struct bench_row {
    const char *bench; /* the measurement */
    char model[40];    /* what is measured: "open 1000" */
    char by[40];       /* who does it and how: "tenon adams 1e-08" */
    double value;
    const char *unit;
    double beside;      /* what was run beside it, in the same unit; 0: nothing */
    double aim;         /* at most so much; 0: none */
    bool aim_is_ratio;  /* the aim is for value/beside */
    double gap, drift;  /* m; largest change of energy by largest kinetic energy; negative: not looked at */
    double error;       /* m or rad; negative: not looked at */
    double evaluations; /* of the right-hand side; negative: not known */
};
/* All but the names: nothing looked at. */
struct bench_row bench_row(const char *bench);

struct bench_table {
    struct bench_row *rows;
    int count;
    const char *heading; /* of the measurement whose rows were printed last */
};
void bench_add(struct bench_table *t, const struct bench_row *row);
/* All rows, the machine and the commit as JSON, one row a line. False after a message. */
bool bench_write(const struct bench_table *t, const char *path, bool quick);
void bench_free(struct bench_table *t);

/* ---- running ---- */

struct bench {
    struct bench_table table;
    bool quick;           /* a minute for everything */
    int largest, repeats; /* links at most; 0: as the measurement likes */
    const char *model;    /* of chains: open or towers; NULL: both */
    bool
        fixed_settings; /* the integrator, tolerance and step below were asked for; otherwise the measurement chooses */
    tn_settings settings;
    const char *peers;    /* folder of programs that run other engines; NULL: none */
    const char *examples; /* folder of the scenes */
};

/* The measurements. False after a message on standard error. */
bool bench_evaluate(struct bench *b);
bool bench_edit(struct bench *b);
bool bench_chains(struct bench *b);
bool bench_precision(struct bench *b);

/* ---- helps ---- */

/* Seconds of processor time of this process. */
double bench_clock(void);
/* Seconds in which the kernel written by hand for open chains (chain_kernel.h) computes all forces and accelerations of
 * a chain of so many rods: the yardstick for this machine as it is now. The best of a few. */
double bench_yardstick(int links);
/* "adams 1e-08", "rk4 0.001": how settings are called. */
void bench_settings_name(const tn_settings *s, char *out, size_t room);

/* A chain of chains.h as a world. NULL after a message. */
tn_world *bench_chain_world(const struct chains_model *m, const tn_settings *s);

#endif
