/* optimum.c: see optimum.h.
 *
 * The gradient is minus the generalized force. Second derivatives are exact for goals, whose formulas are
 * differentiated twice, and for every kind of constraint: γ of a row at velocity v is vᵀ C_qq v along the path of a
 * step, so that
 *
 *   C_ij = (γ(e_i + e_j) − γ(e_i) − γ(e_j)) / 2
 *
 * Only the forces of springs are differentiated numerically.
 */
#include "goals/optimum.h"

#include <string.h>

#include "base/memory.h"
#include "dynamics/dynamics_parts.h"

/* ---- the gradient ---- */

/* Wrenches as generalized forces: n numbers. */
static void read_wrenches(const struct plan *plan, const struct work *work, vec3 field, double *out)
{
    memset(out, 0, sizeof(double) * (size_t)plan->v_count);
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        if (b->dofs == 0 || b->coordinates == COORDINATES_GENERAL)
            continue;
        double *f = out + (b->v - plan->q_count);
        vec3 force = force_has_weight(b) ? v3_add_scaled(work->wrench[i].f, b->mass, field) : work->wrench[i].f;
        const double all[6] = {
            force.x, force.y, force.z, work->wrench[i].n.x, work->wrench[i].n.y, work->wrench[i].n.z};
        memcpy(f, all, sizeof(double) * (size_t)b->dofs);
    }
}

/* Generalized forces at the updated state: all of them, or those that are neither goals nor fields. */
static void forces(const struct optimum *o, bool others_only, double *out)
{
    const struct plan *plan = o->plan;
    struct work *work = o->work;
    struct force_context x = system_force_context(plan, work);
    vec3 field = v3(0, 0, 0);
    memset(work->wrench, 0, sizeof *work->wrench * (size_t)plan->bodies);
    for (int i = 0; i < plan->force.count; i++) {
        const struct force_item *f = &plan->force.item[i];
        if (force_is_field(f))
            field = others_only ? field : v3_add(field, f->class->field(f, &x));
        else if (!others_only || o->curvature[i] == NULL)
            f->class->apply(f, 1, &x);
    }
    read_wrenches(plan, work, field, out);
    if (plan->generals == 0)
        return;
    work->field = field;
    general_forces(plan, work);
    for (int i = 0; i < plan->generals; i++)
        memcpy(out + (plan->general[i].v - plan->q_count), work->general[i].force,
               sizeof(double) * (size_t)plan->general[i].n);
}

static double potential(const struct plan *plan, struct work *work)
{
    struct force_context x = system_force_context(plan, work);
    double sum = 0;
    for (int i = 0; i < plan->force.count; i++)
        if (plan->force.item[i].class->potential != NULL &&
            (!plan->force.item[i].varying || plan->force.item[i].class->is_goal))
            sum += plan->force.item[i].class->potential(&plan->force.item[i], &x);
    vec3 field = v3(0, 0, 0);
    for (int i = 0; i < plan->force.count && plan->generals > 0; i++)
        if (force_is_field(&plan->force.item[i]))
            field = v3_add(field, plan->force.item[i].class->field(&plan->force.item[i], &x));
    return sum + (plan->generals > 0 ? general_potential(plan, work, field) : 0);
}

/* ---- values ---- */

/* Adds C_y Y_q for a connector of an object with general coordinates. */
static void add_shown(const struct plan *plan, const struct work *work, int shown, const double cy[6], double *j)
{
    const struct shown *p = &plan->shown[shown];
    const struct general_body *g = &plan->general[p->general];
    for (int c = 0; c < 6; c++)
        for (int k = 0; k < g->n && cy[c] != 0; k++)
            j[g->v - plan->q_count + k] += cy[c] * work->shown[shown].yq[c * g->n + k];
}

