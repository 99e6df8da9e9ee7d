/* Curves as formulas and as objects: points, tangents, length, area, mass, the nearest point. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "object/curve.h"

#define assert_double_equal(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/* X over the parameters by name, from a text of the language. */
struct names {
    const char *const *name;
    int count;
};

static bool resolve(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)t;
    const struct names *n = ctx;
    *out = (struct value){.type = VALUE_SCALAR};
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->name[i], full) == 0) {
            out->e[0] = formula_symbol(f, curve_parameter_key(i));
            return true;
        }
    if (strcmp(full, "u") != 0)
        return false;
    out->e[0] = formula_symbol(f, CURVE_U);
    return true;
}

static struct curve *curve_of(const char *text, const char *const *name, int count, double from, double to, bool closed,
                              int panels)
{
    struct arena arena = {0};
    struct diagnostics *d = diagnostics_new();
    struct tokens tokens = syntax_tokens(&arena, d, diagnostics_source(d, "curve", text));
    struct reader reader = {.arena = &arena, .diagnostics = d, .at = tokens.at};
    struct names names = {name, count};
    struct resolver r = {.ctx = &names, .diagnostics = d, .name = resolve};
    struct formula *f = formula_new();
    struct value v = formula_elaborate(f, syntax_expression(&reader), &r);
    assert_int_equal(v.type, VALUE_VECTOR);
    struct curve *c = curve_new(f, v.e, count, from, to, closed, panels, false);
    formula_free(f);
    diagnostics_free(d);
    arena_free(&arena);
    return c;
}

static const char *const circle_names[] = {"cx", "cy", "r"};
static const char *const ellipse_names[] = {"a", "b"};
static const char *const cubic_names[] = {"a", "b", "c", "d"};
#define CIRCLE "(cx + r*cos(u), cy + r*sin(u), 0)"
#define ELLIPSE "(a*cos(u), b*sin(u), 0)"
#define CUBIC "(a*u + b*u^2, c*u^3 - sin(a*u), d*exp(u*b))"
static const double whole = 6.283185307179586;

static void show(struct general *g, const double *q, const double *v, struct general_what what, struct pose *out,
                 double *yq)
{
    *out = (struct pose){.inverse_mass = 0};
    general_show(g, (struct general_moment){.q = q, .v = v}, &what, out, yq);
}

static double number(struct general *g, const double *q, int which)
{
    const double v[8] = {0};
    struct pose p;
    show(g, q, v, (struct general_what){GENERAL_NUMBER, {which, 0, 0}}, &p, NULL);
    return p.x.x;
}

static void lengths_and_areas(void **state)
{
    (void)state;
    struct general *g = curved_new(curve_of(CIRCLE, circle_names, 3, 0, whole, true, CURVE_PANELS), 1, 1);
    const double q[3] = {3, -2, 1.5};
    assert_double_equal(number(g, q, CURVED_LENGTH), whole * 1.5, 1e-13);
    assert_double_equal(number(g, q, CURVED_AREA), whole / 2 * 2.25, 1e-12);
    general_free(g);
    /* half a circle and its chord: the area does not depend on where it lies */
    g = curved_new(curve_of(CIRCLE, circle_names, 3, 0, whole / 2, false, CURVE_PANELS), 1, 1);
    assert_double_equal(number(g, q, CURVED_LENGTH), whole / 2 * 1.5, 1e-13);
    assert_double_equal(number(g, q, CURVED_AREA), whole / 4 * 2.25, 1e-12);
    general_free(g);
    /* an ellipse with half axes 2 and 1: 8 E(3/4) = 9.688448220547675 */
    g = curved_new(curve_of(ELLIPSE, ellipse_names, 2, 0, whole, true, CURVE_PANELS), 1, 1);
    const double e[2] = {2, 1};
    assert_double_equal(number(g, e, CURVED_LENGTH), 9.688448220547675, 1e-13);
    assert_double_equal(number(g, e, CURVED_AREA), whole, 1e-12);
    general_free(g);
}

/* The error decreases with the number of panels, to rounding: half an ellipse by Gauss quadrature, a whole one by equal
 * steps. */
static void sums_converge(void **state)
{
    (void)state;
    const double exact = 9.688448220547675, q[2] = {2, 1};
    for (int closed = 0; closed < 2; closed++) {
        double last = 1;
        int panels = 1;
        for (; panels <= 64 && last > 4e-15; panels *= 2) {
            struct general *g =
                curved_new(curve_of(ELLIPSE, ellipse_names, 2, 0, closed ? whole : whole / 2, closed, panels), 1, 1);
            double error = fabs(number(g, q, CURVED_LENGTH) / exact * (closed ? 1 : 2) - 1);
            assert_true(error < last / 20 || error < 4e-15);
            last = error;
            general_free(g);
        }
        assert_true(last <= 4e-15 && panels <= (closed ? 16 : 32));
    }
}

