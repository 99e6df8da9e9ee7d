/* mesh_tree.h: finding the nearest triangle of a mesh, and whether a point is inside, in the logarithm of their number. */
#ifndef OBJECT_MESH_TREE_H
#define OBJECT_MESH_TREE_H

#include "object/shape.h"

struct mesh_tree;

/* NULL: the mesh is so small that looking at all triangles is as fast. */
struct mesh_tree *mesh_tree_new(const struct mesh *m);
void mesh_tree_free(struct mesh_tree *t); /* NULL is allowed */
/* The triangle nearest to p, its distance and its nearest point. */
int mesh_tree_nearest(const struct mesh *m, const struct mesh_tree *t, vec3 p, double *distance, vec3 *at);
bool mesh_tree_inside(const struct mesh *m, const struct mesh_tree *t, vec3 p);

/* Of one triangle: the point nearest to p; half of its solid angle seen from p. */
vec3 triangle_nearest(vec3 a, vec3 b, vec3 c, vec3 p);
double triangle_half_angle(vec3 a, vec3 b, vec3 c, vec3 p);

#endif
