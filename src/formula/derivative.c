/* derivative.c: symbolic derivatives, forward along a direction.
 *
 * A rate that is the constant zero means that a part does not move: what it is
 * multiplied with is dropped, though it may be infinite. (d/dy of y*log(x) at
 * x = 0 is log(0), but d/dy of y + log(x) is 1.)
 */
#include "formula/graph.h"

static node constant(struct formula *f, double value) { return formula_constant(f, value); }
static node add(struct formula *f, node a, node b) { return formula_binary(f, OP_ADD, a, b); }
static node subtract(struct formula *f, node a, node b) { return formula_binary(f, OP_SUBTRACT, a, b); }
static node multiply(struct formula *f, node a, node b) { return formula_binary(f, OP_MULTIPLY, a, b); }
static node divide(struct formula *f, node a, node b) { return formula_binary(f, OP_DIVIDE, a, b); }
static node negate(struct formula *f, node a) { return formula_unary(f, OP_NEGATE, a); }
static node power(struct formula *f, node a, node b) { return formula_binary(f, OP_POWER, a, b); }
static node square(struct formula *f, node a) { return power(f, a, constant(f, 2)); }

/* (1-u)(1+u): no digit is lost near u = ±1. */
static node one_minus_square(struct formula *f, node u)
{
    node one = constant(f, 1);
    return multiply(f, subtract(f, one, u), add(f, one, u));
}

/* ∂(u^v)/∂u = v u^(v-1);  ∂(u^v)/∂v = u^v log u, which goes to 0 with u for the exponents that allow u = 0. */
static node push_power(struct formula *f, node a, int which, node w)
{
    struct part p = *graph_part(f, a);
    if (which == 0)
        return multiply(f, multiply(f, p.b, w), power(f, p.a, subtract(f, p.b, constant(f, 1))));
    node zero = constant(f, 0);
    node at_zero = formula_binary(f, OP_EQUAL, p.a, zero);
    return multiply(f, w, formula_if(f, at_zero, zero, multiply(f, a, formula_unary(f, OP_LOG, p.a))));
}

/* The derivative of the highest turn that has an operation, from the recurrence; singular at c = ±1. */
static node push_turn4(struct formula *f, node a, node c, node w)
{
    node above = add(f, multiply(f, constant(f, 9), multiply(f, c, a)),
                     multiply(f, constant(f, 16), formula_unary(f, OP_TURN3, c)));
    return multiply(f, w, divide(f, above, one_minus_square(f, c)));
}

node derivative_push(struct formula *f, node a, int which, node w)
{
    struct part p = *graph_part(f, a);
    node u = p.a, v = p.b, one = constant(f, 1);
    switch (p.op) {
    case OP_ADD:
        return w;
    case OP_SUBTRACT:
        return which == 0 ? w : negate(f, w);
    case OP_MULTIPLY:
        return multiply(f, w, which == 0 ? v : u);
    case OP_DIVIDE:
        return which == 0 ? divide(f, w, v) : negate(f, divide(f, multiply(f, w, a), v));
    case OP_NEGATE:
        return negate(f, w);
    case OP_POWER:
        return push_power(f, a, which, w);
    case OP_INTEGER_POWER:
        return multiply(f, multiply(f, constant(f, v), w), power(f, u, constant(f, v - 1)));
    case OP_SQRT:
        return divide(f, multiply(f, constant(f, 0.5), w), a);
    case OP_ABS:
        return multiply(f, w, formula_unary(f, OP_SIGN, u));
    case OP_SIN:
        return multiply(f, w, formula_unary(f, OP_COS, u));
    case OP_COS:
        return negate(f, multiply(f, w, formula_unary(f, OP_SIN, u)));
    case OP_TAN:
        return multiply(f, w, add(f, one, square(f, a)));
    case OP_ASIN:
        return divide(f, w, formula_unary(f, OP_SQRT, one_minus_square(f, u)));
    case OP_ACOS:
        return negate(f, divide(f, w, formula_unary(f, OP_SQRT, one_minus_square(f, u))));
    case OP_ATAN:
        return divide(f, w, add(f, one, square(f, u)));
    case OP_ATAN2: { /* atan2(u, v): (v u' - u v')/(u² + v²) */
        node over = add(f, square(f, u), square(f, v));
        return which == 0 ? divide(f, multiply(f, w, v), over) : negate(f, divide(f, multiply(f, w, u), over));
    }
    case OP_EXP:
        return multiply(f, w, a);
    case OP_LOG:
        return divide(f, w, u);
    case OP_TURN0:
    case OP_TURN1:
    case OP_TURN2:
    case OP_TURN3:
        return multiply(f, w, formula_unary(f, p.op + 1, u));
    case OP_TURN4:
        return push_turn4(f, a, u, w);
    case OP_CONSTANT:
    case OP_SYMBOL:
    case OP_SIGN:
    case OP_LESS:
    case OP_LESS_EQUAL:
    case OP_EQUAL:
    case OP_NOT_EQUAL:
    case OP_MIN: /* not asked for */
    case OP_MAX:
    case OP_IF:
        break;
    }
    return constant(f, 0);
}

/* A sum of which one part may be structurally zero. */
static node both(struct formula *f, node a, node da, node db)
{
    struct part p = *graph_part(f, a);
    bool first = !graph_is(f, da, 0), second = !graph_is(f, db, 0);
    if (first && second && p.op == OP_DIVIDE) /* one division less: (u' - (u/v) v')/v */
        return divide(f, subtract(f, da, multiply(f, a, db)), p.b);
    node x = first ? derivative_push(f, a, 0, da) : constant(f, 0);
    node y = second ? derivative_push(f, a, 1, db) : constant(f, 0);
    return add(f, x, y);
}

static node rate_of(struct formula *f, node a, const struct order *o, const node *d)
{
    struct part p = *graph_part(f, a);
    int arity = graph_arity(p.op);
    node da = d[order_place(o, p.a)];
    node db = arity > 1 ? d[order_place(o, p.b)] : 0;
    switch ((int)p.op) {
    case OP_MIN:
        return formula_if(f, formula_binary(f, OP_LESS, p.a, p.b), da, db);
    case OP_MAX:
        return formula_if(f, formula_binary(f, OP_LESS, p.b, p.a), da, db);
    case OP_IF:
        return formula_if(f, p.a, db, d[order_place(o, p.c)]);
    }
    if (arity == 1)
        return graph_is(f, da, 0) ? da : derivative_push(f, a, 0, da);
    return both(f, a, da, db);
}

node formula_derivative(struct formula *f, node a, const node *rate, int count)
{
    struct order o;
    order_make(&o, f, &a, 1);
    node zero = constant(f, 0);
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
