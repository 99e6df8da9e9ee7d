/* test_statement.c: the structure of scenes, every message of the reader with its place, and randomly broken texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formula/statement.h"

static void put(struct text *t, const char *s)
{
    for (; *s != '\0'; s++)
        ARRAY_PUSH(t, *s);
}

static void put_tree(struct text *out, const struct tree *t, bool argument)
{
    char *s = argument ? syntax_print_argument(t, NULL, NULL) : syntax_print(t, NULL, NULL);
    put(out, s);
    mem_free(s);
}

/* A statement in a form that shows how it was read: kind letter, word, name, parameters, args in <>, children in {}. */
static void put_statement(struct text *out, const struct statement *s)
{
    static const char *const kinds[] = {"", "E ", "R ", "D ", "B ", "F ", "A "};
    put(out, s->broken ? "!" : "");
    put(out, kinds[s->kind]);
    put(out, s->bare ? "bare " : "");
    put(out, s->word);
    if (s->name != NULL) {
        put(out, " ");
        put_tree(out, s->name, false);
    }
    for (int i = 0; i < s->parameter_count; i++) {
        put(out, i == 0 ? "(" : i == s->parameter_split ? "; " : ", ");
        put_tree(out, s->parameters[i], false);
    }
    put(out, s->parameter_count > 0 ? ")" : "");
    char relation[3] = {' ', s->relation, '\0'};
    put(out, s->relation != '\0' ? relation : "");
    for (int i = 0; i < s->arg_count; i++) {
        put(out, " <");
        put_tree(out, s->args[i], s->kind == STATEMENT_PLAIN);
        put(out, ">");
    }
    if (s->kind >= STATEMENT_BLOCK) {
        put(out, " { ");
        for (int i = 0; i < s->child_count; i++)
            put_statement(out, s->children[i]);
        put(out, "}");
    }
    put(out, " ");
}

struct fixture {
    struct document *home;
    struct diagnostics *d;
    struct statements all;
};

static void open_text(struct fixture *f, const char *text)
{
    *f = (struct fixture){.d = diagnostics_new()};
    f->home = document_new(f->d);
    f->all = statement_read(f->home, f->d, diagnostics_source(f->d, "test.tn", text));
}

static void close_text(struct fixture *f)
{
    document_drop(f->home);
    diagnostics_free(f->d);
}

static char *shape_of(const struct fixture *f)
{
    struct text out = {0};
    for (int i = 0; i < f->all.count; i++)
        put_statement(&out, f->all.at[i]);
    ARRAY_PUSH(&out, '\0');
    return out.at;
}

static char *messages_of(const struct fixture *f)
{
    struct text out = {0};
    const tn_diagnostics *d = (const tn_diagnostics *)f->d;
    for (int i = 0; i < tn_diagnostics_count(d); i++) {
        tn_diagnostic g = tn_diagnostics_get(d, i);
        char *s = mem_print("%d:%d %s\n", g.line, g.column, g.message);
        put(&out, s);
        mem_free(s);
    }
    ARRAY_PUSH(&out, '\0');
    return out.at;
}

