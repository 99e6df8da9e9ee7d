/* kernels.c: the kinds' formulas, turned into C by tools/kindgen.c when the library is built, and what is known of each. */
#include <string.h>

#include "constraint/kernels_wide.h"
#include "formula/arithmetic.h"

#include "kernels.gen.inc"

#define LIST(...) __VA_ARGS__
static const struct compiled {
    const char *name;
    constraint_kernel *kernel;
    int rows, spec[CONSTRAINT_ROWS];
    enum linear_part linear[CONSTRAINT_INPUTS];
} table[] = {
#define KERNEL(form, text, wide, rows, spec, linear) {text, kernel_##form, rows, {LIST spec}, {LIST linear}},
#include "kernel_list.gen.inc"
#undef KERNEL
};

static const struct compiled *find(const struct constraint_form *form)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, form->name) == 0)
            return &table[i];
    return NULL;
}

constraint_kernel *constraint_kernel_of(const struct constraint_form *form) { return find(form)->kernel; }

constraint_wide_kernel *constraint_wide_kernel_of(constraint_kernel *kernel, enum simd simd)
{
    size_t i = 0;
    while (i < sizeof table / sizeof *table && table[i].kernel != kernel)
        i++;
    if (simd == SIMD_NONE || i == sizeof table / sizeof *table)
        return NULL;
#if defined(__x86_64__)
    if (simd >= SIMD_AVX2)
        return kernels_avx2[i];
#endif
    return kernels_base[i];
}

enum linear_part constraint_form_linear(const struct constraint_form *form, int input)
{
    return find(form)->linear[input];
}

int constraint_form_rows(const struct constraint_form *form, const char *units[CONSTRAINT_ROWS],
                         enum level levels[CONSTRAINT_ROWS])
{
    const struct compiled *c = find(form);
    for (int r = 0; r < c->rows; r++) {
        units[r] = form->rows[c->spec[r]].unit;
        levels[r] = form->rows[c->spec[r]].level;
    }
    return c->rows;
}
