/* displacement.c: displacement constraints (method §3): a step, as the algorithm (GG 2.2).
 *
 *   1  bodies move as if they were free
 *   2  small rotations, then small translations, until the largest is below the tolerance or the limit is met
 *   3  velocities are set from the way that was travelled
 *
 * Corrections of several constraints on one body are added up, each weighted by 1/max(n₁, n₂), the numbers of
 * constraints on the two bodies it joins (those that can move): a sum of them all would diverge, and a common weight for
 * both bodies keeps momentum. Gauss–Seidel applies them one after the other instead, and needs no weights.
 */
#include "method/displacement.h"

#include <string.h>

#include "base/memory.h"
#include "method/displacement_parts.h"

/* ---- an iteration ---- */

/* Turns that are not small are cut, and all that goes with them alike, so that pulls stay opposite. */
static void cut(const struct displacement *d, const struct island *l, double largest)
{
    if (!(largest > SMALL_TURN * SMALL_TURN))
        return;
    double share = SMALL_TURN / sqrt(largest);
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        d->of[i]->dr = v3_scale(share, d->of[i]->dr);
        d->of[i]->dx = v3_scale(share, d->of[i]->dx);
    }
}

static double turn_all(const struct displacement *d, const struct island *l)
{
    double largest = 0;
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        double size2 = v3_dot(d->of[i]->dr, d->of[i]->dr);
        largest = size2 <= largest ? largest : size2; /* what is no number is noted too */
    }
    cut(d, l, largest);
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        mover_rotate(d->of[i], d->of[i]->dr);
        d->of[i]->dr = v3(0, 0, 0);
    }
    return largest;
}

static double move_all(struct displacement *d, const struct island *l)
{
    double largest = 0;
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        struct mover *m = d->of[i];
        double size2 = v3_dot(m->dx, m->dx);
        largest = size2 <= largest ? largest : size2;
        m->p->x = v3_add(m->p->x, m->dx);
        m->dx = v3(0, 0, 0);
    }
    return largest;
}

/* Jacobi: in the order joint rotations, angles, twists, translations. The square of the largest correction. */
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

/* Points come last: what is done last is met best, and a gap shows more than an angle. */
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
    if (w->block < 0 || !(size <= w->size)) /* what is no number is the worst there is */
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

