/* kept.c: what is kept with a world between batches: names with values, looks, the timeline, values given by tn_set.
 *
 * A clone of a world shares this with it. Definitions cache results (constants, values in the current formula), so that
 * code that evaluates them needs an unshared scene: scene_of makes the copy. Statements and moments do not change, and
 * stay shared.
 */
#include <stdint.h>
#include <string.h>

#include "model/origin.h"
#include "model/timeline.h"

static void scene_release(void *p)
{
    struct scene *s = p;
    if (atomic_fetch_sub_explicit(&s->users, 1, memory_order_acq_rel) > 1)
        return;
    for (int i = 0; i < s->arenas.count; i++)
        arena_free(&s->arenas.at[i]);
    for (int i = 0; i < s->documents.count; i++)
        document_drop(s->documents.at[i]);
    for (int i = 0; i < s->overrides.count; i++)
        mem_free(s->overrides.at[i].name);
    for (int i = 0; i < s->allowed.count; i++)
        mem_free(s->allowed.at[i]);
    ARRAY_FREE(&s->allowed);
    for (int i = 0; i < s->files.count; i++) {
        mem_free(s->files.at[i].written);
        mem_free(s->files.at[i].where);
    }
    ARRAY_FREE(&s->files);
    for (int i = 0; i < s->moments.count; i++)
        moment_drop(s->moments.at[i]);
    for (int i = 0; i < s->all_editions.count; i++)
        edition_drop(s->all_editions.at[i]);
    ARRAY_FREE(&s->all_editions);
    ARRAY_FREE(&s->editions);
    names_free(&s->names);
    ARRAY_FREE(&s->arenas);
    ARRAY_FREE(&s->documents);
    ARRAY_FREE(&s->all_kept);
    ARRAY_FREE(&s->kept);
    ARRAY_FREE(&s->overrides);
    ARRAY_FREE(&s->all_looks);
    ARRAY_FREE(&s->looks);
    ARRAY_FREE(&s->moments);
    ARRAY_FREE(&s->changing);
    mem_free(s);
}

static void *scene_share(void *p)
{
    struct scene *s = p;
    atomic_fetch_add_explicit(&s->users, 1, memory_order_relaxed);
    return s;
}

int scene_keep(struct scene *s, struct definition *d)
{
    d->number = s->all_kept.count;
    ARRAY_PUSH(&s->all_kept, d);
    ARRAY_PUSH(&s->kept, d->number);
    names_set(&s->names, d->name, d->number);
    return d->number;
}

void scene_keep_document(struct scene *s, struct document *d)
{
    document_keep(d);
    ARRAY_PUSH(&s->documents, d);
}

/* ---- snapshots ---- */

static void name_kept(struct scene *s)
{
    names_free(&s->names);
    for (int i = 0; i < s->kept.count; i++)
        names_set(&s->names, scene_kept(s, i)->name, s->kept.at[i]);
}

void scene_forget(struct scene *s, int number)
{
    for (int i = 0; i < s->kept.count; i++)
        if (s->kept.at[i] == number) {
            ARRAY_REMOVE(&s->kept, i);
            break;
        }
    name_kept(s);
}

void scene_hide(struct scene *s, const bool *hidden)
{
    int left = 0;
    for (int i = 0; i < s->kept.count; i++)
        if (!hidden[s->kept.at[i]])
            s->kept.at[left++] = s->kept.at[i];
    s->kept.count = left;
    name_kept(s);
}

void scene_list(struct scene *s, const int *numbers, int count)
{
    s->kept.count = 0;
    for (int i = 0; i < count; i++)
        ARRAY_PUSH(&s->kept, numbers[i]);
    name_kept(s);
}

/* A list of numbers, with the length it has in the snapshot. */
static void walk_numbers(struct world_walk *k, struct numbers *n)
{
    int count = n->count;
    world_walk_bytes(k, &count, sizeof count);
    if (world_walk_restores(k)) {
        ARRAY_RESERVE(n, count);
        n->count = count;
    }
    world_walk_bytes(k, n->at, sizeof *n->at * (size_t)count);
}

/* Walks what belongs to a snapshot: names and looks made later do not exist in it; their memory is kept for a redo.
 * Taking a snapshot only reads the scene, which may be shared. */
