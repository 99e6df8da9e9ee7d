/* plan.c: from the contents of a world to the flat arrays of a plan: indices, sparsity, elimination order.
 *
 * A plan is made when the topology has changed, and is constant then. Everything is linear in the size of the model.
 * While a plan exists, the state is in its state vector; when it is dropped, the state is stored in the objects.
 */
#include <stdlib.h>
#include <string.h>

#include "base/poll.h"
#include "base/threads.h"
#include "force/goal.h"
#include "dynamics/four.h"
#include "dynamics/tree/linked.h"
#include "world/features/feature.h"

bool plan_interval_active(const struct item_type *d, double t)
{
    return !d->has_interval || (t >= d->from && t < d->to);
}

/* ---- dropping ---- */

void plan_store(tn_world *w)
{
    call_drop(w);
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    if (plan == NULL)
        return;
    for (int i = 0; i < plan->bodies; i++) {
        poll_built_at(i);
        const struct body *b = &plan->body[i];
        if (b->dofs == 0 || b->owner != NULL)
            continue;
        struct object_state *o = &w->run.objects.at[plan_object(w, i)];
        const double *q = w->run.y + b->q, *v = w->run.y + b->v;
        if (b->coordinates == COORDINATES_SCALAR) {
            o->value = q[0];
            o->rate = v[0];
            continue;
        }
        o->x = v3(q[0], q[1], q[2]);
        o->v = v3(v[0], v[1], v[2]);
        if (b->coordinates == COORDINATES_RIGID) {
            o->orientation = (quat){q[3], q[4], q[5], q[6]};
            o->w = v3(v[3], v[4], v[5]);
        }
    }
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        const struct rows_state *now = &work->constraint[it->index];
        struct limit_mode *l = &w->run.constraints.at[it->id].limits[it->limit];
        l->mode = now->mode;
        l->push = now->push;
    }
    FEATURES_DO(w, store, w);
    w->run.work_done = w->run.y[plan->work_done];
}

/* ---- memory ---- */

void *plan_new(tn_world *w, size_t bytes) { return region_new(&w->planned->memory, bytes); }

/* Frees the contents of a plan; its memory is kept for the next one. */
static void planned_clear(struct planned *p)
{
    ldl_free(p->plan.make_matrix);
    region_reset(&p->memory);
    p->plan = (struct plan){.matrix = NULL};
    p->features = 0;
    p->constraint = NULL;
    p->body_of = p->object_of = NULL;
    p->points.count = p->shown.count = 0;
}

static void planned_free(struct planned *p)
{
    if (p == NULL || !counted_last(&p->users))
        return;
    planned_clear(p);
    region_free(&p->memory);
    ARRAY_FREE(&p->points);
    ARRAY_FREE(&p->shown);
    mem_free(p);
}

/* A world drops its plan: other users keep it, or its memory is reused. */
static void planned_leave(tn_world *w)
{
    if (counted_alone(&w->planned->users)) {
        planned_clear(w->planned);
        return;
    }
    planned_free(w->planned);
    w->planned = NULL;
}

/* A formula in the plan; its tape is shared with the world and with every world that shares the plan. */
void plan_formula(tn_world *w, const struct expression *from, struct expression *to)
{
    *to = *from;
    to->load = PLAN_ARRAY(w, uint64_t, from->loads);
    if (from->loads > 0)
        memcpy(to->make_load, from->load, sizeof *to->load * (size_t)from->loads);
}

void plan_free(tn_world *w)
{
    plan_drop(w);
    integrator_free(w->run.fitted.integrator);
    planned_free(w->planned);
    work_free(w->work);
    mem_free(w->work);
    state_array_leave(w->run.state);
    things_leave(w);
}

/* Only numbers change: indices, sparsity and elimination order stay. If a feature has numbers in its plan, the plan is
 * dropped. */
void plan_renew(tn_world *w)
{
    call_drop(w);
    const struct plan *plan = w->plan;
    if (plan != NULL && features_hold_numbers(w)) {
        plan_drop(w);
        return;
    }
    w->run.evaluated = false;
    w->run.settled = false;
    w->reports.analysed = w->reports.unmet_known = false;
    if (plan == NULL)
        return;
    plan_store(w);
    w->renew = true;
}

