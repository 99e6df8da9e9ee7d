/* test_path_keys.c: paths by keys: between two keys each component moves as the keys do, and velocity and acceleration are
 * continuous at all of them. */
#include "model.h"

static uint64_t seed = 11;

static double scatter(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

enum { MOST = 12, LOOKS = 40 };

/* A path, its keys (time and three numbers), and a particle that it moves. */
static tn_world *some_path(double key[MOST][4], int keys, bool straight)
{
    char text[4000] = "path p: ";
    double t = 0;
    for (int i = 0; i < keys; i++) {
        t += pow(10, 2 * scatter() - 1.5);
        key[i][0] = t;
        for (int c = 1; c < 4; c++) {
            const double way = 10 * scatter() - (straight ? 0 : 5);
            key[i][c] = i > 0 && scatter() < 0.4 ? key[i - 1][c] : straight && i > 0 ? key[i - 1][c] + way : way;
        }
        snprintf(text + strlen(text), sizeof text - strlen(text), "key %.17g %.17g %.17g %.17g; ", key[i][0], key[i][1],
                 key[i][2], key[i][3]);
    }
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "end object a: sphere 1; kernel path p; end "
             "probe x = a.center.x; probe y = a.center.y; probe z = a.center.z; probe ax = acc(a.center).x; "
             "probe ay = acc(a.center).y; probe az = acc(a.center).z;");
    return model_text(text);
}

static void place_at(tn_world *w, double t, double at[3], double acceleration[3])
{
    static const char *const names[] = {"x", "y", "z", "ax", "ay", "az"};
    assert_int_equal(tn_advance(w, t), TN_OK);
    for (int c = 0; c < 6; c++)
        *(c < 3 ? &at[c] : &acceleration[c - 3]) = model_probe(w, names[c]);
}

/* One interval of keys, watched while time goes on. */
static void check_interval(tn_world *w, const double from[4], const double to[4], double size, double bend[3])
{
    double before[3], now[3], a[3];
    const double h = to[0] - from[0];
    place_at(w, from[0] + 1e-9 * h, before, a);
    for (int c = 0; c < 3; c++)
        check_near("acceleration is continuous", a[c], bend[c], 1e-4 * (fabs(a[c]) + size / (h * h)));
    for (int i = 1; i <= LOOKS; i++) {
        place_at(w, from[0] + h * (i < LOOKS ? (double)i / LOOKS : 1 - 1e-9), now, a);
        for (int c = 0; c < 3; c++) {
            const double way = to[c + 1] - from[c + 1];
            const double moved = (now[c] - before[c]) * (way >= 0 ? 1 : -1);
            if (moved < -1e-9 * size || (way == 0 && moved > 1e-9 * size))
                fail_msg("component %d at %g moves by %g between keys %g and %g", c, tn_time(w), now[c] - before[c],
                         from[c + 1], to[c + 1]);
            before[c] = now[c];
        }
    }
    for (int c = 0; c < 3; c++) {
        check_near("meets the key", now[c], to[c + 1], 1e-6 * size);
        bend[c] = a[c];
    }
}

static void test_monotone(void **state)
{
    (void)state;
    for (int round = 0; round < 60; round++) {
        double key[MOST][4], bend[3] = {0, 0, 0}, at[3], still[3];
        const int keys = 2 + (int)(10 * scatter());
        tn_world *w = some_path(key, keys, round % 3 == 0);
        for (int i = 0; i < keys - 1; i++)
            check_interval(w, key[i], key[i + 1], 30, bend);
        place_at(w, key[keys - 1][0] + 1e-9, at, still);
        for (int c = 0; c < 3; c++)
            check_near("at rest", still[c], 0, 0);
        tn_world_free(w);
    }
}

/* The keys of a press that holds: 1, 0, 0, 1 at the times 0, 1, 2, 2.3. */
static void test_held(void **state)
{
    (void)state;
    tn_world *w = model_text("path p: key 0 0 0 1; key 1 0 0 0; key 2 0 0 0; key 2.3 0 0 1; end\n"
                             "object a: sphere 1; kernel path p; end probe z = a.center.z;");
    for (double t = 0; t < 3; t += 0.01) {
        assert_int_equal(tn_advance(w, t), TN_OK);
        const double z = model_probe(w, "z");
        assert_true(z >= -1e-12 && z <= 1 + 1e-12);
        if (t > 1 && t < 2)
            check_near("held", z, 0, 1e-12);
    }
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_monotone), cmocka_unit_test(test_held)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
