/* evaluation.h: a feature of models (flexible objects, contact, …) as evaluations see it: a table of hooks.
 *
 * Some bodies of a plan belong to a feature: nodes of flexible objects, points in them, objects with coordinates of their
 * own kind and what these show. Such a body names its owner (object/body.h), and what is special about it is asked of the
 * owner.
 *
 * The stages of an evaluation (update.c, dynamic.c) call the features of the plan, in the order of plan.evaluation; a
 * model without features calls none. Hooks that a feature has no use for are NULL.
 */
#ifndef DYNAMICS_EVALUATION_H
#define DYNAMICS_EVALUATION_H

#include "dynamics/plan.h"

/* Bodies that carry a point, at most. */
enum { EVALUATION_CARRIERS = 8 };

struct evaluation {
    /* Whether it acts on bodies now; NULL: always. Where nothing acts but fields, poses and accelerations are found in one
     * go. */
    bool (*acts)(const struct work *work);

    /* ---- the stages of an evaluation ---- */

    /* What y says of its things, before anything looks at them; */
    void (*place)(const struct plan *plan, struct work *work, const double *y);
    /* and what follows from the poses of bodies. Rates of its numbers behind the work done go to work->extra_rate, here or
     * in a later stage. */
    void (*update)(const struct plan *plan, struct work *work, double t, const double *y);
    /* Forces on bodies, and on points of other features, into work->wrench; their power, into work->power. */
    void (*apply)(const struct plan *plan, struct work *work, double t, const double *y);
    /* Forces on its own things, with what others have put on their points; accelerations without constraints; */
    void (*forces)(const struct plan *plan, struct work *work, double t, const double *y);
    /* what answers to all other forces; */
    void (*react)(const struct plan *plan, struct work *work, double t, const double *y);
    /* accelerations without constraints of its bodies, in their poses, once those of all others are known. */
    void (*free_motion)(const struct plan *plan, struct work *work);
    /* ẏ of its numbers among q and v that no body has. Returns a sum that is 0 unless something is not finite. */
    double (*rates)(const struct plan *plan, const struct work *work, const double *y, double *ydot);
    /* The power of what moves its things from outside, once all accelerations are known. */
    double (*drive_power)(const struct plan *plan, struct work *work, const double *y, const double *ydot);

    /* ---- steps ---- */

    /* Its positions in `next`: those of y, moved with the velocities that `next` has, for the time h. */
    void (*move)(const struct plan *plan, const double *y, double h, double *next);
    /* Positions were changed by hand: its numbers follow. */
    void (*follow)(const struct plan *plan, struct work *work, double t, double *y);
    /* Bounds for the frequency² and the rate of damping that steps must be short against: raised where its own are higher. */
    void (*bounds)(const struct plan *plan, struct work *work, double t, const double *y, double *square,
                   double *damping);
    /* How fast its things are deformed, 1/s, by velocities or accelerations that lie in y as velocities do. */
    double (*change)(const struct plan *plan, const double *y);

    /* ---- accounts ---- */

    double (*kinetic)(const struct plan *plan, const struct work *work, const double *y);
    double (*potential)(const struct plan *plan, struct work *work, const double *y, vec3 field);
    void (*momenta)(const struct plan *plan, const struct work *work, const double *y, vec3 *linear, vec3 *angular);

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

/* Calls a hook of all features of a plan. */
#define EVALUATIONS_DO(plan, hook, ...)                                                                                \
    for (int f_ = 0; f_ < (plan)->evaluations; f_++)                                                                   \
        if ((plan)->evaluation[f_]->hook != NULL)                                                                      \
    (plan)->evaluation[f_]->hook(__VA_ARGS__)

#endif
