/* test_ldl.c: structure, factorization and solution against dense LAPACK, on random block graphs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "mechanism.h"

#include <stdio.h>

/* A random symmetric block matrix: diagonally dominant blocks of the given signs, with a dense copy. */
struct sample {
    int n, pairs, rows;
    int size[64], pair[2 * 512];
    signed char sign[64];
    struct ldl *m;
    struct ldl_numbers *numbers;
    double *dense;
};

static void put(struct sample *s, int i, int j, const double *block)
{
    int ri = ldl_row(s->m, i), rj = ldl_row(s->m, j);
    mech_store(s->m, s->numbers, i, j, s->size[i], s->size[j], block);
    for (int r = 0; r < s->size[i]; r++)
        for (int c = 0; c < s->size[j]; c++)
            s->dense[(ri + r) * s->rows + rj + c] = s->dense[(rj + c) * s->rows + ri + r] = block[r * s->size[j] + c];
}

static void fill(struct sample *s)
{
    double block[LDL_BLOCK * LDL_BLOCK];
    for (int k = 0; k < s->pairs; k++) {
        for (int i = 0; i < LDL_BLOCK * LDL_BLOCK; i++)
            block[i] = random_number();
        put(s, s->pair[2 * k], s->pair[2 * k + 1], block);
    }
    for (int b = 0; b < s->n; b++) {
        int t = s->size[b];
        for (int r = 0; r < t; r++)
            for (int c = 0; c <= r; c++)
                block[r * t + c] = block[c * t + r] = random_number();
        put(s, b, b, block);
    }
    /* Dominant diagonal: definite with the sign of the block. */
    for (int b = 0; b < s->n; b++)
        for (int r = 0; r < s->size[b]; r++) {
            double sum = 0.1, *row = s->dense + (size_t)(ldl_row(s->m, b) + r) * (size_t)s->rows;
            bool transposed;
            for (int c = 0; c < s->rows; c++)
                sum += fabs(row[c]);
            row[ldl_row(s->m, b) + r] = s->sign[b] < 0 ? -sum : sum;
            ldl_values(s->numbers)[ldl_offset(s->m, b, b, &transposed) + r * s->size[b] + r] =
                row[ldl_row(s->m, b) + r];
        }
}

/* same: all sizes, or 0 for random ones; hubs: how many blocks in ten are negative. */
static struct sample *sample_new(int n, int pairs, int same, int hubs)
{
    struct sample *s = MEM_NEW(struct sample);
    s->n = n;
    s->pairs = n > 1 ? pairs : 0;
    for (int i = 0; i < n; i++) {
        s->size[i] = same > 0 ? same : 1 + random_below(LDL_BLOCK);
        s->sign[i] = random_below(10) < hubs ? -1 : 1;
    }
    for (int k = 0; k < s->pairs; k++) {
        int i = random_below(n), j = random_below(n - 1);
        s->pair[2 * k] = i;
        s->pair[2 * k + 1] = j < i ? j : j + 1;
    }
    s->m = ldl_analyze_for(mech_way, n, s->size, s->sign, s->pairs, s->pair);
    s->numbers = ldl_numbers_new(s->m);
    s->rows = ldl_rows(s->m);
    s->dense = MEM_ARRAY(double, (size_t)s->rows *(size_t)s->rows);
    fill(s);
    return s;
}

static void sample_free(struct sample *s)
{
    ldl_free(s->m);
    ldl_numbers_free(s->numbers);
    mem_free(s->dense);
    mem_free(s);
}

static void dense_multiply(const struct sample *s, const double *x, double *y)
{
    for (int r = 0; r < s->rows; r++) {
        y[r] = 0;
        for (int c = 0; c < s->rows; c++)
            y[r] += s->dense[r * s->rows + c] * x[c];
    }
}

/* Sparse product and solution of every island against the dense ones. */
static void check_sample(struct sample *s)
{
    size_t rows = (size_t)s->rows;
    double *x = MEM_ARRAY(double, rows), *y = MEM_ARRAY(double, rows), *z = MEM_ARRAY(double, rows);
    double *a = mem_copy(s->dense, rows * rows * sizeof *a);
    struct dense_work *w = dense_work_new(s->rows);
    for (int i = 0; i < s->rows; i++)
        x[i] = random_number();
    dense_multiply(s, x, y);
    for (int k = 0; k < ldl_islands(s->m); k++)
        ldl_multiply(s->m, s->numbers, k, x, z);
    assert_true(largest_difference(s->rows, y, z) < 1e-13 * (1 + largest_of(s->rows, y)));
    memcpy(y, x, rows * sizeof *y);
    assert_int_equal(dense_least_squares(w, s->rows, a, y, 1e-14), s->rows);
    for (int k = 0; k < ldl_islands(s->m); k++) {
        assert_true(ldl_factor(s->m, s->numbers, k, 0, 0) > 0.05);
        ldl_solve(s->m, s->numbers, k, x);
    }
    assert_true(largest_difference(s->rows, x, y) < 1e-13 * (1 + largest_of(s->rows, y)));
    dense_work_free(w);
    mem_free(a);
    mem_free(x);
    mem_free(y);
    mem_free(z);
}

