/* euler.c: semi-implicit Euler steps, and how positions move with velocities.
 *
 *   v⁺ = v + h v̇(t, q, v),  q⁺ = q moved with v⁺ for h; a quaternion exactly: Q⁺ = exp(ω⁺h) Q
 */
#include <string.h>

#include "dynamics/tree/linked.h"
#include "time/fixed.h"

/* q moved with the velocity v for the time h. */
static void move(const struct body *b, const double *v, double h, double *q)
{
    switch (b->coordinates) {
    case COORDINATES_NONE:
        break;
    case COORDINATES_SCALAR:
        q[0] += h * v[0];
        break;
    case COORDINATES_GENERAL:
        for (int k = 0; k < b->dofs; k++)
            q[k] += h * v[k];
        break;
    case COORDINATES_RIGID: {
        quat turned = q_mul(q_exp(v3_scale(h, v3(v[3], v[4], v[5]))), (quat){q[3], q[4], q[5], q[6]});
        q[3] = turned.w;
        q[4] = turned.x;
        q[5] = turned.y;
        q[6] = turned.z;
    } /* fall through */
    case COORDINATES_POINT:
        for (int k = 0; k < 3; k++)
            q[k] += h * v[k];
        break;
    }
}

/* Bodies that do not hang on joints by coordinates move as usual; so do the coordinates of joints. */
static void move_with_joints(struct fixed *f, double h, const double *z, const double *rate)
{
    const struct plan *plan = f->plan;
    struct work *work = f->work;
    double *next = work->linked->copy, *from = work->linked->y;
    memcpy(f->next, z, sizeof *z * (size_t)linked_q_count(plan));
    for (int i = linked_q_count(plan); i < state_count(plan); i++)
        f->next[i] = z[i] + h * rate[i];
    linked_scatter(plan, z, from);
    linked_scatter(plan, f->next, next);
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].coordinates != COORDINATES_NONE && !body_is_node(&plan->body[i]) &&
            !plan->linked->is_child[i])
            move(&plan->body[i], next + plan->body[i].v, h, next + plan->body[i].q);
    EVALUATIONS_DO(plan, move, plan, from, h, next);
    linked_gather(plan, next, f->next);
    linked_move(plan, h, f->next);
}

void fixed_move(struct fixed *f, double h, const double *y)
{
    const struct plan *plan = f->plan;
    memcpy(f->next, y, sizeof(double) * (size_t)(plan->q_count - plan->q_features)); /* features move their own */
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].coordinates != COORDINATES_NONE && !body_is_node(&plan->body[i]))
            move(&plan->body[i], f->next + plan->body[i].v, h, f->next + plan->body[i].q);
    EVALUATIONS_DO(plan, move, plan, y, h, f->next);
}

/* Every step function fills f->next and leaves y unchanged. */
tn_status fixed_euler(struct fixed *f, double h, const double *y, const double *rate)
{
    const struct plan *plan = f->plan;
    for (int i = 0; i < plan->y_count && plan->first_order; i++)
        f->next[i] = y[i] + h * rate[i];
    if (plan->first_order)
        return TN_OK;
    if (plan->linked != NULL) {
        move_with_joints(f, h, y, rate);
        return TN_OK;
    }
    for (int i = plan->q_count; i < plan->y_count; i++) /* v and the work */
        f->next[i] = y[i] + h * rate[i];
    fixed_move(f, h, y);
    return TN_OK;
}

static tn_status euler_step(struct fixed *f, double t, double h, const double *y)
{
    (void)t;
    return fixed_euler(f, h, y, f->first);
}

INTEGRATOR_NAME(euler, "euler");
const struct integrator_class integrator_euler = {
    .kind = {.group = TN_KIND_INTEGRATOR,
             .name = integrator_name_euler,
             .synonyms = {"semi-implicit", "symplectic-euler", "explicit"},
             .help = "semi-implicit Euler steps of order 1, one evaluation each: quick looks, soft bodies",
             .example = "world: integrator euler; step 0.001; end"},
    .step = euler_step,
    .limit = 0.83,
    .first_order_limit = 2,
};
