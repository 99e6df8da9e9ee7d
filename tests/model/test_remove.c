/* test_remove.c: everything of every example is removed by id, one thing after the other in orders by seeds: what is used is
 * kept with a sentence, what is left can be written and read and goes on to the same bits, undo brings all of it back. */
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

static const tn_thing none = {.type = TN_THING_NONE};

static tn_world *read_or_fail(const char *path, const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_scene_read_images(w, tn_read_png);
    tn_status s = text != NULL ? tn_read_text(w, path, text, d) : tn_read_file(w, path, d);
    if (s != TN_OK) {
        char *said = tn_diagnostics_text(d, 0);
        fail_msg("%s: %s%s", path, said, text != NULL ? text : "");
    }
    tn_diagnostics_free(d);
    return w;
}

static unsigned pick(uint64_t *seed, unsigned n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*seed >> 33) % n;
}

/* ---- consistency ---- */

static void same_text(const char *a, const char *b, const char *path, const char *what)
{
    size_t i = 0;
    if (strcmp(a, b) == 0)
        return;
    while (a[i] == b[i])
        i++;
    while (i > 0 && a[i - 1] != '\n')
        i--;
    fail_msg("%s: %s differs: %.100s | %.100s", path, what, a + i, b + i);
}

static double apart(tn_vec3 a, tn_vec3 b) { return fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z); }

static void same_pose(tn_world *a, tn_world *b, int i, double within, const char *path)
{
    tn_pose p, q;
    tn_object x = tn_object_at(a, i), y = tn_object_find(b, tn_object_name(a, x));
    if (!tn_object_present(a, x) || tn_object_is_variable(a, x))
        return;
    if (tn_object_pose(a, x, &p) != TN_OK) /* a curve has none */
        return;
    if (tn_object_pose(b, y, &q) != TN_OK)
        fail_msg("%s: %s is not in the world that was read", path, tn_object_name(a, x));
    if (apart(p.position, q.position) > within || apart(p.velocity, q.velocity) > within)
        fail_msg("%s: %s is elsewhere in the world that was read at t = %.17g", path, tn_object_name(a, x), tn_time(a));
}

/* What is left is written, read, written again the same, and goes on to the same bits from the start; in the middle of a run
 * an adaptive integrator may take steps that differ in their last bits, for the accounts of a run are not written. */
static void check_world(tn_world *w, const char *path, double ahead)
{
    const double within = tn_time(w) == 0 ? 0 : 1e-9;
    tn_describe_begin(w);
    char *text = tn_write_text(w);
    tn_world *again = read_or_fail(path, text);
    char *twice = tn_write_text(again);
    same_text(text, twice, path, "what is written of what was read");
    if (ahead > 0) {
        tn_snapshot *s = tn_snapshot_take(w);
        double until = tn_time(w) + ahead;
        tn_status status = tn_advance(w, until);
        assert_int_equal(tn_advance(again, until), status);
        for (int i = 0; i < tn_object_count(w); i++)
            same_pose(w, again, i, within, path);
        assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
        tn_snapshot_free(w, s);
    }
    free(text);
    free(twice);
    tn_world_free(again);
}

/* ---- removing ---- */

struct list {
    tn_thing at[20000];
    int count;
};

static void list_things(const tn_world *w, struct list *l)
{
    l->count = 0;
    for (tn_thing t = tn_thing_next(w, none); t.type != TN_THING_NONE && l->count < 20000; t = tn_thing_next(w, t))
        if (t.type != TN_THING_SETTINGS)
            l->at[l->count++] = t;
}

/* One after the other until nothing can be removed any more, or `most` are gone; how many were. */
static int remove_all(tn_world *w, const char *path, uint64_t *seed, int most, int check_every)
{
    static struct list l;
    int removed = 0, refused = 0;
    list_things(w, &l);
    while (l.count > 0 && removed < most) {
        int i = (int)pick(seed, (unsigned)l.count);
        char *message;
        tn_thing t = l.at[i];
        if (!tn_thing_valid(w, t)) { /* the points of an object went with it */
            l.at[i] = l.at[--l.count];
            continue;
        }
        if (tn_remove(w, t, &message) != TN_OK) {
            assert_non_null(message);
            assert_true(tn_thing_valid(w, t));
            if (++refused > 200 * l.count + 1000)
                fail_msg("%s: %d things cannot be removed, among them %s '%s': %s", path, l.count, tn_thing_kind(w, t),
                         tn_thing_name(w, t), message);
            free(message);
            continue;
        }
        assert_null(message);
        assert_false(tn_thing_valid(w, t));
        assert_int_equal(tn_remove(w, t, NULL), TN_WRONG_USE);
        l.at[i] = l.at[--l.count];
        removed++;
        refused = 0;
        if (removed % check_every == 0)
            check_world(w, path, 0.02);
    }
    return removed;
}

static int total;

