/* test_element.c: one element: its metric, volume, energy, forces, hourglass shapes. */
#include "shapes.h"

#include <lapacke.h>

static const double cube[3] = {1, 1, 1}, brick[3] = {0.5, 0.8, 0.3};

static struct element_constants constants_of(unsigned what, const double length[3])
{
    struct material m = material_of(what);
    return element_constants(&m, length);
}

/* A box with randomly displaced corners. */
static void bent(const double length[3], double size, vec3 r[8])
{
    box_corners(length, r);
    for (int b = 0; b < 8; b++)
        r[b] = v3_add(r[b], scatter3(size));
}

static void check_metric(const double got[6], const double want[6], double tolerance)
{
    for (int i = 0; i < 6; i++)
        check_near("metric", got[i], want[i], tolerance);
}

/* ---- the metric ---- */

/* The formula of method §4 in terms of edges; edges per rest length. */
static void metric_of_edges(const double h[3], const vec3 r[8], double g[6])
{
    vec3 al[4], be[4], ga[4], a = v3(0, 0, 0), b = a, c = a;
    static const int beta[4][2] = {{2, 0}, {3, 1}, {6, 4}, {7, 5}};
    for (int i = 0; i < 4; i++) {
        al[i] = v3_scale(1 / h[0], v3_sub(r[2 * i + 1], r[2 * i]));
        be[i] = v3_scale(1 / h[1], v3_sub(r[beta[i][0]], r[beta[i][1]]));
        ga[i] = v3_scale(1 / h[2], v3_sub(r[i + 4], r[i]));
        a = v3_add(a, al[i]);
        b = v3_add(b, be[i]);
        c = v3_add(c, ga[i]);
    }
    const vec3 *edges[3] = {al, be, ga};
    const vec3 sums[3] = {a, b, c};
    for (int k = 0; k < 3; k++) {
        const vec3 *e = edges[k];
        g[k] = v3_dot(sums[k], sums[k]) - v3_dot(e[0], e[3]) - v3_dot(e[1], e[2]);
        for (int i = 0; i < 4; i++)
            g[k] += v3_dot(e[i], e[i]);
        g[k] /= 18;
    }
    g[3] = (v3_dot(a, b) + v3_dot(v3_add(al[0], al[1]), v3_add(be[0], be[1])) +
            v3_dot(v3_add(al[2], al[3]), v3_add(be[2], be[3]))) /
           24;
    g[4] = (v3_dot(a, c) + v3_dot(v3_add(al[0], al[2]), v3_add(ga[0], ga[1])) +
            v3_dot(v3_add(al[1], al[3]), v3_add(ga[2], ga[3]))) /
           24;
    g[5] = (v3_dot(b, c) + v3_dot(v3_add(be[0], be[2]), v3_add(ga[0], ga[2])) +
            v3_dot(v3_add(be[1], be[3]), v3_add(ga[1], ga[3]))) /
           24;
}

static void test_identity(void **state)
{
    (void)state;
    const double *lengths[2] = {cube, brick};
    for (int i = 0; i < 2; i++) {
        struct element_constants k = constants_of(0, lengths[i]);
        vec3 r[8];
        double g[6];
        box_corners(lengths[i], r);
        element_metric(&k, r, g);
        check_metric(g, (double[6]){1, 1, 1, 0, 0, 0}, 1e-15);
        check_near("volume", element_volume(r), k.volume, 1e-15);
        check_near("energy", element_energy(&k, r, NULL), 0, 1e-12);
    }
}

static void test_stretch_and_rotation(void **state)
{
    (void)state;
    struct element_constants k = constants_of(0, brick);
    for (int n = 0; n < 50; n++) {
        vec3 r[8], moved[8];
        double g[6], turned[6];
        bent(brick, 0.1, r);
        double stretch = 1 + 0.5 * scatter();
        quat q = some_rotation();
        vec3 shift = scatter3(3);
        element_metric(&k, r, g);
        for (int b = 0; b < 8; b++)
            moved[b] = v3_add(shift, q_rotate(q, v3_scale(stretch, r[b])));
        element_metric(&k, moved, turned);
        for (int i = 0; i < 6; i++)
            check_near("stretched metric", turned[i], stretch * stretch * g[i], 1e-12);
        check_near("volume", element_volume(moved), stretch * stretch * stretch * element_volume(r), 1e-13);
    }
}

