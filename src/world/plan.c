/* plan.c: from what is in a world to the flat arrays of a system: indices, sparsity, elimination order.
 *
 * Made when the topology has changed, and then constant. Everything is linear in
 * the size of the model. While a plan lives, its state vector is the truth; when
 * it is dropped, the state goes back to the objects.
 */
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "method/lanes.h"
#include "method/linked.h"
#include "world/parts.h"

bool plan_interval_active(const struct item_type *d, double t)
{
    return !d->has_interval || (t >= d->from && t < d->to);
}

/* ---- dropping ---- */

void plan_store(tn_world *w)
{
    const struct system *s = w->system;
    if (s == NULL)
        return;
    for (int i = 0; i < s->bodies; i++) {
        const struct body *b = &s->body[i];
        if (b->dofs == 0 || b->flexible > 0 || b->general > 0)
            continue;
        struct object *o = &w->objects.at[i];
        const double *q = w->y + b->q, *v = w->y + b->v;
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
    for (int b = 0; b < s->bounded_count; b++) {
        const struct item *it = &s->item[s->bounded[b]];
        struct limit *l = &w->constraints.at[it->id].more->limits[it->limit];
        l->mode = it->mode;
        l->push = it->push;
    }
    displaced_note(w);
    plan_store_flexibles(w);
    plan_store_generals(w);
    plan_store_soft(w);
    plan_store_slides(w);
    w->work_done = w->y[s->work];
}

/* ---- memory ----
 *
 * The arrays of a plan come from one piece that is kept from plan to plan: changing one constraint of many must not wait
 * for the system to hand out and clear fresh pages. */

void *plan_new(tn_world *w, size_t bytes)
{
    struct plan_memory *m = &w->plan_memory;
    bytes = (bytes + 63) & ~(size_t)63;
    m->wanted += bytes;
    if (m->at == NULL || m->size - m->used < bytes) {
        void *p = mem_new(bytes);
        ARRAY_PUSH(&m->extra, p);
        return p;
    }
    void *p = m->at + m->used;
    m->used += bytes;
    return memset(p, 0, bytes);
}

static void plan_release(tn_world *w)
{
    struct plan_memory *m = &w->plan_memory;
    for (int i = 0; i < m->extra.count; i++)
        mem_free(m->extra.at[i]);
    m->extra.count = 0;
    if (m->wanted > m->size) {
        mem_free(m->at);
        m->size = m->wanted + m->wanted / 4;
        m->at = mem_new(m->size);
    }
    m->used = m->wanted = 0;
}

void plan_free(tn_world *w)
{
    plan_drop(w);
    integrator_free(w->integrator);
    mem_free(w->plan_memory.at);
    ARRAY_FREE(&w->plan_memory.extra);
    ARRAY_FREE(&w->plan_shown);
    mem_free(w->system_memory);
}

/* Numbers change, and nothing else: indices, sparsity and elimination order stay. Methods that work out more from the
 * numbers when they are planned are planned anew. */
void plan_renew(tn_world *w)
{
    const struct system *s = w->system;
    if (s != NULL && (s->displacement != NULL || s->contact != NULL || s->linked != NULL || s->first_order ||
                      s->softs + s->reactions + s->outsides > 0)) {
        plan_drop(w);
        return;
    }
    w->evaluated = false;
    w->settled = false;
    w->analysed = false;
    if (s == NULL)
        return;
    plan_store(w);
    w->renew = true;
}

void plan_drop(tn_world *w)
{
    w->renew = false;
    w->evaluated = false;
    w->settled = false;
    w->analysed = false;
    if (w->system == NULL)
        return;
    plan_store(w);
    displaced_store(w);
    displacement_free(w->system->displacement);
    w->evaluations_before += w->system->evaluations;
    w->fallbacks_before += w->system->fallbacks;
    w->factorizations_before += w->system->factorizations;
    ldl_free(w->system->matrix);
    dense_work_free(w->system->dense);
    plan_release(w);
    w->system = NULL;
    w->y = w->ydot = NULL;
}

/* So are flexible models, for steps that waves need from element to element. */
static void warn_of_soft_steps(tn_world *w, const struct integrator_class *class)
{
    const struct system *s = w->system;
    for (int i = 0; i < s->flexibles; i++) {
        const struct flexible *f = &s->flexible[i];
        double square, damping;
        lattice_rates(f->lattice, w->y + f->q, f->metric >= 0 ? w->y + f->metric : NULL, &square, &damping);
        double most = s->first_order      ? (class->stable > 0 ? class->stable : 2) / square
                      : class->stable > 0 ? class->stable / fmax(sqrt(square), damping)
                                          : (sqrt(damping * damping + 4 * square) - damping) / square;
        const char *name = w->objects.at[f->body].name;
        bool pieces = s->contact != NULL || s->displacement != NULL;
        if (w->settings.step / (pieces ? w->settings.substeps : 1) > most)
            world_warn(w, mem_print("a step of %.4g s is too long for the flexible object '%s': %s needs steps shorter "
                                    "than %.3g s, or it blows up; 'step auto;' finds them",
                                    w->settings.step, name != NULL ? name : "unnamed", class->kind.name, most));
    }
}

/* Contact is between solids. */
static void warn_of_passing(tn_world *w)
{
    const struct system *s = w->system;
    for (int i = 0; i < s->flexibles && s->contact != NULL; i++) {
        const char *name = w->objects.at[s->flexible[i].body].name;
        if (s->flexible[i].outsides == 0)
            world_warn(w, mem_print("contact does not know the flexible object '%s', which passes through all others; "
                                    "'outside %s OTHER;' keeps it off a solid or a plane",
                                    name != NULL ? name : "unnamed", name != NULL ? name : "BLOCK"));
    }
}

/* Feedback is stable only for steps that are short against its time constant (method §2). */
static void warn_of_long_steps(tn_world *w)
{
    const struct system *s = w->system;
    const struct integrator_class *asked = integrator_classes[w->settings.integrator],
                                  *class = integrator_for(s, w->settings.integrator);
    if (s->contact != NULL || s->displacement != NULL) { /* these go by explicit steps of their own */
        warn_of_soft_steps(w, &integrator_euler);
        warn_of_passing(w);
        return;
    }
    if (class != asked)
        world_warn(w, mem_print("%s is for %s: the model is advanced by %s", asked->kind.name, asked->takes_what,
                                class->kind.name));
    if (class->limit == 0)
        return;
    double most = 0;
    int worst = -1;
    for (int i = 0; i < s->items; i++) {
        double rate = s->first_order ? s->item[i].kv : s->item[i].kd / 2; /* 1/τ */
        if (rate > most && !s->item[i].exact) {
            most = rate;
            worst = s->item[i].id;
        }
    }
    const double limit = s->first_order ? class->first_order_limit : class->limit;
    warn_of_soft_steps(w, class);
    if (worst >= 0 && w->settings.step * most > limit)
        world_warn(w, mem_print("a step of %.4g s is too long for constraint '%s' with tau %.4g s: %s needs steps "
                                "shorter than %.3g tau, or the motion may blow up",
                                w->settings.step, world_label(w, worst), 1 / most, class->kind.name, limit));
}

/* The integrator of the plan before serves again if nothing that it was made for has changed. */
static void plan_integrator(tn_world *w)
{
    const struct system *s = w->system;
    const tn_settings *now = &w->settings, *then = &w->integrator_settings;
    bool displaced = s->displacement != NULL; /* made anew: it costs nothing */
    if (!displaced && w->integrator != NULL && !w->integrator_displaced && w->integrator_size == linked_count(s) &&
        w->integrator_work == linked_work(s) && w->integrator_linked == (s->linked != NULL) &&
        w->integrator_bounds == s->bounded_count && now->integrator == then->integrator && now->order == then->order &&
        now->step == then->step && now->tolerance == then->tolerance && w->integrator_contact == (s->contact != NULL)) {
        integrator_restart(w->integrator);
        return;
    }
    if (w->integrator != NULL)
        w->steps_before += integrator_steps(w->integrator);
    integrator_free(w->integrator);
    w->integrator = integrator_new(w->system, &w->settings);
    w->integrator_size = linked_count(s);
    w->integrator_work = linked_work(s);
    w->integrator_linked = s->linked != NULL;
    w->integrator_displaced = displaced;
    w->integrator_bounds = s->bounded_count;
    w->integrator_settings = w->settings;
    w->integrator_contact = s->contact != NULL;
}

/* ---- bodies and the state ---- */

/* How a body is made; bodies whose objects are of one type, and move, are made alike. */
static struct build build_of(const struct object *o)
{
    const bool moves = o->type->motion == MOTION_DYNAMIC;
    const bool turns = o->type->general == NULL && (o->type->kind == OBJECT_SOLID || o->type->kind == OBJECT_BARE);
    struct build b = {o->type->weight.center, o->type->weight.inertia, .orientation = build_none.orientation};
    if (!moves)
        b.orientation = o->orientation;
    else if (turns)
        b.inverse_inertia = s3_inverse(&b.inertia);
    return b;
}

static bool made_alike(const struct object *a, const struct object *b)
{
    return a->type == b->type && a->type->motion == MOTION_DYNAMIC;
}

/* The builds of all bodies, one for each run of those that are made alike. */
static void plan_builds(tn_world *w, struct system *s)
{
    const struct object *before = NULL;
    struct build *build = NULL;
    for (int pass = 0, count = 0; pass < 2; pass++) {
        if (pass == 1)
            build = PLAN_ARRAY(w, struct build, count);
        before = NULL;
        count = 0;
        for (int i = 0; i < s->bodies; i++) {
            const struct object *o = &w->objects.at[i];
            if (!pool_lives(&w->object_pool, i) || !o->present)
                continue;
            bool anew = before == NULL || !made_alike(before, o);
            count += anew;
            before = o;
            if (pass == 1 && anew)
                build[count - 1] = build_of(o);
            if (pass == 1)
                s->body[i].build = &build[count - 1];
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
        .mass = o->type->weight.mass,
    };
    if (o->type->motion != MOTION_DYNAMIC)
        return b;
    b.weightless = o->type->has_ability;
    b.inverse_mass = 1 / b.mass;
    if (o->type->general != NULL) { /* in the coordinates that the matrix sees it has mass 1 */
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
    case OBJECT_FLEXIBLE: /* its nodes move, not it */
    case OBJECT_CURVE:    /* by coordinates of its own */
    case OBJECT_JELLO:    /* as a general object, above */
    case OBJECT_PLANE:
        break;
    }
    return b;
}

static void plan_bodies(tn_world *w, struct system *s)
{
    static const int q_of[] = {
        [COORDINATES_NONE] = 0, [COORDINATES_SCALAR] = 1, [COORDINATES_POINT] = 3, [COORDINATES_RIGID] = 7};
    s->bodies = pool_slots(&w->object_pool);
    const int most = s->bodies + plan_point_bodies(w) + w->plan_shown.count;
    s->body = PLAN_ARRAY(w, struct body, most);
    s->pose = PLAN_ARRAY(w, struct pose, most);
    for (int i = 0; i < s->bodies; i++) {
        if (!pool_lives(&w->object_pool, i) || !w->objects.at[i].present) {
            s->body[i] = (struct body){.build = &build_none, .q = -1, .v = -1, .source = -1};
            continue;
        }
        const struct object *o = &w->objects.at[i];
        struct body *b = &s->body[i];
        *b = body_of(o);
        s->pose[i].x = o->x;
        s->pose[i].r = q_matrix(o->orientation);
        s->pose[i].inverse_mass = b->inverse_mass;
        if (b->dofs > 0) {
            b->q = s->q_count;
            s->q_count += b->coordinates == COORDINATES_GENERAL ? b->dofs : q_of[b->coordinates];
        }
    }
    plan_builds(w, s);
    s->v_count = 0;
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].dofs > 0) {
            s->body[i].v = s->q_count + s->v_count;
            s->v_count += s->body[i].dofs;
        }
    plan_generals(w, s);
    plan_flexibles(w, s);
    plan_place_generals(s);
    plan_extras(w, s);
    s->acceleration = PLAN_ARRAY(w, double, s->v_count);
}

