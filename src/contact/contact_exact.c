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

#include "base/threads.h"
#include "contact/contact_exact.h"
#include "contact/contact_island.h"
#include "contact/contact_turn.h"
#include "dynamics/dynamics_parts.h"
#include "dynamics/jacobian.h"

/* How much rows yield, as a part of the inverse effective mass. */
static const double give_contact = 1e-5, give_joint = 1e-7;
/* Points that slide more slowly count as sticking, m/s: in a heap, and where a body touches at few places. */
static const double stick_heap = 0.01, stick_few = 1e-5;
/* Overlaps deeper than this part of the smaller piece come from outside: they are closed first, and nothing bounces. */
static const double deep = 0.05;
/* The part of an overlap that is closed in a step. */
static const double close_part = 0.2;
/* Factorizations that cost more operations than this are left to sweeps. */
static const double most_cost = 2e6;
enum { REFINEMENTS = 2, MOST_REFINEMENTS = 25, FEW_ITERATIONS = 8, MOST_ITERATIONS = 60, SOFTER = 3, FEW_POINTS = 4 };

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
    const struct body *b = exact_body_of(plan, work, i);
    const struct pose *p = exact_pose_of(plan, work, i);
    x->unit = sqrt(b->inverse_mass);
    x->v = v3_add_scaled(p->v, h, p->a);
    if (i >= plan->bodies)
        return;
    const struct moving *now = &work->contact->solver->moving[i];
    x->v = v3_add_scaled(vec_of(now->v), h, b->dofs >= 3 ? p->a : v3(b->dofs == 1 ? p->a.x : 0, 0, 0));
    x->w = x->spin = vec_of(now->w);
    if (b->coordinates == COORDINATES_RIGID) {
        sym3 inverse = p->inverse_inertia;
        vec3 alpha = p->alpha;
        if (!work->contact->simple) {
            vec3 momentum = m3_mul(&p->r, s3_mul(&b->build->inertia, m3_tmul(&p->r, p->w)));
            alpha = v3_sub(alpha, s3_mul(&p->inverse_inertia, v3_cross(momentum, p->w)));
        }
        if (x->early > 0) {
            const vec3 torque = m3_mul(&p->r, s3_mul(&b->build->inertia, m3_tmul(&p->r, alpha)));
            contact_turn_early(b, work->contact->from + b->q + 3, x->spin, x);
            const mat3 r = q_matrix((quat){x->turned[0], x->turned[1], x->turned[2], x->turned[3]});
            inverse = s3_rotate(&r, &b->build->inverse_inertia);
            alpha = s3_mul(&inverse, torque);
        }
        x->w = v3_add_scaled(x->spin, h, alpha);
        x->root = root_of(&inverse);
    }
}

/* Does nothing act on it but the field? */
static bool falls(const struct plan *plan, const struct work *work, int body)
{
    if (body >= plan->bodies || body_is_node(&plan->body[body]))
        return false; /* it moves as all nodes do */
    const vec3 other = v3_sub(work->pose[body].a, work->field);
    return force_has_weight(&plan->body[body]) && v3_dot(other, other) <= 1e-24 * v3_dot(work->field, work->field);
}

