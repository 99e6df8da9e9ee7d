/* displacement_met.c: which constraints are met, and how those close that are not (method §3). */
#include <string.h>

#include "displacement/displacement_parts.h"

void displacement_clear_offsets(struct displacement *d)
{
    for (int i = 0; i < d->links; i++)
        d->link[i].offset = v3(0, 0, 0);
    for (int i = 0; i < d->swings; i++)
        d->swing[i].offset = 0;
    for (int i = 0; i < d->twists; i++)
        d->twist[i].offset = 0;
    for (int i = 0; i < d->relations; i++)
        memset(d->relation[i].offset, 0, sizeof d->relation[i].offset);
}

/* By how much rows are off; a gap that is not on positions does not count. */
static double relation_off(struct displacement *d, const struct relation *r)
{
    double gap[CONSTRAINT_ROWS], sum = 0;
    int n = r->item->level[0] == LEVEL_POSITION && r->item->bounds != BOUND_MOTOR ? relation_gap(d, r, gap) : 0;
    for (int k = 0; k < n; k++)
        sum += r->item->bounds == BOUND_ONE_SIDED && gap[k] > 0 ? 0 : gap[k] * gap[k];
    return sqrt(sum);
}

/* By how much every constraint is off, in units of `place` and `angle`. */
static void measure_off(struct displacement *d, double place, double angle, double *off)
{
    for (int b = 0; b < d->blocks; b++)
        off[b] = 0;
    for (int i = 0; i < d->links; i++) {
        const struct link *l = &d->link[i];
        off[l->block] = fmax(off[l->block], v3_norm(link_gap(l)) / place);
    }
    for (int i = 0; i < d->swings + d->twists; i++) {
        const struct swing *w = i < d->swings ? &d->swing[i] : &d->twist[i - d->swings];
        double gap = i < d->swings ? swing_gap(w) : twist_gap(w);
        off[w->block] = fmax(off[w->block], fabs(gap) / angle);
    }
    for (int i = 0; i < d->relations; i++) {
        const struct relation *w = &d->relation[i];
        off[w->block] = fmax(off[w->block], relation_off(d, w) / place);
    }
}

/* Where a change of the model has opened a constraint it has to be met anew. What it was off by before is what iterations
 * did not suffice for. A soft one is not asked: it closes by its own force. */
static void find_opened(struct displacement *d)
{
    d->fresh = false;
    measure_off(d, 1, 1, d->off);
    for (int b = 0; b < d->blocks; b++)
        if (d->off[b] > 2 * d->list[b].off && d->off[b] > 10 * d->settings.tolerance && !d->list[b].by_force &&
            d->list[b].compliance == 0)
            d->met[b] = false;
}

/* Which constraints are met for the first time: those whose gaps have become small. And which are not any more: where
 * iterations did not suffice, and a gap has become a tenth of what the model measures, the constraints are beyond being
 * met together, and what contradicts must not be torn shut in every step. */
void displacement_find_met(struct displacement *d)
{
    const double small = 10 * d->settings.tolerance, large = fmax(small, 0.1 * (d->reach > 0 ? d->reach : 1));
    if (d->limited) {
        measure_off(d, large, fmax(small, 0.3), d->off);
        for (int b = 0; b < d->blocks; b++)
            d->met[b] = d->met[b] && (d->off[b] <= 1 || d->list[b].by_force || d->list[b].compliance > 0);
    }
    measure_off(d, small, small, d->off);
    d->any_unmet = false;
    for (int b = 0; b < d->blocks; b++) {
        d->met[b] = d->met[b] || d->off[b] <= 1 || d->list[b].compliance > 0;
        d->any_unmet = d->any_unmet || !d->met[b];
    }
}

void displacement_off(struct displacement *d, double t, const double *y, double *off)
{
    displacement_view(d, t, y);
    measure_off(d, 1, 1, off);
}

/* How much of its gap a constraint may keep in this step. */
static double kept(const struct displacement *d, int block)
{
    return d->met[block] ? 0 : exp(-d->h / d->list[block].tau);
}

/* A constraint that was never met closes with its time constant, C(t + h) = C(t) e^(−h/τ); once met it is closed in every
 * step. Otherwise a gap would be closed in one step, and its bodies fly away with the speed of that. */
void displacement_set_offsets(struct displacement *d)
{
    if (!d->any_unmet && !d->limited)
        return;
    if (d->fresh)
        find_opened(d);
    displacement_find_met(d);
    for (int i = 0; i < d->links; i++) {
        struct link *l = &d->link[i];
        l->offset = v3_scale(kept(d, l->block), link_gap(l));
    }
    for (int i = 0; i < d->swings + d->twists; i++) {
        struct swing *w = i < d->swings ? &d->swing[i] : &d->twist[i - d->swings];
        w->offset = kept(d, w->block) * (i < d->swings ? swing_gap(w) : twist_gap(w));
    }
    for (int i = 0; i < d->relations; i++) {
        struct relation *w = &d->relation[i];
        double gap[CONSTRAINT_ROWS] = {0};
        int n = w->item->level[0] == LEVEL_POSITION && !d->met[w->block] ? relation_gap(d, w, gap) : 0;
        for (int k = 0; k < w->item->rows; k++)
            w->offset[k] = k < n ? kept(d, w->block) * gap[k] : 0;
    }
}
