/* Hulls with any number of corners in one plane: prisms, cones and domes of 3 to 500 sides stand on planes, on boxes
 * and on each other. The search for the touching face must end, and nothing may fall through. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../effort.h"
#include "tenon/scene.h"

enum solid { PRISM, CONE, DOME, SOLIDS };

static const double radius = 0.3, height = 0.2, pi = 3.14159265358979323846;

static void ring(FILE *f, int sides, double r, double z)
{
    for (int i = 0; i < sides; i++)
        fprintf(f, "v %.17g %.17g %.17g\n", r * cos(2 * pi * i / sides), r * sin(2 * pi * i / sides), z);
}

static void band(FILE *f, int sides, int low, int high)
{
    for (int i = 0; i < sides; i++)
        fprintf(f, "f %d %d %d %d\n", low + i + 1, low + (i + 1) % sides + 1, high + (i + 1) % sides + 1, high + i + 1);
}

static void polygon(FILE *f, int sides, int first, bool up)
{
    fprintf(f, "f");
    for (int i = 0; i < sides; i++)
        fprintf(f, " %d", first + (up ? i : sides - 1 - i) + 1);
    fprintf(f, "\n");
}

static void write_mesh(const char *path, enum solid solid, int sides)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    ring(f, sides, radius, 0);
    polygon(f, sides, 0, false);
    if (solid == CONE) {
        fprintf(f, "v 0 0 %.17g\n", height);
        for (int i = 0; i < sides; i++)
            fprintf(f, "f %d %d %d\n", i + 1, (i + 1) % sides + 1, sides + 1);
    } else {
        const int rings = solid == DOME ? 4 : 1;
        for (int k = 1; k <= rings; k++) {
            const double a = solid == DOME ? pi / 2 * k / 5 : 0;
            ring(f, sides, radius * cos(a), solid == DOME ? height * sin(a) : height);
            band(f, sides, (k - 1) * sides, k * sides);
        }
        polygon(f, sides, rings * sides, true);
    }
    fclose(f);
}

/* A solid on a plane, on a fixed box, and where its top is flat one on top of it. */
static void stands(enum solid solid, int sides)
{
    static const char *const grounds[] = {"object ground: plane; end",
                                          "object ground: box 4 4 1; position 0 0 -0.5; kernel fixed; end"};
    write_mesh("solid.obj", solid, sides);
    for (int g = 0; g < 2; g++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; end\n%s\nobject low: mesh \"solid.obj\"; position 0 0 0; end\n%s\n"
                 "contact friction 0.5;\n",
                 grounds[g], solid == PRISM ? "object top: mesh \"solid.obj\"; position 0.02 0 0.2; end" : "");
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        if (tn_read_text(w, "hulls", text, d) != TN_OK)
            fail_msg("%s\n%s", text, tn_diagnostics_text(d, 0));
        assert_int_equal(tn_advance(w, 0.2), TN_OK);
        for (int i = 1; i < tn_object_count(w); i++) {
            tn_pose p;
            assert_int_equal(tn_object_pose(w, tn_object_at(w, i), &p), TN_OK);
            if (!(fabs(p.position.z - (i - 1) * height) < 0.005) || !(fabs(p.position.x) < 0.03))
                fail_msg("solid %d of %d sides on ground %d: object %d at %g %g %g", solid, sides, g, i, p.position.x,
                         p.position.y, p.position.z);
        }
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
}

static void any_number_of_corners_in_a_plane(void **state)
{
    (void)state;
    static const int sides[] = {3, 4, 12, 13, 63, 64, 65, 66, 128, 500};
    uint64_t random = 20261117;
    for (int s = 0; s < SOLIDS; s++) {
        for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
            stands((enum solid)s, sides[i]);
        for (int i = 0; i < 4; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            stands((enum solid)s, 3 + (int)((random >> 33) % 498));
        }
    }
}

/* ---- any hull, however it falls ---- */

static uint64_t random_state;

static double uniform(double low, double high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random_state >> 11) / 9007199254740992.0;
}

/* A tetrahedron, an octahedron, a pyramid or a wedge, stretched at random, about `size` large. Returns its corners. */
static int write_corners(const char *path, double size, tn_vec3 *corner)
{
    static const struct {
        int corners;
        double at[6][3];
        const char *faces;
    } solid[] = {
        {4, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"},
        {6,
         {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
         "f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 2 1 6\nf 3 2 6\nf 4 3 6\nf 1 4 6\n"},
        {5,
         {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}},
         "f 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"},
        {6,
         {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, 0, 1}, {1, 0, 1}},
         "f 4 3 2 1\nf 1 2 6 5\nf 3 4 5 6\nf 2 3 6\nf 4 1 5\n"},
    };
    const int which = (int)uniform(0, 4);
    const double a = size * uniform(0.3, 1), b = size * uniform(0.3, 1), c = size * uniform(0.3, 1);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (int i = 0; i < solid[which].corners; i++) {
        corner[i] = (tn_vec3){a * solid[which].at[i][0], b * solid[which].at[i][1], c * solid[which].at[i][2]};
        fprintf(f, "v %.17g %.17g %.17g\n", corner[i].x, corner[i].y, corner[i].z);
    }
    fputs(solid[which].faces, f);
    fclose(f);
    return solid[which].corners;
}

static double height_of(const tn_pose *p, tn_vec3 v)
{
    const tn_quat q = p->orientation;
    return p->position.z + 2 * (q.x * q.z - q.w * q.y) * v.x + 2 * (q.y * q.z + q.w * q.x) * v.y +
           (1 - 2 * (q.x * q.x + q.y * q.y)) * v.z;
}

