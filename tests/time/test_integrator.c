/* test_integrator.c: the integrators on systems built directly: orders of convergence, dependence on the tolerance,
 * exact end times, histories, and no allocation in a warm step. */
#include "integrating.h"

/* -- systems -- */

static double oscillator_error(struct hand *h, double t)
{
    double c = cos(3 * t), s = sin(3 * t);
    double want[6] = {c, s, 0.5 * c - 0.5 * s, -3 * s, 3 * c, -1.5 * s - 1.5 * c}, worst = 0;
    for (int i = 0; i < 3; i++) {
        worst = fmax(worst, fabs(hand_q(h, 0)[i] - want[i]));
        worst = fmax(worst, fabs(hand_v(h, 0)[i] - want[3 + i]));
    }
    return worst;
}

/* A free symmetric top, I = (2, 2, 3): R = exp(L t/I₁) R₀ exp((1 − I₃/I₁) ω₃ t e₃), R₀ = 1. */
static struct hand *top(void)
{
    struct hand *h = hand_new();
    int b = hand_body(h, COORDINATES_RIGID, 1, (sym3){2, 2, 3, 0, 0, 0});
    hand_ready(h);
    memcpy(hand_v(h, b), (double[]){0.1, 0.2, 0.3, 2, 0, 4}, 6 * sizeof(double));
    return h;
}
static double top_error(struct hand *h, double t)
{
    quat want = q_mul(q_exp(v3_scale(t / 2, v3(4, 0, 12))), q_exp(v3(0, 0, -0.5 * 4 * t)));
    const double *q = hand_q(h, 0);
    mat3 a = q_matrix((quat){q[3], q[4], q[5], q[6]}), b = q_matrix(want);
    double worst = 0;
    for (int i = 0; i < 9; i++)
        worst = fmax(worst, fabs(a.m[i] - b.m[i]));
    return fmax(worst, fabs(q[0] - 0.1 * t));
}
static double quaternion_length(struct hand *h, int body)
{
    const double *q = hand_q(h, body);
    return sqrt(q_norm2((quat){q[3], q[4], q[5], q[6]}));
}

/* -- order of convergence -- */

static double error_at(struct hand *(*system)(void), double (*error)(struct hand *, double), tn_integrator method,
                       double number, double until)
{
    struct hand *h = system();
    struct integrator *g = make(h, method, number);
    double t = 0;
    run(g, h, &t, until);
    double e = error(h, until);
    integrator_free(g);
    hand_free(h);
    return e;
}

static void check_order(struct hand *(*system)(void), double (*error)(struct hand *, double), tn_integrator method,
                        double step, double order)
{
    double before = error_at(system, error, method, step, 2.5);
    for (int i = 0; i < 3; i++) {
        step /= 2;
        double now = error_at(system, error, method, step, 2.5);
        check_near(tn_integrator_name(method), log2(before / now), order, 0.15);
        before = now;
    }
}

static void orders_of_convergence(void **state)
{
    (void)state;
    check_order(oscillator, oscillator_error, TN_EULER, 0.0025, 1);
    check_order(oscillator, oscillator_error, TN_RK4, 0.05, 4);
    check_order(oscillator, oscillator_error, TN_VERLET, 0.02, 2);
    check_order(oscillator, oscillator_error, TN_NYSTROM, 0.05, 4);
}

static void orders_of_a_spinning_body(void **state)
{
    (void)state;
    check_order(top, top_error, TN_EULER, 0.001, 1);
    check_order(top, top_error, TN_RK4, 0.02, 4);
    check_order(top, top_error, TN_VERLET, 0.005, 2);
    check_order(top, top_error, TN_NYSTROM, 0.02, 4);
}

/* Dependence on the tolerance: it is that of a single step; after ten seconds errors add up to some hundred times it
 * with Adams, some thousand with BDF, whose order is at most 5. */
static void errors_follow_the_tolerance(void **state)
{
    (void)state;
    struct {
        struct hand *(*system)(void);
        double (*error)(struct hand *, double);
    } cases[] = {{oscillator, oscillator_error}, {top, top_error}};
    for (int k = 0; k < 2; k++)
        for (int m = 0; m < 2; m++) {
            double before = 1;
            for (double tolerance = 1e-4; tolerance > 1e-11; tolerance /= 100) {
                double e = error_at(cases[k].system, cases[k].error, all[m], tolerance, 10);
                if (!(e < (m == 0 ? 500 : 5000) * tolerance && e < before / 5))
                    fail_msg("%s, case %d: tolerance %g gives the error %g after %g", tn_integrator_name(all[m]), k,
                             tolerance, e, before);
                before = e;
            }
        }
}

