/* lenient.c: constraints held softly (method §2, "Where no motion leads on").
 *
 * On its way to its constraints a model may come to positions from which no force leads on: A is singular there, and what
 * feedback asks for is not in its range, or time constants contradict each other. Islands of constraints in which that
 * happened are then evaluated like a descent of Levenberg and Marquardt in time:
 *
 *   (A + μ I) λ = −γ' − kd Ċ' − ks C,     v̇ = W (f + Jᵀλ) − s kd v
 *
 * where γ' and Ċ' are those at velocities (1 − s) v. Both μ and s follow from the gap alone: g is the largest of what a row
 * by itself would move a body of the island, in sizes of the model, or turn it, in radians; μ = 0.003 g² and
 * s = g²/(g² + 1/100). So a model far from its constraints moves as in honey towards smaller gaps,
 * whatever the rank of A, and the nearer it comes the more exact is the motion: without a gap it is that of dynamic.c.
 * Limits take part where they are exceeded, motors do not.
 */
#include <string.h>

#include "dynamics/dynamics_parts.h"
#include "dynamics/lenient.h"
#include "dynamics/tree/linked.h"

#define DAMPING 0.003  /* μ/g² */
#define HONEY 0.01     /* g² at which half of the velocities is not seen */
#define LARGEST 1e200  /* g² of a row: at a singular position of its own it is without bounds */
#define FASTEST_TURN 6 /* rad per time constant */

static int island_of(const struct plan *plan, const struct constraint_rows *it)
{
    return ldl_island_of(plan->matrix, it->block);
}

bool lenient_holds(const struct plan *plan, const struct work *work, const struct constraint_rows *it)
{
    return work->lenient.any && it->block >= 0 && work->lenient.held[island_of(plan, it)];
}

/* The size of the model, from what does not change: arms of connectors, and places in the world. */
static double size_of(const struct plan *plan)
{
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_neg(low);
    double arm = 0, size;
    for (int i = 0; i < plan->connectors; i++) {
        const struct connector *c = &plan->connector[i];
        if (c->type == CONNECTOR_POINT)
            arm = fmax(arm, v3_norm(c->local));
        if (c->type != CONNECTOR_CONSTANT || c->source != 0)
            continue;
        low = v3(fmin(low.x, c->local.x), fmin(low.y, c->local.y), fmin(low.z, c->local.z));
        high = v3(fmax(high.x, c->local.x), fmax(high.y, c->local.y), fmax(high.z, c->local.z));
    }
    size = arm + (high.x >= low.x ? v3_norm(v3_sub(high, low)) / 2 : 0);
    return size > 0 && isfinite(size) ? size : 1;
}

void lenient_begin(const struct plan *plan, struct work *work, const bool *marked)
{
    work->lenient.any = false;
    work->lenient.size = size_of(plan);
    memset(work->lenient.held, 0, sizeof(bool) * (size_t)ldl_islands(plan->matrix));
    for (int i = 0; i < plan->constraints; i++)
        if (marked[i] && plan->constraint[i].block >= 0)
            work->lenient.any = work->lenient.held[island_of(plan, &plan->constraint[i])] = true;
}

/* ---- gaps ---- */

/* g² of one row, after its rows, J and weights are known. */
static double row_size(const struct plan *plan, const struct work *work, const struct constraint_rows *it, int r)
{
    const int row = it->row + r;
    const double by = work->weight[row] * work->weight[row] * fabs(work->c[row]);
    double most = 0;
    for (int p = it->jacobian; p < it->jacobian + it->jacobians; p++) {
        const struct jacobian_block *block = &plan->jacobian[p];
        const struct body *b = &plan->body[block->body];
        const bool rigid = b->coordinates == COORDINATES_RIGID, general = b->coordinates == COORDINATES_GENERAL;
        double moved = 0;
        for (int c = 0; c < (rigid ? 3 : block->dofs); c++)
            moved += system_jacobian(work, block, r, c) * system_jacobian(work, block, r, c);
        moved = by * sqrt(moved) / work->lenient.size;
        moved *= general ? 1 / sqrt(b->mass > 0 ? b->mass : 1) : work->pose[block->body].inverse_mass;
        most = fmax(most, moved * moved);
        if (!rigid)
            continue;
        const vec3 turned = s3_mul(&work->pose[block->body].inverse_inertia,
                                   v3(system_jacobian(work, block, r, 3), system_jacobian(work, block, r, 4),
                                      system_jacobian(work, block, r, 5)));
        most = fmax(most, by * by * v3_dot(turned, turned));
    }
    return fmin(most, LARGEST); /* of two numbers of which one is NaN, the other one */
}

/* g² of a constraint: the largest of its rows that count. */
static double gap_of(const struct plan *plan, const struct work *work, const struct constraint_rows *it)
{
    double most = 0;
    for (int r = 0; r < it->rows; r++)
        if (it->level[r] == LEVEL_POSITION && !work->constraint[it->index].out)
            most = fmax(most, row_size(plan, work, it, r));
    return most;
}

static void measure(const struct plan *plan, struct work *work)
{
    memset(work->lenient.gap, 0, sizeof(double) * (size_t)ldl_islands(plan->matrix));
    for (int i = 0; i < plan->constraints; i++)
        if (lenient_holds(plan, work, &plan->constraint[i])) {
            double *gap = &work->lenient.gap[island_of(plan, &plan->constraint[i])];
            *gap = fmax(*gap, gap_of(plan, work, &plan->constraint[i]));
        }
}

