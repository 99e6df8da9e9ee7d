/* adams.c: Adams methods of variable step and order, up to 12, by modified divided differences.
 *
 * Predict, evaluate, correct one order higher, evaluate (PECE), after Shampine and Gordon, "Computer Solution of Ordinary
 * Differential Equations" (1975), whose notation is kept: φ_i are the modified divided differences of f, ψ_i = h_n + … +
 * h_{n−i+1}, α_i = h/ψ_i, β_i ratios of products of ψ, σ_i weights of the error estimates, g_i the coefficients
 *
 *   predictor  p = y_n + h Σ g_i φ*_i,    corrector  y = p + h g_{k+1} (f(p) − Σ φ*_i)
 *
 * The method keeps values of f, not of y: y may be put back onto the constraints after a step, and its quaternions to unit
 * length, without spoiling what is kept. That is why it is written here: CVODE offers no projection for its Adams method.
 * Norms are root mean squares weighted by tolerance · (1 + |y|), as CVODE's.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "time/engine.h"

enum { ORDERS = 12, STRIP = 128 };

/* Of the tolerance, an error that is accepted in one step: they add up. */
#define SAFETY 0.2

/* Seconds: no motion is so slow that a longer step would be of use. */
#define LONGEST 1e6

/* |coefficients| of the error of order k at constant step, γ*. */
static const double gamma_star[ORDERS + 2] = {1,      0.5,     0.0833,  0.0417,  0.0264,  0.0188,  0.0143,
                                              0.0114, 0.00936, 0.00789, 0.00679, 0.00592, 0.00524, 0.00468};

struct adams {
    struct engine engine;
    double *memory; /* of all vectors */
    struct system *system;
    double tolerance;
    int n;               /* numbers of the state, the work included */
    double t, h;         /* time of y, the step that will be tried */
    double last;         /* the step before, 0: none */
    int k, last_k;       /* order now and of the step before */
    int ns;              /* steps in a row with this size */
    double usual, until; /* where a singular position is passed: the step before, and the time it may take */
    int troubled;        /* failures of the last few steps */
    bool rising;         /* still in the first steps, where order and step go up each time */
    bool compensate;     /* tolerance so tight that roundings are carried along */
    double alpha[ORDERS + 2], beta[ORDERS + 2], sigma[ORDERS + 3], psi[ORDERS + 2], g[ORDERS + 2];
    double v[ORDERS + 2], w[ORDERS + 2];
    double *y, *next, *p;       /* the state; the corrected and the predicted one of the step at work */
    double *f, *predicted;      /* f at p or next; what the differences predict for f(p) */
    double *phi[ORDERS + 3];    /* 1 … k + 2; they change only when a step is accepted */
    double *carry, *carry_next; /* of the roundings */
};

static struct adams *self(struct engine *e) { return (struct adams *)(void *)e; }

static void adams_free(struct engine *e)
{
    mem_free(self(e)->memory);
    mem_free(e);
}

/* ---- norms ---- */

/* What the l-th number's errors are weighed by. */
static inline double weight(const struct adams *a, int l) { return 1 / (SAFETY * a->tolerance * (1 + fabs(a->y[l]))); }

