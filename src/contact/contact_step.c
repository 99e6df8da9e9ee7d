/* contact_step.c: one step of a world with contact (method §2, Contact and friction).
 *
 * A step is divided into substeps. Contacts are detected once, at its start; gaps then follow the motion to first
 * order. In a substep h:
 *
 *   v ← v + h W f, and warm start with the impulses of the last substep
 *   a sweep with bias, then  q ← q ⊕ h v,  then a sweep without
 *
 * The sum of the impulses of the last substep on a body is the velocity change that they caused, so that the warm start
 * needs no pass over the contacts.
 */
#include <limits.h>
#include <string.h>

#include "contact/contact_exact.h"
#include "contact/contact_grid.h"
#include "contact/contact_island.h"
#include "contact/contact_step.h"
#include "contact/contact_touch.h"
#include "contact/contact_turn.h"
#include "dynamics/dynamics_parts.h"

struct contact_state *contact_state_new(void)
{
    struct contact_state *c = MEM_NEW(struct contact_state);
    c->space = contact_space_new();
    c->solver = contact_solver_new();
    c->exact = contact_exact_new();
    c->grid = contact_grid_new();
    c->substeps = 4;
    return c;
}

static vec3 *room_for_centers(struct contact_state *c, int count)
{
    if (count > c->center_capacity) {
        mem_free(c->center);
        c->center = MEM_ARRAY(vec3, count);
        c->center_capacity = count;
    }
    return c->center;
}

void contact_note_centers(const struct plan *plan, struct work *work)
{
    vec3 *center = room_for_centers(work->contact, plan->bodies);
    for (int i = 0; i < plan->bodies; i++)
        center[i] = work->pose[i].x;
}

vec3 contact_belt(const struct work *work, int body)
{
    const struct contact_state *c = work->contact;
    return body < c->belts ? m3_mul(&work->pose[body].r, c->belt[body]) : v3(0, 0, 0);
}

struct contact_state *contact_state_copy(const struct contact_state *from, contact_filter *filter, void *ctx)
{
    struct contact_state *c = MEM_NEW(struct contact_state);
    c->space = contact_space_copy(from->space, filter, ctx);
    c->solver = contact_solver_new();
    c->exact = contact_exact_new();
    c->grid = contact_grid_copy(from->grid);
    c->way = from->way;
    c->substeps = from->substeps;
    c->divides = from->divides;
    c->rings = from->rings;
    c->shown = from->shown;
    c->acts = from->acts;
    if (from->center_capacity > 0)
        memcpy(room_for_centers(c, from->center_capacity), from->center,
               sizeof *c->center * (size_t)from->center_capacity);
    return c;
}

void contact_state_free(struct contact_state *c)
{
    if (c == NULL)
        return;
    contact_space_free(c->space);
    contact_solver_free(c->solver);
    contact_shifts_free(c->shifts);
    contact_exact_free(c->exact);
    contact_grid_free(c->grid);
    touch_free(c->touch);
    mem_free(c->start);
    mem_free(c->from);
    mem_free(c->center);
    mem_free(c->goal);
    mem_free(c->goal_rate);
    mem_free(c->rate);
    mem_free(c->rate_now);
    mem_free(c->bend);
    mem_free(c);
}

/* ---- bodies in and out ---- */

static bool only_fields(const struct plan *plan)
{
    for (int i = 0; i < plan->force.count; i++)
        if (plan->force.item[i].class->field == NULL || plan->force.item[i].varying)
            return false;
    return true;
}

void contact_room(const struct plan *plan, struct contact_state *c)
{
    contact_solver_bodies(c->solver, plan->bodies);
    if (c->body_capacity >= plan->bodies)
        return;
    c->body_capacity = plan->bodies;
    mem_free(c->start);
    c->start = MEM_ARRAY(struct moving, 4 * plan->bodies);
    c->before = c->start + plan->bodies;
    c->extra = c->before + plan->bodies;
    c->free = c->extra + plan->bodies;
}

