/* test_supernodes.c: wide islands by supernodes: against factoring by columns, the same bits for any number of threads,
 * and which islands are wide. Patterns and numbers come from generators with seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "../effort.h"
#include "base/threads.h"
#include "mechanism.h"

#include <stdio.h>

/* Blocks are bonds between bodies, and two with a body in common are a pair: as joints are in a net. */
struct bonds {
    ARRAY(int) at; /* two bodies each; the second may be -1 */
    int bodies;
};

static void bond(struct bonds *b, int i, int j)
{
    ARRAY_PUSH(&b->at, i);
    ARRAY_PUSH(&b->at, j);
}

enum shape { NET, HOLES, PLANAR, GRID, RANDOM, ARROW, PIECES, SHAPES };
static const char *const names[] = {"net", "net with holes", "random planar", "3D grid", "random", "arrow", "pieces"};

static void add_net(struct bonds *b, int n, int first, double holes, double kept, bool diagonals)
{
    bool *gone = MEM_ARRAY(bool, n *n);
    for (int i = 0; i < n * n; i++)
        gone[i] = random_number() < 2 * holes - 1;
    for (int i = 0; i < n * n; i++) {
        const int x = i % n, y = i / n;
        const int to[] = {x + 1 < n ? i + 1 : -1, y + 1 < n ? i + n : -1, x + 1 < n && y + 1 < n ? i + n + 1 : -1};
        for (int k = 0; k < (diagonals ? 3 : 2); k++)
            if (to[k] >= 0 && !gone[i] && !gone[to[k]] && random_number() < 2 * kept - 1)
                bond(b, first + i, first + to[k]);
    }
    b->bodies = first + n * n;
    mem_free(gone);
}

static struct bonds bonds_of(enum shape shape, int n)
{
    struct bonds b = {0};
    if (shape == NET || shape == HOLES || shape == PLANAR)
        add_net(&b, n, 0, shape == HOLES ? 0.2 : -1, shape == PLANAR ? 0.6 : 2, shape == PLANAR);
    if (shape == GRID) {
        int m = (int)cbrt(n * n);
        for (int i = 0; i < m * m * m; i++) {
            if (i % m + 1 < m)
                bond(&b, i, i + 1);
            if (i / m % m + 1 < m)
                bond(&b, i, i + m);
            if (i / m / m + 1 < m)
                bond(&b, i, i + m * m);
        }
        b.bodies = m * m * m;
    }
    if (shape == RANDOM) {
        b.bodies = 4 * n;
        for (int k = 0; k < 6 * n; k++) {
            int i = random_below(4 * n), j = random_below(4 * n - 1);
            bond(&b, i, j < i ? j : j + 1);
        }
    }
    if (shape == ARROW) { /* a chain whose links all hold one body more */
        b.bodies = 4 * n + 1;
        for (int i = 0; i < 4 * n; i++)
            bond(&b, i, i % 9 == 0 ? 4 * n : i + 1 < 4 * n ? i + 1 : -1);
    }
    for (int k = 0; shape == PIECES && k < 4; k++)
        add_net(&b, n / 2 + k, b.bodies, 0.05, 2, false);
    return b;
}

/* A matrix of the shape, in both ways, with the same numbers. */
struct wide {
    int n, pairs, *size, *pair;
    signed char *sign;
    struct ldl *m[2]; /* by columns, by supernodes */
    struct ldl_numbers *numbers[2];
    double *x[2]; /* by the caller's rows */
};

