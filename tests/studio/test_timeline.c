/* test_timeline.c: going back gives the same bits as then, and a branch moves like a run that never went further. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../effort.h"
#include "timeline.h"

enum { FRAMES = 200, BODIES = 4 };

static const char scene[] =
    "gravity 9.81;\n"
    "for i = 1 to 3: object link[i]: rod 0.5 0.02; position (0.5*i - 0.25) 0 0; rotation 0 1 0 (pi/2); end end\n"
    "connect link[1].end1 (0, 0, 0); connect link[1].end2 link[2].end1; connect link[2].end2 link[3].end1;\n"
    "drag linear 0.5 angular 0.01;\n";

static uint64_t seed;
static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

static void frame(struct timeline *l, tn_world *w, tn_handle h, int n, double poses[][BODIES * TN_POSE_NUMBERS])
{
    if (draw(3) == 0)
        timeline_drag(l, w, h, (tn_vec3){draw(100) / 100.0, draw(100) / 100.0, -(double)(draw(100)) / 100.0});
    assert_int_equal(timeline_advance(l, w, n / 60.0, INFINITY), TN_OK);
    assert_int_equal(tn_poses(w, poses[n], BODIES), TN_OK);
}

static void test_seek(void **state)
{
    (void)state;
    for (int run = 0; run < effort(6, 2); run++) {
        static double then[FRAMES + 1][BODIES * TN_POSE_NUMBERS], other[FRAMES + 1][BODIES * TN_POSE_NUMBERS];
        static struct timeline l;
        tn_world *w = tn_world_new();
        seed = 3 + (uint64_t)run;
        memset(then, 0, sizeof then);
        memset(other, 0, sizeof other);
        assert_int_equal(tn_read_text(w, "chain", scene, NULL), TN_OK);
        tn_handle h = tn_grab(w, tn_object_find(w, "link[3]"), (tn_vec3){0, 0, 0.25}, TN_GRAB_SPRING, NULL);
        for (int n = 1; n <= FRAMES; n++)
            frame(&l, w, h, n, then);
        for (int i = 0; i < 10; i++) { /* forward and back, in any order */
            const int n = 1 + (int)draw(FRAMES);
            assert_true(timeline_seek(&l, w, n / 60.0, INFINITY));
            assert_true(tn_time(w) == n / 60.0);
            assert_int_equal(tn_poses(w, other[n], BODIES), TN_OK);
            assert_memory_equal(other[n], then[n], sizeof then[n]);
        }
        const int from = 1 + (int)draw(FRAMES - 1);
        const uint64_t kept = seed;
        assert_true(timeline_seek(&l, w, from / 60.0, INFINITY));
        timeline_branch(&l, w);
        for (int n = from + 1; n <= FRAMES; n++)
            frame(&l, w, h, n, other);
        assert_true(timeline_seek(&l, w, from / 60.0, INFINITY)); /* the branch once more */
        timeline_branch(&l, w);
        seed = kept;
        for (int n = from + 1; n <= FRAMES; n++)
            frame(&l, w, h, n, then);
        assert_memory_equal(other[from + 1], then[from + 1], (size_t)(FRAMES - from) * sizeof then[0]);
        assert_false(timeline_seek(&l, w, -1, INFINITY));
        timeline_free(&l, w);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_seek)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
