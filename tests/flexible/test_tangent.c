/* test_tangent.c: derivatives of forces by positions and velocities, against difference quotients. */
#include "flexible/tangent.h"
#include "shapes.h"

enum { SIDE = 3, NODES = 64, NUMBERS = 3 * NODES };

static struct lattice *lattice_of(unsigned what)
{
    const int cells[3] = {SIDE, SIDE, SIDE};
    const double length[3] = {0.1, 0.12, 0.09};
    struct material m = material_of(what);
    return lattice_new(cells, length, v3(0, 0, 0), NULL, &m);
}

static void forces(struct lattice *l, const double *q, const double *v, double *f)
{
    double lambda[SIDE * SIDE * SIDE] = {0}, rate[SIDE * SIDE * SIDE];
    struct lattice_room room = {.spare = MEM_ARRAY(double, 3 * lattice_spare_nodes(l)),
                                .loss = MEM_ARRAY(double, l->chunks)};
    struct lattice_state s = {.q = q, .v = v, .lambda = lambda, .force = f, .lambda_rate = rate, .room = room};
    lattice_forces(l, &s, NULL);
    mem_free(room.spare);
    mem_free(room.loss);
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < NUMBERS; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Relative error. */
static void check_same(const char *what, const double *got, const double *want, double tolerance)
{
    double off = 0;
    for (int i = 0; i < NUMBERS; i++)
        off += (got[i] - want[i]) * (got[i] - want[i]);
    check_near(what, sqrt(off) / sqrt(dot(want, want)), 0, tolerance);
}

/* Rotated, stretched along all axes (so that all stresses are tensile) and slightly irregular. */
static void stretched(const struct lattice *l, double by, double uneven, double *q)
{
    mat3 r = q_matrix(some_rotation());
    for (int i = 0; i < NODES; i++) {
        vec3 x = m3_mul(&r, v3_scale(by, v3(l->rest[3 * i], l->rest[3 * i + 1], l->rest[3 * i + 2])));
        q[3 * i] = x.x + uneven * scatter();
        q[3 * i + 1] = x.y + uneven * scatter();
        q[3 * i + 2] = x.z + uneven * scatter();
    }
}

/* Rotated, and stretched and sheared alike everywhere. */
static void strained(const struct lattice *l, double *q)
{
    mat3 r = q_matrix(some_rotation()), f;
    for (int i = 0; i < 9; i++)
        f.m[i] = (i % 4 == 0 ? 1.2 : 0) + 0.05 * scatter();
    for (int i = 0; i < NODES; i++) {
        vec3 x = m3_mul(&f, v3(l->rest[3 * i], l->rest[3 * i + 1], l->rest[3 * i + 2]));
        x = m3_mul(&r, x);
        memcpy(&q[3 * i], &x, sizeof x);
    }
}

/* −∂f/∂r x by central differences. */
static void differences(struct lattice *l, const double *q, const double *x, double *out)
{
    const double eps = 1e-6;
    double a[NUMBERS], b[NUMBERS], v[NUMBERS] = {0}, f[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
        a[i] = q[i] - eps * x[i];
        b[i] = q[i] + eps * x[i];
    }
    forces(l, a, v, out);
    forces(l, b, v, f);
    for (int i = 0; i < NUMBERS; i++)
        out[i] = (out[i] - f[i]) / (2 * eps);
}

/* If all stresses are tensile and nothing is bent nothing is dropped, and K is the exact derivative; D always is. */
static void test_differences(void **state)
{
    (void)state;
    static const unsigned materials[] = {0, ELEMENT_VISCOUS};
    for (int m = 0; m < 2; m++) {
        struct lattice *l = lattice_of(materials[m]);
        struct tangent *t = tangent_new(l);
        double q[NUMBERS], x[NUMBERS], got[NUMBERS], want[NUMBERS], still[NUMBERS] = {0}, f[NUMBERS];
        strained(l, q);
        for (int i = 0; i < NUMBERS; i++)
            x[i] = scatter();
        tangent_prepare(t, q, NULL);
        tangent_multiply(t, 1, 0, x, got);
        differences(l, q, x, want);
        check_same("K x", got, want, 1e-7);
        stretched(l, 1.2, 5e-3, q);
        tangent_prepare(t, q, NULL);
        forces(l, q, still, f);
        forces(l, q, x, want);
        for (int i = 0; i < NUMBERS; i++)
            want[i] = f[i] - want[i]; /* forces are linear in velocities */
        tangent_multiply(t, 0, 1, x, got);
        if (materials[m] & ELEMENT_VISCOUS)
            check_same("D x", got, want, 1e-10);
        else
            check_near("no viscosity", dot(got, got), 0, 0);
        tangent_free(t);
        lattice_free(l);
    }
}

/* At rest also incompressible materials are linear. */
static void test_volume(void **state)
{
    (void)state;
    struct lattice *l = lattice_of(ELEMENT_INCOMPRESSIBLE);
    struct tangent *t = tangent_new(l);
    double q[NUMBERS], x[NUMBERS], got[NUMBERS], want[NUMBERS];
    stretched(l, 1, 0, q);
    for (int i = 0; i < NUMBERS; i++)
        x[i] = scatter();
    tangent_prepare(t, q, NULL);
    tangent_multiply(t, 1, 0, x, got);
    differences(l, q, x, want);
    check_same("at rest", got, want, 1e-7);
    tangent_free(t);
    lattice_free(l);
}

/* For any deformation: symmetric, positive semidefinite, and zero for translations. */
static void test_definite(void **state)
{
    (void)state;
    for (unsigned what = 0; what < 4; what++) {
        struct lattice *l = lattice_of(what);
        struct tangent *t = tangent_new(l);
        double q[NUMBERS], x[NUMBERS], y[NUMBERS], ax[NUMBERS], ay[NUMBERS];
        for (int round = 0; round < 20; round++) {
            stretched(l, 0.3 + 0.05 * round, 0.03, q); /* some elements are inside out */
            tangent_prepare(t, q, NULL);
            for (int i = 0; i < NUMBERS; i++) {
                x[i] = scatter();
                y[i] = i % 3 == 1;
            }
            tangent_multiply(t, 1, 0.01, x, ax);
            tangent_multiply(t, 1, 0.01, y, ay);
            check_near("moved as a whole", dot(ay, ay) / dot(ax, ax), 0, 1e-24);
            for (int i = 0; i < NUMBERS; i++)
                y[i] = scatter();
            tangent_multiply(t, 1, 0.01, y, ay);
            double size = sqrt(dot(ax, ax) * dot(y, y));
            check_near("symmetric", (dot(ax, y) - dot(ay, x)) / size, 0, 1e-13);
            assert_true(dot(ax, x) > 0 && dot(ay, y) > 0);
        }
        tangent_free(t);
        lattice_free(l);
    }
}

/* The matrix of one element agrees. */
static void test_at_rest(void **state)
{
    (void)state;
    const int one[3] = {1, 1, 1};
    const double length[3] = {0.1, 0.12, 0.09};
    struct material m = material_of(ELEMENT_VISCOUS | ELEMENT_INCOMPRESSIBLE);
    struct lattice *l = lattice_new(one, length, v3(0, 0, 0), NULL, &m);
    struct tangent *t = tangent_new(l);
    double matrix[24 * 24], x[24], got[24];
    int node[8];
    tangent_at_rest(&l->constants, 2, 0.5, matrix);
    tangent_prepare(t, l->rest, NULL);
    lattice_corners(l, 0, node);
    for (int i = 0; i < 24; i++)
        x[i] = scatter();
    tangent_multiply(t, 2, 0.5, x, got);
    for (int r = 0; r < 24; r++) {
        double sum = 0;
        for (int c = 0; c < 24; c++)
            sum += matrix[24 * r + c] * x[3 * node[c / 3] + c % 3];
        check_near("row", sum, got[3 * node[r / 3] + r % 3], 1e-9 * fabs(matrix[0]));
    }
    tangent_free(t);
    lattice_free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_volume),
        cmocka_unit_test(test_definite),
        cmocka_unit_test(test_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
