/* supernode_kernels.c: dense products of panels, the inner loops of supernode_factor.c, and solutions by one supernode.
 *
 * Tiles of 8 rows by 6 or 3 columns are summed in registers, over ascending columns of the source, and then subtracted
 * from the target. Vectors run along rows, so that every element is summed in the same order with registers of any
 * width. So is every sum of a solution: one lane has all of it.
 */
#include "linear/supernode.h"
#include "math/wide.h"

#include <string.h>

#define KERNEL static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define WIDE_TARGET __attribute__((target("avx2")))
static bool has_wide(void) { return __builtin_cpu_supports("avx2"); }
#else /* generic vector types, for the baseline of the processor */
#define WIDE_TARGET
static bool has_wide(void) { return false; }
#endif

enum { HALVES = SUPER_TILE / LANES };

/* t[c] ← Σ_k a[k] x[k][c]: eight rows by n columns. */
KERNEL void sum_tile(const double *restrict a, int stride, const double *restrict x, int width, const int n,
                     wide t[6][HALVES])
{
#pragma GCC unroll 6
    for (int c = 0; c < n; c++)
        t[c][0] = t[c][1] = (wide){0, 0, 0, 0};
    for (int k = 0; k < width; k++, a += stride, x += n) {
        const wide low = *(const wide_anywhere *)a, high = *(const wide_anywhere *)(a + LANES);
#pragma GCC unroll 6
        for (int c = 0; c < n; c++) {
            t[c][0] += low * x[c];
            t[c][1] += high * x[c];
        }
    }
}

/* Subtracts a tile whose rows are scattered, or fewer than eight, from the target. */
KERNEL void scatter_tile(const struct super_product *p, const struct ldl_run *run, int r, int count, const int n,
                         wide t[6][HALVES])
{
    double buffer[6][SUPER_TILE];
    memcpy(buffer, t, sizeof(double) * SUPER_TILE * (size_t)n);
    for (int i = 0; i < count;) {
        int piece = run->from + run->length - (r + i);
        if (piece <= 0) {
            run++;
            continue;
        }
        int end = i + piece < count ? i + piece : count;
        const int shift = run->to + (r - run->from);
        for (int c = 0; c < p->columns; c++)
            for (int q = i; q < end; q++)
                p->to[c][shift + q] -= buffer[c][q];
        i = end;
    }
}

KERNEL void product(const struct super_product *p, const int n)
{
    const struct ldl_run *run = p->run;
    for (int r = p->first; r < p->end; r += SUPER_TILE) {
        wide t[6][HALVES];
        sum_tile(p->a + r, p->stride, p->x, p->width, n, t);
        while (run->from + run->length <= r)
            run++;
        const int count = p->end - r < SUPER_TILE ? p->end - r : SUPER_TILE;
        if (count < SUPER_TILE || r + SUPER_TILE > run->from + run->length) {
            scatter_tile(p, run, r, count, n, t);
            continue;
        }
        const int to = run->to + (r - run->from);
#pragma GCC unroll 6
        for (int c = 0; c < n; c++) {
            if (c >= p->columns)
                break;
            *(wide_anywhere *)(p->to[c] + to) -= t[c][0];
            *(wide_anywhere *)(p->to[c] + to + LANES) -= t[c][1];
        }
    }
}

WIDE_TARGET static void product_wide(const struct super_product *p)
{
    if (p->columns > 3)
        product(p, 6);
    else
        product(p, 3);
}

static void product_plain(const struct super_product *p)
{
    if (p->columns > 3)
        product(p, 6);
    else
        product(p, 3);
}

void supernode_product(const struct super_product *p)
{
    if (has_wide())
        product_wide(p);
    else
        product_plain(p);
}

/* w[c] ← (w[c] - Σ_{p < c} w[p] l[c][p]), then w[c] ← w[c] / d[c], for rows of `columns` columns. */
KERNEL void divide(double *restrict w, int stride, const double *restrict l, const int columns, int first, int end)
{
    int r = first;
    for (; r + LANES <= end; r += LANES) {
        wide v[6];
#pragma GCC unroll 6
        for (int c = 0; c < columns; c++) {
            v[c] = *(const wide_anywhere *)(w + (long)c * stride + r);
#pragma GCC unroll 6
            for (int p = 0; p < c; p++)
                v[c] -= v[p] * l[(long)p * stride + c];
        }
#pragma GCC unroll 6
        for (int c = 0; c < columns; c++)
            *(wide_anywhere *)(w + (long)c * stride + r) = v[c] * l[(long)c * stride + c];
    }
    for (; r < end; r++) {
        double v[6];
        for (int c = 0; c < columns; c++) {
            v[c] = w[(long)c * stride + r];
            for (int p = 0; p < c; p++)
                v[c] -= v[p] * l[(long)p * stride + c];
        }
        for (int c = 0; c < columns; c++)
            w[(long)c * stride + r] = v[c] * l[(long)c * stride + c];
    }
}

WIDE_TARGET static void divide_wide(double *w, int stride, const double *l, int columns, int first, int end)
{
    if (columns == 6)
        divide(w, stride, l, 6, first, end);
    else if (columns == 3)
        divide(w, stride, l, 3, first, end);
    else
        divide(w, stride, l, columns, first, end);
}

static void divide_plain(double *w, int stride, const double *l, int columns, int first, int end)
{
    divide(w, stride, l, columns, first, end);
}