static void random_graphs(void **state)
{
    (void)state;
    static const int sizes[] = {0, 0, 0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int n = 1; n <= 24; n += 1 + n / 3)
            for (int pairs = 0; pairs <= 3 * n; pairs += n) {
                struct sample *s = sample_new(n, pairs, sizes[k], k % 3 == 1 ? 3 : 0);
                check_sample(s);
                sample_free(s);
            }
}

static void random_graphs_by_supernodes(void **state)
{
    mech_way = LDL_SUPERNODES;
    random_graphs(state);
    mech_way = LDL_CHOSEN;
}

static void no_blocks(void **state)
{
    (void)state;
    struct ldl *m = ldl_analyze(0, NULL, NULL, 0, NULL);
    assert_int_equal(ldl_rows(m), 0);
    assert_int_equal(ldl_islands(m), 0);
    assert_int_equal(ldl_entries(m), 0);
    assert_int_equal(ldl_values_count(m), 0);
    assert_true(ldl_bytes(m) > 0 && ldl_numbers_bytes(m) > 0);
    ldl_free(m);
    ldl_free(NULL);
}

static void offsets(void **state)
{
    (void)state;
    int size[] = {2, 3, 1, 4}, pair[] = {0, 1, 1, 0, 1, 2, 1, 2, 2, 1};
    struct ldl *m = ldl_analyze(4, size, NULL, 5, pair);
    bool here, there;
    assert_int_equal(ldl_values_count(m), 4 + 9 + 1 + 16 + 6 + 3);
    assert_int_equal(ldl_offset(m, 0, 1, &here), ldl_offset(m, 1, 0, &there));
    assert_true(here != there);
    assert_true(ldl_offset(m, 0, 1, &here) >= 0);
    assert_int_equal(ldl_offset(m, 0, 2, &here), -1);
    assert_int_equal(ldl_offset(m, 0, 3, &here), -1);
    /* Every block has its own place. */
    int taken[39] = {0};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++) {
            long at = ldl_offset(m, i, j, &here);
            for (int k = 0; at >= 0 && k < size[i] * size[j]; k++)
                taken[at + k]++;
        }
    for (int k = 0; k < 39; k++)
        assert_int_equal(taken[k], 1);
    assert_int_equal(ldl_islands(m), 2);
    assert_int_equal(ldl_island_of(m, 0), 0);
    assert_int_equal(ldl_island_of(m, 2), 0);
    assert_int_equal(ldl_island_of(m, 3), 1);
    assert_int_equal(ldl_row(m, 3), 6);
    ldl_free(m);
}

/* A fill-in block is not a block of A, although L stores it. */
static void fill_is_not_stored(void **state)
{
    (void)state;
    int size[] = {3, 3, 3, 3}, pair[] = {0, 1, 1, 2, 2, 3, 3, 0};
    struct ldl *m = ldl_analyze(4, size, NULL, 4, pair);
    bool transposed;
    assert_int_equal(ldl_values_count(m), 8 * 9);
    assert_int_equal(ldl_entries(m), 9 * 9);
    assert_int_equal(ldl_offset(m, 0, 2, &transposed), -1);
    assert_int_equal(ldl_offset(m, 1, 3, &transposed), -1);
    ldl_free(m);
}

