/* uneven.h: islands whose bodies have very different masses (uneven.c). */
#ifndef DYNAMICS_UNEVEN_H
#define DYNAMICS_UNEVEN_H

#include "dynamics/dynamics_parts.h"

/* After system_linearize: λ of an uneven island by plain factors, if no pivot is small. Otherwise the island waits for
 * uneven_finish. Returns the smallest pivot. */
double uneven_try(const struct plan *plan, struct work *work, int island);
/* λ of all islands that wait. */
void uneven_finish(const struct plan *plan, struct work *work);
/* The same for another work->right, after ldl_solve of the islands for which uneven_has_factors. */
void uneven_again(const struct plan *plan, struct work *work);
/* λ of an island (-1: all) by the dense solver and two rounds of refinement. */
void uneven_dense(const struct plan *plan, struct work *work, int island);
/* Whether the factors that the island has now may be used. */
bool uneven_has_factors(const struct plan *plan, const struct work *work, int island);
/* Whether projection may use the factors as they are, although they have small pivots. */
bool uneven_is_firm(const struct plan *plan, struct work *work, int island);
/* Whether rows of the island depend on each other, or nearly: it is not projected. */
bool uneven_is_singular(const struct plan *plan, const struct work *work, int island);

#endif
