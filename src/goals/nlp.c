/* nlp.c: see nlp.h. The notation is that of nlp_step.c; θ is the violation, φ the barrier function f − μ Σ ln s. */
#include "goals/nlp.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "goals/nlp_parts.h"

/* Constants of the filter (Wächter and Biegler 2006, section 2.3). */
static const double gamma_theta = 1e-5, gamma_phi = 1e-5, eta = 1e-8, s_theta = 1.1, s_phi = 2.3, switching = 1;
static const double kappa_mu = 0.2, theta_mu = 1.5, kappa_epsilon = 10;

enum { FILTER = 1000, RESTORATIONS = 25 };

static struct nlp_values values_new(int n, int m)
{
    return (struct nlp_values){
        .g = MEM_ARRAY(double, n), .c = MEM_ARRAY(double, m), .j = MEM_ARRAY(double, (size_t)m *(size_t)n)};
}

static void values_free(struct nlp_values *v)
{
    mem_free(v->g);
    mem_free(v->c);
    mem_free(v->j);
}

static struct nlp_work work_new(const struct nlp *p, double tolerance)
{
    const int n = p->n, e = p->equalities, q = p->inequalities, m = e + q;
    struct nlp_work w = {.p = p, .n = n, .e = e, .q = q, .m = m, .tolerance = tolerance, .mu = 0.1};
    double **own[] = {&w.s, &w.z, &w.ds, &w.dz, &w.trial_s};
    for (int i = 0; i < 5; i++)
        *own[i] = MEM_ARRAY(double, q);
    double **rows[] = {&w.scale, &w.correction, &w.lambda, &w.y, &w.dy};
    for (int i = 0; i < 5; i++)
        *rows[i] = MEM_ARRAY(double, m);
    w.now = values_new(n, m);
    w.trial = values_new(n, m);
    w.dx = MEM_ARRAY(double, n);
    w.h = MEM_ARRAY(double, (size_t)n *(size_t)n);
    w.matrix = MEM_ARRAY(double, (size_t)(n + m) * (size_t)(n + m));
    w.right = MEM_ARRAY(double, n + m);
    w.pivot = MEM_ARRAY(int, n + m);
    w.filter = MEM_ARRAY(double, 2 * FILTER);
    w.objective_scale = 1;
    for (int r = 0; r < m; r++)
        w.scale[r] = 1;
    return w;
}

static void work_free(struct nlp_work *w)
{
    double *all[] = {w->s, w->z,  w->ds, w->dz,     w->trial_s, w->scale, w->correction, w->lambda,
                     w->y, w->dy, w->dx, w->matrix, w->h,       w->right, w->filter};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        mem_free(all[i]);
    mem_free(w->pivot);
    values_free(&w->now);
    values_free(&w->trial);
}

/* Functions whose gradient is large at the start are scaled down to 100. */
static bool choose_scales(struct nlp_work *w)
{
    const double most = 100;
    if (!nlp_evaluate(w, NULL, 0, true, &w->now))
        return false;
    double largest = 0;
    for (int i = 0; i < w->n; i++)
        largest = fmax(largest, fabs(w->now.g[i]));
    w->objective_scale = largest > most ? fmax(most / largest, 1e-8) : 1;
    for (int r = 0; r < w->m; r++) {
        largest = 0;
        for (int i = 0; i < w->n; i++)
            largest = fmax(largest, fabs(w->now.j[r * w->n + i]));
        w->scale[r] = largest > most ? fmax(most / largest, 1e-8) : 1;
    }
    return nlp_evaluate(w, NULL, 0, true, &w->now);
}

/* Least-squares multipliers of the equalities, unless they are extremely large. */
static void start_equalities(struct nlp_work *w)
{
    const double too_large = 1000;
    nlp_multipliers(w, &w->now, NULL, w->lambda);
    double largest = 0;
    for (int r = 0; r < w->m; r++)
        largest = fmax(largest, fabs(w->lambda[r]));
    for (int r = 0; r < w->e; r++)
        w->y[r] = largest > too_large ? 0 : w->lambda[r];
}

/* Initial slacks and multipliers. */
static void start_multipliers(struct nlp_work *w)
{
    for (int i = 0; i < w->q; i++) {
        w->s[i] = fmax(w->now.c[w->e + i], 1e-2);
        w->z[i] = w->mu / w->s[i];
    }
    start_equalities(w);
}

