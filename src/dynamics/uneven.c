/* uneven.c: islands whose bodies have very different masses.
 *
 * A pivot of A = J W Jᵀ is small for one of two reasons: the rows of J depend on each other, or nearly (a singular
 * position: the direction must be suppressed), or a heavy body hangs on light ones (the direction is as real as any
 * other, and carries the weight). A tells them apart only by size, and from mass ratios of 1e5 on sizes meet. So where a
 * pivot is small and masses differ, the same matrix is factored with all masses equal (every body's W times its mass):
 * its pivots know directions only. If none of them is small, A is regular, however small its own pivots are, and is solved
 * by its plain factors and iterative refinement, with residuals r − J (W (Jᵀλ)) computed body by body: the entries of A
 * itself have lost the heavy bodies' digits beside the light ones' (at 1e10 six of them are left).
 *
 * Where rows depend on each other and masses differ by more than MOST_SPARSE, A is not enough at all: the dense solver
 * takes its place, for islands with few rows (PLAN_DENSE_ROWS); this is counted as a fallback. So is an island whose
 * refinement does not converge. While a singular position is passed (work->damping) the sparse solver damps as always.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "dynamics/dense_solve.h"
#include "dynamics/uneven.h"

#include "dynamics/body_kernels.inc"
#include "dynamics/row_kernels.inc"

#define LEAST 1e-15     /* pivots below this are rounding errors whatever the masses */
#define CONVERGED 1e-9  /* residual relative to r … */
#define ROUNDING 1e-14  /* … or to λ: what is left of the exact solution */
#define MOST_SPARSE 1e5 /* mass ratio up to which ldl_any and ldl_min_norm resolve dependent rows */
enum { MOST_ROUNDS = 6, DENSE_ROUNDS = 2 };

static int island_of(const struct plan *plan, const struct constraint_rows *it)
{
    return it->block >= 0 ? ldl_island_of(plan->matrix, it->block) : -1;
}

/* -1: nothing that is solved for is attached to it. */
static int island_of_body(const struct plan *plan, int body)
{
    for (int k = plan->body_jacobian_start[body]; k < plan->body_jacobian_start[body + 1]; k++) {
        const int island = island_of(plan, &plan->constraint[plan->jacobian[plan->body_jacobian[k]].constraint]);
        if (island >= 0)
            return island;
    }
    return -1;
}

static sym3 scaled(double s, const sym3 *a)
{
    return (sym3){s * a->xx, s * a->yy, s * a->zz, s * a->xy, s * a->xz, s * a->yz};
}

/* ---- the matrix with equal masses ---- */

static void place_even_block(const struct plan *plan, struct work *work, const struct constraint_rows *it)
{
    const int m = it->rows;
    double block[CONSTRAINT_ROWS * CONSTRAINT_ROWS] = {0}, diagonal[CONSTRAINT_ROWS] = {0};
    double *out = ldl_values(work->uneven.even) + it->diagonal, *weight = work->uneven.weight + it->row;
    for (int i = 0; i < it->jacobians && !work->constraint[it->index].out; i++) {
        const struct jacobian_block *p = &plan->jacobian[it->jacobian + i];
        const double mass = 1 / work->pose[p->body].inverse_mass;
        const sym3 inverse = scaled(mass, &work->pose[p->body].inverse_inertia);
        add_block(1, &inverse, m, p->turns ? 3 : p->dofs, p->turns, p->has, p->hub, work->linear + p->linear,
                  work->angular + p->angular, block, diagonal);
    }
    for (int r = 0; r < m; r++)
        diagonal[r] += block[r * m + r];
    row_weights(it->group, m, diagonal, 1, weight);
    scale_block(m, weight, block, out);
    for (int r = 0; r < m; r++)
        if (!(diagonal[r] > 0))
            out[r * m + r] = 1;
}

static struct factor factor_of(const struct work *work, const struct jacobian_block *p)
{
    return (struct factor){work->linear + p->linear, work->angular + p->angular, work->uneven.weight + p->row, p->rows,
                           p->has};
}

static void place_even_product(const struct plan *plan, struct work *work, const struct product *x)
{
    const struct jacobian_block *p = &plan->jacobian[x->row], *q = &plan->jacobian[x->column];
    double *block = ldl_values(work->uneven.even) + x->offset, w[CONSTRAINT_ROWS * 3];
    if (work->constraint[p->constraint].out || work->constraint[q->constraint].out) {
        memset(block, 0, sizeof(double) * (size_t)(p->rows * q->rows));
        return;
    }
    struct factor row = factor_of(work, p), column = factor_of(work, q);
    if (p->turns) {
        const sym3 inverse = scaled(1 / work->pose[p->body].inverse_mass, &work->pose[p->body].inverse_inertia);
        turn(&inverse, row.angular, p->rows, w);
        row.angular = w;
    }
    multiply(&row, p->rows, &column, q->rows, 1, p->turns ? 3 : p->dofs, p->turns, x->adds, block);
}

