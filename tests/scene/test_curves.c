/* test_curves.c: curves in scenes: errors with their messages and places, the predefined types, writing. */
#include "broken.h"

#include <math.h>
#include <stdlib.h>

/* clang-format off */
static const struct broken_scene broken_curves[] = {
    {"curve c(a, u) = (u,0,0);", 1, 1, 7, "expected the curve's numbers, ';' and its parameter: curve c(a, b; u) = (x, y, z);", NULL},
    {"curve d(a; u, v) = (u,0,0);", 1, 1, 15, "expected the curve's numbers, ';' and its parameter: curve d(a, b; u) = (x, y, z);", NULL},
    {"curve c(a, a; u) = (u,0,0);", 1, 1, 12, "the parameter 'a' of the curve 'c' is given twice", NULL},
    {"curve c(a; u) = u;", 1, 1, 17, "expected the curve 'c' to be a vector (x, y, z), met a number", NULL},
    {"curve c(a; u) = (u, t, 0);", 1, 1, 17, "the curve 'c' depends on the time t: expected its parameters and 'u' alone", NULL},
    {"curve c(a; u) = (u, b, 0);", 1, 1, 21, "unknown name 'b'", NULL},
    {"curve c(a; u) = (u, a, 0);\nobject k: c b 1; end", 1, 2, 13, "the curve 'c' has no parameter 'b'", NULL},
    {"curve c(radius; u) = (u, radius, 0);\nobject k: c radus 1; end", 1, 2, 13, "the curve 'c' has no parameter 'radus'", "radius"},
    {"curve c(a; u) = (u, a, 0);\nobject k: c a 1 a 2; end", 1, 2, 17, "the parameter 'a' has a value already", NULL},
    {"curve c(a, b; u) = (u, a, b);\nobject k: c a 1; end", 1, 2, 11, "the parameter 'b' of the curve 'c' has no value: expected b 0", NULL},
    {"curve c(a; u) = (u, a, 0);\nobject k: c a; end", 1, 2, 13, "expected a number after 'a'", NULL},
    {"curve c(a; u) = (a, a, 0);\nobject k: c a 1; end", 1, 2, 11, "this curve has no length: expected other numbers", NULL},
    {"object k: circle 0 0 0; end", 1, 1, 11, "this curve has no length: expected other numbers.", NULL},
    {"curve c(a; u) = (u, a/u, 0);\nobject k: c a 1; range -1 0; end", 1, 2, 11, "the curve 'c' is not finite between -1 and 0 with these numbers", NULL},
    {"curve c(u) = (u, 0, 0);\nobject k: c; kernel dynamic; end", 1, 2, 14, "a curve without parameters cannot move: its kernel is fixed", NULL},
    {"object k: circle 0 0 1; range 2 1; end", 1, 1, 25, "the range of a curve must end above where it begins, not go from 2 to 1", NULL},
    {"object k: circle 0 0 1; range 1; end", 1, 1, 25, "range of a curve takes 2 numbers, 1 given", NULL},
    {"object k: circle 0 0 1; drag 0; end", 1, 1, 30, "drag of a curve must be greater than zero, not 0", NULL},
    {"object k: circle 0 0 1; mass -1; end", 1, 1, 30, "mass of a curve must be greater than zero, not -1", NULL},
    {"object k: circle 0 0 1; width 0; end", 1, 1, 31, "width of a curve must be greater than zero, not 0", NULL},
    {"object k: circle 0 0 1; panels 0.5; end", 1, 1, 32, "panels of a curve must be a whole number from 1 to 1000, not 0.5", NULL},
    {"object k: spline 0 0 1 1; panels 3; end", 1, 1, 27, "a spline has as many panels as pieces: expected no other number", NULL},
    {"object k: spline 0 0 1 1; range 0 2; end", 1, 1, 27, "a spline goes from 0 to 1: it has no other range", NULL},
    {"object k: spline 0 0 1; end", 1, 1, 11, "spline takes 2 numbers for each control point, and 2 to 80 points; 3 numbers given", NULL},
    {"object k: spline 0 0 1 1; closed; end", 1, 1, 11, "spline takes 2 numbers for each control point, and 3 to 80 points if it is closed; 4 numbers given", NULL},
    {"object k: segment 0 0 1 1; closed; end", 1, 1, 11, "a closed curve must end where it begins: its ends are 1.41 apart", NULL},
    {"object k: circle 0 0 1; closed 1; end", 1, 1, 32, "expected ';' instead of '1': 'closed' takes no more (it means that the curve ends where it begins)", NULL},
    {"object k: circle 0 0 1; density 3; end", 1, 1, 25, "a curve has no density: expected drag, mass, range, closed, panels, velocity, color, width or kernel", NULL},
    {"object k: circle 0 0 1; drag 1; drag 2; end", 1, 1, 33, "'drag' of a curve is given twice, first in line 1", NULL},
    {"object k: circle 0 0 1; velocity q 1; end", 1, 1, 34, "the curve 'circle' has no parameter 'q'", NULL},
    {"object k: circle 0 0 1; velocity r 1; kernel fixed; end", 1, 1, 25, "an object whose kernel is fixed does not move: it has no velocity", NULL},
    {"object k: circle 0 0 1; kernel path p; end", 1, 1, 25, "the kernel of a curve is fixed or dynamic", NULL},
    {"object k: circle 0 0 1; color 2 0 0; end", 1, 1, 31, "color of a curve must lie between 0 and 1, not 2", NULL},
    {"object k: sphere 1; drag 1; end", 1, 1, 21, "'drag' goes with a curve, as in circle cx 0 cy 0 r 1;", NULL},
    {"object k: circel 0 0 1; end", 1, 1, 11, "expected a statement of an object, met 'circel'", "circle"},
    {"object k: circle 0 0 1 2; end", 1, 1, 11, "the curve 'circle' has 3 parameters, 4 numbers given", NULL},
    {"object k: segment 0 0 1 1; end\nconnect k(2) (0,0,0);", 1, 2, 9, "the curve 'k' goes from 0 to 1: there is nothing at 2", NULL},
    {"object k: segment 0 0 1 1; end\nconnect k(0, 1) (0,0,0);", 1, 2, 9, "a point of the curve 'k' takes one number: k(u)", NULL},
    {"object k: sphere 1; end\nconnect k(0.5) (0,0,0);", 1, 2, 9, "the object 'k' is not a curve: it has no points by number", NULL},
    {"object k: sphere 1; end\nprobe p = length(k);", 1, 2, 18, "expected a curve in length(…), met the object 'k'", NULL},
    {"object k: circle 0 0 1; end\nprobe p = length(k, 1);", 1, 2, 11, "length and area take one curve: length(c)", NULL},
    {"object k: circle 0 0 1; end\nprobe p = tangent(k);", 1, 2, 11, "tangent takes a curve and a number: tangent(c, u)", NULL},
    {"object k: circle 0 0 1; end let x = k(0.5);\nworld: tau x; end", 1, 2, 12, "expected a constant, met a point of the curve 'k', which may move", NULL},
    {"object k: circle 0 0 1; end object b: particle 1; end\non-curve b k;", 1, 2, 10, "on-curve: expected a point for P, met the object 'b'; one of its points is b.center", NULL},
    {"object k: sphere 1; end object b: particle 1; end\non-curve b.center k;", 1, 2, 19, "on-curve: expected a curve for c, met the object 'k'", NULL},
    {"object k: circle 0 0 1; end\non-curve k(1) k;", 1, 2, 1, "on-curve: the point is one of the curve itself", NULL},
    {"object k: circle 0 0 1; end object b: particle 1; end object c: particle 1; end\non-curve (b.center + c.center) k;", 1, 2, 11, "on-curve: expected a point of one object, a place or a path for P, not a formula of several", NULL},
    {"object k: circle 0 0 1; end object b: particle 1; end\nconstraint: on-curve b.center k; by displacement; end", 1, 2, 13, "on-curve: a point on a curve is held by dynamic, multiplier or penalty, not by displacement", NULL},
    {"object k: circle 0 0 1; end\nconnect k(1) (0, 0, 1);", 1, 2, 1, "connect: this cannot be satisfied: one component is always 1", NULL},
    {"trace 3;", 1, 1, 7, "expected three numbers or a vector for P of trace, met 1 number", NULL},
    {"object k: circle 0 0 1; end\ntrace k;", 1, 2, 7, "trace: expected a point for P, met the object 'k'; one of its points is k.center", NULL},
};
/* clang-format on */
enum { SCENES = sizeof broken_curves / sizeof *broken_curves };

