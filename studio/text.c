/* text.c: the text as the pages know it: revisions, changes in UTF-16 units, positions of earlier revisions. */
#include <stdlib.h>
#include <string.h>

#include "inside.h"

const char *text_now(struct studio *s, size_t *length) { return tn_source_file_text(s->doc.source, 0, length); }

static void forget(struct shown_text *t, int count)
{
    for (int i = 0; i < count; i++)
        free(t->change[i].text);
    memmove(t->change, t->change + count, (size_t)(t->changes - count) * sizeof *t->change);
    t->changes -= count;
}

void text_free(struct studio *s)
{
    forget(&s->text, s->text.changes);
    free(s->text.now);
    s->text.now = NULL;
}

void text_whole(struct studio *s)
{
    text_free(s);
    s->text.rev++;
    s->text.now = studio_copy(text_now(s, NULL));
    s->text.whole = s->text.another = true;
    s->text.source_rev = tn_source_revision(s->doc.source);
}

/* A change that cannot be told in pieces: too many at once. */
static bool note(struct shown_text *t, const tn_patch *p, size_t from, size_t to)
{
    if (t->changes == CHANGES && t->change[0].text != NULL)
        return false;
    if (t->changes == CHANGES)
        forget(t, 1);
    t->change[t->changes++] =
        (struct text_change){t->rev, from, to, units_of(p->text, strlen(p->text)), studio_copy(p->text)};
    return true;
}

void text_changed(struct studio *s)
{
    struct shown_text *t = &s->text;
    size_t length, byte = 0, units = 0; /* of the old text, which go together */
    const char *now = text_now(s, &length);
    tn_patch p;
    bool whole = t->whole, any = false;
    if (tn_source_revision(s->doc.source) == t->source_rev)
        return; /* it said so already */
    t->source_rev = tn_source_revision(s->doc.source);
    if (!t->whole && (t->changes == 0 || t->change[t->changes - 1].text == NULL))
        t->units_before = units_of(t->now, strlen(t->now));
    t->rev++;
    for (int i = 0; tn_source_patch(s->doc.source, i, &p); i++) {
        if (p.file != 0)
            continue;
        const size_t from = units + units_of(t->now + byte, p.from - byte);
        units = from + units_of(t->now + p.from, p.to - p.from);
        byte = p.to;
        whole = whole || !note(t, &p, from, units);
        any = true;
    }
    if (!any)
        t->rev--; /* another file */
    free(t->now);
    t->now = studio_copy_part(now, length);
    t->whole = whole;
    s->keep_old = true;
    s->scene.look_closer = true;
}

void text_abandoned(struct studio *s)
{
    struct shown_text *t = &s->text;
    while (t->changes > 0 && t->change[t->changes - 1].text != NULL) {
        struct text_change *c = &t->change[--t->changes];
        t->rev = c->rev - 1;
        free(c->text);
    }
    free(t->now);
    t->now = studio_copy(text_now(s, NULL));
    t->source_rev = tn_source_revision(s->doc.source);
}

/* ---- pushes ---- */

static void write_change(struct writer *w, const struct text_change *c)
{
    write_open(w, NULL, '[');
    write_integer(w, NULL, (long long)c->from);
    write_integer(w, NULL, (long long)c->to);
    write_text(w, NULL, c->text);
    write_close(w, ']');
}

static void finish(struct studio *s, struct writer *w)
{
    write_integer(w, "file", 0);
    write_text(w, "name", s->name);
    write_flag(w, "has_file", s->path != NULL);
    write_flag(w, "saved", studio_saved(s));
    write_flag(w, "ahead", s->doc.ahead);
    write_flag(w, "opened", s->text.another);
    write_integer(w, "by", s->asking != NULL ? s->asking->number : 0);
    write_close(w, '}');
}

