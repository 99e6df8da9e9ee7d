/* order.c: the nodes reachable from some roots, operands first. The cost is that of the reachable nodes, not of the
 * whole context, and there is no recursion: a sum of a hundred thousand terms nests a hundred thousand deep. */
#include <string.h>

#include "formula/graph.h"

static uint32_t start(const struct order *o, node a) { return (uint32_t)a * 2654435769u & ((uint32_t)o->size - 1); }

int order_place(const struct order *o, node a)
{
    uint32_t mask = (uint32_t)o->size - 1;
    for (uint32_t k = start(o, a); o->table[k] != 0; k = (k + 1) & mask)
        if (o->at[o->table[k] - 1] == a)
            return o->table[k] - 1;
    return -1;
}

static void enter(struct order *o, int place)
{
    uint32_t mask = (uint32_t)o->size - 1, k = start(o, o->at[place]);
    while (o->table[k] != 0)
        k = (k + 1) & mask;
    o->table[k] = place + 1;
}

static void append(struct order *o, node a)
{
    if (2 * (o->count + 1) > o->size) {
        o->size = o->size == 0 ? 64 : 2 * o->size;
        mem_free(o->table);
        o->table = MEM_ARRAY(int, o->size);
        o->at = mem_resize(o->at, (size_t)o->count * sizeof *o->at, (size_t)o->size / 2 * sizeof *o->at);
        for (int i = 0; i < o->count; i++)
            enter(o, i);
    }
    o->at[o->count] = a;
    enter(o, o->count++);
}

void order_make(struct order *o, const struct formula *f, const node *roots, int count)
{
    *o = (struct order){0};
    struct visit {
        node a;
        int next; /* operand to visit next */
    };
    ARRAY(struct visit) stack = {0};
    for (int r = 0; r < count; r++) {
        if (o->size == 0 || order_place(o, roots[r]) < 0)
            ARRAY_PUSH(&stack, ((struct visit){roots[r], 0}));
        while (stack.count > 0) {
            struct visit *v = &stack.at[stack.count - 1];
            const struct part *p = graph_part(f, v->a);
            if (v->next < operation_arity(p->op)) {
                node down = graph_operand(p, v->next);
                v->next++;
                if (o->size == 0 || order_place(o, down) < 0)
                    ARRAY_PUSH(&stack, ((struct visit){down, 0}));
                continue;
            }
            if (o->size == 0 || order_place(o, v->a) < 0)
                append(o, v->a);
            stack.count--;
        }
    }
    ARRAY_FREE(&stack);
}

void order_free(struct order *o)
{
    mem_free(o->at);
    mem_free(o->table);
    *o = (struct order){0};
}

void formula_mark_symbols(const struct formula *f, node a, bool *used, int count)
{
    struct order o;
    order_make(&o, f, &a, 1);
    for (int i = 0; i < o.count; i++) {
        const struct part *p = graph_part(f, o.at[i]);
        if (p->op == OP_SYMBOL && p->a < count)
            used[p->a] = true;
    }
    order_free(&o);
}

double formula_evaluate(const struct formula *f, node a, const double *symbols)
{
    struct order o;
    order_make(&o, f, &a, 1);
    double *value = MEM_ARRAY(double, o.count);
    for (int i = 0; i < o.count; i++) {
        const struct part *p = graph_part(f, o.at[i]);
        int arity = operation_arity(p->op);
        double x[3] = {0};
        for (int k = 0; k < arity; k++)
            x[k] = value[order_place(&o, graph_operand(p, k))];
        if (p->op == OP_CONSTANT)
            value[i] = p->value;
        else if (p->op == OP_SYMBOL)
            value[i] = symbols[p->a];
        else
            value[i] = operation_table[p->op].value(x[0], x[1], x[2], p->b);
    }
    double result = value[o.count - 1];
    mem_free(value);
    order_free(&o);
    return result;
}