void plan_drop(tn_world *w)
{
    call_drop(w);
    w->renew = false;
    w->run.moved = false;
    w->run.evaluated = false;
    w->run.settled = false;
    w->reports.analysed = w->reports.unmet_known = false;
    if (w->plan == NULL)
        return;
    plan_store(w);
    FEATURES_DO(w, drop, w);
    w->run.evaluations_before += w->work->report.evaluations;
    w->run.fallbacks_before += w->work->report.fallbacks;
    w->run.factorizations_before += w->work->report.factorizations;
    planned_leave(w);
    work_clear(w->work);
    w->plan = NULL;
    w->run.y = w->run.ydot = NULL;
}

void plan_drop_moved(tn_world *w)
{
    const bool same = w->plan != NULL || w->run.moved;
    plan_drop(w);
    w->run.moved = same;
}

/* Feedback is stable only for steps that are short compared with its time constant (method §2). */
static void warn_of_long_steps(tn_world *w, const struct integrator_class *class)
{
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    if (class->limit == 0)
        return;
    double most = 0;
    int worst = -1;
    for (int i = 0; i < plan->constraints; i++) {
        poll_built_at(i);
        double rate = plan->first_order ? work->constraint[i].kv : work->constraint[i].kd / 2; /* 1/τ */
        if (rate > most && !plan->constraint[i].exact) {
            most = rate;
            worst = plan->constraint[i].id;
        }
    }
    const double limit = plan->first_order ? class->first_order_limit : class->limit;
    if (worst >= 0 && world_step(w) * most > limit)
        world_warn(w, mem_print("a step of %.4g s is too long for constraint '%s' with tau %.4g s: %s needs steps "
                                "shorter than %.3g tau, or the motion may blow up",
                                world_step(w), world_label(w, worst), 1 / most, class->kind.name, limit));
}

static void warn_of_steps(tn_world *w)
{
    const struct integrator_class *asked = integrator_classes[world_integrator(w)],
                                  *class = integrator_for(w->plan, world_integrator(w));
    if (w->plan->contact || w->plan->displaces) { /* these have their own explicit steps */
        FEATURES_DO(w, warn, w, &integrator_euler);
        return;
    }
    if (class != asked)
        world_warn(w, mem_print("%s is for %s: the model is advanced by %s", asked->kind.name, asked->takes_what,
                                class->kind.name));
    FEATURES_DO(w, warn, w, class);
    warn_of_long_steps(w, class);
}

/* By somebody who watches it. */
static bool is_held(const tn_world *w) { return w->run.interactive && tn_handle_count(w) > 0; }

/* Keeps the integrator of the previous plan if nothing that it was made for has changed. */
static void plan_integrator(tn_world *w)
{
    const struct plan *plan = w->plan;
    tn_settings settings = w->settings;
    settings.integrator = world_integrator(w);
    settings.step = ldexp(world_step(w), -2 * w->run.shorter);
    const tn_settings *now = &settings, *then = &w->run.fitted.settings;
    const struct integrator_class *class = integrator_for(plan, settings.integrator);
    bool displaced = plan->displaces; /* always a new one: it is cheap */
    if (!displaced && w->run.fitted.integrator != NULL && !w->run.fitted.displaced &&
        w->run.fitted.size == linked_count(plan) && w->run.fitted.work == linked_work(plan) &&
        w->run.fitted.linked == (plan->linked != NULL) && w->run.fitted.bounds == plan->bounded_count &&
        w->run.fitted.class == class && now->order == then->order && now->step == then->step &&
        now->tolerance == then->tolerance && w->run.fitted.contact == plan->contact &&
        w->run.fitted.held == is_held(w)) {
        integrator_bind(w->run.fitted.integrator, plan);
        integrator_forget(w->run.fitted.integrator);
        return;
    }
    struct integrator *before = w->run.fitted.integrator;
    if (before != NULL)
        w->run.steps_before += integrator_steps(before);
    w->run.fitted.integrator = integrator_new(w->plan, w->work, &settings, is_held(w));
    w->run.fitted.class = class;
    integrator_inherit(w->run.fitted.integrator, before);
    integrator_free(before);
    w->run.fitted.size = linked_count(plan);
    w->run.fitted.work = linked_work(plan);
    w->run.fitted.linked = plan->linked != NULL;
    w->run.fitted.displaced = displaced;
    w->run.fitted.bounds = plan->bounded_count;
    w->run.fitted.settings = settings;
    w->run.fitted.contact = plan->contact;
    w->run.fitted.held = is_held(w);
}

