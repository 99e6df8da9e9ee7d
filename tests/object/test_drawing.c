/* Drawings: SVG elements, exact moments, triangles that cover the same area, and invalid files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "object/drawing.h"

#define SVG(x) "<svg xmlns=\"http://www.w3.org/2000/svg\">" x "</svg>"
static const double pi = 3.14159265358979323846;

static struct drawing *read_svg(const char *text)
{
    char *message;
    struct drawing *d = drawing_read("t.svg", text, strlen(text), 1, &message);
    if (d == NULL)
        fail_msg("%s", message);
    return d;
}

static void check_near(const char *what, double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%s: %.15g instead of %.15g", what, got, expected);
}

static double mesh_area(const struct drawing *d, int shape)
{
    struct drawing_mesh m = {0};
    double sum = 0;
    if (!drawing_triangulate(d, shape, 1e-4, &m))
        fail_msg("the shape could not be cut into triangles");
    for (int i = 0; i < m.triangles.count; i++) {
        struct point2 a = m.points.at[m.triangles.at[i].at[0]], b = m.points.at[m.triangles.at[i].at[1]],
                      c = m.points.at[m.triangles.at[i].at[2]];
        double area = ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2;
        assert_true(area > 0);
        sum += area;
    }
    ARRAY_FREE(&m.points);
    ARRAY_FREE(&m.triangles);
    return sum;
}

/* Area, centre and second moments about the centre of one shape. */
static void check_shape(const char *body, double area, double x, double y, double xx, double xy, double yy)
{
    char text[2000];
    snprintf(text, sizeof text, SVG("%s"), body);
    struct drawing *d = read_svg(text);
    struct moments m = drawing_moments(d, 0);
    check_near(body, m.area, area, 1e-12 * area);
    check_near(body, m.x / m.area, x, 1e-11);
    check_near(body, m.y / m.area, y, 1e-11);
    check_near(body, m.xx - m.x * m.x / m.area, xx, 1e-10 * (xx + yy));
    check_near(body, m.xy - m.x * m.y / m.area, xy, 1e-10 * (xx + yy));
    check_near(body, m.yy - m.y * m.y / m.area, yy, 1e-10 * (xx + yy));
    check_near(body, mesh_area(d, 0), area, 1e-3 * area);
    drawing_free(d);
}

