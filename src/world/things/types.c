/* types.c: the shared types of objects and constraints (shared.c), which are exchanged for others when a number is set;
 * and what only few of them have. */
#include <string.h>

#include "world/world_parts.h"

/* ---- objects ---- */

static void drop_meshes(struct things *t, void *shapes)
{
    (void)t;
    for (struct shape *s = shapes; s->class != NULL; s++)
        if (s->mesh != NULL)
            mesh_free(s->mesh);
}

/* The list of shapes ends with one without a class. */
static struct shape *take_shapes(struct things *t, const struct shape *shapes, int count)
{
    if (count == 0)
        return NULL;
    struct shape one[2] = {{.class = NULL}, {.class = NULL}};
    struct shape *all = count > 1 ? MEM_ARRAY(struct shape, count + 1) : one;
    bool fresh;
    memcpy(all, shapes, sizeof *all * (size_t)count);
    const struct shape *taken = shared_take(t, all, sizeof *all * (size_t)(count + 1), drop_meshes, &fresh);
    for (int i = 0; i < count && fresh; i++)
        if (all[i].mesh != NULL)
            all[i].mesh->references++;
    if (all != one)
        mem_free(all);
    return (struct shape *)(uintptr_t)taken;
}

/* `general` belongs to the object, not to its types. */
static void drop_parts(struct things *t, void *bytes)
{
    const struct object_type *type = bytes;
    shared_drop(t, type->shapes);
    shared_drop(t, type->mesh_path);
    shared_drop(t, type->path);
    shared_drop(t, type->curve_type);
    for (int i = 0; i < 2; i++)
        shared_drop(t, type->coordinates_text[i]);
}

const struct object_type *object_take_type(struct things *things, const struct object_type *type)
{
    _Static_assert(offsetof(struct object_type, unused) + sizeof type->unused == sizeof *type,
                   "types are compared as bytes: `unused` fills the last word and stands last");
    struct object_type t = *type;
    bool fresh;
    t.shapes = take_shapes(things, type->shapes, type->shape_count);
    t.mesh_path = shared_text(things, type->mesh_path);
    t.path = shared_text(things, type->path);
    t.curve_type = shared_text(things, type->curve_type);
    for (int i = 0; i < 2; i++)
        t.coordinates_text[i] = shared_text(things, type->coordinates_text[i]);
    t.file = things_file_name(things, type->file);
    const struct object_type *taken = shared_take(things, &t, sizeof t, drop_parts, &fresh);
    if (!fresh)
        drop_parts(things, &t);
    return taken;
}

void object_retype(tn_world *w, int slot, const struct object_type *type)
{
    struct things *t = things_edit(w);
    struct object *o = object_edit(w, slot);
    const struct object_type *was = o->type;
    o->type = object_take_type(t, type);
    shared_drop(t, was);
}

struct object_more *object_more(struct object *o)
{
    if (o->more == NULL)
        o->more = MEM_NEW(struct object_more);
    return (struct object_more *)(uintptr_t)o->more;
}

void object_free_more(const struct object *o)
{
    if (o->more == NULL)
        return;
    struct object_more *m = (struct object_more *)(uintptr_t)o->more;
    ARRAY_FREE(&m->points);
    flexible_free(m->flexible);
    mem_free(m);
}

/* ---- constraints ---- */

static void drop_words(struct things *t, void *type) { shared_drop(t, ((struct constraint_type *)type)->item.kind); }

/* Padding is zeroed: types are compared byte by byte. */
const struct constraint_type *constraint_take_type(struct things *things, const struct constraint_type *type)
{
    _Static_assert(offsetof(struct constraint_type, is_on_curve) + sizeof type->is_on_curve == sizeof *type,
                   "types are compared as bytes: is_on_curve stands last, with no padding behind it");
    struct constraint_type t;
    bool fresh;
    memcpy(&t, type, sizeof t);
    memset(&t.item, 0, sizeof t.item);
    t.item.kind = shared_text(things, type->item.kind);
    t.item.file = things_file_name(things, type->item.file);
    t.item.from = type->item.from;
    t.item.to = type->item.to;
    t.item.has_interval = type->item.has_interval;
    t.item.handle = type->item.handle;
    const struct constraint_type *taken = shared_take(things, &t, sizeof t, drop_words, &fresh);
    if (!fresh)
        drop_words(things, &t);
    return taken;
}

void constraint_retype(tn_world *w, int slot, const struct constraint_type *type)
{
    struct things *t = things_edit(w);
    struct constraint *c = constraint_edit(w, slot);
    const struct constraint_type *was = c->type;
    c->type = constraint_take_type(t, type);
    shared_drop(t, was);
}

/* Takes ownership of b. */
const struct built *constraint_take_built(struct things *t, struct built *b)
{
    const struct built *taken = shared_take(t, b, (size_t)b->bytes, NULL, NULL);
    mem_free(b);
    return taken;
}

void constraint_set_number(tn_world *w, int slot, double value)
{
    struct things *t = things_edit(w);
    struct constraint *c = constraint_edit(w, slot);
    const struct built *was = c->build;
    struct built *b = mem_copy(was, (size_t)was->bytes);
    built_set_parameter(b, 0, value);
    c->build = constraint_take_built(t, b);
    shared_drop(t, was);
}

struct constraint_more *constraint_more(struct constraint *c)
{
    if (c->more == NULL)
        c->more = MEM_NEW(struct constraint_more);
    return (struct constraint_more *)(uintptr_t)c->more;
}

struct connector *constraint_inputs(struct constraint *c) { return (struct connector *)(uintptr_t)c->input; }

static void free_limits(struct limit *limits, int count)
{
    for (int i = 0; i < count; i++) {
        if (limits[i].program != NULL)
            program_free(limits[i].program);
        mem_free(limits[i].input);
        mem_free(limits[i].partner);
        mem_free(limits[i].text);
        if (limits[i].source != NULL)
            expression_free(limits[i].source);
        mem_free(limits[i].source);
    }
    mem_free(limits);
}

void constraint_free_more(const struct constraint *c)
{
    struct constraint_more *m = (struct constraint_more *)(uintptr_t)c->more;
    if (m == NULL)
        return;
    program_free(m->program);
    free_limits(m->limits, c->limit_count);
    if (m->number != NULL)
        expression_free(m->number);
    mem_free(m->number);
    mem_free(m->args);
    mem_free(m->joint);
    mem_free(m);
}