bool exact_fits(const struct body *b)
{
    return (b->owner == NULL || body_is_node(b)) && !b->weightless && b->inverse_mass > 0 &&
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

/* The velocity that a body on a path has at a place, after the time t. */
static vec3 driven(const struct work *work, int body, vec3 at, double t)
{
    const struct pose *p = &work->pose[body];
    const vec3 w = v3_add_scaled(p->w, t, p->alpha), v = v3_add_scaled(p->v, t, p->a);
    const vec3 x = v3_add_scaled(v3_add_scaled(p->x, t, p->v), t * t / 2, p->a);
    return v3_add(v, v3_cross(w, v3_sub(at, x)));
}

/* When bodies must have the velocity of what is driven: those of an island without constraints move with the mean of the
 * velocities before and after a step, others with those after it. */
static double driven_time(const struct making *k)
{
    return k->island->count[MEMBER_CONSTRAINT] == 0 && !k->island->touches ? k->h : k->h / 2;
}

void exact_aim(struct cone *c, const struct exact_source *s, double h)
{
    for (int r = 0; r < c->rows; r++)
        c->bias[r] = s->free[r];
    if (s->waits)
        c->bias[0] = INFINITY;
    else if (s->one_sided)
        c->bias[0] += s->lift + (s->gap > 0 ? s->gap / h : s->rate * s->gap);
}

/* How far a body gets until the time of a manifold: as if nothing held it, or evenly. */
static vec3 travel(const struct work *work, int body, const struct manifold *m)
{
    const struct pose *p = &work->pose[body];
    return v3_add_scaled(v3_scale(m->time, p->v), m->evenly ? 0 : m->time * m->time / 2, p->a);
}

/* Where a point lies from the centre of a body; both at the moment of the manifold. */
static vec3 lever(const struct making *k, const struct manifold *m, int point, int body)
{
    const vec3 a = travel(k->work, m->a, m), b = travel(k->work, m->b, m);
    const vec3 at = v3_add_scaled(m->point[point].at, 0.5, v3_add(a, b));
    return v3_sub(v3_sub(at, body == m->a ? a : b), k->work->pose[body].x);
}

static bool rests(const struct pose *p)
{
    return v3_norm(p->v) + v3_norm(p->a) + v3_norm(p->w) + v3_norm(p->alpha) == 0;
}

/* What a body on a path adds to the rows of a point, at the start of the step and at its end; nothing if it rests. The place of the point moves
 * with the other body: it turns with what lies flat, and follows the centre of what rolls; the other's lever turns too, or
 * points of a body that is carried round would disagree. */
static void add_driven(const struct making *k, const struct manifold *m, int point, int body, const vec3 row[3],
                       double sign, struct exact_source *s)
{
    const int other = body == m->a ? m->b : m->a;
    const double t = driven_time(k);
    if (rests(&k->work->pose[body]))
        return;
    const vec3 at = v3_add(k->work->pose[body].x, lever(k, m, point, body));
    const struct moving *now = &k->work->contact->solver->moving[other];
    const vec3 w = k->x->body[other].spin, r = lever(k, m, point, other);
    const vec3 turned = v3_scale(v3_dot(w, m->normal), v3_cross(m->normal, r));
    const vec3 then = v3_add_scaled(at, t, v3_add(vec_of(now->v), turned));
    const vec3 first = driven(k->work, body, at, 0);
    const vec3 last = v3_add_scaled(driven(k->work, body, then, t), -t, v3_cross(w, turned));
    for (int i = 0; i < 3; i++) {
        s->start[i] += sign * v3_dot(row[i], first);
        s->free[i] += sign * v3_dot(row[i], last);
    }
}

/* Gaps that count as closed where bodies roll, m. */
static double touching(const struct making *k, const struct manifold *m)
{
    return 1e-4 * contact_size(k->work->contact->space, m);
}

/* One point: rows along the normal and two tangents, by both bodies. */
static struct cone *place_point(const struct making *k, struct manifold *m, int point, double mu, double scaled,
                                struct exact_source *s)
{
    const vec3 u = v3_perpendicular(m->normal), v = v3_cross(m->normal, u);
    const vec3 row[3] = {m->normal, v3_scale(scaled, u), v3_scale(scaled, v)};
    const int body[2] = {m->a, m->b}, cone = newton_cone(k->n, CONE_FRICTION, 3);
    *s = (struct exact_source){.manifold = m, .point = point, .one_sided = true, .scaled = scaled};
    s->size = contact_size(k->work->contact->space, m);
    for (int side = 0; side < 2; side++) {
        const struct exact_body *x = &k->x->body[body[side]];
        const struct moving *now = &k->work->contact->solver->moving[body[side]];
        const bool moves = k->plan->body[body[side]].dofs > 0;
        const vec3 r = lever(k, m, point, body[side]);
        double *j = moves ? newton_part(k->n, x->number) : NULL;
        const vec3 carried = v3_add(vec_of(now->v), v3_cross(x->spin, r));
        const vec3 belt = contact_belt(k->work, body[side]);
        for (int i = 0; i < 3; i++) {
            vec3 f = v3_scale(side == 0 ? -1 : 1, row[i]);
            const double runs = i > 0 ? v3_dot(f, belt) : 0;
            s->start[i] += (moves ? v3_dot(f, carried) : 0) + runs;
            s->free[i] += (moves ? place(k->plan, x, body[side], f, v3_cross(r, f), j + 6 * i) : 0) + runs;
        }
        if (!moves)
            add_driven(k, m, point, body[side], row, side == 0 ? -1 : 1, s);
    }
    for (int i = 0; i < 3 && m->evenly && m->point[point].gap <= touching(k, m); i++) {
        /* rows are those of the middle of the step; what leaves now and comes back may not be pushed further */
        const struct contact_change *by = &k->x->change[point];
        const double turned = i == 0 ? by->closing : v3_dot(row[i], by->slip);
        s->start[i] -= turned;
        s->free[i] += turned + (i == 0 ? fmax(s->start[0], 0) : 0);
    }
    struct cone *c = &k->n->cones.at[cone];
    c->bound = mu / scaled;
    c->give = give_contact * newton_response(k->n, c, 0);
    return c;
}

static void note_source(const struct making *k, const struct exact_source *s) { ARRAY_PUSH(&k->x->sources, *s); }

/* The last cone is taken back. */
static void forget_cone(const struct making *k)
{
    const struct cone *c = &k->n->cones.at[--k->n->cones.count];
    k->n->pairs.count -= c->parts * (c->parts - 1);
    k->n->parts.count = c->part;
}

/* A soft layer: a spring and a damper, shared by the points, implicit; the rigid kernel below it has no friction of its
 * own. */
static void place_soft(const struct making *k, struct manifold *m, int i, const struct contact_rule *rule)
{
    const double stiff = rule->stiffness / m->count, damp = rule->damping / m->count, h = k->h;
    const double give = 1 / (h * (damp + h * stiff));
    struct exact_source s;
    struct cone *c = place_point(k, m, i, rule->friction, 1, &s);
    const double firm = c->give, scaled = sqrt(give / firm), depth = m->point[i].gap + rule->thickness;
    if (scaled > 1) { /* tangents stay firm */
        forget_cone(k);
        c = place_point(k, m, i, rule->friction, scaled, &s);
    }
    c->give = fmax(give, firm);
    c->soft = true;
    s.gap = m->point[i].gap;
    s.rate = stiff / (damp + h * stiff);
    note_source(k, &s);
    if (depth + 2 * h * fmin(s.start[0], s.free[0]) > 0)
        return;
    place_point(k, m, i, 0, 1, &s);
    s.gap = depth;
    s.scaled = 0;
    note_source(k, &s);
}

/* Rolling and spinning friction of a manifold, `pushes` cones behind its points: rows of the relative spin along the
 * directions. Bounds follow from the normal impulses (set_bounds). */
static void place_twist(const struct making *k, struct manifold *m, const vec3 *row, int rows, double length,
                        int pushes)
{
    const int body[2] = {m->a, m->b}, cone = newton_cone(k->n, rows == 2 ? CONE_DISC : CONE_BOUNDED, rows);
    struct exact_source s = {.manifold = m, .scaled = 1, .length = length, .pushes = pushes};
    for (int side = 0; side < 2; side++) {
        const struct exact_body *x = &k->x->body[body[side]];
        const struct pose *p = &k->work->pose[body[side]];
        const bool moves = k->plan->body[body[side]].dofs > 0;
        double *j = moves ? newton_part(k->n, x->number) : NULL;
        const vec3 spin = moves ? x->spin : p->w, last = v3_add_scaled(p->w, driven_time(k), p->alpha);
        for (int i = 0; i < rows; i++) {
            const vec3 n = v3_scale(side == 0 ? -1 : 1, row[i]);
            s.start[i] += v3_dot(n, spin);
            s.free[i] += moves ? place(k->plan, x, body[side], v3(0, 0, 0), n, j + 6 * i) : v3_dot(n, last);
        }
    }
    struct cone *c = &k->n->cones.at[cone];
    c->give = give_contact * fmax(newton_response(k->n, c, 0), rows == 2 ? newton_response(k->n, c, 1) : 0);
    if (c->give > 0)
        ARRAY_PUSH(&k->x->sources, s);
    else
        forget_cone(k);
}

static void place_twists(const struct making *k, struct manifold *m, const struct contact_rule *rule, int first)
{
    const vec3 u = v3_perpendicular(m->normal), across[2] = {u, v3_cross(m->normal, u)};
    if (rule->rolling > 0)
        place_twist(k, m, across, 2, rule->rolling, k->n->cones.count - first);
    if (rule->spinning > 0)
        place_twist(k, m, &m->normal, 1, rule->spinning, k->n->cones.count - first);
}

static void place_manifold(const struct making *k, struct manifold *m)
{
    const int first = k->n->cones.count;
    memset(k->x->change, 0, sizeof k->x->change);
    for (int i = 0; i < k->x->followed.count; i++)
        if (k->x->followed.at[i].manifold == m)
            memcpy(k->x->change, k->x->followed.at[i].change, sizeof k->x->change);
    const struct contact_rule *rule = &k->work->contact->rules[m->rule];
    struct exact_source s;
    for (int i = 0; i < m->count; i++) {
        if (rule->thickness > 0) {
            place_soft(k, m, i, rule);
            continue;
        }
        place_point(k, m, i, rule->friction, 1, &s);
        s.gap = m->point[i].gap;
        s.deep = s.gap < -deep * s.size;
        s.bounce = rule->bounce;
        s.slowest = rule->threshold >= 0 ? rule->threshold : k->g * k->h / 4 + 1e-3;
        note_source(k, &s);
    }
    if (m->count > 0 && (rule->rolling > 0 || rule->spinning > 0))
        place_twists(k, m, rule, first);
}

/* ---- constraints ---- */

/* J v that is asked of a row that is held; `now` is J v at the start, bend γ₀. */
static double rate_of(const struct constraint_rows *it, const struct rows_state *s, int r, double h, double c,
                      double cd, double now, double bend)
{
    if (it->level[r] == LEVEL_VELOCITY)
        return now + c / (1 + h * s->kv) - c - h * bend;
    if (it->level[r] == LEVEL_ACCELERATION)
        return now - h * bend;
    return (cd - h * s->ks * c) / (1 + h * s->kd + h * h * s->ks) - (cd - now) - h * bend / 2;
}

/* Columns of a row; J v at the start and at v*, J W f. */
struct row_sums {
    double now, star, wf;
};
static struct row_sums place_columns(const struct making *k, const double *j, const struct jacobian_columns *columns)
{
    struct row_sums sum = {0, 0, 0};
    for (int i = 0; i < columns->count; i++) {
        const int body = k->x->column_body.at[columns->first[i]], dofs = columns->width[i];
        const struct pose *p = &k->work->pose[body];
        const struct moving *m = &k->work->contact->solver->moving[body];
        const double *from = j + columns->position[i];
        vec3 f = v3(from[0], dofs > 1 ? from[1] : 0, dofs > 1 ? from[2] : 0);
        vec3 n = dofs == 6 ? vec_of(from + 3) : v3(0, 0, 0);
        sum.star += place(k->plan, &k->x->body[body], body, f, n, newton_part(k->n, k->x->body[body].number));
        sum.now += v3_dot(f, vec_of(m->v)) + v3_dot(n, vec_of(m->w));
        sum.wf += v3_dot(f, p->a) + v3_dot(n, p->alpha);
    }
    return sum;
}

/* One row of a constraint as a cone. γ₀ of limits is ignored: that of an angle is unbounded where the axes are nearly
 * parallel. */
static void place_row(const struct making *k, const struct constraint_rows *it, const struct rows *rows, int r,
                      const struct jacobian_columns *columns)
{
    double j[6 * SYSTEM_JACOBIANS];
    const struct rows_state *state = &k->work->constraint[it->index];
    const double c = rows->c[r], cd = rows->cd[r], h = k->h;
    jacobian_row(k->plan, k->work, it, rows, r, columns, j);
    const int cone = newton_cone(k->n, CONE_EQUAL, 1);
    const struct row_sums sum = place_columns(k, j, columns);
    struct cone *to = &k->n->cones.at[cone];
    const double response = newton_response(k->n, to, 0);
    struct exact_source s = {.point = it->index, .scaled = 1, .one_sided = it->bounds == BOUND_ONE_SIDED};
    double rate = 0, next;
    if (s.one_sided) {
        s.gap = c;
        s.rate = state->ks / (state->kd + h * state->ks);
        s.start[0] = cd;
        s.free[0] = sum.star + (cd - sum.now);
        s.bounce = state->bounce;
        s.slowest = k->g * h / 4 + 1e-3;
        next = c > 0 ? -c / h : -c * s.rate;
    } else {
        rate = rate_of(it, state, r, h, c, cd, sum.now, rows->gamma[r] - sum.wf);
        s.free[0] = sum.star - rate;
        next = rate + (cd - sum.now) + h * (rows->gamma[r] - sum.wf) / 2;
    }
    to->type = s.one_sided ? CONE_PUSH : it->bounds == BOUND_MOTOR ? CONE_BOUNDED : CONE_EQUAL;
    to->bound = h * state->bound;
    to->give = (to->type == CONE_EQUAL ? give_joint : give_contact) * response;
    if (!(response > 1e-30) || !isfinite(response) || !isfinite(s.free[0])) { /* nothing to hold on to */
        forget_cone(k);
        return;
    }
    note_source(k, &s);
    if (it->level[r] == LEVEL_POSITION)
        ARRAY_PUSH(&k->x->goals, ((struct exact_goal){it->row + r, k->x->sources.count - 1, c + h * next, next}));
}

static void place_rows(const struct making *k, const struct constraint_rows *it)
{
    struct rows rows;
    struct jacobian_columns columns;
    const struct rows_state *state = &k->work->constraint[it->index];
    if (it->bounds == BOUND_NONE && state->out)
        return;
    system_rows(k->plan, k->work, it, k->t, &rows);
    jacobian_find_columns(k->plan, it, &columns);
    for (int r = 0; r < it->rows; r++)
        if (!(it->bounds == BOUND_NONE && (state->still >> r & 1)))
            place_row(k, it, &rows, r, &columns);
}

/* ---- an island ---- */

/* rad: of bodies that turn by less in a step contacts are those of its start. */
static const double least_turn = 1e-3;

/* What touches and turns: contacts in the middle of the step. There they do no work to second order: bodies roll and rock
 * without gaining energy. */
static void follow(const struct making *k)
{
    struct contact_exact *x = k->x;
    struct contact_space *space = k->work->contact->space;
    x->followed.count = 0;
    for (int i = 0; i < k->island->count[MEMBER_MANIFOLD] && k->island->count[MEMBER_CONSTRAINT] == 0; i++) {
        const int number = x->member[MEMBER_MANIFOLD].at[k->island->first[MEMBER_MANIFOLD] + i];
        if (number >= contact_count(space)) /* of a node */
            continue;
        struct manifold *m = contact_at(space, number);
        const struct pose *a = &k->work->pose[m->a], *b = &k->work->pose[m->b];
        struct exact_followed f = {.manifold = m, .normal = m->normal};
        bool touches = false;
        for (int p = 0; p < m->count; p++) {
            touches = touches || m->point[p].gap <= touching(k, m);
            f.at[p] = m->point[p].at;
        }
        const bool driven =
            (k->plan->body[m->a].dofs == 0 && !rests(a)) || (k->plan->body[m->b].dofs == 0 && !rests(b));
        if (touches && !driven && m->time == 0 && (v3_norm(a->w) + v3_norm(b->w)) * k->h > least_turn &&
            contact_follow(space, m, a, b, k->h / 2, f.change))
            ARRAY_PUSH(&x->followed, f);
    }
}

/* Sweeps take contacts as they are at the start. */
static void forget_followed(const struct making *k)
{
    for (int i = 0; i < k->x->followed.count; i++) {
        const struct exact_followed *f = &k->x->followed.at[i];
        f->manifold->time = 0;
        f->manifold->evenly = false;
        f->manifold->drift = v3(0, 0, 0);
        f->manifold->normal = f->normal;
        for (int p = 0; p < f->manifold->count; p++)
            f->manifold->point[p].at = f->at[p];
    }
}

static void make_problem(const struct making *k)
{
    struct contact_exact *x = k->x;
    const struct exact_island *island = k->island;
    newton_begin(k->n);
    x->sources.count = 0;
    follow(k);
    contact_find_early(k);
    for (int i = 0; i < island->count[MEMBER_BODY]; i++) {
        const int body = x->member[MEMBER_BODY].at[island->first[MEMBER_BODY] + i];
        look_at_body(k->plan, k->work, body, k->h, &x->body[body]);
        x->body[body].number = newton_body(k->n, exact_body_of(k->plan, k->work, body)->dofs, x->body[body].unit);
    }
    for (int i = 0; i < island->count[MEMBER_MANIFOLD]; i++) {
        const int at = x->member[MEMBER_MANIFOLD].at[island->first[MEMBER_MANIFOLD] + i];
        const int touch = at - contact_count(k->work->contact->space);
        if (touch < 0)
            place_manifold(k, contact_at(k->work->contact->space, at));
        else
            touch_place(k, &k->work->contact->touch->list.at[touch]);
    }
    for (int i = 0; i < island->count[MEMBER_CONSTRAINT]; i++)
        place_rows(k, &k->plan->constraint[x->member[MEMBER_CONSTRAINT].at[island->first[MEMBER_CONSTRAINT] + i]]);
    newton_ready(k->n);
}

/* The impulses of the last step, as a start. */
static void recall(const struct making *k, double scale)
{
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &k->n->cones.at[i];
        memset(c->impulse, 0, sizeof c->impulse);
        if (s->waits || s->length > 0)
            continue;
        if (s->manifold == NULL || s->scaled == 0) {
            c->impulse[0] = c->bias[0] < 0;
            continue;
        }
        const vec3 u = v3_perpendicular(s->manifold->normal), v = v3_cross(s->manifold->normal, u);
        const struct contact_point *p = &s->manifold->point[s->point];
        c->impulse[0] = scale * p->push;
        c->impulse[1] = scale * v3_dot(p->drag, u) / s->scaled;
        c->impulse[2] = scale * v3_dot(p->drag, v) / s->scaled;
        if (p->push == 0 && c->bias[0] < 0) /* new: it will stick */
            c->impulse[0] = 1;
    }
}

