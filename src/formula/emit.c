/* emit.c: writes formulas as C. A value that is used more than once becomes a named constant; all others are written
 * where they are used. Order and operations are those of the tape, so the bits are the same. */
#include <string.h>

#include "formula/graph.h"

enum { DEEPEST = 12 }; /* deeper expressions are split by named constants, for readers and for compilers' limits */

struct emission {
    const struct formula *f;
    const struct emitter *e;
    FILE *out;
    struct order order;
    int *uses, *depth;
    int *name; /* number of the constant, -1 for what is written in place */
};

static void write_node(struct emission *m, node a);

static void write_argument(struct emission *m, node a);

static int index_of(const struct emission *m, node a) { return order_place(&m->order, a); }

/* x*x and x*(x*x) write their operand more than once. */
static bool repeats(const struct part *p) { return p->op == OP_INTEGER_POWER && (p->b == 2 || p->b == 3); }

/* Counts how often each value is written, and decides which get names. */
static void choose_names(struct emission *m, const node *outputs, int count)
{
    for (int i = 0; i < m->order.count; i++) {
        const struct part *p = graph_part(m->f, m->order.at[i]);
        for (int k = 0; k < operation_arity(p->op); k++)
            m->uses[index_of(m, graph_operand(p, k))] += repeats(p) ? 2 : 1;
    }
    for (int k = 0; k < count; k++)
        m->uses[index_of(m, outputs[k])]++;
    int names = 0;
    for (int i = 0; i < m->order.count; i++) {
        const struct part *p = graph_part(m->f, m->order.at[i]);
        m->name[i] = -1;
        for (int k = 0; k < operation_arity(p->op); k++) {
            int below = m->depth[index_of(m, graph_operand(p, k))];
            m->depth[i] = m->depth[i] > below + 1 ? m->depth[i] : below + 1;
        }
        if (operation_arity(p->op) > 0 && (m->uses[i] > 1 || m->depth[i] > DEEPEST)) {
            m->name[i] = names++;
            m->depth[i] = 0;
        }
    }
}

static void write_number(FILE *out, double value)
{
    char text[32];
    if (isnan(value))
        fputs("(double)NAN", out);
    else if (isinf(value))
        fputs(value < 0 ? "-(double)INFINITY" : "(double)INFINITY", out);
    else if (strpbrk(syntax_number(value, text), ".e") != NULL)
        fputs(text, out);
    else
        fprintf(out, "%s.0", text); /* 1/2 is not 1.0/2.0 */
}

/* The C of an operation: that of the list, except for squares and cubes, which need no call. */
static const char *text_of(const struct part *p)
{
    if (repeats(p))
        return p->b == 2 ? "x * x" : operation_table[OP_CUBE].c;
    return operation_table[p->op].c;
}

/* Is it a call, which needs no parentheses around it or around its arguments? */
static bool is_call(const char *text)
{
    size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyz_0123456789");
    return word > 1 && text[word] == '(';
}

/* The C of an operation with its operands in place, up to `end`. */
static void write_operation(struct emission *m, const struct part *p, const char *text, const char *end)
{
    struct operation_piece piece;
    bool call = is_call(text);
    while (text < end && operation_next(&text, &piece)) {
        int length = text > end ? piece.length - (int)(text - end) : piece.length;
        if (piece.text != NULL)
            fprintf(m->out, "%.*s", length, piece.text);
        else if (piece.operand == 3)
            fprintf(m->out, "%d", p->b);
        else if (call)
            write_argument(m, graph_operand(p, piece.operand));
        else
            write_node(m, graph_operand(p, piece.operand));
    }
}

/* A comparison that is used only here replaces "x != 0". */
static void write_if(struct emission *m, const struct part *p)
{
    const struct part *c = graph_part(m->f, p->a);
    const char *text = text_of(p), *question = strchr(text, '?');
    if (operation_compares(c->op) && m->name[index_of(m, p->a)] < 0)
        write_operation(m, c, text_of(c), strchr(text_of(c), '?'));
    else
        write_operation(m, p, text, question);
    write_operation(m, p, question, text + strlen(text));
}

/* x - c was made x + (-c), which has the same bits; it is written as x - c. */
static bool write_sum_with_constant(struct emission *m, const struct part *p)
{
    double c;
    if (p->op != OP_ADD || !formula_is_constant(m->f, p->a, &c) || !isfinite(c))
        return false;
    write_node(m, p->b);
    fputs(c < 0 ? " - " : " + ", m->out);
    write_number(m->out, fabs(c));
    return true;
}

bool formula_has_wide(const struct formula *f, const node *outputs, int count)
{
    struct order order;
    order_make(&order, f, outputs, count);
    bool all = true;
    for (int i = 0; i < order.count; i++) {
        const struct part *p = graph_part(f, order.at[i]);
        all = all && (operation_table[p->op].wide || repeats(p));
    }
    order_free(&order);
    return all;
}

/* The right side of a value, without parentheses around it. */
static void write_value(struct emission *m, const struct part *p)
{
    char text[256];
    if (p->op == OP_CONSTANT)
        write_number(m->out, p->value);
    else if (p->op == OP_SYMBOL)
        fputs(m->e->symbol(m->e->ctx, p->a, text, sizeof text), m->out);
    else if (p->op == OP_IF)
        write_if(m, p);
    else if (!write_sum_with_constant(m, p))
        write_operation(m, p, text_of(p), text_of(p) + strlen(text_of(p)));
}

/* A value as an operand: its name, or its right side with parentheses where they are needed. */
static void write_node(struct emission *m, node a)
{
    int i = index_of(m, a);
    if (m->name[i] >= 0) {
        fprintf(m->out, "t%d", m->name[i]);
        return;
    }
    const struct part *p = graph_part(m->f, a);
    bool bare = p->op == OP_CONSTANT ? !(p->value < 0) : p->op == OP_SYMBOL || is_call(text_of(p));
    fputs(bare ? "" : "(", m->out);
    write_value(m, p);
    fputs(bare ? "" : ")", m->out);
}

/* A value that is not an operand. */
static void write_argument(struct emission *m, node a)
{
    if (m->name[index_of(m, a)] >= 0)
        write_node(m, a);
    else
        write_value(m, graph_part(m->f, a));
}

void formula_emit(const struct formula *f, const node *outputs, int count, const struct emitter *e, FILE *out)
{
    struct emission m = {.f = f, .e = e, .out = out};
    const char *indent = e->indent != NULL ? e->indent : "";
    order_make(&m.order, f, outputs, count);
    m.uses = MEM_ARRAY(int, m.order.count);
    m.depth = MEM_ARRAY(int, m.order.count);
    m.name = MEM_ARRAY(int, m.order.count);
    choose_names(&m, outputs, count);
    for (int i = 0; i < m.order.count; i++) {
        if (m.name[i] < 0)
            continue;
        fprintf(out, "%sconst %s t%d = ", indent, e->over_real ? "real" : "double", m.name[i]);
        write_value(&m, graph_part(f, m.order.at[i]));
        fputs(";\n", out);
    }
    for (int k = 0; k < count; k++) {
        char text[256];
        fprintf(out, "%s%s = ", indent, e->output(e->ctx, k, text, sizeof text));
        bool fills = e->over_real && formula_is_constant(f, outputs[k], NULL);
        fputs(fills ? "real_all(" : "", out);
        write_argument(&m, outputs[k]);
        fputs(fills ? ");\n" : ";\n", out);
    }
    mem_free(m.name);
    mem_free(m.depth);
    mem_free(m.uses);
    order_free(&m.order);
}
