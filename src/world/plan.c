/* plan.c: from what is in a world to the flat arrays of a system: indices, sparsity, elimination order.
 *
 * Made when the topology has changed, and then constant. Everything is linear in
 * the size of the model. While a plan lives, its state vector is the truth; when
 * it is dropped, the state goes back to the objects.
 */
#include <stdlib.h>
#include <string.h>

#include "world/parts.h"

/* A body with more constraints than this stays in the matrix. Below it, eliminating the body is cheaper. */
enum { HUB = 12, SVD_ROWS = 3000 };

bool plan_interval_active(const struct item_def *d, double t)
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
        if (b->dofs == 0)
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
        world_note_pose(w, i);
    }
    for (int b = 0; b < s->bounded_count; b++) {
        const struct item *it = &s->item[s->bounded[b]];
        struct limit *l = &w->constraints.at[it->id].limits[it->limit];
        l->mode = it->mode;
        l->push = it->push;
    }
    w->work_done = w->y[s->work];
}

/* ---- memory ----
 *
 * The arrays of a plan come from one piece that is kept from plan to plan: changing one constraint of many must not wait
 * for the system to hand out and clear fresh pages. */

static void *plan_new(tn_world *w, size_t bytes)
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
#define PLAN_ARRAY(w, type, n) ((type *)plan_new(w, sizeof(type) * (size_t)(n)))

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
    mem_free(w->system_memory);
}

void plan_drop(tn_world *w)
{
    w->evaluated = false;
    w->settled = false;
    w->analysed = false;
    if (w->system == NULL)
        return;
    plan_store(w);
    w->evaluations_before += w->system->evaluations;
    w->fallbacks_before += w->system->fallbacks;
    ldl_free(w->system->matrix);
    dense_work_free(w->system->dense);
    plan_release(w);
    w->system = NULL;
    w->y = w->ydot = NULL;
}

/* Feedback is stable only for steps that are short against its time constant (method §2). */
static void warn_of_long_steps(tn_world *w)
{
    const struct system *s = w->system;
    bool euler = w->settings.integrator == TN_EULER;
    if (!euler && w->settings.integrator != TN_RK4)
        return;
    double most = 0;
    int worst = -1;
    for (int i = 0; i < s->items; i++)
        if (s->item[i].kd / 2 > most) {
            most = s->item[i].kd / 2; /* 1/τ */
            worst = s->item[i].id;
        }
    double limit = euler ? 0.83 : 2.78;
    if (worst >= 0 && w->settings.step * most > limit)
        world_warn(w, mem_print("a step of %.4g s is too long for constraint '%s' with tau %.4g s: %s needs steps "
                                "shorter than %.3g tau, or the motion may blow up",
                                w->settings.step, w->constraints.at[worst].label, 1 / most, euler ? "euler" : "rk4",
                                limit));
}

/* The integrator of the plan before serves again if nothing that it was made for has changed. */
static void plan_integrator(tn_world *w)
{
    const struct system *s = w->system;
    const tn_settings *now = &w->settings, *then = &w->integrator_settings;
    if (w->integrator != NULL && w->integrator_size == s->y_count && w->integrator_bounds == s->bounded_count &&
        now->integrator == then->integrator && now->step == then->step && now->tolerance == then->tolerance) {
        integrator_restart(w->integrator);
        return;
    }
    if (w->integrator != NULL)
        w->steps_before += integrator_steps(w->integrator);
    integrator_free(w->integrator);
    w->integrator = integrator_new(w->system, &w->settings);
    w->integrator_size = s->y_count;
    w->integrator_bounds = s->bounded_count;
    w->integrator_settings = w->settings;
}

/* ---- bodies and the state ---- */

