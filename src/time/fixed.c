/* fixed.c: fixed steps, each made by the step function of an integrator: semi-implicit Euler (euler.c), implicit Euler
 * (implicit_steps.c), Runge-Kutta (rk4.c), Verlet (verlet.c), Nyström (nystrom.c).
 *
 * The right-hand side turns a quaternion into the rotation of Q/|Q|, and Q̇ = ½ (0, ω) Q is linear in Q, so nothing
 * else depends on the length of Q: normalising it moves Q along its own direction, by the O(h⁵) that a step added, and
 * the order stays 4.
 *
 * A step of 0 means automatic steps, as long as they are stable: with bounds for the largest frequency ω and damping
 * rate γ (system_rates) Euler takes h²ω² + 2hγ ≤ 4, Verlet h²ω² + 4hγ ≤ 4, RK4 hω, hγ ≤ 2.6; a fraction of that, since
 * the bounds are updated only now and then; and no element may be deformed by much in one step.
 *
 * Where a limit or motor changes within a step, the step is repeated and shortened until it ends there, so that the
 * change does not reduce the order.
 */
#include <limits.h>
#include <string.h>

#include "base/memory.h"
#include "contact/contact_grid.h"
#include "contact/contact_step.h"
#include "dynamics/tree/linked.h"
#include "time/fixed.h"

/* Smaller gaps, in m or rad, are not corrected. */
#define ENOUGH 1e-13

/* Larger corrections, in m or rad (velocities: per second), are large. */
#define FAR 1e-5

/* Automatic steps: the fraction of the stable step, the maximum step, how much elements may be deformed by their
 * velocity or by the forces on them in one step and before the bounds are updated, and the maximum number of steps
 * between two updates. */
#define PART 0.9
#define LONGEST 0.01
#define CHANGE 0.2
#define SHORTEST 1e-4 /* of implicit steps */
enum { LOOK_AGAIN = 16, LOOK_AT_IMPLICIT = 4 };

/* An implicit step costs as much as this many explicit ones, at most and at least: where automatic implicit steps are not
 * longer by the first, explicit ones are taken instead, until they are longer by the second. */
#define WORTH_LESS 120
#define WORTH_MORE 240

/* Bounds of frequencies stay as long as no element has changed by more than this. */
#define SAME_SHAPE 0.02

/* Automatic steps shorter than this on average, in s, for this many steps: the run would practically never end. */
#define CRAWL 1e-6
enum { CRAWL_LIMIT = 50000 };

struct fixed *fixed_new(const struct plan *plan, struct work *work, const struct integrator_class *class, double step)
{
    struct fixed *f = MEM_NEW(struct fixed);
    *f = (struct fixed){.plan = plan, .work = work, .class = class, .step = step};
    f->next = MEM_ARRAY(double, state_count(plan));
    f->stage = MEM_ARRAY(double, class->own_stage ? state_count(plan) : 0);
    f->first = MEM_ARRAY(double, state_count(plan));
    bool own = class->own_rate || (class->own_stage && plan->bounded_count > 0);
    f->rate = own ? MEM_ARRAY(double, state_count(plan)) : f->first;
    f->g = MEM_ARRAY(double, plan->bounded_count);
    f->g_next = MEM_ARRAY(double, plan->bounded_count);
    f->closing = MEM_ARRAY(bool, plan->bounded_count);
    if (class->is_implicit)
        f->implicit = implicit_new(plan, work);
    if (step == 0 && plan->flexibles > 0) {
        f->bound_at = MEM_ARRAY(double, state_count(plan));
        f->strain = MEM_ARRAY(double, state_count(plan));
    }
    f->length = step > 0 ? step : LONGEST;
    f->longest = LONGEST;
    return f;
}

void fixed_free(struct fixed *f)
{
    if (f == NULL)
        return;
    mem_free(f->next);
    mem_free(f->stage);
    if (f->rate != f->first)
        mem_free(f->rate);
    mem_free(f->first);
    mem_free(f->g);
    mem_free(f->g_next);
    mem_free(f->closing);
    mem_free(f->bound_at);
    mem_free(f->strain);
    implicit_free(f->implicit);
    mem_free(f);
}

