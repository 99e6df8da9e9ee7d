/* crc.c: CRC-32 by tables, eight bytes a stride (Kounavis and Berry 2008, "slicing"): a byte at a time would be slower
 * than a disk. */
#include "record/crc.h"

#include "record/format.h"

void crc_prepare(struct crc *c)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t x = i;
        for (int bit = 0; bit < 8; bit++)
            x = (x & 1) != 0 ? (x >> 1) ^ 0xEDB88320u : x >> 1;
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
