/* test_timeline.c: at-blocks: events happen exactly at their times, under every integrator; they are written, read,
 * undone and repeated to the bit; and every error is found before anything moves. */
#include "../effort.h"
#include "broken_moments.h"
#include "moving.h"

enum { MOMENTS = sizeof broken_moments / sizeof *broken_moments };

static void each_mistake_has_its_message(void **state)
{
    (void)state;
    for (int i = 0; i < MOMENTS; i++)
        broken_check(&broken_moments[i]);
    broken_check_different(broken_moments, MOMENTS);
    assert_true(MOMENTS >= 25);
}

/* A body falls from rest when its nail is removed, and is thrown by a new force: closed forms to the tolerance. */
static void things_happen_exactly_at_their_times(void **state)
{
    (void)state;
    static const char text[] = "world: integrator INTEGRATOR; step 0.01; end let g = 10;\n"
                               "force down: gravity g; off; end object b: particle 2; end\n"
                               "constraint nail: connect b.center (0, 0, 0); end\n"
                               "at 1/3: on down; end at 0.7071: off nail; end at 1.2345: let g = 2; end\n"
                               "at 1.5: push b.center (6, 0, 0); end probe f = force(nail).z;";
    for (int i = 0; i < 4; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        double near = i == 3 ? 0.05 : 1e-8, fall = 1.2345 - 0.7071;
        go(w, 0.5);
        near_to(probe(w, "f"), -20, 1e-9, "what the nail carries");
        near_to(pose(w, "b").position.z, 0, 1e-12, "on its nail");
        go(w, 1.2345);
        near_to(pose(w, "b").velocity.z, -10 * fall, 1e-8, "speed of the fall");
        near_to(pose(w, "b").position.z, -5 * fall * fall, near, "depth of the fall");
        go(w, 2);
        near_to(pose(w, "b").velocity.z, -10 * fall - 2 * (2 - 1.2345), 1e-8, "speed with less gravity");
        near_to(pose(w, "b").velocity.x, 3 * 0.5, 1e-8, "pushed from 1.5 on");
        near_to(pose(w, "b").position.x, 3 * 0.125, near, "pushed so far");
        tn_world_free(w);
    }
}

/* Switched by an event, and by a program between two runs that are connected by a text: the same bits. */
static void an_event_is_the_same_as_two_runs(void **state)
{
    (void)state;
    static const char text[] = "world: integrator INTEGRATOR; step 0.01; gravity 9.81; end\n"
                               "object a: rod 1 0.05; position 0.5 0 0; rotation 0 1 0 1.5; end\n"
                               "object b: rod 1 0.05; position 1.5 0 0; rotation 0 1 0 1.5; end\n"
                               "constraint top: connect a.end1 (0, 0, 0); end\n"
                               "constraint mid: connect a.end2 b.end1; %s end at 0.637: %s; end";
    for (int i = 0; i < 4; i++)
        for (int on = 0; on < 2; on++) {
            char whole[1000], first[1000];
            snprintf(whole, sizeof whole, text, on ? "off;" : "", on ? "on mid" : "off mid");
            snprintf(first, sizeof first, text, on ? "off;" : "", "set tau top 0.1");
            tn_world *w = scene_by(whole, integrators[i]), *one = scene_by(first, integrators[i]);
            go(w, 0.637);
            go(one, 0.637);
            assert_true(tn_time(w) == 0.637);
            char *glue = tn_write_text(one);
            tn_world *two = scene(glue);
            tn_constraint_switch(two, tn_constraint_find(two, "mid"), on);
            for (int k = 1; k <= 4; k++) {
                go(w, 0.637 + 0.2 * k);
                go(two, 0.637 + 0.2 * k);
                same_motion(w, two, glue);
            }
            free(glue);
            tn_world_free(w);
            tn_world_free(one);
            tn_world_free(two);
        }
}

