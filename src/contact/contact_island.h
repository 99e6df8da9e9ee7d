/* contact_island.h: see contact_island.c. */
#ifndef CONTACT_CONTACT_ISLAND_H
#define CONTACT_CONTACT_ISLAND_H

#include "contact/contact_exact.h"

/* From the manifolds of the space and the constraints of the plan: islands, and their bodies, constraints and
 * manifolds in order. */
void contact_islands(const struct plan *plan, struct work *work);
/* How many bodies an island may have that is solved exactly, of the islands of now: all together they may not be too many. */
int contact_most_bodies(const struct work *work);

#endif
