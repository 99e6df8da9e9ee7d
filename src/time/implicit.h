/* implicit.h: implicit Euler steps for flexible models (method §4). */
#ifndef TIME_IMPLICIT_H
#define TIME_IMPLICIT_H

#include "dynamics/system.h"

struct implicit;

struct implicit *implicit_new(const struct plan *plan, struct work *work);
void implicit_free(struct implicit *m);
/* Another plan with the same work; implicit_restart must follow. */
void implicit_bind(struct implicit *m, const struct plan *plan);
/* Another one took its place: what it knows and a new one would make again to the bit goes over. */
void implicit_inherit(struct implicit *m, struct implicit *from);
/* The plan may have changed: data for lattices and attachments are checked again. */
void implicit_restart(struct implicit *m);
/* It steps as one that was just made: nothing of earlier steps remains. The preconditioner only if one that is made now
 * would be the same, to the bit. */
void implicit_forget(struct implicit *m);

/* Feedback discretized by implicit Euler with steps of h: the gains of constraints and reactions become ks/e and
 * (kd + h ks)/e with e = 1 + h kd + h² ks, until implicit_restore_gains. */
void implicit_soften_gains(struct implicit *m, double h);
void implicit_restore_gains(struct implicit *m);

/* After system_derivative at (t, y): changes its rate ẏ to that of a step of h that is implicit in the forces of
 * elements. */
void implicit_rate(struct implicit *m, double t, double h, const double *y, double *rate);
/* Number of steps so far that were too long to be solved. */
long implicit_unfinished(const struct implicit *m);

#endif
