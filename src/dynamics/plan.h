/* plan.h: everything that follows from the topology of a world: flat arrays, indices, sparsity, elimination order.
 *
 * The world (src/world) makes a plan from its objects, constraints and forces when the topology changes. A plan never
 * changes afterwards: evaluations write to a work (work.h), and any number of works may share a plan, each in its own
 * thread.
 */
#ifndef DYNAMICS_PLAN_H
#define DYNAMICS_PLAN_H

#include "base/planned.h"
#include "constraint/constraint.h"
#include "force/force.h"
#include "linear/ldl.h"
#include "dynamics/flexible.h"
#include "dynamics/slide.h"
#include "dynamics/general_dynamics.h"
#include "dynamics/soft.h"

/* A quantity computed from formulas of t, lets, turns and connectors. */
struct expression {
    struct tape *tape;
    int outputs;
    int loads;
    PLANNED(uint64_t, load);  /* symbol keys; connectors are numbered from first_connector on */
    int first_connector;      /* among the forces' connectors */
    bool only_time;           /* depends only on t and lets */
    bool times, paths;        /* depends on t itself, on paths */
    bool rates, second_rates; /* depends on velocities, on accelerations of objects that move freely */
};

/* Limits and motors: rows that are not always active. One-sided rows must stay ≥ 0 and can only push (λ ≥ 0); motors
 * hold their row while |λ| stays within their bound. */
enum bound_kind { BOUND_NONE, BOUND_ONE_SIDED, BOUND_MOTOR };
enum mode {
    MODE_HELD,  /* the row is active: λ is solved for */
    MODE_FREE,  /* the row is inactive: λ = 0 */
    MODE_PUSHED /* a motor at its bound: λ = push */
};

/* A parameter of a kind that is the count of turns of a joint. */
struct turned_parameter {
    int parameter; /* index in work.parameter */
    int tracker;
};

/* The rows of one constraint, or of one limit or motor of a constraint. Their variable data is in work.constraint. */
struct constraint_rows {
    constraint_kernel *kernel;          /* compiled kind; NULL: */
    const struct program *program;      /* a user's formula */
    constraint_wide_kernel *wide;       /* SIMD kernel for this and the next three, if of one kind; or NULL */
    const struct constraint_form *form; /* of a compiled kind, if it has ties to break; otherwise NULL */
    long diagonal;                      /* offset of its diagonal block in the matrix's values */
    int index;                          /* in plan.constraint and work.constraint */
    int id;                             /* slot of the constraint in the world */
    int parameter;                      /* compiled kind: its first parameter in work.parameter; -1: none */
    int input;                          /* index of its first input in plan.connector */
    int row;                            /* first row in λ */
    int block;                          /* its block in the matrix; -1 if none of its bodies can move */
    int jacobian;                       /* its blocks of J, one by movable body: first in plan.jacobian */
    int products, product;              /* with earlier constraints: count, first in plan.product */
    short jacobians;                    /* counts: */
    signed char inputs, rows;
    signed char level[CONSTRAINT_ROWS];
    signed char group[CONSTRAINT_ROWS]; /* rows that share a unit have the same number and are scaled together */
    int limit;                          /* which limit of the constraint; -1: the constraint itself */
    enum bound_kind bounds : 8;
    bool driven;   /* moved by t, a path or a speed: its power is external work */
    bool constant; /* its J is constant: it joins only points of affine bodies (general.h) */
    bool apart;    /* not solved for: by reaction, multiplier or penalty */
    bool exact;    /* a joint of a tree by coordinates: without gap, needs no feedback and no projection */
};

/* A block of the Jacobian, unscaled: one constraint by one body; its linear columns, which are stored only if they vary, and,
 * for a rigid body, its angular ones. */
struct jacobian_block {
    int body;
    int constraint;
    int angular;     /* index of rows × 3 numbers in work.angular */
    int linear;      /* index of rows × 3 (variable: rows × 1, general object: rows × n) numbers in work.linear, */
    signed char has; /* if this enum linear_part is LINEAR_ANY */
    signed char rows;
    bool hub;   /* the body is a hub: it is not eliminated */
    bool turns; /* the body is rigid: there are angular columns */
    short dofs;
    int row; /* the constraint's first row */
};

/* A product J_row W J_columnᵀ of two blocks of J on one body, of a constraint and an earlier one, and the block of the
 * matrix that it is added to. */
struct product {
    int row, column;
    long offset;
    bool adds;  /* an earlier product belongs to the same block */
    bool alike; /* this and the next three are computed together (SIMD) */
};

/* A hub: a body with so many constraints that its acceleration stays in the matrix as unknowns. */
struct hub {
    int body, block, row;
    long diagonal;
};
struct hub_product {
    int jacobian, hub;
    long offset;
    bool transposed;
};

/* Follows a joint's angle over whole turns. */
struct turns_tracker {
    struct connector input[3];
    int place;    /* among all that the world has: where its angle and turns stand in the work */
    bool in_step; /* the right-hand side depends on it */
};

enum solver_kind { SOLVER_SPARSE, SOLVER_SVD };

