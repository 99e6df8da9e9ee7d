/* test_contact_driven.c: objects that formulas of t move and turn: their poses, rates and points, what hangs on them, and what they
 * carry by contact. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

/* Pose, velocity and acceleration of any point follow from the formulas; differences of the pose confirm the spin. */
static void test_pose(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < effort(60, 15); i++) {
        const vec3 axis = random_vector(&seed), at = random_vector(&seed), off = random_vector(&seed);
        const double rate = 3 * random_number(&seed), f = part(&seed), t = 2 * part(&seed), e = 1e-5;
        char text[900];
        snprintf(text, sizeof text,
                 "object arm: box 2 0.1 0.1; offset %.17g %.17g %.17g; place (t, 0.3*t^2, sin(2*t));\n"
                 "pose (%.17g, %.17g, %.17g), %.17g*t + 0.2, (0, 1, 0), sin(%.17g*t); end\n"
                 "object far: particle 1; end connect far.center arm.at(%.17g, %.17g, %.17g);\n"
                 "probe px = arm.at(%.17g, %.17g, %.17g).x; probe v = vel(arm.at(%.17g, %.17g, %.17g)).x;\n"
                 "probe a = acc(arm.at(%.17g, %.17g, %.17g)).x; probe ex = arm.x.x; probe ey = arm.x.y; probe ez = "
                 "arm.x.z;\n"
                 "probe wx = omega(arm).x; probe wy = omega(arm).y; probe wz = omega(arm).z;",
                 off.x, off.y, off.z, axis.x, axis.y, axis.z, rate, f, at.x, at.y, at.z, at.x, at.y, at.z, at.x, at.y,
                 at.z, at.x, at.y, at.z);
        tn_world *w = world_of(text), *twin = rebuilt(w);
        const double times[3] = {t - e, t, t + e};
        double x[3], v[3];
        vec3 ex[3];
        for (int k = 0; k < 3; k++) {
            assert_int_equal(tn_advance(w, times[k]), TN_OK);
            x[k] = model_probe(w, "px");
            v[k] = model_probe(w, "v");
            ex[k] = v3(model_probe(w, "ex"), model_probe(w, "ey"), model_probe(w, "ez"));
            if (k != 1)
                continue;
            const tn_pose p = model_pose(w, tn_object_find(w, "arm"));
            check_near_vector(text, p.position, v3(t, 0.3 * t * t, sin(2 * t)), 1e-12);
            check_near_vector("the x axis", q_rotate(p.orientation, v3(1, 0, 0)), ex[1], 1e-12);
            const quat first = q_axis_angle(axis, rate * t + 0.2), second = q_axis_angle(v3(0, 1, 0), sin(f * t));
            check_near_vector("turned", ex[1], q_rotate(q_mul(first, second), v3(1, 0, 0)), 1e-12);
            check_near_vector("spin", p.spin, v3(model_probe(w, "wx"), model_probe(w, "wy"), model_probe(w, "wz")),
                              1e-12);
            const vec3 center = v3_add(p.position, q_rotate(p.orientation, off));
            check_near_vector("centre", p.center, center, 1e-12);
        }
        const vec3 spin = v3(model_probe(w, "wx"), model_probe(w, "wy"), model_probe(w, "wz"));
        check_near("velocity", v[1], (x[2] - x[0]) / (2 * e), 1e-7);
        check_near("acceleration", model_probe(w, "a"), (v[2] - v[1]) / e, 1e-3);
        check_near_vector("turning", v3_scale(1 / (2 * e), v3_sub(ex[2], ex[0])), v3_cross(spin, ex[1]), 1e-3);
        assert_int_equal(tn_advance(twin, t + e), TN_OK);
        check_near("rebuilt", model_probe(twin, "px"), x[2], 1e-12);
        tn_world_free(w);
        tn_world_free(twin);
    }
}

