/* state_array.c: the state of a world as an array that programs hold (tenon/arrays.h).
 *
 * The array belongs to everybody who holds it; the world is one of them. A plan writes into it as long as it lives. The
 * next plan takes it over if nobody else holds it, or if its numbers are the same ones; otherwise the world makes
 * another, and the old one stays as it is.
 */
#include <stdlib.h>
#include <string.h>

#include "world/features/bodies.h"
#include "world/world_parts.h"

/* ---- what the numbers are ---- */

enum run_kind {
    RUN_RIGID,
    RUN_RIGID_RATE,
    RUN_POINT, /* also nodes */
    RUN_POINT_RATE,
    RUN_VALUE,
    RUN_VALUE_RATE,
    RUN_GENERAL, /* and its rates */
    RUN_PRESSURE,
    RUN_METRIC,
    RUN_MULTIPLIER,
    RUN_SLIDE,
    RUN_WORK
};

/* Names and units of the numbers of a run, which repeat after `period`. */
static const struct run_class {
    int period;
    const char *name[7], *unit[7];
} run_classes[] = {
    [RUN_RIGID] = {7, {"x", "y", "z", "qw", "qx", "qy", "qz"}, {"m", "m", "m", "1", "1", "1", "1"}},
    [RUN_RIGID_RATE] = {6, {"vx", "vy", "vz", "wx", "wy", "wz"}, {"m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s"}},
    [RUN_POINT] = {3, {"x", "y", "z"}, {"m", "m", "m"}},
    [RUN_POINT_RATE] = {3, {"vx", "vy", "vz"}, {"m/s", "m/s", "m/s"}},
    [RUN_VALUE] = {1, {"value"}, {""}},
    [RUN_VALUE_RATE] = {1, {"rate"}, {""}},
    [RUN_GENERAL] = {1, {"q"}, {""}},
    [RUN_PRESSURE] = {1, {"pressure"}, {"Pa"}},
    [RUN_METRIC] = {6, {"metric", "metric", "metric", "metric", "metric", "metric"}, {"1", "1", "1", "1", "1", "1"}},
    [RUN_MULTIPLIER] = {1, {"multiplier"}, {""}},
    [RUN_SLIDE] = {1, {"u"}, {""}},
    [RUN_WORK] = {1, {"work"}, {"J"}},
};

/* Consecutive numbers of one thing. */
struct state_run {
    int first, count; /* in the state */
    int other;        /* where the numbers begin that are their rates, or whose rates they are; -1: none */
    int index;        /* of the first: as in tn_state_number */
    enum run_kind kind;
    tn_object object;
    tn_constraint constraint;
    struct general *general; /* counted; NULL: none */
};

struct state_layout {
    ARRAY(struct state_run) runs; /* by first */
    int *run_of;                  /* by slot of an object: its run of positions; -1: none */
    int slots;
};

static tn_object object_id(const tn_world *w, int slot)
{
    return (tn_object){(uint32_t)slot, pool_generation(&w->things->object_pool, slot)};
}

static void add_run(struct state_layout *l, const struct state_run *r)
{
    if (r->count > 0)
        ARRAY_PUSH(&l->runs, *r);
}

/* Positions and velocities of an object. */
static void add_pair(const tn_world *w, struct state_layout *l, int slot, int q, int q_count, int v, int v_count,
                     enum run_kind kind, enum run_kind rate, struct general *g)
{
    struct state_run a = {q, q_count, v, 0, kind, object_id(w, slot), {0, 0}, g},
                     b = {v, v_count, q, 0, rate, object_id(w, slot), {0, 0}, g};
    add_run(l, &a);
    add_run(l, &b);
    general_again(g);
    general_again(g);
}

