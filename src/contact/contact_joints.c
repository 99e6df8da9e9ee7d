/* contact_joints.c: constraints together with contacts: solved exactly, with the same matrix as dynamic constraints, in
 * every substep (method §2, Contact and friction).
 *
 * In a substep C decays with its time constant. The feedback is taken at the end of the substep, so that no time
 * constant is too short:
 *
 *   Ċ⁺ = (Ċ − h ks C) / (1 + h kd + h² ks),      C⁺ = C + h Ċ⁺
 *
 * Velocities for the motion are such that C⁺ is reached to second order, including the curvature γ₀ = J̇v + C_tt
 * (RATTLE):
 *
 *   J v* = Ċ⁺ − C_t − ½ h γ₀,      A μ = J v* − J v,      v ← v + W Jᵀμ
 *
 * After the motion, positions are corrected by a Newton step, A μ = C⁺ − C, and velocities by A μ = Ċ⁺ − Ċ. Both use
 * the values that C and Ċ should have had, not those that they have reached, so that errors do not accumulate.
 *
 * v starts with the impulses of the contacts of the last substep. Then contacts and constraints alternate: a sweep over
 * the contacts changes velocities, and impulses bring J v back to J v*: block Gauss–Seidel, with all constraints as one
 * block.
 *
 * A limit takes part while it would be exceeded in the substep and its μ is not negative; a motor holds its row up to
 * its largest force.
 */
#include <string.h>

#include "contact/contact_step.h"
#include "dynamics/dynamics_parts.h"

enum { MOST_ROUNDS = 10 };

static bool takes_part(const struct work *work, const struct constraint_rows *it)
{
    return it->block >= 0 && !work->constraint[it->index].out;
}

/* ---- rates ---- */

/* J v of all rows that take part, at the solver's velocities. */
static void row_rates(const struct plan *plan, const struct work *work, const struct moving *moving, double *out)
{
    memset(out, 0, sizeof(double) * (size_t)ldl_rows(plan->matrix));
    for (int i = 0; i < plan->jacobians; i++) {
        const struct jacobian_block *p = &plan->jacobian[i];
        const struct moving *m = &moving[p->body];
        for (int r = 0; r < p->rows && !work->constraint[p->constraint].out; r++) {
            double sum = 0;
            for (int k = 0; k < p->dofs; k++)
                sum += system_jacobian(work, p, r, k) * (k < 3 ? m->v[k] : m->w[k - 3]);
            out[p->row + r] += sum;
        }
    }
}

static void clear_right(const struct plan *plan, struct work *work)
{
    memset(work->right, 0, sizeof(double) * (size_t)ldl_rows(plan->matrix));
}

static void solve(const struct plan *plan, struct work *work)
{
    work->skip_multiplier_balance = plan->bounded_count == 0;
    system_solve(plan, work);
    work->skip_multiplier_balance = false;
    work->contact->damped = false;
}

/* For another right-hand side with the same matrix; the dense reference solver and soft constraints keep no factors. */
static void solve_again(const struct plan *plan, struct work *work)
{
    if (plan->solver == SOLVER_SVD || work->lenient.softness > 0) {
        system_solve(plan, work);
        return;
    }
    if (!work->contact->damped)
        system_damp(plan, work);
    work->contact->damped = true;
    system_solve_damped(plan, work);
}

/* v += scale · x, a vector of velocities. */
static void add_velocities(const struct plan *plan, const double *x, double scale, struct moving *moving)
{
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const double *dx = x + (b->v - plan->q_count);
        for (int k = 0; k < b->dofs; k++)
            *(k < 3 ? &moving[i].v[k] : &moving[i].w[k - 3]) += scale * dx[k];
    }
}

/* ---- goals of C and Ċ ---- */

/* The goal of C, not its actual value: the rest of a correction is left to the next one. */
static double goal_of(const struct work *work, int row)
{
    double goal = work->contact->goal[row];
    return isnan(goal) ? work->c[row] : goal;
}

static double goal_rate_of(const struct work *work, int row)
{
    return isnan(work->contact->goal[row]) ? work->cd[row] : work->contact->goal_rate[row];
}

/* The matrix is that of these positions. Returns the largest error of a row; a Newton step leaves about its square. */
static double correct_positions(const struct plan *plan, struct work *work, double *y)
{
    struct contact_state *c = work->contact;
    double worst = 0;
    clear_right(plan, work);
    for (int i = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows && takes_part(work, &plan->constraint[i]); r++) {
            int row = plan->constraint[i].row + r;
            double off = work->c[row] - goal_of(work, row);
            work->right[row] = -work->weight[row] * off;
            worst = fmax(worst, fabs(off));
        }
    solve(plan, work);
    system_spread(plan, work, work->acceleration);
    add_velocities(plan, work->acceleration, 1, c->solver->moved);
    system_displace(plan, work->acceleration, 1, y);
    return worst;
}

