/* Verdicts: scattered trees of rods can always be met and are never called contradictory; rods that cannot reach are. */
#include "model.h"
#include "../effort.h"
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

/* ---- minimal sets ---- */

/* The names of what contradicts, in one line; `left` with nothing decided. */
static void names_of(const char *text, char *contradictory, size_t size, int *undecided)
{
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "m.tn", text, NULL), TN_OK);
    contradictory[0] = '\0';
    for (int i = 0; tn_contradictory(w, i) != NULL; i++)
        snprintf(contradictory + strlen(contradictory), size - strlen(contradictory), "%s ", tn_contradictory(w, i));
    for (*undecided = 0; tn_undecided_at(w, *undecided).generation != 0; ++*undecided)
        ;
    tn_world_free(w);
}

/* Chains that are too short, with trees of rods that hang from them and others that hang elsewhere: only the chains are named,
 * and all of each, since what is left without any one of them can be met. */
static void only_the_guilty_are_named(void **state)
{
    static char text[30000], want[4000], got[4000];
    (void)state;
    for (uint64_t k = 1; k <= (uint64_t)effort(12, 4); k++) {
        uint64_t seed = 300 + k;
        const int rods = 1 + (int)next(&seed, 0, 9), hang = (int)next(&seed, 0, 5);
        int n = add_rods(text, sizeof text, rods + hang + 3, &seed), undecided;
#define ADD(...) n += snprintf(text + n, sizeof text - (size_t)n, __VA_ARGS__)
        ADD("constraint n0: connect r0.end1 (0,0,0); end\n");
        snprintf(want, sizeof want, "n0 ");
        for (int i = 1; i < rods; i++) {
            ADD("constraint c%d: connect r%d.end2 r%d.end1; end\n", i, i - 1, i);
            snprintf(want + strlen(want), sizeof want - strlen(want), "c%d ", i);
        }
        for (int i = rods; i < rods + hang; i++)
            ADD("constraint h%d: connect r%d.end1 r%d.end%d; end\n", i, i, (int)next(&seed, 0, i),
                1 + (int)next(&seed, 0, 2));
        ADD("constraint n1: connect r%d.end2 (%g,0,0); end\n", rods - 1, 0.3 * rods * next(&seed, 1.02, 2));
        snprintf(want + strlen(want), sizeof want - strlen(want), "n1 ");
        for (int i = rods + hang; i < rods + hang + 3; i++)
            ADD("connect r%d.end1 (%d,0,2);\n", i, i);
#undef ADD
        names_of(text, got, sizeof got, &undecided);
        assert_string_equal(got, want);
        assert_int_equal(undecided, 0);
    }
}

static void impossible_formulas(void **state)
{
    static const struct {
        const char *text, *named;
        bool certain; /* there is a place of rest */
    } model[] = {
        {"variable x 1; constraint a: keep x^2 = -1; end", "a ", true},
        {"variable x 4; constraint a: keep atan(x) = 2; end", "a ", true},
        {"variable x 4; constraint a: keep sqrt(x) = -1; end", "", false}, /* its best is at the end of the domain */
        {"variable x 1; variable y 1; constraint a: keep x <= 1; end constraint b: keep x >= 2; end "
         "constraint c: keep y >= 3; end constraint d: keep y + x = 9; end",
         "a b ", true},
        {"variable x 1; constraint a: keep x = 1; end constraint b: keep 2*x = 2; end constraint c: keep x = 1.1; end",
         "b c ", true},
        {"for i = 1 to 3: object r[i]: rod 1 0.02; position i 0 0; end end\n"
         "for i = 1 to 3: connect r[i].end1 (i,0,0); connect r[i].end2 (i,0,0.5+i/4); end",
         "connect@2[i=1] connect@2[i=1]#2 connect@2[i=3] connect@2[i=3]#2 ", true},
        {"object a: rod 1 0.02; end object b: rod 1 0.02; position 0.1 0 0; end constraint n: connect a.center "
         "(0,0,0); end\n"
         "constraint c: object1 a; object2 b; hinge 0 0 0.5  0 0 -0.5; angle 0 0 1  0 0 1 max 0.2; end\n"
         "constraint d: object1 a; object2 b; angle 0 0 1  0 0 1 min 0.8; end",
         "c d ", true},
    };
    char got[400];
    int undecided;
    (void)state;
    for (size_t i = 0; i < sizeof model / sizeof *model; i++) {
        names_of(model[i].text, got, sizeof got, &undecided);
        assert_string_equal(got, model[i].named);
        assert_int_equal(undecided != 0, !model[i].certain);
    }
}

/* A gradient that vanishes where the constraint is met repeats nothing. */
static void rows_that_vanish(void **state)
{
    static const struct {
        const char *text;
        int rank, redundant;
    } model[] = {
        {"variable x 1; keep abs(x) = 0;", 1, 0},
        {"variable x 0; keep abs(x) = 0;", 1, 0},
        {"variable x 0; keep x^2 = 0;", 1, 0},
        {"variable x 1; keep abs(x) = 0; keep x = 0;", 1, 1},
        {"variable x 1; keep abs(x) = 0; keep abs(2*x) = 0;", 1, 1},
        {"variable x 1; variable y 2; keep abs(x) = 0; keep abs(x + y) = 0; keep x = y;", 2, 1},
        {"object a: particle 1; position 1 1 1; end keep abs(a.center.x) + abs(a.center.y) = 0;", 1, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof model / sizeof *model; i++) {
        tn_world *w = tn_world_new();
        assert_int_equal(tn_read_text(w, "m.tn", model[i].text, NULL), TN_OK);
        int redundant = 0;
        while (tn_redundant(w, redundant) != NULL)
            redundant++;
        assert_int_equal(tn_count(w).rank, model[i].rank);
        assert_int_equal(redundant, model[i].redundant);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_can_be_met),         cmocka_unit_test(chains_too_short),
        cmocka_unit_test(formulas_that_can_be_met), cmocka_unit_test(only_the_guilty_are_named),
        cmocka_unit_test(impossible_formulas),      cmocka_unit_test(rows_that_vanish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
