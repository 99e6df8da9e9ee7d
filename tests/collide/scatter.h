/* scatter.h: pieces and poses for the tests of contact, the same on every machine. */
#ifndef TESTS_CONTACT_SCATTER_H
#define TESTS_CONTACT_SCATTER_H

#include "collide/contact_parts.h"
#include "object/shape_list.h"

/* -1 … 1 */
static inline double scatter(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static inline vec3 scatter_unit(uint64_t *seed)
{
    for (;;) {
        vec3 v = v3(scatter(seed), scatter(seed), scatter(seed));
        double n = v3_norm(v);
        if (n > 0.1 && n < 1)
            return v3_scale(1 / n, v);
    }
}

static inline quat scatter_turn(uint64_t *seed) { return q_axis_angle(scatter_unit(seed), 3.14159 * scatter(seed)); }

static inline struct pose scatter_pose(uint64_t *seed, double spread)
{
    return (struct pose){.x = v3(spread * scatter(seed), spread * scatter(seed), spread * scatter(seed)),
                         .r = q_matrix(scatter_turn(seed))};
}

/* An octahedron with unequal axes and truncated corners: a mesh that is not a box. */
static inline struct mesh *scatter_mesh(void)
{
    static const char text[] = "v 0.9 0 0\nv -0.9 0 0\nv 0 0.7 0\nv 0 -0.7 0\nv 0 0 0.6\nv 0 0 -0.6\n"
                               "f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n";
    char *message = NULL;
    return mesh_parse("octahedron", text, sizeof text - 1, 1, &message);
}

/* A piece of each type; the caller releases what piece_of_shapes made. */
static inline struct piece make_piece(const char *shape, double a, double b, double c, struct mesh *mesh, int body)
{
    struct piece p;
    struct shape s = {.class = shape_find(shape), .size = {a, b, c}, .turned = {1, 0, 0, 0}, .mesh = mesh};
    piece_of_shapes(&s, 1, body, v3(0, 0, 0), &p);
    return p;
}

enum { SAMPLES = 11, CURVED_SAMPLES = 8 /* the first of the cones and ellipsoids */ };
static inline int sample_pieces(struct piece *out, struct mesh *mesh)
{
    out[0] = make_piece("sphere", 0.5, 0, 0, NULL, 0);
    out[1] = make_piece("capsule", 0.3, 0.8, 0, NULL, 0);
    out[2] = make_piece("box", 1, 0.6, 0.8, NULL, 0);
    out[3] = make_piece("rod", 1.2, 0.35, 0, NULL, 0);
    out[4] = make_piece("cylinder", 0.6, 0.4, 0, NULL, 0);
    out[5] = make_piece("mesh", 0, 0, 0, mesh, 0);
    out[6] = make_piece("torus", 0.6, 0.15, 0, NULL, 0);
    out[7] = make_piece("link", 1.4, 0.8, 0.1, NULL, 0);
    out[8] = make_piece("cone", 0.5, 0.9, 0, NULL, 0);
    out[9] = make_piece("ellipsoid", 0.6, 0.4, 0.3, NULL, 0);
    out[10] = make_piece("ellipsoid", 0.5, 0.5, 0.2, NULL, 0);
    return SAMPLES;
}

#endif
