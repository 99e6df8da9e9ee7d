/* known.h: one analysis of the matrix for many worlds whose bodies and constraints hang together in the same way. */
#ifndef WORLD_KNOWN_H
#define WORLD_KNOWN_H

#include "linear/ldl.h"
#include "tenon/world.h"

/* Plans of this world, from the next one on, share what is known (ldl.h), which must live as long as the world. */
void world_known(tn_world *w, struct ldl_known *known);
/* Makes the plan of a world, if it can be made, so that its analysis is known, and ends the time in which it may be. */
void world_known_from(tn_world *w, struct ldl_known *known);

#endif
