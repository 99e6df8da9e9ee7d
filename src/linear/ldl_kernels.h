/* ldl_kernels.h: the small dense loops of ldl_factor and ldl_solve, for blocks of 1…LDL_BLOCK rows.
 *
 * Row-major everywhere; notation of ldl_parts.h. A function `…_of(…, s)` is forced inline so that a constant s unrolls;
 * its dispatcher picks the common sizes 1, 2, 3, 5, 6. The 3×3 ones are written out: a chain waits for each result
 * in turn, so only the number of dependent operations counts (three divisions per block).
 */
#ifndef LINEAR_LDL_KERNELS_H
#define LINEAR_LDL_KERNELS_H

#include "linear/ldl_parts.h"

#define LDL_INLINE static inline __attribute__((always_inline))

/* Calls a kernel with the inner size s as a constant if it is a common one. */
#define LDL_BY_SIZE(s, call)                                                                                           \
    switch (s) {                                                                                                       \
    case 1: {                                                                                                          \
        enum { S = 1 };                                                                                                \
        call;                                                                                                          \
    } break;                                                                                                           \
    case 2: {                                                                                                          \
        enum { S = 2 };                                                                                                \
        call;                                                                                                          \
    } break;                                                                                                           \
    case 3: {                                                                                                          \
        enum { S = 3 };                                                                                                \
        call;                                                                                                          \
    } break;                                                                                                           \
    case 5: {                                                                                                          \
        enum { S = 5 };                                                                                                \
        call;                                                                                                          \
    } break;                                                                                                           \
    case 6: {                                                                                                          \
        enum { S = 6 };                                                                                                \
        call;                                                                                                          \
    } break;                                                                                                           \
    default: {                                                                                                         \
        const int S = s;                                                                                               \
        call;                                                                                                          \
    } break;                                                                                                           \
    }

/* f and pivots ← the factors of the lower triangle of d (see ldl_parts.h). Returns the smallest pivot; does not check
 * divisors. */
LDL_INLINE double factor_of(const double *restrict d, double *restrict f, double *restrict pivots, const int s)
{
    double lowest = 1e300, x[LDL_BLOCK * LDL_BLOCK];
    for (int c = 0; c < s; c++) {
        for (int r = c; r < s; r++) {
            double v = d[r * s + c];
            for (int p = 0; p < c; p++)
                v -= x[r * s + p] * f[c * s + p];
            x[r * s + c] = v;
        }
        double pivot = x[c * s + c], inverse = 1 / pivot;
        lowest = pivot < lowest ? pivot : lowest;
        f[c * s + c] = inverse;
        pivots[c] = pivot;
        for (int r = c + 1; r < s; r++)
            f[r * s + c] = x[r * s + c] * inverse;
    }
    return lowest;
}

LDL_INLINE double factor_3(const double *restrict d, double *restrict f, double *restrict pivots)
{
    double i0 = 1 / d[0], l1 = d[3] * i0, l2 = d[6] * i0;
    double d1 = d[4] - d[3] * l1, x2 = d[7] - d[6] * l1, i1 = 1 / d1, l3 = x2 * i1;
    double d2 = (d[8] - d[6] * l2) - x2 * l3, i2 = 1 / d2;
    f[0] = i0;
    f[3] = l1;
    f[4] = i1;
    f[6] = l2;
    f[7] = l3;
    f[8] = i2;
    pivots[0] = d[0];
    pivots[1] = d1;
    pivots[2] = d2;
    double lowest = d[0] < d1 ? d[0] : d1;
    return d2 < lowest ? d2 : lowest;
}

/* W ← W l⁻ᵀ d⁻¹, for `rows` rows. */
LDL_INLINE void panel_of(double *restrict w, const double *restrict f, int rows, const int s)
{
    for (int r = 0; r < rows; r++, w += s) {
        for (int c = 1; c < s; c++) {
            double v = w[c];
            for (int p = 0; p < c; p++)
                v -= w[p] * f[c * s + p];
            w[c] = v;
        }
        for (int c = 0; c < s; c++)
            w[c] *= f[c * s + c];
    }
}

/* X ← W d. */
LDL_INLINE void weigh_of(double *restrict x, const double *restrict w, const double *restrict d, int rows, const int s)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < s; c++)
            x[r * s + c] = w[r * s + c] * d[c];
}

/* D ← D - X Wᵀ, lower triangle; D is t×t, X and W are t×s. */
LDL_INLINE void downdate_diagonal_of(double *restrict d, const double *x, const double *w, int t, const int s)
{
    for (int r = 0; r < t; r++)
        for (int c = 0; c <= r; c++) {
            double v = 0;
            for (int p = 0; p < s; p++)
                v += x[r * s + p] * w[c * s + p];
            d[r * t + c] -= v;
        }
}

/* B ← B - X Wᵀ; B is u×t, X is u×s, W is t×s. */
LDL_INLINE void downdate_of(double *restrict b, const double *restrict x, const double *restrict w, int u, int t,
                            const int s)
{
    for (int r = 0; r < u; r++)
        for (int c = 0; c < t; c++) {
            double v = 0;
            for (int p = 0; p < s; p++)
                v += x[r * s + p] * w[c * s + p];
            b[r * t + c] -= v;
        }
}

