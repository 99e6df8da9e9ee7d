/* format.h: the file format of a record; docs/record-format.md describes it.
 *
 *   header    magic, format, library version, checksum
 *   blocks    each a head (kind, length, number, checksums) and a payload:
 *             MODL once, FILE for each file that the model names, then NAME, NODE,
 *             CONT and FRAM in turn, INDX once at the end
 *   trailer   where INDX begins, how long the file is, checksum of all before
 *
 * All numbers are little-endian; doubles are their bits; payloads are multiples of
 * eight bytes long.
 */
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include <stdint.h>
#include <string.h>

#define RECORD_MAGIC "\x89TNR\r\n\x1a\n"
#define RECORD_END "TNR."

enum {
    RECORD_FORMAT = 2,
    RECORD_OLDEST = 1, /* without FILE and CONT */
    MAGIC_BYTES = 8,
    /* the header: magic, u32 format, version padded with zeros, u32 checksum of the bytes before it */
    HEADER_FORMAT = 8,
    HEADER_VERSION = 12,
    VERSION_BYTES = 16,
    HEADER_CHECK = 28,
    HEADER_BYTES = 32,
    /* a block's head: kind, u32 checksum of the payload, u64 length of the payload, u32 number, u32 checksum of these */
    HEAD_CHECK = 4,
    HEAD_LENGTH = 8,
    HEAD_NUMBER = 16,
    HEAD_OWN_CHECK = 20,
    HEAD_BYTES = 24,
    /* names: u32 objects, probes, constraints, 0; then each: u32 length, u32 flags, its bytes */
    NAMES_BYTES = 16,
    NAME_BYTES = 8,
    NAME_VARIABLE = 1,
    /* a frame: u64 number, f64 time, u32 objects, probes, constraints, 0; then flags and numbers */
    FRAME_TIME = 8,
    FRAME_COUNTS = 16,
    FRAME_BYTES = 32,
    /* nodes of flexible objects: u64 number of the frame that follows, u32 objects, 0; then each: u32 number of the
     * object, u32 nodes; then of each three f64 a node for places, three for velocities */
    NODES_COUNT = 8,
    NODES_BYTES = 16,
    NODES_EACH = 8,
    NODE_NUMBERS = 6,
    /* contacts: u64 number of the frame that follows, u32 contacts, 0; then each: u32 numbers of the two objects, ten f64 */
    CONTACTS_COUNT = 8,
    CONTACTS_BYTES = 16,
    CONTACT_NUMBERS = 10,
    CONTACT_BYTES = 8 + 8 * CONTACT_NUMBERS,
    /* a file: u32 length of its name, 0, u64 length of its contents, the name, the contents */
    FILE_LENGTH = 8,
    FILE_BYTES = 16,
    FLAG_THERE = 1,
    FLAG_TURNS = 2, /* has an orientation */
    POSE_NUMBERS = 17,
    CONSTRAINT_NUMBERS = 7,
    /* the trailer: u64 offset of INDX, u64 length of the file, u32 checksum of all bytes before it, RECORD_END */
    TRAILER_LENGTH = 8,
    TRAILER_CHECK = 16,
    TRAILER_END = 20,
    TRAILER_BYTES = 24,
    MOST_FRAMES = 1 << 30,
    MOST_NAMES = 1 << 28
};

#define BLOCK_MODEL "MODL"
#define BLOCK_NAMES "NAME"
#define BLOCK_NODES "NODE"
#define BLOCK_FRAME "FRAM"
#define BLOCK_FILE "FILE"
#define BLOCK_CONTACTS "CONT"
#define BLOCK_INDEX "INDX"

/* ---- numbers; each compiles to one instruction ---- */

static inline void put_u32(unsigned char *p, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(x >> 8 * i);
}

static inline void put_u64(unsigned char *p, uint64_t x)
{
    for (int i = 0; i < 8; i++)
        p[i] = (unsigned char)(x >> 8 * i);
}

static inline void put_f64(unsigned char *p, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    put_u64(p, bits);
}

static inline uint32_t get_u32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t get_u64(const unsigned char *p) { return get_u32(p) | (uint64_t)get_u32(p + 4) << 32; }

static inline double get_f64(const unsigned char *p)
{
    uint64_t bits = get_u64(p);
    double x;
    memcpy(&x, &bits, 8);
    return x;
}

/* ---- offsets in a frame ---- */

static inline uint64_t padded(uint64_t bytes) { return (bytes + 7) & ~(uint64_t)7; }

struct frame_layout {
    uint64_t object_flags, constraint_flags, probes, objects, constraints, bytes; /* from the start of the payload */
};

static inline struct frame_layout frame_layout(uint32_t objects, uint32_t probes, uint32_t constraints)
{
    struct frame_layout l = {.object_flags = FRAME_BYTES};
    l.constraint_flags = l.object_flags + padded(objects);
    l.probes = l.constraint_flags + padded(constraints);
    l.objects = l.probes + 8 * (uint64_t)probes;
    l.constraints = l.objects + 8 * POSE_NUMBERS * (uint64_t)objects;
    l.bytes = l.constraints + 8 * CONSTRAINT_NUMBERS * (uint64_t)constraints;
    return l;
}

#endif
