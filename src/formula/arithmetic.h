/* arithmetic.h: the functions that operations (operations.h) and emitted code call beyond <math.h>.
 *
 * The small ones are inline, so that emitted code costs what the same C written by hand would cost. All of them
 * propagate NaN, so that a report can find its origin.
 */
#ifndef FORMULA_ARITHMETIC_H
#define FORMULA_ARITHMETIC_H

/* turn(c) = acos(c)/sqrt(1-c^2) and its n-th derivative, n = 0…4; accurate near c = 1 (and a little above 1, where
 * rounding may put a dot product of unit vectors). Grows without bound at c = -1. */
double function_turn(int n, double c);
/* a^b as pow gives it. A call of pow with a constant base may be rewritten by a compiler (clang makes exp2(b) of
 * pow(2, b)), which changes the last bit; a call of this is not. */
double function_raise(double a, double b);

/* -1, 0, 1 */
static inline double function_sign(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : x + 0.0; }
static inline double function_min(double a, double b) { return a < b || a != a ? a : b; }
static inline double function_max(double a, double b) { return a > b || a != a ? a : b; }

/* By repeated squaring; n may be negative. */
static inline double function_power(double a, int n)
{
    unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    double square = a, result = 1;
    for (; left != 0; left >>= 1) {
        if ((left & 1) != 0)
            result *= square;
        if (left > 1)
            square *= square;
    }
    return n < 0 ? 1 / result : result;
}

#endif
