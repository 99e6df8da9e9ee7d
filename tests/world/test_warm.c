/* Once warm, a step allocates nothing, for every model: chains, redundant loops, contradictions, hubs, formulas,
 * paths. */
#include "model.h"

static void chain(tn_world *w)
{
    tn_object before = {0, 0};
    for (int i = 0; i < 10; i++) {
        tn_object o = model_turned(w, "rod", 1, 0.05, 0, v3(i + 0.5, 0, 0), v3(0, model_pi / 2, 0));
        JOIN(w, NULL, "connect", i == 0 ? nail(0, 0, 0) : at(before, 0, 0, 0.5), at(o, 0, 0, -0.5));
        before = o;
    }
}

static void redundant(tn_world *w)
{
    tn_object o = model_object(w, "box", 0.8, 0.1, 2, v3(0.4, 0, 0));
    JOIN(w, NULL, "revolute", tn_arg_world(), whole(o), nail(0, 0, 0.7), nail(0, 0.1, 1));
    JOIN(w, NULL, "revolute", tn_arg_world(), whole(o), nail(0, -0.14, -0.7), nail(0, 0.1, 1));
}

static void contradictory(tn_world *w)
{
    tn_object o = model_object(w, "sphere", 0.1, 0, 0, v3(0, 0, 0));
    JOIN(w, NULL, "connect", at(o, 0, 0, 0), nail(1, 0, 0));
    JOIN(w, NULL, "connect", at(o, 0, 0, 0), nail(-1, 0, 0));
}

static void hub(tn_world *w)
{
    tn_object o = model_object(w, "box", 2, 2, 2, v3(0, 0, 0));
    uint64_t seed = 3;
    for (int i = 0; i < 40; i++) {
        vec3 p = random_vector(&seed);
        JOIN(w, NULL, "connect", tn_arg_point(o, p), at(model_object(w, "sphere", 0.05, 0, 0, p), 0, 0, 0));
    }
}

static void every_force(tn_world *w)
{
    tn_object a = model_object(w, "box", 1, 1, 1, v3(0, 0, 0)), b = model_object(w, "box", 1, 1, 1, v3(2, 0, 0));
    model_drag(w, 0.1, 0.1);
    tn_force_add(w,
                 &(tn_force_def){.size = sizeof(tn_force_def),
                                 .kind = "spring",
                                 .count = 2,
                                 .args = {at(a, 0, 0, 0), at(b, 0, 0, 0)},
                                 .stiffness = 30,
                                 .rest = 1,
                                 .damping = 1},
                 NULL);
    tn_force_add(w,
                 &(tn_force_def){.size = sizeof(tn_force_def),
                                 .kind = "torsion",
                                 .count = 2,
                                 .args = {dir(a, 1, 0, 0), dir(b, 0, 1, 0)},
                                 .stiffness = 3,
                                 .rest = 1,
                                 .damping = 1},
                 NULL);
    tn_object driven = model_driven(w, model_path(w, "(sin(3*t), cos(t), t)"));
    JOIN(w, NULL, "distance", at(driven, 0, 0, 0), at(a, 0, 0, 0), number(2));
}

static int warnings(const tn_world *w)
{
    int count = 0;
    while (tn_warning(w, count) != NULL)
        count++;
    return count;
}

/* From t = 0.1 on. Only a frame that warns may allocate: its sentence. */
static void check_warm_world(tn_world *w)
{
    tn_measures m;
    model_run(w, 0.1);
    assert_int_equal(tn_evaluate(w), TN_OK);
    tn_frame(w);
    tn_constraint c = tn_constraint_at(w, 0);
    unsigned long before = mem_count();
    for (int i = 1; i <= 50; i++) {
        if (tn_advance(w, 0.1 + 0.02 * i) != TN_OK)
            break;
        tn_evaluate(w);
        const unsigned long taken = mem_count();
        const int warned = warnings(w);
        tn_frame(w);
        before += warnings(w) > warned ? mem_count() - taken : 0;
        tn_measure(w, &m);
        tn_constraint_state s;
        tn_constraint_get(w, c, &s);
    }
    unsigned long after = mem_count();
    assert_string_equal(tn_failure(w), "");
    check_near("it went on", tn_time(w), 1.1, 1e-12);
    if (after != before)
        fail_msg("%lu allocations in a hundred warm steps", after - before);
    tn_world_free(w);
}

