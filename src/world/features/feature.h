/* feature.h: a feature of models (flexible objects, contact, …) as planning sees it: a table of hooks.
 *
 * A plan is made in stages (plan.c), and every stage calls the hooks of the features that this model has, in the order
 * of the list in feature.c. `wanted` decides whether a model has a feature; if not, none of its other hooks is called.
 * All hooks but `wanted` may be NULL.
 */
#ifndef WORLD_FEATURES_FEATURE_H
#define WORLD_FEATURES_FEATURE_H

#include "contact/contact_step.h"
#include "world/world_parts.h"

struct feature {
    const char *name;
    const struct evaluation *evaluation; /* hooks called by evaluations (dynamics/evaluation.h); NULL: none */
    /* Whether the world has any of it; called once the active constraints and forces are known. */
    bool (*wanted)(const tn_world *w);

    /* ---- the topology, in the order of planning ---- */

    /* Finds what constraints and forces are attached to. Returns the largest number of bodies it adds to those of the
     * objects. */
    int (*find)(tn_world *w);
    /* Places its numbers in q and v: from q_count and v_count on. Velocity indices are relative to the first
     * velocity. */
    void (*place)(tn_world *w, struct plan *plan);
    /* Adds its bodies after those of the objects, and its numbers after the work done: from y_count on. */
    void (*bodies)(tn_world *w, struct plan *plan);
    /* If the object of a connector belongs to this feature: the connector that the plan uses, and true. `owner` may be
     * NULL. */
    bool (*connect)(const tn_world *w, const struct connector *c, const struct constraint *owner,
                    struct connector *out);
    /* Plans what follows from the constraints, before the matrix is planned. */
    void (*constraints)(tn_world *w, struct plan *plan);
    /* Plans what follows from the forces. */
    void (*forces)(tn_world *w, struct plan *plan);

    /* ---- the numbers ---- */

    /* Makes what the work needs besides its arrays. */
    void (*work)(tn_world *w, const struct plan *plan, struct work *work);
    /* Reads the numbers of the world, when the plan is made and whenever they have changed. */
    void (*numbers)(const tn_world *w, const struct plan *plan, struct work *work);
    /* Copy the state from the objects and constraints to the state vector, w->run.y, and back. */
    void (*load)(tn_world *w);
    void (*store)(tn_world *w);
    /* Why the model must be refused; NULL: it need not be. */
    char *(*trouble)(tn_world *w);
    /* The last stage: makes what depends on the state itself. */
    void (*begin)(tn_world *w, struct plan *plan, struct work *work);
    /* Makes what the work of a clone does not share; the plan is shared and must not be written. */
    void (*clone)(const tn_world *from, tn_world *to, const struct plan *plan, struct work *work);
    /* The plan is dropped; its state is already stored. */
    void (*drop)(tn_world *w);
    /* Whether its plan contains numbers of the world: if so, a new plan is made when they change. */
    bool (*holds_numbers)(const struct plan *plan);
    bool one_thread; /* its evaluations share work space */

    /* ---- messages ---- */

    /* Warnings, for the integrator that advances the model. */
    void (*warn)(tn_world *w, const struct integrator_class *class);
    /* Which of its things is not finite; NULL: none. The caller frees it. */
    char *(*culprit)(const tn_world *w);
};

/* All features, ended by NULL: the list of every new world. */
extern const struct feature *const feature_list[];

extern const struct feature feature_first_order, feature_general, feature_fixed_curve, feature_flexible,
    feature_contact, feature_soft, feature_slides, feature_displacement, feature_linked, feature_handles;

/* Chooses the features that this model has, for the plan that is being made. */
void features_choose(tn_world *w, struct plan *plan);
/* Calls a hook of every feature of the plan. */
#define FEATURES_DO(w, hook, ...)                                                                                      \
    for (int f_ = 0; f_ < (w)->planned->features; f_++)                                                                \
        if ((w)->planned->feature[f_]->hook != NULL)                                                                   \
    (w)->planned->feature[f_]->hook(__VA_ARGS__)
/* The first message of `trouble`; NULL: none. */
char *features_trouble(tn_world *w);
char *features_culprit(const tn_world *w);
/* Surfaces of flexible objects, for the contacts of a plan (contact_touches.c). */
void contact_plan_touches(tn_world *w, const struct plan *plan, struct contact_state *c, contact_filter *filter);
bool features_hold_numbers(const tn_world *w);
bool features_connect(const tn_world *w); /* some connectors differ from those of the objects */

#endif
