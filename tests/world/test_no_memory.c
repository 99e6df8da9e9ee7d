/* test_no_memory.c: memory that runs out at any allocation is a status, and the world goes on or is freed whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/reserve.h"
#include "../effort.h"
#include "tenon/tenon.h"

/* ---- memory that fails when it is told to ---- */

struct head {
    struct head *next, *before;
    size_t size, unused;
};

static struct head all = {&all, &all, 0, 0};
static long calls, fail_from, fail_to; /* the allocations in between fail; 0: none */
static size_t used, limit;             /* bytes; limit 0: none */

static bool refuses(size_t more)
{
    calls++;
    return (calls >= fail_from && calls < fail_to) || (limit > 0 && used + more > limit);
}

static void *enter(struct head *h, size_t bytes)
{
    *h = (struct head){all.next, &all, bytes, 0};
    all.next->before = h;
    all.next = h;
    used += bytes;
    return h + 1;
}

static void leave(struct head *h)
{
    h->next->before = h->before;
    h->before->next = h->next;
    used -= h->size;
}

static void *take(void *user, size_t bytes)
{
    (void)user;
    struct head *h = refuses(bytes) ? NULL : malloc(sizeof *h + bytes);
    return h != NULL ? enter(h, bytes) : NULL;
}

static void *resize(void *user, void *p, size_t bytes)
{
    (void)user;
    struct head *h = (struct head *)p - 1;
    if (refuses(bytes > h->size ? bytes - h->size : 0))
        return NULL;
    leave(h);
    return enter(realloc(h, sizeof *h + bytes), bytes);
}

static void give(void *user, void *p)
{
    (void)user;
    leave((struct head *)p - 1);
    free((struct head *)p - 1);
}

static int living(void)
{
    int n = 0;
    for (const struct head *h = all.next; h != &all; h = h->next)
        n++;
    return n;
}

static void memory_is_back(void)
{
    fail_from = fail_to = 0;
    limit = 0;
}

/* ---- calls ---- */

static const char first[] =
    "world: integrator adams; end let k = 2; gravity 9.81; object a: sphere 0.1; mass k; end\n"
    "object b: box 0.2 0.2 0.2; position 1 0 0; end for i = 1 to 4: object c[i]: rod 0.3 0.02; position i 1 0; end "
    "end\n"
    "for i = 1 to 3: connect c[i].end2 c[i+1].end1; end\n"
    "constraint h: revolute world b (1, 0, 0) (0, 0, 1) min -1 max 1; end\n"
    "constraint d: keep norm(a.center - b.center) = 1 + 0.1*sin(t); end\n"
    "force f: spring a.center b.center stiffness 4 rest 0.1; end probe p = a.center.z; point tip of a 0 0 0.1;\n"
    "skin s over a b; at 0.05: off h; end trace a.center;\n";
static const char second[] = "object z: sphere 0.2; position 5 0 0; end object y: box 1 1 1; position 5 2 0; end "
                             "connect z.center y.center; probe q = z.center.x;";
static const char lump[] = "object lump: block 1 1 1; size 0.1 0.1 0.1; stiffness 1000; position 3 0 0; end";

static tn_object find(tn_world *w, const char *name) { return tn_object_find(w, name); }

