/* test_contact_threads.c: heaps and crowds in contact give the same bytes with any number of threads: islands that are solved
 * exactly side by side, sweeps of large ones, both at once, with joints, and detection of contacts by several threads. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

/* Bodies of several shapes, near each other or in stacks; some pairs are joined. */
static char *crowd(int bodies, double spacing, const char *way, uint64_t seed)
{
    const size_t room = 400 * (size_t)bodies + 1000;
    char *text = malloc(room);
    size_t n = (size_t)snprintf(
        text, room,
        "world: gravity 9.81; step 0.01; end object floor: plane; end\ncontact %s friction 0.5 bounce %g;\n", way,
        part(&seed) < 0.5 ? 0 : 0.4);
    const int side = 8;
    for (int i = 0; i < bodies; i++) {
        static const char *const shapes[] = {"box 0.2 0.25 0.15", "sphere 0.12", "capsule 0.08 0.15",
                                             "cylinder 0.1 0.2", "box 0.3 0.2 0.05"};
        n += (size_t)snprintf(
            text + n, room - n,
            "object o[%d]: %s; density %g; position %.17g %.17g %.17g; rotation 1 %.17g 0.2 %.17g; velocity "
            "%g %g -1; end\n",
            i, shapes[(int)(5 * part(&seed))], 200 + 1000 * part(&seed), spacing * (i % side),
            spacing * (i / side % side), 0.2 + 0.35 * (i / side / side), part(&seed), 3 * part(&seed),
            part(&seed) - 0.5, part(&seed) - 0.5);
        if (i % 9 == 1)
            n += (size_t)snprintf(text + n, room - n,
                                  "constraint d%d: distance o[%d].center o[%d].center max 0.6; end\n", i, i - 1, i);
    }
    return text;
}

static double *ended(const char *text, int threads, double until, size_t *bytes)
{
    tn_world *w = world_of(text);
    tn_settings s = tn_world_settings(w);
    s.threads = threads;
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
    if (tn_advance(w, until) != TN_OK)
        fail_msg("%s", tn_failure(w));
    assert_true((w->work->team != NULL) == (threads > 1));
    *bytes = sizeof(double) * (size_t)w->plan->y_count;
    double *y = malloc(*bytes);
    memcpy(y, w->run.y, *bytes);
    tn_world_free(w);
    return y;
}

static void test_same_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < effort(6, 2); i++) {
        static const char *const ways[] = {"fast", "", "exact"};
        char *text = crowd(i % 3 == 2 ? 300 : 340, i % 3 == 0 ? 0.28 : 0.6, ways[i % 3], (uint64_t)i + 1);
        const double until = i % 3 == 0 ? 0.4 : 0.3;
        size_t bytes, others;
        double *one = ended(text, 1, until, &bytes);
        for (int threads = 2; threads <= 3; threads++) {
            double *more = ended(text, threads, until, &others);
            assert_int_equal(bytes, others);
            if (memcmp(one, more, bytes) != 0)
                fail_msg("crowd %d: other bytes with %d threads", i, threads);
            free(more);
        }
        free(one);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
