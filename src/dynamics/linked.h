/* linked.h: linked systems solved directly: trees of rigid bodies in joint coordinates (method §2, "Joints by
 * coordinates").
 *
 * A joint of a tree has no gap: where its child is follows from where its parent is and from the joint's coordinates.
 * Bodies, rows and everything that looks at them know nothing of it: they have the state vector y of the system, in which
 * every body has its numbers. Integrators have another one, z, in which the bodies of trees have the coordinates and
 * velocities of their joints instead, laid out alike: positions, velocities, the work, the rest. Without trees the two
 * are the same.
 *
 * Accelerations of trees on which nothing else is solved for come from a recursion from the tips to the roots and back
 * (linked_solve.c); others keep the rows of their joints in the matrix, beside those that close loops.
 */
#ifndef DYNAMICS_LINKED_H
#define DYNAMICS_LINKED_H

#include "dynamics/system.h"

/* What a joint lets free: nothing; a turn or a shift along an axis; turns about an axis of the parent and one of the
 * child at right angles to it; all turns. */
enum linked_kind { LINKED_WELD, LINKED_HINGE, LINKED_SLIDER, LINKED_UNIVERSAL, LINKED_BALL };

/* A body of a tree and the joint that it hangs on. Parents come before their children. */
struct linked_joint {
    enum linked_kind kind;
    int body;        /* the child */
    int parent;      /* a body, -1: the world */
    int above;       /* the joint that the parent hangs on; -1: none, */
    int root;        /* and if the parent moves freely its number among the roots, -1 */
    int q, u;        /* where its coordinates and velocities begin in z */
    int island;      /* of the matrix */
    vec3 on_parent;  /* the joint's point from the parent's centre of mass, parent's axes; of the world: its place */
    vec3 on_child;   /* from the child's, child's axes */
    quat home;       /* child's axes to parent's where angles are zero */
    vec3 axis, side; /* parent's axes: of a hinge, slider or universal joint; the universal joint's second at zero */
    int tracker;     /* of a hinge: whose whole turns its angle tells, -1; */
    double sign;     /* and whether it is the angle of that, 1, or its negative */
};

/* Numbers that are the same in y and z. */
struct linked_run {
    int y, z, count;
};

/* A joint at the state last expanded, world axes. */
struct linked_now {
    vec3 from_parent, from_child; /* the joint's point, from the centres of mass */
    vec3 axis, side;
    mat3 r; /* of the child */
};

/* An articulated body: its inertia about a point, [m h; hᵀ j] on (a, α), and the force (f, n) that it needs at rest. */
struct linked_inertia {
    sym3 m, j;
    mat3 h;
    vec3 f, n;
};

/* What the accelerations on the two sides of a joint differ by at ü = 0: linear, and of its turns. */
struct linked_bias {
    vec3 c, c_turn, c_side;
};

/* What the way to the tips needs of the way to the roots. */
struct linked_step {
    struct linked_bias bias;
    sym3 inverse;      /* ball: j⁻¹ */
    mat3 h;            /* ball: h */
    vec3 f[2], n[2];   /* others: U = IA S of each of its freedoms */
    double d[2], u[2]; /* 1/(Sᵀ U), −Sᵀ p */
};

struct linked {
    int joints, roots, runs;
    struct linked_joint *joint;
    int *root; /* bodies with no joint above them that joints hang on */
    struct linked_run *run;
    int q_count, count, work_done; /* of z */
    bool *island_direct;           /* by island of the matrix: only joints of trees */
    bool *is_child;                /* by body: it hangs on a joint by coordinates */
};

struct linked_work {
    double *y, *rate;       /* the state last expanded; ẏ */
    double *copy;           /* for others' use, as large as y */
    bool *skip, *skip_now;  /* by island that is direct: the recursion does it now; being chosen */
    bool *body_skip;        /* by body: it is on such an island */
    bool *joint_skip;       /* by joint, likewise: its accelerations come from the recursion */
    bool direct;            /* the next evaluation may go by the recursion */
    bool all_skip;          /* there is nothing but such islands */
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

/* y of all bodies from z, at time t; joints that are followed over whole turns are told where they are. */
void linked_expand(const struct plan *plan, struct work *work, double t, const double *z, double *y);
/* z from y: coordinates are those that come nearest, angles of joints that are followed with their whole turns. If `near`,
 * z holds what they were a moment ago: angles may have gone round. */
void linked_reduce(const struct plan *plan, const struct work *work, double t, const double *y, double *z, bool near);
/* ż from ẏ, after linked_expand of the same z and an evaluation there. */
void linked_rates(const struct plan *plan, const struct work *work, const double *z, const double *ydot, double *zdot);
/* The largest speed of an angle, rad/s. */
double linked_fastest(const struct plan *plan, const double *z);
/* Coordinates of joints moved with their velocities for the time h. */
void linked_move(const struct plan *plan, double h, double *z);
/* Quaternions in z: to unit length; how far |Q|² is from it at most. */
void linked_normalise(const struct plan *plan, double *z);
double linked_stretch(const struct plan *plan, const double *z);
/* The numbers that are the same in both, alone. */
void linked_scatter(const struct plan *plan, const double *z, double *y);
void linked_gather(const struct plan *plan, const double *y, double *z);

/* ---- accelerations (linked_solve.c) ---- */

/* Which islands the recursion does in this evaluation. */
void linked_choose(const struct plan *plan, struct work *work);
/* Of their bodies: from the accelerations without constraints (pose a, α) to those with joints. */
void linked_accelerate(const struct plan *plan, struct work *work);

#endif
