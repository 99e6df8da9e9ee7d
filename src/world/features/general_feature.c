/* general_feature.c: objects with generalized coordinates in a world: making, planning and reading them. */
#include <stdlib.h>
#include <string.h>

#include "world/features/feature.h"

static bool is_general(const tn_world *w, int slot) { return w->things->objects.at[slot].type->general != NULL; }

/* A fixed curve has coordinates, but they do not change. */
static bool is_fixed(const tn_world *w, int slot) { return w->things->objects.at[slot].type->motion != MOTION_DYNAMIC; }

static bool on_general(const tn_world *w, const struct connector *c)
{
    return c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME && is_general(w, c->body);
}

/* ---- making ---- */

/* Where an input of a form comes from: coordinates are symbols 0 … n-1, extras follow. */
static struct general_load load_of(uint64_t key, int n)
{
    int i = symbol_index(key);
    switch (symbol_kind_of(key)) {
    case SYMBOL_TIME:
        return (struct general_load){LOAD_TIME, 0};
    case SYMBOL_PARAMETER:
        return (struct general_load){LOAD_LET, i};
    case SYMBOL_Y:
        return i < n ? (struct general_load){LOAD_COORDINATE, i} : (struct general_load){LOAD_EXTRA, i - n};
    case SYMBOL_YD:
        return i < n ? (struct general_load){LOAD_RATE, i} : (struct general_load){LOAD_NOTHING, 0};
    case SYMBOL_YDD:
    case SYMBOL_LEVER:
    case SYMBOL_BETA:
    case SYMBOL_TURNS:
    case SYMBOL_PROBE:
        break;
    }
    return (struct general_load){LOAD_NOTHING, 0};
}

static bool speaks_of_time(const struct formula *f, const node *numbers, int count)
{
    int symbols = formula_symbol_count(f);
    bool *used = MEM_ARRAY(bool, symbols), any = false;
    for (int i = 0; i < count; i++)
        formula_mark_symbols(f, numbers[i], used, symbols);
    for (int i = 0; i < symbols; i++)
        any |= used[i] && symbol_kind_of(formula_symbol_key(f, i)) == SYMBOL_TIME;
    mem_free(used);
    return any;
}

void general_add_form(struct general *g, struct formula *f, const node *numbers, int count, const char *text,
                      struct place place)
{
    const int n = g->n, width = 3 + n;
    node *outputs = MEM_ARRAY(node, count * width);
    node(*cy)[3] = mem_new(sizeof(node[3]) * (size_t)(n + 1));
    struct general_form form = {.numbers = count, .text = mem_text(text), .place = place};
    form.uses_time = speaks_of_time(f, numbers, count);
    for (int i = 0; i < count; i++) {
        struct derived_row d = {.cy = cy};
        derive_row(f, numbers[i], LEVEL_POSITION, n, &d);
        outputs[i] = d.c;
        outputs[count + i] = d.cd;
        outputs[2 * count + i] = d.gamma;
        for (int k = 0; k < n; k++)
            outputs[3 * count + n * i + k] = cy[k][0];
    }
    form.tape = tape_compile(f, outputs, count * width);
    form.loads = tape_inputs(form.tape);
    form.load = MEM_ARRAY(struct general_load, form.loads);
    for (int i = 0; i < form.loads; i++)
        form.load[i] = load_of(formula_symbol_key(f, i), n);
    mem_free(outputs);
    mem_free(cy);
    struct general_form *list = MEM_ARRAY(struct general_form, g->forms + 1);
    for (int i = 0; i < g->forms; i++)
        list[i] = g->form[i];
    list[g->forms++] = form;
    mem_free(g->form);
    g->form = list;
    g->uses_time |= form.uses_time;
}

struct general *general_new(const struct general_class *class, int n, const char *const *names)
{
    struct general *g = MEM_NEW(struct general);
    g->class = class;
    g->n = n;
    if (names != NULL) {
        g->name = MEM_ARRAY(char *, n);
        for (int i = 0; i < n; i++)
            g->name[i] = mem_text(names[i]);
    }
    return g;
}

static node times(struct formula *f, node a, node b) { return formula_binary(f, OP_MULTIPLY, a, b); }
static node plus(struct formula *f, node a, node b) { return formula_binary(f, OP_ADD, a, b); }

