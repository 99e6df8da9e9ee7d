/* record_write.c: a record grows frame by frame in FILE.part, each frame by one write; at the end the index, fsync, rename.
 *
 * Invariant: the first `written` bytes of the file are whole blocks. What a failed
 * write left after them is truncated.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/open.h"
#include "base/open_file.h"
#include "record/columns.h"
#include "record/crc.h"
#include "record/format.h"
#include "tenon/record.h"
#include "tenon/scene.h"
#include "world/world.h"

struct tn_recorder {
    char *path, *part; /* part: NULL for a device or a pipe, which is written to directly */
    int file;
    bool failed;
    struct crc crc;
    uint32_t check;   /* of all blocks so far and the header */
    uint32_t blocks;  /* so far, those in `bytes` too */
    uint64_t written; /* bytes handed to the operating system */
    struct columns objects, constraints;
    ARRAY(char *) probes;
    int named_objects, named_probes, named_constraints; /* how many names are in NAME blocks so far */
    ARRAY(uint64_t) frames;                             /* offsets of their blocks */
    ARRAY(int) object_column;                           /* of the i-th object of the world, in this frame */
    ARRAY(int) constraint_column;
    struct touch_list touches; /* of this frame */
    struct {
        unsigned char *at;
        size_t length, room;
    } bytes;      /* whole blocks that wait to be written */
    size_t block; /* where in `bytes` the block that is being made begins */
};

/* ---- blocks ---- */

/* Makes room at the end and returns where it begins; not zeroed. */
static unsigned char *extend(tn_recorder *r, uint64_t count)
{
    size_t at = r->bytes.length, need = at + (size_t)count;
    if (need > r->bytes.room) {
        r->bytes.room = need + need / 4;
        r->bytes.at = mem_resize(r->bytes.at, at, r->bytes.room);
    }
    r->bytes.length = need;
    return r->bytes.at + at;
}

static void add_bytes(tn_recorder *r, const void *from, size_t count)
{
    unsigned char *to = extend(r, count);
    if (count > 0)
        memcpy(to, from, count);
}

static void begin_block(tn_recorder *r, const char *kind)
{
    r->block = r->bytes.length;
    memset(extend(r, HEAD_BYTES), 0, HEAD_BYTES);
    memcpy(r->bytes.at + r->block, kind, 4);
}

static void end_block(tn_recorder *r)
{
    size_t length = r->bytes.length - r->block - HEAD_BYTES, rest = (size_t)padded(length) - length;
    memset(extend(r, rest), 0, rest);
    unsigned char *head = r->bytes.at + r->block;
    uint32_t check = crc_add(&r->crc, 0, head + HEAD_BYTES, length + rest);
    put_u32(head + HEAD_CHECK, check);
    put_u64(head + HEAD_LENGTH, length + rest);
    put_u32(head + HEAD_NUMBER, r->blocks++);
    put_u32(head + HEAD_OWN_CHECK, crc_add(&r->crc, 0, head, HEAD_OWN_CHECK));
    r->check = crc_join(crc_add(&r->crc, r->check, head, HEAD_BYTES), check, length + rest);
}

/* ---- what the blocks hold ---- */

static void add_header(tn_recorder *r)
{
    unsigned char *p = extend(r, HEADER_BYTES);
    memset(p, 0, HEADER_BYTES);
    memcpy(p, RECORD_MAGIC, MAGIC_BYTES);
    put_u32(p + HEADER_FORMAT, RECORD_FORMAT);
    _Static_assert(sizeof TN_VERSION <= VERSION_BYTES, "the version has its place");
    memcpy(p + HEADER_VERSION, TN_VERSION, sizeof TN_VERSION);
    put_u32(p + HEADER_CHECK, crc_add(&r->crc, 0, p, HEADER_CHECK));
    r->check = crc_add(&r->crc, 0, p, HEADER_BYTES);
}

static void add_model(tn_recorder *r, const char *text)
{
    size_t length = strlen(text);
    begin_block(r, BLOCK_MODEL);
    put_u64(extend(r, 8), length);
    add_bytes(r, text, length);
    end_block(r);
}

enum { LARGEST_FILE = 1 << 30 };