static void add_bodies(const tn_world *w, struct state_layout *l)
{
    const struct plan *plan = w->plan;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        if (b->dofs == 0 || body_is_node(b))
            continue;
        const int slot = plan_object(w, i);
        if (b->coordinates == COORDINATES_RIGID)
            add_pair(w, l, slot, b->q, 7, b->v, 6, RUN_RIGID, RUN_RIGID_RATE, NULL);
        else if (b->coordinates == COORDINATES_POINT)
            add_pair(w, l, slot, b->q, 3, b->v, 3, RUN_POINT, RUN_POINT_RATE, NULL);
        else if (b->coordinates == COORDINATES_SCALAR)
            add_pair(w, l, slot, b->q, 1, b->v, 1, RUN_VALUE, RUN_VALUE_RATE, NULL);
        else if (b->coordinates == COORDINATES_GENERAL)
            add_pair(w, l, slot, b->q, b->dofs, b->v, b->dofs, RUN_GENERAL, RUN_GENERAL,
                     w->things->objects.at[slot].type->general);
    }
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        const int slot = plan_object(w, f->body);
        const tn_object o = object_id(w, slot);
        add_pair(w, l, slot, f->q, 3 * f->lattice->nodes, f->v, 3 * f->lattice->nodes, RUN_POINT, RUN_POINT_RATE, NULL);
        if (f->lambda >= 0)
            add_run(l, &(struct state_run){f->lambda, f->lattice->elements, -1, 0, RUN_PRESSURE, o, {0, 0}, NULL});
        if (f->metric >= 0)
            add_run(l, &(struct state_run){f->metric, 6 * f->lattice->elements, -1, 0, RUN_METRIC, o, {0, 0}, NULL});
    }
}

static void add_others(const tn_world *w, struct state_layout *l)
{
    const struct plan *plan = w->plan;
    const tn_object none = {0, 0};
    add_run(l, &(struct state_run){plan->work_done, 1, -1, 0, RUN_WORK, none, {0, 0}, NULL});
    for (int i = 0; i < plan->apart.softs; i++) {
        const struct soft *k = &plan->apart.soft[i];
        const struct constraint_rows *it = &plan->constraint[k->constraint];
        const int index = it->limit >= 0 ? w->things->constraints.at[it->id].type->rows + it->limit : 0;
        if (k->state >= 0)
            add_run(l, &(struct state_run){k->state, it->rows, -1, index, RUN_MULTIPLIER, none,
                                           world_constraint_id(w, it->id), NULL});
    }
    for (int i = 0; i < plan->slides; i++) {
        const int id = plan->constraint[plan->slide[i].constraint].id;
        add_run(l,
                &(struct state_run){plan->slide[i].state, 1, -1, 0, RUN_SLIDE, none, world_constraint_id(w, id), NULL});
    }
}

static int compare_runs(const void *a, const void *b)
{
    const struct state_run *x = a, *y = b;
    return x->first - y->first;
}

static struct state_layout *layout_new(const tn_world *w)
{
    struct state_layout *l = MEM_NEW(struct state_layout);
    add_bodies(w, l);
    add_others(w, l);
    qsort(l->runs.at, (size_t)l->runs.count, sizeof *l->runs.at, compare_runs);
    l->slots = pool_slots(&w->things->object_pool);
    l->run_of = MEM_ARRAY(int, l->slots + 1);
    for (int i = 0; i < l->slots; i++)
        l->run_of[i] = -1;
    for (int i = l->runs.count - 1; i >= 0; i--) /* positions come first */
        if (l->runs.at[i].object.generation != 0)
            l->run_of[l->runs.at[i].object.slot] = i;
    return l;
}

static void layout_free(struct state_layout *l)
{
    if (l == NULL)
        return;
    for (int i = 0; i < l->runs.count; i++)
        if (l->runs.at[i].general != NULL)
            general_free(l->runs.at[i].general);
    ARRAY_FREE(&l->runs);
    mem_free(l->run_of);
    mem_free(l);
}

/* The last run that begins at a number or before it. */
static const struct state_run *run_at(const struct state_layout *l, int i)
{
    int low = 0, high = l->runs.count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (l->runs.at[middle].first <= i)
            low = middle;
        else
            high = middle - 1;
    }
    return &l->runs.at[low];
}

/* ---- the array ---- */

