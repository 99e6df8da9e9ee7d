/* test_distance.c: distances from shapes: negative inside, following the normal leads to the surface, a mesh of a solid
 * has the same distance as the solid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "object/shape_distance.h"
#include "object/shape_list.h"

static uint64_t seed = 7;
static double scatter(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static void check_near(const char *what, double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%s: got %.17g, want %.17g, off by %.3g", what, got, want, got - want);
}

static const struct {
    const struct shape_class *class;
    double size[3];
} solids[] = {
    {&shape_sphere, {0.4}},
    {&shape_rod, {1, 0.2}},
    {&shape_box, {0.5, 0.8, 0.3}},
    {&shape_cylinder, {0.3, 0.5}},
    {&shape_capsule, {0.2, 0.4}},
    {&shape_torus, {0.4, 0.15}},
    {&shape_link, {0.9, 0.5, 0.1}},
    {&shape_cone, {0.4, 0.7}},
    {&shape_cone, {0.7, 0.2}},
    {&shape_ellipsoid, {0.4, 0.25, 0.1}},
    {&shape_ellipsoid, {0.1, 0.3, 0.3}},
    {&shape_ellipsoid, {0.3, 0.3, 0.3}},
};

static void check_shape(const struct shape *s)
{
    vec3 half = s->class->extent(s);
    int inside = 0;
    enum { POINTS = 40000 };
    for (int i = 0; i < POINTS; i++) {
        vec3 p = v3(1.2 * half.x * scatter(), 1.2 * half.y * scatter(), 1.2 * half.z * scatter()), n, m;
        p = v3_add(s->offset, q_rotate(s->turned, p));
        double d = shape_distance(s, p, &n);
        check_near("unit", v3_norm(n), 1, 1e-12);
        vec3 at = v3_add_scaled(p, -d, n); /* the nearest point of the surface */
        check_near(s->class->kind.name, shape_distance(s, at, &m), 0, 1e-9);
        inside += d < 0;
    }
    double box = 8 * 1.728 * half.x * half.y * half.z, volume = box * inside / POINTS;
    double want = s->class->mass(s).mass;
    check_near("volume", volume / want, 1, 5 * sqrt(box / want / POINTS));
}

static void test_shapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        struct shape s = {.class = solids[i].class, .offset = {0.1, -0.2, 0.3}, .density = 1};
        memcpy(s.size, solids[i].size, sizeof s.size);
        s.turned = q_unit((quat){0.4, 0.3, -0.5, 0.2});
        check_shape(&s);
    }
    for (int i = 0; i < shape_class_count(); i++) {
        bool found = shape_class_at(i) == &shape_mesh; /* below */
        for (size_t k = 0; k < sizeof solids / sizeof *solids; k++)
            found = found || solids[k].class == shape_class_at(i);
        if (!found)
            fail_msg("the shape '%s' has no row in `solids` of this file: add one with its sizes, and a branch in "
                     "src/object/shape_distance.c; without that branch its distance is that of the box of its extent",
                     shape_class_at(i)->kind.name);
    }
}

static vec3 half_extent(const struct shape *s) { return v3(s->size[0], 2 * s->size[0], 3 * s->size[0]); }

/* A shape without a distance function is the box of its extent. */
static void test_unknown_shape(void **state)
{
    (void)state;
    static const struct shape_class fresh = {.kind = {.name = "fresh"}, .sizes = 1, .extent = half_extent};
    struct shape s = {.class = &fresh, .size = {0.5}, .turned = {1, 0, 0, 0}};
    struct shape box = {.class = &shape_box, .size = {1, 2, 3}, .turned = {1, 0, 0, 0}};
    for (int i = 0; i < 1000; i++) {
        vec3 p = v3(2 * scatter(), 2 * scatter(), 3 * scatter()), n, m;
        check_near("distance", shape_distance(&s, p, &n), shape_distance(&box, p, &m), 1e-15);
        check_near("normal", v3_dot(n, m), 1, 1e-12);
    }
}

static struct mesh *box_mesh(void)
{
    static const char text[] = "v -1 -0.5 -1.5\nv 1 -0.5 -1.5\nv 1 0.5 -1.5\nv -1 0.5 -1.5\n"
                               "v -1 -0.5 1.5\nv 1 -0.5 1.5\nv 1 0.5 1.5\nv -1 0.5 1.5\n"
                               "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    char *message;
    return mesh_parse("box.obj", text, sizeof text - 1, 1, &message);
}

