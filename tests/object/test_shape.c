/* test_shape.c: mass properties of every shape against quadrature and against textbook formulas; sets of shapes; named
 * points; invalid sizes. */
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "mass.h"

static const double pi = 3.14159265358979323846;
static const quat unturned = {1, 0, 0, 0};

static struct shape make(const char *name, double a, double b, double c)
{
    struct shape s = {.class = shape_find(name), .size = {a, b, c}, .turned = unturned, .density = 1};
    assert_non_null(s.class);
    return s;
}

/* Quadrature ---------------------------------------------------------------- */

enum { NODES = 24 };

/* Gauss-Legendre nodes and weights on [0, 1] by Newton's method on the Legendre polynomial. */
static void gauss(double *x, double *w)
{
    for (int i = 0; i < NODES; i++) {
        double t = cos(pi * (i + 0.75) / (NODES + 0.5)), slope = 1;
        for (int turn = 0; turn < 50; turn++) {
            double before = 1, p = t;
            for (int k = 2; k <= NODES; k++) {
                double next = ((2 * k - 1) * t * p - (k - 1) * before) / k;
                before = p;
                p = next;
            }
            slope = NODES * (t * p - before) / (t * t - 1);
            t -= p / slope;
        }
        x[i] = (1 - t) / 2;
        w[i] = 1 / ((1 - t * t) * slope * slope);
    }
}

/* A piece of a solid: the image of the unit cube, and the volume element there. */
typedef double piece(const double *size, const double u[3], vec3 *at);

struct moments {
    double volume, first[3], second[6];
};

static void integrate(struct moments *m, piece *f, const double *size)
{
    double x[NODES], w[NODES];
    gauss(x, w);
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            for (int k = 0; k < NODES; k++) {
                vec3 p;
                double u[3] = {x[i], x[j], x[k]};
                double dv = w[i] * w[j] * w[k] * f(size, u, &p);
                double second[6] = {p.x * p.x, p.y * p.y, p.z * p.z, p.x * p.y, p.x * p.z, p.y * p.z};
                m->volume += dv;
                m->first[0] += dv * p.x;
                m->first[1] += dv * p.y;
                m->first[2] += dv * p.z;
                for (int n = 0; n < 6; n++)
                    m->second[n] += dv * second[n];
            }
}

static struct mass_properties properties(const struct moments *m)
{
    double v = m->volume;
    vec3 c = v3(m->first[0] / v, m->first[1] / v, m->first[2] / v);
    double xx = m->second[0] - v * c.x * c.x, yy = m->second[1] - v * c.y * c.y, zz = m->second[2] - v * c.z * c.z;
    return (struct mass_properties){v,
                                    c,
                                    {yy + zz, xx + zz, xx + yy, -(m->second[3] - v * c.x * c.y),
                                     -(m->second[4] - v * c.x * c.z), -(m->second[5] - v * c.y * c.z)}};
}

/* The building blocks: a cylinder around a line along z, part of a ball, part of a ring. */
static double tube(vec3 middle, double r, double length, const double u[3], vec3 *at)
{
    double rho = r * u[0], angle = 2 * pi * u[1];
    *at = v3_add(middle, v3(rho * cos(angle), rho * sin(angle), length * (u[2] - 0.5)));
    return rho * r * 2 * pi * length;
}
static double ball(double r, double theta_from, double theta_to, double shift, const double u[3], vec3 *at)
{
    double rho = r * u[0], theta = theta_from + (theta_to - theta_from) * u[1], phi = 2 * pi * u[2];
    *at = v3(rho * sin(theta) * cos(phi), rho * sin(theta) * sin(phi), rho * cos(theta) + shift);
    return rho * rho * sin(theta) * r * (theta_to - theta_from) * 2 * pi;
}
/* In the plane of the first two coordinates given back. */
static double ring(double big, double r, double from, double to, const double u[3], double out[3])
{
    double rho = r * u[0], alpha = 2 * pi * u[1], theta = from + (to - from) * u[2];
    double reach = big + rho * cos(alpha);
    out[0] = reach * cos(theta);
    out[1] = reach * sin(theta);
    out[2] = rho * sin(alpha);
    return reach * rho * r * 2 * pi * (to - from);
}

