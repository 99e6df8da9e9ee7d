/* Mass, inertia, momenta and energies of single objects in probes: against closed forms, and their sums against those of
 * the world, for random objects of every kind in every sort of world. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "tenon/tenon.h"

static uint32_t state;
static double uniform(double low, double high)
{
    state = state * 1664525u + 1013904223u;
    return low + (high - low) * (double)(state >> 8) / (1 << 24);
}

static void read_good(tn_world *w, const char *text)
{
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "probes.tn", text, d) != TN_OK) {
        char *said = tn_diagnostics_text(d, 0);
        fail_msg("%s\n%s", said, text);
    }
    tn_diagnostics_free(d);
}

static double probe(tn_world *w, const char *name)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (strcmp(tn_probe_name(w, i), name) == 0)
            return tn_probe_value(w, i);
    fail_msg("no probe %s", name);
    return NAN;
}

static const double pi = 3.14159265358979323846;

static void near(double is, double should_be, double within)
{
    if (!(fabs(is - should_be) <= within))
        fail_msg("%.17g is not %.17g within %g", is, should_be, within);
}

static void test_closed_forms(void **unused)
{
    (void)unused;
    tn_world *w = tn_world_new();
    read_good(w,
              "world: gravity 0 0 -2; end\n"
              "object r: body; mass 3; inertia 3 2 4; position 1 2 3; velocity 1 -1 2; spin 0 0 5; end\n"
              "object p: particle 2; position 0 0 7; velocity 3 0 4; end\n"
              "object fixed: sphere 1; density 1; kernel fixed; end\n"
              "probe m = mass(r); probe i = inertia(r).y; probe px = momentum(r).y; probe l = angular-momentum(r).z;\n"
              "probe k = kinetic(r); probe u = potential(r);\n"
              "probe pk = kinetic(p); probe pl = norm(angular-momentum(p)); probe pu = potential(p);\n"
              "probe fm = mass(fixed); probe fk = kinetic(fixed);");
    static const struct {
        const char *name;
        double value;
    } expected[] = {{"m", 3},  {"i", 2},   {"px", -3}, {"l", 20},  {"k", 3 * 6 / 2. + 4 * 25 / 2.},
                    {"u", 18}, {"pk", 25}, {"pl", 0},  {"pu", 28}, {"fm", 4 * pi / 3},
                    {"fk", 0}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
        near(probe(w, expected[k].name), expected[k].value, 1e-12);
    tn_world_free(w);
}

/* One random object, with a name. */
static int some_object(char *out, size_t room, int i, bool coordinates)
{
    static const char *const shapes[] = {
        "sphere 0.2",        "rod 1 0.05",      "box 0.3 0.2 0.5",
        "cylinder 0.1 0.4",  "capsule 0.1 0.3", "torus 0.3 0.1",
        "link 0.3 0.2 0.02", "particle 0.7",    "block 1 2 1; size 0.3 0.6 0.3; stiffness 400"};
    enum { SHAPES = sizeof shapes / sizeof *shapes };
    const int which = (int)uniform(0, SHAPES + (coordinates ? 1 : 0));
    if (which >= SHAPES)
        return snprintf(out, room,
                        "object o%d: coordinates th %.3f ph 0.3; velocity th %.3f ph 1; mass 2; "
                        "place (%d + sin(th)*cos(ph), sin(th)*sin(ph), cos(th)); end\n",
                        i, uniform(0.5, 1), uniform(-1, 1), 10 * i);
    const bool turns = strstr(shapes[which], "particle") == NULL;
    return snprintf(out, room, "object o%d: %s; position %d %.3f %.3f; velocity %.3f %.3f 1; %s end\n", i,
                    shapes[which], 10 * i, uniform(-3, 3), uniform(-3, 3), uniform(-3, 3), uniform(-3, 3),
                    turns ? "spin 1 2 -1;" : "");
}

