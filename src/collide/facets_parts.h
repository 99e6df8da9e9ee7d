/* facets_parts.h: what the files about surfaces share. */
#ifndef COLLIDE_FACETS_PARTS_H
#define COLLIDE_FACETS_PARTS_H

#include "collide/contact_parts.h"
#include "collide/facets.h"

struct facets {
    int points, triangles, edges, nodes;
    double size;
    int (*triangle)[3];
    int (*side)[3];             /* by triangle: its edges; side k leads from corner k to the next */
    int (*edge)[2];             /* points */
    int (*beside)[2];           /* by edge: its triangles; the second is -1 at a rim */
    signed char *bend;          /* by edge: 1: it stands out, 0: it is nearly flat there, -1: it lies in a fold */
    int *around_first, *around; /* by point: its triangles */
    vec3 *rest, *x, *v;
    vec3 *normal;     /* by triangle, unit, outward */
    struct box3 *box; /* by node of the tree: of the whole step */
    int (*child)[2];  /* of a leaf: -1 - triangle; children have larger numbers */
};

/* Of the size of things: how far apart they still count as touching; how deep they may lie in each other. */
#define FACETS_NEAR 0.02
#define FACETS_DEEP 0.35
/* How far things may move against each other in a step. */
#define FACETS_PART 0.25

/* Normals that are nearly those of a triangle fit; others only where the surface is bent so much. */
#define FACETS_ALIGNED 0.5

/* Calls found(ctx, triangle) for all triangles whose boxes meet this one. */
void facets_query(const struct facets *s, const struct box3 *box, void (*found)(void *ctx, int triangle), void *ctx);
/* Is n, which leads away from the surface, a direction in which the point (the edge) may be the nearest of what lies around
 * it? `best` gets how well it agrees with the triangles there. */
bool facets_point_faces(const struct facets *s, int point, vec3 n, double *best);
bool facets_edge_faces(const struct facets *s, int edge, vec3 n, double *best);
/* The mean of the normals beside an edge, around a point. */
vec3 facets_edge_normal(const struct facets *s, int edge);
vec3 facets_point_normal(const struct facets *s, int point);
/* The point of a triangle nearest to x, as weights of its corners. */
void facets_nearest(const struct facets *s, int triangle, vec3 x, double weight[3]);
vec3 facets_weighted(const vec3 *of, const int point[3], const double weight[3]);

#endif
