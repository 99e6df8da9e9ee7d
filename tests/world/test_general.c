/* Objects with general coordinates: the same motion as by constraints, derivatives, energy, singularities, and
 * everything else that acts on objects. */
#include "model.h"

#define WORLD "world: up z; gravity 9.81; tolerance 1e-11; until 5; end\n"

static void advance(tn_world *w, double t)
{
    if (tn_advance(w, t) != TN_OK)
        fail_msg("%s", tn_failure(w));
}

/* ---- the same mechanism by coordinates and by constraints ---- */

static const struct {
    const char *name, *text;
} mechanisms[] = {
    {"bead on a circle",
     "object a: coordinates th 0.4; velocity th 1; mass 2; place (sin(th), 0, -cos(th)); end\n"
     "object b: particle 2; position (sin(0.4)) 0 (-cos(0.4)); velocity (cos(0.4)) 0 (sin(0.4)); end\n"
     "keep b.center.x^2 + b.center.z^2 = 1; keep b.center.y = 0;\n"
     "probe apart = norm(a.center - b.center) + 0.1*norm(vel(a.center) - vel(b.center));"},
    {"bead on a helix", "let p = 0.2;\n"
                        "object a: coordinates s 0.5; mass 1; place (cos(s), sin(s), p*s); end\n"
                        "object b: particle 1; position (cos(0.5)) (sin(0.5)) 0.1; end\n"
                        "keep b.center.x = cos(b.center.z/p); keep b.center.y = sin(b.center.z/p);\n"
                        "probe apart = norm(a.center - b.center);"},
    {"spherical pendulum",
     "object a: coordinates th 1.1 ph 0.2; velocity th 0.3 ph 2.5; mass 1;\n"
     "  place (sin(th)*cos(ph), sin(th)*sin(ph), -cos(th)); end\n"
     "object b: particle 1; position (sin(1.1)*cos(0.2)) (sin(1.1)*sin(0.2)) (-cos(1.1));\n"
     "  velocity (0.3*cos(1.1)*cos(0.2) - 2.5*sin(1.1)*sin(0.2)) (0.3*cos(1.1)*sin(0.2) + 2.5*sin(1.1)*cos(0.2)) "
     "(0.3*sin(1.1)); end\n"
     "distance b.center (0, 0, 0) 1;\n"
     "probe apart = norm(a.center - b.center);"},
    {"rigid pendulum",
     "object a: rod 1 0.05; coordinates th 1.2; velocity th 0.7; place (0.5*sin(th), 0, -0.5*cos(th));\n"
     "  pose (0, 1, 0), -th; end\n"
     "object b: rod 1 0.05; position (0.5*sin(1.2)) 0 (-0.5*cos(1.2)); rotation 0 1 0 -1.2;\n"
     "  velocity (0.35*cos(1.2)) 0 (0.35*sin(1.2)); spin 0 -0.7 0; end\n"
     "revolute b world (0, 0, 0) (0, 1, 0);\n"
     "probe apart = norm(a.end1 - b.end1) + norm(a.x - b.x) + 0.1*norm(omega(a) - omega(b));"},
    {"universal joint",
     "let u = 0.7; let v = 0.4;\n"
     "object a: box 0.2 0.5 0.1; offset 0 0 -0.6; coordinates u 0.7 v 0.4; velocity u 1 v -2; place (0, 0, 0);\n"
     "  pose (1, 0, 0), u, (0, 1, 0), v; end\n"
     "object b: box 0.2 0.5 0.1; offset 0 0 -0.6;\n"
     "  orientation (cos(u/2)*cos(v/2)) (sin(u/2)*cos(v/2)) (cos(u/2)*sin(v/2)) (sin(u/2)*sin(v/2));\n"
     "  velocity (cross((1, -2*cos(u), -2*sin(u)), -0.6*(sin(v), -sin(u)*cos(v), cos(u)*cos(v))));\n"
     "  spin 1 (-2*cos(u)) (-2*sin(u)); end\n"
     "universal world b (0, 0, 0) (1, 0, 0) (0, cos(u), sin(u));\n"
     "probe apart = norm(a.center - b.center) + norm(a.x - b.x) + 0.1*norm(omega(a) - omega(b));"},
    {"crank and slider, the crank by its angle and the loop closed by constraints",
     "object crank: rod 0.3 0.02; coordinates th 0.5; velocity th 4; place (0.15*cos(th), 0, 0.15*sin(th));\n"
     "  pose (0, 1, 0), pi/2 - th; end\n"
     "object crank2: rod 0.3 0.02; position (0.15*cos(0.5)) 0 (0.15*sin(0.5)); rotation 0 1 0 (pi/2 - 0.5);\n"
     "  velocity (-0.6*sin(0.5)) 0 (0.6*cos(0.5)); spin 0 -4 0; end\n"
     "let s = asin(0.3*sin(0.5)/0.8);\n"
     "let rate = 0.3*4*cos(0.5)/(0.8*cos(s));\n"
     "let vx = -1.2*sin(0.5); let vz = 1.2*cos(0.5);\n"
     "let px = 0.3*cos(0.5); let pz = 0.3*sin(0.5);\n"
     "object bar: rod 0.8 0.02; position (px + 0.4*cos(s)) 0 (pz - 0.4*sin(s)); rotation 0 1 0 (pi/2 + s);\n"
     "  velocity (vx - 0.4*sin(s)*rate) 0 (vz - 0.4*cos(s)*rate); spin 0 (rate) 0; end\n"
     "object bar2: rod 0.8 0.02; position (px + 0.4*cos(s)) 0 (pz - 0.4*sin(s)); rotation 0 1 0 (pi/2 + s);\n"
     "  velocity (vx - 0.4*sin(s)*rate) 0 (vz - 0.4*cos(s)*rate); spin 0 (rate) 0; end\n"
     "let block = px + 0.8*cos(s); let vblock = vx - 0.8*sin(s)*rate;\n"
     "object block1: coordinates x (block); velocity x (vblock); mass 0.5; place (x, 0, 0); end\n"
     "object block2: particle 0.5; position (block) 0 0; velocity (vblock) 0 0; end\n"
     "revolute crank2 world (0, 0, 0) (0, 1, 0);\n"
     "connect bar.end1 crank.end2; connect bar.end2 block1.center;\n"
     "connect bar2.end1 crank2.end2; connect bar2.end2 block2.center; on-line block2.center (0, 0, 0) (1, 0, 0);\n"
     "probe apart = norm(bar.center - bar2.center) + norm(block1.center - block2.center) + norm(crank.x - crank2.x);"},
    {"double pendulum, the upper rod by its angle",
     "object a: rod 1 0.05; coordinates th 1.2; place (0.5*sin(th), 0, -0.5*cos(th)); pose (0, 1, 0), -th; end\n"
     "object b: rod 1 0.05; position (0.5*sin(1.2)) 0 (-0.5*cos(1.2)); rotation 0 1 0 -1.2; end\n"
     "revolute b world (0, 0, 0) (0, 1, 0);\n"
     "object c: rod 1 0.04; position (sin(1.2)) 0 (-cos(1.2) - 0.5); end\n"
     "object d: rod 1 0.04; position (sin(1.2)) 0 (-cos(1.2) - 0.5); end\n"
     "connect c.end2 a.end1; connect d.end2 b.end1;\n"
     "probe apart = norm(c.end1 - d.end1) + norm(a.end1 - b.end1);"},
};

