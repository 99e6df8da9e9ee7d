/* embed.h: a closed mesh in a lattice: which cells it fills, and how its vertices follow the nodes. */
#ifndef FLEXIBLE_EMBED_H
#define FLEXIBLE_EMBED_H

#include "flexible/lattice.h"
#include "object/shape.h"

/* Cells of the box around a mesh, with a margin of a thousandth: their length and the box's corner. */
void embed_box(const struct mesh *mesh, const int cells[3], double length[3], vec3 *corner);
/* How much of each cell lies within the mesh, 0 … 1, from 64 samples; a cell that holds nothing but a vertex has a little.
 * cells[0] · cells[1] · cells[2] numbers, i fastest; the caller frees. */
double *embed_fill(const struct mesh *mesh, const int cells[3], const double length[3], vec3 corner);

/* Points that are weighted sums of eight nodes each. */
struct embedding {
    int count;
    int (*node)[8];
    double (*weight)[8];
};
struct embedding embed_points(const struct lattice *l, const vec3 *point, int count);
void embed_free(struct embedding *e);
/* Where point i is for nodes at q (or how fast, for velocities). */
vec3 embed_where(const struct embedding *e, int i, const double *q);

#endif
