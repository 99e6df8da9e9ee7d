/* test_remove.c: everything of every example is removed by id, one thing after the other in orders by seeds, through each of the
 * functions that remove and by the timeline: what refers to it goes with it and nothing else does, what is left can be
 * written and read and goes on to the same bits, undo brings all of it back. */
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
#include "../kinds/stage.h"
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

/* Through one of the functions for its type. */
static tn_status remove_one(tn_world *w, tn_thing t, uint64_t *seed)
{
    if (t.type == TN_THING_OBJECT && pick(seed, 2) == 0)
        return tn_object_remove(w, tn_thing_object(t));
    if (t.type == TN_THING_CONSTRAINT && pick(seed, 2) == 0)
        return tn_constraint_remove(w, tn_thing_constraint(t));
    if (t.type == TN_THING_FORCE && pick(seed, 2) == 0)
        return tn_force_remove(w, tn_thing_force(t));
    char *message;
    tn_status status = tn_remove(w, t, &message);
    assert_null(message);
    return status;
}

static bool is_same(tn_thing a, tn_thing b)
{
    return a.type == b.type && a.slot == b.slot && a.generation == b.generation && a.index == b.index;
}

/* Those that were said to go have gone, and of the others only points of objects that went. */
static void check_gone(const tn_world *w, const struct list *before, const tn_thing *with, int count, const char *path)
{
    for (int i = 0; i < before->count; i++) {
        bool goes = false;
        for (int k = 0; k < count && !goes; k++)
            goes = is_same(before->at[i], with[k]) ||
                   (before->at[i].type == TN_THING_POINT && with[k].type == TN_THING_OBJECT &&
                    before->at[i].slot == with[k].slot);
        if (tn_thing_valid(w, before->at[i]) == goes)
            fail_msg("%s: a thing of type %d %s", path, (int)before->at[i].type,
                     goes ? "was to go and is there" : "went unsaid");
    }
}

/* One after the other until nothing is left, or `most` were removed; how many were. */
static int remove_all(tn_world *w, const char *path, uint64_t *seed, int most, int check_every)
{
    static struct list l;
    static tn_thing with[20001];
    int removed = 0;
    for (list_things(w, &l); l.count > 0 && removed < most; list_things(w, &l)) {
        tn_thing t = l.at[pick(seed, (unsigned)l.count)];
        int count = tn_removed_with(w, t, with + 1, 20000);
        with[0] = t;
        assert_int_equal(remove_one(w, t, seed), TN_OK);
        check_gone(w, &l, with, count + 1, path);
        assert_int_equal(tn_remove(w, t, NULL), TN_WRONG_USE);
        if (++removed % check_every == 0)
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
    int removed = remove_all(w, path, &seed, large ? 40 : 1000, large ? 20 : l.count / effort(6, 3) / 2 + 1);
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

static void each_scene(void (*one)(const char *path, uint64_t seed), int seeds)
{
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
            for (int seed = 1; seed <= seeds; seed++)
                one(scene, (uint64_t)seed);
            scenes++;
        }
        if (sub != NULL)
            closedir(sub);
    }
    closedir(top);
    print_message("%d in %d scenes\n", total, scenes);
    assert_true(scenes > 40);
    total = 0;
}

/* ---- by the timeline ---- */

/* Some of what has a name is removed by events of a text that is added; then it is as if they had never been. */
static void one_timeline(const char *path, uint64_t seed)
{
    tn_world *w = read_or_fail(path, NULL);
    tn_diagnostics *d = tn_diagnostics_new();
    static struct list l;
    list_things(w, &l);
    for (int events = 0, tries = 0; events < 3 && tries < 200 && l.count > 0; tries++) {
        tn_thing t = l.at[pick(&seed, (unsigned)l.count)];
        const char *name = tn_thing_name(w, t);
        char text[300];
        bool fits = t.type == TN_THING_OBJECT || t.type == TN_THING_CONSTRAINT || t.type == TN_THING_FORCE;
        if (!fits || name[0] == '\0')
            continue;
        snprintf(text, sizeof text, "at %.3f: remove %s; end", 0.002 * (1 + pick(&seed, 4)), name);
        events += tn_read_text(w, "more", text, d) == TN_OK; /* one that goes twice, or is not there yet, is refused */
    }
    tn_diagnostics_free(d);
    if (tn_advance(w, 0.01) == TN_OK)
        check_world(w, path, 0.01);
    total++;
    tn_world_free(w);
}

static void everything_of_every_example(void **state)
{
    (void)state;
    each_scene(one_scene, effort(2, 1));
}

static void by_the_timeline(void **state)
{
    (void)state;
    each_scene(one_timeline, effort(3, 1));
}

