/* displacement_parts.h: what the files of the displacement method share. */
#ifndef DISPLACEMENT_DISPLACEMENT_PARTS_H
#define DISPLACEMENT_DISPLACEMENT_PARTS_H

#include "displacement/displacement.h"
#include "dynamics/dynamics_parts.h"

/* Bodies that a constraint may join: every input may be a point in soft material, which has eight nodes. */
enum { MOST_JOINED = 8 * CONSTRAINT_INPUTS };

#define SMALL_TURN 0.5 /* rad: more in one go is no small rotation */

/* A body while it is displaced; the world is one too, which does not move. Its pose (x, r, inverse_inertia) is the
 * system's and always that of now. */
struct mover {
    struct pose *p;
    const struct body *b; /* NULL: the world */
    bool moves;
    double w;        /* inverse mass */
    quat q;          /* orientation now */
    vec3 x0, v0, w0; /* before the step */
    vec3 free_x;     /* after free motion, */
    quat q0, free;   /* before the step; after free motion */
    vec3 dx, dr;     /* corrections that are being added up */
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
    int source; /* P follows this time source; -1 */
    double weight, compliance;
    vec3 b1, b2;  /* levers at the start of the step, */
    sym3 yields;  /* K, */
    sym3 inverse; /* and its inverse with what a soft one gives way */
    vec3 offset;  /* how far from the area it may still be after this step */
    vec3 pull;    /* on `two` so far in this step: force · h² */
    double held;  /* what a limit pulls with: above 0 at `most`, below 0 at `least` */
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
    vec3 axis, gradient; /* at the start of the step: A1; of the angle, 0 where it has none */
    double offset;
    vec3 pull;   /* torque on `two` · h² */
    double held; /* as in links; of a fixed angle all of it */
    int held_for;
    int block;
};

/* Anything that is known by its rows. */
struct relation {
    const struct item *item;
    double weight, compliance;
    double *j; /* at the start of the step, by part: rows × 6 */
    double offset[CONSTRAINT_ROWS], pull[CONSTRAINT_ROWS];
    int held_for;
    int block;
};

/* A limit that bounces. */
struct bounce {
    const struct item *item;
    double before; /* Ċ before the step */
};

struct island {
    int link, links, swing, swings, twist, twists, relation, relations, mover, movers;
    bool quiet;             /* the last corrections were small */
    bool torn;              /* they have turned a body too far */
    int rounds;             /* iterations of this step, or of all; most + 1: not enough */
    double size2;           /* the square of the largest correction of the last one */
    bool strained;          /* corrections did not get smaller in the last step */
    bool driven;            /* a path, a drive or a motor may bring energy */
    bool soft;              /* some constraint is soft, */
    double stored;          /* and had this much stored after the last step */
    double gross, injected; /* energy: what forces have put in, and what corrections have, since it was made */
    double kinetic;         /* after the last step, */
    bool known;             /* if there was one */
};

struct displacement {
    const struct plan *plan;
    struct work *work;
    struct displacement_settings settings;
    struct pose ground;
    int movers, blocks, islands;
    struct mover *mover;    /* by body; then the world */
    struct mover **of;      /* movers by island */
    struct displaced *list; /* as given */
    int *limit;
    bool *met;
    double *off; /* by how much each constraint is off */
    struct link *link;
    struct swing *swing, *twist;
    struct relation *relation;
    double *jacobian; /* of the relations */
    int links, swings, twists, relations;
    struct island *island;
    double *y;                          /* the state that is being made, */
    const double *before;               /* and that from before the step */
    double *rate, *copy, *trial, *free; /* v̇ of the last step; copies of a state; the state after free motion */
    double *lambda;                     /* of the constraints that are met by forces, in the last step */
    struct bounce *bounce;
    int bounces;
    double t, h;  /* end of the step, and its length; h = 0: positions alone */
    bool mixed;   /* some constraints are met by forces */
    bool limited; /* the last step ended at the limit */
    double reach; /* the longest levers of a link, m */
    bool any_source, any_unmet;
    bool fresh;  /* no step was made yet */
    bool shared; /* islands go to all threads */
    struct displacement_report report;
};

/* Small and called from everywhere: left to itself the compiler keeps some of them apart. */

/* asin(s)/s for small s; from 0.3 on the library does it. */
INLINE double arc_over_sine(double s)
{
    double x = s * s;
    if (x > 0.09)
        return asin(s) / s;
    return 1 +
           x * (1.0 / 6 + x * (3.0 / 40 + x * (15.0 / 336 + x * (105.0 / 3456 + x * (945.0 / 42240 + x * 0.01735)))));
}

/* ---- displacement_move.c: bodies ---- */

