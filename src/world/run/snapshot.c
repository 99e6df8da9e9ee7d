/* snapshot.c: the state of a world as a few sections of bytes: undo, rewind and replay restore a copy.
 *
 * The same walk over the world saves and restores, so that the two cannot disagree. Only existing things are walked: a
 * slot that is used in a snapshot holds the same thing until no snapshot refers to it any more, whatever happens to the
 * world.
 *
 * Each section is divided into chunks. A chunk that is equal to the corresponding one of the previous snapshot is
 * shared with it, with a reference count: a history of many small edits needs memory only for what they change.
 */
#include <string.h>

#include "world/world_parts.h"

enum { CHUNK = 16384 };

struct chunk {
    int uses;
    size_t size;
    unsigned char bytes[];
};

/* Separate sections for data whose offsets do not change while other things come and go, so that chunks stay equal. */
enum section {
    SECTION_OBJECTS_ALIVE,
    SECTION_CONSTRAINTS_ALIVE,
    SECTION_FORCES_ALIVE,
    SECTION_REST,
    SECTION_OBJECTS,
    SECTION_CONSTRAINTS,
    SECTIONS
};

struct tn_snapshot {
    long number; /* serial number, from 1 */
    struct {
        ARRAY(struct chunk *) chunks;
    } section[SECTIONS];
};

struct world_walk {
    tn_world *w;
    struct things *t;  /* of the world */
    tn_snapshot *save; /* either this or `restore`; the other is NULL */
    const tn_snapshot *restore;
    const tn_snapshot *before; /* the snapshot whose chunks can be shared; NULL: none */
    enum section section;
    int chunk; /* the current one */
    size_t at; /* offset in it */
    int text;  /* of the texts that things had: where the next one is looked for */
    unsigned char full[CHUNK];
};

/* ---- chunks ---- */

static void chunk_drop(struct things *t, struct chunk *c)
{
    if (--c->uses > 0)
        return;
    t->snapshot_bytes -= sizeof *c + c->size;
    mem_free(c);
}

/* Stores the collected bytes as a chunk, shared with the previous snapshot if equal. */
static void end_chunk(struct world_walk *k)
{
    if (k->at == 0)
        return;
    const struct chunk *const *old = NULL;
    if (k->before != NULL && k->chunk < k->before->section[k->section].chunks.count)
        old = (const struct chunk *const *)&k->before->section[k->section].chunks.at[k->chunk];
    struct chunk *c;
    if (old != NULL && (*old)->size == k->at && memcmp((*old)->bytes, k->full, k->at) == 0) {
        c = k->before->section[k->section].chunks.at[k->chunk];
        c->uses++;
    } else {
        c = mem_new(sizeof *c + k->at);
        c->uses = 1;
        c->size = k->at;
        memcpy(c->bytes, k->full, k->at);
        k->t->snapshot_bytes += sizeof *c + c->size;
    }
    ARRAY_PUSH(&k->save->section[k->section].chunks, c);
    k->chunk++;
    k->at = 0;
}

static void walk_section(struct world_walk *k, enum section section)
{
    if (k->save != NULL)
        end_chunk(k);
    k->section = section;
    k->chunk = 0;
    k->at = 0;
}

void world_walk_bytes(struct world_walk *k, void *p, size_t n)
{
    unsigned char *bytes = p;
    while (n > 0) {
        if (k->save != NULL && k->at == CHUNK)
            end_chunk(k);
        const struct chunk *from = k->save == NULL ? k->restore->section[k->section].chunks.at[k->chunk] : NULL;
        size_t size = from != NULL ? from->size : CHUNK, some = size - k->at < n ? size - k->at : n;
        if (from == NULL)
            memcpy(k->full + k->at, bytes, some);
        else
            memcpy(bytes, from->bytes + k->at, some);
        k->at += some;
        bytes += some;
        n -= some;
        if (from != NULL && k->at == size) {
            k->chunk++;
            k->at = 0;
        }
    }
}

bool world_walk_restores(const struct world_walk *k) { return k->restore != NULL; }

#define WALK(k, x) world_walk_bytes(k, &(x), sizeof(x))

/* A text that things own; those that they had are in the list of texts (change_things.c), where it takes the place of
 * the one that comes back. */
