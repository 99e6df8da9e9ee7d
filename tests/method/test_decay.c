/* An unmet constraint decays as it was asked to, whatever gravity and the rest do (method §2, §7):
 *
 *   positions    C(t) = (C₀ + (Ċ₀ + C₀/τ) t) e^(−t/τ), and the closed form of any other C̈ = −ks C − kd Ċ
 *   speeds       φ(t) = φ₀ e^(−t/τ)
 *
 * for every kind and form that is registered: a kind without a model here fails the test.
 */
#include "../world/model.h"

/* ---- models: one for each form, two free bodies or one, out of place and in motion ---- */

static tn_object loose(tn_world *w, const char *shape, double a, double b, double c, vec3 at_, uint64_t *seed)
{
    tn_object_def d = model_def(shape, a, b, c, at_);
    d.orientation = q_exp(v3_scale(0.5, random_vector(seed)));
    d.velocity = v3_scale(0.4, random_vector(seed));
    d.spin = v3_scale(0.4, random_vector(seed));
    return model_add(w, &d);
}

static tn_object box(tn_world *w, double x, double y, double z, uint64_t *seed)
{
    return loose(w, "box", 0.3, 0.5, 0.8, v3(x, y, z), seed);
}

static tn_object ball(tn_world *w, double r, double x, double y, double z, uint64_t *seed)
{
    return loose(w, "sphere", r, 0, 0, v3(x, y, z), seed);
}

static void connect(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0.4, 0.3, s), p = loose(w, "particle", 0.7, 0, 0, v3(2, 1, 0), s);
    JOIN(w, NULL, "connect", at(a, 0.1, 0.2, 0.4), at(b, -0.1, -0.2, 0));
    JOIN(w, NULL, "connect", at(p, 0, 0, 0), at(b, 0.1, 0.2, 0.4));
    JOIN(w, NULL, "connect", at(a, 0, 0, -0.4), nail(0.2, 0, -0.7));
}

static void follow(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s);
    char *message;
    int wrong, joint[2] = {-1, -1};
    struct constraint_arg args[2] = {{.type = ARG_POINT, .connector = world_point(w, (int)a.slot, v3(0.1, 0, 0.4))},
                                     model_on_path(model_path(w, "(cos(2*t), sin(3*t), 0.5 + t^2)"))};
    struct constraint_def d = {
        .item = {.kind = "follow"}, .class = constraint_find("follow"), .args = args, .arg_count = 2, .joint = joint};
    assert_true(world_add_constraint(w, &d, &message, &wrong) >= 0);
    tn_object driven = model_driven(w, model_path(w, "(2 + sin(4*t), 0, -t^3)")), b = box(w, 2, 1, 0, s);
    JOIN(w, NULL, "connect", at(b, 0, 0.2, 0), at(driven, 0.1, 0, 0));
}

static void orient(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 3, 0, 0, s);
    JOIN(w, NULL, "orient", dir(a, 1, 0.2, 0), dir(b, 0, 0.3, 1));
}

static void orient_frame(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 3, 0, 0, s), c = box(w, 0, 5, 0, s);
    JOIN(w, NULL, "orient", whole(a), whole(b));
    JOIN(w, NULL, "orient", tn_arg_world(), whole(c));
}

static void on_line(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0, 0, s), p = loose(w, "particle", 0.2, 0, 0, v3(3, 1, 0), s);
    JOIN(w, NULL, "on-line", at(a, 0, 0.2, 0.1), at(b, 0.1, 0, 0), dir(b, 1, 2, 0));
    JOIN(w, NULL, "on-line", at(p, 0, 0, 0), nail(3, 0, 0), nail(1, 0, 0.5));
}

static void on_plane(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0, 0, s);
    JOIN(w, NULL, "on-plane", at(a, 0, 0.2, 0.1), at(b, 0.1, 0, 0), dir(b, 1, 2, 0));
    JOIN(w, NULL, "on-plane", at(a, 0, 0, -0.4), nail(0, 0, -0.6), nail(0, 0.1, 1));
}

static void touch(tn_world *w, uint64_t *s)
{
    tn_object a = ball(w, 0.3, 0, 0, 0, s), b = ball(w, 0.2, 0.9, 0.2, 0.1, s);
    JOIN(w, NULL, "touch", whole(a), whole(b));
}

static void touch_plane(tn_world *w, uint64_t *s)
{
    tn_object a = ball(w, 0.3, 0, 0, 0.8, s);
    tn_object ground = model_turned(w, "plane", 0, 0, 0, v3(0.1, 0, -0.1), v3(0.2, 0.1, 0));
    JOIN(w, NULL, "touch", whole(a), whole(ground));
}