static void check_warm(void (*make)(tn_world *w), tn_integrator method)
{
    tn_world *w = tn_world_new();
    model_gravity(w, v3(0, 0, -model_g));
    make(w);
    model_set(w, method, 0, 0.01, 0);
    check_warm_world(w);
}

static void (*const models[])(tn_world *w) = {chain, redundant, contradictory, hub, every_force};
enum { MODELS = sizeof models / sizeof *models };

static void by_euler(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++)
        check_warm(models[k], TN_EULER);
}

static const char flexible[] =
    "world: gravity 9.81; tau 0.02; integrator implicit; step 0.01; end\n"
    "object b: block 3 2 2; size 0.3 0.2 0.2; stiffness 1e7; viscosity 100; incompressible; moldable 0.1; end\n"
    "object rod: rod 0.4 0.02; position 0.15 0 -0.3; end object table: plane; position 0 0 -0.6; end\n"
    "object ball: sphere 0.05; position -0.1 0 0.3; end\n"
    "constraint hook: connect b.at(0.15, 0, -0.1) rod.end2; end\n"
    "constraint pin: connect b.node(0, 1, 1) (-0.15, 0, 0); end\n"
    "constraint floor: outside b table; tau 0.01; end constraint top: outside b ball; tau 0.01; end\n"
    "constraint held: connect b.node(0, 0, 0) (-0.15, -0.1, -0.1); by reaction; end\n";

static void by_implicit(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++)
        check_warm(models[k], TN_IMPLICIT);
    check_warm_world(model_text(flexible));
}

static void by_rk4(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++)
        check_warm(models[k], TN_RK4);
    for (int k = 0; k < MODELS; k++)
        check_warm(models[k], TN_VERLET);
    for (int k = 0; k < MODELS; k++)
        check_warm(models[k], TN_NYSTROM);
}

/* For adaptive integrators everything except SUNDIALS itself. */
static void by_adams(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++)
        check_warm(models[k], TN_ADAMS);
}

/* Joints of 1994, limits, a formula; contradictory ones reach the iteration limit in every step. */
static void by_displacement(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++)
        for (int scheme = TN_SCHEME_A; scheme <= TN_GAUSS_SEIDEL; scheme++) {
            tn_world *w = tn_world_new();
            tn_settings s = tn_world_settings(w);
            s.method = TN_DISPLACEMENT;
            s.scheme = (tn_scheme)scheme;
            assert_int_equal(tn_world_configure(w, &s), TN_OK);
            model_gravity(w, v3(0, 0, -model_g));
            models[k](w);
            tn_object o = model_object(w, "box", 0.3, 0.4, 0.5, v3(5, 5, 5));
            tn_hinge_def d = tn_hinge_default();
            d.object2 = o;
            d.hinge = d.axial = d.angle = d.twist = true;
            d.point1 = v3(5, 5, 5);
            d.axis = d.axis1 = d.axis2 = v3(0, 0, 1);
            d.across1 = d.across2 = v3(1, 0, 0);
            d.axial_min = -0.1;
            d.angle_max = 0.3;
            d.twist_max = 0.1;
            d.bounce = 0.5;
            assert_true(tn_constraint_valid(w, tn_hinge_add(w, &d, NULL)));
            check_warm_world(w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_euler), cmocka_unit_test(by_implicit),     cmocka_unit_test(by_rk4),
        cmocka_unit_test(by_adams), cmocka_unit_test(by_displacement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
