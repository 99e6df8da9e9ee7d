/* displacement_iterate.c: iterative rotations and translations of an island until they are small (method §3; GG 3.2).
 *
 * Jacobi schemes add up the corrections of all constraints on a body, each weighted by 1/max(n₁, n₂), the numbers of
 * constraints on the two movable bodies that it joins: without weights the sum would diverge, and a common weight for
 * both bodies conserves momentum. Gauss–Seidel applies them sequentially and needs no weights.
 */
#include <string.h>

#include "contact/contact_shift.h"
#include "displacement/displacement_parts.h"

/* ---- an iteration ---- */

/* Large rotations are scaled down, and all corrections of the island with them, so that pulls stay opposite. */
static void cut(const struct displacement *d, const struct island *l, double largest)
{
    if (!(largest > SMALL_TURN * SMALL_TURN))
        return;
    double share = SMALL_TURN / sqrt(largest);
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        d->island_mover[i]->dr = v3_scale(share, d->island_mover[i]->dr);
        d->island_mover[i]->dx = v3_scale(share, d->island_mover[i]->dx);
    }
}

static double turn_all(const struct displacement *d, const struct island *l)
{
    double largest = 0;
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        double size2 = v3_dot(d->island_mover[i]->dr, d->island_mover[i]->dr);
        largest = size2 <= largest ? largest : size2; /* keeps NaN */
    }
    cut(d, l, largest);
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        mover_rotate(d->island_mover[i], d->island_mover[i]->dr);
        d->island_mover[i]->dr = v3(0, 0, 0);
    }
    return largest;
}

static double move_all(struct displacement *d, const struct island *l)
{
    double largest = 0;
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        struct mover *m = d->island_mover[i];
        double size2 = v3_dot(m->dx, m->dx);
        largest = size2 <= largest ? largest : size2;
        m->p->x = v3_add(m->p->x, m->dx);
        m->dx = v3(0, 0, 0);
    }
    return largest;
}

/* Jacobi, in the order joint rotations, angles, twists, translations. Returns the square of the largest correction. */
static double jacobi(struct displacement *d, const struct island *l, bool scheme_a, double share)
{
    const double turning = share * d->settings.alpha;
    links_rotate(d, d->link + l->link, l->links, scheme_a, turning);
    for (int i = l->relation; i < l->relation + l->relations; i++)
        relation_add(d, &d->relation[i], turning);
    double largest = turn_all(d, l);
    if (l->swings > 0) {
        swings_rotate(d, d->swing + l->swing, l->swings, turning);
        largest = fmax(largest, turn_all(d, l));
    }
    if (l->twists > 0) {
        twists_rotate(d, d->twist + l->twist, l->twists, turning);
        largest = fmax(largest, turn_all(d, l));
    }
    if (!scheme_a)
        links_translate(d, d->link + l->link, l->links, share);
    return fmax(largest, move_all(d, l));
}

/* Points come last: the last corrections are the most accurate, and a gap is more visible than an angle. */
static double gauss_seidel(struct displacement *d, const struct island *l, double share)
{
    double largest = swings_correct(d, d->swing + l->swing, l->swings, share, 0);
    largest = twists_correct(d, d->twist + l->twist, l->twists, share, largest);
    for (int i = l->relation; i < l->relation + l->relations; i++)
        largest = relation_correct(d, &d->relation[i], share, largest);
    return links_correct(d, d->link + l->link, l->links, share, largest);
}

/* ---- islands ---- */

struct worst {
    int block;
    double size;
};

static void worse(struct worst *w, int block, double size)
{
    if (w->block < 0 || !(size <= w->size)) /* NaN is the worst */
        *w = (struct worst){block, size};
}

static struct worst furthest(struct displacement *d, const struct island *l)
{
    struct worst w = {-1, 0};
    for (int i = l->link; i < l->link + l->links; i++)
        if (d->link[i].compliance == 0)
            worse(&w, d->link[i].block, v3_norm(v3_sub(link_gap(&d->link[i]), d->link[i].offset)));
    for (int i = l->swing; i < l->swing + l->swings; i++)
        if (d->swing[i].compliance == 0)
            worse(&w, d->swing[i].block, fabs(swing_gap(&d->swing[i]) - d->swing[i].offset));
    for (int i = l->twist; i < l->twist + l->twists; i++)
        if (d->twist[i].compliance == 0)
            worse(&w, d->twist[i].block, fabs(twist_gap(&d->twist[i]) - d->twist[i].offset));
    for (int i = l->relation; i < l->relation + l->relations; i++)
        if (d->relation[i].compliance == 0)
            worse(&w, d->relation[i].block, relation_size(d, &d->relation[i]));
    return w;
}

