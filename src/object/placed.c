/* placed.c: a particle or a rigid body whose place is a formula of coordinates (method §2, parametric constraints).
 *
 * A particle: x = X(q, t), one mass point.
 * A rigid body: centre of mass x = X(q, t) and rotation R = R(q, t). From Ṙ = [ω]× R,
 *
 *   [ω]× = Ṙ Rᵀ,   column k of Y_w = axial(R_qk Rᵀ),   β_w = axial(skew(R̈₀ Rᵀ)),   R̈₀: at q̈ = 0
 *
 * for R̈ Rᵀ = [ω̇]× + [ω]×[ω]×, whose second part is symmetric.
 *
 * Numbers shown are the coordinates themselves.
 */
#include "object/general.h"

#include <string.h>

/* The axial vector of the skew part of A Rᵀ, A and R by rows. */
static vec3 axial_of(const double a[9], const double r[9])
{
    double p[9];
    for (int i = 0; i < 9; i++)
        p[i] = a[i / 3 * 3] * r[i % 3 * 3] + a[i / 3 * 3 + 1] * r[i % 3 * 3 + 1] + a[i / 3 * 3 + 2] * r[i % 3 * 3 + 2];
    return v3((p[7] - p[5]) / 2, (p[2] - p[6]) / 2, (p[3] - p[1]) / 2);
}

/* From R's outputs of the form to rotation, spin and Y_w (three rows of n; NULL: not asked for). */
static void take_frame(const struct general *g, const double *out, struct pose *p, double *yw)
{
    const int m = 12, n = g->n;
    const double *r = out + 3, *rd = out + m + 3, *rdd = out + 2 * m + 3, *rq = out + 3 * m + 3 * n;
    memcpy(p->r.m, r, sizeof p->r.m);
    p->w = axial_of(rd, r);
    p->alpha = axial_of(rdd, r);
    for (int k = 0; k < n && yw != NULL; k++) {
        double a[9];
        for (int i = 0; i < 9; i++)
            a[i] = rq[i * n + k];
        vec3 w = axial_of(a, r);
        yw[k] = w.x;
        yw[n + k] = w.y;
        yw[2 * n + k] = w.z;
    }
}

static vec3 at(const double *out) { return v3(out[0], out[1], out[2]); }

static void show(const struct general *g, const struct general_moment *m, const struct general_what *what,
                 struct pose *out, double *yq)
{
    const int n = g->n;
    if (yq != NULL)
        memset(yq, 0, sizeof(double) * 6 * (size_t)n);
    if (what->role == GENERAL_NUMBER) {
        int i = (int)what->at.x;
        out->x = v3(m->q[i], 0, 0);
        out->v = v3(m->v[i], 0, 0);
        out->a = v3(0, 0, 0);
        if (yq != NULL)
            yq[i] = 1;
        return;
    }
    const struct general_form *f = &g->form[0];
    const double *o = general_run(g, f, m, NULL);
    out->x = at(o);
    out->v = at(o + f->numbers);
    out->a = at(o + 2 * f->numbers);
    if (yq != NULL)
        memcpy(yq, o + 3 * f->numbers, sizeof(double) * 3 * (size_t)n);
    if (f->numbers == 12)
        take_frame(g, o, out, yq != NULL ? yq + 3 * n : NULL);
}

static void add_mass(const struct general *g, const struct general_moment *m, struct general_sums *out)
{
    const int n = g->n;
    double *yq = m->scratch; /* six rows */
    struct pose p = {.r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    show(g, m, &(struct general_what){GENERAL_FRAME, {0, 0, 0}}, &p, yq);
    general_add_point(g, g->mass, p.x, p.v, p.a, yq, out);
    if (g->form[0].numbers == 12) {
        sym3 inertia = s3_rotate(&p.r, &g->inertia);
        general_add_turning(g, m, &inertia, p.w, p.alpha, yq + 3 * n, out);
    }
}

static vec3 by_rows(const double *rows, int n, const double *x)
{
    vec3 sum = v3(0, 0, 0);
    for (int k = 0; k < n; k++)
        sum = v3_add_scaled(sum, x[k], v3(rows[k], rows[n + k], rows[2 * n + k]));
    return sum;
}

/* Power of the prescribed motion: (m ẍ − f)·X_t + (I ω̇ + ω × Iω − n)·Y_wt. */
static double drive(const struct general *g, const struct general_moment *m, const double *vd,
                    const struct general_applied *applied)
{
    const int n = g->n;
    double *yq = m->scratch;
    struct pose p = {.r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    show(g, m, &(struct general_what){GENERAL_FRAME, {0, 0, 0}}, &p, yq);
    vec3 a = v3_add(p.a, by_rows(yq, n, vd)), xt = v3_sub(p.v, by_rows(yq, n, m->v));
    vec3 rest = v3_add_scaled(v3_sub(a, applied->field), applied->linear, p.v);
    double power = g->mass * v3_dot(rest, xt);
    if (g->form[0].numbers == 12) {
        const sym3 inertia = s3_rotate(&p.r, &g->inertia);
        vec3 alpha = v3_add(p.alpha, by_rows(yq + 3 * n, n, vd)), wt = v3_sub(p.w, by_rows(yq + 3 * n, n, m->v));
        vec3 torque = v3_add(s3_mul(&inertia, alpha), v3_cross(p.w, s3_mul(&inertia, p.w)));
        power += v3_dot(v3_add_scaled(torque, applied->angular, p.w), wt);
    }
    return power;
}

/* All points of a rigid body are shown by its one frame. */
static struct general_what what(const struct general *g, enum general_role role, vec3 local)
{
    if (role == GENERAL_NUMBER)
        return (struct general_what){role, local};
    return (struct general_what){g->form[0].numbers == 12 ? GENERAL_FRAME : GENERAL_POINT, {0, 0, 0}};
}

const struct general_class general_placed = {
    .name = "placed",
    .show = show,
    .add_mass = add_mass,
    .what = what,
    .drive = drive,
};
