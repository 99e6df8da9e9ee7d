/* first_order.c: first-order worlds (method §2): forces give velocities,
 *
 *   v = W (f + Jᵀλ),    A λ = −J W f − C_t − C/τ,    A = J W Jᵀ
 *
 * so that motion stops when the force stops, and C(t) = C₀ e^(−t/τ). There is no gyroscopic term, no kinetic energy and
 * no impact. Velocity rows hold immediately; a one-sided row has λ ≥ 0, Ċ + C/τ ≥ 0, complementary.
 *
 * It uses the second-order code at rest: with all velocities zero, its accelerations without constraints are W f.
 * Passed to the rows as velocities they give Ċ = J W f + C_t, which is all that the right-hand side needs. Velocities
 * keep their places in the state vector, but nothing depends on them: they are outputs.
 */
#include <string.h>

#include "dynamics/dynamics_parts.h"

void system_take_velocities(const struct plan *plan, const struct work *work, double *y)
{
    memcpy(y + plan->q_count, work->first_order.velocity, sizeof(double) * (size_t)plan->v_count);
}

static bool has_velocity(const struct body *b) { return b->dofs > 0 || flexible_point_of(b) >= 0; }

/* Passes the velocities without constraints, W f, to the rows. */
static void show_free_velocities(const struct plan *plan, struct work *work)
{
    if (plan->generals > 0)
        general_show_velocities(plan, work);
    for (int i = 0; i < plan->bodies; i++)
        if (has_velocity(&plan->body[i])) {
            work->pose[i].v = work->pose[i].a;
            work->pose[i].w = work->pose[i].alpha;
        }
}

/* Stores the resulting velocities in the poses, for probes and reports. */
static void show_velocities(const struct plan *plan, struct work *work, double t)
{
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const double *v = b->dofs > 0 ? work->first_order.velocity + (b->v - plan->q_count) : NULL;
        if (b->dofs > 0 && b->coordinates != COORDINATES_GENERAL)
            work->pose[i].v = v3(v[0], b->dofs > 1 ? v[1] : 0, b->dofs > 1 ? v[2] : 0);
        if (b->coordinates == COORDINATES_RIGID)
            work->pose[i].w = v3(v[3], v[4], v[5]);
    }
    if (plan->flexibles > 0)
        flexible_poses(plan, work);
    slide_places(plan, work, work->first_order.still);
    if (plan->generals > 0)
        general_poses(plan, work, t, work->first_order.still);
    slide_update(plan, work, t, work->first_order.still);
}

/* q̇ = T(q) v with the resulting velocities, which are in work->first_order.still by now; velocities have no rate. */
static void position_rates(const struct plan *plan, struct work *work, double *ydot)
{
    memset(ydot + plan->q_count, 0, sizeof(double) * (size_t)plan->v_count);
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs > 0 && !body_is_node(&plan->body[i]))
            system_position_rate(&plan->body[i], work->first_order.still, ydot);
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        memcpy(ydot + f->q, work->first_order.still + f->v, sizeof(double) * 3 * (size_t)f->lattice->nodes);
    }
}

/* Ċ of the resulting motion; until here it was that of free motion. */
static void constraint_rates(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        const struct rows_state *now = &work->constraint[it->index];
        for (int r = 0; r < it->rows && it->block >= 0 && now->mode == MODE_HELD; r++)
            if (it->level[r] == LEVEL_POSITION)
                work->cd[it->row + r] = now->closed ? 0 : -now->kv * work->c[it->row + r];
            else
                work->c[it->row + r] = 0;
    }
}

tn_status first_order_derivative(const struct plan *plan, struct work *work, double t, const double *y, double *ydot)
{
    memcpy(work->first_order.still, y, sizeof(double) * (size_t)plan->y_count);
    memset(work->first_order.still + plan->q_count, 0, sizeof(double) * (size_t)plan->v_count);
    system_free_motion(plan, work, t, work->first_order.still); /* W f */
    show_free_velocities(plan, work);
    system_linearize(plan, work, t, false); /* C, J, A, r = −J W f − C_t − C/τ */
    system_solve(plan, work);               /* A λ = r */
    bool finite = system_rates_of_change(plan, work, work->first_order.still, ydot);
    memcpy(work->first_order.velocity, ydot + plan->q_count,
           sizeof(double) * (size_t)plan->v_count); /* v = W (f + Jᵀλ) */
    if (plan->bounded_count > 0)
        system_keep_accelerations(plan, work, ydot);
    system_take_velocities(plan, work, work->first_order.still);
    position_rates(plan, work, ydot);
    show_velocities(plan, work, t);
    finite &= slide_rates(plan, work, ydot); /* depends on the resulting velocities */
    constraint_rates(plan, work);
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        const struct rows_state *now = &work->constraint[it->index];
        if (now->mode == MODE_PUSHED)
            work->multiplier[it->row] = now->push;
    }
    ydot[plan->work_done] = work->power = 0; /* no energy balance */
    if (finite)
        return TN_OK;
    system_find_culprit(plan, work, t);
    return TN_STUCK;
}
