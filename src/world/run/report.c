/* report.c: redundant and contradictory constraints, and the number of degrees of freedom.
 *
 * Computed at the assembled pose, on a copy of the state: a planar loop is redundant only where it closes. The
 * redundant constraints form a minimal set: in order of creation, a constraint is in the set if one of its rows depends
 * on rows kept before it.
 */
#include <stdlib.h>
#include <string.h>

#include "linear/sparse_rank.h"
#include "dynamics/tree/linked.h"
#include "world/world_parts.h"

/* ---- suspects ---- */

/* Rows that are not zero after a random vector is projected onto the null space of A take part in a dependence; all
 * others are independent. The generator is our own, so that results are reproducible. */
static double next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

/* Marks the constraints of singular islands whose rows take part in a dependence. */
static void find_suspects(const struct plan *plan, struct work *work, bool *suspect)
{
    int islands = ldl_islands(plan->matrix), n = ldl_rows(plan->matrix);
    bool *singular = MEM_ARRAY(bool, islands);
    double *z = MEM_ARRAY(double, n);
    uint64_t state = 88172645463325252u;
    system_forget_factors(plan, work);
    for (int i = 0; i < islands; i++)
        singular[i] = ldl_prepare_null(plan->matrix, work->matrix, i);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < n; i++)
            z[i] = next_random(&state);
        for (int i = 0; i < islands; i++)
            if (singular[i])
                ldl_null_part(plan->matrix, work->matrix, i, z);
        for (int i = 0; i < plan->constraints; i++) {
            const struct constraint_rows *it = &plan->constraint[i];
            for (int r = 0; r < it->rows && it->block >= 0; r++)
                if (singular[ldl_island_of(plan->matrix, it->block)] && fabs(z[it->row + r]) > 1e-6)
                    suspect[i] = true;
        }
    }
    mem_free(singular);
    mem_free(z);
}

/* ---- rows that vanish ---- */

/* Where abs(x) = 0 or x² = 0 holds exactly, its gradient is zero, and nothing repeats it. Such rows are judged by their
 * gradients a little beside, on the way to the start, kept here: by constraint, NULL or rows of all of its blocks. */
struct beside {
    double **row;
    int count;
};

static int columns_of(const struct plan *plan, const struct constraint_rows *it)
{
    int columns = 0;
    for (int p = it->jacobian; p < it->jacobian + it->jacobians; p++)
        columns += plan->jacobian[p].dofs;
    return columns;
}

static void copy_rows(const struct plan *plan, const struct work *work, const struct constraint_rows *it, double *out)
{
    for (int r = 0; r < it->rows; r++)
        for (int p = it->jacobian; p < it->jacobian + it->jacobians; p++)
            for (int c = 0; c < plan->jacobian[p].dofs; c++)
                *out++ = system_jacobian(work, &plan->jacobian[p], r, c);
}

static bool has_zero_row(const double *row, int rows, int columns)
{
    for (int r = 0; r < rows; r++) {
        bool zero = true;
        for (int c = 0; c < columns; c++)
            zero &= row[r * columns + c] == 0;
        if (zero)
            return true;
    }
    return false;
}

/* Which rows vanish at y, where the rows are now; if any do, fills in what they are beside, and goes back to y. */
static struct beside look_beside(tn_world *w, const double *y)
{
    const double part = 1e-3, far = 1e-6;
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    uint64_t state = 88172645463325252u;
    struct beside b = {MEM_ARRAY(double *, plan->constraints), 0};
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        const int columns = columns_of(plan, it);
        if (it->block < 0 || it->constant || work->constraint[i].out || columns == 0)
            continue;
        double *row = MEM_ARRAY(double, it->rows *columns);
        copy_rows(plan, work, it, row);
        if (has_zero_row(row, it->rows, columns)) {
            b.row[i] = row;
            b.count++;
        } else {
            mem_free(row);
        }
    }
    if (b.count == 0)
        return b;
    double *there = mem_copy(y, sizeof *y * (size_t)plan->y_count);
    for (int i = 0; i < plan->q_count; i++)
        there[i] += part * (w->run.y[i] - y[i]);
    for (int i = 0; i < plan->v_count; i++) /* the start may be there */
        work->acceleration[i] = far * next_random(&state);
    system_displace(plan, work->acceleration, 1, there);
    system_update(plan, work, w->run.t, there);
    system_linearize(plan, work, w->run.t, false);
    for (int i = 0; i < plan->constraints; i++)
        if (b.row[i] != NULL)
            copy_rows(plan, work, &plan->constraint[i], b.row[i]);
    system_update(plan, work, w->run.t, y);
    system_linearize(plan, work, w->run.t, false);
    mem_free(there);
    return b;
}