static struct body body_of(const struct object *o)
{
    struct body b = {
        .coordinates = COORDINATES_NONE,
        .q = -1,
        .v = -1,
        .source = o->def.motion == MOTION_PATH ? o->def.source : -1,
        .mass = o->mass.mass,
        .center = o->mass.center,
        .inertia = o->mass.inertia,
        .position = o->def.position,
        .orientation = o->orientation,
    };
    if (o->def.motion != MOTION_DYNAMIC)
        return b;
    b.inverse_mass = 1 / b.mass;
    switch (o->def.kind) {
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
        b.inverse_inertia = s3_inverse(&b.inertia);
        break;
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
    s->body = PLAN_ARRAY(w, struct body, s->bodies);
    s->pose = PLAN_ARRAY(w, struct pose, s->bodies);
    s->wrench = PLAN_ARRAY(w, struct wrench, s->bodies);
    for (int i = 0; i < s->bodies; i++) {
        if (!pool_lives(&w->object_pool, i) || !w->objects.at[i].present) {
            s->body[i] = (struct body){.q = -1, .v = -1, .source = -1};
            continue;
        }
        const struct object *o = &w->objects.at[i];
        struct body *b = &s->body[i];
        *b = body_of(o);
        s->pose[i].x = o->x;
        s->pose[i].r = q_matrix(o->orientation);
        if (b->dofs > 0) {
            b->q = s->q_count;
            s->q_count += q_of[b->coordinates];
        }
    }
    s->v_count = 0;
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].dofs > 0) {
            s->body[i].v = s->q_count + s->v_count;
            s->v_count += s->body[i].dofs;
        }
    s->work = s->q_count + s->v_count;
    s->y_count = s->work + 1;
    s->acceleration = PLAN_ARRAY(w, double, s->v_count);
}

static void load_state(tn_world *w)
{
    const struct system *s = w->system;
    w->y = PLAN_ARRAY(w, double, s->y_count);
    w->ydot = PLAN_ARRAY(w, double, s->y_count);
    for (int i = 0; i < s->bodies; i++) {
        const struct body *b = &s->body[i];
        const struct object *o = &w->objects.at[i];
        if (b->dofs == 0)
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
    w->y[s->work] = w->work_done;
}

/* ---- what is active now ---- */

static void note_change(tn_world *w, const struct item_def *d)
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
        all = all && all_present(w, c->limits[l].input, c->limits[l].inputs);
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
        bool active = c->present && c->on && plan_interval_active(&c->def.item, w->t) && partners_present(w, c);
        if (active && !c->active) {
            c->since = w->t;
            w->has_base = false; /* something assembles: the energy account begins anew */
        }
        c->active = active;
        c->item = -1;
        for (int l = 0; l < c->limit_count; l++)
            c->limits[l].item = -1;
        if (c->on)
            note_change(w, &c->def.item);
    }
    for (int i = 0; i < w->force_pool.order.count; i++) {
        struct force *f = &w->forces.at[w->force_pool.order.at[i]];
        f->active = f->present && f->on && plan_interval_active(&f->def.item, w->t) && force_partners_present(w, f);
        if (f->on)
            note_change(w, &f->def.item);
    }
}

/* ---- connectors, items, parts ---- */

static bool moves(const struct system *s, const struct connector *c)
{
    return c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME && s->body[c->body].dofs > 0;
}

static bool can_move(const struct system *s, const struct connector *input, int inputs)
{
    for (int i = 0; i < inputs; i++)
        if (moves(s, &input[i]))
            return true;
    return false;
}

/* Feedback of a constraint, shared by its limits. */
static struct item item_base(const tn_world *w, const struct constraint *c, int slot)
{
    double tau = c->def.tau > 0 ? c->def.tau : w->settings.tau;
    struct item it = {
        .id = slot,
        .limit = -1,
        .block = -1,
        .ks = c->def.has_feedback ? c->def.ks : 1 / (tau * tau),
        .kd = c->def.has_feedback ? c->def.kd : 2 / tau,
        .kv = c->def.has_feedback ? c->def.kd / 2 : 1 / tau,
    };
    for (int k = 0; k < CONSTRAINT_PARAMETERS; k++)
        it.turns[k] = -1;
    return it;
}

