/* test_limits.c: limits, impacts and motors against closed forms: times of impacts, speeds after them, loads, releases;
 * and that they do not reduce the integrator's order. */
#include "../scene/moving.h"

#include "world/world_parts.h"

static const double g = 9.81;

/* ---- a bouncing ball ---- */

static const char bouncing[] = "world: integrator INTEGRATOR; step 0.01; gravity 9.81; end\n"
                               "object b: particle 2; position 0 0 1; end\n"
                               "constraint floor: keep b.center.z >= 0; bounce 0.8; end probe f = force(floor).z;";

/* The largest error in the times of ten impacts; w->last_event is the one before. */
static double bounce_error(tn_world *w)
{
    double strike = sqrt(2 / g), flight = 2 * 0.8 * strike, worst = 0;
    for (int k = 0; k < 10; k++) {
        go(w, strike + flight / 2);
        worst = fmax(worst, fabs(w->run.last_event - strike));
        if (tn_world_settings(w).integrator != TN_EULER) { /* half-way up: at rest, at e²ᵏ of the height */
            near_to(pose(w, "b").position.z, pow(0.64, k + 1), 1e-6, "height");
            near_to(pose(w, "b").velocity.z, 0, 1e-5, "speed at the top");
        }
        strike += flight;
        flight *= 0.8;
    }
    return worst;
}

static void ten_bounces_come_at_their_times(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        tn_world *w = scene_by(bouncing, integrators[i]);
        double error = bounce_error(w);
        if (!(error < 1e-6))
            fail_msg("%s: an impact is off by %g s", integrators[i], error);
        tn_world_free(w);
    }
    /* semi-implicit Euler is of first order: half the step, half the error */
    double error[2];
    for (int k = 0; k < 2; k++) {
        tn_world *w = scene_by(bouncing, "euler");
        tn_settings s = tn_world_settings(w);
        s.step = k == 0 ? 0.0005 : 0.00025;
        assert_int_equal(tn_world_configure(w, &s), TN_OK);
        error[k] = bounce_error(w);
        tn_world_free(w);
    }
    near_to(error[0] / error[1], 2, 0.3, "euler's error by half the step");
}

/* The energy lost in impacts is accounted for, and in the end the ball is at rest and its weight is the load. */
static void a_ball_comes_to_rest(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        tn_world *w = scene_by(bouncing, integrators[i]);
        double end = sqrt(2 / g) * (1 + 2 * 0.8 / (1 - 0.8));
        go(w, end + 1);
        near_to(pose(w, "b").position.z, 0, 1e-7, "height at rest");
        near_to(pose(w, "b").velocity.z, 0, 1e-7, "speed at rest");
        near_to(probe(w, "f"), -2 * g, 1e-5, "what the floor carries"); /* on the world, its second partner */
        tn_measures m;
        tn_measure(w, &m);
        if (i < 3) /* euler does not conserve energy in flight either */
            near_to(m.work, -2 * g, 1e-5, "what was lost");
        tn_world_free(w);
    }
}

/* ---- three at once ---- */

static const char plate[] = "world: integrator INTEGRATOR; step 0.01; gravity 9.81; end\n"
                            "object p: box 1 1 0.1; density 10; position 0 0 0.5; end\n"
                            "let r = 0.4; constraint k[1]: keep p.at(r, 0, 0).z >= 0; bounce e; end\n"
                            "constraint k[2]: keep p.at(-r/2, r*sqrt(3)/2, 0).z >= 0; bounce e; end\n"
                            "constraint k[3]: keep p.at(-r/2, -r*sqrt(3)/2, 0).z >= 0; bounce e; end\n"
                            "probe f1 = force(k[1]).z; probe f2 = force(k[2]).z; probe f3 = force(k[3]).z;\n";

static tn_world *plate_by(const char *integrator, const char *more)
{
    char text[2000];
    snprintf(text, sizeof text, "%s%s", plate, more);
    return scene_by(text, integrator);
}

