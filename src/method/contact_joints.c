/* contact_joints.c: constraints beside contacts: solved exactly, by the same matrix as dynamic constraints, in every short
 * step (method §2, Contact and friction).
 *
 * In a short step C is to follow its decay, with the feedback taken at the end of it, so that no time constant is too
 * short for the step:
 *
 *   Ċ⁺ = (Ċ − h ks C) / (1 + h kd + h² ks),      C⁺ = C + h Ċ⁺
 *
 * Velocities for the way are such that C⁺ is met to second order, the way being bent by γ₀ = J̇v + C_tt (RATTLE):
 *
 *   J v* = Ċ⁺ − C_t − ½ h γ₀,      A μ = J v* − J v,      v ← v + W Jᵀμ
 *
 * After the way positions are put right by a Newton step, A μ = C⁺ − C, and velocities by A μ = Ċ⁺ − Ċ. Both go by what
 * C and Ċ were to be, not by what they have become, so that no error stays.
 *
 * v begins with the impulses that contacts had in the last short step. Then contacts and constraints take turns: a sweep
 * over the contacts changes velocities, and impulses bring J v back to J v*: block Gauss–Seidel, all constraints being
 * one block.
 *
 * A limit takes part while it would be passed in the short step and its μ is not negative; a motor holds its row up to
 * its bound.
 */
#include <string.h>

#include "method/contact_step.h"
#include "method/parts.h"

enum { MOST_ROUNDS = 10 };

static bool takes_part(const struct item *it) { return it->block >= 0 && !it->out; }

/* ---- rates ---- */

/* J v of all rows that take part, at the solver's velocities. */
static void row_rates(const struct system *s, const struct moving *moving, double *out)
{
    memset(out, 0, sizeof(double) * (size_t)ldl_rows(s->matrix));
    for (int i = 0; i < s->parts; i++) {
        const struct part *p = &s->part[i];
        const struct moving *m = &moving[p->body];
        for (int r = 0; r < p->rows && !s->item[p->item].out; r++) {
            double sum = 0;
            for (int k = 0; k < p->dofs; k++)
                sum += system_jacobian(s, p, r, k) * (k < 3 ? m->v[k] : m->w[k - 3]);
            out[p->row + r] += sum;
        }
    }
}

static void clear_right(struct system *s) { memset(s->right, 0, sizeof(double) * (size_t)ldl_rows(s->matrix)); }

static void solve(struct system *s)
{
    s->rough = s->bounded_count == 0; /* only motion is asked for */
    system_solve(s);
    s->rough = false;
    s->contact->damped = false;
}

/* For another right-hand side with the same matrix; the reference and what is held softly keep no factors. */
static void solve_again(struct system *s)
{
    if (s->solver == SOLVER_SVD || s->softness > 0) {
        system_solve(s);
        return;
    }
    if (!s->contact->damped)
        system_damp(s);
    s->contact->damped = true;
    system_solve_damped(s);
}

/* v += x, a vector by velocities. */
static void add_velocities(const struct system *s, const double *x, double scale, struct moving *moving)
{
    for (int i = 0; i < s->bodies; i++) {
        const struct body *b = &s->body[i];
        const double *dx = x + (b->v - s->q_count);
        for (int k = 0; k < b->dofs; k++)
            *(k < 3 ? &moving[i].v[k] : &moving[i].w[k - 3]) += scale * dx[k];
    }
}

/* ---- where C and Ċ are to be ---- */

/* What is left of a correction is made good by the next one, and does not become the new state. */
static double aimed(const struct system *s, int row)
{
    double goal = s->contact->goal[row];
    return isnan(goal) ? s->c[row] : goal;
}

static double aimed_rate(const struct system *s, int row)
{
    return isnan(s->contact->goal[row]) ? s->cd[row] : s->contact->goal_rate[row];
}

/* The matrix is that of these positions. Returns how far the worst row was off; a Newton step leaves about the square of
 * it. */
static double correct_positions(struct system *s, double *y)
{
    struct contact_state *c = s->contact;
    double worst = 0;
    clear_right(s);
    for (int i = 0; i < s->items; i++)
        for (int r = 0; r < s->item[i].rows && takes_part(&s->item[i]); r++) {
            int row = s->item[i].row + r;
            double off = s->c[row] - aimed(s, row);
            s->right[row] = -s->weight[row] * off;
            worst = fmax(worst, fabs(off));
        }
    solve(s);
    system_spread(s, s->acceleration);
    add_velocities(s, s->acceleration, 1, c->solver->moved);
    system_displace(s, s->acceleration, 1, y);
    return worst;
}

