/* test_operations.c: walks the list of operations (formula/operations.h) and checks for each that all ways of
 * evaluating it agree to the bit, that its domain and its derivatives are right, and that its text reads back. A second
 * build of this test, with one more entry in the list, shows that an entry is all an operation needs
 * (tests/CMakeLists.txt). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/memory.h"
#include "formula/tape.h"
#include "random_formula.h"

enum { POINTS = 400, FIRST = OP_SYMBOL + 1 };

/* An operation applied to the symbols; an integer power has an exponent as well. */
struct subject {
    enum operation op;
    int n;
    const struct operation_entry *entry;
};

static node apply(struct formula *f, const struct subject *s, const node *x)
{
    if (s->op == OP_INTEGER_POWER)
        return formula_binary(f, OP_POWER, x[0], formula_constant(f, s->n));
    return s->entry->arity == 1   ? formula_unary(f, s->op, x[0])
           : s->entry->arity == 2 ? formula_binary(f, s->op, x[0], x[1])
                                  : formula_if(f, x[0], x[1], x[2]);
}

static node make(struct formula *f, const struct subject *s)
{
    node x[3] = {formula_symbol(f, 100), formula_symbol(f, 101), formula_symbol(f, 102)};
    return apply(f, s, x);
}

/* All operations, integer powers with several exponents. */
static int subjects(struct subject *out)
{
    static const int exponents[] = {-7, -2, 2, 3, 4, 11};
    int count = 0;
    for (int op = FIRST; op < OPERATIONS_OF_NODES; op++)
        for (int k = 0; k < (op == OP_INTEGER_POWER ? 6 : 1); k++)
            out[count++] = (struct subject){(enum operation)op, exponents[k], &operation_table[op]};
    return count;
}

enum { SUBJECTS = OPERATIONS + 6 };

static double value_at(const struct subject *s, const double *x) { return s->entry->value(x[0], x[1], x[2], s->n); }
static bool in_domain(const struct subject *s, const double *x) { return s->entry->domain(x[0], x[1], x[2], s->n); }

/* ---- arguments ---- */

/* Moves along one operand from a point inside the domain towards one outside, to the last number that is inside. */
static void go_to_border(const struct subject *s, double *x, int k, double outside)
{
    double inside = x[k];
    for (int round = 0; round < 2200; round++) {
        double middle = inside / 2 + outside / 2;
        if (middle == inside || middle == outside)
            break;
        x[k] = middle;
        if (in_domain(s, x))
            inside = middle;
        else
            outside = middle;
    }
    x[k] = inside;
}

/* Ordinary numbers, special ones, and the borders of the domain, from either side. */
static void random_point(const struct subject *s, uint64_t *seed, double *x)
{
    static const double special[] = {0.0, -0.0, 1, -1, 0.5, INFINITY, -INFINITY, NAN, 5e-324, 1.7e308};
    int kind = random_below(seed, 4), k = random_below(seed, s->entry->arity);
    for (int i = 0; i < 3; i++)
        x[i] = kind == 0   ? special[random_below(seed, sizeof special / sizeof *special)]
               : kind == 1 ? random_between(seed, -1, 1) * pow(10, random_between(seed, -200, 200))
                           : random_between(seed, -3, 3);
    if (kind != 3 || !in_domain(s, x))
        return;
    double inside = x[k];
    for (int round = 0; round < 20; round++) {
        double far = random_between(seed, -4, 4);
        x[k] = far;
        bool crosses = !in_domain(s, x);
        x[k] = inside;
        if (!crosses)
            continue;
        go_to_border(s, x, k, far);
        if (random_below(seed, 2) == 0)
            x[k] = nextafter(x[k], far);
        return;
    }
}

/* ---- values ---- */

static void expect_bits(const struct subject *s, const char *what, double expected, double met, const double *x)
{
    if (!same_bits(expected, met))
        fail_msg("%s, %s at (%a, %a, %a): %a instead of %a", s->entry->name, what, x[0], x[1], x[2], met, expected);
}

static void test_interpreter_and_machine_code_agree(void **state)
{
    (void)state;
    struct subject all[SUBJECTS];
    uint64_t seed = 11;
    for (int i = 0, count = subjects(all); i < count; i++) {
        struct formula *f = formula_new();
        node a = make(f, &all[i]);
        struct tape *t = tape_compile(f, &a, 1);
        double scratch[16], native, interpreted;
        assert_true(tape_scratch(t) <= 16);
        for (int k = 0; k < POINTS; k++) {
            double x[3];
            random_point(&all[i], &seed, x);
            double expected = value_at(&all[i], x);
            tape_run(t, x, &native, scratch);
            tape_interpret(t, x, &interpreted, scratch);
            expect_bits(&all[i], "evaluated", expected, formula_evaluate(f, a, x), x);
            expect_bits(&all[i], "interpreted", expected, interpreted, x);
            expect_bits(&all[i], "by machine code", expected, native, x);
        }
        tape_free(t);
        formula_free(f);
    }
}

