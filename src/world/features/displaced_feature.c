/* displaced_feature.c: the displacement method in a world: its constraints and its reports.
 *
 * A world takes its steps if the method of the world is displacement, or if any constraint is `by displacement`.
 * Constraints that are `by dynamic` in such a world act by their forces on the free motion of each step, and are
 * corrected with the others where they share bodies; limits and motors are always met by displacements there.
 */
#include <stdio.h>

#include "base/poll.h"
#include "world/features/feature.h"

enum { ROOM = 600 }; /* for the text of the warning */

/* Constraints on flexible objects act by forces and, next to displaced constraints, are corrected by their rows: there
 * is no solid whose rotation could correct them. */
static bool on_flexible(const tn_world *w, const struct constraint *c)
{
    bool any = false;
    for (int i = 0; i < c->inputs; i++)
        any |= c->input[i].type != CONNECTOR_CONSTANT && c->input[i].type != CONNECTOR_TIME &&
               object_flexible(&w->things->objects.at[c->input[i].body]) != NULL;
    for (int l = 0; l < c->limit_count; l++)
        for (int i = 0; i < c->more->limits[l].inputs; i++) {
            const struct connector *k = &c->more->limits[l].input[i];
            any |= k->type != CONNECTOR_CONSTANT && k->type != CONNECTOR_TIME &&
                   object_flexible(&w->things->objects.at[k->body]) != NULL;
        }
    return any;
}

bool world_displaces(const tn_world *w, const struct constraint *c)
{
    if (on_flexible(w, c))
        return false;
    return c->type->how.by == TN_BY_DISPLACEMENT ||
           (c->type->how.by == TN_BY_WORLD && w->settings.method == TN_DISPLACEMENT);
}

static bool any_displaced(const tn_world *w)
{
    if (w->settings.method == TN_DISPLACEMENT)
        return true;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        poll_built_at(i);
        if (constraint_state(w, c)->active && world_displaces(w, c))
            return true;
    }
    return false;
}

/* The articulation of its kind, with the present numbers. */
struct articulation world_articulation(const tn_world *w, int slot)
{
    const struct constraint *c = &w->things->constraints.at[slot];
    struct articulation a = built_articulation(c->build, c->input, c->inputs);
    if (a.whole && a.area == AREA_SHELL && world_number_set(w, slot)) {
        a.least = a.most = built_parameter(c->build, 0);
    } else if (a.whole && a.area == AREA_SHELL && constraint_follows_lets(c, 0)) { /* a distance that depends on lets */
        a.least = a.most = constraint_number(w, c, 0);
    }
    double *at[][2] = {[PART_PLACE] = {&a.least, &a.most},
                       [PART_ANGLE] = {&a.angle_least, &a.angle_most},
                       [PART_TWIST] = {&a.twist_least, &a.twist_most}};
    for (int l = 0; a.whole && l < built_limits(c->build); l++)
        for (int k = 0; k < 2; k++)
            *at[built_limit(c->build, l)->part][k] = w->run.lets.at[c->more->limits[l].parameter_let[k]];
    return a;
}

/* Its connectors as the plan names their bodies. */
static void name_bodies(const tn_world *w, struct articulation *a)
{
    struct connector *const all[] = {&a->p, &a->q, &a->u, &a->a1, &a->a2, &a->b1, &a->b2};
    for (size_t i = 0; i < sizeof all / sizeof *all && a->whole; i++)
        *all[i] = plan_renamed(w, *all[i]);
}

static struct displaced displaced_of(const tn_world *w, const struct constraint *c, int slot)
{
    const struct constraint_state *s = &w->run.constraints.at[slot];
    const int index = w->planned->constraint[slot].constraint;
    struct displaced d = {
        .id = slot,
        .joint = world_articulation(w, slot),
        .own = index,
        .compliance = c->type->how.compliance,
        .tau = c->type->how.tau > 0 ? c->type->how.tau : w->settings.tau,
        .met = s->met,
        .off = s->off,
    };
    d.joint.whole = d.joint.whole && !on_flexible(w, c);
    name_bodies(w, &d.joint);
    d.by_force = !world_displaces(w, c);
    d.met = d.met || d.by_force; /* its force closes it */
    d.constraint = d.joint.whole ? -1 : index;
    return d;
}