static void walk_text(struct world_walk *k, const char **text)
{
    const char *was = *text;
    WALK(k, *text);
    if (*text == was)
        return;
    for (int i = 0; *text != NULL && i < k->t->texts.count; i++) {
        const int at = (k->text + i) % k->t->texts.count;
        if (k->t->texts.at[at] == *text) {
            k->t->texts.at[at] = (char *)(uintptr_t)was;
            k->text = at + 1;
            return;
        }
    }
    if (was != NULL)
        ARRAY_PUSH(&k->t->texts, (char *)(uintptr_t)was);
}

/* ---- existing things ---- */

/* The generation of a slot in a snapshot; the section begins with the number of slots. */
static uint32_t generation_in(const tn_snapshot *s, enum section section, int slot)
{
    int slots;
    uint32_t generation;
    if (s->section[section].chunks.count == 0)
        return 0;
    memcpy(&slots, s->section[section].chunks.at[0]->bytes, sizeof slots);
    if (slot >= slots)
        return 0;
    size_t at = sizeof slots + sizeof generation * (size_t)slot;
    memcpy(&generation, s->section[section].chunks.at[at / CHUNK]->bytes + at % CHUNK, sizeof generation);
    return generation;
}

/* Slots made after the snapshot are unused in it; their memory is kept for a redo. Unused slots keep counting
 * generations, so that no id is ever valid for two things. */
static void walk_pool(struct world_walk *k, struct pool *p, enum section section)
{
    int slots = p->generation.count;
    walk_section(k, section);
    WALK(k, slots);
    for (int i = 0; i < slots; i++) {
        uint32_t now = p->generation.at[i];
        WALK(k, p->generation.at[i]);
        if (k->restore != NULL && p->generation.at[i] % 2 == 0 && p->generation.at[i] < now)
            p->generation.at[i] = now + now % 2;
    }
    for (int i = slots; i < p->generation.count; i++)
        p->generation.at[i] += p->generation.at[i] % 2;
}

static void walk_order(struct world_walk *k, struct pool *p)
{
    int order = p->order.count;
    WALK(k, order);
    ARRAY_RESERVE(&p->order, order);
    p->order.count = order;
    world_walk_bytes(k, p->order.at, sizeof *p->order.at * (size_t)order);
}

/* Shared pieces are saved by address; they are kept while a snapshot may refer to them (shared.c). */
static void walk_shared(struct world_walk *k, const void **piece)
{
    const void *was = *piece;
    WALK(k, *piece);
    if (*piece == was)
        return;
    if (*piece != NULL)
        shared_again(*piece);
    shared_drop(k->t, was);
}

/* Its initial state as given, and its named points. */
static void walk_more(struct world_walk *k, struct object_more *m)
{
    WALK(k, m->has_begin);
    WALK(k, m->begin.position);
    WALK(k, m->begin.orientation);
    WALK(k, m->begin.velocity);
    WALK(k, m->begin.spin);
    WALK(k, m->begin.has_state);
    int points = m->points.count;
    WALK(k, points);
    ARRAY_RESERVE(&m->points, points);
    m->points.count = points;
    world_walk_bytes(k, m->points.at, sizeof *m->points.at * (size_t)points);
}

static void walk_object_state(struct world_walk *k, struct object_state *s)
{
    WALK(k, s->x);
    WALK(k, s->v);
    WALK(k, s->w);
    WALK(k, s->orientation);
    WALK(k, s->value);
    WALK(k, s->rate);
    WALK(k, s->present);
    WALK(k, s->gone);
    if (s->own != NULL) /* q, v, λ, metric: one block of memory */
        world_walk_bytes(k, s->own->q,
                         sizeof(double) * (size_t)(2 * s->own->count + s->own->lambdas + s->own->metrics));
}

/* Each object holds its model once. What it held goes where replaced models are kept. */
static void exchange_model(struct things *t, struct general *was, struct general *is)
{
    if (was == is)
        return;
    general_again(is);
    if (was != NULL)
        ARRAY_PUSH(&t->left_models, was);
}

static void walk_objects(tn_world *w, struct world_walk *k)
{
    for (int i = 0; i < pool_slots(&k->t->object_pool); i++) {
        if (!pool_lives(&k->t->object_pool, i))
            continue;
        struct object *o = object_edit(w, i);
        const void *type = o->type;
        struct general *model = o->type->general;
        walk_shared(k, &type);
        o->type = type;
        exchange_model(k->t, model, o->type->general);
        const void *turned = o->turned;
        walk_shared(k, &turned);
        o->turned = turned;
        WALK(k, o->centered);
        walk_text(k, (const char **)(void *)&o->name);
        walk_object_state(k, &w->run.objects.at[i]);
        bool more = o->more != NULL;
        WALK(k, more);
        if (more) {
            walk_more(k, object_more(o));
        } else if (o->more != NULL) { /* made later; the memory is kept for a redo */
            object_more(o)->has_begin = false;
            object_more(o)->points.count = 0;
        }
    }
}

