/* fixed.h: declarations shared by integrators with fixed steps; each is a file with a function that makes one step. */
#ifndef TIME_FIXED_H
#define TIME_FIXED_H

#include "time/implicit.h"
#include "time/steps.h"

struct fixed {
    const struct plan *plan;
    struct work *work;
    const struct integrator_class *class;
    double step;
    long steps;
    double *next, *stage; /* the new state; RK4: a stage; Nyström: the third rate */
    double *first;        /* the rate at the start of the step, */
    bool fresh;           /* if this is true; a step that overwrites `first` sets it to false */
    /* Rates within a step: of RK4's stages, at the end of Verlet's, of implicit steps. It is `first` itself for classes
     * without own_rate, where no step is ever repeated. */
    double *rate;
    bool same_place;           /* the last evaluation was at the time and positions at which the step ends */
    double *g, *g_next;        /* event values at the start and the end of a step */
    struct implicit *implicit; /* NULL: steps are not implicit */
    double length;             /* of the last step */
    double longest;            /* limit for implicit steps, */
    int good;                  /* how many were solved since it was lowered, */
    long unfinished;           /* and how many were not, when last counted */
    bool now_explicit;         /* automatic implicit steps: explicit ones go as far at less cost (choose_way) */
    double *bound_at,
        *strain; /* automatic steps of flexible models: the state at which square and damping were found */
    double square, damping;
    bool bound;    /* these are known */
    bool *closing; /* by bound: the gap of a free limit was closing at the start */
};

/* The rate at a state; `again`: at the positions of the last one. */
tn_status fixed_derivative(struct fixed *f, double t, const double *y, double *rate, bool again);
/* Positions of f->next from y by the velocities of f->next (euler.c). */
void fixed_move(struct fixed *f, double h, const double *y);
/* A step of semi-implicit Euler with this rate (euler.c). */
tn_status fixed_euler(struct fixed *f, double h, const double *y, const double *rate);

/* For models that an integrator is not for. */
extern const struct integrator_class integrator_rk4;

#endif
