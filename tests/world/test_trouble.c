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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(formulas_without_value)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
