/* test_motion.c: integrators and forces together with constraints, through the public interface, against exact
 * motions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tenon/tenon.h"
#include "../effort.h"

static const tn_integrator all[] = {TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER, TN_VERLET, TN_NYSTROM};
/* Of each the error allowed in the decay of a gap, at the tolerance or step of that test. */
static const double decay_error[] = {1e-8, 1e-6, 1e-8, 0.1, 1e-4, 1e-8};
_Static_assert(sizeof decay_error / sizeof *decay_error == sizeof all / sizeof *all, "one for each");
static const double pi = 3.14159265358979323846;

static void check_near(const char *what, double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%s: got %.17g, want %.17g, off by %.3g", what, got, want, got - want);
}

static tn_world *make_world(tn_integrator method, double number)
{
    tn_world *w = tn_world_new();
    tn_settings s = tn_world_settings(w);
    s.integrator = method;
    if (method == TN_ADAMS || method == TN_GEAR)
        s.tolerance = number;
    else
        s.step = number;
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
    return w;
}

static tn_object add_object(tn_world *w, const tn_object_def *def)
{
    char *message = NULL;
    tn_object o = tn_object_add(w, def, &message);
    if (message != NULL)
        fail_msg("%s", message);
    return o;
}
static tn_object add_particle(tn_world *w, tn_vec3 position, tn_vec3 velocity)
{
    tn_object_def d = tn_object_default();
    d.shape = "particle";
    d.mass = 2;
    d.position = position;
    d.velocity = velocity;
    return add_object(w, &d);
}
static tn_constraint add_constraint(tn_world *w, tn_constraint_def def)
{
    char *message = NULL;
    tn_constraint c = tn_constraint_add(w, &def, &message);
    if (message != NULL)
        fail_msg("%s", message);
    return c;
}
static void add_force(tn_world *w, tn_force_def def)
{
    char *message = NULL;
    tn_force_add(w, &def, &message);
    if (message != NULL)
        fail_msg("%s", message);
}
static void add_gravity(tn_world *w)
{
    add_force(w, (tn_force_def){.size = sizeof(tn_force_def),
                                .kind = "gravity",
                                .args = {tn_arg_vector((tn_vec3){0, 0, -9.81})},
                                .count = 1});
}

static void advance(tn_world *w, double t)
{
    if (tn_advance(w, t) != TN_OK)
        fail_msg("t = %.17g: %s", t, tn_failure(w));
    assert_true(tn_time(w) == t);
}
static tn_pose pose(tn_world *w, tn_object o)
{
    tn_pose p;
    assert_int_equal(tn_object_pose(w, o, &p), TN_OK);
    return p;
}

/* -- a pendulum, let go at 1 rad: after the period T = 2π √(L/g) / agm(1, cos ½) it is where it was -- */

static const double arm = 1.25;

