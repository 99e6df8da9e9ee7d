/* equations.c: the equations of motion as data, and what constraints exert on each coordinate (tenon/arrays.h). */
#include <string.h>

#include "dynamics/jacobian.h"
#include "world/world_parts.h"

struct sparse {
    int rows, columns, entries;
    int start_room, room;
    int *start, *column;
    double *value;
};

struct tn_system {
    int rows, velocities;
    int row_room, number_room;
    tn_system_row *row;
    double *multiplier, *deviation, *rate; /* by row */
    double *force, *acceleration;          /* by velocity */
    double *one;                           /* a row of J: as many numbers as velocities */
    struct sparse jacobian, mass;
};

/* ---- memory ---- */

static void sparse_begin(struct sparse *m, int rows, int columns)
{
    m->rows = rows;
    m->columns = columns;
    m->entries = 0;
    if (m->start_room < rows + 1) {
        m->start_room = rows + 1;
        m->start = mem_resize(m->start, 0, sizeof *m->start * (size_t)m->start_room);
    }
    m->start[0] = 0;
}

static void sparse_add(struct sparse *m, int column, double value)
{
    if (m->entries == m->room) {
        m->room = m->room > 0 ? 2 * m->room : 64;
        m->column = mem_resize(m->column, sizeof *m->column * (size_t)m->entries, sizeof *m->column * (size_t)m->room);
        m->value = mem_resize(m->value, sizeof *m->value * (size_t)m->entries, sizeof *m->value * (size_t)m->room);
    }
    m->column[m->entries] = column;
    m->value[m->entries++] = value;
}

static void sparse_free(struct sparse *m)
{
    mem_free(m->start);
    mem_free(m->column);
    mem_free(m->value);
}

static double *resized(double *at, int count)
{
    return mem_resize(at, 0, sizeof *at * (size_t)(count > 0 ? count : 1));
}

static void system_begin(tn_system *s, int rows, int velocities)
{
    if (s->row_room < rows || s->row == NULL) {
        s->row_room = rows;
        s->row = mem_resize(s->row, 0, sizeof *s->row * (size_t)(rows > 0 ? rows : 1));
        s->multiplier = resized(s->multiplier, rows);
        s->deviation = resized(s->deviation, rows);
        s->rate = resized(s->rate, rows);
    }
    if (s->number_room < velocities || s->force == NULL) {
        s->number_room = velocities;
        s->force = resized(s->force, velocities);
        s->acceleration = resized(s->acceleration, velocities);
        s->one = resized(s->one, velocities);
    }
    s->rows = 0;
    s->velocities = velocities;
    sparse_begin(&s->jacobian, rows, velocities);
    sparse_begin(&s->mass, velocities, velocities);
}

void tn_system_free(tn_system *s)
{
    if (s == NULL)
        return;
    sparse_free(&s->jacobian);
    sparse_free(&s->mass);
    double *const list[] = {s->multiplier, s->deviation, s->rate, s->force, s->acceleration, s->one};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        mem_free(list[i]);
    mem_free(s->row);
    mem_free(s);
}

/* ---- rows ---- */

/* The rows of the l-th limit of a constraint, -1: its own rows; NULL: they are not in the plan. */
static const struct constraint_rows *rows_of(const tn_world *w, int slot, int l)
{
    const struct constraint_place *p = &w->planned->constraint[slot];
    const int index = l < 0 ? p->constraint : p->limit[l];
    return index >= 0 ? &w->plan->constraint[index] : NULL;
}

/* Forces that act as applied ones, and are in the accelerations without constraints. */
static bool is_applied(const struct work *work, const struct constraint_rows *it)
{
    return it->apart || work->constraint[it->index].mode == MODE_PUSHED;
}

static double multiplier_of(const struct work *work, const struct constraint_rows *it, int r)
{
    return work->constraint[it->index].mode == MODE_FREE ? 0 : work->multiplier[it->row + r];
}

