/* general_dynamics.c: see general_dynamics.h. */
#include <string.h>

#include "dynamics/dynamics_parts.h"

struct general_moment general_moment_of(const struct plan *plan, const struct work *work, const struct general_body *g,
                                        double t, const double *y)
{
    return (struct general_moment){.q = y + g->q,
                                   .v = y + g->v,
                                   .t = t,
                                   .let = work->let,
                                   .scratch = work->general[g->index].scratch,
                                   .first_order = plan->first_order};
}

static void clear(struct general_sums *u, int n)
{
    double *const list[] = {u->bias, u->own, u->motion, u->turning};
    for (int i = 0; i < 4; i++)
        memset(list[i], 0, sizeof(double) * (size_t)n);
    if (u->mass != NULL)
        memset(u->mass, 0, sizeof(double) * (size_t)(n * n));
    memset(u->moment, 0, sizeof(double) * 3 * (size_t)n);
    u->weight = u->kinetic = u->potential = u->loss = u->motion_rate = u->spin_rate = 0;
    u->first = u->linear = u->angular = v3(0, 0, 0);
}

/* M = L Lᵀ. Where M is singular there is no W: results are NaN, and the step stops. */
static void factor(struct general_work *g)
{
    const int n = g->n;
    g->singular = general_factor(g->l, n);
    for (int i = 0; i < n && g->singular >= 0; i++)
        g->l[i * n + i] = NAN;
}

/* A position that is NaN may have finite derivatives, as log(s) has for s < 0: the step stops there too. */
static void stop_at_nothing(struct general_work *g)
{
    const struct general_sums *u = &g->sums;
    if (v3_finite(u->first) && v3_finite(u->linear) && v3_finite(u->angular) && isfinite(u->potential))
        return;
    for (int k = 0; k < g->n; k++)
        g->sums.own[k] = NAN;
    g->ready = false;
}

/* Number of rows of Y_q that may be nonzero. */
static int rows_of(const struct shown_work *p)
{
    return p->what.role == GENERAL_NUMBER ? 1 : p->what.role == GENERAL_POINT ? 3 : 6;
}

/* Ŷ = Y_q L⁻ᵀ: each row solved by L. */
static void make_hat(const struct general_work *g, struct shown_work *p)
{
    const int n = g->n, rows = rows_of(p);
    memcpy(p->hat, p->yq, sizeof(double) * 6 * (size_t)n);
    for (int r = 0; r < rows; r++)
        general_forward(g->l, n, p->hat + r * n);
}

void general_poses(const struct plan *plan, struct work *work, double t, const double *y)
{
    for (int i = 0; i < plan->showns; i++) {
        const struct general_body *g = &plan->general[plan->shown[i].general];
        const struct general_moment m = general_moment_of(plan, work, g, t, y);
        struct shown_work *p = &work->shown[i];
        p->ready = p->ready && g->model->class->constant && p->what.role != GENERAL_FRAME;
        g->model->class->show(g->model, &m, &p->what, &work->pose[plan->shown[i].body], p->ready ? NULL : p->yq);
    }
}

/* First order: drag cannot be a force, since it would act on velocities that are not known yet; it is part of M. */
static void find_resistance(const struct plan *plan, const struct work *work, const struct general_body *g,
                            struct general_sums *sums)
{
    sums->resist = sums->spin_resist = 0;
    for (int i = 0; i < plan->force.count && plan->first_order; i++) {
        const struct force_item *it = &plan->force.item[i];
        if (!it->class->is_drag || !(g->model->mass > 0) || (it->body >= 0 && it->body != g->body))
            continue;
        sums->resist += work->force_value[it->value] / g->model->mass;
        sums->spin_resist += work->force_value[it->value + 1];
    }
}