static double theta_of(const struct nlp_work *w, const double *c, const double *s)
{
    double sum = 0;
    for (int r = 0; r < w->m; r++)
        sum += fabs(c[r] - (r < w->e ? 0 : s[r - w->e]));
    return sum;
}

static double phi_of(const struct nlp_work *w, double f, const double *s)
{
    double logs = 0;
    for (int i = 0; i < w->q; i++)
        logs += log(s[i]);
    return f - w->mu * logs;
}

/* The error of the barrier problem for μ. */
static double error_of(const struct nlp_work *w, double mu)
{
    const double s_max = 100;
    double sum = 0, dual = 0, rest = 0, product = 0;
    for (int r = 0; r < w->e; r++)
        sum += fabs(w->y[r]);
    for (int i = 0; i < w->q; i++)
        sum += w->z[i];
    double scale = w->m > 0 ? fmax(s_max, sum / w->m) / s_max : 1;
    for (int i = 0; i < w->n; i++) {
        double x = w->now.g[i];
        for (int r = 0; r < w->m; r++)
            x -= w->now.j[r * w->n + i] * (r < w->e ? w->y[r] : w->z[r - w->e]);
        dual = fmax(dual, fabs(x));
    }
    for (int r = 0; r < w->m; r++)
        rest = fmax(rest, fabs(w->now.c[r] - (r < w->e ? 0 : w->s[r - w->e])));
    for (int i = 0; i < w->q; i++)
        product = fmax(product, fabs(w->s[i] * w->z[i] - mu));
    return fmax(fmax(dual / scale, rest), product / scale);
}

static bool in_filter(const struct nlp_work *w, double theta, double phi)
{
    if (!(theta <= 1e4 * fmax(1, w->first_violation)))
        return true;
    for (int i = 0; i < w->filter_count; i++)
        if (theta >= w->filter[2 * i] && phi >= w->filter[2 * i + 1])
            return true;
    return false;
}

static void add_to_filter(struct nlp_work *w, double theta, double phi)
{
    if (w->filter_count == FILTER)
        w->filter_count = 0;
    w->filter[2 * w->filter_count] = (1 - gamma_theta) * theta;
    w->filter[2 * w->filter_count++ + 1] = phi - gamma_phi * theta;
}

/* Fraction to the boundary: how far a step may go until a slack or multiplier has shrunk to (1 − τ) of its value. */
static double to_boundary(const double *x, const double *dx, int n, double tau)
{
    double a = 1;
    for (int i = 0; i < n; i++)
        if (x[i] + a * dx[i] < (1 - tau) * x[i])
            a = -tau * x[i] / dx[i];
    return a;
}

static double slope_of(const struct nlp_work *w)
{
    double sum = 0;
    for (int i = 0; i < w->n; i++)
        sum += w->now.g[i] * w->dx[i];
    for (int i = 0; i < w->q; i++)
        sum -= w->mu * w->ds[i] / w->s[i];
    return sum;
}

/* Is a trial point with these θ and φ acceptable? *armijo: by the descent of φ, so that the filter is not extended. */
static bool is_acceptable(const struct nlp_work *w, double alpha, double slope, double theta, double phi,
                          double theta_t, double phi_t, bool *armijo)
{
    double slack = 10 * DBL_EPSILON * fabs(phi);
    bool descends = slope < 0 && alpha * pow(-slope, s_phi) > switching * pow(theta, s_theta);
    *armijo = descends && theta <= 1e-4 * fmax(1, w->first_violation);
    if (!isfinite(phi_t) || in_filter(w, theta_t, phi_t - slack))
        return false;
    if (*armijo)
        return phi_t - phi - slack <= eta * alpha * slope;
    return theta_t <= (1 - gamma_theta) * theta || phi_t - slack <= phi - gamma_phi * theta;
}

/* Evaluates the point a step of alpha away; its slacks go to w->trial_s. */
static bool evaluate_trial(struct nlp_work *w, const double *dx, const double *ds, double alpha, double *theta,
                           double *phi)
{
    for (int i = 0; i < w->q; i++)
        w->trial_s[i] = w->s[i] + alpha * ds[i];
    if (!nlp_evaluate(w, dx, alpha, false, &w->trial))
        return false;
    *theta = theta_of(w, w->trial.c, w->trial_s);
    *phi = phi_of(w, w->trial.f, w->trial_s);
    return true;
}

