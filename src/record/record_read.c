/* record_read.c: opening a record, its names, and its frames one at a time. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/record.h"
#include "tenon/scene.h"
#include "world/world.h"

bool record_read(const tn_record *r, uint64_t offset, void *to, size_t count)
{
    unsigned char *p = to;
    while (count > 0) {
        ssize_t n = pread(r->file, p, count, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            errno = n < 0 ? errno : 0;
            return false;
        }
        p += n;
        offset += (uint64_t)n;
        count -= (size_t)n;
    }
    return true;
}

bool record_load(const tn_record *r, struct block_place b, unsigned char *to)
{
    return record_read(r, b.offset, to, (size_t)b.length) && crc_add(&r->crc, 0, to, (size_t)b.length) == b.check;
}

/* ---- names and text ---- */

bool record_take_model(tn_record *r, const unsigned char *payload, size_t length)
{
    if (length < 8 || get_u64(payload) > length - 8)
        return false;
    size_t text = (size_t)get_u64(payload);
    if (memchr(payload + 8, 0, text) != NULL)
        return false;
    r->model = mem_new(text + 1);
    memcpy(r->model, payload + 8, text);
    return true;
}

/* Reads one name at *p and advances *p; false if it does not end before `end`. */
static bool take_name(const unsigned char **p, const unsigned char *end, struct named *out)
{
    size_t left = (size_t)(end - *p);
    if (left < NAME_BYTES || get_u32(*p) > left - NAME_BYTES)
        return false;
    size_t length = get_u32(*p);
    out->flags = get_u32(*p + 4);
    out->name = mem_new(length + 1);
    memcpy(out->name, *p + NAME_BYTES, length);
    *p += NAME_BYTES + length;
    return true;
}

bool record_take_names(tn_record *r, const unsigned char *payload, size_t length)
{
    if (length < NAMES_BYTES)
        return false;
    const unsigned char *p = payload + NAMES_BYTES, *end = payload + length;
    uint32_t objects = get_u32(payload), probes = get_u32(payload + 4), constraints = get_u32(payload + 8);
    struct named n;
    for (uint32_t i = 0; i < objects; i++) {
        if (r->objects.count >= MOST_NAMES || !take_name(&p, end, &n))
            return false;
        ARRAY_PUSH(&r->objects, n);
    }
    for (uint32_t i = 0; i < probes; i++) {
        if (r->probes.count >= MOST_NAMES || !take_name(&p, end, &n))
            return false;
        ARRAY_PUSH(&r->probes, n);
    }
    for (uint32_t i = 0; i < constraints; i++) {
        if (r->constraints.count >= MOST_NAMES || !take_name(&p, end, &n))
            return false;
        ARRAY_PUSH(&r->constraints, n);
    }
    return true;
}

/* ---- opening and closing ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Opens FILE, or FILE.part where there is no FILE; *used is the name of what was opened, errno says why not. */
static int open_either(const char *path, char **used)
{
    *used = mem_text(path);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0 || errno != ENOENT || ends_with(path, ".part"))
        return file;
    char *part = mem_print("%s.part", path);
    file = open(part, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        mem_free(part);
        errno = ENOENT;
        return file;
    }
    mem_free(*used);
    *used = part;
    return file;
}

bool tn_is_record(const char *path)
{
    struct stat s;
    if (path == NULL || (stat(path, &s) == 0 && !S_ISREG(s.st_mode))) /* peeking would take bytes out of a pipe */
        return false;
    char *used, magic[MAGIC_BYTES];
    int file = open_either(path, &used);
    bool is =
        file >= 0 && pread(file, magic, MAGIC_BYTES, 0) == MAGIC_BYTES && memcmp(magic, RECORD_MAGIC, MAGIC_BYTES) == 0;
    if (file >= 0)
        close(file);
    mem_free(used);
    return is;
}

static bool open_and_scan(tn_record *r, const char *path, struct diagnostics *d)
{
    struct stat s;
    r->file = open_either(path, &r->path);
    if (r->file < 0 || fstat(r->file, &s) != 0) {
        diagnostics_error(d, (struct place){0}, NULL, "%s: cannot be read: %s", path, strerror(errno));
        return false;
    }
    if (!S_ISREG(s.st_mode)) {
        diagnostics_error(d, (struct place){0}, NULL, "%s: is not a plain file", path);
        return false;
    }
    r->size = (uint64_t)s.st_size;
    crc_prepare(&r->crc);
    return record_scan(r, ends_with(r->path, ".part"), d);
}

tn_record *tn_record_open(const char *path, tn_diagnostics *d)
{
    if (path == NULL)
        return NULL;
    tn_diagnostics *own = d == NULL ? tn_diagnostics_new() : NULL;
    tn_record *r = MEM_NEW(tn_record);
    r->file = r->loaded = -1;
    /* the public tn_diagnostics is struct diagnostics inside the library */
    bool good = open_and_scan(r, path, (struct diagnostics *)(void *)(d == NULL ? own : d));
    tn_diagnostics_free(own);
    if (good)
        return r;
    tn_record_close(r);
    return NULL;
}