static void reads_every_form(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"world: up z; gravity 9.81; end", "B world { up <z> gravity <9.81> } "},
        {"object upper-rod: rod 1.0 0.05; position -.3 0 2; body; end",
         "B object upper-rod { rod <1> <0.05> position <-0.3> <0> <2> body } "},
        {"object link[i+1][2]: sphere r; end", "B object link[i + 1][2] { sphere <r> } "},
        {"connect ball.center (1,0,0);", "connect <ball.center> <(1, 0, 0)> "},
        {"connect(1,0,0) a1(0.5);", "connect <(1, 0, 0)> <a1(0.5)> "},
        {"constraint object1 wheel; object2 left-foot; hinge 0.4 0 -0.5 0 0 0; end",
         "B bare constraint { object1 <wheel> object2 <left-foot> hinge <0.4> <0> <-0.5> <0> <0> <0> } "},
        {"constraint elbow: connect a b; tau 0.1; end constraint: weld a b; end",
         "B constraint elbow { connect <a> <b> tau <0.1> } B constraint { weld <a> <b> } "},
        {"for i = 1 to 2*n: object l[i]: sphere 1; end end", "F for i <1> <2*n> { B object l[i] { sphere <1> } } "},
        {"at t0 + 1: off elbow; let g = 1.6; end", "A at <t0 + 1> { off <elbow> D let g <1.6> } "},
        {"at T: on kick; end", "A at <T> { on <kick> } "},
        {"let L = 1.5; let f(x, y) = x^2 - y;", "D let L <1.5> D let f(x, y) <x^2 - y> "},
        {"curve arc(cx, cy, r; u) = (cx + r*cos(u), cy, 0);", "D curve arc(cx, cy, r; u) <(cx + r*cos(u), cy, 0)> "},
        {"curve line(u) = (u, 0, 0); surface bowl(x, y, z) = x^2 - z;",
         "D curve line(u) <(u, 0, 0)> D surface bowl(x, y, z) <x^2 - z> "},
        {"path loop(t) = (cos(t), sin(t), 1); path walk: key 0  0 0 0; end",
         "D path loop(t) <(cos(t), sin(t), 1)> B path walk { key <0> <0> <0> <0> } "},
        {"probe tip[2] = norm(a - (0,0,0));", "D probe tip[2] <norm(a - (0, 0, 0))> "},
        {"keep x + y = 1; keep norm(a) >= 2*b; keep a <= 1; speed vel(a).x = 2; acceleration acc(a) = b;",
         "R keep = <x + y> <1> R keep g <norm(a)> <2*b> R keep l <a> <1> R speed = <vel(a).x> <2> "
         "R acceleration = <acc(a)> <b> "},
        {"minimize x^2 + y^2; place (sin(th), 0, cos(th)); pose (0, 0, 1) th/2; pose (0,0,1), -th;",
         "E minimize <x^2 + y^2> E place <(sin(th), 0, cos(th))> E pose <(0, 0, 1)> <th/2> E pose <(0, 0, 1)> <-th> "},
        {"include \"part.tn\"; mesh \"a b.obj\" scale 2;", "include <\"part.tn\"> mesh <\"a b.obj\"> <scale> <2> "},
        {"revolute a b (0,0,0) (0,0,1) motor speed 2*t - 1 limit 5; motor angle -t limit 3;",
         "revolute <a> <b> <(0, 0, 0)> <(0, 0, 1)> <motor> <speed> <(2*t - 1)> <limit> <5> "
         "motor <angle> <(-t)> <limit> <3> "},
        {"slider motor speed 0 -1 0 0 0 1;", "slider <motor> <speed> <0> <-1> <0> <0> <0> <1> "},
        {"object a: compound: sphere 1; end end; ;", "B object a { B compound { sphere <1> } } "},
        {"spring a.end1 b.end1\n  stiffness 40\n  rest (pi/2);",
         "spring <a.end1> <b.end1> <stiffness> <40> <rest> <(pi/2)> "},
        {"connect a.end b; ", "connect <a.end> <b> "},
        {"kernel path walk; drag on path linear 0.2;", "kernel <path> <walk> drag <on> <path> <linear> <0.2> "},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fixture f;
        open_text(&f, table[i][0]);
        char *shape = shape_of(&f), *messages = messages_of(&f);
        assert_string_equal(messages, "");
        assert_string_equal(shape, table[i][1]);
        assert_false(f.all.incomplete);
        mem_free(shape);
        mem_free(messages);
        close_text(&f);
    }
}

