/* displacement_met.c: which constraints are met, and how the others close (method §3). */
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

/* The gap of rows; only position rows count. */
static double relation_off(struct displacement *d, const struct relation *r)
{
    double gap[CONSTRAINT_ROWS], sum = 0;
    int n =
        r->constraint->level[0] == LEVEL_POSITION && r->constraint->bounds != BOUND_MOTOR ? relation_gap(d, r, gap) : 0;
    for (int k = 0; k < n; k++)
        sum += r->constraint->bounds == BOUND_ONE_SIDED && gap[k] > 0 ? 0 : gap[k] * gap[k];
    return sqrt(sum);
}

/* The gap of every constraint, in units of `place` and `angle`. */
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

/* A constraint that a change of the model has opened must be met again. A gap that it had before does not count: it is
 * what the iterations left. Soft constraints are excluded: they close by their own force. */
static void find_opened(struct displacement *d)
{
    d->fresh = false;
    measure_off(d, 1, 1, d->off);
    for (int b = 0; b < d->blocks; b++)
        if (d->off[b] > 2 * d->list[b].off && d->off[b] > 10 * d->settings.tolerance && !d->list[b].by_force &&
            d->list[b].compliance == 0)
            d->met[b] = false;
}

/* Constraints are met for the first time when their gaps become small. They are no longer met if the iterations did not
 * converge and a gap has grown to a tenth of the size of the model: then the constraints are contradictory, and must
 * not be forced closed in every step. */
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

void displacement_gaps(struct displacement *d, double t, const double *y, double *off)
{
    const double end = d->t, h = d->h; /* the last step stays the last one */
    displacement_view(d, t, y);
    measure_off(d, 1, 1, off);
    d->t = end;
    d->h = h;
}

/* The fraction of its gap that a constraint may keep in this step. */
static double kept(const struct displacement *d, int block)
{
    return d->met[block] ? 0 : exp(-d->h / d->list[block].tau);
}

/* A constraint that was never met closes with its time constant, C(t + h) = C(t) e^(−h/τ); once met it is closed
 * completely in every step. Closing a large gap in one step would give its bodies an enormous velocity. */
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
        int n = w->constraint->level[0] == LEVEL_POSITION && !d->met[w->block] ? relation_gap(d, w, gap) : 0;
        for (int k = 0; k < w->constraint->rows; k++)
            w->offset[k] = k < n ? kept(d, w->block) * gap[k] : 0;
    }
}