/* M, its factors, and its connectors; before forces. */
static void update(const struct plan *plan, struct work *work, double t, const double *y)
{
    for (int i = 0; i < plan->generals; i++) {
        const struct general_body *b = &plan->general[i];
        const struct general_moment m = general_moment_of(plan, work, b, t, y);
        struct general_work *g = &work->general[i];
        memcpy(g->at, m.q, sizeof(double) * (size_t)g->n);
        memcpy(g->at + g->n, m.v, sizeof(double) * (size_t)g->n);
        g->t = t;
        g->sums.mass = g->ready ? NULL : g->l; /* a constant M is factored already */
        clear(&g->sums, g->n);
        find_resistance(plan, work, b, &g->sums);
        b->model->class->add_mass(b->model, &m, &g->sums);
        if (!g->ready)
            factor(g);
        stop_at_nothing(g);
        g->ready = b->model->class->constant && g->singular < 0;
    }
    general_poses(plan, work, t, y);
    for (int i = 0; i < plan->showns; i++) {
        struct shown_work *p = &work->shown[i];
        if (!p->ready)
            make_hat(&work->general[plan->shown[i].general], p);
        p->ready = true;
    }
}

/* ---- forces ---- */

/* f += Y_qᵀ (force, torque) of a connector. */
static void add_wrench(struct general_work *g, const struct shown_work *p, const struct wrench *w)
{
    const int n = g->n;
    const double six[6] = {w->f.x, w->f.y, w->f.z, w->n.x, w->n.y, w->n.z};
    for (int c = 0; c < 6; c++)
        for (int k = 0; k < n && six[c] != 0; k++)
            g->force[k] += p->yq[c * n + k] * six[c];
}

/* f += momentᵀ g */
static void add_field(struct general_work *g, vec3 field)
{
    const int n = g->n;
    const double *m = g->sums.moment;
    for (int k = 0; k < n; k++)
        g->force[k] += m[k] * field.x + m[n + k] * field.y + m[2 * n + k] * field.z;
}

/* Fields that vary, and drag: linear in proportion to mass, angular on rotations. */
static void add_on_whole(const struct plan *plan, struct work *work, int body, struct general_work *g)
{
    const struct general_sums *u = &g->sums;
    add_field(g, work->field);
    g->applied = (struct general_applied){.field = work->field};
    for (int i = 0; i < plan->force.count; i++) {
        const struct force_item *it = &plan->force.item[i];
        const double *value = work->force_value + it->value;
        if (it->class->field != NULL && it->varying) {
            vec3 field = v3(value[0], value[1], value[2]);
            add_field(g, field);
            g->applied.field = v3_add(g->applied.field, field);
            work->power += v3_dot(field, u->linear);
        } else if (it->class->is_drag && (it->body < 0 || it->body == body) && u->weight > 0) {
            double linear = value[0] / u->weight, angular = value[1];
            g->applied.linear += linear;
            g->applied.angular += angular;
            for (int k = 0; k < g->n; k++)
                g->force[k] -= linear * u->motion[k] + angular * u->turning[k];
            work->power -= linear * u->motion_rate + angular * u->spin_rate;
        }
    }
}

void general_forces(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->generals; i++) {
        struct general_work *g = &work->general[i];
        for (int k = 0; k < g->n; k++)
            g->force[k] =
                g->sums.own[k] + (plan->first_order ? -(1 + g->sums.resist) * g->sums.motion[k] : g->sums.bias[k]);
        add_on_whole(plan, work, plan->general[i].body, g);
        work->power -= g->sums.loss;
    }
    for (int i = 0; i < plan->showns; i++)
        add_wrench(&work->general[plan->shown[i].general], &work->shown[i], &work->wrench[plan->shown[i].body]);
    for (int i = 0; i < plan->generals; i++) {
        struct general_work *g = &work->general[i];
        memcpy(g->free, g->force, sizeof(double) * (size_t)g->n);
        general_forward(g->l, g->n, g->free);
        general_backward(g->l, g->n, g->free);
    }
}

static void rate_by(const struct shown_work *p, int n, const double *x, double out[6])
{
    const int rows = rows_of(p);
    for (int c = 0; c < 6; c++)
        out[c] = 0;
    for (int c = 0; c < rows; c++)
        for (int k = 0; k < n; k++)
            out[c] += p->yq[c * n + k] * x[k];
}

