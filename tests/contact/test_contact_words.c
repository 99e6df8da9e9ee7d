/* test_contact_words.c: the words of contact: which impacts bounce, how contacts are solved, and that both survive
 * describing, writing and reading. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

static double probe_of(tn_world *w, const char *probe)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (strcmp(tn_probe_name(w, i), probe) == 0)
            return tn_probe_value(w, i);
    fail_msg("no probe %s", probe);
    return 0;
}

/* A ball without weight strikes at speed v: it returns at e v if that is not below the threshold, and else stays. */
static void test_threshold(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < effort(60, 12); i++) {
        const double v = 0.01 + 3 * part(&seed), e = 0.2 + 0.8 * part(&seed), most = v * (i % 2 ? 0.9 : 1.1);
        const char *way = i % 3 == 0 ? "exact" : i % 3 == 1 ? "fast" : "";
        char text[400];
        snprintf(text, sizeof text,
                 "world: step %g; end object floor: plane; end object b: sphere 0.1; position 0 0 0.13; velocity 0 0 "
                 "%.17g; end\n"
                 "contact %s bounce %.17g threshold %.17g friction 0;",
                 0.01 * part(&seed) + 1e-3, -v, way, e, most);
        tn_world *w = world_of(text), *twin = rebuilt(w);
        assert_int_equal(tn_advance(w, 0.06 / v), TN_OK);
        assert_int_equal(tn_advance(twin, 0.06 / v), TN_OK);
        assert_true(state_of(w) == state_of(twin));
        const double want = v > most ? e * v : 0, found = model_pose(w, tn_object_find(w, "b")).velocity.z;
        check_near(text, found, want, i % 3 == 1 ? 0.02 * v : 1e-9);
        tn_world_free(w);
        tn_world_free(twin);
    }
}

/* In C, 0 leaves the threshold to the library and a negative number makes all impacts bounce. */
static void test_threshold_in_c(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const double slow = 5e-4;
        tn_world *w = tn_world_new();
        model_object(w, "plane", 0, 0, 0, v3(0, 0, 0));
        tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(0, 0, 0.1001));
        tn_contact_def d = tn_contact_default();
        d.bounce = 1;
        d.threshold = i - 1;
        assert_int_equal(tn_contact_add(w, &d), TN_OK);
        assert_int_equal(tn_object_set_velocity(w, o, v3(0, 0, -slow), v3(0, 0, 0)), TN_OK);
        assert_int_equal(tn_advance(w, 1), TN_OK);
        check_near("speed", model_pose(w, o).velocity.z, d.threshold < 0 ? slow : 0, 1e-9);
        tn_world_free(w);
    }
}

/* Both solvers carry the same loads. The way can be read and changed, and is undone. */
static void test_ways(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < effort(20, 5); i++) {
        char text[600];
        const int count = 2 + i % 3;
        int length =
            snprintf(text, sizeof text, "world: gravity 9.81; end object floor: plane; end contact %s friction 0.6;\n",
                     i % 2 ? "exact" : "fast");
        for (int k = 0; k < count; k++)
            length += snprintf(text + length, sizeof text - (size_t)length,
                               "object b[%d]: box 0.3 0.3 0.2; position %.17g 0 %.17g; mass %g; end\n", k,
                               0.02 * part(&seed), 0.1 + 0.2 * k, 1 + part(&seed));
        snprintf(text + length, sizeof text - (size_t)length, "probe load = contact(floor, b[0]).z; probe all = %s;",
                 count == 2   ? "9.81*(mass(b[0]) + mass(b[1]))"
                 : count == 3 ? "9.81*(mass(b[0]) + mass(b[1]) + mass(b[2]))"
                              : "9.81*(mass(b[0]) + mass(b[1]) + mass(b[2]) + mass(b[3]))");
        tn_world *w = world_of(text);
        tn_contact_way way;
        assert_true(tn_contact_get_way(w, &way));
        assert_int_equal(way, i % 2 ? TN_CONTACT_EXACT : TN_CONTACT_FAST);
        for (way = TN_CONTACT_BY_COST; way <= TN_CONTACT_FAST; way++) {
            tn_contact_way now;
            assert_int_equal(tn_contact_set_way(w, way), TN_OK);
            assert_true(tn_contact_get_way(w, &now) && now == way);
            assert_int_equal(tn_advance(w, tn_time(w) + 1), TN_OK);
            check_near("load", probe_of(w, "load") / probe_of(w, "all"), 1, way == TN_CONTACT_FAST ? 1e-3 : 1e-6);
        }
        assert_int_equal(tn_contact_set_way(w, (tn_contact_way)7), TN_WRONG_USE);
        tn_world_free(w);
    }
    tn_world *w = tn_world_new();
    tn_contact_way way;
    assert_false(tn_contact_get_way(w, &way));
    assert_int_equal(tn_contact_set_way(w, TN_CONTACT_FAST), TN_WRONG_USE);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threshold),
        cmocka_unit_test(test_threshold_in_c),
        cmocka_unit_test(test_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