/* ---- what refers to it ---- */

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

static void removed(tn_world *w, tn_thing t)
{
    char *message;
    if (tn_remove(w, t, &message) != TN_OK)
        fail_msg("%s '%s': %s", tn_thing_kind(w, t), tn_thing_name(w, t), message);
}

/* What goes with a thing of the model above, by names or kinds in alphabetical order. */
static void goes_with(tn_thing_type type, const char *name, const char *expected)
{
    tn_world *w = read_or_fail("test", model);
    tn_thing with[50], t = name != NULL ? find(w, type, name) : tn_thing_at(w, type, 0);
    char found[500] = "";
    const char *label[50];
    int n = tn_removed_with(w, t, with, 50);
    for (int i = 0; i < n; i++)
        label[i] = tn_thing_name(w, with[i])[0] != '\0' ? tn_thing_name(w, with[i]) : tn_thing_kind(w, with[i]);
    for (int i = 0; i < n; i++) {
        int first = i;
        for (int k = i + 1; k < n; k++)
            first = strcmp(label[k], label[first]) < 0 ? k : first;
        const char *swap = label[i];
        label[i] = label[first];
        label[first] = swap;
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i > 0 ? " " : "", label[i]);
    }
    assert_string_equal(found, expected);
    tn_history_keep(w, 10, 1u << 20);
    char *before = tn_write_text(w);
    removed(w, t);
    check_world(w, "test", 0.1);
    assert_int_equal(tn_undo_count(w), 1);
    assert_int_equal(tn_undo(w), TN_OK);
    char *after = tn_write_text(w);
    assert_string_equal(before, after);
    free(before);
    free(after);
    tn_world_free(w);
}

static void what_refers_to_it_goes(void **state)
{
    (void)state;
    goes_with(TN_THING_NAME, "k", "at driven f loop pull");
    goes_with(TN_THING_NAME, "f", "driven loop");
    goes_with(TN_THING_NAME, "loop", "driven");
    goes_with(TN_THING_NAME, "bow", "c");
    goes_with(TN_THING_NAME, "bowl", "on-surface");
    goes_with(TN_THING_NAME, "hook", "top");
    goes_with(TN_THING_OBJECT, "a", "angle-of-hip fur hip pull top trace");
    goes_with(TN_THING_OBJECT, "b", "angle-of-hip camera fur hip");
    goes_with(TN_THING_CONSTRAINT, "hip", "angle-of-hip");
    goes_with(TN_THING_FORCE, "pull", "");
    goes_with(TN_THING_POINT, NULL, "angle-of-hip hip pull trace");
    goes_with(TN_THING_EVENT, NULL, "");
    goes_with(TN_THING_PROBE, "angle-of-hip", "");
    tn_world *w = read_or_fail("test", model);
    char *message;
    assert_int_equal(tn_remove(w, tn_thing_at(w, TN_THING_SETTINGS, 0), &message), TN_WRONG_USE);
    assert_string_equal(message, "a world has settings: they can be changed, and not removed");
    free(message);
    assert_int_equal(tn_remove(w, none, &message), TN_WRONG_USE);
    assert_string_equal(message, "there is no such thing");
    free(message);
    removed(w, tn_thing_at(w, TN_THING_EVENT, 1)); /* what it would bring goes with it */
    assert_int_equal(tn_object_find(w, "born").generation, 0);
    unsigned show = 0;
    tn_scene_show(w, &show);
    assert_true((show & TN_SHOW_TRACES) != 0 && (show & TN_SHOW_FORCES) != 0);
    removed(w, tn_thing_at(w, TN_THING_LOOK, 0));
    removed(w, tn_thing_at(w, TN_THING_LOOK, 1));
    show = 0;
    tn_scene_show(w, &show);
    assert_true(show == 0);
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

static bool same_bits(const tn_pose *p, const tn_pose *q)
{
    return memcmp(&p->center, &q->center, sizeof p->center) == 0 && memcmp(&p->spin, &q->spin, sizeof p->spin) == 0 &&
           memcmp(&p->velocity, &q->velocity, sizeof p->velocity) == 0;
}

/* The world, its clone and the world read from its text move to the same bits. */
static void goes_on_like_its_text(tn_world *w, double ahead, const char *what)
{
    tn_world *clone = tn_world_clone(w);
    char *left = tn_write_text(clone);
    tn_world *again = read_or_fail(what, left);
    const double until = tn_time(w) + ahead;
    free(tn_write_text(w)); /* which begins anew there */
    assert_int_equal(tn_advance(w, until), TN_OK);
    assert_int_equal(tn_advance(clone, until), TN_OK);
    assert_int_equal(tn_advance(again, until), TN_OK);
    for (int o = 0; o < tn_object_count(w); o++) {
        tn_pose p, q, r;
        const tn_object x = tn_object_at(w, o);
        assert_int_equal(tn_object_pose(w, x, &p), TN_OK);
        assert_int_equal(tn_object_pose(clone, tn_object_find(clone, tn_object_name(w, x)), &q), TN_OK);
        assert_int_equal(tn_object_pose(again, tn_object_find(again, tn_object_name(w, x)), &r), TN_OK);
        if (!same_bits(&p, &q) || !same_bits(&p, &r))
            fail_msg("%s: '%s' moves otherwise", what, tn_object_name(w, x));
    }
    free(left);
    tn_world_free(again);
    tn_world_free(clone);
}

/* An event that has lost all it would act on is as if it were not there: no step ends at its time. */
static void events_without_effect(void **state)
{
    (void)state;
    static const char *const events[] = {
        "object z: sphere 0.1; position 9 0 2; end", "remove z;", "set mass z 3;", "off f;", "set stiffness f 5;",
        "force f2: push z.center (0, 0, 1); end"};
    static const char *const settings[] = {"step 0.005;", "step 0.005; integrator rk4;", "integrator adams;"};
    for (size_t e = 0; e < sizeof events / sizeof *events; e++)
        for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
            for (int with_contact = 0; with_contact < 2; with_contact++) {
                char text[1000];
                snprintf(text, sizeof text,
                         "world: gravity 9.81; %s end object b: sphere 0.1; position 0 0 5; velocity 1 0 0; end "
                         "object floor: plane; end %s at 0.04: %s end %s",
                         settings[k],
                         e == 0 ? ""
                                : "object z: sphere 0.1; position 9 0 2; end "
                                  "force f: spring z.center (9, 0, 3) stiffness 3; end",
                         events[e], with_contact ? "contact friction 0.5;" : "");
                tn_world *w = read_or_fail("test", text);
                assert_int_equal(tn_advance(w, 0.03), TN_OK);
                removed(w, tn_thing_of_object(tn_object_find(w, "z")));
                assert_int_equal(tn_thing_count(w, TN_THING_EVENT), 0);
                goes_on_like_its_text(w, 0.02, text);
                tn_world_free(w);
            }
}

/* What an event has removed has no interval any more that a step would end at. */
static void intervals_of_what_is_gone(void **state)
{
    (void)state;
    static const char *const things[] = {"force f: push p.center (1, 0, 0); during 0.2345 0.5; end",
                                         "constraint f: keep p.center.y = 0; during 0.2345 0.5; end"};
    for (int i = 0; i < 2; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "world: until 1; integrator euler; step 0.01; end object p: particle 1; velocity 1 0 0; end "
                 "spring p.center (0, 0, 0) stiffness 100; %s at 0.1: remove f; end",
                 things[i]);
        tn_world *w = read_or_fail("test", text);
        assert_int_equal(tn_advance(w, 0.15), TN_OK);
        goes_on_like_its_text(w, 0.85, text);
        tn_world_free(w);
    }
}

