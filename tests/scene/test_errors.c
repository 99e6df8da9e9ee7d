/* test_errors.c: broken scenes: the exact message, its place and the suggested word; and that they leave no trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/names.h"
#include "broken_scenes.h"
#include "tenon/tenon.h"

enum { SCENES = sizeof broken_scenes / sizeof *broken_scenes };

/* A valid model; the broken one is read into the same world. */
static const char ground[] = "world: tau 0.2; end let ground-let = 3; nail ground-nail 1 2 3;\n"
                             "object ground-ball: sphere 0.1; position 0 0 1; end\n"
                             "constraint ground-joint: connect ground-ball.center (0, 0, 1); end\n"
                             "gravity 9.81; probe ground-probe = ground-ball.center.z;\n";

static void each_scene_has_its_message(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; i++)
        broken_check(&broken_scenes[i]);
    assert_true(SCENES >= 300);
}

static void no_two_mistakes_share_a_message(void **state)
{
    (void)state;
    broken_check_different(broken_scenes, SCENES);
}

/* One unknown name is one error, in the arguments of whatever function. */
static void an_unknown_argument_is_one_error(void **state)
{
    (void)state;
    const tn_kind *k;
    int functions = 0;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++) {
        if (k->group != TN_KIND_FUNCTION)
            continue;
        functions++;
        char text[200];
        int arguments = 1;
        for (const char *c = k->arguments; c != NULL && *c != '\0'; c++)
            arguments += *c == ',';
        snprintf(text, sizeof text, "object a: rod 1 0.1; end probe x = %s(nowhere%s%s);", k->name,
                 arguments > 1 ? ", nowhere" : "", arguments > 2 ? ", nowhere" : "");
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        assert_int_equal(tn_read_text(w, "m.tn", text, d), TN_WRONG_MODEL);
        for (int e = 0; e < tn_diagnostics_errors(d); e++)
            if (strcmp(tn_diagnostics_get(d, e).message, "unknown name 'nowhere'") != 0)
                fail_msg("%s: %s", text, tn_diagnostics_get(d, e).message);
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
    assert_true(functions > 30);
}

/* An invalid text changes nothing: the text of the world, its names and its probes are unchanged. */
static void nothing_of_a_broken_scene_stays(void **state)
{
    (void)state;
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "ground.tn", ground, NULL), TN_OK);
    char *before = tn_write_text(w);
    for (int i = 0; i < SCENES; i++) {
        assert_int_equal(tn_read_text(w, "m.tn", broken_scenes[i].text, NULL), TN_WRONG_MODEL);
        char *after = tn_write_text(w);
        if (strcmp(before, after) != 0)
            fail_msg("%s\nleft something behind:\n%s", broken_scenes[i].text, after);
        free(after);
    }
    /* names of a broken text may be declared afterwards */
    assert_int_equal(tn_read_text(w, "m.tn", "point p of ground-ball 0 0 0.1; let q = 1; let r = s;", NULL),
                     TN_WRONG_MODEL);
    assert_int_equal(tn_read_text(w, "m.tn", "point p of ground-ball 0 0 0.1; let q = 1;", NULL), TN_OK);
    assert_int_equal(tn_advance(w, 0.1), TN_OK);
    free(before);
    tn_world_free(w);
}

static void all_errors_of_a_text_are_reported(void **state)
{
    (void)state;
    static const char text[] = "object a: sphere -1; end\n"
                               "object b: sphre 1; end\n"
                               "conect a.center (0,0,0);\n"
                               "connect a.center (0,0,0);\n" /* the error in a was reported: no further message */
                               "world: step 0; until -1; end\n"
                               "probe p = nowhere;\n";
    static const int lines[] = {1, 2, 3, 5, 5, 6};
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(tn_read_text(w, "m.tn", text, d), TN_WRONG_MODEL);
    assert_int_equal(tn_diagnostics_count(d), 6);
    int found = 0;
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++)
            found += tn_diagnostics_get(d, k).line == lines[i] ? 1 : 0;
    assert_int_equal(found, 1 + 1 + 1 + 2 + 2 + 1);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

