/* test_dense.c: the dense reference itself, on systems with known solutions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "linear/dense.h"

#include <math.h>
#include <string.h>

static void near(double x, double y) { assert_true(fabs(x - y) < 1e-14); }

static void least_squares(void **state)
{
    (void)state;
    struct dense_work *w = dense_work_new(3);
    /* Two equal rows with right-hand sides 1 and 3: the least-squares value is 2. */
    double a[9] = {1, 1, 0, 1, 1, 0, 0, 0, 4}, b[3] = {1, 3, 8};
    assert_int_equal(dense_least_squares(w, 3, a, b, 1e-10), 2);
    near(b[0], 1);
    near(b[1], 1);
    near(b[2], 2);
    /* The cutoff decides what is zero. */
    double c[4] = {1, 0, 0, 1e-9}, d[2] = {1, 1};
    assert_int_equal(dense_least_squares(w, 2, c, d, 1e-8), 1);
    near(d[0], 1);
    near(d[1], 0);
    double e[4] = {1, 0, 0, 1e-9}, f[2] = {1, 1};
    assert_int_equal(dense_least_squares(w, 2, e, f, 1e-10), 2);
    assert_true(fabs(f[1] - 1e9) < 1e-3);
    assert_int_equal(dense_least_squares(w, 0, NULL, NULL, 1e-10), 0);
    dense_work_free(w);
    dense_work_free(dense_work_new(0));
    dense_work_free(NULL);
}

static void independent_groups(void **state)
{
    (void)state;
    int start[] = {0, 1, 3, 4, 6, 7, 8};
    double j[8 * 4] = {
        1, 1,  0,    0, /* 0: kept */
        1, -1, 0,    0, /* 1: kept, */
        0, 0,  1e-6, 0, /*    however short */
        3, 5,  0,    0, /* 2: in the span of the above */
        0, 0,  0,    1, /* 3: first row is new, */
        2, 0,  7,    1, /*    but the second is not */
        0, 0,  0,    2, /* 4: kept, as 3 was not */
        1, 2,  3,    4, /* 5: nothing is left */
    };
    bool keep[6], expected[6] = {true, true, false, false, true, false};
    assert_int_equal(dense_independent_groups(6, start, 4, j, 1e-9, keep), 4);
    assert_memory_equal(keep, expected, sizeof keep);
    /* Rows that depend on each other only nearly: the tolerance decides. */
    double near_rows[4] = {1, 1, 1, 1 + 1e-7};
    int pair[] = {0, 1, 2};
    assert_int_equal(dense_independent_groups(2, pair, 2, near_rows, 1e-6, keep), 1);
    assert_int_equal(dense_independent_groups(2, pair, 2, near_rows, 1e-9, keep), 2);
    double zero[2] = {0, 0};
    assert_int_equal(dense_independent_groups(1, pair, 2, zero, 1e-9, keep), 0);
    assert_false(keep[0]);
    assert_int_equal(dense_independent_groups(0, pair, 2, zero, 1e-9, keep), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(least_squares),
        cmocka_unit_test(independent_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