static void load_bodies(const struct plan *plan, struct work *work, const double *y)
{
    struct contact_state *c = work->contact;
    struct contact_solver *x = c->solver;
    contact_room(plan, c);
    c->simple = only_fields(plan) && plan->constraints == 0 && plan->sources == 0 &&
                plan->flexibles + plan->apart.outsides == 0;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const struct pose *p = &work->pose[i];
        struct moving *m = &x->moving[i];
        if (b->dofs == 0) { /* moves on a path, or is fixed */
            m->v[0] = p->v.x, m->v[1] = p->v.y, m->v[2] = p->v.z;
            m->w[0] = p->w.x, m->w[1] = p->w.y, m->w[2] = p->w.z;
            continue;
        }
        x->inertia[i].inverse_mass = b->inverse_mass;
        memcpy(m->v, y + b->v, sizeof(double) * (size_t)(b->dofs < 3 ? b->dofs : 3));
        if (b->coordinates != COORDINATES_RIGID)
            continue;
        memcpy(m->w, y + b->v + 3, sizeof m->w);
        x->inertia[i].inverse_inertia = p->inverse_inertia;
        c->simple = c->simple && contact_is_round(&b->build->inertia);
    }
}

static void store_velocities(const struct plan *plan, const struct work *work, double *y)
{
    const struct contact_solver *x = work->contact->solver;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        if (b->dofs == 0)
            continue;
        memcpy(y + b->v, x->moving[i].v, sizeof(double) * (size_t)(b->dofs < 3 ? b->dofs : 3));
        if (b->coordinates == COORDINATES_RIGID)
            memcpy(y + b->v + 3, x->moving[i].w, sizeof x->moving[i].w);
    }
}

/* ---- one substep ---- */

/* The start of a substep and the warm start of contact impulses: those of the last substep, as the difference of
 * velocities with and without them, or, in the first one, those stored in the points. */
static void start_from_here(const struct plan *plan, struct work *work, bool first)
{
    struct contact_state *c = work->contact;
    memcpy(c->start, c->solver->moving, sizeof *c->start * (size_t)plan->bodies);
    if (first) {
        memcpy(c->before, c->start, sizeof *c->before * (size_t)plan->bodies);
        c->solver->sweep->warm(c->solver);
    }
    for (int i = 0; i < plan->bodies; i++)
        for (int k = 0; k < 3; k++) {
            c->extra[i].v[k] = c->solver->moving[i].v[k] - c->before[i].v[k];
            c->extra[i].w[k] = c->solver->moving[i].w[k] - c->before[i].w[k];
        }
}

/* Without the gyroscopic part of W f, which the rotation accounts for. */
void contact_free_velocities(const struct plan *plan, struct work *work, double h)
{
    struct contact_state *c = work->contact;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const struct pose *p = &work->pose[i];
        const struct moving *start = &c->start[i], *extra = &c->extra[i];
        struct moving *m = &c->solver->moving[i], *before = &c->before[i];
        if (b->dofs == 0)
            continue;
        vec3 alpha = p->alpha;
        if (b->coordinates == COORDINATES_RIGID && !c->simple) {
            vec3 w = p->w, momentum = m3_mul(&p->r, s3_mul(&b->build->inertia, m3_tmul(&p->r, w)));
            alpha = v3_sub(alpha, s3_mul(&p->inverse_inertia, v3_cross(momentum, w)));
        }
        const double a[3] = {p->a.x, p->a.y, p->a.z}, turning[3] = {alpha.x, alpha.y, alpha.z};
        for (int k = 0; k < 3; k++) {
            before->v[k] = start->v[k] + (b->dofs > k ? h * a[k] : 0);
            before->w[k] = start->w[k] + (b->dofs == 6 ? h * turning[k] : 0);
            m->v[k] = before->v[k] + extra->v[k];
            m->w[k] = before->w[k] + extra->w[k];
        }
    }
}