static void list_pairs(struct wide *w, const struct bonds *b)
{
    ARRAY(int) pair = {0};
    int *last = MEM_ARRAY(int, 8 * (size_t)w->n); /* up to eight bonds a body are joined with one another */
    int *count = MEM_ARRAY(int, b->bodies + 1), *list = MEM_ARRAY(int, 8 * (size_t)(b->bodies + 1));
    for (int i = 0; i < w->n; i++)
        for (int k = 0; k < 2; k++) {
            int body = b->at.at[2 * i + k];
            for (int q = 0; body >= 0 && q < (count[body] < 8 ? count[body] : 8); q++)
                if (list[8 * body + q] != i) {
                    ARRAY_PUSH(&pair, i);
                    ARRAY_PUSH(&pair, list[8 * body + q]);
                }
            if (body >= 0)
                list[8 * body + count[body]++ % 8] = i;
        }
    w->pairs = pair.count / 2;
    w->pair = pair.at;
    mem_free(last);
    mem_free(count);
    mem_free(list);
}

/* The same block in both matrices. */
static void store(struct wide *w, int i, int j, const double *block)
{
    for (int k = 0; k < 2; k++)
        mech_store(w->m[k], w->numbers[k], i, j, w->size[i], w->size[j], block);
}

/* Blocks beside the diagonal small enough for definite ones on it; `weak`: so much of the diagonal. */
static void fill(struct wide *w)
{
    double block[LDL_BLOCK * LDL_BLOCK];
    int *near = MEM_ARRAY(int, w->n);
    for (int k = 0; k < 2 * w->pairs; k++)
        near[w->pair[k]]++;
    for (int k = 0; k < w->pairs; k++) {
        int i = w->pair[2 * k], j = w->pair[2 * k + 1], most = near[i] > near[j] ? near[i] : near[j];
        for (int e = 0; e < w->size[i] * w->size[j]; e++)
            block[e] = 0.9 * random_number() / (most * LDL_BLOCK);
        store(w, i, j, block);
    }
    for (int i = 0; i < w->n; i++) {
        int s = w->size[i];
        for (int r = 0; r < s; r++)
            for (int c = 0; c <= r; c++)
                block[r * s + c] = block[c * s + r] = r == c ? w->sign[i] : 0.1 * random_number() / s;
        store(w, i, i, block);
    }
    mem_free(near);
}

/* sizes: of all blocks, or 0 for random ones; hubs: how many blocks in a hundred are negative. */
static struct wide wide_new(enum shape shape, int n, int sizes, int hubs)
{
    struct bonds b = bonds_of(shape, n);
    struct wide w = {.n = b.at.count / 2};
    w.size = MEM_ARRAY(int, w.n);
    w.sign = MEM_ARRAY(signed char, w.n);
    for (int i = 0; i < w.n; i++) {
        w.size[i] = sizes > 0 ? sizes : 1 + random_below(LDL_BLOCK);
        w.sign[i] = random_below(100) < hubs ? -1 : 1;
    }
    list_pairs(&w, &b);
    ARRAY_FREE(&b.at);
    for (int k = 0; k < 2; k++) {
        w.m[k] = ldl_analyze_for(k == 0 ? LDL_COLUMNS : LDL_SUPERNODES, w.n, w.size, w.sign, w.pairs, w.pair);
        w.numbers[k] = ldl_numbers_new(w.m[k]);
        w.x[k] = MEM_ARRAY(double, ldl_rows(w.m[k]));
        for (int i = 0; i < ldl_islands(w.m[k]); i++)
            assert_int_equal(ldl_island_wide(w.m[k], i), k == 1);
    }
    fill(&w);
    return w;
}

static void wide_free(struct wide *w)
{
    for (int k = 0; k < 2; k++) {
        ldl_free(w->m[k]);
        ldl_numbers_free(w->numbers[k]);
        mem_free(w->x[k]);
    }
    mem_free(w->size);
    mem_free(w->pair);
    mem_free(w->sign);
}

/* Random numbers, the same for the same block and row in both orders. */
static void random_vector(struct wide *w)
{
    for (int i = 0; i < w->n; i++)
        for (int r = 0; r < w->size[i]; r++)
            w->x[0][ldl_row(w->m[0], i) + r] = w->x[1][ldl_row(w->m[1], i) + r] = random_number();
}

