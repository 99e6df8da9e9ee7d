/* contact_exact.c: islands solved exactly (method §2, Contact and friction): from manifolds and constraints to a problem
 * (newton.h), and from its solution to velocities and impulses.
 *
 * A step h of an island:
 *
 *   v* = v + h W f,     v⁺ = v* + C z     with C Cᵀ = W
 *   contact      v_n + b + s ≥ μ |v_t|, Λ in the friction cone;  b = gap/h if apart, s = μ |v_t| (it must not lift)
 *   constraint   J v = the rate that leads to C⁺ (contact_joints.c)
 *
 * solved three times, each from the impulses of the last. Overlaps are closed by a second solution, whose velocities
 * move the bodies and are then forgotten, so that no energy comes from it.
 */
#include <string.h>

#include "contact/contact_exact.h"
#include "contact/contact_island.h"
#include "dynamics/dynamics_parts.h"
#include "dynamics/jacobian.h"

/* How much rows yield, as a part of the inverse effective mass. */
static const double give_contact = 1e-5, give_joint = 1e-7;
/* Points that slide more slowly count as sticking, m/s. */
static const double stick = 0.01;
/* The part of an overlap that is closed in a step. */
static const double close_part = 0.2;
/* Factorizations that cost more operations than this are left to sweeps; and problems of more bodies are not even
 * looked at. */
static const double most_cost = 2e6;
enum { MOST_BODIES = 400, REFINEMENTS = 2, FEW_ITERATIONS = 8, MOST_ITERATIONS = 60, SOFTER = 3 };

struct contact_exact *contact_exact_new(void) { return MEM_NEW(struct contact_exact); }

void contact_exact_free(struct contact_exact *x)
{
    if (x == NULL)
        return;
    for (int i = 0; i < x->problem.count; i++)
        newton_free(x->problem.at[i]);
    ARRAY_FREE(&x->problem);
    ARRAY_FREE(&x->islands);
    ARRAY_FREE(&x->sources);
    ARRAY_FREE(&x->goals);
    ARRAY_FREE(&x->modes);
    for (int k = 0; k < MEMBERS; k++) {
        ARRAY_FREE(&x->member[k]);
        ARRAY_FREE(&x->island[k]);
    }
    ARRAY_FREE(&x->root);
    ARRAY_FREE(&x->column_body);
    mem_free(x->body);
    mem_free(x);
}

/* ---- bodies ---- */

/* C, lower, with C Cᵀ = s; columns of directions that do not turn are zero. */
static mat3 root_of(const sym3 *s)
{
    mat3 c = {{0}};
    const double small = 1e-14 * (s->xx + s->yy + s->zz);
    if (s->xx > small) {
        c.m[0] = sqrt(s->xx);
        c.m[3] = s->xy / c.m[0];
        c.m[6] = s->xz / c.m[0];
    }
    const double y = s->yy - c.m[3] * c.m[3];
    if (y > small) {
        c.m[4] = sqrt(y);
        c.m[7] = (s->yz - c.m[6] * c.m[3]) / c.m[4];
    }
    const double z = s->zz - c.m[6] * c.m[6] - c.m[7] * c.m[7];
    c.m[8] = z > small ? sqrt(z) : 0;
    return c;
}

static vec3 vec_of(const double *v) { return v3(v[0], v[1], v[2]); }

/* v*, and what scales it. */
static void look_at_body(const struct plan *plan, const struct work *work, int i, double h, struct exact_body *x)
{
    const struct body *b = &plan->body[i];
    const struct pose *p = &work->pose[i];
    const struct moving *now = &work->contact->solver->moving[i];
    x->v = v3_add_scaled(vec_of(now->v), h, b->dofs >= 3 ? p->a : v3(b->dofs == 1 ? p->a.x : 0, 0, 0));
    x->w = vec_of(now->w);
    x->unit = sqrt(b->inverse_mass);
    if (b->coordinates == COORDINATES_RIGID) {
        vec3 alpha = p->alpha;
        if (!work->contact->simple) {
            vec3 momentum = m3_mul(&p->r, s3_mul(&b->build->inertia, m3_tmul(&p->r, p->w)));
            alpha = v3_sub(alpha, s3_mul(&p->inverse_inertia, v3_cross(momentum, p->w)));
        }
        x->w = v3_add_scaled(x->w, h, alpha);
        x->root = root_of(&p->inverse_inertia);
    }
}

