/* tape_trouble.c: explains why an output of a tape is not a finite number: the operation that caused it, and its
 * operands.
 *
 * Used after a run has failed: the tape is run again, one instruction at a time, and traced back from an output that is
 * not finite to an instruction whose operands were finite. Branches that were not chosen are not followed.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "formula/tape.h"

/* An executed instruction: its operands, the instructions that computed them (-1: a constant or an input), its
 * value. */
struct trace {
    enum operation op;
    double operand[3], value;
    int maker[3];
    int n; /* exponent of INTEGER_POWER */
};

/* Runs all instructions and records what they read and wrote; maker[place] is the instruction that wrote there last. */
static struct trace *run_traced(const struct tape *t, const double *inputs, double *row, int *maker)
{
    struct trace *traces = MEM_ARRAY(struct trace, t->length);
    const struct run *run = t->runs;
    for (int k = 0; k < t->places; k++)
        maker[k] = -1;
    for (int k = 0; k < t->constant_count; k++)
        row[k] = t->constants[k];
    for (int k = 0; k < t->slot_count; k++)
        row[t->constant_count + k] = inputs[t->slots[k]];
    for (int i = 0, left = t->run_count > 0 ? run->count : 0; i < t->length; i++, left--) {
        if (left == 0)
            left = (++run)->count;
        const struct instruction *in = &t->at[i];
        const int operand[3] = {in->a, in->b, in->c};
        struct trace *k = &traces[i];
        *k = (struct trace){.op = run->op, .n = in->b, .maker = {-1, -1, -1}};
        for (int o = 0; o < operation_arity(run->op); o++) {
            k->operand[o] = row[operand[o]];
            k->maker[o] = maker[operand[o]];
        }
        tape_apply(run->op, in, in + 1, row);
        k->value = row[in->to];
        maker[in->to] = i;
    }
    return traces;
}

struct text {
    ARRAY(char) at;
};

static void put(struct text *t, const char *format, double value)
{
    char piece[40];
    snprintf(piece, sizeof piece, format, value);
    for (const char *s = piece; *s != '\0'; s++)
        ARRAY_PUSH(&t->at, *s);
}

static void put_text(struct text *t, const char *s, int length)
{
    for (int i = 0; i < length; i++)
        ARRAY_PUSH(&t->at, s[i]);
}

/* An operation with the numbers it was applied to, in the scene language. */
static char *describe(const struct trace *k)
{
    const struct operation_entry *entry = &operation_table[k->op];
    struct text t = {0};
    struct operation_piece piece;
    bool call = entry->style >= STYLE_FUNCTION;
    if (call)
        put_text(&t, entry->text, (int)strlen(entry->text));
    for (int o = 0; o < entry->arity && call; o++)
        put(&t, o == 0 ? "(%.6g" : ", %.6g", k->operand[o]);
    if (call)
        put_text(&t, ")", 1);
    for (const char *at = entry->text; !call && operation_next(&at, &piece);) {
        double value = piece.text != NULL ? 0 : piece.operand == 3 ? k->n : k->operand[piece.operand];
        if (piece.text != NULL)
            put_text(&t, piece.text, piece.length);
        else
            put(&t, value < 0 ? "(%.6g)" : "%.6g", value);
    }
    put_text(&t, "", 1);
    return t.at.at;
}

/* Is the trouble that the operation has no finite value there, or that the value is beyond the range of numbers? */
static bool in_domain(const struct trace *k)
{
    return !isnan(k->value) && operation_table[k->op].domain(k->operand[0], k->operand[1], k->operand[2], k->n);
}

/* Traces values that are not finite back to their origin; NULL if that is an input. */
static const struct trace *origin(const struct trace *traces, int at)
{
    while (at >= 0) {
        const struct trace *k = &traces[at];
        int next = -2;
        for (int o = 0; o < operation_arity(k->op) && k->op != OP_IF; o++)
            if (!isfinite(k->operand[o]) && next == -2)
                next = k->maker[o];
        if (k->op == OP_IF)
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
        text = begin == NULL      ? mem_text("one of its inputs is not finite")
               : in_domain(begin) ? mem_print("%s is too large for a number", operation)
                                  : mem_print("%s is not a number", operation);
        mem_free(operation);
    }
    mem_free(traces);
    mem_free(maker);
    mem_free(row);
    return text;
}
