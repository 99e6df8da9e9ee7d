/* displacement_build.c: from the constraints of a plan to links, swings, twists and relations, island by island. */
#include <string.h>

#include "base/memory.h"
#include "displacement/displacement_parts.h"

/* ---- movers ---- */

static void make_movers(struct displacement *d)
{
    const struct plan *plan = d->plan;
    struct work *work = d->work;
    d->mover = MEM_ARRAY(struct mover, plan->bodies + 1);
    d->ground = (struct pose){.r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const bool moves =
            b->dofs > 0 && b->inverse_mass > 0 && b->coordinates != COORDINATES_GENERAL; /* general coordinates stay */
        d->mover[i] = (struct mover){.island = -1,
                                     .p = &work->pose[i],
                                     .b = b,
                                     .moves = moves,
                                     .w = b->coordinates != COORDINATES_GENERAL ? b->inverse_mass : 0,
                                     .q = {1, 0, 0, 0}};
    }
    d->mover[plan->bodies] = (struct mover){.p = &d->ground, .q = {1, 0, 0, 0}};
}

static struct mover *mover_of(struct displacement *d, const struct connector *c)
{
    bool none = c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME;
    return &d->mover[none ? d->plan->bodies : c->body];
}

/* ---- which bodies a constraint joins ---- */

static void join(struct mover *m, struct mover **list, int *count)
{
    for (int i = 0; i < *count; i++)
        if (list[i] == m)
            return;
    if (m->moves && *count < MOST_JOINED)
        list[(*count)++] = m;
}

static void join_rows(struct displacement *d, int index, struct mover **list, int *count)
{
    const struct constraint_rows *it = &d->plan->constraint[index];
    for (int p = 0; p < it->jacobians; p++)
        join(&d->mover[d->plan->jacobian[it->jacobian + p].body], list, count);
}

/* The movable bodies of a constraint. */
static int joined(struct displacement *d, const struct displaced *c, struct mover **list)
{
    int count = 0;
    if (c->joint.whole && c->joint.area != AREA_NONE) {
        join(mover_of(d, &c->joint.p), list, &count);
        join(mover_of(d, &c->joint.q), list, &count);
    }
    if (c->joint.whole && c->joint.angles) {
        join(mover_of(d, &c->joint.a1), list, &count);
        join(mover_of(d, &c->joint.a2), list, &count);
    }
    if (c->constraint >= 0)
        join_rows(d, c->constraint, list, &count);
    for (int i = 0; i < c->limits; i++)
        join_rows(d, d->limit[c->limit + i], list, &count);
    return count;
}

/* ---- islands ---- */

static int root_of(int *up, int i)
{
    while (up[i] != i)
        i = up[i] = up[up[i]];
    return i;
}

/* The island of each constraint, -1 if it joins no movable body; and of each body. Weights follow from the number of
 * constraints per body. */
static void find_islands(struct displacement *d, int *of_block, int *of_body, double *weight)
{
    struct mover *list[MOST_JOINED];
    int bodies = d->plan->bodies, *up = MEM_ARRAY(int, bodies);
    for (int i = 0; i < bodies; i++) {
        up[i] = i;
        of_body[i] = -1;
    }
    for (int b = 0; b < d->blocks; b++) {
        int n = joined(d, &d->list[b], list);
        for (int i = 0; i < n; i++) {
            list[i]->blocks++;
            up[root_of(up, (int)(list[i] - d->mover))] = root_of(up, (int)(list[0] - d->mover));
        }
    }
    for (int b = 0; b < d->blocks; b++) {
        int n = joined(d, &d->list[b], list), most = 1;
        for (int i = 0; i < n; i++)
            most = list[i]->blocks > most ? list[i]->blocks : most;
        weight[b] = 1.0 / most;
        of_block[b] = -1;
        if (n == 0)
            continue;
        int root = root_of(up, (int)(list[0] - d->mover));
        if (of_body[root] < 0)
            of_body[root] = d->islands++;
        of_block[b] = of_body[root];
    }
    for (int i = 0; i < bodies; i++)
        if (d->mover[i].blocks > 0)
            of_body[i] = of_body[root_of(up, i)];
    mem_free(up);
}

/* An island whose constraints are all enforced by forces needs no corrections. */
static void drop_islands(struct displacement *d, int *of_block, int *of_body)
{
    int *now = MEM_ARRAY(int, d->islands), islands = 0;
    for (int b = 0; b < d->blocks; b++)
        if (of_block[b] >= 0 && (!d->list[b].by_force || d->list[b].limits > 0))
            now[of_block[b]] = 1;
    for (int i = 0; i < d->islands; i++)
        now[i] = now[i] ? islands++ : -1;
    for (int b = 0; b < d->blocks; b++)
        of_block[b] = of_block[b] >= 0 ? now[of_block[b]] : -1;
    for (int i = 0; i < d->plan->bodies; i++) {
        of_body[i] = of_body[i] >= 0 ? now[of_body[i]] : -1;
        if (of_body[i] < 0)
            d->mover[i].blocks = 0;
    }
    d->islands = islands;
    mem_free(now);
}

