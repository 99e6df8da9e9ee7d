/* test_linked.c: joints by coordinates (method §2): the same motion and the same forces as by constraints, for every
 * kind, trees, free roots and loops; energy and momentum; with limits, motors, formulas and springs; assembly, the
 * timeline, snapshots, texts; refusals and messages. */
#include "../world/model.h"

#include "dynamics/tree/linked.h"

/* ---- models: WORLD stands for the settings that differ ---- */

struct linked_model {
    const char *name, *text;
    int joints;  /* by coordinates */
    bool direct; /* nothing else is solved for */
};

#define ROD(name, x, y, z, turn) "object " name ": rod 1 0.05; position " x " " y " " z "; rotation " turn "; end\n"

/* Hinges with skew axes, swinging by a quarter radian. */
#define CHAIN                                                                                                          \
    "gravity 0 0 -9.81;\n"                                                                                             \
    "object a: rod 1 0.05; position 0 0 -0.5; end object b: rod 1 0.05; position 0 0 -1.5; end\n"                      \
    "object c: rod 1 0.05; position 0 0 -2.5; spin 0.5 0 0; velocity 0 0.25 0; end\n"                                  \
    "constraint j1: revolute world a (0,0,0) (1,0.2,0); end\n"                                                         \
    "constraint j2: revolute a b (0,0,-1) (0.1,1,0); end\n"                                                            \
    "constraint j3: revolute c b (0,0,-2) (1,0,0); end\n"

/* A trunk with branches of all kinds, pushed slightly; joints are given in both directions. */
#define TREE                                                                                                           \
    "gravity 0 0 -9.81; drag linear 0.2 angular 0.1;\n"                                                                \
    "object trunk: box 0.8 0.3 1; position 0 0 -0.5; end\n"                                                            \
    "object left: rod 0.8 0.04; position -0.3 0 -1.4; end object right: rod 0.8 0.04; position 0.3 0 -1.4; end\n"      \
    "object bob: sphere 0.1; position -0.3 0 -2.1; end\n"                                                              \
    "object car: box 0.3 0.1 0.1; position 0 0.3 -0.8; end\n"                                                          \
    "object cross: box 0.1 0.2 0.4; position 0.3 0.1 -2.1; end\n"                                                      \
    "object lid: box 0.3 0.3 0.05; position 0 0.1 0.1; mass 2; end\n"                                                  \
    "constraint top: revolute world trunk (0,0,0) (0.2,1,0); end\n"                                                    \
    "constraint shoulder: connect trunk.at(-0.3,0,-0.5) left.end2; end\n"                                              \
    "constraint hip: universal right trunk right.end2 right.y (1,0,0); end\n"                                          \
    "constraint string: connect bob.at(0,0,0.3) left.end1; end\n"                                                      \
    "constraint rail: slider trunk car car.center (0,0.3,1); end\n"                                                    \
    "constraint ankle: universal right cross (0.3,0,-1.8) (0,1,0.2) (1,0,0); end\n"                                    \
    "constraint cap: weld lid trunk; end\n"                                                                            \
    "spring trunk.center car.center stiffness 900 rest 0.4 damping 5;\n"                                               \
    "push bob.center (2*sin(2*t), cos(3*t), 0); turn cross (0, 0.5*sin(t), 0.1);\n"

/* Free: three bodies on ball joints and a hinge, rotating in space. */
#define FREE                                                                                                           \
    "object hub: box 0.6 0.4 0.3; spin 0.3 0.5 0.2; velocity 0.1 0 0; end\n"                                           \
    "object arm: rod 0.8 0.05; position 0.7 0 0; rotation 0 1 0 (pi/2); spin 0.3 0.5 0.2;\n"                           \
    "  velocity (0.1) (0.7*0.2) (-0.7*0.5); end\n"                                                                     \
    "object leg: rod 0.8 0.05; position 0 0 -0.55; spin 0.3 0.5 0.2; velocity (0.1-0.55*0.5) (0.55*0.3) 0; end\n"      \
    "object foot: box 0.3 0.1 0.1; position 0 0 -1; spin 0.3 0.5 0.2; velocity (0.1-0.5) (0.3) 0; end\n"               \
    "constraint j1: connect hub.at(0.3,0,0) arm.end1; end\n"                                                           \
    "constraint j2: connect leg.end2 hub.at(0,0,-0.15); end\n"                                                         \
    "constraint j3: revolute leg foot (0,0,-0.95) (1,0.3,0); end\n"                                                    \
    "spring arm.end2 foot.center stiffness 4 rest 1 damping 0.2;\n"

/* A bead that slides on a turning arm, held by a spring. */
#define SLIDER                                                                                                         \
    "gravity 0 0 -9.81;\n"                                                                                             \
    "object arm: rod 2 0.05; rotation 0 1 0 (pi/2); spin 0 0.2 2; end\n"                                               \
    "object bead: box 0.1 0.1 0.1; position 0.5 0 0; spin 0 0.2 2; velocity 0 1 -0.1; end\n"                           \
    "constraint axle: revolute world arm (0,0,0) (0,0.1,1); end\n"                                                     \
    "constraint guide: slider arm bead (0.5,0,0) (1,0,0); end\n"                                                       \
    "spring arm.center bead.center stiffness 90 rest 0.4 damping 0.3;\n"