static void same_motion(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mechanisms / sizeof *mechanisms; i++) {
        char text[8000];
        snprintf(text, sizeof text, WORLD "%s", mechanisms[i].text);
        tn_world *w = model_text(text);
        double most = 0;
        for (int k = 1; k <= 50; k++) {
            advance(w, 0.1 * k);
            most = fmax(most, model_probe(w, "apart"));
        }
        if (!(most < 1e-8))
            fail_msg("%s: %.3g apart", mechanisms[i].name, most);
        tn_world_free(w);
    }
}

/* The force that holds a bead on its wire, m ẍ − f, equals the constraint force of the other bead. */
static void same_forces(void **state)
{
    (void)state;
    tn_world *w = model_text(
        WORLD "object a: coordinates th 0.4; velocity th 1; mass 2; place (sin(th), 0, -cos(th)); end\n"
              "object b: particle 2; position (sin(0.4)) 0 (-cos(0.4)); velocity (cos(0.4)) 0 (sin(0.4)); end\n"
              "constraint rod: distance (0, 0, 0) b.center 1; end\n"
              "keep b.center.y = 0;\n"
              "probe off = norm(2*acc(a.center) + (0, 0, 2*9.81) - force(rod));");
    for (int k = 1; k <= 10; k++) {
        advance(w, 0.1 * k);
        check_near("force", model_probe(w, "off"), 0, 1e-7);
    }
    tn_world_free(w);
}

