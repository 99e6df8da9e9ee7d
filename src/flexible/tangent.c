/* tangent.c: see tangent.h.
 *
 * The mean and the barrier: with B = L Lᵀ and F L = U diag(σ) Vᵀ their second derivative is known in the principal frame
 * Y = Uᵀ δF L V. With p = ∂U/∂J, q = ∂²U/∂J², a = μs (1 − 1/(I+1)), b = 2 μs/(I+1)², σ' = J/σ
 *
 *   Y_ii:        A_ij = δ_ij a + b σ_i σ_j + q σ_i' σ_j' + p σ_k where i ≠ j, k the third
 *   Y_ij + Y_ji: a − p σ_k        Y_ij − Y_ji: a + p σ_k
 *
 * of which what is negative is left out. The hourglass form is that of δd, without the second derivative of d; it is
 * exact for an element that is not bent. A volume adds K (a·z) a/V.
 */
#include "flexible/tangent.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/inline.h"
#include "base/memory.h"
#include "flexible/principal.h"

#define REAL double
#define NAME(x) x
#define BITS int64_t
#define WHERE(x, y) ((x) > 0 ? (y) : 0)
#include "flexible/element.inc"

struct local {
    int node[8];
    double fill;
    double c[7][3], w[3], d[4][3];
    double l[3][3], u[3][3], v[3][3];   /* L; U; V */
    double scaling[6], even[3], odd[3]; /* A: 00 11 22 01 02 12; of pairs, by the third axis */
    double a[6][3];                     /* of incompressible ones: ∂V/∂c */
};

struct tangent {
    const struct lattice *lattice;
    struct local *local; /* by element */
};

/* ---- corners and modes ---- */

static void gather(const int node[8], const double *x, double c[7][3])
{
    double end[2][4][3];
    for (int e = 0; e < 2; e++) {
        const double *u0 = x + 3 * node[e], *u1 = x + 3 * node[2 + e], *u2 = x + 3 * node[4 + e],
                     *u3 = x + 3 * node[6 + e];
        for (int d = 0; d < 3; d++) {
            double near = u0[d] + u1[d], far = u2[d] + u3[d], near_up = u1[d] - u0[d], far_up = u3[d] - u2[d];
            end[e][0][d] = near + far;
            end[e][1][d] = near_up + far_up;
            end[e][2][d] = far - near;
            end[e][3][d] = far_up - near_up;
        }
    }
    modes(end[0], end[1], c);
}

/* out −= forces on the modes */
static void scatter(const int node[8], double p[7][3], double *out)
{
    double end[2][4][3];
    spread(p, end[0], end[1]);
    for (int e = 0; e < 2; e++)
        for (int d = 0; d < 3; d++) {
            double s0 = end[e][0][d], s1 = end[e][1][d], s2 = end[e][2][d], s3 = end[e][3][d];
            out[3 * node[e] + d] -= s0 - s1 - s2 + s3;
            out[3 * node[2 + e] + d] -= s0 + s1 - s2 - s3;
            out[3 * node[4 + e] + d] -= s0 - s1 + s2 - s3;
            out[3 * node[6 + e] + d] -= s0 + s1 + s2 + s3;
        }
}

/* ---- the mean, without what is negative ---- */

static const signed char row_of[6] = {0, 1, 2, 0, 0, 1}, column_of[6] = {0, 1, 2, 1, 2, 2};

/* A symmetric matrix (00 11 22 01 02 12) without its negative eigenvalues. */
static void keep_positive(double t[6])
{
    double value[3], v[3][3];
    principal_axes(t, value, v);
    if (value[0] >= 0 && value[1] >= 0 && value[2] >= 0)
        return;
    for (int i = 0; i < 6; i++) {
        t[i] = 0;
        for (int k = 0; k < 3; k++)
            t[i] += fmax(value[k], 0) * v[row_of[i]][k] * v[column_of[i]][k];
    }
}

