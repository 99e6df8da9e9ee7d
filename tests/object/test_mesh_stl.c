/* test_mesh_stl.c: STL files, ASCII and binary: the same solids as from OBJ files, of random sizes; cut off, damaged. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mass.h"
#include "object/mesh.h"

struct text {
    ARRAY(char) at;
};
static void put(struct text *t, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ARRAY_PUSH(&t->at, ((const char *)bytes)[i]);
}
static void put_line(struct text *t, const char *line) { put(t, line, strlen(line)); }

static uint32_t seed;
static double uniform(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(seed >> 8) / (1 << 24);
}

/* A dented ball: rings of points at random distances from the centre. Triangles as corners, in numbers of single
 * precision, so that every format has the same. */
struct ball {
    ARRAY(vec3) vertex;
    ARRAY(int) corner;
};
static vec3 rounded(vec3 v)
{
    volatile float x[] = {(float)v.x, (float)v.y,
                          (float)v.z}; /* gcc 12 leaves plain conversions out when it vectorizes */
    return v3(x[0], x[1], x[2]);
}

static struct ball some_ball(void)
{
    const double pi = 3.14159265358979323846, size = pow(10, uniform(-3, 3));
    const int rings = 2 + (int)uniform(0, 6), around = 3 + (int)uniform(0, 9);
    const vec3 middle = v3_scale(size, v3(uniform(-3, 3), uniform(-3, 3), uniform(-3, 3)));
    struct ball b = {.vertex = {0}};
    for (int i = 0; i < rings; i++)
        for (int k = 0; k < around; k++) {
            const double up = pi * (i + 1) / (rings + 1), turn = 2 * pi * k / around, r = size * uniform(0.8, 1.2);
            ARRAY_PUSH(&b.vertex,
                       rounded(v3_add(middle, v3(r * sin(up) * cos(turn), r * sin(up) * sin(turn), r * cos(up)))));
        }
    const int top = b.vertex.count, bottom = top + 1;
    ARRAY_PUSH(&b.vertex, rounded(v3_add(middle, v3(0, 0, size))));
    ARRAY_PUSH(&b.vertex, rounded(v3_add(middle, v3(0, 0, -size))));
    for (int k = 0; k < around; k++) {
        const int next = (k + 1) % around, last = (rings - 1) * around;
        const int caps[] = {top, k, next, bottom, last + next, last + k};
        for (int c = 0; c < 6; c++)
            ARRAY_PUSH(&b.corner, caps[c]);
        for (int i = 0; i + 1 < rings; i++) {
            const int a = i * around + k, d = i * around + next;
            const int sides[] = {a, a + around, d, d, a + around, d + around};
            for (int c = 0; c < 6; c++)
                ARRAY_PUSH(&b.corner, sides[c]);
        }
    }
    return b;
}

static struct text as_obj(const struct ball *b)
{
    struct text t = {{0}};
    char line[120];
    for (int i = 0; i < b->vertex.count; i++) {
        const vec3 v = b->vertex.at[i];
        snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", v.x, v.y, v.z);
        put_line(&t, line);
    }
    for (int i = 0; i < b->corner.count; i += 3) {
        const int *c = &b->corner.at[i];
        snprintf(line, sizeof line, "f %d %d %d\n", c[0] + 1, c[1] + 1, c[2] + 1);
        put_line(&t, line);
    }
    return t;
}

static struct text as_ascii(const struct ball *b)
{
    struct text t = {{0}};
    char line[120];
    put_line(&t, "  solid a name with facet in it\r\n");
    for (int i = 0; i < b->corner.count; i += 3) {
        put_line(&t, "facet normal nan -nan 0\n outer loop\n");
        for (int k = 0; k < 3; k++) {
            const vec3 v = b->vertex.at[b->corner.at[i + k]];
            snprintf(line, sizeof line, "  vertex %.17g %.17g %.17g\n", v.x, v.y, v.z);
            put_line(&t, line);
        }
        put_line(&t, " endloop\nendfacet\n");
        if (i == b->corner.count / 6 * 3) /* several solids are one */
            put_line(&t, "endsolid half\nSolid other\n");
    }
    put_line(&t, "endsolid");
    return t;
}

static struct text as_binary(const struct ball *b)
{
    struct text t = {{0}};
    char head[80] = "solid, but binary";
    const uint32_t facets = (uint32_t)b->corner.count / 3;
    put(&t, head, sizeof head);
    put(&t, &facets, sizeof facets);
    for (int i = 0; i < b->corner.count; i += 3) {
        const float normal[3] = {0};
        put(&t, normal, sizeof normal);
        for (int k = 0; k < 3; k++) {
            const vec3 v = b->vertex.at[b->corner.at[i + k]];
            const float x[3] = {(float)v.x, (float)v.y, (float)v.z};
            put(&t, x, sizeof x);
        }
        put(&t, "\1", 2);
    }
    return t;
}

