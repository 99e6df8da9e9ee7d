/* flexible.c: see flexible.h. */
#include "dynamics/flexible.h"

#include <string.h>

#include "dynamics/dynamics_parts.h"

static vec3 node_vector(const double *at, int i) { return v3(at[3 * i], at[3 * i + 1], at[3 * i + 2]); }

/* ---- the frame of the material ---- */

static double determinant(const double *m)
{
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

/* The transposed inverse. */
static mat3 inverse_transposed(const mat3 *a)
{
    const double *m = a->m, d = 1 / determinant(m);
    return (mat3){{d * (m[4] * m[8] - m[5] * m[7]), d * (m[5] * m[6] - m[3] * m[8]), d * (m[3] * m[7] - m[4] * m[6]),
                   d * (m[2] * m[7] - m[1] * m[8]), d * (m[0] * m[8] - m[2] * m[6]), d * (m[1] * m[6] - m[0] * m[7]),
                   d * (m[1] * m[5] - m[2] * m[4]), d * (m[2] * m[3] - m[0] * m[5]), d * (m[0] * m[4] - m[1] * m[3])}};
}

static mat3 product(const mat3 *a, const mat3 *b, bool transposed)
{
    mat3 out = {{0}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++)
                out.m[3 * r + c] += (transposed ? a->m[3 * k + r] : a->m[3 * r + k]) * b->m[3 * k + c];
    return out;
}

/* F = R U by Higham's iteration, R ← ½ (R + R⁻ᵀ), which converges quadratically. */
bool flexible_frame(const mat3 *f, mat3 *rotation, mat3 *stretch)
{
    mat3 r = *f;
    double d = determinant(f->m), size = 0;
    for (int i = 0; i < 9; i++)
        size += f->m[i] * f->m[i];
    bool right = d > 1e-9 * size * sqrt(size);
    if (!right) {
        *rotation = *stretch = (mat3){{1, 0, 0, 0, 1, 0, 0, 0, 1}};
        return false;
    }
    for (int step = 0; step < 60; step++) {
        mat3 other = inverse_transposed(&r);
        double change = 0, scale = step == 0 ? pow(fabs(determinant(r.m)), -1.0 / 3) : 1;
        for (int i = 0; i < 9; i++) {
            double next = (scale * r.m[i] + other.m[i] / scale) / 2;
            change = fmax(change, fabs(next - r.m[i]));
            r.m[i] = next;
        }
        if (change < 1e-15)
            break;
    }
    *rotation = r;
    *stretch = product(&r, f, true);
    return true;
}

/* The axial vector of A − Aᵀ. */
static vec3 axial(const mat3 *a) { return v3(a->m[7] - a->m[5], a->m[2] - a->m[6], a->m[3] - a->m[1]); }

/* (tr U) 1 − U, inverted. With Ω the angular velocity in the material's axes, Ω U + U Ω = A − Aᵀ for A = Rᵀ Ḟ, which is
 * ((tr U) 1 − U) ω = axial(A). */
static mat3 spin_matrix(const mat3 *u)
{
    double trace = u->m[0] + u->m[4] + u->m[8];
    mat3 m;
    for (int i = 0; i < 9; i++)
        m.m[i] = (i % 4 == 0 ? trace : 0) - u->m[i];
    mat3 inverse = inverse_transposed(&m);
    mat3 out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[3 * r + c] = inverse.m[3 * c + r];
    return out;
}

/* F or Ḟ: Σ x_b ∇N_bᵀ. */
static mat3 gradient_of(const struct embedded *e, const struct pose *poses, bool rate)
{
    mat3 f = {{0}};
    for (int b = 0; b < e->count; b++) {
        const struct pose *p = &poses[e->node_body[b]];
        vec3 x = rate ? p->v : p->x, g = e->gradient[b];
        const double xs[3] = {x.x, x.y, x.z}, gs[3] = {g.x, g.y, g.z};
        for (int i = 0; i < 9; i++)
            f.m[i] += xs[i / 3] * gs[i % 3];
    }
    return f;
}

/* B_b: the ω that a unit velocity of node b gives: Rᵀ Ḟ = (Rᵀ v_b) ∇N_bᵀ, whose axial vector is −(Rᵀ v) × ∇N. */
static mat3 turning_of(const mat3 *r, const mat3 *spin, vec3 gradient)
{
    mat3 out;
    for (int k = 0; k < 3; k++) {
        vec3 v = m3_tmul(r, v3(k == 0, k == 1, k == 2));
        vec3 w = m3_mul(r, m3_mul(spin, v3_cross(gradient, v)));
        out.m[k] = w.x;
        out.m[3 + k] = w.y;
        out.m[6 + k] = w.z;
    }
    return out;
}

/* Frame, angular velocity, B, and the angular acceleration without the accelerations of the nodes:
 * ((tr U) 1 − U) ω̇ = axial(Ȧ) − ((tr U̇) 1 − U̇) ω, with Ȧ = −Ω A and U̇ = A − Ω U. */
static void frame_pose(const struct embedded *e, const struct pose *poses, mat3 *turning, struct pose *p)
{
    mat3 f = gradient_of(e, poses, false), fd = gradient_of(e, poses, true), u;
    flexible_frame(&f, &p->r, &u);
    mat3 spin = spin_matrix(&u), a = product(&p->r, &fd, true);
    vec3 w = m3_mul(&spin, axial(&a));
    const mat3 omega = {{0, -w.z, w.y, w.z, 0, -w.x, -w.y, w.x, 0}};
    mat3 oa = product(&omega, &a, false), ou = product(&omega, &u, false), ud;
    for (int i = 0; i < 9; i++)
        ud.m[i] = a.m[i] - ou.m[i];
    double trace = ud.m[0] + ud.m[4] + ud.m[8];
    vec3 right = v3_neg(axial(&oa));
    right = v3_sub(right, v3_sub(v3_scale(trace, w), m3_mul(&ud, w)));
    p->w = m3_mul(&p->r, w);
    p->alpha = m3_mul(&p->r, m3_mul(&spin, right));
    for (int b = 0; b < e->count; b++)
        turning[b] = turning_of(&p->r, &spin, e->gradient[b]);
}

void flexible_pose(const struct plan *plan, struct work *work, int embedded)
{
    const struct embedded *e = &plan->embedded[embedded];
    struct pose *p = &work->pose[e->body];
    p->x = p->v = p->a = v3(0, 0, 0);
    for (int b = 0; b < e->count; b++) {
        p->x = v3_add_scaled(p->x, e->weight[b], work->pose[e->node_body[b]].x);
        p->v = v3_add_scaled(p->v, e->weight[b], work->pose[e->node_body[b]].v);
    }
    if (e->has_frame)
        frame_pose(e, work->pose, work->turning[embedded], p);
}

void flexible_poses(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->embeddeds; i++)
        flexible_pose(plan, work, i);
}

