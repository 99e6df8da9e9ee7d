/* turn: a torque given in world axes, on a body.
 *
 *   n = (x, y, z). Its work is the user's; particles and variables cannot turn.
 */
#include "force/parts.h"

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *value = &x->values[items[i].value];
        vec3 torque = v3(value[0], value[1], value[2]);
        int first, last;
        force_bodies(&items[i], x, &first, &last);
        for (int b = first; b < last; b++) {
            if (x->bodies[b].coordinates != COORDINATES_RIGID && x->bodies[b].embedded == 0 && x->bodies[b].shown == 0)
                continue;
            x->wrenches[b].n = v3_add(x->wrenches[b].n, torque);
            x->power += v3_dot(torque, x->poses[b].w);
        }
    }
}

const struct force_class force_turn = {
    .name = "turn",
    .usage = "turn A (x, y, z)",
    .help = "a torque in world axes, N m, on an object; may be a formula of t and of the motion",
    .formula = "T = (x, y, z) on A",
    .apply = apply,
};
