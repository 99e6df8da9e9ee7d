/* Conservation: momentum of a free assembly to rounding for every kind and integrator, angular momentum and energy at
 * the integrator's order, and how the error depends on the step and the tolerance (method §7). */
#include "../world/model.h"

/* ---- free assemblies ---- */

static tn_object tumbling(tn_world *w, const char *shape, vec3 where, uint64_t *seed)
{
    bool sphere = strcmp(shape, "sphere") == 0;
    tn_object_def d = model_def(shape, 0.3, sphere ? 0 : 0.5, sphere ? 0 : 0.8, where);
    d.orientation = q_exp(v3_scale(0.3, random_vector(seed)));
    d.velocity = random_vector(seed);
    d.spin = random_vector(seed);
    return model_add(w, &d);
}

static const char *const free_kinds[] = {"connect",   "orient",   "orient-frame", "on-line",  "on-plane",
                                         "touch",     "distance", "weld",         "revolute", "slider",
                                         "universal", "gear",     "rolling",      "hinge"};
enum { FREE_KINDS = sizeof free_kinds / sizeof *free_kinds };

/* Two bodies (for a gear three) and one constraint of the kind between them, unmet where it can be. */
static tn_world *free_assembly(const char *kind)
{
    tn_world *w = tn_world_new();
    uint64_t seed = 7;
    bool balls = strcmp(kind, "touch") == 0 || strcmp(kind, "rolling") == 0;
    tn_object a = tumbling(w, balls ? "sphere" : "box", v3(0, 0, 0), &seed);
    tn_object b = tumbling(w, balls ? "sphere" : "box", v3(0.9, 0.4, 0.2), &seed);
    tn_arg p = at(a, 0.1, 0.2, 0.4), q = at(b, -0.1, 0.2, 0);
    if (strcmp(kind, "connect") == 0)
        JOIN(w, NULL, kind, p, q);
    else if (strcmp(kind, "orient") == 0)
        JOIN(w, NULL, kind, dir(a, 0, 0.3, 1), dir(b, 1, 0, 1));
    else if (strcmp(kind, "orient-frame") == 0)
        JOIN(w, NULL, "orient", whole(a), whole(b));
    else if (strncmp(kind, "on-", 3) == 0)
        JOIN(w, NULL, kind, p, q, dir(b, 1, 0.5, 0));
    else if (strcmp(kind, "distance") == 0)
        JOIN(w, NULL, kind, p, q, number(0.6));
    else if (strcmp(kind, "hinge") == 0) {
        tn_hinge_def d = tn_hinge_default();
        d.object1 = a;
        d.object2 = b;
        d.hinge = d.axial = d.angle = d.twist = true;
        d.point1 = v3(0.1, 0.2, 0.4);
        d.point2 = v3(-0.1, 0.2, 0);
        d.axis = d.axis1 = v3(0, 0.3, 1);
        d.axis2 = v3(1, 0, 1);
        d.across1 = d.across2 = v3(0, 1, 0);
        d.axial_min = -0.1;
        d.axial_max = 0.2;
        d.angle_max = 0.3;
        d.twist_min = d.twist_max = 0.2;
        assert_true(tn_constraint_valid(w, tn_hinge_add(w, &d, NULL)));
    } else if (balls || strcmp(kind, "weld") == 0)
        JOIN(w, NULL, kind, whole(a), whole(b));
    else if (strcmp(kind, "gear") == 0) {
        tn_object c = tumbling(w, "box", v3(-1, 0, 0), &seed);
        tn_constraint j = JOIN(w, NULL, "revolute", whole(a), whole(b), nail(0.4, 0, 0), nail(0, 0, 1));
        tn_constraint k = JOIN(w, NULL, "revolute", whole(a), whole(c), nail(-0.4, 0, 0), nail(0, 0, 1));
        JOIN(w, NULL, kind, tn_arg_constraint(j), tn_arg_constraint(k), number(2));
    } else {
        JOIN(w, NULL, kind, whole(a), whole(b), p, q, dir(a, 0, 0.3, 1), dir(b, 1, 0, 1));
    }
    return w;
}

static void every_kind_is_here(void **state)
{
    (void)state;
    for (int c = 0; c < constraint_class_count(); c++) {
        const char *name = constraint_class_at(c)->kind.name;
        bool found = strcmp(name, "follow") == 0; /* a path is not a free body */
        for (int k = 0; k < FREE_KINDS; k++)
            found |= strcmp(name, free_kinds[k]) == 0;
        if (!found)
            fail_msg("the kind %s is not in this test", name);
    }
}

static void momentum(void **state)
{
    (void)state;
    static const tn_integrator method[] = {TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER, TN_VERLET, TN_NYSTROM};
    for (int k = 0; k < FREE_KINDS; k++)
        for (int i = 0; i < 6; i++) {
            tn_world *w = free_assembly(free_kinds[k]);
            model_set(w, method[i], 0, 0.005, 0);
            tn_measures start = model_measure(w);
            double size = 0;
            for (int o = 0; o < tn_object_count(w); o++)
                size += model_pose(w, tn_object_at(w, o)).mass;
            for (int n = 1; n <= 4; n++) {
                model_run(w, 0.5 * n);
                check_near_vector(free_kinds[k], model_measure(w).momentum, start.momentum, 1e-12 * size);
            }
            tn_world_free(w);
        }
}

/* ---- orders ---- */

