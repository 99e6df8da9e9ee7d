/* flexible.h: flexible models in a system (method §4).
 *
 * The nodes of a lattice are two contiguous parts of the state vector, positions and velocities, on which element
 * forces operate directly. The rest of the method sees only what constraints and forces are attached to:
 *
 *   node bodies        particles whose numbers are those of a node: constraints act on them as on any body
 *   embedded points    for connectors: y = Σ w_b x_b over the nodes of an element, with velocity Σ w_b v_b and,
 *                      for directions, the frame R of the material there: F = R U, F = Σ x_b ∇N_bᵀ, whose angular
 *                      velocity is linear in the nodes' velocities, ω = Σ B_b v_b
 *
 * An embedded point is a body without coordinates: a constraint's J by it becomes J_linear w_b + J_angular B_b by its
 * nodes, and a force or torque on it is distributed the same way.
 */
#ifndef DYNAMICS_FLEXIBLE_H
#define DYNAMICS_FLEXIBLE_H

#include "base/planned.h"
#include "flexible/lattice.h"
#include "object/body.h"

struct plan;
struct work;
struct jacobian_block;
struct constraint_rows;
struct rows;

struct flexible {
    const struct lattice *lattice;
    int index;          /* in plan.flexible and work.flexible */
    int body;           /* the object itself: a body without motion of its own */
    int q, v;           /* first number of its nodes in the state vector */
    int lambda, metric; /* first number of its elements' state variables; -1: none */
    int touched;        /* node bodies: count, nodes and bodies */
    PLANNED(int, touched_node);
    PLANNED(int, touched_body);
    int skin_count, outsides; /* nodes that may be held off solids; number of those solids */
    PLANNED(int, skin);
    PLANNED(double, skin_margin); /* distance of each outside the model's own surface; NULL: 0 */
};

/* Its results in an evaluation. */
struct flexible_work {
    double *force;               /* 3 n, N: of elements, without weight and attachments */
    double *free;                /* 3 n, m/s²: accelerations without constraints */
    double *kept;                /* saved state of node bodies, six numbers each */
    unsigned char *taken;        /* by node: a reaction controls it; NULL: there are none */
    struct lattice_room lattice; /* for the loop over elements */
};

struct embedded {
    int index; /* in plan.embedded and work.turning */
    int body;  /* its own */
    int flexible;
    int count;                     /* nodes with a weight or a gradient */
    int node[LATTICE_AROUND];      /* of the lattice */
    int node_body[LATTICE_AROUND]; /* bodies */
    double weight[LATTICE_AROUND];
    vec3 gradient[LATTICE_AROUND]; /* ∇N at rest, object's axes */
    bool has_frame;
};

/* For a body: the flexible model that it belongs to, and the embedded point that it is; -1: none. */
extern const struct evaluation flexible_evaluation;
static inline int flexible_model_of(const struct body *b) { return b->owner == &flexible_evaluation ? b->member : -1; }
static inline int flexible_point_of(const struct body *b)
{
    return b->owner == &flexible_evaluation ? b->point - 1 : -1;
}

/* A node as a body by itself: a point of the model `index`. */
struct body flexible_node(const struct plan *plan, int index, int corner);
/* Poses of embedded points, after those of bodies. */
void flexible_poses(const struct plan *plan, struct work *work);
void flexible_pose(const struct plan *plan, struct work *work, int embedded); /* of one of them */
/* For steps that move bodies themselves: advances the other nodes, the state variables of elements and the multipliers
 * by one step of semi-implicit Euler with the rates of the last evaluation. */
void flexible_advance(const struct plan *plan, const struct work *work, double h, double *y);
/* The same from one state to another, all nodes. */
void flexible_step(const struct plan *plan, const struct work *work, double h, const double *y, double *next);
/* The frame of the material for a deformation gradient F = R U. False, and no rotation, if the material is flat or
 * inverted there. */
bool flexible_frame(const mat3 *f, mat3 *rotation, mat3 *stretch);

#endif
