/* view_joints.c: what constraints and forces do at the moment of a view. */
#include <string.h>

#include "view/view.h"

struct taker {
    tn_world *w;
    struct tn_view *v;
};

static bool is_active(const struct item_type *d, double t) { return !d->has_interval || (t >= d->from && t < d->to); }

static bool is_soft(const struct view_object *a)
{
    return a->kind == OBJECT_FLEXIBLE || a->kind == OBJECT_CURVE || a->kind == OBJECT_JELLO;
}

/* The position of a connector, if it is a point, and whether that point is fixed. */
static bool place_of(const struct taker *k, const struct connector *c, vec3 *at, bool *anchored)
{
    struct time_signal s;
    *anchored = true;
    switch (c->type) {
    case CONNECTOR_CONSTANT:
        *at = c->local;
        return c->source == 0;
    case CONNECTOR_TIME:
        world_source_now(k->w, (int)c->source, &s);
        *at = s.y;
        return true;
    case CONNECTOR_POINT: {
        int object = k->v->model->object_of[c->body];
        const struct view_object *a = &k->v->model->objects.at[object];
        *anchored = a->fixed;
        *at = is_soft(a) ? world_signal(k->w, c).y : view_point(k->v, object, v3_add(c->local, a->center));
        return true;
    }
    case CONNECTOR_DIRECTION:
    case CONNECTOR_SPIN:
    case CONNECTOR_SCALAR:
        return false;
    }
    return false;
}

/* The axis of a hinge or a slider is its first direction; of a line the normal of its two. */
static void find_axis(const struct taker *k, tn_view_joint *j, bool normals, const struct connector *in, int count)
{
    vec3 found[2];
    int n = 0;
    for (int i = 0; i < count && n < 2; i++) {
        if (in[i].type == CONNECTOR_DIRECTION) {
            int object = k->v->model->object_of[in[i].body];
            bool soft = k->v->model->objects.at[object].kind == OBJECT_FLEXIBLE;
            found[n++] =
                soft ? world_signal(k->w, &in[i]).y : q_rotate(k->v->placement[object].orientation, in[i].local);
        } else if (in[i].type == CONNECTOR_CONSTANT && in[i].source == 1) {
            found[n++] = in[i].local;
        }
    }
    if (n == 0 || (normals && n < 2))
        return;
    vec3 axis = normals ? v3_cross(found[0], found[1]) : found[0];
    j->has_axis = v3_norm(axis) > 1e-6;
    if (j->has_axis)
        j->axis = v3_unit(axis);
}

static void put_point(const struct taker *k, tn_view_joint *j, int side, const struct connector *c)
{
    vec3 at;
    bool anchored;
    if (side < 0 || side > 1 || j->has_point[side] || !place_of(k, c, &at, &anchored))
        return;
    j->has_point[side] = true;
    j->point[side] = at;
    j->anchored[side] = anchored;
    j->moved[side] = c->type == CONNECTOR_TIME;
}

static void find_points(const struct taker *k, tn_view_joint *j, int slot, const struct constraint_type *d)
{
    struct constraint_parts b;
    bool kind = world_constraint_built(k->w, slot, &b);
    int count;
    const struct connector *in = world_constraint_inputs(k->w, slot, &count);
    const bool rod = strcmp(d->item.kind, "distance") == 0;
    for (int i = 0; i < count; i++) {
        if (d->is_on_curve && i > 0)
            break; /* it slides along the curve: its partner is where it is */
        /* Of a formula only the first point counts: another one need not meet it; of a distance whose length changes both. */
        put_point(k, j, kind ? b.partner[i] - 1 : rod && i == 1 ? 1 : 0, &in[i]);
    }
    /* A rope has no rows: its points are those of its limits. */
    const signed char *partner;
    const struct connector *own = count == 0 ? world_limit_inputs(k->w, slot, 0, &count, &partner) : NULL;
    for (int i = 0; own != NULL && i < count; i++)
        put_point(k, j, partner[i] - 1, &own[i]);
}

/* Where a glyph without points belongs: the centre of the second partner, or of the first. */
static vec3 middle_of(const struct tn_view *v, const int object[2])
{
    int one = object[1] >= 0 ? object[1] : object[0];
    if (one < 0)
        return v3(0, 0, 0);
    if (v->surface[one].mesh != NULL)
        return v->surface[one].middle;
    return view_point(v, one, v->model->objects.at[one].center);
}

static void take_range(const struct taker *k, int constraint, int slot)
{
    struct joint_range r;
    if (!world_joint_range(k->w, slot, &r))
        return;
    tn_view_range s = {.constraint = constraint,
                       .turns = r.type == MEASURE_ANGLE,
                       .has_least = r.has_least,
                       .has_most = r.has_most,
                       .at_least = r.at_least,
                       .at_most = r.at_most,
                       .least = r.least,
                       .most = r.most,
                       .now = r.now,
                       .point = r.point,
                       .axis = r.axis,
                       .zero = r.zero,
                       .reach = r.reach};
    k->v->joints[constraint].at_limit = (r.has_least && r.at_least) || (r.has_most && r.at_most);
    ARRAY_PUSH(&k->v->ranges, s);
}

