/* test_reaction.c: reaction constraints (method §4): paths, planes, surfaces, moving solids, one per mass point. */
#include "../world/model.h"

#define SOFT "block 3 3 3; size 0.3 0.3 0.3; stiffness 8000; viscosity 60;"

static vec3 force_of(tn_world *w, const char *name)
{
    tn_constraint_state s;
    assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, name), &s), TN_OK);
    return s.force;
}

/* A node on a fast path (up to 6 g) is on it to a millionth once it has settled, and gravity times ten changes
 * nothing. */
static void test_path(void **state)
{
    (void)state;
    static const char *const gravity[] = {"9.81", "98.1"};
    double first[20];
    for (int g = 0; g < 2; g++) {
        char text[600];
        snprintf(text, sizeof text,
                 "world: gravity %s; integrator rk4; step 0.001; tau 0.02; end\n"
                 "object b: block 3 3 3; size 0.3 0.3 0.3; young 240kPa; viscosity 60; end\n"
                 "path p(t) = (0.3*sin(14*t), 0.1*t, 0.4 + 0.2*cos(9*t));\n"
                 "constraint lift: follow b.node(1,1,3) p; by reaction; end\n"
                 "probe off = norm(b.node(1,1,3) - p); probe x = b.node(1,1,3).x;\n",
                 gravity[g]);
        tn_world *w = model_text(text);
        for (int i = 0; i < 20; i++) {
            assert_int_equal(tn_advance(w, 0.5 + 0.03 * i), TN_OK);
            check_near("off the path", model_probe(w, "off"), 0, 1e-6);
            if (g == 0)
                first[i] = model_probe(w, "x");
            else
                check_near("gravity", model_probe(w, "x"), first[i], 1e-12);
        }
        tn_world_free(w);
    }
}

/* An unmet reaction decays as C(t) = (C₀ + (Ċ₀ + C₀/τ) t) e^(−t/τ), independent of the material. */
static void test_decay(void **state)
{
    (void)state;
    tn_world *w = model_text("world: gravity 9.81; tolerance 1e-10; tau 0.1; end\n object b: " SOFT
                             " velocity 0 0 0.4; end\n object p: particle 2; position 2 0 1; velocity 0.3 0 0; end\n"
                             "constraint a: on-plane b.node(3,0,3) (0,0,0.4) (0,0,1); by reaction; end\n"
                             "constraint c: connect p.center (2,0.5,0); by reaction; end\n"
                             "probe a = b.node(3,0,3).z - 0.4; probe x = p.center.x - 2; probe z = p.center.z;\n"
                             "probe free = b.node(3,0,3).x;\n");
    const double tau = 0.1;
    for (int i = 1; i <= 8; i++) {
        double t = 0.08 * i, e = exp(-t / tau);
        assert_int_equal(tn_advance(w, t), TN_OK);
        check_near("plane", model_probe(w, "a"), (-0.25 + (0.4 - 0.25 / tau) * t) * e, 1e-8);
        check_near("particle x", model_probe(w, "x"), 0.3 * t * e, 1e-8);
        check_near("particle z", model_probe(w, "z"), (1 + 1 / tau * t) * e, 1e-8);
    }
    assert_true(fabs(model_probe(w, "free") - 0.15) > 1e-4); /* along the plane it is free */
    tn_world_free(w);
}

/* After an impact at speed v a mass point penetrates to the depth v τ/e. It is pushed, never pulled: when critical
 * damping would start to pull, 2 τ after the impact, it is released with e⁻² of its speed. */
static void test_hit(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: tolerance 1e-9; end\n"
                   "object p: particle 0.3; position 0 0 0.5; velocity 0 0 -2; end\n object table: plane; end\n"
                   "constraint floor: outside p.center table; tau 0.05; end\n"

                   "probe z = p.center.z; probe v = vel(p.center).z;\n");
    double lowest = 0;
    for (int i = 1; i <= 500; i++) {
        assert_int_equal(tn_advance(w, 0.002 * i), TN_OK);
        lowest = fmin(lowest, model_probe(w, "z"));
    }
    check_near("depth", lowest, -2 * 0.05 / exp(1), 2e-5);
    check_near("goes free", model_probe(w, "v"), 2 * exp(-2), 1e-4);
    tn_world_free(w);
}

/* A declared surface, from one side and from both. */
static void test_surface(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: gravity 9.81; tolerance 1e-9; tau 0.02; end\n"
                   "surface dome(x,y,z) = x^2 + y^2 + z^2 - 1;\n"
                   "object p: particle 1; position 0.1 0 1.2; end\n object q: particle 1; position 0 0.8 0.7; end\n"
                   "constraint a: outside p.center dome; by reaction; end\n"
                   "constraint b: on-surface q.center dome; by reaction; end\n"
                   "object r: particle 1; position -0.1 0 1.3; end outside r.center dome;\n" /* by dynamic */
                   "probe p = norm(p.center); probe q = norm(q.center); probe r = norm(r.center);\n");
    double least = 9, exact = 9;
    for (int i = 1; i <= 60; i++) {
        assert_int_equal(tn_advance(w, 0.01 * i), TN_OK);
        least = fmin(least, model_probe(w, "p"));
        exact = fmin(exact, model_probe(w, "r"));
    }
    assert_true(least < 1 && least > 0.97);
    assert_true(exact > 1 - 1e-6); /* a limit stops it where it is met */
    check_near("on it", model_probe(w, "q"), 1, 1e-6);
    tn_world_free(w);
}

