/* vec3.h: three-vectors, 3×3 matrices (row-major), quaternions (w, x, y, z), symmetric 3×3 (xx yy zz xy xz yz). */
#ifndef MATH_VEC3_H
#define MATH_VEC3_H

#include <math.h>
#include <stdbool.h>

#include "base/inline.h"
#include "tenon/tenon.h"

typedef tn_vec3 vec3;
typedef tn_quat quat;
typedef struct {
    double m[9];
} mat3;
typedef struct {
    double xx, yy, zz, xy, xz, yz;
} sym3;

/* The numbers that kernels are written over (*.inc): double, or four of them after math/wide_names.h. */
typedef double real;
typedef vec3 real3;
typedef quat real_quat;
typedef mat3 real_mat3;
typedef sym3 real_sym3;
INLINE real real_all(double x) { return x; }
/* A comparison of reals is a mask: one truth value, or one per lane. */
INLINE real real_choose(bool mask, real a, real b) { return mask ? a : b; }

#include "math/vectors.inc"

static inline double v3_norm(vec3 a) { return sqrt(v3_dot(a, a)); }
static inline vec3 v3_unit(vec3 a) { return v3_scale(1 / v3_norm(a), a); }
static inline bool v3_finite(vec3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }
/* A unit vector perpendicular to the unit vector n; a function of n alone. */
static inline vec3 v3_perpendicular(vec3 n)
{
    vec3 axis = fabs(n.x) <= fabs(n.y) && fabs(n.x) <= fabs(n.z) ? v3(1, 0, 0)
                : fabs(n.y) <= fabs(n.z)                         ? v3(0, 1, 0)
                                                                 : v3(0, 0, 1);
    return v3_unit(v3_cross(n, axis));
}

static inline vec3 m3_column(const mat3 *a, int j) { return v3(a->m[j], a->m[3 + j], a->m[6 + j]); }

static inline double s3_det(const sym3 *s)
{
    return s->xx * (s->yy * s->zz - s->yz * s->yz) - s->xy * (s->xy * s->zz - s->yz * s->xz) +
           s->xz * (s->xy * s->yz - s->yy * s->xz);
}
static inline sym3 s3_inverse(const sym3 *s)
{
    double d = 1 / s3_det(s);
    return (sym3){d * (s->yy * s->zz - s->yz * s->yz), d * (s->xx * s->zz - s->xz * s->xz),
                  d * (s->xx * s->yy - s->xy * s->xy), d * (s->xz * s->yz - s->xy * s->zz),
                  d * (s->xy * s->yz - s->xz * s->yy), d * (s->xy * s->xz - s->xx * s->yz)};
}

static inline quat q_conj(quat a) { return (quat){a.w, -a.x, -a.y, -a.z}; }
/* The factor that normalizes a quaternion with this squared length. Near 1 it needs no square root. */
static inline double q_unit_scale(double square)
{
    return fabs(square - 1) < UNIT_NEAR ? q_near_unit_scale(square) : 1 / sqrt(square);
}
static inline quat q_unit(quat a) { return q_scale(1 / sqrt(q_norm2(a)), a); }
/* An orientation with unit length. One whose length is 1 but for rounding keeps its bits: every orientation of a world is such a
 * one, so that it is the same after it was written and read. */
static inline quat q_orientation(quat a) { return fabs(q_norm2(a) - 1) > 1e-14 ? q_unit(a) : a; }
/* Rotation about an axis of any length > 0. */
static inline quat q_axis_angle(vec3 axis, double angle)
{
    double n = v3_norm(axis), s = sin(angle / 2) / n;
    return (quat){cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
}
/* Rotation by the vector r: angle |r| about r. Turns of less than half a radian, as in steps, use a series: with
 * u = (|r|/2)² < 1/16 the first neglected term is below rounding. */
/* Of a rotation matrix; the largest component is found first, so that nothing cancels. */
static inline quat q_of_matrix(const mat3 *r)
{
    const double *m = r->m, part[4] = {m[0] + m[4] + m[8], m[0] - m[4] - m[8], m[4] - m[0] - m[8], m[8] - m[0] - m[4]};
    int most = 0;
    for (int k = 1; k < 4; k++)
        most = part[k] > part[most] ? k : most;
    const double a = sqrt(1 + part[most]) / 2, f = 0.25 / a;
    switch (most) {
    case 0:
        return (quat){a, f * (m[7] - m[5]), f * (m[2] - m[6]), f * (m[3] - m[1])};
    case 1:
        return (quat){f * (m[7] - m[5]), a, f * (m[1] + m[3]), f * (m[2] + m[6])};
    case 2:
        return (quat){f * (m[2] - m[6]), f * (m[1] + m[3]), a, f * (m[5] + m[7])};
    default:
        return (quat){f * (m[3] - m[1]), f * (m[2] + m[6]), f * (m[5] + m[7]), a};
    }
}

static inline quat q_exp(vec3 r)
{
    double u = 0.25 * (r.x * r.x + r.y * r.y + r.z * r.z), c, s;
    if (u < 0.0625) {
        c = 1 -
            u * (1 / 2.0) * (1 - u * (1 / 12.0) * (1 - u * (1 / 30.0) * (1 - u * (1 / 56.0) * (1 - u * (1 / 90.0)))));
        s = 0.5 * (1 - u * (1 / 6.0) *
                           (1 - u * (1 / 20.0) * (1 - u * (1 / 42.0) * (1 - u * (1 / 72.0) * (1 - u * (1 / 110.0))))));
    } else {
        double half = sqrt(u);
        c = cos(half);
        s = sin(half) / (2 * half);
    }
    return (quat){c, s * r.x, s * r.y, s * r.z};
}
static inline vec3 q_rotate(quat q, vec3 v)
{
    mat3 m = q_matrix(q);
    return m3_mul(&m, v);
}
/* The shortest rotation that takes unit vector a to unit vector b (about a perpendicular of a if they are opposite). */
static inline quat q_between(vec3 a, vec3 b)
{
    double c = v3_dot(a, b);
    if (c < -1 + 1e-12) {
        vec3 p = v3_perpendicular(a);
        return (quat){0, p.x, p.y, p.z};
    }
    vec3 n = v3_cross(a, b);
    return q_unit((quat){1 + c, n.x, n.y, n.z});
}

#endif
