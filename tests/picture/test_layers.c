/* Layers over the bodies: arrows as long as their forces, gaps as dashes, labels, trails, frames, sheets. */
#include "drawing.h"

static const double force_red[3] = {0.80, 0.13, 0.11}, gap_violet[3] = {0.76, 0.10, 0.55},
                    range_blue[3] = {0.00, 0.46, 0.60}, stopped_orange[3] = {0.93, 0.42, 0.00};

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

/* A ball of known weight on a nail: the arrow is scale × force long, to two pixels, in every direction. */
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
        /* The second partner is the nail, which is pulled like the ball. */
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

/* The force in newtons is beyond the arrow's tip. */
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

/* A handle is always shown, from the grabbed point to the target, until it is released. */
static void handle(void **state)
{
    (void)state;
    for (int hard = 0; hard < 2; hard++) {
        tn_world *w = world_of("object a: sphere 0.1; color 0.2 0.7 0.3; position -0.8 0 0; end");
        tn_handle h =
            tn_grab(w, tn_object_find(w, "a"), (tn_vec3){0, 0, 0}, hard ? TN_GRAB_HARD : TN_GRAB_SPRING, NULL);
        assert_int_equal(tn_drag_to(w, h, (tn_vec3){0.8, 0, 0}), TN_OK);
        tn_picture_options o = plain_options(1281, 721);
        tn_view *v = tn_view_take(w, NULL);
        unsigned char *pixels = drawn(&o, v);
        int seen = count(pixels, 1281, 0, 340, 1281, 380, gap_violet);
        assert_true(seen > 100);
        assert_int_equal(count(pixels, 1281, 0, 0, 1281, 300, gap_violet), 0);
        free(pixels);
        tn_view_free(v);
        assert_int_equal(tn_release(w, h), TN_OK);
        v = tn_view_take(w, NULL);
        pixels = drawn(&o, v);
        assert_int_equal(count(pixels, 1281, 0, 0, 1281, 721, gap_violet), 0);
        free(pixels);
        tn_view_free(v);
        tn_world_free(w);
    }
}

