/* describe_objects.c: objects and their points as definitions; see describe.h. */
#include "model/make/curves.h"
#include "model/describe/describe.h"
#include "model/timeline.h"
#include "object/material_words.h"

static bool is_zero(vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }
static bool is_identity(quat q) { return q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0; }

/* Whether it still has its initial pose: nothing has moved, or it does not exist yet. */
static bool is_fresh(const tn_world *w, int slot)
{
    return world_untouched(w) || (!world_object_present(w, slot) && !world_object_gone(w, slot));
}

/* ---- shape and material ---- */

static void add_compound(struct statement *s, const struct object_type *d)
{
    struct statement *compound = draft_child(s, "compound");
    for (int i = 0; i < d->shape_count; i++) {
        const struct shape *shape = &d->shapes[i];
        const double offset[3] = {shape->offset.x, shape->offset.y, shape->offset.z};
        const double turned[4] = {shape->turned.w, shape->turned.x, shape->turned.y, shape->turned.z};
        struct statement *part = draft_child(compound, shape->class->kind.name);
        draft_numbers(part, shape->size, shape->class->sizes);
        draft_word(part, "offset");
        draft_numbers(part, offset, 3);
        if (!is_identity(shape->turned)) {
            draft_word(part, "shape-orientation");
            draft_numbers(part, turned, 4);
        }
        draft_word(part, "density");
        draft_number(part, shape->density);
    }
}

/* By its file, or by its numbers if a program gave them. */
static void add_mesh(struct statement *s, const struct object_type *d)
{
    struct statement *mesh = draft_child(s, "mesh");
    const struct mesh *m = d->shapes[0].mesh;
    if (d->mesh_path == NULL) {
        struct statement *vertices = draft_child(mesh, "vertices"), *triangles = draft_child(mesh, "triangles");
        for (int i = 0; i < m->vertex_count; i++)
            draft_numbers(vertices, (const double[]){m->vertex[i].x, m->vertex[i].y, m->vertex[i].z}, 3);
        for (int i = 0; i < m->triangle_count; i++)
            for (int k = 0; k < 3; k++)
                draft_number(triangles, m->triangle[i][k]);
        return;
    }
    draft_string(mesh, d->mesh_path);
    draft_word(mesh, "scale");
    draft_number(mesh, d->mesh_scale);
}

/* The automatic bulk modulus depends on the initial speed of a block: for one that has moved since, it is written as a
 * number. */
static int bulk_of(tn_world *w, int slot, int given, double *value)
{
    struct flexible_state f;
    if ((given == 0 && is_fresh(w, slot)) || !world_flexible(w, slot, &f))
        return given;
    *value = f.lattice->constants.bulk;
    return 1;
}

/* Numbers with words between them, as the table shows them; without, one behind the other. */
static void add_by_symbol(struct statement *s, const tn_parameter *p, const double *value, int count)
{
    struct statement *to = draft_child(s, p->word);
    const char *at = p->symbol;
    char word[KIND_WORD];
    for (int n = 0; n < count && kind_next(&at, word);)
        if (word[1] != '\0')
            draft_word(to, word);
        else
            draft_number(to, value[n++]);
}

/* What it is made of, by the table of a material. */
static void add_material(struct statement *s, tn_world *w, int slot, const struct object_type *d,
                         enum material_kind material)
{
    const struct material_class *m = material_class_at((int)material);
    const bool weighed = d->has_mass || d->has_ability;
    double value[3];
    for (const tn_parameter *p = m->kind.parameters; p->word != NULL; p++) {
        const enum material_word word = material_find(p->word);
        int n = world_get_material(d, (int)word, value);
        if (word == MATERIAL_INCOMPRESSIBLE && n >= 0)
            n = bulk_of(w, slot, n, value);
        if (n >= 0 && !(word == MATERIAL_DENSITY && weighed))
            add_by_symbol(s, p, value, n);
    }
}

static void add_solid(struct statement *s, tn_world *w, int slot, const struct object_type *d)
{
    const struct shape *shape = d->shapes;
    if (d->is_compound) {
        add_compound(s, d);
        return;
    }
    if (shape->mesh != NULL)
        add_mesh(s, d);
    else
        describe_numbers(s, shape->class->kind.name, shape->size, shape->class->sizes);
    if (!is_zero(shape->offset))
        describe_vector(s, "offset", shape->offset);
    if (!is_identity(shape->turned))
        describe_quaternion(s, "shape-orientation", shape->turned);
    add_material(s, w, slot, d, MATERIAL_SOLID);
}

