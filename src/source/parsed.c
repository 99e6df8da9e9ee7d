/* parsed.c: the statements of a source, and where they are in its bytes. */
#include "source/source.h"

#include <math.h>
#include <string.h>

/* ---- reading ---- */

static int find_file(const tn_source *s, const char *path)
{
    for (int i = 0; i < s->files.count; i++)
        if (strcmp(s->files.at[i].path, path) == 0)
            return i;
    return -1;
}

/* Files that the source has are not read again. */
static bool file_of_source(void *ctx, const char *path, struct file_content *out)
{
    const tn_source *s = ctx;
    int i = find_file(s, path);
    if (i < 0)
        return false;
    *out = (struct file_content){s->files.at[i].text->at, s->files.at[i].device, s->files.at[i].inode};
    return true;
}

/* Files that were met for the first time. */
static void take_files(tn_source *s, struct parsed *p)
{
    for (int i = 0; i < s->files.count; i++)
        s->files.at[i].used = i == 0;
    for (int i = 0; i < p->files.list.count; i++) {
        const struct file *f = p->files.list.at[i];
        if (f->source == 0)
            continue;
        int known = i == 0 ? 0 : find_file(s, f->path);
        if (known < 0) {
            struct source_file fresh = {.path = mem_text(f->path), .device = f->device, .inode = f->inode};
            fresh.text = kept_text_new(diagnostics_text(p->home->diagnostics, f->source));
            fresh.saved = kept_text_again(fresh.text);
            known = s->files.count;
            ARRAY_PUSH(&s->files, fresh);
        }
        s->files.at[known].used = true;
        p->file_of[f->source] = known;
    }
}

static void number_all(struct parsed *p, struct statement *const *list, int count, int parent)
{
    for (int i = 0; i < count; i++) {
        struct statement *s = list[i];
        if (s->number < 0 || s->number >= p->count || p->at[s->number] != NULL) /* a file that is included twice */
            continue;
        p->at[s->number] = s;
        p->parent[s->number] = parent;
        number_all(p, s->children, s->child_count, s->number);
    }
}

static struct parsed *parse(tn_source *s)
{
    struct parsed *p = MEM_NEW(struct parsed);
    p->d = tn_diagnostics_new();
    p->home = document_new((struct diagnostics *)(void *)p->d);
    p->files = (struct files){.d = (struct diagnostics *)(void *)p->d,
                              .home = p->home,
                              .given = file_of_source,
                              .roots = (const char *const *)&s->root,
                              .root_count = s->root != NULL,
                              .ctx = s};
    const struct source_file *main = &s->files.at[0];
    p->root = files_read(&p->files, main->path, main->device, main->inode, main->text->at);
    p->sources = p->files.list.count + 1;
    p->file_of = MEM_ARRAY(int, p->sources + 1);
    take_files(s, p);
    p->count = p->home->statements;
    p->at = MEM_ARRAY(struct statement *, p->count + 1);
    p->parent = MEM_ARRAY(int, p->count + 1);
    number_all(p, p->root->children, p->root->child_count, -1);
    p->texts = s->files.count;
    p->line = MEM_ARRAY(size_t *, p->texts + 1);
    p->lines = MEM_ARRAY(int, p->texts + 1);
    p->good = tn_diagnostics_errors(p->d) == 0;
    return p;
}

struct parsed *parsed_of(tn_source *s)
{
    if (s->parsed == NULL)
        s->parsed = parse(s);
    return s->parsed;
}

void parsed_free(struct parsed *p)
{
    if (p == NULL)
        return;
    for (int i = 0; i < p->texts; i++)
        mem_free(p->line[i]);
    files_free(&p->files);
    document_drop(p->home);
    tn_diagnostics_free(p->d);
    mem_free(p->file_of);
    mem_free(p->at);
    mem_free(p->parent);
    mem_free(p->line);
    mem_free(p->lines);
    mem_free(p);
}

/* ---- bytes ---- */