/* ---- bodies and the state ---- */

static bool is_turning(const struct object_type *t)
{
    return t->general == NULL && (t->kind == OBJECT_SOLID || t->kind == OBJECT_BARE);
}

/* The build (centre of mass, inertia, fixed pose) of a body; moving bodies whose objects share a type share it. */
static struct build build_of(const struct object *o, const struct object_state *now)
{
    const bool moves = o->type->motion == MOTION_DYNAMIC;
    const bool turns = is_turning(o->type);
    struct build b = {o->type->weight.center, o->type->weight.inertia, .orientation = build_none.orientation};
    if (!moves)
        b.place = now->x;
    if (moves && turns)
        b.inverse_inertia = s3_inverse(&b.inertia);
    else
        b.orientation = now->orientation;
    return b;
}

static bool made_alike(const tn_world *w, int a, int b)
{
    const struct object_type *type = w->things->objects.at[a].type;
    const quat *of_a = &w->run.objects.at[a].orientation, *of_b = &w->run.objects.at[b].orientation;
    return type == w->things->objects.at[b].type && type->motion == MOTION_DYNAMIC &&
           memcmp(of_a, of_b, is_turning(type) ? 0 : sizeof *of_a) == 0;
}

/* The builds of all bodies, one for each run of equal ones. */
static void plan_builds(tn_world *w, struct plan *plan)
{
    struct build *build = NULL;
    for (int pass = 0, count = 0; pass < 2; pass++) {
        if (pass == 1)
            build = PLAN_ARRAY(w, struct build, count);
        int before = -1;
        count = 0;
        for (int i = 0; i < plan->bodies; i++) {
            poll_built_at(i);
            const int slot = plan_object(w, i);
            if (!pool_lives(&w->things->object_pool, slot) || !w->run.objects.at[slot].present)
                continue;
            bool anew = before < 0 || !made_alike(w, before, slot);
            count += anew;
            before = slot;
            if (pass == 1 && anew)
                build[count - 1] = build_of(&w->things->objects.at[slot], &w->run.objects.at[slot]);
            if (pass == 1)
                plan->make_body[i].build = &build[count - 1];
        }
    }
}

static struct body body_of(const struct object *o)
{
    struct body b = {
        .coordinates = COORDINATES_NONE,
        .q = -1,
        .v = -1,
        .source = o->type->motion == MOTION_PATH ? o->type->source : -1,
        .turning = o->type->motion == MOTION_PATH ? o->type->turning : -1,
        .mass = o->type->weight.mass,
    };
    if (o->type->motion != MOTION_DYNAMIC)
        return b;
    b.weightless = o->type->has_ability;
    b.inverse_mass = 1 / b.mass;
    if (o->type->general != NULL) { /* in the coordinates that the matrix uses it has mass 1 */
        b.coordinates = COORDINATES_GENERAL;
        b.mass = b.inverse_mass = 1;
        b.dofs = o->type->general->n;
        return b;
    }
    switch (o->type->kind) {
    case OBJECT_VARIABLE:
        b.coordinates = COORDINATES_SCALAR;
        b.dofs = 1;
        break;
    case OBJECT_PARTICLE:
        b.coordinates = COORDINATES_POINT;
        b.dofs = 3;
        break;
    case OBJECT_SOLID:
    case OBJECT_BARE:
        b.coordinates = COORDINATES_RIGID;
        b.dofs = 6;
        break;
    case OBJECT_FLEXIBLE: /* its nodes are bodies */
    case OBJECT_CURVE:    /* moves by generalized coordinates */
    case OBJECT_JELLO:    /* as a general object, above */
    case OBJECT_PLANE:
        break;
    }
    return b;
}

