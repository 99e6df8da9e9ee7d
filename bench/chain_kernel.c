/* chain_kernel.c: one evaluation in two sweeps over the chain.
 *
 * Joint k: C = P₂ − P₁ with P₂ the upper point of body k, P₁ the lower point of body
 * k − 1 (the nail for k = 0). With levers b (upper), c (lower) and K = I⁻¹ in world
 * axes, a body adds
 *
 *     U = (1/m) 1 − [b]× K [b]×      to its upper joint
 *     L = (1/m) 1 − [c]× K [c]×      to its lower joint
 *     F = −(1/m) 1 + [b]× K [c]×     between the two:  A_{k,k+1} = F_k
 *
 * and r = −γ − J W f − (2/τ) Ċ − C/τ². The forward sweep takes one body after the
 * other, D_k = L_{k−1} + U_k − F_{k−1}ᵀ D_{k−1}⁻¹ F_{k−1}; the backward sweep gives λ and, as
 * soon as both its joints are known, each body's accelerations.
 */
#include "chain_kernel.h"

/* Kept between the sweeps, for each body and its upper joint. Symmetric matrices: xx yy zz xy xz yz. */
struct slot {
    double inverse[6];   /* D⁻¹ */
    double solved[3];    /* D⁻¹ y */
    double between[9];   /* F, by rows */
    double lower[6];     /* L */
    double kb[9], kc[9]; /* K [b]×, K [c]×: torque of a force at the joints to angular acceleration */
    double alpha[3];     /* without the joints */
};

size_t chain_work(size_t count) { return count * (sizeof(struct slot) / sizeof(double)); }

/* A body at a joint: position, velocity, and the acceleration it would have without the joints. */
struct end {
    double p[3], v[3], a[3];
};

static inline void cross(const double *a, const double *b, double *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void times(const double *s, const double *x, double *out)
{
    out[0] = s[0] * x[0] + s[3] * x[1] + s[4] * x[2];
    out[1] = s[3] * x[0] + s[1] * x[1] + s[5] * x[2];
    out[2] = s[4] * x[0] + s[5] * x[1] + s[2] * x[2];
}

static inline void rotate(const double *r, const double *x, double *out)
{
    for (int i = 0; i < 3; i++)
        out[i] = r[3 * i] * x[0] + r[3 * i + 1] * x[1] + r[3 * i + 2] * x[2];
}

static inline void rotation(const double *q, double *r)
{
    double xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3];
    double xy = q[1] * q[2], xz = q[1] * q[3], yz = q[2] * q[3];
    double wx = q[0] * q[1], wy = q[0] * q[2], wz = q[0] * q[3];
    r[0] = 1 - 2 * (yy + zz);
    r[1] = 2 * (xy - wz);
    r[2] = 2 * (xz + wy);
    r[3] = 2 * (xy + wz);
    r[4] = 1 - 2 * (xx + zz);
    r[5] = 2 * (yz - wx);
    r[6] = 2 * (xz - wy);
    r[7] = 2 * (yz + wx);
    r[8] = 1 - 2 * (xx + yy);
}

/* K = R diag(1/I) Rᵀ, and α = K (−ω × I ω), with I ω taken in body axes. */
static inline void spin_up(const struct chain *c, const double *r, const double *inv, const double *w, double *k,
                           double *alpha)
{
    double l[3], world[3], torque[3];
    for (int i = 0; i < 3; i++)
        l[i] = c->inertia[i] * (r[i] * w[0] + r[3 + i] * w[1] + r[6 + i] * w[2]);
    rotate(r, l, world);
    cross(world, w, torque);
    k[0] = inv[0] * r[0] * r[0] + inv[1] * r[1] * r[1] + inv[2] * r[2] * r[2];
    k[1] = inv[0] * r[3] * r[3] + inv[1] * r[4] * r[4] + inv[2] * r[5] * r[5];
    k[2] = inv[0] * r[6] * r[6] + inv[1] * r[7] * r[7] + inv[2] * r[8] * r[8];
    k[3] = inv[0] * r[0] * r[3] + inv[1] * r[1] * r[4] + inv[2] * r[2] * r[5];
    k[4] = inv[0] * r[0] * r[6] + inv[1] * r[1] * r[7] + inv[2] * r[2] * r[8];
    k[5] = inv[0] * r[3] * r[6] + inv[1] * r[4] * r[7] + inv[2] * r[5] * r[8];
    times(k, torque, alpha);
}

/* K [b]×, by rows: each row is (row of K) × b. */
static inline void times_cross(const double *k, const double *b, double *out)
{
    const double rows[3][3] = {{k[0], k[3], k[4]}, {k[3], k[1], k[5]}, {k[4], k[5], k[2]}};
    for (int i = 0; i < 3; i++)
        cross(rows[i], b, out + 3 * i);
}

/* m 1 − [b]× X, symmetric, where X = K [b]×. */
static inline void own_block(double m, const double *b, const double *x, double *s)
{
    s[0] = m - (b[1] * x[6] - b[2] * x[3]);
    s[1] = m - (b[2] * x[1] - b[0] * x[7]);
    s[2] = m - (b[0] * x[5] - b[1] * x[2]);
    s[3] = -(b[1] * x[7] - b[2] * x[4]);
    s[4] = -(b[1] * x[8] - b[2] * x[5]);
    s[5] = -(b[2] * x[2] - b[0] * x[8]);
}

