/* Nets of the shapes: closed, facing outwards, as large as the solid; strokes that cover what they should. */
#include "drawing.h"

#include "object/shape_list.h"
#include "picture/canvas.h"
#include "picture/font.h"
#include "view/solid.h"

static vec3 place(const struct solid *s, const struct net *n, unsigned i) { return solid_place(s, &n->vertices.at[i]); }

static double volume(const struct solid *s, const struct net *n)
{
    double sum = 0;
    for (int i = 0; i < n->corners.count; i += 3) {
        vec3 a = place(s, n, n->corners.at[i]), b = place(s, n, n->corners.at[i + 1]),
             c = place(s, n, n->corners.at[i + 2]);
        sum += v3_dot(a, v3_cross(b, c)) / 6;
    }
    return sum;
}

/* The surface vectors of a closed net add up to zero. */
static double opening(const struct solid *s, const struct net *n)
{
    vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < n->corners.count; i += 3) {
        vec3 a = place(s, n, n->corners.at[i]), b = place(s, n, n->corners.at[i + 1]),
             c = place(s, n, n->corners.at[i + 2]);
        sum = v3_add(sum, v3_cross(v3_sub(b, a), v3_sub(c, a)));
    }
    return v3_norm(sum);
}

static void volumes(void **state)
{
    (void)state;
    const struct shape shapes[] = {
        {.class = &shape_sphere, .size = {0.7}},
        {.class = &shape_rod, .size = {2, 0.1}},
        {.class = &shape_box, .size = {1, 2, 3}},
        {.class = &shape_cylinder, .size = {1, 0.3}},
        {.class = &shape_capsule, .size = {0.3, 1.5}},
        {.class = &shape_torus, .size = {1, 0.2}},
        {.class = &shape_link, .size = {1.2, 0.7, 0.1}},
        {.class = &shape_cone, .size = {0.6, 1.1}},
        {.class = &shape_ellipsoid, .size = {0.6, 0.3, 1}},
    };
    static const double most[SOLID_DETAILS] = {0.4, 0.16, 0.05, 0.012}; /* of polygons for circles, and of bevels */
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct solid s;
        assert_true(solid_of(&shapes[i], &s));
        for (int detail = 0; detail < SOLID_DETAILS; detail++) {
            struct net n = solid_net(s.kind, detail);
            double wanted = shapes[i].class->mass(&shapes[i]).mass, got = volume(&s, &n);
            if (fabs(got - wanted) > most[detail] * wanted)
                fail_msg("%s at detail %d has %.4f m³, not %.4f", shapes[i].class->kind.name, detail, got, wanted);
            if (opening(&s, &n) > 1e-5)
                fail_msg("%s at detail %d is not closed", shapes[i].class->kind.name, detail);
            /* No corner lies outside of the box around the shape. */
            vec3 half = shapes[i].class->extent(&shapes[i]);
            for (int k = 0; k < n.vertices.count; k++) {
                vec3 p = solid_place(&s, &n.vertices.at[k]);
                assert_true(fabs(p.x) < half.x + 1e-6 && fabs(p.y) < half.y + 1e-6 && fabs(p.z) < half.z + 1e-6);
            }
            net_free(&n);
        }
    }
}

static vec3 half_extent(const struct shape *s) { return v3(s->size[0], 2 * s->size[0], 3 * s->size[0]); }

/* Every shape is drawn; one without its own net as the box of its extent. */
static void every_shape_is_drawn(void **state)
{
    (void)state;
    static const struct shape_class fresh = {.kind = {.name = "fresh"}, .sizes = 1, .extent = half_extent};
    struct solid s;
    assert_true(solid_of(&(struct shape){.class = &fresh, .size = {0.5}}, &s));
    struct net n = solid_net(s.kind, 3);
    assert_true(fabs(volume(&s, &n) - 6) < 0.1);
    net_free(&n);
    for (int i = 0; i < shape_class_count(); i++) {
        const struct shape shape = {.class = shape_class_at(i), .size = {0.9, 0.5, 0.1}};
        if (shape.class != &shape_mesh && !solid_of(&shape, &s))
            fail_msg("'%s' is not drawn: it has no branch in solid_of (src/view/solid.c)", shape.class->kind.name);
    }
}

