/* test_rest.c: equilibria of flexible models by tn_solve: beams against Timoshenko, Euler's buckling loads, the elastica, a bar
 * rolled up by a moment, the bar of Turek and Hron (CSM1 to CSM3), weights on tables, volumes, mixed models, and what has no
 * equilibrium. */
#include "../effort.h"
#include "model.h"

#include "tenon/goals.h"

static double pick(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (random_number(seed) + 1) / 2;
}

static tn_world *solved(const char *text, tn_outcome wanted)
{
    tn_world *w = model_text(text);
    tn_optimum r;
    if (tn_solve(w, &r) != TN_OK)
        fail_msg("%s: %s", text, tn_failure(w));
    if (r.outcome != wanted)
        fail_msg("outcome %d instead of %d: %s\n%s", r.outcome, wanted, r.message, text);
    return w;
}

static const char bar[] = "world: up z; gravity %.17g; end\n"
                          "let n = %d; let L = %.17g; let b = %.17g; let h = %.17g;\n"
                          "object beam: block n %d %d; size L b h; young %.17g; poisson %.17g; density %.17g; end\n"
                          "let ny = %d; let nz = %d; let P = %.17g;\n"
                          "for j = 0 to ny: for k = 0 to nz:\n"
                          "  constraint hold[j][k]: connect beam.node(0,j,k) (-L/2, b*(j/ny-0.5), h*(k/nz-0.5)); end\n"
                          "end end\n"
                          "let tip = (beam.node(n,0,0) + beam.node(n,ny,nz))/2;\n";

/* ---- beams ---- */

/* Of any proportions, units and stiffness, under a load at the end and under its own weight; ν = 0, for which a clamped end is as
 * in theory. */
static void test_cantilevers(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < effort(24, 4); i++) {
        const double l = pow(10, pick(&seed, -2, 1.5)), b = l * pick(&seed, 0.02, 0.15),
                     h = l * pick(&seed, 0.02, 0.15);
        const double young = pow(10, pick(&seed, 3, 11)), density = pick(&seed, 100, 8000),
                     inertia = b * h * h * h / 12;
        const int n = 8 + (int)pick(&seed, 0, 12), ny = 1 + i % 2, nz = 1 + i / 2 % 2;
        const double small = 1e-3 * l, end = small * 3 * young * inertia / (l * l * l);
        const double gravity = i % 3 == 0 ? small * 8 * young * inertia / (density * b * h * pow(l, 4)) : 0;
        const double load = gravity > 0 ? 0 : end;
        char text[2000];
        int at = snprintf(text, sizeof text, bar, gravity, n, l, b, h, ny, nz, young, 0.0, density, ny, nz, load);
        snprintf(text + at, sizeof text - (size_t)at,
                 "for j = 0 to 1: for k = 0 to 1: push beam.node(n,j*ny,k*nz) (0,0,-P/4); end end\nprobe z = tip.z;\n");
        tn_world *w = solved(text, TN_OPTIMUM_REACHED);
        const double shear = 1.2 * l / (young / 2 * b * h);
        const double theory = load * (l * l * l / (3 * young * inertia) + shear) +
                              density * b * h * gravity * (pow(l, 4) / (8 * young * inertia) + shear * l / 2);
        /* one element across knows no parabola of shear stresses: a hundredth of what bends */
        check_near("tip over theory", -model_probe(w, "z") / theory, 1, 0.016);
        tn_world_free(w);
    }
}

/* Clamped, with an end load: exact from elliptic integrals. */
static void test_elastica(void **state)
{
    (void)state;
    static const double load[] = {1, 2, 5, 10}, exact[] = {0.3017, 0.4935, 0.7138, 0.8106};
    for (int i = 0; i < 4; i++) {
        char text[2000];
        const double b = 0.025, young = 1e8;
        int at = snprintf(text, sizeof text, bar, 0.0, 40, 1.0, b, b, 1, 1, young, 0.0, 1000.0, 1, 1,
                          load[i] * young * pow(b, 4) / 12);
        snprintf(text + at, sizeof text - (size_t)at,
                 "for j = 0 to 1: for k = 0 to 1: push beam.node(n,j,k) (0,0,-P/4); end end\nprobe z = tip.z;\n");
        tn_world *w = solved(text, TN_OPTIMUM_REACHED);
        check_near("w/L", -model_probe(w, "z"), exact[i], 0.003 * exact[i]);
        tn_world_free(w);
    }
}

