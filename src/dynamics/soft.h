/* soft.h: constraints that are not solved for: by multiplier, by penalty, by reaction (method §4).
 *
 * They act in the same right-hand side as dynamic constraints: as applied forces or, for reactions, by changing the
 * acceleration of one mass point. Their rows are in the plan like others, but not in the matrix.
 */
#ifndef DYNAMICS_SOFT_H
#define DYNAMICS_SOFT_H

#include "object/shape.h"

struct plan;
struct work;

/* Is a constraint with this `by` neither solved for nor displaced? */
static inline bool soft_is_apart(tn_by by)
{
    return by == TN_BY_REACTION || by == TN_BY_MULTIPLIER || by == TN_BY_PENALTY;
}

/* One constraint by multiplier or by penalty. */
struct soft {
    int constraint;
    tn_by by;
    double stiffness, damping; /* penalty: force per C and per Ċ; multiplier: additional damping. Negative: from tau */
    double bound;              /* multiplier: largest λ */
    int state;                 /* multiplier: first of its λ, one per row, in the state vector */
};

/* One constraint by reaction, on one mass point: a particle, or a node of a flexible model. */
struct reaction {
    int constraint;
    int body;           /* particle, or embedded point that is a node */
    int flexible, node; /* of a node; otherwise -1 */
};

/* Mass points that must stay outside a solid or a plane. */
struct outside {
    int id;         /* slot of the constraint in the world */
    int flexible;   /* all nodes on the surface of this model, or -1: */
    int body, node; /* one: a particle, or a node of flexible model `of` */
    int of;
    int solid; /* body */
    const struct shape *shapes;
    int shape_count; /* 0: a plane */
    double reach;    /* radius of a ball around the solid's centre of mass; INFINITY for a plane */
};
struct outside_state {
    double ks, kd; /* feedback */
    /* results of the last evaluation */
    vec3 force, torque; /* on the solid, about its centre of mass */
    double depth;       /* of the deepest point, m */
    int count;          /* points that are held off */
};

/* A point that a solid holds off, in an evaluation. */
struct held_point {
    int outside;
    int body, flexible, node; /* of a particle: body */
    double mass, gap, known;  /* known: its required acceleration along the normal relative to the solid */
    vec3 normal, lever;       /* lever: from the solid's centre of mass */
    vec3 velocity;
    double push; /* acceleration along the normal that the reaction gives */
};

extern const struct evaluation soft_evaluation;
/* The gap between a point and a solid that it stays outside of, and the normal there; INFINITY if it is far away. */
double reaction_gap(const struct plan *plan, const struct work *work, int outside, vec3 x, vec3 *normal);
/* Of a constraint by penalty, at the updated state: force per C of a row. */
double soft_row_stiffness(const struct plan *plan, struct work *work, int constraint, int row, double t);
/* The number in the state with which a constraint by multiplier pushes with this force along its row, where it is met and
 * at rest. */
double soft_multiplier_of(const struct plan *plan, struct work *work, int soft, int row, double push, double t);
/* Reactions: change the accelerations of nodes without constraints, and add the forces on solids to the wrenches. After
 * all other forces. */
void reaction_forces(const struct plan *plan, struct work *work, double t, const double *y);
/* Sets the accelerations of particles with reactions, after free accelerations were computed. */
void reaction_hold(const struct plan *plan, struct work *work);

#endif
