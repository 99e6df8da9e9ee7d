/* changes.c: replacements of bytes, undone and done again to the byte; and where a byte of an earlier text is now. */
#include <string.h>

#include "source/source.h"

const char *source_bytes(const tn_source *s, int file, size_t *length)
{
    *length = s->files.at[file].text->length;
    return s->files.at[file].text->at;
}

/* ---- gathering ---- */

void edit_put(struct edit *e, struct span where, const char *text)
{
    struct replacement r = {
        .file = where.file, .from = where.from, .removed = where.to - where.from, .inserted = strlen(text)};
    r.new = mem_text(text);
    ARRAY_PUSH(&e->at, r);
}

static void free_replacements(struct replacement *at, int count)
{
    for (int i = 0; i < count; i++) {
        mem_free(at[i].old);
        mem_free(at[i].new);
    }
    mem_free(at);
}

void edit_drop(struct edit *e)
{
    free_replacements(e->at.at, e->at.count);
    *e = (struct edit){.at = {NULL, 0, 0}};
}

static bool comes_before(const struct replacement *a, const struct replacement *b)
{
    return a->file < b->file || (a->file == b->file && a->from < b->from);
}

static void sort(struct replacement *at, int count)
{
    for (int i = 1; i < count; i++) { /* mostly sorted already */
        struct replacement r = at[i];
        int k = i;
        for (; k > 0 && comes_before(&r, &at[k - 1]); k--)
            at[k] = at[k - 1];
        at[k] = r;
    }
}

void edit_sort(struct edit *e) { sort(e->at.at, e->at.count); }

void edit_merge(struct edit *e)
{
    edit_sort(e);
    int kept = 0;
    for (int i = 0; i < e->at.count; i++) {
        struct replacement *r = &e->at.at[i], *last = kept > 0 ? &e->at.at[kept - 1] : NULL;
        if (last != NULL && last->file == r->file && r->from <= last->from + last->removed && r->inserted == 0) {
            size_t end = r->from + r->removed, now = last->from + last->removed;
            last->removed = (end > now ? end : now) - last->from;
            mem_free(r->new);
        } else {
            e->at.at[kept++] = *r;
        }
    }
    e->at.count = kept;
}

/* ---- making ---- */

/* Puts the replacements of one file into its text. */
static void put_file(tn_source *s, const struct replacement *at, int count)
{
    struct source_file *f = &s->files.at[at[0].file];
    size_t length = f->text->length;
    for (int i = 0; i < count; i++)
        length += at[i].inserted - at[i].removed;
    char *text = mem_new(length + 1);
    size_t from = 0, to = 0;
    for (int i = 0; i < count; i++) {
        memcpy(text + to, f->text->at + from, at[i].from - from);
        to += at[i].from - from;
        memcpy(text + to, at[i].new, at[i].inserted);
        to += at[i].inserted;
        from = at[i].from + at[i].removed;
    }
    memcpy(text + to, f->text->at + from, f->text->length - from);
    kept_text_drop(f->text);
    f->text = kept_text_take(text, length);
}

static struct change copy_change(const struct change *c)
{
    struct change copy = {MEM_ARRAY(struct replacement, c->count + 1), c->count};
    for (int i = 0; i < c->count; i++) {
        copy.at[i] = c->at[i];
        copy.at[i].old = mem_text(c->at[i].old);
        copy.at[i].new = mem_text(c->at[i].new);
    }
    return copy;
}

/* Makes a change that is sorted and right. */
static void make(tn_source *s, const struct change *c)
{
    s->revision++;
    for (int i = c->count - 1; i >= 0; i--) { /* from behind, so that each is where it was */
        struct moved m = {s->revision, c->at[i].file, c->at[i].from, c->at[i].removed, c->at[i].inserted};
        ARRAY_PUSH(&s->log, m);
    }
    for (int i = 0; i < c->count;) {
        int first = i;
        while (i < c->count && c->at[i].file == c->at[first].file)
            i++;
        put_file(s, c->at + first, i - first);
    }
    free_replacements(s->last.at, s->last.count);
    s->last = copy_change(c);
    if (s->in_world && s->parsed != NULL) { /* applying compares with it */
        parsed_free(s->applied);
        s->applied = s->parsed;
        s->applied_revision = s->revision - 1;
    } else {
        parsed_free(s->parsed);
    }
    s->in_world = false;
    s->parsed = NULL;
}

