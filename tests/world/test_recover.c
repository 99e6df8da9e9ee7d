/* A world that is stuck goes on: what cannot be followed is held softly, said once, and taken up again. Models made by
 * scattering parts that can be assembled get there, whatever their time constants and motors; impossible ones come to rest. */
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
#include "tenon/edit.h"
#include "tenon/scene.h"
#include "world/world_parts.h"

static tn_world *read_world(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "model", text, d) != TN_OK)
        fail_msg("%s%s", tn_diagnostics_text(d, 0), text);
    tn_diagnostics_free(d);
    return w;
}

static int recoveries(const tn_world *w)
{
    int n = 0;
    for (int i = 0; tn_warning(w, i) != NULL; i++)
        n += strstr(tn_warning(w, i), "could not go on as it was") != NULL;
    return n;
}

/* ---- scattered models ---- */

static uint64_t random_state;
static double between(double low, double high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random_state >> 40) / (double)(1 << 24);
}

struct text {
    char at[20000];
    size_t used;
};

static void add(struct text *x, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    x->used += (size_t)vsnprintf(x->at + x->used, sizeof x->at - x->used, format, list);
    va_end(list);
    assert_true(x->used < sizeof x->at);
}

static void add_part(struct text *x, const char *name, int i, const char *shape, double spread)
{
    double n[7];
    for (int k = 0; k < 7; k++)
        n[k] = between(-1, 1);
    add(x, "object %s%d: %s; position %g %g %g; rotation %g %g %g %g; end\n", name, i, shape, spread * n[0],
        spread * n[1], spread * n[2], n[3], n[4], n[5], 3 * n[6]);
}

static void tree(struct text *x)
{
    const int rods = 5 + (int)between(0, 36);
    for (int i = 0; i < rods; i++)
        add_part(x, "r", i, "rod 0.3 0.02", 2);
    add(x, "connect r0.end1 (0, 0, 3);\n");
    for (int i = 1; i < rods; i++)
        add(x, "connect r%d.end2 r%d.end1;\n", (int)between(0, i), i);
}

/* What different time constants prescribe cannot always be met on the way. */
static void mixed_loop(struct text *x)
{
    const int rods = between(0, 1) < 0.5 ? 2 : 5;
    for (int i = 0; i < rods; i++)
        add_part(x, "r", i, rods == 2 ? "rod 1 0.03" : "rod 0.6 0.03", 1);
    add(x, "constraint c0: connect r0.end1 (0, 0, 0); tau %g; end\n", between(0.05, 1));
    for (int i = 1; i < rods; i++)
        add(x, "constraint c%d: connect r%d.end2 r%d.end1; tau %g; end\n", i, i - 1, i, between(0.05, 1));
    const double far = between(0.3, 1.8);
    add(x, "constraint c%d: connect r%d.end2 (%g, 0, 0); tau %g; end\n", rods, rods - 1, far, between(0.05, 1));
}

/* Four hinges about parallel axes; the crank can turn. */
static void four_bar(struct text *x, const char *motor)
{
    double g, c, k, o;
    do {
        g = between(0.8, 1.5);
        c = between(0.2, 0.4);
        k = between(0.8, 1.6);
        o = between(0.8, 1.6);
    } while (c + fmax(g, fmax(k, o)) > g + k + o - c - fmax(g, fmax(k, o)) - 0.1);
    const double length[] = {c, k, o};
    for (int i = 0; i < 3; i++) {
        char shape[40];
        snprintf(shape, sizeof shape, "rod %g 0.02", length[i]);
        add_part(x, "r", i, shape, 1);
    }
    add(x,
        "constraint b1: revolute world r0 (0, 0, 0) r0.end1 (0, 1, 0) r0.y; %s end\n"
        "constraint b2: revolute r0 r1 r0.end2 r1.end1 r0.y r1.y; end\n"
        "constraint b3: connect r1.end2 r2.end2; end\n"
        "constraint b4: revolute world r2 (%g, 0, 0) r2.end1 (0, 1, 0) r2.y; end\n",
        motor, g);
}
static void plain_bar(struct text *x) { four_bar(x, ""); }
static void driven_bar(struct text *x) { four_bar(x, "motor speed 3;"); }
static void turned_bar(struct text *x) { four_bar(x, "motor angle 3*t;"); }

