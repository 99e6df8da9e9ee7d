/* test_distance.c: distances and depths of convex pieces, verified by duality: the normal gives a lower bound, the
 * points an upper bound. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "scatter.h"

static bool is_convex(const struct piece *p) { return p->type != PIECE_RING && p->type != PIECE_PLANE; }

/* The separation of the pieces along n: the width of the widest slab with normal n between them. */
static double apart(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                    vec3 n)
{
    double front_a = v3_dot(n, piece_support(a, pa, n)) + piece_rounding(a);
    double front_b = v3_dot(n, piece_support(b, pb, v3_neg(n))) - piece_rounding(b);
    return front_b - front_a;
}

/* No direction separates them by more than the reported distance. */
static void check_largest(const struct piece *a, const struct placed *pa, const struct piece *b,
                          const struct placed *pb, const struct separation *s, double tolerance, uint64_t *seed)
{
    for (int k = 0; k < 200; k++) {
        vec3 n = scatter_unit(seed);
        if (k < 100) { /* also near the normal, where a better one would be */
            double near = pow(10, -1 - k % 7);
            n = v3_unit(v3_add_scaled(s->normal, near, n));
        }
        if (apart(a, pa, b, pb, n) > s->gap + 5 * tolerance)
            fail_msg("types %d %d: apart by %.12g along another way, said %.12g", a->type, b->type,
                     apart(a, pa, b, pb, n), s->gap);
    }
}

static void check_pair(const struct piece *a, const struct pose *xa, const struct piece *b, const struct pose *xb,
                       double tolerance, uint64_t *seed, int *overlaps)
{
    struct placed pa = place_piece(a, xa), pb = place_piece(b, xb);
    struct separation s = convex_separation(a, &pa, b, &pb, INFINITY);
    assert_true(s.found);
    assert_true(fabs(v3_norm(s.normal) - 1) < 1e-12);
    double by_normal = apart(a, &pa, b, &pb, s.normal), by_points = v3_dot(s.normal, v3_sub(s.on_b, s.on_a));
    if (fabs(by_normal - s.gap) > tolerance || fabs(by_points - s.gap) > tolerance)
        fail_msg("types %d %d: gap %.12g, by its normal %.12g, by its points %.12g", a->type, b->type, s.gap, by_normal,
                 by_points);
    /* the points face each other along the normal; the sideways error of a curved side is a square root */
    double sideways = v3_norm(v3_cross(s.normal, v3_sub(s.on_b, s.on_a)));
    if (!(sideways < 1e-3))
        fail_msg("types %d %d: gap %.12g, but its points are %.12g apart sideways", a->type, b->type, s.gap, sideways);
    check_largest(a, &pa, b, &pb, &s, tolerance, seed);
    *overlaps += s.gap < 0;
}

static void any_two_convex_pieces(void **state)
{
    (void)state;
    struct mesh *mesh = scatter_mesh();
    struct piece piece[SAMPLES];
    int count = sample_pieces(piece, mesh), overlaps = 0, all = 0;
    uint64_t seed = 1;
    for (int i = 0; i < CURVED_SAMPLES; i++)
        for (int j = 0; j < CURVED_SAMPLES; j++)
            for (int k = 0; k < 60 && is_convex(&piece[i]) && is_convex(&piece[j]); k++, all++) {
                if (piece_rounding(&piece[i]) > 0 && piece_rounding(&piece[j]) > 0)
                    continue; /* spheres and capsules have special routines, tested below */
                struct pose a = scatter_pose(&seed, 0.7), b = scatter_pose(&seed, 0.7);
                check_pair(&piece[i], &a, &piece[j], &b, 2e-8, &seed, &overlaps);
            }
    assert_true(overlaps > all / 4 && overlaps < 3 * all / 4); /* both cases occurred */
    for (int i = 0; i < count; i++)
        piece_release(&piece[i]);
    mesh_free(mesh);
}

/* Cones and ellipsoids with everything. Where an ellipsoid overlaps by less than a ball that rolls inside it, only cores
 * are compared. */
static void curved_pieces(void **state)
{
    (void)state;
    struct mesh *mesh = scatter_mesh();
    struct piece piece[SAMPLES];
    int count = sample_pieces(piece, mesh), overlaps = 0;
    uint64_t seed = 17;
    for (int i = 0; i < count; i++)
        for (int j = CURVED_SAMPLES; j < count; j++)
            for (int k = 0; k < 60 && is_convex(&piece[i]); k++) {
                /* a round side deep in another: see on_the_border */
                const enum piece_type type = piece[i].type;
                const bool round = type != PIECE_SPHERE && type != PIECE_BOX && type != PIECE_HULL;
                struct pose a = scatter_pose(&seed, 0.7), b = scatter_pose(&seed, 0.7);
                check_pair(&piece[i], &a, &piece[j], &b, round ? 1e-4 : 2e-8, &seed, &overlaps);
            }
    assert_true(overlaps > 0);
    for (int i = 0; i < count; i++)
        piece_release(&piece[i]);
    mesh_free(mesh);
}

