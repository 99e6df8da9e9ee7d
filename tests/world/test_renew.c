/* Numbers that change while a world runs need no new plan, and give the same bits as a new one. */
#include "model.h"

static tn_world *build(tn_integrator integrator)
{
    tn_world *w = model_text("world: gravity 9.81; end\nlet k = 30;\n"
                             "object wheel: cylinder 0.1 0.05; position 3 0 0; end\n"
                             "constraint axle: revolute wheel world (3, 0, 0) (0, 1, 0); min -2 max 2 bounce 0.3 motor "
                             "speed 1 limit 5; end\n"
                             "object arm: rod 1 0.04; position 0 0 -0.5; rotation 0 1 0 0.3; end\n"
                             "constraint pin: connect arm.end2 (0, 0, 0); end\n"
                             "object bob: sphere 0.1; position 1 0.2 -1; end\n"
                             "constraint rope: distance bob.center arm.end1 1; end\n"
                             "force pull: spring bob.center (1, 1, 1) stiffness k rest 0.2 damping 0.1; end\n"
                             "force wind: drag linear 0.1 angular 0.01; end\n"
                             "variable x 1;\nvariable y 2;\nconstraint sum: keep x*y = k/15; end\n"
                             "at 0.31: let k = 45; end\nat 0.47: set tau pin 0.03; end\n");
    model_set(w, integrator, 1e-8, 0.004, 0);
    return w;
}

static const struct {
    const char *thing, *what;
    double low, high;
} changes[] = {
    {"pin", "tau", 0.02, 0.3}, {"rope", "d", 0.5, 1.5},   {"axle", "max", 0.5, 2},   {"axle", "min", -2, -0.5},
    {"axle", "speed", -2, 2},  {"axle", "limit", 0.5, 9}, {"axle", "bounce", 0, 1},  {"pull", "stiffness", 5, 50},
    {"pull", "rest", 0, 1},    {"wind", "linear", 0, 1},  {"sum", "tau", 0.05, 0.5}, {"pin", "feedback", 10, 90},
};
enum { CHANGES = sizeof changes / sizeof *changes };

static void change(tn_world *w, int i, double part)
{
    double v[2] = {changes[i].low + part * (changes[i].high - changes[i].low), 12};
    int n = strcmp(changes[i].what, "feedback") == 0 ? 2 : 1;
    tn_constraint c = tn_constraint_find(w, changes[i].thing);
    tn_force f = tn_force_find(w, changes[i].thing);
    if (c.generation != 0)
        assert_int_equal(tn_constraint_set(w, c, changes[i].what, v, n, NULL), TN_OK);
    else
        assert_int_equal(tn_force_set(w, f, changes[i].what, v, n, NULL), TN_OK);
    double now[6];
    int count = c.generation != 0 ? tn_constraint_number(w, c, changes[i].what, now)
                                  : tn_force_number(w, f, changes[i].what, now);
    assert_true(count == n && now[0] == v[0]);
}

static void same_state(tn_world *a, tn_world *b, int step)
{
    for (int i = 0; i < tn_object_count(a); i++) {
        tn_pose p, q;
        assert_int_equal(tn_object_pose(a, tn_object_at(a, i), &p), TN_OK);
        assert_int_equal(tn_object_pose(b, tn_object_at(b, i), &q), TN_OK);
        if (memcmp(&p.position, &q.position, sizeof p.position) != 0 ||
            memcmp(&p.orientation, &q.orientation, sizeof p.orientation) != 0 ||
            memcmp(&p.velocity, &q.velocity, sizeof p.velocity) != 0 || memcmp(&p.spin, &q.spin, sizeof p.spin) != 0)
            fail_msg("step %d: '%s' is %.3g off after a change without a new plan", step,
                     tn_object_name(a, tn_object_at(a, i)), v3_norm(v3_sub(p.position, q.position)));
    }
}

