/* minimize: an objective E as a potential: what it speaks of is pushed downhill.
 *
 *   f on y:  −∂E/∂y       U = E
 *
 * for every point, direction and variable y of the formula. The values are E and its gradient, three numbers for each
 * connector from item.first on. In a first-order world this is the gradient flow, v = W (−∇E + Jᵀλ).
 */
#include "force/parts.h"

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *gradient = &x->values[items[i].value] + 1;
        void (*give)(struct force_context *, int, vec3) = items[i].varying ? force_working : force_conservative;
        for (int k = 0; k < items[i].count; k++)
            give(x, items[i].first + k, v3(-gradient[3 * k], -gradient[3 * k + 1], -gradient[3 * k + 2]));
    }
}

static double potential(const struct force_item *item, const struct force_context *x) { return x->values[item->value]; }

const struct force_class force_minimize = {
    .name = "minimize",
    .usage = "minimize EXPR",
    .help = "an objective: its negative gradient pushes all points, directions and variables in it",
    .formula = "F = -dE/dy on each y in E,  U = E",
    .apply = apply,
    .potential = potential,
    .is_goal = true,
};
