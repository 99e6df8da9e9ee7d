/* Motions with known solutions (method §7): pendulums by the elliptic integral, beads on wires, the free body about its
 * intermediate axis, the steady top, closed loops against the same mechanism in one coordinate. */
#include "../world/model.h"

/* The arithmetic-geometric mean: K(k) = π / (2 agm(1, √(1 − k²))). */
static double agm(double a, double b)
{
    for (int i = 0; i < 40; i++) {
        double m = (a + b) / 2;
        b = sqrt(a * b);
        a = m;
    }
    return a;
}

static double pendulum_period(double length, double amplitude)
{
    return 2 * model_pi * sqrt(length / model_g) / agm(1, cos(amplitude / 2));
}

/* After this many periods and a quarter the pendulum passes its lowest point, at full speed: the error in time. */
static void check_period(tn_world *w, tn_object o, double lever, double length, double amplitude)
{
    const double swings = 4.25, period = pendulum_period(length, amplitude);
    model_run(w, swings * period);
    tn_pose p = model_pose(w, o);
    assert_true(p.center.z < -0.9 * lever);
    double late = fabs(p.center.x / p.velocity.x);
    check_near("period of a pendulum", late / swings / period, 0, 1e-7);
    tn_world_free(w);
}

static void particle_pendulum(void **state)
{
    (void)state;
    static const double amplitude[] = {0.1, 1, 2, 2.5, 3};
    for (int i = 0; i < 5; i++) {
        tn_world *w = tn_world_new();
        double a = amplitude[i], length = 0.7 + 0.3 * i;
        model_gravity(w, v3(0, 0, -model_g));
        if (a > 2.8) /* close to the top the period is a hundred times as sensitive to energy */
            model_set(w, TN_ADAMS, 1e-12, 0, 0);
        tn_object o = model_object(w, "particle", 1.3, 0, 0, v3(length * sin(a), 0, -length * cos(a)));
        JOIN(w, NULL, "distance", nail(0, 0, 0), at(o, 0, 0, 0), number(length));
        check_period(w, o, length, length, a);
    }
}

/* A thick rod swung from its end: effective length 2L/3 + r²/(2L); on a ball joint and on a hinge. */
static void rod_pendulum(void **state)
{
    (void)state;
    static const double amplitude[] = {0.2, 1.2, 2.5};
    for (int i = 0; i < 6; i++) {
        tn_world *w = tn_world_new();
        double a = amplitude[i / 2], l = 1.1, r = 0.15;
        model_gravity(w, v3(0, 0, -model_g));
        tn_object o = model_turned(w, "rod", l, r, 0, v3(l / 2 * sin(a), 0, -l / 2 * cos(a)), v3(0, -a, 0));
        if (i % 2 == 0)
            JOIN(w, NULL, "connect", at(o, 0, 0, l / 2), nail(0, 0, 0));
        else
            JOIN(w, NULL, "revolute", tn_arg_world(), whole(o), nail(0, 0, 0), nail(0, 1, 0));
        check_period(w, o, l / 2, 2 * l / 3 + r * r / (2 * l), a);
    }
}

static void bead_on_a_straight_wire(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    double slope = 0.6, m = 0.4;
    model_gravity(w, v3(0, 0, -model_g));
    tn_object o = model_object(w, "particle", m, 0, 0, v3(0, 0, 0));
    tn_constraint c = JOIN(w, NULL, "on-line", at(o, 0, 0, 0), nail(0, 0, 0), nail(cos(slope), 0, -sin(slope)));
    model_run(w, 1.5);
    double way = model_g * sin(slope) * 1.5 * 1.5 / 2;
    check_near_vector("a bead", model_pose(w, o).center, v3(way * cos(slope), 0, -way * sin(slope)), 1e-9);
    vec3 across = v3_scale(-m * model_g * cos(slope), v3(sin(slope), 0, cos(slope)));
    check_near_vector("what it does to the wire", model_state(w, c).force, across, 1e-9);
    tn_world_free(w);
}

static tn_object bead(tn_world *w, vec3 normal, vec3 where, vec3 velocity, tn_constraint *rim)
{
    tn_object_def d = model_def("particle", 0.5, 0, 0, where);
    d.velocity = velocity;
    tn_object o = model_add(w, &d);
    JOIN(w, NULL, "on-plane", at(o, 0, 0, 0), nail(0, 0, 0), tn_arg_vector(normal));
    *rim = JOIN(w, NULL, "distance", nail(0, 0, 0), at(o, 0, 0, 0), number(v3_norm(where)));
    return o;
}

/* Level: at constant speed, held by m v²/r. Upright, and fast enough to go over the top: a turn takes 4 K/ω₀ with
 * k² = 4 g/(r ω₀²), ω₀ at the bottom. */