/* Everything at once: additions of all kinds, removals, switches, parameters, lets, limits, intervals. */
static const char busy[] =
    "world: gravity g; integrator INTEGRATOR; step 0.01; until 3; frames 10; end\n"
    "let g = 9.81; let L = 0.8; let k = 2*g; object ball: sphere 0.1; position 0 0 1; end\n"
    "constraint floor: keep ball.center.z >= 0.1; bounce 0.8; end\n"
    "at 1.2: object late: rod 1 0.05; position 0 3 3; rotation 1 0 0 0.3; spin 0 1 0; end\n"
    "  constraint hang: revolute late w late.end1 (1,0,0) min -0.5 max 0.7 bounce 0.3; end\n"
    "  force blow: push late.center (0,1,sin(t)); end connect ball2.center ball.center; nail n 0 0 1; end\n"
    "object w: cylinder 0.5 0.1; position 0 3 3.5; end point rim of w 0.5 0 0;\n"
    "constraint j: revolute world w w.center (0,0,1) motor speed (2+t) limit 5; end\n"
    "object ball2: particle 1; position 2 0 1; end\n"
    "constraint rope: distance (2,0,1) ball2.center max L bounce 0.2; end\n"
    "force sp: spring ball2.center (3,0,0) stiffness k rest 0.1; end\n"
    "force wind: push ball.center (0.1, 0, 0); during 0.5 1.5; end\n"
    "constraint pin: distance w.at(0.2,0.1,0) (0.5,3,3.5) L; tau 0.2; off; end\n"
    "probe a = angle(j); probe b = late.center.z; probe c = norm(force(hang));\n"
    "at 0.53: let g = 1.6; set stiffness sp 11; set bounce floor 0.5; end\n"
    "at 0.9: on pin; set tau pin 0.3; let L = 0.6; set limit j 3; end\n"
    "at 1.77: off hang; remove rope; set speed m 2; end object q: box 0.2 0.2 0.2; position 5 5 5; end\n"
    "constraint m: slider world q q.center (0,0,1) motor speed 1 limit 200 min 0 max 2; end\n"
    "for i = 1 to 3: at 1 + i/10: object drop[i]: particle i; position i 9 9; end end end\n"
    "at 2.31: remove late; remove wind; set max m 1.1; set feedback m 100 20; remove drop[2]; end";

static void what_is_to_come_is_written_again(void **state)
{
    (void)state;
    static const double when[] = {0, 0.4, 0.53, 1, 1.2, 1.5, 2, 2.31, 2.6};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 9; k += effort(1, 2)) {
            tn_world *w = scene_by(busy, integrators[i]);
            go(w, when[k]);
            char *text = round_trip(w, 3);
            assert_true((strstr(text, "remove late") != NULL) == (when[k] < 2.31));
            assert_true((strstr(text, "object late") != NULL) == (when[k] < 2.31));
            assert_true((strstr(text, "constraint rope") != NULL) == (when[k] < 1.77));
            assert_true((strstr(text, "let g = 1.6") != NULL));
            assert_true((strstr(text, "probe b") != NULL) == (when[k] < 2.31));
            free(text);
            tn_world_free(w);
        }
}

/* Numbers of objects and kinds change at their time, with the expected motion; the written text is equivalent. */
static void objects_and_kinds_are_set(void **state)
{
    (void)state;
    static const char text[] =
        "world: gravity 0; integrator rk4; step 0.01; end\n"
        "object a: particle 2; position 0 0 0; end\nforce f: push a.center (4, 0, 0); end\n"
        "object b: sphere 0.1; position 0 1 0; end\nvariable x 1;\n"
        "object c: particle 1; position 5 0 0; end\nconstraint rod: distance c.center (4, 0, 0) 1; tau 0.05; end\n"
        "at 1: set mass a 4; set velocity b 0 0 3; set color b 1 0.5 0; set value x 7; set rate x 2; set d rod 1.5; "
        "end\n"
        "at 2: set position a 0 0 9; set spin b 0 0 1; end\n";
    tn_world *w = scene(text);
    tn_world *again = NULL;
    for (int round = 0; round < 2; round++) {
        tn_world *now = round == 0 ? w : again;
        assert_int_equal(tn_advance(now, 0.5), TN_OK);
        if (round == 0) { /* future events are written */
            char *written = tn_write_text(now);
            again = scene(written);
            free(written);
        }
        assert_int_equal(tn_advance(now, 1.5), TN_OK);
        tn_pose a, b, x;
        assert_int_equal(tn_object_pose(now, tn_object_find(now, "a"), &a), TN_OK);
        assert_int_equal(tn_object_pose(now, tn_object_find(now, "b"), &b), TN_OK);
        assert_int_equal(tn_object_pose(now, tn_object_find(now, "x"), &x), TN_OK);
        assert_true(fabs(a.velocity.x - 2.5) < 1e-12 && a.mass == 4);
        assert_true(fabs(b.position.z - 1.5) < 1e-12 && b.position.y == 1);
        assert_true(fabs(x.position.x - 8) < 1e-12);
        assert_int_equal(tn_advance(now, 3), TN_OK);
        double d[6];
        tn_constraint rod = tn_constraint_find(now, "rod");
        tn_constraint_state s;
        assert_true(tn_constraint_number(now, rod, "d", d) == 1 && d[0] == 1.5);
        assert_int_equal(tn_constraint_get(now, rod, &s), TN_OK);
        assert_true(s.size < 1e-6);
        assert_int_equal(tn_object_pose(now, tn_object_find(now, "a"), &a), TN_OK);
        assert_true(a.position.z == 9 && fabs(a.velocity.x - 4) < 1e-12);
        /* and the number that was set */
        char *written = tn_write_text(now);
        assert_non_null(strstr(written, "(4, 0, 0) 1.5"));
        assert_non_null(strstr(written, "color 1 0.5 0"));
        free(written);
    }
    tn_world_free(w);
    tn_world_free(again);
}

