/* The benchmark models, their measures, and the reference solution of chains. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* They belong to no library. */
#include "../../bench/rods.c"
#include "../../bench/rods_truth.c"
#include "../../bench/truths.c"

static void check(const char *what, double got, double expected, double allowed)
{
    if (!(fabs(got - expected) <= allowed))
        fail_msg("%s: %.15g instead of %.15g, allowed %.3g", what, got, expected, allowed);
}

/* At the start all joints are met, and the far tower is where it should be. */
static void starts(void **state)
{
    (void)state;
    for (int kind = 0; kind < RODS_KINDS; kind++)
        for (int size = 2; size <= 200; size *= 10) {
            struct rods m = rods_make((enum rods_kind)kind, size);
            struct rods_meter meter = {0};
            rods_meter_frame(&meter, &m, m.start);
            check("gap at the start", meter.gap, 0, 1e-12);
            check("drift at the start", rods_drift(&meter), 0, 0);
            int loops = 0;
            for (int k = 0; k < m.joint_count; k++)
                loops += m.joints[k].closes;
            assert_int_equal(m.joint_count - loops, m.count); /* a tree, and loops */
            assert_int_equal(loops, kind == RODS_OPEN ? 0 : (kind == RODS_TOWERS ? 1 : size));
            rods_free(&m);
        }
    struct rods m = rods_make(RODS_TOWERS, 10);
    check("far tower", m.joints[10].place[0], 0.8 * 5, 1e-15);
    check("depth of the V", m.start[4].center[2], -0.6 * 4.5 * 0.5, 1e-15);
    check("mass of a rod", m.mass, 1000 * pi * 0.0025 * 0.5, 1e-12);
    rods_free(&m);
}

/* Gaps, energies and numbers that are not finite are detected. */
static void measures(void **state)
{
    (void)state;
    struct rods m = rods_make(RODS_OPEN, 3);
    struct rods_meter meter = {0};
    struct rods_pose moved[3];
    memcpy(moved, m.start, sizeof moved);
    rods_meter_frame(&meter, &m, m.start);
    moved[2].center[1] += 0.25;
    moved[1].velocity[2] = 2;
    moved[1].spin[0] = 3; /* along the rod's own z there is more to it */
    rods_meter_frame(&meter, &m, moved);
    check("gap", meter.gap, 0.25, 1e-15);
    double turned = (m.start[1].q[2] > 0 ? m.along : 0) * 9 / 2; /* the rods lie along x */
    check("kinetic energy", meter.kinetic, m.mass * 2 + turned, 1e-12);
    check("drift", rods_drift(&meter), 1, 1e-12);
    moved[0].center[2] = NAN;
    rods_meter_frame(&meter, &m, moved);
    assert_true(meter.gap >= 1e300 && rods_drift(&meter) >= 1e300);
    rods_free(&m);
}

/* One rod is a pendulum of the length I/(m h). */
static void one_rod(void **state)
{
    (void)state;
    struct rods m = rods_make(RODS_OPEN, 1);
    double half = m.length / 2, length = (m.across + m.mass * half * half) / (m.mass * half), center[1][3], xy[2];
    for (double t = 0.1; t < 3; t += 0.7) {
        assert_true(rods_chain_truth(&m, t, 1e-12, center, NULL));
        truth_pendulum(t / sqrt(length), xy);
        check("x of a rod", center[0][0], -half * xy[0], 1e-11);
        check("z of a rod", center[0][2], half * xy[1], 1e-11);
    }
    rods_free(&m);
}

/* The reference at three tolerances; links far from the joints move by gravity alone at first. */
static void converged(void **state)
{
    (void)state;
    for (int kind = RODS_OPEN; kind <= RODS_TOWERS; kind++) {
        struct rods m = rods_make((enum rods_kind)kind, 40);
        double fine[40][3], rough[40][3];
        long many = 0, few = 0;
        assert_true(rods_chain_truth(&m, 0.5, 1e-12, fine, &many) && rods_chain_truth(&m, 0.5, 1e-8, rough, &few));
        assert_true(few < many);
        for (int i = 0; i < 40; i++)
            check("a rod at two tolerances", distance(fine[i], rough[i]), 0, 1e-7);
        if (kind == RODS_OPEN)
            check("the free end falls", fine[39][2], -RODS_GRAVITY / 8, 1e-6);
        rods_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts),
        cmocka_unit_test(measures),
        cmocka_unit_test(one_rod),
        cmocka_unit_test(converged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