/* A moment 2π EI/L at the end of a bar that stays in a plane closes it to a circle; half of it, half a circle. */
static void test_circle(void **state)
{
    (void)state;
    for (int half = 0; half < 2; half++) {
        char text[3000];
        const double b = 0.02, young = 1e7;
        int at = snprintf(text, sizeof text, bar, 0.0, 40, 1.0, b, b, 1, 1, young, 0.0, 1000.0, 1, 1,
                          (half ? 1 : 2) * model_pi * young * pow(b, 4) / 12);
        snprintf(text + at, sizeof text - (size_t)at,
                 "object plate: box 0.001 b b; density 1000; position (L/2) 0 0; end\n"
                 "for j = 0 to 1: for k = 0 to 1:\n"
                 "  constraint glue[j][k]: connect beam.node(n,j,k) plate.at(0, b*(j-0.5), b*(k-0.5)); end\n"
                 "end end\n"
                 "turn plate (0, P, 0);\n"
                 "for i = 1 to n: for j = 0 to 1:\n"
                 "  constraint flat[i][j]: keep beam.node(i,j,0).y = b*(j - 0.5); end\n"
                 "end end\n"
                 "probe gap = norm(tip - (-L/2, 0, 0));\n");
        tn_world *w = solved(text, TN_OPTIMUM_REACHED);
        check_near("distance of the ends", model_probe(w, "gap"), half ? 2 / model_pi : 0, 0.012);
        tn_world_free(w);
    }
}

/* How far the end of a clamped column moves sideways under a part of Euler's load. */
static double bulge(double part, double b, double h, int n, int around)
{
    char text[2000];
    const double young = 1e7, critical = pow(model_pi, 2) * young * h * b * fmin(b, h) * fmin(b, h) / 12 / 4;
    int at =
        snprintf(text, sizeof text, bar, 0.0, n, 1.0, b, h, around, 1, young, 0.0, 1000.0, around, 1, part * critical);
    snprintf(text + at, sizeof text - (size_t)at,
             "for j = 0 to ny: for k = 0 to 1: push beam.node(n,j,k) (-P/(2*(ny + 1)),0,0); end end\n"
             "probe aside = norm((0, tip.y, tip.z));\n");
    tn_world *w = solved(text, TN_OPTIMUM_REACHED);
    const double aside = model_probe(w, "aside");
    tn_world_free(w);
    return aside;
}

/* Straight and unsymmetrical by rounding alone, it stays straight below the load and does not above it. */
static void test_buckling(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < effort(6, 1); i++) {
        const double b = pick(&seed, 0.02, 0.04), h = b * (i % 2 ? pick(&seed, 1.2, 2) : pick(&seed, 0.5, 0.8));
        const int n = 16 + (int)pick(&seed, 0, 10);
        const double below = bulge(0.98, b, h, n, 1 + i % 2), above = bulge(1.02, b, h, n, 1 + i % 2);
        if (!(below < 1e-6) || !(above > 0.05))
            fail_msg("column of %g x %g, %d elements: %g aside at 0.98, %g at 1.02 of Euler's load", b, h, n, below,
                     above);
    }
}

/* ---- the bar of Turek and Hron (2006) ---- */

