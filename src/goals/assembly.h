/* assembly.h: corrections of positions until the constraints are met. */
#ifndef GOALS_ASSEMBLY_H
#define GOALS_ASSEMBLY_H

#include "dynamics/system.h"

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
/* ---- Levenberg–Marquardt (descent.c) ---- */

/* A descent goes on from where the last one ended. */
struct descent;
struct descent *descent_begin(const struct plan *plan, struct work *work, double *y);
void descent_end(const struct plan *plan, struct work *work, struct descent *d);

/* Moves the positions of y downhill in |C|² by at most `most` corrections; false: none decreases |C|² any more. Velocities
 * and time do not change. */
bool descent_go_on(const struct plan *plan, struct work *work, double t, struct descent *d, int most);

/* Is this a position from which no way leads down: a gap is left whose gradient vanishes? Each row is measured by the
 * largest gradient that it had on the way, so that it makes no difference how a formula is written. */
bool descent_rests(const struct plan *plan, struct work *work, double t, struct descent *d);

/* All of it. */
void system_descend(const struct plan *plan, struct work *work, double t, double *y, int most);

#endif
