/* dynamic.c: dynamic constraints (method §2): exact constraint forces from A λ = r, A = J W Jᵀ.
 *
 *   r = −γ − J W f − kd Ċ − ks C,     v̇ = W (f + Jᵀλ)
 *
 * A is block sparse: one block for each constraint, and one for each hub, a body with so many constraints that
 * eliminating it would couple them all; hubs stay in the matrix:
 *
 *   [ A_rest   J_h S ] [ λ ]   [ r ]
 *   [ S J_hᵀ  −S M S ] [ u ] = [ 0 ]      S scales the hub's unknowns to order 1
 *
 * Rows of one constraint that share a unit are scaled by one number, so that the trace of their diagonal block is
 * their count; "minimum norm" and "least squares" are meant in these rows.
 */
#include <string.h>

#include "method/parts.h"

/* Blocks here are 3×6 and the like: with gcc's vectorizer a link of a chain takes 3469 instructions, without 3310. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3", "no-tree-vectorize", "unroll-loops")
#endif

void system_rows(struct system *s, const struct item *it, double t, struct rows *out)
{
    const struct signal *in[CONSTRAINT_INPUTS];
    struct signal copies[3];
    for (int i = 0; i < it->inputs; i++)
        in[i] = &s->signal[s->item_input[it->input + i]];
    if (it->form != NULL)
        constraint_break_tie(it->form, in, copies);
    if (it->kernel != NULL)
        it->kernel(in, it->parameter, t, out);
    else
        program_run(it->program, in, t, s->let, s->turns, out, s->scratch);
}

/* The small products below are written once and compiled for the sizes most met: with rows and dofs known to the
 * compiler they unroll. */
#define INLINE static inline __attribute__((always_inline))

/* Adds the six columns that an input gives to the block of its body. */
INLINE void add_columns(const double *restrict columns, int rows, int dofs, bool first, double *restrict j)
{
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < dofs; k++)
            j[r * dofs + k] = first ? columns[6 * r + k] : j[r * dofs + k] + columns[6 * r + k];
}

/* W Jᵀ, kept as rows × dofs. */
INLINE void weigh(const struct body *b, const struct pose *p, int rows, int dofs, const double *restrict j,
                  double *restrict w)
{
    const double m = b->inverse_mass;
    const sym3 *inertia = &p->inverse_inertia;
    for (int r = 0; r < rows; r++, j += dofs, w += dofs) {
        for (int k = 0; k < (dofs < 3 ? dofs : 3); k++)
            w[k] = m * j[k];
        if (dofs == 6) {
            w[3] = inertia->xx * j[3] + inertia->xy * j[4] + inertia->xz * j[5];
            w[4] = inertia->xy * j[3] + inertia->yy * j[4] + inertia->yz * j[5];
            w[5] = inertia->xz * j[3] + inertia->yz * j[4] + inertia->zz * j[5];
        }
    }
}

