/* drag: a force against the velocity, a torque against the angular velocity.
 *
 *   f = −linear v,   n = −angular ω        on one body or on every body that can move; a variable has f alone
 */
#include "force/force_parts.h"

enum { LINEAR, ANGULAR };

static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *value = &x->values[items[i].value];
        int first, last;
        force_bodies(&items[i], x, &first, &last);
        for (int b = first; b < last; b++) {
            if (x->bodies[b].owner !=
                NULL) /* features apply drag to their own bodies: as a whole, in proportion to mass */
                continue;
            const struct pose *p = &x->poses[b];
            struct wrench *w = &x->wrenches[b];
            switch (x->bodies[b].coordinates) {
            case COORDINATES_NONE:
            case COORDINATES_GENERAL:
                break;
            case COORDINATES_SCALAR:
                w->f.x -= value[LINEAR] * p->v.x;
                x->power -= value[LINEAR] * p->v.x * p->v.x;
                break;
            case COORDINATES_RIGID:
                w->n = v3_add_scaled(w->n, -value[ANGULAR], p->w);
                x->power -= value[ANGULAR] * v3_dot(p->w, p->w);
                /* fall through */
            case COORDINATES_POINT:
                w->f = v3_add_scaled(w->f, -value[LINEAR], p->v);
                x->power -= value[LINEAR] * v3_dot(p->v, p->v);
                break;
            }
        }
    }
}

static const tn_parameter parameters[] = {
    {.word = "linear",
     .symbol = "c",
     .unit = "N s/m",
     .fewest = 1,
     .most = 1,
     .range = TN_NOT_NEGATIVE,
     .one_of = true,
     .formula = true,
     .settable = true,
     .standard = "0",
     .help = "force against the velocity of the centre of mass"},
    {.word = "angular",
     .symbol = "d",
     .unit = "N m s/rad",
     .fewest = 1,
     .most = 1,
     .range = TN_NOT_NEGATIVE,
     .one_of = true,
     .formula = true,
     .settable = true,
     .standard = "0",
     .help = "torque against the spin"},
    {.word = NULL},
};

const struct force_class force_drag = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "drag",
             .synonyms = {"friction-force", "damping", "air-resistance"},
             .arguments = FORCE_ON_ONE_OR_ALL,
             .help = "a force against the velocity and a torque against the spin, of one object or of all",
             .formula = "F = -c*vel(A.center),  T = -d*omega(A)",
             .example = "drag on a linear 0.2 angular 0.05;",
             .parameters = parameters},
    .is_drag = true,
    .apply = apply,
};
