/* system.h: a world as the methods see it: flat arrays, constant while a step runs.
 *
 * The world (src/world) makes one from its objects, constraints and forces when
 * the topology changes (the plan: sizes, indices, sparsity, elimination order);
 * the methods and integrators then work on it without allocating anything.
 */
#ifndef METHOD_SYSTEM_H
#define METHOD_SYSTEM_H

#include "constraint/constraint_lanes.h"
#include "force/force.h"
#include "linear/dense.h"
#include "linear/ldl.h"
#include "method/flexible.h"
#include "method/slide.h"
#include "method/general.h"
#include "method/soft.h"

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

/* The parameters of a kind; those that are the turns of a joint, by index; -1: plain. */
struct item_numbers {
    double parameter[CONSTRAINT_PARAMETERS];
    int turns[CONSTRAINT_PARAMETERS];
};

/* One constraint in the plan, or one limit or motor of a constraint. */
struct item {
    constraint_kernel *kernel;          /* compiled kind, or NULL: then */
    const struct program *program;      /* a user's formula */
    constraint_lanes *lanes;            /* of it and the next three at once, if they are alike; otherwise NULL */
    const struct constraint_form *form; /* of a compiled kind, if it has ties to break; otherwise NULL */
    struct item_numbers *numbers;       /* of a compiled kind, if it has any; otherwise NULL */
    long diagonal;                      /* where its diagonal block lies in the matrix's values */
    int id;                             /* slot of the constraint in the world */
    int input;                          /* index of its first input in system.connector */
    int row;                            /* first row in λ */
    int block;                          /* its block in the matrix; -1 if nothing it touches can move */
    int part;                           /* moving bodies it touches: first in system.part */
    int products, product;              /* with items before it: number, first in system.product; */
    short parts;                        /* how many it has of these: */
    signed char inputs, rows;
    double ks, kd, kv; /* feedback: C̈ = −ks C − kd Ċ; velocity rows: φ̇ = −kv φ */
    signed char level[CONSTRAINT_ROWS];
    signed char group[CONSTRAINT_ROWS]; /* rows that share a unit have the same number and are scaled together */
    int limit;                          /* which limit of the constraint; -1: the constraint itself */
    double bounce, bound, push;         /* restitution; largest |λ| of a motor; λ while pushed */
    double since;                       /* time from which it was left to its feedback, s */
    enum bound_kind bounds : 8;
    enum mode mode : 8;
    bool out;    /* takes no part in the matrix now: its J means nothing, its λ is 0 */
    bool passed; /* a limit that was beyond its bound when it was settled, free, and has not been within it since */
    bool own_feedback;   /* the user's ks and kd: never projected */
    bool met;            /* C and Ċ have vanished (project.c), */
    bool closed;         /* and those of its whole island: kept so by projection, not by feedback */
    bool driven;         /* moved by t, a path or a speed: its power is work done from outside */
    bool displaced;      /* met by displacements, not by forces */
    bool constant;       /* its J never changes: it ties points of affine bodies, and nothing else (general.h) */
    unsigned char still; /* bit r: its row r moves nothing at all */
    bool apart;          /* not solved for: by reaction, multiplier or penalty */
    bool exact;          /* a joint of a tree by coordinates: without gap, it needs no feedback and no projection */
};

/* The Jacobian of one constraint by one body, not scaled: its linear columns, which are stored only where they vary, and,
 * of a rigid body, its angular ones. */
struct part {
    int body;
    int item;
    int angular; /* index of rows × 3 numbers in system.angular */
    int linear; /* index of rows × 3, of a variable rows × 1, of a general object rows × n numbers in system.linear, */
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
    bool alike; /* it and the next three go by lanes */
};

/* A hub: a body with so many constraints that it stays in the matrix as unknowns of its own. */
struct hub {
    int body, block, row;
    long diagonal;
    double scale[6]; /* unknown u: acceleration = scale · u */
};
struct hub_product {
    int part, hub;
    long offset;
    bool transposed;
};

