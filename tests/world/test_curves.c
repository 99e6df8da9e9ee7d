/* test_curves.c: curves in worlds: pulled by their points with uniform drag, with mass, points on them, at their ends
 * and around them; against known solutions, and against equivalent formulas. */
#include "../effort.h"
#include "model.h"

static void advance(tn_world *w, double t)
{
    if (tn_advance(w, t) != TN_OK)
        fail_msg("%s", tn_failure(w));
}

/* ---- drag and mass ---- */

/* A circle pulled at its right by (1, 0): M = ρ 2πr, so ẋ = ṙ = 1/(2πρr) and r² = 1 + t/(πρ); in a world of second
 * order M = m 1, and r and x grow as t²/(2m). */
static void pulled_circle(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: order first; tolerance 1e-12; end object c: circle 0 0 1; drag 0.5; end\n"
                   "push c(0) (1, 0, 0); probe x = c.cx; probe y = c.cy; probe r = c.r; probe m = c.r - c.cx;");
    for (int i = 1; i <= 4; i++) {
        advance(w, i);
        double r = sqrt(1 + 2 * i / model_pi);
        check_near("radius", model_probe(w, "r"), r, 1e-10);
        check_near("centre", model_probe(w, "x"), r - 1, 1e-10);
        check_near("height", model_probe(w, "y"), 0, 1e-14);
    }
    tn_world_free(w);
    w = model_text("world: tolerance 1e-12; end object c: circle 0 0 1; mass 2; end\n"
                   "push c(pi/2) (0, 3, 0); probe y = c.cy; probe r = c.r; probe e = energy;");
    advance(w, 2);
    check_near("radius", model_probe(w, "r"), 1 + 3, 1e-9);
    check_near("height", model_probe(w, "y"), 3, 1e-9);
    tn_world_free(w);
}

/* A segment that is pulled at one end by a first-order hand. With P, Q its ends, M = ρ L/6 [2 1; 1 2]: pulled along
 * itself by f, Ṗ = −2 f/(ρL), Q̇ = 4 f/(ρL): it grows by 6 f/(ρL), L² = L0² + 12 f t/ρ. */
static void pulled_segment(void **state)
{
    (void)state;
    tn_world *w = model_text("world: order first; tolerance 1e-12; end object s: segment 0 0 3 4; drag 2; end\n"
                             "push s(1) (3, 4, 0); probe l = length(s); probe x = s.x2;");
    advance(w, 1.5);
    check_near("length", model_probe(w, "l"), sqrt(25 + 12 * 5 * 1.5 / 2), 1e-10);
    tn_world_free(w);
}

/* Free motion conserves energy, and a curve falls like a particle. */
static void falling_curve(void **state)
{
    (void)state;
    tn_world *w = model_text("world: gravity 0 -9.81 0; tolerance 1e-11; end\n"
                             "object e: ellipse 0 0 2 1 0.3; mass 3; velocity turn 2 a 0.5 cx 1; end\n"
                             "probe y = e.cy; probe x = e.cx; probe e0 = energy;");
    double before = model_probe(w, "e0");
    advance(w, 1.5);
    check_near("energy", model_probe(w, "e0"), before, 1e-8 * fabs(before));
    check_near("fall", model_probe(w, "y"), -9.81 * 1.5 * 1.5 / 2, 1e-8);
    check_near("way", model_probe(w, "x"), 1.5, 1e-9);
    tn_world_free(w);
}

/* ---- points on curves ---- */

/* A bead on a parabola that is fixed, against the surface y = x²; on a hoop that moves, against its formula. */
static void beads(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: gravity 0 -9.81 0; tolerance 1e-11; end\n"
                   "curve parabola(a; u) = (u, a*u^2, 0); object p: parabola a 1; range -2 2; kernel fixed; end\n"
                   "object b: particle 1; position 1 1 0; end on-curve b.center p;\n"
                   "object c: particle 1; position 1 1 0; end\n"
                   "keep c.center.y = c.center.x^2; keep c.center.z = 0;\n"
                   "probe off = norm(b.center - c.center);");
    for (int i = 1; i <= 10; i++) {
        advance(w, 0.5 * i);
        check_near("on the parabola", model_probe(w, "off"), 0, 1e-8);
    }
    tn_world_free(w);
    w = model_text("world: gravity 0 -9.81 0; tolerance 1e-11; end\n"
                   "object g: circle 0 0 1; mass 2; end object h: circle 0 0 1; mass 2; end\n"
                   "object b: particle 1; position 1 0 0; end object c: particle 1; position 1 0 0; end\n"
                   "on-curve b.center g; connect g(3*pi/2) (0, -1, 0); connect h(3*pi/2) (0, -1, 0);\n"
                   "keep (c.center.x - h.cx)^2 + (c.center.y - h.cy)^2 = h.r^2; keep c.center.z = 0;\n"
                   "probe off = norm(b.center - c.center); probe grown = g.r - h.r; probe r = g.r;");
    for (int i = 1; i <= 10; i++) {
        advance(w, 0.5 * i);
        check_near("on the hoop", model_probe(w, "off"), 0, 1e-8);
        check_near("the hoop", model_probe(w, "grown"), 0, 1e-8);
    }
    assert_true(fabs(model_probe(w, "r") - 1) > 0.01); /* its size has changed */
    tn_world_free(w);
}