static void platform(struct text *x)
{
    add_part(x, "top", 0, "box 1 1 0.1", 1);
    for (int i = 0; i < 6; i++) {
        add_part(x, "l", i, "rod 0.7 0.02", 1);
        add_part(x, "u", i, "rod 0.7 0.02", 1);
        const double a = 1.0471975512 * i + (i % 2 ? 0.2 : -0.2), b = 1.0471975512 * i + (i % 2 ? -0.3 : 0.3);
        add(x, "constraint f%d: connect l%d.end1 (%g, %g, 0); end\n", i, i, cos(a), sin(a));
        add(x, "constraint s%d: slider l%d u%d l%d.center u%d.center l%d.z u%d.z; motor speed 0.02; end\n", i, i, i, i,
            i, i, i);
        add(x, "constraint g%d: connect u%d.end2 top0.at(%g, %g, 0); end\n", i, i, 0.5 * cos(b), 0.5 * sin(b));
    }
}

static const struct {
    const char *name;
    void (*make)(struct text *x);
    double until; /* s: 25 of the longest time constants, and time for what is held softly */
    double most;  /* part of the models that may still be on their way */
} scattered[] = {
    {"trees", tree, 4, 0},
    {"loops with different time constants", mixed_loop, 40, 0.01},
    {"four-bars", plain_bar, 30, 0.02},
    {"four-bars with motors", driven_bar, 30, 0.05},
    {"four-bars turned by angles", turned_bar, 30, 0.05},
    {"platforms", platform, 6, 0.1},
};
enum { CLASSES = sizeof scattered / sizeof *scattered };

/* The largest deviation of all constraints now. */
static double off(tn_world *w)
{
    double most = 0;
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint_state s;
        assert_int_equal(tn_constraint_get(w, tn_constraint_at(w, i), &s), TN_OK);
        most = fmax(most, s.size);
    }
    return most;
}

static void scattered_models_assemble(void **state)
{
    (void)state;
    const int all = getenv("TENON_LONG") != NULL ? 500 : effort(6, 2);
    for (int k = 0; k < CLASSES; k++) {
        int soft = 0, on_their_way = 0;
        const int seeds = scattered[k].make == platform ? all / 5 : all; /* each takes seconds */
        for (int seed = 0; seed < seeds; seed++) {
            struct text x = {.used = 0};
            random_state = (uint64_t)seed * 1000003 + 17;
            scattered[k].make(&x);
            tn_world *w = read_world(x.at);
            if (tn_advance(w, scattered[k].until) != TN_OK)
                fail_msg("%s, seed %d: %s\n%s", scattered[k].name, seed, tn_failure(w), x.at);
            soft += recoveries(w);
            assert_true(recoveries(w) <= 1);
            if (tn_held_softly_at(w, 0).generation != 0)
                on_their_way++;
            else if (!(off(w) <= 1e-6))
                fail_msg("%s, seed %d: off by %g\n%s", scattered[k].name, seed, off(w), x.at);
            tn_world_free(w);
        }
        print_message("%d %s: %d were held softly, %d still are\n", seeds, scattered[k].name, soft, on_their_way);
        assert_true(on_their_way <= 1 + scattered[k].most * seeds);
    }
}

/* ---- impossible and singular ones ---- */

