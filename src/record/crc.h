/* crc.h: CRC-32 as in Ethernet, gzip and PNG: polynomial 0xEDB88320 (reflected), all bits inverted before and after. */
#ifndef RECORD_CRC_H
#define RECORD_CRC_H

#include <stddef.h>
#include <stdint.h>

/* Eight bytes at a time: table k has the effect of a byte followed by k more bytes. */
struct crc {
    uint32_t table[8][256];
};

void crc_prepare(struct crc *c);
/* The checksum of all bytes so far, given that of those before; 0 before the first. */
uint32_t crc_add(const struct crc *c, uint32_t before, const void *bytes, size_t count);
/* The checksum of two runs of bytes, from that of each and the length of the second. */
uint32_t crc_join(uint32_t first, uint32_t second, uint64_t second_count);

#endif
