/* nlp_scaled.c: the same problem in unknowns of about the same size, x = S z: steps, gradients and second derivatives are
 * multiplied by S; multipliers and constraints stay what they are. */
#include <string.h>

#include "base/memory.h"
#include "goals/nlp.h"

struct scaled {
    const struct nlp *p;
    const double *size;
    double *step;
};

static const double *true_step(const struct scaled *s, const double *step)
{
    for (int i = 0; i < s->p->n && step != NULL; i++)
        s->step[i] = s->size[i] * step[i];
    return step != NULL ? s->step : NULL;
}

static bool evaluate(void *ctx, const double *step, double fraction, bool derivatives, struct nlp_values *out)
{
    const struct scaled *s = ctx;
    const int n = s->p->n, rows = s->p->equalities + s->p->inequalities;
    if (!s->p->evaluate(s->p->ctx, true_step(s, step), fraction, derivatives, out))
        return false;
    for (int i = 0; i < n && derivatives; i++)
        out->g[i] *= s->size[i];
    for (int k = 0; k < rows * n && derivatives; k++)
        out->j[k] *= s->size[k % n];
    return true;
}

static void hessian(void *ctx, const double *multiplier, double *h)
{
    const struct scaled *s = ctx;
    const int n = s->p->n;
    s->p->hessian(s->p->ctx, multiplier, h);
    for (int k = 0; k < n * n; k++)
        h[k] *= s->size[k / n] * s->size[k % n];
}

static void accept(void *ctx, const double *step, double fraction)
{
    const struct scaled *s = ctx;
    s->p->accept(s->p->ctx, true_step(s, step), fraction);
}

static bool stop(void *ctx)
{
    const struct scaled *s = ctx;
    return s->p->stop != NULL && s->p->stop(s->p->ctx);
}

void nlp_solve_scaled(const struct nlp *p, const double *size, double tolerance, int most, double *multiplier,
                      struct nlp_report *out)
{
    struct scaled s = {.p = p, .size = size, .step = MEM_ARRAY(double, p->n)};
    struct nlp own = *p;
    own.ctx = &s;
    own.evaluate = evaluate;
    own.hessian = hessian;
    own.accept = accept;
    own.stop = stop;
    nlp_solve(&own, tolerance, most, multiplier, out);
    mem_free(s.step);
}
