/* look.h: hashes of what things look like: equal looks have equal hashes, on every machine. */
#ifndef VIEW_LOOK_H
#define VIEW_LOOK_H

#include <stdint.h>
#include <string.h>

#include "math/vec3.h"

static inline uint64_t look_word(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 32);
}

static inline uint64_t look_number(uint64_t h, double x)
{
    uint64_t bits;
    x += 0.0; /* −0 is 0 */
    memcpy(&bits, &x, sizeof bits);
    return look_word(h, bits);
}

static inline uint64_t look_vector(uint64_t h, vec3 v)
{
    return look_number(look_number(look_number(h, v.x), v.y), v.z);
}

static inline uint64_t look_turn(uint64_t h, quat q) { return look_number(look_vector(h, v3(q.x, q.y, q.z)), q.w); }

static inline uint64_t look_text(uint64_t h, const char *s)
{
    uint64_t word = 0;
    int n = 0;
    for (; s != NULL && *s != 0; s++, n++) {
        word = word << 8 | (unsigned char)*s;
        if (n % 8 == 7) {
            h = look_word(h, word);
            word = 0;
        }
    }
    return look_word(look_word(h, word), (uint64_t)n);
}

static inline uint64_t look_address(uint64_t h, const void *p) { return look_word(h, (uint64_t)(uintptr_t)p); }

#endif
