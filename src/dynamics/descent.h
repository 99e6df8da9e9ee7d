/* descent.h: positions by least squares (Levenberg–Marquardt). */
#ifndef DYNAMICS_DESCENT_H
#define DYNAMICS_DESCENT_H

#include "dynamics/system.h"

/* A descent goes on from where the last one ended. */
struct descent;
struct descent *descent_begin(const struct plan *plan, struct work *work, double *y);
void descent_end(const struct plan *plan, struct work *work, struct descent *d);

/* Moves the positions of y downhill in |C|² by at most `most` corrections; false: none decreases |C|² any more. Velocities
 * and time do not change. */
bool descent_go_on(const struct plan *plan, struct work *work, double t, struct descent *d, int most);

/* Is this a position from which no way leads down: a gap is left whose gradient vanishes? Each row is measured by the
 * largest gradient that it had on the way, so that it makes no difference how a formula is written. */
bool descent_rests(const struct plan *plan, struct work *work, double t, struct descent *d);

/* All of it. */
void system_descend(const struct plan *plan, struct work *work, double t, double *y, int most);

#endif
