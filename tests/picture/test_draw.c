/* Pictures against geometry: silhouettes, colours, shadows, arrows, moving and fixed parts. */
#include "drawing.h"

static const double half_field = 15 * 3.14159265358979323846 / 180;

/* ---- silhouettes ---- */

/* The area that a ball of angular radius α, seen at angle θ from the axis, covers on the plane at distance 1:
 * π cos α sin²α / (cos²α − sin²θ)^1.5 (the cone's section). */
static double ball_area(double radius, double distance, double theta)
{
    double s = radius / distance, c2 = 1 - s * s, a = c2 - sin(theta) * sin(theta);
    return 3.14159265358979323846 * sqrt(c2) * s * s / pow(a, 1.5);
}

static double covered(const unsigned char *pixels, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += pixels[4 * i + 3] / 255.0;
    return sum;
}

static void silhouette(void **state)
{
    (void)state;
    tn_picture_options o = plain_options(480, 360);
    o.transparent = true;
    double scale = o.height / 2.0 / tan(half_field); /* pixels per unit of the plane at distance 1 */
    for (int i = 0; i < 2; i++) {
        tn_view *v = view_of(i == 0 ? "object a: sphere 0.5; end" : "object a: sphere 0.5; position 0.9 0 0.3; end");
        double off = i == 0 ? 0 : hypot(0.9, 0.3), distance = hypot(5, off);
        unsigned char *pixels = drawn(&o, v);
        double wanted = ball_area(0.5, distance, atan(off / 5)) * scale * scale;
        double got = covered(pixels, o.width * o.height);
        if (fabs(got - wanted) > 0.01 * wanted)
            fail_msg("a ball covers %.1f pixels, not %.1f", got, wanted);
        free(pixels);
        tn_view_free(v);
    }
}

/* Boxes and cylinders seen from the side are rectangles; a torus seen along its axis is a ring. */
static void outlines(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double area; /* m², of the part at the front, whose distance is given */
        double front;
    } cases[] = {
        {"object a: box 1 0.2 0.6; end", 0.6, 0.1},
        {"object a: torus 0.5 0.05; rotation 1 0 0 1.5707963267948966; end", 3.14159265 * (0.55 * 0.55 - 0.45 * 0.45),
         0},
        {"object a: link 1.2 0.6 0.05; end", 2 * 0.6 * 0.1 + 3.14159265 * (0.3 * 0.3 - 0.2 * 0.2), 0},
    };
    tn_picture_options o = plain_options(480, 360);
    o.transparent = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_view *v = view_of(cases[i].text);
        unsigned char *pixels = drawn(&o, v);
        double scale = o.height / 2.0 / tan(half_field) / (5 - cases[i].front);
        double wanted = cases[i].area * scale * scale, got = covered(pixels, o.width * o.height);
        if (fabs(got - wanted) > 0.02 * wanted)
            fail_msg("%s covers %.1f pixels, not %.1f", cases[i].text, got, wanted);
        free(pixels);
        tn_view_free(v);
    }
}

/* ---- colours ---- */

static void colors(void **state)
{
    (void)state;
    tn_view *v = view_of("object a: sphere 0.5; color 0.9 0.1 0.1; position -0.7 0 0; end "
                         "object b: sphere 0.5; color 0.1 0.2 0.9; position 0.7 0 0; end");
    tn_picture_options o = plain_options(400, 300);
    for (int dark = 0; dark < 2; dark++) {
        o.dark = dark == 1;
        unsigned char *pixels = drawn(&o, v);
        double scale = o.height / 2.0 / tan(half_field) / 5;
        const unsigned char *red = pixel(pixels, 400, 200 - 0.7 * scale, 150),
                            *blue = pixel(pixels, 400, 200 + 0.7 * scale, 150), *none = pixel(pixels, 400, 3, 3);
        assert_true(red[0] > 140 && red[0] > 2 * red[1] && red[0] > 2 * red[2]);
        assert_true(blue[2] > 140 && blue[2] > 2 * blue[0]);
        if (dark == 0)
            assert_memory_equal(none, ((unsigned char[4]){247, 248, 250, 255}), 4);
        else
            assert_memory_equal(none, ((unsigned char[4]){24, 27, 33, 255}), 4);
        free(pixels);
    }
    tn_view_free(v);
}