double exact_lift(const struct making *k, bool first, double slip)
{
    double most = 0;
    for (int i = 0; i < k->n->cones.count; i++) {
        struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &k->n->cones.at[i];
        if (c->type != CONE_FRICTION || s->scaled == 0)
            continue;
        const double fast = sqrt(c->u[1] * c->u[1] + c->u[2] * c->u[2]) / s->scaled;
        const double lift = s->scaled * c->bound * (fast > slip ? fast - slip * slip / fast : 0);
        if (!first && lift >= s->lift)
            continue;
        if (c->impulse[0] > 0)
            most = fmax(most, fabs(lift - s->lift));
        c->bias[0] += lift - s->lift;
        s->lift = lift;
    }
    return most;
}

/* Bounds of rolling and spinning friction from the normal impulses of now. Returns the largest change, as a speed of
 * rows. */
static double set_bounds(const struct making *k)
{
    double most = 0;
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &k->n->cones.at[i];
        double push = 0;
        if (s->length == 0)
            continue;
        for (int p = i - s->pushes; p < i; p++)
            if (k->x->sources.at[p].one_sided)
                push += k->n->cones.at[p].impulse[0];
        most = fmax(most, fabs(s->length * push - c->bound) * c->give / give_contact);
        c->bound = s->length * push;
    }
    return most;
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
void exact_solve(const struct making *k, double enough)
{
    if (newton_solve(k->n, enough, FEW_ITERATIONS))
        return;
    memset(k->n->z, 0, sizeof(double) * (size_t)k->n->rows);
    scale_gives(k, pow(10, SOFTER));
    for (int i = 0; i < SOFTER; i++) {
        newton_solve(k->n, 1e6 * k->enough, MOST_ITERATIONS);
        newton_refine(k->n);
        scale_gives(k, 0.1);
    }
}