static void add_block(struct statement *s, tn_world *w, int slot, const struct object_type *d)
{
    const double cells[3] = {d->cells[0], d->cells[1], d->cells[2]};
    describe_numbers(s, "block", cells, 3);
    if (d->shape_count > 0)
        add_mesh(s, d);
    else
        describe_vector(s, "size", d->size);
    add_material(s, w, slot, d, MATERIAL_FLEXIBLE);
}

static void add_jello(struct statement *s, tn_world *w, int slot, const struct object_type *d)
{
    const struct jello *j = d->general->own;
    struct statement *jello = draft_child(s, "jello");
    if (j->d == 3) {
        draft_word(jello, "box");
        draft_numbers(jello, &d->size.x, 3);
    } else {
        draft_string(jello, d->mesh_path != NULL ? d->mesh_path : "");
        draft_word(jello, "scale");
        draft_number(jello, d->mesh_scale);
    }
    add_material(s, w, slot, d, MATERIAL_AFFINE);
}

static void add_mass(struct statement *s, const struct object_type *d)
{
    const double i[6] = {d->inertia.xx, d->inertia.yy, d->inertia.zz, d->inertia.xy, d->inertia.xz, d->inertia.yz};
    bool diagonal = i[3] == 0 && i[4] == 0 && i[5] == 0;
    if (d->has_ability) {
        describe_number(s, "ability-to-move", d->ability_to_move);
        describe_number(s, "ability-to-rotate", d->ability_to_rotate);
    }
    if (d->has_mass && d->kind != OBJECT_PARTICLE)
        describe_number(s, "mass", d->mass);
    if (d->has_inertia)
        describe_numbers(s, "inertia", i, diagonal ? 3 : 6);
}

/* ---- pose and state ---- */

/* The plane of a sheet is the initial one; the present shape is in its numbers. */
static void add_jello_place(struct statement *s, tn_world *w, int slot, const struct object_type *d)
{
    const double *q, *v;
    const struct object_begin b = world_object_begin(w, slot);
    describe_vector(s, "position", b.position);
    if (!is_identity(b.orientation))
        describe_quaternion(s, "orientation", b.orientation);
    if ((is_fresh(w, slot) && !b.has_state && is_zero(b.velocity) && is_zero(b.spin)) ||
        !world_coordinates(w, slot, &q, &v))
        return;
    describe_numbers(s, "nodes", q, d->general->n);
    describe_numbers(s, "node-velocities", v, d->general->n);
}

static void add_expressions(struct statement *s, const char *word, const char *text)
{
    char *whole = mem_print("%s %s", word, text);
    struct statements read = describe_parse(s->home, whole);
    for (int i = 0; i < read.count; i++)
        draft_adopt(s, read.at[i]);
    mem_free(whole);
}

void describe_coordinates(struct statement *s, const char *word, const struct object_type *d, const double *x)
{
    struct statement *list = draft_child(s, word);
    for (int i = 0; i < d->general->n; i++) {
        draft_word(list, d->general->name[i]);
        draft_number(list, x[i]);
    }
}

/* Its present generalized coordinates. */
static void add_coordinates(struct statement *s, tn_world *w, int slot, const struct object_type *d)
{
    const double *q, *v;
    bool moves = false;
    if (!world_coordinates(w, slot, &q, &v))
        return;
    describe_coordinates(s, "coordinates", d, q);
    for (int i = 0; i < d->general->n; i++)
        moves |= v[i] != 0;
    if (moves)
        describe_coordinates(s, "velocity", d, v);
    add_expressions(s, "place", d->coordinates_text[0]);
    if (d->coordinates_text[1] != NULL)
        add_expressions(s, "pose", d->coordinates_text[1]);
}

static void add_place(struct statement *s, tn_world *w, int slot, const struct object_type *d)
{
    vec3 position, velocity, spin, center;
    quat turned;
    double value, rate;
    bool fresh = is_fresh(w, slot), moved = !fresh && d->motion == MOTION_DYNAMIC && d->kind != OBJECT_PLANE;
    const struct object_begin b = world_object_begin(w, slot);
    world_object_now(w, slot, &position, &turned, &velocity, &spin, &value, &rate);
    world_object_point(w, slot, "center", &center);
    if (d->motion != MOTION_PATH) {
        if (moved && !is_zero(center))
            describe_vector(s, "center", world_object_center(w, slot));
        else if (!moved && b.has_center)
            describe_vector(s, "center", b.center);
        else
            describe_vector(s, "position", position);
    }
    if (d->motion == MOTION_PATH && d->turning >= 0)
        return;
    const double rotation[4] = {b.rotation.axis.x, b.rotation.axis.y, b.rotation.axis.z, b.rotation.angle};
    if (fresh && b.has_rotation)
        describe_numbers(s, "rotation", rotation, 4);
    else if (!is_identity(turned) && d->kind != OBJECT_PARTICLE)
        describe_quaternion(s, "orientation", turned);
    if (d->motion != MOTION_DYNAMIC || d->kind == OBJECT_PLANE)
        return;
    if (!is_zero(velocity))
        describe_vector(s, "velocity", velocity);
    if (!is_zero(spin) && d->kind != OBJECT_PARTICLE)
        describe_vector(s, "spin", spin);
}

