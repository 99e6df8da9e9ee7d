/* test_soft.c: constraints by multiplier and by penalty (method §4): decay, loads, several at once, inequalities,
 * bounds, contradictions. */
#include "../effort.h"
#include "../world/model.h"

static vec3 where(tn_world *w, const char *name)
{
    tn_pose p;
    assert_int_equal(tn_object_pose(w, tn_object_find(w, name), &p), TN_OK);
    return p.center;
}

static vec3 force_of(tn_world *w, const char *name)
{
    tn_constraint_state s;
    assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, name), &s), TN_OK);
    return s.force;
}

/* Where nothing else acts, (d/dt + 1/τ)³ ∫C = 0: C = (A + B t + D t²) e^(−t/τ), with λ = 0 at the start. */
static void test_decay(void **state)
{
    (void)state;
    tn_world *w = model_text("world: tolerance 1e-11; end\n"
                             "object p: particle 3; position 2 0 0; velocity 1 0 0; end\n"
                             "object b: box 0.3 0.4 0.5; position 0 0.7 0; spin 0 0 0.5; end\n"
                             "constraint m: keep p.center.x = 0; by multiplier; tau 0.3; end\n"
                             "constraint n: keep dot(b.x, (0,1,0)) = 0; by multiplier; tau 0.2; end\n");
    const double tau = 0.3, c = 2, v = 1, a = -3 * c / (tau * tau) - 3 * v / tau;
    const double big_b = v + c / tau, big_d = (a + 2 * big_b / tau - c / (tau * tau)) / 2;
    for (int i = 1; i <= 10; i++) {
        double t = 0.15 * i;
        assert_int_equal(tn_advance(w, t), TN_OK);
        check_near("decay", where(w, "p").x, (c + big_b * t + big_d * t * t) * exp(-t / tau), 1e-8);
    }
    tn_world_free(w);
}

/* A constant load leaves no error, and λ carries it; a penalty sags by load/stiffness. */
static void test_load(void **state)
{
    (void)state;
    tn_world *w = model_text("world: gravity 9.81; tolerance 1e-10; end\n"
                             "object p: particle 2; end\n object q: particle 2; position 1 0 0; end\n"
                             "object r: particle 2; position 2 0 0; end\n"
                             "constraint m: connect p.center (0,0,0); by multiplier; tau 0.1; end\n"
                             "constraint n: connect q.center (1,0,0); by penalty; tau 0.1; end\n"
                             "constraint o: connect r.center (2,0,0); by penalty; stiffness 500; damping 40; end\n");
    assert_int_equal(tn_advance(w, 6), TN_OK);
    check_near("met", where(w, "p").z, 0, 1e-8);
    check_near("carried", force_of(w, "m").z, -2 * 9.81, 1e-6);
    check_near("sags", where(w, "q").z, -9.81 * 0.1 * 0.1, 1e-8);
    check_near("sags as told", where(w, "r").z, -2 * 9.81 / 500, 1e-8);
    tn_world_free(w);
}

/* The point of x + y = 1 that is closest to the origin (method §7), and several at once: on two planes and a ball. */
static void test_closest(void **state)
{
    (void)state;
    tn_world *w = model_text("object p: particle 1; position 0.1 0.4 0.2; end drag linear 1;\n"
                             "spring p.center (0,0,0) stiffness 2 rest 0;\n"
                             "constraint m: keep p.center.x + p.center.y = 1; by multiplier; tau 0.2; end\n");
    assert_int_equal(tn_advance(w, 60), TN_OK);
    check_near_vector("closest", where(w, "p"), v3(0.5, 0.5, 0), 1e-7);
    tn_constraint_state s;
    assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "m"), &s), TN_OK);
    check_near("multiplier", fabs(s.multiplier[0]), 1, 1e-6); /* times the gradient it is −F = 2 (½, ½) */
    tn_world_free(w);

    w = model_text("object p: particle 1; position 0.3 0.4 0.9; end drag linear 1; gravity 0 0 -1;\n"
                   "constraint a: keep p.center.x - p.center.y = 0.2; by multiplier; tau 0.2; end\n"
                   "constraint b: keep dot(p.center, p.center) = 1; by multiplier; tau 0.2; end\n"
                   "constraint c: keep p.center.z = 0.5; by multiplier; tau 0.2; end\n");
    assert_int_equal(tn_advance(w, 60), TN_OK);
    vec3 p = where(w, "p");
    check_near("first", p.x - p.y, 0.2, 1e-7);
    check_near("second", v3_dot(p, p), 1, 1e-7);
    check_near("third", p.z, 0.5, 1e-7);
    tn_world_free(w);
}

