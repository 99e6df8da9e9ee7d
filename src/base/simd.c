/* simd.c: see simd.h. */
#include <stdlib.h>
#include <string.h>

#include "base/simd.h"

static enum simd of_processor(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f") ? SIMD_AVX512 : __builtin_cpu_supports("avx2") ? SIMD_AVX2 : SIMD_BASE;
#elif defined(__ARM_NEON) || defined(__wasm_simd128__)
    return SIMD_BASE;
#else
    return SIMD_NONE;
#endif
}

enum simd simd_best(void)
{
    static const char *const name[] = {"none", "base", "avx2", "avx512"};
    const enum simd best = of_processor();
    const char *most = getenv("TENON_SIMD");
    for (enum simd i = SIMD_NONE; i < best && most != NULL; i++)
        if (strcmp(most, name[i]) == 0)
            return i;
    return best;
}
