/* mechanism.h: constraint matrices of mechanisms, for the tests of the linear room.
 *
 * Bodies have a mass and three moments of inertia along the world axes; a constraint has rows J on one or two bodies
 * (-1: the world). A = J W Jᵀ, each constraint scaled by √(trace of its diagonal block / rows). Bodies marked as hubs
 * stay in the matrix as blocks of sign -1: [A₀ B; Bᵀ -1] with B = J_hub W^½.
 * The same A, dense and with the hubs eliminated, is the reference.
 */
#ifndef TESTS_LINEAR_MECHANISM_H
#define TESTS_LINEAR_MECHANISM_H

#include "base/memory.h"
#include "linear/dense.h"
#include "linear/ldl.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 1;

/* How mech_build has matrices factored. */
static enum ldl_way mech_way = LDL_CHOSEN;

/* Uniform in -1 … 1. */
static inline double random_number(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) / 4503599627370496.0 - 1;
}

static inline int random_below(int n)
{
    int k = (int)((random_number() + 1) / 2 * n);
    return k < n ? k : n - 1;
}

struct mech_body {
    double at[3], w[6]; /* centre, inverse mass and inertia */
    bool hub;
    int block;
};

struct mech_constraint {
    int size, body[2];
    double j[2][LDL_BLOCK][6], scale;
};

struct mech {
    ARRAY(struct mech_body) body;
    ARRAY(struct mech_constraint) constraint;
    struct ldl *ldl;
    struct ldl_numbers *numbers;
    int rows;     /* of constraints: these are the first rows of the tests' vectors; then come those of hubs */
    double *full; /* rows × rows: A, scaled, hubs eliminated */
};

static inline int mech_body(struct mech *m, double x, double y, double z, double mass, double ix, double iy, double iz)
{
    struct mech_body b = {.at = {x, y, z}, .w = {1 / mass, 1 / mass, 1 / mass, 1 / ix, 1 / iy, 1 / iz}};
    ARRAY_PUSH(&m->body, b);
    return m->body.count - 1;
}

static inline struct mech_constraint *mech_add(struct mech *m, int a, int b, int size)
{
    struct mech_constraint c = {.size = size, .body = {a, b}};
    ARRAY_PUSH(&m->constraint, c);
    return &m->constraint.at[m->constraint.count - 1];
}

/* Row r: direction d at point p, on both bodies with opposite signs. */
static inline void mech_row_point(const struct mech *m, struct mech_constraint *c, int r, const double *d,
                                  const double *p)
{
    for (int k = 0; k < 2; k++) {
        if (c->body[k] < 0)
            continue;
        const double *at = m->body.at[c->body[k]].at;
        double a[3] = {p[0] - at[0], p[1] - at[1], p[2] - at[2]}, s = k == 0 ? 1 : -1, *j = c->j[k][r];
        double moment[3] = {a[1] * d[2] - a[2] * d[1], a[2] * d[0] - a[0] * d[2], a[0] * d[1] - a[1] * d[0]};
        for (int i = 0; i < 3; i++) {
            j[i] = s * d[i];
            j[3 + i] = s * moment[i];
        }
    }
}

static inline void mech_ball(struct mech *m, int a, int b, double x, double y, double z)
{
    static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    struct mech_constraint *c = mech_add(m, a, b, 3);
    double p[3] = {x, y, z};
    for (int r = 0; r < 3; r++)
        mech_row_point(m, c, r, axis[r], p);
}

/* A ball at a random point (in sequence, because the order of evaluation of arguments is unspecified). */
static inline void mech_ball_anywhere(struct mech *m, int a, int b)
{
    double x = random_number(), y = random_number(), z = random_number();
    mech_ball(m, a, b, x, y, z);
}

/* Five rows: a ball joint and no rotation about x and y: the axis is z. With `locked` six rows: a weld. */
static inline void mech_hinge(struct mech *m, int a, int b, double x, double y, double z, bool locked)
{
    mech_ball(m, a, b, x, y, z);
    struct mech_constraint *c = &m->constraint.at[m->constraint.count - 1];
    c->size = locked ? 6 : 5;
    for (int k = 0; k < 2; k++)
        for (int r = 3; r < c->size && c->body[k] >= 0; r++)
            c->j[k][r][r] = k == 0 ? 1 : -1;
}

static inline void mech_distance(struct mech *m, int a, int b, double x, double y, double z, double ax, double ay,
                                 double az)
{
    double p[3] = {x, y, z}, d[3] = {ax, ay, az};
    mech_row_point(m, mech_add(m, a, b, 1), 0, d, p);
}

