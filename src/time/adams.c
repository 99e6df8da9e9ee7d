/* adams.c: Adams methods of variable step and order, up to 12, by modified divided differences.
 *
 * Predict, evaluate, correct one order higher, evaluate (PECE), after Shampine and Gordon, "Computer Solution of
 * Ordinary Differential Equations" (1975), whose notation is kept: φ_i are the modified divided differences of f, ψ_i =
 * h_n + … + h_{n−i+1}, α_i = h/ψ_i, β_i ratios of products of ψ, σ_i weights of the error estimates, g_i the
 * coefficients
 *
 *   predictor  p = y_n + h Σ g_i φ*_i,    corrector  y = p + h g_{k+1} (f(p) − Σ φ*_i)
 *
 * Where the rates of positions depend on velocities alone, positions are corrected first, with the predicted
 * velocities; f is evaluated there and corrects the velocities, and the second evaluation has the same positions and
 * therefore the same matrix and factors (system_derivative_again). Forces are evaluated at better positions than p's:
 * at order k oscillations of frequency ω are stable up to hω of
 *
 *   k            1     2     3     4     5     6     7     8
 *   PECE        0.30  1.20  1.16  0.50  0.52  0.50  0.36  0.26
 *   this one    2.00  1.76  1.48  0.58  0.58  0.72  0.66  0.40
 *
 * The history consists of values of f, not of y: after a step y may be projected onto the constraints, and its
 * quaternions normalised, without disturbing the history. That is why Tenon has its own implementation: CVODE offers no
 * projection for its Adams method. Norms are root mean squares weighted by tolerance · (1 + |y|), as in CVODE.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "time/engine.h"

enum { ORDERS = 12, STRIP = 128, SUMS = 4, BETWEEN_POLLS = 1024 * STRIP };

/* Fraction of the tolerance that the error of one step may reach, because errors add up. */
#define SAFETY 0.2

/* Maximum order for a tolerance. Higher orders are stable only for short steps, which loose tolerances do not need, and
 * cost memory in large models. */
static int highest_order(double tolerance) { return tolerance > 0.99e-5 ? 8 : tolerance > 0.99e-10 ? 10 : ORDERS; }

/* Maximum step, s: no motion is slow enough to benefit from a longer one. */
#define LONGEST 1e6

/* |coefficients| of the error of order k at constant step, γ*. */
static const double gamma_star[ORDERS + 2] = {1,      0.5,     0.0833,  0.0417,  0.0264,  0.0188,  0.0143,
                                              0.0114, 0.00936, 0.00789, 0.00679, 0.00592, 0.00524, 0.00468};

struct adams {
    struct engine engine;
    double *memory; /* of all vectors */
    double tolerance;
    int n, work_done;     /* size of the state, and the index of the work done */
    double t, h;          /* time of y, and the size of the next step */
    double last;          /* size of the previous step; 0: none */
    int k, last_k;        /* order now and in the previous step */
    int ns;               /* consecutive steps of this size */
    bool rising;          /* start-up phase: order and step size grow with every step */
    bool compensate;      /* the tolerance is so tight that rounding errors are compensated */
    bool separate;        /* rates of positions depend on velocities alone, */
    bool positions_first; /* and positions are corrected first in this step */
    double alpha[ORDERS + 2], beta[ORDERS + 2], sigma[ORDERS + 3], psi[ORDERS + 2], g[ORDERS + 2];
    double v[ORDERS + 2], w[ORDERS + 2];
    double *y, *p, *f;          /* the state; the next one, predicted, then corrected; f there */
    double *carry, *carry_next; /* rounding errors of y; NULL: not compensated */
    double *differences;        /* φ strip by strip: see phi() */
    int orders;                 /* maximum order */
    int rooms;                  /* vectors per strip: the prediction of f(p), then φ_1 … φ_{orders+1} */
};

static struct adams *self(struct engine *e) { return (struct adams *)(void *)e; }

static void adams_free(struct engine *e)
{
    mem_free(self(e)->memory);
    mem_free(self(e)->differences);
    mem_free(e);
}

/* φ_i from its l-th number to the end of the strip. All differences of a strip are contiguous, so that a pass over them
 * is one pass over memory. φ_0 is Σ φ*_i, the prediction of f(p). */
static inline double *phi(const struct adams *a, int i, int l)
{
    return a->differences + ((size_t)(l / STRIP) * (size_t)a->rooms + (size_t)i) * STRIP + l % STRIP;
}

