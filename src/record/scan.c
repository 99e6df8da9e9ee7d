/* scan.c: the one pass over a file that is not trusted.
 *
 * Invariant: nothing is used before its checksum has been verified, and no memory is
 * allocated before the block that needs it was found to lie inside the file with the
 * right checksum; so allocations are at most a small multiple of the file's length.
 * The pass itself needs one chunk.
 */
#include <errno.h>

#include "record/record.h"

enum { CHUNK = 1 << 18 };

struct scan {
    tn_record *r;
    struct diagnostics *d;
    bool may_be_cut;
    uint64_t at; /* everything before it is complete and verified */
    uint32_t blocks;
    uint32_t check; /* of all bytes before `at` */
    unsigned char *chunk;
    unsigned char head[HEAD_BYTES];
    unsigned char first[FRAME_BYTES];   /* the first bytes of the payload */
    uint64_t index;                     /* where INDX began */
    struct block_place nodes, contacts; /* of the next frame: what NODE and CONT said */
};

enum verdict { GO_ON, AT_END, CUT, REFUSED };

/* ---- messages ---- */

static enum verdict refuse(struct scan *s, const char *what, const char *why)
{
    diagnostics_error(s->d, (struct place){0}, NULL, "%s: %s at byte %llu %s", s->r->path, what,
                      (unsigned long long)s->at, why);
    return REFUSED;
}

static enum verdict refuse_block(struct scan *s, const char *why)
{
    char what[80];
    if (memcmp(s->head, BLOCK_FRAME, 4) == 0)
        snprintf(what, sizeof what, "frame %d", s->r->frames.count);
    else if (memcmp(s->head, BLOCK_NAMES, 4) == 0)
        snprintf(what, sizeof what, "the list of names before frame %d", s->r->frames.count);
    else if (memcmp(s->head, BLOCK_NODES, 4) == 0)
        snprintf(what, sizeof what, "the nodes of frame %d", s->r->frames.count);
    else if (memcmp(s->head, BLOCK_CONTACTS, 4) == 0)
        snprintf(what, sizeof what, "the contacts of frame %d", s->r->frames.count);
    else if (memcmp(s->head, BLOCK_FILE, 4) == 0)
        snprintf(what, sizeof what, "file %d of the model", s->r->files.count);
    else if (memcmp(s->head, BLOCK_MODEL, 4) == 0)
        snprintf(what, sizeof what, "the model's text");
    else if (memcmp(s->head, BLOCK_INDEX, 4) == 0)
        snprintf(what, sizeof what, "the index after %d frames", s->r->frames.count);
    else
        snprintf(what, sizeof what, "the block that should be frame %d", s->r->frames.count);
    return refuse(s, what, why);
}

static enum verdict refuse_reading(struct scan *s)
{
    diagnostics_error(s->d, (struct place){0}, NULL, "%s: cannot be read at byte %llu: %s", s->r->path,
                      (unsigned long long)s->at, errno != 0 ? strerror(errno) : "it became shorter");
    return REFUSED;
}

/* ---- the header ---- */

static enum verdict scan_header(struct scan *s)
{
    unsigned char h[HEADER_BYTES];
    tn_record *r = s->r;
    if (r->size < MAGIC_BYTES)
        return r->size == 0 ? refuse(s, "it ends", "before its first frame")
                            : refuse(s, "it", "is too short for a record");
    size_t have = r->size < HEADER_BYTES ? (size_t)r->size : HEADER_BYTES;
    if (!record_read(r, 0, h, have))
        return refuse_reading(s);
    if (memcmp(h, RECORD_MAGIC, MAGIC_BYTES) != 0) {
        diagnostics_error(s->d, (struct place){0}, NULL, "%s: is not a record (its first bytes are not those of one)",
                          r->path);
        return REFUSED;
    }
    if (have < HEADER_BYTES)
        return refuse(s, "the header", "is cut off");
    if (get_u32(h + HEADER_CHECK) != crc_add(&r->crc, 0, h, HEADER_CHECK))
        return refuse(s, "the header", "is damaged: its checksum is wrong");
    memcpy(r->version, h + HEADER_VERSION, VERSION_BYTES);
    const uint32_t format = get_u32(h + HEADER_FORMAT);
    if (format < RECORD_OLDEST || format > RECORD_FORMAT) {
        diagnostics_error(
            s->d, (struct place){0}, NULL,
            "%s: was written by Tenon %s in record format %u; this is Tenon %s, which reads formats %d to %d", r->path,
            r->version, (unsigned)format, TN_VERSION, RECORD_OLDEST, RECORD_FORMAT);
        return REFUSED;
    }
    s->check = crc_add(&r->crc, 0, h, HEADER_BYTES);
    s->at = HEADER_BYTES;
    return GO_ON;
}