static bool fits(const struct body *b)
{
    return b->owner == NULL && !b->weightless && b->inverse_mass > 0 &&
           (b->coordinates == COORDINATES_RIGID || b->coordinates == COORDINATES_POINT ||
            b->coordinates == COORDINATES_SCALAR);
}

/* ---- rows ---- */

/* Columns of a row by one body: forward f, turning n. Returns J v*. */
static double place(const struct plan *plan, const struct exact_body *x, int body, vec3 f, vec3 n, double *j)
{
    const int dofs = plan->body[body].dofs;
    const vec3 turned = m3_tmul(&x->root, n);
    const double six[6] = {x->unit * f.x, x->unit * f.y, x->unit * f.z, turned.x, turned.y, turned.z};
    memcpy(j, six, sizeof *j * (size_t)dofs);
    return dofs == 1 ? f.x * x->v.x : v3_dot(f, x->v) + (dofs == 6 ? v3_dot(n, x->w) : 0);
}

/* The velocity of a point of a body that moves on a path, in the middle of the step. */
static vec3 driven(const struct work *work, int body, vec3 at, double h)
{
    const struct pose *p = &work->pose[body];
    vec3 w = v3_add_scaled(p->w, h / 2, p->alpha), v = v3_add_scaled(p->v, h / 2, p->a);
    return v3_add(v, v3_cross(w, v3_sub(at, p->x)));
}

struct making {
    const struct plan *plan;
    struct work *work;
    struct contact_exact *x;
    struct newton *n;
    double t, h, g;
};

/* One point: rows along the normal and two tangents, by both bodies. */
static struct cone *place_point(const struct making *k, struct manifold *m, int point, double mu, double scaled)
{
    const vec3 at = m->point[point].at, u = v3_perpendicular(m->normal), v = v3_cross(m->normal, u);
    const vec3 row[3] = {m->normal, v3_scale(scaled, u), v3_scale(scaled, v)};
    const int body[2] = {m->a, m->b}, cone = newton_cone(k->n, CONE_FRICTION, 3);
    double bias[3] = {0, 0, 0};
    for (int side = 0; side < 2; side++) {
        const struct exact_body *x = &k->x->body[body[side]];
        const double sign = side == 0 ? -1 : 1;
        const bool moves = k->plan->body[body[side]].dofs > 0;
        const vec3 r = v3_sub(at, k->work->pose[body[side]].x);
        double *j = moves ? newton_part(k->n, x->number) : NULL;
        vec3 carried = moves ? v3(0, 0, 0) : driven(k->work, body[side], at, k->h);
        for (int i = 0; i < 3; i++) {
            vec3 f = v3_scale(sign, row[i]);
            bias[i] += moves ? place(k->plan, x, body[side], f, v3_cross(r, f), j + 6 * i) : v3_dot(f, carried);
        }
    }
    struct cone *c = &k->n->cones.at[cone];
    memcpy(c->bias, bias, sizeof bias);
    c->bound = mu / scaled;
    c->give = give_contact * newton_response(k->n, c, 0);
    return c;
}

static void note_source(const struct making *k, struct exact_source s) { ARRAY_PUSH(&k->x->sources, s); }

/* A soft layer: a spring and a damper, shared by the points, implicit; the rigid kernel below it has no friction of its
 * own. */
static void place_soft(const struct making *k, struct manifold *m, int i, const struct contact_rule *rule)
{
    const double stiff = rule->stiffness / m->count, damp = rule->damping / m->count, h = k->h;
    const double give = 1 / (h * (damp + h * stiff));
    struct cone *c = place_point(k, m, i, rule->friction, 1);
    const double firm = c->give, scaled = sqrt(give / firm), depth = m->point[i].gap + rule->thickness;
    if (scaled > 1) { /* tangents stay firm */
        k->n->cones.count--;
        k->n->parts.count = c->part;
        k->n->pairs.count -= c->parts == 2 ? 2 : 0;
        c = place_point(k, m, i, rule->friction, scaled);
    }
    c->give = fmax(give, firm);
    c->soft = true;
    c->bias[0] += m->point[i].gap > 0 ? m->point[i].gap / h : m->point[i].gap * stiff / (damp + h * stiff);
    note_source(k, (struct exact_source){.manifold = m, .point = i, .wide = fmax(scaled, 1), .gap = fmax(depth, 0)});
    if (depth > 2 * h * v3_norm(k->work->pose[m->a].v) + 2 * h * v3_norm(k->work->pose[m->b].v) + rule->thickness / 2)
        return;
    c = place_point(k, m, i, 0, 1);
    c->bias[0] += fmax(depth, 0) / h;
    note_source(k, (struct exact_source){.manifold = m, .point = i, .wide = 0, .gap = depth});
}