static void forget_from(tn_source *s, int first)
{
    while (s->changes.count > first) {
        s->changes.count--;
        free_replacements(s->changes.at[s->changes.count].at, s->changes.at[s->changes.count].count);
    }
}

static char *wrong_with(const tn_source *s, const struct edit *e)
{
    for (int i = 0; i < e->at.count; i++) {
        const struct replacement *r = &e->at.at[i];
        const struct source_file *f = &s->files.at[r->file];
        if (!f->editable)
            return mem_print("'%.200s' is included and may not be edited", f->path);
        if (i > 0 && e->at.at[i - 1].file == r->file && e->at.at[i - 1].from + e->at.at[i - 1].removed > r->from)
            return mem_text("two of these changes overlap");
    }
    return NULL;
}

bool edit_make(tn_source *s, struct edit *e, char **message)
{
    sort(e->at.at, e->at.count);
    char *wrong = wrong_with(s, e);
    if (wrong != NULL) {
        if (message != NULL)
            *message = wrong;
        else
            mem_free(wrong);
        edit_drop(e);
        return false;
    }
    for (int i = 0; i < e->at.count; i++) {
        struct replacement *r = &e->at.at[i];
        r->old = mem_print("%.*s", (int)r->removed, s->files.at[r->file].text->at + r->from);
    }
    struct change c = {e->at.at, e->at.count};
    forget_from(s, s->done);
    make(s, &c);
    ARRAY_PUSH(&s->changes, c);
    s->done = s->changes.count;
    *e = (struct edit){.at = {NULL, 0, 0}};
    return true;
}

/* ---- undo ---- */

/* The change that takes another back; it shares no memory with it. */
static struct change turned_back(const struct change *c)
{
    struct change back = copy_change(c);
    size_t shift = 0; /* modulo its range: grown or shrunk so far */
    for (int i = 0; i < back.count; i++) {
        struct replacement *r = &back.at[i];
        if (i > 0 && c->at[i].file != c->at[i - 1].file)
            shift = 0;
        r->from = c->at[i].from + shift;
        r->removed = c->at[i].inserted;
        r->inserted = c->at[i].removed;
        char *old = r->old;
        r->old = r->new;
        r->new = old;
        shift += c->at[i].inserted - c->at[i].removed;
    }
    return back;
}

tn_status tn_source_undo(tn_source *s)
{
    if (s == NULL || s->done == 0)
        return TN_WRONG_USE;
    struct change back = turned_back(&s->changes.at[--s->done]);
    make(s, &back);
    free_replacements(back.at, back.count);
    return TN_OK;
}

/* The text is that of an earlier revision again, as if nothing had happened since. */
static void return_to(tn_source *s, unsigned long revision)
{
    while (s->log.count > 0 && s->log.at[s->log.count - 1].revision > revision)
        s->log.count--;
    s->revision = revision;
    if (s->reads_at > revision + 1)
        s->reads_at = 0;
}

void changes_take_back(tn_source *s, int before)
{
    const unsigned long revision = s->revision - (unsigned long)(s->done - before);
    while (s->done > before)
        tn_source_undo(s);
    forget_from(s, before);
    return_to(s, revision);
    free_replacements(s->last.at, s->last.count);
    s->last = (struct change){NULL, 0};
}

tn_status tn_source_redo(tn_source *s)
{
    if (s == NULL || s->done == s->changes.count)
        return TN_WRONG_USE;
    make(s, &s->changes.at[s->done++]);
    return TN_OK;
}

int tn_source_undo_count(const tn_source *s) { return s != NULL ? s->done : 0; }
int tn_source_redo_count(const tn_source *s) { return s != NULL ? s->changes.count - s->done : 0; }
unsigned long tn_source_revision(const tn_source *s) { return s != NULL ? s->revision : 0; }

bool tn_source_patch(const tn_source *s, int i, tn_patch *out)
{
    if (s == NULL || out == NULL || i < 0 || i >= s->last.count)
        return false;
    const struct replacement *r = &s->last.at[i];
    *out = (tn_patch){r->file, r->from, r->from + r->removed, r->new};
    return true;
}

