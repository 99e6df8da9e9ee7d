/* snapshot.c: the state of a world as one flat block: undo, rewind and replay are a copy.
 *
 * One walk over the world serves both ways, so that saving and restoring cannot
 * disagree. While a snapshot lives, what is removed from the world is kept.
 */
#include <string.h>

#include "world/parts.h"

struct tn_snapshot {
    ARRAY(unsigned char) bytes;
};

struct walk {
    tn_snapshot *save; /* one of the two */
    const tn_snapshot *restore;
    int at;
};

static void walk_bytes(struct walk *k, void *p, size_t n)
{
    if (n == 0) /* there may be no memory for nothing */
        return;
    if (n == 0) /* an empty list may have no memory at all */
        return;
    if (k->save != NULL) {
        ARRAY_RESERVE(&k->save->bytes, k->save->bytes.count + (int)n);
        memcpy(k->save->bytes.at + k->save->bytes.count, p, n);
        k->save->bytes.count += (int)n;
    } else {
        memcpy(p, k->restore->bytes.at + k->at, n);
        k->at += (int)n;
    }
}
#define WALK(k, x) walk_bytes(k, &(x), sizeof(x))

/* Slots that came after the snapshot are not living in it; their memory stays for a redo. */
static void walk_pool(struct walk *k, struct pool *p)
{
    int slots = p->generation.count, order = p->order.count;
    WALK(k, slots);
    WALK(k, order);
    for (int i = slots; i < p->generation.count; i++)
        p->generation.at[i] += p->generation.at[i] % 2;
    walk_bytes(k, p->generation.at, sizeof *p->generation.at * (size_t)slots);
    ARRAY_RESERVE(&p->order, order);
    p->order.count = order;
    walk_bytes(k, p->order.at, sizeof *p->order.at * (size_t)order);
}

static void walk_objects(tn_world *w, struct walk *k)
{
    int count = w->objects.count;
    WALK(k, count);
    for (int i = 0; i < count; i++) {
        struct object *o = &w->objects.at[i];
        WALK(k, o->x);
        WALK(k, o->v);
        WALK(k, o->w);
        WALK(k, o->orientation);
        WALK(k, o->value);
        WALK(k, o->rate);
        WALK(k, o->present);
        WALK(k, o->gone);
        WALK(k, o->def.position);
        WALK(k, o->def.orientation);
        if (o->flexible != NULL) {
            const size_t nodes = sizeof(double) * (size_t)o->flexible->lattice->nodes;
            const size_t elements = sizeof(double) * (size_t)o->flexible->lattice->elements;
            walk_bytes(k, o->flexible->q, 3 * nodes);
            walk_bytes(k, o->flexible->v, 3 * nodes);
            walk_bytes(k, o->flexible->lambda, o->flexible->lambda != NULL ? elements : 0);
            walk_bytes(k, o->flexible->metric, o->flexible->metric != NULL ? 6 * elements : 0);
        }
    }
}

/* Of other connectors than before, if the constraint was borne after the snapshot. */
static void walk_built(struct walk *k, struct constraint *c)
{
    size_t bytes = c->build != NULL ? (size_t)c->build->bytes : 0;
    WALK(k, bytes);
    if (k->restore != NULL && bytes > 0)
        c->build = mem_resize(c->build, bytes);
    walk_bytes(k, c->build, bytes);
}

static void walk_constraints(tn_world *w, struct walk *k)
{
    int count = w->constraints.count;
    WALK(k, count);
    for (int i = 0; i < count; i++) {
        struct constraint *c = &w->constraints.at[i];
        WALK(k, c->present);
        WALK(k, c->gone);
        WALK(k, c->on);
        WALK(k, c->active);
        WALK(k, c->since);
        WALK(k, c->met);
        WALK(k, c->off);
        WALK(k, c->def.tau);
        WALK(k, c->def.has_feedback);
        WALK(k, c->def.ks);
        WALK(k, c->def.kd);
        walk_built(k, c);
        walk_bytes(k, c->multiplier, c->multiplier != NULL ? sizeof(double) * (size_t)c->rows : 0);
        walk_bytes(k, c->input, sizeof *c->input * (size_t)c->inputs);
        for (int l = 0; l < c->limit_count; l++) {
            WALK(k, c->limits[l].mode);
            WALK(k, c->limits[l].push);
            WALK(k, c->limits[l].multiplier);
            WALK(k, c->limits[l].bounce);
            WALK(k, c->limits[l].bound);
            walk_bytes(k, c->limits[l].input, sizeof *c->limits[l].input * (size_t)c->limits[l].inputs);
        }
    }
}

