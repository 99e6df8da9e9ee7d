/* User-defined constraints on tapes: they decay like the kinds, move bodies like the kinds, and drive without lag; the
 * energy of drives counts as work. */
#include "../world/model.h"

/* Bodies to write formulas about, loose and in motion. */
static const char *const parts =
    "world: tau 0.1; end gravity 0.2 0.1 -9.81;\n"
    "object a: box 0.3 0.5 0.8; position 0 0 0; rotation 1 2 3 0.4; velocity 0.3 0.1 -0.2; spin 0.2 0.4 -0.3; end\n"
    "object b: box 0.4 0.4 0.6; position 1.2 0.3 0.4; rotation 0 1 1 0.9; velocity -0.1 0.2 0.2; spin -0.3 0.1 0.4; "
    "end\n"
    "object p: particle 0.7; position 0.5 1.5 0; velocity 0.1 -0.2 0.3; end\n"
    "variable n 1.5;\n"
    "path loop(t) = (cos(2*t), sin(3*t), 1 + t^2);\n";

static tn_world *with(const char *statement)
{
    tn_world *w = model_text(parts);
    model_read(w, statement);
    return w;
}

static void check_rows(const char *statement, enum level level)
{
    static const double when[] = {0.02, 0.1, 0.25, 0.6, 1.2};
    tn_world *w = with(statement);
    double c[CONSTRAINT_ROWS], cd[CONSTRAINT_ROWS];
    assert_int_equal(tn_evaluate(w), TN_OK);
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    assert_int_equal(plan->constraints, 1);
    memcpy(c, work->c, sizeof(double) * (size_t)plan->constraint[0].rows);
    memcpy(cd, work->cd, sizeof(double) * (size_t)plan->constraint[0].rows);
    for (int k = 0; k < 5; k++) {
        double t = when[k];
        model_run(w, t);
        assert_int_equal(tn_evaluate(w), TN_OK);
        for (int r = 0; r < plan->constraint[0].rows; r++) {
            assert_int_equal(plan->constraint[0].level[r], level);
            double expected =
                level == LEVEL_POSITION ? (c[r] + (cd[r] + c[r] / 0.1) * t) * exp(-t / 0.1) : c[r] * exp(-t / 0.1);
            check_near(statement, work->c[r], expected, 1e-6);
        }
    }
    tn_world_free(w);
}

static void decay(void **state)
{
    (void)state;
    static const char *const keeps[] = {
        "keep a.center = b.corner1;",      "keep norm(a.corner3 - p.center) = 0.8 + 0.1*sin(t);",
        "keep dot(a.x, b.z) = 0.2;",       "keep n^2 = a.center.x + 2;",
        "keep p.center = loop(t);",        "keep a.center.x^2 + a.center.y^2 = 0.3*exp(-t) + n/9;",
        "keep cross(a.x, b.y).z = n - 1;", "keep atan2(a.x.y, a.x.x) = n/3;",
    };
    static const char *const speeds[] = {
        "speed omega(a) = (0, 0, 2*t);", "speed vel(p.center) = 0.5*vel(a.corner1);",
        "speed vel(n) = cos(t);",        "speed norm(vel(p.center)) = 1 + t;",
        "speed dot(omega(b), b.x) = n;", "speed vel(norm(a.center - b.center)) = -0.1;",
    };
    for (size_t i = 0; i < sizeof keeps / sizeof *keeps; i++)
        check_rows(keeps[i], LEVEL_POSITION);
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        check_rows(speeds[i], LEVEL_VELOCITY);
}

static void accelerations(void **state)
{
    (void)state;
    tn_world *w = with("acceleration acc(p.center) = (0.5, 2*t, n); acceleration acc(n) = 6*t;");
    model_run(w, 1);
    /* x = x₀ + v₀ t + …; n = 1.5 + t³ */
    vec3 expected = v3(0.5 + 0.1 + 0.25, 1.5 - 0.2 + 1.0 / 3, 0.3 + 0.75 + 1.0 / 20);
    check_near_vector("prescribed accelerations", model_pose(w, tn_object_find(w, "p")).center, expected, 1e-8);
    check_near("a variable", model_pose(w, tn_object_find(w, "n")).position.x, 2.5, 1e-8);
    tn_world_free(w);
}

/* A kind and the same constraint as a formula: the same motion, the same force on the second partner, which in a
 * formula is everything that is not on the body that it names first. */