static struct item item_of(const tn_world *w, const struct constraint *c, int slot)
{
    struct item it = item_base(w, c, slot);
    it.kernel = c->kernel;
    it.program = c->program;
    it.inputs = c->inputs;
    it.rows = c->rows;
    it.driven = c->uses_time;
    if (c->build.form != NULL && (c->build.form->tie_direction > 0 || c->build.form->tie_frame > 0))
        it.form = c->build.form;
    for (int k = 0; k < CONSTRAINT_PARAMETERS && c->def.class != NULL; k++) {
        it.parameter[k] = c->build.parameter[k];
        if (k == 0 && c->number != NULL)
            expression_of_lets(w, c->number, &it.parameter[k]);
        it.turns[k] = c->build.turns[k];
        if (it.turns[k] >= 0)
            it.parameter[k] = w->turns.at[it.turns[k]];
        if (c->build.form->parameters[k] != NULL && strcmp(c->build.form->parameters[k], "tau") == 0)
            it.parameter[k] = it.kv > 0 ? 1 / it.kv : 1;
    }
    for (int r = 0; r < c->rows; r++) {
        it.level[r] = (signed char)c->level[r];
        it.driven |= c->level[r] != LEVEL_POSITION;
        int first = 0;
        while (strcmp(c->unit[first], c->unit[r]) != 0)
            first++;
        it.group[r] = (signed char)first;
    }
    return it;
}

static struct item limit_item(const tn_world *w, const struct constraint *c, int slot, int limit)
{
    const struct limit *l = &c->limits[limit];
    struct item it = item_base(w, c, slot);
    it.limit = limit;
    it.program = l->program;
    it.inputs = l->inputs;
    it.rows = 1;
    it.level[0] = (signed char)l->level;
    it.bounds = l->kind == LIMIT_SPEED || l->kind == LIMIT_ANGLE ? BOUND_MOTOR : BOUND_ONE_SIDED;
    it.mode = l->mode;
    it.push = l->push;
    it.bounce = l->bounce;
    it.bound = l->bound;
    it.driven = l->uses_time;
    it.weight[0] = 1;
    return it;
}

/* The parts of an item: one for each moving body it touches; inputs find theirs. */
static void plan_parts(struct system *s, struct item *it, int item_index, int *jacobian)
{
    it->part = s->parts;
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &s->connector[s->item_input[it->input + i]];
        s->input_part[it->input + i] = -1;
        it->driven |= c->type == CONNECTOR_TIME || (c->type != CONNECTOR_CONSTANT && s->body[c->body].source >= 0);
        if (!moves(s, c))
            continue;
        int p = it->part;
        while (p < s->parts && s->part[p].body != c->body)
            p++;
        if (p == s->parts) {
            s->part[s->parts++] =
                (struct part){.body = c->body, .item = item_index, .dofs = s->body[c->body].dofs, .first = *jacobian};
            *jacobian += it->rows * s->body[c->body].dofs;
        }
        s->input_part[it->input + i] = p;
    }
    it->parts = s->parts - it->part;
}

/* Items in an order that keeps kinds together: movable first, then by kind, then as made. */
struct sort_key {
    int slot, limit, immovable, kind, made;
};
static int compare_keys(const void *a, const void *b)
{
    const struct sort_key *x = a, *y = b;
    if (x->immovable != y->immovable)
        return x->immovable - y->immovable;
    if (x->kind != y->kind)
        return x->kind - y->kind;
    return x->made != y->made ? x->made - y->made : x->limit - y->limit;
}

static int kind_number(const struct constraint *c)
{
    if (c->def.class == NULL)
        return constraint_class_count() * 8;
    int k = 0;
    while (constraint_class_at(k) != c->def.class)
        k++;
    return 8 * k + (int)(c->build.form - c->def.class->forms);
}

