/* contact_touch.c: what touches flexible surfaces: surfaces, touches, and the nodes that they are sums of; see contact_touch.h. */
#include "contact/contact_touch.h"

#include <stdlib.h>
#include <string.h>

#include "contact/contact_exact.h"
#include "dynamics/dynamics_parts.h"

/* Smaller weights do not count. */
static const double no_weight = 1e-9;

struct touching *touch_new(int bodies)
{
    struct touching *t = MEM_NEW(struct touching);
    t->bodies = bodies;
    return t;
}

void touch_free(struct touching *t)
{
    if (t == NULL)
        return;
    for (int i = 0; i < t->surfaces.count; i++) {
        struct touch_surface *s = &t->surfaces.at[i];
        facets_free(s->surface);
        mem_free(s->first);
        mem_free(s->node);
        mem_free(s->weight);
        mem_free(s->member);
    }
    ARRAY_FREE(&t->surfaces);
    ARRAY_FREE(&t->list);
    ARRAY_FREE(&t->nodes);
    ARRAY_FREE(&t->sum);
    ARRAY_FREE(&t->body);
    ARRAY_FREE(&t->pose);
    ARRAY_FREE(&t->hits.list);
    mem_free(t->rule);
    mem_free(t);
}

/* Nodes of its points, without those that do not count. */
static void take_points(struct touch_surface *s, const struct touch_points *p)
{
    int count = 0;
    s->first = MEM_ARRAY(int, p->count + 1);
    s->node = MEM_ARRAY(int, 8 * p->count + 1);
    s->weight = MEM_ARRAY(double, 8 * p->count + 1);
    for (int i = 0; i < p->count; i++) {
        s->first[i] = count;
        for (int b = 0; b < 8; b++) {
            int k = s->first[i];
            if (!(fabs(p->weight[i][b]) > no_weight))
                continue;
            while (k < count && s->node[k] != p->node[i][b])
                k++;
            s->node[k] = p->node[i][b];
            s->weight[k] += p->weight[i][b];
            count = k == count ? count + 1 : count;
        }
    }
    s->first[p->count] = count;
}

void touch_add(struct touching *t, const struct plan *plan, int flexible, const struct touch_points *points,
               const int *rule)
{
    const struct flexible *f = &plan->flexible[flexible];
    const struct lattice *l = f->lattice;
    struct touch_surface s = {.flexible = flexible, .body = f->body, .q = f->q, .nodes = l->nodes};
    take_points(&s, points);
    vec3 *rest = MEM_ARRAY(vec3, points->count + 1);
    for (int i = 0; i < points->count; i++)
        for (int k = s.first[i]; k < s.first[i + 1]; k++) {
            const double *x = l->rest + 3 * s.node[k];
            rest[i] = v3_add_scaled(rest[i], s.weight[k], v3(x[0], x[1], x[2]));
        }
    s.surface = facets_new(points->triangle, points->triangles, rest, points->count,
                           fmin(l->length[0], fmin(l->length[1], l->length[2])));
    mem_free(rest);
    s.member = MEM_ARRAY(int, l->nodes);
    for (int i = 0; i < l->nodes; i++)
        s.member[i] = -1;
    for (int i = 0; i < f->touched; i++)
        s.member[f->touched_node[i]] = f->touched_body[i];
    t->rule = mem_resize(t->rule, sizeof(int) * (size_t)(t->surfaces.count * t->bodies),
                         sizeof(int) * (size_t)((t->surfaces.count + 1) * t->bodies + 1));
    memcpy(t->rule + t->surfaces.count * t->bodies, rule, sizeof *rule * (size_t)t->bodies);
    ARRAY_PUSH(&t->surfaces, s);
}

void touch_copy(const struct touching *from, struct touching *to)
{
    touch_forget(to);
    ARRAY_FREE(&to->list);
    ARRAY_FREE(&to->nodes);
    ARRAY_FREE(&to->sum);
    ARRAY_FREE(&to->body);
    ARRAY_FREE(&to->pose);
    ARRAY_COPY(&to->list, &from->list);
    ARRAY_COPY(&to->nodes, &from->nodes);
    ARRAY_COPY(&to->sum, &from->sum);
    ARRAY_COPY(&to->body, &from->body);
    ARRAY_COPY(&to->pose, &from->pose);
    for (int i = 0; i < to->surfaces.count && i < from->surfaces.count; i++) {
        const struct touch_surface *s = &from->surfaces.at[i];
        for (int k = 0; k < s->nodes; k++)
            to->surfaces.at[i].member[k] = s->member[k];
    }
}

void touch_forget(struct touching *t)
{
    if (t == NULL)
        return;
    for (int i = 0; i < t->body.count; i++) {
        const struct body *b = &t->body.at[i];
        for (int k = 0; k < t->surfaces.count; k++)
            if (t->surfaces.at[k].flexible == b->member)
                t->surfaces.at[k].member[(b->q - t->surfaces.at[k].q) / 3] = -1;
    }
    t->list.count = t->nodes.count = t->sum.count = t->body.count = t->pose.count = 0;
}

/* ---- nodes ---- */