/* A joint's angle followed over whole turns. */
struct turns_tracker {
    struct connector input[3];
    double last;  /* angle when last looked, whole turns included */
    bool in_step; /* the right-hand side depends on it */
};

enum solver_kind { SOLVER_SPARSE, SOLVER_SVD };

/* What projection does with a row: nothing, or C and Ċ to zero, or the rate of a row on velocities to zero. */
enum row_closed { ROW_OPEN, ROW_POSITION, ROW_VELOCITY };

struct system {
    /* what there is */
    int bodies, sources, connectors, items, forces, values, trackers;
    struct body *body;
    const struct expression
        *source; /* owned by the world; three outputs each, then their first and second derivatives: nine */
    struct connector *connector; /* of the items, in their order: inputs of an item follow one another; by it: */
    signed char *item_partner;
    int *input_part; /* the part that each input adds to, -1 */
    struct item *item;
    int *driven; /* items whose power is work done from outside */
    int driven_count;
    struct force_item *force;
    struct connector *force_connector;
    int force_connectors;
    bool only_fields;                /* no force but constant uniform fields */
    struct expression **force_value; /* for values that vary: outputs go to value[force_value_at] */
    int force_values;
    int *force_value_at;
    int *bounded; /* items with bounds */
    int bounded_count;
    struct turns_tracker *tracker; /* owned by the world, as are: */
    double *let, *turns;
    struct contact_state *contact; /* NULL: bodies pass through each other */
    struct linked *linked;         /* NULL: no joint is by coordinates (linked.h) */

    /* flexible models; their node bodies and embedded points lie behind the bodies of objects */
    int flexibles, embeddeds;
    struct flexible *flexible;
    struct embedded *embedded;
    /* objects with coordinates of their own kind; what they show lies behind the bodies of objects */
    int generals, showns;
    struct general_body *general;
    struct shown *shown;
    struct threads *threads; /* of the world, for elements; NULL: one */
    struct threads *team;    /* the same, for bodies and constraints, where there are many (share.c); NULL: one */
    bool formulas;           /* some items are users' formulas, which share their scratch: one thread has them */
    int *island_group;       /* islands group by group, each enough for a thread: where each begins, */
    int island_groups;
    signed char *island_report;      /* by island: 1 singular, 2 contradictory */
    struct connector *tracker_input; /* with flexible models: three for each tracker, as the plan has them */
    double *extra_rate;              /* of what lies behind the work in the state vector */

    /* points that slide along curves; their places along them lie behind the multipliers in the state vector */
    int slides, first_slide;
    struct slide *slide;

    /* constraints that are not solved for (soft.h) */
    int softs, reactions, outsides, held_count;
    struct soft *soft;
    struct reaction *reaction;
    struct outside *outside;
    struct held_point *held;
    unsigned char *taken;    /* by body: a reaction has this particle */
    vec3 *held_acceleration; /* by body, of such particles */

    /* the state vector: q of all, v of all, then the work done, then the numbers of elements and multipliers */
    int q_count, v_count, y_count, work, first_multiplier;

    /* first-order worlds (first_order.c): v = W (f + Jᵀλ); the velocities in the state vector are only shown */
    bool first_order;
    double *still, *velocity; /* the state at rest, and the velocities found last (v_count numbers) */

    /* the matrix */
    enum solver_kind solver;
    double softness; /* 0, or δ of A + δI: a contradictory model held softly, so that it has a motion at all */
    struct ldl *matrix;
    int blocks, rows, parts, products, hubs, hub_products, islands;
    struct part *part;
    int *body_part_start, *body_part; /* the parts of body b: body_part[body_part_start[b]] … */
    struct product *product;
    struct hub *hub;
    struct hub_product *hub_product;
    struct dense_work *dense; /* svd only */
    signed char *closed;      /* by row: enum row_closed */
    int *island_open, open;   /* constraints that are not met yet, by island and in all */
    double damping;           /* while a singular position is passed: see ldl_any */
    /* Islands whose items are all constant: their matrix is made and factored once. By island: whether it is so, and
     * whether that has been done. */
    bool *fixed_island, *fixed_ready;
    bool refactor; /* do it every time, for measurements */
    long factorizations;
    bool rough; /* only motion is asked for: λ of redundant constraints need not be shared fairly */
    struct displacement *displacement; /* NULL: no constraint is met by displacements (displacement.h) */

