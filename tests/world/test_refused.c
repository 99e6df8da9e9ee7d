/* test_refused.c: a model that can be read and cannot be run is refused again and again, and whatever is called in between is
 * safe; once the cause is gone, it runs. */
#include "../model/same.h"
#include "tenon/edit.h"

static const struct {
    const char *text;
    bool by_settings; /* tn_settings_default() mends it */
} models[] = {
    {"world: integrator implicit; order first; end object o: sphere 0.1; end variable q 1; connect o.center (0, 0, 1);",
     true},
    {"object o: sphere 0.1; ability-to-move 1; ability-to-rotate 1; end connect o.center (0, 0, 1);", false},
    {"object a: affine: end object b: sphere 0.1; end", false},
    {"object j: jello box 0.2 0.2 0.2; stiffness 100; mass 1; end object b: sphere 0.1; position 0 0 1; end contact;",
     false},
};

static void call(tn_world *w, unsigned which, uint64_t *random)
{
    const tn_object o = tn_object_at(w, (int)below(random, 2));
    const tn_constraint c = tn_constraint_at(w, 0);
    const double number[3] = {between(random, 0.1, 1), 0.2, 0.3};
    tn_pose pose;
    tn_measures measures;
    tn_constraint_state constraint;
    tn_optimum optimum;
    double value;
    switch (which) {
    case 0:
        tn_object_pose(w, o, &pose);
        break;
    case 1:
        tn_measure(w, &measures);
        break;
    case 2:
        tn_constraint_get(w, c, &constraint);
        break;
    case 3:
        tn_count(w);
        break;
    case 4:
        tn_evaluate(w);
        break;
    case 5:
        tn_assemble(w, NULL);
        break;
    case 6:
        tn_solve(w, &optimum);
        break;
    case 7:
        free(tn_write_text(w));
        break;
    case 8:
        tn_snapshot_free(w, tn_snapshot_take(w));
        break;
    case 9:
        tn_world_free(tn_world_clone(w));
        break;
    case 10:
        tn_view_free(tn_view_take(w, NULL));
        break;
    case 11:
        tn_frame(w);
        break;
    case 12:
        tn_object_set(w, o, "position", number, 3, NULL);
        break;
    case 13:
        tn_release(w, tn_grab(w, o, (tn_vec3){0, 0, 0}, below(random, 2) ? TN_GRAB_HARD : TN_GRAB_SPRING, NULL));
        break;
    case 14:
        tn_constraint_switch(w, c, below(random, 2) == 0);
        break;
    case 15:
        tn_undo(w);
        break;
    case 16:
        tn_variable_get(w, o, &value);
        break;
    case 17:
        tn_probe_add(w, "p = t", NULL);
        tn_probe_value(w, 0);
        break;
    case 18:
        tn_multipliers(w, c, &value, 1);
        break;
    case 19:
        tn_describe_begin(w);
        break;
    }
}

static void test_safe(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            tn_world *w = tn_world_new();
            if (tn_read_text(w, "m.tn", models[i].text, NULL) != TN_OK) { /* refused as early as that */
                tn_world_free(w);
                break;
            }
            uint64_t random = seed;
            tn_history_keep(w, seed % 2 == 0 ? 10 : 0, 1 << 20);
            for (int k = 0; k < 12; k++) {
                const double before = tn_time(w);
                call(w, below(&random, 20), &random);
                if (k % 3 == 0) {
                    const tn_status status = tn_advance(w, before + 0.01);
                    assert_true(status == TN_WRONG_MODEL);
                    assert_string_not_equal(tn_failure(w), "");
                    assert_true(tn_time(w) == before);
                }
            }
            tn_settings s = tn_settings_default();
            if (models[i].by_settings) {
                assert_int_equal(tn_world_configure(w, &s), TN_OK);
                assert_int_equal(tn_advance(w, tn_time(w) + 0.01), TN_OK);
            }
            tn_world_free(w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_safe)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
