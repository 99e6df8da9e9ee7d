/* supernode_kernels.c: dense products of panels, the inner loops of supernode_factor.c.
 *
 * Tiles of 8 rows by 6 or 3 columns are summed in registers, over ascending columns of the source, and then subtracted
 * from the target. Vectors run along rows, so that every element is summed in the same order with registers of any
 * width.
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
