/* The published problems of examples/benchmarks against their reference values (bench/truths.h), at the accuracy that
 * Tenon aims at. */
#include "../effort.h"
#include "../world/model.h"
/* The reference values are in no library. */
#include "../../bench/truths.c"

static tn_world *scene(const char *name, const char *let, const char *value)
{
    char path[4096];
    const char *source = getenv("SOURCE");
    snprintf(path, sizeof path, "%s/examples/benchmarks/%s", source ? source : ".", name);
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if ((let && tn_set(w, let, value, d) != TN_OK) || tn_read_file(w, path, d) != TN_OK)
        fail_msg("%s: %s", path, tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message : "cannot be read");
    tn_diagnostics_free(d);
    return w;
}

/* ---- the reference values themselves ---- */

static void published_digits(void **state)
{
    (void)state;
    static const double exact[][3] = {{0.5, -0.391048791550546, -0.920369948785192},
                                      {1, 0.986291751131875, -0.165010853125541},
                                      {10, -0.275087462576116860, -0.961419205099125064},
                                      {100, -0.181513351427031, -0.983388480334058},
                                      {2000, 0.814603068589032, -0.580018827836935}};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        double xy[2];
        truth_pendulum(exact[i][0], xy);
        check_near("x of the pendulum", xy[0], exact[i][1], 2e-12);
        check_near("y of the pendulum", xy[1], exact[i][2], 2e-12);
    }
    struct truth_four_bar f = {.cells = 2, .rate = 1};
    truth_four_bar_advance(&f, 10);
    check_near("x of N = 2 at 10 s", sin(f.angle), 0.328458111540815, 1e-10);
    check_near("y of N = 2 at 10 s", cos(f.angle), 0.944518538178601, 1e-10);
    check_near("vx of N = 2 at 10 s", cos(f.angle) * f.rate, 1.423051470206944, 1e-9);
    truth_four_bar_advance(&f, 20);
    check_near("x of N = 2 at 20 s", sin(f.angle), 0.839746574306844, 1e-9);
    check_near("y of N = 2 at 20 s", cos(f.angle), 0.542978536352885, 1e-9);
}

/* ---- A01 ---- */

/* Largest distance from the exact position over all frames to t = until. */
static double pendulum_error(double until, double tolerance)
{
    tn_world *w = scene("pendulum.tn", NULL, NULL);
    double worst = 0;
    model_set(w, TN_ADAMS, tolerance, 0, 0);
    for (int i = 1; i <= (int)(2 * until); i++) {
        double xy[2];
        model_run(w, 0.5 * i);
        truth_pendulum(0.5 * i, xy);
        worst = fmax(worst, hypot(model_probe(w, "x") - xy[0], model_probe(w, "y") - xy[1]));
        check_near("length of the string", model_probe(w, "stretch"), 0, 1e-9);
    }
    tn_world_free(w);
    return worst;
}

static void pendulum_10_s(void **state)
{
    (void)state;
    check_near("pendulum over 10 s at 1e-10", pendulum_error(10, 1e-10), 0, 1e-6);
    check_near("pendulum over 10 s at 1e-13", pendulum_error(10, 1e-13), 0, 1e-9);
}

static void pendulum_100_s(void **state)
{
    (void)state;
    check_near("pendulum over 100 s at 1e-13", pendulum_error(100, 1e-13), 0, 1e-7);
}

static void pendulum_2000_s(void **state)
{
    (void)state;
    check_near("pendulum over 2000 s at 1e-13", pendulum_error(effort(2000, 200), 1e-13), 0, 1e-6);
}

/* ---- A02 ---- */

/* Largest distance of the first and the last tip from their exact positions, over frames of 50 ms. */
static double four_bar_error(int cells, double until, tn_integrator method, double tolerance, double step, double tau)
{
    char count[16];
    snprintf(count, sizeof count, "%d", cells);
    tn_world *w = scene("n-four-bar.tn", "N", count);
    struct truth_four_bar f = {.cells = cells, .rate = 1};
    double worst = 0;
    model_set(w, method, tolerance, step, tau);
    for (int i = 1; i <= (int)lround(20 * until); i++) {
        if (tn_advance(w, i / 20.0) != TN_OK)
            return HUGE_VAL;
        truth_four_bar_advance(&f, i / 20.0);
        double x = sin(f.angle), y = cos(f.angle);
        worst = fmax(worst, hypot(model_probe(w, "x") - x, model_probe(w, "y") - y));
        worst = fmax(worst, hypot(model_probe(w, "last-x") - x, model_probe(w, "last-y") - y));
    }
    tn_world_free(w);
    return worst;
}