static void choose_modes(const struct plan *plan, struct work *work)
{
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        if (lenient_holds(plan, work, it))
            work->constraint[it->index].mode =
                it->bounds == BOUND_ONE_SIDED && work->c[it->row] < 0 ? MODE_HELD : MODE_FREE;
    }
}

int lenient_find_off(const struct plan *plan, struct work *work, double t, const double *y, double much, bool *marked)
{
    int count = 0;
    system_update(plan, work, t, y);
    system_deviations(plan, work, t);
    choose_modes(plan, work);
    system_linearize(plan, work, t, false);
    work->lenient.size = size_of(plan);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        marked[i] = it->block >= 0 && it->bounds != BOUND_MOTOR && gap_of(plan, work, it) > much * much;
        count += marked[i];
    }
    return count;
}

/* ---- evaluations ---- */

/* The island of a body that is held softly; -1: it is not. */
static int held_island(const struct plan *plan, const struct work *work, int body)
{
    if (plan->body[body].dofs == 0 || plan->body_jacobian_start[body] == plan->body_jacobian_start[body + 1])
        return -1;
    const struct jacobian_block *p = &plan->jacobian[plan->body_jacobian[plan->body_jacobian_start[body]]];
    const int island = island_of(plan, &plan->constraint[p->constraint]);
    return work->lenient.held[island] ? island : -1;
}

/* s of a body. */
static double honey_at(const struct plan *plan, const struct work *work, int body)
{
    const int island = held_island(plan, work, body);
    return island >= 0 ? work->lenient.gap[island] / (work->lenient.gap[island] + HONEY) : 0;
}

/* The same positions, and velocities (1 − s) v, in `out`. */
static const double *with_part_of_velocities(const struct plan *plan, struct work *work, const double *y, double *out)
{
    memcpy(out, y, sizeof *y * (size_t)plan->y_count);
    for (int i = 0; i < plan->bodies; i++) {
        const double part = 1 - honey_at(plan, work, i);
        for (int k = 0; k < plan->body[i].dofs && part < 1; k++)
            out[plan->body[i].v + k] *= part;
    }
    return out;
}

/* kd of the slowest feedback among the constraints held softly. */
static double slowest_feedback(const struct plan *plan, const struct work *work)
{
    double rate = INFINITY;
    for (int i = 0; i < plan->constraints; i++)
        if (lenient_holds(plan, work, &plan->constraint[i]) && work->constraint[i].kd > 0)
            rate = fmin(rate, work->constraint[i].kd);
    return isfinite(rate) ? rate : 0;
}

/* v̇ ← v̇ − s kd v */
static void add_honey(const struct plan *plan, const struct work *work, const double *y, double *ydot)
{
    const double rate = slowest_feedback(plan, work);
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        const double s = honey_at(plan, work, i) * rate;
        for (int k = 0; k < b->dofs && s > 0; k++)
            ydot[b->v + k] -= s * y[b->v + k];
    }
}

/* Rows, J and A at a state. */
static void evaluate_rows(const struct plan *plan, struct work *work, double t, const double *y)
{
    system_free_motion(plan, work, t, y);
    if (plan->linked != NULL) {
        linked_choose(plan, work);
        linked_accelerate(plan, work);
    }
    system_deviations(plan, work, t);
    choose_modes(plan, work);
    system_linearize(plan, work, t, false);
}

tn_status lenient_derivative(const struct plan *plan, struct work *work, double t, const double *y, double *ydot)
{
    evaluate_rows(plan, work, t, y);
    measure(plan, work);
    evaluate_rows(plan, work, t, with_part_of_velocities(plan, work, y, ydot)); /* room until it is computed */
    system_solve(plan, work);
    const tn_status status = system_finish_derivative(plan, work, t, y, ydot);
    add_honey(plan, work, y, ydot);
    return status;
}

void lenient_solve(const struct plan *plan, struct work *work, int island)
{
    ldl_copy(plan->matrix, island, work->right, work->lambda);
    ldl_factor(plan->matrix, work->matrix, island, fmax(DAMPING * work->lenient.gap[island], 1e-10), 0);
    ldl_solve(plan->matrix, work->matrix, island, work->lambda);
}

/* ---- beginning ---- */

/* One factor for an island: rates of its constraints stay zero where they are. */
void lenient_slow_down(const struct plan *plan, struct work *work, double t, double part, double *y)
{
    system_update(plan, work, t, y);
    const double rate = part * slowest_feedback(plan, work) / 2, most = rate * work->lenient.size;
    double *factor = work->lenient.gap;
    for (int i = 0; i < ldl_islands(plan->matrix); i++)
        factor[i] = part > 0 ? 1 : 0;
    for (int i = 0; i < plan->bodies; i++) {
        const int island = plan->body[i].owner == NULL ? held_island(plan, work, i) : -1;
        const double speed = v3_norm(work->pose[i].v), turning = v3_norm(work->pose[i].w);
        if (island >= 0 && speed > most)
            factor[island] = fmin(factor[island], most / speed);
        if (island >= 0 && plan->body[i].coordinates == COORDINATES_RIGID && turning > rate * FASTEST_TURN)
            factor[island] = fmin(factor[island], rate * FASTEST_TURN / turning);
    }
    for (int i = 0; i < plan->bodies; i++) {
        const int island = held_island(plan, work, i);
        for (int k = 0; island >= 0 && k < plan->body[i].dofs; k++)
            y[plan->body[i].v + k] *= factor[island];
    }
}
