/* supernode_factor.c: factoring and solving wide islands by supernodes; see supernode.h. */
#include "base/poll.h"
#include "base/threads.h"
#include "linear/supernode.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

/* Columns that are factored one by one, and then subtracted from the others together. */
enum { GROUP = 6 };
/* Strips of a panel per thread. */
enum { STRIPS = 2 };

#define TINY 1e-30 /* see ldl_factor.c */

struct factoring {
    const struct ldl *m;
    struct ldl_numbers *numbers;
    const struct ldl_island *is;
    double shift, least, floor;
    double *y;           /* right-hand side for the forward solve; NULL: none */
    atomic_int failed;   /* the first branch with a pivot below the floor */
    double lowest;       /* lowest pivot of all */
    atomic_bool stopped; /* a pivot below the floor was found at the top */
};

/* Supernodes alone take well under 20 ms; with a team there is no place to pause. */
static void poll_alone(const struct ldl_numbers *numbers)
{
    if (numbers->team == NULL)
        poll_here(numbers->poll);
}

/* Loads rows `first` … `end` - 1 of a panel from A. */
static void load_rows(const struct factoring *x, const struct ldl_supernode *n, int first, int end)
{
    const struct ldl *m = x->m;
    double *panel = x->numbers->factors + n->l;
    for (int c = 0; c < n->width; c++)
        memset(panel + (long)c * n->stride + first, 0, (size_t)(end - first) * sizeof *panel);
    for (const struct ldl_column *c = m->column + n->first; c < m->column + n->end; c++) {
        const int s = c->size, at = c->y - n->y;
        const double *a = x->numbers->values + c->a;
        for (int r = 0; r < s && at < end && first < n->width; r++)
            for (int k = 0; k <= r; k++)
                panel[(long)(at + k) * n->stride + at + r] = a[r * s + k] + (r == k && c->sign > 0 ? x->shift : 0);
        for (const struct ldl_below *b = m->below + c->below; b < m->below + c->below + c->belows; b++) {
            const double *block = a + s * s + (long)s * b->a;
            const int rows = m->column[b->row].size;
            for (int r = first > b->l ? first - b->l : 0; r < rows && b->l + r < end; r++)
                for (int k = 0; k < s; k++)
                    panel[(long)(at + k) * n->stride + b->l + r] = block[r * s + k];
        }
    }
}

/* x[k][c] ← W[row + c][k] d[k]: `columns` rows of a panel for a product, zeros up to 6 or 3. */
static void pack(const double *panel, int stride, int width, int row, const double *d, int columns, double *x)
{
    const double *w = panel + row;
    const int n = columns > 3 ? 6 : 3;
    if (columns == 6)
        for (int k = 0; k < width; k++, w += stride, x += 6)
            for (int c = 0; c < 6; c++)
                x[c] = w[c] * d[k];
    else
        for (int k = 0; k < width; k++, w += stride, x += n)
            for (int c = 0; c < n; c++)
                x[c] = c < columns ? w[c] * d[k] : 0;
}

/* Subtracts one source from rows `first` … `end` - 1 of a panel. */
static void take_source(const struct factoring *x, const struct ldl_supernode *n, const struct ldl_source *source,
                        int first, int end)
{
    const struct ldl_supernode *from = &x->m->super->at[source->from];
    const struct ldl_run *run = x->m->super->run + source->run, *last = run + source->runs - 1;
    const double *a = x->numbers->factors + from->l, *d = x->numbers->pivot + from->y;
    double *panel = x->numbers->factors + n->l, packed[GROUP * SUPER_WIDTH];
    while (run < last && run->to + run->length <= first)
        run++;
    while (last > run && last->to >= end)
        last--;
    /* rows of the source in that range */
    int begin = run->from + (first > run->to ? first - run->to : 0);
    int stop = last->from + (end - last->to < last->length ? end - last->to : last->length);
    if (begin >= stop)
        return;
    struct super_product p = {.a = a, .stride = from->stride, .width = from->width, .x = packed, .end = stop};
    const struct ldl_run *column = x->m->super->run + source->run;
    for (int c = 0, count; c < source->columns; c += count) {
        count = source->columns - c < GROUP ? source->columns - c : GROUP;
        pack(a, from->stride, from->width, source->row + c, d, count, packed);
        p.columns = count;
        for (int i = 0; i < count; i++) {
            while (column->from + column->length <= source->row + c + i)
                column++;
            p.to[i] = panel + (long)(column->to + source->row + c + i - column->from) * n->stride;
        }
        p.first = source->row + c > begin ? source->row + c : begin;
        p.run = run;
        if (p.first < stop)
            supernode_product(&p);
    }
}

