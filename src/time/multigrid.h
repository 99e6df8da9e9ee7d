/* multigrid.h: an approximate inverse of a matrix that couples the neighbouring nodes of a lattice, by one V-cycle of
 * multigrid: linear in the number of nodes, symmetric and positive definite.
 *
 * Coarse lattices have cells of twice the size; a lattice may have holes and odd numbers of cells. What is between coarse nodes
 * is interpolated linearly, and the matrix of a coarse lattice is that of the finer one on what it can interpolate. Smoothing is
 * one sweep of Gauss–Seidel by nodes, forward on the way down and backward on the way up; the coarsest lattice is factored.
 */
#ifndef TIME_MULTIGRID_H
#define TIME_MULTIGRID_H

#include "flexible/lattice.h"

struct poll;
struct multigrid;

/* All blocks are zero. */
struct multigrid *multigrid_new(const struct lattice *l, struct poll *poll);
void multigrid_free(struct multigrid *m); /* NULL is allowed */
void multigrid_clear(struct multigrid *m);
/* Are they neighbours? */
bool multigrid_couples(const struct multigrid *m, int i, int j);
/* Adds a block, row-major, that couples node j to its neighbour i; the caller adds its transpose for j, i. */
void multigrid_add(struct multigrid *m, int i, int j, const double block[9]);
/* Makes the coarse matrices and their factors. */
void multigrid_prepare(struct multigrid *m);
/* x ← about A⁻¹ x */
void multigrid_apply(struct multigrid *m, double *x);

#endif
