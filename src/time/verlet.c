/* verlet.c: Verlet's method of order 2.
 *
 *   v½ = v + ½h a,  q⁺ = q moved with v½ for h,  v⁺ = v½ + ½h v̇(t + h, q⁺, v + h a)
 *
 * The rate at the start of the next step is that at (q⁺, v⁺): the same positions, so that the matrix and its factors
 * are reused.
 */
#include "time/fixed.h"

static tn_status verlet(struct fixed *f, double t, double h, const double *y)
{
    const struct plan *plan = f->plan;
    for (int i = plan->q_count; i < plan->y_count; i++)
        f->next[i] = y[i] + 0.5 * h * f->first[i];
    fixed_move(f, h, y);
    for (int i = plan->q_count; i < plan->y_count; i++) /* predicted, for forces that depend on velocities */
        f->next[i] = y[i] + h * f->first[i];
    tn_status status = fixed_derivative(f, t + h, f->next, f->rate, false);
    for (int i = plan->q_count; i < plan->y_count; i++)
        f->next[i] = y[i] + 0.5 * h * (f->first[i] + f->rate[i]);
    f->same_place = true;
    return status;
}

INTEGRATOR_NAME(verlet, "verlet");
const struct integrator_class integrator_verlet = {
    .kind = {.group = TN_KIND_INTEGRATOR,
             .name = integrator_name_verlet,
             .synonyms = {"leapfrog", "stoermer"},
             .help = "Verlet's method of order 2: fixed steps, one factorization each",
             .example = "world: integrator verlet; step 0.002; end"},
    .step = verlet,
    .own_rate = true,
    .damping = 2,
    .limit = 0.47,
    .first_order_limit = 0.47,
    .takes = integrator_takes_verlet,
    .takes_what = "bodies and constraints without limits, motors and general coordinates",
    .instead = &integrator_rk4,
};