static void move_bodies(const struct plan *plan, struct work *work, double h, double *y)
{
    struct contact_state *c = work->contact;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        struct moving *m = &c->solver->moving[i], *moved = &c->solver->moved[i];
        for (int k = 0; k < 3; k++) {
            moved->v[k] += h * m->v[k];
            if (b->dofs > k)
                y[b->q + k] += h * m->v[k];
        }
        if (b->dofs == 0)
            for (int k = 0; k < 3; k++)
                moved->w[k] += h * m->w[k];
        if (b->coordinates != COORDINATES_RIGID)
            continue;
        double w[3] = {m->w[0], m->w[1], m->w[2]};
        vec3 turn = contact_turn(b, h, y + b->q + 3, m->w);
        moved->w[0] += turn.x;
        moved->w[1] += turn.y;
        moved->w[2] += turn.z;
        for (int k = 0; k < 3; k++) /* the change by rotation is not an impulse */
            c->before[i].w[k] += m->w[k] - w[k];
    }
}

/* ---- motion of what was solved exactly ---- */

/* From y at the start of the step (`from`) to its end. A body that only falls follows its parabola. */
static void move_exactly(const struct plan *plan, const struct work *work, double h, const double *from, double *y)
{
    const struct exact_body *x = work->contact->exact->body;
    touch_move(plan, work, h, from, y);
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        if (x[i].part == PART_SWEPT)
            continue;
        vec3 way = v3_add_scaled(x[i].x_offset, h, x[i].v_move);
        if (x[i].falls)
            way = v3_add_scaled(way, -h * h / 2, work->field);
        const double by[3] = {way.x, way.y, way.z}, v[3] = {x[i].v_end.x, x[i].v_end.y, x[i].v_end.z};
        for (int k = 0; k < 3 && k < b->dofs; k++) {
            y[b->q + k] = from[b->q + k] + by[k];
            y[b->v + k] = v[k];
        }
        if (b->coordinates == COORDINATES_RIGID)
            contact_turn_exactly(b, &x[i], h, from + b->q + 3, y + b->q + 3, y + b->v + 3);
    }
}

static void apply(const struct plan *plan, struct work *work, double t, const double *y)
{
    (void)plan;
    (void)t;
    (void)y;
    if (!contact_acts(work))
        return;
    struct contact_state *c = work->contact;
    for (int i = 0; i < contact_all(c); i++) {
        const struct manifold *m = contact_any(c, i);
        work->wrench[m->a].n = v3_add_scaled(work->wrench[m->a].n, -1 / c->shown, m->twist);
        work->wrench[m->b].n = v3_add_scaled(work->wrench[m->b].n, 1 / c->shown, m->twist);
        for (int k = 0; k < m->count; k++) {
            const struct contact_point *p = &m->point[k];
            vec3 f = v3_scale(1 / c->shown, v3_add_scaled(p->drag, p->push, m->normal));
            struct wrench *a = &work->wrench[m->a], *b = &work->wrench[m->b];
            a->f = v3_sub(a->f, f);
            a->n = v3_sub(a->n, v3_cross(v3_sub(p->at, work->pose[m->a].x), f));
            b->f = v3_add(b->f, f);
            b->n = v3_add(b->n, v3_cross(v3_sub(p->at, work->pose[m->b].x), f));
        }
    }
}

/* Of nodes: flexible objects have set their accelerations by now. */
static void forces(const struct plan *plan, struct work *work, double t, const double *y)
{
    (void)t;
    (void)y;
    if (contact_acts(work) && work->contact->touch != NULL)
        touch_apply(plan, work);
}

const struct evaluation contact_evaluation = {.acts = contact_acts, .apply = apply, .forces = forces};

static double *room_for_start(struct contact_state *c, int count)
{
    if (count > c->from_capacity) {
        c->from_capacity = count;
        mem_free(c->from);
        c->from = MEM_ARRAY(double, count);
    }
    return c->from;
}

/* ---- energy balance ---- */

