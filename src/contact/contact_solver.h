/* contact_solver.h: contact impulses by Gauss–Seidel sweeps (method §2, Contact and friction), on flat arrays.
 *
 * A step of the world consists of a few substeps. In each: free motion of velocities, warm start with the impulses of
 * the previous one, a sweep that also pushes overlaps apart (bias), the update of positions, and a sweep that removes
 * the velocity of the bias (relaxation). A sweep visits every point once, with the velocities that the previous one
 * left:
 *
 *   normal     v_n + bias ≥ 0,  Λ_n ≥ 0,  complementary; slightly softened where bodies overlap
 *   friction   the slip becomes zero if |Λ_t| ≤ μ Λ_n allows it, otherwise Λ_t stays on the cone, against the slip
 *
 * SIMD: manifolds that share no movable body are computed in parallel, four in a vector: they are coloured so that no
 * two of a colour share a body, and stored in groups of four. Results are the same for every width of vector registers.
 */
#ifndef CONTACT_CONTACT_SOLVER_H
#define CONTACT_CONTACT_SOLVER_H

#include "base/threads.h"
#include "collide/contact.h"
#include "math/wide.h"

enum { STRUCK_ROUNDS = 8 };

struct contact_solver;

/* Contact properties of a pair of bodies. */
struct contact_rule {
    double friction, bounce;
    double rolling, spinning;             /* largest torques per normal force, m */
    double threshold;                     /* slower impacts do not bounce, m/s; negative: chosen by the solver */
    double thickness, stiffness, damping; /* of a soft layer; thickness 0: rigid */
};

/* Velocities in a step, one cache line per body; the last one is a dummy for unused lanes. */
struct moving {
    double v[3], w[3], unused[2];
};

/* Other data of a body for a sweep. */
struct inertia {
    double inverse_mass;
    sym3 inverse_inertia; /* world axes, at the start of the step */
};

struct group_point {
    wide3 ra, rb; /* from the centres of mass */
    wide gap;     /* now */
    wide push_mass;
    wide drag_mass; /* the same for every tangent, so that friction on the cone is exactly against the slip */
    wide push, drag_u, drag_v;
};

struct group {
    int a[LANES], b[LANES];
    int to_a[LANES], to_b[LANES]; /* the same of bodies that move, otherwise -1: nothing is written for them */
    wide3 normal, u;
    wide mass_a, mass_b;            /* inverse */
    wide_sym3 inertia_a, inertia_b; /* inverse */
    wide belt_u, belt_v;            /* how fast b's surface runs against a's, along the tangents */
    wide friction, slowest;         /* slowest: limit of the bias velocity, negative */
    int points;
    bool soft;
    bool twists; /* some lane has rolling or spinning friction */
    bool struck; /* some point closes fast: the points of a manifold are iterated several times, otherwise the first of
                    them would tip over a body that lands flat */
    struct group_point point[MANIFOLD_POINTS];
};

/* Data of a group that only some passes use. */
struct group_rest {
    struct manifold *manifold[LANES];             /* NULL: nothing in this lane */
    wide there[MANIFOLD_POINTS];                  /* 1 where a lane has this point */
    wide gap[MANIFOLD_POINTS];                    /* at the start of the step */
    wide approach[MANIFOLD_POINTS];               /* normal velocity then */
    wide most[MANIFOLD_POINTS];                   /* largest push so far */
    wide sum[MANIFOLD_POINTS];                    /* of the pushes of all short steps */
    wide rolling, spinning, roll_mass, spin_mass; /* of the torques: lengths and effective inertias, */
    wide roll_u, roll_v, spin;                    /* and impulses */
    wide bounce, threshold;                       /* restitution, and the speed below which there is none */
    wide slow;                                    /* slower approaches are no impacts */
    wide thickness;                               /* of a soft layer; per point: */
    wide rate[MANIFOLD_POINTS], mass_scale[MANIFOLD_POINTS], push_scale[MANIFOLD_POINTS];
};

/* The passes over all groups, for one kind of instructions (contact_sweep.inc). */
struct contact_sweep {
    /* Masses and approach, once levers are set. */
    void (*prepare)(struct contact_solver *s);
    /* Warm start: applies the stored impulses of the points. */
    void (*warm)(struct contact_solver *s);
    /* A part of a sweep, some groups. `bias`: overlaps are pushed apart; without, gaps are first updated from s->moved. */
    void (*some)(struct contact_solver *s, bool bias, int from, int to);
};
extern const struct contact_sweep contact_sweep_base, contact_sweep_avx2;

/* Groups of one colour; how many parts must be done before. */
struct sweep_part {
    int from, to, before;
};

struct contact_solver {
    int bodies;
    struct moving *moving;   /* by body: velocities, */
    struct moving *moved;    /* and how far they have brought it in this step */
    struct inertia *inertia; /* by body */
    struct group *group;
    struct group_rest *rest;
    int groups, group_capacity, body_capacity;
    ARRAY(struct sweep_part) parts;                   /* of a sweep, in their order */
    struct threads *team;                             /* NULL: one thread */
    atomic_int done;                                  /* parts of the present sweep */
    void *moving_memory, *group_memory, *rest_memory; /* unaligned allocations of the above */
    ARRAY(int) order;                                 /* manifolds by colour */
    ARRAY(int) color;                                 /* of each manifold */
    uint64_t *used;                                   /* by body: colours of its manifolds */
    const struct contact_sweep *sweep;                /* by the instructions of this processor */
    double h;                                         /* the substep, s */
    double rate, mass_scale, push_scale;              /* of the softened normal rows */
    const vec3 *belt;                                 /* by body: velocity of its surface, body's axes; */
    int belts;                                        /* of so many bodies */
};

struct contact_solver *contact_solver_new(void);
void contact_solver_free(struct contact_solver *s);
/* Allocates this many bodies, at rest and immovable until they are set. */
void contact_solver_bodies(struct contact_solver *s, int bodies);
/* From the manifolds of a space to groups, at these centres of mass. Velocities (s->moving), those before the step, and
 * inertias must be set. Impacts slower than `slow` do not bounce. */
void contact_solver_begin(struct contact_solver *s, struct contact_space *space, const struct pose *pose,
                          const struct contact_rule *rules, double short_step, double slow);
/* Of the smaller piece: half of its smallest extent. */
double contact_size(const struct contact_space *space, const struct manifold *m);
/* At the end of a short step: adds up pushes. */
void contact_solver_note(struct contact_solver *s);
/* One sweep over all points, by all threads: groups of a colour share no body that moves, and the next colour begins when they
 * are done. */
void contact_solver_sweep(struct contact_solver *s, bool bias);
/* Is there anything that may bounce? */
bool contact_solver_bounces(const struct contact_solver *s);
/* Applies restitution. */
void contact_solver_bounce(struct contact_solver *s);
/* Stores the impulses in the manifolds. */
void contact_solver_end(struct contact_solver *s);

#endif
