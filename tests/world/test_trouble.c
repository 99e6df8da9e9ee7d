/* Formulas that become undefined during the motion: the run stops at the last good state, and reports the formula, its
 * place, the operation without a value, and its operands. */
#include "model.h"

static const struct {
    const char *text;
    const char *said[6];
} cases[] = {
    /* the root of a number that becomes negative, in fixed steps that jump past zero */
    {"world: integrator rk4; step 0.007; until 2; gravity 0; end\n"
     "object a: sphere 0.1; position 0.5 0 0; end\n"
     "constraint edge: keep a.center.x = sqrt(0.501 - t); end\n",
     {"the formula of constraint 'edge' has no value there", "(model, line 3)", "keep a.center.x = sqrt(0.501 - t)",
      "sqrt(-0.00", "a.center = (", "t = 0.50"}},
    /* a norm at zero: the value is there, its derivative is 0/0 */
    {"world: until 1; gravity 0; end\n"
     "object a: particle 1; end\n"
     "keep norm(a.center) = 1;\n",
     {"the formula of constraint 'keep@3' has no value there", "(model, line 3)", "0/0 is not a number",
      "a.center = (0, 0, 0)", "t = 0"}},
    /* the same in a compiled kind */
    {"world: until 1; gravity 0; end\n"
     "object a: particle 1; end object b: particle 1; end\n"
     "distance a.center b.center 1;\n",
     {"the formula of constraint 'distance@3' has no value there", "(model, line 3)", "0/0 is not a number",
      "a.center = (0, 0, 0), b.center = (0, 0, 0)"}},
    /* a logarithm in a force */
    {"world: until 2; gravity 0; end\n"
     "object a: sphere 0.1; position 1 0 0; velocity -1 0 0; end\n"
     "force f: push a.center (log(a.center.x), 0, 0); end\n",
     {"the formula of force 'f' has no value there", "(model, line 3)", "push a.center (log(a.center.x), 0, 0)",
      "log(-", "a.center = (-"}},
    /* a variable */
    {"world: until 1; gravity 0; end\n"
     "variable x 1;\n"
     "variable y 0;\n"
     "constraint both: keep x^0.5/y = 1; end\n",
     {"the formula of constraint 'both' has no value there", "(model, line 4)", "x = 1, y = 0"}},
    /* the branch that is not taken has no effect */
    {"world: integrator rk4; step 0.01; until 2; gravity 0; end\n"
     "object a: particle 1; position 1 0 0; velocity 0 1 0; end\n"
     "constraint c: keep a.center.x = if(t < 0.5, 1 + 0*t, log(t - 0.6)); end\n",
     {"the formula of constraint 'c' has no value there", "log(", "t = 0.5"}},
    /* an angle that does not exist */
    {"world: integrator rk4; step 0.01; until 4; gravity 0; end\n"
     "object a: particle 1; position 0 0 0; velocity 0 2 0; end\n"
     "keep a.center.y = 2.01*t;\n"
     "constraint c: keep a.center.x = acos(a.center.y); end\n",
     {"the formula of constraint 'c' has no value there", "(model, line 4)", "acos(1.0", "a.center = ("}},
};

static void formulas_without_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_world *w = model_text(cases[i].text);
        tn_status status = tn_advance(w, 4);
        assert_int_equal(status, TN_STUCK);
        for (int k = 0; k < 6 && cases[i].said[k] != NULL; k++)
            if (strstr(tn_failure(w), cases[i].said[k]) == NULL)
                fail_msg("case %d: '%s' is not in: %s", (int)i, cases[i].said[k], tn_failure(w));
        assert_null(strstr(tn_failure(w), "nan"));
        for (int k = 0; k < tn_object_count(w); k++) { /* the state is the last good one */
            tn_pose p;
            assert_int_equal(tn_object_pose(w, tn_object_at(w, k), &p), TN_OK);
            assert_true(v3_finite(p.position) && v3_finite(p.velocity));
        }
        tn_world_free(w);
    }
}

/* A force without a value is named, and not a constraint of the same body. */
static void forces_beside_constraints(void **state)
{
    (void)state;
    static const char *const forces[] = {"push c.center (sqrt(0.1 - t), 0, 0)", "turn c (0, 0, log(0.1 - t))",
                                         "spring c.center (0, 0, 3) stiffness (sqrt(0.1 - t)) rest 1"};
    static const char *const constraints[] = {"keep c.center.y = 0", "connect c.center (0, 0, 0)",
                                              "revolute world c (0.5, 0, 0) (0, 0, 1)",
                                              "distance c.center (0, 0, 2) 2"};
    for (tn_integrator k = 0; tn_integrator_name(k) != NULL; k++)
        for (int f = 0; f < 3; f++)
            for (int c = 0; c < 4; c++) {
                char text[400];
                snprintf(text, sizeof text,
                         "world: integrator %s; end\nobject c: sphere 0.1; end\nconstraint k: %s; end\n"
                         "force f: %s; end\n",
                         tn_integrator_name(k), constraints[c], forces[f]);
                tn_world *w = model_text(text);
                assert_int_equal(tn_advance(w, 0.3), TN_STUCK);
                if (strstr(tn_failure(w), "the formula of force 'f' has no value there") == NULL)
                    fail_msg("%s%s", text, tn_failure(w));
                tn_world_free(w);
            }
}

static void no_number(void *user, double t, const tn_signal *at, int count, tn_vec3 *force)
{
    (void)user;
    (void)at;
    (void)count;
    force[0] = (tn_vec3){t > 0.1 ? NAN : 0, 0, 0};
}

/* So is a force that a program computes, by its object. */
static void hooked_forces(void **state)
{
    (void)state;
    tn_world *w = model_text("object c: sphere 0.1; end\nkeep c.center.y = 0;\n");
    tn_force_hook h = tn_force_hook_default();
    h.args[0] = tn_arg_point(tn_object_find(w, "c"), (tn_vec3){0, 0, 0});
    h.count = 1;
    h.force = no_number;
    tn_force_hook_add(w, &h, NULL);
    assert_int_equal(tn_advance(w, 0.3), TN_STUCK);
    if (strstr(tn_failure(w), "the forces on 'c' are not finite") == NULL)
        fail_msg("%s", tn_failure(w));
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(formulas_without_value),
                                       cmocka_unit_test(forces_beside_constraints), cmocka_unit_test(hooked_forces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