/* Ċ becomes what it was to be; y and the solver's velocities alike. */
static void correct_velocities(struct system *s, double *y)
{
    struct contact_state *c = s->contact;
    clear_right(s);
    for (int i = 0; i < s->items; i++)
        for (int r = 0; r < s->item[i].rows && takes_part(&s->item[i]); r++) {
            int row = s->item[i].row + r;
            s->right[row] = s->weight[row] * (aimed_rate(s, row) - s->cd[row]);
        }
    solve_again(s);
    system_spread(s, s->acceleration);
    add_velocities(s, s->acceleration, 1, c->solver->moving);
    add_velocities(s, s->acceleration, 1, c->before);
    for (int i = 0; i < s->v_count; i++)
        y[s->q_count + i] += s->acceleration[i];
    for (int i = 0; i < s->items; i++)
        for (int r = 0; r < s->item[i].rows && takes_part(&s->item[i]); r++)
            s->cd[s->item[i].row + r] = aimed_rate(s, s->item[i].row + r);
}

/* Ċ⁺ of a position row, φ⁺ of a velocity row. */
static double wanted(const struct system *s, const struct item *it, int r, double h, double slow)
{
    double c = aimed(s, it->row + r), cd = aimed_rate(s, it->row + r);
    if (it->level[r] == LEVEL_VELOCITY)
        return c / (1 + h * it->kv);
    if (it->bounds == BOUND_ONE_SIDED && cd < -slow && it->bounce > 0)
        return -it->bounce * cd;
    if (it->bounds == BOUND_ONE_SIDED)
        return c > 0 ? -c / h : -c * it->ks / (it->kd + h * it->ks);
    return (cd - h * it->ks * c) / (1 + h * it->kd + h * h * it->ks);
}

/* ---- what is asked of a row ---- */

/* γ₀ of the rows that take part → c->bend: linearizing has left −weight (γ₀ + J W f + feedback) in s->right. */
static void find_bends(struct system *s)
{
    struct contact_state *c = s->contact;
    struct moving *free = c->free;
    for (int i = 0; i < s->bodies; i++) {
        const struct pose *p = &s->pose[i];
        free[i] = (struct moving){.v = {p->a.x, p->a.y, p->a.z}, .w = {p->alpha.x, p->alpha.y, p->alpha.z}};
    }
    row_rates(s, free, c->bend);
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        for (int r = 0; r < it->rows && takes_part(it); r++) {
            int row = it->row + r;
            double feedback = it->closed                       ? 0
                              : it->level[r] == LEVEL_POSITION ? it->ks * s->c[row] + it->kd * s->cd[row]
                              : it->level[r] == LEVEL_VELOCITY ? it->kv * s->c[row]
                                                               : 0;
            c->bend[row] = -s->right[row] / s->weight[row] - feedback - c->bend[row];
        }
    }
}

/* J v* → c->rate, from J v at the start of the short step (c->rate_now). */
static void find_rates(struct system *s, double h, double slow)
{
    struct contact_state *c = s->contact;
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        for (int r = 0; r < it->rows && takes_part(it); r++) {
            int row = it->row + r;
            double now = c->rate_now[row], bend = h * c->bend[row];
            c->rate[row] = it->level[r] == LEVEL_POSITION   ? wanted(s, it, r, h, slow) - (s->cd[row] - now) - bend / 2
                           : it->level[r] == LEVEL_VELOCITY ? now + wanted(s, it, r, h, slow) - s->c[row] - bend
                                                            : now - bend;
        }
    }
}

/* Impulses that bring J v from what it is to c->rate → s->multiplier; velocities are the caller's. */
static void solve_impulses(struct system *s, const struct moving *moving, bool again)
{
    struct contact_state *c = s->contact;
    row_rates(s, moving, c->rate_now);
    clear_right(s);
    for (int i = 0; i < s->items; i++)
        for (int r = 0; r < s->item[i].rows && takes_part(&s->item[i]); r++) {
            int row = s->item[i].row + r;
            s->right[row] = s->weight[row] * (c->rate[row] - c->rate_now[row]);
        }
    if (again)
        solve_again(s);
    else
        solve(s);
    system_spread(s, s->acceleration);
}

