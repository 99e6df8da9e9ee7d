/* sweep_table.c: see sweep_table.h. */
#include "sweep_table.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "options.h"
#include "status.h"

static int columns_of(const tn_sweep *s) { return tn_sweep_name_count(s) + tn_sweep_measure_count(s); }

/* ---- rows ---- */

static void add_text(struct buffer *b, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        buffer_add(b, text, strlen(text));
        return;
    }
    buffer_add(b, "\"", 1);
    for (const char *p = text; *p; p++) {
        if (*p == '"')
            buffer_add(b, "\"", 1);
        buffer_add(b, p, 1);
    }
    buffer_add(b, "\"", 1);
}

static void write_header(const tn_sweep *s, struct buffer *b)
{
    buffer_print(b, "run");
    for (int i = 0; i < tn_sweep_name_count(s); i++) {
        buffer_add(b, ",", 1);
        add_text(b, tn_sweep_name(s, i));
    }
    for (int i = 0; i < tn_sweep_measure_count(s); i++) {
        buffer_add(b, ",", 1);
        add_text(b, tn_sweep_measure(s, i));
    }
    buffer_print(b, ",status\n");
}

/* One write; what a full disk leaves of a row is dropped when the sweep is continued. */
static bool put_into(int file, const struct buffer *b)
{
    ssize_t done;
    do
        done = write(file, b->at, b->length);
    while (done < 0 && errno == EINTR);
    if (done >= 0 && done < (ssize_t)b->length)
        errno = ENOSPC;
    return done == (ssize_t)b->length;
}

static bool put(struct sweep_table *t, const struct buffer *b)
{
    bool good = true;
    if (t->stream)
        good = fwrite(b->at, 1, b->length, t->stream) == b->length && fflush(t->stream) == 0;
    else if (t->file >= 0)
        good = put_into(t->file, b);
    t->error = good ? 0 : errno;
    return good;
}

static void keep(struct sweep_table *t, int run, const double *numbers)
{
    const int n = columns_of(t->sweep);
    for (int i = 0; t->numbers && i < n; i++)
        t->numbers[(size_t)run * (size_t)n + (size_t)i] = numbers[i];
}

bool sweep_table_row(struct sweep_table *t, int run, const struct sweep_result *r)
{
    buffer_clear(&t->row);
    buffer_print(&t->row, "%d", run + 1);
    for (int i = 0; i < columns_of(t->sweep); i++)
        if (isfinite(r->numbers[i]))
            buffer_print(&t->row, ",%.17g", r->numbers[i]);
        else
            buffer_add(&t->row, ",", 1);
    buffer_print(&t->row, ",%d\n", (int)r->status);
    keep(t, run, r->numbers);
    return put(t, &t->row);
}

/* ---- continuing ---- */

/* The whole text of an open file. */
static char *read_file(int file)
{
    struct buffer b = {0};
    char piece[65536];
    buffer_print(&b, "%s", "");
    for (ssize_t n; (n = read(file, piece, sizeof piece)) > 0;)
        buffer_add(&b, piece, (size_t)n);
    return b.at;
}

/* The whole text of a file; NULL: it cannot be read. */
static char *read_all(const char *path)
{
    int file = open(path, O_RDONLY);
    char *text = file < 0 ? NULL : read_file(file);
    if (file >= 0)
        close(file);
    return text;
}

/* Reads one row back: the numbers of its fields, and its status. False: it is not the row of this run. */
static bool read_row(struct sweep_table *t, const char *line, int run, double *numbers)
{
    char *end;
    if (strtol(line, &end, 10) != run + 1)
        return false;
    for (int i = 0; i < columns_of(t->sweep); i++) {
        if (*end != ',')
            return false;
        const char *field = end + 1;
        numbers[i] = *field == ',' ? NAN : strtod(field, &end);
        end = *field == ',' ? (char *)(size_t)field : end;
    }
    if (*end != ',')
        return false;
    const char status = end[1];
    t->failed += status != '0';
    keep(t, run, numbers);
    return end[2] == '\n';
}

/* Takes over the rows of F.csv.part. */
static int take_over(struct sweep_table *t, const struct buffer *header)
{
    char *text = read_all(t->part);
    double *numbers = texts_memory(NULL, sizeof(double) * (size_t)(columns_of(t->sweep) + 1));
    size_t whole = header->length;
    bool same = text && !strncmp(text, header->at, header->length);
    while (same && t->rows < tn_sweep_runs(t->sweep)) {
        const char *line = text + whole, *end = strchr(line, '\n');
        if (!end)
            break;
        same = read_row(t, line, t->rows, numbers);
        whole += (size_t)(end - line) + 1;
        t->rows++;
    }
    /* A row that was not written to its end is dropped; behind the last row there is nothing. */
    same = same && (t->rows < tn_sweep_runs(t->sweep) || !text[whole]);
    free(text);
    free(numbers);
    if (!same)
        return options_complain("sweep", "%s is not a table of this sweep: remove it, or give another -o", t->part);
    t->file = open(t->part, O_WRONLY | O_APPEND);
    if (t->file < 0 || ftruncate(t->file, (off_t)whole) != 0)
        return options_complain("sweep", "%s cannot be continued: %s", t->part, strerror(errno));
    return STATUS_DONE;
}