static tn_status call_read(tn_world *w) { return tn_read_text(w, "m.tn", first, NULL); }
static tn_status call_more(tn_world *w) { return tn_read_text(w, "n.tn", second, NULL); }
static tn_status call_lump(tn_world *w) { return tn_read_text(w, "l.tn", lump, NULL); }
static tn_status call_wrong(tn_world *w)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status s = d == NULL ? TN_NO_MEMORY : tn_read_text(w, "x.tn", "object q: sphare 2; end connect q.center r;", d);
    tn_diagnostics_free(d);
    return s == TN_WRONG_MODEL ? TN_OK : s;
}
static tn_status call_evaluate(tn_world *w) { return tn_evaluate(w); }
static tn_status call_advance(tn_world *w) { return tn_advance(w, tn_time(w) + 0.03); }
static tn_status call_within(tn_world *w) { return tn_advance_within(w, tn_time(w) + 0.03, 1e-5); }
static tn_status call_assemble(tn_world *w) { return tn_assemble(w, NULL); }
static tn_status call_write(tn_world *w)
{
    char *text = tn_write_text(w);
    tn_free(text);
    return text != NULL ? TN_OK : TN_NO_MEMORY;
}
static tn_status call_view(tn_world *w)
{
    tn_view *v = tn_view_take(w, NULL);
    if (v == NULL)
        return TN_NO_MEMORY;
    tn_ray r = tn_ray_default();
    r.from = (tn_vec3){0, 0, 5};
    r.along = (tn_vec3){0, 0, -1};
    tn_hit hits[4];
    tn_pick(v, &r, hits, 4);
    tn_triangles t;
    const tn_status s = tn_view_triangles(v, 0, 1, &t);
    tn_view_free(v);
    return s;
}
static tn_status call_clone(tn_world *w)
{
    tn_world *c = tn_world_clone(w);
    tn_status s = c != NULL ? tn_advance(c, tn_time(c) + 0.02) : TN_NO_MEMORY;
    tn_world_free(c);
    return s;
}
static tn_status call_snapshot(tn_world *w)
{
    tn_snapshot *s = tn_snapshot_take(w);
    const tn_status status = s != NULL ? tn_snapshot_restore(w, s) : TN_NO_MEMORY;
    tn_snapshot_free(w, s);
    return status;
}
static tn_status call_add(tn_world *w)
{
    tn_object_def d = tn_object_default();
    d.shape = "sphere";
    d.size[0] = 0.1;
    d.position = (tn_vec3){9, 0, 0};
    const tn_object o = tn_object_add(w, &d, NULL);
    return o.generation != 0 ? TN_OK : TN_NO_MEMORY;
}
static tn_status call_def(tn_world *w)
{
    tn_def *d = tn_def_parse("force g2: spring a.center b.center stiffness 3; end", NULL);
    const tn_status s = d != NULL ? tn_add(w, d, NULL, NULL) : TN_NO_MEMORY;
    tn_def_free(d);
    return s;
}
static tn_status call_set(tn_world *w) { return tn_object_set(w, find(w, "b"), "mass", (double[]){3}, 1, NULL); }
static tn_status call_let(tn_world *w) { return tn_set(w, "k", "3", NULL); }
static tn_status call_remove(tn_world *w)
{
    const tn_constraint c = tn_constraint_find(w, "d");
    return tn_constraint_valid(w, c) ? tn_constraint_remove(w, c) : TN_OK;
}
static tn_status call_undo(tn_world *w) { return tn_undo_count(w) > 0 ? tn_undo(w) : TN_OK; }
static tn_status call_redo(tn_world *w) { return tn_redo_count(w) > 0 ? tn_redo(w) : TN_OK; }
static tn_status call_grab(tn_world *w)
{
    const tn_handle h = tn_grab(w, find(w, "a"), (tn_vec3){0, 0, 0}, TN_GRAB_SPRING, NULL);
    if (h.generation == 0)
        return TN_NO_MEMORY;
    tn_status s = tn_drag_to(w, h, (tn_vec3){1, 2, 3});
    if (s == TN_OK)
        s = tn_drag_paused(w, h, (tn_vec3){0.1, 0, 0}, NULL);
    return s == TN_OK ? tn_release(w, h) : s;
}
static tn_status call_arrays(tn_world *w)
{
    tn_state *s = tn_state_take(w);
    tn_system *m = tn_system_take(w, NULL);
    const bool whole = s != NULL && m != NULL;
    tn_state_free(s);
    tn_system_free(m);
    return whole ? TN_OK : TN_NO_MEMORY;
}
static tn_status call_source(tn_world *w)
{
    (void)w;
    tn_source *s = tn_source_text("m.tn", first);
    tn_world *own = tn_world_new();
    tn_status status = s != NULL && own != NULL ? tn_source_load(s, own, NULL) : TN_NO_MEMORY;
    tn_place at;
    if (status == TN_OK && tn_source_place(s, own, tn_thing_find(own, TN_THING_OBJECT, "b"), &at)) {
        status = tn_source_set(s, &at, "position", (double[]){1, 0.5, 0}, 3, 0, TN_EDIT_ALL, NULL);
        if (status == TN_OK)
            status = tn_source_apply(s, own, NULL, NULL);
    }
    tn_source_free(s);
    tn_world_free(own);
    return status;
}
static tn_status call_gear(tn_world *w)
{
    tn_settings s = tn_world_settings(w);
    s.integrator = TN_GEAR;
    return tn_world_configure(w, &s);
}
static tn_status call_solve(tn_world *w)
{
    tn_measures m;
    return tn_measure(w, &m);
}

