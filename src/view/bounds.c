/* bounds.c: what a view fills: a box around everything, and the size of the forces. */
#include <math.h>

#include "view/view.h"

static void include(tn_bounds *b, vec3 p)
{
    if (!v3_finite(p))
        return;
    b->low = b->any ? v3(fmin(b->low.x, p.x), fmin(b->low.y, p.y), fmin(b->low.z, p.z)) : p;
    b->high = b->any ? v3(fmax(b->high.x, p.x), fmax(b->high.y, p.y), fmax(b->high.z, p.z)) : p;
    b->any = true;
}

/* The axis-aligned box around a rotated box has half extents |R| half. */
static void include_part(tn_bounds *b, const struct tn_view *v, int object, const struct piece *p)
{
    const struct surface *surface = &v->surface[object];
    if (surface->mesh != NULL) {
        include(b, v3_add(surface->middle, surface->half));
        include(b, v3_sub(surface->middle, surface->half));
        return;
    }
    tn_view_pose at = view_part(v, object, p);
    mat3 r = q_matrix(at.orientation);
    vec3 h = p->solid.half, middle = v3_add(at.position, m3_mul(&r, p->solid.middle));
    for (int i = 0; i < 9; i++)
        r.m[i] = fabs(r.m[i]);
    vec3 reach = m3_mul(&r, h);
    include(b, v3_add(middle, reach));
    include(b, v3_sub(middle, reach));
}

/* Whether a box is within half the size of the model of where the model was. */
static bool at_home(const tn_bounds *all, const tn_bounds *own)
{
    const double near = 0.5 * v3_norm(v3_sub(all->start_high, all->start_low));
    const vec3 at = v3_scale(0.5, v3_add(own->low, own->high)), low = all->start_low, high = all->start_high;
    const vec3 d = {fmax(fmax(low.x - at.x, at.x - high.x), 0), fmax(fmax(low.y - at.y, at.y - high.y), 0),
                    fmax(fmax(low.z - at.z, at.z - high.z), 0)};
    return !(near > 0) || v3_norm(d) <= near;
}

/* What one view fills, and its largest force; `home` gets what is near the start of all views. */
static void add_view(tn_bounds *b, const tn_bounds *all, tn_bounds *home, const tn_view *v)
{
    for (int i = 0; i < v->model->objects.count; i++) {
        const struct view_object *a = &v->model->objects.at[i];
        tn_bounds own = {0};
        for (int k = 0; k < a->parts && view_is_solid(a); k++)
            include_part(&own, v, i, &v->model->parts.at[a->part + k]);
        if (!own.any)
            continue;
        include(b, own.low);
        include(b, own.high);
        if (at_home(all, &own)) {
            include(home, own.low);
            include(home, own.high);
        }
    }
    for (int i = 0; i < v->skins.count; i++) {
        const struct surface *surface = &v->skins.at[i].surface;
        if (surface->mesh != NULL) {
            include(b, v3_add(surface->middle, surface->half));
            include(b, v3_sub(surface->middle, surface->half));
        }
    }
    double largest = 0;
    for (int i = 0; i < v->model->constraints.count; i++) {
        const tn_view_joint *j = &v->joints[i];
        if (!view_joint_shown(j))
            continue;
        for (int side = 0; side < 2; side++)
            if (j->has_point[side])
                include(b, j->point[side]);
        double force = v3_norm(j->force);
        if (isfinite(force) && force > largest)
            largest = force;
    }
    for (int i = 0; i < v->touches.count; i++) {
        double force = v3_norm(v->touches.at[i].force);
        largest = isfinite(force) ? fmax(largest, force) : largest;
    }
    for (int i = 0; i < v->model->forces.count; i++)
        for (int side = 0; side < 2; side++)
            if (v->pulls[i].on && v->pulls[i].has_point[0] && v->pulls[i].has_point[1])
                include(b, v->pulls[i].point[side]);
    b->force = largest;
}

/* Do parts that belong together meet, to a fiftieth of the size of all? */
static bool all_meet(const struct tn_view *v, double size)
{
    for (int i = 0; i < v->model->constraints.count; i++) {
        const tn_view_joint *j = &v->joints[i];
        const tn_glyph glyph = v->model->constraints.at[i].glyph;
        const bool meets = glyph == TN_GLYPH_POINT || glyph == TN_GLYPH_AXIS;
        if (view_joint_shown(j) && meets && j->has_point[0] && j->has_point[1] &&
            v3_norm(v3_sub(j->point[1], j->point[0])) > 0.02 * size)
            return false;
    }
    return true;
}

static void add_met(tn_bounds *b, const tn_bounds *now)
{
    tn_bounds met = {.any = b->any_met, .low = b->met_low, .high = b->met_high};
    include(&met, now->low);
    include(&met, now->high);
    b->any_met = met.any;
    b->met_low = met.low;
    b->met_high = met.high;
}

/* The box of what stays near the start; nothing there in the last view: everything moves on, and is followed. */
static void add_home(tn_bounds *b, const tn_bounds *now)
{
    tn_bounds home = {.any = b->any_home, .low = b->home_low, .high = b->home_high};
    b->left_home = !now->any;
    if (!now->any)
        return;
    include(&home, now->low);
    include(&home, now->high);
    b->any_home = true;
    b->home_low = home.low;
    b->home_high = home.high;
}

void tn_bounds_add(tn_bounds *b, const tn_view *v)
{
    tn_bounds now = {0}, home = {0};
    if (b == NULL || v == NULL)
        return;
    add_view(&now, b, &home, v);
    add_home(b, &home);
    if (now.any && !b->any && !(v3_norm(v3_sub(b->start_high, b->start_low)) > 0)) {
        b->start_low = now.low;
        b->start_high = now.high;
    }
    if (now.any) {
        include(b, now.low);
        include(b, now.high);
        if (all_meet(v, v3_norm(v3_sub(now.high, now.low))))
            add_met(b, &now);
    }
    /* The mean, not the maximum: one jerk while parts fly together must not make all other arrows invisible. */
    if (now.force > 0)
        b->force += (now.force - b->force) / ++b->forceful;
}
