/* adaptive.c: steps with error control: Adams (adams.c) and BDF (bdf.c).
 *
 * The engine chooses its own steps and may step past the requested times; states in between come from its interpolating
 * polynomial, so that frames do not influence the sequence of steps. It never steps past `stop`, where the equations
 * change. Where a limit or motor changes within a step, the moment is located on the same polynomial, and the motion
 * stops there.
 */
#include <float.h>
#include <string.h>

#include "base/memory.h"
#include "time/engine.h"

enum {
    CRAWL_LIMIT = 50000, /* steps in one call whose mean length is below `crawl` */
    CRAWL_OPEN = 10000,  /* the same on the way to the constraints, which can be held softly instead */
    IDLE_LIMIT = 10      /* consecutive steps that do not advance the time */
};

/* A quaternion with ||Q|² − 1| above this starts a new history. It takes a loose tolerance and very many turns. */
static const double longest_stretch = 0.5;

/* Seconds: if steps are shorter than this on average, the run would practically never end. */
static const double crawl = 1e-6;

struct adaptive {
    const struct plan *plan;
    struct work *work;
    const struct integrator_class *class;
    double tolerance;
    struct engine *engine;
    const double *y;       /* the state at `reached`: the engine's own, or `copy` */
    double *copy;          /* needed with events, or where the engine's state must not be changed; otherwise NULL */
    double *between;       /* a state within the last step; with events only */
    bool running;          /* there is a history */
    double reached, given; /* time of y; time of the state that was last handed out */
    double target;         /* of the present call */
    bool looking;          /* for events within the last step: it may end earlier */
    long steps;
    bool event;         /* at `reached` a limit or motor changes */
    double *g, *before; /* event values, and those at the start of the step */
    bool *closing;      /* by bound: the gap of a free limit was closing when last evaluated */
};

bool engine_derivative(struct engine *e, double t, const double *y, double *ydot)
{
    return state_derivative(e->plan, e->work, t, y, ydot) == TN_OK;
}

/* ---- singular positions ---- */

void engine_pass_singular(struct engine *e, int failures, double t, double usual, double tolerance)
{
    struct work *work = e->work;
    if (failures + e->troubled < 2 || !work->report.singular || work->damping > 0)
        return;
    work->damping = 3e-4 * sqrt(tolerance);
    e->usual = usual;
    e->until = t + 10 * usual;
}

void engine_leave_singular(struct engine *e, int failures, double t, double h)
{
    if (e->work->damping > 0 && (h >= 0.5 * e->usual || t > e->until))
        e->work->damping = 0;
    e->troubled = failures > 0 ? e->troubled + failures : e->troubled / 2;
}

/* ---- making ---- */

struct adaptive *adaptive_new(const struct plan *plan, struct work *work, const struct integrator_class *class,
                              double tolerance, bool held)
{
    struct adaptive *a = MEM_NEW(struct adaptive);
    *a = (struct adaptive){.plan = plan, .work = work, .class = class, .tolerance = tolerance};
    a->engine = (held && class->quick != NULL ? class->quick : class->engine)(plan, work, tolerance);
    if (!class->open || plan->bounded_count > 0)
        a->y = a->copy = MEM_ARRAY(double, state_count(plan));
    if (plan->bounded_count > 0)
        a->between = MEM_ARRAY(double, state_count(plan));
    a->g = MEM_ARRAY(double, plan->bounded_count);
    a->before = MEM_ARRAY(double, plan->bounded_count);
    a->closing = MEM_ARRAY(bool, plan->bounded_count);
    return a;
}

void adaptive_free(struct adaptive *a)
{
    if (a == NULL)
        return;
    a->engine->class->free(a->engine);
    mem_free(a->copy);
    mem_free(a->between);
    mem_free(a->g);
    mem_free(a->before);
    mem_free(a->closing);
    mem_free(a);
}

void adaptive_bind(struct adaptive *a, const struct plan *plan) { a->plan = a->engine->plan = plan; }
void adaptive_restart(struct adaptive *a) { a->running = false; }
long adaptive_steps(const struct adaptive *a) { return a->steps; }

