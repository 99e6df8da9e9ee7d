/* sweep.h: many runs of one model with different parameters.
 *
 * A sweep is a scene, values for some of its lets, and measures of a run. Every run reads the text anew with its values, so
 * that everything follows from them: sizes, positions, counts of loops. What follows from the topology alone (the elimination
 * order of the matrix) and the machine code of formulas is shared with the scene as it is written, as long as it is the same.
 * Runs are independent: a program may do them in any order, on several threads or machines, and gets the same bits.
 *
 *   tn_sweep_def def = tn_sweep_default();
 *   const char *sets[] = {"L=0.5:2:16", "mass=1,2,5"}, *measures[] = {"max(norm(force(pin)))"};
 *   def.path = "crane.tn";
 *   def.sets = sets;          def.set_count = 2;
 *   def.measures = measures;  def.measure_count = 1;
 *   tn_sweep *s = tn_sweep_new(&def, NULL, d);
 *   for (int i = 0; i < tn_sweep_runs(s); i++)
 *       tn_sweep_run(s, i, &row);
 */
#ifndef TENON_SWEEP_H
#define TENON_SWEEP_H

#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How values of `a..b` are chosen: one in each of N equal parts of every range, in random combinations (Latin hypercube);
 * or independently of each other. */
typedef enum { TN_SAMPLING_LATIN, TN_SAMPLING_RANDOM } tn_sampling;

/* What is swept. Start from tn_sweep_default(). Texts are copied. */
typedef struct {
    size_t size;             /* set by tn_sweep_default() */
    const char *path;        /* the scene; its name in messages if `text` is given */
    const char *text;        /* the scene as text; NULL: it is read from `path` */
    const char *const *sets; /* "NAME=VALUES": a,b,c; a:b:n (n evenly spaced, both ends); a..b (sampled) */
    int set_count;
    const char *const
        *measures; /* "max(E)", "min", "mean", "rms", "first", "last", "at(E, T)", each "NAME = …" too; E alone
                                    is its last value. E is an expression, or the name of a probe of the scene */
    int measure_count;
    int samples;                /* how many of `a..b`, for each combination of the others; 0: none */
    uint64_t seed;              /* of the samples: 1 */
    tn_sampling sampling;       /* TN_SAMPLING_LATIN */
    double until;               /* s; negative: as the scene says */
    const char *const *folders; /* that the scene may also read, as tn_allow_read */
    int folder_count;
} tn_sweep_def;
TN_DEFAULTS(tn_sweep_def, tn_sweep_default);

typedef struct tn_sweep tn_sweep;

/* A sweep, after the scene was read once with its own values to check names and measures. NULL on failure, with the reasons
 * in d (may be NULL) and *status (may be NULL): TN_WRONG_USE for an invalid set, measure or number, TN_WRONG_MODEL for a scene
 * with errors, TN_NO_FILE. */
TN_API tn_sweep *tn_sweep_new(const tn_sweep_def *def, tn_status *status, tn_diagnostics *d);
/* Frees a sweep. NULL is allowed. */
TN_API void tn_sweep_free(tn_sweep *s);
/* How many runs it has; the first set changes slowest, samples fastest. */
TN_API int tn_sweep_runs(const tn_sweep *s);
/* How many lets are swept. */
TN_API int tn_sweep_name_count(const tn_sweep *s);
/* The name of one of them; NULL past the end. */
TN_API const char *tn_sweep_name(const tn_sweep *s, int i);
/* How many values of a let there are; samples count as one. 0 past the end. */
TN_API int tn_sweep_value_count(const tn_sweep *s, int i);
/* How many measures there are. */
TN_API int tn_sweep_measure_count(const tn_sweep *s);
/* The name of one: its NAME, or the text as written; NULL past the end. */
TN_API const char *tn_sweep_measure(const tn_sweep *s, int i);
/* A number that is the same for sweeps that give the same rows: made from scene, sets, measures, samples, seed, end, and from
 * the files that the scene includes or reads with its own values and with those of the first run. */
TN_API uint64_t tn_sweep_key(const tn_sweep *s);
/* Is this the scene, or one of those files? Runs read them as they were when the sweep was made. */
TN_API bool tn_sweep_reads(const tn_sweep *s, const char *path);
/* The i-th of them: the scene, unless it came as text, and then the files. NULL past the end. */
TN_API const char *tn_sweep_file(const tn_sweep *s, int i);

/* One run. Start with zeros; the arrays belong to the caller and have room for all names and all measures. */
typedef struct {
    double *values;   /* of the swept lets */
    double *measures; /* NaN: it has none, as in a run that failed */
    tn_status status; /* TN_OK, TN_WRONG_MODEL or TN_STUCK */
    char *
        message; /* why it failed; of a run that did not, which measures over all frames lack a value at some; or NULL. The
                      caller frees it with tn_free() */
    /* Called every tenth of a second or more often; false ends the run (TN_INTERRUPTED). NULL: it is not asked. */
    bool (*go_on)(void *user);
    void *user;
} tn_sweep_row;
/* Does run i, from 0. Several threads may do so at the same time with the same sweep. TN_WRONG_USE if there is no such run;
 * TN_INTERRUPTED; otherwise TN_OK, and row->status says how the run ended. */
TN_API tn_status tn_sweep_run(const tn_sweep *s, int run, tn_sweep_row *row);

/* ---- the table ---- */

/* The row of run i as a line of CSV, with 17 digits; of i = -1: the header, and `row` is not used. The caller frees it with
 * tn_free(). NULL if there is no such run. */
TN_API char *tn_sweep_text(const tn_sweep *s, int i, const tn_sweep_row *row);

/* A table in a file, which grows by whole rows. Until it is finished it is PATH.part; PATH.part.key beside it tells whose it
 * is, and is locked while a program writes it. */
typedef struct tn_sweep_table tn_sweep_table;

/* Begins the table of a sweep, which must exist as long as the table, or continues it where an earlier program left it,
 * however that ended. NULL on failure, with the reason in *status (may be NULL): TN_NO_FILE; TN_WRONG_USE for the table of
 * another sweep, one that another program is writing, and a file of the scene; and in *message (may be NULL), to be freed with tn_free(). */
TN_API tn_sweep_table *tn_sweep_table_open(const tn_sweep *s, const char *path, tn_status *status, char **message);
/* How many rows it has, those of an earlier program included. */
TN_API int tn_sweep_table_rows(const tn_sweep_table *t);
/* What an earlier program wrote of run i: values, measures, status; *row as for tn_sweep_run. TN_WRONG_USE if it has none. */
TN_API tn_status tn_sweep_table_get(const tn_sweep_table *t, int i, tn_sweep_row *row);
/* Adds the next row in one write. TN_NO_FILE if that fails; the same sweep continues the file later. */
TN_API tn_status tn_sweep_table_add(tn_sweep_table *t, const tn_sweep_row *row, char **message);
/* Gives the complete table its name; a file of that name is replaced, with its mode, and a link is followed. TN_WRONG_USE if rows are missing, TN_NO_FILE. */
TN_API tn_status tn_sweep_table_finish(tn_sweep_table *t, char **message);
/* Ends writing; a table that is not finished stays to be continued. NULL is allowed. */
TN_API void tn_sweep_table_close(tn_sweep_table *t);

#ifdef __cplusplus
}
#endif
#endif
