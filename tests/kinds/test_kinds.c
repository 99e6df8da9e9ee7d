/* Every kind is completely described, and its example runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/kinds.h"
#include "stage.h"
#include "tenon/tenon.h"

static void put_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void examples_run(void **state)
{
    (void)state;
    put_file("points.csv", "1, 0\n0, 1\n-1, 0\n");
    put_file("solid.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    const tn_kind *k;
    int run = 0;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++) {
        if (k->example == NULL || strcmp(k->name, "snake") == 0) /* which needs a picture: tests/world/test_fit.c */
            continue;
        char text[4000];
        snprintf(text, sizeof text, "%s%s%s\n", stage,
                 strstr(k->example, "arc1") != NULL ? "object arc1: circle 0 0 1; end\n" : "", k->example);
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        if (tn_read_text(w, "example", text, d) != TN_OK)
            fail_msg("%s: %s", k->example, tn_diagnostics_text(d, 0));
        if (tn_advance(w, 0.02) != TN_OK)
            fail_msg("%s: %s", k->example, tn_failure(w));
        tn_diagnostics_free(d);
        tn_world_free(w);
        run++;
    }
    print_message("%d examples\n", run);
    assert_true(run > 80);
}

/* Words that people try without their being kinds: each is answered, and its example runs; what a near word would suggest is
 * not. */
static void topics_have_examples(void **state)
{
    (void)state;
    const struct topic *t;
    for (int i = 0; (t = topic_at(i)) != NULL; i++) {
        char words[300], text[4000], *rest = NULL;
        snprintf(words, sizeof words, "%s", t->words);
        for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
            char *answer = tn_kinds(word);
            assert_non_null(answer);
            assert_true(strlen(answer) > 30);
            tn_free(answer);
        }
        snprintf(text, sizeof text, "%s%s\n", stage, t->example != NULL ? t->example : "");
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        if (tn_read_text(w, "topic", text, d) != TN_OK)
            fail_msg("%s: %s", t->words, tn_diagnostics_text(d, 0));
        if (tn_diagnostics_count(d) > 0)
            fail_msg("%s: %s", t->words, tn_diagnostics_text(d, 0));
        if (tn_advance(w, 0.02) != TN_OK)
            fail_msg("%s: %s", t->example, tn_failure(w));
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
}

/* Every word of a kind has an example, which has the word and runs. */
static void words_have_examples(void **state)
{
    (void)state;
    const tn_kind *k;
    const char *seen[200];
    int count = 0, words = 0;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++)
        for (const tn_parameter *p = k->parameters; p != NULL && p->word != NULL; p++) {
            const char *example = tn_parameter_example(k, p);
            if (p->argument || strstr(p->help, "written when a scene is saved") != NULL) {
                assert_true(example == NULL || !p->argument);
                continue;
            }
            if (example == NULL || strstr(example, p->word) == NULL)
                fail_msg("'%s' of %s has no example with it: %s", p->word, k->name, example != NULL ? example : "none");
            int known = 0;
            while (known < count && seen[known] != example)
                known++;
            words++;
            if (known < count || strstr(example, "image.png") != NULL)
                continue;
            assert_true(count < 200);
            seen[count++] = example;
            char text[4000];
            snprintf(text, sizeof text, "%s%s%s\n", stage,
                     strstr(example, "arc1") != NULL ? "object arc1: circle 0 0 1; end\n" : "", example);
            tn_world *w = tn_world_new();
            tn_diagnostics *d = tn_diagnostics_new();
            if (tn_read_text(w, "example", text, d) != TN_OK)
                fail_msg("%s: %s", example, tn_diagnostics_text(d, 0));
            if (tn_advance(w, 0.02) != TN_OK)
                fail_msg("%s: %s", example, tn_failure(w));
            tn_diagnostics_free(d);
            tn_world_free(w);
        }
    print_message("%d words, %d examples\n", words, count);
    assert_true(words > 150 && count > 40);
    assert_null(tn_parameter_example(NULL, NULL));
}

