/* contact_shift.h: contact for methods that correct positions (method §3): one-sided corrections with friction.
 *
 * Bodies move as if they were free; a sweep then shifts them apart where they overlap, point by point, and back along
 * the surface as far as friction can hold them. Velocities follow from the change of positions, as in the rest of such
 * a method; restitution is added afterwards.
 *
 * A shift P at a point is a force times h²: Σ P/h² is the contact force.
 *
 * A step of such a method with contact (work->contact is not NULL):
 *
 *   W f, poses of the start           contact_shift_begin
 *   free motion
 *   corrections of constraints and    contact_shift_sweep, in turn, until both are small
 *   velocities from positions         contact_shift_bounce, contact_shift_end
 */
#ifndef CONTACT_CONTACT_SHIFT_H
#define CONTACT_CONTACT_SHIFT_H

#include "contact/contact_step.h"

/* At the start of a step of h, with the poses and velocities of the start in work->pose: finds the contacts. */
void contact_shift_begin(const struct plan *plan, struct work *work, double h);

/* Moves a body by dx and rotates it by the small rotation vector `turn`, in work->pose and in the caller's own data. */
typedef void contact_shift(void *ctx, int body, vec3 dx, vec3 turn);

/* One Gauss–Seidel sweep over all points, at the present poses (work->pose: x, r, inverse_inertia). Returns the largest
 * change of a gap or a slip, m. */
double contact_shift_sweep(const struct plan *plan, struct work *work, contact_shift *shift, void *ctx);

/* After velocities were set from positions: applies restitution to the velocities in y. */
void contact_shift_bounce(const struct plan *plan, struct work *work, double *y);

/* Sets the contact forces to those of the step, for probes and evaluations. */
void contact_shift_end(struct work *work);

#endif
