/* gradient.c: all partial derivatives of a node in one backward sweep.
 *
 * Invariant: when a node is visited, its adjoint (∂ result / ∂ node) is complete, because the sweep runs from users to
 * operands.
 *
 * A branch of `if` (or an operand of `min` or `max`) counts only where it is chosen. There its partial derivatives are
 * valid; elsewhere they may be NaN, and a product with a zero adjoint would be NaN too. So each adjoint carries a
 * guard, the branches on the path to it, and is valid only where the guard holds. Adjoints with different guards that
 * are added are wrapped in `if`s down to the guard they share.
 */
#include "formula/graph.h"

/* One branch: the choice `taken` (1 or 0) of condition c, inside the guard `outer`. Guard 0 is everywhere. */
struct guard {
    int outer, depth;
    node c;
    bool taken;
};

struct sweep {
    struct formula *f;
    struct order order;
    node *adjoint; /* -1: none yet */
    int *guard;
    ARRAY(struct guard) guards;
};

static int inside(struct sweep *s, int outer, node c, bool taken)
{
    if (formula_is_constant(s->f, c, NULL))
        return outer;
    for (int g = outer; g != 0; g = s->guards.at[g].outer)
        if (s->guards.at[g].c == c && s->guards.at[g].taken == taken)
            return outer; /* implied by the outer guard */
    for (int g = 1; g < s->guards.count; g++)
        if (s->guards.at[g].outer == outer && s->guards.at[g].c == c && s->guards.at[g].taken == taken)
            return g;
    struct guard g = {outer, s->guards.at[outer].depth + 1, c, taken};
    ARRAY_PUSH(&s->guards, g);
    return s->guards.count - 1;
}

static int shared(const struct sweep *s, int g, int h)
{
    while (g != h) {
        if (s->guards.at[g].depth >= s->guards.at[h].depth)
            g = s->guards.at[g].outer;
        else
            h = s->guards.at[h].outer;
    }
    return g;
}

/* `value` where guard g holds, `other` elsewhere, seen from inside the guard `from`, which contains g. */
static node wrap(const struct sweep *s, node value, int g, int from, node other)
{
    for (; g != from; g = s->guards.at[g].outer) {
        const struct guard *at = &s->guards.at[g];
        value = at->taken ? formula_if(s->f, at->c, value, other) : formula_if(s->f, at->c, other, value);
    }
    return value;
}

/* Adds w, which holds under guard g, to the adjoint of a. */
static void deliver(struct sweep *s, node a, node w, int g)
{
    struct formula *f = s->f;
    int at = order_place(&s->order, a);
    if (s->adjoint[at] < 0) {
        s->adjoint[at] = w;
        s->guard[at] = g;
        return;
    }
    int h = s->guard[at];
    if (g == h) {
        s->adjoint[at] = formula_binary(f, OP_ADD, s->adjoint[at], w);
        return;
    }
    int common = shared(s, g, h);
    const struct guard *x = &s->guards.at[g], *y = &s->guards.at[h];
    if (x->outer == common && y->outer == common && x->c == y->c && g != common && h != common) {
        /* the two branches of one `if`: exactly one of them holds */
        s->adjoint[at] = wrap(s, w, g, common, s->adjoint[at]);
        s->guard[at] = common;
        return;
    }
    node zero = formula_constant(f, 0), one = formula_constant(f, 1);
    node sum = formula_binary(f, OP_ADD, wrap(s, w, g, common, zero), wrap(s, s->adjoint[at], h, common, zero));
    s->adjoint[at] = sum;
    s->guard[at] = common;
    if (graph_part(f, a)->op == OP_SYMBOL)
        return; /* a leaf has no partial derivatives to guard */
    node either = formula_if(f, wrap(s, one, g, common, zero), one, wrap(s, one, h, common, zero));
    s->guard[at] = inside(s, common, either, true);
}

static void sweep_node(struct sweep *s, int i)
{
    struct formula *f = s->f;
    node a = s->order.at[i], w = s->adjoint[i];
    struct part p = *graph_part(f, a);
    int g = s->guard[i];
    enum operation_rule rule = operation_table[p.op].rule;
    int arity = operation_arity(p.op);
    if (rule == RULE_CHOICE) {
        node c = derivative_condition(f, a);
        deliver(s, graph_operand(&p, arity - 2), w, inside(s, g, c, true));
        deliver(s, graph_operand(&p, arity - 1), w, inside(s, g, c, false));
    }
    for (int k = 0; k < arity && rule == RULE_SMOOTH; k++) {
        node operand = graph_operand(&p, k);
        if (graph_part(f, operand)->op != OP_CONSTANT)
            deliver(s, operand, derivative_push(f, a, k, w), g);
    }
}

void formula_gradient(struct formula *f, node a, const int *slots, int n, node *gradient)
{
    struct sweep s = {.f = f};
    order_make(&s.order, f, &a, 1);
    s.adjoint = MEM_ARRAY(node, s.order.count);
    s.guard = MEM_ARRAY(int, s.order.count);
    ARRAY_PUSH(&s.guards, ((struct guard){0, 0, 0, true}));
    for (int i = 0; i < s.order.count; i++)
        s.adjoint[i] = -1;
    s.adjoint[s.order.count - 1] = formula_constant(f, 1);
    for (int i = s.order.count - 1; i >= 0; i--)
        if (s.adjoint[i] >= 0 && !graph_is(f, s.adjoint[i], 0))
            sweep_node(&s, i);
    node zero = formula_constant(f, 0);
    for (int k = 0; k < n; k++) {
        int at = order_place(&s.order, f->symbols.at[slots[k]]);
        bool reached = at >= 0 && s.adjoint[at] >= 0;
        gradient[k] = reached ? wrap(&s, s.adjoint[at], s.guard[at], 0, zero) : zero;
    }
    ARRAY_FREE(&s.guards);
    mem_free(s.guard);
    mem_free(s.adjoint);
    order_free(&s.order);
}