/* Numbers the bodies by the list of objects; slots without an object come last. */
static void plan_order(tn_world *w)
{
    const struct pool *pool = &w->things->object_pool;
    const int count = pool->order.count, slots = pool_slots(pool);
    int sorted = 1;
    while (sorted < count && pool->order.at[sorted - 1] < pool->order.at[sorted])
        sorted++;
    if (sorted >= count)
        return;
    int *body_of = PLAN_ARRAY(w, int, slots), *object_of = PLAN_ARRAY(w, int, slots), next = count;
    memcpy(object_of, pool->order.at, sizeof *object_of * (size_t)count);
    for (int i = 0; i < slots; i++)
        if (!pool_lives(pool, i))
            object_of[next++] = i;
    for (int i = 0; i < slots; i++)
        body_of[object_of[i]] = i;
    w->planned->body_of = body_of;
    w->planned->object_of = object_of;
}

static void plan_bodies(tn_world *w, struct plan *plan)
{
    static const int q_of[] = {
        [COORDINATES_NONE] = 0, [COORDINATES_SCALAR] = 1, [COORDINATES_POINT] = 3, [COORDINATES_RIGID] = 7};
    plan->bodies = pool_slots(&w->things->object_pool);
    plan_order(w);
    int most = plan->bodies;
    for (int i = 0; i < w->planned->features; i++)
        if (w->planned->feature[i]->find != NULL)
            most += w->planned->feature[i]->find(w);
    plan->body = PLAN_ARRAY(w, struct body, most);
    for (int i = 0; i < plan->bodies; i++) {
        poll_built_at(i);
        const int slot = plan_object(w, i);
        if (!pool_lives(&w->things->object_pool, slot) || !w->run.objects.at[slot].present) {
            plan->make_body[i] = (struct body){.build = &build_none, .q = -1, .v = -1, .source = -1, .turning = -1};
            continue;
        }
        const struct object *o = &w->things->objects.at[slot];
        struct body *b = &plan->make_body[i];
        *b = body_of(o);
        if (b->dofs > 0) {
            b->q = plan->q_count;
            plan->q_count += b->coordinates == COORDINATES_GENERAL ? b->dofs : q_of[b->coordinates];
        }
    }
    plan_builds(w, plan);
}

/* All positions, then all velocities, then the work done, then other numbers of features. */
static void plan_state(tn_world *w, struct plan *plan)
{
    plan->v_count = 0;
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs > 0) {
            plan->make_body[i].v = plan->v_count;
            plan->v_count += plan->body[i].dofs;
        }
    const int before = plan->q_count;
    FEATURES_DO(w, place, w, plan);
    plan->q_features = plan->q_count - before;
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs > 0)
            plan->make_body[i].v += plan->q_count;
    plan->work_done = plan->q_count + plan->v_count;
    plan->y_count = plan->work_done + 1;
    FEATURES_DO(w, bodies, w, plan);
}

static void load_state(tn_world *w)
{
    const struct plan *plan = w->plan;
    w->run.state = state_array_for(w->run.state, plan, w->run.moved, &w->run.version);
    w->run.moved = false;
    w->run.y = w->run.state->y;
    w->run.ydot = w->run.y + plan->y_count;
    w->work->report.bad_y = w->run.ydot; /* not needed while an integrator is at work */
    for (int i = 0; i < plan->bodies; i++) {
        poll_built_at(i);
        const struct body *b = &plan->body[i];
        if (b->dofs == 0 || b->owner != NULL)
            continue;
        const struct object_state *o = &w->run.objects.at[plan_object(w, i)];
        double *q = w->run.y + b->q, *v = w->run.y + b->v;
        if (b->coordinates == COORDINATES_SCALAR) {
            q[0] = o->value;
            v[0] = o->rate;
            continue;
        }
        memcpy(q, &o->x, sizeof o->x);
        memcpy(v, &o->v, sizeof o->v);
        if (b->coordinates == COORDINATES_RIGID) {
            memcpy(q + 3, &o->orientation, sizeof o->orientation);
            memcpy(v + 3, &o->w, sizeof o->w);
        }
    }
    FEATURES_DO(w, load, w);
    w->run.y[plan->work_done] = w->run.work_done;
}

/* ---- what is active now ---- */

static void note_change(tn_world *w, const struct item_type *d)
{
    if (d->has_interval && d->from > w->run.t)
        w->run.next_change = fmin(w->run.next_change, d->from);
    if (d->has_interval && d->to > w->run.t)
        w->run.next_change = fmin(w->run.next_change, d->to);
}

