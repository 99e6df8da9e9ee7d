/* linked.h: linkages solved directly: trees of rigid bodies in joint coordinates (method §2, "Joints by coordinates").
 *
 * A joint of a tree has no gap: the pose of its child follows from that of its parent and the joint's coordinates.
 * Bodies, rows and everything based on them are unaffected: they use the state vector y of the system, which contains
 * every body. Integrators use another one, z, in which joint coordinates and velocities replace the bodies of trees,
 * with the same layout: positions, velocities, the work, the rest. Without trees the two are the same.
 *
 * Accelerations of trees without other constraints come from a recursion from the tips to the roots and back
 * (linked_solve.c); other trees keep the rows of their joints in the matrix, together with the rows that close loops.
 */
#ifndef DYNAMICS_LINKED_H
#define DYNAMICS_LINKED_H

#include "dynamics/system.h"

/* Freedoms of a joint: none; rotation about an axis, or translation along it; rotations about an axis of the parent and
 * a perpendicular one of the child; all rotations. */
enum linked_kind { LINKED_WELD, LINKED_HINGE, LINKED_SLIDER, LINKED_UNIVERSAL, LINKED_BALL };

/* A body of a tree and the joint that it hangs on. Parents come before their children. */
struct linked_joint {
    enum linked_kind kind;
    int body;        /* the child */
    int parent;      /* a body, -1: the world */
    int above;       /* the joint that the parent hangs on; -1: none */
    int root;        /* index among the roots, if the parent moves freely; otherwise -1 */
    int q, u;        /* first of its coordinates and velocities in z */
    int island;      /* of the matrix */
    vec3 on_parent;  /* the joint's point from the parent's centre of mass, parent's axes; on the world: its position */
    vec3 on_child;   /* from the child's, child's axes */
    quat home;       /* rotation from the child's to the parent's axes at angle zero */
    vec3 axis, side; /* parent's axes: axis of a hinge, slider or universal joint; second axis of the latter at zero */
    int tracker;     /* hinge: the tracker that follows its angle over whole turns; -1: none, */
    double sign;     /* 1 if it has the same angle, -1 if the opposite one */
};

/* A range of numbers that are the same in y and z. */
struct linked_run {
    int y, z, count;
};

/* A joint at the last expanded state, world axes. */
struct linked_now {
    vec3 from_parent, from_child; /* the joint's point, from the centres of mass */
    vec3 axis, side;
    mat3 r; /* of the child */
};

/* An articulated body: its inertia about a point, [m h; hᵀ j] acting on (a, α), and the force (f, n) at zero
 * acceleration. */
struct linked_inertia {
    sym3 m, j;
    mat3 h;
    vec3 f, n;
};

/* The relative acceleration of the two sides of a joint at ü = 0: linear, and of its rotations. */
struct linked_bias {
    vec3 c, c_turn, c_side;
};

/* Results of the pass towards the roots that the pass towards the tips needs. */
struct linked_step {
    struct linked_bias bias;
    sym3 inverse;      /* ball: j⁻¹ */
    mat3 h;            /* ball: h */
    vec3 f[2], n[2];   /* others: U = IA S of each freedom */
    double d[2], u[2]; /* 1/(Sᵀ U), −Sᵀ p */
};

struct linked {
    int joints, roots, runs;
    PLANNED(struct linked_joint, joint);
    PLANNED(int, root); /* bodies that carry joints and hang on none */
    PLANNED(struct linked_run, run);
    int q_count, count, work_done; /* of z */
    PLANNED(bool, island_direct);  /* by island of the matrix: only joints of trees */
    PLANNED(bool, is_child);       /* by body: it hangs on a joint by coordinates */
};

struct linked_work {
    double *y, *rate;       /* the last expanded state; ẏ */
    double *copy;           /* scratch for callers, as large as y */
    bool *skip, *skip_now;  /* by island: the recursion solves it now; being chosen */
    bool *body_skip;        /* by body: it is in such an island */
    bool *joint_skip;       /* by joint, likewise: its accelerations come from the recursion */
    bool direct;            /* the next evaluation may use the recursion */
    bool all_skip;          /* true if the recursion solves every island */
    struct linked_now *now; /* by joint */
    mat3 *root_r;
    struct linked_inertia *inertia, *root_inertia; /* by joint, by root */
    struct linked_step *step;
};

/* ---- the state of integrators ---- */

static inline int linked_count(const struct plan *plan)
{
    return plan->linked != NULL ? plan->linked->count : plan->y_count;
}
static inline int linked_work(const struct plan *plan)
{
    return plan->linked != NULL ? plan->linked->work_done : plan->work_done;
}
static inline int linked_q_count(const struct plan *plan)
{
    return plan->linked != NULL ? plan->linked->q_count : plan->q_count;
}

/* y of all bodies from z, at time t; also updates the trackers of whole turns. */
void linked_expand(const struct plan *plan, struct work *work, double t, const double *z, double *y);
/* z from y: the nearest coordinates; tracked angles include their whole turns. If `near`, z contains the coordinates of
 * a moment ago, and angles are the nearest to those. */
void linked_reduce(const struct plan *plan, const struct work *work, double t, const double *y, double *z, bool near);
/* ż from ẏ, after linked_expand of the same z and an evaluation there. */
void linked_rates(const struct plan *plan, const struct work *work, const double *z, const double *ydot, double *zdot);
/* The largest angular velocity of a joint, rad/s. */
double linked_fastest(const struct plan *plan, const double *z);
/* Moves the coordinates of joints with their velocities for the time h. */
void linked_move(const struct plan *plan, double h, double *z);
/* Quaternions in z: normalises them; the largest ||Q|² − 1|. */
void linked_normalise(const struct plan *plan, double *z);
double linked_stretch(const struct plan *plan, const double *z);
/* Copies only the numbers that are the same in both. */
void linked_scatter(const struct plan *plan, const double *z, double *y);
void linked_gather(const struct plan *plan, const double *y, double *z);

/* ---- accelerations (linked_solve.c) ---- */

/* Chooses the islands that the recursion solves in this evaluation. */
void linked_choose(const struct plan *plan, struct work *work);
/* Changes the accelerations of their bodies without constraints (pose a, α) to those with joints. */
void linked_accelerate(const struct plan *plan, struct work *work);

#endif
