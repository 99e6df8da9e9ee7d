/* document.c */
#include "document.h"

#include <stdio.h>
#include <string.h>

static void step_free(struct document *m, struct document_step *s)
{
    tn_snapshot_free(m->world, s->before);
    tn_snapshot_free(m->world, s->after);
    *s = (struct document_step){.texts = 0};
}

static void world_new(struct document *m)
{
    m->world = tn_world_new();
    tn_world_interactive(m->world, true);
    if (m->images != NULL)
        tn_scene_read_images(m->world, m->images);
}

/* While a text is read, another thread may interrupt it. Whoever takes the world out of `reading` has it: the one who
 * interrupts puts it back, and the reader waits for that. */
static void reading_begins(struct document *m) { atomic_store(&m->reading, m->world); }

static void reading_ends(struct document *m)
{
    while (atomic_exchange(&m->reading, NULL) == NULL)
        continue;
    tn_interrupt_clear(m->world);
}

void document_interrupt(struct document *m)
{
    tn_world *w = atomic_exchange(&m->reading, NULL);
    if (w == NULL)
        return;
    tn_interrupt(w);
    atomic_store(&m->reading, w);
}

/* An empty world of an empty text is what a wrong text begins with: a world that a source was loaded into can follow it. */
static bool load(struct document *m, tn_diagnostics *d)
{
    world_new(m);
    reading_begins(m);
    const tn_status status = tn_source_load(m->source, m->world, d);
    reading_ends(m);
    if (status == TN_OK)
        return true;
    tn_world_free(m->world);
    world_new(m);
    return false;
}

/* Everything but what the owner has set. */
static void document_clear(struct document *m)
{
    memset(m->step, 0, sizeof m->step);
    m->source = NULL;
    m->world = NULL;
    m->start = NULL;
    m->ahead = false;
    m->count = m->done = m->texts = m->since = 0;
}

bool document_open(struct document *m, tn_source *source, tn_diagnostics *d)
{
    document_clear(m);
    m->source = source;
    m->ahead = !load(m, d);
    m->start = tn_snapshot_take(m->world);
    return !m->ahead;
}

void document_close(struct document *m)
{
    for (int i = 0; i < m->count; i++)
        step_free(m, &m->step[i]);
    tn_snapshot_free(m->world, m->start);
    tn_world_free(m->world);
    tn_source_free(m->source);
    document_clear(m);
}

static void forget_oldest(struct document *m)
{
    step_free(m, &m->step[0]);
    memmove(m->step, m->step + 1, (size_t)(m->count - 1) * sizeof *m->step);
    m->step[--m->count] = (struct document_step){.texts = 0};
    m->done--;
}

void document_begin(struct document *m, const char *label)
{
    while (m->count > m->done)
        step_free(m, &m->step[--m->count]);
    while (m->count == DOCUMENT_STEPS || (m->count > 1 && tn_snapshot_size(m->world) > DOCUMENT_BYTES))
        forget_oldest(m);
    struct document_step *s = &m->step[m->count++];
    *s = (struct document_step){.before = tn_snapshot_take(m->world), .t = tn_time(m->world)};
    snprintf(s->label, sizeof s->label, "%s", label);
    m->texts = tn_source_undo_count(m->source);
    m->since = -1;
}

bool document_again(struct document *m, const char *key)
{
    if (m->done == 0 || m->done != m->count || key[0] == 0 || strcmp(m->step[m->done - 1].key, key) != 0)
        return false;
    m->since = tn_source_undo_count(m->source);
    m->texts = m->since - m->step[m->done - 1].texts;
    return true;
}

void document_end(struct document *m)
{
    m->step[m->count - 1].texts = tn_source_undo_count(m->source) - m->texts;
    m->done = m->count;
}

void document_abandon(struct document *m)
{
    const int texts = m->since >= 0 ? m->since : m->texts;
    while (tn_source_undo_count(m->source) > texts && tn_source_undo(m->source) == TN_OK)
        continue;
    if (m->since >= 0) /* the world did not follow: what was done before stays */
        return;
    tn_snapshot_restore(m->world, m->step[m->count - 1].before);
    step_free(m, &m->step[--m->count]);
}

bool document_apply(struct document *m, tn_applied *out, tn_diagnostics *d)
{
    reading_begins(m);
    tn_status status = tn_source_apply(m->source, m->world, out, d);
    if (status == TN_WRONG_USE) /* no text was right so far */
        status = tn_source_load(m->source, m->world, d);
    reading_ends(m);
    m->ahead = status != TN_OK;
    return status == TN_OK;
}

bool document_restart(struct document *m, tn_diagnostics *d)
{
    return tn_snapshot_restore(m->world, m->start) == TN_OK && document_apply(m, NULL, d);
}

static void changed(struct document *m)
{
    if (m->changed != NULL)
        m->changed(m->user);
}

/* Is the world that of the text? After an undo or a redo the text may be one that it could not follow. */
static void compare(struct document *m) { m->ahead = tn_source_check(m->source, NULL) != TN_OK; }

bool document_undo(struct document *m)
{
    if (m->done == 0)
        return false;
    struct document_step *s = &m->step[--m->done];
    tn_snapshot_free(m->world, s->after);
    s->after = tn_snapshot_take(m->world);
    for (int i = 0; i < s->texts; i++)
        if (tn_source_undo(m->source) == TN_OK)
            changed(m);
    tn_snapshot_restore(m->world, s->before);
    compare(m);
    return true;
}

bool document_redo(struct document *m)
{
    if (m->done == m->count)
        return false;
    struct document_step *s = &m->step[m->done++];
    for (int i = 0; i < s->texts; i++)
        if (tn_source_redo(m->source) == TN_OK)
            changed(m);
    tn_snapshot_restore(m->world, s->after);
    compare(m);
    return true;
}
