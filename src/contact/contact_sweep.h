/* contact_sweep.h: one sweep over groups of four manifolds; included once for each kind of vector registers, with
 * SWEEP(name) the name of a function in it. The helpers take pointers: vectors as arguments would depend on the kind. */

#define INLINE static inline __attribute__((always_inline))

INLINE void SWEEP(load)(const struct moving *m, const int *i, lanes3 *v, lanes3 *w)
{
    const struct moving *a = &m[i[0]], *b = &m[i[1]], *c = &m[i[2]], *d = &m[i[3]];
    const lanes vx = {a->v[0], b->v[0], c->v[0], d->v[0]}, vy = {a->v[1], b->v[1], c->v[1], d->v[1]},
                vz = {a->v[2], b->v[2], c->v[2], d->v[2]}, wx = {a->w[0], b->w[0], c->w[0], d->w[0]},
                wy = {a->w[1], b->w[1], c->w[1], d->w[1]}, wz = {a->w[2], b->w[2], c->w[2], d->w[2]};
    *v = (lanes3){vx, vy, vz};
    *w = (lanes3){wx, wy, wz};
}

INLINE void SWEEP(store)(struct moving *m, const int *i, const lanes3 *v, const lanes3 *w)
{
    for (int k = 0; k < LANES; k++) {
        struct moving *o = &m[i[k]];
        o->v[0] = v->x[k];
        o->v[1] = v->y[k];
        o->v[2] = v->z[k];
        o->w[0] = w->x[k];
        o->w[1] = w->y[k];
        o->w[2] = w->z[k];
    }
}

/* The velocity (or the way) of b's point against a's: v_b + ω_b × r_b − v_a − ω_a × r_a. */
INLINE void SWEEP(relative)(const lanes3 *va, const lanes3 *wa, const lanes3 *vb, const lanes3 *wb,
                            const struct group_point *p, lanes3 *out)
{
    out->x = vb->x - va->x + (wb->y * p->rb.z - wb->z * p->rb.y) - (wa->y * p->ra.z - wa->z * p->ra.y);
    out->y = vb->y - va->y + (wb->z * p->rb.x - wb->x * p->rb.z) - (wa->z * p->ra.x - wa->x * p->ra.z);
    out->z = vb->z - va->z + (wb->x * p->rb.y - wb->y * p->rb.x) - (wa->x * p->ra.y - wa->y * p->ra.x);
}

/* v += m f, ω += I⁻¹ (r × f) */
INLINE void SWEEP(push)(lanes3 *v, lanes3 *w, const lanes *mass, const lanes *inertia, const lanes3 *r, const lanes3 *f)
{
    lanes nx = r->y * f->z - r->z * f->y, ny = r->z * f->x - r->x * f->z, nz = r->x * f->y - r->y * f->x;
    v->x += *mass * f->x;
    v->y += *mass * f->y;
    v->z += *mass * f->z;
    w->x += inertia[0] * nx + inertia[3] * ny + inertia[4] * nz;
    w->y += inertia[3] * nx + inertia[1] * ny + inertia[5] * nz;
    w->z += inertia[4] * nx + inertia[5] * ny + inertia[2] * nz;
}

INLINE void SWEEP(apply)(const struct group *g, const struct group_point *p, lanes3 *va, lanes3 *wa, lanes3 *vb,
                         lanes3 *wb, const lanes3 *f)
{
    const lanes3 back = {-f->x, -f->y, -f->z};
    SWEEP(push)(vb, wb, &g->mass_b, g->inertia_b, &p->rb, f);
    SWEEP(push)(va, wa, &g->mass_a, g->inertia_a, &p->ra, &back);
}

#define CHOOSE(mask, yes, no) ((lanes)(((mask) & (lanes_mask)(yes)) | (~(mask) & (lanes_mask)(no))))

/* What a push becomes: bias is the speed asked for, `scale` how much of the mass counts, `keep` softens. */
#define PUSHED(mass, scale, vn, bias, keep, push) ((push) - (mass) * (scale) * ((vn) + (bias)) - (keep) * (push))

