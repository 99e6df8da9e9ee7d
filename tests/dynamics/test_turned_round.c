/* Directions that start exactly opposite and frames that start exactly half a turn apart: there the axis of rotation is
 * undefined, and a chosen axis breaks the tie (method §2, Orientation). They must turn round and settle. */
#include "../world/model.h"

static const vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.8, 0}, {0.48, 0.6, 0.64}, {-0.36, 0.48, 0.8}};
enum { AXES = sizeof axes / sizeof *axes };

/* The angle by which the constraint is off at the start. */
static void check_settles(tn_world *w, tn_constraint c, double angle, double momentum)
{
    double start = model_state(w, c).size;
    check_near("off at the start", start, angle, 5e-3);
    double before = start;
    for (int i = 1; i <= 8; i++) { /* it decreases monotonically */
        model_run(w, 0.1 * i);
        double now = model_state(w, c).size;
        assert_true(now <= before + 1e-9);
        before = now;
    }
    model_run(w, 4);
    check_near("settled", model_state(w, c).size, 0, 1e-8);
    check_near_vector("and nothing turns the whole", model_measure(w).angular_momentum, v3(0, 0, 0), momentum);
    tn_world_free(w);
}

static void configure(tn_world *w, int k)
{
    static const tn_integrator method[] = {TN_ADAMS, TN_RK4, TN_GEAR};
    model_set(w, method[k % 3], 0, 0.001, 0);
}

static void opposite_directions(void **state)
{
    (void)state;
    static const double off[] = {0, 1e-12, 1e-6, 5e-4, 2e-3};
    for (int k = 0; k < AXES; k++)
        for (int i = 0; i < 5; i++) {
            tn_world *w = tn_world_new();
            tn_object a = model_object(w, "box", 0.3, 0.5, 0.8, v3(0, 0, 0));
            vec3 d = axes[k], across = v3_perpendicular(d);
            vec3 e = v3_add(v3_scale(-cos(off[i]), d), v3_scale(sin(off[i]), across));
            tn_constraint c = JOIN(w, NULL, "orient", tn_arg_direction(a, d), tn_arg_vector(e));
            configure(w, k);
            check_settles(w, c, model_pi, 1e9);
        }
}

/* Two free bodies rotate towards each other; the total angular momentum stays zero. */
static void opposite_on_free_bodies(void **state)
{
    (void)state;
    for (int k = 0; k < AXES; k++) {
        tn_world *w = tn_world_new();
        tn_object a = model_object(w, "box", 0.3, 0.5, 0.8, v3(0, 0, 0)),
                  b = model_object(w, "box", 0.5, 0.5, 0.2, v3(2, 0, 0));
        tn_constraint c = JOIN(w, NULL, "orient", tn_arg_direction(a, axes[k]), tn_arg_direction(b, v3_neg(axes[k])));
        configure(w, k);
        check_settles(w, c, model_pi, 1e-7 * 50); /* of 50 kg m²/s that each has on the way */
    }
}

static void half_a_turn(void **state)
{
    (void)state;
    static const double off[] = {0, 1e-12, 1e-6, 5e-4, 2e-3};
    for (int k = 0; k < AXES; k++)
        for (int i = 0; i < 5; i++) {
            tn_world *w = tn_world_new();
            tn_object_def d = model_def("box", 0.3, 0.5, 0.8, v3(0, 0, 0));
            d.orientation = q_axis_angle(axes[k], model_pi - off[i]);
            if (off[i] == 0) /* cos(π/2) is not quite zero */
                d.orientation = (quat){0, axes[k].x, axes[k].y, axes[k].z};
            tn_object a = model_add(w, &d);
            tn_constraint c = JOIN(w, NULL, "orient", tn_arg_world(), whole(a));
            configure(w, k);
            check_settles(w, c, model_pi, 1e9);
        }
}

/* Joints that assemble from opposite directions. */
static void joints(void **state)
{
    (void)state;
    for (int k = 0; k < 3 * AXES; k++) {
        tn_world *w = tn_world_new();
        tn_object a = model_object(w, "box", 0.3, 0.5, 0.8, v3(0, 0, 0)),
                  b = model_object(w, "box", 0.3, 0.5, 0.8, v3(1, 0, 0));
        tn_arg d = tn_arg_direction(a, axes[k % AXES]), e = tn_arg_direction(b, v3_neg(axes[k % AXES]));
        const char *kind = k / AXES == 0 ? "revolute" : k / AXES == 1 ? "slider" : "weld";
        tn_constraint c = strcmp(kind, "weld") == 0
                              ? JOIN(w, NULL, kind, whole(a), whole(b))
                              : JOIN(w, NULL, kind, whole(a), whole(b), at(a, 0.1, 0, 0.4), at(b, 0, 0.1, -0.4), d, e);
        vec3 n = axes[k % AXES];
        if (strcmp(kind, "weld") == 0)
            tn_object_place(w, b, v3(1, 0.2, 0), (quat){0, n.x, n.y, n.z});
        configure(w, k);
        model_run(w, 5);
        check_near(kind, model_state(w, c).size, 0, 1e-8);
        tn_world_free(w);
    }
}

static void assembled(void **state)
{
    (void)state;
    for (int k = 0; k < AXES; k++) {
        tn_world *w = tn_world_new();
        double left;
        tn_object_def d = model_def("box", 0.3, 0.5, 0.8, v3(0, 0, 0));
        tn_object a = model_add(w, &d);
        d.position = v3(3, 0, 0);
        d.orientation = (quat){0, axes[k].x, axes[k].y, axes[k].z};
        tn_object b = model_add(w, &d);
        JOIN(w, NULL, "orient", tn_arg_direction(a, axes[k]), tn_arg_vector(v3_neg(axes[k])));
        JOIN(w, NULL, "orient", tn_arg_world(), whole(b));
        assert_int_equal(tn_assemble(w, &left), TN_OK);
        check_near("assembled from the wrong way round", left, 0, 1e-9);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opposite_directions), cmocka_unit_test(opposite_on_free_bodies),
        cmocka_unit_test(half_a_turn),         cmocka_unit_test(joints),
        cmocka_unit_test(assembled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
