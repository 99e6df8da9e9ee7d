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
/* The largest |C| over the constraints for which count(ctx, rows) holds (NULL: all) at the updated rows; *worst is the
 * constraint, -1 if there is none. */
double system_largest_deviation(const struct plan *plan, const struct work *work,
                                bool (*count)(void *ctx, const struct constraint_rows *it), void *ctx, int *worst);
/* Levenberg–Marquardt: moves the positions of y downhill in |C|² by at most `most` corrections. Velocities and time do not change. */
void system_descend(const struct plan *plan, struct work *work, double t, double *y, int most);

#endif
