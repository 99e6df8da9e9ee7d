/* displacement_move.c: bodies of the displacement method: free motion, small rotations, velocities (method §3).
 *
 * Free motion is that of GG (1)–(4), with one change: the new angular velocity satisfies the balance of angular
 * momentum over the step, I(R⁺) ω⁺ = I ω + h τ. GG add the gyroscopic torque of the start, with which a free body's
 * momentum drifts.
 */
#include <string.h>

#include "displacement/displacement_parts.h"

void mover_load(struct mover *m, const double *y)
{
    const struct body *b = m->b;
    if (b == NULL || b->dofs == 0 || b->coordinates == COORDINATES_GENERAL)
        return;
    const double *q = y + b->q;
    m->p->x = b->coordinates == COORDINATES_SCALAR ? v3(q[0], 0, 0) : v3(q[0], q[1], q[2]);
    if (b->coordinates == COORDINATES_RIGID)
        m->q = (quat){q[3], q[4], q[5], q[6]};
}

void mover_store(const struct mover *m, double *y)
{
    const struct body *b = m->b;
    if (!m->moves)
        return;
    memcpy(y + b->q, &m->p->x, sizeof(double) * (size_t)(b->dofs < 3 ? b->dofs : 3));
    if (b->coordinates == COORDINATES_RIGID) {
        const quat q = q_orientation(m->q); /* many corrections have added up their rounding */
        memcpy(y + b->q + 3, &q, sizeof q);
    }
}

/* q_exp for small rotations, without sine and cosine. */
static quat small_turn(vec3 r)
{
    double x = v3_dot(r, r) / 4; /* the square of half the angle */
    if (x > 0.07)
        return q_exp(r);
    double s = 0.5 * (1 - x * (1.0 / 6 - x * (1.0 / 120 - x * (1.0 / 5040 - x * (1.0 / 362880)))));
    double c = 1 - x * (1.0 / 2 - x * (1.0 / 24 - x * (1.0 / 720 - x * (1.0 / 40320 - x * (1.0 / 3628800)))));
    return (quat){c, s * r.x, s * r.y, s * r.z};
}

/* ω⁺ and Q⁺ with I(Q⁺) ω⁺ = momentum, by a few rounds of fixed-point iteration. */
static quat turn_freely(const struct body *b, quat q, double h, vec3 momentum, vec3 *w)
{
    enum { ROUNDS = 6 };
    quat next = q;
    for (int k = 0; k < ROUNDS; k++) {
        next = q_mul(small_turn(v3_scale(h, *w)), q);
        mat3 r = q_matrix(next);
        vec3 better = m3_mul(&r, s3_mul(&b->build->inverse_inertia, m3_tmul(&r, momentum))),
             change = v3_sub(better, *w);
        bool done = v3_dot(change, change) <= 1e-16 * v3_dot(better, better);
        *w = better;
        if (done)
            break;
    }
    return q_unit(q_mul(small_turn(v3_scale(h, *w)), q));
}

static bool move_rigid(struct mover *m, double h, const double *y, double *next, bool report_fast)
{
    const struct body *b = m->b;
    const struct pose *p = m->p;
    vec3 spin = v3(y[b->v + 3], y[b->v + 4], y[b->v + 5]);
    vec3 local = m3_tmul(&p->r, spin);
    vec3 now = m3_mul(&p->r, s3_mul(&b->build->inertia, local)); /* I ω */
    vec3 w = v3_add_scaled(spin, h, p->alpha);
    vec3 pushed = m3_mul(&p->r, s3_mul(&b->build->inertia, m3_tmul(&p->r, w)));
    /* α includes the gyroscopic torque, I α = τ + Iω × ω; removing it leaves I ω + h τ */
    vec3 momentum = v3_add_scaled(pushed, -h, v3_cross(now, spin));
    quat q = turn_freely(b, m->q0, h, momentum, &w);
    memcpy(next + b->q + 3, &q, sizeof q);
    memcpy(next + b->v + 3, &w, sizeof w);
    return !report_fast || h * v3_norm(w) <= SMALL_TURN;
}

