/* view.c: takes a view of a world. */
#include <string.h>

#include "view/view.h"

#include "tenon/edit.h"

/* Objects without a colour of their own get one by their order: neighbours differ in hue and in lightness, and none
 * is near white or black. */
static const vec3 palette[] = {
    {0.22, 0.46, 0.72}, {0.91, 0.52, 0.16}, {0.27, 0.62, 0.39}, {0.80, 0.28, 0.30}, {0.53, 0.40, 0.71},
    {0.86, 0.69, 0.18}, {0.20, 0.62, 0.67}, {0.82, 0.45, 0.62}, {0.55, 0.41, 0.31}, {0.53, 0.66, 0.24},
};
static const vec3 color_fixed = {0.58, 0.60, 0.63}, color_plane = {0.80, 0.81, 0.83};

bool view_is_solid(const struct view_object *a) { return a->kind != OBJECT_PLANE && a->kind != OBJECT_VARIABLE; }

/* ---- the model: what objects look like ---- */

static void model_free(struct view_model *c)
{
    if (c == NULL || --c->references > 0)
        return;
    for (int i = 0; i < c->objects.count; i++)
        mem_free(c->objects.at[i].name);
    for (int i = 0; i < c->parts.count; i++)
        if (c->parts.at[i].solid.mesh != NULL)
            mesh_free(c->parts.at[i].solid.mesh);
    ARRAY_FREE(&c->objects);
    ARRAY_FREE(&c->parts);
    ARRAY_FREE(&c->points);
    mem_free(c);
}

/* A body without a shape shows the box that has its inertia: I_xx = m (b² + c²)/12 and so on, solved for a², b², c². */
static struct solid inertia_box(const struct object_type *d)
{
    double m = d->mass > 0 ? d->mass : 1;
    const sym3 *i = &d->inertia;
    double a = 6 / m * (i->yy + i->zz - i->xx), b = 6 / m * (i->xx + i->zz - i->yy),
           c = 6 / m * (i->xx + i->yy - i->zz);
    double least = 0.02 * sqrt(fmax(a, fmax(b, c)));
    vec3 half = v3(sqrt(fmax(a, 0)) / 2, sqrt(fmax(b, 0)) / 2, sqrt(fmax(c, 0)) / 2);
    if (!(least > 0))
        return solid_sphere(0.05);
    return solid_box(v3(fmax(half.x, least), fmax(half.y, least), fmax(half.z, least)));
}

/* A flexible object at rest; its present surface is in the view. */
static void add_rest(struct view_model *c, tn_world *w, int slot)
{
    struct mesh *m = surface_at_rest(w, slot);
    struct piece p = {.turned = {1, 0, 0, 0}};
    if (solid_of(&(struct shape){.mesh = m}, &p.solid))
        ARRAY_PUSH(&c->parts, p);
    else
        mesh_free(m);
}

static void add_parts(struct view_model *c, struct view_object *a, tn_world *w, const struct object_type *d)
{
    a->part = c->parts.count;
    if (d->kind == OBJECT_FLEXIBLE || d->kind == OBJECT_CURVE || d->kind == OBJECT_JELLO)
        add_rest(c, w, a->slot);
    for (int i = 0; i < d->shape_count && d->kind != OBJECT_FLEXIBLE && d->kind != OBJECT_JELLO; i++) {
        struct piece p = {.offset = d->shapes[i].offset, .turned = d->shapes[i].turned};
        if (!solid_of(&d->shapes[i], &p.solid))
            continue;
        if (p.solid.mesh != NULL)
            p.solid.mesh->references++;
        ARRAY_PUSH(&c->parts, p);
    }
    /* The radius of particles depends on the whole picture: 0 here. */
    if (d->kind == OBJECT_PARTICLE)
        ARRAY_PUSH(&c->parts, ((struct piece){.solid = solid_sphere(0), .turned = {1, 0, 0, 0}}));
    if (d->kind == OBJECT_BARE)
        ARRAY_PUSH(&c->parts, ((struct piece){.solid = inertia_box(d), .turned = {1, 0, 0, 0}}));
    a->parts = c->parts.count - a->part;
}

static void add_object(struct view_model *c, tn_world *w, int order, int *colored)
{
    int slot = world_object_slot(w, order);
    const struct object_type *d = world_object(w, slot);
    struct view_object a = {
        .id = tn_object_at(w, order),
        .slot = slot,
        .name = mem_text(tn_object_name(w, tn_object_at(w, order))),
        .kind = d->kind,
        .fixed = d->motion != MOTION_DYNAMIC || d->kind == OBJECT_PLANE,
    };
    vec3 center;
    if (d->kind != OBJECT_VARIABLE && world_object_point(w, slot, "center", &center))
        a.center = center;
    if (d->has_color)
        a.color = d->color;
    else if (d->kind == OBJECT_PLANE)
        a.color = color_plane;
    else if (d->motion == MOTION_FIXED)
        a.color = color_fixed;
    else
        a.color = palette[(*colored)++ % (int)(sizeof palette / sizeof *palette)];
    if (!tn_object_present(w, a.id)) { /* absent now; it keeps its place in the palette */
        mem_free(a.name);
        return;
    }
    add_parts(c, &a, w, d);
    a.point = c->points.count;
    for (int i = 0; world_point_at(w, slot, i, &center) != NULL; i++)
        ARRAY_PUSH(&c->points, center);
    a.points = c->points.count - a.point;
    ARRAY_PUSH(&c->objects, a);
}

