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
 * Constraints that are alike are done four at a time (four.h), the others here: rows, J by body, diagonal blocks; then
 * the products with the constraints before them on the same bodies, whose J is still near.
 */
#include <string.h>

#include "base/threads.h"
#include "dynamics/four.h"
#include "dynamics/lenient.h"
#include "dynamics/tree/linked.h"
#include "dynamics/dense_solve.h"
#include "dynamics/uneven.h"

/* Blocks here are 3×6 and the like: with gcc's vectorizer a link of a chain takes 3469 instructions, without 3310. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3", "no-tree-vectorize", "unroll-loops")
#endif
#include "dynamics/body_kernels.inc"
#include "dynamics/row_kernels.inc"

struct signal system_signal(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                            int input)
{
    return connector_signal(&plan->connector[it->input + input], work->pose, work->time);
}

void system_rows(const struct plan *plan, struct work *work, const struct constraint_rows *it, double t,
                 struct rows *out)
{
    struct signal in[CONSTRAINT_INPUTS];
    for (int i = 0; i < it->inputs; i++)
        in[i] = system_signal(plan, work, it, i);
    if (it->form != NULL)
        constraint_break_tie(it->form, in);
    if (it->kernel != NULL)
        it->kernel(in, it->parameter >= 0 ? work->parameter + it->parameter : NULL, t, out);
    else
        program_run(it->program, in, t, work->let, work->turns, out, work->scratch);
}

/* One constraint by one body: J, and what it adds to the diagonal block of A. A hub is not eliminated: it adds to
 * the weights of the rows alone. */
INLINE void place_jacobian(const struct plan *plan, struct work *work, const struct constraint_rows *it, int index,
                           int m, int width, bool turns, int has, const struct rows *rows, double *restrict block,
                           double *restrict hub_diagonal)
{
    const struct jacobian_block *p = &plan->jacobian[index];
    const struct pose *pose = &work->pose[p->body];
    double *linear = work->linear + p->linear, *angular = work->angular + p->angular;
    if (!turns && plan->body[p->body].owner != NULL)
        plan->body[p->body].owner->columns(plan, work, it, p, m, rows, linear);
    else
        block_columns(plan->input_jacobian + it->input, it->inputs, index, m, width, turns, has, rows, linear, angular);
    add_block(pose->inverse_mass, &pose->inverse_inertia, m, width, turns, has, p->hub, linear, angular, block,
              hub_diagonal);
}

/* Across the plane of a sheet a constraint moves nothing, now and always: such a row is left out, as leave_out would. */
static void leave_still_rows(struct rows_state *now, int m, const double *diagonal, double *block)
{
    now->still = 0;
    for (int r = 0; r < m; r++)
        if (!(diagonal[r] > 0)) {
            block[r * m + r] = 1;
            now->still |= (unsigned char)(1u << r);
        }
}

/* The Jacobian of one constraint by its bodies; row weights; the diagonal block. */
INLINE void place_rows(const struct plan *plan, struct work *work, const struct constraint_rows *it, int m,
                       const struct rows *rows)
{
    double diagonal[CONSTRAINT_ROWS], block[CONSTRAINT_ROWS * CONSTRAINT_ROWS];
    for (int k = 0; k < m * m; k++)
        block[k] = 0;
    for (int r = 0; r < m; r++)
        diagonal[r] = 0;
    for (int i = 0; i < it->jacobians; i++) {
        const struct jacobian_block *p = &plan->jacobian[it->jacobian + i];
        if (p->turns && p->has == LINEAR_PLUS)
            place_jacobian(plan, work, it, it->jacobian + i, m, 3, true, LINEAR_PLUS, rows, block, diagonal);
        else if (p->turns && p->has == LINEAR_MINUS)
            place_jacobian(plan, work, it, it->jacobian + i, m, 3, true, LINEAR_MINUS, rows, block, diagonal);
        else if (p->turns)
            place_jacobian(plan, work, it, it->jacobian + i, m, 3, true, p->has, rows, block, diagonal);
        else
            place_jacobian(plan, work, it, it->jacobian + i, m, p->dofs, false, p->has, rows, block, diagonal);
    }
    for (int r = 0; r < m; r++)
        diagonal[r] += block[r * m + r];
    double *out = ldl_values(work->matrix) + it->diagonal, *weight = work->weight + it->row;
    row_weights(it->group, m, diagonal, 1, weight);
    scale_block(m, weight, block, out);
    if (it->constant)
        leave_still_rows(&work->constraint[it->index], m, diagonal, out);
}