/* ---- blocks ---- */

/* After a power failure some file systems leave zeros where data was still to come. */
static bool rest_is_zero(struct scan *s)
{
    for (uint64_t at = s->at; at < s->r->size;) {
        size_t n = s->r->size - at < CHUNK ? (size_t)(s->r->size - at) : CHUNK;
        if (!record_read(s->r, at, s->chunk, n))
            return false;
        for (size_t i = 0; i < n; i++)
            if (s->chunk[i] != 0)
                return false;
        at += n;
    }
    return true;
}

/* The head of the next block, used only if its own checksum is right. */
static enum verdict scan_head(struct scan *s, uint64_t *length)
{
    uint64_t left = s->r->size - s->at;
    memset(s->head, 0, HEAD_BYTES);
    if (left < HEAD_BYTES)
        return CUT;
    if (!record_read(s->r, s->at, s->head, HEAD_BYTES))
        return refuse_reading(s);
    if (get_u32(s->head + HEAD_OWN_CHECK) != crc_add(&s->r->crc, 0, s->head, HEAD_OWN_CHECK)) {
        if (rest_is_zero(s))
            return CUT;
        memset(s->head, 0, 4);
        return refuse_block(s, "is damaged: the checksum of its head is wrong");
    }
    *length = get_u64(s->head + HEAD_LENGTH);
    if (*length > left - HEAD_BYTES)
        return CUT;
    if (get_u32(s->head + HEAD_NUMBER) != s->blocks)
        return refuse_block(s, "is out of order: a block before it is missing or repeated");
    return GO_ON;
}

/* The payload's checksum, and the whole file's along the way. */
static enum verdict scan_payload(struct scan *s, uint64_t length)
{
    uint32_t own = 0;
    memset(s->first, 0, sizeof s->first);
    for (uint64_t done = 0; done < length;) {
        size_t n = length - done < CHUNK ? (size_t)(length - done) : CHUNK;
        if (!record_read(s->r, s->at + HEAD_BYTES + done, s->chunk, n))
            return refuse_reading(s);
        if (done == 0)
            memcpy(s->first, s->chunk, n < sizeof s->first ? n : sizeof s->first);
        own = crc_add(&s->r->crc, own, s->chunk, n);
        done += n;
    }
    if (own != get_u32(s->head + HEAD_CHECK))
        return refuse_block(s, "is damaged: its checksum is wrong");
    s->check = crc_join(crc_add(&s->r->crc, s->check, s->head, HEAD_BYTES), own, length);
    return GO_ON;
}

static struct block_place place_of(const struct scan *s, uint64_t length)
{
    return (struct block_place){s->at + HEAD_BYTES, length, get_u32(s->head + HEAD_CHECK)};
}

