/* test_syntax.c: tokens, trees, messages with their places, and trees that print and read back to the same. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formula/syntax.h"

struct fixture {
    struct arena arena;
    struct diagnostics *d;
    struct tokens tokens;
    struct reader r;
};

static void open_text(struct fixture *f, const char *text)
{
    *f = (struct fixture){.d = diagnostics_new()};
    f->tokens = syntax_tokens(&f->arena, f->d, diagnostics_source(f->d, "test.tn", text));
    f->r = (struct reader){.arena = &f->arena, .diagnostics = f->d, .at = f->tokens.at};
}

static void close_text(struct fixture *f)
{
    arena_free(&f->arena);
    diagnostics_free(f->d);
}

/* The tokens as one line: names and signs as they are, numbers as #value, strings in quotes, bad ones as ?, and a
 * '~' before those that touch. */
static void token_line(const struct fixture *f, char *out)
{
    char number[32];
    *out = '\0';
    for (int i = 0; i < f->tokens.count - 1; i++) {
        const struct token *t = &f->tokens.at[i];
        strcat(out, t->touches ? "~" : i > 0 ? " " : "");
        if (t->kind == TOKEN_NUMBER)
            strcat(strcat(out, "#"), syntax_number(t->number, number));
        else if (t->kind == TOKEN_STRING)
            strcat(strcat(strcat(out, "\""), t->text), "\"");
        else
            strcat(out, t->kind == TOKEN_BAD ? "?" : t->text);
    }
}

static void reads_tokens(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"left-thigh a-b a - b a -b", "left-thigh a-b a - b a -~b"},
        {"l[i-1] (1-x)^2 x1-y x_-y x-_y -a-", "l~[~i~-~#1~] (~#1~-~x~)~^~#2 x1-y x_~-~y x~-~_y -~a~-"},
        {"2 -2.0 .1 -.4 1e-3 2. 1E+2", "#2 -~#2 #0.1 -~#0.4 #0.001 #2 #100"},
        {"a.b a .5 f(x) f (x)", "a~.~b a #0.5 f~(~x~) f (~x~)"},
        {"a.1 (x).2 b[1].3", "a~.~#1 (~x~)~.~#2 b~[~#1~]~.~#3"},
        {"a/* x */b //c\nd # e\nf", "a b d f"},
        {"== >= <= != < > = : ; ,", "== >= <= != < > = : ; ,"},
        {"mesh \"a b.obj\";", "mesh \"a b.obj\"~;"},
        {"a @@\xC3\xA9$ b", "a ? b"},
        {"\xEF\xBB\xBFworld", "world"},
        {"\"\xC3\xA9\" /* \xFF\xFE */ x", "\"\xC3\xA9\" x"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fixture f;
        char line[400];
        open_text(&f, table[i][0]);
        token_line(&f, line);
        assert_string_equal(line, table[i][1]);
        close_text(&f);
    }
}

static void counts_columns_in_characters(void **state)
{
    (void)state;
    struct fixture f;
    open_text(&f, "/* \xC3\xA4\xE2\x82\xAC */ foo\r\n\t\"\xC3\xB6\xC3\xB6\" bar");
    assert_int_equal(f.tokens.at[0].place.column, 10);
    assert_int_equal(f.tokens.at[0].place.length, 3);
    assert_int_equal(f.tokens.at[1].place.line, 2);
    assert_int_equal(f.tokens.at[1].place.column, 2);
    assert_int_equal(f.tokens.at[1].place.length, 4);
    assert_int_equal(f.tokens.at[2].place.column, 7);
    close_text(&f);
}

/* Builds the fully parenthesised text of a tree, so that its shape can be compared. */
static void shape(const struct tree *t, char *out)
{
    char number[32];
    switch (t->kind) {
    case TREE_NUMBER:
        strcat(out, syntax_number(t->number, number));
        return;
    case TREE_STRING:
    case TREE_NAME:
        strcat(out, t->text);
        break;
    case TREE_CALL:
        strcat(out, "call");
        break;
    case TREE_MEMBER:
        strcat(strcat(out, "."), t->text);
        break;
    case TREE_VECTOR:
        strcat(out, "vector");
        break;
    case TREE_UNARY:
    case TREE_BINARY:
        strncat(out, &t->sign, 1);
        break;
    }
    for (int i = 0; i < t->count; i++) {
        strcat(out, i == 0 ? "{" : " ");
        shape(t->items[i], out);
    }
    strcat(out, t->count > 0 ? "}" : "");
}

