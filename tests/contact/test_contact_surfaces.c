/* test_contact_surfaces.c: surfaces of objects: friction and bounce of their own and how pairs mix them, surfaces that run,
 * torques of contacts. Against closed forms, by seeds, in every method. */
#include "../effort.h"
#include "../model/same.h"
#include "../world/model.h"
#include "tenon/view.h"

static double part(uint64_t *seed) { return 0.5 + 0.5 * random_number(seed); }

static const char *const ways[] = {"exact", "fast", ""};
static const char *const rules[] = {"geometric", "mean", "min", "max", "product"};

static double mixed(int rule, double a, double b)
{
    const double all[] = {sqrt(a * b), (a + b) / 2, fmin(a, b), fmax(a, b), a * b};
    return all[rule];
}

/* A sphere falls flat, a block slides: both know the numbers of their pair. Numbers that are left out are those of all. */
static void test_pairs(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < effort(120, 20); i++) {
        const double mu[3] = {0.1 + 0.6 * part(&seed), 0.1 + 0.6 * part(&seed), 0.1 + 0.6 * part(&seed)};
        const double e[3] = {0.2 + 0.7 * part(&seed), 0.2 + 0.7 * part(&seed), 0.2 + 0.7 * part(&seed)};
        const int rule[2] = {i % 5, i / 5 % 5}, own = i % 4; /* own: bit 0 the floor, bit 1 the bodies */
        const bool plain = i % 7 == 0;                       /* the rules that count without a word */
        char text[900], floor[100] = "", body[100] = "", word[100] = "";
        if (own & 1)
            snprintf(floor, sizeof floor, "friction %.17g; bounce %.17g;", mu[1], e[1]);
        if (own & 2)
            snprintf(body, sizeof body, "friction %.17g; bounce %.17g;", mu[2], e[2]);
        if (!plain)
            snprintf(word, sizeof word, "friction-rule %s bounce-rule %s", rules[rule[0]], rules[rule[1]]);
        snprintf(text, sizeof text,
                 "world: gravity 9.81; step 0.005; end object floor: plane; %s end\n"
                 "object block: box 0.4 0.4 0.02; position 0 0 0.01; velocity 5 0 0; bounce 0; friction %.17g; end\n"
                 "object ball: sphere 0.1; position 0 5 1.1; %s end\n"
                 "contact %s friction %.17g bounce %.17g threshold 0.1 %s;",
                 floor, own & 2 ? mu[2] : mu[0], body, i % 2 ? "exact" : "", mu[0], e[0], word);
        const double bodies = own & 2 ? mu[2] : mu[0], ground = own & 1 ? mu[1] : mu[0];
        const double want = mixed(plain ? 0 : rule[0], bodies, ground);
        const double bounce = mixed(plain ? 3 : rule[1], own & 2 ? e[2] : e[0], own & 1 ? e[1] : e[0]);
        tn_world *w = world_of(text), *twin = rebuilt(w);
        assert_int_equal(tn_advance(w, 0.3), TN_OK);
        assert_int_equal(tn_advance(twin, 0.3), TN_OK);
        assert_true(state_of(w) == state_of(twin));
        check_near(text, model_pose(w, tn_object_find(w, "block")).velocity.x, fmax(5 - want * 9.81 * 0.3, 0), 1e-6);
        const double falls = sqrt(2 / 9.81), speed = sqrt(2 * 9.81), late = falls + 0.05;
        assert_int_equal(tn_advance(w, late), TN_OK);
        check_near(text, model_pose(w, tn_object_find(w, "ball")).velocity.z, bounce * speed - 9.81 * 0.05, 1e-6);
        tn_world_free(w);
        tn_world_free(twin);
    }
}

/* A pair that is named has the numbers of its statement alone. */
static void test_named_pairs(void **state)
{
    (void)state;
    tn_world *w = world_of("world: gravity 9.81; end object floor: plane; friction 0.7; end\n"
                           "object block: box 0.4 0.4 0.02; position 0 0 0.01; velocity 5 0 0; friction 0.9; end\n"
                           "contact friction-rule max; contact between floor block friction 0.2;");
    assert_int_equal(tn_advance(w, 0.5), TN_OK);
    check_near("speed", model_pose(w, tn_object_find(w, "block")).velocity.x, 5 - 0.2 * 9.81 * 0.5, 1e-6);
    tn_world_free(w);
}

