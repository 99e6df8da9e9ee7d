#include "search.h"

#include <math.h>

enum { STEPS = 14, ACCURACIES = 12 };

double search_value(enum search_kind kind, int i)
{
    if (kind == SEARCH_STEP)
        return i < STEPS ? 0.05 / (1 << i) : 0;
    return kind == SEARCH_ACCURACY && i < ACCURACIES ? pow(10, -2 - i) : 0;
}

/* Settings between the i-th and the one before, coarse to fine; 0 after the last. Steps divide the 50 ms of a frame. */
static double between(enum search_kind kind, int i, int k)
{
    double value = search_value(kind, i);
    if (kind == SEARCH_STEP)
        return i >= 2 && k == 0 ? value * 4 / 3 : 0;
    return i >= 1 && k < 2 ? value * (k == 0 ? 5 : 2) : 0;
}

bool search_within(const struct search_bounds *b, const struct bench_outcome *o)
{
    return !o->stuck && !o->cut && o->gap <= b->gap && o->drift <= b->drift && o->error <= b->error;
}

/* How far a run is from meeting the bounds, as a factor. */
static double excess(const struct search_bounds *b, const struct bench_outcome *o)
{
    if (o->stuck || o->cut)
        return HUGE_VAL;
    return fmax(o->gap / b->gap, fmax(o->drift / b->drift, o->error / b->error));
}

/* A run that meets the bounds is better than one that does not; then the faster one, or the closer one. */
static bool better(const struct search_bounds *b, const struct bench_outcome *a, const struct bench_outcome *than)
{
    bool good = search_within(b, a), other = search_within(b, than);
    if (good != other)
        return good;
    return good ? a->seconds < than->seconds : excess(b, a) < excess(b, than);
}

static bool try_value(const struct search *s, const struct search_engine *e, double value, struct search_result *r,
                      struct bench_outcome *o)
{
    if (!e->run(e->context, value, s->limit, o))
        return false;
    if (s->seen)
        s->seen(s->context, value, o);
    if (!r->any || better(&s->bounds, o, &r->best)) {
        r->best = *o;
        r->value = value;
    }
    r->any = true;
    r->reached = r->reached || search_within(&s->bounds, o);
    return true;
}

/* The bounds were met first at the i-th setting. */
static void refine(const struct search *s, const struct search_engine *e, int i, struct search_result *r)
{
    struct bench_outcome o;
    for (int k = 0; between(e->kind, i, k) > 0; k++)
        if (!try_value(s, e, between(e->kind, i, k), r, &o) || search_within(&s->bounds, &o))
            return;
}

struct search_result search_fastest(const struct search *s, const struct search_engine *e)
{
    struct search_result r = {0};
    struct bench_outcome o;
    if (e->kind == SEARCH_FIXED) {
        try_value(s, e, e->fixed, &r, &o);
        return r;
    }
    double before = 0; /* time of the run before */
    for (int i = 0; search_value(e->kind, i) > 0; i++) {
        if (e->kind == SEARCH_STEP && 2 * before > s->limit)
            break;
        if (!try_value(s, e, search_value(e->kind, i), &r, &o))
            continue;
        before = o.spent;
        if (o.cut || (s->all && o.error >= 0 && o.error <= s->enough))
            break;
        if (!s->all && r.reached) {
            refine(s, e, i, &r);
            break;
        }
    }
    return r;
}
