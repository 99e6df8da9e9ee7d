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

static bool put(struct sweep_table *t, const struct buffer *b)
{
    if (t->stream)
        return fwrite(b->at, 1, b->length, t->stream) == b->length && fflush(t->stream) == 0;
    if (t->file < 0)
        return true;
    ssize_t done;
    do
        done = write(t->file, b->at, b->length);
    while (done < 0 && errno == EINTR);
    return done == (ssize_t)b->length;
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

/* The whole text of a file; NULL: it cannot be read. */
static char *read_all(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct buffer b = {0};
    char piece[65536];
    if (!f)
        return NULL;
    buffer_print(&b, "%s", "");
    for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
        buffer_add(&b, piece, n);
    fclose(f);
    return b.at;
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

static int begin(struct sweep_table *t, const struct buffer *header, const char *key)
{
    FILE *f = fopen(t->key, "w");
    bool good = f && fputs(key, f) >= 0;
    good = f && fclose(f) == 0 && good;
    if (good)
        t->file = open(t->part, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
    if (good && t->file >= 0 && put(t, header))
        return STATUS_DONE;
    return options_complain("sweep", "%s cannot be written: %s", t->part, strerror(errno));
}

int sweep_table_open(struct sweep_table *t, const tn_sweep *s, const char *path, bool keeps)
{
    struct stat about;
    struct buffer header = {0}, key = {0};
    int status = STATUS_DONE;
    *t = (struct sweep_table){.sweep = s, .path = path, .file = -1};
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
        char *known = read_all(t->key);
        if (access(t->part, F_OK) != 0)
            status = begin(t, &header, key.at);
        else if (!known || strcmp(known, key.at))
            status = options_complain("sweep", "%s belongs to another command: remove it, or give another -o", t->part);
        else
            status = take_over(t, &header);
        free(known);
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
    if (t->stream && t->stream != stdout)
        fclose(t->stream);
    free(t->part);
    free(t->key);
    free(t->numbers);
    buffer_free(&t->row);
}
