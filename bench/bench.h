/* bench.h: what the measurements of tenon-bench share, and the table that all of them fill.
 *
 * A measurement adds rows. A row is one number with its unit, the median of several runs, and their spread; the number
 * that was measured beside it (in the same unit), the aim, and how exact the result was. Rows are printed as they come;
 * --json writes all of them.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#include "rods.h"
#include "search.h"
#include "tenon/tenon.h"

/* ---- the table ---- */

/* What the aim is for: the value, its ratio to what is beside it, or the error. */
enum bench_aim { AIM_VALUE, AIM_RATIO, AIM_ERROR };

struct bench_row {
    const char *bench;  /* the measurement */
    char model[40];     /* what is measured: "open 1000" */
    char by[60];        /* who does it and how: "tenon adams 1e-08" */
    char who[40];       /* the same without numbers: "tenon adams" */
    double value;       /* median of the runs */
    double least, most; /* of the runs */
    int runs;           /* 0: not a time that varies */
    const char *unit;
    double beside; /* the same of what was run beside it; 0: nothing */
    double aim;    /* upper limit; 0: none */
    enum bench_aim aim_of;
    double gap, drift;  /* m; largest change of energy by largest kinetic energy; negative: not looked at */
    double error;       /* m or rad; negative: not looked at */
    double evaluations; /* of the right-hand side; negative: not known */
    /* Of measurements that compare engines: cut-off of processor time per run, s (0: none); of searches also what the
     * setting had to reach, and whether it did. */
    double limit;
    struct search_bounds target; /* infinite: no bound */
    bool searched, reached;
    bool quiet; /* goes to the JSON file only */
};
/* Without names, nothing measured. */
struct bench_row bench_row(const char *bench);

/* Runs of one thing. */
enum { BENCH_SAMPLES = 40 };
struct bench_samples {
    double at[BENCH_SAMPLES];
    int count;
};
void bench_sample(struct bench_samples *s, double value); /* those beyond BENCH_SAMPLES are dropped */
double bench_median(const struct bench_samples *s);
/* Median, least, most and number of the runs, times a factor. */
void bench_row_samples(struct bench_row *row, const struct bench_samples *s, double factor);

struct bench_table {
    struct bench_row *rows;
    int count;
    const char *heading; /* of the measurement whose rows were printed last */
};
void bench_add(struct bench_table *t, const struct bench_row *row);
/* All rows, the machine and the commit as JSON, one row per line. False after a message. */
bool bench_write(const struct bench_table *t, const char *path, bool quick);
/* The rows of precision as plots of error against time, one per model: DIR/precision-MODEL.svg. False after a message. */
bool bench_plot(const struct bench_table *t, const char *folder);
void bench_free(struct bench_table *t);

/* ---- the measurements ---- */

struct bench_peers {
    struct bench_peer *at;
    int count;
    struct bench_problem *problems; /* published problems that they can do */
    int problem_count;
};

struct bench {
    struct bench_table table;
    bool quick;           /* smaller models, fewer runs, shorter cut-offs */
    int largest, repeats; /* largest number of links; number of runs; 0: chosen by the measurement */
    double limit;         /* cut-off of processor time per run of an engine, s; 0: chosen by the measurement */
    int model;            /* rods_kind of chains, defaults, precision and gaps; −1: all */
    bool fixed_settings;  /* the integrator, tolerance and step below were given; otherwise they are searched */
    tn_settings settings;
    struct bench_peers peers;
    const char *examples; /* folder of the scenes */
};

