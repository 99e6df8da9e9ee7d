/* print.c: prints a node in the scene language, for reports.
 *
 * Shared nodes are written as often as they are used, so a small graph may have a very long text; it is cut with
 * "…". */
#include <string.h>

#include "formula/graph.h"

enum { LONGEST = 2000, DEEPEST = 200 };

struct printer {
    const struct formula *f;
    const struct emitter *e;
    ARRAY(char) text;
    int depth;
    bool full;
};

static void print(struct printer *p, node a, enum operation_style least);

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

static void call(struct printer *p, const char *function, const struct part *q)
{
    put(p, function);
    put(p, "(");
    for (int k = 0; k < operation_arity(q->op); k++) {
        put(p, k > 0 ? ", " : "");
        print(p, graph_operand(q, k), STYLE_COMPARE);
    }
    put(p, ")");
}

static void number(struct printer *p, double value)
{
    char text[32];
    if (isfinite(value))
        put(p, syntax_number(value, text));
    else /* in a form that can be read back */
        put(p, isnan(value) ? "0/0" : value < 0 ? "-1/0" : "1/0");
}

/* The loosest operand that needs no parentheses: sums and products are grouped from the left, powers from the right. */
static enum operation_style operand_style(enum operation_style style, int operand)
{
    bool left = style == STYLE_SUM || style == STYLE_PRODUCT, right = style == STYLE_POWER;
    return (left && operand == 0) || (right && operand == 1) ? style : style + 1;
}

static void print_operator(struct printer *p, const struct part *q)
{
    struct operation_piece piece;
    for (const char *at = operation_table[q->op].text; operation_next(&at, &piece);) {
        char text[32];
        if (piece.text != NULL)
            snprintf(text, sizeof text, "%.*s", piece.length, piece.text);
        else
            snprintf(text, sizeof text, q->b < 0 ? "(%d)" : "%d", q->b);
        if (piece.text != NULL || piece.operand == 3)
            put(p, text);
        else
            print(p, graph_operand(q, piece.operand), operand_style(operation_table[q->op].style, piece.operand));
    }
}

/* The constant of c + x comes first, but people write x + c and x - 1. */
static bool ends_with_constant(const struct printer *p, const struct part *q, double *c)
{
    return q->op == OP_ADD && formula_is_constant(p->f, q->a, c) && isfinite(*c);
}

static void sum_with_constant(struct printer *p, const struct part *q, double c)
{
    print(p, q->b, STYLE_SUM);
    put(p, c < 0 ? " - " : " + ");
    number(p, fabs(c));
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

static enum operation_style style_of(const struct part *q)
{
    if (q->op == OP_CONSTANT)
        return !isfinite(q->value) ? STYLE_PRODUCT : q->value < 0 ? STYLE_SIGN : STYLE_FUNCTION;
    return q->op == OP_SYMBOL ? STYLE_FUNCTION : operation_table[q->op].style;
}

static void print_bare(struct printer *p, const struct part *q)
{
    double c;
    if (q->op == OP_CONSTANT)
        number(p, q->value);
    else if (q->op == OP_SYMBOL)
        symbol(p, q->a);
    else if (operation_table[q->op].style >= STYLE_FUNCTION)
        call(p, operation_table[q->op].text, q);
    else if (ends_with_constant(p, q, &c))
        sum_with_constant(p, q, c);
    else
        print_operator(p, q);
}

static void print(struct printer *p, node a, enum operation_style least)
{
    if (p->full)
        return;
    if (p->depth >= DEEPEST) {
        put(p, "…");
        return;
    }
    p->depth++;
    const struct part *q = graph_part(p->f, a);
    bool bare = style_of(q) >= least;
    put(p, bare ? "" : "(");
    print_bare(p, q);
    put(p, bare ? "" : ")");
    p->depth--;
}

char *formula_print(const struct formula *f, node a, const struct emitter *e)
{
    struct printer p = {.f = f, .e = e};
    print(&p, a, STYLE_COMPARE);
    if (p.full) { /* never half a character */
        while (p.text.count > 0 && ((unsigned char)p.text.at[p.text.count - 1] & 0x80) != 0)
            p.text.count--;
        for (const char *s = "…"; *s != '\0'; s++)
            ARRAY_PUSH(&p.text, *s);
    }
    ARRAY_PUSH(&p.text, '\0');
    return p.text.at;
}