/* On a belt that runs at v a box gains μ g t until it moves with it; a ball that starts to roll gets 2/7 of v. The belt is
 * a fixed box turned by any angle, a plane, or a body that moves itself. */
static void test_belts(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int i = 0; i < effort(60, 12); i++) {
        const double v = 0.5 + 2 * part(&seed), mu = 0.2 + 0.6 * part(&seed), turn = 3 * random_number(&seed);
        const bool by_displacements = i % 4 == 3;
        char text[900];
        snprintf(text, sizeof text,
                 "world: gravity 9.81; %s step 0.005; end contact %s friction %.17g;\n"
                 "object belt: %s rotation 0 0 1 %.17g; surface-velocity %.17g 0 %.17g; end\n"
                 "object box: box 0.2 0.2 0.2; position 0 0 0.1; end object ball: sphere 0.1; position 0 2 0.1; end",
                 by_displacements ? "method displacement; scheme gauss-seidel; iterations 200;" : "", ways[i % 3], mu,
                 i % 2 ? "plane;" : "box 60 60 0.5; offset 0 0 -0.25; kernel fixed;", turn, v, random_number(&seed));
        tn_world *w = world_of(text);
        const vec3 along = v3(cos(turn), sin(turn), 0);
        const double tolerance = by_displacements || i % 3 == 1 ? 5e-3 * v : 1e-7, rolls = 2.0 / 7 * v / (mu * 9.81);
        const double early = fmin(0.5 * v / (mu * 9.81), 0.5 * rolls);
        assert_int_equal(tn_advance(w, early), TN_OK);
        check_near(text, v3_dot(along, model_pose(w, tn_object_find(w, "box")).velocity), mu * 9.81 * early,
                   by_displacements ? 0.03 * v : fmax(tolerance, 1e-3));
        assert_int_equal(tn_advance(w, 2 * v / (mu * 9.81) + 0.5), TN_OK);
        check_near_vector(text, model_pose(w, tn_object_find(w, "box")).velocity, v3_scale(v, along), tolerance);
        check_near_vector(text, model_pose(w, tn_object_find(w, "ball")).velocity, v3_scale(2.0 / 7 * v, along),
                          by_displacements ? 0.02 * v : 2e-3 * v);
        tn_world_free(w);
    }
}

/* What contacts do to a free body is the change of its angular momentum; action and reaction of a pair differ by the lever
 * between the centres. */
static void test_torques(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int i = 0; i < effort(60, 12); i++) {
        const double r = 0.1 + 0.2 * part(&seed), mu = 0.1 + 0.5 * part(&seed), v = 2 + 3 * part(&seed);
        char text[900];
        snprintf(
            text, sizeof text,
            "world: gravity 9.81; end contact %s friction %.17g; object floor: plane; end\n"
            "object ball: sphere %.17g; position 0 0 %.17g; velocity %.17g 0 0; end\n"
            "object still: box 1 1 1; position 0 3 0.5; end object on: box 0.5 0.5 0.2; position %.17g 3.1 1.1; end\n"
            "probe twist = contact-torque(ball).y; probe weight = contact(ball).z; probe alone = "
            "contact-torque(still).x;\n"
            "probe under = contact-torque(on, still).y; probe over = contact-torque(still, on).y; probe load = "
            "contact(on, still).z;",
            ways[i % 3], mu, r, r, v, 0.2 * random_number(&seed));
        tn_world *w = world_of(text);
        const tn_object on = tn_object_find(w, "on"), still = tn_object_find(w, "still");
        assert_int_equal(tn_advance(w, 0.1), TN_OK);
        check_near(text, model_probe(w, "twist") / (mu * r * model_probe(w, "weight")), 1, i % 3 == 1 ? 1e-3 : 1e-6);
        assert_int_equal(tn_advance(w, 3), TN_OK);
        const double weight = model_probe(w, "load"),
                     lever = model_pose(w, on).center.x - model_pose(w, still).center.x;
        check_near("what lies above", model_probe(w, "under"), -lever * weight, 2e-4 * fabs(weight));
        check_near("what lies below", model_probe(w, "over"), 0, 2e-4 * fabs(weight));
        check_near("in all", model_probe(w, "alone"), 0, 2e-4 * fabs(weight));
        tn_world_free(w);
    }
}