/* Parts without a colour differ from each other. */
static void palette(void **state)
{
    (void)state;
    tn_view *v = view_of("for i = 1 to 5: object a[i]: sphere 0.2; position (0.5*(i-3)) 0 0; end end");
    tn_picture_options o = plain_options(480, 270);
    unsigned char *pixels = drawn(&o, v);
    double scale = o.height / 2.0 / tan(half_field) / 5;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < i; k++) {
            const unsigned char *a = pixel(pixels, 480, 240 + 0.5 * (i - 2) * scale, 135),
                                *b = pixel(pixels, 480, 240 + 0.5 * (k - 2) * scale, 135);
            int apart = abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]);
            if (apart < 60)
                fail_msg("objects %d and %d look the same (%d)", i, k, apart);
        }
    free(pixels);
    tn_view_free(v);
}

/* ---- shadows ---- */

/* The longest run of rows with a hard vertical edge between flat neighbours at the border of a tile. */
static int straight_border(const unsigned char *pixels, int width, int height)
{
    enum { TILE = 32 };
    int longest = 0;
    for (int x = TILE; x + 2 < width; x += TILE)
        for (int y = 0, run = 0; y < height; y++) {
            const unsigned char *p = pixels + 4 * (y * width + x);
            const bool edge = abs(p[0] - p[-4]) > 8 && abs(p[-4] - p[-8]) < 3 && abs(p[4] - p[0]) < 3;
            run = edge ? run + 1 : 0;
            longest = run > longest ? run : longest;
        }
    return longest;
}

/* Walls that face everywhere, lit or not, with a floor and without: shadows are those of the body, whatever tiles are drawn. */
static void walls(void **state)
{
    (void)state;
    enum { WALLS = 12 };
    for (int i = 0; i < WALLS; i++) {
        const double half = 3.14159265358979 * i / WALLS, tilt = i % 3 == 0 ? 0.6 : 0.70710678; /* cosine */
        char text[500];
        snprintf(text, sizeof text,
                 "world: up z; end %s object wall: plane; orientation %.15g %.15g %.15g 0; end "
                 "object a: box 0.05 0.4 3; position (0.8*%.15g) (0.8*%.15g) 1.32; rotation 0 1 0 (-30deg); end",
                 i % 2 ? "object floor: plane; end" : "", tilt, -sqrt(1 - tilt * tilt) * sin(2 * half),
                 sqrt(1 - tilt * tilt) * cos(2 * half), cos(2 * half), sin(2 * half));
        tn_view *v = view_of(text);
        tn_picture_options o = tn_picture_default();
        o.width = 480;
        o.height = 270;
        o.quality = TN_QUALITY_MOVIE;
        unsigned char *pixels = drawn(&o, v);
        const int border = straight_border(pixels, o.width, o.height);
        if (border > 6)
            fail_msg("scene %d: %d rows of a border of tiles can be seen:\n%s", i, border, text);
        free(pixels);
        tn_view_free(v);
    }
}

/* Models of any size give the same picture: of atoms, of planets. */
static void any_size(void **state)
{
    (void)state;
    unsigned char *first = NULL;
    static const double sizes[] = {1, 1e-8, 1e-3, 1e4, 1e11};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[500];
        const double l = sizes[i];
        snprintf(
            text, sizeof text,
            "world: up z; end object floor: plane; end object a: box %.15g %.15g %.15g; position 0 0 %.15g; mass 1; "
            "rotation 0 1 0 0.3; end object b: sphere %.15g; position %.15g 0 %.15g; mass 1; end",
            0.3 * l, 0.4 * l, 2 * l, 1.2 * l, 0.4 * l, 1.5 * l, 0.4 * l);
        tn_view *v = view_of(text);
        tn_picture_options o = tn_picture_default();
        o.width = 320;
        o.height = 180;
        o.show = 0;
        unsigned char *pixels = drawn(&o, v);
        double off = 0;
        for (int k = 0; k < 4 * o.width * o.height && first != NULL; k++)
            off += abs(pixels[k] - first[k]);
        off /= 4.0 * o.width * o.height;
        if (off > 1.5)
            fail_msg("a model %g times as large looks different, by %.2f of 255", l, off);
        if (first == NULL)
            first = pixels;
        else
            free(pixels);
        tn_view_free(v);
    }
    free(first);
}

