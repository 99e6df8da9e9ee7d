/* nystrom.c: a Nyström method of order 4.
 *
 *   k1 = a(t,       q,                              v)                    the last evaluation of the previous step
 *   k2 = a(t + h/2, q + h/2 v + h²/16 k1,           v + h/2 k1)
 *   k3 = a(t + h/2, q + h/2 v + h²/24 (2 k1 + k2),  v + h/4 (k1 + k2))
 *   k4 = a(t + h,   q + h v + h²/6 (k1 + 2 k3),     v + h (2 k3 − k2))
 *   q⁺ = the position of k4,   v⁺ = v + h/6 (k1 + 4 k3 + k4)
 *
 * For velocities it is the method of England (1969): b = (1, 0, 4, 1)/6, rows (1/2), (1/4, 1/4), (0, −1, 2). The
 * conditions of order 4 for q̈ = a(q, q̇) leave the position of k2 free beyond first order, since b₃a₃₂ + b₄a₄₂ = 0:
 * with h²/12 oscillations would keep their amplitude up to hω = 2√3; with h²/16 the fastest are damped slightly up to
 * 3.5 (by 1.6e-3 per step at hω = 1.5, 0.11 at 3), which long chains need. k4 is at q⁺, so that k1 of the next step is
 * at positions that have been evaluated already and reuses their matrix and factors: three evaluations and a cheaper
 * one, where RK4 takes four to reach hω = 2.83.
 *
 * Rotations: for a body with spin ω(t), the rotation vector θ since the start of the step, exp(θ), is to order 4
 * (Magnus)
 *
 *   θ = ∫ω dt − c²h²/12 ω(t) × ω(t + ch)
 *
 * where the integral is computed like that of v. k2 needs only second order, and omits the last term.
 */
#include <string.h>

#include "time/fixed.h"

enum nystrom_place { NYSTROM_EARLY, NYSTROM_MIDDLE, NYSTROM_END };

struct weights {
    double part, first, second; /* fraction of the step; coefficients of h² k1 and h² k */
    bool bends;                 /* with the Magnus term */
};

static const struct weights weights[] = {
    [NYSTROM_EARLY] = {0.5, 1.0 / 16, 0, false},
    [NYSTROM_MIDDLE] = {0.5, 1.0 / 12, 1.0 / 24, true},
    [NYSTROM_END] = {1, 1.0 / 6, 1.0 / 3, true},
};

static inline vec3 at(const double *x) { return v3(x[0], x[1], x[2]); }

static void nystrom_move(const struct plan *plan, double h, const double *y, enum nystrom_place place, const double *k1,
                         const double *k, double *next)
{
    const struct weights w = weights[place];
    const double part = w.part * h, first = w.first * h * h, second = w.second * h * h;
    const double bend = w.bends ? -part * part / 12 : 0;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        for (int c = 0; c < body_width(b); c++)
            next[b->q + c] = y[b->q + c] + part * y[b->v + c] + first * k1[b->v + c] + second * k[b->v + c];
        if (b->coordinates != COORDINATES_RIGID)
            continue;
        const double *q = y + b->q + 3;
        const int spin = b->v + 3;
        const vec3 steady = v3_add_scaled(v3_scale(part, at(y + spin)), first, at(k1 + spin));
        const vec3 turn =
            v3_add_scaled(v3_add_scaled(steady, second, at(k + spin)), bend, v3_cross(at(y + spin), at(next + spin)));
        const quat to = q_mul(q_exp(turn), (quat){q[0], q[1], q[2], q[3]});
        memcpy(next + b->q + 3, &to, sizeof to);
    }
}

/* ---- a step ---- */

static tn_status nystrom(struct fixed *f, double t, double h, const double *y)
{
    const struct plan *plan = f->plan;
    const double *restrict k1 = f->first, *restrict k2 = f->rate, *restrict k3 = f->stage;
    double *restrict next = f->next;
    for (int i = plan->q_count; i < plan->y_count; i++)
        next[i] = y[i] + h / 2 * k1[i];
    nystrom_move(plan, h, y, NYSTROM_EARLY, k1, k1, next);
    tn_status status = fixed_derivative(f, t + h / 2, next, f->rate, false);
    for (int i = plan->q_count; i < plan->y_count && status == TN_OK; i++)
        next[i] = y[i] + h / 4 * (k1[i] + k2[i]);
    nystrom_move(plan, h, y, NYSTROM_MIDDLE, k1, k2, next);
    if (status == TN_OK)
        status = fixed_derivative(f, t + h / 2, next, f->stage, false);
    for (int i = plan->q_count; i < plan->y_count && status == TN_OK; i++)
        next[i] = y[i] + h * (2 * k3[i] - k2[i]);
    nystrom_move(plan, h, y, NYSTROM_END, k1, k3, next);
    if (status == TN_OK)
        status = fixed_derivative(f, t + h, next, f->rate, false);
    for (int i = plan->q_count; i < plan->y_count; i++)
        next[i] = y[i] + h / 6 * (k1[i] + 4 * k3[i] + k2[i]); /* k2 is the fourth rate by now */
    f->same_place = true;
    return status;
}

INTEGRATOR_NAME(nystrom, "nystrom");
const struct integrator_class integrator_nystrom = {
    .kind = {.group = TN_KIND_INTEGRATOR,
             .name = integrator_name_nystrom,
             .synonyms = {"rkn"},
             .help = "a Nystroem method of order 4: fixed steps, two factorizations each",
             .example = "world: integrator nystrom; step 0.005; end"},
    .step = nystrom,
    .own_rate = true,
    .own_stage = true,
    .stable = 2.3,
    .limit = 1.5,
    .first_order_limit = 1.5,
    .takes = integrator_takes_nystrom,
    .takes_what = "bodies and constraints without limits, motors, flexible models and general coordinates",
    .instead = &integrator_rk4,
};
