/* test_flexible.c: flexible blocks in a world: constraints of every kind on the material decay with their time
 * constants, forces carry weight, momentum and energy are conserved, snapshots restore every bit, threads change
 * none. */
#include "../effort.h"
#include "model.h"

#define BLOCK                                                                                                          \
    "object b: block 3 2 4; size 0.3 0.2 0.5; stiffness 4000; viscosity 3; position 0.1 0.2 0.3;"                      \
    " rotation 1 2 0.5 0.7; velocity 0.3 -0.2 0.1; spin 0.5 1 -0.7; end\n"
#define BOX "object a: box 0.3 0.5 0.2; position 0.7 0 0.1; rotation 0 1 1 0.4; spin 0.2 -0.4 0.3; end\n"
#define WORLD "world: gravity 9.81; tau 0.08; tolerance 1e-11; end\n"

/* ---- decay ---- */

/* The rows of all constraints, and their rates. */
static int rows_now(tn_world *w, double *c, double *cd)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    int n = 0;
    system_update(plan, work, w->run.t, w->run.y);
    system_deviations(plan, work, w->run.t);
    for (int i = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows; r++, n++) {
            c[n] = work->c[plan->constraint[i].row + r];
            cd[n] = work->cd[plan->constraint[i].row + r];
        }
    return n;
}

static void check_decay(const char *joint)
{
    const double tau = 0.08;
    double c0[40], cd0[40], c[40], cd[40];
    char text[2000];
    snprintf(text, sizeof text, "%s%s%s%s", WORLD, BLOCK, BOX, joint);
    tn_world *w = model_text(text);
    tn_evaluate(w);
    int n = rows_now(w, c0, cd0);
    assert_true(n > 0);
    for (int frame = 1; frame <= 5; frame++) {
        if (tn_advance(w, 0.06 * frame) != TN_OK)
            fail_msg("%s: %s", joint, tn_failure(w));
        rows_now(w, c, cd);
        for (int i = 0; i < n; i++) {
            double t = tn_time(w), want = (c0[i] + (cd0[i] + c0[i] / tau) * t) * exp(-t / tau);
            check_near(joint, c[i], want, 2e-8);
        }
    }
    tn_world_free(w);
}

static void test_decay(void **state)
{
    (void)state;
    static const char *const joints[] = {
        "connect b.node(0,0,0) (0,0,0);",
        "connect b.at(0.02,0.03,0.11) a.at(0.1,0,0);",
        "connect b.node(3,2,4) b.node(0,0,0);", /* the block bends onto itself */
        "distance b.at(0.1,0,0.2) a.center 0.5;",
        "on-plane b.node(1,1,1) (0,0,0) (0,0.3,1);",
        "on-plane a.center b.at(0.05,0.05,0) b.dir(1,0,0.2);",
        "on-line b.center a.at(0,0.1,0) a.x;",
        "orient b.x (0,0.3,1);",
        "orient b.dir(1,1,0) a.y;",
        "orient b a frame;",
        "revolute a b (0.3,0.1,0.2) b.at(0.1,0,0.2) (0,1,0) b.z;",
        "slider a b a.at(0,0,0.1) b.at(0,0,0.2) a.x b.dir(1,0.2,0);",
        "universal a b a.at(0,0,0.1) b.at(0,0,0.2) a.x b.y;",
        "keep dot(b.node(3,0,0), b.node(0,0,4)) = 0.1;",
        "keep norm(cross(b.z, (1,0,0))) + b.center.x = 0.7;",
        "path p(t) = (0.1 + t, 0.2*sin(5*t), 0.3); follow b.at(0,0.1,-0.2) p;",
    };
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        check_decay(joints[i]);
}