long fixed_steps(const struct fixed *f) { return f->steps; }
long fixed_unfinished(const struct fixed *f) { return f->implicit != NULL ? implicit_unfinished(f->implicit) : 0; }
void fixed_bind(struct fixed *f, const struct plan *plan)
{
    f->plan = plan;
    if (f->implicit != NULL)
        implicit_bind(f->implicit, plan);
}

void fixed_inherit(struct fixed *f, struct fixed *from)
{
    if (f->implicit != NULL && from->implicit != NULL)
        implicit_inherit(f->implicit, from->implicit);
}

static void restart(struct fixed *f)
{
    f->fresh = f->bound = false;
    if (f->implicit != NULL)
        implicit_restart(f->implicit);
}

void fixed_restart(struct fixed *f)
{
    restart(f);
    if (f->plan->contact)
        contact_grid_drop(f->work->contact->grid);
}

void fixed_forget(struct fixed *f)
{
    restart(f);
    f->length = f->step > 0 ? f->step : LONGEST;
    f->longest = LONGEST;
    f->good = 0;
    f->now_explicit = false;
    f->unfinished = fixed_unfinished(f);
    if (f->implicit != NULL)
        implicit_forget(f->implicit);
}

/* Are steps implicit? Not with joints by coordinates or in first-order worlds. */
static bool can_be_implicit(const struct fixed *f)
{
    return f->implicit != NULL && f->plan->linked == NULL && !f->plan->first_order;
}

static bool is_implicit(const struct fixed *f) { return can_be_implicit(f) && !f->now_explicit; }

tn_status fixed_derivative(struct fixed *f, double t, const double *y, double *rate, bool again)
{
    if (again)
        return state_derivative_again(f->plan, f->work, t, y, rate);
    if (is_implicit(f))
        implicit_soften_gains(f->implicit, f->length);
    tn_status status = state_derivative(f->plan, f->work, t, y, rate);
    if (is_implicit(f))
        implicit_restore_gains(f->implicit);
    return status;
}

/* The rate at the start of a step. */
static tn_status begin(struct fixed *f, double t, const double *y)
{
    if (f->fresh)
        return TN_OK;
    tn_status status = fixed_derivative(f, t, y, f->first, false);
    if (status == TN_OK)
        system_close_met(f->plan, f->work, t);
    f->fresh = status == TN_OK;
    return status;
}

/* At the end of a step: projects the state onto the constraints and evaluates the rate for the next step. After a large
 * correction, as with Euler steps, the rate at the uncorrected state would feed the error back; rate and remaining gaps
 * are then evaluated again. Where a step ends with an evaluation at its own positions, errors of velocities count by
 * the distance that they cover in a step. */
static tn_status finish(struct fixed *f, double t, double *y)
{
    tn_status status = TN_OK;
    bool again = f->same_place; /* matrix and factors are those of these positions, or close */
    f->fresh = false;
    for (int round = 0; round < 4 && !f->fresh && status == TN_OK; round++) {
        double gap = 0;
        status = fixed_derivative(f, t, y, f->first, again);
        const double most = state_project(f->plan, f->work, t, y, ENOUGH, &gap);
        again = f->same_place && !(gap > FAR);
        f->fresh = status == TN_OK && !((again ? most * f->length : most) > FAR);
    }
    return status;
}

static char *failure(const struct fixed *f, double t, double h)
{
    const bool chosen = !f->plan->contact; /* contact has steps of its own */
    return mem_print("at t = %.9g s a step of %.4g s leads to numbers that are not finite: the model may be impossible "
                     "there, or the step too long%s%s; try a shorter step%s",
                     t, h, chosen ? " for " : "", chosen ? f->class->kind.name : "",
                     chosen                   ? ", a larger tau or integrator adams"
                     : f->plan->flexibles > 0 ? ", or  step auto;"
                                              : " or a larger tau");
}

static tn_status contacts(struct fixed *f, double t, double h, const double *y)
{
    memcpy(f->next, y, sizeof(double) * (size_t)state_count(f->plan));
    return system_contact_step(f->plan, f->work, t, h, f->next);
}

