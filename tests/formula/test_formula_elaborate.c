/* test_formula_elaborate.c: the meaning of expressions, and the message and place of every error. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/names.h"
#include "random_formula.h"

/* ---- a small world: numbers x y z t L, vectors P Q, an object rod, links link[1…3], functions sq(a) and vel(P)
 * ---- */

enum { THING_ROD = 1, THING_LINK };

static struct value scalar(node a) { return (struct value){.type = VALUE_SCALAR, .e = {a}}; }

static struct value vector(struct formula *f, uint64_t key)
{
    struct value v = {.type = VALUE_VECTOR};
    for (uint64_t i = 0; i < 3; i++)
        v.e[i] = formula_symbol(f, key + i);
    return v;
}

static bool world_name(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    int index;
    (void)t;
    ++*(int *)ctx;
    if (strlen(full) == 1 && strchr("xyzt", full[0]) != NULL)
        *out = scalar(formula_symbol(f, (uint64_t)full[0]));
    else if (strcmp(full, "L") == 0)
        *out = scalar(formula_constant(f, 1.5));
    else if (strcmp(full, "P") == 0 || strcmp(full, "Q") == 0)
        *out = vector(f, full[0] == 'P' ? 1000 : 2000);
    else if (strcmp(full, "rod") == 0 || strcmp(full, "upper-rod") == 0)
        *out = (struct value){.type = VALUE_THING, .thing = THING_ROD, .index = 1};
    else if (sscanf(full, "link[%d]", &index) == 1 && index >= 1 && index <= 3)
        *out = (struct value){.type = VALUE_THING, .thing = THING_LINK, .index = index};
    else
        return false;
    return true;
}

static bool world_member(void *ctx, struct formula *f, const struct tree *t, struct value of, const char *member,
                         struct value *out)
{
    (void)ctx;
    (void)t;
    if (of.type != VALUE_THING || (strcmp(member, "center") != 0 && strcmp(member, "x") != 0))
        return false;
    *out = vector(f, 3000 + 10 * (uint64_t)of.index);
    return true;
}

static bool world_call(void *ctx, struct formula *f, const struct tree *t, const char *function,
                       const struct value *args, int count, struct value *out)
{
    (void)ctx;
    (void)t;
    if (strcmp(function, "sq") == 0 && count == 1 && args[0].type == VALUE_SCALAR)
        *out = scalar(formula_binary(f, OP_MULTIPLY, args[0].e[0], args[0].e[0]));
    else if (strcmp(function, "vel") == 0)
        *out = vector(f, 5000);
    else
        return false;
    return true;
}

static bool world_call_member(void *ctx, struct formula *f, const struct tree *t, struct value of, const char *member,
                              const struct value *args, int count, struct value *out)
{
    (void)ctx;
    (void)t;
    (void)args;
    if (of.type != VALUE_THING || strcmp(member, "at") != 0 || count != 3)
        return false;
    *out = vector(f, 6000);
    return true;
}

static void world_offer(void *ctx, const char *word, bool called, const char **best)
{
    (void)ctx;
    (void)called;
    names_offer(word, "upper-rod", best);
    names_offer(word, "vel", best);
}

struct meaning {
    struct formula *f;
    struct arena arena;
    struct diagnostics *d;
    struct value v;
    int asked;
};

static struct meaning meaning_of(const char *text)
{
    struct meaning m = {.f = formula_new(), .d = diagnostics_new()};
    struct tokens tokens = syntax_tokens(&m.arena, m.d, diagnostics_source(m.d, "test.tn", text));
    struct reader r = {.arena = &m.arena, .diagnostics = m.d, .at = tokens.at};
    struct resolver world = {.ctx = &m.asked,
                             .diagnostics = m.d,
                             .name = world_name,
                             .member = world_member,
                             .call = world_call,
                             .call_member = world_call_member,
                             .offer = world_offer};
    struct tree *t = syntax_expression(&r);
    if (t == NULL || r.at->kind != TOKEN_END)
        fail_msg("'%s' is no expression", text);
    m.v = formula_elaborate(m.f, t, &world);
    return m;
}

static void forget(struct meaning *m)
{
    formula_free(m->f);
    arena_free(&m->arena);
    diagnostics_free(m->d);
}

/* ---- values ---- */

