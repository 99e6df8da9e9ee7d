/* restore.c: a world as it was in a frame: time, what the timeline had done by then, places and velocities. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "world/world.h"

/* Names stand in the record in the order in which things came, mostly that of the world: look there first. The unnamed
 * are told apart by their order alone. */
static tn_object find(const tn_record *r, int column, const tn_world *w, int *next)
{
    const char *name = r->objects.at[column].name;
    int count = tn_object_count(w);
    for (int i = 0; i < count; i++) {
        int k = (*next + i) % count;
        tn_object o = tn_object_at(w, k);
        const char *known = tn_object_name(w, o);
        if (strcmp(known != NULL ? known : "", name) == 0) {
            *next = k + 1;
            return o;
        }
    }
    return (tn_object){0};
}

tn_status tn_record_restore(tn_record *r, int frame, tn_world *w)
{
    if (r == NULL || w == NULL || frame < 0 || frame >= r->frames.count || tn_record_time(r, frame) < tn_time(w))
        return TN_WRONG_USE;
    tn_pose *poses = MEM_ARRAY(tn_pose, r->objects.count + 1);
    bool *there = MEM_ARRAY(bool, r->objects.count + 1);
    tn_status status = tn_record_poses(r, frame, poses, there);
    if (status == TN_OK) {
        world_set_time(w, tn_record_time(r, frame));
        tn_evaluate(w); /* for the events that were due; what it says about the places of before does not count */
        int next = 0;
        for (int i = 0; i < r->objects.count; i++) {
            tn_object o = find(r, i, w, &next);
            if (!there[i] || o.generation == 0 || tn_record_object_is_variable(r, i))
                continue;
            tn_object_place(w, o, poses[i].position,
                            poses[i].has_orientation ? poses[i].orientation : (tn_quat){1, 0, 0, 0});
            tn_object_set_velocity(w, o, poses[i].velocity, poses[i].spin);
        }
    }
    mem_free(poses);
    mem_free(there);
    return status;
}