/* −m 1 + [b]× X, where X = K [c]×. */
static inline void between_block(double m, const double *b, const double *x, double *f)
{
    for (int j = 0; j < 3; j++) {
        f[j] = b[1] * x[6 + j] - b[2] * x[3 + j];
        f[3 + j] = b[2] * x[j] - b[0] * x[6 + j];
        f[6 + j] = b[0] * x[3 + j] - b[1] * x[j];
    }
    f[0] -= m;
    f[4] -= m;
    f[8] -= m;
}

static inline void see_end(const struct chain *c, const struct chain_body *o, const double *alpha, const double *b,
                           struct end *e)
{
    double wb[3], wwb[3], ab[3];
    cross(o->w, b, wb);
    cross(o->w, wb, wwb);
    cross(alpha, b, ab);
    for (int i = 0; i < 3; i++) {
        e->p[i] = o->x[i] + b[i];
        e->v[i] = o->v[i] + wb[i];
        e->a[i] = c->gravity[i] + ab[i] + wwb[i];
    }
}

/* n⁻¹ of a symmetric matrix by its adjugate: one division, and short chains of dependent operations. */
static inline void invert(const double *n, double *inv)
{
    double c0 = n[1] * n[2] - n[5] * n[5], c1 = n[4] * n[5] - n[3] * n[2], c2 = n[3] * n[5] - n[4] * n[1];
    double d = 1 / (n[0] * c0 + n[3] * c1 + n[4] * c2);
    inv[0] = c0 * d;
    inv[1] = (n[0] * n[2] - n[4] * n[4]) * d;
    inv[2] = (n[0] * n[1] - n[3] * n[3]) * d;
    inv[3] = c1 * d;
    inv[4] = c2 * d;
    inv[5] = (n[3] * n[4] - n[0] * n[5]) * d;
}

/* d += L − Fᵀ S F and y −= Fᵀ z, of the body above. */
static inline void eliminate(const struct slot *up, double *d, double *y)
{
    const double *f = up->between, *z = up->solved;
    double sf[9]; /* S F */
    for (int j = 0; j < 3; j++) {
        const double column[3] = {f[j], f[3 + j], f[6 + j]};
        double out[3];
        times(up->inverse, column, out);
        sf[j] = out[0];
        sf[3 + j] = out[1];
        sf[6 + j] = out[2];
        y[j] -= f[j] * z[0] + f[3 + j] * z[1] + f[6 + j] * z[2];
    }
    d[0] += up->lower[0] - (f[0] * sf[0] + f[3] * sf[3] + f[6] * sf[6]);
    d[1] += up->lower[1] - (f[1] * sf[1] + f[4] * sf[4] + f[7] * sf[7]);
    d[2] += up->lower[2] - (f[2] * sf[2] + f[5] * sf[5] + f[8] * sf[8]);
    d[3] += up->lower[3] - (f[0] * sf[1] + f[3] * sf[4] + f[6] * sf[7]);
    d[4] += up->lower[4] - (f[0] * sf[2] + f[3] * sf[5] + f[6] * sf[8]);
    d[5] += up->lower[5] - (f[1] * sf[2] + f[4] * sf[5] + f[7] * sf[8]);
}

static void forward(struct chain *c)
{
    struct end top, bottom, above = {{c->nail[0], c->nail[1], c->nail[2]}, {0}, {0}};
    double kd = 2 / c->tau, ks = 1 / (c->tau * c->tau), m = 1 / c->mass;
    double inv[3] = {1 / c->inertia[0], 1 / c->inertia[1], 1 / c->inertia[2]};
    struct slot *s = (struct slot *)c->work;
    for (size_t i = 0; i < c->count; i++, s++) {
        const struct chain_body *o = &c->bodies[i];
        double r[9], k[6], ub[3], lb[3], d[6], y[3];
        rotation(o->q, r);
        rotate(r, c->upper, ub);
        rotate(r, c->lower, lb);
        spin_up(c, r, inv, o->w, k, s->alpha);
        times_cross(k, ub, s->kb);
        times_cross(k, lb, s->kc);
        see_end(c, o, s->alpha, ub, &top);
        see_end(c, o, s->alpha, lb, &bottom);
        own_block(m, ub, s->kb, d);
        own_block(m, lb, s->kc, s->lower);
        between_block(m, ub, s->kc, s->between);
        for (int j = 0; j < 3; j++)
            y[j] = -(top.a[j] - above.a[j]) - kd * (top.v[j] - above.v[j]) - ks * (top.p[j] - above.p[j]);
        if (i)
            eliminate(s - 1, d, y);
        invert(d, s->inverse);
        times(s->inverse, y, s->solved);
        above = bottom;
    }
}

static void backward(struct chain *c)
{
    double below[3] = {0}; /* λ of the joint below */
    const struct slot *s = (const struct slot *)c->work + c->count;
    double m = 1 / c->mass;
    for (size_t i = c->count; i-- > 0;) {
        struct chain_body *o = &c->bodies[i];
        double f[3], g[3], *l = c->lambda[i];
        s--;
        rotate(s->between, below, f);
        times(s->inverse, f, g);
        for (int j = 0; j < 3; j++)
            l[j] = s->solved[j] - g[j];
        for (int j = 0; j < 3; j++) {
            const double *b = s->kb + 3 * j, *k = s->kc + 3 * j;
            o->a[j] = c->gravity[j] + m * (l[j] - below[j]);
            o->alpha[j] = s->alpha[j] + b[0] * l[0] + b[1] * l[1] + b[2] * l[2] -
                          (k[0] * below[0] + k[1] * below[1] + k[2] * below[2]);
        }
        for (int j = 0; j < 3; j++)
            below[j] = l[j];
    }
}

void chain_evaluate(struct chain *c)
{
    forward(c);
    backward(c);
}