/* Back to where the corrections began. */
static void take_back(struct displacement *d, const struct island *l)
{
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        struct mover *m = d->of[i];
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

/* Until the corrections are small or the limit is met; the number of iterations. Corrections that grow lead nowhere: then
 * all is taken back, and a smaller share of each is made. */
static int correct(struct displacement *d, const struct island *l, enum scheme scheme, int most, double tolerance)
{
    double share = 1, first = 0;
    for (int n = 1, since = 1; n <= most; n++, since++) {
        if (d->s->trackers > 0 && l->relations > 0)
            system_count_turns(d->s);
        double largest =
            scheme == SCHEME_GAUSS_SEIDEL ? gauss_seidel(d, l, share) : jacobi(d, l, scheme == SCHEME_A, share);
        for (int i = l->mover; i < l->mover + l->movers && d->h == 0; i++)
            mover_refresh(d->of[i]); /* in a step bodies turn little, and inertia is that of its beginning */
        if (largest < tolerance * tolerance)
            return n;
        if (since <= 2)
            first = fmax(first, largest);
        if (!(largest <= 16 * first)) { /* four times as large as they were at first, or no number */
            take_back(d, l);
            share /= 4;
            since = 0;
            first = 0;
        }
    }
    return most + 1;
}

static void correct_all(struct displacement *d)
{
    const struct displacement_settings *p = &d->settings;
    struct displacement_report *r = &d->report;
    struct worst worst = {-1, 0};
    r->last = 0;
    d->limited = false;
    for (int i = 0; i < d->islands; i++) {
        int n = correct(d, &d->island[i], p->scheme, p->iterations, p->tolerance);
        if (n > p->iterations) {
            struct worst here = furthest(d, &d->island[i]);
            if (here.block >= 0 && !(here.size <= p->tolerance))
                worse(&worst, here.block, here.size);
            n = p->iterations;
        }
        r->last = n > r->last ? n : r->last;
    }
    r->iterations += r->last;
    r->most = r->last > r->most ? r->last : r->most;
    if (worst.block < 0)
        return;
    d->limited = true;
    if (r->limited++ == 0)
        r->limited_first = d->t;
    if (r->worst < 0 || worst.size > r->worst_size) {
        r->worst = d->list[worst.block].id;
        r->worst_size = worst.size;
        r->worst_time = d->t;
    }
}

/* ---- a step ---- */

/* Points that follow a path. */
static void follow_sources(struct displacement *d)
{
    for (int i = 0; i < d->links && d->any_source; i++)
        if (d->link[i].source >= 0)
            d->link[i].p = d->s->time[d->link[i].source].y;
}

static void clear_offsets(struct displacement *d)
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

/* Every constraint is off by less than this much in place, and this much in angle: in met_now. Of a soft one that is not
 * asked: it closes by its own force. */
static void measure_met(struct displacement *d, double place, double angle)
{
    bool *met = d->met_now;
    for (int b = 0; b < d->blocks; b++)
        met[b] = true;
    for (int i = 0; i < d->links; i++) {
        const struct link *l = &d->link[i];
        met[l->block] = met[l->block] && v3_norm(link_gap(l)) <= place;
    }
    for (int i = 0; i < d->swings + d->twists; i++) {
        const struct swing *w = i < d->swings ? &d->swing[i] : &d->twist[i - d->swings];
        double off = i < d->swings ? swing_gap(w) : twist_gap(w);
        met[w->block] = met[w->block] && fabs(off) <= angle;
    }
    for (int i = 0; i < d->relations; i++) {
        const struct relation *w = &d->relation[i];
        met[w->block] = met[w->block] && relation_off(d, w) <= place;
    }
    for (int b = 0; b < d->blocks; b++)
        met[b] = met[b] || d->list[b].compliance > 0;
}

/* Which constraints are met for the first time: those whose gaps have become small. And which are not any more: where
 * iterations did not suffice, and a gap has become a tenth of what the model measures, the constraints are beyond being
 * met together, and what contradicts must not be torn shut in every step. */
static void note_met(struct displacement *d)
{
    const double small = 10 * d->settings.tolerance, large = fmax(small, 0.1 * (d->reach > 0 ? d->reach : 1));
    if (d->limited) {
        measure_met(d, large, fmax(small, 0.3));
        for (int b = 0; b < d->blocks; b++)
            d->met[b] = d->met[b] && (d->met_now[b] || d->list[b].by_force || d->list[b].compliance > 0);
    }
    measure_met(d, small, small);
    d->any_unmet = false;
    for (int b = 0; b < d->blocks; b++) {
        d->met[b] = d->met[b] || d->met_now[b];
        d->any_unmet = d->any_unmet || !d->met[b];
    }
}

/* How much of its gap a constraint may keep in this step. */
static double kept(const struct displacement *d, int block)
{
    return d->met[block] ? 0 : exp(-d->h / d->list[block].tau);
}

/* A constraint that was never met closes with its time constant, C(t + h) = C(t) e^(−h/τ); once met it is closed in every
 * step. Otherwise a gap would be closed in one step, and its bodies fly away with the speed of that. */
static void set_offsets(struct displacement *d)
{
    if (!d->any_unmet && !d->limited)
        return;
    note_met(d);
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

static void begin_pulls(struct displacement *d)
{
    for (int i = 0; i < d->links; i++)
        link_begin(d, &d->link[i]);
    for (int i = 0; i < d->swings; i++)
        swing_begin(&d->swing[i]);
    for (int i = 0; i < d->twists; i++)
        twist_begin(&d->twist[i]);
    for (int i = 0; i < d->relations; i++)
        relation_begin(d, &d->relation[i], d->t - d->h);
}

/* At the beginning of a step, where the poses are those of y. */
static void prepare(struct displacement *d)
{
    follow_sources(d);
    set_offsets(d);
    for (int i = 0; i < d->bounces; i++)
        bounce_watch(d, &d->bounce[i]);
    begin_pulls(d);
}

static bool all_finite(const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 0 * y[i];
    return sum == 0;
}

/* Accelerations without the constraints that are met here: of forces, and of constraints that are met by forces. */
static tn_status free_motion(struct displacement *d, double t, const double *y)
{
    struct system *s = d->s;
    s->bad_item = s->bad_body = -1;
    if (!d->mixed) {
        s->evaluations++;
        system_free_motion(s, t, y);
        return TN_OK;
    }
    for (int i = 0; i < s->items; i++)
        if (s->item[i].displaced)
            s->item[i].mode = MODE_FREE; /* its row is left out */
    tn_status status = system_derivative(s, t, y, d->trial);
    for (int i = 0; i < s->items; i++)
        if (s->item[i].displaced)
            s->item[i].mode = MODE_HELD;
    memcpy(d->lambda, s->multiplier, sizeof(double) * (size_t)s->rows);
    for (int i = 0; i < s->bodies; i++) {
        const double *a = d->trial + s->body[i].v;
        if (s->body[i].dofs >= 3)
            s->pose[i].a = v3(a[0], a[1], a[2]);
        else if (s->body[i].dofs == 1)
            s->pose[i].a = v3(a[0], 0, 0);
        if (s->body[i].dofs == 6)
            s->pose[i].alpha = v3(a[3], a[4], a[5]);
    }
    return status;
}

/* ---- energy ---- */

/* Twice the kinetic energy of an island for velocities x and y: of two different ones, what they have in common. */
static double kinetic_product(const struct displacement *d, const struct island *l, const double *x, const double *y)
{
    double sum = 0;
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        const struct body *b = d->of[i]->b;
        const double *v = x + b->v, *w = y + b->v;
        if (b->weightless)
            continue;
        for (int k = 0; k < (b->dofs < 3 ? b->dofs : 3); k++)
            sum += b->mass * v[k] * w[k];
        if (b->coordinates == COORDINATES_RIGID) {
            const mat3 *turned = &d->of[i]->p->r;
            sum += v3_dot(m3_tmul(turned, v3(v[3], v[4], v[5])),
                          s3_mul(&b->inertia, m3_tmul(turned, v3(w[3], w[4], w[5]))));
        }
    }
    return sum;
}

/* Velocities free + share (now − free). */
static void draw_back(struct displacement *d, const struct island *l, const double *free, double share)
{
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        const struct body *b = d->of[i]->b;
        for (int k = b->v; k < b->v + b->dofs; k++)
            d->y[k] = free[k] + share * (d->y[k] - free[k]);
    }
}