static struct view_model *model_make(tn_world *w)
{
    struct view_model *c = MEM_NEW(struct view_model);
    int colored = 0;
    c->references = 1;
    for (int i = 0; i < world_object_count(w); i++)
        add_object(c, w, i, &colored);
    return c;
}

/* The same objects are there in the same order, with as many points. */
static bool model_fits(const struct view_model *c, tn_world *w)
{
    int next = 0;
    for (int i = 0; i < world_object_count(w); i++) {
        tn_object id = tn_object_at(w, i);
        vec3 unused;
        if (!tn_object_present(w, id))
            continue;
        if (next == c->objects.count)
            return false;
        const struct view_object *a = &c->objects.at[next++];
        if (a->id.slot != id.slot || a->id.generation != id.generation ||
            (a->points > 0 && world_point_at(w, a->slot, a->points - 1, &unused) == NULL) ||
            world_point_at(w, a->slot, a->points, &unused) != NULL)
            return false;
    }
    return next == c->objects.count;
}

/* ---- joints ---- */

struct taker {
    tn_world *w;
    struct tn_view *v;
    int *object_of; /* by slot; -1: not there */
    int slots;
};

/* Is the object of a connector in the view? */
static bool is_there(const struct taker *k, const struct connector *c)
{
    return c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME ||
           (c->body < k->slots && k->object_of[c->body] >= 0);
}

