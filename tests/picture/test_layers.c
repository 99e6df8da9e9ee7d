/* Layers over the bodies: arrows as long as their forces, gaps as dashes, labels, trails, frames, sheets. */
#include "drawing.h"

static const double force_red[3] = {0.80, 0.13, 0.11}, gap_violet[3] = {0.76, 0.10, 0.55};

static bool is(const unsigned char *c, const double color[3], double most)
{
    return near_color(c, color[0], color[1], color[2], most);
}

/* How far a colour reaches from (x, y) along (dx, dy) without a break. */
static double reach(const unsigned char *pixels, int width, double x, double y, double dx, double dy,
                    const double color[3])
{
    double far = 0;
    for (double way = 0; way < 400 && way < far + 2.5; way += 0.25)
        if (is(pixel(pixels, width, x + way * dx, y + way * dy), color, 60))
            far = way;
    return far;
}

/* A ball of known weight on a nail: the arrow is scale × force long, to two pixels, whatever the way it points. */
static void arrow_length(void **state)
{
    (void)state;
    static const vec3 pulls[] = {{0, 0, -10}, {0, 0, 25}, {14, 0, 9}, {-8, 0, 3}};
    for (size_t i = 0; i < sizeof pulls / sizeof *pulls; i++) {
        vec3 f = pulls[i];
        char text[300];
        snprintf(text, sizeof text,
                 "object a: sphere 0.1; mass 1; color 0.2 0.3 0.9; end constraint hold: connect a.center (0,0,0); end "
                 "force pull: push a.center (%g, %g, %g); end",
                 f.x, f.y, f.z);
        tn_world *w = world_of(text);
        tn_constraint_state s;
        assert_int_equal(tn_constraint_get(w, tn_constraint_find(w, "hold"), &s), TN_OK);
        tn_view *v = tn_view_take(w, NULL);
        tn_picture_options o = plain_options(641, 481); /* odd: the middle of a pixel is in the middle */
        o.show = TN_SHOW_FORCES;
        o.force_scale = 0.04;
        unsigned char *pixels = drawn(&o, v);
        double pixels_a_metre = 240.5 / tan(15 * 3.14159265358979 / 180) / 5;
        double wanted = o.force_scale * v3_norm(f) * pixels_a_metre;
        /* The second partner is the nail, which is pulled as the ball is. */
        assert_true(fabs(v3_norm(s.force) - v3_norm(f)) < 1e-9);
        vec3 d = v3_unit(s.force);
        double got = reach(pixels, 641, 320.5, 240.5, d.x, -d.z, force_red);
        if (fabs(got - wanted) > 2)
            fail_msg("an arrow of %.1f N has %.1f pixels, not %.1f", v3_norm(f), got, wanted);
        free(pixels);
        tn_view_free(v);
        tn_world_free(w);
    }
}

/* Counts pixels of a colour in a box. */
static int count(const unsigned char *pixels, int width, int x0, int y0, int x1, int y1, const double color[3])
{
    int n = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            n += is(pixel(pixels, width, x, y), color, 40);
    return n;
}

/* The arrow's newtons stand beyond its tip. */
static void force_label(void **state)
{
    (void)state;
    tn_view *v = view_of("object a: sphere 0.1; mass 1; end connect a.center (0,0,0); push a.center (0, 0, -10);");
    tn_picture_options o = plain_options(640, 480);
    o.show = TN_SHOW_FORCES;
    o.force_scale = 0.03;
    unsigned char *pixels = drawn(&o, v);
    int tip = 240 + (int)(0.3 * 240 / tan(15 * 3.14159265358979 / 180) / 5);
    assert_true(count(pixels, 640, 290, tip + 3, 350, tip + 30, force_red) > 15);
    assert_int_equal(count(pixels, 640, 0, 0, 640, 200, force_red), 0);
    free(pixels);
    tn_view_free(v);
}

