/* element.c: see element.h and element.inc. */
#include "flexible/element.h"

#define REAL double
#define NAME(x) x
#define POSITIVE(x) ((x) > 0 ? (x) : 0)
#include "flexible/element.inc"

struct element_constants element_constants(const struct material *m, const double length[3])
{
    const double *h = length;
    struct element_constants k = {
        .length = {h[0], h[1], h[2]},
        .w = {1 / (h[0] * h[0]), 1 / (h[1] * h[1]), 1 / (h[2] * h[2]), 1 / (h[0] * h[1]), 1 / (h[0] * h[2]),
              1 / (h[1] * h[2])},
        .volume = h[0] * h[1] * h[2],
        .inverse_volume = 1 / (h[0] * h[1] * h[2]),
        .stiffness = m->stiffness,
        .viscosity = m->viscosity,
        .bulk = m->bulk,
        .bulk_damping = m->bulk_damping,
        .bulk_rate = m->bulk_rate,
        .yield = m->yield,
        .flow = m->flow,
    };
    k.what = (m->viscosity > 0 ? ELEMENT_VISCOUS : 0u) | (m->incompressible ? ELEMENT_INCOMPRESSIBLE : 0u) |
             (m->moldable ? ELEMENT_MOLDABLE : 0u);
    return k;
}

static void corner_modes(const vec3 r[8], double c[7][3])
{
    double end[2][4][3];
    for (int x = 0; x < 2; x++) {
        double u[4][3];
        for (int i = 0; i < 4; i++) {
            const vec3 *p = &r[2 * i + x];
            u[i][0] = p->x;
            u[i][1] = p->y;
            u[i][2] = p->z;
        }
        for (int d = 0; d < 3; d++) {
            double near = u[0][d] + u[1][d], far = u[2][d] + u[3][d];
            double near_up = u[1][d] - u[0][d], far_up = u[3][d] - u[2][d];
            end[x][0][d] = near + far;
            end[x][1][d] = near_up + far_up;
            end[x][2][d] = far - near;
            end[x][3][d] = far_up - near_up;
        }
    }
    modes(end[0], end[1], c);
}

void element_metric(const struct element_constants *k, const vec3 r[8], double g[6])
{
    double c[7][3];
    corner_modes(r, c);
    metric(k, c, g);
}

double element_volume(const vec3 r[8])
{
    double c[7][3], a[6][3], v;
    corner_modes(r, c);
    true_volume(c, &v, a);
    return v;
}

double element_energy(const struct element_constants *k, const vec3 r[8], const double rest[6])
{
    double c[7][3], g[6], v, a[6][3], n[3], sum = 0;
    corner_modes(r, c);
    metric(k, c, g);
    for (int i = 0; i < 6; i++) {
        double e = g[i] - (rest != NULL ? rest[i] : i < 3 ? 1 : 0);
        sum += (i < 3 ? 1 : 2) * e * e;
    }
    const double plain = k->w[0] * DOT(c[C1], c[C1]) + k->w[1] * DOT(c[C2], c[C2]) + k->w[2] * DOT(c[C3], c[C3]);
    cross(c[C2], c[C3], n);
    double missing = ELEMENT_SQUASHED - k->inverse_volume * DOT(c[C1], n);
    double u = k->stiffness * (sum + 2 * (g[0] + g[1] + g[2] - plain) + 4 * POSITIVE(missing) * POSITIVE(missing));
    true_volume(c, &v, a);
    double change = k->inverse_volume * v - 1;
    if (k->what & ELEMENT_INCOMPRESSIBLE)
        u += k->bulk * change * change / 2;
    return k->volume * u;
}

