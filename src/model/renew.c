/* renew.c: see renew.h. */
#include "model/renew.h"

#include <string.h>

#include "model/batch.h"
#include "model/make/make_hinge.h"
#include "model/timeline.h"

/* ---- what the old text has made ---- */

static bool owns(const struct reading *r, tn_thing t) { return edition_find(r->renews->old, t) != NULL; }

bool renew_owns(const struct reading *r, tn_thing_type type, uint32_t slot)
{
    if (r->renews == NULL)
        return false;
    tn_thing t = {.type = type, .slot = slot, .generation = 1};
    t.generation = type == TN_THING_OBJECT       ? world_object_generation(r->w, (int)slot)
                   : type == TN_THING_CONSTRAINT ? world_constraint_generation(r->w, (int)slot)
                   : type == TN_THING_FORCE      ? world_force_generation(r->w, (int)slot)
                                                 : 1;
    return owns(r, t);
}

bool renew_owns_probe(const struct reading *r, const char *name)
{
    return r->renews != NULL && owns(r, tn_thing_find(r->w, TN_THING_PROBE, name));
}

/* ---- objects ---- */

/* State of an object that is made anew, where the new one has the same numbers. */
static void carry_state(struct reading *r, int slot, struct object_def *d)
{
    const struct object_type *was = world_object(r->w, slot);
    const double *q, *v;
    if (r->renews->starts)
        return;
    if (d->type.general != NULL) {
        int n = was->general != NULL && world_coordinates(r->w, slot, &q, &v) ? was->general->n : 0;
        if (n == d->type.general->n && n > 0) {
            double *copy = ARENA_ARRAY(&r->arena, double, 2 * n);
            memcpy(copy, q, sizeof *q * (size_t)n);
            memcpy(copy + n, v, sizeof *v * (size_t)n);
            d->q = copy;
            d->qd = copy + n;
        }
        return;
    }
    vec3 position, velocity, spin;
    quat orientation;
    double value, rate;
    if (d->type.kind == OBJECT_VARIABLE || was->kind == OBJECT_VARIABLE || was->general != NULL ||
        d->type.motion == MOTION_PATH)
        return;
    world_object_now(r->w, slot, &position, &orientation, &velocity, &spin, &value, &rate);
    d->begin.position = position;
    d->begin.orientation = orientation;
    d->begin.has_center = d->begin.has_rotation = false;
    if (d->type.motion == MOTION_DYNAMIC) {
        d->begin.velocity = velocity;
        d->begin.spin = spin;
    }
}

bool renew_object(struct reading *r, struct instance *i, struct object_def *d, char **message)
{
    struct renewal *n = r->renews;
    if (n->measured != NULL) { /* only looked at */
        *n->measured = *d;
        n->has_measured = true;
        i->slot = 0;
        return true;
    }
    if (i->old == 0)
        return false;
    int slot = (int)n->old->things.at[i->old - 1].slot;
    if (!world_can_change(r->w, slot, d)) {
        carry_state(r, slot, d);
        world_remove_object(r->w, slot);
        renew_mark(n, i->name);
        n->done.replaced++;
        n->done.restart += n->starts ? 0 : 1;
        return false;
    }
    struct object_change change;
    *message = world_change_object(r->w, slot, d, n->starts, &change);
    if (*message != NULL)
        return true;
    if (change.points || change.pose)
        renew_mark(n, i->name);
    n->done.changed++;
    i->slot = slot;
    return true;
}

/* Does an object begin elsewhere, or with another motion, than the old text says? */
static bool starts_elsewhere(struct reading *r, const struct statement *old, const struct instance *i)
{
    static const char *const words[] = {"position", "rotation",    "orientation", "center", "velocity",
                                        "spin",     "coordinates", "nodes",       NULL};
    if (i->s->kind != STATEMENT_BLOCK) /* a variable */
        return !renew_alike(r->renews, old, i->s) || renew_is_dirty(r, i->s, i->env);
    for (int k = 0; words[k] != NULL; k++) {
        const struct statement *was = NULL, *is = NULL;
        for (int c = 0; c < old->child_count; c++)
            was = strcmp(old->children[c]->word, words[k]) == 0 ? old->children[c] : was;
        for (int c = 0; c < i->s->child_count; c++)
            is = strcmp(i->s->children[c]->word, words[k]) == 0 ? i->s->children[c] : is;
        if ((was == NULL) != (is == NULL) ||
            (is != NULL && (!renew_alike(r->renews, was, is) || renew_is_dirty(r, is, i->env))))
            return true;
    }
    return false;
}