static void bead_on_a_circle(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    double r = 0.8, speed = 2;
    tn_constraint rim;
    tn_object o = bead(w, v3(0, 0, 1), v3(r, 0, 0), v3(0, speed, 0), &rim);
    model_gravity(w, v3(0, 0, -model_g));
    model_run(w, 3);
    double angle = speed * 3 / r;
    vec3 out = v3(cos(angle), sin(angle), 0);
    check_near_vector("a bead on a level circle", model_pose(w, o).center, v3_scale(r, out), 1e-7);
    check_near_vector("what holds it", model_state(w, rim).force, v3_scale(-0.5 * speed * speed / r, out), 1e-7);
    tn_world_free(w);

    w = tn_world_new();
    speed = 2.1 * sqrt(model_g * r);
    double rate = speed / r, k2 = 4 * model_g / (r * rate * rate);
    double turn = 4 / rate * model_pi / (2 * agm(1, sqrt(1 - k2)));
    o = bead(w, v3(0, 1, 0), v3(0, 0, -r), v3(speed, 0, 0), &rim);
    model_gravity(w, v3(0, 0, -model_g));
    model_run(w, 5 * turn);
    check_near_vector("a bead after five turns", model_pose(w, o).center, v3(0, 0, -r), 1e-6);
    model_run(w, 5.5 * turn);
    check_near_vector("a bead at the top", model_pose(w, o).center, v3(0, 0, r), 1e-6);
    tn_world_free(w);
}

/* A body spinning about its intermediate axis flips over and back; energy and angular momentum are conserved. The time
 * between two flips is 4 K/Ω', twice: it must agree with the elliptic integral. */
static void middle_axis(void **state)
{
    (void)state;
    static const tn_integrator method[] = {TN_ADAMS, TN_GEAR, TN_RK4};
    for (int k = 0; k < 3; k++) {
        tn_world *w = tn_world_new();
        const double i1 = 1, i2 = 2, i3 = 3;
        tn_object_def d = model_def("body", 0, 0, 0, v3(0, 0, 0));
        d.mass = 1;
        d.inertia[0] = i1;
        d.inertia[1] = i2;
        d.inertia[2] = i3;
        d.spin = v3(0.3, 5, 0);
        tn_object o = model_add(w, &d);
        model_set(w, method[k], 0, 0.001, 0);
        tn_measures start = model_measure(w);
        /* Euler's equations: with L² > 2 E I₂ or less, ω₂ swings with the period 4 K(k)/p */
        double e2 = i1 * 0.09 + i2 * 25, l2 = i1 * i1 * 0.09 + i2 * i2 * 25;
        double p2 = (l2 - e2 * i1) * (i3 - i2) / (i1 * i2 * i3),
               k2 = (i2 - i1) * (e2 * i3 - l2) / ((i3 - i2) * (l2 - e2 * i1));
        if (k2 > 1) { /* the branch about the axis of least inertia */
            p2 = (e2 * i3 - l2) * (i2 - i1) / (i1 * i2 * i3);
            k2 = 1 / k2;
        }
        double period = 4 * model_pi / (2 * agm(1, sqrt(1 - k2))) / sqrt(p2);
        int flips = 0;
        double before = 5;
        for (int n = 1; n <= 40; n++) {
            model_run(w, n * period / 20);
            tn_pose p = model_pose(w, o);
            double middle = v3_dot(p.spin, q_rotate(p.orientation, v3(0, 1, 0)));
            flips += middle * before < 0;
            before = middle;
            tn_measures m = model_measure(w);
            check_near("energy of a free body", m.kinetic, start.kinetic, 1e-7 * start.kinetic);
            check_near_vector("its angular momentum", m.angular_momentum, start.angular_momentum, 1e-7 * sqrt(l2));
        }
        assert_int_equal(flips, 4);
        tn_pose p = model_pose(w, o);
        vec3 body_spin = q_rotate(q_conj(p.orientation), p.spin);
        check_near_vector("its spin after two periods", body_spin, v3(0.3, 5, 0), 1e-5);
        tn_world_free(w);
    }
}

/* I₃ω₃Ω − I₁Ω² cos θ = m g l: the axis precesses at Ω and keeps its tilt. */
static void steady_top(void **state)
{
    (void)state;
    static const double tilt[] = {0.3, 1.2, 2.2};
    for (int k = 0; k < 3; k++) {
        tn_world *w = tn_world_new();
        const double m = 0.8, l = 0.3, across = 0.02, i3 = 0.015, i1 = across + m * l * l, turn = 2.5, th = tilt[k];
        double spin = (m * model_g * l + i1 * turn * turn * cos(th)) / (i3 * turn);
        quat q = q_exp(v3(0, th, 0));
        vec3 axis = q_rotate(q, v3(0, 0, 1)), up = v3(0, 0, 1);
        tn_object_def d = model_def("body", 0, 0, 0, v3_scale(l, axis));
        d.mass = m;
        d.inertia[0] = d.inertia[1] = across;
        d.inertia[2] = i3;
        d.orientation = q;
        d.spin = v3_add(v3_scale(turn, up), v3_scale(spin - turn * cos(th), axis));
        d.velocity = v3_cross(d.spin, d.position);
        tn_object o = model_add(w, &d);
        JOIN(w, NULL, "connect", at(o, 0, 0, -l), nail(0, 0, 0));
        model_gravity(w, v3(0, 0, -model_g));
        for (double t = 0.5; t <= 4; t += 0.5) {
            model_run(w, t);
            vec3 expected = v3(l * sin(th) * cos(turn * t), l * sin(th) * sin(turn * t), l * cos(th));
            check_near_vector("a steady top", model_pose(w, o).center, expected, 1e-6);
        }
        tn_world_free(w);
    }
}