static void place_manifold(const struct making *k, struct manifold *m)
{
    const struct contact_rule *rule = &k->work->contact->rules[m->rule];
    for (int i = 0; i < m->count; i++) {
        const double gap = m->point[i].gap;
        if (rule->thickness > 0) {
            place_soft(k, m, i, rule);
            continue;
        }
        struct cone *c = place_point(k, m, i, rule->friction, 1);
        c->bias[0] += fmax(gap, 0) / k->h;
        note_source(k, (struct exact_source){.manifold = m, .point = i, .wide = 1, .gap = gap});
    }
}

/* ---- constraints ---- */

/* J v that is asked of a row; `now` is J v at the start, bend γ₀. */
static double rate_of(const struct item *it, const struct item_state *s, int r, double h, double c, double cd,
                      double now, double bend)
{
    if (it->level[r] == LEVEL_VELOCITY)
        return now + c / (1 + h * s->kv) - c - h * bend;
    if (it->level[r] == LEVEL_ACCELERATION)
        return now - h * bend;
    if (it->bounds == BOUND_ONE_SIDED) /* γ₀ of an angle is unbounded where the axes are nearly parallel */
        return (c > 0 ? -c / h : -c * s->ks / (s->kd + h * s->ks)) - (cd - now);
    return (cd - h * s->ks * c) / (1 + h * s->kd + h * h * s->ks) - (cd - now) - h * bend / 2;
}

/* One row of an item as a cone. */
static void place_row(const struct making *k, const struct item *it, const struct rows *rows, int r,
                      const struct jacobian_columns *columns)
{
    double j[6 * SYSTEM_PARTS], now = 0, star = 0, wf = 0;
    const struct item_state *state = &k->work->item[it->index];
    jacobian_row(k->plan, k->work, it, rows, r, columns, j);
    const int cone = newton_cone(k->n, CONE_EQUAL, 1);
    for (int i = 0; i < columns->count; i++) {
        const int body = k->x->column_body.at[columns->first[i]], dofs = columns->width[i];
        const struct pose *p = &k->work->pose[body];
        const struct moving *m = &k->work->contact->solver->moving[body];
        const double *from = j + columns->position[i];
        vec3 f = v3(from[0], dofs > 1 ? from[1] : 0, dofs > 1 ? from[2] : 0);
        vec3 n = dofs == 6 ? vec_of(from + 3) : v3(0, 0, 0);
        star += place(k->plan, &k->x->body[body], body, f, n, newton_part(k->n, k->x->body[body].number));
        now += v3_dot(f, vec_of(m->v)) + v3_dot(n, vec_of(m->w));
        wf += v3_dot(f, p->a) + v3_dot(n, p->alpha);
    }
    struct cone *c = &k->n->cones.at[cone];
    const double response = newton_response(k->n, c, 0);
    const double rate = rate_of(it, state, r, k->h, rows->c[r], rows->cd[r], now, rows->gamma[r] - wf);
    c->type = it->bounds == BOUND_ONE_SIDED ? CONE_PUSH : it->bounds == BOUND_MOTOR ? CONE_BOUNDED : CONE_EQUAL;
    c->bias[0] = star - rate;
    c->bound = k->h * state->bound;
    c->give = (c->type == CONE_EQUAL ? give_joint : give_contact) * response;
    if (!(response > 1e-30) || !isfinite(response) || !isfinite(c->bias[0])) { /* nothing to hold on to */
        k->n->pairs.count -= c->parts * (c->parts - 1);
        k->n->parts.count = c->part;
        k->n->cones.count--;
        return;
    }
    note_source(k, (struct exact_source){.point = it->index, .row = it->row + r, .wide = 1, .gap = 0});
    if (it->level[r] == LEVEL_POSITION) {
        const double bent = it->bounds == BOUND_ONE_SIDED ? 0 : k->h * (rows->gamma[r] - wf) / 2;
        const double next = rate + (rows->cd[r] - now) + bent;
        ARRAY_PUSH(&k->x->goals, ((struct exact_goal){it->row + r, rows->c[r] + k->h * next, next}));
    }
}