static void one_scene(const char *path, uint64_t seed)
{
    tn_world *w = read_or_fail(path, NULL);
    static struct list l;
    list_things(w, &l);
    const bool large = l.count > 300;
    if (seed % 2 == 0)
        tn_advance(w, 0.01);
    tn_history_keep(w, large ? 50 : 1000, 1u << 30);
    tn_describe_begin(w);
    tn_snapshot *now = tn_snapshot_take(w); /* as an undo finds it: sums over nodes in the same order */
    assert_int_equal(tn_snapshot_restore(w, now), TN_OK);
    tn_snapshot_free(w, now);
    char *before = tn_write_text(w);
    int removed = remove_all(w, path, &seed, large ? 40 : 1000, large ? 20 : l.count / effort(4, 2) + 1);
    if (!large) {
        list_things(w, &l);
        assert_int_equal(l.count, 0);
        assert_int_equal(
            tn_object_count(w) + tn_constraint_count(w) + tn_force_count(w) + tn_probe_count(w) + tn_skin_count(w), 0);
    }
    assert_true(tn_undo_count(w) >= removed); /* a first step may assemble, which is an edit too */
    char *after = tn_write_text(w);
    while (tn_undo_count(w) > 0)
        assert_int_equal(tn_undo(w), TN_OK);
    char *back = tn_write_text(w);
    same_text(back, before, path, "the world after undo");
    while (tn_redo_count(w) > 0)
        assert_int_equal(tn_redo(w), TN_OK);
    free(back);
    back = tn_write_text(w);
    same_text(back, after, path, "the world after redo");
    free(before);
    free(after);
    free(back);
    tn_world_free(w);
    total += removed;
}