static void test_mesh(void **state)
{
    (void)state;
    struct mesh *m = box_mesh();
    struct shape box = {.class = &shape_box, .size = {2, 1, 3}, .turned = {1, 0, 0, 0}};
    for (int i = 0; i < 5000; i++) {
        vec3 p = v3(2 * scatter(), 1 * scatter(), 3 * scatter()), n, want;
        double d = mesh_distance(m, p, &n), other = shape_distance(&box, p, &want);
        check_near("distance", d, other, 1e-12);
        check_near("normal", v3_dot(n, want), 1, 1e-9);
    }
    mesh_free(m);
}

/* A bumpy ball of many triangles; `turns` is how many there are around. */
static struct mesh *bumpy(int turns)
{
    const int rows = turns / 2;
    double(*vertex)[3] = calloc((size_t)(turns * (rows - 1) + 2), sizeof *vertex);
    int(*triangle)[3] = calloc((size_t)(2 * turns * (rows - 1)), sizeof *triangle), n = 0, v = 2;
    char *message;
    vertex[0][2] = 1;
    vertex[1][2] = -1;
    for (int i = 1; i < rows; i++)
        for (int j = 0; j < turns; j++, v++) {
            const double a = 3.14159265358979323846 * i / rows, b = 2 * 3.14159265358979323846 * j / turns;
            const double r = 1 + 0.3 * sin(3 * a) * cos(4 * b);
            vertex[v][0] = r * sin(a) * cos(b);
            vertex[v][1] = r * sin(a) * sin(b);
            vertex[v][2] = r * cos(a);
        }
    for (int j = 0; j < turns; j++) {
        const int k = (j + 1) % turns, last = 2 + turns * (rows - 2);
        memcpy(triangle[n++], (int[3]){0, 2 + j, 2 + k}, sizeof *triangle);
        memcpy(triangle[n++], (int[3]){1, last + k, last + j}, sizeof *triangle);
        for (int i = 0; i + 2 < rows; i++) {
            const int a = 2 + turns * i;
            memcpy(triangle[n++], (int[3]){a + j, a + turns + j, a + k}, sizeof *triangle);
            memcpy(triangle[n++], (int[3]){a + k, a + turns + j, a + turns + k}, sizeof *triangle);
        }
    }
    struct mesh *m = mesh_make((const double(*)[3])vertex, v, (const int(*)[3])triangle, n, &message);
    if (m == NULL)
        fail_msg("%s", message);
    free(vertex);
    free(triangle);
    return m;
}

/* With a tree and without, distances are the same, anywhere and near the surface, and normals lead to the surface. */
static void test_tree(void **state)
{
    (void)state;
    for (int turns = 6; turns <= 60; turns += 9) {
        struct mesh *m = bumpy(turns);
        struct mesh_tree *tree = m->tree;
        assert_true(tree != NULL || m->triangle_count < 32);
        for (int i = 0; i < 2000; i++) {
            vec3 p = v3(1.6 * scatter(), 1.6 * scatter(), 1.6 * scatter()), n, want;
            if (i % 3 == 0)
                p = v3_scale(1 + 1e-3 * scatter(), m->vertex[i % m->vertex_count]);
            m->tree = tree;
            double d = mesh_distance(m, p, &n);
            m->tree = NULL;
            double other = mesh_distance(m, p, &want);
            check_near("distance", d, other, 1e-14);
            m->tree = tree; /* of two places that are as near either may be found */
            check_near("along the normal", mesh_distance(m, v3_add_scaled(p, -d, n), &want), 0, 1e-12);
        }
        m->tree = tree;
        mesh_free(m);
    }
}

/* Of two shapes, the one that the point is nearest to, or deepest in, counts. */
static void test_union(void **state)
{
    (void)state;
    struct shape two[2] = {{.class = &shape_sphere, .size = {1}, .turned = {1, 0, 0, 0}},
                           {.class = &shape_sphere, .size = {1}, .turned = {1, 0, 0, 0}, .offset = {3, 0, 0}}};
    vec3 n;
    check_near("first", shapes_distance(two, 2, v3(-2, 0, 0), &n), 1, 1e-15);
    check_near("second", shapes_distance(two, 2, v3(3, 0, 0.5), &n), -0.5, 1e-15);
    check_near("its normal", n.z, 1, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shapes), cmocka_unit_test(test_unknown_shape),
                                       cmocka_unit_test(test_mesh), cmocka_unit_test(test_tree),
                                       cmocka_unit_test(test_union)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
