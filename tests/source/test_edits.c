/* Edits of texts as people write them: numbers in their places, comments that stay or go, names that look alike. */
#include "formula/statement.h"
#include "scenes.h"

/* The first statement of a word, with the values of its turns as given. */
static tn_place place_of(tn_source *s, const char *word, int which)
{
    tn_place at;
    for (int i = 0; i < tn_source_count(s); i++)
        if (strcmp(tn_def_word(tn_source_def(s, i)), word) == 0 && which-- == 0) {
            assert_true(tn_source_at(s, i, &at));
            return at;
        }
    fail_msg("no '%s' in %s", word, tn_source_file_text(s, 0, NULL));
    return (tn_place){.statement = -1};
}

static void text_is(tn_source *s, const char *text) { assert_string_equal(tn_source_file_text(s, 0, NULL), text); }

/* ---- numbers ---- */

static void set_to(const char *text, const char *word, int which, const char *parameter, double value,
                   tn_edit_choice how, const char *expected)
{
    tn_source *s = tn_source_text("t.tn", text);
    tn_place at = place_of(s, word, which);
    char *message = NULL;
    for (int i = 0; i < TN_TURNS; i++)
        at.turn[i].value = 2;
    tn_status status = tn_source_set(s, &at, parameter, &value, 1, 0, how, &message);
    if ((status == TN_OK) != (expected != NULL))
        fail_msg("%s: %s", text, message != NULL ? message : "was not refused");
    text_is(s, expected != NULL ? expected : text);
    if (expected != NULL) {
        tn_patch p;
        assert_true(strcmp(text, expected) == 0 || tn_source_patch(s, 0, &p));
        if (strcmp(text, expected) != 0)
            tn_source_undo(s);
        text_is(s, text);
    } else {
        assert_non_null(message);
    }
    free(message);
    tn_source_free(s);
}

static void numbers(void **state)
{
    (void)state;
    set_to("object a: rod 1.0 /* é */ 0.05; end", "object", 0, "rod", 2, TN_EDIT_ASK,
           "object a: rod 2 /* é */ 0.05; end");
    set_to("object a: mass -1e3; end # ü\r\n", "object", 0, "mass", 0.1, TN_EDIT_ASK,
           "object a: mass 0.1; end # ü\r\n");
    set_to("let L = 1;\nobject a: rod L 0.05; end", "object", 0, "rod", 2, TN_EDIT_ASK, NULL);
    set_to("let L = 1;\nobject a: rod L 0.05; end", "object", 0, "rod", 2, TN_EDIT_LET,
           "let L = 2;\nobject a: rod L 0.05; end");
    set_to("let L = 1;\nobject a: rod L 0.05; end", "object", 0, "rod", 2, TN_EDIT_HERE,
           "let L = 1;\nobject a: rod 2 0.05; end");
    set_to("let L = 1;\nobject a: rod (2*L) 0.05; end", "object", 0, "rod", 3, TN_EDIT_LET, NULL);
    set_to("let L = 1;\nobject a: rod(2*(L)) 0.05; end", "object", 0, "rod", 3, TN_EDIT_HERE,
           "let L = 1;\nobject a: rod 3 0.05; end");
    set_to("let L = 1;", "let", 0, "", 0.30000000000000004, TN_EDIT_ASK, "let L = 0.30000000000000004;");
    set_to("connect a.center (1, (2), 3);", "connect", 0, "connect", 5, TN_EDIT_ASK, "connect a.center (5, (2), 3);");
    set_to("connect a.center b.center;", "connect", 0, "tau", 0.5, TN_EDIT_ASK,
           "constraint: connect a.center b.center; tau 0.5; end");
    set_to("spring a.center b.center stiffness 40 rest 0.5;", "spring", 0, "rest", 0.75, TN_EDIT_ASK,
           "spring a.center b.center stiffness 40 rest 0.75;");
    set_to("spring a.center b.center stiffness 40;", "spring", 0, "damping", 1, TN_EDIT_ASK,
           "spring a.center b.center stiffness 40 damping 1;");
    set_to("object a:\n\tsphere 1; # big\n\tcolor 1 0 0;\nend", "object", 0, "mass", 3, TN_EDIT_ASK,
           "object a:\n\tsphere 1; # big\n\tcolor 1 0 0;\n\tmass 3;\nend");
    set_to("object a: sphere 1; end", "object", 0, "mass", 3, TN_EDIT_ASK, "object a: sphere 1; mass 3; end");
    set_to("for i = 1 to 3:\n  object b[i]: sphere 1; end\nend", "object", 0, "sphere", 4, TN_EDIT_ASK, NULL);
    set_to("for i = 1 to 3:\n  object b[i]: sphere 1; end\nend", "object", 0, "sphere", 4, TN_EDIT_ALL,
           "for i = 1 to 3:\n  object b[i]: sphere 4; end\nend");
    set_to("for i = 1 to 3:\n  object b[i]: sphere 1; end\nend", "object", 0, "sphere", 4, TN_EDIT_SPLIT,
           "for i = 1 to 1:\n  object b[i]: sphere 1; end\nend\nobject b[2]: sphere 4; end\n"
           "for i = 3 to 3:\n  object b[i]: sphere 1; end\nend");
    set_to("for i = 1 to 3:\n  connect b[i-1].center (i, -i, i^2);\nend", "connect", 0, "connect", 4, TN_EDIT_SPLIT,
           "for i = 1 to 1:\n  connect b[i-1].center (i, -i, i^2);\nend\nconnect b[1].center (4, -2, 2^2);\n"
           "for i = 3 to 3:\n  connect b[i-1].center (i, -i, i^2);\nend");
    set_to("for i = 2 to 2:\n  let r = i;\n  object b[i]: sphere r; end\nend", "object", 0, "sphere", 4, TN_EDIT_SPLIT,
           "for i = 2 to 2:\n  let r = i;\n  object b[i]: sphere 4; end\nend");
}