/* Everything that becomes an item: constraints with rows, and limits. Returns how many inputs they have. */
static int list_items(tn_world *w, struct system *s, struct sort_key *key)
{
    const int limit_kind = 8 * constraint_class_count() + 1;
    int inputs = 0;
    for (int i = 0; i < w->constraint_pool.order.count; i++) {
        int slot = w->constraint_pool.order.at[i];
        const struct constraint *c = &w->constraints.at[slot];
        if (!c->active)
            continue;
        if (c->rows > 0) {
            key[s->items++] = (struct sort_key){slot, -1, !can_move(s, c->input, c->inputs), kind_number(c), i};
            inputs += c->inputs;
        }
        for (int l = 0; l < c->limit_count; l++) {
            bool immovable = !can_move(s, c->limits[l].input, c->limits[l].inputs);
            if (immovable)
                continue; /* nothing a limit could push */
            key[s->items++] = (struct sort_key){slot, l, immovable, limit_kind, i};
            inputs += c->limits[l].inputs;
        }
    }
    qsort(key, (size_t)s->items, sizeof *key, compare_keys);
    return inputs;
}

static int item_total(const tn_world *w)
{
    int total = 0;
    for (int i = 0; i < w->constraint_pool.order.count; i++)
        total += 1 + w->constraints.at[w->constraint_pool.order.at[i]].limit_count;
    return total;
}

static void plan_items(tn_world *w, struct system *s)
{
    struct sort_key *key = MEM_ARRAY(struct sort_key, item_total(w));
    int inputs = list_items(w, s, key);
    s->item = PLAN_ARRAY(w, struct item, s->items);
    s->bounded = PLAN_ARRAY(w, int, s->items);
    s->item_input = PLAN_ARRAY(w, int, inputs);
    s->item_partner = PLAN_ARRAY(w, signed char, inputs);
    s->input_part = PLAN_ARRAY(w, int, inputs);
    s->part = PLAN_ARRAY(w, struct part, inputs);
    int at = 0, row = 0, jacobian = 0;
    for (int i = 0; i < s->items; i++) {
        struct constraint *c = &w->constraints.at[key[i].slot];
        bool is_limit = key[i].limit >= 0;
        const struct connector *input = is_limit ? c->limits[key[i].limit].input : c->input;
        struct item *it = &s->item[i];
        *it = is_limit ? limit_item(w, c, key[i].slot, key[i].limit) : item_of(w, c, key[i].slot);
        *(is_limit ? &c->limits[key[i].limit].item : &c->item) = i;
        if (is_limit)
            s->bounded[s->bounded_count++] = i;
        it->input = at;
        it->row = row;
        row += it->rows;
        for (int k = 0; k < it->inputs; k++, at++) {
            s->item_partner[at] = is_limit               ? c->limits[key[i].limit].partner[k]
                                  : c->def.class != NULL ? c->build.partner[k]
                                                         : 0;
            s->item_input[at] = s->connectors;
            s->connector[s->connectors++] = input[k];
        }
        if (!key[i].immovable) {
            it->block = s->blocks++;
            s->rows = row;
        }
        plan_parts(s, it, i, &jacobian);
    }
    s->jacobian = PLAN_ARRAY(w, double, jacobian);
    s->weighted = PLAN_ARRAY(w, double, jacobian);
    s->c = PLAN_ARRAY(w, double, row);
    s->cd = PLAN_ARRAY(w, double, row);
    s->gamma = PLAN_ARRAY(w, double, row);
    s->multiplier = PLAN_ARRAY(w, double, row);
    s->event_rate = PLAN_ARRAY(w, double, s->y_count);
    s->event_speed = PLAN_ARRAY(w, double, s->bounded_count);
    s->free_acceleration = PLAN_ARRAY(w, double, s->v_count);
    s->event_flag = PLAN_ARRAY(w, bool, 2 * s->bounded_count);
    s->event_mode = PLAN_ARRAY(w, enum mode, s->bounded_count);
    s->triggered = PLAN_ARRAY(w, bool, s->bounded_count);
    s->guard = PLAN_ARRAY(w, double, s->bounded_count);
    mem_free(key);
}

