/* test_threads.c: a team of threads does every task once, round after round. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdatomic.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/threads.h"

enum { TASKS = 37 };

static void count(void *ctx, int task) { atomic_fetch_add(&((atomic_int *)ctx)[task], 1); }

static void test_all_once(void **state)
{
    (void)state;
    for (int size = 0; size < 6; size++) {
        struct threads *t = threads_new(size);
        assert_true(threads_count(t) >= 1 && (size == 0 || threads_count(t) <= size));
        atomic_int done[TASKS] = {0};
        for (int round = 1; round <= 300; round++) {
            int tasks = round % 3 == 0 ? TASKS : round % 3;
            threads_run(t, tasks, count, done);
        }
        assert_int_equal(done[0], 300);
        assert_int_equal(done[1], 200);
        for (int i = 2; i < TASKS; i++)
            assert_int_equal(done[i], 100);
        threads_free(t);
    }
}

/* A round reads what the previous one wrote. */
static void shift(void *ctx, int task)
{
    int *x = ctx;
    x[task + TASKS] = x[(task + 1) % TASKS] + 1;
}
static void back(void *ctx, int task)
{
    int *x = ctx;
    x[task] = x[task + TASKS];
}

static void test_rounds_follow(void **state)
{
    (void)state;
    struct threads *t = threads_new(4);
    int x[2 * TASKS] = {0};
    for (int i = 0; i < TASKS; i++)
        x[i] = i;
    for (int round = 0; round < TASKS * 20; round++) {
        threads_run(t, TASKS, shift, x);
        threads_run(t, TASKS, back, x);
    }
    for (int i = 0; i < TASKS; i++)
        assert_int_equal(x[i], i + TASKS * 20);
    threads_free(t);
}

static void test_no_team(void **state)
{
    (void)state;
    atomic_int done[TASKS] = {0};
    threads_run(NULL, TASKS, count, done);
    assert_int_equal(done[TASKS - 1], 1);
    assert_int_equal(threads_count(NULL), 1);
    threads_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_once),
        cmocka_unit_test(test_rounds_follow),
        cmocka_unit_test(test_no_team),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
