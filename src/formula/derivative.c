/* derivative.c: symbolic derivatives, forward along a direction.
 *
 * A rate that is the constant zero means that an operand does not change: its partial derivative is dropped, though it
 * may be infinite. (d/dy of y*log(x) at x = 0 is log(0), but d/dy of y + log(x) is 1.)
 */
#include "formula/graph.h"

static node one_minus_square(struct formula *f, node u)
{
    node one = formula_constant(f, 1);
    return formula_binary(f, OP_MULTIPLY, formula_binary(f, OP_SUBTRACT, one, u), formula_binary(f, OP_ADD, one, u));
}

/* The language of the rules in operations.h. */
#define W w
#define U u
#define V v
#define N v /* INTEGER_POWER has its exponent in place of a second operand */
#define SELF a
#define ONE one
#define ZERO NUMBER(0)
#define NUMBER(value) formula_constant(f, value)
#define PLUS(x, y) formula_binary(f, OP_ADD, x, y)
#define MINUS(x, y) formula_binary(f, OP_SUBTRACT, x, y)
#define TIMES(x, y) formula_binary(f, OP_MULTIPLY, x, y)
#define OVER(x, y) formula_binary(f, OP_DIVIDE, x, y)
#define RAISED(x, y) formula_binary(f, OP_POWER, x, y)
#define SQUARE(x) RAISED(x, NUMBER(2))
#define ONE_MINUS_SQUARE(x) one_minus_square(f, x) /* (1-x)(1+x): no digit is lost near x = ±1 */
#define OPPOSITE(x) formula_unary(f, OP_NEGATE, x)
#define APPLY(NAME, x) formula_unary(f, OP_##NAME, x)
#define LESS(x, y) formula_binary(f, OP_LESS, x, y)
#define SAME(x, y) formula_binary(f, OP_EQUAL, x, y)
#define CHOOSE(c, x, y) formula_if(f, c, x, y)

/* What the list says: by_x (which = 0) or by_y (1) of the operation of node a. */
static node rule_of(struct formula *f, node a, int which, node w)
{
    struct part p = *graph_part(f, a);
    node u = p.a, v = p.b, one = formula_constant(f, 1);
    switch ((int)p.op) {
#define X(NAME, arity, text, style, value, domain, symmetry, width, known, rule, by_x, by_y)                           \
    case OP_##NAME:                                                                                                    \
        return which == 0 ? (by_x) : (by_y);
        FORMULA_OPERATIONS(X)
#undef X
    }
    return ZERO;
}

node derivative_push(struct formula *f, node a, int which, node w) { return rule_of(f, a, which, w); }
node derivative_condition(struct formula *f, node a) { return rule_of(f, a, 0, ZERO); }

/* The sum of both partial derivatives, of which one may be structurally zero. */
static node both(struct formula *f, node a, node da, node db)
{
    struct part p = *graph_part(f, a);
    bool first = !graph_is(f, da, 0), second = !graph_is(f, db, 0);
    if (first && second && p.op == OP_DIVIDE) /* one division less: (u' - (u/v) v')/v */
        return OVER(MINUS(da, TIMES(a, db)), p.b);
    node x = first ? derivative_push(f, a, 0, da) : ZERO;
    node y = second ? derivative_push(f, a, 1, db) : ZERO;
    return PLUS(x, y);
}

static node rate_of(struct formula *f, node a, const struct order *o, const node *d)
{
    struct part p = *graph_part(f, a);
    int arity = operation_arity(p.op);
    node rate[3] = {ZERO, ZERO, ZERO};
    for (int k = 0; k < arity; k++)
        rate[k] = d[order_place(o, graph_operand(&p, k))];
    switch (operation_table[p.op].rule) {
    case RULE_FLAT:
        return ZERO;
    case RULE_CHOICE:
        return CHOOSE(derivative_condition(f, a), rate[arity - 2], rate[arity - 1]);
    case RULE_SMOOTH:
        break;
    }
    return both(f, a, rate[0], rate[1]);
}

node formula_derivative(struct formula *f, node a, const node *rate, int count)
{
    struct order o;
    order_make(&o, f, &a, 1);
    node zero = formula_constant(f, 0);
    node *d = MEM_ARRAY(node, o.count);
    for (int i = 0; i < o.count; i++) {
        struct part p = *graph_part(f, o.at[i]);
        if (p.op == OP_CONSTANT)
            d[i] = zero;
        else if (p.op == OP_SYMBOL)
            d[i] = p.a < count && rate[p.a] >= 0 ? rate[p.a] : zero;
        else
            d[i] = rate_of(f, o.at[i], &o, d);
    }
    node result = d[o.count - 1];
    mem_free(d);
    order_free(&o);
    return result;
}
