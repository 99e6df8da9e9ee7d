/* test_batch.c: definitions become parts of a world: all or none, in any order, with bindings; and the results. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/model.h"
#include "tenon/tenon.h"

static tn_def *parse(const char *text)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_def *def = tn_def_parse(text, d);
    if (def == NULL)
        fail_msg("%s", tn_diagnostics_get(d, 0).message);
    tn_diagnostics_free(d);
    return def;
}

static void add(tn_batch *b, const char *text)
{
    tn_def *d = parse(text);
    assert_int_equal(tn_batch_add(b, d), TN_OK);
    tn_def_free(d);
}

static void names_before_they_are_declared(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_batch *b = tn_batch_new(w, d);
    add(b, "connect ball.center (0, 0, L);");
    add(b, "object ball: sphere r; position 1 0 L; end");
    add(b, "let L = 2*r;");
    add(b, "let r = 0.25;");
    add(b, "point top of ball 0 0 r;");
    add(b, "probe height = ball.top.z;");
    add(b, "camera from 1 2 3 to ball.center;");
    add(b, "at 1: remove ball; end");
    add(b, "world: tau 0.2; end");
    assert_int_equal(tn_object_count(w), 0);
    assert_int_equal(tn_batch_commit(b), TN_OK);
    static const tn_thing_type types[] = {TN_THING_CONSTRAINT, TN_THING_OBJECT, TN_THING_NAME,
                                          TN_THING_NAME,       TN_THING_POINT,  TN_THING_PROBE,
                                          TN_THING_LOOK,       TN_THING_EVENT,  TN_THING_SETTINGS};
    static const char *const kinds[] = {"connect", "sphere", "let", "let", "point", "probe", "camera", "at", "world"};
    static const char *const names[] = {"", "ball", "L", "r", "top", "height", "", "", ""};
    for (int i = 0; i < 9; i++) {
        tn_thing t = tn_batch_made(b, i);
        assert_int_equal(t.type, types[i]);
        assert_true(tn_thing_valid(w, t));
        assert_string_equal(tn_thing_kind(w, t), kinds[i]);
        assert_string_equal(tn_thing_name(w, t), names[i]);
    }
    assert_int_equal(tn_batch_made(b, 9).type, TN_THING_NONE);
    assert_true(tn_object_valid(w, tn_thing_object(tn_batch_made(b, 1))));
    assert_true(fabs(tn_probe_value(w, 0) - 0.75) < 1e-15);
    assert_true(tn_world_settings(w).tau == 0.2);
    tn_batch_free(b);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

static void all_or_nothing(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_batch *b = tn_batch_new(w, d);
    add(b, "let L = 1;");
    add(b, "object a: sphere L; end");
    add(b, "connect a.center b.center;");
    assert_int_equal(tn_batch_commit(b), TN_WRONG_MODEL);
    assert_int_equal(tn_diagnostics_errors(d), 1);
    assert_null(tn_diagnostics_get(d, 0).file);
    assert_non_null(strstr(tn_diagnostics_get(d, 0).message, "'b'"));
    assert_int_equal(tn_object_count(w), 0);
    assert_int_equal(tn_let_count(w), 0);
    assert_int_equal(tn_thing_count(w, TN_THING_NAME), 0);
    assert_int_equal(tn_batch_commit(b), TN_OK); /* it is empty now */
    add(b, "object a: sphere 1; end");
    assert_int_equal(tn_batch_commit(b), TN_OK);
    assert_int_equal(tn_object_count(w), 1);
    tn_batch_free(b);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

/* One definition with many values; if it changes later, objects keep the definition of when they were added. */
static void bindings(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_batch *b = tn_batch_new(w, NULL);
    tn_def *link = parse("object link[i]: rod 1 0.1; position (i + x) 0 0; end");
    tn_def *joint = parse("constraint j[i]: connect link[i].end2 link[i+1].end1; end");
    for (int i = 0; i < 100; i++) {
        const tn_binding bound[] = {{"i", i}, {"x", 0.5}};
        if (i == 50)
            tn_def_add_vector(tn_def_add_child(link, "velocity"), (tn_vec3){0, 0, 3});
        assert_int_equal(tn_batch_add_bound(b, link, bound, 2), TN_OK);
        if (i < 99)
            assert_int_equal(tn_batch_add_bound(b, joint, bound, 1), TN_OK);
    }
    tn_def_free(link);
    tn_def_free(joint);
    assert_int_equal(tn_batch_commit(b), TN_OK);
    assert_int_equal(tn_object_count(w), 100);
    assert_int_equal(tn_constraint_count(w), 99);
    assert_true(tn_constraint_valid(w, tn_constraint_find(w, "j[7]")));
    tn_pose p;
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "link[42]"), &p), TN_OK);
    assert_true(p.position.x == 42.5 && p.velocity.z == 0);
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "link[50]"), &p), TN_OK);
    assert_true(p.velocity.z == 3);
    tn_batch_free(b);
    tn_world_free(w);
}

