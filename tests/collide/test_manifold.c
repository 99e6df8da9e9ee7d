/* test_manifold.c: contact manifolds: how many points, where, and that their features are stable. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "scatter.h"

static const double pi = 3.14159265358979323846;

static struct pose upright(double x, double y, double z)
{
    return (struct pose){.x = v3(x, y, z), .r = q_matrix((quat){1, 0, 0, 0})};
}

static struct pose turned(double x, double y, double z, vec3 axis, double angle)
{
    return (struct pose){.x = v3(x, y, z), .r = q_matrix(q_axis_angle(axis, angle))};
}

static const struct piece *plane_piece(void)
{
    static struct piece p;
    p = piece_of_plane(1);
    return &p;
}

/* ---- every shape ---- */

static void every_shape_has_a_piece(void **state)
{
    (void)state;
    static const struct {
        const char *shape;
        enum piece_type type;
    } known[] = {{"sphere", PIECE_SPHERE},      {"rod", PIECE_CYLINDER},    {"box", PIECE_BOX},
                 {"cylinder", PIECE_CYLINDER},  {"capsule", PIECE_CAPSULE}, {"torus", PIECE_RING},
                 {"link", PIECE_RING},          {"mesh", PIECE_HULL},       {"cone", PIECE_CONE},
                 {"ellipsoid", PIECE_ELLIPSOID}};
    enum { KNOWN = sizeof known / sizeof *known };
    struct mesh *mesh = scatter_mesh();
    for (int i = 0; i < shape_class_count(); i++) {
        int k = 0;
        while (k < KNOWN && strcmp(known[k].shape, shape_class_at(i)->kind.name) != 0)
            k++;
        if (k == KNOWN)
            fail_msg("the shape '%s' has no row in `known` of this test: say which piece it is in contact "
                     "(src/collide/pieces.c; without a branch there it is PIECE_BOX, the box of its extent)",
                     shape_class_at(i)->kind.name);
        struct piece p =
            make_piece(known[k].shape, 1.4, 0.8, 0.1, strcmp(known[k].shape, "mesh") == 0 ? mesh : NULL, 0);
        assert_int_equal(p.type, known[k].type);
        piece_release(&p);
    }
    mesh_free(mesh);
}

/* ---- every pair ---- */

/* The smallest distance of sampled points of a's surface from b, and of b's from a. */
static double sampled_gap(const struct piece *a, const struct placed *pa, const struct piece *b,
                          const struct placed *pb, uint64_t *seed)
{
    double least = INFINITY;
    for (int k = 0; k < 3000; k++) {
        vec3 far = v3_add_scaled(pa->x, 3, scatter_unit(seed)); /* from outside to the surface */
        vec3 p = point_separation(far, a, pa).on_b;
        least = fmin(least, point_separation(p, b, pb).gap);
    }
    return least;
}

static void check_points(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                         const struct manifold *m, double margin, double *deepest)
{
    assert_true(m->count >= 1 && m->count <= MANIFOLD_POINTS);
    assert_true(fabs(v3_norm(m->normal) - 1) < 1e-9);
    for (int i = 0; i < m->count; i++) {
        const struct contact_point *p = &m->point[i];
        assert_true(p->gap <= margin);
        *deepest = fmin(*deepest, p->gap);
        for (int k = 0; k < i; k++)
            if (m->point[k].feature == p->feature)
                fail_msg("types %d %d: points %d and %d have one name, %x", a->type, b->type, k, i, p->feature);
        /* half a gap from each surface; deep in a wire it may be beyond it */
        if (-p->gap > a->size || -p->gap > b->size)
            continue;
        double from_a = point_separation(p->at, a, pa).gap, from_b = point_separation(p->at, b, pb).gap;
        double most = fabs(p->gap) / 2 / 0.99 + 1e-6; /* a ring groups points whose normals agree to 0.99 */
        if (a->type == PIECE_HULL ||
            b->type == PIECE_HULL) /* corners slightly behind the foremost belong to its face */
            most += margin / 2;
        if (fabs(from_a) > most || fabs(from_b) > most)
            fail_msg("types %d %d: a point with gap %g is %g and %g off the surfaces", a->type, b->type, p->gap, from_a,
                     from_b);
    }
}