/* Block of J_k W J_lᵀ, scaled, for the bodies that both have and that are (not) hubs. */
static inline void mech_product(const struct mech *m, int k, int l, bool with_hubs, double *out)
{
    const struct mech_constraint *c = &m->constraint.at[k], *e = &m->constraint.at[l];
    memset(out, 0, sizeof *out * LDL_BLOCK * LDL_BLOCK);
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++) {
            if (c->body[s] < 0 || c->body[s] != e->body[t] || (m->body.at[c->body[s]].hub && !with_hubs))
                continue;
            const double *w = m->body.at[c->body[s]].w;
            for (int r = 0; r < c->size; r++)
                for (int q = 0; q < e->size; q++)
                    for (int i = 0; i < 6; i++)
                        out[r * e->size + q] += c->j[s][r][i] * w[i] * e->j[t][q][i] / (c->scale * e->scale);
        }
}

static inline void mech_store(const struct ldl *m, struct ldl_numbers *numbers, int i, int j, int rows, int columns,
                              const double *v)
{
    bool transposed;
    long at = ldl_offset(m, i, j, &transposed);
    double *a = ldl_values(numbers) + at;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            a[transposed ? c * rows + r : r * columns + c] = v[r * columns + c];
}

/* Which pairs of constraints share a body that is not a hub. */
/* First row of a constraint in the tests' vectors. */
static inline int mech_row(const struct mech *m, int k)
{
    int row = 0;
    for (int i = 0; i < k; i++)
        row += m->constraint.at[i].size;
    return row;
}

/* A vector of the tests to the order of the matrix's vectors, or back. */
static inline void mech_order(const struct mech *m, double *v, bool there)
{
    int rows = ldl_rows(m->ldl), blocks = m->constraint.count + (rows - m->rows) / 6;
    double *other = MEM_ARRAY(double, rows);
    for (int k = 0, at = 0; k < blocks; k++)
        for (int i = 0; i < (k < m->constraint.count ? m->constraint.at[k].size : 6); i++, at++)
            other[there ? ldl_row(m->ldl, k) + i : at] = v[there ? at : ldl_row(m->ldl, k) + i];
    memcpy(v, other, (size_t)rows * sizeof *v);
    mem_free(other);
}

static inline bool mech_coupled(const struct mech *m, int k, int l, bool with_hubs)
{
    const struct mech_constraint *c = &m->constraint.at[k], *e = &m->constraint.at[l];
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++)
            if (c->body[s] >= 0 && c->body[s] == e->body[t] && (with_hubs || !m->body.at[c->body[s]].hub))
                return true;
    return false;
}

static inline void mech_analyze(struct mech *m, bool late)
{
    int n = m->constraint.count, blocks = n;
    for (int i = 0; i < m->body.count; i++)
        if (m->body.at[i].hub)
            m->body.at[i].block = blocks++;
    int *size = MEM_ARRAY(int, blocks);
    signed char *sign = MEM_ARRAY(signed char, blocks);
    ARRAY(int) pair = {0};
    for (int k = 0; k < blocks; k++) {
        size[k] = k < n ? m->constraint.at[k].size : 6;
        sign[k] = k < n ? 1 : -1;
    }
    for (int k = 0; k < n; k++) {
        int hubs = 0, bodies = 0;
        for (int l = 0; l < k; l++)
            if (mech_coupled(m, k, l, false)) {
                ARRAY_PUSH(&pair, k);
                ARRAY_PUSH(&pair, l);
            }
        for (int s = 0; s < 2; s++) {
            int b = m->constraint.at[k].body[s];
            bodies += b >= 0;
            if (b >= 0 && m->body.at[b].hub) {
                hubs++;
                ARRAY_PUSH(&pair, m->body.at[b].block);
                ARRAY_PUSH(&pair, k);
            }
        }
        if (late && hubs > 0 && hubs == bodies)
            sign[k] = 2;
    }
    m->ldl = ldl_analyze_for(mech_way, blocks, size, sign, pair.count / 2, pair.at);
    m->numbers = ldl_numbers_new(m->ldl);
    mem_free(size);
    mem_free(sign);
    ARRAY_FREE(&pair);
}