tn_state *state_array_for(tn_state *s, const struct plan *plan, bool same, uint64_t *version)
{
    same =
        same && s != NULL && s->q_count == plan->q_count && s->v_count == plan->v_count && s->y_count == plan->y_count;
    const bool alone = s != NULL && counted_alone(&s->users);
    if (!same && alone) {
        layout_free(s->layout);
        s->layout = NULL;
    }
    if (!same && s != NULL && (!alone || s->capacity < 2 * plan->y_count)) {
        state_array_leave(s);
        s = NULL;
    }
    if (s != NULL)
        mem_clear(s->y, sizeof *s->y * 2 * (size_t)plan->y_count);
    if (s == NULL) {
        s = MEM_NEW(tn_state);
        s->capacity = 2 * plan->y_count;
        s->y = MEM_ARRAY(double, s->capacity);
    }
    if (!same) {
        s->version = ++*version;
        s->q_count = plan->q_count;
        s->v_count = plan->v_count;
        s->y_count = plan->y_count;
    }
    return s;
}

void state_array_leave(tn_state *s)
{
    if (s == NULL || !counted_last(&s->users))
        return;
    layout_free(s->layout);
    mem_free(s->y);
    mem_free(s);
}

/* ---- the public face ---- */

tn_state *tn_state_take(tn_world *w)
{
    char *message = NULL;
    if (w == NULL)
        return NULL;
    if (plan_make(w, &message) != TN_OK) {
        world_fail(w, message);
        return NULL;
    }
    if (w->run.state->layout == NULL)
        w->run.state->layout = layout_new(w);
    return tn_state_again(w->run.state);
}

tn_state *tn_state_again(tn_state *s)
{
    if (s != NULL)
        counted_again(&s->users);
    return s;
}

void tn_state_free(tn_state *s) { state_array_leave(s); }

static int part_start(const tn_state *s, tn_state_part part)
{
    return part == TN_STATE_POSITIONS ? 0 : part == TN_STATE_VELOCITIES ? s->q_count : s->q_count + s->v_count;
}

int tn_state_count(const tn_state *s, tn_state_part part)
{
    if (s == NULL)
        return 0;
    return part == TN_STATE_POSITIONS    ? s->q_count
           : part == TN_STATE_VELOCITIES ? s->v_count
           : part == TN_STATE_OTHERS     ? s->y_count - s->q_count - s->v_count
                                         : 0;
}

const double *tn_state_numbers(const tn_state *s, tn_state_part part)
{
    return tn_state_count(s, part) > 0 ? s->y + part_start(s, part) : NULL;
}

bool tn_state_current(const tn_world *w, const tn_state *s)
{
    return w != NULL && s != NULL && s == w->run.state && (w->plan != NULL || w->run.moved);
}

uint64_t tn_state_version(const tn_state *s) { return s != NULL ? s->version : 0; }

/* Where the rate of a position is, or the position of a rate; quaternions and angular velocities have none. */
static int partner_of(const tn_state *s, const struct state_run *r, int k)
{
    if (r->other < 0 || ((r->kind == RUN_RIGID || r->kind == RUN_RIGID_RATE) && k >= 3))
        return -1;
    return r->other + k - (r->other >= s->q_count ? s->q_count : 0);
}

bool tn_state_number_at(const tn_state *s, int i, tn_state_number *out)
{
    if (s == NULL || out == NULL || s->layout == NULL || i < 0 || i >= s->y_count)
        return false;
    const struct state_run *r = run_at(s->layout, i);
    const struct run_class *c = &run_classes[r->kind];
    const int k = i - r->first;
    const tn_state_part part = i < s->q_count                ? TN_STATE_POSITIONS
                               : i < s->q_count + s->v_count ? TN_STATE_VELOCITIES
                                                             : TN_STATE_OTHERS;
    const bool whole = r->kind == RUN_RIGID || r->kind == RUN_RIGID_RATE || c->period == r->count;
    *out = (tn_state_number){.part = part,
                             .offset = i - part_start(s, part),
                             .object = r->object,
                             .constraint = r->constraint,
                             .index = r->index + (whole ? k : k / c->period),
                             .coordinate = r->general != NULL && r->general->name != NULL ? r->general->name[k]
                                                                                          : c->name[k % c->period],
                             .unit = c->unit[k % c->period],
                             .other = partner_of(s, r, k)};
    return true;
}

