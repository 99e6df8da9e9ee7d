/* simplify.c: the constructors of nodes. Each returns the simplest equivalent node it knows.
 *
 * Rules that move a sign or a constant factor may change the last bits of a value, never more. Sums are not regrouped:
 * (x + 1e20) - 1e20 is evaluated as written. An operand is dropped (x*0, x-x, 0/x) only where it cannot be a
 * NaN or an infinity for finite symbols; derivative.c, which knows a zero rate from a zero value, drops it itself.
 */
#include "formula/graph.h"

enum { LARGEST_POWER = 64 }; /* beyond, pow is more accurate than repeated squaring */

static node add(struct formula *f, node a, node b);
static node subtract(struct formula *f, node a, node b);
static node multiply(struct formula *f, node a, node b);
static node divide(struct formula *f, node a, node b);
static node negate(struct formula *f, node a);
static node integer_power(struct formula *f, node a, int n);

/* A copy: constructors may move the array. */
static struct part get(const struct formula *f, node a) { return f->parts.at[a]; }
static node constant(struct formula *f, double value) { return formula_constant(f, value); }
static bool is_constant(const struct formula *f, node a) { return f->parts.at[a].op == OP_CONSTANT; }
static bool knows(const struct formula *f, node a, int flags) { return (f->parts.at[a].flags & flags) == flags; }

/* c*x with c constant: the constant comes first by construction. */
static bool is_scaled(const struct formula *f, struct part p) { return p.op == OP_MULTIPLY && is_constant(f, p.a); }
static bool is_over(const struct formula *f, struct part p) { return p.op == OP_DIVIDE && is_constant(f, p.a); }

/* May two constants become one? Not where their product or quotient leaves the range of full precision. */
static bool sound(double value) { return isnormal(value); }

/* The value of an operation on constants. */
static node fold(struct formula *f, enum operation op, double x, double y, int n)
{
    return constant(f, operation_table[op].value(x, y, 0, n));
}

static node two(struct formula *f, enum operation op, node a, node b) { return graph_node(f, op, a, b, 0, 0); }

/* Commutative: constants first, then the older node, so that a+b and b+a are one. */
static node sorted(struct formula *f, enum operation op, node a, node b)
{
    bool swap = is_constant(f, a) ? false : is_constant(f, b) || b < a;
    return swap ? two(f, op, b, a) : two(f, op, a, b);
}

static node by_symmetry(struct formula *f, enum operation op, node a, node b)
{
    return operation_table[op].symmetry == SYMMETRY_COMMUTES ? sorted(f, op, a, b) : two(f, op, a, b);
}

static node add(struct formula *f, node a, node b)
{
    if (is_constant(f, b)) {
        node swap = a;
        a = b;
        b = swap;
    }
    struct part p = get(f, a), q = get(f, b);
    if (q.op == OP_CONSTANT)
        return constant(f, p.value + q.value);
    if (graph_is(f, a, 0))
        return b;
    if (a == b)
        return multiply(f, constant(f, 2), a);
    if (q.op == OP_NEGATE)
        return subtract(f, a, q.a);
    if (p.op == OP_NEGATE)
        return subtract(f, b, p.a);
    if (p.op == OP_IF && q.op == OP_IF && p.a == q.a &&
        (graph_is(f, p.b, 0) || graph_is(f, p.c, 0) || graph_is(f, q.b, 0) || graph_is(f, q.c, 0)))
        return formula_if(f, p.a, add(f, p.b, q.b), add(f, p.c, q.c));
    return sorted(f, OP_ADD, a, b);
}

static node subtract(struct formula *f, node a, node b)
{
    struct part p = get(f, a), q = get(f, b);
    if (q.op == OP_CONSTANT)
        return add(f, constant(f, -q.value), a); /* x - c is x + (-c), bit for bit */
    if (graph_is(f, a, 0))
        return negate(f, b);
    if (a == b && knows(f, a, PART_TAME))
        return constant(f, 0);
    if (q.op == OP_NEGATE)
        return add(f, a, q.a);
    if (p.op == OP_NEGATE)
        return negate(f, add(f, p.a, b));
    return two(f, OP_SUBTRACT, a, b);
}