/* Symbols get values by their keys: x = 0.7, y = -0.4, z = 1.3, t = 2; P = (1, 2, 3), Q = (-1, 0.5, 2), others 10. */
static double number_of_key(uint64_t key)
{
    static const double p[3] = {1, 2, 3}, q[3] = {-1, 0.5, 2};
    switch (key) {
    case 'x':
        return 0.7;
    case 'y':
        return -0.4;
    case 'z':
        return 1.3;
    case 't':
        return 2;
    }
    return key >= 1000 && key < 1003 ? p[key - 1000] : key >= 2000 && key < 2003 ? q[key - 2000] : 10;
}

static double evaluate(const struct meaning *m, int component)
{
    double symbols[64];
    for (int i = 0; i < formula_symbol_count(m->f); i++)
        symbols[i] = number_of_key(formula_symbol_key(m->f, i));
    return formula_evaluate(m->f, m->v.e[component], symbols);
}

static void test_numbers(void **state)
{
    (void)state;
    const double x = 0.7, y = -0.4, z = 1.3, t = 2, pi = acos(-1);
    const struct {
        const char *text;
        double value;
    } cases[] = {
        {"x + y*z - t/2", x + y * z - t / 2},
        {"-x^2", -x * x},
        {"2^3^2", 512},
        {"2^-1", 0.5},
        {"pi*L", pi * 1.5},
        {"sin(x)*cos(x) + tan(y)", sin(x) * cos(x) + tan(y)},
        {"asin(x) + acos(x) + atan(z)", asin(x) + acos(x) + atan(z)},
        {"atan2(y, x)", atan2(y, x)},
        {"exp(y) + log(z) + sqrt(t) + abs(y)", exp(y) + log(z) + sqrt(t) + fabs(y)},
        {"pow(z, x)", pow(z, x)},
        {"z^x", pow(z, x)},
        {"min(x, y) + 10*max(x, y)", y + 10 * x},
        {"min(x, y, -7, z)", -7},
        {"max(x, y, z)", z},
        {"if(x < y, 1, 2)", 2},
        {"if(x > y, 1, 2)", 1},
        {"if(x >= x, 1, 2)", 1},
        {"if(t == 2, 1, 2)", 1},
        {"if(t != 2, 1, 2)", 2},
        {"if(t <= 2, 1, 2)", 1},
        {"turn(x)", acos(x) / sqrt(1 - x * x)},
        {"turn(1)", 1},
        {"dot(P, Q)", -1 + 1 + 6},
        {"norm(P)", sqrt(14)},
        {"norm(P - Q)", sqrt(4 + 2.25 + 1)},
        {"P.x + 10*P.y + 100*P.z", 321},
        {"(x, y, z).y", y},
        {"cross(P, Q).x", 4 - 1.5},
        {"cross(P, Q).y", -3 - 2},
        {"cross(P, Q).z", 0.5 + 2},
        {"norm(unit(P))", 1},
        {"unit(P).z", 3 / sqrt(14)},
        {"(2*P - Q/2 + P*x).z", 6 - 1 + 3 * x},
        {"(-P).y", -2},
        {"if(x > 0, P, Q).y", 2},
        {"if(x < 0, P, Q).y", 0.5},
        {"sq(z + 1)", 2.3 * 2.3},
        {"norm(vel(P))", sqrt(300)},
        {"rod.center.x", 10},
        {"rod.at(0, 0, 1).z + link[1 + 1].center.y", 20},
        {"1/0", INFINITY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct meaning m = meaning_of(cases[i].text);
        if (m.v.type != VALUE_SCALAR || diagnostics_errors(m.d) != 0)
            fail_msg("'%s' is no number", cases[i].text);
        double v = evaluate(&m, 0), e = cases[i].value;
        if (!(v == e || fabs(v - e) <= 4e-16 * (fabs(e) + 1)))
            fail_msg("'%s' is %.17g instead of %.17g", cases[i].text, v, e);
        forget(&m);
    }
}

static void test_types(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum value_type type;
    } cases[] = {
        {"1", VALUE_SCALAR},          {"P", VALUE_VECTOR},
        {"x < 1", VALUE_CONDITION},   {"rod", VALUE_THING},
        {"link[2]", VALUE_THING},     {"P + Q", VALUE_VECTOR},
        {"rod.center", VALUE_VECTOR}, {"(1, 2, 3)", VALUE_VECTOR},
        {"2*P*3/4", VALUE_VECTOR},    {"dot(P, P)", VALUE_SCALAR},
        {"rod.x", VALUE_VECTOR},      {"P.x", VALUE_SCALAR},
        {"upper-rod", VALUE_THING},   {"if(x > 1, (0,0,1), Q)", VALUE_VECTOR},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct meaning m = meaning_of(cases[i].text);
        assert_int_equal(m.v.type, cases[i].type);
        assert_int_equal(diagnostics_errors(m.d), 0);
        forget(&m);
    }
    struct meaning m = meaning_of("link[4 - 1]");
    assert_int_equal(m.v.index, 3);
    forget(&m);
}

