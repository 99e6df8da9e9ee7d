/* test_implicit.c: implicit steps: their equilibrium, accuracy, conservation, and number. */
#include "../world/model.h"

static char text_room[2000];
static tn_world *model_with(const char *format, const char *a, const char *b)
{
    snprintf(text_room, sizeof text_room, format, a, b);
    return model_text(text_room);
}

/* ---- a stiff block, clamped ---- */

static const char clamped[] =
    "world: gravity 9.81; tau 0.02; %s; end\n"
    "object b: block 6 3 3; size 1 0.5 0.5; stiffness 1e9; %s position 0.5 0 0; end\n"
    "for j = 0 to 3: for k = 0 to 3:\n"
    "  connect b.node(0, j, k) (0, 0.5*j/3 - 0.25, 0.5*k/3 - 0.25);\n"
    "end end\n"
    "probe droop = b.node(6, 0, 0).z + 0.25; probe gap = norm(b.node(0,1,2) - (0, -0.25+0.5/3, -0.25+1/3));\n";

/* With steps a thousand times as long as explicit ones it comes to the same equilibrium. */
static void test_clamped(void **state)
{
    (void)state;
    tn_world *slow = model_with(clamped, "integrator euler; step auto", "viscosity 3e5;");
    assert_int_equal(tn_advance(slow, 0.1), TN_OK);
    double droop = model_probe(slow, "droop");
    assert_true(droop < 0 && tn_count(slow).steps > 4000);
    tn_world_free(slow);
    static const char *const materials[] = {"", "viscosity 3e5;"};
    for (int i = 0; i < 2; i++) {
        tn_world *w = model_with(clamped, "integrator implicit; step 0.01", materials[i]);
        assert_int_equal(tn_advance(w, 0.4), TN_OK);
        check_near("droop", model_probe(w, "droop") / droop, 1, 1e-4);
        check_near("clamped", model_probe(w, "gap"), 0, 1e-12);
        assert_true(tn_count(w).steps == 40);
        tn_world_free(w);
    }
}

/* ---- order ---- */

static double swing(const char *settings)
{
    tn_world *w =
        model_with("world: gravity 9.81; %s; end\n"
                   "object b: block 4 1 1; size 1 0.25 0.25; stiffness 20000; viscosity 200; position 0.5 0 0; "
                   "end%s\nfor j = 0 to 1: for k = 0 to 1:\n"
                   "  connect b.node(0, j, k) (0, 0.25*j - 0.125, 0.25*k - 0.125);\n"
                   "end end probe tip = b.node(4, 0, 0).z;\n",
                   settings, "");
    assert_int_equal(tn_advance(w, 0.25), TN_OK);
    double tip = model_probe(w, "tip");
    tn_world_free(w);
    return tip;
}

/* First order: half the step, half the error. */
static void test_order(void **state)
{
    (void)state;
    double right = swing("integrator adams; tolerance 1e-10"), before = 0;
    for (int i = 0; i < 4; i++) {
        char settings[60];
        snprintf(settings, sizeof settings, "integrator implicit; step %g", 0.25 / (50 << i));
        double error = fabs(swing(settings) - right);
        if (i > 0)
            check_near("ratio", before / error, 2, 0.25);
        before = error;
    }
    assert_true(before < 0.01 * fabs(right));
}

/* ---- conservation ---- */

/* A stiff block that flies and spins: it keeps its momentum to rounding, its shape, and most of its spin. */
static void test_floating(void **state)
{
    (void)state;
    tn_world *w = model_text("world: integrator implicit; step 0.005; end\n"
                             "object b: block 4 4 4; size 1 1 1; stiffness 1e8; velocity 1 2 3; spin 0 0 3; end\n"
                             "probe volume = volume(b); probe long = norm(b.node(4,2,2) - b.node(0,2,2));\n");
    tn_measures before, after;
    assert_int_equal(tn_evaluate(w), TN_OK);
    assert_int_equal(tn_measure(w, &before), TN_OK);
    assert_int_equal(tn_advance(w, 1), TN_OK);
    assert_int_equal(tn_evaluate(w), TN_OK);
    assert_int_equal(tn_measure(w, &after), TN_OK);
    check_near_vector("momentum", after.momentum, before.momentum, 1e-8);
    check_near("spin", after.angular_momentum.z / before.angular_momentum.z, 1, 0.02);
    check_near("volume", model_probe(w, "volume"), 1, 1e-4);
    check_near("length", model_probe(w, "long"), 1, 1e-4);
    tn_world_free(w);
}

