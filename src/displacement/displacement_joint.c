/* displacement_joint.c: articulations in the displacement method (method §3; GG 3 and 4).
 *
 * A link pulls a point Q and the nearest point of the area where it may be towards each other. With g from there to Q
 * and levers b from the centres of mass, the pull on body two (a force times h²) is
 *
 *   f = −K⁻¹ g,     K = (w₁ + w₂) 1 − [b₁]×I₁⁻¹[b₁]× − [b₂]×I₂⁻¹[b₂]×
 *
 * and the opposite on body one: alone, such a pull satisfies the constraint to first order. There is no pull in the
 * directions that the area leaves free, and g is closed only in the others. Body i turns by Iᵢ⁻¹(bᵢ × f) and moves by
 * wᵢ f: scheme A. In scheme B bodies turn as in A and then move so that the points meet: w f' with f' = −g'/(w₁ + w₂),
 * where g' is evaluated after the rotation. (GG's scalar α = 1/(w₁ + w₂) instead of K⁻¹ diverges for thin rods. The
 * scalar 1/(n·K n) with n = g/|g| does not, but turns a body by the wrong amount if g is not an eigenvector of K.
 * Scheme A corrects that in later iterations. Scheme B does not: a rod pendulum had 0.6 of its period.)
 *
 * A soft constraint with compliance c yields by c times its force: g + (c/h²) f = 0 for the total pull f of the step,
 * so that the next increment is −(g + (c/h²) f)/(k + c/h²).
 *
 * Angles are corrected by opposite torques along the gradient of the angle.
 *
 * In a step, levers and gradients are those of its start, but gaps are current: constraint forces act where the bodies
 * are, not where they will be. (In GG everything is current, and a pendulum loses half of its energy in steps in which
 * it loses a hundredth here; besides, two forces at one point conserve angular momentum exactly.) Outside a step, when
 * only positions are corrected, levers are current too.
 *
 * The pull of a limit is accumulated: while it pulls it is held like an equality, until it would have to pull the other
 * way. So a limit that was overcorrected gives back the excess.
 */
#include "displacement/displacement_parts.h"

/* ---- where things are ---- */

INLINE double within(double x, double least, double most) { return x < least ? least : x > most ? most : x; }

struct link_now {
    vec3 b1, b2; /* levers of the nearest point and of Q */
    vec3 gap;    /* from the nearest point to Q, without limits */
    vec3 along;  /* area with limits: the direction of the limits, and the position of Q along it */
    double at;
};

/* The direction and length of e; `otherwise` if e is zero. */
INLINE vec3 direction(vec3 e, vec3 otherwise, double *length)
{
    *length = v3_norm(e);
    return *length > 1e-12 ? v3_scale(1 / *length, e) : otherwise;
}

INLINE struct link_now link_look(const struct link *l)
{
    vec3 p = m3_mul(&l->one->p->r, l->p), q = m3_mul(&l->two->p->r, l->q), u;
    vec3 e = v3_sub(v3_add(l->two->p->x, q), v3_add(l->one->p->x, p));
    struct link_now now = {.b1 = p, .b2 = q, .gap = e};
    switch (l->area) {
    case AREA_NONE:
    case AREA_POINT:
        return now;
    case AREA_SEGMENT:
        now.along = m3_mul(&l->one->p->r, l->u);
        now.at = v3_dot(now.along, e);
        now.gap = v3_add_scaled(e, -now.at, now.along);
        break;
    case AREA_RING:
        u = m3_mul(&l->one->p->r, l->u);
        now.gap = v3_scale(v3_dot(u, e), u);
        now.along = direction(v3_sub(e, now.gap), v3_perpendicular(u), &now.at);
        break;
    case AREA_SHELL:
        now.gap = v3(0, 0, 0);
        now.along = direction(e, v3(1, 0, 0), &now.at);
        break;
    }
    now.b1 = v3_add_scaled(p, within(now.at, l->least, l->most), now.along);
    return now;
}