INLINE double dot(const double *a, const double *b, int n)
{
    double sum = a[0] * b[0];
    for (int k = 1; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* block (a × b, row-major) += J_k (W J_l)ᵀ, each row and column times its weight */
INLINE void multiply_add(const double *restrict jk, int a, const double *restrict wl, int b, int dofs,
                         const double *restrict row_weight, const double *restrict column_weight,
                         double *restrict block)
{
    for (int r = 0; r < a; r++)
        for (int c = 0; c < b; c++)
            block[r * b + c] += row_weight[r] * column_weight[c] * dot(jk + r * dofs, wl + c * dofs, dofs);
}

static void product_add(const double *restrict jk, const struct item *k, const double *restrict wl,
                        const struct item *l, int dofs, double *restrict block)
{
    if (dofs == 6 && k->rows == 3 && l->rows == 3)
        multiply_add(jk, 3, wl, 3, 6, k->weight, l->weight, block);
    else if (dofs == 6)
        multiply_add(jk, k->rows, wl, l->rows, 6, k->weight, l->weight, block);
    else
        multiply_add(jk, k->rows, wl, l->rows, dofs, k->weight, l->weight, block);
}

/* Row weights from the diagonal of the unscaled block: √(rows of the unit / trace over the rows of the unit). */
static void row_weights(struct item *it, const double *diagonal)
{
    for (int r = 0; r < it->rows; r++) {
        if (it->group[r] < r) { /* a group has the number of its first row */
            it->weight[r] = it->weight[it->group[r]];
            continue;
        }
        double trace = 0;
        int count = 0;
        for (int k = r; k < it->rows; k++)
            if (it->group[k] == r) {
                trace += diagonal[k];
                count++;
            }
        it->weight[r] = trace > 0 ? sqrt(count / trace) : 1;
    }
}

/* The part of a constraint on one body: J from its inputs, W Jᵀ, and the lower half of what they add to the diagonal
 * block of A. A hub is not eliminated: it adds to the weights of the rows alone. */
INLINE void place_part(struct system *s, const struct item *it, int index, int m, int dofs, const struct rows *rows,
                       double *restrict block, double *restrict hub_diagonal)
{
    const struct part *p = &s->part[index];
    double *restrict j = s->jacobian + p->first, *restrict w = s->weighted + p->first;
    bool first = true;
    for (int i = 0; i < it->inputs; i++)
        if (s->input_part[it->input + i] == index) {
            add_columns(rows->j[i], m, dofs, first, j);
            first = false;
        }
    weigh(&s->body[p->body], &s->pose[p->body], m, dofs, j, w);
    if (p->hub) {
        for (int r = 0; r < m; r++)
            hub_diagonal[r] += dot(j + r * dofs, w + r * dofs, dofs);
        return;
    }
    for (int r = 0; r < m; r++)
        for (int c = 0; c <= r; c++)
            block[r * m + c] += dot(j + r * dofs, w + c * dofs, dofs);
}

/* The Jacobian of one constraint by its bodies; W Jᵀ; row weights; the diagonal block. */
INLINE void place_rows(struct system *s, struct item *it, int m, const struct rows *rows)
{
    double diagonal[CONSTRAINT_ROWS], block[CONSTRAINT_ROWS * CONSTRAINT_ROWS];
    for (int k = 0; k < m * m; k++)
        block[k] = 0;
    for (int r = 0; r < m; r++)
        diagonal[r] = 0;
    for (int i = it->part; i < it->part + it->parts; i++)
        if (s->part[i].dofs == 6)
            place_part(s, it, i, m, 6, rows, block, diagonal);
        else
            place_part(s, it, i, m, s->part[i].dofs, rows, block, diagonal);
    for (int r = 0; r < m; r++)
        diagonal[r] += block[r * m + r];
    row_weights(it, diagonal);
    double *out = ldl_values(s->matrix) + it->diagonal;
    for (int r = 0; r < m; r++)
        for (int c = 0; c <= r; c++)
            out[r * m + c] = out[c * m + r] = it->weight[r] * it->weight[c] * block[r * m + c];
}

static void place_item(struct system *s, struct item *it, const struct rows *rows)
{
    if (it->rows == 3)
        place_rows(s, it, 3, rows);
    else if (it->rows == 5)
        place_rows(s, it, 5, rows);
    else
        place_rows(s, it, it->rows, rows);
}

/* A row that does not take part: no Jacobian, a diagonal of one, so that its λ is 0. */
static void leave_out(struct system *s, struct item *it)
{
    double *block = ldl_values(s->matrix) + it->diagonal;
    for (int i = 0; i < it->parts; i++) {
        const struct part *p = &s->part[it->part + i];
        memset(s->jacobian + p->first, 0, sizeof(double) * (size_t)(it->rows * p->dofs));
        memset(s->weighted + p->first, 0, sizeof(double) * (size_t)(it->rows * p->dofs));
    }
    for (int r = 0; r < it->rows; r++) {
        it->weight[r] = 1;
        block[r * it->rows + r] = 1;
    }
}

/* Blocks that couple two constraints on one body. */
static void place_products(struct system *s)
{
    double *values = ldl_values(s->matrix);
    for (int i = 0; i < s->products; i++) {
        const struct product *x = &s->product[i];
        const struct part *k = &s->part[x->k], *l = &s->part[x->l];
        product_add(s->jacobian + k->first, &s->item[k->item], s->weighted + l->first, &s->item[l->item], k->dofs,
                    values + x->offset);
    }
}

static void place_hubs(struct system *s)
{
    double *values = ldl_values(s->matrix);
    for (int i = 0; i < s->hubs; i++) {
        struct hub *h = &s->hub[i];
        const struct body *b = &s->body[h->body];
        double *block = values + h->diagonal;
        for (int k = 0; k < b->dofs; k++)
            h->scale[k] = 1 / sqrt(b->mass);
        for (int k = 0; k < (b->dofs < 3 ? b->dofs : 3); k++)
            block[k * b->dofs + k] = -1;
        if (b->coordinates != COORDINATES_RIGID)
            continue;
        sym3 inertia = s3_rotate(&s->pose[h->body].r, &b->inertia);
        double m = 3 / (inertia.xx + inertia.yy + inertia.zz);
        const double tensor[9] = {inertia.xx, inertia.xy, inertia.xz, inertia.xy, inertia.yy,
                                  inertia.yz, inertia.xz, inertia.yz, inertia.zz};
        for (int r = 0; r < 3; r++) {
            h->scale[3 + r] = sqrt(m);
            for (int c = 0; c < 3; c++)
                block[(3 + r) * 6 + 3 + c] = -m * tensor[3 * r + c];
        }
    }
    for (int i = 0; i < s->hub_products; i++) {
        const struct hub_product *x = &s->hub_product[i];
        const struct part *p = &s->part[x->part];
        const struct hub *h = &s->hub[x->hub];
        int rows = s->item[p->item].rows;
        for (int r = 0; r < rows; r++)
            for (int k = 0; k < p->dofs; k++)
                values[x->offset + (x->transposed ? k * rows + r : r * p->dofs + k)] =
                    s->item[p->item].weight[r] * s->jacobian[p->first + r * p->dofs + k] * h->scale[k];
    }
}

static bool on_positions(const struct item *it)
{
    for (int r = 0; r < it->rows; r++)
        if (it->level[r] != LEVEL_POSITION)
            return false;
    return true;
}

static void keep_rows(struct system *s, const struct item *it)
{
    for (int r = 0; r < it->rows; r++) {
        s->c[it->row + r] = s->rows_now.c[r];
        s->cd[it->row + r] = s->rows_now.cd[r];
        s->gamma[it->row + r] = s->rows_now.gamma[r];
    }
}

tn_status system_deviations(struct system *s, double t)
{
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        system_rows(s, it, t, &s->rows_now);
        keep_rows(s, it);
    }
    return TN_OK;
}

tn_status system_linearize(struct system *s, double t, bool positions_only)
{
    memset(ldl_values(s->matrix), 0, sizeof(double) * (size_t)ldl_values_count(s->matrix));
    for (int i = 0; i < s->items; i++) {
        struct item *it = &s->item[i];
        system_rows(s, it, t, &s->rows_now);
        keep_rows(s, it);
        if (it->block < 0)
            continue;
        if (it->mode != MODE_HELD || (positions_only && !on_positions(it)))
            leave_out(s, it);
        else
            place_item(s, it, &s->rows_now);
    }
    place_products(s);
    place_hubs(s);
    return TN_OK;
}

/* The reference: the same scaled system, dense, by SVD. */
static void solve_dense(struct system *s)
{
    const int n = s->rows;
    memset(s->dense_matrix, 0, sizeof(double) * (size_t)n * (size_t)n);
    for (int i = 0; i < s->parts; i++)
        for (int j = 0; j < s->parts; j++) {
            const struct part *k = &s->part[i], *l = &s->part[j];
            if (k->body != l->body)
                continue;
            const struct item *a = &s->item[k->item], *b = &s->item[l->item];
            double block[CONSTRAINT_ROWS * CONSTRAINT_ROWS] = {0};
            product_add(s->jacobian + k->first, a, s->weighted + l->first, b, k->dofs, block);
            for (int r = 0; r < a->rows; r++)
                for (int c = 0; c < b->rows; c++)
                    s->dense_matrix[(size_t)(a->row + r) * (size_t)n + (size_t)(b->row + c)] += block[r * b->rows + c];
        }
    memcpy(s->dense_right, s->right, sizeof(double) * (size_t)n);
    int rank = dense_least_squares(s->dense, n, s->dense_matrix, s->dense_right, 1e-11);
    s->singular = rank < n;
    memcpy(s->lambda, s->dense_right, sizeof(double) * (size_t)n);
}

/* λ (scaled, s->lambda) from s->right. */
void system_solve(struct system *s)
{
    s->singular = s->contradictory = false;
    if (s->solver == SOLVER_SVD) {
        if (s->rows > 0)
            solve_dense(s);
        return;
    }
    if (s->softness > 0)
        memcpy(s->lambda, s->right, sizeof(double) * (size_t)ldl_rows(s->matrix));
    for (int i = 0; i < ldl_islands(s->matrix) && s->softness > 0; i++) {
        ldl_factor(s->matrix, i, s->softness, 0);
        ldl_solve(s->matrix, i, s->lambda);
    }
    for (int i = 0; i < ldl_islands(s->matrix) && s->softness == 0; i++) {
        struct ldl_report r = ldl_min_norm(s->matrix, i, s->right, s->lambda, s->rho);
        s->singular |= r.singular;
        s->contradictory |= r.contradictory;
    }
}

/* v̇ without constraints: W f. */
static void free_accelerations(struct system *s)
{
    double *a = s->acceleration - s->q_count;
    for (int i = 0; i < s->bodies; i++) {
        const struct body *b = &s->body[i];
        if (b->dofs == 0)
            continue;
        double *out = a + b->v;
        out[0] = b->inverse_mass * s->wrench[i].f.x;
        if (b->dofs == 1)
            continue;
        out[1] = b->inverse_mass * s->wrench[i].f.y;
        out[2] = b->inverse_mass * s->wrench[i].f.z;
        if (b->dofs == 3)
            continue;
        vec3 turning = s3_mul(&s->pose[i].inverse_inertia, s->wrench[i].n);
        out[3] = turning.x;
        out[4] = turning.y;
        out[5] = turning.z;
    }
}

/* out += (W Jᵀ) λ */
INLINE void add_transposed(const double *restrict w, const double *restrict lambda, int m, int dofs,
                           double *restrict out)
{
    for (int r = 0; r < m; r++)
        for (int c = 0; c < dofs; c++)
            out[c] += w[r * dofs + c] * lambda[r];
}

/* Free accelerations go into β, so that the kernels' bias γ is γ + J W f: J v̇ of the free motion comes for nothing. */
static void add_free_motion(struct system *s)
{
    const double *a = s->acceleration - s->q_count;
    for (int i = 0; i < s->connectors; i++) {
        const struct connector *c = &s->connector[i];
        if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME || s->body[c->body].dofs == 0)
            continue;
        const struct body *b = &s->body[c->body];
        const double *v = a + b->v;
        struct signal *g = &s->signal[i];
        vec3 turning = b->dofs == 6 ? v3(v[3], v[4], v[5]) : v3(0, 0, 0);
        switch (c->type) {
        case CONNECTOR_POINT:
            g->beta = v3_add(g->beta, v3_add(v3(v[0], v[1], v[2]), v3_cross(turning, g->lever)));
            break;
        case CONNECTOR_DIRECTION:
            g->beta = v3_add(g->beta, v3_cross(turning, g->lever));
            break;
        case CONNECTOR_SPIN:
            g->beta = v3_add(g->beta, turning);
            break;
        case CONNECTOR_SCALAR:
            g->beta.x += v[0];
            break;
        case CONNECTOR_CONSTANT:
        case CONNECTOR_TIME:
            break;
        }
    }
}

