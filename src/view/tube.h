/* tube.h: curves are drawn as round tubes. */
#ifndef VIEW_TUBE_H
#define VIEW_TUBE_H

#include "object/mesh.h"
#include "world/world.h"

/* The points of a curve object now, evenly spaced over its parameter, the first again at the end of a closed one; NULL
 * for other objects. The caller frees. */
vec3 *tube_line(tn_world *w, int object, int *count, bool *closed);
/* A tube of a radius around a line; the caller owns one reference. */
struct mesh *tube_mesh(const vec3 *line, int count, bool closed, double radius);
/* The radius of a curve; without a width of its own, from the longest curve of the world, whose length is kept in *longest
 * for the next one; negative: not known yet. */
double tube_radius(tn_world *w, int object, double *longest);

#endif
