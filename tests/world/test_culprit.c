/* An object without a finite motion is named, also for bodies of the plan that are not objects: nodes of blocks, points
 * in them, connectors of curves and other general objects. */
#include "model.h"

#include "tenon/scene.h"

static void names(const char *text, const char *name)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "culprit", text, d) != TN_OK)
        fail_msg("%s\n%s", text, tn_diagnostics_text(d, 0));
    assert_int_equal(tn_evaluate(w), TN_STUCK);
    if (strstr(tn_failure(w), name) == NULL)
        fail_msg("'%s' is not named: %s\n%s", name, tn_failure(w), text);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

static void the_object_of_any_body_is_named(void **state)
{
    (void)state;
    FILE *f = fopen("far.csv", "w");
    assert_non_null(f);
    fputs("0,0\n1,1e308\n2,4\n", f);
    fclose(f);
    names("world: order first; end object s: spline 0 0 1 1 2 4; end fit s to \"far.csv\";", "'s'");
    names("object s: spline 0 0 1 1 2 4; end object a: sphere 0.1; position 0 0 1; end\n"
          "force p: push s(0.5) 1e308 1e308 1e308; end force r: push s(0.5) 1e308 1e308 1e308; end",
          "'s'");
    names("object j: jello box 1 1 1; stiffness 100; end\n"
          "force p: push j.center 1e308 0 0; end force q: push j.center 1e308 0 0; end",
          "'j'");
    names("object b: block 2 2 2; size 1 1 1; stiffness 100; viscosity 1; end\n"
          "force p: push b.center 1e308 0 0; end force q: push b.center 1e308 0 0; end",
          "'b'");
    names("object a: sphere 0.1; end force p: push a.center 1e308 0 0; end force q: push a.center 1e308 0 0; end",
          "'a'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_object_of_any_body_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
