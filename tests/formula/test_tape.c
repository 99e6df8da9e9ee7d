/* test_tape.c: machine code, the interpreter and the plain evaluation give the same bits; scratch is small; running a
 * tape allocates nothing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/memory.h"
#include "formula/tape.h"
#include "random_formula.h"

enum { OUTPUTS = 6, POINTS = 32 };

/* Several outputs of one formula: its value, its gradient, a derivative. */
static int outputs_of(struct formula *f, const struct steps *s, node *out)
{
    int slots[SYMBOLS] = {0, 1, 2, 3};
    node rate[SYMBOLS];
    out[0] = steps_node(f, s);
    formula_gradient(f, out[0], slots, SYMBOLS, out + 1);
    for (int i = 0; i < SYMBOLS; i++)
        rate[i] = formula_constant(f, 0.5 - i);
    out[5] = formula_derivative(f, out[0], rate, SYMBOLS);
    return OUTPUTS;
}

/* Points with zeros, ones and numbers of all sizes among them. */
static double random_number(uint64_t *seed)
{
    switch (random_below(seed, 8)) {
    case 0:
        return 0;
    case 1:
        return random_below(seed, 2) == 0 ? 1 : -1;
    case 2:
        return random_between(seed, -1, 1) * pow(10, random_between(seed, -200, 200));
    }
    return random_between(seed, -2, 2);
}

static void expect(double expected, double v, const char *what, int formula, int output)
{
    if (!same_bits(expected, v))
        fail_msg("%s, formula %d, output %d: %a instead of %a", what, formula, output, v, expected);
}

/* Machine code against the interpreter at every point, both against formula_evaluate at the first few. */
static void check_tape(const struct formula *f, const struct tape *t, const node *out, int count, uint64_t *seed, int k)
{
    double *scratch = mem_new(sizeof(double) * tape_scratch(t));
    for (int i = 0; i < POINTS; i++) {
        double x[SYMBOLS], y[OUTPUTS], z[OUTPUTS];
        for (int s = 0; s < SYMBOLS; s++)
            x[s] = random_number(seed);
        unsigned long allocations = mem_count();
        tape_run(t, x, y, scratch);
        tape_interpret(t, x, z, scratch);
        assert_true(mem_count() == allocations);
        for (int o = 0; o < count; o++)
            expect(z[o], y[o], "machine code", k, o);
        for (int o = 0; o < count && i < 3; o++)
            expect(formula_evaluate(f, out[o], x), y[o], "tape", k, o);
    }
    mem_free(scratch);
}

static void test_random_formulas(void **state)
{
    (void)state;
    uint64_t seed = 51;
    for (int k = 0; k < 1500; k++) {
        struct steps s = random_steps(&seed, 8 + random_below(&seed, STEPS - 8), k % 4 == 0 ? SMOOTH : WILD);
        struct formula *f = formula_new();
        node out[OUTPUTS];
        for (uint64_t i = 0; i < SYMBOLS; i++)
            formula_symbol(f, 100 + i);
        int count = outputs_of(f, &s, out);
        struct tape *t = tape_compile(f, out, count);
        assert_int_equal(tape_inputs(t), SYMBOLS);
        check_tape(f, t, out, count, &seed, k);
        tape_free(t);
        formula_free(f);
    }
}

/* Outputs that are constants, inputs, or one node twice. */
static void test_plain_outputs(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), y = formula_symbol(f, 2), c = formula_constant(f, 7);
    node sum = formula_binary(f, OP_ADD, x, y), out[5] = {c, y, sum, x, sum};
    struct tape *t = tape_compile(f, out, 5);
    assert_int_equal(tape_length(t), 1);
    double in[2] = {1, 2}, v[5], w[5], scratch[8];
    assert_true(tape_scratch(t) <= 8);
    tape_run(t, in, v, scratch);
    assert_true(v[0] == 7 && v[1] == 2 && v[2] == 3 && v[3] == 1 && v[4] == 3);
    tape_interpret(t, in, w, scratch);
    assert_true(memcmp(v, w, sizeof v) == 0);
    tape_free(t);
    t = tape_compile(f, NULL, 0);
    assert_int_equal(tape_length(t), 0);
    tape_run(t, in, v, scratch);
    tape_interpret(t, in, v, scratch);
    tape_free(t);
    formula_free(f);
}

/* A context of many symbols of which a tape uses one costs that tape one place. */
static void test_scratch_is_small(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), a = x;
    for (uint64_t i = 2; i < 1000; i++)
        formula_symbol(f, i);
    for (int i = 0; i < 500; i++) /* a long chain lives in few registers */
        a = formula_unary(f, OP_SIN, formula_binary(f, OP_MULTIPLY, a, formula_binary(f, OP_ADD, a, x)));
    struct tape *t = tape_compile(f, &a, 1);
    assert_int_equal(tape_inputs(t), 999);
    assert_int_equal(tape_length(t), 1500);
    assert_true(tape_scratch(t) <= 5); /* a constant, x, the output, two registers */
    tape_free(t);
    formula_free(f);
}

/* A product used by one sum is part of its instruction: a dot product is three. */
static void test_products_merge_into_sums(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x[3], y[3], dot = formula_constant(f, 0);
    for (uint64_t i = 0; i < 3; i++) {
        x[i] = formula_symbol(f, i);
        y[i] = formula_symbol(f, 10 + i);
        dot = formula_binary(f, OP_ADD, dot, formula_binary(f, OP_MULTIPLY, x[i], y[i]));
    }
    struct tape *t = tape_compile(f, &dot, 1);
    assert_int_equal(tape_length(t), 3);
    /* slots: x0 y0 x1 y1 x2 y2. The product is rounded before it is added, unlike in fma. */
    double in[6] = {1 + 0x1p-30, 1 - 0x1p-30, -1, 1, 0, 0}, v, scratch[16];
    tape_run(t, in, &v, scratch);
    assert_true(v == 0);
    tape_free(t);
    formula_free(f);
}

/* if(x > 0, log(x), x) at x = -1 in tapes. */
static void test_if_is_safe(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), zero = formula_constant(f, 0);
    node a = formula_if(f, formula_binary(f, OP_LESS, zero, x), formula_unary(f, OP_LOG, x), x);
    struct tape *t = tape_compile(f, &a, 1);
    double in[4] = {-1, 1, -0.5, 2}, expected[4] = {-1, 0, -0.5, log(2)}, scratch[8], v;
    assert_true(tape_scratch(t) <= 8);
    for (int i = 0; i < 4; i++) {
        tape_run(t, in + i, &v, scratch);
        assert_true(v == expected[i]);
        tape_interpret(t, in + i, &v, scratch);
        assert_true(v == expected[i]);
    }
    tape_free(t);
    formula_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_formulas),  cmocka_unit_test(test_plain_outputs),
        cmocka_unit_test(test_scratch_is_small), cmocka_unit_test(test_products_merge_into_sums),
        cmocka_unit_test(test_if_is_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