/* A text of bodies whose poses are literals, names, formulas, or not given. */
static char *bodies_text(uint64_t *random, int count)
{
    static const char *const poses[] = {"",
                                        "position 1 2 3;",
                                        "position 1 2 3; orientation 1 0 0 0;",
                                        "position L 0 1; rotation 0 1 0 20 deg;",
                                        "position 0 (2*L) 1;",
                                        "\n  position 0 0 1;\n",
                                        "orientation 0.6 0 0.8 0;"};
    struct text t = {NULL, 0, 0};
    text_put(&t, "let L = 0.5;\n");
    for (int i = 0; i < count; i++)
        text_put(&t, "object b%d: sphere 0.1; %s end%s", i, poses[below(random, sizeof poses / sizeof *poses)],
                 below(random, 3) > 0 ? "\n" : " ");
    return t.at;
}

/* Many numbers at once are as each of them alone: the same text, and the same are refused. */
static void many_numbers(void **state)
{
    enum { BODIES = 12 };
    static const char *const words[] = {"position", "orientation", "mass",
                                        "color",    "end",         "sphere 1; end object q: sphere"};
    (void)state;
    uint64_t random = 7;
    for (int k = 0; k < effort(100, 20); k++) {
        char *text = bodies_text(&random, BODIES), *message = NULL;
        tn_source *many = tn_source_text("m.tn", text), *each = tn_source_text("m.tn", text);
        tn_text_setting list[BODIES];
        bool refused[BODIES];
        int count = 0, unchanged = 0;
        for (int i = 0; i < BODIES; i++) {
            const unsigned which = below(&random, 40);
            tn_text_setting x = {.at = place_of(many, "object", i), .tolerance = below(&random, 2) * 0.01};
            x.word = words[which < 5 ? which : which % 4];
            x.count = strcmp(x.word, "orientation") == 0 ? 4 : strcmp(x.word, "mass") == 0 ? 1 : 3;
            for (int n = 0; n < x.count; n++)
                x.value[n] = between(&random, 0.1, 0.9);
            const tn_place at = place_of(each, "object", i);
            refused[count] =
                tn_source_set(each, &at, x.word, x.value, x.count, x.tolerance, TN_EDIT_ASK, NULL) != TN_OK;
            unchanged += refused[count];
            list[count++] = x;
        }
        assert_int_equal(tn_source_set_many(many, list, count, &message), TN_OK);
        for (int i = 0; i < count; i++)
            if (list[i].refused != refused[i])
                fail_msg("%s of b%d in\n%s", list[i].word, i, text);
        text_is(many, tn_source_file_text(each, 0, NULL));
        assert_int_equal(tn_source_undo_count(many), unchanged < count);
        tn_source_undo(many);
        text_is(many, text);
        tn_source_free(many);
        tn_source_free(each);
        mem_free(text);
    }
}