/* Appends all of a file; false, and nothing is appended, if it cannot be read or is too large. */
static bool add_contents(tn_recorder *r, FILE *file, uint64_t *count)
{
    enum { SOME = 1 << 16 };
    const size_t before = r->bytes.length;
    size_t n = SOME;
    while (n == SOME && r->bytes.length - before < LARGEST_FILE) {
        unsigned char *to = extend(r, SOME);
        n = fread(to, 1, SOME, file);
        r->bytes.length -= SOME - n;
    }
    *count = r->bytes.length - before;
    const bool whole = n < SOME && !ferror(file);
    if (!whole)
        r->bytes.length = before;
    return whole;
}

static void add_file(tn_recorder *r, const char *name, const char *where)
{
    char why[OPEN_WHY];
    FILE *file = open_regular(where, why);
    if (file == NULL)
        return; /* it has gone since; a reader of the record looks for it as a reader of the text does */
    begin_block(r, BLOCK_FILE);
    const size_t length = strlen(name);
    uint64_t count;
    memset(extend(r, FILE_BYTES), 0, FILE_BYTES);
    add_bytes(r, name, length);
    if (add_contents(r, file, &count)) {
        unsigned char *p = r->bytes.at + r->block + HEAD_BYTES;
        put_u32(p, (uint32_t)length);
        put_u64(p + FILE_LENGTH, count);
        end_block(r);
    } else {
        r->bytes.length = r->block;
    }
    fclose(file);
}

/* The files that the model names, so that it can be read and drawn without them. */
static void add_files(tn_recorder *r, const tn_world *w, const char *model)
{
    const char *name, *where;
    const struct open_hook *before = open_use(open_hook_of(w));
    for (int i = 0; (name = tn_file_read(w, i, &where)) != NULL; i++) {
        char *quoted = mem_print("\"%s\"", name);
        if (strstr(model, quoted) != NULL) /* what named it may have been removed since */
            add_file(r, name, where);
        mem_free(quoted);
    }
    open_use(before);
}

static void add_name(tn_recorder *r, const char *name, uint32_t flags)
{
    size_t length = strlen(name);
    unsigned char *p = extend(r, NAME_BYTES);
    put_u32(p, (uint32_t)length);
    put_u32(p + 4, flags);
    add_bytes(r, name, length);
}

/* The names that are new since the last such block. */
static void add_names(tn_recorder *r)
{
    int objects = r->objects.list.count, constraints = r->constraints.list.count;
    begin_block(r, BLOCK_NAMES);
    unsigned char *p = extend(r, NAMES_BYTES);
    put_u32(p, (uint32_t)(objects - r->named_objects));
    put_u32(p + 4, (uint32_t)(r->probes.count - r->named_probes));
    put_u32(p + 8, (uint32_t)(constraints - r->named_constraints));
    put_u32(p + 12, 0);
    for (; r->named_objects < objects; r->named_objects++)
        add_name(r, r->objects.list.at[r->named_objects].name, r->objects.list.at[r->named_objects].flags);
    for (; r->named_probes < r->probes.count; r->named_probes++)
        add_name(r, r->probes.at[r->named_probes], 0);
    for (; r->named_constraints < constraints; r->named_constraints++)
        add_name(r, r->constraints.list.at[r->named_constraints].name, 0);
    end_block(r);
}

/* ---- columns of a frame ---- */

/* What is still there is found first, so that new things can take over the columns that are free. */
static void meet_objects(tn_recorder *r, const tn_world *w)
{
    int count = tn_object_count(w);
    ARRAY_RESERVE(&r->object_column, count);
    columns_begin(&r->objects);
    for (int i = 0; i < count; i++) {
        tn_object o = tn_object_at(w, i);
        int c = columns_find(&r->objects, o.slot, o.generation);
        r->object_column.at[i] = c;
        if (c >= 0)
            columns_see(&r->objects, c);
    }
    for (int i = 0; i < count && r->objects.seen < count; i++) {
        if (r->object_column.at[i] >= 0)
            continue;
        tn_object o = tn_object_at(w, i);
        uint32_t flags = tn_object_is_variable(w, o) ? NAME_VARIABLE : 0;
        r->object_column.at[i] = columns_add(&r->objects, o.slot, o.generation, tn_object_name(w, o), flags);
    }
}

static void meet_constraints(tn_recorder *r, const tn_world *w)
{
    int count = tn_constraint_count(w);
    ARRAY_RESERVE(&r->constraint_column, count);
    columns_begin(&r->constraints);
    for (int i = 0; i < count; i++) {
        tn_constraint o = tn_constraint_at(w, i);
        int c = columns_find(&r->constraints, o.slot, o.generation);
        r->constraint_column.at[i] = c;
        if (c >= 0)
            columns_see(&r->constraints, c);
    }
    for (int i = 0; i < count && r->constraints.seen < count; i++) {
        if (r->constraint_column.at[i] >= 0)
            continue;
        tn_constraint o = tn_constraint_at(w, i);
        r->constraint_column.at[i] = columns_add(&r->constraints, o.slot, o.generation, tn_constraint_name(w, o), 0);
    }
}

