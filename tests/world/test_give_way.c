/* Calls give way at any moment (tn_advance_within, tn_interrupt): the state is then a good one, others may look at the world, and
 * it goes on to the same bits as one that was never disturbed; edits in between find the world as it is shown. */
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
#include "all_models.h"
#include "tenon/edit.h"
#include "tenon/goals.h"
#include "tenon/scene.h"
#include "tenon/view.h"
#include "world/world_parts.h"

static uint64_t random_state = 5;
static uint64_t next(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return random_state >> 33;
}
static double between(double low, double high) { return low + (high - low) * (double)next() / (double)(1u << 31); }

static tn_world *read_world(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "model", text, d) != TN_OK)
        fail_msg("%s%s", tn_diagnostics_text(d, 0), text);
    tn_diagnostics_free(d);
    return w;
}

static tn_world *make(const struct model *m, const char *set)
{
    char text[3000];
    const char *at = strstr(m->text, "SETTINGS");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - m->text), m->text, set, at + strlen("SETTINGS"));
    return read_world(text);
}

/* All that can be seen, to the bit, without touching the motion. */
static char *seen(tn_world *w)
{
    size_t room = 1 << 16, at = 0;
    char *out = malloc(room);
    at += (size_t)snprintf(out + at, room - at, "t %a\n", tn_time(w));
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_pose p;
        const double *q = NULL, *v = NULL;
        tn_object o = tn_object_at(w, i);
        if (tn_object_pose(w, o, &p) == TN_OK)
            at += (size_t)snprintf(out + at, room - at, "%a %a %a %a %a %a %a %a %a %a\n", p.position.x, p.position.y,
                                   p.position.z, p.orientation.w, p.orientation.x, p.orientation.y, p.velocity.x,
                                   p.velocity.y, p.velocity.z, p.spin.x);
        int n = 3 * tn_object_nodes(w, o, &q, &v);
        n = n > 0 ? n : tn_object_coordinates(w, o, &q, &v);
        for (int k = 0; k < n && at + 100 < room; k++)
            at += (size_t)snprintf(out + at, room - at, "%a %a\n", q[k], v[k]);
    }
    for (int i = 0; i < tn_probe_count(w); i++)
        at += (size_t)snprintf(out + at, room - at, "%s %a\n", tn_probe_name(w, i), tn_probe_value(w, i));
    return out;
}

/* What a program may do between two slices without changing anything. */
static void look(tn_world *w)
{
    tn_measures m;
    free(seen(w));
    tn_measure(w, &m);
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint_state s;
        tn_constraint_get(w, tn_constraint_at(w, i), &s);
    }
    tn_touch touch;
    for (int i = 0; tn_touch_get(w, i, &touch); i++)
        assert_true(isfinite(touch.gap));
    tn_view *v = tn_view_take(w, NULL);
    tn_view_free(v);
    tn_count(w);
}

/* ---- slices ---- */

static tn_status in_slices(tn_world *w, double t, long longest, bool looks, long *slices)
{
    tn_status status;
    double before = tn_time(w);
    do {
        w->poll.pause_at = w->poll.count + 1 + (long)(next() % (uint64_t)longest);
        status = tn_advance_within(w, t, INFINITY);
        ++*slices;
        assert_true(tn_time(w) >= before && tn_time(w) <= t);
        before = tn_time(w);
        if (looks && next() % 3 == 0)
            look(w);
    } while (status == TN_OK && (tn_time(w) < t || w->call.paused));
    w->poll.pause_at = 0;
    return status;
}