/* A pendulum on a point of a turning arm moves as one on the path of that point. */
static void test_joints(void **state)
{
    (void)state;
    const char *rod = "object rod: rod 1 0.02; position 0.5 0 -0.5; end world: gravity 9.81; tolerance 1e-11; tau "
                      "0.05; assemble on; end ";
    char text[700];
    snprintf(text, sizeof text,
             "%s object arm: box 1 0.1 0.1; place (0, 0, 0.2*sin(3*t)); pose (0, 1, 0), -2*t; end\n"
             "connect rod.end2 arm.at(0.5, 0, 0);",
             rod);
    tn_world *w = world_of(text);
    snprintf(text, sizeof text,
             "%s path hook(t) = (0.5*cos(2*t), 0, 0.2*sin(3*t) + 0.5*sin(2*t)); connect rod.end2 hook;", rod);
    tn_world *by_path = world_of(text);
    for (int k = 1; k <= 4; k++) {
        assert_int_equal(tn_advance(w, k), TN_OK);
        assert_int_equal(tn_advance(by_path, k), TN_OK);
        check_near_vector("the rod", model_pose(w, tn_object_find(w, "rod")).center,
                          model_pose(by_path, tn_object_find(by_path, "rod")).center, 1e-7);
    }
    tn_world_free(w);
    tn_world_free(by_path);
}

/* On a table that begins to turn a box goes along until μ g = Ω² r, as far as it sticks. */
static void test_turntable(void **state)
{
    (void)state;
    uint64_t seed = 23;
    for (int i = 0; i < effort(16, 4); i++) {
        const double r = 0.4 + 0.4 * part(&seed), mu = 0.2 + 0.5 * part(&seed), most = sqrt(mu * 9.81 / r);
        const bool sticks = i % 2 == 0;
        const double fastest = most * (sticks ? 0.9 : 1.2), ramp = 4, a = fastest / ramp;
        char text[700];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; step 0.005; end contact %s friction %.17g;\n"
                 "object table: cylinder 2 0.2; place (0, 0, -0.1); pose (0, 0, 1), %.17g*t^2/2; end\n"
                 "object box: box 0.1 0.1 0.05; position %.17g 0 0.025; end",
                 i % 4 < 2 ? "exact" : "fast", mu, a, r);
        tn_world *w = world_of(text);
        assert_int_equal(tn_advance(w, ramp), TN_OK);
        const tn_pose p = model_pose(w, tn_object_find(w, "box"));
        const double angle = a * ramp * ramp / 2, out = v3_norm(v3(p.center.x, p.center.y, 0));
        if (sticks) {
            check_near(text, out, r, (i % 4 < 2 ? 2e-3 : 0.03) * r);
            check_near_vector(text, p.center, v3(r * cos(angle), r * sin(angle), 0.025), 0.02 * r);
            check_near_vector("spin", p.spin, v3(0, 0, fastest), 5e-3 * fastest);
        } else {
            assert_true(out > 1.05 * r);
        }
        tn_world_free(w);
    }
}

/* A lift that shakes: the load is m (g + a), and the box leaves it where a < −g. */
static void test_lift(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const double amplitude = 0.02, rate = i < 4 ? 10 : 30, h = 0.005;
        char text[600];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; step %g; end contact %s; probe load = contact(lift, box).z; probe gap = "
                 "box.center.z - lift.center.z;\n"
                 "object lift: box 1 1 0.2; place (0.3*t, 0, %g*sin(%g*t)); end object box: box 0.2 0.2 0.2; mass 2; "
                 "position 0 0 0.2; velocity 0.3 0 %g; end",
                 h, i % 2 ? "exact" : "", amplitude, rate, amplitude * rate);
        tn_world *w = world_of(text);
        double most = 0;
        for (int k = 200; k < 400; k++) {
            assert_int_equal(tn_advance(w, k * h), TN_OK);
            const double a = -amplitude * rate * rate * sin(rate * (k - 0.5) * h);
            if (i < 4)
                check_near(text, model_probe(w, "load"), 2 * (9.81 + a), 0.02 * 2 * 9.81);
            most = fmax(most, model_probe(w, "gap") - 0.2);
        }
        if (i < 4)
            check_near("carried", model_pose(w, tn_object_find(w, "box")).velocity.x, 0.3, 1e-6);
        else
            assert_true(most > 0.01); /* thrown */
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pose),
        cmocka_unit_test(test_joints),
        cmocka_unit_test(test_turntable),
        cmocka_unit_test(test_lift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