/* Kinetic and potential; in a simple world, with uniform fields only and isotropic inertias, without poses. */
double contact_energy(const struct plan *plan, struct work *work, double t, const double *y)
{
    double sum = 0;
    if (!work->contact->simple) {
        system_free_motion(plan, work, t, y);
        return system_kinetic(plan, work, y) + system_potential(plan, work, y);
    }
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const double *v = y + b->v, *q = y + b->q;
        if (b->dofs == 0)
            continue;
        double turning = b->dofs == 6 ? v[3] * v[3] + v[4] * v[4] + v[5] * v[5] : 0;
        if (b->dofs == 1) {
            sum += b->mass * v[0] * v[0] / 2;
            continue;
        }
        double fall = work->field.x * q[0] + work->field.y * q[1] + work->field.z * q[2];
        sum += b->mass * ((v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 - fall) + b->build->inertia.xx * turning / 2;
    }
    return sum;
}

/* Does anything change the energy, other than forces that have a potential or are accounted for by their power? */
static bool takes_energy(const struct plan *plan, const struct work *work)
{
    for (int i = 0; i < contact_all(work->contact); i++) {
        const struct manifold *m = contact_any(work->contact, i);
        for (int k = 0; k < m->count; k++)
            if (m->point[k].push > 0)
                return true;
    }
    return work->contact->exact->struck || plan->driven_count > 0 || plan->bounded_count > 0;
}

static double largest_acceleration(const struct plan *plan, const struct work *work)
{
    double most = 0;
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs >= 3)
            most = fmax(most, v3_dot(work->pose[i].a, work->pose[i].a));
    if (plan->flexibles > 0)
        most = fmax(most, v3_dot(work->field, work->field));
    return sqrt(most);
}

/* Contacts, alternating with the constraints. */
static void sweep(const struct plan *plan, struct work *work, bool bias)
{
    enum { ROUNDS = 3 };
    for (int i = 0; i < (plan->rows > 0 ? ROUNDS : 1); i++) {
        contact_solver_sweep(work->contact->solver, bias);
        poll_here(work->poll);
        if (plan->rows > 0)
            joints_hold(plan, work);
    }
}

static tn_status substep(const struct plan *plan, struct work *work, double t, double h, int k, double slow, double *y)
{
    struct contact_state *c = work->contact;
    if (k > 0 && !c->simple)
        store_velocities(plan, work, y);
    if (plan->rows > 0)
        joints_begin(plan, work, t, h, k > 0, y); /* W f, J */
    else if (k > 0 && !c->simple)
        system_free_motion(plan, work, t, y); /* W f */
    start_from_here(plan, work, k == 0);
    contact_free_velocities(plan, work, h);
    tn_status status = plan->rows > 0 ? joints_solve(plan, work, t, h, slow, y) : TN_OK;
    if (status != TN_OK)
        return status;
    sweep(plan, work, true);
    if (plan->rows > 0)
        joints_set_goals(plan, work, h, slow);
    move_bodies(plan, work, h, y);
    flexible_advance(plan, work, h, y);
    sweep(plan, work, false);
    contact_solver_note(c->solver);
    return TN_OK;
}

/* Does something that moves by itself touch anything? It may add energy. */
static bool is_driven(const struct plan *plan, const struct work *work)
{
    struct contact_space *space = work->contact->space;
    for (int i = 0; i < contact_count(space); i++) {
        const struct manifold *m = contact_at(space, i);
        for (int side = 0; side < 2; side++) {
            const int body = side == 0 ? m->a : m->b;
            const struct pose *p = &work->pose[body];
            if (plan->body[body].dofs == 0 && v3_dot(p->v, p->v) + v3_dot(p->w, p->w) > 0)
                return true;
        }
    }
    return false;
}

/* Σ of one M other: twice the kinetic energy if they are the same. */
static double product(const struct plan *plan, const struct work *work, const struct moving *one,
                      const struct moving *other)
{
    double sum = 0;
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const struct moving *m = &one[i], *n = &other[i];
        if (b->dofs == 0)
            continue;
        for (int k = 0; k < 3 && k < b->dofs; k++)
            sum += b->mass * m->v[k] * n->v[k];
        if (b->coordinates == COORDINATES_RIGID) {
            const mat3 *r = &work->pose[i].r;
            const vec3 w = m3_tmul(r, v3(n->w[0], n->w[1], n->w[2]));
            sum += v3_dot(v3(m->w[0], m->w[1], m->w[2]), m3_mul(r, s3_mul(&b->build->inertia, w)));
        }
    }
    return sum;
}

