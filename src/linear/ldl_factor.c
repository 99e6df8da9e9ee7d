/* ldl_factor.c: the numeric part of ldl.h: factor, solve, multiply.
 *
 * Left-looking: column k is A_k minus the contributions of the columns with a block in row k, then divided by its own
 * diagonal block. The loops over columns are written once and forced inline for islands whose blocks all have three
 * rows or one row (u = 3, 1); u = 0 reads the sizes.
 */
/* No automatic vectorization by gcc here: it stores a 3×3 row as 2 + 1 and loads it as 1 + 2, which stalls on every
 * block (62 ns instead of 49 per block of a chain, 255 instead of 155 for 5×5). The small fixed sizes need
 * unrolling. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3", "no-tree-vectorize", "unroll-loops")
#endif

#include "base/poll.h"
#include "linear/ldl_kernels.h"
#include "linear/supernode.h"

#include <assert.h>
#include <string.h>

/* The smallest divisor if no shift bounds the pivots: only reached with floor = 0 on a singular matrix. */
#define TINY 1e-30

/* Columns between two polls. */
enum { BETWEEN_POLLS = 4096 };

/* Factors a diagonal block with pivots bounded away from zero: if A is semidefinite no pivot of A + shift·I can be
 * below the shift, so a smaller one is a rounding error, and the shift is closer to the exact value. Stops at a pivot
 * below the floor: what follows would be noise. */
static double factor_carefully(const double *d, double *f, double *pivots, int s, double sign, double least,
                               double floor)
{
    double lowest = 1e300, x[LDL_BLOCK * LDL_BLOCK];
    for (int c = 0; c < s; c++) {
        for (int r = c; r < s; r++) {
            double v = d[r * s + c];
            for (int p = 0; p < c; p++)
                v -= x[r * s + p] * f[c * s + p];
            x[r * s + c] = v;
        }
        double pivot = sign * x[c * s + c];
        lowest = pivot < lowest ? pivot : lowest;
        if (floor > 0 && !(pivot >= floor))
            return pivot;
        pivots[c] = sign * (pivot > least ? pivot : least);
        double inverse = 1 / pivots[c];
        f[c * s + c] = inverse;
        for (int r = c + 1; r < s; r++)
            f[r * s + c] = x[r * s + c] * inverse;
    }
    return lowest;
}

static double factor_block(const double *d, double *f, double *pivots, int s)
{
    double lowest;
    LDL_BY_SIZE(s, lowest = factor_of(d, f, pivots, S))
    return lowest;
}

static void panel(double *w, const double *f, int rows, int s) { LDL_BY_SIZE(s, panel_of(w, f, rows, S)) }

static void weigh(double *x, const double *w, const double *d, int rows, int s)
{
    LDL_BY_SIZE(s, weigh_of(x, w, d, rows, S))
}

static void downdate_diagonal(double *d, const double *x, const double *w, int t, int s)
{
    LDL_BY_SIZE(s, downdate_diagonal_of(d, x, w, t, S))
}

static void downdate(double *b, const double *x, const double *w, int u, int t,
                     int s){LDL_BY_SIZE(s, downdate_of(b, x, w, u, t, S))}

/* Column c from A: the diagonal block to d, the blocks below to their places in L, fill as zeros. */
LDL_INLINE void load_column(const struct ldl *m, struct ldl_numbers *numbers, const struct ldl_column *c, double *d,
                            double shift, const int u)
{
    const int s = u > 0 ? u : c->size;
    const double *a = numbers->values + c->a;
    memcpy(d, a, (size_t)(s * s) * sizeof *d);
    if (c->sign > 0)
        for (int i = 0; i < s; i++)
            d[i * s + i] += shift;
    const struct ldl_below *b = m->below + c->below;
    for (int i = 0; i < c->belows; i++, b++) {
        long offset = c->l + s * s + (long)s * b->l;
        size_t bytes = (size_t)(s * (u > 0 ? u : m->column[b->row].size)) * sizeof(double);
        numbers->place[b->row] = offset;
        if (b->a >= 0)
            memcpy(numbers->factors + offset, a + s * s + (long)s * b->a, bytes);
        else
            memset(numbers->factors + offset, 0, bytes);
    }
}

/* Subtracts the contribution of column j, which has block W in row k, from column k: W d Wᵀ from the diagonal block
 * and, for its blocks W' further down, W' d Wᵀ from those of column k. */
