/* Stacks come to rest: of boxes, heavy ones on light ones, and thin cards, which must not sink. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tenon/scene.h"

static double number(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (double)(*random >> 11) / (double)(1ull << 53);
}

/* `count` boxes stacked without gaps; the mass of the top one is `heavier` times that of the others. */
static tn_world *stack(int count, const double size[3], double heavier)
{
    tn_world *w = tn_world_new();
    char text[400];
    snprintf(text, sizeof text, "world: gravity 9.81; end\nobject floor: plane; end\ncontact friction 0.5;\n");
    assert_int_equal(tn_read_text(w, "floor", text, NULL), TN_OK);
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "object b%d: box %.17g %.17g %.17g; density %.17g; position 0 0 %.17g; end\n", i,
                 size[0], size[1], size[2], i == count - 1 ? 1000 * heavier : 1000.0, (i + 0.5) * size[2]);
        assert_int_equal(tn_read_text(w, "stack", text, NULL), TN_OK);
    }
    return w;
}

struct rest {
    double speed; /* m/s: the largest of any body in the second half */
    double sunk;  /* m: how far the top is below where it began, at the end */
};

static struct rest wait_for(tn_world *w, double until)
{
    struct rest r = {0, 0};
    tn_pose p, first;
    const tn_object top = tn_object_at(w, tn_object_count(w) - 1);
    assert_int_equal(tn_object_pose(w, top, &first), TN_OK);
    for (int f = 1; f <= 30 * until; f++) {
        assert_int_equal(tn_advance(w, f / 30.0), TN_OK);
        for (int i = 1; f > 15 * until && i < tn_object_count(w); i++) {
            assert_int_equal(tn_object_pose(w, tn_object_at(w, i), &p), TN_OK);
            r.speed = fmax(
                r.speed, sqrt(p.velocity.x * p.velocity.x + p.velocity.y * p.velocity.y + p.velocity.z * p.velocity.z));
        }
    }
    assert_int_equal(tn_object_pose(w, top, &p), TN_OK);
    r.sunk = first.position.z - p.position.z;
    tn_world_free(w);
    return r;
}

static void check(const char *what, int count, struct rest r, double speed, double sunk)
{
    if (!(r.speed <= speed) || !(r.sunk <= sunk))
        fail_msg("%s, %d boxes: %g m/s, allowed %g; sunk by %g m, allowed %g", what, count, r.speed, speed, r.sunk,
                 sunk);
}

static void stacks_rest(void **state)
{
    (void)state;
    static const double cube[3] = {0.3, 0.3, 0.3};
    for (int count = 2; count <= 10; count++)
        check("stack", count, wait_for(stack(count, cube, 1), 20), count <= 8 ? 1e-9 : 1e-6, 6e-5 * count * count);
}

static void a_heavy_top_rests(void **state)
{
    (void)state;
    static const double cube[3] = {0.3, 0.3, 0.3};
    check("heavy top", 2, wait_for(stack(2, cube, 100), 20), 1e-9, 0.01);
}

static void cards_do_not_sink(void **state)
{
    (void)state;
    static const double card[3] = {0.06, 0.09, 0.001};
    check("card", 1, wait_for(stack(1, card, 1), 10), 1e-9, 1e-4);
    check("cards", 10, wait_for(stack(10, card, 1), 10), 1e-9, 6e-3);
}

static void stacks_of_any_size_rest(void **state)
{
    (void)state;
    uint64_t random = 31;
    for (int i = 0; i < 6; i++) {
        const double size[3] = {0.1 + number(&random), 0.1 + number(&random), 0.1 + 0.3 * number(&random)};
        const int count = 2 + (int)(3 * number(&random));
        check("any size", count, wait_for(stack(count, size, 1), 20), 1e-9, 1e-4 * count * count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_rest),
        cmocka_unit_test(a_heavy_top_rests),
        cmocka_unit_test(cards_do_not_sink),
        cmocka_unit_test(stacks_of_any_size_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
