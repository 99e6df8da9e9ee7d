/* Sweeps from C: counts, names, keys, rows by threads, bad arguments; measures beside closed forms. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "sweep/sweep_parts.h"
#include "tenon/tenon.h"

static const char *const SCENE = "let v = 2; let n = 3; world: until 1; frames 20; end\n"
                                 "object a: particle 1; velocity v 0 0; end\n"
                                 "for i = 1 to n: object b[i]: particle 1; position i 0 0; end end\n"
                                 "probe x = a.center.x;\n";

static tn_sweep *make(const char *const *sets, int set_count, const char *const *measures, int measure_count,
                      int samples, tn_status *status)
{
    tn_sweep_def def = tn_sweep_default();
    def.text = SCENE;
    def.sets = sets;
    def.set_count = set_count;
    def.measures = measures;
    def.measure_count = measure_count;
    def.samples = samples;
    return tn_sweep_new(&def, status, NULL);
}

static void rows(void **state)
{
    (void)state;
    const char *sets[] = {"v=1,2,3", "n=1:4:4"}, *measures[] = {"top = max(x)", "x"};
    tn_status status;
    tn_sweep *s = make(sets, 2, measures, 2, 0, &status);
    assert_int_equal(status, TN_OK);
    assert_int_equal(tn_sweep_runs(s), 12);
    assert_int_equal(tn_sweep_name_count(s), 2);
    assert_string_equal(tn_sweep_name(s, 1), "n");
    assert_null(tn_sweep_name(s, 2));
    assert_int_equal(tn_sweep_value_count(s, 1), 4);
    assert_int_equal(tn_sweep_measure_count(s), 2);
    assert_string_equal(tn_sweep_measure(s, 0), "top");
    assert_null(tn_sweep_measure(s, -1));
    for (int i = 0; i < 12; i++) {
        double values[2], found[2];
        tn_sweep_row row = {.values = values, .measures = found};
        assert_int_equal(tn_sweep_run(s, i, &row), TN_OK);
        assert_int_equal(row.status, TN_OK);
        assert_null(row.message);
        assert_true(values[0] == 1 + i / 4 && values[1] == 1 + i % 4);
        assert_true(fabs(found[0] - values[0]) < 1e-9 && found[0] == found[1]);
    }
    double values[2], found[2];
    tn_sweep_row row = {.values = values, .measures = found};
    assert_int_equal(tn_sweep_run(s, 12, &row), TN_WRONG_USE);
    assert_int_equal(tn_sweep_run(s, -1, &row), TN_WRONG_USE);
    assert_int_equal(tn_sweep_run(s, 0, &(tn_sweep_row){0}), TN_WRONG_USE);
    assert_int_equal(tn_sweep_run(NULL, 0, &row), TN_WRONG_USE);
    tn_sweep_free(s);
    tn_sweep_free(NULL);
    assert_int_equal(tn_sweep_runs(NULL), 0);
}

static void keys(void **state)
{
    (void)state;
    const char *a[] = {"v=1,2,3"}, *b[] = {"v=1,2,4"}, *m[] = {"x"};
    tn_sweep *one = make(a, 1, m, 1, 0, NULL), *again = make(a, 1, m, 1, 0, NULL), *other = make(b, 1, m, 1, 0, NULL);
    tn_sweep *less = make(a, 1, m, 0, 0, NULL);
    assert_true(tn_sweep_key(one) == tn_sweep_key(again));
    assert_true(tn_sweep_key(one) != tn_sweep_key(other) && tn_sweep_key(one) != tn_sweep_key(less));
    tn_sweep_free(one);
    tn_sweep_free(again);
    tn_sweep_free(other);
    tn_sweep_free(less);
}

static void wrong(void **state)
{
    (void)state;
    tn_status status;
    const char *measure[] = {"x"};
    const char *bad[] = {"v", "v=", "=1", "q=1", "v=1:2", "v=a:b:3", "v=1:2:0", "v=1..2", "v=1,,2", "v=v", "v=sin(q)"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(make(&bad[i], 1, measure, 1, 0, &status));
        assert_int_equal(status, TN_WRONG_USE);
    }
    const char *set[] = {"v=1"}, *measures[] = {"at(x)", "max(", "mean(y)", "x +", "at(x, y)"};
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        assert_null(make(set, 1, &measures[i], 1, 0, &status));
        assert_int_equal(status, TN_WRONG_USE);
    }
    assert_null(tn_sweep_new(&(tn_sweep_def){0}, &status, NULL));
    assert_int_equal(status, TN_WRONG_USE);
    tn_sweep_def def = tn_sweep_default();
    def.path = "there is no such file.tn";
    assert_null(tn_sweep_new(&def, &status, NULL));
    assert_int_equal(status, TN_NO_FILE);
    def.text = "object a: sphere;";
    assert_null(tn_sweep_new(&def, &status, NULL));
    assert_int_equal(status, TN_WRONG_MODEL);
}

/* Ends a run after some questions. */
static bool three_times(void *user) { return ++*(int *)user < 3; }