/* Together with dynamic constraints on the same point: all are met. */
static void test_beside_dynamic(void **state)
{
    (void)state;
    tn_world *w = model_text("world: gravity 9.81; end\n"
                             "object r: rod 1 0.05; position 0.3 0 0; rotation 0 1 0 0.9; end\n"
                             "connect r.end1 (0,0,0);\n drag linear 2 angular 0.3;\n"
                             "constraint m: keep r.end2.z = 0.4; by multiplier; tau 0.15; end\n");
    assert_int_equal(tn_advance(w, 30), TN_OK);
    tn_measures e;
    assert_int_equal(tn_measure(w, &e), TN_OK);
    tn_pose p;
    tn_object_pose(w, tn_object_find(w, "r"), &p);
    check_near("met", 2 * p.center.z, 0.4, 1e-6);
    check_near("deviation", e.deviation, 0, 1e-6);
    tn_world_free(w);
}

static void test_inequality(void **state)
{
    (void)state;
    /* falls on z >= 0, and is lifted off again; a multiplier that is kept >= 0 never pulls */
    tn_world *w = model_text("world: gravity 9.81; tolerance 1e-8; end\n"
                             "object p: particle 1; position 0 0 0.3; end\n"
                             "constraint m: keep p.center.z >= 0; by multiplier; tau 0.02; end\n"
                             "force lift: push p.center (0,0,30); during 2 3; end\n"
                             "probe v = vel(p.center).z;\n");
    double lowest = 0;
    for (int i = 1; i <= 200; i++) {
        assert_int_equal(tn_advance(w, 0.01 * i), TN_OK);
        lowest = fmin(lowest, where(w, "p").z);
        assert_true(force_of(w, "m").z <= 1e-12); /* on the world: pressed down */
    }
    assert_true(lowest < 0 && lowest > -0.03);
    check_near("rests", where(w, "p").z, 0, 1e-5);
    check_near("carries", force_of(w, "m").z, -9.81, 1e-3);
    assert_int_equal(tn_advance(w, 3), TN_OK);
    /* λ must decrease to 0 before it releases; until then it pushes, so it may only be faster than without */
    assert_true(where(w, "p").z > 0.5 * (30 - 9.81) * 0.9);
    check_near("free", force_of(w, "m").z, 0, 0);
    tn_world_free(w);

    w = model_text("world: gravity 9.81; tolerance 1e-8; end\n object p: particle 1; position 0 0 0.3; end\n"
                   "constraint m: keep p.center.z >= 0; by penalty; stiffness 4000; damping 60; end\n");
    assert_int_equal(tn_advance(w, 4), TN_OK);
    check_near("sags", where(w, "p").z, -9.81 / 4000, 1e-6);
    tn_world_free(w);
}

/* Of contradictory goals the one that may pull harder is met, while the other pulls with its bound; equal ones hold what lies
 * between them. */
static void test_contradiction(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++) {
        char text[400];
        snprintf(text, sizeof text,
                 "object p: particle 1; position 0.1 0 0; end drag linear 1;\n"
                 "constraint a: keep p.center.x = 0; by multiplier; tau 0.3; bound 5; end\n"
                 "constraint b: keep p.center.x = 1; by multiplier; tau 0.3; bound %d; end\n",
                 n == 0 ? 8 : 5);
        tn_world *w = model_text(text);
        assert_int_equal(tn_advance(w, 60), TN_OK);
        tn_constraint_state s;
        assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "a"), &s), TN_OK);
        check_near("the bound holds for the whole force", fabs(s.force.x), 5, 1e-9);
        if (n == 0)
            check_near("the stronger one", where(w, "p").x, 1, 1e-6);
        else
            assert_true(where(w, "p").x > 0 && where(w, "p").x < 1);
        tn_world_free(w);
    }
}

