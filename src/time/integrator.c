/* integrator.c: which stepper, and what may be asked of it. */
#include "time/integrator.h"

#include <string.h>

#include "base/memory.h"
#include "method/displacement.h"
#include "time/steps.h"

struct integrator {
    struct system *system;
    struct fixed *fixed; /* one of these */
    struct adaptive *adaptive;
    struct displaced_steps *displaced;
};

struct integrator *integrator_new(struct system *s, const tn_settings *settings)
{
    struct integrator *g = MEM_NEW(struct integrator);
    g->system = s;
    if (s->displacement != NULL) {
        g->displaced = displaced_new(s, settings);
        return g;
    }
    if (s->contact != NULL) { /* impacts and friction: fixed steps of their own, whatever is set */
        g->fixed = fixed_new(s, TN_EULER, settings->step);
        return g;
    }
    switch (settings->integrator) {
    case TN_VERLET: /* moments at which limits change want a better order; what is stable for it is so for RK4 */
        g->fixed = fixed_new(s, s->bounded_count > 0 ? TN_RK4 : TN_VERLET, settings->step);
        break;
    case TN_EULER:
    case TN_RK4:
        g->fixed = fixed_new(s, settings->integrator, settings->step);
        break;
    case TN_ADAMS:
    case TN_GEAR:
        g->adaptive = adaptive_new(s, settings->integrator, settings->tolerance);
        break;
    }
    return g;
}

void integrator_free(struct integrator *g)
{
    if (g == NULL)
        return;
    fixed_free(g->fixed);
    displaced_free(g->displaced);
    adaptive_free(g->adaptive);
    mem_free(g);
}

void integrator_restart(struct integrator *g)
{
    if (g->adaptive != NULL)
        adaptive_restart(g->adaptive);
    else if (g->fixed != NULL)
        fixed_restart(g->fixed);
    else if (g->system->displacement != NULL)
        displacement_restart(g->system->displacement);
}

tn_status integrator_advance(struct integrator *g, double *t, double *y, double target, double stop, bool *event,
                             char **message)
{
    bool unasked;
    event = event != NULL ? event : &unasked;
    *event = false;
    if (message != NULL)
        *message = NULL;
    if (g == NULL || !isfinite(*t) || !isfinite(target) || !(target >= *t) || !(stop >= target))
        return TN_WRONG_USE;
    if (target == *t)
        return TN_OK;
    char *why = NULL;
    tn_status status = g->displaced != NULL ? displaced_advance(g->displaced, t, y, target, &why)
                       : g->fixed != NULL   ? fixed_advance(g->fixed, t, y, target, event, &why)
                                            : adaptive_advance(g->adaptive, t, y, target, stop, event, &why);
    if (message != NULL)
        *message = why;
    else
        mem_free(why);
    return status;
}

long integrator_steps(const struct integrator *g)
{
    return g->displaced != NULL ? displaced_count(g->displaced)
           : g->fixed != NULL   ? fixed_steps(g->fixed)
                                : adaptive_steps(g->adaptive);
}

/* The quaternion of a rigid body lies behind its centre of mass. */
static double length2(const double *q) { return q_norm2((quat){q[3], q[4], q[5], q[6]}); }

void state_normalise(const struct system *s, double *y)
{
    for (int i = 0; i < s->bodies; i++) {
        if (s->body[i].coordinates != COORDINATES_RIGID)
            continue;
        double *q = y + s->body[i].q, scale = 1 / sqrt(length2(q));
        for (int k = 3; k < 7; k++)
            q[k] *= scale;
    }
}

double state_stretch(const struct system *s, const double *y)
{
    double most = 0;
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].coordinates == COORDINATES_RIGID)
            most = fmax(most, fabs(length2(y + s->body[i].q) - 1));
    return most;
}

bool state_finite(const struct system *s, const double *y)
{
    /* what is larger than this is on its way to infinity: no model in metres and seconds gets there */
    const double largest = 1e15;
    int wrong = 0;
    for (int i = 0; i < s->work; i++)
        wrong |= !(fabs(y[i]) < largest); /* NaN too */
    for (int i = s->work + 1; i < s->y_count; i++)
        wrong |= !(fabs(y[i]) < largest);
    return !wrong && isfinite(y[s->work]);
}