static void walk_scene(tn_world *w, struct world_walk *k)
{
    if (k == NULL) { /* a snapshot from before there was a scene */
        struct scene *s = scene_of(w);
        s->kept.count = s->looks.count = s->changing.count = s->editions.count = 0;
        names_free(&s->names);
        return;
    }
    struct scene *s = world_walk_restores(k) ? scene_of(w) : world_scene(w);
    walk_numbers(k, &s->kept);
    walk_numbers(k, &s->looks);
    walk_numbers(k, &s->changing);
    walk_numbers(k, &s->editions);
    if (world_walk_restores(k))
        name_kept(s);
}

/* ---- an unshared copy of a scene ---- */

/* Maps definitions and bindings of the original to those of the copy. */
struct twins {
    struct arena *arena;
    const void **from;
    void **to;
    size_t count, capacity; /* a power of two */
    ARRAY(struct definition *) made;
};

static size_t twin_place(const struct twins *t, const void *from)
{
    size_t i = (size_t)((uintptr_t)from >> 4) * 0x9E3779B97F4A7C15u & (t->capacity - 1);
    while (t->from[i] != NULL && t->from[i] != from)
        i = (i + 1) & (t->capacity - 1);
    return i;
}

static void twin_add(struct twins *t, const void *from, void *to)
{
    if (2 * (t->count + 1) > t->capacity) {
        struct twins larger = {.arena = t->arena, .capacity = t->capacity > 0 ? 2 * t->capacity : 64};
        larger.from = MEM_ARRAY(const void *, larger.capacity);
        larger.to = MEM_ARRAY(void *, larger.capacity);
        for (size_t i = 0; i < t->capacity; i++)
            if (t->from[i] != NULL) {
                size_t place = twin_place(&larger, t->from[i]);
                larger.from[place] = t->from[i];
                larger.to[place] = t->to[i];
            }
        larger.count = t->count;
        memcpy(&larger.made, &t->made, sizeof t->made);
        mem_free((void *)t->from);
        mem_free(t->to);
        *t = larger;
    }
    size_t place = twin_place(t, from);
    t->from[place] = from;
    t->to[place] = to;
    t->count++;
}

static void *twin_of(const struct twins *t, const void *from)
{
    return t->capacity > 0 ? t->to[twin_place(t, from)] : NULL;
}

static const char *twin_text(struct twins *t, const char *text)
{
    return text != NULL ? arena_text(t->arena, text, strlen(text)) : NULL;
}

static struct definition *copy_definition(struct twins *t, const struct definition *d);

/* Copies a chain of bindings. It may be long, and lets of a round refer to all of it: the chain is made first. */
static const struct env *copy_env(struct twins *t, const struct env *first)
{
    ARRAY(const struct env *) fresh = {0};
    const struct env *e = first;
    for (; e != NULL && twin_of(t, e) == NULL; e = e->up) {
        struct env *copy = ARENA_NEW(t->arena, struct env);
        *copy = (struct env){NULL, twin_text(t, e->name), e->number, NULL};
        twin_add(t, e, copy);
        ARRAY_PUSH(&fresh, e);
    }
    for (int i = 0; i < fresh.count; i++) {
        struct env *copy = twin_of(t, fresh.at[i]);
        copy->up = fresh.at[i]->up != NULL ? twin_of(t, fresh.at[i]->up) : NULL;
        copy->let = fresh.at[i]->let != NULL ? copy_definition(t, fresh.at[i]->let) : NULL;
    }
    ARRAY_FREE(&fresh);
    return first != NULL ? twin_of(t, first) : NULL;
}

static struct definition *copy_definition(struct twins *t, const struct definition *d)
{
    struct definition *copy = twin_of(t, d);
    if (copy != NULL)
        return copy;
    copy = ARENA_NEW(t->arena, struct definition);
    *copy = *d;
    twin_add(t, d, copy);
    ARRAY_PUSH(&t->made, copy);
    copy->name = twin_text(t, d->name);
    copy->file = twin_text(t, d->file);
    copy->serial = 0;
    copy->env = copy_env(t, d->env);
    if (d->spline != NULL)
        copy->spline = spline_new(t->arena, (const double(*)[4])d->spline->key, d->spline->keys);
    return copy;
}

