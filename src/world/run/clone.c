/* clone.c: another world as this one is: what nobody changes is shared, what belongs to a run is copied.
 *
 * Shared, and counted: the plan, formulas and their machine code, models of objects with coordinates of their own, meshes,
 * lattices, data of goals, and what the model room keeps. Types of objects and constraints are taken once more, once each.
 * Places in the pools are the same, so that ids of one world are good in the other. Snapshots and the history stay behind.
 */
#include <string.h>

#include "force/goal.h"
#include "world/world_parts.h"

#define COPY_ARRAY(to, from)                                                                                           \
    do {                                                                                                               \
        ARRAY_RESERVE(to, (from)->count);                                                                              \
        if ((from)->count > 0)                                                                                         \
            memcpy((to)->at, (from)->at, sizeof *(to)->at *(size_t)(from)->count);                                     \
        (to)->count = (from)->count;                                                                                   \
    } while (0)

static void copy_pool(struct pool *to, const struct pool *from)
{
    COPY_ARRAY(&to->generation, &from->generation);
    COPY_ARRAY(&to->free, &from->free);
    COPY_ARRAY(&to->order, &from->order);
}

static double *copy_doubles(const double *from, size_t count)
{
    return from != NULL ? mem_copy(from, sizeof *from * count) : NULL;
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
    const size_t nodes = 3 * (size_t)from->lattice->nodes, elements = (size_t)from->lattice->elements;
    const size_t points = (size_t)from->surface.points.count, triangles = (size_t)from->surface.triangles;
    struct flexible_object *to = MEM_NEW(struct flexible_object);
    to->lattice = lattice_again(from->lattice);
    to->surface = from->surface;
    to->surface.points.node = mem_copy(from->surface.points.node, sizeof *to->surface.points.node * points);
    to->surface.points.weight = mem_copy(from->surface.points.weight, sizeof *to->surface.points.weight * points);
    to->surface.triangle = mem_copy(from->surface.triangle, sizeof *to->surface.triangle * triangles);
    to->q = copy_doubles(from->q, nodes);
    to->v = copy_doubles(from->v, nodes);
    to->lambda = copy_doubles(from->lambda, elements);
    to->metric = copy_doubles(from->metric, 6 * elements);
    return to;
}

static struct object_more *copy_more(tn_world *w, const struct object *o)
{
    const struct object_more *from = o->more;
    if (from == NULL)
        return NULL;
    const size_t room = o->type->general != NULL ? general_room(o->type->general) : 0;
    struct object_more *to = MEM_NEW(struct object_more);
    to->has_begin = from->has_begin;
    to->begin = from->begin;
    for (int i = 0; i < from->points.count; i++) {
        struct named_point p = {mem_text(from->points.at[i].name), from->points.at[i].local};
        ARRAY_PUSH(&w->texts, p.name);
        ARRAY_PUSH(&to->points, p);
    }
    to->flexible = copy_flexible(from->flexible);
    to->q = copy_doubles(from->q, room);
    to->qd = copy_doubles(from->qd, room);
    return to;
}

