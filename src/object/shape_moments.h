/* shape_moments.h: what the files of the shapes share: inertia from mean squares, and the two ends on the z axis. */
#ifndef OBJECT_SHAPE_MOMENTS_H
#define OBJECT_SHAPE_MOMENTS_H

#include "object/shape.h"

static const double PI = 3.14159265358979323846;

/* A solid of density 1 that the three coordinate planes mirror onto itself, so its centre is the origin and its axes
 * are principal. xx, yy, zz are the means of x², y², z² over the volume V: I_xx = V (yy + zz) and so on. */
static inline struct mass_properties mass_of_mirrored(double volume, double xx, double yy, double zz)
{
    return (struct mass_properties){
        .mass = volume,
        .inertia = {.xx = volume * (yy + zz), .yy = volume * (xx + zz), .zz = volume * (xx + yy)},
    };
}

/* The points of a shape with two ends: end1 at z = -reach, end2 at z = +reach. */
static inline bool two_ends(double reach, int i, const char **name, vec3 *at)
{
    if (i < 0 || i > 1)
        return false;
    *name = i == 0 ? "end1" : "end2";
    *at = v3(0, 0, i == 0 ? -reach : reach);
    return true;
}

#endif
