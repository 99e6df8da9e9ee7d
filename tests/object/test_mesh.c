/* test_mesh.c: mass properties of polyhedra: exact solids, convergence to curved ones, invariance under motion. */
#include <stdio.h>
#include <string.h>

#include "mass.h"
#include "object/mesh.h"

static const double pi = 3.14159265358979323846;

/* A growing OBJ text. */
struct obj {
    ARRAY(char) text;
};
static void put(struct obj *o, const char *line)
{
    for (; *line != '\0'; line++)
        ARRAY_PUSH(&o->text, *line);
}
static void put_vertex(struct obj *o, vec3 v)
{
    char line[100];
    snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", v.x, v.y, v.z);
    put(o, line);
}
static void put_face(struct obj *o, int n, const int *corner)
{
    char word[20];
    put(o, "f");
    for (int i = 0; i < n; i++) {
        snprintf(word, sizeof word, " %d", corner[i] + 1);
        put(o, word);
    }
    put(o, "\n");
}
static struct mesh *take(struct obj *o, double scale)
{
    char *message;
    struct mesh *m = mesh_parse("test.obj", o->text.at, (size_t)o->text.count, scale, &message);
    if (m == NULL)
        fail_msg("%s", message);
    assert_null(message);
    ARRAY_FREE(&o->text);
    return m;
}

static const int box_faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

static struct mesh *box_mesh(double a, double b, double c, double scale)
{
    struct obj o = {0};
    for (int i = 0; i < 8; i++)
        put_vertex(&o, v3((i & 1 ? 0.5 : -0.5) * a, (i & 2 ? 0.5 : -0.5) * b, (i & 4 ? 0.5 : -0.5) * c));
    for (int i = 0; i < 6; i++)
        put_face(&o, 4, box_faces[i]);
    return take(&o, scale);
}

static void a_box_is_a_box(void **state)
{
    (void)state;
    struct shape box = {.class = &shape_box, .size = {0.3, 1.7, 2.9}, .turned = {1, 0, 0, 0}, .density = 1};
    struct shape mesh = box;
    mesh.class = &shape_mesh;
    mesh.mesh = box_mesh(0.3, 1.7, 2.9, 1);
    assert_int_equal(mesh.mesh->vertex_count, 8);
    assert_int_equal(mesh.mesh->triangle_count, 12);
    struct mass_properties want = shapes_mass(&box, 1), got = shapes_mass(&mesh, 1);
    check_same(&got, &want, 1e-14);
    vec3 a = shape_box.extent(&box), b = shape_mesh.extent(&mesh);
    assert_true(v3_norm(v3_sub(a, b)) < 1e-15);
    mesh_free(mesh.mesh);
    /* the scale counts three and five times */
    mesh.mesh = box_mesh(300, 1700, 2900, 0.001);
    got = shapes_mass(&mesh, 1);
    check_same(&got, &want, 1e-14);
    mesh_free(mesh.mesh);
}