/* A value is finite inside the domain and nowhere else, and the report of a tape says so. */
static void test_domains(void **state)
{
    (void)state;
    struct subject all[SUBJECTS];
    uint64_t seed = 12;
    for (int i = 0, count = subjects(all); i < count; i++) {
        struct formula *f = formula_new();
        node a = make(f, &all[i]);
        struct tape *t = tape_compile(f, &a, 1);
        for (int k = 0; k < POINTS; k++) {
            double x[3];
            random_point(&all[i], &seed, x);
            double v = value_at(&all[i], x);
            bool moderate = true;
            for (int j = 0; j < 3; j++)
                moderate = moderate && fabs(x[j]) < 10 && (x[j] == 0 || fabs(x[j]) > 1e-20);
            if (moderate && isfinite(v) != in_domain(&all[i], x))
                fail_msg("%s at (%a, %a, %a) is %a", all[i].entry->name, x[0], x[1], x[2], v);
            char *trouble = moderate ? tape_trouble(t, x) : NULL;
            if (moderate && (trouble != NULL) == isfinite(v))
                fail_msg("%s: '%s'", all[i].entry->name, trouble != NULL ? trouble : "no report");
            if (trouble != NULL && strstr(trouble, "is not a number") == NULL)
                fail_msg("%s: '%s'", all[i].entry->name, trouble);
            mem_free(trouble);
        }
        tape_free(t);
        formula_free(f);
    }
}

