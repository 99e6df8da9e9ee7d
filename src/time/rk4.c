/* rk4.c: the classical Runge–Kutta method of order 4 on the flat state vector; quaternions are normalised after the
 * step (fixed.c). */
#include "time/fixed.h"

static tn_status runge_kutta(struct fixed *f, double t, double h, const double *y)
{
    static const double when[4] = {0, 0.5, 0.5, 1}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    const int n = state_count(f->plan);
    double *next = f->next, *restrict stage = f->stage;
    f->fresh = f->rate != f->first; /* without a rate of its own it overwrites the first */
    for (int k = 0; k < 4; k++) {   /* one pass over the vectors per stage: the sum so far, and the next stage */
        const double *restrict rate = k == 0 ? f->first : f->rate, *sum = k == 0 ? y : f->next;
        const double part = weight[k] * h, look = k < 3 ? when[k + 1] * h : 0;
        for (int i = 0; i < n; i++) {
            next[i] = sum[i] + part * rate[i];
            stage[i] = y[i] + look * rate[i];
        }
        tn_status status = k < 3 ? fixed_derivative(f, t + when[k + 1] * h, f->stage, f->rate, false) : TN_OK;
        if (status != TN_OK)
            return status;
    }
    return TN_OK;
}

INTEGRATOR_NAME(rk4, "rk4");
const struct integrator_class integrator_rk4 = {
    .kind = {.group = TN_KIND_INTEGRATOR,
             .name = integrator_name_rk4,
             .synonyms = {"runge-kutta", "rk", "rungekutta"},
             .help = "the classical Runge-Kutta method of order 4: fixed steps, four evaluations each",
             .example = "world: integrator rk4; step 0.005; end"},
    .step = runge_kutta,
    .own_stage = true,
    .stable = 2.6,
    .limit = 2.78,
    .first_order_limit = 2.78,
};
