/* tape.h: the inside of a tape, for the files that compile and run it.
 *
 * All operands are places of one row of numbers: first the constants, then the inputs that are used, then the outputs
 * that are computed, then registers, which are reused as soon as their value has served. An instruction may write where it reads: every operation is
 * done number by number. An instruction may read what an earlier one of the same run wrote.
 */
#ifndef FORMULA_TAPE_H
#define FORMULA_TAPE_H

#include "base/counted.h"
#include "formula/formula.h"

enum code {
    CODE_ADD,
    CODE_SUBTRACT,
    CODE_MULTIPLY,
    CODE_DIVIDE,
    CODE_NEGATE,
    CODE_MULTIPLY_ADD,      /* a*b + c: both are rounded, it is the dispatch that is saved */
    CODE_MULTIPLY_SUBTRACT, /* a*b - c */
    CODE_SUBTRACT_MULTIPLY, /* c - a*b */
    CODE_CUBE,              /* a*(a*a) */
    CODE_RAISE,
    CODE_POWER, /* a^b, b is the exponent itself */
    CODE_SQRT,
    CODE_ABS,
    CODE_SIGN,
    CODE_MIN,
    CODE_MAX,
    CODE_SIN,
    CODE_COS,
    CODE_TAN,
    CODE_ASIN,
    CODE_ACOS,
    CODE_ATAN,
    CODE_ATAN2,
    CODE_EXP,
    CODE_LOG,
    CODE_TURN, /* b is the order of the derivative */
    CODE_LESS,
    CODE_LESS_EQUAL,
    CODE_EQUAL,
    CODE_NOT_EQUAL,
    CODE_IF
};

struct instruction {
    int to, a, b, c;
};

/* Instructions of one code, one after the other: the dispatch is paid once for all of them. */
struct run {
    enum code code;
    int count;
};

struct tape {
    struct counted users;
    struct instruction *at;
    int length;
    struct run *runs;
    int run_count;
    double *constants; /* each TAPE_BATCH times over, so that batches read them like everything else */
    double *row;       /* and each once */
    int constant_count;
    int *slots; /* of the inputs used */
    int slot_count;
    int *outputs; /* places of the outputs */
    int output_count;
    int *computed; /* the outputs that have a place of their own, in the order of these places */
    int computed_count;
    int places; /* in the row */
    int inputs; /* slots of the formula */
    /* the same as machine code; NULL where there is none to be had */
    void (*native)(const double *inputs, double *outputs, double *scratch, const double *constants);
    size_t native_size;
    /* the same for many instances: lanes bytes of each place, four instances at a time */
    void (*native_batch)(double *const *at, size_t bytes, const double *constants, double *registers);
    size_t native_batch_size;
};

/* Machine code for a tape that is complete, if this machine and system allow it (native.c). */
void tape_make_native(struct tape *t);
void tape_free_native(struct tape *t);
void tape_free_native_batch(struct tape *t);
/* tape_run by interpreting, whether there is machine code or not; a test compares them. */
void tape_interpret(const struct tape *t, const double *inputs, double *outputs, double *scratch);

/* at[to] of instructions of one code. */
void tape_apply(enum code code, const struct instruction *in, const struct instruction *end, double *at);
/* tape_run_batch with wide vector registers or without; a test compares them. */
void tape_run_lanes(const struct tape *t, int n, int stride, const double *inputs, double *outputs, double *scratch,
                    bool wide);

#endif
