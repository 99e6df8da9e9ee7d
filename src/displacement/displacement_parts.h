/* displacement_parts.h: declarations shared by the files of the displacement method. */
#ifndef DISPLACEMENT_DISPLACEMENT_PARTS_H
#define DISPLACEMENT_DISPLACEMENT_PARTS_H

#include "displacement/displacement.h"
#include "dynamics/dynamics_parts.h"

/* Maximum number of bodies per constraint: every input may be a point in soft material, with eight nodes. */
enum { MOST_JOINED = 8 * CONSTRAINT_INPUTS };

#define SMALL_TURN 0.5 /* rad: the largest rotation that counts as small */

/* A body while it is displaced, or the world, which does not move. Its pose (x, r, inverse_inertia) is the system's and
 * always current. */
struct mover {
    struct pose *p;
    const struct body *b; /* NULL: the world */
    bool moves;
    double w;        /* inverse mass */
    quat q;          /* orientation now */
    vec3 x0, v0, w0; /* before the step */
    vec3 free_x;     /* after free motion, */
    quat q0, free;   /* before the step; after free motion */
    vec3 dx, dr;     /* sum of corrections */
    int blocks;      /* constraints on it */
    int island;      /* -1: none */
    bool touched;    /* contacts have shifted it in this step */
};

/* Point Q of `two` in an area about point P of `one`. */
struct link {
    struct mover *one, *two;
    enum area area;
    vec3 p, q, u; /* in the bodies' axes, points from the centres of mass */
    double least, most;
    int source; /* P follows this time source; -1: none */
    double weight, compliance;
    vec3 b1, b2;  /* levers at the start of the step, */
    sym3 yields;  /* K, */
    sym3 inverse; /* and its inverse, with compliance */
    vec3 offset;  /* gap that may remain after this step */
    vec3 pull;    /* on `two` so far in this step: force · h² */
    double held;  /* pull of a limit: above 0 at `most`, below 0 at `least` */
    int held_for; /* steps, up to 3 */
    int block;
};

/* The angle between two axes, or the twist of two directions about them. */
struct swing {
    struct mover *one, *two;
    vec3 a1, a2, b1, b2;
    double least, most;
    double cos_least, cos_most;
    double weight, compliance;
    vec3 axis, gradient; /* at the start of the step: A1; gradient of the angle, 0: none */
    double offset;
    vec3 pull;   /* torque on `two` · h² */
    double held; /* as in links; the whole torque of a fixed angle */
    int held_for;
    int block;
};

/* A constraint that is treated by its rows. */
struct relation {
    const struct constraint_rows *constraint;
    double weight, compliance;
    double *j; /* at the start of the step, by block of J: rows × 6 */
    double offset[CONSTRAINT_ROWS], pull[CONSTRAINT_ROWS];
    int held_for;
    int block;
};

/* A limit with restitution. */
struct bounce {
    const struct constraint_rows *constraint;
    double before; /* Ċ before the step */
};

struct island {
    int link, links, swing, swings, twist, twists, relation, relations, mover, movers;
    bool converged;         /* the last corrections were small */
    bool overcorrected;     /* they have turned a body too far */
    int rounds;             /* iterations of this step, or of all; most + 1: not converged */
    double size2;           /* the square of the largest correction of the last iteration */
    bool strained;          /* corrections did not get smaller in the last step */
    bool driven;            /* a path, a drive or a motor may add energy */
    bool soft;              /* some constraint is soft, */
    double stored;          /* and had stored this energy after the last step */
    double gross, injected; /* energy added recently: by forces, and by corrections */
    double kinetic;         /* after the last step, */
    bool known;             /* if there was one */
};

struct displacement {
    const struct plan *plan;
    struct work *work;
    struct displacement_settings settings;
    struct pose ground;
    int movers, blocks, islands;
    struct mover *mover;         /* by body; then the world */
    struct mover **island_mover; /* movers by island */
    struct displaced *list;      /* as given */
    int *limit;
    bool *met;
    double *off; /* gap by constraint */
    struct link *link;
    struct swing *swing, *twist;
    struct relation *relation;
    double *jacobian; /* of the relations */
    int links, swings, twists, relations;
    struct island *island;
    double *y;                          /* the state at the end of the step, in progress */
    const double *before;               /* and at its start */
    double *rate, *copy, *trial, *free; /* v̇ of the last step; copies of a state; the state after free motion */
    double *lambda;                     /* of the constraints enforced by forces, in the last step */
    struct bounce *bounce;
    int bounces;
    double t, h;  /* end of the step, and its length; h = 0: positions only */
    bool mixed;   /* some constraints are enforced by forces */
    bool limited; /* the last step ended at the iteration limit */
    double reach; /* the longest lever of a link, m */
    bool any_source, any_unmet;
    bool fresh;  /* no step was made yet */
    bool shared; /* islands are distributed over threads */
    struct displacement_report report;
};

/* asin(s)/s; a series for s < 0.3. */
INLINE double arc_over_sine(double s)
{
    double x = s * s;
    if (x > 0.09)
        return asin(s) / s;
    return 1 +
           x * (1.0 / 6 + x * (3.0 / 40 + x * (15.0 / 336 + x * (105.0 / 3456 + x * (945.0 / 42240 + x * 0.01735)))));
}

/* ---- displacement_move.c: bodies ---- */

void mover_load(struct mover *m, const double *y);
void mover_store(const struct mover *m, double *y);
/* Rotates it by a small rotation vector, at most SMALL_TURN. The normalised quaternion (1, turn/2) rotates by
 * 2 atan(|turn|/2): as good as the exponential for small rotations, and much faster. */
