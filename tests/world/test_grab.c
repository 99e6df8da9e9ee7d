/* Handles: a point follows the target, in the same way for any model, stops where the target stops, gains no energy;
 * the plan stays while it is dragged, and steps allocate nothing. */
#include "model.h"

static tn_handle grab(tn_world *w, tn_object o, vec3 local, tn_grab_how how)
{
    char *message;
    tn_handle h = tn_grab(w, o, local, how, &message);
    if (message != NULL)
        fail_msg("grab: %s", message);
    assert_true(h.generation != 0);
    return h;
}

static tn_handle_state look(tn_world *w, tn_handle h)
{
    tn_handle_state s;
    assert_int_equal(tn_handle_get(w, h, &s), TN_OK);
    return s;
}

/* ---- the target ---- */

/* It arrives without overshoot, and neither velocity nor acceleration ever jumps, however it is dragged. */
static void the_target_is_smooth(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(0, 0, 0));
    model_set(w, TN_RK4, 0, 0.001, 0);
    tn_handle h = grab(w, o, v3(0, 0, 0), TN_GRAB_HARD);
    const double dt = 0.001;
    double x[3] = {0, 0, 0}, a_before = 0, most_a = 0, most_jump = 0, most_x = 0;
    uint64_t seed = 3;
    for (int i = 1; i <= 2000; i++) {
        if (i % 100 == 1 && i < 1500)
            assert_int_equal(tn_drag_to(w, h, v3(i < 200 ? 1 : 1 + random_number(&seed), 0, 0)), TN_OK);
        model_run(w, i * dt);
        x[0] = x[1];
        x[1] = x[2];
        x[2] = look(w, h).target.x;
        if (i == 199)
            most_x = x[2];
        if (i < 4)
            continue;
        double a = (x[2] - 2 * x[1] + x[0]) / (dt * dt);
        most_a = fmax(most_a, fabs(a));
        most_jump = fmax(most_jump, fabs(a - a_before));
        a_before = a;
    }
    /* A goal that jumps by g makes the third derivative jump by g/T³, T = 0.06 s/6.3; here g is 2 m at most, and the jumps
     * add up to less than twice that. A jump of the acceleration would show as 1/T², several times as much per step. */
    const double T = 0.06 / 6.3;
    assert_true(most_x <= 1 && most_x > 0.7);
    assert_true(most_a < 2 / (T * T));
    assert_true(most_jump < 4 * dt / (T * T * T));
    check_near("it gets there", look(w, h).target.x, look(w, h).goal.x, 1e-3);
    tn_world_free(w);
}

/* ---- following ---- */

enum { BODY, ROD_END, PARTICLE, CHAIN, DOOR, MODELS };
static const char *const model_names[MODELS] = {"a body", "the end of a rod", "a particle", "the end of a chain",
                                                "a door"};

/* A model, and where it is grabbed. */
static tn_object build(tn_world *w, int model, vec3 *local)
{
    *local = v3(0, 0, 0);
    if (model == BODY)
        return model_object(w, "box", 0.2, 0.3, 0.4, v3(0, 0, 0));
    if (model == PARTICLE)
        return model_object(w, "particle", 3, 0, 0, v3(0, 0, 0));
    if (model == ROD_END) {
        *local = v3(0, 0, 0.5);
        return model_object(w, "rod", 1, 0.05, 0, v3(0, 0, 0));
    }
    if (model == DOOR) {
        tn_object door = model_object(w, "box", 1, 0.05, 2, v3(0.5, 0, 0));
        JOIN(w, NULL, "revolute", whole(door), tn_arg_world(), nail(0, 0, 0), nail(0, 0, 1));
        *local = v3(0.5, 0, 0);
        return door;
    }
    tn_object o = {0, 0}, before = {0, 0};
    for (int i = 0; i < 10; i++) {
        o = model_object(w, "rod", 0.2, 0.05, 0, v3(0, 0, 0.2 * i));
        if (i > 0)
            JOIN(w, NULL, "connect", at(before, 0, 0, 0.1), at(o, 0, 0, -0.1));
        before = o;
    }
    *local = v3(0, 0, 0.1);
    return o;
}

