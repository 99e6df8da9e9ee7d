/* assembly.c: corrects positions only: mass-weighted Gauss–Newton, q ← q + W Jᵀμ with A μ = −C.
 *
 * Of all displacements that satisfy the linearized constraints this one moves mass least, so that the model stays on
 * its branch. Velocities and time do not change.
 */
#include "goals/assembly.h"

#include "dynamics/dynamics_parts.h"
#include "dynamics/evaluation.h"

double system_largest_deviation(const struct plan *plan, const struct work *work,
                                bool (*count)(void *ctx, const struct constraint_rows *it), void *ctx, int *worst)
{
    double largest = 0;
    *worst = -1;
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        if (count != NULL && !count(ctx, it))
            continue;
        double sum = 0;
        if (it->bounds == BOUND_MOTOR) /* a motor may be too weak for its goal */
            continue;
        for (int r = 0; r < it->rows; r++) { /* a limit counts only if it is exceeded */
            double c = it->bounds == BOUND_ONE_SIDED ? fmin(work->c[it->row + r], 0) : work->c[it->row + r];
            sum += it->level[r] != LEVEL_ACCELERATION ? c * c : 0; /* that is without constraint forces */
        }
        if (*worst < 0 || (!isnan(largest) && !(sqrt(sum) <= largest))) { /* NaN is the worst */
            largest = sqrt(sum);
            *worst = i;
        }
    }
    return largest;
}

double system_acceleration_left(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                                int r)
{
    double left = work->c[it->row + r];
    for (int p = it->jacobian; p < it->jacobian + it->jacobians && !work->constraint[it->index].out; p++) {
        const struct jacobian_block *block = &plan->jacobian[p];
        const struct body *b = &plan->body[block->body];
        double own[6], *d = b->dofs > 6 ? MEM_ARRAY(double, b->dofs) : own;
        system_pull(plan, work, block->body, d);
        const double *v = b->coordinates == COORDINATES_GENERAL ? b->owner->hat(plan, work, block->body, d) : d;
        for (int c = 0; c < block->dofs; c++)
            left += system_jacobian(work, block, r, c) * v[c];
        if (d != own)
            mem_free(d);
    }
    return left;
}

static bool is_position(void *ctx, const struct constraint_rows *it)
{
    (void)ctx;
    return it->level[0] == LEVEL_POSITION && !it->apart;
}

/* For positions only: a limit is active where it is exceeded; motors are ignored. */
void system_choose_modes(const struct plan *plan, struct work *work)
{
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        bool passed = it->bounds == BOUND_ONE_SIDED && work->c[it->row] < 0;
        work->constraint[it->index].mode = passed ? MODE_HELD : MODE_FREE;
    }
}

double system_largest_turn(const struct plan *plan, const double *d)
{
    double turn = 0;
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].coordinates == COORDINATES_RIGID) {
            const double *w = d + (plan->body[i].v - plan->q_count) + 3;
            turn = fmax(turn, sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]));
        }
    return turn;
}

tn_status system_correct_positions(const struct plan *plan, struct work *work, double t, double *y, double most_turn,
                                   double *deviation)
{
    int worst;
    system_update(plan, work, t, y);
    system_deviations(plan, work, t);
    system_choose_modes(plan, work);
    system_linearize(plan, work, t, true);
    *deviation = system_largest_deviation(plan, work, is_position, NULL, &worst);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        for (int r = 0; r < it->rows && it->block >= 0; r++)
            work->right[it->row + r] = it->level[0] == LEVEL_POSITION && work->constraint[it->index].mode == MODE_HELD
                                           ? -work->weight[it->row + r] * work->c[it->row + r]
                                           : 0;
    }
    system_solve(plan, work);
    double *d = work->acceleration;
    system_spread(plan, work, d);
    const double largest_turn = system_largest_turn(plan, d);
    for (int i = 0; i < plan->v_count; i++)
        if (!isfinite(d[i])) {
            system_find_culprit(plan, work, t);
            return TN_STUCK;
        }
    system_displace(plan, d, largest_turn > most_turn ? most_turn / largest_turn : 1, y);
    EVALUATIONS_DO(plan, follow, plan, work, t, y);
    return TN_OK;
}