/* Two cardan joints, and a fixed body and one on a path to hang on. */
#define CARDAN                                                                                                         \
    "gravity 0 0 -9.81;\n"                                                                                             \
    "object base: box 1 1 0.1; position 0 0 0.05; kernel fixed; end\n"                                                 \
    "object u: rod 1 0.05; position 0 0 -0.5; end object v: rod 1 0.05; position 0 0 -1.5; spin 0.4 0.3 0;\n"          \
    "  velocity (-0.5*0.3) (0.5*0.4) 0; end\n"                                                                         \
    "constraint j1: universal base u (0,0,0) (1,0,0) (0,1,0); end\n"                                                   \
    "constraint j2: universal u v (0,0,-1) (1,1,0) (1,-1,0); end\n"

/* Shaken sideways: the path does work. */
#define LED                                                                                                            \
    "gravity 0 0 -9.81; path shake(t) = (0.1*(1-cos(3*t)), 0, 0.05*(1-cos(2*t)));\n"                                   \
    "object base: box 0.2 0.2 0.2; kernel path shake; end\n"                                                           \
    "object u: rod 1 0.05; position 0 0 -0.5; end object v: rod 1 0.05; position 0 0 -1.5; end\n"                      \
    "constraint j1: revolute base u (0,0,0) (0,1,0); end constraint j2: connect u.end1 v.end2; end\n"

/* A four-bar linkage: the joint that comes last closes the loop. */
#define LOOP                                                                                                           \
    "gravity 0 0 -9.81;\n"                                                                                             \
    "object a: rod 0.5 0.04; position 0.15 0 0.2; rotation 0 1 0 (atan2(3,4)); end\n"                                  \
    "object b: rod (sqrt(1.06)) 0.04; position 0.75 0 0.65; rotation 0 1 0 (atan2(9,5)); end\n"                        \
    "object c: rod (sqrt(0.85)) 0.04; position 1.1 0 0.45; rotation 0 1 0 (atan2(2,9)); end\n"                         \
    "constraint j1: revolute world a (0,0,0) (0,1,0); end constraint j2: revolute a b (0.3,0,0.4) (0,1,0); end\n"      \
    "constraint j3: revolute b c (1.2,0,0.9) (0,1,0); end constraint j4: revolute c world (1,0,0) (0,1,0); end\n"

/* A tree with limits, motors, a formula and a gear on it. */
#define LOADED                                                                                                         \
    "gravity 0 0 -9.81;\n"                                                                                             \
    "object a: rod 1 0.05; position 0 0 -0.5; end object b: rod 1 0.05; position 0 0 -1.5; end\n"                      \
    "object c: rod 1 0.05; position 0.5 0 -2; rotation 0 1 0 (pi/2); end object d: sphere 0.1; position 0 0.4 0; "     \
    "end\n"                                                                                                            \
    "constraint j1: revolute world a (0,0,0) (0,1,0); motor speed 0.4*cos(t) limit 300; end\n"                         \
    "constraint j2: revolute a b (0,0,-1) (0,1,0) min -0.2 max 0.15 bounce 0.5; end\n"                                 \
    "constraint j3: revolute b c (0,0,-2) (0,1,0); end\n"                                                              \
    "constraint j4: revolute world d (0,0.4,0) (0,1,0); end constraint g: gear j1 j4 -2; end\n"                        \
    "constraint k: keep c.end2.z - c.end1.z = 0.1*sin(t)^3; end\n"

static const struct linked_model models[] = {
    {"chain", CHAIN, 3, true},   {"tree", TREE, 7, true}, {"free", FREE, 3, true},  {"slider", SLIDER, 2, true},
    {"cardan", CARDAN, 2, true}, {"led", LED, 2, false},  {"loop", LOOP, 3, false}, {"loaded", LOADED, 4, false},
};
enum { MODELS = sizeof models / sizeof *models };

static tn_world *make(const char *settings, const char *text)
{
    char whole[8000];
    snprintf(whole, sizeof whole, "world: %s end\n%s", settings, text);
    return model_text(whole);
}

/* The largest difference of two worlds: positions and orientations of all objects. */
static double difference(tn_world *a, tn_world *b)
{
    double most = 0;
    for (int i = 0; i < tn_object_count(a); i++) {
        tn_pose p = model_pose(a, tn_object_at(a, i)), q = model_pose(b, tn_object_at(b, i));
        most = fmax(most, v3_norm(v3_sub(p.center, q.center)));
        for (int k = 0; k < 3; k++) {
            vec3 e = v3(k == 0, k == 1, k == 2);
            most = fmax(most, v3_norm(v3_sub(q_rotate(p.orientation, e), q_rotate(q.orientation, e))));
        }
    }
    return most;
}