/* The lower triangle L of B = L Lᵀ; what flow has made singular by rounding is cut off. */
static void lower_triangle(const double b[6], double l[3][3])
{
    memset(l, 0, sizeof(double) * 9);
    l[0][0] = sqrt(fmax(b[0], 1e-12));
    l[1][0] = b[3] / l[0][0];
    l[2][0] = b[4] / l[0][0];
    l[1][1] = sqrt(fmax(b[1] - l[1][0] * l[1][0], 1e-12));
    l[2][1] = (b[5] - l[2][0] * l[1][0]) / l[1][1];
    l[2][2] = sqrt(fmax(b[2] - l[2][0] * l[2][0] - l[2][1] * l[2][1], 1e-12));
}

static void look_at_mean(const struct element_constants *k, const double rest[6], struct local *e)
{
    double f[3][3], s[3], p, n[3];
    lower_triangle(rest, e->l);
    for (int j = 0; j < 3; j++)
        for (int d = 0; d < 3; d++) {
            f[j][d] = 0;
            for (int i = j; i < 3; i++)
                f[j][d] += e->c[i][d] * k->inverse[i] * e->l[i][j];
        }
    principal_stretches(f, s, e->u, e->v);
    cross(e->c[C2], e->c[C3], n);
    const double j = k->inverse_volume * DOT(e->c[C1], n), q = element_pressure_rate(k, j);
    const double trace = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
    const double a = k->mu_s * (1 - 1 / (trace + 1)), b = 2 * k->mu_s / ((trace + 1) * (trace + 1));
    pressure(k, &j, &p);
    for (int i = 0; i < 6; i++) {
        const int x = row_of[i], y = column_of[i];
        const double cx = s[(x + 1) % 3] * s[(x + 2) % 3], cy = s[(y + 1) % 3] * s[(y + 2) % 3];
        e->scaling[i] = b * s[x] * s[y] + q * cx * cy + (x == y ? a : p * s[3 - x - y]);
    }
    keep_positive(e->scaling);
    for (int i = 0; i < 3; i++) {
        e->even[i] = fmax(a - p * s[i], 0);
        e->odd[i] = fmax(a + p * s[i], 0);
    }
}

/* What an element shows at modes c: `rest` is the state B. */
static void look(const struct element_constants *k, const double rest[6], struct local *e)
{
    double volume;
    look_at_mean(k, rest, e);
    hourglass_shape(k, e->c, e->w, e->d);
    if (k->what & ELEMENT_INCOMPRESSIBLE)
        true_volume(e->c, &volume, e->a);
}

/* ---- products ---- */

static void add_rank_one(double factor, int count, double a[][3], double z[7][3], double p[7][3])
{
    double along = 0;
    for (int i = 0; i < count; i++)
        along += DOT(a[i], z[i]);
    for (int i = 0; i < count; i++)
        for (int d = 0; d < 3; d++)
            p[i][d] -= factor * along * a[i][d];
}

/* y ← A y of the mean in the principal frame. */
static void mean_product(const struct local *e, double y[3][3])
{
    const double *a = e->scaling, x[3] = {y[0][0], y[1][1], y[2][2]};
    y[0][0] = a[0] * x[0] + a[3] * x[1] + a[4] * x[2];
    y[1][1] = a[3] * x[0] + a[1] * x[1] + a[5] * x[2];
    y[2][2] = a[4] * x[0] + a[5] * x[1] + a[2] * x[2];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        double even = e->even[k] * (y[i][j] + y[j][i]) / 2, odd = e->odd[k] * (y[i][j] - y[j][i]) / 2;
        y[i][j] = even + odd;
        y[j][i] = even - odd;
    }
}

/* out ← a b, or aᵀ b, or a bᵀ. */
static void matrix_product(double a[3][3], bool a_turned, double b[3][3], bool b_turned, double out[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            out[i][j] = 0;
            for (int k = 0; k < 3; k++)
                out[i][j] += (a_turned ? a[k][i] : a[i][k]) * (b_turned ? b[j][k] : b[k][j]);
        }
}

