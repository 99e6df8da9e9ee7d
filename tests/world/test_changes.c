/* Changes of a world: stale ids, what is removed together with an object, and that the rest of the world is not
 * affected. */
#include "model.h"

/* ---- ids ---- */

static void check_object_refused(tn_world *w, tn_object o)
{
    tn_pose p;
    char *message = NULL;
    assert_false(tn_object_valid(w, o));
    assert_int_equal(tn_object_pose(w, o, &p), TN_WRONG_USE);
    assert_int_equal(tn_object_place(w, o, v3(0, 0, 0), (quat){1, 0, 0, 0}), TN_WRONG_USE);
    assert_int_equal(tn_object_set_velocity(w, o, v3(0, 0, 0), v3(0, 0, 0)), TN_WRONG_USE);
    assert_int_equal(tn_object_remove(w, o), TN_WRONG_USE);
    assert_string_equal(tn_object_name(w, o), "");
    assert_false(tn_object_is_variable(w, o));
    tn_constraint_def d = {
        .size = sizeof(tn_constraint_def), .kind = "connect", .count = 2, .args = {at(o, 0, 0, 0), nail(0, 0, 0)}};
    tn_constraint c = tn_constraint_add(w, &d, &message);
    assert_true(c.generation == 0 && message != NULL);
    free(message);
}

static void check_constraint_refused(tn_world *w, tn_constraint c)
{
    tn_constraint_state s;
    assert_false(tn_constraint_valid(w, c));
    assert_int_equal(tn_constraint_get(w, c, &s), TN_WRONG_USE);
    assert_int_equal(tn_constraint_switch(w, c, false), TN_WRONG_USE);
    assert_int_equal(tn_constraint_remove(w, c), TN_WRONG_USE);
    assert_string_equal(tn_constraint_name(w, c), "");
}

static void stale_ids(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    check_object_refused(w, (tn_object){0, 0});
    check_constraint_refused(w, (tn_constraint){0, 0});
    check_object_refused(w, (tn_object){77, 1});
    tn_object_def d = model_def("sphere", 0.1, 0, 0, v3(0, 0, 0));
    d.name = "ball";
    tn_object first = model_add(w, &d);
    assert_true(first.generation != 0);
    tn_constraint c = JOIN(w, "pin", "connect", at(first, 0, 0, 0), nail(0, 0, 0));
    assert_int_equal(tn_object_remove(w, first), TN_OK);
    check_object_refused(w, first);
    check_constraint_refused(w, c);
    assert_int_equal(tn_object_find(w, "ball").generation, 0);
    assert_int_equal(tn_constraint_find(w, "pin").generation, 0);
    /* the name and the slot are reused, the old ids stay invalid */
    tn_object second = model_add(w, &d);
    tn_constraint e = JOIN(w, "pin", "connect", at(second, 0, 0, 0), nail(0, 0, 0));
    assert_true(tn_object_valid(w, second) && tn_constraint_valid(w, e));
    check_object_refused(w, first);
    check_constraint_refused(w, c);
    assert_int_equal(tn_object_find(w, "ball").generation, second.generation);
    for (int i = 0; i < 100; i++) { /* repeatedly */
        tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(1, 0, 0));
        assert_int_equal(tn_object_remove(w, o), TN_OK);
        assert_false(tn_object_valid(w, o));
    }
    assert_int_equal(tn_object_count(w), 1);
    tn_force f = model_gravity(w, v3(0, 0, -1));
    assert_int_equal(tn_force_remove(w, f), TN_OK);
    assert_int_equal(tn_force_remove(w, f), TN_WRONG_USE);
    assert_int_equal(tn_force_switch(w, f, true), TN_WRONG_USE);
    tn_world_free(w);
}

