/* test_min_norm.c: minimum-norm least squares on the matrices of mechanisms, against dgelsd. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "mechanism.h"

#include <stdio.h>

enum right { MET, ANY }; /* a consistent right-hand side, or random numbers */
enum { PLAIN = false, LATE = true };

struct outcome {
    struct ldl_report report; /* the worst of all islands */
    int rank, rows;
    double x, a, rho; /* relative errors of λ, of the accelerations, and |Jᵀρ| */
};

/* Builds, solves, compares and frees. */
static struct outcome solve(struct mech *m, enum right right, bool late)
{
    mech_build(m, late);
    struct outcome o = {.report.smallest_pivot = INFINITY, .rows = m->rows};
    int n = m->rows, bodies = 6 * m->body.count;
    size_t all = (size_t)ldl_rows(m->ldl);
    double *r = MEM_ARRAY(double, all), *x = MEM_ARRAY(double, all), *rho = MEM_ARRAY(double, all);
    double *given = MEM_ARRAY(double, all), *reference = MEM_ARRAY(double, all);
    double *a = MEM_ARRAY(double, bodies), *b = MEM_ARRAY(double, bodies);
    mech_consistent(m, r);
    for (int i = 0; i < n && right == ANY; i++)
        r[i] = random_number();
    memcpy(given, r, all * sizeof *r);
    mech_order(m, r, true);
    for (int k = 0; k < ldl_islands(m->ldl); k++) {
        struct ldl_report p = ldl_min_norm(m->ldl, m->numbers, k, r, x, rho);
        o.report.singular = o.report.singular || p.singular;
        o.report.contradictory = o.report.contradictory || p.contradictory;
        o.report.smallest_pivot = fmin(o.report.smallest_pivot, p.smallest_pivot);
        o.report.rho_norm = fmax(o.report.rho_norm, p.rho_norm);
    }
    mech_order(m, r, false);
    mech_order(m, x, false);
    mech_order(m, rho, false);
    o.rank = mech_reference(m, given, 1e-12, reference);
    o.x = largest_difference(n, x, reference) / largest_of(n, reference);
    mech_accelerations(m, x, a);
    mech_accelerations(m, reference, b);
    o.a = largest_difference(bodies, a, b) / largest_of(bodies, b);
    mech_accelerations(m, rho, a);
    o.rho = largest_of(bodies, a);
    /* r = consistent part + ρ. */
    for (int i = 0; i < n; i++)
        r[i] += rho[i];
    assert_true(largest_difference(n, r, given) < 1e-14 * largest_of(n, given));
    void *part[] = {r, x, rho, given, reference, a, b};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        mem_free(part[i]);
    mech_free(m);
    return o;
}

/* Links along x, hung up at the left; masses from the function of the link. */
static void add_chain(struct mech *m, int n, double (*mass)(int i, int n))
{
    for (int i = 0; i < n; i++) {
        double w = mass(i, n), y = 0.1 * random_number(), z = 0.1 * random_number();
        mech_body(m, i + 0.5, y, z, w, 0.1 * w, w / 12, w / 12);
        mech_ball(m, i, i - 1, i, 0, 0);
    }
}

static double equal(int i, int n) { return (void)i, (void)n, 1; }
static double heavy_end(int i, int n) { return i == n - 1 ? 1e4 : 1; }
static double very_heavy_end(int i, int n) { return i == n - 1 ? 1e6 : 1; }
static double alternating(int i, int n) { return (void)n, i % 2 ? 1e4 : 1; }

/* n rods and n + 1 joints in a closed polygon that contains the world; radius of gyration about the rod: `thin`. */
static void add_loop(struct mech *m, int n, bool hinges, double ratio, double thin)
{
    for (int i = 0; i < n; i++) {
        double p = 6.2831853071795865 * (i + 0.5) / (n + 1), w = i % 2 ? ratio : 1, c = cos(p), s = sin(p);
        mech_body(m, 1.3 * c, s, 0, w, w * (thin + s * s / 12), w * (thin + c * c / 12), w / 12);
    }
    for (int i = 0; i <= n; i++) {
        double p = 6.2831853071795865 * i / (n + 1);
        int a = i < n ? i : n - 1, b = i < n ? i - 1 : -1;
        if (hinges)
            mech_hinge(m, a, b, cos(p), 1.2 * sin(p), 0, false);
        else
            mech_ball(m, a, b, cos(p), 1.2 * sin(p), 0.2 * random_number());
    }
}