/* ---- derivatives ---- */

static struct general *model_of(tn_world *w, const char *name)
{
    return world_object(w, world_find_object(w, name))->general;
}

/* Y_q, ẏ and β of all connectors against differences: ẏ along v, and ÿ along the motion with v̇ = 0. */
static void check_shown(tn_world *w, const char *name, enum general_role role, vec3 at, uint64_t *seed)
{
    struct general *g = model_of(w, name);
    const int n = g->n;
    const double h = 1e-5;
    double q[8], v[8], yq[48], side[8];
    const double *lets = w->run.lets.at;
    for (int i = 0; i < n; i++) {
        q[i] = 0.7 + 0.3 * random_number(seed);
        v[i] = random_number(seed);
    }
    struct general_what what = g->class->what(g, role, at);
    struct pose now = {.r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}, p[2] = {now, now};
    general_show(g, (struct general_moment){.q = q, .v = v, .t = 0.3, .let = lets}, &what, &now, yq);
    for (int k = 0; k <= n; k++) { /* by each coordinate, then by time along v */
        for (int s = 0; s < 2; s++) {
            double step = s == 0 ? -h : h;
            for (int i = 0; i < n; i++)
                side[i] = q[i] + (k == n ? step * v[i] : i == k ? step : 0);
            general_show(g, (struct general_moment){.q = side, .v = v, .t = k == n ? 0.3 + step : 0.3, .let = lets},
                         &what, &p[s], NULL);
        }
        vec3 slope = v3_scale(1 / (2 * h), v3_sub(p[1].x, p[0].x));
        vec3 known = k == n ? now.v : v3(yq[k], yq[n + k], yq[2 * n + k]);
        check_near_vector("linear", known, slope, 1e-8);
        if (k == n)
            check_near_vector("bias", now.a, v3_scale(1 / (2 * h), v3_sub(p[1].v, p[0].v)), 1e-8);
        if (what.role != GENERAL_FRAME)
            continue;
        vec3 spin = k == n ? now.w : v3(yq[3 * n + k], yq[4 * n + k], yq[5 * n + k]);
        for (int axis = 0; axis < 3; axis++) { /* ṙ = ω × r for each axis of the body */
            vec3 turned = v3_scale(1 / (2 * h), v3_sub(m3_column(&p[1].r, axis), m3_column(&p[0].r, axis)));
            check_near_vector("angular", v3_cross(spin, m3_column(&now.r, axis)), turned, 1e-8);
        }
        if (k == n)
            check_near_vector("angular bias", now.alpha, v3_scale(1 / (2 * h), v3_sub(p[1].w, p[0].w)), 1e-8);
    }
}

static const char shapes_text[] =
    "let L = 1.3;\n"
    "object a: coordinates u 0.5 v 0.6; mass 1; place (L*cos(u)*exp(v), sin(u*v) + t*u, v^2 + cos(3*t)); end\n"
    "object b: box 1 2 3; offset 0.2 0.1 -0.4; coordinates u 0.5 v 0.6 s 0.7; place (u, v*s, L*u);\n"
    "  pose (u, 1, v), u*s, (0, 1, s + t), v + t^2; end\n";

static void derivatives(void **state)
{
    (void)state;
    uint64_t seed = 5;
    tn_world *w = model_text(shapes_text);
    for (int k = 0; k < 20; k++) {
        check_shown(w, "a", GENERAL_POINT, v3(0, 0, 0), &seed);
        check_shown(w, "a", GENERAL_NUMBER, v3(1, 0, 0), &seed);
        check_shown(w, "b", GENERAL_FRAME, v3(0, 0, 0), &seed);
    }
    tn_world_free(w);
}

/* Lagrange's equations: f at v̇ = 0 is ∂T/∂q − d/dt (∂T/∂v) along the motion with v̇ = 0, and M is T's Hessian by v;
 * from T by differences alone. */