static void reads_expressions(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"-x^2", "-{^{x 2}}"},
        {"-2^2", "-{^{2 2}}"},
        {"-2", "-2"},
        {"- 2*x", "*{-2 x}"},
        {"-(2)", "-{2}"},
        {"2^3^2", "^{2 ^{3 2}}"},
        {"2^-3", "^{2 -3}"},
        {"a-1-b", "-{-{a 1} b}"},
        {"a - b - c*d/e", "-{-{a b} /{*{c d} e}}"},
        {"(1-x)^2", "^{-{1 x} 2}"},
        {"l[i-1][2].end1.x", ".x{.end1{l{-{i 1} 2}}}"},
        {"a.at(0,0,1)", "call{.at{a} 0 0 1}"},
        {"link[i](0.5).x", ".x{call{link{i} 0.5}}"},
        {"f()", "call{f}"},
        {"(a, b, -c).y", ".y{vector{a b -{c}}}"},
        {"if(a <= b, 1, c != d)", "call{if l{a b} 1 n{c d}}"},
        {"a + b >= c", "g{+{a b} c}"},
        {"((a))", "a"},
        {"--x", "-{-{x}}"},
        {"-(-2)", "-{-2}"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fixture f;
        char text[400] = "";
        open_text(&f, table[i][0]);
        struct tree *t = syntax_expression(&f.r);
        assert_non_null(t);
        assert_int_equal(f.r.at->kind, TOKEN_END);
        shape(t, text);
        assert_string_equal(text, table[i][1]);
        close_text(&f);
    }
}

static void reads_arguments(void **state)
{
    (void)state;
    struct fixture f;
    char text[400] = "";
    open_text(&f, "ball.center (1,0,0) -2.0 .1-.4 +3 a1(0.5) norm (x) \"s\" link[i+1].end1 (a)(b) (v).x(c)");
    for (int i = 0; f.r.at->kind != TOKEN_END; i++) {
        struct tree *t = syntax_argument(&f.r);
        assert_non_null(t);
        strcat(text, i > 0 ? " | " : "");
        shape(t, text);
    }
    assert_string_equal(text, ".center{ball} | vector{1 0 0} | -2 | 0.1 | -0.4 | 3 | call{a1 0.5} | norm | x | s | "
                              ".end1{link{+{i 1}}} | a | b | call{.x{v} c}");
    close_text(&f);
}

struct complaint {
    const char *text;
    int line, column, length;
    const char *message; /* how it begins */
};

/* Exactly one message, at its place; `read` reads the text, or is NULL if the tokens report it. */
static void complains(const struct complaint *c, struct tree *(*read)(struct reader *))
{
    struct fixture f;
    open_text(&f, c->text);
    if (read != NULL)
        assert_null(read(&f.r));
    const tn_diagnostics *d = (const tn_diagnostics *)f.d;
    if (tn_diagnostics_count(d) != 1)
        fail_msg("%d messages for: %s", tn_diagnostics_count(d), c->text);
    tn_diagnostic g = tn_diagnostics_get(d, 0);
    if (strncmp(g.message, c->message, strlen(c->message)) != 0 || g.line != c->line || g.column != c->column ||
        g.length != c->length)
        fail_msg("%s gave %d:%d+%d %s", c->text, g.line, g.column, g.length, g.message);
    close_text(&f);
}