static void place_constraint(const struct plan *plan, struct work *work, const struct constraint_rows *it,
                             const struct rows *rows)
{
    if (it->rows == 3)
        place_rows(plan, work, it, 3, rows);
    else if (it->rows == 5)
        place_rows(plan, work, it, 5, rows);
    else
        place_rows(plan, work, it, it->rows, rows);
}

/* Rows that do not take part: a diagonal of one and nothing beside it, so that their λ is 0. Their J means nothing, but
 * it is a number. */
static void leave_out(const struct plan *plan, struct work *work, const struct constraint_rows *it)
{
    double *block = ldl_values(work->matrix) + it->diagonal;
    for (int r = 0; r < it->rows; r++) {
        work->weight[it->row + r] = 1;
        for (int c = 0; c < it->rows; c++)
            block[r * it->rows + c] = r == c;
    }
    for (const struct jacobian_block *p = plan->jacobian + it->jacobian;
         p < plan->jacobian + it->jacobian + it->jacobians; p++) {
        if (p->has == LINEAR_ANY)
            memset(work->linear + p->linear, 0, sizeof(double) * (size_t)(it->rows * (p->turns ? 3 : p->dofs)));
        if (p->turns)
            memset(work->angular + p->angular, 0, sizeof(double) * (size_t)(it->rows * 3));
    }
}

static void multiply_jacobians(const struct factor *k, const struct factor *l, double inverse_mass, int dofs,
                               bool turns, bool adds, double *restrict block)
{
    bool known = k->has * l->has == -1 || k->has * l->has == 1; /* ±1 on both sides */
    if (turns && k->rows == 3 && l->rows == 3 && known) {
        struct factor kk = *k, ll = *l;
        kk.has = LINEAR_PLUS;
        ll.has = LINEAR_PLUS;
        multiply(&kk, 3, &ll, 3, k->has * l->has * inverse_mass, 3, true, adds, block);
    } else if (turns) {
        multiply(k, k->rows, l, l->rows, inverse_mass, 3, true, adds, block);
    } else {
        multiply(k, k->rows, l, l->rows, inverse_mass, dofs, false, adds, block);
    }
}

static struct factor factor_of(const struct work *work, const struct jacobian_block *p)
{
    return (struct factor){work->linear + p->linear, work->angular + p->angular, work->weight + p->row, p->rows,
                           p->has};
}

/* One block that couples two constraints on one body. */
static void place_product(const struct plan *plan, struct work *work, const struct product *x, bool any_out)
{
    const struct jacobian_block *p = &plan->jacobian[x->row], *q = &plan->jacobian[x->column];
    double *block = ldl_values(work->matrix) + x->offset, w[CONSTRAINT_ROWS * 3];
    if (any_out && (work->constraint[p->constraint].out || work->constraint[q->constraint].out)) {
        memset(block, 0, sizeof(double) * (size_t)(p->rows * q->rows));
        return;
    }
    struct factor row = factor_of(work, p), column = factor_of(work, q);
    if (p->turns) {
        turn(&work->pose[p->body].inverse_inertia, row.angular, p->rows, w);
        row.angular = w;
    }
    multiply_jacobians(&row, &column, work->pose[p->body].inverse_mass, p->dofs, p->turns, x->adds, block);
}