/* Scales, analyses and fills both matrices. */
static inline void mech_build(struct mech *m, bool late)
{
    int n = m->constraint.count;
    double block[LDL_BLOCK * LDL_BLOCK];
    m->rows = 0;
    for (int k = 0; k < n; k++) {
        struct mech_constraint *c = &m->constraint.at[k];
        double trace = 0;
        c->scale = 1;
        mech_product(m, k, k, true, block);
        for (int r = 0; r < c->size; r++)
            trace += block[r * c->size + r];
        c->scale = trace > 0 ? sqrt(trace / c->size) : 1;
        m->rows += c->size;
    }
    mech_analyze(m, late);
    m->full = MEM_ARRAY(double, (size_t)m->rows *(size_t)m->rows);
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) {
            if (k != l && !mech_coupled(m, k, l, true))
                continue;
            int rows = m->constraint.at[k].size, columns = m->constraint.at[l].size;
            mech_product(m, k, l, true, block);
            for (int r = 0; r < rows; r++)
                for (int c = 0; c < columns; c++)
                    m->full[(size_t)(mech_row(m, k) + r) * (size_t)m->rows + (size_t)(mech_row(m, l) + c)] =
                        block[r * columns + c];
            mech_product(m, k, l, false, block);
            if (k == l || mech_coupled(m, k, l, false))
                mech_store(m->ldl, m->numbers, k, l, rows, columns, block);
        }
    for (int k = 0; k < n; k++)
        for (int s = 0; s < 2; s++) {
            const struct mech_constraint *c = &m->constraint.at[k];
            const struct mech_body *b = c->body[s] >= 0 ? &m->body.at[c->body[s]] : NULL;
            if (b == NULL || !b->hub)
                continue;
            for (int r = 0; r < c->size; r++)
                for (int i = 0; i < 6; i++)
                    block[6 * r + i] = c->j[s][r][i] * sqrt(b->w[i]) / c->scale;
            mech_store(m->ldl, m->numbers, k, b->block, c->size, 6, block);
        }
    memset(block, 0, sizeof block);
    for (int i = 0; i < 6; i++)
        block[7 * i] = -1;
    for (int i = 0; i < m->body.count; i++)
        if (m->body.at[i].hub)
            mech_store(m->ldl, m->numbers, m->body.at[i].block, m->body.at[i].block, 6, 6, block);
}

/* r ← J a for random accelerations a (scaled rows): a consistent right-hand side. */
static inline void mech_consistent(const struct mech *m, double *r)
{
    double *a = MEM_ARRAY(double, 6 * (size_t)m->body.count);
    for (int i = 0; i < 6 * m->body.count; i++)
        a[i] = random_number();
    for (int k = 0; k < m->constraint.count; k++) {
        const struct mech_constraint *c = &m->constraint.at[k];
        for (int q = 0; q < c->size; q++) {
            double sum = 0;
            for (int s = 0; s < 2; s++)
                for (int i = 0; i < 6 && c->body[s] >= 0; i++)
                    sum += c->j[s][q][i] * a[6 * c->body[s] + i] * sqrt(m->body.at[c->body[s]].w[i]);
            r[mech_row(m, k) + q] = sum / c->scale;
        }
    }
    mem_free(a);
}

/* Accelerations W^½ Jᵀ λ in a (6 per body), scaled so that all bodies have equal weight. */
static inline void mech_accelerations(const struct mech *m, const double *lambda, double *a)
{
    memset(a, 0, 6 * (size_t)m->body.count * sizeof *a);
    for (int k = 0; k < m->constraint.count; k++) {
        const struct mech_constraint *c = &m->constraint.at[k];
        for (int s = 0; s < 2; s++)
            for (int q = 0; q < c->size && c->body[s] >= 0; q++)
                for (int i = 0; i < 6; i++)
                    a[6 * c->body[s] + i] +=
                        c->j[s][q][i] * lambda[mech_row(m, k) + q] / c->scale * sqrt(m->body.at[c->body[s]].w[i]);
    }
}

/* Reference: minimum-norm least squares of the full matrix. Returns the rank. If that is full the solution is refined
 * with long double residuals: at condition 1e9 dgelsd is accurate only to 1e-8, and the sparse solution is better. */
static inline int mech_reference(const struct mech *m, const double *r, double cut, double *x)
{
    size_t n = (size_t)m->rows;
    struct dense_work *w = dense_work_new(m->rows);
    double *a = MEM_ARRAY(double, n *n), *e = mem_copy(r, n * sizeof *e);
    int rank = m->rows;
    memset(x, 0, n * sizeof *x);
    for (int round = 0; round < 3 && rank == m->rows; round++) {
        for (size_t i = 0; i < n; i++) {
            long double sum = r[i];
            for (size_t k = 0; k < n; k++)
                sum -= (long double)m->full[i * n + k] * x[k];
            e[i] = (double)sum;
        }
        memcpy(a, m->full, n * n * sizeof *a);
        rank = dense_least_squares(w, m->rows, a, e, cut);
        for (size_t i = 0; i < n; i++)
            x[i] += e[i];
    }
    mem_free(a);
    mem_free(e);
    dense_work_free(w);
    return rank;
}

static inline void mech_free(struct mech *m)
{
    ARRAY_FREE(&m->body);
    ARRAY_FREE(&m->constraint);
    ldl_free(m->ldl);
    ldl_numbers_free(m->numbers);
    mem_free(m->full);
    memset(m, 0, sizeof *m);
}

static inline double largest_difference(int n, const double *x, const double *y)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= most))
            most = fabs(x[i] - y[i]);
    return most;
}

static inline double largest_of(int n, const double *x)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

#endif
