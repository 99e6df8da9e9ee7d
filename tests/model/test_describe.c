/* test_describe.c: worlds described as definitions and rebuilt, through the public headers only: the same motion to the
 * bit, for every example, at the start, in the middle of a run, and after random edits. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../effort.h"
#include "tenon/picture.h"
#include "tenon/tenon.h"

/* ---- a world and its twin ---- */

static void fail_with(const tn_diagnostics *d, const char *what)
{
    for (int i = 0; i < tn_diagnostics_count(d); i++) {
        char *text = tn_diagnostics_text(d, i);
        print_message("%s", text);
        free(text);
    }
    fail_msg("%s", what);
}

static tn_world *read_or_fail(const char *path, const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_scene_read_images(w, tn_read_png);
    tn_status s = text != NULL ? tn_read_text(w, path, text, d) : tn_read_file(w, path, d);
    if (s != TN_OK)
        fail_with(d, path);
    tn_diagnostics_free(d);
    return w;
}

/* A second world from the description of the first. */
static tn_world *twin_of(tn_world *w, const char *path)
{
    const tn_thing none = {.type = TN_THING_NONE};
    tn_world *twin = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_scene_read_images(twin, tn_read_png);
    tn_batch *b = tn_batch_new(twin, d);
    const char *slash = strrchr(path, '/');
    char folder[1000] = "";
    if (slash != NULL)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    assert_int_equal(tn_batch_folder(b, folder), TN_OK);
    tn_describe_begin(w);
    for (tn_thing t = tn_thing_next(w, none); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
        assert_true(tn_thing_valid(w, t));
        assert_string_not_equal(tn_thing_kind(w, t), "");
        tn_def *def = tn_describe(w, t);
        if (def != NULL && tn_batch_add(b, def) != TN_OK)
            fail_with(d, path);
        tn_def_free(def);
    }
    if (tn_batch_commit(b) != TN_OK)
        fail_with(d, path);
    tn_batch_free(b);
    tn_diagnostics_free(d);
    return twin;
}

/* ---- the numbers of a frame, as the command writes them to CSV ---- */

struct line {
    char *at;
    size_t count, room;
};

static void put_number(struct line *l, double x)
{
    if (l->room - l->count < 40)
        l->at = realloc(l->at, l->room = 2 * l->room + 1000);
    l->count += (size_t)snprintf(l->at + l->count, 40, "%.17g,", x);
}

static void put_pose(struct line *l, tn_world *w, tn_object o)
{
    tn_pose p;
    assert_int_equal(tn_object_pose(w, o, &p), TN_OK);
    const double n[13] = {p.position.x,    p.position.y,    p.position.z, p.orientation.w, p.orientation.x,
                          p.orientation.y, p.orientation.z, p.velocity.x, p.velocity.y,    p.velocity.z,
                          p.spin.x,        p.spin.y,        p.spin.z};
    for (int i = 0; i < 13; i++)
        put_number(l, n[i]);
}

/* Columns of removed objects do not count. */
static struct line frame_of(tn_world *w)
{
    struct line l = {0};
    put_number(&l, tn_time(w));
    for (int i = 0; i < tn_probe_count(w); i++)
        put_number(&l, tn_probe_there(w, i) ? tn_probe_value(w, i) : 0);
    for (int i = 0; i < tn_object_count(w); i++)
        if (tn_object_present(w, tn_object_at(w, i)) && !tn_object_is_variable(w, tn_object_at(w, i)))
            put_pose(&l, w, tn_object_at(w, i));
    return l;
}

static void assert_same_frame(tn_world *a, tn_world *b, const char *path)
{
    assert_int_equal(tn_evaluate(a), tn_evaluate(b)); /* what follows from the state is found */
    struct line x = frame_of(a), y = frame_of(b);
    if (strcmp(x.at, y.at) != 0) {
        size_t i = 0;
        while (x.at[i] == y.at[i])
            i++;
        fail_msg("%s differs at t = %.17g: %.60s and %.60s", path, tn_time(a), x.at + i, y.at + i);
    }
    free(x.at);
    free(y.at);
}

static void advance_both(tn_world *a, tn_world *b, double t, const char *path)
{
    tn_status s = tn_advance(a, t);
    assert_int_equal(tn_advance(b, t), s);
    tn_frame(a);
    tn_frame(b);
    assert_same_frame(a, b, path);
}

