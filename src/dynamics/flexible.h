/* flexible.h: flexible models in a system (method §4).
 *
 * The nodes of a lattice lie in the state vector as two runs, positions and velocities; element forces work on these
 * directly. Only what a constraint or a force is attached to is known to the rest of the method:
 *
 *   node bodies        particles whose numbers are those of a node: constraints act on them as on any body
 *   embedded points    what connectors show: y = Σ w_b x_b over the nodes of an element, with velocity Σ w_b v_b and,
 *                      where directions are asked for, the frame R of the material there: F = R U, F = Σ x_b ∇N_bᵀ,
 *                      whose angular velocity is linear in the nodes' velocities, ω = Σ B_b v_b
 *
 * An embedded point is a body without coordinates of its own: a constraint's J by it becomes J_linear w_b + J_angular B_b
 * by its nodes, and a force or torque on it is spread the same way.
 */
#ifndef DYNAMICS_FLEXIBLE_H
#define DYNAMICS_FLEXIBLE_H

#include "flexible/lattice.h"
#include "object/body.h"

struct plan;
struct work;
struct part;
struct item;
struct rows;

struct flexible {
    const struct lattice *lattice;
    int index;          /* its own, in plan.flexible and work.flexible */
    int body;           /* the object itself: a body that does not move on its own */
    int q, v;           /* where nodes begin in the state vector */
    int lambda, metric; /* where the numbers of elements begin; -1: it has none */
    int touched;        /* node bodies: how many, and which */
    int *touched_node, *touched_body;
    int skin_count, outsides; /* nodes that may be held off solids; by how many */
    int *skin;
    double *skin_margin; /* how far each is outside of the model's own surface; NULL: it lies on it */
};

/* What an evaluation makes of it. */
struct flexible_work {
    double *force;               /* 3 n, N: elements, without weight and what is attached */
    double *free;                /* 3 n, m/s²: accelerations without constraints */
    double *kept;                /* of node bodies, six for each */
    unsigned char *taken;        /* by node: a reaction has it; NULL: there are none */
    struct lattice_room lattice; /* of the loop over elements */
};

struct embedded {
    int index; /* its own, in plan.embedded and work.turning */
    int body;  /* its own */
    int flexible;
    int count;        /* of nodes with a weight or a gradient */
    int node[8];      /* of the lattice */
    int node_body[8]; /* bodies */
    double weight[8];
    vec3 gradient[8]; /* ∇N at rest, object's axes */
    bool has_frame;
};

/* The bodies of flexible objects: which model a body belongs to and which embedded point it is; -1: none. */
extern const struct evaluation flexible_evaluation;
static inline int flexible_model_of(const struct body *b) { return b->owner == &flexible_evaluation ? b->member : -1; }
static inline int flexible_point_of(const struct body *b)
{
    return b->owner == &flexible_evaluation ? b->point - 1 : -1;
}

/* Where embedded points are, after the poses of bodies are known. */
void flexible_poses(const struct plan *plan, struct work *work);
void flexible_pose(const struct plan *plan, struct work *work, int embedded); /* of one of them */
/* For steps that move bodies in their own way: the other nodes and the numbers of elements and multipliers, one step of
 * semi-implicit Euler with the rates found last. */
void flexible_advance(const struct plan *plan, const struct work *work, double h, double *y);
/* The same from one state to another, all nodes. */
void flexible_step(const struct plan *plan, const struct work *work, double h, const double *y, double *next);
/* The frame of the material for a deformation gradient F = R U. False, and no rotation, if the material is flat or inside
 * out there. */
bool flexible_frame(const mat3 *f, mat3 *rotation, mat3 *stretch);

#endif
