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
        struct named_point p = {mem_text(from->points.at[i].name), from->points.at[i].local, from->points.at[i].number};
        ARRAY_PUSH(&w->things->texts, p.name);
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
    COPY_ARRAY(&w->things->objects, &from->things->objects);
    for (int i = 0; i < w->things->objects.count; i++) {
        const struct object *f = &from->things->objects.at[i];
        struct object *o = &w->things->objects.at[i];
        if (!pool_lives(&from->things->object_pool, i)) {
            *o = (struct object){.type = NULL};
            continue;
        }
        if (before != NULL && before->type == f->type) { /* many of one type follow one another */
            o->type = w->things->objects.at[before - from->things->objects.at].type;
            shared_again(o->type);
        } else {
            o->type = object_take_type(w, f->type);
        }
        general_again(f->type->general);
        o->name = mem_text(f->name);
        o->turned = f->turned != NULL ? shared_take(w, f->turned, sizeof *f->turned, NULL, NULL) : NULL;
        o->more = copy_more(w, f);
        if (o->name != NULL)
            names_set(&w->things->object_names, o->name, i);
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
    COPY_ARRAY(&w->things->constraints, &from->things->constraints);
    for (int i = 0; i < w->things->constraints.count; i++) {
        const struct constraint *f = &from->things->constraints.at[i];
        struct constraint *c = &w->things->constraints.at[i];
        if (!pool_lives(&from->things->constraint_pool, i)) {
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
            names_set(&w->things->constraint_names, world_constraint_name(w, i), i);
    }
}

/* ---- forces, probes ---- */

static void copy_forces(const tn_world *from, tn_world *w)
{
    COPY_ARRAY(&w->things->forces, &from->things->forces);
    for (int i = 0; i < w->things->forces.count; i++) {
        const struct force *f = &from->things->forces.at[i];
        struct force *o = &w->things->forces.at[i];
        if (!pool_lives(&from->things->force_pool, i)) {
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
            names_set(&w->things->force_names, o->def.item.name, i);
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
    for (int i = 0; i < from->things->probes.count; i++) {
        struct probe *p = copy_probe(from->things->probes.at[i]);
        ARRAY_PUSH(&w->things->probes, p);
        ARRAY_PUSH(&w->things->all_probes, p);
    }
    for (int i = 0; i < from->things->traces.count; i++) {
        struct probe *p = copy_probe(from->things->traces.at[i]);
        ARRAY_PUSH(&w->things->traces, p);
        ARRAY_PUSH(&w->things->all_probes, p);
    }
    w->things->numbered = from->things->numbered;
    for (int i = 0; i < from->things->skins.count; i++) {
        struct skin_def s = from->things->skins.at[i];
        s.name = mem_text(s.name);
        s.object = mem_copy(s.object, sizeof *s.object * (size_t)s.count);
        s.generation = mem_copy(s.generation, sizeof *s.generation * (size_t)s.count);
        ARRAY_PUSH(&w->things->skins, s);
    }
}

/* ---- the run ---- */

static void copy_numbers(const tn_world *from, tn_world *w)
{
    COPY_ARRAY(&w->run.lets, &from->run.lets);
    COPY_ARRAY(&w->things->trackers, &from->things->trackers);
    COPY_ARRAY(&w->run.angles, &from->run.angles);
    COPY_ARRAY(&w->run.turns, &from->run.turns);
    COPY_ARRAY(&w->run.grabs, &from->run.grabs);
    COPY_ARRAY(&w->things->contact_defs, &from->things->contact_defs);
    COPY_ARRAY(&w->things->events, &from->things->events);
    COPY_ARRAY(&w->plan_points, &from->plan_points);
    COPY_ARRAY(&w->plan_shown, &from->plan_shown);
    for (int i = 0; i < from->things->sources.count; i++)
        ARRAY_PUSH(&w->things->sources, expression_copy(&from->things->sources.at[i]));
}

static void copy_run(const tn_world *from, tn_world *w)
{
    w->run.grab_generation = from->run.grab_generation;
    w->run.next_event = from->run.next_event;
    w->things->elements = from->things->elements;
    w->run.t = from->run.t;
    w->run.touched = from->run.touched;
    w->run.assembled = from->run.assembled;
    w->run.assembled_at = from->run.assembled_at;
    w->run.waiting = from->run.waiting;
    w->run.look_again = from->run.look_again;
    w->run.softness = from->run.softness;
    w->run.last_event = from->run.last_event;
    w->run.events_here = from->run.events_here;
    w->run.next_change = from->run.next_change;
    w->renew = from->renew;
    w->run.work_done = from->run.work_done;
    w->history.steps = from->history.steps;
    w->history.bytes = from->history.bytes;
}

static void copy_accounts(const tn_world *from, tn_world *w)
{
    const struct work_report *r = &from->work->report;
    const bool planned = from->plan != NULL;
    w->run.has_base = from->run.has_base;
    w->run.base_energy = from->run.base_energy;
    w->run.largest_change = from->run.largest_change;
    w->run.largest_kinetic = from->run.largest_kinetic;
    w->run.drift = from->run.drift;
    w->run.largest_deviation = from->run.largest_deviation;
    w->run.last_deviation = from->run.last_deviation;
    w->run.any_assembled = from->run.any_assembled;
    w->run.steps_before = from->run.steps_before +
                          (from->run.fitted.integrator != NULL ? integrator_steps(from->run.fitted.integrator) : 0);
    w->run.evaluations_before = from->run.evaluations_before + (planned ? r->evaluations : 0);
    w->run.fallbacks_before = from->run.fallbacks_before + (planned ? r->fallbacks : 0);
    w->run.factorizations_before = from->run.factorizations_before + (planned ? r->factorizations : 0);
    for (int i = 0; i < from->reports.warnings.count; i++)
        ARRAY_PUSH(&w->reports.warnings, mem_text(from->reports.warnings.at[i]));
    world_fail(w, mem_text(from->reports.failure));
    displaced_clone(from, w);
}

tn_world *tn_world_clone(tn_world *from)
{
    tn_world *w = tn_world_new();
    plan_store(from);
    world_restart(from);
    w->settings = from->settings;
    w->features = from->features;
    copy_pool(&w->things->object_pool, &from->things->object_pool);
    copy_pool(&w->things->constraint_pool, &from->things->constraint_pool);
    copy_pool(&w->things->force_pool, &from->things->force_pool);
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
