/* simd.h: which vector instructions kernels may use on this processor. All give the same bits. */
#ifndef BASE_SIMD_H
#define BASE_SIMD_H

/* Each one includes those before it. */
enum simd {
    SIMD_NONE,  /* plain numbers */
    SIMD_BASE,  /* what every processor of this kind has: SSE2, NEON */
    SIMD_AVX2,  /* x86-64 only */
    SIMD_AVX512 /* x86-64 only */
};

/* The best that this processor has, at most what the environment variable TENON_SIMD says: none, base, avx2, avx512. */
enum simd simd_best(void);

#endif