static void distance(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1.5, 0, 0, s);
    JOIN(w, NULL, "distance", at(a, 0.1, 0, 0), at(b, 0, 0, 0.4), number(0.7));
    JOIN(w, NULL, "distance", nail(0, 0, 2), at(b, 0, 0, 0), number(2.9));
}

/* Welds are met where they are made: the second is put elsewhere afterwards. */
static void weld(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 0.5, 0.5, 0, s), c = box(w, 0, 0, 3, s);
    JOIN(w, NULL, "weld", whole(a), whole(b));
    JOIN(w, NULL, "weld", tn_arg_world(), whole(c));
    tn_object_place(w, b, v3(0.9, 0.2, 0.3), q_exp(v3(0.5, 1.1, -0.4)));
    tn_object_place(w, c, v3(0.1, 0.2, 2.7), q_exp(v3(-0.5, 0.1, 0.8)));
}

static void revolute(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0.5, 0, s);
    JOIN(w, NULL, "revolute", whole(a), whole(b), at(a, 0, 0.2, 0.4), at(b, 0.1, 0, -0.4), dir(a, 0, 1, 0.4),
         dir(b, 0.2, 1, 0));
}

static void slider(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0.5, 0, s);
    JOIN(w, NULL, "slider", whole(a), whole(b), at(a, 0, 0.2, 0.4), at(b, 0.1, 0, -0.4), dir(a, 0, 1, 0.4),
         dir(b, 0.2, 1, 0));
    JOIN(w, NULL, "slider", tn_arg_world(), whole(a), nail(0, 0.2, 0), at(a, 0, 0, 0.1), nail(0, 0.3, 1),
         dir(a, 0, 0, 1));
}

static void universal(tn_world *w, uint64_t *s)
{
    tn_object a = box(w, 0, 0, 0, s), b = box(w, 1, 0.5, 0, s);
    JOIN(w, NULL, "universal", whole(a), whole(b), at(a, 0, 0.2, 0.4), at(b, 0.1, 0, -0.4), dir(a, 1, 0, 0.4),
         dir(b, 0.2, 1, 0));
}

/* A hinge or a slider of a new box on the world, out of place by an angle or a way along its axis. */
static tn_constraint joint(tn_world *w, const char *kind, double y, double off)
{
    tn_object_def d = model_def("box", 0.3, 0.4, 0.5, v3(0, y, 0));
    d.spin = v3(0, 0.6, 0);
    d.velocity = v3(0, 0.3, 0);
    tn_object o = model_add(w, &d);
    tn_constraint c = JOIN(w, NULL, kind, tn_arg_world(), whole(o), nail(0, y, 0), nail(0, 1, 0));
    if (strcmp(kind, "slider") == 0)
        tn_object_place(w, o, v3(0, y + off, 0), (quat){1, 0, 0, 0});
    else
        tn_object_place(w, o, v3(0, y, 0), q_exp(v3(0, off, 0)));
    return c;
}

static void geared(tn_world *w, const char *first, const char *second)
{
    tn_constraint j = joint(w, first, 0, 0.3), k = joint(w, second, 2, -0.4);
    JOIN(w, NULL, "gear", tn_arg_constraint(j), tn_arg_constraint(k), number(-1.5));
}

static void gear(tn_world *w, uint64_t *s) { (void)s, geared(w, "revolute", "revolute"); }
static void gear_hinge_slider(tn_world *w, uint64_t *s) { (void)s, geared(w, "revolute", "slider"); }
static void gear_slider_hinge(tn_world *w, uint64_t *s) { (void)s, geared(w, "slider", "revolute"); }
static void gear_sliders(tn_world *w, uint64_t *s) { (void)s, geared(w, "slider", "slider"); }

static void rolling(tn_world *w, uint64_t *s)
{
    tn_object ground = model_turned(w, "plane", 0, 0, 0, v3(0, 0, 0), v3(0.1, 0.2, 0));
    JOIN(w, NULL, "rolling", whole(ball(w, 0.3, 0, 0, 0.5, s)), whole(ground));
}

static void rolling_spheres(tn_world *w, uint64_t *s)
{
    tn_object a = ball(w, 0.3, 0, 0, 0, s), b = ball(w, 0.2, 0.8, 0.2, 0.1, s);
    JOIN(w, NULL, "rolling", whole(a), whole(b));
}