/* ---- mistakes ---- */

struct mistake {
    const char *text;
    int column, length;
    const char *message, *near;
};

#define OPERAND "expected a number or a vector, met "
static const struct mistake mistakes[] = {
    /* names */
    {"1 + q", 5, 1, "unknown name 'q'", NULL},
    {"uper-rod.center", 1, 8, "unknown name 'uper-rod'", "upper-rod"},
    {"x + pj", 5, 2, "unknown name 'pj'", "pi"},
    {"x-y", 1, 3, "unknown name 'x-y'; to subtract write x - y", NULL},
    {"2*x-y-z", 3, 5, "unknown name 'x-y-z'; to subtract write x - y - z", NULL},
    {"L-upper-rod", 1, 11, "unknown name 'L-upper-rod'; to subtract write L - upper-rod", NULL},
    {"x-q", 1, 3, "unknown name 'x-q'", NULL},
    {"link[4]", 1, 4, "unknown name 'link[4]'", NULL},
    {"link", 1, 4, "unknown name 'link'", NULL},
    {"sin*2", 1, 3, "sin is a function; expected its arguments, as in sin(...)", NULL},
    {"link[1.5]", 6, 3, "expected a whole number as an index, met 1.5", NULL},
    {"link[x]", 6, 1, "expected a constant as an index, met a number that may change", NULL},
    {"link[P]", 6, 1, "expected a number as an index, met a vector", NULL},
    {"link[rod]", 6, 3, "expected a number as an index, met 'rod'", NULL},
    {"link[1/0]", 7, 1, "expected a whole number as an index, met inf", NULL},
    {"link[2 > 1]", 8, 1, "expected a number as an index, met a condition", NULL},
    /* functions */
    {"sqr(x)", 1, 3, "unknown function 'sqr'", "sqrt"},
    {"Sin(x)", 1, 3, "unknown function 'Sin'", "sin"},
    {"bel(P)", 1, 3, "unknown function 'bel'", "vel"},
    {"frobnicate(x)", 1, 10, "unknown function 'frobnicate'", NULL},
    {"2*x(3)", 3, 1, "'x' is a number, not a function; to multiply write *", NULL},
    {"P(1)", 1, 1, "'P' is a vector, not a function; put a space before a '(' that starts something new", NULL},
    {"rod(1)", 1, 3, "'rod' is a thing, not a function; put a space before a '(' that starts something new", NULL},
    {"norm()", 1, 4, "norm takes 1 argument, met 0", NULL},
    {"norm(P, Q)", 1, 4, "norm takes 1 argument, met 2", NULL},
    {"1 + atan2(x)", 5, 5, "atan2 takes 2 arguments, met 1", NULL},
    {"if(x > 0, 1)", 1, 2, "if takes 3 arguments, met 2", NULL},
    {"min(x)", 1, 3, "min takes 2 arguments or more, met 1", NULL},
    {"sqrt(P)", 6, 1, "expected a number as the argument of sqrt, met a vector", NULL},
    {"norm(x)", 6, 1, "expected a vector as the argument of norm, met a number; the size of a number is abs(x)", NULL},
    {"abs(P)", 5, 1, "expected a number as the argument of abs, met a vector; the length of a vector is norm(v)", NULL},
    {"sin(x < y)", 7, 1, "expected a number as the argument of sin, met a condition", NULL},
    {"norm(rod)", 6, 3, "expected a vector as the argument of norm, met 'rod'", NULL},
    {"dot(P, 3)", 8, 1, "expected a vector as argument 2 of dot, met a number", NULL},
    {"max(1, 2, P)", 11, 1, "expected a number as argument 3 of max, met a vector", NULL},
    {"if(x, 1, 2)", 4, 1, "expected a condition such as x > 0 as argument 1 of if, met a number", NULL},
    {"if(x > 0, x > 1, 2)", 13, 1, "expected a number or a vector as argument 2 of if, met a condition", NULL},
    {"if(x > 0, 1, P)", 1, 2, "expected two numbers or two vectors as the branches of if, met a number and a vector",
     NULL},
    /* operators */
    {"x + P", 3, 1, "cannot add a number and a vector", NULL},
    {"P + 1", 3, 1, "cannot add a number and a vector", NULL},
    {"P - x", 3, 1, "cannot subtract a number from a vector", NULL},
    {"x - P", 3, 1, "cannot subtract a vector from a number", NULL},
    {"P * Q", 3, 1, "cannot multiply two vectors with *; write dot(a, b) or cross(a, b)", NULL},
    {"P / Q", 3, 1, "cannot divide by a vector; divide by its length, norm(v)", NULL},
    {"1 / Q", 3, 1, "cannot divide by a vector; divide by its length, norm(v)", NULL},
    {"P^2", 2, 1, "cannot raise a vector to a power; the square of its length is dot(v, v)", NULL},
    {"2^P", 2, 1, "expected a number as the exponent, met a vector", NULL},
    {"P < Q", 3, 1, "expected numbers to compare, met two vectors; compare components, or norm(a - b)", NULL},
    {"P > 1", 3, 1, "expected numbers to compare, met a vector; compare components, or norm(a - b)", NULL},
    {"(x < y) < z", 9, 1,
     "expected numbers to compare, met a condition; comparisons cannot be chained: write if(a < b, if(b < c, …), …)",
     NULL},
    {"(x < y) + 1", 4, 1, OPERAND "a condition; to choose between two write if(condition, a, b)", NULL},
    {"-(x < y)", 5, 1, OPERAND "a condition; to choose between two write if(condition, a, b)", NULL},
    {"rod + P", 1, 3, OPERAND "'rod'; write a point, a direction or a number of it", NULL},
    {"2*link[1]", 3, 4, OPERAND "'link[1]'; write a point, a direction or a number of it", NULL},
    {"rod == 1", 1, 3, OPERAND "'rod'; write a point, a direction or a number of it", NULL},
    {"1 + \"a\"", 5, 3, OPERAND "a string", NULL},
    /* vectors and members */
    {"(1, P, 3)", 5, 1, "expected a number as component y of a vector, met a vector", NULL},
    {"(1, 2, x < 3)", 10, 1, "expected a number as component z of a vector, met a condition", NULL},
    {"(rod, 2, 3)", 2, 3, "expected a number as component x of a vector, met 'rod'", NULL},
    {"P.w", 3, 1, "a vector has the components x, y and z, not 'w'", NULL},
    {"P.xy", 3, 2, "a vector has the components x, y and z, not 'xy'", NULL},
    {"x.y", 3, 1, "a number has no component 'y'", NULL},
    {"P.x.x", 5, 1, "a number has no component 'x'", NULL},
    {"(x < y).x", 9, 1, "a condition has no component 'x'", NULL},
    {"rod.middle", 5, 6, "'rod' has nothing named 'middle'", NULL},
    {"rod.att(0, 0, 1)", 5, 3, "'rod' has no function 'att'", NULL},
    {"P.at(0, 0, 1)", 3, 2, "a vector has no function 'at'", NULL},
    {"rod.center(1, 0, 0)", 5, 6,
     "'rod.center' is a vector, not a function; put a space before a '(' that starts something new", NULL},
    {"P.x(2)", 3, 1, "'P.x' is a number, not a function; to multiply write *", NULL},
};

