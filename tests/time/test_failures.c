/* test_failures.c: integrators that cannot continue: the last good state, the message, errors of the caller, and no
 * output of other libraries. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "integrating.h"

/* No force up to x = 1, NaN beyond it. */
static void cliff(const struct force_item *items, int n, struct force_context *x)
{
    (void)items;
    (void)n;
    if (x->poses[0].x.x > 1)
        x->wrenches[0].f.x = NAN;
}
static const struct force_class cliff_class = {.kind = {.name = "cliff"}, .apply = cliff};

/* v̇ = v²: v = 1/(1 − t), infinite at t = 1. */
static void explode(const struct force_item *items, int n, struct force_context *x)
{
    (void)items;
    (void)n;
    x->wrenches[0].f.x = x->poses[0].v.x * x->poses[0].v.x;
}
static const struct force_class exploder = {.kind = {.name = "explode"}, .apply = explode};

/* A force that jumps everywhere: no step is short enough. */
static void dither(const struct force_item *items, int n, struct force_context *x)
{
    (void)items;
    (void)n;
    x->wrenches[0].f.x = sin(1e17 * (x->poses[0].x.x + 1)) * 1e17;
}
static const struct force_class ditherer = {.kind = {.name = "dither"}, .apply = dither};

static struct hand *trouble(const struct force_class *class)
{
    struct hand *h = hand_new();
    int p = hand_particle(h, 1);
    hand_force(h, class, -1, -1, -1, 0, 0, 0);
    hand_ready(h);
    hand_v(h, p)[0] = 1;
    return h;
}

static void check_words(const char *message, const char *const *words)
{
    assert_non_null(message);
    for (int i = 0; words[i] != NULL; i++)
        if (strstr(message, words[i]) == NULL)
            fail_msg("'%s' is not in: %s", words[i], message);
}

static void failures_keep_the_last_good_state(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct hand *h = trouble(&cliff_class);
        struct integrator *g = make(h, all[m], m < 2 ? 1e-6 : 0.03);
        double t = 0;
        char *message = NULL;
        assert_int_equal(integrator_advance(g, &t, h->y, 3, INFINITY, NULL, &message), TN_STUCK);
        check_words(message, (const char *[]){"at t = ", "step", "not finite", NULL});
        mem_free(message);
        assert_true(t > 0.9 && t < 1.04);
        check_near("x", hand_q(h, 0)[0], t, 1e-12);
        check_near("v", hand_v(h, 0)[0], 1, 1e-12);
        /* It fails again; the message pointer may be NULL. */
        double stuck = t;
        assert_int_equal(integrator_advance(g, &t, h->y, 3, INFINITY, NULL, NULL), TN_STUCK);
        assert_true(t >= stuck && t < 1.04);
        /* From another state the same integrator continues. */
        hand_v(h, 0)[0] = -1;
        hand_q(h, 0)[0] = 0.5;
        integrator_restart(g);
        run(g, h, &t, 3);
        check_near("x", hand_q(h, 0)[0], 0.5 - (3 - stuck), 1e-2);
        integrator_free(g);
        hand_free(h);
    }
}

static void no_number_at_the_start(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct hand *h = trouble(&cliff_class);
        struct integrator *g = make(h, all[m], m < 2 ? 1e-6 : 0.03);
        hand_q(h, 0)[0] = 2;
        double t = 5;
        char *message = NULL;
        assert_int_equal(integrator_advance(g, &t, h->y, 6, INFINITY, NULL, &message), TN_STUCK);
        check_words(message, (const char *[]){"at t = 5 s", "not finite", NULL});
        mem_free(message);
        assert_true(t == 5 && hand_q(h, 0)[0] == 2 && hand_v(h, 0)[0] == 1);
        integrator_free(g);
        hand_free(h);
    }
}

static void an_explosion_ends(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        struct hand *h = trouble(&exploder);
        struct integrator *g = make(h, all[m], 1e-6);
        double t = 0;
        char *message = NULL;
        assert_int_equal(integrator_advance(g, &t, h->y, 3, INFINITY, NULL, &message), TN_STUCK);
        check_words(message, (const char *[]){"at t = ", "step became too small", "stiff for",
                                              tn_integrator_name(all[m]), NULL});
        mem_free(message);
        check_near("t", t, 1, 1e-3);
        assert_true(isfinite(hand_v(h, 0)[0]) && hand_v(h, 0)[0] > 1e3);
        integrator_free(g);
        hand_free(h);
    }
    /* Fixed steps pass it until numbers overflow. */
    struct hand *h = trouble(&exploder);
    struct integrator *g = make(h, TN_EULER, 0.01);
    double t = 0;
    char *message = NULL;
    assert_int_equal(integrator_advance(g, &t, h->y, 3, INFINITY, NULL, &message), TN_STUCK);
    check_words(message, (const char *[]){"at t = 1", "0.01 s", "not finite", "euler", "shorter step", NULL});
    mem_free(message);
    assert_true(t < 3);
    for (int i = 0; i < h->plan.y_count; i++)
        assert_true(isfinite(h->y[i]));
    integrator_free(g);
    hand_free(h);
}

