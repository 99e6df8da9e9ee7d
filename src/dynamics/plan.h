/* plan.h: what follows from the topology of a world: flat arrays, indices, sparsity, elimination order.
 *
 * The world (src/world) makes one from its objects, constraints and forces when the topology changes. Once made it is
 * never written again: evaluations write to a work (work.h), and any number of works may share a plan, each with a thread
 * of its own.
 */
#ifndef DYNAMICS_PLAN_H
#define DYNAMICS_PLAN_H

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
    uint64_t *load;           /* symbol keys; connectors are numbered from first_connector on */
    int first_connector;      /* among the forces' connectors */
    bool only_time;           /* depends on nothing but t and lets */
    bool times, paths;        /* depends on t itself, on paths */
    bool rates, second_rates; /* depends on velocities, on accelerations of things that move by forces */
};

/* Limits and motors: a row that need not hold always. One-sided rows must stay ≥ 0 and can only push (λ ≥ 0); motors hold
 * their row while |λ| stays within their bound. */
enum bound_kind { BOUND_NONE, BOUND_ONE_SIDED, BOUND_MOTOR };
enum mode {
    MODE_HELD,  /* the row is met: λ is solved for */
    MODE_FREE,  /* the row is let go: λ = 0 */
    MODE_PUSHED /* a motor at its bound: λ = push */
};

/* A parameter of a kind that is the turns of a joint. */
struct turned_parameter {
    int parameter; /* index in work.parameter */
    int tracker;
};

/* One constraint in the plan, or one limit or motor of a constraint. What of it changes is in work.item. */
struct item {
    constraint_kernel *kernel;          /* compiled kind, or NULL: then */
    const struct program *program;      /* a user's formula */
    constraint_wide_kernel *wide;       /* of it and the next three at once, if they are alike; otherwise NULL */
    const struct constraint_form *form; /* of a compiled kind, if it has ties to break; otherwise NULL */
    long diagonal;                      /* where its diagonal block lies in the matrix's values */
    int index;                          /* its own, in plan.item and work.item */
    int id;                             /* slot of the constraint in the world */
    int parameter;                      /* of a compiled kind: its first in work.parameter; -1: it has none */
    int input;                          /* index of its first input in plan.connector */
    int row;                            /* first row in λ */
    int block;                          /* its block in the matrix; -1 if nothing it touches can move */
    int part;                           /* moving bodies it touches: first in plan.part */
    int products, product;              /* with items before it: number, first in plan.product; */
    short parts;                        /* how many it has of these: */
    signed char inputs, rows;
    signed char level[CONSTRAINT_ROWS];
    signed char group[CONSTRAINT_ROWS]; /* rows that share a unit have the same number and are scaled together */
    int limit;                          /* which limit of the constraint; -1: the constraint itself */
    enum bound_kind bounds : 8;
    bool driven;   /* moved by t, a path or a speed: its power is work done from outside */
    bool constant; /* its J never changes: it ties points of affine bodies, and nothing else (general.h) */
    bool apart;    /* not solved for: by reaction, multiplier or penalty */
    bool exact;    /* a joint of a tree by coordinates: without gap, it needs no feedback and no projection */
};

/* The Jacobian of one constraint by one body, not scaled: its linear columns, which are stored only where they vary, and,
 * of a rigid body, its angular ones. */
struct part {
    int body;
    int item;
    int angular; /* index of rows × 3 numbers in work.angular */
    int linear; /* index of rows × 3, of a variable rows × 1, of a general object rows × n numbers in work.linear, */
    signed char has; /* if this enum linear_part is LINEAR_ANY */
    signed char rows;
    bool hub;   /* the body is a hub: it is not eliminated */
    bool turns; /* it is rigid: it has angular columns */
    short dofs;
    int row; /* the item's first */
};

/* A product J_row W J_columnᵀ of two parts on one body, of an item and one before it, and the block of the matrix that it
 * goes to. */
struct product {
    int row, column;
    long offset;
    bool adds;  /* another product has been there before */
    bool alike; /* it and the next three are computed at once */
};

/* A hub: a body with so many constraints that it stays in the matrix as unknowns of its own. */
struct hub {
    int body, block, row;
    long diagonal;
};
struct hub_product {
    int part, hub;
    long offset;
    bool transposed;
};