/* ---- parts of a constraint ---- */

static void add_link(struct displacement *d, int block, double weight)
{
    const struct displaced *c = &d->list[block];
    const struct articulation *a = &c->joint;
    d->link[d->links++] = (struct link){
        .one = mover_of(d, &a->p),
        .two = mover_of(d, &a->q),
        .area = a->area,
        .p = a->p.local,
        .q = a->q.local,
        .u = a->u.local,
        .least = a->least,
        .most = a->most,
        .source = a->p.type == CONNECTOR_TIME ? (int)a->p.source : -1,
        .weight = weight,
        .compliance = c->compliance,
        .block = block,
    };
    d->any_source = d->any_source || a->p.type == CONNECTOR_TIME;
    bool fixed = a->p.type == CONNECTOR_CONSTANT || a->p.type == CONNECTOR_TIME;
    d->reach = fmax(d->reach, (fixed ? 0 : v3_norm(a->p.local)) + v3_norm(a->q.local));
}

static struct swing swing_of(struct displacement *d, int block, double weight)
{
    const struct articulation *a = &d->list[block].joint;
    return (struct swing){.one = mover_of(d, &a->a1),
                          .two = mover_of(d, &a->a2),
                          .a1 = a->a1.local,
                          .a2 = a->a2.local,
                          .b1 = a->b1.local,
                          .b2 = a->b2.local,
                          .least = a->angle_least,
                          .most = a->angle_most,
                          .cos_least = a->angle_least > 0 ? cos(a->angle_least) : 2, /* a cosine is never 2 */
                          .cos_most = a->angle_most < 4 * atan(1.0) ? cos(a->angle_most) : -2,
                          .weight = weight,
                          .compliance = d->list[block].compliance,
                          .block = block};
}

static void add_relation(struct displacement *d, int block, int index, double weight)
{
    d->relation[d->relations++] = (struct relation){.constraint = &d->plan->constraint[index],
                                                    .weight = weight,
                                                    .compliance = d->list[block].compliance,
                                                    .block = block};
}

static void add_block(struct displacement *d, int block, double weight)
{
    const struct displaced *c = &d->list[block];
    const struct articulation *a = &c->joint;
    const double turn = 8 * atan(1.0);
    if (a->whole && a->area != AREA_NONE)
        add_link(d, block, weight);
    if (a->whole && a->angles && (a->angle_least > 0 || a->angle_most < turn / 2))
        d->swing[d->swings++] = swing_of(d, block, weight);
    if (a->whole && a->twists && a->twist_most - a->twist_least < turn) {
        struct swing w = swing_of(d, block, weight);
        w.least = a->twist_least;
        w.most = a->twist_most;
        d->twist[d->twists++] = w;
    }
    if (c->constraint >= 0)
        add_relation(d, block, c->constraint, weight);
    for (int i = 0; i < c->limits; i++) {
        int index = d->limit[c->limit + i];
        if (!a->whole || c->constraint >= 0 || d->plan->constraint[index].program != NULL)
            add_relation(d, block, index, weight);
        if (d->work->constraint[index].bounce > 0)
            d->bounce[d->bounces++] = (struct bounce){.constraint = &d->plan->constraint[index]};
    }
}

/* May a constraint add energy? One that depends on time or a path, or a motor, may. */
static bool is_driven(const struct displacement *d, const struct displaced *c)
{
    bool driven = c->own >= 0 && d->plan->constraint[c->own].driven;
    for (int i = 0; i < c->limits; i++)
        driven = driven || d->plan->constraint[d->limit[c->limit + i]].driven;
    return driven;
}

