/* A force kind defined by this program with one table: it is read, written, set, changed by the timeline, listed and
 * made through the public interface without further code. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "force/force_parts.h"
#include "tenon/tenon.h"

/* ---- the kind: the only code about it ---- */

enum { STRENGTH, REACH };

/* F on P = k exp(-l/r) towards Q, on Q the opposite */
static void apply(const struct force_item *items, int n, struct force_context *x)
{
    for (int i = 0; i < n; i++) {
        const double *value = &x->values[items[i].value];
        int p = items[i].connector[0], q = items[i].connector[1];
        vec3 d = v3_sub(x->signals[q].y, x->signals[p].y);
        double l = v3_norm(d);
        vec3 f = v3_scale(value[STRENGTH] * exp(-l / value[REACH]) / l, d);
        force_working(x, p, f);
        force_working(x, q, v3_neg(f));
    }
}

static const tn_parameter parameters[] = {
    {.word = "strength",
     .symbol = "k",
     .unit = "N",
     .fewest = 1,
     .most = 1,
     .one_of = true,
     .formula = true,
     .settable = true,
     .standard = "0",
     .help = "the force where they touch"},
    {.word = "reach",
     .symbol = "r",
     .unit = "m",
     .fewest = 1,
     .most = 1,
     .range = TN_POSITIVE,
     .formula = true,
     .settable = true,
     .standard = "0.5",
     .help = "the distance at which a third of it is left"},
    {.word = NULL},
};

static const struct force_class force_magnet = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "magnet",
             .synonyms = {"lodestone"},
             .arguments = "P Q",
             .help = "two points attract each other the more the nearer they are",
             .formula = "F on P = k*exp(-l/r)*unit(Q - P)",
             .example = "magnet a.center (0, 0, 0) strength 2;",
             .parameters = parameters},
    .apply = apply,
};

#define KIND(name) extern const struct force_class force_##name;
#include "force/list.h"
#undef KIND
const struct force_class *const force_classes[] = {
#define KIND(name) &force_##name,
#include "force/list.h"
#undef KIND
    &force_magnet, NULL};

/* ---- it works everywhere ---- */

static tn_world *read(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "test", text, d) != TN_OK)
        fail_msg("%s\n%s", text, tn_diagnostics_text(d, 0));
    tn_diagnostics_free(d);
    return w;
}

static double speed_at(tn_world *w, double t)
{
    tn_pose pose;
    assert_int_equal(tn_advance(w, t), TN_OK);
    assert_int_equal(tn_object_pose(w, tn_object_find(w, "a"), &pose), TN_OK);
    return pose.velocity.x;
}

static void near(double got, double wanted, double within)
{
    if (!(fabs(got - wanted) <= within))
        fail_msg("%.9g, not %.9g", got, wanted);
}

#define PARTICLE "object a: particle 2; position 1 0 0; end\n"

/* v' = -k exp(-x/r)/m at first. */
static void it_is_read_and_acts(void **state)
{
    (void)state;
    tn_world *w = read(PARTICLE "magnet a.center (0, 0, 0) strength 3 reach 0.25;");
    near(speed_at(w, 1e-4), -1e-4 * 3 * exp(-4) / 2, 1e-10);
    tn_world_free(w);
    w = read(PARTICLE
             "let k = 3; magnet a.center (0, 0, 0) strength (k*(1 + t));"); /* a formula; the reach by default */
    near(speed_at(w, 1e-4), -1e-4 * 3 * exp(-2) / 2, 1e-7);
    tn_world_free(w);
}

