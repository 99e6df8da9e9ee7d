/* test_formula_derivative.c: every derivative against differences, the gradient against directions, branches apart. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "random_formula.h"

/* A node along a line through a point. */
struct line {
    const struct formula *f;
    node a;
    const double *point, *direction;
    int count;
};

static double along(void *ctx, double h)
{
    const struct line *l = ctx;
    double x[8];
    for (int i = 0; i < l->count; i++)
        x[i] = l->point[i] + h * l->direction[i];
    return formula_evaluate(l->f, l->a, x);
}

/* ---- each operation ---- */

struct case_of_one {
    enum operation op;
    double low, high;
};

static const struct case_of_one ones[] = {
    {OP_NEGATE, -2, 2},    {OP_SQRT, 0.3, 4},     {OP_ABS, 0.2, 2},      {OP_ABS, -2, -0.2},    {OP_SIGN, 0.2, 2},
    {OP_SIN, -4, 4},       {OP_COS, -4, 4},       {OP_TAN, -1.2, 1.2},   {OP_ASIN, -0.8, 0.8},  {OP_ACOS, -0.8, 0.8},
    {OP_ATAN, -3, 3},      {OP_EXP, -2, 2},       {OP_LOG, 0.3, 5},      {OP_TURN0, -0.6, 1.2}, {OP_TURN0, 0.99, 1.01},
    {OP_TURN1, -0.6, 1.2}, {OP_TURN2, -0.6, 1.2}, {OP_TURN3, -0.6, 0.6}, {OP_TURN4, -0.6, 0.6},
};

/* The derivative of a by its only symbol against differences of a, at random points of [low, high]. */
static void check_slope(struct formula *f, node a, node derivative, double low, double high, const char *what, int op)
{
    uint64_t seed = 11 + (uint64_t)op;
    for (int i = 0; i < 40; i++) {
        double x = random_between(&seed, low, high), one = 1, error;
        struct line l = {f, a, &x, &one, 1};
        double slope = extrapolated_slope(along, &l, 0.02, &error);
        double symbolic = formula_evaluate(f, derivative, &x);
        double size = fabs(symbolic) + fabs(formula_evaluate(f, a, &x));
        if (!(fabs(slope - symbolic) <= 1e-8 * size + 1e-10))
            fail_msg("%s of operation %d at %.17g: %.15g instead of %.15g", what, op, x, symbolic, slope);
    }
}

static void test_operations_of_one_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++) {
        struct formula *f = formula_new();
        node x = formula_symbol(f, 1), one = formula_constant(f, 1);
        node a = formula_unary(f, ones[i].op, x);
        node first = formula_derivative(f, a, &one, 1), second = formula_derivative(f, first, &one, 1);
        check_slope(f, a, first, ones[i].low, ones[i].high, "first derivative", (int)ones[i].op);
        check_slope(f, first, second, ones[i].low, ones[i].high, "second derivative", (int)ones[i].op);
        node gradient;
        formula_gradient(f, a, &(int){0}, 1, &gradient);
        check_slope(f, a, gradient, ones[i].low, ones[i].high, "gradient", (int)ones[i].op);
        formula_free(f);
    }
}

static void test_powers(void **state)
{
    (void)state;
    static const double exponents[] = {2, 3, 4, 5, 7, -1, -2, -3, 0.5, 1.5, -0.5, 2.7, 100, 0};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        struct formula *f = formula_new();
        node x = formula_symbol(f, 1), one = formula_constant(f, 1);
        node a = formula_binary(f, OP_POWER, x, formula_constant(f, exponents[i]));
        node first = formula_derivative(f, a, &one, 1), second = formula_derivative(f, first, &one, 1);
        check_slope(f, a, first, 0.5, 1.5, "power", (int)i);
        check_slope(f, first, second, 0.5, 1.5, "second power", (int)i);
        if (exponents[i] == rint(exponents[i]) && fabs(exponents[i]) < 10)
            check_slope(f, first, second, -1.5, -0.5, "power of a negative", (int)i);
        formula_free(f);
    }
}