/* Restitution, of which no more is kept than leaves the energy at `most`: impacts are found one after the other, and what they
 * took may be used up by another. */
static void bounce(const struct plan *plan, struct work *work, double t, double most, double *y)
{
    struct contact_state *c = work->contact;
    struct moving *now = c->solver->moving, *before = c->free;
    if (!contact_solver_bounces(c->solver))
        return;
    if (plan->driven_count > 0 || is_driven(plan, work)) {
        contact_solver_bounce(c->solver);
        return;
    }
    store_velocities(plan, work, y);
    system_free_motion(plan, work, t, y); /* poses */
    const double energy = contact_energy(plan, work, t, y);
    memcpy(before, now, sizeof *now * (size_t)plan->bodies);
    contact_solver_bounce(c->solver);
    for (int i = 0; i < plan->bodies; i++)
        for (int k = 0; k < 3; k++) {
            c->extra[i].v[k] = now[i].v[k] - before[i].v[k];
            c->extra[i].w[k] = now[i].w[k] - before[i].w[k];
        }
    /* part linear + part² square of what is added */
    const double linear = product(plan, work, before, c->extra), square = product(plan, work, c->extra, c->extra) / 2;
    const double left = fmax(most - energy, 0);
    if (!(linear + square > left))
        return;
    const double root = sqrt(fmax(linear * linear + 4 * square * left, 0));
    const double part = square > 0 ? fmin(fmax((root - linear) / (2 * square), 0), 1) : 0;
    for (int i = 0; i < plan->bodies; i++)
        for (int k = 0; k < 3; k++) {
            now[i].v[k] = before[i].v[k] + part * c->extra[i].v[k];
            now[i].w[k] = before[i].w[k] + part * c->extra[i].w[k];
        }
}

/* What sweeps solve: all substeps. `energy`: at the start. */
static tn_status sweep_step(const struct plan *plan, struct work *work, double t, double h, int substeps, double energy,
                            double *y, double *done)
{
    struct contact_state *c = work->contact;
    const double small = h / substeps, slow = 2 * largest_acceleration(plan, work) * small;
    c->solver->belt = c->belt;
    c->solver->belts = c->belts;
    c->solver->team = work->team;
    contact_solver_begin(c->solver, c->space, work->pose, c->rules, small, slow);
    for (int k = 0; k < substeps; k++) {
        poll_here(work->poll);
        tn_status status = substep(plan, work, t + k * small, small, k, slow, y);
        if (status != TN_OK)
            return status;
        *done += small * work->power;
    }
    bounce(plan, work, t + h, energy + *done, y);
    if (plan->rows > 0)
        joints_hold(plan, work);
    contact_solver_end(c->solver);
    store_velocities(plan, work, y);
    return TN_OK;
}

bool contact_is_plain(const struct plan *plan)
{
    return plan->slides == 0 && plan->generals == 0 && plan->linked == NULL && !plan->first_order &&
           plan->solver == SOLVER_SPARSE;
}