/* ---- closed loops ---- */

/* N + 1 cranks and N couplers, uniform links of 1 kg and 1 m, pivots at (i, 0), gravity along −y. On the parallelogram
 * branch it has one coordinate, the cranks' angle θ from upright: θ̈ = g sin θ ((N+1)/2 + N)/((N+1)/3 + N). */
static tn_object link(tn_world *w, double x, double y, double angle, vec3 velocity, double spin)
{
    tn_object_def d = model_def("body", 0, 0, 0, v3(x, y, 0)); /* its length along its x axis */
    d.mass = 1;
    d.inertia[0] = 1e-3;
    d.inertia[1] = d.inertia[2] = 1.0 / 12;
    d.inertia[1] += 1e-3;
    d.orientation = q_exp(v3(0, 0, angle));
    d.velocity = velocity;
    d.spin = v3(0, 0, spin);
    return model_add(w, &d);
}

static tn_world *four_bar(int n, double th, double rate, const char *joint)
{
    tn_world *w = tn_world_new();
    double s = sin(th), c = cos(th);
    bool hinge = strcmp(joint, "revolute") == 0;
    tn_object coupler = {0, 0};
    model_gravity(w, v3(0, -model_g, 0));
    for (int i = 0; i <= n; i++) {
        tn_object crank = link(w, i + s / 2, c / 2, model_pi / 2 - th, v3(c * rate / 2, -s * rate / 2, 0), -rate);
        tn_arg z = nail(0, 0, 1);
        JOIN(w, NULL, "revolute", tn_arg_world(), whole(crank), nail(i, 0, 0), z);
        if (i > 0 && hinge)
            JOIN(w, NULL, joint, whole(crank), whole(coupler), nail(i + s, c, 0), z);
        if (i > 0 && !hinge)
            JOIN(w, NULL, joint, at(crank, 0.5, 0, 0), at(coupler, 0.5, 0, 0));
        if (i < n) {
            coupler = link(w, i + s + 0.5, c, 0, v3(c * rate, -s * rate, 0), 0);
            JOIN(w, NULL, "revolute", whole(crank), whole(coupler), nail(i + s, c, 0), z);
        }
    }
    return w;
}

/* The same in one coordinate, by small steps. */
static void reduced(int n, double *th, double *rate, double t)
{
    double f = model_g * ((n + 1) / 2.0 + n) / ((n + 1) / 3.0 + n), h = 1e-4;
    long steps = lround(t / h);
    h = t / (double)steps;
    for (long i = 0; i < steps; i++) {
        double a = *th, b = *rate, k1 = b, l1 = f * sin(a), k2 = b + h / 2 * l1, l2 = f * sin(a + h / 2 * k1);
        double k3 = b + h / 2 * l2, l3 = f * sin(a + h / 2 * k2), k4 = b + h * l3, l4 = f * sin(a + h * k3);
        *th += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        *rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
}

static vec3 crank_tip(tn_world *w) { return model_point(w, tn_object_at(w, 0), v3(0.5, 0, 0)); }

/* Swinging below its pivots it never lies flat; with all hinges (redundant in space) and with ball joints at one
 * end. */
static void swinging_loop(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        int n = 1 + k / 2;
        tn_world *w = four_bar(n, model_pi - 1, 0.3, k % 2 == 0 ? "revolute" : "connect");
        double th = model_pi - 1, rate = 0.3;
        for (int i = 1; i <= 6; i++) {
            model_run(w, i);
            reduced(n, &th, &rate, 1);
            check_near_vector("a loop against one coordinate", crank_tip(w), v3(sin(th), cos(th), 0), 1e-7);
        }
        assert_int_equal(tn_count(w).degrees_of_freedom, 1);
        tn_world_free(w);
    }
}

/* Started upright it goes round, and through the flat, singular position on its branch. */
static void loop_through_singular_positions(void **state)
{
    (void)state;
    tn_world *w = four_bar(2, 0, 1, "revolute");
    double th = 0, rate = 1;
    model_set(w, TN_RK4, 0, 0.0025, 0.05);
    for (int i = 1; i <= 10; i++) {
        model_run(w, i);
        reduced(2, &th, &rate, 1);
        check_near_vector("a loop through the flat", crank_tip(w), v3(sin(th), cos(th), 0), 1e-5);
    }
    check_near("x at 10 s", sin(th), 0.328458111540815, 1e-9); /* the published exact value */
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particle_pendulum),
        cmocka_unit_test(rod_pendulum),
        cmocka_unit_test(bead_on_a_straight_wire),
        cmocka_unit_test(bead_on_a_circle),
        cmocka_unit_test(middle_axis),
        cmocka_unit_test(steady_top),
        cmocka_unit_test(swinging_loop),
        cmocka_unit_test(loop_through_singular_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