/* Sets the forces on c1, c2, c3. */
static void mean_tangent(const struct element_constants *k, double scale, struct local *e, double z[7][3],
                         double p[7][3])
{
    double f[3][3], x[3][3], y[3][3];
    for (int i = 0; i < 3; i++)
        for (int d = 0; d < 3; d++)
            f[d][i] = z[i][d] * k->inverse[i];
    matrix_product(f, false, e->l, false, x);
    matrix_product(e->u, true, x, false, f);
    matrix_product(f, false, e->v, false, y);
    mean_product(e, y);
    matrix_product(e->u, false, y, false, f);
    matrix_product(f, false, e->v, true, x);
    matrix_product(x, false, e->l, true, f);
    for (int i = 0; i < 3; i++)
        for (int d = 0; d < 3; d++)
            p[i][d] = -scale * f[d][i] * k->inverse[i];
}

/* Forces −(k K + d D) z on the modes of one element. */
static void product(const struct element_constants *k, double kk, double dd, struct local *e, double z[7][3],
                    double p[7][3])
{
    const double whole = k->volume * e->fill, slow = dd * k->retardation * whole, all = kk * whole + slow;
    double rate[4][3], g[4][3], loss = 0;
    mean_tangent(k, kk * whole, e, z, p);
    if (slow > 0)
        mean_damping(k, &slow, e->c, z, p, &loss);
    hourglass_rate(e->c, z, e->w, e->d, rate);
    hourglass_stress(k, rate, g);
    hourglass_forces(&all, e->c, e->w, e->d, g, p);
    if (k->what & ELEMENT_INCOMPRESSIBLE)
        add_rank_one((kk * k->bulk + dd * k->bulk_damping) * e->fill * k->inverse_volume, 6, e->a, z, p);
}

/* ---- all elements ---- */

struct tangent *tangent_new(const struct lattice *l)
{
    struct tangent *t = MEM_NEW(struct tangent);
    t->lattice = l;
    t->local = MEM_ARRAY(struct local, l->elements);
    for (int i = 0; i < l->elements; i++) {
        lattice_corners(l, i, t->local[i].node);
        t->local[i].fill = l->fill[i];
    }
    return t;
}

void tangent_free(struct tangent *t)
{
    if (t == NULL)
        return;
    mem_free(t->local);
    mem_free(t);
}

void tangent_prepare(struct tangent *t, const double *q, const double *metric_now)
{
    const struct lattice *l = t->lattice;
    for (int i = 0; i < l->elements; i++) {
        double rest[6] = {1, 1, 1, 0, 0, 0};
        for (int m = 0; m < 6 && metric_now != NULL; m++)
            rest[m] = metric_now[(size_t)m * (size_t)l->elements + (size_t)i];
        gather(t->local[i].node, q, t->local[i].c);
        look(&l->constants, rest, &t->local[i]);
    }
}

void tangent_multiply(struct tangent *t, double k, double d, const double *x, double *out)
{
    const struct lattice *l = t->lattice;
    memset(out, 0, sizeof *out * 3 * (size_t)l->nodes);
    for (int i = 0; i < l->elements; i++) {
        double z[7][3], p[7][3];
        gather(t->local[i].node, x, z);
        product(&l->constants, k, d, &t->local[i], z, p);
        scatter(t->local[i].node, p, out);
    }
}

void tangent_at_rest(const struct element_constants *constants, double k, double d, double out[24 * 24])
{
    const double rest[6] = {1, 1, 1, 0, 0, 0};
    struct local e = {.node = {0, 1, 2, 3, 4, 5, 6, 7}, .fill = 1};
    for (int i = 0; i < 3; i++)
        e.c[i][i] = constants->length[i];
    look(constants, rest, &e);
    for (int column = 0; column < 24; column++) {
        double x[24] = {0}, y[24] = {0}, z[7][3], p[7][3];
        x[column] = 1;
        gather(e.node, x, z);
        product(constants, k, d, &e, z, p);
        scatter(e.node, p, y);
        for (int row = 0; row < 24; row++)
            out[24 * row + column] = y[row];
    }
}