/* What soft constraints have stored by the forces that they exert: c f²/2. Their gaps say more than that where iterations
 * have not sufficed. */
static double stored(const struct displacement *d, const struct island *l)
{
    double twice = 0, scale = 1 / (d->h * d->h * d->h * d->h); /* a pull is a force times h² */
    for (int i = l->link; i < l->link + l->links; i++)
        twice += d->link[i].compliance * v3_dot(d->link[i].pull, d->link[i].pull);
    for (int i = l->swing; i < l->swing + l->swings; i++)
        twice += d->swing[i].compliance * v3_dot(d->swing[i].pull, d->swing[i].pull);
    for (int i = l->twist; i < l->twist + l->twists; i++)
        twice += d->twist[i].compliance * v3_dot(d->twist[i].pull, d->twist[i].pull);
    for (int i = l->relation; i < l->relation + l->relations; i++)
        for (int k = 0; k < d->relation[i].item->rows; k++)
            twice += d->relation[i].compliance * d->relation[i].pull[k] * d->relation[i].pull[k];
    return scale * twice / 2;
}

/* Constraints do no work. Corrections may: gaps that are closed, large turns and iterations that did not suffice leave
 * velocities behind that no force has made, and a model whose constraints contradict each other would fly apart. So each
 * island has an account of what forces and what corrections have put in, of the last second or so. Where corrections have
 * put in more than a tenth of what forces have, velocities are drawn back towards those of free motion. */
