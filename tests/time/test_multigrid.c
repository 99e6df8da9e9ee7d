/* test_multigrid.c: the preconditioner of large implicit blocks: symmetric, positive definite, and good enough that conjugate
 * gradients take few rounds, independently of the number of nodes, for lattices with holes and odd numbers of cells. */
#include "../effort.h"
#include "../world/model.h"

#include "flexible/tangent.h"
#include "tenon/goals.h"
#include "time/multigrid.h"

static double pick(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (random_number(seed) + 1) / 2;
}

struct matrix {
    struct lattice *l;
    struct multigrid *m;
    double element[24 * 24], hold; /* weight that holds the nodes at one end */
};

static bool is_held(const struct matrix *a, int i) { return a->l->rest[3 * i] < 0.25 * a->l->length[0]; }

/* Some cells are missing: a random part of them, none of the first layer. */
static struct matrix matrix_new(const int cells[3], const double length[3], double holes, double h, double poisson,
                                uint64_t *seed)
{
    const int count = cells[0] * cells[1] * cells[2];
    double *fill = MEM_ARRAY(double, count);
    for (int i = 0; i < count; i++)
        fill[i] = i % cells[0] == 0 || pick(seed, 0, 1) > holes ? 1 : 0;
    const struct material m = {.density = 1000, .young = 1e6, .poisson = poisson};
    struct matrix a = {.l = lattice_new(cells, length, v3(0, 0, 0), fill, &m)};
    mem_free(fill);
    tangent_at_rest(&a.l->constants, h * h, h, a.element);
    a.m = multigrid_new(a.l, NULL);
    multigrid_clear(a.m);
    a.hold = 100 * a.element[0];
    for (int i = 0; i < a.l->nodes; i++) {
        const double d = a.l->mass[i] + (is_held(&a, i) ? a.hold : 0), block[9] = {d, 0, 0, 0, d, 0, 0, 0, d};
        multigrid_add(a.m, i, i, block);
    }
    for (int e = 0; e < a.l->elements; e++) {
        int corner[8];
        lattice_corners(a.l, e, corner);
        for (int i = 0; i < 64; i++) {
            double block[9];
            for (int k = 0; k < 9; k++)
                block[k] = a.element[24 * (3 * (i / 8) + k / 3) + 3 * (i % 8) + k % 3];
            multigrid_add(a.m, corner[i / 8], corner[i % 8], block);
        }
    }
    multigrid_prepare(a.m);
    return a;
}

static void matrix_free(struct matrix *a)
{
    multigrid_free(a->m);
    lattice_free(a->l);
}

static void multiply(const struct matrix *a, const double *x, double *out)
{
    for (int i = 0; i < 3 * a->l->nodes; i++)
        out[i] = (a->l->mass[i / 3] + (is_held(a, i / 3) ? a->hold : 0)) * x[i];
    for (int e = 0; e < a->l->elements; e++) {
        int corner[8];
        lattice_corners(a->l, e, corner);
        for (int r = 0; r < 24; r++)
            for (int c = 0; c < 24; c++)
                out[3 * corner[r / 3] + r % 3] += a->element[24 * r + c] * x[3 * corner[c / 3] + c % 3];
    }
}

