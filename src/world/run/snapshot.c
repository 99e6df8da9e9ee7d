/* snapshot.c: the state of a world as a few sections of bytes: undo, rewind and replay are a copy.
 *
 * One walk over the world serves both ways, so that saving and restoring cannot
 * disagree. Only what lives is walked: a slot that lives in a snapshot holds the
 * same thing until no snapshot has it any more, whatever happens to the world.
 *
 * Each section is cut into chunks. A chunk that is equal to the one at its place in the
 * snapshot before is that one, counted: a history of many small edits takes
 * the memory of what they change.
 */
#include <string.h>

#include "world/world_parts.h"

enum { CHUNK = 16384 };

struct chunk {
    int uses;
    size_t size;
    unsigned char bytes[];
};

/* Things that keep their places while others come and go are walked in sections of their own, so that chunks stay equal. */
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
    long number; /* among all that were taken, from 1 */
    struct {
        ARRAY(struct chunk *) chunks;
    } section[SECTIONS];
};

struct world_walk {
    tn_world *w;
    tn_snapshot *save; /* one of the two */
    const tn_snapshot *restore;
    const tn_snapshot *before; /* the snapshot whose chunks may be used again; NULL: none */
    enum section section;
    int chunk; /* at work */
    size_t at; /* in it */
    unsigned char full[CHUNK];
};

/* ---- chunks ---- */

static void chunk_drop(tn_world *w, struct chunk *c)
{
    if (--c->uses > 0)
        return;
    w->snapshot_bytes -= sizeof *c + c->size;
    mem_free(c);
}

/* What was gathered becomes a chunk, an old one if it is the same. */
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
        k->w->snapshot_bytes += sizeof *c + c->size;
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

/* ---- what lives ---- */

/* The generation of a slot in a snapshot: the section begins with how many slots there are. */
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

/* Slots that came after the snapshot are not living in it; their memory stays for a redo. What is dead goes on counting
 * its generations, so that no id is ever good for two things. */
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

/* What is shared is known by its address, and stays while a snapshot may know it (shared.c). */
static void walk_shared(struct world_walk *k, const void **piece)
{
    const void *was = *piece;
    WALK(k, *piece);
    if (*piece == was)
        return;
    if (*piece != NULL)
        shared_again(*piece);
    shared_drop(k->w, was);
}

/* Nodes and elements of a flexible object, coordinates, and the points that texts have named. */
static void walk_more(struct world_walk *k, const struct object_type *type, struct object_more *m)
{
    WALK(k, m->has_begin);
    WALK(k, m->begin.position);
    WALK(k, m->begin.orientation);
    int points = m->points.count;
    WALK(k, points);
    ARRAY_RESERVE(&m->points, points);
    m->points.count = points;
    world_walk_bytes(k, m->points.at, sizeof *m->points.at * (size_t)points);
    const struct flexible_object *f = m->flexible;
    if (f != NULL) {
        const size_t nodes = sizeof(double) * (size_t)f->lattice->nodes;
        const size_t elements = sizeof(double) * (size_t)f->lattice->elements;
        world_walk_bytes(k, f->q, 3 * nodes);
        world_walk_bytes(k, f->v, 3 * nodes);
        world_walk_bytes(k, f->lambda, f->lambda != NULL ? elements : 0);
        world_walk_bytes(k, f->metric, f->metric != NULL ? 6 * elements : 0);
    }
    if (type->general != NULL) {
        world_walk_bytes(k, m->q, sizeof(double) * (size_t)type->general->n);
        world_walk_bytes(k, m->qd, sizeof(double) * (size_t)type->general->n);
    }
}

static void walk_objects(tn_world *w, struct world_walk *k)
{
    for (int i = 0; i < pool_slots(&w->things->object_pool); i++) {
        struct object *o = &w->things->objects.at[i];
        if (!pool_lives(&w->things->object_pool, i))
            continue;
        const void *type = o->type;
        walk_shared(k, &type);
        o->type = type;
        WALK(k, o->x);
        WALK(k, o->v);
        WALK(k, o->w);
        WALK(k, o->orientation);
        WALK(k, o->value);
        WALK(k, o->rate);
        WALK(k, o->present);
        WALK(k, o->gone);
        bool more = o->more != NULL;
        WALK(k, more);
        if (more) {
            walk_more(k, o->type, object_more(o));
        } else if (o->more != NULL) { /* it came later; memory stays for a redo */
            o->more->has_begin = false;
            o->more->points.count = 0;
        }
    }
}