static void solve_problem(const struct making *k, double scale)
{
    struct newton *n = k->n;
    const long before = n->factorizations;
    const double stick = n->cones.count <= FEW_POINTS ? stick_few : stick_heap;
    for (int i = 0; i < n->cones.count; i++) {
        exact_aim(&n->cones.at[i], &k->x->sources.at[i], k->h);
        memcpy(n->cones.at[i].u, k->x->sources.at[i].start, sizeof n->cones.at[i].u);
    }
    exact_lift(k, true, stick);
    recall(k, scale);
    newton_guess(n);
    exact_solve(k, k->enough);
    double left = 1, last = INFINITY;
    /* what is left shrinks by orders of magnitude, until it is rounding */
    for (int i = 0;
         i < REFINEMENTS || (i < MOST_REFINEMENTS && left > 1e-11 * (k->g * k->h + 1e-3) &&
                             !(left <= k->enough && left > last / 10) && n->factorizations - before < FEW_ITERATIONS);
         i++) {
        last = left;
        left = fmax(exact_lift(k, false, stick), newton_refine(n));
        left = fmax(left, set_bounds(k));
        newton_solve(n, k->enough, MOST_ITERATIONS);
    }
}

static void read_velocities(const struct making *k, bool move)
{
    const struct exact_island *island = k->island;
    for (int i = 0; i < island->count[MEMBER_BODY]; i++) {
        const int body = k->x->member[MEMBER_BODY].at[island->first[MEMBER_BODY] + i];
        struct exact_body *b = &k->x->body[body];
        const double *z = k->n->z + k->n->at[b->number];
        const int dofs = exact_body_of(k->plan, k->work, body)->dofs;
        vec3 v = v3_add_scaled(b->v, b->unit, v3(z[0], dofs > 1 ? z[1] : 0, dofs > 1 ? z[2] : 0));
        vec3 w = dofs == 6 ? v3_add(b->w, m3_mul(&b->root, vec_of(z + 3))) : b->w;
        *(move ? &b->v_move : &b->v_end) = v;
        *(move ? &b->w_move : &b->w_end) = w;
        b->part = PART_EXACT;
        b->falls = !b->pushed && island->count[MEMBER_CONSTRAINT] == 0 && falls(k->plan, k->work, body);
    }
}