/* Far from a straight curve the normal gap decays critically damped; in a first-order world as e^(−t/τ). */
static void decay(void **state)
{
    (void)state;
    tn_world *w = model_text("world: tau 0.2; tolerance 1e-11; end object l: segment3 0 0 0 3 4 0; kernel fixed; end\n"
                             "object p: particle 1; position 0 0 1; end on-curve p.center l;\n"
                             "probe z = p.center.z; probe x = p.center.x;");
    advance(w, 0.3);
    check_near("gap", model_probe(w, "z"), 2.5 * exp(-1.5), 1e-9);
    tn_world_free(w);
    w = model_text("world: order first; tau 0.2; tolerance 1e-11; end object l: segment 0 0 3 4; kernel fixed; end\n"
                   "object p: particle 1; position -4 3 0; end on-curve p.center l;\n"
                   "probe g = (-4*p.center.x + 3*p.center.y)/5; probe along = 3*p.center.x + 4*p.center.y;");
    advance(w, 0.3);
    check_near("gap", model_probe(w, "g"), 5 * exp(-1.5), 1e-9);
    check_near("along", model_probe(w, "along"), 0, 1e-9);
    tn_world_free(w);
}

/* An open curve continues straight beyond its ends: a bead that leaves a quarter circle upwards flies along its
 * tangent. Around a closed curve a point may slide any number of times. */
static void ends_and_turns(void **state)
{
    (void)state;
    tn_world *w = model_text("world: tolerance 1e-11; end object q: arc 0 0 1 0 (pi/2); kernel fixed; end\n"
                             "object b: particle 1; position 1 0 0; velocity 0 1 0; end on-curve b.center q;\n"
                             "probe x = b.center.x; probe y = b.center.y;");
    advance(w, 3);
    check_near("straight on", model_probe(w, "x"), -(3 - model_pi / 2), 1e-6);
    check_near("at its height", model_probe(w, "y"), 1, 1e-8);
    tn_world_free(w);
    w = model_text("world: tolerance 1e-11; end object c: spline 1 0 0 1 -1 0 0 -1; closed; kernel fixed; end\n"
                   "object b: particle 1; position 0.6666666666666666 0 0; velocity 0 2 0; end on-curve b.center c;\n"
                   "probe v = norm(vel(b.center)); probe r = norm(b.center);");
    for (int i = 1; i < 20; i++) {
        advance(w, i);
        check_near("speed", model_probe(w, "v"), 2, 1e-6);
        assert_true(model_probe(w, "r") > 0.6 && model_probe(w, "r") < 0.7);
    }
    tn_world_free(w);
}

/* ---- constraints on curves ---- */

/* Fixed and equal lengths, an area, a common tangent, a right angle: all by formulas. In a plane no row is
 * redundant. */
static void held(void **state)
{
    (void)state;
    tn_world *w = model_text("world: order first; end\n"
                             "object a: segment 0 0 1 0.2; end object b: segment 3 1 4 3; end\n"
                             "object c: circle 5 0 1; end object z: bezier 0 0 1 1 2 1 3 0; end\n"
                             "connect a(0) (0, 0, 0); connect a(1) z(0); keep length(a) = 2;\n"
                             "keep length(b) = length(a); keep dot(tangent(b, 0), tangent(a, 1)) = 0;\n"
                             "keep cross(tangent(z, 0), tangent(a, 1)).z = 0; keep area(c) = 2;\n"
                             "on-curve z(1) c; keep length(z) = 3;\n"
                             "probe la = length(a); probe lb = length(b); probe lz = length(z); probe ac = area(c);\n"
                             "probe right = dot(unit(tangent(b, 0)), unit(tangent(a, 1)));\n"
                             "probe smooth = cross(unit(tangent(z, 0)), unit(tangent(a, 1))).z;\n"
                             "probe on = norm(z(1) - (c.cx, c.cy, 0)) - c.r; probe joined = norm(a(1) - z(0));");
    advance(w, 4);
    check_near("fixed length", model_probe(w, "la"), 2, 1e-8);
    check_near("equal length", model_probe(w, "lb"), 2, 1e-8);
    check_near("length", model_probe(w, "lz"), 3, 1e-8);
    check_near("area", model_probe(w, "ac"), 2, 1e-8);
    check_near("right angle", model_probe(w, "right"), 0, 1e-8);
    check_near("tangent", model_probe(w, "smooth"), 0, 1e-8);
    check_near("on the circle", model_probe(w, "on"), 0, 1e-8);
    check_near("joined", model_probe(w, "joined"), 0, 1e-8);
    assert_null(tn_redundant(w, 0));
    tn_world_free(w);
}

/* Two curves that touch at a free point: a common point that slides on both, and parallel tangents there; for a line
 * and a circle the distance of the centre is the radius. */
