/* operations.h: the operations of formulas, one entry each.
 *
 * Everything the room knows about an operation is derived from its entry here: evaluation, interpreter, machine code,
 * emitted C, printing, reports, simplification, derivatives, and the function of the language. To add an operation, add
 * an entry; tests/formula/test_operations.c then checks it without being changed.
 *
 * X(NAME, arity, text, style, value, domain, symmetry, width, known, rule, by_x, by_y)
 *
 * text      In the scene language: the name of a function, or an operator with its operands x, y, z.
 * style     FUNCTION: a function of numbers that the language offers under this name. CALL: printed like a function,
 *           but not offered (`if` is in builtins.c, with its conditions). Otherwise the precedence of the operator:
 *           COMPARE, SUM, PRODUCT, SIGN, POWER.
 * value     C expression over x, y, z and the integer n. Evaluated as it stands, and emitted as C with the operands in
 *           place, so all evaluations agree to the bit.
 * domain    C condition over the same: is the value a finite number (overflow aside)? Reports use it.
 * symmetry  ODD: f(-x) = -f(x). EVEN: f(-x) = f(|x|) = f(x). COMMUTES: f(x, y) = f(y, x). PLAIN: none of these.
 * width     WIDE: the emitted C also exists over four numbers at once (math/wide.h). NUMBERS: it does not.
 * known     What is known about the value (PART_… of graph.h), from p, q, r, which is what is known about x, y, z.
 * rule      SMOOTH: by_x and by_y are the derivatives with respect to x and y times W, as nodes built from U and V (the
 *           operands), N, SELF (the node itself) and the makers in derivative.c. FLAT: the derivative is zero where
 *           there is one. CHOICE: the value is one of the last two operands; by_x is the condition for the first.
 */
#ifndef FORMULA_OPERATIONS_H
#define FORMULA_OPERATIONS_H

#include <stdbool.h>

