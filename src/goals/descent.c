/* descent.c: positions by least squares: Levenberg–Marquardt on the scaled rows of the constraints of position.
 *
 * A correction solves (A + μI) λ = −C and displaces by W Jᵀλ: of all displacements of its length the one that decreases
 * |C|² most, in the metric of mass. The linear model leaves the residual μλ, so that |C|² should become μ²|λ|². A
 * correction that does not decrease |C|², or that leaves the domain of a formula, is taken back and μ grows; where the
 * model predicts well, μ shrinks and the corrections become those of Gauss–Newton.
 */
#include <string.h>

#include "dynamics/evaluation.h"
#include "goals/assembly.h"

#define FIRST_DAMPING 1e-3
#define LEAST_DAMPING 1e-10
#define MOST_DAMPING 1e8
#define MOST_TURN 1.0 /* rad in one correction */
#define STALL 1e-13   /* relative decrease of |C|² that counts as none */

/* Limits count where they are exceeded, motors do not. */
static double counted(const struct work *work, const struct constraint_rows *it, int r)
{
    const double c = work->c[it->row + r];
    if (it->level[0] != LEVEL_POSITION || it->block < 0 || it->bounds == BOUND_MOTOR)
        return 0;
    return it->bounds == BOUND_ONE_SIDED ? fmin(c, 0) : c;
}

/* |C|² with the given weights at y; infinite where a formula has no value. */
static double squares_at(const struct plan *plan, struct work *work, double t, const double *y, const double *weight)
{
    double sum = 0;
    system_update(plan, work, t, y);
    system_deviations(plan, work, t);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        for (int r = 0; r < it->rows && it->block >= 0; r++) {
            const double c = counted(work, it, r) * weight[it->row + r];
            sum += c * c;
        }
    }
    return isfinite(sum) ? sum : INFINITY;
}

/* Rows and matrix at y; the right-hand side is −C. Returns |C|². */
static double linearize(const struct plan *plan, struct work *work, double t, const double *y, double *weight)
{
    double sum = 0;
    system_update(plan, work, t, y);
    system_deviations(plan, work, t);
    system_choose_modes(plan, work);
    system_linearize(plan, work, t, true);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        const bool held = work->constraint[it->index].mode == MODE_HELD;
        for (int r = 0; r < it->rows && it->block >= 0; r++) {
            const int row = it->row + r;
            weight[row] = held ? work->weight[row] : 1;
            work->right[row] = held ? -weight[row] * counted(work, it, r) : 0;
            sum += work->right[row] * work->right[row];
        }
    }
    return isfinite(sum) ? sum : INFINITY;
}

/* λ for this damping; returns the part of |C|² that the linear model predicts to go. */
static double solve(const struct plan *plan, struct work *work, double damping, double squares)
{
    const double own = work->lenient.softness;
    double left = 0;
    work->lenient.softness = damping;
    system_solve(plan, work);
    work->lenient.softness = own;
    for (int i = 0; i < ldl_rows(plan->matrix); i++)
        left += work->lambda[i] * work->lambda[i];
    left *= damping * damping / squares;
    return isfinite(left) ? fmax(1 - left, 0) : -1;
}

/* next ← y + W Jᵀλ, shortened so that nothing turns too far. False: not finite. */
static bool displaced(const struct plan *plan, struct work *work, double t, const double *y, double *next)
{
    double *d = work->acceleration, check = 0;
    system_spread(plan, work, d);
    const double turn = system_largest_turn(plan, d);
    for (int i = 0; i < plan->v_count; i++)
        check += 0 * d[i];
    if (check != 0)
        return false;
    memcpy(next, y, sizeof *next * (size_t)plan->y_count);
    system_displace(plan, d, turn > MOST_TURN ? MOST_TURN / turn : 1, next);
    EVALUATIONS_DO(plan, follow, plan, work, t, next);
    return true;
}

/* What a descent writes. */
struct descent {
    double *y, *next;        /* positions: accepted, tried */
    double *weight;          /* by row, at the accepted positions */
    double squares, damping; /* |C|² there; μ */
};

/* One accepted correction; false: none decreases |C|². */
static bool correct(const struct plan *plan, struct work *work, double t, struct descent *d)
{
    for (; d->damping <= MOST_DAMPING; d->damping *= 4) {
        d->squares = linearize(plan, work, t, d->y, d->weight); /* a trial has overwritten the rows */
        if (!(d->squares > 0) || !isfinite(d->squares))
            return false;
        const double predicted = solve(plan, work, d->damping, d->squares);
        if (predicted < 0 || !displaced(plan, work, t, d->y, d->next))
            continue;
        const double gained = 1 - squares_at(plan, work, t, d->next, d->weight) / d->squares;
        if (!(gained > STALL) || !(gained > 1e-3 * predicted))
            continue;
        d->damping *= gained > 0.75 * predicted ? 0.125 : gained < 0.25 * predicted ? 4 : 1;
        d->damping = fmax(d->damping, LEAST_DAMPING);
        memcpy(d->y, d->next, sizeof *d->y * (size_t)plan->y_count);
        return true;
    }
    return false;
}

void system_descend(const struct plan *plan, struct work *work, double t, double *y, int most)
{
    struct descent d = {.y = y, .damping = FIRST_DAMPING};
    d.next = mem_copy(y, sizeof *y * (size_t)plan->y_count);
    d.weight = MEM_ARRAY(double, ldl_rows(plan->matrix));
    for (int i = 0; i < most && !poll_here(work->poll); i++)
        if (!correct(plan, work, t, &d))
            break;
    system_forget_factors(plan, work);
    mem_free(d.next);
    mem_free(d.weight);
}
