/* tape_trouble.c: why a tape gives something that is no number: the operation where it begins, and its operands.
 *
 * Only after a run has failed: the tape is run once more, one instruction at a time, and the way is followed back from
 * an output that is not finite to an instruction whose own operands were. A branch that was not chosen is never on the
 * way, whatever it holds.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "formula/tape.h"

/* One instruction as it went: its operands, who made them (-1: a constant or an input), what came out. */
struct trace {
    enum code code;
    double operand[3], value;
    int maker[3];
    int extra; /* exponent, order of a derivative */
};

static int arity(enum code code)
{
    switch (code) {
    case CODE_ADD:
    case CODE_SUBTRACT:
    case CODE_MULTIPLY:
    case CODE_DIVIDE:
    case CODE_RAISE:
    case CODE_MIN:
    case CODE_MAX:
    case CODE_ATAN2:
    case CODE_LESS:
    case CODE_LESS_EQUAL:
    case CODE_EQUAL:
    case CODE_NOT_EQUAL:
        return 2;
    case CODE_MULTIPLY_ADD:
    case CODE_MULTIPLY_SUBTRACT:
    case CODE_SUBTRACT_MULTIPLY:
    case CODE_IF:
        return 3;
    case CODE_NEGATE:
    case CODE_CUBE:
    case CODE_POWER:
    case CODE_SQRT:
    case CODE_ABS:
    case CODE_SIGN:
    case CODE_SIN:
    case CODE_COS:
    case CODE_TAN:
    case CODE_ASIN:
    case CODE_ACOS:
    case CODE_ATAN:
    case CODE_EXP:
    case CODE_LOG:
    case CODE_TURN:
        break;
    }
    return 1;
}

/* All instructions with what they read and wrote; maker[place] is who wrote there last. */
static struct trace *run_traced(const struct tape *t, const double *inputs, double *row, int *maker)
{
    struct trace *traces = MEM_ARRAY(struct trace, t->length);
    const struct run *run = t->runs;
    for (int k = 0; k < t->places; k++)
        maker[k] = -1;
    memcpy(row, t->constants, sizeof *row * (size_t)t->constant_count);
    for (int k = 0; k < t->slot_count; k++)
        row[t->constant_count + k] = inputs[t->slots[k]];
    for (int i = 0, left = t->run_count > 0 ? run->count : 0; i < t->length; i++, left--) {
        if (left == 0)
            left = (++run)->count;
        const struct instruction *in = &t->at[i];
        const int operand[3] = {in->a, in->b, in->c};
        struct trace *k = &traces[i];
        *k = (struct trace){.code = run->code, .extra = in->b, .maker = {-1, -1, -1}};
        for (int o = 0; o < arity(run->code); o++) {
            k->operand[o] = row[operand[o]];
            k->maker[o] = maker[operand[o]];
        }
        tape_apply(run->code, in, in + 1, row);
        k->value = row[in->to];
        maker[in->to] = i;
    }
    return traces;
}

static char *number(double x) { return mem_print(x < 0 ? "(%.6g)" : "%.6g", x); }

/* An operation with its operands as people write it. */
static char *describe(const struct trace *k)
{
    static const char *const name[] = {
        [CODE_SQRT] = "sqrt", [CODE_TAN] = "tan", [CODE_ASIN] = "asin", [CODE_ACOS] = "acos", [CODE_ATAN2] = "atan2",
        [CODE_EXP] = "exp",   [CODE_LOG] = "log", [CODE_SIN] = "sin",   [CODE_COS] = "cos"};
    char *a = number(k->operand[0]), *b = number(k->operand[1]), *c = number(k->operand[2]), *text;
    switch (k->code) {
    case CODE_ADD:
        text = mem_print("%s + %s", a, b);
        break;
    case CODE_SUBTRACT:
        text = mem_print("%s - %s", a, b);
        break;
    case CODE_MULTIPLY:
        text = mem_print("%s*%s", a, b);
        break;
    case CODE_DIVIDE:
        text = mem_print("%s/%s", a, b);
        break;
    case CODE_MULTIPLY_ADD:
        text = mem_print("%s*%s + %s", a, b, c);
        break;
    case CODE_MULTIPLY_SUBTRACT:
        text = mem_print("%s*%s - %s", a, b, c);
        break;
    case CODE_SUBTRACT_MULTIPLY:
        text = mem_print("%s - %s*%s", c, a, b);
        break;
    case CODE_CUBE:
        text = mem_print("%s^3", a);
        break;
    case CODE_RAISE:
        text = mem_print("%s^%s", a, b);
        break;
    case CODE_POWER:
        text = mem_print(k->extra < 0 ? "%s^(%d)" : "%s^%d", a, k->extra);
        break;
    case CODE_TURN:
        text = mem_print(k->extra > 0 ? "a derivative of turn(%.6g)" : "turn(%.6g)", k->operand[0]);
        break;
    default:
        text = mem_print("%s(%.6g)",
                         (size_t)k->code < sizeof name / sizeof *name && name[k->code] != NULL ? name[k->code]
                                                                                               : "a function of",
                         k->operand[0]);
        break;
    }
    mem_free(a);
    mem_free(b);
    mem_free(c);
    return text;
}

/* Back along what is not finite, to where it begins: NULL if that is an input. */
static const struct trace *origin(const struct trace *traces, int at)
{
    while (at >= 0) {
        const struct trace *k = &traces[at];
        int next = -2;
        for (int o = 0; o < arity(k->code) && k->code != CODE_IF; o++)
            if (!isfinite(k->operand[o]) && next == -2)
                next = k->maker[o];
        if (k->code == CODE_IF)
            next = k->maker[k->operand[0] != 0 ? 1 : 2];
        if (next == -2)
            return k;
        at = next;
    }
    return NULL;
}

char *tape_trouble(const struct tape *t, const double *inputs)
{
    double *row = MEM_ARRAY(double, t->places);
    int *maker = MEM_ARRAY(int, t->places);
    struct trace *traces = run_traced(t, inputs, row, maker);
    char *text = NULL;
    for (int k = 0; k < t->output_count && text == NULL; k++) {
        int place = t->outputs[k];
        if (isfinite(row[place]))
            continue;
        const struct trace *begin = origin(traces, maker[place]);
        char *operation = begin != NULL ? describe(begin) : NULL;
        text = begin == NULL ? mem_text("a number that it is given is not finite")
               : isnan(begin->value) || begin->code == CODE_DIVIDE || begin->code == CODE_LOG
                   ? mem_print("%s is not a number", operation)
                   : mem_print("%s is too large for a number", operation);
        mem_free(operation);
    }
    mem_free(traces);
    mem_free(maker);
    mem_free(row);
    return text;
}