void text_push_whole(struct studio *s, const struct page *p)
{
    struct bytes b = {0};
    struct writer w = push_begin(&b, "text");
    write_integer(&w, "rev", (long long)s->text.rev);
    write_integer(&w, "from", 0);
    write_open(&w, "changes", '[');
    write_close(&w, ']');
    write_text(&w, "text", s->text.now);
    finish(s, &w);
    if (p != NULL)
        push_to(s, p, &b);
    else
        push_all(s, &b);
    bytes_free(&b);
}

void text_push(struct studio *s)
{
    struct shown_text *t = &s->text;
    if (t->whole) {
        for (int i = 0; i < t->changes; i++) {
            free(t->change[i].text);
            t->change[i].text = NULL;
        }
        t->whole = false;
        text_push_whole(s, NULL);
        t->another = false;
        return;
    }
    for (int i = 0; i < t->changes;) {
        const unsigned long rev = t->change[i].rev;
        struct bytes b = {0};
        if (t->change[i].text == NULL) {
            i++;
            continue;
        }
        struct writer w = push_begin(&b, "text");
        write_integer(&w, "rev", (long long)rev);
        write_integer(&w, "from", (long long)rev - 1);
        write_open(&w, "changes", '[');
        for (; i < t->changes && t->change[i].rev == rev; i++) {
            write_change(&w, &t->change[i]);
            free(t->change[i].text);
            t->change[i].text = NULL;
        }
        write_close(&w, ']');
        finish(s, &w);
        push_all(s, &b);
        bytes_free(&b);
    }
}

/* The changes of one revision all count in the text before it: written from last to first, each is a change of the text
 * that those before it have left. */
static void write_pieces(const struct shown_text *t, struct writer *w)
{
    int first = 0;
    while (first < t->changes && t->change[first].text == NULL)
        first++;
    for (int next; first < t->changes; first = next) {
        next = first;
        while (next < t->changes && t->change[next].rev == t->change[first].rev)
            next++;
        for (int i = next - 1; i >= first; i--)
            write_change(w, &t->change[i]);
    }
}

void write_pending(struct studio *s, struct writer *w, const char *key)
{
    const struct shown_text *t = &s->text;
    const struct text_change all = {.to = t->units_before, .text = t->now};
    write_open(w, key, '[');
    if (t->whole)
        write_change(w, &all);
    else
        write_pieces(t, w);
    write_close(w, ']');
}

/* ---- positions ---- */

/* Maps one end of a range through the changes of one revision; `end`: text that was inserted exactly there stays
 * outside of the range. False if it lies inside of what was replaced. */
static bool map(const struct shown_text *t, int first, int last, bool end, double *at)
{
    double shift = 0;
    for (int i = first; i < last; i++) {
        const struct text_change *c = &t->change[i];
        const double from = (double)c->from, to = (double)c->to;
        const bool before = end ? *at <= from : *at < from || (*at == from && to > from);
        if (before)
            break;
        if (*at < to)
            return false;
        shift += (double)c->put - (to - from);
    }
    *at += shift;
    return true;
}

bool text_range(struct studio *s, unsigned long rev, double from, double to, size_t bytes[2])
{
    const struct shown_text *t = &s->text;
    const size_t length = strlen(t->now);
    unsigned long known = t->changes > 0 ? t->change[0].rev - 1 : t->rev;
    if (!(from >= 0 && to >= from && to <= LARGEST_TEXT) || rev > t->rev || rev < known)
        return false;
    const bool empty = from == to;
    for (int i = 0; i < t->changes;) {
        int last = i + 1;
        while (last < t->changes && t->change[last].rev == t->change[i].rev)
            last++;
        if (t->change[i].rev > rev) {
            double a = from, b = to;
            for (int k = i; k < last; k++) /* what was replaced inside of the range */
                if (!empty && (double)t->change[k].from < to && (double)t->change[k].to > from)
                    return false;
            if (!map(t, i, last, false, &a) || !map(t, i, last, !empty, &b))
                return false;
            from = a;
            to = b;
        }
        i = last;
    }
    bytes[0] = byte_of(t->now, length, (size_t)from);
    bytes[1] = byte_of(t->now, length, (size_t)to);
    return true;
}