/* y ← l⁻¹ y. */
LDL_INLINE void forward_of(double *restrict y, const double *restrict f, const int s)
{
    for (int c = 1; c < s; c++) {
        double v = y[c];
        for (int p = 0; p < c; p++)
            v -= f[c * s + p] * y[p];
        y[c] = v;
    }
}

/* y ← l⁻ᵀ y. */
LDL_INLINE void backward_of(double *restrict y, const double *restrict f, const int s)
{
    for (int c = s - 2; c >= 0; c--) {
        double v = y[c];
        for (int p = c + 1; p < s; p++)
            v -= f[p * s + c] * y[p];
        y[c] = v;
    }
}

/* y ← y - W z. */
LDL_INLINE void subtract_of(double *restrict y, const double *restrict x, const double *restrict z, int rows,
                            const int s)
{
    for (int r = 0; r < rows; r++, x += s) {
        double v = 0;
        for (int c = 0; c < s; c++)
            v += x[c] * z[c];
        y[r] -= v;
    }
}

/* t ← t - Wᵀ y. */
LDL_INLINE void subtract_transposed_of(double *restrict t, const double *restrict x, const double *restrict y, int rows,
                                       const int s)
{
    for (int r = 0; r < rows; r++, x += s)
        for (int c = 0; c < s; c++)
            t[c] -= x[c] * y[r];
}

/* t ← t + Aᵀ y. */
LDL_INLINE void add_transposed_of(double *restrict t, const double *restrict x, const double *restrict y, int rows,
                                  const int s)
{
    for (int r = 0; r < rows; r++, x += s)
        for (int c = 0; c < s; c++)
            t[c] += x[c] * y[r];
}

/* y ← y + A z. */
LDL_INLINE void add_of(double *restrict y, const double *restrict a, const double *restrict z, int rows, const int s)
{
    for (int r = 0; r < rows; r++, a += s) {
        double v = 0;
        for (int c = 0; c < s; c++)
            v += a[c] * z[c];
        y[r] += v;
    }
}

/* The same for 3×3 blocks, written out. In v - x·w the operand that is ready last comes last. */
#define LDL_MINUS_DOT(v, x, w) (((v) - ((x)[0] * (w)[0] + (x)[1] * (w)[1])) - (x)[2] * (w)[2])

LDL_INLINE void panel_3(double *w, const double *a, const double *f) /* a may be w */
{
    for (int r = 0; r < 3; r++, w += 3, a += 3) {
        double w0 = a[0], w1 = a[1] - w0 * f[3], w2 = (a[2] - w0 * f[6]) - w1 * f[7];
        w[0] = w0 * f[0];
        w[1] = w1 * f[4];
        w[2] = w2 * f[8];
    }
}

LDL_INLINE void weigh_3(double *restrict x, const double *restrict w, const double *restrict d)
{
    for (int r = 0; r < 3; r++) {
        x[3 * r] = w[3 * r] * d[0];
        x[3 * r + 1] = w[3 * r + 1] * d[1];
        x[3 * r + 2] = w[3 * r + 2] * d[2];
    }
}

LDL_INLINE void downdate_diagonal_3(double *restrict d, const double *x, const double *w)
{
    d[0] = LDL_MINUS_DOT(d[0], x, w);
    d[3] = LDL_MINUS_DOT(d[3], x + 3, w);
    d[4] = LDL_MINUS_DOT(d[4], x + 3, w + 3);
    d[6] = LDL_MINUS_DOT(d[6], x + 6, w);
    d[7] = LDL_MINUS_DOT(d[7], x + 6, w + 3);
    d[8] = LDL_MINUS_DOT(d[8], x + 6, w + 6);
}

LDL_INLINE void downdate_3(double *restrict b, const double *restrict x, const double *restrict w)
{
    for (int r = 0; r < 3; r++, b += 3, x += 3) {
        b[0] = LDL_MINUS_DOT(b[0], x, w);
        b[1] = LDL_MINUS_DOT(b[1], x, w + 3);
        b[2] = LDL_MINUS_DOT(b[2], x, w + 6);
    }
}

LDL_INLINE void forward_3(double *restrict y, const double *restrict f)
{
    y[1] -= f[3] * y[0];
    y[2] = (y[2] - f[6] * y[0]) - f[7] * y[1];
}

LDL_INLINE void backward_3(double *restrict y, const double *restrict f)
{
    y[1] -= f[7] * y[2];
    y[0] = (y[0] - f[6] * y[2]) - f[3] * y[1];
}

LDL_INLINE void subtract_3(double *restrict y, const double *restrict w, const double *restrict z)
{
    y[0] = LDL_MINUS_DOT(y[0], w, z);
    y[1] = LDL_MINUS_DOT(y[1], w + 3, z);
    y[2] = LDL_MINUS_DOT(y[2], w + 6, z);
}

LDL_INLINE void subtract_transposed_3(double *restrict t, const double *restrict w, const double *restrict y)
{
    for (int c = 0; c < 3; c++)
        t[c] = (t[c] - (w[6 + c] * y[2] + w[3 + c] * y[1])) - w[c] * y[0];
}

#endif