static node multiply_constant(struct formula *f, double c, node b)
{
    struct part q = get(f, b);
    if (q.op == OP_CONSTANT)
        return constant(f, c * q.value);
    if (c == 0 && knows(f, b, PART_TAME))
        return constant(f, 0);
    if (c == 1)
        return b;
    if (c == -1)
        return negate(f, b);
    if (q.op == OP_NEGATE)
        return multiply_constant(f, -c, q.a);
    if (is_scaled(f, q) && sound(c * get(f, q.a).value))
        return multiply_constant(f, c * get(f, q.a).value, q.b);
    if (is_over(f, q) && sound(c * get(f, q.a).value))
        return divide(f, constant(f, c * get(f, q.a).value), q.b);
    return two(f, OP_MULTIPLY, constant(f, c), b);
}

static node multiply(struct formula *f, node a, node b)
{
    struct part p = get(f, a), q = get(f, b);
    if (p.op == OP_CONSTANT)
        return multiply_constant(f, p.value, b);
    if (q.op == OP_CONSTANT)
        return multiply_constant(f, q.value, a);
    if (p.op == OP_NEGATE)
        return negate(f, multiply(f, p.a, b));
    if (q.op == OP_NEGATE)
        return negate(f, multiply(f, a, q.a));
    if (is_scaled(f, p))
        return multiply_constant(f, get(f, p.a).value, multiply(f, p.b, b));
    if (is_scaled(f, q))
        return multiply_constant(f, get(f, q.a).value, multiply(f, a, q.b));
    if (a == b)
        return integer_power(f, a, 2);
    return sorted(f, OP_MULTIPLY, a, b);
}

/* Division by a power of two is multiplication by its inverse, bit for bit. */
static bool inverse_is_exact(double c)
{
    int exponent;
    return fabs(frexp(c, &exponent)) == 0.5 && isnormal(1 / c);
}

static node divide_constant(struct formula *f, node a, double c)
{
    struct part p = get(f, a);
    if (p.op == OP_CONSTANT)
        return constant(f, p.value / c);
    if (inverse_is_exact(c))
        return multiply_constant(f, 1 / c, a);
    if (is_scaled(f, p) && sound(get(f, p.a).value / c))
        return multiply_constant(f, get(f, p.a).value / c, p.b);
    return two(f, OP_DIVIDE, a, constant(f, c));
}

static node divide(struct formula *f, node a, node b)
{
    struct part p = get(f, a), q = get(f, b);
    if (q.op == OP_CONSTANT)
        return divide_constant(f, a, q.value);
    if (graph_is(f, a, 0) && knows(f, b, PART_TAME | PART_NOT_ZERO))
        return a;
    if (a == b && knows(f, a, PART_TAME | PART_NOT_ZERO))
        return constant(f, 1);
    if (q.op == OP_NEGATE)
        return negate(f, divide(f, a, q.a));
    if (p.op == OP_NEGATE)
        return negate(f, divide(f, p.a, b));
    if (p.op == OP_CONSTANT && is_scaled(f, q) && sound(p.value / get(f, q.a).value))
        return divide(f, constant(f, p.value / get(f, q.a).value), q.b);
    return two(f, OP_DIVIDE, a, b);
}

static node negate(struct formula *f, node a)
{
    struct part p = get(f, a);
    if (p.op == OP_CONSTANT)
        return constant(f, -p.value);
    if (p.op == OP_NEGATE)
        return p.a;
    if (p.op == OP_SUBTRACT)
        return subtract(f, p.b, p.a);
    if (p.op == OP_ADD && is_constant(f, p.a))
        return subtract(f, constant(f, -get(f, p.a).value), p.b);
    if (is_scaled(f, p))
        return multiply_constant(f, -get(f, p.a).value, p.b);
    if (is_over(f, p))
        return divide(f, constant(f, -get(f, p.a).value), p.b);
    return graph_node(f, OP_NEGATE, a, 0, 0, 0);
}

static node integer_power(struct formula *f, node a, int n)
{
    struct part p = get(f, a);
    if (n == 0)
        return constant(f, 1); /* as pow, which gives 1 for NaN^0 too */
    if (n == 1)
        return a;
    if (p.op == OP_CONSTANT)
        return fold(f, OP_INTEGER_POWER, p.value, 0, n);
    if (n == -1)
        return divide(f, constant(f, 1), a);
    if (p.op == OP_NEGATE)
        return n % 2 == 0 ? integer_power(f, p.a, n) : negate(f, integer_power(f, p.a, n));
    if (p.op == OP_ABS && n % 2 == 0)
        return integer_power(f, p.a, n);
    if (p.op == OP_SQRT && n % 2 == 0 && knows(f, p.a, PART_NOT_NEGATIVE)) /* norm(v)^2 = dot(v, v) */
        return integer_power(f, p.a, n / 2);
    if (p.op == OP_INTEGER_POWER && n > 0 && p.b > 0 && p.b * n <= LARGEST_POWER)
        return integer_power(f, p.a, p.b * n);
    return graph_node(f, OP_INTEGER_POWER, a, n, 0, 0);
}