static void free_beside(const struct plan *plan, struct beside *b)
{
    for (int i = 0; i < plan->constraints; i++)
        mem_free(b->row[i]);
    mem_free(b->row);
}

/* Their whole islands are looked at. */
static void suspect_islands(const struct plan *plan, const struct beside *b, bool *suspect)
{
    bool *any = MEM_ARRAY(bool, ldl_islands(plan->matrix));
    for (int i = 0; i < plan->constraints; i++)
        if (b->row[i] != NULL)
            any[ldl_island_of(plan->matrix, plan->constraint[i].block)] = true;
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        if (it->block >= 0 && it->limit < 0 && !it->apart && any[ldl_island_of(plan->matrix, it->block)])
            suspect[i] = true;
    }
    mem_free(any);
}

/* ---- their rows, in order of creation of the constraints ---- */

struct rows_list {
    ARRAY(int) constraint; /* by group */
    ARRAY(int) group_start;
    ARRAY(int) row_start;
    ARRAY(int) column;
    ARRAY(double) value;
};

/* Adds rows of J W^{1/2}, with the scale of A = J W Jᵀ. The mean of the inverse inertia is enough for the angular part:
 * dependence does not need more. */
static void add_rows(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                     const double *beside, struct rows_list *l)
{
    for (int r = 0; r < it->rows; r++) {
        for (int p = 0; p < it->jacobians; p++) {
            const struct jacobian_block *block = &plan->jacobian[it->jacobian + p];
            const struct body *b = &plan->body[block->body];
            double linear = sqrt(b->inverse_mass);
            const sym3 *i = &b->build->inverse_inertia;
            double turning = sqrt((i->xx + i->yy + i->zz) / 3);
            for (int c = 0; c < block->dofs; c++) {
                const double entry = beside != NULL ? *beside++ : system_jacobian(work, block, r, c);
                double x = (c < 3 || !block->turns ? linear : turning) * entry;
                if (x != 0) {
                    ARRAY_PUSH(&l->column, b->v - plan->q_count + c);
                    ARRAY_PUSH(&l->value, x);
                }
            }
        }
        ARRAY_PUSH(&l->row_start, l->column.count);
    }
}

struct made_rows {
    int made, constraint;
};
static int compare_made(const void *a, const void *b)
{
    const struct made_rows *x = a, *y = b;
    return x->made - y->made;
}

static struct rows_list collect(const tn_world *w, const struct beside *beside, const bool *suspect)
{
    const struct plan *plan = w->plan;
    const struct work *work = w->work;
    struct rows_list l = {.constraint = {NULL, 0, 0}};
    int *made = MEM_ARRAY(int, pool_slots(&w->things->constraint_pool)), count = 0;
    struct made_rows *order = MEM_ARRAY(struct made_rows, plan->constraints);
    for (int i = 0; i < w->things->constraint_pool.order.count; i++)
        made[w->things->constraint_pool.order.at[i]] = i;
    for (int i = 0; i < plan->constraints; i++)
        if (suspect[i])
            order[count++] = (struct made_rows){made[plan->constraint[i].id], i};
    qsort(order, (size_t)count, sizeof *order, compare_made);
    ARRAY_PUSH(&l.row_start, 0);
    for (int i = 0; i < count; i++) {
        ARRAY_PUSH(&l.constraint, order[i].constraint);
        ARRAY_PUSH(&l.group_start, l.row_start.count - 1);
        add_rows(plan, work, &plan->constraint[order[i].constraint], beside->row[order[i].constraint], &l);
    }
    ARRAY_PUSH(&l.group_start, l.row_start.count - 1);
    mem_free(made);
    mem_free(order);
    return l;
}

static void free_rows(struct rows_list *l)
{
    ARRAY_FREE(&l->constraint);
    ARRAY_FREE(&l->group_start);
    ARRAY_FREE(&l->row_start);
    ARRAY_FREE(&l->column);
    ARRAY_FREE(&l->value);
}

/* ---- rank ---- */

static void name_redundant(tn_world *w, const struct constraint_rows *it)
{
    ARRAY_PUSH(&w->reports.redundant, world_constraint_id(w, it->id));
}

