/* fit: least-squares fit of a curve to points, or of a formula to rows of numbers.
 *
 *   E = s Σ |X(q, u_i) − p_i|²,  u_i the parameter of the nearest point of the curve        ∂E/∂q = 2 s Σ X_qᵀ (X − p)
 *
 * where changes of u_i add nothing, since E is minimal in u_i. A formula is expanded into a `minimize`.
 */
#include <string.h>

#include "base/memory.h"
#include "force/goal.h"
#include "force/force_parts.h"
#include "formula/tape.h"

#define POINT_KEY ((uint64_t)1 << 40)

struct fit {
    struct goal_data goal;
    const struct curve *curve;
    struct table *points;
    struct tape *tape; /* |X − p|² and its gradient by q, as functions of q, u, p and lets */
    uint64_t *load;
    int loads;
};

/* |X(q, u) − p|² and its derivatives as a tape. */
static void compile(struct fit *f)
{
    const struct curve *c = f->curve;
    struct formula *g = formula_new();
    const int n = c->parameters;
    node *parameter = MEM_ARRAY(node, n), *outputs = MEM_ARRAY(node, n + 1), x[3];
    int *slot = MEM_ARRAY(int, n);
    for (int i = 0; i < n; i++) {
        parameter[i] = formula_symbol(g, curve_parameter_key(i));
        slot[i] = formula_symbol_slot(g, curve_parameter_key(i));
    }
    curve_point(c, &(struct curve_place){g, parameter, curve_let_node}, formula_symbol(g, CURVE_U), x);
    outputs[0] = formula_constant(g, 0);
    for (int k = 0; k < 3; k++) {
        node off = formula_binary(g, OP_SUBTRACT, x[k], formula_symbol(g, POINT_KEY + (uint64_t)k));
        outputs[0] = formula_binary(g, OP_ADD, outputs[0], formula_binary(g, OP_MULTIPLY, off, off));
    }
    formula_gradient(g, outputs[0], slot, n, outputs + 1);
    f->tape = tape_compile(g, outputs, n + 1);
    f->loads = tape_inputs(f->tape);
    f->load = MEM_ARRAY(uint64_t, f->loads);
    for (int i = 0; i < f->loads; i++)
        f->load[i] = formula_symbol_key(g, i);
    mem_free(parameter);
    mem_free(outputs);
    mem_free(slot);
    formula_free(g);
}

static double load_value(uint64_t key, double u, const double p[3], const double *lets, const double *q)
{
    if (key >= POINT_KEY)
        return p[key - POINT_KEY];
    if (key == CURVE_U)
        return u;
    return key >= CURVE_LET ? lets[key - CURVE_LET] : q[key];
}

static double evaluate(const struct goal_data *g, const struct signal *y, int count, const double *value,
                       const double *lets, double *gradient, double *scratch)
{
    const struct fit *f = (const struct fit *)(const void *)g;
    const struct table *t = f->points;
    double sum = 0, *q = scratch, *out = q + count, *room = out + count + 1;
    for (int k = 0; k < count; k++)
        q[k] = y[k].y.x;
    memset(gradient, 0, sizeof(double) * 3 * (size_t)count);
    for (int i = 0; i < t->rows; i++) {
        const double *row = t->at + i * t->columns, p[3] = {row[0], row[1], t->columns > 2 ? row[2] : 0};
        double u = curve_nearest(f->curve, q, lets, v3(p[0], p[1], p[2]), room);
        for (int k = 0; k < f->loads; k++)
            room[k] = load_value(f->load[k], u, p, lets, q);
        tape_run(f->tape, room, out, room + f->loads);
        sum += out[0];
        for (int k = 0; k < count; k++)
            gradient[3 * k] += value[0] * out[1 + k];
    }
    return value[0] * sum;
}

static void fit_free(struct goal_data *g)
{
    struct fit *f = (struct fit *)(void *)g;
    table_free(f->points);
    tape_free(f->tape);
    mem_free(f->load);
}

static const struct goal_class class = {.evaluate = evaluate, .free = fit_free};

struct goal_data *fit_new(const struct curve *c, struct table *points, int first)
{
    struct fit *f = MEM_NEW(struct fit);
    *f = (struct fit){.goal = {.class = &class, .first = first, .count = c->parameters}, .curve = c, .points = points};
    compile(f);
    size_t own = tape_scratch(f->tape) + (size_t)f->loads, nearest = curve_scratch(c);
    f->goal.scratch = (own > nearest ? own : nearest) + 2 * (size_t)c->parameters + 1;
    return &f->goal;
}

static const tn_parameter parameters[] = {
    {.word = "strength",
     .symbol = "s",
     .unit = "N/m",
     .fewest = 1,
     .most = 1,
     .formula = true,
     .standard = "1",
     .help = "strength of the attraction; a formula of lets, paths and t"},
    {.word = NULL},
};

const struct force_class force_fit = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "fit",
             .synonyms = {"regression", "least-squares"},
             .arguments = "c to \"points.csv\"",
             .help = "fits a curve to points, or a function to rows of numbers, by least squares",
             .formula = "U = s*sum(norm(c(u_i) - p_i)^2), c(u_i) the nearest point of c",
             .example = "fit arc1 to \"points.csv\";",
             .parameters = parameters},
    .source = FORCE_OF_POINTS,
    .apply = goal_apply,
    .potential = goal_potential,
    .is_goal = true,
};
