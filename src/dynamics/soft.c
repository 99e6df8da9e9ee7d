/* soft.c: constraints by multiplier and by penalty (method §4).
 *
 * With a = ∇C W ∇Cᵀ of a row and its time constant τ:
 *
 *   penalty      f = −∇C (c C + d Ċ),   c = 1/(a τ²), d = 2/(a τ) unless given
 *   multiplier   f = −∇C ( ε' (λ + k C) + κ C + (k + c) Ċ ),   λ̇ = κ C,   k = 2/(a τ), κ = 1/(a τ²), c = 1/(a τ), ε' = c a
 *
 * The second is the augmented Lagrangian constraint in its force form: u = (λ + k C) W ∇C, forces −M u̇ − c ∇C (∇C·(ẋ +
 * u)), without the part of M u̇ that comes from the rotation of ∇C, which would do work where the constraint is met and
 * changes nothing at rest. Where nothing else acts, C obeys (d/dt + 1/τ)³ ∫C = 0: it decays without overshoot, and a
 * constant load leaves no error, since λ converges to it.
 *
 * The multiplier of an inequality C ≥ 0 stays ≥ 0: it can only push. A bound holds for the whole force.
 *
 * A point of a flexible object is moved by its nodes, a ~ 1/m, but what it has to move in the end is the whole object.
 * With gains for the nodes' mass m the row M s³ + 3 m s²/τ + 3 m s/τ² + m/τ³ of the whole, M, is unstable beyond M = 9 m.
 * Multipliers therefore take their gains from the weight a_w that the row would have if the objects were rigid; nodes then
 * follow 3 a/(a_w τ) times per second, which explicit steps must resolve (soft_rates). Against a free vibration ω the row
 * takes energy as long as 3 τ T ω² ≥ 1, T the time of its integral: T = τ, or longer, 1/(3 τ ω²) for the slowest vibration.
 *
 * In first-order worlds, where forces are velocities:
 *
 *   penalty      f = −∇C c C,   c = 1/(a τ) unless given: C decays with τ
 *   multiplier   f = −∇C (λ + k C),   λ̇ = κ C: C obeys (d/dt + 1/τ)² C = 0 where nothing else acts
 */
#include "dynamics/soft.h"

#include <string.h>

#include "dynamics/dynamics_parts.h"

/* J of a row by the bodies that it moves, including the nodes of embedded points. */
struct columns {
    int count;
    int body[SYSTEM_JACOBIANS];
    double j[SYSTEM_JACOBIANS][6];
};

static double *columns_of(struct columns *c, int body)
{
    int i = 0;
    while (i < c->count && c->body[i] != body)
        i++;
    if (i == c->count) {
        c->body[c->count++] = body;
        memset(c->j[i], 0, sizeof c->j[i]);
    }
    return c->j[i];
}

static void collect(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                    const struct rows *rows, int r, struct columns *out)
{
    out->count = 0;
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        const double *j = rows->j[i] + 6 * r;
        if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME)
            continue;
        const struct body *b = &plan->body[c->body];
        if (flexible_point_of(b) >= 0) {
            const struct embedded *e = &plan->embedded[flexible_point_of(b)];
            for (int n = 0; n < e->count; n++) {
                double *to = columns_of(out, e->node_body[n]);
                vec3 turned = e->has_frame ? m3_tmul(&work->turning[e->index][n], v3(j[3], j[4], j[5])) : v3(0, 0, 0);
                to[0] += e->weight[n] * j[0] + turned.x;
                to[1] += e->weight[n] * j[1] + turned.y;
                to[2] += e->weight[n] * j[2] + turned.z;
            }
        } else if (b->dofs > 0) {
            double *to = columns_of(out, c->body);
            for (int k = 0; k < b->dofs; k++)
                to[k] += j[k];
        }
    }
}

/* a = J W Jᵀ of one row. */
static double row_weight(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                         const struct rows *rows, int r, const struct columns *c)
{
    double sum = plan->showns > 0 ? general_row_weight(plan, work, it, rows, r) : 0;
    for (int i = 0; i < c->count; i++) {
        const double *j = c->j[i];
        sum += plan->body[c->body[i]].inverse_mass * (j[0] * j[0] + j[1] * j[1] + j[2] * j[2]);
        if (plan->body[c->body[i]].dofs == 6) {
            vec3 n = v3(j[3], j[4], j[5]);
            sum += v3_dot(n, s3_mul(&work->pose[c->body[i]].inverse_inertia, n));
        }
    }
    return sum;
}