static int strips(const struct adams *a) { return (a->n + STRIP - 1) / STRIP; }

/* How many numbers from the l-th on, up to `to`, are in the same strip. */
static inline int in_strip(int l, int to)
{
    int most = STRIP - l % STRIP;
    return to - l < most ? to - l : most;
}

/* ---- norms ---- */

/* Weight of the error of a number of size y. Squares are accumulated in four partial sums, which the compiler
 * vectorizes. */
static inline double weight(const struct adams *a, double y) { return 1 / (SAFETY * a->tolerance * (1 + fabs(y))); }

static double total(const double sum[SUMS]) { return (sum[0] + sum[1]) + (sum[2] + sum[3]); }

static void add_squares(const struct adams *a, const double *restrict x, const double *restrict y, int count,
                        double sum[SUMS])
{
    int l = 0;
    for (; l + SUMS <= count; l += SUMS)
        for (int j = 0; j < SUMS; j++) {
            const double e = x[l + j] * weight(a, y[l + j]);
            sum[j] += e * e;
        }
    for (; l < count; l++) {
        const double e = x[l] * weight(a, y[l]);
        sum[0] += e * e;
    }
}

/* Weighted root mean square; the work done is excluded from error control. */
static double mean(const struct adams *a, double sum) { return a->n > 1 ? sqrt(sum / (a->n - 1)) : 0; }

static double norm(const struct adams *a, const double *x)
{
    double sum[SUMS] = {0};
    add_squares(a, x, a->y, a->work_done, sum);
    add_squares(a, x + a->work_done + 1, a->y + a->work_done + 1, a->n - a->work_done - 1, sum);
    return mean(a, total(sum));
}

static bool evaluate(struct adams *a, double t, const double *y)
{
    if (engine_derivative(&a->engine, t, y, a->f))
        return true;
    a->engine.bad_time = t;
    a->engine.bad = true;
    return false;
}

/* ---- beginning ---- */

static enum engine_outcome adams_begin(struct engine *e, double t, const double *y, double stop)
{
    struct adams *a = self(e);
    if (y != a->y)
        memcpy(a->y, y, sizeof *y * (size_t)a->n);
    a->t = t;
    a->separate = integrator_takes_nystrom(a->engine.plan); /* of the plan that it is bound to now */
    a->engine.work->damping = 0;
    if (!evaluate(a, t, a->y))
        return ENGINE_NOT_FINITE;
    system_close_met(a->engine.plan, a->engine.work, t);
    for (int l = 0; l < a->n; l += STRIP) {
        memcpy(phi(a, 1, l), a->f + l, sizeof *y * (size_t)in_strip(l, a->n));
        memset(phi(a, 2, l), 0, sizeof *y * STRIP);
    }
    if (a->compensate)
        memset(a->carry, 0, sizeof *y * (size_t)a->n);
    if (2 * DBL_EPSILON * norm(a, a->y) > 0.5)
        return ENGINE_TOO_TIGHT;
    double size = norm(a, a->f);
    a->h = fmin(fmin(stop - t, ENGINE_FIRST_LOOK), size > 0 ? 0.25 / sqrt(size) : ENGINE_FIRST_LOOK);
    a->h = fmax(a->h, 4 * DBL_EPSILON * fabs(t));
    a->last = 0;
    a->k = 1;
    a->last_k = 0;
    a->ns = 0;
    a->rising = true;
    a->engine.troubled = 0;
    a->g[1] = 1;
    a->g[2] = 0.5;
    a->sigma[1] = 1;
    return ENGINE_OK;
}

/* ---- coefficients of a step ---- */

/* g_i for the step h from the steps before it; only what has changed is computed. */
static void integrate_coefficients(struct adams *a)
{
    const int k = a->k, ns = a->ns;
    if (ns <= 1) {
        for (int q = 1; q <= k; q++)
            a->v[q] = a->w[q] = 1.0 / (q * (q + 1));
    } else {
        if (k > a->last_k) {
            a->v[k] = 1.0 / (k * (k + 1));
            for (int j = 1; j <= ns - 2; j++)
                a->v[k - j] -= a->alpha[j + 1] * a->v[k - j + 1];
        }
        for (int q = 1; q <= k + 1 - ns; q++) {
            a->v[q] -= a->alpha[ns] * a->v[q + 1];
            a->w[q] = a->v[q];
        }
        a->g[ns + 1] = a->w[1];
    }
    for (int i = ns + 2; i <= k + 1; i++) {
        for (int q = 1; q <= k + 2 - i; q++)
            a->w[q] -= a->alpha[i - 1] * a->w[q + 1];
        a->g[i] = a->w[1];
    }
}

