/* fittings.h: small solids that show what holds a model together: pins, nails, massless rods and ropes, rails, springs as
 * coils, dampers, motors. Pictures and glTF files draw them beside the objects. They are made from a view, in a size that
 * follows from the size of the scene.
 */
#ifndef VIEW_FITTINGS_H
#define VIEW_FITTINGS_H

#include "view/view.h"

struct fitting {
    uint64_t key;      /* the same in all views of a world: what it belongs to, and which part of it */
    const char *of;    /* the name of that, "" if it has none */
    struct solid unit; /* its axis z has length 1 if it stretches */
    bool stretches;
    double length; /* of it now, m */
    tn_view_pose at;
    vec3 color; /* sRGB */
};

struct fittings {
    ARRAY(struct fitting) at;
};

/* The fittings of a view of a scene with this radius, added to the list. `tension`: what pulls is red, what pushes blue. */
FOR_PICTURES void fittings_take(const struct tn_view *v, double radius, bool dark, bool tension, struct fittings *to);
/* A fitting as a solid of its present length. */
FOR_PICTURES struct solid fitting_solid(const struct fitting *f);
/* The colour of something that pulls (positive) or pushes with a force, relative to a large one. */
FOR_PICTURES vec3 tension_color(double force, double large);
/* The axial force of an object, N: positive where it is pulled; of rods and other long solids by what their joints exert
 * along their axis. `large` (may be NULL): the largest of all. False if it has none. */
FOR_PICTURES bool tension_of(const struct tn_view *v, int object, double *force);
/* The largest pull or push in a view, N. */
FOR_PICTURES double tension_most(const struct tn_view *v);

#endif