static void rolling_wheel(tn_world *w, uint64_t *s)
{
    tn_object ground = model_object(w, "plane", 0, 0, 0, v3(0, 0, 0));
    static const char *const shape[] = {"cylinder", "rod", "torus"};
    static const double size[][2] = {{0.4, 0.1}, {0.1, 0.4}, {0.4, 0.1}};
    for (int i = 0; i < 3; i++) {
        tn_object_def d = model_def(shape[i], size[i][0], size[i][1], 0, v3(3 * i, 0, 0.6));
        d.orientation = q_exp(v3(1.3, 0.2, 0.1));
        d.velocity = v3(0.3, 0.1, 0.2);
        d.spin = v3_scale(0.3, random_vector(s));
        JOIN(w, NULL, "rolling", whole(model_add(w, &d)), whole(ground));
    }
}

static const struct {
    const char *form;
    void (*make)(tn_world *w, uint64_t *seed);
} models[] = {
    {"connect", connect},
    {"follow", follow},
    {"orient", orient},
    {"orient-frame", orient_frame},
    {"on-line", on_line},
    {"on-plane", on_plane},
    {"touch", touch},
    {"touch-plane", touch_plane},
    {"distance", distance},
    {"weld", weld},
    {"revolute", revolute},
    {"slider", slider},
    {"universal", universal},
    {"gear", gear},
    {"gear-hinge-slider", gear_hinge_slider},
    {"gear-slider-hinge", gear_slider_hinge},
    {"gear-sliders", gear_sliders},
    {"rolling", rolling},
    {"rolling-spheres", rolling_spheres},
    {"rolling-wheel", rolling_wheel},
};

/* The model of a form, with gravity; the form must really be in it, and something of it unmet. */
static tn_world *make_model(const char *form, uint64_t seed)
{
    tn_world *w = tn_world_new();
    size_t i = 0;
    while (i < sizeof models / sizeof *models && strcmp(models[i].form, form) != 0)
        i++;
    if (i == sizeof models / sizeof *models)
        fail_msg("the form %s has no model in this test", form);
    models[i].make(w, &seed);
    model_gravity(w, v3(0.3, 0.2, -model_g));
    bool found = false;
    for (int k = 0; k < world_constraint_count(w); k++)
        found |= strcmp(w->constraints.at[world_constraint_slot(w, k)].build.form->name, form) == 0;
    assert_true(found);
    return w;
}

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
    struct system *s = w->system;
    int rows = 0;
    for (int i = 0; i < s->items; i++)
        rows += s->item[i].rows;
    double *c = mem_copy(s->c, sizeof *c * (size_t)rows), *cd = mem_copy(s->cd, sizeof *cd * (size_t)rows);
    double largest = 0;
    for (size_t k = 0; k < sizeof when / sizeof *when; k++) {
        model_run(w, when[k]);
        assert_int_equal(tn_evaluate(w), TN_OK);
        assert_ptr_equal(w->system, s);
        for (int i = 0; i < s->items; i++)
            for (int r = 0; r < s->item[i].rows; r++) {
                int row = s->item[i].row + r;
                double expected = s->item[i].level[r] == LEVEL_POSITION ? decayed(c[row], cd[row], ks, kd, when[k])
                                                                        : c[row] * exp(-kd / 2 * when[k]);
                largest = fmax(largest, fabs(c[row]));
                check_near(name, s->c[row], expected, 1e-6);
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
                tn_world *w = make_model(form, seed);
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
            tn_world *w = make_model(form, 4);
            model_set(w, TN_ADAMS, 0, 0, tau[k]);
            check_decay(form, w, 1 / (tau[k] * tau[k]), 2 / tau[k]);
            tn_world_free(w);
        }
}

/* Swinging, creeping, and without stiffness: the speed dies away and the rest stays. */
static void other_feedback(void **state)
{
    (void)state;
    static const double feedback[][2] = {{100, 6}, {60, 30}, {0, 5}, {40, 0}};
    for (int k = 0; k < 4; k++) {
        tn_world *w = tn_world_new();
        uint64_t seed = 5;
        tn_object a = box(w, 0, 0, 0, &seed), b = box(w, 1, 0.4, 0.3, &seed);
        tn_constraint_def d = {.kind = "connect",
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

/* Of a condition on speeds kd/2 takes the place of 1/τ, as it does where C is critically damped. */
static void feedback_of_speeds(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    uint64_t seed = 6;
    tn_object ground = model_object(w, "plane", 0, 0, 0, v3(0, 0, 0)), o = ball(w, 0.3, 0, 0, 0.5, &seed);
    tn_constraint_def d = {.kind = "rolling", .count = 2, .args = {whole(o), whole(ground)}, .ks = 36, .kd = 12};
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