/* Impulses to the points, as those of a substep; modes of limits and motors. */
static void read_impulses(const struct making *k, double scale)
{
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        const struct cone *c = &k->n->cones.at[i];
        if (s->manifold == NULL)
            continue;
        const vec3 n = s->manifold->normal, u = v3_perpendicular(n), v = v3_cross(n, u);
        if (s->length > 0) {
            const vec3 twist =
                c->rows == 1 ? v3_scale(c->impulse[0], n) : v3_add_scaled(v3_scale(c->impulse[0], u), c->impulse[1], v);
            s->manifold->twist = v3_add_scaled(s->manifold->twist, 1 / scale, twist);
            continue;
        }
        struct contact_point *p = &s->manifold->point[s->point];
        if (s->scaled == 0) {
            p->push += c->impulse[0] / scale;
        } else {
            p->push = c->impulse[0] / scale;
            p->drag =
                v3_add(v3_scale(s->scaled * c->impulse[1] / scale, u), v3_scale(s->scaled * c->impulse[2] / scale, v));
        }
        const int body[2] = {s->manifold->a, s->manifold->b};
        for (int side = 0; side < 2 && c->impulse[0] > 0; side++)
            if (exact_body_of(k->plan, k->work, body[side])->dofs > 0) /* others are shared */
                k->x->body[body[side]].pushed = true;
    }
}

