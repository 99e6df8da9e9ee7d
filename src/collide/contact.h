/* contact.h: collision detection: pieces of bodies, pairs of them that are near, and contact manifolds.
 *
 * Geometry on flat arrays: bodies are numbers, poses come from outside, nothing is known of worlds, masses or time. A
 * body is made of pieces: convex ones, and rings (torus, chain link), which are closed curves with a thickness. Boxes
 * around the pieces are kept in a tree (broad phase); pieces that come near become a pair, for which points, normal and
 * gap are computed (narrow phase; method §2, Contact and friction).
 *
 * The result depends on the poses and on what each pair has stored, not on the shape of the tree: pairs are in the order
 * of their pieces. What a pair stores (impulses of its points, by feature) can be saved and restored.
 */
#ifndef COLLIDE_CONTACT_H
#define COLLIDE_CONTACT_H

#include <stdint.h>

#include "object/body.h"
#include "object/shape.h"

/* ---- pieces ---- */

/* In the order in which pairs are sorted: the routine for (a, b) is written for type(a) <= type(b). */
enum piece_type {
    PIECE_SPHERE,    /* radius; a particle is one of radius 0 */
    PIECE_CAPSULE,   /* radius; half.z from the middle to the centres of its ends */
    PIECE_BOX,       /* half sizes */
    PIECE_CYLINDER,  /* radius; half.z: a rod or a cylinder, with flat ends */
    PIECE_CONE,      /* radius at z = −half.z, the tip at 3 half.z */
    PIECE_ELLIPSOID, /* half axes; radius: that of a ball that rolls inside it, in part (piece_rounding) */
    PIECE_HULL,      /* the convex hull of its points */
    PIECE_RING, /* a round wire of this radius: half circles of radius half.x in the xz plane about z = ±half.z, joined by
                       straight pieces; of a torus half.z = 0 */
    PIECE_PLANE, /* the half space z <= 0 */
    PIECE_TYPES
};

/* Points of a convex hull; shared by the pieces of copies, counted. */
struct hull {
    int count;
    atomic_int references;
    double *x, *y, *z;
};

struct piece {
    enum piece_type type;
    int body;
    int part;      /* which piece of its body, from 0 */
    vec3 at;       /* its centre from the body's centre of mass, body's axes */
    mat3 turned;   /* its axes in the body's */
    double radius; /* m */
    vec3 half;     /* m */
    struct hull *hull;
    vec3 box_center, box_half; /* a box around it in its own axes */
    double reach;              /* of a ball around its centre */
    double size;               /* half of its smallest extent: tolerances are relative to it */
};

/* The pieces of an object's shapes, appended to `out` (room for shape_count; a hull is made for a mesh). `center` is the
 * centre of mass in the object's frame. Returns how many. */
int piece_of_shapes(const struct shape *shapes, int shape_count, int body, vec3 center, struct piece *out);
struct piece piece_of_plane(int body);
struct piece piece_of_particle(int body);
void piece_release(struct piece *p); /* its hull */
/* Is a mesh convex, to a thousandth of its size? Contact sees the hull of one that is not. */
bool piece_mesh_is_convex(const struct mesh *m);

/* ---- manifolds ---- */

enum { MANIFOLD_POINTS = 4 };

struct contact_point {
    vec3 at;          /* midway between the two surfaces, world */
    double gap;       /* between the surfaces along the normal, m; negative: they overlap */
    uint32_t feature; /* identifies the corners, edges or faces that meet; stable from step to step */
    double push;      /* kept by the solver for warm starts: normal impulse, */
    vec3 drag;        /* and that of friction, world axes */
};

struct manifold {
    int a, b;             /* bodies */
    int piece_a, piece_b; /* their pieces, by index */
    int rule;             /* what the filter said of the two bodies */
    int count;
    double time; /* the points are those of this time from now, where the pieces meet; their places are halfway back */
    vec3
        drift; /* half of how far b comes towards a until `time`, relative to a: levers of a are longer by it, of b shorter */
    bool solved; /* by another solver in this step: sweeps leave it out */
    vec3 normal; /* unit, from a to b */
    vec3 twist;  /* impulse of the torque of rolling and spinning friction on b, of the last solution, world axes */
    struct contact_point point[MANIFOLD_POINTS];
};

/* ---- the space ---- */

struct contact_space;

struct contact_space *contact_space_new(void);
void contact_space_free(struct contact_space *c);

/* Which bodies may touch: a number >= 0 that the manifolds carry as `rule`, or -1. Asked when two come near, and again
 * after contact_space_fill. */
typedef int contact_filter(void *ctx, int body_a, int body_b);

/* Replaces all bodies and pieces; the pieces are copied. Two bodies neither of which moves (movable[body] false) never
 * meet. Pairs of pieces that were there before keep what they stored; they are identified by part and by name of the body:
 * a number below `bodies`, no two alike, which outlasts a change of the bodies' numbers (NULL: these do not change). */
void contact_space_fill(struct contact_space *c, const struct piece *pieces, int count, const bool *movable,
                        const int *name, int bodies, contact_filter *filter, void *ctx);

/* Another space with the same pieces, pairs and manifolds. */
struct contact_space *contact_space_copy(const struct contact_space *from, contact_filter *filter, void *ctx);

/* Finds the manifolds at these poses (by body). Points up to a margin apart are found too, so that a solver can let them
 * come together: a small part of the size of the pieces, and how far the bodies come towards each other in the time
 * `ahead` with the velocities of the poses. */
void contact_find(struct contact_space *c, const struct pose *pose, double ahead);
/* For a manifold of pieces that are apart: do they meet in the time h, going on as they move? Then it becomes that of the
 * moment when they do (`time`). */
bool contact_meet(const struct contact_space *c, struct manifold *m, const struct pose *a, const struct pose *b,
                  double h);
int contact_count(const struct contact_space *c);
struct manifold *contact_at(struct contact_space *c, int i);
long contact_pairs(const struct contact_space *c); /* pairs that went through the narrow phase */

int contact_pieces(const struct contact_space *c);
const struct piece *contact_piece(const struct contact_space *c, int i);

/* What the pairs store, as one flat block: bytes needed, writing (which may be fewer), reading back. Reading discards
 * everything else and returns false if the block is invalid. */
size_t contact_memory_size(const struct contact_space *c);
size_t contact_memory_save(const struct contact_space *c, unsigned char *out);
bool contact_memory_restore(struct contact_space *c, const unsigned char *in, size_t size);
/* Clears all impulses. */
void contact_forget(struct contact_space *c);

/* ---- for tests and measurements ---- */

/* One pair of pieces at two poses, without a tree: the manifolds within `margin`. Returns how many. */
enum { CONTACT_MANIFOLDS = 4 };
int contact_pair(const struct piece *a, const struct pose *pa, const struct piece *b, const struct pose *pb,
                 double margin, struct manifold out[CONTACT_MANIFOLDS]);

#endif
