/* polar.h: polar decomposition F = R U, and the angular velocity of R. */
#ifndef MATH_POLAR_H
#define MATH_POLAR_H

#include "math/vec3.h"

static inline mat3 m3_product(const mat3 *a, const mat3 *b)
{
    mat3 out = {{0}};
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 3; k++)
            out.m[i] += a->m[i / 3 * 3 + k] * b->m[3 * k + i % 3];
    return out;
}
static inline mat3 m3_tproduct(const mat3 *a, const mat3 *b) /* aᵀ b */
{
    mat3 out = {{0}};
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 3; k++)
            out.m[i] += a->m[3 * k + i / 3] * b->m[3 * k + i % 3];
    return out;
}
/* The axial vector of a − aᵀ. */
static inline vec3 m3_axial(const mat3 *a) { return v3(a->m[7] - a->m[5], a->m[2] - a->m[6], a->m[3] - a->m[1]); }
/* a⁻ᵀ: cross products of rows, by the determinant. */
static inline mat3 m3_inverse_transposed(const mat3 *a)
{
    vec3 r[3] = {{a->m[0], a->m[1], a->m[2]}, {a->m[3], a->m[4], a->m[5]}, {a->m[6], a->m[7], a->m[8]}};
    double d = v3_dot(r[0], v3_cross(r[1], r[2]));
    mat3 out;
    for (int i = 0; i < 3; i++) {
        vec3 c = v3_scale(1 / d, v3_cross(r[(i + 1) % 3], r[(i + 2) % 3]));
        out.m[3 * i] = c.x;
        out.m[3 * i + 1] = c.y;
        out.m[3 * i + 2] = c.z;
    }
    return out;
}
/* F = R U by Higham's iteration, R ← ½ (R + R⁻ᵀ). NaN where F is singular. */
static inline void polar_split(const mat3 *f, mat3 *r, mat3 *u)
{
    *r = *f;
    for (int step = 0; step < 60; step++) {
        mat3 other = m3_inverse_transposed(r);
        double change = 0;
        for (int i = 0; i < 9; i++) {
            double next = (r->m[i] + other.m[i]) / 2;
            change = fmax(change, fabs(next - r->m[i]));
            r->m[i] = next;
        }
        if (change < 1e-15)
            break;
    }
    *u = m3_tproduct(r, f);
}
/* ((tr U) 1 − U)⁻¹, by which the axial vector of Rᵀ Ḟ becomes the angular velocity in the frame's axes. */
static inline void polar_spin(const mat3 *u, mat3 *out)
{
    double trace = u->m[0] + u->m[4] + u->m[8];
    mat3 m;
    for (int i = 0; i < 9; i++)
        m.m[i] = (i % 4 == 0 ? trace : 0) - u->m[i];
    *out = m3_inverse_transposed(&m); /* symmetric */
}

#endif