/* Things of the old text that nothing takes the place of. */
static void remove_old(struct reading *r, tn_thing_type type)
{
    struct renewal *n = r->renews;
    for (int i = n->old->things.count - 1; i >= 0; i--) {
        tn_thing t = renew_thing(n, i);
        if (t.type != type || n->taken[i] || !tn_thing_valid(r->w, t))
            continue;
        n->done.removed++;
        if (type == TN_THING_OBJECT) {
            renew_mark(n, world_object_name(r->w, (int)t.slot));
            world_remove_object(r->w, (int)t.slot);
        } else if (type == TN_THING_CONSTRAINT || type == TN_THING_FORCE) {
            const char *name = tn_thing_name(r->w, t);
            if (name[0] != '\0')
                renew_mark(n, name);
            if (type == TN_THING_CONSTRAINT)
                world_remove_constraint(r->w, (int)t.slot);
            else
                world_remove_force(r->w, (int)t.slot);
        } else if (type == TN_THING_POINT) {
            char *name = mem_text(tn_thing_name(r->w, t));
            renew_mark(n, world_object_name(r->w, (int)t.slot));
            world_remove_point(r->w, (int)t.slot, name);
            mem_free(name);
        } else {
            tn_remove(r->w, t, NULL);
        }
    }
}

static void index_objects(struct reading *r)
{
    struct renewal *n = r->renews;
    for (int i = 0; i < r->objects.count; i++) {
        int slot = r->objects.at[i].slot;
        if (slot < 0)
            continue;
        if (slot >= n->object_slots) {
            n->object_of =
                mem_resize(n->object_of, sizeof(int) * (size_t)n->object_slots, sizeof(int) * (size_t)(2 * slot + 16));
            for (; n->object_slots < 2 * slot + 16; n->object_slots++)
                n->object_of[n->object_slots] = -1;
        }
        n->object_of[slot] = i;
    }
}

/* An object by coordinates has its formulas as texts, which speak of things by names; one on a path has the path's name. */
static bool has_other_texts(const struct reading *r, const struct instance *o)
{
    const struct statement *was = renew_statement(r->renews, o->old - 1);
    const struct object_type *type = world_object(r->w, (int)renew_thing(r->renews, o->old - 1).slot);
    const bool same =
        r->renews->renamed.pairs.count == 0 || (type->coordinates_text[0] == NULL && type->motion != MOTION_PATH);
    for (int i = 0; i < o->s->child_count && !same; i++)
        if (!draft_equal(was->children[i], o->s->children[i]))
            return true;
    return false;
}

static void make_objects(struct reading *r)
{
    struct renewal *n = r->renews;
    for (int i = 0; i < r->objects.count; i++) { /* those that stay, first: others may speak of them */
        struct instance *o = &r->objects.at[i];
        if (o->old > 0 && o->progress == NOT_MADE && renew_same(r, o->old - 1, o->s, o->env) &&
            !renew_is_dirty(r, o->s, o->env) && !has_other_texts(r, o)) {
            o->slot = (int)n->old->things.at[o->old - 1].slot;
            o->progress = MADE;
            n->done.kept++;
        }
    }
    for (int i = 0; i < r->objects.count && !reading_enough(r); i++) {
        struct instance *o = &r->objects.at[i];
        if (o->progress != NOT_MADE)
            continue;
        if (o->old > 0 && !n->starts && starts_elsewhere(r, renew_statement(n, o->old - 1), o))
            n->done.restart++;
        if (o->old == 0) {
            n->done.added++;
            n->done.restart += n->starts ? 0 : 1;
            renew_mark(n, o->name);
        }
        if (o->s->kind == STATEMENT_BLOCK)
            make_object(r, o);
        else
            make_variable(r, o);
    }
    index_objects(r);
}

