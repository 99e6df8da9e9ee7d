/* fixed.c: fixed steps, by one of the functions that make them: semi-implicit Euler (euler.c), linearly implicit Euler
 * (implicit_steps.c), Runge-Kutta (rk4.c), Verlet (verlet.c), Nyström (nystrom.c).
 *
 * The right-hand side turns a quaternion into a rotation by Q/|Q| and Q̇ = ½ (0, ω) Q is linear in Q, so the length of
 * Q acts on nothing else: taking it back to 1 moves Q along its own direction, by the O(h⁵) that a step added, and the
 * order stays 4.
 *
 * A step of 0 stands for steps that are as long as is stable: with the largest frequency ω and rate of damping γ (bounds
 * for them, system_rates) Euler takes h²ω² + 2hγ ≤ 4, Verlet h²ω² + 4hγ ≤ 4, RK4 hω, hγ ≤ 2.6; of that a part, since the bounds are looked at
 * only now and then; and no element may be deformed by much in one.
 *
 * Where a limit or motor changes within a step, the step is repeated shorter until it ends there, so that the change does
 * not spoil the order either.
 */
#include <limits.h>
#include <string.h>

#include "base/memory.h"
#include "contact/contact_step.h"
#include "dynamics/linked.h"
#include "time/fixed.h"

/* Gaps below this, in m or rad, are left alone until they have grown. */
#define ENOUGH 1e-13

/* Corrections larger than this, in m or rad, or those a second, are large. */
#define FAR 1e-5

/* Automatic steps: the part of what is stable, how long at most, after how many steps it is looked at again at most, and
 * how much elements may be deformed by their speed or by the forces on them in a step, and before it is looked at again. */
#define PART 0.9
#define LONGEST 0.01
#define CHANGE 0.2
#define SHORTEST 1e-4 /* of implicit ones */
enum { LOOK_AGAIN = 16, LOOK_AT_IMPLICIT = 4 };

/* Automatic steps that are shorter than this on the whole, in s, for so many steps: a crawl that will not end. */
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
    f->length = step > 0 ? step : LONGEST;
    f->willing = LONGEST;
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

void fixed_restart(struct fixed *f)
{
    f->fresh = false;
    if (f->implicit != NULL)
        implicit_restart(f->implicit);
}

void fixed_forget(struct fixed *f)
{
    fixed_restart(f);
    f->length = f->step > 0 ? f->step : LONGEST;
    f->willing = LONGEST;
    f->good = 0;
    f->unfinished = fixed_unfinished(f);
    if (f->implicit != NULL)
        implicit_forget(f->implicit);
}

/* Whether steps are implicit: those of joints by coordinates and of first-order worlds are not. */
static bool is_implicit(const struct fixed *f)
{
    return f->implicit != NULL && f->plan->linked == NULL && !f->plan->first_order;
}

tn_status fixed_derivative(struct fixed *f, double t, const double *y, double *rate, bool again)
{
    if (again)
        return state_derivative_again(f->plan, f->work, t, y, rate);
    if (is_implicit(f))
        implicit_soften(f->implicit, f->length);
    tn_status status = state_derivative(f->plan, f->work, t, y, rate);
    if (is_implicit(f))
        implicit_put_back(f->implicit);
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

/* The end of a step is the start of the next: its rate, and what is met stays met. Where much had to be corrected, as
 * after Euler's steps, the rate of the place before would feed the error back: it is found anew, and with it what is left
 * to correct. Where steps end in an evaluation of their own positions, velocities count by the way they make in a step. */
static tn_status finish(struct fixed *f, double t, double *y)
{
    tn_status status = TN_OK;
    bool again = f->same_place; /* the matrix and its factors are those of these positions, or near enough */
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
    return mem_print("at t = %.9g s a step of %.4g s leads to numbers that are not finite: the model may be impossible "
                     "there, or the step too long for %s; try a shorter step, a larger tau or integrator adams",
                     t, h, f->class->kind.name);
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
        status = f->class->step(f, t, h, y);
    if (status != TN_OK)
        return status;
    state_normalise(f->plan, f->next);
    return state_finite(f->plan, f->next) ? TN_OK : TN_STUCK;
}

/* f->next and its event values, a step of h from y. */
static tn_status step_and_look(struct fixed *f, double t, double h, const double *y)
{
    tn_status status = step(f, t, h, y);
    return status == TN_OK ? state_event_values(f->plan, f->work, t + h, f->next, f->g_next) : status;
}

/* The least of the event values that are marked as falling through zero. */
static double least(const struct fixed *f, const double *g)
{
    double x = INFINITY;
    for (int b = 0; b < f->plan->bounded_count; b++)
        if (f->work->limit.triggered[b])
            x = fmin(x, g[b]);
    return x;
}

/* Shortens the step to where the first of the marked values goes through zero, between `a` (values f->g) and *h
 * (values f->g_next): the Illinois variant of regula falsi. f->next is then the state there, just past the change. */
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

/* Values that began at zero, or a hair below, and are below at the end: they may have been up between, as in a hop that
 * is shorter than the step. Looks for a time `a` at which the marked ones are up. 0: there is none. */
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
    const struct item *it = &plan->item[plan->bounded[b]];
    return it->bounds == BOUND_ONE_SIDED && work->item[it->index].mode == MODE_FREE;
}

