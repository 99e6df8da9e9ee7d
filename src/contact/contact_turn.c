/* contact_turn.c: rotations of bodies in steps with contact (method §2, Contact and friction).
 *
 * A rotating body keeps its angular momentum L = Iω to rounding where no torque acts; it rotates with the spin at the
 * middle of a short time h:
 *
 *   ω½ = I(exp(½hω) R)⁻¹ L,   R ← exp(h ω½) R,   ω ← I(R)⁻¹ L
 *
 * An impact changes ω where the body is then: if it is τ after the start of an exact step, the body first rotates for τ as
 * it came, and the problem is solved with ω and I(R)⁻¹ of that moment; with those of the start a body that spins fast
 * would gain or lose energy, because I depends on R.
 */
#include <string.h>

#include "contact/contact_turn.h"

/* rad: faster rotations are divided. */
static const double most_turn = 0.1;

bool contact_is_round(const sym3 *i)
{
    double size = i->xx + i->yy + i->zz, most = 1e-12 * size;
    return fabs(i->xx - i->yy) <= most && fabs(i->yy - i->zz) <= most && fabs(i->xy) <= most && fabs(i->xz) <= most &&
           fabs(i->yz) <= most;
}

/* exp(r): for the small rotations of a substep, a series accurate to the last digit. */
static quat turn_by(vec3 r)
{
    double x = v3_dot(r, r);
    if (x > 1e-4)
        return q_exp(r);
    double s = 0.5 - x / 48 * (1 - x / 80), c = 1 - x / 8 * (1 - x / 48);
    return (quat){c, s * r.x, s * r.y, s * r.z};
}

/* I(R)⁻¹ L for R = the rotation of q. */
static vec3 spin_of(const struct body *b, quat q, vec3 momentum)
{
    mat3 r = q_matrix(q);
    return m3_mul(&r, s3_mul(&b->build->inverse_inertia, m3_tmul(&r, momentum)));
}

/* I(R) ω */
static vec3 momentum_of(const struct body *b, quat q, vec3 spin)
{
    mat3 r = q_matrix(q);
    return m3_mul(&r, s3_mul(&b->build->inertia, m3_tmul(&r, spin)));
}

static vec3 turn_once(const struct body *b, double h, double *q, double *w)
{
    vec3 rate = v3(w[0], w[1], w[2]);
    quat now = {q[0], q[1], q[2], q[3]};
    vec3 momentum = v3(0, 0, 0);
    const bool even = contact_is_round(&b->build->inertia);
    if (!even) {
        momentum = momentum_of(b, now, rate);
        rate = spin_of(b, q_mul(turn_by(v3_scale(h / 2, rate)), now), momentum);
    }
    vec3 turn = v3_scale(h, rate);
    quat next = q_mul(turn_by(turn), now);
    if (!even) {
        vec3 spin = spin_of(b, next, momentum);
        w[0] = spin.x, w[1] = spin.y, w[2] = spin.z;
    }
    memcpy(q, &next, sizeof next);
    return turn;
}

vec3 contact_turn(const struct body *b, double h, double *q, double *w)
{
    const int pieces = (int)fmin(1 + v3_norm(v3(w[0], w[1], w[2])) * h / most_turn, 1000);
    vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < pieces; i++)
        sum = v3_add(sum, turn_once(b, h / pieces, q, w));
    return sum;
}

static void turn_from(const struct body *b, vec3 rate, double h, double *q, double *w)
{
    w[0] = rate.x, w[1] = rate.y, w[2] = rate.z;
    contact_turn(b, h, q, w);
}

/* rad: bodies that rotate by less in a step strike as they stand at its start. */
static const double slow_turn = 0.01;

void contact_find_early(const struct making *k)
{
    struct contact_exact *x = k->x;
    const int first = k->island->first[MEMBER_MANIFOLD], count = k->island->count[MEMBER_MANIFOLD];
    for (int i = 0; i < count && k->island->count[MEMBER_CONSTRAINT] == 0; i++) {
        const int number = x->member[MEMBER_MANIFOLD].at[first + i];
        if (number >= contact_count(k->work->contact->space)) /* of a node */
            continue;
        const struct manifold *m = contact_at(k->work->contact->space, number);
        const int body[2] = {m->a, m->b};
        for (int side = 0; side < 2 && m->time > 0 && m->count > 0; side++) {
            const struct body *b = &k->plan->body[body[side]];
            struct exact_body *to = &x->body[body[side]];
            if (b->coordinates == COORDINATES_RIGID && !contact_is_round(&b->build->inertia) &&
                v3_norm(k->work->pose[body[side]].w) * k->h > slow_turn && (to->early == 0 || m->time < to->early))
                to->early = m->time;
        }
    }
}

void contact_turn_early(const struct body *b, const double *from, vec3 spin, struct exact_body *x)
{
    double w[3];
    memcpy(x->turned, from, sizeof x->turned);
    turn_from(b, spin, x->early, x->turned, w);
    x->spin = v3(w[0], w[1], w[2]);
}

void contact_turn_exactly(const struct body *b, const struct exact_body *x, double h, const double *from, double *q,
                          double *w)
{
    const double *before = x->early > 0 ? x->turned : from, rest = h - x->early;
    const quat middle = {before[0], before[1], before[2], before[3]};
    double move[3];
    memcpy(q, before, 4 * sizeof *q);
    if (x->early > 0) {
        turn_from(b, x->w_end, rest, q, w);
        /* the rest, of overlaps and further impacts, turns everything, so that the energy stays */
        const vec3 whole = v3_add_scaled(x->w_offset, h, x->w_move);
        const vec3 left = v3_add_scaled(v3_add_scaled(whole, -x->early, x->spin), -rest, x->w_end);
        const quat by = q_exp(left);
        const quat end = q_mul(by, (quat){q[0], q[1], q[2], q[3]});
        const vec3 spin = q_rotate(by, v3(w[0], w[1], w[2]));
        memcpy(q, &end, sizeof end);
        w[0] = spin.x, w[1] = spin.y, w[2] = spin.z;
        return;
    }
    /* w_offset is how far it is off a body that has its new velocity from the start of the step; a thin body spins fast
     * about its axis: its orientation must follow, or its energy would change */
    turn_from(b, v3_add_scaled(x->w_move, 1 / h, x->w_offset), h, q, move);
    vec3 spin = x->w_end;
    if (!contact_is_round(&b->build->inertia))
        spin = spin_of(b, (quat){q[0], q[1], q[2], q[3]}, momentum_of(b, middle, spin));
    w[0] = spin.x, w[1] = spin.y, w[2] = spin.z;
}