/* The tetrahedron (0,0,0) (1,0,0) (0,1,0) (0,0,1): V = 1/6, centre 1/4, ∫x² = 1/60, ∫xy = 1/120. */
static void a_tetrahedron_is_exact(void **state)
{
    (void)state;
    struct obj o = {0};
    put(&o, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    struct mesh *m = take(&o, 1);
    double xx = 1.0 / 60 - 1.0 / 96, xy = 1.0 / 120 - 1.0 / 96;
    struct mass_properties want = {1.0 / 6, v3(0.25, 0.25, 0.25), {2 * xx, 2 * xx, 2 * xx, -xy, -xy, -xy}};
    struct mass_properties got = mesh_mass(m);
    check_same(&got, &want, 1e-15);
    mesh_free(m);
}

/* A right-angled bracket as one prism with a concave polygon of six corners, and as two boxes. */
static void a_hollow_polygon_is_split_right(void **state)
{
    (void)state;
    static const double outline[6][2] = {{1, 1}, {0, 1}, {0, 0}, {3, 0}, {3, 0.5}, {1, 0.5}};
    for (int first = 0; first < 6;
         first++) { /* starting from any corner, including those that do not see the whole polygon */
        struct obj o = {0};
        for (int i = 0; i < 12; i++) {
            const double *at = outline[(i + first) % 6];
            put_vertex(&o, v3(at[0], at[1], i < 6 ? -1 : 1));
        }
        put_face(&o, 6, (int[]){5, 4, 3, 2, 1, 0});
        put_face(&o, 6, (int[]){6, 7, 8, 9, 10, 11});
        for (int i = 0; i < 6; i++)
            put_face(&o, 4, (int[]){i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i});
        struct mesh *m = take(&o, 1);
        struct shape parts[2] = {
            {.class = &shape_box, .size = {1, 1, 2}, .offset = {0.5, 0.5, 0}, .turned = {1, 0, 0, 0}, .density = 1},
            {.class = &shape_box, .size = {2, 0.5, 2}, .offset = {2, 0.25, 0}, .turned = {1, 0, 0, 0}, .density = 1},
        };
        struct mass_properties want = shapes_mass(parts, 2), got = mesh_mass(m);
        check_same(&got, &want, 1e-14);
        mesh_free(m);
    }
}

/* A box with a square hole through it; its two pierced faces are one polygon each with a bridge to the hole. And a box
 * with a box-shaped hollow, a second surface that faces inwards. */
static void holes_are_taken_out(void **state)
{
    (void)state;
    struct obj o = {0};
    for (int i = 0; i < 16; i++) {
        double side = i < 8 ? 1 : 0.25;
        put_vertex(&o, v3(i & 1 ? side : -side, i & 2 ? side : -side, i & 4 ? 1 : -1));
    }
    put_face(&o, 10, (int[]){0, 2, 3, 1, 0, 8, 9, 11, 10, 8});
    put_face(&o, 10, (int[]){4, 5, 7, 6, 4, 12, 14, 15, 13, 12});
    for (int i = 2; i < 6; i++) {
        const int *f = box_faces[i];
        put_face(&o, 4, f);
        put_face(&o, 4, (int[]){8 + f[3], 8 + f[2], 8 + f[1], 8 + f[0]});
    }
    struct mesh *m = take(&o, 1);
    struct mass_properties got = mesh_mass(m);
    double across = 8 * (4 + 4) / 12.0 - 0.5 * (0.25 + 4) / 12, along = 8 * (4 + 4) / 12.0 - 0.5 * 0.5 / 12;
    struct mass_properties want = {7.5, v3(0, 0, 0), {across, across, along, 0, 0, 0}};
    check_same(&got, &want, 1e-14);
    mesh_free(m);

    o = (struct obj){0};
    for (int i = 0; i < 16; i++) {
        double side = i < 8 ? 1 : 0.5;
        put_vertex(&o, v3(i & 1 ? side : -side, i & 2 ? side : -side, i & 4 ? side : -side));
    }
    for (int i = 0; i < 6; i++) {
        const int *f = box_faces[i];
        put_face(&o, 4, f);
        put_face(&o, 4, (int[]){8 + f[3], 8 + f[2], 8 + f[1], 8 + f[0]});
    }
    m = take(&o, 1);
    got = mesh_mass(m);
    double inertia = 8 * 8 / 12.0 - 1 * 2 / 12.0;
    want = (struct mass_properties){7, v3(0, 0, 0), {inertia, inertia, inertia, 0, 0, 0}};
    check_same(&got, &want, 1e-14);
    mesh_free(m);
}

/* Curved solids -------------------------------------------------------------- */

static struct mesh *torus_mesh(double big, double r, int n)
{
    struct obj o = {0};
    for (int i = 0; i < 2 * n; i++)
        for (int j = 0; j < n; j++) {
            double theta = pi * i / n, alpha = 2 * pi * j / n, reach = big + r * cos(alpha);
            put_vertex(&o, v3(reach * cos(theta), reach * sin(theta), r * sin(alpha)));
        }
    for (int i = 0; i < 2 * n; i++)
        for (int j = 0; j < n; j++) {
            int i2 = (i + 1) % (2 * n), j2 = (j + 1) % n;
            put_face(&o, 4, (int[]){i * n + j, i2 * n + j, i2 * n + j2, i * n + j2});
        }
    return take(&o, 1);
}

/* Parallels and meridians, triangles at the poles. */
static struct mesh *sphere_mesh(double r, int n)
{
    struct obj o = {0};
    int m = 2 * n, south = (n - 1) * m + 1;
    put_vertex(&o, v3(0, 0, r));
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++) {
            double theta = pi * i / n, phi = 2 * pi * j / m;
            put_vertex(&o, v3(r * sin(theta) * cos(phi), r * sin(theta) * sin(phi), r * cos(theta)));
        }
    put_vertex(&o, v3(0, 0, -r));
    for (int j = 0; j < m; j++) {
        int j2 = (j + 1) % m;
        put_face(&o, 3, (int[]){0, 1 + j, 1 + j2});
        for (int i = 0; i + 2 < n; i++)
            put_face(&o, 4, (int[]){1 + i * m + j, 1 + (i + 1) * m + j, 1 + (i + 1) * m + j2, 1 + i * m + j2});
        put_face(&o, 3, (int[]){1 + (n - 2) * m + j, south, 1 + (n - 2) * m + j2});
    }
    return take(&o, 1);
}

/* Halving the facets must quarter the error, and extrapolating the two finest must nearly remove it. */
static void check_second_order(const double got[3], double want)
{
    double e0 = got[0] - want, e1 = got[1] - want, e2 = got[2] - want;
    check_near("ratio of errors", e0 / e1, 4, 0.1);
    check_near("ratio of errors", e1 / e2, 4, 0.025);
    check_near("extrapolated", (4 * got[2] - got[1]) / 3, want, 2e-5 * want);
}

