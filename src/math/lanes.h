/* lanes.h: SIMD: four numbers per variable, the same arithmetic on all four.
 *
 * Operators work lane by lane, in the order in which they are written, and are never fused or reordered: what is computed
 * in lanes has the same bits as the same expression on plain numbers, with any compiler and on any machine. Functions here
 * mirror those of vec3.h and are inlined into callers that are compiled for wide registers (LANES_TARGET); where a machine
 * has none, lanes_pay() returns false and the scalar code is used.
 */
#ifndef MATH_LANES_H
#define MATH_LANES_H

#include <math.h>
#include <stdbool.h>

enum { LANES = 4 };
typedef double lanes __attribute__((vector_size(32)));
typedef double lanes_anywhere __attribute__((vector_size(32), aligned(8), may_alias)); /* in arrays of numbers */
typedef long long lanes_mask __attribute__((vector_size(32)));

#if defined(__x86_64__)
#include <immintrin.h>
#define LANES_TARGET __attribute__((target("avx2")))
static inline bool lanes_pay(void) { return __builtin_cpu_supports("avx2"); }
#else
#define LANES_TARGET
static inline bool lanes_pay(void) { return false; }
#endif
/* Always inlined, except in sanitizer builds, which would take minutes to compile. */
#if defined(__SANITIZE_ADDRESS__)
#define LANES_CHECKED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LANES_CHECKED
#endif
#endif
#ifdef LANES_CHECKED
#define LANES_INLINE LANES_TARGET static inline
#else
#define LANES_INLINE LANES_TARGET static inline __attribute__((always_inline))
#endif

typedef struct {
    lanes x, y, z;
} lanes3;
typedef struct {
    lanes w, x, y, z;
} lanes_quat;

LANES_INLINE lanes lanes_all(double x) { return (lanes){x, x, x, x}; }
#if defined(__x86_64__)
LANES_INLINE lanes lanes_sqrt(lanes x) { return (lanes)_mm256_sqrt_pd((__m256d)x); }
#else
LANES_INLINE lanes lanes_sqrt(lanes x) { return (lanes){sqrt(x[0]), sqrt(x[1]), sqrt(x[2]), sqrt(x[3])}; }
#endif
/* mask ? a : b */
LANES_INLINE lanes lanes_choose(lanes_mask mask, lanes a, lanes b)
{
    return (lanes)(((lanes_mask)a & mask) | ((lanes_mask)b & ~mask));
}
LANES_INLINE bool lanes_any(lanes_mask m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }

