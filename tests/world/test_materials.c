/* test_materials.c: materials pressed by a plate and released, and flexible models under extreme conditions: nothing
 * becomes NaN, and a run that cannot continue says why. */
#include "../effort.h"
#include "model.h"

/* Height, smallest and largest volume of a block that a plate compresses to three fifths and releases. */
struct pressed {
    double lowest, last, least, most;
};

static struct pressed press(const char *material)
{
    char text[900];
    snprintf(
        text, sizeof text,
        "world: gravity 0.5; integrator euler; step auto; tau 0.02; end\n"
        "object b: block 4 4 4; size 0.4 0.4 0.4; stiffness 12000; viscosity 300; %s position 0 0 0.2; end\n"
        "object table: plane; end\n"
        "path down: key 0 0 0 0.45; key 0.2 0 0 0.45; key 1 0 0 0.29; key 1.3 0 0 0.29; key 1.8 0 0 0.7; key 5 0 0 "
        "0.7; end\n"
        "object plate: box 1 1 0.1; kernel path down; end\n"
        "constraint: outside b table; tau 0.005; end constraint: outside b plate; tau 0.005; end\n"
        "probe top = b.node(2,2,4).z; probe volume = volume(b)/0.064;\n",
        material);
    tn_world *w = model_text(text);
    struct pressed p = {9, 0, 9, 0};
    for (int i = 1; i <= 100; i++) {
        if (tn_advance(w, 0.035 * i) != TN_OK)
            fail_msg("%s: %s", material, tn_failure(w));
        double top = model_probe(w, "top"), volume = model_probe(w, "volume");
        p.lowest = fmin(p.lowest, top);
        p.least = fmin(p.least, volume);
        p.most = fmax(p.most, volume);
        p.last = top;
    }
    tn_world_free(w);
    return p;
}

static double dent_kept(struct pressed p) { return (0.4 - p.last) / (0.4 - p.lowest); }

static void test_pressed(void **state)
{
    (void)state;
    struct pressed sponge = press(""), rubber = press("incompressible;"), putty = press("moldable 0.002;"),
                   clay = press("incompressible; moldable 0.002;");
    assert_true(sponge.lowest < 0.26 && rubber.lowest < 0.26 && clay.lowest < 0.26);
    assert_true(sponge.least < 0.9);
    assert_true(rubber.least > 0.99 && rubber.most < 1.01);
    assert_true(clay.least > 0.99 && clay.most < 1.01);
    assert_true(dent_kept(sponge) < 0.01 && dent_kept(rubber) < 0.01);
    assert_true(dent_kept(clay) > 0.8 && dent_kept(putty) > 0.8);
    assert_true(putty.least < 0.9);
}

/* Crushed by a thin plate and a thick one to a fifth, a tenth and a twentieth of its height: its upper side stays under the
 * plate, and it returns. */
static void test_crushed(void **state)
{
    (void)state;
    static const double thickness[] = {0.06, 0.6}, part[] = {0.2, 0.1, 0.05};
    static const char *const materials[] = {"", "poisson 0.3;", "poisson 0.45;"};
    for (int i = 0; i < (getenv("TENON_LONG") != NULL ? 18 : effort(6, 2)); i++) {
        const double d = thickness[i % 2], least = 0.4 * part[i / 2 % 3];
        const char *material = materials[(i + i / 6) % 3];
        char text[900];
        snprintf(text, sizeof text,
                 "world: integrator euler; step auto; end\n"
                 "object b: block 4 4 4; size 0.4 0.4 0.4; young 96kPa; viscosity 300; %s position 0 0 0.2; end\n"
                 "object table: plane; end let d = %g; let low = %g;\n"
                 "path down: key 0 0 0 (0.41 + d/2); key 1 0 0 (low + d/2); key 1.3 0 0 (low + d/2); "
                 "key 1.8 0 0 (0.7 + d/2); end\n"
                 "object plate: box 2 2 d; kernel path down; end\n"
                 "constraint: outside b table; tau 0.002; end constraint: outside b plate; tau 0.002; end\n"
                 "probe volume = volume(b)/0.064;\n",
                 material, d, least);
        tn_world *w = model_text(text);
        const double *q, *v;
        double highest = 0;
        if (tn_advance(w, 1.2) != TN_OK)
            fail_msg("%s %g %g: %s", material, d, least, tn_failure(w));
        assert_int_equal(tn_object_nodes(w, tn_object_find(w, "b"), &q, &v), 125);
        for (int k = 100; k < 125; k++)
            highest = fmax(highest, q[3 * k + 2]);
        check_near("under the plate", highest, least, 0.01);
        if (tn_advance(w, 8) != TN_OK)
            fail_msg("%s %g %g: %s", material, d, least, tn_failure(w));
        const double left = part[i / 2 % 3] < 0.1 ? 0.05 : 0.01; /* a few elements may stay tangled */
        if (!(fabs(model_probe(w, "volume") - 1) < left))
            fail_msg("%s %g %g: back to %g of its volume", material, d, least, model_probe(w, "volume"));
        tn_world_free(w);
    }
}

