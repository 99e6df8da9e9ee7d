/* first_order.c: first-order worlds (method §2): forces give velocities,
 *
 *   v = W (f + Jᵀλ),    A λ = −J W f − C_t − C/τ,    A = J W Jᵀ
 *
 * so that things stop the moment the force stops, and C(t) = C₀ e^(−t/τ). There is no gyroscopic term, no kinetic energy
 * and no impact. Rows on velocities hold at once; a row that may only push has λ ≥ 0, Ċ + C/τ ≥ 0, one of them zero.
 *
 * It is the second-order machinery at rest: with all velocities zero, what it calls accelerations without constraints are
 * W f. Shown to the rows as velocities they make Ċ = J W f + C_t, which is all that the right-hand side needs. Velocities
 * keep their places in the state vector, where nothing depends on them: those found are put there to be looked at.
 */
#include <string.h>

#include "method/parts.h"

void system_take_velocities(const struct system *s, double *y)
{
    memcpy(y + s->q_count, s->velocity, sizeof(double) * (size_t)s->v_count);
}

static bool has_velocity(const struct body *b) { return b->dofs > 0 || b->embedded > 0; }

/* Velocities without constraints, W f, as the rows see them. */
static void show_free_velocities(struct system *s)
{
    if (s->generals > 0)
        general_show_velocities(s);
    for (int i = 0; i < s->bodies; i++)
        if (has_velocity(&s->body[i])) {
            s->pose[i].v = s->pose[i].a;
            s->pose[i].w = s->pose[i].alpha;
        }
}

/* The velocities found, in the poses: what probes and reports look at. */
static void show_velocities(struct system *s, double t)
{
    for (int i = 0; i < s->bodies; i++) {
        const struct body *b = &s->body[i];
        const double *v = b->dofs > 0 ? s->velocity + (b->v - s->q_count) : NULL;
        if (b->dofs > 0 && b->general == 0)
            s->pose[i].v = v3(v[0], b->dofs > 1 ? v[1] : 0, b->dofs > 1 ? v[2] : 0);
        if (b->coordinates == COORDINATES_RIGID)
            s->pose[i].w = v3(v[3], v[4], v[5]);
    }
    if (s->flexibles > 0)
        flexible_poses(s);
    slide_places(s, s->still);
    if (s->generals > 0)
        general_poses(s, t, s->still);
    slide_update(s, t, s->still);
}

/* q̇ = T(q) v with the velocities found, which are in s->still by then; the velocities themselves have no rate. */
static void position_rates(struct system *s, double *ydot)
{
    memset(ydot + s->q_count, 0, sizeof(double) * (size_t)s->v_count);
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].dofs > 0 && s->body[i].flexible == 0)
            system_position_rate(&s->body[i], s->still, ydot);
    for (int i = 0; i < s->flexibles; i++) {
        const struct flexible *f = &s->flexible[i];
        memcpy(ydot + f->q, s->still + f->v, sizeof(double) * 3 * (size_t)f->lattice->nodes);
    }
}

/* Ċ of what was solved for, as it moves: until here it was that of free motion. */
static void constraint_rates(struct system *s)
{
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        for (int r = 0; r < it->rows && it->block >= 0 && it->mode == MODE_HELD; r++)
            if (it->level[r] == LEVEL_POSITION)
                s->cd[it->row + r] = it->closed ? 0 : -it->kv * s->c[it->row + r];
            else
                s->c[it->row + r] = 0;
    }
}

tn_status first_order_derivative(struct system *s, double t, const double *y, double *ydot)
{
    memcpy(s->still, y, sizeof(double) * (size_t)s->y_count);
    memset(s->still + s->q_count, 0, sizeof(double) * (size_t)s->v_count);
    system_free_motion(s, t, s->still); /* W f */
    show_free_velocities(s);
    system_linearize(s, t, false); /* C, J, A, r = −J W f − C_t − C/τ */
    system_solve(s);               /* A λ = r */
    bool finite = system_rates_of_change(s, s->still, ydot);
    memcpy(s->velocity, ydot + s->q_count, sizeof(double) * (size_t)s->v_count); /* v = W (f + Jᵀλ) */
    if (s->bounded_count > 0)
        system_keep_accelerations(s, ydot);
    system_take_velocities(s, s->still);
    position_rates(s, ydot);
    show_velocities(s, t);
    finite &= slide_rates(s, ydot); /* which follow the velocities that were found */
    constraint_rates(s);
    for (int b = 0; b < s->bounded_count; b++) {
        const struct item *it = &s->item[s->bounded[b]];
        if (it->mode == MODE_PUSHED)
            s->multiplier[it->row] = it->push;
    }
    ydot[s->work] = s->power = 0; /* no account of energy */
    if (finite)
        return TN_OK;
    system_find_culprit(s, t);
    return TN_STUCK;
}