static void make_points(struct reading *r)
{
    struct renewal *n = r->renews;
    vec3 local;
    for (int i = 0; i < r->points.count; i++) {
        struct instance *p = &r->points.at[i];
        tn_thing t = p->old > 0 ? renew_thing(n, p->old - 1) : (tn_thing){.type = TN_THING_NONE};
        bool there = p->old > 0 && tn_thing_valid(r->w, t);
        if (there && !renew_is_dirty_tree(r, p->s->args[2], p->env) && renew_same(r, p->old - 1, p->s, p->env) &&
            !renew_is_dirty(r, p->s, p->env)) {
            p->slot = (int)t.slot;
            p->name = world_point_at(r->w, p->slot, world_point_index(r->w, p->slot, t.index), &local);
            p->progress = MADE;
            n->done.kept++;
        } else if (there) {
            char *name = mem_text(tn_thing_name(r->w, t));
            world_remove_point(r->w, (int)t.slot, name);
            mem_free(name);
            n->done.replaced++;
        } else {
            n->done.added++;
        }
    }
    for (int i = 0; i < r->points.count && !reading_enough(r); i++)
        if (r->points.at[i].progress == NOT_MADE) {
            make_point(r, &r->points.at[i]);
            if (r->points.at[i].slot >= 0)
                renew_mark(n, world_object_name(r->w, r->points.at[i].slot));
        }
}

/* ---- poses at the start ---- */

/* An object's start as its statement has it; false if that is not a plain pose. */
static bool start_of(struct reading *r, int object, vec3 *x, quat *orientation)
{
    struct renewal *n = r->renews;
    struct object_def d = object_def_default();
    struct instance i = r->objects.at[object];
    const struct object_type *type = world_object(r->w, i.slot);
    if (i.s->kind != STATEMENT_BLOCK || type->general != NULL || type->kind == OBJECT_FLEXIBLE ||
        type->motion == MOTION_PATH)
        return false;
    i.progress = NOT_MADE;
    n->measured = &d;
    n->has_measured = false;
    bool quiet = r->quiet;
    r->quiet = true;
    make_object(r, &i);
    r->quiet = quiet;
    n->measured = NULL;
    if (!n->has_measured || !(q_norm2(d.begin.orientation) > 0))
        return false;
    *orientation = q_unit(d.begin.orientation);
    *x = d.begin.has_center ? d.begin.center : v3_add(d.begin.position, q_rotate(*orientation, type->weight.center));
    return v3_finite(*x);
}

static void swap_tree(struct reading *r, const struct tree *t, const struct env *env)
{
    struct renewal *n = r->renews;
    if (t->kind == TREE_NAME) {
        bool quiet = r->quiet;
        r->quiet = true;
        const char *full = reading_full_name(r, t, env);
        r->quiet = quiet;
        int slot = full != NULL ? world_find_object(r->w, full) : -1;
        bool known = slot < 0 || slot >= n->object_slots || n->object_of[slot] < 0;
        for (int i = 0; i < n->swapped_count; i++)
            known = known || n->swapped[i].slot == slot;
        struct swapped s = {.slot = slot};
        if (!known && start_of(r, n->object_of[slot], &s.x, &s.orientation)) {
            if (n->swapped_count == n->swapped_capacity) {
                n->swapped_capacity = 2 * n->swapped_capacity + 8;
                n->swapped = mem_resize(n->swapped, sizeof *n->swapped * (size_t)n->swapped_count,
                                        sizeof *n->swapped * (size_t)n->swapped_capacity);
            }
            n->swapped[n->swapped_count++] = s;
        }
    }
    for (int i = 0; i < t->count; i++)
        swap_tree(r, t->items[i], env);
}

static void swap_statement(struct reading *r, const struct statement *s, const struct env *env)
{
    for (int i = 0; i < s->arg_count; i++)
        swap_tree(r, s->args[i], env);
    for (int i = 0; i < s->child_count; i++)
        swap_statement(r, s->children[i], env);
}

