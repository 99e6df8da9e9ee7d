/* kernels_avx2.c: the kinds over four constraints at once, by AVX2. */
#include "constraint/kernels_wide.h"
#include "constraint/constraint_wide_names.h"

#include "kernels.gen.inc"

#define WIDE_1(kernel) kernel
#define WIDE_0(kernel) NULL
constraint_wide_kernel *const kernels_avx2[] = {
#define KERNEL(form, text, wide, rows, spec, linear) WIDE_##wide(kernel_##form),
#include "kernel_list.gen.inc"
};