static void shadow(void **state)
{
    (void)state;
    tn_view *v = view_of("object a: sphere 0.4; position 0 0 1; color 1 1 1; end");
    tn_picture_options o = plain_options(640, 480);
    o.show = TN_SHOW_GROUND;
    o.from = v3(0, -5, 6);
    o.to = v3(0, 0, 0.3);
    o.bounds = (tn_bounds){.any = true, .low = v3(-1.5, -1.5, 0), .high = v3(1.5, 1.5, 1.5)};
    tn_picture *p = picture_or_skip(&o);
    draw(p, v);
    const unsigned char *pixels = tn_picture_pixels(p, NULL, NULL);
    double darkest = 1, back = brightness((unsigned char[]){247, 248, 250}), x, y, bx, by;
    tn_picture_project(p, v3(0, 0, 1), &bx, &by);
    for (double u = -1.2; u <= 1.2; u += 0.03)
        for (double w = -1.2; w <= 1.2; w += 0.03) {
            assert_true(tn_picture_project(p, v3(u, w, 0), &x, &y));
            if (hypot(x - bx, y - by) > 60) /* not behind the ball */
                darkest = fmin(darkest, brightness(pixel(pixels, 640, x, y)));
        }
    if (darkest > 0.75 * back)
        fail_msg("no shadow: the darkest floor has %.2f of %.2f", darkest, back);
    /* Far from the ball the floor is the background (or a thin line of the grid). */
    assert_true(tn_picture_project(p, v3(-2.03, -1.03, 0), &x, &y));
    assert_true(brightness(pixel(pixels, 640, x, y)) > 0.93 * back);
    tn_picture_free(p);
    tn_view_free(v);
}

/* A box in the shade of another is darker than in the sun: shadows fall on bodies too. */
static void shadow_on_bodies(void **state)
{
    (void)state;
    const char *alone = "object a: box 2 2 0.2; color 0.7 0.7 0.7; end";
    const char *shaded = "object a: box 2 2 0.2; color 0.7 0.7 0.7; end object b: box 2 2 0.1; position 0 0 3; end";
    tn_picture_options o = plain_options(320, 240);
    o.from = v3(0, -6, 2.2);
    o.bounds = (tn_bounds){.any = true, .low = v3(-1, -1, 0), .high = v3(1, 1, 3)};
    tn_view *v = view_of(alone), *w = view_of(shaded);
    unsigned char *sun = drawn(&o, v), *shade = drawn(&o, w);
    tn_picture *p = picture_or_skip(&o);
    draw(p, v);
    double x, y, least = 1;
    for (double u = -0.9; u < 1; u += 0.1)
        for (double q = -0.9; q < 1; q += 0.1) {
            tn_picture_project(p, v3(u, q, 0.1), &x, &y);
            least = fmin(least, brightness(pixel(shade, 320, x, y)) / brightness(pixel(sun, 320, x, y)));
        }
    assert_true(least < 0.75);
    free(sun);
    free(shade);
    tn_picture_free(p);
    tn_view_free(v);
    tn_view_free(w);
}

/* ---- moving parts ---- */

static void only_what_moved(void **state)
{
    (void)state;
    tn_world *w = world_of("object still: box 0.4 0.4 0.4; position -1.2 0 0; kernel fixed; end "
                           "object ball: sphere 0.2; position 0.6 0 0; velocity 0.5 0 0; end");
    tn_picture_options o = plain_options(480, 270);
    tn_view *first = tn_view_take(w, NULL);
    assert_int_equal(tn_advance(w, 1), TN_OK);
    tn_view *second = tn_view_take(w, first);
    tn_bounds_add(&o.bounds, first);
    tn_bounds_add(&o.bounds, second);
    unsigned char *a = drawn(&o, first), *b = drawn(&o, second);
    double scale = o.height / 2.0 / tan(half_field) / 5;
    int changed[2] = {0, 0}, elsewhere = 0;
    for (int y = 0; y < o.height; y++)
        for (int x = 0; x < o.width; x++) {
            bool differs = memcmp(pixel(a, 480, x, y), pixel(b, 480, x, y), 4) != 0;
            bool in[2];
            for (int k = 0; k < 2; k++)
                in[k] = hypot(x + 0.5 - 240 - (0.6 + 0.5 * k) * scale, y + 0.5 - 135) < 0.2 * scale * 1.05 + 2;
            for (int k = 0; k < 2; k++)
                changed[k] += differs && in[k];
            elsewhere += differs && !in[0] && !in[1];
        }
    assert_int_equal(elsewhere, 0);
    double area = 3.14 * 0.04 * scale * scale;
    assert_true(changed[0] > 0.9 * area && changed[1] > 0.9 * area);
    free(a);
    free(b);
    tn_view_free(first);
    tn_view_free(second);
    tn_world_free(w);
}