/* Statements that definitions speak of move along. */
void scene_copy_definitions(struct scene *s, struct definition **list, int count)
{
    if (count == 0)
        return;
    struct arena arena = {0};
    struct twins twins = {.arena = &arena};
    struct document *home = document_new(NULL);
    for (int i = 0; i < count; i++)
        list[i] = copy_definition(&twins, list[i]);
    for (int i = 0; i < twins.made.count; i++) {
        struct definition *d = twins.made.at[i];
        const struct statement *copy = draft_copy(home, d->statement, false);
        if (d->body != NULL && d->statement->arg_count > 0 && d->body == d->statement->args[0])
            d->body = copy->args[0];
        d->statement = copy;
    }
    ARRAY_PUSH(&s->arenas, arena);
    scene_keep_document(s, home);
    document_drop(home);
    ARRAY_FREE(&twins.made);
    mem_free((void *)twins.from);
    mem_free(twins.to);
}

static struct numbers copy_numbers(const struct numbers *from)
{
    return (struct numbers){mem_copy(from->at, sizeof *from->at * (size_t)from->count), from->count, from->count};
}

static struct scene *copy_scene(const struct scene *from)
{
    struct scene *s = MEM_NEW(struct scene);
    struct arena arena = {0};
    struct twins twins = {.arena = &arena};
    atomic_init(&s->users, 1);
    s->serial = from->serial;
    s->read_image = from->read_image;
    for (int i = 0; i < from->allowed.count; i++)
        ARRAY_PUSH(&s->allowed, mem_text(from->allowed.at[i]));
    for (int i = 0; i < from->files.count; i++) {
        const struct file_read f = {mem_text(from->files.at[i].written), mem_text(from->files.at[i].where)};
        ARRAY_PUSH(&s->files, f);
    }
    for (int i = 0; i < from->documents.count; i++)
        scene_keep_document(s, from->documents.at[i]);
    for (int i = 0; i < from->all_kept.count; i++)
        ARRAY_PUSH(&s->all_kept, copy_definition(&twins, from->all_kept.at[i]));
    s->kept = copy_numbers(&from->kept);
    s->looks = copy_numbers(&from->looks);
    s->changing = copy_numbers(&from->changing);
    s->editions = copy_numbers(&from->editions);
    for (int i = 0; i < from->all_editions.count; i++) {
        edition_keep(from->all_editions.at[i]);
        ARRAY_PUSH(&s->all_editions, from->all_editions.at[i]);
    }
    for (int i = 0; i < from->overrides.count; i++) {
        struct override o = from->overrides.at[i];
        o.name = mem_text(o.name);
        ARRAY_PUSH(&s->overrides, o);
    }
    for (int i = 0; i < from->all_looks.count; i++)
        ARRAY_PUSH(&s->all_looks, from->all_looks.at[i]);
    for (int i = 0; i < from->moments.count; i++) {
        moment_keep(from->moments.at[i]);
        ARRAY_PUSH(&s->moments, from->moments.at[i]);
    }
    ARRAY_PUSH(&s->arenas, arena);
    name_kept(s);
    ARRAY_FREE(&twins.made);
    mem_free((void *)twins.from);
    mem_free(twins.to);
    return s;
}

static bool scene_has_name(const void *scene, const char *name)
{
    return names_get(&((const struct scene *)scene)->names, name) >= 0;
}

/* The first nail from index i on, in the order of declaration. */
static int scene_nail(const void *scene, int i, const char **name, vec3 *at)
{
    const struct scene *s = scene;
    for (; i < s->kept.count; i++) {
        const struct definition *d = scene_kept(s, i);
        if (d->kind != DEFINE_NAIL || d->constant != CONSTANT_VECTOR)
            continue;
        *name = d->name;
        *at = v3(d->value[0], d->value[1], d->value[2]);
        return i;
    }
    return -1;
}

struct scene *scene_of(tn_world *w)
{
    struct scene *s = world_scene(w);
    if (s != NULL && atomic_load_explicit(&s->users, memory_order_acquire) == 1)
        return s;
    struct scene *own;
    if (s != NULL) {
        own = copy_scene(s);
        scene_release(s);
    } else {
        own = MEM_NEW(struct scene);
        atomic_init(&own->users, 1);
    }
    static const struct scene_hooks hooks = {scene_release,  scene_share, walk_scene,
                                             scene_has_name, scene_nail,  looks_camera};
    world_set_scene(w, own, &hooks);
    return own;
}
