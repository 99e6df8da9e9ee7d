/* displacement.h: displacement constraints (method §3): move first, then correct positions.
 *
 * One of these is made for a plan, alongside the matrix of the dynamic method. A step moves every body as if it were
 * free, displaces the bodies iteratively until the constraints hold, and computes the velocities from the change of
 * positions. Constraints that share no movable body are independent: every island iterates and converges on its own.
 */
#ifndef DISPLACEMENT_DISPLACEMENT_H
#define DISPLACEMENT_DISPLACEMENT_H

#include "dynamics/system.h"

struct displacement;

enum scheme { SCHEME_A, SCHEME_B, SCHEME_GAUSS_SEIDEL };

struct displacement_settings {
    enum scheme scheme;
    double alpha;     /* fraction of the correction that would satisfy a constraint alone; default 1 */
    int iterations;   /* limit per step */
    double tolerance; /* corrections smaller than this, in m and rad, end a step */
};

/* A constraint as this method treats it: by its articulation, by rows, or both (the limits of a hinge are rows). */
struct displaced {
    int id;                    /* slot of the constraint in the world */
    struct articulation joint; /* used if it is whole; otherwise the rows are used */
    int constraint;            /* its own rows, if they are used; -1: the articulation is, or it has no rows */
    int own;                   /* its own rows in any case; -1: none */
    int limits, limit;         /* limits and motors by rows: count, and index of the first in the accompanying list */
    double compliance;         /* m/N, or rad/(N m); 0: rigid */
    double tau;                /* s: time constant with which a constraint closes that is not met yet */
    bool met;                  /* it was met before: from then on it is closed completely in every step; */
    double off;                /* its gap then, m or rad: a larger one now means that a change has opened it */
    bool by_force; /* its force acts in free motion; corrected only together with constraints that have none */
};

/* Copies what it is given. */
struct displacement *displacement_new(const struct plan *plan, struct work *work,
                                      const struct displacement_settings *settings, const struct displaced *list,
                                      int count, const int *limits);
void displacement_free(struct displacement *d);

enum displacement_end {
    DISPLACEMENT_DONE,
    DISPLACEMENT_FAST,          /* in free motion a body turns too far for small rotations: try a shorter step */
    DISPLACEMENT_OVERCORRECTED, /* corrections turn a body too far: a shorter step may help */
    DISPLACEMENT_STUCK          /* something is not finite */
};

/* One step from (t, y) to t + h. Every outcome except DONE leaves y unchanged. FAST and OVERCORRECTED are returned only
 * on request: otherwise rotations of any size are accepted, and bodies in overcorrected islands keep the velocities of
 * free motion. */
enum displacement_end displacement_step(struct displacement *d, double t, double h, double *y, bool report_fast,
                                        bool report_overcorrected);

/* Positions only: corrects y until the corrections are below the tolerance or `iterations` were made. Velocities and
 * time do not change. Returns the number of iterations. */
int displacement_relax(struct displacement *d, double t, double *y, enum scheme scheme, int iterations,
                       double tolerance);

/* Would it use several threads (work->threads)? */
bool displacement_is_shared(const struct displacement *d);

/* Discards what is carried over from step to step. */
void displacement_restart(struct displacement *d);

int displacement_count(const struct displacement *d); /* of the constraints given */
int displacement_id(const struct displacement *d, int i);
/* Is the i-th of them met by now? */
bool displacement_met(const struct displacement *d, int i);

/* The gap of each at y, m or rad: off[displacement_count]. */
void displacement_gaps(struct displacement *d, double t, const double *y, double *off);

/* After a change of positions: constraints that hold at y are met, the others are not met yet. */
void displacement_note_met(struct displacement *d, double t, const double *y);

/* Statistics since it was made. */
struct displacement_report {
    long steps, iterations; /* iterations of a step: those of the island that took the most */
    int last, most;         /* in the last step, and in any */
    long limited;           /* steps that ended at the iteration limit, */
    double limited_first;   /* time of the first of them, s, */
    int worst;              /* id of the constraint with the largest gap after one of them; -1: none */
    double worst_size, worst_time;
};
const struct displacement_report *displacement_report(const struct displacement *d);

/* ẏ of the last step; if there was none since the start or a restart, that of a trial step of h on a copy of y. */
void displacement_rate(struct displacement *d, double t, double h, const double *y, double *ydot);
/* The constraint forces of the last step, by row of the system (work->multiplier), including those of articulations. */
void displacement_multipliers(struct displacement *d);

#endif
