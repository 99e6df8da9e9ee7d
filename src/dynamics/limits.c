/* limits.c: limits, impacts and motors: rows that are not always active (method §2, "Limits and one-sided contact").
 *
 * A limit C ≥ 0 is free while C > 0 and held where it is reached; held, it can only push: λ ≥ 0. Which of the reached
 * limits are held is a complementarity problem,
 *
 *   λ ≥ 0,   C̈ + (2/τ) Ċ + C/τ² ≥ 0,   one of them zero,
 *
 * solved by pivoting on the modes, with the smallest index first if it does not end soon (Murty's rule, which cannot
 * cycle). It is solved where something changes, not in every step. A limit that is reached at a speed is an impact:
 * impulses Λ ≥ 0 with C⁺' ≥ −e C', with every equality satisfied. Motors hold their row while |λ| ≤ bound, and push
 * with the bound if they would need more.
 */
#include <string.h>

#include "dynamics/dynamics_parts.h"
#include "dynamics/lenient.h"

#define TOUCH 1e-7 /* m or rad: a closer limit counts as reached */
#define REST 1e-4  /* m/s or rad/s: slower impacts do not bounce; otherwise bouncing would never end */

#define NOTHING 1e-8 /* N or N·m: smaller loads count as none */

enum { MOST_ROUNDS = 60 };

/* ---- events ---- */

/* Held softly: it changes without events. */
static bool is_soft(const struct plan *plan, const struct work *work, int b)
{
    return work->lenient.any && lenient_holds(plan, work, &plan->constraint[plan->bounded[b]]);
}

static const struct constraint_rows *bounded_rows(const struct plan *plan, int b)
{
    return &plan->constraint[plan->bounded[b]];
}

/* J x of a row that is not in the matrix; x is v̇ or a change of v. */
static double row_product(const struct plan *plan, struct work *work, const struct constraint_rows *it, double t,
                          const double *x)
{
    double sum = 0;
    system_rows(plan, work, it, t, &work->rows_now);
    for (int i = 0; i < it->inputs; i++) {
        if (plan->input_jacobian[it->input + i] < 0)
            continue;
        const struct body *b = &plan->body[plan->connector[it->input + i].body];
        double own[6];
        const bool six = b->point > 0;
        if (six)
            b->owner->point_rate(plan, work, b->point - 1, x, own);
        const double *rate = six ? own : x + (b->v - plan->q_count);
        for (int c = 0; c < (six ? 6 : b->dofs); c++)
            sum += work->rows_now.j[i][c] * rate[c];
    }
    return sum;
}

static double feedback(const struct plan *plan, const struct work *work, const struct constraint_rows *it)
{
    const struct rows_state *now = &work->constraint[it->index];
    if (now->closed)
        return 0;
    if (plan->first_order)
        return it->level[0] == LEVEL_POSITION ? now->kv * work->c[it->row] : 0;
    return it->level[0] == LEVEL_POSITION ? now->ks * work->c[it->row] + now->kd * work->cd[it->row]
                                          : now->kv * work->c[it->row];
}

/* The residual of a row that is held: not zero if it contradicts others, as a motor that drives against a stop. After
 * an evaluation: γ includes the free motion. */
static double residual(const struct plan *plan, struct work *work, double t, const struct constraint_rows *it)
{
    double rate = row_product(plan, work, it, t, work->acceleration) -
                  row_product(plan, work, it, t, work->limit.free_acceleration);
    return rate + work->gamma[it->row] + feedback(plan, work, it);
}

/* Ċ of the actual motion in a first-order world, after an evaluation, which leaves Ċ of free motion. */
static double row_rate(const struct plan *plan, struct work *work, double t, const struct constraint_rows *it)
{
    return row_product(plan, work, it, t, work->acceleration) -
           row_product(plan, work, it, t, work->limit.free_acceleration) + work->gamma[it->row];
}

