/* test_thing_ids.c: 64-bit ids of things, which come back with undo and are never given twice, and the words of a program
 * with them. */
#include "same.h"

static const char scene[] =
    "let k = 2; object a: sphere 0.1; end object b: box 0.2 0.2 0.2; position 1 0 0; end\n"
    "point tip of a 0 0 0.1; point toe of a 0 0 -0.1; constraint c: connect a.center b.center; end\n"
    "gravity 9.81; contact; skin s over a b; probe p = a.center.z; camera from 1 2 3 to 0 0 0;\n"
    "at 5: off c; end";

enum { MOST = 4096 };

static void test_round_trip(void **state)
{
    (void)state;
    tn_world *w = world_of(scene);
    uint64_t seen[64];
    int n = 0;
    for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
        const uint64_t id = tn_id(t);
        const tn_thing back = tn_thing_of_id(w, id);
        assert_true(id != 0 && back.type == t.type && back.slot == t.slot && back.generation == t.generation &&
                    back.index == t.index);
        for (int i = 0; i < n; i++)
            assert_true(seen[i] != id);
        seen[n++] = id;
    }
    assert_true(n >= 12);
    uint64_t random = 5;
    for (int i = 0; i < 10000; i++) { /* nothing else is an id */
        random = random * 6364136223846793005u + 1442695040888963407u;
        const uint64_t odd = i % 2 == 0 ? random : seen[i % n] ^ (1u << random % 31);
        const tn_thing t = tn_thing_of_id(w, odd);
        assert_true(t.type == TN_THING_NONE || tn_id(t) == odd);
    }
    assert_int_equal(tn_thing_of_id(w, 0).type, TN_THING_NONE);
    assert_int_equal(tn_thing_of_id(NULL, seen[1]).type, TN_THING_NONE);
    tn_world_free(w);
}

/* Objects that come and go, with undo and redo: an id is always the same object. */
static void test_never_reused(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        tn_world *w = tn_world_new();
        uint64_t random = seed, id[MOST] = {0};
        int made = 0;
        tn_history_keep(w, 1000, 1 << 26);
        for (int step = 0; step < 300; step++) {
            switch (below(&random, 5)) {
            case 0:
            case 1: {
                tn_object_def d = tn_object_default();
                d.shape = "sphere";
                d.size[0] = 1 + made; /* its mark */
                const tn_thing t = tn_thing_of_object(tn_object_add(w, &d, NULL));
                id[made] = tn_id(t);
                for (int i = 0; i < made; i++)
                    assert_true(id[i] != id[made]);
                assert_int_equal(tn_thing_set_data(w, t, &id[made], 1000 + (uint64_t)made), TN_OK);
                made++;
                break;
            }
            case 2:
                if (tn_object_count(w) > 0)
                    tn_object_remove(w, tn_object_at(w, (int)below(&random, (unsigned)tn_object_count(w))));
                break;
            case 3:
                tn_undo(w);
                break;
            default:
                tn_redo(w);
            }
            int living = 0;
            for (int i = 0; i < made; i++) {
                const tn_thing t = tn_thing_of_id(w, id[i]);
                void *pointer = NULL;
                uint64_t number = 0;
                if (t.type == TN_THING_NONE)
                    continue;
                living++;
                tn_pose pose;
                tn_object_pose(w, tn_thing_object(t), &pose);
                assert_true(fabs(pose.mass / (4188.790204786391 * pow(1 + i, 3)) - 1) < 1e-9);
                assert_true(tn_thing_data(w, t, &pointer, &number));
                assert_true(pointer == &id[i] && number == 1000 + (uint64_t)i);
            }
            assert_int_equal(living, tn_object_count(w));
        }
        tn_world_free(w);
    }
}

static void test_data(void **state)
{
    (void)state;
    tn_world *w = world_of(scene);
    int own = 0;
    uint64_t k = 0;
    for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
        assert_false(tn_thing_data(w, t, NULL, NULL));
        assert_int_equal(tn_thing_set_data(w, t, &own, ++k), TN_OK);
    }
    tn_world *clone = tn_world_clone(w); /* by value */
    tn_thing_set_data(w, tn_thing_find(w, TN_THING_OBJECT, "a"), NULL, 77);
    k = 0;
    for (tn_thing t = tn_thing_next(clone, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(clone, t)) {
        void *pointer;
        uint64_t number;
        assert_true(tn_thing_data(clone, t, &pointer, &number));
        assert_true(pointer == &own && number == ++k);
    }
    assert_int_equal(tn_thing_set_data(w, (tn_thing){0}, NULL, 1), TN_WRONG_USE);
    assert_int_equal(tn_thing_set_data(NULL, tn_thing_find(w, TN_THING_OBJECT, "a"), NULL, 1), TN_WRONG_USE);
    tn_world_free(clone);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_never_reused),
        cmocka_unit_test(test_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