/* ---- forces ---- */

/* Distributes forces and torques on embedded points to their nodes. */
static void spread_wrenches(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->embeddeds; i++) {
        const struct embedded *e = &plan->embedded[i];
        const struct wrench *w = &work->wrench[e->body];
        for (int b = 0; b < e->count; b++) {
            vec3 *f = &work->wrench[e->node_body[b]].f;
            *f = v3_add_scaled(*f, e->weight[b], w->f);
            if (e->has_frame)
                *f = v3_add(*f, m3_tmul(&work->turning[e->index][b], w->n));
        }
    }
}

/* Forces on a flexible model as a whole: uniform fields, and drag in proportion to mass. */
struct whole {
    vec3 field;
    double drag; /* N s/m over the model's mass: 1/s */
};

static struct whole forces_on_whole(const struct plan *plan, struct work *work, const struct flexible *f,
                                    const double *y)
{
    struct whole w = {.field = work->field};
    for (int i = 0; i < plan->force.count; i++) {
        const struct force_item *it = &plan->force.item[i];
        const double *value = work->force_value + it->value;
        if (it->class->field != NULL && it->varying) {
            vec3 g = v3(value[0], value[1], value[2]);
            w.field = v3_add(w.field, g);
            for (int k = 0; k < f->lattice->nodes; k++)
                work->power += f->lattice->mass[k] * v3_dot(g, node_vector(y + f->v, k));
        } else if (it->class->is_drag && (it->body < 0 || it->body == f->body)) {
            w.drag += value[0] / f->lattice->total_mass;
        }
    }
    return w;
}

