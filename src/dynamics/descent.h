/* descent.h: positions by least squares (Levenberg–Marquardt). */
#ifndef DYNAMICS_DESCENT_H
#define DYNAMICS_DESCENT_H

#include "dynamics/system.h"

/* Moves the positions of y downhill in |C|² by at most `most` corrections. Velocities and time do not change. */
void system_descend(const struct plan *plan, struct work *work, double t, double *y, int most);

#endif
