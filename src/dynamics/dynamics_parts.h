/* dynamics_parts.h: what the files of the dynamics room share. */
#ifndef DYNAMICS_DYNAMICS_PARTS_H
#define DYNAMICS_DYNAMICS_PARTS_H

#include "dynamics/system.h"

/* What forces see of the system. */
struct force_context system_force_context(const struct plan *plan, const struct work *work);
/* q, v → poses with their accelerations without constraints, W f; work->power. */
void system_free_motion(const struct plan *plan, struct work *work, double t, const double *y);
/* Calls piece(ctx, from, to) for pieces of 0 … count, on several threads where the model is large (share.c). What a piece
 * writes must be its own, and must not depend on where pieces begin: then all numbers of threads give the same bits. */
void system_share(const struct work *work, int count, void (*piece)(void *ctx, int from, int to), void *ctx);
/* Corrections of positions (project.c): turns below this, in rad, are exact to the last digit by their first term, once the
 * length of the quaternion is 1 again. */
#define PROJECT_TINY 1e-5
/* W Jᵀλ of one body: its dofs numbers; by λ as solved for, or by another, in true units. */
void system_pull(const struct plan *plan, const struct work *work, int body, double *out);
void system_pull_by(const struct plan *plan, const struct work *work, int body, const double *multiplier, double *out);
/* Something is not a number: which constraint, or which body? → work->report.bad_item, work->report.bad_body. */
void system_find_culprit(const struct plan *plan, struct work *work, double t);
/* v̇ = W f + W Jᵀλ and q̇ of every body. Returns whether all is finite. */
bool system_rates_of_change(const struct plan *plan, const struct work *work, const double *y, double *ydot);
/* What the limits look at afterwards: v̇, and v̇ without constraints; in first-order worlds both are velocities. */
void system_keep_accelerations(const struct plan *plan, struct work *work, const double *ydot);
/* The right-hand side in a first-order world. */
tn_status first_order_derivative(const struct plan *plan, struct work *work, double t, const double *y, double *ydot);
/* q̇ of one body. */
void system_position_rate(const struct body *b, const double *y, double *ydot);
/* Whole turns of the joints that the rows speak of, at the poses as they are. */
void system_count_turns(const struct plan *plan, struct work *work);
/* One time source at time t. */
void system_run_source(const struct plan *plan, const struct work *work, int source, double t, struct time_signal *out);

#endif
