/* The displacement method (method §3): its steps against closed forms, limits, the iteration limit, bodies without
 * mass, soft constraints, combination with constraints by force. */
#include "../dynamics/kinds.h"

static void displace(tn_world *w, tn_scheme scheme, double step)
{
    tn_settings s = tn_world_settings(w);
    s.method = TN_DISPLACEMENT;
    s.scheme = scheme;
    s.step = step;
    s.iterations = 1000;
    s.correction = 1e-8;
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
}

/* ---- pendulums ---- */

/* A thin rod on a nail at its end, let go at `angle` from hanging; its first return through the lowest point gives half
 * a period after half a swing. */
static tn_world *pendulum(double angle)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0, 0, -model_g));
    tn_object o = model_turned(w, "rod", 1, 0.02, 0, v3(0.5 * sin(angle), 0, -0.5 * cos(angle)),
                               v3(0, model_pi - angle, 0)); /* end1, at −z of the rod, is at the nail */
    JOIN(w, "hook", "connect", at(o, 0, 0, -0.5), nail(0, 0, 0));
    return w;
}

/* The time between the first two passages through the lowest point, doubled. */
static double period(tn_world *w, double step)
{
    double last = model_pose(w, tn_object_at(w, 0)).center.x, first = NAN;
    for (double t = step; t < 5; t += step) {
        model_run(w, t);
        double x = model_pose(w, tn_object_at(w, 0)).center.x;
        if ((x > 0) != (last > 0)) {
            double when = t - step * x / (x - last);
            if (!isnan(first))
                return 2 * (when - first);
            first = when;
        }
        last = x;
    }
    return NAN;
}

static void pendulum_period(void **state)
{
    (void)state;
    static const tn_scheme schemes[] = {TN_SCHEME_A, TN_SCHEME_B, TN_GAUSS_SEIDEL};
    /* T = 4 √(l/g) K(sin(θ₀/2)), l = 2L/3 + r²/(2L); K(sin 0.25) */
    double k = sin(0.25), m = k * k, complete = 0, term = 1;
    for (int n = 0; n < 30; n++) { /* K = π/2 Σ ((2n)!/(4ⁿ n!²))² mⁿ */
        complete += term * pow(m, n);
        term *= pow((2.0 * n + 1) / (2.0 * n + 2), 2);
    }
    double exact = 2 * model_pi * complete * sqrt((2.0 / 3 + 0.02 * 0.02 / 2) / model_g);
    for (int s = 0; s < 3; s++) {
        double error[3];
        for (int i = 0; i < 3; i++) {
            tn_world *w = pendulum(0.5);
            displace(w, schemes[s], 4e-3 / (1 << i));
            error[i] = fabs(period(w, 4e-3 / (1 << i)) - exact) / exact;
            tn_world_free(w);
        }
        check_near("period of a pendulum at 1 ms", error[2], 0, 0.01);
        assert_true(error[2] < error[0]);
    }
}

/* The reason for levers of the start of the step: energy is conserved over ten swings. */
static void pendulum_energy(void **state)
{
    (void)state;
    static const tn_scheme schemes[] = {TN_SCHEME_A, TN_SCHEME_B, TN_GAUSS_SEIDEL};
    for (int s = 0; s < 3; s++) {
        tn_world *w = pendulum(1);
        displace(w, schemes[s], 0.01);
        double most = 0;
        for (double t = 0.01; t < 17; t += 0.01) {
            model_run(w, t);
            most = t > 15 ? fmax(most, atan2(model_pose(w, tn_object_at(w, 0)).center.x,
                                             -model_pose(w, tn_object_at(w, 0)).center.z))
                          : most;
        }
        check_near("amplitude after ten swings", most, 1, 0.02);
        tn_world_free(w);
    }
}

