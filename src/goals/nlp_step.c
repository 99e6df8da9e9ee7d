/* nlp_step.c: linear algebra of nlp.c.
 *
 * With Σ = z/s the step of the barrier problem is
 *
 *   [ H + δ   J_Eᵀ    J_Iᵀ ] [  dx ]     [ g − J_Eᵀ y − J_Iᵀ z ]
 *   [ J_E    −δ_c      0   ] [ −dy ] = − [ c_E                 ]
 *   [ J_I      0     −Σ⁻¹  ] [ −dz ]     [ c_I − μ/z           ]       ds = J_I dx + c_I − s
 *
 * It is a descent direction if the matrix has n positive and m negative eigenvalues, which δ ensures.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "linear/dense.h"
#include "goals/nlp_parts.h"

static bool is_finite(const double *x, int n)
{
    double check = 0;
    for (int i = 0; i < n; i++)
        check += 0 * x[i];
    return check == 0;
}

bool nlp_evaluate(struct nlp_work *w, const double *step, double fraction, bool derivatives, struct nlp_values *out)
{
    if (!w->p->evaluate(w->p->ctx, step, fraction, derivatives, out))
        return false;
    out->f *= w->objective_scale;
    for (int i = 0; i < w->n && derivatives; i++)
        out->g[i] *= w->objective_scale;
    for (int r = 0; r < w->m; r++) {
        out->c[r] *= w->scale[r];
        for (int i = 0; i < w->n && derivatives; i++)
            out->j[r * w->n + i] *= w->scale[r];
    }
    return isfinite(out->f) && is_finite(out->c, w->m) &&
           (!derivatives || (is_finite(out->g, w->n) && is_finite(out->j, w->m * w->n)));
}

/* The lower triangle by columns: entry (row r, column c ≤ r). */
static double *entry(struct nlp_work *w, int r, int c)
{
    return &w->matrix[(size_t)c * (size_t)(w->n + w->m) + (size_t)r];
}

static void fill(struct nlp_work *w, const double *h, double shift, double soft)
{
    const int n = w->n, m = w->m;
    memset(w->matrix, 0, sizeof(double) * (size_t)(n + m) * (size_t)(n + m));
    for (int c = 0; c < n; c++)
        for (int r = c; r < n; r++)
            *entry(w, r, c) = h[r * n + c] + (r == c ? shift : 0);
    for (int r = 0; r < m; r++) {
        for (int c = 0; c < n; c++)
            *entry(w, n + r, c) = w->now.j[r * n + c];
        *entry(w, n + r, n + r) = r < w->e ? -soft : -w->s[r - w->e] / w->z[r - w->e] - soft;
    }
}

/* Factors with n positive and m negative eigenvalues, with the smallest shift that gives them (Wächter and Biegler). */
static bool factor(struct nlp_work *w)
{
    double shift = 0, soft = 0;
    for (int tries = 0; tries < 60; tries++) {
        int negative;
        fill(w, w->h, shift, soft);
        bool regular = dense_symmetric_factor(w->n + w->m, w->matrix, w->pivot, &negative);
        if (regular && negative == w->m) {
            w->last_shift = shift > 0 ? shift : w->last_shift;
            return true;
        }
        if (!regular && soft == 0)
            soft = 1e-8 * pow(w->mu, 0.25);
        else if (shift == 0)
            shift = w->last_shift > 0 ? fmax(1e-20, w->last_shift / 3) : 1e-4;
        else
            shift *= w->last_shift > 0 ? 8 : 100;
        if (shift > 1e40)
            break;
    }
    return false;
}

/* Reads the solution: dx and −dλ. */
static void solve(struct nlp_work *w, const double *c, const double *gradient)
{
    const int n = w->n;
    for (int i = 0; i < n; i++)
        w->right[i] = -gradient[i];
    for (int r = 0; r < w->m; r++)
        w->right[n + r] = -(r < w->e ? c[r] : c[r] + w->s[r - w->e] - w->mu / w->z[r - w->e]);
    dense_symmetric_solve(n + w->m, w->matrix, w->pivot, w->right);
}

static void slack_step(const struct nlp_work *w, const double *c, const double *dx, double *ds)
{
    for (int i = 0; i < w->q; i++) {
        double sum = c[w->e + i];
        for (int k = 0; k < w->n; k++)
            sum += w->now.j[(w->e + i) * w->n + k] * dx[k];
        ds[i] = sum;
    }
}

/* The violation (c_E, c_I − s) of the present point. */
static void violation(const struct nlp_work *w, double *c)
{
    for (int r = 0; r < w->m; r++)
        c[r] = w->now.c[r] - (r < w->e ? 0 : w->s[r - w->e]);
}

static void lagrangian_gradient(const struct nlp_work *w, double *out)
{
    memcpy(out, w->now.g, sizeof(double) * (size_t)w->n);
    for (int r = 0; r < w->m; r++)
        for (int i = 0; i < w->n; i++)
            out[i] -= w->now.j[r * w->n + i] * (r < w->e ? w->y[r] : w->z[r - w->e]);
}

bool nlp_direction(struct nlp_work *w)
{
    for (int r = 0; r < w->m; r++) /* multipliers of the unscaled functions */
        w->lambda[r] = (r < w->e ? w->y[r] : w->z[r - w->e]) * w->scale[r] / w->objective_scale;
    w->p->hessian(w->p->ctx, w->lambda, w->h);
    for (int i = 0; i < w->n * w->n; i++)
        w->h[i] *= w->objective_scale;
    if (!is_finite(w->h, w->n * w->n) || !factor(w))
        return false;
    violation(w, w->correction);
    lagrangian_gradient(w, w->dx);
    solve(w, w->correction, w->dx);
    memcpy(w->dx, w->right, sizeof(double) * (size_t)w->n);
    for (int r = 0; r < w->e; r++)
        w->dy[r] = -w->right[w->n + r];
    slack_step(w, w->correction, w->dx, w->ds);
    for (int i = 0; i < w->q; i++)
        w->dz[i] = w->mu / w->s[i] - w->z[i] - w->z[i] / w->s[i] * w->ds[i];
    return is_finite(w->dx, w->n) && is_finite(w->dz, w->q);
}