/* Adams reaches the order that the tolerance requires. */
static void smooth_motion_is_cheap(void **state)
{
    (void)state;
    struct hand *h = oscillator();
    struct integrator *g = make(h, TN_ADAMS, 1e-10);
    double t = 0;
    run(g, h, &t, 10);
    check_near("error", oscillator_error(h, 10), 0, 2e-8);
    assert_true(h->work.report.evaluations < 800);
    integrator_free(g);
    hand_free(h);
}

/* About the intermediate axis, more than 10 flips: energy and |L| are conserved, the quaternion has unit length. */
static void a_body_about_its_middle_axis(void **state)
{
    (void)state;
    struct hand *h = hand_new();
    int b = hand_body(h, COORDINATES_RIGID, 1, (sym3){1, 2, 3, 0, 0, 0});
    hand_ready(h);
    memcpy(hand_v(h, b) + 3, (double[]){1e-3, 5, 0}, 3 * sizeof(double));
    struct integrator *g = make(h, TN_ADAMS, 1e-11);
    double t = 0, least = 5, most = 5;
    const double energy = 0.5 * (1e-6 + 50), momentum = sqrt(1e-6 + 100);
    for (int i = 1; i <= 600; i++) {
        run(g, h, &t, i / 30.0);
        const double *q = hand_q(h, b), *v = hand_v(h, b);
        mat3 r = q_matrix((quat){q[3], q[4], q[5], q[6]});
        vec3 w = m3_tmul(&r, v3(v[3], v[4], v[5]));
        check_near("energy", 0.5 * (w.x * w.x + 2 * w.y * w.y + 3 * w.z * w.z), energy, 1e-7);
        vec3 l = m3_mul(&r, v3(w.x, 2 * w.y, 3 * w.z));
        check_near("|L|", v3_norm(l), momentum, 1e-8);
        check_near("direction of L", l.y, 10, 1e-7);
        check_near("|Q|", quaternion_length(h, b), 1, 1e-15);
        least = fmin(least, w.y);
        most = fmax(most, w.y);
    }
    assert_true(least < -4.9 && most > 4.9);
    integrator_free(g);
    hand_free(h);
}

/* -- arrival -- */

static void fixed_steps_are_counted(void **state)
{
    (void)state;
    struct {
        double interval, step;
        long steps;
    } cases[] = {{0.1, 0.01, 10},      {0.105, 0.01, 11}, {0.3, 0.1, 3},   {1.0 / 30, 1.0 / 30, 1},
                 {0.05, 1, 1},         {0.7, 0.1, 7},     {1e-9, 0.01, 1}, {100.0 / 30 - 99.0 / 30, 1.0 / 30, 1},
                 {0.1 + 1e-7, 0.1, 1}, {0.1001, 0.1, 2}};
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++)
        for (int m = 2; m < 4; m++) {
            struct hand *h = oscillator();
            struct integrator *g = make(h, all[m], cases[k].step);
            double t = 0;
            run(g, h, &t, cases[k].interval);
            if (integrator_steps(g) != cases[k].steps)
                fail_msg("%g by %g: %ld steps", cases[k].interval, cases[k].step, integrator_steps(g));
            integrator_free(g);
            hand_free(h);
        }
    /* Frames of a long run, far from t = 0, take one step each. */
    struct hand *h = oscillator();
    struct integrator *g = make(h, TN_EULER, 1.0 / 60);
    double t = 3600;
    for (int i = 1; i <= 600; i++)
        run(g, h, &t, 3600 + i / 60.0);
    assert_int_equal(integrator_steps(g), 600);
    integrator_free(g);
    hand_free(h);
}

/* The frame rate does not change the motion: bit for bit. */
static void frames_do_not_disturb(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++)
        for (int stopped = 0; stopped < 2; stopped++) {
            double last[2][13], states[2][13] = {{0}};
            long steps[2];
            for (int often = 0; often < 2; often++) {
                struct hand *h = top();
                struct integrator *g = make(h, all[m], 1e-8);
                double t = 0, stop = stopped ? 3 : INFINITY;
                int frames = often ? 999 : 3;
                for (int i = 1; i <= frames; i++) {
                    double target = i == frames ? 3 : i * (3.0 / frames);
                    assert_int_equal(integrator_advance(g, &t, h->y, target, stop, NULL, NULL), TN_OK);
                    assert_true(t == target);
                    if (target == 1)
                        memcpy(states[often], h->y, sizeof states[often]);
                }
                memcpy(last[often], h->y, sizeof last[often]);
                steps[often] = integrator_steps(g);
                integrator_free(g);
                hand_free(h);
            }
            assert_int_equal(steps[0], steps[1]);
            assert_memory_equal(last[0], last[1], sizeof last[0]);
            assert_true(states[0][0] != 0);
            assert_memory_equal(states[0], states[1], sizeof states[0]);
        }
}