/* f->next from y, a step of h later. */
static tn_status step(struct fixed *f, double t, double h, const double *y)
{
    tn_status status = f->plan->contact ? contacts(f, t, h, y) : begin(f, t, y);
    if (status == TN_OK && !f->plan->contact)
        status = f->now_explicit ? fixed_euler(f, h, y, f->first) : f->class->step(f, t, h, y);
    if (status != TN_OK)
        return status;
    state_normalise(f->plan, f->next);
    return state_finite(f->plan, f->next) ? TN_OK : TN_STUCK;
}

/* f->next and its event values, a step of h later than y. */
static tn_status step_and_look(struct fixed *f, double t, double h, const double *y)
{
    tn_status status = step(f, t, h, y);
    return status == TN_OK ? state_event_values(f->plan, f->work, t + h, f->next, f->g_next) : status;
}

/* The minimum of the event values that are marked as falling through zero. */
static double least(const struct fixed *f, const double *g)
{
    double x = INFINITY;
    for (int b = 0; b < f->plan->bounded_count; b++)
        if (f->work->limit.triggered[b])
            x = fmin(x, g[b]);
    return x;
}

/* Shortens the step to where the first of the marked values crosses zero, between `a` (values f->g) and *h (values
 * f->g_next), by the Illinois variant of regula falsi. f->next is then the state just past the change. */
static tn_status locate(struct fixed *f, double t, double a, double *h, const double *y)
{
    const struct plan *plan = f->plan;
    struct work *work = f->work;
    double b = *h, fa = least(f, f->g), fb = least(f, f->g_next);
    int side = 0;
    for (int i = 0; i < 100 && b - a > 1e-14 * fmax(1, fabs(t)); i++) {
        double c = (fa * b - fb * a) / (fa - fb);
        if (!(c > a) || !(c < b) || i % 4 == 3)
            c = (a + b) / 2;
        tn_status status = step_and_look(f, t, c, y);
        if (status != TN_OK)
            return status;
        double fc = least(f, f->g_next);
        if (fc > 0) {
            a = c;
            fa = fc;
            fb = side == 1 ? fb / 2 : fb;
            side = 1;
        } else {
            b = c;
            fb = fc;
            fa = side == -1 ? fa / 2 : fa;
            side = -1;
        }
    }
    tn_status status = step_and_look(f, t, b, y);
    for (int k = 0; k < plan->bounded_count; k++)
        work->limit.triggered[k] = work->limit.triggered[k] && f->g_next[k] <= 0;
    *h = b;
    return status;
}

/* Values at or slightly below zero at the start and below at the end may have been positive in between, as in a hop
 * that is shorter than the step. Looks for a time `a` at which the marked ones are positive. 0: there is none. */
static tn_status find_hop(struct fixed *f, double t, double h, const double *y, double *a)
{
    enum { HALVINGS = 40 };
    const struct plan *plan = f->plan;
    struct work *work = f->work;
    for (int k = 1; k <= HALVINGS; k++) {
        double c = ldexp(h, -k);
        tn_status status = step_and_look(f, t, c, y);
        if (status != TN_OK)
            return status;
        bool up = false;
        for (int b = 0; b < plan->bounded_count; b++)
            up |= work->limit.triggered[b] && f->g_next[b] > 0;
        if (up) {
            for (int b = 0; b < plan->bounded_count; b++)
                work->limit.triggered[b] = work->limit.triggered[b] && f->g_next[b] > 0;
            memcpy(f->g, f->g_next, sizeof(double) * (size_t)plan->bounded_count);
            *a = c;
            return step_and_look(f, t, h, y);
        }
    }
    *a = 0;
    return TN_OK;
}

static bool is_free_limit(const struct plan *plan, const struct work *work, int b)
{
    const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
    return it->bounds == BOUND_ONE_SIDED && work->constraint[it->index].mode == MODE_FREE;
}

static double gap_rate(const struct plan *plan, const struct work *work, int b)
{
    return work->cd[plan->constraint[plan->bounded[b]].row];
}

/* Event values at the start of a step, and which gaps are closing there. */
static tn_status look_at_start(struct fixed *f, double t, const double *y)
{
    const struct plan *plan = f->plan;
    struct work *work = f->work;
    tn_status status = plan->bounded_count > 0 ? state_event_values(plan, work, t, y, f->g) : TN_OK;
    system_note_limits(plan, work);
    for (int b = 0; b < plan->bounded_count; b++)
        f->closing[b] = is_free_limit(plan, work, b) && f->g[b] > 0 && gap_rate(plan, work, b) < 0;
    return status;
}

