/* push: a force given in world axes, at a point.
 *
 *   f at P, with the torque lever × f. Its work counts as done from outside.
 */
#include "force/force_parts.h"

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *value = &x->values[items[i].value];
        force_working(x, items[i].connector[0], v3(value[0], value[1], value[2]));
    }
}

static const tn_parameter parameters[] = {
    {.word = "push",
     .symbol = "F",
     .unit = "N",
     .fewest = 3,
     .most = 3,
     .argument = true,
     .required = true,
     .formula = true,
     .settable = true,
     .help = "the force"},
    {.word = NULL},
};

const struct force_class force_push = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "push",
             .synonyms = {"apply-force", "load", "thrust"},
             .arguments = "P F",
             .help = "a force in world axes at a point of an object",
             .formula = "F at P",
             .example = "push a.end1 (0, 0, 3*sin(t));",
             .parameters = parameters},
    .apply = apply,
};
