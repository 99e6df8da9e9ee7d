/* displacement.h: displacement constraints (method §3): move first, then mend positions.
 *
 * One of these is made for a plan, beside the matrix of the dynamic method. A step moves every body as if it were free,
 * displaces the bodies a little, again and again, until the constraints hold, and takes the velocities from the way
 * that was travelled. Constraints that do not share a moving body do not meet: every such island is worked on by itself
 * and stops by itself.
 */
#ifndef DISPLACEMENT_DISPLACEMENT_H
#define DISPLACEMENT_DISPLACEMENT_H

#include "dynamics/system.h"

struct displacement;

enum scheme { SCHEME_A, SCHEME_B, SCHEME_GAUSS_SEIDEL };

struct displacement_settings {
    enum scheme scheme;
    double alpha;     /* share of the correction that would meet a constraint alone; 1 */
    int iterations;   /* at most, a step */
    double tolerance; /* corrections smaller than this, in m and rad, end a step */
};

/* A constraint as this method takes it: by its articulation, by rows, or both (the limits of a hinge are rows). */
struct displaced {
    int id;                    /* slot of the constraint in the world */
    struct articulation joint; /* if it is whole, otherwise the rows stand for it */
    int item;                  /* its own rows where they stand for it, -1: the articulation says it, or it has none */
    int own;                   /* its own rows in any case, -1: none */
    int limits, limit;         /* limits and motors by rows: number, and first in the list given beside */
    double compliance;         /* m/N, or rad/(N m); 0: rigid */
    double tau;                /* s: how a constraint that is not met yet closes */
    bool met;                  /* it was met before: from now on it is closed in every step, */
    double off;                /* and off by so much, m or rad: more now means that a change has opened it */
    bool by_force; /* it is met by its force in free motion; corrected only beside those that are met here alone */
};

/* Copies what it is given. */
struct displacement *displacement_new(const struct plan *plan, struct work *work,
                                      const struct displacement_settings *settings, const struct displaced *list,
                                      int count, const int *limits);
void displacement_free(struct displacement *d);

enum displacement_end {
    DISPLACEMENT_DONE,
    DISPLACEMENT_TOO_FAR, /* a body turns so far by itself that small rotations are none: try a shorter step */
    DISPLACEMENT_TORN,    /* or is turned so far by corrections: a shorter step may help, but need not */
    DISPLACEMENT_STUCK    /* something is not finite */
};

/* One step from (t, y) to t + h. Anything but DONE leaves y as it was. TOO_FAR and TORN come only where they are asked
 * for: otherwise turns of any size are taken, and bodies that corrections have torn round do not get their velocities
 * from that. */
enum displacement_end displacement_step(struct displacement *d, double t, double h, double *y, bool ask_far,
                                        bool ask_torn);

/* Positions alone: corrects y until the corrections are below the tolerance or `iterations` were made. Velocities and
 * time are not touched. Returns the iterations. */
int displacement_relax(struct displacement *d, double t, double *y, enum scheme scheme, int iterations,
                       double tolerance);

/* Whether it would use a team of threads, work->threads. */
bool displacement_is_shared(const struct displacement *d);

/* Forgets what it carries from step to step. */
void displacement_restart(struct displacement *d);

int displacement_count(const struct displacement *d); /* of the constraints given */
int displacement_id(const struct displacement *d, int i);
/* Whether the i-th of them is met by now. */
bool displacement_met(const struct displacement *d, int i);

/* By how much each is off at y, m or rad: off[displacement_count]. */
void displacement_off(struct displacement *d, double t, const double *y, double *off);

/* Positions were looked for: those that hold at y are met, the others have yet to be. */
void displacement_note_met(struct displacement *d, double t, const double *y);

/* What happened, since it was made. */
struct displacement_report {
    long steps, iterations; /* iterations of a step: those of the island that took most */
    int last, most;         /* in the last step, and in any */
    long limited;           /* steps that ended at the limit, */
    double limited_first;   /* the first of them, s, */
    int worst;              /* the constraint that was furthest off after one of them (its id, -1), */
    double worst_size, worst_time;
};
const struct displacement_report *displacement_report(const struct displacement *d);

/* ẏ as the last step had it; if there was none since the beginning or a restart, a step of h is tried on a copy of y. */
void displacement_look(struct displacement *d, double t, double h, const double *y, double *ydot);
/* What the constraints exerted in the last step, by row of the system (work->multiplier), articulations included. */
void displacement_multipliers(struct displacement *d);

#endif