static void everything_of_every_example(void **state)
{
    (void)state;
    char folder[1000], path[2100];
    snprintf(folder, sizeof folder, "%s/examples", getenv("SOURCE"));
    DIR *top = opendir(folder);
    assert_non_null(top);
    int scenes = 0;
    for (struct dirent *d; (d = readdir(top)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        DIR *sub = d->d_name[0] != '.' && strchr(d->d_name, '.') == NULL ? opendir(path) : NULL;
        for (struct dirent *e; sub != NULL && (e = readdir(sub)) != NULL;) {
            size_t n = strlen(e->d_name);
            if (n < 3 || strcmp(e->d_name + n - 3, ".tn") != 0)
                continue;
            char scene[4200];
            snprintf(scene, sizeof scene, "%s/%s", path, e->d_name);
            for (int seed = 1; seed <= effort(2, 1); seed++)
                one_scene(scene, (uint64_t)seed);
            scenes++;
        }
        if (sub != NULL)
            closedir(sub);
    }
    closedir(top);
    print_message("%d things of %d scenes\n", total, scenes);
    assert_true(scenes > 40);
}

/* ---- what is used stays ---- */

static const char model[] = "world: until 1; end\n"
                            "let k = 3; let f(x) = k*x; nail hook 0 0 3; path loop(t) = (cos(t), 0, f(1));\n"
                            "surface bowl(x, y, z) = x^2 + y^2 - z;\n"
                            "curve bow(r; u) = (r*cos(u), r*sin(u), 0);\n"
                            "object a: rod 1 0.05; position 0 0 2; end object b: rod 1 0.05; end\n"
                            "object c: bow r 1; end object driven: sphere 0.1; kernel path loop; end\n"
                            "object later: particle 1; position 9 0 0; end\n"
                            "point tip of a 0 0 0.5;\n"
                            "constraint hip: revolute a b a.tip (0, 1, 0); end\n"
                            "constraint top: connect a.end1 hook; end\n"
                            "force pull: push a.tip (0, k, 0); end\n"
                            "on-surface later.center bowl;\n"
                            "skin fur over a b;\n"
                            "probe angle-of-hip = angle(hip);\n"
                            "trace a.tip; camera from 5 0 0 to b.center; show forces;\n"
                            "at 0.5: off pull; let k = 4; end\n"
                            "at 0.7: object born: particle 1; end end\n";

static tn_thing find(const tn_world *w, tn_thing_type type, const char *name)
{
    tn_thing t = tn_thing_find(w, type, name);
    assert_int_equal(t.type, type);
    return t;
}

static void refused(tn_world *w, tn_thing t, const char *expected)
{
    char *message;
    assert_int_equal(tn_remove(w, t, &message), TN_WRONG_USE);
    assert_string_equal(message, expected);
    free(message);
}

static void removed(tn_world *w, tn_thing t)
{
    char *message;
    if (tn_remove(w, t, &message) != TN_OK)
        fail_msg("%s '%s': %s", tn_thing_kind(w, t), tn_thing_name(w, t), message);
}

static void what_is_used_stays(void **state)
{
    (void)state;
    tn_world *w = read_or_fail("test", model);
    tn_thing events[2] = {tn_thing_at(w, TN_THING_EVENT, 0), tn_thing_at(w, TN_THING_EVENT, 1)};
    tn_thing looks[3];
    for (int i = 0; i < 3; i++)
        looks[i] = tn_thing_at(w, TN_THING_LOOK, i);
    refused(w, tn_thing_at(w, TN_THING_SETTINGS, 0), "a world has settings: they can be changed, and not removed");
    refused(w, none, "there is no such thing");
    refused(w, find(w, TN_THING_NAME, "k"), "let 'f' uses it");
    refused(w, find(w, TN_THING_NAME, "f"), "path 'loop' uses it");
    refused(w, find(w, TN_THING_NAME, "loop"), "sphere 'driven' uses it");
    refused(w, find(w, TN_THING_NAME, "bow"), "bow 'c' uses it");
    refused(w, find(w, TN_THING_NAME, "bowl"), "a 'on-surface' without a name uses it");
    refused(w, find(w, TN_THING_NAME, "hook"), "connect 'top' uses it");
    refused(w, find(w, TN_THING_OBJECT, "b"), "revolute 'hip' uses it");
    refused(w, find(w, TN_THING_CONSTRAINT, "hip"), "probe 'angle-of-hip' uses it");
    refused(w, find(w, TN_THING_FORCE, "pull"), "a 'at' without a name uses it");
    refused(w, tn_thing_at(w, TN_THING_POINT, 0), "revolute 'hip' uses it");
    refused(w, events[1], "it will create something: remove that first");
    removed(w, find(w, TN_THING_PROBE, "angle-of-hip"));
    removed(w, find(w, TN_THING_CONSTRAINT, "hip"));
    refused(w, tn_thing_at(w, TN_THING_POINT, 0), "push 'pull' uses it");
    removed(w, events[0]);
    assert_true(tn_thing_valid(w, events[1]));
    removed(w, find(w, TN_THING_FORCE, "pull"));
    refused(w, tn_thing_at(w, TN_THING_POINT, 0), "a 'trace' without a name uses it");
    unsigned show = 0;
    tn_scene_show(w, &show);
    assert_true((show & TN_SHOW_TRACES) != 0 && (show & TN_SHOW_FORCES) != 0);
    removed(w, looks[0]);
    removed(w, looks[2]);
    show = 0;
    tn_scene_show(w, &show);
    assert_true(show == 0);
    assert_true(tn_thing_valid(w, looks[1]));
    removed(w, tn_thing_at(w, TN_THING_POINT, 0));
    removed(w, find(w, TN_THING_OBJECT, "born"));
    removed(w, events[1]);
    check_world(w, "test", 0.1);
    tn_world_free(w);
}

/* A pair that no longer touches, and a skin that is not drawn: the effect goes with the statement. */
static void effects_go_too(void **state)
{
    (void)state;
    tn_world *w = read_or_fail("test", "world: gravity 10; end object ground: plane; end\n"
                                       "object ball: sphere 0.1; position 0 0 0.1; end contact friction 0.5;");
    tn_pose p;
    assert_int_equal(tn_advance(w, 0.5), TN_OK);
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "ball"), &p), TN_OK);
    assert_true(p.position.z > 0.09);
    tn_history_keep(w, 10, 1u << 20);
    removed(w, tn_thing_at(w, TN_THING_CONTACT, 0));
    assert_int_equal(tn_thing_count(w, TN_THING_CONTACT), 0);
    assert_int_equal(tn_advance(w, 1), TN_OK);
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "ball"), &p), TN_OK);
    assert_true(fabs(p.position.z - (0.1 - 10 * 0.125)) < 0.02);
    assert_int_equal(tn_undo(w), TN_OK);
    assert_int_equal(tn_thing_count(w, TN_THING_CONTACT), 1);
    assert_int_equal(tn_advance(w, 1), TN_OK);
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "ball"), &p), TN_OK);
    assert_true(p.position.z > 0.09);
    tn_world_free(w);
}

/* Adding them is undone and done again. */
static void undo_of_traces_and_skins(void **state)
{
    (void)state;
    tn_world *w = read_or_fail("test", "object a: rod 1 0.05; end object b: rod 1 0.05; position 0 0 1; end");
    tn_history_keep(w, 10, 1u << 20);
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(tn_read_text(w, "more", "trace a.end1; skin fur over a b;", d), TN_OK);
    char *with = tn_write_text(w);
    unsigned show = 0;
    assert_int_equal(tn_undo(w), TN_OK);
    tn_scene_show(w, &show);
    assert_true(tn_skin_count(w) == 0 && tn_thing_count(w, TN_THING_SKIN) == 0 && show == 0);
    assert_int_equal(tn_redo(w), TN_OK);
    tn_scene_show(w, &show);
    assert_true(tn_skin_count(w) == 1 && tn_thing_count(w, TN_THING_SKIN) == 1 && show == TN_SHOW_TRACES);
    char *again = tn_write_text(w);
    assert_string_equal(with, again);
    free(with);
    free(again);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_used_stays), cmocka_unit_test(effects_go_too),
                                       cmocka_unit_test(undo_of_traces_and_skins),
                                       cmocka_unit_test(everything_of_every_example)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
