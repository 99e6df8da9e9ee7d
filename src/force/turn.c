/* turn: a torque given in world axes, on a body.
 *
 *   n = (x, y, z). Its work counts as done from outside; particles and variables cannot turn.
 */
#include "force/force_parts.h"

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *value = &x->values[items[i].value];
        vec3 torque = v3(value[0], value[1], value[2]);
        int first, last;
        force_bodies(&items[i], x, &first, &last);
        for (int b = first; b < last; b++) {
            if (x->bodies[b].coordinates != COORDINATES_RIGID && x->bodies[b].point == 0)
                continue;
            x->wrenches[b].n = v3_add(x->wrenches[b].n, torque);
            x->power += v3_dot(torque, x->poses[b].w);
        }
    }
}

static const tn_parameter parameters[] = {
    {.word = "turn",
     .symbol = "F",
     .unit = "N m",
     .fewest = 3,
     .most = 3,
     .argument = true,
     .required = true,
     .formula = true,
     .settable = true,
     .help = "the torque"},
    {.word = NULL},
};

const struct force_class force_turn = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "turn",
             .synonyms = {"torque", "moment", "apply-torque"},
             .arguments = "A F",
             .help = "a torque in world axes on an object",
             .formula = "T = F on A",
             .example = "turn a (0, 0, 1);",
             .parameters = parameters},
    .turns = true,
    .apply = apply,
};
