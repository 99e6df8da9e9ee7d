/* test_interface.c: the programs of docs/interface.md, line for line (tests/docs/test_interface.sh compares). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <tenon/tenon.h>

static tn_world *pendulum(void)
{
    tn_world *w = tn_world_new();
    tn_def *bar = tn_def_new("object");
    tn_def_set_name(bar, "bar");
    tn_def_add_numbers(tn_def_add_child(bar, "rod"), (double[]){1, 0.02}, 2);
    tn_def_add_numbers(tn_def_add_child(bar, "position"), (double[]){0.5, 0, 0}, 3);
    tn_def_add_numbers(tn_def_add_child(bar, "rotation"), (double[]){0, 1, 0, 1.5707963267948966}, 4);

    tn_def *pin = tn_def_new("connect");
    tn_def_add(pin, "bar.end1", NULL);
    tn_def_add_vector(pin, (tn_vec3){0, 0, 0});

    tn_def *gravity = tn_def_parse("gravity 9.81;", NULL);

    tn_diagnostics *d = tn_diagnostics_new();
    tn_batch *b = tn_batch_new(w, d);
    tn_batch_add(b, pin); /* it may refer to later definitions */
    tn_batch_add(b, bar);
    tn_batch_add(b, gravity);
    if (tn_batch_commit(b) != TN_OK)
        fprintf(stderr, "%s\n", tn_diagnostics_get(d, 0).message);
    tn_batch_free(b);
    tn_diagnostics_free(d);
    tn_def_free(bar);
    tn_def_free(pin);
    tn_def_free(gravity);
    return w;
}

static tn_world *chain(int links)
{
    tn_world *w = tn_world_new();
    tn_def *link = tn_def_parse("object link[i]: rod 0.1 0.01; position 0 0 (-0.1*i); end", NULL);
    tn_def *joint = tn_def_parse("connect link[i].end1 link[i+1].end2;", NULL);
    tn_batch *b = tn_batch_new(w, NULL);
    for (int i = 0; i < links; i++) {
        tn_batch_add_bound(b, link, &(tn_binding){"i", i}, 1);
        if (i + 1 < links)
            tn_batch_add_bound(b, joint, &(tn_binding){"i", i}, 1);
    }
    tn_batch_commit(b);
    tn_batch_free(b);
    tn_def_free(link);
    tn_def_free(joint);
    return w;
}

static void inspect(tn_world *w, tn_thing t)
{
    tn_thing_state now;
    tn_thing_parameter p;
    tn_thing partner[8];
    if (tn_thing_get(w, t, &now) != TN_OK)
        return;
    printf("%s %s%s\n", now.kind, now.label, now.active ? "" : ", which does not act now");
    for (int i = 0; i < tn_thing_partners(w, t, partner, 8) && i < 8; i++)
        printf("  %s\n", tn_thing_name(w, partner[i]));
    for (int i = 0; tn_thing_parameter_at(w, t, i, &p); i++)
        if (p.count > 0)
            printf("  %s %g %s%s\n", p.is->word, p.value[0], p.is->unit, p.is->settable ? "" : " (fixed)");
}

static double highest(tn_world *w)
{
    tn_state *s = tn_state_take(w);
    const double *q = tn_state_numbers(s, TN_STATE_POSITIONS);
    double most = -INFINITY;
    tn_state_number n;
    for (int i = 0; i < tn_state_count(s, TN_STATE_POSITIONS); i++)
        if (tn_state_number_at(s, i, &n) && strcmp(n.coordinate, "z") == 0)
            most = fmax(most, q[n.offset]);
    tn_state_free(s);
    return most;
}

static tn_world *copy(tn_world *w)
{
    tn_world *twin = tn_world_new();
    tn_batch *b = tn_batch_new(twin, NULL);
    tn_describe_begin(w);
    for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
        tn_def *d = tn_describe(w, t);
        if (d != NULL)
            tn_batch_add(b, d);
        tn_def_free(d);
    }
    tn_batch_commit(b);
    tn_batch_free(b);
    return twin;
}

static int viewer_frame(tn_world *w, tn_view **last, uint64_t *known)
{
    tn_view *v = tn_view_take(w, *last); /* shares what has not changed */
    int objects, parts, fetched = 0;
    const tn_view_part *part = tn_view_parts(v, &parts);
    if (tn_view_topology(v) != *known) {
        for (int i = 0; i < parts; i++) {
            tn_triangles t;
            if (tn_view_triangles(v, part[i].mesh, 2, &t) == TN_OK)
                fetched += t.triangles; /* t.position, t.normal, t.corner */
        }
        *known = tn_view_topology(v);
    }
    const tn_view_pose *pose = tn_view_poses(v, &objects);
    for (int i = 0; i < objects; i++)
        printf("object %d at %g %g %g\n", i, pose[i].position.x, pose[i].position.y, pose[i].position.z);
    tn_view_free(*last);
    *last = v;
    return fetched;
}

