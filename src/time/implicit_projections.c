/* implicit_projections.c: projections of a change of velocities onto what constraints and reactions allow (implicit.c),
 * in the mass metric.
 */
#include <string.h>

#include "time/implicit_parts.h"

void implicit_project_rows(const struct implicit *m, double *x)
{
    const struct plan *plan = m->plan;
    struct work *work = m->work;
    if (plan->rows == 0)
        return;
    memset(work->right, 0, sizeof(double) * (size_t)ldl_rows(plan->matrix));
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        for (int p = 0; p < it->jacobians && it->block >= 0 && !work->constraint[it->index].out; p++) {
            const struct jacobian_block *block = &plan->jacobian[it->jacobian + p];
            const double *v = x + (plan->body[block->body].v - plan->q_count);
            for (int r = 0; r < it->rows; r++)
                for (int c = 0; c < block->dofs; c++)
                    work->right[it->row + r] -= work->weight[it->row + r] * system_jacobian(work, block, r, c) * v[c];
        }
    }
    system_solve_damped(plan, work);
    system_spread(plan, work, m->spare);
    for (int i = 0; i < plan->v_count; i++)
        x[i] += m->spare[i];
}

sym3 implicit_inertia(const struct plan *plan, const struct work *work, int body)
{
    return s3_rotate(&work->pose[body].r, &plan->body[body].build->inertia);
}

static double *node_at(const struct plan *plan, double *x, int flexible, int index)
{
    return x + (plan->flexible[flexible].v - plan->q_count) + 3 * index;
}

/* Velocity along the normal of the point of a solid, as a row vector for the solid's six degrees of freedom. */
static void directions(const struct held_point *h, double n[6])
{
    vec3 turn = v3_cross(h->lever, h->normal);
    const double all[6] = {h->normal.x, h->normal.y, h->normal.z, turn.x, turn.y, turn.z};
    memcpy(n, all, sizeof all);
}

static void solve_six(double a[6][7], double x[6])
{
    for (int p = 0; p < 6; p++)
        for (int r = p + 1; r < 6; r++) {
            double f = a[r][p] / a[p][p];
            for (int c = p; c < 7; c++)
                a[r][c] -= f * a[p][c];
        }
    for (int p = 5; p >= 0; p--) {
        x[p] = a[p][6];
        for (int c = p + 1; c < 6; c++)
            x[p] -= a[p][c] * x[c];
        x[p] /= a[p][p];
    }
}

static bool holds(const struct plan *plan, const struct held_point *h, int solid)
{
    return h->flexible >= 0 && h->push > 0 && plan->apart.outside[h->outside].solid == solid;
}

/* The common velocity change of a movable solid and the points that it holds off:
 * (M + Σ m N Nᵀ) Z = M Z₀ + Σ m (n·z) N. */
static void move_solid(const struct plan *plan, const struct work *work, int solid, double *x, double z[6])
{
    double *own = x + (plan->body[solid].v - plan->q_count), a[6][7] = {{0}}, n[6];
    sym3 i = implicit_inertia(plan, work, solid);
    const double tensor[9] = {i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz};
    for (int k = 0; k < 3; k++) {
        a[k][k] = plan->body[solid].mass;
        a[k][6] = plan->body[solid].mass * own[k];
        for (int c = 0; c < 3; c++) {
            a[3 + k][3 + c] = tensor[3 * k + c];
            a[3 + k][6] += tensor[3 * k + c] * own[3 + c];
        }
    }
    for (int h = 0; h < work->held_count; h++) {
        const struct held_point *point = &work->held[h];
        if (!holds(plan, point, solid))
            continue;
        const double *v = node_at(plan, x, point->flexible, point->node);
        directions(point, n);
        double along = v3_dot(point->normal, v3(v[0], v[1], v[2]));
        for (int r = 0; r < 6; r++) {
            a[r][6] += point->mass * along * n[r];
            for (int c = 0; c < 6; c++)
                a[r][c] += point->mass * n[r] * n[c];
        }
    }
    solve_six(a, z);
    memcpy(own, z, 6 * sizeof *z);
}

/* Nodes keep the velocities that reactions require. */
static void project_reactions(const struct implicit *m, double *x)
{
    const struct plan *plan = m->plan;
    for (int i = 0; i < plan->apart.reactions; i++) {
        double *at = m->held[i].count > 0
                         ? node_at(plan, x, plan->apart.reaction[i].flexible, plan->apart.reaction[i].node)
                         : NULL;
        for (int k = 0; k < m->held[i].count; k++) {
            vec3 n = m->held[i].direction[k];
            double along = v3_dot(n, v3(at[0], at[1], at[2]));
            at[0] -= along * n.x;
            at[1] -= along * n.y;
            at[2] -= along * n.z;
        }
    }
}

/* The directions in which the i-th reaction holds a node: those of its rows, orthogonalized. */
void implicit_find_held_directions(struct implicit *m, int i, double t)
{
    const struct plan *plan = m->plan;
    struct work *work = m->work;
    const struct reaction *k = &plan->apart.reaction[i];
    const struct constraint_rows *it = &plan->constraint[k->constraint];
    struct implicit_held_directions *out = &m->held[i];
    out->count = 0;
    if (k->flexible < 0 || work->constraint[it->index].mode != MODE_HELD)
        return;
    system_rows(plan, work, it, t, &work->rows_now);
    for (int r = 0; r < it->rows && r < 3; r++) {
        vec3 j = v3(0, 0, 0);
        for (int c = 0; c < it->inputs; c++) {
            const struct connector *in = &plan->connector[it->input + c];
            const double *row = work->rows_now.j[c] + 6 * r;
            if (in->type == CONNECTOR_POINT && in->body == k->body)
                j = v3_add(j, v3(row[0], row[1], row[2]));
        }
        const double size = v3_norm(j);
        for (int e = 0; e < out->count; e++)
            j = v3_add_scaled(j, -v3_dot(j, out->direction[e]), out->direction[e]);
        if (v3_norm(j) > 1e-6 * size && out->count < 3)
            out->direction[out->count++] = v3_scale(1 / v3_norm(j), j);
    }
}

void implicit_project_held(const struct implicit *m, double *x)
{
    const struct plan *plan = m->plan;
    struct work *work = m->work;
    project_reactions(m, x);
    for (int o = 0; o < plan->apart.outsides; o++) {
        const int solid = plan->apart.outside[o].solid;
        bool first = true, moves = plan->body[solid].coordinates == COORDINATES_RIGID;
        double z[6] = {0}, n[6];
        for (int k = 0; k < o; k++)
            first &= plan->apart.outside[k].solid != solid;
        if (!first || work->held_count == 0)
            continue;
        if (moves)
            move_solid(plan, work, solid, x, z);
        for (int h = 0; h < work->held_count; h++) {
            const struct held_point *point = &work->held[h];
            if (!holds(plan, point, solid))
                continue;
            double *v = node_at(plan, x, point->flexible, point->node), along = 0;
            directions(point, n);
            for (int r = 0; r < 6; r++)
                along += n[r] * z[r];
            along -= v3_dot(point->normal, v3(v[0], v[1], v[2]));
            v[0] += along * point->normal.x;
            v[1] += along * point->normal.y;
            v[2] += along * point->normal.z;
        }
    }
}