/* ---- the matrix ---- */

/* Parts by body: start[b] … start[b+1] in list. */
static void parts_by_body(const struct system *s, int **start, int **list)
{
    *start = MEM_ARRAY(int, s->bodies + 1);
    *list = MEM_ARRAY(int, s->parts);
    for (int p = 0; p < s->parts; p++)
        (*start)[s->part[p].body + 1]++;
    for (int b = 0; b < s->bodies; b++)
        (*start)[b + 1] += (*start)[b];
    int *next = mem_copy(*start, sizeof(int) * (size_t)(s->bodies + 1));
    for (int p = 0; p < s->parts; p++)
        (*list)[next[s->part[p].body]++] = p;
    mem_free(next);
}

static void find_hubs(tn_world *w, struct system *s, const int *start)
{
    for (int b = 0; b < s->bodies; b++)
        if (start[b + 1] - start[b] > HUB)
            s->hubs++;
    s->hub = PLAN_ARRAY(w, struct hub, s->hubs);
    int h = 0;
    for (int b = 0; b < s->bodies; b++)
        if (start[b + 1] - start[b] > HUB) {
            s->hub[h] = (struct hub){.body = b, .block = s->blocks + h};
            s->hub_products += start[b + 1] - start[b];
            h++;
        } else {
            int d = start[b + 1] - start[b];
            s->products += d * (d - 1) / 2;
        }
}

/* Touches nothing but hubs: such blocks have no diagonal of their own, and the matrix likes to know. */
static bool only_hubs(const struct system *s, const struct item *it)
{
    for (int p = it->part; p < it->part + it->parts; p++)
        if (!s->part[p].hub)
            return false;
    return true;
}

static void plan_matrix(tn_world *w, struct system *s)
{
    int *start, *list;
    parts_by_body(s, &start, &list);
    find_hubs(w, s, start);
    s->product = PLAN_ARRAY(w, struct product, s->products);
    s->hub_product = PLAN_ARRAY(w, struct hub_product, s->hub_products);
    int *pair = MEM_ARRAY(int, 2 * (s->products + s->hub_products));
    int products = 0, hub_products = 0, pairs = 0, hub = 0;
    for (int b = 0; b < s->bodies; b++) {
        bool is_hub = hub < s->hubs && s->hub[hub].body == b;
        for (int i = start[b]; i < start[b + 1]; i++) {
            struct part *p = &s->part[list[i]];
            p->hub = is_hub;
            if (is_hub) {
                s->hub_product[hub_products++] = (struct hub_product){.part = list[i], .hub = hub};
                pair[2 * pairs] = s->item[p->item].block;
                pair[2 * pairs++ + 1] = s->hub[hub].block;
            }
            for (int k = start[b]; k < i && !is_hub; k++) {
                s->product[products++] = (struct product){.k = list[i], .l = list[k]};
                pair[2 * pairs] = s->item[p->item].block;
                pair[2 * pairs++ + 1] = s->item[s->part[list[k]].item].block;
            }
        }
        hub += is_hub;
    }
    int n = s->blocks + s->hubs;
    int *size = MEM_ARRAY(int, n);
    signed char *sign = MEM_ARRAY(signed char, n);
    for (int i = 0; i < s->items; i++)
        if (s->item[i].block >= 0) {
            size[s->item[i].block] = s->item[i].rows;
            sign[s->item[i].block] = only_hubs(s, &s->item[i]) ? 2 : 1;
        }
    for (int h = 0; h < s->hubs; h++) {
        size[s->hub[h].block] = s->body[s->hub[h].body].dofs;
        sign[s->hub[h].block] = -1;
    }
    s->matrix = ldl_analyze(n, size, sign, pairs, pair);
    mem_free(start);
    mem_free(list);
    mem_free(pair);
    mem_free(size);
    mem_free(sign);
}