/* S M S of a hub does not change with its mass, and the hub's columns S J_hᵀ by its square root alone. */
static void place_even_hubs(const struct plan *plan, struct work *work, int island)
{
    const double *from = ldl_values(work->matrix);
    double *to = ldl_values(work->uneven.even);
    for (int i = 0; i < plan->hubs.count; i++) {
        const struct hub *h = &plan->hubs.at[i];
        const int n = plan->body[h->body].dofs;
        if (ldl_island_of(plan->matrix, h->block) == island)
            memcpy(to + h->diagonal, from + h->diagonal, sizeof *to * (size_t)(n * n));
    }
    for (int i = 0; i < plan->hubs.products; i++) {
        const struct hub_product *x = &plan->hubs.product[i];
        const struct jacobian_block *p = &plan->jacobian[x->jacobian];
        if (island_of(plan, &plan->constraint[p->constraint]) != island)
            continue;
        const double root = sqrt(1 / work->pose[p->body].inverse_mass);
        for (int r = 0; r < p->rows; r++)
            for (int k = 0; k < p->dofs; k++)
                to[x->offset + (x->transposed ? k * p->rows + r : r * p->dofs + k)] =
                    work->constraint[p->constraint].out
                        ? 0
                        : work->uneven.weight[p->row + r] * system_jacobian(work, p, r, k) *
                              work->hub_scale[x->hub][k] * root;
    }
}

/* The smallest pivot of the island with equal masses: of its directions alone. */
static double directions(const struct plan *plan, struct work *work, int island)
{
    double *known = &work->uneven.pivot[island];
    if (*known >= 0)
        return *known;
    for (int i = 0; i < plan->constraints; i++)
        if (island_of(plan, &plan->constraint[i]) == island)
            place_even_block(plan, work, &plan->constraint[i]);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        for (int k = 0; k < it->products && island_of(plan, it) == island; k++)
            place_even_product(plan, work, &plan->product[it->product + k]);
    }
    place_even_hubs(plan, work, island);
    *known = fmax(ldl_factor(plan->matrix, work->uneven.even, island, 0, LDL_SMALL), 0);
    return *known;
}

/* ---- solving ---- */

double uneven_try(const struct plan *plan, struct work *work, int island)
{
    work->uneven.pivot[island] = -1;
    double pivot = ldl_plain(plan->matrix, work->matrix, island, LEAST, work->right, work->lambda);
    work->uneven.way[island] = pivot >= LDL_SMALL ? UNEVEN_PLAIN : pivot >= LEAST ? UNEVEN_REFINED : UNEVEN_DENSE;
    return pivot;
}

/* e ← r − J W Jᵀλ of the rows of islands solved in this way; the largest |e|, |r| and |λ| by island. */
static void find_left(const struct plan *plan, struct work *work, enum uneven_way way, double *e,
                      struct uneven_left *most)
{
    memset(most, 0, sizeof *most * (size_t)ldl_islands(plan->matrix));
    memset(e, 0, sizeof *e * (size_t)ldl_rows(plan->matrix));
    for (int i = 0; i < ldl_rows(plan->matrix); i++)
        work->multiplier[i] = work->weight[i] * work->lambda[i];
    for (int b = 0; b < plan->bodies; b++) {
        const int island = plan->body[b].dofs > 0 ? island_of_body(plan, b) : -1;
        if (island >= 0 && work->uneven.way[island] == way)
            system_pull_by(plan, work, b, work->multiplier, work->uneven.motion + (plan->body[b].v - plan->q_count));
    }
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        const int island = island_of(plan, it);
        if (island < 0 || work->uneven.way[island] != way)
            continue;
        struct uneven_left *x = &most[island];
        for (int r = 0; r < it->rows; r++) {
            double sum = 0;
            for (int k = 0; k < it->jacobians; k++) {
                const struct jacobian_block *p = &plan->jacobian[it->jacobian + k];
                const double *u = work->uneven.motion + (plan->body[p->body].v - plan->q_count);
                for (int c = 0; c < p->dofs; c++)
                    sum += system_jacobian(work, p, r, c) * u[c];
            }
            const int row = it->row + r;
            const bool out = work->constraint[i].out || (work->constraint[i].still >> r & 1);
            e[row] = out ? 0 : work->right[row] - work->weight[row] * sum;
            x->e = fmax(x->e, fabs(e[row]));
            x->r = fmax(x->r, fabs(work->right[row]));
            x->lambda = fmax(x->lambda, fabs(work->lambda[row]));
        }
    }
}