/* Without gravity the point comes to rest at the target; it hardly overshoots. */
static void the_point_follows(void **state)
{
    (void)state;
    static const tn_integrator integrators[] = {TN_ADAMS, TN_RK4, TN_EULER, TN_IMPLICIT, TN_VERLET, TN_NYSTROM};
    for (int model = 0; model < MODELS; model++)
        for (int how = 0; how < 2; how++)
            for (int k = 0; k < 6; k++) {
                vec3 local;
                tn_world *w = tn_world_new();
                tn_object o = build(w, model, &local);
                model_set(w, integrators[k], 1e-8, 0.005, 0);
                tn_handle h = grab(w, o, local, how == 0 ? TN_GRAB_SPRING : TN_GRAB_HARD);
                vec3 begin = look(w, h).point;
                vec3 goal = model == DOOR ? v3(cos(0.8), sin(0.8), 0) : v3_add(begin, v3(0.3, 0.2, -0.1));
                vec3 way = v3_sub(goal, begin), along = v3_scale(1 / v3_norm(way), way);
                double beyond = 0;
                long plans = w->plans;
                for (int i = 1; i <= 120; i++) {
                    assert_int_equal(tn_drag_to(w, h, goal), TN_OK);
                    model_run(w, i / 60.0);
                    tn_handle_state now = look(w, h);
                    beyond = fmax(beyond, v3_dot(v3_sub(now.point, goal), along));
                    if (how == 1 && model != DOOR) /* which cannot go straight */
                        check_near_vector(model_names[model], now.point, now.target, 1e-3);
                }
                assert_true(w->plans <= plans + 1); /* the one that the handle is new to */
                check_near_vector(model_names[model], look(w, h).point, goal,
                                  model == CHAIN ? 8e-3 : 2e-3); /* its tail swings on */
                if (beyond > 0.1 * v3_norm(way))
                    fail_msg("%s goes beyond its target by %.3g", model_names[model], beyond);
                assert_int_equal(tn_release(w, h), TN_OK);
                assert_int_equal(tn_drag_to(w, h, goal), TN_WRONG_USE);
                assert_int_equal(tn_handle_count(w), 0);
                tn_world_free(w);
            }
}