/* ---- limits and motors ---- */

/* Modes to begin with, from C and Ċ as they are: a limit that would be passed is held, or was already; a motor is asked to
 * hold. γ is left out: that of an angle grows without bounds where the axes are nearly parallel, far from any limit. */
static bool guess(struct system *s, double h)
{
    bool changed = false;
    for (int b = 0; b < s->bounded_count; b++) {
        struct item *it = &s->item[s->bounded[b]];
        bool held = it->bounds == BOUND_MOTOR || s->c[it->row] + h * s->cd[it->row] < 0;
        if (it->mode != MODE_HELD && held) {
            it->mode = MODE_HELD;
            changed = true;
        }
    }
    return changed;
}

/* After a solution: what pulls lets go, what is too weak pushes. */
static bool judge(struct system *s, double h)
{
    bool changed = false;
    for (int b = 0; b < s->bounded_count; b++) {
        struct item *it = &s->item[s->bounded[b]];
        double force = s->multiplier[it->row] / h;
        if (it->mode != MODE_HELD)
            continue;
        if (it->bounds == BOUND_ONE_SIDED && force < 0) {
            it->mode = MODE_FREE;
            changed = true;
        } else if (it->bounds == BOUND_MOTOR && fabs(force) > it->bound) {
            it->mode = MODE_PUSHED;
            it->push = force > 0 ? it->bound : -it->bound;
            changed = true;
        }
    }
    return changed;
}

/* ---- a short step ---- */

static void room(struct contact_state *c, int rows)
{
    double **array[] = {&c->goal, &c->goal_rate, &c->rate, &c->rate_now, &c->bend};
    for (int i = 0; i < 5 && rows > c->row_capacity; i++) {
        mem_free(*array[i]);
        *array[i] = MEM_ARRAY(double, rows);
    }
    c->row_capacity = rows > c->row_capacity ? rows : c->row_capacity;
}

/* Rows, matrix and bends at y. */
static void look(struct system *s, double t, const double *y)
{
    system_free_motion(s, t, y);
    system_linearize(s, t, false);
    find_bends(s);
}

void joints_begin(struct system *s, double t, double h, bool moved, double *y)
{
    struct contact_state *c = s->contact;
    const int rows = ldl_rows(s->matrix);
    room(c, rows);
    for (int i = 0; i < rows && !moved; i++)
        c->goal[i] = NAN;
    look(s, t, y);
    if (moved) {
        double off = correct_positions(s, y);
        correct_velocities(s, y);
        if (off > 1e-7)
            look(s, t, y);
    }
    if (guess(s, h))
        look(s, t, y);
}

tn_status joints_solve(struct system *s, double t, double h, double slow, const double *y)
{
    struct contact_state *c = s->contact;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        contact_free_velocities(s, h);
        row_rates(s, c->start, c->rate_now);
        find_rates(s, h, slow);
        solve_impulses(s, c->solver->moving, false);
        if (!judge(s, h))
            break;
        look(s, t, y); /* other rows, and the pushes of motors at their bound */
    }
    for (int i = 0; i < s->v_count; i++)
        if (!isfinite(s->acceleration[i])) {
            system_find_culprit(s, t);
            return TN_STUCK;
        }
    add_velocities(s, s->acceleration, 1, c->solver->moving);
    add_velocities(s, s->acceleration, 1, c->before);
    return TN_OK;
}

void joints_hold(struct system *s)
{
    solve_impulses(s, s->contact->solver->moving, true);
    add_velocities(s, s->acceleration, 1, s->contact->solver->moving);
    add_velocities(s, s->acceleration, 1, s->contact->before); /* what is left of the two is the contacts' */
}

void joints_aim(struct system *s, double h, double slow)
{
    struct contact_state *c = s->contact;
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        for (int r = 0; r < it->rows; r++) {
            int row = it->row + r;
            double rate = wanted(s, it, r, h, slow), next = aimed(s, row) + h * rate;
            bool follows = takes_part(it) && it->level[r] == LEVEL_POSITION;
            c->goal[row] = follows ? next : NAN;
            c->goal_rate[row] = rate;
        }
    }
}

void joints_close(struct system *s, double t, double *y)
{
    for (int i = 0; i < 4; i++) {
        look(s, t, y);
        if (correct_positions(s, y) < 1e-8)
            break;
    }
    correct_velocities(s, y);
}
