/* tn_interrupt from another thread, at any moment: every call ends, nothing is lost, and the motion has the same bits. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "tenon/scene.h"

struct nagging {
    tn_world *w;
    atomic_bool end;
    atomic_long asked;
};

/* Asks again and again, but leaves the other thread some time in between. */
static void *nag(void *ctx)
{
    struct nagging *n = ctx;
    while (!atomic_load(&n->end)) {
        tn_interrupt(n->w);
        atomic_fetch_add(&n->asked, 1);
        for (volatile int i = 0; i < 20000; i++)
            continue;
    }
    return NULL;
}

static const char *const models[] = {
    "world: gravity 9.81; end for i = 0 to 19: object r[i]: rod 0.3 0.02; position (0.3*i + 0.15) 0 0;\n"
    "rotation 0 1 0 (pi/2); end end connect r[0].end1 (0, 0, 0); for i = 1 to 19: connect r[i - 1].end2 r[i].end1; "
    "end\n",
    "world: gravity 9.81; end object floor: plane; end contact friction 0.4;\n"
    "for i = 0 to 19: object b[i]: box 0.2 0.2 0.2; position (0.01*i) 0 (0.15 + 0.25*i); end end\n",
    "world: gravity 9.81; end object j: block 6 6 6; size 0.5 0.5 0.5; stiffness 8000; viscosity 50; end\n"
    "connect j.node(0, 0, 0) (-0.25, -0.25, -0.25);\n",
    "world: method displacement; gravity 9.81; end for i = 0 to 19: object r[i]: rod 0.3 0.02;\n"
    "position (0.3*i + 0.15) 0 0; rotation 0 1 0 (pi/2); end end connect r[0].end1 (0, 0, 0);\n"
    "for i = 1 to 19: connect r[i - 1].end2 r[i].end1; end\n",
};

static tn_world *make(const char *text)
{
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "model", text, NULL), TN_OK);
    return w;
}

static void nagged(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        tn_world *whole = make(models[m]), *w = make(models[m]);
        struct nagging n = {.w = w};
        pthread_t thread;
        const double end = effort(20, 5) * 0.01;
        long interrupted = 0;
        for (int k = 1; k <= 2; k++)
            assert_int_equal(tn_advance(whole, k * end / 2), TN_OK);
        assert_int_equal(pthread_create(&thread, NULL, nag, &n), 0);
        while (atomic_load(&n.asked) == 0)
            continue;
        for (int k = 1; k <= 2; k++) {
            tn_status status;
            while ((status = tn_advance(w, k * end / 2)) == TN_INTERRUPTED) {
                double before = tn_time(w);
                interrupted++;
                assert_true(before <= k * end / 2);
            }
            assert_int_equal(status, TN_OK);
        }
        atomic_store(&n.end, true);
        pthread_join(thread, NULL);
        tn_interrupt_clear(w);
        assert_true(interrupted > 0);
        for (int i = 0; i < tn_object_count(w); i++) {
            tn_pose a, b;
            memset(&a, 0, sizeof a);
            memset(&b, 0, sizeof b);
            assert_int_equal(tn_object_pose(whole, tn_object_at(whole, i), &a), TN_OK);
            assert_int_equal(tn_object_pose(w, tn_object_at(w, i), &b), TN_OK);
            assert_memory_equal(&a, &b, sizeof a);
        }
        tn_world_free(whole);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nagged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