static void judge_suspects(tn_world *w, const struct beside *beside, const bool *suspect)
{
    const double tolerance = 1e-7, most_work = 4e9;
    const struct plan *plan = w->plan;
    struct rows_list l = collect(w, beside, suspect);
    int groups = l.constraint.count, rows = l.row_start.count - 1;
    bool *keep = MEM_ARRAY(bool, rows + 1);
    int *single = MEM_ARRAY(int, rows + 1); /* each row its own group: gives the rank */
    for (int r = 0; r <= rows; r++)
        single[r] = r;
    int rank = sparse_independent_groups(rows, single, l.row_start.at, l.column.at, l.value.at, plan->v_count,
                                         tolerance, most_work, keep);
    w->reports.rank += rank < 0 ? rows : rank;
    if (rank >= 0 && sparse_independent_groups(groups, l.group_start.at, l.row_start.at, l.column.at, l.value.at,
                                               plan->v_count, tolerance, most_work, keep) >= 0) {
        for (int g = 0; g < groups; g++)
            if (!keep[g])
                name_redundant(w, &plan->constraint[l.constraint.at[g]]);
    } else {
        world_warn(w, mem_text("the model is redundant, but naming the redundant constraints would take too long"));
    }
    mem_free(keep);
    mem_free(single);
    free_rows(&l);
}

static void judge_rank(tn_world *w, const struct beside *beside)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    bool *suspect = MEM_ARRAY(bool, plan->constraints);
    find_suspects(plan, work, suspect);
    if (beside->count > 0)
        suspect_islands(plan, beside, suspect);
    judge_suspects(w, beside, suspect);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        if (it->limit >= 0 || it->apart)
            continue;
        if (it->block >= 0 && !suspect[i])
            for (int r = 0; r < it->rows; r++)
                w->reports.rank += !(work->constraint[it->index].still >> r & 1);
        else if (it->block < 0) /* between immovable things: always redundant */
            name_redundant(w, it);
    }
    mem_free(suspect);
}

/* Does a constraint deviate at the pose that Gauss–Newton finds? Then tn_contradictory_at tries the other ways. */
static bool some_gap_is_left(const struct plan *plan, const struct work *work)
{
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        double size = 0;
        for (int r = 0; r < it->rows && it->level[0] == LEVEL_POSITION && it->bounds != BOUND_MOTOR; r++) {
            const double c = it->bounds == BOUND_ONE_SIDED ? fmin(work->c[it->row + r], 0) : work->c[it->row + r];
            size += c * c;
        }
        if (sqrt(size) > 1e-6 && !it->apart)
            return true;
    }
    return false;
}

static void analyse(tn_world *w)
{
    char *message;
    if (w->reports.analysed)
        return;
    w->reports.redundant.count = w->reports.contradictory.count = w->reports.undecided.count = w->reports.rank = 0;
    w->reports.gap_left = w->reports.verdict_known = false;
    w->reports.analysed = true;
    tn_status status = plan_make(w, &message);
    mem_free(message);
    if (status != TN_OK) {
        w->reports.analysed = true; /* dropping the plan has reset it */
        return;
    }
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    double *y = MEM_ARRAY(double, plan->y_count), left;
    enum mode *modes = MEM_ARRAY(enum mode, plan->bounded_count);
    for (int b = 0; b < plan->bounded_count; b++)
        modes[b] = work->constraint[plan->bounded[b]].mode;
    if (world_assemble_copy(w, y, &left) == TN_OK) {
        memset(y + plan->q_count, 0, sizeof(double) * (size_t)plan->v_count);
        system_update(plan, work, w->run.t, y);
        for (int b = 0; b < plan->bounded_count; b++)
            work->constraint[plan->bounded[b]].mode = MODE_FREE; /* limits and motors are not counted */
        system_linearize(plan, work, w->run.t, false);
        w->reports.gap_left = some_gap_is_left(plan, work);
        struct beside beside = look_beside(w, y);
        judge_rank(w, &beside);
        free_beside(plan, &beside);
    } else {
        world_warn(w, mem_print("rank and redundancy cannot be judged: %s%s%s has no value here",
                                work->report.bad_constraint >= 0 ? "the constraint '" : "the model",
                                work->report.bad_constraint >= 0
                                    ? world_label(w, plan->constraint[work->report.bad_constraint].id)
                                    : "",
                                work->report.bad_constraint >= 0 ? "'" : ""));
    }
    for (int b = 0; b < plan->bounded_count; b++)
        work->constraint[plan->bounded[b]].mode = modes[b];
    w->run.evaluated = false;
    mem_free(modes);
    mem_free(y);
}