void supernode_divide(double *panel, int stride, int column, int columns, int first, int end)
{
    double *w = panel + (long)column * stride;
    if (has_wide())
        divide_wide(w, stride, w + column, columns, first, end);
    else
        divide_plain(w, stride, w + column, columns, first, end);
}

/* ---- solutions ---- */

/* sum[c] ← Σ_k w[k][c] z[k] for 4 n rows of a panel, in ascending order of k. */
KERNEL void sum_lanes(const double *restrict w, int stride, int width, const double *restrict z, const int n,
                      double *restrict sum)
{
    wide v[4] = {{0}};
    for (int k = 0; k < width; k++, w += stride)
#pragma GCC unroll 4
        for (int i = 0; i < n; i++)
            v[i] += *(const wide_anywhere *)(w + LANES * i) * z[k];
#pragma GCC unroll 4
    for (int i = 0; i < n; i++)
        *(wide_anywhere *)(sum + LANES * i) = v[i];
}

/* Rows behind the last one are summed, too, where the panel goes on; nobody looks at them. */
KERNEL void sum_rows(const double *w, int stride, int width, const double *z, int rows, double *sum)
{
    int c = 0;
    for (; c + 4 * LANES <= rows; c += 4 * LANES)
        sum_lanes(w + c, stride, width, z, 4, sum + c);
    for (; c + 2 * LANES <= rows; c += 2 * LANES)
        sum_lanes(w + c, stride, width, z, 2, sum + c);
    for (; c < rows; c += LANES)
        sum_lanes(w + c, stride, width, z, 1, sum + c);
}

KERNEL void forward(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_supernode *n, double *y)
{
    const struct ldl_supernodes *s = m->super;
    double *out = y + n->y;
    for (const struct ldl_source *q = s->source + n->source; q < s->source + n->source + n->sources; q++) {
        const struct ldl_supernode *from = &s->at[q->from];
        double sum[SUPER_WIDTH + LANES];
        sum_rows(numbers->factors + from->l + q->row, from->stride, from->width, y + from->y, q->columns, sum);
        const struct ldl_run *run = s->run + q->run;
        for (int c = 0; c < q->columns; c++) {
            while (run->from + run->length <= q->row + c)
                run++;
            out[run->to + q->row + c - run->from] -= sum[c];
        }
    }
    const double *l = numbers->factors + n->l;
    for (int c = 0; c < n->width; c++, l += n->stride)
        for (int r = c + 1; r < n->width; r++)
            out[r] -= l[r] * out[c];
}

/* sum[c] ← (Wᵀ x_below)[c] for the columns at four places, each in ascending order of rows. */
KERNEL void sum_below(const double *const at[LANES], const struct ldl_run *run, const struct ldl_run *end,
                      const double *y, double *sum)
{
    wide v = {0};
    for (; run < end; run++) {
        const double *x = y + run->to;
        int i = 0, r = run->from;
        for (; i + LANES <= run->length; i += LANES, r += LANES) {
            wide t[LANES] = {*(const wide_anywhere *)(at[0] + r), *(const wide_anywhere *)(at[1] + r),
                             *(const wide_anywhere *)(at[2] + r), *(const wide_anywhere *)(at[3] + r)};
            wide_transpose(t);
#pragma GCC unroll 4
            for (int k = 0; k < LANES; k++)
                v += t[k] * x[i + k];
        }
        for (; i < run->length; i++, r++)
            v += (wide){at[0][r], at[1][r], at[2][r], at[3][r]} * x[i];
    }
    *(wide_anywhere *)sum = v;
}

KERNEL void backward(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_supernode *n, double *y)
{
    const struct ldl_run *run = m->super->run + n->below, *end = run + n->belows;
    const double *panel = numbers->factors + n->l;
    double *out = y + n->y, sum[SUPER_WIDTH + LANES];
    for (int column = 0; column < n->width; column += LANES) {
        const double *at[LANES];
        for (int k = 0; k < LANES; k++) /* the last one again where there are fewer */
            at[k] = panel + (long)(column + k < n->width ? column + k : n->width - 1) * n->stride;
        sum_below(at, run, end, y, sum + column);
    }
    for (int c = 0; c < n->width; c++)
        out[c] = out[c] * panel[(long)c * n->stride + c] - sum[c];
    for (int c = n->width - 1; c >= 0; c--) {
        const double *l = panel + (long)c * n->stride;
        double v = out[c];
        for (int r = c + 1; r < n->width; r++)
            v -= l[r] * out[r];
        out[c] = v;
    }
}

WIDE_TARGET static void forward_wide(const struct ldl *m, const struct ldl_numbers *numbers,
                                     const struct ldl_supernode *n, double *y)
{
    forward(m, numbers, n, y);
}

WIDE_TARGET static void backward_wide(const struct ldl *m, const struct ldl_numbers *numbers,
                                      const struct ldl_supernode *n, double *y)
{
    backward(m, numbers, n, y);
}

void supernode_forward_one(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_supernode *n,
                           double *y)
{
    if (has_wide())
        forward_wide(m, numbers, n, y);
    else
        forward(m, numbers, n, y);
}

void supernode_backward_one(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_supernode *n,
                            double *y)
{
    if (has_wide())
        backward_wide(m, numbers, n, y);
    else
        backward(m, numbers, n, y);
}