static void meet_all(tn_recorder *r, const tn_world *w)
{
    meet_objects(r, w);
    meet_constraints(r, w);
    for (int i = r->probes.count; i < tn_probe_count(w); i++)
        ARRAY_PUSH(&r->probes, mem_text(tn_probe_name(w, i)));
}

static bool has_newcomers(const tn_recorder *r)
{
    return r->named_objects < r->objects.list.count || r->named_probes < r->probes.count ||
           r->named_constraints < r->constraints.list.count;
}

/* ---- a frame ---- */

static unsigned char *put_vector(unsigned char *p, tn_vec3 v)
{
    put_f64(p, v.x);
    put_f64(p + 8, v.y);
    put_f64(p + 16, v.z);
    return p + 24;
}

static void put_pose(unsigned char *p, const tn_pose *o)
{
    p = put_vector(p, o->position);
    put_f64(p, o->orientation.w);
    put_f64(p + 8, o->orientation.x);
    put_f64(p + 16, o->orientation.y);
    put_f64(p + 24, o->orientation.z);
    p = put_vector(p + 32, o->center);
    p = put_vector(p, o->velocity);
    p = put_vector(p, o->spin);
    put_f64(p, o->mass);
}

static void put_objects(tn_recorder *r, tn_world *w, unsigned char *payload, const struct frame_layout *l)
{
    for (int i = 0; i < tn_object_count(w); i++) {
        size_t c = (size_t)r->object_column.at[i];
        tn_pose pose;
        if (!tn_object_present(w, tn_object_at(w, i)) || tn_object_pose(w, tn_object_at(w, i), &pose) != TN_OK)
            continue;
        payload[l->object_flags + c] = (unsigned char)(FLAG_THERE | (pose.has_orientation ? FLAG_TURNS : 0));
        put_pose(payload + l->objects + 8 * POSE_NUMBERS * c, &pose);
    }
}

static void put_constraints(tn_recorder *r, tn_world *w, unsigned char *payload, const struct frame_layout *l)
{
    for (int i = 0; i < tn_constraint_count(w); i++) {
        size_t c = (size_t)r->constraint_column.at[i];
        tn_constraint_state state;
        if (tn_constraint_get(w, tn_constraint_at(w, i), &state) != TN_OK)
            continue;
        unsigned char *p = payload + l->constraints + 8 * CONSTRAINT_NUMBERS * c;
        payload[l->constraint_flags + c] = FLAG_THERE;
        p = put_vector(p, state.force);
        p = put_vector(p, state.torque);
        put_f64(p, state.size);
    }
}

/* The i-th object's, if it has more than a pose. */
static int nodes_of(tn_world *w, int i, const double *at[2])
{
    return world_state_nodes(w, world_object_slot(w, i), &at[0], &at[1]);
}

/* Positions of the nodes of flexible objects, and coordinates of others, in the next frame. */
static void add_nodes(tn_recorder *r, tn_world *w)
{
    uint32_t objects = 0;
    size_t numbers = 0;
    const double *at[2];
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        int nodes = tn_object_present(w, o) ? nodes_of(w, i, at) : 0;
        objects += nodes > 0;
        numbers += NODE_NUMBERS * (size_t)nodes;
    }
    if (objects == 0)
        return;
    begin_block(r, BLOCK_NODES);
    unsigned char *p = extend(r, NODES_BYTES + NODES_EACH * (size_t)objects + 8 * numbers);
    unsigned char *each = p + NODES_BYTES, *number = each + NODES_EACH * (size_t)objects;
    put_u64(p, (uint64_t)r->frames.count);
    put_u32(p + NODES_COUNT, objects);
    put_u32(p + NODES_COUNT + 4, 0);
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        int nodes = tn_object_present(w, o) ? nodes_of(w, i, at) : 0;
        if (nodes == 0)
            continue;
        put_u32(each, (uint32_t)r->object_column.at[i]);
        put_u32(each + 4, (uint32_t)nodes);
        each += NODES_EACH;
        for (int k = 0; k < NODE_NUMBERS * nodes; k++, number += 8)
            put_f64(number, at[k / (3 * nodes)][k % (3 * nodes)]);
    }
    end_block(r);
}