static enum glyph glyph_of(const char *kind)
{
    static const struct {
        const char *kind;
        enum glyph glyph;
    } table[] = {{"connect", GLYPH_JOINT},   {"follow", GLYPH_JOINT}, {"weld", GLYPH_JOINT},   {"revolute", GLYPH_AXIS},
                 {"universal", GLYPH_JOINT}, {"distance", GLYPH_ROD}, {"on-line", GLYPH_LINE}, {"slider", GLYPH_LINE}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(kind, table[i].kind) == 0)
            return table[i].glyph;
    return GLYPH_LOOSE;
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
        int object = k->object_of[c->body];
        const struct view_object *a = &k->v->model->objects.at[object];
        *anchored = a->fixed;
        if (a->kind == OBJECT_FLEXIBLE || a->kind == OBJECT_CURVE || a->kind == OBJECT_JELLO) {
            *at = world_signal(k->w, c).y;
            return true;
        }
        *at = view_point(k->v, object, v3_add(c->local, a->center));
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
static void find_axis(const struct taker *k, struct joint *j, const struct connector *in, int count, bool slides)
{
    vec3 found[2];
    int n = 0;
    for (int i = 0; i < count && n < 2; i++) {
        if (in[i].type == CONNECTOR_DIRECTION) {
            int object = k->object_of[in[i].body];
            bool soft = k->v->model->objects.at[object].kind == OBJECT_FLEXIBLE;
            found[n++] =
                soft ? world_signal(k->w, &in[i]).y : q_rotate(k->v->placement[object].orientation, in[i].local);
        } else if (in[i].type == CONNECTOR_CONSTANT && in[i].source == 1) {
            found[n++] = in[i].local;
        }
    }
    bool normals = j->glyph == GLYPH_LINE && !slides;
    if (n == 0 || (normals && n < 2))
        return;
    vec3 axis = normals ? v3_cross(found[0], found[1]) : found[0];
    j->has_axis = v3_norm(axis) > 1e-6;
    if (j->has_axis)
        j->axis = v3_unit(axis);
}

static bool is_active(const struct item_type *d, double t) { return !d->has_interval || (t >= d->from && t < d->to); }

static void take_joint(const struct taker *k, int order)
{
    bool on;
    int count, slot = world_constraint_slot(k->w, order);
    const struct constraint_type *d = world_constraint(k->w, slot, &on);
    struct constraint_parts b;
    bool kind = world_constraint_built(k->w, slot, &b);
    const struct connector *in = world_constraint_inputs(k->w, slot, &count);
    if (!on || d->item.handle || !is_active(&d->item, k->v->time))
        return;
    for (int i = 0; i < count; i++)
        if (!is_there(k, &in[i]))
            return;
    struct joint j = {.glyph = glyph_of(d->item.kind)};
    for (int i = 0; i < count; i++) {
        vec3 at;
        bool anchored;
        /* Of a formula only the first point counts: another one need not meet it. */
        int side = kind ? b.partner[i] - 1 : d->is_on_curve && i > 0 ? 1 : 0;
        if (d->is_on_curve && i > 0)
            break; /* it slides along the curve: its partner is where it is */
        if (side < 0 || j.has_point[side] || !place_of(k, &in[i], &at, &anchored))
            continue;
        j.has_point[side] = true;
        j.point[side] = at;
        j.anchored[side] = anchored;
    }
    if (!j.has_point[0] && !j.has_point[1])
        return;
    find_axis(k, &j, in, count, kind && b.measure != NULL && b.measure->type == MEASURE_TRAVEL);
    tn_constraint_state s;
    j.at = j.has_point[1] ? j.point[1] : j.point[0];
    if (tn_constraint_get(k->w, tn_constraint_at(k->w, order), &s) == TN_OK) {
        j.force = s.force;
        j.deviation = s.size;
    }
    j.has_range = world_joint_range(k->w, slot, &j.range);
    ARRAY_PUSH(&k->v->joints, j);
}

static void take_handles(const struct taker *k)
{
    tn_handle_state s;
    for (int i = 0; i < tn_handle_count(k->w); i++)
        if (tn_handle_get(k->w, tn_handle_at(k->w, i), &s) == TN_OK && !tn_object_is_variable(k->w, s.object))
            ARRAY_PUSH(&k->v->handles, ((struct held){s.point, s.target, s.goal, s.hard}));
}

/* ---- the view ---- */

static void take_placements(struct taker *k)
{
    struct tn_view *v = k->v;
    int slots = 0;
    for (int i = 0; i < v->model->objects.count; i++)
        slots = v->model->objects.at[i].slot >= slots ? v->model->objects.at[i].slot + 1 : slots;
    k->slots = slots;
    k->object_of = MEM_ARRAY(int, slots + 1);
    for (int i = 0; i <= slots; i++)
        k->object_of[i] = -1;
    v->placement = MEM_ARRAY(struct placement, v->model->objects.count + 1);
    v->surface = MEM_ARRAY(struct surface, v->model->objects.count + 1);
    for (int i = 0; i < v->model->objects.count; i++) {
        const struct view_object *a = &v->model->objects.at[i];
        tn_pose pose = {.orientation = {1, 0, 0, 0}};
        k->object_of[a->slot] = i;
        v->placement[i].orientation = (quat){1, 0, 0, 0};
        if (a->kind == OBJECT_VARIABLE || tn_object_pose(k->w, a->id, &pose) != TN_OK)
            continue;
        v->placement[i].position = pose.position;
        v->surface[i] = surface_take(k->w, a->slot);
        if (pose.has_orientation && q_norm2(pose.orientation) > 0)
            v->placement[i].orientation = q_unit(pose.orientation);
    }
}

tn_view *tn_view_take(tn_world *w, const tn_view *like)
{
    if (w == NULL)
        return NULL;
    struct tn_view *v = MEM_NEW(struct tn_view);
    v->time = tn_time(w);
    v->up = tn_world_settings(w).up == 'y' ? v3(0, 1, 0) : v3(0, 0, 1);
    if (like != NULL && model_fits(like->model, w)) {
        v->model = like->model;
        v->model->references++;
    } else {
        v->model = model_make(w);
    }
    struct taker k = {.w = w, .v = v};
    take_placements(&k);
    for (int i = 0; i < world_constraint_count(w); i++)
        take_joint(&k, i);
    take_handles(&k);
    for (int i = 0; i < world_trace_count(w); i++)
        ARRAY_PUSH(&v->traces, world_trace_now(w, i));
    mem_free(k.object_of);
    view_take_skins(w, v);
    return v;
}

void tn_view_free(tn_view *v)
{
    if (v == NULL)
        return;
    for (int i = 0; i < v->model->objects.count; i++)
        surface_free(&v->surface[i]);
    mem_free(v->surface);
    view_free_skins(v);
    model_free(v->model);
    mem_free(v->placement);
    ARRAY_FREE(&v->joints);
    ARRAY_FREE(&v->handles);
    ARRAY_FREE(&v->traces);
    mem_free(v);
}

double tn_view_time(const tn_view *v) { return v != NULL ? v->time : 0; }

int view_find(const struct tn_view *v, tn_object id)
{
    for (int i = 0; i < v->model->objects.count; i++)
        if (v->model->objects.at[i].id.slot == id.slot && v->model->objects.at[i].id.generation == id.generation)
            return i;
    return -1;
}

int view_of_slot(const struct tn_view *v, int slot)
{
    for (int i = 0; i < v->model->objects.count; i++)
        if (v->model->objects.at[i].slot == slot)
            return i;
    return -1;
}

bool view_is_drawn(const struct tn_view *v, int object, unsigned show)
{
    return view_is_solid(&v->model->objects.at[object]) && (!v->covered[object] || (show & TN_SHOW_BONES));
}

vec3 view_point(const struct tn_view *v, int object, vec3 local)
{
    return v3_add(v->placement[object].position, q_rotate(v->placement[object].orientation, local));
}

struct placement view_part(const struct tn_view *v, int object, const struct piece *p)
{
    return (struct placement){view_point(v, object, p->offset), q_mul(v->placement[object].orientation, p->turned)};
}