static void every_pair_of_types(void **state)
{
    (void)state;
    const double margin = 0.02;
    struct mesh *mesh = scatter_mesh();
    struct piece piece[SAMPLES];
    int count = sample_pieces(piece, mesh);
    uint64_t seed = 11;
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++) {
            int met = 0;
            for (int k = 0; k < 60; k++) {
                struct pose xa = scatter_pose(&seed, 0.3), xb = scatter_pose(&seed, 0.9);
                struct placed pa = place_piece(&piece[i], &xa), pb = place_piece(&piece[j], &xb);
                struct manifold m[CONTACT_MANIFOLDS];
                int n = contact_pair(&piece[i], &xa, &piece[j], &xb, margin, m);
                double deepest = INFINITY, sampled = fmin(sampled_gap(&piece[i], &pa, &piece[j], &pb, &seed),
                                                          sampled_gap(&piece[j], &pb, &piece[i], &pa, &seed));
                for (int q = 0; q < n; q++)
                    check_points(&piece[i], &pa, &piece[j], &pb, &m[q], margin, &deepest);
                met += n > 0;
                if (n == 0 && sampled < margin - 1e-9)
                    fail_msg("types %d %d: no contact, but points %g apart", piece[i].type, piece[j].type, sampled);
                /* two boxes use a face whose depth is the smallest to 0.99 */
                if (n > 0 && deepest > 0 && sampled < 0.98 * deepest - 1e-6)
                    fail_msg("types %d %d: gap %g, but points %g apart", piece[i].type, piece[j].type, deepest,
                             sampled);
            }
            assert_true(met > 5);
        }
    for (int i = 0; i < count; i++)
        piece_release(&piece[i]);
    mesh_free(mesh);
}

/* Exchanging the two reverses the normal and changes nothing else. */
static void the_order_of_the_two(void **state)
{
    (void)state;
    struct piece piece[2] = {make_piece("box", 1, 1, 1, NULL, 0), make_piece("sphere", 0.5, 0, 0, NULL, 1)};
    struct pose a = upright(0, 0, 0), b = upright(0.1, 0.2, 0.99);
    struct manifold m[CONTACT_MANIFOLDS], n[CONTACT_MANIFOLDS];
    assert_int_equal(contact_pair(&piece[0], &a, &piece[1], &b, 0.02, m), 1);
    assert_int_equal(contact_pair(&piece[1], &b, &piece[0], &a, 0.02, n), 1);
    assert_true(v3_norm(v3_add(m->normal, n->normal)) < 1e-15);
    assert_true(fabs(m->normal.z - 1) < 1e-15);
    assert_true(fabs(m->point[0].gap + 0.01) < 1e-15 && fabs(n->point[0].gap + 0.01) < 1e-15);
}

/* ---- what stands, lies and leans ---- */

static int points_on_plane(const struct piece *p, struct pose at, struct manifold *m)
{
    struct pose ground = upright(0, 0, 0);
    struct manifold out[CONTACT_MANIFOLDS];
    int n = contact_pair(p, &at, plane_piece(), &ground, 0.02, out);
    assert_true(n <= 1);
    *m = out[0];
    if (n == 1)
        assert_true(v3_norm(v3_add(m->normal, v3(0, 0, 1))) < 1e-15);
    return n == 0 ? 0 : m->count;
}

static void on_a_plane(void **state)
{
    (void)state;
    struct manifold m;
    struct piece box = make_piece("box", 1, 1, 1, NULL, 0), can = make_piece("cylinder", 0.5, 1, 0, NULL, 0),
                 pill = make_piece("capsule", 0.5, 1, 0, NULL, 0), wheel = make_piece("torus", 1, 0.1, 0, NULL, 0),
                 link = make_piece("link", 1.4, 0.8, 0.1, NULL, 0), ball = make_piece("sphere", 0.5, 0, 0, NULL, 0);
    const vec3 x = {1, 0, 0};
    assert_int_equal(points_on_plane(&ball, upright(0, 0, 0.5), &m), 1);
    assert_int_equal(points_on_plane(&box, upright(0, 0, 0.5), &m), 4);
    assert_int_equal(points_on_plane(&box, turned(0, 0, sqrt(0.5), x, pi / 4), &m), 2);
    assert_int_equal(points_on_plane(&box, upright(0, 0, 0.53), &m), 0);
    assert_int_equal(points_on_plane(&can, upright(0, 0, 0.5), &m), 4);
    assert_int_equal(points_on_plane(&can, turned(0, 0, 0.5, x, pi / 2), &m), 2);
    assert_int_equal(points_on_plane(&pill, upright(0, 0, 1), &m), 1);
    assert_int_equal(points_on_plane(&pill, turned(0, 0, 0.5, x, pi / 2), &m), 2);
    assert_int_equal(points_on_plane(&wheel, upright(0, 0, 0.1), &m), 4);
    assert_int_equal(points_on_plane(&wheel, turned(0, 0, 1.1, x, pi / 2), &m), 1);
    assert_true(fabs(m.point[0].gap) < 1e-15 && v3_norm(m.point[0].at) < 1e-15);
    assert_int_equal(points_on_plane(&link, upright(0, 0, 0.7), &m), 1);
    assert_int_equal(points_on_plane(&link, turned(0, 0, 0.1, x, pi / 2), &m), 4);
    /* a wheel that leans: its lowest point is where its circle is lowest, a wire's radius further down */
    assert_int_equal(points_on_plane(&wheel, turned(0, 0, cos(0.3) + 0.1, x, pi / 2 - 0.3), &m), 1);
    assert_true(fabs(m.point[0].gap) < 1e-12);
}