static bool all_present(const tn_world *w, const struct connector *input, int inputs)
{
    for (int i = 0; i < inputs; i++)
        if (input[i].type != CONNECTOR_CONSTANT && input[i].type != CONNECTOR_TIME &&
            !w->run.objects.at[input[i].body].present)
            return false;
    return true;
}

static bool partners_present(const tn_world *w, const struct constraint *c)
{
    bool all = all_present(w, c->input, c->inputs);
    for (int l = 0; l < c->limit_count; l++)
        all = all && all_present(w, c->more->limits[l].input, c->more->limits[l].inputs);
    return all;
}

static bool force_partners_present(const tn_world *w, const struct force *f)
{
    return (f->def.body < 0 || w->run.objects.at[f->def.body].present) && all_present(w, f->input, f->inputs) &&
           all_present(w, f->def.connector, f->def.connector_count);
}

/* Acts now or at the times of its intervals. */
static bool constraint_takes_part(const tn_world *w, int slot)
{
    const struct constraint_state *s = &w->run.constraints.at[slot];
    return s->present && s->on && partners_present(w, &w->things->constraints.at[slot]);
}

static bool force_takes_part(const tn_world *w, int slot)
{
    const struct force_state *s = &w->run.forces.at[slot];
    return s->present && s->on && force_partners_present(w, &w->things->forces.at[slot]);
}

bool world_constraint_active(const tn_world *w, int slot)
{
    return constraint_takes_part(w, slot) &&
           plan_interval_active(&w->things->constraints.at[slot].type->item, w->run.t);
}

bool world_force_active(const tn_world *w, int slot)
{
    return force_takes_part(w, slot) && plan_interval_active(&w->things->forces.at[slot].def.item.type, w->run.t);
}

static void find_active(tn_world *w)
{
    w->run.next_change = world_next_event(w);
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        poll_built_at(i);
        const int slot = w->things->constraint_pool.order.at[i];
        const struct constraint *c = &w->things->constraints.at[slot];
        struct constraint_state *s = &w->run.constraints.at[slot];
        bool active = world_constraint_active(w, slot);
        if (s->active && !active)
            s->has_slide = false; /* its parameter on return is unknown */
        if (active && !s->active) {
            s->met = false;
            s->since = w->run.t;
            w->run.has_base = false; /* something is being assembled: restart the energy account */
        }
        s->active = active;
        if (constraint_takes_part(w, slot))
            note_change(w, &c->type->item);
    }
    for (int i = 0; i < w->things->force_pool.order.count; i++) {
        poll_built_at(i);
        const int slot = w->things->force_pool.order.at[i];
        const struct force *f = &w->things->forces.at[slot];
        struct force_state *s = &w->run.forces.at[slot];
        s->active = world_force_active(w, slot);
        if (force_takes_part(w, slot))
            note_change(w, &f->def.item.type);
    }
}

/* Marks all constraints as not in the plan. */
static void plan_places(tn_world *w)
{
    const struct things *t = w->things;
    struct constraint_place *place = PLAN_ARRAY(w, struct constraint_place, t->constraints.count);
    for (int i = 0; i < t->constraint_pool.order.count; i++) {
        poll_built_at(i);
        const int slot = t->constraint_pool.order.at[i], limits = t->constraints.at[slot].limit_count;
        place[slot] = (struct constraint_place){.constraint = -1, .soft = -1};
        if (limits > 0)
            place[slot].limit = PLAN_ARRAY(w, int, limits);
        for (int l = 0; l < limits; l++)
            place[slot].limit[l] = -1;
    }
    w->planned->constraint = place;
}

/* ---- threads ---- */

/* Bodies and constraints are divided among threads from some number on, and only if several threads are asked for: on a
 * busy machine the pieces, some 50 µs each, would wait longer for each other than they take. */