/* Second-order corrections, if the full step increased the violation. */
static bool second_order_correction(struct nlp_work *w, double alpha, double tau, double slope, double theta,
                                    double phi, bool *armijo)
{
    enum { TRIES = 4 };
    double *dx = MEM_ARRAY(double, w->n), *ds = MEM_ARRAY(double, w->q), before = INFINITY, theta_t = INFINITY, phi_t;
    bool good = false;
    for (int r = 0; r < w->m; r++)
        w->correction[r] = w->now.c[r] - (r < w->e ? 0 : w->s[r - w->e]);
    for (int k = 0; k < TRIES && !good; k++) {
        for (int r = 0; r < w->m; r++)
            w->correction[r] = alpha * w->correction[r] + w->trial.c[r] - (r < w->e ? 0 : w->trial_s[r - w->e]);
        nlp_resolve(w, w->correction, dx, ds);
        alpha = to_boundary(w->s, ds, w->q, tau);
        if (!evaluate_trial(w, dx, ds, alpha, &theta_t, &phi_t) || theta_t > 0.99 * before)
            break;
        before = theta_t;
        good = is_acceptable(w, alpha, slope, theta, phi, theta_t, phi_t, armijo);
    }
    if (good) {
        w->p->accept(w->p->ctx, dx, alpha);
        memcpy(w->s, w->trial_s, sizeof(double) * (size_t)w->q);
    }
    mem_free(dx);
    mem_free(ds);
    return good;
}

/* Line search along the step. False: no acceptable point. */
static bool search_line(struct nlp_work *w)
{
    const double tau = fmax(0.99, 1 - w->mu);
    double alpha = to_boundary(w->s, w->ds, w->q, tau), dual = to_boundary(w->z, w->dz, w->q, tau);
    double theta = theta_of(w, w->now.c, w->s), phi = phi_of(w, w->now.f, w->s), slope = slope_of(w);
    bool armijo = false, found = false;
    for (int k = 0; k < 50 && !found; k++, alpha /= 2) {
        double theta_t, phi_t;
        if (!evaluate_trial(w, w->dx, w->ds, alpha, &theta_t, &phi_t))
            continue;
        if (is_acceptable(w, alpha, slope, theta, phi, theta_t, phi_t, &armijo)) {
            w->p->accept(w->p->ctx, w->dx, alpha);
            memcpy(w->s, w->trial_s, sizeof(double) * (size_t)w->q);
            found = true;
        } else if (k == 0 && theta_t >= theta && w->m > 0) {
            found = second_order_correction(w, alpha, tau, slope, theta, phi, &armijo);
        }
        if (found)
            break;
    }
    if (!found)
        return false;
    if (!armijo)
        add_to_filter(w, theta, phi);
    for (int r = 0; r < w->e; r++)
        w->y[r] += alpha * w->dy[r];
    for (int i = 0; i < w->q; i++) {
        w->z[i] += dual * w->dz[i];
        w->z[i] = fmax(fmin(w->z[i], 1e10 * w->mu / w->s[i]), w->mu / (1e10 * w->s[i]));
    }
    return true;
}

static void lower_mu(struct nlp_work *w)
{
    const double least = w->tolerance / 11;
    while (w->mu > least && error_of(w, w->mu) <= kappa_epsilon * w->mu) {
        w->mu = fmax(least, fmin(kappa_mu * w->mu, pow(w->mu, theta_mu)));
        w->filter_count = 0;
    }
}

/* Does the objective fall without bound? */
static bool is_unbounded(const struct nlp_work *w, double first)
{
    return w->now.f < first - 1e10 * fmax(1, fabs(first)) &&
           theta_of(w, w->now.c, w->s) < 1e-4 * fmax(1, fabs(w->now.f));
}

/* Restores feasibility: true if the search may continue from a better point. */
static bool restore(struct nlp_work *w, enum nlp_outcome *outcome)
{
    double theta = theta_of(w, w->now.c, w->s);
    if (theta <= w->tolerance) { /* already feasible to rounding */
        *outcome = NLP_STOPPED;
        return false;
    }
    if (!nlp_restore(w, fmax(1e-2 * theta, 0.1 * w->tolerance)) && !nlp_restore(w, 10 * w->tolerance)) {
        *outcome = NLP_CONTRADICTORY;
        return false;
    }
    w->filter_count = 0;
    w->last_shift = 0;
    for (int i = 0; i < w->q; i++) {
        w->s[i] = fmax(w->now.c[w->e + i], fmin(theta, 1e-6));
        w->z[i] = theta > 1 ? w->mu / w->s[i] : fmax(fmin(w->z[i], 1e10 * w->mu / w->s[i]), w->mu / (1e10 * w->s[i]));
    }
    if (theta > 1)
        start_equalities(w);
    return true;
}