/* Balls hung on a hub by light bodies, and nails that hold the hub. */
static void add_hub(struct mech *m, int balls, int nails, double mass)
{
    int hub = mech_body(m, 0, 0, 0, mass, 0.4 * mass, 0.3 * mass, 0.5 * mass);
    m->body.at[hub].hub = true;
    for (int i = 0; i < balls; i++) {
        double x = random_number(), y = random_number(), z = random_number();
        mech_ball(m, hub, mech_body(m, 2 * x, 2 * y, 2 * z, 1, 0.4, 0.4, 0.4), x, y, z);
    }
    for (int i = 0; i < nails; i++)
        mech_ball_anywhere(m, hub, -1);
}

static void expect(struct outcome o, bool singular, bool contradictory, int rank_lost, double x, double a)
{
    if (o.report.singular != singular || o.report.contradictory != contradictory || o.rows - o.rank != rank_lost ||
        !(o.x <= x) || !(o.a <= a) || !(o.rho <= 1e-6))
        fail_msg("singular %d, contradictory %d, pivot %.1e, rank lost %d, error of x %.1e, of a %.1e, |J'rho| %.1e",
                 o.report.singular, o.report.contradictory, o.report.smallest_pivot, o.rows - o.rank, o.x, o.a, o.rho);
}

static void regular_chains(void **state)
{
    (void)state;
    struct mech m = {0};
    for (int k = 0; k < 5; k++) {
        add_chain(&m, 100, equal);
        expect(solve(&m, MET, PLAIN), false, false, 0, 1e-12, 1e-13);
        add_chain(&m, 30, heavy_end);
        expect(solve(&m, MET, PLAIN), false, false, 0, 1e-10, 1e-11);
        add_chain(&m, 30, alternating);
        expect(solve(&m, MET, PLAIN), false, false, 0, 1e-9, 5e-10);
        add_chain(&m, 30, very_heavy_end);
        expect(solve(&m, MET, PLAIN), false, false, 0, 5e-9, 1e-9);
    }
}

static void doubled_joints(void **state)
{
    (void)state;
    struct mech m = {0};
    for (int k = 0; k < 3; k++) {
        add_chain(&m, 50, k == 2 ? alternating : equal);
        for (int i = 0; i < 50; i += 7)
            mech_ball(&m, i, i - 1, i, 0, 0);
        if (k == 1)
            expect(solve(&m, ANY, PLAIN), true, true, 24, 1e-9, 1e-9);
        else
            expect(solve(&m, MET, PLAIN), true, false, 24, k == 0 ? 1e-11 : 2e-8, k == 0 ? 1e-12 : 1e-9);
    }
}

static void loops(void **state)
{
    (void)state;
    struct mech m = {0};
    for (int n = 3; n <= 31; n = 2 * n + 1) {
        add_loop(&m, n, false, 1, 0.1);
        expect(solve(&m, MET, PLAIN), false, false, 0, 1e-12, 1e-12);
        add_loop(&m, n, true, 1, 0.1);
        expect(solve(&m, MET, PLAIN), true, false, 3, 1e-12, 1e-12);
        add_loop(&m, n, true, 1, 0.1);
        expect(solve(&m, ANY, PLAIN), true, true, 3, 1e-11, 1e-11);
        add_loop(&m, n, true, 1, 1e-5);
        expect(solve(&m, MET, PLAIN), true, false, 3, 1e-10, 1e-10);
    }
}

/* A six-bar-like loop of thin rods with unequal masses: true eigenvalues near 1e-8 must survive. */
static void thin_six_bar(void **state)
{
    (void)state;
    struct mech m = {0};
    add_loop(&m, 5, true, 1e2, 1e-5);
    expect(solve(&m, MET, PLAIN), true, false, 3, 1e-9, 1e-9);
    add_loop(&m, 5, true, 1e4, 1e-5);
    expect(solve(&m, MET, PLAIN), true, false, 3, 1e-7, 1e-7);
}