bool world_gap_left(tn_world *w)
{
    analyse(w);
    return w->reports.gap_left;
}

tn_status tn_integrator_used(tn_world *w, tn_integrator *out)
{
    if (w == NULL || out == NULL)
        return TN_WRONG_USE;
    const tn_status status = world_plan_ahead(w);
    *out = w->settings.integrator;
    for (int i = 0; status == TN_OK && !w->plan->contact && !w->plan->displaces && i < integrator_count(); i++)
        if (integrator_classes[i] == integrator_for(w->plan, w->settings.integrator))
            *out = (tn_integrator)i;
    return status;
}

tn_constraint tn_redundant_at(tn_world *w, int i)
{
    if (w == NULL)
        return world_constraint_id(w, -1);
    analyse(w);
    return i >= 0 && i < w->reports.redundant.count ? w->reports.redundant.at[i] : world_constraint_id(w, -1);
}

tn_constraint tn_contradictory_at(tn_world *w, int i)
{
    if (w == NULL)
        return world_constraint_id(w, -1);
    analyse(w);
    world_reach_verdict(w);
    return i >= 0 && i < w->reports.contradictory.count ? w->reports.contradictory.at[i] : world_constraint_id(w, -1);
}

tn_constraint tn_undecided_at(tn_world *w, int i)
{
    if (w == NULL)
        return world_constraint_id(w, -1);
    analyse(w);
    world_reach_verdict(w);
    return i >= 0 && i < w->reports.undecided.count ? w->reports.undecided.at[i] : world_constraint_id(w, -1);
}

tn_constraint tn_unmet_at(tn_world *w, int i)
{
    if (w == NULL || i < 0)
        return world_constraint_id(w, -1);
    if (i == 0 || !w->reports.unmet_known)
        world_find_unmet(w);
    return i < w->reports.unmet.count ? w->reports.unmet.at[i] : world_constraint_id(w, -1);
}

tn_constraint tn_held_softly_at(tn_world *w, int i)
{
    for (int k = 0; w != NULL && i >= 0 && k < w->things->constraint_pool.order.count && w->run.soft_until > 0; k++) {
        const int slot = w->things->constraint_pool.order.at[k];
        if (w->run.constraints.at[slot].softly && w->run.constraints.at[slot].active && i-- == 0)
            return world_constraint_id(w, slot);
    }
    return world_constraint_id(w, -1);
}

/* Its name, as long as it is there. */
static const char *name_of(const tn_world *w, tn_constraint c)
{
    return world_find_constraint_id(w, c) >= 0 ? tn_constraint_name(w, c) : NULL;
}

const char *tn_redundant(tn_world *w, int i) { return name_of(w, tn_redundant_at(w, i)); }
const char *tn_contradictory(tn_world *w, int i) { return name_of(w, tn_contradictory_at(w, i)); }

tn_counts tn_count(tn_world *w)
{
    if (w == NULL)
        return (tn_counts){.objects = 0};
    analyse(w);
    tn_counts n = {
        .objects = w->things->object_pool.order.count,
        .constraints = w->things->constraint_pool.order.count,
        .forces = w->things->force_pool.order.count,
        .rank = w->reports.rank,
        .steps = w->run.steps_before,
        .evaluations = w->run.evaluations_before,
        .fallbacks = w->run.fallbacks_before,
        .factorizations = w->run.factorizations_before,
    };
    n.steps += w->run.fitted.integrator != NULL ? integrator_steps(w->run.fitted.integrator) : 0;
    struct displacement_report r = displaced_report(w);
    n.iterations = r.iterations;
    n.most_iterations = r.most;
    n.last_iterations = r.last;
    if (w->plan != NULL) {
        for (int i = 0; i < w->plan->constraints; i++)
            n.rows += w->plan->constraint[i].limit < 0 ? w->plan->constraint[i].rows : 0;
        n.by_coordinates = w->plan->linked != NULL ? w->plan->linked->joints : 0;
        n.degrees_of_freedom = w->plan->v_count - w->reports.rank;
        n.evaluations += w->work->report.evaluations;
        n.fallbacks += w->work->report.fallbacks;
        n.factorizations += w->work->report.factorizations;
    }
    return n;
}