/* Text, all its messages with their places, and what was read anyway. */
static const char *const complaints[][3] = {
    /* ';' is missing after the last argument, and nothing else is wrong */
    {"object a:\n  sphere 0.2\nend", "2:13 expected ';' after '0.2'\n", "B object a { sphere <0.2> } "},
    {"object a: incompressible end", "1:25 expected ';' after 'incompressible'\n", "B object a { incompressible } "},
    {"nail hook 0 0 2\nobject b: sphere 1; end", "1:16 expected ';' after '2'\n",
     "nail <hook> <0> <0> <2> B object b { sphere <1> } "},
    {"nail hook 0 0 2 object b: sphere 1; end", "1:16 expected ';' after '2'\n",
     "nail <hook> <0> <0> <2> B object b { sphere <1> } "},
    {"connect a b.end1\nlet x = 2\nprobe y = x\nfor i = 1 to 3: end",
     "1:17 expected ';' after 'end1'\n2:10 expected ';' after '2'\n3:12 expected ';' after 'x'\n",
     "connect <a> <b.end1> D let x <2> D probe y <x> F for i <1> <3> { } "},
    {"connect a b", "1:12 expected ';' after 'b'\n", "connect <a> <b> "},
    {"include \"x.tn\"\nkeep a = b;", "1:15 expected ';' after 'x.tn'\n", "include <\"x.tn\"> R keep = <a> <b> "},
    /* ':' is missing */
    {"object a sphere 1; end nail b 0 0 0;", "1:9 expected ':' after 'a'\n",
     "B object a { sphere <1> } nail <b> <0> <0> <0> "},
    {"world up z; end", "1:6 expected ':' after 'world'\n", "B world { up <z> } "},
    {"object a; nail b 0 0 0;", "1:9 expected ':' after 'a'\n", "!B object a { } nail <b> <0> <0> <0> "},
    {"for i = 1 to 3 object l[i]: end end", "1:15 expected ':' after '3'\n", "F for i <1> <3> { B object l[i] { } } "},
    {"at 2 off elbow; end", "1:5 expected ':' after '2'\n", "A at <2> { off <elbow> } "},
    /* invalid heads still have their block */
    {"object 5: sphere 1; end nail b 0 0 0;", "1:8 expected a name, met '5'\n",
     "!B object { sphere <1> } nail <b> <0> <0> <0> "},
    {"object a b: sphere 1; end", "1:9 expected ':' after 'a'\n", "!B object a { sphere <1> } "},
    {"foo (a: sphere 1; end", "1:7 expected an operator, ',' or ')', met ':'\n", "!B foo { sphere <1> } "},
    {"object l[i: sphere 1; end", "1:11 expected an operator or ']', met ':'\n", "!B object { sphere <1> } "},
    {"for 1 to 3: end", "1:5 expected a name, as in 'for i = 1 to 10:', met '1'\n", "!F for { } "},
    {"for i in 3: end", "1:6 expected '=' after 'i'\n", "!F for i { } "},
    {"for i = 1, 3: end", "1:10 expected an operator or 'to', as in 'for i = 1 to 10:', met ','\n", "!F for i { } "},
    {"for i[1] = 1 to 3: end", "1:5 expected a name without index after 'for'\n", "!F for i[1] { } "},
    {"at : off a; end", "1:4 expected an expression, met ':'\n", "!A at { off <a> } "},
    /* 'end' is missing or too much */
    {"object a: sphere 1;\nobject b: sphere 2; end\nnail c 0 0 0;",
     "2:1 expected 'end' before 'object': the block 'object a' of line 1 is still open\n",
     "B object a { sphere <1> } B object b { sphere <2> } nail <c> <0> <0> <0> "},
    {"world: up z;\nfor i = 1 to 2: object l[i]: sphere 1; end",
     "2:1 expected 'end' to close the block 'for i', met the end of the text\n"
     "1:1 expected 'end' to close the block 'world', met the end of the text\n",
     "B world { up <z> F for i <1> <2> { B object l[i] { sphere <1> } } } "},
    {"constraint object1 a; object2 b;\nconstraint object2 c; end",
     "2:1 expected 'end' before 'constraint': the block 'constraint' of line 1 is still open\n",
     "B bare constraint { object1 <a> object2 <b> } B bare constraint { object2 <c> } "},
    {"nail a 0 0 0; end nail b 0 0 0;", "1:15 this 'end' closes nothing: expected a statement or the end of the text\n",
     "nail <a> <0> <0> <0> nail <b> <0> <0> <0> "},
    /* arguments and expressions: one message, the rest is read */
    {"position a + 1 0 0; mass 2;",
     "1:12 expected an argument; a sign touches its number, and a sum needs parentheses\n", "!position <a> mass <2> "},
    {"position -L 0 0; mass 2;", "1:10 expected an argument; a signed name needs parentheses: write (-L)\n",
     "!position mass <2> "},
    {"connect a (0, 1); mass 2;",
     "1:11 expected a vector of three components, (x, y, z), or one expression; this has 2 parts\n",
     "!connect <a> mass <2> "},
    {"connect a (0, 1, 2; mass 2;", "1:19 expected an operator, ',' or ')', met ';'\n", "!connect <a> mass <2> "},
    {"let x = (1 + 2\nlet y = 3;", "1:15 expected an operator, ',' or ')', met 'let'\n", "!D let x D let y <3> "},
    {"let x = norm (a); mass 2;", "1:14 expected an operator or ';'; the '(' of a call touches its name: norm(...)\n",
     "!D let x <norm> mass <2> "},
    {"let x = 2 3; mass 2;", "1:11 expected an operator or ';', met '3'\n", "!D let x <2> mass <2> "},
    {"let x 2; mass 2;", "1:6 expected '=' after 'x'\n", "!D let x mass <2> "},
    {"let x == 2; mass 2;", "1:6 expected '=' after 'x'\n", "!D let x mass <2> "},
    {"let = 2; mass 2;", "1:5 expected a name, met '='\n", "!D let mass <2> "},
    {"let x = ; mass 2;", "1:9 expected an expression, met ';'\n", "!D let x mass <2> "},
    {"object a: let x = end", "1:19 expected an expression, met 'end'\n", "B object a { !D let x } "},
    {"let f(x; y) = x; mass 2;", "1:8 expected ',' or ')', met ';'\n", "!D let f(x) mass <2> "},
    {"let f() = 2; mass 2;", "1:7 expected the name of a parameter, met ')'\n", "!D let f mass <2> "},
    {"x = 2; mass 2;",
     "1:1 expected a statement; a name gets its meaning with 'let x = ...;', and a word of a block its value without "
     "'='\n",
     "!x mass <2> "},
    {"keep x; mass 2;", "1:7 expected '=', '>=' or '<=' and another expression after 'x'\n", "!R keep mass <2> "},
    {"keep x == 1; keep x > 1; keep x != 2;",
     "1:8 expected '=': a relation that is kept is written with one '='\n"
     "1:21 expected '>=': what is kept is kept up to its limit\n1:33 expected '=', '>=' or '<='\n",
     "!R keep !R keep !R keep "},
    {"keep a >= b = c; mass 2;", "1:8 expected only one of '=', '>=' and '<='\n", "!R keep = mass <2> "},
    {"keep x y = 1;", "1:8 expected an operator, '=', '>=' or '<=', met 'y'\n", "!R keep "},
    {"5 6; mass 2;", "1:1 expected a statement, which starts with a word, met '5'\n", "! mass <2> "},
    {"(a) b; mass 2;", "1:1 expected a statement, which starts with a word, met '('\n", "! mass <2> "},
    /* errors of tokens are not reported again */
    {"mass 2x; density @ 3;",
     "1:6 '2x' is neither a number nor a name: expected a space or an operator after '2'\n"
     "1:18 expected a name, a number, a string or an operator, met '@'; what a formula speaks of has a name: "
     "constraint NAME: … end\n",
     "!mass !density "},
    {"object a: sphere 1; /* oops end", "1:21 this comment has no end: expected '*/' after it\n",
     "B object a { sphere <1> ! } "},
    {"mesh \"abc;\nmass 2;", "1:6 this string has no end: expected '\"' on the same line\n", "!mesh mass <2> "},
    {"\x7F"
     "ELF\x01\x02 x: ((",
     "1:1 this is not a text file: expected a scene, in UTF-8\n", ""},
};

