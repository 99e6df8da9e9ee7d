/* sparse_rank.c: row elimination with a sparse accumulator.
 *
 * Each kept row is stored with a pivot column that no other kept row has as pivot; a new row is reduced by the kept
 * rows in whose pivot columns it has entries, the oldest first: a kept row has no entries in the pivot columns of older
 * rows, but may have some in those of younger ones. The pivot is one of the large remaining entries: the one whose
 * column is the first to be no longer used, so that later rows meet few pivots. In a chain that is the previous body.
 */
#include "linear/sparse_rank.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

struct kept_row {
    int start, count; /* in the pool of entries; the pivot comes first, with value 1 */
};

struct elimination {
    int columns;
    double *dense;   /* the current row, scattered */
    bool *present;   /* the column is in `list` */
    ARRAY(int) list; /* columns that may be non-zero */
    int *last_use;   /* by column: the last row that has it */
    int *pivot_of;   /* kept row by its pivot column, -1 */
    int *heap;       /* kept rows still to be applied, the oldest on top */
    bool *queued;    /* by kept row */
    int heap_count;
    ARRAY(struct kept_row) rows;
    ARRAY(int) entry_column;
    ARRAY(double) entry_value;
    double work;
};

static void push(struct elimination *e, int row)
{
    if (e->queued[row])
        return;
    e->queued[row] = true;
    int i = e->heap_count++;
    while (i > 0 && e->heap[(i - 1) / 2] > row) {
        e->heap[i] = e->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    e->heap[i] = row;
}

static int pop(struct elimination *e)
{
    int top = e->heap[0], last = e->heap[--e->heap_count], i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= e->heap_count)
            break;
        if (child + 1 < e->heap_count && e->heap[child + 1] < e->heap[child])
            child++;
        if (e->heap[child] >= last)
            break;
        e->heap[i] = e->heap[child];
        i = child;
    }
    e->heap[i] = last;
    e->queued[top] = false;
    return top;
}

static void touch(struct elimination *e, int column)
{
    if (e->present[column])
        return;
    e->present[column] = true;
    ARRAY_PUSH(&e->list, column);
    if (e->pivot_of[column] >= 0)
        push(e, e->pivot_of[column]);
}

/* Reduces the scattered row by all kept rows in whose pivot columns it has entries. */
static void reduce(struct elimination *e)
{
    while (e->heap_count > 0) {
        const struct kept_row *k = &e->rows.at[pop(e)];
        double factor = e->dense[e->entry_column.at[k->start]];
        e->work += k->count;
        if (factor == 0)
            continue;
        for (int i = k->start; i < k->start + k->count; i++) {
            int c = e->entry_column.at[i];
            touch(e, c);
            e->dense[c] -= factor * e->entry_value.at[i];
        }
        e->dense[e->entry_column.at[k->start]] = 0;
    }
}

/* Keeps the rest of the row, its pivot first. */
static void keep_row(struct elimination *e, double largest)
{
    int pivot = -1;
    for (int i = 0; i < e->list.count; i++) {
        int c = e->list.at[i];
        bool large = fabs(e->dense[c]) >= 0.1 * largest;
        if (large && (pivot < 0 || e->last_use[c] < e->last_use[pivot] ||
                      (e->last_use[c] == e->last_use[pivot] && fabs(e->dense[c]) > fabs(e->dense[pivot]))))
            pivot = c;
    }
    struct kept_row k = {.start = e->entry_column.count};
    ARRAY_PUSH(&e->entry_column, pivot);
    ARRAY_PUSH(&e->entry_value, 1);
    for (int i = 0; i < e->list.count; i++) {
        int c = e->list.at[i];
        if (c != pivot && fabs(e->dense[c]) > 1e-15 * largest) {
            ARRAY_PUSH(&e->entry_column, c);
            ARRAY_PUSH(&e->entry_value, e->dense[c] / e->dense[pivot]);
        }
    }
    k.count = e->entry_column.count - k.start;
    e->pivot_of[pivot] = e->rows.count;
    ARRAY_PUSH(&e->rows, k);
}

static void clear(struct elimination *e)
{
    for (int i = 0; i < e->list.count; i++) {
        e->dense[e->list.at[i]] = 0;
        e->present[e->list.at[i]] = false;
    }
    e->list.count = 0;
}

/* True if the row is independent of the kept rows; it is then kept too. */
static bool take_row(struct elimination *e, const int *column, const double *value, int count, double tolerance)
{
    double length = 0, left = 0, largest = 0;
    for (int i = 0; i < count; i++) {
        touch(e, column[i]);
        e->dense[column[i]] += value[i];
    }
    for (int i = 0; i < e->list.count; i++)
        length += e->dense[e->list.at[i]] * e->dense[e->list.at[i]];
    reduce(e);
    for (int i = 0; i < e->list.count; i++) {
        double x = e->dense[e->list.at[i]];
        left += x * x;
        largest = fmax(largest, fabs(x));
    }
    e->work += e->list.count;
    bool independent = largest > 0 && sqrt(left) > tolerance * sqrt(length);
    if (independent)
        keep_row(e, largest);
    clear(e);
    return independent;
}

/* Forgets the kept rows from `count` on. */
static void forget(struct elimination *e, int count)
{
    while (e->rows.count > count) {
        const struct kept_row *k = &e->rows.at[--e->rows.count];
        e->pivot_of[e->entry_column.at[k->start]] = -1;
        e->entry_column.count = e->entry_value.count = k->start;
    }
}

int sparse_independent_groups(int groups, const int *group_start, const int *row_start, const int *column,
                              const double *value, int columns, double tolerance, double work, bool *keep)
{
    int rows = groups > 0 ? group_start[groups] : 0;
    struct elimination e = {
        .columns = columns,
        .dense = MEM_ARRAY(double, columns),
        .present = MEM_ARRAY(bool, columns),
        .last_use = MEM_ARRAY(int, columns),
        .pivot_of = MEM_ARRAY(int, columns),
        .heap = MEM_ARRAY(int, rows),
        .queued = MEM_ARRAY(bool, rows),
    };
    for (int c = 0; c < columns; c++)
        e.pivot_of[c] = -1;
    for (int r = 0; r < rows; r++)
        for (int i = row_start[r]; i < row_start[r + 1]; i++)
            e.last_use[column[i]] = r;
    int result = 0;
    for (int g = 0; g < groups && result >= 0; g++) {
        int before = e.rows.count;
        keep[g] = true;
        for (int r = group_start[g]; r < group_start[g + 1] && keep[g]; r++) {
            int first = row_start[r], count = row_start[r + 1] - first; /* if all rows are empty there are no columns */
            keep[g] = count > 0 && take_row(&e, column + first, value + first, count, tolerance);
        }
        if (!keep[g])
            forget(&e, before);
        if (e.work > work)
            result = -1;
    }
    if (result >= 0)
        result = e.rows.count;
    mem_free(e.dense);
    mem_free(e.present);
    mem_free(e.last_use);
    mem_free(e.pivot_of);
    mem_free(e.heap);
    mem_free(e.queued);
    ARRAY_FREE(&e.list);
    ARRAY_FREE(&e.rows);
    ARRAY_FREE(&e.entry_column);
    ARRAY_FREE(&e.entry_value);
    return result;
}
