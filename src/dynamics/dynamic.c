/* dynamic.c: dynamic constraints (method §2): exact constraint forces from A λ = r, A = J W Jᵀ.
 *
 *   r = −γ − J W f − kd Ċ − ks C,     v̇ = W (f + Jᵀλ)
 */
#include <stdatomic.h>
#include <string.h>

#include "dynamics/four.h"
#include "dynamics/lenient.h"
#include "dynamics/tree/linked.h"
#include "dynamics/dynamics_parts.h"
#include "dynamics/body_kernels.inc"

/* The power of a drive, λᵀ J v: work done from outside. */
static double drive_power(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                          const double *y)
{
    double power = 0;
    for (int p = 0; p < it->jacobians && !work->constraint[it->index].out; p++) {
        const struct jacobian_block *block = &plan->jacobian[it->jacobian + p];
        const double *v = y + plan->body[block->body].v;
        if (plan->body[block->body].coordinates == COORDINATES_GENERAL) /* J L⁻ᵀ times Lᵀ v */
            v = plan->body[block->body].owner->hat(plan, work, block->body, v);
        for (int k = 0; k < it->rows; k++)
            for (int c = 0; c < block->dofs; c++)
                power += work->multiplier[it->row + k] * system_jacobian(work, block, k, c) * v[c];
    }
    return power;
}

/* q̇ = T(q) v; for the quaternion ½ (0, ω) Q. */
void system_position_rate(const struct body *b, const double *y, double *ydot)
{
    const double *v = y + b->v, *q = y + b->q;
    double *out = ydot + b->q;
    for (int k = 0; k < body_width(b); k++)
        out[k] = v[k];
    if (b->coordinates == COORDINATES_RIGID)
        quaternion_rate(q + 3, v + 3, out + 3);
}

void system_position_rates(const struct plan *plan, const double *y, double *ydot)
{
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs > 0)
            system_position_rate(&plan->body[i], y, ydot);
}

/* W f of a body. */
static const double *known_acceleration(const struct plan *plan, const struct work *work, int body, double six[6])
{
    const struct pose *p = &work->pose[body];
    const double known[6] = {p->a.x, p->a.y, p->a.z, p->alpha.x, p->alpha.y, p->alpha.z};
    if (plan->body[body].coordinates == COORDINATES_GENERAL)
        return plan->body[body].owner->free(plan, work, body);
    memcpy(six, known, sizeof known);
    return six;
}

struct rating {
    const struct plan *plan;
    const struct work *work;
    const double *y;
    double *ydot;
    atomic_bool bad; /* something is not finite */
};

static void rates_piece(void *ctx, int from, int to)
{
    struct rating *x = ctx;
    const struct plan *plan = x->plan;
    const struct work *work = x->work;
    double *ydot = x->ydot, check = 0; /* a sum of 0 · x is NaN if an x is not finite */
    bool finite = true;
    for (int i; (i = four_rates(plan, work, from, to, x->y, ydot, &finite)) < to; from = i + 1) {
        const struct body *b = &plan->body[i];
        if (b->dofs == 0)
            continue;
        double six[6];
        const double *known = known_acceleration(plan, work, i, six);
        double *a = ydot + b->v;
        if (plan->linked != NULL && work->linked->body_skip[i])
            memset(a, 0, sizeof *a * (size_t)b->dofs);
        else
            system_pull(plan, work, i, a);
        for (int k = 0; k < b->dofs; k++) {
            a[k] += known[k];
            check += 0 * a[k];
        }
        system_position_rate(b, x->y, ydot);
        for (int k = 0; k < (b->coordinates == COORDINATES_RIGID ? 7 : b->dofs); k++)
            check += 0 * ydot[b->q + k];
    }
    if (check != 0 || !finite)
        atomic_store(&x->bad, true);
}

bool system_rates_of_change(const struct plan *plan, const struct work *work, const double *y, double *ydot)
{
    struct rating x = {.plan = plan, .work = work, .y = y, .ydot = ydot};
    double check = 0;
    for (int i = 0; i < plan->evaluations; i++)
        if (plan->evaluation[i]->rates != NULL)
            check += plan->evaluation[i]->rates(plan, work, y, ydot);
    for (int k = 0; k < plan->y_count - plan->work_done - 1; k++) {
        ydot[plan->work_done + 1 + k] = work->extra_rate[k];
        check += 0 * work->extra_rate[k];
    }
    system_share(work, plan->bodies, rates_piece, &x);
    return check == 0 && !atomic_load(&x.bad);
}