/* ---- extreme conditions ---- */

static void check_finite(tn_world *w, const char *name)
{
    const double *q, *v;
    int n = tn_object_nodes(w, tn_object_find(w, name), &q, &v);
    assert_true(n > 0);
    for (int i = 0; i < 3 * n; i++)
        assert_true(isfinite(q[i]) && isfinite(v[i]));
}

/* A block that is turned inside out recovers. */
static void test_inside_out(void **state)
{
    (void)state;
    static const char *const materials[] = {"", "incompressible;", "moldable 0.01;"};
    for (int i = 0; i < 3; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "world: integrator euler; step auto; end\n"
                 "object b: block 1 1 1; size 1 1 1; stiffness 1000; viscosity 200; %s\n"
                 "  nodes 0 0 0  1 0 0  0 1 0  1 1 0   0.1 0 -0.4  1 0 -0.4  0 1 -0.5  1 1 -0.4; end\n"
                 "probe volume = volume(b);\n",
                 materials[i]);
        tn_world *w = model_text(text);
        assert_true(model_probe(w, "volume") < 0);
        assert_int_equal(tn_advance(w, 6), TN_OK);
        check_finite(w, "b");
        if (i < 2)
            check_near("back", model_probe(w, "volume"), 1, 0.02);
        tn_world_free(w);
    }
}

/* A ball at 300 m/s through a soft block, and a block thrown at a plane. */
static void test_pierced(void **state)
{
    (void)state;
    tn_world *w = model_text("world: integrator euler; step auto; end\n"
                             "object b: block 6 6 3; size 0.6 0.6 0.3; stiffness 5000; end\n"
                             "object a: sphere 0.12; density 8000; position 0.01 0.02 1; velocity 0 0 -300; end\n"
                             "object c: block 4 4 4; size 0.4 0.4 0.4; stiffness 5000; incompressible; position 3 0 1;"
                             " velocity 0 0 -60; end\n"
                             "object table: plane; position 0 0 -2; end outside c table;\n"
                             "constraint: outside b a; tau 0.001; end\n");
    assert_int_equal(tn_advance(w, 0.2), TN_OK);
    check_finite(w, "b");
    check_finite(w, "c");
    tn_world_free(w);
}

/* Far too long steps cause a warning, and end with a reason and the last good state. */
static void test_huge_steps(void **state)
{
    (void)state;
    tn_world *w = model_text("world: integrator euler; step 0.2; end\n"
                             "object b: block 3 3 3; size 0.3 0.3 0.3; stiffness 1e6; spin 5 0 0; end\n");
    tn_status status = tn_advance(w, 20);
    assert_int_equal(status, TN_STUCK);
    assert_non_null(strstr(tn_warning(w, 0), "too long for the flexible object 'b'"));
    assert_non_null(strstr(tn_failure(w), "a step of 0.2 s leads to numbers that are not finite"));
    check_finite(w, "b");
    tn_world_free(w);
}

static uint64_t seed = 3;