static tn_object add_pendulum(tn_world *w)
{
    tn_object o = add_particle(w, (tn_vec3){arm * sin(1), 0, -arm * cos(1)}, (tn_vec3){0, 0, 0});
    add_gravity(w);
    add_constraint(w, (tn_constraint_def){.size = sizeof(tn_constraint_def),
                                          .name = "thread",
                                          .kind = "distance",
                                          .args = {tn_arg_point(o, (tn_vec3){0, 0, 0}),
                                                   tn_arg_vector((tn_vec3){0, 0, 0}), tn_arg_number(arm)},
                                          .count = 3});
    return o;
}
static double period(void)
{
    double a = 1, b = cos(0.5);
    for (int i = 0; i < 8; i++) {
        double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    return 2 * pi * sqrt(arm / 9.81) / a;
}
/* The error after two periods; the speed shows the phase. */
static double pendulum_error(tn_integrator method, double number)
{
    tn_world *w = make_world(method, number);
    tn_object o = add_pendulum(w);
    advance(w, 2 * period());
    tn_pose p = pose(w, o);
    double error = fabs(p.center.x - arm * sin(1)) + fabs(p.center.z + arm * cos(1)) + fabs(p.velocity.x) +
                   fabs(p.velocity.z) + fabs(p.center.y) + fabs(p.velocity.y);
    tn_world_free(w);
    return error;
}

static void a_pendulum_comes_back(void **state)
{
    (void)state;
    check_near("adams", pendulum_error(TN_ADAMS, 1e-10), 0, 1e-7);
    check_near("gear", pendulum_error(TN_GEAR, 1e-10), 0, 1e-6);
    check_near("rk4", pendulum_error(TN_RK4, 0.002), 0, 1e-7);
    check_near("euler", pendulum_error(TN_EULER, 1e-4), 0, 1e-2);
}

static void orders_with_a_constraint(void **state)
{
    (void)state;
    double before = pendulum_error(TN_RK4, 0.02);
    for (double step = 0.01; step > 0.002; step /= 2) {
        double now = pendulum_error(TN_RK4, step);
        check_near("rk4", log2(before / now), 4, 0.3);
        before = now;
    }
    before = pendulum_error(TN_NYSTROM, 0.04);
    for (double step = 0.02; step > 0.004; step /= 2) {
        double now = pendulum_error(TN_NYSTROM, step);
        check_near("nystrom", log2(before / now), 4, 0.1);
        before = now;
    }
    before = pendulum_error(TN_VERLET, 0.01);
    for (double step = 0.005; step > 1e-3; step /= 2) {
        double now = pendulum_error(TN_VERLET, step);
        check_near("verlet", log2(before / now), 2, 0.1);
        before = now;
    }
    before = pendulum_error(TN_EULER, 0.002);
    for (double step = 0.001; step > 2e-4; step /= 2) {
        double now = pendulum_error(TN_EULER, step);
        check_near("euler", log2(before / now), 1, 0.15);
        before = now;
    }
}

/* C(t) = C₀ (1 + t/τ) e^{−t/τ} from rest, independent of gravity. */
static void an_unmet_constraint_decays(void **state)
{
    (void)state;
    for (int m = 0; m < (int)(sizeof all / sizeof *all); m++) {
        tn_world *w = make_world(all[m], m < 2 ? 1e-10 : 1e-3);
        tn_object o = add_particle(w, (tn_vec3){3, -4, 12}, (tn_vec3){0, 0, 0});
        add_gravity(w);
        tn_constraint c = add_constraint(
            w, (tn_constraint_def){.size = sizeof(tn_constraint_def),
                                   .kind = "connect",
                                   .args = {tn_arg_point(o, (tn_vec3){0, 0, 0}), tn_arg_vector((tn_vec3){0, 0, 0})},
                                   .count = 2,
                                   .tau = 0.2});
        for (int i = 1; i <= 20; i++) {
            advance(w, i / 10.0);
            tn_constraint_state s;
            assert_int_equal(tn_constraint_get(w, c, &s), TN_OK);
            double x = i / 10.0 / 0.2;
            check_near(tn_integrator_name(all[m]), s.size, 13 * (1 + x) * exp(-x), decay_error[m]);
        }
        tn_world_free(w);
    }
}

/* With error control the frame rate changes nothing, bit for bit. */
static void frames_do_not_disturb(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        tn_pose p[2];
        for (int often = 0; often < 2; often++) {
            tn_world *w = make_world(all[m], 1e-8);
            tn_object o = add_pendulum(w);
            for (int i = 1; often && i < 60; i++) {
                advance(w, i / 30.0);
                pose(w, o);
            }
            advance(w, 2);
            p[often] = pose(w, o);
            tn_world_free(w);
        }
        assert_memory_equal(&p[0].center, &p[1].center, sizeof p[0].center);
        assert_memory_equal(&p[0].velocity, &p[1].velocity, sizeof p[0].velocity);
    }
}

/* -- forces -- */

/* A disc on a torsion spring through the angle 0, where the axis between the directions reverses: a cosine. */
static void a_torsion_pendulum(void **state)
{
    (void)state;
    for (int m = 0; m < 3; m++) {
        tn_world *w = make_world(all[m], m < 2 ? 1e-10 : 1e-3);
        tn_object_def d = tn_object_default();
        d.shape = "body";
        d.mass = 1;
        d.inertia[0] = 2;
        d.inertia[1] = 2.25;
        d.inertia[2] = 0.5;
        d.orientation = (tn_quat){cos(0.25), 0, 0, sin(0.25)};
        tn_object o = add_object(w, &d);
        add_force(w,
                  (tn_force_def){.size = sizeof(tn_force_def),
                                 .kind = "torsion",
                                 .args = {tn_arg_vector((tn_vec3){1, 0, 0}), tn_arg_direction(o, (tn_vec3){1, 0, 0})},
                                 .count = 2,
                                 .stiffness = 8});
        for (int i = 1; i <= 25; i++) {
            advance(w, 0.1 * i);
            tn_pose p = pose(w, o);
            check_near(tn_integrator_name(all[m]), 2 * atan2(p.orientation.z, p.orientation.w), 0.5 * cos(4 * 0.1 * i),
                       1e-7);
            check_near(tn_integrator_name(all[m]), p.spin.z, -2 * sin(4 * 0.1 * i), 1e-6);
        }
        tn_world_free(w);
    }
}

