/* contact_touch_rows.c: touches in the problems of islands, those that are solved by themselves, and where nodes go; see contact_touch.h. */
#include <string.h>

#include "contact/contact_exact.h"
#include "contact/contact_touch.h"
#include "dynamics/dynamics_parts.h"

static const double give_touch = 1e-5; /* as a part of the inverse effective mass */
static const double close_part = 0.5;  /* of an overlap, in a step */

/* The velocity with which something that moves on a path goes through a step, at a place of it, and its surface runs. */
static vec3 carried(const struct work *work, int body, vec3 at, double h)
{
    const struct pose *p = &work->pose[body];
    const vec3 w = v3_add_scaled(p->w, h / 2, p->alpha), v = v3_add_scaled(p->v, h / 2, p->a);
    return v3_add(v, v3_cross(w, v3_sub(at, p->x)));
}

/* ---- in a problem ---- */

struct rows_of_touch {
    vec3 row[3];
    double start[3], free[3];
};

static void add_rigid(const struct making *k, const struct touch *t, int body, double sign, struct rows_of_touch *to)
{
    const struct exact_body *x = &k->x->body[body];
    const vec3 belt = contact_belt(k->work, body);
    const bool moves = k->plan->body[body].dofs > 0;
    double *j = moves ? newton_part(k->n, x->number) : NULL;
    const struct pose *p = &k->work->pose[body];
    const vec3 r = v3_add_scaled(v3_sub(t->m.point[0].at, p->x), -k->h, p->v), at = v3_add(p->x, r);
    const vec3 now = v3_add(p->v, v3_cross(p->w, r));
    const int dofs = k->plan->body[body].dofs;
    for (int i = 0; i < 3; i++) {
        const vec3 f = v3_scale(sign, to->row[i]), n = v3_cross(r, f), turned = m3_tmul(&x->root, n);
        const double six[6] = {x->unit * f.x, x->unit * f.y, x->unit * f.z, turned.x, turned.y, turned.z};
        const double runs = i > 0 ? v3_dot(f, belt) : 0;
        to->start[i] += v3_dot(f, now) + runs;
        if (moves)
            memcpy(j + 6 * i, six, sizeof *j * (size_t)dofs);
        to->free[i] += runs + (moves ? v3_dot(f, x->v) + (dofs == 6 ? v3_dot(n, x->w) : 0)
                                     : v3_dot(f, carried(k->work, body, at, k->h)));
    }
}

/* Nodes of both sides; one that is in both has one part. */
static void add_nodes(const struct making *k, const struct touch *t, struct rows_of_touch *to)
{
    const struct touch_node *all = k->work->contact->touch->nodes.at;
    for (int side = 0; side < 2; side++)
        for (int i = t->first[side]; i < t->first[side] + t->count[side]; i++) {
            double weight = (side == 0 ? -1 : 1) * all[i].weight;
            bool again = false;
            for (int o = t->first[1 - side]; o < t->first[1 - side] + t->count[1 - side]; o++)
                if (all[o].member == all[i].member) {
                    again = side == 1;
                    weight += (side == 0 ? 1 : -1) * all[o].weight;
                }
            if (again)
                continue;
            const struct exact_body *x = &k->x->body[all[i].member];
            const struct pose *p = exact_pose_of(k->plan, k->work, all[i].member);
            double *j = newton_part(k->n, x->number);
            for (int r = 0; r < 3; r++) {
                const vec3 f = v3_scale(weight, to->row[r]);
                j[6 * r] = x->unit * f.x;
                j[6 * r + 1] = x->unit * f.y;
                j[6 * r + 2] = x->unit * f.z;
                to->start[r] += v3_dot(f, p->v);
                to->free[r] += v3_dot(f, x->v);
            }
        }
}

/* The least normal velocity after the step: the gap must not close, and an impact bounces, without waiting for its moment in
 * the step: nodes are many, and light. What presses them on in the step is not undone, or they would gain
 * energy: v⁺ = −e v + min(v* − v, 0). */
static double least_speed(const struct contact_rule *rule, double gap, double now, double free, double g, double h)
{
    const double slowest = rule->threshold >= 0 ? rule->threshold : g * h / 4 + 1e-3, least = gap > 0 ? -gap / h : 0;
    const bool strikes = rule->bounce > 0 && now < -slowest && gap + h * fmin(now, free) < 0;
    return strikes ? fmax(least, fmin(free - now, 0) - rule->bounce * now) : least;
}