static void test_edges(void **state)
{
    (void)state;
    struct element_constants k = constants_of(0, brick);
    for (int n = 0; n < 50; n++) {
        vec3 r[8];
        double g[6], want[6];
        bent(brick, 0.4, r);
        element_metric(&k, r, g);
        metric_of_edges(brick, r, want);
        check_metric(g, want, 1e-12);
    }
}

/* The average over the element itself, by Gauss points that integrate it exactly; and its volume. */
static void test_average(void **state)
{
    (void)state;
    struct element_constants k = constants_of(0, brick);
    const double point[2] = {0.5 - sqrt(1.0 / 12), 0.5 + sqrt(1.0 / 12)};
    for (int n = 0; n < 20; n++) {
        vec3 r[8];
        double g[6], want[6] = {0}, volume = 0;
        bent(brick, 0.3, r);
        for (int p = 0; p < 8; p++) {
            const double at[3] = {point[p & 1], point[p >> 1 & 1], point[p >> 2]};
            vec3 d[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
            for (int b = 0; b < 8; b++)
                for (int a = 0; a < 3; a++) {
                    double w = b >> a & 1 ? 1 : -1;
                    for (int o = 0; o < 3; o++)
                        if (o != a)
                            w *= b >> o & 1 ? at[o] : 1 - at[o];
                    d[a] = v3_add_scaled(d[a], w, r[b]);
                }
            static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
            for (int i = 0; i < 6; i++)
                want[i] += v3_dot(d[pair[i][0]], d[pair[i][1]]) / (8 * brick[pair[i][0]] * brick[pair[i][1]]);
            volume += v3_dot(d[0], v3_cross(d[1], d[2])) / 8;
        }
        element_metric(&k, r, g);
        check_metric(g, want, 1e-13);
        check_near("volume", element_volume(r), volume, 1e-14);
    }
}

static void test_inside_out(void **state)
{
    (void)state;
    struct element_constants k = constants_of(0, cube);
    vec3 r[8], v[8] = {{0, 0, 0}}, f[8];
    double g[6], loss;
    box_corners(cube, r);
    for (int b = 0; b < 8; b++)
        r[b].z *= -0.5;
    element_metric(&k, r, g);
    check_near("blind", g[2], 0.25, 1e-15);
    check_near("volume", element_volume(r), -0.5, 1e-15);
    element_forces(&k, r, v, NULL, f, NULL, &loss);
    for (int b = 0; b < 8; b++) /* the inverted corners are pushed back */
        assert_true(b & 4 ? f[b].z > 0 : f[b].z < 0);
}

/* ---- forces ---- */

static struct element_state some_state(void)
{
    struct element_state s = {.lambda = 500 * scatter()};
    for (int i = 0; i < 6; i++)
        s.rest[i] = (i < 3 ? 1 : 0) + 0.2 * scatter();
    return s;
}

/* A scale for the forces of an element deformed by `size`. */
static double force_scale(const struct element_constants *k)
{
    return (k->young + k->bulk) * k->volume / fmin(k->length[0], fmin(k->length[1], k->length[2]));
}

static void test_gradient(void **state)
{
    (void)state;
    const double *lengths[2] = {cube, brick};
    for (int n = 0; n < 200; n++) {
        unsigned what = n & 1 ? ELEMENT_INCOMPRESSIBLE : 0;
        what |= n & 2 ? ELEMENT_MOLDABLE : 0;
        struct element_constants k = constants_of(what, lengths[n >> 2 & 1]);
        struct element_state s = some_state();
        vec3 r[8], v[8] = {{0, 0, 0}}, f[8];
        double loss, h = 1e-5;
        s.lambda = 0; /* a multiplier has no energy */
        bent(k.length, n & 8 ? 0.3 : 0.05, r);
        if (n & 16) /* squashed */
            for (int b = 0; b < 8; b++)
                r[b].y *= 0.3;
        const double *rest = what & ELEMENT_MOLDABLE ? s.rest : NULL;
        element_forces(&k, r, v, &s, f, NULL, &loss);
        for (int b = 0; b < 8; b++)
            for (int d = 0; d < 3; d++) {
                double *x = (double *)&r[b] + d, keep = *x;
                *x = keep + h;
                double up = element_energy(&k, r, rest);
                *x = keep - h;
                double down = element_energy(&k, r, rest);
                *x = keep;
                check_near("force", ((double *)&f[b])[d], -(up - down) / (2 * h), 3e-7 * force_scale(&k));
            }
    }
}

/* Viscous forces are −½ of the loss's gradient by the velocities. */
static void test_dissipation(void **state)
{
    (void)state;
    for (int n = 0; n < 40; n++) {
        struct element_constants k = constants_of(ELEMENT_VISCOUS, n & 1 ? brick : cube);
        vec3 r[8], v[8], still[8] = {{0, 0, 0}}, f[8], elastic[8], spare[8];
        double loss, up, down, none, h = 1e-3;
        bent(k.length, 0.2, r);
        for (int b = 0; b < 8; b++)
            v[b] = scatter3(1);
        element_forces(&k, r, v, NULL, f, NULL, &loss);
        element_forces(&k, r, still, NULL, elastic, NULL, &none);
        assert_true(loss > 0 && none == 0);
        for (int b = 0; b < 8; b++)
            for (int d = 0; d < 3; d++) {
                double *x = (double *)&v[b] + d, keep = *x;
                *x = keep + h;
                element_forces(&k, r, v, NULL, spare, NULL, &up);
                *x = keep - h;
                element_forces(&k, r, v, NULL, spare, NULL, &down);
                *x = keep;
                double viscous = ((double *)&f[b])[d] - ((double *)&elastic[b])[d];
                check_near("viscous force", viscous, -(up - down) / (4 * h), 1e-9 * loss);
            }
    }
}

/* A rigid motion causes no forces. */
static void test_rigid(void **state)
{
    (void)state;
    for (int n = 0; n < 40; n++) {
        struct element_constants k = constants_of(ELEMENT_VISCOUS, n & 1 ? brick : cube);
        vec3 r[8], v[8], still[8] = {{0, 0, 0}}, f[8], elastic[8];
        double loss;
        bent(k.length, 0.2, r);
        vec3 shift = scatter3(2), turn = scatter3(3);
        for (int b = 0; b < 8; b++)
            v[b] = v3_add(shift, v3_cross(turn, r[b]));
        element_forces(&k, r, v, NULL, f, NULL, &loss);
        check_near("loss", loss, 0, 1e-25 * force_scale(&k) + 1e-20);
        element_forces(&k, r, still, NULL, elastic, NULL, &loss);
        for (int b = 0; b < 8; b++)
            check_near("force", v3_norm(v3_sub(f[b], elastic[b])), 0, 1e-12 * force_scale(&k));
    }
}

static void test_momentum(void **state)
{
    (void)state;
    for (unsigned what = 0; what < 8; what++)
        for (int n = 0; n < 10; n++) {
            struct element_constants k = constants_of(what, brick);
            struct element_state s = some_state();
            vec3 r[8], v[8], f[8], sum = v3(0, 0, 0), turning = sum;
            double loss;
            bent(brick, 0.3, r);
            for (int b = 0; b < 8; b++)
                v[b] = scatter3(1);
            element_forces(&k, r, v, &s, f, NULL, &loss);
            for (int b = 0; b < 8; b++) {
                sum = v3_add(sum, f[b]);
                turning = v3_add(turning, v3_cross(r[b], f[b]));
            }
            check_near("force", v3_norm(sum), 0, 1e-13 * force_scale(&k));
            check_near("torque", v3_norm(turning), 0, 1e-13 * force_scale(&k));
        }
}

/* Power of the forces, stored and dissipated energy balance, including the multiplier and the flow. */
static void test_balance(void **state)
{
    (void)state;
    for (unsigned what = 0; what < 8; what++)
        for (int n = 0; n < 10; n++) {
            struct element_constants k = constants_of(what, cube);
            struct element_state s = some_state(), rate;
            vec3 r[8], v[8], f[8], moved[2][8];
            double loss, power = 0, energy[2], h = 1e-6;
            bent(cube, 0.2, r);
            for (int b = 0; b < 8; b++)
                v[b] = scatter3(1);
            element_forces(&k, r, v, &s, f, &rate, &loss);
            for (int b = 0; b < 8; b++)
                power += v3_dot(f[b], v[b]);
            for (int side = 0; side < 2; side++) {
                double rest[6], step = side ? h : -h;
                for (int b = 0; b < 8; b++)
                    moved[side][b] = v3_add_scaled(r[b], step, v[b]);
                for (int i = 0; i < 6; i++)
                    rest[i] = s.rest[i] + step * rate.rest[i];
                energy[side] = element_energy(&k, moved[side], what & ELEMENT_MOLDABLE ? rest : NULL);
            }
            check_near("balance", power + (energy[1] - energy[0]) / (2 * h) + loss, 0, 1e-6 * force_scale(&k));
        }
}

/* ---- moduli ---- */

static struct element_constants elastic(double young, double poisson, const double length[3])
{
    const struct material m = {.density = 1000, .young = young, .poisson = poisson, .viscosity = 40};
    return element_constants(&m, length);
}

/* The stress xx and yy on a box whose edges are stretched: a quarter of the faces' forces at a corner. */
static void stress_of(const struct element_constants *k, const double stretch[3], double stress[3])
{
    vec3 r[8], v[8] = {{0, 0, 0}}, f[8];
    double loss;
    box_corners(k->length, r);
    for (int b = 0; b < 8; b++)
        r[b] = v3(stretch[0] * r[b].x, stretch[1] * r[b].y, stretch[2] * r[b].z);
    element_forces(k, r, v, NULL, f, NULL, &loss);
    stress[0] = -4 * f[7].x / (k->length[1] * k->length[2]);
    stress[1] = -4 * f[7].y / (k->length[0] * k->length[2]);
    stress[2] = -4 * f[7].z / (k->length[0] * k->length[1]);
}

/* Small strains: Lamé's constants of E and ν, the shear modulus; `stiffness s` is E = 8 s and ν = 0. */
static void test_moduli(void **state)
{
    (void)state;
    for (int n = 0; n < 100; n++) {
        const double young = 1000 * (2 + scatter()), poisson = n == 0 ? 0 : -0.25 + 0.74 * scatter(), small = 1e-6;
        struct element_constants k = elastic(young, poisson, n & 1 ? brick : cube);
        const double mu = young / (2 * (1 + poisson)), lambda = 2 * mu * poisson / (1 - 2 * poisson);
        double strain[3] = {scatter(), scatter(), scatter()}, stretch[3], stress[3], sum = 0, loss;
        for (int i = 0; i < 3; i++) {
            stretch[i] = 1 + small * strain[i];
            sum += strain[i];
        }
        stress_of(&k, stretch, stress);
        for (int i = 0; i < 3; i++)
            check_near("stress", stress[i] / small, lambda * sum + 2 * mu * strain[i], 2e-5 * (mu + lambda));
        vec3 r[8], v[8] = {{0, 0, 0}}, f[8];
        box_corners(k.length, r);
        for (int b = 0; b < 8; b++)
            r[b].x += small * r[b].y;
        element_forces(&k, r, v, NULL, f, NULL, &loss);
        check_near("shear", -4 * f[7].x / (k.length[0] * k.length[2]) / small, mu, 1e-4 * mu);
    }
    struct material old = material_of(0);
    struct element_constants k = element_constants(&old, cube);
    check_near("stiffness", k.young, 8 * old.stiffness, 0);
    check_near("no ratio", k.poisson, 0, 0);
}

/* The more it is compressed, the more it resists, down to nothing and beyond. */
static void test_crushing(void **state)
{
    (void)state;
    static const double poissons[] = {-0.4, 0, 0.3, 0.49};
    for (int n = 0; n < 4; n++) {
        struct element_constants k = elastic(1e4, poissons[n], brick);
        double before = 0, stress[3];
        for (double stretch = 1; stretch > -1; stretch -= 0.001) {
            stress_of(&k, (double[3]){stretch, 1, 1}, stress);
            if (!(stress[0] <= before + 1e-9 * k.young))
                fail_msg("ν = %g: at a stretch of %g the stress is %g after %g", poissons[n], stretch, stress[0],
                         before);
            before = stress[0];
        }
        assert_true(before < -3 * k.young);
    }
}

/* Hourglass modes are damped at the same rate as the others: strains lag by 4 l/E. */
static void test_retardation(void **state)
{
    (void)state;
    for (int n = 0; n < 30; n++) {
        struct element_constants k = elastic(24000, n % 3 * 0.2, brick);
        vec3 rest[8], r[8], u[8], still[8] = {{0, 0, 0}}, elastic_force[8], viscous[8];
        double loss, small = 1e-7;
        box_corners(brick, rest);
        for (int b = 0; b < 8; b++) {
            u[b] = scatter3(1);
            r[b] = v3_add_scaled(rest[b], small, u[b]);
        }
        element_forces(&k, r, still, NULL, elastic_force, NULL, &loss);
        element_forces(&k, rest, u, NULL, viscous, NULL, &loss);
        for (int b = 0; b < 8; b++)
            for (int d = 0; d < 3; d++)
                check_near("viscous", ((double *)&viscous[b])[d] * k.young / (4 * 40),
                           ((double *)&elastic_force[b])[d] / small, 1e-5 * force_scale(&k));
    }
}

/* ---- hourglass shapes ---- */

/* Eigenvalues of the stiffness, 24 of them, ascending. */
static void stiffness_values(const struct element_constants *k, vec3 r[8], double value[24])
{
    double matrix[24][24], h = 1e-6, loss;
    vec3 v[8] = {{0, 0, 0}}, up[8], down[8];
    for (int i = 0; i < 24; i++) {
        double *x = (double *)r + i, keep = *x;
        *x = keep + h;
        element_forces(k, r, v, NULL, up, NULL, &loss);
        *x = keep - h;
        element_forces(k, r, v, NULL, down, NULL, &loss);
        *x = keep;
        for (int j = 0; j < 24; j++)
            matrix[i][j] = -(((double *)up)[j] - ((double *)down)[j]) / (2 * h);
    }
    assert_int_equal(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'U', 24, &matrix[0][0], 24, value), 0);
}