/* The sum of squares of all residuals of an island; those of soft constraints include their compliance. */
static double wrong_in(struct displacement *d, const struct island *l)
{
    const double inverse = 1 / (d->h * d->h);
    double sum = 0;
    for (int i = l->link; i < l->link + l->links; i++) {
        const struct link *k = &d->link[i];
        vec3 left = v3_add_scaled(v3_sub(link_gap(k), k->offset), k->compliance * inverse, k->pull);
        sum += v3_dot(left, left);
    }
    for (int i = 0; i < l->swings + l->twists; i++) {
        bool swings = i < l->swings;
        const struct swing *k = swings ? &d->swing[l->swing + i] : &d->twist[l->twist + i - l->swings];
        double left = fabs((swings ? swing_gap(k) : twist_gap(k)) - k->offset);
        left -= k->compliance * inverse * v3_norm(k->pull);
        sum += left * left;
    }
    for (int i = l->relation; i < l->relation + l->relations; i++) {
        const struct relation *k = &d->relation[i];
        double pull = 0;
        for (int r = 0; r < k->constraint->rows; r++)
            pull += k->pull[r] * k->pull[r];
        double left = relation_size(d, k) - k->compliance * inverse * sqrt(pull);
        sum += left * left;
    }
    return sum;
}

/* One iteration. Returns the square of the largest correction. */
static double iterate(struct displacement *d, const struct island *l, enum scheme scheme, double share)
{
    if (d->plan->trackers > 0 && l->relations > 0)
        system_count_turns(d->plan, d->work);
    double largest =
        scheme == SCHEME_GAUSS_SEIDEL ? gauss_seidel(d, l, share) : jacobi(d, l, scheme == SCHEME_A, share);
    for (int i = l->mover; i < l->mover + l->movers && d->h == 0; i++)
        mover_refresh(d->island_mover[i]); /* within a step bodies turn little and keep the inertia of its start */
    return largest;
}

/* Undoes the corrections. */
static void take_back(struct displacement *d, const struct island *l)
{
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        struct mover *m = d->island_mover[i];
        m->p->x = m->free_x;
        m->q = m->free;
        m->p->r = q_matrix(m->q);
        m->dx = m->dr = v3(0, 0, 0);
        if (d->h == 0)
            mover_refresh(m);
    }
    for (int i = l->link; i < l->link + l->links; i++) {
        d->link[i].pull = v3(0, 0, 0);
        d->link[i].held = 0;
    }
    for (int i = l->swing; i < l->swing + l->swings; i++) {
        d->swing[i].pull = v3(0, 0, 0);
        d->swing[i].held = 0;
    }
    for (int i = l->twist; i < l->twist + l->twists; i++) {
        d->twist[i].pull = v3(0, 0, 0);
        d->twist[i].held = 0;
    }
    for (int i = l->relation; i < l->relation + l->relations; i++)
        memset(d->relation[i].pull, 0, sizeof d->relation[i].pull);
}

/* Iterates until the corrections are small or the limit is reached. Returns the number of iterations. Growing
 * corrections diverge: all are undone, and a smaller fraction of each is applied. */
int island_correct(struct displacement *d, const struct island *l, enum scheme scheme, int most, double tolerance,
                   bool *shrinks)
{
    double share = 1, first = 0, largest = 0;
    *shrinks = true;
    for (int n = 1, since = 1; n <= most; n++, since++) {
        if (!d->shared && poll_here(d->work->poll) && d->h == 0) /* looking for positions: given up */
            break;
        largest = iterate(d, l, scheme, share);
        if (largest < tolerance * tolerance)
            return n;
        if (since <= 2)
            first = fmax(first, largest);
        if (!(largest <= 16 * first)) { /* four times as large as the first, or NaN */
            take_back(d, l);
            share /= 4;
            since = 0;
            first = 0;
        }
    }
    *shrinks = share == 1 && most > 2 && largest < first / 4;
    return most + 1;
}

/* The largest gap of an island, including those that may close slowly. */
static double widest(struct displacement *d, const struct island *l)
{
    double most = 0;
    for (int i = l->link; i < l->link + l->links; i++)
        most = fmax(most, v3_norm(link_gap(&d->link[i])));
    for (int i = l->swing; i < l->swing + l->swings; i++)
        most = fmax(most, fabs(swing_gap(&d->swing[i])));
    for (int i = l->twist; i < l->twist + l->twists; i++)
        most = fmax(most, fabs(twist_gap(&d->twist[i])));
    for (int i = l->relation; i < l->relation + l->relations; i++)
        most = fmax(most, relation_size(d, &d->relation[i]));
    return most;
}

