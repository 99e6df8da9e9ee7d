/* gravity: a uniform field.
 *
 *   f = m g        U = −m g·x      on every body that can move and has mass; x is its centre of mass
 *
 * Variables are bare numbers and have no weight; fixed and path-driven bodies do not feel it.
 */
#include "force/parts.h"

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

const struct force_class force_gravity = {
    .name = "gravity",
    .usage = "gravity x y z",
    .help = "a uniform field of acceleration, m/s^2, on every object with mass; inside world: one number, along -up",
    .formula = "F = m*g,  U = -m*dot(g, center)",
    .field = field,
    .apply = apply,
    .potential = potential,
};
