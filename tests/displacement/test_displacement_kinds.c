/* Every constraint kind under the displacement method: it holds, it moves as under the dynamic method, it conserves
 * momentum as its scheme should; and its articulation is equivalent to its rows. */
#include "../dynamics/kinds.h"
#include "goals/assembly.h"

static const tn_scheme schemes[] = {TN_SCHEME_A, TN_SCHEME_B, TN_GAUSS_SEIDEL};
static const char *const scheme_names[] = {"A", "B", "gauss-seidel"};

static void displace(tn_world *w, tn_scheme scheme, double step, double tolerance)
{
    tn_settings s = tn_world_settings(w);
    s.method = TN_DISPLACEMENT;
    s.scheme = scheme;
    s.step = step;
    s.correction = tolerance;
    s.iterations = 20000;
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
}

static bool is_position(void *ctx, const struct constraint_rows *it)
{
    (void)ctx;
    return it->level[0] == LEVEL_POSITION;
}

/* The largest |C| on positions, and the largest |φ| on velocities. */
static double off(tn_world *w, double *speed)
{
    int worst;
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    assert_int_equal(tn_evaluate(w), TN_OK);
    *speed = 0;
    for (int i = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows && plan->constraint[i].level[r] == LEVEL_VELOCITY; r++)
            *speed = fmax(*speed, fabs(work->c[plan->constraint[i].row + r]));
    return system_largest_deviation(plan, work, is_position, NULL, &worst);
}

/* ---- it holds ---- */

static void every_kind_holds(void **state)
{
    (void)state;
    for (int c = 0; c < constraint_class_count(); c++)
        for (int f = 0; f < constraint_class_at(c)->form_count; f++)
            for (int k = 0; k < 3; k++) {
                const struct constraint_form *form = &constraint_class_at(c)->forms[f];
                double speed, gap;
                if (kinds_is_limit(form))
                    continue;
                tn_world *w = kinds_model(form->name, 2);
                displace(w, schemes[k], 0.005, 1e-7);
                for (int n = 1; n <= 4; n++) {
                    model_run(w, 0.1 * n);
                    gap = off(w, &speed);
                    if (!(gap < 3e-5) || !(speed < 1e-2))
                        fail_msg("%s by scheme %s: off by %g, speeds by %g", form->name, scheme_names[k], gap, speed);
                }
                if (tn_warning(w, 0) != NULL)
                    fail_msg("%s by scheme %s: %s", form->name, scheme_names[k], tn_warning(w, 0));
                tn_world_free(w);
            }
}

/* ---- it moves as it should ---- */

/* All bodies at rest where the constraints hold. */
static void come_to_rest(tn_world *w, const char *form)
{
    double left;
    assert_int_equal(tn_assemble(w, &left), TN_OK);
    check_near(form, left, 0, 1e-8);
    for (int i = 0; i < tn_object_count(w); i++)
        if (!tn_object_is_variable(w, tn_object_at(w, i)))
            tn_object_set_velocity(w, tn_object_at(w, i), v3(0, 0, 0), v3(0, 0, 0));
}

/* The largest distance of a body from where the dynamic method has it, after 0.2 s. */
static double astray(const char *form, tn_scheme scheme, double step)
{
    tn_world *exact = kinds_model(form, 3), *w = kinds_model(form, 3);
    double worst = 0;
    come_to_rest(exact, form);
    come_to_rest(w, form);
    displace(w, scheme, step, 1e-9);
    model_run(exact, 0.2);
    model_run(w, 0.2);
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_pose a = model_pose(exact, tn_object_at(exact, i)), b = model_pose(w, tn_object_at(w, i));
        quat turn = q_mul(a.orientation, q_conj(b.orientation));
        worst = fmax(worst, v3_norm(v3_sub(a.center, b.center)));
        worst = fmax(worst, 2 * sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z));
    }
    tn_world_free(exact);
    tn_world_free(w);
    return worst;
}

/* First order: half the step, half the error. Scheme B is a heuristic and need not converge. */
static void every_kind_moves(void **state)
{
    (void)state;
    for (int c = 0; c < constraint_class_count(); c++)
        for (int f = 0; f < constraint_class_at(c)->form_count; f++)
            for (int k = 0; k < 3; k += 2) {
                const struct constraint_form *form = &constraint_class_at(c)->forms[f];
                /* on a path, and while a gap closes with its time constant, the two start differently */
                if (kinds_is_limit(form) || strcmp(form->name, "follow") == 0 || strncmp(form->name, "rolling", 7) == 0)
                    continue;
                double rough = astray(form->name, schemes[k], 2e-3), fine = astray(form->name, schemes[k], 1e-3);
                if (!(fine < 0.003) || !(fine < 0.7 * rough || fine < 1e-6))
                    fail_msg("%s by scheme %s is %g astray at 2 ms and %g at 1 ms", form->name, scheme_names[k], rough,
                             fine);
            }
}

/* ---- momentum ---- */

/* Two or more bodies without other constraints: models of kinds.h without their nails. */
static bool is_free(tn_world *w)
{
    for (int i = 0; i < world_constraint_count(w); i++) {
        int count;
        const struct connector *in = world_constraint_inputs(w, world_constraint_slot(w, i), &count);
        for (int k = 0; k < count; k++)
            if (in[k].type == CONNECTOR_CONSTANT || in[k].type == CONNECTOR_TIME ||
                w->things->objects.at[in[k].body].type->motion != MOTION_DYNAMIC)
                return false;
    }
    return true;
}

