/* steps.h: the families of steppers behind integrator.h, and the state that they advance. */
#ifndef TIME_STEPS_H
#define TIME_STEPS_H

#include "time/integrator.h"

/* ---- the state (state.c) ----
 *
 * Steppers advance the state of the system or, with joints by coordinates, a smaller one. These functions take either
 * and correspond to those of dynamics/system.h of the same name. */
int state_count(const struct plan *plan); /* numbers in the state */
int state_work(const struct plan *plan);  /* index of the work done */
tn_status state_derivative(const struct plan *plan, struct work *work, double t, const double *z,
                           double *zdot); /* the motion only, multipliers need not be balanced */
double state_project(const struct plan *plan, struct work *work, double t, double *z, double enough, double *gap);
/* The same at the positions of the last call with other velocities; only for systems that Verlet can advance. */
tn_status state_derivative_again(const struct plan *plan, struct work *work, double t, const double *y, double *ydot);
tn_status state_event_values(const struct plan *plan, struct work *work, double t, const double *z, double *g);
void state_follow_turns(const struct plan *plan, struct work *work, double t, const double *z);
void state_rates(const struct plan *plan, struct work *work, double t, const double *z, double *square,
                 double *damping);
/* s: with joint coordinates a step may span many turns; in this time none turns by more than a radian. */
double state_longest(const struct plan *plan, const double *z);
double state_change(const struct plan *plan, const struct work *work, const double *z);
/* With joints by coordinates: from the system's state y to the steppers' z, and back. */
void state_load(const struct plan *plan, struct work *work, double t, const double *y, double *z);
void state_store(const struct plan *plan, struct work *work, double t, const double *z, double *y);
/* Normalises the quaternions of a state vector. */
void state_normalise(const struct plan *plan, double *y);
/* The largest ||Q|² − 1| of the rigid bodies. */
double state_stretch(const struct plan *plan, const double *y);
bool state_finite(const struct plan *plan, const double *y);

/* ---- fixed steps (fixed.c) ---- */

struct fixed;
struct fixed *fixed_new(const struct plan *plan, struct work *work, const struct integrator_class *class, double step);
void fixed_free(struct fixed *f);
void fixed_restart(struct fixed *f);
void fixed_forget(struct fixed *f); /* as integrator_forget */
void fixed_bind(struct fixed *f, const struct plan *plan);
void fixed_inherit(struct fixed *f, struct fixed *from); /* integrator_inherit */
/* As integrator_advance; target > *t, stop ≥ target. */
tn_status fixed_advance(struct fixed *f, double *t, double *y, double target, double stop, bool *event, char **message);
long fixed_steps(const struct fixed *f);
long fixed_unfinished(const struct fixed *f);

/* ---- steps of the displacement method (displaced.c) ---- */

struct displaced_steps;
struct displaced_steps *displaced_new(const struct plan *plan, struct work *work, const tn_settings *settings);
void displaced_free(struct displaced_steps *f);
void displaced_bind(struct displaced_steps *f, const struct plan *plan);
/* As integrator_advance; target > *t. */
tn_status displaced_advance(struct displaced_steps *f, double *t, double *y, double target, char **message);
long displaced_count(const struct displaced_steps *f);

/* ---- steps with error control (adaptive.c) ---- */

struct adaptive;
struct adaptive *adaptive_new(const struct plan *plan, struct work *work, const struct integrator_class *class,
                              double tolerance, bool held);
void adaptive_free(struct adaptive *a);
void adaptive_restart(struct adaptive *a);
void adaptive_bind(struct adaptive *a, const struct plan *plan);
/* As integrator_advance; target > *t, stop ≥ target. */
tn_status adaptive_advance(struct adaptive *a, double *t, double *y, double target, double stop, bool *event,
                           char **message);
long adaptive_steps(const struct adaptive *a);
/* While adaptive_advance is paused: the state and time of its last step, if it made one. */
bool adaptive_show(const struct adaptive *a, double *t, double *y);

#endif