/* The normal row of one point on rigid ground. */
INLINE void SWEEP(rigid)(const struct contact_solver *s, const struct group *g, const struct group_point *p,
                         const lanes *gap, const lanes *vn, bool bias, lanes *push)
{
    const lanes zero = {0, 0, 0, 0}, one = {1, 1, 1, 1};
    lanes_mask apart = *gap > zero; /* it may close the gap in this short step, not more */
    lanes give = zero, scale = one, keep = zero;
    if (bias) {
        give = *gap * s->rate;
        give = CHOOSE(give < g->slowest, g->slowest, give);
        scale = CHOOSE(apart, one, one * s->mass_scale);
        keep = CHOOSE(apart, zero, one * s->push_scale);
    }
    give = CHOOSE(apart, *gap * (1 / s->h), give);
    *push = PUSHED(p->push_mass, scale, *vn, give, keep, p->push);
}

/* On a soft layer: a spring while it is touched, and the rigid kernel behind it. */
INLINE void SWEEP(soft)(const struct contact_solver *s, const struct group *g, const struct group_rest *rest, int k,
                        const struct group_point *p, const lanes *vn, bool bias, lanes *push)
{
    const lanes zero = {0, 0, 0, 0};
    lanes beyond = p->gap + rest->thickness, kernel = zero;
    SWEEP(rigid)(s, g, p, &beyond, vn, bias, &kernel);
    lanes spring = PUSHED(p->push_mass, rest->mass_scale[k], *vn, p->gap * rest->rate[k], rest->push_scale[k], p->push);
    spring = CHOOSE(p->gap > zero, zero, spring);
    *push = CHOOSE((beyond < zero) & (kernel > spring), kernel, spring);
}

INLINE void SWEEP(normal)(const struct contact_solver *s, const struct group *g, const struct group_rest *rest, int k,
                          struct group_point *p, lanes3 *va, lanes3 *wa, lanes3 *vb, lanes3 *wb, bool bias, bool soft)
{
    const lanes zero = {0, 0, 0, 0};
    lanes3 rel, f;
    lanes push = zero;
    SWEEP(relative)(va, wa, vb, wb, p, &rel);
    lanes vn = g->normal.x * rel.x + g->normal.y * rel.y + g->normal.z * rel.z;
    if (soft)
        SWEEP(soft)(s, g, rest, k, p, &vn, bias, &push);
    else
        SWEEP(rigid)(s, g, p, &p->gap, &vn, bias, &push);
    push = CHOOSE(push > zero, push, zero);
    lanes change = push - p->push;
    p->push = push;
    f.x = change * g->normal.x;
    f.y = change * g->normal.y;
    f.z = change * g->normal.z;
    SWEEP(apply)(g, p, va, wa, vb, wb, &f);
}

/* Friction of one point: back onto the cone if it is beyond. */
INLINE void SWEEP(friction)(const struct group *g, const lanes3 *v, struct group_point *p, lanes3 *va, lanes3 *wa,
                            lanes3 *vb, lanes3 *wb)
{
    lanes3 rel, f;
    SWEEP(relative)(va, wa, vb, wb, p, &rel);
    lanes slip_u = g->u.x * rel.x + g->u.y * rel.y + g->u.z * rel.z;
    lanes slip_v = v->x * rel.x + v->y * rel.y + v->z * rel.z;
    lanes drag_u = p->drag_u - p->drag_mass * slip_u, drag_v = p->drag_v - p->drag_mass * slip_v;
    lanes bound = g->friction * p->push, length2 = drag_u * drag_u + drag_v * drag_v;
    lanes_mask beyond = length2 > bound * bound;
    if ((beyond[0] | beyond[1] | beyond[2] | beyond[3]) != 0) { /* most points of a pile stick */
        lanes cut = {1, 1, 1, 1};
        for (int i = 0; i < LANES; i++)
            cut[i] = beyond[i] ? bound[i] / sqrt(length2[i]) : 1;
        drag_u *= cut;
        drag_v *= cut;
    }
    lanes du = drag_u - p->drag_u, dv = drag_v - p->drag_v;
    p->drag_u = drag_u;
    p->drag_v = drag_v;
    f.x = du * g->u.x + dv * v->x;
    f.y = du * g->u.y + dv * v->y;
    f.z = du * g->u.z + dv * v->z;
    SWEEP(apply)(g, p, va, wa, vb, wb, &f);
}

