/* test_camera.c: the camera of a scene at every moment: points that move, following an object, the field of view; title,
 * light and background; all of it written and read again. Random motions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tenon/tenon.h"

static uint32_t seed;
static double uniform(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(seed >> 8) / (1 << 24);
}

static tn_world *world_of(const char *text)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_world *w = tn_world_new();
    if (tn_read_text(w, "camera.tn", text, d) != TN_OK)
        fail_msg("%s\n%s", tn_diagnostics_text(d, 0), text);
    tn_diagnostics_free(d);
    return w;
}

static void near(tn_vec3 is, double x, double y, double z)
{
    if (!(fabs(is.x - x) + fabs(is.y - y) + fabs(is.z - z) <= 1e-9))
        fail_msg("(%.17g, %.17g, %.17g) is not (%g, %g, %g)", is.x, is.y, is.z, x, y, z);
}

static void test_follow(void **unused)
{
    (void)unused;
    for (int i = 1; i <= 50; i++) {
        seed = (uint32_t)i;
        const bool point = i % 2 == 0; /* a target that moves by itself is not moved once more */
        const double v[3] = {uniform(-3, 3), uniform(-3, 3), uniform(-3, 3)}, x = uniform(-5, 5);
        char text[600];
        snprintf(text, sizeof text,
                 "object ball: sphere 0.1; position %.17g 0 1; offset 0 0 0.5; velocity %.17g %.17g %.17g; end\n"
                 "camera from 1 2 3 to 4 5 6;\n" /* the later one counts */
                 "camera from 0 -5 2 to %s follow ball fov %ddeg;",
                 x, v[0], v[1], v[2], point ? "ball.center" : "(0, t, 0)", 20 + i);
        tn_world *w = world_of(text);
        char *written = tn_write_text(w);
        tn_world *again = world_of(written), *const both[] = {w, again};
        for (int k = 0; k < 2; k++)
            for (double t = 0; t < 2; t += 0.4) {
                tn_vec3 from, to;
                double fov;
                assert_int_equal(tn_advance(both[k], t), TN_OK);
                tn_view *view = tn_view_take(both[k], NULL);
                assert_true(tn_view_camera(view, &from, &to, &fov));
                near(from, v[0] * t, v[1] * t - 5, v[2] * t + 2);
                if (point)
                    near(to, x + v[0] * t, v[1] * t, 1.5 + v[2] * t);
                else
                    near(to, v[0] * t, v[1] * t + t, v[2] * t);
                assert_true(fabs(fov - (20 + i) * 3.14159265358979323846 / 180) < 1e-12);
                tn_view_free(view);
            }
        tn_free(written);
        tn_world_free(w);
        tn_world_free(again);
    }
}

static void test_looks(void **unused)
{
    (void)unused;
    tn_world *w = world_of("title \"first\"; title \"Zweiter Versuch: ä\"; light 0 0 2; light 1 -1 3; background red;\n"
                           "background \"#3366ff\"; object title: sphere 1; end let light = 3; probe p = light;");
    char *written = tn_write_text(w);
    tn_world *again = world_of(written), *const both[] = {w, again};
    for (int k = 0; k < 2; k++) {
        const tn_look look = tn_scene_look(both[k]);
        assert_string_equal(look.title, "Zweiter Versuch: ä");
        assert_true(look.has_light && look.has_background);
        near(look.light, 1, -1, 3);
        near(look.background, 0.2, 0.4, 1);
        tn_vec3 from, to;
        tn_view *view = tn_view_take(both[k], NULL);
        assert_false(tn_view_camera(view, &from, &to, NULL));
        tn_view_free(view);
        tn_world_free(both[k]);
    }
    tn_free(written);
    const tn_look none = tn_scene_look(NULL);
    assert_true(none.title == NULL && !none.has_light && !none.has_background);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_follow), cmocka_unit_test(test_looks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
