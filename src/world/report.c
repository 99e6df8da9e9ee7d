/* report.c: what is redundant, what contradicts, how many degrees of freedom are left.
 *
 * Judged at the assembled pose, on a copy of the state: a planar loop is redundant only where it closes. Redundant
 * constraints are named as a minimal set: taken in the order they were made, a constraint is in the set if one of its
 * rows depends on rows kept before it.
 */
#include <stdlib.h>
#include <string.h>

#include "world/parts.h"

static void clear(char ***at, int *count)
{
    for (int i = 0; i < *count; i++)
        mem_free((*at)[i]);
    *count = 0;
}

static int compare_made(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return *x - *y;
}

/* ---- one island, dense ---- */

struct island {
    int *items; /* in the order they were made */
    int count, rows, columns;
    int *column; /* first column by body, -1 */
};

/* Rows J W^{1/2}, so that lengths mean what they mean in A = J W Jᵀ. For a rigid body the angular part is taken in its
 * own axes, scaled by the mean of the inverse inertia: dependence does not ask for more. */
static double *island_rows(const struct system *s, const struct island *d, bool by_row, int *starts, int *groups)
{
    double *j = MEM_ARRAY(double, (size_t)d->rows * (size_t)(d->columns > 0 ? d->columns : 1));
    int row = 0;
    *groups = 0;
    for (int i = 0; i < d->count; i++) {
        const struct item *it = &s->item[d->items[i]];
        for (int r = 0; r < it->rows; r++, row++) {
            if (by_row || r == 0)
                starts[(*groups)++] = row;
            for (int p = 0; p < it->parts; p++) {
                const struct part *part = &s->part[it->part + p];
                const struct body *b = &s->body[part->body];
                double linear = sqrt(b->inverse_mass);
                double turning = sqrt((b->inverse_inertia.xx + b->inverse_inertia.yy + b->inverse_inertia.zz) / 3);
                for (int c = 0; c < part->dofs; c++)
                    j[(size_t)row * (size_t)d->columns + (size_t)(d->column[part->body] + c)] =
                        (c < 3 ? linear : turning) * s->jacobian[part->first + r * part->dofs + c];
            }
        }
    }
    starts[*groups] = row;
    return j;
}

static void judge_island(tn_world *w, const struct island *d)
{
    const struct system *s = w->system;
    const double tolerance = 1e-7;
    int *starts = MEM_ARRAY(int, d->rows + 1), groups;
    bool *keep = MEM_ARRAY(bool, d->rows + 1);
    double *j = island_rows(s, d, true, starts, &groups);
    w->rank += dense_independent_groups(groups, starts, d->columns, j, tolerance, keep);
    mem_free(j);
    j = island_rows(s, d, false, starts, &groups);
    dense_independent_groups(groups, starts, d->columns, j, tolerance, keep);
    mem_free(j);
    for (int i = 0; i < d->count; i++)
        if (!keep[i])
            ARRAY_PUSH(&w->redundant, mem_text(w->constraints.at[s->item[d->items[i]].id].label));
    mem_free(starts);
    mem_free(keep);
}

/* ---- all ---- */

static void judge_rank(tn_world *w)
{
    struct system *s = w->system;
    int islands = ldl_islands(s->matrix);
    bool *singular = MEM_ARRAY(bool, islands);
    int *made = MEM_ARRAY(int, pool_slots(&w->constraint_pool));
    for (int i = 0; i < w->constraint_pool.order.count; i++)
        made[w->constraint_pool.order.at[i]] = i;
    for (int i = 0; i < islands; i++)
        singular[i] = ldl_prepare_null(s->matrix, i);
    for (int k = 0; k < islands; k++) {
        if (!singular[k])
            continue;
        struct island d = {.items = MEM_ARRAY(int, s->items), .column = MEM_ARRAY(int, s->bodies)};
        struct {
            int made, item;
        } *order = mem_new(sizeof *order * (size_t)s->items);
        for (int i = 0; i < s->items; i++)
            if (s->item[i].block >= 0 && ldl_island_of(s->matrix, s->item[i].block) == k) {
                order[d.count].made = made[s->item[i].id];
                order[d.count++].item = i;
                d.rows += s->item[i].rows;
            }
        qsort(order, (size_t)d.count, sizeof *order, compare_made);
        for (int b = 0; b < s->bodies; b++)
            d.column[b] = -1;
        for (int i = 0; i < d.count; i++) {
            d.items[i] = order[i].item;
            const struct item *it = &s->item[order[i].item];
            for (int p = 0; p < it->parts; p++) {
                int body = s->part[it->part + p].body;
                if (d.column[body] < 0) {
                    d.column[body] = d.columns;
                    d.columns += s->body[body].dofs;
                }
            }
        }
        judge_island(w, &d);
        mem_free(order);
        mem_free(d.items);
        mem_free(d.column);
    }
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        if (it->block >= 0 && !singular[ldl_island_of(s->matrix, it->block)])
            w->rank += it->rows;
        else if (it->block < 0) /* between things that cannot move: always redundant */
            ARRAY_PUSH(&w->redundant, mem_text(w->constraints.at[it->id].label));
    }
    mem_free(singular);
    mem_free(made);
}

/* What is off at the assembled pose cannot be met with the others. */
static void judge_contradiction(tn_world *w)
{
    const struct system *s = w->system;
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        double size = 0;
        for (int r = 0; r < it->rows && it->level[0] == LEVEL_POSITION; r++)
            size += s->c[it->row + r] * s->c[it->row + r];
        if (sqrt(size) > 1e-6)
            ARRAY_PUSH(&w->contradictory, mem_text(w->constraints.at[it->id].label));
    }
}

static void analyse(tn_world *w)
{
    char *message;
    if (w->analysed)
        return;
    clear(&w->redundant.at, &w->redundant.count);
    clear(&w->contradictory.at, &w->contradictory.count);
    w->rank = 0;
    w->analysed = true;
    tn_status status = plan_make(w, &message);
    mem_free(message);
    if (status != TN_OK) {
        plan_drop(w);
        w->analysed = true;
        return;
    }
    struct system *s = w->system;
    double *y = MEM_ARRAY(double, s->y_count), left;
    if (world_assemble_copy(w, y, &left) == TN_OK) {
        memset(y + s->q_count, 0, sizeof(double) * (size_t)s->v_count);
        system_update(s, w->t, y);
        system_linearize(s, w->t, false);
        judge_contradiction(w);
        judge_rank(w);
    }
    w->evaluated = false;
    mem_free(y);
}

const char *tn_redundant(tn_world *w, int i)
{
    analyse(w);
    return i >= 0 && i < w->redundant.count ? w->redundant.at[i] : NULL;
}

const char *tn_contradictory(tn_world *w, int i)
{
    analyse(w);
    return i >= 0 && i < w->contradictory.count ? w->contradictory.at[i] : NULL;
}

tn_counts tn_count(tn_world *w)
{
    analyse(w);
    tn_counts n = {
        .objects = w->object_pool.order.count,
        .constraints = w->constraint_pool.order.count,
        .forces = w->force_pool.order.count,
        .rank = w->rank,
        .steps = w->steps_before,
        .evaluations = w->evaluations_before,
        .fallbacks = w->fallbacks_before,
    };
    if (w->system != NULL) {
        for (int i = 0; i < w->system->items; i++)
            n.rows += w->system->item[i].rows;
        n.degrees_of_freedom = w->system->v_count - w->rank;
        n.steps += w->integrator != NULL ? integrator_steps(w->integrator) : 0;
        n.evaluations += w->system->evaluations;
        n.fallbacks += w->system->fallbacks;
    }
    return n;
}