/* The edges of a cube stay sharp; a fine prism is smooth around and sharp at its ends. */
static void creases(void **state)
{
    (void)state;
    char text[6000];
    int at = 0, sides = 24;
    for (int i = 0; i < sides; i++)
        for (int z = 0; z < 2; z++)
            at += snprintf(text + at, sizeof text - (size_t)at, "v %.9f %.9f %d\n", cos(6.283185307 * i / sides),
                           sin(6.283185307 * i / sides), z);
    for (int i = 0; i < sides; i++) {
        int a = 2 * i + 1, b = 2 * ((i + 1) % sides) + 1;
        at += snprintf(text + at, sizeof text - (size_t)at, "f %d %d %d %d\n", a, b, b + 1, a + 1);
    }
    for (int z = 0; z < 2; z++) {
        at += snprintf(text + at, sizeof text - (size_t)at, "f");
        for (int i = 0; i < sides; i++)
            at += snprintf(text + at, sizeof text - (size_t)at, " %d", 2 * (z == 1 ? i : sides - 1 - i) + 1 + z);
        at += snprintf(text + at, sizeof text - (size_t)at, "\n");
    }
    char *message = NULL;
    struct mesh *m = mesh_parse("prism", text, strlen(text), 1, &message);
    if (m == NULL)
        fail_msg("%s", message);
    struct net n = solid_mesh_net(m);
    assert_int_equal(n.corners.count, 3 * m->triangle_count);
    for (int i = 0; i < n.vertices.count; i++) {
        const struct solid_vertex *v = &n.vertices.at[i];
        bool end = fabsf(v->b[2]) > 0.5f;
        if (end)
            assert_true(fabsf(v->b[2]) > 0.9999f);
        else /* radial: the mean of two faces */
            assert_true(v->b[0] * v->a[0] + v->b[1] * v->a[1] > 0.9999f);
    }
    struct shape shape = {.class = &shape_mesh, .mesh = m};
    struct solid s;
    assert_true(solid_of(&shape, &s));
    assert_true(fabs(volume(&s, &n) - shape_mesh.mass(&shape).mass) < 1e-6);
    net_free(&n);
    mesh_free(m);
}

/* ---- strokes ---- */

static double ink(const struct canvas *c)
{
    double sum = 0;
    for (int i = 0; i < c->width * c->height; i++)
        sum += (255 - c->pixels[4 * i]) / 255.0;
    return sum;
}

static void strokes(void **state)
{
    (void)state;
    unsigned char *pixels = malloc(4 * 200 * 100);
    struct canvas c;
    const struct paint black = {{0, 0, 0}, 1};
    const double square[4][2] = {{20, 20}, {60, 20}, {60, 50}, {20, 50}};
    static const double wanted[] = {80 * 3 + 3.14159 * 2.25, 3.14159 * 400, 2 * 3.14159 * 30 * 2, 1200,
                                    100 * 0.4 + 0.1};
    for (int i = 0; i < 5; i++) {
        memset(pixels, 255, 4 * 200 * 100);
        canvas_open(&c, 200, 100, pixels);
        if (i == 0)
            canvas_line(&c, 20.3, 31.7, 20.3 + 64, 31.7 + 48, 3);
        else if (i == 1)
            canvas_disc(&c, 50.2, 50.7, 20);
        else if (i == 2)
            canvas_ring(&c, 60, 50, 30, 2);
        else if (i == 3)
            canvas_polygon(&c, square, 4, 0);
        else
            canvas_line(&c, 20, 30.5, 120, 30.5, 0.4); /* thinner than a pixel */
        canvas_paint(&c, black);
        if (fabs(ink(&c) - wanted[i]) > 0.03 * wanted[i] + 0.5)
            fail_msg("stroke %d covers %.1f pixels, not %.1f", i, ink(&c), wanted[i]);
        canvas_close(&c);
    }
    /* Nothing outside the canvas is written, for any numbers. */
    canvas_open(&c, 200, 100, pixels);
    canvas_line(&c, -1e9, 50, 1e9, 50, 2);
    canvas_line(&c, (double)NAN, 0, 5, 5, 2);
    canvas_line(&c, 0, 0, (double)INFINITY, 5, 2);
    canvas_disc(&c, 1e12, -1e12, 5);
    canvas_dashes(&c, 0, 0, 1e7, 0, 2, 5, 5);
    canvas_text(&c, 150, 99, 40, 4, "edge \xFF\xC3 \xE2\x82\xAC");
    canvas_paint(&c, black);
    canvas_close(&c);
    free(pixels);
}