/* A body without mass has no free motion: it stays where constraints have put it. */
static void stay(const struct body *b, const double *y, double *next)
{
    static const int numbers[] = {
        [COORDINATES_NONE] = 0, [COORDINATES_SCALAR] = 1, [COORDINATES_POINT] = 3, [COORDINATES_RIGID] = 7};
    memcpy(next + b->q, y + b->q, sizeof(double) * (size_t)numbers[b->coordinates]);
    memset(next + b->v, 0, sizeof(double) * (size_t)b->dofs);
}

bool displacement_move(struct displacement *d, double h, const double *y, bool report_fast)
{
    const struct plan *plan = d->plan;
    struct work *work = d->work;
    bool small = true;
    flexible_step(plan, work, h, y, d->y); /* nodes with attachments are moved again below, with the bodies */
    for (int i = 0; i < plan->bodies; i++) {
        struct mover *m = &d->mover[i];
        const struct body *b = m->b;
        if (b->dofs == 0)
            continue;
        mover_load(m, y);
        m->x0 = m->p->x;
        m->q0 = m->q;
        m->v0 = m->p->v;
        m->w0 = m->p->w;
        if (b->weightless) {
            stay(b, y, d->y);
            continue;
        }
        const double *a = &m->p->a.x;
        for (int k = 0; k < (b->dofs < 3 ? b->dofs : 3); k++) {
            d->y[b->v + k] = y[b->v + k] + h * a[k];
            d->y[b->q + k] = y[b->q + k] + h * d->y[b->v + k];
        }
        if (b->coordinates == COORDINATES_RIGID)
            small = move_rigid(m, h, y, d->y, report_fast) && small;
    }
    d->y[plan->work_done] = y[plan->work_done] + h * work->power;
    return small;
}

/* The rotation vector from q0 to q. (GG's (R⁺R⁻¹ − 1)/dt is not antisymmetric.) */
static vec3 turned(quat q, quat q0)
{
    quat d = q_mul(q, q_conj(q0));
    if (d.w < 0)
        d = (quat){-d.w, -d.x, -d.y, -d.z};
    double s = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    double scale = s < 0.3 ? 2 * arc_over_sine(s) : 2 * atan2(s, d.w) / s;
    return v3(scale * d.x, scale * d.y, scale * d.z);
}

void mover_set_velocity(struct mover *m, double h)
{
    struct pose *p = m->p;
    p->v = v3_scale(1 / h, v3_sub(p->x, m->x0));
    if (m->b->coordinates == COORDINATES_RIGID)
        p->w = v3_scale(1 / h, turned(m->q, m->q0));
    p->a = v3_scale(1 / h, v3_sub(p->v, m->v0));
    p->alpha = v3_scale(1 / h, v3_sub(p->w, m->w0));
}

void mover_store_velocity(const struct mover *m, double *y)
{
    const struct body *b = m->b;
    memcpy(y + b->v, &m->p->v, sizeof(double) * (size_t)(b->dofs < 3 ? b->dofs : 3));
    if (b->coordinates == COORDINATES_RIGID)
        memcpy(y + b->v + 3, &m->p->w, sizeof m->p->w);
}

/* Have corrections turned a body further than a small rotation? */
static bool is_overcorrected(const struct mover *m)
{
    quat d = q_mul(m->q, q_conj(m->free));
    return m->b->coordinates == COORDINATES_RIGID && !(fabs(d.w) >= cos(SMALL_TURN / 2));
}

static void island_velocities(struct displacement *d, struct island *l)
{
    l->overcorrected = false;
    for (int i = l->mover; i < l->mover + l->movers && !l->overcorrected; i++)
        l->overcorrected = is_overcorrected(d->island_mover[i]);
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        struct mover *m = d->island_mover[i];
        mover_store(m, d->y);
        if (l->overcorrected) /* velocities stay those of free motion */
            continue;
        mover_set_velocity(m, d->h);
        mover_store_velocity(m, d->y);
    }
}

bool displacement_velocities(struct displacement *d, double h, bool report_overcorrected)
{
    islands_do(d, island_velocities);
    for (int k = 0; k < d->islands && report_overcorrected; k++)
        if (d->island[k].overcorrected)
            return false;
    for (int i = 0; i < d->plan->bodies; i++) { /* bodies that have only contacts */
        struct mover *m = &d->mover[i];
        if (!m->touched || m->island >= 0)
            continue;
        mover_store(m, d->y);
        mover_set_velocity(m, h);
        mover_store_velocity(m, d->y);
    }
    return true;
}
