/* crc.c: CRC-32 by tables, eight bytes at a time (Kounavis and Berry 2008, "slicing"): one byte at a time would be
 * slower than a disk. */
#include "record/crc.h"

#include "record/format.h"

#define POLYNOMIAL 0xEDB88320u

void crc_prepare(struct crc *c)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t x = i;
        for (int bit = 0; bit < 8; bit++)
            x = (x & 1) != 0 ? (x >> 1) ^ POLYNOMIAL : x >> 1;
        c->table[0][i] = x;
    }
    for (int k = 1; k < 8; k++)
        for (int i = 0; i < 256; i++) {
            uint32_t x = c->table[k - 1][i];
            c->table[k][i] = (x >> 8) ^ c->table[0][x & 255];
        }
}

uint32_t crc_add(const struct crc *c, uint32_t before, const void *bytes, size_t count)
{
    const unsigned char *p = bytes;
    uint32_t x = ~before;
    for (; count >= 8; count -= 8, p += 8) {
        uint64_t v = get_u64(p) ^ x;
        x = c->table[7][v & 255] ^ c->table[6][v >> 8 & 255] ^ c->table[5][v >> 16 & 255] ^ c->table[4][v >> 24 & 255] ^
            c->table[3][v >> 32 & 255] ^ c->table[2][v >> 40 & 255] ^ c->table[1][v >> 48 & 255] ^ c->table[0][v >> 56];
    }
    for (; count > 0; count--, p++)
        x = (x >> 8) ^ c->table[0][(x ^ *p) & 255];
    return ~x;
}

/* Checksums are polynomials over the field of two elements, modulo that of CRC-32; the highest bit is the power 0. */
static uint32_t times(uint32_t a, uint32_t b)
{
    uint32_t product = 0;
    for (int bit = 31; bit >= 0; bit--) { /* b is b x^(31 - bit) here */
        if ((a >> bit & 1) != 0)
            product ^= b;
        b = (b & 1) != 0 ? (b >> 1) ^ POLYNOMIAL : b >> 1;
    }
    return product;
}

/* n more bytes multiply what came before by x^(8 n), found by squaring; the inversions cancel. */
uint32_t crc_join(uint32_t first, uint32_t second, uint64_t second_count)
{
    uint32_t power = (uint32_t)1 << 31, square = (uint32_t)1 << (31 - 8);
    for (uint64_t n = second_count; n > 0; n >>= 1) {
        if ((n & 1) != 0)
            power = times(power, square);
        square = times(square, square);
    }
    return times(first, power) ^ second;
}
