/* history.c: undo and redo: a list of states, each from before an edit, and the position of the world in it.
 *
 *   at[0] … at[now − 1]   before the edits that are done
 *   at[now]               after an undo: the restored state. The next undo replaces it by the state of that time.
 *   at[now + 1]           the state that a redo restores
 *
 * A state is a snapshot: complete by construction, exact to the bit, and as small as what changed (snapshot.c).
 */
#include <string.h>

#include "world/world_parts.h"

static void drop_step(tn_world *w, struct history_step *s)
{
    tn_snapshot_free(w, s->state);
    mem_free(s->label);
}

/* Forgets the states from `first` on. */
static void forget_from(tn_world *w, int first)
{
    struct history *h = &w->history;
    while (h->at.count > first)
        drop_step(w, &h->at.at[--h->at.count]);
}

/* Drops the oldest until the rest is within the bounds; the newest edit can always be undone. */
static void bound_history(tn_world *w)
{
    struct history *h = &w->history;
    while (h->now > 1 && (h->now > h->steps || w->things->snapshot_bytes > h->bytes)) {
        drop_step(w, &h->at.at[0]);
        h->at.count--;
        h->now--;
        memmove(h->at.at, h->at.at + 1, sizeof *h->at.at * (size_t)h->at.count);
    }
}

void history_begin(tn_world *w, const char *label)
{
    call_drop(w);
    struct history *h = &w->history;
    if (h->steps == 0 || h->depth++ > 0)
        return;
    h->pending = tn_snapshot_take(w);
    h->label = mem_text(label);
    h->any = false;
}

void history_end(tn_world *w, bool changed)
{
    struct history *h = &w->history;
    if (h->depth == 0)
        return;
    h->any = h->any || changed;
    if (--h->depth > 0)
        return;
    struct history_step step = {h->pending, h->label};
    h->pending = NULL;
    h->label = NULL;
    if (!h->any) {
        drop_step(w, &step);
        return;
    }
    forget_from(w, h->now);
    ARRAY_PUSH(&h->at, step);
    h->now = h->at.count;
    bound_history(w);
}

void world_edit_begin(tn_world *w, const char *label) { history_begin(w, label); }
void world_edit_end(tn_world *w, bool changed) { history_end(w, changed); }

static void forget_all(tn_world *w)
{
    struct history *h = &w->history;
    forget_from(w, 0);
    h->now = 0;
    tn_snapshot_free(w, h->pending);
    mem_free(h->label);
    h->pending = NULL;
    h->label = NULL;
    h->depth = 0;
}

void history_free(tn_world *w)
{
    forget_all(w);
    ARRAY_FREE(&w->history.at);
}

void tn_history_keep(tn_world *w, int edits, size_t bytes)
{
    if (w == NULL)
        return;
    w->history.steps = edits > 0 ? edits : 0;
    w->history.bytes = bytes;
    if (edits <= 0)
        forget_all(w);
    else
        bound_history(w);
}

void tn_edit_begin(tn_world *w, const char *label)
{
    if (w != NULL)
        history_begin(w, label != NULL ? label : "");
}

void tn_edit_end(tn_world *w)
{
    if (w != NULL)
        history_end(w, false);
}

/* Stores the present state, which a redo comes back to; it includes the motion since the last undo. */
static void keep_present(tn_world *w)
{
    struct history *h = &w->history;
    struct history_step present = {tn_snapshot_take(w), NULL};
    if (h->now == h->at.count) {
        ARRAY_PUSH(&h->at, present);
        return;
    }
    tn_snapshot_free(w, h->at.at[h->now].state);
    h->at.at[h->now].state = present.state;
}

tn_status tn_undo(tn_world *w)
{
    if (w == NULL)
        return TN_WRONG_USE;
    struct history *h = &w->history;
    if (h->now == 0 || h->depth > 0)
        return TN_WRONG_USE;
    keep_present(w);
    return tn_snapshot_restore(w, h->at.at[--h->now].state);
}

tn_status tn_redo(tn_world *w)
{
    if (w == NULL)
        return TN_WRONG_USE;
    struct history *h = &w->history;
    if (h->now + 1 >= h->at.count || h->depth > 0)
        return TN_WRONG_USE;
    tn_status status = tn_snapshot_restore(w, h->at.at[++h->now].state);
    if (h->now == h->at.count - 1) /* the latest state: the next undo takes a new snapshot of it */
        forget_from(w, h->now);
    return status;
}

int tn_undo_count(const tn_world *w) { return w != NULL ? w->history.now : 0; }

int tn_redo_count(const tn_world *w)
{
    return w != NULL && w->history.at.count > w->history.now ? w->history.at.count - w->history.now - 1 : 0;
}

const char *tn_undo_label(const tn_world *w)
{
    return tn_undo_count(w) > 0 ? w->history.at.at[w->history.now - 1].label : "";
}

const char *tn_redo_label(const tn_world *w)
{
    return tn_redo_count(w) > 0 ? w->history.at.at[w->history.now].label : "";
}

size_t tn_snapshot_size(const tn_world *w) { return w != NULL ? w->things->snapshot_bytes : 0; }