/* A block that has moved: the state of its nodes and elements. */
static void add_state(struct statement *s, tn_world *w, int slot)
{
    struct flexible_state f;
    if ((is_fresh(w, slot) && !world_object_begin(w, slot).has_state) || !world_flexible(w, slot, &f))
        return;
    const int nodes = f.lattice->nodes, elements = f.lattice->elements;
    describe_numbers(s, "nodes", f.q, 3 * nodes);
    describe_numbers(s, "node-velocities", f.v, 3 * nodes);
    if (f.lambda != NULL)
        describe_numbers(s, "element-multipliers", f.lambda, elements);
    if (f.metric != NULL)
        describe_numbers(s, "element-metrics", f.metric, 6 * elements);
}

/* ---- the whole ---- */

static struct statement *variable(struct document *home, tn_world *w, int slot)
{
    vec3 unused;
    quat turned;
    double value, rate;
    struct statement *s = draft_new(home, "variable");
    world_object_now(w, slot, &unused, &turned, &unused, &unused, &value, &rate);
    draft_tree(s, describe_object_name(home, w, slot));
    draft_number(s, value);
    if (rate != 0) {
        draft_word(s, "rate");
        draft_number(s, rate);
    }
    return s;
}

static void add_kind(struct statement *s, tn_world *w, int slot, const struct object_type *d)
{
    switch (d->kind) {
    case OBJECT_PARTICLE:
        describe_number(s, "particle", d->mass);
        break;
    case OBJECT_BARE:
        draft_child(s, "body");
        break;
    case OBJECT_PLANE:
        draft_child(s, "plane");
        break;
    case OBJECT_SOLID:
        add_solid(s, w, slot, d);
        break;
    case OBJECT_FLEXIBLE:
        add_block(s, w, slot, d);
        break;
    case OBJECT_CURVE:
        curves_describe(s, w, slot);
        break;
    case OBJECT_JELLO:
        add_jello(s, w, slot, d);
        break;
    case OBJECT_VARIABLE:
        break;
    }
}

static struct statement *body(struct document *home, tn_world *w, int slot, const struct object_type *d)
{
    struct statement *s = draft_new(home, "object");
    s->name = describe_object_name(home, w, slot);
    add_kind(s, w, slot, d);
    if (d->kind != OBJECT_CURVE)
        add_mass(s, d);
    if (d->kind == OBJECT_JELLO)
        add_jello_place(s, w, slot, d);
    else if (d->general != NULL && d->kind != OBJECT_CURVE)
        add_coordinates(s, w, slot, d);
    else if (d->kind != OBJECT_CURVE)
        add_place(s, w, slot, d);
    add_state(s, w, slot);
    add_material(s, w, slot, d, MATERIAL_LAYER);
    add_material(s, w, slot, d, MATERIAL_OUTSIDE);
    if (d->has_color)
        describe_vector(s, "color", d->color);
    if (d->motion == MOTION_PATH && d->path == NULL) {
        add_expressions(s, "place", d->coordinates_text[0]);
        if (d->coordinates_text[1] != NULL)
            add_expressions(s, "pose", d->coordinates_text[1]);
    } else if (d->motion == MOTION_PATH) {
        struct statement *kernel = draft_child(s, "kernel");
        draft_word(kernel, "path");
        draft_tree(kernel, describe_full_name(home, d->path));
    } else if (d->motion == MOTION_FIXED && d->kind != OBJECT_PLANE) {
        describe_word(s, "kernel", "fixed");
    }
    return s;
}

struct statement *describe_object(struct document *home, tn_world *w, int slot)
{
    const struct object_type *d = world_object(w, slot);
    if (world_object_gone(w, slot))
        return NULL;
    struct statement *s = d->kind == OBJECT_VARIABLE ? variable(home, w, slot) : body(home, w, slot, d);
    return world_object_present(w, slot) ? s : describe_birth(home, w, THING_OBJECT, slot, s);
}

struct statement *describe_point(struct document *home, const tn_world *w, int slot, int i)
{
    vec3 local;
    const char *name = world_point_at(w, slot, i, &local);
    if (world_object_gone(w, slot) || name == NULL)
        return NULL;
    const double n[3] = {local.x, local.y, local.z};
    struct statement *s = draft_new(home, "point");
    draft_word(s, name);
    draft_word(s, "of");
    draft_tree(s, describe_object_name(home, w, slot));
    draft_numbers(s, n, 3);
    return s;
}
