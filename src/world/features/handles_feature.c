/* handles_feature.c: springy handles in a plan: each is a push without numbers of its own, to which dynamics/handle.c adds the
 * force. What a handle has learned of the load is in the state vector, and in its lets while there is no plan. */
#include "dynamics/handle.h"
#include "world/features/feature.h"

static bool acts(const tn_world *w, const struct grab *g)
{
    return grab_is_held(w, g) && pool_find(&w->things->force_pool, (uint32_t)g->push, g->push_thing) >= 0 &&
           w->run.forces.at[g->push].active;
}

static int count(const tn_world *w)
{
    int n = 0;
    for (int i = 0; i < w->run.grabs.count; i++)
        n += acts(w, &w->run.grabs.at[i]);
    return n;
}

static bool wanted(const tn_world *w) { return count(w) > 0; }

static void place(tn_world *w, struct plan *plan)
{
    plan->apart.handle = PLAN_ARRAY(w, struct handle, count(w));
    for (int i = 0; i < w->run.grabs.count; i++) {
        const struct grab *g = &w->run.grabs.at[i];
        if (!acts(w, g))
            continue;
        plan->apart.make_handle[plan->apart.handles++] = (struct handle){
            .force = g->push,
            .connector = -1,
            .let = g->let,
            .state = plan->y_count,
            .scalar = g->at.type == CONNECTOR_SCALAR,
        };
        plan->y_count += 3;
    }
}

static void find_forces(tn_world *w, struct plan *plan)
{
    (void)w;
    for (int i = 0; i < plan->apart.handles; i++)
        for (int k = 0; k < plan->force.count; k++)
            if (plan->force.item[k].id == plan->apart.handle[i].force)
                plan->apart.make_handle[i].connector = plan->force.item[k].connector[0];
}

static void load(tn_world *w)
{
    for (int i = 0; i < w->plan->apart.handles; i++)
        for (int k = 0; k < 3; k++)
            w->run.y[w->plan->apart.handle[i].state + k] =
                w->run.lets.at[w->plan->apart.handle[i].let + HANDLE_LOAD + k];
}

static void store(tn_world *w)
{
    for (int i = 0; i < w->plan->apart.handles; i++)
        for (int k = 0; k < 3; k++)
            w->run.lets.at[w->plan->apart.handle[i].let + HANDLE_LOAD + k] =
                w->run.y[w->plan->apart.handle[i].state + k];
}

const struct feature feature_handles = {
    .name = "handles",
    .evaluation = &handle_evaluation,
    .wanted = wanted,
    .bodies = place,
    .forces = find_forces,
    .load = load,
    .store = store,
};