/* A view has the forces of contacts, on what can move. */
static void test_seen(void **state)
{
    (void)state;
    tn_world *w = world_of("world: gravity 10; end object floor: plane; end contact; object low: box 1 1 1; mass 3; "
                           "position 0 0 0.5; end\n"
                           "object high: compound: sphere 0.1 offset -0.2 0 0; sphere 0.1 offset 0.2 0 0; end mass 1; "
                           "position 0.1 0 1.1; end");
    assert_int_equal(tn_advance(w, 1), TN_OK);
    tn_view *v = tn_view_take(w, NULL);
    int count, objects, above = 0, below = 0;
    const tn_view_touch *t = tn_view_touches(v, &count);
    const tn_view_object *o = tn_view_objects(v, &objects);
    assert_int_equal(count, 3);
    for (int i = 0; i < count; i++) {
        assert_true(t[i].a >= 0 && t[i].a < objects && t[i].b >= 0 && t[i].b < objects && !o[t[i].b].fixed);
        const bool ground = o[t[i].a].fixed;
        below += ground;
        above += !ground;
        assert_int_equal(t[i].points, ground ? 4 : 1);
        check_near("load", fabs(t[i].force.z), ground ? 40 : 5, 1e-5);
        check_near("height", t[i].at.z, ground ? 0 : 1, 1e-6);
        if (ground) /* the upper one stands 0.1 m beside the middle */
            check_near("middle", t[i].at.x, 0.025, 1e-6);
    }
    assert_true(above == 2 && below == 1);
    tn_view_free(v);
    tn_world_free(w);
}

/* Events and programs change them; a program gives them by the words of a definition. */
static void test_changes(void **state)
{
    (void)state;
    tn_world *w = world_of(
        "world: gravity 9.81; end contact; object belt: box 60 4 1; offset 0 0 -0.5; kernel fixed; end\n"
        "object box: box 0.2 0.2 0.2; position 0 0 0.1; bounce 0.5; end\n"
        "at 1: set surface-velocity belt 1 0 0; end at 3: set surface-velocity belt 0 0 0; set friction box 0; end\n"
        "at 4: set friction box 2; end");
    const tn_object box = tn_object_find(w, "box");
    double v[6];
    assert_int_equal(tn_advance(w, 2.9), TN_OK);
    check_near("with the belt", model_pose(w, box).velocity.x, 1, 1e-7);
    assert_int_equal(tn_advance(w, 3.9), TN_OK);
    check_near("without friction", model_pose(w, box).velocity.x, 1, 1e-7);
    assert_int_equal(tn_advance(w, 6), TN_OK);
    check_near("it stops", model_pose(w, box).velocity.x, 0, 1e-9);
    assert_int_equal(tn_object_number(w, box, "friction", v), 1);
    check_near("friction", v[0], 2, 0);
    assert_int_equal(tn_object_number(w, tn_object_find(w, "belt"), "friction", v), 0);
    tn_object_def d = tn_object_default();
    d.shape = "sphere";
    d.size[0] = 0.1;
    d.values[0] = (tn_parameter_value){"friction", {0}};
    d.values[1] = (tn_parameter_value){"surface-velocity", {0, 2, 0}};
    const tn_object ball = tn_object_add(w, &d, NULL);
    assert_int_equal(tn_object_number(w, ball, "friction", v), 1);
    check_near("none", v[0], 0, 0);
    assert_int_equal(tn_object_number(w, ball, "surface-velocity", v), 3);
    check_near("runs", v[1], 2, 0);
    d.shape = "body";
    d.mass = 1;
    d.inertia[0] = d.inertia[1] = d.inertia[2] = 1;
    assert_int_equal(tn_object_add(w, &d, NULL).generation, 0);
    tn_contact_def c = tn_contact_default();
    c.friction_rule = (tn_contact_mix)9;
    assert_int_equal(tn_contact_add(w, &c), TN_WRONG_USE);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),   cmocka_unit_test(test_named_pairs), cmocka_unit_test(test_belts),
        cmocka_unit_test(test_torques), cmocka_unit_test(test_changes),     cmocka_unit_test(test_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