/* Every layer shows, and only what it should. */
static void every_layer(void **state)
{
    (void)state;
    tn_view *v =
        view_of("object upper: rod 1 0.05; position 0 0 -0.5; end point hook of upper 0 0 0.2; "
                "constraint pin: revolute world upper (0,0,0) (0,1,0) min -1 max 1; end world: gravity 9.81; end");
    tn_picture_options o = plain_options(400, 300);
    unsigned char *bare = drawn(&o, v);
    static const unsigned layers[] = {TN_SHOW_GROUND, TN_SHOW_POINTS, TN_SHOW_CONSTRAINTS, TN_SHOW_FORCES,
                                      TN_SHOW_FRAMES, TN_SHOW_NAMES,  TN_SHOW_TIME,        TN_SHOW_LIMITS};
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

/* How many pixels of a colour lie about (640.5, 360.5) within a degree or so of an angle (from the right, upwards),
 * between two radii. */
static int at_angle(const unsigned char *pixels, double angle, double inner, double outer, const double color[3])
{
    int n = 0;
    for (double turn = -0.02; turn < 0.021; turn += 0.02)
        for (double r = inner; r < outer; r += 0.5)
            n += is(pixel(pixels, 1281, 640.5 + r * cos(angle + turn), 360.5 - r * sin(angle + turn)), color, 30);
    return n;
}

/* A rod that points to the right, on a hinge at the middle of the picture that looks at the eye: its angles are those
 * of the picture. The sector is where the limits are, and nowhere else; the pointer goes with the rod. */
static void limits_of_hinge(void **state)
{
    (void)state;
    static const double speeds[] = {0, 0.5, -0.3, -2};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "object rod: box 0.6 0.02 0.02; position 0.3 0 0; spin 0 (%g) 0; velocity 0 0 (%g); "
                 "color 0.9 0.9 0.9; end "
                 "constraint pin: revolute world rod (0,0,0) (0,-1,0) min -0.7 max 1.9; end",
                 -speeds[i], 0.3 * speeds[i]);
        tn_world *w = world_of(text);
        assert_int_equal(tn_advance(w, 1), TN_OK);
        tn_view *v = tn_view_take(w, NULL);
        tn_world_free(w);
        tn_picture_options o = plain_options(1281, 721);
        o.show = TN_SHOW_LIMITS;
        o.bounds = (tn_bounds){.any = true, .low = {-1, -1, -1}, .high = {1, 1, 1}};
        unsigned char *pixels = drawn(&o, v);
        double now = fmax(-0.7, speeds[i]);
        const double *ink = speeds[i] < -0.7 ? stopped_orange : range_blue;
        const double *other = ink == range_blue ? stopped_orange : range_blue;
        /* the rim is one line, between the limits only (a stop is 7 pixels wide) */
        double rim = 0;
        for (double r = 20; r < 200 && rim == 0; r++)
            rim = at_angle(pixels, 1.2, r, r + 1, ink) > 0 ? r : 0;
        assert_true(rim > 25);
        for (double a = -3.1; a < 3.1; a += 0.05) {
            int n = at_angle(pixels, a, rim - 6, rim + 6, ink);
            if (a > -0.65 && a < 1.85 && n < 4)
                fail_msg("speed %g: nothing at %g within the limits", speeds[i], a);
            if ((a < -0.85 || a > 2.05) && n > 0)
                fail_msg("speed %g: %d pixels at %g beyond the limits", speeds[i], n, a);
            n = at_angle(pixels, a, 12, rim - 9, ink);
            if (fabs(a - now) < 0.025 && n < 15)
                fail_msg("speed %g: no pointer at %g", speeds[i], a);
            if (fabs(a - now) > 0.3 && n > 0)
                fail_msg("speed %g: a pointer at %g", speeds[i], a);
        }
        assert_int_equal(count(pixels, 1281, 0, 0, 1281, 721, other), 0);
        free(pixels);
        tn_view_free(v);
    }
}

/* A bar from stop to stop, a marker where the slider is. */
static void limits_of_slider(void **state)
{
    (void)state;
    tn_world *w = world_of("object cart: box 0.1 0.02 0.02; color 0.9 0.9 0.9; velocity 0.2 0 0; end "
                           "constraint rail: slider world cart (0,0,0) (1,0,0) min -0.3 max 0.6; end");
    tn_picture_options o = plain_options(1281, 721);
    double scale = 360.5 / tan(15 * 3.14159265358979 / 180) / 5;
    o.show = TN_SHOW_LIMITS;
    for (double t = 0; t < 2.5; t++) {
        assert_int_equal(tn_advance(w, t), TN_OK);
        tn_view *v = tn_view_take(w, NULL);
        unsigned char *pixels = drawn(&o, v);
        int left = 640 - (int)(0.3 * scale), right = 640 + (int)(0.6 * scale), marker = 640 + (int)(0.2 * t * scale);
        assert_int_equal(count(pixels, 1281, 0, 0, left - 4, 721, range_blue), 0);
        assert_int_equal(count(pixels, 1281, right + 5, 0, 1281, 721, range_blue), 0);
        for (int x = left + 5; x < right - 5; x++)
            if (abs(x - marker) > 7)
                assert_in_range(count(pixels, 1281, x, 350, x + 1, 371, range_blue), 1, 2);
        assert_true(count(pixels, 1281, left - 3, 350, left + 4, 371, range_blue) > 15);
        assert_true(count(pixels, 1281, right - 3, 350, right + 4, 371, range_blue) > 15);
        assert_true(count(pixels, 1281, marker, 350, marker + 1, 371, range_blue) >= 4);
        free(pixels);
        tn_view_free(v);
    }
    tn_world_free(w);
}