static void every_kind_is_described(void **state)
{
    (void)state;
    const tn_kind *k;
    for (int i = 0; (k = tn_kind_at(i)) != NULL; i++) {
        assert_true(k->name != NULL && k->help != NULL && strlen(k->help) > 0);
        if (k->example == NULL && strcmp(k->name, "include") != 0)
            fail_msg("%s has no example", k->name);
        char *text = tn_kinds(k->name), *usage = tn_kind_usage(k);
        assert_non_null(text);
        assert_true(strncmp(usage, k->name, strlen(k->name)) == 0);
        for (const tn_parameter *p = k->parameters; p != NULL && p->word != NULL; p++) {
            if (p->help == NULL || strlen(p->help) == 0 || (p->most > 0 && p->unit == NULL))
                fail_msg("%s %s lacks a help or a unit", k->name, p->word);
            assert_true(p->fewest <= p->most);
        }
        free(text);
        free(usage);
    }
    char *all = tn_kinds(NULL);
    static const char *const expected[] = {"sphere",   "jello",     "circle",   "on-curve",  "spring", "gear",
                                           "settings", "tolerance", "contact",  "skin",      "probe",  "vel",
                                           "nystrom",  "minimize",  "compound", "functions", "block"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (strstr(all, expected[i]) == NULL)
            fail_msg("%s is not in the list", expected[i]);
    free(all);
}

/* Synonyms are answered with the word of the language, and are not words of the language themselves. */
static void synonyms_are_known(void **state)
{
    (void)state;
    static const char *const words[][2] = {{"hinge", "revolute"},   {"pin", "revolute"},     {"ball", "connect"},
                                           {"fixed", "weld"},       {"prismatic", "slider"}, {"rope", "distance"},
                                           {"joint", "constraint"}, {"cube", "box"},         {"bdf", "gear"},
                                           {"torque", "turn"},      {"leapfrog", "verlet"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        bool found = false;
        for (int k = 0; tn_kind_meant(words[i][0], k) != NULL; k++)
            found = found || strcmp(tn_kind_meant(words[i][0], k)->name, words[i][1]) == 0;
        if (!found)
            fail_msg("%s is not answered with %s", words[i][0], words[i][1]);
    }
    static const char *const wrong[][2] = {
        {"prismatic a b a.center (0, 0, 1);", "unknown word 'prismatic': write slider A B P D;"},
        {"object c: cube 1 1 1; end", "unknown word 'cube': write box a b c;"},
        {"hinge a b a.center (0, 0, 1);", "a joint that turns about an axis is 'revolute A B P D;'"},
        {"torsion-spring a.x b.x;", "unknown word 'torsion-spring': write torsion D E;"},
        {"world: integrator bdf; end", "did you mean 'gear'"},
        {"require a >= b;", "unknown word 'require': write keep EXPR = EXPR;"},
        {"define x = 1;", "unknown word 'define': write let NAME = EXPR;"},
        {"measure p = t;", "unknown word 'measure': write probe NAME = EXPR;"},
        {"loop i = 1 to 3: nail n[i] i 0 0; end", "unknown word 'loop': write for i = EXPR to EXPR: … end;"},
        {"event 1: off f; end", "unknown word 'event': write at T: … end;"},
        {"objective norm(a.center);", "unknown word 'objective': write minimize EXPR;"},
        {"kep a.center.x = 1;", "did you mean 'keep'"},
        {"pobe p = t;", "did you mean 'probe'"},
        {"letq x = 1;", "did you mean 'let'"},
        {"urface s(x, y, z) = x;", "did you mean 'surface'"},
        {"pat p(t) = (t, 0, 0);", "did you mean 'path'"},
        {"miimize a.center.x^2;", "did you mean 'minimize'"},
        {"wrld: until 1; end", "did you mean 'world'"},
        {"fore f: push a.center (1, 0, 0); end", "did you mean 'force'"},
        {"constrain c: connect a.center b.center; end", "did you mean 'constraint'"},
        {"constrain a.center.x = 1;", "unknown word 'constrain': write keep EXPR = EXPR;"},
        {"fixed a b;", "unknown word 'fixed': write weld A B;"},
        {"world: g 9.81; end", "unknown word 'g': write gravity g;"},
        {"world: dt 0.1; end", "unknown word 'dt': write step DT;"},
        {"world: timestep 0.1; end", "unknown word 'timestep': write step DT;"},
        {"world: fps 30; end", "unknown word 'fps': write frames N;"},
        {"world: step aut; end", "did you mean 'auto'"},
        {"object c: sphere 1; weight 3; end", "unknown word 'weight': write mass m;"},
        {"object c: sphere 1; weight = 3; end", "unknown word 'weight': write mass m;"},
        {"object c: sphere 1; fixed; end", "unknown word 'fixed': write kernel fixed;"},
        {"object c: sphere 1; moment 1 1 1; end", "unknown word 'moment': write inertia ixx iyy izz ixy ixz iyz;"},
        {"object c: sphere 1; pos 1 2 3; end", "unknown word 'pos': write position x y z;"},
        {"object c: sphere 1; location 1 2 3; end", "unknown word 'location': write position x y z;"},
        {"object c: ball 1; end", "unknown word 'ball': write sphere r;"},
        {"ball a.center b.center;", "unknown word 'ball': write connect P Q;"},
        /* the statement rewritten, if the arguments are as many */
        {"ball a.center (0, 0, 1);", "write connect P Q; (here: connect a.center (0, 0, 1);)"},
        {"fixed a world;", "write weld A B; (here: weld a world;)"},
        {"rope a.center (0,0,2) (1 + 1);",
         "write distance P Q max LENGTH; (here: distance a.center (0, 0, 2) max (1 + 1);)"},
        {"prismatic a b a.center (0, 0, -1);", "(here: slider a b a.center (0, 0, -1);)"},
        {"object c: cube 1 2 3; end", "write box a b c; (here: box 1 2 3;)"},
        {"object c: sphere 1; weight 3; end", "write mass m; (here: mass 3;)"},
        {"constraint j: hinge a b a.center (0, 0, 1); end",
         "between two objects write revolute A B P D; (here: revolute a b a.center (0, 0, 1);)"},
        /* a forgotten ';' is found where it was forgotten */
        {"gravity 9.81\nworld: until 1; end", "expected ';' after '9.81'"},
        {"force: push a.center 1 0 0\nconnect a.center (0, 0, 0); end", "expected ';' before 'connect'"},
        {"world: gravity 9.81\n until 5; end", "expected ';' before 'until'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[400];
        snprintf(text, sizeof text, "object a: sphere 1; end object b: sphere 1; end\n%s", wrong[i][0]);
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        assert_int_equal(tn_read_text(w, "test", text, d), TN_WRONG_MODEL);
        bool said = false;
        for (int k = 0; k < tn_diagnostics_count(d); k++) {
            char *message = tn_diagnostics_text(d, k);
            said = said || strstr(message, wrong[i][1]) != NULL;
            free(message);
        }
        if (!said)
            fail_msg("%s\ndoes not say %s", wrong[i][0], wrong[i][1]);
        tn_diagnostics_free(d);
        tn_world_free(w);
    }
}

/* What is meant in a block is known to tn_kinds as well. */
static void meanings_in_blocks(void **state)
{
    (void)state;
    char *weight = tn_kinds("weight"), *dt = tn_kinds("dt");
    assert_non_null(strstr(weight, "In 'object NAME: … end' write 'mass' instead of 'weight'."));
    assert_non_null(strstr(dt, "In 'world: … end' write 'step' instead of 'dt'."));
    free(weight);
    free(dt);
}

/* Settings by their words. */
static void settings_by_word(void **state)
{
    (void)state;
    tn_settings s = tn_settings_default();
    tn_integrator gear;
    assert_true(s.tolerance == 1e-10 && s.step == 0.01 && s.up == 'z' && s.scheme == TN_GAUSS_SEIDEL);
    assert_true(s.iterations == 50 && s.correction == 1e-4 && s.frames == 30 && s.until == 10 && s.tau == 0.1);
    assert_string_equal(tn_setting_word(&s, "integrator"), "adams");
    assert_int_equal(tn_setting_put(&s, "integrator", "rk4"), TN_OK);
    assert_int_equal(s.integrator, TN_RK4);
    assert_int_equal(tn_setting_put(&s, "step", "auto"), TN_OK);
    assert_true(s.step == 0);
    assert_int_equal(tn_setting_put(&s, "tolerance", "1"), TN_WRONG_USE);
    assert_int_equal(tn_setting_put(&s, "tolerance", "1e-6"), TN_OK);
    assert_true(s.tolerance == 1e-6 && s.correction == 1e-6);
    assert_int_equal(tn_setting_put(&s, "up", "x"), TN_WRONG_USE);
    assert_int_equal(tn_setting_put(&s, "nothing", "1"), TN_WRONG_USE);
    assert_true(tn_integrator_find("gear", &gear) && gear == TN_GEAR && tn_integrator_adaptive(gear));
    assert_false(tn_integrator_adaptive(TN_RK4));
    assert_null(tn_integrator_name((tn_integrator)tn_integrator_count()));
    tn_world *w = tn_world_new();
    assert_int_equal(tn_world_configure(w, &s), TN_OK);
    s.integrator = (tn_integrator)tn_integrator_count();
    assert_int_equal(tn_world_configure(w, &s), TN_WRONG_USE);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(examples_run),        cmocka_unit_test(topics_have_examples),
                                       cmocka_unit_test(words_have_examples), cmocka_unit_test(every_kind_is_described),
                                       cmocka_unit_test(synonyms_are_known),  cmocka_unit_test(meanings_in_blocks),
                                       cmocka_unit_test(settings_by_word)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
