/* run.c: a world in time: evaluate, advance, assemble. */
#include <string.h>

#include "dynamics/handle.h"
#include "world/features/feature.h"
#include "goals/assembly.h"
#include "world/run/carried_state.h"
#include "world/features/bodies.h"
#include "world/world_parts.h"

void world_fail(tn_world *w, char *message)
{
    mem_free(w->reports.failure);
    w->reports.failure = message;
}

void world_source_now(const tn_world *w, int source, struct time_signal *out)
{
    const struct expression *e = &w->things->sources.at[source];
    double *scratch = MEM_ARRAY(double, (size_t)e->loads + tape_scratch(e->tape));
    double o[9];
    for (int i = 0; i < e->loads; i++)
        scratch[i] = symbol_kind_of(e->load[i]) == SYMBOL_TIME ? w->run.t : w->run.lets.at[symbol_index(e->load[i])];
    tape_run(e->tape, scratch, o, scratch + e->loads);
    *out = (struct time_signal){{o[0], o[1], o[2]}, {o[3], o[4], o[5]}, {o[6], o[7], o[8]}};
    mem_free(scratch);
}

void world_restart_looking(tn_world *w)
{
    call_drop(w);
    w->run.evaluated = false;
    w->run.settled = false;
    w->run.look_again = w->run.t;
    if (w->plan != NULL) { /* without a plan nothing must be done: a new plan restarts its integrator */
        if (w->run.fitted.integrator != NULL)
            integrator_forget(w->run.fitted.integrator);
        ldl_forget(w->plan->matrix, w->work->matrix);
        system_open_all(w->plan, w->work, w->run.t);
    }
}

void world_restart(tn_world *w)
{
    world_restart_looking(w);
    w->run.events_here = 0;
    contact_leave_step(w);
}

/* The constraint with the largest deviation, for reports. */
static char *worst_constraint(tn_world *w)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    int worst = -1;
    system_update(plan, work, w->run.t, w->run.y);
    system_deviations(plan, work, w->run.t);
    double size = system_largest_deviation(plan, work, NULL, NULL, &worst);
    if (worst < 0)
        return mem_text("there are no constraints");
    if (size == 0)
        return mem_text("all constraints hold");
    const char *name = world_label(w, plan->constraint[worst].id);
    return isfinite(size) ? mem_print("the worst constraint is '%s', off by %.3g", name, size)
                          : mem_print("the constraint '%s' has no value now", name);
}

void world_add_event(tn_world *w, double time, void (*act)(tn_world *w, void *ctx),
                     bool (*counts)(const tn_world *w, const void *ctx), void *ctx)
{
    struct event e = {time, act, counts, ctx};
    plan_drop(w);
    struct things *t = things_edit(w);
    ARRAY_PUSH(&t->events, e);
    for (int i = t->events.count - 1; i > w->run.next_event && t->events.at[i - 1].time > time; i--) {
        t->events.at[i] = t->events.at[i - 1];
        t->events.at[i - 1] = e;
    }
}

/* Runs the events that are due. */
void world_run_events(tn_world *w)
{
    while (w->run.next_event < w->things->events.count && w->things->events.at[w->run.next_event].time <= w->run.t) {
        const struct event e = w->things->events.at[w->run.next_event++];
        if (!e.counts(w, e.ctx))
            continue;
        e.act(w, e.ctx);
        w->run.has_base = false; /* the model has changed: restart the energy account */
    }
}

static const struct event *waiting_event(const tn_world *w, const void *ctx)
{
    for (int i = w->run.next_event; i < w->things->events.count; i++)
        if (w->things->events.at[i].ctx == ctx)
            return &w->things->events.at[i];
    return NULL;
}

bool world_event_waits(const tn_world *w, const void *ctx) { return waiting_event(w, ctx) != NULL; }