/* Whether it is a constraint of the displacement method. */
static bool takes(const tn_world *w, int slot)
{
    return w->run.constraints.at[slot].active && !soft_is_apart(w->things->constraints.at[slot].type->how.by);
}

void displaced_make(tn_world *w, const struct plan *plan, struct work *work)
{
    if (w->reports.limit_text == NULL)
        w->reports.limit_text = mem_new(ROOM);
    ARRAY_RESERVE(&w->reports.warnings, w->reports.warnings.count + 1);
    int count = 0, limits = 0, order = w->things->constraint_pool.order.count;
    struct displaced *list = MEM_ARRAY(struct displaced, order);
    int *limit = MEM_ARRAY(int, plan->bounded_count);
    for (int i = 0; i < order; i++) {
        int slot = w->things->constraint_pool.order.at[i];
        const struct constraint *c = &w->things->constraints.at[slot];
        if (!takes(w, slot))
            continue;
        struct displaced *d = &list[count++];
        *d = displaced_of(w, c, slot);
        d->limit = limits;
        for (int l = 0; l < c->limit_count; l++)
            if (w->planned->constraint[slot].limit[l] >= 0)
                limit[limits++] = w->planned->constraint[slot].limit[l];
        d->limits = limits - d->limit;
    }
    for (int i = 0; i < plan->constraints; i++)
        work->constraint[i].displaced =
            !plan->constraint[i].apart &&
            (plan->constraint[i].limit >= 0 || world_displaces(w, &w->things->constraints.at[plan->constraint[i].id]));
    struct displacement_settings settings = {
        .scheme = w->settings.scheme == TN_SCHEME_A   ? SCHEME_A
                  : w->settings.scheme == TN_SCHEME_B ? SCHEME_B
                                                      : SCHEME_GAUSS_SEIDEL,
        .alpha = w->settings.alpha,
        .iterations = w->settings.iterations,
        .tolerance = w->settings.correction,
    };
    work->displacement = displacement_new(plan, work, &settings, list, count, limit);
    if (displacement_is_shared(work->displacement))
        work->threads = world_threads(w);
    mem_free(list);
    mem_free(limit);
}

static void mark(tn_world *w, struct plan *plan)
{
    int count = 0;
    plan->displaces = true;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const int slot = w->things->constraint_pool.order.at[i];
        if (takes(w, slot))
            w->planned->constraint[slot].displaced = count++;
    }
}

static void begin(tn_world *w, struct plan *plan, struct work *work) { displaced_make(w, plan, work); }

void displaced_moved(tn_world *w, int object)
{
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        int slot = w->things->constraint_pool.order.at[i];
        if (world_constraint_uses(w, slot, object))
            w->run.constraints.at[slot].met = false;
    }
}

void world_forget_met(tn_world *w)
{
    if (w->plan != NULL && w->plan->displaces)
        plan_drop(w);
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        struct constraint_state *c = &w->run.constraints.at[w->things->constraint_pool.order.at[i]];
        c->met = false;
        c->off = 0;
    }
}

/* ---- accounts ---- */

static struct displacement_report add_reports(struct displacement_report a, const struct displacement_report *b)
{
    if (b->limited > 0 && a.limited == 0)
        a.limited_first = b->limited_first;
    if (b->worst >= 0 && (a.limited == 0 || b->worst_size > a.worst_size)) {
        a.worst = b->worst;
        a.worst_size = b->worst_size;
        a.worst_time = b->worst_time;
    }
    a.steps += b->steps;
    a.iterations += b->iterations;
    a.limited += b->limited;
    a.last = b->steps > 0 ? b->last : a.last;
    a.most = b->most > a.most ? b->most : a.most;
    return a;
}