static void walk_more_of(struct world_walk *k, const struct constraint *c, struct constraint_more *m)
{
    WALK(k, m->number_set);
    WALK(k, m->has_slide);
    WALK(k, m->slide);
    world_walk_bytes(k, m->multiplier, m->multiplier != NULL ? sizeof(double) * (size_t)c->type->rows : 0);
    for (int i = 0; i < c->limit_count; i++) {
        struct limit *l = &m->limits[i];
        WALK(k, l->mode);
        WALK(k, l->push);
        WALK(k, l->multiplier);
        WALK(k, l->bounce);
        WALK(k, l->bound);
        world_walk_bytes(k, l->input, sizeof *l->input * (size_t)l->inputs);
    }
}

static void walk_constraints(tn_world *w, struct world_walk *k)
{
    for (int i = 0; i < pool_slots(&w->things->constraint_pool); i++) {
        struct constraint *c = &w->things->constraints.at[i];
        if (!pool_lives(&w->things->constraint_pool, i))
            continue;
        const void *type = c->type, *build = c->build;
        walk_shared(k, &type);
        walk_shared(k, &build);
        c->type = type;
        c->build = build;
        WALK(k, c->present);
        WALK(k, c->gone);
        WALK(k, c->on);
        WALK(k, c->active);
        WALK(k, c->since);
        WALK(k, c->met);
        WALK(k, c->off);
        world_walk_bytes(k, c->input, sizeof *c->input * (size_t)c->inputs);
        bool more = c->more != NULL;
        WALK(k, more);
        if (more)
            walk_more_of(k, c, constraint_more(c));
        else if (c->more != NULL) /* it came later */
            c->more->number_set = false;
    }
}

static void walk_forces(tn_world *w, struct world_walk *k)
{
    for (int i = 0; i < pool_slots(&w->things->force_pool); i++) {
        struct force *f = &w->things->forces.at[i];
        if (!pool_lives(&w->things->force_pool, i))
            continue;
        WALK(k, f->present);
        WALK(k, f->gone);
        WALK(k, f->def.changed);
        WALK(k, f->on);
        WALK(k, f->active);
        WALK(k, f->def.value);
    }
}

/* Lets and turns only ever grow in number. */
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
    WALK(k, w->run.assembled);
    WALK(k, w->run.assembled_at);
}

/* Impulses of contacts are part of the state: a pile that forgot them would sag. Memory of statements stays. */
static void walk_contacts(tn_world *w, struct world_walk *k)
{
    int count = w->things->contact_defs.count;
    unsigned char *memory = NULL;
    size_t size = k->save != NULL ? contact_save(w, &memory) : 0;
    WALK(k, count);
    ARRAY_RESERVE(&w->things->contact_defs, count);
    w->things->contact_defs.count = count;
    world_walk_bytes(k, w->things->contact_defs.at, sizeof *w->things->contact_defs.at * (size_t)count);
    WALK(k, size);
    if (k->restore != NULL)
        memory = mem_new(size + 1);
    world_walk_bytes(k, memory, size);
    if (k->restore != NULL)
        contact_restore(w, memory, size);
    else
        mem_free(memory);
}

/* Probes and traces that came later are not there; what they look at may have been removed since. */
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

/* The memory of skins that came later stays for a redo. */
static void walk_skins(tn_world *w, struct world_walk *k)
{
    int count = w->things->skins.count;
    WALK(k, count);
    for (int i = 0; i < count; i++)
        WALK(k, w->things->skins.at[i].removed);
    for (int i = count; i < w->things->skins.count; i++)
        w->things->skins.at[i].removed = true;
}

/* Handles that came later hold nothing; their lets are for the next one. */
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
    walk_order(k, &w->things->object_pool);
    walk_order(k, &w->things->constraint_pool);
    walk_order(k, &w->things->force_pool);
    walk_forces(w, k);
    walk_numbers(k, w->run.lets.at, w->run.lets.count);
    walk_numbers(k, w->run.turns.at, w->run.turns.count);
    int events = w->things->events.count;
    WALK(k, events);
    ARRAY_RESERVE(&w->things->events, events);
    w->things->events.count = events;
    world_walk_bytes(k, w->things->events.at, sizeof *w->things->events.at * (size_t)events);
    walk_contacts(w, k);
    int trackers = w->things->trackers.count;
    WALK(k, trackers);
    world_walk_bytes(k, w->things->trackers.at, sizeof *w->things->trackers.at * (size_t)trackers);
    world_walk_bytes(k, w->run.angles.at, sizeof *w->run.angles.at * (size_t)trackers);
    walk_probes(k, &w->things->probes);
    walk_probes(k, &w->things->traces);
    walk_skins(w, k);
    walk_grabs(w, k);
    bool has_scene = w->scene_hooks != NULL;
    WALK(k, has_scene);
    if (w->scene_hooks != NULL)
        w->scene_hooks->walk(w, has_scene ? k : NULL);
}