/* Exactly what refers to an object is removed with it. */
static void removal_takes_along(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_object a = model_object(w, "box", 1, 1, 1, v3(0, 0, 0)), b = model_object(w, "box", 1, 1, 1, v3(2, 0, 0));
    tn_object c = model_object(w, "box", 1, 1, 1, v3(4, 0, 0));
    tn_constraint ab = JOIN(w, NULL, "revolute", whole(a), whole(b), nail(1, 0, 0), nail(0, 0, 1));
    tn_constraint bc = JOIN(w, NULL, "revolute", whole(b), whole(c), nail(3, 0, 0), nail(0, 0, 1));
    tn_constraint gear = JOIN(w, NULL, "gear", tn_arg_constraint(ab), tn_arg_constraint(bc), number(2));
    tn_constraint pin = JOIN(w, NULL, "connect", at(c, 0, 0, 0), nail(4, 0, 0));
    model_gravity(w, v3(0, 0, -model_g));
    tn_force_add(w,
                 &(tn_force_def){.size = sizeof(tn_force_def),
                                 .kind = "spring",
                                 .count = 2,
                                 .args = {at(a, 0, 0, 0), at(c, 0, 0, 0)},
                                 .stiffness = 1},
                 NULL);
    tn_force_add(w,
                 &(tn_force_def){
                     .size = sizeof(tn_force_def), .kind = "push", .count = 2, .args = {at(a, 0, 0, 0), nail(1, 0, 0)}},
                 NULL);
    tn_force_add(
        w, &(tn_force_def){.size = sizeof(tn_force_def), .kind = "turn", .count = 2, .args = {whole(a), nail(1, 0, 0)}},
        NULL);
    tn_force_add(
        w, &(tn_force_def){.size = sizeof(tn_force_def), .kind = "drag", .count = 1, .args = {whole(a)}, .linear = 1},
        NULL);
    tn_force_add(
        w, &(tn_force_def){.size = sizeof(tn_force_def), .kind = "drag", .count = 1, .args = {whole(b)}, .linear = 1},
        NULL);
    model_run(w, 0.1);
    assert_int_equal(tn_count(w).forces, 6);
    assert_int_equal(tn_object_remove(w, a), TN_OK);
    assert_false(tn_constraint_valid(w, ab));
    assert_false(tn_constraint_valid(w, gear));
    assert_true(tn_constraint_valid(w, bc) && tn_constraint_valid(w, pin));
    tn_counts n = tn_count(w);
    assert_int_equal(n.objects, 2);
    assert_int_equal(n.constraints, 2);
    assert_int_equal(n.forces, 2);
    assert_int_equal(tn_object_count(w), 2);
    assert_int_equal(tn_object_at(w, 0).slot, b.slot);
    model_run(w, 0.2);
    tn_world_free(w);
}

/* ---- the rest is not affected ---- */

static tn_object pendulum(tn_world *w, double x)
{
    tn_object a = model_turned(w, "rod", 1, 0.05, 0, v3(x + 0.5, 0, 0), v3(0.1, model_pi / 2, 0));
    tn_object b = model_turned(w, "rod", 1, 0.05, 0, v3(x + 1.5, 0.1, 0), v3(0, model_pi / 2, 0.1));
    JOIN(w, NULL, "connect", at(a, 0, 0, -0.5), nail(x, 0, 0));
    JOIN(w, NULL, "revolute", whole(a), whole(b), at(a, 0, 0, 0.5), at(b, 0, 0, -0.5), dir(a, 0, 1, 0),
         dir(b, 0, 1, 0));
    return b;
}

static void same_bits(const char *what, const tn_pose *a, const tn_pose *b)
{
    if (memcmp(&a->center, &b->center, sizeof a->center) != 0 ||
        memcmp(&a->velocity, &b->velocity, sizeof a->velocity) != 0 ||
        memcmp(&a->orientation, &b->orientation, sizeof a->orientation) != 0 ||
        memcmp(&a->spin, &b->spin, sizeof a->spin) != 0)
        fail_msg("%s: not the same bits, off by %.3g", what, v3_norm(v3_sub(a->center, b->center)));
}

static const char geared[] = "object a: sphere 1; end object b: sphere 1; position 3 0 0; end\n"
                             "constraint g2: gear y x 0.5; end\n"
                             "constraint x: revolute world a (0, 0, 0) (0, 0, 1); end\n"
                             "constraint y: revolute world b (3, 0, 0) (0, 0, 1); end\n"
                             "constraint g: gear x y 2; end force drive: turn a (0, 0, 1000); end\n";

/* A gear goes with a joint that it follows, whether a program or the timeline removes the joint: the same motion, but for where steps
 * end. */
