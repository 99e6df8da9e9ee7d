/* The viewer of examples/c runs, and its picture shows what is there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define main viewer_main
#include "../../examples/c/viewer_frame.c"
#undef main

static void runs(void **state)
{
    (void)state;
    char name[] = "viewer_frame", *arguments[] = {name, NULL};
    assert_int_equal(viewer_main(1, arguments), 0);
}

static void counts_what_it_fetches(void **state)
{
    (void)state;
    struct client c = {0};
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "pendulum", pendulum, NULL), TN_OK);
    tn_view *v = tn_view_take(w, NULL);
    fetch_shapes(&c, v);
    fetch_frame(&c, v);
    assert_true(c.topology == tn_view_topology(v) && c.fetched > 0);
    assert_int_equal(c.trace, 1);
    struct camera camera = look_from_the_front(v, 20);
    tn_ray r = ray_at(&camera, 0, 0);
    assert_true(r.along.y > 0 && r.pixel_angle > 0);
    tn_view_free(v);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs), cmocka_unit_test(counts_what_it_fetches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