/* Ċ reaches its goal, in y and in the solver's velocities. */
static void correct_velocities(const struct plan *plan, struct work *work, double *y)
{
    struct contact_state *c = work->contact;
    clear_right(plan, work);
    for (int i = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows && takes_part(work, &plan->constraint[i]); r++) {
            int row = plan->constraint[i].row + r;
            work->right[row] = work->weight[row] * (goal_rate_of(work, row) - work->cd[row]);
        }
    solve_again(plan, work);
    system_spread(plan, work, work->acceleration);
    add_velocities(plan, work->acceleration, 1, c->solver->moving);
    add_velocities(plan, work->acceleration, 1, c->before);
    for (int i = 0; i < plan->v_count; i++)
        y[plan->q_count + i] += work->acceleration[i];
    for (int i = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows && takes_part(work, &plan->constraint[i]); r++)
            work->cd[plan->constraint[i].row + r] = goal_rate_of(work, plan->constraint[i].row + r);
}

/* Ċ⁺ of a position row, φ⁺ of a velocity row. */
static double required_rate(const struct work *work, const struct constraint_rows *it, int r, double h, double slow)
{
    const struct rows_state *now = &work->constraint[it->index];
    double c = goal_of(work, it->row + r), cd = goal_rate_of(work, it->row + r);
    if (it->level[r] == LEVEL_VELOCITY)
        return c / (1 + h * now->kv);
    if (it->bounds == BOUND_ONE_SIDED && cd < -slow && now->bounce > 0)
        return -now->bounce * cd;
    if (it->bounds == BOUND_ONE_SIDED)
        return c > 0 ? -c / h : -c * now->ks / (now->kd + h * now->ks);
    return (cd - h * now->ks * c) / (1 + h * now->kd + h * h * now->ks);
}

/* ---- right-hand sides ---- */

/* γ₀ of the rows that take part → c->bend: the linearization has left −weight (γ₀ + J W f + feedback) in
 * work->right. */
static void find_bends(const struct plan *plan, struct work *work)
{
    struct contact_state *c = work->contact;
    struct moving *free = c->free;
    for (int i = 0; i < plan->bodies; i++) {
        const struct pose *p = &work->pose[i];
        free[i] = (struct moving){.v = {p->a.x, p->a.y, p->a.z}, .w = {p->alpha.x, p->alpha.y, p->alpha.z}};
    }
    row_rates(plan, work, free, c->bend);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        const struct rows_state *now = &work->constraint[it->index];
        for (int r = 0; r < it->rows && takes_part(work, it); r++) {
            int row = it->row + r;
            double feedback = now->closed                      ? 0
                              : it->level[r] == LEVEL_POSITION ? now->ks * work->c[row] + now->kd * work->cd[row]
                              : it->level[r] == LEVEL_VELOCITY ? now->kv * work->c[row]
                                                               : 0;
            c->bend[row] = -work->right[row] / work->weight[row] - feedback - c->bend[row];
        }
    }
}

/* J v* → c->rate, from J v at the start of the substep (c->rate_now). */
static void find_rates(const struct plan *plan, struct work *work, double h, double slow)
{
    struct contact_state *c = work->contact;
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        for (int r = 0; r < it->rows && takes_part(work, it); r++) {
            int row = it->row + r;
            double now = c->rate_now[row], bend = h * c->bend[row];
            c->rate[row] =
                it->level[r] == LEVEL_POSITION ? required_rate(work, it, r, h, slow) - (work->cd[row] - now) - bend / 2
                : it->level[r] == LEVEL_VELOCITY ? now + required_rate(work, it, r, h, slow) - work->c[row] - bend
                                                 : now - bend;
        }
    }
}

/* Impulses that change J v to c->rate → work->multiplier; the caller updates the velocities. */
static void solve_impulses(const struct plan *plan, struct work *work, const struct moving *moving, bool again)
{
    struct contact_state *c = work->contact;
    row_rates(plan, work, moving, c->rate_now);
    clear_right(plan, work);
    for (int i = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows && takes_part(work, &plan->constraint[i]); r++) {
            int row = plan->constraint[i].row + r;
            work->right[row] = work->weight[row] * (c->rate[row] - c->rate_now[row]);
        }
    if (again)
        solve_again(plan, work);
    else
        solve(plan, work);
    system_spread(plan, work, work->acceleration);
}

/* ---- limits and motors ---- */

/* Initial modes, from the present C and Ċ: a limit is held if it would be exceeded or was held before; a motor holds
 * its row. γ is ignored: for an angle it is unbounded where the axes are nearly parallel, far from any limit. */
static bool guess(const struct plan *plan, struct work *work, double h)
{
    bool changed = false;
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        struct rows_state *now = &work->constraint[it->index];
        bool held = it->bounds == BOUND_MOTOR || work->c[it->row] + h * work->cd[it->row] < 0;
        if (now->mode != MODE_HELD && held) {
            now->mode = MODE_HELD;
            changed = true;
        }
    }
    return changed;
}

/* After a solution: a limit that pulls is released, a motor above its largest force is limited to it. */
static bool judge(const struct plan *plan, struct work *work, double h)
{
    bool changed = false;
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        struct rows_state *now = &work->constraint[it->index];
        double force = work->multiplier[it->row] / h;
        if (now->mode != MODE_HELD)
            continue;
        if (it->bounds == BOUND_ONE_SIDED && force < 0) {
            now->mode = MODE_FREE;
            changed = true;
        } else if (it->bounds == BOUND_MOTOR && fabs(force) > now->bound) {
            now->mode = MODE_PUSHED;
            now->push = force > 0 ? now->bound : -now->bound;
            changed = true;
        }
    }
    return changed;
}

