/* matrix.c: the matrix of dynamic constraints, A = J W Jᵀ (method §2), filled and solved.
 *
 * A is block sparse: one block for each constraint, and one for each hub, a body with so many constraints that
 * eliminating it would couple them all; hubs stay in the matrix:
 *
 *   [ A_rest   J_h S ] [ λ ]   [ r ]
 *   [ S J_hᵀ  −S M S ] [ u ] = [ 0 ]      S scales the hub's unknowns to order 1
 *
 * Rows of one constraint that share a unit are scaled by one number, so that the trace of their diagonal block is
 * their count; "minimum norm" and "least squares" are meant in these rows.
 *
 * One constraint after the other: its rows, J by body, its diagonal block, and its products with the constraints before
 * it on the same bodies, whose J is still near. W J lives only as long as its constraint is at work.
 */
#include <string.h>

#include "method/parts.h"

/* Blocks here are 3×6 and the like: with gcc's vectorizer a link of a chain takes 3469 instructions, without 3310. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3", "no-tree-vectorize", "unroll-loops")
#endif

struct signal system_signal(const struct system *s, const struct item *it, int input)
{
    return connector_signal(&s->connector[it->input + input], s->pose, s->time);
}

void system_rows(struct system *s, const struct item *it, double t, struct rows *out)
{
    const struct signal *in[CONSTRAINT_INPUTS];
    struct signal signal[CONSTRAINT_INPUTS], copies[3];
    for (int i = 0; i < it->inputs; i++) {
        signal[i] = system_signal(s, it, i);
        in[i] = &signal[i];
    }
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
                       double *restrict w, double *restrict block, double *restrict hub_diagonal)
{
    const struct part *p = &s->part[index];
    double *restrict j = s->jacobian + p->first;
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

/* W Jᵀ of the parts of the constraint at work. */
struct weighted {
    double part[CONSTRAINT_INPUTS][CONSTRAINT_ROWS * 6];
};

/* The Jacobian of one constraint by its bodies; W Jᵀ; row weights; the diagonal block. */
INLINE void place_rows(struct system *s, struct item *it, int m, const struct rows *rows, struct weighted *w)
{
    double diagonal[CONSTRAINT_ROWS], block[CONSTRAINT_ROWS * CONSTRAINT_ROWS];
    for (int k = 0; k < m * m; k++)
        block[k] = 0;
    for (int r = 0; r < m; r++)
        diagonal[r] = 0;
    for (int i = 0; i < it->parts; i++)
        if (s->part[it->part + i].dofs == 6)
            place_part(s, it, it->part + i, m, 6, rows, w->part[i], block, diagonal);
        else
            place_part(s, it, it->part + i, m, s->part[it->part + i].dofs, rows, w->part[i], block, diagonal);
    for (int r = 0; r < m; r++)
        diagonal[r] += block[r * m + r];
    row_weights(it, diagonal);
    double *out = ldl_values(s->matrix) + it->diagonal;
    for (int r = 0; r < m; r++)
        for (int c = 0; c <= r; c++)
            out[r * m + c] = out[c * m + r] = it->weight[r] * it->weight[c] * block[r * m + c];
}

static void place_item(struct system *s, struct item *it, const struct rows *rows, struct weighted *w)
{
    if (it->rows == 3)
        place_rows(s, it, 3, rows, w);
    else if (it->rows == 5)
        place_rows(s, it, 5, rows, w);
    else
        place_rows(s, it, it->rows, rows, w);
}

/* A row that does not take part: no Jacobian, a diagonal of one, so that its λ is 0. */
static void leave_out(struct system *s, struct item *it, struct weighted *w)
{
    double *block = ldl_values(s->matrix) + it->diagonal;
    memset(block, 0, sizeof *block * (size_t)(it->rows * it->rows));
    for (int i = 0; i < it->parts; i++) {
        const struct part *p = &s->part[it->part + i];
        size_t bytes = sizeof(double) * (size_t)(it->rows * p->dofs);
        memset(s->jacobian + p->first, 0, bytes);
        memset(w->part[i], 0, bytes);
    }
    for (int r = 0; r < it->rows; r++) {
        it->weight[r] = 1;
        block[r * it->rows + r] = 1;
    }
}

/* block (a × b, row-major) ← or += J_k (W J_l)ᵀ, each row and column times its weight */
INLINE void multiply(const double *restrict jk, int a, const double *restrict wl, int b, int dofs,
                     const double *restrict row_weight, const double *restrict column_weight, bool adds,
                     double *restrict block)
{
    for (int r = 0; r < a; r++)
        for (int c = 0; c < b; c++) {
            double x = row_weight[r] * column_weight[c] * dot(jk + r * dofs, wl + c * dofs, dofs);
            block[r * b + c] = adds ? block[r * b + c] + x : x;
        }
}

/* W stands in the middle: it does not matter which of the two J it has been multiplied with. */
static void block_product(const double *restrict jk, const struct item *k, const double *restrict wl,
                          const struct item *l, int dofs, bool adds, double *restrict block)
{
    if (dofs == 6 && k->rows == 3 && l->rows == 3)
        multiply(jk, 3, wl, 3, 6, k->weight, l->weight, adds, block);
    else if (dofs == 6)
        multiply(jk, k->rows, wl, l->rows, 6, k->weight, l->weight, adds, block);
    else
        multiply(jk, k->rows, wl, l->rows, dofs, k->weight, l->weight, adds, block);
}

