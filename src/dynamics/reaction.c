/* reaction.c: reaction constraints (method §4): one per mass point.
 *
 * A mass point with the acceleration a from all forces gets a + Jᵀμ, with μ such that its rows obey C̈ = −ks C − kd Ċ:
 * the components of the force that violate the constraint are removed, and those that satisfy it added. Rows are those
 * of any kind or formula that moves one mass point: a path, a nail, a plane, a surface. Other bodies in the rows get
 * the opposite force. An inequality is held where it is violated and the force does not lift the point off by itself.
 *
 * Outside a solid: the nearest point of its surface has the normal n and the gap g < 0; the point's acceleration along
 * n becomes that of the solid there plus −ks g − kd ġ. The acceleration A of a movable solid depends on all points that
 * it holds off, M A = F − Σ m μ N with μ = N·A + q (N = (n, r × n)), which is six equations: (M + Σ m N Nᵀ) A = F − Σ m
 * q N. Points whose μ would be negative are released, and the rest is solved again.
 *
 * Of several reactions on one point the first counts: those by rows in the order of their statements, then the solid
 * that the point is deepest in.
 */
#include <string.h>

#include "dynamics/dynamics_parts.h"
#include "object/shape_distance.h"

/* m: a resting point stays held although rounding may make its gap slightly positive. */
#define TOUCH 1e-9

static vec3 node_vector(const double *at, int i) { return v3(at[3 * i], at[3 * i + 1], at[3 * i + 2]); }

static void add_to_node(double *at, int i, vec3 v)
{
    at[3 * i] += v.x;
    at[3 * i + 1] += v.y;
    at[3 * i + 2] += v.z;
}

/* ---- by rows ---- */

/* Only prescribed accelerations of its connectors are known: those of bodies that move by forces are not known yet. */
static void forget_accelerations(const struct plan *plan, struct work *work, const struct constraint_rows *it)
{
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        if (c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME && plan->body[c->body].dofs > 0)
            work->pose[c->body].a = work->pose[c->body].alpha = v3(0, 0, 0);
    }
}

/* J by the mass point, rows × 3. */
static void point_columns(const struct plan *plan, const struct work *work, const struct constraint_rows *it, int body,
                          double j[3][3])
{
    memset(j, 0, sizeof(double) * 9);
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        if (c->type != CONNECTOR_POINT || c->body != body)
            continue;
        for (int r = 0; r < it->rows; r++)
            for (int k = 0; k < 3; k++)
                j[r][k] += work->rows_now.j[i][6 * r + k];
    }
}

/* μ from (J Jᵀ) μ = b, m ≤ 3, by elimination; dependent rows get 0. */
static void solve_rows(int m, double j[3][3], const double *b, double *mu)
{
    double a[3][4], scale = 0;
    for (int r = 0; r < m; r++) {
        for (int c = 0; c < m; c++)
            a[r][c] = j[r][0] * j[c][0] + j[r][1] * j[c][1] + j[r][2] * j[c][2];
        a[r][3] = b[r];
        scale = fmax(scale, a[r][r]);
    }
    for (int p = 0; p < m; p++)
        for (int r = p + 1; r < m && a[p][p] > 1e-12 * scale; r++) {
            double f = a[r][p] / a[p][p];
            for (int c = p; c < m; c++)
                a[r][c] -= f * a[p][c];
            a[r][3] -= f * a[p][3];
        }
    for (int p = m - 1; p >= 0; p--) {
        double x = a[p][3];
        for (int c = p + 1; c < m; c++)
            x -= a[p][c] * mu[c];
        mu[p] = a[p][p] > 1e-12 * scale ? x / a[p][p] : 0;
    }
}

/* The acceleration of a particle without constraints. */
static vec3 particle_acceleration(const struct plan *plan, const struct work *work, int body)
{
    const struct body *b = &plan->body[body];
    return v3_add(work->field, v3_scale(b->inverse_mass, work->wrench[body].f));
}