/* R = cos φ 1 + (1 − cos φ) u uᵀ + sin φ [u]×, u = axis/|axis|; by rows. */
void general_rotation(struct formula *f, const node axis[3], node angle, node r[9])
{
    node square = formula_constant(f, 0), u[3], one = formula_constant(f, 1);
    for (int k = 0; k < 3; k++)
        square = plus(f, square, times(f, axis[k], axis[k]));
    for (int k = 0; k < 3; k++)
        u[k] = formula_binary(f, OP_DIVIDE, axis[k], formula_unary(f, OP_SQRT, square));
    node c = formula_unary(f, OP_COS, angle), s = formula_unary(f, OP_SIN, angle);
    node rest = formula_binary(f, OP_SUBTRACT, one, c);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            node x = times(f, rest, times(f, u[i], u[j]));
            if (i == j)
                x = plus(f, x, c);
            else if ((i + 1) % 3 == j)
                x = formula_binary(f, OP_SUBTRACT, x, times(f, s, u[3 - i - j]));
            else
                x = plus(f, x, times(f, s, u[3 - i - j]));
            r[3 * i + j] = x;
        }
}

void general_product(struct formula *f, const node a[9], const node b[9], node out[9])
{
    node r[9];
    for (int i = 0; i < 9; i++) {
        r[i] = formula_constant(f, 0);
        for (int k = 0; k < 3; k++)
            r[i] = plus(f, r[i], times(f, a[i / 3 * 3 + k], b[3 * k + i % 3]));
    }
    memcpy(out, r, sizeof r);
}

void general_add_place(struct general *g, struct formula *f, const node place[3], const node *rotation, vec3 center,
                       const char *text, struct place where)
{
    node number[12];
    const double c[3] = {center.x, center.y, center.z};
    memcpy(number, place, sizeof(node) * 3);
    g->center = center;
    if (rotation != NULL) {
        memcpy(number + 3, rotation, sizeof(node) * 9);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                number[i] = plus(f, number[i], times(f, rotation[3 * i + k], formula_constant(f, c[k])));
    }
    general_add_form(g, f, number, rotation != NULL ? 12 : 3, text, where);
}

/* ---- the state of an object ---- */

static quat quaternion_of(const mat3 *r)
{
    const double *m = r->m, trace = m[0] + m[4] + m[8];
    quat q;
    if (trace > 0)
        q = (quat){1 + trace, m[7] - m[5], m[2] - m[6], m[3] - m[1]};
    else if (m[0] >= m[4] && m[0] >= m[8])
        q = (quat){m[7] - m[5], 1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6]};
    else if (m[4] >= m[8])
        q = (quat){m[2] - m[6], m[1] + m[3], 1 + m[4] - m[0] - m[8], m[5] + m[7]};
    else
        q = (quat){m[3] - m[1], m[2] + m[6], m[5] + m[7], 1 + m[8] - m[0] - m[4]};
    return q_unit(q);
}

static struct general_what whole(const struct general *g) { return g->class->what(g, GENERAL_FRAME, v3(0, 0, 0)); }