static void free_names(struct named *at, int count)
{
    for (int i = 0; i < count; i++)
        mem_free(at[i].name);
}

void tn_record_close(tn_record *r)
{
    if (r == NULL)
        return;
    if (r->file >= 0)
        close(r->file);
    free_names(r->objects.at, r->objects.count);
    free_names(r->probes.at, r->probes.count);
    free_names(r->constraints.at, r->constraints.count);
    ARRAY_FREE(&r->objects);
    ARRAY_FREE(&r->probes);
    ARRAY_FREE(&r->constraints);
    ARRAY_FREE(&r->frames);
    for (int i = 0; i < r->files.count; i++)
        mem_free(r->files.at[i].name);
    ARRAY_FREE(&r->files);
    mem_free(r->given);
    mem_free(r->payload);
    mem_free(r->model);
    mem_free(r->path);
    mem_free(r);
}

/* ---- access ---- */

const char *tn_record_model(const tn_record *r) { return r != NULL ? r->model : ""; }
const char *tn_record_version(const tn_record *r) { return r != NULL ? r->version : ""; }
int tn_record_object_count(const tn_record *r) { return r != NULL ? r->objects.count : 0; }
int tn_record_probe_count(const tn_record *r) { return r != NULL ? r->probes.count : 0; }
int tn_record_constraint_count(const tn_record *r) { return r != NULL ? r->constraints.count : 0; }
int tn_record_frame_count(const tn_record *r) { return r != NULL ? r->frames.count : 0; }

const char *tn_record_object_name(const tn_record *r, int i)
{
    return r != NULL && i >= 0 && i < r->objects.count ? r->objects.at[i].name : NULL;
}

bool tn_record_object_is_variable(const tn_record *r, int i)
{
    return r != NULL && i >= 0 && i < r->objects.count && (r->objects.at[i].flags & NAME_VARIABLE) != 0;
}

const char *tn_record_probe_name(const tn_record *r, int i)
{
    return r != NULL && i >= 0 && i < r->probes.count ? r->probes.at[i].name : NULL;
}

const char *tn_record_constraint_name(const tn_record *r, int i)
{
    return r != NULL && i >= 0 && i < r->constraints.count ? r->constraints.at[i].name : NULL;
}

double tn_record_time(const tn_record *r, int frame)
{
    return r != NULL && frame >= 0 && frame < r->frames.count ? r->frames.at[frame].time : NAN;
}