static void slices_change_nothing(void **state)
{
    (void)state;
    const int rounds = effort(2, 1);
    long all_slices = 0;
    for (int n = 0; n < rounds * MODELS * SETTINGS; n++) {
        const struct model *m = &models[n % MODELS];
        const char *set = settings[n / MODELS % SETTINGS];
        const long longest = 1 + (long)(next() % 3 == 0 ? next() % 4 : next() % 400);
        tn_world *whole = make(m, set), *sliced = make(m, set);
        const double first = between(0.005, 0.04), second = first + between(0.005, 0.03);
        long slices = 0;
        for (int k = 0; k < 2; k++) {
            const double t = k == 0 ? first : second;
            tn_status a = tn_advance(whole, t), b = in_slices(sliced, t, longest, n % 2 == 0, &slices);
            if (a != b || strcmp(tn_failure(whole), tn_failure(sliced)) != 0)
                fail_msg("%s, %s: %d %d '%s' '%s'", m->name, set, a, b, tn_failure(whole), tn_failure(sliced));
            char *x = seen(whole), *y = seen(sliced);
            if (strcmp(x, y) != 0)
                fail_msg("%s, %s, t = %.17g s, %ld slices of up to %ld polls: other bits\n%s\n%s", m->name, set, t,
                         slices, longest, x, y);
            free(x);
            free(y);
            if (a != TN_OK)
                break;
        }
        all_slices += slices;
        tn_world_free(whole);
        tn_world_free(sliced);
    }
    assert_true(all_slices > 1000 * rounds);
}

/* ---- interrupts ---- */

static void interrupts_change_nothing(void **state)
{
    (void)state;
    for (int n = 0; n < effort(1, 1) * MODELS * SETTINGS; n++) {
        const struct model *m = &models[n % MODELS];
        const char *set = settings[n / MODELS % SETTINGS];
        tn_world *whole = make(m, set), *other = make(m, set);
        const double t = between(0.01, 0.04);
        tn_status a = tn_advance(whole, t), b;
        int interrupts = 0;
        do {
            other->poll.ask_at = interrupts < 20 ? other->poll.count + 1 + (long)(next() % 200) : 0;
            double before = tn_time(other);
            b = tn_advance(other, t);
            interrupts += b == TN_INTERRUPTED;
            assert_true(tn_time(other) >= before);
            if (b == TN_INTERRUPTED && next() % 2 == 0)
                look(other);
        } while (b == TN_INTERRUPTED);
        assert_int_equal(a, b);
        char *x = seen(whole), *y = seen(other);
        if (strcmp(x, y) != 0)
            fail_msg("%s, %s: other bits after %d interrupts\n%s\n%s", m->name, set, interrupts, x, y);
        free(x);
        free(y);
        tn_world_free(whole);
        tn_world_free(other);
    }
}

/* One that comes while nothing runs ends the next call, and only that. */
static void interrupt_before(void **state)
{
    (void)state;
    tn_world *w = make(&models[0], settings[0]);
    tn_interrupt(w);
    assert_int_equal(tn_advance(w, 0.1), TN_INTERRUPTED);
    assert_true(tn_time(w) == 0);
    assert_int_equal(tn_advance(w, 0.1), TN_OK);
    tn_interrupt(w);
    assert_true(tn_interrupt_clear(w));
    assert_false(tn_interrupt_clear(w));
    assert_int_equal(tn_advance(w, 0.2), TN_OK);
    tn_interrupt(w);
    assert_int_equal(tn_evaluate(w), TN_INTERRUPTED);
    tn_interrupt(w);
    assert_int_equal(tn_assemble(w, NULL), TN_INTERRUPTED);
    tn_interrupt(w);
    assert_int_equal(tn_read_text(w, "more", "object c: sphere 1; end", NULL), TN_INTERRUPTED);
    assert_int_equal(tn_object_find(w, "c").generation, 0);
    assert_int_equal(tn_read_text(w, "more", "object c: sphere 1; end", NULL), TN_OK);
    tn_world_free(w);
}