/* y points up: the signs of y are reversed. */
static void exact_moments(void **state)
{
    (void)state;
    check_shape("<rect x='1' y='2' width='3' height='4'/>", 12, 2.5, -4, 12 * 9 / 12.0, 0, 12 * 16 / 12.0);
    check_shape("<circle cx='1' cy='-2' r='3'/>", 9 * pi, 1, 2, 81 * pi / 4, 0, 81 * pi / 4);
    check_shape("<ellipse cx='1' cy='-2' rx='2' ry='3'/>", 6 * pi, 1, 2, 6 * pi, 0, 13.5 * pi);
    check_shape("<polygon points='0,0 6,0 0,-3'/>", 9, 2, 1, 18, -4.5, 4.5);
    check_shape("<polyline points='0 0 6 0 0-3'/>", 9, 2, 1, 18, -4.5, 4.5);
    /* the same triangle with every kind of line command */
    check_shape("<path d='M0 0H6L0-3V0Z'/>", 9, 2, 1, 18, -4.5, 4.5);
    check_shape("<path d='m 0,0 h 6 l -6,-3 v 3 z'/>", 9, 2, 1, 18, -4.5, 4.5);
    check_shape("<path d='M0 0 6 0 0-3'/>", 9, 2, 1, 18, -4.5, 4.5);
    /* quarter circles by arcs: large and sweep flags, touching flags, relative, radii that are too small */
    check_shape("<path d='M3 0A3 3 0 0 1-3 0A3 3 0 0 1 3 0'/>", 9 * pi, 0, 0, 81 * pi / 4, 0, 81 * pi / 4);
    check_shape("<path d='M3 0a3 3 0 00-6 0a3 3 0 006 0'/>", 9 * pi, 0, 0, 81 * pi / 4, 0, 81 * pi / 4);
    check_shape("<path d='M0 3A3 3 0 1 1 3 0L0 0Z'/>", 27 * pi / 4, -4.0 / (3 * pi), 4.0 / (3 * pi),
                243 * pi / 16 - 12 / pi, 81.0 / 8 + 12 / pi, 243 * pi / 16 - 12 / pi);
    check_shape("<path d='M3 0A1 1 0 0 1-3 0A1 1 0 0 1 3 0'/>", 9 * pi, 0, 0, 81 * pi / 4, 0, 81 * pi / 4);
    /* parabolas: under y = 1 − x² */
    check_shape("<path d='M-1 0Q0-2 1 0Z'/>", 4.0 / 3, 0, 0.4, 4.0 / 15, 0, 32.0 / 105 - 16.0 / 75);
    check_shape(
        "<path d='M-1 0C-.333333333333333333-1.33333333333333333.333333333333333333-1.33333333333333333 1 0Z'/>",
        4.0 / 3, 0, 0.4, 4.0 / 15, 0, 32.0 / 105 - 16.0 / 75);
    /* transforms: the unit square turned, stretched and moved */
    check_shape(
        "<g transform='translate(2,3)'><rect width='1' height='1' transform='scale(2 4) translate(-.5 -.5)'/></g>", 8,
        2, -3, 8 * 4 / 12.0, 0, 8 * 16 / 12.0);
    check_shape("<rect x='-1' y='-2' width='2' height='4' transform='rotate(90)'/>", 8, 0, 0, 8 * 16 / 12.0, 0,
                8 * 4 / 12.0);
    check_shape("<rect x='-1' y='-1' width='2' height='2' transform='matrix(1 0 1 1 0 0)'/>", 4, 0, 0, 8 / 3.0,
                -4 / 3.0, 4 / 3.0);
    check_shape("<rect x='-1' y='-1' width='2' height='2' transform='skewX(45)'/>", 4, 0, 0, 8 / 3.0, -4 / 3.0,
                4 / 3.0);
}

/* S mirrors the control point of the curve before it, T that of a quadratic. */
static void smooth_curves(void **state)
{
    (void)state;
    struct drawing *d = read_svg(SVG("<path d='M0 0C1 2 3 2 4 0S7-2 8 0T9 1Q9 3 8 3T6 4Z'/>"));
    const struct segment *s = d->segments.at;
    check_near("S", s[1].p[1].x, 5, 1e-15);
    check_near("S", s[1].p[1].y, 2, 1e-15); /* y is turned: −(−2) */
    check_near("T behind no quadratic", s[2].p[1].x, 8, 1e-12);
    check_near("T", s[4].p[1].x, 8 + (7.0 - 8) * 2 / 3, 1e-12); /* control (7, 3) */
    drawing_free(d);
}

/* Holes, by either rule; nested; islands. */
static void holes(void **state)
{
    (void)state;
    static const struct {
        const char *attributes, *d;
        double area;
    } list[] = {
        {"", "M0 0h4v4h-4zM1 1v2h2v-2z", 12},
        {"", "M0 0h4v4h-4zM1 1h2v2h-2z", 16},
        {"fill-rule='evenodd'", "M0 0h4v4h-4zM1 1h2v2h-2z", 12},
        {"style='fill-rule: evenodd; stroke: red'", "M0 0h9v9h-9zM1 1h7v7h-7zM2 2h5v5h-5z", 81 - 49 + 25},
        {"", "M0 0h4v4h-4zM5 0v4h4v-4z", 32},
        {"fill-rule='evenodd'", "M0 0h9v4h-9zM1 1h2v2h-2zM5 1h2v2h-2z", 28},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char text[1000];
        snprintf(text, sizeof text, SVG("<path %s d='%s'/>"), list[i].attributes, list[i].d);
        struct drawing *d = read_svg(text);
        check_near(list[i].d, drawing_moments(d, 0).area, list[i].area, 1e-12);
        check_near(list[i].d, mesh_area(d, 0), list[i].area, 1e-12);
        drawing_free(d);
    }
}

