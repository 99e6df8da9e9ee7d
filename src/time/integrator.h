/* integrator.h: advances the state in time, by one of the integrators of integrator_list.h or, for displacement
 * constraints, by the steps of that method.
 *
 * An integrator is made for a plan and a work. It keeps its history (step size, order) from call to call until
 * integrator_restart says that the state or the equations have changed.
 */
#ifndef TIME_INTEGRATOR_H
#define TIME_INTEGRATOR_H

#include "dynamics/system.h"
#include "time/integrator_class.h"

struct integrator;

/* `held`: by a hand, so that adaptive steps are those that are ready in time (time/quick.c). */
struct integrator *integrator_new(const struct plan *plan, struct work *work, const tn_settings *settings, bool held);
void integrator_free(struct integrator *g);
/* Another plan of the same size, with the same work; integrator_restart must follow. */
void integrator_bind(struct integrator *g, const struct plan *plan);
/* Before `from` (may be NULL) is freed: what it has and a new one would make again to the bit goes over. */
void integrator_inherit(struct integrator *g, struct integrator *from);
/* The state or the equations have changed: discards the history. */
void integrator_restart(struct integrator *g);
/* Forgets also what a restart keeps because it is costly or still likely to serve (the preconditioner and the length of
 * implicit steps): it goes on to the same bits as one that was just made. The grid of steps with contact is
 * kept: it belongs to the state. */
void integrator_forget(struct integrator *g);
/* Advances *t and y to `target` exactly. `stop` is the next moment at which the equations change (never stepped over;
 * ≥ target). If a limit or motor changes earlier (system_event_values), it stops at that moment: *event is set,
 * work->limit.triggered says which, and the caller settles and restarts. TN_STUCK: *t and y are those of the last good
 * step, and *message (mem_free it) says why. */
tn_status integrator_advance(struct integrator *g, double *t, double *y, double target, double stop, bool *event,
                             char **message);
/* While integrator_advance is paused (base/poll.h): its last good state, with the time *t. The work is another one. */
void integrator_show(const struct integrator *g, struct work *work, double *t, double *y);
/* Can this system be advanced by steps that evaluate twice at the same positions, Verlet's and Nyström's? They are for
 * bodies and constraints without limits, motors and general coordinates; Nyström's also without flexible models. */
bool integrator_takes_verlet(const struct plan *plan);
bool integrator_takes_nystrom(const struct plan *plan);
long integrator_steps(const struct integrator *g);
/* Number of implicit steps so far that were too long to be solved. */
long integrator_unfinished(const struct integrator *g);

#endif