static void exchange(struct reading *r)
{
    struct renewal *n = r->renews;
    for (int i = 0; i < n->swapped_count; i++)
        world_exchange_pose(r->w, n->swapped[i].slot, &n->swapped[i].x, &n->swapped[i].orientation);
}

/* Does a constraint fix points or directions where its objects are when it is made? */
static bool takes_pose(const struct statement *s)
{
    const struct constraint_class *class = constraint_find(s->word);
    for (int i = 0; class != NULL && i < class->form_count; i++)
        if (class->forms[i].pose != POSE_UNUSED)
            return true;
    for (int i = 0; i < s->child_count; i++)
        if (takes_pose(s->children[i]))
            return true;
    return false;
}

static void begin_poses(struct reading *r, const struct instance *i)
{
    if (r->renews->starts || i->old == 0 || i->moment > 0 || !takes_pose(i->s))
        return;
    swap_statement(r, i->s, i->env);
    exchange(r);
}

static void end_poses(struct reading *r)
{
    if (r->renews->swapped_count == 0)
        return;
    exchange(r);
    r->renews->swapped_count = 0;
}

int renew_begin_put(struct reading *r, const struct instance *i)
{
    if (r->renews == NULL)
        return -1;
    const int before = r->renews->retexts;
    r->renews->retexts = i->slot;
    if (i->slot < 0)
        begin_poses(r, i);
    return before;
}

void renew_end_put(struct reading *r, int before)
{
    if (r->renews == NULL)
        return;
    if (r->renews->retexts < 0)
        end_poses(r);
    r->renews->retexts = before;
}

/* ---- constraints and forces ---- */

/* One number means a vector along -up. */
static bool hangs_on_settings(const struct reading *r, const struct instance *i)
{
    const struct force_class *class = force_find(i->s->word);
    return r->renews->settings && class != NULL && class->in_world;
}

/* Those that stay; those that change in numbers alone; the rest is removed. */
static void sort_relations(struct reading *r, tn_thing_type type, struct instance *list, int count)
{
    struct renewal *n = r->renews;
    for (int i = 0; i < count; i++) {
        struct instance *c = &list[i];
        if (c->old == 0 || c->progress != NOT_MADE)
            continue;
        tn_thing t = renew_thing(n, c->old - 1);
        if (!tn_thing_valid(r->w, t))
            continue;
        bool same = renew_same(r, c->old - 1, c->s, c->env), dirty = renew_is_dirty(r, c->s, c->env);
        dirty = dirty || hangs_on_settings(r, c);
        bool set =
            !same && !dirty && c->moment == 0 && n->old->things.at[c->old - 1].index == 0 && renew_numbers(r, type, c);
        if ((same && !dirty) || set) {
            c->slot = (int)t.slot;
            c->progress = MADE;
            n->done.kept += set ? 0 : 1;
            n->done.changed += set ? 1 : 0;
        }
    }
    for (int i = 0; i < count; i++) {
        struct instance *c = &list[i];
        if (c->progress != NOT_MADE || c->old == 0)
            continue;
        tn_thing t = renew_thing(n, c->old - 1);
        if (c->name != NULL)
            renew_mark(n, c->name);
        if (!tn_thing_valid(r->w, t))
            continue;
        if (type == TN_THING_CONSTRAINT)
            world_remove_constraint(r->w, (int)t.slot);
        else
            world_remove_force(r->w, (int)t.slot);
    }
    /* what went along with another is made anew */
    for (int i = 0; i < count; i++)
        if (list[i].progress == MADE && list[i].old > 0 && !tn_thing_valid(r->w, renew_thing(n, list[i].old - 1))) {
            list[i].progress = NOT_MADE;
            list[i].slot = -1;
            n->done.kept--;
        }
    /* what speaks of things by other names is made for its texts alone */
    for (int i = 0; i < count; i++)
        if (list[i].progress == MADE && list[i].old > 0 && !renew_exact(r, list[i].old - 1, list[i].s, list[i].env))
            list[i].progress = NOT_MADE;
}

