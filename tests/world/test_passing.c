/* test_passing.c: a solid that passes through a plane or a fixed solid where nothing keeps them apart is reported once, with
 * the two names; and nothing is reported where contact, a constraint or the start says otherwise. Random scenes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "tenon/tenon.h"

static uint32_t seed;
static double uniform(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(seed >> 8) / (1 << 24);
}

/* The warnings about passing of a run; the first one is copied. */
static int passing(const char *text, char first[300])
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_world *w = tn_world_new();
    if (tn_read_text(w, "passing.tn", text, d) != TN_OK)
        fail_msg("%s\n%s", tn_diagnostics_text(d, 0), text);
    for (int i = 0; i <= 40; i++) {
        if (tn_advance(w, i / 20.) != TN_OK)
            fail_msg("%s\n%s", tn_failure(w), text);
        tn_frame(w);
    }
    int count = 0;
    const char *said;
    for (int i = 0; (said = tn_warning(w, i)) != NULL; i++)
        if (strstr(said, "' passes through '") != NULL && count++ == 0)
            snprintf(first, 300, "%s", said);
    tn_world_free(w);
    tn_diagnostics_free(d);
    return count;
}

static const char *const solids[] = {"sphere 0.1", "box 0.2 0.1 0.3", "capsule 0.05 0.2", "torus 0.2 0.05",
                                     "rod 0.4 0.03"};
static const char *const obstacles[] = {"plane",
                                        "box 3 3 0.6; position 0 0 -0.3; kernel fixed",
                                        "cylinder 2 1; position 0 0 -0.5; kernel fixed",
                                        "sphere 2; position 0 0 -2; kernel fixed",
                                        "box 3 3 0.001; kernel fixed", /* thinner than the way between two frames */
                                        "compound: box 3 3 0.02; box 0.1 0.1 0.5; end kernel fixed"};
enum { OBSTACLES = sizeof obstacles / sizeof *obstacles };

static void test_classes(void **unused)
{
    (void)unused;
    static const struct {
        const char *more;
        bool told;
    } cases[] = {
        {"", true},
        {"spring ball.center (0, 0, 5) stiffness 0.01;", true},
        {"constraint far: distance ball.center (0, 0, 9) max 100; end", true},
        {"contact;", false},
        {"constraint held: on-plane ball.center floor.origin floor.x; end", false}, /* a constraint between the two */
        {"constraint stays: connect ball.center (0, 0, 1); end", false},
    };
    for (int i = 0; i < effort(60, 15); i++) {
        seed = (uint32_t)i + 1;
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            char text[1000], said[300] = "";
            const char *solid = solids[(int)uniform(0, 5)], *obstacle = obstacles[(int)uniform(0, OBSTACLES)];
            snprintf(text, sizeof text,
                     "world: gravity 9.81; assemble on; end object floor: %s; end\n"
                     "object ball: %s; density %g; position 0 0 1; spin %.2f 0 1; end\n%s",
                     obstacle, solid, pow(10, uniform(0, 4)), uniform(-2, 2), cases[c].more);
            const int count = passing(text, said);
            if (count != (cases[c].told ? 1 : 0))
                fail_msg("%d warnings (%s)\n%s", count, said, text);
            if (cases[c].told &&
                (strstr(said, "'ball' passes through 'floor'") == NULL || strstr(said, "contact;") == NULL))
                fail_msg("%s", said);
        }
    }
}

/* What is inside from the start, or not assembled yet, or on a path, is not reported. */
static void test_quiet(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "object floor: plane; end object ball: sphere 0.1; position 0 0 -1; velocity 0 0 -1; end",
        "object wall: box 1 1 1; kernel fixed; end object ball: sphere 0.1; position 0 0 0; velocity 1 0 0; end",
        "object w: box 1 1 1; kernel fixed; end object b: sphere 1; position -3 0 0; end connect b.center (3, 0, 0);",
        "path p(t) = (0, 0, 1 - t); object floor: plane; end object ball: sphere 0.1; kernel path p; end",
        "object floor: plane; end object ball: particle 1; position 0 0 1; velocity 0 0 -1; end",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char said[300] = "";
        if (passing(texts[i], said) != 0)
            fail_msg("%s\n%s", said, texts[i]);
    }
}

/* Flexible blocks: the remedy is the statement that helps. Contact leaves them out, and says so itself. */
static void test_blocks(void **unused)
{
    (void)unused;
    static const char *const ends[] = {"", "contact;", "outside jelly floor;"};
    for (int i = 0; i < 3 * OBSTACLES; i++) {
        const char *obstacle = obstacles[i / 3], *more = ends[i % 3];
        char text[600], said[300] = "";
        snprintf(text, sizeof text,
                 "world: gravity 9.81; end object floor: %s; end\n"
                 "object jelly: block 1 1 1; size .2 .2 .2; young 1e4; position 0 0 1; end\n%s",
                 obstacle, more);
        if (i % 3 == 2 && strstr(obstacle, "compound") != NULL)
            continue; /* too slow here: its steps are short */
        const int count = passing(text, said);
        if (count != (i % 3 == 0 ? 1 : 0) || (count > 0 && strstr(said, "write  outside jelly floor;") == NULL))
            fail_msg("%d warnings (%s)\n%s", count, said, text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_classes), cmocka_unit_test(test_quiet),
                                       cmocka_unit_test(test_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
