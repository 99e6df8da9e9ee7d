/* print.c: a node in the scene language, for people who read reports.
 *
 * Shared parts are written as often as they are used, so a small graph may have a very long text: it ends with "…"
 * where it becomes longer than anyone would read. */
#include <string.h>

#include "formula/graph.h"

enum { LONGEST = 2000, DEEPEST = 200 };

/* How tightly the parts of a text hold together, as in the grammar. */
enum level { LEVEL_COMPARE, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_UNARY, LEVEL_POWER, LEVEL_POSTFIX };

struct printer {
    const struct formula *f;
    const struct emitter *e;
    ARRAY(char) text;
    int depth;
    bool full;
};

static void print(struct printer *p, node a, enum level least);

static void put(struct printer *p, const char *s)
{
    for (; *s != '\0' && !p->full; s++) {
        if (p->text.count >= LONGEST) {
            p->full = true;
            return;
        }
        ARRAY_PUSH(&p->text, *s);
    }
}

static void infix(struct printer *p, node a, enum level left, const char *sign, node b, enum level right)
{
    print(p, a, left);
    put(p, sign);
    print(p, b, right);
}

static void call(struct printer *p, const char *function, const struct part *q)
{
    put(p, function);
    put(p, "(");
    for (int k = 0; k < graph_arity(q->op); k++) {
        put(p, k > 0 ? ", " : "");
        print(p, k == 0 ? q->a : k == 1 ? q->b : q->c, LEVEL_COMPARE);
    }
    put(p, ")");
}

static void number(struct printer *p, double value)
{
    char text[32];
    if (isfinite(value))
        put(p, syntax_number(value, text));
    else /* as one may write it */
        put(p, isnan(value) ? "0/0" : value < 0 ? "-1/0" : "1/0");
}

/* c + x has its constant in front, but people write x + c and x - 1. */
static void sum(struct printer *p, const struct part *q)
{
    double c;
    if (!formula_is_constant(p->f, q->a, &c) || !isfinite(c)) {
        infix(p, q->a, LEVEL_SUM, " + ", q->b, LEVEL_PRODUCT);
        return;
    }
    print(p, q->b, LEVEL_SUM);
    put(p, c < 0 ? " - " : " + ");
    number(p, fabs(c));
}

static void power(struct printer *p, const struct part *q)
{
    char text[32];
    print(p, q->a, LEVEL_POSTFIX);
    snprintf(text, sizeof text, q->b < 0 ? "^(%d)" : "^%d", q->b);
    put(p, text);
}

static void symbol(struct printer *p, int slot)
{
    char text[256];
    if (p->e != NULL && p->e->symbol != NULL) {
        put(p, p->e->symbol(p->e->ctx, slot, text, sizeof text));
        return;
    }
    snprintf(text, sizeof text, "s%d", slot);
    put(p, text);
}

static enum level level_of(const struct part *q)
{
    switch ((int)q->op) {
    case OP_CONSTANT:
        return !isfinite(q->value) ? LEVEL_PRODUCT : q->value < 0 ? LEVEL_UNARY : LEVEL_POSTFIX;
    case OP_ADD:
    case OP_SUBTRACT:
        return LEVEL_SUM;
    case OP_MULTIPLY:
    case OP_DIVIDE:
        return LEVEL_PRODUCT;
    case OP_NEGATE:
        return LEVEL_UNARY;
    case OP_POWER:
    case OP_INTEGER_POWER:
        return LEVEL_POWER;
    }
    return graph_condition(q->op) ? LEVEL_COMPARE : LEVEL_POSTFIX;
}

static const char *function_name(enum operation op)
{
    static const char *const names[] = {
        [OP_SQRT] = "sqrt",   [OP_ABS] = "abs",     [OP_SIGN] = "sign",   [OP_MIN] = "min",     [OP_MAX] = "max",
        [OP_SIN] = "sin",     [OP_COS] = "cos",     [OP_TAN] = "tan",     [OP_ASIN] = "asin",   [OP_ACOS] = "acos",
        [OP_ATAN] = "atan",   [OP_ATAN2] = "atan2", [OP_EXP] = "exp",     [OP_LOG] = "log",     [OP_TURN0] = "turn",
        [OP_TURN1] = "turn1", [OP_TURN2] = "turn2", [OP_TURN3] = "turn3", [OP_TURN4] = "turn4", [OP_IF] = "if",
    };
    return names[op];
}

static void print_bare(struct printer *p, const struct part *q)
{
    switch ((int)q->op) {
    case OP_CONSTANT:
        number(p, q->value);
        return;
    case OP_SYMBOL:
        symbol(p, q->a);
        return;
    case OP_ADD:
        sum(p, q);
        return;
    case OP_SUBTRACT:
        infix(p, q->a, LEVEL_SUM, " - ", q->b, LEVEL_PRODUCT);
        return;
    case OP_MULTIPLY:
        infix(p, q->a, LEVEL_PRODUCT, "*", q->b, LEVEL_UNARY);
        return;
    case OP_DIVIDE:
        infix(p, q->a, LEVEL_PRODUCT, "/", q->b, LEVEL_UNARY);
        return;
    case OP_NEGATE:
        put(p, "-");
        print(p, q->a, LEVEL_POWER);
        return;
    case OP_POWER:
        infix(p, q->a, LEVEL_POSTFIX, "^", q->b, LEVEL_POWER);
        return;
    case OP_INTEGER_POWER:
        power(p, q);
        return;
    case OP_LESS:
        infix(p, q->a, LEVEL_SUM, " < ", q->b, LEVEL_SUM);
        return;
    case OP_LESS_EQUAL:
        infix(p, q->a, LEVEL_SUM, " <= ", q->b, LEVEL_SUM);
        return;
    case OP_EQUAL:
        infix(p, q->a, LEVEL_SUM, " == ", q->b, LEVEL_SUM);
        return;
    case OP_NOT_EQUAL:
        infix(p, q->a, LEVEL_SUM, " != ", q->b, LEVEL_SUM);
        return;
    }
    call(p, function_name(q->op), q);
}

static void print(struct printer *p, node a, enum level least)
{
    if (p->full)
        return;
    if (p->depth >= DEEPEST) {
        put(p, "…");
        return;
    }
    p->depth++;
    const struct part *q = graph_part(p->f, a);
    bool bare = level_of(q) >= least;
    put(p, bare ? "" : "(");
    print_bare(p, q);
    put(p, bare ? "" : ")");
    p->depth--;
}

char *formula_print(const struct formula *f, node a, const struct emitter *e)
{
    struct printer p = {.f = f, .e = e};
    print(&p, a, LEVEL_COMPARE);
    if (p.full) { /* never half a character */
        while (p.text.count > 0 && ((unsigned char)p.text.at[p.text.count - 1] & 0x80) != 0)
            p.text.count--;
        for (const char *s = "…"; *s != '\0'; s++)
            ARRAY_PUSH(&p.text, *s);
    }
    ARRAY_PUSH(&p.text, '\0');
    return p.text.at;
}
