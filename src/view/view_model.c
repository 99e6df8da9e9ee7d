/* view_model.c: what the objects of a world look like: shared by all views between two changes of topology.
 *
 * Whether a model still fits a world is decided by hashes of what each object looks like, with the addresses of meshes,
 * lattices and formulas: the model holds these, so that an address cannot be used for something else meanwhile. The
 * topology number, which programs see, is a hash of contents alone (view_sheets.c).
 */
#include <string.h>

#include "view/look.h"
#include "view/view.h"

#include "tenon/edit.h"

/* Objects without a colour of their own get one by their order: neighbours differ in hue and in lightness, and none
 * is near white or black. */
static const vec3 palette[] = {
    {0.22, 0.46, 0.72}, {0.91, 0.52, 0.16}, {0.27, 0.62, 0.39}, {0.80, 0.28, 0.30}, {0.53, 0.40, 0.71},
    {0.86, 0.69, 0.18}, {0.20, 0.62, 0.67}, {0.82, 0.45, 0.62}, {0.55, 0.41, 0.31}, {0.53, 0.66, 0.24},
};
static const vec3 color_fixed = {0.58, 0.60, 0.63}, color_plane = {0.80, 0.81, 0.83};

static bool deforms(enum object_kind kind)
{
    return kind == OBJECT_FLEXIBLE || kind == OBJECT_CURVE || kind == OBJECT_JELLO;
}

void view_model_free(struct view_model *c)
{
    if (c == NULL || --c->references > 0)
        return;
    for (int i = 0; i < c->objects.count; i++) {
        lattice_free(c->objects.at[i].lattice);
        general_free(c->objects.at[i].general);
    }
    for (int i = 0; i < c->parts.count; i++)
        if (c->parts.at[i].solid.mesh != NULL)
            mesh_free(c->parts.at[i].solid.mesh);
    for (int i = 0; i < c->sheets.count; i++) {
        mem_free(c->sheets.at[i].source);
        mem_free((void *)(uintptr_t)c->surfaces.at[i].corner);
        mem_free((void *)(uintptr_t)c->surfaces.at[i].paint);
    }
    view_meshes_free(c);
    arena_free(&c->texts);
    ARRAY_FREE(&c->objects);
    ARRAY_FREE(&c->parts);
    ARRAY_FREE(&c->constraint_slot);
    ARRAY_FREE(&c->force_slot);
    ARRAY_FREE(&c->sheets);
    ARRAY_FREE(&c->seen);
    ARRAY_FREE(&c->seen_parts);
    ARRAY_FREE(&c->points);
    ARRAY_FREE(&c->nails);
    ARRAY_FREE(&c->surfaces);
    ARRAY_FREE(&c->constraints);
    ARRAY_FREE(&c->forces);
    mem_free(c->object_of);
    mem_free(c);
}

/* ---- looks ---- */

/* The colour of the next object in order of creation; absent ones keep their place in the palette. */
static vec3 color_of(const struct object_type *d, int *colored)
{
    if (d->has_color)
        return d->color;
    if (d->kind == OBJECT_PLANE)
        return color_plane;
    if (d->motion == MOTION_FIXED)
        return color_fixed;
    return palette[(*colored)++ % (int)(sizeof palette / sizeof *palette)];
}

static uint64_t look_of_shape(uint64_t h, const struct shape *s)
{
    h = look_address(look_address(h, s->class), s->mesh);
    for (int i = 0; i < SHAPE_SIZES; i++)
        h = look_number(h, s->size[i]);
    return look_turn(look_vector(h, s->offset), s->turned);
}

static uint64_t look_of(tn_world *w, int slot, const struct object_type *d, vec3 color)
{
    struct flexible_state f;
    vec3 at;
    uint64_t h = look_word(look_word(3, (uint64_t)slot), world_object_generation(w, slot));
    h = look_word(look_word(h, (uint64_t)d->kind), (uint64_t)d->motion);
    h = look_text(look_vector(look_vector(h, color), d->weight.center), world_object_name(w, slot));
    for (int i = 0; i < d->shape_count; i++)
        h = look_of_shape(h, &d->shapes[i]);
    if (d->kind == OBJECT_BARE) {
        const sym3 *i = &d->inertia;
        h = look_vector(look_vector(look_number(h, d->mass), v3(i->xx, i->yy, i->zz)), v3(i->xy, i->xz, i->yz));
    }
    if (deforms(d->kind))
        h = look_address(look_number(h, d->curve_width), d->general);
    if (d->kind == OBJECT_FLEXIBLE && world_flexible(w, slot, &f))
        h = look_address(h, f.lattice);
    const char *name;
    for (int i = 0; (name = world_point_at(w, slot, i, &at)) != NULL; i++)
        h = look_vector(look_text(h, name), at);
    return h;
}

/* ---- parts ---- */

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
    if (m == NULL)
        return;
    if (solid_of(&(struct shape){.mesh = m}, &p.solid))
        ARRAY_PUSH(&c->parts, p);
    else
        mesh_free(m);
}

