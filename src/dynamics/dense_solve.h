/* dense_solve.h: λ by singular values of the dense J √W: the reference, and what sparse factors cannot resolve. */
#ifndef DYNAMICS_DENSE_SOLVE_H
#define DYNAMICS_DENSE_SOLVE_H

#include "dynamics/dynamics_parts.h"

/* The minimum-norm least-squares λ of an island (-1: of all constraints) → work->lambda. work->dense must have room for
 * its rows and columns. Returns false if rows depend on each other. */
bool dense_solve(const struct plan *plan, struct work *work, int island);
/* Rows of an island (-1: all). */
int dense_solve_rows(const struct plan *plan, int island);
/* work->lambda ← work->lambda + λ of the right-hand side e, with the singular values of the last dense_solve of it. */
void dense_solve_again(const struct plan *plan, struct work *work, int island, const double *e);

#endif