static void time_limit(void **state)
{
    (void)state;
    tn_world *w = make(&models[0], settings[0]);
    assert_int_equal(tn_advance_within(w, 0.1, -1), TN_WRONG_USE);
    assert_int_equal(tn_advance_within(w, 0.1, NAN), TN_WRONG_USE);
    assert_int_equal(tn_advance_within(w, NAN, 1), TN_WRONG_USE);
    assert_int_equal(tn_advance_within(NULL, 0.1, 1), TN_WRONG_USE);
    int calls = 0;
    for (; tn_time(w) < 0.1 && calls < 100000; calls++) /* no time at all: it gets on all the same */
        assert_int_equal(tn_advance_within(w, 0.1, 0), TN_OK);
    assert_true(calls > 3 && tn_time(w) == 0.1);
    /* another target while a step is unfinished: a later one goes on, an earlier one is reached exactly */
    w->poll.pause_at = w->poll.count + 3;
    assert_int_equal(tn_advance_within(w, 0.2, INFINITY), TN_OK);
    assert_true(tn_time(w) < 0.2);
    assert_int_equal(tn_advance_within(w, 0.3, INFINITY), TN_OK);
    assert_true(tn_time(w) == 0.3);
    w->poll.pause_at = w->poll.count + 3;
    assert_int_equal(tn_advance_within(w, 0.5, INFINITY), TN_OK);
    assert_int_equal(tn_advance(w, 0.4), TN_OK);
    assert_true(tn_time(w) == 0.4);
    tn_world_free(w);
}

static double ticks;
static double tick(void *ctx)
{
    (void)ctx;
    return ticks += 0.001;
}

static void by_the_clock(void **state)
{
    (void)state;
    tn_world *w = read_world("world: integrator rk4; step 1e-9; end object a: sphere 0.1; spin 1 2 3; end");
    w->poll.clock = tick;
    assert_int_equal(tn_advance_within(w, 1, 0.05), TN_OK);
    assert_true(tn_time(w) > 0 && tn_time(w) < 1e-4);
    assert_true(ticks < 0.06);
    tn_world_free(w);
}

/* ---- edits in an unfinished step ---- */

static void change(tn_world *w, const struct model *m)
{
    const double value = strcmp(m->number, "tau") == 0 ? 0.07 : 1e-4;
    char *message = NULL;
    if (next() % 2 == 0) {
        if (tn_constraint_set(w, tn_constraint_find(w, "c"), m->number, &value, 1, &message) != TN_OK)
            fail_msg("%s", message);
    } else {
        tn_object_def d = tn_object_default();
        d.shape = "sphere";
        d.size[0] = 0.1;
        d.position = (tn_vec3){50 + (double)(next() % 9), 9, 70};
        assert_int_not_equal(tn_object_add(w, &d, &message).generation, 0);
    }
}

static void edits_let_go(void **state)
{
    (void)state;
    for (int n = 0; n < effort(1, 1) * MODELS * SETTINGS; n++) {
        const struct model *m = &models[n % MODELS];
        const char *set = settings[n / MODELS % SETTINGS];
        tn_world *w = make(m, set);
        tn_history_keep(w, 10, (size_t)1 << 24);
        w->poll.pause_at = w->poll.count + 1 + (long)(next() % 300);
        if (tn_advance_within(w, 0.03, INFINITY) != TN_OK) {
            tn_world_free(w);
            continue;
        }
        w->poll.pause_at = 0;
        char *shown = seen(w);
        change(w, m);
        tn_status status = tn_advance(w, tn_time(w) + 0.01);
        if (status != TN_OK && strstr(tn_failure(w), "automatic steps") == NULL &&
            strstr(tn_failure(w), "order second") == NULL)
            fail_msg("%s, %s: %s", m->name, set, tn_failure(w));
        assert_int_equal(tn_undo(w), TN_OK);
        char *back = seen(w), *end;
        /* probes of forces depend on what was evaluated; poses are the same to the bit */
        if ((end = strstr(shown, "\nz ")) != NULL || (end = strstr(shown, "\nq ")) != NULL ||
            (end = strstr(shown, "\nn ")) != NULL)
            *end = '\0';
        if (strncmp(shown, back, strlen(shown)) != 0)
            fail_msg("%s, %s: undone to another state\n%s\n%s", m->name, set, shown, back);
        free(shown);
        free(back);
        if (next() % 2 == 0) {
            w->poll.pause_at = w->poll.count + 1 + (long)(next() % 50);
            tn_advance_within(w, tn_time(w) + 0.01, INFINITY);
            tn_world *clone = tn_world_clone(w);
            tn_world_free(clone);
        }
        w->poll.pause_at = w->poll.count + 1 + (long)(next() % 50);
        tn_advance_within(w, tn_time(w) + 0.01, INFINITY);
        tn_world_free(w); /* in the middle of a step */
    }
}