static vec3 vector_of(const double *at, int i) { return v3(at[3 * i], at[3 * i + 1], at[3 * i + 2]); }

/* Where the points are and how fast they go. */
static void place_surface(const struct plan *plan, struct touch_surface *s, const double *y)
{
    const struct flexible *f = &plan->flexible[s->flexible];
    const double *q = y + f->q, *v = y + f->v;
    vec3 *x = facets_places(s->surface), *u = facets_speeds(s->surface);
    for (int i = 0; i < facets_points(s->surface); i++) {
        x[i] = u[i] = v3(0, 0, 0);
        for (int k = s->first[i]; k < s->first[i + 1]; k++) {
            x[i] = v3_add_scaled(x[i], s->weight[k], vector_of(q, s->node[k]));
            u[i] = v3_add_scaled(u[i], s->weight[k], vector_of(v, s->node[k]));
        }
    }
}

/* Where they will be after the time h if they go on as they do now, and how much their velocities would change. */
static void foresee_surface(const struct plan *plan, const struct work *work, struct touch_surface *s, double h,
                            const double *y)
{
    const struct flexible *f = &plan->flexible[s->flexible];
    const double *q = y + f->q, *v = y + f->v, *a = work->flexible[f->index].free;
    vec3 *x = facets_places(s->surface), *u = facets_speeds(s->surface);
    for (int i = 0; i < facets_points(s->surface); i++) {
        x[i] = u[i] = v3(0, 0, 0);
        for (int k = s->first[i]; k < s->first[i + 1]; k++) {
            const int n = s->node[k];
            x[i] = v3_add_scaled(x[i], s->weight[k], v3_add_scaled(vector_of(q, n), h, vector_of(v, n)));
            u[i] = v3_add_scaled(u[i], s->weight[k] * h, vector_of(a, n));
        }
    }
    facets_refit(s->surface, h);
}

static int member_of(const struct plan *plan, const struct work *work, struct touching *t, struct touch_surface *s,
                     int at, const double *y)
{
    if (s->member[at] >= 0)
        return s->member[at];
    const struct flexible *f = &plan->flexible[s->flexible];
    ARRAY_PUSH(&t->body, flexible_node(plan, s->flexible, at));
    ARRAY_PUSH(&t->pose, ((struct pose){.x = vector_of(y + f->q, at),
                                        .v = vector_of(y + f->v, at),
                                        .a = vector_of(work->flexible[f->index].free, at),
                                        .r = {{1, 0, 0, 0, 1, 0, 0, 0, 1}},
                                        .inverse_mass = 1 / f->lattice->mass[at]}));
    ARRAY_PUSH(&t->sum, 0);
    return s->member[at] = plan->bodies + t->body.count - 1;
}

/* Appends the nodes of a weighted sum of points; each once. */
static int add_nodes(const struct plan *plan, const struct work *work, struct touching *t, struct touch_surface *s,
                     int points, const int *point, const double *weight, const double *y)
{
    const int from = t->nodes.count;
    for (int i = 0; i < points; i++)
        for (int k = s->first[point[i]]; k < s->first[point[i] + 1] && fabs(weight[i]) > no_weight; k++) {
            const int member = member_of(plan, work, t, s, s->node[k], y);
            int at = from;
            while (at < t->nodes.count && t->nodes.at[at].member != member)
                at++;
            if (at == t->nodes.count)
                ARRAY_PUSH(&t->nodes, ((struct touch_node){member, 0}));
            t->nodes.at[at].weight += weight[i] * s->weight[k];
        }
    return t->nodes.count - from;
}

/* ---- finding ---- */

/* From places of surfaces to touches. other: the surface of b, NULL: a rigid body. */
static void take_hits(const struct plan *plan, const struct work *work, struct touch_surface *s,
                      struct touch_surface *other, int body, int piece, int rule, const double *y)
{
    struct touching *t = work->contact->touch;
    for (int i = 0; i < t->hits.list.count; i++) {
        const struct facets_hit *hit = &t->hits.list.at[i];
        struct touch to = {.feature = hit->feature, .size = hit->size};
        to.m = (struct manifold){
            .a = s->body, .b = body, .piece_a = -1, .piece_b = piece, .rule = rule, .count = 1, .normal = hit->normal};
        to.m.solved = true;
        to.m.point[0] = (struct contact_point){.at = hit->at, .gap = hit->gap};
        to.m.point[0].feature = (uint32_t)(hit->feature ^ hit->feature >> 32);
        to.first[0] = t->nodes.count;
        to.count[0] = add_nodes(plan, work, t, s, hit->count_a, hit->point_a, hit->weight_a, y);
        to.first[1] = t->nodes.count;
        to.count[1] = other != NULL ? add_nodes(plan, work, t, other, hit->count_b, hit->point_b, hit->weight_b, y) : 0;
        ARRAY_PUSH(&t->list, to);
    }
    t->hits.list.count = 0;
}

/* Where a body will be after the time h, and how much its velocity would change. What is driven is known to be
 * accelerated. */
