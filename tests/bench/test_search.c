/* The search for the fastest setting that is exact enough, with engines whose error and time are known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* It belongs to no library. */
#include "../../bench/search.c"

/* An engine of a given order: drift = scale · value^order, time = cost / value^effort. */
struct engine {
    double scale, order, cost, effort;
    double stable; /* settings above this lose their numbers */
    double floor;  /* no drift is below this */
    double asked[64];
    int count;
    double longest; /* s that any run took */
};

static bool run(void *context, double value, double limit, struct bench_outcome *out)
{
    struct engine *e = context;
    assert_true(e->count < 64);
    e->asked[e->count++] = value;
    double time = e->cost / pow(value, e->effort);
    *out = (struct bench_outcome){.seconds = fmin(time, limit) / 2, .spent = fmin(time, limit), .cut = time > limit};
    out->drift = value > e->stable ? 1e300 : fmax(e->scale * pow(value, e->order), e->floor);
    out->error = out->drift;
    e->longest = fmax(e->longest, time);
    return true;
}

static struct search_result find(struct engine *e, enum search_kind kind, double drift, double limit)
{
    struct search s = {.bounds = {1e-6, drift, HUGE_VAL}, .limit = limit};
    struct search_engine engine = {.name = "fake", .kind = kind, .run = run, .context = e};
    return search_fastest(&s, &engine);
}

static void near(const char *what, double got, double expected)
{
    if (!(fabs(got - expected) <= 1e-9 * expected))
        fail_msg("%s: %.17g instead of %.17g", what, got, expected);
}

/* The coarsest of all settings there are that meets the bounds is found, for every order and every bound. */
static void finds_the_coarsest(void **state)
{
    (void)state;
    for (int order = 1; order <= 4; order++)
        for (double drift = 1e-2; drift > 1e-8; drift /= 3) {
            struct engine e = {.scale = 1, .order = order, .cost = 1e-9, .effort = 1, .stable = 1};
            struct search_result r = find(&e, SEARCH_STEP, drift, 100);
            double largest = pow(drift, 1.0 / order), best = 0;
            for (int i = 0; i < STEPS; i++)
                for (int k = -1; k < 1; k++) {
                    double value = k < 0 ? search_value(SEARCH_STEP, i) : between(SEARCH_STEP, i, k);
                    best = value <= largest ? fmax(best, value) : best;
                }
            assert_true(r.any);
            assert_int_equal(r.reached, best > 0);
            near("step", r.value, best > 0 ? best : search_value(SEARCH_STEP, STEPS - 1));
        }
}

/* Steps divide the 50 ms of a frame, from 50 ms to less than 10 µs; accuracies go from 1e-2 to 1e-13. */
static void settings(void **state)
{
    (void)state;
    for (int i = 0; i < STEPS; i++)
        near("a frame in steps", 0.05 / search_value(SEARCH_STEP, i), round(0.05 / search_value(SEARCH_STEP, i)));
    for (int i = 2; i < STEPS; i++)
        near("a frame between", 0.05 / between(SEARCH_STEP, i, 0), round(0.05 / between(SEARCH_STEP, i, 0)));
    assert_true(search_value(SEARCH_STEP, STEPS - 1) < 1e-5);
    near("roughest accuracy", search_value(SEARCH_ACCURACY, 0), 1e-2);
    near("finest accuracy", search_value(SEARCH_ACCURACY, ACCURACIES - 1), 1e-13);
    assert_true(search_value(SEARCH_STEP, STEPS) == 0 && search_value(SEARCH_ACCURACY, ACCURACIES) == 0);
}

