/* spring: a spring and a damper along the line between two points.
 *
 *   d = Q − P,  ℓ = |d|,  u = d/ℓ,  ℓ̇ = u·ḋ
 *   force on P:  (k (ℓ − rest) + c ℓ̇) u,  on Q the opposite       U = ½ k (ℓ − rest)²
 *
 * Where the points coincide the line has no direction: there is no force there, and for rest = 0 that is the limit too.
 */
#include "force/force_parts.h"

enum { STIFFNESS, REST, DAMPING };

/* Below this |d|² is not a normal number and d/|d| is not a unit vector. */
static const double shortest = 1e-150;

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *value = &x->values[items[i].value];
        int p = items[i].connector[0], q = items[i].connector[1];
        vec3 d = v3_sub(x->signals[q].y, x->signals[p].y);
        double length = v3_norm(d);
        if (length < shortest)
            continue;
        vec3 u = v3_scale(1 / length, d);
        double rate = v3_dot(u, v3_sub(x->signals[q].yd, x->signals[p].yd));
        vec3 elastic = v3_scale(value[STIFFNESS] * (length - value[REST]), u);
        vec3 viscous = v3_scale(value[DAMPING] * rate, u);

        void (*give)(struct force_context *, int, vec3) = items[i].varying ? force_working : force_conservative;
        give(x, p, elastic);
        give(x, q, v3_neg(elastic));
        force_working(x, p, viscous);
        force_working(x, q, v3_neg(viscous));
    }
}

static double potential(const struct force_item *item, const struct force_context *x)
{
    if (item->varying)
        return 0;
    const double *value = &x->values[item->value];
    vec3 d = v3_sub(x->signals[item->connector[1]].y, x->signals[item->connector[0]].y);
    double longer = v3_norm(d) - value[REST];
    return 0.5 * value[STIFFNESS] * longer * longer;
}

static const tn_parameter parameters[] = {
    {.word = "stiffness",
     .symbol = "k",
     .unit = "N/m",
     .fewest = 1,
     .most = 1,
     .range = TN_NOT_NEGATIVE,
     .one_of = true,
     .formula = true,
     .settable = true,
     .standard = "0",
     .help = "force per change of length"},
    {.word = "rest",
     .symbol = "r",
     .unit = "m",
     .fewest = 1,
     .most = 1,
     .range = TN_NOT_NEGATIVE,
     .formula = true,
     .settable = true,
     .standard = "0",
     .help = "length at which there is no force"},
    {.word = "damping",
     .symbol = "c",
     .unit = "N s/m",
     .fewest = 1,
     .most = 1,
     .range = TN_NOT_NEGATIVE,
     .one_of = true,
     .formula = true,
     .settable = true,
     .standard = "0",
     .help = "force per rate of change of length"},
    {.word = NULL},
};

const struct force_class force_spring = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "spring",
             .synonyms = {"damper", "elastic", "bungee", "dashpot"},
             .arguments = "P Q",
             .help = "a spring with a damper along the line between two points",
             .formula = "F on P = (k*(l - r) + c*l')*unit(Q - P),  l = norm(Q - P),  U = k*(l - r)^2/2",
             .example = "spring a.end2 ball.center stiffness 40 rest 0.5 damping 1;",
             .parameters = parameters},
    .damping = 3,
    .apply = apply,
    .potential = potential,
};
