/* source_worlds.c: sources from files and texts; worlds made of them and brought up to date. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/open.h"
#include "base/open_file.h"
#include "model/batch.h"
#include "model/renew.h"
#include "source/source.h"
#include "tenon/edit.h"

/* ---- opening ---- */

static tn_source *new_source(const char *path, char *text, struct stat status)
{
    tn_source *s = MEM_NEW(tn_source);
    s->key = source_key_new();
    const char *slash = strrchr(path, '/');
    char *folder = mem_print("%.*s", slash != NULL ? (int)(slash - path) + 1 : 0, path);
    s->root = open_folder(folder);
    mem_free(folder);
    struct source_file f = {.path = mem_text(path),
                            .device = (unsigned long)status.st_dev,
                            .inode = (unsigned long)status.st_ino,
                            .editable = true,
                            .used = true};
    f.text = kept_text_take(text, strlen(text));
    f.saved = kept_text_again(f.text);
    ARRAY_PUSH(&s->files, f);
    return s;
}

tn_source *tn_source_open(const char *path, tn_diagnostics *d)
{
    if (path == NULL)
        return NULL;
    char why[OPEN_WHY] = "";
    struct stat status = {0};
    char *text = file_read(path, why, &status);
    if (text == NULL && d != NULL)
        diagnostics_error((struct diagnostics *)(void *)d, (struct place){0}, NULL, "cannot read '%.400s': %s", path,
                          why);
    return text != NULL ? new_source(path, text, status) : NULL;
}

tn_source *tn_source_text(const char *name, const char *text)
{
    return text != NULL ? new_source(name != NULL ? name : "text", mem_text(text), (struct stat){0}) : NULL;
}

void tn_source_free(tn_source *s)
{
    if (s == NULL)
        return;
    parsed_free(s->parsed);
    parsed_free(s->applied);
    for (int i = 0; i < s->files.count; i++) {
        mem_free(s->files.at[i].path);
        kept_text_drop(s->files.at[i].text);
        kept_text_drop(s->files.at[i].saved);
    }
    changes_free(s);
    ARRAY_FREE(&s->files);
    source_key_drop(s->key);
    mem_free(s->root);
    mem_free(s);
}

/* ---- files ---- */

/* Included files are known once the text is read. */
static bool has_file(tn_source *s, int file)
{
    if (s == NULL || file < 0)
        return false;
    parsed_of(s);
    return file < s->files.count;
}

int tn_source_file_count(tn_source *s)
{
    if (s == NULL)
        return 0;
    parsed_of(s);
    return s->files.count;
}

const char *tn_source_file_name(tn_source *s, int file) { return has_file(s, file) ? s->files.at[file].path : ""; }

const char *tn_source_file_text(tn_source *s, int file, size_t *length)
{
    const bool has = has_file(s, file);
    if (length != NULL)
        *length = has ? s->files.at[file].text->length : 0;
    return has ? s->files.at[file].text->at : "";
}

bool tn_source_file_changed(tn_source *s, int file)
{
    if (!has_file(s, file))
        return false;
    const struct source_file *f = &s->files.at[file];
    return f->text->length != f->saved->length || memcmp(f->text->at, f->saved->at, f->text->length) != 0;
}

tn_status tn_source_file_allow(tn_source *s, int file, bool edits)
{
    if (!has_file(s, file) || file == 0)
        return TN_WRONG_USE;
    s->files.at[file].editable = edits;
    return TN_OK;
}

/* The whole text in a file beside it, which then takes its place. */
static bool write_whole(const char *path, const struct kept_text *text, char why[OPEN_WHY])
{
    char *beside = mem_print("%s.%ld.part", path, (long)getpid());
    FILE *file = fopen(beside, "wb");
    bool good = file != NULL && fwrite(text->at, 1, text->length, file) == text->length;
    good = file != NULL && fflush(file) == 0 && good;
    good = file != NULL && fclose(file) == 0 && good;
    good = good && rename(beside, path) == 0;
    if (!good) {
        snprintf(why, OPEN_WHY, "%.150s", strerror(errno));
        remove(beside);
    }
    mem_free(beside);
    return good;
}

tn_status tn_source_save(tn_source *s, int file, const char *path, char **message)
{
    char why[OPEN_WHY] = "";
    if (message != NULL)
        *message = NULL;
    if (!has_file(s, file))
        return TN_WRONG_USE;
    struct source_file *f = &s->files.at[file];
    if (!write_whole(path != NULL ? path : f->path, f->text, why)) {
        if (message != NULL)
            *message = mem_print("cannot write '%.400s': %s", path != NULL ? path : f->path, why);
        return TN_NO_FILE;
    }
    if (path == NULL || strcmp(path, f->path) == 0) {
        kept_text_drop(f->saved);
        f->saved = kept_text_again(f->text);
    }
    return TN_OK;
}