static void coefficients(struct adams *a)
{
    const int k = a->k;
    if (a->h != a->last)
        a->ns = 0;
    if (a->ns <= a->last_k)
        a->ns++;
    const int ns = a->ns;
    if (k < ns)
        return;
    a->beta[ns] = 1;
    a->alpha[ns] = 1.0 / ns;
    a->sigma[ns + 1] = 1;
    double sum = a->h * ns;
    for (int i = ns + 1; i <= k; i++) {
        double before = a->psi[i - 1];
        a->psi[i - 1] = sum;
        a->beta[i] = a->beta[i - 1] * a->psi[i - 1] / before;
        sum = before + a->h;
        a->alpha[i] = a->h / sum;
        a->sigma[i + 1] = i * a->alpha[i] * a->sigma[i];
    }
    a->psi[k] = sum;
    integrate_coefficients(a);
}

/* ---- predict, estimate and correct, accept ----
 *
 * Large models are limited by memory bandwidth, so passes over the vectors are kept to a minimum: the differences φ are
 * read when a step is predicted, and read and written, in strips that stay in the cache, when it is accepted.
 * φ*_i = β_i φ_i. */

/* Between strips: some milliseconds of a large model. */
static void poll_strip(const struct adams *a, int from)
{
    if (from % BETWEEN_POLLS == 0 && from > 0)
        poll_here(a->engine.work->poll);
}

static double scaled(const struct adams *a, int i) { return i > a->ns ? a->beta[i] : 1; }

/* x ← x + by with compensated summation: `before` is the rounding error so far, *now the one after. */
static inline void carry_on(double *x, double by, const double *before, double *now)
{
    const double all = by - *before, was = *x;
    *x = was + all;
    *now = (*x - was) - all;
}

/* p = y + h Σ g_i φ*_i, and Σ φ*_i. */
static void predict_strip(struct adams *a, int from, int count)
{
    double move[STRIP] = {0}, sum[STRIP] = {0};
    const double *restrict y = a->y + from;
    double *restrict p = a->p + from;
    for (int i = a->k; i >= 1; i--) {
        const double *restrict x = phi(a, i, from);
        const double beta = scaled(a, i), g = a->g[i] * beta;
        for (int l = 0; l < count; l++) {
            move[l] += g * x[l];
            sum[l] += beta * x[l];
        }
    }
    memcpy(phi(a, 0, from), sum, sizeof sum);
    for (int l = 0; l < count; l++)
        p[l] = y[l] + a->h * move[l];
    for (int l = 0; l < count && a->compensate; l++) {
        p[l] = y[l];
        carry_on(&p[l], a->h * move[l], &a->carry[from + l], &a->carry_next[from + l]);
    }
}

static void predict(struct adams *a)
{
    for (int from = 0; from < a->n; from += BETWEEN_POLLS) { /* a poll in the loop over strips would slow it down */
        const int to = a->n - from < BETWEEN_POLLS ? a->n : from + BETWEEN_POLLS;
        for (int l = from; l < to; l += STRIP)
            predict_strip(a, l, in_strip(l, to));
        poll_strip(a, to);
    }
}

/* Sums of squares of the errors of a step at its order and the two orders below, and whether a number is lost: a number
 * above LARGEST is diverging; no model in metres and seconds contains one. */
struct errors {
    double at[3][SUMS];
    bool lost;
};
#define LARGEST 1e15