/* Elements → accelerations of all nodes. */
static void element_accelerations(const struct plan *plan, struct work *work, const struct flexible *f, const double *y)
{
    const struct lattice *l = f->lattice;
    const double *v = y + f->v;
    struct lattice_state state = {
        .q = y + f->q,
        .v = v,
        .lambda = f->lambda >= 0 ? y + f->lambda : NULL,
        .metric = f->metric >= 0 ? y + f->metric : NULL,
        .force = work->flexible[f->index].force,
        .lambda_rate = f->lambda >= 0 ? work->extra_rate + (f->lambda - plan->work_done - 1) : NULL,
        .metric_rate = f->metric >= 0 ? work->extra_rate + (f->metric - plan->work_done - 1) : NULL,
        .room = work->flexible[f->index].lattice,
    };
    work->power -= lattice_forces(f->lattice, &state, work->threads);
    const struct whole w = forces_on_whole(plan, work, f, y);
    double *restrict a = work->flexible[f->index].free;
    const double *restrict force = work->flexible[f->index].force, *restrict inverse = l->inverse_mass;
    for (int i = 0; i < l->nodes; i++) {
        a[3 * i] = inverse[i] * force[3 * i] + w.field.x;
        a[3 * i + 1] = inverse[i] * force[3 * i + 1] + w.field.y;
        a[3 * i + 2] = inverse[i] * force[3 * i + 2] + w.field.z;
    }
    if (w.drag == 0)
        return;
    double loss = 0;
    for (int i = 0; i < 3 * l->nodes; i++) {
        a[i] -= w.drag * v[i];
        loss += w.drag * l->mass[i / 3] * v[i] * v[i];
    }
    work->power -= loss;
}

/* Accelerations of all nodes without constraints, from element forces, weight, drag and attachments; also work->power.
 * Adds the forces that embedded points and reactions pass on to the wrenches of bodies. */
static void forces(const struct plan *plan, struct work *work, double t, const double *y)
{
    (void)t;
    spread_wrenches(plan, work);
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        element_accelerations(plan, work, f, y);
        for (int k = 0; k < f->touched; k++) {
            const struct wrench *w = &work->wrench[f->touched_body[k]];
            double *a = work->flexible[f->index].free + 3 * f->touched_node[k],
                   inverse = f->lattice->inverse_mass[f->touched_node[k]];
            a[0] += inverse * w->f.x;
            a[1] += inverse * w->f.y;
            a[2] += inverse * w->f.z;
        }
    }
}

/* Accelerations without constraints of node bodies and embedded points. */
static void free_motion(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        for (int k = 0; k < f->touched; k++)
            work->pose[f->touched_body[k]].a = node_vector(work->flexible[f->index].free, f->touched_node[k]);
    }
    for (int i = 0; i < plan->embeddeds; i++) { /* α of a frame starts with the part without the nodes' accelerations */
        const struct embedded *e = &plan->embedded[i];
        struct pose *p = &work->pose[e->body];
        p->a = v3(0, 0, 0);
        for (int b = 0; b < e->count; b++) {
            vec3 a = work->pose[e->node_body[b]].a;
            p->a = v3_add_scaled(p->a, e->weight[b], a);
            if (e->has_frame)
                p->alpha = v3_add(p->alpha, m3_mul(&work->turning[e->index][b], a));
        }
    }
}