/* A snapshot in the middle: restoring it brings back all objects, and the following motion is the same to the bit. */
static void a_snapshot_takes_events_back(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            static const double when[] = {0.3, 1.6, 2.2};
            tn_world *w = scene_by(busy, integrators[i]);
            go(w, when[k]);
            tn_snapshot *s = tn_snapshot_take(w);
            bool late = there(w, "late");
            char *before = tn_write_text(w);
            go(w, 3);
            char *after = tn_write_text(w);
            assert_false(there(w, "late"));
            assert_true(there(w, "drop[1]") && !there(w, "drop[2]"));
            assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
            assert_true(there(w, "late") == late);
            char *again = tn_write_text(w);
            assert_string_equal(before, again);
            go(w, 3);
            char *end = tn_write_text(w);
            assert_string_equal(after, end);
            free(before);
            free(after);
            free(again);
            free(end);
            tn_snapshot_free(w, s);
            tn_world_free(w);
        }
}

/* An addition by a text, with its events, is undone too. */
static void a_snapshot_takes_texts_back(void **state)
{
    (void)state;
    tn_world *w = scene("world: integrator rk4; gravity 9.81; end object a: particle 1; end at 1: remove a; end");
    go(w, 0.5);
    tn_snapshot *s = tn_snapshot_take(w);
    assert_int_equal(
        tn_read_text(w, "more", "object b: particle 1; end at 0.7: object c: particle 2; end end at 0.8: remove b; end",
                     NULL),
        TN_OK);
    go(w, 2);
    assert_true(there(w, "c") && !there(w, "b") && !there(w, "a"));
    assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
    assert_true(there(w, "a"));
    assert_false(tn_object_valid(w, tn_object_find(w, "b")));
    go(w, 2);
    assert_false(there(w, "a"));
    tn_snapshot_free(w, s);
    tn_world_free(w);
}

/* A joint uses the poses of its parts when it is added; names are known everywhere; sizes do not follow lets. */
static void what_comes_later_takes_its_pose_then(void **state)
{
    (void)state;
    tn_world *w = scene("let r = 0.1; let s = r/2; object a: box 1 r r; velocity 1 0 0; end\n"
                        "at 2: constraint h: revolute world a a.center (0, 0, 1); end let r = 5; set tau h 0.2; end\n"
                        "at 3: off h; end probe x = a.center.x; probe an = angle(h); probe rr = r; probe ss = s;");
    double mass = pose(w, "a").mass;
    near_to(probe(w, "rr"), 0.1, 0, "before");
    go(w, 2.5);
    near_to(probe(w, "x"), 2, 0.2, "held about where it was");
    near_to(probe(w, "an"), 0, 1e-9, "angle from there");
    near_to(probe(w, "rr"), 5, 0, "after");
    near_to(probe(w, "ss"), 2.5, 0, "what is made of it follows");
    assert_true(pose(w, "a").mass == mass);
    tn_world_free(w);
}