/* False after a message on standard error, or an interrupt. */
bool bench_evaluate(struct bench *b);
bool bench_edit(struct bench *b);
bool bench_threads(struct bench *b);
bool bench_net(struct bench *b);
bool bench_formula(struct bench *b);
bool bench_chains(struct bench *b);
bool bench_defaults(struct bench *b);
bool bench_four_bars(struct bench *b);
bool bench_precision(struct bench *b);
bool bench_gaps(struct bench *b);
bool bench_truths(struct bench *b);
bool bench_start(struct bench *b);
bool bench_reading(struct bench *b);
bool bench_record(struct bench *b);
bool bench_memory(struct bench *b);
bool bench_pyramid(struct bench *b);
bool bench_crowd(struct bench *b);
bool bench_figures(struct bench *b);
bool bench_flexible(struct bench *b);
bool bench_tree(struct bench *b);
bool bench_puppet(struct bench *b);
bool bench_latency(struct bench *b);
bool bench_interrupt(struct bench *b);

/* ---- helpers ---- */

/* Seconds of processor time of this process. */
double bench_clock(void);
/* Number of runs: as asked for, or `full`, or `quick`. */
int bench_repeats(const struct bench *b, int full, int quick);
/* Seconds in which the kernel written by hand for open chains (chain_kernel.h) computes all forces and accelerations of
 * a chain of so many rods: the yardstick for this machine at this moment. The median of five. */
double bench_yardstick(int links);
/* "adams 1e-08", "rk4 0.001". */
void bench_settings_name(const tn_settings *s, char *out, size_t room);
bool bench_is_adaptive(const tn_settings *s);

/* ---- runs of rods.h ---- */

struct bench_model {
    struct rods rods;
    struct rods_truth truth; /* as it begins */
    char truth_file[32];     /* the same for the programs of other engines; "": none */
    double yardstick;        /* s: 1000 evaluations of as many rods in a chain, by hand */
};
struct bench_model bench_model_begin(enum rods_kind kind, int size);
void bench_model_end(struct bench_model *m);
/* As a world. NULL after a message. */
tn_world *bench_rods_world(const struct rods *m, const tn_settings *s);

/* Runs for `until` simulated seconds, or is cut off after `limit` seconds of processor time. Short runs are repeated
 * until the clock can resolve them; the time is their mean. */
bool bench_rods_run(const struct bench_model *m, const tn_settings *s, double until, double limit,
                    struct bench_outcome *out);
struct bench_row bench_rods_row(const char *bench, const struct bench_model *m, const char *by,
                                const struct bench_outcome *o);
struct bench_row bench_tenon_row(const char *bench, const struct bench_model *m, const tn_settings *s,
                                 const struct bench_outcome *o);

/* ---- other engines ---- */

struct bench_peer {
    char *program;
    char name[24], method[32];
    enum search_kind kind; /* what its value is */
    bool reduced;          /* coordinates along the tree: only loops are closed by constraints */
    double fixed;          /* the value of SEARCH_FIXED */
    int largest[RODS_KINDS];
};
/* All methods of the programs in a folder (NULL: none). */
struct bench_peers bench_peers_find(const char *folder);
void bench_peers_free(struct bench_peers *p);
/* False: it does not run here. */
bool bench_peer_run(const struct bench_peer *p, const struct bench_model *m, double value, double until, double limit,
                    struct bench_outcome *out);
struct bench_problem {
    char *program;
    char name[24], problem[32];
};
/* Seconds (of the whole run) and error of a problem by another engine. False: it does not run here. */
bool bench_problem_run(const struct bench_problem *p, double until, double accuracy, struct bench_outcome *out);
void bench_peer_name(const struct bench_peer *p, double value, char *out, size_t room);

/* ---- engines beside each other ---- */

/* All engines on one model: each searched alike (search.h), then run in turn, several times. */
struct contest {
    struct bench *bench;
    const char *name; /* of the measurement */
    const struct bench_model *model;
    double until, aim; /* simulated s; of the fastest of Tenon's rows, 0: none */
    struct search search;
    bool defaults; /* every engine at its defaults instead of a search */
    bool curves;   /* a row of every run of the searches, for plots */
};
/* False after a message, or an interrupt. */
bool contest_run(struct contest *c);
/* The cut-off of models of this size, equal for all engines: s of processor time per run. */
double contest_limit(const struct bench *b, int size);

#endif
