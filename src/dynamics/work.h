/* work.h: the data that an evaluation writes: one work per thread, world or entry of a batch.
 *
 * Numbers that can change without a change of topology (parameters, feedback, bounds, values of forces) are here too,
 * so that worlds with different numbers can share a plan; and what one evaluation leaves to the next: modes of limits
 * and motors, and which constraints are met.
 */
#ifndef DYNAMICS_WORK_H
#define DYNAMICS_WORK_H

#include "base/poll.h"
#include "linear/dense.h"
#include "dynamics/plan.h"

/* The variable data of the rows of a constraint. */
struct rows_state {
    double ks, kd, kv;    /* feedback: C̈ = −ks C − kd Ċ; velocity rows: φ̇ = −kv φ */
    double bounce, bound; /* restitution; largest |λ| of a motor */
    double push;          /* λ while pushed */
    double since;         /* time since which feedback closes it, s */
    enum mode mode : 8;
    bool out;            /* not in the matrix now: its J is meaningless, its λ is 0 */
    bool passed;         /* a free limit that was exceeded when it was settled, and still is */
    bool own_feedback;   /* ks and kd are the user's: never projected */
    bool met;            /* C and Ċ have vanished (project.c), */
    bool closed;         /* and those of its whole island: maintained by projection, not by feedback */
    bool displaced;      /* enforced by displacements, not by forces */
    unsigned char still; /* bit r: row r of its J is zero */
};

/* Projection of a row: none, C and Ċ to zero, or the rate of a velocity row to zero. */
enum row_closed { ROW_OPEN, ROW_POSITION, ROW_VELOCITY };

/* Data of limits and motors, by bounded constraint. */
struct work_limits {
    double *rate; /* ẏ of trial evaluations */
    double *speed;
    double *free_acceleration; /* W f, by v_count */
    bool *flag;                /* twice as many */
    enum mode *mode;
    bool *triggered; /* which event values crossed zero */
    double *guard;   /* a value below minus this has crossed zero unnoticed */
};

/* First-order worlds: the state at rest, and the velocities of the last evaluation (v_count numbers). */
struct work_first_order {
    double *still, *velocity;
};

/* Islands that are held softly (lenient.c). */
struct work_lenient {
    double softness; /* 0, or δ of A + δI for all of them */
    bool any;
    double size; /* of the model, m */
    bool *held;  /* by island */
    double *gap; /* g², by island */
};

/* The dense solver. */
struct work_dense {
    struct dense_square *room;
    double *matrix, *right;
    int *column; /* by body */
};

/* Islands of bodies with very different masses (uneven.c), by island: how λ was found. */
enum uneven_way {
    UNEVEN_PLAIN,   /* by plain factors: no pivot is small, or masses do not differ */
    UNEVEN_REFINED, /* by plain factors with small pivots, and refinement */
    UNEVEN_SPARSE,  /* rows depend on each other: by ldl_any or ldl_min_norm */
    UNEVEN_DENSE    /* and masses differ too much for these */
};
struct work_uneven {
    struct ldl_numbers *even; /* the matrix with equal masses; NULL: no island needs it */
    enum uneven_way *way;
    double *pivot;             /* its smallest pivot; -1: not asked for yet */
    double *weight, *residual; /* by row */
    double *motion;            /* v_count numbers */
    double *before;            /* by island: the last residual, and that of this round */
    struct uneven_left *left;
};
struct uneven_left {
    double e, r, lambda;
};

/* Results of the last evaluation. */
struct work_report {
    long evaluations, fallbacks, factorizations;
    bool contradictory, singular;
    int bad_constraint; /* the constraint whose rows are not finite; -1: none */
    int bad_body;       /* the body whose state is not finite; -1: none */
    double bad_t;   /* its time; poses and signals are still those of that moment, until the integrator tries another */
    double *bad_y;  /* the state then, in memory of the world; NULL: not needed */
    bool bad_known; /* bad_y is filled */
};

