/* transplant.c: copies nodes with other nodes in place of their symbols, into the same context or another.
 *
 * Every node is rebuilt by the constructors, so that everything that becomes constant is folded.
 */
#include "formula/graph.h"

static node remake(struct formula *to, const struct part *p, node a, node b, node c)
{
    switch (operation_arity(p->op)) {
    case 1:
        if (p->op == OP_INTEGER_POWER)
            return formula_binary(to, OP_POWER, a, formula_constant(to, p->b));
        return formula_unary(to, p->op, a);
    case 2:
        return formula_binary(to, p->op, a, b);
    case 3:
        return formula_if(to, a, b, c);
    default:
        return formula_constant(to, p->value);
    }
}

void formula_transplant(const struct formula *from, const node *roots, int count, struct formula *to,
                        node (*symbol)(void *ctx, uint64_t key), void *ctx, node *out)
{
    struct order order;
    order_make(&order, from, roots, count);
    node *made = MEM_ARRAY(node, order.count + 1);
    for (int i = 0; i < order.count; i++) {
        const struct part p = *graph_part(from, order.at[i]); /* a copy: building nodes may move the array */
        if (p.op == OP_SYMBOL) {
            made[i] = symbol(ctx, formula_symbol_key(from, p.a));
            continue;
        }
        int n = operation_arity(p.op);
        node a = n > 0 ? made[order_place(&order, p.a)] : 0;
        node b = n > 1 ? made[order_place(&order, p.b)] : 0;
        node c = n > 2 ? made[order_place(&order, p.c)] : 0;
        made[i] = remake(to, &p, a, b, c);
    }
    for (int k = 0; k < count; k++)
        out[k] = made[order_place(&order, roots[k])];
    mem_free(made);
    order_free(&order);
}