/* Accelerations of its connectors without constraints. */
static void free_motion(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->showns; i++) {
        const struct shown *p = &plan->shown[i];
        const struct general_body *g = &plan->general[p->general];
        struct pose *pose = &work->pose[p->body];
        double a[6];
        rate_by(&work->shown[i], g->n, work->general[p->general].free, a);
        pose->a = v3_add(pose->a, v3(a[0], a[1], a[2]));
        pose->alpha = v3_add(pose->alpha, v3(a[3], a[4], a[5]));
    }
}

/* Power of objects whose formulas depend on t; constraints on them are not included, they count as driven. */
static double drive_power(const struct plan *plan, struct work *work, const double *y, const double *ydot)
{
    double power = 0;
    for (int i = 0; i < plan->generals; i++) {
        const struct general_body *g = &plan->general[i];
        const struct general_moment m = general_moment_of(plan, work, g, work->general[i].t, y);
        if (g->model->uses_time && g->model->class->drive != NULL)
            power += g->model->class->drive(g->model, &m, ydot + g->v, &work->general[i].applied);
    }
    for (int i = 0; i < plan->showns; i++) { /* forces on connectors are not included above */
        const struct shown *p = &plan->shown[i];
        const struct general_body *g = &plan->general[p->general];
        const struct pose *pose = &work->pose[p->body];
        const struct wrench *w = &work->wrench[p->body];
        double own[6];
        if (!g->model->uses_time)
            continue;
        rate_by(&work->shown[i], g->n, y + g->v, own);
        power -= v3_dot(w->f, v3_sub(pose->v, v3(own[0], own[1], own[2]))) +
                 v3_dot(w->n, v3_sub(pose->w, v3(own[3], own[4], own[5])));
    }
    return power;
}

void general_show_velocities(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < plan->showns; i++) {
        const struct shown *p = &plan->shown[i];
        const struct general_body *g = &plan->general[p->general];
        struct pose *pose = &work->pose[p->body];
        double own[6];
        rate_by(&work->shown[i], g->n, work->general[p->general].free, own);
        pose->v = v3_add(pose->v, v3(own[0], own[1], own[2]));
        pose->w = v3_add(pose->w, v3(own[3], own[4], own[5]));
    }
}

/* ---- the matrix ---- */

/* The connector of a general object behind an input; NULL: it is something else. */
static const struct shown *shown_by(const struct plan *plan, const struct constraint_rows *it, int input)
{
    const struct connector *c = &plan->connector[it->input + input];
    bool other = c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME;
    int shown = other ? -1 : general_shown_of(&plan->body[c->body]);
    return shown >= 0 ? &plan->shown[shown] : NULL;
}

static void columns(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                    const struct jacobian_block *p, int rows, const struct rows *from, double *j)
{
    const int n = p->dofs;
    memset(j, 0, sizeof(double) * (size_t)(n * rows));
    for (int i = 0; i < it->inputs; i++) {
        const struct shown *shown = shown_by(plan, it, i);
        if (shown == NULL || plan->general[shown->general].body != p->body)
            continue;
        for (int r = 0; r < rows; r++)
            for (int col = 0; col < 6; col++) {
                const double x = from->j[i][6 * r + col], *hat = work->shown[shown->index].hat + col * n;
                for (int k = 0; k < n && x != 0; k++)
                    j[n * r + k] += x * hat[k];
            }
    }
}