/* Mass ratio of an island up to which small pivots of its matrix mean its directions alone. */
#define UNEVEN 1e3

/* Applied forces, sorted by kind. */
struct plan_forces {
    int count;
    PLANNED(struct force_item, item);
    int connectors;
    PLANNED(struct connector, connector);
    int values;                          /* numbers in work.force_value */
    int formulas;                        /* of values that vary: */
    PLANNED(struct expression, formula); /* their tapes belong to the world */
    PLANNED(int, formula_at);            /* first of their outputs in work.force_value */
};

struct plan_hubs {
    int count, products;
    PLANNED(struct hub, at);
    PLANNED(struct hub_product, product);
};

/* Islands of the matrix. */
struct plan_islands {
    int groups;
    PLANNED(int, group);    /* first island of each group; a group is enough work for a thread */
    PLANNED(bool, fixed);   /* by island: all constraints are constant, so that its matrix is factored once */
    PLANNED(double, ratio); /* by island: the largest mass of its bodies to the smallest; 1 if that means nothing */
    int uneven;             /* islands where it is above UNEVEN */
};

/* Constraints that are not solved for (soft.h). */
struct plan_apart {
    int softs, reactions, outsides;
    PLANNED(struct soft, soft);
    PLANNED(struct reaction, reaction);
    PLANNED(struct outside, outside);
    int handles; /* springy ones (handle.h) */
    PLANNED(struct handle, handle);
};

/* Sizes of the arrays of a work. */
struct plan_sizes {
    int times;           /* time signals: those of the sources, then those of points that slide along curves */
    int parameters;      /* of kinds */
    int angular, linear; /* of J: angular columns, and linear ones that vary */
    int all_rows;        /* including those of constraints without movable bodies */
    int dense_rows;      /* of the dense solver; 0: not needed, or too many */
    int dense_columns;
    size_t scratch; /* doubles that tapes need */
};

struct plan {
    struct plan_sizes size;
    const struct four *four; /* by what instructions four are computed at once; NULL: they are not (four.h) */

    /* bodies, connectors, constraints, forces */
    int bodies, sources, connectors, constraints, trackers;
    PLANNED(struct body, body);
    PLANNED(struct expression,
            source); /* three outputs each, then their first and second derivatives: nine; their tapes
                                          belong to the world */
    PLANNED(struct connector,
            connector); /* of the constraints, in order; the inputs of one are contiguous. By connector: */
    PLANNED(signed char, connector_partner);
    PLANNED(int, input_jacobian); /* the block of J that it adds to; -1: none */
    PLANNED(struct constraint_rows, constraint);
    int turned; /* parameters that are turns: */
    PLANNED(struct turned_parameter, turned_parameter);
    PLANNED(int, driven); /* constraints whose power is external work */
    int driven_count;
    PLANNED(int, bounded); /* constraints with bounds */
    int bounded_count;
    PLANNED(struct turns_tracker, tracker);
    struct plan_forces force;
    bool many_elements; /* flexible models are worth several threads */
    bool formulas;      /* some constraints are users' formulas, which share scratch memory: one thread evaluates all */

    int evaluations; /* features that evaluations call (evaluation.h), in order */
    const struct evaluation **evaluation;

    /* flexible models; their node bodies and embedded points follow the bodies of objects */
    int flexibles, embeddeds;
    PLANNED(struct flexible, flexible);
    PLANNED(struct embedded, embedded);
    /* objects with general coordinates; their connectors follow the bodies of objects */
    int generals, showns;
    PLANNED(struct general_body, general);
    PLANNED(struct shown, shown);
    /* points that slide along curves; their curve parameters follow the multipliers in the state vector */
    int slides, first_slide;
    PLANNED(struct slide, slide);
    struct plan_apart apart;
    PLANNED(struct linked, linked); /* trees of joints by coordinates (linked.h); NULL: there are none */
    bool contact;                   /* bodies may touch (contact_step.h) */
    bool displaces;                 /* some constraints are enforced by displacements (displacement.h) */

    /* the state vector: q of all, v of all, the work done, then state variables of elements and multipliers */
    int q_count, v_count, y_count, work_done, first_multiplier;
    int q_features;   /* numbers at the end of q that belong to features and to no body of an object */
    bool first_order; /* v = W (f + Jᵀλ); the velocities in the state vector are outputs only (first_order.c) */

    /* the matrix */
    enum solver_kind solver;
    PLANNED(struct ldl, matrix);
    int blocks, rows, jacobians, products;
    PLANNED(struct jacobian_block, jacobian);
    PLANNED(int, body_jacobian_start);
    PLANNED(int, body_jacobian); /* blocks of J by body b: body_jacobian[body_jacobian_start[b]] … */
    PLANNED(struct product, product);
    struct plan_hubs hubs;
    struct plan_islands island;
    bool refactor; /* factor constant matrices every time, for benchmarks */
};

/* Maximum number of blocks of J of a constraint: an input on a flexible model has eight. */
enum { SYSTEM_JACOBIANS = LATTICE_AROUND * CONSTRAINT_INPUTS };

#endif
