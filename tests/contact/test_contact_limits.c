/* Limits of angles in worlds with contact: with axes aligned or nearly so, a limit that is far away must not be held,
 * and nothing may diverge. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tenon/scene.h"

static double number(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (double)(*random >> 11) / (double)(1ull << 53);
}

/* The hip of a doll that falls: its axes are off by `off` rad at the start. */
static void fall(double off, double most, double speed, double spin)
{
    char text[1000];
    snprintf(
        text, sizeof text,
        "world: gravity 9.81; end\nobject floor: plane; end\n"
        "object a: box 0.3 0.2 0.5; position 0 0 1; velocity 0 0 %g; spin %g 0.3 0; end\n"
        "object b: capsule 0.07 0.3; position 0.09 0 0.52; end\n"
        "constraint hip: object1 a; object2 b; hinge 0.09 0 -0.27 0 0 0.21; angle 0 0 1 %.17g 0 %.17g max %g; end\n"
        "contact friction 0.5;\n",
        speed, spin, sin(off), cos(off), most);
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "doll", text, NULL), TN_OK);
    for (int i = 1; i <= 60; i++) {
        if (tn_advance(w, i / 30.0) != TN_OK)
            fail_msg("off %g, max %g, speed %g: %s", off, most, speed, tn_failure(w));
        for (int k = 1; k < 3; k++) {
            tn_pose p;
            assert_int_equal(tn_object_pose(w, tn_object_at(w, k), &p), TN_OK);
            const double v =
                sqrt(p.velocity.x * p.velocity.x + p.velocity.y * p.velocity.y + p.velocity.z * p.velocity.z);
            if (!(v < 20))
                fail_msg("off %g, max %g, speed %g: %g m/s at t = %g", off, most, speed, v, tn_time(w));
        }
    }
    tn_world_free(w);
}

static void limits_far_away_are_free(void **state)
{
    (void)state;
    uint64_t random = 1994;
    static const double off[] = {0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.5};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        fall(off[i], 1.4, 0, 0);
        for (int k = 0; k < 4; k++)
            fall(off[i], 0.6 + 2 * number(&random), -3 * number(&random), 4 * number(&random) - 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(limits_far_away_are_free)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
