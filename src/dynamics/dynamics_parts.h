/* dynamics_parts.h: declarations shared by the files of this room. */
#ifndef DYNAMICS_DYNAMICS_PARTS_H
#define DYNAMICS_DYNAMICS_PARTS_H

#include "dynamics/system.h"

/* The inputs of forces. */
struct force_context system_force_context(const struct plan *plan, const struct work *work);
/* q, v → poses with their accelerations without constraints, W f; also work->power. */
void system_free_motion(const struct plan *plan, struct work *work, double t, const double *y);
/* Calls piece(ctx, from, to) for pieces of 0 … count, on several threads if the model is large (share.c). A piece must
 * write only to its own elements, and its results must not depend on where pieces start: then every number of threads
 * gives the same bits. */
void system_share(const struct work *work, int count, void (*piece)(void *ctx, int from, int to), void *ctx);
/* Corrections of positions (project.c): rotations below this, in rad, are exact to the last digit by their first-order
 * term, once the quaternion is normalised. */
#define PROJECT_TINY 1e-5
/* W Jᵀλ of one body, `dofs` numbers: with the λ of the solution, or with another one in physical units. */
void system_pull(const struct plan *plan, const struct work *work, int body, double *out);
void system_pull_by(const struct plan *plan, const struct work *work, int body, const double *multiplier, double *out);
/* Something is not finite: finds the constraint or body → work->report.bad_constraint, work->report.bad_body. */
void system_find_culprit(const struct plan *plan, struct work *work, double t);
/* v̇ = W f + W Jᵀλ and q̇ of every body. Returns false if something is not finite. */
bool system_rates_of_change(const struct plan *plan, const struct work *work, const double *y, double *ydot);
/* Stores v̇, and v̇ without constraints, for the limits; in first-order worlds both are velocities. */
/* After a change of poses: signals and formulas of forces. */
void system_refresh_forces(const struct plan *plan, struct work *work, double t);
/* From λ to ẏ. */
tn_status system_finish_derivative(const struct plan *plan, struct work *work, double t, const double *y, double *ydot);
void system_keep_accelerations(const struct plan *plan, struct work *work, const double *ydot);
/* The right-hand side in a first-order world. */
tn_status first_order_derivative(const struct plan *plan, struct work *work, double t, const double *y, double *ydot);
/* q̇ of one body. */
void system_position_rate(const struct body *b, const double *y, double *ydot);
/* Whole turns of the joints in the rows, at the present poses. */
void system_count_turns(const struct plan *plan, struct work *work);
/* One time source at time t. */
void system_run_source(const struct plan *plan, const struct work *work, int source, double t, struct time_signal *out);

#endif
