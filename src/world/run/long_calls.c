/* long_calls.c: long calls that give way: to a time limit (tn_advance_within) or to another thread (tn_interrupt).
 *
 * Advancing and evaluating run as a task (base/task.h), which pauses at a poll wherever it is: in the middle of a step, of
 * a factorization or of planning. The next call goes on from there, to the bits of a call that was never paused.
 *
 * While a call is paused the world shows the last good step: time and state are those of the integrator's last complete
 * step, and functions that look at the world evaluate it with a work of their own, a copy, so that they do not disturb the
 * one at work. While the plan itself is being made there is none to be seen; whoever needs one completes it first.
 *
 * Edits, snapshots and clones let go of an unfinished step: its changes are lost, and the state is that of the last good
 * one. Within a step nothing is allocated, so that its stack can simply be forgotten; elsewhere the task runs to the
 * next place where it can return.
 */
#include <string.h>

#include "base/task.h"
#include "world/features/feature.h"

bool call_paused(const tn_world *w) { return w->call.paused; }
bool call_inside(const tn_world *w) { return w->call.inside; }

static tn_status directly(tn_world *w, enum call_kind kind, double t)
{
    return kind == CALL_ADVANCE ? world_advance_now(w, t)
           : kind == CALL_PLAN  ? world_planned(w)
                                : world_evaluate_now(w);
}

static void body(void *ctx)
{
    tn_world *w = ctx;
    w->call.status = directly(w, w->call.kind, w->call.target);
}

/* ---- what is seen of a paused call ---- */

static void show_last_good(tn_world *w)
{
    struct long_call *c = &w->call;
    c->work = w->work;
    c->plan = w->plan;
    if (c->planning) {
        w->plan = NULL;
        return;
    }
    if (w->plan == NULL)
        return;
    if (c->spare == NULL)
        c->spare = MEM_NEW(struct work);
    work_copy(w->plan, w->work, c->spare);
    c->spare->contact = w->work->contact;
    c->spare->displacement = w->work->displacement;
    c->spare->threads = w->work->threads;
    c->spare->team = w->work->team;
    ldl_numbers_team(c->spare->matrix, c->spare->team);
    w->work = c->spare;
    if (c->stepping)
        integrator_show(w->run.fitted.integrator, w->work, &w->run.t, w->run.y);
    w->run.evaluated = false;
}

static void hide_last_good(tn_world *w)
{
    struct long_call *c = &w->call;
    if (w->work == c->spare)
        work_clear(c->spare);
    w->work = c->work;
    w->plan = c->plan;
    w->run.evaluated = false;
}

/* ---- going on, and letting go ---- */

/* Runs the task until it is done (true) or pauses. */
static bool go(tn_world *w)
{
    struct long_call *c = &w->call;
    const bool goes_on = c->paused;
    if (goes_on)
        hide_last_good(w);
    c->paused = false;
    c->inside = true;
    w->poll.heeds = true;
    w->poll.task = c->task;
    struct poll *before = poll_of_thread(&w->poll);
    const bool done = goes_on ? task_continue(c->task) : task_begin(c->task, body, w);
    poll_of_thread(before);
    w->poll.task = NULL;
    w->poll.heeds = false;
    c->inside = false;
    c->paused = !done;
    if (!done)
        show_last_good(w);
    return done;
}

/* Lets a paused call run on to the next place where it can return. */
static void unwind(tn_world *w)
{
    w->poll.stops = true;
    w->poll.timed = false;
    while (!go(w))
        continue;
    w->poll.stops = false;
}

/* A step that has memory of its own comes to a place where it has none. */
static void finish_building(tn_world *w)
{
    while (w->call.paused && w->call.stepping && w->poll.building > 0) {
        w->poll.timed = false;
        w->poll.pause_at = w->poll.count + 1;
        go(w);
    }
}

void call_drop(tn_world *w)
{
    struct long_call *c = &w->call;
    finish_building(w);
    if (!c->paused)
        return;
    if (!c->stepping) {
        unwind(w);
        return;
    }
    hide_last_good(w);
    c->paused = c->stepping = false;
    task_abandon(c->task);
    w->run.steps_before += integrator_steps(w->run.fitted.integrator);
    integrator_free(w->run.fitted.integrator);
    w->run.fitted.integrator = NULL;
    for (int i = 0; i < w->plan->constraints; i++) /* displacements switch their rows off while others act by force */
        if (w->work->constraint[i].displaced)
            w->work->constraint[i].mode = MODE_HELD;
    plan_drop_moved(w); /* the state is that of the last good step, in the array that shows it */
}

void call_free(tn_world *w)
{
    call_drop(w);
    if (w->call.spare != NULL)
        work_free(w->call.spare);
    mem_free(w->call.spare);
    task_free(w->call.task);
}