static double sphere_piece(const double *s, const double u[3], vec3 *at) { return ball(s[0], 0, pi, 0, u, at); }
static double rod_piece(const double *s, const double u[3], vec3 *at) { return tube(v3(0, 0, 0), s[1], s[0], u, at); }
static double box_piece(const double *s, const double u[3], vec3 *at)
{
    *at = v3(s[0] * (u[0] - 0.5), s[1] * (u[1] - 0.5), s[2] * (u[2] - 0.5));
    return s[0] * s[1] * s[2];
}
static double cylinder_piece(const double *s, const double u[3], vec3 *at)
{
    return tube(v3(0, 0, 0), s[0], s[1], u, at);
}
static double cap_above(const double *s, const double u[3], vec3 *at) { return ball(s[0], 0, pi / 2, s[1] / 2, u, at); }
static double cap_below(const double *s, const double u[3], vec3 *at)
{
    return ball(s[0], pi / 2, pi, -s[1] / 2, u, at);
}
static double torus_piece(const double *s, const double u[3], vec3 *at)
{
    double p[3], dv = ring(s[0], s[1], 0, 2 * pi, u, p);
    *at = v3(p[0], p[1], p[2]);
    return dv;
}
static double bend(const double *s, double from, double shift, const double u[3], vec3 *at)
{
    double p[3], dv = ring(s[1] / 2 - s[2], s[2], from, from + pi, u, p);
    *at = v3(p[0], p[2], p[1] + shift);
    return dv;
}
static double bend_above(const double *s, const double u[3], vec3 *at) { return bend(s, 0, (s[0] - s[1]) / 2, u, at); }
static double bend_below(const double *s, const double u[3], vec3 *at)
{
    return bend(s, pi, -(s[0] - s[1]) / 2, u, at);
}
static double side_left(const double *s, const double u[3], vec3 *at)
{
    return tube(v3(-(s[1] / 2 - s[2]), 0, 0), s[2], s[0] - s[1], u, at);
}
static double side_right(const double *s, const double u[3], vec3 *at)
{
    return tube(v3(s[1] / 2 - s[2], 0, 0), s[2], s[0] - s[1], u, at);
}

static double cone_piece(const double *s, const double u[3], vec3 *at)
{
    double part = 1 - u[2], rho = s[0] * part * u[0], angle = 2 * pi * u[1];
    *at = v3(rho * cos(angle), rho * sin(angle), s[1] * (u[2] - 0.25));
    return rho * s[0] * part * 2 * pi * s[1];
}
static double ellipsoid_piece(const double *s, const double u[3], vec3 *at)
{
    double dv = ball(1, 0, pi, 0, u, at);
    *at = v3(s[0] * at->x, s[1] * at->y, s[2] * at->z);
    return dv * s[0] * s[1] * s[2];
}

static const struct solid {
    const char *name;
    double size[SHAPE_SIZES];
    piece *pieces[4];
} solids[] = {
    {"sphere", {0.7, 0, 0}, {sphere_piece}},
    {"rod", {1.3, 0.05, 0}, {rod_piece}},
    {"rod", {0.1, 2, 0}, {rod_piece}},
    {"box", {0.3, 1.1, 2.7}, {box_piece}},
    {"cylinder", {0.4, 0.9, 0}, {cylinder_piece}},
    {"capsule", {0.3, 1.7, 0}, {cylinder_piece, cap_above, cap_below}},
    {"capsule", {2, 0.01, 0}, {cylinder_piece, cap_above, cap_below}},
    {"torus", {1.5, 0.4, 0}, {torus_piece}},
    {"torus", {1.0, 0.99, 0}, {torus_piece}},
    {"cone", {0.4, 0.9, 0}, {cone_piece}},
    {"cone", {2, 0.1, 0}, {cone_piece}},
    {"ellipsoid", {0.3, 0.5, 0.2}, {ellipsoid_piece}},
    {"ellipsoid", {2, 0.02, 1}, {ellipsoid_piece}},
    {"link", {0.09, 0.05, 0.008}, {bend_above, bend_below, side_left, side_right}},
    {"link", {3, 1, 0.24}, {bend_above, bend_below, side_left, side_right}},
    {"link", {1, 1, 0.1}, {bend_above, bend_below, side_left, side_right}},
};