/* A can that leans less and less keeps the feature of its lowest point; so a coin can roll on its rim. */
static void a_leaning_can(void **state)
{
    (void)state;
    struct piece can = make_piece("cylinder", 0.5, 0.2, 0, NULL, 0);
    struct manifold m;
    uint32_t name = 0;
    for (int k = 0; k < 100; k++) {
        double angle = 2 * pi * k / 100, tilt = 0.2;
        vec3 axis = v3(cos(angle), sin(angle), 0);
        points_on_plane(&can, turned(0, 0, 0.1 * cos(tilt) + 0.5 * sin(tilt), axis, tilt), &m);
        assert_int_equal(m.count, 1);
        assert_true(fabs(m.point[0].gap) < 1e-12);
        if (k > 0)
            assert_int_equal(m.point[0].feature, name);
        name = m.point[0].feature;
    }
}

static bool same_names(const struct manifold *m, const struct manifold *n)
{
    int same = 0;
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < n->count; k++)
            same += m->point[i].feature == n->point[k].feature;
    return m->count == n->count && same == m->count;
}

/* Boxes on boxes: four corners of the common face, with stable features while one slides and turns a little. */
static void boxes_on_boxes(void **state)
{
    (void)state;
    struct piece a = make_piece("box", 1, 1, 1, NULL, 0), b = make_piece("box", 1, 1, 1, NULL, 1);
    struct pose low = upright(0, 0, 0);
    struct manifold m[CONTACT_MANIFOLDS], before = {.count = 0};
    for (int k = 0; k < 50; k++) {
        struct pose high = turned(0.3 + 0.002 * k, 0.4 - 0.001 * k, 0.999, v3(0, 0, 1), 0.001 * k);
        assert_int_equal(contact_pair(&a, &low, &b, &high, 0.01, m), 1);
        assert_int_equal(m->count, 4);
        assert_true(v3_norm(v3_sub(m->normal, v3(0, 0, 1))) < 1e-12);
        for (int i = 0; i < 4; i++)
            assert_true(fabs(m->point[i].gap + 0.001) < 1e-12 && fabs(m->point[i].at.z - 0.4995) < 1e-12);
        if (k > 1)
            assert_true(same_names(m, &before));
        before = *m;
    }
    /* two edges across each other */
    struct pose edge = turned(0, 0, 0, v3(1, 0, 0), pi / 4);
    quat up = q_mul(q_axis_angle(v3(0, 0, 1), pi / 2), q_axis_angle(v3(1, 0, 0), pi / 4));
    struct pose other = {.x = v3(0, 0, sqrt(2) - 0.001), .r = q_matrix(up)};
    assert_int_equal(contact_pair(&a, &edge, &b, &other, 0.01, m), 1);
    assert_int_equal(m->count, 1);
    assert_true(fabs(m->point[0].gap + 0.001) < 1e-12 && v3_norm(v3_sub(m->normal, v3(0, 0, 1))) < 1e-12);
    /* one in the middle of the other: out through a face, all the way */
    struct pose inside = upright(0, 0, 0.1);
    assert_int_equal(contact_pair(&a, &low, &b, &inside, 0.01, m), 1);
    assert_true(fabs(m->point[0].gap + 0.9) < 1e-12 && m->normal.z > 0.99);
}