static void count_made(struct renewal *n, const struct instance *i)
{
    n->done.added += i->old == 0 ? 1 : 0;
    n->done.replaced += i->old > 0 ? 1 : 0;
}

/* A constraint or force is made, unless it is kept and gets other texts. */
static void note_made(struct renewal *n, const struct instance *i)
{
    if (i->slot >= 0)
        return;
    count_made(n, i);
    if (i->name != NULL)
        renew_mark(n, i->name);
}

static void make_relations(struct reading *r)
{
    struct renewal *n = r->renews;
    remove_old(r, TN_THING_CONSTRAINT);
    remove_old(r, TN_THING_FORCE);
    sort_relations(r, TN_THING_CONSTRAINT, r->constraints.at, r->constraints.count);
    for (int i = 0; i < r->constraints.count && !reading_enough(r); i++)
        if (r->constraints.at[i].progress == NOT_MADE) {
            note_made(n, &r->constraints.at[i]);
            make_constraint(r, i);
        }
    renew_spread(r);
    sort_relations(r, TN_THING_FORCE, r->forces.at, r->forces.count);
    for (int i = 0; i < r->forces.count && !reading_enough(r); i++)
        if (r->forces.at[i].progress == NOT_MADE) {
            note_made(n, &r->forces.at[i]);
            make_force(r, &r->forces.at[i]);
        }
    renew_spread(r);
}

/* ---- the rest ---- */

/* Those whose order counts: from the first that differs on, all are made anew. */
static void make_list(struct reading *r, tn_thing_type type, struct instance *list, int count)
{
    struct renewal *n = r->renews;
    bool same = true;
    for (int i = 0; i < count; i++) {
        same = same && list[i].old > 0 && !renew_is_dirty(r, list[i].s, list[i].env);
        if (same) {
            list[i].slot = (int)n->old->things.at[list[i].old - 1].slot;
            list[i].progress = MADE;
            n->done.kept++;
        } else if (list[i].old > 0) {
            n->taken[list[i].old - 1] = false;
            list[i].old = 0;
        }
    }
    int removed = n->done.removed;
    remove_old(r, type);
    removed = n->done.removed - removed;
    for (int i = 0; i < count && !reading_enough(r); i++)
        if (list[i].progress == NOT_MADE) {
            if (type == TN_THING_LOOK)
                make_look(r, &list[i]);
            else
                make_last(r, type, &list[i]);
            n->done.added++;
            if (removed-- > 0) { /* as many as were removed are replaced */
                n->done.added--;
                n->done.removed--;
                n->done.replaced++;
            }
        }
}

static void make_probes(struct reading *r)
{
    struct renewal *n = r->renews;
    remove_old(r, TN_THING_PROBE);
    for (int i = 0; i < r->probes.count; i++) {
        struct instance *p = &r->probes.at[i];
        if (p->old == 0)
            continue;
        if (renew_same(r, p->old - 1, p->s, p->env) && !renew_is_dirty(r, p->s, p->env)) {
            p->slot = (int)n->old->things.at[p->old - 1].slot;
            p->progress = MADE;
            n->done.kept++;
            if (!renew_exact(r, p->old - 1, p->s, p->env))
                renew_retext_probe(r, p);
        } else {
            tn_remove(r->w, renew_thing(n, p->old - 1), NULL);
        }
    }
    for (int i = 0; i < r->probes.count && !reading_enough(r); i++)
        if (r->probes.at[i].progress == NOT_MADE) {
            count_made(n, &r->probes.at[i]);
            make_last(r, TN_THING_PROBE, &r->probes.at[i]);
        }
}

/* ---- events ---- */

/* Names that it uses may be missing at the moment: they are made again. */
static bool event_waits(const struct reading *r, tn_thing t)
{
    return world_event_waits(r->w, r->scene->moments.at[t.slot]);
}

/* Which of them stay. Others that are to come are taken away with what they would bring; those that are over stay as they
 * were, whatever the new text says of them. */