static void sums_of(const struct general *g, bool first_order, const double *q, const double *v, struct general_sums *s)
{
    const size_t n = (size_t)g->n;
    memset(s->mass, 0, sizeof(double) * n * n);
    memset(s->bias, 0, sizeof(double) * n);
    memset(s->motion, 0, sizeof(double) * n);
    memset(s->moment, 0, sizeof(double) * 3 * n);
    general_add_mass(g, (struct general_moment){.q = q, .v = v, .first_order = first_order}, s);
}

/* A circle with uniform drag: cx, cy and r are independent; M = ρ 2πr 1 in a first-order world, m 1 in a second-order
 * one. */
static void mass_of_a_circle(void **state)
{
    (void)state;
    double mass[9], bias[3], motion[3], moment[9], own_force[3] = {0}, turning[3] = {0};
    struct general *g = curved_new(curve_of(CIRCLE, circle_names, 3, 0, whole, true, CURVE_PANELS), 0.7, 5);
    const double now[3] = {1, 1, 3}, v[3] = {0.3, 0, -0.4};
    for (int follows = 0; follows < 2; follows++) {
        struct general_sums s = {
            .mass = mass, .bias = bias, .motion = motion, .moment = moment, .own = own_force, .turning = turning};
        sums_of(g, follows, now, v, &s);
        double expected = follows ? 0.7 * whole * 3 : 5;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j <= i; j++)
                assert_double_equal(mass[3 * i + j], i == j ? expected : 0, 1e-12);
        assert_double_equal(s.weight, expected, 1e-12);
        assert_double_equal(s.kinetic, expected * (0.3 * 0.3 + 0.4 * 0.4) / 2, 1e-12);
    }
    general_free(g);
}

/* Every connector against differences: ẏ = Y_q v + Y_u u̇, Y_q column by column, β along the motion. */
static void check_shown(struct general *g, const double *q, const double *v, struct general_what what)
{
    const double h = 1e-4;
    const int n = g->n;
    double yq[6 * 8], moved[8];
    struct pose p, at[4];
    show(g, q, v, what, &p, yq);
    bool slides = what.role == GENERAL_POINT;
    for (int k = 0; k < 4; k++) { /* −2h, −h, h, 2h along the motion */
        double s = (k < 2 ? k - 2 : k - 1) * h;
        struct general_what there = what;
        for (int i = 0; i < n; i++)
            moved[i] = q[i] + s * v[i];
        if (slides)
            there.at.x += s * what.at.z;
        show(g, moved, v, there, &at[k], NULL);
    }
    vec3 first = v3_scale(1 / (12 * h), v3_add(v3_sub(at[0].x, at[3].x), v3_scale(8, v3_sub(at[2].x, at[1].x))));
    vec3 second = v3_scale(1 / (12 * h), v3_add(v3_sub(at[0].v, at[3].v), v3_scale(8, v3_sub(at[2].v, at[1].v))));
    assert_true(v3_norm(v3_sub(first, p.v)) < 1e-9 * (1 + v3_norm(p.v)));
    assert_true(v3_norm(v3_sub(second, p.a)) < 1e-9 * (1 + v3_norm(p.a)));
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++) {
            memcpy(moved, q, sizeof *q * (size_t)n);
            moved[i] += (k < 2 ? k - 2 : k - 1) * h;
            show(g, moved, v, what, &at[k], NULL);
        }
        first = v3_scale(1 / (12 * h), v3_add(v3_sub(at[0].x, at[3].x), v3_scale(8, v3_sub(at[2].x, at[1].x))));
        vec3 column = v3(yq[i], yq[n + i], yq[2 * n + i]);
        assert_true(v3_norm(v3_sub(first, column)) < 1e-9 * (1 + v3_norm(column)));
    }
}

static void shown_against_differences(void **state)
{
    (void)state;
    struct general *g = curved_new(curve_of(CUBIC, cubic_names, 4, 0, 1, false, 2), 1, 1);
    const double q[4] = {1.2, -0.4, 0.7, 0.5}, v[4] = {0.3, 0.6, -0.9, 0.2};
    check_shown(g, q, v, (struct general_what){GENERAL_POINT, {0.3, CURVED_POINT, 0}});
    check_shown(g, q, v, (struct general_what){GENERAL_POINT, {0.3, CURVED_POINT, 0.8}});
    check_shown(g, q, v, (struct general_what){GENERAL_POINT, {0.7, CURVED_TANGENT, 0}});
    check_shown(g, q, v, (struct general_what){GENERAL_POINT, {0.7, CURVED_TANGENT, -0.5}});
    check_shown(g, q, v, (struct general_what){GENERAL_NUMBER, {CURVED_LENGTH, 0, 0}});
    check_shown(g, q, v, (struct general_what){GENERAL_NUMBER, {CURVED_AREA, 0, 0}});
    check_shown(g, q, v, (struct general_what){GENERAL_NUMBER, {2, 0, 0}});
    general_free(g);
}

