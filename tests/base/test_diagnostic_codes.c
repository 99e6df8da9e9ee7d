/* test_diagnostic_codes.c: codes, spans and fixes of diagnostics, on texts with one mistake each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tenon/tenon.h"

static const struct {
    const char *text, *code, *about,
        *mended; /* about: the bytes of the span; mended: the text after the fix; NULL: none */
} cases[] = {
    {"object a: sphere 1; end connect a.centre (0, 0, 1);", "unknown-name", "centre", NULL},
    {"let length = 1; let b = lenght;", "unknown-name", "lenght", "let length = 1; let b = length;"},
    {"object a: sphere 1; densty 5; end", "unknown-word", "densty", "object a: sphere 1; density 5; end"},
    {"let a = 30 deg;", "loose-unit", "deg", "let a = 30deg;"},
    {"let a = 30 * deg;", "loose-unit", "deg", "let a = 30deg;"},
    {"object a: sphere 30 mm; end", "loose-unit", "mm", "object a: sphere 30mm; end"},
    {"let g = 1; let b = 2g;", "ambiguous-unit", "2g", "let g = 1; let b = 2*g;"},
    {"let a = 1\nlet b = 2;", "missing-semicolon", NULL, "let a = 1;\nlet b = 2;"},
    {"let x = 1; let y = 2; let z = x-y;", "unknown-name", "x-y", "let x = 1; let y = 2; let z = x - y;"},
    {"object a: sphere 1; color rde; end", "unknown-color", "rde", "object a: sphere 1; color red; end"},
    {"object a: sphere -1; end", "wrong-number", "-1", NULL},
    {"object a: sphere 1; mass 1 2; end", "wrong-count", NULL, NULL},
    {"let a = b; let b = a;", "circular", NULL, NULL},
    {"object a: sphere 1; end object a: sphere 2; end", "name-taken", "a", NULL},
    {"object a: sphere 1; mass 1; mass 2; end", "given-twice", "mass", NULL},
    {"object a: sphere 1;", "missing-end", "object", NULL},
    {"include \"nowhere.tn\";", "cannot-read", "\"nowhere.tn\"", NULL},
    {"let a = 2x;", "syntax", "2x", NULL},
    {"let a = (1, 2);", "syntax", "(1, 2)", NULL},
    {"# \xC3\xA4\xC3\xB6\n/* \xC3\xBC */ let b = nowhere;", "unknown-name", "nowhere", NULL},
};

static void every_case(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        const char *text = cases[i].text;
        size_t from = 99, to = 99;
        assert_int_equal(tn_read_text(w, "m.tn", text, d), TN_WRONG_MODEL);
        if (strcmp(tn_diagnostics_code(d, 0), cases[i].code) != 0)
            fail_msg("%s\n%s: %s", text, tn_diagnostics_get(d, 0).message, tn_diagnostics_code(d, 0));
        assert_true(tn_diagnostics_span(d, 0, &from, &to));
        assert_true(from <= to && to <= strlen(text));
        if (cases[i].about != NULL &&
            (to - from != strlen(cases[i].about) || strncmp(text + from, cases[i].about, to - from) != 0))
            fail_msg("%s: the span is '%.*s'", text, (int)(to - from), text + from);
        char *fix = tn_diagnostics_fix(d, 0, &from, &to);
        if (cases[i].mended != NULL) {
            char mended[300];
            assert_non_null(fix);
            snprintf(mended, sizeof mended, "%.*s%s%s", (int)from, text, fix, text + to);
            assert_string_equal(mended, cases[i].mended);
        }
        free(fix);
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
}

static void without_a_place(void **unused)
{
    (void)unused;
    tn_diagnostics *d = tn_diagnostics_new();
    size_t from = 7, to = 7;
    assert_string_equal(tn_diagnostics_code(d, 0), "");
    assert_string_equal(tn_diagnostics_code(NULL, 0), "");
    assert_false(tn_diagnostics_span(d, -1, &from, &to));
    assert_null(tn_diagnostics_fix(d, 0, &from, &to));
    assert_null(tn_diagnostics_near(d, 0, 0));
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_file(w, "/nowhere/at/all.tn", d), TN_NO_FILE);
    assert_string_equal(tn_diagnostics_code(d, 0), "cannot-read");
    assert_false(tn_diagnostics_span(d, 0, &from, &to));
    assert_true(from == 7 && to == 7);
    tn_read_text(w, "m.tn", "let length = 1; let b = lenght;", d);
    assert_string_equal(tn_diagnostics_near(d, 1, 0), "length");
    assert_null(tn_diagnostics_near(d, 1, 1));
    tn_world_free(w);
    tn_diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_case), cmocka_unit_test(without_a_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