/* A heavy or light ball hits a stiff floating block: momentum is conserved. */
static void test_struck(void **state)
{
    (void)state;
    static const char *const densities[] = {"20", "1000", "20000"};
    for (int i = 0; i < 3; i++) {
        tn_world *w = model_with("world: integrator implicit; step 0.002; end\n"
                                 "object b: block 4 4 4; size 1 1 1; stiffness 1e7; viscosity 1e4; end\n"
                                 "object ball: sphere 0.3; density %s; position 0.1 0.1 0.9; velocity 0 0 -2; end\n"
                                 "constraint: outside b ball; tau 0.005; end probe apart = ball.center.z - "
                                 "b.node(2,2,4).z; probe volume = volume(b);%s\n",
                                 densities[i], "");
        tn_measures before, after;
        assert_int_equal(tn_evaluate(w), TN_OK);
        assert_int_equal(tn_measure(w, &before), TN_OK);
        double size = v3_norm(before.momentum);
        assert_int_equal(tn_advance(w, 0.5), TN_OK);
        assert_int_equal(tn_evaluate(w), TN_OK);
        assert_int_equal(tn_measure(w, &after), TN_OK);
        check_near_vector("momentum", after.momentum, before.momentum, 1e-9 * size);
        assert_true(after.kinetic < before.kinetic && model_probe(w, "apart") > 0.28);
        check_near("volume", model_probe(w, "volume"), 1, 0.02);
        tn_world_free(w);
    }
}

/* ---- at rest ---- */

/* Dropped on a table with steps far longer than its periods, it comes to rest, and the table carries it. */
static void test_dropped(void **state)
{
    (void)state;
    static const char *const materials[] = {"", "incompressible;", "moldable 0.001; incompressible;"};
    for (int i = 0; i < 3; i++) {
        tn_world *w = model_with("world: gravity 9.81; integrator implicit; step 0.01; end\n"
                                 "object b: block 4 4 4; size 1 1 1; stiffness 1e6; viscosity 2e4; %s position 0 0 "
                                 "0.7; end object table: plane; end drag linear 200;\n"
                                 "constraint floor: outside b table; tau 0.01; end probe volume = volume(b);%s\n",
                                 materials[i], "");
        for (int k = 1; k <= 40; k++) {
            assert_int_equal(tn_advance(w, 0.1 * k), TN_OK);
            check_near("volume on the way", model_probe(w, "volume"), 1, 0.05);
        }
        tn_constraint_state s;
        assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "floor"), &s), TN_OK);
        check_near("carried", s.force.z, -9810, 40);
        tn_world_free(w);
    }
}

/* Joints between soft and rigid parts, by every method; forces as with other steps. */
static void test_joined(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: gravity 9.81; integrator implicit; step 0.005; tau 0.02; end\n"
                   "object bar: block 8 1 1; size 0.8 0.1 0.1; stiffness 1e9; viscosity 1e5; position 0.4 0 0; end\n"
                   "object arm: rod 0.5 0.02; position 0.8 0 -0.3; end drag linear 20 angular 2;\n"
                   "constraint wall: revolute world bar (0, 0, 0) (0, 1, 0); end\n"
                   "constraint hang: revolute bar arm bar.at(0.4, 0, -0.05) (0, 1, 0); end\n"
                   "constraint rope: connect bar.node(8, 0, 1) (0.8, -0.05, 0.05); by reaction; tau 0.02; end\n"
                   "probe gap = deviation(hang) + deviation(wall);\n");
    assert_int_equal(tn_advance(w, 6), TN_OK);
    tn_constraint_state wall, rope, hang;
    assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "wall"), &wall), TN_OK);
    assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "rope"), &rope), TN_OK);
    assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "hang"), &hang), TN_OK);
    double arm = 9.81 * 1000 * 0.5 * model_pi * 0.02 * 0.02, bar = 9.81 * 1000 * 0.008;
    check_near("gap", model_probe(w, "gap"), 0, 1e-8);
    check_near("the hook carries the arm", fabs(hang.force.z), arm, 0.02 * arm);
    check_near("wall and rope carry all", fabs(wall.force.z) + fabs(rope.force.z), arm + bar, 0.01 * (arm + bar));
    tn_world_free(w);
}

