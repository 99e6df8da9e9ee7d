/* body.h: an object as the methods see it: coordinates, inertia, and pose.
 *
 * A body owns a piece of the state: a rigid body 7 numbers q (centre of mass,
 * quaternion) and 6 numbers v (velocity, angular velocity in world axes), a
 * particle 3 and 3, a variable 1 and 1; fixed and path-driven bodies own none.
 * An object with coordinates of its own kind (general.h) has n and n.
 *
 * Features of models add bodies: particles whose numbers lie among those of a larger
 * thing, and points without numbers, which move as others carry them. These name
 * their owner, which is asked for what is special about them (dynamics/evaluation.h).
 */
#ifndef OBJECT_BODY_H
#define OBJECT_BODY_H

#include "math/vec3.h"

enum coordinates { COORDINATES_NONE, COORDINATES_SCALAR, COORDINATES_POINT, COORDINATES_RIGID, COORDINATES_GENERAL };

struct evaluation;

struct body {
    enum coordinates coordinates;
    int q, v;    /* where its numbers begin in the state vector; -1 for COORDINATES_NONE */
    int dofs;    /* 0, 1, 3, 6; n of general ones */
    int source;  /* path-driven: the time source of its origin; otherwise -1 */
    int turning; /* and the first of the two sources of its x and y axes; -1: it does not turn */
    int member;  /* of the owner's: which one it belongs to; */
    int point;   /* 1 + which point that others carry; 0: none */
    const struct evaluation
        *owner;                /* the feature that it belongs to; NULL: an object that moves by itself, or not at all */
    bool weightless;           /* it has abilities to move and to rotate instead of a mass (method §3): mass and
                                      inertia are then such weights, and nothing physical */
    bool alike, pulled_alike;  /* it and the next three are rigid bodies, computed four at a time; with parts alike */
    double mass;               /* of a variable: 1 */
    double inverse_mass;       /* 0 for fixed and path-driven bodies */
    double drag, spin_drag;    /* first-order worlds: what resists motion and turning beside mass and inertia */
    const struct build *build; /* shared by consecutive bodies with equal properties */
};

/* How a body is made. */
struct build {
    vec3 center;                   /* centre of mass in the object's frame */
    sym3 inertia, inverse_inertia; /* about the centre of mass, object's axes */
    quat orientation;              /* of what does not turn by itself */
    vec3 place;                    /* of the centre of mass, of what does not move by itself */
};
extern const struct build build_none; /* of what does not turn: nodes, embedded points, variables */

/* How many of its velocities are linear columns of J: all of a general object. */
static inline int body_width(const struct body *b) { return b->coordinates == COORDINATES_RIGID ? 3 : b->dofs; }

/* A particle among the numbers of a larger thing: its owner moves it, and accounts for it. */
static inline bool body_is_node(const struct body *b)
{
    return b->owner != NULL && b->coordinates == COORDINATES_POINT;
}

/* Where a body is and how it moves. Of a variable only x.x and v.x count. */
struct pose {
    vec3 x;        /* centre of mass */
    vec3 v, w;     /* velocity, angular velocity */
    vec3 a, alpha; /* acceleration that is known: prescribed of path-driven bodies, without constraints of others */
    mat3 r;        /* body to world */
    sym3 inverse_inertia; /* world axes; 0 for bodies that do not turn */
    double inverse_mass;  /* copied from the body, so that constraints find all they need in one place */
};
typedef struct pose real_pose; /* of kernels (math/wide.h) */

#endif