/* A blocked motor cannot hold its row with any force. */
static bool is_blocked(double missing, const struct work *work, const struct constraint_rows *it)
{
    const struct rows_state *now = &work->constraint[it->index];
    double scale = fabs(work->gamma[it->row]) + fabs(now->ks * work->c[it->row]) + fabs(now->kd * work->cd[it->row]) +
                   fabs(now->kv * work->c[it->row]);
    return fabs(missing) > 1e-6 * scale + 1e-9;
}

/* How far a pushing motor is from holding its row: by how much λ would exceed its bound; or, if it is blocked, the
 * missing acceleration in that direction. */
static tn_status demand(const struct plan *plan, struct work *work, double t, const double *y,
                        const struct constraint_rows *it, double *g)
{
    struct rows_state *now = &work->constraint[it->index];
    double side = now->push > 0 ? 1 : -1;
    now->mode = MODE_HELD;
    tn_status status = system_derivative(plan, work, t, y, work->limit.rate);
    double missing = residual(plan, work, t, it);
    if (is_blocked(missing, work, it))
        *g = -side * missing;
    else
        *g = isfinite(now->bound) ? side * work->multiplier[it->row] - now->bound : -1;
    now->mode = MODE_PUSHED;
    return status;
}

/* A limit that is exceeded, because it was narrowed or never met, and still free: it returns by itself, faster than its
 * feedback requires, C̈ + kd Ċ + ks C > 0. */
static bool is_passed(const struct work *work, const struct constraint_rows *it)
{
    const struct rows_state *now = &work->constraint[it->index];
    return now->passed && now->mode == MODE_FREE && work->c[it->row] < 0;
}

void system_note_limits(const struct plan *plan, struct work *work)
{
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        struct rows_state *now = &work->constraint[it->index];
        now->passed = now->passed && work->c[it->row] < 0;
    }
}

/* A motor without a largest force is an equation like those of joints; only a stop that is reached makes it yield. */
static bool can_yield(const struct plan *plan, const struct work *work, const struct constraint_rows *it)
{
    if (isfinite(work->constraint[it->index].bound))
        return true;
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *stop = bounded_rows(plan, b);
        if (stop->bounds == BOUND_ONE_SIDED && work->constraint[stop->index].mode == MODE_HELD)
            return true;
    }
    return false;
}

/* The distance to the bound of a motor that holds; negative if it is blocked. */
static double strength_left(const struct plan *plan, struct work *work, double t, const struct constraint_rows *it)
{
    double missing = residual(plan, work, t, it);
    return is_blocked(missing, work, it) ? -fabs(missing)
                                         : work->constraint[it->index].bound - fabs(work->multiplier[it->row]);
}

tn_status system_event_values(const struct plan *plan, struct work *work, double t, const double *y, double *g)
{
    bool needs_forces = false;
    tn_status status = TN_OK;
    system_update(plan, work, t, y);
    system_deviations(plan, work, t);
    for (int b = 0; b < plan->bounded_count; b++)
        needs_forces |= plan->first_order || work->constraint[plan->bounded[b]].mode == MODE_HELD ||
                        is_passed(work, bounded_rows(plan, b));
    if (needs_forces)
        status = system_derivative(plan, work, t, y, work->limit.rate);
    for (int b = 0; b < plan->bounded_count && plan->first_order; b++)
        work->limit.speed[b] = row_rate(plan, work, t, bounded_rows(plan, b));
    for (int b = 0; b < plan->bounded_count && plan->first_order; b++)
        work->cd[bounded_rows(plan, b)->row] = work->limit.speed[b];
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        const struct rows_state *now = &work->constraint[it->index];
        work->limit.guard[b] = 1e-8 * (1 + fabs(work->multiplier[it->row]));
        if (is_soft(plan, work, b)) {
            g[b] = 1;
            work->limit.guard[b] = INFINITY;
        } else if (it->bounds == BOUND_MOTOR) {
            g[b] = now->mode == MODE_HELD && can_yield(plan, work, it) ? strength_left(plan, work, t, it) : 1;
        } else if (now->mode == MODE_HELD) {
            g[b] = work->multiplier[it->row];
        } else if (is_passed(work, it)) {
            g[b] = residual(plan, work, t, it);
            work->limit.guard[b] = 1e-6 * (1 + fabs(work->gamma[it->row]));
        } else {
            g[b] = work->c[it->row];
            work->limit.guard[b] = work->cd[it->row] < 0 ? TOUCH : INFINITY;
        }
    }
    for (int b = 0; b < plan->bounded_count && status == TN_OK; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        const struct rows_state *now = &work->constraint[it->index];
        if (now->mode == MODE_PUSHED && !is_soft(plan, work, b))
            status = demand(plan, work, t, y, it, &g[b]);
    }
    for (int b = 0; b < plan->bounded_count && plan->first_order; b++) /* `demand` has evaluated other motions */
        work->cd[bounded_rows(plan, b)->row] = work->limit.speed[b];
    return status;
}