static void nails(void **state)
{
    (void)state;
    struct mech m = {0};
    for (int n = 2; n <= 10; n += 4) {
        int b = mech_body(&m, 0, 0, 0, 1, 0.4, 0.4, 0.4);
        for (int i = 0; i < n; i++)
            mech_ball_anywhere(&m, b, -1);
        expect(solve(&m, ANY, PLAIN), true, true, n == 2 ? 1 : 3 * n - 6, 1e-11, 1e-12);
    }
    /* Two nails through one point pull equally: half the force of one. */
    int b = mech_body(&m, 0, 0, 0, 1, 0.4, 0.4, 0.4);
    mech_ball(&m, b, -1, 0, 0, 0);
    mech_ball(&m, b, -1, 0, 0, 0);
    mech_build(&m, PLAIN);
    double r[6] = {1, 2, 3, 3, 2, 1}, x[6], rho[6], half[6] = {1, 1, 1, 1, 1, 1}, left[6] = {-1, 0, 1, 1, 0, -1};
    struct ldl_report p = ldl_min_norm(m.ldl, m.numbers, 0, r, x, rho);
    assert_true(p.singular && p.contradictory && fabs(p.rho_norm - 1.0 / 3) < 1e-12);
    assert_true(largest_difference(6, x, half) < 1e-12);
    assert_true(largest_difference(6, rho, left) < 1e-12);
    mech_free(&m);
}

static void hubs(void **state)
{
    (void)state;
    struct mech m = {0};
    for (int late = 0; late < 2; late++)
        for (int balls = 1; balls <= 100; balls *= 10) {
            add_hub(&m, balls, 0, 10);
            expect(solve(&m, ANY, late), false, false, 0, 1e-12, 1e-12);
            add_hub(&m, balls, 1, 10);
            expect(solve(&m, ANY, late), !late, false, 0, 1e-12, 1e-12);
            add_hub(&m, balls, 2, 10);
            expect(solve(&m, MET, late), true, false, 1, 1e-10, 1e-12);
            add_hub(&m, balls, 30, 10);
            expect(solve(&m, MET, late), true, false, 84, 1e-11, 1e-12);
            add_hub(&m, balls, 30, 10);
            expect(solve(&m, ANY, late), true, true, 84, 1e-11, 1e-12);
            add_hub(&m, balls, 1, 1e6);
            expect(solve(&m, MET, late), !late, false, 0, 1e-10, 1e-10);
            /* A hub on two hinges in one line, and one on a hinge. */
            add_hub(&m, balls, 0, 10);
            mech_hinge(&m, 0, -1, 0, 0, 1, false);
            expect(solve(&m, ANY, late), !late, false, 0, 1e-12, 1e-12);
            add_hub(&m, balls, 0, 10);
            mech_hinge(&m, 0, -1, 0, 0, 1, false);
            mech_hinge(&m, 0, -1, 0, 0, -1, false);
            expect(solve(&m, MET, late), true, false, 5, 1e-10, 1e-12);
        }
}

/* Hubs joined to each other, with arms between them: constraints without a diagonal block in the middle. */
static void joined_hubs(void **state)
{
    (void)state;
    struct mech m = {0};
    for (int late = 0; late < 2; late++)
        for (double mass = 1; mass < 1e7; mass *= 1e3) {
            int hub[2];
            for (int k = 0; k < 2; k++) {
                hub[k] = mech_body(&m, 3 * k, 0, 0, mass, 0.4 * mass, 0.3 * mass, 0.5 * mass);
                m.body.at[hub[k]].hub = true;
            }
            mech_hinge(&m, hub[0], hub[1], 1.5, 0, 0, false);
            mech_hinge(&m, hub[0], -1, -1.5, 0, 0, false);
            for (int i = 0; i < 20; i++) {
                double x = random_number(), y = random_number(), z = random_number();
                int arm = mech_body(&m, 2 * x, 2 * y, 2 * z, 1, 0.4, 0.4, 0.4);
                mech_ball(&m, hub[i % 2], arm, x, y, z);
            }
            expect(solve(&m, ANY, late), !late, false, 0, 1e-8, 1e-8);
        }
}

