/* test_def.c: definitions as data: every statement of every example as text and back, built by calls, and misuse. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formula/statement.h"
#include "tenon/def.h"

/* ---- text and back ---- */

static int seen;

/* Printed and parsed, a definition is equal; its text does not change any more; a copy is equal too. */
static void comes_back(const tn_def *d, const char *file)
{
    char *text = tn_def_print(d);
    tn_diagnostics *diagnostics = tn_diagnostics_new();
    tn_def *again = tn_def_parse(text, diagnostics), *copy = tn_def_copy(d);
    if (again == NULL) {
        char *why = tn_diagnostics_text(diagnostics, 0);
        fail_msg("%s: %s\n%s", file, why, text);
    }
    char *second = tn_def_print(again);
    assert_string_equal(text, second);
    if (!tn_def_equal(d, again) || !tn_def_equal(copy, d))
        fail_msg("%s: does not come back:\n%s", file, text);
    free(second);
    free(text);
    tn_def_free(again);
    tn_def_free(copy);
    tn_diagnostics_free(diagnostics);
    seen++;
}

static void read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    static char text[1 << 20];
    size_t n = fread(text, 1, sizeof text - 1, file);
    text[n] = '\0';
    fclose(file);
    struct diagnostics *d = diagnostics_new();
    struct document *home = document_new(d);
    struct statements all = statement_read(home, d, diagnostics_source(d, path, text));
    assert_int_equal(diagnostics_errors(d), 0);
    for (int i = 0; i < all.count; i++)
        comes_back((const tn_def *)(const void *)all.at[i], path);
    document_drop(home);
    diagnostics_free(d);
}

static void read_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        char path[1000];
        size_t n = strlen(e->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (n > 3 && strcmp(e->d_name + n - 3, ".tn") == 0)
            read_file(path);
        else if (e->d_name[0] != '.' && strchr(e->d_name, '.') == NULL)
            read_folder(path);
    }
    closedir(dir);
}

static void every_example_comes_back(void **state)
{
    (void)state;
    const char *source = getenv("SOURCE");
    char folder[1000];
    snprintf(folder, sizeof folder, "%s/examples", source != NULL ? source : ".");
    read_folder(folder);
    assert_true(seen > 500);
}

static void every_form_comes_back(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "body;",
        "position -1 2.5e-300 (3*x);",
        "connect a.center (1, 0, -2);",
        "revolute a b p.x (0, 0, 1) min (-1) max 2 motor speed (3*t - x) limit 4;",
        "motor angle (sin(t));",
        "motor speed -x + 1;",
        "let f(x, y) = x*(y - -2)^-x^2;",
        "curve arc(cx, cy, r; u) = (cx + r*cos(u), cy, 0);",
        "curve line(u) = (u, 0, 0);",
        "probe \"what is it?\" = a.x;",
        "probe p[3] = if(x < 2, 1, 0);",
        "keep a.center.x - 1 >= norm((b.center, 1, 2));",
        "minimize (x - 1)^2, y;",
        "pose (0, 0, 1), th, (1, 0, 0), -ph;",
        "mesh \"parts/a b.obj\" scale 0.001;",
        "for i = n - 1 to 2*n: object l[i][i+1]: sphere (0.1*i); end end",
        "at 2.5: on a; off b[2]; set tau c 0.1; let x = 3; remove d; end",
        "constraint object1 a; object2 b; hinge 0 0 0 1 2 3; end",
        "path walk: key 0 0 0 0; key 1 1 0 0; end",
        "world: up y; gravity 9.81; end",
        "object a: compound: sphere 1 offset 1 2 3; rod 1 0.1; turned 0 0 1 0.5; end end",
        NULL,
    };
    for (int i = 0; texts[i] != NULL; i++) {
        tn_def *d = tn_def_parse(texts[i], NULL);
        if (d == NULL)
            fail_msg("%s", texts[i]);
        comes_back(d, texts[i]);
        tn_def_free(d);
    }
}

/* ---- made by hand ---- */

static void assert_prints(const tn_def *d, const char *expected)
{
    char *text = tn_def_print(d);
    assert_string_equal(text, expected);
    free(text);
}

