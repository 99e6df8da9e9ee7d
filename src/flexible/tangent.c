/* tangent.c: see tangent.h.
 *
 * With c the modes of an element, z those of x, δG = (∂G/∂c) z, and T = ∂U/∂G: the force p = −T ∂G/∂c changes by
 *
 *   −2 s V δG ∂G/∂c  −  T₊ ∂²G z        T₊: T without its negative eigenvalues
 *
 * which are the element's own formulas with 2 s V δG in place of T, and with z in place of c. The energy of the hourglass
 * shapes is quadratic: it goes with the second. What is squashed adds 8 s (n·z) n/V, and a volume K (a·z) a/V.
 */
#include "flexible/tangent.h"

#include <string.h>

#include "base/memory.h"

#define REAL double
#define NAME(x) x
#define POSITIVE(x) ((x) > 0 ? (x) : 0)
#include "flexible/element.inc"

struct local {
    int node[8];
    double fill;
    double c[7][3];
    double t[6];    /* T₊, by unit of k */
    double n[3][3]; /* of squashed elements: ∂J/∂c V, */
    double a[6][3]; /* of incompressible ones: ∂V/∂c */
    bool pulls, squashed;
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

/* ---- tensile stresses ---- */

static void rotate_plane(double m[3][3], double v[3][3], int p, int q)
{
    double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double tangent = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(tangent * tangent + 1), s = tangent * c;
    for (int k = 0; k < 3; k++) {
        double a = m[k][p], b = m[k][q];
        m[k][p] = c * a - s * b;
        m[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
        double a = m[p][k], b = m[q][k], x = v[k][p], y = v[k][q];
        m[p][k] = c * a - s * b;
        m[q][k] = s * a + c * b;
        v[k][p] = c * x - s * y;
        v[k][q] = s * x + c * y;
    }
}

/* A symmetric matrix (00 11 22 01 02 12) without its negative eigenvalues, by Jacobi's rotations. False: it has no
 * others. */
static bool keep_positive(double t[6])
{
    double m[3][3] = {{t[0], t[3], t[4]}, {t[3], t[1], t[5]}, {t[4], t[5], t[2]}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < 6; sweep++)
        for (int k = 0; k < 3; k++) {
            int p = k == 2 ? 1 : 0, q = k == 0 ? 1 : 2;
            if (fabs(m[p][q]) > 1e-14 * (fabs(m[p][p]) + fabs(m[q][q])))
                rotate_plane(m, v, p, q);
        }
    const double most[3] = {POSITIVE(m[0][0]), POSITIVE(m[1][1]), POSITIVE(m[2][2])};
    static const signed char row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int i = 0; i < 6; i++) {
        t[i] = 0;
        for (int k = 0; k < 3; k++)
            t[i] += most[k] * v[row[i]][k] * v[column[i]][k];
    }
    return most[0] + most[1] + most[2] > 0;
}

/* What an element shows at modes c: `rest` is its rest metric. */
static void look(const struct element_constants *k, const double rest[6], struct local *e)
{
    double g[6], volume;
    const double sv = 2 * k->stiffness * k->volume * e->fill;
    metric(k, e->c, g);
    for (int i = 0; i < 6; i++)
        e->t[i] = k->w[i] * sv * (g[i] - rest[i]);
    e->pulls = keep_positive(e->t);
    for (int i = 0; i < 6; i++) /* stress_forces applies the weight again */
        e->t[i] /= k->w[i];
    for (int i = 0; i < 3; i++)
        cross(e->c[(i + 1) % 3], e->c[(i + 2) % 3], e->n[i]);
    e->squashed = ELEMENT_SQUASHED - k->inverse_volume * DOT(e->c[C1], e->n[C1]) > 0;
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

/* Forces −(k K + d D) z on the modes of one element. */
static void product(const struct element_constants *k, double kk, double dd, struct local *e, double z[7][3],
                    double p[7][3])
{
    const double sv = 2 * k->stiffness * k->volume * e->fill, none = 0, rest = kk * sv;
    double lv = dd * k->viscosity * k->volume * e->fill, rate[6], t[6], q[7][3], loss = 0;
    metric_rate(k, e->c, z, rate);
    for (int i = 0; i < 6; i++) {
        rate[i] *= kk * sv + lv;
        t[i] = e->pulls ? kk * e->t[i] : 0;
    }
    stress_forces(k, e->c, rate, &none, p);
    stress_forces(k, z, t, &rest, q);
    for (int m = 0; m < 7; m++)
        for (int d = 0; d < 3; d++)
            p[m][d] += q[m][d];
    if (lv > 0) {
        hourglass_damping(k, &lv, (k->w[0] + k->w[1]) / 6, C12, e->c, z, p, &loss);
        hourglass_damping(k, &lv, (k->w[0] + k->w[2]) / 6, C13, e->c, z, p, &loss);
        hourglass_damping(k, &lv, (k->w[1] + k->w[2]) / 6, C23, e->c, z, p, &loss);
        hourglass_damping(k, &lv, (k->w[0] + k->w[1] + k->w[2]) / 72, C123, e->c, z, p, &loss);
    }
    if (e->squashed)
        add_rank_one(kk * 8 * k->stiffness * e->fill * k->inverse_volume, 3, e->n, z, p);
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
