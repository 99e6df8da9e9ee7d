/* An unmet constraint decays with its time constant, independent of gravity and other forces (method §2, §7):
 *
 *   positions    C(t) = (C₀ + (Ċ₀ + C₀/τ) t) e^(−t/τ), and the closed form of any other C̈ = −ks C − kd Ċ
 *   speeds       φ(t) = φ₀ e^(−t/τ)
 *
 * for every kind and form: a kind without a model here fails the test.
 */
#include "kinds.h"

/* ---- what is expected ---- */

/* The solution of C̈ + kd Ċ + ks C = 0. */
static double decayed(double c, double cd, double ks, double kd, double t)
{
    double a = kd / 2, d = a * a - ks; /* roots −a ± √d */
    if (fabs(d) < 1e-9 * (a * a + ks))
        return (c + (cd + a * c) * t) * exp(-a * t);
    if (d < 0) {
        double f = sqrt(-d);
        return exp(-a * t) * (c * cos(f * t) + (cd + a * c) / f * sin(f * t));
    }
    double f = sqrt(d), p = -a + f, q = -a - f;
    return ((cd - q * c) * exp(p * t) - (cd - p * c) * exp(q * t)) / (p - q);
}

/* Every row of every constraint of the model follows its formula. */
static void check_decay(const char *name, tn_world *w, double ks, double kd)
{
    static const double when[] = {0.02, 0.1, 0.25, 0.6, 1.2};
    assert_int_equal(tn_evaluate(w), TN_OK);
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    int rows = 0;
    for (int i = 0; i < plan->constraints; i++)
        rows += plan->constraint[i].rows;
    double *c = mem_copy(work->c, sizeof *c * (size_t)rows), *cd = mem_copy(work->cd, sizeof *cd * (size_t)rows);
    double largest = 0;
    for (size_t k = 0; k < sizeof when / sizeof *when; k++) {
        model_run(w, when[k]);
        assert_int_equal(tn_evaluate(w), TN_OK);
        assert_ptr_equal(w->plan, plan);
        for (int i = 0; i < plan->constraints; i++)
            for (int r = 0; r < plan->constraint[i].rows; r++) {
                int row = plan->constraint[i].row + r;
                double expected = plan->constraint[i].level[r] == LEVEL_POSITION
                                      ? decayed(c[row], cd[row], ks, kd, when[k])
                                      : c[row] * exp(-kd / 2 * when[k]);
                largest = fmax(largest, fabs(c[row]));
                check_near(name, work->c[row], expected, 1e-6);
            }
    }
    assert_true(largest > 0.01); /* something had to decay */
    mem_free(c);
    mem_free(cd);
}

static void every_form(void **state)
{
    (void)state;
    for (int c = 0; c < constraint_class_count(); c++)
        for (int f = 0; f < constraint_class_at(c)->form_count; f++)
            for (uint64_t seed = 1; seed <= 3; seed++) {
                const char *form = constraint_class_at(c)->forms[f].name;
                if (kinds_is_limit(&constraint_class_at(c)->forms[f])) /* it can only push: see test_limits.c */
                    continue;
                tn_world *w = kinds_model(form, seed);
                check_decay(form, w, 100, 20);
                tn_world_free(w);
            }
}

static void other_time_constants(void **state)
{
    (void)state;
    static const double tau[] = {0.05, 0.4};
    for (int c = 0; c < constraint_class_count(); c++)
        for (int k = 0; k < 2; k++) {
            const char *form = constraint_class_at(c)->forms[0].name;
            tn_world *w = kinds_model(form, 4);
            model_set(w, TN_ADAMS, 0, 0, tau[k]);
            check_decay(form, w, 1 / (tau[k] * tau[k]), 2 / tau[k]);
            tn_world_free(w);
        }
}

/* Underdamped, overdamped, and without stiffness: the speed decays and the gap stays. */
static void other_feedback(void **state)
{
    (void)state;
    static const double feedback[][2] = {{100, 6}, {60, 30}, {0, 5}, {40, 0}};
    for (int k = 0; k < 4; k++) {
        tn_world *w = tn_world_new();
        uint64_t seed = 5;
        tn_object a = box(w, 0, 0, 0, &seed), b = box(w, 1, 0.4, 0.3, &seed);
        tn_constraint_def d = {.size = sizeof(tn_constraint_def),
                               .kind = "connect",
                               .count = 2,
                               .args = {at(a, 0, 0, 0.4), at(b, 0, 0, -0.4)},
                               .ks = feedback[k][0],
                               .kd = feedback[k][1]};
        model_constrain(w, &d);
        model_gravity(w, v3(0, 0, -model_g));
        check_decay("connect with feedback", w, feedback[k][0], feedback[k][1]);
        tn_world_free(w);
    }
}