/* Frame by frame, to the end or for this many frames. */
static void run_both(tn_world *a, tn_world *b, int most, const char *path)
{
    tn_settings s = tn_world_settings(a);
    double start = tn_time(a), frames = floor((s.until - start) * s.frames + 0.5);
    assert_same_frame(a, b, path);
    for (int k = 1; k <= frames && k <= most; k++)
        advance_both(a, b, k < frames ? start + k / s.frames : s.until, path);
}

/* ---- every example ---- */

static void try_example(const char *path)
{
    tn_world *w = read_or_fail(path, NULL), *twin = twin_of(w, path);
    run_both(w, twin, getenv("TENON_LONG") != NULL ? 1000000 : effort(60, 3), path); /* frames */
    tn_world_free(twin);
    twin = twin_of(w, path); /* as it is at the end */
    char *text = tn_write_text(w);
    tn_world *third = twin_of(twin, path);
    char *again = tn_write_text(third);
    assert_string_equal(text, again);
    free(text);
    free(again);
    tn_world_free(third);
    tn_world_free(twin);
    tn_world_free(w);
}

static int try_folder(const char *folder)
{
    int count = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        size_t n = strlen(e->d_name);
        char path[2000];
        if (n < 4 || strcmp(e->d_name + n - 3, ".tn") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        try_example(path);
        count++;
    }
    if (d != NULL)
        closedir(d);
    return count;
}

static void every_example(void **state)
{
    (void)state;
    const char *source = getenv("SOURCE");
    char path[800], folder[1100];
    int count = 0;
    snprintf(path, sizeof path, "%s/examples", source != NULL ? source : ".");
    DIR *d = opendir(path);
    if (d == NULL)
        fail_msg("no examples in %s", path);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(folder, sizeof folder, "%s/%s", path, e->d_name);
        count += try_folder(folder);
    }
    closedir(d);
    assert_true(count > 40);
}

/* ---- random edits ---- */

static const char *const scene =
    "world: integrator rk4; step 0.005; gravity 9.81; until 1; frames 50; end let k = 40; let f(x) = x*k;\n"
    "for i = 1 to 6: object l[i]: rod 0.3 0.02; position (0.3*i) 0 1; rotation 0 1 0 (pi/2); end end\n"
    "for i = 1 to 5: constraint j[i]: connect l[i].end2 l[i+1].end1; tau 0.05; end end\n"
    "constraint top: revolute l[1] world l[1].end1 (0, 1, 0) min (-2) max 2 bounce 0.3; end\n"
    "object b: compound: sphere 0.1; rod 0.4 0.02; offset 0 0 0.2; density 300; end position 3 0 1; end\n"
    "object p: particle 2; position 4 0 1; velocity 0 1 0; end variable x 3; keep p.center.z >= 0.2;\n"
    "force s: spring l[6].center b.center stiffness (f(1)) rest 0.2; end force d: drag on p linear 0.3; end\n"
    "point hook of b 0.1 0 0; path loop(t) = (3 + sin(t), cos(t), 1); constraint c: connect b.hook loop; end\n"
    "at 0.31: off c; set stiffness s 20; let k = 30; end at 0.6: remove p; end\n"
    "at 0.5: object late: sphere 0.1; position 0 3 0; end force g: push late.center (0, 0, 1); end end\n"
    "probe e = energy; probe a = angle(top); contact between b p friction 0.2; camera from 1 2 3 to b.center;";

static unsigned random_number(unsigned *seed) { return (*seed = *seed * 1664525u + 1013904223u) >> 8; }

/* The same edit on both worlds, by names; if one refuses it, so does the other. */
static void edit_both(tn_world *a, tn_world *b, unsigned *seed, int number)
{
    tn_world *w[2] = {a, b};
    unsigned what = random_number(seed) % 7, which = random_number(seed);
    char name[40], text[200];
    tn_status status[2];
    for (int k = 0; k < 2; k++) {
        const double x[3] = {0.01 * (which % 100), 1, 2};
        snprintf(name, sizeof name, "j[%u]", 1 + which % 5);
        tn_def *def = NULL;
        switch (what) {
        case 0:
            status[k] = tn_constraint_switch(w[k], tn_constraint_find(w[k], name), which % 2 == 0);
            break;
        case 1:
            status[k] =
                tn_constraint_set(w[k], tn_constraint_find(w[k], name), "tau", (double[]){0.02 + x[0]}, 1, NULL);
            break;
        case 2:
            snprintf(name, sizeof name, "l[%u]", 1 + which % 6);
            status[k] = tn_object_set(w[k], tn_object_find(w[k], name), "velocity", x, 3, NULL);
            break;
        case 3:
            snprintf(text, sizeof text, "object n%d: sphere 0.05; position %u 5 0; velocity 0 0 1; end", number,
                     which % 7);
            def = tn_def_parse(text, NULL);
            status[k] = tn_add(w[k], def, NULL, NULL);
            break;
        case 4:
            status[k] = tn_let_set(w[k], "k", 20 + which % 50);
            break;
        case 5:
            status[k] = tn_constraint_remove(w[k], tn_constraint_find(w[k], name));
            break;
        default:
            status[k] = tn_force_set(w[k], tn_force_find(w[k], "s"), "stiffness", (double[]){10 + x[0]}, 1, NULL);
            break;
        }
        tn_def_free(def);
    }
    assert_int_equal(status[0], status[1]);
}