static double kinetic_at(tn_world *w, struct general *g, const double *q, const double *v, double t)
{
    double mass[64] = {0}, rest[80] = {0};
    struct general_sums s = {
        .mass = mass, .bias = rest, .own = rest + 8, .moment = rest + 16, .motion = rest + 40, .turning = rest + 48};
    general_add_mass(g, (struct general_moment){.q = q, .v = v, .t = t, .let = w->run.lets.at}, &s);
    return s.kinetic;
}

static double momentum_at(tn_world *w, struct general *g, const double *q, const double *v, double t, int k)
{
    const double h = 1e-3; /* T is quadratic in v: any step is exact */
    double side[8];
    memcpy(side, v, sizeof(double) * (size_t)g->n);
    side[k] = v[k] + h;
    double more = kinetic_at(w, g, q, side, t);
    side[k] = v[k] - h;
    return (more - kinetic_at(w, g, q, side, t)) / (2 * h);
}

static void check_lagrange(tn_world *w, const char *name, uint64_t *seed)
{
    struct general *g = model_of(w, name);
    const int n = g->n;
    const double h = 1e-4, t = 0.3;
    double q[8], v[8], mass[64] = {0}, rest[80] = {0}, side[8], zero[8] = {0};
    for (int i = 0; i < n; i++) {
        q[i] = 0.7 + 0.3 * random_number(seed);
        v[i] = random_number(seed);
    }
    struct general_sums s = {
        .mass = mass, .bias = rest, .own = rest + 8, .moment = rest + 16, .motion = rest + 40, .turning = rest + 48};
    general_add_mass(g, (struct general_moment){.q = q, .v = v, .t = t, .let = w->run.lets.at}, &s);
    const double scale = 1 + s.kinetic;
    for (int k = 0; k < n; k++) {
        double slope[2], along[2];
        for (int d = 0; d < 2; d++) {
            double step = d == 0 ? -h : h;
            memcpy(side, q, sizeof(double) * (size_t)n);
            side[k] += step;
            slope[d] = kinetic_at(w, g, side, v, t);
            for (int i = 0; i < n; i++)
                side[i] = q[i] + step * v[i];
            along[d] = momentum_at(w, g, side, v, t + step, k);
        }
        double expected = (slope[1] - slope[0] - along[1] + along[0]) / (2 * h);
        check_near("inertial force", s.bias[k], expected, 2e-6 * scale);
        for (int i = 0; i <= k; i++) {
            double one[8] = {0};
            one[i] = 1;
            double column = momentum_at(w, g, q, one, t, k) - momentum_at(w, g, q, zero, t, k);
            check_near("mass", mass[k * n + i], column, 1e-7 * scale);
        }
    }
}

static void lagrange(void **state)
{
    (void)state;
    uint64_t seed = 11;
    tn_world *w = model_text(shapes_text);
    for (int k = 0; k < 10; k++) {
        check_lagrange(w, "a", &seed);
        check_lagrange(w, "b", &seed);
    }
    tn_world_free(w);
}

/* ---- energy ---- */

static void check_energy(const char *text, double tolerance)
{
    char all[3000];
    snprintf(all, sizeof all, WORLD "%s", text);
    tn_world *w = model_text(all);
    tn_measures m;
    assert_int_equal(tn_measure(w, &m), TN_OK);
    double before = m.kinetic + m.potential - m.work, most = 0;
    for (int k = 1; k <= 30; k++) {
        advance(w, 0.1 * k);
        tn_measure(w, &m);
        check_near(text, m.kinetic + m.potential - m.work, before, tolerance);
        most = fmax(most, fabs(m.work));
    }
    tn_world_free(w);
}

static void energy(void **state)
{
    (void)state;
    check_energy("object a: coordinates th 1.1 ph 0.2; velocity th 0.3 ph 2.5; mass 3;\n"
                 "  place (sin(th)*cos(ph), sin(th)*sin(ph), -cos(th)); end",
                 1e-8);
    /* driven by t: the work of the drive is accounted for, also with forces and constraints on it */
    check_energy("object a: coordinates s 0.5; mass 2; place (s*cos(2*t), s*sin(2*t), s^2); end\n"
                 "object b: particle 1; position 0.5 0 1; end\n"
                 "distance a.center b.center 0.75;\n"
                 "spring a.center (1, 1, 1) stiffness 30 rest 0.3 damping 0.4;\n"
                 "drag on a linear 0.3;",
                 1e-7);
    check_energy("object a: box 0.3 0.2 0.1; offset 0.4 0 0; coordinates u 0.5; place (0, 0.2*sin(3*t), 0);\n"
                 "  pose (0, 0, 1), 2*t, (0, 1, 0), u; end\n"
                 "object b: rod 1 0.02; position 0.6 0.7 0.3; end\n"
                 "connect a.at(0.6, 0.1, 0) b.end1;\n"
                 "turn a (0.1, 0.2, 0.3*t); drag linear 0.2 angular 0.05; push a.center (1, 2, t);",
                 1e-7);
}

