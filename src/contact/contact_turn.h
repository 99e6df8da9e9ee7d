/* contact_turn.h: rotations of bodies in steps with contact. */
#ifndef CONTACT_CONTACT_TURN_H
#define CONTACT_CONTACT_TURN_H

#include "contact/contact_exact.h"

/* Are the three moments of inertia equal? */
bool contact_is_round(const sym3 *i);
/* Rotates a body for h without torque, in pieces if it turns far; its ω becomes that of the new orientation. Returns the rotation vector. */
vec3 contact_turn(const struct body *b, double h, double *q, double *w);
/* Bodies of an island that turn fast take part as they are when they first strike something: sets `early`. */
void contact_find_early(const struct making *k);
/* Orientation, ω and inverse inertia of a body that nothing holds, x->early from now. */
void contact_turn_early(const struct body *b, const double *from, vec3 spin, struct exact_body *x);
/* From the orientation at the start of an exact step to that at its end, and ω there. */
void contact_turn_exactly(const struct body *b, const struct exact_body *x, double h, const double *from, double *q,
                          double *w);

#endif
