/* test_looking.c: calls that read leave the world as it is: whatever is asked between two steps, and before the first, the
 * motion is the same to the bit, and a world that has not moved is described as it was made. */
#include "same.h"

static const struct {
    const char *name, *text;
} worlds[] = {
    {"displacement", "world: method displacement; scheme A; substeps 2; gravity 1.6; tolerance 1e-7; end\n"
                     "object a: box 0.5 0.2 0.3; position 0.9 0.2 0.3; velocity 0 0.9 -0.8; spin 0.5 0.4 1; end\n"
                     "variable q 0.7;\nconstraint c1: connect a.at(0.05, 0.02, 0.1) (0.2, -0.1, -0.7); end\n"
                     "constraint rope: distance a.origin (-0.17, 0.7, 0.5) max 1.2; end\nprobe p = a.center.x;"},
    {"displacement that runs out of iterations",
     "world: method displacement; iterations 3; tolerance 1e-9; gravity 9.81; end\n"
     "object a: box 0.5 0.2 0.3; position 0.9 0.2 0.3; spin 0.5 0.4 1; end\n"
     "object b: box 0.5 0.2 0.3; position 1.4 0.2 0.3; velocity 1 2 3; end\nvariable q 0.7;\n"
     "revolute world a (0.6, 0, 0) (0, 1, 0) min -0.1 max 0.2;\nconnect a.at(0.25, 0, 0) b.at(-0.25, 0, 0);\n"
     "probe p = energy;"},
    {"dynamic", "object a: rod 1 0.05; position 0.5 0 2; end object b: rod 1 0.05; position 1.5 0 2; end\n"
                "connect a.end1 (0, 0, 2); constraint c: connect a.end2 b.end1; end gravity 0 0 -9.81; variable q "
                "0.7; minimize (q - 2)^2; probe p = norm(force(c));"},
    {"limits", "world: integrator rk4; step 0.004; end object a: rod 1 0.05; position 0.5 0 2; end\n"
               "constraint h: revolute world a (0, 0, 2) (0, 1, 0) min -0.2 max 0.3; end gravity 0 0 -9.81;\n"
               "probe p = angle(h);"},
    {"contact", "world: gravity 9.81; end object floor: plane; end object a: box 0.3 0.2 0.5; position 0 0 0.4; spin 1 "
                "0 0; end object b: sphere 0.1; position 0.1 0 0.9; end distance a.center b.center 0.45; contact "
                "friction 0.5; probe p = a.center.z;"},
    {"contact by displacements",
     "world: gravity 9.81; method displacement; end object floor: plane; end object a: box 0.3 0.2 0.5; position 0 0 "
     "0.4; end object b: sphere 0.1; position 0.1 0 0.9; end connect a.corner8 b.center; contact friction 0.5;"},
    {"flexible", "world: gravity 9.81; integrator euler; step auto; end object lump: block 3 3 3; size 0.4 0.4 0.4; "
                 "stiffness 12000; incompressible; moldable 0.002; position 0 0 1.1; rotation 0 0 1 0.3; velocity 0 0 "
                 "-2.5; end probe p = lump.center.z;"},
    {"jello", "object j: jello box 0.2 0.3 0.4; stiffness 100; mass 1; position 0 0 1; rotation 1 2 3 0.7; spin 0 1 0; "
              "end gravity 0 0 -1; connect j.at(0.1, 0, 0) (0.2, 0, 1);"},
    {"coordinates", "world: joints coordinates; end object a: rod 1 0.05; position 0.5 0 2; end\n"
                    "revolute world a (0, 0, 2) (0, 1, 0); gravity 0 0 -9.81;"},
    {"first order", "world: order first; end object a: sphere 0.1; position 0 0 1; end variable q 1;\n"
                    "connect a.center (0, 0, 1.5); minimize (q - 3)^2;"},
    {"adaptive in between", "world: integrator gear; end object a: rod 1 0.05; position 0.5 0 2; spin 0 0 3; end\n"
                            "connect a.end1 (0, 0, 2); gravity 0 0 -9.81; probe p = a.end2.x;"},
};

/* Many numbers at once (tenon/arrays.h). */
static void look_at_arrays(tn_world *w)
{
    static double out[100 * TN_CONSTRAINT_NUMBERS];
    tn_generalized_force forces[8];
    tn_poses(w, out, 100);
    tn_constraint_states(w, out, 100);
    tn_probe_values(w, out, 100);
    tn_state_free(tn_state_take(w));
    tn_system_free(tn_system_take(w, NULL));
    for (int i = 0; i < tn_constraint_count(w); i++)
        tn_constraint_forces(w, tn_constraint_at(w, i), forces, 8);
}

static void look_at_things(tn_world *w)
{
    tn_thing_state now;
    tn_thing_parameter p;
    for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
        tn_thing_get(w, t, &now);
        free(tn_thing_formula(w, t));
        for (int i = 0; tn_thing_parameter_at(w, t, i, &p); i++)
            continue;
    }
    tn_unmet_at(w, 0);
    tn_held_softly_at(w, 0);
}