/* At the default τ, 20 s: the branch for ten steps and three tolerances, and 1e-6 m at 1e-10. */
static void four_bars_by_steps(void **state)
{
    (void)state;
    for (int i = effort(1, 4); i <= 10; i += effort(1, 3))
        check_near("N = 2, RK4, the branch", four_bar_error(2, 20, TN_RK4, 0, 5e-4 * i, 0.1), 0, 0.05);
    check_near("many cells, RK4, the branch", four_bar_error(effort(40, 10), 20, TN_RK4, 0, 5e-3, 0.1), 0, 0.05);
}

static void four_bars_1e_6(void **state)
{
    (void)state;
    check_near("N = 2 at 1e-6, the branch", four_bar_error(2, 20, TN_ADAMS, 1e-6, 0, 0.1), 0, 0.05);
    check_near("many cells at 1e-6, the branch", four_bar_error(effort(40, 10), 20, TN_ADAMS, 1e-6, 0, 0.1), 0, 0.05);
}

static void four_bars_1e_8(void **state)
{
    (void)state;
    check_near("N = 2 at 1e-8, the branch", four_bar_error(2, 20, TN_ADAMS, 1e-8, 0, 0.1), 0, 0.05);
    check_near("many cells at 1e-8, the branch", four_bar_error(effort(40, 10), 20, TN_ADAMS, 1e-8, 0, 0.1), 0, 0.05);
}

static void four_bars_1e_10(void **state)
{
    (void)state;
    check_near("N = 2 at 1e-10", four_bar_error(2, 20, TN_ADAMS, 1e-10, 0, 0.1), 0, 1e-6);
    check_near("many cells at 1e-10", four_bar_error(effort(40, 10), 20, TN_ADAMS, 1e-10, 0, 0.1), 0, 1e-6);
}

/* ---- Andrews' squeezing mechanism, A03 ---- */

static void andrews(void **state)
{
    (void)state;
    tn_world *w = scene("andrews.tn", NULL, NULL);
    assert_true(tn_world_settings(w).tolerance == 1e-12);
    model_run(w, 0.03);
    for (int i = 0; i < TRUTH_ANDREWS; i++) {
        const struct truth_value *v = &truth_andrews[i];
        bool angle = i < TRUTH_ANGLES, rate = !angle && i < TRUTH_ANGLES + TRUTH_RATES;
        double allowed = angle ? 1e-9 : (rate ? 2e-7 : 1e-6); /* rad; rad/s at up to 1424; N at up to 199 */
        check_near(v->probe, model_probe(w, v->probe), v->value, allowed);
    }
    check_near("the loops", model_probe(w, "gap"), 0, 1e-11);
    tn_world_free(w);
}

/* Energy: the work of the drive equals the energy of the motion and the spring. */
static void andrews_balance(void **state)
{
    (void)state;
    tn_world *w = scene("andrews-iftomm.tn", NULL, NULL);
    tn_measures m = model_measure(w);
    double start = m.kinetic + m.potential, beta0 = model_probe(w, "beta");
    for (int i = 1; i <= 200; i++) {
        model_run(w, 0.05 * i / 200);
        m = model_measure(w);
        double work = 0.033 * (model_probe(w, "beta") - beta0);
        check_near("balance of energy", m.kinetic + m.potential - start - work, 0, 2e-10);
    }
    tn_world_free(w);
}

static void andrews_iftomm(void **state)
{
    (void)state;
    static const double allowed[TRUTH_ANDREWS_IFTOMM] = {1e-11, 1e-11, 1e-9, 5e-7, 1e-9, 5e-7};
    tn_world *w = scene("andrews-iftomm.tn", NULL, NULL);
    model_run(w, 0.05);
    for (int i = 0; i < TRUTH_ANDREWS_IFTOMM; i++)
        check_near(truth_andrews_iftomm[i].probe, model_probe(w, truth_andrews_iftomm[i].probe),
                   truth_andrews_iftomm[i].value, allowed[i]);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_digits),   cmocka_unit_test(pendulum_10_s),   cmocka_unit_test(pendulum_100_s),
        cmocka_unit_test(pendulum_2000_s),    cmocka_unit_test(four_bars_1e_6),  cmocka_unit_test(four_bars_1e_8),
        cmocka_unit_test(four_bars_by_steps), cmocka_unit_test(four_bars_1e_10), cmocka_unit_test(andrews),
        cmocka_unit_test(andrews_balance),    cmocka_unit_test(andrews_iftomm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