static void walk_forces(tn_world *w, struct walk *k)
{
    int count = w->forces.count;
    WALK(k, count);
    for (int i = 0; i < count; i++) {
        struct force *f = &w->forces.at[i];
        WALK(k, f->present);
        WALK(k, f->gone);
        WALK(k, f->def.changed);
        WALK(k, f->on);
        WALK(k, f->active);
        WALK(k, f->def.value);
    }
}

/* Lets and turns only ever grow in number. */
static void walk_numbers(struct walk *k, double *at, int count)
{
    WALK(k, count);
    walk_bytes(k, at, sizeof *at * (size_t)count);
}

static void walk_accounts(tn_world *w, struct walk *k)
{
    WALK(k, w->t);
    WALK(k, w->settings);
    WALK(k, w->work_done);
    WALK(k, w->next_event);
    WALK(k, w->touched);
    WALK(k, w->has_base);
    WALK(k, w->base_energy);
    WALK(k, w->largest_change);
    WALK(k, w->largest_kinetic);
    WALK(k, w->drift);
    WALK(k, w->largest_deviation);
    WALK(k, w->last_deviation);
    WALK(k, w->any_assembled);
    WALK(k, w->last_event);
    WALK(k, w->events_here);
    WALK(k, w->softness);
    WALK(k, w->assembled);
    WALK(k, w->assembled_at);
}

/* Impulses of contacts are part of the state: a pile that forgot them would sag. Statements only ever grow in number. */
static void walk_contacts(tn_world *w, struct walk *k)
{
    int count = w->contact_defs.count;
    unsigned char *memory = NULL;
    size_t size = k->save != NULL ? contact_save(w, &memory) : 0;
    WALK(k, count);
    contact_forget_defs(w, count);
    WALK(k, size);
    if (k->restore != NULL)
        memory = mem_new(size + 1);
    walk_bytes(k, memory, size);
    if (k->restore != NULL)
        contact_restore(w, memory, size);
    else
        mem_free(memory);
}

static void walk_world(tn_world *w, struct walk *k)
{
    walk_accounts(w, k);
    walk_pool(k, &w->object_pool);
    walk_pool(k, &w->constraint_pool);
    walk_pool(k, &w->force_pool);
    walk_objects(w, k);
    walk_constraints(w, k);
    walk_forces(w, k);
    walk_numbers(k, w->lets.at, w->lets.count);
    walk_numbers(k, w->turns.at, w->turns.count);
    int events = w->events.count;
    WALK(k, events);
    ARRAY_RESERVE(&w->events, events);
    w->events.count = events;
    walk_bytes(k, w->events.at, sizeof *w->events.at * (size_t)events);
    walk_contacts(w, k);
    int trackers = w->trackers.count;
    WALK(k, trackers);
    walk_bytes(k, w->trackers.at, sizeof *w->trackers.at * (size_t)trackers);
}

tn_snapshot *tn_snapshot_take(tn_world *w)
{
    tn_snapshot *s = MEM_NEW(tn_snapshot);
    struct walk k = {.save = s};
    plan_store(w);
    world_restart(w);
    walk_world(w, &k);
    w->snapshots++;
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

static const char *object_name(const tn_world *w, int slot) { return w->objects.at[slot].def.name; }
static const char *constraint_name(const tn_world *w, int slot) { return w->constraints.at[slot].def.item.name; }
static const char *force_name(const tn_world *w, int slot) { return w->forces.at[slot].def.item.name; }

tn_status tn_snapshot_restore(tn_world *w, const tn_snapshot *s)
{
    if (s == NULL)
        return TN_WRONG_USE;
    struct walk k = {.restore = s};
    plan_drop(w);
    walk_world(w, &k);
    restore_names(&w->object_names, &w->object_pool, object_name, w);
    restore_names(&w->constraint_names, &w->constraint_pool, constraint_name, w);
    restore_names(&w->force_names, &w->force_pool, force_name, w);
    w->failure[0] = '\0';
    return TN_OK;
}

/* Frees what is removed once no snapshot can bring it back. */
void world_purge(tn_world *w)
{
    for (int i = 0; i < w->forces.count; i++)
        if (!pool_lives(&w->force_pool, i) && w->forces.at[i].used)
            world_purge_force(w, i);
    for (int i = 0; i < w->constraints.count; i++)
        if (!pool_lives(&w->constraint_pool, i) && w->constraints.at[i].used)
            world_purge_constraint(w, i);
    for (int i = 0; i < w->objects.count; i++)
        if (!pool_lives(&w->object_pool, i) && w->objects.at[i].used)
            world_purge_object(w, i);
}

void tn_snapshot_free(tn_world *w, tn_snapshot *s)
{
    if (s == NULL)
        return;
    ARRAY_FREE(&s->bytes);
    mem_free(s);
    if (--w->snapshots == 0)
        world_purge(w);
}