static void as_kinds(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"constraint c: connect a.corner1 b.corner8; end", "constraint c: keep a.corner1 = b.corner8; end"},
        {"constraint c: distance a.center b.corner8 0.7; end",
         "constraint c: keep norm(a.center - b.corner8) = 0.7; end"},
        {"constraint c: on-plane a.corner1 b.center b.x; end",
         "constraint c: keep dot(a.corner1 - b.center, b.x) = 0; end"},
        {"constraint c: follow p.center loop; end", "constraint c: keep p.center = loop(t); end"},
        {"constraint c: connect p.center (1, 1, 1); end", "constraint c: keep p.center = (1, 1, 1); end"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        tn_world *w[2] = {with(pairs[i][0]), with(pairs[i][1])};
        for (double t = 0; t < 1.5; t += 0.3) {
            tn_constraint_state s[2];
            for (int k = 0; k < 2; k++) {
                model_run(w[k], t);
                s[k] = model_state(w[k], tn_constraint_find(w[k], "c"));
            }
            for (int o = 0; o < 3; o++)
                check_near_vector(pairs[i][1], model_pose(w[1], tn_object_at(w[1], o)).center,
                                  model_pose(w[0], tn_object_at(w[0], o)).center, 1e-8);
            double size = 1 + v3_norm(s[0].force);
            check_near_vector(pairs[i][1], s[1].force, s[0].force, 1e-6 * size);
        }
        tn_world_free(w[0]);
        tn_world_free(w[1]);
    }
}

/* Newton and Euler for the second partner: the reported constraint force, about its first point there, and its weight
 * give its acceleration. Formulas that hold it by several points and directions. */
static void what_the_second_partner_feels(void **state)
{
    (void)state;
    static const struct {
        const char *statement;
        vec3 about; /* of b, its own frame; corners lie at ±0.2, ±0.2, ±0.3 */
    } cases[] = {
        {"constraint c: keep norm(p.center - b.at(0.2,0.2,0.3)) + norm(p.center - b.at(-0.2,0.1,0)) = 3; end",
         {0.2, 0.2, 0.3}},
        {"constraint c: keep dot(a.x, cross(b.at(0.1,0,0.3) - b.center, b.y)) = 0.4; end", {0.1, 0, 0.3}},
        {"constraint c: connect a.corner1 b.at(0.1,0.2,0); end", {0.1, 0.2, 0}},
        {"constraint c: revolute a b a.corner1 b.at(0.1,0.2,0) a.x b.y; end", {0.1, 0.2, 0}},
        {"constraint c: slider a b a.corner1 b.at(0.1,0.2,0) a.x b.y; end", {0.1, 0.2, 0}},
        {"constraint c: universal a b a.corner1 b.at(0.1,0.2,0) a.x b.y; end", {0.1, 0.2, 0}},
        {"constraint c: on-line a.corner1 b.at(0.1,0.2,0) b.y; end", {0.1, 0.2, 0}},
        {"constraint c: on-plane a.corner1 b.at(0.1,0.2,0) b.y; end", {0.1, 0.2, 0}},
        {"constraint c: weld a b; end", {0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_world *w = with(cases[i].statement);
        tn_object b = tn_object_find(w, "b");
        tn_constraint_state s = model_state(w, tn_constraint_find(w, "c"));
        tn_pose p = model_pose(w, b);
        const struct body *body = &w->plan->body[b.slot];
        const double *v = w->run.ydot + body->v;
        /* I α + ω × I ω in world axes, I that of the box */
        mat3 r = q_matrix(p.orientation);
        sym3 inertia = s3_rotate(&r, &body->build->inertia);
        vec3 torque = v3_add(s3_mul(&inertia, v3(v[3], v[4], v[5])), v3_cross(p.spin, s3_mul(&inertia, p.spin)));
        vec3 force = v3_scale(p.mass, v3_sub(v3(v[0], v[1], v[2]), v3(0.2, 0.1, -9.81)));
        vec3 lever = v3_sub(model_point(w, b, cases[i].about), p.center);
        check_near_vector(cases[i].statement, s.force, force, 1e-9 * (1 + v3_norm(force)));
        check_near_vector(cases[i].statement, v3_add(s.torque, v3_cross(lever, s.force)), torque,
                          1e-9 * (1 + v3_norm(force)));
        assert_true(v3_norm(torque) > 0.1);
        tn_world_free(w);
    }
}

/* ---- drives ---- */

/* A pendulum whose hook swings along x as A sin(ωt): θ̈ = −(g/L) sin θ + (A ω²/L) sin(ωt) cos θ. */
static double driven_angle(double length, double a, double omega, double t)
{
    double th = 0.3, rate = -a * omega / length * cos(0.3), h = 1e-4;
    long steps = lround(t / h);
    for (long i = 0; i < steps; i++) {
        double k[4], l[4], at_ = th, rt = rate;
        for (int s = 0; s < 4; s++) {
            double now = (double)i * h + (s == 0 ? 0 : s == 3 ? h : h / 2);
            k[s] = rt;
            l[s] = -model_g / length * sin(at_) + a * omega * omega / length * sin(omega * now) * cos(at_);
            at_ = th + (s == 2 ? h : h / 2) * k[s];
            rt = rate + (s == 2 ? h : h / 2) * l[s];
        }
        th += h / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3]);
        rate += h / 6 * (l[0] + 2 * l[1] + 2 * l[2] + l[3]);
    }
    return th;
}

