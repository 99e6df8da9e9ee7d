/* element.c: see element.h and element.inc. */
#include "flexible/element.h"

#include <stdint.h>

#include "base/inline.h"
#include "flexible/principal.h"

#define REAL double
#define NAME(x) x
#define BITS int64_t
#define WHERE(x, y) ((x) > 0 ? (y) : 0)
#include "flexible/element.inc"

double material_young(const struct material *m) { return m->young > 0 ? m->young : 8 * m->stiffness; }
double material_poisson(const struct material *m) { return m->incompressible ? 0.5 : m->poisson; }
double material_poisson_of_bulk(double young, double bulk) { return (3 * bulk - young) / (6 * bulk); }

/* T/V = μ (1/12 − BᵀN⁻¹B). A bar that is twisted about x displaces along x by the warping ηζ; with one element across
 * that is d23x, and what it lacks is ηζ³ − η³ζ for each axis. Their energies are N, what couples them to t is B, both
 * integrated over the box; eliminated once, they soften torsion. */
static void torsion_form(double mu, const double i[3], double t[6])
{
    const double b[3][3] = {{0, i[2] / 120, -i[1] / 120}, {i[2] / 120, 0, -i[0] / 120}, {i[1] / 120, -i[0] / 120, 0}};
    const double n = 3.0 / 560;
    const sym3 energy = {n * (i[1] * i[1] + i[2] * i[2]),
                         n * (i[0] * i[0] + i[2] * i[2]),
                         n * (i[0] * i[0] + i[1] * i[1]),
                         i[0] * i[1] / 840,
                         -i[0] * i[2] / 840,
                         i[1] * i[2] / 840};
    const sym3 s = s3_inverse(&energy);
    const double inverse[3][3] = {{s.xx, s.xy, s.xz}, {s.xy, s.yy, s.yz}, {s.xz, s.yz, s.zz}};
    static const signed char row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) {
        double sum = k < 3 ? 1.0 / 12 : 0;
        for (int x = 0; x < 3; x++)
            for (int y = 0; y < 3; y++)
                sum -= b[x][row[k]] * inverse[x][y] * b[y][column[k]];
        t[k] = mu * sum;
    }
}

struct element_constants element_constants(const struct material *m, const double length[3])
{
    const double *h = length, young = material_young(m);
    const double nu = material_poisson(m); /* of an incompressible material the mean knows the shape alone */
    const double mu = young / (2 * (1 + nu)), lambda = m->incompressible ? 0 : 2 * mu * nu / (1 - 2 * nu);
    struct element_constants k = {
        .length = {h[0], h[1], h[2]},
        .inverse = {1 / h[0], 1 / h[1], 1 / h[2]},
        .w = {1 / (h[0] * h[0]), 1 / (h[1] * h[1]), 1 / (h[2] * h[2]), 1 / (h[0] * h[1]), 1 / (h[0] * h[2]),
              1 / (h[1] * h[2])},
        .volume = h[0] * h[1] * h[2],
        .inverse_volume = 1 / (h[0] * h[1] * h[2]),
        .young = young,
        .poisson = nu,
        .mu = mu,
        .lambda = lambda,
        .mu_s = 4.0 / 3 * mu,
        .lambda_s = lambda + 5.0 / 6 * mu,
        .alpha = 1 + mu / (lambda + 5.0 / 6 * mu),
        .barrier = (m->incompressible ? m->bulk : lambda) + 2 * mu,
        .bending = young / (1 - nu * nu) / 12,
        .trilinear = young / 144,
        .root = sqrt(1 + ELEMENT_SOFT),
        .retardation = 4 * m->viscosity / young,
        .bulk = m->bulk,
        .bulk_damping = m->bulk_damping,
        .bulk_rate = m->bulk_rate,
        .yield = mu * sqrt(m->yield),
        .flow = m->flow,
    };
    torsion_form(mu, k.inverse, k.torsion);
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

/* Of the mean and the barrier, per rest volume. I = tr C B. */
static double mean_energy(const struct element_constants *k, double trace, double j)
{
    const double change = j - 1, half = ELEMENT_CRUSHED / 2, kept = fmax(j, half), under = kept - j;
    const double crushed = fmax(ELEMENT_CRUSHED - kept, 0);
    /* ((J−α)² − (1−α)²) = (J−1)(J+1−2α) */
    double u = k->mu_s / 2 * ((trace - 3) - log1p((trace - 3) / 4)) + k->lambda_s / 2 * change * (j + 1 - 2 * k->alpha);
    return u + k->barrier * (crushed * crushed * ELEMENT_CRUSHED / kept / 2 + 3 * half * under + 4 * under * under);
}

double element_energy(const struct element_constants *k, const vec3 r[8], const double rest[6])
{
    double c[7][3], m[6], n[3], w[3], d[4][3], g[4][3], trace = 0;
    corner_modes(r, c);
    mean_metric(k, c, m);
    for (int i = 0; i < 6; i++)
        trace += (i < 3 ? 1 : 2) * m[i] * (rest != NULL ? rest[i] : i < 3 ? 1 : 0);
    cross(c[C2], c[C3], n);
    double u = mean_energy(k, trace, k->inverse_volume * DOT(c[C1], n));
    hourglass_shape(k, c, w, d);
    hourglass_stress(k, d, g);
    for (int i = 0; i < 4; i++)
        u += DOT(g[i], d[i]) / 2;
    if (k->what & ELEMENT_INCOMPRESSIBLE) {
        double v, a[6][3];
        true_volume(c, &v, a);
        double change = k->inverse_volume * v - 1;
        u += k->bulk * change * change / 2;
    }
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

double element_pressure_rate(const struct element_constants *k, double j)
{
    const double part = ELEMENT_CRUSHED / larger(j, ELEMENT_CRUSHED / 2);
    return k->lambda_s + (j < ELEMENT_CRUSHED ? k->barrier * part * part * part : 0);
}

/* The second derivative of the mean and the barrier by F, a bound of its eigenvalues: with principal stretches σ it has
 * a block A_ij = δ_ij a + b σ_i σ_j + q σ_i' σ_j' + p σ_k (σ_i' = J/σ_i; the last where i ≠ j, k the third) and the pairs
 * a ± p σ_k (tangent.c has the same). */
static double mean_stiffness(const struct element_constants *k, const double m[6], double j)
{
    double value[3], s[3];
    principal_values(m, value);
    for (int i = 0; i < 3; i++)
        s[i] = sqrt(fmax(value[i], 0));
    s[2] = j < 0 ? -s[2] : s[2];
    const double trace = value[0] + value[1] + value[2];
    double p, a = k->mu_s * (1 - 1 / (trace + 1)), b = 2 * k->mu_s / ((trace + 1) * (trace + 1));
    const double q = element_pressure_rate(k, j);
    pressure(k, &j, &p);
    double most = a + fabs(p) * larger(fabs(s[0]), larger(fabs(s[1]), fabs(s[2])));
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int n = 0; n < 3; n++) {
            const double ci = s[(i + 1) % 3] * s[(i + 2) % 3], cn = s[(n + 1) % 3] * s[(n + 2) % 3];
            double entry = b * s[i] * s[n] + q * ci * cn + (i == n ? a : p * s[3 - i - n]);
            sum += i == n ? entry : fabs(entry);
        }
        most = larger(most, sum);
    }
    return most;
}

