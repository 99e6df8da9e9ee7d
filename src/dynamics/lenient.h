/* lenient.h: islands of constraints that are held softly for a while, where the exact motion cannot go on (lenient.c). */
#ifndef DYNAMICS_LENIENT_H
#define DYNAMICS_LENIENT_H

#include "dynamics/system.h"

/* Holds the islands of the marked constraints (by index in the plan) softly; feedback of others starts anew. */
void lenient_begin(const struct plan *plan, struct work *work, const bool *marked);
/* Is this constraint in an island that is held softly? */
bool lenient_holds(const struct plan *plan, const struct work *work, const struct constraint_rows *it);
/* An evaluation with such islands: system_derivative calls it. */
tn_status lenient_derivative(const struct plan *plan, struct work *work, double t, const double *y, double *ydot);
/* Solves for such an island. */
void lenient_solve(const struct plan *plan, struct work *work, int island);
/* Limits speeds in these islands to what closing gaps takes, times `part`. */
void lenient_slow_down(const struct plan *plan, struct work *work, double t, double part, double *y);
/* Marks constraints that are off, by more than so much of the model's size: all of their islands. Returns their number. */
int lenient_find_off(const struct plan *plan, struct work *work, double t, const double *y, double much, bool *marked);

#endif