static void forces(void **state)
{
    (void)state;
    static const tn_scheme schemes[] = {TN_SCHEME_A, TN_SCHEME_B, TN_GAUSS_SEIDEL};
    for (int s = 0; s < 3; s++) {
        tn_world *w = pendulum(0);
        double weight = model_pose(w, tn_object_at(w, 0)).mass * model_g;
        displace(w, schemes[s], 0.005);
        tn_constraint hook = tn_constraint_find(w, "hook");
        check_near_vector("force before the first step", model_state(w, hook).force, v3(0, 0, -weight), 1e-3 * weight);
        model_run(w, 0.5);
        check_near_vector("force of a pendulum at rest", model_state(w, hook).force, v3(0, 0, -weight), 1e-3 * weight);
        tn_world_free(w);
    }
    /* a bar on a hinge that may not turn on: the stop carries the torque */
    tn_world *w =
        model_text("world: method displacement; scheme gauss-seidel; step 0.005; iterations 1000; gravity 9.81;\n"
                   "  tolerance 1e-9; end\n"
                   "object bar: box 1 0.1 0.1; mass 2; offset 0.5 0 0; end\n"
                   "constraint shelf: object2 bar; hinge 0 0 0 0 0 0; angle 1 0 0 1 0 0 max 0.2;\n"
                   "  twist 0 1 0 0 1 0 min 0 max 0; end\n"
                   "probe fz = force(shelf).z; probe ny = torque(shelf).y; probe dip = -bar.at(1,0,0).z;");
    model_run(w, 3);
    check_near("where the shelf rests", model_probe(w, "dip"), sin(0.2), 1e-4);
    check_near("what the shelf weighs", model_probe(w, "fz"), 2 * model_g, 0.05);
    check_near("what its stop carries", model_probe(w, "ny"), -2 * model_g * 0.5 * cos(0.2), 0.05);
    tn_world_free(w);
}

/* ---- limits ---- */

/* A bead on a sloping rod, between stops, which bounces at the lower one. */
static void stops(void **state)
{
    (void)state;
    static const char *const schemes[] = {"A", "B", "gauss-seidel"};
    for (int s = 0; s < 3; s++) {
        char text[1000];
        snprintf(
            text, sizeof text,
            "world: method displacement; scheme %s; step 0.001; iterations 200; tolerance 1e-8; gravity 9.81; end\n"
            "object bead: sphere 0.1; position 0 0 0; end\n"
            "constraint c: object2 bead; hinge 0 0 0 0 0 0; axial 1 0 -1 min -0.2 max 0.5; bounce 0.5; end\n"
            "probe along = (bead.center.x - bead.center.z)/sqrt(2); probe speed = norm(vel(bead.center));",
            schemes[s]);
        tn_world *w = model_text(text);
        double fall = sqrt(2 * 0.5 / (model_g / sqrt(2))), fast = model_g / sqrt(2) * fall, most = 0;
        for (int i = 1; i <= 2000; i++) {
            model_run(w, i * 1e-3);
            most = fmax(most, model_probe(w, "along"));
            if (fabs(i * 1e-3 - fall - 0.02) < 4e-4)
                check_near("speed after the bounce", model_probe(w, "speed"), 0.5 * fast - 0.02 * model_g / sqrt(2),
                           0.1);
        }
        check_near("the stop holds", most, 0.5, 1e-5);
        model_run(w, 5);
        check_near("the bead comes to rest there", model_probe(w, "along"), 0.5, 1e-5);
        check_near("and stays", model_probe(w, "speed"), 0, 1e-3);
        tn_world_free(w);
    }
}

/* A limit releases without pulling: a ball thrown up from a floor moves as if there were none. */
static void limits_let_go(void **state)
{
    (void)state;
    tn_world *w = model_text("world: method displacement; step 0.001; gravity 9.81; end\n"
                             "object ball: sphere 0.1; position 0 0 0; velocity 0 0 3; end\n"
                             "keep ball.center.z >= 0; probe z = ball.center.z;");
    model_run(w, 0.3);
    check_near("height of a ball thrown up", model_probe(w, "z"), 3 * 0.3 - model_g / 2 * 0.09, 3e-3);
    model_run(w, 2);
    check_near("and down again", model_probe(w, "z"), 0, 1e-4);
    tn_world_free(w);
}