static void sort_events(struct reading *r)
{
    struct renewal *n = r->renews;
    bool stays = true; /* their order counts: from the first that differs on, all are made anew */
    int last = -1;
    for (int i = 0; i < r->events.count; i++) {
        struct instance *e = &r->events.at[i];
        stays = stays && (e->moment == 0 || e->old - 1 > last);
        last = e->old > 0 ? e->old - 1 : last;
        if (stays && e->old > 0 && e->moment > 0 && event_waits(r, renew_thing(n, e->old - 1)) &&
            renew_exact(r, e->old - 1, e->s, e->env) && !renew_is_dirty(r, e->s, e->env)) {
            e->slot = (int)n->old->things.at[e->old - 1].slot;
            r->moments.at[e->moment - 1]->again = true;
            n->done.kept++;
        } else if (e->moment == 0) {
            n->done.restart += e->old == 0 ? 1 : 0;
            n->done.kept += e->old > 0 ? 1 : 0;
        } else {
            stays = false;
            count_made(n, e);
            if (e->old > 0)
                n->taken[e->old - 1] = false;
            e->old = 0;
        }
    }
    for (int i = 0; i < n->old->things.count; i++) {
        tn_thing t = renew_thing(n, i);
        if (t.type != TN_THING_EVENT || n->taken[i])
            continue;
        if (event_waits(r, t))
            world_remove_event(r->w, r->scene->moments.at[t.slot]);
        else
            n->done.restart++;
    }
}

/* ---- all of it ---- */

/* What goes has a name for the last time: constraints go with their objects. */
static void mark_removed(struct reading *r)
{
    struct renewal *n = r->renews;
    for (int i = 0; i < n->old->things.count; i++) {
        tn_thing t = renew_thing(n, i);
        bool named = t.type == TN_THING_OBJECT || t.type == TN_THING_CONSTRAINT || t.type == TN_THING_FORCE;
        if (named && !n->taken[i] && tn_thing_name(r->w, t)[0] != '\0')
            renew_mark(n, tn_thing_name(r->w, t));
    }
}

/* The state that a text ends with counts when it is read from its start: a world that has it goes on. */
static void check_states(struct reading *r)
{
    const struct renewal *n = r->renews;
    for (int i = 0; i < r->states.count; i++) {
        bool same = false;
        for (int k = 0; k < n->statements && !same; k++)
            same = n->statement[k] != NULL && strcmp(n->statement[k]->word, "state") == 0 &&
                   renew_alike(n, n->statement[k], r->states.at[i].s);
        if (same)
            continue;
        make_state(r, &r->states.at[i]);
        r->renews->done.restart++;
    }
}

static void make_all(struct reading *r)
{
    mark_removed(r);
    renew_rename_things(r);
    make_lets(r);
    renew_settings(r);
    make_definitions(r);
    remove_old(r, TN_THING_POINT);
    remove_old(r, TN_THING_OBJECT);
    make_objects(r);
    make_points(r);
    renew_spread(r);
    make_relations(r);
    make_list(r, TN_THING_CONTACT, r->contacts.at, r->contacts.count);
    make_list(r, TN_THING_SKIN, r->skins.at, r->skins.count);
    make_probes(r);
    make_list(r, TN_THING_LOOK, r->looks.at, r->looks.count);
    for (int i = 0; i < r->definitions.count; i++) /* what they speak of may have gone */
        if (r->definitions.at[i]->again && names_get(&r->renews->dirty, r->definitions.at[i]->name) >= 0)
            r->definitions.at[i]->failed = false;
    check_definitions(r);
    sort_events(r);
    timeline_make(r);
    check_states(r);
}

static void keep_looks(struct reading *r)
{
    for (int i = 0; i < r->looks.count; i++)
        if (r->looks.at[i].old == 0)
            keep_look(r, &r->looks.at[i]);
}

