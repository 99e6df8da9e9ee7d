/* contact_bench.c: cost of finding the contact of two bodies, for every pair of shapes; beside libccd if it is installed.
 *
 * Pairs have random positions near each other; half of them overlap. The same pairs go to libccd, through the same support
 * functions. Where both find an overlap their depths are compared; the smaller one is right.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "collide/contact_parts.h"
#include "object/shape_list.h"

#ifdef BENCH_CCD
#include <ccd/ccd.h>
#endif

enum { PAIRS = 2000, ROUNDS = 20, KINDS = 8 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double scatter(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static struct piece piece_named(const char *shape, double a, double b, double c)
{
    static const char octahedron[] = "v 0.9 0 0\nv -0.9 0 0\nv 0 0.7 0\nv 0 -0.7 0\nv 0 0 0.6\nv 0 0 -0.6\n"
                                     "f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n";
    struct piece p;
    char *message = NULL;
    struct shape s = {.class = shape_find(shape), .size = {a, b, c}, .turned = {1, 0, 0, 0}};
    if (s.class == &shape_mesh)
        s.mesh = mesh_parse("octahedron", octahedron, sizeof octahedron - 1, 1, &message);
    piece_of_shapes(&s, 1, 0, v3(0, 0, 0), &p);
    if (s.mesh != NULL)
        mesh_free(s.mesh);
    return p;
}

struct pairs {
    const struct piece *a, *b;
    struct pose at[2 * PAIRS];
    struct placed placed[2 * PAIRS];
};

static void scatter_pairs(struct pairs *x, const struct piece *a, const struct piece *b)
{
    uint64_t seed = 1;
    x->a = a;
    x->b = b;
    for (int i = 0; i < 2 * PAIRS; i++) {
        vec3 turn = v3(scatter(&seed), scatter(&seed), scatter(&seed));
        vec3 place = v3(scatter(&seed), scatter(&seed), scatter(&seed));
        double apart = i % 2 == 0 ? 0 : 0.5 * (a->reach + b->reach) / v3_norm(place);
        x->at[i] = (struct pose){.x = v3_scale(apart, place), .r = q_matrix(q_exp(v3_scale(3, turn)))};
        x->placed[i] = place_piece(i % 2 == 0 ? a : b, &x->at[i]);
    }
}

/* ns per pair. */
static double time_manifolds(const struct pairs *x, int *met)
{
    struct manifold out[CONTACT_MANIFOLDS];
    *met = 0;
    double t = seconds();
    for (int r = 0; r < ROUNDS; r++)
        for (int i = 0; i < PAIRS; i++)
            *met += contact_pair(x->a, &x->at[2 * i], x->b, &x->at[2 * i + 1], 0.01, out) > 0;
    *met /= ROUNDS;
    return 1e9 * (seconds() - t) / (ROUNDS * PAIRS);
}

static double time_separations(const struct pairs *x, double *gap)
{
    double t = seconds();
    for (int r = 0; r < ROUNDS; r++)
        for (int i = 0; i < PAIRS; i++)
            gap[i] = convex_separation(x->a, &x->placed[2 * i], x->b, &x->placed[2 * i + 1], INFINITY).gap;
    return 1e9 * (seconds() - t) / (ROUNDS * PAIRS);
}

#ifdef BENCH_CCD
struct part {
    const struct piece *piece;
    const struct placed *at;
};

static void support(const void *obj, const ccd_vec3_t *dir, ccd_vec3_t *out)
{
    const struct part *p = obj;
    vec3 d = v3(dir->v[0], dir->v[1], dir->v[2]), s = piece_support(p->piece, p->at, d);
    s = v3_add_scaled(s, piece_rounding(p->piece) / v3_norm(d), d);
    ccdVec3Set(out, s.x, s.y, s.z);
}

static void center(const void *obj, ccd_vec3_t *out)
{
    const struct part *p = obj;
    ccdVec3Set(out, p->at->x.x, p->at->x.y, p->at->x.z);
}

/* Penetration depth by libccd; the largest difference from ours, in both directions. */
static double time_ccd(const struct pairs *x, const double *gap, bool mpr, double *longer, double *shorter, int *missed)
{
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = center;
    ccd.max_iterations = 100;
    ccd.epa_tolerance = ccd.mpr_tolerance = 1e-6;
    *longer = *shorter = 0;
    *missed = 0;
    double t = seconds();
    for (int r = 0; r < ROUNDS; r++)
        for (int i = 0; i < PAIRS; i++) {
            struct part a = {x->a, &x->placed[2 * i]}, b = {x->b, &x->placed[2 * i + 1]};
            ccd_real_t depth = 0;
            ccd_vec3_t dir, pos;
            int found = mpr ? ccdMPRPenetration(&a, &b, &ccd, &depth, &dir, &pos)
                            : ccdGJKPenetration(&a, &b, &ccd, &depth, &dir, &pos);
            if (r > 0)
                continue;
            *missed += (found == 0) != (gap[i] < 0) && fabs(gap[i]) > 1e-4;
            if (found == 0 && gap[i] < 0) {
                *longer = fmax(*longer, depth + gap[i]);
                *shorter = fmax(*shorter, -gap[i] - depth);
            }
        }
    return 1e9 * (seconds() - t) / (ROUNDS * PAIRS);
}
#endif

static void measure(const char *name, const struct piece *a, const struct piece *b)
{
    static struct pairs x;
    static double gap[PAIRS];
    int met;
    scatter_pairs(&x, a, b);
    printf("%-20s %9.0f", name, time_manifolds(&x, &met));
    if (a->type == PIECE_RING || b->type == PIECE_RING || a->type == PIECE_PLANE || b->type == PIECE_PLANE ||
        (piece_rounding(a) > 0 && piece_rounding(b) > 0)) {
        printf("\n");
        return;
    }
    printf(" %11.0f", time_separations(&x, gap));
#ifdef BENCH_CCD
    for (int mpr = 0; mpr < 2; mpr++) {
        double longer, shorter;
        int missed;
        double t = time_ccd(&x, gap, mpr == 1, &longer, &shorter, &missed);
        printf(" %9.0f %8.1e %8.1e %5d", t, longer, shorter, missed);
    }
#endif
    printf("\n");
}

int main(void)
{
    struct piece piece[KINDS] = {
        piece_named("sphere", 0.5, 0, 0),   piece_named("capsule", 0.3, 0.8, 0),
        piece_named("box", 1, 0.6, 0.8),    piece_named("rod", 1.2, 0.35, 0),
        piece_named("mesh", 0, 0, 0),       piece_named("torus", 0.6, 0.15, 0),
        piece_named("link", 1.4, 0.8, 0.1), piece_of_plane(0),
    };
    static const char *const names[KINDS] = {"sphere", "capsule", "box", "rod", "mesh", "torus", "link", "plane"};
    printf("ns a pair of pieces, half of which overlap\n%-20s %9s %11s", "", "manifold", "separation");
#ifdef BENCH_CCD
    printf(" %9s %8s %8s %5s %9s %8s %8s %5s", "ccd gjk", "longer", "shorter", "wrong", "ccd mpr", "longer", "shorter",
           "wrong");
#endif
    printf("\n");
    for (int i = 0; i < KINDS; i++)
        for (int j = i; j < KINDS; j++) {
            char name[40];
            if (piece[i].type == PIECE_PLANE)
                continue;
            snprintf(name, sizeof name, "%s %s", names[i], names[j]);
            measure(name, &piece[i], &piece[j]);
        }
    for (int i = 0; i < KINDS; i++)
        piece_release(&piece[i]);
    return 0;
}