/* Does nothing in the island begin or end to touch? Then velocities change evenly, and bodies move with the mean of those
 * before and after. */
static bool is_smooth(const struct making *k)
{
    const double quiet = 0.1 * k->g * k->h;
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        const struct cone *c = &k->n->cones.at[i];
        if (s->length == 0 && c->impulse[0] > 0 && (s->struck || fabs(s->start[0]) > quiet || s->gap > quiet * k->h))
            return false;
    }
    return k->island->count[MEMBER_CONSTRAINT] == 0 && !k->island->touches;
}

static void take_means(const struct making *k)
{
    for (int i = 0; i < k->island->count[MEMBER_BODY]; i++) {
        const int body = k->x->member[MEMBER_BODY].at[k->island->first[MEMBER_BODY] + i];
        struct exact_body *b = &k->x->body[body];
        const struct moving *now = &k->work->contact->solver->moving[body];
        if (b->falls)
            continue;
        b->v_move = v3_add_scaled(b->v_move, -0.5, v3_sub(b->v_end, vec_of(now->v)));
        b->w_move = v3_add_scaled(b->w_move, -0.5, v3_sub(b->w_end, b->spin));
    }
}

/* How fast rotations may make a point overlap: of a disk that rolls on its edge, tilted by α, the lowest point sinks by
 * (h ω)² r/(2 sin α) in a step, while the place of contact travels along the edge. A part of ω r is more than that. */
