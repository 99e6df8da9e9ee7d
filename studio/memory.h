/* memory.h: memory and growing bytes of the studio; out of memory ends the program, as in the library. */
#ifndef STUDIO_MEMORY_H
#define STUDIO_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *studio_memory(void *old, size_t bytes);
char *studio_copy(const char *text);
char *studio_copy_part(const char *text, size_t length);

/* Bytes that grow; all zero is empty. A zero follows the last one. */
struct bytes {
    char *at;
    size_t length, room;
};
void bytes_add(struct bytes *b, const void *from, size_t length);
void bytes_text(struct bytes *b, const char *text);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void bytes_print(struct bytes *b, const char *format, ...);
void bytes_free(struct bytes *b);
/* Little-endian numbers, and zeros up to a multiple of 8 behind `start`. */
void bytes_u32(struct bytes *b, uint32_t x);
void bytes_u64(struct bytes *b, uint64_t x);
void bytes_f32(struct bytes *b, double x);
void bytes_f64(struct bytes *b, double x);
void bytes_align(struct bytes *b, size_t start);

#endif