/* clang-format off */
#define FORMULA_OPERATIONS(X) \
    X(ADD, 2, "x + y", SUM, x + y, true, COMMUTES, WIDE, known_sum(p, q), \
      SMOOTH, W, W) \
    X(SUBTRACT, 2, "x - y", SUM, x - y, true, PLAIN, WIDE, p & q & PART_TAME, \
      SMOOTH, W, OPPOSITE(W)) \
    X(MULTIPLY, 2, "x*y", PRODUCT, x * y, true, COMMUTES, WIDE, p & q & (PART_TAME | PART_NOT_NEGATIVE), \
      SMOOTH, TIMES(W, V), TIMES(W, U)) \
    X(DIVIDE, 2, "x/y", PRODUCT, x / y, y != 0, PLAIN, WIDE, known_quotient(p, q), \
      SMOOTH, OVER(W, V), OPPOSITE(OVER(TIMES(W, SELF), V))) \
    X(NEGATE, 1, "-x", SIGN, -x, true, PLAIN, WIDE, p & (PART_TAME | PART_NOT_ZERO), \
      SMOOTH, OPPOSITE(W), ZERO) \
    /* any exponent; constant integers become INTEGER_POWER. u^v log u tends to 0 with u where u = 0 is allowed. */ \
    X(POWER, 2, "x^y", POWER, function_raise(x, y), x > 0 || (x == 0 && y >= 0) || (x < 0 && y == rint(y)), \
      PLAIN, NUMBERS, known_power(p, q), \
      SMOOTH, TIMES(TIMES(V, W), RAISED(U, MINUS(V, ONE))), \
      TIMES(W, CHOOSE(SAME(U, ZERO), ZERO, TIMES(SELF, APPLY(LOG, U))))) \
    X(INTEGER_POWER, 1, "x^n", POWER, function_power(x, n), x != 0 || n >= 0, PLAIN, NUMBERS, \
      known_integer_power(p, n), SMOOTH, TIMES(TIMES(NUMBER(N), W), RAISED(U, NUMBER(N - 1))), ZERO) \
    X(SQRT, 1, "sqrt", FUNCTION, sqrt(x), x >= 0, PLAIN, WIDE, known_root(p), \
      SMOOTH, OVER(TIMES(NUMBER(0.5), W), SELF), ZERO) \
    X(ABS, 1, "abs", FUNCTION, fabs(x), true, EVEN, NUMBERS, p | PART_NOT_NEGATIVE, \
      SMOOTH, TIMES(W, APPLY(SIGN, U)), ZERO) \
    X(SIGN, 1, "sign", CALL, function_sign(x), true, ODD, NUMBERS, p, FLAT, ZERO, ZERO) \
    X(MIN, 2, "min", FUNCTION, function_min(x, y), true, COMMUTES, NUMBERS, p & q, \
      CHOICE, LESS(U, V), ZERO) \
    X(MAX, 2, "max", FUNCTION, function_max(x, y), true, COMMUTES, NUMBERS, \
      (p & q) | ((p | q) & PART_NOT_NEGATIVE), CHOICE, LESS(V, U), ZERO) \
    X(SIN, 1, "sin", FUNCTION, sin(x), true, ODD, NUMBERS, p & PART_TAME, \
      SMOOTH, TIMES(W, APPLY(COS, U)), ZERO) \
    X(COS, 1, "cos", FUNCTION, cos(x), true, EVEN, NUMBERS, p & PART_TAME, \
      SMOOTH, OPPOSITE(TIMES(W, APPLY(SIN, U))), ZERO) \
    X(TAN, 1, "tan", FUNCTION, tan(x), true, ODD, NUMBERS, p & PART_TAME, \
      SMOOTH, TIMES(W, PLUS(ONE, SQUARE(SELF))), ZERO) \
    X(ASIN, 1, "asin", FUNCTION, asin(x), x >= -1 && x <= 1, ODD, NUMBERS, 0, \
      SMOOTH, OVER(W, APPLY(SQRT, ONE_MINUS_SQUARE(U))), ZERO) \
    X(ACOS, 1, "acos", FUNCTION, acos(x), x >= -1 && x <= 1, PLAIN, NUMBERS, PART_NOT_NEGATIVE, \
      SMOOTH, OPPOSITE(OVER(W, APPLY(SQRT, ONE_MINUS_SQUARE(U)))), ZERO) \
    X(ATAN, 1, "atan", FUNCTION, atan(x), true, ODD, NUMBERS, p & PART_TAME, \
      SMOOTH, OVER(W, PLUS(ONE, SQUARE(U))), ZERO) \
    X(ATAN2, 2, "atan2", FUNCTION, atan2(x, y), true, PLAIN, NUMBERS, p & q & PART_TAME, \
      SMOOTH, OVER(TIMES(W, V), PLUS(SQUARE(U), SQUARE(V))), OPPOSITE(OVER(TIMES(W, U), PLUS(SQUARE(U), SQUARE(V))))) \
    X(EXP, 1, "exp", FUNCTION, exp(x), true, PLAIN, NUMBERS, (p & PART_TAME) | PART_NOT_NEGATIVE, \
      SMOOTH, TIMES(W, SELF), ZERO) \
    X(LOG, 1, "log", FUNCTION, log(x), x > 0, PLAIN, NUMBERS, known_log(p), \
      SMOOTH, OVER(W, U), ZERO) \
    /* turn(c) = acos(c)/sqrt(1-c²) and its derivatives, which are smooth at c = 1 (arithmetic.c). The derivative of the last \
     * one, (1-c²) f⁽⁵⁾ = 9 c f⁽⁴⁾ + 16 f‴, is singular there. */ \
    X(TURN0, 1, "turn", FUNCTION, function_turn(0, x), x > -1, PLAIN, WIDE, 0, SMOOTH, TIMES(W, APPLY(TURN1, U)), ZERO) \
    X(TURN1, 1, "turn1", CALL, function_turn(1, x), x > -1, PLAIN, WIDE, 0, SMOOTH, TIMES(W, APPLY(TURN2, U)), ZERO) \
    X(TURN2, 1, "turn2", CALL, function_turn(2, x), x > -1, PLAIN, WIDE, 0, SMOOTH, TIMES(W, APPLY(TURN3, U)), ZERO) \
    X(TURN3, 1, "turn3", CALL, function_turn(3, x), x > -1, PLAIN, WIDE, 0, SMOOTH, TIMES(W, APPLY(TURN4, U)), ZERO) \
    X(TURN4, 1, "turn4", CALL, function_turn(4, x), x > -1, PLAIN, WIDE, 0, SMOOTH, \
      TIMES(W, OVER(PLUS(TIMES(NUMBER(9), TIMES(U, SELF)), TIMES(NUMBER(16), APPLY(TURN3, U))), \
                    ONE_MINUS_SQUARE(U))), ZERO) \
    X(LESS, 2, "x < y", COMPARE, x < y ? 1.0 : 0.0, true, PLAIN, NUMBERS, known_truth(p, q), FLAT, ZERO, ZERO) \
    X(LESS_EQUAL, 2, "x <= y", COMPARE, x <= y ? 1.0 : 0.0, true, PLAIN, NUMBERS, known_truth(p, q), FLAT, ZERO, ZERO) \
    X(EQUAL, 2, "x == y", COMPARE, x == y ? 1.0 : 0.0, true, COMMUTES, NUMBERS, known_truth(p, q), FLAT, ZERO, ZERO) \
    X(NOT_EQUAL, 2, "x != y", COMPARE, x != y ? 1.0 : 0.0, true, COMMUTES, NUMBERS, known_truth(p, q), FLAT, ZERO, ZERO) \
    /* only the chosen branch counts; a NaN in the other one does no harm */ \
    X(IF, 3, "if", CALL, x != 0 ? y : z, true, PLAIN, NUMBERS, q & r & (p | ~PART_TAME), \
      CHOICE, U, ZERO)