/* Subtracts the columns before `column` of a panel from the next `columns`, rows `first` … `end` - 1. */
static void take_own(double *panel, const struct ldl_supernode *n, const double *d, int column, int columns, int first,
                     int end)
{
    double packed[GROUP * SUPER_WIDTH];
    struct ldl_run all = {0, 0, n->rows};
    struct super_product p = {panel, n->stride, column, packed, columns, {NULL}, &all, first, end};
    if (column == 0 || first >= end)
        return;
    pack(panel, n->stride, column, column, d, columns, packed);
    for (int i = 0; i < columns; i++)
        p.to[i] = panel + (long)(column + i) * n->stride;
    supernode_product(&p);
}

/* The diagonal block of one group of columns, as factor_carefully of ldl_factor.c. `signs` are those of its columns.
 * Returns the lowest pivot of sign +1, or the first one below the floor. */
static double factor_group(double *f, int stride, double *d, const signed char *sign, int columns, double least,
                           double floor)
{
    double lowest = 1e300;
    for (int c = 0; c < columns; c++) {
        double x[GROUP];
        for (int p = 0; p < c; p++)
            x[p] = f[(long)p * stride + c] * d[p];
        for (int r = c; r < columns; r++)
            for (int p = 0; p < c; p++)
                f[(long)c * stride + r] -= f[(long)p * stride + r] * x[p];
        double pivot = sign[c] * f[(long)c * stride + c], bound = sign[c] > 0 ? least : TINY;
        if (sign[c] > 0) {
            lowest = pivot < lowest ? pivot : lowest;
            if (floor > 0 && !(pivot >= floor))
                return pivot;
        }
        d[c] = sign[c] * (pivot > bound ? pivot : bound);
        double inverse = 1 / d[c];
        f[(long)c * stride + c] = inverse;
        for (int r = c + 1; r < columns; r++)
            f[(long)c * stride + r] *= inverse;
    }
    return lowest;
}

static void list_signs(const struct ldl *m, const struct ldl_supernode *n, signed char *sign)
{
    for (const struct ldl_column *c = m->column + n->first; c < m->column + n->end; c++)
        memset(sign + (c->y - n->y), c->sign, (size_t)c->size);
}

/* Factors the diagonal block. */
static double factor_diagonal(const struct factoring *x, const struct ldl_supernode *n)
{
    double *panel = x->numbers->factors + n->l, *d = x->numbers->pivot + n->y, lowest = 1e300;
    signed char sign[SUPER_WIDTH];
    list_signs(x->m, n, sign);
    for (int c = 0, count; c < n->width; c += count) {
        count = n->width - c < GROUP ? n->width - c : GROUP;
        take_own(panel, n, d, c, count, c, n->width);
        double pivot =
            factor_group(panel + (long)c * n->stride + c, n->stride, d + c, sign + c, count, x->least, x->floor);
        lowest = pivot < lowest ? pivot : lowest;
        if (x->floor > 0 && !(pivot >= x->floor))
            return pivot;
        supernode_divide(panel, n->stride, c, count, c + count, n->width);
    }
    return lowest;
}