/* ---- calls that stop ---- */

static const char *const grown =
    "let n = 30; world: assemble on; end\n"
    "for i = 1 to n: object r[i]: rod 0.3 0.02; position (sin(3*i)) (cos(5*i)) (sin(i)); end\n"
    "  variable x[i] (0.1*i); end\n"
    "connect r[1].end1 (0, 0, 3); for i = 2 to n: connect r[i - 1].end2 r[i].end1; end\n"
    "for i = 1 to n: probe p[i] = r[i].center.z; end\n"
    "at 0.2: remove r[3]; end\n";

static void reading_is_all_or_nothing(void **state)
{
    (void)state;
    tn_world *whole = read_world("object a: sphere 1; end");
    assert_int_equal(tn_read_text(whole, "grown", grown, NULL), TN_OK);
    char *right = tn_write_text(whole);
    int interrupted = 0;
    for (int n = 0; n < effort(60, 20); n++) {
        tn_world *w = read_world("object a: sphere 1; end");
        tn_history_keep(w, n % 2 * 5, (size_t)1 << 24);
        char *before = tn_write_text(w);
        w->poll.ask_at = w->poll.count + 1 + (long)(next() % 260);
        tn_status status = tn_read_text(w, "grown", grown, NULL);
        w->poll.ask_at = 0;
        if (status == TN_INTERRUPTED) {
            interrupted++;
            char *after = tn_write_text(w);
            assert_string_equal(before, after);
            free(after);
            assert_int_equal(tn_read_text(w, "grown", grown, NULL), TN_OK);
        }
        char *now = tn_write_text(w);
        assert_string_equal(now, right);
        free(now);
        free(before);
        tn_world_free(w);
    }
    assert_true(interrupted > 5);
    free(right);
    tn_world_free(whole);
}

/* Without probes: to look at them evaluates, and assembles, the world. */
static const char *const scattered =
    "for i = 1 to 20: object r[i]: rod 0.3 0.02; position (sin(3*i)) (cos(5*i)) (sin(i)); end end\n"
    "connect r[1].end1 (0, 0, 3); for i = 2 to 20: connect r[i - 1].end2 r[i].end1; end\n"
    "connect r[20].end2 r[9].end1;\n";

static void assembling_stops(void **state)
{
    (void)state;
    static const char *const ways[] = {"", "world: method displacement; end\n"};
    int interrupted = 0;
    for (int n = 0; n < effort(40, 16); n++) {
        char text[3000];
        snprintf(text, sizeof text, "%s%s", ways[n % 2], scattered);
        tn_world *whole = read_world(text), *w = read_world(text);
        tn_assembly how = tn_assembly_default();
        how.way = (tn_assembly_way)(n / 2 % 2 == 0 ? TN_ASSEMBLE_ALL_WAYS : TN_ASSEMBLE_NEWTON);
        tn_assembled a, b;
        assert_int_equal(tn_assemble_with(whole, &how, &a), TN_OK);
        char *before = seen(w);
        w->poll.ask_at = w->poll.count + 1 + (long)(next() % (n % 4 == 0 ? 2000 : 40));
        tn_status status = tn_assemble_with(w, &how, &b);
        w->poll.ask_at = 0;
        if (status == TN_INTERRUPTED) {
            interrupted++;
            char *after = seen(w);
            assert_string_equal(before, after);
            free(after);
            assert_int_equal(tn_assemble_with(w, &how, &b), TN_OK);
        }
        if (memcmp(&a.deviation, &b.deviation, sizeof a.deviation) != 0)
            fail_msg("assembly %d: deviation %a, after an interrupt %a", n, a.deviation, b.deviation);
        char *x = seen(whole), *y = seen(w);
        assert_string_equal(x, y);
        free(x);
        free(y);
        free(before);
        tn_world_free(whole);
        tn_world_free(w);
    }
    assert_true(interrupted > 5);
}

