/* rays.h: where rays meet solids and triangles. */
#ifndef VIEW_RAYS_H
#define VIEW_RAYS_H

#include "view/solid.h"

/* A half line x = from + s along, s > 0; `along` is a unit vector. */
struct ray {
    vec3 from, along;
};

/* Where a ray first enters a solid, in the solid's own frame: the distance along the ray and the outward normal, unit.
 * Solids are the ideal ones, without rounded edges; of a mesh its tree (made with triangle_tree_make) is searched. False
 * if it does not enter: it passes by, lies behind, or begins inside. */
struct triangle_tree;
struct ray_hit {
    double s;
    vec3 normal;
    int triangle;   /* of a mesh; -1 */
    double part[3]; /* of its corners at the point: they add up to 1 */
};
bool ray_meets_solid(const struct ray *r, const struct solid *d, const struct triangle_tree *tree, struct ray_hit *out);

/* Where a ray enters one of these triangles first, or, `both`, meets it from either side. */
bool ray_meets_triangles(const struct ray *r, const struct mesh *m, bool both, struct ray_hit *out);

/* A tree of boxes over the triangles of a mesh, which must live as long. */
struct triangle_tree *triangle_tree_make(const struct mesh *m);
void triangle_tree_free(struct triangle_tree *t); /* NULL is allowed */
/* Where a ray first enters the mesh. */
bool triangle_tree_meets(const struct triangle_tree *t, const struct ray *r, struct ray_hit *out);

/* Does a ray pass through a box (given by middle and half sides) before a distance? */
bool ray_meets_box(const struct ray *r, vec3 middle, vec3 half, double before);
/* Where a ray is nearest to the segment from a to b: returns the distance between them; *s along the ray (not negative),
 * *u along the segment, 0 … 1. */
double ray_near_segment(const struct ray *r, vec3 a, vec3 b, double *s, double *u);

#endif