static double scatter(double low, double high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

/* Without a step, whatever the material, the elements, the integrator, with contact or not: the run goes on, nothing warns,
 * and no energy comes from nowhere. A step that is given is taken as it is. */
static void test_default_steps(void **state)
{
    (void)state;
    static const char *const integrators[] = {"euler", "rk4", "verlet", "implicit"};
    static const char *const more[] = {"", "contact friction 0.5;", "contact exact;"};
    for (int round = 0; round < 24; round++) {
        const double young = pow(10, scatter(3, 9)), poisson = scatter(-0.3, 0.49), wave = sqrt(young / 1000);
        const double a = scatter(0.1, 0.3), b = a * scatter(0.2, 1);
        char text[600];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; integrator %s; end %s\n"
                 "object soft: block 3 2 2; size %g %g %g; young %g; poisson %g; viscosity %g; position 0 0 1;\n"
                 "  velocity 0 0 -1; spin 1 2 3; end\n"
                 "object floor: plane; end constraint f: outside soft floor; tau 0.005; end\n"
                 "object ball: sphere 0.1; position 2 0 0.2; end",
                 integrators[round % 4], more[round % 3], a, b, b, young, poisson,
                 round % 2 * young * scatter(0, 1e-3));
        tn_world *w = model_text(text);
        const double until = fmin(0.6, 400 * b / wave);
        if (tn_advance(w, until) != TN_OK)
            fail_msg("%s: %s", text, tn_failure(w));
        check_finite(w, "soft");
        if (tn_warning(w, 0) != NULL)
            fail_msg("%s warns: %s", text, tn_warning(w, 0));
        tn_measures m;
        assert_int_equal(tn_measure(w, &m), TN_OK);
        const double mass = 1000 * a * b * b, fallen = 4.2 / 2 * pow(9.81 * until, 2); /* the ball, without contact */
        if (!(m.kinetic <= 1.1 * mass * (0.5 + 9.81 + 14 * a * a) + fallen))
            fail_msg("%s: kinetic energy %g of %g", text, m.kinetic, mass);
        tn_world_free(w);
    }
    tn_world *w = model_text("world: integrator euler; step 0.01; end\n"
                             "object b: block 3 3 3; size 0.3 0.3 0.3; stiffness 1e6; spin 5 0 0; end\n");
    assert_int_equal(tn_evaluate(w), TN_OK);
    assert_true(tn_warning(w, 0) != NULL && strstr(tn_warning(w, 0), "too long") != NULL);
    char *written = tn_write_text(w);
    assert_non_null(strstr(written, "step 0.01;"));
    tn_free(written);
    tn_world_free(w);
    static const char *const any_step[] = {"adams", "gear", "implicit"};
    for (int i = 0; i < 3; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "world: integrator %s; step 0.01; end object b: block 3 3 3; size 0.3 0.3 0.3; young 1e8; end",
                 any_step[i]);
        w = model_text(text);
        assert_int_equal(tn_evaluate(w), TN_OK);
        if (tn_warning(w, 0) != NULL)
            fail_msg("%s: %s", any_step[i], tn_warning(w, 0));
        tn_world_free(w);
    }
}

/* Two paths pull at one node by multipliers: it rests between them, and the multipliers stay bounded. */
static void test_torn(void **state)
{
    (void)state;
    tn_world *w = model_text("world: integrator euler; step auto; tau 0.05; end\n"
                             "object b: block 2 2 2; size 0.2 0.2 0.2; stiffness 5000; viscosity 100; end\n"
                             "constraint l: connect b.node(1,1,2) (-0.1,0,0.3); by multiplier; bound 20; end\n"
                             "constraint r: connect b.node(1,1,2) (0.1,0,0.3); by multiplier; bound 20; end\n"
                             "drag linear 20; probe x = b.node(1,1,2).x;\n");
    assert_int_equal(tn_advance(w, 10), TN_OK);
    check_finite(w, "b");
    check_near("between", model_probe(w, "x"), 0, 1e-3);
    tn_world_free(w);
}

/* ---- combined with other methods ---- */

/* Boxes with contact and friction, a block that they fall on, a joint between the two: one world. */
static void test_beside_contact(void **state)
{
    (void)state;
    tn_world *w = model_text(
        "world: gravity 9.81; step auto; end\n"
        "object jelly: block 4 4 2; size 0.6 0.6 0.3; stiffness 15000; viscosity 300; position 0 0 0.15; end\n"
        "object table: plane; end contact friction 0.6;\n"
        "object a: box 0.4 0.4 0.1; density 300; position 0 0 0.4; end\n"
        "object b: box 0.2 0.2 0.2; density 300; position 0 0 0.56; end\n"
        "constraint f: outside jelly table; tau 0.005; end\n"
        "constraint g: outside jelly a; tau 0.005; end\n"
        "constraint pin: connect jelly.node(2,2,2) a.at(0, 0, -0.05); end\n"
        "drag linear 30; probe gap = deviation(pin);\n"
        "probe on = contact(b, a).z; probe high = b.center.z - a.center.z;\n");
    assert_int_equal(tn_advance(w, 4), TN_OK);
    check_finite(w, "jelly");
    tn_constraint_state s;
    assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "f"), &s), TN_OK);
    double jelly = 1000 * 0.6 * 0.6 * 0.3, boxes = 300 * (0.4 * 0.4 * 0.1 + 0.008);
    check_near("the table carries all", s.force.z, -9.81 * (jelly + boxes), 1);
    check_near("pinned", model_probe(w, "gap"), 0, 1e-6);
    check_near("stacked", model_probe(w, "high"), 0.15, 1e-3);
    check_near("carried", model_probe(w, "on"), -9.81 * 300 * 0.008, 0.05);
    tn_world_free(w);
}