static void solving_stops(void **state)
{
    (void)state;
    static const char *const text =
        "world: order first; end for i = 1 to 6: variable x[i] (i); end\n"
        "for i = 2 to 6: minimize 100*(x[i] - x[i - 1]^2)^2 + (1 - x[i - 1])^2; end keep x[1] + x[6] = 2;\n";
    int interrupted = 0;
    for (int n = 0; n < effort(30, 10); n++) {
        tn_world *whole = read_world(text), *w = read_world(text);
        tn_optimum a, b;
        char *before = seen(w);
        free(seen(whole)); /* both have a plan now */
        const long polls = whole->poll.count;
        assert_int_equal(tn_solve(whole, &a), TN_OK);
        w->poll.ask_at =
            w->poll.count + 1 + (long)(next() % (uint64_t)(whole->poll.count - polls)); /* at any of them */
        tn_status status = tn_solve(w, &b);
        w->poll.ask_at = 0;
        if (status == TN_INTERRUPTED) {
            interrupted++;
            char *after = seen(w);
            assert_string_equal(before, after);
            free(after);
            assert_int_equal(tn_solve(w, &b), TN_OK);
        }
        char *x = seen(whole), *y = seen(w);
        assert_string_equal(x, y);
        free(x);
        free(y);
        free(before);
        tn_world_free(whole);
        tn_world_free(w);
    }
    assert_true(interrupted > 3);
}

/* ---- large models: planning, ordering, factors, large blocks ---- */

/* SIZE is a number. Until t they plan, take large blocks, order and factor matrices, and make a step or two. */
static const struct large {
    const char *text;
    int size;
    double t;
    long polls; /* at least */
    bool assembles;
} larges[] = {
    {"world: gravity 9.81; end for i = 0 to SIZE: object r[i]: rod 0.1 0.01; position (0.1*i + 0.05) 0 0;\n"
     "rotation 0 1 0 (pi/2); end end connect r[0].end1 (0, 0, 0);\n"
     "for i = 1 to SIZE: connect r[i - 1].end2 r[i].end1; end\n",
     6000, 1e-4, 200, true},
    {"world: gravity 9.81; integrator implicit; step (1/60); end\n"
     "object j: block SIZE SIZE SIZE; size 1 1 1; stiffness 2e5; viscosity 100; end\n"
     "connect j.node(0, 0, 0) (-0.5, -0.5, -0.5);\n",
     9, 1.0 / 30, 1000, false},
    {"world: integrator rk4; step 0.001; end for i = 0 to SIZE: for j = 0 to SIZE: object p[i][j]: particle 0.1;\n"
     "position (0.1*i) (0.1*j) 0; end end end for i = 1 to SIZE: for j = 1 to SIZE:\n"
     "distance p[i - 1][j].center p[i][j].center 0.1; distance p[i][j - 1].center p[i][j].center 0.1; end end\n",
     40, 0.002, 50, true},
    {"world: method displacement; assemble off; step 0.001; end for i = 0 to SIZE: object r[i]: rod 0.1 0.01;\n"
     "position (0.1*i + 0.05) 0 0; rotation 0 1 0 (pi/2); end end connect r[0].end1 (0, 0, 0);\n"
     "for i = 1 to SIZE: connect r[i - 1].end2 r[i].end1; end\n",
     1500, 0.002, 8, true},
};
enum { LARGES = sizeof larges / sizeof *larges };

static tn_world *make_large(const struct large *m)
{
    char text[3000];
    size_t at = 0;
    for (const char *s = m->text, *size; *s != '\0'; s = size + strlen("SIZE")) {
        size = strstr(s, "SIZE");
        at += (size_t)snprintf(text + at, sizeof text - at, "%.*s", size != NULL ? (int)(size - s) : 2000, s);
        if (size == NULL)
            break;
        at += (size_t)snprintf(text + at, sizeof text - at, "%d", m->size);
    }
    return read_world(text);
}

static uint64_t mix(uint64_t h, const double *number, int count)
{
    for (size_t k = 0; k < sizeof *number * (size_t)count; k++)
        h = (h ^ ((const unsigned char *)number)[k]) * 1099511628211u;
    return h;
}

