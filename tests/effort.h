/* effort.h: how much a test does. Builds with sanitizers are many times slower, and `make test` sets TENON_BRIEF in them;
 * `make test-long` sets TENON_LONG, and then everything is done in full. */
#ifndef TENON_TESTS_EFFORT_H
#define TENON_TESTS_EFFORT_H

#include <stdlib.h>

static inline int effort(int full, int brief)
{
    return getenv("TENON_BRIEF") != NULL && getenv("TENON_LONG") == NULL ? brief : full;
}

#endif