/* r = −γ − J W f − feedback, scaled; the first two come together. */
static void right_hand_side(struct system *s)
{
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        if (it->block < 0)
            continue;
        double *r = s->right + it->row;
        for (int k = 0; k < it->rows; k++) {
            int row = it->row + k;
            double feedback = it->level[k] == LEVEL_POSITION   ? it->ks * s->c[row] + it->kd * s->cd[row]
                              : it->level[k] == LEVEL_VELOCITY ? it->kv * s->c[row]
                                                               : 0;
            r[k] = it->mode == MODE_HELD ? -it->weight[k] * (s->gamma[row] + feedback) : 0;
        }
    }
    for (int i = 0; i < s->hubs; i++)
        memset(s->right + s->hub[i].row, 0, sizeof(double) * (size_t)s->body[s->hub[i].body].dofs);
}

/* The power of a drive, λᵀ J v: work done from outside. */
static void drive_power(struct system *s, const struct item *it, const double *y)
{
    for (int p = 0; p < it->parts; p++) {
        const struct part *part = &s->part[it->part + p];
        const double *j = s->jacobian + part->first, *v = y + s->body[part->body].v;
        for (int k = 0; k < it->rows; k++)
            for (int c = 0; c < part->dofs; c++)
                s->power += s->multiplier[it->row + k] * j[k * part->dofs + c] * v[c];
    }
}

