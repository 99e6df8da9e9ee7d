/* tangent.h: how the forces of a lattice change with positions and velocities (method §4, implicit steps).
 *
 *   K x = −∂f/∂r x,   D x = −∂f/∂v x      for velocities or displacements x of the nodes
 *
 * without the parts that would make K indefinite (tangent.c).
 * Both are then symmetric positive semidefinite, and zero for rigid motion.
 */
#ifndef FLEXIBLE_TANGENT_H
#define FLEXIBLE_TANGENT_H

#include "flexible/lattice.h"

struct tangent;

struct tangent *tangent_new(const struct lattice *l);
void tangent_free(struct tangent *t); /* NULL is allowed */
/* At positions q and state B; `metric` may be NULL as in lattice_state. */
void tangent_prepare(struct tangent *t, const double *q, const double *metric);
/* out ← (k K + d D) x, 3 n numbers each. */
void tangent_multiply(struct tangent *t, double k, double d, const double *x, double *out);
/* k K + d D of one element that is whole and at rest, by corner and axis, row-major. */
void tangent_at_rest(const struct element_constants *constants, double k, double d, double out[24 * 24]);

#endif
