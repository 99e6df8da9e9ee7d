/* push: a force given in world axes, at a point.
 *
 *   f at P: it turns the body too, by lever × f. Its work is the user's.
 */
#include "force/parts.h"

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *value = &x->values[items[i].value];
        force_working(x, items[i].connector[0], v3(value[0], value[1], value[2]));
    }
}

const struct force_class force_push = {
    .name = "push",
    .usage = "push P (x, y, z)",
    .help = "a force in world axes, N, at a point of an object; may be a formula of t and of the motion",
    .formula = "F = (x, y, z) at P",
    .apply = apply,
};