void mover_take(struct mover *m, const double *y);
void mover_give(const struct mover *m, double *y);
/* Turns it by a small rotation vector, at most SMALL_TURN. The quaternion (1, turn/2) made unit length turns by
 * 2 atan(|turn|/2): as good as the exponential for what is small, and a fraction of its time. */
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

INLINE void mover_refresh(struct mover *m) /* its inverse inertia, after turns */
{
    if (m->b->coordinates == COORDINATES_RIGID)
        m->p->inverse_inertia = s3_rotate(&m->p->r, &m->b->build->inverse_inertia);
}

/* Velocity and acceleration as the way travelled since the beginning of the step tells them, into its pose. */
void mover_travel(struct mover *m, double h);
void mover_give_velocity(const struct mover *m, double *y);
/* Free motion from y, where the poses are, to d->y, h later; false if a body turns too far. */
bool displacement_move(struct displacement *d, double h, const double *y, bool ask_far);
/* Positions and velocities of what was corrected into d->y; false if corrections have turned a body too far and
 * `ask_torn`. */
bool displacement_velocities(struct displacement *d, double h, bool ask_torn);

/* ---- displacement_share.c: many islands ---- */

/* Whether islands may be done at the same time, and are worth it. */
bool displacement_shares(const struct displacement *d);
/* Calls work for every island, on all threads if they are shared. */
void islands_do(struct displacement *d, void (*work)(struct displacement *d, struct island *l));

/* ---- displacement_iterate.c: corrections ---- */

/* Until the corrections are below the tolerance; the number of iterations, most + 1 if they are not. Whether they got
 * smaller at least. */
int island_correct(struct displacement *d, const struct island *l, enum scheme scheme, int most, double tolerance,
                   bool *shrinks);
/* All islands, in turn with contacts where bodies touch; what happened goes to the report. */
void displacement_correct(struct displacement *d, bool touching);

/* ---- displacement_met.c ---- */

void displacement_clear_offsets(struct displacement *d);
void displacement_view(struct displacement *d, double t, const double *y); /* all as it is at (t, y), offsets zero */
/* At the beginning of a step: what each constraint may keep of its gap. */
void displacement_set_offsets(struct displacement *d);
void displacement_find_met(struct displacement *d);

/* ---- displacement_energy.c ---- */

/* Twice the kinetic energy of an island for velocities x and y: of two different ones, what they have in common. */
double island_kinetic_product(const struct displacement *d, const struct island *l, const double *x, const double *y);
/* Draws velocities in d->y back where corrections have put in energy. */
void island_hold_energy(struct displacement *d, struct island *l);
bool displacement_struck(struct displacement *d); /* once a step */
void displacement_forget_held(struct displacement *d);

/* ---- displacement_joint.c: links, swings, twists ---- */

/* At the beginning of a step: levers and gradients are taken, pulls begin at 0. */
void link_begin(const struct displacement *d, struct link *l);
void swing_begin(struct swing *s);
void twist_begin(struct swing *s);
vec3 link_gap(const struct link *l);     /* from where Q should be to Q */
double swing_gap(const struct swing *s); /* beyond the interval */
double twist_gap(const struct swing *s);
/* Jacobi: rotations (and, in scheme A, translations) are added up in the movers, for `count` of them; `share` of each
 * correction is made. */
void links_rotate(const struct displacement *d, struct link *l, int count, bool translate, double share);
void links_translate(const struct displacement *d, struct link *l, int count, double share);
void swings_rotate(const struct displacement *d, struct swing *s, int count, double share);
void twists_rotate(const struct displacement *d, struct swing *s, int count, double share);
/* Gauss–Seidel: at once. The square of the largest correction so far goes in and out. */
double links_correct(const struct displacement *d, struct link *l, int count, double share, double largest);
double swings_correct(const struct displacement *d, struct swing *s, int count, double share, double largest);
double twists_correct(const struct displacement *d, struct swing *s, int count, double share, double largest);

/* ---- displacement_rows.c: relations ---- */

void relation_begin(struct displacement *d, struct relation *r, double t);
double relation_size(struct displacement *d, const struct relation *r);
/* The rows now, offsets left out: C, h φ, h² ψ by their levels; of a limit only what is passed. */
int relation_gap(struct displacement *d, const struct relation *r, double gap[CONSTRAINT_ROWS]);
/* Jacobi: rotations and translations are added up in the movers. */
void relation_add(struct displacement *d, struct relation *r, double share);
double relation_correct(struct displacement *d, struct relation *r, double share, double largest);
/* Before a step, and after it. */
void bounce_watch(struct displacement *d, struct bounce *b);
void bounce_apply(struct displacement *d, const struct bounce *b, double *y);

#endif