static void a_plate_strikes_three_bumpers_at_once(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        tn_world *w = plate_by(integrators[i], "let e = 0.6;");
        double strike = sqrt(2 * 0.5 / g), v = g * strike, after = 0.1;
        go(w, strike + after);
        tn_pose p = pose(w, "p");
        near_to(w->run.last_event, strike, 1e-6, "when it strikes");
        near_to(p.velocity.z, 0.6 * v - g * after, 1e-6, "how fast it leaves");
        near_to(p.position.z, 0.6 * v * after - g * after * after / 2, 1e-6, "where it is");
        assert_true(fabs(p.spin.x) + fabs(p.spin.y) + fabs(p.spin.z) < 1e-6);
        tn_world_free(w);
    }
}

static void a_plate_lies_on_three_supports_and_is_lifted(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        tn_world *w = plate_by(integrators[i], "let e = 0; push p.center (0, 0, if(t > 1, 5*(t - 1), 0));");
        double weight = 10 * 0.1 * g, lift = 1 + weight / 5;
        go(w, 0.9);
        const char *const names[] = {"f1", "f2", "f3"};
        for (int k = 0; k < 3; k++) { /* λ ≥ 0: the world is pressed down, by each the same */
            assert_true(probe(w, names[k]) < 0);
            near_to(probe(w, names[k]), -weight / 3, 1e-6, "what a support carries");
        }
        go(w, lift - 1e-3);
        assert_true(probe(w, "f1") < 0 && probe(w, "f2") < 0 && probe(w, "f3") < 0);
        for (int k = -20; k <= 20; k++) /* with frequent evaluations it is lifted all the same */
            go(w, lift + 1e-7 * k);
        go(w, lift + 0.2);
        near_to(w->run.last_event, lift, 1e-6, "when it is lifted");
        assert_true(probe(w, "f1") == 0 && probe(w, "f2") == 0 && probe(w, "f3") == 0);
        /* m z̈ = 5 (t − t₀): z = 5 (t − t₀)³ / 6m */
        near_to(pose(w, "p").position.z, 5 * 0.008 / 6, i == 3 ? 1e-3 : 1e-6, "where it is then");
        tn_world_free(w);
    }
}

/* Three sliders hold a tray with fivefold redundancy; their limits are reached together all the same. */
static void a_tray_on_three_sliders(void **state)
{
    (void)state;
    static const char text[] =
        "world: integrator INTEGRATOR; step 0.01; gravity 9.81; end\n"
        "object p: box 1 1 0.1; density 10; position 0 0 0.5; end\n"
        "for i = 1 to 3: constraint s[i]: slider world p p.at(0.4*cos(2*i), 0.4*sin(2*i), 0) (0, 0, 1)\n"
        "  min -0.5 bounce 0.5; end end probe f = force(s[1]).z + force(s[2]).z + force(s[3]).z;";
    for (int i = 0; i < 3; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        double strike = sqrt(2 * 0.5 / g), v = g * strike, after = 0.15;
        go(w, strike + after);
        near_to(w->run.last_event, strike, 1e-6, "when it strikes");
        near_to(pose(w, "p").velocity.z, 0.5 * v - g * after, 1e-6, "how fast it leaves");
        go(w, 6);
        near_to(probe(w, "f"), 10 * 0.1 * g, 1e-5, "what the three carry together");
        tn_world_free(w);
    }
}

/* Steps of free flight are long: a gap that closes and opens within one of them is found all the same. */
static void nothing_passes_through_in_a_long_step(void **state)
{
    (void)state;
    static const char text[] = "world: integrator INTEGRATOR; step 0.01; end\n"
                               "object a: particle 1; position 0 0 0; end\n"
                               "object b: particle 1; position 1000 0.03 0; velocity -50 0 0; end\n"
                               "distance a.center b.center min 0.1 bounce 1; probe l = norm(b.center - a.center);";
    for (int i = 0; i < 4; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        double reach = sqrt(0.01 - 0.0009), strike = (1000 - reach) / 50;
        go(w, 40);
        near_to(w->run.last_event, strike, 1e-6, "when they meet");
        /* two equal masses exchange the speed along the line between them */
        near_to(pose(w, "a").velocity.x, -50 * 0.91, 1e-4, "speed of the one that was hit");
        near_to(pose(w, "b").velocity.x, -50 * 0.09, 1e-4, "speed of the one that came");
        tn_world_free(w);
    }
}