static void reports_all_errors_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++) {
        struct fixture f;
        open_text(&f, complaints[i][0]);
        char *shape = shape_of(&f), *messages = messages_of(&f);
        assert_string_equal(messages, complaints[i][1]);
        assert_string_equal(shape, complaints[i][2]);
        mem_free(shape);
        mem_free(messages);
        close_text(&f);
    }
}

static void knows_when_more_must_come(void **state)
{
    (void)state;
    static const char *const incomplete[] = {"object a:", "connect a",          "let x =", "for i = 1 to", "constraint",
                                             "(",         "object a: sphere 1;"};
    static const char *const complete[] = {"object a: end",   "connect a b;",    "let x = ;", "end", "5;",
                                           "world gravity 9", "object a rod 1 2"};
    for (size_t i = 0; i < sizeof incomplete / sizeof *incomplete; i++) {
        struct fixture f;
        open_text(&f, incomplete[i]);
        assert_true(f.all.incomplete);
        close_text(&f);
    }
    for (size_t i = 0; i < sizeof complete / sizeof *complete; i++) {
        struct fixture f;
        open_text(&f, complete[i]);
        assert_false(f.all.incomplete);
        close_text(&f);
    }
}

static void bounds_nesting(void **state)
{
    (void)state;
    struct text t = {0};
    enum { MANY = 100000 };
    for (int i = 0; i < MANY; i++)
        put(&t, "a: ");
    for (int i = 0; i < MANY; i++)
        put(&t, "end ");
    ARRAY_PUSH(&t, '\0');
    struct fixture f;
    open_text(&f, t.at);
    char *messages = messages_of(&f);
    assert_string_equal(messages, "1:151 expected at most 50 blocks inside one another\n");
    int depth = 0;
    for (const struct statement *s = f.all.at[0]; s != NULL; s = s->child_count > 0 ? s->children[0] : NULL)
        depth++;
    assert_int_equal(depth, STATEMENT_DEPTH);
    mem_free(messages);
    close_text(&f);
    ARRAY_FREE(&t);
}

