/* timeline.c */
#include "timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"

void timeline_free(struct timeline *l, tn_world *w)
{
    for (int i = 0; i < l->marks; i++)
        tn_snapshot_free(w, l->mark[i].snapshot);
    free(l->log);
    memset(l, 0, sizeof *l);
}

/* The oldest motion is forgotten first. */
static void forget_first(struct timeline *l, tn_world *w)
{
    const int gone = l->marks > 1 ? l->mark[1].entry : l->entries;
    tn_snapshot_free(w, l->mark[0].snapshot);
    memmove(l->mark, l->mark + 1, (size_t)(l->marks - 1) * sizeof *l->mark);
    l->marks--;
    memmove(l->log, l->log + gone, (size_t)(l->entries - gone) * sizeof *l->log);
    l->entries -= gone;
    for (int i = 0; i < l->marks; i++)
        l->mark[i].entry -= gone;
}

void timeline_mark(struct timeline *l, tn_world *w)
{
    while (l->marks > 0 && (l->marks == TIMELINE_MARKS || l->entries >= TIMELINE_ENTRIES))
        forget_first(l, w);
    while (l->marks > 1 && tn_snapshot_size(w) > TIMELINE_BYTES)
        forget_first(l, w);
    l->mark[l->marks++] = (struct timeline_mark){tn_time(w), tn_snapshot_take(w), l->entries};
}

static void note(struct timeline *l, struct timeline_entry e)
{
    if (l->entries == l->room) {
        l->room = 2 * l->room + 256;
        l->log = studio_memory(l->log, (size_t)l->room * sizeof *l->log);
    }
    l->log[l->entries++] = e;
}

tn_status timeline_advance(struct timeline *l, tn_world *w, double t, double seconds)
{
    if (l->marks == 0)
        timeline_mark(l, w);
    tn_status status = tn_advance_within(w, t, seconds);
    if (status == TN_OK && tn_time(w) < t)
        return TN_OK;
    note(l, (struct timeline_entry){.t = t});
    if (status == TN_OK && floor(t) > floor(l->mark[l->marks - 1].t))
        timeline_mark(l, w);
    return status;
}

tn_status timeline_drag(struct timeline *l, tn_world *w, tn_handle h, tn_vec3 to)
{
    note(l, (struct timeline_entry){.drag = true, .t = tn_time(w), .handle = h, .to = to});
    return tn_drag_to(w, h, to);
}

/* Is it later than what is seen at t? A drag at that very moment is the beginning of what follows. */
static bool later(const struct timeline_entry *e, double t) { return e->drag ? e->t >= t : e->t > t; }

/* The last mark not later than t; -1: none. */
static int mark_before(const struct timeline *l, double t)
{
    int i = l->marks - 1;
    while (i >= 0 && l->mark[i].t > t)
        i--;
    return i;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool timeline_seek(struct timeline *l, tn_world *w, double t, double seconds)
{
    const int m = mark_before(l, t);
    if (m < 0 || tn_snapshot_restore(w, l->mark[m].snapshot) != TN_OK)
        return false;
    const int end = m + 1 < l->marks ? l->mark[m + 1].entry : l->entries;
    const double until = now() + seconds;
    for (int i = l->mark[m].entry; i < end && !later(&l->log[i], t); i++)
        if (l->log[i].drag)
            tn_drag_to(w, l->log[i].handle, l->log[i].to);
        else if (tn_advance_within(w, l->log[i].t, fmax(0, until - now())) != TN_OK || tn_time(w) < l->log[i].t)
            break;
    return true;
}

void timeline_branch(struct timeline *l, tn_world *w)
{
    const double t = tn_time(w);
    while (l->marks > 0 && l->mark[l->marks - 1].t > t)
        tn_snapshot_free(w, l->mark[--l->marks].snapshot);
    const int from = l->marks > 0 ? l->mark[l->marks - 1].entry : 0;
    while (l->entries > from && later(&l->log[l->entries - 1], t))
        l->entries--;
}
