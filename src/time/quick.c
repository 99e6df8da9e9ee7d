/* quick.c: steps for a model that is held by a hand, which must be shown in time rather than to the last digit.
 *
 * A hand pulls a chain of a thousand links as hard as it likes, and waves run along it whose frequencies grow with the pull.
 * Multistep methods follow each of them: they are stable to hω of 0.3 to 0.6, and after every change of the hand need thirty
 * short steps before their history has the order that long ones need. The classical Runge–Kutta method of order 4 needs no
 * history, is stable to hω of 2.83, and damps what is faster than hω of 1 or so.
 *
 * The right-hand side at the end of a step, the first of the next one, gives an estimate of the error at no cost: with any
 * β, (1/6, 1/3, 1/3, 1/6 − β, β) has order 3, so that β h (k₅ − k₄) is of order h⁴; β is 1/6 here. The tolerance of the model
 * counts only if it is looser than LOOSEST_ERROR: where the model is smooth, steps are LONGEST at most, and the error of a
 * motion with ω = 10/s is 1e-9 in each. Constraints are met as closely as ever, since every step ends on them.
 *
 * States within a step are those of the cubic polynomial through the states and rates at its ends.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "time/engine.h"

enum { STAGES = 5, MOST_FAILURES = 60, STRIP = 128 };

#define LOOSEST_ERROR 2e-2
#define LONGEST (1.0 / 240) /* s */

/* Fraction of the tolerance that the error of one step may reach, as in adams.c. */
#define SAFETY 0.2

