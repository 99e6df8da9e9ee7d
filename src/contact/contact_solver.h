/* contact_solver.h: impulses at contacts by sweeps (method §2, Contact and friction): the solver on flat arrays.
 *
 * One step of the world is a few short ones. In each: free motion of velocities, the impulses of the step before once
 * more (warm start), a sweep that also pushes overlaps apart, positions, and a sweep that takes the speed of that pushing
 * out again. A sweep goes over all points once, each with the velocities that the one before left (Gauss–Seidel):
 *
 *   normal     v_n + bias ≥ 0,  Λ_n ≥ 0,  one of them zero; softened a little where bodies overlap
 *   friction   the slip becomes zero if |Λ_t| ≤ μ Λ_n allows it, otherwise Λ_t stays on the cone, against the slip
 *
 * Manifolds that share no moving body are computed side by side, four in a vector: they are coloured so that within a
 * colour none meet, and lie in groups of four. The same numbers come out of every width of vector registers.
 */
#ifndef CONTACT_CONTACT_SOLVER_H
#define CONTACT_CONTACT_SOLVER_H

#include "collide/contact.h"
#include "math/wide.h"

enum { STRUCK_ROUNDS = 8 };

struct contact_solver;

/* What is said of two bodies that may touch. */
struct contact_rule {
    double friction, bounce;
    double thickness, stiffness, damping; /* of a soft layer; thickness 0: rigid */
};

/* Velocities in a step, one cache line a body; the last one is nobody's, for lanes that are not used. */
struct moving {
    double v[3], w[3], unused[2];
};

/* What a sweep needs of a body besides. */
struct inertia {
    double inverse_mass;
    sym3 inverse_inertia; /* world axes, at the start of the step */
};

struct group_point {
    wide3 ra, rb; /* from the centres of mass */
    wide gap;     /* now */
    wide push_mass;
    wide drag_mass; /* the same along every tangent: so a drag on the cone is against the slip, not beside it */
    wide push, drag_u, drag_v;
};

struct group {
    int a[LANES], b[LANES];
    wide3 normal, u;
    wide mass_a, mass_b;            /* inverse */
    wide_sym3 inertia_a, inertia_b; /* inverse */
    wide friction, slowest;         /* the fastest push apart, negative */
    int points;
    bool soft;
    bool struck; /* some point closes fast: the points of a manifold are gone through several times, or what falls flat
                    would be thrown over by the first of them */
    struct group_point point[MANIFOLD_POINTS];
};

/* Beside each group, of the points: what only some passes look at. */
struct group_rest {
    struct manifold *manifold[LANES]; /* NULL: nothing in this lane */
    wide there[MANIFOLD_POINTS];      /* 1 where a lane has this point */
    wide gap[MANIFOLD_POINTS];        /* at the start of the step */
    wide approach[MANIFOLD_POINTS];   /* normal velocity then */
    wide most[MANIFOLD_POINTS];       /* largest push so far */
    wide bounce, slow;                /* restitution, and the speed below which there is none */
    wide thickness;                   /* of a soft layer, and of each point: */
    wide rate[MANIFOLD_POINTS], mass_scale[MANIFOLD_POINTS], push_scale[MANIFOLD_POINTS];
};

/* The passes over all groups, for one kind of instructions (contact_sweep.inc). */
struct contact_sweep {
    /* Masses and approach, once levers are set. */
    void (*prepare)(struct contact_solver *s);
    /* The impulses that the points remember, once. */
    void (*warm)(struct contact_solver *s);
    /* One sweep; `bias`: with pushing apart. Without, gaps are brought up to date with s->moved first. */
    void (*all)(struct contact_solver *s, bool bias);
};
extern const struct contact_sweep contact_sweep_base, contact_sweep_avx2;

struct contact_solver {
    int bodies;
    struct moving *moving;   /* by body: velocities, */
    struct moving *moved;    /* and how far they have brought it in this step */
    struct inertia *inertia; /* by body */
    struct group *group;
    struct group_rest *rest;
    int groups, group_capacity, body_capacity;
    void *moving_memory, *group_memory, *rest_memory; /* what the aligned ones lie in */
    ARRAY(int) order;                                 /* manifolds by colour */
    ARRAY(int) color;                                 /* of each manifold */
    uint64_t *used;                                   /* by body: colours of its manifolds */
    const struct contact_sweep *sweep;                /* by the instructions of this processor */
    double h;                                         /* the short step, s */
    double rate, mass_scale, push_scale;              /* of the softened normal rows */
};

struct contact_solver *contact_solver_new(void);
void contact_solver_free(struct contact_solver *s);
/* Room for this many bodies; all at rest and immovable until they are set. */
void contact_solver_bodies(struct contact_solver *s, int bodies);
/* From the manifolds of a space to groups, at these centres of mass; velocities (s->moving) and inertias are set already,
 * the velocities those of before the step. What strikes slower than `slow` does not bounce. */
void contact_solver_begin(struct contact_solver *s, struct contact_space *space, const struct pose *pose,
                          const struct contact_rule *rules, double short_step, double slow);
/* What has struck is thrown back. */
void contact_solver_bounce(struct contact_solver *s);
/* Impulses go back to the manifolds. */
void contact_solver_end(struct contact_solver *s);

#endif