static void ended(void **state)
{
    (void)state;
    const char *set[] = {"v=1"}, *measure[] = {"x"};
    tn_sweep *s = make(set, 1, measure, 1, 0, NULL);
    double value, found;
    int asked = 0;
    tn_sweep_row row = {.values = &value, .measures = &found, .go_on = three_times, .user = &asked};
    assert_int_equal(tn_sweep_run(s, 0, &row), TN_INTERRUPTED);
    assert_int_equal(asked, 3);
    tn_sweep_free(s);
}

/* Runs share what follows from the topology alone, with each other and not with runs where it is another: a chain of n links,
 * closed or open, gives the same bits as a world that shares nothing. */
static void shared_plans(void **state)
{
    (void)state;
    static const char *const chain =
        "let n = 4; let k = 1; let closed = 0; world: until 0.2; frames 20; end gravity 9.81;\n"
        "for i = 1 to n: object b[i]: sphere 0.1; mass k; position i 0 0; end end\n"
        "for i = 2 to n: distance b[i - 1].center b[i].center 1; end\n"
        "distance (0, 0, 0) b[1].center 1;\n"
        "for i = 1 to closed: distance (n, 0, -1) b[n].center 1; end\n"
        "probe z = b[n].center.z;\n";
    const char *sets[] = {"n=4,2,6", "k=1,2,0.5", "closed=0,1"}, *measures[] = {"z"};
    tn_sweep_def def = tn_sweep_default();
    def.text = chain;
    def.sets = sets;
    def.measures = measures;
    def.set_count = 3;
    def.measure_count = 1;
    tn_diagnostics *d = tn_diagnostics_new();
    tn_sweep *s = tn_sweep_new(&def, NULL, d);
    if (s == NULL)
        fail_msg("%s", tn_diagnostics_get(d, 0).message);
    for (int i = 0; i < tn_sweep_runs(s); i++) {
        double values[3], found;
        char text[3][40];
        tn_sweep_row row = {.values = values, .measures = &found};
        assert_int_equal(tn_sweep_run(s, i, &row), TN_OK);
        assert_int_equal(row.status, TN_OK);
        tn_world *alone = tn_world_new();
        for (int k = 0; k < 3; k++) {
            snprintf(text[k], sizeof text[k], "%.17g", values[k]);
            assert_int_equal(tn_set(alone, tn_sweep_name(s, k), text[k], NULL), TN_OK);
        }
        assert_int_equal(tn_read_text(alone, "chain", chain, NULL), TN_OK);
        for (int frame = 0; frame <= 4; frame++)
            assert_int_equal(tn_advance(alone, frame / 20.0), TN_OK);
        assert_true(tn_probe_value(alone, 0) == found);
        tn_world_free(alone);
    }
    tn_diagnostics_free(d);
    tn_sweep_free(s);
}

struct share {
    const tn_sweep *sweep;
    double *found;
    int from, runs;
};

static void *work(void *arg)
{
    struct share *h = arg;
    for (int i = h->from; i < h->runs; i += 2) {
        double value;
        tn_sweep_row row = {.values = &value, .measures = &h->found[i]};
        tn_sweep_run(h->sweep, i, &row);
    }
    return NULL;
}

