/* wide.h: SIMD: four numbers per variable, the same arithmetic on all four lanes.
 *
 * Kernels are written once over `real` (*.inc): a double, or wide in files that include wide_names.h. Vectors are those of
 * gcc and clang, which the compiler maps to the registers it compiles for: one of AVX2, two of SSE2, NEON or WebAssembly,
 * or plain numbers. Files named *_avx2.c are compiled for AVX2 and called where the processor has it (base/simd.h).
 *
 * Operators work lane by lane, in the order in which they are written, and are never fused or reordered: wide numbers have
 * the same bits as the same expression on plain numbers, with any compiler and on any machine.
 */
#ifndef MATH_WIDE_H
#define MATH_WIDE_H

#include "math/vec3.h"
#if defined(__AVX__)
#include <immintrin.h>
#endif

/* gcc 12 takes vectors that it has to split, for want of wide registers, for uninitialised ones. It also warns that passing
 * them depends on the registers compiled for; they are passed only to functions that are inlined or in the same file. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

enum { LANES = 4 };
typedef double wide __attribute__((vector_size(32)));
typedef double wide_anywhere __attribute__((vector_size(32), aligned(8), may_alias)); /* in arrays of numbers */
typedef long long wide_mask __attribute__((vector_size(32)));

typedef struct {
    wide x, y, z;
} wide3;
typedef struct {
    wide w, x, y, z;
} wide_quat;
typedef struct {
    wide m[9];
} wide_mat3;
typedef struct {
    wide xx, yy, zz, xy, xz, yz;
} wide_sym3;

INLINE wide wide_all(double x) { return (wide){x, x, x, x}; }
#if defined(__AVX__)
INLINE wide wide_sqrt(wide x) { return (wide)_mm256_sqrt_pd((__m256d)x); }
#else
INLINE wide wide_sqrt(wide x) { return (wide){sqrt(x[0]), sqrt(x[1]), sqrt(x[2]), sqrt(x[3])}; }
#endif
/* mask ? a : b */
INLINE wide wide_choose(wide_mask mask, wide a, wide b)
{
    return (wide)(((wide_mask)a & mask) | ((wide_mask)b & ~mask));
}
INLINE bool wide_any(wide_mask m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }

/* ---- from numbers at four places to lanes, and back ---- */

INLINE void wide_transpose(wide v[4])
{
    wide a = __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6), b = __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
    wide c = __builtin_shufflevector(v[2], v[3], 0, 4, 2, 6), d = __builtin_shufflevector(v[2], v[3], 1, 5, 3, 7);
    v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    v[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

INLINE void wide_load_four(const double *const at[LANES], int i, wide *out)
{
    wide v[LANES] = {*(const wide_anywhere *)(at[0] + i), *(const wide_anywhere *)(at[1] + i),
                     *(const wide_anywhere *)(at[2] + i), *(const wide_anywhere *)(at[3] + i)};
    wide_transpose(v);
    for (int k = 0; k < LANES; k++)
        out[i + k] = v[k];
}
INLINE void wide_store_four(double *const at[LANES], int i, const wide *in)
{
    wide v[LANES] = {in[i], in[i + 1], in[i + 2], in[i + 3]};
    wide_transpose(v);
    for (int k = 0; k < LANES; k++)
        *(wide_anywhere *)(at[k] + i) = v[k];
}

/* out[i] ← the i-th of the n numbers at each of four places; and back. Where two or three numbers are left over, the last
 * four are moved as a whole, so that some are moved twice. */
INLINE void wide_load(const double *const at[LANES], const int n, wide *out)
{
    const int even = n / LANES * LANES, rest = n - even;
#pragma GCC unroll 8
    for (int i = 0; i < even; i += LANES)
        wide_load_four(at, i, out);
    if (rest > 1 && n > LANES)
        wide_load_four(at, n - LANES, out);
    else
        for (int i = even; i < n; i++)
            out[i] = (wide){at[0][i], at[1][i], at[2][i], at[3][i]};
}
INLINE void wide_store(double *const at[LANES], const int n, const wide *in)
{
    const int even = n / LANES * LANES, rest = n - even;
#pragma GCC unroll 8
    for (int i = 0; i < even; i += LANES)
        wide_store_four(at, i, in);
    if (rest > 1 && n > LANES)
        wide_store_four(at, n - LANES, in);
    else
        for (int i = even; i < n; i++)
            for (int k = 0; k < LANES; k++)
                at[k][i] = in[i][k];
}

#endif