/* An island's solution is the same to the last bit, independent of other islands and of history. */
static void islands_are_independent(void **state)
{
    (void)state;
    enum { N = 9 };
    int size[3 * N], pair[6 * N], pairs = 0;
    for (int i = 0; i < 3 * N; i++)
        size[i] = 1 + i % N % 6;
    for (int k = 0; k < 3; k++)
        for (int i = 1; i < N; i++, pairs++) {
            pair[2 * pairs] = k * N + i;
            pair[2 * pairs + 1] = k * N + (i > 1 ? 7 * i % (i - 1) : 0);
        }
    struct ldl *one = ldl_analyze(N, size, NULL, N - 1, pair), *all = ldl_analyze(3 * N, size, NULL, pairs, pair);
    struct ldl_numbers *numbers_of_one = ldl_numbers_new(one), *numbers_of_all = ldl_numbers_new(all);
    assert_int_equal(ldl_islands(one), 1);
    assert_int_equal(ldl_islands(all), 3);
    int rows = ldl_rows(one);
    for (long i = 0; i < ldl_values_count(all); i++)
        ldl_values(numbers_of_all)[i] = NAN;
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            bool here, there;
            long from = ldl_offset(one, i, j, &here), to = ldl_offset(all, N + i, N + j, &there);
            assert_true((from < 0) == (to < 0) && (from < 0 || here == there));
            for (int r = 0; from >= 0 && r < size[i] * size[j]; r++)
                ldl_values(numbers_of_all)[to + r] = ldl_values(numbers_of_one)[from + r] =
                    i == j ? (r % (size[i] + 1) == 0 ? 9.5 : 0.5) : 0.3 * random_number();
        }
    double x[128], y[3 * 128];
    for (int i = 0; i < 3 * rows; i++)
        y[i] = NAN;
    for (int i = 0; i < rows; i++)
        x[i] = y[rows + i] = random_number();
    ldl_factor(all, numbers_of_all, 1, 0.5, 0);
    ldl_factor(one, numbers_of_one, 0, 0, 0);
    ldl_factor(all, numbers_of_all, 1, 0, 0);
    ldl_solve(one, numbers_of_one, 0, x);
    ldl_solve(all, numbers_of_all, 1, y);
    assert_memory_equal(x, y + rows, (size_t)rows * sizeof *x);
    assert_true(isnan(y[0]) && isnan(y[2 * rows]) && isfinite(x[0]));
    ldl_free(one);
    ldl_numbers_free(numbers_of_one);
    ldl_numbers_free(numbers_of_all);
    ldl_free(all);
}

static void shift_and_floor(void **state)
{
    (void)state;
    int size[] = {2, 2, 1}, pair[] = {0, 1, 1, 2};
    signed char sign[] = {1, 1, -1};
    struct ldl *m = ldl_analyze(3, size, sign, 2, pair);
    struct ldl_numbers *numbers = ldl_numbers_new(m);
    double zero[4] = {0}, one[4] = {1, 0, 0, 1}, minus = -1, x[5] = {1, 1, 1, 1, 1};
    mech_store(m, numbers, 0, 0, 2, 2, one);
    mech_store(m, numbers, 1, 1, 2, 2, zero);
    mech_store(m, numbers, 2, 2, 1, 1, &minus);
    assert_true(ldl_factor(m, numbers, 0, 0, 1e-3) == 0);
    /* Without a floor a zero pivot does not cause a division by zero. */
    assert_true(ldl_factor(m, numbers, 0, 0, 0) == 0);
    ldl_solve(m, numbers, 0, x);
    for (int i = 0; i < 5; i++)
        assert_true(isfinite(x[i]));
    /* The shift is on sign +1 only. */
    for (int i = 0; i < 5; i++)
        x[i] = 1;
    assert_true(fabs(ldl_factor(m, numbers, 0, 0.25, 0.1) - 0.25) < 1e-15);
    ldl_solve(m, numbers, 0, x);
    static const double expected[3] = {0.8, 4, -1};
    for (int b = 0; b < 3; b++)
        for (int r = 0; r < size[b]; r++)
            assert_true(fabs(x[ldl_row(m, b) + r] - expected[b]) < 1e-15);
    ldl_numbers_free(numbers);
    ldl_free(m);
}

static int shape_pairs(int shape, int n, int *pair)
{
    for (int i = 1; i < n; i++) {
        pair[2 * i - 2] = i;
        pair[2 * i - 1] = shape == 0 ? i - 1 : shape == 1 ? (i - 1) / 2 : 0;
    }
    return n - 1;
}

/* Chains, trees and stars have no fill at all. */
static void linear_size(void **state)
{
    (void)state;
    enum { N = 5000 };
    int *size = MEM_ARRAY(int, N), *pair = MEM_ARRAY(int, 2 * N);
    signed char *sign = MEM_ARRAY(signed char, N);
    for (int shape = 0; shape < 3; shape++) {
        for (int i = 0; i < N; i++) {
            size[i] = shape == 2 && i == 0 ? 6 : 3;
            sign[i] = shape == 2 && i == 0 ? -1 : 1;
        }
        struct ldl *m = ldl_analyze(N, size, sign, shape_pairs(shape, N, pair), pair);
        assert_int_equal(ldl_entries(m), shape < 2 ? 9 * (2 * N - 1) : (N - 1) * (9 + 18) + 36);
        assert_int_equal(ldl_entries(m), ldl_values_count(m));
        assert_int_equal(ldl_islands(m), 1);
        ldl_free(m);
    }
    mem_free(size);
    mem_free(pair);
    mem_free(sign);
}