static double difference(const struct wide *w)
{
    double most = 0, size = 0;
    for (int i = 0; i < w->n; i++)
        for (int r = 0; r < w->size[i]; r++) {
            double a = w->x[0][ldl_row(w->m[0], i) + r], b = w->x[1][ldl_row(w->m[1], i) + r];
            most = fmax(most, fabs(a - b));
            size = fmax(size, fabs(a));
        }
    return most / size;
}

static void compare_solutions(enum shape shape, int n, int sizes, int hubs)
{
    struct wide w = wide_new(shape, n, sizes, hubs);
    for (int shifted = 0; shifted < 2; shifted++) {
        random_vector(&w);
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < ldl_islands(w.m[k]); i++) {
                assert_true(ldl_factor(w.m[k], w.numbers[k], i, shifted, 1e-3) >= 1e-3);
                ldl_solve(w.m[k], w.numbers[k], i, w.x[k]);
            }
        if (!(difference(&w) < 1e-12))
            fail_msg("%s of %d: %g", names[shape], n, difference(&w));
    }
    /* The same in one pass, and the product. */
    random_vector(&w);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < ldl_islands(w.m[k]); i++) {
            double *rho = MEM_ARRAY(double, 2 * (size_t)ldl_rows(w.m[k])), *r = rho + ldl_rows(w.m[k]);
            ldl_copy(w.m[k], i, w.x[k], r);
            struct ldl_report report = ldl_min_norm(w.m[k], w.numbers[k], i, r, w.x[k], rho);
            assert_true(!report.singular);
            ldl_multiply(w.m[k], w.numbers[k], i, w.x[k], rho);
            for (int y = 0; y < ldl_rows(w.m[k]); y++)
                assert_true(r[y] == 0 || fabs(rho[y] - r[y]) < 1e-13 * LDL_BLOCK);
            mem_free(rho);
        }
    assert_true(difference(&w) < 1e-12);
    wide_free(&w);
}

static void as_by_columns(void **state)
{
    (void)state;
    static const int sizes[] = {3, 1, 5, 0};
    for (enum shape shape = NET; shape < SHAPES; shape++)
        for (int n = 3; n <= effort(24, 17); n += 7)
            for (int k = effort(0, 2); k < 4; k++)
                compare_solutions(shape, n, sizes[k], 0);
    for (enum shape shape = NET; shape < SHAPES; shape++)
        compare_solutions(shape, effort(17, 12), 0, 10);
}

/* Joints of a net: its matrix is that of a mechanism. In a plane, rows are redundant. */
static void mech_net(struct mech *m, int n, double height)
{
    for (int i = 0; i < n * n; i++)
        mech_body(m, i % n, i / n, height * random_number(), 1, 0.1, 0.1, 0.1);
    for (int i = 0; i < n * n; i++)
        for (int k = 0; k < 2; k++) {
            int j = k == 0 ? i + 1 : i + n;
            if (k == 0 ? i % n + 1 == n : i / n + 1 == n)
                continue;
            const double *a = m->body.at[i].at, *b = m->body.at[j].at;
            mech_ball(m, i, j, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2);
        }
}

/* Solves a net in both ways; x by the rows of the constraints. Returns the report of the second. */
static struct ldl_report solve_net(int n, double height, enum ldl_way way, struct threads *team, bool met, double *x)
{
    struct mech m = {0};
    struct ldl_report report = {0};
    random_state = 77;
    mech_way = way;
    mech_net(&m, n, height);
    mech_build(&m, false);
    mech_way = LDL_CHOSEN;
    size_t rows = (size_t)ldl_rows(m.ldl);
    double *r = MEM_ARRAY(double, rows), *rho = MEM_ARRAY(double, rows);
    mech_consistent(&m, r);
    for (size_t i = 0; i < rows && !met; i++)
        r[i] = random_number();
    mech_order(&m, r, true);
    ldl_numbers_team(m.numbers, team);
    report = ldl_min_norm(m.ldl, m.numbers, 0, r, x, rho);
    mech_order(&m, x, false);
    mem_free(r);
    mem_free(rho);
    mech_free(&m);
    return report;
}