static void add_parts(struct view_model *c, struct view_object *a, tn_world *w, const struct object_type *d)
{
    a->part = c->parts.count;
    if (deforms(d->kind))
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

/* ---- named points ---- */

static void add_point(struct view_model *c, const struct view_object *a, const char *name, vec3 local, bool user)
{
    for (int i = a->point; i < c->points.count; i++)
        if (strcmp(c->points.at[i].name, name) == 0)
            return; /* of several shapes with such a point the first one counts */
    ARRAY_PUSH(&c->points, ((tn_view_point){c->objects.count, name, local, user}));
}

static void add_points(struct view_model *c, struct view_object *a, tn_world *w, const struct object_type *d)
{
    const char *name;
    vec3 at;
    a->point = c->points.count;
    for (int i = 0; (name = world_point_at(w, a->slot, i, &at)) != NULL; i++)
        add_point(c, a, arena_text(&c->texts, name, strlen(name)), at, true);
    a->points = c->points.count - a->point;
    if (d->kind != OBJECT_VARIABLE && d->kind != OBJECT_CURVE) {
        add_point(c, a, "center", a->center, false);
        if (d->kind != OBJECT_PARTICLE)
            add_point(c, a, "origin", v3(0, 0, 0), false);
    }
    for (int i = 0; i < d->shape_count; i++) {
        const struct shape *s = &d->shapes[i];
        for (int k = 0; s->class != NULL && s->class->point != NULL && s->class->point(s, k, &name, &at); k++)
            add_point(c, a, name, v3_add(s->offset, q_rotate(s->turned, at)), false);
    }
    a->all_points = c->points.count - a->point;
    a->soft_point = c->soft_points;
    if (deforms(d->kind))
        c->soft_points += a->all_points;
}

/* ---- objects ---- */

static void add_seen(struct view_model *c, const struct view_object *a, const struct view_model *like)
{
    bool rigid = !deforms(a->kind) && a->kind != OBJECT_PARTICLE;
    int part = c->seen_parts.count;
    for (int i = 0; i < a->parts && rigid; i++) {
        const struct piece *p = &c->parts.at[a->part + i];
        int mesh = view_mesh_find(c, &p->solid, like);
        ARRAY_PUSH(&c->seen_parts, ((tn_view_part){c->objects.count, mesh, p->offset, p->turned}));
    }
    ARRAY_PUSH(&c->seen, ((tn_view_object){.id = a->id,
                                           .name = a->name,
                                           .kind = (tn_view_kind)a->kind,
                                           .fixed = a->fixed,
                                           .color = a->color,
                                           .center = a->center,
                                           .part = part,
                                           .parts = c->seen_parts.count - part,
                                           .point = a->point,
                                           .points = a->all_points,
                                           .surface = -1}));
}

static void find_reach(const struct view_model *c, struct view_object *a)
{
    for (int i = 0; i < a->parts; i++) {
        const struct piece *p = &c->parts.at[a->part + i];
        a->reach = fmax(a->reach, v3_norm(p->offset) + v3_norm(p->solid.middle) + v3_norm(p->solid.half));
    }
    for (int i = 0; i < a->all_points; i++)
        a->reach = fmax(a->reach, v3_norm(c->points.at[a->point + i].local));
    a->reach *= 1 + 1e-9;
}

static void add_object(struct view_model *c, tn_world *w, int order, int *colored, const struct view_model *like)
{
    int slot = world_object_slot(w, order);
    const struct object_type *d = world_object(w, slot);
    const char *name = world_object_name(w, slot);
    vec3 color = color_of(d, colored);
    struct flexible_state f;
    if (!world_object_present(w, slot))
        return;
    struct view_object a = {
        .id = tn_object_at(w, order),
        .slot = slot,
        .name = name != NULL ? arena_text(&c->texts, name, strlen(name)) : "",
        .kind = d->kind,
        .fixed = d->motion != MOTION_DYNAMIC || d->kind == OBJECT_PLANE,
        .color = color,
        .center = d->kind != OBJECT_VARIABLE ? d->weight.center : v3(0, 0, 0),
        .look = look_of(w, slot, d, color),
    };
    if (deforms(d->kind))
        general_again(a.general = d->general);
    if (d->kind == OBJECT_FLEXIBLE && world_flexible(w, slot, &f))
        a.lattice = lattice_again((struct lattice *)(uintptr_t)f.lattice);
    add_parts(c, &a, w, d);
    add_points(c, &a, w, d);
    find_reach(c, &a);
    add_seen(c, &a, like);
    while (c->slots <= slot)
        c->object_of[c->slots++] = -1;
    c->object_of[slot] = c->objects.count;
    ARRAY_PUSH(&c->objects, a);
}

struct view_model *view_model_make(tn_world *w, const struct view_model *like)
{
    struct view_model *c = MEM_NEW(struct view_model);
    int colored = 0, most = 0;
    c->references = 1;
    for (int i = 0; i < world_object_count(w); i++)
        most = world_object_slot(w, i) > most ? world_object_slot(w, i) : most;
    c->object_of = MEM_ARRAY(int, most + 2);
    for (int i = 0; i < world_object_count(w); i++)
        add_object(c, w, i, &colored, like);
    view_model_names(c, w);
    return c;
}

bool view_model_fits(const struct view_model *c, tn_world *w)
{
    int next = 0, colored = 0;
    for (int i = 0; i < world_object_count(w); i++) {
        int slot = world_object_slot(w, i);
        const struct object_type *d = world_object(w, slot);
        vec3 color = color_of(d, &colored);
        if (!world_object_present(w, slot))
            continue;
        if (next == c->objects.count || c->objects.at[next++].look != look_of(w, slot, d, color))
            return false;
    }
    return next == c->objects.count && view_names_look(w, c) == c->look;
}