/* Speeds too: φ(t) = φ₀ e^(−t/τ). */
static void test_speeds(void **state)
{
    (void)state;
    tn_world *w = model_text(WORLD BLOCK BOX "speed dot(vel(b.node(3,2,4)), (1,0,0)) = 2;\n"
                                             "speed dot(omega(b) - omega(a), (0,0,1)) = 1;\n");
    double c0[2], c[2], cd[2];
    tn_evaluate(w);
    assert_int_equal(rows_now(w, c0, cd), 2);
    for (int frame = 1; frame <= 4; frame++) {
        assert_int_equal(tn_advance(w, 0.05 * frame), TN_OK);
        rows_now(w, c, cd);
        for (int i = 0; i < 2; i++)
            check_near("speed", c[i], c0[i] * exp(-tn_time(w) / 0.08), 1e-8);
    }
    tn_world_free(w);
}

/* ---- forces ---- */

/* Hung from its top, the block is carried by its nodes; a spring at an embedded point and a push have the right
 * force. */
static void test_weight(void **state)
{
    (void)state;
    tn_world *w = model_text("world: gravity 9.81; integrator rk4; step 0.002; end\n"
                             "object b: block 2 2 3; size 0.2 0.2 0.3; stiffness 20000; viscosity 300; mass 7; end\n"
                             "for i = 0 to 2: for j = 0 to 2:\n"
                             "  constraint hold[i][j]: connect b.node(i,j,3) (0.1*(i-1), 0.1*(j-1), 0.15); end\n"
                             "end end\n"
                             "drag on b linear 30;\n"
                             "push b.at(0.03,-0.02,-0.1) (2, 1, -3);\n"
                             "spring b.node(1,1,0) (0,0,-0.4) stiffness 50 rest 0.1;\n"
                             "probe x = b.node(1,1,0).x; probe y = b.node(1,1,0).y; probe z = b.node(1,1,0).z;\n");
    assert_int_equal(tn_advance(w, 4), TN_OK);
    vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint_state s;
        assert_int_equal(tn_constraint_get(w, tn_constraint_at(w, i), &s), TN_OK);
        sum = v3_sub(sum, s.force); /* on the nails */
    }
    vec3 arm = v3_sub(v3(model_probe(w, "x"), model_probe(w, "y"), model_probe(w, "z")), v3(0, 0, -0.4));
    vec3 spring = v3_scale(-50 * (v3_norm(arm) - 0.1), v3_unit(arm));
    check_near_vector("carried", sum, v3_neg(v3_add(spring, v3(2, 1, -3 - 7 * 9.81))), 1e-6);
    tn_measures m;
    assert_int_equal(tn_measure(w, &m), TN_OK);
    assert_true(m.kinetic < 1e-8);
    tn_world_free(w);
}

/* A torque on the block, and a torsion spring between its axes and a body's. */
static void test_torques(void **state)
{
    (void)state;
    tn_world *w = model_text("world: integrator rk4; step 0.002; end\n"
                             "object b: block 2 2 2; size 0.2 0.2 0.2; stiffness 1e5; viscosity 50; end\n"
                             "object a: box 0.3 0.3 0.3; position 1 0 0; end\n"
                             "turn b (0, 0, 0.4);\n"
                             "torsion a.x b.x stiffness 2;\n");
    tn_measures m;
    assert_int_equal(tn_advance(w, 0.5), TN_OK);
    assert_int_equal(tn_measure(w, &m), TN_OK);
    check_near_vector("momentum", m.momentum, v3(0, 0, 0), 1e-12);
    check_near_vector("angular momentum", m.angular_momentum, v3(0, 0, 0.2), 1e-5);
    tn_world_free(w);
}

/* ---- conservation ---- */