/* A point of a flexible block, at a node, a corner or anywhere, follows a path by a multiplier: 8 s later it is there, though
 * its nodes weigh a hundredth of the whole. */
static void test_whole(void **state)
{
    (void)state;
    static const char *const points[] = {"node(2,1,3)", "at(0.15, 0.15, 0.15)", "at(0.05, -0.1, 0.03)"};
    for (int n = 0; n < effort(6, 2); n++) {
        char text[700];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; integrator euler; step auto; end\n"
                 "object b: block 3 3 3; size 0.3 0.3 0.3; stiffness %g; viscosity %g; position 0 0 0.5; end\n"
                 "path p(t) = (0.1*sin(t), 0.1*cos(t), 0.6);\n"
                 "constraint f: follow b.%s p; by multiplier; tau %g; end drag linear 5;\n"
                 "probe off = norm(b.%s - p);\n",
                 n % 2 ? 5e4 : 8e3, n % 2 ? 400.0 : 100.0, points[n % 3], n < 3 ? 0.02 : 0.05, points[n % 3]);
        tn_world *w = model_text(text);
        assert_int_equal(tn_advance(w, 8), TN_OK);
        if (!(model_probe(w, "off") < (n < 3 ? 5e-3 : 0.05))) /* slower ones let it swing for longer */
            fail_msg("%s\noff by %g", text, model_probe(w, "off"));
        tn_world_free(w);
    }
}

/* λ is kept when switched off and on, through new plans, and in snapshots. */
static void test_state(void **state)
{
    (void)state;
    tn_world *w = model_text("world: gravity 9.81; integrator rk4; step 0.005; end object p: particle 1; end\n"
                             "constraint m: connect p.center (0,0,0); by multiplier; end\n"
                             "at 1.5: object late: sphere 0.1; position 5 0 0; end end\n");
    assert_int_equal(tn_advance(w, 1), TN_OK);
    tn_snapshot *back = tn_snapshot_take(w);
    assert_int_equal(tn_advance(w, 2), TN_OK);
    vec3 first = where(w, "p");
    assert_int_equal(tn_snapshot_restore(w, back), TN_OK);
    assert_int_equal(tn_advance(w, 2), TN_OK);
    vec3 second = where(w, "p");
    assert_memory_equal(&first, &second, sizeof first);
    check_near("held", first.z, 0, 1e-3);
    tn_snapshot_free(w, back);
    tn_world_free(w);
}

static void test_refused(void **state)
{
    (void)state;
#define PARTICLE "object p: particle 1; end object b: sphere 1; position 3 0 0; end constraint c: "
    model_refused(PARTICLE "connect p.center (0,0,0); by magic; end",
                  "expected dynamic, displacement, reaction, multiplier, penalty or coordinates");
    model_refused(PARTICLE "connect p.center (0,0,0); by penalty; bound 3; end", "bound goes with 'by multiplier'");
    model_refused(PARTICLE "connect p.center (0,0,0); stiffness 3; end", "stiffness goes with 'by penalty'");
    model_refused(PARTICLE "connect p.center (0,0,0); by penalty; stiffness 0; end", "greater than zero");
    model_refused(PARTICLE "speed vel(p.center).x = 1; by multiplier; end", "by multiplier is for positions");
    model_refused(PARTICLE "acceleration acc(p.center).x = 1; by penalty; end",
                  "by penalty is for positions and speeds");
    model_refused(PARTICLE "connect b.center (0,0,0); by reaction; end", "a reaction holds a mass point");
    model_refused(PARTICLE "revolute world b (0,0,0) (0,0,1); motor speed 1; by penalty; end",
                  "a motor is driven by dynamic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decay),          cmocka_unit_test(test_load),       cmocka_unit_test(test_closest),
        cmocka_unit_test(test_beside_dynamic), cmocka_unit_test(test_inequality), cmocka_unit_test(test_contradiction),
        cmocka_unit_test(test_whole),          cmocka_unit_test(test_state),      cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
