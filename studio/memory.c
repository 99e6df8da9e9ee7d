/* memory.c */
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *studio_memory(void *old, size_t bytes)
{
    void *p = realloc(old, bytes ? bytes : 1);
    if (p == NULL) {
        fputs("tenon studio: out of memory\n", stderr);
        abort();
    }
    return p;
}

char *studio_copy_part(const char *text, size_t length)
{
    char *copy = studio_memory(NULL, length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *studio_copy(const char *text) { return studio_copy_part(text, strlen(text)); }

static void want(struct bytes *b, size_t more)
{
    if (b->length + more + 1 <= b->room)
        return;
    b->room = 2 * (b->length + more + 1) + 64;
    b->at = studio_memory(b->at, b->room);
}

void bytes_add(struct bytes *b, const void *from, size_t length)
{
    want(b, length);
    if (length > 0)
        memcpy(b->at + b->length, from, length);
    b->length += length;
    b->at[b->length] = 0;
}

void bytes_text(struct bytes *b, const char *text) { bytes_add(b, text, strlen(text)); }

void bytes_print(struct bytes *b, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, list);
    want(b, (size_t)length);
    vsnprintf(b->at + b->length, (size_t)length + 1, format, again);
    b->length += (size_t)length;
    va_end(again);
    va_end(list);
}

void bytes_free(struct bytes *b)
{
    free(b->at);
    *b = (struct bytes){0};
}

void bytes_u32(struct bytes *b, uint32_t x)
{
    const unsigned char little[] = {(unsigned char)x, (unsigned char)(x >> 8), (unsigned char)(x >> 16),
                                    (unsigned char)(x >> 24)};
    bytes_add(b, little, 4);
}

void bytes_u64(struct bytes *b, uint64_t x)
{
    bytes_u32(b, (uint32_t)x);
    bytes_u32(b, (uint32_t)(x >> 32));
}

void bytes_f32(struct bytes *b, double x)
{
    const float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    bytes_u32(b, bits);
}

void bytes_f64(struct bytes *b, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    bytes_u64(b, bits);
}

void bytes_align(struct bytes *b, size_t start)
{
    while ((b->length - start) % 8 != 0)
        bytes_add(b, "", 1);
}