static void weigh_strip(const struct adams *a, int from, int count, const double *restrict d, struct errors *e)
{
    const int k = a->k;
    const double beta0 = scaled(a, k), beta1 = k > 1 ? scaled(a, k - 1) : 0;
    const double *restrict phi0 = phi(a, k, from), *restrict phi1 = phi(a, k > 1 ? k - 1 : 1, from);
    const double *restrict y = a->y + from;
    double x1[STRIP], x2[STRIP];
    for (int l = 0; l < count; l++) {
        x1[l] = beta0 * phi0[l] + d[l];
        x2[l] = x1[l] + beta1 * phi1[l];
    }
    int l = 0;
    for (; l + SUMS <= count; l += SUMS)
        for (int j = 0; j < SUMS; j++) {
            const double w = weight(a, y[l + j]), e0 = w * d[l + j], e1 = w * x1[l + j], e2 = w * x2[l + j];
            e->at[0][j] += e0 * e0;
            e->at[1][j] += e1 * e1;
            e->at[2][j] += e2 * e2;
        }
    for (; l < count; l++) {
        const double w = weight(a, y[l]), e0 = w * d[l], e1 = w * x1[l], e2 = w * x2[l];
        e->at[0][0] += e0 * e0;
        e->at[1][0] += e1 * e1;
        e->at[2][0] += e2 * e2;
    }
}

/* Corrects the numbers [from, to) of p by f, and adds up their errors. */
static void correct(struct adams *a, int from, int to, struct errors *e)
{
    const double move = a->h * a->g[a->k + 1];
    for (int count; from < to; from += count) {
        count = in_strip(from, to);
        poll_strip(a, from);
        const double *restrict f = a->f + from, *restrict predicted = phi(a, 0, from);
        double *restrict p = a->p + from, d[STRIP];
        int lost = 0;
        for (int l = 0; l < count; l++)
            d[l] = f[l] - predicted[l];
        for (int l = 0; l < count && a->compensate; l++)
            carry_on(&p[l], move * d[l], &a->carry_next[from + l], &a->carry_next[from + l]);
        for (int l = 0; l < count && !a->compensate; l++)
            p[l] += move * d[l];
        for (int l = 0; l < count; l++)
            lost |= !(fabs(p[l]) < LARGEST); /* NaN too */
        e->lost |= lost != 0 && from != a->work_done;
        if (from != a->work_done)
            weigh_strip(a, from, count, d, e);
    }
}

/* From the sums: the errors at the order and the two below, e[0], e[1], e[2]. Returns the error of the step. */
static double estimate(const struct adams *a, const struct errors *x, double e[3])
{
    const int k = a->k;
    double size[3];
    for (int i = 0; i < 3; i++)
        size[i] = a->h * mean(a, total(x->at[i]));
    e[0] = size[0] * a->sigma[k + 1] * gamma_star[k];
    e[1] = k > 1 ? size[1] * a->sigma[k] * gamma_star[k - 1] : INFINITY;
    e[2] = k > 2 ? size[2] * a->sigma[k - 1] * gamma_star[k - 2] : INFINITY;
    return size[0] * (a->g[k] - a->g[k + 1]);
}

/* The differences of the step just accepted, from f at its end: φ_{k+1} = f − Σ φ*, φ_i = Σ_{j ≥ i} φ*_j + φ_{k+1}. If
 * `look`, returns the norm of φ_{k+2}. */
static double accept(struct adams *a, bool look)
{
    const int k = a->k;
    double squares[SUMS] = {0};
    for (int from = 0, count; from < a->n; from += count) {
        count = in_strip(from, from < a->work_done ? a->work_done : from == a->work_done ? from + 1 : a->n);
        poll_strip(a, from);
        double *restrict top = phi(a, k + 1, from), above[STRIP], sum[STRIP] = {0};
        const double *restrict f = a->f + from, *restrict predicted = phi(a, 0, from);
        for (int l = 0; l < count; l++) {
            const double d = f[l] - predicted[l];
            above[l] = d - top[l];
            top[l] = d;
        }
        for (int i = k; i >= 1; i--) {
            double *restrict x = phi(a, i, from);
            const double beta = scaled(a, i);
            for (int l = 0; l < count; l++) {
                sum[l] += beta * x[l];
                x[l] = sum[l] + top[l];
            }
        }
        if (k < a->orders)
            memcpy(phi(a, k + 2, from), above, sizeof *above * (size_t)count);
        if (look && from != a->work_done)
            add_squares(a, above, a->y + from, count, squares);
    }
    return mean(a, total(squares));
}

static void swap(double **a, double **b)
{
    double *c = *a;
    *a = *b;
    *b = c;
}

/* ---- order and step ---- */

/* Should a higher order be considered? */
static bool considers_higher_order(const struct adams *a, bool lower)
{
    return !lower && !a->rising && a->k < a->orders && a->k + 1 <= a->ns;
}

/* Chooses the order of the next step and returns the error that it would have made in this one; `above` is the norm of
 * φ_{k+2}, if a higher order is considered. */