/* ---- everything that acts on other objects acts on these ---- */

static void same_forces_applied(void **state)
{
    (void)state;
    /* three coordinates that are the position itself: equivalent to a particle under all forces */
    tn_world *w = model_text(
        WORLD
        "object a: coordinates x 1 y 0 z 0.5; velocity x 0.1 y 2 z 0; mass 2; place (x, y, z); end\n"
        "object b: particle 2; position 1 0 0.5; velocity 0.1 2 0; end\n"
        "for i = 1 to 2: end\n"
        "spring a.center (0, 0, 1) stiffness 20 rest 0.5 damping 0.3;\n"
        "spring b.center (0, 0, 1) stiffness 20 rest 0.5 damping 0.3;\n"
        "push a.center (sin(t), a.center.x, vel(a.center).z); push b.center (sin(t), b.center.x, vel(b.center).z);\n"
        "drag linear 0.2; gravity 0 (cos(t)) 0;\n"
        "constraint ka: distance a.center (0, 0, 0) max 1.2; bounce 0.5; end\n"
        "constraint kb: distance b.center (0, 0, 0) max 1.2; bounce 0.5; end\n"
        "constraint pa: on-plane a.center (0.9, 0, 0) (1, 0, 0); by penalty; stiffness 100; damping 1; end\n"
        "constraint pb: on-plane b.center (0.9, 0, 0) (1, 0, 0); by penalty; stiffness 100; damping 1; end\n"
        "constraint ma: on-plane a.center (0, 0.1, 0) (0.2, 1, 0); by multiplier; end\n"
        "constraint mb: on-plane b.center (0, 0.1, 0) (0.2, 1, 0); by multiplier; end\n"
        "probe apart = norm(a.center - b.center) + norm(vel(a.center) - vel(b.center)) + "
        "norm(acc(a.center) - acc(b.center))/100;");
    for (int k = 1; k <= 30; k++) {
        advance(w, 0.1 * k);
        check_near("apart", model_probe(w, "apart"), 0, 1e-7);
    }
    tn_world_free(w);
}

/* A coordinate is a number that constraints and probes can use. */
static void coordinates_are_numbers(void **state)
{
    (void)state;
    tn_world *w = model_text("world: up z; gravity 9.81; tau 0.02; tolerance 1e-11; end\n"
                             "object a: coordinates th 1; mass 1; place (sin(th), 0, -cos(th)); end\n"
                             "object b: coordinates th 0.5 r 1; mass 1; place (r*sin(th), 0, -r*cos(th)); end\n"
                             "constraint goal: keep a.th = 0.3 + 0.1*t; end\n"
                             "constraint stop: keep b.th >= 0.2; end\n"
                             "keep b.r = 1;\n"
                             "probe a = a.th; probe rate = vel(a.th); probe b = b.th;");
    advance(w, 2);
    check_near("held", model_probe(w, "a"), 0.5, 1e-8);
    check_near("rate", model_probe(w, "rate"), 0.1, 1e-8);
    advance(w, 2.5);
    assert_true(model_probe(w, "b") > 0.2 - 1e-7);
    tn_world_free(w);
}

static void fixed_steps(void **state)
{
    (void)state;
    static const tn_integrator methods[] = {TN_RK4, TN_EULER, TN_ADAMS, TN_GEAR};
    for (int i = 0; i < 4; i++) {
        tn_world *w = model_text("world: up z; gravity 9.81; end\n"
                                 "object a: coordinates th 1; mass 1; place (sin(th), 0, -cos(th)); end\n"
                                 "probe a = a.th;");
        model_set(w, methods[i], 1e-9, 1e-4, 0);
        advance(w, 1);
        check_near("th", model_probe(w, "a"), -0.98006699, methods[i] == TN_EULER ? 2e-4 : 1e-7);
        tn_world_free(w);
    }
}