/* Where an element is bent a lot and an edge collapses, its direction turns fast: E'/12 (|c_m| w_i)² at most, doubled for
 * the modes that share it. Otherwise hourglass shapes are slower than the mean. */
static double bent_stiffness(const struct element_constants *k, double c[7][3])
{
    double w[3], d[4][3], bent = 0, turn = 0;
    hourglass_shape(k, c, w, d);
    for (int m = C12; m <= C123; m++)
        bent += DOT(c[m], c[m]);
    for (int i = 0; i < 3; i++)
        turn = larger(turn, w[i] * k->length[i]);
    return 2 * k->bending * bent * turn * turn;
}

/* A mode's mass is a quarter of the element's, δF is the mode over the length: ω² = 4 stiff/(ρ h²). The volume of an
 * incompressible element adds K |∂J/∂F|²: tr(adj C) for one element, but in a lattice, where neighbours share what they
 * move, a wave changes the volume by one direction at a time: the largest eigenvalue of adj C, and half as much again at
 * edges and corners (measured by test_lattice.c). A pressure p adds 2 p √λ. */
void element_rates(const struct element_constants *k, double density, const vec3 r[8], const double rest[6],
                   double *square, double *damping)
{
    double c[7][3], m[6], n[3], b[6];
    corner_modes(r, c);
    mean_metric(k, c, m);
    cross(c[C2], c[C3], n);
    const double adjoint[6] = {m[1] * m[2] - m[5] * m[5], m[0] * m[2] - m[4] * m[4], m[0] * m[1] - m[3] * m[3],
                               m[4] * m[5] - m[3] * m[2], m[3] * m[5] - m[4] * m[1], m[3] * m[4] - m[0] * m[5]};
    const double shortest = larger(k->w[0], larger(k->w[1], k->w[2])), largest = row_sum(m);
    const double area = 1.5 * row_sum(adjoint), j = k->inverse_volume * DOT(c[C1], n);
    for (int i = 0; i < 6; i++)
        b[i] = rest != NULL ? rest[i] : i < 3 ? 1 : 0;
    double flowed = k->what & ELEMENT_MOLDABLE ? larger(1, row_sum(b)) : 1;
    const double bent = shortest * bent_stiffness(k, c);
    double stiff = flowed * mean_stiffness(k, m, j) + bent;
    double damp = k->retardation * ((2 * k->mu + 3 * fabs(k->lambda)) * largest + bent);
    if (k->what & ELEMENT_INCOMPRESSIBLE) {
        stiff += k->bulk * (area + 2 * fabs(element_volume(r) * k->inverse_volume - 1) * sqrt(largest));
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