/* Factors rows `first` … `end` - 1 below the diagonal block. */
static void factor_rows(const struct factoring *x, const struct ldl_supernode *n, int first, int end)
{
    double *panel = x->numbers->factors + n->l, *d = x->numbers->pivot + n->y;
    for (int c = 0, count; c < n->width; c += count) {
        count = n->width - c < GROUP ? n->width - c : GROUP;
        take_own(panel, n, d, c, count, first, end);
        supernode_divide(panel, n->stride, c, count, first, end);
    }
}

/* ---- branches ---- */

static bool fails(const struct factoring *x, double pivot) { return x->floor > 0 && !(pivot >= x->floor); }

static void update_rows(const struct factoring *x, const struct ldl_supernode *n, int first, int end)
{
    const struct ldl_source *source = x->m->super->source + n->source;
    load_rows(x, n, first, end);
    for (int q = 0; q < n->sources; q++)
        take_source(x, n, &source[q], first, end);
}

/* The result is that of the first branch that fails, whatever others do at the same time; later branches stop. */
static void factor_branch(void *ctx, int branch)
{
    struct factoring *x = ctx;
    const struct ldl_branch *b = &x->m->super->branch[x->is->branch + branch];
    double lowest = 1e300;
    for (int k = b->first; k < b->end && atomic_load(&x->failed) > branch; k++) {
        const struct ldl_supernode *n = &x->m->super->at[k];
        poll_alone(x->numbers);
        update_rows(x, n, 0, n->rows);
        double pivot = factor_diagonal(x, n);
        lowest = pivot < lowest ? pivot : lowest;
        if (fails(x, pivot)) {
            int first = atomic_load(&x->failed);
            while (branch < first && !atomic_compare_exchange_weak(&x->failed, &first, branch))
                ;
            break;
        }
        factor_rows(x, n, n->width, n->rows);
        if (x->y != NULL)
            supernode_forward_one(x->m, x->numbers, n, x->y);
    }
    x->numbers->branch_pivot[x->is->branch + branch] = lowest;
}

/* ---- the top ---- */

/* Strips of `rows` rows: a few for each thread, at least as high as a diagonal block, and made of whole tiles. */
static int strip_of(const struct factoring *x, int rows)
{
    const int count = threads_count(x->numbers->team), share = rows / (STRIPS * count) / SUPER_TILE * SUPER_TILE;
    return count == 1 ? rows + 1 : share > SUPER_WIDTH ? share : SUPER_WIDTH;
}

/* Rows of strip i between `first` and the end of a panel. */
struct strip {
    int first, end;
};
static struct strip strip_at(const struct ldl_supernode *n, int i, int height, int first)
{
    struct strip s = {first + i * height, first + (i + 1) * height};
    s.end = s.end < n->rows ? s.end : n->rows;
    return s;
}

/* Factors the diagonal block, after all rows are updated. */
static void finish_diagonal(struct factoring *x, const struct ldl_supernode *n)
{
    double pivot = factor_diagonal(x, n);
    x->lowest = pivot < x->lowest ? pivot : x->lowest;
    if (fails(x, pivot)) {
        x->lowest = pivot;
        atomic_store(&x->stopped, true);
    } else if (x->y != NULL) {
        supernode_forward_one(x->m, x->numbers, n, x->y);
    }
}

/* Takes tasks of one supernode while there are any, and returns when all are done, or false after a pivot below the
 * floor. Tasks wait only for tasks that were taken before them. */