static void walk_constraint_state(struct world_walk *k, const struct constraint *c, struct constraint_state *s)
{
    WALK(k, s->present);
    WALK(k, s->gone);
    WALK(k, s->on);
    WALK(k, s->active);
    WALK(k, s->since);
    WALK(k, s->met);
    WALK(k, s->softly);
    WALK(k, s->off);
    WALK(k, s->has_slide);
    WALK(k, s->slide);
    world_walk_bytes(k, s->multiplier, s->multiplier != NULL ? sizeof(double) * (size_t)c->type->rows : 0);
    for (int i = 0; i < c->limit_count; i++) {
        WALK(k, s->limits[i].mode);
        WALK(k, s->limits[i].push);
        WALK(k, s->limits[i].multiplier);
    }
}

static void walk_more_of(struct world_walk *k, const struct constraint *c, struct constraint_more *m)
{
    WALK(k, m->number_set);
    for (int i = 0; i < c->limit_count; i++) {
        struct limit *l = &m->limits[i];
        WALK(k, l->bounce);
        WALK(k, l->bound);
        walk_text(k, (const char **)(void *)&l->text);
        world_walk_bytes(k, l->input, sizeof *l->input * (size_t)l->inputs);
    }
}

static void walk_constraints(tn_world *w, struct world_walk *k)
{
    for (int i = 0; i < pool_slots(&k->t->constraint_pool); i++) {
        if (!pool_lives(&k->t->constraint_pool, i))
            continue;
        struct constraint *c = constraint_edit(w, i);
        const void *type = c->type, *build = c->build;
        walk_shared(k, &type);
        walk_shared(k, &build);
        c->type = type;
        c->build = build;
        WALK(k, c->line);
        walk_text(k, (const char **)(void *)&c->name);
        walk_text(k, (const char **)(void *)&c->text);
        unsigned number = c->number;
        WALK(k, number);
        c->number = number & 0x3fffffffu;
        walk_constraint_state(k, c, &w->run.constraints.at[i]);
        world_walk_bytes(k, constraint_inputs(c), sizeof *c->input * (size_t)c->inputs);
        bool more = c->more != NULL;
        WALK(k, more);
        if (more)
            walk_more_of(k, c, constraint_more(c));
        else if (c->more != NULL) /* made later */
            constraint_more(c)->number_set = false;
    }
}

static void walk_forces(tn_world *w, struct world_walk *k)
{
    for (int i = 0; i < pool_slots(&k->t->force_pool); i++) {
        if (!pool_lives(&k->t->force_pool, i))
            continue;
        struct force *f = force_edit(w, i);
        struct force_state *s = &w->run.forces.at[i];
        WALK(k, s->present);
        WALK(k, s->gone);
        WALK(k, f->def.changed);
        WALK(k, f->def.item.place.line);
        WALK(k, f->number);
        walk_text(k, &f->def.item.name);
        walk_text(k, &f->def.item.text);
        walk_text(k, &f->def.item.turn);
        walk_text(k, &f->def.head);
        for (int n = 0; n < FORCE_VALUES; n++)
            walk_text(k, &f->def.value_text[n]);
        WALK(k, s->on);
        WALK(k, s->active);
        WALK(k, f->def.value);
    }
}

/* Lets and turns are never removed. */
static void walk_numbers(struct world_walk *k, double *at, int count)
{
    WALK(k, count);
    world_walk_bytes(k, at, sizeof *at * (size_t)count);
}

static void walk_accounts(tn_world *w, struct world_walk *k)
{
    WALK(k, w->run.t);
    WALK(k, w->settings);
    WALK(k, w->run.work_done);
    WALK(k, w->run.next_event);
    WALK(k, w->run.touched);
    WALK(k, w->run.has_base);
    WALK(k, w->run.base_energy);
    WALK(k, w->run.largest_change);
    WALK(k, w->run.largest_kinetic);
    WALK(k, w->run.drift);
    WALK(k, w->run.largest_deviation);
    WALK(k, w->run.last_deviation);
    WALK(k, w->run.any_assembled);
    WALK(k, w->run.last_event);
    WALK(k, w->run.events_here);
    WALK(k, w->run.softness);
    WALK(k, w->run.soft_until);
    WALK(k, w->run.soft_for);
    WALK(k, w->run.soft_tries);
    WALK(k, w->run.shorter);
    WALK(k, w->run.assembled);
    WALK(k, w->run.assembled_at);
}