/* Likewise the relative difference of the forces and torques in all constraints. */
static double load_difference(tn_world *a, tn_world *b)
{
    double most = 0, size = 1;
    for (int i = 0; i < tn_constraint_count(a); i++) {
        tn_constraint_state p = model_state(a, tn_constraint_at(a, i)), q = model_state(b, tn_constraint_at(b, i));
        size = fmax(size, v3_norm(q.force));
        most = fmax(most, fmax(v3_norm(v3_sub(p.force, q.force)), v3_norm(v3_sub(p.torque, q.torque))));
    }
    return most / size;
}

/* ---- the same motion ---- */

static void test_same_motion(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        tn_world *a = make("tolerance 1e-11; joints coordinates;", models[m].text);
        tn_world *b = make("tolerance 1e-11; joints constraints;", models[m].text);
        double apart = 0, loads = 0;
        for (int i = 1; i <= 50; i++) {
            model_run(a, 0.1 * i);
            model_run(b, 0.1 * i);
            apart = fmax(apart, difference(a, b));
            loads = fmax(loads, load_difference(a, b));
            tn_frame(a);
        }
        assert_non_null(a->work->linked);
        assert_null(b->work->linked);
        assert_int_equal(a->plan->linked->joints, models[m].joints);
        bool direct = true;
        for (int i = 0; i < ldl_islands(a->plan->matrix); i++)
            direct = direct && a->plan->linked->island_direct[i];
        if (direct != models[m].direct)
            fail_msg("%s: by the recursion: %d", models[m].name, direct);
        tn_measures e = model_measure(a);
        if (!(apart < 1e-8))
            fail_msg("%s: by coordinates and by constraints are %.3g apart", models[m].name, apart);
        if (!(e.drift < 1e-9 || strcmp(models[m].name, "loaded") == 0) || !(e.largest_deviation < 1e-11))
            fail_msg("%s: drift %.3g, deviation %.3g", models[m].name, e.drift, e.largest_deviation);
        if (!(loads < 1e-6))
            fail_msg("%s: forces differ by %.3g", models[m].name, loads);
        tn_world_free(a);
        tn_world_free(b);
    }
}

/* Every integrator to its order. The reference is Adams at a tight tolerance. */
static double error_by(const struct linked_model *m, const char *settings, double until)
{
    char text[200];
    snprintf(text, sizeof text, "%s joints coordinates;", settings);
    tn_world *a = make("tolerance 1e-12; joints coordinates;", m->text), *b = make(text, m->text);
    double error = 0;
    for (int i = 1; i <= 10; i++) {
        model_run(a, until * i / 10);
        model_run(b, until * i / 10);
        error = fmax(error, difference(a, b));
    }
    tn_world_free(a);
    tn_world_free(b);
    return error;
}

static void test_orders(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        if (strcmp(models[m].name, "loaded") == 0) /* its motor begins unmet: the first steps are not smooth */
            continue;
        double coarse = error_by(&models[m], "integrator rk4; step 0.01;", 1);
        double fine = error_by(&models[m], "integrator rk4; step 0.005;", 1);
        if (!(coarse / fine > 11 && coarse / fine < 24) && fine > 1e-11)
            fail_msg("%s: rk4 is off by %.3g and %.3g", models[m].name, coarse, fine);
        coarse = error_by(&models[m], "integrator euler; step 0.0005;", 1);
        fine = error_by(&models[m], "integrator euler; step 0.00025;", 1);
        if (!(coarse / fine > 1.7 && coarse / fine < 2.4))
            fail_msg("%s: euler is off by %.3g and %.3g", models[m].name, coarse, fine);
        double gear = error_by(&models[m], "integrator gear; tolerance 1e-8;", 1);
        if (!(gear < 3e-5))
            fail_msg("%s: gear is off by %.3g", models[m].name, gear);
    }
}

/* Momentum of free models; energy of models that are not driven, over a long time. */
static void test_conservation(void **state)
{
    (void)state;
    tn_world *w = make("tolerance 1e-11; joints coordinates;", FREE);
    tn_measures first = model_measure(w), last;
    for (int i = 1; i <= 40; i++) {
        model_run(w, 0.5 * i);
        tn_frame(w);
    }
    last = model_measure(w);
    check_near_vector("momentum", last.momentum, first.momentum, 1e-9 * v3_norm(first.momentum));
    check_near_vector("angular momentum", last.angular_momentum, first.angular_momentum,
                      1e-8 * v3_norm(first.angular_momentum));
    assert_true(last.drift < 1e-9);
    assert_true(last.largest_deviation < 1e-13);
    assert_int_equal(tn_count(w).by_coordinates, 3);
    assert_int_equal(tn_count(w).degrees_of_freedom, 13);
    assert_null(tn_redundant(w, 0));
    tn_world_free(w);
    w = make("tolerance 1e-10; joints coordinates;", CHAIN);
    for (int i = 1; i <= 40; i++) {
        model_run(w, 0.5 * i);
        tn_frame(w);
    }
    assert_true(model_measure(w).drift < 1e-8);
    tn_world_free(w);
}

