/* modes.c: how the model can still move: a basis of the velocities that all constraints allow.
 *
 * Velocities v with J v = 0, J the Jacobian of the constraints that hold now. Gauss-Jordan elimination with complete
 * pivoting: each free column gives one mode, in which that coordinate moves by one and the pivots follow. Modes made this
 * way move few parts each, which is easier to look at than an orthogonal basis.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum { MOST_MODES = 12, MOST_UNKNOWNS = 400, MOST_ROWS = 800 };

struct elimination {
    double *a; /* rows × columns */
    int rows, columns, rank;
    int *column; /* columns by position: pivots first */
};

static void swap_columns(struct elimination *e, int i, int k)
{
    const int c = e->column[i];
    e->column[i] = e->column[k];
    e->column[k] = c;
    for (int r = 0; r < e->rows; r++) {
        const double x = e->a[r * e->columns + i];
        e->a[r * e->columns + i] = e->a[r * e->columns + k];
        e->a[r * e->columns + k] = x;
    }
}

static void swap_rows(struct elimination *e, int i, int k)
{
    for (int c = 0; i != k && c < e->columns; c++) {
        const double x = e->a[i * e->columns + c];
        e->a[i * e->columns + c] = e->a[k * e->columns + c];
        e->a[k * e->columns + c] = x;
    }
}

/* Rows have unit length before. Positions are met to some 1e-8, so that a pivot below 1e-6 is none. */
static void eliminate(struct elimination *e)
{
    const int n = e->columns;
    for (e->rank = 0; e->rank < e->rows && e->rank < n; e->rank++) {
        const int k = e->rank;
        int row = k, column = k;
        double most = 0;
        for (int r = k; r < e->rows; r++)
            for (int c = k; c < n; c++)
                if (fabs(e->a[r * n + c]) > most) {
                    most = fabs(e->a[r * n + c]);
                    row = r;
                    column = c;
                }
        if (most < 1e-6)
            return;
        swap_rows(e, k, row);
        if (column != k)
            swap_columns(e, k, column);
        const double pivot = e->a[k * n + k];
        for (int c = k; c < n; c++)
            e->a[k * n + c] /= pivot;
        for (int r = 0; r < e->rows; r++) {
            const double factor = e->a[r * n + k];
            if (r == k || factor == 0)
                continue;
            for (int c = k; c < n; c++)
                e->a[r * n + c] -= factor * e->a[k * n + c];
        }
    }
}

/* The rows of constraints on positions and velocities that hold now. */
static void fill(struct elimination *e, const tn_system *y)
{
    const tn_csr j = tn_system_jacobian(y);
    e->columns = tn_system_velocities(y);
    e->rows = 0;
    e->a = calloc((size_t)j.rows * (size_t)e->columns + 1, sizeof *e->a);
    e->column = studio_memory(NULL, (size_t)(e->columns + 1) * sizeof *e->column);
    for (int c = 0; c < e->columns; c++)
        e->column[c] = c;
    for (int r = 0; e->a != NULL && r < j.rows; r++) {
        tn_system_row is;
        double sum = 0;
        if (!tn_system_row_at(y, r, &is) || !is.held || is.level > 1)
            continue;
        for (int k = j.start[r]; k < j.start[r + 1]; k++)
            sum += j.value[k] * j.value[k];
        if (!(sum > 0) || !isfinite(sum))
            continue;
        for (int k = j.start[r]; k < j.start[r + 1]; k++)
            e->a[e->rows * e->columns + j.column[k]] = j.value[k] / sqrt(sum);
        e->rows++;
    }
}

/* One mode: how fast every object moves that moves in it. */
static void write_mode(struct studio *s, const struct elimination *e, int free_at, tn_state *state, double *v)
{
    tn_world *w = s->doc.world;
    struct writer *out = &s->answer;
    memset(v, 0, (size_t)e->columns * sizeof *v);
    v[e->column[free_at]] = 1;
    for (int r = 0; r < e->rank; r++)
        v[e->column[r]] = -e->a[r * e->columns + free_at];
    write_open(out, NULL, '[');
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_state_range at;
        double most = 0;
        if (!tn_state_object(state, tn_object_at(w, i), &at))
            continue;
        for (int k = 0; k < at.velocities && at.velocity + k < e->columns; k++)
            most = fmax(most, fabs(v[at.velocity + k]));
        if (most < 1e-9)
            continue;
        const double *x = v + at.velocity;
        const int n = at.velocities;
        write_open(out, NULL, '{');
        write_object_id(out, "object", tn_object_at(w, i));
        write_numbers(out, "velocity", (double[]){n > 0 ? x[0] : 0, n > 2 ? x[1] : 0, n > 2 ? x[2] : 0}, 3);
        write_numbers(out, "spin", n == 6 ? x + 3 : (double[]){0, 0, 0}, 3);
        write_close(out, '}');
    }
    write_close(out, ']');
}

bool op_modes(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    (void)m;
    tn_system *y = tn_system_take(s->doc.world, NULL);
    tn_state *state = tn_state_take(s->doc.world);
    struct elimination e = {0};
    if (y == NULL || state == NULL) {
        tn_system_free(y);
        tn_state_free(state);
        return refuse(s, "refused", "%s", tn_failure(s->doc.world));
    }
    const bool small = tn_system_velocities(y) <= MOST_UNKNOWNS && tn_system_rows(y) <= MOST_ROWS;
    if (small) {
        fill(&e, y);
        eliminate(&e);
    }
    write_integer(&s->answer, "dof", small ? e.columns - e.rank : tn_count(s->doc.world).degrees_of_freedom);
    write_open(&s->answer, "modes", '[');
    double *v = studio_memory(NULL, (size_t)(e.columns + 1) * sizeof *v);
    for (int i = e.rank; small && i < e.columns && i < e.rank + MOST_MODES; i++)
        write_mode(s, &e, i, state, v);
    write_close(&s->answer, ']');
    free(v);
    free(e.a);
    free(e.column);
    tn_system_free(y);
    tn_state_free(state);
    return true;
}