static void take_threads(tn_world *w, const struct plan *plan, struct work *work)
{
    bool plain = true;
    for (int i = 0; i < w->planned->features; i++)
        plain &= !w->planned->feature[i]->one_thread;
    if (plain && plan->bodies + plan->constraints >= (plan->contact ? PLAN_SHARED_CONTACT : PLAN_SHARED) &&
        w->settings.threads > 1)
        work->team = world_threads(w);
    if (threads_count(work->team) == 1)
        work->team = NULL;
    ldl_numbers_team(work->matrix, work->team);
    ldl_numbers_poll(work->matrix, &w->poll);
}

/* ---- the whole ---- */

static size_t scratch_size(const tn_world *w)
{
    size_t most = 64;
    for (int i = 0; i < w->things->sources.count; i++) {
        size_t n = tape_scratch(w->things->sources.at[i].tape) + (size_t)w->things->sources.at[i].loads;
        most = n > most ? n : most;
    }
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        poll_built_at(i);
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        size_t n = constraint_program(c) != NULL ? program_scratch(constraint_program(c)) : 0;
        most = n > most ? n : most;
        for (int l = 0; l < c->limit_count; l++) {
            n = c->more->limits[l].program != NULL ? program_scratch(c->more->limits[l].program) : 0;
            most = n > most ? n : most;
        }
    }
    for (int i = 0; i < w->things->force_pool.order.count; i++) {
        const struct force *f = &w->things->forces.at[w->things->force_pool.order.at[i]];
        size_t n = f->values != NULL ? tape_scratch(f->values->tape) + (size_t)f->values->loads : 0;
        most = n > most ? n : most;
        n = goal_scratch(f->def.data);
        most = n > most ? n : most;
        n = f->curvature != NULL ? tape_scratch(f->curvature->tape) + (size_t)f->curvature->loads : 0;
        most = n > most ? n : most;
    }
    return most;
}

static void renew(tn_world *w)
{
    w->renew = false;
    w->renewals++;
    plan_numbers(w, w->plan, w->work);
    w->work->damping = 0;
    world_restart(w);
    warn_of_steps(w);
}

/* Plans what follows from the topology alone. */

static void plan_topology(tn_world *w, struct plan *plan)
{
    plan->sources = plan->size.times = w->things->sources.count;
    plan->source = PLAN_ARRAY(w, struct expression, plan->sources);
    for (int i = 0; i < plan->sources; i++)
        plan_formula(w, &w->things->sources.at[i], &plan->make_source[i]);
    plan->solver = w->settings.solver == TN_SOLVER_SVD ? SOLVER_SVD : SOLVER_SPARSE;
    plan->size.scratch = scratch_size(w);
    find_active(w);
    plan_places(w);
    world_poll(w);
    features_choose(w, plan);
    plan_bodies(w, plan);
    world_poll(w);
    plan_state(w, plan);
    plan_constraints(w, plan);
    FEATURES_DO(w, constraints, w, plan);
    world_poll(w);
    plan_matrix(w, plan);
    world_poll(w);
    plan_forces(w, plan);
    plan_turns(w, plan);
    FEATURES_DO(w, forces, w, plan);
    for (int i = 0; i < plan->constraints; i++)
        plan->formulas |= plan->constraint[i].program != NULL;
    if (plan->solver == SOLVER_SVD && w->run.interactive && plan->rows > PLAN_DENSE_ROWS) {
        plan->solver = SOLVER_SPARSE;
        world_warn(w, mem_print("solver svd takes too long for %d rows in an interactive world: solver sparse is used",
                                plan->rows));
    }
    plan_uneven(w, plan);
}

/* Makes the work of the plan, with the numbers and the state of the world. */
static void plan_work(tn_world *w, const struct plan *plan, struct work *work, bool is_clone)
{
    work_make(plan, work);
    world_poll(w);
    work->let = w->run.lets.at;
    work->turns = w->run.turns.at;
    work->tracker_angle = w->run.angles.at;
    work->lenient.softness = w->run.softness;
    work->poll = &w->poll;
    if (!is_clone) /* for clones the features have a separate hook, called afterwards */
        FEATURES_DO(w, work, w, plan, work);
    take_threads(w, plan, work);
    plan_numbers(w, plan, work);
    system_open_all(plan, work, w->run.t);
    recover_planned(w, plan, work);
    load_state(w);
}

