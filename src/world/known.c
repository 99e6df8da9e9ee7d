/* known.c: see known.h. */
#include "world/known.h"

#include "world/world_parts.h"

void world_known(tn_world *w, struct ldl_known *known) { w->known = known; }

void world_known_from(tn_world *w, struct ldl_known *known)
{
    char *message = NULL;
    w->known = known;
    plan_make(w, &message); /* a model that is refused has no analysis to share */
    mem_free(message);
    ldl_known_close(known);
}