/* A variable that moves at speed 1 is a clock that forces can read. */
static double latest;
static void watch(const struct force_item *items, int n, struct force_context *x)
{
    (void)items;
    (void)n;
    latest = fmax(latest, x->poses[0].x.x);
}
static const struct force_class watcher = {.kind = {.name = "watch"}, .apply = watch};

static void never_past_the_stop(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct hand *h = hand_new();
        int clock = hand_body(h, COORDINATES_SCALAR, 1, (sym3){0});
        hand_force(h, &watcher, -1, -1, -1, 0, 0, 0);
        hand_ready(h);
        *hand_v(h, clock) = 1;
        struct integrator *g = make(h, all[m], 1e-3);
        double t = 0;
        latest = 0;
        assert_int_equal(integrator_advance(g, &t, h->y, 0.05, 0.3, NULL, NULL), TN_OK);
        assert_int_equal(integrator_advance(g, &t, h->y, 0.3, 0.3, NULL, NULL), TN_OK);
        assert_true(t == 0.3);
        assert_true(latest <= 0.3 + 1e-12);
        check_near("clock", *hand_q(h, clock), 0.3, 1e-12);
        /* Without a restart, to a second stop. */
        assert_int_equal(integrator_advance(g, &t, h->y, 0.7, 0.7, NULL, NULL), TN_OK);
        assert_true(latest <= 0.7 + 1e-12);
        check_near("clock", *hand_q(h, clock), 0.7, 1e-12);
        /* And without a stop. */
        assert_int_equal(integrator_advance(g, &t, h->y, 1.7, INFINITY, NULL, NULL), TN_OK);
        check_near("clock", *hand_q(h, clock), 1.7, 1e-12);
        integrator_free(g);
        hand_free(h);
    }
}

/* Tiny intervals, as from subtracting frame times. */
static void the_shortest_intervals(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct hand *h = oscillator();
        struct integrator *g = make(h, all[m], m < 2 ? 1e-9 : 1e-3);
        double t = 1;
        run(g, h, &t, nextafter(1, 2));
        run(g, h, &t, nextafter(t, 2));
        run(g, h, &t, t + 1e-15);
        run(g, h, &t, t + 1e-12);
        run(g, h, &t, 1.5);
        run(g, h, &t, nextafter(1.5, 2));
        run(g, h, &t, 2);
        check_near(tn_integrator_name(all[m]), oscillator_error(h, 1), 0, m < 2 ? 1e-6 : m == 2 ? 1e-6 : 1e-2);
        integrator_free(g);
        hand_free(h);
    }
}

/* -- histories -- */

static void a_restart_forgets(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct hand *h = oscillator(), *fresh = oscillator();
        struct integrator *g = make(h, all[m], m < 2 ? 1e-9 : 1e-3), *other = make(fresh, all[m], m < 2 ? 1e-9 : 1e-3);
        double t = 0, u = 1;
        run(g, h, &t, 1);
        /* Another state: without its history the integrator does what a new one does, to the bit. */
        for (int i = 0; i < h->plan.y_count; i++)
            h->y[i] = fresh->y[i] = 0.1 * i;
        integrator_restart(g);
        run(g, h, &t, 2);
        run(other, fresh, &u, 2);
        assert_memory_equal(h->y, fresh->y, sizeof(double) * (size_t)h->plan.y_count);
        /* Time set back. */
        t = u = -1;
        integrator_restart(g);
        integrator_restart(other);
        run(g, h, &t, 0);
        run(other, fresh, &u, 0);
        assert_memory_equal(h->y, fresh->y, sizeof(double) * (size_t)h->plan.y_count);
        integrator_free(g);
        integrator_free(other);
        hand_free(h);
        hand_free(fresh);
    }
}