/* Abilities to move and to rotate are allowed with displacements only. */
static char *ability_trouble(const tn_world *w)
{
    for (int i = 0; i < w->things->object_pool.order.count && w->settings.method != TN_DISPLACEMENT; i++) {
        poll_built_at(i);
        const int slot = w->things->object_pool.order.at[i];
        const struct object *o = &w->things->objects.at[slot];
        if (o->type->has_ability && w->run.objects.at[slot].present && o->type->motion == MOTION_DYNAMIC)
            return mem_print(
                "'%s' has abilities to move and to rotate instead of a mass: forces cannot move it; set the "
                "world's method to displacement, or give it a mass",
                o->name != NULL ? o->name : "an object");
    }
    return NULL;
}

static void warn_of_compliance(tn_world *w)
{
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        poll_built_at(i);
        int slot = w->things->constraint_pool.order.at[i];
        const struct constraint *c = &w->things->constraints.at[slot];
        if (w->run.constraints.at[slot].active && c->type->how.compliance > 0 && !world_displaces(w, c))
            world_warn(w, mem_print("'%s' is enforced by its force, which ignores compliance: it is rigid",
                                    world_label(w, slot)));
    }
}

/* Why a model must be refused; NULL: it need not be. */
static char *plan_trouble(tn_world *w)
{
    char *message = NULL;
    if (w->plan->solver == SOLVER_SVD && w->plan->rows > PLAN_SVD_ROWS)
        message = mem_print("solver svd is dense and meant for checking: at most %d rows, this model has %d; "
                            "use solver sparse",
                            PLAN_SVD_ROWS, w->plan->rows);
    if (message == NULL)
        message = ability_trouble(w);
    return message != NULL ? message : features_trouble(w);
}

/* About what a plan and its work take of memory, for chains and trees of joints; fill of other matrices comes on top. */
static size_t bytes_ahead(const tn_world *w)
{
    const size_t each = 2560;
    const struct things *t = w->things;
    return each * (size_t)(t->object_pool.order.count + t->constraint_pool.order.count + t->force_pool.order.count);
}

static tn_status make(tn_world *w, char **message)
{
    if (!mem_ahead(bytes_ahead(w))) {
        *message = mem_text("there is not enough memory for this model");
        return TN_NO_MEMORY;
    }
    things_leave(w); /* no work and no edit refers to them now */
    w->plans++;
    if (w->planned == NULL)
        w->planned = MEM_NEW(struct planned);
    struct plan *plan = &w->planned->plan;
    w->plan = plan;
    w->run.waiting = 0;
    plan_topology(w, plan);
    world_poll(w);
    plan_work(w, plan, w->work, false);
    world_poll(w);
    *message = plan_trouble(w);
    if (*message != NULL) {
        plan_drop(w); /* a refused model must not leave an incomplete plan */
        return TN_WRONG_MODEL;
    }
    warn_of_compliance(w);
    FEATURES_DO(w, begin, w, plan, w->work);
    system_find_alike(plan);
    warn_of_steps(w);
    plan_integrator(w);
    return TN_OK;
}

tn_status plan_make(tn_world *w, char **message)
{
    *message = NULL;
    if (call_paused(w))
        return call_planned(w);
    if (w->plan != NULL && w->renew)
        renew(w);
    if (w->plan != NULL)
        return TN_OK;
    w->call.planning = call_inside(w);
    poll_build(&w->poll, 1);
    tn_status status = make(w, message);
    poll_build(&w->poll, -1);
    w->call.planning = false;
    return status;
}

/* Gives the world a new integrator. A restart may keep some of its history, and a world and its clone must go on
 * alike. */
static void begin_anew(tn_world *w)
{
    w->run.steps_before += integrator_steps(w->run.fitted.integrator);
    integrator_free(w->run.fitted.integrator);
    w->run.fitted.integrator = NULL;
    plan_integrator(w);
}

void plan_share(tn_world *from, tn_world *to)
{
    if (from->plan == NULL || !from->plan->contact)
        contact_clone_memory(from, to);
    if (from->plan == NULL)
        return;
    begin_anew(from);
    const struct plan *plan = from->plan;
    counted_again(&from->planned->users);
    to->planned = from->planned;
    to->plan = plan;
    plan_work(to, plan, to->work, true);
    FEATURES_DO(to, clone, from, to, plan, to->work);
    plan_integrator(to);
}