/* One of a statement is refused: the other one too; the same number twice changes nothing. */
static void numbers_together(void **state)
{
    static const char text[] = "let L = 1;\nobject a: rod 1 0.1; position L 0 0; end\nobject b: rod 1 0.1; end\n";
    (void)state;
    tn_source *s = tn_source_text("m.tn", text);
    char *message = NULL;
    const tn_place a = place_of(s, "object", 0), b = place_of(s, "object", 1);
    tn_text_setting list[] = {{.at = a, .word = "mass", .value = {2}, .count = 1},
                              {.at = a, .word = "position", .value = {2, 0, 0}, .count = 3},
                              {.at = b, .word = "mass", .value = {3}, .count = 1},
                              {.at = b, .word = "position", .value = {4, 5, 6}, .count = 3}};
    assert_int_equal(tn_source_set_many(s, list, 4, &message), TN_OK);
    assert_true(list[0].refused && list[1].refused && !list[2].refused && !list[3].refused);
    text_is(s,
            "let L = 1;\nobject a: rod 1 0.1; position L 0 0; end\nobject b: rod 1 0.1; mass 3; position 4 5 6; end\n");
    assert_int_equal(tn_source_set_many(s, list, 4, &message), TN_WRONG_USE); /* places of the text before */
    assert_non_null(message);
    tn_free(message);
    tn_source_undo(s);
    const tn_place c = place_of(s, "object", 0);
    tn_text_setting twice[] = {{.at = c, .word = "rod", .value = {2}, .count = 1},
                               {.at = c, .word = "rod", .value = {3}, .count = 1}};
    assert_int_equal(tn_source_set_many(s, twice, 2, &message), TN_OK);
    assert_true(twice[0].refused && twice[1].refused);
    text_is(s, text);
    tn_source_free(s);
}

/* Numbers with which the text would be no model are refused with a reason, and leave no trace. */
static void numbers_that_do_not_fit(void **state)
{
    (void)state;
    static const char text[] = "object p: particle 1; end\nobject a: rod 1 0.03; density 700; rotation 0 0 1 0.2; end\n"
                               "object pl: plane; end\nobject b: block 1 1 1; size 1 1 1; stiffness 100; end\n"
                               "constraint c: connect p.center (0, 0, 1); tau 0.2; end\n";
    static const struct {
        const char *block, *word;
        int which, count;
        double value[4];
    } wrong[] = {
        {"constraint", "feedback", 0, 2, {100, 20}},
        {"constraint", "stiffness", 0, 1, {1}},
        {"constraint", "min", 0, 1, {1}},
        {"constraint", "tau", 0, 1, {-1}},
        {"object", "mass", 0, 1, {1}},
        {"object", "spin", 0, 3, {1, 0, 0}},
        {"object", "mass", 1, 1, {1}},
        {"object", "orientation", 1, 4, {1, 0, 0, 0}},
        {"object", "soft", 1, 3, {0.01, 100, 1}},
        {"object", "inertia", 1, 3, {1, 1, 5}},
        {"object", "color", 1, 3, {2, 0, 0}},
        {"object", "density", 1, 1, {-2}},
        {"object", "velocity", 2, 3, {1, 0, 0}},
        {"object", "block", 3, 3, {2.5, 1, 1}},
    };
    tn_source *s = tn_source_text("t.tn", text);
    tn_world *w = tn_world_new();
    assert_int_equal(tn_source_load(s, w, NULL), TN_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const tn_place at = place_of(s, wrong[i].block, wrong[i].which);
        const unsigned long revision = tn_source_revision(s);
        char *message = NULL;
        if (tn_source_set(s, &at, wrong[i].word, wrong[i].value, wrong[i].count, 0, TN_EDIT_HERE, &message) == TN_OK)
            fail_msg("%s: was not refused", wrong[i].word);
        assert_true(message != NULL && strlen(message) > 15);
        free(message);
        text_is(s, text);
        assert_true(tn_source_revision(s) == revision && tn_source_undo_count(s) == 0);
        assert_int_equal(tn_source_apply(s, w, NULL, NULL), TN_OK);
    }
    tn_place at = place_of(s, "constraint", 0);
    tn_text_setting many[] = {{.at = place_of(s, "object", 1), .word = "density", .value = {-2}, .count = 1},
                              {.at = at, .word = "tau", .value = {0.4}, .count = 1}};
    assert_int_equal(tn_source_set_many(s, many, 2, NULL), TN_OK);
    assert_true(many[0].refused && !many[1].refused);
    assert_int_equal(tn_source_apply(s, w, NULL, NULL), TN_OK);
    at = place_of(s, "constraint", 0);
    assert_int_equal(tn_source_set(s, &at, "tau", (double[]){0.3}, 1, 0, TN_EDIT_HERE, NULL), TN_OK);
    assert_int_equal(tn_source_apply(s, w, NULL, NULL), TN_OK);
    tn_source_free(s);
    tn_world_free(w);
}