struct case_of_two {
    enum operation op;
    double low[2], high[2];
};

static const struct case_of_two twos[] = {
    {OP_ADD, {-2, -2}, {2, 2}},     {OP_SUBTRACT, {-2, -2}, {2, 2}}, {OP_MULTIPLY, {-2, -2}, {2, 2}},
    {OP_DIVIDE, {-2, 0.5}, {2, 2}}, {OP_POWER, {0.3, -2}, {2, 2}},   {OP_MIN, {1, -2}, {2, 0.8}},
    {OP_MIN, {-2, 1}, {0.8, 2}},    {OP_MAX, {1, -2}, {2, 0.8}},     {OP_MAX, {-2, 1}, {0.8, 2}},
    {OP_ATAN2, {0.3, -2}, {2, 2}},  {OP_ATAN2, {-2, -2}, {-0.3, 2}}, {OP_LESS, {-2, 1}, {0.8, 2}},
    {OP_EQUAL, {-2, 1}, {0.8, 2}},
};

/* Of two values: along random directions, once and twice, both parts moving and each alone. */
static void test_operations_of_two_values(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (size_t i = 0; i < sizeof twos / sizeof *twos; i++) {
        struct formula *f = formula_new();
        node u = formula_symbol(f, 1), v = formula_symbol(f, 2), a = formula_binary(f, twos[i].op, u, v);
        for (int k = 0; k < 60; k++) {
            double x[2], d[2];
            node rate[2];
            for (int j = 0; j < 2; j++) {
                x[j] = random_between(&seed, twos[i].low[j], twos[i].high[j]);
                d[j] = k % 3 == j ? 0 : random_between(&seed, -1, 1);
                rate[j] = k % 3 == j ? -1 : formula_constant(f, d[j]);
            }
            node first = formula_derivative(f, a, rate, 2), second = formula_derivative(f, first, rate, 2);
            node of[3] = {a, first, second};
            for (int n = 0; n < 2; n++) {
                struct line l = {f, of[n], x, d, 2};
                double error, slope = extrapolated_slope(along, &l, 0.02, &error);
                double symbolic = formula_evaluate(f, of[n + 1], x);
                if (!(fabs(slope - symbolic) <= 1e-8 * (fabs(symbolic) + 1)))
                    fail_msg("derivative %d of operation %d at %g, %g: %.15g instead of %.15g", n + 1, (int)twos[i].op,
                             x[0], x[1], symbolic, slope);
            }
        }
        formula_free(f);
    }
}

/* ---- random formulas ---- */

static void directions(struct formula *f, uint64_t *seed, double *d, node *rate)
{
    for (int i = 0; i < SYMBOLS; i++) {
        d[i] = random_between(seed, -1, 1);
        rate[i] = formula_constant(f, d[i]);
    }
}

/* Formulas with every operation: where the differences converge, they converge to the derivative. */
static void check_random(enum wildness w, int formulas, double least_share)
{
    uint64_t seed = w == WILD ? 21 : 22;
    int settled = 0, tried = 0;
    for (int k = 0; k < formulas; k++) {
        struct steps s = random_steps(&seed, 12 + random_below(&seed, 14), w);
        struct formula *f = formula_new();
        node a = steps_node(f, &s), of[3], rate[SYMBOLS];
        double d[SYMBOLS], x[SYMBOLS];
        directions(f, &seed, d, rate);
        of[0] = a;
        of[1] = formula_derivative(f, a, rate, SYMBOLS);
        of[2] = formula_derivative(f, of[1], rate, SYMBOLS);
        for (int p = 0; p < 6; p++) {
            for (int i = 0; i < SYMBOLS; i++)
                x[i] = random_between(&seed, -1.5, 1.5);
            for (int n = 0; n < 2; n++) {
                struct line l = {f, of[n], x, d, SYMBOLS};
                double symbolic = formula_evaluate(f, of[n + 1], x);
                double error, slope = extrapolated_slope(along, &l, 1e-3, &error);
                double size = fabs(symbolic) + fabs(formula_evaluate(f, of[n], x)) + 1;
                if (!isfinite(formula_evaluate(f, a, x)) || !(size < 1e6))
                    continue;
                tried++;
                if (!(error <= 1e-8 * size))
                    continue; /* a kink, a jump or strong curvature nearby */
                settled++;
                if (!(fabs(slope - symbolic) <= 1e-6 * size))
                    fail_msg("formula %d, derivative %d: %.15g instead of %.15g ± %.1g", k, n + 1, symbolic, slope,
                             error);
            }
        }
        formula_free(f);
    }
    if (!(settled >= least_share * tried) || tried < formulas)
        fail_msg("only %d of %d differences settled", settled, tried);
}