static void numeric_functions_allocate_nothing(void **state)
{
    (void)state;
    struct sample *s = sample_new(20, 40, 0, 2);
    double *x = MEM_ARRAY(double, s->rows), *y = MEM_ARRAY(double, s->rows), *z = MEM_ARRAY(double, s->rows);
    unsigned long before = mem_count();
    for (int k = 0; k < ldl_islands(s->m); k++) {
        ldl_factor(s->m, s->numbers, k, 1e-3, 0);
        ldl_solve(s->m, s->numbers, k, x);
        ldl_multiply(s->m, s->numbers, k, x, y);
        ldl_min_norm(s->m, s->numbers, k, x, y, z);
        ldl_prepare_null(s->m, s->numbers, k);
        ldl_null_part(s->m, s->numbers, k, z);
    }
    assert_int_equal(mem_count(), before);
    mem_free(x);
    mem_free(y);
    mem_free(z);
    sample_free(s);
}

/* A straight chain that hangs from one end: 1 at the nail, 2 at the other joints, −1 between. In an order that begins
 * or ends at the nail all pivots are of the size of the diagonal, however long the chain. Where an order comes from
 * both ends, the last pivot is 1/N of that, and looks like a singular position (ldl_damp), which it is not. */
static void a_long_hanging_chain(void **state)
{
    (void)state;
    enum { N = 10000, ROWS = 3 };
    int *size = MEM_ARRAY(int, N), *pair = MEM_ARRAY(int, 2 * N);
    for (int i = 0; i < N; i++) {
        size[i] = ROWS;
        pair[2 * i] = i;
        pair[2 * i + 1] = i + 1;
    }
    struct ldl *m = ldl_analyze(N, size, NULL, N - 1, pair);
    struct ldl_numbers *numbers = ldl_numbers_new(m);
    for (int i = 0; i < N; i++) {
        double block[ROWS * ROWS] = {0}, next[ROWS * ROWS] = {0};
        for (int r = 0; r < ROWS; r++) {
            block[4 * r] = i == 0 ? 0.5 : 1;
            next[4 * r] = -0.5;
        }
        mech_store(m, numbers, i, i, ROWS, ROWS, block);
        if (i + 1 < N)
            mech_store(m, numbers, i, i + 1, ROWS, ROWS, next);
    }
    assert_int_equal(ldl_islands(m), 1);
    double pivot = ldl_factor(m, numbers, 0, 0, 0);
    if (!(pivot > 0.49))
        fail_msg("a pivot of %.2g", pivot);
    mem_free(size);
    mem_free(pair);
    ldl_numbers_free(numbers);
    ldl_free(m);
}

/* Equal blocks and pairs share one analysis; any difference makes another. Those who came first may go first. */
static void equal_analyses_are_shared(void **state)
{
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        struct sample *s = sample_new(2 + trial % 60, 4 * (trial % 60), 0, trial % 4);
        struct ldl_known *known = ldl_known_new();
        struct ldl *first = ldl_analyze_known(known, s->n, s->size, s->sign, s->pairs, s->pair);
        ldl_known_close(known);
        struct ldl *same = ldl_analyze_known(known, s->n, s->size, s->sign, s->pairs, s->pair);
        assert_ptr_equal(first, same);
        const int b = trial % s->n, size = s->size[b];
        s->size[b] = size % LDL_BLOCK + 1;
        struct ldl *other = ldl_analyze_known(known, s->n, s->size, s->sign, s->pairs, s->pair);
        assert_ptr_not_equal(other, first);
        assert_int_not_equal(ldl_rows(other), ldl_rows(first));
        s->size[b] = size;
        ldl_free(other);
        s->sign[b] = s->sign[b] < 0 ? 1 : -1;
        other = ldl_analyze_known(known, s->n, s->size, s->sign, s->pairs, s->pair);
        assert_ptr_not_equal(other, first);
        ldl_free(other);
        s->sign[b] = s->sign[b] < 0 ? 1 : -1;
        if (s->pairs > 0) {
            other = ldl_analyze_known(known, s->n, s->size, s->sign, s->pairs - 1, s->pair);
            assert_ptr_not_equal(other, first);
            ldl_free(other);
        }
        ldl_free(first);
        ldl_known_free(known);
        assert_true(ldl_rows(same) > 0);
        ldl_free(same);
        sample_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(random_graphs_by_supernodes),
        cmocka_unit_test(equal_analyses_are_shared),
        cmocka_unit_test(no_blocks),
        cmocka_unit_test(offsets),
        cmocka_unit_test(fill_is_not_stored),
        cmocka_unit_test(islands_are_independent),
        cmocka_unit_test(shift_and_floor),
        cmocka_unit_test(linear_size),
        cmocka_unit_test(a_long_hanging_chain),
        cmocka_unit_test(numeric_functions_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