static void row_values(struct optimum *o, int r, bool derivatives, struct nlp_values *out)
{
    const struct plan *plan = o->plan;
    struct work *work = o->work;
    const struct constraint_rows *it = &plan->constraint[o->row[r].constraint];
    const int own = o->row[r].row, n = plan->v_count;
    if (r == 0 || o->row[r - 1].constraint != o->row[r].constraint)
        system_rows(plan, work, it, o->t, &work->rows_now);
    out->c[r] = work->rows_now.c[own];
    if (!derivatives)
        return;
    double *j = out->j + r * n;
    memset(j, 0, sizeof *j * (size_t)n);
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME)
            continue;
        const struct body *b = &plan->body[c->body];
        for (int k = 0; k < b->dofs; k++)
            j[b->v - plan->q_count + k] += work->rows_now.j[i][6 * own + k];
        if (general_shown_of(b) >= 0)
            add_shown(plan, work, general_shown_of(b), work->rows_now.j[i] + 6 * own, j);
    }
}

static bool evaluate(void *ctx, const double *step, double fraction, bool derivatives, struct nlp_values *out)
{
    struct optimum *o = ctx;
    const struct plan *plan = o->plan;
    struct work *work = o->work;
    memcpy(o->moved, o->y, sizeof(double) * (size_t)plan->y_count);
    memset(o->moved + plan->q_count, 0, sizeof(double) * (size_t)plan->v_count);
    if (step != NULL)
        system_displace(plan, step, fraction, o->moved);
    system_update(plan, work, o->t, o->moved);
    out->f = potential(plan, work);
    for (int r = 0; r < o->rows; r++)
        row_values(o, r, derivatives, out);
    if (derivatives) {
        forces(o, false, out->g);
        for (int i = 0; i < plan->v_count; i++)
            out->g[i] = -out->g[i];
    }
    work->report.evaluations++;
    return isfinite(out->f) != 0;
}

static bool stop(void *ctx) { return poll_here(((struct optimum *)ctx)->work->poll); }

static void accept(void *ctx, const double *step, double fraction)
{
    struct optimum *o = ctx;
    system_displace(o->plan, step, fraction, o->y);
}

/* ---- second derivatives ---- */

/* Everything at rest, time derivatives zero. */
static void hold_still(struct optimum *o)
{
    const struct plan *plan = o->plan;
    struct work *work = o->work;
    memcpy(o->moved, o->y, sizeof(double) * (size_t)plan->y_count);
    memset(o->moved + plan->q_count, 0, sizeof(double) * (size_t)plan->v_count);
    system_update(plan, work, o->t, o->moved);
    for (int i = 0; i < plan->bodies; i++)
        work->pose[i].v = work->pose[i].w = work->pose[i].a = work->pose[i].alpha = v3(0, 0, 0);
    for (int i = 0; i < plan->sources; i++)
        work->time[i].yd = work->time[i].ydd = v3(0, 0, 0);
}

static void add_velocity(struct work *work, int body, int dof, double size)
{
    struct pose *p = &work->pose[body];
    double *at[6] = {&p->v.x, &p->v.y, &p->v.z, &p->w.x, &p->w.y, &p->w.z};
    *at[dof] += size;
}

/* Adds a vector at a connector as a generalized force. */
static void add_at(const struct plan *plan, const struct connector *c, const struct signal *g, vec3 f, double *column)
{
    if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME || plan->body[c->body].dofs == 0)
        return;
    const struct body *b = &plan->body[c->body];
    double *out = column + (b->v - plan->q_count);
    vec3 turning = c->type == CONNECTOR_SPIN ? f : v3_cross(g->lever, f);
    const double linear[3] = {f.x, f.y, f.z}, angular[3] = {turning.x, turning.y, turning.z};
    for (int k = 0; k < (b->dofs < 3 ? b->dofs : 3) && (c->type == CONNECTOR_POINT || c->type == CONNECTOR_SCALAR); k++)
        out[k] += linear[k];
    for (int k = 0; k < 3 && b->dofs == 6; k++)
        out[3 + k] += angular[k];
}

