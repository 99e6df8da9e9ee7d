/* contact_touches.c: flexible objects that can touch something, for the contacts of a world. */
#include <string.h>

#include "contact/contact_touch.h"
#include "world/features/feature.h"

/* Rules of a flexible object with all bodies of the plan. False: it touches none. */
static bool find_rules(tn_world *w, const struct plan *plan, int slot, contact_filter *filter, int *rule)
{
    bool any = false;
    for (int i = 0; i < plan->bodies; i++)
        rule[i] = -1;
    for (int i = 0; i < pool_slots(&w->things->object_pool); i++) {
        const struct object *o = &w->things->objects.at[i];
        if (!pool_lives(&w->things->object_pool, i) || !w->run.objects.at[i].present)
            continue;
        const bool solid =
            o->type->kind == OBJECT_SOLID || o->type->kind == OBJECT_PLANE || o->type->kind == OBJECT_PARTICLE;
        if (solid || object_flexible(o) != NULL)
            rule[i] = filter(w, slot, i);
        any = any || rule[i] >= 0;
    }
    return any;
}

void contact_plan_touches(tn_world *w, const struct plan *plan, struct contact_state *c, contact_filter *filter)
{
    touch_free(c->touch);
    c->touch = NULL;
    if (plan->flexibles == 0 || !contact_is_plain(plan))
        return;
    int *rule = MEM_ARRAY(int, plan->bodies + 1);
    for (int i = 0; i < plan->flexibles; i++) {
        const int slot = plan->flexible[i].body;
        const struct flexible_surface *s = &object_flexible(&w->things->objects.at[slot])->surface;
        if (!find_rules(w, plan, slot, filter, rule))
            continue;
        if (c->touch == NULL)
            c->touch = touch_new(plan->bodies);
        const struct touch_points points = {s->points.count, (const int(*)[8])s->points.node,
                                            (const double(*)[8])s->points.weight, s->triangles,
                                            (const int(*)[3])s->triangle};
        touch_add(c->touch, plan, i, &points, rule);
    }
    mem_free(rule);
}