/* Applies the force opposite to that on the mass point to the other bodies in the rows. */
static void react(const struct plan *plan, struct work *work, const struct constraint_rows *it, int point,
                  const double *push)
{
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME || c->body == point ||
            plan->body[c->body].dofs == 0)
            continue;
        vec3 f = v3(0, 0, 0), n = f;
        for (int r = 0; r < it->rows; r++) {
            const double *j = work->rows_now.j[i] + 6 * r;
            f = v3_add_scaled(f, push[r], v3(j[0], j[1], j[2]));
            n = v3_add_scaled(n, push[r], v3(j[3], j[4], j[5]));
        }
        struct wrench *w = &work->wrench[c->body];
        w->f = v3_add(w->f, f);
        w->n = v3_add(w->n, n);
        work->power += v3_dot(f, work->pose[c->body].v) + v3_dot(n, work->pose[c->body].w);
    }
}

static void react_by_rows(const struct plan *plan, struct work *work, double t, const struct reaction *k)
{
    const struct constraint_rows *it = &plan->constraint[k->constraint];
    struct rows_state *now = &work->constraint[it->index];
    const struct flexible *f = k->flexible >= 0 ? &plan->flexible[k->flexible] : NULL;
    double j[3][3], b[3], mu[3] = {0, 0, 0}, push[3] = {0, 0, 0};
    double mass = f != NULL ? f->lattice->mass[k->node] : plan->body[k->body].mass;
    unsigned char *taken = f != NULL ? &work->flexible[f->index].taken[k->node] : &work->taken[k->body];
    vec3 a =
        f != NULL ? node_vector(work->flexible[f->index].free, k->node) : particle_acceleration(plan, work, k->body);
    forget_accelerations(plan, work, it);
    system_rows(plan, work, it, t, &work->rows_now);
    const struct rows *rows = &work->rows_now;
    point_columns(plan, work, it, k->body, j);
    for (int r = 0; r < it->rows; r++)
        b[r] = -rows->gamma[r] - now->ks * rows->c[r] - now->kd * rows->cd[r] - j[r][0] * a.x - j[r][1] * a.y -
               j[r][2] * a.z;
    solve_rows(it->rows, j, b, mu);
    bool held = !*taken && (it->bounds != BOUND_ONE_SIDED || (rows->c[0] < TOUCH && mu[0] > 0));
    vec3 change = v3(0, 0, 0);
    for (int r = 0; r < it->rows && held; r++) {
        change = v3_add_scaled(change, mu[r], v3(j[r][0], j[r][1], j[r][2]));
        push[r] = mass * mu[r];
    }
    now->mode = held ? MODE_HELD : MODE_FREE;
    for (int r = 0; r < it->rows; r++)
        work->multiplier[it->row + r] = push[r];
    if (!held)
        return;
    *taken = 1;
    work->power += mass * v3_dot(change, work->pose[k->body].v);
    if (f != NULL)
        add_to_node(work->flexible[f->index].free, k->node, change);
    else
        work->held_acceleration[k->body] = v3_add(a, change);
    react(plan, work, it, k->body, push);
}

/* ---- outside solids ---- */

/* The gap between a point and a solid, and the normal there. */
static double gap_to(const struct plan *plan, const struct work *work, const struct outside *o, vec3 x, vec3 *normal)
{
    const struct pose *p = &work->pose[o->solid];
    vec3 off = v3_sub(x, p->x), n;
    if (o->shape_count == 0) {
        *normal = m3_column(&p->r, 2);
        return v3_dot(off, *normal);
    }
    if (v3_dot(off, off) > o->reach * o->reach)
        return INFINITY;
    double d =
        shapes_distance(o->shapes, o->shape_count, v3_add(m3_tmul(&p->r, off), plan->body[o->solid].build->center), &n);
    *normal = m3_mul(&p->r, n);
    return d;
}

double reaction_gap(const struct plan *plan, const struct work *work, int outside, vec3 x, vec3 *normal)
{
    *normal = v3(0, 0, 0);
    return gap_to(plan, work, &plan->apart.outside[outside], x, normal);
}