/* Push off centre, torque, drag: plane motion with exact solutions. */
static void push_turn_and_drag(void **state)
{
    (void)state;
    tn_world *w = make_world(TN_ADAMS, 1e-11);
    tn_object_def d = tn_object_default();
    d.shape = "body";
    d.mass = 4;
    d.inertia[0] = d.inertia[1] = 2;
    d.inertia[2] = 0.5;
    tn_object o = add_object(w, &d);
    add_force(w, (tn_force_def){.size = sizeof(tn_force_def),
                                .kind = "turn",
                                .args = {tn_arg_object(o), tn_arg_vector((tn_vec3){0, 0, 3})},
                                .count = 2});
    add_force(w, (tn_force_def){.size = sizeof(tn_force_def), .kind = "drag", .linear = 2, .angular = 0.25});
    add_force(w, (tn_force_def){.size = sizeof(tn_force_def),
                                .kind = "push",
                                .args = {tn_arg_point(o, (tn_vec3){0, 0, 0}), tn_arg_vector((tn_vec3){6, 0, 0})},
                                .count = 2});
    advance(w, 3);
    tn_pose p = pose(w, o);
    check_near("spin", p.spin.z, 12 * (1 - exp(-0.5 * 3)), 1e-8);
    check_near("speed", p.velocity.x, 3 * (1 - exp(-0.5 * 3)), 1e-8);
    check_near("way", p.center.x, 3 * (3 - 2 * (1 - exp(-1.5))), 1e-8);
    tn_measures e;
    assert_int_equal(tn_measure(w, &e), TN_OK);
    check_near("work", e.work, e.kinetic, 1e-6);
    tn_world_free(w);
}

/* A force in an interval starts and ends exactly at its times: the impulse is the force times the duration. */
static void a_kick(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        tn_world *w = make_world(all[m], m < 2 ? 1e-9 : 0.03);
        tn_object o = add_particle(w, (tn_vec3){0, 0, 0}, (tn_vec3){1, 0, 0});
        add_force(w, (tn_force_def){.size = sizeof(tn_force_def),
                                    .kind = "push",
                                    .args = {tn_arg_point(o, (tn_vec3){0, 0, 0}), tn_arg_vector((tn_vec3){0, 9, 0})},
                                    .count = 2,
                                    .from = 1,
                                    .to = 1.2});
        advance(w, 3);
        tn_pose p = pose(w, o);
        check_near(tn_integrator_name(all[m]), p.velocity.y, 0.9, 1e-12);
        check_near(tn_integrator_name(all[m]), p.center.y, 0.09 + 0.9 * 1.8, m == 3 ? 0.02 : 1e-8);
        check_near(tn_integrator_name(all[m]), p.center.x, 3, 1e-9);
        tn_world_free(w);
    }
}

/* A damped pendulum: energy and work balance while nearly all energy is dissipated. */
static void damping_is_accounted(void **state)
{
    (void)state;
    tn_world *w = make_world(TN_ADAMS, 1e-11);
    add_pendulum(w);
    add_force(w, (tn_force_def){.size = sizeof(tn_force_def), .kind = "drag", .linear = 2});
    tn_measures first, last;
    assert_int_equal(tn_measure(w, &first), TN_OK);
    advance(w, 8);
    assert_int_equal(tn_measure(w, &last), TN_OK);
    double lowest = -2 * 9.81 * arm;
    assert_true(last.kinetic + last.potential - lowest < 0.01 * (first.potential - lowest));
    check_near("balance", last.kinetic + last.potential - first.potential, last.work, 1e-7);
    tn_world_free(w);
}