/* The b-th gap was closing at the start of the step *h and is opening at its end, and may have been closed in between,
 * as of two balls that would pass through each other. Its minimum is where its rate is zero; *h becomes a time at which
 * it is closed, if there is one. */
static tn_status find_dip(struct fixed *f, double t, int b, double *h, const double *y, bool *shut)
{
    double low = 0, high = *h;
    *shut = false;
    for (int i = 0; i < 40; i++) {
        double middle = (low + high) / 2;
        tn_status status = step_and_look(f, t, middle, y);
        if (status != TN_OK)
            return status;
        if (f->g_next[b] <= 0) {
            *h = middle;
            *shut = true;
            return TN_OK;
        }
        *(gap_rate(f->plan, f->work, b) < 0 ? &low : &high) = middle;
    }
    return TN_OK;
}

/* Looks for gaps that were closing at the start and are opening at the end, if nothing else happens in the step. */
static tn_status look_for_dips(struct fixed *f, double t, double *h, const double *y, bool *any)
{
    const struct plan *plan = f->plan;
    struct work *work = f->work;
    double whole = *h;
    bool shut;
    tn_status status = TN_OK;
    for (int b = 0; b < plan->bounded_count; b++)
        f->closing[b] = f->closing[b] && is_free_limit(plan, work, b) && gap_rate(plan, work, b) > 0;
    for (int b = 0; b < plan->bounded_count && status == TN_OK; b++) {
        work->limit.triggered[b] = false;
        if (!f->closing[b])
            continue;
        double inside = *h;
        status = find_dip(f, t, b, &inside, y, &shut);
        if (shut && inside < *h)
            *h = inside;
        *any |= shut;
        work->limit.triggered[b] = shut;
    }
    if (status != TN_OK)
        return status;
    for (int b = 0; b < plan->bounded_count; b++) /* f->next is the state of the last trial */
        if (f->closing[b])
            return step_and_look(f, t, *any ? *h : whole, y);
    return TN_OK;
}

/* Looks for a change of a limit or motor in the step just made; shortens the step if there is one. */
static tn_status look_for_event(struct fixed *f, double t, double *h, const double *y, bool *event)
{
    const struct plan *plan = f->plan;
    struct work *work = f->work;
    tn_status status = state_event_values(plan, work, t + *h, f->next, f->g_next);
    bool falls = false, fell = false;
    for (int b = 0; b < plan->bounded_count; b++) {
        work->limit.triggered[b] = f->g[b] > 0 && f->g_next[b] <= 0;
        falls |= work->limit.triggered[b];
    }
    for (int b = 0; b < plan->bounded_count && !falls; b++) {
        work->limit.triggered[b] = f->g_next[b] < -work->limit.guard[b];
        fell |= work->limit.triggered[b];
    }
    double a = 0;
    if (!falls && !fell && status == TN_OK)
        status = look_for_dips(f, t, h, y, &falls);
    if (fell && status == TN_OK)
        status = find_hop(f, t, *h, y, &a);
    *event = falls || fell;
    if (fell && a == 0) { /* violated from the start: settle where the step began */
        *h = 0;
        memcpy(f->next, y, sizeof(double) * (size_t)state_count(plan));
        return status;
    }
    return *event && status == TN_OK ? locate(f, t, a, h, y) : status;
}

/* Step length limit of implicit steps: halved where they could not be solved, and doubled again after a while. */
static double implicit_limit(struct fixed *f)
{
    long unfinished = fixed_unfinished(f);
    f->good = unfinished > f->unfinished ? 0 : f->good + 1;
    if (f->good == 0)
        f->longest = fmax(f->longest / 2, SHORTEST);
    else if (f->good % LOOK_AGAIN == 0)
        f->longest = fmin(f->longest * 2, LONGEST);
    f->unfinished = unfinished;
    return f->longest;
}

