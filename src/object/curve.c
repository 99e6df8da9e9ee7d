/* curve.c: see curve.h (method §5). */
#include "object/curve.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

/* Gauss–Legendre on [−1, 1], eight points: exact up to degree 15. */
static const double gauss_x[CURVE_GAUSS] = {-0.9602898564975363, -0.7966664774136267, -0.5255324099163290,
                                            -0.1834346424956498, 0.1834346424956498,  0.5255324099163290,
                                            0.7966664774136267,  0.9602898564975363};
static const double gauss_w[CURVE_GAUSS] = {0.1012285362903763, 0.2223810344533745, 0.3137066458778873,
                                            0.3626837833783620, 0.3626837833783620, 0.3137066458778873,
                                            0.2223810344533745, 0.1012285362903763};

/* ---- making ---- */

static node same_symbol(void *ctx, uint64_t key) { return formula_symbol(ctx, key); }

/* ∂/∂u of three nodes. */
static void by_u(struct formula *f, const node x[3], node out[3])
{
    int slots = formula_symbol_count(f), u = formula_symbol_slot(f, CURVE_U);
    node *rate = MEM_ARRAY(node, slots + 1);
    for (int i = 0; i < slots; i++)
        rate[i] = i == u ? formula_constant(f, 1) : -1;
    for (int k = 0; k < 3; k++)
        out[k] = formula_derivative(f, x[k], rate, slots);
    mem_free(rate);
}

struct curve *curve_new(const struct formula *f, const node x[3], int parameters, double from, double to, bool closed,
                        int panels, bool pieces)
{
    struct curve *c = MEM_NEW(struct curve);
    c->f = formula_new();
    c->parameters = parameters;
    c->from = from;
    c->to = to;
    c->closed = closed;
    c->panels = panels;
    c->pieces = pieces;
    formula_symbol(c->f, CURVE_U);
    formula_transplant(f, x, 3, c->f, same_symbol, c->f, c->x);
    for (int k = 0; k < 3; k++)
        c->constant[k] = formula_is_constant(c->f, c->x[k], &c->level[k]);
    node out[9];
    memcpy(out, c->x, sizeof c->x);
    by_u(c->f, out, out + 3);
    by_u(c->f, out + 3, out + 6);
    c->tape = tape_compile(c->f, out, 9);
    c->loads = tape_inputs(c->tape);
    c->load = MEM_ARRAY(uint64_t, c->loads + 1);
    for (int i = 0; i < c->loads; i++)
        c->load[i] = formula_symbol_key(c->f, i);
    return c;
}

void curve_free(struct curve *c)
{
    if (c == NULL)
        return;
    formula_free(c->f);
    tape_free(c->tape);
    mem_free(c->load);
    mem_free(c);
}

/* ---- integrals ---- */

int curve_points(const struct curve *c) { return CURVE_GAUSS * c->panels; }

void curve_gauss(const struct curve *c, int i, double *u, double *weight)
{
    if (c->closed && !c->pieces) {
        *weight = (c->to - c->from) / (CURVE_GAUSS * c->panels);
        *u = c->from + (i + 0.5) * *weight;
        return;
    }
    double half = (c->to - c->from) / (2 * c->panels);
    *u = c->from + half * (2 * (i / CURVE_GAUSS) + 1 + gauss_x[i % CURVE_GAUSS]);
    *weight = half * gauss_w[i % CURVE_GAUSS];
}

/* ---- nodes ---- */

struct planting {
    const struct curve_place *place;
    node u;
};

static node planted(void *ctx, uint64_t key)
{
    const struct planting *p = ctx;
    if (key == CURVE_U)
        return p->u;
    if (key >= CURVE_LET)
        return p->place->let(p->place->f, (int)(key - CURVE_LET));
    return p->place->parameter[key];
}

node curve_let_node(struct formula *f, int let) { return formula_symbol(f, curve_let_key(let)); }

void curve_point(const struct curve *c, const struct curve_place *p, node u, node out[3])
{
    struct planting planting = {p, u};
    formula_transplant(c->f, c->x, 3, p->f, planted, &planting, out);
}

void curve_tangent(const struct curve *c, const struct curve_place *p, node u, node out[3])
{
    struct planting planting = {p, u};
    node xu[3];
    by_u(c->f, c->x, xu);
    formula_transplant(c->f, xu, 3, p->f, planted, &planting, out);
}

/* ---- numbers ---- */

size_t curve_scratch(const struct curve *c) { return tape_scratch(c->tape) + (size_t)c->loads + 9; }

struct curve_at curve_now(const struct curve *c, const double *q, const double *lets, double u, double *scratch)
{
    double *out = scratch + c->loads;
    for (int i = 0; i < c->loads; i++) {
        uint64_t key = c->load[i];
        scratch[i] = key == CURVE_U ? u : key >= CURVE_LET ? lets[key - CURVE_LET] : q[key];
    }
    tape_run(c->tape, scratch, out, out + 9);
    return (struct curve_at){{out[0], out[1], out[2]}, {out[3], out[4], out[5]}, {out[6], out[7], out[8]}};
}

double curve_wrap(const struct curve *c, double u)
{
    if (c->closed && !(u >= c->from && u <= c->to))
        return u - (c->to - c->from) * floor((u - c->from) / (c->to - c->from));
    return c->closed ? u : fmin(fmax(u, c->from), c->to);
}

double curve_length_now(const struct curve *c, const double *q, const double *lets, double *scratch)
{
    double sum = 0;
    for (int i = 0; i < curve_points(c); i++) {
        double u, weight;
        curve_gauss(c, i, &u, &weight);
        sum += weight * v3_norm(curve_now(c, q, lets, u, scratch).xu);
    }
    return sum;
}

/* Newton's method for X_uᵀ(p − X) = 0 from u, without the curvature term where it would lead uphill;
 * clamped to [low, high]. */
static double polish(const struct curve *c, const double *q, const double *lets, vec3 p, double u, double low,
                     double high, double *scratch)
{
    for (int round = 0; round < 60; round++) {
        struct curve_at at = curve_now(c, q, lets, u, scratch);
        vec3 d = v3_sub(p, at.x);
        double speed = v3_dot(at.xu, at.xu), bend = speed - v3_dot(at.xuu, d);
        if (!(speed > 0))
            break;
        double next = u + v3_dot(at.xu, d) / (bend > 0.1 * speed ? bend : speed);
        next = c->closed ? next : fmin(fmax(next, low), high);
        if (fabs(next - u) <= 1e-15 * (high - low) || !isfinite(next))
            break;
        u = next;
    }
    return u;
}

double curve_nearest(const struct curve *c, const double *q, const double *lets, vec3 p, double *scratch)
{
    const int samples = 16 * c->panels;
    double best = c->from, least = INFINITY;
    for (int i = 0; i <= samples; i++) {
        double u = c->from + (c->to - c->from) * i / samples;
        vec3 d = v3_sub(p, curve_now(c, q, lets, u, scratch).x);
        if (v3_dot(d, d) < least) {
            least = v3_dot(d, d);
            best = u;
        }
    }
    return curve_wrap(c, polish(c, q, lets, p, best, c->from, c->to, scratch));
}