static void hold_energy(struct displacement *d, struct island *l, const double *before, const double *free)
{
    const double memory = exp(-d->h), part = 0.1;
    double start = l->known ? l->kinetic : kinetic_product(d, l, before, before) / 2;
    double alone = kinetic_product(d, l, free, free) / 2, after = kinetic_product(d, l, d->y, d->y) / 2;
    if (l->soft) { /* what they have stored they may give back */
        double now = stored(d, l);
        alone = fmax(alone + (l->known ? l->stored : 0) - now, 0);
        l->stored = now;
    }
    l->gross = memory * (l->known ? l->gross : start) + fmax(alone - start, 0);
    l->injected = fmax(memory * (l->known ? l->injected : 0), -part * l->gross);
    double most = fmax(alone + part * l->gross - l->injected, 0);
    l->known = true;
    if (after > most && !l->driven) {
        /* free + x (now − free) has the energy zero + b x + c x² */
        double zero = kinetic_product(d, l, free, free) / 2;
        double c = zero + after - kinetic_product(d, l, free, d->y), b = after - zero - c;
        double root = b * b - 4 * c * (zero - most);
        double x = c > 0 && root >= 0 ? (-b + sqrt(root)) / (2 * c) : c > 0 ? -b / (2 * c) : 0;
        x = fmin(fmax(x, 0), 1);
        draw_back(d, l, free, x);
        after = zero + b * x + c * x * x;
    }
    l->injected += after - alone;
    l->kinetic = after;
}

enum displacement_end displacement_step(struct displacement *d, double t, double h, double *y, bool ask_far,
                                        bool ask_torn)
{
    struct system *s = d->s;
    d->t = t + h;
    d->h = h;
    if (free_motion(d, t, y) != TN_OK)
        return DISPLACEMENT_STUCK;
    prepare(d);
    if (!displacement_move(d, h, y, ask_far)) /* 1: as if free */
        return DISPLACEMENT_TOO_FAR;
    system_update(s, d->t, d->y);
    for (int i = 0; i < s->bodies; i++) {
        mover_take(&d->mover[i], d->y);
        d->mover[i].free = d->mover[i].q;
        d->mover[i].free_x = d->mover[i].p->x;
    }
    follow_sources(d);
    correct_all(d); /* 2: small rotations and translations */
    memcpy(d->free, d->y, sizeof(double) * (size_t)s->y_count);
    if (!displacement_velocities(d, h, ask_torn)) /* 3: the way travelled */
        return DISPLACEMENT_TORN;
    for (int i = 0; i < d->islands; i++)
        hold_energy(d, &d->island[i], y, d->free);
    for (int i = 0; i < d->bounces; i++)
        bounce_apply(d, &d->bounce[i], d->y);
    for (int i = 0; i < d->islands && d->bounces > 0; i++)
        d->island[i].kinetic = kinetic_product(d, &d->island[i], d->y, d->y) / 2;
    if (!all_finite(d->y, s->y_count)) {
        system_find_culprit(s, d->t);
        return DISPLACEMENT_STUCK;
    }
    for (int i = 0; i < s->v_count; i++)
        d->rate[i] = (d->y[s->q_count + i] - y[s->q_count + i]) / h;
    memcpy(y, d->y, sizeof(double) * (size_t)s->y_count);
    d->report.steps++;
    return DISPLACEMENT_DONE;
}

int displacement_relax(struct displacement *d, double t, double *y, enum scheme scheme, int iterations,
                       double tolerance)
{
    struct system *s = d->s;
    int most = 0;
    d->t = t;
    d->h = 0;
    system_update(s, t, y);
    follow_sources(d);
    for (int i = 0; i < s->bodies; i++) {
        mover_take(&d->mover[i], y);
        d->mover[i].free = d->mover[i].q;
        d->mover[i].free_x = d->mover[i].p->x;
    }
    clear_offsets(d);
    begin_pulls(d);
    displacement_restart(d);
    d->any_unmet = true; /* offsets have to be set again */
    for (int i = 0; i < d->islands; i++) {
        int n = correct(d, &d->island[i], scheme, iterations, tolerance);
        most = n > most ? n : most;
    }
    for (int i = 0; i < s->bodies; i++)
        mover_give(&d->mover[i], y);
    return most;
}

void displacement_restart(struct displacement *d)
{
    d->h = 0;
    d->limited = false;
    for (int i = 0; i < d->islands; i++)
        d->island[i].known = false;
}

int displacement_count(const struct displacement *d) { return d->blocks; }
int displacement_id(const struct displacement *d, int i) { return d->list[i].id; }
bool displacement_met(const struct displacement *d, int i) { return d->met[i]; }
void displacement_note_met(struct displacement *d, double t, const double *y)
{
    system_update(d->s, t, y);
    d->t = t;
    d->h = 0;
    d->limited = false;
    follow_sources(d);
    clear_offsets(d);
    note_met(d);
    d->any_unmet = true; /* offsets are to be set */
}

const struct displacement_report *displacement_report(const struct displacement *d) { return &d->report; }