/* Bounds of frequency² and damping rate, as they were if no element has changed since: only of what depends on shapes alone. */
static void rates_now(struct fixed *f, double t, const double *y)
{
    const struct plan *plan = f->plan;
    bool same = f->bound && f->bound_at != NULL && plan->linked == NULL && plan->apart.softs == 0;
    for (int i = 0; i < plan->flexibles && same; i++) {
        const struct flexible *m = &plan->flexible[i];
        same = m->metric < 0;
        for (int k = 0; k < 3 * m->lattice->nodes && same; k++)
            f->strain[m->v + k] = y[m->q + k] - f->bound_at[m->q + k];
    }
    if (same && state_change(plan, f->work, f->strain) < SAME_SHAPE)
        return;
    f->square = f->damping = 0;
    state_rates(plan, f->work, t, y, &f->square, &f->damping);
    f->bound = true;
    if (f->bound_at != NULL)
        memcpy(f->bound_at, y, sizeof *y * (size_t)state_count(plan));
}

/* The longest stable explicit step. */
static double explicit_limit(struct fixed *f, double t, const double *y)
{
    rates_now(f, t, y);
    const double square = f->square, damping = f->damping * fmax(f->class->damping, 1);
    double h;
    if (f->class->stable == 0)
        h = square > 0    ? (sqrt(damping * damping + 4 * square) - damping) / square
            : damping > 0 ? 2 / damping
                          : LONGEST;
    else
        h = f->class->stable / fmax(fmax(sqrt(square), damping), 1e-300);
    return isfinite(h) && h > 0 ? fmin(PART * h, LONGEST) : LONGEST;
}

/* Automatic implicit steps: are explicit ones cheaper now? */
static void choose_way(struct fixed *f, double t, const double *y)
{
    const bool was = f->now_explicit;
    f->now_explicit = f->longest < (was ? WORTH_MORE : WORTH_LESS) * explicit_limit(f, t, y);
    if (f->now_explicit == was)
        return;
    f->fresh = false;
    f->longest = LONGEST;
    f->good = 0;
    implicit_restart(f->implicit);
}

/* Maximum step length from here, and for how many steps it holds. */
static double stable_step(struct fixed *f, double t, const double *y, long *most)
{
    double speed = state_change(f->plan, f->work, y), force = 0;
    if (can_be_implicit(f) && f->plan->flexibles > 0 && !f->plan->contact)
        choose_way(f, t, y);
    double h = is_implicit(f) ? implicit_limit(f) : explicit_limit(f, t, y);
    if (f->plan->contact && f->plan->flexibles == 0) /* which divides its steps into substeps */
        h = fmin(h * f->work->contact->substeps, contact_longest_step(f->plan, f->work, y));
    else if (!f->plan->contact && !is_implicit(f) && f->plan->flexibles > 0 && begin(f, t, y) == TN_OK)
        force = state_change(f->plan, f->work, f->first);
    if (speed * h > CHANGE)
        h = CHANGE / speed;
    if (force * h * h > CHANGE)
        h = sqrt(CHANGE / force);
    if (f->plan->contact && f->plan->flexibles > 0)
        h = contact_whole_step(f->plan, f->work, t, h, y);
    double steps = CHANGE / (h * (speed + force * h) + 1e-300);
    const long again = is_implicit(f) ? LOOK_AT_IMPLICIT : LOOK_AGAIN;
    *most = steps > (double)again ? again : steps > 1 ? (long)steps : 1;
    return h;
}

/* Towards `target` in equal steps of at most `longest`; at most `most` of them. */
static tn_status advance_some(struct fixed *f, double *t, double *y, double target, double longest, long most,
                              bool *event, char **message)
{
    const struct plan *plan = f->plan;
    struct work *work = f->work;
    const double from = *t, interval = target - from;
    /* None longer than the step of the settings; a millionth is rounding of times, not a step. */
    const double wanted = fmax(1, ceil(interval / longest - 1e-6)), h = interval / wanted;
    if (wanted > 1e15 || !(from + h > from)) {
        *message = mem_print("at t = %.9g s a step of %.4g s is too short to reach t = %.9g s; try a longer step", from,
                             h, target);
        return TN_STUCK;
    }
    const long count = (long)wanted;
    f->fresh = f->fresh && (!is_implicit(f) || fabs(h - f->length) < 0.01 * h); /* the feedback depends on the step */
    f->length = h;
    for (long i = 0; i < count && i < most && !*event; i++) {
        double length = h;
        tn_status status = !plan->contact ? look_at_start(f, *t, y) : TN_OK;
        if (status == TN_OK)
            status = step(f, *t, h, y);
        if (status == TN_OK && plan->bounded_count > 0 && !plan->contact)
            status = look_for_event(f, *t, &length, y, event);
        if (status != TN_OK) {
            *message = failure(f, *t, h);
            return TN_STUCK;
        }
        const double now = *event ? *t + length : i + 1 < count ? from + (double)(i + 1) * h : target;
        state_follow_turns(plan, work, now, f->next);
        f->fresh = false;
        if (!*event && !plan->contact && finish(f, now, f->next) != TN_OK) { /* y is the last valid state */
            *message = failure(f, *t, h);
            return TN_STUCK;
        }
        memcpy(y, f->next, sizeof(double) * (size_t)state_count(plan)); /* both at once, in case it pauses */
        *t = now;
        f->steps++;
        poll_here(work->poll);
    }
    return TN_OK;
}