void nlp_resolve(struct nlp_work *w, const double *c, double *dx, double *ds)
{
    lagrangian_gradient(w, dx);
    solve(w, c, dx);
    memcpy(dx, w->right, sizeof(double) * (size_t)w->n);
    slack_step(w, c, dx, ds);
}

void nlp_multipliers(struct nlp_work *w, const struct nlp_values *v, const bool *takes, double *out)
{
    const int n = w->n, m = w->m, size = n + m;
    int negative;
    memset(w->matrix, 0, sizeof(double) * (size_t)size * (size_t)size);
    for (int i = 0; i < n; i++) {
        *entry(w, i, i) = 1;
        w->right[i] = v->g[i];
    }
    for (int r = 0; r < m; r++) { /* [1 Jᵀ; J −ε] (ρ, λ) = (g, 0): residual ρ, minimum-norm λ */
        bool in = takes == NULL || takes[r];
        for (int i = 0; i < n && in; i++)
            *entry(w, n + r, i) = v->j[r * n + i];
        *entry(w, n + r, n + r) = in ? -1e-12 : -1;
        w->right[n + r] = 0;
    }
    memset(out, 0, sizeof(double) * (size_t)m);
    if (!dense_symmetric_factor(size, w->matrix, w->pivot, &negative))
        return;
    dense_symmetric_solve(size, w->matrix, w->pivot, w->right);
    if (is_finite(w->right + n, m))
        memcpy(out, w->right + n, sizeof(double) * (size_t)m);
}

/* Newton's step on g = Jᵀλ, c = 0 for the active rows; λ = 0 for the others. */
static bool newton_step(struct nlp_work *w, const bool *active, const double *lambda, double *dx, double *next)
{
    const int n = w->n, m = w->m;
    int negative;
    for (int r = 0; r < m; r++)
        w->lambda[r] = lambda[r] * w->scale[r] / w->objective_scale;
    w->p->hessian(w->p->ctx, w->lambda, w->h);
    memset(w->matrix, 0, sizeof(double) * (size_t)(n + m) * (size_t)(n + m));
    for (int c = 0; c < n; c++) {
        for (int r = c; r < n; r++)
            *entry(w, r, c) = w->objective_scale * w->h[r * n + c];
        w->right[c] = -w->now.g[c];
    }
    for (int r = 0; r < m; r++) { /* (dx, −λ⁺): the old multipliers are in H alone */
        for (int c = 0; c < n && active[r]; c++)
            *entry(w, n + r, c) = w->now.j[r * n + c];
        *entry(w, n + r, n + r) = active[r] ? 0 : -1;
        w->right[n + r] = active[r] ? -w->now.c[r] : 0;
    }
    if (!dense_symmetric_factor(n + m, w->matrix, w->pivot, &negative))
        return false;
    dense_symmetric_solve(n + m, w->matrix, w->pivot, w->right);
    memcpy(dx, w->right, sizeof(double) * (size_t)n);
    for (int r = 0; r < m; r++)
        next[r] = -w->right[n + r];
    return is_finite(w->right, n + m);
}

/* The residual of those equations; INFINITY if another row is violated or the multiplier of an inequality is
 * negative. */
static double newton_residual(const struct nlp_work *w, const struct nlp_values *v, const bool *active,
                              const double *lambda)
{
    double most = 0;
    for (int i = 0; i < w->n; i++) {
        double sum = v->g[i];
        for (int r = 0; r < w->m; r++)
            sum -= v->j[r * w->n + i] * lambda[r];
        most = fmax(most, fabs(sum));
    }
    for (int r = 0; r < w->m; r++) {
        if (active[r])
            most = fmax(most, fabs(v->c[r]));
        if (r >= w->e && ((!active[r] && v->c[r] < -w->tolerance) || (active[r] && lambda[r] < -w->tolerance)))
            return INFINITY;
    }
    return most;
}

void nlp_polish(struct nlp_work *w)
{
    enum { ROUNDS = 6 };
    bool *active = MEM_ARRAY(bool, w->m);
    double *lambda = MEM_ARRAY(double, w->m), *next = MEM_ARRAY(double, w->m), best = INFINITY;
    for (int r = 0; r < w->m; r++) {
        active[r] = r < w->e || w->z[r - w->e] > w->s[r - w->e];
        lambda[r] = r < w->e ? w->y[r] : active[r] ? w->z[r - w->e] : 0;
    }
    best = newton_residual(w, &w->now, active, lambda);
    for (int round = 0; round < ROUNDS; round++) {
        if (!newton_step(w, active, lambda, w->dx, next) || !nlp_evaluate(w, w->dx, 1, true, &w->trial))
            break;
        double residual = newton_residual(w, &w->trial, active, next);
        if (!(residual < 0.5 * best))
            break;
        best = residual;
        w->p->accept(w->p->ctx, w->dx, 1);
        struct nlp_values swapped = w->now;
        w->now = w->trial;
        w->trial = swapped;
        memcpy(lambda, next, sizeof *lambda * (size_t)w->m);
        memcpy(w->y, lambda, sizeof *lambda * (size_t)w->e);
        for (int i = 0; i < w->q; i++)
            w->z[i] = fmax(lambda[w->e + i], 0);
    }
    mem_free(active);
    mem_free(lambda);
    mem_free(next);
}
