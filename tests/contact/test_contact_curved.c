/* test_contact_curved.c: ellipsoids and cones in contact: they lie where they should, rock at their frequency, tip where
 * they must, and pass among all other shapes without gaining energy. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

static const char *const grounds[] = {"object ground: plane; end",
                                      "object ground: box 6 6 1; position 0 0 -0.5; kernel fixed; end"};

/* On its flattest side an ellipsoid lies at its half height, also if it is a thin disc; a cone on its base at a quarter of
 * its height, or on its side. */
static void at_rest(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < effort(60, 18); i++) {
        const double c = 0.01 + 0.1 * part(&seed), a = c * (1.2 + 3 * part(&seed)), b = c * (1.2 + 3 * part(&seed));
        const double r = 0.05 + 0.3 * part(&seed), h = 0.05 + 0.5 * part(&seed), side = sqrt(r * r + h * h);
        const double heights[3] = {c, h / 4, 0.75 * r * h / side};
        char text[500], shape[200];
        if (i % 3 == 0)
            snprintf(shape, sizeof shape, "ellipsoid %.17g %.17g %.17g;", a, b, c);
        else
            snprintf(shape, sizeof shape, "cone %.17g %.17g; rotation 0 1 0 %.17g;", r, h,
                     i % 3 == 1 ? 0 : 1.5707963267948966 + atan2(r, h));
        snprintf(text, sizeof text,
                 "world: gravity 9.81; end %s contact friction 0.5;\nobject o: %s position 0.1 0.2 %.17g; end\n"
                 "probe load = contact(o).z/(9.81*mass(o));",
                 grounds[part(&seed) < 0.5], shape, heights[i % 3] + 1e-5 * part(&seed));
        tn_world *w = world_of(text);
        assert_int_equal(tn_advance(w, 3), TN_OK);
        const tn_pose p = model_pose(w, tn_object_find(w, "o"));
        if (!(fabs(p.center.z - heights[i % 3]) < 1e-6) || !(v3_norm(p.velocity) < 1e-6) ||
            !(fabs(tn_probe_value(w, 0) - 1) < 1e-4))
            fail_msg("%s: at %.9g instead of %.9g, %g m/s, load %.9g", text, p.center.z, heights[i % 3],
                     v3_norm(p.velocity), tn_probe_value(w, 0));
        tn_world_free(w);
    }
}

/* An ellipsoid that rolls from side to side without slipping: ω² = m g (a²/c − c)/(I + m c²), I = m (a² + c²)/5. */
static void rocks(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < effort(12, 4); i++) {
        const double c = 0.1 + 0.1 * part(&seed), a = c * (1.3 + part(&seed)), b = c * (1 + part(&seed)), tilt = 0.01;
        const double omega = sqrt(model_g * (a * a / c - c) / ((a * a + c * c) / 5 + c * c)),
                     period = 2 * 3.14159265358979323846 / omega;
        char text[500];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; step 0.002; end object ground: plane; end contact friction 2;\n"
                 "object o: ellipsoid %.17g %.17g %.17g; position 0 0 %.17g; rotation 0 1 0 %.17g; end\n"
                 "probe lean = o.z.x;",
                 a, b, c, sqrt(c * c * cos(tilt) * cos(tilt) + a * a * sin(tilt) * sin(tilt)), tilt);
        tn_world *w = world_of(text);
        double before = sin(tilt), last = 0, found = 0;
        int crossings = 0;
        for (double t = 0.002; t < 4.2 * period && crossings < 7; t += 0.002) {
            assert_int_equal(tn_advance(w, t), TN_OK);
            const double now = tn_probe_value(w, 0);
            if (now * before < 0) {
                const double at = t - 0.002 * now / (now - before);
                if (crossings++ == 0)
                    found = at;
                last = at;
            }
            before = now;
        }
        assert_int_equal(crossings, 7);
        check_near("period", (last - found) / 3 / period, 1, 2e-3);
        tn_world_free(w);
    }
}

/* A cone on its base tips over its rim where tan α exceeds 4 r/h: towards the points of the rim that carry it. */
static void cones_tip(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int i = 0; i < effort(24, 8); i++) {
        const double r = 0.1 + 0.1 * part(&seed), h = r * (5 + 5 * part(&seed)),
                     way = 3.14159265358979323846 / 2 * (int)(4 * part(&seed));
        const bool falls = i % 2 == 1;
        const double slope = atan(4 * r / h) * (falls ? 1.03 : 0.97), across = 9.81 * sin(slope);
        char text[500];
        snprintf(text, sizeof text,
                 "gravity %.17g %.17g %.17g; object ground: plane; end contact friction 5;\n"
                 "object o: cone %.17g %.17g; position 0 0 %.17g; end probe lean = o.z.z;",
                 across * cos(way), across * sin(way), -9.81 * cos(slope), r, h, h / 4);
        tn_world *w = world_of(text);
        assert_int_equal(tn_advance(w, 3), TN_OK);
        const double lean = tn_probe_value(w, 0);
        if (falls ? !(lean < 0.9) : !(lean > 1 - 1e-6))
            fail_msg("%s: leans by %g, %s", text, acos(fmin(lean, 1)), falls ? "should fall" : "should stand");
        tn_world_free(w);
    }
}

/* Poured with all other shapes: they come down, nothing passes through the floor, and energy only falls. */
static void poured(void **state)
{
    (void)state;
    static const char *const shapes[] = {"sphere 0.12",      "box 0.2 0.15 0.25",    "capsule 0.08 0.2",
                                         "cylinder 0.1 0.2", "cone 0.15 0.3",        "ellipsoid 0.2 0.12 0.08",
                                         "torus 0.15 0.05",  "ellipsoid 0.1 0.1 0.2"};
    for (int i = 0; i < effort(12, 3); i++) {
        uint64_t seed = (uint64_t)i + 1;
        char text[4000];
        int n = snprintf(text, sizeof text,
                         "world: gravity 9.81; end object floor: plane; end contact %s friction 0.5 bounce %g;\n",
                         i % 3 == 0 ? "fast" : "", i % 2 ? 0.3 : 0.0);
        for (int k = 0; k < 10; k++)
            n += snprintf(text + n, sizeof text - (size_t)n,
                          "object o[%d]: %s; position %.17g %.17g %.17g; rotation 1 %.17g 0.3 %.17g; end\n", k,
                          shapes[(int)(8 * part(&seed))], 0.3 * part(&seed), 0.3 * part(&seed), 0.5 + 0.5 * k,
                          part(&seed), 6 * part(&seed));
        tn_world *w = world_of(text);
        tn_measures m;
        assert_int_equal(tn_measure(w, &m), TN_OK);
        double before = m.kinetic + m.potential;
        const double size = fabs(before);
        for (int f = 1; f <= 60; f++) {
            assert_int_equal(tn_advance(w, f / 20.0), TN_OK);
            assert_int_equal(tn_measure(w, &m), TN_OK);
            if (!(m.kinetic + m.potential < before + 1e-3 * size))
                fail_msg("scene %d at %g s: energy %.9g after %.9g", i, f / 20.0, m.kinetic + m.potential, before);
            before = fmin(before, m.kinetic + m.potential);
        }
        for (int k = 1; k < tn_object_count(w); k++) {
            const tn_pose p = model_pose(w, tn_object_at(w, k));
            if (!(p.center.z > 0.03) || !(p.center.z < 2))
                fail_msg("scene %d: object %d ends at height %g", i, k - 1, p.center.z);
        }
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest),
        cmocka_unit_test(rocks),
        cmocka_unit_test(cones_tip),
        cmocka_unit_test(poured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