/* ---- failures ---- */

static char *failure(const struct adaptive *a, enum engine_outcome o)
{
    const char *name = a->class->kind.name;
    const struct integrator_class *stiffer = a->class->stiffer;
    const double h = a->engine->class->size(a->engine);
    switch (o) {
    case ENGINE_NOT_FINITE:
        return mem_print(
            "at t = %.9g s (step %.3g s) forces or constraints are not finite numbers, however short the step "
            "(last tried at t = %.9g s): the model may be impossible there",
            a->reached, h, a->engine->bad_time);
    case ENGINE_TOO_TIGHT:
        return mem_print("at t = %.9g s (step %.3g s) the tolerance %.3g asks for more digits than numbers have; try a "
                         "looser tolerance",
                         a->reached, h, a->tolerance);
    case ENGINE_NO_MEMORY:
        return mem_print("at t = %.9g s there was not enough memory for integrator %s", a->reached, name);
    case ENGINE_UNSOLVED:
        return mem_print("at t = %.9g s (step %.3g s) the equations of a step could not be solved; try a larger tau or "
                         "another integrator",
                         a->reached, h);
    case ENGINE_OK:
    case ENGINE_AGAIN:
    case ENGINE_TOO_SHORT:
        break;
    }
    return mem_print("at t = %.9g s (step %.3g s) the step became too small: the model may be impossible or too "
                     "stiff for %s; try %s%s%sa larger tau or a looser tolerance",
                     a->reached, h, name, stiffer != NULL ? "integrator " : "",
                     stiffer != NULL ? stiffer->kind.name : "", stiffer != NULL ? ", " : "");
}

/* The engine's state is the one at `reached`. */
static void take_state(struct adaptive *a)
{
    const double *state = a->engine->class->state(a->engine);
    if (a->copy != NULL)
        memcpy(a->copy, state, sizeof(double) * (size_t)state_count(a->plan));
    else
        a->y = state;
}

/* Starts a new history from the state y, whose quaternions are normalised. */
static enum engine_outcome begin(struct adaptive *a, double t, double *y, double stop)
{
    a->running = a->looking = false;
    state_normalise(a->plan, y);
    if (a->copy != NULL && y != a->copy)
        memcpy(a->copy, y, sizeof(double) * (size_t)state_count(a->plan));
    a->reached = a->given = t;
    a->event = a->engine->bad = false;
    enum engine_outcome o = a->engine->class->begin(a->engine, t, y, stop);
    if (a->copy == NULL)
        take_state(a);
    a->running = o == ENGINE_OK;
    return o;
}

/* ---- events ----
 *
 * Event values are known at the two ends of a step. A value above zero at the start and below at the end changes sign
 * in between; where, the polynomial of the step tells. Steps are long where nothing acts on a body, and a gap may close
 * and open again within one step, as of two balls that would pass through each other. A gap that was closing before a
 * step and is opening after it has its minimum within; it is evaluated there too. */