/* ---- a substep ---- */

static void room(struct contact_state *c, int rows)
{
    double **array[] = {&c->goal, &c->goal_rate, &c->rate, &c->rate_now, &c->bend};
    for (int i = 0; i < 5 && rows > c->row_capacity; i++) {
        mem_free(*array[i]);
        *array[i] = MEM_ARRAY(double, rows);
    }
    c->row_capacity = rows > c->row_capacity ? rows : c->row_capacity;
}

/* Rows, matrix and γ₀ at y. */
static void look(const struct plan *plan, struct work *work, double t, const double *y)
{
    system_free_motion(plan, work, t, y);
    system_linearize(plan, work, t, false);
    find_bends(plan, work);
}

void joints_look(const struct plan *plan, struct work *work, double t, const double *y)
{
    struct contact_state *c = work->contact;
    const int rows = ldl_rows(plan->matrix);
    room(c, rows);
    for (int i = 0; i < rows; i++)
        c->goal[i] = NAN;
    for (int b = 0; b < plan->bounded_count; b++)
        if (plan->constraint[plan->bounded[b]].bounds == BOUND_MOTOR)
            work->constraint[plan->bounded[b]].mode = MODE_HELD;
    look(plan, work, t, y);
}

void joints_begin(const struct plan *plan, struct work *work, double t, double h, bool moved, double *y)
{
    struct contact_state *c = work->contact;
    const int rows = ldl_rows(plan->matrix);
    room(c, rows);
    for (int i = 0; i < rows && !moved; i++)
        c->goal[i] = NAN;
    look(plan, work, t, y);
    if (moved) {
        double off = correct_positions(plan, work, y);
        correct_velocities(plan, work, y);
        if (off > 1e-7)
            look(plan, work, t, y);
    }
    if (guess(plan, work, h))
        look(plan, work, t, y);
}

tn_status joints_solve(const struct plan *plan, struct work *work, double t, double h, double slow, const double *y)
{
    struct contact_state *c = work->contact;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        contact_free_velocities(plan, work, h);
        row_rates(plan, work, c->start, c->rate_now);
        find_rates(plan, work, h, slow);
        solve_impulses(plan, work, c->solver->moving, false);
        if (!judge(plan, work, h))
            break;
        look(plan, work, t, y); /* the active rows have changed, and motors at their largest force push */
    }
    for (int i = 0; i < plan->v_count; i++)
        if (!isfinite(work->acceleration[i])) {
            system_find_culprit(plan, work, t);
            return TN_STUCK;
        }
    add_velocities(plan, work->acceleration, 1, c->solver->moving);
    add_velocities(plan, work->acceleration, 1, c->before);
    return TN_OK;
}

void joints_hold(const struct plan *plan, struct work *work)
{
    solve_impulses(plan, work, work->contact->solver->moving, true);
    add_velocities(plan, work->acceleration, 1, work->contact->solver->moving);
    add_velocities(plan, work->acceleration, 1, work->contact->before); /* the difference is due to contacts */
}

void joints_set_goals(const struct plan *plan, struct work *work, double h, double slow)
{
    struct contact_state *c = work->contact;
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        /* constraints that nothing can move, or that are not solved for, have no row in the matrix, and no goal */
        for (int r = 0; r < it->rows && it->block >= 0; r++) {
            int row = it->row + r;
            double rate = required_rate(work, it, r, h, slow), next = goal_of(work, row) + h * rate;
            bool follows = takes_part(work, it) && it->level[r] == LEVEL_POSITION;
            c->goal[row] = follows ? next : NAN;
            c->goal_rate[row] = rate;
        }
    }
}

void joints_close(const struct plan *plan, struct work *work, double t, double *y)
{
    for (int i = 0; i < 8; i++) {
        look(plan, work, t, y);
        if (correct_positions(plan, work, y) < 1e-9)
            break;
    }
    correct_velocities(plan, work, y);
}

void joints_goals_met(const struct plan *plan, const struct work *work, double *goal)
{
    /* m or rad: what is still being assembled is further off */
    const double met = 1e-7;
    const struct contact_state *c = work->contact;
    const int rows = ldl_rows(plan->matrix);
    for (int i = 0; i < rows; i++) {
        goal[i] = fabs(c->goal[i]) <= met ? c->goal[i] : NAN;
        goal[rows + i] = c->goal_rate[i];
    }
}

void joints_show(const struct plan *plan, struct work *work, double t, const double *goal, double *y)
{
    struct contact_state *c = work->contact;
    const size_t rows = (size_t)ldl_rows(plan->matrix);
    room(c, (int)rows);
    contact_room(plan, c);
    memcpy(c->goal, goal, sizeof *goal * rows);
    memcpy(c->goal_rate, goal + rows, sizeof *goal * rows);
    joints_close(plan, work, t, y);
}