/* A vector among the numbers of a force: the live world follows all of it. */
static void vectors_applied(void **state)
{
    (void)state;
    static const char *const texts[] = {"gravity 0 0 -10;",    "gravity 0 0 -11;", "gravity 1 2 3;",
                                        "gravity 1 2 4;",      "gravity 9;",       "gravity 8;",
                                        "gravity (0, 0, -7);", "gravity 1 0 -7;",  "gravity 2 0 (-5);"};
    tn_source *s = NULL;
    tn_world *w = tn_world_new();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[200];
        snprintf(text, sizeof text, "object p: particle 1; end\n%s\n", texts[i]);
        if (s == NULL) {
            s = tn_source_text("t.tn", text);
            assert_int_equal(tn_source_load(s, w, NULL), TN_OK);
        } else {
            assert_int_equal(tn_source_put(s, 0, text), TN_OK);
            assert_int_equal(tn_source_apply(s, w, NULL, NULL), TN_OK);
        }
        tn_world *fresh = fresh_world(s);
        double live[6] = {0}, read[6] = {0};
        assert_true(tn_force_number(w, tn_force_at(w, 0), "gravity", live));
        assert_true(tn_force_number(fresh, tn_force_at(fresh, 0), "gravity", read));
        for (int k = 0; k < 3; k++)
            if (live[k] != read[k])
                fail_msg("%s: the running world has %g %g %g", texts[i], live[0], live[1], live[2]);
        tn_world_free(fresh);
    }
    tn_source_free(s);
    tn_world_free(w);
}

/* ---- removing ---- */

static void removed(const char *text, const char *word, int which, bool users, const char *expected)
{
    tn_source *s = tn_source_text("t.tn", text);
    tn_place at = place_of(s, word, which);
    char *message = NULL;
    tn_status status = tn_source_remove(s, &at, users, TN_EDIT_ALL, &message);
    if ((status == TN_OK) != (expected != NULL))
        fail_msg("%s: %s", text, message != NULL ? message : "was not refused");
    text_is(s, expected != NULL ? expected : text);
    while (tn_source_undo(s) == TN_OK)
        ;
    text_is(s, text);
    free(message);
    tn_source_free(s);
}