static void singular_nets(void **state)
{
    (void)state;
    enum { N = 9, ROWS = 6 * N * (N - 1) };
    double x[2][ROWS];
    for (int met = 0; met < 2; met++) {
        struct ldl_report a = solve_net(N, 0, LDL_COLUMNS, NULL, met != 0, x[0]);
        struct ldl_report b = solve_net(N, 0, LDL_SUPERNODES, NULL, met != 0, x[1]);
        assert_true(a.singular && b.singular && a.contradictory == !met && b.contradictory == !met);
        assert_true(largest_difference(ROWS, x[0], x[1]) < 1e-8 * largest_of(ROWS, x[0]));
    }
    assert_true(!solve_net(N, 0.3, LDL_SUPERNODES, NULL, true, x[1]).singular);
    assert_true(!solve_net(N, 0.3, LDL_COLUMNS, NULL, true, x[0]).singular);
    assert_true(largest_difference(ROWS, x[0], x[1]) < 1e-9 * largest_of(ROWS, x[0]));
}

/* ---- threads ---- */

/* All that is computed has the same bits for 1, 2 and 4 threads. */
static void threads_agree(enum shape shape, int n, int sizes, int hubs)
{
    struct wide w = wide_new(shape, n, sizes, hubs);
    const int rows = ldl_rows(w.m[1]);
    double *first = MEM_ARRAY(double, rows), pivots[3] = {0};
    random_vector(&w);
    double *given = mem_copy(w.x[1], (size_t)rows * sizeof *given);
    for (int k = 0; k < 3; k++) {
        struct threads *team = k == 0 ? NULL : threads_new(2 * k);
        ldl_numbers_team(w.numbers[1], team);
        memcpy(w.x[1], given, (size_t)rows * sizeof *given);
        for (int i = 0; i < ldl_islands(w.m[1]); i++) {
            pivots[k] += ldl_factor_forward(w.m[1], w.numbers[1], i, 0, 1e-3, w.x[1]);
            ldl_backward(w.m[1], w.numbers[1], i, w.x[1]);
            ldl_solve(w.m[1], w.numbers[1], i, w.x[1]);
        }
        ldl_numbers_team(w.numbers[1], NULL);
        threads_free(team);
        assert_true(pivots[k] == pivots[0]);
        if (k == 0)
            memcpy(first, w.x[1], (size_t)rows * sizeof *first);
        assert_memory_equal(first, w.x[1], (size_t)rows * sizeof *first);
    }
    mem_free(first);
    mem_free(given);
    wide_free(&w);
}

static void same_bits(void **state)
{
    (void)state;
    for (enum shape shape = NET; shape < SHAPES; shape++) {
        threads_agree(shape, effort(24, 14), 3, 0);
        threads_agree(shape, effort(15, 10), 0, 5);
    }
    threads_agree(NET, effort(40, 26), 3, 0);
    enum { N = 16, ROWS = 6 * N * (N - 1) };
    static double x[3][ROWS];
    for (int k = 0; k < 3; k++) {
        struct threads *team = threads_new(1 << k);
        solve_net(N, 0, LDL_SUPERNODES, team, false, x[k]);
        threads_free(team);
        assert_memory_equal(x[0], x[k], sizeof x[0]);
    }
}

/* Bad pivots in several branches: the one that is returned does not depend on the threads. */
static void first_bad_pivot(void **state)
{
    (void)state;
    struct wide w = wide_new(NET, 30, 3, 0);
    double block[9] = {0}, pivot[2] = {0};
    for (int i = 0; i < w.n; i += 1 + w.n / 40) {
        for (int r = 0; r < 3; r++)
            block[4 * r] = 1e-5 * (1 + random_below(100));
        store(&w, i, i, block);
    }
    for (int round = 0; round < effort(40, 8); round++) {
        struct threads *team = round % 2 == 0 ? NULL : threads_new(1 + round % 4);
        ldl_numbers_team(w.numbers[1], team);
        pivot[round > 0] = ldl_factor(w.m[1], w.numbers[1], 0, 0, 1e-2);
        ldl_numbers_team(w.numbers[1], NULL);
        threads_free(team);
        assert_true(pivot[0] < 1e-2 && (round == 0 || pivot[1] == pivot[0]));
    }
    wide_free(&w);
}