/* Thousands of nails through one hub: x = B (BᵀB)⁻¹ w where the right-hand side is B w. */
static void ten_thousand_nails(void **state)
{
    (void)state;
    enum { N = 10000 };
    int *size = MEM_ARRAY(int, N + 1), *pair = MEM_ARRAY(int, 2 * N);
    signed char *sign = MEM_ARRAY(signed char, N + 1);
    for (int i = 0; i <= N; i++) {
        size[i] = i < N ? 3 : 6;
        sign[i] = i < N ? 2 : -1;
        if (i < N)
            pair[2 * i] = N, pair[2 * i + 1] = i;
    }
    struct ldl *m = ldl_analyze(N + 1, size, sign, N, pair);
    struct ldl_numbers *numbers = ldl_numbers_new(m);
    assert_int_equal(ldl_entries(m), N * (9 + 18) + 36);
    double b[18], minus[36] = {0}, gram[36] = {0}, w[6] = {1, -2, 0.5, 3, 1, -1}, c[6];
    double *all = MEM_ARRAY(double, 18 * N), *r = MEM_ARRAY(double, 3 * N + 6), *x = MEM_ARRAY(double, 3 * N + 6);
    double *rho = MEM_ARRAY(double, 3 * N + 6);
    for (int i = 0; i < 6; i++)
        minus[7 * i] = -1;
    mech_store(m, numbers, N, N, 6, 6, minus);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 18; k++)
            all[18 * i + k] = b[k] = random_number();
        mech_store(m, numbers, i, N, 3, 6, b);
        for (int q = 0; q < 3; q++)
            for (int k = 0; k < 36; k++)
                gram[k] += b[6 * q + k / 6] * b[6 * q + k % 6];
        for (int q = 0; q < 18; q++)
            r[ldl_row(m, i) + q / 6] += b[q] * w[q % 6];
    }
    struct ldl_report report = ldl_min_norm(m, numbers, 0, r, x, rho);
    assert_true(report.singular && !report.contradictory);
    struct dense_work *work = dense_work_new(6);
    memcpy(c, w, sizeof c);
    assert_int_equal(dense_least_squares(work, 6, gram, c, 1e-12), 6);
    double most = 0, worst = 0;
    for (int i = 0; i < 3 * N; i++) {
        double expected = 0;
        for (int k = 0; k < 6; k++)
            expected += all[6 * i + k] * c[k];
        most = fmax(most, fabs(expected));
        worst = fmax(worst, fabs(x[ldl_row(m, i / 3) + i % 3] - expected));
    }
    assert_true(worst < 1e-9 * most);
    dense_work_free(work);
    ldl_free(m);
    ldl_numbers_free(numbers);
    void *part[] = {size, pair, sign, all, r, x, rho};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        mem_free(part[i]);
}

/* A right-hand side on the hub rows: A λ = r + B h (D = 1), also if the constraints' part is zero. */
static void hub_right_hand_side(void **state)
{
    (void)state;
    struct mech m = {0};
    for (int nails = 0; nails < 4; nails++) {
        add_hub(&m, 5, nails, 10);
        mech_build(&m, PLAIN);
        int n = m.rows;
        double r[64] = {0}, x[64], rho[64], e[64] = {0}, y[64] = {0}, reference[64], h[6];
        for (int i = 0; i < 6; i++)
            h[i] = r[n + i] = random_number();
        /* B h by multiplying a vector that is zero except on the hub. */
        memcpy(e + n, h, sizeof h);
        mech_order(&m, e, true);
        ldl_multiply(m.ldl, m.numbers, 0, e, y);
        mech_order(&m, y, false);
        mech_reference(&m, y, 1e-12, reference);
        mech_order(&m, r, true);
        ldl_min_norm(m.ldl, m.numbers, 0, r, x, rho);
        ldl_multiply(m.ldl, m.numbers, 0, x, y);
        mech_order(&m, x, false);
        mech_order(&m, y, false);
        assert_true(largest_difference(n, x, reference) < 1e-10 * largest_of(n, reference));
        /* And the hub rows are met exactly. */
        assert_true(largest_difference(6, y + n, h) < 1e-12);
        mech_free(&m);
    }
}

