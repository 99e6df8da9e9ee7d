/* implicit_steps.c: Euler steps in which the forces of elements are those at the end of the step (time/implicit.h). */
#include <string.h>

#include "time/fixed.h"

static tn_status implicit(struct fixed *f, double t, double h, const double *y)
{
    memcpy(f->rate, f->first, sizeof(double) * (size_t)f->plan->y_count);
    implicit_rate(f->implicit, t, h, y, f->rate);
    return fixed_euler(f, h, y, f->rate);
}

static bool takes_implicit(const struct plan *plan) { return plan->linked == NULL && !plan->first_order; }

INTEGRATOR_NAME(implicit, "implicit");
const struct integrator_class integrator_implicit = {
    .kind = {.group = TN_KIND_INTEGRATOR,
             .name = integrator_name_implicit,
             .synonyms = {"backward-euler", "implicit-euler"},
             .help = "linearly implicit Euler steps: flexible models that are stiff or very viscous",
             .example = "world: integrator implicit; step 0.01; end"},
    .step = implicit,
    .own_rate = true,
    .is_implicit = true,
    .takes = takes_implicit,
    .takes_what = "second-order worlds whose joints are enforced by constraints",
    .instead = &integrator_euler,
};