/* Rounds of refinement of all refined islands; those that do not converge change to the dense way. */
static void refine(const struct plan *plan, struct work *work)
{
    const int islands = ldl_islands(plan->matrix);
    double *e = work->uneven.residual;
    struct uneven_left *now = work->uneven.left;
    bool going = true;
    for (int i = 0; i < islands; i++)
        work->uneven.before[i] = INFINITY;
    for (int round = 0; going; round++) {
        find_left(plan, work, UNEVEN_REFINED, e, now);
        going = false;
        for (int i = 0; i < islands; i++) {
            if (work->uneven.way[i] != UNEVEN_REFINED || work->uneven.before[i] < 0)
                continue;
            const double enough = CONVERGED * now[i].r + ROUNDING * now[i].lambda;
            const bool done =
                !(now[i].e > 1e-5 * enough) || !(now[i].e < 0.25 * work->uneven.before[i]) || round == MOST_ROUNDS;
            if (done && !(now[i].e <= enough))
                work->uneven.way[i] = UNEVEN_DENSE;
            work->uneven.before[i] = done ? -1 : now[i].e;
            if (done)
                continue;
            going = true;
            ldl_solve(plan->matrix, work->matrix, i, e);
            ldl_add(plan->matrix, i, e, work->lambda);
        }
    }
}

void uneven_dense(const struct plan *plan, struct work *work, int island)
{
    double *e = work->uneven.residual;
    if (!dense_solve(plan, work, island))
        work->report.singular = true;
    for (int i = 0; i < ldl_islands(plan->matrix); i++)
        if (island < 0)
            work->uneven.way[i] = UNEVEN_DENSE;
    for (int round = 0; round < DENSE_ROUNDS; round++) {
        find_left(plan, work, UNEVEN_DENSE, e, work->uneven.left);
        dense_solve_again(plan, work, island, e);
    }
}

static void solve_dependent(const struct plan *plan, struct work *work, int island)
{
    if (plan->island.ratio[island] <= MOST_SPARSE || work->damping > 0 ||
        dense_solve_rows(plan, island) > plan->size.dense_rows) {
        struct ldl_report r = {.contradictory = true};
        if (work->skip_multiplier_balance)
            r = ldl_any(plan->matrix, work->matrix, island, work->damping, work->right, work->lambda);
        if (r.contradictory)
            r = ldl_min_norm(plan->matrix, work->matrix, island, work->right, work->lambda, work->rho);
        work->report.singular = true;
        work->report.contradictory |= r.contradictory;
        work->uneven.way[island] = UNEVEN_SPARSE;
        return;
    }
    work->report.fallbacks++;
    work->report.singular = true;
    uneven_dense(plan, work, island);
}

void uneven_finish(const struct plan *plan, struct work *work)
{
    bool any = false;
    for (int i = 0; i < ldl_islands(plan->matrix); i++)
        if (work->uneven.way[i] == UNEVEN_REFINED) {
            if (directions(plan, work, i) < LDL_SMALL)
                work->uneven.way[i] = UNEVEN_DENSE;
            else
                any = true;
        }
    if (any)
        refine(plan, work);
    for (int i = 0; i < ldl_islands(plan->matrix); i++)
        if (work->uneven.way[i] == UNEVEN_DENSE)
            solve_dependent(plan, work, i);
}

void uneven_again(const struct plan *plan, struct work *work)
{
    bool any = false;
    for (int i = 0; i < ldl_islands(plan->matrix); i++) {
        any |= work->uneven.way[i] == UNEVEN_REFINED;
        if (work->uneven.way[i] == UNEVEN_DENSE)
            uneven_dense(plan, work, i);
    }
    if (any)
        refine(plan, work);
    for (int i = 0; i < ldl_islands(plan->matrix) && any; i++)
        if (work->uneven.way[i] == UNEVEN_DENSE && work->uneven.before[i] < 0)
            uneven_dense(plan, work, i);
}

bool uneven_has_factors(const struct plan *plan, const struct work *work, int island)
{
    return plan->island.uneven == 0 || work->uneven.way[island] != UNEVEN_DENSE;
}

bool uneven_is_firm(const struct plan *plan, struct work *work, int island)
{
    if (plan->island.uneven == 0 || !(plan->island.ratio[island] > UNEVEN))
        return false;
    const enum uneven_way way = work->uneven.way[island];
    return way == UNEVEN_REFINED || way == UNEVEN_DENSE ||
           (way == UNEVEN_PLAIN && directions(plan, work, island) >= 100 * LDL_DAMP);
}

bool uneven_is_singular(const struct plan *plan, const struct work *work, int island)
{
    return plan->island.uneven > 0 &&
           ((work->uneven.way[island] == UNEVEN_DENSE && (plan->solver != SOLVER_SVD || work->report.singular)) ||
            (work->uneven.way[island] == UNEVEN_SPARSE && plan->island.ratio[island] > MOST_SPARSE));
}
