/* test_allocator.c: all memory comes from the functions of a program and goes back to them, on all threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tenon/picture.h"
#include "tenon/tenon.h"

/* Blocks begin with a mark, so that one of another allocator is noticed. */
enum { HEAD = 16 };
static const uint64_t mark = 0x74656e6f6e212121u;

static atomic_long living, calls;

static void *allocate(void *user, size_t bytes)
{
    assert_ptr_equal(user, &living);
    char *p = malloc(bytes + HEAD);
    memcpy(p, &mark, sizeof mark);
    memset(p + HEAD, 0xa5, bytes); /* not zeroed, as malloc's */
    atomic_fetch_add(&living, 1);
    atomic_fetch_add(&calls, 1);
    return p + HEAD;
}

static void *resize(void *user, void *p, size_t bytes)
{
    assert_ptr_equal(user, &living);
    assert_memory_equal((char *)p - HEAD, &mark, sizeof mark);
    return (char *)realloc((char *)p - HEAD, bytes + HEAD) + HEAD;
}

static void release(void *user, void *p)
{
    assert_ptr_equal(user, &living);
    assert_memory_equal((char *)p - HEAD, &mark, sizeof mark);
    memset((char *)p - HEAD, 0, HEAD);
    free((char *)p - HEAD);
    atomic_fetch_sub(&living, 1);
}

static const char scene[] = "world: integrator gear; end let k = 2; gravity 9.81; object a: sphere 0.1; end object b: "
                            "box 0.2 0.2 0.2; position 1 0 0;\n"
                            "end object lump: block 1 1 1; size 0.1 0.1 0.1; stiffness 1000; position 3 0 0; end "
                            "variable q 1; minimize (q - k)^2;\n"
                            "constraint c: keep norm(a.center - b.center) = 1 + 0.1*sin(t); end constraint h: revolute "
                            "world b (1, 0, 0) (0, 0, 1)\n"
                            "min -1 max 1; end force f: spring a.center b.center stiffness 4 rest 0.1; end probe p = "
                            "a.center.z; point tip of a 0 0 0.1;\n"
                            "skin s over a b; at 0.2: off c; end";

static void *use(void *unused)
{
    (void)unused;
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(tn_read_text(w, "m.tn", scene, d), TN_OK);
    assert_int_equal(tn_read_text(w, "m.tn", "object 1 2 3", d), TN_WRONG_MODEL);
    tn_free(tn_diagnostics_text(d, 0));
    tn_history_keep(w, 10, 1 << 20);
    tn_world *clone = tn_world_clone(w);
    assert_int_equal(tn_advance(w, 0.3), TN_OK);
    assert_int_equal(tn_advance(clone, 0.1), TN_OK);
    tn_object_remove(w, tn_object_find(w, "a"));
    tn_undo(w);
    char *message = NULL;
    assert_int_equal(tn_object_set(w, tn_object_find(w, "a"), "mass", (double[]){-1}, 1, &message), TN_WRONG_USE);
    tn_free(message);
    char *text = tn_write_text(w);
    tn_world *again = tn_world_new();
    assert_int_equal(tn_read_text(again, "again", text, NULL), TN_OK);
    tn_free(text);
    tn_view *v = tn_view_take(w, NULL), *next = tn_view_take(w, v);
    tn_view_free(v);
    tn_view_free(next);
    tn_plot_options o = tn_plot_default();
    tn_plot *p = tn_plot_new(&o, NULL);
    tn_plot_line(p, "x", (double[]){0, 1}, (double[]){0, 1}, 2);
    tn_plot_free(p);
    tn_def *def = tn_def_parse("object z: sphere 1; end", NULL);
    tn_add(w, def, NULL, NULL);
    tn_def_free(def);
    tn_diagnostics_free(d);
    tn_world_free(again);
    tn_world_free(clone);
    tn_world_free(w);
    return NULL;
}

static void test_all(void **state)
{
    (void)state;
    tn_allocator a = tn_allocator_default();
    assert_int_equal(tn_allocate_with(&a), TN_WRONG_USE); /* no functions */
    a.allocate = allocate;
    a.resize = resize;
    a.release = release;
    a.user = &living;
    a.size = 0;
    assert_int_equal(tn_allocate_with(&a), TN_WRONG_USE);
    a.size = sizeof a;
    assert_int_equal(tn_allocate_with(&a), TN_OK);
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, use, NULL);
    use(NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert_true(atomic_load(&calls) > 1000);
    assert_int_equal(atomic_load(&living), 0);
    assert_int_equal(tn_allocate_with(&a), TN_WRONG_USE); /* too late */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
