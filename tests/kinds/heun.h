/* heun.h: an integrator defined by a program: Heun's method of order 2 with steps of a millisecond. It needs only the
 * class table and its line in the list. */
#ifndef TESTS_KINDS_HEUN_H
#define TESTS_KINDS_HEUN_H

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "time/engine.h"

struct heun {
    struct engine engine;
    int n;
    double t, before, h;
    double *y, *old, *rate, *late, *guess;
};

static struct heun *heun_of(const struct engine *e) { return (struct heun *)(void *)e; }

static enum engine_outcome heun_begin(struct engine *e, double t, const double *y, double stop)
{
    struct heun *a = heun_of(e);
    (void)stop;
    a->t = a->before = t;
    memcpy(a->y, y, sizeof *y * (size_t)a->n);
    return ENGINE_OK;
}

static enum engine_outcome heun_step(struct engine *e, double stop, double *t)
{
    struct heun *a = heun_of(e);
    const double h = fmin(1e-3, stop - a->t);
    memcpy(a->old, a->y, sizeof *a->y * (size_t)a->n);
    a->before = a->t;
    if (!engine_derivative(e, a->t, a->y, a->rate))
        return ENGINE_NOT_FINITE;
    for (int i = 0; i < a->n; i++)
        a->guess[i] = a->y[i] + h * a->rate[i];
    if (!engine_derivative(e, a->t + h, a->guess, a->late))
        return ENGINE_NOT_FINITE;
    for (int i = 0; i < a->n; i++)
        a->y[i] += h / 2 * (a->rate[i] + a->late[i]);
    *t = a->t = a->t + h >= stop ? stop : a->t + h;
    a->h = h;
    return ENGINE_OK;
}

static bool heun_between(struct engine *e, double t, double *y)
{
    const struct heun *a = heun_of(e);
    const double part = a->t > a->before ? (t - a->before) / (a->t - a->before) : 1;
    for (int i = 0; i < a->n; i++)
        y[i] = a->old[i] + part * (a->y[i] - a->old[i]);
    return true;
}

static const double *heun_state(const struct engine *e) { return heun_of(e)->y; }
static double heun_size(const struct engine *e) { return heun_of(e)->h; }

static void heun_free(struct engine *e)
{
    mem_free(heun_of(e)->y);
    mem_free(e);
}

static struct engine *heun_new(const struct plan *plan, struct work *work, double tolerance)
{
    static const struct engine_class class = {.begin = heun_begin,
                                              .step = heun_step,
                                              .between = heun_between,
                                              .state = heun_state,
                                              .size = heun_size,
                                              .free = heun_free};
    struct heun *a = MEM_NEW(struct heun);
    const int n = state_count(plan);
    (void)tolerance;
    *a = (struct heun){.engine = {.class = &class, .plan = plan, .work = work, .stretches = true}, .n = n};
    a->y = MEM_ARRAY(double, 5 * n);
    a->old = a->y + n;
    a->rate = a->old + n;
    a->late = a->rate + n;
    a->guess = a->late + n;
    return &a->engine;
}

INTEGRATOR_NAME(heun, "heun");
static const struct integrator_class integrator_heun = {
    .kind = {.group = TN_KIND_INTEGRATOR,
             .name = integrator_name_heun,
             .synonyms = {"improved-euler"},
             .help = "Heun's method of order 2",
             .example = "world: integrator heun; end"},
    .engine = heun_new,
};

#define KIND(name)                                                                                                     \
    extern const struct integrator_class integrator_##name;                                                            \
    extern const char integrator_name_##name[];
#include "time/integrator_list.h"
#undef KIND
const struct integrator_class *const integrator_classes[] = {
#define KIND(name) &integrator_##name,
#include "time/integrator_list.h"
#undef KIND
    &integrator_heun, NULL};
const char *const integrator_names[] = {
#define KIND(name) integrator_name_##name,
#include "time/integrator_list.h"
#undef KIND
    integrator_name_heun, NULL};

#endif