static const struct step {
    const char *name;
    tn_status (*call)(tn_world *w);
    bool changes; /* more than the state of the motion */
} steps[] = {
    {"read", call_read, true},      {"write", call_write, false},     {"evaluate", call_evaluate, false},
    {"measure", call_solve, false}, {"advance", call_advance, false}, {"view", call_view, false},
    {"clone", call_clone, false},   {"arrays", call_arrays, false},   {"more", call_more, true},
    {"wrong", call_wrong, false},   {"within", call_within, false},   {"set", call_set, true},
    {"let", call_let, true},        {"advance", call_advance, false}, {"remove", call_remove, true},
    {"undo", call_undo, true},      {"redo", call_redo, true},        {"add", call_add, true},
    {"def", call_def, true},        {"grab", call_grab, false},       {"snapshot", call_snapshot, false},
    {"source", call_source, false}, {"gear", call_gear, true},        {"advance", call_advance, false},
    {"lump", call_lump, true},      {"advance", call_advance, false}, {"assemble", call_assemble, false},
    {"write", call_write, false},
};
enum { STEPS = (int)(sizeof steps / sizeof *steps) };

/* ---- one failure in one call ---- */

/* A world that has made the steps before `upto`, with memory. */
static tn_world *made_before(int upto)
{
    tn_world *w = tn_world_new();
    assert_non_null(w);
    tn_history_keep(w, 4, 1 << 20);
    for (int i = 0; i < upto; i++)
        if (steps[i].call(w) != TN_OK)
            fail_msg("step %d, %s, with memory: %s", i, steps[i].name, tn_failure(w));
    return w;
}

/* Step i with the k-th allocation in it, and `width` in all, refused. False: the step had fewer. */
static bool one_failure(int i, long k, long width, int *refused)
{
    tn_world *w = made_before(i);
    char *before = tn_write_text(w);
    calls = 0;
    fail_from = k;
    fail_to = k + width;
    const tn_status s = steps[i].call(w);
    const bool reached = calls >= k;
    memory_is_back();
    if (s != TN_OK && s != TN_NO_MEMORY)
        fail_msg("%s, allocation %ld: status %d, %s", steps[i].name, k, (int)s, tn_failure(w));
    assert_true(s == TN_OK || reached);
    *refused += s == TN_NO_MEMORY;
    char *after = tn_write_text(w);
    assert_non_null(after); /* no world is lost */
    if (s == TN_NO_MEMORY && steps[i].changes)
        assert_string_equal(before, after);
    tn_free(before);
    tn_free(after);
    const tn_status again = s == TN_NO_MEMORY ? steps[i].call(w) : TN_OK;
    if (again != TN_OK)
        fail_msg("%s, allocation %ld, once more with memory: status %d, %s", steps[i].name, k, (int)again,
                 tn_failure(w));
    assert_int_equal(tn_advance(w, tn_time(w) + 0.01), TN_OK);
    tn_world_free(w);
    assert_int_equal(living(), 0);
    return reached;
}

static void sweep(long width)
{
    for (int i = 0; i < STEPS; i++) {
        long k = 1, tried = 0;
        int refused = 0;
        const long each = effort(6, 3); /* then a third of the allocations more from one to the next */
        for (; one_failure(i, k, width, &refused); k += k < each ? 1 : k / each)
            tried++;
        print_message("%-9s %4ld of %5ld allocations refused in turn: %d times TN_NO_MEMORY\n", steps[i].name, tried, k,
                      refused);
    }
}