static double sinking(const struct making *k, const struct exact_source *s)
{
    const struct manifold *m = s->manifold;
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        const int body = side == 0 ? m->a : m->b;
        const struct moving *now = &k->work->contact->solver->moving[body];
        sum += v3_norm(vec_of(now->w)) * v3_norm(lever(k, m, s->point, body));
    }
    return 0.1 * sum;
}

/* Overlaps are closed by velocities that only move. */
static bool close_overlaps(const struct making *k)
{
    bool any = false;
    for (int i = 0; i < k->n->cones.count; i++) {
        const struct exact_source *s = &k->x->sources.at[i];
        struct cone *c = &k->n->cones.at[i];
        if (s->manifold == NULL || !(s->gap < 0) || (c->soft && s->scaled > 0) || s->struck)
            continue;
        const double fastest = fmax(fmax(k->g * k->h / 2, s->touches ? 0 : sinking(k, s)), 3 * s->size);
        c->bias[0] += fmax((s->touches ? 0.5 : close_part) * s->gap / k->h, -fastest);
        any = true;
    }
    if (any)
        newton_solve(k->n, k->enough, MOST_ITERATIONS);
    return any;
}

static bool is_small(const struct making *k, const struct exact_island *island)
{
    if (k->work->contact->way == CONTACT_EXACT)
        return true;
    return island->count[MEMBER_BODY] <= k->x->most_bodies;
}

