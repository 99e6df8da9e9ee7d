/* skin.h: a surface that bends, of a flexible object or an affine body, over a chain of solids (hide.h) or around a curve,
 * as it is at one moment, in world coordinates. */
#ifndef PICTURE_SKIN_H
#define PICTURE_SKIN_H

#include "picture/solid.h"
#include "world/world.h"

struct skin {
    struct mesh *mesh;      /* counted; NULL: no skin */
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
};

/* The skin of an object now; without a mesh if it is neither flexible nor a curve. */
struct skin skin_take(tn_world *w, int object);
void skin_measure(struct skin *s); /* the box around its mesh */
void skin_free(struct skin *s);
/* The surface of a flexible object at rest, in its frame, or of a curve as it is; NULL for others. The caller owns one reference. */
struct mesh *skin_at_rest(tn_world *w, int object);
/* Its net; coloured by strain or volume if `show` (TN_SHOW_…) asks for it. */
struct net skin_net(const struct skin *s, unsigned show);
bool skin_is_colored(const struct skin *s, unsigned show);

#endif