INLINE void SWEEP(group)(struct contact_solver *s, int i, bool bias, bool soft)
{
    struct group *g = &s->group[i];
    struct group_rest *rest = &s->rest[i];
    lanes3 va, wa, vb, wb, v;
    if (!bias) {
        SWEEP(load)(s->moved, g->a, &va, &wa);
        SWEEP(load)(s->moved, g->b, &vb, &wb);
        for (int k = 0; k < g->points; k++) {
            SWEEP(relative)(&va, &wa, &vb, &wb, &g->point[k], &v);
            g->point[k].gap = rest->gap[k] + (g->normal.x * v.x + g->normal.y * v.y + g->normal.z * v.z);
        }
    }
    SWEEP(load)(s->moving, g->a, &va, &wa);
    SWEEP(load)(s->moving, g->b, &vb, &wb);
    v.x = g->normal.y * g->u.z - g->normal.z * g->u.y;
    v.y = g->normal.z * g->u.x - g->normal.x * g->u.z;
    v.z = g->normal.x * g->u.y - g->normal.y * g->u.x;
    for (int r = g->struck ? STRUCK_ROUNDS : 0; r > 0; r--)
        for (int n = 0; n < g->points; n++) {
            int k = r % 2 == 0 ? n : g->points - 1 - n;
            SWEEP(normal)(s, g, rest, k, &g->point[k], &va, &wa, &vb, &wb, bias, soft);
        }
    for (int k = 0; k < g->points; k++) {
        SWEEP(normal)(s, g, rest, k, &g->point[k], &va, &wa, &vb, &wb, bias, soft);
        SWEEP(friction)(g, &v, &g->point[k], &va, &wa, &vb, &wb);
        if (bias)
            continue;
        rest->most[k] = CHOOSE(g->point[k].push > rest->most[k], g->point[k].push, rest->most[k]);
    }
    SWEEP(store)(s->moving, g->a, &va, &wa);
    SWEEP(store)(s->moving, g->b, &vb, &wb);
}

/* J W Jᵀ of one direction of a point: m_a + m_b + n·I⁻¹n of both sides, n = r × d; and the turns I⁻¹n. */
INLINE void SWEEP(resistance)(const struct group *g, const struct group_point *p, const lanes3 *d, lanes *out,
                              lanes3 *turn_a, lanes3 *turn_b, lanes3 *spin_a, lanes3 *spin_b)
{
    const lanes none = {0, 0, 0, 0};
    lanes3 v = {none, none, none};
    *turn_a =
        (lanes3){p->ra.y * d->z - p->ra.z * d->y, p->ra.z * d->x - p->ra.x * d->z, p->ra.x * d->y - p->ra.y * d->x};
    *turn_b =
        (lanes3){p->rb.y * d->z - p->rb.z * d->y, p->rb.z * d->x - p->rb.x * d->z, p->rb.x * d->y - p->rb.y * d->x};
    *spin_a = *spin_b = (lanes3){none, none, none};
    SWEEP(push)(&v, spin_a, &none, g->inertia_a, &p->ra, d);
    SWEEP(push)(&v, spin_b, &none, g->inertia_b, &p->rb, d);
    *out = g->mass_a + g->mass_b + (turn_a->x * spin_a->x + turn_a->y * spin_a->y + turn_a->z * spin_a->z) +
           (turn_b->x * spin_b->x + turn_b->y * spin_b->y + turn_b->z * spin_b->z);
}

