/* An integrator defined by this program with one table is known to the reader, the writer, the settings, the kinds and
 * the public interface; so it is to a command built with it (test_integrator.sh). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "heun.h"
#include "tenon/tenon.h"

static void it_is_known_everywhere(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_integrator heun;
    tn_pose pose;
    assert_true(tn_integrator_find("heun", &heun) && tn_integrator_adaptive(heun));
    assert_int_equal(heun, tn_integrator_count() - 1);
    assert_int_equal(tn_read_text(w, "test",
                                  "world: integrator heun; gravity 10; end\n"
                                  "object a: sphere 0.1; velocity 1 0 0; end",
                                  d),
                     TN_OK);
    assert_int_equal(tn_world_settings(w).integrator, heun);
    assert_int_equal(tn_advance(w, 1), TN_OK);
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "a"), &pose), TN_OK);
    assert_true(fabs(pose.position.z + 5) < 1e-9 && fabs(pose.position.x - 1) < 1e-9);
    assert_true(tn_count(w).steps == 1000);
    char *text = tn_write_text(w);
    assert_non_null(strstr(text, "  integrator heun;\n"));
    tn_world *again = tn_world_new();
    assert_int_equal(tn_read_text(again, "again", text, d), TN_OK);
    assert_int_equal(tn_world_settings(again).integrator, heun);
    free(text);
    tn_settings s = tn_world_settings(w);
    assert_string_equal(tn_setting_word(&s, "integrator"), "heun");
    s = tn_settings_default();
    assert_int_equal(tn_setting_put(&s, "integrator", "heun"), TN_OK);
    assert_int_equal(tn_world_configure(again, &s), TN_OK);
    text = tn_kinds("heun");
    assert_non_null(strstr(text, "Heun's method of order 2"));
    free(text);
    assert_int_equal(tn_read_text(w, "wrong", "world: integrator huen; end", d), TN_WRONG_MODEL);
    text = tn_diagnostics_text(d, 0);
    char named[100]; /* after the last one of the library */
    snprintf(named, sizeof named, "%s or heun after 'integrator', met 'huen'", tn_integrator_name(heun - 1));
    assert_non_null(strstr(text, named));
    free(text);
    tn_diagnostics_free(d);
    tn_world_free(w);
    tn_world_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_known_everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
