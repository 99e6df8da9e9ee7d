/* tape_run.c: a tape run for one instance. What each code does is said by graph_apply; here it is done fast. */
#include <math.h>
#include <string.h>

#include "formula/functions.h"
#include "formula/tape.h"

/* at[to] = value for all instructions of the run; the value is made of the operands A, B, C. */
#define A (at[in->a])
#define B (at[in->b])
#define C (at[in->c])
#define EACH(value)                                                                                                    \
    for (; in < end; in++)                                                                                             \
        at[in->to] = (value);                                                                                          \
    break

static inline void apply(enum code code, const struct instruction *in, const struct instruction *end, double *at)
{
    switch (code) {
    case CODE_ADD:
        EACH(A + B);
    case CODE_SUBTRACT:
        EACH(A - B);
    case CODE_MULTIPLY:
        EACH(A * B);
    case CODE_DIVIDE:
        EACH(A / B);
    case CODE_NEGATE:
        EACH(-A);
    case CODE_MULTIPLY_ADD:
        EACH(A * B + C);
    case CODE_MULTIPLY_SUBTRACT:
        EACH(A * B - C);
    case CODE_SUBTRACT_MULTIPLY:
        EACH(C - A * B);
    case CODE_CUBE:
        EACH(A * (A * A));
    case CODE_RAISE:
        EACH(function_raise(A, B));
    case CODE_POWER:
        EACH(function_power(A, in->b));
    case CODE_SQRT:
        EACH(sqrt(A));
    case CODE_ABS:
        EACH(fabs(A));
    case CODE_SIGN:
        EACH(function_sign(A));
    case CODE_MIN:
        EACH(function_min(A, B));
    case CODE_MAX:
        EACH(function_max(A, B));
    case CODE_SIN:
        EACH(sin(A));
    case CODE_COS:
        EACH(cos(A));
    case CODE_TAN:
        EACH(tan(A));
    case CODE_ASIN:
        EACH(asin(A));
    case CODE_ACOS:
        EACH(acos(A));
    case CODE_ATAN:
        EACH(atan(A));
    case CODE_ATAN2:
        EACH(atan2(A, B));
    case CODE_EXP:
        EACH(exp(A));
    case CODE_LOG:
        EACH(log(A));
    case CODE_TURN:
        EACH(function_turn(in->b, A));
    case CODE_LESS:
        EACH(A < B ? 1 : 0);
    case CODE_LESS_EQUAL:
        EACH(A <= B ? 1 : 0);
    case CODE_EQUAL:
        EACH(A == B ? 1 : 0);
    case CODE_NOT_EQUAL:
        EACH(A != B ? 1 : 0);
    case CODE_IF:
        EACH(A != 0 ? B : C);
    }
}

void tape_apply(enum code code, const struct instruction *in, const struct instruction *end, double *at)
{
    apply(code, in, end, at);
}

void tape_run(const struct tape *t, const double *inputs, double *outputs, double *scratch)
{
    if (t->native != NULL)
        t->native(inputs, outputs, scratch, t->constants);
    else
        tape_interpret(t, inputs, outputs, scratch);
}

void tape_interpret(const struct tape *t, const double *inputs, double *outputs, double *scratch)
{
    for (int k = 0; k < t->constant_count; k++)
        scratch[k] = t->constants[k];
    double *used = scratch + t->constant_count;
    for (int k = 0; k < t->slot_count; k++)
        used[k] = inputs[t->slots[k]];
    const struct instruction *in = t->at;
    for (const struct run *run = t->runs, *end = run + t->run_count; run < end; in += run->count, run++)
        apply(run->code, in, in + run->count, scratch);
    for (int k = 0; k < t->output_count; k++)
        outputs[k] = scratch[t->outputs[k]];
}