/* ẏ of all nodes without constraints. */
static double rates(const struct plan *plan, const struct work *work, const double *y, double *ydot)
{
    double check = 0;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        const int n = 3 * f->lattice->nodes;
        const double *restrict v = y + f->v, *restrict a = work->flexible[f->index].free;
        double *restrict qd = ydot + f->q, *restrict vd = ydot + f->v;
        double four[4] = {0, 0, 0, 0}; /* four sums at a time */
        int k = 0;
        for (; k + 4 <= n; k += 4)
            for (int l = 0; l < 4; l++) {
                qd[k + l] = v[k + l];
                vd[k + l] = a[k + l];
                four[l] += 0 * a[k + l] + 0 * v[k + l];
            }
        for (; k < n; k++) {
            qd[k] = v[k];
            vd[k] = a[k];
            check += 0 * a[k] + 0 * v[k];
        }
        check += four[0] + four[1] + four[2] + four[3];
    }
    return check;
}

static void move(const struct plan *plan, const double *y, double h, double *next)
{
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        double *restrict q = next + f->q;
        const double *restrict from = y + f->q, *restrict v = next + f->v;
        for (int k = 0; k < 3 * f->lattice->nodes; k++)
            q[k] = from[k] + h * v[k];
    }
}

/* Saves or restores the positions and velocities of node bodies. */
static void exchange_touched(const struct flexible *f, double *kept_all, bool back, double *q, double *v)
{
    for (int k = 0; k < f->touched; k++) {
        double *kept = kept_all + 6 * k, *x = q + 3 * f->touched_node[k], *u = v + 3 * f->touched_node[k];
        memcpy(back ? x : kept, back ? kept : x, 3 * sizeof *x);
        memcpy(back ? u : kept + 3, back ? kept + 3 : u, 3 * sizeof *u);
    }
}

void flexible_advance(const struct plan *plan, const struct work *work, double h, double *y)
{
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        double *restrict q = y + f->q, *restrict v = y + f->v;
        exchange_touched(f, work->flexible[i].kept, false, q, v);
        for (int k = 0; k < 3 * f->lattice->nodes; k++) {
            v[k] += h * work->flexible[f->index].free[k];
            q[k] += h * v[k];
        }
        exchange_touched(f, work->flexible[i].kept, true, q, v);
    }
    for (int k = 0; k < plan->y_count - plan->work_done - 1; k++)
        y[plan->work_done + 1 + k] += h * work->extra_rate[k];
}

void flexible_step(const struct plan *plan, const struct work *work, double h, const double *y, double *next)
{
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        for (int k = 0; k < 3 * f->lattice->nodes; k++)
            next[f->v + k] = y[f->v + k] + h * work->flexible[f->index].free[k];
    }
    move(plan, y, h, next);
    for (int k = plan->work_done + 1; k < plan->y_count; k++)
        next[k] = y[k] + h * work->extra_rate[k - plan->work_done - 1];
}

static void columns(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                    const struct jacobian_block *p, int rows, const struct rows *from, double *j)
{
    memset(j, 0, sizeof(double) * 3 * (size_t)rows);
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME || flexible_point_of(&plan->body[c->body]) < 0)
            continue;
        const struct embedded *e = &plan->embedded[flexible_point_of(&plan->body[c->body])];
        for (int b = 0; b < e->count; b++) {
            if (e->node_body[b] != p->body)
                continue;
            for (int r = 0; r < rows; r++) {
                const double *columns = from->j[i] + 6 * r;
                vec3 turned = e->has_frame
                                  ? m3_tmul(&work->turning[e->index][b], v3(columns[3], columns[4], columns[5]))
                                  : v3(0, 0, 0);
                j[3 * r] += e->weight[b] * columns[0] + turned.x;
                j[3 * r + 1] += e->weight[b] * columns[1] + turned.y;
                j[3 * r + 2] += e->weight[b] * columns[2] + turned.z;
            }
        }
    }
}