static void removing(void **state)
{
    (void)state;
    removed("# file\n\n# a\n// more\nobject a: sphere 1; end # behind\nobject b: sphere 1; end\n", "object", 0, false,
            "# file\n\nobject b: sphere 1; end\n");
    removed("/* of\n   a */\nobject a: sphere 1; end;\n\n# b\nobject b: sphere 1; end", "object", 0, false,
            "\n# b\nobject b: sphere 1; end");
    removed("let x = 1; let y = 2; # both\r\n", "let", 0, false, "let y = 2; # both\r\n");
    removed("let x = 1; let y = 2; # both\r\n", "let", 1, false, "let x = 1; # both\r\n");
    removed("let x = 1;\nlet y = 2;", "let", 1, false, "let x = 1;\n");
    removed("object a: sphere 1; end\nprobe p = a.center.x;\n", "object", 0, false, NULL);
    removed("object a: sphere 1; end\nprobe p = a.center.x; # p\nlet q = 1;\n", "object", 0, true, "let q = 1;\n");
    removed("object a: sphere 1; end\nobject ab: sphere 1; end\nprobe p = ab.center.x;\n", "object", 0, false,
            "object ab: sphere 1; end\nprobe p = ab.center.x;\n");
    removed("constraint c: connect a.center b.center; end\nat 1:\n  off c;\n  let g = 2;\nend\n", "constraint", 0, true,
            "at 1:\n  let g = 2;\nend\n");
    removed("let r = 1;\nfor r = 1 to 2:\n  object b[r]: sphere r; end\nend\nlet f(r) = r^2;\n", "let", 0, false,
            "for r = 1 to 2:\n  object b[r]: sphere r; end\nend\nlet f(r) = r^2;\n");
}

/* ---- renaming ---- */

static void renamed(const char *text, const char *word, int which, const char *name, const char *expected)
{
    tn_source *s = tn_source_text("t.tn", text);
    tn_place at = place_of(s, word, which);
    char *message = NULL;
    tn_status status = tn_source_rename(s, &at, name, &message);
    if ((status == TN_OK) != (expected != NULL))
        fail_msg("%s: %s", text, message != NULL ? message : "was not refused");
    text_is(s, expected != NULL ? expected : text);
    while (tn_source_undo(s) == TN_OK)
        ;
    text_is(s, text);
    free(message);
    tn_source_free(s);
}

static void renaming(void **state)
{
    (void)state;
    renamed(
        "object a: sphere 1; end # a\nobject a-b: sphere 1; end\nconnect a.center a-b.center; probe a = a.center.x;",
        "object", 0, "c",
        "object c: sphere 1; end # a\nobject a-b: sphere 1; end\nconnect c.center a-b.center; probe a = c.center.x;");
    renamed("let r = 1; let f(r) = r + 1; for r = 1 to 2: object b[r]: sphere r; end end object c: sphere r; end",
            "let", 0, "s",
            "let s = 1; let f(r) = r + 1; for r = 1 to 2: object b[r]: sphere r; end end object c: sphere s; end");
    renamed("for i = 1 to 2: let x = i; object b[i]: sphere x; end end let x = 3; object c: sphere x; end", "let", 0,
            "y", "for i = 1 to 2: let y = i; object b[i]: sphere y; end end let x = 3; object c: sphere x; end");
    renamed("for i = 1 to 2: let x = i; object b[i]: sphere x; end end let x = 3; object c: sphere x; end", "let", 1,
            "y", "for i = 1 to 2: let x = i; object b[i]: sphere x; end end let y = 3; object c: sphere y; end");
    renamed("object link[1]: sphere 1; end for i = 2 to 3: object link[i]: sphere 1; end connect link[i-1].center "
            "link[i].center; end",
            "object", 0, "ring",
            "object ring[1]: sphere 1; end for i = 2 to 3: object ring[i]: sphere 1; end connect ring[i-1].center "
            "ring[i].center; end");
    renamed("object rest: sphere 1; end spring rest.center (0,0,0) stiffness 2 rest 1;", "object", 0, "ball",
            "object ball: sphere 1; end spring ball.center (0,0,0) stiffness 2 rest 1;");
    renamed(
        "constraint c: connect a.center b.center; end object c: sphere 1; end probe f = norm(force(c)) + c.center.x;\n"
        "at 1: off c; end",
        "constraint", 0, "d",
        "constraint d: connect a.center b.center; end object c: sphere 1; end probe f = norm(force(d)) + c.center.x;\n"
        "at 1: off d; end");
    renamed(
        "constraint c: connect a.center b.center; end object c: sphere 1; end probe f = norm(force(c)) + c.center.x;\n"
        "at 1: off c; end",
        "object", 0, "d",
        "constraint c: connect a.center b.center; end object d: sphere 1; end probe f = norm(force(c)) + d.center.x;\n"
        "at 1: off c; end");
    renamed(
        "object a: sphere 1; end point tip of a 0 0 1; connect a.tip (0, 0, 0); object b: sphere 1; end point tip of b "
        "0 0 1; connect b.tip a.center;",
        "point", 0, "top",
        "object a: sphere 1; end point top of a 0 0 1; connect a.top (0, 0, 0); object b: sphere 1; end point tip of b "
        "0 0 1; connect b.tip a.center;");
    renamed("curve arc(r; u) = (r*cos(u), r*sin(u), 0); object a1: arc r 1; end", "curve", 0, "ring",
            "curve ring(r; u) = (r*cos(u), r*sin(u), 0); object a1: ring r 1; end");
    renamed("let r = 2; curve arc(r; u) = (r*cos(u), r*sin(u), 0); object a1: arc r r; end", "let", 0, "s",
            "let s = 2; curve arc(r; u) = (r*cos(u), r*sin(u), 0); object a1: arc r s; end");
    renamed("probe \"a b\" = 1;", "probe", 0, "c d", "probe \"c d\" = 1;");
    /* names that cannot be */
    renamed("let a = 1; let b = 2;", "let", 0, "b", NULL);
    renamed("let a = 1; let b = 2;", "let", 0, "t", NULL);
    renamed("let a = 1; let b = 2;", "let", 0, "2x", NULL);
    renamed("let a = 1; let b = 2;", "let", 0, "sin", NULL);
    renamed("let a = 1; for i = 1 to 2: object b[i]: sphere a; end end", "let", 0, "i", NULL);
    renamed("let a = 1; let f(x) = a*x;", "let", 0, "x", NULL);
}