/* A block of memory that contains arrays. */
struct work_memory {
    char *at;
    size_t size, used;
};

struct work {
    struct work_memory numbers, heads, linked_numbers; /* of the arrays below (work.c) */

    /* numbers */
    struct rows_state *constraint;
    double *parameter;            /* of kinds */
    double *force_value;          /* of forces */
    double *let, *turns;          /* owned by the world, like */
    double *tracker_angle;        /* angles including whole turns, at the last update */
    double damping;               /* while a singular position is passed: see ldl_any */
    bool skip_multiplier_balance; /* only motion is needed: λ of redundant constraints need not be balanced */

    /* which constraints are met */
    signed char *closed;    /* by row: enum row_closed */
    int *island_open, open; /* number of constraints that are not met yet, by island and in total */

    /* features */
    struct contact_state *contact;     /* NULL: no contact */
    struct linked_work *linked;        /* NULL: no joints by coordinates (linked.h) */
    struct displacement *displacement; /* NULL: no constraints by displacements (displacement.h) */
    struct flexible_work *flexible;
    mat3 (*turning)[LATTICE_AROUND]; /* by embedded point and node: B */
    struct general_work *general;
    struct shown_work *shown;
    struct slide_work *slide;
    struct outside_state *outside;
    struct held_point *held;
    int held_count;
    unsigned char *taken;    /* by body: a reaction controls this particle */
    vec3 *held_acceleration; /* by body, of such particles */
    double *extra_rate;      /* of the numbers after the work done in the state vector */
    struct work_first_order first_order;

    struct poll *poll; /* of the world; NULL: nobody asks */

    /* threads */
    struct threads *threads;    /* of the world, for elements; NULL: one thread */
    struct threads *team;       /* the same, for bodies and constraints if there are many (share.c); NULL: one thread */
    signed char *island_report; /* by island: 1 singular, 2 contradictory */

    /* poses, signals and forces */
    struct pose *pose; /* a, α: in an evaluation W f, the accelerations without constraints, so that γ includes J W f */
    struct time_signal *time;
    struct signal *force_signal;
    vec3 field;            /* acceleration by uniform fields */
    struct wrench *wrench; /* applied, without fields */
    double power;          /* of forces without potential and of drives */

    /* the matrix */
    struct ldl_numbers *matrix;
    double *angular, *linear;     /* J by block */
    double (*hub_scale)[6];       /* by hub, for its unknown u: acceleration = scale · u */
    double *c, *cd;               /* by row of λ, unscaled */
    double *gamma;                /* likewise, for limits and motors only */
    double *right, *lambda, *rho; /* scaled, blocks then hubs */
    double *weight;               /* by row: scaled row = weight · row */
    double *multiplier;           /* λ in physical units */
    double *acceleration;         /* a change of velocities or positions, or v̇ if there are limits */
    double *scratch;              /* for tapes */
    struct rows rows_now;
    bool *fixed_ready; /* by island: its constant matrix is factored */
    struct work_dense dense;
    struct work_uneven uneven;
    struct work_limits limit;
    struct work_lenient lenient;
    struct work_report report;
};

/* Makes a work for a plan: numbers are zero, no constraint is met, poses of bodies that do not move are set. `work`
 * must be all zero or cleared; the memory of a cleared one is reused. The caller sets what belongs to the world (lets,
 * turns, threads, contacts, displacements). */
void work_make(const struct plan *plan, struct work *work);
/* After plan->linked was made: allocates joints by coordinates. */
void work_make_linked(const struct plan *plan, struct work *work);
/* Frees everything except the memory of its arrays. */
void work_clear(struct work *work);
void work_free(struct work *work);
/* Copies a work to another one, all zero or cleared, which continues from the same state; without contacts,
 * displacements and threads. */
void work_copy(const struct plan *plan, const struct work *from, struct work *to);

#endif
