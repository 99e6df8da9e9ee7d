/* meet.c: when two pieces that are apart meet, if they go on as they move now (method §2, Contact and friction).
 *
 * Conservative advancement: along the normal n at a gap g the pieces cannot meet before g divided by how fast they come
 * together, n·(v_a − v_b) and the speed of their rotations; there the gap is computed again. Balls meet after a few such
 * steps; what passes by is found to do so.
 */
#include "collide/contact_parts.h"

enum { MOST_STEPS = 60 };

/* Where a body is after the time t. */
static struct pose later(const struct pose *p, double t)
{
    struct pose q = *p;
    q.x = v3_add_scaled(v3_add_scaled(p->x, t, p->v), t * t / 2, p->a);
    if (v3_dot(p->w, p->w) > 0) {
        const mat3 turn = q_matrix(q_exp(v3_scale(t, p->w)));
        q.r = m3_product(&turn, &p->r);
    }
    return q;
}

/* The most that rotation adds to the speed of a piece's points. */
static double turning(const struct piece *p, const struct pose *body)
{
    const bool round = p->type == PIECE_SPHERE && v3_norm(p->at) == 0;
    return p->type == PIECE_PLANE || round ? 0 : v3_norm(body->w) * (v3_norm(p->at) + p->reach);
}

static double least_gap(const struct manifold *m)
{
    double least = INFINITY;
    for (int i = 0; i < m->count; i++)
        least = fmin(least, m->point[i].gap);
    return least;
}

static vec3 mean_speed(const struct pose *p, vec3 from_center, double t)
{
    return v3_add(v3_add_scaled(p->v, t / 2, p->a), v3_cross(p->w, from_center));
}

/* The manifold of the moment t, with gaps and places brought back to now. */
static void bring_back(struct manifold *m, const struct manifold *met, const struct pose *a, const struct pose *b,
                       double t)
{
    const struct pose at_a = later(a, t), at_b = later(b, t);
    const vec3 back = v3_scale(0.5, v3_add(v3_sub(at_a.x, a->x), v3_sub(at_b.x, b->x)));
    m->normal = met->normal;
    m->count = met->count;
    m->time = t;
    for (int i = 0; i < met->count; i++) {
        const vec3 at = met->point[i].at;
        const vec3 rate = v3_sub(mean_speed(b, v3_sub(at, at_b.x), t), mean_speed(a, v3_sub(at, at_a.x), t));
        m->point[i] = met->point[i];
        m->point[i].push = 0;
        m->point[i].drag = v3(0, 0, 0);
        m->point[i].gap -= t * v3_dot(met->normal, rate);
        m->point[i].at = v3_sub(at, back);
    }
}

bool contact_meet(const struct contact_space *c, struct manifold *m, const struct pose *a, const struct pose *b,
                  double h)
{
    const struct piece *pa = contact_piece(c, m->piece_a), *pb = contact_piece(c, m->piece_b);
    const double size = isfinite(pa->size) && pa->size > 0 ? pa->size : isfinite(pb->size) ? pb->size : 1;
    const double near = 1e-9 * size, spin = turning(pa, a) + turning(pb, b);
    const double margin = least_gap(m) + size + h * (v3_norm(a->v) + v3_norm(b->v) + spin);
    struct manifold now[CONTACT_MANIFOLDS];
    double t = 0, gap = least_gap(m);
    now[0] = *m;
    for (int i = 0; i < MOST_STEPS && gap > near; i++) {
        const vec3 closing = v3_sub(a->v, b->v), gaining = v3_sub(a->a, b->a);
        const double from = v3_dot(now[0].normal, v3_add_scaled(closing, t, gaining));
        const double to = v3_dot(now[0].normal, v3_add_scaled(closing, h, gaining)), fast = fmax(from, to) + spin;
        if (!(fast > 0))
            return false;
        t += gap / fast;
        if (t > h)
            return false;
        const struct pose at_a = later(a, t), at_b = later(b, t);
        if (contact_pair(pa, &at_a, pb, &at_b, margin, now) != 1)
            return true; /* it is not one simple place: as it is now */
        gap = least_gap(&now[0]);
    }
    if (gap > 1e-3 * size) /* one end rests nearly, and the other falls: as it is now */
        return true;
    if (t > 0)
        bring_back(m, &now[0], a, b, t);
    return true;
}

/* Velocity of b's point against a's. */
static vec3 slip_at(const struct pose *a, const struct pose *b, vec3 at)
{
    const vec3 va = v3_add(a->v, v3_cross(a->w, v3_sub(at, a->x))), vb = v3_add(b->v, v3_cross(b->w, v3_sub(at, b->x)));
    return v3_sub(vb, va);
}

static const struct contact_point *of_feature(const struct manifold *m, uint32_t feature)
{
    for (int i = 0; i < m->count; i++)
        if (m->point[i].feature == feature)
            return &m->point[i];
    return NULL;
}

bool contact_follow(const struct contact_space *c, struct manifold *m, const struct pose *a, const struct pose *b,
                    double t, struct contact_change change[MANIFOLD_POINTS])
{
    const struct piece *pa = contact_piece(c, m->piece_a), *pb = contact_piece(c, m->piece_b);
    struct pose from_a = *a, from_b = *b;
    struct manifold then[CONTACT_MANIFOLDS];
    from_a.a = from_b.a = v3(0, 0, 0);
    const struct pose at_a = later(&from_a, t), at_b = later(&from_b, t);
    double most = 0;
    for (int i = 0; i < m->count; i++)
        most = fmax(most, m->point[i].gap);
    const double margin = most + t * (v3_norm(v3_sub(b->v, a->v)) + turning(pa, a) + turning(pb, b));
    if (contact_pair(pa, &at_a, pb, &at_b, margin, then) != 1 || v3_dot(then[0].normal, m->normal) < 0.9)
        return false;
    const double most_way = 0.1 * fmin(pa->reach, pb->type == PIECE_PLANE ? INFINITY : pb->reach);
    for (int i = 0; i < m->count; i++) {
        const struct contact_point *p = &m->point[i], *q = of_feature(&then[0], p->feature);
        if (q == NULL || v3_norm(v3_sub(v3_sub(q->at, at_a.x), v3_sub(p->at, a->x))) > most_way ||
            v3_norm(v3_sub(v3_sub(q->at, at_b.x), v3_sub(p->at, b->x))) > most_way + t * v3_norm(v3_sub(a->v, b->v)))
            return false; /* the lowest point of a rim may run round it in no time */
    }
    for (int i = 0; i < m->count; i++) {
        struct contact_point *p = &m->point[i];
        const vec3 at = of_feature(&then[0], p->feature)->at;
        const vec3 before = slip_at(a, b, p->at), now = slip_at(&at_a, &at_b, at);
        change[i].slip = v3_sub(now, before);
        change[i].closing = v3_dot(then[0].normal, now) - v3_dot(m->normal, before);
        p->at = v3_add_scaled(at, -t / 2, v3_add(a->v, b->v));
    }
    m->evenly = true;
    m->drift = v3_scale(t / 2, v3_sub(b->v, a->v));
    m->normal = then[0].normal;
    m->time = t;
    return true;
}