/* A motor turns with at most its largest torque. */
static void motors(void **state)
{
    (void)state;
    tn_world *w = model_text("world: method displacement; step 0.002; scheme gauss-seidel; iterations 200; end\n"
                             "object wheel: cylinder 0.5 0.1; mass 4; end\n"
                             "constraint axle: revolute world wheel (0,0,0) (0,0,1); motor speed 3 limit 0.25; end\n"
                             "probe w = omega(wheel).z;");
    model_run(w, 1); /* I = ½ m r² = 0.5: ½ rad/s² */
    check_near("speed of a weak motor", model_probe(w, "w"), 0.5, 0.01);
    model_run(w, 10);
    check_near("speed it was set to", model_probe(w, "w"), 3, 0.01);
    tn_world_free(w);
}

/* Areas that do not belong to a joint: a curve, a surface, a ball. They are met, and a bead moves as by force. */
static void other_areas(void **state)
{
    (void)state;
    static const char *const schemes[] = {"A", "B", "gauss-seidel"};
    const char *text = "world: gravity 9.81; step 0.001; %s end\n"
                       "path ring(t) = (cos(t), 0, sin(t)); variable u 0.1;\n"
                       "object bead: sphere 0.05; position (cos(0.1)) 0 (sin(0.1)); end keep bead.center = ring(u);\n"
                       "surface bowl(x, y, z) = x^2 + y^2 + (z - 5)^2 - 1;\n"
                       "object marble: sphere 0.05; position 0.6 0 4.2; end on-surface marble.center bowl;\n"
                       "object fly: sphere 0.05; position 0.5 0 8; velocity 3 1 0; end\n"
                       "distance fly.center (0,0,8) max 1;\n"
                       "probe ring-off = abs(norm(bead.center) - 1); probe x = bead.center.x;\n"
                       "probe bowl-off = abs(norm(marble.center - (0,0,5)) - 1); probe m = marble.center.x;\n"
                       "probe far = norm(fly.center - (0,0,8));";
    char one[1500], method[200];
    snprintf(one, sizeof one, text, "");
    tn_world *exact = model_text(one);
    model_run(exact, 0.7);
    for (int s = 0; s < 3; s++) {
        snprintf(method, sizeof method, "method displacement; scheme %s; iterations 500; tolerance 1e-9;", schemes[s]);
        snprintf(one, sizeof one, text, method);
        tn_world *w = model_text(one);
        for (int i = 1; i <= 7; i++) {
            model_run(w, 0.1 * i);
            check_near("a bead on a curve", model_probe(w, "ring-off"), 0, 1e-6);
            check_near("a marble on a surface", model_probe(w, "bowl-off"), 0, 1e-6);
            assert_true(model_probe(w, "far") < 1 + 1e-6);
        }
        check_near("the way of the bead", model_probe(w, "x"), model_probe(exact, "x"), 5e-3);
        check_near("the way of the marble", model_probe(w, "m"), model_probe(exact, "m"), 5e-3);
        tn_world_free(w);
    }
    tn_world_free(exact);
}

/* ---- the iteration limit ---- */

static void iteration_limit(void **state)
{
    (void)state;
    const char *text =
        "world: method displacement; scheme A; iterations 3; gravity 9.81; assemble off; %s end\n"
        "for i = 1 to 8: object l[i]: rod 0.5 0.02; position (0.5*i - 0.25) 0 0; rotation 0 1 0 (pi/2); end end\n"
        "constraint first: connect (0,0,0) l[1].end1; end\n"
        "for i = 2 to 8: connect l[i-1].end2 l[i].end1; end";
    char all[1000];
    snprintf(all, sizeof all, text, "");
    tn_world *w = model_text(all);
    model_run(w, 1);
    assert_non_null(tn_warning(w, 0));
    assert_null(tn_warning(w, 1)); /* one for all steps */
    assert_non_null(strstr(tn_warning(w, 0), "reached its limit of 3 iterations in"));
    assert_non_null(strstr(tn_warning(w, 0), "the largest deviation was that of '"));
    assert_true(tn_count(w).most_iterations == 3);
    tn_world_free(w);

    snprintf(all, sizeof all, text, "on-limit stop;");
    w = model_text(all);
    assert_int_equal(tn_advance(w, 1), TN_STUCK);
    assert_non_null(strstr(tn_failure(w), "iteration limit"));
    assert_non_null(strstr(tn_failure(w), "the worst constraint is '"));
    assert_true(tn_time(w) < 1);
    tn_measures m = model_measure(w); /* the last good state */
    assert_true(isfinite(m.kinetic) && m.deviation < 0.1);
    tn_world_free(w);
}