static double choose_order(struct adams *a, const double e[3], bool lower, bool more, double above)
{
    const int k = a->k;
    if (lower || k == a->orders)
        a->rising = false;
    if (a->rising) {
        a->k = k + 1;
        return 0;
    }
    if (lower || (k == a->orders && k + 1 <= a->ns && e[1] <= e[0])) {
        a->k = k - 1;
        return e[1];
    }
    if (!more)
        return e[0];
    above *= a->h * gamma_star[k + 1];
    if (k > 1 && e[1] <= fmin(e[0], above)) {
        a->k = k - 1;
        return e[1];
    }
    if (above >= (k > 1 ? e[0] : 0.5 * e[0]))
        return e[0];
    a->k = k + 1;
    return above;
}

/* Doubles the step if that is safe, keeps it if the error allows, otherwise shortens it. */
static void choose_step(struct adams *a, double error)
{
    const double goal = 0.5;
    if (a->rising || goal >= error * ldexp(1, a->k + 1)) {
        a->h = fmin(2 * a->h, LONGEST);
    } else if (goal < error) {
        double r = pow(goal / error, 1.0 / (a->k + 1));
        a->h = fmax(a->h * fmax(0.5, fmin(0.9, r)), 4 * DBL_EPSILON * fabs(a->t));
    }
}

/* After a failed step: a shorter one; after three failures, of order 1. */
static enum engine_outcome retreat(struct adams *a, int failures, double error, int order, bool finite)
{
    double shrink = 0.5;
    a->rising = false;
    for (int i = 2; i <= a->k; i++)
        a->psi[i - 1] = a->psi[i] - a->h;
    engine_pass_singular(&a->engine, failures, a->t, fmax(a->last, a->h), a->tolerance);
    if (failures > 3 && 0.5 < 0.25 * error)
        shrink = sqrt(0.5 / error);
    if (!finite)
        shrink = 0.25;
    a->k = failures >= 3 ? 1 : order;
    a->h *= shrink;
    a->ns = 0;
    if (a->h > 4 * DBL_EPSILON * fabs(a->t) && failures < 60)
        return ENGINE_OK;
    return finite ? ENGINE_TOO_SHORT : ENGINE_NOT_FINITE;
}

/* Evaluates f at the predicted state, then corrects it; positions first, with f evaluated at them, where possible. */
static bool look_and_correct(struct adams *a, double e[3], double *error)
{
    struct errors sums = {0};
    a->positions_first = a->separate && !a->engine.work->report.singular; /* singular: factors cannot be reused */
    const int first = a->positions_first ? a->engine.plan->q_count : 0;
    if (a->positions_first) {
        system_position_rates(a->engine.plan, a->p, a->f);
        correct(a, 0, first, &sums);
    }
    if (!evaluate(a, a->t + a->h, a->p))
        return false;
    correct(a, first, a->work_done, &sums);
    correct(a, a->work_done, a->work_done + 1, &sums);
    correct(a, a->work_done + 1, a->n, &sums);
    *error = estimate(a, &sums, e);
    return !(*error <= 1) || (!sums.lost && isfinite(a->p[a->work_done]));
}

static bool evaluate_again(struct adams *a)
{
    return a->positions_first ? state_derivative_again(a->engine.plan, a->engine.work, a->t + a->h, a->p, a->f) == TN_OK
                              : evaluate(a, a->t + a->h, a->p);
}

/* One attempt at a step. ENGINE_AGAIN: it failed, and another may be tried. */
static enum engine_outcome attempt(struct adams *a, int *failures)
{
    double e[3] = {1, 1, 1}, error = INFINITY;
    coefficients(a);
    predict(a);
    bool finite = look_and_correct(a, e, &error);
    const bool lower = finite && ((a->k > 2 && fmax(e[1], e[2]) <= e[0]) || (a->k == 2 && e[1] <= 0.5 * e[0]));
    if (finite && error <= 1)
        finite = evaluate_again(a);
    if (!finite || !(error <= 1)) {
        int order = !finite ? 1 : lower ? a->k - 1 : a->k;
        enum engine_outcome o = retreat(a, ++*failures, finite ? e[0] : 1, order, finite);
        return o == ENGINE_OK ? ENGINE_AGAIN : o;
    }
    a->t += a->h;
    a->last_k = a->k;
    a->last = a->h;
    const bool more = considers_higher_order(a, lower);
    const double above = accept(a, more);
    choose_step(a, choose_order(a, e, lower, more, above));
    swap(&a->y, &a->p);
    swap(&a->carry, &a->carry_next);
    return ENGINE_OK;
}