/* The dashes of a slider lie along its axis. */
static void axis_of_slider(void **state)
{
    (void)state;
    static const double soft[3] = {0.36, 0.39, 0.44};
    tn_view *v = view_of("object cart: box 0.1 0.02 0.02; color 0.9 0.9 0.9; end slider world cart (0,0,0) (1,0,0);");
    tn_picture_options o = plain_options(1281, 721);
    o.show = TN_SHOW_CONSTRAINTS;
    o.bounds = (tn_bounds){.any = true, .low = {-1, -1, -1}, .high = {1, 1, 1}};
    unsigned char *pixels = drawn(&o, v);
    assert_true(count(pixels, 1281, 740, 355, 900, 366, soft) > 40);
    assert_true(count(pixels, 1281, 380, 355, 540, 366, soft) > 40);
    assert_int_equal(count(pixels, 1281, 0, 0, 1281, 340, soft), 0);
    free(pixels);
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

/* The trail of a moving point shows its past, not its future, and is hidden behind bodies. */
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

/* In a cell of a sheet a trail that was extended beforehand is that of a picture of the same moment: it bends between the
 * moments, and stops at its own. */
static void trails_on_a_sheet(void **state)
{
    (void)state;
    enum { WIDTH = 200, HEIGHT = 150, FRAMES = 24 };
    tn_world *w = world_of("world: gravity 9.81; end object a: sphere 0.05; velocity 1 0 4; end trace a.center;");
    tn_view *views[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        assert_int_equal(tn_advance(w, i / 24.), TN_OK);
        views[i] = tn_view_take(w, NULL);
    }
    tn_picture_options o = plain_options(WIDTH, HEIGHT);
    o.show = TN_SHOW_TRACES | TN_SHOW_TIME;
    o.bounds = (tn_bounds){.any = true, .low = v3(-1, -0.5, -0.5), .high = v3(1, 0.5, 1)};
    tn_picture *single = picture_or_skip(&o);
    o.width = 2 * WIDTH + 2;
    tn_picture *both = picture_or_skip(&o);
    for (int i = 0; i < FRAMES; i++)
        assert_int_equal(tn_picture_follow(both, views[i]), TN_OK);
    const int at[2] = {FRAMES / 2, FRAMES - 1};
    char *message = NULL;
    const tn_view *moments[2] = {views[at[0]], views[at[1]]};
    assert_int_equal(tn_picture_draw_sheet(both, moments, 2, 2, &message), TN_OK);
    const unsigned char *sheet = tn_picture_pixels(both, NULL, NULL);
    for (int c = 0, frame = 0; c < 2; c++) {
        for (; frame < at[c]; frame++)
            assert_int_equal(tn_picture_follow(single, views[frame]), TN_OK);
        draw(single, moments[c]);
        const unsigned char *pixels = tn_picture_pixels(single, NULL, NULL);
        for (int y = 0; y < HEIGHT; y++)
            assert_memory_equal(sheet + 4 * (y * (2 * WIDTH + 2) + c * (WIDTH + 2)), pixels + 4 * y * WIDTH, 4 * WIDTH);
    }
    tn_picture_free(single);
    tn_picture_free(both);
    for (int i = 0; i < FRAMES; i++)
        tn_view_free(views[i]);
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

/* Objects that are added, removed and switched off during the motion. */
static void coming_and_going(void **state)
{
    (void)state;
    tn_world *w = world_of("object a: sphere 0.2; end constraint c: connect a.center (0,0,0); end");
    tn_view *v = tn_view_take(w, NULL);
    tn_picture_options o = plain_options(64, 48);
    o.show = 511;
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
        cmocka_unit_test(arrow_length),
        cmocka_unit_test(force_label),
        cmocka_unit_test(gap),
        cmocka_unit_test(handle),
        cmocka_unit_test(every_layer),
        cmocka_unit_test(name_label),
        cmocka_unit_test(trail),
        cmocka_unit_test(trails_on_a_sheet),
        cmocka_unit_test(sheet),
        cmocka_unit_test(coming_and_going),
        cmocka_unit_test(limits_of_hinge),
        cmocka_unit_test(limits_of_slider),
        cmocka_unit_test(axis_of_slider),
    };
    return cmocka_run_group_tests_name("layers", tests, NULL, NULL);
}
