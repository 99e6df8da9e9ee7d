/* test_contact_rolling.c: resistance to rolling and to spinning, against closed forms, in every method. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

static const char *const methods[] = {"contact exact", "contact fast", "contact",
                                      "world: method displacement; scheme gauss-seidel; iterations 300; end contact"};
static double tolerance_of(int method) { return method == 3 ? 0.03 : method == 1 ? 5e-3 : 1e-6; }

/* A round body rolls at v: it loses ρ g/(r (1 + k)) per second, k = I/(m r²), until it stops, and then it stays. */
static void test_rolling_stops(void **state)
{
    (void)state;
    uint64_t seed = 31;
    for (int i = 0; i < effort(80, 16); i++) {
        const int method = i % 4;
        const bool ball = i % 3 != 0;
        const double r = 0.05 + 0.2 * part(&seed), length = r * (0.002 + 0.03 * part(&seed)), v = 1 + part(&seed);
        const double k = ball ? 0.4 : 0.5, loss = length * 9.81 / (r * (1 + k)), stop = v / loss;
        char text[700];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; end object floor: plane; end\n%s rolling %.17g friction 0.8;\n"
                 "object b: %s %.17g %s; %s position 0 0 %.17g; velocity %.17g 0 0; spin 0 %.17g 0; end",
                 methods[method], length, ball ? "sphere" : "cylinder", r, ball ? "" : "0.3",
                 ball ? "" : "rotation 1 0 0 (pi/2);", r, v, v / r);
        tn_world *w = world_of(text);
        const tn_object b = tn_object_find(w, "b");
        const double early = fmin(0.5 * stop, 1);
        assert_int_equal(tn_advance(w, early), TN_OK);
        check_near(text, model_pose(w, b).velocity.x, v - loss * early, tolerance_of(method) * fmax(v, loss));
        check_near("it rolls", model_pose(w, b).spin.y * r, model_pose(w, b).velocity.x, 3 * tolerance_of(method) * v);
        if (stop < 8) {
            assert_int_equal(tn_advance(w, stop + 0.2), TN_OK);
            const double x = model_pose(w, b).center.x;
            check_near("it stopped", model_pose(w, b).velocity.x, 0, method == 3 ? 5e-3 : 1e-7);
            assert_int_equal(tn_advance(w, stop + 1.2), TN_OK);
            check_near("it stays", model_pose(w, b).center.x, x, method == 3 ? 5e-3 : 1e-7);
        }
        tn_world_free(w);
    }
}

/* A ball that spins on the spot loses σ g/(0.4 r²) per second. */
static void test_spinning_stops(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < effort(40, 8); i++) {
        const int method = i % 4;
        const double r = 0.05 + 0.2 * part(&seed), length = r * (0.01 + 0.02 * part(&seed)),
                     w0 = 20 * random_number(&seed);
        const double loss = length * 9.81 / (0.4 * r * r), late = fmin(0.7 * fabs(w0) / loss, 2);
        char text[600];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; end object floor: plane; spinning %.17g; end %s spinning %.17g;\n"
                 "object b: sphere %.17g; position 0 0 %.17g; spin 0 0 %.17g; spinning %.17g; end",
                 2 * length, methods[method], 3 * length, r, r, w0, length / 2);
        tn_world *w = world_of(text);
        const tn_object b = tn_object_find(w, "b");
        assert_int_equal(tn_advance(w, late), TN_OK);
        check_near(text, model_pose(w, b).spin.z, w0 - copysign(loss * late, w0),
                   tolerance_of(method) * (fabs(w0) + loss));
        assert_int_equal(tn_advance(w, fabs(w0) / loss + 0.1), TN_OK);
        check_near("it stopped", model_pose(w, b).spin.z, 0, method == 3 ? 1e-2 : 1e-7);
        tn_world_free(w);
    }
}

/* On a slope a ball stays where tan α < ρ/r, and else gains 5/7 (g sin α − ρ g cos α/r). */
static void test_slopes(void **state)
{
    (void)state;
    uint64_t seed = 17;
    for (int i = 0; i < effort(60, 12); i++) {
        const int method = i % 3;
        const double r = 0.05 + 0.2 * part(&seed), steep = 0.02 + 0.2 * part(&seed), a = atan(steep);
        const bool stays = i % 2;
        const double length = r * steep * (stays ? 1.02 : 0.5);
        char text[600];
        snprintf(text, sizeof text,
                 "gravity %.17g 0 %.17g; object floor: plane; end %s rolling %.17g friction 0.8;\n"
                 "object b: sphere %.17g; position 0 0 %.17g; end probe twist = contact-torque(b).y; probe drag = "
                 "contact(b).x;",
                 9.81 * sin(a), -9.81 * cos(a), methods[method], length, r, r);
        tn_world *w = world_of(text);
        const tn_object b = tn_object_find(w, "b");
        assert_int_equal(tn_advance(w, 2), TN_OK);
        const double gain = stays ? 0 : 5.0 / 7 * 9.81 * (sin(a) - length * cos(a) / r);
        check_near(text, model_pose(w, b).velocity.x, 2 * gain, 5 * tolerance_of(method));
        if (stays) /* friction and torque hold it */
            check_near("torques", model_probe(w, "twist"), 0,
                       (method == 1 ? 1e-2 : 1e-6) * fabs(model_probe(w, "drag")) * r);
        tn_world_free(w);
    }
}

/* Written and read, the words stay. */
static void test_words(void **state)
{
    (void)state;
    tn_world *w = world_of("world: gravity 9.81; end contact rolling 0.001 spinning 0.002 threshold 0.01; object "
                           "floor: plane; rolling 0.01; end\n"
                           "object a: sphere 0.1; position 0 0 0.1; velocity 1 0 0; spin 0 3 5; spinning 0.001; end\n"
                           "object b: sphere 0.1; position 0 1 0.1; velocity 1 0 0; end contact between floor b "
                           "rolling 0.003 spinning 0.1;");
    tn_world *twin = rebuilt(w);
    assert_int_equal(tn_advance(w, 1), TN_OK);
    assert_int_equal(tn_advance(twin, 1), TN_OK);
    assert_true(state_of(w) == state_of(twin));
    tn_contact_def d = tn_contact_default();
    d.rolling = -1;
    assert_int_equal(tn_contact_add(w, &d), TN_WRONG_USE);
    d.rolling = 0;
    d.spinning = NAN;
    assert_int_equal(tn_contact_add(w, &d), TN_WRONG_USE);
    tn_world_free(w);
    tn_world_free(twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rolling_stops),
        cmocka_unit_test(test_spinning_stops),
        cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