static void find_lines(tn_source *s, struct parsed *p, int file)
{
    const char *text = s->files.at[file].text->at;
    ARRAY(size_t) begin = {0};
    ARRAY_PUSH(&begin, strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
    for (const char *c = strchr(text, '\n'); c != NULL; c = strchr(c + 1, '\n'))
        ARRAY_PUSH(&begin, (size_t)(c + 1 - text));
    p->line[file] = begin.at;
    p->lines[file] = begin.count;
}

static bool is_continuation(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

static size_t offset_in(tn_source *s, struct parsed *p, int file, int line, int column)
{
    if (p->line[file] == NULL)
        find_lines(s, p, file);
    const char *text = s->files.at[file].text->at;
    if (line < 1)
        return 0;
    size_t at = p->line[file][line <= p->lines[file] ? line - 1 : p->lines[file] - 1];
    for (int c = 1; c < column && text[at] != '\0'; c++)
        do
            at++;
        while (is_continuation(text[at]));
    return at;
}

size_t parsed_offset(tn_source *s, struct parsed *p, struct place at)
{
    return offset_in(s, p, p->file_of[at.source], at.line, at.column);
}

static size_t offset_behind(tn_source *s, struct parsed *p, struct place at)
{
    at.column += at.length;
    return parsed_offset(s, p, at);
}

void parsed_line(tn_source *s, int file, size_t byte, int *line, int *column)
{
    struct parsed *p = parsed_of(s);
    if (p->line[file] == NULL)
        find_lines(s, p, file);
    int low = 0, high = p->lines[file] - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (p->line[file][middle] <= byte)
            low = middle;
        else
            high = middle - 1;
    }
    const char *text = s->files.at[file].text->at;
    *line = low + 1;
    *column = 1;
    for (size_t i = p->line[file][low]; i < byte && text[i] != '\0'; i++)
        *column += is_continuation(text[i]) ? 0 : 1;
}

struct span parsed_statement(tn_source *s, const struct statement *at)
{
    struct parsed *p = parsed_of(s);
    return (struct span){p->file_of[at->place.source], parsed_offset(s, p, at->place), offset_behind(s, p, at->last)};
}

/* ---- expressions ---- */

static bool before(struct place a, struct place b)
{
    return a.line < b.line || (a.line == b.line && a.column < b.column);
}

static void reach(const struct tree *t, struct place *first, struct place *last)
{
    struct place end = t->place, now = *last;
    if (first->line == 0 || before(t->place, *first))
        *first = t->place;
    end.column += end.length;
    now.column += now.length;
    if (last->line == 0 || before(now, end))
        *last = t->place;
    for (int i = 0; i < t->count; i++)
        reach(t->items[i], first, last);
}

/* The bracket that fits the one before `at`, going back; comments between them are not expected to hold brackets, and if
 * they do the expression is not touched. */
static size_t open_before(const char *text, size_t at)
{
    int depth = 1;
    while (at > 0 && depth > 0) {
        at--;
        depth += text[at] == ')' || text[at] == ']' ? 1 : text[at] == '(' || text[at] == '[' ? -1 : 0;
    }
    return at;
}

struct span parsed_tree(tn_source *s, const struct tree *t)
{
    struct parsed *p = parsed_of(s);
    struct place first = {0}, last = {0};
    reach(t, &first, &last);
    struct span span = {p->file_of[first.source], parsed_offset(s, p, first), offset_behind(s, p, last)};
    size_t length;
    const char *text = source_bytes(s, span.file, &length);
    int depth = 0;
    for (size_t i = span.from; i < span.to;) {
        size_t next = layout_skip(text, i, span.to);
        if (next > i) {
            i = next;
            continue;
        }
        if (text[i] == '"')
            i += 1 + strcspn(text + i + 1, "\"\n");
        else if (text[i] == '(' || text[i] == '[')
            depth++;
        else if ((text[i] == ')' || text[i] == ']') && --depth < 0) {
            span.from = open_before(text, span.from);
            depth = 0;
        }
        i++;
    }
    for (; depth > 0 && span.to < length; span.to++) {
        span.to = layout_skip(text, span.to, length);
        depth -= text[span.to] == ')' || text[span.to] == ']' ? 1 : 0;
    }
    return span;
}

struct span parsed_argument(tn_source *s, const struct tree *t)
{
    struct span span = parsed_tree(s, t);
    size_t length;
    const char *text = source_bytes(s, span.file, &length);
    for (;;) {
        size_t from = span.from, to = layout_skip(text, span.to, length);
        while (from > 0 && (text[from - 1] == ' ' || text[from - 1] == '\t'))
            from--;
        if (from == 0 || text[from - 1] != '(' || text[to] != ')')
            return span;
        span.from = from - 1;
        span.to = to + 1;
    }
}

/* ---- places ---- */

const struct statement *parsed_at(tn_source *s, int number)
{
    const struct parsed *p = parsed_of(s);
    return p->good && number >= 0 && number < p->count ? p->at[number] : NULL;
}

static void add_turns(const struct parsed *p, int number, tn_place *out)
{
    const char *name[TN_TURNS];
    int count = 0;
    for (int i = p->parent[number]; i >= 0; i = p->parent[i])
        if (p->at[i]->kind == STATEMENT_FOR) {
            if (count < TN_TURNS)
                name[count] = p->at[i]->name->text;
            count++;
        }
    out->turns = count;
    for (int i = 0; i < count && i < TN_TURNS; i++)
        out->turn[i] = (tn_binding){name[(count < TN_TURNS ? count : TN_TURNS) - 1 - i], NAN};
}

void parsed_place(tn_source *s, int number, tn_place *out)
{
    struct parsed *p = parsed_of(s);
    struct span span = parsed_statement(s, p->at[number]);
    *out = (tn_place){.name = s->files.at[span.file].path,
                      .file = span.file,
                      .from = span.from,
                      .to = span.to,
                      .statement = number,
                      .revision = s->revision};
    parsed_line(s, span.file, span.from, &out->line, &out->column);
    parsed_line(s, span.file, span.to, &out->end_line, &out->end_column);
    add_turns(p, number, out);
}

const struct statement *parsed_find(tn_source *s, const tn_place *at, char **message)
{
    if (message != NULL)
        *message = NULL;
    const char *wrong = NULL;
    if (s == NULL || at == NULL)
        wrong = "there is no such place";
    else if (!parsed_of(s)->good)
        wrong = "the text has errors: correct them first";
    else if (at->revision != s->revision)
        wrong = "the text has changed since this place was found: find it again";
    else if (parsed_at(s, at->statement) == NULL)
        wrong = "there is no such place";
    if (wrong == NULL)
        return parsed_at(s, at->statement);
    if (message != NULL)
        *message = mem_text(wrong);
    return NULL;
}

/* ---- the public face ---- */

int tn_source_count(tn_source *s) { return s != NULL && parsed_of(s)->good ? parsed_of(s)->count : 0; }

bool tn_source_at(tn_source *s, int statement, tn_place *out)
{
    if (s == NULL || out == NULL || parsed_at(s, statement) == NULL)
        return false;
    parsed_place(s, statement, out);
    return true;
}

int tn_source_parent(tn_source *s, int statement)
{
    return s != NULL && parsed_at(s, statement) != NULL ? parsed_of(s)->parent[statement] : -1;
}

const tn_def *tn_source_def(tn_source *s, int statement)
{
    return s != NULL ? (const tn_def *)(const void *)parsed_at(s, statement) : NULL;
}

bool tn_source_find(tn_source *s, int file, size_t byte, tn_place *out)
{
    if (s == NULL || out == NULL || file < 0 || file >= s->files.count || !parsed_of(s)->good)
        return false;
    const struct parsed *p = parsed_of(s);
    int found = -1;
    size_t size = SIZE_MAX;
    for (int i = 0; i < p->count; i++) {
        if (p->at[i] == NULL || p->file_of[p->at[i]->place.source] != file)
            continue;
        struct span span = parsed_statement(s, p->at[i]);
        if (span.from <= byte && byte < span.to && span.to - span.from <= size) {
            size = span.to - span.from;
            found = i;
        }
    }
    if (found >= 0)
        parsed_place(s, found, out);
    return found >= 0;
}