static void test_random_smooth_formulas(void **state)
{
    (void)state;
    check_random(SMOOTH, 300, 0.97);
}

static void test_random_formulas(void **state)
{
    (void)state;
    check_random(WILD, 1500, 0.9);
}

/* One backward sweep gives the same as one forward derivative per symbol: NaN only where that is NaN. */
static void test_gradient_is_all_directions(void **state)
{
    (void)state;
    uint64_t seed = 31;
    int slots[SYMBOLS] = {0, 1, 2, 3}, compared = 0, infinite = 0;
    for (int k = 0; k < 1500; k++) {
        struct steps s = random_steps(&seed, 10 + random_below(&seed, 25), k % 4 == 0 ? SMOOTH : WILD);
        struct formula *f = formula_new();
        node a = steps_node(f, &s), gradient[SYMBOLS];
        formula_gradient(f, a, slots, SYMBOLS, gradient);
        for (int i = 0; i < SYMBOLS; i++) {
            node rate[SYMBOLS] = {-1, -1, -1, -1};
            rate[i] = formula_constant(f, 1);
            node one = formula_derivative(f, a, rate, SYMBOLS);
            for (int p = 0; p < 5; p++) {
                double x[SYMBOLS];
                for (int j = 0; j < SYMBOLS; j++)
                    x[j] = random_between(&seed, -1.5, 1.5);
                double forward = formula_evaluate(f, one, x), backward = formula_evaluate(f, gradient[i], x);
                if (!isfinite(forward)) {
                    infinite++;
                    continue;
                }
                compared++;
                double largest = 1;
                steps_value(&s, x, &largest, NAN);
                if (!(fabs(forward - backward) <= 1e-9 * (fabs(forward) + largest)))
                    fail_msg("formula %d by symbol %d: %.15g instead of %.15g", k, i, backward, forward);
            }
        }
        formula_free(f);
    }
    assert_true(compared > 10000 && infinite > 100);
}

/* ---- branches ---- */

/* if(x > 0, sqrt(x), x^2): at x < 0 the square root and its derivative are NaN and must have no effect. */
static void test_branch_not_taken_does_no_harm(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), y = formula_symbol(f, 2), zero = formula_constant(f, 0),
         one = formula_constant(f, 1);
    node root = formula_unary(f, OP_SQRT, x), square = formula_binary(f, OP_MULTIPLY, x, x);
    node safe = formula_if(f, formula_binary(f, OP_LESS, zero, x), root, square);
    node a = formula_binary(f, OP_MULTIPLY, y, formula_unary(f, OP_SIN, safe));
    node gradient[2], rate[2] = {one, -1};
    formula_gradient(f, a, (int[]){0, 1}, 2, gradient);
    node first = formula_derivative(f, a, rate, 2), second = formula_derivative(f, first, rate, 2);
    double at[2] = {-0.7, 2};
    double u = 0.49, expected = 2 * cos(u) * 2 * -0.7;
    assert_true(fabs(formula_evaluate(f, gradient[0], at) - expected) < 1e-14);
    assert_true(fabs(formula_evaluate(f, gradient[1], at) - sin(u)) < 1e-14);
    assert_true(fabs(formula_evaluate(f, first, at) - expected) < 1e-14);
    assert_true(fabs(formula_evaluate(f, second, at) - 2 * (2 * cos(u) - 4 * 0.49 * sin(u))) < 1e-13);
    at[0] = 0.7;
    assert_true(fabs(formula_evaluate(f, gradient[0], at) - 2 * cos(sqrt(0.7)) * 0.5 / sqrt(0.7)) < 1e-14);
    formula_free(f);
}

