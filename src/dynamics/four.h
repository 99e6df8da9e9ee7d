/* four.h: SIMD: four bodies, constraints or products that follow one another and are alike, computed at once.
 *
 * Each function does as many as it can from `from` on, at most up to `to`, and returns where it stopped: the caller does
 * that one by itself and goes on. Both use the same kernels (*.inc), so that the bits do not depend on who did what.
 */
#ifndef DYNAMICS_FOUR_H
#define DYNAMICS_FOUR_H

#include "dynamics/system.h"

/* The functions below for one kind of instructions (four.inc). */
struct four {
    int (*poses)(const struct plan *plan, struct work *work, int from, int to, const double *y, bool falling);
    int (*free_motion)(const struct plan *plan, struct work *work, int from, int to);
    int (*constraints)(const struct plan *plan, struct work *work, int from, int to, double t, bool again);
    int (*products)(const struct plan *plan, struct work *work, int from, int to, bool any_out);
    int (*pull)(const struct plan *plan, const struct work *work, int from, int to, double *out);
    int (*correct)(const struct plan *plan, const struct work *work, int from, int to, const double *positions,
                   const double *velocities, double *y);
    int (*rates)(const struct plan *plan, const struct work *work, int from, int to, const double *y, double *ydot,
                 bool *finite);
};
extern const struct four four_base, four_avx2;

/* Marks what is alike in a plan that is complete otherwise: plan.four, body.alike, body.pulled_alike, constraint_rows.wide,
 * product.alike. */
void system_find_alike(struct plan *plan);

/* Poses; and W f with the field alone (falling). */
static inline int four_poses(const struct plan *plan, struct work *work, int from, int to, const double *y,
                             bool falling)
{
    return plan->four != NULL ? plan->four->poses(plan, work, from, to, y, falling) : from;
}
/* W f with applied forces. */
static inline int four_free_motion(const struct plan *plan, struct work *work, int from, int to)
{
    return plan->four != NULL ? plan->four->free_motion(plan, work, from, to) : from;
}
/* Rows, J, weights, diagonal blocks and right-hand sides; `again`: right-hand sides only. */
static inline int four_constraints(const struct plan *plan, struct work *work, int from, int to, double t, bool again)
{
    return plan->four != NULL ? plan->four->constraints(plan, work, from, to, t, again) : from;
}
/* Blocks beside the diagonal. `any_out`: some constraints may be left out now. */
static inline int four_products(const struct plan *plan, struct work *work, int from, int to, bool any_out)
{
    return plan->four != NULL ? plan->four->products(plan, work, from, to, any_out) : from;
}
/* out ← W Jᵀλ. */
static inline int four_pull(const struct plan *plan, const struct work *work, int from, int to, double *out)
{
    return plan->four != NULL ? plan->four->pull(plan, work, from, to, out) : from;
}
/* y corrected by W Jᵀμ and W Jᵀν (project.c; NULL: not wanted). */
static inline int four_correct(const struct plan *plan, const struct work *work, int from, int to,
                               const double *positions, const double *velocities, double *y)
{
    return plan->four != NULL ? plan->four->correct(plan, work, from, to, positions, velocities, y) : from;
}
/* v̇ and q̇ from λ; *finite becomes false if they are not. */
static inline int four_rates(const struct plan *plan, const struct work *work, int from, int to, const double *y,
                             double *ydot, bool *finite)
{
    return plan->four != NULL ? plan->four->rates(plan, work, from, to, y, ydot, finite) : from;
}

#endif