/* ---- adding ---- */

static void added(const char *text, const char *block, const char *statement, const char *expected)
{
    tn_source *s = tn_source_text("t.tn", text);
    tn_place in = {.statement = -1}, out;
    if (block != NULL)
        in = place_of(s, block, 0);
    tn_status status = tn_source_add(s, block != NULL ? &in : NULL, statement, &out, NULL);
    assert_int_equal(status == TN_OK, expected != NULL);
    text_is(s, expected != NULL ? expected : text);
    if (expected != NULL) {
        tn_source_undo(s);
        text_is(s, text);
    }
    tn_source_free(s);
}

static void adding(void **state)
{
    (void)state;
    added("", NULL, "object a: sphere 1; end", "object a: sphere 1; end\n");
    added("# only a comment", NULL, "let a = 1;", "# only a comment\nlet a = 1;");
    added("object a: sphere 1; end # one\nprobe p = 1;\n", NULL, "object b: sphere 1; end",
          "object a: sphere 1; end # one\nobject b: sphere 1; end\nprobe p = 1;\n");
    added("  object a: sphere 1; end\r\nprobe p = 1;\r\n", NULL, "object b:\n  sphere 1;\nend",
          "  object a: sphere 1; end\r\n  object b:\r\n    sphere 1;\r\n  end\r\nprobe p = 1;\r\n");
    added("object a: sphere 1; end", NULL, "connect a.center (0, 0, 0);",
          "object a: sphere 1; end\nconnect a.center (0, 0, 0);");
    added("object a: sphere 1; end object b:\n sphere 1;\nend\n", NULL, "object c: sphere 1; end",
          "object a: sphere 1; end object b:\n sphere 1;\nend\nobject c: sphere 1; end\n");
    added("object a:\n    sphere 1;\nend\n", "object", "mass 2;", "object a:\n    sphere 1;\n    mass 2;\nend\n");
    added("at 1:\nend\n", "at", "let g = 2;", "at 1:\n  let g = 2;\nend\n");
    added("let a = 1;", NULL, "object b: sphere", NULL);
    added("let a = 1;", NULL, "", NULL);
    added("object a: sphere 1;", NULL, "let b = 1;", NULL); /* its text is not right */
}

/* ---- texts that are not as they should be ---- */

