/* constraint_lanes.h: SIMD: four constraints of one kind at once (math/lanes.h). kindgen writes each kind a second
 * time, over lanes. */
#ifndef CONSTRAINT_CONSTRAINT_LANES_H
#define CONSTRAINT_CONSTRAINT_LANES_H

#include "constraint/constraint.h"
#include "formula/arithmetic.h"
#include "math/lanes.h"

/* Four of struct signal and struct rows. */
struct lanes_signal {
    lanes3 y, yd, beta, lever;
};
struct lanes_rows {
    lanes c[CONSTRAINT_ROWS], cd[CONSTRAINT_ROWS], gamma[CONSTRAINT_ROWS];
    lanes j[CONSTRAINT_INPUTS][CONSTRAINT_ROWS * 6];
};

typedef void constraint_lanes(const struct lanes_signal *in, const lanes *parameters, double t, struct lanes_rows *out);

/* The same kind over lanes; NULL if it uses functions that are not vectorized. Call only if lanes_pay(). */
constraint_lanes *constraint_lanes_of(constraint_kernel *kernel);
/* Does any of the four need constraint_break_tie? */
bool constraint_lanes_tied(const struct constraint_form *form, const struct lanes_signal *in);

LANES_INLINE lanes lanes_function_turn(int k, lanes x)
{
    return (lanes){function_turn(k, x[0]), function_turn(k, x[1]), function_turn(k, x[2]), function_turn(k, x[3])};
}

#endif
