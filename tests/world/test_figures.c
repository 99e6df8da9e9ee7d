/* Figures that mean something: drift and rest, what is left of conditions on accelerations, gaps of every integrator with
 * every solver. */
#include "../effort.h"
#include "model.h"
#include "tenon/scene.h"

static tn_measures measured_after(const char *text, double until, int frames)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "m.tn", text, d) != TN_OK)
        fail_msg("%s%s", tn_diagnostics_text(d, 0), text);
    tn_diagnostics_free(d);
    tn_frame(w);
    for (int i = 1; i <= frames; i++) {
        if (tn_advance(w, until * i / frames) != TN_OK)
            fail_msg("%s\n%s", tn_failure(w), text);
        tn_frame(w);
    }
    tn_measures m;
    assert_int_equal(tn_measure(w, &m), TN_OK);
    tn_world_free(w);
    return m;
}

/* What is held and does not move is at rest, in any unit of length; what moves however slowly is not. */
static void rest(void **state)
{
    (void)state;
    for (double size = 1e-6; size < 1e7; size *= 1000) {
        char text[600];
        snprintf(text, sizeof text,
                 "world: gravity %g; end object b: box %g %g %g; mass 3; end\n"
                 "constraint h1: revolute world b (%g, 0, 0) (%g, 0, 0) (1, 0, 0) (1, 0, 0); end\n"
                 "constraint h2: revolute world b (%g, 0, 0) (%g, 0, 0) (1, 0, 0) (1, 0, 0); end",
                 9.81 * size, size, size, size, -size / 2, -size / 2, size / 2, size / 2);
        const tn_measures m = measured_after(text, 2, 20);
        assert_true(m.at_rest);
        assert_true(m.drift == 0);
    }
    assert_true(measured_after("object b: box 1 1 1; end weld world b;", 1, 4).at_rest);
    const tn_measures slow = measured_after("object b: box 1 1 1; spin 1e-9 0 0; end", 1, 4),
                      falls = measured_after("world: gravity 9.81; end object b: particle 1; end", 1, 4);
    assert_false(slow.at_rest);
    assert_false(falls.at_rest);
    assert_true(falls.drift < 1e-9);
}

/* A heavy damper lets almost nothing become kinetic: its drift is measured by the work. */
static void drift_is_of_what_moved(void **state)
{
    (void)state;
    const tn_measures m = measured_after("object a: particle 1; position 1 0 0; end\n"
                                         "spring (0, 0, 0) a.center stiffness 10 damping 10000;",
                                         50, 50);
    assert_true(m.kinetic < 1e-5);
    assert_true(m.drift < 1e-7);
}

static void conditions_on_accelerations(void **state)
{
    static const char *const both = "object a: particle 1; end acceleration acc(a.center).x = 14;\n"
                                    "acceleration acc(a.center).x = 15;";
    (void)state;
    assert_true(measured_after("object a: particle 1; end acceleration acc(a.center).x = 14;", 1, 4).deviation < 1e-12);
    assert_true(measured_after("world: gravity 9.81; end object a: rod 1 0.02; position 0 0 -0.5; end\n"
                               "connect a.end2 (0, 0, 0); acceleration acc(a.end1).x = 2 + acc(a.center).y;",
                               0.1, 4)
                    .deviation < 1e-9);
    assert_true(fabs(measured_after(both, 1, 4).deviation - 0.5) < 1e-9); /* least squares: half of each */
}

/* Every integrator corrects gaps, with the sparse solver and with the dense one that checks it. */
static void gaps(void **state)
{
    static const char *const integrator[] = {"adams", "gear", "rk4", "euler", "implicit", "verlet", "nystrom"};
    static const double ratio[] = {1, 1e4, 1e8};
    (void)state;
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < effort(3, 2); k++)
            for (int dense = 0; dense < 2; dense++) {
                char text[600];
                snprintf(text, sizeof text,
                         "world: integrator %s; solver %s; gravity 9.81; end\n"
                         "object a: rod 1 0.02; mass %g; position 0.5 0 0; rotation 0 1 0 1.5707963267948966; end\n"
                         "object b: rod 1 0.02; mass %g; position 1.5 0 0; rotation 0 1 0 1.5707963267948966; end\n"
                         "connect a.end1 (0, 0, 0); connect a.end2 b.end1;",
                         integrator[i], dense ? "svd" : "sparse", 1 / sqrt(ratio[k]), sqrt(ratio[k]));
                const tn_measures m = measured_after(text, 1, 10);
                if (!(m.largest_deviation < 1e-10))
                    fail_msg("%s, %s, masses 1 : %g: off by %g", integrator[i], dense ? "svd" : "sparse", ratio[k],
                             m.largest_deviation);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest),
        cmocka_unit_test(drift_is_of_what_moved),
        cmocka_unit_test(conditions_on_accelerations),
        cmocka_unit_test(gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