static void random_edits(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= (unsigned)effort(40, 6); seed++) {
        unsigned random = seed * 7919;
        char name[40];
        snprintf(name, sizeof name, "seed %u", seed);
        tn_world *w = read_or_fail("edits", scene), *twin = twin_of(w, "");
        for (int i = 1; i <= 8; i++) {
            for (int k = 0; k < 3; k++)
                edit_both(w, twin, &random, 10 * i + k);
            assert_same_frame(w, twin, name);
            if (i % 3 == 0) { /* a twin of the twin, as it is now */
                tn_world *next = twin_of(twin, "");
                tn_describe_begin(w);
                tn_world_free(twin);
                twin = next;
            }
            advance_both(w, twin, tn_time(w) + 0.1, name);
        }
        tn_world_free(twin);
        tn_world_free(w);
    }
}

/* ---- single objects ---- */

static void assert_describes(tn_world *w, tn_thing t, const char *expected)
{
    tn_def *d = tn_describe(w, t);
    char *text = tn_def_print(d);
    assert_string_equal(text, expected);
    free(text);
    tn_def_free(d);
}

static void things_by_name(void **state)
{
    (void)state;
    tn_world *w = read_or_fail("edits", scene);
    assert_describes(w, tn_thing_find(w, TN_THING_NAME, "f"), "let f(x) = x*k;\n");
    assert_describes(w, tn_thing_find(w, TN_THING_PROBE, "a"), "probe a = angle(top);\n");
    assert_describes(w, tn_thing_find(w, TN_THING_OBJECT, "x"), "variable x 3;\n");
    assert_describes(w, tn_thing_find(w, TN_THING_CONSTRAINT, "j[2]"),
                     "constraint j[2]:\n  connect l[2].end2 l[3].end1;\n  tau 0.05;\nend\n");
    assert_describes(w, tn_thing_find(w, TN_THING_OBJECT, "late"),
                     "at 0.5:\n  object late:\n    sphere 0.1;\n    density 1000;\n    position 0 3 0;\n  end\nend\n");
    assert_describes(w, tn_thing_at(w, TN_THING_POINT, 0), "point hook of b 0.1 0 0;\n");
    assert_describes(w, tn_thing_at(w, TN_THING_LOOK, 0), "camera from 1 2 3 to b.center;\n");
    assert_describes(w, tn_thing_at(w, TN_THING_EVENT, 0),
                     "at 0.31:\n  off c;\n  set stiffness s 20;\n  let k = 30;\nend\n");
    assert_string_equal(tn_thing_kind(w, tn_thing_find(w, TN_THING_CONSTRAINT, "top")), "revolute");
    assert_string_equal(tn_thing_kind(w, tn_thing_find(w, TN_THING_OBJECT, "b")), "compound");
    assert_string_equal(tn_thing_kind(w, tn_thing_find(w, TN_THING_FORCE, "s")), "spring");
    tn_thing stale = tn_thing_find(w, TN_THING_OBJECT, "p");
    assert_int_equal(tn_object_remove(w, tn_thing_object(stale)), TN_OK);
    assert_false(tn_thing_valid(w, stale));
    assert_null(tn_describe(w, stale));
    assert_null(tn_describe(w, (tn_thing){.type = TN_THING_NONE}));
    assert_null(tn_describe(NULL, stale));
    assert_null(tn_describe(w, (tn_thing){.type = TN_THING_PROBE, .slot = 1000, .generation = 1}));
    assert_string_equal(tn_thing_name(w, stale), "");
    assert_int_equal(tn_thing_at(w, TN_THING_OBJECT, -1).type, TN_THING_NONE);
    assert_int_equal(tn_thing_count(NULL, TN_THING_OBJECT), 0);
    tn_world_free(w);
}

