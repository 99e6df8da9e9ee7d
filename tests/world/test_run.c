/* Running: models without a finite value, what assembly moves and what it leaves, the meaning of measures. */
#include "model.h"

/* ---- no value ---- */

/* Coinciding points have no direction of distance: reported with the name, and nothing moves. */
static void no_value_at_the_start(void **state)
{
    (void)state;
    static const tn_integrator method[] = {TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER, TN_VERLET, TN_NYSTROM};
    for (int i = 0; i < 6; i++) {
        tn_world *w = tn_world_new();
        tn_object a = model_object(w, "sphere", 0.1, 0, 0, v3(1, 2, 3)),
                  b = model_object(w, "sphere", 0.1, 0, 0, v3(1, 2, 3));
        tn_constraint c = JOIN(w, "stick", "distance", at(a, 0, 0, 0), at(b, 0, 0, 0), number(1));
        model_gravity(w, v3(0, 0, -model_g));
        model_set(w, method[i], 0, 0, 0);
        tn_constraint_state s;
        tn_measures m;
        assert_int_equal(tn_evaluate(w), TN_STUCK);
        assert_non_null(strstr(tn_failure(w), "'stick'"));
        assert_int_equal(tn_advance(w, 1), TN_STUCK);
        assert_non_null(strstr(tn_failure(w), "'stick'"));
        assert_int_equal(tn_constraint_get(w, c, &s), TN_STUCK);
        assert_int_equal(tn_measure(w, &m), TN_STUCK);
        tn_assembly from_here = {.size = sizeof(tn_assembly),
                                 .way = TN_ASSEMBLE_NEWTON}; /* from other positions it could start */
        assert_int_equal(tn_assemble_with(w, &from_here, NULL), TN_STUCK);
        assert_non_null(strstr(tn_failure(w), "'stick'"));
        tn_count(w);
        assert_non_null(strstr(tn_warning(w, 0), "'stick'"));
        assert_true(tn_time(w) == 0);
        check_near_vector("it stays where it is", model_pose(w, a).center, v3(1, 2, 3), 0);
        /* corrected, it continues */
        assert_int_equal(tn_object_place(w, b, v3(1, 2.5, 3), (quat){1, 0, 0, 0}), TN_OK);
        model_run(w, 2);
        assert_string_equal(tn_failure(w), "");
        check_near("assembled", model_state(w, c).size, 0, 1e-6);
        tn_world_free(w);
    }
}

/* A formula that becomes undefined during the run: the time and the state are those of the last good step. */
static void no_value_on_the_way(void **state)
{
    (void)state;
    static const tn_integrator method[] = {TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER, TN_VERLET, TN_NYSTROM};
    for (int i = 0; i < 6; i++) {
        tn_world *w = model_text("object a: sphere 0.1; velocity 0 0 -1; end gravity 0 0 -9.81;\n"
                                 "constraint edge: keep a.center.x = if(t < 0.5, 0, sqrt(0.4 - t)); end");
        model_set(w, method[i], 0, 0.01, 0);
        assert_int_equal(tn_advance(w, 5), TN_STUCK);
        assert_non_null(strstr(tn_failure(w), "'edge'"));
        tn_pose p = model_pose(w, tn_object_find(w, "a"));
        assert_true(tn_time(w) > 0.48 && tn_time(w) < 0.51);
        double t = tn_time(w), fall = -t - model_g / 2 * t * t;
        check_near_vector("the last good state", p.center, v3(0, 0, fall), i == 3 ? 0.03 : 1e-6);
        assert_int_equal(tn_advance(w, 5), TN_STUCK);
        check_near("it stays stuck", tn_time(w), t, 0.01);
        /* without that constraint it continues */
        assert_int_equal(tn_constraint_remove(w, tn_constraint_find(w, "edge")), TN_OK);
        model_run(w, 5);
        assert_string_equal(tn_failure(w), "");
        tn_world_free(w);
    }
}