static void mass_is_that_of_quadrature(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        const struct solid *t = &solids[i];
        struct shape s = make(t->name, t->size[0], t->size[1], t->size[2]);
        struct moments m = {0};
        for (int k = 0; k < 4 && t->pieces[k] != NULL; k++)
            integrate(&m, t->pieces[k], t->size);
        struct mass_properties want = properties(&m), got = s.class->mass(&s);
        check_same(&got, &want, 1e-12);
    }
}

/* Every registered shape without a mesh must be in the table above. */
static void every_shape_is_tested(void **state)
{
    (void)state;
    for (int i = 0; i < shape_class_count(); i++) {
        const struct shape_class *c = shape_class_at(i);
        bool found = strcmp(c->kind.name, "mesh") == 0;
        for (size_t k = 0; k < sizeof solids / sizeof *solids; k++)
            found = found || strcmp(solids[k].name, c->kind.name) == 0;
        if (!found)
            fail_msg("'%s' has no test", c->kind.name);
        assert_ptr_equal(shape_find(c->kind.name), c);
        assert_true(strlen(c->kind.help) > 0 && strlen(c->kind.example) > 0);
        assert_non_null(c->extent);
        for (int k = 0; k < SHAPE_SIZES; k++)
            assert_true(k >= c->sizes || c->kind.parameters[k].argument);
    }
    assert_null(shape_find("spher"));
    assert_null(shape_find(""));
}

/* Formulas from handbooks, entered independently. */
static void mass_is_that_of_the_handbook(void **state)
{
    (void)state;
    struct shape s = make("sphere", 0.5, 0, 0);
    struct mass_properties p = s.class->mass(&s);
    check_near("ball", p.inertia.yy, 2.0 / 5 * p.mass * 0.25, 1e-16);
    s = make("rod", 3, 0.2, 0);
    p = s.class->mass(&s);
    check_near("rod across", p.inertia.xx, p.mass * (3 * 0.04 + 9) / 12, 1e-15);
    check_near("rod along", p.inertia.zz, p.mass * 0.04 / 2, 1e-16);
    s = make("torus", 2, 0.5, 0);
    p = s.class->mass(&s);
    check_near("torus along", p.inertia.zz, p.mass * (4 + 0.75 * 0.25), 1e-13);
    check_near("torus across", p.inertia.xx, p.mass * (0.5 * 4 + 0.625 * 0.25), 1e-13);

    /* a link as long as wide is a torus in the xz plane; a capsule without a middle is nearly a ball */
    struct shape link = make("link", 5, 5, 0.5), torus = make("torus", 2, 0.5, 0);
    torus.turned = q_axis_angle(v3(1, 0, 0), pi / 2);
    struct mass_properties a = shapes_mass(&link, 1), b = shapes_mass(&torus, 1);
    check_same(&a, &b, 1e-15);
    struct shape capsule = make("capsule", 0.5, 1e-15, 0), sphere = make("sphere", 0.5, 0, 0);
    a = shapes_mass(&capsule, 1), b = shapes_mass(&sphere, 1);
    check_same(&a, &b, 1e-14);
    struct shape rod = make("rod", 0.8, 0.3, 0), cylinder = make("cylinder", 0.3, 0.8, 0);
    a = shapes_mass(&rod, 1), b = shapes_mass(&cylinder, 1);
    check_same(&a, &b, 1e-15);
}

/* Sets ---------------------------------------------------------------------- */