/* Has the island something that can strike: contacts, or limits that bounce? */
static bool can_strike(const struct making *k, const struct exact_island *island)
{
    bool any = island->count[MEMBER_MANIFOLD] > 0;
    for (int i = 0; i < island->count[MEMBER_CONSTRAINT] && !any; i++) {
        const struct constraint_rows *it =
            &k->plan->constraint[k->x->member[MEMBER_CONSTRAINT].at[island->first[MEMBER_CONSTRAINT] + i]];
        any = it->bounds == BOUND_ONE_SIDED && k->work->constraint[it->index].bounce > 0;
    }
    return any;
}

/* Limits that were struck have other gaps and speeds than at the start of the step. */
static void renew_goals(const struct making *k)
{
    for (int i = 0; i < k->x->goals.count; i++) {
        struct exact_goal *g = &k->x->goals.at[i];
        const struct exact_source *s = &k->x->sources.at[g->source];
        if (s->struck) {
            g->rate = -s->gap / k->h;
            g->c = 0;
        }
    }
}

bool exact_prepare(const struct making *k)
{
    const struct exact_island *island = k->island;
    for (int i = 0; i < island->count[MEMBER_BODY]; i++)
        if (!exact_fits(exact_body_of(k->plan, k->work, k->x->member[MEMBER_BODY].at[island->first[MEMBER_BODY] + i])))
            return false;
    if (k->work->contact->way == CONTACT_FAST && !island->touches)
        return false;
    if (!can_strike(k, island) || (!island->touches && !is_small(k, island)))
        return false;
    make_problem(k);
    if (k->work->contact->way != CONTACT_EXACT && !island->touches && newton_cost(k->n) > most_cost) {
        k->x->goals.count = 0; /* sweeps have their own */
        forget_followed(k);
        return false;
    }
    return true;
}

void exact_solve_island(const struct making *k, double scale)
{
    exact_impacts(k);
    renew_goals(k);
    solve_problem(k, scale);
    read_impulses(k, scale);
    read_velocities(k, false);
    const bool smooth = is_smooth(k);
    close_overlaps(k);
    read_velocities(k, true);
    if (smooth)
        take_means(k);
}

void exact_fall(const struct plan *plan, const struct work *work, int i, double h, struct exact_body *b)
{
    look_at_body(plan, work, i, h, b);
    b->v_end = b->v_move = b->v;
    b->w_end = b->w_move = b->w;
    b->part = PART_FREE;
    b->falls = falls(plan, work, i);
}