/* Contact impulses are part of the state: without them a pile would sag. The memory of statements is kept. */
static void walk_contacts(tn_world *w, struct world_walk *k)
{
    int count = k->t->contact_defs.count;
    unsigned char *memory = NULL;
    size_t size = k->save != NULL ? contact_save(w, &memory) : 0;
    WALK(k, count);
    ARRAY_RESERVE(&k->t->contact_defs, count);
    k->t->contact_defs.count = count;
    world_walk_bytes(k, k->t->contact_defs.at, sizeof *k->t->contact_defs.at * (size_t)count);
    WALK(k, size);
    if (k->restore != NULL)
        memory = mem_new(size + 1);
    world_walk_bytes(k, memory, size);
    if (k->restore != NULL)
        contact_restore(w, memory, size);
    else
        mem_free(memory);
}

/* Probes and traces made later do not exist in it; what a probe reads may have been removed since. */
static void walk_probes(struct world_walk *k, struct probe_list *list)
{
    int count = list->count;
    WALK(k, count);
    ARRAY_RESERVE(list, count);
    list->count = count;
    world_walk_bytes(k, list->at, sizeof *list->at * (size_t)count);
    for (int i = 0; i < count; i++)
        world_walk_bytes(k, list->at[i]->input, sizeof *list->at[i]->input * (size_t)list->at[i]->inputs);
}

/* The memory of skins made later is kept for a redo. */
static void walk_skins(struct world_walk *k)
{
    int count = k->t->skins.count;
    WALK(k, count);
    for (int i = 0; i < count; i++)
        WALK(k, k->t->skins.at[i].removed);
    for (int i = count; i < k->t->skins.count; i++)
        k->t->skins.at[i].removed = true;
}

/* Handles made later are released; their lets are reused. */
static void walk_grabs(tn_world *w, struct world_walk *k)
{
    int count = w->run.grabs.count;
    WALK(k, count);
    for (int i = count; i < w->run.grabs.count; i++)
        w->run.grabs.at[i].held = false;
    world_walk_bytes(k, w->run.grabs.at, sizeof *w->run.grabs.at * (size_t)count);
}

static void walk_rest(tn_world *w, struct world_walk *k)
{
    walk_accounts(w, k);
    walk_order(k, &k->t->object_pool);
    walk_order(k, &k->t->constraint_pool);
    walk_order(k, &k->t->force_pool);
    walk_forces(w, k);
    walk_numbers(k, w->run.lets.at, w->run.lets.count);
    walk_numbers(k, w->run.turns.at, w->run.turns.count);
    int events = k->t->events.count;
    WALK(k, events);
    ARRAY_RESERVE(&k->t->events, events);
    k->t->events.count = events;
    world_walk_bytes(k, k->t->events.at, sizeof *k->t->events.at * (size_t)events);
    walk_contacts(w, k);
    int trackers = k->t->trackers.count;
    WALK(k, trackers);
    world_walk_bytes(k, k->t->trackers.at, sizeof *k->t->trackers.at * (size_t)trackers);
    world_walk_bytes(k, w->run.angles.at, sizeof *w->run.angles.at * (size_t)trackers);
    walk_probes(k, &k->t->probes);
    walk_probes(k, &k->t->traces);
    walk_skins(k);
    walk_grabs(w, k);
    bool has_scene = w->scene_hooks != NULL;
    WALK(k, has_scene);
    if (w->scene_hooks != NULL)
        w->scene_hooks->walk(w, has_scene ? k : NULL);
}

static void walk_world(tn_world *w, struct world_walk *k)
{
    walk_pool(k, &k->t->object_pool, SECTION_OBJECTS_ALIVE);
    walk_pool(k, &k->t->constraint_pool, SECTION_CONSTRAINTS_ALIVE);
    walk_pool(k, &k->t->force_pool, SECTION_FORCES_ALIVE);
    walk_section(k, SECTION_REST);
    walk_rest(w, k);
    walk_section(k, SECTION_OBJECTS);
    walk_objects(w, k);
    walk_section(k, SECTION_CONSTRAINTS);
    walk_constraints(w, k);
    walk_section(k, SECTION_OBJECTS_ALIVE);
}

