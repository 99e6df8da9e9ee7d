/* passing.c: notices solids that pass into planes and fixed solids in a world without contact: the most common omission of
 * a first scene. Only looked at where frames are taken; the first case is reported, with its remedy. */
#include "object/shape_distance.h"
#include "world/world_parts.h"

enum { MOST_OBSTACLES = 64, MOST_TRIANGLES = 1000 };

static bool is_obstacle(const struct object_type *t)
{
    if (t->kind == OBJECT_PLANE)
        return true;
    if (t->kind != OBJECT_SOLID || t->motion != MOTION_FIXED)
        return false;
    for (int i = 0; i < t->shape_count; i++) /* looking into a large mesh would take too long */
        if (t->shapes[i].mesh != NULL && t->shapes[i].mesh->triangle_count > MOST_TRIANGLES)
            return false;
    return true;
}

/* How far a point is from an obstacle; negative inside it or below the plane. */
static double distance(tn_world *w, int obstacle, vec3 at)
{
    const struct object_type *t = w->things->objects.at[obstacle].type;
    tn_pose pose;
    vec3 unused;
    world_pose(w, obstacle, &pose);
    const mat3 r = q_matrix(pose.orientation);
    const vec3 local = m3_tmul(&r, v3_sub(at, pose.position));
    return t->kind == OBJECT_PLANE ? local.z : shapes_distance(t->shapes, t->shape_count, local, &unused);
}

struct pair {
    int a, b;
    bool has_a, has_b;
};

static void look_for_pair(void *context, int slot)
{
    struct pair *p = context;
    p->has_a |= slot == p->a;
    p->has_b |= slot == p->b;
}

/* Is there a constraint between them? Then it is meant to be so. */
static bool are_joined(const tn_world *w, int a, int b)
{
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        struct pair p = {.a = a, .b = b};
        world_constraint_partners(w, w->things->constraint_pool.order.at[i], look_for_pair, &p);
        if (p.has_a && p.has_b)
            return true;
    }
    return false;
}

static void report(tn_world *w, int solid, int obstacle)
{
    const char *name = world_object_name(w, solid), *other = world_object_name(w, obstacle);
    world_warn(w,
               mem_print("at t = %.4g s '%s' passes through '%s': nothing keeps them apart; write  contact;  if bodies "
                         "should not pass through each other",
                         w->run.t, name != NULL ? name : "a solid", other != NULL ? other : "a fixed object"));
    w->reports.passing_told = true;
}

void passing_look(tn_world *w)
{
    int obstacle[MOST_OBSTACLES], obstacles = 0;
    const struct things *t = w->things;
    if (w->reports.passing_told || t->contact_defs.count > 0)
        return;
    for (int i = 0; i < t->object_pool.order.count && obstacles < MOST_OBSTACLES; i++) {
        const int slot = t->object_pool.order.at[i];
        if (w->run.objects.at[slot].present && is_obstacle(t->objects.at[slot].type))
            obstacle[obstacles++] = slot;
    }
    if (obstacles == 0)
        return;
    while (w->reports.first_seen.count < t->objects.count)
        ARRAY_PUSH(&w->reports.first_seen, v3(NAN, 0, 0)); /* at the first frame: later ones do not allocate */
    /* parts on the way to their places may pass through anything: has_base says that all constraints were met once */
    if (!w->run.has_base)
        return;
    for (int i = 0; i < t->object_pool.order.count; i++) {
        const int slot = t->object_pool.order.at[i];
        const struct object_type *type = t->objects.at[slot].type;
        if (!w->run.objects.at[slot].present || type->kind != OBJECT_SOLID || type->motion != MOTION_DYNAMIC)
            continue;
        const vec3 now = world_object_center(w, slot);
        vec3 *first = &w->reports.first_seen.at[slot];
        if (isnan(first->x))
            *first = now;
        for (int k = 0; k < obstacles; k++)
            if (distance(w, obstacle[k], now) < 0 && distance(w, obstacle[k], *first) > 0 &&
                !are_joined(w, slot, obstacle[k])) {
                report(w, slot, obstacle[k]);
                return;
            }
    }
}
