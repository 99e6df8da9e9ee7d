/* fuzz_record.c: any bytes as a record, finished or cut off: refused with a message, or every frame of it is read.
 *
 * A record is protected by checksums, which a fuzzer cannot guess: half of the mutated inputs are given the right
 * checksums, lengths and numbers, so that the code behind the checksums is tested as well.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "fuzz.h"
#include "record/crc.h"
#include "record/format.h"
#include "tenon/tenon.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* ---- mutation ---- */

/* Corrects the checksums of every block, as far as the lengths lead. */
static void seal(uint8_t *data, size_t size)
{
    struct crc crc;
    crc_prepare(&crc);
    if (size < HEADER_BYTES)
        return;
    put_u32(data + HEADER_CHECK, crc_add(&crc, 0, data, HEADER_CHECK));
    size_t at = HEADER_BYTES, index = 0;
    for (uint32_t number = 0; size - at >= HEAD_BYTES; number++) {
        uint8_t *head = data + at;
        uint64_t length = get_u64(head + HEAD_LENGTH), left = size - at - HEAD_BYTES;
        if (size - at == TRAILER_BYTES && memcmp(head + TRAILER_END, RECORD_END, 4) == 0)
            break;
        index = at;
        if (length <= left)
            put_u32(head + HEAD_CHECK, crc_add(&crc, 0, head + HEAD_BYTES, (size_t)length));
        put_u32(head + HEAD_NUMBER, number);
        put_u32(head + HEAD_OWN_CHECK, crc_add(&crc, 0, head, HEAD_OWN_CHECK));
        if (length > left)
            return;
        at += HEAD_BYTES + (size_t)length;
    }
    if (size - at != TRAILER_BYTES)
        return;
    put_u64(data + at, index);
    put_u64(data + at + TRAILER_LENGTH, size);
    put_u32(data + at + TRAILER_CHECK, crc_add(&crc, 0, data, at + TRAILER_CHECK));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    size = LLVMFuzzerMutate(data, size, most);
    if (seed % 2 == 0)
        seal(data, size);
    return size;
}

/* ---- the target ---- */

static void read_frames(tn_record *r)
{
    int objects = tn_record_object_count(r), probes = tn_record_probe_count(r),
        constraints = tn_record_constraint_count(r);
    tn_pose *poses = MEM_ARRAY(tn_pose, objects);
    bool *there = MEM_ARRAY(bool, objects);
    double *values = MEM_ARRAY(double, probes);
    tn_record_constraint *states = MEM_ARRAY(tn_record_constraint, constraints);
    for (int i = 0; i < tn_record_frame_count(r); i++) {
        PROMISE(tn_record_poses(r, i, poses, there) == TN_OK, "%s", "a frame that was checked cannot be read");
        PROMISE(tn_record_probes(r, i, values) == TN_OK, "%s", "probes that were checked cannot be read");
        PROMISE(tn_record_constraints(r, i, states) == TN_OK, "%s", "constraints that were checked cannot be read");
        tn_record_touch *touches = MEM_ARRAY(tn_record_touch, tn_record_touch_count(r, i));
        tn_record_touches(r, i, touches); /* refused if the number of an object is wrong */
        mem_free(touches);
        int found = tn_record_frame_at(r, tn_record_time(r, i));
        PROMISE(found >= 0 && found < tn_record_frame_count(r), "%s", "a time of a frame leads to none");
    }
    for (int i = 0; i < objects; i++)
        PROMISE(tn_record_object_name(r, i) != NULL, "%s", "an object without a name");
    PROMISE(tn_record_model(r) != NULL && tn_record_version(r) != NULL, "%s", "no model or no version");
    mem_free(poses);
    mem_free(there);
    mem_free(values);
    mem_free(states);
}

static void look(const char *path)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_is_record(path);
    tn_record *r = tn_record_open(path, d);
    PROMISE((r == NULL) == (tn_diagnostics_errors(d) > 0), "%s: opened, or errors, but not both or none", path);
    if (r != NULL)
        read_frames(r);
    tn_record_close(r);
    tn_diagnostics_free(d);
}

/* One file with two names in the folder where the fuzzer was started. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char whole[64], part[64];
    if (whole[0] == '\0') {
        snprintf(whole, sizeof whole, "fuzz-%ld.tnr", (long)getpid());
        snprintf(part, sizeof part, "fuzz-%ld-cut.tnr.part", (long)getpid());
    }
    int file = open(whole, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    PROMISE(file >= 0 && write(file, data, size) == (ssize_t)size, "%s cannot be written", whole);
    close(file);
    look(whole);
    PROMISE(rename(whole, part) == 0, "%s cannot be renamed", whole);
    look(part);
    unlink(part);
    return 0;
}