static void two_half_boxes_are_a_box(void **state)
{
    (void)state;
    struct shape whole = make("box", 1, 2, 3), half[2] = {make("box", 1, 2, 1.5), make("box", 2, 1, 1.5)};
    whole.offset = v3(0.3, -0.2, 5);
    whole.turned = q_axis_angle(v3(1, 2, -1), 0.7);
    whole.density = 2700;
    for (int i = 0; i < 2; i++) {
        half[i].density = 2700;
        half[i].turned = whole.turned;
        half[i].offset = v3_add(whole.offset, q_rotate(whole.turned, v3(0, 0, i == 0 ? -0.75 : 0.75)));
    }
    half[1].turned = q_mul(whole.turned, q_axis_angle(v3(0, 0, 1), pi / 2)); /* its sides swapped, and turned back */
    struct mass_properties want = shapes_mass(&whole, 1), got = shapes_mass(half, 2);
    assert_true(fabs(want.inertia.xy) > 1);
    check_same(&got, &want, 1e-14);
}

/* A dumb-bell of unlike balls: by hand, m1 m2/(m1+m2) d² across the line between them. */
static void densities_weigh(void **state)
{
    (void)state;
    struct shape balls[2] = {make("sphere", 0.1, 0, 0), make("sphere", 0.2, 0, 0)};
    balls[0].density = 8000;
    balls[1].density = 500;
    balls[1].offset = v3(0, 2, 0);
    double m1 = 8000 * 4.0 / 3 * pi * 0.001, m2 = 500 * 4.0 / 3 * pi * 0.008;
    double own = 0.4 * (m1 * 0.01 + m2 * 0.04), across = own + m1 * m2 / (m1 + m2) * 4;
    struct mass_properties want = {m1 + m2, v3(0, 2 * m2 / (m1 + m2), 0), {across, own, across, 0, 0, 0}};
    struct mass_properties got = shapes_mass(balls, 2);
    check_same(&got, &want, 1e-15);
    got = shapes_mass(balls, 0);
    assert_true(got.mass == 0 && v3_norm(got.center) == 0 && got.inertia.xx == 0);
}

/* The whole set moved and rotated: the same mass; centre and inertia transform accordingly. */
static void motion_carries_a_set_along(void **state)
{
    (void)state;
    struct shape set[3] = {make("torus", 1, 0.2, 0), make("link", 2, 1, 0.1), make("capsule", 0.2, 1, 0)}, moved[3];
    quat turn = q_axis_angle(v3(-1, 0.3, 2), 2.1);
    mat3 r = q_matrix(turn);
    vec3 shift = v3(10, -7, 3);
    for (int i = 0; i < 3; i++) {
        set[i].density = 1 + i;
        set[i].offset = v3(0.5 * i, 0.3, -0.2 * i);
        set[i].turned = q_axis_angle(v3(i, 1, 0.5), 0.4 * i);
        moved[i] = set[i];
        moved[i].offset = v3_add(shift, q_rotate(turn, set[i].offset));
        moved[i].turned = q_mul(turn, set[i].turned);
    }
    struct mass_properties before = shapes_mass(set, 3), after = shapes_mass(moved, 3);
    struct mass_properties want = {before.mass, v3_add(shift, m3_mul(&r, before.center)),
                                   s3_rotate(&r, &before.inertia)};
    check_same(&after, &want, 1e-14);
}

/* Points -------------------------------------------------------------------- */

static void check_point(const struct shape *s, int count, const char *name, vec3 want)
{
    vec3 at;
    if (!shapes_point(s, count, name, &at))
        fail_msg("no point '%s'", name);
    if (v3_norm(v3_sub(at, want)) > 1e-15)
        fail_msg("'%s' is at (%g, %g, %g)", name, at.x, at.y, at.z);
}