/* At rest only the six rigid motions have zero energy. */
static void test_rank(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++) {
        struct element_constants k = constants_of(0, n ? brick : cube);
        vec3 r[8];
        double value[24], scale = k.young * k.length[0];
        box_corners(k.length, r);
        stiffness_values(&k, r, value);
        for (int i = 0; i < 6; i++)
            check_near("rigid", value[i], 0, 1e-6 * scale);
        assert_true(value[6] > 0.005 * scale);
        assert_true(value[23] < 5 * scale); /* and none is stiffer than the material */
    }
}

/* A box of any proportions that is bent a little has the energy of a plate, E/(1 − ν²) (κ² + κ'² + 2 ν κ κ')/24, where a
 * bend about one axis is c12 along x and one about the other c23 along z. */
static void test_bending(void **state)
{
    (void)state;
    for (int n = 0; n < 50; n++) {
        const double h[3] = {exp(scatter()), exp(scatter()), exp(scatter())}, poisson = -0.2 + 0.6 * scatter();
        const double size = 1e-3, one = scatter(), other = scatter();
        struct element_constants k = elastic(1e4, poisson, h);
        vec3 r[8];
        box_corners(h, r);
        for (int b = 0; b < 8; b++) { /* strains xx = one y, zz = other y */
            const double x = r[b].x - h[0] / 2, y = r[b].y - h[1] / 2, z = r[b].z - h[2] / 2;
            r[b].x += size * one * x * y;
            r[b].z += size * other * z * y;
        }
        double plate = 1e4 / (1 - poisson * poisson) * (one * one + other * other + 2 * poisson * one * other) / 24;
        plate *= h[0] * h[1] * h[2] * size * size * h[1] * h[1];
        check_near("bent", element_energy(&k, r, NULL) / plate, 1, 1e-3);
    }
}