/* The reference solver, which has no recursion, gives the same accelerations as the recursion, also in motion. */
static void test_accelerations(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        tn_world *w = make("tolerance 1e-9; joints coordinates;", models[m].text);
        model_run(w, 0.83);
        const struct plan *plan = w->plan;
        struct work *work = w->work;
        double *z = MEM_ARRAY(double, linked_count(plan)), *rate[2], most = 0, size = 1;
        linked_reduce(plan, work, w->run.t, w->run.y, z, false);
        for (int k = 0; k < 2; k++) {
            rate[k] = MEM_ARRAY(double, linked_count(plan));
            work->linked->direct = k == 0;
            linked_expand(plan, work, w->run.t, z, work->linked->y);
            assert_int_equal(system_derivative(plan, work, w->run.t, work->linked->y, work->linked->rate), TN_OK);
            if (k == 0 && models[m].direct != work->linked->all_skip)
                fail_msg("%s: by the recursion: %d", models[m].name, work->linked->all_skip);
            linked_rates(plan, work, z, work->linked->rate, rate[k]);
        }
        work->linked->direct = false;
        for (int i = 0; i < linked_count(plan); i++) {
            size = fmax(size, fabs(rate[1][i]));
            most = fmax(most, fabs(rate[0][i] - rate[1][i]));
        }
        if (!(most <= 1e-11 * size))
            fail_msg("%s: rates differ by %.3g of %.3g", models[m].name, most, size);
        for (int k = 0; k < 2; k++)
            mem_free(rate[k]);
        mem_free(z);
        tn_world_free(w);
    }
}

/* z → y → z and y → z → y, and ẏ belongs to ż. */
static void test_there_and_back(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int m = 0; m < MODELS; m++) {
        tn_world *w = make("joints coordinates;", models[m].text);
        assert_int_equal(tn_evaluate(w), TN_OK);
        const struct plan *plan = w->plan;
        struct work *work = w->work;
        const int n = linked_count(plan);
        double *z = MEM_ARRAY(double, n), *back = MEM_ARRAY(double, n), *zdot = MEM_ARRAY(double, n);
        double *later = MEM_ARRAY(double, n), *y = MEM_ARRAY(double, plan->y_count),
               *ahead = MEM_ARRAY(double, plan->y_count);
        linked_reduce(plan, work, w->run.t, w->run.y, z, false);
        for (int i = 0; i < plan->linked->work_done; i++) /* random, with no angle beyond half a turn */
            z[i] += 0.7 * random_number(&seed);
        linked_normalise(plan, z);
        linked_expand(plan, work, w->run.t, z, y);
        memcpy(back, z, sizeof *z * (size_t)n);
        linked_reduce(plan, work, w->run.t, y, back, true);
        for (int i = 0; i < n; i++)
            check_near(models[m].name, back[i], z[i], 1e-13);
        linked_expand(plan, work, w->run.t, z, work->linked->y);
        assert_int_equal(system_derivative(plan, work, w->run.t, work->linked->y, work->linked->rate), TN_OK);
        linked_rates(plan, work, z, work->linked->rate, zdot);
        const double h = 1e-5;
        for (int side = -1; side <= 1; side += 2) { /* ẏ by differences of y(z(t)) */
            for (int i = 0; i < n; i++)
                later[i] = z[i] + side * h * zdot[i];
            linked_expand(plan, work, w->run.t + side * h, later, side < 0 ? y : ahead);
        }
        linked_expand(plan, work, w->run.t, z, work->linked->y);
        double size = 1;
        for (int i = 0; i < plan->work_done; i++)
            size = fmax(size, fabs(work->linked->rate[i]));
        for (int i = 0; i < plan->work_done; i++)
            check_near(models[m].name, (ahead[i] - y[i]) / (2 * h), work->linked->rate[i], 1e-7 * size * size);
        mem_free(z);
        mem_free(back);
        mem_free(zdot);
        mem_free(later);
        mem_free(y);
        mem_free(ahead);
        tn_world_free(w);
    }
}

/* ---- with other constraints ---- */

/* An unmet constraint on a tree decays as usual, and the joints of the tree stay without gap. */
static void test_decay(void **state)
{
    (void)state;
    const double tau = 0.2;
    tn_world *w = make("tolerance 1e-11; joints coordinates;",
                       CHAIN "constraint k: keep dot(c.end1, (0,1,0)) = 0.3; tau 0.2; end\n"
                             "constraint p: on-plane b.end1 (0.1,0,0) (1,0,0); tau 0.2; end probe d = deviation(k);"
                             "probe e = deviation(p); probe g = deviation(j2);");
    double v0 = 0.5; /* of the lower end */
    for (int i = 1; i <= 20; i++) {
        double t = 0.1 * i;
        model_run(w, t);
        check_near("keep", model_probe(w, "d"), fabs(-0.3 + (v0 - 0.3 / tau) * t) * exp(-t / tau), 1e-8);
        check_near("on-plane", model_probe(w, "e"), 0.1 * (1 + t / tau) * exp(-t / tau), 1e-8);
        check_near("joint", model_probe(w, "g"), 0, 1e-13);
    }
    assert_int_equal(tn_count(w).by_coordinates, 3);
    tn_world_free(w);
}