/* A fast spin: steps are halved, and the joint still holds. */
static void halved_steps(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: method displacement; scheme gauss-seidel; step 0.05; iterations 500; tolerance 1e-7; end\n"
                   "object blade: box 2 0.1 0.1; position 1 0 0; spin 0 0 40; velocity 0 40 0; end\n"
                   "connect blade.at(-1,0,0) (0,0,0); probe turn = omega(blade).z;");
    model_run(w, 1);
    tn_counts n = tn_count(w);
    assert_true(n.steps >= 80); /* 40 rad at no more than 0.5 rad per step, where the settings give 20 steps */
    check_near("spin of a blade", model_probe(w, "turn"), 40, 0.5);
    check_near("its bearing", model_measure(w).deviation, 0, 1e-5);
    tn_world_free(w);
}

/* ---- before the start ---- */

/* Positions are found without changing velocities; a constraint that is added later closes with its time constant. */
static void assembly_first(void **state)
{
    (void)state;
    tn_world *w = model_text("world: method displacement; scheme gauss-seidel; step 0.001; iterations 200; end\n"
                             "object a: sphere 0.1; position 3 0 0; velocity 0 0.25 0; end\n"
                             "object b: sphere 0.1; position 0 1 0; velocity 0 0.25 0; end\n"
                             "connect a.center b.center;\n"
                             "constraint late: connect a.center (4, 4, 0); tau 0.2; during 1 9; end\n"
                             "probe gap = norm(a.center - b.center); probe v = norm(vel(a.center));\n"
                             "probe far = norm(a.center - (4,4,0));");
    model_run(w, 0.01);
    check_near("gap after the assembly", model_probe(w, "gap"), 0, 1e-6);
    check_near("speed after the assembly", model_probe(w, "v"), 0.25, 1e-6);
    model_run(w, 1);
    double far = model_probe(w, "far");
    model_run(w, 1.2);
    check_near("a gap that closes", model_probe(w, "far"), far * exp(-1), 0.01 * far);
    model_run(w, 4);
    check_near("and is closed", model_probe(w, "far"), 0, 1e-5);
    assert_true(model_probe(w, "v") < 0.01);
    tn_world_free(w);
}

/* A constraint that cannot be met is named, and the state is the best compromise nearby. */
static void impossible_assembly(void **state)
{
    (void)state;
    for (int scheme = TN_SCHEME_A; scheme <= TN_GAUSS_SEIDEL; scheme++) {
        tn_world *w = model_text("world: method displacement; end\n"
                                 "object a: sphere 0.1; position 0.2 0 0; end\n"
                                 "constraint left: connect a.center (-1,0,0); end\n"
                                 "constraint right: connect a.center (1,0,0); end\n"
                                 "probe x = a.center.x; probe v = norm(vel(a.center));");
        displace(w, (tn_scheme)scheme, 0.01);
        tn_assembly how = tn_assembly_default();
        tn_assembled out;
        assert_int_equal(tn_assemble_with(w, &how, &out), TN_OK);
        assert_false(out.met);
        check_near("what is left", out.deviation, 1, 1e-6);
        assert_true(strcmp(out.worst, "left") == 0 || strcmp(out.worst, "right") == 0);
        check_near("between the two", model_probe(w, "x"), 0, 1e-6);
        model_run(w, 2);
        check_near("where it rests", model_probe(w, "x"), 0, 1e-3);
        check_near("and that it does", model_probe(w, "v"), 0, 1e-3);
        tn_world_free(w);
    }
}

