/* Random sequences of calls of the public interface, in worlds of every method: for edits, undo, snapshots, writing and
 * dragging in any order, no memory of a dropped plan is used (checked by sanitizers), and the world continues to
 * run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tenon/edit.h"
#include "tenon/scene.h"

enum { SEEDS = 12, CALLS = 60, HELD = 4 };

/* ---- worlds ---- */

#define TWO_RODS                                                                                                       \
    "object a: rod 1 0.05; position 0.5 0 2; end\n"                                                                    \
    "object b: rod 1 0.05; position 1.5 0 2; end\n"                                                                    \
    "constraint c: connect a.end1 (0, 0, 2); end\n"                                                                    \
    "constraint d: connect a.end2 b.end1; end\n"                                                                       \
    "force g: gravity 0 0 -9.81; end\n"

static const struct method {
    const char *name, *text, *again; /* again: what is added once more after it was removed */
} methods[] = {
    {"dynamic", TWO_RODS, "constraint d: connect a.end2 b.end1; end\n"},
    {"fixed steps", "world: integrator rk4; step 0.005; end\n" TWO_RODS, "constraint d: connect a.end2 b.end1; end\n"},
    {"displacement", "world: method displacement; end\n" TWO_RODS, "constraint d: connect a.end2 b.end1; end\n"},
    {"displacement of some",
     "world: step 0.005; integrator euler; end\n" TWO_RODS
     "constraint e: distance b.end2 (2, 0, 2) 0.1; by displacement; end\n",
     "constraint e: distance b.end2 (2, 0, 2) 0.1; by displacement; end\n"},
    {"contact",
     "world: gravity 9.81; step 0.01; end\nobject floor: plane; end\n"
     "object a: box 0.3 0.2 0.5; position 0 0 0.5; end\nobject b: sphere 0.1; position 0.1 0 0.9; end\n"
     "constraint c: distance a.center b.center 0.45; end\ncontact friction 0.5;\n",
     "constraint c: distance a.center b.center 0.45; end\n"},
    {"contact by displacements",
     "world: gravity 9.81; step 0.01; method displacement; end\nobject floor: plane; end\n"
     "object a: box 0.3 0.2 0.5; position 0 0 0.5; end\nobject b: sphere 0.1; position 0.1 0 0.9; end\n"
     "constraint c: connect a.corner8 b.center; end\ncontact friction 0.5;\n",
     "constraint c: connect a.node(4, 2, 2) b.center; end\n"},
    {"flexible",
     "world: step auto; integrator euler; end\nobject a: block 4 2 2; size 0.4 0.2 0.2; stiffness 2000; viscosity 20; "
     "end\n"
     "object b: sphere 0.05; position 0.5 0 0; end\nconstraint c: connect a.center (0, 0, 0); end\n"
     "constraint d: connect a.node(4, 2, 2) b.center; end\nforce g: gravity 0 0 -1; end\n",
     "constraint d: connect a.node(4, 2, 2) b.center; end\n"},
    {"coordinates", "world: joints coordinates; end\n" TWO_RODS, "constraint d: connect a.end2 b.end1; end\n"},
    {"first order",
     "world: order first; end\nobject a: sphere 0.1; position 0 0 1; end\nobject b: sphere 0.1; position 1 0 1; end\n"
     "constraint c: connect a.center (0, 0, 1.5); end\nconstraint d: distance a.center b.center 0.8; end\n",
     "constraint d: distance a.center b.center 0.8; end\n"},
};

/* ---- calls ---- */

struct sequence {
    const struct method *method;
    tn_world *world;
    uint64_t random;
    tn_snapshot *snapshot[HELD];
    char done[4096]; /* what was called, for the report of a failure */
};

static unsigned below(struct sequence *q, unsigned n)
{
    q->random = q->random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(q->random >> 33) % n;
}

static double between(struct sequence *q, double low, double high) { return low + (high - low) * below(q, 1000) / 999; }

static tn_constraint any_constraint(struct sequence *q)
{
    int n = tn_constraint_count(q->world);
    return tn_constraint_at(q->world, n > 0 ? (int)below(q, (unsigned)n) : 0);
}

static void advance(struct sequence *q) { tn_advance(q->world, tn_time(q->world) + between(q, 0, 0.04)); }
static void on(struct sequence *q) { tn_constraint_switch(q->world, any_constraint(q), below(q, 2) == 0); }
static void take_away(struct sequence *q) { tn_constraint_remove(q->world, any_constraint(q)); }
static void add(struct sequence *q) { tn_read_text(q->world, "again", q->method->again, NULL); }
static void undo(struct sequence *q) { tn_undo(q->world); }
static void redo(struct sequence *q) { tn_redo(q->world); }
static void count(struct sequence *q) { tn_count(q->world); }
static void assemble(struct sequence *q) { tn_assemble(q->world, &(double){0}); }

static void take_object_away(struct sequence *q)
{
    if (below(q, 4) == 0)
        tn_object_remove(q->world, tn_object_find(q->world, "b"));
}