/* Where bodies touched in the last step before the next frame. */
static void add_contacts(tn_recorder *r, const tn_world *w)
{
    r->touches.count = 0;
    world_touches(w, &r->touches);
    if (r->touches.count == 0)
        return;
    begin_block(r, BLOCK_CONTACTS);
    unsigned char *p = extend(r, CONTACTS_BYTES + CONTACT_BYTES * (size_t)r->touches.count);
    put_u64(p, (uint64_t)r->frames.count);
    put_u32(p + CONTACTS_COUNT, (uint32_t)r->touches.count);
    put_u32(p + CONTACTS_COUNT + 4, 0);
    p += CONTACTS_BYTES;
    for (int i = 0; i < r->touches.count; i++) {
        const tn_touch *t = &r->touches.at[i];
        put_u32(p, (uint32_t)columns_find(&r->objects, t->a.slot, t->a.generation));
        put_u32(p + 4, (uint32_t)columns_find(&r->objects, t->b.slot, t->b.generation));
        p = put_vector(p + 8, t->point);
        p = put_vector(p, t->normal);
        p = put_vector(p, t->force);
        put_f64(p, t->gap);
        p += 8;
    }
    end_block(r);
}

static void add_frame(tn_recorder *r, tn_world *w)
{
    uint32_t objects = (uint32_t)r->objects.list.count, probes = (uint32_t)r->probes.count;
    uint32_t constraints = (uint32_t)r->constraints.list.count;
    struct frame_layout l = frame_layout(objects, probes, constraints);
    begin_block(r, BLOCK_FRAME);
    ARRAY_PUSH(&r->frames, r->written + r->block);
    unsigned char *payload = extend(r, l.bytes);
    memset(payload, 0, l.bytes);
    put_u64(payload, (uint64_t)r->frames.count - 1);
    put_f64(payload + FRAME_TIME, tn_time(w));
    put_u32(payload + FRAME_COUNTS, objects);
    put_u32(payload + FRAME_COUNTS + 4, probes);
    put_u32(payload + FRAME_COUNTS + 8, constraints);
    for (uint32_t i = 0; i < probes; i++)
        put_f64(payload + l.probes + 8 * i, tn_probe_value(w, (int)i));
    put_objects(r, w, payload, &l);
    put_constraints(r, w, payload, &l);
    end_block(r);
}

/* ---- the file ---- */

static void say(char **message, char *sentence)
{
    if (message != NULL)
        *message = sentence;
    else
        mem_free(sentence);
}

static tn_status fail(tn_recorder *r, int error, char **message)
{
    const char *why = strerror(error);
    r->failed = true;
    if (r->part != NULL && r->frames.count > 0)
        say(message, mem_print("cannot write %s: %s; its %d frame%s so far stay%s in %s", r->path, why, r->frames.count,
                               r->frames.count == 1 ? "" : "s", r->frames.count == 1 ? "s" : "", r->part));
    else
        say(message, mem_print("cannot write %s: %s", r->path, why));
    return TN_NO_FILE;
}

/* Writes everything that waits; on failure the file is as it was before. */
static int hand_over(tn_recorder *r)
{
    const unsigned char *p = r->bytes.at;
    size_t left = r->bytes.length;
    while (left > 0) {
        ssize_t n = write(r->file, p, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            int error = errno;
            if (r->part != NULL && ftruncate(r->file, (off_t)r->written) != 0)
                error = errno;
            return error;
        }
        p += n;
        left -= (size_t)n;
    }
    r->written += r->bytes.length;
    r->bytes.length = 0;
    return 0;
}

/* The mode of the file that is replaced; a lock, so that two runs do not mix their frames. */
static int take_part(tn_recorder *r, const struct stat *old)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat mine, named;
    if (fcntl(r->file, F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN))
        return EBUSY;
    /* Another run may have finished, and renamed the file, between our opening and our lock. */
    if (fstat(r->file, &mine) != 0 || stat(r->part, &named) != 0 || mine.st_ino != named.st_ino)
        return EBUSY;
    if (old != NULL)
        (void)!fchmod(r->file, old->st_mode & 0777);
    return ftruncate(r->file, 0) == 0 ? 0 : errno;
}