/* A load on two nails hangs between them: contradictory constraints still carry it. */
static void contradictions_carry(void **state)
{
    (void)state;
    for (int scheme = TN_SCHEME_A; scheme <= TN_GAUSS_SEIDEL; scheme++) {
        tn_world *w = model_text("world: method displacement; gravity 9.81; end\n"
                                 "object a: sphere 0.1; end\n"
                                 "constraint left: connect a.center (-1,0,0); end\n"
                                 "constraint right: connect a.center (1,0,0); end\n"
                                 "probe x = a.center.x; probe z = a.center.z; probe v = norm(vel(a.center));");
        displace(w, (tn_scheme)scheme, 0.01);
        for (int i = 1; i <= 200; i++) {
            model_run(w, i * 0.01);
            check_near("across", model_probe(w, "x"), 0, 0.05);
            check_near("height", model_probe(w, "z"), 0, 0.05);
            check_near("speed", model_probe(w, "v"), 0, 0.5);
        }
        tn_world_free(w);
    }
}

/* Restarts from other positions are needed: a knee that must be bent the other way. */
static void restarts(void **state)
{
    (void)state;
    tn_world *w = model_text("object thigh: rod 1 0.05; position 0 0 1.5; rotation 1 0 0 pi; end\n"
                             "object shin: rod 1 0.05; position 0.02 0 0.5; rotation 1 0 0 pi; end\n"
                             "connect thigh.end1 (0,0,2); connect thigh.end2 shin.end1;\n"
                             "connect shin.end2 (0.8, 0, 0.9);\n"
                             "keep shin.end1.x <= -0.1; keep thigh.end2.y = 0; keep thigh.x.z = 0;");
    tn_assembly how = tn_assembly_default();
    tn_assembled out;
    how.restarts = 20;
    assert_int_equal(tn_assemble_with(w, &how, &out), TN_OK);
    if (!out.met)
        fail_msg("'%s' is off by %g after %d restarts", out.worst, out.deviation, out.restarts);
    tn_world_free(w);
}

/* ---- bodies without mass ---- */

static void abilities(void **state)
{
    (void)state;
    static const char *const schemes[] = {"A", "B", "gauss-seidel"};
    for (int s = 0; s < 3; s++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "world: method displacement; scheme %s; gravity 9.81; end\n"
                 "object a: sphere 0.1; ability-to-move 3; ability-to-rotate 0; end\n"
                 "object b: sphere 0.1; ability-to-move 1; ability-to-rotate 0; position 4 0 0; end\n"
                 "connect a.center b.center; probe x = a.center.x; probe z = a.center.z;",
                 schemes[s]);
        tn_world *w = model_text(text);
        model_run(w, 1);
        check_near("three parts of the way", model_probe(w, "x"), 3, 1e-3);
        check_near("no weight", model_probe(w, "z"), 0, 1e-12);
        tn_world_free(w);
    }
    /* a massless arm follows a prescribed hand, and stays where it was left */
    tn_world *w =
        model_text("world: method displacement; scheme gauss-seidel; iterations 300; end\n"
                   "path hand(t) = (1 + 0.5*min(t, 1), 0, 0.5*min(t, 1));\n"
                   "object lead: sphere 0.05; kernel path hand; end\n"
                   "object upper: rod 1 0.05; position 0 0 0.5; ability-to-move 1; ability-to-rotate 12; end\n"
                   "object fore: rod 1 0.05; position 0.5 0 1; rotation 0 1 0 (pi/2); ability-to-move 1;\n"
                   "  ability-to-rotate 12; end\n"
                   "connect upper.end1 (0,0,0); connect upper.end2 fore.end1; connect fore.end2 lead.center;\n"
                   "probe off = norm(fore.end2 - lead.center); probe v = norm(omega(upper));");
    model_run(w, 1);
    check_near("the hand is held", model_probe(w, "off"), 0, 1e-3);
    model_run(w, 1.5);
    check_near("nothing moves on by itself", model_probe(w, "v"), 0, 1e-6);
    check_near("no energy", model_measure(w).kinetic, 0, 1e-12);
    tn_world_free(w);
    /* under the dynamic method a massless body has no motion */
    w = model_text("object a: sphere 0.1; ability-to-move 1; ability-to-rotate 1; end");
    assert_int_equal(tn_advance(w, 1), TN_WRONG_MODEL);
    assert_non_null(strstr(tn_failure(w), "'a' has abilities"));
    tn_world_free(w);
}

/* ---- soft constraints ---- */