static struct mesh *take(const char *name, const struct text *t, double scale)
{
    char *message;
    struct mesh *m = mesh_parse(name, t->at.at, (size_t)t->at.count, scale, &message);
    if (m == NULL)
        fail_msg("%s", message);
    return m;
}

static void the_same_solids(void **state)
{
    (void)state;
    for (int i = 1; i <= 200; i++) {
        seed = (uint32_t)i;
        struct ball b = some_ball();
        struct text obj = as_obj(&b), ascii = as_ascii(&b), binary = as_binary(&b);
        struct mesh *all[] = {take("a.obj", &obj, 2), take("a.txt", &ascii, 2), take("a.STL", &binary, 2)};
        const struct mass_properties first = mesh_mass(all[0]);
        for (int k = 0; k < 3; k++) {
            const struct mass_properties p = mesh_mass(all[k]);
            assert_int_equal(all[k]->vertex_count, b.vertex.count);
            assert_int_equal(all[k]->triangle_count, b.corner.count / 3);
            if (!(fabs(p.mass - first.mass) <= 1e-11 * first.mass))
                fail_msg("ball %d, file %d: mass %.17g, not %.17g", i, k, p.mass, first.mass);
            assert_true(fabs(p.inertia.xx - first.inertia.xx) <= 1e-9 * first.inertia.xx);
            mesh_free(all[k]);
        }
        ARRAY_FREE(&b.vertex);
        ARRAY_FREE(&b.corner);
        ARRAY_FREE(&obj.at);
        ARRAY_FREE(&ascii.at);
        ARRAY_FREE(&binary.at);
    }
}

/* Cut off anywhere, or with a byte changed: a message with the name of the file, or still a closed solid. */
static void damaged(void **state)
{
    (void)state;
    for (int i = 1; i <= 6; i++) {
        seed = (uint32_t)i;
        struct ball b = some_ball();
        struct text t = i % 2 ? as_binary(&b) : as_ascii(&b);
        for (int n = 0; n < 400; n++) {
            const size_t length = (size_t)uniform(0, t.at.count);
            char *copy = malloc(length + 1), *message = NULL;
            memcpy(copy, t.at.at, length);
            assert_null(mesh_parse("cut.stl", copy, length, 1, &message));
            assert_int_equal(strncmp(message, "cut.stl:", 8), 0);
            mem_free(message);
            free(copy);
            const int at = (int)uniform(0, t.at.count);
            const char old = t.at.at[at];
            t.at.at[at] = (char)uniform(-128, 127);
            struct mesh *m = mesh_parse("hit.stl", t.at.at, (size_t)t.at.count, 1, &message);
            assert_true((m == NULL) != (message == NULL));
            mesh_free(m);
            mem_free(message);
            t.at.at[at] = old;
        }
        ARRAY_FREE(&b.vertex);
        ARRAY_FREE(&b.corner);
        ARRAY_FREE(&t.at);
    }
}

static void told(void **state)
{
    (void)state;
    struct text binary = {{0}};
    const uint32_t one = 1;
    char head[80] = {0};
    const float facet[12] = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, INFINITY, 0};
    char *message = NULL;
    put(&binary, head, sizeof head);
    put(&binary, &one, sizeof one);
    put(&binary, facet, sizeof facet);
    put(&binary, "\0", 2);
    assert_null(mesh_parse("a.stl", binary.at.at, (size_t)binary.at.count, 1, &message));
    assert_string_equal(message, "a.stl: facet 1 has a corner that is not finite");
    mem_free(message);
    assert_null(mesh_parse("a.stl", binary.at.at, (size_t)binary.at.count - 1, 1, &message));
    assert_string_equal(message,
                        "a.stl: not an STL file, or cut off: a binary one has 84 bytes and 50 for each of its facets");
    mem_free(message);
    ARRAY_FREE(&binary.at);
    assert_null(mesh_parse("a.stl", "", 0, 1, &message));
    assert_string_equal(message, "a.stl: the file is empty");
    mem_free(message);
    struct polygons p;
    const char *facets =
        "solid\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n"
        "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\nendsolid";
    message = mesh_read_stl("a.stl", facets, strlen(facets), (struct mesh_limits){5, 60}, &p);
    assert_string_equal(message, "a.stl: too large: more than 1 facets");
    mem_free(message);
    polygons_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_solids), cmocka_unit_test(damaged),
                                       cmocka_unit_test(told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