/* Transposes 4×4: four vectors of four become lanes, and back. */
LANES_INLINE void lanes_transpose(lanes v[4])
{
    lanes a = __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6), b = __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
    lanes c = __builtin_shufflevector(v[2], v[3], 0, 4, 2, 6), d = __builtin_shufflevector(v[2], v[3], 1, 5, 3, 7);
    v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    v[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/* out ← four numbers at each of four places, by lanes; and back. */
LANES_INLINE void lanes_load_four(const double *const at[LANES], int i, lanes *out)
{
    lanes v[LANES] = {*(const lanes_anywhere *)(at[0] + i), *(const lanes_anywhere *)(at[1] + i),
                      *(const lanes_anywhere *)(at[2] + i), *(const lanes_anywhere *)(at[3] + i)};
    lanes_transpose(v);
    for (int k = 0; k < LANES; k++)
        out[i + k] = v[k];
}
LANES_INLINE void lanes_store_four(double *const at[LANES], int i, const lanes *in)
{
    lanes v[LANES] = {in[i], in[i + 1], in[i + 2], in[i + 3]};
    lanes_transpose(v);
    for (int k = 0; k < LANES; k++)
        *(lanes_anywhere *)(at[k] + i) = v[k];
}

/* out[i] ← the i-th of the n numbers at each of four places; and back. Where two or three numbers are left over, the last
 * four are moved as a whole, so that some are moved twice. */
LANES_INLINE void lanes_load(const double *const at[LANES], const int n, lanes *out)
{
    const int even = n / LANES * LANES, rest = n - even;
#pragma GCC unroll 8
    for (int i = 0; i < even; i += LANES)
        lanes_load_four(at, i, out);
    if (rest > 1 && n > LANES)
        lanes_load_four(at, n - LANES, out);
    else
        for (int i = even; i < n; i++)
            out[i] = (lanes){at[0][i], at[1][i], at[2][i], at[3][i]};
}
LANES_INLINE void lanes_store(double *const at[LANES], const int n, const lanes *in)
{
    const int even = n / LANES * LANES, rest = n - even;
#pragma GCC unroll 8
    for (int i = 0; i < even; i += LANES)
        lanes_store_four(at, i, in);
    if (rest > 1 && n > LANES)
        lanes_store_four(at, n - LANES, in);
    else
        for (int i = even; i < n; i++)
            for (int k = 0; k < LANES; k++)
                at[k][i] = in[i][k];
}

LANES_INLINE lanes3 l3(lanes x, lanes y, lanes z) { return (lanes3){x, y, z}; }
LANES_INLINE lanes3 l3_add(lanes3 a, lanes3 b) { return l3(a.x + b.x, a.y + b.y, a.z + b.z); }
LANES_INLINE lanes l3_dot(lanes3 a, lanes3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LANES_INLINE lanes3 l3_cross(lanes3 a, lanes3 b)
{
    return l3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* Matrices are nine lanes by rows, symmetric ones six: xx yy zz xy xz yz. */
LANES_INLINE lanes3 l3_turned(const lanes *m, lanes3 v)
{
    return l3(m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
              m[6] * v.x + m[7] * v.y + m[8] * v.z);
}
LANES_INLINE lanes3 l3_turned_back(const lanes *m, lanes3 v)
{
    return l3(m[0] * v.x + m[3] * v.y + m[6] * v.z, m[1] * v.x + m[4] * v.y + m[7] * v.z,
              m[2] * v.x + m[5] * v.y + m[8] * v.z);
}
LANES_INLINE lanes3 l3_weighed(const lanes *s, lanes3 v)
{
    return l3(s[0] * v.x + s[3] * v.y + s[4] * v.z, s[3] * v.x + s[1] * v.y + s[5] * v.z,
              s[4] * v.x + s[5] * v.y + s[2] * v.z);
}
/* R S Rᵀ */
LANES_INLINE void lanes_rotate(const lanes *r, const lanes *s, lanes *out)
{
    lanes3 r0 = l3(r[0], r[1], r[2]), r1 = l3(r[3], r[4], r[5]), r2 = l3(r[6], r[7], r[8]);
    lanes3 a = l3_weighed(s, r0), b = l3_weighed(s, r1), c = l3_weighed(s, r2);
    out[0] = l3_dot(r0, a);
    out[1] = l3_dot(r1, b);
    out[2] = l3_dot(r2, c);
    out[3] = l3_dot(r1, a);
    out[4] = l3_dot(r2, a);
    out[5] = l3_dot(r2, b);
}
LANES_INLINE void lanes_matrix(lanes_quat q, lanes *r)
{
    lanes s = 2 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    lanes xx = s * q.x * q.x, yy = s * q.y * q.y, zz = s * q.z * q.z;
    lanes xy = s * q.x * q.y, xz = s * q.x * q.z, yz = s * q.y * q.z;
    lanes wx = s * q.w * q.x, wy = s * q.w * q.y, wz = s * q.w * q.z;
    r[0] = 1 - yy - zz;
    r[1] = xy - wz;
    r[2] = xz + wy;
    r[3] = xy + wz;
    r[4] = 1 - xx - zz;
    r[5] = yz - wx;
    r[6] = xz - wy;
    r[7] = yz + wx;
    r[8] = 1 - xx - yy;
}

#endif