/* How far a link is beyond its limits, along `along`; if held at a limit, the signed distance from it. */
INLINE double link_beyond(const struct link *l, const struct link_now *now)
{
    if (l->area == AREA_POINT)
        return 0;
    return l->held > 0   ? now->at - l->most
           : l->held < 0 ? now->at - l->least
                         : now->at - within(now->at, l->least, l->most);
}

vec3 link_gap(const struct link *l)
{
    struct link_now now = link_look(l);
    return v3_add_scaled(now.gap, now.at - within(now.at, l->least, l->most), now.along);
}

/* K += w 1 − [b]× I⁻¹ [b]× of one body. */
INLINE void add_yield(const struct mover *m, vec3 b, sym3 *k)
{
    const sym3 *i = &m->p->inverse_inertia;
    vec3 x = v3(0, b.z, -b.y), y = v3(-b.z, 0, b.x), z = v3(b.y, -b.x, 0); /* b × the axes */
    vec3 ix = s3_mul(i, x), iy = s3_mul(i, y);
    k->xx += m->w + v3_dot(x, ix);
    k->yy += m->w + v3_dot(y, iy);
    k->zz += m->w + v3_dot(z, s3_mul(i, z));
    k->xy += v3_dot(y, ix);
    k->xz += v3_dot(z, ix);
    k->yz += v3_dot(z, iy);
}

INLINE double softness(const struct displacement *d, double compliance)
{
    return compliance > 0 && d->h > 0 ? compliance / (d->h * d->h) : 0;
}

INLINE void take_yields(const struct displacement *d, struct link *l)
{
    double soft = softness(d, l->compliance);
    l->yields = (sym3){soft, soft, soft, 0, 0, 0};
    add_yield(l->one, l->b1, &l->yields);
    add_yield(l->two, l->b2, &l->yields);
    l->inverse = s3_inverse(&l->yields);
}

void link_begin(const struct displacement *d, struct link *l)
{
    struct link_now now = link_look(l);
    l->b1 = now.b1;
    l->b2 = now.b2;
    take_yields(d, l);
    l->held = 0;
    l->pull = v3(0, 0, 0);
}

/* The gap now. In a step, levers and K are those of its start. */
INLINE struct link_now link_act(const struct displacement *d, struct link *l)
{
    struct link_now now = link_look(l);
    if (d->h > 0)
        return now;
    l->b1 = now.b1;
    l->b2 = now.b2;
    take_yields(d, l);
    return now;
}

/* ---- pulls ---- */

/* The residual: the gap and the excess beyond a limit, minus the permitted offset, plus compliance times pull. */
INLINE vec3 link_wrong(const struct displacement *d, const struct link *l, const struct link_now *now)
{
    vec3 g = v3_sub(v3_add_scaled(now->gap, link_beyond(l, now), now->along), l->offset);
    return l->compliance > 0 ? v3_add_scaled(g, softness(d, l->compliance), l->pull) : g;
}

/* A limit pulls one way only: removes from the pull f what would pull the other way, and accumulates the rest. */
INLINE vec3 link_limited(struct link *l, const struct link_now *now, vec3 f)
{
    if (l->area == AREA_POINT || l->least == l->most)
        return f;
    double change = -v3_dot(f, now->along), held = l->held + change;
    if ((l->held > 0 || (l->held == 0 && now->at > l->most)) && held < 0)
        held = 0;
    if ((l->held < 0 || (l->held == 0 && now->at < l->least)) && held > 0)
        held = 0;
    if (l->held == 0 && now->at >= l->least && now->at <= l->most)
        held = 0;
    f = v3_add_scaled(f, change - (held - l->held), now->along);
    l->held = held;
    return f;
}

