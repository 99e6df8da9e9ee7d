/* record.h: an open record: what one checked pass over the file found. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "base/diagnostics.h"
#include "base/memory.h"
#include "record/crc.h"
#include "record/format.h"
#include "tenon/record.h"

struct frame_place {
    uint64_t offset; /* of its payload */
    uint64_t length;
    double time;
    uint32_t check, objects, probes, constraints;
    uint64_t nodes_offset, nodes_length; /* of the payload with its nodes; 0: it has none */
    uint32_t nodes_check;
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
    int loaded; /* the frame whose payload is in `payload`; -1: none */
    unsigned char *payload;
    size_t room;
};

/* Reads exactly `count` bytes; false if the file is shorter than it was or cannot be read. */
bool record_read(const tn_record *r, uint64_t offset, void *to, size_t count);
/* Reads all blocks and notes where the frames are. False: refused, with an error in `d`. */
bool record_scan(tn_record *r, bool may_be_cut, struct diagnostics *d);
/* Every count and length is checked against the rest of the payload. */
bool record_take_model(tn_record *r, const unsigned char *payload, size_t length);
bool record_take_names(tn_record *r, const unsigned char *payload, size_t length);

#endif
