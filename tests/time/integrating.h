/* integrating.h: shared by the tests of the integrators: all of them by name, runs that must succeed, an oscillator. */
#ifndef TESTS_TIME_INTEGRATING_H
#define TESTS_TIME_INTEGRATING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "hand.h"

static const tn_integrator all[] = {TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER};

static inline void check_near(const char *what, double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%s: got %.17g, want %.17g, off by %.3g", what, got, want, got - want);
}

static inline struct integrator *make(struct hand *h, tn_integrator method, double number)
{
    tn_settings settings = {.size = sizeof(tn_settings), .integrator = method, .tolerance = number, .step = number};
    return integrator_new(&h->plan, &h->work, &settings, false);
}

/* Runs; must succeed. */
static inline void run(struct integrator *g, struct hand *h, double *t, double target)
{
    char *message = NULL;
    tn_status status = integrator_advance(g, t, h->y, target, INFINITY, NULL, &message);
    if (status != TN_OK)
        fail_msg("status %d: %s", (int)status, message != NULL ? message : "no message");
    assert_null(message);
    assert_true(*t == target);
}

/* A particle on a spring of no length: each coordinate a cosine with ω = 3. */
static inline struct hand *oscillator(void)
{
    struct hand *h = hand_new();
    int p = hand_particle(h, 2);
    hand_force(h, force_find("spring"), hand_nail(h, 0, 0, 0), hand_center(h, p), -1, 18, 0, 0);
    hand_ready(h);
    memcpy(hand_q(h, p), (double[]){1, 0, 0.5}, 3 * sizeof(double));
    memcpy(hand_v(h, p), (double[]){0, 3, -1.5}, 3 * sizeof(double));
    return h;
}

#endif
