/* state.c: the state of integrators: that of the system or, with joints by coordinates, a smaller one in which joint
 * coordinates replace the bodies that hang on the joints (dynamics/tree/linked.h). */
#include <string.h>

#include "dynamics/tree/linked.h"
#include "time/steps.h"

int state_count(const struct plan *plan) { return linked_count(plan); }
int state_work(const struct plan *plan) { return linked_work(plan); }

/* The system's own state vector; valid until the next call. */
static const double *whole(const struct plan *plan, struct work *work, double t, const double *z)
{
    if (plan->linked == NULL)
        return z;
    linked_expand(plan, work, t, z, work->linked->y);
    return work->linked->y;
}

tn_status state_derivative(const struct plan *plan, struct work *work, double t, const double *z, double *zdot)
{
    work->skip_multiplier_balance = work->open == 0 && plan->bounded_count == 0 && plan->driven_count == 0;
    tn_status status;
    if (plan->linked == NULL) {
        status = system_derivative(plan, work, t, z, zdot);
    } else {
        work->linked->direct = plan->solver == SOLVER_SPARSE;
        linked_expand(plan, work, t, z, work->linked->y);
        status = system_derivative(plan, work, t, work->linked->y, work->linked->rate);
        linked_rates(plan, work, z, work->linked->rate, zdot);
        work->linked->direct = false;
    }
    work->skip_multiplier_balance = false;
    return status;
}

tn_status state_derivative_again(const struct plan *plan, struct work *work, double t, const double *y, double *ydot)
{
    work->skip_multiplier_balance = work->open == 0 && plan->bounded_count == 0 && plan->driven_count == 0;
    tn_status status = system_derivative_again(plan, work, t, y, ydot);
    work->skip_multiplier_balance = false;
    return status;
}

double state_project(const struct plan *plan, struct work *work, double t, double *z, double enough, double *gap)
{
    if (plan->linked == NULL)
        return system_project(plan, work, t, z, enough, gap);
    if (gap != NULL)
        *gap = 0;
    if (work->linked->all_skip)
        return 0;
    linked_expand(plan, work, t, z, work->linked->y);
    double most = system_project(plan, work, t, work->linked->y, enough, gap);
    if (most > 0)
        linked_reduce(plan, work, t, work->linked->y, z, true);
    return most;
}

tn_status state_event_values(const struct plan *plan, struct work *work, double t, const double *z, double *g)
{
    return system_event_values(plan, work, t, whole(plan, work, t, z), g);
}

void state_follow_turns(const struct plan *plan, struct work *work, double t, const double *z)
{
    if (plan->trackers > 0)
        system_follow_turns(plan, work, t, whole(plan, work, t, z));
}

void state_rates(const struct plan *plan, struct work *work, double t, const double *z, double *square, double *damping)
{
    system_rates(plan, work, t, whole(plan, work, t, z), square, damping);
}

double state_longest(const struct plan *plan, const double *z)
{
    return plan->linked != NULL ? 1 / fmax(linked_fastest(plan, z), 1e-3) : INFINITY;
}

double state_change(const struct plan *plan, const struct work *work, const double *z)
{
    if (plan->linked == NULL)
        return system_change(plan, z);
    linked_scatter(plan, z, work->linked->copy);
    return system_change(plan, work->linked->copy);
}

void state_load(const struct plan *plan, struct work *work, double t, const double *y, double *z)
{
    linked_reduce(plan, work, t, y, z, false);
}
void state_store(const struct plan *plan, struct work *work, double t, const double *z, double *y)
{
    linked_expand(plan, work, t, z, y);
}

/* The quaternion of a rigid body follows its centre of mass. */
static double length2(const double *q) { return q_norm2((quat){q[3], q[4], q[5], q[6]}); }

void state_normalise(const struct plan *plan, double *y)
{
    if (plan->linked != NULL) {
        linked_normalise(plan, y);
        return;
    }
    for (int i = 0; i < plan->bodies; i++) {
        if (plan->body[i].coordinates != COORDINATES_RIGID)
            continue;
        double *q = y + plan->body[i].q, scale = q_unit_scale(length2(q));
        for (int k = 3; k < 7; k++)
            q[k] *= scale;
    }
}

double state_stretch(const struct plan *plan, const double *y)
{
    double most = 0;
    if (plan->linked != NULL)
        return linked_stretch(plan, y);
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].coordinates == COORDINATES_RIGID)
            most = fmax(most, fabs(length2(y + plan->body[i].q) - 1));
    return most;
}

bool state_finite(const struct plan *plan, const double *y)
{
    /* Larger numbers are diverging: no model in metres and seconds contains them. */
    const double largest = 1e15;
    const int done = state_work(plan), count = state_count(plan);
    int wrong = 0;
    for (int i = 0; i < done; i++)
        wrong |= !(fabs(y[i]) < largest); /* NaN too */
    for (int i = done + 1; i < count; i++)
        wrong |= !(fabs(y[i]) < largest);
    return !wrong && isfinite(y[done]);
}
