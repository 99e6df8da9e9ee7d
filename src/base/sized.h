/* sized.h: definitions of the public headers that begin with their size.
 *
 * A program and the library may have been compiled with different versions of a definition. The program says how long its
 * own is: the default maker, which is compiled into the program, passes sizeof (TN_DEFAULTS, types.h). New members are
 * added at the end, so the shorter of the two is a prefix of the longer one. A new member must begin at a multiple of 8,
 * where it cannot lie in what was padding.
 */
#ifndef BASE_SIZED_H
#define BASE_SIZED_H

#include "base/memory.h"

/* Fills `size` bytes at out with the defaults, zeros behind them, and the size that out has. NULL and sizes too small
 * for the size itself: nothing. */
FOR_PICTURES void sized_fill(void *out, size_t size, const void *standard, size_t known);
/* Copies a definition over the defaults in `full`, `known` bytes. Returns NULL, or a sentence to mem_free: it is NULL,
 * has no size, or is of a newer library. `type` and `maker` are for the sentence. */
FOR_PICTURES char *sized_read(void *full, size_t known, const void *given, const char *type, const char *maker);
#define SIZED_READ(full, given, type, maker) sized_read(full, sizeof *(full), given, #type, #maker "()")

#endif