static void place_item(const struct making *k, const struct item *it)
{
    struct rows rows;
    struct jacobian_columns columns;
    const struct item_state *state = &k->work->item[it->index];
    if (it->bounds == BOUND_NONE && state->out)
        return;
    system_rows(k->plan, k->work, it, k->t, &rows);
    jacobian_find_columns(k->plan, it, &columns);
    for (int r = 0; r < it->rows; r++)
        if (!(it->bounds == BOUND_NONE && (state->still >> r & 1)))
            place_row(k, it, &rows, r, &columns);
}

/* ---- an island ---- */

static struct newton *problem_of(struct contact_exact *x, int island)
{
    while (x->problem.count <= island)
        ARRAY_PUSH(&x->problem, newton_new());
    return x->problem.at[island];
}

static void make_problem(const struct making *k, const struct exact_island *island)
{
    struct contact_exact *x = k->x;
    newton_begin(k->n);
    x->sources.count = 0;
    for (int i = 0; i < island->count[MEMBER_BODY]; i++) {
        const int body = x->member[MEMBER_BODY].at[island->first[MEMBER_BODY] + i];
        look_at_body(k->plan, k->work, body, k->h, &x->body[body]);
        x->body[body].number = newton_body(k->n, k->plan->body[body].dofs, x->body[body].unit);
    }
    for (int i = 0; i < island->count[MEMBER_MANIFOLD]; i++)
        place_manifold(k, contact_at(k->work->contact->space,
                                     x->member[MEMBER_MANIFOLD].at[island->first[MEMBER_MANIFOLD] + i]));
    for (int i = 0; i < island->count[MEMBER_ITEM]; i++)
        place_item(k, &k->plan->item[x->member[MEMBER_ITEM].at[island->first[MEMBER_ITEM] + i]]);
    newton_ready(k->n);
}

/* The impulses of the last step, as a start. */
static void recall(const struct making *k, double scale)
{
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &k->n->cones.at[i];
        memset(c->impulse, 0, sizeof c->impulse);
        if (s->manifold == NULL || s->wide == 0)
            continue;
        const vec3 u = v3_perpendicular(s->manifold->normal), v = v3_cross(s->manifold->normal, u);
        const struct contact_point *p = &s->manifold->point[s->point];
        c->impulse[0] = scale * p->push;
        c->impulse[1] = scale * v3_dot(p->drag, u) / s->wide;
        c->impulse[2] = scale * v3_dot(p->drag, v) / s->wide;
    }
}

/* s = μ |v_t| of what slides: at first, and then only lowered. */
static void set_lift(const struct making *k, bool first)
{
    for (int i = 0; i < k->n->cones.count; i++) {
        struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &k->n->cones.at[i];
        if (c->type != CONE_FRICTION || s->wide == 0)
            continue;
        const double slip = sqrt(c->u[1] * c->u[1] + c->u[2] * c->u[2]) / s->wide;
        const double lift = s->wide * c->bound * fmax(0, slip - stick);
        if (!first && lift >= s->lift)
            continue;
        c->bias[0] += lift - s->lift;
        s->lift = lift;
    }
}

/* u of the velocities at the start of the step, for s. */
static void look_at_start(const struct making *k)
{
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &k->n->cones.at[i];
        if (s->manifold == NULL)
            continue;
        const struct manifold *m = s->manifold;
        const vec3 at = m->point[s->point].at;
        vec3 v[2];
        for (int side = 0; side < 2; side++) {
            const int body = side == 0 ? m->a : m->b;
            const struct moving *now = &k->work->contact->solver->moving[body];
            v[side] = k->plan->body[body].dofs == 0
                          ? driven(k->work, body, at, k->h)
                          : v3_add(vec_of(now->v), v3_cross(vec_of(now->w), v3_sub(at, k->work->pose[body].x)));
        }
        const vec3 slip = v3_sub(v[1], v[0]), u = v3_perpendicular(m->normal);
        c->u[1] = s->wide * v3_dot(slip, u);
        c->u[2] = s->wide * v3_dot(slip, v3_cross(m->normal, u));
    }
}