static void its_mistakes_are_told(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"magnet a.center (0, 0, 0);", "magnet: expected strength: magnet P Q strength k reach r;"},
        {"magnet a.center (0, 0, 0) strengh 1;", "expected strength or reach of 'magnet', met 'strengh'"},
        {"magnet a.center (0, 0, 0) strength 1 reach 0;", "'reach' of 'magnet' must be greater than zero"},
        {"magnet a (0, 0, 0) strength 1;", "magnet: expected a point for P"},
        {"magnet a.center strength 1;", "magnet takes 2 arguments, 1 given (magnet P Q)"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[200];
        snprintf(text, sizeof text, PARTICLE "%s", wrong[i][0]);
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        assert_int_equal(tn_read_text(w, "test", text, d), TN_WRONG_MODEL);
        char *said = tn_diagnostics_text(d, 0);
        if (strstr(said, wrong[i][1]) == NULL)
            fail_msg("%s\nexpected %s", said, wrong[i][1]);
        free(said);
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
}

static void it_is_set_and_written(void **state)
{
    (void)state;
    tn_world *w = read(PARTICLE "let r = 0.25; force m: magnet a.center (0, 0, 0) strength 3 reach r; end");
    tn_force f = tn_force_find(w, "m");
    double v[6], four = 4, none = 0;
    char *message;
    assert_true(tn_force_number(w, f, "strength", v) == 1 && v[0] == 3);
    assert_true(tn_force_number(w, f, "reach", v) == 1 && v[0] == 0.25);
    assert_int_equal(tn_force_set(w, f, "reach", &none, 1, &message), TN_WRONG_USE);
    assert_string_equal(message, "reach must be greater than zero, not 0");
    free(message);
    assert_int_equal(tn_force_set(w, f, "strength", &four, 1, NULL), TN_OK);
    char *text = tn_write_text(w);
    assert_non_null(strstr(text, "magnet a.center (0, 0, 0) strength 4 reach r;"));
    tn_world *again = read(text);
    assert_true(speed_at(again, 0.5) == speed_at(w, 0.5));
    free(text);
    tn_world_free(w);
    tn_world_free(again);
}

static void the_timeline_changes_it(void **state)
{
    (void)state;
    tn_world *w = read(PARTICLE "force m: magnet a.center (0, 0, 0) strength 0; end at 1: set strength m 3; end");
    assert_true(speed_at(w, 1) == 0);
    near(speed_at(w, 1 + 1e-4), -1e-4 * 3 * exp(-2) / 2, 1e-10);
    tn_world_free(w);
}

static void programs_make_it(void **state)
{
    (void)state;
    tn_world *w = read(PARTICLE);
    tn_force_def def = {.size = sizeof(tn_force_def),
                        .kind = "magnet",
                        .args = {tn_arg_point(tn_object_find(w, "a"), (tn_vec3){0}), tn_arg_vector((tn_vec3){0})},
                        .count = 2,
                        .values = {{"strength", {3}}}};
    assert_int_not_equal(tn_force_add(w, &def, NULL).generation, 0);
    char *text = tn_write_text(w), *message;
    assert_non_null(strstr(text, "magnet a.at(0, 0, 0) (0, 0, 0) strength 3 reach 0.5;"));
    tn_world *again = read(text);
    assert_true(speed_at(again, 0.5) == speed_at(w, 0.5));
    free(text);
    def.values[1] = (tn_parameter_value){"reach", {-1}};
    assert_int_equal(tn_force_add(w, &def, &message).generation, 0);
    assert_string_equal(message, "reach must be greater than zero");
    free(message);
    tn_world_free(w);
    tn_world_free(again);
}

static void it_is_listed(void **state)
{
    (void)state;
    char *all = tn_kinds(NULL), *one = tn_kinds("magnet");
    assert_non_null(strstr(all, "magnet"));
    assert_non_null(strstr(one, "magnet P Q strength k reach r"));
    free(all);
    free(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_read_and_acts),   cmocka_unit_test(its_mistakes_are_told),
        cmocka_unit_test(it_is_set_and_written), cmocka_unit_test(the_timeline_changes_it),
        cmocka_unit_test(programs_make_it),      cmocka_unit_test(it_is_listed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
