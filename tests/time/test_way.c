/* test_way.c: what nobody chooses: implicit steps for blocks that are too stiff for explicit ones, explicit ones where automatic
 * implicit steps would cost more, bounds of frequencies that stay while shapes do. */
#include "../effort.h"
#include "../world/model.h"

#include "tenon/goals.h"

static double pick(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (random_number(seed) + 1) / 2;
}

static const char cantilever[] =
    "world: up z; gravity 9.81; %s end\nlet n = %d; let L = %.17g; let a = %.17g;\n"
    "object bar: block n 1 1; size L a a; young %.17g; poisson 0.3; density %.17g; %s end\n"
    "for j = 0 to 1: for k = 0 to 1:\n  connect bar.node(0,j,k) (-L/2, a*(j-0.5), a*(k-0.5));\nend end\n"
    "probe tip = (bar.node(n,0,0).z + bar.node(n,1,1).z)/2;\n";

/* Stiff bars of any size without a setting: a few steps a frame, and they come to hang as in equilibrium. */
static void test_stiff(void **state)
{
    (void)state;
    uint64_t seed = 17;
    for (int i = 0; i < effort(12, 3); i++) {
        const double l = pow(10, pick(&seed, -1, 0.5)), a = l * pick(&seed, 0.03, 0.1),
                     young = pow(10, pick(&seed, 10.6, 12));
        char text[2000];
        snprintf(text, sizeof text, cantilever, "", 10 + i % 5, l, a, young, pick(&seed, 1000, 8000), "");
        tn_world *w = model_text(text), *rest = model_text(text);
        assert_int_equal(tn_advance(w, 1), TN_OK);
        tn_optimum r;
        assert_int_equal(tn_solve(rest, &r), TN_OK);
        assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
        const long steps = tn_count(w).steps;
        if (steps > 2000)
            fail_msg("%ld steps for a second of a bar of %g m, E = %g Pa", steps, l, young);
        check_near("tip over equilibrium", model_probe(w, "tip") / model_probe(rest, "tip"), 1, 0.02);
        tn_world_free(w);
        tn_world_free(rest);
    }
}

/* What was chosen stays chosen, and what was not is not written. */
static void test_written(void **state)
{
    (void)state;
    static const char *const given[] = {"", "integrator adams;", "tolerance 1e-6;", "integrator rk4; step auto;"};
    static const bool chosen[] = {false, true, true, true};
    for (int i = 0; i < 4; i++) {
        char text[2000];
        snprintf(text, sizeof text, cantilever, given[i], 3, 0.3, 0.1, 2e11, 7800.0, "");
        tn_world *w = model_text(text);
        char *one = tn_write_text(w);
        tn_world *again = model_text(one);
        char *two = tn_write_text(again);
        assert_int_equal(strstr(one, "integrator") != NULL, chosen[i]);
        assert_string_equal(one, two);
        assert_int_equal(tn_world_settings(again).integrator_given, chosen[i]);
        tn_free(one);
        tn_free(two);
        tn_world_free(w);
        tn_world_free(again);
    }
}

/* Soft blocks: automatic implicit steps are those of Euler, to the last bit. */
static void test_soft(void **state)
{
    (void)state;
    uint64_t seed = 23;
    for (int i = 0; i < effort(6, 2); i++) {
        double low[2];
        for (int k = 0; k < 2; k++) {
            char text[2000];
            uint64_t own = seed;
            snprintf(text, sizeof text,
                     "world: up z; gravity 9.81; integrator %s; step auto; end\n"
                     "object cube: block %d 3 3; size 0.5 0.5 0.5; young %.17g; viscosity 20; %s density 1000;\n"
                     "  position 0 0 0.4; spin 0 %.17g 1; end\n"
                     "object table: plane; end constraint on: outside cube table; tau 0.004; end\n"
                     "probe low = cube.center.z;\n",
                     k == 0 ? "euler" : "implicit", 2 + i % 3, pow(10, pick(&own, 4, 5)),
                     i % 2 ? "incompressible;" : "", pick(&own, -2, 2));
            tn_world *w = model_text(text);
            assert_int_equal(tn_advance(w, 0.4), TN_OK);
            low[k] = model_probe(w, "low");
            tn_world_free(w);
        }
        random_number(&seed);
        random_number(&seed);
        assert_true(low[0] == low[1]);
    }
}

/* Dropped, squeezed and turned: the energy of what has no damping but the reactions of a table never grows, although bounds of
 * frequencies are found only when shapes change. */
static void test_bounds(void **state)
{
    (void)state;
    uint64_t seed = 31;
    for (int i = 0; i < effort(12, 3); i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "world: up z; gravity 9.81; integrator euler; step auto; end\n"
                 "object cube: block %d %d 3; size %.17g 0.4 0.3; young %.17g; poisson %.17g; density 1000;\n"
                 "  position 0 0 %.17g; velocity %.17g 0 -2; spin %.17g 1 2; end\n"
                 "object table: plane; end constraint on: outside cube table; tau 0.004; end\n",
                 2 + i % 3, 2 + i / 3 % 3, pick(&seed, 0.2, 0.6), pow(10, pick(&seed, 4, 5.5)), pick(&seed, 0, 0.48),
                 pick(&seed, 0.4, 0.8), pick(&seed, -1, 1), pick(&seed, -4, 4));
        tn_world *w = model_text(text);
        tn_measures first, last;
        assert_int_equal(tn_evaluate(w), TN_OK);
        assert_int_equal(tn_measure(w, &first), TN_OK);
        assert_int_equal(tn_advance(w, 1), TN_OK);
        assert_int_equal(tn_measure(w, &last), TN_OK);
        const double before = first.kinetic + first.potential, after = last.kinetic + last.potential;
        if (!(after < before + 0.02 * fabs(before)))
            fail_msg("%s: energy %g, %g after a second", text, before, after);
        tn_world_free(w);
    }
}

/* What swings on a stiff block keeps its energy without any setting: long implicit steps would feed it. */
static void test_carried(void **state)
{
    (void)state;
    static const char *const joints[] = {"weld a b;", "connect a.at(0.05, 0, 0) b.at(-0.05, 0, 0);",
                                         "spring a.at(0.05, 0, 0) b.at(-0.05, 0, 0) stiffness 1e4;", ""};
    uint64_t seed = 41;
    for (int i = 0; i < effort(8, 4); i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "world: up z; gravity 9.81; end\n"
                 "object a: block 2 2 1; size 0.1 0.1 0.1; young %.17g; density 7800; position 0.05 0 0; end\n"
                 "object b: box 0.1 0.1 0.1; density %.17g; position 0.15 0 0; end\n"
                 "nail n 0 0 0; %s connect a.at(-0.05, 0, 0) n;",
                 pow(10, pick(&seed, 10.7, 11.5)), pick(&seed, 500, 8000), joints[i % 4]);
        tn_world *w = model_text(text);
        tn_integrator used;
        tn_measures first, last;
        assert_int_equal(tn_evaluate(w), TN_OK);
        assert_int_equal(tn_integrator_used(w, &used), TN_OK);
        assert_int_equal(used, TN_ADAMS);
        assert_int_equal(tn_measure(w, &first), TN_OK);
        assert_int_equal(tn_advance(w, 0.02), TN_OK);
        assert_int_equal(tn_measure(w, &last), TN_OK);
        check_near(text, last.kinetic + last.potential, first.kinetic + first.potential, 1e-5 * last.kinetic);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stiff),  cmocka_unit_test(test_written), cmocka_unit_test(test_soft),
        cmocka_unit_test(test_bounds), cmocka_unit_test(test_carried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