static void place_hubs(const struct plan *plan, struct work *work)
{
    double *values = ldl_values(work->matrix);
    for (int i = 0; i < plan->hubs.count; i++) {
        const struct hub *h = &plan->hubs.at[i];
        const struct body *b = &plan->body[h->body];
        double *block = values + h->diagonal, *scale = work->hub_scale[i];
        for (int k = 0; k < b->dofs; k++)
            scale[k] = 1 / sqrt(b->mass + b->drag);
        for (int k = 0; k < body_width(b); k++)
            block[k * b->dofs + k] = -1;
        if (b->coordinates != COORDINATES_RIGID)
            continue;
        sym3 inertia = s3_rotate(&work->pose[h->body].r, &b->build->inertia);
        inertia.xx += b->spin_drag;
        inertia.yy += b->spin_drag;
        inertia.zz += b->spin_drag;
        double m = 3 / (inertia.xx + inertia.yy + inertia.zz);
        const double tensor[9] = {inertia.xx, inertia.xy, inertia.xz, inertia.xy, inertia.yy,
                                  inertia.yz, inertia.xz, inertia.yz, inertia.zz};
        for (int r = 0; r < 3; r++) {
            scale[3 + r] = sqrt(m);
            for (int c = 0; c < 3; c++)
                block[(3 + r) * 6 + 3 + c] = -m * tensor[3 * r + c];
        }
    }
    for (int i = 0; i < plan->hubs.products; i++) {
        const struct hub_product *x = &plan->hubs.product[i];
        const struct jacobian_block *p = &plan->jacobian[x->jacobian];
        const double *scale = work->hub_scale[x->hub];
        int rows = p->rows;
        for (int r = 0; r < rows; r++)
            for (int k = 0; k < p->dofs; k++)
                values[x->offset + (x->transposed ? k * rows + r : r * p->dofs + k)] =
                    work->constraint[p->constraint].out
                        ? 0
                        : work->weight[p->row + r] * system_jacobian(work, p, r, k) * scale[k];
    }
}

static bool on_positions(const struct constraint_rows *it)
{
    for (int r = 0; r < it->rows; r++)
        if (it->level[r] != LEVEL_POSITION)
            return false;
    return true;
}

static void keep_rows(const struct plan *plan, struct work *work, const struct constraint_rows *it,
                      const struct rows *rows)
{
    for (int r = 0; r < it->rows; r++) {
        work->c[it->row + r] = rows->c[r];
        work->cd[it->row + r] = rows->cd[r];
        if (it->bounds != BOUND_NONE) /* of a first-order world: the rate of the row itself */
            work->gamma[it->row + r] = !plan->first_order               ? rows->gamma[r]
                                       : it->level[r] == LEVEL_POSITION ? rows->cd[r]
                                                                        : rows->c[r];
    }
}

tn_status system_deviations(const struct plan *plan, struct work *work, double t)
{
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        system_rows(plan, work, it, t, &work->rows_now);
        keep_rows(plan, work, it, &work->rows_now);
    }
    return TN_OK;
}

static void right_hand_side(const struct plan *plan, struct work *work, const struct constraint_rows *it,
                            const struct rows *rows)
{
    const struct rows_state *now = &work->constraint[it->index];
    double *r = work->right + it->row;
    for (int k = 0; k < it->rows && plan->first_order; k++) { /* −J W f − C_t − C/τ, the first two are Ċ at v = W f */
        double rate =
            it->level[k] != LEVEL_POSITION ? rows->c[k] : rows->cd[k] + (now->closed ? 0 : now->kv * rows->c[k]);
        r[k] = now->mode == MODE_HELD && !(now->still >> k & 1) ? -work->weight[it->row + k] * rate : 0;
    }
    for (int k = 0; k < it->rows && !plan->first_order; k++) {
        double feedback = now->closed ? 0
                          : it->level[k] == LEVEL_POSITION
                              ? position_feedback(now->ks, now->kd, rows->c[k], rows->cd[k])
                          : it->level[k] == LEVEL_VELOCITY ? now->kv * rows->c[k]
                                                           : 0;
        r[k] = now->mode == MODE_HELD ? scaled_right(work->weight[it->row + k], rows->gamma[k], feedback) : 0;
    }
}

/* Islands that a recursion over joints does in this evaluation: their rows are not asked for; all of them are such. */
static bool is_skipped(const struct work *work, int island)
{
    return work->linked != NULL && work->linked->direct && work->linked->skip[island];
}
static bool all_skipped(const struct work *work)
{
    return work->linked != NULL && work->linked->direct && work->linked->all_skip;
}

/* And in the last one: they have no factors. */
static bool was_skipped(const struct work *work, int island)
{
    return work->linked != NULL && work->linked->skip[island];
}

static bool is_ready(const struct plan *plan, const struct work *work, const struct constraint_rows *it)
{
    return work->fixed_ready[ldl_island_of(plan->matrix, it->block)];
}

void system_forget_factors(const struct plan *plan, struct work *work)
{
    memset(work->fixed_ready, 0, sizeof(bool) * (size_t)ldl_islands(plan->matrix));
}

/* Rows of the constraints, then the blocks between them, in pieces. Blocks of a piece are with its own constraints and
 * those before it. */