/* Under any compression and shear no hourglass mode becomes soft: its energy grows in every direction. */
static void test_no_zigzag(void **state)
{
    (void)state;
    struct element_constants k = constants_of(0, cube);
    static const signed char shape[4][8] = {{1, -1, -1, 1, 1, -1, -1, 1},
                                            {1, -1, 1, -1, -1, 1, -1, 1},
                                            {1, 1, -1, -1, -1, -1, 1, 1},
                                            {-1, 1, 1, -1, 1, -1, -1, 1}};
    for (int n = 0; n < 200; n++) {
        vec3 r[8], bent_r[8];
        double f[9];
        for (int i = 0; i < 9; i++)
            f[i] = (i % 4 == 0 ? 0.65 : 0) + 0.6 * scatter();
        box_corners(cube, r);
        mat3 m;
        memcpy(m.m, f, sizeof f);
        for (int b = 0; b < 8; b++)
            r[b] = m3_mul(&m, r[b]);
        double flat = element_energy(&k, r, NULL);
        vec3 way[4];
        for (int i = 0; i < 4; i++)
            way[i] = scatter3(1e-3);
        for (int b = 0; b < 8; b++) {
            bent_r[b] = r[b];
            for (int i = 0; i < 4; i++)
                bent_r[b] = v3_add_scaled(bent_r[b], shape[i][b], way[i]);
        }
        assert_true(element_energy(&k, bent_r, NULL) > flat);
    }
}