static enum verdict take_frame(struct scan *s, uint64_t length)
{
    tn_record *r = s->r;
    const unsigned char *p = s->first;
    struct frame_place f = {
        .block = place_of(s, length),
        .nodes = s->nodes,
        .contacts = s->contacts,
        .time = get_f64(p + FRAME_TIME),
        .objects = get_u32(p + FRAME_COUNTS),
        .probes = get_u32(p + FRAME_COUNTS + 4),
        .constraints = get_u32(p + FRAME_COUNTS + 8),
    };
    bool right = length >= FRAME_BYTES && get_u64(p) == (uint64_t)r->frames.count &&
                 f.objects <= (uint32_t)r->objects.count && f.probes <= (uint32_t)r->probes.count &&
                 f.constraints <= (uint32_t)r->constraints.count &&
                 frame_layout(f.objects, f.probes, f.constraints).bytes == length && r->frames.count < MOST_FRAMES;
    if (!right)
        return refuse_block(s, "is invalid: its counts do not match its length");
    s->nodes = s->contacts = (struct block_place){.offset = 0};
    ARRAY_PUSH(&r->frames, f);
    return GO_ON;
}

/* The nodes of the next frame; their numbers by object are checked when they are used. */
static enum verdict take_nodes(struct scan *s, uint64_t length)
{
    const uint64_t left = length - NODES_BYTES;
    uint32_t objects = get_u32(s->first + NODES_COUNT);
    bool right = length >= NODES_BYTES && get_u64(s->first) == (uint64_t)s->r->frames.count && objects > 0 &&
                 objects <= left / NODES_EACH && s->nodes.length == 0;
    if (!right)
        return refuse_block(s, "is invalid: its counts do not match its length");
    s->nodes = place_of(s, length);
    return GO_ON;
}

/* The contacts of the next frame; the numbers of their objects are checked when they are used. */
static enum verdict take_contacts(struct scan *s, uint64_t length)
{
    bool right = length >= CONTACTS_BYTES && get_u64(s->first) == (uint64_t)s->r->frames.count &&
                 (length - CONTACTS_BYTES) % CONTACT_BYTES == 0 && length > CONTACTS_BYTES &&
                 (length - CONTACTS_BYTES) / CONTACT_BYTES == get_u32(s->first + CONTACTS_COUNT) &&
                 length / CONTACT_BYTES < MOST_NAMES && s->contacts.length == 0;
    if (!right)
        return refuse_block(s, "is invalid: its counts do not match its length");
    s->contacts = place_of(s, length);
    return GO_ON;
}

/* A file that the model names; its contents stay where they are. */
static enum verdict take_file(struct scan *s, uint64_t length)
{
    tn_record *r = s->r;
    const uint64_t name = get_u32(s->first), contents = get_u64(s->first + FILE_LENGTH);
    const uint64_t left = length >= FILE_BYTES ? length - FILE_BYTES : 0;
    if (length < FILE_BYTES || name == 0 || name > left || contents > left - name || r->frames.count > 0 ||
        r->files.count >= MOST_NAMES)
        return refuse_block(s, "is invalid: its counts do not match its length");
    const struct kept_file f = {mem_new((size_t)name + 1), place_of(s, length), (size_t)contents};
    ARRAY_PUSH(&r->files, f);
    if (!record_read(r, s->at + HEAD_BYTES + FILE_BYTES, f.name, (size_t)name))
        return refuse_reading(s);
    return memchr(f.name, 0, (size_t)name) == NULL ? GO_ON : refuse_block(s, "is invalid: its name has a zero byte");
}

/* Small blocks are read into memory as a whole; they have been verified before. */
static enum verdict take_whole(struct scan *s, uint64_t length,
                               bool (*take)(tn_record *, const unsigned char *, size_t))
{
    unsigned char *payload = mem_resize(NULL, 0, (size_t)length);
    enum verdict v = GO_ON;
    if (!record_read(s->r, s->at + HEAD_BYTES, payload, (size_t)length))
        v = refuse_reading(s);
    else if (!take(s->r, payload, (size_t)length))
        v = refuse_block(s, "is invalid: its counts do not match its length");
    mem_free(payload);
    return v;
}

static bool index_fits(tn_record *r, const unsigned char *p, size_t length)
{
    if (length != 8 + 8 * (size_t)r->frames.count || get_u64(p) != (uint64_t)r->frames.count)
        return false;
    for (int i = 0; i < r->frames.count; i++)
        if (get_u64(p + 8 + 8 * (size_t)i) != r->frames.at[i].block.offset - HEAD_BYTES)
            return false;
    return true;
}