int tn_record_frame_at(const tn_record *r, double t)
{
    int low = 0, high = tn_record_frame_count(r); /* frames before low are not later than t, those from high on are */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (r->frames.at[middle].time <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? low - 1 : tn_record_frame_count(r) > 0 ? 0 : -1;
}

/* Loads a frame's payload; checked again, as the file may have changed. */
static tn_status load(tn_record *r, int frame)
{
    if (frame < 0 || frame >= r->frames.count)
        return TN_WRONG_USE;
    if (r->loaded == frame)
        return TN_OK;
    const struct block_place b = r->frames.at[frame].block;
    if (b.length > r->room) {
        r->payload = mem_resize(r->payload, 0, (size_t)b.length);
        r->room = (size_t)b.length;
    }
    r->loaded = -1;
    if (!record_load(r, b, r->payload))
        return TN_NO_FILE;
    r->loaded = frame;
    return TN_OK;
}

static tn_vec3 get_vector(const unsigned char *p) { return (tn_vec3){get_f64(p), get_f64(p + 8), get_f64(p + 16)}; }

static tn_pose get_pose(const unsigned char *p)
{
    return (tn_pose){
        .position = get_vector(p),
        .orientation = {get_f64(p + 24), get_f64(p + 32), get_f64(p + 40), get_f64(p + 48)},
        .center = get_vector(p + 56),
        .velocity = get_vector(p + 80),
        .spin = get_vector(p + 104),
        .mass = get_f64(p + 128),
    };
}

static struct frame_layout layout_of(const struct frame_place *f)
{
    return frame_layout(f->objects, f->probes, f->constraints);
}

tn_status tn_record_poses(tn_record *r, int frame, tn_pose *poses, bool *there)
{
    tn_status status = r == NULL || poses == NULL ? TN_WRONG_USE : load(r, frame);
    if (status != TN_OK)
        return status;
    const struct frame_place *f = &r->frames.at[frame];
    struct frame_layout l = layout_of(f);
    for (int i = 0; i < r->objects.count; i++) {
        unsigned flags = (uint32_t)i < f->objects ? r->payload[l.object_flags + (uint64_t)i] : 0;
        bool is = (flags & FLAG_THERE) != 0;
        poses[i] = is ? get_pose(r->payload + l.objects + 8 * POSE_NUMBERS * (uint64_t)i) : (tn_pose){.mass = 0};
        poses[i].has_orientation = is && (flags & FLAG_TURNS) != 0;
        if (there != NULL)
            there[i] = is;
    }
    return TN_OK;
}

tn_status tn_record_probes(tn_record *r, int frame, double *values)
{
    tn_status status = r == NULL || values == NULL ? TN_WRONG_USE : load(r, frame);
    if (status != TN_OK)
        return status;
    const struct frame_place *f = &r->frames.at[frame];
    struct frame_layout l = layout_of(f);
    for (int i = 0; i < r->probes.count; i++)
        values[i] = (uint32_t)i < f->probes ? get_f64(r->payload + l.probes + 8 * (uint64_t)i) : NAN;
    return TN_OK;
}

tn_status tn_record_constraints(tn_record *r, int frame, tn_record_constraint *states)
{
    tn_status status = r == NULL || states == NULL ? TN_WRONG_USE : load(r, frame);
    if (status != TN_OK)
        return status;
    const struct frame_place *f = &r->frames.at[frame];
    struct frame_layout l = layout_of(f);
    for (int i = 0; i < r->constraints.count; i++) {
        bool is = (uint32_t)i < f->constraints && (r->payload[l.constraint_flags + (uint64_t)i] & FLAG_THERE) != 0;
        states[i] = (tn_record_constraint){.there = is};
        if (!is)
            continue;
        const unsigned char *p = r->payload + l.constraints + 8 * CONSTRAINT_NUMBERS * (uint64_t)i;
        states[i].force = get_vector(p);
        states[i].torque = get_vector(p + 24);
        states[i].deviation = get_f64(p + 48);
    }
    return TN_OK;
}

/* ---- contacts ---- */

int tn_record_touch_count(const tn_record *r, int frame)
{
    if (r == NULL || frame < 0 || frame >= r->frames.count || r->frames.at[frame].contacts.length == 0)
        return 0;
    return (int)((r->frames.at[frame].contacts.length - CONTACTS_BYTES) / CONTACT_BYTES);
}

tn_status tn_record_touches(tn_record *r, int frame, tn_record_touch *touches)
{
    if (r == NULL || touches == NULL || frame < 0 || frame >= r->frames.count)
        return TN_WRONG_USE;
    const struct block_place b = r->frames.at[frame].contacts;
    if (b.length == 0)
        return TN_OK;
    unsigned char *bytes = mem_resize(NULL, 0, (size_t)b.length);
    bool right = record_load(r, b, bytes);
    for (int i = 0; right && i < tn_record_touch_count(r, frame); i++) {
        const unsigned char *p = bytes + CONTACTS_BYTES + CONTACT_BYTES * (size_t)i;
        const uint32_t first = get_u32(p), second = get_u32(p + 4);
        right = first < (uint32_t)r->objects.count && second < (uint32_t)r->objects.count;
        if (right)
            touches[i] = (tn_record_touch){
                .a = (int)first,
                .b = (int)second,
                .point = get_vector(p + 8),
                .normal = get_vector(p + 32),
                .force = get_vector(p + 56),
                .gap = get_f64(p + 80),
            };
    }
    mem_free(bytes);
    return right ? TN_OK : TN_NO_FILE;
}

/* ---- the model with its files ---- */

struct kept_files {
    tn_record *r;
    size_t folder; /* length of the folder's name, which stands before names that are relative */
    tn_file_function *otherwise;
    void *user;
};

static tn_file_answer give_file(void *user, const char *path, const void **bytes, size_t *count)
{
    const struct kept_files *k = user;
    tn_record *r = k->r;
    const bool below = strncmp(path, r->path, k->folder) == 0;
    for (int i = 0; i < r->files.count; i++) {
        const struct kept_file *f = &r->files.at[i];
        if (strcmp(f->name, path) != 0 && !(below && strcmp(f->name, path + k->folder) == 0))
            continue;
        mem_free(r->given);
        r->given = mem_resize(NULL, 0, (size_t)f->block.length);
        *bytes = r->given + FILE_BYTES + strlen(f->name);
        *count = f->count;
        return record_load(r, f->block, r->given) ? TN_FILE_HERE : TN_FILE_MISSING;
    }
    return k->otherwise != NULL ? k->otherwise(k->user, path, bytes, count) : TN_FILE_ELSEWHERE;
}

tn_status tn_record_read(tn_record *r, tn_world *w, tn_diagnostics *d)
{
    if (r == NULL || w == NULL)
        return TN_WRONG_USE;
    const char *slash = strrchr(r->path, '/');
    struct kept_files k = {.r = r, .folder = slash != NULL ? (size_t)(slash - r->path) + 1 : 0};
    world_file_hook(w, &k.otherwise, &k.user);
    tn_world_hook_files(w, give_file, &k);
    const tn_status status = tn_read_text(w, r->path, r->model, d);
    tn_world_hook_files(w, k.otherwise, k.user);
    mem_free(r->given);
    r->given = NULL;
    return status;
}