/* Removes what joins the model to the world; false if nothing is left. */
static bool set_free(tn_world *w)
{
    for (int i = world_constraint_count(w) - 1; i >= 0; i--) {
        int count, slot = world_constraint_slot(w, i);
        const struct connector *in = world_constraint_inputs(w, slot, &count);
        bool tied = false;
        for (int k = 0; k < count; k++)
            tied = tied || in[k].type == CONNECTOR_CONSTANT || in[k].type == CONNECTOR_TIME ||
                   w->things->objects.at[in[k].body].type->motion != MOTION_DYNAMIC;
        if (tied)
            world_remove_constraint(w, slot);
    }
    while (world_force_count(w) > 0)
        world_remove_force(w, world_force_slot(w, 0));
    return world_constraint_count(w) > 0 && is_free(w);
}

/* The relative loss of both momenta in 0.3 s. */
static bool lost(const char *form, tn_scheme scheme, double step, double *linear, double *angular)
{
    tn_world *w = kinds_model(form, 5);
    bool free = set_free(w);
    if (free) {
        double left;
        assert_int_equal(tn_assemble(w, &left), TN_OK);
        displace(w, scheme, step, 1e-9);
        tn_measures before = model_measure(w);
        model_run(w, 0.3);
        tn_measures after = model_measure(w);
        *linear = v3_norm(v3_sub(after.momentum, before.momentum)) / (1 + v3_norm(before.momentum));
        *angular =
            v3_norm(v3_sub(after.angular_momentum, before.angular_momentum)) / (1 + v3_norm(before.angular_momentum));
    }
    tn_world_free(w);
    return free;
}

static void every_kind_keeps_momentum(void **state)
{
    (void)state;
    int tested = 0;
    for (int c = 0; c < constraint_class_count(); c++)
        for (int f = 0; f < constraint_class_at(c)->form_count; f++)
            for (int k = 0; k < 3; k++) {
                const struct constraint_form *form = &constraint_class_at(c)->forms[f];
                double linear[2], angular[2];
                if (kinds_is_limit(form) || !lost(form->name, schemes[k], 2e-3, &linear[0], &angular[0]))
                    continue;
                lost(form->name, schemes[k], 1e-3, &linear[1], &angular[1]);
                if (!(linear[0] < 1e-10) || !(linear[1] < 1e-10))
                    fail_msg("%s by scheme %s loses %g of its momentum", form->name, scheme_names[k], linear[1]);
                bool kept = angular[1] < 1e-2 && (angular[1] < 0.7 * angular[0] || angular[1] < 1e-6);
                if (schemes[k] != TN_SCHEME_B && !kept)
                    fail_msg("%s by scheme %s loses %g of its angular momentum at 2 ms and %g at 1 ms", form->name,
                             scheme_names[k], angular[0], angular[1]);
                tested++;
            }
    assert_true(tested > 60);
}

/* ---- articulations and rows ---- */

/* At random poses the gap of the articulation equals that of the rows and limits. */
static void articulations_say_what_rows_say(void **state)
{
    (void)state;
    uint64_t seed = 17;
    int compared = 0;
    for (int c = 0; c < constraint_class_count(); c++)
        for (int f = 0; f < constraint_class_at(c)->form_count; f++) {
            const struct constraint_form *form = &constraint_class_at(c)->forms[f];
            if (kinds_is_limit(form))
                continue;
            for (int n = 0; n < 20; n++) {
                tn_world *w = kinds_model(form->name, 1 + (uint64_t)n);
                for (int i = 0; i < tn_object_count(w); i++) {
                    tn_pose p = model_pose(w, tn_object_at(w, i));
                    tn_object_place(w, tn_object_at(w, i), v3_add(p.position, random_vector(&seed)),
                                    q_exp(v3_scale(2, random_vector(&seed))));
                }
                displace(w, TN_SCHEME_A, 0.01, 1e-6);
                compared += kinds_compare_gaps(w, form->name);
                tn_world_free(w);
            }
        }
    assert_true(compared > 500);
}

/* The same for the limits of the joints of 1994. */
static void limits_say_what_rows_say(void **state)
{
    (void)state;
    uint64_t seed = 23;
    int compared = 0;
    for (int n = 0; n < 400; n++) {
        tn_world *w = tn_world_new();
        tn_object a = box(w, 0, 0, 0, &seed), b = box(w, 0.3, 0.1, 0.5, &seed);
        tn_hinge_def d = tn_hinge_default();
        d.object1 = a;
        d.object2 = b;
        d.hinge = n % 4 > 0;
        d.axial = n % 4 == 2;
        d.planar = n % 4 == 3;
        d.axis = d.normal = random_vector(&seed);
        d.axial_min = -0.2;
        d.axial_max = 0.3;
        d.planar_min = 0.3;
        d.planar_max = 0.5;
        d.angle = d.twist = true;
        d.axis1 = random_vector(&seed);
        d.axis2 = random_vector(&seed);
        d.across1 = random_vector(&seed);
        d.across2 = random_vector(&seed);
        d.angle_min = 0.3;
        d.angle_max = 0.8;
        d.twist_min = -0.5;
        d.twist_max = 0.2;
        kinds_hinge(w, &d);
        displace(w, TN_SCHEME_A, 0.01, 1e-6);
        compared += kinds_compare_gaps(w, "limits");
        /* and once it is assembled everything holds */
        double left;
        assert_int_equal(tn_assemble(w, &left), TN_OK);
        check_near("limits after the assembly", left, 0, 1e-8);
        tn_world_free(w);
    }
    assert_int_equal(compared, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_holds),          cmocka_unit_test(every_kind_moves),
        cmocka_unit_test(every_kind_keeps_momentum), cmocka_unit_test(articulations_say_what_rows_say),
        cmocka_unit_test(limits_say_what_rows_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