static void add_rows(tn_world *w, tn_system *s, int slot, const struct constraint_rows *it, double *applied)
{
    const struct plan *plan = w->plan;
    struct work *work = w->work;
    struct jacobian_columns columns;
    jacobian_find_columns(plan, it, &columns);
    system_rows(plan, work, it, w->run.t, &work->rows_now);
    for (int r = 0; r < it->rows; r++) {
        const int row = s->rows++;
        s->row[row] = (tn_system_row){.constraint = world_constraint_id(w, slot),
                                      .index = r,
                                      .limit = it->limit,
                                      .level = it->level[r] == LEVEL_POSITION   ? 0
                                               : it->level[r] == LEVEL_VELOCITY ? 1
                                                                                : 2,
                                      .held = work->constraint[it->index].mode == MODE_HELD};
        s->multiplier[row] = multiplier_of(work, it, r);
        s->deviation[row] = work->rows_now.c[r];
        s->rate[row] = work->rows_now.cd[r];
        jacobian_row(plan, work, it, &work->rows_now, r, &columns, s->one);
        for (int i = 0; i < columns.count; i++)
            for (int k = 0; k < columns.width[i]; k++) {
                const double j = s->one[columns.position[i] + k];
                sparse_add(&s->jacobian, columns.first[i] + k, j);
                if (is_applied(work, it))
                    applied[columns.first[i] + k] += j * s->multiplier[row];
            }
        s->jacobian.start[s->rows] = s->jacobian.entries;
    }
}

static int count_rows(const tn_world *w)
{
    int rows = 0;
    for (int i = 0; i < w->plan->constraints; i++)
        rows += w->plan->constraint[i].rows;
    return rows;
}

/* ---- the whole ---- */

struct masses {
    struct sparse *m;
    int row;
};

static void add_mass(void *ctx, int row, int column, double value)
{
    struct masses *x = ctx;
    while (x->row < row)
        x->m->start[++x->row] = x->m->entries;
    sparse_add(x->m, column, value);
}

/* out ← out + m x */
static void multiply(const struct sparse *m, const double *x, double *out)
{
    for (int r = 0; r < m->rows; r++)
        for (int k = m->start[r]; k < m->start[r + 1]; k++)
            out[r] += m->value[k] * x[m->column[k]];
}

/* f: the forces that give the accelerations without constraints, less those that are among the rows. Displacements know no
 * forces: what is left of M v̇. */
static void find_forces(tn_world *w, tn_system *s)
{
    const int n = s->velocities;
    double *applied = s->force; /* Jᵀλ of the rows that count as applied, so far */
    if (w->plan->displaces) {
        memset(s->force, 0, sizeof *s->force * (size_t)n);
        multiply(&s->mass, s->acceleration, s->force);
        for (int r = 0; r < s->rows; r++)
            for (int k = s->jacobian.start[r]; k < s->jacobian.start[r + 1]; k++)
                s->force[s->jacobian.column[k]] -= s->jacobian.value[k] * s->multiplier[r];
        return;
    }
    jacobian_free_motion(w->plan, w->work, s->one);
    for (int i = 0; i < n; i++)
        applied[i] = -applied[i];
    multiply(&s->mass, s->one, s->force);
}

tn_system *tn_system_take(tn_world *w, tn_system *again)
{
    if (w == NULL || tn_evaluate(w) != TN_OK)
        return NULL;
    const struct plan *plan = w->plan;
    tn_system *s = again != NULL ? again : MEM_NEW(tn_system);
    const int n = plan->v_count;
    system_begin(s, count_rows(w), n);
    memset(s->force, 0, sizeof *s->force * (size_t)n);
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const int slot = w->things->constraint_pool.order.at[i];
        for (int l = -1; l < w->things->constraints.at[slot].limit_count; l++)
            if (rows_of(w, slot, l) != NULL)
                add_rows(w, s, slot, rows_of(w, slot, l), s->force);
    }
    s->jacobian.rows = s->rows;
    struct masses masses = {&s->mass, 0};
    jacobian_mass(plan, w->work, add_mass, &masses);
    while (masses.row < n)
        s->mass.start[++masses.row] = s->mass.entries;
    memcpy(s->acceleration, plan->first_order ? w->work->first_order.velocity : w->run.ydot + plan->q_count,
           sizeof *s->acceleration * (size_t)n);
    find_forces(w, s);
    return s;
}