static bool warned(tn_world *w, const char *words)
{
    for (int i = 0; tn_warning(w, i) != NULL; i++)
        if (strstr(tn_warning(w, i), words) != NULL)
            return true;
    return false;
}

/* Steps with contact are not implicit. */
static void test_with_contact(void **state)
{
    (void)state;
    static const char *const more[] = {"", "constraint: outside a table; end"};
    for (int i = 0; i < 2; i++) {
        char text[400];
        snprintf(
            text, sizeof text,
            "world: gravity 9.81; integrator implicit; step 0.01; end contact friction 0.5;\n"
            "object a: block 2 2 2; size 0.2 0.2 0.2; stiffness 1e8; position 0 0 1; end object table: plane; end\n%s",
            more[i]);
        tn_world *w = model_text(text);
        assert_int_equal(tn_evaluate(w), TN_OK);
        assert_false(warned(w, "contact ignores the flexible object"));
        assert_true(warned(w, "too long for the flexible object 'a': euler needs"));
        tn_settings s = tn_world_settings(w);
        s.step = 1e-5; /* short enough, whatever it is divided into */
        assert_int_equal(tn_world_configure(w, &s), TN_OK);
        tn_world *other = tn_world_new();
        char *short_text = tn_write_text(w);
        assert_int_equal(tn_read_text(other, "short", short_text, NULL), TN_OK);
        assert_int_equal(tn_evaluate(other), TN_OK);
        assert_false(warned(other, "too long"));
        tn_free(short_text);
        tn_world_free(other);
        tn_world_free(w);
    }
}

/* A block on a rod in a displacement world: attachments are enforced by forces, and corrected by their rows.
 * Corrections below the tolerance δ may be omitted, so that forces have an error of m δ/h²: with the default 1e-4 m the
 * revolute on nodes of 0.125 kg takes one iteration in one step and two in the next, and has 78.5 ± 15 N. */
static void test_beside_displacement(void **state)
{
    (void)state;
    static const char *const low[] = {
        "connect a.end1 b.node(2,2,2)",
        "connect a.end1 b.at(0.1, 0.1, 0.1)",
        "revolute b a b.at(0.1, 0.1, 0.1) (0, 1, 0)",
    };
    for (int i = 0; i < (int)(sizeof low / sizeof low[0]); i++) {
        char text[800];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; method displacement; step 0.001; tolerance 1e-5; tau 0.02; end\n"
                 "object b: block 2 2 2; size 0.2 0.2 0.2; stiffness 40000; viscosity 200; position 0 0 0.5; end\n"
                 "object a: rod 0.5 0.03; position 0.1 0.1 0.85; end drag linear 5 angular 0.5;\n"
                 "constraint top: connect a.end2 (0.1, 0.1, 1.1); end\n"
                 "constraint low: %s; end probe volume = volume(b); probe away = norm(a.end1 - b.node(2,2,2));\n"
                 "probe middle = (8 * b.center.y + 1.41372 * a.center.y) / 9.41372;\n",
                 low[i]);
        tn_world *w = model_text(text);
        assert_int_equal(tn_advance(w, 14), TN_OK); /* by then it hangs still */
        check_finite(w, "b");
        tn_constraint_state top, s;
        assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "top"), &top), TN_OK);
        assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "low"), &s), TN_OK);
        check_near("met", s.size, 0, 4e-5); /* corrections end below 1e-5 */
        check_near("at the corner", model_probe(w, "away"), 0, 4e-5);
        check_near("holds the block", fabs(s.force.z), 9.81 * 8, 0.2);
        check_near("holds all", fabs(top.force.z), 9.81 * (8 + 1000 * 0.5 * model_pi * 0.03 * 0.03), 0.2);
        check_near("balanced", model_probe(w, "middle"), 0.1, 2e-3);
        assert_true(model_probe(w, "volume") > 0.0075);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default_steps), cmocka_unit_test(test_crushed),
        cmocka_unit_test(test_pressed),       cmocka_unit_test(test_inside_out),
        cmocka_unit_test(test_pierced),       cmocka_unit_test(test_huge_steps),
        cmocka_unit_test(test_torn),          cmocka_unit_test(test_beside_contact),
        cmocka_unit_test(test_with_contact),  cmocka_unit_test(test_beside_displacement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
