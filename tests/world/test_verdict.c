/* Verdicts: scattered trees of rods can always be met and are never called contradictory; rods that cannot reach are. */
#include "model.h"
#include "tenon/scene.h"

static double next(uint64_t *state, double low, double high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*state >> 11) / 9007199254740992.0;
}

static int add_rods(char *text, int size, int rods, uint64_t *seed)
{
    int n = 0;
    for (int i = 0; i < rods; i++) {
        double x = next(seed, -2, 2), y = next(seed, -2, 2), z = next(seed, -2, 2);
        n += snprintf(text + n, (size_t)(size - n), "object r%d: rod 0.3 0.02; position %g %g %g; end\n", i, x, y, z);
    }
    return n;
}

static int contradictions(const char *text)
{
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "m.tn", text, NULL), TN_OK);
    int n = 0;
    while (tn_contradictory(w, n) != NULL)
        n++;
    tn_world_free(w);
    return n;
}

static void trees_can_be_met(void **state)
{
    static char text[20000];
    (void)state;
    for (uint64_t k = 1; k <= 24; k++) {
        uint64_t seed = k;
        const int rods = 5 + (int)(k * 7 % 36);
        int n = add_rods(text, sizeof text, rods, &seed);
        n += snprintf(text + n, sizeof text - (size_t)n, "connect r0.end1 (0,0,3);\n");
        for (int i = 1; i < rods; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, "connect r%d.end2 r%d.end1;\n", (int)next(&seed, 0, i), i);
        assert_int_equal(contradictions(text), 0);
    }
}

/* A chain of n rods between nails further apart than n rods reach. */
static void chains_too_short(void **state)
{
    static char text[20000];
    (void)state;
    for (uint64_t k = 1; k <= 6; k++) {
        uint64_t seed = 100 + k;
        const int rods = 1 + (int)k;
        int n = add_rods(text, sizeof text, rods, &seed);
        n += snprintf(text + n, sizeof text - (size_t)n, "connect r0.end1 (0,0,0);\n");
        for (int i = 1; i < rods; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, "connect r%d.end2 r%d.end1;\n", i - 1, i);
        snprintf(text + n, sizeof text - (size_t)n, "connect r%d.end2 (%g,0,0);\n", rods - 1,
                 0.3 * rods * next(&seed, 1.1, 2));
        assert_true(contradictions(text) > 0);
    }
}

static void formulas_that_can_be_met(void **state)
{
    (void)state;
    assert_int_equal(contradictions("object a: particle 1; position 1 1 0; end keep a.center.x*a.center.y = 100; "
                                    "keep a.center.x/a.center.y = 4;"),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_can_be_met),
        cmocka_unit_test(chains_too_short),
        cmocka_unit_test(formulas_that_can_be_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