/* A probe has no value without its object; a time in the past is an error; two texts share the time. */
static void texts_may_follow_each_other(void **state)
{
    (void)state;
    tn_world *w = scene("object a: particle 1; end constraint c: connect a.center (0, 0, 0); end\n"
                        "at 2: object b: particle 1; position 0 0 4; end end probe p = b.center.z;");
    assert_true(isnan(probe(w, "p")));
    go(w, 1);
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(tn_read_text(w, "m", "at 0.5: off c; end", d), TN_WRONG_MODEL);
    assert_string_equal(tn_diagnostics_get(d, 0).message, "the time 0.5 has passed: the clock is at 1");
    assert_int_equal(tn_read_text(w, "m", "at 1.5: remove b; end", d), TN_WRONG_MODEL);
    assert_int_equal(tn_read_text(w, "m", "at 2.5: remove b; end at 1: off c; end", d), TN_OK);
    tn_diagnostics_free(d);
    go(w, 2);
    assert_true(there(w, "b"));
    near_to(probe(w, "p"), 4, 0, "where it is");
    go(w, 2.5);
    assert_false(there(w, "b"));
    assert_true(isnan(probe(w, "p")));
    tn_world_free(w);
}

/* Intervals start and end exactly, under every integrator. */
static void intervals_are_exact(void **state)
{
    (void)state;
    static const char text[] = "world: integrator INTEGRATOR; step 0.01; end object b: particle 2; end\n"
                               "force kick: push b.center (0, 4, 0); during 0.1234 0.9876; end\n"
                               "object c: particle 1; velocity 1 0 0; end\n"
                               "constraint hold: speed vel(c.center) = (0, 0, 3); during 0.5 1.25; end";
    for (int i = 0; i < 4; i++) {
        tn_world *w = scene_by(text, integrators[i]);
        go(w, 2);
        near_to(pose(w, "b").velocity.y, 2 * (0.9876 - 0.1234), 1e-9, "speed after the kick");
        near_to(pose(w, "c").velocity.x, exp(-0.75 / 0.1), i == 3 ? 1e-3 : 1e-7, "speed that decays while it is held");
        tn_world_free(w);
    }
}

/* Before its object is added and after the timeline removes it; a program removes both. */
static void a_probe_knows_whether_it_sees_something(void **state)
{
    (void)state;
    tn_world *w = scene("object a: particle 1; position 0 0 1; end object b: particle 1; end\n"
                        "at 1: object c: particle 1; end end at 2: remove c; end\n"
                        "probe of-a = a.center.z; probe of-c = c.center.z + a.center.z; probe odd = sqrt(-1 - t);");
    for (int k = 0; k < 3; k++) {
        go(w, k + 0.5);
        assert_true(tn_probe_there(w, 0));
        assert_true(tn_probe_there(w, 1) == (k == 1));
        assert_true(isnan(tn_probe_value(w, 1)) == (k != 1));
        assert_true(tn_probe_there(w, 2) && isnan(tn_probe_value(w, 2)));
    }
    assert_int_equal(tn_object_remove(w, tn_object_find(w, "a")), TN_OK);
    assert_int_equal(tn_probe_count(w), 2); /* what speaks of it went with it; the other had nothing to see already */
    assert_string_equal(tn_probe_name(w, 0), "of-c");
    assert_true(!tn_probe_there(w, 0) && isnan(tn_probe_value(w, 0)));
    assert_false(tn_probe_there(w, -1));
    assert_false(tn_probe_there(w, 2));
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mistake_has_its_message),
        cmocka_unit_test(things_happen_exactly_at_their_times),
        cmocka_unit_test(an_event_is_the_same_as_two_runs),
        cmocka_unit_test(what_is_to_come_is_written_again),
        cmocka_unit_test(objects_and_kinds_are_set),
        cmocka_unit_test(a_snapshot_takes_events_back),
        cmocka_unit_test(a_snapshot_takes_texts_back),
        cmocka_unit_test(what_comes_later_takes_its_pose_then),
        cmocka_unit_test(texts_may_follow_each_other),
        cmocka_unit_test(intervals_are_exact),
        cmocka_unit_test(a_probe_knows_whether_it_sees_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
