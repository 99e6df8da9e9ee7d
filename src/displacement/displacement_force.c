/* displacement_force.c: constraint forces of the last step, as multipliers of their rows.
 *
 * A pull is a force times h². Articulations have a force and a torque on body two; these are distributed over the
 * equivalent rows so that Σ λ J₂ is that force and torque (by least squares, because in scheme B rotation and
 * translation do not belong to exactly the same pull).
 */
#include <string.h>

#include "base/memory.h"
#include "displacement/displacement_parts.h"

enum { MOST_ROWS = 2 * CONSTRAINT_ROWS };

/* Rows of one articulation on one of its bodies. */
struct share {
    int count;
    int row[MOST_ROWS];     /* in work->multiplier */
    double j[MOST_ROWS][6]; /* by the body */
    double k[MOST_ROWS * MOST_ROWS];
};

static int jacobian_on(const struct plan *plan, const struct constraint_rows *it, int body)
{
    for (int p = 0; p < it->jacobians; p++)
        if (plan->jacobian[it->jacobian + p].body == body)
            return it->jacobian + p;
    return -1;
}

static void take_rows(struct displacement *d, const struct constraint_rows *it, int body, struct share *h)
{
    const struct plan *plan = d->plan;
    struct work *work = d->work;
    struct rows rows;
    int jacobian = jacobian_on(plan, it, body);
    system_rows(plan, work, it, d->t, &rows);
    if (jacobian < 0 || (it->bounds == BOUND_ONE_SIDED && rows.c[0] > 10 * d->settings.tolerance))
        return;
    for (int r = 0; r < it->rows && h->count < MOST_ROWS; r++) {
        double *j = h->j[h->count];
        memset(j, 0, sizeof h->j[0]);
        for (int i = 0; i < it->inputs; i++)
            for (int c = 0; c < 6 && plan->input_jacobian[it->input + i] == jacobian; c++)
                j[c] += rows.j[i][6 * r + c];
        h->row[h->count++] = it->row + r;
    }
}

