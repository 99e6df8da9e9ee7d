/* test_limits.c: limits, motors and inequalities in the language: the meaning of each statement in all its forms, and
 * its writing. The numerical methods are tested in tests/dynamics/test_limits.c. */
#include "moving.h"

static const double g = 9.81;

/* A rope is slack until it is taut: free fall, then a pendulum; what it carries acts on its second partner. */
static void a_rope_goes_taut_and_slack(void **state)
{
    (void)state;
    static const char text[] =
        "world: integrator INTEGRATOR; step 0.005; gravity 9.81; end\n"
        "object b: particle 2; position 0 0 0.5; end\n"
        "constraint rope: distance (0, 0, 1) b.center max 1 bounce 0.5; end\n"
        "probe f = force(rope).z; probe l = norm(b.center - (0,0,1)); probe d = deviation(rope);";
    for (int i = 0; i < 4; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        double tight = i == 3 ? 1e-2 : 1e-6, taut = sqrt(2 * 0.5 / g), v = g * taut;
        go(w, taut - 0.05);
        assert_true(probe(w, "f") == 0 && probe(w, "d") == 0 && probe(w, "l") < 1);
        go(w, taut + 0.05); /* it was jerked back, and is slack again */
        near_to(pose(w, "b").velocity.z, 0.5 * v - g * 0.05, tight * 5, "speed after the jerk");
        assert_true(probe(w, "f") == 0 && probe(w, "d") == 0 && probe(w, "l") < 1);
        go(w, 6);
        near_to(probe(w, "l"), 1, 1e-6, "length at rest");
        near_to(probe(w, "f"), 2 * g, 1e-4, "what it carries");
        assert_true(probe(w, "d") < 1e-6);
        tn_world_free(w);
    }
    /* the other way round it pulls at the nail */
    tn_world *w = scene("world: gravity 9.81; end object b: particle 2; position 0 0 0; end\n"
                        "constraint rope: distance b.center (0, 0, 1) max 1; end probe f = force(rope).z;");
    go(w, 1);
    near_to(probe(w, "f"), -2 * g, 1e-6, "what pulls at the nail");
    tn_world_free(w);
}

static void a_bumper_and_a_pair_of_bounds(void **state)
{
    (void)state;
    tn_world *w =
        scene("object a: particle 1; position 0 0 0; end object b: particle 3; position 2 0 0; velocity -1 0 0; end\n"
              "distance a.center b.center min 0.5;\n"
              "object c: particle 1; position 0 5 0; end object d: particle 1; position 1 5 0; velocity 1 0 0; end\n"
              "constraint both: distance c.center d.center; max 2; min 0.5; bounce 1; end\n"
              "probe l = norm(c.center - d.center);");
    go(w, 3); /* they meet at t = 1.5 and go on together, with the momentum they have */
    near_to(pose(w, "a").velocity.x, -0.75, 1e-9, "speed of both");
    near_to(pose(w, "b").velocity.x, -0.75, 1e-9, "speed of both");
    near_to(pose(w, "b").position.x - pose(w, "a").position.x, 0.5, 1e-6, "distance");
    near_to(probe(w, "l"), 0.5, 0.6, "within its bounds");
    /* 1 → 2 at t = 1, back to 0.5 at 2.5, elastic: at t = 3 it has opened to 1 again */
    near_to(probe(w, "l"), 1, 1e-6, "distance that goes to and fro");
    tn_world_free(w);
}

/* A ball slides off a table: the edge is a limit that is switched off, since a formula with a kink would not work. */
static void a_ball_slides_off_an_edge(void **state)
{
    (void)state;
    static const char text[] = "world: integrator INTEGRATOR; step 0.002; gravity 9.81; end\n"
                               "object b: particle 1; position 0 0 1; velocity 2 0 0; end\n"
                               "constraint table: keep b.center.z >= 1; during 0 0.5; end\n"
                               "constraint floor: keep 0 <= b.center.z; end";
    for (int i = 0; i < 4; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        double fall = sqrt(2 / g);
        go(w, 0.5);
        near_to(pose(w, "b").position.z, 1, 1e-12, "on the table");
        go(w, 0.5 + fall / 2);
        near_to(pose(w, "b").position.z, 0.75, i == 3 ? 5e-3 : 1e-7, "in the air");
        go(w, 0.5 + fall + 0.2);
        near_to(pose(w, "b").position.z, 0, 1e-7, "on the floor");
        near_to(pose(w, "b").velocity.x, 2, 1e-9, "still as fast");
        tn_world_free(w);
    }
}

/* Options in the statement, in the block, in any order: the same bits. */
static void every_way_to_write_it_means_the_same(void **state)
{
    (void)state;
    static const char head[] =
        "world: integrator rk4; gravity 5; end object a: box 1 0.1 0.1; position 0.5 0 0; end let m = 0.4;\n";
    static const char *const ways[] = {
        "constraint j: revolute world a (0,0,0) (0,1,0) min -0.2 max (m) bounce 0.5 motor speed 1 + t limit 3; end",
        "constraint j: revolute world a (0,0,0) (0,1,0) motor speed (1 + t) limit 3 bounce 0.5 max 0.4 min -0.2; end",
        "constraint j: bounce 0.5; max m; revolute world a (0,0,0) (0,1,0); motor speed t + 1 limit 3; min -0.2; end",
        "constraint j: revolute world a (0,0,0) (0,1,0) max m; min -0.2 bounce 0.5 motor speed (1+t) limit 3; end",
    };
    tn_world *w[4];
    for (int i = 0; i < 4; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s", head, ways[i]);
        w[i] = scene(text);
    }
    for (int k = 1; k <= 10; k++)
        for (int i = 0; i < 4; i++) {
            go(w[i], 0.2 * k);
            same_motion(w[0], w[i], ways[i]);
        }
    for (int i = 0; i < 4; i++)
        tn_world_free(w[i]);
}

