/* test_rebuilt.c: what is described or written in the middle of a run goes on to the same bits: what the library finds by
 * itself, what displacements carry from step to step, settings, and numbers that take each other's place. */
#include "same.h"

static void assert_rebuilt(tn_world *w, double until, const char *what)
{
    tn_world *twin = rebuilt(w), *clone = tn_world_clone(w), *read;
    if (twin == NULL)
        fail_msg("it cannot be rebuilt: %s", what);
    char *text = tn_write_text(w);
    read = world_of(text);
    free(text);
    assert_int_equal(tn_advance(w, until), tn_advance(twin, until));
    tn_advance(read, until);
    tn_advance(clone, until);
    if (state_of(w) != state_of(twin) || state_of(w) != state_of(read) || state_of(w) != state_of(clone))
        fail_msg("rebuilt %s, read %s, cloned %s: %s", state_of(w) == state_of(twin) ? "same" : "differs",
                 state_of(w) == state_of(read) ? "same" : "differs",
                 state_of(w) == state_of(clone) ? "same" : "differs", what);
    tn_world_free(twin);
    tn_world_free(read);
    tn_world_free(clone);
}

/* The bulk modulus is found from the speed that a block is made with, not from the one that it has when it is written. */
static void test_incompressible(void **state)
{
    (void)state;
    static const char *const ways[] = {"position 0 0 1;", "position 0 0 1; velocity 0 0 -3;",
                                       "position 0 0 1; rotation 0 0 1 0.3;", "position 0 0 1; spin 0 5 0;",
                                       "position 0 0 1; velocity 4 0 0;"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; integrator euler; step 0.0005; end object b: block 2 2 2; size 0.4 0.4 0.4; "
                 "stiffness 12000; incompressible; %s end object table: plane; end constraint c: outside b table; tau "
                 "0.005; end",
                 ways[i]);
        tn_world *w = world_of(text);
        assert_rebuilt(w, 0.05, ways[i]); /* before it has moved, */
        tn_advance(w, 0.1);
        assert_rebuilt(w, 0.2, ways[i]); /* and after */
        tn_world_free(w);
    }
}

/* Displacements with too few iterations: constraints that stay open, limits, ropes, chains. */
static void one_displaced(uint64_t seed)
{
    uint64_t random = seed;
    char text[3000];
    static const char *const schemes[] = {"A", "B", "gauss-seidel"};
    int n =
        snprintf(text, sizeof text,
                 "world: method displacement; scheme %s; iterations %u; tolerance %g; substeps %u; gravity %g; end\n",
                 schemes[below(&random, 3)], 1 + below(&random, 12), pow(10, -4.0 - below(&random, 7)),
                 1 + below(&random, 2), between(&random, 0, 10));
    int bodies = 1 + (int)below(&random, 4);
    for (int i = 0; i < bodies; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "object o[%d]: box 0.5 0.2 0.3; position %g %g %g; velocity %g 0.4 %g; spin 0.5 %g 1; end\n", i,
                      0.6 * i, between(&random, -0.2, 0.2), between(&random, -0.3, 0.3), between(&random, -1, 1),
                      between(&random, -1, 1), between(&random, -2, 2));
    n += snprintf(text + n, sizeof text - (size_t)n, "connect o[0].at(-0.2, 0, 0) (%g, 0.1, 0);\n",
                  between(&random, -0.6, 0));
    if (below(&random, 2) == 0)
        n += snprintf(text + n, sizeof text - (size_t)n, "distance o[0].center (0.1, 0.7, 0.5) max %g;\n",
                      between(&random, 0.3, 1.5));
    for (int i = 1; i < bodies; i++)
        n += below(&random, 2) == 0
                 ? snprintf(text + n, sizeof text - (size_t)n, "connect o[%d].at(0.25, 0, 0) o[%d].at(-0.25, 0, 0);\n",
                            i - 1, i)
                 : snprintf(text + n, sizeof text - (size_t)n,
                            "revolute o[%d] o[%d] (%g, 0, 0) (0, 1, 0) min -0.6 max 0.9 bounce 0.3;\n", i - 1, i,
                            0.6 * i - 0.3);
    tn_world *w = world_of(text);
    tn_advance(w, between(&random, 0.01, 0.3));
    assert_rebuilt(w, tn_time(w) + 0.1, text);
    tn_world_free(w);
}

static void test_displaced(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++)
        one_displaced(seed);
}

static void test_settings(void **state)
{
    (void)state;
    tn_world *w = world_of("object a: sphere 1; end");
    const double pairs[][2] = {{1e-10, 1e-4}, {1e-8, 1e-6}, {1e-8, 1e-8}, {1e-10, 1e-6}, {1e-8, 1e-4}, {1e-4, 1e-4}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int method = TN_DYNAMIC; method <= TN_DISPLACEMENT; method++) {
            tn_settings s = tn_world_settings(w);
            s.tolerance = pairs[i][0];
            s.correction = pairs[i][1];
            s.method = (tn_method)method;
            assert_int_equal(tn_world_configure(w, &s), TN_OK);
            tn_world *twin = rebuilt(w);
            assert_true(tn_world_settings(twin).tolerance == s.tolerance);
            assert_true(tn_world_settings(twin).correction == s.correction);
            tn_world_free(twin);
        }
    tn_world_free(w);
    /* in a text the order does not matter; without it, it follows the tolerance */
    static const char *const texts[] = {"correction 1e-4; tolerance 1e-6;", "tolerance 1e-6; correction 1e-4;",
                                        "tolerance 1e-6;"};
    const double corrections[] = {1e-4, 1e-4, 1e-6};
    for (int i = 0; i < 3; i++) {
        char text[100];
        snprintf(text, sizeof text, "world: %s end", texts[i]);
        w = world_of(text);
        assert_true(tn_world_settings(w).tolerance == 1e-6);
        assert_true(tn_world_settings(w).correction == corrections[i]);
        tn_world_free(w);
    }
    tn_settings s = tn_settings_default();
    assert_int_equal(tn_setting_put(&s, "correction", "1e-5"), TN_OK);
    assert_int_equal(tn_setting_put(&s, "tolerance", "1e-9"), TN_OK);
    assert_true(s.correction == 1e-5 && s.tolerance == 1e-9);
}

/* Each replaces the other, in any order, by a program or by an event. */
static void test_tau_and_feedback(void **state)
{
    (void)state;
    const char *text = "object a: sphere 0.1; end object b: sphere 0.1; position 1 1 0; spin 1 2 3; end\n"
                       "constraint c: connect a.center b.at(0.1, 0, 0); end\n"
                       "constraint e: connect a.center (0, 0, 1); tau 0.05; end at 0.05: set feedback e 100 20; end";
    const double tau = 0.05, feedback[2] = {100, 20};
    for (int way = 0; way < 3; way++) {
        tn_world *w = world_of(text);
        const tn_constraint c = tn_constraint_find(w, "c");
        for (int i = 0; i < 2; i++)
            assert_int_equal((way == 0) == (i == 0) ? tn_constraint_set(w, c, "tau", &tau, 1, NULL)
                                                    : tn_constraint_set(w, c, "feedback", feedback, 2, NULL),
                             TN_OK);
        double now[6];
        assert_int_equal(tn_constraint_number(w, c, "tau", now), way == 0 ? 0 : 1);
        tn_advance(w, way == 2 ? 0.02 : 0.1);
        assert_rebuilt(w, 0.2, text);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_incompressible),
        cmocka_unit_test(test_displaced),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_tau_and_feedback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
