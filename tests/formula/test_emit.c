/* test_emit.c: emitted C, compiled here and now, gives the bits of the tape; printed formulas read back. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/memory.h"
#include "random_formula.h"

enum { FORMULAS = 120, POINTS = 20, OUTPUTS = 6 };

static const char *symbol(void *ctx, int slot, char *buffer, size_t size)
{
    (void)ctx;
    snprintf(buffer, size, "x[%d]", slot);
    return buffer;
}

static const char *output(void *ctx, int k, char *buffer, size_t size)
{
    (void)ctx;
    snprintf(buffer, size, "y[%d]", k);
    return buffer;
}

static char *emitted(const struct formula *f, const node *out, int count)
{
    struct emitter e = {.symbol = symbol, .output = output, .indent = "    "};
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    formula_emit(f, out, count, &e, file);
    fclose(file);
    return text;
}

static void test_text(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), y = formula_symbol(f, 2), one = formula_constant(f, 1);
    node d = formula_binary(f, OP_SUBTRACT, x, one),
         s = formula_binary(f, OP_ADD, formula_binary(f, OP_MULTIPLY, d, d), y);
    node c = formula_binary(f, OP_LESS, x, y);
    node out[4] = {formula_unary(f, OP_SQRT, s), formula_if(f, c, d, formula_constant(f, -3)), one,
                   formula_binary(f, OP_POWER, y, formula_constant(f, -4))};
    char *text = emitted(f, out, 4);
    assert_string_equal(text, "    const double t0 = x[0] - 1.0;\n"
                              "    y[0] = sqrt(x[1] + (t0 * t0));\n"
                              "    y[1] = x[0] < x[1] ? t0 : (-3.0);\n"
                              "    y[2] = 1.0;\n"
                              "    y[3] = function_power(x[1], -4);\n");
    free(text);
    formula_free(f);
}

/* ---- the compiled bits ---- */

struct sample {
    struct formula *f;
    node out[OUTPUTS];
    struct tape *tape;
};

static struct sample make_sample(uint64_t *seed, int k)
{
    struct sample s = {.f = formula_new()};
    struct steps steps = random_steps(seed, 8 + random_below(seed, STEPS - 8), k % 4 == 0 ? SMOOTH : WILD);
    int slots[SYMBOLS] = {0, 1, 2, 3};
    node rate[SYMBOLS];
    for (int i = 0; i < SYMBOLS; i++) {
        formula_symbol(s.f, 100 + (uint64_t)i);
        rate[i] = formula_constant(s.f, 0.5 - i);
    }
    s.out[0] = steps_node(s.f, &steps);
    formula_gradient(s.f, s.out[0], slots, SYMBOLS, s.out + 1);
    s.out[5] = formula_derivative(s.f, s.out[0], rate, SYMBOLS);
    s.tape = tape_compile(s.f, s.out, OUTPUTS);
    return s;
}

/* A program of all samples: reads points from standard input, writes values to standard output, both as they are in
 * memory. */
static void write_program(FILE *file, const struct sample *samples)
{
    fputs("#include <math.h>\n#include <stdio.h>\n#include \"formula/arithmetic.h\"\n", file);
    for (int k = 0; k < FORMULAS; k++) {
        char *text = emitted(samples[k].f, samples[k].out, OUTPUTS);
        fprintf(file, "static void f%d(const double *x, double *y)\n{\n    (void)x;\n%s}\n", k, text);
        free(text);
    }
    fprintf(file, "int main(void)\n{\n    static void (*const f[])(const double *, double *) = {");
    for (int k = 0; k < FORMULAS; k++)
        fprintf(file, "f%d, ", k);
    fprintf(file,
            "};\n    double x[%d], y[%d];\n    for (int k = 0; k < %d; k++)\n        for (int i = 0; i < %d; i++) {\n"
            "            if (fread(x, sizeof x, 1, stdin) != 1)\n                return 1;\n            f[k](x, y);\n"
            "            fwrite(y, sizeof y, 1, stdout);\n        }\n    return 0;\n}\n",
            SYMBOLS, OUTPUTS, FORMULAS, POINTS);
}

