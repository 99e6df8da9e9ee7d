/* displacement.c: displacement constraints (method §3): one step, the algorithm of GG 2.2.
 *
 *   1  bodies move as if they were free
 *   2  small rotations, then small translations, until all are below the tolerance or the limit is reached
 *   3  velocities are set from the change of positions
 */
#include "displacement/displacement.h"

#include <string.h>

#include "contact/contact_shift.h"
#include "displacement/displacement_parts.h"

/* Updates the points that follow a path. */
static void follow_sources(struct displacement *d)
{
    for (int i = 0; i < d->links && d->any_source; i++)
        if (d->link[i].source >= 0)
            d->link[i].p = d->work->time[d->link[i].source].y;
}

static void begin_pulls(struct displacement *d, struct island *l)
{
    for (int i = l->link; i < l->link + l->links; i++)
        link_begin(d, &d->link[i]);
    for (int i = l->swing; i < l->swing + l->swings; i++)
        swing_begin(&d->swing[i]);
    for (int i = l->twist; i < l->twist + l->twists; i++)
        twist_begin(&d->twist[i]);
    for (int i = l->relation; i < l->relation + l->relations; i++)
        relation_begin(d, &d->relation[i], d->t - d->h);
}

/* At the start of a step; the poses are those of y. */
static void prepare(struct displacement *d)
{
    follow_sources(d);
    displacement_set_offsets(d);
    for (int i = 0; i < d->bounces; i++)
        bounce_watch(d, &d->bounce[i]);
    islands_do(d, begin_pulls);
}

static bool all_finite(const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 0 * y[i];
    return sum == 0;
}

/* Accelerations without displacement constraints: from forces, and from constraints enforced by forces. */
static tn_status free_motion(struct displacement *d, double t, const double *y)
{
    const struct plan *plan = d->plan;
    struct work *work = d->work;
    work->report.bad_constraint = work->report.bad_body = -1;
    if (!d->mixed) {
        work->report.evaluations++;
        system_free_motion(plan, work, t, y);
        return TN_OK;
    }
    for (int i = 0; i < plan->constraints; i++)
        if (work->constraint[i].displaced)
            work->constraint[i].mode = MODE_FREE; /* its row is left out */
    tn_status status = system_derivative(plan, work, t, y, d->trial);
    for (int i = 0; i < plan->constraints; i++)
        if (work->constraint[i].displaced)
            work->constraint[i].mode = MODE_HELD;
    memcpy(d->lambda, work->multiplier, sizeof(double) * (size_t)plan->rows);
    for (int i = 0; i < plan->bodies; i++) {
        const double *a = d->trial + plan->body[i].v;
        if (plan->body[i].dofs >= 3)
            work->pose[i].a = v3(a[0], a[1], a[2]);
        else if (plan->body[i].dofs == 1)
            work->pose[i].a = v3(a[0], 0, 0);
        if (plan->body[i].dofs == 6)
            work->pose[i].alpha = v3(a[3], a[4], a[5]);
    }
    return status;
}

/* After free motion: the state from which corrections start. */
static void take_free(struct displacement *d)
{
    system_update(d->plan, d->work, d->t, d->y);
    for (int i = 0; i < d->plan->bodies; i++) {
        struct mover *m = &d->mover[i];
        mover_load(m, d->y);
        m->free = m->q;
        m->free_x = m->p->x;
        m->touched = false;
    }
    follow_sources(d);
    memcpy(d->free, d->y, sizeof(double) * (size_t)d->plan->y_count);
}

static double energy_of(const struct plan *plan, struct work *work, const double *y)
{
    return system_kinetic(plan, work, y) + system_potential(plan, work, y);
}

/* Adjusts the velocities that corrections gave: adds restitution, removes spurious energy. */
static void finish_velocities(struct displacement *d, bool touching)
{
    for (int i = 0; i < d->bounces; i++)
        bounce_apply(d, &d->bounce[i], d->y);
    islands_do(d, island_limit_energy);
    if (touching)
        contact_shift_bounce(d->plan, d->work, d->y);
    for (int i = 0; i < d->islands && touching; i++)
        d->island[i].kinetic = island_kinetic_product(d, &d->island[i], d->y, d->y) / 2;
}