/* ---- texts broken at random ---- */

static const char sample[] =
    "/* a model with a bit of everything */\n"
    "world: up z; gravity 9.81; until 6; tau 0.15; end # defaults\n"
    "object upper-rod:\n  rod 1 0.04; density 1000;\n  position 1.2 -0.4 1;\nend\n"
    "for i = 1 to 5:\n  object link[i]: link 1 .5 0.1; position (0.9*i) 0 2; end\n"
    "  connect link[i].end1 upper-rod.at(0, 0, 1e-3*i);\nend\n"
    "let f(x) = if(x >= 0, -x^2, (1-x)^2);\nnail hook 0 0 2;\n"
    "curve arc(cx, cy, r; u) = (cx + r*cos(u), cy + r*sin(u), 0);\n"
    "constraint elbow:\n  revolute a b hook (0,0,1) motor speed 2*t limit 3;\n  during 0 5;\nend\n"
    "constraint object2 body; angle 0 1 0 0 1 0 max 0.066; end\n"
    "keep norm(a.end1 - b.end2) = f(t);\nprobe gap = energy/2;\ninclude \"part.tn\";\n"
    "at 2: off elbow; object late: sphere 0.2; end end\n"
    "path walk: key 0  0 0 0; key 1  1 0 0; end\n";