static node power(struct formula *f, node a, node b)
{
    struct part p = get(f, a), q = get(f, b);
    if (q.op == OP_CONSTANT && q.value == rint(q.value) && fabs(q.value) <= LARGEST_POWER)
        return integer_power(f, a, (int)q.value);
    if (q.op == OP_CONSTANT && p.op == OP_CONSTANT)
        return fold(f, OP_POWER, p.value, q.value, 0);
    if (q.op == OP_CONSTANT && q.value == 0.5)
        return formula_unary(f, OP_SQRT, a);
    if (graph_is(f, a, 1))
        return a;
    return two(f, OP_POWER, a, b);
}

node formula_unary(struct formula *f, enum operation op, node a)
{
    struct part p = get(f, a);
    if (op == OP_NEGATE)
        return negate(f, a);
    if (p.op == OP_CONSTANT)
        return fold(f, op, p.value, 0, 0);
    switch ((int)op) {
    case OP_SQRT: /* |x| is what sqrt(x²) rounds to */
        if (p.op == OP_INTEGER_POWER && p.b == 2)
            return formula_unary(f, OP_ABS, p.a);
        break;
    case OP_ABS:
        if (knows(f, a, PART_NOT_NEGATIVE))
            return a;
        break;
    case OP_SIGN:
        if (knows(f, a, PART_NOT_NEGATIVE | PART_NOT_ZERO | PART_TAME))
            return constant(f, 1);
        break;
    }
    enum operation_symmetry symmetry = operation_table[op].symmetry;
    if (symmetry == SYMMETRY_EVEN && (p.op == OP_NEGATE || p.op == OP_ABS))
        return formula_unary(f, op, p.a);
    if (symmetry == SYMMETRY_ODD && p.op == OP_NEGATE)
        return negate(f, formula_unary(f, op, p.a));
    return graph_node(f, op, a, 0, 0, 0);
}

static node compare(struct formula *f, enum operation op, node a, node b)
{
    struct part p = get(f, a), q = get(f, b);
    if (p.op == OP_CONSTANT && q.op == OP_CONSTANT)
        return fold(f, op, p.value, q.value, 0);
    if (a == b && (op == OP_LESS || knows(f, a, PART_TAME))) /* NaN < NaN is false too */
        return constant(f, op == OP_LESS_EQUAL || op == OP_EQUAL ? 1 : 0);
    return by_symmetry(f, op, a, b);
}

node formula_binary(struct formula *f, enum operation op, node a, node b)
{
    switch ((int)op) {
    case OP_ADD:
        return add(f, a, b);
    case OP_SUBTRACT:
        return subtract(f, a, b);
    case OP_MULTIPLY:
        return multiply(f, a, b);
    case OP_DIVIDE:
        return divide(f, a, b);
    case OP_POWER:
    case OP_INTEGER_POWER:
        return power(f, a, b);
    }
    if (operation_compares(op))
        return compare(f, op, a, b);
    struct part p = get(f, a), q = get(f, b);
    if (p.op == OP_CONSTANT && q.op == OP_CONSTANT)
        return fold(f, op, p.value, q.value, 0);
    if (a == b && (op == OP_MIN || op == OP_MAX))
        return a;
    return by_symmetry(f, op, a, b);
}

node formula_if(struct formula *f, node c, node a, node b)
{
    struct part p = get(f, c), q = get(f, a), r = get(f, b);
    if (p.op == OP_CONSTANT)
        return p.value != 0 ? a : b;
    if (a == b)
        return a;
    if (p.op == OP_IF && graph_is(f, p.b, 0) && graph_is(f, p.c, 1)) /* if not c */
        return formula_if(f, p.a, b, a);
    if (q.op == OP_IF && q.a == c) /* the same condition again */
        return formula_if(f, c, q.b, b);
    if (r.op == OP_IF && r.a == c)
        return formula_if(f, c, a, r.c);
    if (operation_compares(p.op) && graph_is(f, a, 1) && graph_is(f, b, 0))
        return c;
    return graph_node(f, OP_IF, c, a, b, 0);
}
