/* skins.c: skins over chains of solids. Skins are only drawn: they affect neither the plan nor the state. */
#include <math.h>
#include <string.h>

#include "world/world_parts.h"

static const char *kind_word(enum object_kind kind)
{
    switch (kind) {
    case OBJECT_PLANE:
        return "a plane";
    case OBJECT_PARTICLE:
        return "a particle";
    case OBJECT_VARIABLE:
        return "a variable";
    case OBJECT_BARE:
        return "a body without a shape";
    case OBJECT_FLEXIBLE:
        return "flexible, and has a surface of its own";
    case OBJECT_JELLO:
        return "an affine body, and has a surface of its own";
    case OBJECT_CURVE:
        return "a curve";
    case OBJECT_SOLID:
        break;
    }
    return "no solid";
}

/* What is wrong with a skin; NULL: nothing. `which` is the object concerned, -1: the skin itself. */
static char *check(const tn_world *w, const struct skin_def *d, int *which)
{
    *which = -1;
    for (int i = 0; i < w->things->skins.count && d->name[0] != '\0'; i++)
        if (!w->things->skins.at[i].removed && strcmp(w->things->skins.at[i].name, d->name) == 0)
            return mem_print("there is a skin '%.60s' already", d->name);
    if (d->count < 2)
        return mem_text("a skin goes over two solids at least");
    for (int i = 0; i < d->count; i++) {
        const struct object *o = &w->things->objects.at[d->object[i]];
        *which = i;
        if (o->type->kind != OBJECT_SOLID)
            return mem_print("a skin goes over solids, and '%.60s' is %s", o->name != NULL ? o->name : "an object",
                             kind_word(o->type->kind));
        for (int k = 0; k < i; k++)
            if (d->object[k] == d->object[i])
                return mem_print("a skin goes over each solid once, and '%.60s' is named twice",
                                 o->name != NULL ? o->name : "an object");
    }
    *which = -1;
    if (!(d->margin >= 0) || !isfinite(d->margin))
        return mem_print("the margin of a skin must not be negative, not %.12g", d->margin);
    if (d->has_color &&
        !(fmin(d->color.x, fmin(d->color.y, d->color.z)) >= 0 && fmax(d->color.x, fmax(d->color.y, d->color.z)) <= 1))
        return mem_text("the color of a skin takes red, green and blue between 0 and 1");
    return NULL;
}

char *world_add_skin(tn_world *w, const struct skin_def *def, int *which)
{
    char *message = check(w, def, which);
    if (message != NULL)
        return message;
    struct skin_def d = *def;
    d.removed = false;
    d.name = mem_text(def->name);
    d.object = mem_copy(def->object, sizeof *def->object * (size_t)def->count);
    d.generation = MEM_ARRAY(uint32_t, def->count);
    for (int i = 0; i < d.count; i++)
        d.generation[i] = world_object_generation(w, d.object[i]);
    ARRAY_PUSH(&things_edit(w)->skins, d);
    return NULL;
}

void skins_forget(struct things *t, int count)
{
    while (t->skins.count > count) {
        struct skin_def *d = &t->skins.at[--t->skins.count];
        mem_free(d->name);
        mem_free(d->object);
        mem_free(d->generation);
    }
}

void world_remove_skin(tn_world *w, int i) { things_edit(w)->skins.at[i].removed = true; }
int world_skin_count(const tn_world *w) { return w->things->skins.count; }
const struct skin_def *world_skin(const tn_world *w, int i) { return &w->things->skins.at[i]; }

bool world_skin_lives(const tn_world *w, int skin, int i)
{
    const struct skin_def *d = &w->things->skins.at[skin];
    return !d->removed && pool_lives(&w->things->object_pool, d->object[i]) &&
           world_object_generation(w, d->object[i]) == d->generation[i] && !world_object_gone(w, d->object[i]);
}

bool world_skin_has(const tn_world *w, int skin, int i)
{
    return world_skin_lives(w, skin, i) && world_object_present(w, w->things->skins.at[skin].object[i]);
}

tn_status tn_skin_add(tn_world *w, const tn_skin_def *given, char **message)
{
    tn_skin_def read = tn_skin_default(), *const def = &read;
    char *unsized = w == NULL ? world_nothing_given() : SIZED_READ(&read, given, tn_skin_def, tn_skin_default);
    if (unsized == NULL && def->count > 0 && def->objects == NULL)
        unsized = mem_text("the objects of a skin are NULL");
    if (unsized != NULL) {
        constraint_refused(unsized, message);
        return TN_WRONG_USE;
    }
    if (def->count < 0 || def->count > w->things->object_pool.order.count) {
        constraint_refused(
            mem_print("a skin of %d objects is none: there are %d", def->count, w->things->object_pool.order.count),
            message);
        return TN_WRONG_USE;
    }
    int unused, *object = def->count > 0 ? MEM_ARRAY(int, def->count) : NULL;
    struct skin_def d = {.name = (char *)(uintptr_t)(def->name != NULL ? def->name : ""),
                         .object = object,
                         .count = def->count,
                         .has_color = !(def->color.x < 0),
                         .color = def->color,
                         .margin = def->margin};
    char *wrong = NULL;
    for (int i = 0; i < def->count && wrong == NULL; i++) {
        object[i] = pool_find(&w->things->object_pool, def->objects[i].slot, def->objects[i].generation);
        if (object[i] < 0)
            wrong = mem_print("object %d of the skin does not exist", i + 1);
    }
    if (wrong == NULL && d.name[0] != '\0')
        wrong = world_word_trouble(d.name);
    history_begin(w, "add a skin");
    if (wrong == NULL)
        wrong = world_add_skin(w, &d, &unused);
    history_end(w, wrong == NULL);
    mem_free(object);
    return world_answer(wrong, message);
}

void tn_skin_default_fill(tn_skin_def *out, size_t size)
{
    const tn_skin_def d = {.color = {-1, -1, -1}};
    sized_fill(out, size, &d, sizeof d);
}

int tn_skin_count(const tn_world *w)
{
    int count = 0;
    for (int i = 0; w != NULL && i < w->things->skins.count; i++)
        count += !w->things->skins.at[i].removed;
    return count;
}