static void test_mistakes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const struct mistake *e = &mistakes[i];
        struct meaning m = meaning_of(e->text);
        const tn_diagnostics *d = (const tn_diagnostics *)(const void *)m.d;
        if (m.v.type != VALUE_ERROR || tn_diagnostics_count(d) != 1)
            fail_msg("'%s' has %d errors", e->text, tn_diagnostics_count(d));
        tn_diagnostic g = tn_diagnostics_get(d, 0);
        bool near = e->near == NULL ? g.near == NULL : g.near != NULL && strcmp(g.near, e->near) == 0;
        if (strcmp(g.message, e->message) != 0 || !near)
            fail_msg("'%s' gives: %s (%s)", e->text, g.message, g.near != NULL ? g.near : "");
        if (g.line != 1 || g.column != e->column || g.length != e->length)
            fail_msg("'%s' points at %d:%d+%d", e->text, g.line, g.column, g.length);
        forget(&m);
    }
}

/* All errors of a formula are reported, each once, without consequential ones. */
static void test_all_mistakes_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int errors;
    } cases[] = {
        {"q1 + q2*norm(q3)", 3}, {"sqrt(q)", 1},        {"sqrt(P) + norm(x)", 2},
        {"(q1, q2, P)", 3},      {"link[q] + q", 2},    {"nope(q1, q2)", 2},
        {"rod.att(q1)", 1},      {"qq.at(1, 2, 3)", 1}, {"if(q, P, 1) + 1", 1},
        {"dot(x, y)", 2},        {"rod + rod", 2},      {"q.x.y.z", 1},
        {"norm(q, P)", 2},       {"-(P*Q) + 3", 1},     {"x(q)", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct meaning m = meaning_of(cases[i].text);
        if (m.v.type != VALUE_ERROR || diagnostics_errors(m.d) != cases[i].errors)
            fail_msg("'%s' has %d errors", cases[i].text, diagnostics_errors(m.d));
        forget(&m);
    }
}