bool world_event_pending(const tn_world *w, const void *ctx)
{
    const struct event *e = waiting_event(w, ctx);
    return e != NULL && e->counts(w, ctx);
}

double world_next_event(const tn_world *w)
{
    for (int i = w->run.next_event; i < w->things->events.count; i++)
        if (w->things->events.at[i].counts(w, w->things->events.at[i].ctx))
            return w->things->events.at[i].time;
    return INFINITY;
}

void world_remove_event(tn_world *w, const void *ctx)
{
    struct things *t = things_edit(w);
    int kept = w->run.next_event;
    plan_drop(w);
    for (int i = kept; i < t->events.count; i++)
        if (t->events.at[i].ctx != ctx)
            t->events.at[kept++] = t->events.at[i];
    t->events.count = kept;
}

tn_status world_planned(tn_world *w)
{
    if (call_paused(w))
        return call_planned(w);
    world_run_events(w);
    char *message;
    tn_status status = plan_make(w, &message);
    if (status != TN_OK)
        world_fail(w, message);
    return status;
}

double tn_time(const tn_world *w) { return w != NULL ? w->run.t : 0; }

void world_set_time(tn_world *w, double t)
{
    plan_drop(w);
    w->run.t = t;
}

/* The fastest object, for reports: it often shows what went wrong. */
static char *fastest_object(const tn_world *w)
{
    const struct plan *plan = w->plan;
    int fastest = -1;
    double most = -1;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const double *v = w->run.y + b->v;
        if (b->dofs < 3 || b->owner != NULL)
            continue;
        double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        if (speed > most) {
            most = speed;
            fastest = i;
        }
    }
    if (fastest < 0)
        return mem_text("");
    const char *name = w->things->objects.at[plan_object(w, fastest)].name;
    return mem_print("; the fastest object is '%s' at %.3g m/s", name != NULL ? name : "unnamed", most);
}

/* A failed integrator may have evaluated other states since: evaluates the one that has no value again. */
static void look_again(tn_world *w)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    if (work->report.bad_constraint >= 0 || work->report.bad_body >= 0 || !work->report.bad_known ||
        work->report.bad_t < w->run.t)
        return;
    double *y = mem_copy(work->report.bad_y, sizeof *y * (size_t)plan->y_count);
    system_derivative(plan, work, work->report.bad_t, y, work->report.bad_y);
    mem_free(y);
}

static tn_status stuck(tn_world *w, char *message)
{
    look_again(w);
    char *who = world_culprit(w), *worst = worst_constraint(w), *fastest = fastest_object(w);
    world_fail(w, mem_print("%s%s%s; %s%s", message != NULL ? message : "the integration failed",
                            who != NULL ? "; " : "", who != NULL ? who : "", worst, fastest));
    mem_free(who);
    mem_free(worst);
    mem_free(fastest);
    mem_free(message);
    return TN_STUCK;
}

#define CROWDED 1e-5 /* s: events with less between them are counted as one sequence */

/* Handles changes of limits and motors: velocities jump, modes change, the integrator restarts. */
static tn_status settle(tn_world *w, const bool *triggered)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    w->run.settled = true;
    /* a step with contact handles its limits, and the displacement method has no modes */
    if (plan->bounded_count == 0 || plan->contact || plan->displaces)
        return TN_OK;
    w->run.evaluated = false;
    system_update(plan, work, w->run.t, w->run.y);
    double kinetic = system_kinetic(plan, work, w->run.y);
    tn_status status = system_settle(plan, work, w->run.t, w->run.y, triggered);
    w->run.y[plan->work_done] +=
        system_kinetic(plan, work, w->run.y) - kinetic; /* energy lost in an impact is accounted for */
    integrator_restart(w->run.fitted.integrator);
    /* detect an endless sequence of events at the same time */
    w->run.events_here = w->run.t - w->run.last_event > CROWDED * fmax(1, fabs(w->run.t)) ? 1 : w->run.events_here + 1;
    w->run.last_event = w->run.t;
    if (status != TN_OK)
        return stuck(w, mem_print("at t = %.9g s an impact or limit could not be resolved", w->run.t));
    if (w->run.events_here > 1000)
        return stuck(w, mem_print("at t = %.9g s limits change without end", w->run.t));
    return TN_OK;
}