static void test_report_names_the_operation(void **state)
{
    (void)state;
    static const struct {
        enum operation op;
        int n;
        double x, y;
        const char *said;
    } cases[] = {{OP_DIVIDE, 0, -1, 0, "(-1)/0 is not a number"},
                 {OP_LOG, 0, -0.3, 0, "log(-0.3) is not a number"},
                 {OP_INTEGER_POWER, -2, 0, 0, "0^(-2) is not a number"},
                 {OP_EXP, 0, 1000, 0, "exp(1000) is too large for a number"},
                 {OP_POWER, 0, -2, 0.5, "(-2)^0.5 is not a number"},
                 {OP_MULTIPLY, 0, 1e200, 1e200, "1e+200*1e+200 is too large for a number"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct formula *f = formula_new();
        struct subject s = {cases[i].op, cases[i].n, &operation_table[cases[i].op]};
        node a = make(f, &s);
        struct tape *t = tape_compile(f, &a, 1);
        double x[3] = {cases[i].x, cases[i].y, 0};
        char *trouble = tape_trouble(t, x);
        assert_non_null(trouble);
        assert_string_equal(trouble, cases[i].said);
        mem_free(trouble);
        tape_free(t);
        formula_free(f);
    }
}

/* ---- emitted C ---- */

static const char *symbol(void *ctx, int slot, char *buffer, size_t size)
{
    (void)ctx;
    snprintf(buffer, size, "x[%d]", slot);
    return buffer;
}

static const char *output(void *ctx, int k, char *buffer, size_t size)
{
    (void)ctx;
    (void)k;
    snprintf(buffer, size, "y");
    return buffer;
}

/* Reads points from standard input, writes values to standard output, both as they are in memory. */
static void write_program(FILE *file, const struct subject *all, int count)
{
    struct emitter e = {.symbol = symbol, .output = output, .indent = "        "};
    fputs("#include <math.h>\n#include <stdio.h>\n#include \"formula/arithmetic.h\"\n"
          "static double value(int k, const double *x)\n{\n    double y = 0;\n    switch (k) {\n",
          file);
    for (int i = 0; i < count; i++) {
        struct formula *f = formula_new();
        node a = make(f, &all[i]);
        fprintf(file, "    case %d: {\n", i);
        formula_emit(f, &a, 1, &e, file);
        fputs("        break;\n    }\n", file);
        formula_free(f);
    }
    fprintf(file,
            "    }\n    return y;\n}\nint main(void)\n{\n    for (int k = 0; k < %d; k++)\n"
            "        for (int i = 0; i < %d; i++) {\n            double x[3], y;\n"
            "            if (fread(x, sizeof x, 1, stdin) != 1)\n                return 1;\n"
            "            y = value(k, x);\n            fwrite(&y, sizeof y, 1, stdout);\n        }\n    return 0;\n}\n",
            count, POINTS);
}

static void compile_and_run(void)
{
    const char *given = getenv("SOURCE");
    char command[3000], folder[1000];
    snprintf(folder, sizeof folder, "%s", given != NULL ? given : ".");
    snprintf(
        command, sizeof command,
        "cc -std=c17 -O2 -ffp-contract=off -I'%s/src' operations.c '%s/src/formula/arithmetic.c' -o operations -lm && "
        "./operations < operations.points > operations.values",
        folder, folder);
    assert_int_equal(system(command), 0);
}

static void test_emitted_code_agrees(void **state)
{
    (void)state;
    if (system("cc --version > /dev/null 2>&1") != 0)
        skip();
    struct subject all[SUBJECTS];
    int count = subjects(all);
    uint64_t seed = 13;
    double *points = MEM_ARRAY(double, 3 * count * POINTS);
    for (int i = 0; i < count * POINTS; i++)
        random_point(&all[i / POINTS], &seed, points + (ptrdiff_t)3 * i);
    FILE *file = fopen("operations.c", "w");
    assert_non_null(file);
    write_program(file, all, count);
    fclose(file);
    file = fopen("operations.points", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(points, sizeof(double), (size_t)(3 * count * POINTS), file), 3 * count * POINTS);
    fclose(file);
    compile_and_run();
    file = fopen("operations.values", "rb");
    assert_non_null(file);
    for (int i = 0; i < count * POINTS; i++) {
        const double *x = points + (ptrdiff_t)3 * i;
        double met;
        assert_int_equal(fread(&met, sizeof met, 1, file), 1);
        expect_bits(&all[i / POINTS], "emitted", value_at(&all[i / POINTS], x), met, x);
    }
    fclose(file);
    mem_free(points);
}

/* ---- derivatives ---- */

struct line {
    const struct subject *s;
    double x[3];
    int k; /* operand that moves */
};

static double along(void *ctx, double h)
{
    struct line l = *(struct line *)ctx;
    l.x[l.k] += h;
    return value_at(l.s, l.x);
}

/* Forward and reverse derivatives against extrapolated differences, wherever these converge. */
static int check_derivative(const struct formula *f, const struct subject *s, const node *forward, const node *reverse,
                            int k, uint64_t *seed)
{
    int checked = 0;
    for (int i = 0; i < 300; i++) {
        struct line l = {s, {0}, k};
        double error, symbols[4] = {0};
        for (int j = 0; j < 3; j++)
            symbols[j] = l.x[j] = random_between(seed, -2, 2);
        double slope = extrapolated_slope(along, &l, 0.02, &error);
        if (!isfinite(slope) || !(error < 1e-10 * (1 + fabs(slope))))
            continue;
        checked++;
        double a = formula_evaluate(f, forward[k], symbols), b = formula_evaluate(f, reverse[k], symbols);
        if (!(fabs(a - slope) < 1e-8 * (1 + fabs(slope))) || !(fabs(b - slope) < 1e-8 * (1 + fabs(slope))))
            fail_msg("%s by operand %d at (%g, %g, %g): %.15g, %.15g; differences give %.15g", s->entry->name, k,
                     l.x[0], l.x[1], l.x[2], a, b, slope);
    }
    return checked;
}

static void test_derivatives(void **state)
{
    (void)state;
    struct subject all[SUBJECTS];
    uint64_t seed = 14;
    for (int i = 0, count = subjects(all); i < count; i++) {
        struct formula *f = formula_new();
        int slots[3] = {0, 1, 2};
        node forward[3], reverse[3];
        for (uint64_t s = 0; s < 3; s++)
            formula_symbol(f, 100 + s);
        node a = make(f, &all[i]);
        formula_gradient(f, a, slots, 3, reverse);
        for (int k = 0; k < all[i].entry->arity; k++) {
            node rate[3] = {-1, -1, -1};
            rate[k] = formula_constant(f, 1);
            forward[k] = formula_derivative(f, a, rate, 3);
            int checked = check_derivative(f, &all[i], forward, reverse, k, &seed);
            if (checked < 20)
                fail_msg("%s by operand %d: only %d points could be checked", all[i].entry->name, k, checked);
        }
        formula_free(f);
    }
}

/* ---- text ---- */

static const char *letter(void *ctx, int slot, char *buffer, size_t size)
{
    (void)ctx;
    snprintf(buffer, size, "%c", 'u' + slot);
    return buffer;
}

static bool letter_name(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)ctx;
    (void)t;
    if (full[0] < 'u' || full[0] > 'w' || full[1] != '\0')
        return false;
    *out = (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(f, 100 + (uint64_t)(full[0] - 'u'))}};
    return true;
}

