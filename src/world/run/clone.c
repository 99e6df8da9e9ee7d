/* clone.c: copies a world: what does not change is shared, what belongs to a run is copied.
 *
 * Shared, with reference counts: the plan, the things until one side edits them (own_things.c), and what the model room
 * keeps. Snapshots and the history are not copied.
 */
#include "world/world_parts.h"

static void copy_reports(const tn_world *from, tn_world *w)
{
    for (int i = 0; i < from->reports.warnings.count; i++)
        ARRAY_PUSH(&w->reports.warnings, mem_text(from->reports.warnings.at[i]));
    world_fail(w, mem_text(from->reports.failure));
    displaced_clone(from, w);
}

tn_world *tn_world_clone(tn_world *from)
{
    if (from == NULL)
        return NULL;
    plan_store(from);
    world_restart_looking(from);
    tn_world *w = world_new(things_share(from->things));
    w->settings = from->settings;
    w->features = from->features;
    w->renew = from->renew;
    hooks_clone(from, w);
    data_clone(from, w);
    w->history.steps = from->history.steps;
    w->history.bytes = from->history.bytes;
    run_copy(from, w);
    copy_reports(from, w);
    world_share_scene(from, w);
    plan_share(from, w);
    return w;
}