static double load(const struct optimum *o, const struct force_item *f, uint64_t key)
{
    const struct work *work = o->work;
    int i = symbol_index(key), k = symbol_component(key);
    const struct signal *g = &o->signal[i];
    vec3 v = v3(0, 0, 0);
    switch (symbol_kind_of(key)) {
    case SYMBOL_TIME:
        return o->t;
    case SYMBOL_PARAMETER:
        return work->let[i];
    case SYMBOL_TURNS:
        return work->turns[i];
    case SYMBOL_Y:
        v = i < f->count ? g->y : v;
        break;
    case SYMBOL_YD:
        v = i < f->count ? g->yd : v;
        break;
    case SYMBOL_YDD:
    case SYMBOL_LEVER:
    case SYMBOL_BETA:
    case SYMBOL_PROBE:
        break;
    }
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

/* One column of Y_qᵀ E_yy Y_q: the curvature along the present velocities. */
static void goal_column(struct optimum *o, const struct force_item *f, const struct expression *e, double *column)
{
    const struct plan *plan = o->plan;
    struct work *work = o->work;
    const struct connector *c = plan->force.connector + f->first;
    double *out = o->plus;
    connector_signals(c, f->count, work->pose, work->time, o->signal);
    for (int k = 0; k < e->loads; k++)
        work->scratch[k] = load(o, f, e->load[k]);
    tape_run(e->tape, work->scratch, out, work->scratch + e->loads);
    for (int k = 0; k < f->count; k++)
        add_at(plan, &c[k], &o->signal[k], v3(out[3 * k], out[3 * k + 1], out[3 * k + 2]), column);
}

/* E_y · β at the present velocities; not zero for rotations. */
static double goal_bend(struct optimum *o, const struct force_item *f)
{
    const struct plan *plan = o->plan;
    const struct work *work = o->work;
    const double *gradient = work->force_value + f->value + 1;
    double sum = 0;
    connector_signals(plan->force.connector + f->first, f->count, work->pose, work->time, o->signal);
    for (int k = 0; k < f->count; k++)
        sum += v3_dot(v3(gradient[3 * k], gradient[3 * k + 1], gradient[3 * k + 2]), o->signal[k].beta);
    return sum;
}

static void add_bends(struct optimum *o, const struct force_item *f, int body, double *h)
{
    const struct plan *plan = o->plan;
    struct work *work = o->work;
    const int n = plan->v_count, at = plan->body[body].v - plan->q_count;
    double own[6];
    for (int i = 3; i < 6; i++) {
        add_velocity(work, body, i, 1);
        own[i] = goal_bend(o, f);
        h[(at + i) * n + at + i] += own[i];
        add_velocity(work, body, i, -1);
    }
    for (int i = 3; i < 6; i++)
        for (int j = i + 1; j < 6; j++) {
            add_velocity(work, body, i, 1);
            add_velocity(work, body, j, 1);
            double both = (goal_bend(o, f) - own[i] - own[j]) / 2;
            h[(at + i) * n + at + j] += both;
            h[(at + j) * n + at + i] += both;
            add_velocity(work, body, i, -1);
            add_velocity(work, body, j, -1);
        }
}

static bool goal_sees(const struct plan *plan, const struct force_item *f, int body)
{
    for (int k = 0; k < f->count; k++)
        if (plan->force.connector[f->first + k].body == body)
            return true;
    return false;
}

static void add_goal(struct optimum *o, const struct force_item *f, const struct expression *e, double *h)
{
    const struct plan *plan = o->plan;
    struct work *work = o->work;
    const int n = plan->v_count;
    for (int b = 0; b < plan->bodies; b++) {
        if (plan->body[b].dofs == 0 || !goal_sees(plan, f, b))
            continue;
        for (int d = 0; d < plan->body[b].dofs; d++) {
            memset(o->minus, 0, sizeof(double) * (size_t)n);
            add_velocity(work, b, d, 1);
            goal_column(o, f, e, o->minus);
            add_velocity(work, b, d, -1);
            for (int i = 0; i < n; i++)
                h[i * n + plan->body[b].v - plan->q_count + d] += o->minus[i];
        }
        if (plan->body[b].dofs == 6)
            add_bends(o, f, b, h);
    }
}

/* The movable bodies of a constraint, without repetition. */
static int bodies_of(const struct plan *plan, const struct constraint_rows *it, int *out)
{
    int count = 0;
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        bool known = c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME || plan->body[c->body].dofs == 0;
        for (int k = 0; k < count; k++)
            known |= out[k] == c->body;
        if (!known)
            out[count++] = c->body;
    }
    return count;
}

