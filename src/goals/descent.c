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
#define MOST_DAMPING 1e12
#define MOST_TURN 1.0 /* rad in one correction */
#define STALL 1e-13   /* relative decrease of |C|² that counts as none */
#define REST 1e-4     /* what a gradient that vanishes is, of the gap, with rows of gradient 1 */

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

/* What a descent writes. */
struct descent {
    double *y, *next;        /* positions: accepted, tried, */
    double *other;           /* and room for another one */
    double *weight;          /* by row, at the accepted positions */
    double *least;           /* the smallest so far; infinite: the row did not take part yet */
    double *step, *last;     /* the correction, and the whole of the one before; by velocity */
    int runs;                /* corrections in a row that went on in the direction of those before */
    double squares, damping; /* |C|² there; μ */
};

static void note_weights(const struct plan *plan, const struct work *work, struct descent *d)
{
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        for (int r = it->row; r < it->row + it->rows && it->block >= 0 && !work->constraint[it->index].out; r++)
            d->least[r] = fmin(d->least[r], d->weight[r]);
    }
}

/* next ← y + step, shortened so that nothing turns too far; the step is what it was shortened to. */
static void displaced(const struct plan *plan, struct work *work, double t, const struct descent *d, double *step)
{
    const double turn = system_largest_turn(plan, step), part = turn > MOST_TURN ? MOST_TURN / turn : 1;
    memcpy(d->next, d->y, sizeof *d->y * (size_t)plan->y_count);
    system_displace(plan, step, part, d->next);
    EVALUATIONS_DO(plan, follow, plan, work, t, d->next);
    for (int i = 0; i < plan->v_count && part < 1; i++)
        step[i] *= part;
}

/* next ← y + W Jᵀλ. False: not finite. */
static bool corrected(const struct plan *plan, struct work *work, double t, struct descent *d)
{
    double check = 0;
    system_spread(plan, work, d->step);
    for (int i = 0; i < plan->v_count; i++)
        check += 0 * d->step[i];
    if (check != 0)
        return false;
    displaced(plan, work, t, d, d->step);
    return true;
}

static void accept(const struct plan *plan, struct descent *d, double *step)
{
    memcpy(d->y, d->next, sizeof *d->y * (size_t)plan->y_count);
    memcpy(d->last, step, sizeof *step * (size_t)plan->v_count);
}

/* Where the gradient of a gap hardly changes (a chain of many rods that is nearly straight, and too short), corrections
 * creep: what they have in common is carried on, as by a heavy ball, as long as that is better than the correction
 * alone. `reached` is |C|² with it. */
static void carry_on(const struct plan *plan, struct work *work, double t, struct descent *d, double reached)
{
    const double part = d->runs / (d->runs + 3.0);
    double *with = work->acceleration;
    for (int i = 0; i < plan->v_count && part > 0; i++)
        with[i] = d->step[i] + part * d->last[i];
    d->runs++;
    if (part > 0) {
        double *next = d->next;
        d->next = d->other;
        displaced(plan, work, t, d, with);
        if (squares_at(plan, work, t, d->next, d->weight) < reached) {
            d->other = next;
            memcpy(d->step, with, sizeof *with * (size_t)plan->v_count);
        } else {
            d->other = d->next;
            d->next = next;
            d->runs = 1;
        }
    }
    accept(plan, d, d->step);
}

/* One accepted correction; false: none decreases |C|². */
static bool correct(const struct plan *plan, struct work *work, double t, struct descent *d)
{
    for (; d->damping <= MOST_DAMPING; d->damping *= 4) {
        d->squares = linearize(plan, work, t, d->y, d->weight); /* a trial has overwritten the rows */
        if (!(d->squares > 0) || !isfinite(d->squares))
            return false;
        note_weights(plan, work, d);
        const double predicted = solve(plan, work, d->damping, d->squares);
        if (predicted < 0 || !corrected(plan, work, t, d))
            continue;
        const double reached = squares_at(plan, work, t, d->next, d->weight), gained = 1 - reached / d->squares;
        if (!(gained > STALL) || !(gained > 1e-3 * predicted))
            continue;
        d->damping *= gained > 0.75 * predicted ? 0.125 : gained < 0.25 * predicted ? 4 : 1;
        d->damping = fmax(d->damping, LEAST_DAMPING);
        carry_on(plan, work, t, d, reached);
        return true;
    }
    return false;
}