struct linearizing {
    const struct plan *plan;
    struct work *work;
    double t;
    bool positions_only;
    bool any_out; /* some constraints may be: asked for so that the common case need not look */
};

static bool is_done(const struct plan *plan, const struct work *work, const struct constraint_rows *it)
{
    return it->block < 0 || (it->constant && is_ready(plan, work, it));
}

static void linearize_constraint(const struct linearizing *x, const struct constraint_rows *it)
{
    const struct plan *plan = x->plan;
    struct work *work = x->work;
    struct rows_state *now = &work->constraint[it->index];
    struct rows rows;
    if (it->block >= 0 && plan->linked != NULL && is_skipped(work, ldl_island_of(plan->matrix, it->block))) {
        now->out = now->mode != MODE_HELD;
        return;
    }
    system_rows(plan, work, it, x->t, &rows);
    keep_rows(plan, work, it, &rows);
    if (!is_done(plan, work, it)) {
        now->out = now->mode != MODE_HELD || (x->positions_only && !on_positions(it));
        if (now->out)
            leave_out(plan, work, it);
        else
            place_constraint(plan, work, it, &rows);
    }
    if (it->block >= 0)
        right_hand_side(plan, work, it, &rows);
}

static void linearize_piece(void *ctx, int from, int to)
{
    const struct linearizing *x = ctx;
    while ((from = four_constraints(x->plan, x->work, from, to, x->t, false)) < to)
        linearize_constraint(x, &x->plan->constraint[from++]);
}

static void couple_piece(void *ctx, int from, int to)
{
    const struct linearizing *x = ctx;
    const struct plan *plan = x->plan;
    struct work *work = x->work;
    if (from == to)
        return;
    const struct constraint_rows *last = &plan->constraint[to - 1];
    const int end = last->product + last->products;
    from = plan->constraint[from].product;
    while ((from = four_products(plan, work, from, end, x->any_out)) < end) {
        const struct product *p = &plan->product[from++];
        const struct constraint_rows *it = &plan->constraint[plan->jacobian[p->row].constraint];
        if (!is_done(plan, work, it) &&
            !(plan->linked != NULL && is_skipped(work, ldl_island_of(plan->matrix, it->block))))
            place_product(plan, work, p, x->any_out);
    }
}

/* So many constraints have their rows made before their blocks: what these need is still near. */
enum { NEAR = 64 };

tn_status system_linearize(const struct plan *plan, struct work *work, double t, bool positions_only)
{
    struct linearizing x = {plan, work, t, positions_only,
                            positions_only || plan->bounded_count > 0 || work->displacement != NULL ||
                                plan->linked != NULL || plan->generals > 0};
    const int constraints = all_skipped(work) ? 0 : plan->constraints;
    if (work->team != NULL && !plan->formulas) {
        system_share(work, constraints, linearize_piece, &x);
        system_share(work, constraints, couple_piece, &x);
    } else {
        for (int from = 0; from < constraints; from += NEAR) {
            int to = from + NEAR < constraints ? from + NEAR : constraints;
            linearize_piece(&x, from, to);
            couple_piece(&x, from, to);
        }
    }
    place_hubs(plan, work);
    for (int i = 0; i < plan->hubs.count; i++)
        memset(work->right + plan->hubs.at[i].row, 0, sizeof(double) * (size_t)plan->body[plan->hubs.at[i].body].dofs);
    return TN_OK;
}

static void again_piece(void *ctx, int from, int to)
{
    const struct linearizing *x = ctx;
    struct rows rows;
    while ((from = four_constraints(x->plan, x->work, from, to, x->t, true)) < to) {
        const struct constraint_rows *it = &x->plan->constraint[from++];
        system_rows(x->plan, x->work, it, x->t, &rows);
        keep_rows(x->plan, x->work, it, &rows);
        if (it->block >= 0)
            right_hand_side(x->plan, x->work, it, &rows);
    }
}

void system_linearize_again(const struct plan *plan, struct work *work, double t)
{
    struct linearizing x = {.plan = plan, .work = work, .t = t};
    if (plan->formulas)
        again_piece(&x, 0, plan->constraints);
    else
        system_share(work, plan->constraints, again_piece, &x);
    for (int i = 0; i < plan->hubs.count; i++)
        memset(work->right + plan->hubs.at[i].row, 0, sizeof(double) * (size_t)plan->body[plan->hubs.at[i].body].dofs);
}