static void a_name_of_an_earlier_text_is_taken(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"let ground-let = 4;", "the name 'ground-let' is taken: it was declared in line 1 of ground.tn"},
        {"nail ground-nail 0 0 0;", "the name 'ground-nail' is taken: it was declared in line 1 of ground.tn"},
        {"object ground-ball: sphere 1; end", "the name 'ground-ball' is taken: it was declared in an earlier text"},
        {"force ground-joint: gravity 1; end",
         "the name 'ground-joint' is taken by a constraint or force of an earlier text"},
        {"probe ground-probe = 1;", "there is a probe 'ground-probe' already, in an earlier text"},
    };
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "ground.tn", ground, NULL), TN_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tn_diagnostics *d = tn_diagnostics_new();
        assert_int_equal(tn_read_text(w, "m.tn", cases[i].text, d), TN_WRONG_MODEL);
        assert_string_equal(tn_diagnostics_get(d, 0).message, cases[i].message);
        tn_diagnostics_free(d);
    }
    tn_world_free(w);
}

/* ---- files ---- */

struct folder {
    char path[64];
};

static void write_file(const struct folder *f, const char *name, const char *text, size_t length)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
}

static tn_status read_from(const struct folder *f, const char *name, tn_diagnostics *d)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    tn_world *w = tn_world_new();
    tn_status s = tn_read_file(w, path, d);
    tn_world_free(w);
    return s;
}

static void expect_from(const struct folder *f, const char *name, tn_status status, int line, const char *part)
{
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(read_from(f, name, d), status);
    tn_diagnostic g = tn_diagnostics_get(d, 0);
    if (strstr(g.message, part) == NULL || g.line != line)
        fail_msg("%s: expected %d %s, got %d %s", name, line, part, g.line, g.message);
    tn_diagnostics_free(d);
}

static void files_that_cannot_be_read(void **state)
{
    (void)state;
    struct folder f = {"/tmp/tenon-errors-XXXXXX"};
    static const char *const names[] = {"self.tn",  "a.tn",     "b.tn",   "zero.tn",  "missing.tn",
                                        "inner.tn", "outer.tn", "set.tn", "folder.tn"};
    assert_non_null(mkdtemp(f.path));
    write_file(&f, "self.tn", "let x = 1;\ninclude \"self.tn\";", sizeof("let x = 1;\ninclude \"self.tn\";") - 1);
    write_file(&f, "a.tn", "include \"b.tn\";", sizeof("include \"b.tn\";") - 1);
    write_file(&f, "b.tn", "\n\ninclude \"a.tn\";", sizeof("\n\ninclude \"a.tn\";") - 1);
    write_file(&f, "zero.tn", "let x = 1;\0let y", 16);
    write_file(&f, "missing.tn", "\ninclude \"nowhere.tn\";", sizeof("\ninclude \"nowhere.tn\";") - 1);
    write_file(&f, "inner.tn", "\n\n\nobject a: sphere -1; end", sizeof("\n\n\nobject a: sphere -1; end") - 1);
    write_file(&f, "outer.tn", "include \"inner.tn\";", sizeof("include \"inner.tn\";") - 1);
    write_file(&f, "set.tn", "let length = 3;", sizeof("let length = 3;") - 1);
    write_file(&f, "folder.tn", "include \"/\";\ninclude \"/\";", sizeof("include \"/\";\ninclude \"/\";") - 1);
    expect_from(&f, "folder.tn", TN_WRONG_MODEL, 1, "cannot include '/'");
    expect_from(&f, "self.tn", TN_WRONG_MODEL, 2, "includes itself");
    expect_from(&f, "a.tn", TN_WRONG_MODEL, 3, "includes itself");
    expect_from(&f, "zero.tn", TN_NO_FILE, 0, "it contains a zero byte");
    expect_from(&f, "missing.tn", TN_WRONG_MODEL, 2, "cannot include");
    expect_from(&f, "outer.tn", TN_WRONG_MODEL, 4, "the r of a sphere must be greater than zero");
    expect_from(&f, "nowhere.tn", TN_NO_FILE, 0, "cannot read");
    expect_from(&f, ".", TN_NO_FILE, 0, "cannot read");
    char path[200];
    snprintf(path, sizeof path, "%s/set.tn", f.path);
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    assert_int_equal(tn_set(w, "lenght", "2", d), TN_OK);
    assert_int_equal(tn_read_file(w, path, d), TN_WRONG_MODEL);
    assert_string_equal(tn_diagnostics_get(d, 0).message, "there is no 'let lenght = …;' whose value could be set");
    assert_string_equal(tn_diagnostics_get(d, 0).near, "length");
    tn_diagnostics_free(d);
    tn_world_free(w);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", f.path, names[i]);
        unlink(path);
    }
    rmdir(f.path);
}

