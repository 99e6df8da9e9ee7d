/* hooked_force.c: forces that functions of the program compute.
 *
 *   f on argument i as given, or −∂U/∂yᵢ by central differences of sixth order, with steps of a hundredth of `length`
 */
#include <string.h>

#include "base/guard.h"
#include "force/force_parts.h"

/* Arguments of the functions: the connectors of an item. */
static int gather(const struct force_item *item, const struct force_context *x, tn_signal *at)
{
    for (int i = 0; i < item->count; i++)
        at[i] = (tn_signal){x->signals[item->first + i].y, x->signals[item->first + i].yd};
    return item->count;
}

static double *component(tn_vec3 *v, int k) { return k == 0 ? &v->x : k == 1 ? &v->y : &v->z; }

/* −∂U/∂y by one argument. */
static vec3 difference(const struct force_hook *h, enum connector_type type, tn_signal *at, int count, int i)
{
    const double step = type == CONNECTOR_DIRECTION ? 0.01 : 0.01 * h->length;
    vec3 force = v3(0, 0, 0);
    for (int k = 0; k < (type == CONNECTOR_SCALAR ? 1 : 3); k++) {
        double *x = component(&at[i].y, k), was = *x, u[6];
        for (int d = 0; d < 6; d++) {
            *x = was + (d % 2 == 0 ? 1 + d / 2 : -1 - d / 2) * step;
            guard_enter_hook();
            u[d] = h->potential(h->user, at, count);
            guard_leave_hook();
        }
        *x = was;
        *component(&force, k) = -(45 * (u[0] - u[1]) - 9 * (u[2] - u[3]) + (u[4] - u[5])) / (60 * step);
    }
    return force;
}

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const struct force_hook *h = &items[i].hook;
        tn_signal at[TN_ARGS];
        tn_vec3 force[TN_ARGS];
        const int count = gather(&items[i], x, at);
        memset(force, 0, sizeof force);
        if (h->force != NULL) {
            guard_enter_hook();
            h->force(h->user, x->t, at, count, force);
            guard_leave_hook();
        }
        for (int k = 0; k < count; k++) {
            const enum connector_type type = x->connectors[items[i].first + k].type;
            if (h->force == NULL && type != CONNECTOR_SPIN && type != CONNECTOR_CONSTANT)
                force[k] = difference(h, type, at, count, k);
            (h->potential != NULL ? force_conservative : force_working)(x, items[i].first + k, force[k]);
        }
    }
}

static double potential(const struct force_item *item, const struct force_context *x)
{
    tn_signal at[TN_ARGS];
    const int count = gather(item, x, at);
    guard_enter_hook();
    const double energy = item->hook.potential(item->hook.user, at, count);
    guard_leave_hook();
    return energy;
}

const struct force_class force_hooked = {
    .kind = {.group = TN_KIND_FORCE, .name = "hook", .arguments = "", .help = "a force by a function of the program"},
    .apply = apply,
};

const struct force_class force_hooked_conservative = {
    .kind = {.group = TN_KIND_FORCE, .name = "hook", .arguments = "", .help = "a force by a function of the program"},
    .apply = apply,
    .potential = potential,
};