static double dot(const double *x, const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Rounds of conjugate gradients until the residual is a millionth. */
static int rounds(const struct matrix *a, uint64_t *seed)
{
    const int n = 3 * a->l->nodes;
    double *r = MEM_ARRAY(double, n), *z = MEM_ARRAY(double, n), *p = MEM_ARRAY(double, n), *q = MEM_ARRAY(double, n);
    int count = 0;
    for (int i = 0; i < n; i++)
        z[i] = r[i] = random_number(seed);
    multigrid_apply(a->m, z);
    memcpy(p, z, sizeof *p * (size_t)n);
    double rho = dot(r, z, n), first = rho;
    assert_true(rho > 0);
    for (; count < 200 && rho > 1e-12 * first; count++) {
        multiply(a, p, q);
        const double step = rho / dot(p, q, n);
        for (int i = 0; i < n; i++)
            z[i] = r[i] -= step * q[i];
        multigrid_apply(a->m, z);
        const double next = dot(r, z, n);
        for (int i = 0; i < n; i++)
            p[i] = z[i] + next / rho * p[i];
        rho = next;
    }
    mem_free(r);
    mem_free(z);
    mem_free(p);
    mem_free(q);
    return count;
}

static void test_rounds(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int i = 0; i < effort(12, 3); i++) {
        int cells[3];
        double length[3], holes = i % 3 == 2 ? 0.15 : 0;
        for (int d = 0; d < 3; d++) {
            cells[d] = 5 + (int)pick(&seed, 0, 9);
            length[d] = 0.05 * (i % 2 ? pick(&seed, 0.7, 1.4) : 1);
        }
        struct matrix a = matrix_new(cells, length, holes, pow(10, pick(&seed, -2.5, 0)), pick(&seed, 0, 0.4), &seed);
        const int count = rounds(&a, &seed), most = holes > 0 ? 45 : 16;
        if (count > most)
            fail_msg("%d x %d x %d cells, holes %g: %d rounds instead of %d", cells[0], cells[1], cells[2], holes,
                     count, most);
        matrix_free(&a);
    }
}

/* As many for a large lattice as for a small one. */
static void test_sizes(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int n = 8; n <= effort(20, 12); n += 4) {
        const int cells[3] = {n, n, n};
        const double length[3] = {1.0 / n, 1.0 / n, 1.0 / n};
        struct matrix a = matrix_new(cells, length, 0, 0.3, 0.3, &seed);
        assert_in_range(rounds(&a, &seed), 2, 14);
        matrix_free(&a);
    }
}

static void test_symmetric(void **state)
{
    (void)state;
    uint64_t seed = 2;
    const int cells[3] = {9, 6, 7};
    const double length[3] = {0.1, 0.12, 0.09};
    struct matrix a = matrix_new(cells, length, 0.1, 0.1, 0.3, &seed);
    const int n = 3 * a.l->nodes;
    double *x = MEM_ARRAY(double, n), *y = MEM_ARRAY(double, n), *u = MEM_ARRAY(double, n), *v = MEM_ARRAY(double, n);
    for (int i = 0; i < n; i++) {
        x[i] = u[i] = random_number(&seed);
        y[i] = v[i] = random_number(&seed);
    }
    multigrid_apply(a.m, u);
    multigrid_apply(a.m, v);
    check_near("y·Px over x·Py", dot(y, u, n), dot(x, v, n), 1e-5 * sqrt(dot(x, u, n) * dot(y, v, n)));
    assert_false(multigrid_couples(a.m, 0, a.l->nodes - 1));
    assert_true(multigrid_couples(a.m, 0, 1));
    mem_free(x);
    mem_free(y);
    mem_free(u);
    mem_free(v);
    matrix_free(&a);
}

/* A block of 2,197 nodes that is welded at one end, in implicit steps, comes to hang as in equilibrium. */
static void test_block(void **state)
{
    (void)state;
    static const char text[] =
        "let n = 12;\nworld: up z; gravity 9.81; integrator implicit; step 0.01; end\n"
        "object b: block n n n; size 1 1 1; young 4e5; poisson 0.3; viscosity 1e4; density 1000; end\n"
        "for j = 0 to n: for k = 0 to n:\n"
        "  connect b.node(0,j,k) (-0.5, j/n-0.5, k/n-0.5);\nend end\nprobe tip = b.node(n,6,6).z;\n";
    tn_world *w = model_text(text), *rest = model_text(text);
    tn_optimum r;
    assert_int_equal(tn_advance(w, effort(2, 1)), TN_OK);
    assert_int_equal(tn_solve(rest, &r), TN_OK);
    assert_int_equal(r.outcome, TN_OPTIMUM_REACHED);
    check_near("tip over equilibrium", model_probe(w, "tip") / model_probe(rest, "tip"), 1, effort(1, 10) * 0.004);
    tn_world_free(w);
    tn_world_free(rest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_symmetric),
        cmocka_unit_test(test_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