/* The slowest vibration of a free bar or block of these sizes, 1/s: along its length, or bending. */
static double slowest(const struct lattice *l)
{
    double shortest = INFINITY, longest = 0;
    for (int i = 0; i < 3; i++) {
        shortest = fmin(shortest, l->cells[i] * l->length[i]);
        longest = fmax(longest, l->cells[i] * l->length[i]);
    }
    return sqrt(l->constants.young / l->density) / longest * fmin(1.57, 1.015 * shortest / longest);
}

/* Centre and inverse inertia of a flexible object as it is. */
static sym3 inverse_inertia(const struct lattice *l, const double *q, vec3 *center)
{
    sym3 i = {0};
    double size = 0;
    *center = v3(0, 0, 0);
    for (int k = 0; k < l->nodes; k++)
        *center = v3_add_scaled(*center, l->mass[k] / l->total_mass, v3(q[3 * k], q[3 * k + 1], q[3 * k + 2]));
    for (int k = 0; k < l->nodes; k++) {
        const vec3 r = v3_sub(v3(q[3 * k], q[3 * k + 1], q[3 * k + 2]), *center);
        const double m = l->mass[k], square = m * v3_dot(r, r);
        size += square;
        i.xx += square - m * r.x * r.x;
        i.yy += square - m * r.y * r.y;
        i.zz += square - m * r.z * r.z;
        i.xy -= m * r.x * r.y;
        i.xz -= m * r.x * r.z;
        i.yz -= m * r.y * r.z;
    }
    i.xx += 1e-6 * size; /* nodes that are all on a line have none about it */
    i.yy += 1e-6 * size;
    i.zz += 1e-6 * size;
    return s3_inverse(&i);
}

/* The weights of the rows of a constraint if flexible objects were rigid, for the gains of multipliers; and how much slower
 * than τ the integral has to be. Those of nodes where there is no flexible object. */
struct gains {
    double weight, slower;
};

/* What one flexible object adds to a row. */
static double whole_weight(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                           const struct rows *rows, int r, const double *y, int model)
{
    const struct flexible *m = &plan->flexible[model];
    vec3 f = v3(0, 0, 0), n = f, center;
    const sym3 inverse = inverse_inertia(m->lattice, y + m->q, &center);
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        const double *j = rows->j[i] + 6 * r;
        if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME ||
            flexible_model_of(&plan->body[c->body]) != model)
            continue;
        const vec3 push = v3(j[0], j[1], j[2]);
        f = v3_add(f, push);
        n = v3_add(n, v3_add(v3(j[3], j[4], j[5]), v3_cross(v3_sub(work->pose[c->body].x, center), push)));
    }
    return v3_dot(f, f) / m->lattice->total_mass + v3_dot(n, s3_mul(&inverse, n));
}

static struct gains gains_of(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                             const struct rows *rows, int r, const double *y, double a, const struct columns *columns)
{
    struct gains g = {a, 1};
    double nodes = 0, whole = 0, least = 0;
    const double speed = sqrt(work->constraint[it->index].ks);
    for (int i = 0; i < columns->count; i++) {
        const struct body *b = &plan->body[columns->body[i]];
        const double *j = columns->j[i];
        if (flexible_model_of(b) < 0)
            continue;
        const double part = b->inverse_mass * (j[0] * j[0] + j[1] * j[1] + j[2] * j[2]);
        nodes += part;
        least += part * b->mass / plan->flexible[b->member].lattice->total_mass;
    }
    if (!(nodes > 0))
        return g;
    for (int i = 0; i < plan->flexibles; i++) {
        bool any = false;
        for (int k = 0; k < columns->count; k++)
            any = any || flexible_model_of(&plan->body[columns->body[k]]) == i;
        if (!any)
            continue;
        const double w = slowest(plan->flexible[i].lattice);
        whole += whole_weight(plan, work, it, rows, r, y, i);
        g.slower = fmax(g.slower, speed * speed / (3 * w * w));
    }
    g.weight = fmin(a, a - nodes + fmax(whole, least));
    return g;
}

/* The force of a penalty along J. */
static double penalty(const struct plan *plan, const struct work *work, const struct soft *k,
                      const struct constraint_rows *it, int r, double a, double c, double cd)
{
    const struct rows_state *now = &work->constraint[it->index];
    if (plan->first_order) {
        double f = -(k->stiffness >= 0 ? k->stiffness : now->kv / a) * c;
        return it->bounds == BOUND_ONE_SIDED ? fmax(f, 0) : f;
    }
    if (it->level[r] == LEVEL_VELOCITY)
        return -(k->damping >= 0 ? k->damping : now->kv / a) * c;
    double stiffness = k->stiffness >= 0 ? k->stiffness : now->ks / a;
    double damping = k->damping >= 0 ? k->damping : k->stiffness >= 0 ? 0 : now->kd / a;
    double f = -stiffness * c - damping * cd;
    return it->bounds == BOUND_ONE_SIDED ? (c < 0 ? fmax(f, 0) : 0) : f;
}

