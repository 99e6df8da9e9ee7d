/* shape_distance.h: signed distance of a point from the surface of a shape, and the outward normal. */
#ifndef OBJECT_SHAPE_DISTANCE_H
#define OBJECT_SHAPE_DISTANCE_H

#include "object/shape.h"

/* The distance from the surface, negative inside, and the unit normal of the nearest place of the surface, outwards; p in
 * the object's frame. Exact inside and near the surface; far outside at least the sign is right. */
double shape_distance(const struct shape *s, vec3 p, vec3 *normal);
/* Of the union of several shapes: the smallest distance. */
double shapes_distance(const struct shape *shapes, int count, vec3 p, vec3 *normal);
/* Of an ellipsoid with these half axes and of a cone with its centre of mass at the origin, in their own axes. */
double ellipsoid_distance(vec3 half, vec3 p, vec3 *normal);
double cone_distance(double r, double h, vec3 p, vec3 *normal);
/* A closed mesh, in its own coordinates. */
double mesh_distance(const struct mesh *m, vec3 p, vec3 *normal);

#endif
