/* ldl_order.h: the order in which the blocks of a matrix are eliminated; only ldl_analyze.c includes it. */
#ifndef LINEAR_LDL_ORDER_H
#define LINEAR_LDL_ORDER_H

#include "linear/ldl_parts.h"

/* Neighbours of block i: to[start[i]] … to[start[i + 1] - 1], each once. */
struct graph {
    int n;
    int *start, *to;
};

/* Islands (m->island_of) one after the other in `block` (n numbers), each in its elimination order; `start`, islands +
 * 2 zeros on entry, receives the index at which each begins. Sets `wide` of the islands that are factored by
 * supernodes, and appends these to `p`. */
struct super_partition;
void ldl_order(const struct ldl *m, const struct graph *g, const int *size, const signed char *sign, int *block,
               int *start, struct super_partition *p);

#endif