/* A parallelogram passes its flat positions on its branch; three of its joints are in the tree. */
static void test_flat_parallelogram(void **state)
{
    (void)state;
    tn_world *w =
        make("tolerance 1e-10; joints coordinates;",
             "object a: rod 1 0.04; position 0 0 0.5; spin 0 3 0; velocity 1.5 0 0; end\n"
             "object b: rod 2 0.04; position 1 0 1; rotation 0 1 0 (pi/2); velocity 3 0 0; end\n"
             "object c: rod 1 0.04; position 2 0 0.5; spin 0 3 0; velocity 1.5 0 0; end\n"
             "constraint j1: revolute world a (0,0,0) (0,1,0); end\n"
             "constraint j2: revolute a b (0,0,1) (0,1,0); end constraint j3: revolute b c (2,0,1) (0,1,0); end\n"
             "constraint j4: revolute c world (2,0,0) (0,1,0); end\n");
    for (int i = 1; i <= 60; i++) {
        model_run(w, 0.1 * i);
        tn_frame(w);
        vec3 tip = model_point(w, tn_object_find(w, "a"), v3(0, 0, 0.5));
        check_near_vector("a turns evenly", tip, v3(sin(0.3 * i), 0, cos(0.3 * i)), 1e-5);
        check_near("b stays level", model_pose(w, tn_object_find(w, "b")).center.z, tip.z, 1e-5);
    }
    assert_int_equal(tn_count(w).by_coordinates, 3);
    assert_true(model_measure(w).drift < 1e-6);
    tn_world_free(w);
}

/* A rope ladder: every rung closes a loop. */
static void test_ladder(void **state)
{
    (void)state;
    char text[8000];
    enum { RUNGS = 8 };
    int at = snprintf(text, sizeof text,
                      "gravity 0 0 -9.81; drag linear 0.5 angular 0.1; push rung[%d].end1 (20*sin(3*t), 30, 0);\n"
                      "object rung[0]: rod 1 0.05; rotation 0 1 0 (pi/2); kernel fixed; end\n",
                      RUNGS);
    for (int i = 1; i <= RUNGS; i++) {
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "object rung[%d]: rod 1 0.05; position 0 0 %d; rotation 0 1 0 (pi/2); end\n", i, -i);
        for (int side = 1; side <= 2; side++)
            at += snprintf(text + at, sizeof text - (size_t)at,
                           "object rail%d[%d]: rod 1 0.03; position %g 0 %g; end\n"
                           "connect rail%d[%d].end2 rung[%d].end%d; connect rail%d[%d].end1 rung[%d].end%d;\n",
                           side, i, side - 1.5, 0.5 - i, side, i, i - 1, side, side, i, i, side);
    }
    tn_world *a = make("tolerance 1e-11; joints coordinates;", text), *b = make("tolerance 1e-11;", text);
    model_run(a, 2);
    model_run(b, 2);
    assert_int_equal(tn_count(a).by_coordinates, 3 * RUNGS);
    assert_int_equal(tn_count(a).degrees_of_freedom, tn_count(b).degrees_of_freedom);
    assert_true(v3_norm(v3_sub(model_pose(a, tn_object_find(a, "rung[8]")).center, v3(0, 0, -8))) > 0.1);
    check_near("apart", difference(a, b), 0, 1e-8);
    tn_world_free(a);
    tn_world_free(b);
}

/* A tree that hangs on soft material, with particles, variables and general objects in the same world: all methods, the
 * positions of all kinds of objects. */
static void test_beside_others(void **state)
{
    (void)state;
    static const char text[] =
        "gravity 0 0 -9.81; drag linear 0.2;\n"
        "object soft: block 2 1 1; size 1 0.5 0.5; stiffness 2e4; viscosity 200; position 0 0 0; end\n"
        "constraint left: connect soft.node(0,0,0) (-0.5,-0.25,-0.25); end\n"
        "constraint up: connect soft.node(0,1,1) (-0.5,0.25,0.25); end\n"
        "constraint back: connect soft.node(0,0,1) (-0.5,-0.25,0.25); end\n"
        "object a: rod 0.5 0.05; position 0.5 0.25 -0.5; end object b: rod 0.5 0.05; position 0.5 0.25 -1; end\n"
        "constraint hook: connect soft.node(2,1,0) a.end2; end\n"
        "constraint j: revolute a b (0.5,0.25,-0.75) (0,1,0.1); end\n"
        "object p: particle 0.5; position 0.5 0.25 -1.45; end constraint rope: distance b.end1 p.center 0.2; end\n"
        "object own: coordinates th 0.4; mass 1; place (0.8 + 0.3*sin(th), 0.25, -1.25 - 0.3*cos(th)); end\n"
        "spring b.end1 own.center stiffness 30 rest 0.2; push b.end1 (3*sin(2*t), 1, 0);\n";
    static const char *const ways[] = {"tolerance 1e-10;", "integrator rk4; step 0.0005;",
                                       "integrator euler; step 0.0002;", "integrator euler; step 0.0001;"};
    double error[4] = {0};
    for (int i = 0; i < 4; i++) {
        char by[100];
        snprintf(by, sizeof by, "%s joints coordinates;", ways[i]);
        tn_world *a = make(by, text), *b = make("tolerance 1e-10;", text);
        for (int k = 1; k <= 5; k++) {
            model_run(a, 0.2 * k);
            model_run(b, 0.2 * k);
            error[i] = fmax(error[i], difference(a, b));
        }
        assert_int_equal(tn_count(a).by_coordinates, 1);
        tn_world_free(a);
        tn_world_free(b);
    }
    check_near("adams", error[0], 0, 1e-7);
    check_near("rk4", error[1], 0, 1e-6);
    check_near("euler's error by half the step", error[2] / error[3], 2, 0.3);
    check_near("euler", error[3], 0, 2e-3);
}