/* A number for the state as others see it: nodes of blocks (whose frame is fitted to them), poses of the others. */
static uint64_t mark(tn_world *w)
{
    uint64_t h = 14695981039346656037u;
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_pose p;
        const tn_object o = tn_object_at(w, i);
        const double *q = NULL, *v = NULL;
        const int nodes = tn_object_nodes(w, o, &q, &v);
        assert_int_equal(tn_object_pose(w, o, &p), TN_OK);
        if (nodes > 0)
            h = mix(mix(h, q, 3 * nodes), v, 3 * nodes);
        else
            h = mix(h,
                    (double[]){p.position.x, p.position.y, p.position.z, p.velocity.x, p.velocity.y, p.velocity.z,
                               p.spin.x, p.spin.y, p.spin.z, p.orientation.w, p.orientation.x, p.orientation.y,
                               p.orientation.z, tn_time(w)},
                    14);
    }
    return h;
}

static tn_status advance_or_assemble(tn_world *w, const struct large *m, bool assembles)
{
    return assembles ? tn_assemble(w, NULL) : tn_advance(w, m->t);
}

/* Interrupted at any of its polls a call leaves the state as it was, and goes on to the same bits; an edit in between lets go of
 * it, whatever it was building. */
static void large_models_give_way(void **state)
{
    (void)state;
    for (int n = 0; n < LARGES * 2; n++) {
        const struct large *m = &larges[n % LARGES];
        const bool assembles = n >= LARGES;
        if (assembles && !m->assembles)
            continue;
        tn_world *first = make_large(m), *whole = make_large(m);
        const uint64_t begin = mark(first); /* which may plan */
        tn_world_free(first);
        const long polls = whole->poll.count;
        assert_int_equal(advance_or_assemble(whole, m, assembles), TN_OK);
        const uint64_t end = mark(whole);
        const long ahead = whole->poll.count - polls;
        if (!assembles && ahead < m->polls)
            fail_msg("only %ld polls in %s", ahead, m->text);
        for (int round = 0; round < effort(12, 5); round++) {
            tn_world *w = make_large(m);
            const bool edited = round % 3 == 2 && !assembles;
            for (int interrupts = 0;; interrupts++) {
                w->poll.ask_at = interrupts < 4 ? w->poll.count + 1 + (long)(next() % (uint64_t)ahead) : 0;
                const tn_status status = advance_or_assemble(w, m, assembles);
                if (status == TN_OK)
                    break;
                assert_int_equal(status, TN_INTERRUPTED);
                if (tn_time(w) == 0 && mark(w) != begin)
                    fail_msg("another state after interrupt %d of %s", interrupts, m->text);
                if (edited) { /* something else happens instead */
                    tn_object_def d = tn_object_default();
                    d.shape = "sphere";
                    d.size[0] = 0.1;
                    d.position = (tn_vec3){50, 9, 70};
                    assert_int_not_equal(tn_object_add(w, &d, NULL).generation, 0);
                    break;
                }
            }
            w->poll.ask_at = 0;
            tn_interrupt_clear(w);
            if (edited)
                assert_int_equal(tn_advance(w, m->t), TN_OK);
            else if (mark(w) != end)
                fail_msg("other bits after interrupts of %s", m->text);
            tn_world_free(w);
        }
        tn_world_free(whole);
    }
}

/* Clearing a large block gives way from time to time: 64 MB take a tenth of a second where pages are slow. */
static void large_blocks_give_way(void **state)
{
    (void)state;
    struct poll p = {.heeds = true};
    struct poll *before = poll_of_thread(&p);
    mem_free(mem_new((size_t)64 << 20));
    assert_true(p.count >= 16);
    poll_of_thread(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_change_nothing),
        cmocka_unit_test(interrupts_change_nothing),
        cmocka_unit_test(interrupt_before),
        cmocka_unit_test(time_limit),
        cmocka_unit_test(by_the_clock),
        cmocka_unit_test(edits_let_go),
        cmocka_unit_test(reading_is_all_or_nothing),
        cmocka_unit_test(assembling_stops),
        cmocka_unit_test(solving_stops),
        cmocka_unit_test(large_models_give_way),
        cmocka_unit_test(large_blocks_give_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
