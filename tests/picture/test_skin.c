/* test_skin.c: flexible objects in pictures: the surface follows the nodes, and its colours show the deformation. */
#include "drawing.h"

/* Half a block that is stretched to twice its length along x, and half of one at rest. */
static const char stretched[] =
    "object b: block 2 1 1; size 1 1 1; stiffness 100; color 0.3 0.5 0.4;\n"
    "  nodes -1 -0.5 -0.5  0 -0.5 -0.5  0.5 -0.5 -0.5  -1 0.5 -0.5  0 0.5 -0.5  0.5 0.5 -0.5\n"
    "        -1 -0.5 0.5   0 -0.5 0.5   0.5 -0.5 0.5   -1 0.5 0.5   0 0.5 0.5   0.5 0.5 0.5; end\n";

static void bounds_follow_the_nodes(void **state)
{
    (void)state;
    tn_view *v = view_of(stretched);
    tn_bounds b = {0};
    tn_bounds_add(&b, v);
    assert_true(b.any);
    assert_true(fabs(b.low.x + 1) < 1e-12 && fabs(b.high.x - 0.5) < 1e-12);
    assert_true(fabs(b.low.z + 0.5) < 1e-12 && fabs(b.high.z - 0.5) < 1e-12);
    tn_view_free(v);
}

static void the_surface_is_drawn_where_it_is(void **state)
{
    (void)state;
    tn_picture_options o = plain_options(200, 200);
    tn_view *v = view_of(stretched);
    tn_picture *p = picture_or_skip(&o);
    draw(p, v);
    const unsigned char *pixels = tn_picture_pixels(p, NULL, NULL);
    static const struct {
        double x, z;
        bool inside;
    } look[] = {{-0.9, 0, true}, {-0.5, 0.4, true}, {0.4, -0.4, true},
                {0.7, 0, false}, {-1.15, 0, false}, {0, 0.8, false}};
    for (int i = 0; i < 6; i++) {
        double x, y;
        assert_true(tn_picture_project(p, v3(look[i].x, -0.5, look[i].z), &x, &y));
        const unsigned char *c = pixel(pixels, 200, x, y);
        bool body = c[1] > c[0] + 10; /* green, on a grey background */
        assert_int_equal(body, look[i].inside);
    }
    tn_picture_free(p);
    tn_view_free(v);
}

static void colors_tell_strain_and_volume(void **state)
{
    (void)state;
    tn_picture_options o = plain_options(200, 200);
    tn_view *v = view_of(stretched);
    unsigned char *picture[3];
    for (int k = 0; k < 3; k++) {
        o.show = k == 1 ? TN_SHOW_STRAIN : k == 2 ? TN_SHOW_VOLUME : 0;
        picture[k] = drawn(&o, v);
    }
    /* the left end is stretched, the right one is not: camera looks along y from (0, -5, 0) */
    const unsigned char *left[3], *right[3];
    for (int k = 0; k < 3; k++) {
        left[k] = pixel(picture[k], 200, 45, 100);
        right[k] = pixel(picture[k], 200, 139, 100);
    }
    assert_true(
        near_color(left[0], right[0][0] / 255.0, right[0][1] / 255.0, right[0][2] / 255.0, 12)); /* one colour */
    assert_true(left[1][0] > left[1][2] + 40);                                                   /* red: much strain */
    assert_true(right[1][2] > right[1][0]);                                /* towards blue: little */
    assert_true(left[2][0] > left[2][2] + 40);                             /* red: more volume */
    assert_true(abs(right[2][0] - right[2][2]) < left[2][0] - left[2][2]); /* paler */
    for (int k = 0; k < 3; k++)
        free(picture[k]);
    tn_view_free(v);
}

/* A mesh that a block fills is drawn as the mesh; a glTF file has it too. */
static void a_filled_mesh_is_drawn(void **state)
{
    (void)state;
    FILE *f = fopen("wedge.obj", "w");
    fputs("v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 0 1\nv 1 0 1\n"
          "f 4 3 2 1\nf 1 2 6 5\nf 3 4 5 6\nf 2 3 6\nf 4 1 5\n",
          f);
    fclose(f);
    tn_view *v = view_of("object b: block 4 4 4; mesh \"wedge.obj\" scale 0.5; stiffness 100; end\n");
    tn_bounds b = {0};
    tn_bounds_add(&b, v);
    assert_true(fabs(b.high.z - 0.5) < 1e-12 && fabs(b.low.y + 0.5) < 1e-12);
    char *message = NULL;
    tn_gltf *g = tn_gltf_begin();
    assert_int_equal(tn_gltf_frame(g, v, &message), TN_OK);
    assert_int_equal(tn_gltf_end(g, "wedge.glb", &message), TN_OK);
    size_t size;
    unsigned char *bytes = file_bytes("wedge.glb", &size);
    assert_true(size > 500);
    free(bytes);
    tn_view_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_follow_the_nodes),
        cmocka_unit_test(the_surface_is_drawn_where_it_is),
        cmocka_unit_test(colors_tell_strain_and_volume),
        cmocka_unit_test(a_filled_mesh_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
