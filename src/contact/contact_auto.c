/* contact_auto.c: `step auto` with contact: how long a step may be, from sizes, speeds and what pulls (method §2, Contact and
 * friction).
 *
 * Impacts happen at their own times whatever the step is, so that speeds alone do not matter. In a step
 *
 *   a body that is not round turns by less than a quarter of a radian       contacts follow rotations to second order
 *   nothing passes by more than its own size                                so that it strikes few things in one step
 *   what falls from rest falls by less than a part of the thinnest piece    resting, rocking and rolling of small things
 *
 * Steps are 10 ms divided by a power of two: they change rarely, and only where the state does.
 */
#include <math.h>

#include "contact/contact_step.h"
#include "contact/contact_turn.h"
#include "dynamics/dynamics_parts.h"

static const double longest = 0.01, most_turn = 0.25, most_fall = 0.05;
enum { MOST_HALVINGS = 6 };

/* The longest step for a piece of a body that moves. */
static double limit_of(const struct plan *plan, const struct piece *p, const double *y, double gravity)
{
    const struct body *b = &plan->body[p->body];
    const double *v = y + b->v;
    double h = longest;
    if (p->type == PIECE_PLANE || b->dofs < 3 || !(p->reach > 0))
        return h;
    h = fmin(h, 2 * p->reach / (sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 1e-300));
    if (gravity > 0 && p->size > 0)
        h = fmin(h, sqrt(2 * most_fall * p->size / gravity));
    if (b->coordinates == COORDINATES_RIGID && !(p->type == PIECE_SPHERE && contact_is_round(&b->build->inertia)))
        h = fmin(h, most_turn / (sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]) + 1e-300));
    return h;
}

static double gravity_of(const struct plan *plan, const struct work *work)
{
    const struct force_context x = system_force_context(plan, work);
    vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < plan->force.count; i++)
        if (force_is_field(&plan->force.item[i]))
            sum = v3_add(sum, plan->force.item[i].class->field(&plan->force.item[i], &x));
    return v3_norm(sum);
}

double contact_longest_step(const struct plan *plan, const struct work *work, const double *y)
{
    const struct contact_space *space = work->contact->space;
    const double gravity = gravity_of(plan, work);
    double least = longest, h = longest;
    for (int i = 0; i < contact_pieces(space); i++)
        least = fmin(least, limit_of(plan, contact_piece(space, i), y, gravity));
    for (int i = 0; i < MOST_HALVINGS && h > least; i++)
        h /= 2;
    return h;
}
