/* arithmetic.c: turn(c) and its derivatives; see arithmetic.h.
 *
 * With z = (1-c)/2 the n-th derivative of acos(c)/sqrt(1-c²) is
 *     l(n) 2F1(n+1, n+1; n+3/2; z),   l(n) = (-1/2)ⁿ n!²/(3/2)ₙ,
 * a series of positive terms for c < 1, so nothing cancels; and it obeys
 *     (1-c²) f⁽ⁿ⁺¹⁾ = (2n+1) c f⁽ⁿ⁾ + n² f⁽ⁿ⁻¹⁾   (for n = 0: c f - 1),
 * where both terms have one sign for c <= 0 and cancel more and more as c nears 1.
 * Relative errors measured against 60-digit values (largest of 120 random c):
 *
 *     c             recurrence n = 1, 2, 3, 4              series n = 1 … 4
 *     -0.999 … 0    3e-16  6e-16  9e-16  9e-16             too many terms
 *      0.1 … 0.2    2e-16  4e-16  5e-16  1e-15             3e-16 … 5e-16
 *      0.2 … 0.3    3e-16  6e-16  7e-16  2e-15             2e-16 … 6e-16
 *      0.5 … 0.6    6e-16  2e-15  6e-15  3e-14             2e-16 … 4e-16
 *      0.9 … 0.95   6e-15  2e-13  9e-12  4e-10             2e-16 … 3e-16
 *      1.4 … 1.6    2e-15  8e-15  4e-14  3e-13             3e-16 … 7e-16
 *
 * Hence the switch below, at a different c for each n. Above 1 the function continues as acosh(c)/sqrt(c²-1); beyond c
 * = 1.6 the recurrence is used, accurate to 1e-12, so that an extreme iterate gets a smooth function, not a NaN.
 */
#include "formula/arithmetic.h"

#include <math.h>

/* Terms after which the rest is below 1e-17 of the sum, for the largest |z| of a line and n = 4, the slowest. */
static int terms_for(double z)
{
    static const struct {
        double z;
        int terms;
    } ladder[] = {{5e-4, 7},  {5e-3, 9}, {0.025, 13}, {0.05, 16}, {0.1, 21},
                  {0.15, 26}, {0.2, 31}, {0.25, 37},  {0.3, 43},  {0.35, 48}};
    double size = fabs(z);
    for (int i = 0; i < (int)(sizeof ladder / sizeof ladder[0]); i++)
        if (size <= ladder[i].z)
            return ladder[i].terms;
    return 60; /* |z| <= 0.425 */
}

static double series(int n, double c)
{
    static const double lead[5] = {1, -1.0 / 3, 4.0 / 15, -12.0 / 35, 64.0 / 105};
    double z = (1 - c) / 2, sum = 1;
    for (int k = terms_for(z) - 1; k >= 0; k--) {
        double up = n + 1 + k, ratio = up * up / ((n + 1.5 + k) * (k + 1));
        sum = 1 + ratio * z * sum;
    }
    return lead[n] * sum;
}

static double recurrence(int n, double c)
{
    double w = (1 - c) * (1 + c);
    double before = c <= 1 ? acos(c) / sqrt(w) : acosh(c) / sqrt(-w);
    if (n == 0)
        return before;
    double f = (c * before - 1) / w;
    for (int k = 1; k < n; k++) {
        double next = ((2 * k + 1) * c * f + k * k * before) / w;
        before = f;
        f = next;
    }
    return f;
}

double function_turn(int n, double c)
{
    static const double from[5] = {0.9, 0.5, 0.3, 0.2, 0.15};
    return c > from[n] && c < 1.6 ? series(n, c) : recurrence(n, c);
}

double function_raise(double a, double b) { return pow(a, b); }
