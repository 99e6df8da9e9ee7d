/* sweep_table.c: the table of a sweep in a file that is continued: PATH.part, one whole row per write. */
#define _GNU_SOURCE /* locks that belong to an open file, not to the process: F_OFD_SETLK */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sweep/sweep_parts.h"

struct tn_sweep_table {
    const tn_sweep *sweep;
    char *path, *part, *key;
    int file, lock; /* PATH.part; PATH.part.key, open and locked. -1: none */
    int rows;
    int found;              /* rows of earlier programs: */
    ARRAY(double) numbers;  /* their values and measures; NaN where there is none */
    ARRAY(tn_status) ended; /* their statuses */
};

static int columns_of(const tn_sweep *s) { return tn_sweep_name_count(s) + tn_sweep_measure_count(s); }

/* What the locale of the program says of numbers is left out of account. */
static locale_t plain_begin(void)
{
    const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    return plain != (locale_t)0 ? uselocale(plain) : (locale_t)0;
}

static void plain_end(locale_t before)
{
    if (before != (locale_t)0)
        freelocale(uselocale(before));
}

char *plain_text(double x)
{
    char text[40];
    const locale_t before = plain_begin();
    snprintf(text, sizeof text, "%.17g", x);
    plain_end(before);
    return mem_text(text);
}

static double plain_read(const char *text, char **end)
{
    const locale_t before = plain_begin();
    const double x = strtod(text, end);
    plain_end(before);
    return x;
}

static void say(char **message, char *sentence)
{
    if (message != NULL)
        *message = sentence;
    else
        mem_free(sentence);
}

/* ---- rows as text ---- */

/* Text that grows; zero-terminated once something was added. */
typedef ARRAY(char) buffer;

static void add(buffer *b, const char *text)
{
    const int n = (int)strlen(text);
    ARRAY_RESERVE(b, b->count + n + 1);
    memcpy(b->at + b->count, text, (size_t)n + 1);
    b->count += n;
}

/* A name of a column, in quotation marks where CSV wants them. */
static void add_name(buffer *to, const char *name)
{
    add(to, ",");
    if (strpbrk(name, ",\"\r\n") == NULL) {
        add(to, name);
        return;
    }
    add(to, "\"");
    for (const char *p = name; *p != '\0'; p++)
        add(to, *p == '"' ? "\"\"" : (char[]){*p, '\0'});
    add(to, "\"");
}

static void add_numbers(buffer *to, const double *x, int count)
{
    for (int i = 0; i < count; i++) {
        char *text = isfinite(x[i]) ? plain_text(x[i]) : NULL;
        add(to, ",");
        add(to, text != NULL ? text : "");
        mem_free(text);
    }
}

static bool has_arrays(const tn_sweep *s, const tn_sweep_row *row)
{
    return row != NULL && (row->values != NULL || tn_sweep_name_count(s) == 0) &&
           (row->measures != NULL || tn_sweep_measure_count(s) == 0);
}

static char *header_text(const tn_sweep *s)
{
    buffer b = {0};
    add(&b, "run");
    for (int k = 0; k < tn_sweep_name_count(s); k++)
        add_name(&b, tn_sweep_name(s, k));
    for (int k = 0; k < tn_sweep_measure_count(s); k++)
        add_name(&b, tn_sweep_measure(s, k));
    add(&b, ",status\n");
    return b.at;
}

char *tn_sweep_text(const tn_sweep *s, int i, const tn_sweep_row *row)
{
    buffer b = {0};
    char number[40];
    if (s != NULL && i == -1)
        return header_text(s);
    if (s == NULL || i < 0 || i >= tn_sweep_runs(s) || !has_arrays(s, row))
        return NULL;
    snprintf(number, sizeof number, "%d", i + 1);
    add(&b, number);
    add_numbers(&b, row->values, tn_sweep_name_count(s));
    add_numbers(&b, row->measures, tn_sweep_measure_count(s));
    snprintf(number, sizeof number, ",%d\n", (int)row->status);
    add(&b, number);
    return b.at;
}

/* ---- reading back ---- */

/* The whole text of an open file, which nobody else writes. */
static char *read_file(int file)
{
    struct stat about;
    const size_t size = fstat(file, &about) == 0 ? (size_t)about.st_size : 0;
    char *text = mem_new(size + 1);
    size_t have = 0;
    ssize_t n = 1;
    while (have < size && n > 0) {
        n = read(file, text + have, size - have);
        have += n > 0 ? (size_t)n : 0;
    }
    return text;
}

/* The whole text of a file; NULL: it cannot be read. */
static char *read_path(const char *path)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    char *text = file < 0 ? NULL : read_file(file);
    if (file >= 0)
        close(file);
    return text;
}

