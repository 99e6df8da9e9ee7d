/* tape_run.c: a tape run for one instance. What each code does is said by graph_apply; here it is done fast. */
#include <math.h>
#include <string.h>

#include "formula/functions.h"
#include "formula/tape.h"

static inline double apply(const struct instruction *in, const double *at)
{
    double x = at[in->a];
    switch (in->code) {
    case CODE_ADD:
        return x + at[in->b];
    case CODE_SUBTRACT:
        return x - at[in->b];
    case CODE_MULTIPLY:
        return x * at[in->b];
    case CODE_DIVIDE:
        return x / at[in->b];
    case CODE_NEGATE:
        return -x;
    case CODE_MULTIPLY_ADD:
        return x * at[in->b] + at[in->c];
    case CODE_MULTIPLY_SUBTRACT:
        return x * at[in->b] - at[in->c];
    case CODE_SUBTRACT_MULTIPLY:
        return at[in->c] - x * at[in->b];
    case CODE_CUBE:
        return x * (x * x);
    case CODE_RAISE:
        return function_raise(x, at[in->b]);
    case CODE_POWER:
        return function_power(x, in->b);
    case CODE_SQRT:
        return sqrt(x);
    case CODE_ABS:
        return fabs(x);
    case CODE_SIGN:
        return function_sign(x);
    case CODE_MIN:
        return function_min(x, at[in->b]);
    case CODE_MAX:
        return function_max(x, at[in->b]);
    case CODE_SIN:
        return sin(x);
    case CODE_COS:
        return cos(x);
    case CODE_TAN:
        return tan(x);
    case CODE_ASIN:
        return asin(x);
    case CODE_ACOS:
        return acos(x);
    case CODE_ATAN:
        return atan(x);
    case CODE_ATAN2:
        return atan2(x, at[in->b]);
    case CODE_EXP:
        return exp(x);
    case CODE_LOG:
        return log(x);
    case CODE_TURN:
        return function_turn(in->b, x);
    case CODE_LESS:
        return x < at[in->b] ? 1 : 0;
    case CODE_LESS_EQUAL:
        return x <= at[in->b] ? 1 : 0;
    case CODE_EQUAL:
        return x == at[in->b] ? 1 : 0;
    case CODE_NOT_EQUAL:
        return x != at[in->b] ? 1 : 0;
    case CODE_IF:
        return x != 0 ? at[in->b] : at[in->c];
    }
    return x;
}

void tape_run(const struct tape *t, const double *inputs, double *outputs, double *scratch)
{
    for (int k = 0; k < t->constant_count; k++)
        scratch[k] = t->row[k];
    double *used = scratch + t->constant_count;
    for (int k = 0; k < t->slot_count; k++)
        used[k] = inputs[t->slots[k]];
    const struct instruction *end = t->at + t->length;
    for (const struct instruction *in = t->at; in < end; in++)
        scratch[in->to] = apply(in, scratch);
    for (int k = 0; k < t->output_count; k++)
        outputs[k] = scratch[t->outputs[k]];
}