/* A let that belongs to what was bound is known to later batches. */
static void bound_lets_stay(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_batch *b = tn_batch_new(w, NULL);
    tn_def *let = parse("let p[i] = (i, t, i*2);");
    for (int i = 1; i <= 3; i++)
        assert_int_equal(tn_batch_add_bound(b, let, &(tn_binding){"i", i}, 1), TN_OK);
    tn_def_free(let);
    assert_int_equal(tn_batch_commit(b), TN_OK);
    tn_batch_free(b);
    assert_int_equal(tn_probe_add(w, "q = p[3].z + p[2].x", NULL), TN_OK);
    assert_true(tn_probe_value(w, 0) == 8);
    tn_world_free(w);
}

/* Objects made later use the values that lets have then. */
static void lets_as_they_are_now(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "text", "let k = 2; let m = 3*k; let f(x) = x + m; at 1: let k = 7; end", NULL),
                     TN_OK);
    static const char *const names[] = {"a", "b", "c"};
    static const double expected[] = {2 + 6 + 7, 5 + 15 + 16, 7 + 21 + 22};
    for (int i = 0; i < 3; i++) {
        char text[100];
        if (i == 1)
            assert_int_equal(tn_let_set(w, "k", 5), TN_OK);
        if (i == 2)
            assert_int_equal(tn_advance(w, 1.5), TN_OK);
        snprintf(text, sizeof text, "object %s: sphere 1; position (k + m + f(1)) 0 0; end", names[i]);
        assert_int_equal(tn_read_text(w, "text", text, NULL), TN_OK);
        tn_pose p;
        assert_int_equal(tn_object_pose(w, tn_object_find(w, names[i]), &p), TN_OK);
        assert_true(p.position.x == expected[i]);
    }
    tn_world_free(w);
}

static void loops_are_definitions(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_def *d = parse("for i = 1 to 4: let x = i/2; object a[i]: sphere 0.1; position x 0 0; end end");
    tn_thing made;
    assert_int_equal(tn_add(w, d, &made, NULL), TN_OK);
    assert_int_equal(made.type, TN_THING_OBJECT);
    assert_string_equal(tn_thing_name(w, made), "a[1]");
    assert_int_equal(tn_object_count(w), 4);
    assert_int_equal(tn_add(w, d, &made, NULL), TN_WRONG_MODEL); /* the names are taken */
    assert_int_equal(made.type, TN_THING_NONE);
    assert_int_equal(tn_object_count(w), 4);
    tn_def_free(d);
    tn_world_free(w);
}

static void misuse(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_def *d = parse("body;");
    assert_null(tn_batch_new(NULL, NULL));
    tn_batch *b = tn_batch_new(w, NULL);
    assert_int_equal(tn_batch_add(NULL, d), TN_WRONG_USE);
    assert_int_equal(tn_batch_add(b, NULL), TN_WRONG_USE);
    assert_int_equal(tn_batch_add_bound(b, d, NULL, 1), TN_WRONG_USE);
    assert_int_equal(tn_batch_add_bound(b, d, &(tn_binding){"no name", 1}, 1), TN_WRONG_USE);
    assert_int_equal(tn_batch_add_bound(b, d, &(tn_binding){NULL, 1}, 1), TN_WRONG_USE);
    assert_int_equal(tn_batch_add_bound(b, d, &(tn_binding){"i", NAN}, 1), TN_WRONG_USE);
    assert_int_equal(tn_batch_commit(NULL), TN_WRONG_USE);
    assert_int_equal(tn_add(NULL, d, NULL, NULL), TN_WRONG_USE);
    assert_int_equal(tn_add(w, NULL, NULL, NULL), TN_WRONG_USE);
    assert_int_equal(tn_add(w, d, NULL, NULL), TN_WRONG_MODEL); /* stands in objects only */
    tn_batch_free(b);
    tn_batch_free(NULL);
    tn_def_free(d);
    tn_world_free(w);
}

