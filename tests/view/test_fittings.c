/* test_fittings.c: the small solids that pictures add: what a random model is held by is shown where it is, in sizes that
 * follow from the scene's; tension has the sign and the size of the force; a scattered start does not spoil the frame. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "looking.h"
#include "view/fittings.h"

static tn_world *world_of(const char *text)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_world *w = tn_world_new();
    if (tn_read_text(w, "fittings.tn", text, d) != TN_OK)
        fail_msg("%s\n%s", tn_diagnostics_text(d, 0), text);
    tn_diagnostics_free(d);
    return w;
}

/* The fitting of a kind that is named so and reaches from one point to another; NULL: there is none. */
static const struct fitting *between_points(const struct fittings *f, enum solid_kind kind, vec3 a, vec3 b)
{
    for (int i = 0; i < f->at.count; i++) {
        const struct fitting *g = &f->at.at[i];
        const vec3 half = q_rotate(g->at.orientation, v3(0, 0, g->length / 2));
        const double size = 1 + v3_norm(a) + v3_norm(b);
        if (g->unit.kind == kind && g->stretches && v3_norm(v3_sub(v3_sub(g->at.position, half), a)) < 1e-9 * size &&
            v3_norm(v3_sub(v3_add(g->at.position, half), b)) < 1e-9 * size)
            return g;
    }
    return NULL;
}

static int count_of(const struct fittings *f, enum solid_kind kind)
{
    int count = 0;
    for (int i = 0; i < f->at.count; i++)
        count += f->at.at[i].unit.kind == kind;
    return count;
}

/* One seed: a body with a spring, a rope or rod, and a nail or hinge; in units of `unit` metres. */
static void one_model(uint64_t seed, double unit)
{
    const vec3 p = v3_scale(unit, random_vector(&seed)), q = v3_add(p, v3(unit, 0.1 * unit, 0.7 * unit));
    const vec3 r = v3_add(p, v3(-0.8 * unit, 0, 0.9 * unit));
    const bool rope = below(&seed, 2) == 0, damped = below(&seed, 2) == 0, hinge = below(&seed, 2) == 0;
    char text[1500];
    snprintf(text, sizeof text,
             "world: gravity (%.17g); end\n"
             "object ball: sphere %.17g; position %.17g %.17g %.17g; end\n"
             "object arm: rod %.17g %.17g; position %.17g %.17g %.17g; end\n"
             "force coil: spring ball.center (%.17g, %.17g, %.17g) stiffness 3 rest %.17g%s; end\n"
             "constraint thread: distance ball.center (%.17g, %.17g, %.17g) %s %.17g; end\n"
             "constraint pin: %s;%s end\n",
             9.81 * unit, 0.05 * unit, p.x, p.y, p.z, 0.5 * unit, 0.02 * unit, p.x, p.y, p.z - 2 * unit, q.x, q.y, q.z,
             0.5 * unit, damped ? " damping 1" : "", r.x, r.y, r.z, rope ? "max" : "", v3_norm(v3_sub(r, p)),
             hinge ? "revolute world arm arm.end2 (0, 1, 0)" : "connect arm.end2 (0, 0, 0)",
             hinge ? " motor speed 2;" : "");
    tn_world *w = world_of(text);
    tn_view *v = tn_view_take(w, NULL);
    struct fittings f = {0}, again = {0}, larger = {0};
    fittings_take(v, unit, false, false, &f);
    fittings_take(v, 2 * unit, true, true, &larger);
    const struct fitting *coil = between_points(&f, SOLID_COIL, p, q), *rod = between_points(&f, SOLID_CYLINDER, p, r);
    assert_non_null(coil);
    assert_non_null(rod);
    assert_string_equal(coil->of, "coil");
    assert_string_equal(rod->of, "thread");
    assert_int_equal(count_of(&f, SOLID_COIL), 1);
    /* Supports of the spring, the thread and the nail or hinge; the arrow of the motor is a cone as well. */
    assert_int_equal(count_of(&f, SOLID_CONE), hinge ? 4 : 3);
    assert_int_equal(count_of(&f, SOLID_TORUS), hinge ? 1 : 0);
    assert_true(fitting_solid(coil).half.z * 2 - v3_norm(v3_sub(q, p)) < 1e-9 * unit);
    for (int i = 0; i < f.at.count; i++) {
        for (int k = 0; k < i; k++)
            assert_true(f.at.at[i].key != f.at.at[k].key);
        assert_true(f.at.at[i].unit.half.x > 0 && f.at.at[i].unit.half.x < 0.1 * unit);
    }
    assert_int_equal(larger.at.count, f.at.count);
    /* The same things have the same keys after the model has moved. */
    tn_advance(w, 0.05);
    tn_view *later = tn_view_take(w, v);
    fittings_take(later, unit, false, false, &again);
    for (int i = 0; i < f.at.count && !hinge; i++)
        if (f.at.at[i].of[0] != 'p') /* a pin that gathers has fewer parts */
            assert_true(again.at.at[i].key == f.at.at[i].key);
    tn_view_free(v);
    tn_view_free(later);
    ARRAY_FREE(&f.at);
    ARRAY_FREE(&again.at);
    ARRAY_FREE(&larger.at);
    tn_world_free(w);
}

