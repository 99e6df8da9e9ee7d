/* kernels_wide.h: the kinds over four constraints at once, for each kind of instructions, in the order of kernels.c; NULL where
 * a kind has functions that only plain numbers have. */
#ifndef CONSTRAINT_KERNELS_WIDE_H
#define CONSTRAINT_KERNELS_WIDE_H

#include "constraint/constraint.h"

extern constraint_wide_kernel *const kernels_base[];
extern constraint_wide_kernel *const kernels_avx2[];

#endif