/* Tests a mass point against one solid; keeps the deepest. */
static void try_solid(const struct plan *plan, const struct work *work, int index, vec3 x, double margin,
                      struct held_point *h)
{
    vec3 normal;
    double gap = gap_to(plan, work, &plan->apart.outside[index], x, &normal) + margin;
    if (!(gap < TOUCH) || (h->outside >= 0 && gap >= h->gap))
        return;
    h->outside = index;
    h->gap = gap;
    h->normal = normal;
    h->lever = v3_sub(x, work->pose[plan->apart.outside[index].solid].x);
}

static void keep_point(const struct plan *plan, struct work *work, struct held_point *h, vec3 a)
{
    const struct outside *o = &plan->apart.outside[h->outside];
    const struct pose *p = &work->pose[o->solid];
    vec3 turning = v3_cross(p->w, h->lever);
    double speed = v3_dot(h->normal, v3_sub(h->velocity, v3_add(p->v, turning)));
    vec3 known = v3_cross(p->w, turning);
    if (plan->body[o->solid].dofs == 0)
        known = v3_add(known, v3_add(p->a, v3_cross(p->alpha, h->lever)));
    h->known = v3_dot(h->normal, v3_sub(known, a)) - work->outside[h->outside].ks * h->gap -
               work->outside[h->outside].kd * speed;
    work->held[work->held_count++] = *h;
}

/* Nodes of a model that must stay outside one plane and nothing else: for most of them their height decides. */
static bool keep_above(const struct plan *plan, struct work *work, int index, const double *y)
{
    const struct flexible *f = &plan->flexible[index];
    int plane = -1;
    for (int o = 0; o < plan->apart.outsides; o++) {
        if (plan->apart.outside[o].flexible != index && plan->apart.outside[o].of != index)
            continue;
        if (plane >= 0 || plan->apart.outside[o].flexible != index || plan->apart.outside[o].shape_count > 0)
            return false;
        plane = o;
    }
    if (plane < 0)
        return true;
    const struct pose *p = &work->pose[plan->apart.outside[plane].solid];
    const vec3 n = m3_column(&p->r, 2);
    const double height = v3_dot(n, p->x) + TOUCH, *q = y + f->q;
    for (int k = 0; k < f->skin_count; k++) {
        const double *x = q + 3 * f->skin[k];
        double margin = f->skin_margin != NULL ? f->skin_margin[k] : 0;
        if (n.x * x[0] + n.y * x[1] + n.z * x[2] + margin > height + 1e-9 * (fabs(height) + 1) ||
            work->flexible[f->index].taken[f->skin[k]])
            continue;
        struct held_point h = {.outside = -1, .flexible = index, .node = f->skin[k], .body = -1};
        try_solid(plan, work, plane, v3(x[0], x[1], x[2]), margin, &h);
        if (h.outside < 0)
            continue;
        h.mass = f->lattice->mass[h.node];
        h.velocity = node_vector(y + f->v, h.node);
        keep_point(plan, work, &h, node_vector(work->flexible[f->index].free, h.node));
    }
    return true;
}