/* ---- joints ---- */

/* A door swings freely against its stop: constant speed between impacts, e of it after each. */
static void a_door_against_its_stops(void **state)
{
    (void)state;
    static const char text[] = "world: integrator INTEGRATOR; step 0.01; end\n"
                               "object d: box 1 0.1 2; position 0.5 0 0; velocity 0 1 0; spin 0 0 2; end\n"
                               "constraint h: revolute world d (0,0,0) (0,0,1) min -0.3 max 0.5 bounce 0.7; end\n"
                               "probe a = angle(h); probe r = rate(h); probe off = deviation(h);";
    for (int i = 0; i < 3; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        double first = 0.5 / 2, second = first + 0.8 / 1.4;
        go(w, first + 0.1);
        near_to(probe(w, "r"), -1.4, 1e-6, "speed after the first stop");
        near_to(probe(w, "a"), 0.5 - 0.14, 1e-6, "angle after the first stop");
        go(w, second + 0.1);
        near_to(w->run.last_event, second, 1e-6, "when the second stop is reached");
        near_to(probe(w, "r"), 0.98, 1e-6, "speed after the second stop");
        assert_true(probe(w, "off") < 1e-6);
        tn_world_free(w);
    }
}

/* N t = I ω while the motor is too weak, then the speed is held. */
static void a_motor_spins_a_wheel_up(void **state)
{
    (void)state;
    static const char text[] = "world: integrator INTEGRATOR; step 0.01; end\n"
                               "object w: body; mass 1; inertia 1 1 1.5; end\n"
                               "constraint j: revolute world w (0,0,0) (0,0,1) motor speed 3 limit 2; tau 0.001; end\n"
                               "probe r = rate(j); probe n = torque(j).z; probe a = angle(j);";
    for (int i = 0; i < 3; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        if (i == 2) {
            tn_settings s = tn_world_settings(w);
            s.step = 0.001;
            tn_world_configure(w, &s);
        }
        /* near its speed the motor eases in: φ̇ = −φ/τ takes over where I φ/τ is the limit, φ = N τ/I */
        double tau = 0.001, gap = 2 * tau / 1.5, full = (3 - gap) * 1.5 / 2;
        go(w, 1);
        near_to(probe(w, "n"), 2, 1e-9, "torque while it is too weak");
        near_to(probe(w, "r"), 2 * 1 / 1.5, 1e-9, "speed while it is too weak");
        go(w, full + 20 * tau);
        near_to(w->run.last_event, full, 1e-6, "how long the spin-up takes");
        near_to(probe(w, "r"), 3, 1e-6, "speed that is held");
        go(w, 4);
        near_to(probe(w, "r"), 3, 1e-6, "speed that is still held");
        near_to(probe(w, "n"), 0, 1e-6, "torque at speed");
        tn_world_free(w);
    }
}

static void a_motor_holds_an_angle(void **state)
{
    (void)state;
    static const char text[] =
        "world: integrator INTEGRATOR; step 0.01; gravity 9.81; end\n"
        "object a: box 1 0.1 0.1; density 100; position 0.5 0 0; end\n" /* 1 kg, m g/2 about its end */
        "constraint j: revolute world a (0,0,0) (0,-1,0) motor angle (0.5*sin(t)) limit 50; end\n"
        "probe a = angle(j); probe n = torque(j).y;";
    for (int i = 0; i < 4; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        go(w, 4);
        near_to(probe(w, "a"), 0.5 * sin(4), i == 3 ? 1e-3 : 1e-6, "angle");
        tn_world_free(w);
    }
    /* too weak for the load, it sinks and pushes with its largest torque */
    static const char weak[] = "world: gravity 9.81; end object a: box 1 0.1 0.1; density 100; position 0.5 0 0; end\n"
                               "constraint j: revolute world a (0,0,0) (0,-1,0) motor angle 0 limit 3; end\n"
                               "probe a = angle(j); probe n = torque(j).y;";
    tn_world *w = scene(weak);
    go(w, 0.3);
    near_to(probe(w, "n"), -3, 1e-9, "torque of the weak motor");
    double inertia = (1 + 0.01) / 12 + 0.25, rate = (3 - 1 * g / 2) / inertia;
    near_to(probe(w, "a"), rate * 0.09 / 2, 0.02, "angle it sinks to"); /* to second order in the angle */
    assert_true(probe(w, "a") < 0);
    tn_world_free(w);
}

