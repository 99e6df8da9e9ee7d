/* sweep_table.h: the table of a sweep as it grows: F.csv.part, one whole row per write, continued by the same command. */
#ifndef APP_SWEEP_TABLE_H
#define APP_SWEEP_TABLE_H

#include <stdio.h>

#include "sweep_pool.h"
#include "texts.h"

struct sweep_table {
    const tn_sweep *sweep;
    const char *path; /* NULL: standard output; "-" too */
    char *part, *key; /* F.csv.part, and beside it what tells its command */
    int file;         /* -1: none */
    int lock;         /* the key, open and locked; -1: none */
    int error;        /* why the last row could not be written; 0: it was */
    FILE *stream;     /* instead of a file: a pipe, a device, standard output */
    int rows;         /* that are in it already */
    int failed;       /* of those */
    double *numbers;  /* of all rows, for plots: values and measures; NaN where a run failed. By run */
    struct buffer row;
};

/* Opens the table, or continues it. Returns an exit status, after a message if it is not STATUS_DONE. `keep`: also the
 * numbers. */
int sweep_table_open(struct sweep_table *t, const tn_sweep *s, const char *path, bool keep);
/* Adds a row; false if it cannot be written. */
bool sweep_table_row(struct sweep_table *t, int run, const struct sweep_result *r);
/* Gives the file its name; false if that is not possible. */
bool sweep_table_finish(struct sweep_table *t);
/* Frees what it holds; the .part stays. */
void sweep_table_close(struct sweep_table *t);

#endif
