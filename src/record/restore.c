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

/* Moves numbers of the caller towards those of the world: back by 1 − share. */
static void blend_nodes(tn_world *w, tn_object o, double *number, int nodes, double share)
{
    const double *q, *v;
    if (tn_object_nodes(w, o, &q, &v) != nodes)
        return;
    for (int k = 0; k < 3 * nodes; k++) {
        number[k] = q[k] + share * (number[k] - q[k]);
        number[3 * nodes + k] = v[k] + share * (number[3 * nodes + k] - v[k]);
    }
}

/* Nodes of flexible objects of the frame; checked again, as the file may have changed. `object` by column. With a share
 * below 1 they move that far from where they are towards those of the frame. */
static tn_status restore_nodes(tn_record *r, int frame, tn_world *w, const tn_object *object, double share)
{
    const struct frame_place *f = &r->frames.at[frame];
    if (f->nodes.length == 0)
        return TN_OK;
    size_t length = (size_t)f->nodes.length, at = 0;
    unsigned char *p = mem_resize(NULL, 0, length);
    bool right = record_load(r, f->nodes, p);
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
        if (object[column].generation != 0 && share < 1)
            blend_nodes(w, object[column], number, (int)nodes, share);
        if (object[column].generation != 0)
            world_set_nodes(w, (int)object[column].slot, number, number + 3 * (size_t)nodes, (int)nodes);
        mem_free(number);
    }
    mem_free(p);
    return right ? TN_OK : TN_NO_FILE;
}

static quat reverse(quat q) { return (quat){q.w, -q.x, -q.y, -q.z}; }

/* The orientation a share of the shortest way from a to b. */
static quat turn_towards(quat a, quat b, double share)
{
    const double dot = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    const double angle = acos(fmin(fabs(dot), 1)), sine = sin(angle);
    const double x = sine > 1e-9 ? sin((1 - share) * angle) / sine : 1 - share;
    const double y = (sine > 1e-9 ? sin(share * angle) / sine : share) * (dot < 0 ? -1 : 1);
    return q_unit((quat){x * a.w + y * b.w, x * a.x + y * b.x, x * a.y + y * b.y, x * a.z + y * b.z});
}

/* Poses of a frame, moved a share of the way to those of the next one: centres of mass in straight lines, orientations at
 * a constant rate. What exists only in one of the two frames is as in the first. */
static tn_status poses_between(tn_record *r, int frame, double share, tn_pose *poses, bool *there)
{
    tn_status status = tn_record_poses(r, frame, poses, there);
    if (status != TN_OK || share == 0)
        return status;
    tn_pose *next = MEM_ARRAY(tn_pose, r->objects.count + 1);
    bool *stays = MEM_ARRAY(bool, r->objects.count + 1);
    status = tn_record_poses(r, frame + 1, next, stays);
    for (int i = 0; status == TN_OK && i < r->objects.count; i++) {
        tn_pose *p = &poses[i];
        if (!there[i] || !stays[i])
            continue;
        const vec3 local = p->has_orientation ? q_rotate(reverse(p->orientation), v3_sub(p->center, p->position))
                                              : v3_sub(p->center, p->position);
        p->center = v3_add_scaled(p->center, share, v3_sub(next[i].center, p->center));
        p->velocity = v3_add_scaled(p->velocity, share, v3_sub(next[i].velocity, p->velocity));
        p->spin = v3_add_scaled(p->spin, share, v3_sub(next[i].spin, p->spin));
        if (p->has_orientation)
            p->orientation = turn_towards(p->orientation, next[i].orientation, share);
        p->position = v3_sub(p->center, p->has_orientation ? q_rotate(p->orientation, local) : local);
    }
    mem_free(next);
    mem_free(stays);
    return status;
}

/* ---- forces ---- */

/* Labels of what has no name (connect@12) have lines of the text that was recorded from, which may differ. */
static bool same_label(const char *a, const char *b)
{
    const size_t n = strcspn(a, "@"), m = strcspn(b, "@");
    return strcmp(a, b) == 0 || (n == m && a[n] == '@' && b[n] == '@' && strncmp(a, b, n) == 0);
}

/* Constraints stand in the record in the order of the world, mostly. */
static tn_constraint find_constraint(const tn_record *r, int column, const tn_world *w)
{
    const char *name = r->constraints.at[column].name;
    const tn_constraint here = tn_constraint_at(w, column);
    if (here.generation != 0 && same_label(name, tn_constraint_name(w, here)))
        return here;
    for (int i = 0; i < tn_constraint_count(w); i++)
        if (strcmp(name, tn_constraint_name(w, tn_constraint_at(w, i))) == 0)
            return tn_constraint_at(w, i);
    return (tn_constraint){0};
}

/* The forces of constraints as they were in the run. In worlds with contact or displacements, and at impacts, the pose
 * alone does not say them. */
