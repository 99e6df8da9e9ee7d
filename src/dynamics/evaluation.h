/* evaluation.h: the interface between evaluations and a feature of models (flexible objects, contact, …): a table of
 * hooks.
 *
 * Some bodies of a plan belong to a feature: nodes of flexible objects, points in them, objects with general
 * coordinates and their connectors. Such a body names its owner (object/body.h), whose hooks handle what is special
 * about it.
 *
 * The stages of an evaluation (update.c, dynamic.c) call the features of the plan, in the order of plan.evaluation; a
 * model without features calls none. Hooks that a feature does not need are NULL.
 */
#ifndef DYNAMICS_EVALUATION_H
#define DYNAMICS_EVALUATION_H

#include "dynamics/plan.h"

/* Maximum number of bodies that carry a point. */
enum { EVALUATION_CARRIERS = LATTICE_AROUND };

struct evaluation {
    /* Does it act on bodies now? NULL: always. If only fields act, poses and accelerations are computed in one pass. */
    bool (*acts)(const struct work *work);

    /* ---- the stages of an evaluation ---- */

    /* Reads its part of y, before anything uses it. */
    void (*place)(const struct plan *plan, struct work *work, const double *y);
    /* Computes what follows from the poses of bodies. Rates of its numbers after the work done go to work->extra_rate,
     * here or in a later stage. */
    void (*update)(const struct plan *plan, struct work *work, double t, const double *y);
    /* Adds forces on bodies and on points of other features to work->wrench, and their power to work->power. */
    void (*apply)(const struct plan *plan, struct work *work, double t, const double *y);
    /* Forces on its own bodies, including those that others have put on their points; accelerations without
     * constraints. */
    void (*forces)(const struct plan *plan, struct work *work, double t, const double *y);
    /* Forces that depend on all other forces. */
    void (*react)(const struct plan *plan, struct work *work, double t, const double *y);
    /* Accelerations without constraints of its bodies, in their poses, once those of all others are known. */
    void (*free_motion)(const struct plan *plan, struct work *work);
    /* ẏ of its numbers in q and v that belong to no body. Returns a sum that is 0 unless something is not finite. */
    double (*rates)(const struct plan *plan, const struct work *work, const double *y, double *ydot);
    /* The power of prescribed motions of its objects, once all accelerations are known. */
    double (*drive_power)(const struct plan *plan, struct work *work, const double *y, const double *ydot);

    /* ---- steps ---- */

    /* Its positions in `next`: those of y, moved with the velocities of `next` for the time h. */
    void (*move)(const struct plan *plan, const double *y, double h, double *next);
    /* Positions were changed from outside: updates its numbers. */
    void (*follow)(const struct plan *plan, struct work *work, double t, double *y);
    /* Raises the bounds of frequency² and damping rate, which limit the step, to its own if those are higher. */
    void (*bounds)(const struct plan *plan, struct work *work, double t, const double *y, double *square,
                   double *damping);
    /* How fast its objects are deformed, 1/s, by velocities (or accelerations) in the places of velocities in y. */
    double (*change)(const struct plan *plan, const double *y);

    /* ---- energy and momentum ---- */

    double (*kinetic)(const struct plan *plan, const struct work *work, const double *y);
    double (*potential)(const struct plan *plan, struct work *work, const double *y, vec3 field);
    void (*momenta)(const struct plan *plan, const struct work *work, const double *y, vec3 *linear, vec3 *angular);

    /* ---- bodies of its own, when a plan is made ---- */

    /* The slot of the object that the body belongs to. */
    int (*object)(const struct plan *plan, const struct body *b);
    /* The bodies that carry a point: a force on the point acts on them. Returns how many there are. */
    int (*carriers)(const struct plan *plan, const struct body *b, int out[EVALUATION_CARRIERS]);
    /* Do formulas of t move it? NULL: no. */
    bool (*by_time)(const struct plan *plan, const struct body *b);
    /* Is a point linear in the coordinates, so that its Jacobian is constant? NULL: no. */
    bool (*linear)(const struct plan *plan, const struct body *b);

    /* ---- its bodies in an evaluation ---- */

    /* J of a constraint by one of its bodies, from the constraint's rows. */
    void (*columns)(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                    const struct jacobian_block *p, int rows, const struct rows *from, double *j);
    /* Velocity and angular velocity of a point from the velocities of all, x (v_count numbers). */
    void (*point_rate)(const struct plan *plan, const struct work *work, int point, const double *x, double out[6]);
    /* For COORDINATES_GENERAL, with M = L Lᵀ: x ← L⁻ᵀ x; Lᵀ x, in memory of the work; and W f. */
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