void system_keep_accelerations(const struct plan *plan, struct work *work, const double *ydot)
{
    memcpy(work->acceleration, ydot + plan->q_count, sizeof(double) * (size_t)plan->v_count);
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        double six[6];
        const double *known = known_acceleration(plan, work, i, six);
        for (int k = 0; k < b->dofs; k++)
            work->limit.free_acceleration[b->v - plan->q_count + k] = known[k];
    }
}

static bool moves_finitely(const struct pose *p) { return v3_finite(p->x) && v3_finite(p->v) && v3_finite(p->w); }

/* A force on a body whose motion is finite makes everything else not finite that depends on it: it is looked for first. */
void system_find_culprit(const struct plan *plan, struct work *work, double t)
{
    work->report.bad_t = t;
    for (int i = 0; i < plan->bodies && work->report.bad_body < 0; i++)
        if (moves_finitely(&work->pose[i]) && (!v3_finite(work->wrench[i].f) || !v3_finite(work->wrench[i].n)))
            work->report.bad_body = i;
    if (work->report.bad_body >= 0)
        return;
    for (int i = 0; i < plan->constraints && work->report.bad_constraint < 0; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        system_rows(plan, work, it, t, &work->rows_now);
        bool finite = true;
        for (int r = 0; r < it->rows; r++) {
            finite &=
                isfinite(work->rows_now.c[r]) && isfinite(work->rows_now.cd[r]) && isfinite(work->rows_now.gamma[r]);
            for (int k = 0; k < it->inputs; k++)
                for (int c = 0; c < 6; c++)
                    finite &= isfinite(work->rows_now.j[k][6 * r + c]) != 0;
        }
        if (!finite)
            work->report.bad_constraint = i;
    }
    for (int i = 0; i < plan->bodies && work->report.bad_body < 0; i++)
        if (!moves_finitely(&work->pose[i]))
            work->report.bad_body = i;
}

/* From λ to ẏ. */
tn_status system_finish_derivative(const struct plan *plan, struct work *work, double t, const double *y, double *ydot)
{
    bool finite = system_rates_of_change(plan, work, y, ydot); /* v̇ = W (f + Jᵀλ) */
    for (int i = 0; i < plan->driven_count; i++)
        work->power += drive_power(plan, work, &plan->constraint[plan->driven[i]], y);
    for (int i = 0; i < plan->evaluations; i++)
        if (plan->evaluation[i]->drive_power != NULL)
            work->power += plan->evaluation[i]->drive_power(plan, work, y, ydot);
    if (plan->bounded_count > 0)
        system_keep_accelerations(plan, work, ydot);
    for (int b = 0; b < plan->bounded_count; b++) { /* a motor at its largest force is an applied force */
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        const struct rows_state *now = &work->constraint[it->index];
        if (now->mode == MODE_PUSHED)
            work->multiplier[it->row] = now->push;
    }
    ydot[plan->work_done] = work->power;
    if (finite && isfinite(work->power))
        return TN_OK;
    if (work->report.bad_y != NULL && work->report.bad_y != ydot)
        memcpy(work->report.bad_y, y, sizeof *y * (size_t)plan->y_count);
    work->report.bad_known = work->report.bad_y != NULL && work->report.bad_y != ydot;
    system_find_culprit(plan, work, t);
    return TN_STUCK;
}

tn_status system_derivative(const struct plan *plan, struct work *work, double t, const double *y, double *ydot)
{
    work->report.evaluations++;
    work->report.bad_constraint = work->report.bad_body = -1;
    if (plan->first_order)
        return first_order_derivative(plan, work, t, y, ydot);
    poll_here(work->poll);
    if (work->lenient.any)
        return lenient_derivative(plan, work, t, y, ydot);
    system_free_motion(plan, work, t, y); /* poses, W f (§1) */
    if (plan->linked != NULL) {
        linked_choose(plan, work);
        linked_accelerate(plan, work); /* v̇ of trees without other constraints */
    }
    system_linearize(plan, work, t, false); /* C, Ċ, J, A, r = −γ − J W f − feedback */
    poll_here(work->poll);
    system_solve(plan, work); /* A λ = r */
    return system_finish_derivative(plan, work, t, y, ydot);
}

tn_status system_derivative_again(const struct plan *plan, struct work *work, double t, const double *y, double *ydot)
{
    if (work->lenient.any)
        return system_derivative(plan, work, t, y, ydot);
    work->report.evaluations++;
    work->report.bad_constraint = work->report.bad_body = -1;
    poll_here(work->poll);
    system_free_motion(plan, work, t, y);
    system_linearize_again(plan, work, t); /* C, Ċ, r */
    system_solve_again(plan, work);
    return system_finish_derivative(plan, work, t, y, ydot);
}