/* ---- impacts ---- */

/* The velocity change of an active row in an impact: restitution, or a stop if it is slow. */
static double wanted_change(double bounce, double speed)
{
    if (speed >= 0)
        return 0;
    return -(1 + (speed < -REST ? bounce : 0)) * speed;
}

/* Does a limit that is reached take part in an impact? One that bounces does when it closes, not because it touches: what
 * an impact makes close follows in the next round, so that impacts run through a row. In the last round all do. */
static bool takes_part(const struct rows_state *now, double speed, bool last)
{
    return last || now->bounce == 0 || speed < -1e-12;
}

/* Impulses for the rows that are held: fills work->lambda. Equalities keep their rate. */
static void solve_impulse(const struct plan *plan, struct work *work, double t, const double *speed, bool last)
{
    system_linearize(plan, work, t, false);
    memset(work->right, 0, sizeof(double) * (size_t)ldl_rows(plan->matrix));
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        const struct rows_state *now = &work->constraint[it->index];
        if (now->mode == MODE_HELD && it->bounds == BOUND_ONE_SIDED)
            work->right[it->row] = work->weight[it->row] * wanted_change(last ? 0 : now->bounce, speed[b]);
    }
    system_solve(plan, work);
}

/* One impact: finds the impulses by pivoting on which of the reached limits take part. In the last round nothing bounces.
 * False: there are none. */
static bool impact(const struct plan *plan, struct work *work, double t, double *y, const bool *reached,
                   const double *speed, bool last)
{
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        struct rows_state *now = &work->constraint[it->index];
        now->mode = it->bounds == BOUND_ONE_SIDED && reached[b] && speed[b] < -1e-12 ? MODE_HELD : MODE_FREE;
    }
    bool found = false;
    for (int round = 0; round < MOST_ROUNDS && !found; round++) {
        solve_impulse(plan, work, t, speed, last);
        system_spread(plan, work, work->acceleration); /* the change of velocities, W JᵀΛ */
        int worst = -1;
        double size = 0;
        for (int b = 0; b < plan->bounded_count; b++) {
            const struct constraint_rows *it = bounded_rows(plan, b);
            struct rows_state *now = &work->constraint[it->index];
            if (it->bounds != BOUND_ONE_SIDED || !reached[b] || !takes_part(now, speed[b], last))
                continue;
            double wrong = now->mode == MODE_HELD ? -work->lambda[it->row]
                                                  : wanted_change(last ? 0 : now->bounce, speed[b]) -
                                                        row_product(plan, work, it, t, work->acceleration);
            if (wrong > 1e-10 && (worst < 0 || (round < MOST_ROUNDS / 2 && wrong > size))) {
                worst = b;
                size = wrong;
            }
        }
        found = worst < 0;
        if (found)
            continue;
        const struct constraint_rows *it = bounded_rows(plan, worst);
        struct rows_state *now = &work->constraint[it->index];
        now->mode = now->mode == MODE_HELD ? MODE_FREE : MODE_HELD;
    }
    double check = 0;
    for (int i = 0; i < plan->v_count; i++)
        check += 0 * work->acceleration[i];
    for (int i = 0; i < plan->v_count && check == 0; i++) /* otherwise the last good state stays */
        y[plan->q_count + i] += work->acceleration[i];
    return found && check == 0;
}

