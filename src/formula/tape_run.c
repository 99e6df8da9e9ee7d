/* tape_run.c: runs a tape: by its machine code, or by interpreting it. */
#include <math.h>

#include "formula/arithmetic.h"
#include "formula/tape.h"

/* The operands of the values in operations.h. */
#define x (at[in->a])
#define y (at[in->b])
#define z (at[in->c])
#define n (in->b)
#define X(NAME, arity, text, style, value, ...)                                                                        \
    case OP_##NAME:                                                                                                    \
        for (; in < end; in++)                                                                                         \
            at[in->to] = (value);                                                                                      \
        break;

static inline void apply(enum operation op, const struct instruction *in, const struct instruction *end, double *at)
{
    switch ((int)op) {
        FORMULA_OPERATIONS(X)
        FORMULA_MERGED_OPERATIONS(X)
    }
}

#undef X
#undef n
#undef z
#undef y
#undef x

void tape_apply(enum operation op, const struct instruction *in, const struct instruction *end, double *at)
{
    apply(op, in, end, at);
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
        apply(run->op, in, in + run->count, scratch);
    for (int k = 0; k < t->output_count; k++)
        outputs[k] = scratch[t->outputs[k]];
}