/* ---- reading into a list of the caller's ---- */

/* The statements, read again so that errors have their places in the caller's list. */
struct reading_again {
    tn_diagnostics *own, *d;
    struct document *home;
    struct files files;
    const struct statement *all;
};

static bool known_to(void *ctx, const char *path, struct file_content *out)
{
    const tn_source *s = ctx;
    for (int i = 0; i < s->files.count; i++)
        if (strcmp(s->files.at[i].path, path) == 0) {
            *out = (struct file_content){s->files.at[i].text->at, s->files.at[i].device, s->files.at[i].inode};
            return true;
        }
    return false;
}

static struct reading_again read_again(tn_source *s, tn_diagnostics *d)
{
    struct reading_again r = {.own = d == NULL ? tn_diagnostics_new() : NULL};
    r.d = d != NULL ? d : r.own;
    struct diagnostics *list = (struct diagnostics *)(void *)r.d;
    r.home = document_new(list);
    r.files = (struct files){.d = list,
                             .home = r.home,
                             .roots = (const char *const *)&s->root,
                             .root_count = s->root != NULL,
                             .given = known_to,
                             .ctx = s};
    const struct source_file *main = &s->files.at[0];
    r.all = files_read(&r.files, main->path, main->device, main->inode, main->text->at);
    return r;
}

static void end_again(struct reading_again *r)
{
    files_free(&r->files);
    document_drop(r->home);
    tn_diagnostics_free(r->own);
}

tn_status tn_source_check(tn_source *s, tn_diagnostics *d)
{
    if (s == NULL)
        return TN_WRONG_USE;
    if (parsed_of(s)->good)
        return TN_OK;
    struct reading_again r = read_again(s, d);
    end_again(&r);
    return TN_WRONG_MODEL;
}

/* The texts for the world's own record. */
struct texts {
    struct edition_source source;
    const char **path;
    struct kept_text **text;
};

static struct texts texts_of(tn_source *s)
{
    parsed_of(s);
    struct texts t = {.path = MEM_ARRAY(const char *, s->files.count + 1),
                      .text = MEM_ARRAY(struct kept_text *, s->files.count + 1)};
    int count = 0;
    for (int i = 0; i < s->files.count; i++)
        if (s->files.at[i].used) {
            t.path[count] = s->files.at[i].path;
            t.text[count++] = s->files.at[i].text;
        }
    t.source = (struct edition_source){s->key, s->revision, count, t.path, t.text};
    return t;
}

static void texts_free(struct texts *t)
{
    mem_free((void *)t->path);
    mem_free(t->text);
}

/* Definitions of the text in a batch. */
static tn_batch *batch_of(tn_world *w, const struct reading_again *r, const struct texts *t)
{
    tn_batch *b = tn_batch_new(w, r->d);
    for (int i = 0; i < r->all->child_count; i++)
        tn_batch_add(b, (const tn_def *)(const void *)r->all->children[i]);
    batch_source(b, &t->source);
    return b;
}

tn_status tn_source_load(tn_source *s, tn_world *w, tn_diagnostics *d)
{
    if (s == NULL || w == NULL || origin_edition(w, s->key) != NULL)
        return TN_WRONG_USE;
    if (!parsed_of(s)->good)
        return tn_source_check(s, d);
    tn_edit_begin(w, "read a text");
    struct reading_again r = read_again(s, d);
    struct texts t = texts_of(s);
    tn_batch *b = batch_of(w, &r, &t);
    tn_batch_check_set(b);
    tn_status status = tn_batch_commit(b);
    tn_batch_free(b);
    texts_free(&t);
    end_again(&r);
    tn_edit_end(w);
    s->in_world = s->in_world || status == TN_OK;
    s->reads_at = status == TN_OK ? s->revision + 1 : s->reads_at;
    return status;
}

bool source_reads(tn_source *s, char **message)
{
    if (s->reads_at == s->revision + 1)
        return true;
    const bool in_world = s->in_world;
    tn_world *scratch = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    const bool reads = tn_source_load(s, scratch, d) != TN_WRONG_MODEL; /* also where memory ran short */
    for (int i = 0; !reads && message != NULL && i < tn_diagnostics_count(d) && *message == NULL; i++)
        if (tn_diagnostics_get(d, i).is_error)
            *message = mem_text(tn_diagnostics_get(d, i).message);
    tn_diagnostics_free(d);
    tn_world_free(scratch);
    s->in_world = in_world;
    return reads;
}

/* ---- applying ---- */