/* Plane strain; the bar is clamped along a straight line, at 0.3506 m from its end, which stands for a clamp along a circle. */
static tn_world *flag(int n, int m, double young, const char *settings)
{
    char text[2000];
    snprintf(text, sizeof text,
             "let n = %d; let m = %d; let L = 0.3506; let h = 0.02; let w = L/n;\n"
             "world: up z; gravity 2; %s end\n"
             "object bar: block n 1 m; size L w h; young %.17g; poisson 0.4; density 1000; end\n"
             "for k = 0 to m: for j = 0 to 1:\n"
             "  constraint clamp[j][k]: connect bar.node(0,j,k) (-L/2, w*(j - 0.5), h*(k/m - 0.5)); end\n"
             "end end\n"
             "for i = 1 to n: for j = 0 to 1: for k = 0 to m:\n"
             "  constraint side[i][j][k]: keep bar.node(i,j,k).y = w*(j - 0.5); end\n"
             "end end end\n"
             "probe x = bar.node(n,0,m/2).x - L/2; probe y = bar.node(n,0,m/2).z;\n",
             n, m, settings, young);
    return model_text(text);
}

/* CSM1 and CSM2, four times as stiff: published are −7.187 and −66.10 mm, −0.469 and −16.97 mm; docs/method.md has the table. */
static void test_flag(void **state)
{
    (void)state;
    static const double young[2] = {1.4e6, 5.6e6}, published[2][2] = {{-7.187e-3, -66.10e-3}, {-0.469e-3, -16.97e-3}};
    for (int i = 0; i < 2; i++) {
        double x[2], y[2];
        for (int fine = 0; fine < 2; fine++) {
            tn_world *w = flag(fine ? 70 : 35, fine ? 4 : 2, young[i], "");
            tn_optimum r;
            assert_int_equal(tn_solve(w, &r), TN_OK);
            assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
            x[fine] = model_probe(w, "x");
            y[fine] = model_probe(w, "y");
            tn_world_free(w);
        }
        check_near("x, 70 x 4", x[1] / published[i][0], 1, 0.013);
        check_near("y, 70 x 4", y[1] / published[i][1], 1, 0.006);
        check_near("x of half as many", x[0] / published[i][0], 1, 0.018);
        check_near("y of half as many", y[0] / published[i][1], 1, 0.01);
    }
}

/* CSM3: let go, undamped: published are −14.305 ± 14.305 mm, −63.607 ± 65.160 mm and 1.0995 Hz. Half a period is enough. */
static void test_swinging_flag(void **state)
{
    (void)state;
    tn_world *w = flag(35, 2, 1.4e6, "integrator rk4; step auto;");
    double low_x = 0, low_y = 0, at = 0, before = 0, last = 0;
    for (int frame = 1; frame <= 100; frame++) {
        assert_int_equal(tn_advance(w, 0.005 * frame), TN_OK);
        const double y = model_probe(w, "y");
        low_x = fmin(low_x, model_probe(w, "x"));
        if (last < low_y && y > last) { /* through three frames: a parabola */
            low_y = last;
            at = 0.005 * (frame - 1 + 0.5 * (before - y) / (before - 2 * last + y));
        }
        before = last;
        last = y;
    }
    check_near("largest x", low_x, -28.61e-3, 0.02 * 28.61e-3);
    check_near("largest y", low_y, -128.767e-3, 0.01 * 128.767e-3);
    check_near("frequency", 1 / (2 * at), 1.0995, 0.01 * 1.0995);
    tn_world_free(w);
}

/* ---- on a table ---- */

static void test_table(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < effort(10, 2); i++) {
        const double size = pow(10, pick(&seed, -1.5, 0.5)), young = 1000 * 9.81 * size * pick(&seed, 5, 60);
        const bool kept = i % 2 == 1;
        char text[1500];
        snprintf(text, sizeof text,
                 "let a = %.17g;\nworld: up z; gravity 9.81; end\n"
                 "object jelly: block %d %d %d; size a a (0.7*a); young %.17g; %s; density 1000;\n"
                 "  position 0 0 (%.17g*a); rotation 0 0 1 %g; end\n"
                 "object table: plane; end\nconstraint on: outside jelly table; end\n"
                 "probe load = force(on).z; probe volume = volume(jelly)/(0.7*a^3); probe low = jelly.node(1,1,0).z;\n",
                 size, 2 + i % 3, 3, 2 + i % 2, young, kept ? "incompressible" : "poisson 0.3", i % 3 ? 0.35 : 0.5,
                 pick(&seed, 0, 3));
        tn_world *w = solved(text, TN_OPTIMUM_REACHED);
        const double weight = 1000 * 0.7 * pow(size, 3) * 9.81;
        check_near("load on the table", -model_probe(w, "load") / weight, 1, 1e-6);
        check_near("a node at the bottom", model_probe(w, "low") / size, 0, 1e-8);
        if (kept)
            check_near("volume", model_probe(w, "volume"), 1, 1e-7);
        else
            assert_true(model_probe(w, "volume") < 0.999);
        tn_world_free(w);
    }
}