/* The bound of frequencies holds for a single element in any shape, and is close at rest; that for volumes is for
 * lattices (test_lattice.c). */
static void test_rates(void **state)
{
    (void)state;
    const double rest[6] = {1, 1, 1, 0, 0, 0};
    for (int n = 0; n < 60; n++) {
        struct element_constants k = elastic(24000, n % 3 * 0.24, n & 2 ? brick : cube);
        vec3 r[8];
        double value[24], square, damping, density = 1000;
        if (n < 4)
            box_corners(k.length, r);
        else
            bent(k.length, 0.15, r);
        if (n & 4)
            for (int b = 0; b < 8; b++)
                r[b].z *= 0.4;
        element_rates(&k, density, r, rest, &square, &damping);
        stiffness_values(&k, r, value);
        double largest = value[23] / (density * k.volume / 8);
        if (!(largest <= square * (1 + 1e-6)) || (n < 2 && largest < 0.5 * square))
            fail_msg("frequency² %.6g, bound %.6g (case %d)", largest, square, n);
    }
}

/* ---- molding ---- */

/* |dev τ| and det B. */
static double deviator(const struct element_constants *k, const vec3 r[8], const double b[6], double *det)
{
    static const int at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    double c[6], trace = 0, square = 0, m[3][3] = {{0}};
    element_metric(k, r, c); /* of a box that is a box: C */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int n = 0; n < 3; n++)
                m[i][j] += c[at[i][n]] * b[at[n][j]];
    for (int i = 0; i < 3; i++) {
        trace += m[i][i];
        for (int j = 0; j < 3; j++)
            square += m[i][j] * m[j][i];
    }
    *det = b[0] * b[1] * b[2] + 2 * b[3] * b[4] * b[5] - b[0] * b[5] * b[5] - b[1] * b[4] * b[4] - b[2] * b[3] * b[3];
    return k->mu_s * (1 - 1 / (trace + 1)) * sqrt(fmax(square - trace * trace / 3, 0));
}

