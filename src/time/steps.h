/* steps.h: what the files of the time room share: the families of steppers behind integrator.h. */
#ifndef TIME_STEPS_H
#define TIME_STEPS_H

#include "time/integrator.h"

/* ---- the state (state.c) ----
 *
 * Steppers have the state of the system, or a smaller one where joints are by coordinates; these take it as they have it
 * and do as the functions of dynamics/system.h of the same name. */
int state_count(const struct plan *plan); /* numbers; which of them is the work */
int state_work(const struct plan *plan);
tn_status state_derivative(const struct plan *plan, struct work *work, double t, const double *z,
                           double *zdot); /* only the motion counts */
double state_project(const struct plan *plan, struct work *work, double t, double *z, double enough, double *gap);
/* The same at the positions of the last one and other velocities, of systems that Verlet is for. */
tn_status state_derivative_again(const struct plan *plan, struct work *work, double t, const double *y, double *ydot);
tn_status state_event_values(const struct plan *plan, struct work *work, double t, const double *z, double *g);
void state_follow_turns(const struct plan *plan, struct work *work, double t, const double *z);
void state_rates(const struct plan *plan, struct work *work, double t, const double *z, double *square,
                 double *damping);
/* s: coordinates of joints allow steps of many turns; in this time none turns by more than a radian. */
double state_longest(const struct plan *plan, const double *z);
double state_change(const struct plan *plan, const struct work *work, const double *z);
/* Where joints are by coordinates: from the system's state y to that of steppers, and back. */
void state_load(const struct plan *plan, struct work *work, double t, const double *y, double *z);
void state_store(const struct plan *plan, struct work *work, double t, const double *z, double *y);
/* Quaternions of a state vector back to unit length. */
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
/* As integrator_advance; target > *t. */
tn_status fixed_advance(struct fixed *f, double *t, double *y, double target, bool *event, char **message);
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
                              double tolerance);
void adaptive_free(struct adaptive *a);
void adaptive_restart(struct adaptive *a);
void adaptive_bind(struct adaptive *a, const struct plan *plan);
/* As integrator_advance; target > *t, stop ≥ target. */
tn_status adaptive_advance(struct adaptive *a, double *t, double *y, double target, double stop, bool *event,
                           char **message);
long adaptive_steps(const struct adaptive *a);

#endif