static uint64_t next_random(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

static int pick(uint64_t *s, int n) { return (int)((next_random(s) >> 33) % (uint64_t)n); }

/* Every guarantee of statement.h about the result, on any text. */
static void check_promises(const struct statement *s, int depth)
{
    assert_true(depth <= STATEMENT_DEPTH);
    assert_non_null(s->word);
    assert_true(s->place.line > 0);
    for (int i = 0; i < s->arg_count; i++)
        assert_non_null(s->args[i]);
    if (!s->broken) {
        static const int args[] = {-1, -1, 2, 1, 0, 2, 1};
        assert_true(args[s->kind] < 0 || s->arg_count == args[s->kind]);
        assert_true((s->kind != STATEMENT_DEFINE && s->kind != STATEMENT_FOR) || s->name != NULL);
        assert_true(s->name == NULL || s->name->kind == TREE_NAME);
        assert_true((s->kind == STATEMENT_RELATION) == (s->relation != '\0'));
    }
    for (int i = 0; i < s->child_count; i++)
        check_promises(s->children[i], depth + 1);
}

static void check_text(const char *text)
{
    struct fixture f;
    open_text(&f, text);
    bool broken = false;
    for (int i = 0; i < f.all.count; i++) {
        check_promises(f.all.at[i], 1);
        broken = broken || f.all.at[i]->broken;
    }
    assert_true(!(broken || f.all.incomplete) || diagnostics_errors(f.d) > 0);
    close_text(&f);
}

static void survives_broken_texts(void **state)
{
    (void)state;
    static const char *const pieces[] = {";",           ":",
                                         "end",         "(",
                                         ")",           "[",
                                         "]",           "=",
                                         "-",           ".",
                                         ",",           "\"",
                                         "/*",          "for ",
                                         "at ",         "let ",
                                         "keep ",       "object ",
                                         "constraint ", "\n",
                                         "1e999",       "\xE2\x88",
                                         "@",           "==",
                                         "world:",      "motor speed ",
                                         "curve c(",    "pose "};
    uint64_t seed = 19880801;
    for (int round = 0; round < 6000; round++) {
        char text[2 * sizeof sample];
        memcpy(text, sample, sizeof sample);
        size_t length = sizeof sample - 1;
        for (int n = 1 + pick(&seed, 8); n > 0; n--) {
            size_t at = (size_t)pick(&seed, (int)length), cut = (size_t)pick(&seed, pick(&seed, 4) == 0 ? 200 : 4);
            cut = cut > length - at ? length - at : cut;
            const char *piece = pieces[pick(&seed, (int)(sizeof pieces / sizeof *pieces))];
            char byte[2] = {(char)(1 + pick(&seed, 255)), '\0'};
            piece = pick(&seed, 8) == 0 ? byte : pick(&seed, 3) == 0 ? "" : piece;
            size_t add = strlen(piece);
            memmove(text + at + add, text + at + cut, length - at - cut + 1);
            memcpy(text + at, piece, add);
            length = length + add - cut;
        }
        check_text(text);
    }
}

/* Any one token removed from a good text is one error: there may be a message, but only a few. */
static void says_little_about_one_mistake(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct diagnostics *d = diagnostics_new();
    struct tokens tokens = syntax_tokens(&arena, d, diagnostics_source(d, "sample", sample));
    int most = 0, semicolons = 0;
    const char *s = sample;
    int line = 1;
    for (int i = 0; i + 1 < tokens.count; i++) {
        struct place p = tokens.at[i].place;
        for (; line < p.line; line++)
            s = strchr(s, '\n') + 1;
        char text[sizeof sample];
        memcpy(text, sample, sizeof sample);
        memset(text + (s - sample) + p.column - 1, ' ', (size_t)p.length);
        struct fixture f;
        open_text(&f, text);
        int errors = diagnostics_errors(f.d);
        most = errors > most ? errors : most;
        if (errors > 2) {
            char *messages = messages_of(&f);
            fail_msg("without the token at %d:%d:\n%s", p.line, p.column, messages);
        }
        if (tokens.at[i].kind == TOKEN_SIGN && *tokens.at[i].text == ';')
            semicolons++;
        close_text(&f);
    }
    assert_true(semicolons > 20);
    assert_true(most <= 2);
    arena_free(&arena);
    diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_form),          cmocka_unit_test(reports_all_errors_once),
        cmocka_unit_test(knows_when_more_must_come), cmocka_unit_test(bounds_nesting),
        cmocka_unit_test(survives_broken_texts),     cmocka_unit_test(says_little_about_one_mistake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