static void test_models(void **unused)
{
    (void)unused;
    static const double units[] = {1e-3, 1, 1e3};
    for (int i = 1; i <= effort(18, 6); i++)
        one_model((uint64_t)i, units[i % 3]);
}

/* A rod that hangs carries half of its weight on the mean, one that stands the same as a push. */
static void test_tension(void **unused)
{
    (void)unused;
    for (int i = 1; i <= 20; i++) {
        uint64_t seed = (uint64_t)i;
        const double mass = between(&seed, 0.5, 50);
        const bool hangs = i % 2;
        char text[400];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; end object column: rod 1 0.02; mass %.17g; position 0 0 0; end\n"
                 "connect column.%s;\n",
                 mass, hangs ? "end2 (0, 0, 0.5)" : "end1 (0, 0, -0.5)");
        tn_world *w = world_of(text);
        tn_view *v = tn_view_take(w, NULL);
        double force = 0;
        assert_true(tension_of(v, 0, &force));
        assert_true(fabs(force - (hangs ? 0.5 : -0.5) * mass * 9.81) < 1e-6 * mass);
        const vec3 color = tension_color(force, tension_most(v));
        assert_true(hangs ? color.x > color.z : color.z > color.x);
        tn_view_free(v);
        tn_world_free(w);
    }
}

/* Parts that fly together from far away: the box of what hangs together is as large as that. */
static void test_scattered(void **unused)
{
    (void)unused;
    for (int i = 1; i <= 10; i++) {
        uint64_t seed = (uint64_t)i;
        const vec3 a = v3_scale(20, random_vector(&seed)), b = v3_scale(20, random_vector(&seed));
        char text[700];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; tau 0.05; end nail hook 0 0 2;\n"
                 "object a: rod 1 0.04; position %.17g %.17g %.17g; end\n"
                 "object b: rod 1 0.04; position %.17g %.17g %.17g; end\n"
                 "connect a.end1 hook; connect a.end2 b.end1; force: drag linear 5; end\n",
                 a.x, a.y, a.z, b.x, b.y, b.z);
        tn_world *w = world_of(text);
        tn_bounds all = {0};
        for (int k = 0; k <= 30; k++) {
            if (tn_advance(w, 0.1 * k) != TN_OK)
                fail_msg("%s", tn_failure(w));
            tn_view *v = tn_view_take(w, NULL);
            tn_bounds_add(&all, v);
            tn_view_free(v);
        }
        assert_true(all.any && all.any_met);
        assert_true(v3_norm(v3_sub(all.met_high, all.met_low)) < 8);
        assert_true(v3_norm(v3_sub(all.high, all.low)) >= fmax(v3_norm(a), v3_norm(b)) - 3);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_tension),
        cmocka_unit_test(test_scattered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