/* The statements of an edition's text; those of the present one are at hand. */
static struct parsed *parse_edition(const struct edition *e)
{
    tn_source old = {.revision = 0};
    for (int i = 0; i < e->files.count; i++) {
        struct source_file f = {.path = e->files.at[i].path, .text = e->files.at[i].text, .used = true};
        ARRAY_PUSH(&old.files, f);
    }
    struct parsed *p = parsed_of(&old);
    ARRAY_FREE(&old.files);
    return p;
}

/* Statements behind the places of a world: kept from the last time, if they are of the same text. */
static struct parsed *old_statements(tn_source *s, const struct edition *e)
{
    if (s->applied != NULL && s->applied_revision == e->revision) {
        struct parsed *p = s->applied;
        s->applied = NULL;
        return p;
    }
    return parse_edition(e);
}

static tn_status apply(tn_source *s, tn_world *w, struct edition *e, tn_applied *out, tn_diagnostics *d)
{
    struct parsed *old = old_statements(s, e);
    unsigned long revision = e->revision;
    struct renewal n = {
        .old = e, .statement = (const struct statement *const *)(const void *)old->at, .statements = old->count};
    struct reading_again r = read_again(s, d);
    struct texts t = texts_of(s);
    tn_batch *b = batch_of(w, &r, &t);
    tn_status status = batch_renew(b, &n);
    tn_batch_free(b);
    texts_free(&t);
    end_again(&r);
    if (status == TN_OK) {
        parsed_free(old);
        s->in_world = true;
        s->reads_at = s->revision + 1;
        if (out != NULL)
            *out = n.done;
    } else {
        parsed_free(s->applied);
        s->applied = old;
        s->applied_revision = revision;
    }
    return status;
}

tn_status tn_source_apply(tn_source *s, tn_world *w, tn_applied *out, tn_diagnostics *d)
{
    if (out != NULL)
        *out = (tn_applied){.kept = 0};
    struct edition *e = s != NULL && w != NULL ? origin_edition(w, s->key) : NULL;
    if (e == NULL)
        return TN_WRONG_USE;
    if (!parsed_of(s)->good)
        return tn_source_check(s, d);
    edition_keep(e);
    tn_status status = e->revision == s->revision ? TN_OK : apply(s, w, e, out, d);
    edition_drop(e);
    return status;
}

/* ---- places ---- */

/* A statement that begins at a byte; -1: none. */
static int statement_from(tn_source *s, int file, size_t byte)
{
    const struct parsed *p = parsed_of(s);
    int low = 0, high = p->count - 1;
    while (low <= high) { /* those of one file are in the order of its text, files one behind the other */
        int middle = (low + high) / 2;
        const struct statement *st = p->at[middle];
        if (st == NULL)
            break;
        struct span span = parsed_statement(s, st);
        if (span.file == file && span.from == byte)
            return middle;
        if (span.file != file)
            break;
        if (span.from < byte)
            low = middle + 1;
        else
            high = middle - 1;
    }
    for (int i = 0; i < p->count; i++)
        if (p->at[i] != NULL && p->file_of[p->at[i]->place.source] == file &&
            parsed_statement(s, p->at[i]).from == byte)
            return i;
    return -1;
}

/* The text that an edition was read from is there again, after undo and redo: its places count as they are. */
static bool same_text(const struct kept_text *a, const struct kept_text *b)
{
    return a == b || (a != NULL && b != NULL && a->length == b->length && memcmp(a->at, b->at, a->length) == 0);
}

bool tn_source_place(tn_source *s, const tn_world *w, tn_thing t, tn_place *out)
{
    const struct edition *e = s != NULL && w != NULL && out != NULL ? origin_edition(w, s->key) : NULL;
    const struct origin *o = e != NULL && tn_thing_valid(w, t) ? edition_find(e, t) : NULL;
    tn_place then;
    if (o == NULL || !parsed_of(s)->good || !tn_thing_place(w, t, &then))
        return false;
    const struct edition_statement *at = &e->statements.at[o->statement];
    size_t byte = at->from;
    int file = -1;
    for (int i = 0; i < s->files.count; i++)
        if (strcmp(s->files.at[i].path, e->files.at[at->file].path) == 0)
            file = i;
    if (file < 0)
        return false;
    if (!same_text(s->files.at[file].text, e->files.at[at->file].text) &&
        !changes_follow(s, e->revision, file, &byte, false))
        return false;
    int number = statement_from(s, file, byte);
    if (number < 0)
        return false;
    parsed_place(s, number, out);
    for (int i = 0; i < out->turns && i < then.turns && i < TN_TURNS; i++)
        if (strcmp(out->turn[i].name, then.turn[i].name) == 0)
            out->turn[i].value = then.turn[i].value;
    return true;
}