/* Σ λ γ of the constraint's rows, the part that is even in v: without the terms of t. */
static double bent(struct optimum *o, const struct constraint_rows *it, const double *lambda, const int dof[2][2],
                   int count)
{
    const struct plan *plan = o->plan;
    struct work *work = o->work;
    double sum = 0;
    for (int side = 1; side >= -1; side -= 2) {
        for (int k = 0; k < count; k++)
            add_velocity(work, dof[k][0], dof[k][1], side);
        system_rows(plan, work, it, o->t, &work->rows_now);
        for (int k = 0; k < count; k++)
            add_velocity(work, dof[k][0], dof[k][1], -side);
        for (int r = 0; r < it->rows; r++)
            sum += lambda[r] * work->rows_now.gamma[r] / 2;
    }
    return sum;
}

/* −Σ λ C_qq of one constraint. */
static void add_curvature(struct optimum *o, const struct constraint_rows *it, const double *lambda, double *h)
{
    const struct plan *plan = o->plan;
    int body[CONSTRAINT_INPUTS], bodies = bodies_of(plan, it, body), dof[6 * CONSTRAINT_INPUTS][2], dofs = 0;
    double own[6 * CONSTRAINT_INPUTS], none = bent(o, it, lambda, NULL, 0);
    const int n = plan->v_count;
    for (int b = 0; b < bodies; b++)
        for (int d = 0; d < plan->body[body[b]].dofs; d++, dofs++) {
            dof[dofs][0] = body[b];
            dof[dofs][1] = d;
        }
    for (int i = 0; i < dofs; i++) {
        int at = plan->body[dof[i][0]].v - plan->q_count + dof[i][1];
        own[i] = bent(o, it, lambda, (const int(*)[2]) & dof[i], 1) - none;
        h[at * n + at] -= own[i];
    }
    for (int i = 0; i < dofs; i++)
        for (int j = i + 1; j < dofs; j++) {
            const int pair[2][2] = {{dof[i][0], dof[i][1]}, {dof[j][0], dof[j][1]}};
            int a = plan->body[pair[0][0]].v - plan->q_count + pair[0][1],
                b = plan->body[pair[1][0]].v - plan->q_count + pair[1][1];
            double both = (bent(o, it, lambda, pair, 2) - none - own[i] - own[j]) / 2;
            h[a * n + b] -= both;
            h[b * n + a] -= both;
        }
}

/* Springs and similar forces: difference quotients. */
static void add_others(struct optimum *o, double *h)
{
    const struct plan *plan = o->plan;
    struct work *work = o->work;
    const int n = plan->v_count;
    const double width = 1e-5;
    double *step = o->still;
    for (int d = 0; d < n; d++) {
        for (int side = 1; side >= -1; side -= 2) {
            memset(step, 0, sizeof *step * (size_t)n);
            step[d] = side * width;
            memcpy(o->moved, o->y, sizeof(double) * (size_t)plan->y_count);
            memset(o->moved + plan->q_count, 0, sizeof(double) * (size_t)n);
            system_displace(plan, step, 1, o->moved);
            system_update(plan, work, o->t, o->moved);
            forces(o, true, side > 0 ? o->plus : o->minus);
        }
        for (int i = 0; i < n; i++) {
            double slope = -(o->plus[i] - o->minus[i]) / (2 * width);
            h[i * n + d] += slope / 2; /* symmetrized */
            h[d * n + i] += slope / 2;
        }
    }
}

/* With objects in general coordinates: difference quotients of the gradient of the Lagrangian. */
static void difference(struct optimum *o, const double *multiplier, double *h)
{
    const int n = o->plan->v_count;
    const double width = 1e-5;
    double *step = o->still;
    for (int d = 0; d < n; d++)
        for (int side = 1; side >= -1; side -= 2) {
            memset(step, 0, sizeof *step * (size_t)n);
            step[d] = 1;
            evaluate(o, step, side * width, true, &o->trial);
            for (int i = 0; i < n; i++) {
                double x = o->trial.g[i];
                for (int r = 0; r < o->rows; r++)
                    x -= multiplier[r] * o->trial.j[r * n + i];
                h[i * n + d] += side * x / (4 * width); /* symmetrized */
                h[d * n + i] += side * x / (4 * width);
            }
        }
}

