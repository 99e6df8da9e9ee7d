/* random_formula.h: random formulas for the tests of this room: the same ones in every run.
 *
 * A formula is first a list of steps, independent of the constructors; steps_node
 * builds the node, steps_value is the oracle.
 */
#ifndef TEST_RANDOM_FORMULA_H
#define TEST_RANDOM_FORMULA_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "formula/graph.h"

static inline uint64_t random_bits(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15u; /* splitmix64 */
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline double random_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(state) >> 11) * 0x1p-53);
}

static inline int random_below(uint64_t *state, int n) { return (int)(random_bits(state) % (uint64_t)n); }

enum { SYMBOLS = 4, STEPS = 60 };

struct step {
    enum operation op;
    int a, b, c; /* earlier steps; SYMBOL: a is the symbol */
    double value;
};

struct steps {
    struct step at[STEPS];
    int count;
};

/* Which operations may appear: all of them, or those that are smooth and finite for arguments of any size. */
enum wildness { WILD, SMOOTH };

static inline enum operation random_operation(uint64_t *state, enum wildness w)
{
    static const enum operation smooth[] = {OP_ADD, OP_ADD,  OP_SUBTRACT, OP_SUBTRACT, OP_MULTIPLY, OP_MULTIPLY,
                                            OP_SIN, OP_ATAN, OP_NEGATE,   OP_COS,      OP_POWER};
    static const enum operation wild[] = {
        OP_ADD,  OP_ADD,   OP_SUBTRACT, OP_SUBTRACT, OP_MULTIPLY, OP_MULTIPLY, OP_DIVIDE, OP_DIVIDE,     OP_NEGATE,
        OP_SQRT, OP_ABS,   OP_SIGN,     OP_MIN,      OP_MAX,      OP_SIN,      OP_COS,    OP_TAN,        OP_ASIN,
        OP_ACOS, OP_ATAN,  OP_ATAN2,    OP_EXP,      OP_LOG,      OP_TURN0,    OP_TURN1,  OP_TURN2,      OP_TURN3,
        OP_LESS, OP_EQUAL, OP_IF,       OP_IF,       OP_POWER,    OP_POWER,    OP_TURN4,  OP_LESS_EQUAL,
    };
    return w == SMOOTH ? smooth[random_below(state, sizeof smooth / sizeof *smooth)]
                       : wild[random_below(state, sizeof wild / sizeof *wild)];
}

static inline struct steps random_steps(uint64_t *state, int count, enum wildness w)
{
    static const double constants[] = {0, 1, -1, 2, 0.5, 3, -2, 0.25, 1.5, 4, 10, 0.1};
    struct steps s = {.count = count};
    int leaves = SYMBOLS + 3;
    for (int i = 0; i < leaves; i++) {
        bool symbol = i < SYMBOLS;
        int k = random_below(state, sizeof constants / sizeof *constants);
        s.at[i] = (struct step){symbol ? OP_SYMBOL : OP_CONSTANT, symbol ? i : 0, 0, 0, symbol ? 0 : constants[k]};
    }
    for (int i = leaves; i < count; i++) {
        /* Mostly a recent step, so that the formula gets deep; sometimes any step, so that parts are shared. */
        int recent = i > 8 ? i - 8 : 0;
        int operand[3];
        for (int k = 0; k < 3; k++)
            operand[k] =
                random_below(state, 3) == 0 ? random_below(state, i) : recent + random_below(state, i - recent);
        s.at[i] = (struct step){random_operation(state, w), operand[0], operand[1], operand[2], 0};
        if (s.at[i].op == OP_POWER && (w == SMOOTH || random_below(state, 2) == 0)) /* a whole exponent */
            s.at[i].b = -1 - random_below(state, w == SMOOTH ? 3 : 6);
    }
    return s;
}

/* The exponent of a POWER step with a whole exponent: 1, 2, 3, then -1, -2, -3. */
static inline double whole_exponent(int b) { return b >= -3 ? -b : b + 3; }

static inline node steps_node(struct formula *f, const struct steps *s)
{
    node at[STEPS];
    for (int i = 0; i < s->count; i++) {
        struct step p = s->at[i];
        switch (operation_arity(p.op)) {
        case 0:
            at[i] = p.op == OP_SYMBOL ? formula_symbol(f, 100 + (uint64_t)p.a) : formula_constant(f, p.value);
            break;
        case 1:
            at[i] = formula_unary(f, p.op, at[p.a]);
            break;
        case 2:
            at[i] = formula_binary(f, p.op, at[p.a], p.b < 0 ? formula_constant(f, whole_exponent(p.b)) : at[p.b]);
            break;
        default:
            at[i] = formula_if(f, at[p.a], at[p.b], at[p.c]);
        }
    }
    return at[s->count - 1];
}

/* The value of the steps as written. `largest` (may be NULL) gets the largest absolute intermediate value. With a
 * `zero` of 0.0 or -0.0 every intermediate zero becomes that one, which shows whether the result depends on its sign;
 * NAN leaves them unchanged. */
static inline double steps_value(const struct steps *s, const double *x, double *largest, double zero)
{
    double at[STEPS];
    for (int i = 0; i < s->count; i++) {
        struct step p = s->at[i];
        double b = p.b < 0 ? whole_exponent(p.b) : at[p.b];
        if (p.op == OP_SYMBOL)
            at[i] = x[p.a];
        else if (p.op == OP_CONSTANT)
            at[i] = p.value;
        else
            at[i] = operation_table[p.op].value(at[p.a], b, at[p.c], 0);
        if (zero == 0 && at[i] == 0)
            at[i] = zero;
        if (largest != NULL && fabs(at[i]) > *largest)
            *largest = fabs(at[i]);
    }
    return at[s->count - 1];
}

/* The same bits; all NaNs are equal, since IEEE leaves open which of two a sum returns. */
static inline bool same_bits(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

/* d/dh of g(h) at h = 0 by central differences, extrapolated to step 0 (Ridders). *error: how well two orders agree. */
static inline double extrapolated_slope(double (*g)(void *ctx, double h), void *ctx, double step, double *error)
{
    enum { ROWS = 10 };
    double table[ROWS][ROWS], best = NAN;
    *error = INFINITY;
    for (int i = 0; i < ROWS; i++, step /= 1.6) {
        table[i][0] = (g(ctx, step) - g(ctx, -step)) / (2 * step);
        double factor = 1;
        for (int j = 1; j <= i; j++) {
            factor *= 1.6 * 1.6;
            table[i][j] = table[i][j - 1] + (table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1);
            double one = fabs(table[i][j] - table[i][j - 1]), other = fabs(table[i][j] - table[i - 1][j - 1]);
            double e = one > other ? one : other;
            if (e < *error) {
                *error = e;
                best = table[i][j];
            }
        }
    }
    return best;
}

#endif