static void take_joint(const struct taker *k, int i)
{
    const tn_view_constraint *s = &k->v->model->constraints.at[i];
    tn_view_joint *j = &k->v->joints[i];
    bool on;
    int count, slot = k->v->model->constraint_slot.at[i];
    const struct constraint_type *d = world_constraint(k->w, slot, &on);
    const struct connector *in = world_constraint_inputs(k->w, slot, &count);
    struct constraint_parts b;
    bool slides = world_constraint_built(k->w, slot, &b) && b.measure != NULL && b.measure->type == MEASURE_TRAVEL;
    j->on = on && is_active(&d->item, k->v->time);
    find_points(k, j, slot, d);
    find_axis(k, j, s->glyph == TN_GLYPH_LINE && !slides, in, count);
    j->at = j->has_point[1] ? j->point[1] : j->has_point[0] ? j->point[0] : middle_of(k->v, s->object);
    tn_constraint_state now;
    if (j->on && tn_constraint_get(k->w, s->id, &now) == TN_OK) {
        j->force = now.force;
        j->torque = now.torque;
        j->deviation = now.size;
    }
    if (s->motor && j->on)
        world_motor(k->w, slot, &j->motor, &j->effort);
    if (j->on)
        take_range(k, i, slot);
}

void view_take_joints(tn_world *w, struct tn_view *v)
{
    struct taker k = {w, v};
    v->joints = MEM_ARRAY(tn_view_joint, v->model->constraints.count + 1);
    for (int i = 0; i < v->model->constraints.count; i++)
        take_joint(&k, i);
}

/* ---- forces ---- */

/* The velocity of a connector that is a point. */
static vec3 speed_of(const struct taker *k, const struct connector *c)
{
    tn_pose pose;
    if (c->type != CONNECTOR_POINT)
        return v3(0, 0, 0);
    const struct view_object *a = &k->v->model->objects.at[k->v->model->object_of[c->body]];
    if (is_soft(a))
        return world_signal(k->w, c).yd;
    if (tn_object_pose(k->w, a->id, &pose) != TN_OK)
        return v3(0, 0, 0);
    return v3_add(pose.velocity, v3_cross(pose.spin, q_rotate(pose.orientation, c->local)));
}

/* The force on the second point of a spring (force/spring.c). */
static void take_spring(const struct taker *k, const struct force_def *d, const double *value, tn_view_pull *p)
{
    vec3 along = v3_sub(p->point[1], p->point[0]);
    p->length = v3_norm(along);
    p->rest = value[1];
    p->stiffness = value[0];
    p->damping = value[2];
    if (!(p->length > 0) || !p->on)
        return;
    vec3 u = v3_scale(1 / p->length, along);
    double rate = 0;
    if (value[2] != 0)
        rate = v3_dot(u, v3_sub(speed_of(k, &d->connector[1]), speed_of(k, &d->connector[0])));
    p->vector = v3_scale(-(value[0] * (p->length - value[1]) + value[2] * rate), u);
}

static void take_pull(const struct taker *k, int i, const double *value)
{
    const tn_view_force *s = &k->v->model->forces.at[i];
    tn_view_pull *p = &k->v->pulls[i];
    bool on, unused;
    const struct force_def *d = world_force(k->w, k->v->model->force_slot.at[i], &on);
    p->on = on && is_active(&d->item.type, k->v->time);
    for (int side = 0; side < d->connector_count && side < 2; side++)
        p->has_point[side] = place_of(k, &d->connector[side], &p->point[side], &unused);
    p->at = p->has_point[0] && p->has_point[1] ? v3_scale(0.5, v3_add(p->point[0], p->point[1]))
            : p->has_point[1]                  ? p->point[1]
            : p->has_point[0]                  ? p->point[0]
                                               : middle_of(k->v, s->object);
    if (strcmp(s->kind, "spring") == 0 && p->has_point[0] && p->has_point[1])
        take_spring(k, d, value, p);
    else if (p->on && (strcmp(s->kind, "push") == 0 || strcmp(s->kind, "turn") == 0 || strcmp(s->kind, "gravity") == 0))
        p->vector = v3(value[0], value[1], value[2]);
}

void view_take_pulls(tn_world *w, struct tn_view *v)
{
    struct taker k = {w, v};
    int slots = 0, count = v->model->forces.count;
    v->pulls = MEM_ARRAY(tn_view_pull, count + 1);
    for (int i = 0; i < count; i++)
        slots = v->model->force_slot.at[i] >= slots ? v->model->force_slot.at[i] + 1 : slots;
    double(*value)[FORCE_VALUES] = mem_new(sizeof *value * (size_t)(slots + 1));
    if (count > 0)
        world_force_values(w, value, slots);
    for (int i = 0; i < count; i++)
        take_pull(&k, i, value[v->model->force_slot.at[i]]);
    mem_free(value);
}