/* In a step. If corrections do not even get smaller, and a gap is large compared with the size of the model,
 * corrections may lead away from a solution: bodies have turned far from where levers were taken, or the constraints
 * are contradictory. From the next step on, corrections that increase the residual are not applied. Gauss–Seidel, which
 * satisfies the last of several contradictory constraints and none of the others, is first replaced by scheme A, which
 * finds a compromise. */
static void island_step(struct displacement *d, struct island *l)
{
    const struct displacement_settings *p = &d->settings;
    const double large = fmax(0.3 * (d->reach > 0 ? d->reach : 1), 10 * p->tolerance);
    const double before = l->strained ? wrong_in(d, l) : INFINITY;
    bool shrinks, again;
    l->rounds = island_correct(d, l, p->scheme, p->iterations, p->tolerance, &shrinks);
    l->strained = !shrinks && !(widest(d, l) <= large);
    double after = l->strained ? wrong_in(d, l) : 0;
    if (l->strained && !(after <= before) && p->scheme == SCHEME_GAUSS_SEIDEL) {
        take_back(d, l);
        island_correct(d, l, SCHEME_A, p->iterations, p->tolerance, &again);
        after = wrong_in(d, l);
    }
    if (l->strained && !(after <= before))
        take_back(d, l);
}

/* ---- all islands ---- */

static void shift(void *ctx, int body, vec3 dx, vec3 turn)
{
    struct displacement *d = ctx;
    struct mover *m = &d->mover[body];
    m->p->x = v3_add(m->p->x, dx);
    mover_rotate(m, turn);
    m->touched = true;
    if (m->island >= 0)
        d->island[m->island].converged = false;
}

static void iterate_unconverged(struct displacement *d, struct island *l)
{
    const double tolerance = d->settings.tolerance;
    l->size2 = l->converged ? 0 : iterate(d, l, d->settings.scheme, 1);
    l->converged = l->size2 < tolerance * tolerance;
}

/* Contacts connect islands: islands and contacts are corrected alternately until nothing moves. Returns the
 * iterations. */
static int correct_touching(struct displacement *d, int most, double tolerance)
{
    double largest = INFINITY;
    for (int i = 0; i < d->islands; i++)
        d->island[i].converged = false;
    for (int n = 1; n <= most; n++) {
        largest = 0;
        poll_here(d->work->poll);
        islands_do(d, iterate_unconverged);
        for (int i = 0; i < d->islands; i++)
            largest = d->island[i].size2 <= largest ? largest : d->island[i].size2;
        double shifted = contact_shift_sweep(d->plan, d->work, shift, d);
        largest = shifted * shifted <= largest ? largest : shifted * shifted;
        if (largest < tolerance * tolerance)
            return n;
    }
    return most + 1;
}

/* The constraint with the largest gap above the tolerance, if there is one. */
static void look_for_worst(struct displacement *d, const struct island *l, struct worst *worst)
{
    struct worst here = furthest(d, l);
    if (here.block >= 0 && !(here.size <= d->settings.tolerance))
        worse(worst, here.block, here.size);
}

void displacement_correct(struct displacement *d, bool touching)
{
    const struct displacement_settings *p = &d->settings;
    struct displacement_report *r = &d->report;
    struct worst worst = {-1, 0};
    r->last = touching ? correct_touching(d, p->iterations, p->tolerance) : 0;
    poll_here(d->work->poll);
    if (!touching)
        islands_do(d, island_step);
    for (int i = 0; i < d->islands; i++) {
        int n = touching ? r->last : d->island[i].rounds;
        if (n > p->iterations)
            look_for_worst(d, &d->island[i], &worst);
        r->last = n > r->last ? n : r->last;
    }
    r->last = r->last > p->iterations ? p->iterations : r->last;
    r->iterations += r->last;
    r->most = r->last > r->most ? r->last : r->most;
    d->limited = worst.block >= 0;
    if (!d->limited)
        return;
    if (r->limited++ == 0)
        r->limited_first = d->t;
    if (r->worst < 0 || worst.size > r->worst_size) {
        r->worst = d->list[worst.block].id;
        r->worst_size = worst.size;
        r->worst_time = d->t;
    }
}