/* Statements that no parser produces: refused with a message before they get a meaning. */
static void wrong_shapes(void **state)
{
    (void)state;
    static const char *const words[] = {"let",      "probe",    "path",    "surface",    "curve",   "keep",
                                        "speed",    "minimize", "for",     "at",         "nail",    "point",
                                        "variable", "object",   "force",   "constraint", "skin",    "camera",
                                        "show",     "trace",    "contact", "world",      "include", NULL};
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    for (int i = 0; words[i] != NULL; i++)
        for (int k = 0; k < 8; k++) {
            tn_def *def = tn_def_new(words[i]);
            if ((k & 1) != 0)
                tn_def_set_name(def, "a[1]");
            if ((k & 2) != 0)
                tn_def_add_number(def, 1);
            if ((k & 4) != 0)
                tn_def_add_child(tn_def_add_child(def, "keep"), "let");
            tn_status status = tn_add(w, def, NULL, d);
            assert_true(status == TN_OK || status == TN_WRONG_MODEL);
            assert_true(status == TN_OK || tn_diagnostics_errors(d) > 0);
            tn_def_free(def);
        }
    tn_diagnostics_free(d);
    tn_world_free(w);
}

static void undo_takes_a_batch_back(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_history_keep(w, 10, 1 << 20);
    assert_int_equal(tn_read_text(w, "text", "let L = 1; show forces;", NULL), TN_OK);
    tn_batch *b = tn_batch_new(w, NULL);
    add(b, "let M = L + 1;");
    add(b, "object a: sphere M; end");
    add(b, "show points;");
    assert_int_equal(tn_batch_commit(b), TN_OK);
    tn_thing m = tn_batch_made(b, 0);
    assert_int_equal(tn_undo_count(w), 2);
    assert_int_equal(tn_undo(w), TN_OK);
    assert_int_equal(tn_object_count(w), 0);
    assert_int_equal(tn_thing_count(w, TN_THING_NAME), 1);
    assert_int_equal(tn_thing_count(w, TN_THING_LOOK), 1);
    assert_false(tn_thing_valid(w, m));
    assert_int_equal(tn_redo(w), TN_OK);
    assert_int_equal(tn_thing_count(w, TN_THING_LOOK), 2);
    assert_string_equal(tn_thing_name(w, m), "M");
    tn_batch_free(b);
    tn_world_free(w);
}

/* ---- what a clone shares ---- */

static void shared_names(void **state)
{
    (void)state;
    tn_world *a = tn_world_new(), *b = tn_world_new(), *c = tn_world_new();
    assert_int_equal(tn_read_text(a, "text",
                                  "let L = 2; let f(x) = x*L; for i = 1 to 3: let k = i*L; let p[i] = k + f(t); end "
                                  "path walk: key 0 0 0 0; key 1 1 0 0; end at 5: let L = 3; end",
                                  NULL),
                     TN_OK);
    world_share_scene(a, b);
    world_share_scene(a, c);
    assert_ptr_equal(world_scene(a), world_scene(b));
    world_add_let(b, 2); /* the world's own value of L */
    world_add_let(b, 0);
    assert_int_equal(tn_probe_add(b, "q = p[2] + f(1)", NULL), TN_OK);
    assert_ptr_not_equal(world_scene(a), world_scene(b));
    tn_world_free(a); /* b continues with its own, c with the shared one */
    assert_true(tn_probe_value(b, 0) == 6);
    assert_int_equal(tn_thing_count(c, TN_THING_NAME), tn_thing_count(b, TN_THING_NAME));
    assert_int_equal(tn_read_text(b, "more", "let more = f(2); probe r = p[3] + more;", NULL), TN_OK);
    assert_true(tn_probe_value(b, 1) == 10);
    assert_int_equal(tn_thing_find(c, TN_THING_NAME, "more").type, TN_THING_NONE);
    tn_world_free(c);
    tn_world_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_before_they_are_declared),
        cmocka_unit_test(all_or_nothing),
        cmocka_unit_test(bindings),
        cmocka_unit_test(bound_lets_stay),
        cmocka_unit_test(lets_as_they_are_now),
        cmocka_unit_test(loops_are_definitions),
        cmocka_unit_test(misuse),
        cmocka_unit_test(wrong_shapes),
        cmocka_unit_test(undo_takes_a_batch_back),
        cmocka_unit_test(shared_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