/* Contradictory: two rods too short for two nails become straight, get stuck, and are held softly, as without
 * coordinates. */
static void test_impossible(void **state)
{
    (void)state;
    tn_world *w = make("tau 0.05; joints coordinates;",
                       "object a: rod 1 0.05; position 0 0 -0.5; end object b: rod 1 0.05; position 0 0 -1.5; end\n"
                       "constraint j1: connect a.end2 (0,0,0); end constraint j2: connect a.end1 b.end2; end\n"
                       "constraint j3: connect b.end1 (2.5,0,-1); by dynamic; end drag linear 1 angular 0.5;\n");
    model_run(w, 6);
    assert_non_null(tn_contradictory(w, 0));
    assert_int_equal(tn_count(w).by_coordinates, 2);
    check_near("off", model_measure(w).deviation, sqrt(2.5 * 2.5 + 1) - 2, 0.05);
    tn_world_free(w);
}

/* ---- assembly, timeline, snapshots ---- */

/* Joints are by coordinates once they are met; if assembled at the start, immediately. */
static void test_assembly(void **state)
{
    (void)state;
    static const char parts[] = "gravity 0 0 -9.81; drag linear 0.3;\n"
                                "object a: rod 1 0.05; position 0.2 0.1 -0.5; end\n"
                                "object b: rod 1 0.05; position 0 0 -1.6; rotation 1 0 0 0.2; end\n"
                                "constraint j1: connect a.end2 (0,0,0); end\n"
                                "constraint j2: revolute a b a.end1 b.end2 (0,1,0) (0,1,0.2); end\n";
    tn_world *a = make("tau 0.05; joints coordinates;", parts), *b = make("tau 0.05;", parts);
    model_run(a, 0.2);
    assert_int_equal(tn_count(a).by_coordinates, 0);
    for (int i = 3; i <= 30; i++) {
        model_run(a, 0.1 * i);
        model_run(b, 0.1 * i);
    }
    assert_int_equal(tn_count(a).by_coordinates, 2);
    check_near("apart", difference(a, b), 0, 1e-6);
    check_near("gap", model_measure(a).deviation, 0, 1e-14);
    assert_null(tn_warning(a, 0));
    tn_world_free(a);
    tn_world_free(b);
    a = make("joints coordinates; assemble on;", parts);
    model_run(a, 0.01);
    assert_int_equal(tn_count(a).by_coordinates, 2);
    /* moving an object opens its joints again */
    tn_pose p = model_pose(a, tn_object_find(a, "b"));
    tn_object_place(a, tn_object_find(a, "b"), v3(p.position.x, 0.3, p.position.z), p.orientation);
    model_run(a, 0.05);
    assert_int_equal(tn_count(a).by_coordinates, 1);
    model_run(a, 4);
    assert_int_equal(tn_count(a).by_coordinates, 2);
    tn_world_free(a);
}

/* Joints are switched, removed and added during the run. */
static const char timeline[] =
    CHAIN "constraint late: connect c.end1 (0,0.4,-2.9); off; tau 0.1; end\n"
          "at 0.5: off j3; end at 0.8: on j3; end at 1.2: on late; end at 1.6: off late; remove j2; end\n"
          "at 1.8: object d: sphere 0.1; position 0 0 -1; end constraint j5: weld d a; end end\n";

static void test_timeline(void **state)
{
    (void)state;
    static const double when[] = {0.3, 0.7, 1.5, 1.7, 2.4};
    static const int joints[] = {3, 2, 3, 2, 3};
    tn_world *a = make("tolerance 1e-11; tau 0.02; joints coordinates;", timeline);
    tn_world *b = make("tolerance 1e-11; tau 0.02;", timeline);
    for (int i = 0; i < 5; i++) {
        model_run(a, when[i]);
        model_run(b, when[i]);
        check_near("apart", difference(a, b), 0, 1e-7);
        if (i != 2) /* j3 is open when it is switched on */
            assert_int_equal(tn_count(a).by_coordinates, joints[i]);
    }
    tn_world_free(a);
    tn_world_free(b);
}