INLINE void mover_rotate(struct mover *m, vec3 turn)
{
    double size2 = v3_dot(turn, turn);
    if (size2 == 0)
        return;
    if (size2 > SMALL_TURN * SMALL_TURN) {
        turn = v3_scale(SMALL_TURN / sqrt(size2), turn);
        size2 = SMALL_TURN * SMALL_TURN;
    }
    double unit = size2 < 1e-3 ? 1 + size2 * (-0.125 + size2 * (3.0 / 128 - size2 * (5.0 / 1024)))
                               : 1 / sqrt(1 + size2 / 4); /* 1/√(1 + size²/4) */
    double half = unit / 2;
    quat q = q_mul((quat){unit, half * turn.x, half * turn.y, half * turn.z}, m->q);
    double xx = 2 * q.x * q.x, yy = 2 * q.y * q.y, zz = 2 * q.z * q.z, xy = 2 * q.x * q.y, xz = 2 * q.x * q.z,
           yz = 2 * q.y * q.z, wx = 2 * q.w * q.x, wy = 2 * q.w * q.y, wz = 2 * q.w * q.z;
    m->q = q;
    m->p->r = (mat3){{1 - yy - zz, xy - wz, xz + wy, xy + wz, 1 - xx - zz, yz - wx, xz - wy, yz + wx, 1 - xx - yy}};
}

INLINE void mover_refresh(struct mover *m) /* its inverse inertia, after rotations */
{
    if (m->b->coordinates == COORDINATES_RIGID)
        m->p->inverse_inertia = s3_rotate(&m->p->r, &m->b->build->inverse_inertia);
}

/* Sets velocity and acceleration of its pose from the change of positions since the start of the step. */
void mover_set_velocity(struct mover *m, double h);
void mover_store_velocity(const struct mover *m, double *y);
/* Free motion from y, which the poses belong to, to d->y, h later; false if a body turns too far and `report_fast`. */
bool displacement_move(struct displacement *d, double h, const double *y, bool report_fast);
/* Writes corrected positions and velocities to d->y; false if corrections have turned a body too far and
 * `report_overcorrected`. */
bool displacement_velocities(struct displacement *d, double h, bool report_overcorrected);

/* ---- displacement_share.c: many islands ---- */

/* Can islands be processed in parallel, and is it worth it? */
bool displacement_shares(const struct displacement *d);
/* Calls `work` for every island, in parallel if they are shared. */
void islands_do(struct displacement *d, void (*work)(struct displacement *d, struct island *l));

/* ---- displacement_iterate.c: corrections ---- */

/* Iterates until the corrections are below the tolerance. Returns the number of iterations, most + 1 if they did not
 * converge, and whether corrections became smaller. */
int island_correct(struct displacement *d, const struct island *l, enum scheme scheme, int most, double tolerance,
                   bool *shrinks);
/* Corrects all islands, alternately with contacts if bodies touch, and updates the report. */
void displacement_correct(struct displacement *d, bool touching);

/* ---- displacement_met.c ---- */

void displacement_clear_offsets(struct displacement *d);
void displacement_view(struct displacement *d, double t, const double *y); /* poses at (t, y), offsets zero */
/* At the start of a step: the gap that each constraint may keep. */
void displacement_set_offsets(struct displacement *d);
void displacement_find_met(struct displacement *d);

/* ---- displacement_energy.c ---- */

/* xᵀ M y of an island's velocities: for x = y, twice the kinetic energy. */
double island_kinetic_product(const struct displacement *d, const struct island *l, const double *x, const double *y);
/* Reduces the velocities in d->y if corrections have added energy. */
void island_limit_energy(struct displacement *d, struct island *l);
bool displacement_struck(struct displacement *d); /* once per step */
void displacement_forget_held(struct displacement *d);

/* ---- displacement_joint.c: links, swings, twists ---- */

/* At the start of a step: stores levers and gradients, sets pulls to 0. */
void link_begin(const struct displacement *d, struct link *l);
void swing_begin(struct swing *s);
void twist_begin(struct swing *s);
vec3 link_gap(const struct link *l);     /* from where Q should be to Q */
double swing_gap(const struct swing *s); /* excess beyond the interval */
double twist_gap(const struct swing *s);
/* Jacobi: adds rotations (and, in scheme A, translations) to the sums of the movers, for `count` of them; `share` is
 * the fraction of each correction that is applied. */
void links_rotate(const struct displacement *d, struct link *l, int count, bool translate, double share);
void links_translate(const struct displacement *d, struct link *l, int count, double share);
void swings_rotate(const struct displacement *d, struct swing *s, int count, double share);
void twists_rotate(const struct displacement *d, struct swing *s, int count, double share);
/* Gauss–Seidel: corrections are applied immediately. `largest` is the square of the largest correction so far; the
 * return value is updated with theirs. */
double links_correct(const struct displacement *d, struct link *l, int count, double share, double largest);
double swings_correct(const struct displacement *d, struct swing *s, int count, double share, double largest);
double twists_correct(const struct displacement *d, struct swing *s, int count, double share, double largest);

/* ---- displacement_rows.c: relations ---- */

void relation_begin(struct displacement *d, struct relation *r, double t);
double relation_size(struct displacement *d, const struct relation *r);
/* The rows now, without offsets: C, h φ or h² ψ by level; for a limit only the excess. */
int relation_gap(struct displacement *d, const struct relation *r, double gap[CONSTRAINT_ROWS]);
/* Jacobi: adds rotations and translations to the sums of the movers. */
void relation_add(struct displacement *d, struct relation *r, double share);
double relation_correct(struct displacement *d, struct relation *r, double share, double largest);
/* Before a step, and after it. */
void bounce_watch(struct displacement *d, struct bounce *b);
void bounce_apply(struct displacement *d, const struct bounce *b, double *y);

#endif