/* A motor that drives against a stop pushes with its largest torque; without a limit it yields to the stop. */
static void a_motor_against_a_stop(void **state)
{
    (void)state;
    static const char text[] =
        "world: integrator INTEGRATOR; step 0.01; end\n"
        "object q: box 0.2 0.2 0.2; end constraint m: slider world q q.center (0, 0, 1)\n"
        "motor speed (if(t < 2, 1, -1)) limit 50 min -0.25 max 0.5; end\n"
        "object r: box 0.2 0.2 0.2; position 2 0 0; end constraint n: slider world r r.center (0, 0, 1)\n"
        "motor speed 1 max 0.5; end probe x = travel(m); probe y = travel(n); probe f = force(m).z;";
    for (int i = 0; i < 4; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        go(w, 1.9);
        near_to(probe(w, "x"), 0.5, 1e-7, "at the stop");
        near_to(probe(w, "y"), 0.5, 1e-7, "at the stop, without limit");
        near_to(probe(w, "f"), 0, 1e-6, "stop and motor together");
        go(w, 2.4);
        assert_true(probe(w, "x") < 0.35);
        go(w, 4);
        near_to(probe(w, "x"), -0.25, 1e-7, "at the other stop");
        tn_world_free(w);
    }
}

/* ---- the order of the integrator ---- */

/* A ball in a stiff swing of springs, bounced: error at t = 1 against steps that are much finer. */
static double swing(double step, const char *more)
{
    char text[2000];
    snprintf(text, sizeof text,
             "world: integrator rk4; step %.17g; end let k = 0;\n"
             "object b: particle 1; position 0.3 0 1; velocity 0.5 0.2 0; end\n"
             "spring b.center (0, 0, 2) stiffness 30 rest 0.7; force pull: push b.center (0, 0, -k*(1 + b.center.x)); "
             "end\n%s",
             step, more);
    tn_world *w = scene(text);
    go(w, 1);
    tn_pose p = pose(w, "b");
    tn_world_free(w);
    return p.position.x + p.position.y + p.position.z;
}

static void order_of(const char *more)
{
    double exact = swing(1.0 / 3200, more), e1 = swing(1.0 / 100, more) - exact, e2 = swing(1.0 / 200, more) - exact,
           e3 = swing(1.0 / 400, more) - exact;
    double a = log2(fabs(e1 / e2)), b = log2(fabs(e2 / e3));
    if (!(fabs(a - 4) < 0.4 && fabs(b - 4) < 0.3))
        fail_msg("orders %g and %g (errors %g %g %g) of: %s", a, b, e1, e2, e3, more);
}

static void changes_do_not_cost_the_order(void **state)
{
    (void)state;
    order_of("");
    order_of("at 0.3137: let k = 9; end");
    order_of("force late: push b.center (0, -7*b.center.y, -20); during 0.3137 0.7171; end");
    order_of("constraint floor: keep b.center.z >= 0.9; bounce 0.7; end at 0: let k = 40; end");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_bounces_come_at_their_times),
        cmocka_unit_test(a_ball_comes_to_rest),
        cmocka_unit_test(a_plate_strikes_three_bumpers_at_once),
        cmocka_unit_test(a_plate_lies_on_three_supports_and_is_lifted),
        cmocka_unit_test(a_tray_on_three_sliders),
        cmocka_unit_test(nothing_passes_through_in_a_long_step),
        cmocka_unit_test(a_door_against_its_stops),
        cmocka_unit_test(a_motor_spins_a_wheel_up),
        cmocka_unit_test(a_motor_holds_an_angle),
        cmocka_unit_test(a_motor_against_a_stop),
        cmocka_unit_test(changes_do_not_cost_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