/* The general routine and that for boxes agree: a box as a mesh. */
static void a_box_as_a_mesh(void **state)
{
    (void)state;
    static const char cube[] =
        "v -.5 -.5 -.5\nv .5 -.5 -.5\nv .5 .5 -.5\nv -.5 .5 -.5\nv -.5 -.5 .5\nv .5 -.5 .5\n"
        "v .5 .5 .5\nv -.5 .5 .5\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    char *message = NULL;
    struct mesh *mesh = mesh_parse("cube", cube, sizeof cube - 1, 1, &message);
    assert_non_null(mesh);
    struct piece box = make_piece("box", 1, 1, 1, NULL, 0), hull = make_piece("mesh", 0, 0, 0, mesh, 0);
    uint64_t seed = 5;
    for (int k = 0; k < 300; k++) {
        struct pose a = scatter_pose(&seed, 0.1), b = a;
        b.x = v3_add(a.x, m3_mul(&a.r, v3(0.4 * scatter(&seed), 0.4 * scatter(&seed), 0.995)));
        mat3 tilt = q_matrix(q_axis_angle(scatter_unit(&seed), k % 2 ? 0 : 0.002 * scatter(&seed)));
        b.r = m3_product(&tilt, &a.r);
        struct manifold m[CONTACT_MANIFOLDS], n[CONTACT_MANIFOLDS];
        assert_int_equal(contact_pair(&box, &a, &box, &b, 0.01, m), 1);
        assert_int_equal(contact_pair(&hull, &a, &hull, &b, 0.01, n), 1);
        assert_true(v3_dot(m->normal, n->normal) > 1 - 1e-5);
        double deepest[2] = {INFINITY, INFINITY};
        for (int i = 0; i < m->count; i++)
            deepest[0] = fmin(deepest[0], m->point[i].gap);
        for (int i = 0; i < n->count; i++)
            deepest[1] = fmin(deepest[1], n->point[i].gap);
        assert_int_equal(n->count, 4);
        assert_int_equal(m->count, 4);
        assert_true(fabs(deepest[0] - deepest[1]) < 1e-5);
    }
    piece_release(&hull);
    mesh_free(mesh);
}

/* Links of a chain that pull: inside each other, wire on wire. */
static void links_of_a_chain(void **state)
{
    (void)state;
    struct piece a = make_piece("link", 1.4, 0.8, 0.1, NULL, 0), b = make_piece("link", 1.4, 0.8, 0.1, NULL, 1);
    struct pose up = upright(0, 0, 0);
    /* the bends' wires touch: the lower link hangs 2 (0.7 − 0.1) − 2 · 0.1 below, a quarter turn round */
    struct pose down = turned(0, 0, -1.0 - 0.001, v3(0, 0, 1), pi / 2);
    struct manifold m[CONTACT_MANIFOLDS];
    int n = contact_pair(&a, &up, &b, &down, 0.002, m);
    assert_int_equal(n, 1);
    assert_int_equal(m->count, 1);
    assert_true(fabs(m->point[0].gap + 0.001) < 1e-8);
    assert_true(m->normal.z > 1 - 1e-6); /* b's bend lies above a's: b is held up by a */
    assert_true(v3_norm(v3_sub(m->point[0].at, v3(0, 0, -0.5 - 0.0005))) < 1e-4);
    /* pushed together instead, they are free of each other until the other ends meet */
    down.x.z = -0.8;
    assert_int_equal(contact_pair(&a, &up, &b, &down, 0.002, m), 0);
    /* a torus flat on a box: four points round */
    struct piece ring = make_piece("torus", 0.3, 0.05, 0, NULL, 1), box = make_piece("box", 1, 1, 1, NULL, 0);
    struct pose on = upright(0.05, 0, 0.5499);
    n = contact_pair(&box, &up, &ring, &on, 0.01, m);
    assert_int_equal(n, 1);
    assert_int_equal(m->count, 4);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(m->point[i].gap + 0.0001) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_has_a_piece), cmocka_unit_test(every_pair_of_types),
        cmocka_unit_test(the_order_of_the_two),    cmocka_unit_test(on_a_plane),
        cmocka_unit_test(a_leaning_can),           cmocka_unit_test(boxes_on_boxes),
        cmocka_unit_test(a_box_as_a_mesh),         cmocka_unit_test(links_of_a_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