/* Masses that a push and a drag feel, and how fast the point closes. */
INLINE void SWEEP(prepare_point)(struct group *g, struct group_rest *rest, int k, struct group_point *p,
                                 const lanes3 *v, const lanes3 *va, const lanes3 *wa, const lanes3 *vb,
                                 const lanes3 *wb)
{
    const lanes zero = {0, 0, 0, 0}, one = {1, 1, 1, 1};
    lanes3 rel, turn_a, turn_b, spin_a, spin_b, other_a, other_b, unused_a, unused_b;
    lanes along, uu, vv;
    SWEEP(resistance)(g, p, &g->normal, &along, &turn_a, &turn_b, &spin_a, &spin_b);
    SWEEP(resistance)(g, p, &g->u, &uu, &turn_a, &turn_b, &spin_a, &spin_b);
    SWEEP(resistance)(g, p, v, &vv, &unused_a, &unused_b, &other_a, &other_b);
    lanes uv = (turn_a.x * other_a.x + turn_a.y * other_a.y + turn_a.z * other_a.z) +
               (turn_b.x * other_b.x + turn_b.y * other_b.y + turn_b.z * other_b.z);
    lanes mean = (uu + vv) * 0.5, spread = (uu - vv) * 0.5, most = spread * spread + uv * uv;
    for (int i = 0; i < LANES; i++)
        most[i] = sqrt(most[i]);
    most += mean;
    /* a lane without a body that moves, or without this point, has no mass and takes no impulse */
    lanes_mask there = (along > zero) & (rest->there[k] > zero);
    p->push_mass = CHOOSE(there, one / CHOOSE(there, along, one), zero);
    p->drag_mass = CHOOSE(there, one / CHOOSE(there, most, one), zero);
    SWEEP(relative)(va, wa, vb, wb, p, &rel);
    rest->approach[k] = g->normal.x * rel.x + g->normal.y * rel.y + g->normal.z * rel.z;
    lanes_mask fast = (rest->approach[k] < -rest->slow) & there;
    g->struck |= (fast[0] | fast[1] | fast[2] | fast[3]) != 0;
}

SWEEP_TARGET void SWEEP(prepare)(struct contact_solver *s, int from, int to)
{
    for (int i = from; i < to; i++) {
        struct group *g = &s->group[i];
        lanes3 va, wa, vb, wb, v;
        SWEEP(load)(s->moving, g->a, &va, &wa);
        SWEEP(load)(s->moving, g->b, &vb, &wb);
        v.x = g->normal.y * g->u.z - g->normal.z * g->u.y;
        v.y = g->normal.z * g->u.x - g->normal.x * g->u.z;
        v.z = g->normal.x * g->u.y - g->normal.y * g->u.x;
        for (int k = 0; k < g->points; k++)
            SWEEP(prepare_point)(g, &s->rest[i], k, &g->point[k], &v, &va, &wa, &vb, &wb);
    }
}

/* The impulses that the points begin with. */
SWEEP_TARGET void SWEEP(warm)(struct contact_solver *s, int from, int to)
{
    for (int i = from; i < to; i++) {
        struct group *g = &s->group[i];
        lanes3 va, wa, vb, wb, v, f;
        SWEEP(load)(s->moving, g->a, &va, &wa);
        SWEEP(load)(s->moving, g->b, &vb, &wb);
        v.x = g->normal.y * g->u.z - g->normal.z * g->u.y;
        v.y = g->normal.z * g->u.x - g->normal.x * g->u.z;
        v.z = g->normal.x * g->u.y - g->normal.y * g->u.x;
        for (int k = 0; k < g->points; k++) {
            const struct group_point *p = &g->point[k];
            f.x = p->push * g->normal.x + p->drag_u * g->u.x + p->drag_v * v.x;
            f.y = p->push * g->normal.y + p->drag_u * g->u.y + p->drag_v * v.y;
            f.z = p->push * g->normal.z + p->drag_u * g->u.z + p->drag_v * v.z;
            SWEEP(apply)(g, p, &va, &wa, &vb, &wb, &f);
        }
        SWEEP(store)(s->moving, g->a, &va, &wa);
        SWEEP(store)(s->moving, g->b, &vb, &wb);
    }
}

SWEEP_TARGET void SWEEP(all)(struct contact_solver *s, int from, int to, bool bias)
{
    for (int i = from; i < to; i++) {
        if (s->group[i].soft)
            SWEEP(group)(s, i, bias, true);
        else if (bias)
            SWEEP(group)(s, i, true, false);
        else
            SWEEP(group)(s, i, false, false);
    }
}