static void check_same_bits(const char *model, const char *settings, tn_world *a, tn_world *b)
{
    for (int i = 0; i < tn_object_count(a); i++) {
        tn_pose p = model_pose(a, tn_object_at(a, i)), q = model_pose(b, tn_object_at(b, i));
        if (memcmp(&p.center, &q.center, sizeof p.center) != 0 ||
            memcmp(&p.velocity, &q.velocity, sizeof p.velocity) != 0 ||
            memcmp(&p.orientation, &q.orientation, sizeof p.orientation) != 0 ||
            memcmp(&p.spin, &q.spin, sizeof p.spin) != 0)
            fail_msg("%s, %s: '%s' is elsewhere, by %.3g", model, settings, tn_object_name(a, tn_object_at(a, i)),
                     v3_norm(v3_sub(p.center, q.center)));
    }
}

/* Snapshots and texts: continuing and restoring give the same bits, under every integrator. */
static void test_bits(void **state)
{
    (void)state;
    static const char *const settings[] = {"joints coordinates;", "joints coordinates; integrator gear;",
                                           "joints coordinates; integrator rk4;",
                                           "joints coordinates; integrator euler;"};
    for (int m = 0; m < MODELS; m++)
        for (int i = 0; i < 4; i++) {
            tn_world *w = make(settings[i], models[m].text);
            model_run(w, 0.4);
            tn_snapshot *s = tn_snapshot_take(w);
            model_run(w, 0.7);
            char *text = tn_write_text(w);
            tn_world *copy = model_text(text);
            model_run(w, 1);
            model_run(copy, 1);
            check_same_bits(models[m].name, settings[i], w, copy);
            assert_int_equal(tn_count(copy).by_coordinates, models[m].joints);
            tn_world *other = make(settings[i], models[m].text);
            model_run(other, 0.4);
            tn_snapshot_free(other, tn_snapshot_take(other));
            model_run(other, 0.9);
            assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
            model_run(w, 0.9);
            check_same_bits(models[m].name, settings[i], w, other);
            tn_snapshot_free(w, s);
            free(text);
            tn_world_free(w);
            tn_world_free(copy);
            tn_world_free(other);
        }
}

/* Once warm, a step allocates nothing. */
static void test_warm(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        tn_world *w = make("joints coordinates;", models[m].text);
        model_run(w, 0.1);
        assert_int_equal(tn_evaluate(w), TN_OK);
        tn_frame(w); /* the first one remembers where solids are */
        unsigned long before = mem_count();
        for (int i = 1; i <= 20; i++) {
            model_run(w, 0.1 + 0.02 * i);
            tn_evaluate(w);
            tn_frame(w);
        }
        if (mem_count() != before)
            fail_msg("%s: %lu allocations", models[m].name, mem_count() - before);
        tn_world_free(w);
    }
}

/* ---- special cases ---- */

static void test_odd_trees(void **state)
{
    (void)state;
    /* welded to the world: nothing is left to move */
    tn_world *w = make("gravity 9.81; joints coordinates;",
                       "object a: box 1 1 1; end object b: box 1 1 1; position 1 0 0; end weld world a;\n"
                       "constraint j: weld a b; end probe f = force(j).z; probe n = torque(j).y;");
    model_run(w, 2);
    assert_int_equal(tn_count(w).by_coordinates, 2);
    check_near("held", model_probe(w, "f"), 9810, 1e-9);
    check_near_vector("stays", model_pose(w, tn_object_find(w, "b")).center, v3(1, 0, 0), 1e-15);
    tn_world_free(w);
    /* two joints between two bodies, which close a loop; only some by coordinates; and a free body */
    w = make("gravity 9.81;",
             "object a: rod 1 0.05; position 0.5 0 0; rotation 0 1 0 (pi/2); end\n"
             "object b: rod 1 0.05; position 1.5 0 0; rotation 0 1 0 (pi/2); end object c: sphere 0.1; end\n"
             "constraint j1: revolute world a (0,0,0) (0,1,0); end\n"
             "constraint j2: connect a.end2 b.end1; by coordinates; end\n"
             "constraint j3: connect a.at(0,0.2,0.5) b.at(0,0.2,-0.5); by coordinates; end\n");
    model_run(w, 1);
    assert_int_equal(tn_count(w).by_coordinates, 1);
    assert_non_null(tn_warning(w, 0));
    assert_non_null(strstr(tn_warning(w, 0), "constraint 'j3' closes a loop"));
    check_near("falls", model_pose(w, tn_object_find(w, "c")).center.z, -9.81 / 2, 1e-8);
    tn_world_free(w);
    /* a tree of a thousand hinges hanging on one body: a hub in the matrix, one step of the recursion each */
    w = tn_world_new();
    model_gravity(w, v3(0, 0, -9.81));
    tn_object hub = model_object(w, "box", 1, 1, 1, v3(0, 0, 0));
    for (int i = 0; i < 1000; i++) {
        vec3 at_hub = v3(0.001 * i, 0, 0);
        tn_object o = model_object(w, "sphere", 0.05, 0, 0, v3(at_hub.x, 0, -0.5));
        tn_constraint_def d = {
            .size = sizeof(tn_constraint_def), .kind = "revolute", .count = 4, .by = TN_BY_COORDINATES};
        d.args[0] = whole(hub);
        d.args[1] = whole(o);
        d.args[2] = tn_arg_vector(at_hub);
        d.args[3] = nail(0, 1, 0.001 * i);
        model_constrain(w, &d);
    }
    model_run(w, 0.5);
    assert_int_equal(tn_count(w).by_coordinates, 1000);
    check_near("falls", model_pose(w, hub).center.z, -9.81 * 0.125, 1e-8);
    tn_world_free(w);
}