void touch_place(const struct making *k, struct touch *t)
{
    const struct contact_rule *rule = &k->work->contact->rules[t->m.rule];
    const vec3 n = t->m.normal, u = v3_perpendicular(n);
    struct rows_of_touch to = {.row = {n, u, v3_cross(n, u)}};
    const int cone = newton_cone(k->n, CONE_FRICTION, 3);
    if (t->count[0] == 0)
        add_rigid(k, t, t->m.a, -1, &to);
    if (t->count[1] == 0)
        add_rigid(k, t, t->m.b, 1, &to);
    add_nodes(k, t, &to);
    struct exact_source s = {.manifold = &t->m, .one_sided = true, .scaled = 1, .touches = true, .size = t->size};
    t->m.point[0].gap -= k->h * to.start[0]; /* the gap of now: that after the step is looked for */
    s.gap = t->m.point[0].gap;
    memcpy(s.start, to.start, sizeof s.start);
    memcpy(s.free, to.free, sizeof s.free);
    struct cone *c = &k->n->cones.at[cone];
    c->bound = rule->friction;
    c->give = give_touch * newton_response(k->n, c, 0);
    ARRAY_PUSH(&k->x->sources, s);
}

/* ---- by itself ---- */

/* Motion of what it touches against the node, along the normal and across it. */
struct alone {
    double gap, now, free; /* of the normal: now, and at the end of the step without impulses */
    vec3 across;
};

static void solve_one(const struct plan *plan, struct work *work, struct touch *t, double h, double g, double scale)
{
    const struct contact_rule *rule = &work->contact->rules[t->m.rule];
    const int member = work->contact->touch->nodes.at[t->first[0]].member;
    const struct body *b = exact_body_of(plan, work, member);
    const struct pose *p = exact_pose_of(plan, work, member);
    struct exact_body *x = &work->contact->exact->body[member];
    const vec3 n = t->m.normal, star = v3_add_scaled(p->v, h, p->a), at = carried(work, t->m.b, t->m.point[0].at, h);
    const vec3 rel = v3_sub(at, star), belt = contact_belt(work, t->m.b);
    struct alone o = {0, v3_dot(n, v3_sub(at, p->v)), v3_dot(n, rel), rel};
    o.gap = t->m.point[0].gap -= h * o.now;
    o.across = v3_add(o.across, belt);
    o.across = v3_add_scaled(o.across, -v3_dot(n, o.across), n);
    const double wanted = least_speed(rule, o.gap, o.now, o.free, g, h);
    const double push = fmax(wanted - o.free, 0), slip = v3_norm(o.across), most = rule->friction * push;
    const vec3 drag = v3_scale(slip > most ? -most / slip : -1, o.across);
    const double after = o.free + push; /* v_n of what it touches against the node */
    x->v = star;
    x->v_end = v3_sub(v3_add_scaled(star, -push, n), push > 0 ? drag : v3(0, 0, 0));
    x->v_move = x->v_end;
    x->x_offset = v3(0, 0, 0);
    x->part = PART_EXACT;
    if (o.gap < 0) {
        const double out = fmin(-close_part * o.gap / h, fmax(g * h / 2, 3 * t->size));
        x->v_move = v3_add_scaled(x->v_move, -fmax(out - after, 0), n);
    }
    t->m.point[0].push = b->mass * push / scale;
    t->m.point[0].drag = push > 0 ? v3_scale(b->mass / scale, drag) : v3(0, 0, 0);
}

void touch_solve_alone(const struct plan *plan, struct work *work, double h, double g, double scale)
{
    struct touching *t = work->contact->touch;
    for (int i = 0; i < touch_count(t); i++)
        if (t->list.at[i].alone)
            solve_one(plan, work, &t->list.at[i], h, g, scale);
}

/* ---- nodes beyond the bodies of the plan ---- */

void touch_apply(const struct plan *plan, struct work *work)
{
    struct touching *t = work->contact->touch;
    for (int i = 0; i < touch_count(t); i++) {
        const struct touch *to = &t->list.at[i];
        const struct contact_point *p = &to->m.point[0];
        const vec3 f = v3_scale(1 / work->contact->shown, v3_add_scaled(p->drag, p->push, to->m.normal));
        for (int side = 0; side < 2; side++)
            for (int k = to->first[side]; k < to->first[side] + to->count[side]; k++) {
                const double part = (side == 0 ? -1 : 1) * t->nodes.at[k].weight;
                const struct body *b = exact_body_of(plan, work, t->nodes.at[k].member);
                double *a = work->flexible[b->member].free + (b->q - plan->flexible[b->member].q);
                a[0] += part * b->inverse_mass * f.x;
                a[1] += part * b->inverse_mass * f.y;
                a[2] += part * b->inverse_mass * f.z;
            }
    }
}

void touch_move(const struct plan *plan, const struct work *work, double h, const double *from, double *y)
{
    const struct touching *t = work->contact->touch;
    for (int i = 0; i < touch_members(t); i++) {
        const struct exact_body *x = &work->contact->exact->body[plan->bodies + i];
        const struct body *b = &t->body.at[i];
        if (x->part == PART_SWEPT)
            continue;
        const vec3 way = v3_add_scaled(x->x_offset, h, x->v_move);
        const double by[3] = {way.x, way.y, way.z}, v[3] = {x->v_end.x, x->v_end.y, x->v_end.z};
        for (int k = 0; k < 3; k++) {
            y[b->q + k] = from[b->q + k] + by[k];
            y[b->v + k] = v[k];
        }
    }
}