/* ---- solving ---- */

/* Pivots above this leave the factors alone (ldl_damp). */
#define FIRM 1e-3

static void solve_softly(const struct plan *plan, struct work *work)
{
    memcpy(work->lambda, work->right, sizeof(double) * (size_t)ldl_rows(plan->matrix));
    for (int i = 0; i < ldl_islands(plan->matrix); i++) {
        if (is_skipped(work, i))
            continue;
        ldl_factor(plan->matrix, work->matrix, i, work->lenient.softness, 0);
        ldl_solve(plan->matrix, work->matrix, i, work->lambda);
    }
}

static struct ldl_report solve_island(const struct plan *plan, struct work *work, int island)
{
    struct ldl_report r = {.contradictory = true};
    if (work->lenient.any && work->lenient.held[island]) {
        lenient_solve(plan, work, island);
        return (struct ldl_report){.singular = false};
    }
    if (work->fixed_ready[island]) {
        ldl_copy(plan->matrix, island, work->right, work->lambda);
        ldl_solve(plan->matrix, work->matrix, island, work->lambda);
        return (struct ldl_report){.singular = false};
    }
    if (plan->island.uneven > 0 && plan->island.ratio[island] > UNEVEN)
        return (struct ldl_report){.smallest_pivot = uneven_try(plan, work, island)};
    if (work->skip_multiplier_balance)
        r = ldl_any(plan->matrix, work->matrix, island, work->damping, work->right, work->lambda);
    if (r.contradictory)
        r = ldl_min_norm(plan->matrix, work->matrix, island, work->right, work->lambda, work->rho);
    work->fixed_ready[island] = plan->island.fixed[island] && !plan->refactor && !r.singular && r.smallest_pivot > FIRM;
    return r;
}

/* What the groups of islands share. */
struct solving {
    const struct plan *plan;
    struct work *work;
};

static void solve_group(void *ctx, int group)
{
    const struct plan *plan = ((const struct solving *)ctx)->plan;
    struct work *work = ((const struct solving *)ctx)->work;
    for (int i = plan->island.group[group]; i < plan->island.group[group + 1]; i++)
        if (!ldl_island_wide(plan->matrix, i)) {
            struct ldl_report r = solve_island(plan, work, i);
            work->island_report[i] = (signed char)((r.singular ? 1 : 0) | (r.contradictory ? 2 : 0));
        }
}

static void solve_sparse(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < ldl_islands(plan->matrix) && work->team != NULL; i++)
        work->report.factorizations += !work->fixed_ready[i];
    if (work->team != NULL)
        threads_run(work->team, plan->island.groups, solve_group, &(struct solving){plan, work});
    for (int i = 0; i < ldl_islands(plan->matrix); i++) {
        if (work->team == NULL && is_skipped(work, i))
            continue;
        struct ldl_report r = {.singular = (work->team != NULL && (work->island_report[i] & 1) != 0),
                               .contradictory = (work->team != NULL && (work->island_report[i] & 2) != 0)};
        work->report.factorizations += work->team == NULL && !work->fixed_ready[i];
        if (work->team == NULL || ldl_island_wide(plan->matrix, i)) /* wide islands share their own work out */
            r = solve_island(plan, work, i);
        work->report.singular |= r.singular;
        work->report.contradictory |= r.contradictory;
        if (i % 64 == 63)
            poll_here(work->poll);
    }
    if (plan->island.uneven > 0)
        uneven_finish(plan, work);
}

static void true_units(const struct plan *plan, struct work *work)
{
    for (int i = 0; i < ldl_rows(plan->matrix); i++)
        work->multiplier[i] = work->weight[i] * work->lambda[i];
}

void system_solve(const struct plan *plan, struct work *work)
{
    work->report.singular = work->report.contradictory = false;
    if (all_skipped(work))
        return;
    if (plan->solver == SOLVER_SVD && plan->rows > 0 && plan->island.uneven > 0)
        uneven_dense(plan, work, -1);
    else if (plan->solver == SOLVER_SVD && plan->rows > 0)
        work->report.singular = !dense_solve(plan, work, -1);
    else if (work->lenient.softness > 0)
        solve_softly(plan, work);
    else if (plan->solver == SOLVER_SPARSE)
        solve_sparse(plan, work);
    true_units(plan, work);
}