/* Many turns: angles continue beyond a turn, and so does the joint's measure. */
static void test_many_turns(void **state)
{
    (void)state;
    tn_world *w = make(
        "joints coordinates; tolerance 1e-11;",
        "object a: rod 1 0.1; spin 0 0 20; end constraint j: revolute world a (0,0,0) (0,0,1); end\n"
        "object b: rod 1 0.1; position 3 0 0; spin 0 0 30; end constraint k: revolute b world (3,0,0) (0,0,1); end\n"
        "probe n = angle(j); probe m = angle(k);");
    for (int i = 1; i <= 20; i++)
        model_run(w, 0.5 * i);
    check_near("angle", model_probe(w, "n"), 200, 1e-8);
    check_near("angle the other way", model_probe(w, "m"), -300, 1e-8);
    tn_world_free(w);
}

/* ---- refusals and messages ---- */

static void check_refused(const char *text, const char *why)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(tn_read_text(w, "model", text, d), TN_WRONG_MODEL);
    if (strstr(tn_diagnostics_get(d, 0).message, why) == NULL)
        fail_msg("%s", tn_diagnostics_get(d, 0).message);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

static void test_refused(void **state)
{
    (void)state;
    check_refused("object a: box 1 1 1; end constraint c: distance a.center (0,0,3) 3; by coordinates; end",
                  "'distance' cannot be by coordinates");
    check_refused("object a: box 1 1 1; end constraint c: keep a.center.x = 0; by coordinates; end",
                  "'keep' cannot be by coordinates");
    check_refused("object a: particle 1; end constraint c: connect a.center (0,0,0); by coordinates; end",
                  "particles, flexible objects, curves");
    check_refused("path p(t) = (t,0,0); object a: box 1 1 1; end constraint c: connect a.center p; by coordinates; end",
                  "particles, flexible objects, curves");
    check_refused("object a: block 1 1 1; size 1 1 1; stiffness 9; end object b: sphere 1; position 0 0 2; end\n"
                  "constraint c: connect a.node(0,0,0) b.center; by coordinates; end",
                  "particles, flexible objects, curves");
    check_refused("world: joints coordinate; end", "expected constraints or coordinates after 'joints'");
    check_refused("object a: coordinates th 0.3; mass 1; place (sin(th), 0, cos(th)); end\n"
                  "constraint c: connect a.center (0,0,1); by coordinates; end",
                  "objects with generalized coordinates");
    /* where coordinates are impossible, it stays a constraint, with a warning */
    tn_world *w = make("", "object a: box 1 1 1; end object b: box 1 1 1; position 3 0 0; end contact friction 0.3;\n"
                           "constraint j: connect a.at(1,0,0) b.at(-2,0,0); by coordinates; end\n");
    model_run(w, 0.1);
    assert_non_null(tn_warning(w, 0));
    assert_non_null(strstr(tn_warning(w, 0), "'j' cannot be by coordinates in a world with contact"));
    tn_world_free(w);
    w = make("integrator implicit;",
             "object a: box 1 1 1; end constraint j: connect a.center (0,0,0); by coordinates; end");
    model_run(w, 0.1);
    assert_non_null(tn_warning(w, 0));
    assert_non_null(strstr(tn_warning(w, 0), "in a world with integrator implicit"));
    tn_world_free(w);
    w = make("method displacement;",
             "object a: box 1 1 1; end constraint j: connect a.center (0,0,0); by coordinates; end");
    model_run(w, 0.1);
    assert_non_null(tn_warning(w, 0));
    assert_non_null(strstr(tn_warning(w, 0), "in a world with displacements"));
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_motion),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_conservation),
        cmocka_unit_test(test_accelerations),
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_decay),
        cmocka_unit_test(test_flat_parallelogram),
        cmocka_unit_test(test_ladder),
        cmocka_unit_test(test_beside_others),
        cmocka_unit_test(test_impossible),
        cmocka_unit_test(test_assembly),
        cmocka_unit_test(test_timeline),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_warm),
        cmocka_unit_test(test_odd_trees),
        cmocka_unit_test(test_many_turns),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
