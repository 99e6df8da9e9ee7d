/* contact_impact.c: impacts within a step of an island (method §2, Contact and friction).
 *
 * Between impacts velocities change evenly, v(t) = v + t a, with the accelerations of everything that is not about to
 * strike. An impact happens where the gap of a point that bounces closes,
 *
 *   gap + v_n t + ½ a_n t² = 0,   v_n(t) < 0
 *
 * There all points that touch and close take part at once: v_n⁺ ≥ −e v_n⁻, Λ in the friction cone, joints keep their
 * rates; what this makes close next follows in another round, so that an impact runs through a row of balls. Velocities
 * change at t; a body that goes on with the new ones from the start of the step is off by −t Δv, its offset.
 */
#include <math.h>
#include <string.h>

#include "contact/contact_exact.h"

/* Rounds that cost more factorizations than this go on for ever, or nearly: then everything that touches stops. */
enum { MOST_IMPACTS = 8, MOST_FACTORS = 60, MOST_SOLUTIONS = 20, LIFTS = 12 };

/* Points this near touch, as a part of the size of the island's velocities times the step; see `near`. */
static const double touch = 1e-7;

struct impact {
    const struct making *k;
    double *at_end; /* by cone: the first row's velocity at the end of the step without impacts */
    double *speed;  /* now */
    double *change; /* z of the impacts so far */
    double *offset; /* and of their offsets */
    double near;    /* m */
    long most;      /* factorizations */
};

/* May a point strike within the step? What rests would fall if nothing held it, but is not fast where it touches. */
static bool strikes(const struct exact_source *s, double h)
{
    const double fast = fmin(s->start[0], s->free[0]), gain = (s->free[0] - s->start[0]) / h;
    if (!s->one_sided || !(s->bounce > 0) || !(fast < -s->slowest) || !(s->gap + h * fast < 0))
        return false;
    return s->gap <= 0 ? s->start[0] < -s->slowest
                       : s->start[0] * s->start[0] - 2 * gain * s->gap > s->slowest * s->slowest;
}

/* J x of the first row of a cone. */
static double first_row(const struct newton *n, const struct cone *c, const double *x)
{
    double sum = 0;
    for (int p = 0; p < c->parts; p++) {
        const struct cone_part *part = &n->parts.at[c->part + p];
        for (int i = 0; i < n->dofs.at[part->body]; i++)
            sum += part->j[i] * x[n->at[part->body] + i];
    }
    return sum;
}

/* ---- the motion without impacts ---- */

/* What is about to strike is left out; everything else holds. */
static void find_smooth_motion(struct impact *x)
{
    const struct making *k = x->k;
    struct newton *n = k->n;
    for (int i = 0; i < n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        exact_aim(&n->cones.at[i], s, k->h);
        if (strikes(s, k->h))
            n->cones.at[i].bias[0] = INFINITY;
    }
    exact_solve(k, k->enough);
    newton_refine(n);
    newton_solve(n, k->enough, MOST_SOLUTIONS);
    for (int i = 0; i < n->cones.count; i++)
        x->at_end[i] = k->x->sources.at[i].free[0] + first_row(n, &n->cones.at[i], n->z);
}

/* gap and speed at time t. */
static double gap_at(const struct impact *x, int i, double t, double *speed)
{
    const struct making *k = x->k;
    const struct exact_source *s = &k->x->sources.at[i];
    const struct cone *c = &k->n->cones.at[i];
    const double gain = (x->at_end[i] - s->start[0]) / k->h, jumped = first_row(k->n, c, x->change);
    *speed = s->start[0] + jumped + t * gain;
    return s->gap + first_row(k->n, c, x->offset) + t * (s->start[0] + jumped) + t * t / 2 * gain;
}