static void gap(void **state)
{
    (void)state;
    tn_view *v = view_of("object a: sphere 0.1; color 0.2 0.7 0.3; position -0.8 0 0; end connect a.center (0.8,0,0);");
    tn_picture_options o = plain_options(1281, 721);
    o.show = TN_SHOW_CONSTRAINTS;
    unsigned char *pixels = drawn(&o, v);
    int on = 0, off = 0, changes = 0;
    bool last = false;
    double arm = 0.6 * 360 / tan(15 * 3.14159265358979 / 180) / 5;
    for (int x = (int)(640 - arm); x < 640 + arm; x++) {
        bool now = is(pixel(pixels, 1281, x, 360), gap_violet, 40);
        on += now;
        off += !now;
        changes += now != last;
        last = now;
    }
    assert_true(on > 150 && off > 50 && changes > 30);
    free(pixels);
    tn_view_free(v);

    /* Once it is met there is no gap. */
    v = view_of("object a: sphere 0.1; color 0.2 0.7 0.3; end connect a.center (0,0,0);");
    pixels = drawn(&o, v);
    assert_int_equal(count(pixels, 1281, 0, 0, 1281, 721, gap_violet), 0);
    free(pixels);
    tn_view_free(v);
}

static int difference(const unsigned char *a, const unsigned char *b, int count_of)
{
    int n = 0;
    for (int i = 0; i < count_of; i++)
        n += memcmp(a + 4 * i, b + 4 * i, 3) != 0;
    return n;
}

/* Every layer shows, and only what it should. */
static void every_layer(void **state)
{
    (void)state;
    tn_view *v = view_of("object upper: rod 1 0.05; position 0 0 -0.5; end point hook of upper 0 0 0.2; "
                         "constraint pin: revolute world upper (0,0,0) (0,1,0); end world: gravity 9.81; end");
    tn_picture_options o = plain_options(400, 300);
    unsigned char *bare = drawn(&o, v);
    static const unsigned layers[] = {TN_SHOW_GROUND, TN_SHOW_POINTS, TN_SHOW_CONSTRAINTS, TN_SHOW_FORCES,
                                      TN_SHOW_FRAMES, TN_SHOW_NAMES,  TN_SHOW_TIME};
    o.to = v3(0, 0, 0);
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        o.show = layers[i];
        if (layers[i] == TN_SHOW_GROUND)
            o.from = v3(0, -5, 1);
        unsigned char *ground_bare = NULL;
        if (layers[i] == TN_SHOW_GROUND) {
            o.show = 0;
            ground_bare = drawn(&o, v);
            o.show = layers[i];
        }
        unsigned char *with = drawn(&o, v);
        int n = difference(with, ground_bare != NULL ? ground_bare : bare, 400 * 300);
        if (n < 25)
            fail_msg("layer %u changes only %d pixels", layers[i], n);
        if (layers[i] != TN_SHOW_GROUND && n > 12000)
            fail_msg("layer %u changes %d pixels", layers[i], n);
        free(with);
        free(ground_bare);
        o.from = v3(0, -5, 0);
    }
    free(bare);
    tn_view_free(v);
}

static void name_label(void **state)
{
    (void)state;
    static const double ink[3] = {0.13, 0.15, 0.18};
    tn_view *v = view_of("object left-thigh: sphere 0.05; color 0.9 0.9 0.9; end");
    tn_picture_options o = plain_options(640, 480);
    o.show = TN_SHOW_NAMES;
    unsigned char *pixels = drawn(&o, v);
    assert_true(count(pixels, 640, 320, 225, 420, 255, ink) > 40);
    assert_int_equal(count(pixels, 640, 0, 0, 640, 200, ink), 0);
    free(pixels);
    tn_view_free(v);
}

/* The trail of a moving point runs where it has been, not where it will be, and goes behind bodies. */
static void trail(void **state)
{
    (void)state;
    static const double gray[3] = {0.43, 0.45, 0.50};
    tn_world *w = world_of("object a: sphere 0.05; position -1 0 0; velocity 1 0 0; color 0.9 0.9 0.9; end "
                           "object wall: box 0.3 0.1 0.3; position -0.5 -0.5 0; color 0.2 0.8 0.2; kernel fixed; end");
    tn_picture_options o = plain_options(641, 481);
    o.show = TN_SHOW_TRAILS;
    o.bounds = (tn_bounds){.any = true, .low = v3(-1, -0.5, -0.5), .high = v3(1, 0.5, 0.5)};
    tn_picture *p = picture_or_skip(&o);
    assert_int_equal(tn_picture_trail(p, tn_object_find(w, "a"), v3(0, 0, 0)), TN_OK);
    tn_view *v = NULL;
    for (int i = 0; i <= 10; i++) {
        assert_int_equal(tn_advance(w, 0.1 * i), TN_OK);
        tn_view *now = tn_view_take(w, v);
        tn_view_free(v);
        v = now;
        assert_int_equal(tn_picture_follow(p, v), TN_OK);
    }
    draw(p, v);
    const unsigned char *pixels = tn_picture_pixels(p, NULL, NULL);
    double x, y;
    tn_picture_project(p, v3(-0.2, 0, 0), &x, &y);
    assert_true(is(pixel(pixels, 641, x, y), gray, 40));
    tn_picture_project(p, v3(0.4, 0, 0), &x, &y);
    assert_memory_equal(pixel(pixels, 641, x, y), ((unsigned char[]){247, 248, 250}), 3);
    tn_picture_project(p, v3(-0.5, -0.55, 0), &x, &y);
    const unsigned char *green = pixel(pixels, 641, x, y);
    assert_true(green[1] > green[0] + 30);
    tn_picture_free(p);
    tn_view_free(v);
    tn_world_free(w);
}