/* ---- mixed models ---- */

static const char *const mixed[] = {
    /* a bar with a box welded to its end, from which a ball hangs on a spring */
    "world: up z; gravity 9.81; integrator euler; step auto; end\ndrag linear 20 angular 2;\n"
    "object beam: block 6 1 1; size 1 0.1 0.1; young 1e6; poisson 0.3; viscosity 3000; density 1000; end\n"
    "object box: box 0.1 0.1 0.1; density 500; position 0.55 0 0; end\n"
    "for j = 0 to 1: for k = 0 to 1:\n"
    "  constraint hold[j][k]: connect beam.node(0,j,k) (-0.5, 0.1*j-0.05, 0.1*k-0.05); end\n"
    "end end\n"
    "weld beam box;\n"
    "object ball: sphere 0.05; density 1000; position 0.55 0 -0.4; end\n"
    "spring box.center ball.center stiffness 100 rest 0.3;\n"
    "probe one = box.center.z; probe two = ball.center.z; probe three = beam.node(3,1,1).z;\n",
    /* held by penalties and by a multiplier */
    "world: up z; gravity 9.81; integrator euler; step auto; end\n"
    "object a: block 4 2 2; size 0.4 0.2 0.2; young 1e5; poisson 0.2; viscosity 300; density 1000; end\n"
    "constraint p: connect a.node(0,0,2) (-0.2,-0.1,0.3); by penalty; stiffness 2000; damping 30; end\n"
    "constraint q: connect a.node(0,2,2) (-0.2,0.1,0.3); by penalty; stiffness 2000; damping 30; end\n"
    "constraint r: connect a.node(4,1,2) (0.2,0,0.3); by multiplier; end\n"
    "probe one = a.center.z; probe two = a.node(0,1,0).z; probe three = a.node(4,1,2).x;\n",
    /* a plate that lies on a block, held by a limit and a hinge, and a bar of incompressible material between two solids */
    "world: up z; gravity 9.81; integrator implicit; step 1ms; end\n"
    "object a: block 3 3 3; size 0.3 0.3 0.3; young 2e4; incompressible; viscosity 300; density 1000; end\n"
    "object lid: box 0.3 0.3 0.02; density 2000; position 0 0 0.16; end\n"
    "for i = 0 to 3: for j = 0 to 3:\n"
    "  constraint floor[i][j]: connect a.node(i,j,0) (0.1*i - 0.15, 0.1*j - 0.15, -0.15); end\n"
    "end end\n"
    "constraint side: keep a.node(3,1,2).x <= 0.149; end\n"
    "constraint pin: connect lid.at(-0.15,0,-0.01) a.node(0,1,3); end\n"
    "constraint pin2: connect lid.at(0.15,0.1,-0.01) a.node(3,2,3); end\n"
    "constraint pin3: connect lid.at(0.15,-0.1,-0.01) a.node(3,1,3); end\n"
    "probe one = lid.center.z; probe two = a.node(3,1,2).x; probe three = volume(a)/0.027;\n",
};

/* The state that was solved for is at rest: it is written, read, and goes nowhere in a run. A run from the start that damps
 * comes to the same place. */