static void mistakes(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; i++) {
        struct broken_scene b = broken_curves[i];
        char *same = strdup(b.message); /* a message that occurs here twice has a dot at its end */
        if (b.message[strlen(b.message) - 1] == '.')
            same[strlen(same) - 1] = '\0';
        b.message = same;
        broken_check(&b);
        free(same);
    }
    broken_check_different(broken_curves, SCENES);
}

static tn_world *world_of(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "curves", text, d) != TN_OK)
        fail_msg("%s: %s", text, tn_diagnostics_get(d, 0).message);
    tn_diagnostics_free(d);
    return w;
}

static double probe(tn_world *w, const char *name)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (strcmp(tn_probe_name(w, i), name) == 0)
            return tn_probe_value(w, i);
    fail_msg("no probe %s", name);
    return 0;
}

static void near(const char *what, double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%s: %.15g instead of %.15g", what, got, expected);
}

/* The predefined types against known values. */
static void shipped_types(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846;
    tn_world *w = world_of(
        "object c: circle cx 1 cy 2 r 3; end  probe c1 = length(c); probe c2 = area(c); probe c3 = c(pi/2).y;\n"
        "object e: ellipse 1 2 2 1 0.7; end   probe e1 = length(e); probe e2 = area(e);\n"
        "object a: arc 1 2 3 0.5 1.5; end     probe a1 = length(a); probe a2 = a(1).x; probe a3 = tangent(a, 1).x;\n"
        "object s: segment 0 0 3 4; end       probe s1 = length(s); probe s2 = s(0.5).y; probe s3 = area(s);\n"
        "object g: segment3 0 0 0 2 3 6; end  probe t1 = length(g); probe t2 = g(0.5).z;\n"
        "object b: bezier 0 0 0 1 1 1 1 0; end probe b1 = b(0.5).x; probe b2 = b(0.5).y; probe b3 = -area(b);\n"
        "object d: bezier3 0 0 0 0 0 1 1 0 1 1 0 0; end  probe d1 = d(0.5).z;\n"
        /* a spline begins and ends at its outer points and is straight where they are in line */
        "object p: spline 0 0 1 1 2 0 3 1; end probe p1 = p(0).x; probe p2 = p(1).y; probe p3 = p(0.5).y;\n"
        "object l: spline 0 0 1 1 2 2 3 3 4 4; end probe l1 = length(l); probe l2 = l(0.25).x;\n"
        "object r: spline 1 0 0 1 -1 0 0 -1; closed; end probe r1 = norm(r(1) - r(0)); probe r2 = r(0).x;\n"
        "probe r3 = norm(tangent(r, 0) - tangent(r, 1)); probe r4 = r(1.25).y - r(0.25).y;\n"
        "object q: spline3 0 0 0 1 0 1 2 0 0; end probe q1 = q(0.5).z;\n");
    near("circle", probe(w, "c1"), 6 * pi, 1e-12);
    near("its area", probe(w, "c2"), 9 * pi, 1e-12);
    near("its top", probe(w, "c3"), 5, 1e-14);
    near("ellipse", probe(w, "e1"), 9.688448220547675, 1e-12);
    near("its area", probe(w, "e2"), 2 * pi, 1e-12);
    near("arc", probe(w, "a1"), 3, 1e-13);
    near("its end", probe(w, "a2"), 1 + 3 * cos(1.5), 1e-14);
    near("its tangent", probe(w, "a3"), -3 * sin(1.5), 1e-14);
    near("segment", probe(w, "s1"), 5, 1e-14);
    near("its middle", probe(w, "s2"), 2, 1e-15);
    near("its area", probe(w, "s3"), 0, 1e-14);
    near("segment3", probe(w, "t1"), 7, 1e-14);
    near("its middle", probe(w, "t2"), 3, 1e-15);
    near("bezier", probe(w, "b1"), 0.5, 1e-15);
    near("bezier", probe(w, "b2"), 0.75, 1e-15);
    near("its area", probe(w, "b3"), 0.6, 1e-14);
    near("bezier3", probe(w, "d1"), 0.75, 1e-15);
    near("spline", probe(w, "p1"), 0, 1e-15);
    near("spline", probe(w, "p2"), 1, 1e-15);
    near("spline", probe(w, "p3"), 0.5, 1e-15);
    near("line", probe(w, "l1"), 4 * sqrt(2), 1e-13);
    near("line", probe(w, "l2"), 1, 1e-14);
    near("closed", probe(w, "r1"), 0, 1e-15);
    near("closed", probe(w, "r2"), 2.0 / 3, 1e-15); /* (P−1 + 4 P0 + P1)/6 */
    near("smooth", probe(w, "r3"), 0, 1e-14);
    near("around", probe(w, "r4"), 0, 1e-15);
    near("spline3", probe(w, "q1"), 2.0 / 3, 1e-15);
    tn_world_free(w);
}

