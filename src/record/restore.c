/* restore.c: puts a world into the state of a frame: time, timeline, positions and velocities. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "world/world.h"

/* Names are stored in order of appearance, mostly that of the world, so that position is tried first. Unnamed things are
 * told apart by their order alone. */
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

/* Nodes of flexible objects of the frame; checked again, as the file may have changed. `object` by column. */
static tn_status restore_nodes(tn_record *r, int frame, tn_world *w, const tn_object *object)
{
    const struct frame_place *f = &r->frames.at[frame];
    if (f->nodes_length == 0)
        return TN_OK;
    size_t length = (size_t)f->nodes_length, at = 0;
    unsigned char *p = mem_resize(NULL, 0, length);
    bool right = record_read(r, f->nodes_offset, p, length) && crc_add(&r->crc, 0, p, length) == f->nodes_check;
    uint32_t objects = right ? get_u32(p + NODES_COUNT) : 0;
    at = NODES_BYTES + NODES_EACH * (size_t)objects;
    for (uint32_t i = 0; i < objects && right; i++) {
        const unsigned char *each = p + NODES_BYTES + NODES_EACH * (size_t)i;
        uint32_t column = get_u32(each), nodes = get_u32(each + 4);
        right = nodes <= (length - at) / (8 * NODE_NUMBERS) && column < (uint32_t)r->objects.count;
        if (!right)
            break;
        double *number = MEM_ARRAY(double, NODE_NUMBERS *(size_t)nodes + 1);
        for (size_t k = 0; k < NODE_NUMBERS * (size_t)nodes; k++, at += 8)
            number[k] = get_f64(p + at);
        if (object[column].generation != 0)
            world_set_nodes(w, (int)object[column].slot, number, number + 3 * (size_t)nodes, (int)nodes);
        mem_free(number);
    }
    mem_free(p);
    return right ? TN_OK : TN_NO_FILE;
}

tn_status tn_record_restore(tn_record *r, int frame, tn_world *w)
{
    if (r == NULL || w == NULL || frame < 0 || frame >= r->frames.count || tn_record_time(r, frame) < tn_time(w))
        return TN_WRONG_USE;
    tn_pose *poses = MEM_ARRAY(tn_pose, r->objects.count + 1);
    bool *there = MEM_ARRAY(bool, r->objects.count + 1);
    tn_object *object = MEM_ARRAY(tn_object, r->objects.count + 1);
    tn_status status = tn_record_poses(r, frame, poses, there);
    if (status == TN_OK) {
        world_set_time(w, tn_record_time(r, frame));
        tn_evaluate(w); /* carries out the events that were due; its result for the old positions is ignored */
        int next = 0;
        for (int i = 0; i < r->objects.count; i++) {
            tn_object o = find(r, i, w, &next);
            if (!there[i] || o.generation == 0 || tn_record_object_is_variable(r, i))
                continue;
            tn_object_place(w, o, poses[i].position,
                            poses[i].has_orientation ? poses[i].orientation : (tn_quat){1, 0, 0, 0});
            tn_object_set_velocity(w, o, poses[i].velocity, poses[i].spin);
            object[i] = o;
        }
        status = restore_nodes(r, frame, w, object);
    }
    mem_free(poses);
    mem_free(there);
    mem_free(object);
    return status;
}