/* More nodes than the preconditioner factors. */
static void test_large(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: gravity 9.81; integrator implicit; step 0.01; end\n"
                   "object b: block 18 17 17; size 1 1 1; stiffness 1e6; viscosity 1e4; position 0 0 0.49; end\n"
                   "object table: plane; end constraint floor: outside b table; tau 0.02; end\n"
                   "probe volume = volume(b); probe low = b.node(9, 9, 0).z;\n");
    assert_int_equal(tn_advance(w, 0.05), TN_OK);
    check_near("volume", model_probe(w, "volume"), 1, 0.01);
    assert_true(model_probe(w, "low") > -0.02);
    tn_world_free(w);
}

static bool warned(const tn_world *w)
{
    for (int i = 0; tn_warning(w, i) != NULL; i++)
        if (strstr(tn_warning(w, i), "implicit steps were too long") != NULL)
            return true;
    return false;
}

/* Extreme cases: a fast ball through it, turned inside out by its clamps, thrown at a wall, steps of a second. Numbers
 * stay finite; the last one gives a warning. */
static void test_treated_badly(void **state)
{
    (void)state;
    static const char *const models[] = {
        "world: integrator implicit; step 0.001; end\n"
        "object b: block 4 4 4; size 0.4 0.4 0.4; stiffness 1e4; end\n"
        "object ball: sphere 0.1; density 8000; position 0 0 1; velocity 0 0 -100; end\n"
        "constraint: outside b ball; tau 0.002; end\n",
        "world: integrator implicit; step 0.01; tau 0.1; end\n"
        "object b: block 2 2 2; size 0.4 0.4 0.4; stiffness 1e6; viscosity 1000; end\n"
        "for i = 0 to 2: for j = 0 to 2:\n"
        "  connect b.node(i, j, 0) (0.2*i - 0.2, 0.2*j - 0.2, 0.2);\n"
        "  connect b.node(i, j, 2) (0.2*i - 0.2, 0.2*j - 0.2, -0.2);\n"
        "end end\n",
        "world: integrator implicit; step auto; end\n"
        "object b: block 4 4 4; size 1 1 1; stiffness 1e5; moldable 0.01; position 0 0 0.51; velocity 3 0 -60; end\n"
        "object wall: plane; end constraint: outside b wall; tau 0.001; end\n",
        "world: gravity 9.81; integrator implicit; step 1; end\n"
        "object b: block 4 4 4; size 0.4 0.4 0.4; stiffness 1e6; incompressible; position 0 0 0.5; end\n"
        "object table: plane; end constraint: outside b table; tau 0.002; end\n",
    };
    for (int i = 0; i < 4; i++) {
        snprintf(text_room, sizeof text_room, "%sprobe volume = volume(b); probe at = norm(b.center);\n", models[i]);
        tn_world *w = model_text(text_room);
        for (int k = 1; k <= 3; k++) {
            if (tn_advance(w, i == 3 ? 2 * k : 0.1 * k) != TN_OK)
                fail_msg("model %d: %s", i, tn_failure(w));
            assert_true(fabs(model_probe(w, "volume")) < 100 && fabs(model_probe(w, "at")) < 100);
        }
        assert_true(i < 3 || warned(w));
        tn_world_free(w);
    }
}

/* The residual of a block at rest is rounding, for which nothing needs to be solved: no warning. */
static void test_at_rest(void **state)
{
    (void)state;
    tn_world *w = model_text("world: integrator implicit; step 0.01; end\n"
                             "object b: block 2 2 2; size 0.2 0.2 0.2; stiffness 20000; viscosity 20; "
                             "position -5 0 5; end probe z = b.center.z;\n");
    assert_int_equal(tn_advance(w, 0.2), TN_OK);
    check_near("at rest", model_probe(w, "z"), 5, 1e-14);
    assert_false(warned(w));
    tn_world_free(w);
}

/* The setting is written to the text of a world and read back. */
static void test_written(void **state)
{
    (void)state;
    tn_world *w = model_with(clamped, "integrator implicit; step auto", "");
    assert_int_equal(tn_advance(w, 0.05), TN_OK);
    assert_true(tn_count(w).steps < 10);
    char *text = tn_write_text(w);
    assert_non_null(strstr(text, "integrator implicit;"));
    tn_world *again = model_text(text);
    assert_int_equal(tn_world_settings(again).integrator, TN_IMPLICIT);
    free(text);
    tn_world_free(again);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clamped), cmocka_unit_test(test_order),         cmocka_unit_test(test_floating),
        cmocka_unit_test(test_struck),  cmocka_unit_test(test_dropped),       cmocka_unit_test(test_joined),
        cmocka_unit_test(test_large),   cmocka_unit_test(test_treated_badly), cmocka_unit_test(test_written),
        cmocka_unit_test(test_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