/* The pull on body two that removes the residual g of this link alone. */
INLINE vec3 link_pull(const struct link *l, const struct link_now *now, vec3 g)
{
    vec3 f = v3_neg(s3_mul(&l->inverse, g)), free;
    bool ends = l->held != 0 || now->at < l->least || now->at > l->most; /* at or beyond a limit */
    double along;
    switch (l->area) {
    case AREA_POINT:
    case AREA_NONE:
        return f;
    case AREA_SEGMENT: /* normal to the axis, or in all directions */
        if (ends)
            return f;
        free = now->along;
        break;
    case AREA_RING: /* normal to the plane, and radially */
        if (ends) {
            free = v3_cross(m3_mul(&l->one->p->r, l->u), now->along);
            break;
        }    /* fall through */
    default: /* in one direction */
        along = v3_dot(g, s3_mul(&l->yields, g));
        return along > 0 ? v3_scale(-v3_dot(g, g) / along, g) : v3(0, 0, 0);
    }
    vec3 there = s3_mul(&l->inverse, free); /* f·free = 0, and K f = −g in the other directions */
    return v3_add_scaled(f, -v3_dot(f, free) / v3_dot(free, there), there);
}

INLINE void add_turn(struct mover *m, vec3 torque)
{
    if (m->moves)
        m->dr = v3_add(m->dr, s3_mul(&m->p->inverse_inertia, torque));
}

INLINE void add_move(struct mover *m, double sign, vec3 pull)
{
    if (m->moves)
        m->dx = v3_add_scaled(m->dx, sign * m->w, pull);
}

INLINE void add_link_move(struct link *l, vec3 f)
{
    l->pull = v3_add(l->pull, f);
    add_move(l->one, -1, f);
    add_move(l->two, 1, f);
}

void links_rotate(const struct displacement *d, struct link *l, int count, bool translate, double share)
{
    for (const struct link *end = l + count; l < end; l++) {
        struct link_now now = link_act(d, l);
        vec3 f = v3_scale(l->weight * share, link_pull(l, &now, link_wrong(d, l, &now)));
        bool whole = translate || l->compliance > 0;
        if (whole)
            f = link_limited(l, &now, f);
        add_turn(l->one, v3_cross(f, l->b1));
        add_turn(l->two, v3_cross(l->b2, f));
        if (whole)
            add_link_move(l, f);
    }
}

void links_translate(const struct displacement *d, struct link *l, int count, double share)
{
    for (const struct link *end = l + count; l < end; l++) {
        if (l->compliance > 0) /* already moved together with its rotation */
            continue;
        struct link_now now = link_look(l);
        vec3 f = v3_scale(-l->weight * share / (l->one->w + l->two->w), link_wrong(d, l, &now));
        add_link_move(l, link_limited(l, &now, f));
    }
}

/* ---- Gauss–Seidel ---- */

INLINE double larger(double largest, vec3 correction)
{
    double size2 = v3_dot(correction, correction);
    return size2 <= largest ? largest : size2; /* keeps NaN */
}

/* Moves and rotates a body immediately. */
INLINE double shift_now(struct mover *m, vec3 move, vec3 turn, double largest)
{
    if (!m->moves)
        return largest;
    m->p->x = v3_add(m->p->x, move);
    mover_rotate(m, turn);
    return larger(larger(largest, move), turn);
}

/* Factor that makes a pair of rotations small; the same for both, so that they stay opposite. */
INLINE double small_share(vec3 a, vec3 b)
{
    double size2 = fmax(v3_dot(a, a), v3_dot(b, b));
    return size2 > SMALL_TURN * SMALL_TURN ? SMALL_TURN / sqrt(size2) : 1;
}

double links_correct(const struct displacement *d, struct link *l, int count, double share, double largest)
{
    for (const struct link *end = l + count; l < end; l++) {
        struct link_now now = link_act(d, l);
        vec3 f = v3_scale(share, link_pull(l, &now, link_wrong(d, l, &now)));
        vec3 one = s3_mul(&l->one->p->inverse_inertia, v3_cross(f, l->b1));
        vec3 two = s3_mul(&l->two->p->inverse_inertia, v3_cross(l->b2, f));
        double small = small_share(one, two);
        if (small < 1 || l->area != AREA_POINT) {
            f = link_limited(l, &now, v3_scale(small, f));
            one = s3_mul(&l->one->p->inverse_inertia, v3_cross(f, l->b1));
            two = s3_mul(&l->two->p->inverse_inertia, v3_cross(l->b2, f));
        }
        l->pull = v3_add(l->pull, f);
        largest = shift_now(l->one, v3_scale(-l->one->w, f), one, largest);
        largest = shift_now(l->two, v3_scale(l->two->w, f), two, largest);
    }
    return largest;
}

