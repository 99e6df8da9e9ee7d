/* force_parts.h: what the force kinds share among themselves: a force at a connector, with its account of power.
 *
 * The account that every kind keeps: with T the kinetic energy of the bodies that
 * can move and U the sum of the potentials,
 *
 *   d(T + U)/dt = force_context.power      (constraints aside)
 *
 * A force without potential gives its power at the ends that can move. A force
 * with potential gives nothing there, since U pays; but an end that is driven (a
 * path, a path-driven body) moves against it, and what the drive does comes in
 * from outside: −f·ẏ.
 */
#ifndef FORCE_FORCE_PARTS_H
#define FORCE_FORCE_PARTS_H

#include "force/force.h"

/* A force that is not the gradient of a potential. */
void force_working(struct force_context *x, int connector, vec3 f);
/* A force that is minus the gradient of the item's potential by this connector. */
void force_conservative(struct force_context *x, int connector, vec3 f);

/* The bodies that an item without connectors acts on: [*first, *last). */
void force_bodies(const struct force_item *item, const struct force_context *x, int *first, int *last);

/* Of all goals: the negative gradient on their connectors, and the objective. */
void goal_apply(const struct force_item *items, int n, struct force_context *x);
double goal_potential(const struct force_item *item, const struct force_context *x);

#endif