/* ---- which are held ---- */

/* By how much a mode is violated at the present accelerations; ≤ 0 if it is right. */
static double wrongness(const struct plan *plan, struct work *work, double t, const struct constraint_rows *it)
{
    const struct rows_state *now = &work->constraint[it->index];
    if (now->mode == MODE_HELD && it->bounds == BOUND_ONE_SIDED)
        return -work->lambda[it->row];
    if (now->mode == MODE_HELD && !can_yield(plan, work, it))
        return 0;
    if (now->mode == MODE_HELD) /* if it is blocked, λ is meaningless */
        return is_blocked(residual(plan, work, t, it), work, it)
                   ? INFINITY
                   : (fabs(work->multiplier[it->row]) - now->bound) / work->weight[it->row];
    return it->bounds == BOUND_ONE_SIDED ? -residual(plan, work, t, it) : 0;
}

/* A motor that cannot hold its row pushes: with its bound or, if it has none, with the force that would be needed if
 * the driven bodies were free. */
static void let_push(const struct plan *plan, struct work *work, double t, const struct constraint_rows *it)
{
    struct rows_state *now = &work->constraint[it->index];
    double missing = residual(plan, work, t, it), mass = work->weight[it->row] * work->weight[it->row]; /* 1/(J W Jᵀ) */
    bool blocked = is_blocked(missing, work, it);
    double side = (blocked ? -missing : work->multiplier[it->row]) > 0 ? 1 : -1;
    now->push =
        side * (isfinite(now->bound) ? now->bound : mass * fabs(work->gamma[it->row] + feedback(plan, work, it)));
    now->mode = MODE_PUSHED;
}

/* Motors that were switched to pushing during the pivoting may be able to hold after others have been released. Each is
 * tried once. */
static tn_status ask_again(const struct plan *plan, struct work *work, double t, const double *y, bool *pushed,
                           bool *any)
{
    tn_status status = TN_OK;
    *any = false;
    for (int b = 0; b < plan->bounded_count && status == TN_OK; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        double g = 1;
        if (pushed[b])
            status = demand(plan, work, t, y, it, &g);
        pushed[b] = false;
        if (g < 0) {
            work->constraint[it->index].mode = MODE_HELD;
            *any = true;
        }
    }
    return status;
}

/* Pivoting on the modes of the candidates until λ ≥ 0 and acceleration ≥ 0 everywhere. */
static tn_status complementarity(const struct plan *plan, struct work *work, double t, const double *y,
                                 const bool *candidate, bool *pushed)
{
    memset(pushed, 0, sizeof *pushed * (size_t)plan->bounded_count);
    bool asked = false, any;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        tn_status status = system_derivative(plan, work, t, y, work->limit.rate);
        if (status != TN_OK)
            return status;
        int worst = -1;
        double size = 0, scale = 1e-300;
        for (int i = 0; i < plan->constraints; i++)
            for (int r = 0; r < plan->constraint[i].rows && plan->constraint[i].block >= 0; r++)
                scale = fmax(scale, fabs(work->lambda[plan->constraint[i].row + r]));
        for (int b = 0; b < plan->bounded_count; b++) {
            if (!candidate[b])
                continue;
            double wrong = wrongness(plan, work, t, bounded_rows(plan, b));
            if (wrong > 1e-9 * scale + 1e-12 && (worst < 0 || (round < MOST_ROUNDS / 2 && wrong > size))) {
                worst = b;
                size = wrong;
            }
        }
        const struct constraint_rows *it = worst >= 0 ? bounded_rows(plan, worst) : NULL;
        if (it == NULL) {
            status = asked ? TN_OK : ask_again(plan, work, t, y, pushed, &any);
            if (status != TN_OK || asked || !any)
                return status;
            asked = true;
        } else if (it->bounds == BOUND_MOTOR) {
            let_push(plan, work, t, it);
            pushed[worst] = true;
        } else {
            work->constraint[it->index].mode = work->constraint[it->index].mode == MODE_HELD ? MODE_FREE : MODE_HELD;
        }
    }
    return TN_OK;
}