/* The plan of a paused call, completed if it was being made. */
tn_status call_planned(tn_world *w)
{
    while (w->call.paused && w->call.planning) {
        w->poll.timed = false;
        w->poll.pause_at = w->poll.count + 1; /* pauses again at the next poll behind the plan */
        go(w);
    }
    return w->plan != NULL ? TN_OK : TN_WRONG_MODEL;
}

/* ---- the calls ---- */

static tn_status call(tn_world *w, enum call_kind kind, double t, double seconds)
{
    struct long_call *c = &w->call;
    if (c->inside)
        return directly(w, kind, t);
    if (atomic_exchange(&w->poll.asked, false))
        return TN_INTERRUPTED;
    if (c->paused && (c->kind != kind || (kind == CALL_ADVANCE && c->target > t)))
        call_drop(w);
    if (c->task == NULL)
        c->task = task_new();
    if (c->task == NULL)
        return directly(w, kind, t);
    poll_for(&w->poll, seconds);
    for (bool ready = false; !ready;) {
        ready = !c->paused || kind != CALL_ADVANCE || c->target == t; /* an earlier target comes first */
        if (!c->paused) {
            c->kind = kind;
            c->target = t;
            c->planning = c->stepping = false;
            w->poll.building = 0;
        }
        if (!go(w))
            return w->poll.why == POLL_ASKED ? TN_INTERRUPTED : TN_OK;
        if (c->status != TN_OK)
            return c->status;
    }
    return TN_OK;
}

static bool can_advance(tn_world *w, double t)
{
    if (w == NULL || w->hooks.calling)
        return false;
    const bool ahead = t >= w->run.t && isfinite(t);
    return ahead || world_takes(w, mem_print("a world at t = %.12g s cannot be advanced to %.12g s", w->run.t, t));
}

tn_status tn_advance_within(tn_world *w, double t, double seconds)
{
    if (!can_advance(w, t) || !(seconds >= 0))
        return TN_WRONG_USE;
    return hooks_step(w) ? hooks_advance(w, t, seconds) : world_advance_for(w, t, seconds);
}

tn_status world_advance_for(tn_world *w, double t, double seconds) { return call(w, CALL_ADVANCE, t, seconds); }

tn_status tn_advance(tn_world *w, double t)
{
    if (!can_advance(w, t))
        return TN_WRONG_USE;
    return hooks_step(w) ? hooks_advance(w, t, -1) : world_advance_for(w, t, -1);
}

/* Does one evaluation take well under a millisecond? Then nobody needs it to give way, and a task would cost as much as ten
 * links of a chain. */
static bool is_brief(const tn_world *w)
{
    enum { BRIEF = 1000 };
    const struct plan *p = w->plan;
    return p != NULL && !w->call.inside && !w->call.paused && w->poll.ask_at == 0 && w->poll.pause_at == 0 &&
           w->run.assembled && w->run.settled && p->evaluations == 0 && !p->formulas && p->force.formulas == 0 &&
           p->solver == SOLVER_SPARSE && p->rows < BRIEF && p->bodies < BRIEF && p->force.count < BRIEF;
}

tn_status tn_evaluate(tn_world *w)
{
    if (w == NULL)
        return TN_WRONG_USE;
    if (is_brief(w) && !atomic_load_explicit(&w->poll.asked, memory_order_relaxed))
        return world_evaluate_now(w);
    if (w->call.paused && w->call.kind == CALL_ADVANCE)
        return world_evaluate(w);
    return call(w, CALL_EVALUATE, w->run.t, -1);
}

void tn_interrupt(tn_world *w)
{
    if (w != NULL)
        atomic_store(&w->poll.asked, true);
}

bool tn_interrupt_clear(tn_world *w) { return w != NULL && atomic_exchange(&w->poll.asked, false); }

/* ---- calls that stop ---- */

tn_status world_plan_ahead(tn_world *w)
{
    return w->plan != NULL || w->poll.heeds ? world_planned(w) : call(w, CALL_PLAN, w->run.t, -1);
}

bool world_call_begin(tn_world *w, bool *outermost)
{
    *outermost = !w->poll.heeds;
    if (!*outermost)
        return true;
    if (atomic_exchange(&w->poll.asked, false))
        return false;
    call_drop(w);
    w->poll.heeds = true;
    w->poll.stops = w->poll.timed = false;
    w->poll.building = 0;
    w->call.poll_before = poll_of_thread(&w->poll);
    return true;
}

bool world_call_end(tn_world *w, bool outermost)
{
    const bool stopped = w->poll.stops;
    if (outermost) {
        w->poll.heeds = w->poll.stops = false;
        poll_of_thread(w->call.poll_before);
    }
    return stopped;
}

bool world_poll(const tn_world *w) { return poll_here((struct poll *)&w->poll); }

const atomic_bool *world_asked(const tn_world *w) { return &w->poll.asked; }
