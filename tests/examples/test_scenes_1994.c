/* The scenes of GG: they assemble from random poses, and the unicycle rolls. Measurements without a limit are
 * printed. */
#include "../effort.h"
#include "../world/model.h"

static const char *const scenes[] = {"flying-snake", "otary", "monocycle"};

static tn_world *load(const char *scene)
{
    const char *source = getenv("SOURCE");
    char path[1000];
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    snprintf(path, sizeof path, "%s/examples/gascuel-1994/%s.tn", source != NULL ? source : ".", scene);
    if (tn_read_file(w, path, d) != TN_OK)
        fail_msg("%s: %s", path, tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message : "it was refused");
    tn_diagnostics_free(d);
    return w;
}

/* ---- assembly ---- */

/* Every body at a random position within three metres, randomly oriented. */
static void scatter(tn_world *w, uint64_t seed)
{
    for (int i = 0; i < 20; i++)
        random_number(&seed);
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        tn_pose p = model_pose(w, o);
        vec3 axis = random_vector(&seed); /* in sequence, so that every compiler gives the same poses */
        quat turned = {random_number(&seed), axis.x, axis.y, axis.z};
        if (world_object(w, (int)o.slot)->motion == MOTION_DYNAMIC)
            tn_object_place(w, o, v3_add_scaled(p.position, 3, random_vector(&seed)), turned);
    }
}

static int met_of(const char *scene, tn_assembly_way way, int starts)
{
    int met = 0;
    for (int n = 0; n < starts; n++) {
        tn_world *w = load(scene);
        tn_assembly how = {.size = sizeof(tn_assembly), .way = way, .restarts = 5, .seed = 1 + (uint64_t)n};
        tn_assembled out;
        scatter(w, 1 + (uint64_t)n);
        assert_int_equal(tn_assemble_with(w, &how, &out), TN_OK);
        if (out.met)
            met++;
        else /* constraints that could not be met are named */
            assert_true(tn_constraint_valid(w, tn_constraint_find(w, out.worst)) || strchr(out.worst, '@') != NULL);
        for (int i = 0; i < tn_object_count(w); i++) { /* velocities are unchanged */
            tn_pose p = model_pose(w, tn_object_at(w, i));
            assert_true(v3_norm(p.velocity) == 0 && v3_norm(p.spin) == 0);
        }
        tn_world_free(w);
    }
    return met;
}

static void assembly_from_anywhere(void **state)
{
    (void)state;
    int starts = effort(200, 40);
    for (int i = 0; i < 3; i++) {
        int all = met_of(scenes[i], TN_ASSEMBLE_ALL_WAYS, starts), b = met_of(scenes[i], TN_ASSEMBLE_SCHEME_B, starts);
        print_message("%s from %d random starts: %d assembled, %d by scheme B alone\n", scenes[i], starts, all, b);
        assert_true(all >= starts * 99 / 100);
        assert_true(b >= starts * 99 / 100);
    }
}

/* ---- the unicycle ---- */

struct ride {
    double iterations, few; /* a frame, and frames with fewer than six */
    double off, slip;       /* the largest gap or angle, and the largest slip by the speed, once it rolls */
    double way;
};

static struct ride ride(tn_scheme scheme, double step, double tolerance)
{
    tn_world *w = load("monocycle");
    tn_settings s = tn_world_settings(w);
    struct ride r = {.iterations = 0};
    enum { FRAMES = 240, ROLLS = 90 };
    s.scheme = scheme;
    s.step = step;
    s.correction = tolerance;
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
    for (int i = 1; i <= FRAMES; i++) {
        long before = tn_count(w).iterations;
        model_run(w, i / 60.0);
        double here = (double)(tn_count(w).iterations - before);
        r.iterations += here / FRAMES;
        r.few += here < 6 ? 1.0 / FRAMES : 0;
        r.off = fmax(r.off, model_measure(w).deviation);
        if (i >= ROLLS)
            r.slip = fmax(r.slip, model_probe(w, "slip") / model_probe(w, "speed"));
    }
    r.way = model_probe(w, "way");
    tn_world_free(w);
    return r;
}

static void unicycle(void **state)
{
    (void)state;
    static const char *const names[] = {"A", "B", "gauss-seidel"};
    static const double steps[] = {1.0 / 60, 1.0 / 240}, tolerances[] = {1e-2, 1e-3, 1e-4};
    print_message("%-13s %7s %9s %12s %9s %10s %8s\n", "scheme", "step", "tolerance", "iterations", "below 6", "off",
                  "slip");
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++) {
                struct ride r = ride((tn_scheme)k, steps[i], tolerances[j]);
                print_message("%-13s %7.4f %9.0e %12.1f %7.0f %% %10.2g %6.2f %%\n", names[k], steps[i], tolerances[j],
                              r.iterations, 100 * r.few, r.off, 100 * r.slip);
                assert_true(isfinite(r.off) && r.off < 0.5); /* it holds together, however rough */
            }
    /* as the scene has it */
    struct ride r = ride(TN_GAUSS_SEIDEL, 1.0 / 240, 1e-4);
    check_near("the largest gap or angle", r.off, 0, 1e-3);
    check_near("slip by speed", r.slip, 0, 0.01);
    check_near("its way in 4 s", r.way, 3.7, 0.5);
}

/* The legs turn with the wheel: pedals and feet stay together all the time. */
static void the_wheel_drives_the_legs(void **state)
{
    (void)state;
    tn_world *w = load("monocycle");
    tn_object wheel = tn_object_find(w, "wheel"), foot = tn_object_find(w, "left-foot");
    double least = 10, most = -10;
    for (int i = 1; i <= 360; i++) {
        model_run(w, i / 60.0);
        vec3 pedal = model_point(w, wheel, v3(0.4, 0, -0.5)), sole = model_pose(w, foot).position;
        check_near("pedal and foot", v3_norm(v3_sub(pedal, sole)), 0, 1e-3);
        double height = sole.y - model_pose(w, wheel).center.y;
        least = fmin(least, height);
        most = fmax(most, height);
    }
    check_near("the foot's lowest, on a wheel that leans a little", least, -0.5, 0.05);
    check_near("and highest", most, 0.5, 0.05);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assembly_from_anywhere),
        cmocka_unit_test(unicycle),
        cmocka_unit_test(the_wheel_drives_the_legs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
