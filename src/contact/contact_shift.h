/* contact_shift.h: contact for methods that mend positions (method §3): one-sided corrections with friction.
 *
 * Bodies move as if they were free; a sweep then shifts them apart where they overlap, point by point, and back along
 * the surface as far as friction can hold them. Velocities come from the way that was travelled, as in the rest of such a
 * method; impacts that bounce get theirs afterwards.
 *
 * A shift P at a point is a force times h²: Σ P/h² is what a contact exerts.
 *
 * A step of such a method, where work->contact is there:
 *
 *   W f, poses of the start           contact_shift_begin
 *   free motion
 *   corrections of constraints and    contact_shift_sweep, in turn, until both are small
 *   velocities from the way           contact_shift_bounce, contact_shift_end
 */
#ifndef CONTACT_CONTACT_SHIFT_H
#define CONTACT_CONTACT_SHIFT_H

#include "contact/contact_step.h"

/* At the start of a step of h, where work->pose are the poses and velocities of before: finds what is near. */
void contact_shift_begin(const struct plan *plan, struct work *work, double h);

/* Moves a body by dx and turns it by the small rotation vector `turn`, in work->pose and wherever else the caller keeps it. */
typedef void contact_shift(void *ctx, int body, vec3 dx, vec3 turn);

/* One sweep over all points, at the poses of now (work->pose: x, r, inverse_inertia); Gauss–Seidel. Returns the largest
 * change of a gap or a slip, m. */
double contact_shift_sweep(const struct plan *plan, struct work *work, contact_shift *shift, void *ctx);

/* After velocities were set from the way travelled: impulses at points that were struck, onto the velocities in y. */
void contact_shift_bounce(const struct plan *plan, struct work *work, double *y);

/* The forces become those of the step: what probes and evaluations see. */
void contact_shift_end(struct work *work);

#endif
