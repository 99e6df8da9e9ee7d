/* evaluation.h: a feature of models (flexible objects, contact, …) as evaluations see it: a table of hooks.
 *
 * Some bodies of a plan belong to a feature: nodes of flexible objects, points in them, objects with coordinates of their
 * own kind and what these show. Such a body names its owner (object/body.h), and what is special about it is asked of the
 * owner. Hooks that the bodies of a feature have no use for are NULL.
 */
#ifndef METHOD_EVALUATION_H
#define METHOD_EVALUATION_H

#include "method/plan.h"

/* Bodies that carry a point, at most. */
enum { EVALUATION_CARRIERS = 8 };

struct evaluation {
    /* ---- bodies of its own, when a plan is made ---- */

    /* The slot of the object that the body belongs to. */
    int (*object)(const struct plan *plan, const struct body *b);
    /* The bodies that carry a point: what acts on it acts on them. Returns how many there are. */
    int (*carriers)(const struct plan *plan, const struct body *b, int out[EVALUATION_CARRIERS]);
    /* Whether formulas of t move it; NULL: none do. */
    bool (*by_time)(const struct plan *plan, const struct body *b);
    /* Whether a point is linear in the coordinates, so that its Jacobian is constant; NULL: none is. */
    bool (*linear)(const struct plan *plan, const struct body *b);

    /* ---- and in an evaluation ---- */

    /* J of an item by one of its bodies, from the item's rows. */
    void (*columns)(const struct plan *plan, const struct work *work, const struct item *it, const struct part *p,
                    int rows, const struct rows *from, double *j);
    /* Velocity and angular velocity of a point from the velocities of all, x (v_count numbers). */
    void (*point_rate)(const struct plan *plan, const struct work *work, int point, const double *x, double out[6]);
    /* Of COORDINATES_GENERAL, with M = L Lᵀ: x ← L⁻ᵀ x; Lᵀ x, in memory of the work's; and W f. */
    void (*spread)(const struct plan *plan, const struct work *work, int body, double *x);
    const double *(*hat)(const struct plan *plan, const struct work *work, int body, const double *x);
    const double *(*free)(const struct plan *plan, const struct work *work, int body);
};

#endif