static void test_kept(void **state)
{
    (void)state;
    /* a chain of a block and two bodies, free in space: three kinds of joints between soft and rigid. They begin to
     * move together: while a gap is open, its two forces do not act in one line */
    tn_world *w =
        model_text("world: tolerance 1e-10; end\n"
                   "object b: block 3 2 4; size 0.3 0.2 0.5; stiffness 4000; viscosity 3; rotation 1 2 0.5 0.7;"
                   " position 0.1 0.2 0.3; velocity 0.3 -0.2 0.1; end\n"
                   "object a: box 0.3 0.5 0.2; position 0.7 0 0.1; velocity 0.3 -0.2 0.1; end\n"
                   "object c: rod 0.6 0.05; position -0.5 0.1 0.4; velocity 0.3 -0.2 0.1; end\n"
                   "revolute a b (0.4, 0.1, 0.2) (0, 1, 0.2);\n"
                   "weld c b;\n"
                   "spring a.center b.node(0,0,0) stiffness 30 rest 0.5 damping 0.2;\n"
                   "distance c.end1 b.node(3,0,4) 0.6;\n");
    tn_measures m0, m; /* a distance's forces act along its line, met or not */
    assert_int_equal(tn_measure(w, &m0), TN_OK);
    for (int i = 1; i <= 4; i++) {
        assert_int_equal(tn_advance(w, 0.1 * i), TN_OK);
        assert_int_equal(tn_measure(w, &m), TN_OK);
        check_near_vector("momentum", m.momentum, m0.momentum, 1e-9);
        check_near_vector("angular momentum", m.angular_momentum, m0.angular_momentum, 1e-7);
    }
    tn_world_free(w);
}

static void test_energy(void **state)
{
    (void)state;
    static const char *const materials[] = {
        "viscosity 10;",  "incompressible; viscosity 5;",   "incompressible 1e6; viscosity 5;",
        "moldable 0.01;", "incompressible; moldable 0.01;", "poisson 0.45; moldable 0.01;"};
    for (int i = 0; i < 6; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; tolerance 1e-9; end\n"
                 "object b: block 2 2 3; size 0.2 0.2 0.3; stiffness 4000; %s spin 6 0 3; end\n"
                 "connect b.node(0,0,3) (-0.1,-0.1,0.15);\n"
                 "drag linear 0.5;",
                 materials[i]);
        tn_world *w = model_text(text);
        for (int k = 0; k <= 10; k++) {
            assert_int_equal(tn_advance(w, 0.03 * k), TN_OK);
            tn_frame(w);
        }
        tn_measures m;
        assert_int_equal(tn_measure(w, &m), TN_OK);
        assert_true(m.work < -1e-3); /* viscosity, flow and drag dissipate energy */
        check_near(materials[i], m.drift, 0, 2e-7);
        tn_world_free(w);
    }
}

/* Snapshots are exact to the bit, and the number of threads changes nothing. */
static void test_same(void **state)
{
    (void)state;
    static const char text[] = "world: gravity 9.81; integrator euler; step 0.0002; end\n"
                               "object b: block 16 16 17; size 0.5 0.5 0.5; stiffness 4000; viscosity 3;"
                               " incompressible; moldable 0.001; spin 1 0 3; end\n"
                               "connect b.node(0,0,17) (-0.25,-0.25,0.3);\n";
    double *first = NULL, *again = NULL;
    int count = 0;
    for (int threads = 1; threads <= 3; threads++) {
        tn_world *w = model_text(text);
        tn_settings s = tn_world_settings(w);
        s.threads = threads;
        assert_int_equal(tn_world_configure(w, &s), TN_OK);
        assert_int_equal(tn_advance(w, 0.005), TN_OK);
        tn_snapshot *back = tn_snapshot_take(w);
        assert_int_equal(tn_advance(w, 0.01), TN_OK);
        count = w->plan->y_count;
        double *y = mem_copy(w->run.y, sizeof(double) * (size_t)count);
        if (threads == 1) {
            first = y;
        } else {
            assert_memory_equal(first, y, sizeof(double) * (size_t)count);
            mem_free(y);
        }
        assert_int_equal(tn_snapshot_restore(w, back), TN_OK);
        assert_int_equal(tn_advance(w, 0.01), TN_OK);
        again = w->run.y;
        assert_memory_equal(first, again, sizeof(double) * (size_t)count);
        tn_snapshot_free(w, back);
        tn_world_free(w);
    }
    mem_free(first);
}

