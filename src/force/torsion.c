/* torsion: a spring and a damper on the angle between two directions.
 *
 *   θ = atan2(|a×b|, a·b) in [0, π],  n = a×b/|a×b|,  θ̇ = n·(ω_b − ω_a)
 *   torque on b:  −(k (θ − rest) + c θ̇) n,  on a the opposite          U = ½ k (θ − rest)²
 *
 * A torque T n with n ⟂ b is the force T (n×b)/b² at the direction b, for b × (n×b)/b² = n; so it reaches the body by
 * the same chain rule as everything else, and θ̇ = Σ ± (n×b)·ḃ/b² holds for directions that follow paths too.
 * Where the directions are parallel n does not exist: there is no torque there, and for rest = 0 at θ = 0 (for rest = π
 * at θ = π) that is the limit too. The other parallel positions are unstable equilibria, like an upright pendulum.
 */
#include "force/force_parts.h"

enum { STIFFNESS, REST, DAMPING };

/* The angle and its gradients: θ̇ = gradient_a·ȧ + gradient_b·ḃ. */
struct bend {
    double angle;
    vec3 gradient_a, gradient_b; /* zero where the directions are parallel */
};

static struct bend bend_of(vec3 a, vec3 b)
{
    vec3 cross = v3_cross(a, b);
    double sine = v3_norm(cross), aa = v3_dot(a, a), bb = v3_dot(b, b);
    struct bend bend = {.angle = atan2(sine, v3_dot(a, b))};
    /* Below the rounding error of its terms, the direction of a×b is arbitrary. */
    if (sine <= 1e-15 * sqrt(aa * bb))
        return bend;
    vec3 n = v3_scale(1 / sine, cross);
    bend.gradient_a = v3_scale(-1 / aa, v3_cross(n, a));
    bend.gradient_b = v3_scale(1 / bb, v3_cross(n, b));
    return bend;
}

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *value = &x->values[items[i].value];
        int a = items[i].connector[0], b = items[i].connector[1];
        struct bend bend = bend_of(x->signals[a].y, x->signals[b].y);
        double rate = v3_dot(bend.gradient_a, x->signals[a].yd) + v3_dot(bend.gradient_b, x->signals[b].yd);
        double elastic = -value[STIFFNESS] * (bend.angle - value[REST]), viscous = -value[DAMPING] * rate;

        void (*give)(struct force_context *, int, vec3) = items[i].varying ? force_working : force_conservative;
        give(x, a, v3_scale(elastic, bend.gradient_a));
        give(x, b, v3_scale(elastic, bend.gradient_b));
        force_working(x, a, v3_scale(viscous, bend.gradient_a));
        force_working(x, b, v3_scale(viscous, bend.gradient_b));
    }
}

static double potential(const struct force_item *item, const struct force_context *x)
{
    if (item->varying)
        return 0;
    const double *value = &x->values[item->value];
    struct bend bend = bend_of(x->signals[item->connector[0]].y, x->signals[item->connector[1]].y);
    double further = bend.angle - value[REST];
    return 0.5 * value[STIFFNESS] * further * further;
}

static const tn_parameter parameters[] = {
    {.word = "stiffness",
     .symbol = "k",
     .unit = "N m/rad",
     .fewest = 1,
     .most = 1,
     .range = TN_NOT_NEGATIVE,
     .one_of = true,
     .formula = true,
     .settable = true,
     .standard = "0",
     .help = "torque per angle"},
    {.word = "rest",
     .symbol = "r",
     .unit = "rad",
     .fewest = 1,
     .most = 1,
     .formula = true,
     .settable = true,
     .standard = "0",
     .help = "angle at which there is no torque"},
    {.word = "damping",
     .symbol = "c",
     .unit = "N m s/rad",
     .fewest = 1,
     .most = 1,
     .range = TN_NOT_NEGATIVE,
     .one_of = true,
     .formula = true,
     .settable = true,
     .standard = "0",
     .help = "torque per rate of change of the angle"},
    {.word = NULL},
};

const struct force_class force_torsion = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "torsion",
             .synonyms = {"torsion-spring", "rotary-spring", "angular-spring"},
             .arguments = "D E",
             .help = "a spring with a damper on the angle between two directions; none where they are parallel",
             .formula = "T on E = -(k*(h - r) + c*h')*unit(cross(D, E)),  h = atan2(norm(cross(D, E)), dot(D, E)),  U "
                        "= k*(h - r)^2/2",
             .example = "torsion a.x b.z stiffness 5 rest (pi/2) damping 0.1;",
             .parameters = parameters},
    .damping = 3,
    .apply = apply,
    .potential = potential,
};