/* -- failure -- */

/* Coinciding points of a massless rod: no direction. */
static void no_way_to_go(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        tn_world *w = make_world(all[m], m < 2 ? 1e-9 : 0.01);
        tn_object o = add_particle(w, (tn_vec3){1, 2, 3}, (tn_vec3){0, 0, 0});
        add_gravity(w);
        add_constraint(w, (tn_constraint_def){.size = sizeof(tn_constraint_def),
                                              .name = "stick",
                                              .kind = "distance",
                                              .args = {tn_arg_point(o, (tn_vec3){0, 0, 0}),
                                                       tn_arg_vector((tn_vec3){1, 2, 3}), tn_arg_number(1)},
                                              .count = 3});
        assert_int_equal(tn_advance(w, 1), TN_STUCK);
        assert_true(tn_time(w) == 0);
        assert_non_null(strstr(tn_failure(w), "stick"));
        assert_non_null(strstr(tn_failure(w), "t = 0"));
        tn_pose p = pose(w, o);
        assert_true(p.center.x == 1 && p.center.y == 2 && p.center.z == 3 && p.velocity.z == 0);
        tn_world_free(w);
    }
}

/* Random chains of balls, hinges and hubs between two nails or from one, which start met: what is met stays met at every
 * frame, also between two steps, up to the error of the interpolation there, a fraction of the tolerance. */
static void gaps_stay_closed(void **state)
{
    (void)state;
    static const tn_integrator engines[] = {TN_ADAMS};
    const int seeds = effort(12, 3);
    for (int seed = 0; seed < seeds; seed++) {
        srand((unsigned)seed + 1);
        const int n = 2 + rand() % 9;
        const bool closed = seed % 2 == 1;
        const double tolerance = pow(10, -4 - rand() % 4);
        for (int e = 0; e < 1; e++) {
            tn_world *w = make_world(engines[e], tolerance);
            char text[400];
            snprintf(text, sizeof text,
                     "world: gravity 9.81; assemble on; tau 0.02; end let n = %d;"
                     "for i = 1 to n: object l[i]: rod 0.3 0.02; position (0.2*i) (0.05*(i*%d - 3*if(i > 2, 1, 0))) 0;"
                     " rotation 0 1 0 1.3; end end",
                     n, 1 + rand() % 3);
            assert_int_equal(tn_read_text(w, "links", text, NULL), TN_OK);
            for (int i = 1; i <= n; i++) {
                if (i == 1)
                    snprintf(text, sizeof text, "connect l[1].end1 (0, 0, 2);");
                else if (rand() % 3 == 0)
                    snprintf(text, sizeof text, "revolute l[%d] l[%d] l[%d].end2 l[%d].end1 (0,1,0) (0,1,0);", i - 1, i,
                             i - 1, i);
                else
                    snprintf(text, sizeof text, "connect l[%d].end2 l[%d].end1;", i - 1, i);
                assert_int_equal(tn_read_text(w, "joint", text, NULL), TN_OK);
            }
            if (closed) {
                snprintf(text, sizeof text, "distance l[%d].end2 (0.2, 0, 1.9) 0.1;", n);
                assert_int_equal(tn_read_text(w, "loop", text, NULL), TN_OK);
            }
            for (int frame = 1; frame <= 40; frame++) {
                assert_int_equal(tn_advance(w, frame / 37.0), TN_OK);
                tn_frame(w);
                tn_measures m;
                tn_measure(w, &m);
                if (frame > 20 && !(m.deviation < 1e-8 + 0.1 * tolerance))
                    fail_msg("seed %d, %s, tolerance %g, t = %g: deviation %g", seed, tn_integrator_name(engines[e]),
                             tolerance, tn_time(w), m.deviation);
            }
            tn_world_free(w);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_comes_back),
        cmocka_unit_test(orders_with_a_constraint),
        cmocka_unit_test(an_unmet_constraint_decays),
        cmocka_unit_test(frames_do_not_disturb),
        cmocka_unit_test(a_torsion_pendulum),
        cmocka_unit_test(push_turn_and_drag),
        cmocka_unit_test(a_kick),
        cmocka_unit_test(damping_is_accounted),
        cmocka_unit_test(no_way_to_go),
        cmocka_unit_test(gaps_stay_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