LDL_INLINE void downdate_column(const struct ldl *m, struct ldl_numbers *numbers, struct ldl_left left,
                                double *diagonal, int t, const int u)
{
    const struct ldl_column *j = &m->column[left.column];
    const int s = u > 0 ? u : j->size;
    const struct ldl_below *b = m->below + j->below + left.below, *end = m->below + j->below + j->belows;
    const double *first = numbers->factors + j->l + s * s, *w = first + (long)s * (u > 0 ? u * left.below : b->l);
    const double *d = numbers->pivot + j->y;
    double x[LDL_BLOCK * LDL_BLOCK];
    if (u == 3) {
        weigh_3(x, w, d);
        downdate_diagonal_3(diagonal, w, x);
        for (w += 9, b++; b < end; b++, w += 9)
            downdate_3(numbers->factors + numbers->place[b->row], w, x);
    } else if (u == 1) {
        x[0] = w[0] * d[0];
        diagonal[0] -= x[0] * w[0];
        for (w++, b++; b < end; b++, w++)
            numbers->factors[numbers->place[b->row]] -= w[0] * x[0];
    } else {
        weigh(x, w, d, t, s);
        downdate_diagonal(diagonal, w, x, t, s);
        for (b++; b < end; b++)
            downdate(numbers->factors + numbers->place[b->row], first + (long)s * b->l, x, m->column[b->row].size, t,
                     s);
    }
}

/* Divides column c by its diagonal block d. Returns the smallest |pivot|, or 1e300 for a hub. */
LDL_INLINE double finish_column(const struct ldl *m, struct ldl_numbers *numbers, const struct ldl_column *c,
                                const double *d, double least, double floor, const int u)
{
    const int s = u > 0 ? u : c->size;
    double *f = numbers->factors + c->l, *w = f + s * s, *p = numbers->pivot + c->y, lowest = 1e300;
    const double worry = least > floor ? least : floor;
    if (c->sign < 0) {
        factor_carefully(d, f, p, s, -1, TINY, 0);
    } else {
        lowest = u == 3 ? factor_3(d, f, p) : u == 1 ? factor_of(d, f, p, 1) : factor_block(d, f, p, s);
        if (__builtin_expect(!(lowest >= worry), 0))
            lowest = factor_carefully(d, f, p, s, 1, least, floor);
    }
    if (u == 3) {
        for (int i = 0; i < c->belows; i++, w += 9)
            panel_3(w, w, f);
    } else if (u == 1) {
        for (int i = 0; i < c->belows; i++)
            w[i] *= f[0];
    } else if (c->belows > 0) {
        const struct ldl_below *last = m->below + c->below + c->belows - 1;
        panel(w, f, last->l + m->column[last->row].size, s);
    }
    return lowest;
}

static void forward(double *y, const double *f, int s) { LDL_BY_SIZE(s, forward_of(y, f, S)) }
static void backward(double *y, const double *f, int s) { LDL_BY_SIZE(s, backward_of(y, f, S)) }

static void subtract(double *y, const double *w, const double *z, int rows,
                     int s){LDL_BY_SIZE(s, subtract_of(y, w, z, rows, S))}

/* y_k ← l_k⁻¹ (y_k - Σ W_kj y_j) while column k is being factored. */
LDL_INLINE void forward_left(const struct ldl *m, const struct ldl_numbers *numbers, struct ldl_left left, double *y,
                             int t, const int u)
{
    const struct ldl_column *j = &m->column[left.column];
    const int s = u > 0 ? u : j->size;
    const double *w = numbers->factors + j->l + s * s;
    const double *z = y + j->y;
    double *out = y + m->below[j->below + left.below].y;
    if (u == 3)
        subtract_3(out, w + 9 * left.below, z);
    else if (u == 1)
        out[0] -= w[left.below] * z[0];
    else
        subtract(out, w + (long)s * m->below[j->below + left.below].l, z, t, s);
}

/* A whole column of an island of 3×3 blocks whose blocks below the diagonal are those of A: they need not be copied
 * first. */