/* One constraint without a value among many others is found. */
static void no_value_is_the_worst(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        tn_world *w = model_text("object a: sphere 0.1; end object b: sphere 0.1; position 1 0 0; end\n"
                                 "object c: sphere 0.1; position 2 0 0; end");
        for (int i = 0; i < 3; i++)
            model_read(w,
                       i == k ? "constraint hole: keep a.center.x = log(-1 - t^2); end" : "connect b.center c.center;");
        assert_int_equal(tn_evaluate(w), TN_STUCK);
        assert_non_null(strstr(tn_failure(w), "'hole'"));
        assert_int_equal(tn_advance(w, 1), TN_STUCK);
        assert_non_null(strstr(tn_failure(w), "'hole'"));
        assert_null(strstr(tn_failure(w), "nan"));
        assert_int_equal(tn_assemble(w, NULL), TN_STUCK);
        assert_non_null(strstr(tn_failure(w), "'hole'"));
        tn_world_free(w);
    }
}

/* ---- assembly ---- */

/* Two free balls meet where mass times displacement is least: at their common centre of mass. */
static void assembly_moves_mass_least(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_object_def d = model_def("sphere", 0.1, 0, 0, v3(0, 0, 0));
    d.velocity = v3(1, 2, 3);
    d.spin = v3(4, 5, 6);
    tn_object a = model_add(w, &d);
    d = model_def("sphere", 0.2, 0, 0, v3(3, 0, 0));
    tn_object b = model_add(w, &d);
    JOIN(w, NULL, "connect", at(a, 0, 0, 0), at(b, 0, 0, 0));
    double left = 1, m = model_pose(w, a).mass, n = model_pose(w, b).mass;
    tn_constraint_def later = {.size = sizeof(tn_constraint_def),
                               .kind = "connect",
                               .count = 2,
                               .args = {at(a, 0, 0, 0), nail(9, 9, 9)},
                               .from = 5,
                               .to = 6};
    model_constrain(w, &later); /* not yet valid: it does not count */
    assert_int_equal(tn_assemble(w, &left), TN_OK);
    check_near("what is left", left, 0, 1e-12);
    check_near_vector("they meet", model_pose(w, a).center, v3(3 * n / (m + n), 0, 0), 1e-12);
    check_near_vector("velocity", model_pose(w, a).velocity, v3(1, 2, 3), 0);
    check_near_vector("spin", model_pose(w, a).spin, v3(4, 5, 6), 0);
    assert_true(tn_time(w) == 0);
    tn_world_free(w);
}

/* A slider-crank roughly in place: joints close, on the side on which they were drawn. */
static void assembly_keeps_the_branch(void **state)
{
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        tn_world *w = tn_world_new();
        double left;
        tn_object crank = model_turned(w, "rod", 1, 0.05, 0, v3(0.25, 0, 0.4 * side), v3(0, 0.6, 0));
        tn_object rod = model_turned(w, "rod", 2, 0.05, 0, v3(1.4, 0.1, 0.3 * side), v3(0, 1.2, 0.1));
        JOIN(w, NULL, "connect", at(crank, 0, 0, -0.5 * side), nail(0, 0, 0));
        JOIN(w, NULL, "connect", at(crank, 0, 0, 0.5 * side), at(rod, 0, 0, -1));
        JOIN(w, NULL, "on-line", at(rod, 0, 0, 1), nail(0, 0, 0), nail(1, 0, 0));
        assert_int_equal(tn_assemble(w, &left), TN_OK);
        check_near("closed", left, 0, 1e-10);
        assert_true(model_point(w, crank, v3(0, 0, 0.5 * side)).z * side > 0);
        assert_true(model_point(w, rod, v3(0, 0, 1)).x > 0);
        tn_world_free(w);
    }
}