static void impossible_ones_rest(void **state)
{
    static const char *const text[] = {
        "object a: particle 1; position 1 0 0; end keep a.center.x^2 = -1;",
        "variable x 1; variable y 1; keep x^2 = -1; keep x*y = 3;",
        "object a: rod 1 0.02; position 0.5 0 0; rotation 0 1 0 1.57; end\n"
        "object b: rod 1 0.02; position 0.5 0.5 0; rotation 0 1 0 1.5; end\n"
        "connect a.center b.center; keep dot(a.z, b.z) <= 0.2; keep dot(a.z, b.z) >= 0.8;"};
    (void)state;
    for (int i = 0; i < (int)(sizeof text / sizeof *text); i++) {
        tn_world *w = read_world(text[i]);
        if (tn_advance(w, 3) != TN_OK)
            fail_msg("%s\n%s", tn_failure(w), text[i]);
        assert_int_equal(recoveries(w), 1);
        assert_int_not_equal(tn_held_softly_at(w, 0).generation, 0);
        assert_true(tn_count(w).steps < 20000);
        tn_world_free(w);
    }
}

/* Four rods exactly straight between two nails, under gravity: no force holds them. */
static void straight_chain_goes_on(void **state)
{
    (void)state;
    struct text x = {.used = 0};
    add(&x, "world: gravity 9.81; end\n");
    for (int i = 0; i < 4; i++)
        add(&x, "object r%d: rod 1 0.02; position %g 0 0; rotation 0 1 0 1.5707963267948966; end\n", i, i + 0.5);
    add(&x, "connect r0.end1 (0, 0, 0); connect r3.end2 (4, 0, 0);\n");
    for (int i = 1; i < 4; i++)
        add(&x, "connect r%d.end2 r%d.end1;\n", i - 1, i);
    tn_world *w = read_world(x.at);
    assert_int_equal(tn_advance(w, 0.2), TN_OK);
    assert_int_equal(recoveries(w), 1);
    assert_true(off(w) < 1e-3);
    tn_world_free(w);
}

/* ---- going on from what was written ---- */

/* In the middle of being held softly: the text, a snapshot and a clone go on to the same bits. */
static void goes_on_alike(void **state)
{
    (void)state;
    int soft = 0;
    for (int seed = 0; soft < effort(4, 1); seed++) {
        struct text x = {.used = 0};
        random_state = (uint64_t)seed * 1000003 + 17;
        driven_bar(&x);
        tn_world *w = read_world(x.at);
        assert_int_equal(tn_advance(w, 0.3), TN_OK);
        const bool is_soft = tn_held_softly_at(w, 0).generation != 0;
        soft += is_soft;
        char *state_text = tn_write_state(w), text[sizeof x.at + 20000];
        snprintf(text, sizeof text, "%s%s", x.at, state_text);
        tn_world *read = read_world(text), *clone = tn_world_clone(w);
        tn_snapshot *s = tn_snapshot_take(w);
        free(state_text);
        char *after[4];
        for (int i = 0; i < 4; i++) {
            tn_world *on = i == 1 ? read : i == 2 ? clone : w;
            if (i == 3)
                assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
            assert_int_equal(tn_advance(on, 1), TN_OK);
            after[i] = tn_write_state(on);
            size_t same = 0;
            while (after[0][same] != '\0' && after[0][same] == after[i][same])
                same++;
            if (strcmp(after[0], after[i]) != 0)
                fail_msg("seed %d, way %d, soft %d: '%.120s' and '%.120s'", seed, i, is_soft, after[0] + same,
                         after[i] + same);
        }
        for (int i = 0; i < 4; i++)
            free(after[i]);
        tn_snapshot_free(w, s);
        tn_world_free(read);
        tn_world_free(clone);
        tn_world_free(w);
    }
}

static void manners(void **state)
{
    (void)state;
    assert_int_equal(tn_world_interactive(NULL, true), TN_WRONG_USE);
    tn_world *w = read_world("object a: sphere 0.1; end");
    assert_int_equal(tn_world_interactive(w, true), TN_OK);
    assert_int_equal(tn_advance(w, 0.1), TN_OK);
    tn_world *clone = tn_world_clone(w);
    assert_true(clone->run.interactive);
    tn_world_free(clone);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scattered_models_assemble),
        cmocka_unit_test(impossible_ones_rest),
        cmocka_unit_test(straight_chain_goes_on),
        cmocka_unit_test(goes_on_alike),
        cmocka_unit_test(manners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