void element_forces(const struct element_constants *k, const vec3 r[8], const vec3 v[8],
                    const struct element_state *state, vec3 f[8], struct element_state *rate, double *loss)
{
    static const struct element_state none = {.rest = {1, 1, 1, 0, 0, 0}};
    const double whole = 1;
    double c[7][3], cd[7][3], p[7][3], end[2][4][3];
    struct element_state rates = {.lambda = 0};
    const struct element_state *s = state != NULL ? state : &none;
    *loss = 0;
    corner_modes(r, c);
    corner_modes(v, cd);
    element(k, k->what, &whole, c, cd, s->rest, rates.rest, &s->lambda, &rates.lambda, p, loss);
    spread(p, end[0], end[1]);
    for (int i = 0; i < 8; i++) {
        const double y = i & 2 ? 1 : -1, z = i & 4 ? 1 : -1;
        const double(*u)[3] = end[i & 1];
        double out[3];
        for (int d = 0; d < 3; d++)
            out[d] = u[0][d] + y * u[1][d] + z * u[2][d] + y * z * u[3][d];
        f[i] = v3(out[0], out[1], out[2]);
    }
    if (rate != NULL)
        *rate = rates;
}

static inline double larger(double a, double b) { return b > a ? b : a; } /* fmax is a call, for the sake of NaN */

/* The largest eigenvalue of a symmetric matrix is not larger than its largest sum of a row. */
static double row_sum(const double m[6])
{
    double a = m[0] + fabs(m[3]) + fabs(m[4]), b = m[1] + fabs(m[3]) + fabs(m[5]), c = m[2] + fabs(m[4]) + fabs(m[5]);
    return larger(a, larger(b, c));
}

/* With δF the change of the deformation gradient at the middle, |δG| ≤ 2 √λ |δF| for the largest eigenvalue λ of G, so
 * that the second variation of s (G − R)² is at most (8 s λ + 4 s μ) |δF|², μ the largest of G − R. What stiffens adds
 * 8 s |∂J/∂F|², and the volume of an incompressible element K of the same: tr(adj G) for one element, but in a lattice,
 * where neighbours share what they move, a wave changes the volume by one direction at a time: the largest eigenvalue
 * of adj G, and half as much again at edges and corners (measured by test_lattice.c). A pressure p adds 2 p √λ. A mode's mass is a quarter of the element's, δF is the mode over the length.
 * Hourglass shapes are slower. */
void element_rates(const struct element_constants *k, double density, const double g[6], const double rest[6],
                   double ratio, double *square, double *damping)
{
    const double adjoint[6] = {g[1] * g[2] - g[5] * g[5], g[0] * g[2] - g[4] * g[4], g[0] * g[1] - g[3] * g[3],
                               g[4] * g[5] - g[3] * g[2], g[3] * g[5] - g[4] * g[1], g[3] * g[4] - g[0] * g[5]};
    double strain[6], shortest = fmax(k->w[0], fmax(k->w[1], k->w[2]));
    for (int i = 0; i < 6; i++)
        strain[i] = g[i] - rest[i];
    double largest = row_sum(g), area = 1.5 * row_sum(adjoint), turning = 2 * sqrt(largest);
    double missing = ELEMENT_SQUASHED - ratio;
    double stiff = k->stiffness * (8 * largest + 4 * fmax(row_sum(strain), 0));
    double damp = 4 * k->viscosity * largest;
    if (missing > 0)
        stiff += 8 * k->stiffness * (area + missing * turning);
    if (k->what & ELEMENT_INCOMPRESSIBLE) {
        stiff += k->bulk * (area + fabs(ratio - 1) * turning);
        damp += k->bulk_damping * area;
    }
    *square = 4 * shortest / density * stiff;
    *damping = 4 * shortest / density * damp;
}

double element_change(const struct element_constants *k, const vec3 v[8])
{
    double c[7][3], most = 0;
    corner_modes(v, c);
    for (int i = 0; i < 3; i++)
        most = larger(most, k->w[i] * DOT(c[i], c[i]));
    const double shortest = larger(k->w[0], larger(k->w[1], k->w[2]));
    for (int i = C12; i <= C123; i++)
        most =
            larger(most, shortest / 4 * DOT(c[i], c[i])); /* an edge changes by half of what an hourglass shape does */
    return sqrt(most);
}
