/* state.c: the state as integrators have it: that of the system, or, where joints are by coordinates, the one with
 * coordinates of joints in the place of the bodies that hang on them (method/linked.h). */
#include <string.h>

#include "method/linked.h"
#include "time/steps.h"

int state_count(const struct system *s) { return linked_count(s); }
int state_work(const struct system *s) { return linked_work(s); }

/* The system's own state vector; valid until the next one is asked for. */
static const double *whole(struct system *s, double t, const double *z)
{
    if (s->linked == NULL)
        return z;
    linked_expand(s, t, z, s->linked->y);
    return s->linked->y;
}

tn_status state_derivative(struct system *s, double t, const double *z, double *zdot)
{
    s->rough = s->open == 0 && s->bounded_count == 0 && s->driven_count == 0; /* nobody looks at λ */
    tn_status status;
    if (s->linked == NULL) {
        status = system_derivative(s, t, z, zdot);
    } else {
        s->linked->direct = s->solver == SOLVER_SPARSE;
        linked_expand(s, t, z, s->linked->y);
        status = system_derivative(s, t, s->linked->y, s->linked->rate);
        linked_rates(s, z, s->linked->rate, zdot);
        s->linked->direct = false;
    }
    s->rough = false;
    return status;
}

tn_status state_derivative_again(struct system *s, double t, const double *y, double *ydot)
{
    s->rough = s->open == 0 && s->bounded_count == 0 && s->driven_count == 0;
    tn_status status = system_derivative_again(s, t, y, ydot);
    s->rough = false;
    return status;
}

double state_project(struct system *s, double t, double *z, double enough, double *gap)
{
    if (s->linked == NULL)
        return system_project(s, t, z, enough, gap);
    if (gap != NULL)
        *gap = 0;
    if (s->linked->all_skip)
        return 0;
    linked_expand(s, t, z, s->linked->y);
    double most = system_project(s, t, s->linked->y, enough, gap);
    if (most > 0)
        linked_reduce(s, t, s->linked->y, z, true);
    return most;
}

tn_status state_event_values(struct system *s, double t, const double *z, double *g)
{
    return system_event_values(s, t, whole(s, t, z), g);
}

void state_follow_turns(struct system *s, double t, const double *z)
{
    if (s->trackers > 0)
        system_follow_turns(s, t, whole(s, t, z));
}

void state_rates(struct system *s, double t, const double *z, double *square, double *damping)
{
    system_rates(s, t, whole(s, t, z), square, damping);
}

double state_longest(const struct system *s, const double *z)
{
    return s->linked != NULL ? 1 / fmax(linked_fastest(s, z), 1e-3) : INFINITY;
}

double state_change(const struct system *s, const double *z)
{
    if (s->linked == NULL)
        return system_change(s, z);
    linked_scatter(s, z, s->linked->copy);
    return system_change(s, s->linked->copy);
}

void state_load(struct system *s, double t, const double *y, double *z) { linked_reduce(s, t, y, z, false); }
void state_store(struct system *s, double t, const double *z, double *y) { linked_expand(s, t, z, y); }

/* The quaternion of a rigid body lies behind its centre of mass. */
static double length2(const double *q) { return q_norm2((quat){q[3], q[4], q[5], q[6]}); }

void state_normalise(const struct system *s, double *y)
{
    if (s->linked != NULL) {
        linked_normalise(s, y);
        return;
    }
    for (int i = 0; i < s->bodies; i++) {
        if (s->body[i].coordinates != COORDINATES_RIGID)
            continue;
        double *q = y + s->body[i].q, scale = q_unit_scale(length2(q));
        for (int k = 3; k < 7; k++)
            q[k] *= scale;
    }
}

double state_stretch(const struct system *s, const double *y)
{
    double most = 0;
    if (s->linked != NULL)
        return linked_stretch(s, y);
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].coordinates == COORDINATES_RIGID)
            most = fmax(most, fabs(length2(y + s->body[i].q) - 1));
    return most;
}

bool state_finite(const struct system *s, const double *y)
{
    /* what is larger than this is on its way to infinity: no model in metres and seconds gets there */
    const double largest = 1e15;
    const int work = state_work(s), count = state_count(s);
    int wrong = 0;
    for (int i = 0; i < work; i++)
        wrong |= !(fabs(y[i]) < largest); /* NaN too */
    for (int i = work + 1; i < count; i++)
        wrong |= !(fabs(y[i]) < largest);
    return !wrong && isfinite(y[work]);
}