/* The first time after `from` at which a point strikes, ≤ h; INFINITY: none. */
static double when(const struct impact *x, int i, double from)
{
    const struct making *k = x->k;
    const struct exact_source *s = &k->x->sources.at[i];
    double speed;
    if (!s->one_sided || s->bounce == 0)
        return INFINITY;
    const double gap = gap_at(x, i, from, &speed), gain = (x->at_end[i] - s->start[0]) / k->h;
    if (gap <= 0 && speed < -s->slowest)
        return from;
    /* gap + speed t + ½ gain t² = 0, the root where it falls */
    const double inside = speed * speed - 2 * gain * gap;
    if (inside < 0 || (speed >= 0 && gain >= 0))
        return INFINITY;
    const double root = sqrt(inside), t = speed < 0 ? 2 * fmax(gap, 0) / (-speed + root) : (-speed - root) / gain;
    return t >= 0 && from + t <= k->h && root > s->slowest ? from + t : INFINITY;
}

/* ---- one impact ---- */

/* Cones for the impulses at time t: of what touches and closes; joints keep their rates. With `part` 1 points bounce, with
 * 0 they stop. Returns whether there are any. */
static bool set_impulses(struct impact *x, double t, double part, bool all)
{
    const struct making *k = x->k;
    bool any = false;
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &k->n->cones.at[i];
        memset(c->start, 0, sizeof c->start);
        memset(c->bias, 0, sizeof c->bias);
        if (!s->one_sided)
            continue;
        double speed, gap = gap_at(x, i, t, &speed);
        x->speed[i] = speed;
        const bool touches = gap <= x->near && !c->soft, closes = speed < -x->near / k->h * 1e-2;
        if (!touches || !(closes || s->bounce == 0 || all)) {
            c->bias[0] = INFINITY;
            continue;
        }
        any = any || closes;
        c->bias[0] = speed * (closes && -speed > s->slowest ? 1 + part * s->bounce : 1);
        for (int r = 1; r < c->rows; r++)
            c->bias[r] = s->start[r] + t / k->h * (s->free[r] - s->start[r]);
    }
    return any;
}

/* Adds the slip that impacts so far have caused to the biases of tangents. */
static void add_slip(struct impact *x)
{
    const struct making *k = x->k;
    for (int i = 0; i < k->n->cones.count; i++) {
        struct cone *c = &k->n->cones.at[i];
        for (int p = 0; p < c->parts && c->rows == 3 && isfinite(c->bias[0]); p++) {
            const struct cone_part *part = &k->n->parts.at[c->part + p];
            for (int r = 1; r < 3; r++)
                for (int q = 0; q < k->n->dofs.at[part->body]; q++)
                    c->bias[r] += part->j[6 * r + q] * x->change[k->n->at[part->body] + q];
        }
    }
}

/* Solves for the impulses; s = μ |v_t⁺| by iteration. Returns the energy that they add. */
static double solve_impulses(struct impact *x)
{
    const struct making *k = x->k;
    struct newton *n = k->n;
    double energy = 0, lifted = 1;
    memset(n->z, 0, sizeof(double) * (size_t)n->rows);
    n->factored = false;
    for (int i = 0; i < n->cones.count; i++) {
        struct cone *c = &n->cones.at[i];
        k->x->sources.at[i].lift = 0;
        c->u[1] = c->bias[1];
        c->u[2] = c->bias[2];
    }
    exact_lift(k, true, 0);
    for (int i = 0; i < 3 || (i < LIFTS && lifted > k->enough && n->factorizations <= x->most); i++) {
        newton_solve(n, k->enough, MOST_SOLUTIONS);
        newton_refine(n);
        lifted = exact_lift(k, true, 0);
    }
    newton_solve(n, k->enough, MOST_SOLUTIONS);
    for (int i = 0; i < n->cones.count; i++) {
        const struct cone *c = &n->cones.at[i];
        const struct exact_source *s = &k->x->sources.at[i];
        if (!s->one_sided || !(c->impulse[0] > 0))
            continue;
        energy += c->impulse[0] * (x->speed[i] + first_row(n, c, n->z) / 2);
        for (int r = 1; r < c->rows; r++)
            energy += c->impulse[r] * (c->bias[r] + c->u[r]) / 2;
    }
    return energy;
}