static const double moment[STAGES] = {0, 1.0 / 2, 1.0 / 2, 1, 1};
static const double row[STAGES][STAGES - 1] = {
    {0}, {1.0 / 2}, {0, 1.0 / 2}, {0, 0, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, /* the new state itself */
};
/* The new state minus that of order 3. */
static const double difference[STAGES] = {0, 0, 0, 1.0 / 6, -1.0 / 6};

struct quick {
    struct engine engine;
    double tolerance;
    int n, work_done;
    double t, h, last;  /* time of y, size of the next step and of the one before */
    double *memory;     /* of all vectors */
    double *y, *before; /* the state, and the one that the last step began with */
    double *next;       /* stages, then the new state */
    double *k[STAGES];  /* the right-hand sides of a step; the last is that of y */
};

static struct quick *self(struct engine *e) { return (struct quick *)(void *)e; }

static void quick_free(struct engine *e)
{
    mem_free(self(e)->memory);
    mem_free(e);
}

static bool evaluate(struct quick *a, double t, const double *y, double *f)
{
    if (engine_derivative(&a->engine, t, y, f))
        return true;
    a->engine.bad_time = t;
    a->engine.bad = true;
    return false;
}

/* Σ c_i k_i of a strip, which stays in the cache. */
static void sum_strip(const struct quick *a, const double *c, int stages, int from, int count, double sum[STRIP])
{
    for (int l = 0; l < count; l++)
        sum[l] = 0;
    for (int i = 0; i < stages; i++) {
        const double *restrict k = a->k[i] + from, by = c[i];
        for (int l = 0; l < count && by != 0; l++)
            sum[l] += by * k[l];
    }
}

static int in_strip(const struct quick *a, int from) { return a->n - from < STRIP ? a->n - from : STRIP; }

/* The weighted root mean square of Σ c_i k_i; the work done is excluded. */
static double norm(const struct quick *a, const double *c, int stages)
{
    double total = 0, x[STRIP];
    for (int from = 0, count; from < a->n; from += count) {
        count = in_strip(a, from);
        sum_strip(a, c, stages, from, count, x);
        for (int l = 0; l < count; l++) {
            const double e = x[l] / (SAFETY * a->tolerance * (1 + fabs(a->y[from + l])));
            total += from + l != a->work_done ? e * e : 0;
        }
    }
    return a->n > 1 ? sqrt(total / (a->n - 1)) : 0;
}

static double norm_of_state(const struct quick *a)
{
    double sum = 0;
    for (int l = 0; l < a->n; l++) {
        const double x = a->y[l] / (SAFETY * a->tolerance * (1 + fabs(a->y[l])));
        sum += l != a->work_done ? x * x : 0;
    }
    return a->n > 1 ? sqrt(sum / (a->n - 1)) : 0;
}

static void swap(double **a, double **b)
{
    double *c = *a;
    *a = *b;
    *b = c;
}

/* The length of a first step: from the change of f over a short step of Euler's (Hairer, Nørsett and Wanner, "Solving
 * Ordinary Differential Equations I", II.4). */
static double first_step(struct quick *a, double stop)
{
    static const double one[] = {1}, change[] = {-1, 1};
    const double most = fmin(stop - a->t, LONGEST), size = norm_of_state(a);
    swap(&a->k[0], &a->k[STAGES - 1]);
    const double slope = norm(a, one, 1);
    const double try = fmin(most, size > 1e-5 && slope > 1e-5 ? 0.01 * size / slope : 1e-6);
    for (int l = 0; l < a->n; l++)
        a->next[l] = a->y[l] + try * a->k[0][l];
    const bool finite = evaluate(a, a->t + try, a->next, a->k[1]);
    const double largest = finite ? fmax(slope, norm(a, change, 2) / try) : INFINITY;
    swap(&a->k[0], &a->k[STAGES - 1]);
    if (!isfinite(largest))
        return fmin(most, try / 4);
    return fmin(most, fmin(100 * try, largest > 1e-15 ? pow(0.01 / largest, 0.25) : 1e3 * try));
}

static enum engine_outcome quick_begin(struct engine *e, double t, const double *y, double stop)
{
    struct quick *a = self(e);
    if (y != a->y)
        memcpy(a->y, y, sizeof *y * (size_t)a->n);
    a->t = t;
    a->last = 0;
    a->engine.troubled = 0;
    a->engine.work->damping = 0;
    if (!evaluate(a, t, a->y, a->k[STAGES - 1]))
        return ENGINE_NOT_FINITE;
    system_close_met(a->engine.plan, a->engine.work, t);
    if (2 * DBL_EPSILON * norm_of_state(a) > 0.5)
        return ENGINE_TOO_TIGHT;
    a->h = fmax(first_step(a, stop), 4 * DBL_EPSILON * fabs(t));
    return ENGINE_OK;
}

/* y + h Σ row_i k_i. */
static void combine(struct quick *a, int stage)
{
    double move[STRIP];
    for (int from = 0, count; from < a->n; from += count) {
        count = in_strip(a, from);
        sum_strip(a, row[stage], stage, from, count, move);
        for (int l = 0; l < count; l++)
            a->next[from + l] = a->y[from + l] + a->h * move[l];
    }
}

/* One attempt; *error is in multiples of what is allowed. False: something has no value. */
static bool attempt(struct quick *a, double *error)
{
    for (int s = 1; s < STAGES; s++) {
        combine(a, s);
        if (!evaluate(a, a->t + moment[s] * a->h, a->next, a->k[s]))
            return false;
    }
    *error = a->h * norm(a, difference, STAGES);
    return isfinite(*error) && (*error > 1 || state_finite(a->engine.plan, a->next));
}

static enum engine_outcome quick_step(struct engine *e, double stop, double *t)
{
    struct quick *a = self(e);
    double error = INFINITY;
    int failures = 0;
    swap(&a->k[0], &a->k[STAGES - 1]);
    for (;; failures++) {
        const double left = stop - a->t;
        if (a->h > left || left - a->h < 1e-3 * a->h) /* not past the stop; avoid a tiny last step */
            a->h = left;
        const bool finite = attempt(a, &error);
        if (finite && error <= 1)
            break;
        engine_pass_singular(e, failures + 1, a->t, fmax(a->last, a->h), a->tolerance);
        a->h *= finite ? fmax(0.2, 0.9 * pow(error, -0.25)) : 0.25;
        if (a->h <= 4 * DBL_EPSILON * fabs(a->t) || failures >= MOST_FAILURES) {
            swap(&a->k[0], &a->k[STAGES - 1]); /* the state is that of the last step */
            return finite ? ENGINE_TOO_SHORT : ENGINE_NOT_FINITE;
        }
    }
    swap(&a->y, &a->before);
    swap(&a->y, &a->next);
    a->t += a->h;
    a->last = a->h;
    a->h = fmin(LONGEST, a->h * fmin(failures > 0 ? 1 : 5, fmax(0.2, 0.9 * pow(error, -0.25))));
    engine_leave_singular(e, failures, a->t, a->h);
    if (a->t > stop || stop - a->t < 2 * DBL_EPSILON * fabs(stop))
        a->t = stop;
    state_project(e->plan, e->work, a->t, a->y, fmin(1e-9, 0.1 * a->tolerance), NULL);
    state_normalise(e->plan, a->y);
    *t = a->t;
    return ENGINE_OK;
}

static bool quick_between(struct engine *e, double t, double *y)
{
    const struct quick *a = self(e);
    const double h = a->last, x = (t - (a->t - h)) / h, *first = a->k[0], *last = a->k[STAGES - 1];
    for (int l = 0; l < a->n; l++) {
        const double move = a->y[l] - a->before[l], start = h * first[l] - move, end = move - h * last[l] - start;
        y[l] = a->before[l] + x * (move + (1 - x) * (start + x * end));
    }
    return true;
}

static const double *quick_state(const struct engine *e) { return ((const struct quick *)(const void *)e)->y; }
static double quick_size(const struct engine *e) { return ((const struct quick *)(const void *)e)->h; }

static const struct engine_class class = {
    .begin = quick_begin,
    .step = quick_step,
    .between = quick_between,
    .state = quick_state,
    .size = quick_size,
    .free = quick_free,
};

struct engine *quick_new(const struct plan *plan, struct work *work, double tolerance)
{
    struct quick *a = MEM_NEW(struct quick);
    const size_t n = (size_t)state_count(plan);
    *a = (struct quick){.engine = {.class = &class, .plan = plan, .work = work},
                        .tolerance = fmax(tolerance, LOOSEST_ERROR),
                        .n = (int)n};
    a->work_done = state_work(plan);
    double *at = a->memory = MEM_ARRAY(double, (size_t)(STAGES + 3) * n);
    a->y = at;
    a->before = at + n;
    a->next = at + 2 * n;
    for (int i = 0; i < STAGES; i++)
        a->k[i] = at + (size_t)(3 + i) * n;
    return &a->engine;
}