/* Of a paused call: what forces the last good state has, without settling anything. */
static tn_status evaluate_shown(tn_world *w)
{
    if (call_planned(w) != TN_OK)
        return TN_STUCK;
    if (w->plan->displaces) {
        system_update(w->plan, w->work, w->run.t, w->run.y);
        system_deviations(w->plan, w->work, w->run.t);
        w->run.evaluated = true;
        return TN_OK;
    }
    tn_status status = system_derivative(w->plan, w->work, w->run.t, w->run.y, w->run.ydot);
    w->run.evaluated = status == TN_OK;
    return status;
}

tn_status world_evaluate(tn_world *w)
{
    if (w == NULL)
        return TN_WRONG_USE;
    w->run.shown.count = w->run.shown_touches.count = 0;
    return call_paused(w) ? evaluate_shown(w) : world_evaluate_now(w);
}

tn_status world_evaluate_now(tn_world *w)
{
    w->run.shown.count = w->run.shown_touches.count = 0;
    tn_status status = world_planned(w);
    if (poll_here(&w->poll))
        return TN_INTERRUPTED;
    if (status == TN_OK)
        status = world_assemble_first(w);
    if (status != TN_OK)
        return status;
    if (w->plan->displaces)
        return displaced_evaluate(w);
    if (!w->run.settled && (status = settle(w, NULL)) != TN_OK)
        return status;
    status = system_derivative(w->plan, w->work, w->run.t, w->run.y, w->run.ydot);
    w->run.evaluated = status == TN_OK;
    if (w->run.evaluated && w->plan->first_order && !w->poll.stops) /* a call that is let go of leaves what was shown */
        system_take_velocities(w->plan, w->work, w->run.y);
    if (status != TN_OK) {
        char *who = world_culprit(w);
        world_fail(w, mem_print("t = %.9g: %s", w->run.t, who != NULL ? who : "the forces are not finite"));
        mem_free(who);
    }
    return status;
}

/* Where steps must end: where something begins or ends, and on the way of hard handles. */
static double next_stop(const tn_world *w)
{
    double stop = w->run.next_change;
    for (int i = 0; i < w->run.grabs.count; i++)
        if (w->run.grabs.at[i].hard && grab_is_held(w, &w->run.grabs.at[i]))
            stop = fmin(stop, handle_stop(&w->run.lets.at[w->run.grabs.at[i].let], w->run.t));
    return stop;
}

/* After a step that failed: where a formula ends, no other motion helps. */
static bool goes_on(tn_world *w)
{
    char *feature = features_culprit(w);
    const bool ends = feature != NULL;
    mem_free(feature);
    if (!ends)
        look_again(w);
    return !ends && (w->run.interactive || !world_formula_ends(w)) && recover_from_stuck(w);
}

/* Advances to `target` or the next event. */
static tn_status advance_once(tn_world *w, double target)
{
    char *message = NULL;
    bool event = false;
    if (!w->run.settled) {
        tn_status status = settle(w, NULL);
        if (status == TN_STUCK && goes_on(w))
            return world_planned(w);
        if (status != TN_OK)
            return status;
        if (poll_here(&w->poll))
            return TN_INTERRUPTED;
    }
    if (target <= w->run.t)
        return TN_OK;
    w->run.evaluated = false;
    w->run.touched = true;
    const double stop = next_stop(w);
    w->call.stepping = true;
    tn_status status =
        integrator_advance(w->run.fitted.integrator, &w->run.t, w->run.y, fmin(target, stop), stop, &event, &message);
    w->call.stepping = false;
    if (world_step(w) > 0 && integrator_unfinished(w->run.fitted.integrator) > 0)
        world_warn(
            w, mem_text("some implicit steps were too long to be solved for: elements are deformed too much in one; "
                        "try a shorter step"));
    if (status == TN_STUCK && goes_on(w)) {
        mem_free(message);
        return world_planned(w);
    }
    if (status == TN_STUCK)
        return stuck(w, message);
    if (status == TN_NO_MEMORY) {
        world_fail(w, message);
        return status;
    }
    mem_free(message);
    status = status == TN_OK && event ? settle(w, w->work->limit.triggered) : status;
    return status == TN_STUCK && goes_on(w) ? world_planned(w) : status;
}