/* Redundant rows are those that random numbers leave in the null space. */
static void null_space(void **state)
{
    (void)state;
    struct mech m = {0};
    add_chain(&m, 10, equal);
    mech_ball(&m, 4, 3, 4, 0, 0);
    mech_build(&m, PLAIN);
    double z[33], r[33] = {0}, x[33], rho[33];
    for (int way = 0; way < 2; way++) {
        for (int i = 0; i < 33; i++)
            z[i] = random_number();
        if (way == 0)
            assert_true(ldl_prepare_null(m.ldl, m.numbers, 0));
        else
            assert_true(ldl_min_norm(m.ldl, m.numbers, 0, r, x, rho).singular);
        ldl_null_part(m.ldl, m.numbers, 0, z);
        mech_order(&m, z, false);
        for (int i = 0; i < 33; i++)
            if ((i >= 12 && i < 15) || i >= 30)
                assert_true(fabs(z[i]) > 1e-4 && fabs(z[i] + z[i < 15 ? i + 18 : i - 18]) < 1e-3 * fabs(z[i]));
            else
                assert_true(fabs(z[i]) < 1e-12);
    }
    mech_free(&m);
    add_chain(&m, 10, equal);
    mech_build(&m, PLAIN);
    assert_false(ldl_prepare_null(m.ldl, m.numbers, 0));
    ldl_null_part(m.ldl, m.numbers, 0, z);
    assert_true(largest_of(30, z) == 0);
    mech_free(&m);
}

/* The solution depends on matrix and right-hand side, not on history. */
static void no_history(void **state)
{
    (void)state;
    struct mech m = {0};
    double r[96], x[2][96], rho[2][96];
    add_loop(&m, 15, true, 1, 0.1);
    mech_build(&m, PLAIN);
    long count = ldl_values_count(m.ldl);
    double *kept = mem_copy(ldl_values(m.numbers), (size_t)count * sizeof *kept);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < m.rows; i++)
            r[i] = sin(i);
        assert_true(ldl_min_norm(m.ldl, m.numbers, 0, r, x[k], rho[k]).contradictory);
        /* Another matrix, another right-hand side in between. */
        for (long i = 0; i < count; i++)
            ldl_values(m.numbers)[i] *= 1.7;
        mech_consistent(&m, r);
        mech_order(&m, r, true);
        double other[96], none[96];
        assert_false(ldl_min_norm(m.ldl, m.numbers, 0, r, other, none).contradictory);
        memcpy(ldl_values(m.numbers), kept, (size_t)count * sizeof *kept);
    }
    assert_memory_equal(x[0], x[1], (size_t)m.rows * sizeof *r);
    assert_memory_equal(rho[0], rho[1], (size_t)m.rows * sizeof *r);
    mem_free(kept);
    mech_free(&m);
}

/* A zero matrix: all of r is contradictory, and the solution is zero, not NaN. */
static void empty_matrix(void **state)
{
    (void)state;
    int size[] = {3, 2}, pair[] = {0, 1};
    struct ldl *m = ldl_analyze(2, size, NULL, 1, pair);
    struct ldl_numbers *numbers = ldl_numbers_new(m);
    double r[5] = {1, -2, 3, 0, 5}, expected[5] = {1, -2, 3, 0, 5}, x[5], rho[5], zero[5] = {0};
    struct ldl_report p = ldl_min_norm(m, numbers, 0, r, x, rho);
    assert_true(p.singular && p.contradictory && p.smallest_pivot == 0 && fabs(p.rho_norm - 1) < 1e-12);
    assert_true(largest_difference(5, rho, expected) < 1e-12);
    assert_true(largest_difference(5, x, zero) < 1e-12);
    /* With a zero right-hand side there is no contradiction. */
    memset(r, 0, sizeof r);
    p = ldl_min_norm(m, numbers, 0, r, x, rho);
    assert_true(p.singular && !p.contradictory && p.rho_norm == 0);
    assert_true(largest_of(5, x) == 0);
    ldl_free(m);
    ldl_numbers_free(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regular_chains),
        cmocka_unit_test(doubled_joints),
        cmocka_unit_test(loops),
        cmocka_unit_test(thin_six_bar),
        cmocka_unit_test(nails),
        cmocka_unit_test(hubs),
        cmocka_unit_test(joined_hubs),
        cmocka_unit_test(ten_thousand_nails),
        cmocka_unit_test(hub_right_hand_side),
        cmocka_unit_test(null_space),
        cmocka_unit_test(no_history),
        cmocka_unit_test(empty_matrix),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mech_way = LDL_SUPERNODES; /* small as these matrices are */
    return failed + cmocka_run_group_tests_name("by supernodes", tests, NULL, NULL);
}