static double random_number(uint64_t *seed)
{
    int kind = random_below(seed, 6);
    return kind == 0 ? 0 : kind == 1 ? rint(random_between(seed, -3, 3)) : random_between(seed, -2, 2);
}

/* The root of the repository: from the environment of the test, or from the name of this file. */
static void source_folder(char *folder, size_t size)
{
    const char *given = getenv("SOURCE");
    snprintf(folder, size, "%s", given != NULL ? given : __FILE__);
    char *tail = given != NULL ? NULL : strstr(folder, "tests/formula/");
    if (tail != NULL)
        memcpy(tail, ".", 2);
}

static void write_file(const char *name, const void *data, size_t bytes)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, bytes, file), bytes);
    fclose(file);
}

static void compare_values(const struct sample *samples, const double *points, const char *compiler)
{
    FILE *file = fopen("emitted.values", "rb");
    assert_non_null(file);
    for (int k = 0; k < FORMULAS; k++)
        for (int i = 0; i < POINTS; i++) {
            double y[OUTPUTS], expected[OUTPUTS], *scratch = mem_new(sizeof(double) * tape_scratch(samples[k].tape));
            assert_int_equal(fread(y, sizeof y, 1, file), 1);
            tape_run(samples[k].tape, points + (k * POINTS + i) * SYMBOLS, expected, scratch);
            for (int o = 0; o < OUTPUTS; o++)
                if (!same_bits(y[o], expected[o]))
                    fail_msg("%s, formula %d, output %d: %a, but the tape gives %a", compiler, k, o, y[o], expected[o]);
            mem_free(scratch);
        }
    fclose(file);
}

static void check_compiler(const char *compiler, const struct sample *samples, const double *points)
{
    char folder[1000], command[3000];
    source_folder(folder, sizeof folder);
    snprintf(command, sizeof command,
             "%s -std=c17 -O2 -Wall -Wextra -Werror -Wno-unused-variable -ffp-contract=off -I'%s/src' emitted.c "
             "'%s/src/formula/arithmetic.c' -o emitted -lm && ./emitted < emitted.points > emitted.values",
             compiler, folder, folder);
    assert_int_equal(system(command), 0);
    compare_values(samples, points, compiler);
}

static void test_compiled_code_has_the_bits_of_the_tape(void **state)
{
    (void)state;
    static struct sample samples[FORMULAS];
    static double points[FORMULAS * POINTS * SYMBOLS];
    static const char *const compilers[] = {"cc", "clang"};
    uint64_t seed = 61;
    for (int k = 0; k < FORMULAS; k++)
        samples[k] = make_sample(&seed, k);
    for (int i = 0; i < FORMULAS * POINTS * SYMBOLS; i++)
        points[i] = random_number(&seed);
    FILE *file = fopen("emitted.c", "w");
    assert_non_null(file);
    write_program(file, samples);
    fclose(file);
    write_file("emitted.points", points, sizeof points);
    int found = 0;
    for (int c = 0; c < 2; c++) {
        char look[100];
        snprintf(look, sizeof look, "%s --version > /dev/null 2>&1", compilers[c]);
        if (system(look) == 0) {
            check_compiler(compilers[c], samples, points);
            found++;
        }
    }
    for (int k = 0; k < FORMULAS; k++) {
        tape_free(samples[k].tape);
        formula_free(samples[k].f);
    }
    if (found == 0) {
        print_message("no C compiler here: emitted code was not compiled\n");
        skip();
    }
}

/* ---- printing ---- */

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
    if (full[0] < 'u' || full[0] > 'x' || full[1] != '\0')
        return false;
    *out = (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(f, 100 + (uint64_t)(full[0] - 'u'))}};
    return true;
}

