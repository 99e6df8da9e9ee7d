/* test_jello.c: affine bodies in pictures and glTF files: a drawing's shapes, in their colours, deformed with the body. */
#include "drawing.h"

#include <stdlib.h>

/* A green square with a red disc in its upper right quarter, in the plane of x and z, stretched to twice its width and
 * sheared upwards: (x, z) → (2 x, z + x/2). */
static tn_view *sheet(void)
{
    FILE *f = fopen("sheet.svg", "w");
    assert_non_null(f);
    fputs("<svg><rect x='-50' y='-50' width='100' height='100' fill='#20a040'/>"
          "<circle cx='25' cy='-25' r='15' fill='#d02020'/></svg>",
          f);
    fclose(f);
    return view_of("object s: jello \"sheet.svg\" scale 0.01; stiffness 9; rotation 1 0 0 (pi/2);\n"
                   "  nodes 0 0  2 0.5  0 1; end\n");
}

static void shapes_are_deformed(void **state)
{
    (void)state;
    tn_picture_options o = plain_options(200, 200);
    tn_view *v = sheet();
    tn_picture *p = picture_or_skip(&o);
    draw(p, v);
    const unsigned char *pixels = tn_picture_pixels(p, NULL, NULL);
    static const struct {
        double x, z; /* where it lies in the drawing, m */
        char color;
    } look[] = {{0.25, 0.25, 'r'},  {0.35, 0.3, 'r'},  {-0.25, 0.25, 'g'}, {0.45, -0.45, 'g'},
                {-0.45, 0.45, 'g'}, {0.25, 0.45, 'g'}, {0.55, 0, '-'},     {0.2, 0.6, '-'}};
    for (int i = 0; i < 8; i++) {
        double x, y;
        assert_true(tn_picture_project(p, v3(2 * look[i].x, 0, look[i].z + look[i].x / 2), &x, &y));
        const unsigned char *c = pixel(pixels, 200, x, y);
        char met = c[0] > c[1] + 40 ? 'r' : c[1] > c[0] + 40 ? 'g' : '-';
        if (met != look[i].color)
            fail_msg("%g %g: %c (%d %d %d)", look[i].x, look[i].z, met, c[0], c[1], c[2]);
    }
    tn_picture_free(p);
    tn_view_free(v);
}

static void bounds_follow(void **state)
{
    (void)state;
    tn_view *v = sheet();
    tn_bounds b = {0};
    tn_bounds_add(&b, v);
    assert_true(fabs(b.low.x + 1) < 1e-9 && fabs(b.high.x - 1) < 1e-9);
    assert_true(fabs(b.low.z + 0.75) < 1e-9 && fabs(b.high.z - 0.75) < 1e-9);
    tn_view_free(v);
}

/* The map is in the weights of the nine targets: D − 1 by rows, D = (2 e_x + ½ e_z, −e_y (the normal), e_z) as columns. */
static void in_gltf(void **state)
{
    (void)state;
    char *message = NULL;
    tn_view *v = sheet();
    tn_gltf *g = tn_gltf_begin();
    assert_int_equal(tn_gltf_frame(g, v, &message), TN_OK);
    assert_int_equal(tn_gltf_end(g, "sheet.glb", &message), TN_OK);
    size_t size = 0;
    unsigned char *bytes = file_bytes("sheet.glb", &size);
    char *json = calloc(size + 1, 1);
    for (size_t i = 0; i < size; i++) /* a text to search in */
        json[i] = bytes[i] == 0 ? ' ' : (char)bytes[i];
    const char *at = strstr(json, "\"weights\":[");
    assert_non_null(at);
    assert_non_null(strstr(json, "\"COLOR_0\""));
    assert_non_null(strstr(json, "\"targets\":["));
    const double map[9] = {2, 0, 0, 0, 0, -1, 0.5, 1, 0}; /* rows x, y, z; columns: the body's x, y and normal */
    at += strlen("\"weights\":[");
    for (int k = 0; k < 9; k++) {
        char *end;
        double weight = strtod(at, &end);
        if (!(fabs(weight - (map[k] - (k % 4 == 0))) < 1e-8))
            fail_msg("weight %d is %.9g", k, weight);
        at = end + 1;
    }
    free(json);
    free(bytes);
    tn_view_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_deformed),
        cmocka_unit_test(bounds_follow),
        cmocka_unit_test(in_gltf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
