/* test_embed.c: meshes in lattices: the fraction of each cell inside, and a surface that follows the nodes. */
#include "shapes.h"

#include "flexible/embed.h"

static const double pi = 3.14159265358979323846;

static struct mesh *parse(const char *text)
{
    char *message;
    struct mesh *m = mesh_parse("test.obj", text, strlen(text), 1, &message);
    if (m == NULL)
        fail_msg("%s", message);
    return m;
}

static struct mesh *box_mesh(void)
{
    return parse("v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nv 0 0 3\nv 2 0 3\nv 2 1 3\nv 0 1 3\n"
                 "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
}

/* A ring of radius 1 and 0.4 about z, of many faces. */
static struct mesh *ring_mesh(void)
{
    enum { AROUND = 48, ACROSS = 24 };
    ARRAY(char) text = {0};
    char line[120];
    for (int i = 0; i < AROUND; i++)
        for (int j = 0; j < ACROSS; j++) {
            double a = 2 * pi * i / AROUND, b = 2 * pi * j / ACROSS, r = 1 + 0.4 * cos(b);
            snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", r * cos(a), r * sin(a), 0.4 * sin(b));
            for (char *c = line; *c; c++)
                ARRAY_PUSH(&text, *c);
        }
    for (int i = 0; i < AROUND; i++)
        for (int j = 0; j < ACROSS; j++) {
            int n = (i + 1) % AROUND, m = (j + 1) % ACROSS;
            snprintf(line, sizeof line, "f %d %d %d %d\n", i * ACROSS + j + 1, n * ACROSS + j + 1, n * ACROSS + m + 1,
                     i * ACROSS + m + 1);
            for (char *c = line; *c; c++)
                ARRAY_PUSH(&text, *c);
        }
    ARRAY_PUSH(&text, '\0');
    struct mesh *m = parse(text.at);
    ARRAY_FREE(&text);
    return m;
}

static void test_box(void **state)
{
    (void)state;
    const int cells[3] = {4, 3, 5};
    double length[3];
    vec3 corner;
    struct mesh *m = box_mesh();
    embed_box(m, cells, length, &corner);
    double *fill = embed_fill(m, cells, length, corner);
    for (int i = 0; i < 4 * 3 * 5; i++)
        check_near("full", fill[i], 1, 0);
    mem_free(fill);
    mesh_free(m);
}

static void test_ring(void **state)
{
    (void)state;
    const int cells[3] = {14, 14, 4};
    double length[3], volume = 0;
    vec3 corner;
    struct mesh *m = ring_mesh();
    struct material material = material_of(0);
    embed_box(m, cells, length, &corner);
    double *fill = embed_fill(m, cells, length, corner);
    for (int i = 0; i < 14 * 14 * 4; i++)
        volume += fill[i] * length[0] * length[1] * length[2];
    check_near("volume", volume, 2 * pi * pi * 0.16, 0.02 * 2 * pi * pi * 0.16); /* the polyhedron is 1.4 % smaller */
    struct lattice *l = lattice_new(cells, length, corner, fill, &material);
    assert_int_equal(lattice_node(l, 7, 7, 2), -1); /* the hole */
    assert_int_equal(lattice_node(l, -1, 0, 0), -1);
    lattice_set_mass(l, 5);
    double sum = 0;
    for (int i = 0; i < l->nodes; i++)
        sum += l->mass[i];
    check_near("mass", sum, 5, 1e-12);

    /* the surface follows: at rest exactly, and under an affine map of the nodes exactly */
    struct embedding e = embed_points(l, m->vertex, m->vertex_count);
    double *q = mem_copy(l->rest, sizeof(double) * 3 * (size_t)l->nodes);
    for (int i = 0; i < m->vertex_count; i++)
        check_near("at rest", v3_norm(v3_sub(embed_where(&e, i, q), m->vertex[i])), 0, 1e-13);
    for (int i = 0; i < l->nodes; i++)
        q[3 * i] = 3 + 2 * l->rest[3 * i] - l->rest[3 * i + 2];
    for (int i = 0; i < m->vertex_count; i++) {
        vec3 p = m->vertex[i];
        check_near("moved", v3_norm(v3_sub(embed_where(&e, i, q), v3(3 + 2 * p.x - p.z, p.y, p.z))), 0, 1e-13);
    }
    embed_free(&e);
    mem_free(q);
    mem_free(fill);
    lattice_free(l);
    mesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_box), cmocka_unit_test(test_ring)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