/* v̇ += W Jᵀλ; λ in true units. */
static void apply_multipliers(struct system *s, const double *y)
{
    double *a = s->acceleration - s->q_count;
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        if (it->block < 0)
            continue;
        double *lambda = s->multiplier + it->row;
        for (int k = 0; k < it->rows; k++)
            lambda[k] = it->weight[k] * s->lambda[it->row + k];
        for (int p = 0; p < it->parts; p++) {
            const struct part *part = &s->part[it->part + p];
            const double *w = s->weighted + part->first;
            double *ab = a + s->body[part->body].v;
            if (part->dofs == 6 && it->rows == 3)
                add_transposed(w, lambda, 3, 6, ab);
            else
                add_transposed(w, lambda, it->rows, part->dofs, ab);
        }
        if (it->mode == MODE_PUSHED)
            lambda[0] = it->push; /* its force is among the applied ones */
        else if (it->driven)
            drive_power(s, it, y);
    }
}

/* q̇ = T(q) v; for the quaternion ½ (0, ω) Q. */
static void position_rates(const struct system *s, const double *y, double *ydot)
{
    for (int i = 0; i < s->bodies; i++) {
        const struct body *b = &s->body[i];
        const double *v = y + b->v, *q = y + b->q;
        double *out = ydot + b->q;
        switch (b->coordinates) {
        case COORDINATES_NONE:
            break;
        case COORDINATES_SCALAR:
            out[0] = v[0];
            break;
        case COORDINATES_RIGID: {
            quat rate = q_mul((quat){0, v[3], v[4], v[5]}, (quat){q[3], q[4], q[5], q[6]});
            out[3] = rate.w / 2;
            out[4] = rate.x / 2;
            out[5] = rate.y / 2;
            out[6] = rate.z / 2;
        } /* fallthrough */
        case COORDINATES_POINT:
            out[0] = v[0];
            out[1] = v[1];
            out[2] = v[2];
            break;
        }
    }
}

