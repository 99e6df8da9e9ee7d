/* ldl_parts.h: structures shared by the files of the sparse factorization; no other file includes it.
 *
 * All numeric data is in elimination order. Column k of A holds its diagonal block and, below it, the blocks of the
 * pairs; column k of L has the same blocks and the fill. Both are contiguous in memory per column, so that a chain is
 * processed sequentially. With D = l d lᵀ the scalar factors of the diagonal block, L holds
 *   the diagonal block: l strictly below the diagonal, 1/d on it; d itself is in `pivot`;
 *   a block below:      W = (A_ik - …) l⁻ᵀ d⁻¹, so that A = … + W d Wᵀ: the scalar LDLᵀ, stored in blocks.
 */
#ifndef LINEAR_LDL_PARTS_H
#define LINEAR_LDL_PARTS_H

#include "base/counted.h"
#include "base/planned.h"
#include "linear/ldl.h"

/* One block below the diagonal of a column. */
struct ldl_below {
    int row; /* elimination index of its block row */
    int y;   /* first row of that in elimination-order vectors */
    int l;   /* rows of the column's L above it (below the diagonal block); in wide islands, of the panel */
    int a;   /* rows of the column's A above it; -1: fill */
};

struct ldl_column {
    long a, l;  /* start of the column in values and factors */
    long below; /* its first ldl_below */
    long left;  /* its first ldl_left */
    int belows, lefts;
    short size, sign;
    bool untouched; /* all columns with a block in its row end there: no fill, no updates of its blocks below */
    int y;          /* first row in elimination-order vectors */
    int block;      /* the caller's number */
};

/* One block of row k of L, left of the diagonal: block `below` of column `column`. */
struct ldl_left {
    int column, below;
};

struct ldl_island {
    int first, end; /* columns */
    int y, y_end;   /* rows in elimination-order vectors */
    int size;       /* of all its blocks; 0: they differ */
    bool hubs;      /* has a block of sign -1 */
    bool wide;      /* factored by supernodes (supernode.h), in these ranges: */
    int super, super_end, branch, branch_end, top, top_end;
};

/* What an island keeps from earlier solutions. */
struct ldl_island_state {
    double shift;  /* of the factors held now: 0 regular, > 0 shifted, < 0 none */
    bool singular; /* at the last call of ldl_any */
    double pivot;  /* the smallest at the last factorization of A itself */
};

enum { LDL_VECTORS = 2 };

struct ldl {
    struct counted users;
    int n, rows, islands;
    PLANNED(struct ldl_column, column);
    PLANNED(struct ldl_below, below);
    PLANNED(struct ldl_left, left);
    PLANNED(struct ldl_island, island);
    PLANNED(int, island_of); /* by caller's block: its island, */
    PLANNED(int, order);     /* its index in the order of elimination */
    long values_count, entries, belows, lefts;
    PLANNED(struct ldl_supernodes, super); /* of wide islands; NULL: there are none */
};

struct ldl_numbers {
    struct threads *team; /* for wide islands; NULL: the calling thread alone */
    struct poll *poll;    /* asked while long islands are factored by the calling thread alone; NULL: not */
    struct ldl_island_state *island;
    double *values, *factors;
    double *pivot;               /* d, by row in elimination order */
    long *place;                 /* by elimination index: offset in factors of row i of the current column */
    double *branch_pivot;        /* of wide islands: the smallest by branch */
    struct ldl_turn *turn;       /* by supernode of the top: its progress */
    double *vector[LDL_VECTORS]; /* scratch in elimination order; islands use disjoint parts */
};

#endif