tn_snapshot *tn_snapshot_take(tn_world *w)
{
    if (w == NULL)
        return NULL;
    tn_snapshot *s = MEM_NEW(tn_snapshot);
    struct world_walk *k = MEM_NEW(struct world_walk);
    struct things *t = things_edit(w); /* unshared: the snapshot holds addresses */
    k->w = w;
    k->t = t;
    k->save = s;
    s->number = ++t->snapshots_taken;
    k->before = t->snapshots.count > 0 ? t->snapshots.at[t->snapshots.count - 1] : NULL;
    plan_store(w);
    world_restart_looking(w);
    walk_world(w, k);
    mem_free(k);
    ARRAY_PUSH(&t->snapshots, s);
    return s;
}

/* Rebuilds the names of existing things. */
static void restore_names(struct names *names, const struct pool *p,
                          const char *(*name_of)(const tn_world *w, int slot), const tn_world *w)
{
    names_free(names);
    for (int i = 0; i < p->order.count; i++)
        if (name_of(w, p->order.at[i]) != NULL)
            names_set(names, name_of(w, p->order.at[i]), p->order.at[i]);
}

static const char *force_name(const tn_world *w, int slot) { return w->things->forces.at[slot].def.item.name; }

/* The index of a snapshot among those of the world; -1: it belongs to another world. */
static int snapshot_index(const tn_world *w, const tn_snapshot *s)
{
    int i = w != NULL && s != NULL ? w->things->snapshots.count - 1 : -1;
    while (i >= 0 && w->things->snapshots.at[i] != s)
        i--;
    return i;
}

tn_status tn_snapshot_restore(tn_world *w, const tn_snapshot *s)
{
    if (snapshot_index(w, s) < 0)
        return TN_WRONG_USE;
    struct world_walk *k = MEM_NEW(struct world_walk);
    struct things *t = things_edit(w);
    k->w = w;
    k->t = t;
    k->restore = s;
    plan_drop(w);
    walk_world(w, k);
    mem_free(k);
    restore_names(&t->object_names, &t->object_pool, world_object_name, w);
    restore_names(&t->constraint_names, &t->constraint_pool, world_constraint_name, w);
    restore_names(&t->force_names, &t->force_pool, force_name, w);
    labels_restore(t);
    w->reports.failure[0] = '\0';
    return TN_OK;
}

/* ---- purging ---- */

static bool is_needed(const struct things *t, enum section section, int slot)
{
    for (int i = 0; i < t->snapshots.count; i++)
        if (generation_in(t->snapshots.at[i], section, slot) % 2 == 1)
            return true;
    return false;
}

/* Frees removed things that no snapshot can bring back. */
void world_purge(tn_world *w)
{
    struct things *t = things_edit(w);
    for (int i = 0; i < t->forces.count; i++)
        if (!pool_lives(&t->force_pool, i) && t->forces.at[i].used && !is_needed(t, SECTION_FORCES_ALIVE, i))
            world_purge_force(w, i);
    for (int i = 0; i < t->constraints.count; i++)
        if (!pool_lives(&t->constraint_pool, i) && t->constraints.at[i].used &&
            !is_needed(t, SECTION_CONSTRAINTS_ALIVE, i))
            world_purge_constraint(w, i);
    for (int i = 0; i < t->objects.count; i++)
        if (!pool_lives(&t->object_pool, i) && t->objects.at[i].used && !is_needed(t, SECTION_OBJECTS_ALIVE, i))
            world_purge_object(w, i);
    shared_sweep(t);
}

bool snapshot_between(const struct things *t, long after, long last)
{
    for (int i = 0; i < t->snapshots.count; i++)
        if (t->snapshots.at[i]->number > after && t->snapshots.at[i]->number <= last)
            return true;
    return false;
}

static void drop_chunks(struct things *t, tn_snapshot *s)
{
    for (int r = 0; r < SECTIONS; r++) {
        for (int i = 0; i < s->section[r].chunks.count; i++)
            chunk_drop(t, s->section[r].chunks.at[i]);
        ARRAY_FREE(&s->section[r].chunks);
    }
    mem_free(s);
}

void tn_snapshot_free(tn_world *w, tn_snapshot *s)
{
    const int at = snapshot_index(w, s);
    if (at < 0)
        return;
    struct things *t = things_edit(w);
    drop_chunks(t, s);
    t->snapshots.count--;
    memmove(t->snapshots.at + at, t->snapshots.at + at + 1,
            sizeof *t->snapshots.at * (size_t)(t->snapshots.count - at));
    world_purge(w);
}