/* Below the yield stress nothing flows; beyond, it flows until the stress is that, keeps det B, and takes energy. */
static void test_molding(void **state)
{
    (void)state;
    for (int n = 0; n < 20; n++) {
        struct element_constants k = constants_of(ELEMENT_MOLDABLE, n & 1 ? brick : cube);
        struct element_state s = {.rest = {1, 1, 1, 0, 0, 0}}, rate;
        vec3 r[8], v[8] = {{0, 0, 0}}, f[8];
        double loss, det;
        mat3 strain;
        for (int i = 0; i < 9; i++)
            strain.m[i] = (i % 4 == 0) + 0.01 * scatter();
        for (int round = 0; round < 2; round++) {
            box_corners(k.length, r);
            for (int i = 0; i < 9 && round == 1; i++)
                strain.m[i] += 0.2 * scatter() + (i == 0 ? 0.4 : 0);
            for (int b = 0; b < 8; b++)
                r[b] = m3_mul(&strain, r[b]);
            element_forces(&k, r, v, &s, f, &rate, &loss);
            for (int i = 0; i < 6 && round == 0; i++)
                check_near("elastic", rate.rest[i], 0, 0);
        }
        assert_true(deviator(&k, r, s.rest, &det) > 1.5 * k.yield);
        for (int step = 0; step < 8000; step++) {
            element_forces(&k, r, v, &s, f, &rate, &loss);
            assert_true(loss >= 0);
            for (int i = 0; i < 6; i++)
                s.rest[i] += 1e-3 * rate.rest[i];
        }
        check_near("yield", deviator(&k, r, s.rest, &det) / k.yield, 1, 1e-6);
        check_near("volume", det, 1, 0.01);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity),    cmocka_unit_test(test_stretch_and_rotation),
        cmocka_unit_test(test_edges),       cmocka_unit_test(test_average),
        cmocka_unit_test(test_inside_out),  cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_dissipation), cmocka_unit_test(test_rigid),
        cmocka_unit_test(test_momentum),    cmocka_unit_test(test_balance),
        cmocka_unit_test(test_moduli),      cmocka_unit_test(test_retardation),
        cmocka_unit_test(test_crushing),    cmocka_unit_test(test_rank),
        cmocka_unit_test(test_bending),     cmocka_unit_test(test_no_zigzag),
        cmocka_unit_test(test_rates),       cmocka_unit_test(test_molding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