/* The force of a multiplier along J, and its rate. */
static double multiplier(const struct soft *k, const struct constraint_rows *it, const struct rows_state *now,
                         const struct gains *gains, double c, double cd, double lambda, double *rate)
{
    const double a = gains->weight;
    const bool one_sided = it->bounds == BOUND_ONE_SIDED;
    double g = one_sided ? -c : c, gd = one_sided ? -cd : cd, speed = sqrt(now->ks);
    double gain = 2 * speed / a, growth = speed * speed / a;
    double extra = k->damping >= 0 ? k->damping : speed / a, weight = extra * a;
    double most = weight > 0 ? k->bound / weight : INFINITY, held = fmin(fmax(lambda, -most), most);
    double push = weight * (held + gain * g) + growth * g + (gain + extra) * gd;
    *rate = growth * g / gains->slower;
    if (one_sided && lambda <= 0 && g < 0)
        *rate = 0;
    if ((fabs(lambda) >= most && lambda * g > 0) || (fabs(push) > k->bound && push * g > 0))
        *rate = 0;
    push = fmin(fmax(push, -k->bound), k->bound);
    if (!one_sided)
        return -push;
    return g > 0 || lambda > 0 ? fmax(push, 0) : 0;
}

/* The same in a first-order world. */
static double first_order_multiplier(const struct soft *k, const struct constraint_rows *it,
                                     const struct rows_state *now, double a, double c, double lambda, double *rate)
{
    const bool one_sided = it->bounds == BOUND_ONE_SIDED;
    double g = one_sided ? -c : c, held = fmin(fmax(lambda, -k->bound), k->bound), push = held + 2 * now->kv / a * g;
    bool rests = one_sided && lambda <= 0 && g < 0, full = fabs(lambda) >= k->bound && lambda * g > 0;
    *rate = rests || full ? 0 : now->kv * now->kv / a * g;
    return one_sided ? fmax(push, 0) : -push;
}

/* f = Jᵀ μ on the bodies of a constraint's inputs; its power counts as external work. */
static void push_bodies(const struct plan *plan, struct work *work, const struct constraint_rows *it,
                        const struct rows *rows, const double *push)
{
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME ||
            (plan->body[c->body].dofs == 0 && plan->body[c->body].point == 0))
            continue;
        vec3 f = v3(0, 0, 0), n = f;
        for (int r = 0; r < it->rows; r++) {
            const double *j = rows->j[i] + 6 * r;
            f = v3_add_scaled(f, push[r], v3(j[0], j[1], j[2]));
            n = v3_add_scaled(n, push[r], v3(j[3], j[4], j[5]));
        }
        struct wrench *w = &work->wrench[c->body];
        const struct pose *p = &work->pose[c->body];
        w->f = v3_add(w->f, f);
        w->n = v3_add(w->n, n);
        work->power += v3_dot(f, p->v) + v3_dot(n, p->w);
    }
}

static double weight_of_row(const struct plan *plan, struct work *work, const struct constraint_rows *it, int r,
                            double t)
{
    struct columns columns;
    system_rows(plan, work, it, t, &work->rows_now);
    collect(plan, work, it, &work->rows_now, r, &columns);
    return row_weight(plan, work, it, &work->rows_now, r, &columns);
}

double soft_row_stiffness(const struct plan *plan, struct work *work, int constraint, int row, double t)
{
    const struct constraint_rows *it = &plan->constraint[constraint];
    const double a = weight_of_row(plan, work, it, row, t);
    for (int i = 0; i < plan->apart.softs; i++)
        if (plan->apart.soft[i].constraint == constraint && plan->apart.soft[i].stiffness >= 0)
            return plan->apart.soft[i].stiffness;
    return a > 0 ? work->constraint[it->index].ks / a : 0;
}

double soft_multiplier_of(const struct plan *plan, struct work *work, int soft, int row, double push, double t)
{
    const struct soft *k = &plan->apart.soft[soft];
    const struct constraint_rows *it = &plan->constraint[k->constraint];
    const double speed = sqrt(work->constraint[it->index].ks);
    const double weight = k->damping >= 0 ? k->damping * weight_of_row(plan, work, it, row, t) : speed;
    return weight > 0 ? (it->bounds == BOUND_ONE_SIDED ? push : -push) / weight : 0;
}