/* Contradictory constraints: the deviation is shared; nothing diverges. */
static void assembly_of_the_impossible(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    double left;
    tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(5, 1, 0));
    JOIN(w, NULL, "connect", at(o, 0, 0, 0), nail(0, 0, 0));
    JOIN(w, NULL, "connect", at(o, 0, 0, 0), nail(2, 0, 0));
    assert_int_equal(tn_assemble(w, &left), TN_OK);
    check_near("half the way", left, 1, 1e-6);
    check_near_vector("between", model_pose(w, o).center, v3(1, 0, 0), 1e-6);
    tn_world_free(w);
}

/* ---- measures ---- */

static void measures(void **state)
{
    (void)state;
    tn_world *w = model_text(
        "gravity 0 0 -9.81;"
        "object a: box 1 2 3; density 10; position 1 2 3; rotation 1 1 0 0.7; velocity 1 0 2; spin 0.3 0.2 0.1; end\n"
        "object p: particle 2; position 0 0 5; velocity 0 1 0; end\n"
        "object ground: plane; end object wall: box 1 1 1; kernel fixed; end");
    tn_pose a = model_pose(w, tn_object_find(w, "a"));
    check_near("mass", a.mass, 60, 1e-12);
    tn_measures m = model_measure(w);
    /* moments of the box: m/12 (b² + c²) … in its own axes */
    vec3 own = q_rotate(q_conj(a.orientation), a.spin), moment = v3(5 * 13, 5 * 10, 5 * 5);
    vec3 turning = v3(moment.x * own.x, moment.y * own.y, moment.z * own.z);
    check_near("kinetic", m.kinetic, 0.5 * 60 * 5 + 0.5 * v3_dot(turning, own) + 1, 1e-10);
    check_near("potential", m.potential, 9.81 * (60 * 3 + 2 * 5), 1e-9);
    check_near_vector("momentum", m.momentum, v3(60, 2, 120), 1e-12);
    vec3 l = v3_add(v3_cross(v3(1, 2, 3), v3(60, 0, 120)), v3_cross(v3(0, 0, 5), v3(0, 2, 0)));
    l = v3_add(l, q_rotate(a.orientation, turning));
    check_near_vector("angular momentum", m.angular_momentum, l, 1e-10);
    tn_counts n = tn_count(w);
    assert_int_equal(n.objects, 4);
    assert_int_equal(n.degrees_of_freedom, 9);
    tn_world_free(w);
}

/* Drift and largest deviation are measured at frames, from 25 τ after a constraint was switched on. */
static void deviation_counts_when_assembled(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(1, 0, 0));
    tn_constraint_def d = {.size = sizeof(tn_constraint_def),
                           .kind = "connect",
                           .count = 2,
                           .args = {at(o, 0, 0, 0), nail(0, 0, 0)},
                           .tau = 0.02};
    model_constrain(w, &d);
    tn_frame(w);
    check_near("none assembled yet: all count", model_measure(w).largest_deviation, 1, 1e-12);
    model_run(w, 0.1);
    tn_frame(w);
    check_near("still", model_measure(w).largest_deviation, 6 * exp(-5), 1e-6);
    model_run(w, 0.6);
    tn_frame(w);
    assert_true(model_measure(w).largest_deviation < 1e-8);
    /* a second one, out of place: it does not count until its time has come */
    d.args[0] = at(model_object(w, "sphere", 0.1, 0, 0, v3(5, 0, 0)), 0, 0, 0);
    d.args[1] = nail(6, 0, 0);
    d.tau = 0.1;
    model_constrain(w, &d);
    model_run(w, 0.7);
    tn_frame(w);
    assert_true(model_measure(w).largest_deviation < 1e-6);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_value_at_the_start),
        cmocka_unit_test(no_value_on_the_way),
        cmocka_unit_test(no_value_is_the_worst),
        cmocka_unit_test(assembly_moves_mass_least),
        cmocka_unit_test(assembly_keeps_the_branch),
        cmocka_unit_test(assembly_of_the_impossible),
        cmocka_unit_test(measures),
        cmocka_unit_test(deviation_counts_when_assembled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