static void what_is_drawn(void **state)
{
    (void)state;
    struct drawing *d =
        read_svg("<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE svg>\n<!-- <rect/> -->\n"
                 "<svg:svg xmlns:svg='http://www.w3.org/2000/svg' width='5cm'>\n"
                 "<svg:defs><svg:rect width='9' height='9'/></svg:defs><svg:text>a word</svg:text>"
                 "<svg:g fill='#12f' style='stroke:none'><svg:rect width='1' height='1'/>"
                 "<svg:rect width='1' height='1' fill='rgb(255, 0, 51)' id='outline'/>"
                 "<svg:rect width='1' height='1' style='fill:none'/><svg:rect width='0' height='1'/>"
                 "<svg:rect width='1' height='1' fill='SteelBlue' display='none'/></svg:g>"
                 "<svg:line x1='0' y1='0' x2='1' y2='1'/><svg:circle r='1'/><svg:path d=''/></svg:svg>\n");
    assert_int_equal(d->shapes.count, 3);
    assert_int_equal(drawing_outline(d), 1);
    check_near("red of #12f", d->shapes.at[0].color.x, 17 / 255.0, 1e-15);
    check_near("blue of #12f", d->shapes.at[0].color.z, 1, 1e-15);
    check_near("rgb", d->shapes.at[1].color.z, 0.2, 1e-15);
    check_near("black", v3_norm(d->shapes.at[2].color), 0, 0);
    drawing_free(d);
}

static void bad_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } list[] = {
        {"", "it has no <svg> element"},
        {"hello", "there is text outside of all elements"},
        {"\x89PNG\r\n\x1a\n", "there is text outside of all elements"},
        {"<html><body/></html>", "its first element is not <svg>"},
        {"<svg>", "ends before its elements are closed"},
        {"<svg></g>", "closed that is not open"},
        {"<svg/>", "nothing in it is filled"},
        {"<svg><!-- ", "ends unexpectedly"},
        {"<svg><rect width=3/></svg>", "not well formed"},
        {"<svg><rect width='3", "not well formed"},
        {"<svg\n><rect width='3' height='4%'/></svg>", "line 2: expected a plain number for 'height', met '4%'"},
        {"<svg><rect width='nan' height='4'/></svg>", "expected a plain number"},
        {"<svg><path d='L 3 4'/></svg>", "a path begins with M"},
        {"<svg><path d='M 3'/></svg>", "numbers are missing"},
        {"<svg><path d='M 3 4 X'/></svg>", "it is not a path command"},
        {"<svg><path d='M 3 4 L 5 6 #'/></svg>", "expected a letter"},
        {"<svg><path d='M 1e999 4 L 5 6 Z'/></svg>", "numbers are missing"},
        {"<svg><g transform='turn(3)'><rect width='1' height='1'/></g></svg>", "unknown transform: expected matrix"},
        {"<svg><g transform='scale(1e300) scale(1e300)'><rect width='1' height='1'/></g></svg>", "not finite"},
        {"<svg><rect width='1' height='1' fill='blurple'/></svg>", "the colour 'blurple' is not known"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char *message = NULL;
        struct drawing *d = drawing_read("bad.svg", list[i].text, strlen(list[i].text), 1, &message);
        if (d != NULL || message == NULL || strstr(message, list[i].says) == NULL ||
            strncmp(message, "'bad.svg', line ", 16) != 0)
            fail_msg("%s: %s", list[i].text, message != NULL ? message : "no message");
        mem_free(message);
    }
    char deep[2000] = "<svg>";
    for (int i = 0; i < 70; i++)
        strcat(deep, "<g>");
    char *message = NULL;
    assert_null(drawing_read("deep.svg", deep, strlen(deep), 1, &message));
    assert_non_null(strstr(message, "nested too deeply"));
    mem_free(message);
    assert_null(drawing_read_file("no-such-file.svg", 1, &message));
    assert_non_null(strstr(message, "cannot read 'no-such-file.svg'"));
    mem_free(message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_moments), cmocka_unit_test(smooth_curves), cmocka_unit_test(holes),
        cmocka_unit_test(what_is_drawn), cmocka_unit_test(bad_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
