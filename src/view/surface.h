/* surface.h: the deformable surface of a flexible object, an affine body, a curve or a skin over solids (figure_skin.h)
 * at one moment, in world coordinates. */
#ifndef VIEW_SURFACE_H
#define VIEW_SURFACE_H

#include "view/solid.h"
#include "world/world.h"

struct surface {
    struct mesh *mesh;      /* counted; NULL: no surface */
    vec3 middle, half;      /* of a box around it, world axes */
    vec3 *line;             /* of a curve: the points along its middle, */
    int line_count;         /* how many, */
    double radius;          /* and how far its surface is from them; NULL and 0 for others */
    float *strain, *volume; /* by vertex: ½|G − 1|, and the change of volume as a part of it; NULL: not known */
    vec3 *normal;           /* by vertex; NULL: as the triangles say */
    bool affine;            /* x = place + shape X, X from the centre of mass at rest: an affine body */
    vec3 place;
    mat3 shape;
    vec3 *paint; /* by vertex: a colour of its own, sRGB; NULL: the object's */
    vec3 *node;  /* of a flexible object: its nodes, */
    int nodes;   /* and how many */
};

/* The surface of an object now; without a mesh if it is neither flexible, affine nor a curve. */
struct surface surface_take(tn_world *w, int object);
void surface_measure(struct surface *s); /* the box around its mesh */
void surface_free(struct surface *s);
/* The surface of a flexible object at rest, in its frame, or of a curve as it is; NULL for others. The caller owns one reference. */
struct mesh *surface_at_rest(tn_world *w, int object);
/* Its net, coloured by strain or volume if `show` (TN_SHOW_…) says so. */
FOR_PICTURES struct net surface_net(const struct surface *s, unsigned show);
FOR_PICTURES bool surface_is_colored(const struct surface *s, unsigned show);

#endif