/* The same view drawn twice, by one picture and by another, is the same to the last bit. */
static void repeatable(void **state)
{
    (void)state;
    tn_view *v =
        view_of("object a: torus 0.5 0.1; position 0 0 0.1; end object b: link 0.8 0.4 0.05; position 0.2 0 1; end");
    tn_picture_options o = tn_picture_default();
    o.width = 333; /* not a multiple of anything */
    o.height = 201;
    o.quality = TN_QUALITY_MOVIE;
    tn_picture *p = picture_or_skip(&o);
    size_t size = 4 * (size_t)o.width * (size_t)o.height;
    unsigned char *other = drawn(&o, v);
    for (int i = 0; i < 2; i++) {
        draw(p, v);
        assert_memory_equal(tn_picture_pixels(p, NULL, NULL), other, size);
    }
    free(other);
    tn_picture_free(p);
    tn_view_free(v);
}

/* Without a camera in the scene the whole motion stays inside the picture. */
static void framing(void **state)
{
    (void)state;
    static const char *const worlds[] = {
        "world: gravity 9; end object a: rod 1 .05; position .5 0 2; rotation 0 1 0 1.6; end connect a.end1 (0,0,2);",
        "world: up y; gravity 9.81; end object a: rod 4 0.05; position 100 0 7; velocity 3 9 0; spin 1 2 3; end",
        "object p: particle 1; position 0 0 0; end",
    };
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++)
        for (int orbit = 0; orbit < 2; orbit++) {
            tn_world *w = world_of(worlds[i]);
            tn_picture_options o = tn_picture_default();
            tn_view *views[6] = {0};
            o.width = 160;
            o.height = i == 1 ? 400 : 90;
            o.quality = TN_QUALITY_DRAFT;
            o.transparent = true;
            o.show = 0;
            o.orbit = orbit * 130.0;
            for (int k = 0; k < 6; k++) {
                assert_int_equal(tn_advance(w, 0.2 * k), TN_OK);
                views[k] = tn_view_take(w, k > 0 ? views[k - 1] : NULL);
                tn_bounds_add(&o.bounds, views[k]);
            }
            tn_picture *p = picture_or_skip(&o);
            for (int k = 0; k < 6; k++) {
                draw(p, views[k]);
                const unsigned char *pixels = tn_picture_pixels(p, NULL, NULL);
                int edge = 0;
                for (int x = 0; x < o.width; x++)
                    edge += pixel(pixels, o.width, x, 0)[3] + pixel(pixels, o.width, x, o.height - 1)[3];
                for (int y = 0; y < o.height; y++)
                    edge += pixel(pixels, o.width, 0, y)[3] + pixel(pixels, o.width, o.width - 1, y)[3];
                assert_int_equal(edge, 0);
                assert_true(covered(pixels, o.width * o.height) > 10);
                tn_view_free(views[k]);
            }
            tn_picture_free(p);
            tn_world_free(w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silhouette), cmocka_unit_test(outlines),
        cmocka_unit_test(colors),     cmocka_unit_test(palette),
        cmocka_unit_test(walls),      cmocka_unit_test(any_size),
        cmocka_unit_test(shadow),     cmocka_unit_test(shadow_on_bodies),
        cmocka_unit_test(framing),    cmocka_unit_test(only_what_moved),
        cmocka_unit_test(repeatable),
    };
    return cmocka_run_group_tests_name("pictures", tests, NULL, NULL);
}
