/* A million steps (a tenth with sanitizers): memory does not grow, neither in the library's count nor for the
 * process. */
#include "../effort.h"
#include "model.h"

#include <unistd.h>

static long resident_kilobytes(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    long pages = -1;
    if (f != NULL && fscanf(f, "%*d %ld", &pages) != 1)
        pages = -1;
    if (f != NULL)
        fclose(f);
    return pages < 0 ? -1 : pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* A hanging pair with a limit that is reached now and then, a spring and a motor's formula: the parts that keep data
 * from step to step. */
static tn_world *swing(void)
{
    return model_text("world: gravity 9.81; end\n"
                      "object bob: particle 1; position 1 0 0; end\n"
                      "distance (0, 0, 0) bob.center 1;\n"
                      "constraint wall: keep bob.center.x >= -0.5; bounce 0.9; end\n"
                      "spring bob.center (0, 0, 3) stiffness 2 rest 1;\n"
                      "push bob.center (0.5*sin(t), 0, 0);\n"
                      "probe x = bob.center.x;\n");
}

static void check_steps(tn_integrator method, double tolerance, double step, long steps)
{
    tn_world *w = swing();
    tn_measures m;
    model_set(w, method, tolerance, step, 0);
    double t = 0;
    while (tn_count(w).steps < steps / 50)
        model_run(w, t += 0.5);
    tn_frame(w);
    tn_measure(w, &m);
    long done = tn_count(w).steps, rounds = (long)((double)(steps - done) / ((double)done / t) / 0.5) + 1;
    unsigned long allocations = 0;
    long before = resident_kilobytes();
    for (long i = 0; i < rounds; i++) {
        unsigned long now = mem_count();
        if (tn_advance(w, t += 0.5) != TN_OK)
            fail_msg("stuck: %s", tn_failure(w));
        tn_frame(w);
        tn_measure(w, &m);
        allocations += mem_count() - now;
        tn_probe_value(w, 0); /* allocates and frees memory */
    }
    long after = resident_kilobytes();
    if (allocations > 0)
        fail_msg("%lu allocations in %ld steps", allocations, steps);
    assert_true(tn_count(w).steps > steps / 2);
    assert_true(before > 0);
    if (after > before + 512)
        fail_msg("%ld steps: %ld kB more in memory", steps, after - before);
    tn_world_free(w);
}

static void a_million_of_euler(void **state)
{
    (void)state;
    check_steps(TN_EULER, 0, 0.001, effort(1000000, 100000));
}

static void many_of_rk4_and_adams(void **state)
{
    (void)state;
    check_steps(TN_RK4, 0, 0.002, effort(200000, 20000));
    check_steps(TN_ADAMS, 1e-12, 0, effort(200000, 20000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_of_euler),
        cmocka_unit_test(many_of_rk4_and_adams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