static void point_rate(const struct plan *plan, const struct work *work, int embedded, const double *x, double out[6])
{
    const struct embedded *e = &plan->embedded[embedded];
    vec3 v = v3(0, 0, 0), w = v;
    for (int b = 0; b < e->count; b++) {
        const double *at = x + (plan->body[e->node_body[b]].v - plan->q_count);
        v = v3_add_scaled(v, e->weight[b], v3(at[0], at[1], at[2]));
        if (e->has_frame)
            w = v3_add(w, m3_mul(&work->turning[e->index][b], v3(at[0], at[1], at[2])));
    }
    const double all[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
    memcpy(out, all, sizeof all);
}

/* ---- energy and momentum ---- */

static double kinetic(const struct plan *plan, const struct work *work, const double *y)
{
    (void)work;
    double twice = 0;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        const double *v = y + f->v;
        for (int k = 0; k < f->lattice->nodes; k++)
            twice +=
                f->lattice->mass[k] * (v[3 * k] * v[3 * k] + v[3 * k + 1] * v[3 * k + 1] + v[3 * k + 2] * v[3 * k + 2]);
    }
    return twice / 2;
}

/* Elastic energy and weight. */
static double potential(const struct plan *plan, struct work *work, const double *y, vec3 field)
{
    (void)work;
    double sum = 0;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        sum += lattice_energy(f->lattice, y + f->q, f->metric >= 0 ? y + f->metric : NULL);
        for (int k = 0; k < f->lattice->nodes; k++)
            sum -= f->lattice->mass[k] * v3_dot(field, node_vector(y + f->q, k));
    }
    return sum;
}

static void momenta(const struct plan *plan, const struct work *work, const double *y, vec3 *linear, vec3 *angular)
{
    (void)work;
    *linear = *angular = v3(0, 0, 0);
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        for (int k = 0; k < f->lattice->nodes; k++) {
            vec3 m = v3_scale(f->lattice->mass[k], node_vector(y + f->v, k));
            *linear = v3_add(*linear, m);
            *angular = v3_add(*angular, v3_cross(node_vector(y + f->q, k), m));
        }
    }
}

/* ---- the bodies ---- */

static int object(const struct plan *plan, const struct body *b) { return plan->flexible[b->member].body; }

static int carriers(const struct plan *plan, const struct body *b, int out[EVALUATION_CARRIERS])
{
    const struct embedded *e = &plan->embedded[flexible_point_of(b)];
    memcpy(out, e->node_body, sizeof *out * (size_t)e->count);
    return e->count;
}

/* ---- the stages ---- */

static void update(const struct plan *plan, struct work *work, double t, const double *y)
{
    (void)t;
    (void)y;
    flexible_poses(plan, work);
}

static void bounds(const struct plan *plan, struct work *work, double t, const double *y, double *square,
                   double *damping)
{
    (void)work;
    (void)t;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        double own_square, own_damping;
        lattice_rates(f->lattice, y + f->q, f->metric >= 0 ? y + f->metric : NULL, &own_square, &own_damping);
        *square = fmax(*square, own_square);
        *damping = fmax(*damping, own_damping);
    }
}

static double change(const struct plan *plan, const double *y)
{
    double most = 0;
    for (int i = 0; i < plan->flexibles; i++)
        most = fmax(most, lattice_change(plan->flexible[i].lattice, y + plan->flexible[i].v));
    return most;
}

const struct evaluation flexible_evaluation = {
    .update = update,
    .forces = forces,
    .free_motion = free_motion,
    .rates = rates,
    .move = move,
    .bounds = bounds,
    .change = change,
    .kinetic = kinetic,
    .potential = potential,
    .momenta = momenta,
    .object = object,
    .carriers = carriers,
    .columns = columns,
    .point_rate = point_rate,
};

struct body flexible_node(const struct plan *plan, int index, int corner)
{
    const struct flexible *f = &plan->flexible[index];
    const double mass = f->lattice->mass[corner];
    return (struct body){.build = &build_none,
                         .coordinates = COORDINATES_POINT,
                         .q = f->q + 3 * corner,
                         .v = f->v + 3 * corner,
                         .dofs = 3,
                         .source = -1,
                         .turning = -1,
                         .mass = mass,
                         .inverse_mass = 1 / mass,
                         .owner = &flexible_evaluation,
                         .member = index};
}