static bool factor_top(struct factoring *x, const struct ldl_supernode *n, struct ldl_turn *turn)
{
    const int height = strip_of(x, n->rows), below = n->rows - n->width;
    const int updates = (n->rows + height - 1) / height, all = updates + 1 + (below + height - 1) / height;
    for (int task; (task = atomic_fetch_add(&turn->next, 1)) < all; atomic_fetch_add(&turn->done, 1)) {
        if (task < updates) {
            struct strip s = strip_at(n, task, height, 0);
            update_rows(x, n, s.first, s.end);
        } else if (task == updates) {
            threads_wait(&turn->done, updates);
            finish_diagonal(x, n);
        } else {
            threads_wait(&turn->done, updates + 1);
            struct strip s = strip_at(n, task - updates - 1, height, n->width);
            if (!atomic_load(&x->stopped))
                factor_rows(x, n, s.first, s.end);
        }
    }
    threads_wait(&turn->done, all);
    return !atomic_load(&x->stopped);
}

static void factor_tops(void *ctx, int thread)
{
    struct factoring *x = ctx;
    (void)thread;
    for (int i = x->is->top; i < x->is->top_end; i++) {
        poll_alone(x->numbers);
        if (!factor_top(x, &x->m->super->at[x->m->super->top[i]], &x->numbers->turn[i]))
            break;
    }
}

double supernode_factor(const struct ldl *m, struct ldl_numbers *numbers, const struct ldl_island *is, double shift,
                        double floor, double *y)
{
    struct factoring x = {.m = m, .numbers = numbers, .is = is, .shift = shift, .floor = floor, .y = y};
    const int branches = is->branch_end - is->branch;
    x.least = shift > TINY ? shift : TINY;
    x.lowest = 1e300;
    atomic_init(&x.failed, branches);
    atomic_init(&x.stopped, false);
    threads_run(numbers->team, branches, factor_branch, &x);
    if (atomic_load(&x.failed) < branches)
        return numbers->branch_pivot[is->branch + atomic_load(&x.failed)];
    for (int i = is->branch; i < is->branch_end; i++)
        x.lowest = numbers->branch_pivot[i] < x.lowest ? numbers->branch_pivot[i] : x.lowest;
    for (int i = is->top; i < is->top_end; i++) {
        atomic_init(&numbers->turn[i].next, 0);
        atomic_init(&numbers->turn[i].done, 0);
    }
    threads_run(numbers->team, threads_count(numbers->team), factor_tops, &x);
    return x.lowest;
}

/* ---- solutions of all supernodes ---- */

struct solving {
    const struct ldl *m;
    const struct ldl_numbers *numbers;
    const struct ldl_island *is;
    double *y;
};

static void forward_branch(void *ctx, int branch)
{
    const struct solving *x = ctx;
    const struct ldl_branch *b = &x->m->super->branch[x->is->branch + branch];
    for (int k = b->first; k < b->end; k++) {
        poll_alone(x->numbers);
        supernode_forward_one(x->m, x->numbers, &x->m->super->at[k], x->y);
    }
}

static void backward_branch(void *ctx, int branch)
{
    const struct solving *x = ctx;
    const struct ldl_branch *b = &x->m->super->branch[x->is->branch + branch];
    for (int k = b->end - 1; k >= b->first; k--) {
        poll_alone(x->numbers);
        supernode_backward_one(x->m, x->numbers, &x->m->super->at[k], x->y);
    }
}

void supernode_forward(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_island *is, double *y)
{
    struct solving x = {m, numbers, is, y};
    threads_run(numbers->team, is->branch_end - is->branch, forward_branch, &x);
    for (int i = is->top; i < is->top_end; i++) {
        poll_here(numbers->poll);
        supernode_forward_one(m, numbers, &m->super->at[m->super->top[i]], y);
    }
}

void supernode_backward(const struct ldl *m, const struct ldl_numbers *numbers, const struct ldl_island *is, double *y)
{
    struct solving x = {m, numbers, is, y};
    for (int i = is->top_end - 1; i >= is->top; i--) {
        poll_here(numbers->poll);
        supernode_backward_one(m, numbers, &m->super->at[m->super->top[i]], y);
    }
    threads_run(numbers->team, is->branch_end - is->branch, backward_branch, &x);
}