bool tn_state_object(const tn_state *s, tn_object o, tn_state_range *out)
{
    if (s == NULL || out == NULL || s->layout == NULL || o.generation == 0 || o.slot >= (uint32_t)s->layout->slots ||
        s->layout->run_of[o.slot] < 0)
        return false;
    const struct state_run *r = &s->layout->runs.at[s->layout->run_of[o.slot]];
    if (r->object.generation != o.generation || r->first >= s->q_count)
        return false;
    *out = (tn_state_range){.position = r->first, .positions = r->count, .velocity = r->other - s->q_count};
    out->velocities = run_at(s->layout, r->other)->count;
    return true;
}

void state_describe(const tn_world *w, int velocity, tn_state_number *out)
{
    tn_state *s = w->run.state;
    if (s->layout == NULL)
        s->layout = layout_new(w);
    tn_state_number_at(s, s->q_count + velocity, out);
}

/* ---- putting ---- */

static char *put_trouble(const tn_state *s, const double *q, const double *v)
{
    for (int i = 0; i < s->q_count + s->v_count; i++) {
        const double *from = i < s->q_count ? q : v;
        if (from != NULL && !isfinite(from[i < s->q_count ? i : i - s->q_count]))
            return mem_print("%s %d is not a finite number", i < s->q_count ? "position" : "velocity",
                             i < s->q_count ? i : i - s->q_count);
    }
    for (int i = 0; q != NULL && i < s->layout->runs.count; i++) {
        const struct state_run *r = &s->layout->runs.at[i];
        if (r->kind != RUN_RIGID)
            continue;
        const double square = q_norm2((quat){q[r->first + 3], q[r->first + 4], q[r->first + 5], q[r->first + 6]});
        if (!(square >= 1e-200 && square <= 1e200))
            return mem_print("positions %d to %d are a quaternion, whose length must lie between 1e-100 and 1e100",
                             r->first + 3, r->first + 6);
    }
    return NULL;
}

/* Lengths of quaternions are 1 to rounding, as integrators keep them. */
static void normalise(const tn_state *s, double *y)
{
    for (int i = 0; i < s->layout->runs.count; i++) {
        const struct state_run *r = &s->layout->runs.at[i];
        if (r->kind != RUN_RIGID)
            continue;
        double *at = y + r->first + 3;
        const quat unit = q_orientation((quat){at[0], at[1], at[2], at[3]});
        memcpy(at, &unit, sizeof unit);
    }
}

/* The plan stores what is in its array as it stores every state. The numbers may be the array's own. */
static void put(tn_world *w, const tn_state *s, const double *q, const double *v)
{
    plan_store(w); /* what goes with the old positions, such as which constraints are met */
    if (q != NULL)
        memmove(w->run.y, q, sizeof *q * (size_t)s->q_count);
    if (v != NULL)
        memmove(w->run.y + s->q_count, v, sizeof *v * (size_t)s->v_count);
    if (q != NULL)
        normalise(s, w->run.y);
    w->run.touched = true;
    plan_drop_moved(w);
    for (int i = 0; i < w->things->constraint_pool.order.count && q != NULL; i++)
        w->run.constraints.at[w->things->constraint_pool.order.at[i]].met = false;
}

tn_status tn_state_put(tn_world *w, const tn_state *s, const double *positions, int position_count,
                       const double *velocities, int velocity_count, char **message)
{
    char *wrong = NULL;
    if (message != NULL)
        *message = NULL;
    if (w != NULL && w->plan == NULL && tn_state_current(w, s)) { /* objects were moved: the array follows first */
        if (plan_make(w, &wrong) != TN_OK)
            s = NULL;
    }
    if (wrong == NULL && (!tn_state_current(w, s) || s->layout == NULL))
        wrong = mem_text("it is not the current state of this world: tn_state_take gives that");
    else if (wrong == NULL && ((positions != NULL && position_count != s->q_count) ||
                               (velocities != NULL && velocity_count != s->v_count)))
        wrong = mem_print("the state has %d positions and %d velocities", s->q_count, s->v_count);
    else if (wrong == NULL)
        wrong = put_trouble(s, positions, velocities);
    if (wrong == NULL && (positions != NULL || velocities != NULL)) {
        history_begin(w, "put a state");
        if (plan_make(w, &wrong) == TN_OK) /* an unfinished step was let go of, and its plan with it */
            put(w, s, positions, velocities);
        history_end(w, wrong == NULL);
    }
    return world_answer(wrong, message);
}