/* Without any hook there are numbers, pi and functions. */
static void test_no_hooks(void **state)
{
    (void)state;
    struct diagnostics *d = diagnostics_new();
    struct arena arena = {0};
    struct formula *f = formula_new();
    struct resolver none = {.diagnostics = d};
    static const char *const texts[] = {"cos(pi) + norm((3, 4, 0))", "a", "a(1)", "pi.x", "pi.x(1)"};
    for (int i = 0; i < 5; i++) {
        struct tokens tokens = syntax_tokens(&arena, d, diagnostics_source(d, "none.tn", texts[i]));
        struct reader r = {.arena = &arena, .diagnostics = d, .at = tokens.at};
        struct value v = formula_elaborate(f, syntax_expression(&r), &none);
        double number = 0;
        assert_int_equal(v.type, i == 0 ? VALUE_SCALAR : VALUE_ERROR);
        if (i == 0)
            assert_true(formula_is_constant(f, v.e[0], &number) && number == 4);
        assert_int_equal(diagnostics_errors(d), i);
    }
    formula_free(f);
    arena_free(&arena);
    diagnostics_free(d);
}

/* pi and the built-in functions are not looked up: no object can replace them. */
static void test_builtins_come_first(void **state)
{
    (void)state;
    struct meaning m = meaning_of("sin(pi)*dot((1,2,3), (1,2,3))");
    assert_int_equal(m.asked, 0);
    forget(&m);
}

/* Each function of the list exists, takes the listed arguments and is suggested for a similar word. */
static void test_list_of_builtins(void **state)
{
    (void)state;
    int count = 0;
    for (const struct builtin *b = formula_builtins(); b->name != NULL; b++, count++) {
        char text[60];
        snprintf(text, sizeof text, "%s(%s)", b->name, b->arguments == 1 ? "x, y, z, 1" : "x"); /* a wrong number */
        struct meaning m = meaning_of(text);
        tn_diagnostic g = tn_diagnostics_get((const tn_diagnostics *)(const void *)m.d, 0);
        char expected[80];
        bool more = strcmp(b->name, "min") == 0 || strcmp(b->name, "max") == 0;
        snprintf(expected, sizeof expected, "%s takes %d argument%s%s, met %d", b->name, b->arguments,
                 b->arguments == 1 ? "" : "s", more ? " or more" : "", b->arguments == 1 ? 4 : 1);
        assert_string_equal(g.message, expected);
        forget(&m);
    }
    assert_int_equal(count, 20);
}

/* The tallest tree that the reader builds is processed without stack overflow. */
static void test_tall_trees(void **state)
{
    (void)state;
    static char text[4 * SYNTAX_HEIGHT];
    strcpy(text, "x");
    for (int i = 0; i < SYNTAX_HEIGHT - 2; i++)
        strcat(text, i % 2 == 0 ? "+y" : "- z");
    struct meaning m = meaning_of(text);
    assert_int_equal(m.v.type, VALUE_SCALAR);
    assert_true(isfinite(evaluate(&m, 0)));
    forget(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),          cmocka_unit_test(test_types),
        cmocka_unit_test(test_mistakes),         cmocka_unit_test(test_all_mistakes_are_told),
        cmocka_unit_test(test_no_hooks),         cmocka_unit_test(test_builtins_come_first),
        cmocka_unit_test(test_list_of_builtins), cmocka_unit_test(test_tall_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