/* ---- angles ---- */

/* An angle and its gradient by a rotation of body two; that by a rotation of body one is the opposite. */
struct swing_now {
    double at;
    vec3 gradient; /* 0: none */
};

/* Is an angle that is not held well within its limits? Tested by its cosine, because most angles are, most of the
 * time. */
INLINE bool swing_rests(const struct swing *s)
{
    double cosine = v3_dot(m3_mul(&s->one->p->r, s->a1), m3_mul(&s->two->p->r, s->a2));
    return s->held == 0 && cosine < s->cos_least && cosine > s->cos_most && s->offset == 0;
}

INLINE struct swing_now swing_look(const struct swing *s)
{
    vec3 a = m3_mul(&s->one->p->r, s->a1), b = m3_mul(&s->two->p->r, s->a2), across = v3_cross(a, b);
    double sine = v3_norm(across), cosine = v3_dot(a, b);
    double angle = cosine > 0.96 ? sine * arc_over_sine(sine) : atan2(sine, cosine);
    if (sine < 1e-9) /* parallel axes: any perpendicular */
        return (struct swing_now){angle, v3_perpendicular(a)};
    return (struct swing_now){angle, v3_scale(1 / sine, across)};
}

/* φ = atan2(y, x), x = b₁·b₂ − (a₂·b₁)(a₁·b₂)/S, y = (a₁ + a₂)·(b₁ × b₂)/√S, S = |a₁ + a₂|² (see constraint/hinge.c),
 * measured from the middle of its interval. */
static struct swing_now twist_look(const struct swing *s)
{
    const mat3 *r1 = &s->one->p->r, *r2 = &s->two->p->r;
    vec3 a1 = m3_mul(r1, s->a1), b1 = m3_mul(r1, s->b1), a2 = m3_mul(r2, s->a2), b2 = m3_mul(r2, s->b2);
    const double middle = (s->least + s->most) / 2, c = cos(middle), e = sin(middle);
    double sum2 = 2 + 2 * v3_dot(a1, a2), p = v3_dot(a2, b1), q = v3_dot(a1, b2);
    if (sum2 < 1e-6) /* opposite axes: the twist is undefined */
        return (struct swing_now){middle, v3(0, 0, 0)};
    vec3 sum = v3_add(a1, a2), b12 = v3_cross(b1, b2), a21 = v3_cross(a2, a1);
    double x = v3_dot(b1, b2) - p * q / sum2, y = v3_dot(sum, b12) / sqrt(sum2), size2 = x * x + y * y;
    if (size2 < 1e-12)
        return (struct swing_now){middle, v3(0, 0, 0)};
    vec3 gx = v3_add(v3_scale(q, v3_cross(a2, b1)), v3_scale(p, v3_cross(b2, a1)));
    gx = v3_add_scaled(v3_add_scaled(v3_neg(b12), -1 / sum2, gx), 2 * p * q / (sum2 * sum2), a21);
    vec3 gy = v3_scale(1 / sqrt(sum2), v3_add(v3_cross(a2, b12), v3_cross(b2, v3_cross(sum, b1))));
    gy = v3_add_scaled(gy, -y / sum2, a21);
    return (struct swing_now){middle + atan2(y * c - x * e, x * c + y * e),
                              v3_scale(1 / size2, v3_sub(v3_scale(x, gy), v3_scale(y, gx)))};
}

double swing_gap(const struct swing *s)
{
    double at = swing_look(s).at;
    return at - within(at, s->least, s->most);
}

double twist_gap(const struct swing *s)
{
    double at = twist_look(s).at;
    return at - within(at, s->least, s->most);
}

/* ---- at the start of a step, and during it ---- */