static enum nlp_outcome iterate(struct nlp_work *w, int most, int *iterations)
{
    const double first = w->now.f;
    enum nlp_outcome outcome = NLP_STOPPED;
    int restorations = 0;
    for (*iterations = 0; *iterations < most; ++*iterations) {
        if (w->p->stop != NULL && w->p->stop(w->p->ctx))
            return NLP_STOPPED;
        if (error_of(w, 0) <= w->tolerance)
            return NLP_OPTIMUM;
        if (is_unbounded(w, first))
            return NLP_UNBOUNDED;
        lower_mu(w);
        bool went = nlp_direction(w) && search_line(w);
        if (!went && (++restorations > RESTORATIONS || !restore(w, &outcome)))
            return outcome;
        if (!nlp_evaluate(w, NULL, 0, true, &w->now))
            return NLP_STOPPED;
    }
    return NLP_STOPPED;
}

/* Residuals of the unscaled functions. */
static void report(struct nlp_work *w, const double *multiplier, struct nlp_report *out)
{
    w->p->evaluate(w->p->ctx, NULL, 0, true, &w->now);
    out->objective = w->now.f;
    out->stationarity = out->feasibility = out->complementarity = 0;
    for (int i = 0; i < w->n; i++) {
        double x = w->now.g[i];
        for (int r = 0; r < w->m; r++)
            x -= w->now.j[r * w->n + i] * multiplier[r];
        out->stationarity = fmax(out->stationarity, fabs(x));
    }
    for (int r = 0; r < w->m; r++) {
        out->feasibility = fmax(out->feasibility, r < w->e ? fabs(w->now.c[r]) : -w->now.c[r]);
        if (r >= w->e)
            out->complementarity = fmax(out->complementarity, fabs(multiplier[r] * w->now.c[r]));
    }
}

static void unscaled_multipliers(const struct nlp_work *w, double *out)
{
    for (int r = 0; r < w->m; r++)
        out[r] = (r < w->e ? w->y[r] : w->z[r - w->e]) * w->scale[r] / w->objective_scale;
}

void nlp_solve(const struct nlp *p, double tolerance, int most, double *multiplier, struct nlp_report *out)
{
    struct nlp_work w = work_new(p, tolerance);
    *out = (struct nlp_report){.outcome = NLP_NO_VALUE};
    if (choose_scales(&w)) {
        start_multipliers(&w);
        w.first_violation = theta_of(&w, w.now.c, w.s);
        out->outcome = iterate(&w, most, &out->iterations);
        if (out->outcome == NLP_OPTIMUM || out->outcome == NLP_STOPPED) {
            nlp_evaluate(&w, NULL, 0, true, &w.now);
            nlp_polish(&w);
            for (int i = 0; i < w.q; i++)
                w.s[i] = fmax(w.now.c[w.e + i], 0);
            if (error_of(&w, 0) <= 10 * tolerance)
                out->outcome = NLP_OPTIMUM;
        }
        unscaled_multipliers(&w, multiplier);
        report(&w, multiplier, out);
    }
    work_free(&w);
}

bool nlp_residuals(const struct nlp *p, double near, double *multiplier, struct nlp_report *out)
{
    struct nlp_work w = work_new(p, near);
    bool *takes = MEM_ARRAY(bool, w.m), good = nlp_evaluate(&w, NULL, 0, true, &w.now);
    *out = (struct nlp_report){.outcome = NLP_NO_VALUE};
    for (int r = 0; r < w.m && good; r++)
        takes[r] = r < w.e || w.now.c[r] <= near;
    for (bool again = good; again;) { /* drop inequalities with negative multipliers, worst first */
        int worst = -1;
        nlp_multipliers(&w, &w.now, takes, multiplier);
        for (int r = w.e; r < w.m; r++)
            if (takes[r] && multiplier[r] < 0 && (worst < 0 || multiplier[r] < multiplier[worst]))
                worst = r;
        again = worst >= 0;
        if (again)
            takes[worst] = false;
    }
    if (good)
        report(&w, multiplier, out);
    mem_free(takes);
    work_free(&w);
    return good;
}