static void hessian(void *ctx, const double *multiplier, double *h)
{
    struct optimum *o = ctx;
    const struct plan *plan = o->plan;
    memset(h, 0, sizeof *h * (size_t)plan->v_count * (size_t)plan->v_count);
    if (plan->generals > 0) {
        difference(o, multiplier, h);
        return;
    }
    if (o->others)
        add_others(o, h);
    hold_still(o);
    for (int i = 0; i < plan->force.count; i++)
        if (o->curvature[i] != NULL)
            add_goal(o, &plan->force.item[i], o->curvature[i], h);
    for (int r = 0; r < o->rows;) {
        const struct constraint_rows *it = &plan->constraint[o->row[r].constraint];
        double lambda[CONSTRAINT_ROWS] = {0};
        bool any = false;
        for (int index = o->row[r].constraint; r < o->rows && o->row[r].constraint == index; r++) {
            lambda[o->row[r].row] = multiplier[r];
            any |= multiplier[r] != 0;
        }
        if (any)
            add_curvature(o, it, lambda, h);
    }
}

/* ---- making ---- */

static void add_rows(struct optimum *o, bool one_sided)
{
    for (int i = 0; i < o->plan->constraints; i++) {
        const struct constraint_rows *it = &o->plan->constraint[i];
        for (int r = 0; r < it->rows; r++)
            if (it->level[r] == LEVEL_POSITION && it->bounds == (one_sided ? BOUND_ONE_SIDED : BOUND_NONE) &&
                (it->block >= 0 || it->apart))
                o->row[o->rows++] = (struct optimum_row){i, r};
    }
}

struct optimum *optimum_new(const struct plan *plan, struct work *work, double t, double *y,
                            const struct expression *const *curvature)
{
    struct optimum *o = MEM_NEW(struct optimum);
    int rows = 0, most = 1;
    for (int i = 0; i < plan->constraints; i++)
        rows += plan->constraint[i].rows;
    *o = (struct optimum){
        .plan = plan, .work = work, .t = t, .y = y, .curvature = curvature, .row = MEM_ARRAY(struct optimum_row, rows)};
    add_rows(o, false);
    o->problem = (struct nlp){.n = plan->v_count,
                              .equalities = o->rows,
                              .ctx = o,
                              .evaluate = evaluate,
                              .hessian = hessian,
                              .accept = accept,
                              .stop = stop};
    add_rows(o, true);
    o->problem.inequalities = o->rows - o->problem.equalities;
    for (int i = 0; i < plan->force.count; i++) {
        most = plan->force.item[i].count > most ? plan->force.item[i].count : most;
        o->others |= curvature[i] == NULL && !force_is_field(&plan->force.item[i]);
    }
    const size_t size = (size_t)(plan->v_count > 3 * most ? plan->v_count : 3 * most);
    o->moved = MEM_ARRAY(double, plan->y_count);
    o->still = MEM_ARRAY(double, plan->v_count);
    o->plus = MEM_ARRAY(double, size);
    o->minus = MEM_ARRAY(double, size);
    o->signal = MEM_ARRAY(struct signal, most);
    if (plan->generals > 0) {
        o->trial.g = MEM_ARRAY(double, plan->v_count);
        o->trial.c = MEM_ARRAY(double, o->rows);
        o->trial.j = MEM_ARRAY(double, (size_t)o->rows *(size_t)plan->v_count);
    }
    return o;
}

void optimum_free(struct optimum *o)
{
    mem_free(o->row);
    mem_free(o->moved);
    mem_free(o->still);
    mem_free(o->plus);
    mem_free(o->minus);
    mem_free(o->signal);
    mem_free(o->trial.g);
    mem_free(o->trial.c);
    mem_free(o->trial.j);
    mem_free(o);
}