static void points_are_where_they_should_be(void **state)
{
    (void)state;
    struct shape s = make("rod", 2, 0.1, 0);
    check_point(&s, 1, "end1", v3(0, 0, -1));
    check_point(&s, 1, "end2", v3(0, 0, 1));
    s = make("cylinder", 0.1, 3, 0);
    check_point(&s, 1, "end1", v3(0, 0, -1.5));
    check_point(&s, 1, "end2", v3(0, 0, 1.5));
    s = make("capsule", 0.25, 3, 0);
    check_point(&s, 1, "end1", v3(0, 0, -1.75));
    check_point(&s, 1, "end2", v3(0, 0, 1.75));
    s = make("link", 4, 2, 0.25);
    check_point(&s, 1, "end1", v3(0, 0, -1.75));
    check_point(&s, 1, "end2", v3(0, 0, 1.75));
    s = make("box", 2, 4, 6);
    for (int i = 0; i < 8; i++) {
        char name[16];
        snprintf(name, sizeof name, "corner%d", i + 1);
        check_point(&s, 1, name, v3(i % 2 == 0 ? -1 : 1, i / 2 % 2 == 0 ? -2 : 2, i < 4 ? -3 : 3));
    }
    vec3 at;
    assert_false(shapes_point(&s, 1, "corner9", &at));
    assert_false(shapes_point(&s, 1, "corner0", &at));
    assert_false(shapes_point(&s, 1, "center", &at));
    s = make("sphere", 1, 0, 0);
    assert_false(shapes_point(&s, 1, "end1", &at));
}

static void points_follow_the_shape(void **state)
{
    (void)state;
    struct shape set[3] = {make("sphere", 1, 0, 0), make("rod", 2, 0.1, 0), make("capsule", 1, 1, 0)};
    set[1].offset = v3(1, 2, 3);
    set[1].turned = q_axis_angle(v3(0, 1, 0), pi / 2); /* z to x */
    check_point(set, 3, "end2", v3(2, 2, 3));          /* the first that has it */
    check_point(set, 3, "end1", v3(0, 2, 3));
    const char *best = NULL;
    shapes_offer_points(set, 3, "edn2", &best);
    assert_string_equal(best, "end2");
    best = NULL;
    shapes_offer_points(set, 1, "edn2", &best);
    assert_null(best);
}

/* The box of `extent` holds every node of the quadrature, and its sides are nearly reached. */
static void extent_surrounds_closely(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        const struct solid *t = &solids[i];
        struct shape s = make(t->name, t->size[0], t->size[1], t->size[2]);
        vec3 box = s.class->extent(&s), reached = v3(0, 0, 0);
        for (int k = 0; k < 4 && t->pieces[k] != NULL; k++)
            for (int n = 0; n < 17 * 17 * 17; n++) {
                vec3 p;
                double u[3] = {n % 17 / 16.0, n / 17 % 17 / 16.0, n / 289 / 16.0};
                t->pieces[k](t->size, u, &p);
                reached = v3(fmax(reached.x, fabs(p.x)), fmax(reached.y, fabs(p.y)), fmax(reached.z, fabs(p.z)));
            }
        check_near("x", reached.x, box.x, 1e-14);
        check_near("y", reached.y, box.y, 1e-14);
        check_near("z", reached.z, box.z, 1e-14);
    }
}

static void sizes_that_make_no_solid(void **state)
{
    (void)state;
    const struct {
        const char *name;
        double size[SHAPE_SIZES];
        const char *message;
    } table[] = {
        {"torus", {1, 0.99, 0}, NULL},
        {"torus", {1, 1, 0}, "a torus needs R > r: the ring's radius first, then the smaller one of its body"},
        {"torus", {0.2, 1, 0}, "a torus needs R > r: the ring's radius first, then the smaller one of its body"},
        {"link", {1, 1, 0.2}, NULL},
        {"link", {2, 1, 0.25}, "a link needs width > 4 radius, or its hole is closed"},
        {"link", {0.9, 1, 0.2}, "a link needs length >= width"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const char *message = shape_find(table[i].name)->check(table[i].size);
        if (table[i].message == NULL)
            assert_null(message);
        else {
            assert_non_null(message);
            assert_string_equal(message, table[i].message);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_is_that_of_quadrature),
        cmocka_unit_test(every_shape_is_tested),
        cmocka_unit_test(mass_is_that_of_the_handbook),
        cmocka_unit_test(two_half_boxes_are_a_box),
        cmocka_unit_test(densities_weigh),
        cmocka_unit_test(motion_carries_a_set_along),
        cmocka_unit_test(points_are_where_they_should_be),
        cmocka_unit_test(points_follow_the_shape),
        cmocka_unit_test(extent_surrounds_closely),
        cmocka_unit_test(sizes_that_make_no_solid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