/* ---- assembly, snapshots, text ---- */

static const char mixed[] =
    WORLD "object a: rod 1 0.05; coordinates th 1.2; velocity th 0.3; place (0.5*sin(th), 0, -0.5*cos(th));\n"
          "  pose (0, 1, 0), -th; end\n"
          "object b: coordinates u 0.2 v 0.1; mass 1; place (2*sin(u), v, -2*cos(u)); end\n"
          "distance a.end1 b.center 1.5;\n"
          "probe x = a.th; probe y = b.u; probe z = b.v;";

static void snapshots(void **state)
{
    (void)state;
    tn_world *w = model_text(mixed);
    double first[3], again[3];
    const char *const names[] = {"x", "y", "z"};
    advance(w, 1);
    tn_snapshot *s = tn_snapshot_take(w);
    tn_snapshot_restore(w, s);
    advance(w, 2);
    for (int i = 0; i < 3; i++)
        first[i] = model_probe(w, names[i]);
    tn_snapshot_restore(w, s);
    advance(w, 2);
    for (int i = 0; i < 3; i++)
        again[i] = model_probe(w, names[i]);
    assert_memory_equal(first, again, sizeof first);
    tn_snapshot_free(w, s);
    tn_world_free(w);
}

static void written(void **state)
{
    (void)state;
    tn_world *w = model_text(mixed);
    advance(w, 1);
    char *text = tn_write_text(w);
    tn_world *other = model_text(text);
    check_near("x", model_probe(other, "x"), model_probe(w, "x"), 0);
    check_near("y", model_probe(other, "y"), model_probe(w, "y"), 0);
    advance(w, 2);
    advance(other, 2);
    check_near("x later", model_probe(other, "x"), model_probe(w, "x"), 1e-7);
    char *again = tn_write_text(other);
    tn_world *third = model_text(again);
    tn_world_free(third);
    free(text);
    free(again);
    tn_world_free(w);
    tn_world_free(other);
}

static void assembly(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: up z; end\n"
                   "object a: coordinates u 0.3 v 0.2; mass 1; place (cos(u)*(2 + cos(v)), sin(u)*(2 + cos(v)), "
                   "sin(v)); end\n"
                   "connect a.center (-2, 0, 1);\n"
                   "probe off = norm(a.center - (-2, 0, 1));");
    double deviation;
    assert_int_equal(tn_assemble(w, &deviation), TN_OK);
    check_near("off", model_probe(w, "off"), 0, 1e-9);
    tn_world_free(w);
}

static void warm(void **state)
{
    (void)state;
    tn_world *w = model_text(mixed);
    model_set(w, TN_RK4, 0, 0.01, 0);
    tn_measures m;
    advance(w, 0.1);
    assert_int_equal(tn_evaluate(w), TN_OK);
    tn_constraint c = tn_constraint_at(w, 0);
    unsigned long before = mem_count();
    for (int i = 1; i <= 50; i++) {
        tn_constraint_state s;
        advance(w, 0.1 + 0.02 * i);
        tn_evaluate(w);
        tn_frame(w);
        tn_measure(w, &m);
        tn_constraint_get(w, c, &s);
    }
    assert_int_equal(mem_count(), before);
    tn_world_free(w);
}

/* ---- singularities ---- */

/* r passes zero, where th has no effect: with steps that hit it exactly, and at the start. */
static void poles(void **state)
{
    (void)state;
    tn_world *w =
        model_text("object a: coordinates r 1 th 0.5; velocity r -1; mass 1; place (r*cos(th), r*sin(th), 0); end\n"
                   "keep a.r = 1 - t;");
    model_set(w, TN_RK4, 0, 0.125, 0);
    tn_status status = tn_advance(w, 3);
    const char *said = tn_failure(w);
    if (status != TN_STUCK || strstr(said, "the coordinate 'th' of 'a' moves nothing at r = ") == NULL ||
        strstr(said, "th = 0.5") == NULL)
        fail_msg("status %d: %s", status, said);
    check_near("the last good state", tn_time(w), 0.875, 1e-12);
    assert_int_equal(tn_evaluate(w), TN_OK);
    tn_world_free(w);
}

