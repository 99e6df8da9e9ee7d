/* lanes.h: an evaluation four at a time, where four bodies, constraints or products that follow one another are alike.
 *
 * Each function does as many as it can from `from` on, at most up to `to`, and returns where it stopped: the caller does
 * that one by itself and goes on. Both do the same operations in the same order, so that the bits do not depend on who
 * did what.
 */
#ifndef DYNAMICS_LANES_H
#define DYNAMICS_LANES_H

#include "dynamics/system.h"

/* Marks what is alike in a plan that is complete otherwise: body.alike, body.pulled_alike, item.lanes, product.alike. */
void system_find_alike(struct plan *plan);

/* Poses; and W f with the field alone (falling). */
int lanes_poses(const struct plan *plan, struct work *work, int from, int to, const double *y, bool falling);
/* W f with applied forces. */
int lanes_free_motion(const struct plan *plan, struct work *work, int from, int to);
/* Rows, J, weights, diagonal blocks and right-hand sides; `again`: right-hand sides only. */
int lanes_items(const struct plan *plan, struct work *work, int from, int to, double t, bool again);
/* Blocks beside the diagonal. `any_out`: some items may be left out now. */
int lanes_products(const struct plan *plan, struct work *work, int from, int to, bool any_out);
/* out ← W Jᵀλ. */
int lanes_pull(const struct plan *plan, const struct work *work, int from, int to, double *out);
/* y corrected by W Jᵀμ and W Jᵀν (project.c; NULL: not wanted). */
int lanes_correct(const struct plan *plan, const struct work *work, int from, int to, const double *positions,
                  const double *velocities, double *y);
/* v̇ and q̇ from λ; *finite becomes false if they are not. */
int lanes_rates(const struct plan *plan, const struct work *work, int from, int to, const double *y, double *ydot,
                bool *finite);

#endif
