/* integrator.c: chooses the stepper and passes calls on to it. */
#include "time/integrator.h"

#include <string.h>

#include "base/memory.h"
#include "displacement/displacement.h"
#include "time/steps.h"

struct integrator {
    const struct plan *plan;
    struct work *work;
    struct fixed *fixed; /* one of these */
    struct adaptive *adaptive;
    struct displaced_steps *displaced;
    double *z;  /* with joints by coordinates: the stepper's state, */
    bool has_z; /* valid since the last call */
};

bool integrator_takes_verlet(const struct plan *plan)
{
    return plan->bounded_count == 0 && plan->linked == NULL && !plan->first_order && plan->generals + plan->slides == 0;
}

bool integrator_takes_nystrom(const struct plan *plan) { return integrator_takes_verlet(plan) && plan->flexibles == 0; }

int integrator_count(void)
{
    int n = 0;
    while (integrator_classes[n] != NULL)
        n++;
    return n;
}

const struct integrator_class *integrator_for(const struct plan *plan, tn_integrator asked)
{
    const struct integrator_class *class = integrator_classes[asked];
    return class->takes == NULL || class->takes(plan) ? class : class->instead;
}

struct integrator *integrator_new(const struct plan *plan, struct work *work, const tn_settings *settings, bool held)
{
    struct integrator *g = MEM_NEW(struct integrator);
    g->plan = plan;
    g->work = work;
    if (plan->linked != NULL)
        g->z = MEM_ARRAY(double, state_count(plan));
    if (plan->displaces) {
        g->displaced = displaced_new(plan, work, settings);
        return g;
    }
    if (plan->contact) { /* impacts and friction: fixed steps of contact, whatever the settings say */
        g->fixed = fixed_new(plan, work, &integrator_euler, settings->step);
        return g;
    }
    const struct integrator_class *class = integrator_for(plan, settings->integrator);
    if (class->step != NULL)
        g->fixed = fixed_new(plan, work, class, settings->step);
    else
        g->adaptive = adaptive_new(plan, work, class, settings->tolerance, held);
    return g;
}

void integrator_free(struct integrator *g)
{
    if (g == NULL)
        return;
    fixed_free(g->fixed);
    displaced_free(g->displaced);
    adaptive_free(g->adaptive);
    mem_free(g->z);
    mem_free(g);
}

void integrator_bind(struct integrator *g, const struct plan *plan)
{
    g->plan = plan;
    if (g->fixed != NULL)
        fixed_bind(g->fixed, plan);
    if (g->adaptive != NULL)
        adaptive_bind(g->adaptive, plan);
    if (g->displaced != NULL)
        displaced_bind(g->displaced, plan);
}

void integrator_inherit(struct integrator *g, struct integrator *from)
{
    if (from != NULL && g->fixed != NULL && from->fixed != NULL)
        fixed_inherit(g->fixed, from->fixed);
}

static void restart(struct integrator *g, void (*fixed)(struct fixed *f))
{
    g->has_z = false;
    if (g->adaptive != NULL)
        adaptive_restart(g->adaptive);
    else if (g->fixed != NULL)
        fixed(g->fixed);
    else if (g->plan->displaces)
        displacement_restart(g->work->displacement);
}

void integrator_restart(struct integrator *g) { restart(g, fixed_restart); }
void integrator_forget(struct integrator *g) { restart(g, fixed_forget); }

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
    double *whole = y;
    if (g->z != NULL) {
        if (!g->has_z)
            state_load(g->plan, g->work, *t, y, g->z);
        y = g->z;
    }
    tn_status status = g->displaced != NULL ? displaced_advance(g->displaced, t, y, target, &why)
                       : g->fixed != NULL   ? fixed_advance(g->fixed, t, y, target, stop, event, &why)
                                            : adaptive_advance(g->adaptive, t, y, target, stop, event, &why);
    if (g->z != NULL) {
        state_store(g->plan, g->work, *t, g->z, whole);
        g->has_z = true;
    }
    if (message != NULL)
        *message = why;
    else
        mem_free(why);
    return status;
}

void integrator_show(const struct integrator *g, struct work *work, double *t, double *y)
{
    const struct plan *plan = g->plan;
    double *z = g->z == NULL ? y : MEM_ARRAY(double, state_count(plan));
    bool has = g->adaptive != NULL ? adaptive_show(g->adaptive, t, z) : g->z != NULL;
    if (has && g->adaptive == NULL) /* fixed steps change time and state together */
        memcpy(z, g->z, sizeof *z * (size_t)state_count(plan));
    if (has && g->z != NULL)
        state_store(plan, work, *t, z, y);
    if (g->z != NULL)
        mem_free(z);
}

long integrator_unfinished(const struct integrator *g) { return g->fixed != NULL ? fixed_unfinished(g->fixed) : 0; }

long integrator_steps(const struct integrator *g)
{
    return g->displaced != NULL ? displaced_count(g->displaced)
           : g->fixed != NULL   ? fixed_steps(g->fixed)
                                : adaptive_steps(g->adaptive);
}
