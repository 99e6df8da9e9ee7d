/* passing.c: notices solids that pass into planes and fixed solids in a world without contact, and flexible blocks that
 * nothing keeps outside: the most common omission of a first scene. Only looked at where frames are taken, and on the
 * straight ways between them; the first case is reported, with its remedy. */
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

/* Does the way of a point since its last frame lead through an obstacle, however thin? The nearest of some places, and around
 * it, by cutting the interval in three, the nearest of all. */
static bool leads_through(tn_world *w, int obstacle, vec3 from, vec3 to)
{
    enum { PLACES = 16, CUTS = 40 };
    const vec3 way = v3_sub(from, to);
    const double end = distance(w, obstacle, to), far = 3 * v3_norm(way); /* far outside distances are not exact */
    double least = end, best = 0;
    for (int i = 1; i <= PLACES && end < far && least >= 0; i++) {
        const double here = distance(w, obstacle, v3_add(to, v3_scale((double)i / PLACES, way)));
        best = here < least ? (double)i / PLACES : best;
        least = fmin(least, here);
    }
    double low = fmax(best - 1. / PLACES, 0), high = fmin(best + 1. / PLACES, 1);
    for (int i = 0; i < CUTS && end < far && least >= 0; i++) {
        const double third = (high - low) / 3;
        const double first = distance(w, obstacle, v3_add(to, v3_scale(low + third, way)));
        const double second = distance(w, obstacle, v3_add(to, v3_scale(high - third, way)));
        *(first < second ? &high : &low) = first < second ? high - third : low + third;
        least = fmin(least, fmin(first, second));
    }
    return least < 0;
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
    const bool soft = w->things->objects.at[solid].type->kind == OBJECT_FLEXIBLE;
    char *remedy = soft ? mem_print("write  outside %s %s;  if it should stay outside", name != NULL ? name : "A",
                                    other != NULL ? other : "B")
                        : mem_text("write  contact;  if bodies should not pass through each other");
    world_warn(w, mem_print("at t = %.4g s '%s' passes through '%s': nothing keeps them apart; %s", w->run.t,
                            name != NULL ? name : "a solid", other != NULL ? other : "a fixed object", remedy));
    mem_free(remedy);
    w->reports.passing_told = true;
}

static bool may_pass(const tn_world *w, int slot)
{
    const struct object_type *t = w->things->objects.at[slot].type;
    return w->run.objects.at[slot].present && t->motion == MOTION_DYNAMIC &&
           (t->kind == OBJECT_SOLID || t->kind == OBJECT_FLEXIBLE);
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
    while (w->reports.seen.count < t->objects.count) /* at the first frame: later ones do not allocate */
        ARRAY_PUSH(&w->reports.seen, ((struct seen){.first = v3(NAN, 0, 0)}));
    /* parts on the way to their places may pass through anything: has_base says that all constraints were met once */
    if (!w->run.has_base)
        return;
    for (int i = 0; i < t->object_pool.order.count; i++) {
        const int slot = t->object_pool.order.at[i];
        if (!may_pass(w, slot))
            continue;
        const vec3 now = world_object_center(w, slot);
        struct seen *s = &w->reports.seen.at[slot];
        if (isnan(s->first.x))
            s->first = s->last = now;
        for (int k = 0; k < obstacles; k++)
            if (leads_through(w, obstacle[k], s->last, now) && distance(w, obstacle[k], s->first) > 0 &&
                !are_joined(w, slot, obstacle[k])) {
                report(w, slot, obstacle[k]);
                return;
            }
        s->last = now;
    }
}