/* Letters have their stated width and are on the baseline. */
static void letters(void **state)
{
    (void)state;
    unsigned char *pixels = malloc(4 * 200 * 100);
    struct canvas c;
    for (char letter = '!'; letter <= '~'; letter++) {
        const char text[2] = {letter, '\0'};
        memset(pixels, 255, 4 * 200 * 100);
        canvas_open(&c, 200, 100, pixels);
        canvas_text(&c, 50, 70, 28, 2, text);
        canvas_paint(&c, (struct paint){{0, 0, 0}, 1});
        double width = canvas_text_width(28, text);
        int inside = 0, outside = 0;
        for (int y = 0; y < 100; y++)
            for (int x = 0; x < 200; x++)
                if (pixel(pixels, 200, x, y)[0] < 250)
                    *(x >= 48 && x < 53 + width && y >= 70 - 28 * 17 / 14 && y <= 70 + 10 ? &inside : &outside) += 1;
        if (inside < 8 || outside > 0)
            fail_msg("'%c' has %d pixels in its place and %d out of it", letter, inside, outside);
        canvas_close(&c);
    }
    free(pixels);
}

static void utf8(unsigned code, char text[5])
{
    if (code < 0x800)
        snprintf(text, 5, "%c%c", (int)(0xC0 | code >> 6), (int)(0x80 | (code & 0x3F)));
    else
        snprintf(text, 5, "%c%c%c", (int)(0xE0 | code >> 12), (int)(0x80 | (code >> 6 & 0x3F)),
                 (int)(0x80 | (code & 0x3F)));
}

/* Is it drawn as something else than the box of what is unknown? All of it, with marks, near its place. */
static bool known(unsigned code)
{
    char text[5], strange[5];
    utf8(code, text);
    utf8(0xE000, strange);
    const char *a = text, *b = strange;
    const struct glyph_shape g = font_next(&a), unknown = font_next(&b);
    return *a == '\0' && g.outline.strokes != unknown.outline.strokes && g.mark_y < 26;
}

/* Latin, Greek and common symbols. */
static void languages(void **state)
{
    (void)state;
    static const unsigned ranges[][2] = {{0xC0, 0x130},  {0x134, 0x13E}, {0x141, 0x148},   {0x14A, 0x17F},
                                         {0x391, 0x3A1}, {0x3A3, 0x3CE}, {0x2080, 0x2089}, {0x2190, 0x2194}};
    static const unsigned others[] = {0xA1,   0xA3,   0xA7,   0xA9,   0xB0,   0xB1,   0xB2,   0xB3,   0xB5,
                                      0xB7,   0xD7,   0xF7,   0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D,
                                      0x2022, 0x2026, 0x2032, 0x2070, 0x2074, 0x207B, 0x20AC, 0x2202, 0x2207,
                                      0x2211, 0x2212, 0x221A, 0x221E, 0x2248, 0x2260, 0x2264, 0x2265};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        for (unsigned code = ranges[i][0]; code <= ranges[i][1]; code++)
            if (!known(code))
                fail_msg("U+%04X is unknown", code);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!known(others[i]))
            fail_msg("U+%04X is unknown", others[i]);
    assert_false(known(0xE001));
    assert_false(known(0x4E00));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volumes), cmocka_unit_test(every_shape_is_drawn),
        cmocka_unit_test(creases), cmocka_unit_test(strokes),
        cmocka_unit_test(letters), cmocka_unit_test(languages),
    };
    return cmocka_run_group_tests_name("shapes and strokes", tests, NULL, NULL);
}
