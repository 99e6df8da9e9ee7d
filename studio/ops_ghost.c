/* ops_ghost.c: where traced points would go: the motion from here, on a copy of the world. */
#include <math.h>
#include <stdlib.h>

#include "inside.h"

#define GHOST_BUDGET 0.08 /* s of computing for one answer */
enum { GHOST_FRAMES = 600 };

static void write_paths(struct studio *s, const tn_view *v)
{
    tn_view_trace t;
    write_open(&s->answer, "paths", '[');
    for (int i = 0; v != NULL && i < tn_view_trace_count(v); i++) {
        write_open(&s->answer, NULL, '[');
        if (tn_view_trace_get(v, i, &t) == TN_OK)
            for (int k = 0; k < t.count; k++) {
                write_number(&s->answer, NULL, (double)(float)t.points[k].x);
                write_number(&s->answer, NULL, (double)(float)t.points[k].y);
                write_number(&s->answer, NULL, (double)(float)t.points[k].z);
            }
        write_close(&s->answer, ']');
    }
    write_close(&s->answer, ']');
}

bool op_ghost(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const double seconds = value_number(m, "seconds", 4), rate = 30;
    if (!(seconds > 0 && seconds * rate <= GHOST_FRAMES))
        return refuse(s, "bad-message", "ghost looks ahead by 20 s at most");
    if (s->pace.playing)
        return refuse(s, "busy", "the world runs: its traces show where points go");
    tn_world *w = tn_world_clone(s->doc.world);
    if (w == NULL)
        return refuse(s, "refused", "there is no memory for a copy of the world");
    for (int i = tn_handle_count(w) - 1; i >= 0; i--)
        tn_release(w, tn_handle_at(w, i));
    const double start = tn_time(w), until = clock_now(s) + GHOST_BUDGET;
    tn_view *v = tn_view_take(w, NULL);
    for (int k = 1; k <= (int)(seconds * rate); k++) {
        const double left = until - clock_now(s);
        if (!(left > 0) || tn_advance_within(w, start + k / rate, left) != TN_OK || tn_time(w) < start + k / rate)
            break;
        tn_view *next = tn_view_take(w, v);
        tn_view_free(v);
        v = next;
    }
    write_number(&s->answer, "t", tn_time(w));
    write_paths(s, v);
    tn_view_free(v);
    tn_world_free(w);
    return true;
}