static void compliance(void **state)
{
    (void)state;
    static const char *const schemes[] = {"A", "B", "gauss-seidel"};
    const double c = 2e-3, mass = 3, sag = c * mass * model_g, sway = 2 * model_pi * sqrt(mass * c);
    for (int s = 0; s < 3; s++) {
        char text[1000];
        snprintf(
            text, sizeof text,
            "world: method displacement; scheme %s; step 0.0005; iterations 500; tolerance 1e-10; gravity 9.81; end\n"
            "object m: sphere 0.1; mass 3; position 0 0 0; end\n"
            "constraint soft: connect m.center (0,0,0); compliance 2e-3; end\n"
            "probe z = m.center.z; probe f = force(soft).z;",
            schemes[s]);
        tn_world *w = model_text(text);
        double least = 0;
        for (int i = 1; i <= 40; i++) {
            model_run(w, sway * i / 40);
            least = fmin(least, model_probe(w, "z"));
        }
        check_near("how far a soft joint gives way", least, -2 * sag, 0.05 * sag);
        check_near("back after one sway", model_probe(w, "z"), 0, 0.1 * sag);
        tn_world_free(w);
    }
}

static void compliance_by_force(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "world: method %s; end object m: sphere 0.1; end\n"
                 "constraint soft: connect m.center (0,0,0); compliance 2e-3; end",
                 k == 0 ? "displacement" : "dynamic");
        tn_world *w = model_text(text);
        model_run(w, 0.1);
        assert_int_equal(
            tn_warning(w, 0) != NULL && strstr(tn_warning(w, 0), "'soft' is enforced by its force") != NULL, k);
        tn_world_free(w);
    }
}

/* ---- changes ---- */

/* A constraint opened by a change closes with its time constant, like a new one; the others stay closed. */
static void opened_by_change(void **state)
{
    (void)state;
    static const char *const change[] = {"let L = 1.5", "set max rope 0.5"};
    static const double step[] = {0.5, 0.5};
    for (int k = 0; k < 2; k++) {
        char text[700];
        snprintf(text, sizeof text,
                 "world: method displacement; tau 0.2; step 0.001; tolerance 1e-7; iterations 500; end let L = 1;\n"
                 "object a: sphere 0.1; position 1 0 0; end object b: sphere 0.1; position 0 1 0; end\n"
                 "constraint rod: distance (0,0,0) a.center L; end\n"
                 "constraint rope: object2 b; hinge 0 0 0 0 0 0; planar 0 0 1 max 1; end\n"
                 "at 0.5: %s; end\nprobe gap = deviation(%s); probe still = %s;",
                 change[k], k == 0 ? "rod" : "rope", k == 0 ? "b.center.y" : "a.center.x");
        tn_world *w = model_text(text);
        model_run(w, 0.499);
        check_near("before the change", model_probe(w, "gap"), 0, 1e-6);
        for (int i = 1; i <= 3; i++) {
            model_run(w, 0.5 + 0.2 * i);
            check_near("closing", model_probe(w, "gap"), step[k] * exp(-i), 0.01 * step[k]);
        }
        model_run(w, 4);
        check_near("closed", model_probe(w, "gap"), 0, 1e-6);
        check_near("what has nothing to do with it", model_probe(w, "still"), 1, 1e-9);
        tn_world_free(w);
    }
}

/* The energy lost in an impact at a limit counts as work, not as drift. */
static void impact_is_work(void **state)
{
    (void)state;
    tn_world *w = model_text("world: method displacement; step 0.001; gravity 9.81; end\n"
                             "object a: sphere 0.1; position 0 0 1; end\n"
                             "constraint floor: keep a.center.z >= 0.1; end probe z = a.center.z;");
    for (int i = 1; i <= 45; i++) {
        model_run(w, i / 30.0);
        tn_frame(w);
    }
    check_near("it lies", model_probe(w, "z"), 0.1, 1e-4);
    check_near("drift", model_measure(w).drift, 0, 0.01);
    tn_world_free(w);
}

/* ---- combined with constraints by force ---- */