/* Raises the bounds of frequency² and damping rate to those of penalties and multipliers, at the updated state. */
static void soft_rates(const struct plan *plan, struct work *work, double t, const double *y, double *square,
                       double *damping)
{
    struct columns columns;
    for (int i = 0; i < plan->apart.softs; i++) {
        const struct soft *k = &plan->apart.soft[i];
        const struct constraint_rows *it = &plan->constraint[k->constraint];
        const struct rows_state *now = &work->constraint[it->index];
        system_rows(plan, work, it, t, &work->rows_now);
        for (int r = 0; r < it->rows; r++) {
            collect(plan, work, it, &work->rows_now, r, &columns);
            double a = row_weight(plan, work, it, &work->rows_now, r, &columns), speed = sqrt(now->ks);
            bool multiplier = k->by == TN_BY_MULTIPLIER;
            if (plan->first_order) {
                *damping = fmax(*damping, multiplier ? 2 * now->kv : k->stiffness >= 0 ? k->stiffness * a : now->kv);
                continue;
            }
            const double much =
                multiplier ? a / gains_of(plan, work, it, &work->rows_now, r, y, a, &columns).weight : 1;
            double stiff = multiplier ? 3 * now->ks * much : k->stiffness >= 0 ? k->stiffness * a : now->ks;
            double damp = multiplier          ? 2 * speed * much + (k->damping >= 0 ? k->damping * a : speed * much)
                          : k->damping >= 0   ? k->damping * a
                          : k->stiffness >= 0 ? 0
                                              : now->kd;
            *square = fmax(*square, stiff);
            *damping = fmax(*damping, damp);
        }
    }
}

/* Adds the forces of constraints by multiplier and by penalty to the wrenches; computes λ̇. */
static void soft_forces(const struct plan *plan, struct work *work, double t, const double *y)
{
    struct columns columns;
    for (int i = 0; i < plan->apart.softs; i++) {
        const struct soft *k = &plan->apart.soft[i];
        const struct constraint_rows *it = &plan->constraint[k->constraint];
        const struct rows *rows = &work->rows_now;
        double *push = work->multiplier + it->row;
        bool any = false;
        system_rows(plan, work, it, t, &work->rows_now);
        for (int r = 0; r < it->rows; r++) {
            double rate = 0;
            collect(plan, work, it, rows, r, &columns);
            double a = row_weight(plan, work, it, rows, r, &columns);
            double c = rows->c[r], cd = rows->cd[r];
            const struct gains gains = a > 0 && k->by == TN_BY_MULTIPLIER && !plan->first_order
                                           ? gains_of(plan, work, it, rows, r, y, a, &columns)
                                           : (struct gains){a, 1};
            push[r] = !(a > 0)                 ? 0
                      : k->by == TN_BY_PENALTY ? penalty(plan, work, k, it, r, a, c, cd)
                      : plan->first_order
                          ? first_order_multiplier(k, it, &work->constraint[it->index], a, c, y[k->state + r], &rate)
                          : multiplier(k, it, &work->constraint[it->index], &gains, c, cd, y[k->state + r], &rate);
            if (k->by == TN_BY_MULTIPLIER)
                work->extra_rate[k->state + r - plan->work_done - 1] = rate;
            any |= push[r] != 0;
        }
        if (it->bounds == BOUND_ONE_SIDED)
            work->constraint[it->index].mode = any ? MODE_HELD : MODE_FREE;
        push_bodies(plan, work, it, rows, push);
    }
}

/* ---- the stages ---- */

static void react(const struct plan *plan, struct work *work, double t, const double *y)
{
    if (plan->apart.reactions + plan->apart.outsides > 0)
        reaction_forces(plan, work, t, y);
}

static void bounds(const struct plan *plan, struct work *work, double t, const double *y, double *square,
                   double *damping)
{
    for (int i = 0; i < plan->apart.outsides; i++) {
        *square = fmax(*square, work->outside[i].ks);
        *damping = fmax(*damping, work->outside[i].kd);
    }
    if (plan->apart.softs == 0)
        return;
    system_update(plan, work, t, y);
    soft_rates(plan, work, t, y, square, damping);
}

const struct evaluation soft_evaluation = {
    .apply = soft_forces,
    .react = react,
    .free_motion = reaction_hold,
    .bounds = bounds,
};
