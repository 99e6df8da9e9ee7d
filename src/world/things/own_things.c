/* own_things.c: the things of a world: shared by clones, copied before one of them edits.
 *
 * Things are constant while more than one world uses them; every edit goes through things_edit, which makes the copy.
 * Shared between copies by reference counts, and never changed: formulas and their machine code, models of objects with
 * generalized coordinates, meshes, lattices, data of goals. Slots are the same in a copy, so that ids of one world are
 * valid in the other.
 */
#include <string.h>

#include "force/goal.h"
#include "world/world_parts.h"

static void copy_pool(struct pool *to, const struct pool *from)
{
    ARRAY_COPY(&to->generation, &from->generation);
    ARRAY_COPY(&to->free, &from->free);
    ARRAY_COPY(&to->order, &from->order);
}

static struct expression *copy_formula(const struct expression *from)
{
    if (from == NULL)
        return NULL;
    struct expression *to = MEM_NEW(struct expression);
    *to = expression_copy(from);
    return to;
}

/* ---- objects ---- */

static struct flexible_object *copy_flexible(const struct flexible_object *from)
{
    if (from == NULL)
        return NULL;
    const size_t points = (size_t)from->surface.points.count, triangles = (size_t)from->surface.triangles;
    struct flexible_object *to = MEM_NEW(struct flexible_object);
    to->lattice = lattice_again(from->lattice);
    to->surface = from->surface;
    to->surface.points.node = mem_copy(from->surface.points.node, sizeof *to->surface.points.node * points);
    to->surface.points.weight = mem_copy(from->surface.points.weight, sizeof *to->surface.points.weight * points);
    to->surface.triangle = mem_copy(from->surface.triangle, sizeof *to->surface.triangle * triangles);
    return to;
}

static struct object_more *copy_more(struct things *t, const struct object_more *from)
{
    if (from == NULL)
        return NULL;
    struct object_more *to = MEM_NEW(struct object_more);
    to->has_begin = from->has_begin;
    to->begin = from->begin;
    for (int i = 0; i < from->points.count; i++) {
        struct named_point p = {mem_text(from->points.at[i].name), from->points.at[i].local, from->points.at[i].number};
        ARRAY_PUSH(&t->texts, p.name);
        ARRAY_PUSH(&to->points, p);
    }
    to->flexible = copy_flexible(from->flexible);
    return to;
}

static void copy_objects(const struct things *from, struct things *t)
{
    const struct object *before = NULL;
    struct object *to = MEM_ARRAY(struct object, from->objects.count);
    t->objects.at = to;
    t->objects.count = t->objects.capacity = from->objects.count;
    for (int i = 0; i < from->objects.count; i++) {
        const struct object *f = &from->objects.at[i];
        struct object *o = &to[i];
        if (!pool_lives(&from->object_pool, i))
            continue;
        *o = *f;
        if (before != NULL && before->type == f->type) { /* many of the same type are adjacent */
            o->type = to[before - from->objects.at].type;
            shared_again(o->type);
        } else {
            o->type = object_take_type(t, f->type);
        }
        general_again(f->type->general);
        o->name = mem_text(f->name);
        o->turned = f->turned != NULL ? shared_take(t, f->turned, sizeof *f->turned, NULL, NULL) : NULL;
        o->more = copy_more(t, f->more);
        if (o->name != NULL)
            names_set(&t->object_names, o->name, i);
        before = f;
    }
}

/* ---- constraints ---- */

static struct limit *copy_limits(const struct limit *from, int count)
{
    struct limit *to = count > 0 ? mem_copy(from, sizeof *from * (size_t)count) : NULL;
    for (int i = 0; i < count; i++) {
        program_again(to[i].program);
        to[i].input = mem_copy(from[i].input, sizeof *from[i].input * (size_t)from[i].inputs);
        to[i].partner = mem_copy(from[i].partner, sizeof *from[i].partner * (size_t)from[i].inputs);
        to[i].text = mem_text(from[i].text);
    }
    return to;
}

static struct constraint_more *copy_more_of(const struct constraint *c)
{
    const struct constraint_more *from = c->more;
    if (from == NULL)
        return NULL;
    struct constraint_more *to = mem_copy(from, sizeof *from);
    program_again(to->program);
    to->number = copy_formula(from->number);
    to->limits = copy_limits(from->limits, c->limit_count);
    to->args = from->args != NULL ? mem_copy(from->args, sizeof *from->args * (size_t)from->arg_count) : NULL;
    to->joint = from->joint != NULL ? mem_copy(from->joint, sizeof *from->joint * (size_t)from->arg_count) : NULL;
    return to;
}