void system_solve_again(const struct plan *plan, struct work *work)
{
    if (work->report.singular || plan->solver != SOLVER_SPARSE || work->lenient.softness > 0)
        system_solve(plan, work);
    else
        system_solve_damped(plan, work);
}

bool system_damp(const struct plan *plan, struct work *work)
{
    bool any = false;
    for (int i = 0; i < ldl_islands(plan->matrix); i++) /* factors that are kept have firm pivots */
        any |= !was_skipped(work, i) && !work->fixed_ready[i] && !uneven_is_firm(plan, work, i) &&
               ldl_damp(plan->matrix, work->matrix, i);
    return any;
}

static void solve_group_again(void *ctx, int group)
{
    const struct plan *plan = ((const struct solving *)ctx)->plan;
    struct work *work = ((const struct solving *)ctx)->work;
    for (int i = plan->island.group[group]; i < plan->island.group[group + 1]; i++)
        if (!ldl_island_wide(plan->matrix, i) && uneven_has_factors(plan, work, i))
            ldl_solve(plan->matrix, work->matrix, i, work->lambda);
}

void system_solve_damped(const struct plan *plan, struct work *work)
{
    if (ldl_rows(plan->matrix) == 0)
        return;
    memcpy(work->lambda, work->right, sizeof(double) * (size_t)ldl_rows(plan->matrix));
    if (work->team != NULL)
        threads_run(work->team, plan->island.groups, solve_group_again, &(struct solving){plan, work});
    for (int i = 0; i < ldl_islands(plan->matrix); i++)
        if ((work->team == NULL ? !was_skipped(work, i) : ldl_island_wide(plan->matrix, i)) &&
            uneven_has_factors(plan, work, i))
            ldl_solve(plan->matrix, work->matrix, i, work->lambda);
    if (plan->island.uneven > 0)
        uneven_again(plan, work);
    true_units(plan, work);
}

INLINE void pull_jacobian(const struct work *work, const struct jacobian_block *p, int m, const double *restrict lambda,
                          double *restrict f)
{
    add_pull(p->has, p->has, work->linear + p->linear, p->turns ? 3 : p->dofs, p->turns, work->angular + p->angular, m,
             lambda, f);
}

void system_pull_by(const struct plan *plan, const struct work *work, int body, const double *multiplier, double *out)
{
    const struct body *b = &plan->body[body];
    double own[6] = {0}, *f = own;
    if (b->coordinates == COORDINATES_GENERAL) { /* in the coordinates of mass 1 */
        f = out;
        memset(out, 0, sizeof(double) * (size_t)b->dofs);
    }
    for (int i = plan->body_jacobian_start[body]; i < plan->body_jacobian_start[body + 1]; i++) {
        const struct jacobian_block *p = &plan->jacobian[plan->body_jacobian[i]];
        if (p->rows == 3)
            pull_jacobian(work, p, 3, multiplier + p->row, f);
        else
            pull_jacobian(work, p, p->rows, multiplier + p->row, f);
    }
    if (b->coordinates == COORDINATES_GENERAL) {
        b->owner->spread(plan, work, body, out);
        return;
    }
    for (int k = 0; k < body_width(b); k++)
        out[k] = b->inverse_mass * f[k];
    if (b->coordinates == COORDINATES_RIGID)
        turn(&work->pose[body].inverse_inertia, f + 3, 1, out + 3);
}

void system_pull(const struct plan *plan, const struct work *work, int body, double *out)
{
    system_pull_by(plan, work, body, work->multiplier, out);
}

struct spreading {
    const struct plan *plan;
    const struct work *work;
    double *out;
};

static void spread_piece(void *ctx, int from, int to)
{
    const struct spreading *x = ctx;
    for (int i; (i = four_pull(x->plan, x->work, from, to, x->out)) < to; from = i + 1)
        if (x->plan->body[i].dofs > 0)
            system_pull(x->plan, x->work, i, x->out + (x->plan->body[i].v - x->plan->q_count));
}

void system_spread(const struct plan *plan, const struct work *work, double *out)
{
    struct spreading x = {plan, work, out};
    if (plan->flexibles > 0) /* nodes that nothing is attached to */
        memset(out, 0, sizeof(double) * (size_t)plan->v_count);
    system_share(work, plan->bodies, spread_piece, &x);
}