/* Reads the next row back. False: it is not the row of this run. */
static bool read_row(tn_sweep_table *t, const char *line)
{
    char *end;
    if (strtol(line, &end, 10) != t->rows + 1)
        return false;
    for (int i = 0; i < columns_of(t->sweep); i++) {
        if (*end != ',')
            return false;
        const char *field = end + 1;
        const bool empty = *field == ',';
        ARRAY_PUSH(&t->numbers, empty ? NAN : plain_read(field, &end));
        end += empty ? 1 : 0;
    }
    if (*end != ',')
        return false;
    ARRAY_PUSH(&t->ended, (tn_status)strtol(end + 1, &end, 10));
    return *end == '\n';
}

/* Takes over the rows of PATH.part. */
static tn_status take_over(tn_sweep_table *t, const char *header, char **message)
{
    char *text = read_path(t->part);
    size_t whole = strlen(header);
    bool same = text != NULL && strncmp(text, header, whole) == 0;
    while (same && t->rows < tn_sweep_runs(t->sweep)) {
        const char *line = text + whole, *end = strchr(line, '\n');
        if (end == NULL)
            break;
        same = read_row(t, line);
        whole += (size_t)(end - line) + 1;
        t->rows++;
    }
    /* A row that was not written to its end is dropped; behind the last row there is nothing. */
    same = same && (t->rows < tn_sweep_runs(t->sweep) || text[whole] == '\0');
    mem_free(text);
    t->found = t->rows;
    if (!same) {
        say(message, mem_print("%s is not a table of this sweep: remove it, or choose another name", t->part));
        return TN_WRONG_USE;
    }
    t->file = open(t->part, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    if (t->file >= 0 && ftruncate(t->file, (off_t)whole) == 0)
        return TN_OK;
    say(message, mem_print("%s cannot be continued: %s", t->part, strerror(errno)));
    return TN_NO_FILE;
}

/* ---- beginning ---- */

static tn_status cannot_write(const char *path, char **message)
{
    say(message, mem_print("%s cannot be written: %s", path, strerror(errno)));
    return TN_NO_FILE;
}

/* One write; what a full disk leaves of a row is dropped when the sweep is continued. */
static bool put(int file, const char *text)
{
    const ssize_t length = (ssize_t)strlen(text);
    ssize_t done;
    do
        done = write(file, text, (size_t)length);
    while (done < 0 && errno == EINTR);
    if (done >= 0 && done < length)
        errno = ENOSPC;
    return done == length;
}

static tn_status begin(tn_sweep_table *t, const char *header, const char *key, char **message)
{
    if (ftruncate(t->lock, 0) == 0 && lseek(t->lock, 0, SEEK_SET) == 0 && put(t->lock, key))
        t->file = open(t->part, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
    return t->file >= 0 && put(t->file, header) ? TN_OK : cannot_write(t->part, message);
}

static bool lock_whole(int file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
#ifdef F_OFD_SETLK
    const int how = F_OFD_SETLK;
#else
    const int how = F_SETLK;
#endif
    return fcntl(file, how, &lock) == 0 || (errno != EACCES && errno != EAGAIN); /* or there are no locks here */
}

/* Opens PATH.part.key and locks it, so that two programs do not write one table. -1: errno says why; EBUSY: another does. */
static int open_key(const char *path)
{
    for (;;) {
        struct stat ours, named;
        const int file =
            open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666); /* a link would be written through */
        if (file < 0)
            return -1;
        if (!lock_whole(file)) {
            close(file);
            errno = EBUSY;
            return -1;
        }
        if (fstat(file, &ours) == 0 && stat(path, &named) == 0 && ours.st_ino == named.st_ino)
            return file;
        close(file); /* the other program has just ended and removed it */
    }
}

/* Is the part so short that its program was killed before the header was written? */
static bool hardly_begun(const tn_sweep_table *t, const char *header)
{
    struct stat about;
    if (stat(t->part, &about) != 0)
        return true;
    char *text = about.st_size < (off_t)strlen(header) ? read_path(t->part) : NULL;
    const bool same = text != NULL && strncmp(text, header, strlen(text)) == 0;
    mem_free(text);
    return same;
}

/* Begins the file, or continues it if the same sweep has left it. */
static tn_status open_part(tn_sweep_table *t, const char *header, const char *key, char **message)
{
    t->lock = open_key(t->key);
    if (t->lock < 0 && errno != EBUSY)
        return cannot_write(t->key, message);
    if (t->lock < 0) {
        say(message, mem_print("%s is being written by another sweep", t->part));
        return TN_WRONG_USE;
    }
    char *known = read_file(t->lock);
    const bool ours = strcmp(known, key) == 0, none = *known == '\0';
    mem_free(known);
    if (access(t->part, F_OK) != 0 || (ours && hardly_begun(t, header)))
        return begin(t, header, key, message);
    if (ours)
        return take_over(t, header, message);
    if (none)
        unlink(t->key);
    say(message, mem_print("%s belongs to another sweep: remove it, or choose another name", t->part));
    return TN_WRONG_USE;
}

static bool is_link(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

/* What is there already must be a file that can be replaced, and a link must lead to one. */
static tn_status check_path(const char *path, char **message)
{
    struct stat about;
    const bool any = stat(path, &about) == 0;
    if (!any && is_link(path))
        return cannot_write(path, message);
    if (!any || (S_ISREG(about.st_mode) && access(path, W_OK) == 0))
        return TN_OK;
    errno = S_ISDIR(about.st_mode) ? EISDIR : S_ISREG(about.st_mode) ? EACCES : EINVAL;
    return cannot_write(path, message);
}

/* A file that the scene is read from is not written over. */
static tn_status check_reads(const tn_sweep_table *t, char **message)
{
    const char *const written[] = {t->path, t->part, t->key};
    for (int i = 0; i < 3; i++)
        if (tn_sweep_reads(t->sweep, written[i])) {
            say(message, mem_print("%s belongs to the scene, and would be written over", written[i]));
            return TN_WRONG_USE;
        }
    return TN_OK;
}

/* What a link leads to; the path itself where there is nothing. */
static char *followed(const char *path)
{
    char *real = realpath(path, NULL), *out = mem_text(real != NULL ? real : path);
    free(real);
    return out;
}

tn_sweep_table *tn_sweep_table_open(const tn_sweep *s, const char *path, tn_status *status, char **message)
{
    tn_status now = TN_WRONG_USE;
    tn_sweep_table *t = NULL;
    if (message != NULL)
        *message = NULL;
    if (s == NULL || path == NULL || *path == '\0')
        say(message, mem_text("a table needs a sweep and the name of a file"));
    else if ((now = check_path(path, message)) == TN_OK) {
        t = MEM_NEW(tn_sweep_table);
        *t = (tn_sweep_table){
            .sweep = s, .path = is_link(path) ? followed(path) : mem_text(path), .file = -1, .lock = -1};
        t->part = mem_print("%s.part", t->path);
        t->key = mem_print("%s.part.key", t->path);
        char *header = tn_sweep_text(s, -1, NULL);
        char *key = mem_print("tenon sweep %016llx\n", (unsigned long long)tn_sweep_key(s));
        now = check_reads(t, message);
        if (now == TN_OK)
            now = open_part(t, header, key, message);
        mem_free(header);
        mem_free(key);
    }
    if (status != NULL)
        *status = now;
    if (now == TN_OK)
        return t;
    tn_sweep_table_close(t);
    return NULL;
}

/* ---- using it ---- */

int tn_sweep_table_rows(const tn_sweep_table *t) { return t != NULL ? t->rows : 0; }

tn_status tn_sweep_table_get(const tn_sweep_table *t, int i, tn_sweep_row *row)
{
    if (t == NULL || i < 0 || i >= t->found || !has_arrays(t->sweep, row))
        return TN_WRONG_USE;
    const int names = tn_sweep_name_count(t->sweep), measures = tn_sweep_measure_count(t->sweep);
    const double *numbers = t->numbers.at + (size_t)i * (size_t)(names + measures);
    for (int k = 0; k < names; k++)
        row->values[k] = numbers[k];
    for (int k = 0; k < measures; k++)
        row->measures[k] = numbers[names + k];
    row->status = t->ended.at[i];
    row->message = NULL;
    return TN_OK;
}

tn_status tn_sweep_table_add(tn_sweep_table *t, const tn_sweep_row *row, char **message)
{
    if (message != NULL)
        *message = NULL;
    char *line = t != NULL && t->file >= 0 ? tn_sweep_text(t->sweep, t->rows, row) : NULL;
    if (line == NULL) {
        say(message, mem_text("the table has all rows, or the row has no numbers"));
        return TN_WRONG_USE;
    }
    const bool good = put(t->file, line);
    mem_free(line);
    if (!good)
        return cannot_write(t->part, message);
    t->rows++;
    return TN_OK;
}

tn_status tn_sweep_table_finish(tn_sweep_table *t, char **message)
{
    if (message != NULL)
        *message = NULL;
    if (t == NULL || t->file < 0 || t->rows < tn_sweep_runs(t->sweep)) {
        say(message, mem_text("the table has not all rows yet"));
        return TN_WRONG_USE;
    }
    struct stat old;
    if (stat(t->path, &old) == 0 && fchmod(t->file, old.st_mode & 0777) != 0)
        return cannot_write(t->path, message);
    if (fsync(t->file) != 0 || rename(t->part, t->path) != 0)
        return cannot_write(t->path, message);
    unlink(t->key);
    close(t->file);
    t->file = -1;
    return TN_OK;
}

void tn_sweep_table_close(tn_sweep_table *t)
{
    if (t == NULL)
        return;
    if (t->file >= 0)
        close(t->file);
    if (t->lock >= 0)
        close(t->lock);
    ARRAY_FREE(&t->numbers);
    ARRAY_FREE(&t->ended);
    mem_free(t->path);
    mem_free(t->part);
    mem_free(t->key);
    mem_free(t);
}