static void wrong_sets_and_probes(void **state)
{
    (void)state;
    static const char *const sets[][3] = {
        {"a b", "1", "expected the end of the expression"},
        {"3", "1", "expected the name of a let, met '3'"},
        {"a", "1 +", "expected an expression, met the end of the text"},
        {"a", "t", "expected a constant, met the time t, which runs"},
        {"a", "1/0", "expected the value that is set to be finite, met an infinite value"},
    };
    tn_world *w = tn_world_new();
    assert_int_equal(tn_read_text(w, "ground.tn", ground, NULL), TN_OK);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        tn_diagnostics *d = tn_diagnostics_new();
        assert_int_equal(tn_set(w, sets[i][0], sets[i][1], d), TN_WRONG_MODEL);
        assert_string_equal(tn_diagnostics_get(d, 0).message, sets[i][2]);
        tn_diagnostics_free(d);
    }
    static const char *const probes[][2] = {
        {"p = nowhere", "unknown name 'nowhere'"},
        {"ground-ball.center",
         "a probe is one number: write a component, ground-ball.center.x, or norm(ground-ball.center)"},
        {"ground-probe = 1", "there is a probe 'ground-probe' already"},
        {"p = 1 2", "expected the end of the expression"},
        {"", "expected an expression, met the end of the text"},
    };
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
        tn_diagnostics *d = tn_diagnostics_new();
        assert_int_equal(tn_probe_add(w, probes[i][0], d), TN_WRONG_MODEL);
        assert_string_equal(tn_diagnostics_get(d, 0).message, probes[i][1]);
        tn_diagnostics_free(d);
    }
    assert_int_equal(tn_probe_count(w), 1);
    assert_int_equal(tn_read_text(NULL, "a", "", NULL), TN_WRONG_USE);
    assert_int_equal(tn_read_text(w, "a", NULL, NULL), TN_WRONG_USE);
    tn_world_free(w);
}

/* Randomly broken texts give errors or a world, never a crash. */
static void random_texts_do_no_harm(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int round = 0; round < 1500; round++) {
        char text[4000] = "";
        for (int k = 0; k < 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            strcat(text, broken_scenes[(seed >> 8) % SCENES].text);
            strcat(text, "\n");
            if (strlen(text) > 3000)
                break;
        }
        for (int k = 0; k < 3; k++) { /* a character is lost, doubled or exchanged */
            seed = seed * 1664525u + 1013904223u;
            size_t n = strlen(text), at = (seed >> 8) % n;
            if (seed % 3 == 0)
                memmove(text + at, text + at + 1, n - at);
            else if (seed % 3 == 1)
                memmove(text + at + 1, text + at, n - at + 1);
            else
                text[at] = " ();:=.,-+*/3aP[]\""[(seed >> 20) % 18];
        }
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        tn_status s = tn_read_text(w, "m.tn", text, d);
        assert_true(s == TN_OK ? tn_diagnostics_errors(d) == 0 : tn_diagnostics_errors(d) > 0);
        assert_true(s == TN_OK || tn_object_count(w) == 0);
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unknown_argument_is_one_error),  cmocka_unit_test(each_scene_has_its_message),
        cmocka_unit_test(no_two_mistakes_share_a_message),   cmocka_unit_test(nothing_of_a_broken_scene_stays),
        cmocka_unit_test(all_errors_of_a_text_are_reported), cmocka_unit_test(a_name_of_an_earlier_text_is_taken),
        cmocka_unit_test(files_that_cannot_be_read),         cmocka_unit_test(wrong_sets_and_probes),
        cmocka_unit_test(random_texts_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
