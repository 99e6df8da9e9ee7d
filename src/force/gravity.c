/* gravity: a uniform field.
 *
 *   f = m g        U = −m g·x      on every body that can move and has mass; x is its centre of mass
 *
 * Variables are plain numbers and have no weight; fixed and path-driven bodies are not affected.
 */
#include "force/force_parts.h"

static vec3 field(const struct force_item *item, const struct force_context *x)
{
    const double *value = &x->values[item->value];
    return v3(value[0], value[1], value[2]);
}

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        vec3 g = field(&items[i], x);
        for (int b = 0; b < x->body_count; b++) {
            if (!force_has_weight(&x->bodies[b]))
                continue;
            double mass = x->bodies[b].mass;
            x->wrenches[b].f = v3_add_scaled(x->wrenches[b].f, mass, g);
            if (items[i].varying)
                x->power += mass * v3_dot(g, x->poses[b].v);
        }
    }
}

static double potential(const struct force_item *item, const struct force_context *x)
{
    if (item->varying)
        return 0;
    vec3 g = field(item, x);
    double energy = 0;
    for (int b = 0; b < x->body_count; b++)
        if (force_has_weight(&x->bodies[b]))
            energy -= x->bodies[b].mass * v3_dot(g, x->poses[b].x);
    return energy;
}

static const tn_parameter parameters[] = {
    {.word = "gravity",
     .symbol = "x y z",
     .unit = "m/s^2",
     .fewest = 1,
     .most = 3,
     .argument = true,
     .required = true,
     .formula = true,
     .down = true,
     .settable = true,
     .help = "the acceleration; one number points along -up"},
    {.word = NULL},
};

const struct force_class force_gravity = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "gravity",
             .synonyms = {"weight", "field", "acceleration-field"},
             .arguments = "g  |  x y z",
             .help = "a uniform field of acceleration on every object with mass; one number: along -up",
             .formula = "F = m*(x, y, z),  U = -m*dot((x, y, z), center)",
             .example = "gravity 0 0 -9.81;",
             .parameters = parameters},
    .in_world = true,
    .field = field,
    .apply = apply,
    .potential = potential,
};
