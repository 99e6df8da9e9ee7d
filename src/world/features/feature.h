/* feature.h: a feature of models (flexible objects, contact, …) as planning sees it: a table of hooks.
 *
 * A plan is made in stages (plan.c), and every stage calls the hooks of the features that this model has, in the order of
 * the list in feature.c. A feature that a model does not have is asked whether it is wanted, and then left alone. All hooks
 * but `wanted` may be NULL.
 */
#ifndef WORLD_FEATURES_FEATURE_H
#define WORLD_FEATURES_FEATURE_H

#include "world/world_parts.h"

struct feature {
    const char *name;
    const struct evaluation *evaluation; /* what evaluations call of it (dynamics/evaluation.h); NULL: nothing */
    /* Whether the world has any of it, once it is known which constraints and forces are active. */
    bool (*wanted)(const tn_world *w);

    /* ---- the topology, in the order of planning ---- */

    /* What it shows to constraints and forces. Returns how many bodies it adds to those of the objects, at most. */
    int (*find)(tn_world *w);
    /* Its numbers among q and v: from q_count and v_count on. Velocities count from the first of them. */
    void (*place)(tn_world *w, struct plan *plan);
    /* Its bodies behind those of the objects, and its numbers behind the work done: from y_count on. */
    void (*bodies)(tn_world *w, struct plan *plan);
    /* A connector as the plan has it, if its object is one of this feature's: then true. `owner` may be NULL. */
    bool (*connect)(const tn_world *w, const struct connector *c, const struct constraint *owner,
                    struct connector *out);
    /* What follows from the items of the plan, before the matrix is planned; */
    void (*items)(tn_world *w, struct plan *plan);
    /* and from its forces. */
    void (*forces)(tn_world *w, struct plan *plan);

    /* ---- the numbers ---- */

    /* What the work needs besides its arrays; */
    void (*work)(tn_world *w, const struct plan *plan, struct work *work);
    /* the numbers of the world, when the plan is made and whenever they have changed. */
    void (*numbers)(const tn_world *w, const struct plan *plan, struct work *work);
    /* From the objects and constraints to the state vector, w->y, and back. */
    void (*load)(tn_world *w);
    void (*store)(tn_world *w);
    /* A model that has no meaning; NULL: it has one. */
    char *(*trouble)(tn_world *w);
    /* The last stage: what is made at the state itself. */
    void (*begin)(tn_world *w, struct plan *plan, struct work *work);
    /* What the work of a clone has of its own; the plan is shared, and is not written. */
    void (*clone)(const tn_world *from, tn_world *to, const struct plan *plan, struct work *work);
    /* The plan goes; its state is stored already. */
    void (*drop)(tn_world *w);
    /* Whether its plan holds numbers of the world: when these change, it is planned anew. */
    bool (*holds_numbers)(const struct plan *plan);
    bool one_thread; /* its evaluations have work space in common */

    /* ---- what is said of it ---- */

    /* Warnings, for the integrator that advances the model. */
    void (*warn)(tn_world *w, const struct integrator_class *class);
    /* Who of it is not finite; NULL: nobody. For the caller to free. */
    char *(*culprit)(const tn_world *w);
};

/* All there are, NULL behind the last: every new world takes this list. */
extern const struct feature *const feature_list[];

extern const struct feature feature_first_order, feature_general, feature_fixed_curve, feature_flexible,
    feature_contact, feature_soft, feature_slides, feature_displacement, feature_linked;

/* Which of the world's features this model has, for the plan that is being made. */
void features_choose(tn_world *w, struct plan *plan);
/* Calls a hook of all features that the plan has. */
#define FEATURES_DO(w, hook, ...)                                                                                      \
    for (int f_ = 0; f_ < (w)->planned->features; f_++)                                                                \
        if ((w)->planned->feature[f_]->hook != NULL)                                                                   \
    (w)->planned->feature[f_]->hook(__VA_ARGS__)
/* The first of their messages; NULL: none has one. */
char *features_trouble(tn_world *w);
char *features_culprit(const tn_world *w);
bool features_hold_numbers(const tn_world *w);
bool features_connect(const tn_world *w); /* some connectors are not those of the objects */

#endif
