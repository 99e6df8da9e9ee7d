/* record.h: an open record: what one checked pass over the file found. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "base/diagnostics.h"
#include "base/memory.h"
#include "record/crc.h"
#include "record/format.h"
#include "tenon/record.h"

/* The payload of a block in the file; of length 0: there is none. */
struct block_place {
    uint64_t offset, length;
    uint32_t check;
};

struct frame_place {
    struct block_place block, nodes, contacts;
    double time;
    uint32_t objects, probes, constraints;
};

/* A file that the model names. */
struct kept_file {
    char *name;
    struct block_place block;
    size_t count; /* bytes of its contents, which follow the name in the payload */
};

struct named {
    char *name;
    uint32_t flags;
};

struct tn_record {
    char *path;
    int file;
    uint64_t size;
    struct crc crc;
    char version[VERSION_BYTES + 1];
    char *model;
    ARRAY(struct named) objects;
    ARRAY(struct named) probes;
    ARRAY(struct named) constraints;
    ARRAY(struct frame_place) frames;
    ARRAY(struct kept_file) files;
    int loaded; /* the frame whose payload is in `payload`; -1: none */
    unsigned char *payload;
    size_t room;
    unsigned char *given; /* the contents of the file that was asked for last */
};

/* Reads exactly `count` bytes; false if the file is shorter than it was or cannot be read. */
bool record_read(const tn_record *r, uint64_t offset, void *to, size_t count);
/* Reads a block's payload and checks it again, as the file may have changed; false if it did. */
bool record_load(const tn_record *r, struct block_place b, unsigned char *to);
/* Reads all blocks and notes where the frames are. False: refused, with an error in `d`. */
bool record_scan(tn_record *r, bool may_be_cut, struct diagnostics *d);
/* Every count and length is checked against the rest of the payload. */
bool record_take_model(tn_record *r, const unsigned char *payload, size_t length);
bool record_take_names(tn_record *r, const unsigned char *payload, size_t length);

#endif