static void copy_constraints(const struct things *from, struct things *t)
{
    struct constraint *to = MEM_ARRAY(struct constraint, from->constraints.count);
    t->constraints.at = to;
    t->constraints.count = t->constraints.capacity = from->constraints.count;
    for (int i = 0; i < from->constraints.count; i++) {
        const struct constraint *f = &from->constraints.at[i];
        struct constraint *c = &to[i];
        if (!pool_lives(&from->constraint_pool, i))
            continue;
        *c = *f;
        c->type = constraint_take_type(t, f->type);
        c->build = f->build != NULL ? shared_take(t, f->build, (size_t)f->build->bytes, NULL, NULL) : NULL;
        c->input = mem_copy(f->input, sizeof *f->input * (size_t)f->inputs);
        c->name = mem_text(f->name);
        c->text = label_text_copy(f);
        c->more = copy_more_of(f);
        if (c->name != NULL)
            names_set(&t->constraint_names, c->name, i);
    }
}

/* ---- forces, probes ---- */

static void copy_forces(const struct things *from, struct things *t)
{
    struct force *to = MEM_ARRAY(struct force, from->forces.count);
    t->forces.at = to;
    t->forces.count = t->forces.capacity = from->forces.count;
    for (int i = 0; i < from->forces.count; i++) {
        const struct force *f = &from->forces.at[i];
        struct force *o = &to[i];
        if (!pool_lives(&from->force_pool, i))
            continue;
        *o = *f;
        o->def.item.name = mem_text(f->def.item.name);
        o->def.item.text = mem_text(f->def.item.text);
        o->def.item.turn = mem_text(f->def.item.turn);
        o->def.item.type.kind = mem_text(f->def.item.type.kind);
        o->def.item.type.file = things_file_name(t, f->def.item.type.file);
        o->def.head = mem_text(f->def.head);
        for (int k = 0; k < FORCE_VALUES; k++)
            o->def.value_text[k] = mem_text(f->def.value_text[k]);
        goal_again(f->def.data);
        o->values = copy_formula(f->values);
        o->lets = copy_formula(f->lets);
        o->curvature = copy_formula(f->curvature);
        o->input = mem_copy(f->input, sizeof *f->input * (size_t)f->inputs);
        if (o->def.item.name != NULL)
            names_set(&t->force_names, o->def.item.name, i);
    }
}

struct probe *probe_copy(const struct probe *from)
{
    struct probe *p = mem_copy(from, sizeof *from);
    p->name = mem_text(from->name);
    p->text = mem_text(from->text);
    p->value = expression_copy(&from->value);
    p->input = mem_copy(from->input, sizeof *from->input * (size_t)from->inputs);
    p->special = mem_copy(from->special, sizeof *from->special * (size_t)from->specials);
    return p;
}

static void copy_probes(const struct things *from, struct things *t)
{
    for (int i = 0; i < from->probes.count; i++) {
        struct probe *p = probe_copy(from->probes.at[i]);
        ARRAY_PUSH(&t->probes, p);
        ARRAY_PUSH(&t->all_probes, p);
    }
    for (int i = 0; i < from->traces.count; i++) {
        struct probe *p = probe_copy(from->traces.at[i]);
        ARRAY_PUSH(&t->traces, p);
        ARRAY_PUSH(&t->all_probes, p);
    }
    t->numbered = from->numbered;
    for (int i = 0; i < from->skins.count; i++) {
        struct skin_def s = from->skins.at[i];
        s.name = mem_text(s.name);
        s.object = mem_copy(s.object, sizeof *s.object * (size_t)s.count);
        s.generation = mem_copy(s.generation, sizeof *s.generation * (size_t)s.count);
        ARRAY_PUSH(&t->skins, s);
    }
}

const char *things_file_name(struct things *t, const char *file)
{
    for (int i = t->files.count - 1; i >= 0 && file != NULL; i--)
        if (strcmp(t->files.at[i], file) == 0)
            return t->files.at[i];
    if (file == NULL)
        return NULL;
    ARRAY_PUSH(&t->files, mem_text(file));
    return t->files.at[t->files.count - 1];
}

/* ---- the whole ---- */

struct things *things_new(void)
{
    struct things *t = MEM_NEW(struct things);
    t->object_names.borrows = t->constraint_names.borrows = t->force_names.borrows = true;
    return t;
}

/* What only snapshots refer to is not copied. */
static struct things *copy_things(const struct things *from)
{
    struct things *t = things_new();
    copy_pool(&t->object_pool, &from->object_pool);
    copy_pool(&t->constraint_pool, &from->constraint_pool);
    copy_pool(&t->force_pool, &from->force_pool);
    copy_objects(from, t);
    copy_constraints(from, t);
    copy_forces(from, t);
    copy_probes(from, t);
    ARRAY_COPY(&t->trackers, &from->trackers);
    ARRAY_COPY(&t->contact_defs, &from->contact_defs);
    ARRAY_COPY(&t->events, &from->events);
    for (int i = 0; i < from->sources.count; i++)
        ARRAY_PUSH(&t->sources, expression_copy(&from->sources.at[i]));
    labels_restore(t);
    t->elements = from->elements;
    t->snapshots_taken = from->snapshots_taken;
    return t;
}