/* ---- several changes as one ---- */

/* The bytes of a file that differ between two texts, as one replacement; false if none do. Characters stay whole. */
static bool difference(const char *old, size_t old_length, const char *new, size_t new_length, struct replacement *out)
{
    size_t head = 0, tail = 0, least = old_length < new_length ? old_length : new_length;
    while (head < least && old[head] == new[head])
        head++;
    while (head > 0 && ((unsigned char)old[head] & 0xC0) == 0x80)
        head--;
    while (tail < least - head && old[old_length - 1 - tail] == new[new_length - 1 - tail])
        tail++;
    while (tail > 0 && ((unsigned char)old[old_length - tail] & 0xC0) == 0x80)
        tail--;
    if (head == old_length && head == new_length)
        return false;
    out->from = head;
    out->removed = old_length - head - tail;
    out->inserted = new_length - head - tail;
    out->old = mem_print("%.*s", (int)out->removed, old + head);
    out->new = mem_print("%.*s", (int)out->inserted, new + head);
    return true;
}

void changes_join(tn_source *s, int count)
{
    if (count < 2)
        return;
    unsigned long before = s->revision - (unsigned long)count;
    int files = s->files.count;
    struct kept_text **now = MEM_ARRAY(struct kept_text *, files + 1);
    for (int i = 0; i < files; i++)
        now[i] = kept_text_again(s->files.at[i].text);
    for (int i = 0; i < count; i++)
        tn_source_undo(s);
    struct edit e = {.at = {NULL, 0, 0}};
    for (int i = 0; i < files; i++) {
        const struct kept_text *was = s->files.at[i].text;
        struct replacement r = {.file = i};
        if (difference(was->at, was->length, now[i]->at, now[i]->length, &r)) {
            mem_free(r.old);
            r.old = NULL;
            ARRAY_PUSH(&e.at, r);
        }
        kept_text_drop(now[i]);
    }
    mem_free(now);
    return_to(s, before);
    edit_make(s, &e, NULL);
}

tn_status tn_source_replace(tn_source *s, int file, size_t from, size_t to, const char *text)
{
    if (s == NULL || text == NULL || file < 0 || file >= s->files.count || from > to ||
        to > s->files.at[file].text->length || !s->files.at[file].editable)
        return TN_WRONG_USE;
    struct edit e = {.at = {NULL, 0, 0}};
    edit_put(&e, (struct span){file, from, to}, text);
    return edit_make(s, &e, NULL) ? TN_OK : TN_WRONG_USE;
}

tn_status tn_source_put(tn_source *s, int file, const char *text)
{
    if (s == NULL || text == NULL || file < 0 || file >= s->files.count || !s->files.at[file].editable)
        return TN_WRONG_USE;
    const struct kept_text *was = s->files.at[file].text;
    struct edit e = {.at = {NULL, 0, 0}};
    struct replacement r = {.file = file};
    if (!difference(was->at, was->length, text, strlen(text), &r))
        return TN_OK;
    mem_free(r.old);
    r.old = NULL;
    ARRAY_PUSH(&e.at, r);
    return edit_make(s, &e, NULL) ? TN_OK : TN_WRONG_USE;
}

/* ---- places of earlier texts ---- */

bool changes_follow(const tn_source *s, unsigned long revision, int file, size_t *byte, bool after)
{
    for (int i = 0; i < s->log.count; i++) {
        const struct moved *m = &s->log.at[i];
        if (m->revision <= revision || m->file != file || *byte < m->from)
            continue;
        if (m->removed == 0 && *byte == m->from) {
            *byte += after ? 0 : m->inserted; /* a statement begins behind what is inserted before it */
        } else if (*byte >= m->from + m->removed) {
            *byte += m->inserted - m->removed;
        } else if (*byte > m->from || m->inserted == 0) {
            return false;
        }
    }
    return true;
}

void changes_free(tn_source *s)
{
    forget_from(s, 0);
    free_replacements(s->last.at, s->last.count);
    ARRAY_FREE(&s->changes);
    ARRAY_FREE(&s->log);
}
