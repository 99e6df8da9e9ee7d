/* vec3.h: three-vectors, 3×3 matrices (row-major), quaternions (w, x, y, z), symmetric 3×3 (xx yy zz xy xz yz). */
#ifndef MATH_VEC3_H
#define MATH_VEC3_H

#include <math.h>
#include <stdbool.h>

#include "tenon/tenon.h"

typedef tn_vec3 vec3;
typedef tn_quat quat;
typedef struct {
    double m[9];
} mat3;
typedef struct {
    double xx, yy, zz, xy, xz, yz;
} sym3;

static inline vec3 v3(double x, double y, double z) { return (vec3){x, y, z}; }
static inline vec3 v3_add(vec3 a, vec3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline vec3 v3_sub(vec3 a, vec3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline vec3 v3_neg(vec3 a) { return v3(-a.x, -a.y, -a.z); }
static inline vec3 v3_scale(double s, vec3 a) { return v3(s * a.x, s * a.y, s * a.z); }
static inline vec3 v3_add_scaled(vec3 a, double s, vec3 b) { return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z); }
static inline double v3_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 v3_cross(vec3 a, vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
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

static inline vec3 m3_mul(const mat3 *a, vec3 v)
{
    const double *m = a->m;
    return v3(m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
              m[6] * v.x + m[7] * v.y + m[8] * v.z);
}
static inline vec3 m3_tmul(const mat3 *a, vec3 v) /* aᵀ v */
{
    const double *m = a->m;
    return v3(m[0] * v.x + m[3] * v.y + m[6] * v.z, m[1] * v.x + m[4] * v.y + m[7] * v.z,
              m[2] * v.x + m[5] * v.y + m[8] * v.z);
}
static inline vec3 m3_column(const mat3 *a, int j) { return v3(a->m[j], a->m[3 + j], a->m[6 + j]); }

static inline vec3 s3_mul(const sym3 *s, vec3 v)
{
    return v3(s->xx * v.x + s->xy * v.y + s->xz * v.z, s->xy * v.x + s->yy * v.y + s->yz * v.z,
              s->xz * v.x + s->yz * v.y + s->zz * v.z);
}
/* R S Rᵀ */
static inline sym3 s3_rotate(const mat3 *r, const sym3 *s)
{
    vec3 r0 = v3(r->m[0], r->m[1], r->m[2]), r1 = v3(r->m[3], r->m[4], r->m[5]), r2 = v3(r->m[6], r->m[7], r->m[8]);
    vec3 a = s3_mul(s, r0), b = s3_mul(s, r1), c = s3_mul(s, r2);
    return (sym3){v3_dot(r0, a), v3_dot(r1, b), v3_dot(r2, c), v3_dot(r1, a), v3_dot(r2, a), v3_dot(r2, b)};
}
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

static inline quat q_mul(quat a, quat b)
{
    return (quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static inline quat q_conj(quat a) { return (quat){a.w, -a.x, -a.y, -a.z}; }
static inline double q_norm2(quat a) { return a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z; }
/* The factor that normalizes a quaternion with this squared length. Within UNIT_NEAR of 1 two terms of the series are
 * exact to rounding and need no square root. */
#define UNIT_NEAR 1e-8
static inline double q_unit_scale(double square)
{
    return fabs(square - 1) < UNIT_NEAR ? 1.5 - 0.5 * square : 1 / sqrt(square);
}
static inline quat q_unit(quat a)
{
    double s = 1 / sqrt(q_norm2(a));
    return (quat){s * a.w, s * a.x, s * a.y, s * a.z};
}
/* Rotation about an axis of any length > 0. */
static inline quat q_axis_angle(vec3 axis, double angle)
{
    double n = v3_norm(axis), s = sin(angle / 2) / n;
    return (quat){cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
}
/* Rotation by the vector r: angle |r| about r. Turns of less than half a radian, as in steps, use a series: with
 * u = (|r|/2)² < 1/16 the first neglected term is below rounding. */
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
/* The matrix of q/|q|: a quaternion that lost its unit length in integration still means a rotation. */
static inline mat3 q_matrix(quat q)
{
    double s = 2 / q_norm2(q);
    double xx = s * q.x * q.x, yy = s * q.y * q.y, zz = s * q.z * q.z;
    double xy = s * q.x * q.y, xz = s * q.x * q.z, yz = s * q.y * q.z;
    double wx = s * q.w * q.x, wy = s * q.w * q.y, wz = s * q.w * q.z;
    return (mat3){{1 - yy - zz, xy - wz, xz + wy, xy + wz, 1 - xx - zz, yz - wx, xz - wy, yz + wx, 1 - xx - yy}};
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