/* A state whose quaternion is not of unit length is made so, and the rest stays. */
static void quaternions_are_normalised_at_the_start(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct hand *h = top();
        struct integrator *g = make(h, all[m], m < 2 ? 1e-9 : 1e-3);
        hand_q(h, 0)[3] = 1.7;
        double t = 0;
        run(g, h, &t, 1);
        check_near("|Q|", quaternion_length(h, 0), 1, 1e-15);
        check_near(tn_integrator_name(all[m]), top_error(h, 1), 0, m < 2 ? 1e-6 : m == 2 ? 1e-7 : 1e-2);
        integrator_free(g);
        hand_free(h);
    }
}

/* Thousands of turns at a loose tolerance: the quaternion in the history shrinks or grows, the output does not. */
static void many_turns(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        struct hand *h = hand_new();
        int b = hand_body(h, COORDINATES_RIGID, 1, (sym3){1, 1, 2, 0, 0, 0});
        hand_ready(h);
        hand_v(h, b)[5] = 50;
        struct integrator *g = make(h, all[m], 1e-3);
        double t = 0;
        for (int i = 1; i <= 50; i++) {
            run(g, h, &t, i);
            check_near("|Q|", quaternion_length(h, b), 1, 1e-15);
            check_near("spin", hand_v(h, b)[5], 50, 1e-9);
        }
        integrator_free(g);
        hand_free(h);
    }
}

/* At the loosest tolerance, 24000 turns: without a new history |Q| would overflow. */
static void very_many_turns(void **state)
{
    (void)state;
    struct hand *h = hand_new();
    int b = hand_body(h, COORDINATES_RIGID, 1, (sym3){1, 1, 2, 0, 0, 0});
    hand_ready(h);
    hand_v(h, b)[5] = 500;
    struct integrator *g = make(h, TN_GEAR, 1e-2);
    double t = 0;
    run(g, h, &t, 300);
    check_near("|Q|", quaternion_length(h, b), 1, 1e-15);
    check_near("tilt", hypot(hand_q(h, b)[4], hand_q(h, b)[5]), 0, 1e-6);
    integrator_free(g);
    hand_free(h);
}

/* -- work -- */

/* A pushed particle with drag: its change of energy is the work of drag and push. */
static double work_error(tn_integrator method, double number)
{
    struct hand *h = hand_new();
    int p = hand_particle(h, 2);
    hand_force(h, force_find("drag"), -1, -1, -1, 1, 0, 0);
    hand_force(h, force_find("push"), hand_center(h, p), -1, -1, 0, 3, 0);
    hand_ready(h);
    hand_v(h, p)[0] = 4;
    struct integrator *g = make(h, method, number);
    double t = 0;
    run(g, h, &t, 2);
    /* v = (4 e^{−t/2}, 3 (1 − e^{−t/2})), all the energy is kinetic: 16 J at first. */
    double e = exp(-1.0), energy = 16 * e * e + 9 * (1 - e) * (1 - e);
    double error = fabs(h->y[h->plan.work_done] - (energy - 16));
    integrator_free(g);
    hand_free(h);
    return error;
}

/* The work is excluded from error control, and changes twice as fast as the state: at high order its error is a
 * multiple of the tolerance. */
static void work_is_accounted(void **state)
{
    (void)state;
    check_near("euler", work_error(TN_EULER, 1e-3), 0, 1e-2);
    check_near("rk4", work_error(TN_RK4, 1e-3), 0, 1e-11);
    check_near("verlet", work_error(TN_VERLET, 1e-3), 0, 3e-6);
    check_near("nystrom", work_error(TN_NYSTROM, 1e-3), 0, 1e-11);
    for (int m = 0; m < 2; m++) {
        double rough = work_error(all[m], 1e-10), fine = work_error(all[m], 1e-13);
        check_near(tn_integrator_name(all[m]), rough, 0, 1e-6);
        assert_true(fine < rough / 10);
    }
}

static void hurl(const struct force_item *items, int n, struct force_context *x)
{
    (void)n;
    x->power += x->values[items->value] * sin(40 * x->poses[0].x.x);
}
static const struct force_class hurler = {.kind = {.name = "hurl"}, .apply = hurl};

/* For any power the steps and the motion are the same. */
static void work_does_not_steer(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        double states[2][6];
        long steps[2];
        for (int k = 0; k < 2; k++) {
            struct hand *h = oscillator();
            hand_force(h, &hurler, -1, -1, -1, k == 0 ? 0 : 1e9, 0, 0);
            struct integrator *g = make(h, all[m], 1e-8);
            double t = 0;
            run(g, h, &t, 5);
            memcpy(states[k], h->y, sizeof states[k]);
            steps[k] = integrator_steps(g);
            assert_true(k == 0 || fabs(h->y[h->plan.work_done]) > 1e3);
            integrator_free(g);
            hand_free(h);
        }
        assert_int_equal(steps[0], steps[1]);
        for (int i = 0; i < 6; i++)
            check_near("state", states[1][i], states[0][i], 1e-12);
    }
}

