/* graph.h: the internals of a formula context, for the files of this directory only.
 *
 * Invariant: the parts of a node have smaller numbers than the node, so numbers
 * in rising order are an order of evaluation and no cycle can exist.
 */
#ifndef FORMULA_GRAPH_H
#define FORMULA_GRAPH_H

#include <math.h>
#include <stdint.h>

#include "base/memory.h"
#include "formula/formula.h"

/* What is known about a node's value for all finite values of the symbols (ignoring overflow). The constructors may
 * drop an operand, as in x*0 and x-x, only if it is tame (finite): a NaN or an infinity that a user wrote must not
 * vanish. */
enum { PART_TAME = 1, PART_NOT_NEGATIVE = 2, PART_NOT_ZERO = 4 };

struct part {
    enum operation op;
    int a, b, c;  /* parts; SYMBOL: a is the slot; INTEGER_POWER: b is n */
    int flags;    /* PART_… */
    double value; /* CONSTANT */
};

struct formula {
    ARRAY(struct part) parts;
    ARRAY(uint64_t) keys;   /* of the slots */
    ARRAY(node) symbols;    /* node of each slot */
    int *table, table_size; /* open addressing by content, entries node + 1 */
    int *slots, slots_size; /* open addressing by key, entries slot + 1 */
};

/* The node with this content, created if new; no simplification. */
node graph_node(struct formula *f, enum operation op, int a, int b, int c, double value);
static inline const struct part *graph_part(const struct formula *f, node a) { return &f->parts.at[a]; }
static inline bool graph_is(const struct formula *f, node a, double value)
{
    const struct part *p = graph_part(f, a);
    return p->op == OP_CONSTANT && p->value == value;
}
static inline node graph_operand(const struct part *p, int k) { return k == 0 ? p->a : k == 1 ? p->b : p->c; }

/* The nodes reachable from some roots, operands before the nodes that use them, and the index of each in that list. */
struct order {
    node *at;
    int count;
    int *table, size; /* node -> place, open addressing; entries place + 1 */
};
void order_make(struct order *o, const struct formula *f, const node *roots, int count);
int order_place(const struct order *o, node a); /* -1 if not reached */
void order_free(struct order *o);

/* (∂a/∂operand) w, for the first (0) or second (1) operand of a node whose rule is RULE_SMOOTH; w ≠ 0. Both directions
 * of differentiation use it: forward, w is the rate of the operand; backward, the adjoint of a. */
node derivative_push(struct formula *f, node a, int which, node w);
/* The condition under which a node whose rule is RULE_CHOICE has the value of the first of its last two operands. */
node derivative_condition(struct formula *f, node a);

#endif