/* Where the second object of a scene is after some time. */
static tn_pose landed(const char *text, double time)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_pose p;
    if (tn_read_text(w, "drop", text, d) != TN_OK)
        fail_msg("%s\n%s", text, tn_diagnostics_text(d, 0));
    assert_int_equal(tn_advance(w, time), TN_OK);
    assert_int_equal(tn_object_pose(w, tn_object_at(w, 1), &p), TN_OK);
    tn_diagnostics_free(d);
    tn_world_free(w);
    return p;
}

/* Millimetres to metres, from any height and turned in any way: with every step as long as it takes to fall through itself,
 * no corner ends below the ground. */
static bool drop(uint64_t seed)
{
    random_state = seed * 0x9E3779B97F4A7C15u + 1;
    tn_vec3 corner[6];
    const double size = pow(10, uniform(-3, 0.5)),
                 turn[4] = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-3, 3)};
    const int corners = write_corners("drop.obj", size, corner);
    char text[1000];
    snprintf(text, sizeof text,
             "world: gravity 9.81; end\n%s\nobject a: mesh \"drop.obj\"; position 0 0 %.17g; rotation %g %g %g %g; "
             "velocity 0 0 %g; spin %g %g %g; end\ncontact friction %g;\n",
             seed % 2 ? "object ground: plane; end"
                      : "object ground: box 40 40 1; position 0 0 -0.5; kernel fixed; end",
             size * uniform(2, 8), turn[0], turn[1], turn[2], turn[3], -uniform(0, 3), uniform(-5, 5), uniform(-5, 5),
             uniform(-5, 5), uniform(0, 1));
    const tn_pose p = landed(text, 1.5 + 2 * sqrt(size));
    bool above = true;
    for (int i = 0; i < corners && above; i++) {
        above = height_of(&p, corner[i]) > -1e-3 * size;
        if (!above)
            print_error("seed %llu: corner %d of %d of a solid of %g m ends at %g of its size\n%s",
                        (unsigned long long)seed, i, corners, size, height_of(&p, corner[i]) / size, text);
    }
    return above;
}

static void no_corner_passes_the_ground(void **state)
{
    (void)state;
    const int drops = effort(400, 60);
    int passed = 0;
    for (int seed = 1; seed <= drops; seed++)
        passed += drop((uint64_t)seed);
    assert_int_equal(passed, drops);
}

/* ---- the other shapes ---- */

/* A shape about `size` large; returns how high its centre is at least while it lies on the ground. */
static double any_shape(double size, char *text, size_t room)
{
    const double a = size * uniform(0.3, 1), b = size * uniform(0.3, 1), c = size * uniform(0.3, 1);
    switch ((int)uniform(0, size < 0.05 ? 6 : 7)) {
    case 0:
        snprintf(text, room, "box %.17g %.17g %.17g", a, b, c);
        return fmin(a, fmin(b, c)) / 2;
    case 1:
        snprintf(text, room, "cylinder %.17g %.17g", a, b);
        return fmin(a, b / 2);
    case 2:
        snprintf(text, room, "cone %.17g %.17g", a, b);
        return fmin(b / 4, 0.75 * a * b / hypot(a, b));
    case 3:
        snprintf(text, room, "capsule %.17g %.17g", a, b);
        return a;
    case 4:
        snprintf(text, room, "torus %.17g %.17g", a + b, b);
        return b;
    case 5:
        snprintf(text, room, "rod %.17g %.17g", a, b);
        return fmin(a / 2, b);
    default: /* a smaller one spins through more than its size within a step */
        snprintf(text, room, "ellipsoid %.17g %.17g %.17g", a, b, c);
        return fmin(a, fmin(b, c));
    }
}

static bool drop_shape(uint64_t seed)
{
    random_state = seed * 0x9E3779B97F4A7C15u + 7;
    const double size = pow(10, uniform(-3, 0.5));
    char shape[200], text[1000];
    const double least = any_shape(size, shape, sizeof shape), above = size * uniform(2, 8), down = -uniform(0, 3);
    const double turn[4] = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-3, 3)};
    const double spin[3] = {uniform(-5, 5), uniform(-5, 5), uniform(-5, 5)};
    snprintf(text, sizeof text,
             "world: gravity 9.81; end\n%s\nobject a: %s; position 0 0 %.17g; rotation %g %g %g %g; velocity 0 0 %g; "
             "spin %g %g %g; end\ncontact friction %g;\n",
             seed % 2 ? "object ground: plane; end"
                      : "object ground: box 40 40 1; position 0 0 -0.5; kernel fixed; end",
             shape, above, turn[0], turn[1], turn[2], turn[3], down, spin[0], spin[1], spin[2], uniform(0, 1));
    tn_pose p = landed(text, 1.5 + 2 * sqrt(size));
    if (p.position.z > least - 0.01 * size)
        return true;
    print_error("seed %llu: %s ends at %g, not %g\n%s", (unsigned long long)seed, shape, p.position.z, least, text);
    return false;
}

static void no_shape_passes_the_ground(void **state)
{
    (void)state;
    const int drops = effort(300, 60);
    int passed = 0;
    for (int seed = 1; seed <= drops; seed++)
        passed += drop_shape((uint64_t)seed);
    assert_int_equal(passed, drops);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_number_of_corners_in_a_plane),
                                       cmocka_unit_test(no_corner_passes_the_ground),
                                       cmocka_unit_test(no_shape_passes_the_ground)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
