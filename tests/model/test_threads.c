/* test_threads.c: worlds that share their names use them on different threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/model.h"
#include "tenon/tenon.h"

enum { THREADS = 8 };

struct job {
    tn_world *w;
    double value;
    char *text;
};

/* Looks up names, evaluates expressions, adds names, and describes them. */
static void *work(void *ctx)
{
    struct job *j = ctx;
    tn_status status = tn_probe_add(j->w, "q = p[2] + f(1)", NULL);
    if (status == TN_OK)
        status = tn_read_text(j->w, "more", "let more = f(3); probe r = more + p[3];", NULL);
    j->value = status == TN_OK ? tn_probe_value(j->w, 0) + tn_probe_value(j->w, 1) : -1;
    j->text = tn_write_text(j->w);
    return NULL;
}

static void names_are_shared(void **state)
{
    (void)state;
    tn_world *first = tn_world_new();
    assert_int_equal(tn_read_text(first, "text",
                                  "let L = 2; let f(x) = x*L; for i = 1 to 3: let k = i*L; let p[i] = k + f(t); end "
                                  "show forces; at 5: let L = 3; end",
                                  NULL),
                     TN_OK);
    struct job job[THREADS] = {0};
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
        job[i].w = tn_world_new();
        for (int k = 0; k < world_let_count(first); k++)
            world_add_let(job[i].w, world_let(first, k));
        world_share_scene(first, job[i].w);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, work, &job[i]), 0);
    struct job own = {.w = first};
    work(&own);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert_true(own.value == 6 + 12);
    for (int i = 0; i < THREADS; i++) {
        assert_true(job[i].value == own.value);
        assert_non_null(strstr(job[i].text, "let more = f(3);"));
        free(job[i].text);
        tn_world_free(job[i].w);
    }
    free(own.text);
    tn_world_free(first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_are_shared)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
