/* optimum.h: a system as a problem of optimization: the potential of its forces is least, its constraints hold.
 *
 * Unknowns are the positions of all bodies that can move; steps are those of system_displace: shifts, and turns about the
 * world's axes. Constraints on positions count, limits as inequalities; what lives on velocities does not, nor do motors.
 */
#ifndef GOALS_OPTIMUM_H
#define GOALS_OPTIMUM_H

#include "goals/nlp.h"
#include "dynamics/system.h"

struct optimum_row {
    int item, row; /* of the item */
};

struct optimum {
    const struct plan *plan;
    struct work *work;
    double t;
    double *y;                                 /* the present point: the positions of a state vector */
    const struct expression *const *curvature; /* by force item: of goals E_yy ẏ, otherwise NULL */
    bool others;                               /* forces that are neither goals nor fields */
    int rows;
    struct optimum_row *row; /* equalities, then inequalities */
    double *moved, *still, *plus, *minus;
    struct signal *signal;
    struct nlp_values beside; /* of differences; with objects that have coordinates of their own */
    struct nlp problem;
};

/* At time t from the positions in y, which the solution moves. */
struct optimum *optimum_new(const struct plan *plan, struct work *work, double t, double *y,
                            const struct expression *const *curvature);
void optimum_free(struct optimum *o);

#endif