/* Which limits are reached, and how fast they are approached. A held limit is reached, and at rest, while its feedback
 * still closes the rest of its gap. */
static void look(const struct plan *plan, struct work *work, double t, const double *y, const enum mode *before,
                 bool *reached, double *speed)
{
    system_update(plan, work, t, y);
    system_deviations(plan, work, t);
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        bool held = before != NULL && before[b] == MODE_HELD;
        reached[b] = it->bounds == BOUND_ONE_SIDED && !is_soft(plan, work, b) && (work->c[it->row] <= TOUCH || held);
        speed[b] = plan->first_order || (held && fabs(work->cd[it->row]) <= REST) ? 0 : work->cd[it->row];
    }
}

/* When one limit is released, those without load are released too: their λ crosses zero at the same moment, and
 * otherwise they would be released one by one by rounding. */
static void release_together(const struct plan *plan, struct work *work)
{
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        struct rows_state *now = &work->constraint[it->index];
        if (it->bounds == BOUND_ONE_SIDED && now->mode == MODE_HELD && !is_soft(plan, work, b) &&
            work->multiplier[it->row] <= NOTHING)
            now->mode = MODE_FREE;
    }
}

tn_status system_settle(const struct plan *plan, struct work *work, double t, double *y, const bool *triggered)
{
    bool *reached = work->limit.flag, *candidate = work->limit.flag + plan->bounded_count;
    double *speed = work->limit.speed;
    if (plan->bounded_count == 0)
        return TN_OK;
    /* A limit that is released now must not be held again by its own rounding error. */
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        struct rows_state *now = &work->constraint[it->index];
        candidate[b] = !(triggered != NULL && triggered[b] && now->mode != MODE_FREE) && !is_soft(plan, work, b);
    }
    enum mode *before = work->limit.mode;
    for (int b = 0; b < plan->bounded_count; b++)
        before[b] = work->constraint[plan->bounded[b]].mode;
    const enum mode *known = triggered != NULL ? before : NULL; /* a start depends only on the state */
    look(plan, work, t, y, known, reached, speed);
    bool found = true; /* limits that contradict each other have no impulses: other rounds would not find any */
    const int impacts = MOST_ROUNDS + 4 * plan->bounded_count;
    for (int round = 0; round < impacts && found; round++) {
        bool struck = false;
        for (int b = 0; b < plan->bounded_count; b++)
            struck |= reached[b] && speed[b] < -1e-9;
        if (!struck)
            break;
        found = impact(plan, work, t, y, reached, speed, round >= impacts - 2);
        look(plan, work, t, y, known, reached, speed);
    }
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        struct rows_state *now = &work->constraint[it->index];
        if (is_soft(plan, work, b)) {
            now->mode = MODE_FREE;
            candidate[b] = false;
        } else if (it->bounds == BOUND_MOTOR) {
            bool gives_in = !candidate[b] && before[b] == MODE_HELD;
            now->mode = gives_in ? MODE_PUSHED : MODE_HELD; /* whether others must push is decided below */
            if (gives_in)
                now->push = work->multiplier[it->row] > 0 ? now->bound : -now->bound;
            candidate[b] = now->mode == MODE_HELD;
        } else {
            candidate[b] = candidate[b] && reached[b] && (speed[b] <= REST || work->c[it->row] < -TOUCH);
            now->mode = candidate[b] ? MODE_HELD : MODE_FREE;
        }
    }
    bool released = false;
    for (int b = 0; b < plan->bounded_count; b++)
        released |= triggered != NULL && triggered[b] && before[b] == MODE_HELD;
    tn_status status = complementarity(plan, work, t, y, candidate, reached);
    if (released && status == TN_OK)
        release_together(plan, work);
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = bounded_rows(plan, b);
        struct rows_state *now = &work->constraint[it->index];
        now->passed = it->bounds == BOUND_ONE_SIDED && now->mode == MODE_FREE && work->c[it->row] < -TOUCH;
    }
    return status;
}
