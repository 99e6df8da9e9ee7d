/* constraint_wide_names.h: math/wide_names.h, and the structs and functions of signals and rows. */
#ifndef CONSTRAINT_CONSTRAINT_WIDE_NAMES_H
#define CONSTRAINT_CONSTRAINT_WIDE_NAMES_H

#include "constraint/constraint_wide.h"
#include "formula/arithmetic.h"
#include "math/wide_names.h"

INLINE wide wide_function_turn(int k, wide x)
{
    return (wide){function_turn(k, x[0]), function_turn(k, x[1]), function_turn(k, x[2]), function_turn(k, x[3])};
}

#define real_pose struct wide_pose
#define real_signal struct wide_signal
#define real_rows struct wide_rows
#define real_parameters void
#define function_turn wide_function_turn
#define direction_signal wide_direction_signal
#define point_signal wide_point_signal
#include "connector/signal.inc"

#endif