static void touching(void **state)
{
    (void)state;
    tn_world *w =
        model_text("world: order first; end object c: circle 0 0 1; end\n"
                   "let away(px, py, qx, qy) = ((c.cx - px)*(qy - py) - (c.cy - py)*(qx - px))/sqrt((qx - "
                   "px)^2 + (qy - py)^2);\n"
                   "keep away(-4, -1, 4, -2) = -c.r; keep away(4, -2, 1, 5) = -c.r; keep away(1, 5, -4, -1) = -c.r;\n"
                   "probe x = c.cx; probe y = c.cy; probe r = c.r;");
    advance(w, 4);
    /* the inscribed circle: r = 2 area/perimeter */
    double a = sqrt(65), b = sqrt(58), c = sqrt(61), area = 0.5 * fabs(8.0 * 6 - 5 * -1);
    check_near("inscribed", model_probe(w, "r"), 2 * area / (a + b + c), 1e-8);
    tn_world_free(w);
}

/* ---- snapshots, allocation, assembly ---- */

static const char all[] = "world: gravity 0 -9.81 0; tau 0.1; end\n"
                          "object c: circle 0 0 1; mass 2; end object s: spline 0 2 1 2.5 2 1.5 3 2; end\n"
                          "object f: ellipse 0 0 3 2 0; kernel fixed; end object p: particle 1; position 1 0.5 0; end\n"
                          "on-curve p.center c; on-curve c(0) f; connect s(0) (0, 2, 0); keep length(s) = 3.2;\n"
                          "constraint ring: on-curve s(1) f; end\n"
                          "spring p.center s(0.5) stiffness 20 rest 1 damping 1;\n"
                          "at 0.5: off ring; end at 1: on ring; end\n"
                          "probe x = p.center.x; probe r = c.r; probe l = length(s); probe k = s.x3;";

static void same_bits(tn_world *w, tn_world *other)
{
    for (int i = 0; i < tn_probe_count(w); i++) {
        double a = tn_probe_value(w, i), b = tn_probe_value(other, i);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

static void snapshots(void **state)
{
    (void)state;
    const double end = effort(15, 6) / 10.0;
    tn_world *w = model_text(all), *other = model_text(all);
    advance(w, 0.3);
    tn_snapshot *s = tn_snapshot_take(w);
    advance(w, end);
    assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
    tn_snapshot_free(w, s);
    advance(other, 0.3);
    tn_snapshot_free(other, tn_snapshot_take(other)); /* which starts a new history of steps */
    advance(w, end);
    advance(other, end);
    same_bits(w, other);
    tn_world_free(w);
    tn_world_free(other);
}

static void warm_steps(void **state)
{
    (void)state;
    tn_world *w = model_text(all);
    advance(w, 1.2);
    unsigned long before = mem_count();
    for (int i = 1; i <= 20; i++)
        assert_int_equal(tn_advance(w, 1.2 + 0.01 * i), TN_OK);
    assert_int_equal(mem_count() - before, 0);
    tn_world_free(w);
}

static void assembling(void **state)
{
    (void)state;
    double deviation;
    tn_world *w =
        model_text("object f: ellipse 0 0 3 2 0.2; kernel fixed; end object s: segment 1 0 2 0.5; end\n"
                   "on-curve s(0) f; on-curve s(1) f; keep length(s) = 1.5;\n"
                   "object c: circle 0 0 0.5; end object p: particle 1; position 3 3 1; end\n"
                   "connect c(pi/2) (0, 2, 0); on-curve p.center c; probe l = length(s); probe z = p.center.z;");
    assert_int_equal(tn_assemble(w, &deviation), TN_OK);
    assert_true(deviation < 1e-10);
    check_near("length", model_probe(w, "l"), 1.5, 1e-10);
    check_near("plane", model_probe(w, "z"), 0, 1e-10);
    tn_world_free(w);
}

/* A curve with X_u = 0 where something slides on it, and a circle that shrinks to a point: the step stops and says
 * where. */
static void trouble(void **state)
{
    (void)state;
    tn_world *w = model_text("curve cusp(u) = (u^2, u^3, 0); object c: cusp; range -2 2; end\n"
                             "object b: particle 1; position 1 1 0; velocity -2 -3 0; end on-curve b.center c;");
    assert_int_equal(tn_advance(w, 3), TN_STUCK);
    assert_non_null(strstr(tn_failure(w), "tangent is zero"));
    tn_world_free(w);
    w = model_text("world: order first; end object c: circle 0 0 1; drag 1; end\n"
                   "push c(0) (-1, 0, 0); push c(pi) (1, 0, 0);");
    assert_int_equal(tn_advance(w, 10), TN_STUCK);
    assert_non_null(strstr(tn_failure(w), "the curve 'c' has shrunk to nothing"));
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pulled_circle), cmocka_unit_test(pulled_segment), cmocka_unit_test(falling_curve),
        cmocka_unit_test(beads),         cmocka_unit_test(decay),          cmocka_unit_test(ends_and_turns),
        cmocka_unit_test(held),          cmocka_unit_test(touching),       cmocka_unit_test(snapshots),
        cmocka_unit_test(warm_steps),    cmocka_unit_test(assembling),     cmocka_unit_test(trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