/* Sorts constraints and bodies by island; within an island they keep their order. */
static void fill(struct displacement *d, const int *of_block, const int *of_body, const double *weight)
{
    int *start = MEM_ARRAY(int, d->islands + 1), *order = MEM_ARRAY(int, d->blocks), movers = 0;
    for (int b = 0; b < d->blocks; b++)
        if (of_block[b] >= 0)
            start[of_block[b] + 1]++;
    for (int i = 0; i < d->islands; i++)
        start[i + 1] += start[i];
    int *next = mem_copy(start, sizeof(int) * (size_t)(d->islands + 1));
    for (int b = 0; b < d->blocks; b++)
        if (of_block[b] >= 0)
            order[next[of_block[b]]++] = b;
    for (int i = 0; i < d->islands; i++) {
        struct island *l = &d->island[i];
        *l = (struct island){
            .link = d->links, .swing = d->swings, .twist = d->twists, .relation = d->relations, .strained = true};
        for (int k = start[i]; k < start[i + 1]; k++)
            add_block(d, order[k], weight[order[k]]);
        l->links = d->links - l->link;
        l->swings = d->swings - l->swing;
        l->twists = d->twists - l->twist;
        l->relations = d->relations - l->relation;
        for (int k = start[i]; k < start[i + 1]; k++) {
            l->driven = l->driven || is_driven(d, &d->list[order[k]]);
            l->soft = l->soft || d->list[order[k]].compliance > 0;
        }
    }
    for (int i = 0; i < d->plan->bodies; i++)
        if (of_body[i] >= 0)
            d->island[of_body[i]].movers++;
    for (int i = 0; i < d->islands; i++) {
        d->island[i].mover = movers;
        movers += d->island[i].movers;
        d->island[i].movers = 0;
    }
    for (int i = 0; i < d->plan->bodies; i++)
        if (of_body[i] >= 0) {
            d->mover[i].island = of_body[i];
            struct island *l = &d->island[of_body[i]];
            d->island_mover[l->mover + l->movers++] = &d->mover[i];
        }
    mem_free(start);
    mem_free(order);
    mem_free(next);
}

/* Allocates the Jacobians of the relations. */
static void make_jacobians(struct displacement *d)
{
    size_t size = 0, at = 0;
    for (int i = 0; i < d->relations; i++)
        size += 6 * (size_t)(d->relation[i].constraint->rows * d->relation[i].constraint->jacobians);
    d->jacobian = MEM_ARRAY(double, size);
    for (int i = 0; i < d->relations; i++) {
        d->relation[i].j = d->jacobian + at;
        at += 6 * (size_t)(d->relation[i].constraint->rows * d->relation[i].constraint->jacobians);
    }
}

struct displacement *displacement_new(const struct plan *plan, struct work *work,
                                      const struct displacement_settings *settings, const struct displaced *list,
                                      int count, const int *limits)
{
    struct displacement *d = MEM_NEW(struct displacement);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += list[i].limits;
    d->plan = plan;
    d->work = work;
    d->settings = *settings;
    d->blocks = count;
    d->list = mem_copy(list, sizeof *list * (size_t)count);
    d->limit = mem_copy(limits, sizeof *limits * (size_t)total);
    d->met = MEM_ARRAY(bool, count);
    d->off = MEM_ARRAY(double, count);
    d->fresh = true;
    for (int i = 0; i < count; i++)
        d->met[i] = list[i].met || list[i].compliance > 0;
    d->any_unmet = true;
    for (int i = 0; i < plan->constraints; i++)
        d->mixed = d->mixed || (plan->constraint[i].block >= 0 && !work->constraint[i].displaced);
    d->report.worst = -1;
    d->y = MEM_ARRAY(double, plan->y_count);
    d->trial = MEM_ARRAY(double, plan->y_count);
    d->copy = MEM_ARRAY(double, plan->y_count);
    d->free = MEM_ARRAY(double, plan->y_count);
    d->lambda = MEM_ARRAY(double, d->mixed ? plan->rows : 0);
    d->rate = MEM_ARRAY(double, plan->v_count);
    make_movers(d);
    d->island_mover = MEM_ARRAY(struct mover *, plan->bodies + 1);
    d->link = MEM_ARRAY(struct link, count);
    d->swing = MEM_ARRAY(struct swing, count);
    d->twist = MEM_ARRAY(struct swing, count);
    d->relation = MEM_ARRAY(struct relation, count + total);
    d->bounce = MEM_ARRAY(struct bounce, total);
    d->island = MEM_ARRAY(struct island, plan->bodies + 1);
    int *of_block = MEM_ARRAY(int, count), *of_body = MEM_ARRAY(int, plan->bodies);
    double *weight = MEM_ARRAY(double, count);
    find_islands(d, of_block, of_body, weight);
    if (d->mixed)
        drop_islands(d, of_block, of_body);
    fill(d, of_block, of_body, weight);
    make_jacobians(d);
    d->shared = displacement_shares(d);
    mem_free(of_block);
    mem_free(of_body);
    mem_free(weight);
    return d;
}

void displacement_free(struct displacement *d)
{
    if (d == NULL)
        return;
    mem_free(d->mover);
    mem_free(d->island_mover);
    mem_free(d->list);
    mem_free(d->limit);
    mem_free(d->met);
    mem_free(d->off);
    mem_free(d->link);
    mem_free(d->swing);
    mem_free(d->twist);
    mem_free(d->relation);
    mem_free(d->jacobian);
    mem_free(d->bounce);
    mem_free(d->island);
    mem_free(d->y);
    mem_free(d->trial);
    mem_free(d->copy);
    mem_free(d->free);
    mem_free(d->lambda);
    mem_free(d->rate);
    mem_free(d);
}