static void walk_world(tn_world *w, struct world_walk *k)
{
    walk_pool(k, &w->things->object_pool, SECTION_OBJECTS_ALIVE);
    walk_pool(k, &w->things->constraint_pool, SECTION_CONSTRAINTS_ALIVE);
    walk_pool(k, &w->things->force_pool, SECTION_FORCES_ALIVE);
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
    k->w = w;
    k->save = s;
    s->number = ++w->snapshots_taken;
    k->before = w->snapshots.count > 0 ? w->snapshots.at[w->snapshots.count - 1] : NULL;
    plan_store(w);
    world_restart(w);
    walk_world(w, k);
    mem_free(k);
    ARRAY_PUSH(&w->snapshots, s);
    return s;
}

/* Names follow who lives. */
static void restore_names(struct names *names, const struct pool *p,
                          const char *(*name_of)(const tn_world *w, int slot), const tn_world *w)
{
    names_free(names);
    for (int i = 0; i < p->order.count; i++)
        if (name_of(w, p->order.at[i]) != NULL)
            names_set(names, name_of(w, p->order.at[i]), p->order.at[i]);
}

static const char *force_name(const tn_world *w, int slot) { return w->things->forces.at[slot].def.item.name; }

/* Where a snapshot is among those of the world; -1: it is another's. */
static int snapshot_index(const tn_world *w, const tn_snapshot *s)
{
    int i = w != NULL && s != NULL ? w->snapshots.count - 1 : -1;
    while (i >= 0 && w->snapshots.at[i] != s)
        i--;
    return i;
}

tn_status tn_snapshot_restore(tn_world *w, const tn_snapshot *s)
{
    if (snapshot_index(w, s) < 0)
        return TN_WRONG_USE;
    struct world_walk *k = MEM_NEW(struct world_walk);
    k->w = w;
    k->restore = s;
    plan_drop(w);
    walk_world(w, k);
    mem_free(k);
    restore_names(&w->things->object_names, &w->things->object_pool, world_object_name, w);
    restore_names(&w->things->constraint_names, &w->things->constraint_pool, world_constraint_name, w);
    restore_names(&w->things->force_names, &w->things->force_pool, force_name, w);
    w->reports.failure[0] = '\0';
    return TN_OK;
}

/* ---- what no snapshot needs ---- */

static bool is_needed(const tn_world *w, enum section section, int slot)
{
    for (int i = 0; i < w->snapshots.count; i++)
        if (generation_in(w->snapshots.at[i], section, slot) % 2 == 1)
            return true;
    return false;
}

/* Frees what is removed once no snapshot can bring it back. */
void world_purge(tn_world *w)
{
    for (int i = 0; i < w->things->forces.count; i++)
        if (!pool_lives(&w->things->force_pool, i) && w->things->forces.at[i].used &&
            !is_needed(w, SECTION_FORCES_ALIVE, i))
            world_purge_force(w, i);
    for (int i = 0; i < w->things->constraints.count; i++)
        if (!pool_lives(&w->things->constraint_pool, i) && w->things->constraints.at[i].used &&
            !is_needed(w, SECTION_CONSTRAINTS_ALIVE, i))
            world_purge_constraint(w, i);
    for (int i = 0; i < w->things->objects.count; i++)
        if (!pool_lives(&w->things->object_pool, i) && w->things->objects.at[i].used &&
            !is_needed(w, SECTION_OBJECTS_ALIVE, i))
            world_purge_object(w, i);
    shared_sweep(w);
}

bool snapshot_between(const tn_world *w, long after, long last)
{
    for (int i = 0; i < w->snapshots.count; i++)
        if (w->snapshots.at[i]->number > after && w->snapshots.at[i]->number <= last)
            return true;
    return false;
}

void tn_snapshot_free(tn_world *w, tn_snapshot *s)
{
    const int at = snapshot_index(w, s);
    if (at < 0)
        return;
    for (int r = 0; r < SECTIONS; r++) {
        for (int i = 0; i < s->section[r].chunks.count; i++)
            chunk_drop(w, s->section[r].chunks.at[i]);
        ARRAY_FREE(&s->section[r].chunks);
    }
    w->snapshots.count--;
    memmove(w->snapshots.at + at, w->snapshots.at + at + 1,
            sizeof *w->snapshots.at * (size_t)(w->snapshots.count - at));
    mem_free(s);
    world_purge(w);
}