/* All rounds of the impact at time t. */
static void strike(struct impact *x, double t)
{
    const struct making *k = x->k;
    struct newton *n = k->n;
    for (bool last = false; !last;) {
        last = n->factorizations > x->most;
        double part = last ? 0 : 1;
        if (!set_impulses(x, t, part, last))
            break;
        add_slip(x);
        while (solve_impulses(x) > 1e-12 && part > 0) { /* friction can feed an impact: less of it bounces then */
            part = part == 1 ? 0.5 : 0;
            set_impulses(x, t, part, last);
            add_slip(x);
        }
        for (int i = 0; i < n->cones.count; i++)
            k->x->sources.at[i].struck =
                k->x->sources.at[i].struck || (k->x->sources.at[i].one_sided && n->cones.at[i].impulse[0] > 0);
        for (int i = 0; i < n->rows; i++) {
            x->change[i] += n->z[i];
            x->offset[i] -= t * n->z[i];
        }
    }
    k->x->struck = true;
}

/* ---- the result ---- */

static void keep(const struct impact *x)
{
    const struct making *k = x->k;
    struct newton *n = k->n;
    for (int i = 0; i < n->cones.count; i++) {
        struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &n->cones.at[i];
        double by[3] = {0, 0, 0}, off = 0, speed;
        s->waits = strikes(s, k->h) && !s->struck && gap_at(x, i, k->h, &speed) > 0;
        for (int p = 0; p < c->parts; p++) {
            const struct cone_part *part = &n->parts.at[c->part + p];
            for (int q = 0; q < n->dofs.at[part->body]; q++) {
                off += part->j[q] * x->offset[n->at[part->body] + q];
                for (int r = 0; r < c->rows; r++)
                    by[r] += part->j[6 * r + q] * x->change[n->at[part->body] + q];
            }
        }
        for (int r = 0; r < c->rows; r++) {
            s->start[r] += by[r];
            s->free[r] += by[r];
        }
        if (s->one_sided)
            s->gap = s->struck ? fmax(s->gap + off, 0) : s->gap + off;
        s->lift = 0;
        memset(c->start, 0, sizeof c->start);
    }
    for (int i = 0; i < k->island->count[MEMBER_BODY]; i++) {
        const int body = k->x->member[MEMBER_BODY].at[k->island->first[MEMBER_BODY] + i];
        struct exact_body *b = &k->x->body[body];
        const double *y = x->change + n->at[b->number], *d = x->offset + n->at[b->number];
        const int dofs = exact_body_of(k->plan, k->work, body)->dofs;
        b->v = v3_add_scaled(b->v, b->unit, v3(y[0], dofs > 1 ? y[1] : 0, dofs > 1 ? y[2] : 0));
        b->x_offset = v3_scale(b->unit, v3(d[0], dofs > 1 ? d[1] : 0, dofs > 1 ? d[2] : 0));
        if (dofs == 6) {
            b->w = v3_add(b->w, m3_mul(&b->root, v3(y[3], y[4], y[5])));
            b->w_offset = m3_mul(&b->root, v3(d[3], d[4], d[5]));
        }
    }
    memset(n->z, 0, sizeof(double) * (size_t)n->rows);
    n->factored = false;
}

void exact_impacts(const struct making *k)
{
    struct newton *n = k->n;
    bool any = false;
    double fastest = k->g * k->h;
    for (int i = 0; i < n->cones.count; i++) {
        any = any || strikes(&k->x->sources.at[i], k->h);
        fastest = fmax(fastest, fabs(k->x->sources.at[i].start[0]));
    }
    for (int i = 0; i < n->cones.count; i++)
        any = any && !k->x->sources.at[i].deep;
    if (!any)
        return;
    double *room = k->room;
    memset(room, 0, sizeof *room * (size_t)(2 * (n->cones.count + n->rows)));
    struct impact x = {.k = k, .at_end = room, .speed = room + n->cones.count, .near = touch * k->h * fastest};
    x.change = x.speed + n->cones.count;
    x.offset = x.change + n->rows;
    find_smooth_motion(&x);
    double now = 0;
    x.most = n->factorizations + MOST_FACTORS;
    for (int i = 0; i < MOST_IMPACTS && n->factorizations <= x.most; i++) {
        double next = INFINITY;
        for (int c = 0; c < n->cones.count; c++)
            next = fmin(next, when(&x, c, now));
        if (!(next <= k->h))
            break;
        strike(&x, next);
        now = next;
    }
    keep(&x);
}