struct descent *descent_begin(const struct plan *plan, struct work *work, double *y)
{
    const int rows = ldl_rows(plan->matrix);
    struct descent *d = MEM_NEW(struct descent);
    *d = (struct descent){.y = y, .damping = FIRST_DAMPING};
    d->next = mem_copy(y, sizeof *y * (size_t)plan->y_count);
    d->other = mem_copy(y, sizeof *y * (size_t)plan->y_count);
    d->step = MEM_ARRAY(double, plan->v_count);
    d->last = MEM_ARRAY(double, plan->v_count);
    d->weight = MEM_ARRAY(double, rows);
    d->least = MEM_ARRAY(double, rows);
    for (int i = 0; i < rows; i++)
        d->least[i] = INFINITY;
    system_forget_factors(plan, work);
    return d;
}

void descent_end(const struct plan *plan, struct work *work, struct descent *d)
{
    system_forget_factors(plan, work);
    mem_free(d->next);
    mem_free(d->other);
    mem_free(d->step);
    mem_free(d->last);
    mem_free(d->weight);
    mem_free(d->least);
    mem_free(d);
}

bool descent_go_on(const struct plan *plan, struct work *work, double t, struct descent *d, int most)
{
    d->damping = fmin(d->damping, 1);
    for (int i = 0; i < most && !poll_here(work->poll); i++)
        if (!correct(plan, work, t, d))
            return false;
    return true;
}

/* μᵀ J d of one constraint, for a displacement d = W Jᵀμ. */
static double along(const struct plan *plan, const struct work *work, const struct constraint_rows *it, const double *d)
{
    double sum = 0;
    for (int p = it->jacobian; p < it->jacobian + it->jacobians && !work->constraint[it->index].out; p++) {
        const struct jacobian_block *block = &plan->jacobian[p];
        const struct body *b = &plan->body[block->body];
        const double *v = d + (b->v - plan->q_count);
        if (b->coordinates == COORDINATES_GENERAL)
            v = b->owner->hat(plan, work, block->body, v);
        for (int r = 0; r < it->rows; r++)
            for (int c = 0; c < block->dofs; c++)
                sum += work->multiplier[it->row + r] * system_jacobian(work, block, r, c) * v[c];
    }
    return sum;
}

bool descent_rests(const struct plan *plan, struct work *work, double t, struct descent *d)
{
    double squares = 0, gradient = 0;
    linearize(plan, work, t, d->y, d->weight);
    note_weights(plan, work, d);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        for (int r = 0; r < it->rows && it->block >= 0; r++) {
            const int row = it->row + r;
            const bool counts = !work->constraint[it->index].out && isfinite(d->least[row]);
            const double c = counts ? d->least[row] * counted(work, it, r) : 0;
            work->multiplier[row] = counts ? d->least[row] * c : 0;
            squares += c * c;
        }
    }
    system_spread(plan, work, work->acceleration);
    for (int i = 0; i < plan->constraints; i++)
        if (plan->constraint[i].block >= 0)
            gradient += along(plan, work, &plan->constraint[i], work->acceleration);
    return isfinite(gradient) && gradient <= REST * REST * squares;
}

void system_descend(const struct plan *plan, struct work *work, double t, double *y, int most)
{
    struct descent *d = descent_begin(plan, work, y);
    descent_go_on(plan, work, t, d, most);
    descent_end(plan, work, d);
}