    /* work space of one evaluation */
    struct pose
        *pose; /* a, α: in an evaluation W f, the accelerations without constraints, so that γ holds J W f too */
    struct time_signal *time;
    struct signal *force_signal;
    double *value;
    vec3 field;                   /* acceleration by uniform fields */
    struct wrench *wrench;        /* applied, fields apart */
    double *angular, *linear;     /* J by part */
    double *c, *cd;               /* by row of λ, unscaled */
    double *gamma;                /* of limits and motors only, likewise */
    double *right, *lambda, *rho; /* scaled, blocks then hubs */
    double *weight;               /* of each row now: scaled row = weight · row */
    double *multiplier;           /* λ in true units */
    double *acceleration;         /* a change of velocities or positions, or v̇ where there are limits */
    double *scratch;              /* of tapes */
    double *dense_matrix, *dense_right;
    struct rows rows_now;
    double *event_rate, *event_speed, *free_acceleration; /* of the limits: ẏ to look at, speeds, W f */
    bool *event_flag;
    enum mode *event_mode;
    bool *triggered; /* by bounded item: which event values went through zero */
    double *guard;   /* by bounded item: below minus this a value has gone through zero unseen */

    /* what happened */
    long evaluations, fallbacks;
    bool contradictory, singular;
    double power;  /* of forces without potential and of drives */
    int bad_item;  /* the constraint whose rows are not finite, -1 */
    int bad_body;  /* the body whose state is not finite, -1 */
    double bad_t;  /* when that was; poses and signals are still those of that moment, */
    double *bad_y; /* until the integrator tries another: the state of it, in memory of the world's; NULL: not wanted */
    bool bad_known; /* bad_y holds one */
};

/* Parts of an item at most: an input on a flexible model has eight. */
enum { SYSTEM_PARTS = 8 * CONSTRAINT_INPUTS };

/* One number of the Jacobian; of a general object that of J L⁻ᵀ (general.h). */
static inline double system_jacobian(const struct system *s, const struct part *p, int row, int column)
{
    if (column >= 3 && p->turns)
        return s->angular[p->angular + 3 * row + column - 3];
    if (p->has == LINEAR_ANY)
        return s->linear[p->linear + (p->turns ? 3 : p->dofs) * row + column];
    return row == column ? p->has : 0;
}

/* y is the state vector (system.y_count numbers). All return TN_OK or TN_STUCK (something is not finite: see
 * bad_item, bad_body). */

/* q, v → poses, signals, values of formulas: all that positions and velocities determine. */
tn_status system_update(struct system *s, double t, const double *y);
/* The right-hand side: ẏ = f(t, y) by dynamic constraints. */
tn_status system_derivative(struct system *s, double t, const double *y, double *ydot);
/* The same, at the time and positions of the last call and other velocities: the matrix and its factors serve again. */
tn_status system_derivative_again(struct system *s, double t, const double *y, double *ydot);
/* q̇ of every body by the velocities of y, without any evaluation; not of flexible models and first-order worlds. */
void system_position_rates(const struct system *s, const double *y, double *ydot);
/* First-order worlds: the velocities that the last evaluation found, into the state that it was made at. */
void system_take_velocities(const struct system *s, double *y);
/* C and Ċ of every constraint at the updated state: s->c, s->cd. */
tn_status system_deviations(struct system *s, double t);
/* The rows of one item at the updated state. */
void system_rows(struct system *s, const struct item *it, double t, struct rows *out);

/* A symbol of an expression, whose connectors begin at `first` among those of the forces, at the updated state. */
double system_load(const struct system *s, double t, uint64_t key, int first);

