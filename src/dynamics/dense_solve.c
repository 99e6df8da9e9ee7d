/* dense_solve.c: see dense_solve.h.
 *
 * With B = D J √W (D: row weights) the matrix is A = B Bᵀ, and its pseudoinverse comes from the singular values of B:
 * λ = V S⁻² Vᵀ r. A itself is never formed: its eigenvalues are the squares, and beside 1 those below 1e-16 are lost,
 * while B keeps the directions in which a body moves that is 1e10 times as heavy as its neighbour (1e-5 here).
 */
#include <string.h>

#include "dynamics/dense_solve.h"

#define CUT_EVEN 3e-6    /* singular values of B below this, relative, are zero: 1e-11 in A */
#define CUT_UNEVEN 1e-11 /* where masses differ: rounding of B is 1e-15 */

static bool is_in(const struct plan *plan, const struct constraint_rows *it, int island)
{
    return it->block >= 0 && (island < 0 || ldl_island_of(plan->matrix, it->block) == island);
}

int dense_solve_rows(const struct plan *plan, int island)
{
    int rows = 0;
    for (int i = 0; i < plan->constraints; i++)
        rows += is_in(plan, &plan->constraint[i], island) ? plan->constraint[i].rows : 0;
    return rows;
}

/* L with I⁻¹ = L Lᵀ, lower. */
static void root_of(const sym3 *a, double l[3][3])
{
    memset(l, 0, sizeof(double[3][3]));
    l[0][0] = sqrt(a->xx);
    l[1][0] = a->xx > 0 ? a->xy / l[0][0] : 0;
    l[2][0] = a->xx > 0 ? a->xz / l[0][0] : 0;
    l[1][1] = sqrt(fmax(a->yy - l[1][0] * l[1][0], 0));
    l[2][1] = l[1][1] > 0 ? (a->yz - l[2][0] * l[1][0]) / l[1][1] : 0;
    l[2][2] = sqrt(fmax(a->zz - l[2][0] * l[2][0] - l[2][1] * l[2][1], 0));
}

/* One block of B: D J √W; of an object with general coordinates J is in coordinates of mass 1 already. */
static void place_block(const struct plan *plan, const struct work *work, const struct jacobian_block *p, int row,
                        int columns)
{
    const struct body *b = &plan->body[p->body];
    const double root = b->coordinates == COORDINATES_GENERAL ? 1 : sqrt(work->pose[p->body].inverse_mass);
    const int column = work->dense.column[p->body];
    double l[3][3];
    if (p->turns)
        root_of(&work->pose[p->body].inverse_inertia, l);
    for (int r = 0; r < p->rows; r++) {
        double *out = work->dense.matrix + (size_t)(row + r) * (size_t)columns + column;
        const double weight = work->weight[p->row + r];
        const int linear = p->turns ? 3 : p->dofs;
        for (int c = 0; c < linear; c++)
            out[c] = weight * root * system_jacobian(work, p, r, c);
        for (int c = 0; c < 3 && p->turns; c++)
            for (int k = c; k < 3; k++)
                out[3 + c] += weight * system_jacobian(work, p, r, 3 + k) * l[k][c];
    }
}

/* Columns of the bodies of the island, one after the other. */
static int number_columns(const struct plan *plan, struct work *work, int island)
{
    int columns = 0;
    for (int b = 0; b < plan->bodies; b++) {
        bool in = false;
        for (int k = plan->body_jacobian_start[b]; k < plan->body_jacobian_start[b + 1] && !in; k++)
            in = is_in(plan, &plan->constraint[plan->jacobian[plan->body_jacobian[k]].constraint], island);
        work->dense.column[b] = columns;
        columns += in ? plan->body[b].dofs : 0;
    }
    return columns;
}

/* The rows of B, each times its weight. */
static void place_rows(const struct plan *plan, struct work *work, int island, int columns)
{
    memset(work->dense.matrix, 0, sizeof(double) * (size_t)dense_solve_rows(plan, island) * (size_t)columns);
    for (int i = 0, row = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        if (!is_in(plan, it, island))
            continue;
        for (int k = 0; k < it->jacobians && !work->constraint[i].out; k++)
            place_block(plan, work, &plan->jacobian[it->jacobian + k], row, columns);
        row += it->rows;
    }
}

/* Right-hand sides by row of the island, from vectors in elimination order and back. */
static void gather(const struct plan *plan, const double *from, int island, double *to)
{
    for (int i = 0, row = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows && is_in(plan, &plan->constraint[i], island); r++)
            to[row++] = from[plan->constraint[i].row + r];
}

static void scatter(const struct plan *plan, const double *from, int island, double *to)
{
    for (int i = 0, row = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows && is_in(plan, &plan->constraint[i], island); r++)
            to[plan->constraint[i].row + r] = from[row++];
}

bool dense_solve(const struct plan *plan, struct work *work, int island)
{
    const int columns = number_columns(plan, work, island), rows = dense_solve_rows(plan, island);
    const bool uneven = plan->island.uneven > 0;
    int out = 0;
    for (int i = 0; i < plan->constraints; i++)
        out += is_in(plan, &plan->constraint[i], island) && work->constraint[i].out ? plan->constraint[i].rows : 0;
    place_rows(plan, work, island, columns);
    const int rank =
        dense_square_factor(work->dense.room, rows, columns, work->dense.matrix, uneven ? CUT_UNEVEN : CUT_EVEN);
    gather(plan, work->right, island, work->dense.right);
    dense_square_solve(work->dense.room, work->dense.right);
    scatter(plan, work->dense.right, island, work->lambda);
    return rank == rows - out;
}

void dense_solve_again(const struct plan *plan, struct work *work, int island, const double *e)
{
    double *right = work->dense.right;
    gather(plan, e, island, right);
    dense_square_solve(work->dense.room, right);
    for (int i = 0, row = 0; i < plan->constraints; i++)
        for (int r = 0; r < plan->constraint[i].rows && is_in(plan, &plan->constraint[i], island); r++)
            work->lambda[plan->constraint[i].row + r] += right[row++];
}