static void threads(void **state)
{
    (void)state;
    const char *sets[] = {"v=0.5..1.5"}, *measure[] = {"rms(x)"};
    const int runs = effort(60, 12);
    tn_sweep *s = make(sets, 1, measure, 1, runs, NULL);
    double *alone = calloc((size_t)runs, sizeof *alone), *both = calloc((size_t)runs, sizeof *both);
    struct share first = {s, alone, 0, runs}, second = {s, alone, 1, runs}, third = {s, both, 0, runs},
                 last = {s, both, 1, runs};
    work(&first);
    work(&second);
    pthread_t other;
    assert_int_equal(pthread_create(&other, NULL, work, &last), 0);
    work(&third);
    pthread_join(other, NULL);
    assert_memory_equal(alone, both, sizeof *alone * (size_t)runs);
    free(alone);
    free(both);
    tn_sweep_free(s);
}

/* Measures over frames at random times, beside sums that are written down here. */
static void measures(void **state)
{
    (void)state;
    srand(5);
    for (int trial = 0; trial < effort(400, 100); trial++) {
        const int n = 2 + rand() % 30;
        double t[32], y[32], most = -INFINITY, least = INFINITY, mean = 0, square = 0;
        for (int i = 0; i < n; i++) {
            t[i] = (i ? t[i - 1] : 0) + 0.01 + rand() / (double)RAND_MAX;
            y[i] = 4 * (rand() / (double)RAND_MAX) - 2;
            most = fmax(most, y[i]);
            least = fmin(least, y[i]);
            if (i > 0) {
                mean += (t[i] - t[i - 1]) * (y[i] + y[i - 1]) / 2;
                square += (t[i] - t[i - 1]) * (y[i] * y[i] + y[i - 1] * y[i - 1]) / 2;
            }
        }
        const int k = rand() % (n - 1);
        const double part = rand() / (double)RAND_MAX, at = t[k] + part * (t[k + 1] - t[k]);
        const double span = t[n - 1] - t[0];
        const double expected[] = {most,
                                   least,
                                   mean / span,
                                   sqrt(square / span),
                                   y[0],
                                   y[n - 1],
                                   y[k] + (at - t[k]) / (t[k + 1] - t[k]) * (y[k + 1] - y[k])};
        for (int type = MEASURE_MAX; type <= MEASURE_AT; type++) {
            const struct measure m = {.type = (enum measure_type)type};
            struct gauge g = {.at = at};
            for (int i = 0; i < n; i++)
                gauge_frame(&m, &g, t[i], y[i]);
            assert_true(fabs(gauge_result(&m, &g) - expected[type]) < 1e-12);
        }
    }
    /* A moment outside of the run, and values that are missing. */
    const struct measure late = {.type = MEASURE_AT}, top = {.type = MEASURE_MAX}, mean = {.type = MEASURE_MEAN};
    struct gauge g = {.at = 9}, h = {0}, e = {0};
    const double y[] = {NAN, 1, 3, NAN};
    for (int i = 0; i < 4; i++) {
        gauge_frame(&late, &g, i, y[i]);
        gauge_frame(&top, &h, i, y[i]);
        gauge_frame(&mean, &e, i, y[i]);
    }
    assert_true(isnan(gauge_result(&late, &g)));
    assert_true(gauge_result(&top, &h) == 3 && gauge_result(&mean, &e) == 2);
}

/* One sample in each part of each range, for many sizes and seeds. */
static void latin(void **state)
{
    (void)state;
    for (int seed = 0; seed < effort(50, 10); seed++) {
        const int n = 1 + 7 * seed, d = 1 + seed % 4;
        double *u = calloc((size_t)(n * d), sizeof *u);
        char *seen = calloc((size_t)(n * d), 1);
        sample(u, n, d, (uint64_t)seed, TN_SAMPLING_LATIN);
        for (int i = 0; i < n * d; i++) {
            assert_true(u[i] >= 0 && u[i] < 1);
            const int part = (int)(u[i] * n);
            assert_false(seen[part * d + i % d]);
            seen[part * d + i % d] = 1;
        }
        free(u);
        free(seen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),  cmocka_unit_test(keys),    cmocka_unit_test(wrong),    cmocka_unit_test(ended),
        cmocka_unit_test(latin), cmocka_unit_test(threads), cmocka_unit_test(measures), cmocka_unit_test(shared_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