/* The hook as a path-driven object, as a path, and as a formula: all the same, all without lag, energy accounted. */
static void driven_pendulum(void **state)
{
    (void)state;
    static const char *const hooks[] = {
        "object hook: sphere 0.1; kernel path way; end distance hook.center bob.center 0.8;",
        "keep norm(bob.center - way(t)) = 0.8;",
        "keep norm(bob.center - (0.2*sin(5*t), 0, 0)) = 0.8;",
        "object hook: particle 0.3; velocity 1 0 0; end follow hook.center way; distance hook.center bob.center 0.8;",
    };
    for (int k = 0; k < 4; k++) {
        /* at rest in the world, swinging back against the hook that leaves at 1 m/s */
        tn_world *w = model_text("gravity 0 0 -9.81; path way(t) = (0.2*sin(5*t), 0, 0);"
                                 "object bob: particle 1.7; position (0.8*sin(0.3), 0, -0.8*cos(0.3));"
                                 "velocity (1 - cos(0.3)^2, 0, -sin(0.3)*cos(0.3)); end");
        model_read(w, hooks[k]);
        for (int i = 1; i <= 90; i++) {
            model_run(w, i / 30.0);
            tn_frame(w);
        }
        double th = driven_angle(0.8, 0.2, 5, 3);
        vec3 expected = v3(0.2 * sin(15) + 0.8 * sin(th), 0, -0.8 * cos(th));
        check_near_vector("a driven pendulum", model_pose(w, tn_object_find(w, "bob")).center, expected, 1e-7);
        tn_measures m = model_measure(w);
        check_near("no lag", m.deviation, 0, 1e-8);
        check_near("energy, less the work of the drive", m.drift, 0, 1e-6);
        assert_true(fabs(m.work) > 0.1);
        tn_world_free(w);
    }
}

/* A motor by a speed condition, with and without t in it, and the work it does. */
static void motor(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        tn_world *w = model_text("gravity 0 0 -9.81;"
                                 "object arm: rod 1 0.05; position 0.5 0 0; rotation 0 1 0 (pi/2); end\n"
                                 "revolute world arm (0, 0, 0) (0, 1, 0);");
        model_read(w, k == 0 ? "speed omega(arm).y = 3*t;" : "speed omega(arm).y = 3;");
        if (k == 1)
            tn_object_set_velocity(w, tn_object_find(w, "arm"), v3(0, 0, -1.5), v3(0, 3, 0));
        for (int i = 1; i <= 60; i++) {
            model_run(w, i / 30.0);
            tn_frame(w);
        }
        /* an angle of 1.5 t² or 3 t, both 6 rad, about +y from +x: the centre goes down first */
        vec3 expected = v3(0.5 * cos(6), 0, -0.5 * sin(6));
        check_near_vector("a motor", model_pose(w, tn_object_find(w, "arm")).center, expected, 1e-8);
        tn_measures m = model_measure(w);
        check_near("energy, less the work of the motor", m.drift, 0, 1e-6);
        assert_true(fabs(m.work) > 0.1);
        tn_world_free(w);
    }
}

/* Angles are counted over whole turns, forwards and back, by gears as by probes. */
static void gears_over_turns(void **state)
{
    (void)state;
    tn_world *w =
        model_text("object a: cylinder 0.2 0.1; position 0 0 0; end object b: cylinder 0.4 0.1; position 1 0 0; end\n"
                   "constraint j: revolute world a (0,0,0) (0,0,1); end\n"
                   "constraint k: revolute world b (1,0,0) (0,0,1); end\n"
                   "gear j k -0.5;\n"
                   "speed rate(j) = 20*cos(0.5*t);\n"
                   "probe first = angle(j); probe second = angle(k);");
    for (int i = 1; i <= 14; i++) {
        model_run(w, 0.5 * i);
        double angle = 40 * sin(0.25 * i); /* six turns and a bit there, and back, and beyond */
        /* the wheel starts at rest: φ(0) = −20, which dies away and leaves −2 */
        angle += -20 * 0.1 * (1 - exp(-0.5 * i / 0.1));
        check_near("the first wheel", model_probe(w, "first"), angle, 1e-7);
        check_near("the second wheel", model_probe(w, "second"), -0.5 * angle, 1e-7);
    }
    tn_world_free(w);
}

/* Equations between variables are solved by their decay. */
static void variables(void **state)
{
    (void)state;
    tn_world *w = model_text("variable x 3; variable y 1; keep x^2 + y^2 = 2; keep x*y = 0.5;");
    model_run(w, 5);
    double x = model_pose(w, tn_object_find(w, "x")).position.x, y = model_pose(w, tn_object_find(w, "y")).position.x;
    check_near("x² + y²", x * x + y * y, 2, 1e-9);
    check_near("x y", x * y, 0.5, 1e-9);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decay),
        cmocka_unit_test(accelerations),
        cmocka_unit_test(as_kinds),
        cmocka_unit_test(what_the_second_partner_feels),
        cmocka_unit_test(driven_pendulum),
        cmocka_unit_test(motor),
        cmocka_unit_test(gears_over_turns),
        cmocka_unit_test(variables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