/* The formula, its place, why, and at which values. */
static void singular_formulas(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says[4];
    } list[] = {
        {"object a: coordinates s 1; velocity s -1; mass 1; place (s, log(s), 0); end\n"
         "keep a.s = 1 - t;",
         {"'a'", "(model, line 1)", "'place (s, log(s), 0)'", "log("}},
        {"object a: coordinates s 1; velocity s -1; mass 1; place (s, sqrt(s), 0); end\n"
         "keep a.s = 1 - t;",
         {"'a'", "(model, line 1)", "s = ", "sqrt(-"}},
        {"\nobject a: coordinates s 1; mass 1; place (s, sin(1 - t)/(1 - t), 0); end",
         {"(model, line 2)", "0/0 is not a number", "s = 1", "t = 1"}},
        {"object a: coordinates s 1; mass 1; place (s, norm((1 - t, (1 - t)^2, 0)), 0); end",
         {"'place (s, norm((1 - t, (1 - t)^2, 0)), 0)'", "0/0 is not a number", "s = 1", "t = 1"}},
        {"object a: box 1 1 1; coordinates s 1; place (s, 0, 0); pose (1 - t, 0, 0), s; end",
         {"; pose (1 - t, 0, 0), s'", "0/0 is not a number", "s = 1", "t = 1"}},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        tn_world *w = model_text(list[i].text);
        model_set(w, i < 2 ? TN_ADAMS : TN_RK4, 0, 0.125, 0);
        tn_status status = tn_advance(w, 2);
        const char *said = tn_failure(w);
        assert_int_equal(status, TN_STUCK);
        for (int k = 0; k < 4; k++)
            if (strstr(said, list[i].says[k]) == NULL)
                fail_msg("%s: '%s' is not in: %s", list[i].text, list[i].says[k], said);
        assert_true(tn_time(w) <= 1);
        tn_world_free(w);
    }
}

/* First order: the same as constraints, with drag. */
static void first_order(void **state)
{
    (void)state;
    tn_world *w = model_text(
        "world: order first; tolerance 1e-11; end\n"
        "object a: coordinates u 0.3 v 1; mass 2; place (v*cos(u), v*sin(u), 0.1*t); end\n"
        "object b: particle 2; position (cos(0.3)) (sin(0.3)) 0; end\n"
        "push a.center (1, -2, 0.2*t); push b.center (1, -2, 0); keep b.center.z = 0.1*t;\n"
        "drag linear 0.5;\n"
        "object p: rod 1 0.1; coordinates th 0.3; place (0.5*sin(th), 0, -0.5*cos(th)); pose (0, 1, 0), -th; end\n"
        "object q: rod 1 0.1; position (0.5*sin(0.3)) 0 (-0.5*cos(0.3)); rotation 0 1 0 -0.3; end\n"
        "revolute q world (0, 0, 0) (0, 1, 0);\n"
        "object c: particle 3; position (sin(0.3)) 1 0; end\n"
        "object d: particle 3; position (sin(0.3)) 1 0; end\n"
        "distance c.center p.end1 1.2; distance d.center q.end1 1.2;\n"
        "push p.end1 (0, 0, -9); push q.end1 (0, 0, -9); drag on p linear 3 angular 0.7; drag on q linear 3 angular "
        "0.7;\n"
        "probe apart = norm(a.center - b.center) + norm(vel(a.center) - vel(b.center)) + norm(p.end1 - q.end1) + "
        "norm(c.center - d.center) + norm(vel(p.end1) - vel(q.end1));\n"
        "probe moved = norm(a.center - (1, 0, 0))*norm(vel(p.end1));");
    for (int k = 1; k <= 10; k++) {
        advance(w, 0.1 * k);
        check_near("apart", model_probe(w, "apart"), 0, 1e-8);
    }
    assert_true(model_probe(w, "moved") > 0.01);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_motion),
        cmocka_unit_test(same_forces),
        cmocka_unit_test(derivatives),
        cmocka_unit_test(lagrange),
        cmocka_unit_test(energy),
        cmocka_unit_test(same_forces_applied),
        cmocka_unit_test(coordinates_are_numbers),
        cmocka_unit_test(fixed_steps),
        cmocka_unit_test(snapshots),
        cmocka_unit_test(written),
        cmocka_unit_test(assembly),
        cmocka_unit_test(warm),
        cmocka_unit_test(poles),
        cmocka_unit_test(singular_formulas),
        cmocka_unit_test(first_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
