/* sized.c: see sized.h. */
#include "base/sized.h"

#include <string.h>

void sized_fill(void *out, size_t size, const void *standard, size_t known)
{
    if (out == NULL || size < sizeof size)
        return;
    memset(out, 0, size);
    memcpy(out, standard, size < known ? size : known);
    memcpy(out, &size, sizeof size);
}

char *sized_read(void *full, size_t known, const void *given, const char *type, const char *maker)
{
    size_t size = 0;
    if (given == NULL)
        return mem_print("the %s is NULL: start from %s", type, maker);
    memcpy(&size, given, sizeof size);
    if (size == 0)
        return mem_print("the %s has no size: start from %s, which sets it", type, maker);
    if (size > known)
        return mem_print(
            "the %s has a size of %zu bytes, and this version of the library knows %zu: start from %s, and "
            "compile with the headers of the library that runs",
            type, size, known, maker);
    if (size < sizeof size || size % sizeof size != 0)
        return mem_print("no version of %s has a size of %zu bytes: start from %s, which sets it", type, size, maker);
    memcpy(full, given, size);
    memcpy(full, &known, sizeof known);
    return NULL;
}