enum { LOOKS = 16 };
static void look(tn_world *w, unsigned which)
{
    tn_pose p;
    tn_measures m;
    tn_constraint_state c;
    tn_handle_state h;
    tn_touch touch;
    tn_optimum optimum;
    double numbers[6];
    switch (which) {
    case 0:
        tn_evaluate(w);
        break;
    case 1:
        tn_measure(w, &m);
        break;
    case 2:
        for (int i = 0; i < tn_object_count(w); i++)
            tn_object_pose(w, tn_object_at(w, i), &p);
        break;
    case 3:
        for (int i = 0; i < tn_object_count(w); i++)
            tn_variable_get(w, tn_object_at(w, i), numbers);
        break;
    case 4:
        for (int i = 0; i < tn_probe_count(w); i++)
            tn_probe_value(w, i);
        break;
    case 5:
        for (int i = 0; i < tn_constraint_count(w); i++)
            tn_constraint_get(w, tn_constraint_at(w, i), &c);
        break;
    case 6:
        for (int i = 0; i < tn_constraint_count(w); i++)
            tn_multipliers(w, tn_constraint_at(w, i), numbers, 6);
        break;
    case 7:
        tn_frame(w);
        break;
    case 8:
        tn_view_free(tn_view_take(w, NULL));
        break;
    case 9:
        for (int i = 0; i < tn_object_count(w); i++) {
            tn_object_number(w, tn_object_at(w, i), "position", numbers);
            tn_object_number(w, tn_object_at(w, i), "velocity", numbers);
            tn_object_volume(w, tn_object_at(w, i));
        }
        break;
    case 10:
        for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
            tn_thing_parameter parameter;
            for (int i = 0; tn_thing_parameter_at(w, t, i, &parameter); i++)
                continue;
            tn_def_free(tn_describe(w, t));
        }
        break;
    case 11:
        tn_touch_get(w, 0, &touch);
        tn_handle_get(w, tn_handle_at(w, 0), &h);
        break;
    case 12:
        tn_optimum_get(w, &optimum);
        break;
    case 13:
        tn_count(w);
        tn_redundant(w, 0);
        break;
    case 14:
        look_at_arrays(w);
        break;
    case 15:
        look_at_things(w);
        break;
    }
}

/* To times that are no multiples of a step, with looks in between; what comes out. */
static uint64_t motion(const char *text, uint64_t seed)
{
    static const double times[] = {0.03, 0.1, 0.1725, 0.25};
    tn_world *w = world_of(text);
    uint64_t random = seed;
    for (int i = 0; i < 4; i++) {
        for (unsigned k = seed > 0 ? 1 + below(&random, 4) : 0; k > 0; k--)
            look(w, below(&random, LOOKS));
        assert_int_equal(tn_advance(w, times[i]), TN_OK);
    }
    const uint64_t end = state_of(w);
    tn_world_free(w);
    return end;
}

static void test_motion(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        const uint64_t alone = motion(worlds[i].text, 0);
        for (uint64_t seed = 1; seed <= 25; seed++)
            if (motion(worlds[i].text, seed) != alone)
                fail_msg("looking has changed the motion: %s, seed %d", worlds[i].name, (int)seed);
    }
}

/* Every pair of looks, before the first step and after each. */
static void test_pairs(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const uint64_t alone = motion(worlds[i].text, 0);
        for (unsigned a = 0; a < LOOKS; a++)
            for (unsigned b = 0; b < LOOKS; b++) {
                tn_world *w = world_of(worlds[i].text);
                static const double times[] = {0, 0.03, 0.1, 0.1725, 0.25};
                for (int k = 0; k < 5; k++) {
                    assert_int_equal(tn_advance(w, times[k]), TN_OK);
                    if (k < 4) {
                        look(w, a);
                        look(w, b);
                    }
                }
                if (state_of(w) != alone)
                    fail_msg("looks %u and %u have changed the motion: %s", a, b, worlds[i].name);
                tn_world_free(w);
            }
    }
}

/* A world that has not moved stays as it was made, whatever is taken of it. */
static void test_fresh(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        tn_world *w = world_of(worlds[i].text);
        char *first = tn_write_text(w);
        const uint64_t before = state_of(w);
        tn_snapshot *s = tn_snapshot_take(w);
        tn_world *clone = tn_world_clone(w);
        char *later = tn_write_text(w), *of_clone = tn_write_text(clone);
        if (state_of(w) != before || state_of(clone) != before)
            fail_msg("taking a snapshot or cloning has moved it: %s", worlds[i].name);
        assert_string_equal(first, later);
        assert_string_equal(first, of_clone);
        tn_snapshot_free(w, s);
        tn_world_free(clone);
        tn_world_free(w);
        free(first);
        free(later);
        free(of_clone);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_motion),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
