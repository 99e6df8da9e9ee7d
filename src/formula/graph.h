/* graph.h: the inside of a formula context, for the files of this room only.
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

/* What is known of a node's value for every finite choice of the symbols (overflow set aside). The makers may drop a
 * part, as x*0 and x-x do, only if it is tame: a NaN or an infinity that a user wrote must not vanish. */
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

/* The node with this content, made if it is new; no simplification. */
node graph_node(struct formula *f, enum operation op, int a, int b, int c, double value);
/* How many parts (0…3) an operation has. */
int graph_arity(enum operation op);
/* The value of one operation on numbers: what tape, machine code and emitted C must agree with. n: of INTEGER_POWER. */
double graph_apply(enum operation op, int n, double x, double y, double z);

static inline const struct part *graph_part(const struct formula *f, node a) { return &f->parts.at[a]; }
static inline bool graph_is(const struct formula *f, node a, double value)
{
    const struct part *p = graph_part(f, a);
    return p->op == OP_CONSTANT && p->value == value;
}
static inline bool graph_condition(enum operation op) { return op >= OP_LESS && op <= OP_NOT_EQUAL; }

/* The nodes that some roots reach, parts before the nodes that use them, and the place of each in that list. */
struct order {
    node *at;
    int count;
    int *table, size; /* node -> place, open addressing; entries place + 1 */
};
void order_make(struct order *o, const struct formula *f, const node *roots, int count);
int order_place(const struct order *o, node a); /* -1 if not reached */
void order_free(struct order *o);

/* (∂a/∂part) w, where part is the first (0) or second (1) part of node a, which is none of MIN, MAX, IF; w ≠ 0. Both
 * directions of differentiation rest on it: forward w is the part's rate, backward the adjoint of a. */
node derivative_push(struct formula *f, node a, int which, node w);

#endif