static void load_state(tn_world *w)
{
    const struct system *s = w->system;
    w->y = PLAN_ARRAY(w, double, s->y_count);
    w->ydot = PLAN_ARRAY(w, double, s->y_count);
    w->system->bad_y = w->ydot; /* not needed while an integrator is at work */
    for (int i = 0; i < s->bodies; i++) {
        const struct body *b = &s->body[i];
        const struct object *o = &w->objects.at[b->flexible + b->general > 0 ? 0 : i];
        if (b->dofs == 0 || b->flexible > 0 || b->general > 0)
            continue;
        double *q = w->y + b->q, *v = w->y + b->v;
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
    plan_load_flexibles(w);
    plan_load_generals(w);
    plan_load_soft(w);
    plan_load_slides(w);
    w->y[s->work] = w->work_done;
}

/* ---- what is active now ---- */

static void note_change(tn_world *w, const struct item_type *d)
{
    if (d->has_interval && d->from > w->t)
        w->next_change = fmin(w->next_change, d->from);
    if (d->has_interval && d->to > w->t)
        w->next_change = fmin(w->next_change, d->to);
}

static bool all_present(const tn_world *w, const struct connector *input, int inputs)
{
    for (int i = 0; i < inputs; i++)
        if (input[i].type != CONNECTOR_CONSTANT && input[i].type != CONNECTOR_TIME &&
            !w->objects.at[input[i].body].present)
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
    return (f->def.body < 0 || w->objects.at[f->def.body].present) && all_present(w, f->input, f->inputs) &&
           all_present(w, f->def.connector, f->def.connector_count);
}

static void find_active(tn_world *w)
{
    w->next_change = w->next_event < w->events.count ? w->events.at[w->next_event].time : INFINITY;
    for (int i = 0; i < w->constraint_pool.order.count; i++) {
        struct constraint *c = &w->constraints.at[w->constraint_pool.order.at[i]];
        bool active = c->present && c->on && plan_interval_active(&c->type->item, w->t) && partners_present(w, c);
        if (c->active && !active && c->more != NULL)
            c->more->has_slide = false; /* where it will be when it is back is not known */
        if (active && !c->active) {
            c->met = false;
            c->since = w->t;
            w->has_base = false; /* something assembles: the energy account begins anew */
        }
        c->active = active;
        c->item = -1;
        for (int l = 0; l < c->limit_count; l++)
            c->more->limits[l].item = -1;
        if (c->on)
            note_change(w, &c->type->item);
    }
    for (int i = 0; i < w->force_pool.order.count; i++) {
        struct force *f = &w->forces.at[w->force_pool.order.at[i]];
        f->active =
            f->present && f->on && plan_interval_active(&f->def.item.type, w->t) && force_partners_present(w, f);
        if (f->on)
            note_change(w, &f->def.item.type);
    }
}

/* ---- threads ---- */

/* Bodies and constraints are shared out from so many on, where several threads are asked for: on a machine that is busy
 * with other things the pieces, some 50 µs each, wait longer for one another than they take. */
static void plan_team(tn_world *w, struct system *s)
{
    for (int i = 0; i < s->items; i++)
        s->formulas |= s->item[i].program != NULL;
    bool plain =
        s->linked == NULL && !s->first_order && s->generals + s->slides == 0; /* others have work space in common */
    if (plain && s->bodies + s->items >= PLAN_SHARED && w->settings.threads > 1)
        s->team = world_threads(w);
    if (threads_count(s->team) == 1)
        s->team = NULL;
}

/* ---- the whole ---- */

static size_t scratch_size(const tn_world *w)
{
    size_t most = 64;
    for (int i = 0; i < w->sources.count; i++) {
        size_t n = tape_scratch(w->sources.at[i].tape) + (size_t)w->sources.at[i].loads;
        most = n > most ? n : most;
    }
    for (int i = 0; i < w->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->constraints.at[w->constraint_pool.order.at[i]];
        size_t n = constraint_program(c) != NULL ? program_scratch(constraint_program(c)) : 0;
        most = n > most ? n : most;
        for (int l = 0; l < c->limit_count; l++) {
            n = c->more->limits[l].program != NULL ? program_scratch(c->more->limits[l].program) : 0;
            most = n > most ? n : most;
        }
    }
    for (int i = 0; i < w->force_pool.order.count; i++) {
        const struct force *f = &w->forces.at[w->force_pool.order.at[i]];
        size_t n = f->values != NULL ? tape_scratch(f->values->tape) + (size_t)f->values->loads : 0;
        most = n > most ? n : most;
        n = f->curvature != NULL ? tape_scratch(f->curvature->tape) + (size_t)f->curvature->loads : 0;
        most = n > most ? n : most;
    }
    return most;
}

static void renew(tn_world *w)
{
    struct system *s = w->system;
    w->renew = false;
    w->renewals++;
    plan_renew_items(w, s);
    s->damping = 0;
    world_restart(w);
    warn_of_long_steps(w);
}

tn_status plan_make(tn_world *w, char **message)
{
    *message = NULL;
    if (w->system != NULL && w->renew)
        renew(w);
    if (w->system != NULL)
        return TN_OK;
    w->plans++;
    if (w->system_memory == NULL)
        w->system_memory = MEM_NEW(struct system); /* one place, so that the integrator finds it again */
    struct system *s = w->system_memory;
    *s = (struct system){.bad_item = -1, .bad_body = -1};
    w->system = s;
    s->source = w->sources.at;
    s->sources = w->sources.count;
    s->time = PLAN_ARRAY(w, struct time_signal, s->sources + w->constraints.count); /* slides have theirs behind */
    s->let = w->lets.at;
    s->turns = w->turns.at;
    s->tracker = w->trackers.at;
    s->trackers = w->trackers.count;
    s->softness = w->softness;
    s->solver = w->settings.solver == TN_SOLVER_SVD ? SOLVER_SVD : SOLVER_SPARSE;
    find_active(w);
    plan_find_points(w);
    plan_find_shown(w);
    plan_bodies(w, s);
    plan_items(w, s);
    plan_slides(w, s);
    plan_matrix(w, s);
    plan_soft(w, s);
    plan_forces(w, s);
    plan_turns(w, s);
    contact_plan(w);
    plan_first_order(w, s);
    plan_team(w, s);
    s->wrench = PLAN_ARRAY(w, struct wrench, s->bodies);
    s->scratch = PLAN_ARRAY(w, double, scratch_size(w));
    load_state(w);
    if (s->solver == SOLVER_SVD && s->rows > PLAN_SVD_ROWS) {
        *message = mem_print("solver svd is dense and meant for checking: at most %d rows, this model has %d; "
                             "use solver sparse",
                             PLAN_SVD_ROWS, s->rows);
        return TN_WRONG_MODEL;
    }
    if (s->solver == SOLVER_SVD) {
        s->dense = dense_work_new(s->rows);
        s->dense_matrix = PLAN_ARRAY(w, double, (size_t)s->rows *(size_t)s->rows);
        s->dense_right = PLAN_ARRAY(w, double, s->rows);
    }
    *message = displaced_trouble(w);
    if (*message == NULL)
        *message = first_order_trouble(w);
    if (*message != NULL)
        return TN_WRONG_MODEL;
    plan_displacement(w);
    *message = general_trouble(w, s->displacement != NULL);
    if (*message == NULL)
        *message = slides_trouble(w);
    if (*message != NULL)
        return TN_WRONG_MODEL;
    plan_linked(w);
    system_find_alike(s);
    warn_of_long_steps(w);
    plan_integrator(w);
    return TN_OK;
}
