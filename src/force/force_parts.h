/* force_parts.h: shared by the force kinds: a force at a connector, and its power.
 *
 * Every kind keeps this energy balance: with T the kinetic energy of the movable bodies and U the sum of the
 * potentials,
 *
 *   d(T + U)/dt = force_context.power      (constraints aside)
 *
 * A force without potential adds its power at the ends that can move. A force with potential adds nothing there, since
 * U accounts for it; but a driven end (a path, a path-driven body) does work against it, which is added: −f·ẏ.
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