/* A node on a path is attached and released by the timeline; the block keeps its state through new plans. */
static void test_timeline(void **state)
{
    (void)state;
    tn_world *w = model_text("world: gravity 9.81; integrator rk4; step 0.001; tau 0.02; end\n"
                             "object b: block 2 2 2; size 0.2 0.2 0.2; stiffness 8000; viscosity 800; end\n"
                             "constraint hold: connect b.node(1,1,2) (0,0,0.1); end\n"
                             "at 0.5: off hold; object late: block 1 1 1; size 0.1 0.1 0.1; stiffness 1000; end end\n"
                             "at 0.8: remove late; end\n"
                             "probe z = b.center.z; probe v = vel(b.center).z; probe vol = volume(b);\n");
    assert_int_equal(tn_advance(w, 0.5), TN_OK);
    double z = model_probe(w, "z"), v = model_probe(w, "v");
    assert_true(fabs(v) < 0.02 && z < 0 && z > -0.1);
    assert_int_equal(tn_advance(w, 1), TN_OK);
    vec3 p;
    tn_pose pose;
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "b"), &pose), TN_OK);
    p = pose.center;
    check_near("fall", pose.velocity.z, -9.81 * 0.5, 0.05);
    assert_true(p.z < -1 && model_probe(w, "vol") > 0.007);
    tn_world_free(w);
}

/* A bar that is welded at its middle sags alike on both sides, as a beam does. */
static void test_welded_in_the_middle(void **state)
{
    (void)state;
    static const int across[] = {2, 4};
    for (int i = 0; i < effort(2, 1); i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; integrator implicit; tau 0.02; step 0.01; end\n"
                 "object b: block %d %d %d; size 2 0.1 0.1; young 1e8; viscosity 1e6; end weld b world;\n"
                 "probe left = b.at(-1, 0, 0).z; probe right = b.at(1, 0, 0).z;",
                 20 * across[i], across[i], across[i]);
        tn_world *w = model_text(text);
        assert_int_equal(tn_advance(w, 4), TN_OK);
        const double left = model_probe(w, "left"), right = model_probe(w, "right"), load = 1000 * 0.01 * 9.81;
        const double sag = load / 8 / (1e8 * 1e-4 / 12) + load / 2 / (5.0 / 6 * 0.01 * 5e7);
        /* 2,025 nodes are solved for by multigrid, until what is left moves nodes by a millionth of an element in a step */
        check_near("alike", left / right, 1, across[i] > 2 ? 10 * 1e-6 * 0.025 / sag : 1e-9);
        check_near("as a beam", left / -sag, 1, 0.02);
        tn_world_free(w);
    }
}

/* ---- through the public interface ---- */

static void test_interface(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    char *message;
    tn_object_def d = tn_object_default();
    d.name = "b";
    d.shape = "block";
    d.size[0] = d.size[1] = d.size[2] = 0.2;
    d.cells[0] = d.cells[1] = d.cells[2] = 2;
    d.stiffness = 6000;
    d.viscosity = 30;
    d.incompressible = true;
    d.position = v3(0, 0, 0.3);
    tn_object b = model_add(w, &d), table = model_object(w, "plane", 0, 0, 0, v3(0, 0, 0));
    tn_force_def pull = {
        .size = sizeof(tn_force_def), .kind = "gravity", .count = 1, .args = {tn_arg_vector(v3(0, 0, -9.81))}};
    tn_force_add(w, &pull, NULL);
    tn_constraint_def floor_def = {.size = sizeof(tn_constraint_def),
                                   .kind = "outside",
                                   .count = 2,
                                   .args = {tn_arg_object(b), tn_arg_object(table)},
                                   .tau = 0.01};
    tn_constraint floor_id = tn_constraint_add(w, &floor_def, &message);
    assert_null(message);
    tn_constraint_def hold = {.size = sizeof(tn_constraint_def),
                              .kind = "connect",
                              .count = 2,
                              .args = {tn_arg_point(b, v3(0.1, 0.1, 0.1)), tn_arg_vector(v3(0.1, 0.1, 0.4))},
                              .by = TN_BY_REACTION};
    tn_constraint_add(w, &hold, &message);
    assert_null(message);
    model_set(w, TN_EULER, 0, 0.001, 0.02);
    const double *q, *v;
    assert_int_equal(tn_object_nodes(w, b, &q, &v), 27);
    check_near("corner", q[2], 0.2, 1e-15);
    assert_int_equal(tn_advance(w, 1.5), TN_OK);
    assert_int_equal(tn_object_nodes(w, b, &q, &v), 27);
    check_near("held", q[3 * 26 + 2], 0.4, 1e-5);
    check_near("volume", tn_object_volume(w, b), 0.008, 1e-4);
    tn_constraint_state s;
    assert_int_equal(tn_constraint_get(w, floor_id, &s), TN_OK);
    assert_int_equal(tn_object_nodes(w, table, NULL, NULL), 0);
    check_near("no volume", tn_object_volume(w, table), 0, 0);
    tn_constraint_def wrong = {
        .size = sizeof(tn_constraint_def), .kind = "outside", .count = 1, .args = {tn_arg_object(b)}};
    assert_int_equal(tn_constraint_add(w, &wrong, &message).generation, 0);
    assert_non_null(strstr(message, "outside takes"));
    free(message);
    tn_world_free(w);
}