static void mixed(void **state)
{
    (void)state;
    const char *text = "world: gravity 9.81; step 0.001; end\n"
                       "object a: rod 1 0.04; position 0.5 0 0; rotation 0 1 0 (pi/2); end\n"
                       "object b: rod 1 0.04; position 1.5 0 0; rotation 0 1 0 (pi/2); end\n"
                       "object alone: rod 1 0.04; position 0.5 3 0; rotation 0 1 0 (pi/2); end\n"
                       "connect a.end1 (0,0,0); connect alone.end1 (0,3,0);\n"
                       "constraint elbow: connect a.end2 b.end1; %s end\n"
                       "probe x = b.center.x; probe z = b.center.z; probe q = alone.center.z;";
    char one[1000];
    double exact[3], got[3];
    for (int k = 0; k < 2; k++) {
        snprintf(one, sizeof one, text, k == 0 ? "" : "by displacement;");
        tn_world *w = model_text(one);
        model_run(w, 0.8);
        double *to = k == 0 ? exact : got;
        to[0] = model_probe(w, "x");
        to[1] = model_probe(w, "z");
        to[2] = model_probe(w, "q");
        tn_world_free(w);
    }
    for (int i = 0; i < 3; i++)
        check_near("by force and by displacement", got[i], exact[i], 0.02);
}

/* A constraint by force is independent of an earlier one by displacements: the rows of that one are not in the matrix,
 * and its force comes from its displacements. */
static void mixed_forces(void **state)
{
    (void)state;
    const char *text = "world: gravity 9.81; step 0.001; end\n"
                       "object a: rod 1 0.03; position 0.4 0 -0.3; rotation 0 1 0 (-atan2(0.8, 0.6)); end\n"
                       "object b: box 0.2 0.2 0.2; position 0.8 0 -0.6; end\n"
                       "constraint top: connect a.end2 (0,0,0); %s end\n"
                       "constraint low: connect a.end1 b.center; by dynamic; end\n"
                       "probe top = force(top).z; probe low = force(low).z;";
    char one[1000];
    double top[2], low[2];
    for (int k = 0; k < 2; k++) {
        snprintf(one, sizeof one, text, k == 0 ? "" : "by displacement;");
        tn_world *w = model_text(one);
        model_run(w, 0.5);
        top[k] = model_probe(w, "top");
        low[k] = model_probe(w, "low");
        tn_world_free(w);
    }
    check_near("force at the top", top[1], top[0], 0.3);
    check_near("force below", low[1], low[0], 0.3);
}

/* ---- snapshots ---- */

static void same_bits(void **state)
{
    (void)state;
    tn_world *w = kinds_model("hinge-line-aligned", 4);
    displace(w, TN_SCHEME_B, 0.01);
    model_run(w, 0.3);
    tn_snapshot *s = tn_snapshot_take(w);
    model_run(w, 0.5);
    model_run(w, 0.7);
    tn_pose first = model_pose(w, tn_object_at(w, 1));
    assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
    model_measure(w); /* measuring changes nothing */
    model_run(w, 0.5);
    model_measure(w);
    model_run(w, 0.7);
    tn_pose again = model_pose(w, tn_object_at(w, 1));
    assert_memory_equal(&first.center, &again.center, sizeof first.center);
    assert_memory_equal(&first.orientation, &again.orientation, sizeof first.orientation);
    assert_memory_equal(&first.spin, &again.spin, sizeof first.spin);
    tn_snapshot_free(w, s);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum_period),
        cmocka_unit_test(pendulum_energy),
        cmocka_unit_test(forces),
        cmocka_unit_test(stops),
        cmocka_unit_test(limits_let_go),
        cmocka_unit_test(motors),
        cmocka_unit_test(iteration_limit),
        cmocka_unit_test(halved_steps),
        cmocka_unit_test(assembly_first),
        cmocka_unit_test(restarts),
        cmocka_unit_test(impossible_assembly),
        cmocka_unit_test(contradictions_carry),
        cmocka_unit_test(abilities),
        cmocka_unit_test(compliance),
        cmocka_unit_test(compliance_by_force),
        cmocka_unit_test(opened_by_change),
        cmocka_unit_test(impact_is_work),
        cmocka_unit_test(mixed),
        cmocka_unit_test(mixed_forces),
        cmocka_unit_test(other_areas),
        cmocka_unit_test(same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