/* Operations of style CALL that the language does not offer. */
static bool hidden_call(void *ctx, struct formula *f, const struct tree *t, const char *function,
                        const struct value *args, int count, struct value *out)
{
    (void)ctx;
    (void)t;
    for (int op = FIRST; op < OPERATIONS_OF_NODES; op++)
        if (operation_table[op].style == STYLE_CALL && strcmp(operation_table[op].text, function) == 0) {
            assert_int_equal(count, 1);
            *out = (struct value){.type = VALUE_SCALAR, .e = {formula_unary(f, (enum operation)op, args[0].e[0])}};
            return true;
        }
    return false;
}

static node read_back(struct formula *f, const char *text)
{
    struct diagnostics *d = diagnostics_new();
    struct arena arena = {0};
    struct tokens tokens = syntax_tokens(&arena, d, diagnostics_source(d, "printed", text));
    struct reader r = {.arena = &arena, .diagnostics = d, .at = tokens.at};
    struct resolver names = {.diagnostics = d, .name = letter_name, .call = hidden_call};
    struct tree *t = syntax_expression(&r);
    if (t == NULL || r.at->kind != TOKEN_END)
        fail_msg("does not read back: %s", text);
    struct value v = formula_elaborate(f, t, &names);
    if (v.type != VALUE_SCALAR && v.type != VALUE_CONDITION)
        fail_msg("means nothing: %s", text);
    arena_free(&arena);
    diagnostics_free(d);
    return v.e[0];
}

static void expect_reads_back(struct formula *f, node a)
{
    struct emitter e = {.symbol = letter};
    char *text = formula_print(f, a, &e);
    if (read_back(f, text) != a)
        fail_msg("'%s' reads back to something else", text);
    mem_free(text);
}

/* Each operation alone, and with each other one as an operand, to test parentheses. A condition is not a number in the
 * language: it is allowed only in `if`. */
static void test_text_reads_back(void **state)
{
    (void)state;
    struct subject all[SUBJECTS];
    int count = subjects(all);
    for (int i = 0; i < count * count * 3; i++) {
        const struct subject *outer = &all[i / 3 / count], *inner = &all[i / 3 % count];
        struct formula *f = formula_new();
        node x[3] = {formula_symbol(f, 100), formula_symbol(f, 101), formula_symbol(f, 102)}, y[3] = {x[2], x[0], x[1]};
        node c = formula_binary(f, OP_LESS, x[0], x[1]);
        node alone[3] = {outer->op == OP_IF ? c : x[0], x[1], x[2]};
        if (inner->op == OP_IF)
            y[0] = c;
        if (!operation_compares(inner->op) && !(outer->op == OP_IF && i % 3 == 0) && i % 3 < outer->entry->arity)
            alone[i % 3] = apply(f, inner, y);
        expect_reads_back(f, apply(f, outer, alone));
        formula_free(f);
    }
}

/* Names are unique, and each function of the list is one of the language with as many arguments. */
static void test_names(void **state)
{
    (void)state;
    for (int op = FIRST; op < OPERATIONS; op++) {
        const struct operation_entry *e = &operation_table[op];
        for (int other = op + 1; other < OPERATIONS; other++)
            assert_string_not_equal(e->text, operation_table[other].text);
        bool offered = false;
        for (const struct builtin *b = formula_builtins(); b->name != NULL; b++)
            offered = offered || (strcmp(b->name, e->text) == 0 && b->arguments == e->arity);
        assert_int_equal(offered, e->style == STYLE_FUNCTION || op == OP_IF);
    }
}

#ifdef ADDED_FUNCTION
/* The entry that the second build adds (tests/CMakeLists.txt) is there, under its name. */
static void test_added_entry(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node a = read_back(f, ADDED_FUNCTION "(2*u)");
    double x = 0.7;
    assert_true(formula_evaluate(f, a, &x) == log1p(exp(1.4)));
    formula_free(f);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interpreter_and_machine_code_agree),
        cmocka_unit_test(test_domains),
        cmocka_unit_test(test_report_names_the_operation),
        cmocka_unit_test(test_emitted_code_agrees),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_text_reads_back),
        cmocka_unit_test(test_names),
#ifdef ADDED_FUNCTION
        cmocka_unit_test(test_added_entry),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