enum displacement_end displacement_step(struct displacement *d, double t, double h, double *y, bool report_fast,
                                        bool report_overcorrected)
{
    const struct plan *plan = d->plan;
    struct work *work = d->work;
    d->t = t + h;
    d->h = h;
    d->before = y;
    if (free_motion(d, t, y) != TN_OK)
        return DISPLACEMENT_STUCK;
    if (plan->contact)
        contact_shift_begin(plan, work, h);
    bool touching = plan->contact && contact_count(work->contact->space) > 0;
    double energy = touching ? energy_of(plan, work, y) : 0;
    prepare(d);
    if (!displacement_move(d, h, y, report_fast)) /* 1: as if free */
        return DISPLACEMENT_FAST;
    take_free(d);
    displacement_correct(d, touching);                        /* 2: small rotations and translations */
    if (!displacement_velocities(d, h, report_overcorrected)) /* 3: the change of positions */
        return DISPLACEMENT_OVERCORRECTED;
    finish_velocities(d, touching);
    if (!all_finite(d->y, plan->y_count)) {
        system_find_culprit(plan, work, d->t);
        return DISPLACEMENT_STUCK;
    }
    if (plan->contact)
        contact_shift_end(work);
    if (displacement_struck(d) || touching) { /* losses in impacts and contacts count as external work */
        if (!touching) {
            system_update(plan, work, t, y);
            energy = energy_of(plan, work, y);
        }
        system_update(plan, work, d->t, d->y);
        d->y[plan->work_done] = y[plan->work_done] + energy_of(plan, work, d->y) - energy;
    }
    for (int i = 0; i < plan->v_count; i++)
        d->rate[i] = (d->y[plan->q_count + i] - y[plan->q_count + i]) / h;
    memcpy(y, d->y, sizeof(double) * (size_t)plan->y_count);
    d->report.steps++;
    return DISPLACEMENT_DONE;
}

int displacement_relax(struct displacement *d, double t, double *y, enum scheme scheme, int iterations,
                       double tolerance)
{
    const struct plan *plan = d->plan;
    struct work *work = d->work;
    int most = 0;
    d->t = t;
    d->h = 0;
    system_update(plan, work, t, y);
    follow_sources(d);
    for (int i = 0; i < plan->bodies; i++) {
        struct mover *m = &d->mover[i];
        mover_load(m, y);
        m->free = m->q;
        m->free_x = m->p->x;
    }
    displacement_clear_offsets(d);
    islands_do(d, begin_pulls);
    displacement_restart(d);
    d->any_unmet = true; /* offsets must be set again */
    for (int i = 0; i < d->islands; i++) {
        bool shrinks;
        int n = island_correct(d, &d->island[i], scheme, iterations, tolerance, &shrinks);
        most = n > most ? n : most;
    }
    for (int i = 0; i < plan->bodies; i++)
        mover_store(&d->mover[i], y);
    return most;
}

void displacement_restart(struct displacement *d)
{
    d->h = 0;
    d->limited = false;
    for (int i = 0; i < d->islands; i++) {
        d->island[i].known = false;
        d->island[i].strained = true; /* as it begins */
    }
    displacement_forget_held(d);
}

int displacement_count(const struct displacement *d) { return d->blocks; }
int displacement_id(const struct displacement *d, int i) { return d->list[i].id; }
bool displacement_met(const struct displacement *d, int i) { return d->met[i]; }

void displacement_view(struct displacement *d, double t, const double *y)
{
    system_update(d->plan, d->work, t, y);
    d->t = t;
    d->h = 0;
    follow_sources(d);
    displacement_clear_offsets(d);
    d->any_unmet = true; /* offsets must be set */
}

void displacement_note_met(struct displacement *d, double t, const double *y)
{
    displacement_view(d, t, y);
    d->limited = false;
    displacement_find_met(d);
    d->any_unmet = true;
}

const struct displacement_report *displacement_report(const struct displacement *d) { return &d->report; }