/* Blocks that couple the constraint at work with those before it. */
static void place_products(struct system *s, const struct item *it, const struct weighted *w)
{
    double *values = ldl_values(s->matrix);
    const struct product *end = s->product + it->product + it->products;
    for (const struct product *x = s->product + it->product; x < end; x++) {
        const struct part *own = &s->part[x->own], *other = &s->part[x->other];
        const double *weighted = w->part[x->own - it->part], *j = s->jacobian + other->first;
        if (x->transposed)
            block_product(j, &s->item[other->item], weighted, it, own->dofs, x->adds, values + x->offset);
        else
            block_product(weighted, it, j, &s->item[other->item], own->dofs, x->adds, values + x->offset);
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
        if (it->bounds != BOUND_NONE)
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

/* r = −γ − J W f − feedback, scaled; the first two come together in the rows' γ. */
static void right_hand_side(struct system *s, const struct item *it, const struct rows *rows)
{
    double *r = s->right + it->row;
    for (int k = 0; k < it->rows; k++) {
        double feedback = it->level[k] == LEVEL_POSITION   ? it->ks * rows->c[k] + it->kd * rows->cd[k]
                          : it->level[k] == LEVEL_VELOCITY ? it->kv * rows->c[k]
                                                           : 0;
        r[k] = it->mode == MODE_HELD ? -it->weight[k] * (rows->gamma[k] + feedback) : 0;
    }
}

tn_status system_linearize(struct system *s, double t, bool positions_only)
{
    struct weighted weighted;
    for (int i = 0; i < s->items; i++) {
        struct item *it = &s->item[i];
        system_rows(s, it, t, &s->rows_now);
        keep_rows(s, it);
        if (it->block < 0)
            continue;
        if (it->mode != MODE_HELD || (positions_only && !on_positions(it)))
            leave_out(s, it, &weighted);
        else
            place_item(s, it, &s->rows_now, &weighted);
        right_hand_side(s, it, &s->rows_now);
        place_products(s, it, &weighted);
    }
    place_hubs(s);
    for (int i = 0; i < s->hubs; i++)
        memset(s->right + s->hub[i].row, 0, sizeof(double) * (size_t)s->body[s->hub[i].body].dofs);
    return TN_OK;
}

/* ---- solving ---- */

/* The reference: the same scaled system, dense, by SVD. */
static void solve_dense(struct system *s)
{
    const int n = s->rows;
    memset(s->dense_matrix, 0, sizeof(double) * (size_t)n * (size_t)n);
    for (int i = 0; i < s->parts; i++) {
        const struct part *k = &s->part[i];
        const struct item *a = &s->item[k->item];
        double w[CONSTRAINT_ROWS * 6];
        weigh(&s->body[k->body], &s->pose[k->body], a->rows, k->dofs, s->jacobian + k->first, w);
        for (int j = s->body_part_start[k->body]; j < s->body_part_start[k->body + 1]; j++) {
            const struct part *l = &s->part[s->body_part[j]];
            const struct item *b = &s->item[l->item];
            double block[CONSTRAINT_ROWS * CONSTRAINT_ROWS];
            block_product(w, a, s->jacobian + l->first, b, k->dofs, false, block);
            for (int r = 0; r < a->rows; r++)
                for (int c = 0; c < b->rows; c++)
                    s->dense_matrix[(size_t)(a->row + r) * (size_t)n + (size_t)(b->row + c)] += block[r * b->rows + c];
        }
    }
    memcpy(s->dense_right, s->right, sizeof(double) * (size_t)n);
    int rank = dense_least_squares(s->dense, n, s->dense_matrix, s->dense_right, 1e-11);
    s->singular = rank < n;
    memcpy(s->lambda, s->dense_right, sizeof(double) * (size_t)n);
}

static void solve_sparse(struct system *s)
{
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

void system_solve(struct system *s)
{
    s->singular = s->contradictory = false;
    if (s->solver == SOLVER_SVD && s->rows > 0)
        solve_dense(s);
    else if (s->solver != SOLVER_SVD)
        solve_sparse(s);
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        for (int k = 0; k < it->rows && it->block >= 0; k++)
            s->multiplier[it->row + k] = it->weight[k] * s->lambda[it->row + k];
    }
}

/* out += Jᵀλ */
INLINE void add_transposed(const double *restrict j, const double *restrict lambda, int m, int dofs,
                           double *restrict out)
{
    for (int r = 0; r < m; r++)
        for (int c = 0; c < dofs; c++)
            out[c] += j[r * dofs + c] * lambda[r];
}

void system_pull(const struct system *s, int body, double *out)
{
    const struct body *b = &s->body[body];
    double f[6] = {0};
    for (int i = s->body_part_start[body]; i < s->body_part_start[body + 1]; i++) {
        const struct part *p = &s->part[s->body_part[i]];
        const struct item *it = &s->item[p->item];
        if (p->dofs == 6 && it->rows == 3)
            add_transposed(s->jacobian + p->first, s->multiplier + it->row, 3, 6, f);
        else
            add_transposed(s->jacobian + p->first, s->multiplier + it->row, it->rows, p->dofs, f);
    }
    if (b->dofs == 6)
        weigh(b, &s->pose[body], 1, 6, f, out);
    else
        weigh(b, &s->pose[body], 1, b->dofs, f, out);
}

void system_spread(const struct system *s, double *out)
{
    for (int i = 0; i < s->bodies; i++)
        if (s->body[i].dofs > 0)
            system_pull(s, i, out + (s->body[i].v - s->q_count));
}