static void scale_gives(const struct making *k, double by)
{
    for (int i = 0; i < k->n->cones.count; i++)
        if (!k->n->cones.at[i].soft)
            k->n->cones.at[i].give *= by;
    k->n->factored = false;
}

/* If Newton's method does not arrive soon, it starts from rows that yield more, which are hardened in turn; each solution
 * goes on from the impulses of the last, so that little is left to find. */
static void solve_from_soft(const struct making *k, double enough)
{
    memset(k->n->z, 0, sizeof(double) * (size_t)k->n->rows);
    scale_gives(k, pow(10, SOFTER));
    for (int i = 0; i < SOFTER; i++) {
        newton_solve(k->n, 1e6 * enough, MOST_ITERATIONS);
        newton_refine(k->n);
        scale_gives(k, 0.1);
    }
}

#include <stdio.h>
#include <stdlib.h>
static bool solve_problem(const struct making *k, double scale, double enough)
{
    struct newton *n = k->n;
    look_at_start(k);
    set_lift(k, true);
    recall(k, scale);
    newton_guess(n);
    if (!newton_solve(n, enough, FEW_ITERATIONS))
        solve_from_soft(k, enough);
    bool good = true;
    for (int i = 0; i < REFINEMENTS; i++) {
        set_lift(k, false);
        newton_refine(n);
        good = newton_solve(n, enough, MOST_ITERATIONS);
    }
    if (getenv("DBG") && (!good || atoi(getenv("DBG")) > 1))
        fprintf(stderr, "t %g bodies %d cones %d good %d it %ld fact %ld cost %g\n", k->t, n->dofs.count, n->cones.count, good, n->iterations, n->factorizations, newton_cost(n));
    n->iterations = n->factorizations = 0;
    return good;
}

static void read_velocities(const struct making *k, const struct exact_island *island, bool move)
{
    for (int i = 0; i < island->count[MEMBER_BODY]; i++) {
        const int body = k->x->member[MEMBER_BODY].at[island->first[MEMBER_BODY] + i];
        struct exact_body *b = &k->x->body[body];
        const double *z = k->n->z + k->n->at[b->number];
        const int dofs = k->plan->body[body].dofs;
        vec3 v = v3_add_scaled(b->v, b->unit, v3(z[0], dofs > 1 ? z[1] : 0, dofs > 1 ? z[2] : 0));
        vec3 w = dofs == 6 ? v3_add(b->w, m3_mul(&b->root, vec_of(z + 3))) : b->w;
        *(move ? &b->v_move : &b->v_end) = v;
        *(move ? &b->w_move : &b->w_end) = w;
        b->part = PART_EXACT;
        b->falls = !b->pushed && island->count[MEMBER_ITEM] == 0 && force_has_weight(&k->plan->body[body]);
    }
}

static void note_mode(const struct making *k, const struct item *it, const struct cone *c)
{
    const bool bounded = fabs(c->impulse[0]) >= c->bound * (1 - 1e-12);
    if (it->bounds == BOUND_ONE_SIDED)
        ARRAY_PUSH(&k->x->modes, ((struct exact_mode){it->index, c->impulse[0] > 0 ? MODE_HELD : MODE_FREE, 0}));
    if (it->bounds == BOUND_MOTOR)
        ARRAY_PUSH(&k->x->modes, ((struct exact_mode){it->index, bounded ? MODE_PUSHED : MODE_HELD,
                                                      copysign(k->work->item[it->index].bound, c->impulse[0])}));
}

/* Impulses to the points, as those of a substep; modes of limits and motors. */
static void read_impulses(const struct making *k, double scale)
{
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        const struct cone *c = &k->n->cones.at[i];
        if (s->manifold == NULL) {
            note_mode(k, &k->plan->item[s->point], c);
            continue;
        }
        const vec3 u = v3_perpendicular(s->manifold->normal), v = v3_cross(s->manifold->normal, u);
        struct contact_point *p = &s->manifold->point[s->point];
        if (s->wide == 0) {
            p->push += c->impulse[0] / scale;
        } else {
            p->push = c->impulse[0] / scale;
            p->drag = v3_add(v3_scale(s->wide * c->impulse[1] / scale, u), v3_scale(s->wide * c->impulse[2] / scale, v));
        }
        if (c->impulse[0] > 0)
            k->x->body[s->manifold->a].pushed = k->x->body[s->manifold->b].pushed = true;
    }
}

