/* view_traces.c: paths of traced points, carried from view to view.
 *
 * A view appends to the path of the view it was taken like, if that had all of it; otherwise (two views like the same
 * one, or a world that went back in time) it copies what both have in common.
 */
#include "view/view.h"

static void path_free(struct trace_path *p)
{
    if (p == NULL || --p->references > 0)
        return;
    ARRAY_FREE(&p->points);
    ARRAY_FREE(&p->times);
    mem_free(p);
}

/* A path that begins with the first points of another. */
static struct trace_path *path_from(const struct trace_path *from, int count)
{
    struct trace_path *p = MEM_NEW(struct trace_path);
    p->references = 1;
    for (int i = 0; i < count; i++) {
        ARRAY_PUSH(&p->points, from->points.at[i]);
        ARRAY_PUSH(&p->times, from->times.at[i]);
    }
    return p;
}

static bool same(vec3 a, vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/* How much of a path was before a time; all of it, mostly. */
static int points_before(const struct view_trace *t, double time)
{
    int n = t->count;
    while (n > 0 && t->path->times.at[n - 1] > time)
        n--;
    return n;
}

static struct view_trace go_on(const struct view_trace *last, double time, vec3 now)
{
    struct view_trace t = {.now = now};
    t.kept = t.count = last != NULL ? points_before(last, time) : 0;
    bool moved = v3_finite(now) && (t.count == 0 || !same(last->path->points.at[t.count - 1], now));
    /* A world that was edited without a step: the point of this moment is another. */
    if (moved && t.count > 0 && last->path->times.at[t.count - 1] >= time)
        t.kept = --t.count;
    if (last != NULL && (t.count == last->path->points.count || !moved)) {
        t.path = last->path;
        t.path->references++;
    } else {
        t.path = path_from(last != NULL ? last->path : NULL, t.count);
    }
    if (moved) {
        ARRAY_PUSH(&t.path->points, now);
        ARRAY_PUSH(&t.path->times, time);
        t.count++;
    }
    return t;
}

void view_take_traces(tn_world *w, struct tn_view *v, const struct tn_view *like)
{
    int count = world_trace_count(w);
    bool known = like != NULL && like->traces.count == count; /* otherwise it is not known which is which */
    for (int i = 0; i < count; i++)
        ARRAY_PUSH(&v->traces, go_on(known ? &like->traces.at[i] : NULL, v->time, world_trace_now(w, i)));
}

void view_free_traces(struct tn_view *v)
{
    for (int i = 0; i < v->traces.count; i++)
        path_free(v->traces.at[i].path);
    ARRAY_FREE(&v->traces);
}