static void gears_go_with_joints(void **state)
{
    (void)state;
    char text[1000];
    snprintf(text, sizeof text, "%sat 0.5: remove x; end", geared);
    tn_world *w = model_text(geared), *later = model_text(text);
    tn_history_keep(w, 5, (size_t)1 << 20);
    model_run(w, 0.5);
    assert_int_equal(tn_constraint_remove(w, tn_constraint_find(w, "x")), TN_OK);
    assert_false(tn_constraint_valid(w, tn_constraint_find(w, "g")));
    assert_false(tn_constraint_valid(w, tn_constraint_find(w, "g2")));
    assert_true(tn_constraint_valid(w, tn_constraint_find(w, "y")));
    model_run(w, 1);
    model_run(later, 1);
    tn_pose p, q;
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "b"), &p), TN_OK);
    assert_int_equal(tn_object_pose(later, tn_object_find(later, "b"), &q), TN_OK);
    check_near("spin", p.spin.z, q.spin.z, 1e-9);
    check_near("turned", p.orientation.z, q.orientation.z, 1e-9);
    assert_int_equal(tn_undo(w), TN_OK);
    assert_true(tn_constraint_valid(w, tn_constraint_find(w, "g")));
    assert_int_equal(tn_object_remove(w, tn_object_find(w, "a")), TN_OK);
    assert_int_equal(tn_count(w).constraints, 1);
    model_run(w, 1);
    tn_world_free(w);
    tn_world_free(later);
}

/* What happens to the world while the first pendulum swings. */
typedef void disturbance(tn_world *w, int moment);

static void none(tn_world *w, int moment) { (void)w, (void)moment; }

static void guest(tn_world *w, int moment)
{
    if (moment == 3)
        pendulum(w, 10);
    if (moment == 7)
        while (tn_object_count(w) > 2)
            tn_object_remove(w, tn_object_at(w, 2));
}

static void many_guests(tn_world *w, int moment)
{
    uint64_t seed = 5;
    if (moment == 2)
        for (int i = 0; i < 30; i++) {
            tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3_add(v3(20, 0, 0), random_vector(&seed)));
            JOIN(w, NULL, "connect", at(o, 0, 0, 0.1), nail(20, 0, i));
            JOIN(w, NULL, "connect", at(o, 0, 0, 0.1), nail(20, 1, i));
        }
    if (moment > 2 && moment < 8)
        tn_object_remove(w, tn_object_at(w, 2 + moment));
}

static void switched_off_and_on(tn_world *w, int moment)
{
    tn_constraint c = tn_constraint_at(w, moment % 2);
    tn_constraint_switch(w, c, false);
    tn_constraint_switch(w, c, true);
}

static void looked_at(tn_world *w, int moment)
{
    (void)moment;
    tn_frame(w);
    tn_count(w);
    tn_redundant(w, 0);
    tn_evaluate(w);
}

static void force_and_back(tn_world *w, int moment)
{
    (void)moment;
    tn_force f = model_drag(w, 100, 100);
    tn_force_remove(w, f);
}

static tn_pose disturbed(tn_integrator method, disturbance *disturb)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0, 0, -model_g));
    tn_object o = pendulum(w, 0);
    model_set(w, method, 0, 0.005, 0);
    for (int i = 1; i <= 10; i++) {
        model_run(w, 0.1 * i);
        disturb(w, i);
    }
    model_run(w, 2);
    tn_pose p = model_pose(w, o);
    tn_world_free(w);
    return p;
}

static const struct {
    const char *name;
    disturbance *disturb;
} disturbances[] = {
    {"a guest comes and goes", guest},          {"many guests", many_guests},
    {"off and on", switched_off_and_on},        {"looking changes nothing", looked_at},
    {"a force comes and goes", force_and_back},
};

static void the_rest_keeps_its_bits(void **state)
{
    (void)state;
    static const tn_integrator method[] = {TN_RK4, TN_EULER};
    for (int i = 0; i < 2; i++) {
        tn_pose alone = disturbed(method[i], none);
        for (size_t k = 0; k < sizeof disturbances / sizeof *disturbances; k++) {
            tn_pose p = disturbed(method[i], disturbances[k].disturb);
            same_bits(disturbances[k].name, &alone, &p);
        }
    }
}

/* With error control an additional object changes the steps, and so the last digits; measuring does not. */
static void adaptive_keeps_its_digits(void **state)
{
    (void)state;
    static const tn_integrator method[] = {TN_ADAMS, TN_GEAR};
    for (int i = 0; i < 2; i++) {
        tn_pose alone = disturbed(method[i], none);
        for (size_t k = 0; k < sizeof disturbances / sizeof *disturbances; k++) {
            tn_pose p = disturbed(method[i], disturbances[k].disturb);
            check_near_vector(disturbances[k].name, p.center, alone.center, 1e-7);
            if (disturbances[k].disturb == looked_at)
                same_bits(disturbances[k].name, &alone, &p);
        }
    }
}