static void copy_objects(const tn_world *from, tn_world *w)
{
    const struct object *before = NULL;
    COPY_ARRAY(&w->objects, &from->objects);
    for (int i = 0; i < w->objects.count; i++) {
        const struct object *f = &from->objects.at[i];
        struct object *o = &w->objects.at[i];
        if (!pool_lives(&from->object_pool, i)) {
            *o = (struct object){.type = NULL};
            continue;
        }
        if (before != NULL && before->type == f->type) { /* many of one type follow one another */
            o->type = w->objects.at[before - from->objects.at].type;
            shared_again(o->type);
        } else {
            o->type = object_take_type(w, f->type);
        }
        general_again(f->type->general);
        o->name = mem_text(f->name);
        o->turned = f->turned != NULL ? shared_take(w, f->turned, sizeof *f->turned, NULL, NULL) : NULL;
        o->more = copy_more(w, f);
        if (o->name != NULL)
            names_set(&w->object_names, o->name, i);
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
    to->multiplier = copy_doubles(from->multiplier, (size_t)c->type->rows);
    to->args = from->args != NULL ? mem_copy(from->args, sizeof *from->args * (size_t)from->arg_count) : NULL;
    to->joint = from->joint != NULL ? mem_copy(from->joint, sizeof *from->joint * (size_t)from->arg_count) : NULL;
    return to;
}

static void copy_constraints(const tn_world *from, tn_world *w)
{
    COPY_ARRAY(&w->constraints, &from->constraints);
    for (int i = 0; i < w->constraints.count; i++) {
        const struct constraint *f = &from->constraints.at[i];
        struct constraint *c = &w->constraints.at[i];
        if (!pool_lives(&from->constraint_pool, i)) {
            *c = (struct constraint){.item = -1};
            continue;
        }
        c->type = constraint_take_type(w, f->type);
        c->build = f->build != NULL ? shared_take(w, f->build, (size_t)f->build->bytes, NULL, NULL) : NULL;
        c->input = mem_copy(f->input, sizeof *f->input * (size_t)f->inputs);
        c->label = mem_text(f->label);
        c->text = mem_text(f->text);
        c->more = copy_more_of(f);
        if (world_constraint_name(w, i) != NULL)
            names_set(&w->constraint_names, world_constraint_name(w, i), i);
    }
}

/* ---- forces, probes ---- */

static void copy_forces(const tn_world *from, tn_world *w)
{
    COPY_ARRAY(&w->forces, &from->forces);
    for (int i = 0; i < w->forces.count; i++) {
        const struct force *f = &from->forces.at[i];
        struct force *o = &w->forces.at[i];
        if (!pool_lives(&from->force_pool, i)) {
            *o = (struct force){.on = false};
            continue;
        }
        o->def.item.name = mem_text(f->def.item.name);
        o->def.item.text = mem_text(f->def.item.text);
        o->def.item.type.kind = mem_text(f->def.item.type.kind);
        o->def.item.type.file = world_file_name(w, f->def.item.type.file);
        o->def.head = mem_text(f->def.head);
        for (int k = 0; k < FORCE_VALUES; k++)
            o->def.value_text[k] = mem_text(f->def.value_text[k]);
        goal_again(f->def.data);
        o->values = copy_formula(f->values);
        o->lets = copy_formula(f->lets);
        o->curvature = copy_formula(f->curvature);
        o->input = mem_copy(f->input, sizeof *f->input * (size_t)f->inputs);
        if (o->def.item.name != NULL)
            names_set(&w->force_names, o->def.item.name, i);
    }
}

static struct probe *copy_probe(const struct probe *from)
{
    struct probe *p = mem_copy(from, sizeof *from);
    p->name = mem_text(from->name);
    p->text = mem_text(from->text);
    p->value = expression_copy(&from->value);
    p->input = mem_copy(from->input, sizeof *from->input * (size_t)from->inputs);
    p->special = mem_copy(from->special, sizeof *from->special * (size_t)from->specials);
    return p;
}

static void copy_probes(const tn_world *from, tn_world *w)
{
    for (int i = 0; i < from->probes.count; i++) {
        struct probe *p = copy_probe(from->probes.at[i]);
        ARRAY_PUSH(&w->probes, p);
        ARRAY_PUSH(&w->all_probes, p);
    }
    for (int i = 0; i < from->traces.count; i++)
        ARRAY_PUSH(&w->traces, copy_probe(from->traces.at[i]));
    for (int i = 0; i < from->skins.count; i++) {
        struct skin_def s = from->skins.at[i];
        s.name = mem_text(s.name);
        s.object = mem_copy(s.object, sizeof *s.object * (size_t)s.count);
        s.generation = mem_copy(s.generation, sizeof *s.generation * (size_t)s.count);
        ARRAY_PUSH(&w->skins, s);
    }
}

/* ---- the run ---- */

static void copy_numbers(const tn_world *from, tn_world *w)
{
    COPY_ARRAY(&w->lets, &from->lets);
    COPY_ARRAY(&w->trackers, &from->trackers);
    COPY_ARRAY(&w->angles, &from->angles);
    COPY_ARRAY(&w->turns, &from->turns);
    COPY_ARRAY(&w->grabs, &from->grabs);
    COPY_ARRAY(&w->contact_defs, &from->contact_defs);
    COPY_ARRAY(&w->events, &from->events);
    COPY_ARRAY(&w->plan_points, &from->plan_points);
    COPY_ARRAY(&w->plan_shown, &from->plan_shown);
    for (int i = 0; i < from->sources.count; i++)
        ARRAY_PUSH(&w->sources, expression_copy(&from->sources.at[i]));
}

static void copy_run(const tn_world *from, tn_world *w)
{
    w->grab_generation = from->grab_generation;
    w->next_event = from->next_event;
    w->elements = from->elements;
    w->t = from->t;
    w->touched = from->touched;
    w->assembled = from->assembled;
    w->assembled_at = from->assembled_at;
    w->waiting = from->waiting;
    w->look_again = from->look_again;
    w->softness = from->softness;
    w->last_event = from->last_event;
    w->events_here = from->events_here;
    w->next_change = from->next_change;
    w->renew = from->renew;
    w->work_done = from->work_done;
    w->history.steps = from->history.steps;
    w->history.bytes = from->history.bytes;
}

static void copy_accounts(const tn_world *from, tn_world *w)
{
    const struct work_report *r = &from->work->report;
    const bool planned = from->plan != NULL;
    w->has_base = from->has_base;
    w->base_energy = from->base_energy;
    w->largest_change = from->largest_change;
    w->largest_kinetic = from->largest_kinetic;
    w->drift = from->drift;
    w->largest_deviation = from->largest_deviation;
    w->last_deviation = from->last_deviation;
    w->any_assembled = from->any_assembled;
    w->steps_before = from->steps_before + (from->integrator != NULL ? integrator_steps(from->integrator) : 0);
    w->evaluations_before = from->evaluations_before + (planned ? r->evaluations : 0);
    w->fallbacks_before = from->fallbacks_before + (planned ? r->fallbacks : 0);
    w->factorizations_before = from->factorizations_before + (planned ? r->factorizations : 0);
    for (int i = 0; i < from->warnings.count; i++)
        ARRAY_PUSH(&w->warnings, mem_text(from->warnings.at[i]));
    world_fail(w, mem_text(from->failure));
    displaced_clone(from, w);
}

tn_world *tn_world_clone(tn_world *from)
{
    tn_world *w = tn_world_new();
    plan_store(from);
    world_restart(from);
    w->settings = from->settings;
    w->features = from->features;
    copy_pool(&w->object_pool, &from->object_pool);
    copy_pool(&w->constraint_pool, &from->constraint_pool);
    copy_pool(&w->force_pool, &from->force_pool);
    copy_objects(from, w);
    copy_constraints(from, w);
    copy_forces(from, w);
    copy_probes(from, w);
    copy_numbers(from, w);
    copy_run(from, w);
    copy_accounts(from, w);
    world_share_scene(from, w);
    plan_share(from, w);
    return w;
}
