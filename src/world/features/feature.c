/* feature.c: the list of features, and those that a model has. */
#include "world/features/feature.h"

/* In the order in which they are planned: bodies, numbers of the state and messages follow it. */
const struct feature *const feature_list[] = {
    &feature_first_order,
    &feature_general,
    &feature_fixed_curve,
    &feature_flexible,
    &feature_contact,
    &feature_soft,
    &feature_slides,
    &feature_displacement,
    &feature_linked,
    &feature_handles,
    NULL,
};

void features_choose(tn_world *w, struct plan *plan)
{
    int count = 0;
    while (w->features[count] != NULL)
        count++;
    w->planned->feature = PLAN_ARRAY(w, const struct feature *, count);
    w->planned->features = 0;
    for (int i = 0; i < count; i++)
        if (w->features[i]->wanted(w))
            w->planned->feature[w->planned->features++] = w->features[i];
    plan->evaluation = PLAN_ARRAY(w, const struct evaluation *, w->planned->features);
    for (int i = 0; i < w->planned->features; i++)
        if (w->planned->feature[i]->evaluation != NULL)
            plan->evaluation[plan->evaluations++] = w->planned->feature[i]->evaluation;
}

char *features_trouble(tn_world *w)
{
    char *message = NULL;
    for (int i = 0; i < w->planned->features && message == NULL; i++)
        if (w->planned->feature[i]->trouble != NULL)
            message = w->planned->feature[i]->trouble(w);
    return message;
}

char *features_culprit(const tn_world *w)
{
    char *message = NULL;
    for (int i = 0; i < w->planned->features && message == NULL; i++)
        if (w->planned->feature[i]->culprit != NULL)
            message = w->planned->feature[i]->culprit(w);
    return message;
}

bool features_hold_numbers(const tn_world *w)
{
    bool any = false;
    for (int i = 0; i < w->planned->features; i++) {
        const struct feature *f = w->planned->feature[i];
        any |= f->holds_numbers != NULL && f->holds_numbers(w->plan);
    }
    return any;
}

bool features_connect(const tn_world *w)
{
    bool any = false;
    for (int i = 0; i < w->planned->features; i++)
        any |= w->planned->feature[i]->connect != NULL;
    return any;
}

struct connector plan_connector(const tn_world *w, const struct connector *c, const struct constraint *owner)
{
    struct connector out = plan_renamed(w, *c);
    for (int i = 0; i < w->planned->features; i++)
        if (w->planned->feature[i]->connect != NULL && w->planned->feature[i]->connect(w, c, owner, &out))
            break;
    return out;
}