/* Parameters with what their tables say, and their numbers. */
static void parameters(void **state)
{
    (void)state;
    tn_world *w = read_or_fail("edits", scene);
    static const struct {
        tn_thing_type type;
        const char *name, *word, *unit;
        int count;
        double value;
    } expected[] = {
        {TN_THING_OBJECT, "p", "mass", "kg", 1, 2},       {TN_THING_OBJECT, "p", "velocity", "m/s", 3, 0},
        {TN_THING_OBJECT, "x", "value", "1", 1, 3},       {TN_THING_CONSTRAINT, "j[1]", "tau", "s", 1, 0.05},
        {TN_THING_CONSTRAINT, "top", "max", NULL, 1, 2},  {TN_THING_FORCE, "s", "rest", "m", 1, 0.2},
        {TN_THING_SETTINGS, NULL, "step", "s", 1, 0.005}, {TN_THING_SETTINGS, NULL, "frames", NULL, 1, 50},
    };
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        tn_thing t = expected[k].name != NULL ? tn_thing_find(w, expected[k].type, expected[k].name)
                                              : tn_thing_at(w, expected[k].type, 0);
        tn_thing_parameter p;
        int i = 0, found = 0;
        for (; tn_thing_parameter_at(w, t, i, &p); i++) {
            assert_non_null(p.is->word);
            assert_true(p.count >= 0 && p.count <= 6);
            if (strcmp(p.is->word, expected[k].word) != 0)
                continue;
            found++;
            assert_int_equal(p.count, expected[k].count);
            assert_true(p.value[0] == expected[k].value);
            if (expected[k].unit != NULL)
                assert_string_equal(p.is->unit, expected[k].unit);
        }
        if (found != 1)
            fail_msg("%s: %d times", expected[k].word, found);
    }
    tn_thing_parameter p;
    assert_false(tn_thing_parameter_at(w, tn_thing_at(w, TN_THING_PROBE, 0), 0, &p));
    assert_false(tn_thing_parameter_at(w, tn_thing_at(w, TN_THING_OBJECT, 0), -1, &p));
    assert_false(tn_thing_parameter_at(NULL, tn_thing_at(w, TN_THING_OBJECT, 0), 0, &p));
    assert_false(tn_thing_parameter_at(w, tn_thing_at(w, TN_THING_OBJECT, 0), 0, NULL));
    tn_world_free(w);
}

/* A surface that is in no file: it is described by its numbers, and rebuilt identically. */
static void mesh_from_memory(void **state)
{
    (void)state;
    static const double vertex[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.7};
    static const double triangle[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    tn_world *w = tn_world_new();
    tn_def *d = tn_def_new("object");
    tn_def_set_name(d, "tetrahedron");
    tn_def *mesh = tn_def_add_child(d, "mesh");
    assert_int_equal(tn_def_add_numbers(tn_def_add_child(mesh, "vertices"), vertex, 12), TN_OK);
    tn_def *triangles = tn_def_add_child(mesh, "triangles");
    assert_int_equal(tn_def_add_numbers(triangles, triangle, 12), TN_OK);
    tn_thing made;
    assert_int_equal(tn_add(w, d, &made, NULL), TN_OK);
    tn_pose p;
    assert_int_equal(tn_object_pose(w, tn_thing_object(made), &p), TN_OK);
    assert_true(fabs(p.mass - 1000 * 0.7 / 6) < 1e-10);
    tn_world *twin = twin_of(w, "");
    assert_same_frame(w, twin, "mesh");
    char *text = tn_write_text(w), *again = tn_write_text(twin);
    assert_string_equal(text, again);
    tn_world *read = read_or_fail("mesh", text);
    assert_same_frame(w, read, "mesh");
    free(text);
    free(again);
    tn_world_free(read);
    tn_world_free(twin);
    static const double wrong[][12] = {{0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 4},
                                       {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 0.5},
                                       {0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3},
                                       {0, 2, 1, 0, 1, 3, 1, 2, 3, 3, 3, 2}};
    tn_def_set_name(d, "other");
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 12; k++)
            assert_int_equal(tn_def_set_number(triangles, k, wrong[i][k]), TN_OK);
        assert_int_equal(tn_add(w, d, NULL, NULL), TN_WRONG_MODEL);
    }
    tn_def_free(d);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_by_name), cmocka_unit_test(parameters),    cmocka_unit_test(mesh_from_memory),
        cmocka_unit_test(random_edits),   cmocka_unit_test(every_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