/* A constraint of every kind, and one that has moved, leaves nothing behind: the world goes on to the same bits as its text. */
static void kinds_leave_nothing(void **state)
{
    (void)state;
    const tn_kind *k;
    int removed_kinds = 0;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
        for (int moved = 0; moved < 2 && k->group == TN_KIND_CONSTRAINT && k->example != NULL; moved++) {
            char text[8000];
            snprintf(text, sizeof text, "%sobject arc1: circle 0 0 1; end\n", stage);
            tn_world *w = read_or_fail(k->name, text);
            const int before = tn_thing_count(w, TN_THING_CONSTRAINT);
            if (tn_read_text(w, "example", k->example, NULL) != TN_OK)
                fail_msg("%s: the example cannot be read", k->name);
            if (moved)
                assert_int_equal(tn_advance(w, 0.02), TN_OK);
            while (tn_thing_count(w, TN_THING_CONSTRAINT) > before)
                removed(w, tn_thing_at(w, TN_THING_CONSTRAINT, before));
            char label[80];
            snprintf(label, sizeof label, "%s%s", k->name, moved ? ", moved" : "");
            goes_on_like_its_text(w, 0.03, label);
            removed_kinds++;
            tn_world_free(w);
        }
    assert_true(removed_kinds > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_refers_to_it_goes),      cmocka_unit_test(effects_go_too),
        cmocka_unit_test(undo_of_traces_and_skins),    cmocka_unit_test(kinds_leave_nothing),
        cmocka_unit_test(everything_of_every_example), cmocka_unit_test(by_the_timeline),
        cmocka_unit_test(events_without_effect),       cmocka_unit_test(intervals_of_what_is_gone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
