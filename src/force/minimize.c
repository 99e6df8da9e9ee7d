/* minimize: an objective E as a potential: its negative gradient acts on everything in its formula.
 *
 *   f on y:  −∂E/∂y       U = E
 *
 * for every point, direction and variable y of the formula. The values are E and its gradient, three numbers for each
 * connector from item.first on. In a first-order world this is the gradient flow, v = W (−∇E + Jᵀλ).
 */
#include "base/memory.h"
#include "force/goal.h"
#include "force/force_parts.h"

/* E and its gradient: those of a formula are values already; those of data are evaluated from the signals. */
static double goal_now(const struct force_item *item, const struct force_context *x, const double **gradient)
{
    const double *value = &x->values[item->value];
    const struct goal_data *g = item->data;
    *gradient = g != NULL ? x->scratch : value + 1;
    return g != NULL ? g->class->evaluate(g, x->signals + item->first + g->first, g->count, value, x->lets, x->scratch,
                                          x->scratch + 3 * g->count)
                     : value[0];
}

void goal_apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *gradient;
        void (*give)(struct force_context *, int, vec3) = items[i].varying ? force_working : force_conservative;
        /* Where the objective is not finite its gradient is meaningless, even if finite: NaN stops the step. */
        const double has = 0 * goal_now(&items[i], x, &gradient);
        const struct goal_data *g = items[i].data;
        const int first = items[i].first + (g != NULL ? g->first : 0), count = g != NULL ? g->count : items[i].count;
        for (int k = 0; k < count; k++)
            give(x, first + k, v3(has - gradient[3 * k], has - gradient[3 * k + 1], has - gradient[3 * k + 2]));
    }
}

double goal_potential(const struct force_item *item, const struct force_context *x)
{
    const double *gradient;
    return goal_now(item, x, &gradient);
}

size_t goal_scratch(const struct goal_data *g) { return g != NULL ? 3 * (size_t)g->count + g->scratch : 0; }

void goal_again(struct goal_data *g)
{
    if (g != NULL)
        counted_again(&g->users);
}

void goal_free(struct goal_data *g)
{
    if (g == NULL || !counted_last(&g->users))
        return;
    g->class->free(g);
    mem_free(g);
}

const struct force_class force_minimize = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "minimize",
             .synonyms = {"objective", "optimize", "energy-function"},
             .arguments = "EXPR",
             .help = "an objective: its negative gradient pushes all points, directions and variables in it",
             .formula = "F = -dE/dy on each y in E,  U = E",
             .example = "minimize norm(ball.center - (0, 0, 1))^2;"},
    .source = FORCE_OF_FORMULA,
    .apply = goal_apply,
    .potential = goal_potential,
    .is_goal = true,
};