void swing_begin(struct swing *s)
{
    s->axis = m3_mul(&s->one->p->r, s->a1);
    /* Axes that must be parallel may deviate in any direction, which changes during the step. */
    s->gradient = s->most < 0.01 ? v3(0, 0, 0) : swing_look(s).gradient;
    s->held = 0;
    s->pull = v3(0, 0, 0);
}

void twist_begin(struct swing *s)
{
    s->gradient = twist_look(s).gradient;
    s->held = 0;
    s->pull = v3(0, 0, 0);
}

INLINE struct swing_now swing_act(const struct displacement *d, const struct swing *s)
{
    struct swing_now now = swing_look(s);
    if (d->h == 0)
        return now;
    if (v3_dot(s->gradient, now.gradient) > 0.9)
        now.gradient = s->gradient;
    else
        now.gradient = v3_add_scaled(now.gradient, -v3_dot(now.gradient, s->axis), s->axis);
    return now;
}

static struct swing_now twist_act(const struct displacement *d, const struct swing *s)
{
    struct swing_now now = twist_look(s);
    if (d->h > 0 && v3_dot(s->gradient, now.gradient) > 0)
        now.gradient = s->gradient;
    return now;
}

/* The next increment of the torque on body two (times h²). As for links, that of a limit is accumulated and
 * one-sided. */
INLINE vec3 swing_torque(const struct displacement *d, struct swing *s, struct swing_now now, double share)
{
    vec3 g = now.gradient;
    double soft = softness(d, s->compliance), held;
    double beyond = s->held > 0   ? now.at - s->most
                    : s->held < 0 ? now.at - s->least
                                  : now.at - within(now.at, s->least, s->most);
    double wrong = beyond - s->offset + soft * -s->held;
    double k = v3_dot(g, s3_mul(&s->one->p->inverse_inertia, g)) + v3_dot(g, s3_mul(&s->two->p->inverse_inertia, g));
    if (!(k > 0) || wrong == 0)
        return v3(0, 0, 0);
    double change = share * wrong / (k + soft);
    if (s->least < s->most) {
        held = s->held + change;
        if ((s->held > 0 && held < 0) || (s->held < 0 && held > 0))
            held = 0;
        change = held - s->held;
        s->held = held;
    } else {
        s->held += s->most < 0.01 ? 0 : change;
    }
    return v3_scale(-change, g);
}

INLINE void add_torque(struct swing *s, vec3 n)
{
    s->pull = v3_add(s->pull, n);
    add_turn(s->one, v3_neg(n));
    add_turn(s->two, n);
}

INLINE double apply_torque(struct swing *s, vec3 n, double largest)
{
    vec3 one = s3_mul(&s->one->p->inverse_inertia, v3_neg(n)), two = s3_mul(&s->two->p->inverse_inertia, n);
    double share = small_share(one, two);
    s->pull = v3_add_scaled(s->pull, share, n);
    largest = shift_now(s->one, v3(0, 0, 0), v3_scale(share, one), largest);
    return shift_now(s->two, v3(0, 0, 0), v3_scale(share, two), largest);
}

void swings_rotate(const struct displacement *d, struct swing *s, int count, double share)
{
    for (const struct swing *end = s + count; s < end; s++)
        if (!swing_rests(s))
            add_torque(s, swing_torque(d, s, swing_act(d, s), s->weight * share));
}

void twists_rotate(const struct displacement *d, struct swing *s, int count, double share)
{
    for (const struct swing *end = s + count; s < end; s++)
        add_torque(s, swing_torque(d, s, twist_act(d, s), s->weight * share));
}

double swings_correct(const struct displacement *d, struct swing *s, int count, double share, double largest)
{
    for (const struct swing *end = s + count; s < end; s++)
        if (!swing_rests(s))
            largest = apply_torque(s, swing_torque(d, s, swing_act(d, s), share), largest);
    return largest;
}

double twists_correct(const struct displacement *d, struct swing *s, int count, double share, double largest)
{
    for (const struct swing *end = s + count; s < end; s++)
        largest = apply_torque(s, swing_torque(d, s, twist_act(d, s), share), largest);
    return largest;
}