static struct pose pose_at(tn_world *w, const struct object *o, const double *q, const double *v)
{
    struct pose p = {.r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    struct general_what what = whole(o->type->general);
    general_show(o->type->general, (struct general_moment){.q = q, .v = v, .t = w->run.t, .let = w->run.lets.at}, &what,
                 &p, NULL);
    return p;
}

static void take_pose(struct object_state *s, const struct pose *p)
{
    s->x = p->x;
    s->v = p->v;
    s->w = p->w;
    s->orientation = quaternion_of(&p->r);
}

/* "th 0.3, ph 0", into a buffer */
static void print_coordinates(const struct general *g, const double *q, char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (int i = 0; i < g->n && g->name != NULL && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%s = %.9g", i > 0 ? ", " : "", g->name[i], q[i]);
}

static bool pose_finite(const struct pose *p)
{
    double check = 0;
    for (int i = 0; i < 9; i++)
        check += 0 * p->r.m[i];
    return check == 0 && v3_finite(p->x) && v3_finite(p->v) && v3_finite(p->w) && v3_finite(p->a) &&
           v3_finite(p->alpha);
}

/* The coordinate for which M is singular at the start; -1: none. */
static int singular_at(tn_world *w, const struct object *o, const struct own_coordinates *own)
{
    struct general *g = o->type->general;
    const int n = g->n;
    double *all = MEM_ARRAY(double, n *n + 7 * n);
    struct general_sums sums = {.mass = all,
                                .bias = all + n * n,
                                .own = all + n * n + n,
                                .moment = all + n * n + 2 * n,
                                .motion = all + n * n + 5 * n,
                                .turning = all + n * n + 6 * n};
    general_add_mass(g, (struct general_moment){.q = own->q, .v = own->v, .t = w->run.t, .let = w->run.lets.at}, &sums);
    int singular = general_factor(all, n);
    mem_free(all);
    return singular;
}

/* Size of the state, rounded up to whole nodes of three numbers. */
static int general_room(const struct general *g) { return (g->n + 2) / 3 * 3; }

/* The plane of a sheet is stored in its model, which a clone of the world may share: makes a copy in that case. */
static void own_model(tn_world *w, int slot)
{
    struct things *things = things_edit(w);
    struct object_type t = *things->objects.at[slot].type;
    if (counted_alone(&t.general->users))
        return;
    ARRAY_PUSH(&things->left_models, t.general);
    t.general = jello_copy(t.general);
    object_retype(w, slot, &t);
}

static void place_jello(struct object *o, struct own_coordinates *own, vec3 center, quat orientation, vec3 velocity,
                        vec3 spin)
{
    struct object_begin *b = &object_more(o)->begin;
    jello_place(o->type->general, center, orientation, velocity, spin, own->q, own->v);
    b->position = v3_sub(center, q_rotate(orientation, o->type->weight.center));
    b->orientation = orientation;
}

void general_place(tn_world *w, int slot)
{
    const struct object_state *s = &w->run.objects.at[slot];
    own_model(w, slot);
    place_jello(object_edit(w, slot), s->own, s->x, s->orientation, s->v, s->w);
}

void general_set_motion(const struct object_type *type, struct object_state *s)
{
    const struct jello *j = type->general->own;
    for (int k = 0; k <= j->d; k++)
        for (int i = 0; i < j->d; i++) {
            const double *a = s->own->q + j->d * k;
            vec3 arm = v3(0, 0, 0);
            for (int c = 0; c < j->d && k > 0; c++)
                arm = v3_add_scaled(arm, a[c], j->axis[c]);
            s->own->v[j->d * k + i] = v3_dot(j->axis[i], k == 0 ? s->v : v3_cross(s->w, arm));
        }
}

/* The initial state of an affine body: at rest at its pose, or the numbers that a text gives. */
static char *begin_jello(struct object *o, struct own_coordinates *own, struct object_def *d)
{
    const int n = d->type.general->n;
    struct object_begin *b = &d->begin;
    quat turned = q_unit(b->orientation);
    vec3 center = b->has_center ? b->center : v3_add(b->position, q_rotate(turned, o->type->weight.center));
    place_jello(o, own, center, turned, b->velocity, b->spin);
    b->position = o->more->begin.position;
    b->orientation = o->more->begin.orientation;
    double *const to[2] = {own->q, own->v};
    for (int i = 0; i < 2; i++) {
        if (d->state[i] == NULL)
            continue;
        if (d->state_count[i] != n)
            return mem_print("%s takes %d numbers for this jello body, %d given", i == 0 ? "nodes" : "node-velocities",
                             n, d->state_count[i]);
        memcpy(to[i], d->state[i], sizeof(double) * (size_t)n);
        b->has_state = true;
    }
    return NULL;
}

static char *begin_placed(tn_world *w, const struct object *o, struct object_state *s, struct object_def *d)
{
    struct general *g = d->type.general;
    char text[400];
    for (int i = 0; i < g->n; i++) {
        s->own->q[i] = d->q[i];
        s->own->v[i] = d->qd[i];
        if (!isfinite(d->q[i]) || !isfinite(d->qd[i]))
            return mem_text("one of its coordinates is not finite");
    }
    g->mass = o->type->weight.mass;
    g->inertia = o->type->weight.inertia;
    struct pose p = pose_at(w, o, s->own->q, s->own->v);
    print_coordinates(g, s->own->q, text, sizeof text);
    if (!pose_finite(&p))
        return mem_print("it has no pose at the start: its formulas are not finite at %s", text);
    int nothing = o->type->motion == MOTION_DYNAMIC ? singular_at(w, o, s->own) : -1;
    if (nothing >= 0 && g->name != NULL)
        return mem_print(
            "its coordinate '%s' moves nothing that the others do not move at %s: begin elsewhere, or choose "
            "other coordinates",
            g->name[nothing], text);
    take_pose(s, &p);
    d->begin.position = v3_sub(s->x, q_rotate(s->orientation, o->type->weight.center));
    d->begin.orientation = s->orientation;
    d->begin.velocity = s->v;
    d->begin.spin = s->w;
    return NULL;
}

char *general_begin(tn_world *w, struct object *o, struct object_state *s, struct object_def *d)
{
    if (d->type.motion != MOTION_DYNAMIC && d->type.kind != OBJECT_CURVE)
        return mem_text("an object with generalized coordinates moves by them: it has no other kernel");
    s->own = coordinates_new(general_room(d->type.general), 0, 0);
    return d->type.kind == OBJECT_JELLO ? begin_jello(o, s->own, d) : begin_placed(w, o, s, d);
}

/* The present state: in the state vector, or stored with the object. */
static void state_of(const tn_world *w, int slot, const double **q, const double **v)
{
    *q = w->run.objects.at[slot].own->q;
    *v = w->run.objects.at[slot].own->v;
    const struct body *b = w->plan != NULL ? &w->plan->body[plan_body(w, slot)] : NULL;
    if (b != NULL && general_object_of(b) >= 0) {
        *q = w->run.y + b->q;
        *v = w->run.y + b->v;
    }
}

bool world_coordinates(const tn_world *w, int object, const double **q, const double **v)
{
    if (!is_general(w, object))
        return false;
    state_of(w, object, q, v);
    return true;
}

const struct curve *world_curve(const tn_world *w, int object, const double **q, const double **lets)
{
    const double *v;
    const struct curve *c = is_general(w, object) ? curved_curve(w->things->objects.at[object].type->general) : NULL;
    if (c != NULL)
        state_of(w, object, q, &v);
    *lets = w->run.lets.at;
    return c;
}

bool world_jello(const tn_world *w, int object, const struct jello **out, const double **q)
{
    const double *v;
    if (w->things->objects.at[object].type->kind != OBJECT_JELLO)
        return false;
    *out = w->things->objects.at[object].type->general->own;
    state_of(w, object, q, &v);
    return true;
}

int world_state_nodes(tn_world *w, int object, const double **q, const double **v)
{
    const struct object *o = &w->things->objects.at[object];
    const struct own_coordinates *own = w->run.objects.at[object].own;
    struct flexible_state f;
    const double *now, *rate;
    if (world_flexible(w, object, &f)) {
        *q = f.q;
        *v = f.v;
        return f.lattice->nodes;
    }
    if (o->type->general == NULL)
        return 0;
    state_of(w, object, &now, &rate);
    memmove(own->q, now, sizeof(double) * (size_t)o->type->general->n);
    memmove(own->v, rate, sizeof(double) * (size_t)o->type->general->n);
    *q = own->q;
    *v = own->v;
    return general_room(o->type->general) / 3;
}

bool general_set_nodes(tn_world *w, int object, const double *q, const double *v, int nodes)
{
    const struct object *o = &w->things->objects.at[object];
    struct object_state *s = &w->run.objects.at[object];
    double check = 0;
    if (general_room(o->type->general) != 3 * nodes)
        return false;
    for (int i = 0; i < 3 * nodes; i++)
        check += 0 * q[i] + 0 * v[i];
    if (check != 0)
        return false;
    plan_drop_moved(w);
    memcpy(s->own->q, q, sizeof(double) * (size_t)(3 * nodes));
    memcpy(s->own->v, v, sizeof(double) * (size_t)(3 * nodes));
    struct pose p = pose_at(w, o, s->own->q, s->own->v);
    take_pose(s, &p);
    w->run.touched = true;
    return true;
}

void general_now(tn_world *w, int slot, vec3 *x, quat *orientation, vec3 *velocity, vec3 *spin)
{
    const double *q, *v;
    state_of(w, slot, &q, &v);
    struct pose p = pose_at(w, &w->things->objects.at[slot], q, v);
    *x = p.x;
    *orientation = quaternion_of(&p.r);
    *velocity = p.v;
    *spin = p.w;
}

struct connector world_coordinate(const tn_world *w, int object, int i)
{
    (void)w;
    return (struct connector){CONNECTOR_SCALAR, object, -1, v3(i, 0, 0)};
}

/* ---- attachment points in a plan ---- */

static int compare_shown(const void *a, const void *b)
{
    const struct plan_shown *x = a, *y = b;
    if (x->owner != y->owner)
        return x->owner - y->owner;
    if (x->what.role != y->what.role)
        return (int)x->what.role - (int)y->what.role;
    const double p[3] = {x->what.at.x, x->what.at.y, x->what.at.z}, q[3] = {y->what.at.x, y->what.at.y, y->what.at.z};
    for (int k = 0; k < 3; k++)
        if (p[k] != q[k])
            return p[k] < q[k] ? -1 : 1;
    return 0;
}

static struct general_what what_of(const tn_world *w, const struct connector *c)
{
    const struct general *g = w->things->objects.at[c->body].type->general;
    enum general_role role = c->type == CONNECTOR_POINT    ? GENERAL_POINT
                             : c->type == CONNECTOR_SCALAR ? GENERAL_NUMBER
                                                           : GENERAL_FRAME;
    return g->class->what(g, role, c->local);
}

static struct plan_shown shown_of(const tn_world *w, const struct connector *c)
{
    return (struct plan_shown){.owner = plan_body(w, c->body), .what = what_of(w, c)};
}

static void add_shown(tn_world *w, const struct connector *c, int count)
{
    for (int i = 0; i < count; i++)
        if (on_general(w, &c[i]) && !is_fixed(w, c[i].body))
            ARRAY_PUSH(&w->planned->shown, shown_of(w, &c[i]));
}

/* Finds what constraints and forces are attached to: one body each. */
static int find_shown(tn_world *w)
{
    w->planned->shown.count = 0;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (!constraint_state(w, c)->active)
            continue;
        add_shown(w, c->input, c->inputs);
        for (int l = 0; l < c->limit_count; l++)
            add_shown(w, c->more->limits[l].input, c->more->limits[l].inputs);
        if (built_measure(c->build) != NULL)
            add_shown(w, built_measure(c->build)->input, 3);
    }
    for (int i = 0; i < w->things->force_pool.order.count; i++) {
        const struct force *f = &w->things->forces.at[w->things->force_pool.order.at[i]];
        if (!w->run.forces.at[w->things->force_pool.order.at[i]].active)
            continue;
        add_shown(w, f->def.connector, f->def.connector_count);
        add_shown(w, f->input, f->inputs);
        if (f->def.body >= 0 && f->def.class->turns)
            add_shown(w, &(struct connector){.type = CONNECTOR_SPIN, .body = f->def.body}, 1);
    }
    if (w->planned->shown.count == 0)
        return 0;
    qsort(w->planned->shown.at, (size_t)w->planned->shown.count, sizeof *w->planned->shown.at, compare_shown);
    int kept = 0;
    for (int i = 1; i < w->planned->shown.count; i++)
        if (compare_shown(&w->planned->shown.at[kept], &w->planned->shown.at[i]) != 0)
            w->planned->shown.at[++kept] = w->planned->shown.at[i];
    w->planned->shown.count = kept + 1;
    return w->planned->shown.count;
}

/* The value of a point or direction of a curve that does not move. */
static vec3 fixed_value(const tn_world *w, int slot, const struct general_what *what)
{
    const struct own_coordinates *own = w->run.objects.at[slot].own;
    struct pose p = {.r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    general_show(w->things->objects.at[slot].type->general,
                 (struct general_moment){.q = own->q, .v = own->v, .t = w->run.t, .let = w->run.lets.at}, what, &p,
                 NULL);
    return p.x;
}

static bool fixed_connector(const tn_world *w, const struct connector *c, const struct constraint *owner,
                            struct connector *out)
{
    (void)owner;
    if (!on_general(w, c) || !is_fixed(w, c->body))
        return false;
    const struct general_what what = what_of(w, c);
    *out = (struct connector){CONNECTOR_CONSTANT, -1, 0, fixed_value(w, c->body, &what)};
    return true;
}

static bool shown_connector(const tn_world *w, const struct connector *c, const struct constraint *owner,
                            struct connector *out)
{
    (void)owner;
    if (!on_general(w, c) || is_fixed(w, c->body))
        return false;
    struct plan_shown shown = shown_of(w, c);
    const struct plan_shown *p = bsearch(&shown, w->planned->shown.at, (size_t)w->planned->shown.count,
                                         sizeof *w->planned->shown.at, compare_shown);
    out->body = p->body;
    if (shown.what.role != GENERAL_FRAME) /* the body is the point or direction itself */
        out->local = v3(0, 0, 0);
    return true;
}

/* ---- planning ---- */

static void plan_general(const tn_world *w, struct plan *plan, int body)
{
    const struct general *g = w->things->objects.at[plan_object(w, body)].type->general;
    plan->make_general[plan->generals] = (struct general_body){
        .model = g, .index = plan->generals, .body = body, .n = g->n, .q = plan->body[body].q, .v = plan->body[body].v};
    plan->make_body[body].owner = &general_evaluation;
    plan->make_body[body].member = plan->generals++;
}

/* Objects with generalized coordinates that move, or do not. */
static int count_generals(const tn_world *w, bool fixed)
{
    int count = 0;
    for (int i = 0; i < w->things->object_pool.order.count; i++) {
        int slot = w->things->object_pool.order.at[i];
        count += is_general(w, slot) && w->run.objects.at[slot].present && is_fixed(w, slot) == fixed;
    }
    return count;
}

static bool wanted(const tn_world *w) { return count_generals(w, false) > 0; }
static bool fixed_wanted(const tn_world *w) { return count_generals(w, true) > 0; }

static void plan_generals(tn_world *w, struct plan *plan)
{
    plan->general = PLAN_ARRAY(w, struct general_body, count_generals(w, false));
    plan->shown = PLAN_ARRAY(w, struct shown, w->planned->shown.count);
    for (int i = 0; i < pool_slots(&w->things->object_pool); i++)
        if (plan->body[i].coordinates == COORDINATES_GENERAL)
            plan_general(w, plan, i);
    for (int i = 0; i < w->planned->shown.count; i++) {
        struct plan_shown *p = &w->planned->shown.at[i];
        int index = general_object_of(&plan->body[p->owner]);
        p->body = plan->bodies;
        plan->make_shown[plan->showns] =
            (struct shown){.index = plan->showns, .body = plan->bodies, .general = index, .what = p->what};
        plan->showns++;
        plan->make_body[plan->bodies++] = (struct body){.build = &build_none,
                                                        .q = -1,
                                                        .v = -1,
                                                        .source = -1,
                                                        .turning = -1,
                                                        .owner = &general_evaluation,
                                                        .member = index,
                                                        .point = plan->showns};
    }
}

static void load(tn_world *w)
{
    const struct plan *plan = w->plan;
    for (int i = 0; i < plan->generals; i++) {
        const struct general_body *g = &plan->general[i];
        memcpy(w->run.y + g->q, w->run.objects.at[plan_object(w, g->body)].own->q, sizeof(double) * (size_t)g->n);
        memcpy(w->run.y + g->v, w->run.objects.at[plan_object(w, g->body)].own->v, sizeof(double) * (size_t)g->n);
    }
}

static void store(tn_world *w)
{
    const struct plan *plan = w->plan;
    for (int i = 0; i < plan->generals; i++) {
        const struct general_body *g = &plan->general[i];
        const int slot = plan_object(w, g->body);
        struct object_state *s = &w->run.objects.at[slot];
        memcpy(s->own->q, w->run.y + g->q, sizeof(double) * (size_t)g->n);
        memcpy(s->own->v, w->run.y + g->v, sizeof(double) * (size_t)g->n);
        struct pose p = pose_at(w, &w->things->objects.at[slot], s->own->q, s->own->v);
        take_pose(s, &p);
    }
}

/* What such objects cannot be combined with. */
static char *trouble(tn_world *w)
{
    const struct plan *plan = w->plan;
    if (!plan->contact && !plan->displaces)
        return NULL;
    const char *name = w->things->objects.at[plan_object(w, plan->general[0].body)].name;
    return mem_print(
        "'%s' has generalized coordinates: such objects go with constraints by dynamic, multiplier or penalty, "
        "and not yet with %s",
        name != NULL ? name : "an object", plan->displaces ? "the displacement method" : "contact");
}

/* ---- reading ---- */

struct signal general_signal(tn_world *w, const struct connector *c)
{
    const double *q, *v;
    struct general *g = w->things->objects.at[c->body].type->general;
    struct general_what what = what_of(w, c);
    struct pose p = {.r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    double *yq = MEM_ARRAY(double, 6 * g->n);
    state_of(w, c->body, &q, &v);
    general_show(g, (struct general_moment){.q = q, .v = v, .t = w->run.t, .let = w->run.lets.at}, &what, &p, yq);
    const struct body *b = w->run.evaluated && w->plan != NULL ? &w->plan->body[plan_body(w, c->body)] : NULL;
    if (b != NULL && general_object_of(b) >= 0) {
        const double *a = w->run.ydot + b->v;
        double six[6] = {0};
        for (int r = 0; r < 6; r++)
            for (int k = 0; k < g->n; k++)
                six[r] += yq[r * g->n + k] * a[k];
        p.a = v3_add(p.a, v3(six[0], six[1], six[2]));
        p.alpha = v3_add(p.alpha, v3(six[3], six[4], six[5]));
    }
    mem_free(yq);
    struct connector alone = *c;
    alone.body = 0;
    if (what.role != GENERAL_FRAME)
        alone.local = v3(0, 0, 0);
    return connector_signal(&alone, &p, NULL);
}

/* Which formula has no value, its place in the text, why and at which values. */
static char *form_trouble(const tn_world *w, const struct general *model, const struct general_work *g,
                          const struct object *o, const char *at)
{
    const struct general_form *f = &model->form[0];
    double *input = MEM_ARRAY(double, f->loads);
    general_inputs(f, &(struct general_moment){.q = g->at, .v = g->at + g->n, .t = g->t, .let = w->run.lets.at}, NULL,
                   input);
    char *why = tape_trouble(f->tape, input), *place = world_place_text(o->type->file, f->place);
    char *text = mem_print("the object '%s' has no pose there%s: '%s'%s%s, with %s, t = %.9g",
                           o->name != NULL ? o->name : "unnamed", place, f->text, why != NULL ? ", where " : "",
                           why != NULL ? why : "", at, g->t);
    mem_free(input);
    mem_free(why);
    mem_free(place);
    return text;
}

/* A curve that has shrunk to almost nothing of its initial length has no mass, or no resistance. */
static char *shrunk_curve(const tn_world *w)
{
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    for (int i = 0; i < plan->generals; i++) {
        const struct object *o = &w->things->objects.at[plan_object(w, plan->general[i].body)];
        const struct curve *c = curved_curve(o->type->general);
        if (c == NULL || !plan->first_order)
            continue;
        double *scratch = MEM_ARRAY(double, curve_scratch(c));
        double length = curve_length_now(c, work->general[i].at, work->let, scratch), first = o->type->curve_length;
        mem_free(scratch);
        if (length < 1e-5 * first)
            return mem_print("the curve '%s' has shrunk to nothing: its length is %.3g, and was %.3g at the beginning",
                             o->name != NULL ? o->name : "unnamed", length, first);
    }
    return NULL;
}

/* The object whose formulas or factors are not finite. */
static char *culprit(const tn_world *w)
{
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    char at[400];
    for (int i = 0; i < plan->generals; i++) {
        const struct general_body *g = &plan->general[i];
        const struct general_work *now = &work->general[i];
        const struct object *o = &w->things->objects.at[plan_object(w, g->body)];
        const char *name = o->name != NULL ? o->name : "unnamed";
        struct general_what what = whole(g->model);
        struct pose p = {.r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
        general_show(g->model,
                     (struct general_moment){.q = now->at, .v = now->at + g->n, .t = now->t, .let = work->let}, &what,
                     &p, NULL);
        print_coordinates(g->model, now->at, at, sizeof at);
        if (!pose_finite(&p) && g->model->forms > 0)
            return form_trouble(w, g->model, now, o, at);
        if (now->singular >= 0 && g->model->name != NULL)
            return mem_print("the coordinate '%s' of '%s' moves nothing at %s: its formulas have a pole there; choose "
                             "other coordinates, or begin elsewhere",
                             g->model->name[now->singular], name, at);
    }
    return shrunk_curve(w);
}

/* ---- the features ---- */

const struct feature feature_general = {
    .name = "objects with generalized coordinates",
    .evaluation = &general_evaluation,
    .wanted = wanted,
    .find = find_shown,
    .bodies = plan_generals,
    .connect = shown_connector,
    .load = load,
    .store = store,
    .trouble = trouble,
    .culprit = culprit,
    .one_thread = true,
};

const struct feature feature_fixed_curve = {
    .name = "curves that do not move",
    .wanted = fixed_wanted,
    .connect = fixed_connector,
};