double general_row_weight(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                          const struct rows *rows, int r)
{
    double sum = 0;
    for (int i = 0; i < it->inputs; i++) {
        const struct shown *p = shown_by(plan, it, i);
        bool first = p != NULL; /* each object is counted once, at its first input */
        for (int k = 0; k < i && first; k++)
            first = shown_by(plan, it, k) == NULL || shown_by(plan, it, k)->general != p->general;
        if (!first)
            continue;
        const struct general_work *g = &work->general[p->general];
        memset(g->work, 0, sizeof(double) * (size_t)g->n);
        for (int k = i; k < it->inputs; k++) {
            const struct shown *other = shown_by(plan, it, k);
            for (int c = 0; c < 6 && other != NULL && other->general == p->general; c++)
                for (int l = 0; l < g->n; l++)
                    g->work[l] += rows->j[k][6 * r + c] * work->shown[other->index].hat[c * g->n + l];
        }
        for (int l = 0; l < g->n; l++)
            sum += g->work[l] * g->work[l];
    }
    return sum;
}

static const struct general_work *general_of(const struct plan *plan, const struct work *work, int body)
{
    return &work->general[plan->body[body].member];
}

static void spread(const struct plan *plan, const struct work *work, int body, double *x)
{
    const struct general_work *g = general_of(plan, work, body);
    general_backward(g->l, g->n, x);
}

static const double *hat(const struct plan *plan, const struct work *work, int body, const double *x)
{
    const struct general_work *g = general_of(plan, work, body);
    double *out = g->work;
    for (int k = 0; k < g->n; k++) {
        out[k] = 0;
        for (int i = k; i < g->n; i++)
            out[k] += g->l[i * g->n + k] * x[i];
    }
    return out;
}

static void point_rate(const struct plan *plan, const struct work *work, int shown, const double *x, double out[6])
{
    const struct shown *p = &plan->shown[shown];
    const struct general_body *g = &plan->general[p->general];
    rate_by(&work->shown[shown], g->n, x + (g->v - plan->q_count), out);
}

/* ---- energy and momentum ---- */

static double kinetic(const struct plan *plan, const struct work *work, const double *y)
{
    (void)y;
    double sum = 0;
    for (int i = 0; i < plan->generals; i++)
        sum += work->general[i].sums.kinetic;
    return sum;
}

double general_potential(const struct plan *plan, const struct work *work, vec3 field)
{
    double sum = 0;
    for (int i = 0; i < plan->generals; i++)
        sum += work->general[i].sums.potential - v3_dot(field, work->general[i].sums.first);
    return sum;
}

static void momenta(const struct plan *plan, const struct work *work, const double *y, vec3 *linear, vec3 *angular)
{
    (void)y;
    *linear = *angular = v3(0, 0, 0);
    for (int i = 0; i < plan->generals; i++) {
        *linear = v3_add(*linear, work->general[i].sums.linear);
        *angular = v3_add(*angular, work->general[i].sums.angular);
    }
}

/* ---- the bodies ---- */

static int object(const struct plan *plan, const struct body *b) { return plan->general[b->member].body; }

static int carriers(const struct plan *plan, const struct body *b, int out[EVALUATION_CARRIERS])
{
    out[0] = plan->general[b->member].body;
    return 1;
}

static bool by_time(const struct plan *plan, const struct body *b) { return plan->general[b->member].model->uses_time; }

static bool linear(const struct plan *plan, const struct body *b)
{
    return plan->shown[general_shown_of(b)].what.role == GENERAL_POINT &&
           plan->general[b->member].model->class->constant;
}

static const double *free_acceleration(const struct plan *plan, const struct work *work, int body)
{
    return general_of(plan, work, body)->free;
}

/* ---- the stages ---- */

static void forces(const struct plan *plan, struct work *work, double t, const double *y)
{
    (void)t;
    (void)y;
    general_forces(plan, work);
}

static double potential(const struct plan *plan, struct work *work, const double *y, vec3 field)
{
    (void)y;
    return general_potential(plan, work, field);
}

const struct evaluation general_evaluation = {
    .update = update,
    .forces = forces,
    .free_motion = free_motion,
    .drive_power = drive_power,
    .kinetic = kinetic,
    .potential = potential,
    .momenta = momenta,
    .object = object,
    .carriers = carriers,
    .by_time = by_time,
    .linear = linear,
    .columns = columns,
    .point_rate = point_rate,
    .spread = spread,
    .hat = hat,
    .free = free_acceleration,
};