static enum verdict take_block(struct scan *s, uint64_t length)
{
    bool model = memcmp(s->head, BLOCK_MODEL, 4) == 0;
    if (model != (s->blocks == 0))
        return refuse_block(s, "is out of order: a record begins with the model's text");
    if (model)
        return take_whole(s, length, record_take_model);
    if (memcmp(s->head, BLOCK_FRAME, 4) == 0)
        return take_frame(s, length);
    if (memcmp(s->head, BLOCK_NODES, 4) == 0)
        return take_nodes(s, length);
    if (memcmp(s->head, BLOCK_CONTACTS, 4) == 0)
        return take_contacts(s, length);
    if (memcmp(s->head, BLOCK_FILE, 4) == 0)
        return take_file(s, length);
    if (memcmp(s->head, BLOCK_NAMES, 4) == 0)
        return take_whole(s, length, record_take_names);
    if (memcmp(s->head, BLOCK_INDEX, 4) != 0)
        return refuse_block(s, "is of an unknown kind");
    s->index = s->at;
    enum verdict v = take_whole(s, length, index_fits);
    return v == GO_ON ? AT_END : v;
}

static enum verdict scan_block(struct scan *s)
{
    uint64_t length = 0;
    enum verdict v = scan_head(s, &length);
    if (v == GO_ON)
        v = scan_payload(s, length);
    if (v == GO_ON)
        v = take_block(s, length);
    if (v == GO_ON || v == AT_END) {
        s->at += HEAD_BYTES + length;
        s->blocks++;
    }
    return v;
}

/* ---- the end ---- */

static enum verdict scan_trailer(struct scan *s)
{
    unsigned char t[TRAILER_BYTES];
    uint64_t left = s->r->size - s->at;
    if (left < TRAILER_BYTES)
        return CUT;
    if (left > TRAILER_BYTES)
        return refuse(s, "the end", "is followed by bytes that do not belong there");
    if (!record_read(s->r, s->at, t, TRAILER_BYTES))
        return refuse_reading(s);
    bool right = get_u64(t) == s->index && get_u64(t + TRAILER_LENGTH) == s->r->size &&
                 memcmp(t + TRAILER_END, RECORD_END, TRAILER_BYTES - TRAILER_END) == 0;
    if (!right)
        return refuse(s, "the end", "is damaged");
    if (get_u32(t + TRAILER_CHECK) != crc_add(&s->r->crc, s->check, t, TRAILER_CHECK))
        return refuse(s, "the end", "is damaged: the checksum of the whole file is wrong");
    return AT_END;
}

static bool judge_cut(struct scan *s)
{
    const tn_record *r = s->r;
    char last[80] = "before its first frame";
    if (r->frames.count > 0)
        snprintf(last, sizeof last, "after frame %d (t = %.9g s)", r->frames.count - 1,
                 r->frames.at[r->frames.count - 1].time);
    unsigned long long at = s->at, rest = r->size - s->at;
    if (s->may_be_cut && r->model != NULL) {
        char more[80] = "";
        if (rest > 0)
            snprintf(more, sizeof more, "; the %llu bytes after that are not a whole block", rest);
        diagnostics_warning(s->d, (struct place){0},
                            "%s: the run that wrote it did not finish; it is read up to byte %llu, %s%s", r->path, at,
                            last, more);
        return true;
    }
    diagnostics_error(s->d, (struct place){0}, NULL, "%s: is cut off %s: at byte %llu there should be more", r->path,
                      last, at);
    return false;
}

bool record_scan(tn_record *r, bool may_be_cut, struct diagnostics *d)
{
    struct scan s = {.r = r, .d = d, .may_be_cut = may_be_cut, .chunk = mem_resize(NULL, 0, CHUNK)};
    enum verdict v = scan_header(&s);
    while (v == GO_ON)
        v = scan_block(&s);
    if (v == AT_END)
        v = scan_trailer(&s);
    mem_free(s.chunk);
    return v == CUT ? judge_cut(&s) : v == AT_END;
}