/* ---- refusals ---- */

static void test_refused(void **state)
{
    (void)state;
    model_refused("object b: block 2 2; size 1 1 1; stiffness 1; end", "block takes 3 numbers, 2 given");
    model_refused("object b: block 2 2.5 1; size 1 1 1; stiffness 1; end",
                  "block must be a whole number from 1 to 10000, not 2.5");
    model_refused("object b: block 2 2 2; stiffness 1; end", "a block needs a size");
    model_refused("object b: block 2 2 2; size 1 1 1; end", "a flexible block needs young E; or stiffness s;");
    model_refused("object b: block 2 2 2; size 1 1 1; stiffness 0; end", "stiffness must be greater than zero");
    model_refused("object b: block 2 2 2; size 1 0 1; stiffness 1; end", "size must be greater than zero, not 0");
    model_refused("object b: block 2 2 2; size 1 1 1; stiffness 1; viscosity -1; end",
                  "viscosity must not be negative");
    model_refused("object b: block 2 2 2; size 1 1 1; stiffness 1; moldable 0; end",
                  "moldable must be greater than zero");
    model_refused("object b: block 2 2 2; size 1 1 1; stiffness 1; inertia 1 1 1; end",
                  "a flexible block has no inertia");
    model_refused("object b: block 2 2 2; size 1 1 1; stiffness 1; offset 1 1 1; end",
                  "a flexible block has no offset");
    model_refused("object b: block 2 2 2; size 1 1 1; stiffness 1; kernel fixed; end", "hold it by constraints");
    model_refused("object b: block 2 2 2; sphere 1; stiffness 1; end", "'sphere' does not go with it");
    model_refused("object b: block 1000 1000 1000; size 1 1 1; stiffness 1; end", "at most 1000000 elements in all");
    model_refused("object b: sphere 1; stiffness 3; end", "'stiffness' goes with a flexible block");
    model_refused("object b: block 2 2 2; size 1 1 1; stiffness 1; end probe z = b.node(3,0,0).z;",
                  "nodes are numbered from 0 to (2, 2, 2)");
    model_refused("object b: block 2 2 2; size 1 1 1; stiffness 1; end probe z = b.node.z;", "b.node(i, j, k)");
    model_refused("object b: sphere 1; end probe z = b.node(0,0,0).z;", "only flexible blocks have nodes");
    model_refused("object b: sphere 1; end probe z = volume(b);", "expected a flexible block in volume(b)");
    model_refused("object b: block 2 2 2; size 1 1 1; stiffness 1; end keep volume(b) = 1;", "known to probes only");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_welded_in_the_middle),
        cmocka_unit_test(test_decay),
        cmocka_unit_test(test_speeds),
        cmocka_unit_test(test_weight),
        cmocka_unit_test(test_torques),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_energy),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_timeline),
        cmocka_unit_test(test_interface),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
