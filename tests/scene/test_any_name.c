/* test_any_name.c: things of every sort, with any number of parameters, where statements and functions take a name: a message
 * with a place, or a world that moves; never a crash (the sanitizers of the other build see what lies beyond an array). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../effort.h"
#include "tenon/tenon.h"

static uint64_t state;

static uint32_t any(uint32_t count)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % count;
}

/* Good things of every sort; each may be named where another is meant. */
static const char good[] =
    "world: gravity 9.81; until 0.02; end\n"
    "object a: rod 1 0.05; position 0 0 2; end object b: box 1 2 3; position 3 0 2; end\n"
    "object p: particle 1; position 0 3 1; end object floor: plane; end variable v 1;\n"
    "object jelly: block 1 1 1; size 1 1 1; stiffness 100; density 10; position 0 5 1; end\n"
    "object ring: circle cx 0 cy 0 r 1; kernel fixed; end\n"
    "curve type(r; u) = (r*cos(u), r*sin(u), 0); nail n 1 2 3; let number = 2; let place = (1, 2, 3);\n"
    "let f(x) = x^2; let g(x, y) = x*y; path way(t) = (t, 0, 0); path keyed: key 0 0 0 0; key 1 1 0 0; end\n"
    "surface bowl(x, y, z) = z - x^2 - y^2; probe told = 1;\n"
    "constraint pin: connect a.end1 (0, 0, 2); end force pull: push b.center (1, 0, 0); end\n";

static const char *const names[] = {
    "a",
    "b",
    "p",
    "floor",
    "v",
    "jelly",
    "ring",
    "type",
    "n",
    "number",
    "place",
    "f",
    "g",
    "way",
    "keyed",
    "bowl",
    "pin",
    "pull",
    "odd",
    "told",
    "world",
    "t",
    "pi",
    "nowhere",
    "sin",
    "sphere",
    "a.end1",
    "b.corner1",
    "odd.x",
    "way(1)",
    "(1, 2, 3)",
    "2",
    "-1",
    "(odd(1))",
    "(odd(1, 2))",
    "(odd(1, 2, 3))",
    "(bowl(1, 2))",
    "(f(1, 2))",
    "(g(1))",
    "(way(1, 2))",
    "(ring(1))",
    "(type(1))",
    "\"text\"",
    "x",
    "0",
    "jelly.node(0, 0, 0)",
    "(a.x)",
    "b.body",
};
enum { NAMES = sizeof names / sizeof *names };

/* A thing with any number of parameters, also none: surface odd(x0, x1) = x0; */
static void declare_odd(char *text, size_t room)
{
    static const char *const words[] = {"surface", "path", "let", "curve", "nail", "variable", "path", "surface"};
    static const char *const bodies[] = {"x0",      "1",        "(x0, 1, 2)", "(x1, x0, t)", "x7",   "odd",
                                         "odd(x0)", "a.center", "(0, 0, t)",  "z - x^2",     "bowl", "bowl(x0, 1, 1)"};
    const char *word = words[any(8)];
    const uint32_t count = any(6), split = any(8);
    int n = snprintf(text, room, "%s odd", word);
    for (uint32_t i = 0; i < count; i++)
        n += snprintf(text + n, room - (size_t)n, "%sx%u%s",
                      i == 0       ? "("
                      : i == split ? "; "
                                   : ", ",
                      i, i + 1 == count ? ")" : "");
    if (strcmp(word, "nail") == 0 || strcmp(word, "variable") == 0)
        snprintf(text + n, room - (size_t)n, " 1 2 3;\n");
    else
        snprintf(text + n, room - (size_t)n, " = %s;\n", bodies[any(sizeof bodies / sizeof *bodies)]);
}

/* A statement or a formula that uses names: any kind, any function, any number of them. */
static void use(char *text, size_t room)
{
    static const char *const called[] = {"probe q = %s(%s);", "keep %s(%s) = 1;",
                                         "point-on-line a.end1 (%s(%s)) (0, 0, 1);"};
    int kinds = 0;
    char list[400] = "";
    while (tn_kind_at(kinds) != NULL)
        kinds++;
    const tn_kind *k = tn_kind_at((int)any((uint32_t)kinds));
    const bool function = k->group == TN_KIND_FUNCTION || any(6) == 0;
    for (uint32_t i = 0, count = any(5); i < count; i++) {
        const size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", n == 0 ? "" : function ? ", " : " ", names[any(NAMES)]);
    }
    if (function)
        snprintf(text, room, called[any(3)], k->group == TN_KIND_FUNCTION ? k->name : names[any(19)], list);
    else if (any(3) == 0)
        snprintf(text, room, "constraint new: %s %s; min %s; end", k->name, list, names[any(NAMES)]);
    else if (any(3) == 0)
        snprintf(text, room, "object new: %s %s; position 9 9 9; end", k->name, list);
    else
        snprintf(text, room, "%s %s;", k->name, list);
}

static void check_scene(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    const tn_status s = tn_read_text(w, "m.tn", text, d);
    if (s == TN_OK) {
        assert_int_equal(tn_diagnostics_errors(d), 0);
        tn_advance(w, 0.01); /* it may get stuck, and says why */
    } else {
        assert_int_equal(s, TN_WRONG_MODEL);
        if (tn_diagnostics_errors(d) < 1 || tn_diagnostics_get(d, 0).line < 1)
            fail_msg("no place of an error in:\n%s", text);
        assert_int_equal(tn_object_count(w), 0);
    }
    tn_diagnostics_free(d);
    tn_world_free(w);
}

static void any_name_anywhere(void **unused)
{
    (void)unused;
    const int scenes = effort(3000, 1200);
    for (int i = 0; i < scenes; i++) {
        char text[4000], odd[400], line[700];
        state = (uint64_t)i + 1;
        declare_odd(odd, sizeof odd);
        int n = snprintf(text, sizeof text, "%s%s", good, odd);
        for (uint32_t k = 0, count = 1 + any(2); k < count; k++) {
            use(line, sizeof line);
            n += snprintf(text + n, sizeof text - (size_t)n, "%s\n", line);
        }
        check_scene(text);
    }
}

/* Of a surface each number of coordinates but three is refused where it is declared, used or not. */
static void a_surface_has_three_coordinates(void **unused)
{
    (void)unused;
    static const char *const uses[] = {"", "on-surface a.center s;", "outside a.center s;", "probe q = s(1, 2, 3);",
                                       "keep s(a.center) >= 0;"};
    for (int count = 0; count < 8; count++)
        for (int k = 0; k < 5; k++) {
            char text[400];
            int n = snprintf(text, sizeof text, "object a: sphere 1; end surface s");
            for (int i = 0; i < count; i++)
                n += snprintf(text + n, sizeof text - (size_t)n, "%sc%d%s", i == 0 ? "(" : ", ", i,
                              i + 1 == count ? ")" : "");
            snprintf(text + n, sizeof text - (size_t)n, " = %s - 1; %s", count > 2 ? "c2" : "1", uses[k]);
            tn_world *w = tn_world_new();
            tn_diagnostics *d = tn_diagnostics_new();
            assert_int_equal(tn_read_text(w, "m.tn", text, d), count == 3 ? TN_OK : TN_WRONG_MODEL);
            assert_int_equal(tn_diagnostics_errors(d), count != 3);
            if (count != 3)
                assert_non_null(strstr(tn_diagnostics_get(d, 0).message, "write surface s(x, y, z) = "));
            tn_diagnostics_free(d);
            tn_world_free(w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_name_anywhere),
        cmocka_unit_test(a_surface_has_three_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