struct displacement_report displaced_report(const tn_world *w)
{
    struct displacement *d = w->plan != NULL ? w->work->displacement : NULL;
    return d != NULL ? add_reports(w->run.displaced_before, displacement_report(d)) : w->run.displaced_before;
}

/* The plan is dropped: its counts are added to the totals. */
static void drop(tn_world *w)
{
    w->run.displaced_before = displaced_report(w);
    displacement_free(w->work->displacement);
    w->work->displacement = NULL;
}

/* Stores the state of the method in the constraints. */
static void store(tn_world *w)
{
    struct displacement *d = w->work->displacement;
    if (d == NULL) /* the model was refused */
        return;
    int count = displacement_count(d);
    double *off = MEM_ARRAY(double, count + 1);
    displacement_gaps(d, w->run.t, w->run.y, off);
    for (int i = 0; i < count; i++) {
        struct constraint_state *s = &w->run.constraints.at[displacement_id(d, i)];
        s->met = displacement_met(d, i);
        s->off = off[i];
    }
    mem_free(off);
}

void displaced_clone(const tn_world *from, tn_world *to)
{
    to->run.displaced_before = displaced_report(from);
    to->reports.limit_warning = from->reports.limit_warning;
    if (from->reports.limit_text == NULL)
        return;
    to->reports.limit_text = mem_copy(from->reports.limit_text, ROOM);
    if (to->reports.limit_warning > 0) {
        mem_free(to->reports.warnings.at[to->reports.limit_warning - 1]);
        to->reports.warnings.at[to->reports.limit_warning - 1] = to->reports.limit_text;
    }
}

/* One warning for all such steps, about the worst so far; overwritten in place, because a step must not allocate. */
void displaced_warn(tn_world *w)
{
    struct displacement_report r = displaced_report(w);
    if (r.limited == 0)
        return;
    if (w->reports.limit_warning == 0) {
        ARRAY_PUSH(&w->reports.warnings, w->reports.limit_text);
        w->reports.limit_warning = w->reports.warnings.count;
    }
    char made[200] = "";
    const char *name = made;
    if (r.worst >= 0 && w->things->constraints.at[r.worst].used)
        name = world_print_label(w, r.worst, made, sizeof made);
    snprintf(w->reports.limit_text, ROOM,
             "the displacement method reached its limit of %d iterations in %ld of %ld steps, first at t = %.6g s; "
             "the largest deviation was that of '%.200s', %.3g at t = %.6g s",
             w->settings.iterations, r.limited, r.steps, r.limited_first, name, r.worst_size, r.worst_time);
}

/* ---- reading ---- */

/* Forces and accelerations are those of the last step. Before the first one, a step is tried on a copy of the state. */
tn_status displaced_evaluate(tn_world *w)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    work->report.bad_constraint = work->report.bad_body = -1;
    displacement_rate(work->displacement, w->run.t,
                      w->settings.step / (w->settings.substeps > 0 ? w->settings.substeps : 1), w->run.y, w->run.ydot);
    system_update(plan, work, w->run.t, w->run.y);
    system_deviations(plan, work, w->run.t);
    displacement_multipliers(work->displacement);
    w->run.evaluated = true;
    return TN_OK;
}

/* ---- the feature ---- */

static bool holds_numbers(const struct plan *plan) { return plan->displaces; }

static void clone(const tn_world *from, tn_world *to, const struct plan *plan, struct work *work)
{
    (void)from;
    displaced_make(to, plan, work);
}

const struct feature feature_displacement = {
    .name = "displacement",
    .wanted = any_displaced,
    .constraints = mark,
    .begin = begin,
    .clone = clone,
    .store = store,
    .drop = drop,
    .holds_numbers = holds_numbers,
};
