/* First-order worlds (method §2): forces give velocities. Every constraint decays as C₀ e^(−t/τ), motion stops with the
 * force, and every integrator converges to the exact motion at its order. */
#include "kinds.h"

static const tn_integrator integrators[] = {TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER};
static const char *const its_name[] = {"adams", "gear", "rk4", "euler"};

static void be_first_order(tn_world *w)
{
    tn_settings s = tn_world_settings(w);
    s.order = TN_FIRST_ORDER;
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
}

/* ---- decay ---- */

static void check_decay(const char *name, tn_world *w, double rate)
{
    static const double when[] = {0.02, 0.1, 0.25, 0.6, 1.2};
    double start[16][6] = {{0}}, largest = 0;
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint_state s = model_state(w, tn_constraint_at(w, i));
        memcpy(start[i], s.deviation, sizeof s.deviation);
        largest = fmax(largest, s.size);
    }
    for (size_t k = 0; k < sizeof when / sizeof *when; k++) {
        model_run(w, when[k]);
        for (int i = 0; i < tn_constraint_count(w); i++) {
            tn_constraint_state s = model_state(w, tn_constraint_at(w, i));
            const struct constraint_rows *it =
                &w->plan->constraint[w->planned->constraint[tn_constraint_at(w, i).slot].constraint];
            for (int r = 0; r < s.rows; r++)
                check_near(name, s.deviation[r],
                           it->level[r] == LEVEL_POSITION ? start[i][r] * exp(-rate * when[k]) : 0, 1e-8);
        }
    }
    if (strncmp(name, "rolling", 7) != 0)
        assert_true(largest > 0.01); /* something had to decay */
}

static void every_form(void **state)
{
    (void)state;
    static const double tau[] = {0.1, 0.05, 0.4};
    for (int c = 0; c < constraint_class_count(); c++)
        for (int f = 0; f < constraint_class_at(c)->form_count; f++)
            for (uint64_t seed = 1; seed <= 3; seed++) {
                const char *form = constraint_class_at(c)->forms[f].name;
                if (kinds_is_limit(&constraint_class_at(c)->forms[f]))
                    continue;
                tn_world *w = kinds_model(form, seed);
                be_first_order(w);
                if (strcmp(form, "rolling-wheel") ==
                    0) /* gravity would have it lie flat, where it has no rim, in 0.12 s */
                    assert_true(world_set_force_value(w, 0, 2, -0.2));
                model_set(w, TN_ADAMS, 0, 0, tau[seed - 1]);
                check_decay(form, w, 1 / tau[seed - 1]);
                tn_world_free(w);
            }
}

/* kd Ċ + ks C = 0, and user-defined formulas. */
static void own_feedback(void **state)
{
    (void)state;
    tn_world *w = model_text("world: order first; gravity 9.81; end\n"
                             "object p: particle 2; position 1 0.3 0; end\n"
                             "variable x 3;\n"
                             "constraint a: keep p.center.x^2 + 2*p.center.z = 0.4*t; feedback 60 20; end\n"
                             "constraint b: keep x^3 + x = p.center.y; feedback 60 20; end\n");
    check_decay("keep with feedback", w, 3);
    tn_world_free(w);
}

/* ---- exact motions ---- */

static void terminal_motion(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        tn_world *w = model_text("world: order first; end gravity 0 0 -9.81;\n"
                                 "object p: particle 2; position 0 0 5; velocity 7 7 7; end\n"
                                 "object b: body; mass 3; inertia 1 3 4; position 1 0 5; spin 1 2 3; end\n"
                                 "drag linear 0.5 angular 0.25; push p.center (4, 0, 0);\n"
                                 "turn b (0, 0, 8.5);\n"
                                 "probe fall = vel(p.center).z; probe spin = omega(b).z;\n");
        model_set(w, integrators[k], 1e-10, 0.01, 0);
        double fall = 2 * model_g / 2.5, slow = 3 * model_g / 3.5;
        check_near("velocity at once", model_probe(w, "fall"), -fall, 1e-12);
        model_run(w, 0.37);
        tn_pose p = model_pose(w, tn_object_find(w, "p")), b = model_pose(w, tn_object_find(w, "b"));
        check_near_vector(its_name[k], p.center, v3(4 / 2.5 * 0.37, 0, 5 - fall * 0.37), 1e-12);
        check_near_vector("velocity shown", p.velocity, v3(4 / 2.5, 0, -fall), 1e-12);
        check_near_vector("another", b.center, v3(1, 0, 5 - slow * 0.37), 1e-12);
        check_near("spin", model_probe(w, "spin"), 2, 1e-12);
        quat turned = q_exp(v3(0, 0, 2 * 0.37));
        /* Euler turns a quaternion along its tangent: h²/12 ω³ per second */
        check_near("turned", fabs(turned.w * b.orientation.w + turned.z * b.orientation.z), 1, k == 3 ? 1e-8 : 1e-10);
        tn_world_free(w);
    }
}

