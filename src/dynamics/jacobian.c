/* jacobian.c: see jacobian.h. */
#include "dynamics/jacobian.h"

#include <string.h>

#include "dynamics/dynamics_parts.h"

/* ---- J ---- */

/* What an input moves: nothing, a body with velocities of its own, a connector of a general object, a point of a
 * flexible model. */
static const struct body *body_behind(const struct plan *plan, const struct constraint_rows *it, int input)
{
    const struct connector *c = &plan->connector[it->input + input];
    return c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME ? NULL : &plan->body[c->body];
}

void jacobian_add_run(struct jacobian_columns *out, int first, int width)
{
    int i = 0;
    while (i < out->count && out->first[i] < first)
        i++;
    if ((i < out->count && out->first[i] == first) || out->count == SYSTEM_JACOBIANS)
        return;
    for (int k = out->count++; k > i; k--) {
        out->first[k] = out->first[k - 1];
        out->width[k] = out->width[k - 1];
    }
    out->first[i] = first;
    out->width[i] = width;
}

void jacobian_number_runs(struct jacobian_columns *out)
{
    out->total = 0;
    for (int i = 0; i < out->count; i++) {
        out->position[i] = out->total;
        out->total += out->width[i];
    }
}

void jacobian_find_columns(const struct plan *plan, const struct constraint_rows *it, struct jacobian_columns *out)
{
    out->count = out->total = 0;
    for (int i = 0; i < it->inputs; i++) {
        const struct body *b = body_behind(plan, it, i);
        if (b == NULL)
            continue;
        if (flexible_point_of(b) >= 0) {
            const struct embedded *e = &plan->embedded[flexible_point_of(b)];
            for (int n = 0; n < e->count; n++)
                jacobian_add_run(out, plan->body[e->node_body[n]].v - plan->q_count, 3);
        } else if (general_shown_of(b) >= 0) {
            const struct general_body *g = &plan->general[plan->shown[general_shown_of(b)].general];
            jacobian_add_run(out, g->v - plan->q_count, g->n);
        } else if (b->dofs > 0) {
            jacobian_add_run(out, b->v - plan->q_count, b->dofs);
        }
    }
    jacobian_number_runs(out);
}

static double *run_at(const struct jacobian_columns *columns, int first, double *out)
{
    int i = 0;
    while (columns->first[i] != first)
        i++;
    return out + columns->position[i];
}

static void add_point(const struct plan *plan, const struct work *work, const struct embedded *e, const double j[6],
                      const struct jacobian_columns *columns, double *out)
{
    for (int n = 0; n < e->count; n++) {
        double *to = run_at(columns, plan->body[e->node_body[n]].v - plan->q_count, out);
        vec3 turned = e->has_frame ? m3_tmul(&work->turning[e->index][n], v3(j[3], j[4], j[5])) : v3(0, 0, 0);
        to[0] += e->weight[n] * j[0] + turned.x;
        to[1] += e->weight[n] * j[1] + turned.y;
        to[2] += e->weight[n] * j[2] + turned.z;
    }
}

void jacobian_row(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                  const struct rows *rows, int r, const struct jacobian_columns *columns, double *out)
{
    memset(out, 0, sizeof *out * (size_t)columns->total);
    for (int i = 0; i < it->inputs; i++) {
        const struct body *b = body_behind(plan, it, i);
        const double *j = rows->j[i] + 6 * r;
        if (b == NULL)
            continue;
        if (flexible_point_of(b) >= 0) {
            add_point(plan, work, &plan->embedded[flexible_point_of(b)], j, columns, out);
        } else if (general_shown_of(b) >= 0) { /* C_y Y_q */
            const int shown = general_shown_of(b);
            const struct general_body *g = &plan->general[plan->shown[shown].general];
            double *to = run_at(columns, g->v - plan->q_count, out);
            for (int c = 0; c < 6; c++)
                for (int k = 0; k < g->n && j[c] != 0; k++)
                    to[k] += j[c] * work->shown[shown].yq[c * g->n + k];
        } else if (b->dofs > 0) {
            double *to = run_at(columns, b->v - plan->q_count, out);
            for (int k = 0; k < b->dofs; k++)
                to[k] += j[k];
        }
    }
}

/* ---- M ---- */

static void add_inertia(const struct body *b, const struct pose *p, int at, mass_entry *add, void *ctx)
{
    sym3 i = s3_rotate(&p->r, &b->build->inertia);
    const double tensor[9] = {i.xx + b->spin_drag, i.xy, i.xz, i.xy, i.yy + b->spin_drag, i.yz, i.xz, i.yz,
                              i.zz + b->spin_drag};
    for (int k = 0; k < 9; k++)
        add(ctx, at + 3 + k / 3, at + 3 + k % 3, tensor[k]);
}

/* M = L Lᵀ */
static void add_general(const struct general_work *g, int at, mass_entry *add, void *ctx)
{
    const int n = g->n;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            double sum = 0;
            for (int k = 0; k <= (r < c ? r : c); k++)
                sum += g->l[r * n + k] * g->l[c * n + k];
            add(ctx, at + r, at + c, sum);
        }
}

void jacobian_mass(const struct plan *plan, const struct work *work, mass_entry *add, void *ctx)
{
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        if (b->dofs == 0 || body_is_node(b))
            continue;
        const int at = b->v - plan->q_count;
        if (b->coordinates == COORDINATES_GENERAL) {
            add_general(&work->general[b->member], at, add, ctx);
            continue;
        }
        for (int k = 0; k < body_width(b); k++)
            add(ctx, at + k, at + k, b->mass + b->drag);
        if (b->coordinates == COORDINATES_RIGID)
            add_inertia(b, &work->pose[i], at, add, ctx);
    }
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        for (int k = 0; k < 3 * f->lattice->nodes; k++)
            add(ctx, f->v - plan->q_count + k, f->v - plan->q_count + k, f->lattice->mass[k / 3]);
    }
}

void jacobian_free_motion(const struct plan *plan, const struct work *work, double *out)
{
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const struct pose *p = &work->pose[i];
        const double six[6] = {p->a.x, p->a.y, p->a.z, p->alpha.x, p->alpha.y, p->alpha.z};
        if (b->dofs > 0 && !body_is_node(b))
            memcpy(out + (b->v - plan->q_count),
                   b->coordinates == COORDINATES_GENERAL ? b->owner->free(plan, work, i) : six,
                   sizeof *out * (size_t)b->dofs);
    }
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        memcpy(out + (f->v - plan->q_count), work->flexible[i].free, sizeof *out * 3 * (size_t)f->lattice->nodes);
    }
}
