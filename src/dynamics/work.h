/* work.h: what an evaluation writes: one for each thread, world or entry of a batch.
 *
 * Numbers that can change while the topology stands (parameters, feedback, bounds, values of forces) are here too, so that
 * worlds with different numbers share a plan; and what one evaluation leaves to the next: modes of limits and motors, and
 * which constraints are met.
 */
#ifndef DYNAMICS_WORK_H
#define DYNAMICS_WORK_H

#include "linear/dense.h"
#include "dynamics/plan.h"

/* An item as it is now. */
struct item_state {
    double ks, kd, kv;    /* feedback: C̈ = −ks C − kd Ċ; velocity rows: φ̇ = −kv φ */
    double bounce, bound; /* restitution; largest |λ| of a motor */
    double push;          /* λ while pushed */
    double since;         /* time from which it was left to its feedback, s */
    enum mode mode : 8;
    bool out;    /* takes no part in the matrix now: its J means nothing, its λ is 0 */
    bool passed; /* a limit that was beyond its bound when it was settled, free, and has not been within it since */
    bool own_feedback;   /* the user's ks and kd: never projected */
    bool met;            /* C and Ċ have vanished (project.c), */
    bool closed;         /* and those of its whole island: kept so by projection, not by feedback */
    bool displaced;      /* met by displacements, not by forces */
    unsigned char still; /* bit r: its row r moves nothing at all */
};

/* What projection does with a row: nothing, or C and Ċ to zero, or the rate of a row on velocities to zero. */
enum row_closed { ROW_OPEN, ROW_POSITION, ROW_VELOCITY };

/* What limits and motors look at, by bounded item. */
struct work_limits {
    double *rate; /* ẏ to look at */
    double *speed;
    double *free_acceleration; /* W f, by v_count */
    bool *flag;                /* twice as many */
    enum mode *mode;
    bool *triggered; /* which event values went through zero */
    double *guard;   /* below minus this a value has gone through zero unseen */
};

/* First-order worlds: the state at rest, and the velocities found last (v_count numbers). */
struct work_first_order {
    double *still, *velocity;
};

/* The reference solver. */
struct work_dense {
    struct dense_work *room;
    double *matrix, *right;
};

/* What happened. */
struct work_report {
    long evaluations, fallbacks, factorizations;
    bool contradictory, singular;
    int bad_item;  /* the constraint whose rows are not finite, -1 */
    int bad_body;  /* the body whose state is not finite, -1 */
    double bad_t;  /* when that was; poses and signals are still those of that moment, */
    double *bad_y; /* until the integrator tries another: the state of it, in memory of the world's; NULL: not wanted */
    bool bad_known; /* bad_y holds one */
};

/* A piece of memory that arrays lie in. */
struct work_memory {
    char *at;
    size_t size, used;
};

struct work {
    struct work_memory numbers, heads, linked_numbers; /* of the arrays below (work.c) */

    /* numbers */
    struct item_state *item;
    double *parameter;     /* of kinds */
    double *force_value;   /* of forces */
    double *let, *turns;   /* the world's, as are: */
    double *tracker_angle; /* when last looked, whole turns included */
    double softness;       /* 0, or δ of A + δI: a contradictory model held softly, so that it has a motion at all */
    double damping;        /* while a singular position is passed: see ldl_any */
    bool skip_multiplier_balance; /* only motion is asked for: λ of redundant constraints need not be shared fairly */

    /* which constraints are met */
    signed char *closed;    /* by row: enum row_closed */
    int *island_open, open; /* constraints that are not met yet, by island and in all */

    /* features */
    struct contact_state *contact;     /* NULL: bodies pass through each other */
    struct linked_work *linked;        /* NULL: no joint is by coordinates (linked.h) */
    struct displacement *displacement; /* NULL: no constraint is met by displacements (displacement.h) */
    struct flexible_work *flexible;
    mat3 (*turning)[8]; /* by embedded point and node: B */
    struct general_work *general;
    struct shown_work *shown;
    struct slide_work *slide;
    struct outside_state *outside;
    struct held_point *held;
    int held_count;
    unsigned char *taken;    /* by body: a reaction has this particle */
    vec3 *held_acceleration; /* by body, of such particles */
    double *extra_rate;      /* of what lies behind the work done in the state vector */
    struct work_first_order first_order;

    /* threads */
    struct threads *threads;    /* of the world, for elements; NULL: one */
    struct threads *team;       /* the same, for bodies and constraints, where there are many (share.c); NULL: one */
    signed char *island_report; /* by island: 1 singular, 2 contradictory */

    /* the state as it is seen */
    struct pose
        *pose; /* a, α: in an evaluation W f, the accelerations without constraints, so that γ holds J W f too */
    struct time_signal *time;
    struct signal *force_signal;
    vec3 field;            /* acceleration by uniform fields */
    struct wrench *wrench; /* applied, fields apart */
    double power;          /* of forces without potential and of drives */

    /* the matrix */
    struct ldl_numbers *matrix;
    double *angular, *linear;     /* J by part */
    double (*hub_scale)[6];       /* by hub, of its unknown u: acceleration = scale · u */
    double *c, *cd;               /* by row of λ, unscaled */
    double *gamma;                /* of limits and motors only, likewise */
    double *right, *lambda, *rho; /* scaled, blocks then hubs */
    double *weight;               /* of each row now: scaled row = weight · row */
    double *multiplier;           /* λ in true units */
    double *acceleration;         /* a change of velocities or positions, or v̇ where there are limits */
    double *scratch;              /* of tapes */
    struct rows rows_now;
    bool *fixed_ready; /* by island: what is constant was factored */
    struct work_dense dense;
    struct work_limits limit;
    struct work_report report;
};

/* A work for a plan: numbers are zero, nothing is met, bodies that do not move are in their places. A work that is all
 * zero, or one that was cleared, whose memory serves again. What belongs to the world (lets, turns, threads, contacts,
 * displacements) is the caller's. */
void work_make(const struct plan *plan, struct work *work);
/* After plan->linked was found: room for joints by coordinates. */
void work_make_linked(const struct plan *plan, struct work *work);
/* All but the memory of its arrays is freed. */
void work_clear(struct work *work);
void work_free(struct work *work);
/* Another work, all zero or cleared, that goes on from where this one is; contacts, displacements and threads apart. */
void work_copy(const struct plan *plan, const struct work *from, struct work *to);

#endif