/* The distance of a spring's end from its exact position at t = 1, a bead on a circle: θ' = −(k/m) sin θ. */
static double bead_error(tn_integrator method, double step)
{
    tn_world *w = model_text("world: order first; end gravity 0 0 -3;\n"
                             "object p: particle 0.5; position (sin(2)) 0 (-cos(2)); end\n"
                             "keep norm(p.center) = 1; keep p.center.y = 0;\n");
    model_set(w, method, 1e-10, step, 0.2);
    model_run(w, 1);
    double angle = 2 * atan(tan(1) * exp(-3));
    vec3 x = model_pose(w, tn_object_find(w, "p")).center;
    tn_world_free(w);
    return v3_norm(v3_sub(x, v3(sin(angle), 0, -cos(angle))));
}

static void order_of_convergence(void **state)
{
    (void)state;
    double one = bead_error(TN_EULER, 0.02), two = bead_error(TN_EULER, 0.01);
    check_near("order of euler", log2(one / two), 1, 0.1);
    one = bead_error(TN_RK4, 0.08), two = bead_error(TN_RK4, 0.04);
    check_near("order of rk4", log2(one / two), 4, 0.5);
    assert_true(bead_error(TN_RK4, 0.005) < 1e-9);
    assert_true(bead_error(TN_ADAMS, 0.01) < 1e-8);
    assert_true(bead_error(TN_GEAR, 0.01) < 1e-7);
}

static void stops_with_the_force(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        tn_world *w = model_text("world: order first; end\n"
                                 "object p: particle 2; end\n"
                                 "force kick: push p.center (3, 0, 0); during 0.1 0.45; end\n"
                                 "at 0.7: off kick; end\n"
                                 "probe v = vel(p.center).x;\n");
        model_set(w, integrators[k], 1e-10, 0.01, 0);
        check_near("before", model_probe(w, "v"), 0, 0);
        model_run(w, 0.2);
        check_near("while", model_probe(w, "v"), 1.5, 1e-13);
        model_run(w, 1);
        check_near("after", model_probe(w, "v"), 0, 0);
        check_near(its_name[k], model_pose(w, tn_object_find(w, "p")).center.x, 1.5 * 0.35, 1e-12);
        tn_world_free(w);
    }
}

/* ---- one-sided rows and motors ---- */

static void limits_hold_and_let_go(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        tn_world *w = model_text("world: order first; end gravity 0 0 -2;\n"
                                 "object p: particle 3; position 0 0 1; end\n"
                                 "constraint floor: keep p.center.z >= 0.2; end\n"
                                 "force lift: push p.center (0, 0, 9*(t - 1)); end\n"
                                 "probe v = vel(p.center).z; probe f = force(floor).z;\n");
        model_set(w, integrators[k], 1e-10, 0.002, 0);
        /* z' = −2 + 3 (t − 1) = −5 + 3 t: from 1 to 0.2 at t₁ = (5 − √(25 − 4.8))/3, held until 5/3 */
        double arrives = (5 - sqrt(25 - 4.8)) / 3;
        model_run(w, arrives - 0.02);
        double step_error = k == 3 ? 3 * 0.002 : 1e-9;
        check_near("on the way", model_probe(w, "v"), -5 + 3 * (arrives - 0.02), 1e-12);
        model_run(w, 0.5);
        check_near(its_name[k], model_pose(w, tn_object_find(w, "p")).center.z, 0.2, 1e-9);
        check_near("rests", model_probe(w, "v"), 0, 1e-7);
        check_near("what it carries", model_probe(w, "f"), 6 - 9 * (0.5 - 1) > 0 ? -(6 - 9 * (0.5 - 1)) : 0, 1e-5);
        model_run(w, 2);
        double since = 2 - 5.0 / 3;
        check_near("lets go", model_pose(w, tn_object_find(w, "p")).center.z, 0.2 + 1.5 * since * since, step_error);
        tn_world_free(w);
    }
}