/* Motors at their bound push with a known force: Jᵀ push. */
static void add_pushes(struct system *s, double t)
{
    for (int b = 0; b < s->bounded_count; b++) {
        const struct item *it = &s->item[s->bounded[b]];
        if (it->mode != MODE_PUSHED)
            continue;
        system_rows(s, it, t, &s->rows_now);
        for (int i = 0; i < it->inputs; i++) {
            const struct connector *c = &s->connector[s->item_input[it->input + i]];
            if (s->input_part[it->input + i] < 0)
                continue;
            const double *j = s->rows_now.j[i];
            struct wrench *w = &s->wrench[c->body];
            const struct pose *p = &s->pose[c->body];
            vec3 f = v3_scale(it->push, v3(j[0], j[1], j[2])), n = v3_scale(it->push, v3(j[3], j[4], j[5]));
            w->f = v3_add(w->f, f);
            w->n = v3_add(w->n, n);
            s->power += v3_dot(f, p->v) + v3_dot(n, p->w);
        }
    }
}

void system_find_culprit(struct system *s, double t)
{
    for (int i = 0; i < s->items && s->bad_item < 0; i++) {
        const struct item *it = &s->item[i];
        system_rows(s, it, t, &s->rows_now);
        bool finite = true;
        for (int r = 0; r < it->rows; r++) {
            finite &= isfinite(s->rows_now.c[r]) && isfinite(s->rows_now.cd[r]) && isfinite(s->rows_now.gamma[r]);
            for (int k = 0; k < it->inputs; k++)
                for (int c = 0; c < 6; c++)
                    finite &= isfinite(s->rows_now.j[k][6 * r + c]) != 0;
        }
        if (!finite)
            s->bad_item = i;
    }
    for (int i = 0; i < s->bodies && s->bad_body < 0; i++)
        if (!v3_finite(s->pose[i].x) || !v3_finite(s->pose[i].v) || !v3_finite(s->pose[i].w) ||
            !v3_finite(s->wrench[i].f) || !v3_finite(s->wrench[i].n))
            s->bad_body = i;
}

static bool all_finite(const double *x, int n)
{
    double sum = 0; /* NaN and infinity survive a sum of zeros times x */
    for (int i = 0; i < n; i++)
        sum += 0 * x[i];
    return sum == 0;
}

tn_status system_derivative(struct system *s, double t, const double *y, double *ydot)
{
    s->evaluations++;
    s->bad_item = s->bad_body = -1;
    system_update(s, t, y); /* connectors: y, ẏ, β, levers (§1) */
    system_forces(s);       /* f */
    add_pushes(s, t);       /* motors at their bound */
    free_accelerations(s);  /* W f */
    if (s->bounded_count > 0)
        memcpy(s->free_acceleration, s->acceleration, sizeof(double) * (size_t)s->v_count);
    add_free_motion(s);            /* β + Y_q W f */
    system_linearize(s, t, false); /* C, Ċ, γ + J W f, J, A */
    right_hand_side(s);            /* −γ − J W f − feedback */
    system_solve(s);               /* A λ = r */
    apply_multipliers(s, y);       /* v̇ = W (f + Jᵀλ) */
    position_rates(s, y, ydot);
    memcpy(ydot + s->q_count, s->acceleration, sizeof(double) * (size_t)s->v_count);
    ydot[s->work] = s->power;
    if (all_finite(ydot, s->y_count))
        return TN_OK;
    system_find_culprit(s, t);
    return TN_STUCK;
}
