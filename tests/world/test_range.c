/* Ranges of joints: the numbers for drawing their limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "tenon/tenon.h"
#include "world/world.h"

static tn_world *world_of(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "test", text, d) != TN_OK)
        fail_msg("%s", tn_diagnostics_text(d, 0));
    tn_diagnostics_free(d);
    return w;
}

static void near(double got, double wanted, double most)
{
    if (!(fabs(got - wanted) <= most))
        fail_msg("%.15g, not %.15g", got, wanted);
}

/* Limits of more than a turn, one of them a formula of time; the rod points in the direction of its angle. */
static void of_angle(void **state)
{
    (void)state;
    tn_world *w = world_of("object rod: box 1 0.1 0.1; position 2.5 3 4; spin 0 0 2; velocity 0 1 0; end "
                           "constraint pin: revolute world rod (2,3,4.5) (0,0,1) min (-1 - t) max 9; end");
    struct joint_range r;
    assert_true(world_joint_range(w, world_find_constraint(w, "pin"), &r));
    assert_int_equal(r.type, MEASURE_ANGLE);
    near(r.now, 0, 1e-12);
    near(v3_norm(v3_sub(r.zero, v3(1, 0, 0))), 0, 1e-12);
    assert_int_equal(tn_advance(w, 4), TN_OK);
    assert_true(world_joint_range(w, world_find_constraint(w, "pin"), &r));
    assert_true(r.has_least && r.has_most && !r.at_least && !r.at_most);
    near(r.now, 8, 1e-5);
    near(r.least, -5, 1e-12);
    near(r.most, 9, 1e-12);
    near(v3_norm(v3_sub(r.zero, v3(1, 0, 0))), 0, 1e-5); /* A is the world: it does not turn */
    near(v3_norm(v3_sub(r.axis, v3(0, 0, 1))), 0, 1e-12);
    near(v3_norm(v3_sub(r.point, v3(2, 3, 4.5))), 0, 1e-12);
    /* about (2, 3, 4.5): the centre is √0.5 away, and the mass spreads by (1² + 0.1² + 0.1²)/12 */
    near(r.reach, sqrt(0.5 + 1.02 / 12), 1e-9);
    tn_world_free(w);
}

/* A cart that rests on its stop; off, it has no range. */
static void of_travel(void **state)
{
    (void)state;
    tn_world *w = world_of("world: gravity 9.81; end object cart: box 0.1 0.1 0.1; position 0 0 1; end "
                           "constraint rail: slider world cart (0,0,1) (0,0,1) min -0.25; end "
                           "constraint plain: revolute world other (0,0,0) (1,0,0); end "
                           "object other: box 1 1 1; end");
    int rail = world_find_constraint(w, "rail");
    struct joint_range r;
    assert_false(world_joint_range(w, world_find_constraint(w, "plain"), &r));
    assert_true(world_joint_range(w, rail, &r));
    assert_true(r.type == MEASURE_TRAVEL && r.has_least && !r.has_most && !r.at_least);
    near(r.least, -0.25, 1e-12);
    assert_int_equal(tn_advance(w, 2), TN_OK);
    assert_true(world_joint_range(w, rail, &r));
    assert_true(r.at_least);
    near(r.now, -0.25, 1e-6);
    world_switch_constraint(w, rail, false);
    assert_false(world_joint_range(w, rail, &r));
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_angle), cmocka_unit_test(of_travel)};
    return cmocka_run_group_tests_name("range", tests, NULL, NULL);
}