static struct pose pose_after(const struct pose *p, bool driven, double h)
{
    struct pose q = *p;
    q.x = v3_add_scaled(p->x, h, p->v);
    if (driven)
        q.x = v3_add_scaled(q.x, h * h / 2, p->a);
    if (v3_dot(p->w, p->w) > 0) {
        const mat3 turn = q_matrix(q_exp(v3_scale(h, p->w)));
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                q.r.m[3 * i + k] =
                    turn.m[3 * i] * p->r.m[k] + turn.m[3 * i + 1] * p->r.m[3 + k] + turn.m[3 * i + 2] * p->r.m[6 + k];
    }
    q.v = driven ? v3(0, 0, 0) : v3_scale(h, p->a);
    q.a = q.w = v3(0, 0, 0);
    return q;
}

static void find_with_pieces(const struct plan *plan, const struct work *work, int index, double h, const double *y)
{
    struct touching *t = work->contact->touch;
    const struct contact_space *space = work->contact->space;
    struct touch_surface *s = &t->surfaces.at[index];
    for (int i = 0; i < contact_pieces(space); i++) {
        const struct piece *p = contact_piece(space, i);
        const int rule = t->rule[index * t->bodies + p->body];
        if (rule < 0)
            continue;
        const struct pose then = pose_after(&work->pose[p->body], plan->body[p->body].dofs == 0, h);
        facets_meet_piece(s->surface, p, &then, h, &t->hits);
        take_hits(plan, work, s, NULL, p->body, i, rule, y);
    }
}

static void find_with_surfaces(const struct plan *plan, const struct work *work, int index, double h, const double *y)
{
    struct touching *t = work->contact->touch;
    struct touch_surface *s = &t->surfaces.at[index];
    for (int i = index; i < t->surfaces.count; i++) {
        struct touch_surface *other = &t->surfaces.at[i];
        const int rule = t->rule[index * t->bodies + other->body];
        if (rule < 0)
            continue;
        facets_meet(s->surface, other->surface, h, &t->hits);
        take_hits(plan, work, s, other, other->body, -1, rule, y);
    }
}

/* Touches that their node has alone, with what does not move. */
static void find_alone(const struct plan *plan, struct touching *t)
{
    for (int i = 0; i < t->nodes.count; i++)
        if (t->nodes.at[i].member >= plan->bodies)
            t->sum.at[t->nodes.at[i].member - plan->bodies]++;
    for (int i = 0; i < t->list.count; i++) {
        struct touch *to = &t->list.at[i];
        const int member = t->nodes.at[to->first[0]].member;
        to->alone = to->count[0] == 1 && to->count[1] == 0 && plan->body[to->m.b].dofs == 0 &&
                    flexible_model_of(&plan->body[to->m.b]) < 0 && member >= plan->bodies &&
                    t->sum.at[member - plan->bodies] == 1 && t->nodes.at[to->first[0]].weight > 1 - no_weight;
    }
}

void touch_find(const struct plan *plan, struct work *work, double h, const double *y)
{
    struct touching *t = work->contact->touch;
    touch_forget(t);
    for (int i = 0; i < t->surfaces.count; i++) {
        foresee_surface(plan, work, &t->surfaces.at[i], h, y);
    }
    for (int i = 0; i < t->surfaces.count; i++) {
        find_with_pieces(plan, work, i, h, y);
        find_with_surfaces(plan, work, i, h, y);
        poll_here(work->poll);
    }
    find_alone(plan, t);
}

int touch_pieces(const struct plan *plan, struct work *work, double h, const double *y)
{
    enum { MOST_PIECES = 200 };
    struct touching *t = work->contact->touch;
    const struct contact_space *space = work->contact->space;
    double most = 1;
    for (int i = 0; i < t->surfaces.count; i++) {
        place_surface(plan, &t->surfaces.at[i], y);
        facets_refit(t->surfaces.at[i].surface, h);
    }
    for (int i = 0; i < t->surfaces.count; i++) {
        const struct touch_surface *s = &t->surfaces.at[i];
        for (int k = 0; k < contact_pieces(space); k++) {
            const struct piece *p = contact_piece(space, k);
            struct pose now = work->pose[p->body];
            if (t->rule[i * t->bodies + p->body] < 0)
                continue;
            if (plan->body[p->body].dofs > 0) /* its acceleration is that of some evaluation */
                now.a = v3(0, 0, 0);
            most = fmax(most, facets_haste(s->surface, p, &now, h));
        }
        for (int k = i; k < t->surfaces.count; k++)
            if (t->rule[i * t->bodies + t->surfaces.at[k].body] >= 0)
                most = fmax(most, facets_haste_of_two(s->surface, t->surfaces.at[k].surface, h));
    }
    return most < MOST_PIECES ? (int)ceil(most) : MOST_PIECES;
}

/* ---- all that touches ---- */

int contact_all(const struct contact_state *c) { return contact_count(c->space) + touch_count(c->touch); }

struct manifold *contact_any(const struct contact_state *c, int i)
{
    const int pieces = contact_count(c->space);
    return i < pieces ? contact_at(c->space, i) : &c->touch->list.at[i - pieces].m;
}