/* Finds the points that are inside something. */
static void find_held(const struct plan *plan, struct work *work, const double *y)
{
    work->held_count = 0;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        if (f->outsides == 0 || keep_above(plan, work, i, y))
            continue;
        for (int k = 0; k < f->skin_count; k++) {
            int node_index = f->skin[k];
            struct held_point h = {.outside = -1, .flexible = i, .node = node_index, .body = -1};
            if (work->flexible[f->index].taken[node_index])
                continue;
            for (int o = 0; o < plan->apart.outsides; o++)
                if (plan->apart.outside[o].flexible == i ||
                    (plan->apart.outside[o].of == i && plan->apart.outside[o].node == node_index))
                    try_solid(plan, work, o, node_vector(y + f->q, node_index),
                              f->skin_margin != NULL ? f->skin_margin[k] : 0, &h);
            if (h.outside < 0)
                continue;
            h.mass = f->lattice->mass[node_index];
            h.velocity = node_vector(y + f->v, node_index);
            keep_point(plan, work, &h, node_vector(work->flexible[f->index].free, node_index));
        }
    }
    for (int o = 0; o < plan->apart.outsides; o++) { /* particles */
        int body = plan->apart.outside[o].body;
        if (plan->apart.outside[o].flexible >= 0 || plan->apart.outside[o].of >= 0 || work->taken[body])
            continue;
        struct held_point h = {.outside = -1, .flexible = -1, .body = body, .mass = plan->body[body].mass};
        h.velocity = work->pose[body].v;
        for (int k = 0; k < plan->apart.outsides; k++)
            if (plan->apart.outside[k].flexible < 0 && plan->apart.outside[k].of < 0 &&
                plan->apart.outside[k].body == body)
                try_solid(plan, work, k, work->pose[body].x, 0, &h);
        work->taken[body] = 1;
        if (h.outside >= 0)
            keep_point(plan, work, &h, particle_acceleration(plan, work, body));
    }
}

/* M and F of a solid, six each, world axes, about its centre of mass. */
static void solid_equation(const struct plan *plan, const struct work *work, int solid, double m[6][7])
{
    const struct body *b = &plan->body[solid];
    const struct pose *p = &work->pose[solid];
    const struct wrench *w = &work->wrench[solid];
    memset(m, 0, sizeof(double) * 42);
    vec3 f = v3_add_scaled(w->f, b->mass, work->field);
    sym3 inertia = s3_rotate(&p->r, &b->build->inertia);
    vec3 n = v3_sub(w->n, v3_cross(p->w, s3_mul(&inertia, p->w)));
    const double right[6] = {f.x, f.y, f.z, n.x, n.y, n.z};
    const double tensor[9] = {inertia.xx, inertia.xy, inertia.xz, inertia.xy, inertia.yy,
                              inertia.yz, inertia.xz, inertia.yz, inertia.zz};
    for (int k = 0; k < 3; k++) {
        m[k][k] = b->mass;
        for (int c = 0; c < 3; c++)
            m[3 + k][3 + c] = b->coordinates == COORDINATES_RIGID ? tensor[3 * k + c] : k == c;
    }
    for (int k = 0; k < 6; k++)
        m[k][6] = right[k];
}

static void solve_six(double m[6][7], double x[6])
{
    for (int p = 0; p < 6; p++) /* positive definite: no pivoting */
        for (int r = p + 1; r < 6; r++) {
            double f = m[r][p] / m[p][p];
            for (int c = p; c < 7; c++)
                m[r][c] -= f * m[p][c];
        }
    for (int p = 5; p >= 0; p--) {
        x[p] = m[p][6];
        for (int c = p + 1; c < 6; c++)
            x[p] -= m[p][c] * x[c];
        x[p] /= m[p][p];
    }
}

static void directions(const struct held_point *h, double n[6])
{
    vec3 turn = v3_cross(h->lever, h->normal);
    const double all[6] = {h->normal.x, h->normal.y, h->normal.z, turn.x, turn.y, turn.z};
    memcpy(n, all, sizeof all);
}

/* The pushes on the points that one solid holds off. */
static void solve_solid(const struct plan *plan, struct work *work, int solid)
{
    enum { ROUNDS = 8 };
    double m[6][7], a[6] = {0}, n[6];
    bool moves = plan->body[solid].dofs > 0, changed = true;
    for (int i = 0; i < work->held_count; i++)
        if (plan->apart.outside[work->held[i].outside].solid == solid)
            work->held[i].push = fmax(work->held[i].known, 0); /* movable solid: initially all of them */
    for (int round = 0; moves && changed && round < ROUNDS; round++) {
        changed = false;
        solid_equation(plan, work, solid, m);
        for (int i = 0; i < work->held_count; i++) {
            const struct held_point *h = &work->held[i];
            if (plan->apart.outside[h->outside].solid != solid || (round > 0 && h->push <= 0))
                continue;
            directions(h, n);
            for (int r = 0; r < 6; r++) {
                m[r][6] -= h->mass * h->known * n[r];
                for (int c = 0; c < 6; c++)
                    m[r][c] += h->mass * n[r] * n[c];
            }
        }
        solve_six(m, a);
        for (int i = 0; i < work->held_count; i++) {
            struct held_point *h = &work->held[i];
            if (plan->apart.outside[h->outside].solid != solid)
                continue;
            directions(h, n);
            double push = h->known;
            for (int r = 0; r < 6; r++)
                push += n[r] * a[r];
            bool was = round == 0 || h->push > 0;
            changed |= was != (push > 0);
            h->push = push;
        }
    }
}