/* Faces that touch exactly, edges that cross exactly, coinciding centres: degenerate cases, sensitive to rounding. */
static void on_the_border(void **state)
{
    (void)state;
    struct piece box = make_piece("box", 1, 1, 1, NULL, 0), rod = make_piece("cylinder", 0.5, 1, 0, NULL, 1);
    uint64_t seed = 2;
    int overlaps = 0;
    const struct piece *pieces[2] = {&box, &rod};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 5; k++) {
                static const double height[5] = {1, 0, 1 - 1e-9, 1 + 1e-9, 0.5};
                struct pose a = {.r = q_matrix((quat){1, 0, 0, 0})}, b = a;
                b.x = v3(0, 0, height[k]);
                /* one round side deep in the other: a whole circle of ways out, all as short, and a polytope of some
                 * ninety points cannot follow it; it is right to a hundredth of the depth */
                bool round = i == 1 && j == 1 && height[k] < 0.9;
                check_pair(pieces[i], &a, pieces[j], &b, round ? 0.01 : 2e-8, &seed, &overlaps);
            }
}

/* A point and every piece: the point on the surface is on it, and no point of the piece is nearer. */
static void a_point_and_every_piece(void **state)
{
    (void)state;
    struct mesh *mesh = scatter_mesh();
    struct piece piece[SAMPLES];
    int count = sample_pieces(piece, mesh);
    uint64_t seed = 3;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 300; k++) {
            struct pose at = scatter_pose(&seed, 0.2);
            struct placed pb = place_piece(&piece[i], &at);
            vec3 p = v3(1.2 * scatter(&seed), 1.2 * scatter(&seed), 1.2 * scatter(&seed));
            struct separation s = point_separation(p, &piece[i], &pb), again = point_separation(s.on_b, &piece[i], &pb);
            assert_true(fabs(again.gap) < 1e-7); /* on the surface */
            assert_true(fabs(v3_dot(s.normal, v3_sub(p, s.on_b)) - s.gap) < 1e-9);
            if (fabs(fabs(s.gap) - v3_norm(v3_sub(p, s.on_b))) > 1e-8)
                fail_msg("type %d: gap %.12g, but the place is %.12g away", piece[i].type, s.gap,
                         v3_norm(v3_sub(p, s.on_b)));
            for (int n = 0; n < 50; n++) { /* distance changes no faster than the point moves */
                vec3 q = v3_add_scaled(p, 0.3 * scatter(&seed), scatter_unit(&seed));
                double change = point_separation(q, &piece[i], &pb).gap - s.gap;
                if (fabs(change) > v3_norm(v3_sub(q, p)) + 1e-9)
                    fail_msg("type %d: the distance jumps by %.12g over %.12g", piece[i].type, change,
                             v3_norm(v3_sub(q, p)));
            }
        }
    for (int i = 0; i < count; i++)
        piece_release(&piece[i]);
    mesh_free(mesh);
}

static void segments(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int k = 0; k < 2000; k++) {
        vec3 p = scatter_unit(&seed), q = scatter_unit(&seed), u = scatter_unit(&seed), v = scatter_unit(&seed);
        if (k % 4 == 0) /* parallel, and nearly so */
            v = v3_add_scaled(u, k % 8 == 0 ? 0 : 1e-7, v);
        double s, t;
        closest_segments(p, u, q, v, &s, &t);
        assert_true(fabs(s) <= 1 && fabs(t) <= 1);
        double least = v3_norm(v3_sub(v3_add_scaled(p, s, u), v3_add_scaled(q, t, v)));
        for (int i = -20; i <= 20; i++)
            for (int j = -20; j <= 20; j++) {
                double other = v3_norm(v3_sub(v3_add_scaled(p, i / 20.0, u), v3_add_scaled(q, j / 20.0, v)));
                if (other < least - 1e-7)
                    fail_msg("%d: %.12g at %g %g, found %.12g at %g %g", k, other, i / 20.0, j / 20.0, least, s, t);
            }
    }
}

/* A mesh with a dent is not convex; a box is. */
static void convex_or_not(void **state)
{
    (void)state;
    static const char dent[] = "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 0.2\nv 0 0 -1\nv 0 0 1\n"
                               "f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n";
    static const char pit[] = "v 1 1 0\nv -1 1 0\nv -1 -1 0\nv 1 -1 0\nv 0 0 -0.5\nv 0 0 -2\n"
                              "f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 2 1 6\nf 3 2 6\nf 4 3 6\nf 1 4 6\n";
    char *message = NULL;
    struct mesh *convex = scatter_mesh(), *shallow = mesh_parse("dent", dent, sizeof dent - 1, 1, &message),
                *hollow = mesh_parse("pit", pit, sizeof pit - 1, 1, &message);
    assert_non_null(shallow);
    assert_non_null(hollow);
    assert_true(piece_mesh_is_convex(convex));
    assert_true(piece_mesh_is_convex(shallow));
    assert_false(piece_mesh_is_convex(hollow));
    mesh_free(convex);
    mesh_free(shallow);
    mesh_free(hollow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_two_convex_pieces),   cmocka_unit_test(curved_pieces), cmocka_unit_test(on_the_border),
        cmocka_unit_test(a_point_and_every_piece), cmocka_unit_test(segments),      cmocka_unit_test(convex_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