/* Where every product goes. */
static void plan_offsets(tn_world *w, struct system *s)
{
    bool transposed;
    for (int i = 0; i < s->items; i++)
        if (s->item[i].block >= 0)
            s->item[i].diagonal = ldl_offset(s->matrix, s->item[i].block, s->item[i].block, &transposed);
    for (int h = 0; h < s->hubs; h++) {
        s->hub[h].diagonal = ldl_offset(s->matrix, s->hub[h].block, s->hub[h].block, &transposed);
        s->hub[h].row = ldl_row(s->matrix, s->hub[h].block);
    }
    for (int i = 0; i < s->products; i++) {
        struct product *x = &s->product[i];
        x->offset =
            ldl_offset(s->matrix, s->item[s->part[x->k].item].block, s->item[s->part[x->l].item].block, &transposed);
        if (transposed) { /* J_l W J_kᵀ is the transpose: exchange the two */
            int k = x->k;
            x->k = x->l;
            x->l = k;
        }
    }
    for (int i = 0; i < s->hub_products; i++) {
        struct hub_product *x = &s->hub_product[i];
        x->offset = ldl_offset(s->matrix, s->item[s->part[x->part].item].block, s->hub[x->hub].block, &x->transposed);
    }
    int rows = ldl_rows(s->matrix);
    s->right = PLAN_ARRAY(w, double, rows);
    s->lambda = PLAN_ARRAY(w, double, rows);
    s->rho = PLAN_ARRAY(w, double, rows);
}

/* ---- forces ---- */

static int compare_forces(const void *a, const void *b)
{
    const struct sort_key *x = a, *y = b;
    return x->kind != y->kind ? x->kind - y->kind : x->made - y->made;
}

static void plan_forces(tn_world *w, struct system *s)
{
    int count = w->force_pool.order.count;
    struct sort_key *key = MEM_ARRAY(struct sort_key, count);
    for (int i = 0; i < count; i++) {
        int slot = w->force_pool.order.at[i], kind = 0;
        if (!w->forces.at[slot].active)
            continue;
        while (force_class_at(kind) != w->forces.at[slot].def.class)
            kind++;
        key[s->forces++] = (struct sort_key){.slot = slot, .kind = kind, .made = i};
    }
    qsort(key, (size_t)s->forces, sizeof *key, compare_forces);
    s->values = FORCE_VALUES * s->forces;
    s->force = PLAN_ARRAY(w, struct force_item, s->forces);
    s->value = PLAN_ARRAY(w, double, s->values);
    s->force_value = PLAN_ARRAY(w, struct expression *, s->forces);
    s->force_value_at = PLAN_ARRAY(w, int, s->forces);
    for (int i = 0; i < s->forces; i++) {
        const struct force *f = &w->forces.at[key[i].slot];
        struct force_item *it = &s->force[i];
        *it = (struct force_item){.class = f->def.class,
                                  .connector = {-1, -1},
                                  .body = f->def.body,
                                  .value = FORCE_VALUES * i,
                                  .varying = f->values != NULL};
        for (int k = 0; k < f->def.connector_count; k++) {
            it->connector[k] = s->connectors;
            s->connector[s->connectors++] = f->def.connector[k];
        }
        world_force_numbers(w, key[i].slot, s->value + it->value);
        if (f->values != NULL) {
            /* its own connectors follow one another: symbols are shifted by the first of them */
            f->values->first_connector = s->connectors;
            for (int k = 0; k < f->inputs; k++)
                s->connector[s->connectors++] = f->input[k];
            s->force_value_at[s->force_values] = it->value;
            s->force_value[s->force_values++] = f->values;
        }
    }
    mem_free(key);
}