LDL_INLINE double untouched_column_3(const struct ldl *m, struct ldl_numbers *numbers, const struct ldl_column *c,
                                     double shift, double floor, double *y)
{
    const double *a = numbers->values + c->a, least = shift > TINY ? shift : TINY;
    double d[9] = {a[0] + shift, 0, 0, a[3], a[4] + shift, 0, a[6], a[7], a[8] + shift}, z[3] = {0}, x[9], f[9];
    for (int i = 0; i < 3 && y != NULL; i++)
        z[i] = y[c->y + i];
    for (const struct ldl_left *left = m->left + c->left, *end = left + c->lefts; left < end; left++) {
        const struct ldl_column *j = &m->column[left->column];
        const double *w = numbers->factors + j->l + 9 + 9 * left->below;
        weigh_3(x, w, numbers->pivot + j->y);
        downdate_diagonal_3(d, w, x);
        if (y != NULL)
            subtract_3(z, w, y + j->y);
    }
    double lowest = factor_3(d, f, numbers->pivot + c->y), *out = numbers->factors + c->l;
    if (__builtin_expect(!(lowest >= (least > floor ? least : floor)), 0))
        lowest = factor_carefully(d, f, numbers->pivot + c->y, 3, 1, least, floor);
    out[0] = f[0];
    out[3] = f[3];
    out[4] = f[4];
    out[6] = f[6];
    out[7] = f[7];
    out[8] = f[8];
    for (int i = 0; i < c->belows; i++)
        panel_3(out + 9 + 9 * i, a + 9 + 9 * i, f);
    if (y == NULL)
        return lowest;
    forward_3(z, f);
    for (int i = 0; i < 3; i++)
        y[c->y + i] = z[i];
    return lowest;
}

LDL_INLINE double factor_columns(const struct ldl *m, struct ldl_numbers *numbers, const struct ldl_island *is,
                                 double shift, double floor, double *y, const int u)
{
    const double least = shift > TINY ? shift : TINY;
    double lowest = 1e300, d[LDL_BLOCK * LDL_BLOCK];
    const struct ldl_column *poll_at = m->column + (is->first + BETWEEN_POLLS - 1) / BETWEEN_POLLS * BETWEEN_POLLS;
    for (const struct ldl_column *c = m->column + is->first; c < m->column + is->end; c++) {
        if (__builtin_expect(c == poll_at, 0)) {
            poll_at += BETWEEN_POLLS;
            if (numbers->team == NULL)
                poll_here(numbers->poll);
        }
        if (u == 3 && c->untouched) {
            double pivot = untouched_column_3(m, numbers, c, shift, floor, y);
            if (__builtin_expect(!(pivot >= floor) && floor > 0, 0))
                return pivot;
            lowest = pivot < lowest ? pivot : lowest;
            continue;
        }
        load_column(m, numbers, c, d, shift, u);
        const struct ldl_left *left = m->left + c->left, *end = left + c->lefts;
        for (; left < end; left++) {
            downdate_column(m, numbers, *left, d, c->size, u);
            if (y != NULL)
                forward_left(m, numbers, *left, y, c->size, u);
        }
        double pivot = finish_column(m, numbers, c, d, least, floor, u);
        if (__builtin_expect(!(pivot >= floor) && floor > 0, 0))
            return pivot;
        lowest = pivot < lowest ? pivot : lowest;
        if (y != NULL && u == 3)
            forward_3(y + c->y, numbers->factors + c->l);
        else if (y != NULL && u != 1)
            forward(y + c->y, numbers->factors + c->l, c->size);
    }
    return lowest;
}

LDL_INLINE double factor_island(const struct ldl *m, struct ldl_numbers *numbers, int island, double shift,
                                double floor, double *y)
{
    assert(island >= 0 && island < m->islands);
    const struct ldl_island *is = &m->island[island];
    double lowest;
    if (is->wide)
        lowest = supernode_factor(m, numbers, is, shift, floor, y);
    else if (is->size == 3)
        lowest = factor_columns(m, numbers, is, shift, floor, y, 3);
    else if (is->size == 1)
        lowest = factor_columns(m, numbers, is, shift, floor, y, 1);
    else
        lowest = factor_columns(m, numbers, is, shift, floor, y, 0);
    numbers->island[island].shift = lowest >= floor || floor <= 0 ? shift : -1;
    return lowest;
}

double ldl_factor(const struct ldl *m, struct ldl_numbers *numbers, int island, double shift, double floor)
{
    return factor_island(m, numbers, island, shift, floor, NULL);
}

double ldl_factor_forward(const struct ldl *m, struct ldl_numbers *numbers, int island, double shift, double floor,
                          double *y)
{
    return factor_island(m, numbers, island, shift, floor, y);
}