/* A curve that is linear in its parameters is integrated by products: the same numbers as by its formula, which an
 * additional parameter without effect makes nonlinear. */
static void linear_curves(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    struct general *g =
        curved_new(curve_of("(a*u + b*u^3 + 1, c*(1-u)^2 + d*u + u^2, a*u^2 - d)", names, 4, 0, 1, false, 2), 1, 1);
    struct general *h =
        curved_new(curve_of("(a*u + b*u^3 + 1 + 0*e^2*u, c*(1-u)^2 + d*u + u^2 + (e - 1)^3*u, a*u^2 - d)", names, 5, 0,
                            1, false, 2),
                   1, 1);
    const double q[5] = {1.2, -0.4, 0.7, 0.5, 1}, v[5] = {0.3, 0.6, -0.9, 0.2, 0};
    double yq[30], zq[30], m[2][25], n[2][5][5], moment[2][15];
    struct pose a, b;
    for (int which = CURVED_AREA; which <= CURVED_LENGTH; which++) {
        show(g, q, v, (struct general_what){GENERAL_NUMBER, {which, 0, 0}}, &a, yq);
        show(h, q, v, (struct general_what){GENERAL_NUMBER, {which, 0, 0}}, &b, zq);
        assert_double_equal(a.x.x, b.x.x, 1e-14);
        assert_double_equal(a.v.x, b.v.x, 1e-14);
        assert_double_equal(a.a.x, b.a.x, 1e-13);
        for (int k = 0; k < 4; k++)
            assert_double_equal(yq[k], zq[k], 1e-14);
        check_shown(g, q, v, (struct general_what){GENERAL_NUMBER, {which, 0, 0}});
    }
    for (int first = 0; first < 2; first++) {
        struct general *both[2] = {g, h};
        for (int k = 0; k < 2; k++) {
            struct general_sums s = {.mass = m[k],
                                     .bias = n[k][0],
                                     .motion = n[k][1],
                                     .own = n[k][2],
                                     .turning = n[k][3],
                                     .moment = moment[k]};
            sums_of(both[k], first, q, v, &s);
        }
        for (int i = 0; i < 4; i++) {
            assert_double_equal(n[0][0][i], n[1][0][i], 1e-13);
            assert_double_equal(n[0][1][i], n[1][1][i], 1e-13);
            for (int j = 0; j <= i; j++)
                assert_double_equal(m[0][4 * i + j], m[1][5 * i + j], 1e-13);
        }
    }
    general_free(g);
    general_free(h);
}

static void nearest_points(void **state)
{
    (void)state;
    struct curve *c = curve_of(ELLIPSE, ellipse_names, 2, 0, whole, true, CURVE_PANELS);
    double *scratch = MEM_ARRAY(double, curve_scratch(c));
    const double q[2] = {2, 1};
    for (int i = 0; i < 40; i++) { /* along the normal: the foot is known */
        double u = whole * i / 40 + 0.01;
        struct curve_at at = curve_now(c, q, NULL, u, scratch);
        vec3 normal = v3_unit(v3(at.xu.y, -at.xu.x, 0));
        double found = curve_nearest(c, q, NULL, v3_add_scaled(at.x, 0.3, normal), scratch);
        double off = remainder(found - u, whole);
        assert_double_equal(off, 0, 1e-13);
    }
    assert_double_equal(curve_wrap(c, whole + 0.5), 0.5, 1e-14);
    assert_double_equal(curve_wrap(c, -0.5), whole - 0.5, 1e-14);
    mem_free(scratch);
    curve_free(c);
    c = curve_of(CIRCLE, circle_names, 3, 0, 1, false, CURVE_PANELS);
    scratch = MEM_ARRAY(double, curve_scratch(c));
    const double r[3] = {0, 0, 1};
    assert_double_equal(curve_nearest(c, r, NULL, v3(2, -1, 0), scratch), 0, 0); /* the end of an open one */
    assert_double_equal(curve_nearest(c, r, NULL, v3(-5, 1, 0), scratch), 1, 0);
    assert_double_equal(curve_wrap(c, 1.5), 1, 0);
    mem_free(scratch);
    curve_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_and_areas), cmocka_unit_test(sums_converge),
        cmocka_unit_test(mass_of_a_circle),  cmocka_unit_test(shown_against_differences),
        cmocka_unit_test(linear_curves),     cmocka_unit_test(nearest_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
