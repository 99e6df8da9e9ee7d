/* tenon.h: the whole interface of libtenon. Pictures are a separate library: tenon/picture.h.
 *
 * Tenon assembles and simulates models. A world contains objects (rigid bodies,
 * particles, variables), constraints between them, forces, and a time. Constraint
 * forces pull the parts together and hold them, and they move according to
 * mechanics.
 *
 *   tn_world *w = tn_world_new();
 *   tn_read_text(w, "model", "object ball: sphere 0.1; end connect ball.center (0,0,1);", NULL);
 *   tn_advance(w, 2.0);
 *   tn_world_free(w);
 *
 * Units are SI: metres, kilograms, seconds, radians. Things are named by small ids
 * with a generation: an id of something removed is refused, never mistaken for
 * another. A zero id means none. The library never prints and never ends the process;
 * what happens if memory runs out is said at tn_on_out_of_memory. Worlds share no state that affects results; a
 * world may be used from any one thread at a time.
 */
#ifndef TENON_H
#define TENON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tenon/types.h"
#include "tenon/diagnostics.h"
#include "tenon/kinds.h"
#include "tenon/def.h"
#include "tenon/world.h"
#include "tenon/model.h"
#include "tenon/edit.h"
#include "tenon/arrays.h"
#include "tenon/record.h"
#include "tenon/scene.h"
#include "tenon/source.h"
#include "tenon/goals.h"
#include "tenon/hooks.h"
#include "tenon/view.h"
#include "tenon/pick.h"

#endif
