/* test_contact_grid.c: steps with contact lie on a grid of their own: frames, times at which a run ends, snapshots, clones
 * and pictures of the state look at the motion inside a step and never change it. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

/* Bodies of all kinds thrown onto a floor, some held by joints, limits and motors. */
static tn_world *random_world(uint64_t *seed)
{
    static const char *const shapes[] = {"sphere 0.15",       "box 0.3 0.2 0.4", "capsule 0.1 0.3",
                                         "cylinder 0.15 0.3", "torus 0.2 0.05",  "rod 0.5 0.04"};
    static const char *const ways[] = {"", "exact", "fast"};
    char text[6000];
    const int count = 2 + (int)(4 * part(seed));
    int n =
        snprintf(text, sizeof text,
                 "world: gravity 9.81; step %.17g;%s end object floor: plane; end contact %s friction %g bounce %g;\n",
                 0.004 + 0.012 * part(seed), part(seed) < 0.3 ? " substeps 3;" : "", ways[(int)(3 * part(seed))],
                 part(seed), part(seed));
    for (int i = 0; i < count; i++)
        n += snprintf(
            text + n, sizeof text - (size_t)n,
            "object o%d: %s; position %.17g %.17g %.17g; rotation 1 %.17g 0.3 %.17g; velocity %.17g 0 0; %s end\n", i,
            shapes[(int)(6 * part(seed))], 0.1 * part(seed), 0.1 * part(seed), 0.5 + 0.6 * i, part(seed),
            3 * part(seed), 2 * part(seed) - 1, "");
    if (part(seed) < 0.5)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "constraint j: distance o0.center o1.center 0.6; end\nconstraint l: distance o0.center (0,0,1) "
                      "max 1.2; end\n");
    if (part(seed) < 0.3)
        n += snprintf(text + n, sizeof text - (size_t)n, "spring o1.center (0.3,0,1) stiffness 300 rest 0.4;\n");
    if (part(seed) < 0.3)
        n += snprintf(text + n, sizeof text - (size_t)n, "at 0.333: push o0.center (3,0,0); end\n");
    snprintf(text + n, sizeof text - (size_t)n, "probe load = contact(floor).z;");
    return world_of(text);
}

enum look { LOOK_FRAMES, LOOK_AT_RANDOM, LOOK_CLOSELY, LOOKS };

/* To `until`, looking on the way. */
static void run_looking(tn_world **w, enum look look, double until, uint64_t *seed)
{
    const int fps = 5 + (int)(100 * part(seed));
    for (int k = 1; tn_time(*w) < until; k++) {
        double t = look == LOOK_FRAMES ? (double)k / fps : tn_time(*w) + 0.05 * part(seed) * part(seed);
        assert_int_equal(tn_advance(*w, fmin(t, until)), TN_OK);
        assert_int_equal(tn_evaluate(*w), TN_OK);
        (void)tn_probe_value(*w, 0);
        if (look != LOOK_CLOSELY || part(seed) > 0.2)
            continue;
        if (part(seed) < 0.5) {
            tn_world *other = tn_world_clone(*w);
            tn_world_free(*w);
            *w = other;
        } else {
            tn_snapshot *s = tn_snapshot_take(*w);
            assert_int_equal(tn_advance(*w, fmin(tn_time(*w) + 0.03, until)), TN_OK);
            assert_int_equal(tn_snapshot_restore(*w, s), TN_OK);
            tn_snapshot_free(*w, s);
        }
    }
}

static void looking_changes_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < effort(120, 24); i++) {
        uint64_t seed = (uint64_t)i + 100, looks = (uint64_t)i + 7000;
        tn_world *plain = random_world(&seed);
        const double until = 0.4 + 0.5 * part(&looks);
        assert_int_equal(tn_advance(plain, until), TN_OK);
        const uint64_t want = state_of(plain);
        for (enum look look = LOOK_FRAMES; look < LOOKS; look++) {
            uint64_t again = (uint64_t)i + 100;
            tn_world *w = random_world(&again);
            run_looking(&w, look, until, &looks);
            if (state_of(w) != want)
                fail_msg("scene %d: looking (%d) has changed the motion", i, look);
            tn_world_free(w);
        }
        tn_world_free(plain);
    }
}

/* What is seen inside steps: a free fall is its parabola, also around impacts, and energy is accounted for. */
static void parabolas(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < effort(40, 10); i++) {
        const double step = 0.002 + 0.02 * part(&seed), z = 0.5 + part(&seed), v = 2 * part(&seed), r = 0.1;
        const double e = 0.5 + 0.5 * part(&seed), hit = sqrt(2 * (z - r) / model_g), up = e * model_g * hit;
        char text[400];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; step %.17g; end object floor: plane; end contact friction 0 bounce %.17g;\n"
                 "object o: sphere %g; position 0 0 %.17g; velocity %.17g 0 0; spin 1 2 30; end\n",
                 step, e, r, z, v);
        tn_world *w = world_of(text);
        for (int k = 1; k < 60; k++) {
            const double t = k * (hit + up / model_g) / 60, s = t - hit;
            assert_int_equal(tn_advance(w, t), TN_OK);
            tn_frame(w);
            const tn_pose p = model_pose(w, tn_object_find(w, "o"));
            check_near("height", p.position.z, s < 0 ? z - model_g * t * t / 2 : r + up * s - model_g * s * s / 2,
                       1e-9);
            check_near("speed", p.velocity.z, s < 0 ? -model_g * t : up - model_g * s, 1e-8);
            check_near("way", p.position.x, v * t, 1e-10);
        }
        tn_measures m;
        assert_int_equal(tn_measure(w, &m), TN_OK);
        check_near("drift", m.drift, 0, 1e-9);
        tn_world_free(w);
    }
}

/* Joints are met inside steps. */
static void joints_inside(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int i = 0; i < effort(20, 5); i++) {
        char text[800];
        snprintf(
            text, sizeof text,
            "world: gravity 9.81; step %.17g; end object floor: plane; position 0 0 -3; end contact friction 0.5;\n"
            "object a: rod 1 0.04; position 0.5 0 0; rotation 0 1 0 1.5707963267948966; end\n"
            "object b: rod 0.7 0.04; position 1.35 0 0; rotation 0 1 0 1.5707963267948966; end\n"
            "constraint h: revolute a b (1,0,0) (0,1,0); end constraint n: revolute world a (0,0,0) (0,1,0); end\n",
            0.003 + 0.01 * part(&seed));
        tn_world *w = world_of(text);
        for (int k = 1; k < 50; k++) {
            assert_int_equal(tn_advance(w, 0.0213 * k), TN_OK);
            assert_int_equal(tn_evaluate(w), TN_OK);
            tn_measures m;
            assert_int_equal(tn_measure(w, &m), TN_OK);
            check_near("gap", m.deviation, 0, 1e-9);
        }
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looking_changes_nothing),
        cmocka_unit_test(parabolas),
        cmocka_unit_test(joints_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