/* Pieces that are apart and would come together along the normal of now either meet, there and then, or pass. */
static void look_ahead(struct work *work, double h, bool exact)
{
    struct contact_space *space = work->contact->space;
    const struct contact_exact *x = work->contact->exact;
    for (int i = 0; i < contact_count(space); i++) {
        struct manifold *m = contact_at(space, i);
        const struct pose *a = &work->pose[m->a], *b = &work->pose[m->b];
        const double least = 1e-7 * contact_size(space, m);
        bool apart = work->contact->way != CONTACT_FAST, closing = false;
        m->time = 0;
        m->evenly = false;
        m->drift = v3(0, 0, 0);
        m->solved = false;
        for (int k = 0; k < m->count; k++) {
            const struct contact_point *p = &m->point[k];
            const vec3 va = v3_add(v3_add_scaled(a->v, h / 2, a->a), v3_cross(a->w, v3_sub(p->at, a->x)));
            const vec3 vb = v3_add(v3_add_scaled(b->v, h / 2, b->a), v3_cross(b->w, v3_sub(p->at, b->x)));
            apart = apart && p->gap > least;
            closing = closing || p->gap + h * v3_dot(m->normal, v3_sub(vb, va)) < 0;
        }
        const bool small =
            !exact || x->islands.at[x->island[MEMBER_MANIFOLD].at[i]].count[MEMBER_BODY] <= x->most_bodies;
        if (apart && closing && small && contact_piece(space, m->piece_b)->type != PIECE_RING &&
            !contact_meet(space, m, a, b, h))
            m->count = 0;
        const vec3 way =
            v3_add_scaled(v3_scale(m->time, v3_sub(b->v, a->v)), m->time * m->time / 2, v3_sub(b->a, a->a));
        m->drift = v3_scale(0.5, way);
    }
}

/* Returns whether islands may be solved exactly. */
static bool start_step(const struct plan *plan, struct work *work, double t, double h, const double *y)
{
    struct contact_state *c = work->contact;
    work->report.evaluations++;
    work->report.bad_constraint = work->report.bad_body = -1;
    c->acts = false;
    system_free_motion(plan, work, t, y); /* poses, W f */
    poll_here(work->poll);
    contact_note_centers(plan, work);
    contact_find(c->space, work->pose, h, work->team); /* manifolds */
    if (c->touch != NULL && contact_is_plain(plan))
        touch_find(plan, work, h, y);
    const bool exact = contact_is_plain(plan) && (c->way != CONTACT_FAST || touch_count(c->touch) > 0);
    if (exact) {
        contact_islands(plan, work);
        c->exact->most_bodies = c->way == CONTACT_EXACT ? INT_MAX : contact_most_bodies(work);
    }
    look_ahead(work, h, exact);
    poll_here(work->poll);
    load_bodies(plan, work, y);
    return exact;
}

/* A step of which `substeps` are swept. */
static tn_status step(const struct plan *plan, struct work *work, double t, double h, int substeps, double *y)
{
    struct contact_state *c = work->contact;
    double done = 0;
    bool rest = true;
    tn_status status = TN_OK;
    const bool exact = start_step(plan, work, t, h, y);
    const bool may_touch = contact_all(c) > 0 || plan->driven_count + plan->bounded_count > 0;
    const double energy = may_touch ? contact_energy(plan, work, t, y) : 0;
    if (exact) {
        memcpy(room_for_start(c, plan->y_count), y, sizeof *y * (size_t)plan->y_count);
        if (plan->rows > 0)
            joints_look(plan, work, t, y);
        rest = contact_exact_solve(plan, work, t, h, largest_acceleration(plan, work), substeps);
    }
    if (rest) {
        status = sweep_step(plan, work, t, h, substeps, energy, y, &done);
    } else {
        flexible_advance(plan, work, h, y);
        done = h * work->power;
    }
    if (status != TN_OK)
        return status;
    if (exact)
        move_exactly(plan, work, h, c->from, y);
    if (exact && plan->rows > 0)
        contact_exact_rows(work);
    if (plan->rows > 0)
        joints_close(plan, work, t + h, y);
    y[plan->work_done] += takes_energy(plan, work) ? contact_energy(plan, work, t + h, y) - energy : done;
    return TN_OK;
}

/* Forces of constraints that are not solved for, and of hands. */
static bool forces_apart(const struct plan *plan)
{
    return plan->apart.outsides + plan->apart.softs + plan->apart.reactions + plan->apart.handles > 0;
}

/* Rings meet by the normals of the start of a step. Where two pieces, one of them a ring, come near each other in it, it is
 * divided so that they move by less than half of the wire's radius against each other. */