/* A world as text reads back to the same motion, to the bit. */
static void writing(void **state)
{
    (void)state;
    static const char text[] =
        "world: gravity 0 -9.81 0; until 2; end\n"
        "curve wave(a, k; u) = (u, a*sin(k*u), 0);\n"
        "object w: wave a 0.5 k 2; range -1 3; mass 2; width 0.02; panels 6; color 0.5 0.5 0; end\n"
        "object c: circle 0 0 1; velocity cx 0.1; drag 2; end\n"
        "object s: spline 0 0 1 0 1 1 0 1; closed; end\n"
        "object f: ellipse 0 0 3 2 0; kernel fixed; end\n"
        "object p: particle 1; position 0.2 0.4 0; end\n"
        "on-curve p.center w;\n"
        "constraint ring: on-curve c(0) f; tau 0.2; end\n"
        "connect w(-1) (-1, 0, 0); connect w(3) (3, 0, 0); keep length(s) = 3;\n"
        "trace p.center; probe x = p.center.x; probe r = c.r; probe l = length(s); probe a = area(s);\n";
    for (int moved = 0; moved < 2; moved++) {
        tn_world *w = world_of(text);
        if (moved)
            assert_int_equal(tn_advance(w, 0.3), TN_OK);
        char *first = tn_write_text(w);
        tn_world *again = world_of(first);
        char *second = tn_write_text(again);
        assert_string_equal(first, second);
        assert_int_equal(tn_advance(w, 0.6), TN_OK);
        assert_int_equal(tn_advance(again, 0.6), TN_OK);
        for (int i = 0; i < tn_probe_count(w); i++) {
            double a = tn_probe_value(w, i), b = tn_probe_value(again, i);
            assert_memory_equal(&a, &b, sizeof a);
        }
        free(first);
        free(second);
        tn_world_free(again);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes),
        cmocka_unit_test(shipped_types),
        cmocka_unit_test(writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