static tn_world *mixed_chain(void)
{
    tn_world *w = tn_world_new();
    uint64_t seed = 9;
    tn_object o[5];
    for (int i = 0; i < 5; i++) {
        tn_object_def d = model_def("box", 0.2, 0.3, 0.5, v3(0, 0, 0.5 * i));
        d.velocity = v3_scale(0.5, random_vector(&seed));
        d.spin = random_vector(&seed);
        o[i] = model_add(w, &d);
    }
    JOIN(w, NULL, "connect", at(o[0], 0, 0, 0.25), at(o[1], 0, 0, -0.25));
    JOIN(w, NULL, "revolute", whole(o[1]), whole(o[2]), nail(0, 0, 0.75), nail(1, 0, 0));
    JOIN(w, NULL, "universal", whole(o[2]), whole(o[3]), nail(0, 0, 1.25), nail(1, 0, 0), nail(0, 1, 0));
    JOIN(w, NULL, "slider", whole(o[3]), whole(o[4]), nail(0, 0, 1.75), nail(0, 1, 0));
    return w;
}

/* The settled chain, then half a second by fixed steps: the change of energy and angular momentum. */
static void drifts(tn_integrator method, double step, double *energy, double *turning)
{
    tn_world *w = mixed_chain();
    model_set(w, TN_ADAMS, 1e-12, 0, 0);
    model_run(w, 3.5);
    tn_measures before = model_measure(w);
    model_set(w, method, 0, step, 0);
    model_run(w, 4);
    tn_measures after = model_measure(w);
    *energy = fabs(after.kinetic - before.kinetic);
    *turning = v3_norm(v3_sub(after.angular_momentum, before.angular_momentum));
    tn_world_free(w);
}

static void drift_orders(void **state)
{
    (void)state;
    static const struct {
        tn_integrator method;
        double step, order, slack;
    } methods[] = {
        {TN_EULER, 2e-3, 1, 0.15}, {TN_RK4, 0.02, 4, 0.5}, {TN_VERLET, 5e-3, 2, 0.3}, {TN_NYSTROM, 0.02, 4, 0.5}};
    for (int k = 0; k < 4; k++) {
        double energy[2], turning[2];
        for (int i = 0; i < 2; i++)
            drifts(methods[k].method, methods[k].step / (1 + i), &energy[i], &turning[i]);
        /* a drift may fall faster than the error itself, but not slower */
        assert_true(log2(energy[0] / energy[1]) > methods[k].order - methods[k].slack);
        assert_true(log2(turning[0] / turning[1]) > methods[k].order - methods[k].slack);
    }
}

/* Two rods, one below the other, started level. */
static tn_world *compound_pendulum(void)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0, 0, -model_g));
    tn_object a = model_turned(w, "rod", 1, 0.04, 0, v3(0.5, 0, 0), v3(0, model_pi / 2, 0));
    tn_object b = model_turned(w, "rod", 1, 0.04, 0, v3(1.5, 0, 0), v3(0, model_pi / 2, 0));
    JOIN(w, "hook", "connect", at(a, 0, 0, -0.5), nail(0, 0, 0));
    JOIN(w, "elbow", "connect", at(a, 0, 0, 0.5), at(b, 0, 0, -0.5));
    return w;
}

static vec3 tip_at_one(tn_integrator method, double tolerance, double step)
{
    tn_world *w = compound_pendulum();
    model_set(w, method, tolerance, step, 0);
    model_run(w, 1);
    vec3 tip = model_point(w, tn_object_at(w, 1), v3(0, 0, 0.5));
    tn_world_free(w);
    return tip;
}

static void orders(void **state)
{
    (void)state;
    vec3 exact = tip_at_one(TN_ADAMS, 1e-13, 0);
    static const struct {
        tn_integrator method;
        double step, order, slack;
    } methods[] = {
        {TN_EULER, 2e-3, 1, 0.1}, {TN_RK4, 0.01, 4, 0.2}, {TN_VERLET, 5e-3, 2, 0.1}, {TN_NYSTROM, 0.01, 4, 0.2}};
    for (int k = 0; k < 4; k++) {
        double error[3];
        for (int i = 0; i < 3; i++)
            error[i] = v3_norm(v3_sub(tip_at_one(methods[k].method, 0, methods[k].step / (1 << i)), exact));
        for (int i = 0; i < 2; i++)
            check_near("order of an integrator", log2(error[i] / error[i + 1]), methods[k].order, methods[k].slack);
    }
}

static void answer_to_tolerance(void **state)
{
    (void)state;
    vec3 exact = tip_at_one(TN_ADAMS, 1e-13, 0);
    static const tn_integrator method[] = {TN_ADAMS, TN_GEAR};
    for (int k = 0; k < 2; k++) {
        double error[3], tolerance = 1e-6;
        for (int i = 0; i < 3; i++, tolerance /= 100) {
            error[i] = v3_norm(v3_sub(tip_at_one(method[k], tolerance, 0), exact));
            check_near("error against tolerance", error[i] / tolerance, 0, 1000);
        }
        assert_true(error[0] > error[1] && error[1] > error[2] && error[2] < error[0] / 100);
    }
}

/* A hundred seconds of a chaotic motion at the default tolerance. */
static void long_run(void **state)
{
    (void)state;
    tn_world *w = compound_pendulum();
    /* slightly out of place, so that it must assemble first */
    tn_object_place(w, tn_object_at(w, 1), v3(1.6, 0.1, 0), q_exp(v3(0, 1.3, 0.2)));
    for (int i = 1; i <= 3000; i++) {
        model_run(w, i / 30.0);
        tn_frame(w);
    }
    tn_measures m = model_measure(w);
    check_near("largest deviation in 100 s", m.largest_deviation, 0, 1e-8);
    check_near("drift of energy in 100 s", m.drift, 0, 1e-6);
    assert_true(m.drift > 0 && m.largest_deviation > 0);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_here),  cmocka_unit_test(momentum),
        cmocka_unit_test(drift_orders),        cmocka_unit_test(orders),
        cmocka_unit_test(answer_to_tolerance), cmocka_unit_test(long_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