static void subtract_transposed(double *t, const double *w, const double *y, int rows,
                                int s){LDL_BY_SIZE(s, subtract_transposed_of(t, w, y, rows, S))}

/* y ← l⁻¹ y for each column, then y_i ← y_i - W y below it. */
LDL_INLINE void solve_forward(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_island *is,
                              double *x, const int u)
{
    for (const struct ldl_column *c = m->column + is->first; c < m->column + is->end; c++) {
        const int s = u > 0 ? u : c->size;
        const double *f = numbers->factors + c->l, *w = f + s * s;
        double *y = x + c->y;
        if (u == 3)
            forward_3(y, f);
        else if (u == 0)
            forward(y, f, s);
        const struct ldl_below *b = m->below + c->below, *end = b + c->belows;
        for (; b < end; b++) {
            if (u == 3) {
                subtract_3(x + b->y, w, y);
                w += 9;
            } else if (u == 1) {
                x[b->y] -= *w++ * y[0];
            } else {
                subtract(x + b->y, w + (long)s * b->l, y, m->column[b->row].size, s);
            }
        }
    }
}

/* x = l⁻ᵀ (d⁻¹ y - Wᵀ x_below) for each column, from the last. */
LDL_INLINE void solve_backward(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_island *is,
                               double *x, const int u)
{
    for (const struct ldl_column *c = m->column + is->end; c-- > m->column + is->first;) {
        const int s = u > 0 ? u : c->size;
        const double *f = numbers->factors + c->l, *w = f + s * s;
        double *y = x + c->y;
        for (int i = 0; i < s; i++)
            y[i] *= f[i * s + i];
        const struct ldl_below *b = m->below + c->below, *end = b + c->belows;
        for (; b < end; b++) {
            if (u == 3) {
                subtract_transposed_3(y, w, x + b->y);
                w += 9;
            } else if (u == 1) {
                y[0] -= *w++ * x[b->y];
            } else {
                subtract_transposed(y, w + (long)s * b->l, x + b->y, m->column[b->row].size, s);
            }
        }
        if (u == 3)
            backward_3(y, f);
        else if (u == 0)
            backward(y, f, s);
    }
}

void ldl_backward(const struct ldl *m, const struct ldl_numbers *numbers, int island, double *y)
{
    assert(island >= 0 && island < m->islands);
    const struct ldl_island *is = &m->island[island];
    if (is->wide)
        supernode_backward(m, numbers, is, y);
    else if (is->size == 3)
        solve_backward(m, numbers, is, y, 3);
    else if (is->size == 1)
        solve_backward(m, numbers, is, y, 1);
    else
        solve_backward(m, numbers, is, y, 0);
}

void ldl_solve(const struct ldl *m, const struct ldl_numbers *numbers, int island, double *x)
{
    assert(island >= 0 && island < m->islands);
    const struct ldl_island *is = &m->island[island];
    if (is->wide)
        supernode_forward(m, numbers, is, x);
    else if (is->size == 3)
        solve_forward(m, numbers, is, x, 3);
    else if (is->size == 1)
        solve_forward(m, numbers, is, x, 1);
    else
        solve_forward(m, numbers, is, x, 0);
    ldl_backward(m, numbers, island, x);
}

static void add_transposed(double *t, const double *a, const double *y, int rows, int s)
{
    LDL_BY_SIZE(s, add_transposed_of(t, a, y, rows, S))
}

static void add(double *y, const double *a, const double *z, int rows, int s)
{
    LDL_BY_SIZE(s, add_of(y, a, z, rows, S))
}

void ldl_multiply(const struct ldl *m, const struct ldl_numbers *numbers, int island, const double *x, double *y)
{
    assert(island >= 0 && island < m->islands);
    const struct ldl_island *is = &m->island[island];
    memset(y + is->y, 0, (size_t)(is->y_end - is->y) * sizeof *y);
    for (const struct ldl_column *c = m->column + is->first; c < m->column + is->end; c++) {
        const int s = c->size;
        const double *a = numbers->values + c->a;
        add_transposed(y + c->y, a, x + c->y, s, s);
        const struct ldl_below *b = m->below + c->below, *end = b + c->belows;
        for (; b < end; b++) {
            if (b->a < 0)
                continue;
            int rows = m->column[b->row].size;
            const double *block = a + s * s + (long)s * b->a;
            add_transposed(y + c->y, block, x + b->y, rows, s);
            add(y + b->y, block, x + c->y, rows, s);
        }
    }
}