/* Least squares for J₂ᵀ λ = wrench: J₂J₂ᵀ λ = J₂ wrench, with lengths relative to the size of the body. */
static void solve_share(struct displacement *d, struct share *h, const double wrench[6])
{
    double b[MOST_ROWS], diagonal[MOST_ROWS];
    const int n = h->count;
    for (int r = 0; r < n; r++) {
        b[r] = 0;
        for (int c = 0; c < 6; c++)
            b[r] += h->j[r][c] * wrench[c];
        for (int k = 0; k < n; k++) {
            h->k[r * n + k] = 0;
            for (int c = 0; c < 6; c++)
                h->k[r * n + k] += h->j[r][c] * h->j[k][c];
        }
        diagonal[r] = h->k[r * n + r];
    }
    for (int i = 0; i < n; i++) {
        if (!(h->k[i * n + i] > 1e-9 * diagonal[i]) || !(diagonal[i] > 0)) {
            h->k[i * n + i] = INFINITY; /* depends on the others: λ = 0 */
            continue;
        }
        for (int r = i + 1; r < n; r++) {
            double f = h->k[r * n + i] / h->k[i * n + i];
            for (int c = i; c < n; c++)
                h->k[r * n + c] -= f * h->k[i * n + c];
            b[r] -= f * b[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        bool dropped = isinf(h->k[i * n + i]);
        for (int c = i + 1; c < n && !dropped; c++)
            b[i] -= h->k[i * n + c] * b[c];
        b[i] = dropped ? 0 : b[i] / h->k[i * n + i];
        d->work->multiplier[h->row[i]] += b[i];
    }
}

/* The pull of a constraint as force and torque about the centres of mass. */
struct pulled {
    const struct mover *one, *two;
    vec3 f, n;   /* on two */
    vec3 f1, n1; /* on one */
};

static void add_link_pull(const struct link *l, struct pulled *p)
{
    vec3 lever = m3_mul(&l->two->p->r, l->q);
    vec3 at = v3_sub(v3_add(l->two->p->x, lever), l->one->p->x);
    p->one = l->one;
    p->two = l->two;
    p->f = v3_add(p->f, l->pull);
    p->n = v3_add(p->n, v3_cross(lever, l->pull));
    p->f1 = v3_sub(p->f1, l->pull);
    p->n1 = v3_sub(p->n1, v3_cross(at, l->pull));
}

static void add_swing_pull(const struct swing *s, struct pulled *p)
{
    p->one = s->one;
    p->two = s->two;
    p->n = v3_add(p->n, s->pull);
    p->n1 = v3_sub(p->n1, s->pull);
}

static void share_articulation(struct displacement *d, const struct displaced *c, const struct pulled *p, int index)
{
    const struct plan *plan = d->plan;
    struct share h = {.count = 0};
    const struct mover *m = p->two != NULL && p->two->moves ? p->two : p->one;
    if (m == NULL || !m->moves)
        return;
    int body = (int)(m - d->mover);
    if (index >= 0)
        take_rows(d, &plan->constraint[index], body, &h);
    for (int i = 0; i < c->limits; i++)
        if (plan->constraint[d->limit[c->limit + i]].program == NULL)
            take_rows(d, &plan->constraint[d->limit[c->limit + i]], body, &h);
    vec3 f = m == p->two ? p->f : p->f1, n = m == p->two ? p->n : p->n1;
    double scale = 1 / (d->h * d->h);
    const double wrench[6] = {scale * f.x, scale * f.y, scale * f.z, scale * n.x, scale * n.y, scale * n.z};
    solve_share(d, &h, wrench);
}

/* A step of h from y, of which nothing stays but what the constraints exerted. What is carried from step to step is put back:
 * looking must not change the motion. */
static void try_step(struct displacement *d, double t, double h, const double *y)
{
    const struct plan *plan = d->plan;
    const struct displacement_report report = d->report;
    const bool fresh = d->fresh, any_unmet = d->any_unmet;
    bool *met = mem_copy(d->met, sizeof *met * (size_t)d->blocks);
    struct island *island = mem_copy(d->island, sizeof *island * (size_t)d->islands);
    memcpy(d->copy, y, sizeof(double) * (size_t)plan->y_count);
    if (displacement_step(d, t, h, d->copy, false, false) != DISPLACEMENT_DONE)
        memset(d->rate, 0, sizeof(double) * (size_t)plan->v_count);
    if (d->blocks > 0)
        memcpy(d->met, met, sizeof *met * (size_t)d->blocks);
    if (d->islands > 0)
        memcpy(d->island, island, sizeof *island * (size_t)d->islands);
    d->report = report;
    d->fresh = fresh;
    d->any_unmet = any_unmet;
    d->limited = false; /* as it is before a first step, and after a restart */
    displacement_forget_held(d);
    mem_free(met);
    mem_free(island);
}

void displacement_rate(struct displacement *d, double t, double h, const double *y, double *ydot)
{
    const struct plan *plan = d->plan;
    if (d->h == 0 && plan->contact) { /* a trial step would change what contacts store */
        memset(d->rate, 0, sizeof(double) * (size_t)plan->v_count);
    } else if (d->h == 0) {
        try_step(d, t, h, y);
    }
    memset(ydot, 0, sizeof(double) * (size_t)plan->y_count);
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs > 0)
            system_position_rate(&plan->body[i], y, ydot);
    memcpy(ydot + plan->q_count, d->rate, sizeof(double) * (size_t)plan->v_count);
}

/* Links, swings and twists are in the order of their constraints. */
static void share_articulations(struct displacement *d)
{
    int l = 0, w = 0, u = 0;
    for (int i = 0; i < d->islands; i++)
        for (;;) {
            const struct island *n = &d->island[i];
            int block = d->blocks;
            if (l < n->link + n->links)
                block = d->link[l].block;
            if (w < n->swing + n->swings && d->swing[w].block < block)
                block = d->swing[w].block;
            if (u < n->twist + n->twists && d->twist[u].block < block)
                block = d->twist[u].block;
            if (block == d->blocks)
                break;
            struct pulled p = {.one = NULL};
            if (l < n->link + n->links && d->link[l].block == block)
                add_link_pull(&d->link[l++], &p);
            if (w < n->swing + n->swings && d->swing[w].block == block)
                add_swing_pull(&d->swing[w++], &p);
            if (u < n->twist + n->twists && d->twist[u].block == block)
                add_swing_pull(&d->twist[u++], &p);
            share_articulation(d, &d->list[block], &p, d->list[block].own);
        }
}

void displacement_multipliers(struct displacement *d)
{
    const struct plan *plan = d->plan;
    struct work *work = d->work;
    for (int i = 0; i < plan->constraints; i++)
        for (int k = 0; k < plan->constraint[i].rows; k++)
            work->multiplier[plan->constraint[i].row + k] =
                work->constraint[i].displaced || plan->constraint[i].block < 0 ? 0
                                                                               : d->lambda[plan->constraint[i].row + k];
    if (d->h == 0)
        return;
    for (int i = 0; i < d->relations; i++) {
        const struct relation *r = &d->relation[i];
        for (int k = 0; k < r->constraint->rows; k++)
            work->multiplier[r->constraint->row + k] += r->pull[k] / (d->h * d->h);
    }
    share_articulations(d);
    for (int b = 0; b < plan->bounded_count; b++) { /* a limit that pushes counts as held */
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        work->constraint[it->index].mode =
            it->bounds == BOUND_MOTOR || work->multiplier[it->row] != 0 ? MODE_HELD : MODE_FREE;
    }
}