static int cannot_write(const struct sweep_table *t)
{
    return options_complain("sweep", "%s cannot be written: %s", t->part, strerror(errno));
}

static int begin(struct sweep_table *t, const struct buffer *header, const struct buffer *key)
{
    if (ftruncate(t->lock, 0) == 0 && lseek(t->lock, 0, SEEK_SET) == 0 && put_into(t->lock, key))
        t->file = open(t->part, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
    return t->file >= 0 && put(t, header) ? STATUS_DONE : cannot_write(t);
}

static bool lock_whole(int file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN); /* or there are no locks here */
}

/* Opens F.csv.part.key and locks it, so that two commands do not write one table. -1: errno says why; EBUSY: another does. */
static int open_key(const char *path)
{
    for (;;) {
        struct stat ours, named;
        const int file = open(path, O_RDWR | O_CREAT, 0666);
        if (file < 0)
            return -1;
        if (!lock_whole(file)) {
            close(file);
            errno = EBUSY;
            return -1;
        }
        if (fstat(file, &ours) == 0 && stat(path, &named) == 0 && ours.st_ino == named.st_ino)
            return file;
        close(file); /* the other command has just ended and removed it */
    }
}

/* Is the part so short that its command was killed before the header was written? */
static bool hardly_begun(const struct sweep_table *t, const struct buffer *header)
{
    struct stat about;
    if (stat(t->part, &about) != 0)
        return true;
    char *text = about.st_size < (off_t)header->length ? read_all(t->part) : NULL;
    const bool same = text && !strncmp(text, header->at, strlen(text));
    free(text);
    return same;
}

/* Begins the file, or continues it if the same command has left it. */
static int open_part(struct sweep_table *t, const struct buffer *header, const struct buffer *key)
{
    t->lock = open_key(t->key);
    if (t->lock < 0 && errno == EBUSY)
        return options_complain("sweep", "%s is being written by another tenon sweep", t->part);
    if (t->lock < 0)
        return cannot_write(t);
    char *known = read_file(t->lock);
    const bool ours = !strcmp(known, key->at), none = !*known;
    free(known);
    if (access(t->part, F_OK) != 0 || (ours && hardly_begun(t, header)))
        return begin(t, header, key);
    if (ours)
        return take_over(t, header);
    if (none)
        unlink(t->key);
    return options_complain("sweep", "%s belongs to another command: remove it, or give another -o", t->part);
}

int sweep_table_open(struct sweep_table *t, const tn_sweep *s, const char *path, bool keeps)
{
    struct stat about;
    struct buffer header = {0}, key = {0};
    int status = STATUS_DONE;
    *t = (struct sweep_table){.sweep = s, .path = path, .file = -1, .lock = -1};
    if (keeps)
        t->numbers = texts_memory(NULL, sizeof(double) * (size_t)columns_of(s) * (size_t)tn_sweep_runs(s) + 1);
    write_header(s, &header);
    buffer_print(&key, "tenon sweep %016llx\n", (unsigned long long)tn_sweep_key(s));
    bool plain = path && strcmp(path, "-") && (stat(path, &about) != 0 || S_ISREG(about.st_mode));
    if (!path) {
        /* nothing is written */
    } else if (!plain) {
        t->stream = strcmp(path, "-") ? fopen(path, "w") : stdout;
        if (!t->stream || !put(t, &header))
            status = options_complain("sweep", "%s cannot be written: %s", path, strerror(errno));
    } else {
        struct buffer name = {0};
        buffer_print(&name, "%s.part", path);
        t->part = texts_copy(name.at);
        buffer_print(&name, ".key");
        t->key = name.at;
        status = open_part(t, &header, &key);
    }
    buffer_free(&header);
    buffer_free(&key);
    return status;
}

bool sweep_table_finish(struct sweep_table *t)
{
    if (t->stream)
        return fflush(t->stream) == 0;
    if (t->file < 0)
        return true;
    bool good = fsync(t->file) == 0 && rename(t->part, t->path) == 0;
    if (good)
        unlink(t->key);
    return good;
}

void sweep_table_close(struct sweep_table *t)
{
    if (t->file >= 0)
        close(t->file);
    if (t->lock >= 0)
        close(t->lock);
    if (t->stream && t->stream != stdout)
        fclose(t->stream);
    free(t->part);
    free(t->key);
    free(t->numbers);
    buffer_free(&t->row);
}