/* Which joints' turns the right-hand side depends on: only these are counted inside a step. */
static void plan_turns(tn_world *w, struct system *s)
{
    for (int i = 0; i < w->trackers.count; i++)
        w->trackers.at[i].in_step = false;
    for (int i = 0; i < s->items; i++) {
        for (int k = 0; k < CONSTRAINT_PARAMETERS; k++)
            if (s->item[i].turns[k] >= 0)
                w->trackers.at[s->item[i].turns[k]].in_step = true;
        for (int k = 0; s->item[i].program != NULL && k < program_loads(s->item[i].program); k++) {
            uint64_t key = program_load(s->item[i].program, k);
            if (symbol_kind_of(key) == SYMBOL_TURNS)
                w->trackers.at[symbol_index(key)].in_step = true;
        }
    }
    for (int i = 0; i < s->force_values; i++)
        for (int k = 0; k < s->force_value[i]->loads; k++)
            if (symbol_kind_of(s->force_value[i]->load[k]) == SYMBOL_TURNS)
                w->trackers.at[symbol_index(s->force_value[i]->load[k])].in_step = true;
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
        size_t n = c->program != NULL ? program_scratch(c->program) : 0;
        most = n > most ? n : most;
        for (int l = 0; l < c->limit_count; l++) {
            n = program_scratch(c->limits[l].program);
            most = n > most ? n : most;
        }
    }
    for (int i = 0; i < w->force_pool.order.count; i++) {
        const struct force *f = &w->forces.at[w->force_pool.order.at[i]];
        size_t n = f->values != NULL ? tape_scratch(f->values->tape) + (size_t)f->values->loads : 0;
        most = n > most ? n : most;
    }
    return most;
}

static int connector_total(const tn_world *w)
{
    int total = 0;
    for (int i = 0; i < w->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->constraints.at[w->constraint_pool.order.at[i]];
        total += c->inputs;
        for (int l = 0; l < c->limit_count; l++)
            total += c->limits[l].inputs;
    }
    for (int i = 0; i < w->force_pool.order.count; i++) {
        const struct force *f = &w->forces.at[w->force_pool.order.at[i]];
        total += f->def.connector_count + f->inputs;
    }
    return total;
}

tn_status plan_make(tn_world *w, char **message)
{
    *message = NULL;
    if (w->system != NULL)
        return TN_OK;
    if (w->system_memory == NULL)
        w->system_memory = MEM_NEW(struct system); /* one place, so that the integrator finds it again */
    struct system *s = w->system_memory;
    *s = (struct system){.bad_item = -1, .bad_body = -1};
    w->system = s;
    s->source = w->sources.at;
    s->sources = w->sources.count;
    s->time = PLAN_ARRAY(w, struct time_signal, s->sources);
    s->let = w->lets.at;
    s->turns = w->turns.at;
    s->tracker = w->trackers.at;
    s->trackers = w->trackers.count;
    s->softness = w->softness;
    s->solver = w->settings.solver == TN_SOLVER_SVD ? SOLVER_SVD : SOLVER_SPARSE;
    s->connector = PLAN_ARRAY(w, struct connector, connector_total(w));
    find_active(w);
    plan_bodies(w, s);
    plan_items(w, s);
    plan_matrix(w, s);
    plan_offsets(w, s);
    plan_forces(w, s);
    plan_turns(w, s);
    s->signal = PLAN_ARRAY(w, struct signal, s->connectors);
    s->scratch = PLAN_ARRAY(w, double, scratch_size(w));
    load_state(w);
    if (s->solver == SOLVER_SVD && s->rows > SVD_ROWS) {
        *message = mem_print("solver svd is dense and meant for checking: at most %d rows, this model has %d; "
                             "use solver sparse",
                             SVD_ROWS, s->rows);
        return TN_WRONG_MODEL;
    }
    if (s->solver == SOLVER_SVD) {
        s->dense = dense_work_new(s->rows);
        s->dense_matrix = PLAN_ARRAY(w, double, (size_t)s->rows *(size_t)s->rows);
        s->dense_right = PLAN_ARRAY(w, double, s->rows);
    }
    warn_of_long_steps(w);
    plan_integrator(w);
    return TN_OK;
}
