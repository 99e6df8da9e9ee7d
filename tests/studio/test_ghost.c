/* test_ghost.c: where traced points would go is what they then do, and looking ahead changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "page.h"

enum { POSES = 8 * TN_POSE_NUMBERS, POINTS = 3 * 700 };

/* The numbers of the first path of the last reply. */
static int path_of(const struct test_page *p, double *out)
{
    struct value_arena *arena = NULL;
    const char *why = NULL;
    const struct value *m = value_read(p->reply.at, p->reply.length, &arena, &why), *paths = value_member(m, "paths");
    int count = 0;
    for (const struct value *v = paths->first->first; v != NULL && count < POINTS; v = v->next)
        out[count++] = v->number;
    value_free(arena);
    return count / 3;
}

static void crank(struct test_host *h, struct studio_host *host, double length)
{
    char open[600];
    test_open(h, host);
    test_join(h, 1);
    snprintf(
        open, sizeof open,
        ",\"name\":\"a.tn\",\"text\":\"world: gravity 9.81; until 9; end\\nobject crank: rod %g 0.04; position 0 0 "
        "%g; end\\nconstraint pin: revolute world crank (0, 0, 0) (0, 1, 0); motor speed 2; end\\ntrace "
        "crank.end2;\\n\"",
        length, length / 2);
    assert_true(test_ask(h, 1, "open", open));
}

static void test_path(void **state)
{
    (void)state;
    static const double lengths[] = {0.3, 1, 2.5};
    for (int i = 0; i < 3; i++) {
        struct studio_host host = {.token = "secret"};
        struct test_host h;
        static double before[POSES], after[POSES], path[POINTS];
        double way = 0, then[3];
        crank(&h, &host, lengths[i]);
        tn_world *w = studio_world(h.session);
        char *text = studio_copy(studio_text(h.session));
        assert_int_equal(tn_poses(w, before, 1), TN_OK);
        assert_true(test_ask(&h, 1, "ghost", ",\"seconds\":3"));
        const int count = path_of(&h.page[1], path);
        assert_int_equal(count, 91);
        for (int k = 0; k < count; k++) { /* the motor overcomes the weight: a circle about the pin */
            const double *x = path + 3 * k;
            assert_true(fabs(sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / lengths[i] - 1) < 1e-4);
            way += k > 0 ? sqrt(pow(x[0] - x[-3], 2) + pow(x[2] - x[-1], 2)) : 0;
        }
        assert_true(way > 4 * lengths[i]);
        assert_int_equal(tn_poses(w, after, 1), TN_OK);
        assert_memory_equal(before, after, TN_POSE_NUMBERS * sizeof *before);
        assert_true(tn_time(w) == 0);
        assert_string_equal(text, studio_text(h.session));
        assert_true(test_ask(&h, 1, "step", ",\"seconds\":1"));
        tn_pose p;
        assert_int_equal(tn_object_pose(w, tn_object_at(w, 0), &p), TN_OK);
        then[0] = 2 * p.position.x;
        then[2] = 2 * p.position.z;
        assert_true(hypot(then[0] - path[90], then[2] - path[92]) < 1e-3 * lengths[i]);
        free(text);
        test_end(&h);
    }
}

static void test_refused(void **state)
{
    (void)state;
    struct studio_host host = {.token = "secret"};
    struct test_host h;
    crank(&h, &host, 1);
    assert_false(test_ask(&h, 1, "ghost", ",\"seconds\":0"));
    assert_false(test_ask(&h, 1, "ghost", ",\"seconds\":1e9"));
    assert_true(test_ask(&h, 1, "grab", ",\"thing\":\"crank\",\"local\":[0,0,0.5]"));
    test_message(&h, 1, "{\"op\":\"drag\",\"handle\":1,\"to\":[1,0,0.1],\"input\":1}");
    test_tick(&h);
    assert_true(test_ask(&h, 1, "ghost", "")); /* in the middle of a drag, whose handle stays */
    assert_int_equal(tn_handle_count(studio_world(h.session)), 1);
    assert_true(test_ask(&h, 1, "release", ",\"handle\":1"));
    assert_true(test_ask(&h, 1, "run", ",\"play\":true"));
    assert_false(test_ask(&h, 1, "ghost", ""));
    test_end(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_path), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