static void one_allocation_fails(void **state)
{
    (void)state;
    sweep(1);
}

static void all_fail_from_one_on(void **state)
{
    (void)state;
    sweep(1L << 40);
}

/* ---- a bound on all memory ---- */

static void worlds_have_a_limit(void **state)
{
    (void)state;
    char text[400];
    int refused = 0;
    for (int n = 200; n <= effort(6400, 1600); n *= 2) {
        tn_world *w = tn_world_new();
        assert_int_equal(tn_read_text(w, "s.tn", "object nail: sphere 0.1; kernel fixed; end", NULL), TN_OK);
        char *before = tn_write_text(w);
        snprintf(
            text, sizeof text,
            "object r[0]: rod 0.1 0.01; end for i = 1 to %d: object r[i]: rod 0.1 0.01; position 0 0 (-0.1*i); end "
            "connect r[i].end1 r[i-1].end2; end",
            n);
        limit = used + (size_t)effort(4 << 20, 2 << 20);
        tn_status s = tn_read_text(w, "c.tn", text, NULL);
        const bool read = s == TN_OK;
        if (read)
            s = tn_advance(w, 0.01);
        assert_true(s == TN_OK || s == TN_NO_MEMORY);
        refused += s == TN_NO_MEMORY;
        memory_is_back();
        char *after = tn_write_text(w);
        assert_non_null(after);
        if (!read)
            assert_string_equal(before, after);
        assert_int_equal(tn_advance(w, 0.01), TN_OK);
        print_message("%5d links: %s\n", n, s == TN_OK ? "fit" : read ? "were read, not advanced" : "were not read");
        tn_free(before);
        tn_free(after);
        tn_world_free(w);
        assert_int_equal(living(), 0);
    }
    assert_true(refused > 0);
}

/* ---- without a reserve ---- */

/* The call ends by a jump. What it was changing is lost, and refused from then on; others are not concerned. */
static void a_lost_world_is_refused(void **state)
{
    (void)state;
    int lost = 0, kept = 0;
    reserve_set_size(0);
    for (int i = 0; i < STEPS; i++)
        for (long k = 2; lost + kept < 900; k = 2 * k + 3) {
            tn_world *other = made_before(2), *w = made_before(i);
            calls = 0;
            fail_from = k;
            fail_to = k + 1;
            const tn_status s = steps[i].call(w);
            const bool reached = calls >= k;
            memory_is_back();
            assert_true(s == TN_OK || s == TN_NO_MEMORY);
            char *text = tn_write_text(w);
            lost += text == NULL;
            kept += reached && text != NULL;
            if (text == NULL) {
                assert_int_equal(tn_advance(w, 10), TN_NO_MEMORY);
                assert_int_equal(tn_read_text(w, "n.tn", second, NULL), TN_NO_MEMORY);
                assert_null(tn_world_clone(w));
            }
            if (strcmp(steps[i].name, "write") == 0 || strcmp(steps[i].name, "source") == 0)
                assert_non_null(text); /* looking at a world does not lose it */
            tn_free(text);
            tn_world_free(w);
            assert_int_equal(tn_advance(other, 0.02), TN_OK);
            tn_world_free(other);
            if (!reached)
                break;
        }
    print_message("%d worlds lost, %d kept\n", lost, kept);
    assert_true(lost > 0 && kept > 0);
}

/* A world that is lost in a step of gear takes with it what CVODE has allocated by itself: the library cannot reach it. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libsundials"; }

int main(void)
{
    tn_allocator a = tn_allocator_default();
    a.allocate = take;
    a.resize = resize;
    a.release = give;
    if (tn_allocate_with(&a) != TN_OK)
        return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_allocation_fails), cmocka_unit_test(all_fail_from_one_on),
                                       cmocka_unit_test(worlds_have_a_limit),
                                       cmocka_unit_test(a_lost_world_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
