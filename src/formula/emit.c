/* emit.c: formulas as C. Every value that is used more than once is a constant with a name, all else stands where it
 * is used. The order and the operations are those of the tape, so the bits are too. */
#include <string.h>

#include "formula/graph.h"

enum { DEEPEST = 12 }; /* expressions that nest deeper get a name in between: for readers, and for compilers' limits */

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

static node part_of(const struct part *p, int k) { return k == 0 ? p->a : k == 1 ? p->b : p->c; }
static int index_of(const struct emission *m, node a) { return order_place(&m->order, a); }

/* x*x and x*(x*x) write their part more than once. */
static bool repeats(const struct part *p) { return p->op == OP_INTEGER_POWER && (p->b == 2 || p->b == 3); }

/* How often each value is written, and which get names. */
static void choose_names(struct emission *m, const node *outputs, int count)
{
    for (int i = 0; i < m->order.count; i++) {
        const struct part *p = graph_part(m->f, m->order.at[i]);
        for (int k = 0; k < graph_arity(p->op); k++)
            m->uses[index_of(m, part_of(p, k))] += repeats(p) ? 2 : 1;
    }
    for (int k = 0; k < count; k++)
        m->uses[index_of(m, outputs[k])]++;
    int names = 0;
    for (int i = 0; i < m->order.count; i++) {
        const struct part *p = graph_part(m->f, m->order.at[i]);
        m->name[i] = -1;
        for (int k = 0; k < graph_arity(p->op); k++) {
            int below = m->depth[index_of(m, part_of(p, k))];
            m->depth[i] = m->depth[i] > below + 1 ? m->depth[i] : below + 1;
        }
        if (graph_arity(p->op) > 0 && (m->uses[i] > 1 || m->depth[i] > DEEPEST)) {
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

static void write_infix(struct emission *m, node a, const char *sign, node b)
{
    write_node(m, a);
    fprintf(m->out, " %s ", sign);
    write_node(m, b);
}

static void write_call(struct emission *m, const char *function, const struct part *p)
{
    fprintf(m->out, "%s%s(", m->e->lanes ? "lanes_" : "", function);
    for (int k = 0; k < graph_arity(p->op); k++) {
        fputs(k > 0 ? ", " : "", m->out);
        write_argument(m, part_of(p, k));
    }
    fputs(")", m->out);
}

static const char *comparison(enum operation op)
{
    return op == OP_LESS ? "<" : op == OP_LESS_EQUAL ? "<=" : op == OP_EQUAL ? "==" : "!=";
}

static void write_if(struct emission *m, const struct part *p)
{
    const struct part *c = graph_part(m->f, p->a);
    if (graph_condition(c->op) && m->name[index_of(m, p->a)] < 0) {
        write_infix(m, c->a, comparison(c->op), c->b);
    } else {
        write_node(m, p->a);
        fputs(" != 0", m->out);
    }
    fputs(" ? ", m->out);
    write_infix(m, p->b, ":", p->c);
}

static void write_power(struct emission *m, const struct part *p)
{
    if (p->b == 2) {
        write_infix(m, p->a, "*", p->a);
        return;
    }
    if (p->b == 3) {
        write_node(m, p->a);
        fputs(" * (", m->out);
        write_infix(m, p->a, "*", p->a);
        fputs(")", m->out);
        return;
    }
    fputs("function_power(", m->out);
    write_argument(m, p->a);
    fprintf(m->out, ", %d)", p->b);
}

static const char *function_name(enum operation op)
{
    switch ((int)op) {
    case OP_POWER:
        return "function_raise";
    case OP_SQRT:
        return "sqrt";
    case OP_ABS:
        return "fabs";
    case OP_SIGN:
        return "function_sign";
    case OP_MIN:
        return "function_min";
    case OP_MAX:
        return "function_max";
    case OP_SIN:
        return "sin";
    case OP_COS:
        return "cos";
    case OP_TAN:
        return "tan";
    case OP_ASIN:
        return "asin";
    case OP_ACOS:
        return "acos";
    case OP_ATAN:
        return "atan";
    case OP_ATAN2:
        return "atan2";
    case OP_EXP:
        return "exp";
    case OP_LOG:
        return "log";
    }
    return NULL;
}

/* x - c was made x + (-c), which has the same bits, and is written as it was meant. */
static void write_sum(struct emission *m, const struct part *p)
{
    double c;
    if (!formula_is_constant(m->f, p->a, &c) || !isfinite(c)) {
        write_infix(m, p->a, "+", p->b);
        return;
    }
    write_node(m, p->b);
    fputs(c < 0 ? " - " : " + ", m->out);
    write_number(m->out, fabs(c));
}

/* Whether all that the outputs need can be written over lanes. */
static bool goes_by_lanes(enum operation op)
{
    switch ((int)op) {
    case OP_CONSTANT:
    case OP_SYMBOL:
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_NEGATE:
    case OP_SQRT:
    case OP_TURN0:
    case OP_TURN1:
    case OP_TURN2:
    case OP_TURN3:
    case OP_TURN4:
        return true;
    }
    return false;
}

bool formula_goes_by_lanes(const struct formula *f, const node *outputs, int count)
{
    struct order order;
    order_make(&order, f, outputs, count);
    bool all = true;
    for (int i = 0; i < order.count; i++) {
        const struct part *p = graph_part(f, order.at[i]);
        all = all && (goes_by_lanes(p->op) || repeats(p));
    }
    order_free(&order);
    return all;
}

/* The right side of a value, without parentheses around it. */
static void write_value(struct emission *m, const struct part *p)
{
    char text[256];
    switch (p->op) {
    case OP_CONSTANT:
        write_number(m->out, p->value);
        return;
    case OP_SYMBOL:
        fputs(m->e->symbol(m->e->ctx, p->a, text, sizeof text), m->out);
        return;
    case OP_ADD:
        write_sum(m, p);
        return;
    case OP_SUBTRACT:
        write_infix(m, p->a, "-", p->b);
        return;
    case OP_MULTIPLY:
        write_infix(m, p->a, "*", p->b);
        return;
    case OP_DIVIDE:
        write_infix(m, p->a, "/", p->b);
        return;
    case OP_NEGATE:
        fputs("-", m->out);
        write_node(m, p->a);
        return;
    case OP_INTEGER_POWER:
        write_power(m, p);
        return;
    case OP_TURN0:
    case OP_TURN1:
    case OP_TURN2:
    case OP_TURN3:
    case OP_TURN4:
        fprintf(m->out, "%sfunction_turn(%d, ", m->e->lanes ? "lanes_" : "", (int)(p->op - OP_TURN0));
        write_argument(m, p->a);
        fputs(")", m->out);
        return;
    case OP_LESS:
    case OP_LESS_EQUAL:
    case OP_EQUAL:
    case OP_NOT_EQUAL:
        write_infix(m, p->a, comparison(p->op), p->b);
        fputs(" ? 1.0 : 0.0", m->out);
        return;
    case OP_IF:
        write_if(m, p);
        return;
    case OP_POWER:
    case OP_SQRT:
    case OP_ABS:
    case OP_SIGN:
    case OP_MIN:
    case OP_MAX:
    case OP_SIN:
    case OP_COS:
    case OP_TAN:
    case OP_ASIN:
    case OP_ACOS:
    case OP_ATAN:
    case OP_ATAN2:
    case OP_EXP:
    case OP_LOG:
        write_call(m, function_name(p->op), p);
        return;
    }
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
    bool turns = p->op >= OP_TURN0 && p->op <= OP_TURN4;
    bool bare = p->op == OP_SYMBOL || (p->op == OP_CONSTANT && !(p->value < 0)) || turns ||
                function_name(p->op) != NULL || (p->op == OP_INTEGER_POWER && !repeats(p));
    fputs(bare ? "" : "(", m->out);
    write_value(m, p);
    fputs(bare ? "" : ")", m->out);
}

/* A value where no operator stands beside it. */
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
        fprintf(out, "%sconst %s t%d = ", indent, e->lanes ? "lanes" : "double", m.name[i]);
        write_value(&m, graph_part(f, m.order.at[i]));
        fputs(";\n", out);
    }
    for (int k = 0; k < count; k++) {
        char text[256];
        fprintf(out, "%s%s = ", indent, e->output(e->ctx, k, text, sizeof text));
        bool fills = e->lanes && formula_is_constant(f, outputs[k], NULL);
        fputs(fills ? "lanes_all(" : "", out);
        write_argument(&m, outputs[k]);
        fputs(fills ? ");\n" : ";\n", out);
    }
    mem_free(m.name);
    mem_free(m.depth);
    mem_free(m.uses);
    order_free(&m.order);
}