static void numbers_need_no_plan(void **state)
{
    (void)state;
    static const tn_integrator integrators[] = {TN_EULER, TN_RK4, TN_ADAMS, TN_GEAR};
    for (int k = 0; k < 4; k++) {
        tn_world *a = build(integrators[k]), *b = build(integrators[k]);
        uint64_t seed = 7 + (uint64_t)k;
        model_run(a, 0.02);
        model_run(b, 0.02);
        long plans = a->plans;
        for (int i = 1; i <= 60; i++) {
            for (int n = 0; n < 1 + i % 3; n++) {
                int which = (int)(CHANGES * (random_number(&seed) + 1) / 2) % CHANGES;
                double part = (random_number(&seed) + 1) / 2;
                change(a, which, part);
                change(b, which, part);
            }
            plan_drop(b); /* the other one makes a new plan */
            model_run(a, 0.02 + 0.01 * i);
            model_run(b, 0.02 + 0.01 * i);
            same_state(a, b, i);
        }
        /* a plan for each moment of the timeline, and none for the changes */
        if (a->plans > plans + 2 || b->plans < plans + 60)
            fail_msg("%ld plans, and %ld", a->plans - plans, b->plans - plans);
        assert_true(a->renewals >= 60);
        tn_world_free(a);
        tn_world_free(b);
    }
}

/* A color does not affect the motion, not even the history of an integrator. */
static void colors_are_free(void **state)
{
    (void)state;
    tn_world *a = build(TN_ADAMS), *b = build(TN_ADAMS);
    double red[3] = {1, 0, 0}, now[6];
    for (int i = 1; i <= 20; i++) {
        model_run(a, 0.01 * i);
        model_run(b, 0.01 * i);
        assert_int_equal(tn_object_set(a, tn_object_find(a, "arm"), "color", red, 3, NULL), TN_OK);
        same_state(a, b, i);
    }
    assert_true(tn_object_number(a, tn_object_find(a, "arm"), "color", now) == 3 && now[0] == 1 && now[1] == 0);
    tn_world_free(a);
    tn_world_free(b);
}

/* Invalid values are refused with a reason, and nothing changes. */
static void refused(void **state)
{
    (void)state;
    tn_world *w = build(TN_RK4);
    static const struct {
        const char *thing, *what;
        double value[3];
        int count;
        const char *said;
    } wrong[] = {
        {"pin", "tau", {0}, 1, "tau must be greater than zero, not 0"},
        {"pin", "tau", {1, 2}, 2, "tau takes 1 number, 2 given"},
        {"pin", "max", {1}, 1, "it has no 'max' that could be set"},
        {"pin", "d", {1}, 1, "it has no 'd' that could be set"},
        {"rope", "d", {0}, 1, "d must be greater than zero, not 0"},
        {"axle", "max", {-3}, 1, "min would become greater than max, -2 and -3"},
        {"axle", "bounce", {2}, 1, "bounce must lie between 0 and 1, not 2"},
        {"axle", "limit", {0}, 1, "limit must be greater than zero, not 0"},
        {"pin", "tau", {NAN}, 1, "tau must be a finite number"},
        {"pull", "stiffness", {-1}, 1, "stiffness must not be negative, not -1"},
        {"pull", "linear", {1}, 1, "a spring has no 'linear' that could be set"},
        {"bob", "mass", {0}, 1, "mass must be greater than zero, not 0"},
        {"bob",
         "inertia",
         {1, 1, 9},
         3,
         "no body has such an inertia: each of its moments is at most the sum of the other two"},
        {"bob", "color", {1, 1, 2}, 3, "color must lie between 0 and 1, not 2"},
        {"bob", "value", {1}, 1, "it has no 'value' that could be set"},
        {"x", "mass", {1}, 1, "it has no 'mass' that could be set"},
    };
    model_run(w, 0.1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *message = NULL;
        tn_constraint c = tn_constraint_find(w, wrong[i].thing);
        tn_force f = tn_force_find(w, wrong[i].thing);
        tn_status status =
            c.generation != 0   ? tn_constraint_set(w, c, wrong[i].what, wrong[i].value, wrong[i].count, &message)
            : f.generation != 0 ? tn_force_set(w, f, wrong[i].what, wrong[i].value, wrong[i].count, &message)
                                : tn_object_set(w, tn_object_find(w, wrong[i].thing), wrong[i].what, wrong[i].value,
                                                wrong[i].count, &message);
        assert_int_equal(status, TN_WRONG_USE);
        assert_string_equal(message, wrong[i].said);
        free(message);
    }
    double v[6];
    assert_int_equal(tn_object_set(w, (tn_object){77, 1}, "mass", v, 1, NULL), TN_WRONG_USE);
    tn_world *untouched = build(TN_RK4);
    model_run(untouched, 0.1);
    model_run(w, 0.3);
    model_run(untouched, 0.3);
    same_state(w, untouched, 0);
    tn_world_free(w);
    tn_world_free(untouched);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_need_no_plan), cmocka_unit_test(colors_are_free),
                                       cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