static void joints_with_limits_and_motors(void **state)
{
    (void)state;
    tn_world *w = model_text("world: order first; tau 0.1; end\n"
                             "object a: rod 1 0.05; end object b: rod 1 0.05; position 3 0 0; end\n"
                             "object c: rod 1 0.05; position 6 0 0; end\n"
                             "constraint fast: revolute world a a.center (0,1,0); motor speed 2; end\n"
                             "constraint goal: revolute world b b.center (0,1,0); motor angle 1; end\n"
                             "constraint stop: revolute world c c.center (0,1,0); min -0.5 max 0.5; end\n"
                             "turn c (0, 100, 0);\n"
                             "probe turned = angle(fast); probe at = angle(goal); probe stopped = angle(stop);\n");
    model_run(w, 0.3);
    check_near("a motor of speed", model_probe(w, "turned"), 0.6, 1e-8);
    check_near("a motor of angle", model_probe(w, "at"), 1 - exp(-3), 1e-8);
    model_run(w, 2);
    check_near("several turns", model_probe(w, "turned"), 4, 1e-8);
    check_near("a stop", model_probe(w, "stopped"), 0.5, 1e-7);
    tn_world_free(w);
}

/* Closest point of x + y = 1 to the origin: λ = −1 of PB's first-order form (method §7). */
static void multipliers(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        tn_world *w = model_text(k == 0 ? "world: order first; end object p: particle 1; position 3 1 0; end\n"
                                          "spring p.center (0,0,0) stiffness 2;\n"
                                          "constraint line: keep p.center.x + p.center.y = 1; by multiplier; end\n"
                                        : "world: order first; end object p: particle 1; position -3 1 0; end\n"
                                          "spring p.center (0,0,0) stiffness 2;\n"
                                          "constraint line: keep p.center.x + p.center.y >= 1; by multiplier; end\n");
        model_run(w, 20);
        check_near_vector("closest", model_pose(w, tn_object_find(w, "p")).center, v3(0.5, 0.5, 0), 1e-7);
        double lambda[8];
        world_multipliers(w, (int)tn_constraint_find(w, "line").slot, lambda);
        check_near("λ", fabs(lambda[0]), 1, 1e-6);
        tn_world_free(w);
    }
}

/* A ring of rods hangs in chains, closed by redundant constraints, from anywhere; snapshots repeat it to the bit. */
static void snapshots_and_assembly(void **state)
{
    (void)state;
    tn_world *w = kinds_model("revolute", 3);
    be_first_order(w);
    model_run(w, 0.1);
    tn_snapshot *s = tn_snapshot_take(w);
    model_run(w, 0.3);
    tn_pose a = model_pose(w, tn_object_at(w, 1));
    assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
    model_run(w, 0.3);
    tn_pose b = model_pose(w, tn_object_at(w, 1));
    assert_memory_equal(&a.position, &b.position, sizeof a.position);
    assert_memory_equal(&a.orientation, &b.orientation, sizeof a.orientation);
    assert_memory_equal(&a.velocity, &b.velocity, sizeof a.velocity);
    tn_snapshot_free(w, s);
    double left;
    assert_int_equal(tn_assemble(w, &left), TN_OK);
    assert_true(left < 1e-10);
    char *text = tn_write_text(w);
    assert_non_null(strstr(text, "order first;"));
    free(text);
    tn_world_free(w);
}

/* ---- refusals ---- */

static void refusals(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"object a: sphere 0.1; end contact friction 0.5;", "contact needs impacts and friction"},
        {"object a: sphere 0.1; end acceleration acc(a.center).x = 1;", "is on accelerations"},
        {"object a: particle 1; end probe x = acc(a.center).x;", "asks for an acceleration"},
        {"object a: particle 1; end push a.center (-1*vel(a.center));", "is a formula of velocities"},
        {"object a: particle 1; end drag linear (1 + t);", "must be a number or a formula of lets"},
        {"object a: particle 1; end constraint c: connect a.center (0,0,1); by reaction; end", "by reaction"},
        {"object a: sphere 1; end constraint c: connect a.center (0,0,1); by displacement; end", "by displacement"},
        {"object a: particle 1; end constraint c: connect a.center (0,0,1); feedback 1 0; end", "has no kd"},
        {"object a: block 2 1 1; size 2 1 1; stiffness 1e4; incompressible; end", "is incompressible"},
        {"object a: block 2 1 1; size 2 1 1; stiffness 1e4; end drag linear 1;", "acts on a flexible object"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tn_world *w = model_text("world: order first; end");
        model_read(w, texts[i][0]);
        assert_int_equal(tn_evaluate(w), TN_WRONG_MODEL);
        if (strstr(tn_failure(w), texts[i][1]) == NULL)
            fail_msg("%s: %s", texts[i][0], tn_failure(w));
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form),
        cmocka_unit_test(own_feedback),
        cmocka_unit_test(terminal_motion),
        cmocka_unit_test(order_of_convergence),
        cmocka_unit_test(stops_with_the_force),
        cmocka_unit_test(limits_hold_and_let_go),
        cmocka_unit_test(joints_with_limits_and_motors),
        cmocka_unit_test(multipliers),
        cmocka_unit_test(snapshots_and_assembly),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