static void sheet(void **state)
{
    (void)state;
    tn_world *w = world_of("object a: sphere 0.2; velocity 1 0 0; color 0.9 0.1 0.1; end");
    tn_view *views[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tn_advance(w, 0.5 * i), TN_OK);
        views[i] = tn_view_take(w, NULL);
    }
    tn_picture_options o = tn_picture_default();
    o.width = 402;
    o.height = 302;
    o.quality = TN_QUALITY_DRAFT;
    o.show = 0;
    tn_picture *p = picture_or_skip(&o);
    char *message = NULL;
    assert_int_equal(tn_picture_draw_sheet(p, (const tn_view *const *)views, 4, 2, &message), TN_OK);
    const unsigned char *pixels = tn_picture_pixels(p, NULL, NULL);
    static const double red[3] = {0.85, 0.13, 0.13};
    double mean[4];
    for (int c = 0; c < 4; c++) {
        int x0 = c % 2 * 202, y0 = c / 2 * 152, n = 0;
        double sum = 0;
        for (int y = y0; y < y0 + 150; y++)
            for (int x = x0; x < x0 + 200; x++)
                if (is(pixel(pixels, 402, x, y), red, 90)) {
                    sum += x - x0;
                    n++;
                }
        assert_true(n > 20);
        mean[c] = sum / n;
        /* the time in the lower left corner */
        assert_true(count(pixels, 402, x0, y0 + 120, x0 + 60, y0 + 150, (const double[3]){0.13, 0.15, 0.18}) > 10);
    }
    assert_true(mean[0] < mean[1] && mean[1] < mean[2] && mean[2] < mean[3]);
    assert_memory_equal(pixel(pixels, 402, 200, 75), ((unsigned char[]){205, 205, 205, 255}), 4);
    assert_int_equal(tn_picture_draw_sheet(p, (const tn_view *const *)views, 0, 2, &message), TN_WRONG_USE);
    free(message);
    assert_int_equal(tn_picture_draw_sheet(p, (const tn_view *const *)views, 4, 400, &message), TN_WRONG_USE);
    assert_string_equal(message, "a sheet of 402 × 302 pixels has no room for 4 views");
    free(message);
    tn_picture_free(p);
    for (int i = 0; i < 4; i++)
        tn_view_free(views[i]);
    tn_world_free(w);
}

/* Objects that come, go and are switched off while one looks. */
static void coming_and_going(void **state)
{
    (void)state;
    tn_world *w = world_of("object a: sphere 0.2; end constraint c: connect a.center (0,0,0); end");
    tn_view *v = tn_view_take(w, NULL);
    tn_picture_options o = plain_options(64, 48);
    o.show = 255;
    tn_picture *p = picture_or_skip(&o);
    assert_int_equal(tn_picture_trail(p, tn_object_find(w, "a"), v3(0, 0, 0)), TN_OK);
    draw(p, v);
    assert_int_equal(tn_constraint_switch(w, tn_constraint_find(w, "c"), false), TN_OK);
    tn_view *without = tn_view_take(w, v);
    draw(p, without);
    assert_int_equal(tn_object_remove(w, tn_object_find(w, "a")), TN_OK);
    tn_view *empty = tn_view_take(w, without);
    tn_world_free(w);
    draw(p, empty);
    draw(p, v); /* views outlive their world */
    tn_view_free(v);
    tn_view_free(without);
    tn_view_free(empty);
    tn_picture_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrow_length), cmocka_unit_test(force_label),      cmocka_unit_test(gap),
        cmocka_unit_test(every_layer),  cmocka_unit_test(name_label),       cmocka_unit_test(trail),
        cmocka_unit_test(sheet),        cmocka_unit_test(coming_and_going),
    };
    return cmocka_run_group_tests_name("layers", tests, NULL, NULL);
}