/* For velocity constraints kd/2 replaces 1/τ, as for a critically damped C. */
static void feedback_of_speeds(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    uint64_t seed = 6;
    tn_object ground = model_object(w, "plane", 0, 0, 0, v3(0, 0, 0)), o = ball(w, 0.3, 0, 0, 0.5, &seed);
    tn_constraint_def d = {.size = sizeof(tn_constraint_def),
                           .kind = "rolling",
                           .count = 2,
                           .args = {whole(o), whole(ground)},
                           .ks = 36,
                           .kd = 12};
    model_constrain(w, &d);
    model_gravity(w, v3(0, 0, -model_g));
    double start = 0.2, rate = model_pose(w, o).velocity.z;
    check_decay("rolling with feedback", w, 36, 12);
    check_near("its gap", model_pose(w, o).center.z - 0.3, decayed(start, rate, 36, 12, tn_time(w)), 1e-6);
    tn_world_free(w);
}

/* ---- the gap that rolling closes ---- */

static void check_gap(tn_world *w, double (*gap)(tn_world *w), double rate)
{
    double start = gap(w);
    for (double t = 0.1; t < 1; t += 0.1) {
        model_run(w, t);
        check_near("the gap under a rolling body", gap(w), decayed(start, rate, 100, 20, t), 1e-6);
    }
    model_run(w, 3);
    check_near("the gap at the end", gap(w), 0, 1e-9);
    tn_world_free(w);
}

static double ball_gap(tn_world *w) { return model_pose(w, tn_object_at(w, 1)).center.z - 0.3; }

static double balls_gap(tn_world *w)
{
    vec3 a = model_pose(w, tn_object_at(w, 0)).center, b = model_pose(w, tn_object_at(w, 1)).center;
    return v3_norm(v3_sub(b, a)) - 0.5;
}

/* The lowest point of a ring of radius 0.4 and thickness 0.1. */
static double torus_gap(tn_world *w)
{
    tn_pose p = model_pose(w, tn_object_at(w, 1));
    vec3 z = q_rotate(p.orientation, v3(0, 0, 1));
    return p.center.z - 0.4 * sqrt(1 - z.z * z.z) - 0.1;
}

static void rolling_gap(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        tn_world *w = tn_world_new();
        model_gravity(w, v3(0.5, 0, -model_g));
        tn_object a = model_object(w, k == 1 ? "sphere" : "plane", 0.2, 0, 0, v3(0, 0, 0));
        tn_object_def d = model_def(k == 2 ? "torus" : "sphere", k == 2 ? 0.4 : 0.3, 0.1, 0, v3(0.1, 0.2, 0.9));
        d.orientation = k == 2 ? q_exp(v3(1.4, 0, 0)) : d.orientation;
        d.spin = v3(0, 0, 0.4);
        d.velocity = k == 1 ? v3(0, 0, 0) : v3(0.2, 0, -0.3);
        tn_object b = model_add(w, &d);
        JOIN(w, NULL, "rolling", whole(b), whole(a));
        /* the spin above is about the vertical: it neither lifts nor lowers the lowest point to first order, except
         * for the wheel, whose axis it turns within its own height */
        check_gap(w, k == 0 ? ball_gap : k == 1 ? balls_gap : torus_gap, k == 1 ? 0 : -0.3);
    }
}

/* A ball that rolls down a slope of angle α has the acceleration 5/7 g sin α. */
static void rolling_down(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    double slope = 0.3, r = 0.2;
    model_gravity(w, v3(0, 0, -model_g));
    quat tilt = q_exp(v3(0, slope, 0)); /* downhill is +x */
    tn_object ground = model_turned(w, "plane", 0, 0, 0, v3(0, 0, 0), v3(0, slope, 0));
    vec3 start = q_rotate(tilt, v3(0, 0, r)), down = q_rotate(tilt, v3(1, 0, 0));
    tn_object b = model_object(w, "sphere", r, 0, 0, start);
    tn_constraint c = JOIN(w, NULL, "rolling", whole(b), whole(ground));
    model_run(w, 1);
    double way = 0.5 * 5 / 7 * model_g * sin(slope);
    check_near_vector("a ball rolling down", model_pose(w, b).center, v3_add_scaled(start, way, down), 1e-8);
    check_near("its spin", v3_norm(model_pose(w, b).spin), 2 * way / r, 1e-7);
    /* on the ground, the second partner: the weight's part across the slope, and 2/7 of that along it */
    double m = model_pose(w, b).mass;
    vec3 expected = q_rotate(tilt, v3(2.0 / 7 * m * model_g * sin(slope), 0, -m * model_g * cos(slope)));
    check_near_vector("the force on the ground", model_state(w, c).force, expected, 1e-6 * m);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form),         cmocka_unit_test(other_time_constants), cmocka_unit_test(other_feedback),
        cmocka_unit_test(feedback_of_speeds), cmocka_unit_test(rolling_gap),          cmocka_unit_test(rolling_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
