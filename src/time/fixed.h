/* fixed.h: what fixed steps share: each integrator of this kind is a file with a function that makes one step. */
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
    double *next, *stage; /* RK4 uses both; of Nyström's, stage is the third rate; the others use next */
    double *first;        /* the rate at the start of the step, */
    bool fresh;           /* if it is known: the evaluation that ended the step before */
    /* of RK4's stages: `first` itself, where no step is ever made twice; Verlet's at the end; that of implicit steps */
    double *rate;
    bool same_place;           /* the last evaluation was at the time and positions at which the step ends */
    double *g, *g_next;        /* event values at the start and the end of a step */
    struct implicit *implicit; /* of implicit steps, */
    double length;             /* how long they were last, */
    double willing;            /* may be, */
    int good;                  /* how often all was well since they were shortened, */
    long unfinished;           /* and how many could not be solved for when this was last looked at */
    bool *closing;             /* the gap of a free limit was closing at the start */
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