/* A part that two branches share, each under its own condition, counts where either is taken and nowhere else. */
static void test_part_shared_by_branches(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), y = formula_symbol(f, 2), zero = formula_constant(f, 0),
         one = formula_constant(f, 1);
    node root = formula_unary(f, OP_SQRT, x);
    node c = formula_binary(f, OP_LESS, zero, x), d = formula_binary(f, OP_LESS, one, x);
    node a = formula_if(f, c, formula_binary(f, OP_MULTIPLY, root, y), y);
    node b = formula_if(f, d, formula_unary(f, OP_EXP, root), x);
    node sum = formula_binary(f, OP_ADD, a, formula_binary(f, OP_MULTIPLY, b, y)), gradient[2];
    formula_gradient(f, sum, (int[]){0, 1}, 2, gradient);
    for (int i = 0; i < 2; i++) {
        node rate[2] = {i == 0 ? one : -1, i == 1 ? one : -1};
        node forward = formula_derivative(f, sum, rate, 2);
        for (double at = -1.5; at < 2; at += 0.4) {
            double p[2] = {at, 0.3};
            double v = formula_evaluate(f, gradient[i], p);
            assert_true(isfinite(v) && fabs(v - formula_evaluate(f, forward, p)) < 1e-14);
        }
    }
    formula_free(f);
}

/* Both branches of one if use a part: it is always in use, and no condition is left around it. */
static void test_both_branches(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), zero = formula_constant(f, 0), gradient;
    node s = formula_unary(f, OP_SIN, x);
    node a = formula_if(f, formula_binary(f, OP_LESS, zero, x), s, formula_unary(f, OP_NEGATE, s));
    formula_gradient(f, a, &(int){0}, 1, &gradient);
    double at = -0.4;
    assert_true(fabs(formula_evaluate(f, gradient, &at) + cos(at)) < 1e-15);
    at = 0.4;
    assert_true(fabs(formula_evaluate(f, gradient, &at) - cos(at)) < 1e-15);
    formula_free(f);
}

/* if(x < 1, …, if(x < 2, …, …)): a chain of pieces has a gradient of its own size, not of the square of it. */
static void test_chain_of_pieces(void **state)
{
    (void)state;
    enum { PIECES = 400 };
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), a = x, gradient, one = formula_constant(f, 1);
    for (int i = PIECES; i > 0; i--) {
        node piece = formula_unary(f, OP_LOG, formula_binary(f, OP_ADD, x, formula_constant(f, 2 - i)));
        a = formula_if(f, formula_binary(f, OP_LESS, x, formula_constant(f, i)), piece, a);
    }
    int before = f->parts.count;
    formula_gradient(f, a, &(int){0}, 1, &gradient);
    assert_true(f->parts.count - before < 8 * PIECES);
    node forward = formula_derivative(f, a, &one, 1);
    for (double at = 0.5; at < PIECES + 3; at += 1) {
        double v = formula_evaluate(f, gradient, &at);
        assert_true(v == formula_evaluate(f, forward, &at));
        assert_true(fabs(v - (at < PIECES ? 1 / (at + 2 - ceil(at)) : 1)) < 1e-13);
    }
    formula_free(f);
}

/* ---- zero rates, sizes ---- */

