/* contact_parts.h: declarations shared by the files of this room. */
#ifndef COLLIDE_CONTACT_PARTS_H
#define COLLIDE_CONTACT_PARTS_H

#include "collide/contact.h"

struct box3 {
    vec3 low, high;
};

/* A piece where it is now. */
struct placed {
    vec3 x; /* its centre, world */
    mat3 r; /* its axes */
};

struct placed place_piece(const struct piece *p, const struct pose *body);
struct box3 box_of_piece(const struct piece *p, const struct placed *at);

/* What a pair of boxes keeps from the last step: the contact axis (from 1), so that ties are broken the same way again,
 * and a separating axis, which only saves time. 0: none. */
struct pair_hint {
    int axis, parting;
};

/* Most pairs meet along one normal and need one manifold; a ring can touch in several places that face different ways. */
enum { PAIR_MANIFOLDS = CONTACT_MANIFOLDS };

/* Fills count, normal and points of out[0 …] and returns how many manifolds there are; 0: the pieces are further apart
 * than the margin. The piece types are in order. */
typedef int narrow_routine(const struct piece *a, const struct placed *pa, const struct piece *b,
                           const struct placed *pb, double margin, struct pair_hint *hint,
                           struct manifold out[PAIR_MANIFOLDS]);
narrow_routine narrow_pair;    /* any two types in order */
narrow_routine narrow_sphere;  /* round.c: a sphere and anything but a plane */
narrow_routine narrow_axes;    /* round.c: capsules, rods and cylinders */
narrow_routine narrow_box_box; /* box_box.c */
narrow_routine narrow_convex;  /* clip.c: any two convex pieces */
narrow_routine narrow_ring;    /* ring.c: anything but a plane, and a ring */
narrow_routine narrow_plane;   /* plane.c: anything, and a plane */

/* Adds a point between a place on each surface, if it is within the margin. */
void manifold_add(struct manifold *m, vec3 on_a, vec3 on_b, uint32_t feature, double margin);

/* ---- distances (gjk.c) ---- */

/* The furthest point of the core of a convex piece along d (any length), world. A core is the piece without its rounding:
 * a point for a sphere, a segment for a capsule, what a ball of that radius leaves of an ellipsoid in which it can roll;
 * `piece_rounding` is what is left out. */
vec3 piece_support(const struct piece *p, const struct placed *at, vec3 d);
static inline double piece_rounding(const struct piece *p)
{
    return p->type == PIECE_SPHERE || p->type == PIECE_CAPSULE || p->type == PIECE_ELLIPSOID ? p->radius : 0;
}

/* Distance of two convex pieces, or their penetration depth. */
struct separation {
    double gap;      /* negative: overlap */
    vec3 normal;     /* unit, from a to b */
    vec3 on_a, on_b; /* the two nearest (deepest) points of the surfaces */
    bool found;      /* false: further than the margin, and nothing else is set */
};
struct separation convex_separation(const struct piece *a, const struct placed *pa, const struct piece *b,
                                    const struct placed *pb, double margin);
/* The same for a point (radius 0) and any piece but a plane: gap, the normal from the piece to the point, the place on the
 * piece's surface. */
struct separation point_separation(vec3 p, const struct piece *b, const struct placed *pb);

/* The point of a ring's curve nearest to p, in the ring's axes. */
vec3 ring_nearest(const struct piece *ring, vec3 p);
/* The direction beside `axis` that d leans to, in the piece's axes, unit: where a disc is lowest. False if d is so nearly
 * parallel to the axis that rounding decides; then it is x. */
bool lean(double dx, double dy, double *ux, double *uy);

/* Closest points of the segments p ± u and q ± v: parameters in [-1, 1]. */
void closest_segments(vec3 p, vec3 u, vec3 q, vec3 v, double *s, double *t);

/* ---- clipping (clip.c) ---- */

enum { FACE_POINTS = 12 };

/* The part of a piece's surface that faces a direction: a point, an edge or a polygon, anticlockwise seen from outside. */
struct face {
    int count;
    vec3 point[FACE_POINTS];
    uint32_t name[FACE_POINTS]; /* of its corners */
};
/* Corners that lie less than `flat` behind the foremost one belong to it. */
void face_of_piece(const struct piece *p, const struct placed *at, vec3 d, double flat, struct face *out);
/* The manifold of two faces that meet along the normal: up to four points of where they lie over each other. */
void clip_faces(const struct face *a, const struct face *b, const struct separation *s, double rounding_a,
                double rounding_b, double margin, struct manifold *out);

/* A candidate point of a manifold. */
struct candidate {
    vec3 on_a, on_b;
    double gap;
    uint32_t feature;
};
/* Keeps at most four: the deepest, and those that span the largest area. */
void keep_four(const struct candidate *from, int count, vec3 normal, double margin, struct manifold *out);

enum { PLANE_CANDIDATES = 16 };
/* The lowest points of a piece over a plane through `on` with normal `up`, nearer than the margin (plane.c): on_a is the
 * piece's. Returns how many. */
int plane_candidates(const struct piece *p, const struct placed *at, vec3 up, vec3 on, double margin,
                     struct candidate *out);

/* ---- the tree of boxes (box_tree.c) ---- */

struct tree;
struct tree *tree_new(void);
struct tree *tree_copy(const struct tree *from);
void tree_free(struct tree *t);
void tree_clear(struct tree *t);
int tree_insert(struct tree *t, struct box3 box, int item); /* a leaf */
void tree_remove(struct tree *t, int leaf);
const struct box3 *tree_box(const struct tree *t, int leaf);
/* Calls found(ctx, item) for every leaf whose box meets this one. */
void tree_query(const struct tree *t, const struct box3 *box, void (*found)(void *ctx, int item), void *ctx);
int tree_height(const struct tree *t);

static inline bool boxes_meet(const struct box3 *a, const struct box3 *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}
static inline bool box_contains(const struct box3 *outer, const struct box3 *inner)
{
    return outer->low.x <= inner->low.x && outer->low.y <= inner->low.y && outer->low.z <= inner->low.z &&
           inner->high.x <= outer->high.x && inner->high.y <= outer->high.y && inner->high.z <= outer->high.z;
}

static inline mat3 m3_product(const mat3 *a, const mat3 *b)
{
    mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[3 * i + j] = a->m[3 * i] * b->m[j] + a->m[3 * i + 1] * b->m[3 + j] + a->m[3 * i + 2] * b->m[6 + j];
    return c;
}

#endif