static void reports_bad_tokens(void **state)
{
    (void)state;
    static const struct complaint table[] = {
        {"a\n /* b", 2, 2, 2, "this comment has no end: expected '*/' after it"},
        {"mesh \"abc; x", 1, 6, 1, "this string has no end: expected '\"' on the same line"},
        {"x \"a\xFF\"", 1, 3, 1, "this string is not UTF-8: expected text"},
        {"a 1e999;", 1, 3, 5, "number too large"},
        {"2x", 1, 1, 2, "'2x' is neither a number nor a name: expected a space or an operator after '2'"},
        {"1.2.3", 1, 1, 5, "'1.2.3' is not a number"},
        {"0x1F", 1, 1, 4, "'0x1F' is neither a number nor a name"},
        {"a \xE2\x88\x92 b", 1, 3, 1,
         "expected a name, a number, a string or an operator, met '\xE2\x88\x92'; write '-'"},
        {"@@@ a", 1, 1, 3, "expected a name, a number, a string or an operator, met '@@@'"},
        {"\xFF\xFC a", 1, 1, 2, "expected a name, a number, a string or an operator, met the byte 0xFF, which is not"},
        {"\x7F"
         "ELF\x02\x01 @ @",
         1, 1, 1, "this is not a text file: expected a scene, in UTF-8"},
        {"a { b", 1, 3, 1, "expected a name, a number, a string or an operator, met '{'; blocks are 'head: ... end'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        complains(&table[i], NULL);
}

static void reports_bad_expressions(void **state)
{
    (void)state;
    static const struct complaint table[] = {
        {"", 1, 1, 1, "expected an expression, met the end of the text"},
        {"a + ", 1, 5, 1, "expected an expression, met the end of the text"},
        {"a + ;", 1, 5, 1, "expected an expression, met ';'"},
        {"(1, 2)", 1, 1, 6, "expected a vector of three components, (x, y, z), or one expression; this has 2 parts"},
        {"(1, 2, 3, 4)", 1, 1, 12, "expected a vector of three components, (x, y, z), or one expression; this has 4"},
        {"()", 1, 2, 1, "expected an expression or the three components of a vector between '(' and ')', met ')'"},
        {"a < b < c", 1, 7, 1, "expected only one comparison: they cannot be chained"},
        {"if(a = b, 1, 2)", 1, 6, 1, "expected '==' to compare; '=' has no place between '(' and ')'"},
        {"l[a = b]", 1, 5, 1, "expected '==' to compare; '=' has no place between '[' and ']'"},
        {"(a + b\nlet", 1, 7, 1, "expected an operator, ',' or ')', met 'let'"},
        {"(a + b 2)", 1, 8, 1, "expected an operator, ',' or ')', met a number"},
        {"(norm (x))", 1, 7, 1, "expected an operator; the '(' of a call touches its name: norm(...)"},
        {"l[1, 2]", 1, 4, 1, "expected an operator or ']', met ','"},
        {"l[]", 1, 3, 1, "expected an expression between '[' and ']', met ']'"},
        {"a.1", 1, 3, 1, "expected the name of a member or component right after '.', met a number"},
        {"a. b", 1, 4, 1, "expected the name of a member or component right after '.', met 'b'"},
        {"a.b[1]", 1, 4, 1, "expected no index after a member; only names are indexed: name[i].b"},
        {"+x", 1, 1, 1, "expected an expression, met '+'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        complains(&table[i], syntax_expression);
}

static void reports_bad_arguments(void **state)
{
    (void)state;
    static const struct complaint table[] = {
        {"-L", 1, 1, 1, "expected an argument; a signed name needs parentheses: write (-L)"},
        {"- 2", 1, 1, 1, "expected an argument; a sign touches its number, and a sum needs parentheses"},
        {"- b", 1, 1, 1, "expected an argument; an expression needs parentheses, met '-'"},
        {"*2", 1, 1, 1, "expected an argument; an expression needs parentheses, met '*'"},
        {"]", 1, 1, 1, "expected an argument: a number, a name, a string, or an expression in parentheses, met ']'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        complains(&table[i], syntax_argument);
}

/* A bad token was reported once; the reader adds no message. */
static void is_silent_at_bad_tokens(void **state)
{
    (void)state;
    static const char *const table[] = {"a + @", "(a, 1e999, b)", "f(\"x", "2x + 1", "(a @ b)"};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fixture f;
        open_text(&f, table[i]);
        assert_null(syntax_expression(&f.r));
        assert_int_equal(diagnostics_errors(f.d), 1);
        close_text(&f);
    }
}

static char *repeated(const char *before, const char *part, int n, const char *after)
{
    char *text = mem_new(strlen(before) + strlen(part) * (size_t)n + strlen(after) + 1);
    strcpy(text, before);
    char *end = text + strlen(text);
    for (int i = 0; i < n; i++, end += strlen(part))
        strcpy(end, part);
    strcpy(end, after);
    return text;
}

static void bounds_depth_and_height(void **state)
{
    (void)state;
    static const struct {
        const char *part;
        int good, bad;
        const char *message;
    } table[] = {
        {"(", 0, 100000, "expected at most 200 levels of nesting in an expression"},
        {"-", SYNTAX_DEPTH, 100000, "expected at most 200 levels of nesting in an expression"},
        {"a^", SYNTAX_DEPTH, 100000, "expected at most 200 levels of nesting in an expression"},
        {"f(", 0, 100000, "expected at most 200 levels of nesting in an expression"},
        {"a[", 0, 100000, "expected at most 200 levels of nesting in an expression"},
        {"a + ", SYNTAX_HEIGHT - 1, 100000, "expected at most 2000 operators in a row"},
        {"a.x*", SYNTAX_HEIGHT - 2, 100000, "expected at most 2000 operators in a row"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        for (int bad = 0; bad < 2; bad++) {
            struct fixture f;
            char *text = repeated("", table[i].part, bad ? table[i].bad : table[i].good, "b");
            open_text(&f, text);
            struct tree *t = syntax_expression(&f.r);
            assert_true((t == NULL) == (bad == 1));
            assert_int_equal(diagnostics_errors(f.d), bad);
            assert_int_equal(f.r.depth, 0);
            if (bad) {
                const char *message = tn_diagnostics_get((const tn_diagnostics *)f.d, 0).message;
                assert_int_equal(strncmp(message, table[i].message, strlen(table[i].message)), 0);
            }
            mem_free(text);
            close_text(&f);
        }
    }
}

/* ---- printing ---- */

static uint64_t next_random(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

static int pick(uint64_t *s, int n) { return (int)((next_random(s) >> 33) % (uint64_t)n); }

static double random_number(uint64_t *s)
{
    static const double some[] = {0,       1,       2,         0.1,     1e-3, 1e22, 5e-324,
                                  DBL_MAX, DBL_MIN, 123456.75, 1.0 / 3, 100,  1e15, 1e16};
    if (pick(s, 2) == 0)
        return some[pick(s, (int)(sizeof some / sizeof *some))];
    union {
        uint64_t bits;
        double value;
    } u = {next_random(s) & ~(UINT64_C(1) << 63)};
    return isfinite(u.value) ? u.value : 3;
}

static struct tree *random_tree(struct arena *a, uint64_t *s, int depth)
{
    static const char *const names[] = {"a", "left-thigh", "x1", "_u", "end", "e5"};
    static const char signs[] = "+-*/^<>lgen";
    struct tree *t = ARENA_NEW(a, struct tree);
    t->items = ARENA_ARRAY(a, struct tree *, 4);
    int kind = pick(s, depth > 0 ? 10 : 3);
    switch (kind) {
    case 0:
        t->kind = TREE_NUMBER;
        t->number = (pick(s, 3) == 0 ? -1 : 1) * random_number(s);
        return t;
    case 1:
        t->kind = TREE_NAME;
        t->text = names[pick(s, 6)];
        t->count = depth > 0 ? pick(s, 3) : 0;
        break;
    case 2:
        t->kind = pick(s, 4) == 0 ? TREE_STRING : TREE_NAME;
        t->text = t->kind == TREE_STRING ? "a b.obj" : names[pick(s, 6)];
        return t;
    case 3:
        t->kind = TREE_CALL;
        t->count = 1 + pick(s, 4);
        break;
    case 4:
        t->kind = TREE_MEMBER;
        t->text = names[pick(s, 6)];
        t->count = 1;
        break;
    case 5:
        t->kind = TREE_VECTOR;
        t->count = 3;
        break;
    case 6:
        t->kind = TREE_UNARY;
        t->sign = '-';
        t->count = 1;
        break;
    default:
        t->kind = TREE_BINARY;
        t->sign = signs[pick(s, 11)];
        t->count = 2;
        break;
    }
    for (int i = 0; i < t->count; i++)
        t->items[i] = random_tree(a, s, depth - 1);
    while (t->kind == TREE_CALL && t->items[0]->kind != TREE_NAME && t->items[0]->kind != TREE_MEMBER)
        t->items[0] = random_tree(a, s, depth - 1);
    while (t->kind == TREE_MEMBER && t->items[0]->kind == TREE_STRING)
        t->items[0] = random_tree(a, s, depth - 1); /* "…".x is nothing that can be written */
    return t;
}

static bool same(const struct tree *a, const struct tree *b)
{
    if (a->kind != b->kind || a->count != b->count || a->sign != b->sign)
        return false;
    if (a->kind == TREE_NUMBER && (a->number != b->number || signbit(a->number) != signbit(b->number)))
        return false;
    if ((a->text != NULL) != (b->text != NULL) || (a->text != NULL && strcmp(a->text, b->text) != 0))
        return false;
    for (int i = 0; i < a->count; i++) {
        if (!same(a->items[i], b->items[i]))
            return false;
    }
    return true;
}

static void prints_what_reads_back(void **state)
{
    (void)state;
    uint64_t seed = 20240607;
    for (int i = 0; i < 20000; i++) {
        struct arena a = {0};
        struct tree *t = random_tree(&a, &seed, 1 + i % 5);
        for (int argument = 0; argument < 2; argument++) {
            char *text = argument ? syntax_print_argument(t, NULL, NULL) : syntax_print(t, NULL, NULL);
            struct fixture f;
            open_text(&f, text);
            struct tree *back = argument ? syntax_argument(&f.r) : syntax_expression(&f.r);
            if (back == NULL || f.r.at->kind != TOKEN_END || !same(t, back))
                fail_msg("does not read back: %s", text);
            close_text(&f);
            mem_free(text);
        }
        arena_free(&a);
    }
}

static bool i_is(void *ctx, const char *name, double *value)
{
    if (strcmp(name, "i") != 0)
        return false;
    *value = *(double *)ctx;
    return true;
}

static void prints_with_few_parentheses(void **state)
{
    (void)state;
    static const char *const table[][3] = {
        /* text, printed, printed as an argument */
        {"((a+b)*c)-(d - e)", "(a + b)*c - (d - e)", "((a + b)*c - (d - e))"},
        {"(a*b)/(c*d)", "a*b/(c*d)", "(a*b/(c*d))"},
        {"(-x)^(2)", "(-x)^2", "((-x)^2)"},
        {"-(x^2)", "-x^2", "(-x^2)"},
        {"(2)^(-(3))", "2^-(3)", "(2^-(3))"},
        {"-(a*b)", "-(a*b)", "(-(a*b))"},
        {"(a<b)==(c)", "(a < b) == c", "((a < b) == c)"},
        {"-2", "-2", "-2"},
        {"a.at((0),0,1).x", "a.at(0, 0, 1).x", "a.at(0, 0, 1).x"},
        {"(1,2,3)", "(1, 2, 3)", "(1, 2, 3)"},
        {"(a+b).x", "(a + b).x", "(a + b).x"},
        {"link[i + 1].end1", "link[-2 + 1].end1", "link[-2 + 1].end1"},
        {"i^2 - i", "(-2)^2 - -2", "((-2)^2 - -2)"},
        {"-i", "-(-2)", "(-(-2))"},
        {"i", "-2", "-2"},
    };
    double i_value = -2;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fixture f;
        open_text(&f, table[i][0]);
        struct tree *t = syntax_expression(&f.r);
        assert_non_null(t);
        char *text = syntax_print(t, i_is, &i_value), *argument = syntax_print_argument(t, i_is, &i_value);
        assert_string_equal(text, table[i][1]);
        assert_string_equal(argument, table[i][2]);
        mem_free(text);
        mem_free(argument);
        close_text(&f);
    }
}

static void prints_short_numbers(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } table[] = {
        {0, "0"},
        {-0.0, "-0"},
        {1, "1"},
        {0.1, "0.1"},
        {-0.4, "-0.4"},
        {1e-3, "0.001"},
        {1e-4, "0.0001"},
        {1e-5, "1e-5"},
        {1e15, "1000000000000000"},
        {1e16, "1e16"},
        {1.5e300, "1.5e300"},
        {5e-324, "5e-324"},
        {1.0 / 3, "0.3333333333333333"},
        {0.1 + 0.2, "0.30000000000000004"},
        {DBL_MAX, "1.7976931348623157e308"},
        {123456.75, "123456.75"},
        {-2.2250738585072014e-308, "-2.2250738585072014e-308"},
        {1234567890123456.0, "1234567890123456"},
    };
    char buffer[32];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_string_equal(syntax_number(table[i].value, buffer), table[i].text);
    uint64_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        double x = random_number(&seed);
        assert_true(strlen(syntax_number(-x, buffer)) < sizeof buffer - 1);
        assert_true(strtod(buffer, NULL) == -x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_tokens),
        cmocka_unit_test(counts_columns_in_characters),
        cmocka_unit_test(reads_expressions),
        cmocka_unit_test(reads_arguments),
        cmocka_unit_test(reports_bad_tokens),
        cmocka_unit_test(reports_bad_expressions),
        cmocka_unit_test(reports_bad_arguments),
        cmocka_unit_test(is_silent_at_bad_tokens),
        cmocka_unit_test(bounds_depth_and_height),
        cmocka_unit_test(prints_what_reads_back),
        cmocka_unit_test(prints_with_few_parentheses),
        cmocka_unit_test(prints_short_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