/* ---- projection (project.c) ---- */

/* After system_derivative at (t, y), the end of an accepted step: constraints that are met get C = 0 and Ċ = 0 again, if
 * they are further off than `enough`. Returns how far they were, 0 if nothing was done; *gap (NULL: not wanted) how far of
 * that positions were. */
double system_project(struct system *s, double t, double *y, double enough, double *gap);
/* Another set of equations or another state, from time t on: nothing is known to be met. */
void system_open_all(struct system *s, double t);
/* After system_derivative at time t: notes which constraints are met by now. */
void system_close_met(struct system *s, double t);
/* Moves the positions by `fraction` of the displacement d (v_count numbers). */
void system_displace(const struct system *s, const double *d, double fraction, double *y);

/* ---- limits and motors (limits.c) ---- */

/* One number for each bounded item, positive while its mode is right, and through zero where it changes: the gap of a
 * limit that is free, λ of one that is held, what is left to the bound of a motor. */
tn_status system_event_values(struct system *s, double t, const double *y, double *g);
/* Puts things right at a moment where some of these numbers have gone through zero (`triggered`, NULL: at a start):
 * impacts change velocities in y, and the modes become those of the complementarity problem: λ ≥ 0, acceleration ≥ 0,
 * one of them zero. */
tn_status system_settle(struct system *s, double t, double *y, const bool *triggered);
/* After an accepted step whose event values were looked at: limits that have come back are not passed any more. */
void system_note_limits(struct system *s);

/* Bounds for the frequency² and the rate of damping of all that steps must be short against: elements, feedback, penalties
 * and reactions; not the forces of springs and formulas. */
void system_rates(struct system *s, double t, const double *y, double *square, double *damping);
/* How fast flexible models are deformed, 1/s, by velocities or accelerations that lie in y as velocities do. */
double system_change(const struct system *s, const double *y);

double system_kinetic(const struct system *s, const double *y);
double system_potential(struct system *s, const double *y);
/* After an accepted step: joints' angles are followed. */
void system_follow_turns(struct system *s, double t, const double *y);
/* One mass-weighted Gauss–Newton correction of positions, q ← q + W Jᵀμ with A μ = −C, shortened so that no body turns
 * by more than `most_turn` radians; velocities are not touched. Returns the largest |C| of a constraint before it in
 * *deviation. */
tn_status system_correct_positions(struct system *s, double t, double *y, double most_turn, double *deviation);
/* The largest |C| over the constraints for which count(ctx, item) holds (NULL: all) at the updated rows; *worst is the
 * item, -1 if there is none. */
double system_largest_deviation(const struct system *s, bool (*count)(void *ctx, const struct item *it), void *ctx,
                                int *worst);
/* Rows, Jacobian, matrix and the right-hand side of dynamic constraints at the updated state. `positions_only` leaves
 * out what does not live on positions. */
tn_status system_linearize(struct system *s, double t, bool positions_only);
/* Only the rows and the right-hand side, where the matrix is still that of these positions. */
void system_linearize_again(struct system *s, double t);
/* Factors that were kept are not used any more: somebody has put others in their place. */
void system_forget_factors(struct system *s);
/* λ (scaled, s->lambda; in true units s->multiplier) from s->right. */
void system_solve(struct system *s);
/* The same by the factors that the last system_solve left, if they were those of a regular matrix. */
void system_solve_again(struct system *s);
/* out ← W Jᵀλ: accelerations, or changes of velocities or positions (v_count numbers). */
void system_spread(const struct system *s, double *out);
/* After system_solve, for corrections: any λ will do, and near a singular position none may be large. system_damp makes
 * the factors ready and says whether the model is near one, system_solve_damped solves for another s->right. */
bool system_damp(struct system *s);
void system_solve_damped(struct system *s);
/* What an input of an item shows now. */
struct signal system_signal(const struct system *s, const struct item *it, int input);

#endif