static void put_in_order(struct reading *r)
{
    ARRAY(int) slots = {0};
    const struct {
        enum world_thing thing;
        const struct instance *at;
        int count;
    } lists[] = {{WORLD_OBJECT, r->objects.at, r->objects.count},
                 {WORLD_CONSTRAINT, r->constraints.at, r->constraints.count},
                 {WORLD_FORCE, r->forces.at, r->forces.count}};
    for (int k = 0; k < 3; k++) {
        slots.count = 0;
        for (int i = 0; i < lists[k].count; i++)
            ARRAY_PUSH(&slots, lists[k].at[i].slot);
        world_reorder(r->w, lists[k].thing, slots.at, slots.count);
    }
    int *points = MEM_ARRAY(int, r->renews->object_slots + 1); /* so far, by object */
    for (int i = 0; i < r->points.count; i++)
        if (r->points.at[i].slot >= 0 && r->points.at[i].slot < r->renews->object_slots)
            world_reorder_point(r->w, r->points.at[i].slot, r->points.at[i].name, points[r->points.at[i].slot]++);
    mem_free(points);
    ARRAY(uint32_t) probes = {0};
    for (int i = 0; i < r->probes.count; i++)
        ARRAY_PUSH(&probes, (uint32_t)r->probes.at[i].slot);
    world_reorder_probes(r->w, probes.at, probes.count);
    ARRAY_FREE(&probes);
    ARRAY_FREE(&slots);
}

/* The line that a name such as connect@4 has: that of the statement which says what it is. */
static int line_of(const struct instance *i, bool constraint)
{
    for (int k = 0; i->s->kind == STATEMENT_BLOCK && k < i->s->child_count; k++) {
        const struct statement *c = i->s->children[k];
        if (constraint ? words_are_constraint(c->word) || hinge_word(c->word) >= 0 : force_find(c->word) != NULL)
            return c->place.line;
    }
    return i->s->place.line;
}

/* The lines that those without a name are called by. */
static void relabel(struct reading *r, enum world_thing thing, const struct instance *list, int count)
{
    int *slots = MEM_ARRAY(int, count + 1), *lines = MEM_ARRAY(int, count + 1);
    for (int i = 0; i < count; i++) {
        slots[i] = list[i].slot;
        lines[i] = line_of(&list[i], thing == WORLD_CONSTRAINT);
    }
    world_relabel(r->w, thing, slots, lines, count);
    mem_free(slots);
    mem_free(lines);
}

static void keep_all(struct reading *r, const struct edition_source *source)
{
    drop_earlier_gravity(r);
    renew_keep_definitions(r);
    keep_looks(r);
    renew_forget_changing(r);
    timeline_keep(r);
    put_in_order(r);
    relabel(r, WORLD_CONSTRAINT, r->constraints.at, r->constraints.count);
    relabel(r, WORLD_FORCE, r->forces.at, r->forces.count);
    origin_keep(r, source, r->renews->old);
}

bool renew(struct reading *r, struct renewal *n, const struct edition_source *source, int errors)
{
    tn_snapshot *before = tn_snapshot_take(r->w);
    n->starts = world_untouched(r->w);
    n->taken = MEM_ARRAY(bool, n->old->things.count + 1);
    n->done = (tn_applied){.kept = 0};
    n->retexts = -1;
    r->renews = n;
    renew_find_renamed(r);
    renew_move_overrides(r, false);
    renew_hide_names(r);
    for (int i = 0; i < r->scene->overrides.count; i++)
        r->scene->overrides.at[i].used = false;
    declare_all(r);
    bool good = diagnostics_errors(r->d) == errors;
    if (good) {
        renew_definitions(r);
        renew_match(r);
        make_all(r);
        good = diagnostics_errors(r->d) == errors && !world_poll(r->w);
    }
    if (good)
        keep_all(r, source);
    else
        tn_snapshot_restore(r->w, before);
    if (!good)
        renew_move_overrides(r, true);
    tn_snapshot_free(r->w, before);
    if (good)
        origin_sweep(r->w);
    mem_free(n->taken);
    mem_free(n->swapped);
    mem_free(n->object_of);
    names_free(&n->dirty);
    names_free(&n->bases);
    names_free(&n->names);
    renew_free_renamed(n);
    return good;
}