/* Variables, in worlds of both orders, and material. */
static void other_things_follow(void **state)
{
    (void)state;
    static const char *const text[] = {
        "variable x 1;\nvariable y 1;\nconstraint c: keep x*y = 1; end\n",
        "world: order first; end\nvariable x 1;\nvariable y 1;\nconstraint c: keep x*y = 1; end\n",
        "world: order first; end\nobject x: sphere 0.1; position 1 0 0; end\nconstraint c: distance x.center (0, 0, 0) "
        "1; end\n",
        "world: integrator rk4; step 0.002; end\nobject x: block 4 2 2; size 0.4 0.2 0.2; stiffness 2000; viscosity "
        "40; "
        "position 1 0 0; end\n",
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        for (int how = 0; how < 2; how++) {
            tn_world *w = model_text(text[i]);
            tn_object x = tn_object_find(w, "x");
            tn_handle h =
                grab(w, x, i == 3 ? v3(0.2, 0.1, 0.1) : v3(0, 0, 0), how == 0 ? TN_GRAB_SPRING : TN_GRAB_HARD);
            vec3 begin = look(w, h).point;
            vec3 goal = i < 2 ? v3(2, 0, 0) : i == 2 ? v3(cos(0.7), sin(0.7), 0) : v3_add(begin, v3(0.05, 0.02, 0));
            for (int k = 1; k <= (i == 3 ? 420 : 180); k++) { /* a block swings for a while */
                assert_int_equal(tn_drag_to(w, h, goal), TN_OK);
                model_run(w, k / 60.0);
            }
            check_near_vector(text[i], look(w, h).point, goal, 2e-3);
            if (i < 2) {
                tn_pose y;
                assert_int_equal(tn_object_pose(w, tn_object_find(w, "y"), &y), TN_OK);
                check_near("y = 1/x", y.position.x, 0.5, 2e-3);
            }
            tn_world_free(w);
        }
}

/* A pendulum that is held loses its energy, and the energy of one that is dragged is the work done on it. */
static void no_energy_from_nowhere(void **state)
{
    (void)state;
    for (int how = 0; how < 2; how++) {
        tn_world *w = tn_world_new();
        vec3 local;
        tn_object o = build(w, CHAIN, &local);
        JOIN(w, NULL, "connect", at(tn_object_at(w, 0), 0, 0, -0.1), nail(0, 0, -0.1));
        model_gravity(w, v3(0, 0, -model_g));
        model_set(w, TN_ADAMS, 1e-8, 0, 0);
        model_run(w, 0.5);
        tn_handle h = grab(w, o, local, how == 0 ? TN_GRAB_SPRING : TN_GRAB_HARD);
        tn_measures m;
        double most = 0;
        for (int i = 1; i <= 240; i++) {
            double angle = i < 120 ? i / 10.0 : 12;
            tn_drag_to(w, h, v3(0.8 * cos(angle), 0.8 * sin(angle), 0.3));
            model_run(w, 0.5 + i / 60.0);
            tn_frame(w);
            assert_int_equal(tn_measure(w, &m), TN_OK);
            most = fmax(most, m.kinetic);
        }
        assert_true(m.drift < 1e-4); /* the work of the handle is accounted for */
        for (int i = 241; i <= 1200;
             i++) { /* dragged to its own position: the links come to rest, the handle adds no energy */
            tn_drag_to(w, h, v3(0.8 * cos(12), 0.8 * sin(12), 0.3));
            model_run(w, 0.5 + i / 60.0);
        }
        assert_int_equal(tn_measure(w, &m), TN_OK);
        assert_true(m.kinetic < most);
        tn_world_free(w);
    }
}

/* While it is dragged steps allocate nothing, and no plan is made. */
static void nothing_is_made_while_dragging(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    vec3 local;
    tn_object o = build(w, CHAIN, &local);
    model_set(w, TN_RK4, 0, 0.002, 0);
    tn_handle h = grab(w, o, local, TN_GRAB_SPRING);
    model_run(w, 0.1);
    long plans = w->plans, renewals = w->renewals;
    for (int i = 0; i < 100; i++) {
        assert_int_equal(tn_drag_to(w, h, v3(0.01 * i, 0, 2)), TN_OK);
        unsigned long allocations = mem_count();
        model_run(w, 0.1 + 0.01 * (i + 1));
        assert_int_equal(mem_count(), allocations);
    }
    assert_int_equal(w->plans, plans);
    assert_int_equal(w->renewals, renewals);
    tn_world_free(w);
}

/* What cannot be grabbed, stale handles, undo, and writing. */
static void manners(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    char *message;
    tn_history_keep(w, 10, 1 << 24);
    tn_object_def d = model_def("sphere", 0.1, 0, 0, v3(0, 0, 0));
    d.motion = TN_FIXED;
    tn_object fixed = model_add(w, &d), o = model_object(w, "sphere", 0.1, 0, 0, v3(1, 0, 0));
    assert_int_equal(tn_grab(w, fixed, v3(0, 0, 0), TN_GRAB_HARD, &message).generation, 0);
    assert_string_equal(message, "what is fixed or follows a path cannot be grabbed");
    free(message);
    assert_int_equal(tn_grab(w, (tn_object){9, 9}, v3(0, 0, 0), TN_GRAB_HARD, &message).generation, 0);
    free(message);
    char *before = tn_write_text(w);
    int edits = tn_undo_count(w);
    for (int how = 0; how < 2; how++) {
        tn_handle h = grab(w, o, v3(0, 0, 0), how == 0 ? TN_GRAB_SPRING : TN_GRAB_HARD);
        assert_int_equal(tn_undo_count(w), edits + 1);
        assert_int_equal(tn_drag_to(w, h, v3(NAN, 0, 0)), TN_WRONG_USE);
        char *now = tn_write_text(w); /* a handle is not part of the scene */
        assert_string_equal(now, before);
        free(now);
        assert_int_equal(tn_undo(w), TN_OK);
        assert_int_equal(tn_handle_count(w), 0);
        assert_int_equal(tn_drag_to(w, h, v3(1, 1, 1)), TN_WRONG_USE);
        assert_int_equal(tn_redo(w), TN_OK);
        assert_int_equal(tn_handle_count(w), 1);
        assert_int_equal(tn_drag_to(w, h, v3(1, 1, 1)), TN_OK);
        assert_true(tn_handle_at(w, 0).generation == h.generation);
        assert_int_equal(tn_undo(w), TN_OK);
    }
    tn_handle h = grab(w, o, v3(0, 0, 0), TN_GRAB_SPRING);
    tn_object_remove(w, o);
    assert_int_equal(tn_handle_count(w), 0);
    assert_int_equal(tn_release(w, h), TN_WRONG_USE);
    int lets = w->run.lets.count;
    for (int i = 0; i < 5; i++) { /* lets of released handles are reused */
        tn_object p = model_object(w, "particle", 1, 0, 0, v3(2, 0, 0));
        h = grab(w, p, v3(0, 0, 0), TN_GRAB_HARD);
        assert_int_equal(tn_release(w, h), TN_OK);
    }
    assert_int_equal(w->run.lets.count, lets);
    free(before);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_target_is_smooth),
        cmocka_unit_test(the_point_follows),
        cmocka_unit_test(other_things_follow),
        cmocka_unit_test(no_energy_from_nowhere),
        cmocka_unit_test(nothing_is_made_while_dragging),
        cmocka_unit_test(manners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
