/* test_formula_simplify.c: equal parts are one node, constructors simplify, and formulas keep their meaning. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "random_formula.h"

/* The fixture of the tests of constructors: f and some nodes. */
struct room {
    struct formula *f;
    node x, y, zero, one, two, three, half;
};

static struct room open_room(void)
{
    struct room r = {.f = formula_new()};
    r.x = formula_symbol(r.f, 1);
    r.y = formula_symbol(r.f, 2);
    r.zero = formula_constant(r.f, 0);
    r.one = formula_constant(r.f, 1);
    r.two = formula_constant(r.f, 2);
    r.three = formula_constant(r.f, 3);
    r.half = formula_constant(r.f, 0.5);
    return r;
}

static node add(struct room r, node a, node b) { return formula_binary(r.f, OP_ADD, a, b); }
static node sub(struct room r, node a, node b) { return formula_binary(r.f, OP_SUBTRACT, a, b); }
static node mul(struct room r, node a, node b) { return formula_binary(r.f, OP_MULTIPLY, a, b); }
static node divide(struct room r, node a, node b) { return formula_binary(r.f, OP_DIVIDE, a, b); }
static node raise_to(struct room r, node a, node b) { return formula_binary(r.f, OP_POWER, a, b); }
static node neg(struct room r, node a) { return formula_unary(r.f, OP_NEGATE, a); }
static node one_of(struct room r, enum operation op, node a) { return formula_unary(r.f, op, a); }