static void test_at_rest(void **state)
{
    (void)state;
    static const char *const probe[] = {"one", "two", "three"};
    for (int i = 0; i < 3; i++) {
        tn_world *w = solved(mixed[i], TN_OPTIMUM_REACHED);
        char *text = tn_write_text(w);
        tn_world *again = model_text(text);
        assert_int_equal(tn_advance(again, 0.1), TN_OK);
        for (int k = 0; k < 3; k++)
            check_near("what goes nowhere", model_probe(again, probe[k]), model_probe(w, probe[k]), 2e-6);
        tn_free(text);
        tn_world_free(again);
        if (effort(i == 0, 0)) {
            tn_world *run = model_text(mixed[i]);
            assert_int_equal(tn_advance(run, 15), TN_OK);
            for (int k = 0; k < 3; k++)
                check_near("what comes to rest", model_probe(run, probe[k]), model_probe(w, probe[k]), 1e-4);
            tn_world_free(run);
        }
        tn_world_free(w);
    }
}

/* Multipliers at rest carry the weight; tn_optimum_get knows an equilibrium from what is none. */
static void test_residuals(void **state)
{
    (void)state;
    tn_world *w = model_text(mixed[0]);
    tn_optimum r;
    assert_int_equal(tn_optimum_get(w, &r), TN_OK);
    assert_int_equal(r.outcome, TN_OPTIMUM_NOT_REACHED);
    assert_int_equal(tn_solve(w, &r), TN_OK);
    assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
    assert_int_equal(tn_optimum_get(w, &r), TN_OK);
    assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
    double sum = 0, lambda[64];
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint c = tn_constraint_at(w, i);
        const char *name = tn_constraint_name(w, c);
        if (name != NULL && strncmp(name, "hold", 4) == 0 && tn_multipliers(w, c, lambda, 64) == 3)
            sum += lambda[2];
    }
    const double ball = 4.0 / 3 * model_pi * pow(0.05, 3) * 1000;
    check_near("what the clamp carries", fabs(sum), (10 + 0.5 + ball) * model_g, 1e-5);
    tn_world_free(w);
}

/* ---- what has none ---- */

static void test_outcomes(void **state)
{
    (void)state;
    tn_world *w = solved("world: gravity 9.81; end object a: block 3 3 3; size 0.5 0.5 0.5; young 3e4; end",
                         TN_OPTIMUM_UNBOUNDED);
    tn_world_free(w);
    w = solved(
        "world: gravity 9.81; end object a: block 3 3 3; size 0.5 0.5 0.5; young 3e4; end\n"
        "constraint here: connect a.node(0,0,0) (0,0,0); end constraint there: connect a.node(0,0,0) (0,0,1); end",
        TN_OPTIMUM_CONTRADICTORY);
    tn_optimum r;
    assert_int_equal(tn_optimum_get(w, &r), TN_OK);
    assert_true(strcmp(r.worst, "here") == 0 || strcmp(r.worst, "there") == 0);
    tn_world_free(w);
    w = solved("object a: block 3 3 3; size 0.5 0.5 0.5; young 3e4; end", TN_OPTIMUM_REACHED); /* nothing acts on it */
    tn_world_free(w);
    w = model_text("object a: block 1 1 1; size 1 1 1; young 1e4; end\n"
                   "object b: jello box 0.3 0.4 0.2; stiffness 2000; area-stiffness 900; end");
    assert_int_equal(tn_solve(w, NULL), TN_WRONG_MODEL);
    assert_non_null(strstr(tn_failure(w), "in coordinates of their own"));
    assert_int_equal(tn_optimum_get(w, &r), TN_WRONG_MODEL);
    tn_world_free(w);
    /* redundant, and met: a node nailed twice */
    w = solved("world: gravity 9.81; up z; end object a: block 2 2 2; size 0.5 0.5 0.5; young 3e4; end\n"
               "connect a.node(0,0,2) (-0.25,-0.25,0.25); connect a.node(0,0,2) (-0.25,-0.25,0.25);",
               TN_OPTIMUM_REACHED);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cantilevers), cmocka_unit_test(test_elastica), cmocka_unit_test(test_circle),
        cmocka_unit_test(test_buckling),    cmocka_unit_test(test_flag),     cmocka_unit_test(test_swinging_flag),
        cmocka_unit_test(test_table),       cmocka_unit_test(test_at_rest),  cmocka_unit_test(test_residuals),
        cmocka_unit_test(test_outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
