/* nlp_restore.c: feasibility restoration: minimizes the squared violation by the Levenberg–Marquardt method. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "linear/dense.h"
#include "goals/nlp_parts.h"

/* Violation of a row. An inequality must exceed zero by a margin, so that its slack starts in the interior. */
static double violated(const struct nlp_work *w, const double *c, int r, double margin)
{
    return r < w->e ? c[r] : fmin(c[r] - margin, 0);
}

static double sum_of_squares(const struct nlp_work *w, const double *c, double margin)
{
    double sum = 0;
    for (int r = 0; r < w->m; r++) {
        double v = violated(w, c, r, margin);
        sum += v * v;
    }
    return sum;
}

/* (JᵀJ + λ) dx = −Jᵀv; returns the largest |Jᵀv|. */
static double restoration_step(struct nlp_work *w, double margin, double damping)
{
    const int n = w->n;
    double most = 0;
    int negative;
    memset(w->matrix, 0, sizeof(double) * (size_t)n * (size_t)n);
    memset(w->dx, 0, sizeof(double) * (size_t)n);
    for (int r = 0; r < w->m; r++) {
        double v = violated(w, w->now.c, r, margin);
        const double *j = w->now.j + r * n;
        if (r >= w->e && v == 0)
            continue;
        for (int c = 0; c < n; c++) {
            w->dx[c] -= j[c] * v;
            for (int i = c; i < n; i++)
                w->matrix[c * n + i] += j[c] * j[i];
        }
    }
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(w->dx[i]));
        w->matrix[i * n + i] += damping * (1e-3 + w->matrix[i * n + i]);
    }
    if (dense_symmetric_factor(n, w->matrix, w->pivot, &negative))
        dense_symmetric_solve(n, w->matrix, w->pivot, w->dx);
    else
        memset(w->dx, 0, sizeof(double) * (size_t)n);
    return most;
}

bool nlp_restore(struct nlp_work *w, double goal)
{
    enum { MOST = 300 };
    const double margin = fmin(1e-6, goal);
    double damping = 1e-4;
    for (int i = 0; i < MOST; i++) {
        double now = sum_of_squares(w, w->now.c, margin);
        if (sqrt(now) <= goal)
            return true;
        double slope = restoration_step(w, margin, damping);
        if (slope <= 1e-11 * fmax(1, sqrt(now)))
            return false;
        bool better = nlp_evaluate(w, w->dx, 1, true, &w->trial) && sum_of_squares(w, w->trial.c, margin) < now;
        if (better) {
            double gained = now - sum_of_squares(w, w->trial.c, margin);
            w->p->accept(w->p->ctx, w->dx, 1);
            struct nlp_values swapped = w->now;
            w->now = w->trial;
            w->trial = swapped;
            damping = fmax(damping / 5, 1e-12);
            if (gained < 1e-14 * now)
                return false;
        } else {
            damping *= 10;
            if (damping > 1e12)
                return false;
        }
    }
    return false;
}