static int open_file(tn_recorder *r, const char *path)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        return EISDIR;
    if (exists && access(path, W_OK) != 0)
        return errno;
    if (exists && S_ISREG(old.st_mode)) { /* a symbolic link stays; its target is replaced */
        mem_free(r->path);
        r->path = realpath(path, NULL);
        if (r->path == NULL)
            return errno;
    }
    bool plain = !exists || S_ISREG(old.st_mode);
    r->part = plain ? mem_print("%s.part", r->path) : NULL;
    r->file = plain ? open(r->part, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)
                    : open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (r->file < 0)
        return errno;
    return plain ? take_part(r, exists ? &old : NULL) : 0;
}

static void recorder_free(tn_recorder *r)
{
    if (r->file >= 0)
        close(r->file);
    columns_free(&r->objects);
    columns_free(&r->constraints);
    for (int i = 0; i < r->probes.count; i++)
        mem_free(r->probes.at[i]);
    ARRAY_FREE(&r->probes);
    ARRAY_FREE(&r->frames);
    ARRAY_FREE(&r->object_column);
    ARRAY_FREE(&r->constraint_column);
    ARRAY_FREE(&r->touches);
    mem_free(r->bytes.at);
    mem_free(r->path);
    mem_free(r->part);
    mem_free(r);
}

tn_recorder *tn_record_create(const char *path, const tn_world *w, const char *model, char **message)
{
    if (path == NULL || w == NULL || model == NULL) {
        say(message, mem_text("a record needs a path, a world and its text"));
        return NULL;
    }
    tn_recorder *r = MEM_NEW(tn_recorder);
    r->path = mem_text(path);
    r->file = -1;
    int error = open_file(r, path);
    if (error != 0) {
        say(message, mem_print("cannot write %s: %s", path,
                               error == EBUSY ? "another run is recording there" : strerror(error)));
        recorder_free(r);
        return NULL;
    }
    crc_prepare(&r->crc);
    add_header(r);
    add_model(r, model);
    add_files(r, w, model);
    meet_all(r, w);
    add_names(r); /* written with the first frame */
    return r;
}

tn_status tn_record_frame(tn_recorder *r, tn_world *w, char **message)
{
    if (r == NULL || w == NULL || r->failed || r->frames.count >= MOST_FRAMES) {
        say(message, mem_text("the recording has ended: no frame can be added"));
        return TN_WRONG_USE;
    }
    meet_all(r, w);
    if (has_newcomers(r))
        add_names(r);
    add_nodes(r, w);
    add_contacts(r, w);
    add_frame(r, w);
    int error = hand_over(r);
    if (error == 0)
        return TN_OK;
    r->frames.count--;
    return fail(r, error, message);
}

static void add_index(tn_recorder *r)
{
    begin_block(r, BLOCK_INDEX);
    uint64_t start = r->written + r->block;
    put_u64(extend(r, 8), (uint64_t)r->frames.count);
    unsigned char *p = extend(r, 8 * (uint64_t)r->frames.count);
    for (int i = 0; i < r->frames.count; i++)
        put_u64(p + 8 * (size_t)i, r->frames.at[i]);
    end_block(r);
    p = extend(r, TRAILER_BYTES);
    put_u64(p, start);
    put_u64(p + TRAILER_LENGTH, r->written + r->bytes.length);
    put_u32(p + TRAILER_CHECK, crc_add(&r->crc, r->check, p, TRAILER_CHECK));
    memcpy(p + TRAILER_END, RECORD_END, TRAILER_BYTES - TRAILER_END);
}

/* fsync of the folder makes the rename durable; some file systems cannot, which is harmless. */
static void sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? mem_text(".") : mem_print("%.*s", (int)(slash - path + 1), path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!fsync(fd);
        close(fd);
    }
    mem_free(folder);
}

tn_status tn_record_finish(tn_recorder *r, char **message)
{
    tn_status status = TN_OK;
    if (r == NULL || r->failed) {
        say(message, mem_text("the recording has ended already"));
        tn_record_abandon(r);
        return TN_WRONG_USE;
    }
    add_index(r);
    int error = hand_over(r);
    if (error == 0 && r->part != NULL) {
        error = fsync(r->file) == 0 && rename(r->part, r->path) == 0 ? 0 : errno;
        if (error == 0)
            sync_folder(r->path);
    }
    if (error != 0)
        status = fail(r, error, message);
    recorder_free(r);
    return status;
}

void tn_record_abandon(tn_recorder *r)
{
    if (r == NULL)
        return;
    if (r->part != NULL && r->frames.count == 0)
        unlink(r->part);
    recorder_free(r);
}