/* Limits may be formulas of t and of other things. */
static void limits_may_be_formulas(void **state)
{
    (void)state;
    tn_world *w =
        scene("world: integrator rk4; gravity 9.81; end object b: box 0.1 0.1 0.1; position 0 0 2; end\n"
              "constraint lift: slider world b b.center (0, 0, 1) min (-1 + 0.2*t) max 3; end probe z = b.center.z;");
    go(w, 4);
    near_to(probe(w, "z"), 1 + 0.8, 1e-6, "carried up by its limit");
    near_to(pose(w, "b").velocity.z, 0.2, 1e-6, "as fast as the limit");
    tn_world_free(w);
}

static const char *const written[] = {
    "world: integrator INTEGRATOR; gravity 9.81; end object b: particle 1; position 0 0 1; velocity 0.3 0 0; end let L "
    "= 0.8;\n"
    "constraint floor: keep b.center.z >= 0.2; bounce 0.7; end distance (0, 0, 1) b.center max L; object c: particle "
    "2;\n"
    "position 1 0 1; end distance b.center c.center min 0.3 max (2*L) bounce 0.2;",
    "world: integrator INTEGRATOR; gravity 3; end object a: rod 1 0.05; position 0 0 -0.5; spin 3 0 0; end\n"
    "constraint j: revolute world a a.end2 (1, 0, 0) min -0.5 max 0.9 bounce 0.6; tau 0.05; end\n"
    "object q: box 0.2 0.2 0.2; position 2 0 0; end slider world q q.center (0, 0, 1) min -0.4 motor angle sin(t) "
    "limit 70;\n"
    "object v: cylinder 0.3 0.1; position 4 0 0; end constraint m: revolute world v v.center (0, 0, 1); motor speed 2 "
    "limit 1; end",
};

static void limits_are_written_again(void **state)
{
    (void)state;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++) {
                tn_world *w = scene_by(written[s], integrators[i]);
                go(w, 0.53 * k);
                free(round_trip(w, 0.53 * k + 0.8));
                tn_world_free(w);
            }
}

/* Limits and motors whose numbers are made of lets follow them, also when several are set, in clones and through undo; the text of
 * such a world is the same world. A number that was set itself follows no more. */
static void limits_follow_lets(void **state)
{
    (void)state;
    static const char *const joints[] = {"revolute world c (0, 0, 0) c.end1 (0, 1, 0) c.y max m",
                                         "revolute world c (0, 0, 0) c.end1 (0, 1, 0) c.y min (-m) max (m + n)",
                                         "revolute world c (0, 0, 0) c.end1 (0, 1, 0) c.y motor speed (m*n)",
                                         "revolute world c (0, 0, 0) c.end1 (0, 1, 0) c.y motor angle m limit 30",
                                         "slider world c (0, 0, 0) c.center (1, 0, 0.3) c.x min (m - 3) max n",
                                         "distance (0, 0, 0) c.center max m",
                                         "distance (0, 0, 0) c.center min (m/2) max (m*n)"};
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "let m = 1.4; let n = 1; gravity 9.81; object c: rod 1 0.02; position 1 0 0; end\n"
                 "constraint j: %s; end",
                 joints[i]);
        tn_world *w = scene(text), *still = scene(text);
        tn_history_keep(w, 10, 1 << 24);
        go(w, 0.5);
        for (int k = 0; k < 3; k++) {
            const double to = tn_time(w) + 0.3;
            assert_int_equal(tn_let_set(w, "m", 1.1 + 0.3 * k), TN_OK);
            assert_int_equal(tn_let_set(w, "n", 1.2 - 0.1 * k), TN_OK);
            char *text_now = tn_write_text(w);
            tn_world *again = scene(text_now), *copy = tn_world_clone(w);
            go(w, to);
            go(again, to);
            go(copy, to);
            const tn_vec3 x = pose(w, "c").position, y = pose(again, "c").position, z = pose(copy, "c").position;
            assert_memory_equal(&x, &y, sizeof x);
            assert_memory_equal(&x, &z, sizeof x);
            tn_free(text_now);
            tn_world_free(again);
            tn_world_free(copy);
        }
        go(still, tn_time(w));
        const tn_vec3 x = pose(w, "c").position, y = pose(still, "c").position;
        assert_memory_not_equal(&x, &y, sizeof x);
        tn_world_free(still);
        tn_world_free(w);
    }
    tn_world *w = scene("let m = 1; object c: rod 1 0.02; end\n"
                        "constraint j: revolute world c (0, 0, 0) c.end1 (0, 1, 0) c.y motor speed m; end");
    go(w, 1);
    assert_int_equal(tn_change_text(w, "change", "set speed j 3;", NULL), TN_OK);
    assert_int_equal(tn_let_set(w, "m", 7), TN_OK);
    go(w, 3);
    near_to(pose(w, "c").spin.y, 3, 1e-6, "a speed that was set itself");
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rope_goes_taut_and_slack), cmocka_unit_test(a_bumper_and_a_pair_of_bounds),
        cmocka_unit_test(a_ball_slides_off_an_edge),  cmocka_unit_test(every_way_to_write_it_means_the_same),
        cmocka_unit_test(limits_may_be_formulas),     cmocka_unit_test(limits_are_written_again),
        cmocka_unit_test(limits_follow_lets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