int tn_system_rows(const tn_system *s) { return s != NULL ? s->rows : 0; }
int tn_system_velocities(const tn_system *s) { return s != NULL ? s->velocities : 0; }

static tn_csr public_matrix(const struct sparse *m)
{
    return (tn_csr){m->rows, m->columns, m->entries, m->start, m->column, m->value};
}

tn_csr tn_system_jacobian(const tn_system *s) { return s != NULL ? public_matrix(&s->jacobian) : (tn_csr){.rows = 0}; }
tn_csr tn_system_mass(const tn_system *s) { return s != NULL ? public_matrix(&s->mass) : (tn_csr){.rows = 0}; }

const double *tn_system_numbers(const tn_system *s, tn_system_array which)
{
    if (s == NULL)
        return NULL;
    switch (which) {
    case TN_SYSTEM_MULTIPLIERS:
        return s->multiplier;
    case TN_SYSTEM_DEVIATIONS:
        return s->deviation;
    case TN_SYSTEM_RATES:
        return s->rate;
    case TN_SYSTEM_FORCES:
        return s->force;
    case TN_SYSTEM_ACCELERATIONS:
        return s->acceleration;
    }
    return NULL;
}

bool tn_system_row_at(const tn_system *s, int i, tn_system_row *out)
{
    if (s == NULL || out == NULL || i < 0 || i >= s->rows)
        return false;
    *out = s->row[i];
    return true;
}

/* ---- of one constraint ---- */

/* The columns of all its rows, in ascending order. */
static void find_all_columns(const tn_world *w, int slot, struct jacobian_columns *all)
{
    struct jacobian_columns one;
    all->count = all->total = 0;
    for (int l = -1; l < w->things->constraints.at[slot].limit_count; l++) {
        const struct constraint_rows *it = rows_of(w, slot, l);
        if (it == NULL)
            continue;
        jacobian_find_columns(w->plan, it, &one);
        for (int i = 0; i < one.count; i++)
            jacobian_add_run(all, one.first[i], one.width[i]);
    }
    jacobian_number_runs(all);
}

/* Jᵀλ of some of its rows, added to the numbers of the columns of all. */
static void add_pull(tn_world *w, const struct constraint_rows *it, const struct jacobian_columns *all, double *one,
                     double *sum)
{
    struct jacobian_columns columns;
    jacobian_find_columns(w->plan, it, &columns);
    system_rows(w->plan, w->work, it, w->run.t, &w->work->rows_now);
    for (int r = 0; r < it->rows; r++) {
        jacobian_row(w->plan, w->work, it, &w->work->rows_now, r, &columns, one);
        for (int i = 0, a = 0; i < columns.count; i++) {
            while (a < all->count && all->first[a] != columns.first[i])
                a++;
            for (int k = 0; a < all->count && k < columns.width[i]; k++)
                sum[all->position[a] + k] += multiplier_of(w->work, it, r) * one[columns.position[i] + k];
        }
    }
}

int tn_constraint_forces(tn_world *w, tn_constraint c, tn_generalized_force *out, int room)
{
    const int slot = world_find_constraint_id(w, c);
    struct jacobian_columns all;
    if (slot < 0 || world_evaluated(w) != TN_OK)
        return 0;
    find_all_columns(w, slot, &all);
    if (out == NULL || room <= 0 || all.total == 0)
        return all.total;
    ARRAY_RESERVE(&w->run.scratch, 2 * all.total);
    double *sum = w->run.scratch.at, *one = sum + all.total;
    memset(sum, 0, sizeof *sum * (size_t)all.total);
    for (int l = -1; l < w->things->constraints.at[slot].limit_count; l++)
        if (rows_of(w, slot, l) != NULL)
            add_pull(w, rows_of(w, slot, l), &all, one, sum);
    for (int i = 0; i < all.count; i++)
        for (int k = 0; k < all.width[i] && all.position[i] + k < room; k++) {
            tn_state_number is = {.offset = 0};
            state_describe(w, all.first[i] + k, &is);
            out[all.position[i] + k] = (tn_generalized_force){.object = is.object,
                                                              .index = is.index,
                                                              .coordinate = is.coordinate,
                                                              .velocity = is.offset,
                                                              .force = sum[all.position[i] + k]};
        }
    return all.total;
}