/* ---- steps with contact ---- */

/* The end of the next step: the next point of the grid, or an event before it. */
static double next_point(struct fixed *f, double t, const double *y, double stop, double *h)
{
    struct contact_grid *g = f->work->contact->grid;
    long most;
    *h = f->step > 0 ? f->step : stable_step(f, t, y, &most);
    if (f->step == 0 || g->step != f->step || t != g->origin + g->count * g->step) {
        g->origin = t;
        g->count = 0;
        g->step = f->step;
    }
    g->count++;
    double next = f->step > 0 ? g->origin + g->count * g->step : t + *h;
    if (next > stop - 1e-6 * *h) { /* a millionth is rounding of times, not a step */
        next = stop;
        *h = stop - t;
        g->step = 0;
    }
    return next;
}

/* Whole steps until the last one contains the target or ends there, which then shows the state inside it. */
static tn_status advance_with_contact(struct fixed *f, double *t, double *y, double target, double stop, char **message)
{
    const struct plan *plan = f->plan;
    struct contact_grid *g = f->work->contact->grid;
    const double begin = *t;
    const long before = f->steps;
    if (contact_grid_stands(g, plan->y_count, *t, y) && target <= g->next) {
        contact_grid_show(plan, f->work, target, y);
        *t = target;
        return TN_OK;
    }
    contact_grid_close(g, plan->y_count, t, y);
    while (*t < target) {
        double h;
        const double next = next_point(f, *t, y, stop, &h);
        const long taken = f->steps - before;
        if (!(next > *t) || (f->step == 0 && taken > CRAWL_LIMIT && *t - begin < CRAWL * (double)taken)) {
            *message = mem_print("at t = %.9g s a step of %.4g s is too short to reach t = %.9g s; try a longer step",
                                 *t, h, target);
            return TN_STUCK;
        }
        if (step(f, *t, h, y) != TN_OK) {
            *message = failure(f, *t, h);
            return TN_STUCK;
        }
        state_follow_turns(plan, f->work, next, f->next);
        f->steps++;
        f->length = h;
        if (next == target || next < target - 1e-6 * h) {
            memcpy(y, f->next, sizeof(double) * (size_t)plan->y_count); /* both at once, in case it pauses */
            *t = next;
        } else {
            contact_grid_open(plan, f->work, *t, y, next, f->next);
            contact_grid_show(plan, f->work, target, y);
            *t = target;
        }
        poll_here(f->work->poll);
    }
    return TN_OK;
}

tn_status fixed_advance(struct fixed *f, double *t, double *y, double target, double stop, bool *event, char **message)
{
    if (f->plan->contact && f->plan->linked == NULL)
        return advance_with_contact(f, t, y, target, stop, message);
    if (f->step > 0)
        return advance_some(f, t, y, target, f->step, LONG_MAX, event, message);
    tn_status status = TN_OK;
    const double from = *t;
    const long before = f->steps;
    while (*t < target && !*event && status == TN_OK) {
        long most, taken = f->steps - before;
        double h = stable_step(f, *t, y, &most);
        if (taken > CRAWL_LIMIT && *t - from < CRAWL * (double)taken) {
            *message = mem_print("at t = %.9g s steps would have to be as short as %.3g s: something is torn apart or "
                                 "moves very fast; try a softer material, a larger tau or a heavier one",
                                 *t, h);
            return TN_STUCK;
        }
        status = advance_some(f, t, y, target, h, most, event, message);
    }
    return status;
}