/* Weighted root mean square; the work, the last number, does not steer. */
static double norm(const struct adams *a, const double *x)
{
    double sum = 0;
    for (int l = 0; l < a->n - 1; l++) {
        double e = x[l] * weight(a, l);
        sum += e * e;
    }
    return a->n > 1 ? sqrt(sum / (a->n - 1)) : 0;
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
    memcpy(a->y, y, sizeof *y * (size_t)a->n);
    a->t = t;
    a->system->damping = 0;
    if (!evaluate(a, t, a->y))
        return ENGINE_NOT_FINITE;
    system_close_met(a->system, t);
    memcpy(a->phi[1], a->f, sizeof *y * (size_t)a->n);
    memset(a->phi[2], 0, sizeof *y * (size_t)a->n);
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
    a->troubled = 0;
    a->compensate = a->tolerance < 1e-11;
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
 * Large models wait for memory, so that vectors are walked through as seldom as can be: the differences φ are read when a
 * step is predicted, and read and written, in strips that stay in the cache, when it is accepted. φ*_i = β_i φ_i. */

static double scaled(const struct adams *a, int i) { return i > a->ns ? a->beta[i] : 1; }

/* p = y + h Σ g_i φ*_i, and Σ φ*_i. */
static void predict_strip(struct adams *a, int from, int count)
{
    double move[STRIP] = {0}, sum[STRIP] = {0};
    for (int i = a->k; i >= 1; i--) {
        const double *restrict phi = a->phi[i] + from;
        const double beta = scaled(a, i), g = a->g[i] * beta;
        for (int l = 0; l < count; l++) {
            move[l] += g * phi[l];
            sum[l] += beta * phi[l];
        }
    }
    for (int l = 0; l < count; l++) {
        const double y = a->y[from + l];
        a->predicted[from + l] = sum[l];
        if (a->compensate) {
            double all = a->h * move[l] - a->carry[from + l];
            a->p[from + l] = y + all;
            a->carry_next[from + l] = (a->p[from + l] - y) - all;
        } else {
            a->p[from + l] = y + a->h * move[l];
        }
    }
}

static void predict(struct adams *a)
{
    for (int l = 0; l < a->n; l += STRIP)
        predict_strip(a, l, l + STRIP < a->n ? STRIP : a->n - l);
}

/* The corrected state from f(p), and the errors of the step at its order and the two below: e[0], e[1], e[2]; *error is
 * the one that decides. */
static void correct(struct adams *a, double e[3], double *error)
{
    const int k = a->k;
    const double move = a->h * a->g[k + 1], beta0 = scaled(a, k), beta1 = k > 1 ? scaled(a, k - 1) : 0;
    const double *phi0 = a->phi[k], *phi1 = a->phi[k > 1 ? k - 1 : 1];
    double s0 = 0, s1 = 0, s2 = 0;
    for (int l = 0; l < a->n; l++) {
        const double d = a->f[l] - a->predicted[l], w = l < a->n - 1 ? weight(a, l) : 0;
        const double x0 = d * w, top = beta0 * phi0[l], x1 = (top + d) * w, x2 = (top + beta1 * phi1[l] + d) * w;
        s0 += x0 * x0;
        s1 += x1 * x1;
        s2 += x2 * x2;
        a->next[l] = a->p[l] + move * d;
    }
    for (int l = 0; l < a->n && a->compensate; l++) {
        double all = move * (a->f[l] - a->predicted[l]) - a->carry_next[l];
        a->next[l] = a->p[l] + all;
        a->carry_next[l] = (a->next[l] - a->p[l]) - all;
    }
    const double each = a->n > 1 ? a->h / sqrt(a->n - 1) : 0;
    e[0] = each * sqrt(s0) * a->sigma[k + 1] * gamma_star[k];
    e[1] = k > 1 ? each * sqrt(s1) * a->sigma[k] * gamma_star[k - 1] : INFINITY;
    e[2] = k > 2 ? each * sqrt(s2) * a->sigma[k - 1] * gamma_star[k - 2] : INFINITY;
    *error = each * sqrt(s0) * (a->g[k] - a->g[k + 1]);
}

/* The differences of the step just accepted, from f at its end: φ_{k+1} = f − Σ φ*, φ_i = Σ_{j ≥ i} φ*_j + φ_{k+1}. */
static void accept(struct adams *a)
{
    const int k = a->k;
    for (int from = 0; from < a->n; from += STRIP) {
        const int count = from + STRIP < a->n ? STRIP : a->n - from;
        double *restrict top = a->phi[k + 1] + from, *restrict above = a->phi[k + 2] + from, sum[STRIP] = {0};
        for (int l = 0; l < count; l++) {
            double d = a->f[from + l] - a->predicted[from + l];
            above[l] = d - top[l];
            top[l] = d;
        }
        for (int i = k; i >= 1; i--) {
            double *restrict phi = a->phi[i] + from;
            const double beta = scaled(a, i);
            for (int l = 0; l < count; l++) {
                sum[l] += beta * phi[l];
                phi[l] = sum[l] + top[l];
            }
        }
    }
}

static void swap(double **a, double **b)
{
    double *c = *a;
    *a = *b;
    *b = c;
}

/* ---- order and step ---- */

/* The order of the next step and the error it would have made in this one. */
static double choose_order(struct adams *a, const double e[3], bool lower)
{
    const int k = a->k;
    if (lower || k == ORDERS)
        a->rising = false;
    double above = 0;
    if (a->rising) {
        a->k = k + 1;
        return above;
    }
    if (lower) {
        a->k = k - 1;
        return e[1];
    }
    if (k + 1 > a->ns)
        return e[0];
    above = a->h * gamma_star[k + 1] * norm(a, a->phi[k + 2]);
    if (k > 1 && e[1] <= fmin(e[0], above)) {
        a->k = k - 1;
        return e[1];
    }
    if (k == ORDERS || above >= (k > 1 ? e[0] : 0.5 * e[0]))
        return e[0];
    a->k = k + 1;
    return above;
}

/* Twice as long if that is safe, the same if it will do, else shorter. */
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

/* Steps that fail again and again where the constraints are singular: the model passes a singular position, as a
 * parallelogram that lies flat. Directions that are all but free there are left free until it is through, or each step
 * nearer would meet larger forces from smaller errors. */
static void pass_singular_position(struct adams *a, int failures)
{
    struct system *s = a->system;
    if (failures + a->troubled < 2 || !s->singular || s->damping > 0)
        return;
    s->damping = 3e-4 * sqrt(a->tolerance);
    a->usual = fmax(a->last, a->h);
    a->until = a->t + 10 * a->usual;
}

static void leave_singular_position(struct adams *a)
{
    if (a->system->damping > 0 && (a->h >= 0.5 * a->usual || a->t > a->until))
        a->system->damping = 0;
}

/* A step that failed: shorter, and after three failures of the first order. */
static enum engine_outcome retreat(struct adams *a, int failures, double error, int order, bool finite)
{
    double shrink = 0.5;
    a->rising = false;
    for (int i = 2; i <= a->k; i++)
        a->psi[i - 1] = a->psi[i] - a->h;
    pass_singular_position(a, failures);
    if (failures > 3 && 0.5 < 0.25 * error)
        shrink = sqrt(0.5 / error);
    if (!finite) /* whatever it was, far from it */
        shrink = 0.25;
    a->k = failures >= 3 ? 1 : order;
    a->h *= shrink;
    a->ns = 0;
    if (a->h > 4 * DBL_EPSILON * fabs(a->t) && failures < 60)
        return ENGINE_OK;
    return finite ? ENGINE_TOO_SHORT : ENGINE_NOT_FINITE;
}

/* One attempt at a step. ENGINE_AGAIN: it failed, another may be tried. */
static enum engine_outcome attempt(struct adams *a, int *failures)
{
    double e[3] = {1, 1, 1}, error = INFINITY;
    coefficients(a);
    predict(a);
    bool finite = evaluate(a, a->t + a->h, a->p);
    if (finite)
        correct(a, e, &error);
    bool lower = finite && ((a->k > 2 && fmax(e[1], e[2]) <= e[0]) || (a->k == 2 && e[1] <= 0.5 * e[0]));
    if (finite && error <= 1)
        finite = state_finite(a->system, a->next) && evaluate(a, a->t + a->h, a->next);
    if (!finite || !(error <= 1)) {
        int order = !finite ? 1 : lower ? a->k - 1 : a->k;
        enum engine_outcome o = retreat(a, ++*failures, finite ? e[0] : 1, order, finite);
        return o == ENGINE_OK ? ENGINE_AGAIN : o;
    }
    a->t += a->h;
    a->last_k = a->k;
    a->last = a->h;
    accept(a);
    choose_step(a, choose_order(a, e, lower));
    swap(&a->y, &a->next);
    swap(&a->carry, &a->carry_next);
    leave_singular_position(a);
    return ENGINE_OK;
}

static enum engine_outcome adams_step(struct engine *e, double stop, double *t)
{
    struct adams *a = self(e);
    enum engine_outcome o = ENGINE_AGAIN;
    int failures = 0;
    while (o == ENGINE_AGAIN) {
        double left = stop - a->t;
        if (a->h > left || left - a->h < 1e-3 * a->h) /* not past the stop, and no crumb before it */
            a->h = left;
        o = attempt(a, &failures);
    }
    if (o != ENGINE_OK)
        return o;
    a->troubled = failures > 0 ? a->troubled + failures : a->troubled / 2;
    if (a->t > stop || stop - a->t < 2 * DBL_EPSILON * fabs(stop))
        a->t = stop;
    state_project(a->system, a->t, a->y, fmin(1e-9, 0.1 * a->tolerance)); /* smaller gaps wait until they have grown */
    state_normalise(a->system, a->y);
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
    memset(y, 0, sizeof *y * (size_t)a->n);
    for (int i = ki; i >= 1; i--)
        for (int l = 0; l < a->n; l++)
            y[l] += g[i] * a->phi[i][l];
    for (int l = 0; l < a->n; l++)
        y[l] = a->y[l] + hi * y[l];
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

struct engine *adams_new(struct system *s, double tolerance)
{
    struct adams *a = MEM_NEW(struct adams);
    const size_t n = (size_t)state_count(s), vectors = ORDERS + 2 + 7;
    *a = (struct adams){.engine = {.class = &class, .system = s}, .system = s, .tolerance = tolerance, .n = (int)n};
    double *at = a->memory = MEM_ARRAY(double, vectors *n);
    double **vector[7] = {&a->y, &a->next, &a->p, &a->f, &a->predicted, &a->carry, &a->carry_next};
    for (int i = 0; i < 7; i++, at += n)
        *vector[i] = at;
    for (int i = 1; i <= ORDERS + 2; i++, at += n)
        a->phi[i] = at;
    return &a->engine;
}
