/* figure_skin.h: one smooth surface over a chain of solids (GG 6: the skin of an articulated figure).
 *
 * The surface is a bicubic B-spline: rings of control points about the axis of the chain, closed around, and closed at
 * both ends by a pole. It is twice continuously differentiable by construction, wherever the control points are, also
 * through the poles: the row beyond a pole is the one before it, rotated by half a turn, so that a meridian continues
 * into the opposite one. The rings must be placed so that the solids are inside and nothing folds.
 *
 * All in world coordinates, of one moment. The same poses always give the same skin.
 */
#ifndef VIEW_FIGURE_SKIN_H
#define VIEW_FIGURE_SKIN_H

#include "view/surface.h"

/* A piece of a solid, in the world. */
struct figure_skin_piece {
    struct solid solid;
    vec3 at;
    quat turned;
};

struct figure_skin_body {
    const struct figure_skin_piece *piece;
    int pieces;
    vec3 middle;
};

struct figure_skin_chain {
    const struct figure_skin_body *body;
    int bodies;        /* at least 2 */
    const vec3 *joint; /* where body i and the next one meet: one fewer than bodies */
    vec3 across;       /* a direction fixed to the first body, where rings start */
    double margin;     /* distance of the skin from the solids, m */
};

enum { FIGURE_SKIN_COLUMNS = 20 };

struct figure_skin_net {
    int rings;
    vec3 *control; /* (rings + 2) × FIGURE_SKIN_COLUMNS: a pole, rings, a pole */
    double *body;  /* by row: the body it follows; halfway between two at a joint */
};

struct figure_skin_net figure_skin_lay(const struct figure_skin_chain *c);
void figure_skin_free(struct figure_skin_net *n);
/* The surface at u from 0 (a pole) to rings + 1 (the other), v from 0 to FIGURE_SKIN_COLUMNS around; its derivatives, and its
 * normal, which points outwards. */
struct figure_skin_point {
    vec3 x, along, around, normal;
};
struct figure_skin_point figure_skin_at(const struct figure_skin_net *n, double u, double v);
/* The bodies that a row of the surface follows, with weights: at most four; for glTF. */
void figure_skin_weights(const struct figure_skin_net *n, double u, int body[4], double weight[4]);
/* As triangles with a normal a vertex; `at` (may be NULL) gets the u of each vertex, which the caller frees. */
struct surface figure_skin_surface(const struct figure_skin_net *n, double **at);

#endif