/* t, or earlier: when joints that wait are looked at, or what is held softly. */
static double next_look(const tn_world *w, double t)
{
    t = w->run.waiting > 0 ? fmin(t, w->run.look_again) : t;
    return w->run.soft_until > 0 ? fmin(t, w->run.soft_until) : t;
}

tn_status world_advance_now(tn_world *w, double t)
{
    w->reports.failure[0] = '\0';
    recover_begin(w);
    do {
        tn_status status = world_planned(w);
        if (poll_here(&w->poll))
            return TN_INTERRUPTED;
        if (status == TN_OK)
            status = world_assemble_first(w);
        if (status == TN_OK && linked_ready(w)) {
            plan_drop(w);
            status = world_planned(w);
        }
        if (status == TN_OK)
            status = advance_once(w, fmin(next_look(w, t), w->run.next_change));
        if (w->plan != NULL && w->plan->displaces)
            displaced_warn(w);
        if (status != TN_OK)
            return status;
        if (w->run.soft_until > 0 && w->run.t >= w->run.soft_until && w->plan != NULL)
            recover_take_up(w);
        if (w->run.t >= w->run.next_change) {
            plan_drop(w); /* something begins or ends: the equations change */
            world_run_events(w);
        }
    } while (w->run.t < t);
    return w->settings.order == TN_FIRST_ORDER ? world_evaluate_now(w) : TN_OK; /* the velocities there */
}

/* ---- assembly ---- */

/* Gauss–Newton until the deviation no longer decreases; keeps the best positions found. */
tn_status world_gauss_newton(const struct plan *plan, struct work *work, double t, double *y, double *deviation)
{
    enum { MOST = 200, PATIENCE = 25 };
    double *best = mem_copy(y, sizeof(double) * (size_t)plan->y_count);
    double least = INFINITY;
    int waiting = 0, steps = 0;
    tn_status status = TN_OK;
    work->report.bad_constraint = work->report.bad_body = -1;
    for (int i = 0; i < MOST && waiting < PATIENCE && !poll_here(work->poll); i++) {
        double before;
        double *here = mem_copy(y, sizeof(double) * (size_t)plan->y_count);
        status = system_correct_positions(plan, work, t, y, 0.5, &before);
        if (before < least) {
            waiting = before < 0.9 * least ? 0 : waiting + 1;
            least = before;
            memcpy(best, here, sizeof(double) * (size_t)plan->y_count);
        } else {
            waiting++;
        }
        mem_free(here);
        steps += status == TN_OK;
        if (status != TN_OK || least < 1e-14 || (least < 1e-11 && waiting > 1))
            break;
    }
    memcpy(y, best, sizeof(double) * (size_t)plan->y_count);
    mem_free(best);
    *deviation = isfinite(least) ? least : 0;
    return steps > 0 && isfinite(least) ? TN_OK : TN_STUCK; /* stuck: not even one step succeeded */
}

tn_status world_assemble_copy(tn_world *w, double *y, double *deviation)
{
    memcpy(y, w->run.y, sizeof(double) * (size_t)w->plan->y_count);
    return world_gauss_newton(w->plan, w->work, w->run.t, y, deviation);
}