static void hostile(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "\n\n",
                                        "# no final newline",
                                        "object a: sphere 1;",
                                        "end end end",
                                        "object a: object b: sphere 1; end",
                                        "/* never closed",
                                        "let a = ;",
                                        "object a: sphere 1; end\r\n\tconnect a.center (0,0,0);\r\n",
                                        "\xEF\xBB\xBFlet a = 1; # ä\nobject o: sphere a; end",
                                        "\"",
                                        "for i = 1 to 1e9: end",
                                        "include \"missing.tn\";",
                                        ";;;;",
                                        "object a[1][2]: sphere 1; end connect a[1][2].center (0, 0, 0);"};
    uint64_t random = 7;
    for (int i = 0; i < (int)(sizeof texts / sizeof *texts); i++) {
        tn_source *s = tn_source_text("h.tn", texts[i]);
        tn_world *w = tn_world_new();
        tn_diagnostics *d = tn_diagnostics_new();
        text_is(s, texts[i]);
        bool good = tn_source_check(s, d) == TN_OK;
        assert_int_equal(good, tn_diagnostics_errors(d) == 0);
        bool loaded = i != 11 && tn_source_load(s, w, d) == TN_OK;
        for (int k = 0; k < 60; k++) { /* typing, right or wrong; the world follows only what is right */
            static const char *const bits[] = {"",  " ",  ";",          "end", "# c\n", "object z: sphere 1; end\n",
                                               "1", "\n", "let q = 2;", "/*",  "*/",    "\xC3\xA4"};
            size_t length;
            tn_source_file_text(s, 0, &length);
            size_t from = below(&random, (unsigned)length + 1),
                   to = from + below(&random, (unsigned)(length - from) % 7 + 1);
            assert_int_equal(tn_source_replace(s, 0, from, to > length ? length : to, bits[below(&random, 12)]), TN_OK);
            if (i == 11)
                continue;
            tn_status status = tn_source_apply(s, w, NULL, NULL);
            tn_world *fresh = fresh_world(s);
            if (loaded && (status == TN_OK) != (fresh != NULL))
                fail_msg("applied %d, read %d: %s", status, fresh != NULL, tn_source_file_text(s, 0, NULL));
            if (loaded && fresh != NULL)
                same_worlds(w, fresh, tn_source_file_text(s, 0, NULL));
            tn_world_free(fresh);
        }
        while (tn_source_undo(s) == TN_OK)
            ;
        text_is(s, texts[i]);
        while (tn_source_redo(s) == TN_OK)
            ;
        tn_world_free(w);
        tn_diagnostics_free(d);
        tn_source_free(s);
    }
}

/* Words of any characters: a number is set, or nothing has changed; the form of the text stays right. */
static void words_that_are_none(void **state)
{
    static const char text[] =
        "let L = 1;\nobject a: rod L 0.1; position 0 0 0; end # a\nfor i = 0 to 2: object b[i]: sphere "
        "0.1; end end\nconnect a.end1 (0, 0, 0);\nspring a.center b[0].center stiffness 3;\n";
    static const char letters[] = "ab-_ 1;:.,()[]{}#\"'/*=\n\t\xC3";
    static const char *const words[] = {"end", "for",   "let",   "object", "include",
                                        "at",  "world", "probe", "rod",    "mass"};
    (void)state;
    uint64_t random = 11;
    for (int k = 0; k < effort(2000, 300); k++) {
        tn_source *s = tn_source_text("words.tn", text);
        char word[8] = "";
        const int length = (int)below(&random, 6);
        for (int i = 0; i < length; i++)
            word[i] = letters[below(&random, sizeof letters - 1)];
        if (k % 4 == 0) /* or those that begin or end statements */
            snprintf(word, sizeof word, "%s", words[below(&random, sizeof words / sizeof *words)]);
        tn_place at;
        assert_true(tn_source_at(s, (int)below(&random, (unsigned)tn_source_count(s)), &at));
        const double values[2] = {between(&random, -2, 2), 1};
        char *message = NULL;
        if (tn_source_set(s, &at, word, values, 1 + (int)below(&random, 2), 0, TN_EDIT_HERE, &message) != TN_OK)
            text_is(s, text);
        if (tn_source_check(s, NULL) != TN_OK)
            fail_msg("'%s' gives a text that is not right: %s", word, tn_source_file_text(s, 0, NULL));
        tn_free(message);
        tn_source_free(s);
    }
}