static node read_back(struct formula *f, const char *text)
{
    struct diagnostics *d = diagnostics_new();
    struct arena arena = {0};
    struct tokens tokens = syntax_tokens(&arena, d, diagnostics_source(d, "printed", text));
    struct reader r = {.arena = &arena, .diagnostics = d, .at = tokens.at};
    struct resolver names = {.diagnostics = d, .name = letter_name};
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

static void test_print(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "u + v*w",
        "(u + v)*w",
        "u - (v - w)",
        "u - v - w",
        "-u^2",
        "(-3)^u",
        "u^v^w",
        "(u^v)^w",
        "u/(v*w)",
        "u/v/w",
        "2*u - 1",
        "u^(-2)",
        "u < v",
        "if(u <= v, u, w)",
        "min(u, max(v, w))",
        "atan2(u, v)",
        "norm((u, v, w))",
        "-(u + v)",
        "1/0",
        "turn(u*v)",
        "u == v",
        "exp(-u)",
        "1 - u",
        "abs(u)*sin(v)",
        "0/0",
        "-1/0",
        "u*(1/0)",
        "1e-12*u",
        "-3*u",
        "2^u",
        "if(u != 0, 1/u, 0)",
        "log(u)*0",
    };
    struct emitter e = {.symbol = letter};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct formula *f = formula_new();
        for (uint64_t s = 0; s < SYMBOLS; s++)
            formula_symbol(f, 100 + s);
        node a = read_back(f, texts[i]);
        char *printed = formula_print(f, a, &e);
        if (read_back(f, printed) != a)
            fail_msg("'%s' was printed '%s', which is something else", texts[i], printed);
        mem_free(printed);
        formula_free(f);
    }
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), y = formula_symbol(f, 2);
    node square = formula_binary(f, OP_MULTIPLY, x, x);
    node a = formula_binary(f, OP_SUBTRACT, formula_binary(f, OP_DIVIDE, y, square), formula_constant(f, 2.5));
    char *text = formula_print(f, a, &e);
    assert_string_equal(text, "v/u^2 - 2.5");
    mem_free(text);
    text = formula_print(f, a, NULL);
    assert_string_equal(text, "s1/s0^2 - 2.5");
    mem_free(text);
    formula_free(f);
}

/* Random formulas read back to the same node, if the language has all their operations. */
static void test_print_reads_back(void **state)
{
    (void)state;
    struct emitter e = {.symbol = letter};
    uint64_t seed = 71;
    int checked = 0;
    for (int k = 0; k < 2000; k++) {
        struct steps s = random_steps(&seed, 8 + random_below(&seed, 10), WILD);
        bool sayable = true;
        for (int i = 0; i < s.count; i++) {
            if (s.at[i].op == OP_SIGN || (s.at[i].op >= OP_TURN1 && s.at[i].op <= OP_TURN4))
                sayable = false;
            /* a condition is not a number in the language */
            enum operation operand[3] = {s.at[s.at[i].a].op, s.at[s.at[i].b < 0 ? 0 : s.at[i].b].op,
                                         s.at[s.at[i].c].op};
            for (int j = 0; j < operation_arity(s.at[i].op); j++)
                if (operation_compares(operand[j]) || (j == 0 && s.at[i].op == OP_IF))
                    sayable = false;
        }
        struct formula *f = formula_new();
        node a = steps_node(f, &s);
        char *text = formula_print(f, a, &e);
        if (sayable && strlen(text) < 1900) {
            checked++;
            if (read_back(f, text) != a)
                fail_msg("formula %d: '%s' reads back to something else", k, text);
        }
        mem_free(text);
        formula_free(f);
    }
    assert_true(checked > 100);
}

/* x → x + sin(x), sixty times over: a small graph whose text would have 2^60 letters. */
static void test_long_text_is_cut(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node a = formula_symbol(f, 1);
    for (int i = 0; i < 60; i++)
        a = formula_binary(f, OP_ADD, formula_unary(f, OP_SIN, a), formula_unary(f, OP_EXP, a));
    char *text = formula_print(f, a, NULL);
    size_t length = strlen(text);
    assert_true(length > 1000 && length < 3000);
    assert_string_equal(text + length - strlen("…"), "…");
    mem_free(text);
    for (int i = 0; i < 100000; i++)
        a = formula_unary(f, OP_SIN, a);
    mem_free(formula_print(f, a, NULL));
    free(emitted(f, &a, 1));
    formula_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_compiled_code_has_the_bits_of_the_tape),
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_print_reads_back),
        cmocka_unit_test(test_long_text_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