static void test_symbols(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    for (uint64_t k = 0; k < 1000; k++) {
        node a = formula_symbol(f, k * 0x100000001u);
        assert_int_equal(formula_symbol(f, k * 0x100000001u), a);
        assert_int_equal(formula_symbol_slot(f, k * 0x100000001u), (int)k);
        assert_true(formula_symbol_key(f, (int)k) == k * 0x100000001u);
    }
    assert_int_equal(formula_symbol_count(f), 1000);
    assert_int_equal(formula_symbol_slot(f, 3), -1);
    bool used[1000] = {false};
    node a =
        formula_binary(f, OP_ADD, formula_symbol(f, 0), formula_unary(f, OP_SIN, formula_symbol(f, 5 * 0x100000001u)));
    formula_mark_symbols(f, a, used, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(used[i], i == 0 || i == 5);
    bool few[2] = {false};
    formula_mark_symbols(f, a, few, 2); /* slot 5 is beyond the array */
    assert_true(few[0] && !few[1]);
    formula_free(f);
}

static void test_equal_parts_are_one(void **state)
{
    (void)state;
    struct room r = open_room();
    node sum = add(r, r.x, r.y), s = one_of(r, OP_SIN, sum);
    assert_int_equal(add(r, r.y, r.x), sum);
    assert_int_equal(mul(r, r.x, r.y), mul(r, r.y, r.x));
    assert_int_equal(one_of(r, OP_SIN, add(r, r.y, r.x)), s);
    assert_int_equal(formula_binary(r.f, OP_MIN, r.y, r.x), formula_binary(r.f, OP_MIN, r.x, r.y));
    assert_int_equal(formula_binary(r.f, OP_EQUAL, r.y, r.x), formula_binary(r.f, OP_EQUAL, r.x, r.y));
    assert_int_not_equal(sub(r, r.x, r.y), sub(r, r.y, r.x));
    assert_int_not_equal(formula_binary(r.f, OP_ATAN2, r.x, r.y), formula_binary(r.f, OP_ATAN2, r.y, r.x));
    int before = r.f->parts.count;
    for (int i = 0; i < 100; i++)
        mul(r, s, one_of(r, OP_SIN, add(r, r.x, r.y)));
    assert_int_equal(r.f->parts.count, before + 1); /* sin(x+y)^2 */
    assert_int_equal(formula_constant(r.f, -0.0), r.zero);
    assert_int_equal(formula_constant(r.f, NAN), formula_constant(r.f, -NAN));
    formula_free(r.f);
}

static void test_sums(void **state)
{
    (void)state;
    struct room r = open_room();
    node x = r.x, y = r.y;
    assert_int_equal(add(r, x, r.zero), x);
    assert_int_equal(add(r, r.zero, x), x);
    assert_int_equal(sub(r, x, r.zero), x);
    assert_int_equal(sub(r, r.zero, x), neg(r, x));
    assert_int_equal(sub(r, x, x), r.zero);
    assert_int_equal(add(r, x, x), mul(r, r.two, x));
    assert_int_equal(add(r, x, neg(r, y)), sub(r, x, y));
    assert_int_equal(add(r, neg(r, x), y), sub(r, y, x));
    assert_int_equal(sub(r, x, neg(r, y)), add(r, x, y));
    assert_int_equal(neg(r, neg(r, x)), x);
    assert_int_equal(neg(r, sub(r, x, y)), sub(r, y, x));
    assert_int_equal(neg(r, sub(r, neg(r, x), y)), add(r, x, y));
    assert_int_equal(sub(r, x, r.one), add(r, formula_constant(r.f, -1), x));
    assert_int_equal(neg(r, sub(r, x, r.one)), sub(r, r.one, x));
    assert_int_equal(add(r, r.one, r.two), r.three);
    /* sums are not regrouped: this is a deliberate way to round */
    node big = formula_constant(r.f, 1e20);
    double at[2] = {1, 0};
    assert_true(formula_evaluate(r.f, sub(r, add(r, x, big), big), at) == 0);
    formula_free(r.f);
}

static void test_products(void **state)
{
    (void)state;
    struct room r = open_room();
    node x = r.x, y = r.y, minus = formula_constant(r.f, -1);
    assert_int_equal(mul(r, x, r.zero), r.zero);
    assert_int_equal(mul(r, x, r.one), x);
    assert_int_equal(mul(r, x, minus), neg(r, x));
    assert_int_equal(mul(r, neg(r, x), neg(r, y)), mul(r, x, y));
    assert_int_equal(mul(r, neg(r, x), y), neg(r, mul(r, x, y)));
    assert_int_equal(mul(r, r.half, mul(r, r.two, x)), x);
    assert_int_equal(mul(r, mul(r, r.two, x), mul(r, r.half, y)), mul(r, x, y));
    assert_int_equal(mul(r, r.three, neg(r, x)), mul(r, formula_constant(r.f, -3), x));
    assert_int_equal(mul(r, x, x), raise_to(r, x, r.two));
    assert_int_equal(divide(r, x, r.one), x);
    assert_int_equal(divide(r, x, r.two), mul(r, r.half, x));
    assert_int_equal(divide(r, neg(r, x), y), neg(r, divide(r, x, y)));
    assert_int_equal(divide(r, x, neg(r, y)), neg(r, divide(r, x, y)));
    assert_int_equal(divide(r, mul(r, formula_constant(r.f, 6), x), r.three), mul(r, r.two, x));
    assert_int_equal(divide(r, r.one, mul(r, r.two, x)), divide(r, r.half, x));
    assert_int_equal(mul(r, r.two, divide(r, r.half, x)), divide(r, r.one, x));
    /* x/3 is not x*(1/3): that has other bits */
    assert_int_equal(graph_part(r.f, divide(r, x, r.three))->op, OP_DIVIDE);
    /* constants are combined only if no digit is lost */
    node tiny = formula_constant(r.f, 1e-300);
    double at[2] = {1e300, 0}, v = formula_evaluate(r.f, mul(r, tiny, mul(r, tiny, x)), at);
    assert_true(v > 0.99e-300 && v < 1.01e-300);
    formula_free(r.f);
}

static void test_powers(void **state)
{
    (void)state;
    struct room r = open_room();
    node x = r.x, four = formula_constant(r.f, 4), minus = formula_constant(r.f, -1);
    node sum = add(r, raise_to(r, x, r.two), raise_to(r, r.y, r.two)), norm = one_of(r, OP_SQRT, sum);
    assert_int_equal(raise_to(r, x, r.zero), r.one);
    assert_int_equal(raise_to(r, x, r.one), x);
    assert_int_equal(raise_to(r, x, minus), divide(r, r.one, x));
    assert_int_equal(raise_to(r, x, r.half), one_of(r, OP_SQRT, x));
    assert_int_equal(raise_to(r, raise_to(r, x, r.two), r.two), raise_to(r, x, four));
    assert_int_equal(raise_to(r, neg(r, x), r.two), raise_to(r, x, r.two));
    assert_int_equal(raise_to(r, neg(r, x), r.three), neg(r, raise_to(r, x, r.three)));
    assert_int_equal(raise_to(r, norm, r.two), sum); /* norm(v)^2 = dot(v, v) */
    assert_int_equal(one_of(r, OP_SQRT, raise_to(r, x, r.two)), one_of(r, OP_ABS, x));
    assert_int_equal(raise_to(r, one_of(r, OP_ABS, x), r.two), raise_to(r, x, r.two));
    assert_int_equal(graph_part(r.f, raise_to(r, x, formula_constant(r.f, 65)))->op, OP_POWER);
    assert_int_equal(graph_part(r.f, raise_to(r, x, formula_constant(r.f, -64)))->op, OP_INTEGER_POWER);
    /* sqrt(x)^2 is not x: for x < 0 it is not a number */
    assert_int_not_equal(raise_to(r, one_of(r, OP_SQRT, x), r.two), x);
    formula_free(r.f);
}

static void test_functions(void **state)
{
    (void)state;
    struct room r = open_room();
    node x = r.x, n = neg(r, x), square = mul(r, x, x);
    assert_int_equal(one_of(r, OP_COS, n), one_of(r, OP_COS, x));
    assert_int_equal(one_of(r, OP_SIN, n), neg(r, one_of(r, OP_SIN, x)));
    assert_int_equal(one_of(r, OP_ATAN, n), neg(r, one_of(r, OP_ATAN, x)));
    assert_int_equal(one_of(r, OP_ABS, n), one_of(r, OP_ABS, x));
    assert_int_equal(one_of(r, OP_ABS, square), square);
    assert_int_equal(one_of(r, OP_ABS, one_of(r, OP_EXP, x)), one_of(r, OP_EXP, x));
    assert_int_equal(one_of(r, OP_SIGN, add(r, square, r.one)), r.one);
    assert_int_equal(one_of(r, OP_SQRT, formula_constant(r.f, 9)), r.three);
    assert_int_equal(formula_binary(r.f, OP_MAX, x, x), x);
    assert_int_equal(formula_binary(r.f, OP_MAX, r.one, r.three), r.three);
    assert_int_equal(formula_binary(r.f, OP_ATAN2, r.zero, r.one), r.zero);
    formula_free(r.f);
}

static void test_conditions(void **state)
{
    (void)state;
    struct room r = open_room();
    node x = r.x, y = r.y, c = formula_binary(r.f, OP_LESS, x, y), d = formula_binary(r.f, OP_LESS, y, r.one);
    assert_int_equal(formula_if(r.f, r.one, x, y), x);
    assert_int_equal(formula_if(r.f, r.zero, x, y), y);
    assert_int_equal(formula_if(r.f, c, x, x), x);
    assert_int_equal(formula_if(r.f, c, formula_if(r.f, c, x, r.one), y), formula_if(r.f, c, x, y));
    assert_int_equal(formula_if(r.f, c, x, formula_if(r.f, c, r.one, y)), formula_if(r.f, c, x, y));
    assert_int_equal(formula_if(r.f, formula_if(r.f, c, r.zero, r.one), x, y), formula_if(r.f, c, y, x));
    assert_int_equal(formula_if(r.f, c, r.one, r.zero), c);
    assert_int_not_equal(formula_if(r.f, c, formula_if(r.f, d, x, y), y), formula_if(r.f, c, x, y));
    assert_int_equal(add(r, formula_if(r.f, c, x, r.zero), formula_if(r.f, c, r.zero, y)), formula_if(r.f, c, x, y));
    assert_int_equal(formula_binary(r.f, OP_LESS, r.one, r.two), r.one);
    assert_int_equal(formula_binary(r.f, OP_LESS, x, x), r.zero);
    assert_int_equal(formula_binary(r.f, OP_LESS_EQUAL, x, x), r.one);
    assert_int_equal(formula_binary(r.f, OP_NOT_EQUAL, x, x), r.zero);
    formula_free(r.f);
}

/* Parts that may be NaN or infinite for finite symbols are not removed from a formula. */
static void test_trouble_stays_visible(void **state)
{
    (void)state;
    struct room r = open_room();
    node x = r.x, root = one_of(r, OP_SQRT, x), log_x = one_of(r, OP_LOG, x), over = divide(r, r.one, x);
    double at[2] = {-1, 0}, zero[2] = {0, 0};
    assert_true(isnan(formula_evaluate(r.f, mul(r, r.zero, log_x), at)));
    assert_true(isnan(formula_evaluate(r.f, sub(r, root, root), at)));
    assert_true(isnan(formula_evaluate(r.f, mul(r, over, r.zero), zero)));
    assert_true(isnan(formula_evaluate(r.f, divide(r, x, x), zero)));
    assert_true(isnan(formula_evaluate(r.f, divide(r, r.zero, x), zero)));
    assert_int_equal(formula_evaluate(r.f, formula_binary(r.f, OP_EQUAL, root, root), at), 0);
    /* but these are finite whatever x is */
    node positive = add(r, r.one, mul(r, x, x));
    assert_int_equal(mul(r, r.zero, divide(r, one_of(r, OP_SIN, x), positive)), r.zero);
    assert_int_equal(divide(r, positive, positive), r.one);
    assert_int_equal(mul(r, r.zero, one_of(r, OP_LOG, positive)), r.zero);
    assert_int_equal(mul(r, r.zero, one_of(r, OP_SQRT, mul(r, x, x))), r.zero);
    formula_free(r.f);
}

/* Division by the constant zero is no error when a formula is built. */
static void test_division_by_zero(void **state)
{
    (void)state;
    struct room r = open_room();
    double v, at[2] = {-2, 0};
    assert_true(formula_is_constant(r.f, divide(r, r.one, r.zero), &v) && isinf(v) && v > 0);
    assert_true(formula_is_constant(r.f, divide(r, r.zero, r.zero), &v) && isnan(v));
    v = formula_evaluate(r.f, divide(r, r.x, r.zero), at);
    assert_true(isinf(v) && v < 0);
    v = formula_evaluate(r.f, divide(r, sub(r, r.x, r.x), r.zero), at);
    assert_true(isnan(v));
    assert_false(formula_is_constant(r.f, r.x, &v));
    formula_free(r.f);
}

/* ---- random formulas ---- */

/* The simplified formula has the same value to rounding, NaN where that is NaN and infinite where that is infinite. The
 * rounding error is measured: by how much the steps change when the point moves by some ulps; steps that jump nearby
 * are left out. */
static bool is_steady(const struct steps *s, const double *x, double *spread)
{
    double v = steps_value(s, x, NULL, NAN);
    if (!same_bits(v + 0.0, steps_value(s, x, NULL, 0.0) + 0.0) ||
        !same_bits(v + 0.0, steps_value(s, x, NULL, -0.0) + 0.0))
        return false; /* formulas have one zero */
    *spread = 0;
    for (int i = 0; i < 2 * SYMBOLS; i++) {
        double near[SYMBOLS];
        memcpy(near, x, sizeof near);
        near[i / 2] *= i % 2 == 0 ? 1 + 1e-13 : 1 - 1e-13;
        double w = steps_value(s, near, NULL, NAN);
        if (isnan(v) != isnan(w) || isinf(v) != isinf(w))
            return false;
        if (isfinite(v) && fabs(w - v) > *spread)
            *spread = fabs(w - v);
    }
    return true;
}

static void test_random_formulas_keep_their_meaning(void **state)
{
    (void)state;
    uint64_t seed = 41;
    int finite = 0, infinite = 0, nan = 0, unsteady = 0;
    for (int k = 0; k < 4000; k++) {
        struct steps s = random_steps(&seed, 8 + random_below(&seed, 20), k % 5 == 0 ? SMOOTH : WILD);
        struct formula *f = formula_new();
        node a = steps_node(f, &s);
        for (int p = 0; p < 5; p++) {
            double x[SYMBOLS], spread, largest = 0;
            for (int i = 0; i < SYMBOLS; i++)
                x[i] = random_below(&seed, 6) == 0 ? 0 : random_between(&seed, -2, 2);
            double expected = steps_value(&s, x, &largest, NAN), v = formula_evaluate(f, a, x);
            if (!is_steady(&s, x, &spread) || (isfinite(largest) && largest > 1e100)) {
                unsteady++;
                continue;
            }
            nan += isnan(expected) != 0;
            infinite += isinf(expected) != 0;
            finite += isfinite(expected) != 0;
            bool good = isnan(expected)   ? isnan(v)
                        : isinf(expected) ? v == expected
                                          : fabs(v - expected) <= 10 * spread + 1e-12 * fabs(expected) + 1e-13;
            if (!good)
                fail_msg("formula %d: %.17g instead of %.17g (spread %g)", k, v, expected, spread);
        }
        formula_free(f);
    }
    if (!(finite > 8000 && nan > 2000 && infinite > 50 && unsteady < 2000))
        fail_msg("finite %d nan %d infinite %d unsteady %d", finite, nan, infinite, unsteady);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_equal_parts_are_one),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_trouble_stays_visible),
        cmocka_unit_test(test_division_by_zero),
        cmocka_unit_test(test_random_formulas_keep_their_meaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