static void steps_that_become_too_small(void **state)
{
    (void)state;
    struct hand *h = trouble(&ditherer);
    struct integrator *g = make(h, TN_ADAMS, 1e-10);
    double t = 0;
    char *message = NULL;
    assert_int_equal(integrator_advance(g, &t, h->y, 3, INFINITY, NULL, &message), TN_STUCK);
    check_words(message, (const char *[]){"at t = ", "step became too small", "impossible or too stiff for adams",
                                          "integrator gear", "larger tau", "looser tolerance", NULL});
    mem_free(message);
    integrator_free(g);
    hand_free(h);
}

static void more_digits_than_there_are(void **state)
{
    (void)state;
    struct hand *h = oscillator();
    struct integrator *g = make(h, TN_ADAMS, 1e-18);
    double t = 0;
    char *message = NULL;
    assert_int_equal(integrator_advance(g, &t, h->y, 3, INFINITY, NULL, &message), TN_STUCK);
    check_words(message, (const char *[]){"at t = 0 s", "tolerance 1e-18", "more digits", NULL});
    mem_free(message);
    assert_true(t == 0);
    integrator_free(g);
    hand_free(h);
    h = oscillator();
    g = make(h, TN_RK4, 1e-30);
    assert_int_equal(integrator_advance(g, &t, h->y, 3, INFINITY, NULL, &message), TN_STUCK);
    check_words(message, (const char *[]){"at t = 0 s", "too short", NULL});
    mem_free(message);
    t = 1e6;
    assert_int_equal(integrator_advance(g, &t, h->y, 1e6 + 1e-8, INFINITY, NULL, &message), TN_STUCK);
    mem_free(message);
    integrator_free(g);
    hand_free(h);
}

static void callers_mistakes(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct hand *h = oscillator();
        struct integrator *g = make(h, all[m], 1e-3);
        double before[7];
        memcpy(before, h->y, sizeof before);
        struct {
            double t, target, stop;
        } cases[] = {
            {1, 0.5, 2},      {1, NAN, 2}, {1, 2, NAN}, {1, 2, 1.5}, {NAN, 1, 2}, {1, 1, 0.5}, {1, INFINITY, INFINITY},
            {1, -INFINITY, 2}};
        for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++) {
            double t = cases[k].t;
            char *message = (char *)"untouched";
            assert_int_equal(integrator_advance(g, &t, h->y, cases[k].target, cases[k].stop, NULL, &message),
                             TN_WRONG_USE);
            assert_null(message);
            assert_memory_equal(&t, &cases[k].t, sizeof t);
            assert_memory_equal(h->y, before, sizeof before);
        }
        double t = 1;
        assert_int_equal(integrator_advance(g, &t, h->y, 1, 1, NULL, NULL),
                         TN_OK); /* an empty interval is not an error */
        assert_memory_equal(h->y, before, sizeof before);
        integrator_free(g);
        hand_free(h);
    }
    integrator_free(NULL);
}

/* Failures inside the library behind BDF print nothing on the terminal. */
static void others_are_silent(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stdout);
    fflush(stderr);
    int out = dup(1), err = dup(2);
    dup2(fileno(file), 1);
    dup2(fileno(file), 2);
    const struct force_class *classes[] = {&cliff_class, &exploder, &ditherer};
    for (int k = 0; k < 3; k++)
        for (int m = 0; m < 2; m++) {
            struct hand *h = trouble(classes[k]);
            struct integrator *g = make(h, all[m], k == 2 ? 1e-18 : 1e-6);
            double t = 0;
            integrator_advance(g, &t, h->y, 3, INFINITY, NULL, NULL);
            integrator_free(g);
            hand_free(h);
        }
    fflush(stdout);
    fflush(stderr);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file);
    fclose(file);
    assert_int_equal(bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_keep_the_last_good_state),
        cmocka_unit_test(no_number_at_the_start),
        cmocka_unit_test(an_explosion_ends),
        cmocka_unit_test(steps_that_become_too_small),
        cmocka_unit_test(more_digits_than_there_are),
        cmocka_unit_test(callers_mistakes),
        cmocka_unit_test(others_are_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