static enum engine_outcome adams_step(struct engine *e, double stop, double *t)
{
    struct adams *a = self(e);
    enum engine_outcome o = ENGINE_AGAIN;
    int failures = 0;
    while (o == ENGINE_AGAIN) {
        double left = stop - a->t;
        if (a->h > left || left - a->h < 1e-3 * a->h) /* not past the stop; avoid a tiny last step */
            a->h = left;
        o = attempt(a, &failures);
    }
    if (o != ENGINE_OK)
        return o;
    engine_leave_singular(e, failures, a->t, a->h);
    if (a->t > stop || stop - a->t < 2 * DBL_EPSILON * fabs(stop))
        a->t = stop;
    state_project(a->engine.plan, a->engine.work, a->t, a->y, fmin(1e-9, 0.1 * a->tolerance),
                  NULL); /* smaller gaps are left until they have grown */
    state_normalise(a->engine.plan, a->y);
    *t = a->t;
    return ENGINE_OK;
}

/* The polynomial through the values of f, from y backwards. */
static bool adams_between(struct engine *e, double t, double *y)
{
    const struct adams *a = self(e);
    const int ki = a->last_k + 1;
    const double hi = t - a->t;
    double w[ORDERS + 3], g[ORDERS + 3], term = 0;
    for (int i = 1; i <= ki; i++)
        w[i] = 1.0 / i;
    g[1] = 1;
    for (int j = 2; j <= ki; j++) {
        double psi = a->psi[j - 1], gamma = (hi + term) / psi, eta = hi / psi;
        for (int i = 1; i <= ki + 1 - j; i++)
            w[i] = gamma * w[i] - eta * w[i + 1];
        g[j] = w[1];
        term = psi;
    }
    for (int from = 0; from < a->n; from += STRIP) {
        const int count = in_strip(from, a->n);
        double sum[STRIP] = {0};
        for (int i = ki; i >= 1; i--) {
            const double *restrict x = phi(a, i, from);
            for (int l = 0; l < count; l++)
                sum[l] += g[i] * x[l];
        }
        for (int l = 0; l < count; l++)
            y[from + l] = a->y[from + l] + hi * sum[l];
    }
    return true;
}

static const double *adams_state(const struct engine *e) { return ((const struct adams *)(const void *)e)->y; }
static double adams_size(const struct engine *e) { return ((const struct adams *)(const void *)e)->h; }

static const struct engine_class class = {
    .begin = adams_begin,
    .step = adams_step,
    .between = adams_between,
    .state = adams_state,
    .size = adams_size,
    .free = adams_free,
};

struct engine *adams_new(const struct plan *plan, struct work *work, double tolerance)
{
    struct adams *a = MEM_NEW(struct adams);
    const size_t n = (size_t)state_count(plan);
    *a = (struct adams){.engine = {.class = &class, .plan = plan, .work = work}, .tolerance = tolerance, .n = (int)n};
    a->work_done = state_work(plan);
    a->orders = highest_order(tolerance);
    a->rooms = a->orders + 2;
    a->compensate = tolerance < 1e-11;
    const int vectors = a->compensate ? 5 : 3;
    double *at = a->memory = MEM_ARRAY(double, (size_t)vectors *n);
    double **vector[5] = {&a->y, &a->p, &a->f, &a->carry, &a->carry_next};
    for (int i = 0; i < vectors; i++, at += n)
        *vector[i] = at;
    a->differences = MEM_ARRAY(double, (size_t)strips(a) * (size_t)a->rooms * STRIP);
    return &a->engine;
}

extern const struct integrator_class integrator_gear; /* for stiffer models */

INTEGRATOR_NAME(adams, "adams");
const struct integrator_class integrator_adams = {
    .kind = {.group = TN_KIND_INTEGRATOR,
             .name = integrator_name_adams,
             .synonyms = {"multistep", "predictor-corrector", "abm"},
             .help = "Adams multistep method with error control: smooth motion; the default",
             .example = "world: integrator adams; tolerance 1e-8; end"},
    .engine = adams_new,
    .quick = quick_new,
    .open = true,
    .stiffer = &integrator_gear,
};