static void set(struct sequence *q)
{
    static const char *const words[] = {"tau", "compliance", "d"};
    const double value = between(q, 0.05, 0.2);
    tn_constraint_set(q->world, any_constraint(q), words[below(q, 3)], &value, 1, NULL);
}

static void place(struct sequence *q)
{
    const double at[] = {between(q, 0, 1), 0.1, between(q, 0.5, 2)};
    tn_object_set(q->world, tn_object_find(q->world, "a"), below(q, 2) ? "position" : "velocity", at, 3, NULL);
}

static void write(struct sequence *q)
{
    char *text = tn_write_text(q->world);
    assert_non_null(text);
    free(text);
}

static void take_snapshot(struct sequence *q)
{
    tn_snapshot **s = &q->snapshot[below(q, HELD)];
    tn_snapshot_free(q->world, *s);
    *s = tn_snapshot_take(q->world);
}

static void restore(struct sequence *q)
{
    const tn_snapshot *s = q->snapshot[below(q, HELD)];
    assert_int_equal(tn_snapshot_restore(q->world, s), s != NULL ? TN_OK : TN_WRONG_USE);
}

static void drag(struct sequence *q)
{
    const tn_handle h = tn_handle_at(q->world, 0);
    if (tn_handle_count(q->world) == 0)
        tn_grab(q->world, tn_object_find(q->world, "a"), (tn_vec3){0, 0, 0},
                below(q, 2) ? TN_GRAB_HARD : TN_GRAB_SPRING, NULL);
    else if (below(q, 4) == 0)
        tn_release(q->world, h);
    else
        tn_drag_to(q->world, h, (tn_vec3){between(q, -1, 1), 0, between(q, 0, 2)});
}

static void configure(struct sequence *q)
{
    tn_settings s = tn_world_settings(q->world);
    s.step = s.step > 0 ? between(q, 0.002, 0.01) : 0;
    assert_int_equal(tn_world_configure(q->world, &s), TN_OK);
}

static const struct call {
    const char *name;
    void (*go)(struct sequence *q);
} calls[] = {
    {"advance", advance}, {"advance", advance},     {"on", on},           {"remove", take_away},
    {"add", add},         {"undo", undo},           {"redo", redo},       {"count", count},
    {"set", set},         {"assemble", assemble},   {"place", place},     {"object", take_object_away},
    {"write", write},     {"take", take_snapshot},  {"restore", restore}, {"drag", drag},
    {"drag", drag},       {"configure", configure},
};

static void go(struct sequence *q)
{
    for (int i = 0; i < CALLS; i++) {
        const struct call *c = &calls[below(q, sizeof calls / sizeof *calls)];
        strncat(q->done, c->name, sizeof q->done - strlen(q->done) - 2);
        strcat(q->done, " ");
        c->go(q);
    }
    char *text = tn_write_text(q->world);
    tn_world *other = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(other, "written", text, d) != TN_OK)
        fail_msg("%s, after %s: what was written does not read:\n%s", q->method->name, q->done, text);
    tn_diagnostics_free(d);
    tn_world_free(other);
    free(text);
}

static void every_method_survives_any_sequence(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
        for (unsigned seed = 1; seed <= SEEDS; seed++) {
            struct sequence q = {.method = &methods[m], .world = tn_world_new(), .random = seed * 7919 + m};
            tn_diagnostics *d = tn_diagnostics_new();
            if (tn_read_text(q.world, q.method->name, q.method->text, d) != TN_OK)
                fail_msg("%s does not read: %s", q.method->name, tn_diagnostics_text(d, 0));
            tn_diagnostics_free(d);
            tn_history_keep(q.world, seed % 3 == 0 ? 0 : 20, 1 << 20);
            go(&q);
            for (int i = 0; i < HELD; i++)
                tn_snapshot_free(q.world, q.snapshot[i]);
            tn_world_free(q.world);
        }
}

/* ---- wrong use ---- */

static void another_worlds_snapshot_is_refused(void **state)
{
    (void)state;
    tn_world *a = tn_world_new(), *b = tn_world_new();
    assert_int_equal(tn_read_text(a, "a", TWO_RODS, NULL), TN_OK);
    tn_snapshot *s = tn_snapshot_take(a);
    assert_int_equal(tn_advance(a, 0.1), TN_OK);
    assert_int_equal(tn_snapshot_restore(b, s), TN_WRONG_USE);
    assert_int_equal(tn_snapshot_restore(NULL, s), TN_WRONG_USE);
    assert_int_equal(tn_snapshot_restore(a, NULL), TN_WRONG_USE);
    assert_int_equal(tn_object_count(b), 0);
    tn_snapshot_free(b, s); /* not b's: nothing happens */
    assert_int_equal(tn_snapshot_restore(a, s), TN_OK);
    assert_true(tn_time(a) == 0);
    tn_snapshot_free(a, s);
    tn_snapshot_free(a, NULL);
    tn_world_free(a);
    tn_world_free(b);
}

static void no_world_has_no_text(void **state)
{
    (void)state;
    assert_null(tn_write_text(NULL));
    assert_null(tn_snapshot_take(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_survives_any_sequence),
        cmocka_unit_test(another_worlds_snapshot_is_refused),
        cmocka_unit_test(no_world_has_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
