/* functions.h: the functions that tapes and emitted code call beyond <math.h>. */
#ifndef FORMULA_FUNCTIONS_H
#define FORMULA_FUNCTIONS_H

/* turn(c) = acos(c)/sqrt(1-c^2) and its n-th derivative, n = 0…4; accurate near c = 1 (and a little above 1, where
 * rounding may put a dot product of unit vectors). Grows without bound at c = -1. */
double function_turn(int n, double c);
double function_sign(double x);           /* -1, 0, 1 */
double function_power(double a, int n);   /* by repeated squaring; n may be negative */

#endif