static int pieces_for_rings(const struct plan *plan, struct work *work, double t, double h, const double *y)
{
    enum { MOST_PIECES = 16 };
    struct contact_space *space = work->contact->space;
    double most = 1;
    int pieces = 1;
    system_free_motion(plan, work, t, y);
    contact_find(space, work->pose, h, work->team);
    for (int i = 0; i < contact_count(space); i++) {
        const struct manifold *m = contact_at(space, i);
        const struct piece *p[2] = {contact_piece(space, m->piece_a), contact_piece(space, m->piece_b)};
        const struct pose *now[2] = {&work->pose[p[0]->body], &work->pose[p[1]->body]};
        double thin = INFINITY, turning = 0;
        if (p[1]->type == PIECE_PLANE) /* its normal stays */
            continue;
        for (int k = 0; k < 2; k++) {
            thin = p[k]->type == PIECE_RING ? fmin(thin, p[k]->radius) : thin;
            turning += v3_norm(now[k]->w) * (v3_norm(p[k]->at) + p[k]->reach);
        }
        if (isfinite(thin))
            most = fmax(most, h * (v3_norm(v3_sub(now[1]->v, now[0]->v)) + turning) / (0.5 * thin));
    }
    while (pieces < most && pieces < MOST_PIECES)
        pieces *= 2;
    return pieces;
}

/* Of the longest step in which a flexible model is stable: nearer to it, impacts drive its fastest waves to energies of which
 * steps keep too little account. */
static const double stable_part = 0.65;

/* Flexible models are stable only for steps shorter than the time that waves need from element to element. */
static int pieces_for_waves(const struct plan *plan, struct work *work, double t, double h, const double *y)
{
    enum { MOST_PIECES = 10000 };
    double square = 0, damping = 0;
    flexible_evaluation.bounds(plan, work, t, y, &square, &damping);
    const double most = square > 0    ? (sqrt(damping * damping + 4 * square) - damping) / square
                        : damping > 0 ? 2 / damping
                                      : INFINITY;
    const double pieces = ceil(h / (stable_part * most) * (1 - 1e-9));
    return pieces > MOST_PIECES ? MOST_PIECES : pieces > 1 ? (int)pieces : 1;
}

/* Nor may anything get past the surface of one in a step. */
static int pieces_for_touches(const struct plan *plan, struct work *work, double t, double h, const double *y)
{
    if (work->contact->touch == NULL || !contact_is_plain(plan))
        return 1;
    system_update(plan, work, t, y);
    return touch_pieces(plan, work, h, y);
}

double contact_whole_step(const struct plan *plan, struct work *work, double t, double h, const double *y)
{
    struct contact_state *c = work->contact;
    h *= stable_part / 0.9; /* which it is of already */
    c->whole_at = t;
    return c->whole = h / pieces_for_touches(plan, work, t, h, y);
}

tn_status system_contact_step(const struct plan *plan, struct work *work, double t, double h, double *y)
{
    struct contact_state *c = work->contact;
    /* exact steps need no substeps, unless forces change in them or the model asks for it */
    const bool divided =
        c->way != CONTACT_FAST && contact_is_plain(plan) && (c->divides || !only_fields(plan) || forces_apart(plan));
    int pieces = divided ? c->substeps : 1;
    if (c->rings && c->way != CONTACT_FAST && contact_is_plain(plan)) {
        const int needed = pieces_for_rings(plan, work, t, h, y);
        pieces = needed > pieces ? needed : pieces;
    }
    if (plan->flexibles > 0 && !(c->whole == h && c->whole_at == t)) {
        const int waves = pieces_for_waves(plan, work, t, h, y), hurried = pieces_for_touches(plan, work, t, h, y);
        pieces = waves > pieces ? waves : pieces;
        pieces = hurried > pieces ? hurried : pieces;
    }
    const int swept = plan->flexibles == 0 && pieces < c->substeps ? c->substeps / pieces : 1;
    for (int k = 0; k < pieces; k++) {
        tn_status status = step(plan, work, t + k * h / pieces, h / pieces, swept, y);
        if (status != TN_OK)
            return status;
    }
    c->shown = h / (pieces * swept);
    c->acts = true;
    return TN_OK;
}
