/* project.c: what is met stays met (method §2). After each accepted step positions and velocities go back to C = 0 and
 * Ċ = 0, by the displacements that move mass least:
 *
 *   q ← q + W Jᵀμ,  A μ = −C        v ← v + W Jᵀν,  A ν = −Ċ
 *
 * with J and the factors of A of the evaluation that the step ended with, so that it costs two solutions, no evaluation.
 *
 * A constraint is met from where both C and τ Ċ are below CLOSE, or when it has had so many time constants that what is
 * left of it is the error of the steps. Where all constraints of an island are met, the island is closed: projection
 * takes over from feedback. As long as one of them is still on its way, or has a feedback of its own, all are left to
 * their feedback: on such a way models pass singular positions, where projection would only stir.
 */
#include <string.h>

#include "dynamics/four.h"
#include "dynamics/tree/linked.h"
#include "dynamics/dynamics_parts.h"
#include "dynamics/uneven.h"

#define CLOSE 1e-8  /* m or rad */
#define NEARLY 1e-3 /* what steps may leave of a constraint whose time has passed */
#define ROUNDING 1e-13
#define LONG 25 /* time constants: e⁻²⁵ = 1e-11 */

/* Limits and motors come and go; they do not decide whether an island is closed. Joints by coordinates are never open. */
static bool counts(const struct constraint_rows *it)
{
    return it->block >= 0 && it->bounds == BOUND_NONE && !it->exact;
}

static bool is_met(const struct plan *plan, const struct work *work, const struct constraint_rows *it, double t)
{
    const struct rows_state *now = &work->constraint[it->index];
    double tau = now->kv > 0 ? 1 / now->kv : 1, most = 0;
    bool late = it->bounds == BOUND_NONE && t - now->since > LONG * tau;
    double near = late ? NEARLY : CLOSE;
    for (int r = 0; r < it->rows; r++) {
        int row = it->row + r;
        if (it->level[r] == LEVEL_POSITION || (it->level[r] == LEVEL_VELOCITY && !plan->first_order))
            most = fmax(most, fabs(work->c[row]));
        if (it->level[r] == LEVEL_POSITION && !plan->first_order)
            most = fmax(most, fabs(work->cd[row]) * fmin(tau, 1));
    }
    return most <= near;
}

static int island_of(const struct plan *plan, const struct constraint_rows *it)
{
    return ldl_island_of(plan->matrix, it->block);
}

static void set_closed(struct work *work, const struct constraint_rows *it, bool closed)
{
    work->constraint[it->index].closed = closed;
    for (int r = 0; r < it->rows; r++)
        work->closed[it->row + r] = !closed                          ? ROW_OPEN
                                    : it->level[r] == LEVEL_POSITION ? ROW_POSITION
                                    : it->level[r] == LEVEL_VELOCITY ? ROW_VELOCITY
                                                                     : ROW_OPEN;
}

void system_open_all(const struct plan *plan, struct work *work, double t)
{
    work->open = 0;
    memset(work->island_open, 0, sizeof *work->island_open * (size_t)ldl_islands(plan->matrix));
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        struct rows_state *now = &work->constraint[it->index];
        now->met = false;
        now->since = t;
        if (it->block >= 0)
            set_closed(work, it, false);
        now->closed = it->exact; /* no feedback; and its rows stay open: no projection */
        if (counts(it)) {
            work->island_open[island_of(plan, it)]++;
            work->open++;
        }
    }
}

/* Limits are left to their feedback: what little one is off when it is struck decays, and does not jump. Motors are held
 * like joints, once they are at their goal. */
static void close_motors(const struct plan *plan, struct work *work, double t)
{
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        const struct rows_state *now = &work->constraint[it->index];
        if (it->bounds == BOUND_MOTOR)
            set_closed(work, it,
                       now->mode == MODE_HELD && !now->own_feedback && is_met(plan, work, it, t) &&
                           work->island_open[island_of(plan, it)] == 0);
    }
}

void system_close_met(const struct plan *plan, struct work *work, double t)
{
    bool any = false;
    for (int i = 0; i < plan->constraints && work->open > 0; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        struct rows_state *now = &work->constraint[it->index];
        if (!counts(it) || now->met || now->own_feedback || !is_met(plan, work, it, t))
            continue;
        now->met = true;
        work->open--;
        any |= --work->island_open[island_of(plan, it)] == 0;
    }
    for (int i = 0; i < plan->constraints && (any || plan->island.uneven > 0); i++)
        if (counts(&plan->constraint[i]) && work->island_open[island_of(plan, &plan->constraint[i])] == 0)
            set_closed(work, &plan->constraint[i],
                       !uneven_is_singular(plan, work, island_of(plan, &plan->constraint[i])));
    close_motors(plan, work, t);
}