/* -- stiff and large -- */

static void gear_is_for_stiff_systems(void **state)
{
    (void)state;
    long steps[2];
    for (int m = 0; m < 2; m++) {
        struct hand *h = hand_new();
        int p = hand_particle(h, 1);
        int nail = hand_nail(h, 0, 0, 0), center = hand_center(h, p);
        hand_force(h, force_find("spring"), nail, center, -1, 1e4, 1, 2e4); /* rates 0.5 and 2e4 per second */
        hand_ready(h);
        hand_q(h, p)[0] = 1.5;
        struct integrator *g = make(h, all[m], 1e-6);
        double t = 0;
        run(g, h, &t, 10);
        double slow = -1e4 + sqrt(1e8 - 1e4);
        check_near(tn_integrator_name(all[m]), hand_q(h, p)[0] - 1, 0.5 * exp(slow * 10) * 1.0000250, 1e-5);
        steps[m] = integrator_steps(g);
        integrator_free(g);
        hand_free(h);
    }
    assert_true(steps[1] < 1000 && steps[0] > 20 * steps[1]);
}

/* A net of 60 particles, 361 unknowns: Newton's equations are solved iteratively. */
static void gear_on_a_large_system(void **state)
{
    (void)state;
    double states[2][400];
    for (int m = 0; m < 2; m++) {
        struct hand *h = hand_new();
        const struct force_class *spring = force_find("spring");
        int before = hand_nail(h, 0, 0, 0);
        for (int i = 0; i < 60; i++) {
            int next = hand_center(h, hand_particle(h, 0.1));
            hand_force(h, spring, before, next, -1, 100, 0.1, 0.5);
            before = next;
        }
        hand_force(h, force_find("gravity"), -1, -1, -1, 0, 0, -9.81);
        hand_ready(h);
        for (int i = 0; i < 60; i++)
            hand_q(h, i)[0] = 0.1 * (i + 1);
        assert_int_equal(h->plan.y_count, 361);
        struct integrator *g = make(h, all[m], 1e-8);
        double t = 0;
        run(g, h, &t, 0.5);
        memcpy(states[m], h->y, sizeof(double) * 360);
        integrator_free(g);
        hand_free(h);
    }
    for (int i = 0; i < 360; i++)
        check_near("adams and gear", states[1][i], states[0][i], 1e-5);
}

static void nothing_that_moves(void **state)
{
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct hand *h = hand_new();
        hand_ready(h);
        struct integrator *g = make(h, all[m], 0.01);
        double t = 0;
        run(g, h, &t, 7);
        check_near("work", h->y[0], 0, 0);
        integrator_free(g);
        hand_free(h);
    }
}

static void warm_fixed_steps_allocate_nothing(void **state)
{
    (void)state;
    for (int m = 2; m < 4; m++) {
        struct hand *h = top();
        struct integrator *g = make(h, all[m], 1e-3);
        double t = 0;
        run(g, h, &t, 0.1);
        unsigned long before = mem_count();
        run(g, h, &t, 0.2);
        run(g, h, &t, 0.2345);
        assert_int_equal(mem_count(), before);
        integrator_free(g);
        hand_free(h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_of_convergence),
        cmocka_unit_test(orders_of_a_spinning_body),
        cmocka_unit_test(errors_follow_the_tolerance),
        cmocka_unit_test(smooth_motion_is_cheap),
        cmocka_unit_test(a_body_about_its_middle_axis),
        cmocka_unit_test(fixed_steps_are_counted),
        cmocka_unit_test(frames_do_not_disturb),
        cmocka_unit_test(never_past_the_stop),
        cmocka_unit_test(the_shortest_intervals),
        cmocka_unit_test(a_restart_forgets),
        cmocka_unit_test(quaternions_are_normalised_at_the_start),
        cmocka_unit_test(many_turns),
        cmocka_unit_test(very_many_turns),
        cmocka_unit_test(work_is_accounted),
        cmocka_unit_test(work_does_not_steer),
        cmocka_unit_test(gear_is_for_stiff_systems),
        cmocka_unit_test(gear_on_a_large_system),
        cmocka_unit_test(nothing_that_moves),
        cmocka_unit_test(warm_fixed_steps_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