/* The sums over all objects are those of the world, at the start and after a while. */
static void test_sums(void **unused)
{
    (void)unused;
    static const char *const worlds[] = {"integrator rk4; step 0.001;", "", "method displacement; step 0.002;",
                                         "integrator euler; step 0.0005;"};
    for (int seed = 1; seed <= effort(40, 12); seed++) {
        char text[8000];
        state = (uint32_t)seed;
        int objects = 1 + (int)uniform(0, 6);
        int n = snprintf(text, sizeof text, "world: %s gravity 1 2 -9.81; end\n", worlds[seed % 4]);
        for (int i = 0; i < objects; i++) {
            n += some_object(text + n, sizeof text - (size_t)n, i, seed % 4 != 2);
            n += snprintf(text + n, sizeof text - (size_t)n,
                          "probe k%d = kinetic(o%d); probe x%d = momentum(o%d).x; probe z%d = momentum(o%d).z;\n"
                          "probe l%d = angular-momentum(o%d).y + cross(o%d.center, momentum(o%d)).y;\n",
                          i, i, i, i, i, i, i, i, i, i);
        }
        snprintf(text + n, sizeof text - (size_t)n, "probe all = kinetic; probe rest = energy - kinetic - potential;");
        tn_world *w = tn_world_new();
        read_good(w, text);
        for (int part = 0; part < 2; part++) {
            double kinetic = 0, x = 0, z = 0, l = 0;
            tn_measures m;
            if (tn_measure(w, &m) != TN_OK)
                fail_msg("%s\n%s", tn_failure(w), text);
            for (int i = 0; i < objects; i++) {
                char name[16];
                double *const into[] = {&kinetic, &x, &z, &l};
                for (int k = 0; k < 4; k++) {
                    snprintf(name, sizeof name, "%c%d", "kxzl"[k], i);
                    *into[k] += probe(w, name);
                }
            }
            const double scale = 1 + fabs(m.kinetic) + 60 * fabs(m.momentum.x) + 60 * fabs(m.momentum.z);
            near(kinetic, m.kinetic, 1e-12 * scale);
            near(probe(w, "all"), m.kinetic, 1e-12 * scale);
            near(x, m.momentum.x, 1e-12 * scale);
            near(z, m.momentum.z, 1e-12 * scale);
            near(l, m.angular_momentum.y, 1e-11 * scale);
            near(probe(w, "rest"), 0, 1e-12 * (scale + fabs(m.potential)));
            assert_int_equal(tn_advance(w, 0.05), TN_OK);
        }
        tn_world_free(w);
    }
}

/* Names that a text declares win, and everything else is answered with a place. */
static void test_words(void **unused)
{
    (void)unused;
    tn_world *w = tn_world_new();
    read_good(w, "let mass = 3; let momentum(x) = 2*x; path potential(t) = (t, 0, 0);\n"
                 "object kinetic: particle 2; end probe a = mass + momentum(2) + potential(4).x + kinetic.center.x;\n"
                 "object inertia: sphere 1; density 1; end probe b = inertia(inertia).x;");
    near(probe(w, "a"), 11, 0);
    near(probe(w, "b"), 0.4 * 4 * pi / 3, 1e-12);
    tn_world_free(w);
    static const char *const wrong[][2] = {
        {"object f: plane; end probe q = mass(f);", "a plane has no mass"},
        {"variable x 3; probe q = kinetic(x);", "expected an object in kinetic(A), met a number"},
        {"object b: block 1 1 1; size 1 1 1; stiffness 9; end probe q = inertia(b).x;",
         "expected a rigid body in inertia(A)"},
        {"object b: sphere 1; end probe q = massa(b);", "unknown function 'massa'"},
        {"object b: sphere 1; end probe q = momentum(b);", "number"},
        {"object b: sphere 1; end keep mass(b) = 1;", "mass(…) is known to probes only"},
        {"object b: sphere 1; end probe q = mass(b, b);", "mass takes 1 argument, 2 given"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tn_diagnostics *d = tn_diagnostics_new();
        w = tn_world_new();
        assert_int_equal(tn_read_text(w, "wrong.tn", wrong[i][0], d), TN_WRONG_MODEL);
        if (strstr(tn_diagnostics_get(d, 0).message, wrong[i][1]) == NULL)
            fail_msg("%s: %s", wrong[i][0], tn_diagnostics_get(d, 0).message);
        assert_int_equal(tn_diagnostics_get(d, 0).line, 1);
        tn_world_free(w);
        tn_diagnostics_free(d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_forms),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