/* ---- choice, order, memory ---- */

/* Chains, trees and small nets stay with columns; large nets do not, however they are numbered. */
static void which_are_wide(void **state)
{
    (void)state;
    enum { N = 4000 };
    int *size = MEM_ARRAY(int, N), *pair = MEM_ARRAY(int, 2 * N);
    for (int tree = 0; tree < 2; tree++) {
        for (int i = 0; i < N; i++) {
            size[i] = 6;
            pair[2 * i] = i + 1;
            pair[2 * i + 1] = tree ? i / 2 : i;
        }
        struct ldl *m = ldl_analyze(N, size, NULL, N - 1, pair);
        assert_true(!ldl_island_wide(m, 0));
        ldl_free(m);
    }
    mem_free(size);
    mem_free(pair);
    for (int n = 8; n <= 64; n *= 2) {
        struct wide w = wide_new(NET, n, 3, 0);
        struct ldl *chosen = ldl_analyze(w.n, w.size, w.sign, w.pairs, w.pair);
        assert_int_equal(ldl_island_wide(chosen, 0), n >= 64);
        assert_true(n >= 64 || ldl_entries(chosen) == ldl_entries(w.m[0]));
        ldl_free(chosen);
        wide_free(&w);
    }
}

static void numbering_matters_little(void **state)
{
    (void)state;
    struct wide w = wide_new(NET, 60, 3, 0);
    int *name = MEM_ARRAY(int, w.n);
    for (int i = 0; i < w.n; i++)
        name[i] = i;
    for (int i = w.n - 1; i > 0; i--) {
        int j = random_below(i + 1), swap = name[i];
        name[i] = name[j];
        name[j] = swap;
    }
    for (int k = 0; k < 2 * w.pairs; k++)
        w.pair[k] = name[w.pair[k]];
    struct ldl *other = ldl_analyze_for(LDL_SUPERNODES, w.n, w.size, w.sign, w.pairs, w.pair);
    double ratio = (double)ldl_entries(other) / (double)ldl_entries(w.m[1]);
    assert_true(ratio > 0.95 && ratio < 1.05);
    ldl_free(other);
    mem_free(name);
    wide_free(&w);
}

static void nothing_is_allocated(void **state)
{
    (void)state;
    struct wide w = wide_new(NET, 20, 0, 3);
    struct threads *team = threads_new(2);
    ldl_numbers_team(w.numbers[1], team);
    double *rho = MEM_ARRAY(double, ldl_rows(w.m[1])), *r = MEM_ARRAY(double, ldl_rows(w.m[1]));
    unsigned long before = mem_count();
    ldl_factor(w.m[1], w.numbers[1], 0, 1e-3, 0);
    ldl_solve(w.m[1], w.numbers[1], 0, w.x[1]);
    ldl_min_norm(w.m[1], w.numbers[1], 0, r, w.x[1], rho);
    assert_int_equal(mem_count(), before);
    assert_true(ldl_bytes(w.m[1]) > 0 && ldl_numbers_bytes(w.m[1]) >= sizeof(double) * (size_t)ldl_entries(w.m[1]));
    ldl_numbers_team(w.numbers[1], NULL);
    threads_free(team);
    mem_free(rho);
    mem_free(r);
    wide_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_by_columns),
        cmocka_unit_test(singular_nets),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(first_bad_pivot),
        cmocka_unit_test(which_are_wide),
        cmocka_unit_test(numbering_matters_little),
        cmocka_unit_test(nothing_is_allocated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