/* Overlaps are closed by velocities that only move. */
static bool close_overlaps(const struct making *k, double enough)
{
    bool any = false;
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &k->n->cones.at[i];
        if (s->manifold == NULL || !(s->gap < 0) || (c->soft && s->wide > 0))
            continue;
        const double fastest = fmax(k->g * k->h / 2, 3 * contact_size(k->work->contact->space, s->manifold));
        c->bias[0] += fmax(close_part * s->gap / k->h, -fastest);
        any = true;
    }
    if (any)
        newton_solve(k->n, enough, MOST_ITERATIONS);
    return any;
}

static bool is_small(const struct making *k, const struct exact_island *island)
{
    if (k->work->contact->way == CONTACT_EXACT)
        return true;
    return island->count[MEMBER_BODY] <= MOST_BODIES;
}

static bool solve_island(const struct making *k, struct exact_island *island, double scale)
{
    const double enough = 1e-10 * (k->g * k->h + 1e-3);
    for (int i = 0; i < island->count[MEMBER_BODY]; i++)
        if (!fits(&k->plan->body[k->x->member[MEMBER_BODY].at[island->first[MEMBER_BODY] + i]]))
            return false;
    if (island->count[MEMBER_MANIFOLD] == 0 || !is_small(k, island))
        return false;
    make_problem(k, island);
    if (k->work->contact->way != CONTACT_EXACT && newton_cost(k->n) > most_cost)
        return false;
    solve_problem(k, scale, enough);
    read_impulses(k, scale);
    read_velocities(k, island, false);
    close_overlaps(k, enough);
    read_velocities(k, island, true);
    k->x->factorizations += k->n->factorizations;
    return true;
}

/* A body that nothing touches or holds. */
static void fall(const struct plan *plan, const struct work *work, int i, double h, struct exact_body *b)
{
    look_at_body(plan, work, i, h, b);
    b->v_end = b->v_move = b->v;
    b->w_end = b->w_move = b->w;
    b->part = PART_FREE;
    b->falls = force_has_weight(&plan->body[i]);
}

bool contact_exact_solve(const struct plan *plan, struct work *work, double t, double h, double g, double scale)
{
    struct contact_exact *x = work->contact->exact;
    bool rest = false;
    contact_islands(plan, work);
    x->struck = false;
    x->solved = x->goals.count = x->modes.count = 0;
    for (int i = 0; i < x->islands.count; i++) {
        struct exact_island *island = &x->islands.at[i];
        struct making k = {plan, work, x, problem_of(x, i), t, h, g};
        island->solved = solve_island(&k, island, scale);
        x->solved += island->solved;
        rest = rest || !island->solved;
        for (int m = 0; m < island->count[MEMBER_MANIFOLD]; m++)
            contact_at(work->contact->space, x->member[MEMBER_MANIFOLD].at[island->first[MEMBER_MANIFOLD] + m])->solved =
                island->solved;
        poll_here(work->poll);
    }
    for (int i = 0; i < plan->bodies; i++) {
        if (plan->body[i].dofs == 0 || x->body[i].island >= 0)
            continue;
        if (fits(&plan->body[i]))
            fall(plan, work, i, h, &x->body[i]);
        else
            rest = true;
    }
    return rest;
}

void contact_exact_rows(struct work *work)
{
    struct contact_exact *x = work->contact->exact;
    for (int i = 0; i < x->modes.count; i++) {
        work->item[x->modes.at[i].item].mode = x->modes.at[i].mode;
        work->item[x->modes.at[i].item].push = x->modes.at[i].push;
    }
    for (int i = 0; i < x->goals.count; i++) {
        work->contact->goal[x->goals.at[i].row] = x->goals.at[i].c;
        work->contact->goal_rate[x->goals.at[i].row] = x->goals.at[i].rate;
    }
}