/* A constant part is dropped even if it is infinite: d/dy of y + log(x)*0.5 at x = 0 is 1. */
static void test_zero_rates_are_structural(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), y = formula_symbol(f, 2), log_x = formula_unary(f, OP_LOG, x);
    node a = formula_binary(f, OP_ADD, y, formula_binary(f, OP_DIVIDE, log_x, formula_unary(f, OP_SQRT, x)));
    node rate[2] = {-1, formula_constant(f, 1)}, gradient;
    assert_int_equal(formula_derivative(f, a, rate, 2), formula_constant(f, 1));
    formula_gradient(f, a, &(int){1}, 1, &gradient);
    assert_int_equal(gradient, formula_constant(f, 1));
    /* slots beyond the count are constant */
    assert_int_equal(formula_derivative(f, a, rate, 0), formula_constant(f, 0));
    /* a symbol that is not reached */
    formula_symbol(f, 3);
    formula_gradient(f, a, &(int){2}, 1, &gradient);
    assert_int_equal(gradient, formula_constant(f, 0));
    formula_free(f);
}

/* u^v at u = 0: the derivative by the exponent is 0 there, not 0 * log(0). */
static void test_power_at_zero(void **state)
{
    (void)state;
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), y = formula_symbol(f, 2), gradient[2];
    formula_gradient(f, formula_binary(f, OP_POWER, x, y), (int[]){0, 1}, 2, gradient);
    double at[2] = {0, 2.5};
    assert_true(formula_evaluate(f, gradient[0], at) == 0 && formula_evaluate(f, gradient[1], at) == 0);
    formula_free(f);
}

/* Nodes new in the context for all n partial derivatives of a chain: a few for each operation, whatever n is. */
static void test_gradient_costs_little(void **state)
{
    (void)state;
    enum { N = 300 };
    struct formula *f = formula_new();
    node a = formula_constant(f, 1), gradient[N];
    int slots[N];
    for (int i = 0; i < N; i++) { /* (…(1 + x0) sin(x1) + x2) sin(x3) … */
        node x = formula_symbol(f, (uint64_t)i);
        slots[i] = i;
        a = i % 2 == 0 ? formula_binary(f, OP_ADD, a, x)
                       : formula_binary(f, OP_MULTIPLY, a, formula_unary(f, OP_SIN, x));
    }
    int before = f->parts.count;
    formula_gradient(f, a, slots, N, gradient);
    assert_true(f->parts.count - before <= 3 * N);
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 1 + 0.001 * i;
    for (int i = 0; i < N; i += 37) {
        node rate[N];
        for (int j = 0; j < N; j++)
            rate[j] = j == i ? formula_constant(f, 1) : -1;
        double forward = formula_evaluate(f, formula_derivative(f, a, rate, N), x);
        assert_true(fabs(formula_evaluate(f, gradient[i], x) - forward) <= 1e-13 * fabs(forward));
    }
    formula_free(f);
}

/* A sum of a hundred thousand terms is that deep: nothing here may be recursive. */
static void test_deep_formula(void **state)
{
    (void)state;
    enum { DEEP = 100000 };
    struct formula *f = formula_new();
    node x = formula_symbol(f, 1), a = x, one = formula_constant(f, 1), gradient;
    for (int i = 0; i < DEEP; i++)
        a = formula_unary(f, i % 2 == 0 ? OP_SIN : OP_ATAN, a);
    formula_gradient(f, a, &(int){0}, 1, &gradient);
    node forward = formula_derivative(f, a, &one, 1);
    double at = 0.5, v = formula_evaluate(f, forward, &at);
    assert_true(v > 0 && fabs(formula_evaluate(f, gradient, &at) / v - 1) < 1e-9);
    formula_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations_of_one_value),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_operations_of_two_values),
        cmocka_unit_test(test_random_smooth_formulas),
        cmocka_unit_test(test_random_formulas),
        cmocka_unit_test(test_gradient_is_all_directions),
        cmocka_unit_test(test_branch_not_taken_does_no_harm),
        cmocka_unit_test(test_part_shared_by_branches),
        cmocka_unit_test(test_both_branches),
        cmocka_unit_test(test_chain_of_pieces),
        cmocka_unit_test(test_zero_rates_are_structural),
        cmocka_unit_test(test_power_at_zero),
        cmocka_unit_test(test_gradient_costs_little),
        cmocka_unit_test(test_deep_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