/* ---- several files ---- */

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void includes(void **state)
{
    (void)state;
    write_file("part.tn", "object leg: rod L 0.1; end\r\nobject foot: sphere L; end\r\n");
    write_file("main.tn", "let L = 1;\ninclude \"part.tn\";\nconnect leg.end1 foot.center;\n");
    tn_source *s = tn_source_open("main.tn", NULL);
    tn_world *w = tn_world_new();
    char *message;
    tn_place at;
    assert_int_equal(tn_source_file_count(s), 2);
    assert_int_equal(tn_source_load(s, w, NULL), TN_OK);
    tn_object leg = tn_object_find(w, "leg"), foot = tn_object_find(w, "foot");
    assert_true(tn_source_place(s, w, tn_thing_of_object(leg), &at));
    assert_int_equal(at.file, 1);
    assert_string_equal(at.name, "part.tn");
    assert_int_equal(tn_source_rename(s, &at, "thigh", &message), TN_WRONG_USE);
    assert_non_null(strstr(message, "part.tn"));
    free(message);
    assert_int_equal(tn_source_file_allow(s, 1, true), TN_OK);
    assert_true(tn_source_place(s, w, tn_thing_of_object(leg), &at));
    assert_int_equal(tn_source_rename(s, &at, "thigh", &message), TN_OK);
    assert_string_equal(tn_source_file_text(s, 1, NULL),
                        "object thigh: rod L 0.1; end\r\nobject foot: sphere L; end\r\n");
    assert_non_null(strstr(tn_source_file_text(s, 0, NULL), "connect thigh.end1 foot.center;"));
    assert_true(tn_source_file_changed(s, 0) && tn_source_file_changed(s, 1));
    assert_int_equal(tn_source_apply(s, w, NULL, NULL), TN_OK);
    assert_true(tn_object_valid(w, tn_object_find(w, "thigh")));
    assert_true(tn_object_valid(w, foot));
    tn_source_undo(s);
    assert_false(tn_source_file_changed(s, 0) || tn_source_file_changed(s, 1));
    tn_world_free(w);
    tn_source_free(s);
}

/* A refused text leaves nothing behind: a let that could not be computed in it is computed in the next. */
static void after_a_refusal(void **state)
{
    (void)state;
    static const char text[] =
        "let L = 1;\nobject a: rod 1 0.05; position 0 0 (log(L)); end\nobject b: rod (2 + L) 0.05; position 0 0 L; "
        "end\n"
        "constraint hip[1]: revolute a b (0, 0, 0.5) (1, 0, 0); end\nlet turned = 2*angle(hip[1]);\n"
        "probe now = turned;\n";
    tn_source *s = tn_source_text("t.tn", text);
    tn_world *w = tn_world_new();
    assert_int_equal(tn_source_load(s, w, NULL), TN_OK);
    const char *const wrong[] = {"-1", "0", "sqrt(-1)", "nothing"}, *const good[] = {"2", "3", "1.5", "1"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tn_source_replace(s, 0, 8, strcspn(tn_source_file_text(s, 0, NULL), ";"), wrong[i]), TN_OK);
        assert_int_not_equal(tn_source_apply(s, w, NULL, NULL), TN_OK);
        assert_int_equal(tn_source_replace(s, 0, 8, strcspn(tn_source_file_text(s, 0, NULL), ";"), good[i]), TN_OK);
        assert_int_equal(tn_source_apply(s, w, NULL, NULL), TN_OK);
        tn_world *fresh = fresh_world(s);
        same_worlds(w, fresh, wrong[i]);
        assert_int_equal(tn_probe_count(w), 1);
        tn_world_free(fresh);
    }
    tn_world_free(w);
    tn_source_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_do_not_fit),
        cmocka_unit_test(vectors_applied),
        cmocka_unit_test(numbers),
        cmocka_unit_test(many_numbers),
        cmocka_unit_test(numbers_together),
        cmocka_unit_test(removing),
        cmocka_unit_test(renaming),
        cmocka_unit_test(adding),
        cmocka_unit_test(hostile),
        cmocka_unit_test(includes),
        cmocka_unit_test(after_a_refusal),
        cmocka_unit_test(words_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
