/* system.h: evaluation of a model: a plan, which is constant, and a work, which is written. */
#ifndef DYNAMICS_SYSTEM_H
#define DYNAMICS_SYSTEM_H

#include "dynamics/evaluation.h"
#include "dynamics/work.h"

/* One entry of the Jacobian; for a general object that of J L⁻ᵀ (general.h). */
static inline double system_jacobian(const struct work *work, const struct jacobian_block *p, int row, int column)
{
    if (column >= 3 && p->turns)
        return work->angular[p->angular + 3 * row + column - 3];
    if (p->has == LINEAR_ANY)
        return work->linear[p->linear + (p->turns ? 3 : p->dofs) * row + column];
    return row == column ? p->has : 0;
}

/* y is the state vector (plan.y_count numbers). All return TN_OK or TN_STUCK (something is not finite: see bad_constraint,
 * bad_body). */

/* q, v → poses, signals, values of formulas: everything that positions and velocities determine. */
tn_status system_update(const struct plan *plan, struct work *work, double t, const double *y);
/* The right-hand side: ẏ = f(t, y) by dynamic constraints. */
tn_status system_derivative(const struct plan *plan, struct work *work, double t, const double *y, double *ydot);
/* The same at the time and positions of the last call, with other velocities: reuses the matrix and its factors. */
tn_status system_derivative_again(const struct plan *plan, struct work *work, double t, const double *y, double *ydot);
/* q̇ of every body from the velocities in y, without an evaluation; not for flexible models and first-order worlds. */
void system_position_rates(const struct plan *plan, const double *y, double *ydot);
/* First-order worlds: writes the velocities of the last evaluation to its state. */
void system_take_velocities(const struct plan *plan, const struct work *work, double *y);
/* C and Ċ of every constraint at the updated state: work->c, work->cd. */
tn_status system_deviations(const struct plan *plan, struct work *work, double t);
/* The rows of one constraint at the updated state. */
void system_rows(const struct plan *plan, struct work *work, const struct constraint_rows *it, double t,
                 struct rows *out);

/* The value of a symbol of an expression at the updated state; `first` is its first connector among those of the
 * forces. */
double system_load(const struct work *work, double t, uint64_t key, int first);

/* ---- projection (project.c) ---- */

/* After system_derivative at (t, y), the end of an accepted step: restores C = 0 and Ċ = 0 of constraints that are met,
 * if an error exceeds `enough`. Returns the largest error, 0 if nothing was done, and that of positions in *gap (may be
 * NULL). */
double system_project(const struct plan *plan, struct work *work, double t, double *y, double enough, double *gap);
/* Other equations or another state from time t on: no constraint counts as met. */
void system_open_all(const struct plan *plan, struct work *work, double t);
/* After system_derivative at time t: records which constraints are met by now. */
void system_close_met(const struct plan *plan, struct work *work, double t);
/* Moves the positions by `fraction` of the displacement d (v_count numbers). */
void system_displace(const struct plan *plan, const double *d, double fraction, double *y);

/* ---- limits and motors (limits.c) ---- */

/* One number per bounded constraint, positive while its mode is right, crossing zero where it changes: the gap of a free
 * limit, λ of a held one, the distance to the bound of a motor. */
tn_status system_event_values(const struct plan *plan, struct work *work, double t, const double *y, double *g);
/* At a moment when some of these numbers have crossed zero (`triggered`; NULL: at a start): impacts change velocities
 * in y, and the modes become those of the complementarity problem: λ ≥ 0, acceleration ≥ 0, one of them zero. */
tn_status system_settle(const struct plan *plan, struct work *work, double t, double *y, const bool *triggered);
/* After an accepted step with event values: limits that are no longer exceeded are marked as such. */
void system_note_limits(const struct plan *plan, struct work *work);

/* Bounds of frequency² and damping rate, which limit the step: of elements, feedback, penalties and reactions; not of
 * the forces of springs and formulas. */
void system_rates(const struct plan *plan, struct work *work, double t, const double *y, double *square,
                  double *damping);
/* How fast flexible models are deformed, 1/s, by velocities (or accelerations) in the places of velocities in y. */
double system_change(const struct plan *plan, const double *y);

double system_kinetic(const struct plan *plan, const struct work *work, const double *y);
double system_potential(const struct plan *plan, struct work *work, const double *y);
/* After an accepted step: updates the counts of whole turns. */
void system_follow_turns(const struct plan *plan, struct work *work, double t, const double *y);
/* One mass-weighted Gauss–Newton correction of positions, q ← q + W Jᵀμ with A μ = −C, shortened so that no body turns
 * by more than `most_turn` radians; velocities do not change. Returns the largest |C| of a constraint before it in
 * *deviation. */
tn_status system_correct_positions(const struct plan *plan, struct work *work, double t, double *y, double most_turn,
                                   double *deviation);
/* Before corrections of positions: limits that are exceeded are active, motors are not. */
void system_choose_modes(const struct plan *plan, struct work *work);
/* The largest rotation of a rigid body in a displacement d (by velocity coordinates), rad. */
double system_largest_turn(const struct plan *plan, const double *d);
/* What is left of row r of a condition on accelerations, with the constraint forces of the last evaluation. */
double system_acceleration_left(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                                int r);
/* The largest |C|, without that of conditions on accelerations, over the constraints for which count(ctx, rows) holds (NULL: all) at the updated rows; *worst is the
 * constraint, -1 if there is none. */
double system_largest_deviation(const struct plan *plan, const struct work *work,
                                bool (*count)(void *ctx, const struct constraint_rows *it), void *ctx, int *worst);
/* Rows, Jacobian, matrix and the right-hand side of dynamic constraints at the updated state. `positions_only`: without
 * velocity and acceleration rows. */
tn_status system_linearize(const struct plan *plan, struct work *work, double t, bool positions_only);
/* Only the rows and the right-hand side; the matrix must be that of these positions. */
void system_linearize_again(const struct plan *plan, struct work *work, double t);
/* Discards stored factors: the caller has overwritten them. */
void system_forget_factors(const struct plan *plan, struct work *work);
/* λ (scaled: work->lambda; in physical units: work->multiplier) from work->right. */
void system_solve(const struct plan *plan, struct work *work);
/* The same with the factors of the last system_solve, if the matrix was regular. */
void system_solve_again(const struct plan *plan, struct work *work);
/* out ← W Jᵀλ: accelerations, or changes of velocities or positions (v_count numbers). */
void system_spread(const struct plan *plan, const struct work *work, double *out);
/* After system_solve, for corrections, where any λ will do but none may be large near a singular position: system_damp
 * prepares the factors and returns whether the model is near one; system_solve_damped solves for another
 * work->right. */
bool system_damp(const struct plan *plan, struct work *work);
void system_solve_damped(const struct plan *plan, struct work *work);
/* The value of an input of a constraint now. */
struct signal system_signal(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                            int input);

#endif