/* Event values at a time within the last step; false if they could not be evaluated. a->between is the state there. */
static bool look_within(struct adaptive *a, double t)
{
    return a->engine->class->between(a->engine, t, a->between) &&
           state_event_values(a->plan, a->work, t, a->between, a->g) == TN_OK;
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

static double resolution(double t) { return 1e-14 * fmax(1, fabs(t)); }

/* The minimum of the marked event values. */
static double least(const struct adaptive *a, const double *g)
{
    double x = INFINITY;
    for (int b = 0; b < a->plan->bounded_count; b++)
        if (a->work->limit.triggered[b])
            x = fmin(x, g[b]);
    return x;
}

/* Locates where the first of the marked values crosses zero in (from, to], by the Illinois variant of regula falsi.
 * Leaves the state just past it in a->between and its values in a->g. */
static bool locate(struct adaptive *a, double from, double to, double *at)
{
    double low = from, high = to, f_low = least(a, a->before), f_high = least(a, a->g);
    int side = 0;
    for (int i = 0; i < 200 && high - low > resolution(to); i++) {
        double middle = (f_low * high - f_high * low) / (f_low - f_high);
        if (!(middle > low) || !(middle < high) || i % 4 == 3)
            middle = (low + high) / 2;
        if (!look_within(a, middle))
            return false;
        double f = least(a, a->g);
        if (f > 0) {
            low = middle;
            f_low = f;
            f_high = side == 1 ? f_high / 2 : f_high;
            side = 1;
        } else {
            high = middle;
            f_high = f;
            f_low = side == -1 ? f_low / 2 : f_low;
            side = -1;
        }
    }
    *at = high;
    return look_within(a, high);
}

/* A time within [from, to] at which the b-th gap is closed: its minimum is where its rate is zero. INFINITY: it stays
 * open. */
static double find_dip(struct adaptive *a, int b, double from, double to)
{
    for (double low = from, high = to; high - low > resolution(to);) {
        double middle = (low + high) / 2;
        if (!look_within(a, middle))
            return INFINITY;
        if (a->g[b] <= 0)
            return middle;
        *(gap_rate(a->plan, a->work, b) < 0 ? &low : &high) = middle;
    }
    return INFINITY;
}

/* Stores the values of now as those before the next step. */
static void note_values(struct adaptive *a)
{
    system_note_limits(a->plan, a->work);
    memcpy(a->before, a->g, sizeof(double) * (size_t)a->plan->bounded_count);
    for (int b = 0; b < a->plan->bounded_count; b++)
        a->closing[b] = is_free_limit(a->plan, a->work, b) && a->g[b] > 0 && gap_rate(a->plan, a->work, b) < 0;
}

/* Marks the gaps that closed within a step but are open at both of its ends. Returns the first time at which one is
 * closed. */
static double look_for_dips(struct adaptive *a, double before)
{
    const struct plan *plan = a->plan;
    struct work *work = a->work;
    double first = INFINITY;
    for (int b = 0; b < plan->bounded_count; b++)
        a->closing[b] = a->closing[b] && is_free_limit(plan, work, b) && gap_rate(plan, work, b) > 0; /* candidates */
    for (int b = 0; b < plan->bounded_count; b++) {
        double shut = a->closing[b] ? find_dip(a, b, before, a->reached) : INFINITY;
        work->limit.triggered[b] = isfinite(shut);
        first = fmin(first, shut);
    }
    return first;
}

/* After a step: if a limit or motor changes within it, the step ends there. False if that could not be evaluated. */
static bool look_for_event(struct adaptive *a, double before)
{
    const struct plan *plan = a->plan;
    struct work *work = a->work;
    double end = a->reached;
    bool falls = false, below = false;
    if (plan->bounded_count == 0)
        return true;
    if (state_event_values(plan, work, a->reached, a->y, a->g) != TN_OK)
        return false;
    for (int b = 0; b < plan->bounded_count; b++) {
        work->limit.triggered[b] = a->before[b] > 0 && a->g[b] <= 0;
        falls |= work->limit.triggered[b];
    }
    for (int b = 0; b < plan->bounded_count && !falls; b++) { /* started slightly below zero, further below now */
        work->limit.triggered[b] = a->g[b] < -work->limit.guard[b];
        below |= work->limit.triggered[b];
    }
    if (!falls && !below) {
        memcpy(a->between, a->y, sizeof(double) * (size_t)state_count(plan));
        double shut = look_for_dips(a, before);
        if (isfinite(shut)) {
            falls = look_within(a, shut);
            end = shut;
        } else if (state_event_values(plan, work, a->reached, a->y, a->g) !=
                   TN_OK) { /* restore the values at the end of the step */
            return false;
        }
    }
    if (falls) {
        if (!locate(a, before, end, &end))
            return false;
        for (int b = 0; b < plan->bounded_count; b++)
            work->limit.triggered[b] = work->limit.triggered[b] && a->g[b] <= 0;
        memcpy(a->copy, a->between, sizeof(double) * (size_t)state_count(plan));
        a->reached = end;
    }
    a->event = falls || below;
    if (!a->event)
        note_values(a);
    return true;
}

/* ---- one call ---- */

static enum engine_outcome step(struct adaptive *a, double stop)
{
    double before = a->reached;
    if (a->plan->bounded_count > 0) /* values checked only after steps: no large turn in one */
        stop = fmin(stop, a->reached + state_longest(a->plan, a->y));
    enum engine_outcome o = a->engine->class->step(a->engine, stop, &a->reached);
    if (o != ENGINE_OK)
        return o;
    take_state(a);
    a->steps++;
    state_follow_turns(a->plan, a->work, a->reached, a->y);
    a->looking = true;
    const bool known = look_for_event(a, before);
    a->looking = false;
    return known ? ENGINE_OK : ENGINE_NOT_FINITE;
}

/* Steps until `target` is reached or passed. */
static enum engine_outcome step_to(struct adaptive *a, double target, double stop)
{
    if (a->reached >= target)
        return ENGINE_OK;
    state_follow_turns(a->plan, a->work, a->reached, a->y);
    if (a->plan->bounded_count > 0) { /* values before the first step */
        if (state_event_values(a->plan, a->work, a->reached, a->y, a->g) != TN_OK)
            return ENGINE_NOT_FINITE;
        note_values(a);
    }
    int idle = 0;
    const double begun = a->reached;
    for (long count = 0; a->reached < target && !a->event; count++) {
        double before = a->reached;
        const long patience = a->work->open > 0 && !a->work->lenient.any ? CRAWL_OPEN : CRAWL_LIMIT;
        bool crawls = count > patience && a->reached - begun < crawl * (double)count;
        if (idle == IDLE_LIMIT || crawls)
            return ENGINE_TOO_SHORT;
        enum engine_outcome o = step(a, stop);
        if (o != ENGINE_OK)
            return o;
        poll_here(a->work->poll);
        idle = a->reached > before ? 0 : idle + 1;
        if (a->reached < target && !a->event && a->engine->stretches && state_stretch(a->plan, a->y) > longest_stretch)
            o = begin(a, a->reached, a->copy, stop);
        if (o != ENGINE_OK)
            return o;
    }
    return ENGINE_OK;
}

/* Hands out a state and records its time. */
static void hand_out(struct adaptive *a, const double *state, double at, double *t, double *y)
{
    if (y != state)
        memcpy(y, state, sizeof(double) * (size_t)state_count(a->plan));
    state_normalise(a->plan, y);
    state_follow_turns(a->plan, a->work, at, y);
    *t = a->given = at;
}

bool adaptive_show(const struct adaptive *a, double *t, double *y)
{
    /* no step yet, or it goes past the target, or where it ends is not known */
    if (!a->running || a->looking || a->reached < *t || a->reached > a->target)
        return false;
    memcpy(y, a->y, sizeof(double) * (size_t)state_count(a->plan));
    state_normalise(a->plan, y);
    *t = a->reached;
    return true;
}

tn_status adaptive_advance(struct adaptive *a, double *t, double *y, double target, double stop, bool *event,
                           char **message)
{
    const bool goes_on = a->running && a->given == *t;
    a->target = target;
    if (target - *t <= 2 * DBL_EPSILON * fmax(fabs(*t), fabs(target))) { /* the same time, to rounding */
        a->running = goes_on && target <= a->reached;
        *t = a->given = target;
        return TN_OK;
    }
    enum engine_outcome o = goes_on ? ENGINE_OK : begin(a, *t, y, stop);
    if (o == ENGINE_OK)
        o = step_to(a, target, stop);
    if (o == ENGINE_OK && a->reached > target && !a->engine->class->between(a->engine, target, y))
        o = ENGINE_UNSOLVED;
    if (o != ENGINE_OK) {
        *message = failure(a, o);
        hand_out(a, a->y, a->reached, t, y);
        a->running = false;
        return o == ENGINE_NO_MEMORY ? TN_NO_MEMORY : TN_STUCK;
    }
    *event = a->event && a->reached <= target;
    hand_out(a, a->reached > target ? y : a->y, *event ? a->reached : target, t, y);
    a->running = a->running && !*event; /* the motion changes here */
    return TN_OK;
}
