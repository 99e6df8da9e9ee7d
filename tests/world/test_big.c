/* Ten thousand constraints on one body: hubs and heavily redundant models run, are counted and named. */
#include "model.h"

enum { MANY = 10000 };

/* Balls all over a big block that hangs on one nail; each joint carries its ball. */
static void balls_on_a_hub(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    uint64_t seed = 31;
    tn_object hub = model_object(w, "box", 2, 2, 2, v3(0, 0, 0));
    tn_constraint *joint = calloc(MANY, sizeof *joint);
    model_gravity(w, v3(0, 0, -model_g));
    tn_constraint hook = JOIN(w, "hook", "connect", nail(0, 0, 1), at(hub, 0, 0, 1));
    double total = model_pose(w, hub).mass;
    for (int i = 0; i < MANY; i += 2) { /* in pairs, so that the whole is balanced */
        vec3 p = random_vector(&seed);
        for (int k = 0; k < 2; k++) {
            vec3 q = k == 0 ? p : v3(-p.x, -p.y, p.z);
            tn_object ball = model_object(w, "sphere", 0.01, 0, 0, q);
            joint[i + k] = JOIN(w, NULL, "connect", tn_arg_point(hub, q), at(ball, 0, 0, 0));
        }
    }
    double m = model_pose(w, tn_object_at(w, 1)).mass;
    total += MANY * m;
    model_set(w, TN_RK4, 0, 0.01, 0);
    model_run(w, 0.03);
    check_near_vector("the hook carries all", model_state(w, hook).force, v3(0, 0, total * model_g), 1e-7 * total);
    for (int i = 0; i < MANY; i += 777)
        check_near_vector("a joint carries its ball", model_state(w, joint[i]).force, v3(0, 0, m * model_g), 1e-7 * m);
    tn_counts n = tn_count(w);
    assert_int_equal(n.rows, 3 * (MANY + 1));
    assert_int_equal(n.rank, 3 * (MANY + 1));
    assert_int_equal(n.degrees_of_freedom, 6 * (MANY + 1) - 3 * (MANY + 1));
    assert_int_equal(n.fallbacks, 0);
    assert_null(tn_redundant(w, 0));
    assert_null(tn_contradictory(w, 0));
    assert_null(tn_warning(w, 0));
    free(joint);
    tn_world_free(w);
}

/* Consistent nails all over one block: three would be enough. */
static void nails_on_a_body(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    uint64_t seed = 32;
    tn_object o = model_object(w, "box", 2, 2, 2, v3(0, 0, 0));
    double weight = model_pose(w, o).mass * model_g;
    model_gravity(w, v3(0, 0, -model_g));
    for (int i = 0; i < MANY; i++) {
        vec3 p = random_vector(&seed);
        JOIN(w, NULL, "connect", tn_arg_vector(p), tn_arg_point(o, p));
    }
    model_set(w, TN_RK4, 0, 0.01, 0);
    model_run(w, 0.03);
    vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < MANY; i++) {
        tn_constraint_state s = model_state(w, tn_constraint_at(w, i));
        assert_true(v3_norm(s.force) < 10 * weight / MANY); /* shared, not concentrated on a few */
        sum = v3_add(sum, s.force);
    }
    check_near_vector("the nails carry the block", sum, v3(0, 0, weight), 1e-7 * weight);
    check_near_vector("it hangs still", model_pose(w, o).center, v3(0, 0, 0), 1e-9);
    tn_counts n = tn_count(w);
    assert_int_equal(n.rows, 3 * MANY);
    assert_int_equal(n.rank, 6);
    assert_int_equal(n.degrees_of_freedom, 0);
    assert_int_equal(n.fallbacks, 0);
    /* taken as wholes: the first gives three rows, and no other three more */
    assert_non_null(tn_redundant(w, MANY - 2));
    assert_null(tn_redundant(w, MANY - 1));
    assert_null(tn_contradictory(w, 0));
    assert_null(tn_warning(w, 2));
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_on_a_hub),
        cmocka_unit_test(nails_on_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
