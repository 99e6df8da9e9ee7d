/* test_code.c: memory for machine code: the same bytes share memory, whoever asks; what is in use stays, on any number of
 * threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/code.h"
#include "base/threads.h"
#include "../effort.h"

static unsigned next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*seed >> 33);
}

/* Bytes that follow from `which` alone; up to three pages. */
static size_t bytes_of(unsigned which, unsigned char *out)
{
    uint64_t seed = which + 1;
    const size_t size = 1 + next(&seed) % (which % 7 == 0 ? 12000 : 200);
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char)next(&seed);
    return size;
}

/* Takes and gives back pieces at random; few kinds of bytes, so that many are shared. */
static void use(void *ctx, int task)
{
    enum { KINDS = 40, HELD = 60 };
    int *wrong = (int *)ctx + task;
    unsigned char expected[12001];
    void *held[HELD] = {0};
    unsigned kind[HELD] = {0};
    uint64_t seed = (uint64_t)task + 17;
    for (int round = effort(3000, 1000); round > 0; round--) {
        const unsigned i = next(&seed) % HELD;
        const size_t size = bytes_of(kind[i], expected);
        if (held[i] != NULL) {
            *wrong += memcmp(held[i], expected, size) != 0;
            code_free(held[i], size);
            held[i] = NULL;
            continue;
        }
        kind[i] = next(&seed) % KINDS;
        const size_t count = bytes_of(kind[i], expected);
        held[i] = code_new(expected, count);
        *wrong += held[i] == NULL || memcmp(held[i], expected, count) != 0;
    }
    for (int i = 0; i < HELD; i++)
        if (held[i] != NULL)
            code_free(held[i], bytes_of(kind[i], expected));
}

static void pieces_in_use_keep_their_bytes(void **state)
{
    (void)state;
    enum { TASKS = 8 };
    int wrong[TASKS] = {0};
    struct threads *team = threads_new(2);
    threads_run(team, TASKS, use, wrong);
    threads_free(team);
    for (int i = 0; i < TASKS; i++)
        assert_int_equal(wrong[i], 0);
}

static void equal_bytes_share_memory(void **state)
{
    (void)state;
    const unsigned char one[] = {0xc3, 1, 2}, other[] = {0xc3, 1, 3};
    void *a = code_new(one, sizeof one), *b = code_new(one, sizeof one), *c = code_new(other, sizeof other);
    assert_non_null(a);
    assert_ptr_equal(a, b);
    assert_ptr_not_equal(a, c);
    code_free(a, sizeof one);
    assert_memory_equal(b, one, sizeof one); /* its other user has it still */
    code_free(b, sizeof one);
    assert_memory_equal(c, other, sizeof other);
    code_free(c, sizeof other);
    assert_null(code_new(one, 0));
    code_free(NULL, 3);
}

/* A process may have 8192 pieces, each time anew; one more is refused and harms none. */
static void the_number_of_pieces_is_limited(void **state)
{
    (void)state;
    enum { MOST = 8192 };
    static void *held[MOST];
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < MOST; i++)
            assert_non_null(held[i] = code_new(&i, sizeof i));
        const int more = MOST;
        assert_null(code_new(&more, sizeof more));
        const int known = 5;
        void *shared = code_new(&known, sizeof known); /* what is there is still shared */
        assert_ptr_equal(shared, held[5]);
        code_free(shared, sizeof known);
        for (int i = 0; i < MOST; i++) {
            assert_memory_equal(held[i], &i, sizeof i);
            code_free(held[i], sizeof i);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_in_use_keep_their_bytes),
        cmocka_unit_test(equal_bytes_share_memory),
        cmocka_unit_test(the_number_of_pieces_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