static tn_handle grab_at(tn_world *w, const tn_view *v, tn_vec3 eye, tn_vec3 pixel, double pixel_angle)
{
    tn_ray r = tn_ray_default();
    r.from = eye;
    r.along = (tn_vec3){pixel.x - eye.x, pixel.y - eye.y, pixel.z - eye.z};
    r.pixel_angle = pixel_angle; /* 2 tan(field of view / 2) / height in pixels */
    tn_hit hit;
    if (tn_pick(v, &r, &hit, 1) == 0)
        return (tn_handle){0, 0};
    return tn_grab(w, hit.object, hit.local, TN_GRAB_SPRING, NULL);
}

static void a_pendulum(void **state)
{
    (void)state;
    tn_world *w = pendulum();
    tn_pose p;
    assert_int_equal(tn_advance(w, 0.4), TN_OK);
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "bar"), &p), TN_OK);
    assert_true(p.center.z < -0.1);
    assert_true(fabs(p.center.x * p.center.x + p.center.z * p.center.z - 0.25) < 1e-8);
    tn_world_free(w);
}

static void a_chain(void **state)
{
    (void)state;
    tn_world *w = chain(50);
    assert_int_equal(tn_object_count(w), 50);
    assert_int_equal(tn_constraint_count(w), 49);
    tn_world_free(w);
}

/* One number of a description changed: another world. */
static void a_copy(void **state)
{
    (void)state;
    tn_world *w = pendulum();
    assert_int_equal(tn_advance(w, 0.5), TN_OK);
    tn_world *twin = copy(w);
    tn_pose p, q;
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(tn_advance(w, 0.5 + 0.1 * i), TN_OK);
        assert_int_equal(tn_advance(twin, 0.5 + 0.1 * i), TN_OK);
        tn_object_pose(w, tn_object_find(w, "bar"), &p);
        tn_object_pose(twin, tn_object_find(twin, "bar"), &q);
        assert_memory_equal(&p.position, &q.position, sizeof p.position);
    }
    tn_world_free(twin);
    tn_world_free(w);
}

static void everything_listed(void **state)
{
    (void)state;
    tn_world *w = pendulum();
    int count = 0;
    for (int i = 0; i < tn_thing_count(w, TN_THING_OBJECT); i++) {
        tn_thing t = tn_thing_at(w, TN_THING_OBJECT, i);
        printf("%s is a %s\n", tn_thing_name(w, t), tn_thing_kind(w, t));
        count++;
    }
    assert_int_equal(count, 1);
    assert_string_equal(tn_thing_kind(w, tn_thing_at(w, TN_THING_FORCE, 0)), "gravity");
    for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t))
        inspect(w, t);
    assert_true(fabs(highest(w)) < 1e-12);
    tn_world_free(w);
}

static bool heavier(tn_source *s, tn_world *w, const char *name, double mass)
{
    tn_place at;
    char *message = NULL;
    if (!tn_source_place(s, w, tn_thing_find(w, TN_THING_OBJECT, name), &at))
        return false;
    tn_status status = tn_source_set(s, &at, "mass", &mass, 1, 0, TN_EDIT_ASK, &message);
    if (status == TN_OK)
        status = tn_source_apply(s, w, NULL, NULL);
    free(message);
    return status == TN_OK;
}

static void test_source(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_source *s = tn_source_text("ball.tn", "object ball: sphere 0.1; mass 2; end # heavy\n");
    assert_int_equal(tn_source_load(s, w, NULL), TN_OK);
    assert_true(heavier(s, w, "ball", 2.5));
    assert_false(heavier(s, w, "box", 2.5));
    assert_string_equal(tn_source_file_text(s, 0, NULL), "object ball: sphere 0.1; mass 2.5; end # heavy\n");
    double mass[6];
    assert_int_equal(tn_object_number(w, tn_object_find(w, "ball"), "mass", mass), 1);
    assert_true(mass[0] == 2.5);
    tn_source_free(s);
    tn_world_free(w);
}

static void a_viewer(void **state)
{
    (void)state;
    tn_world *w = pendulum();
    tn_view *v = NULL;
    uint64_t known = 0;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tn_advance(w, 0.1 * i), TN_OK);
        assert_int_equal(viewer_frame(w, &v, &known) > 0, i == 0); /* shapes are fetched once */
    }
    tn_object bar = tn_object_find(w, "bar");
    tn_pose p;
    assert_int_equal(tn_object_pose(w, bar, &p), TN_OK);
    tn_handle h = grab_at(w, v, (tn_vec3){0, -5, 0}, p.center, 1e-3);
    tn_handle_state s;
    assert_int_equal(tn_handle_get(w, h, &s), TN_OK);
    assert_true(fabs(s.point.x - p.center.x) < 0.03 && fabs(s.point.z - p.center.z) < 0.03);
    assert_int_equal(grab_at(w, v, (tn_vec3){0, -5, 0}, (tn_vec3){0, -5, 1}, 1e-3).generation, 0);
    tn_view_free(v);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum),        cmocka_unit_test(a_chain),  cmocka_unit_test(a_copy),
        cmocka_unit_test(everything_listed), cmocka_unit_test(a_viewer), cmocka_unit_test(test_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
