/* test_linked.c: joints by coordinates (method §2): the same motion and the same forces as by constraints, for every kind,
 * trees, free roots and loops; the account of energy and momentum; beside limits, motors, formulas and springs; assembly,
 * the timeline, snapshots, texts; what is refused and what is told. */
#include "../world/model.h"

#include "method/linked.h"

/* ---- models: WORLD stands for the settings that differ ---- */

struct linked_model {
    const char *name, *text;
    int joints;  /* by coordinates */
    bool direct; /* nothing else is solved for */
};

#define ROD(name, x, y, z, turn) "object " name ": rod 1 0.05; position " x " " y " " z "; rotation " turn "; end\n"

/* Hinges with axes all askew, on a swing of a quarter radian. */
#define CHAIN                                                                                                          \
    "gravity 0 0 -9.81;\n"                                                                                             \
    "object a: rod 1 0.05; position 0 0 -0.5; end object b: rod 1 0.05; position 0 0 -1.5; end\n"                      \
    "object c: rod 1 0.05; position 0 0 -2.5; spin 0.5 0 0; velocity 0 0.25 0; end\n"                                  \
    "constraint j1: revolute world a (0,0,0) (1,0.2,0); end\n"                                                         \
    "constraint j2: revolute a b (0,0,-1) (0.1,1,0); end\n"                                                            \
    "constraint j3: revolute c b (0,0,-2) (1,0,0); end\n"

/* A trunk with branches of all kinds, pushed about a little; joints are given in both directions. */
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

/* Nothing holds it: three bodies on ball joints and a hinge, turning in space. */
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
    "object arm: rod 2 0.05; rotation 0 1 0 (pi/2); spin 0 0 2; end\n"                                                 \
    "object bead: box 0.1 0.1 0.1; position 0.5 0 0; spin 0 0 2; velocity 0 1 0; end\n"                                \
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

/* It shakes sideways: work is done by the path. */
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

/* The largest difference of two worlds: places and turns of all objects. */
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

/* Likewise of the forces and torques in all constraints, by how large they are. */
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
            tn_frame(b);
        }
        assert_non_null(a->system->linked);
        assert_null(b->system->linked);
        assert_int_equal(a->system->linked->joints, models[m].joints);
        bool direct = true;
        for (int i = 0; i < ldl_islands(a->system->matrix); i++)
            direct = direct && a->system->linked->island_direct[i];
        if (direct != models[m].direct)
            fail_msg("%s: by the recursion: %d", models[m].name, direct);
        tn_measures e = model_measure(a);
        printf("%s: apart %.2g, loads %.2g, drift %.2g (%.2g), deviation %.2g\n", models[m].name, apart, loads, e.drift,
               model_measure(b).drift, e.largest_deviation);
        if (!(apart < 1e-8))
            fail_msg("%s: by coordinates and by constraints are %.3g apart", models[m].name, apart);
        if (!(loads < 1e-6))
            fail_msg("%s: forces differ by %.3g", models[m].name, loads);
        tn_world_free(a);
        tn_world_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