static void check_convergence(struct mesh *meshes[3], const struct mass_properties *want)
{
    double mass[3], across[3], along[3];
    for (int i = 0; i < 3; i++) {
        struct mass_properties p = mesh_mass(meshes[i]);
        mass[i] = p.mass, across[i] = p.inertia.xx, along[i] = p.inertia.zz;
        assert_true(v3_norm(p.center) < 1e-14);
        mesh_free(meshes[i]);
    }
    check_second_order(mass, want->mass);
    check_second_order(across, want->inertia.xx);
    check_second_order(along, want->inertia.zz);
}

static void facets_converge_to_the_curve(void **state)
{
    (void)state;
    struct shape sphere = {.class = &shape_sphere, .size = {0.8, 0, 0}};
    struct shape torus = {.class = &shape_torus, .size = {1, 0.3, 0}};
    struct mass_properties want = shape_sphere.mass(&sphere);
    check_convergence((struct mesh *[]){sphere_mesh(0.8, 16), sphere_mesh(0.8, 32), sphere_mesh(0.8, 64)}, &want);
    want = shape_torus.mass(&torus);
    check_convergence((struct mesh *[]){torus_mesh(1, 0.3, 20), torus_mesh(1, 0.3, 40), torus_mesh(1, 0.3, 80)}, &want);
}

/* Motion ---------------------------------------------------------------------- */

static void motion_carries_a_mesh_along(void **state)
{
    (void)state;
    struct mesh *m = torus_mesh(1, 0.4, 9);
    for (int i = 0; i < m->vertex_count; i++) /* no symmetry left */
        m->vertex[i] = v3(m->vertex[i].x * 1.5 + 0.3 * m->vertex[i].z, m->vertex[i].y + 0.1 * m->vertex[i].x,
                          m->vertex[i].z * (1 + 0.2 * m->vertex[i].x));
    struct mass_properties before = mesh_mass(m);
    struct shape s = {.class = &shape_mesh, .mesh = m, .offset = {3, 4, 5}, .density = 2};
    s.turned = q_axis_angle(v3(0.2, -1, 0.4), 1.2);
    struct mass_properties as_shape = shapes_mass(&s, 1);

    /* the vertices moved and turned themselves */
    mat3 r = q_matrix(s.turned);
    for (int i = 0; i < m->vertex_count; i++)
        m->vertex[i] = v3_add(s.offset, m3_mul(&r, m->vertex[i]));
    struct mass_properties after = mesh_mass(m);
    struct mass_properties want = {before.mass, v3_add(s.offset, m3_mul(&r, before.center)),
                                   s3_rotate(&r, &before.inertia)};
    check_same(&after, &want, 1e-14);
    want.mass *= 2;
    want.inertia = (sym3){2 * want.inertia.xx, 2 * want.inertia.yy, 2 * want.inertia.zz,
                          2 * want.inertia.xy, 2 * want.inertia.xz, 2 * want.inertia.yz};
    check_same(&as_shape, &want, 1e-14);

    mesh_free(m);
}

/* A solid a million diameters from the file's origin: only the rounding of its coordinates may matter. With a power of
 * two and coordinates on a grid nothing is rounded, so the inertia must be as exact as near the origin. */
static void a_far_mesh_loses_no_digits(void **state)
{
    (void)state;
    struct mesh *m = box_mesh(0.5, 1.75, 3, 1);
    struct mass_properties near = mesh_mass(m);
    for (int i = 0; i < 8; i++)
        m->vertex[i] = v3_add(m->vertex[i], v3(1048576, -2097152, 4194304));
    struct mass_properties far = mesh_mass(m);
    far.center = v3_sub(far.center, v3(1048576, -2097152, 4194304));
    check_same(&far, &near, 1e-14);
    mesh_free(m);
}

static void a_shared_mesh_lives_until_the_last(void **state)
{
    (void)state;
    struct mesh *m = box_mesh(1, 1, 1, 1);
    assert_int_equal(m->references, 1);
    m->references++;
    mesh_free(m);
    assert_int_equal(m->references, 1);
    assert_true(mesh_mass(m).mass == 1);
    mesh_free(m);
    mesh_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_a_box),
        cmocka_unit_test(a_tetrahedron_is_exact),
        cmocka_unit_test(a_hollow_polygon_is_split_right),
        cmocka_unit_test(holes_are_taken_out),
        cmocka_unit_test(facets_converge_to_the_curve),
        cmocka_unit_test(motion_carries_a_mesh_along),
        cmocka_unit_test(a_far_mesh_loses_no_digits),
        cmocka_unit_test(a_shared_mesh_lives_until_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