/* Instructions that only tapes have: the compiler of tapes merges a product into the sum that uses it, and writes a
 * cube as two products. Every product is rounded before it is added. */
#define FORMULA_MERGED_OPERATIONS(X) \
    X(MULTIPLY_ADD, 3, "x*y + z", SUM, x * y + z) \
    X(MULTIPLY_SUBTRACT, 3, "x*y - z", SUM, x * y - z) \
    X(SUBTRACT_MULTIPLY, 3, "z - x*y", SUM, z - x * y) \
    X(CUBE, 1, "x^3", POWER, x * (x * x))
/* clang-format on */

enum operation {
    OP_CONSTANT,
    OP_SYMBOL,
#define X(NAME, ...) OP_##NAME,
    FORMULA_OPERATIONS(X)
        OPERATIONS_OF_NODES, /* the ones before may be nodes, the ones after are found in tapes only */
    OPERATION_LAST_NODE = OPERATIONS_OF_NODES - 1,
    FORMULA_MERGED_OPERATIONS(X)
#undef X
        OPERATIONS
};

/* Precedence of printed text, as in the grammar, loosest first. */
enum operation_style {
    STYLE_COMPARE,
    STYLE_SUM,
    STYLE_PRODUCT,
    STYLE_SIGN,
    STYLE_POWER,
    STYLE_FUNCTION, /* and everything else that needs no parentheses */
    STYLE_CALL
};
enum operation_symmetry { SYMMETRY_PLAIN, SYMMETRY_ODD, SYMMETRY_EVEN, SYMMETRY_COMMUTES };
enum operation_rule { RULE_SMOOTH, RULE_FLAT, RULE_CHOICE };

struct operation_entry {
    const char *name; /* "SQRT" */
    int arity;
    const char *text;
    enum operation_style style;
    const char *c; /* the value, as C */
    double (*value)(double x, double y, double z, int n);
    bool (*domain)(double x, double y, double z, int n);
    enum operation_symmetry symmetry;
    bool wide;
    enum operation_rule rule;
};
extern const struct operation_entry operation_table[OPERATIONS];

static inline int operation_arity(enum operation op) { return operation_table[op].arity; }
static inline bool operation_compares(enum operation op)
{
    return operation_table[op].style == STYLE_COMPARE && operation_arity(op) == 2;
}

/* Walks the text or the C of an operation: pieces of plain text, and the operands between them. */
struct operation_piece {
    const char *text; /* plain text, `length` bytes; NULL for an operand */
    int length;
    int operand; /* 0, 1, 2: x, y, z; 3: n */
};
/* Takes the next piece from *at; false at the end. */
bool operation_next(const char **at, struct operation_piece *piece);

#endif