/* A block rests on a plane: the floor carries its weight. It rests equally on a fixed box, ball or mesh; and a movable
 * solid gains the momentum that it loses. */
static void test_rest(void **state)
{
    (void)state;
    static const char *const under[] = {
        "plane;", "box 2 2 0.4; position 0 0 -0.2; kernel fixed;", "cylinder 1 0.5; position 0 0 -0.25; kernel fixed;",
        "box 2 2 0.4; position 0 0 -0.2; offset 0.1 0 0; turned 0 0 1 0.3; kernel fixed;"};
    for (int i = 0; i < 4; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; integrator euler; step 0.001; tau 0.01; end\n"
                 "object b: " SOFT " position 0.02 0.01 0.2; end\n object a: %s end\n"
                 "constraint floor: outside b a; end drag linear 500; probe v = volume(b);\n",
                 under[i]);
        tn_world *w = model_text(text);
        assert_int_equal(tn_advance(w, 5), TN_OK);
        tn_constraint_state s;
        assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "floor"), &s), TN_OK);
        check_near("weight", s.force.z, -27 * 9.81, 0.02);
        check_near("depth", s.size, 0, 1e-6);
        assert_true(model_probe(w, "v") < 0.027 && model_probe(w, "v") > 0.025);
        tn_world_free(w);
    }
}

static void test_moving_solid(void **state)
{
    (void)state;
    static const char *const solids[] = {"sphere 0.1;", "box 0.2 0.15 0.3; rotation 1 0.4 0 0.7; spin 1 2 0;",
                                         "capsule 0.12 0.1; rotation 1 0 0 1;"};
    for (int i = 0; i < 3; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "world: integrator rk4; step 0.0005; tau 0.005; end\n object b: " SOFT " end\n"
                 "object a: %s position 0.01 0.02 0.35; velocity 0 0 -2; end\n"
                 "constraint push: outside b a; end\n",
                 solids[i]);
        tn_world *w = model_text(text);
        tn_measures before, after;
        double deepest = 0, most = 0;
        assert_int_equal(tn_measure(w, &before), TN_OK);
        for (int k = 1; k <= 60; k++) {
            assert_int_equal(tn_advance(w, 0.005 * k), TN_OK);
            tn_constraint_state s;
            assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "push"), &s), TN_OK);
            deepest = fmax(deepest, s.size);
            most = fmax(most, s.force.z);
        }
        assert_int_equal(tn_measure(w, &after), TN_OK);
        check_near_vector("momentum", after.momentum, before.momentum, 1e-11);
        check_near_vector("angular momentum", after.angular_momentum, before.angular_momentum, 1e-5);
        tn_pose p;
        assert_int_equal(tn_object_pose(w, tn_object_find(w, "a"), &p), TN_OK);
        assert_true(p.velocity.z > (i == 0 ? 0.5 : -1) && most > 10); /* stopped, or bounced back */
        assert_true(deepest <
                    2.5 * 2 * 0.005 / 2.7); /* a node hit at 2 m/s penetrates this far; those behind it less */
        tn_world_free(w);
    }
}

/* On one mass point the first reaction counts; of solids the one it is deepest in. */
static void test_order(void **state)
{
    (void)state;
    tn_world *w = model_text("world: integrator rk4; step 0.001; tau 0.02; end\n object b: " SOFT " end\n"
                             "constraint first: connect b.node(0,0,0) (-0.2,-0.15,-0.15); by reaction; end\n"
                             "constraint second: connect b.node(0,0,0) (0.3,-0.15,-0.15); by reaction; end\n"
                             "object table: plane; position 0 0 -1; end constraint third: outside b table; end\n");
    assert_int_equal(tn_advance(w, 1), TN_OK);
    tn_constraint_state s;
    assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "first"), &s), TN_OK);
    check_near("met", s.size, 0, 1e-9);
    assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "second"), &s), TN_OK);
    check_near("not met", s.size, 0.5, 1e-6);
    check_near_vector("does nothing", s.force, v3(0, 0, 0), 0);
    check_near_vector("far", force_of(w, "third"), v3(0, 0, 0), 0);
    tn_world_free(w);
}

static void test_refused(void **state)
{
    (void)state;
#define BLOCK "object b: " SOFT " end object a: sphere 0.1; position 2 0 0; end "
    model_refused(BLOCK "constraint: connect b.at(0.01,0,0) (0,0,0); by reaction; end", "not a place between nodes");
    model_refused(BLOCK "constraint: connect b.node(0,0,0) b.node(1,0,0); by reaction; end", "this has two");
    model_refused(BLOCK "constraint: orient b.x (0,0,1); by reaction; end", "a reaction holds a mass point");
    model_refused(BLOCK "outside a b;", "a solid or a plane");
    model_refused(BLOCK "object c: sphere 1; position 9 0 0; end outside a c;",
                  "between rigid bodies there is contact");
    model_refused(BLOCK "outside b (0,0,1);", "expected a solid, a plane or a surface");
    model_refused(BLOCK "outside 3 a;", "expected a flexible block, one of its nodes, or a particle");
    model_refused(BLOCK "constraint: outside b a; by penalty; end", "held by reaction");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_path),    cmocka_unit_test(test_decay),   cmocka_unit_test(test_hit),
        cmocka_unit_test(test_surface), cmocka_unit_test(test_rest),    cmocka_unit_test(test_moving_solid),
        cmocka_unit_test(test_order),   cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
