/* solid.h: the shapes as triangle nets, in a form that serves every size.
 *
 * Every vertex of every shape is  x = a∘s + b w + c h ẑ  with numbers a, b, c that
 * belong to the shape alone and sizes s, w, h that belong to the one solid; b is
 * the normal as well, or, where w = 0, b/s by component. So one triangle net per shape and level of detail is
 * drawn many times with different sizes, and rounded edges keep their radius:
 *
 *   sphere    b r                                       w = r
 *   box       corner (half − bevel) + b bevel           s = half − bevel, w = bevel
 *   cylinder  (rim, ±1)(r − bevel, h/2 − bevel) + …     the same
 *   capsule   ±h/2 ẑ + b r                              s.z = h/2, w = r
 *   torus     rim R + b r                               s = R, w = r
 *   link      rim R (xz plane) ± h ẑ + b r              s = R, w = r, h: half the straight length
 *   cone      rim at h − s.z, tip at h + s.z            s = r, r, half the height; w = 0; h: where its middle lies
 *   ellipsoid unit sphere times s                       s: half axes; w = 0
 *   coil      a helix R with ends on the axis + b r     s = R, R, half length; w = r
 *   mesh      the file's vertices                       s = 1, w = 0, b the normal
 */
#ifndef VIEW_SOLID_H
#define VIEW_SOLID_H

#include <math.h>

#include "base/memory.h"
#include "object/shape.h"

/* A part of an sRGB colour, 0 … 1, as linear light. */
static inline double color_linear(double srgb)
{
    return srgb <= 0.04045 ? srgb / 12.92 : pow((srgb + 0.055) / 1.055, 2.4);
}

enum solid_kind {
    SOLID_SPHERE,
    SOLID_BOX,
    SOLID_CYLINDER,
    SOLID_CAPSULE,
    SOLID_TORUS,
    SOLID_LINK,
    SOLID_CONE, /* also of no shape, as the next but one: fittings.h */
    SOLID_ELLIPSOID,
    SOLID_COIL,
    SOLID_MESH,
    SOLID_KINDS
};

struct solid {
    enum solid_kind kind;
    vec3 s;
    double w, h;
    vec3 half; /* half extent of a box around it, about `middle` */
    vec3 middle;
    struct mesh *mesh; /* SOLID_MESH: counted */
};

/* The solid of a shape of the model; false if it cannot be drawn. A mesh gets no further reference. */
bool solid_of(const struct shape *s, struct solid *out);
FOR_PICTURES struct solid solid_sphere(double r);
struct solid solid_box(vec3 half);
FOR_PICTURES struct solid solid_cylinder(double r, double length);
struct solid solid_torus(double r, double wire); /* axis z */
struct solid solid_cone(double r, double h);     /* tip at +z */
struct solid solid_coil(double r, double wire);  /* along z, of length 1 */

enum { SOLID_DETAILS = 4 }; /* 0 is coarse */

struct solid_vertex {
    float a[3], b[3], c;
    float hue[3]; /* linear; the colour of the solid is multiplied by it */
};
struct net {
    ARRAY(struct solid_vertex) vertices;
    ARRAY(unsigned) corners; /* three per triangle, counterclockwise seen from outside */
};

/* The net of a shape at a level of detail (not of a mesh). */
FOR_PICTURES struct net solid_net(enum solid_kind kind, int detail);
/* The net of a mesh: edges sharper than the crease angle stay sharp. */
FOR_PICTURES struct net solid_mesh_net(const struct mesh *m);
FOR_PICTURES void net_free(struct net *n);
/* The position of a vertex for a solid's sizes. */
FOR_PICTURES vec3 solid_place(const struct solid *s, const struct solid_vertex *v);
/* And its unit normal. */
FOR_PICTURES vec3 solid_normal(const struct solid *s, const struct solid_vertex *v);

#endif
