/* supernode.h: factors of wide islands (grids, nets) by supernodes; only the files of src/linear include it.
 *
 * A supernode is a set of columns of L with the same rows below the diagonal block, or nearly so: a few zeros are stored
 * to make supernodes larger. Its columns are one dense panel, column-major:
 *
 *   rows 0 … width - 1   the diagonal block: l strictly below the diagonal, 1/d on it; above the diagonal undefined
 *   rows width … rows-1  W, as in ldl_parts.h
 *
 * Left-looking: the panel of a supernode is A minus, for each supernode before it with rows among its columns (a struct
 * ldl_source), a dense product W d Wᵀ; then it is factored. Every element is a sum over sources in ascending order, and
 * over the columns of a source in ascending order, so the result does not depend, to the bit, on how the work is
 * divided: branches (subtrees of the elimination tree) run in parallel, then the supernodes above them one after the
 * other, each in strips of rows.
 */
#ifndef LINEAR_SUPERNODE_H
#define LINEAR_SUPERNODE_H

#include "linear/ldl_order.h"
#include "linear/ldl_parts.h"

#include <stdatomic.h>

/* Largest number of scalar columns of a supernode; larger ones are split. */
enum { SUPER_WIDTH = 48 };
/* Rows of a tile of the kernels, and number of doubles that may be read past the end of a panel. */
enum { SUPER_TILE = 8 };

/* Consecutive rows of one panel that are consecutive in another, or in vectors. */
struct ldl_run {
    int from, to, length;
};

struct ldl_supernode {
    long l; /* its panel in factors */
    int width, rows, stride;
    int y;             /* first row of its columns in vectors */
    int first, end;    /* columns of struct ldl */
    int source;        /* first ldl_source, in ascending order */
    int sources;       /* how many */
    int below, belows; /* runs of the rows below the diagonal block: from the panel to vectors */
};

/* Supernode `from` has rows among the columns of another: `columns` rows from `row` on are in the diagonal block; its
 * runs map all rows from `row` on to those of the other panel. */
struct ldl_source {
    int from, row, columns;
    int run, runs;
};

/* Supernodes of one subtree, large enough for a thread. */
struct ldl_branch {
    int first, end;
};

/* The work on a supernode of the top is divided into tasks that any thread may take: strips of rows are updated, then
 * the diagonal block is factored, then strips of rows are divided by it. */
struct ldl_turn {
    atomic_int next, done; /* tasks taken and tasks done */
};

/* All supernodes of a matrix; islands refer to ranges. */
struct ldl_supernodes {
    PLANNED(struct ldl_supernode, at);
    PLANNED(struct ldl_source, source);
    PLANNED(struct ldl_run, run);
    PLANNED(struct ldl_branch, branch);
    PLANNED(int, top); /* supernodes above the branches */
    int count, sources, runs, branches, tops;
};

/* ---- analysis ---- */

/* Supernodes while elimination orders are computed: end[i] is one past the elimination index of the last block of
 * supernode i; whole[i] is one past that of its last piece, if a large one was split. */
struct super_partition {
    int *end, *whole; /* room for one per block */
    int count;
    int first; /* elimination index of the island's first block */
    enum ldl_way way;
};

/* If factoring the island's blocks in this order takes enough operations for supernodes to pay off, permutes them into
 * an equivalent order in which the blocks of a supernode are consecutive, appends the supernodes to `p` and returns
 * true. `plain`: there are no hubs, and any order is valid; then nested dissection is tried too. `rank` is scratch for
 * all blocks of the graph. */
bool supernode_partition(const struct graph *g, const int *size, int count, bool plain, int *block, int *rank,
                         struct super_partition *p);
/* Permutes the blocks of a connected island into an order by nested dissection. */
void dissection_order(const struct graph *g, int count, int *block);
/* Panels, sources, runs and branches; needs columns and the blocks of A below them. Appends the panels to m->entries. */
void supernode_pattern(struct ldl *m, const struct super_partition *p);
void supernode_free(struct ldl_supernodes *s);
size_t supernode_bytes(const struct ldl_supernodes *s);

/* ---- numbers ---- */

double supernode_factor(const struct ldl *m, struct ldl_numbers *numbers, const struct ldl_island *is, double shift,
                        double floor, double *y);
void supernode_forward(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_island *is, double *y);
void supernode_backward(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_island *is, double *y);

/* ---- kernels ---- */

/* C - A Xᵀ for the rows `first` … `end` - 1 of A; row r of the product is subtracted from row run.to + (r - run.from)
 * of the columns `to`. X has `width` rows of 6 or 3 numbers (by `columns`), zeros where there are fewer columns. */
struct super_product {
    const double *a;
    int stride, width;
    const double *x;
    int columns;
    double *to[6];
    const struct ldl_run *run;
    int first, end;
};
void supernode_product(const struct super_product *p);
/* rows `first` … `end` - 1 of `columns` columns of a panel: W ← W l⁻ᵀ d⁻¹. */
void supernode_divide(double *panel, int stride, int column, int columns, int first, int end);
/* y ← l⁻¹ (y - Σ W y_source) on the columns of a supernode. */
void supernode_forward_one(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_supernode *n,
                           double *y);
/* y ← l⁻ᵀ (d⁻¹ y - Wᵀ x_below). */
void supernode_backward_one(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_supernode *n,
                            double *y);

#endif