/* For the reference count, the only member that is written while things are shared. */
static struct things *writable(const struct things *t) { return (struct things *)(uintptr_t)t; }

const struct things *things_share(const struct things *t)
{
    if (t->snapshots.count > 0)
        return copy_things(t);
    counted_again(&writable(t)->users);
    return t;
}

static void free_texts(char **at, int count)
{
    for (int i = 0; i < count; i++)
        mem_free(at[i]);
}

static void free_lists(struct things *t)
{
    for (int i = 0; i < t->all_probes.count; i++)
        probe_free(t->all_probes.at[i]);
    for (int i = 0; i < t->sources.count; i++)
        expression_free(&t->sources.at[i]);
    for (int i = 0; i < t->left_models.count; i++)
        general_free(t->left_models.at[i]);
    skins_forget(t, 0);
    free_texts(t->texts.at, t->texts.count);
    free_texts(t->files.at, t->files.count);
    ARRAY_FREE(&t->sources);
    ARRAY_FREE(&t->trackers);
    ARRAY_FREE(&t->probes);
    ARRAY_FREE(&t->all_probes);
    ARRAY_FREE(&t->traces);
    ARRAY_FREE(&t->texts);
    ARRAY_FREE(&t->contact_defs);
    ARRAY_FREE(&t->skins);
    ARRAY_FREE(&t->events);
    ARRAY_FREE(&t->left_models);
    ARRAY_FREE(&t->files);
    ARRAY_FREE(&t->snapshots);
}

void things_free(const struct things *things)
{
    struct things *t = writable(things);
    if (!counted_last(&t->users))
        return;
    t->snapshots.count = 0;
    for (int i = 0; i < t->forces.count; i++)
        if (t->forces.at[i].used)
            force_free(&t->forces.at[i]);
    for (int i = 0; i < t->constraints.count; i++)
        if (t->constraints.at[i].used)
            constraint_free(t, &t->constraints.at[i]);
    for (int i = 0; i < t->objects.count; i++)
        if (t->objects.at[i].used)
            object_free(t, &t->objects.at[i]);
    shared_sweep(t);
    pool_release(&t->object_pool);
    pool_release(&t->constraint_pool);
    pool_release(&t->force_pool);
    names_free(&t->object_names);
    names_free(&t->constraint_names);
    names_free(&t->force_names);
    label_index_free(&t->constraint_labels);
    label_index_free(&t->force_labels);
    ARRAY_FREE(&t->objects);
    ARRAY_FREE(&t->constraints);
    ARRAY_FREE(&t->forces);
    free_lists(t);
    mem_free(t);
}

/* ---- edits ---- */

struct things *things_edit(tn_world *w)
{
    struct things *t = writable(w->things);
    if (counted_alone(&t->users))
        return t;
    w->things = copy_things(t);
    ARRAY_PUSH(&w->things_left, t);
    return writable(w->things);
}

void things_leave(tn_world *w)
{
    for (int i = 0; i < w->things_left.count; i++)
        things_free(w->things_left.at[i]);
    ARRAY_FREE(&w->things_left);
}

#define PUT(array, slot, type, thing)                                                                                  \
    do {                                                                                                               \
        ARRAY_RESERVE(array, (slot) + 1);                                                                              \
        if ((slot) >= (array)->count)                                                                                  \
            (array)->count = (slot) + 1;                                                                               \
        ((type *)(uintptr_t)(array)->at)[slot] = *(thing);                                                             \
    } while (0)

void object_put(tn_world *w, int slot, const struct object *o)
{
    PUT(&things_edit(w)->objects, slot, struct object, o);
}

void constraint_put(tn_world *w, int slot, const struct constraint *c)
{
    PUT(&things_edit(w)->constraints, slot, struct constraint, c);
}

void force_put(tn_world *w, int slot, const struct force *f) { PUT(&things_edit(w)->forces, slot, struct force, f); }

struct object *object_edit(tn_world *w, int slot)
{
    return (struct object *)(uintptr_t)&things_edit(w)->objects.at[slot];
}

struct object_more *object_edit_more(tn_world *w, int slot) { return object_more(object_edit(w, slot)); }

struct constraint *constraint_edit(tn_world *w, int slot)
{
    return (struct constraint *)(uintptr_t)&things_edit(w)->constraints.at[slot];
}

struct constraint_more *constraint_edit_more(tn_world *w, int slot)
{
    return constraint_more(constraint_edit(w, slot));
}

struct force *force_edit(tn_world *w, int slot) { return (struct force *)(uintptr_t)&things_edit(w)->forces.at[slot]; }
