/* optimum.h: a system as an optimization problem: minimize the potential of its forces subject to its constraints.
 *
 * Unknowns are the positions of all movable bodies; steps are those of system_displace: translations, and rotations
 * about the world's axes. Position constraints are equalities and limits are inequalities; velocity constraints and
 * motors are ignored.
 */
#ifndef GOALS_OPTIMUM_H
#define GOALS_OPTIMUM_H

#include "goals/nlp.h"
#include "dynamics/system.h"

struct optimum_row {
    int constraint, row; /* of the constraint */
};

struct optimum {
    const struct plan *plan;
    struct work *work;
    double t;
    double *y;                                 /* the present point: the positions of a state vector */
    const struct expression *const *curvature; /* by force item: E_yy ẏ for goals, otherwise NULL */
    bool others;                               /* there are forces that are neither goals nor fields */
    int rows;
    struct optimum_row *row; /* equalities, then inequalities */
    double *moved, *still, *plus, *minus;
    struct signal *signal;
    struct nlp_values trial; /* for difference quotients, with objects in general coordinates */
    struct nlp problem;
};

/* At time t, starting from the positions in y, which the solution replaces. */
struct optimum *optimum_new(const struct plan *plan, struct work *work, double t, double *y,
                            const struct expression *const *curvature);
void optimum_free(struct optimum *o);

#endif
