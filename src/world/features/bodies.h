/* bodies.h: which body of a plan belongs to which object.
 *
 * Bodies follow the list of objects and not their slots: what a plan computes does not depend on what was in the slots before,
 * and a world moves to the same bits as its text read afresh.
 */
#ifndef WORLD_FEATURES_BODIES_H
#define WORLD_FEATURES_BODIES_H

#include "world/world_parts.h"

/* While there is a plan: the body of an object, by its slot; and the object of a body, which no feature has added. */
static inline int plan_body(const tn_world *w, int slot)
{
    return w->planned->body_of != NULL ? w->planned->body_of[slot] : slot;
}
static inline int plan_object(const tn_world *w, int body)
{
    return w->planned->object_of != NULL ? w->planned->object_of[body] : body;
}

/* A connector of a thing as connectors of the plan name their bodies. */
static inline struct connector plan_renamed(const tn_world *w, struct connector c)
{
    if (c.type != CONNECTOR_CONSTANT && c.type != CONNECTOR_TIME)
        c.body = plan_body(w, c.body);
    return c;
}

#endif