static void apply_held(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < work->held_count; i++) {
        const struct held_point *h = &work->held[i];
        const struct outside *o = &plan->apart.outside[h->outside];
        const struct pose *p = &work->pose[o->solid];
        work->outside[h->outside].depth = fmax(work->outside[h->outside].depth, -h->gap);
        if (!(h->push > 0))
            continue;
        vec3 change = v3_scale(h->push, h->normal), f = v3_scale(-h->mass, change), n = v3_cross(h->lever, f);
        if (h->flexible >= 0)
            add_to_node(work->flexible[h->flexible].free, h->node, change);
        else
            work->held_acceleration[h->body] = v3_add(particle_acceleration(plan, work, h->body), change);
        if (h->flexible < 0)
            work->taken[h->body] = 2;
        work->outside[h->outside].count++;
        work->outside[h->outside].force = v3_add(work->outside[h->outside].force, f);
        work->outside[h->outside].torque = v3_add(work->outside[h->outside].torque, n);
        work->power -= v3_dot(f, h->velocity);
        if (plan->body[o->solid].dofs == 0)
            continue;
        work->wrench[o->solid].f = v3_add(work->wrench[o->solid].f, f);
        work->wrench[o->solid].n = v3_add(work->wrench[o->solid].n, n);
        work->power += v3_dot(f, p->v) + v3_dot(n, p->w);
    }
}

void reaction_forces(const struct plan *plan, struct work *work, double t, const double *y)
{
    memset(work->taken, 0, sizeof *work->taken * (size_t)plan->bodies);
    for (int i = 0; i < plan->flexibles; i++)
        if (work->flexible[i].taken != NULL)
            memset(work->flexible[i].taken, 0, (size_t)plan->flexible[i].lattice->nodes);
    for (int i = 0; i < plan->apart.reactions; i++)
        react_by_rows(plan, work, t, &plan->apart.reaction[i]);
    for (int i = 0; i < plan->apart.reactions; i++) /* the new acceleration of a particle replaces its own */
        if (plan->apart.reaction[i].flexible < 0 && work->taken[plan->apart.reaction[i].body] == 1)
            work->taken[plan->apart.reaction[i].body] = 2;
    if (plan->apart.outsides == 0)
        return;
    for (int o = 0; o < plan->apart.outsides; o++) {
        work->outside[o].force = work->outside[o].torque = v3(0, 0, 0);
        work->outside[o].depth = 0;
        work->outside[o].count = 0;
    }
    find_held(plan, work, y);
    for (int o = 0; o < plan->apart.outsides; o++) {
        bool first = true;
        for (int k = 0; k < o; k++)
            first &= plan->apart.outside[k].solid != plan->apart.outside[o].solid;
        if (first)
            solve_solid(plan, work, plan->apart.outside[o].solid);
    }
    apply_held(plan, work);
}

void reaction_hold(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->apart.reactions; i++)
        if (plan->apart.reaction[i].flexible < 0 && work->taken[plan->apart.reaction[i].body] == 2)
            work->pose[plan->apart.reaction[i].body].a = work->held_acceleration[plan->apart.reaction[i].body];
    for (int i = 0; i < plan->apart.outsides; i++) {
        const struct outside *o = &plan->apart.outside[i];
        if (o->flexible < 0 && o->of < 0 && work->taken[o->body] == 2)
            work->pose[o->body].a = work->held_acceleration[o->body];
    }
}