/* An accuracy is refined to 5 and 2 times the decade. */
static void accuracies(void **state)
{
    (void)state;
    static const struct {
        double drift, value;
    } cases[] = {{1e-2, 1e-2}, {6e-4, 5e-4}, {3e-4, 2e-4}, {1.5e-4, 1e-4}, {1.0001e-7, 1e-7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct engine e = {.scale = 1, .order = 1, .cost = 1e-3, .effort = 0.2, .stable = 1};
        struct search_result r = find(&e, SEARCH_ACCURACY, cases[i].drift, 100);
        assert_true(r.reached);
        near("accuracy", r.value, cases[i].value);
    }
}

/* Coarse settings that lose their numbers do not end the search. */
static void unstable(void **state)
{
    (void)state;
    struct engine e = {.scale = 1e-9, .order = 2, .cost = 1e-6, .effort = 1, .stable = 0.0041};
    struct search_result r = find(&e, SEARCH_STEP, 1e-6, 100);
    assert_true(r.reached);
    near("step", r.value, 0.003125);
}

/* What cannot be reached within the cut-off: the finest setting that is not cut off, told as not reached; and no run that
 * is bound to be cut off is tried. */
static void out_of_reach(void **state)
{
    (void)state;
    struct engine e = {.scale = 1, .order = 1, .cost = 1e-3, .effort = 1, .stable = 1};
    struct search_result r = find(&e, SEARCH_STEP, 1e-6, 2);
    assert_true(r.any && !r.reached && !r.best.cut);
    near("step", r.value, 0.05 / 64); /* 1.28 s; the next would take 2.56 */
    assert_true(e.longest <= 2);
    struct engine slow = {.scale = 1, .order = 1, .cost = 100, .effort = 0, .stable = 1};
    r = find(&slow, SEARCH_ACCURACY, 1e-6, 2);
    assert_true(r.any && !r.reached && r.best.cut);
    assert_int_equal(slow.count, 1);
    struct engine limited = {.scale = 1, .order = 1, .cost = 1e-3, .effort = 0, .stable = 1, .floor = 1e-3};
    r = find(&limited, SEARCH_ACCURACY, 1e-6, 2);
    assert_true(!r.reached);
    assert_int_equal(limited.count, ACCURACIES);
}

/* Two engines with the same law are searched over the same settings, whatever their names: none is searched finer. */
static void same_for_all(void **state)
{
    (void)state;
    struct engine one = {.scale = 3, .order = 2, .cost = 1e-5, .effort = 1, .stable = 1}, other = one;
    struct search s = {.bounds = {1e-6, 1e-5, HUGE_VAL}, .limit = 1};
    struct search_engine a = {.name = "tenon", .kind = SEARCH_STEP, .run = run, .context = &one}, b = a;
    strcpy(b.name, "ode");
    b.context = &other;
    search_fastest(&s, &a);
    search_fastest(&s, &b);
    assert_int_equal(one.count, other.count);
    assert_memory_equal(one.asked, other.asked, sizeof one.asked);
}

static int seen_count;
static void count_runs(void *context, double value, const struct bench_outcome *o)
{
    (void)context;
    (void)value;
    (void)o;
    seen_count++;
}

/* For plots all settings run, down to the error that is enough; a fixed setting runs alone. */
static void all_and_fixed(void **state)
{
    (void)state;
    struct engine e = {.scale = 1, .order = 1, .cost = 1e-9, .effort = 1, .stable = 1};
    struct search s = {.bounds = {1e-6, 1e-3, HUGE_VAL}, .limit = 10, .all = true, .enough = 1e-4, .seen = count_runs};
    struct search_engine engine = {.kind = SEARCH_STEP, .run = run, .context = &e};
    struct search_result r = search_fastest(&s, &engine);
    near("the fastest of all", r.value, 0.05 / 64);
    assert_int_equal(e.count, 10); /* 0.05/512 is below 1e-4 */
    assert_int_equal(seen_count, e.count);
    engine.kind = SEARCH_FIXED;
    engine.fixed = 0.007;
    e.count = 0;
    r = search_fastest(&s, &engine);
    assert_int_equal(e.count, 1);
    near("the fixed setting", r.value, 0.007);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_coarsest), cmocka_unit_test(settings),     cmocka_unit_test(accuracies),
        cmocka_unit_test(unstable),           cmocka_unit_test(out_of_reach), cmocka_unit_test(same_for_all),
        cmocka_unit_test(all_and_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