static double gap_rate(const struct plan *plan, const struct work *work, int b)
{
    return work->cd[plan->item[plan->bounded[b]].row];
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

/* The b-th gap closes before the step *h and opens after it, and may have been shut between: two balls that pass through
 * each other. Its least value is found by its rate; *h becomes a time at which it is shut, if there is one. */
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

/* Gaps that were closing at the start and open at the end, with nothing else in the step. */
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
    for (int b = 0; b < plan->bounded_count; b++) /* f->next is that of the last look */
        if (f->closing[b])
            return step_and_look(f, t, *any ? *h : whole, y);
    return TN_OK;
}

/* Looks for changes in the step just made; shortens it if there is one. */
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
    if (fell && a == 0) { /* wrong from the start: settle where the step began */
        *h = 0;
        memcpy(f->next, y, sizeof(double) * (size_t)state_count(plan));
        return status;
    }
    return *event && status == TN_OK ? locate(f, t, a, h, y) : status;
}

/* Implicit steps are halved where they could not be solved for, and doubled again after a while. */
static double willing(struct fixed *f)
{
    long unfinished = fixed_unfinished(f);
    f->good = unfinished > f->unfinished ? 0 : f->good + 1;
    if (f->good == 0)
        f->willing = fmax(f->willing / 2, SHORTEST);
    else if (f->good % LOOK_AGAIN == 0)
        f->willing = fmin(f->willing * 2, LONGEST);
    f->unfinished = unfinished;
    return f->willing;
}

/* How long steps may be from here on, and how many of them. */
static double stable_step(struct fixed *f, double t, const double *y, long *most)
{
    double square = 0, damping = 0, h, speed = state_change(f->plan, f->work, y), force = 0;
    if (!is_implicit(f))
        state_rates(f->plan, f->work, t, y, &square, &damping);
    damping *= fmax(f->class->damping, 1);
    if (f->class->stable == 0)
        h = square > 0    ? (sqrt(damping * damping + 4 * square) - damping) / square
            : damping > 0 ? 2 / damping
                          : LONGEST;
    else
        h = f->class->stable / fmax(fmax(sqrt(square), damping), 1e-300);
    h = isfinite(h) && h > 0 ? fmin(PART * h, LONGEST) : LONGEST;
    if (f->plan->contact) /* which cuts its steps into shorter ones */
        h *= f->work->contact->substeps;
    else if (!is_implicit(f) && f->plan->flexibles > 0 && begin(f, t, y) == TN_OK)
        force = state_change(f->plan, f->work, f->first);
    if (is_implicit(f))
        h = willing(f);
    if (speed * h > CHANGE)
        h = CHANGE / speed;
    if (force * h * h > CHANGE)
        h = sqrt(CHANGE / force);
    double steps = CHANGE / (h * (speed + force * h) + 1e-300);
    const long again = is_implicit(f) ? LOOK_AT_IMPLICIT : LOOK_AGAIN;
    *most = steps > (double)again ? again : steps > 1 ? (long)steps : 1;
    return h;
}

/* To `target` in equal steps of at most `longest`, of which no more than `most` are taken. */
static tn_status advance_some(struct fixed *f, double *t, double *y, double target, double longest, long most,
                              bool *event, char **message)
{
    const struct plan *plan = f->plan;
    struct work *work = f->work;
    const double from = *t, interval = target - from;
    /* None longer than asked for: a millionth is the rounding of times, not a step. */
    const double wanted = fmax(1, ceil(interval / longest - 1e-6)), h = interval / wanted;
    if (wanted > 1e15 || !(from + h > from)) {
        *message = mem_print("at t = %.9g s a step of %.4g s is too short to get to t = %.9g s; try a longer step",
                             from, h, target);
        return TN_STUCK;
    }
    const long count = (long)wanted;
    f->fresh = f->fresh && (!is_implicit(f) || fabs(h - f->length) < 0.01 * h); /* feedback knows how long steps are */
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
        *t = *event ? *t + length : i + 1 < count ? from + (double)(i + 1) * h : target;
        state_follow_turns(plan, work, *t, f->next);
        f->fresh = false;
        if (!*event && !plan->contact && finish(f, *t, f->next) != TN_OK) { /* y is the last that has a motion */
            *t = i > 0 ? from + (double)i * h : from;
            *message = failure(f, *t, h);
            return TN_STUCK;
        }
        memcpy(y, f->next, sizeof(double) * (size_t)state_count(plan));
        f->steps++;
    }
    return TN_OK;
}

tn_status fixed_advance(struct fixed *f, double *t, double *y, double target, bool *event, char **message)
{
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
