/* Bad input: extreme sizes, no driver, files that cannot be written, missing arguments. */
#include "drawing.h"

#include <errno.h>
#include <sys/stat.h>

/* ---- options ---- */

static void wrong_options(void **state)
{
    (void)state;
    struct {
        tn_picture_options o;
        const char *message;
    } cases[13];
    int n = 0;
    for (size_t i = 0; i < 13; i++)
        cases[i].o = tn_picture_default();
    cases[n].o.width = 0;
    cases[n++].message = "a picture has 1 to 16384 pixels per side, not 0 × 720";
    cases[n].o.height = -5;
    cases[n++].message = "a picture has 1 to 16384 pixels per side, not 1280 × -5";
    cases[n].o.width = 16385;
    cases[n++].message = "a picture has 1 to 16384 pixels per side, not 16385 × 720";
    cases[n].o.height = 2147483647;
    cases[n++].message = "a picture has 1 to 16384 pixels per side, not 1280 × 2147483647";
    cases[n].o.width = cases[n].o.height = 16384;
    cases[n++].message = "a picture has at most 64 million pixels, not 16384 × 16384";
    cases[n].o.field_of_view = 0;
    cases[n++].message = "the field of view must lie between 1 and 150 degrees";
    cases[n].o.field_of_view = (double)NAN;
    cases[n++].message = "the field of view must lie between 1 and 150 degrees";
    cases[n].o.has_camera = true;
    cases[n++].message = "the camera needs two different points, from and to";
    cases[n].o.has_camera = true;
    cases[n].o.from.x = (double)INFINITY;
    cases[n++].message = "the camera needs two different points, from and to";
    cases[n].o.orbit = (double)NAN;
    cases[n++].message = "the camera's orbit must be a finite number of degrees per second";
    cases[n].o.force_scale = -1;
    cases[n++].message = "the scale of the forces must be a finite number of metres per newton, not negative";
    cases[n].o.bounds = (tn_bounds){.any = true, .low = {(double)NAN, 0, 0}};
    cases[n++].message = "the bounds of the picture must be finite numbers";
    cases[n].o.quality = (tn_quality)77;
    cases[n++].message = "unknown picture quality";
    for (int i = 0; i < n; i++) {
        char *message = NULL;
        assert_null(tn_picture_new(&cases[i].o, &message));
        assert_string_equal(message, cases[i].message);
        free(message);
        assert_null(tn_picture_new(&cases[i].o, NULL));
    }
    char *message = NULL;
    assert_null(tn_picture_new(NULL, &message));
    free(message);
}

/* ---- no driver ---- */

static void no_driver(void **state)
{
    (void)state;
    tn_picture_options o = tn_picture_default();
    char *message = NULL;
    o.driver = "libno-such-driver.so.1";
    assert_null(tn_picture_new(&o, &message));
    assert_string_equal(message, "pictures need OpenGL through EGL, and libno-such-driver.so.1 could not be loaded (on "
                                 "Debian: install libegl1 and libgl1-mesa-dri)");
    free(message);
    o.driver = "libm.so.6";
    assert_null(tn_picture_new(&o, &message));
    assert_string_equal(message, "libm.so.6 is not an EGL library");
    free(message);
}

/* ---- files ---- */

static void wrong_files(void **state)
{
    (void)state;
    tn_view *v = view_of("object a: sphere 1; end");
    tn_picture_options o = plain_options(32, 24);
    tn_picture *p = picture_or_skip(&o);
    char *message = NULL;
    assert_int_equal(tn_picture_save_png(p, "early.png", &message), TN_WRONG_USE);
    assert_string_equal(message, "nothing has been drawn yet");
    free(message);
    draw(p, v);
#ifndef TENON_PNG
    assert_int_equal(tn_picture_save_png(p, "a.png", &message), TN_NO_FILE);
    assert_string_equal(message, "cannot write a.png: this Tenon was built without libpng");
    free(message);
    tn_picture_free(p);
    tn_view_free(v);
    skip();
#endif
    static const struct {
        const char *path;
        int error;
    } cases[] = {{"no/such/folder/a.png", ENOENT}, {"/dev/full", ENOSPC}, {".", EISDIR}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char wanted[200];
        snprintf(wanted, sizeof wanted, "cannot write %s: %s", cases[i].path, strerror(cases[i].error));
        assert_int_equal(tn_picture_save_png(p, cases[i].path, &message), TN_NO_FILE);
        assert_string_equal(message, wanted);
        free(message);
    }
    struct stat s;
    assert_true(stat("/dev/full", &s) == 0 && S_ISCHR(s.st_mode)); /* it was written to, not replaced */
    assert_int_equal(tn_picture_save_png(p, "", &message), TN_NO_FILE);
    free(message);
    assert_int_equal(tn_picture_save_frame(p, "no/such/folder", 3, &message), TN_NO_FILE);
    assert_non_null(strstr(message, "cannot make the folder no/such/folder"));
    free(message);
    assert_int_equal(tn_picture_save_frame(p, "frames", -1, &message), TN_WRONG_USE);
    free(message);
    assert_int_equal(tn_picture_draw(p, NULL, &message), TN_WRONG_USE);
    free(message);
    tn_picture_free(p);
    tn_view_free(v);
}

static void wrong_plots(void **state)
{
    (void)state;
    tn_plot_options o = tn_plot_default();
    char *message = NULL;
    o.width = 0;
    assert_null(tn_plot_new(&o, &message));
    assert_string_equal(message, "a plot has between 160 × 120 and 16384 × 16384 pixels");
    free(message);
    o = tn_plot_default();
    tn_plot *p = tn_plot_new(&o, &message);
    assert_int_equal(tn_plot_save(p, "plot.txt", &message), TN_WRONG_USE);
    assert_string_equal(message, "the name of a plot must end in .svg or .png: plot.txt");
    free(message);
    assert_int_equal(tn_plot_save(p, "no/such/folder/plot.svg", &message), TN_NO_FILE);
    free(message);
    assert_int_equal(tn_plot_line(p, "a", NULL, NULL, 3), TN_WRONG_USE);
    assert_int_equal(tn_plot_save(p, "empty.svg", &message), TN_OK); /* a plot without lines is an empty frame */
    tn_plot_free(p);
}

static void wrong_scenes(void **state)
{
    (void)state;
    char *message = NULL;
    assert_int_equal(tn_gltf_end(tn_gltf_begin(), "a.glb", &message), TN_WRONG_USE);
    assert_string_equal(message, "a glTF scene needs a path and at least one view");
    free(message);
    tn_view *v = view_of("object a: sphere 1; end");
    tn_gltf *g = tn_gltf_begin();
    assert_int_equal(tn_gltf_frame(g, v, &message), TN_OK);
    assert_int_equal(tn_gltf_frame(g, v, &message), TN_WRONG_USE);
    assert_string_equal(message, "views must be added in order of time: 0 s is not later than 0 s");
    free(message);
    assert_int_equal(tn_gltf_end(g, "no/such/folder/a.glb", &message), TN_NO_FILE);
    free(message);
    tn_gltf_cancel(NULL);
    tn_view_free(v);
    tn_view_free(NULL);
    assert_null(tn_view_take(NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_options), cmocka_unit_test(no_driver),    cmocka_unit_test(wrong_files),
        cmocka_unit_test(wrong_plots),   cmocka_unit_test(wrong_scenes),
    };
    return cmocka_run_group_tests_name("bad input", tests, NULL, NULL);
}