/* The right-hand sides of both corrections: −C in work->right, −Ċ in work->rho, scaled; the largest numbers of both. */
static void ask(const struct plan *plan, struct work *work, double *gap, double *speed)
{
    const int rows = ldl_rows(plan->matrix);
    const double *restrict c = work->c, *restrict cd = work->cd, *restrict weight = work->weight;
    double *restrict right = work->right, *restrict rho = work->rho;
    double most_c = 0, most_cd = 0;
    for (int i = 0; i < rows; i++) {
        const signed char closed = work->closed[i];
        const double position = closed == ROW_POSITION ? c[i] : 0;
        const double velocity = closed == ROW_POSITION ? cd[i] : closed == ROW_VELOCITY ? c[i] : 0;
        right[i] = -weight[i] * position;
        rho[i] = -weight[i] * velocity;
        most_c = fabs(position) > most_c ? fabs(position) : most_c;
        most_cd = fabs(velocity) > most_cd ? fabs(velocity) : most_cd;
    }
    *gap = most_c;
    *speed = most_cd;
}

/* work->right for the next correction from work->rho, where the multipliers of this one wait for it, if they are finite. */
static bool next_right(const struct plan *plan, struct work *work)
{
    double check = 0;
    for (int i = 0; i < ldl_rows(plan->matrix); i++) {
        work->right[i] = work->rho[i];
        work->rho[i] = work->multiplier[i];
        check += 0 * work->multiplier[i];
    }
    return check == 0;
}

static void displace(const struct body *b, const double *move, double fraction, double *y)
{
    for (int k = 0; k < body_width(b); k++)
        y[b->q + k] += fraction * move[k];
    if (b->coordinates != COORDINATES_RIGID)
        return;
    const vec3 turn = v3_scale(fraction, v3(move[3], move[4], move[5]));
    double *q = y + b->q + 3;
    const bool tiny = v3_dot(turn, turn) < PROJECT_TINY * PROJECT_TINY;
    quat next = q_mul(tiny ? q_small(turn) : q_exp(turn), (quat){q[0], q[1], q[2], q[3]});
    next = q_scale(q_unit_scale(q_norm2(next)), next);
    memcpy(q, &next, sizeof next);
}

void system_displace(const struct plan *plan, const double *d, double fraction, double *y)
{
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs > 0)
            displace(&plan->body[i], d + (plan->body[i].v - plan->q_count), fraction, y);
}

static bool is_finite(const double *x, int n)
{
    double check = 0;
    for (int i = 0; i < n; i++)
        check += 0 * x[i];
    return check == 0;
}

/* What the corrections of all bodies share. */
struct correcting {
    const struct plan *plan;
    const struct work *work;
    double *y;
    const double *positions, *velocities; /* μ and ν in true units; NULL: not wanted */
};

static void correct_piece(void *ctx, int from, int to)
{
    const struct correcting *x = ctx;
    const struct plan *plan = x->plan;
    const struct work *work = x->work;
    for (int i; (i = four_correct(plan, work, from, to, x->positions, x->velocities, x->y)) < to; from = i + 1) {
        const struct body *b = &plan->body[i];
        if (b->dofs == 0)
            continue;
        double six[6],
            *move = b->coordinates == COORDINATES_GENERAL ? work->acceleration + (b->v - plan->q_count) : six;
        if (x->positions != NULL) {
            system_pull_by(plan, work, i, x->positions, move);
            displace(b, move, 1, x->y);
        }
        if (x->velocities == NULL)
            continue;
        system_pull_by(plan, work, i, x->velocities, move);
        for (int k = 0; k < b->dofs; k++)
            x->y[b->v + k] += move[k];
    }
}

/* The dense solver corrects by its own solutions: its results are a reference for all that the sparse one does. */
static void solve_correction(const struct plan *plan, struct work *work)
{
    if (plan->solver == SOLVER_SVD)
        system_solve(plan, work);
    else
        system_solve_damped(plan, work);
}

double system_project(const struct plan *plan, struct work *work, double t, double *y, double enough,
                      double *of_positions)
{
    if (of_positions != NULL)
        *of_positions = 0;
    if (work->lenient.softness > 0 || work->lenient.any || plan->rows == 0 ||
        (plan->linked != NULL && work->linked->all_skip))
        return 0;
    system_close_met(plan, work, t);
    if (work->report.singular) /* there even small gaps matter */
        enough = fmin(enough, ROUNDING);
    double gap, speed;
    ask(plan, work, &gap, &speed);
    const double most = plan->first_order ? gap : fmax(gap, speed);
    if (!(most > enough))
        return 0;
    if (of_positions != NULL)
        *of_positions = gap;
    struct correcting x = {.plan = plan, .work = work, .y = y};
    if (plan->solver == SOLVER_SPARSE)
        system_damp(plan, work);
    if (gap > enough) {
        solve_correction(plan, work);
        x.positions = work->rho;
    }
    if (!next_right(plan, work))
        x.positions = NULL;
    if (!plan->first_order) { /* there velocities are found, not kept */
        solve_correction(plan, work);
        x.velocities = is_finite(work->multiplier, ldl_rows(plan->matrix)) ? work->multiplier : NULL;
    }
    system_share(work, plan->bodies, correct_piece, &x);
    return most;
}