/* A joint that is switched off and on, and intervals: an inactive constraint has no force. */
static void intervals(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(0, 0, 0));
    tn_constraint_def d = {.size = sizeof(tn_constraint_def),
                           .kind = "connect",
                           .count = 2,
                           .args = {at(o, 0, 0, 0), nail(0, 0, 0)},
                           .from = 0,
                           .to = 0.5};
    tn_constraint c = model_constrain(w, &d);
    tn_force_add(w,
                 &(tn_force_def){.size = sizeof(tn_force_def),
                                 .kind = "gravity",
                                 .count = 1,
                                 .args = {nail(0, 0, -model_g)},
                                 .from = 0.25,
                                 .to = 1.5},
                 NULL);
    double m = model_pose(w, o).mass;
    check_near_vector("no weight yet", model_state(w, c).force, v3(0, 0, 0), 1e-12);
    model_run(w, 0.4);
    check_near_vector("held", model_state(w, c).force, v3(0, 0, -m * model_g), 1e-9 * m);
    model_run(w, 1);
    check_near_vector("let go", model_state(w, c).force, v3(0, 0, 0), 0);
    check_near("falling since 0.5", model_pose(w, o).center.z, -model_g / 8, 1e-9);
    model_run(w, 2);
    check_near("no weight from 1.5 on", model_pose(w, o).velocity.z, -model_g, 1e-9);
    check_near("so far", model_pose(w, o).center.z, -model_g / 2 - model_g / 2, 1e-8);
    tn_world_free(w);
}

/* Wrong definitions change nothing. */
static void refusals(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    char *message;
    tn_object_def bad[] = {model_def("cube", 1, 1, 1, v3(0, 0, 0)),
                           model_def("box", 1, -1, 1, v3(0, 0, 0)),
                           model_def("box", 1, NAN, 1, v3(0, 0, 0)),
                           model_def("box", 1, 1, 1, v3(0, INFINITY, 0)),
                           model_def("body", 0, 0, 0, v3(0, 0, 0)),
                           model_def("particle", 0, 0, 0, v3(0, 0, 0)),
                           tn_object_default()};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tn_object o = tn_object_add(w, &bad[i], &message);
        assert_true(o.generation == 0 && message != NULL && strlen(message) > 10);
        free(message);
    }
    assert_int_equal(tn_object_count(w), 0);
    tn_object a = model_object(w, "box", 1, 1, 1, v3(0, 0, 0));
    tn_constraint_def wrong[] = {
        {.kind = "glue", .count = 2, .args = {whole(a), tn_arg_world()}},
        {.kind = "connect", .count = 1, .args = {at(a, 0, 0, 0)}},
        {.kind = "connect", .count = 2, .args = {whole(a), nail(0, 0, 0)}},
        {.kind = "distance", .count = 3, .args = {at(a, 0, 0, 0), nail(0, 0, 0), number(-1)}},
        {.kind = "weld", .count = 2, .args = {whole(a), whole(a)}},
        {.kind = "orient", .count = 2, .args = {dir(a, 0, 0, 0), nail(0, 0, 1)}},
        {.kind = "touch", .count = 2, .args = {whole(a), tn_arg_world()}},
        {.kind = "gear", .count = 3, .args = {whole(a), whole(a), number(1)}},
        {.kind = "connect", .count = 2, .args = {at(a, 0, 0, 0), nail(0, 0, 0)}, .tau = -1},
        {.kind = "connect", .count = 2, .args = {at(a, 0, 0, 0), nail(0, 0, 0)}, .from = 2, .to = 1},
        {.kind = "connect", .count = 2, .args = {at(a, 0, NAN, 0), nail(0, 0, 0)}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tn_constraint c = tn_constraint_add(w, &wrong[i], &message);
        assert_true(c.generation == 0 && message != NULL && strlen(message) > 10);
        free(message);
    }
    assert_int_equal(tn_constraint_count(w), 0);
    assert_int_equal(tn_advance(w, -1), TN_WRONG_USE);
    assert_int_equal(tn_advance(w, NAN), TN_WRONG_USE);
    tn_settings s = tn_world_settings(w);
    s.tau = 0;
    assert_int_equal(tn_world_configure(w, &s), TN_WRONG_USE);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stale_ids),
        cmocka_unit_test(removal_takes_along),
        cmocka_unit_test(gears_go_with_joints),
        cmocka_unit_test(the_rest_keeps_its_bits),
        cmocka_unit_test(adaptive_keeps_its_digits),
        cmocka_unit_test(intervals),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