static void made_by_hand(void **state)
{
    (void)state;
    tn_def *d = tn_def_new("object");
    const double size[2] = {1, 0.05};
    assert_int_equal(tn_def_set_name(d, "link[3]"), TN_OK);
    assert_int_equal(tn_def_add_numbers(tn_def_add_child(d, "rod"), size, 2), TN_OK);
    tn_def *at = tn_def_add_child(d, "position");
    assert_int_equal(tn_def_add_vector(at, (tn_vec3){0, -1, 2}), TN_OK);
    assert_prints(d, "object link[3]:\n  rod 1 0.05;\n  position (0, -1, 2);\nend\n");
    tn_def *parsed = tn_def_parse("object link[3]: rod 1 0.05; position (0, -1, 2); end", NULL);
    assert_true(tn_def_equal(d, parsed));
    tn_def_free(parsed);

    tn_def *keep = tn_def_new("keep");
    assert_int_equal(tn_def_add(keep, "norm(a.center) - 2*L", NULL), TN_OK);
    assert_int_equal(tn_def_add_number(keep, 0), TN_OK);
    assert_int_equal(tn_def_set_relation(keep, TN_AT_LEAST), TN_OK);
    assert_prints(keep, "keep norm(a.center) - 2*L >= 0;\n");

    tn_def *curve = tn_def_new("curve");
    assert_int_equal(tn_def_set_name(curve, "arc"), TN_OK);
    assert_int_equal(tn_def_add_parameter(curve, "r", false), TN_OK);
    assert_int_equal(tn_def_add_parameter(curve, "u", true), TN_OK);
    assert_int_equal(tn_def_add_parameter(curve, "v", false), TN_WRONG_USE);
    assert_int_equal(tn_def_add(curve, "(r*cos(u), r*sin(u), 0)", NULL), TN_OK);
    assert_prints(curve, "curve arc(r; u) = (r*cos(u), r*sin(u), 0);\n");

    tn_def *event = tn_def_new("at");
    assert_int_equal(tn_def_add_number(event, 1.5), TN_OK);
    assert_int_equal(tn_def_add_def(event, d), TN_OK);
    tn_def *off = tn_def_add_child(event, "off");
    assert_int_equal(tn_def_add_value(off, tn_def_name(d)), TN_OK);
    assert_prints(
        event, "at 1.5:\n  object link[3]:\n    rod 1 0.05;\n    position (0, -1, 2);\n  end\n  off link[3];\nend\n");

    tn_def *mesh = tn_def_new("mesh");
    assert_int_equal(tn_def_add_string(mesh, "a.obj"), TN_OK);
    assert_int_equal(tn_def_add(mesh, "scale", NULL), TN_OK);
    assert_int_equal(tn_def_add_number(mesh, 2), TN_OK);
    assert_int_equal(tn_def_set_number(mesh, 2, 3), TN_OK);
    assert_prints(mesh, "mesh \"a.obj\" scale 3;\n");
    tn_def_free(d);
    tn_def_free(keep);
    tn_def_free(curve);
    tn_def_free(event);
    tn_def_free(mesh);
}

static void walked(void **state)
{
    (void)state;
    tn_def *d =
        tn_def_parse("\nconstraint j[2]: revolute a[1] world a.end1 (0, 0, 1) max (2*x + 1); tau 0.1; end", NULL);
    assert_int_equal(tn_def_shape(d), TN_DEF_BLOCK);
    assert_string_equal(tn_def_word(d), "constraint");
    assert_int_equal(tn_def_line(d), 2);
    assert_int_equal(tn_value_kind(tn_def_name(d)), TN_VALUE_NAME);
    assert_string_equal(tn_value_text(tn_def_name(d)), "j");
    assert_true(tn_value_number(tn_value_item(tn_def_name(d), 0)) == 2);
    assert_int_equal(tn_def_child_count(d), 2);
    const tn_def *r = tn_def_child(d, 0);
    assert_int_equal(tn_def_shape(r), TN_DEF_PLAIN);
    assert_int_equal(tn_def_arg_count(r), 6);
    assert_int_equal(tn_value_kind(tn_def_arg(r, 2)), TN_VALUE_MEMBER);
    assert_string_equal(tn_value_text(tn_def_arg(r, 2)), "end1");
    assert_int_equal(tn_value_kind(tn_def_arg(r, 3)), TN_VALUE_VECTOR);
    assert_int_equal(tn_value_count(tn_def_arg(r, 3)), 3);
    const tn_value *sum = tn_def_arg(r, 5);
    assert_int_equal(tn_value_kind(sum), TN_VALUE_BINARY);
    assert_string_equal(tn_value_text(sum), "+");
    char *text = tn_value_print(sum);
    assert_string_equal(text, "2*x + 1");
    free(text);
    assert_true(tn_value_equal(sum, sum) && !tn_value_equal(sum, tn_value_item(sum, 0)));
    assert_null(tn_def_child(d, 2));
    assert_null(tn_def_arg(r, 6));
    assert_null(tn_value_item(sum, 2));
    assert_int_equal(tn_value_kind(tn_value_item(sum, -1)), TN_VALUE_NONE);
    tn_def_free(d);
    d = tn_def_parse("curve c(a, b; u) = (a, b, u);", NULL);
    assert_int_equal(tn_def_parameter_count(d), 3);
    assert_string_equal(tn_def_parameter(d, 2), "u");
    assert_true(tn_def_parameter_runs(d, 2) && !tn_def_parameter_runs(d, 1) && !tn_def_parameter_runs(d, 3));
    assert_null(tn_def_parameter(d, 3));
    tn_def_free(d);
}

/* ---- misuse ---- */

