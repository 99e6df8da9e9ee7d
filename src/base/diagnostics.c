/* diagnostics.c: the list of a model's errors and warnings; see diagnostics.h. */
#include "base/diagnostics.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MOST_ERRORS = 100 };

struct entry {
    struct place place;
    bool is_error;
    char *message, *near, *line;
};

struct tn_diagnostics {
    ARRAY(struct entry) entries;
    ARRAY(char *) files;
    ARRAY(char *) texts;
    int errors, warnings;
    const atomic_bool *stop;
};

/* The public tn_diagnostics is struct diagnostics inside the library. */
static tn_diagnostics *outer(struct diagnostics *d) { return (tn_diagnostics *)(void *)d; }
static const tn_diagnostics *outer_const(const struct diagnostics *d)
{
    return (const tn_diagnostics *)(const void *)d;
}

tn_diagnostics *tn_diagnostics_new(void) { return MEM_NEW(tn_diagnostics); }

void tn_diagnostics_free(tn_diagnostics *d)
{
    if (d == NULL)
        return;
    for (int i = 0; i < d->entries.count; i++) {
        mem_free(d->entries.at[i].message);
        mem_free(d->entries.at[i].near);
        mem_free(d->entries.at[i].line);
    }
    for (int i = 0; i < d->files.count; i++) {
        mem_free(d->files.at[i]);
        mem_free(d->texts.at[i]);
    }
    ARRAY_FREE(&d->entries);
    ARRAY_FREE(&d->files);
    ARRAY_FREE(&d->texts);
    mem_free(d);
}

struct diagnostics *diagnostics_new(void) { return (struct diagnostics *)(void *)tn_diagnostics_new(); }
void diagnostics_free(struct diagnostics *d) { tn_diagnostics_free(outer(d)); }

int diagnostics_source(struct diagnostics *diagnostics, const char *file, const char *text)
{
    tn_diagnostics *d = outer(diagnostics);
    ARRAY_PUSH(&d->files, mem_text(file));
    ARRAY_PUSH(&d->texts, mem_text(text));
    return d->files.count; /* 0 means no source */
}

const char *diagnostics_file(const struct diagnostics *d, int source)
{
    return source > 0 ? outer_const(d)->files.at[source - 1] : NULL;
}

const char *diagnostics_text(const struct diagnostics *d, int source) { return outer_const(d)->texts.at[source - 1]; }

static char *line_of(const tn_diagnostics *d, struct place p)
{
    if (p.source == 0 || p.line == 0)
        return NULL;
    const char *s = d->texts.at[p.source - 1];
    for (int line = 1; line < p.line; line++) {
        const char *end = strchr(s, '\n');
        if (end == NULL)
            break;
        s = end + 1;
    }
    size_t length = strcspn(s, "\r\n");
    char *line = mem_new(length + 1);
    for (size_t i = 0; i < length; i++) /* control characters would disturb the terminal and misplace the caret */
        line[i] = (unsigned char)s[i] < ' ' ? ' ' : s[i];
    return line;
}

static void add(tn_diagnostics *d, struct place p, bool is_error, const char *near, const char *format, va_list args)
{
    if (is_error ? d->errors++ >= MOST_ERRORS : d->warnings++ >= MOST_ERRORS)
        return;
    char message[2000];
    vsnprintf(message, sizeof message, format, args);
    struct entry e = {p, is_error, mem_text(message), mem_text(near), line_of(d, p)};
    ARRAY_PUSH(&d->entries, e);
}

void diagnostics_error(struct diagnostics *d, struct place p, const char *near, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(outer(d), p, true, near, format, args);
    va_end(args);
}

void diagnostics_warning(struct diagnostics *d, struct place p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(outer(d), p, false, NULL, format, args);
    va_end(args);
}

const char *diagnostics_text_of(const tn_diagnostics *d, int i)
{
    const int source = d->entries.at[i].place.source;
    return source > 0 ? d->texts.at[source - 1] : NULL;
}

int diagnostics_errors(const struct diagnostics *d) { return outer_const(d)->errors; }
void diagnostics_watch(struct diagnostics *d, const atomic_bool *stop) { outer(d)->stop = stop; }

bool diagnostics_stopped(const struct diagnostics *d)
{
    const atomic_bool *stop = outer_const(d)->stop;
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

bool diagnostics_full(const struct diagnostics *d) { return outer_const(d)->errors >= MOST_ERRORS; }

int tn_diagnostics_count(const tn_diagnostics *d) { return d != NULL ? d->entries.count : 0; }
int tn_diagnostics_errors(const tn_diagnostics *d) { return d != NULL ? d->errors : 0; }

tn_diagnostic tn_diagnostics_get(const tn_diagnostics *d, int i)
{
    if (i < 0 || i >= tn_diagnostics_count(d))
        return (tn_diagnostic){.message = ""};
    const struct entry *e = &d->entries.at[i];
    return (tn_diagnostic){
        .is_error = e->is_error,
        .message = e->message,
        .near = e->near,
        .file = e->place.source > 0 ? d->files.at[e->place.source - 1] : NULL,
        .line = e->place.line,
        .column = e->place.column,
        .length = e->place.length,
        .text = e->line,
    };
}

char *tn_diagnostics_text(const tn_diagnostics *d, int i)
{
    if (i < 0 || i >= tn_diagnostics_count(d))
        return mem_text("");
    tn_diagnostic g = tn_diagnostics_get(d, i);
    char *near = g.near != NULL ? mem_print("; did you mean '%s'?", g.near) : mem_text("");
    char *head = g.file != NULL ? mem_print("%s:%d:%d: ", g.file, g.line, g.column) : mem_text("");
    char *text;
    if (g.text != NULL && g.column > 0 && strlen(g.text) < 400) {
        int length = g.length > 0 ? g.length : 1;
        char carets[401];
        if (length > 400)
            length = 400;
        memset(carets, '^', (size_t)length);
        carets[length] = '\0';
        text = mem_print("%s%s: %s%s\n  %s\n  %*s%s\n", head, g.is_error ? "error" : "warning", g.message, near, g.text,
                         g.column - 1, "", carets);
    } else {
        text = mem_print("%s%s: %s%s\n", head, g.is_error ? "error" : "warning", g.message, near);
    }
    mem_free(near);
    mem_free(head);
    return text;
}