static tn_status show_forces(tn_record *r, int frame, double share, tn_world *w)
{
    const int count = r->constraints.count;
    tn_record_constraint *now = MEM_ARRAY(tn_record_constraint, count + 1);
    tn_record_constraint *next = MEM_ARRAY(tn_record_constraint, count + 1);
    tn_status status = tn_record_constraints(r, frame, now);
    if (status == TN_OK && share > 0)
        status = tn_record_constraints(r, frame + 1, next);
    const bool known = tn_evaluate(w) == TN_OK;
    for (int i = 0; i < count && status == TN_OK && known; i++) {
        const tn_constraint c = now[i].there ? find_constraint(r, i, w) : (tn_constraint){0};
        const double part = next[i].there ? share : 0;
        if (c.generation != 0)
            world_show_force(w, (int)c.slot, v3_add_scaled(now[i].force, part, v3_sub(next[i].force, now[i].force)),
                             v3_add_scaled(now[i].torque, part, v3_sub(next[i].torque, now[i].torque)));
    }
    mem_free(now);
    mem_free(next);
    return status;
}

/* The points of one manifold stand together. */
static bool same_manifold(const tn_record_touch *a, const tn_record_touch *b)
{
    return a->a == b->a && a->b == b->b && memcmp(&a->normal, &b->normal, sizeof a->normal) == 0;
}

/* The forces of contacts as they were in the run, in the frame before. */
static tn_status show_touches(tn_record *r, int frame, tn_world *w, const tn_object *object)
{
    const int count = tn_record_touch_count(r, frame);
    tn_record_touch *touch = MEM_ARRAY(tn_record_touch, count);
    const tn_status status = tn_record_touches(r, frame, touch);
    for (int i = 0, k; i < count && status == TN_OK; i = k) {
        const tn_object a = object[touch[i].a], b = object[touch[i].b];
        struct contact_sum sum = {.a = (int)a.slot, .b = (int)b.slot};
        double all = 0;
        for (k = i; k < count && same_manifold(&touch[i], &touch[k]); k++) {
            const double push = v3_dot(touch[k].force, touch[k].normal);
            sum.points += push > 0;
            sum.at = v3_add_scaled(sum.at, push, touch[k].point);
            sum.force = v3_add(sum.force, touch[k].force);
            all += push;
        }
        if (sum.points == 0 || !(all > 0) || a.generation == 0 || b.generation == 0)
            continue;
        sum.at = v3_scale(1 / all, sum.at);
        world_show_touch(w, &sum);
    }
    mem_free(touch);
    return status;
}

/* The world at time t, `share` of the way from a frame to the next one. */
static tn_status restore(tn_record *r, int frame, double share, double t, tn_world *w)
{
    tn_pose *poses = MEM_ARRAY(tn_pose, r->objects.count + 1);
    bool *there = MEM_ARRAY(bool, r->objects.count + 1);
    tn_object *object = MEM_ARRAY(tn_object, r->objects.count + 1);
    tn_status status = poses_between(r, frame, share, poses, there);
    if (status == TN_OK) {
        world_set_time(w, t);
        tn_evaluate(w); /* carries out the events that were due; its result for the old positions is ignored */
        int next = 0;
        for (int i = 0; i < r->objects.count; i++) {
            tn_object o = find(r, i, w, &next);
            if (!there[i] || o.generation == 0 || tn_record_object_is_variable(r, i))
                continue;
            object[i] = o;
            const double *q, *v; /* what has coordinates is placed by them alone: placing a sheet turns its plane */
            if (world_state_nodes(w, (int)o.slot, &q, &v) > 0)
                continue;
            tn_object_place(w, o, poses[i].position,
                            poses[i].has_orientation ? poses[i].orientation : (tn_quat){1, 0, 0, 0});
            tn_object_set_velocity(w, o, poses[i].velocity, poses[i].spin);
        }
        status = restore_nodes(r, frame, w, object, 1);
        if (status == TN_OK && share > 0)
            status = restore_nodes(r, frame + 1, w, object, share);
        if (status == TN_OK)
            status = show_forces(r, frame, share, w);
        if (status == TN_OK)
            status = show_touches(r, frame, w, object);
    }
    mem_free(poses);
    mem_free(there);
    mem_free(object);
    return status;
}

tn_status tn_record_restore(tn_record *r, int frame, tn_world *w)
{
    if (r == NULL || w == NULL || frame < 0 || frame >= r->frames.count || tn_record_time(r, frame) < tn_time(w))
        return TN_WRONG_USE;
    return restore(r, frame, 0, tn_record_time(r, frame), w);
}

tn_status tn_record_show(tn_record *r, double t, tn_world *w)
{
    const int frame = r != NULL ? tn_record_frame_at(r, t) : -1;
    if (w == NULL || frame < 0 || !(t >= tn_time(w)))
        return TN_WRONG_USE;
    const double from = tn_record_time(r, frame);
    if (t <= from || frame + 1 >= r->frames.count)
        return restore(r, frame, 0, from, w);
    return restore(r, frame, (t - from) / (tn_record_time(r, frame + 1) - from), t, w);
}