/* A joint's angle followed over whole turns. */
struct turns_tracker {
    struct connector input[3];
    bool in_step; /* the right-hand side depends on it */
};

enum solver_kind { SOLVER_SPARSE, SOLVER_SVD };

/* Applied forces, sorted by kind. */
struct plan_forces {
    int count;
    struct force_item *item;
    int connectors;
    struct connector *connector;
    int values;                 /* numbers in work.force_value */
    int formulas;               /* of values that vary: */
    struct expression *formula; /* the world keeps their tapes */
    int *formula_at;            /* where their outputs go in work.force_value */
};

struct plan_hubs {
    int count, products;
    struct hub *at;
    struct hub_product *product;
};

/* Islands of the matrix. */
struct plan_islands {
    int groups;
    int *group;  /* islands group by group, each enough for a thread: where each begins */
    bool *fixed; /* all items of the island are constant: its matrix is made and factored once */
};

/* Constraints that are not solved for (soft.h). */
struct plan_apart {
    int softs, reactions, outsides;
    struct soft *soft;
    struct reaction *reaction;
    struct outside *outside;
};

/* How many numbers a work needs. */
struct plan_sizes {
    int times;           /* signals of time: those of the sources, then those of points that slide along curves */
    int parameters;      /* of kinds */
    int angular, linear; /* of J: angular columns, and linear ones that vary */
    int all_rows;        /* those of items that nothing can move too */
    int dense_rows;      /* of the reference solver; 0: it is not asked for, or there are too many */
    size_t scratch;      /* doubles that tapes need */
};

struct plan {
    struct plan_sizes size;
    const struct four *four; /* by what instructions four are computed at once; NULL: they are not (four.h) */

    /* bodies, connectors, constraints, forces */
    int bodies, sources, connectors, items, trackers;
    struct body *body;
    struct expression *source;   /* three outputs each, then their first and second derivatives: nine; the world keeps
                                          their tapes */
    struct connector *connector; /* of the items, in their order: inputs of an item follow one another; by it: */
    signed char *item_partner;
    int *input_part; /* the part that each input adds to, -1 */
    struct item *item;
    int turned; /* parameters that are turns: */
    struct turned_parameter *turned_parameter;
    int *driven; /* items whose power is work done from outside */
    int driven_count;
    int *bounded; /* items with bounds */
    int bounded_count;
    struct turns_tracker *tracker;
    struct plan_forces force;
    bool many_elements; /* flexible models are worth several threads */
    bool formulas;      /* some items are users' formulas, which share their scratch: one thread has them */

    int evaluations; /* features that evaluations call (evaluation.h), in their order */
    const struct evaluation **evaluation;

    /* flexible models; their node bodies and embedded points lie behind the bodies of objects */
    int flexibles, embeddeds;
    struct flexible *flexible;
    struct embedded *embedded;
    /* objects with coordinates of their own kind; what they show lies behind the bodies of objects */
    int generals, showns;
    struct general_body *general;
    struct shown *shown;
    /* points that slide along curves; their places along them lie behind the multipliers in the state vector */
    int slides, first_slide;
    struct slide *slide;
    struct plan_apart apart;
    struct linked *linked; /* trees of joints by coordinates (linked.h); NULL: there are none */
    bool contact;          /* bodies touch (contact_step.h) */
    bool displaces;        /* some constraints are met by displacements (displacement.h) */

    /* the state vector: q of all, v of all, then the work done, then the numbers of elements and multipliers */
    int q_count, v_count, y_count, work_done, first_multiplier;
    int q_features;   /* of q, at its end: what belongs to features, and to no body of an object */
    bool first_order; /* v = W (f + Jᵀλ); the velocities in the state vector are only shown (first_order.c) */

    /* the matrix */
    enum solver_kind solver;
    struct ldl *matrix;
    int blocks, rows, parts, products;
    struct part *part;
    int *body_part_start, *body_part; /* the parts of body b: body_part[body_part_start[b]] … */
    struct product *product;
    struct plan_hubs hubs;
    struct plan_islands island;
    bool refactor; /* what is constant is factored every time, for measurements */
};

/* Parts of an item at most: an input on a flexible model has eight. */
enum { SYSTEM_PARTS = 8 * CONSTRAINT_INPUTS };

#endif
