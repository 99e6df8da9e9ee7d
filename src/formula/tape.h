/* tape.h: the internals of a tape, for the files that compile and run it.
 *
 * All operands are places in one row of numbers: first the constants, then the inputs that are used, then the outputs
 * that are computed, then registers, which are reused after the last use of their value. An instruction may write to a
 * place it reads, and may read what an earlier one of the same run wrote.
 */
#ifndef FORMULA_TAPE_H
#define FORMULA_TAPE_H

#include "base/counted.h"
#include "formula/formula.h"

struct instruction {
    int to, a, b, c; /* places; INTEGER_POWER: b is the exponent */
};

/* Consecutive instructions of one operation: the dispatch is paid once for all of them. */
struct run {
    enum operation op;
    int count;
};

struct tape {
    struct counted users;
    struct instruction *at;
    int length;
    struct run *runs;
    int run_count;
    double *constants;
    int constant_count;
    int *slots; /* of the inputs used */
    int slot_count;
    int *outputs; /* places of the outputs */
    int output_count;
    int *computed; /* outputs that have a place of their own, in the order of these places */
    int computed_count;
    int places; /* in the row */
    int inputs; /* slots of the formula */
    /* the tape as machine code; NULL where none is available */
    void (*native)(const double *inputs, double *outputs, double *scratch, const double *constants);
    size_t native_size;
};

/* Makes machine code for a complete tape, if the processor and the system allow it (native.c). */
void tape_make_native(struct tape *t);
void tape_free_native(struct tape *t);
/* tape_run without machine code; tests compare the two. */
void tape_interpret(const struct tape *t, const double *inputs, double *outputs, double *scratch);

/* Executes instructions of one operation on the row `at`. */
void tape_apply(enum operation op, const struct instruction *in, const struct instruction *end, double *at);

#endif
