/* fuzz.h: shared by the fuzz targets: an assertion that is checked in every build. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A failed assertion ends the program, so that the fuzzer keeps the input; %s of the format takes the text. */
#define PROMISE(condition, format, text)                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: " format "\n", __FILE__, __LINE__, text);                                          \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

#endif
