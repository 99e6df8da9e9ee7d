/* An interactive world that is stuck goes on by itself and says so once; any other world ends as it always did. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tenon/scene.h"
#include "world/world_parts.h"

static tn_world *read_world(const char *text)
{
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "model", text, NULL), TN_OK);
    return w;
}

static int recoveries(const tn_world *w)
{
    int n = 0;
    for (int i = 0; tn_warning(w, i) != NULL; i++)
        n += strstr(tn_warning(w, i), "could not go on as it was") != NULL;
    return n;
}

static uint64_t random_state = 3;
static double between(double low, double high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random_state >> 40) / (double)(1 << 24);
}

/* The joints of a loop of two rods close with different time constants: what they prescribe cannot always be met on the
 * way. */
static void loop(char *text, size_t room)
{
    snprintf(text, room,
             "object a: rod 1 0.03; position %g %g %g; end object b: rod 1 0.03; position %g %g %g; end\n"
             "constraint p: connect a.end1 (0, 0, 0); tau %g; end constraint q: connect a.end2 b.end1; tau %g; end\n"
             "constraint r: connect b.end2 (%g, 0, 0); tau %g; end\n",
             between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1),
             between(0.05, 1), between(0.05, 1), between(0.3, 1.8), between(0.05, 1));
}

static void goes_on(void **state)
{
    (void)state;
    int stuck = 0;
    for (int i = 0; i < 24; i++) {
        char text[1000];
        loop(text, sizeof text);
        tn_world *plain = read_world(text), *w = read_world(text);
        assert_int_equal(tn_world_interactive(w, true), TN_OK);
        tn_status a = TN_OK, b = TN_OK;
        for (int k = 1; k <= 30 && a == TN_OK; k++)
            a = tn_advance(plain, k / 10.0);
        for (int k = 1; k <= 30 && b == TN_OK; k++)
            b = tn_advance(w, k / 10.0);
        if (a == TN_OK) { /* not stuck: the same motion, to the bit, and nothing said */
            tn_pose x, y;
            memset(&x, 0, sizeof x);
            memset(&y, 0, sizeof y);
            tn_object_pose(plain, tn_object_at(plain, 0), &x);
            tn_object_pose(w, tn_object_at(w, 0), &y);
            assert_memory_equal(&x, &y, sizeof x);
            assert_int_equal(recoveries(w), 0);
        } else {
            stuck++;
            if (b != TN_OK)
                fail_msg("loop %d: %s\n%s", i, tn_failure(w), text);
            assert_int_equal(recoveries(w), 1);
            assert_true(tn_time(w) == 3);
        }
        assert_int_equal(recoveries(plain), 0);
        tn_world_free(plain);
        tn_world_free(w);
    }
    print_message("%d of 24 loops would be stuck\n", stuck);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(goes_on), cmocka_unit_test(manners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