static void bad_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",   "body; body;", "object a: body;", "keep a;", "position 1 2", "position +;", "let = 3;", "end", "\x01",
        "3;", NULL};
    assert_null(tn_def_parse(NULL, NULL));
    for (int i = 0; texts[i] != NULL; i++) {
        tn_diagnostics *d = tn_diagnostics_new();
        assert_null(tn_def_parse(texts[i], d));
        assert_true(tn_diagnostics_errors(d) > 0);
        tn_diagnostics_free(d);
        assert_null(tn_def_parse(texts[i], NULL));
    }
}

static void misuse_changes_nothing(void **state)
{
    (void)state;
    assert_null(tn_def_new(NULL));
    assert_null(tn_def_new(""));
    assert_null(tn_def_new("a b"));
    assert_null(tn_def_new("a[1]"));
    assert_null(tn_def_new("end"));
    tn_def *d = tn_def_parse("object a: sphere 1; end", NULL), *same = tn_def_copy(d),
           *child = tn_def_add_child(d, "mass");
    tn_def *with_mass = tn_def_copy(d);
    assert_int_equal(tn_def_set_name(d, "a b"), TN_WRONG_USE);
    assert_int_equal(tn_def_set_name(d, "a.b"), TN_WRONG_USE);
    assert_int_equal(tn_def_add_number(child, NAN), TN_WRONG_USE);
    assert_int_equal(tn_def_add_numbers(child, NULL, 1), TN_WRONG_USE);
    assert_int_equal(tn_def_add_numbers(child, NULL, -1), TN_WRONG_USE);
    assert_int_equal(tn_def_add_vector(child, (tn_vec3){0, INFINITY, 0}), TN_WRONG_USE);
    assert_int_equal(tn_def_add_string(child, "a\"b"), TN_WRONG_USE);
    assert_int_equal(tn_def_add(child, "1 +", NULL), TN_WRONG_MODEL);
    assert_int_equal(tn_def_add(child, "1 2", NULL), TN_WRONG_MODEL);
    assert_int_equal(tn_def_add_value(child, NULL), TN_WRONG_USE);
    assert_int_equal(tn_def_set_number(child, 0, 1), TN_WRONG_USE);
    assert_int_equal(tn_def_set_relation(child, TN_EQUAL), TN_WRONG_USE);
    assert_int_equal(tn_def_add_parameter(child, "x", false), TN_WRONG_USE);
    assert_null(tn_def_add_child(d, "no word"));
    assert_int_equal(tn_def_add_def(d, NULL), TN_WRONG_USE);
    assert_true(tn_def_equal(d, with_mass) && !tn_def_equal(d, same));
    tn_def_free(child); /* belongs to d */
    assert_int_equal(tn_def_child_count(d), 2);
    tn_def *deep = tn_def_new("for"), *inner = deep;
    int depth = 1;
    for (; inner != NULL && depth < 100; depth++)
        inner = tn_def_add_child(inner, "for");
    assert_int_equal(depth, STATEMENT_DEPTH + 1);
    tn_def_free(deep);
    tn_def_free(d);
    tn_def_free(same);
    tn_def_free(with_mass);
}

static void null_is_empty(void **state)
{
    (void)state;
    tn_def_free(NULL);
    assert_null(tn_def_copy(NULL));
    assert_int_equal(tn_def_set_name(NULL, "a"), TN_WRONG_USE);
    assert_int_equal(tn_def_add_number(NULL, 1), TN_WRONG_USE);
    assert_int_equal(tn_def_add_vector(NULL, (tn_vec3){0}), TN_WRONG_USE);
    assert_int_equal(tn_def_add_string(NULL, "a"), TN_WRONG_USE);
    assert_int_equal(tn_def_add(NULL, "a", NULL), TN_WRONG_USE);
    assert_int_equal(tn_def_add_def(NULL, NULL), TN_WRONG_USE);
    assert_null(tn_def_add_child(NULL, "a"));
    assert_string_equal(tn_def_word(NULL), "");
    assert_null(tn_def_name(NULL));
    assert_int_equal(tn_def_arg_count(NULL) + tn_def_child_count(NULL) + tn_def_parameter_count(NULL), 0);
    assert_int_equal(tn_def_line(NULL), 0);
    assert_int_equal(tn_value_kind(NULL), TN_VALUE_NONE);
    assert_true(isnan(tn_value_number(NULL)));
    assert_string_equal(tn_value_text(NULL), "");
    char *text = tn_def_print(NULL), *value = tn_value_print(NULL);
    assert_string_equal(text, "");
    assert_string_equal(value, "");
    free(text);
    free(value);
    assert_true(tn_def_equal(NULL, NULL) && tn_value_equal(NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_comes_back),
        cmocka_unit_test(every_form_comes_back),
        cmocka_unit_test(made_by_hand),
        cmocka_unit_test(walked),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(misuse_changes_nothing),
        cmocka_unit_test(null_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
