/* ldl_analyze.c: the symbolic part of ldl.h, done once per topology.
 *
 * pairs → graph of blocks → islands → elimination order (ldl_order.c) → pattern of L (row by row up the elimination
 * tree, as in up-looking factorizations: time proportional to the number of blocks of L).
 */
#include "base/memory.h"
#include "base/poll.h"
#include "linear/supernode.h"

#include <assert.h>
#include <string.h>

static void graph_free(struct graph *g)
{
    mem_free(g->start);
    mem_free(g->to);
}

static struct graph graph_of_pairs(int n, int pairs, const int *pair)
{
    struct graph g = {n, MEM_ARRAY(int, n + 2), MEM_ARRAY(int, 2 * (size_t)pairs)};
    /* Counting at offset 2 and filling at offset 1 leaves the start of each block at offset 0. */
    for (int k = 0; k < 2 * pairs; k++) {
        poll_built_at(k);
        assert(pair[k] >= 0 && pair[k] < n);
        g.start[pair[k] + 2]++;
    }
    for (int i = 0; i < n; i++)
        g.start[i + 2] += g.start[i + 1];
    for (int k = 0; k < pairs; k++) {
        poll_built_at(k);
        int i = pair[2 * k], j = pair[2 * k + 1];
        assert(i != j);
        g.to[g.start[i + 1]++] = j;
        g.to[g.start[j + 1]++] = i;
    }
    /* Remove duplicates. */
    int *seen = MEM_ARRAY(int, n), count = 0, from = 0;
    for (int i = 0; i < n; i++) {
        poll_built_at(i);
        int end = g.start[i + 1];
        g.start[i] = count;
        for (int k = from; k < end; k++)
            if (seen[g.to[k]] != i + 1) {
                seen[g.to[k]] = i + 1;
                g.to[count++] = g.to[k];
            }
        from = end;
    }
    g.start[n] = count;
    mem_free(seen);
    return g;
}

/* Labels connected components in the order of their smallest block. Returns how many. */
static int label_islands(const struct graph *g, int *label)
{
    int islands = 0, *queue = MEM_ARRAY(int, g->n);
    for (int i = 0; i < g->n; i++)
        label[i] = -1;
    for (int i = 0; i < g->n; i++) {
        poll_built_at(i);
        if (label[i] >= 0)
            continue;
        int head = 0, tail = 0;
        queue[tail++] = i;
        label[i] = islands;
        while (head < tail) {
            int b = queue[head++];
            poll_built_at(head);
            for (int k = g->start[b]; k < g->start[b + 1]; k++)
                if (label[g->to[k]] < 0) {
                    label[g->to[k]] = islands;
                    queue[tail++] = g->to[k];
                }
        }
        islands++;
    }
    mem_free(queue);
    return islands;
}

/* Islands, elimination order, and the members of columns that do not depend on the pattern. */
static void set_columns(struct ldl *m, const struct graph *g, const int *size, const signed char *sign,
                        struct super_partition *p)
{
    int *block = MEM_ARRAY(int, m->n), *start = MEM_ARRAY(int, m->islands + 2), y = 0;
    ldl_order(m, g, size, sign, block, start, p);
    for (int k = 0; k < m->islands; k++) {
        struct ldl_island *is = &m->make_island[k];
        *is = (struct ldl_island){.first = start[k], .end = start[k + 1], .y = y, .wide = is->wide};
        is->size = size[block[is->first]];
        for (int c = is->first; c < is->end; c++) {
            poll_built_at(c);
            int b = block[c], negative = sign != NULL && sign[b] < 0;
            m->make_column[c] =
                (struct ldl_column){.size = (short)size[b], .sign = negative ? -1 : 1, .y = y, .block = b};
            m->make_order[b] = c;
            y += size[b];
            is->size = size[b] == is->size ? is->size : 0;
            is->hubs = is->hubs || negative;
        }
        is->y_end = y;
    }
    mem_free(start);
    mem_free(block);
}

/* Rows of A's lower triangle in elimination order: row k has the columns to[start[k]] …, ascending. */
static struct graph lower_rows(const struct ldl *m, const struct graph *g)
{
    struct graph low = {m->n, MEM_ARRAY(int, m->n + 2), MEM_ARRAY(int, g->start[m->n] / 2)};
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < m->n; j++) {
            poll_built_at(j);
            int b = m->column[j].block;
            for (int q = g->start[b]; q < g->start[b + 1]; q++) {
                int k = m->order[g->to[q]];
                if (k > j && pass == 0)
                    low.start[k + 2]++;
                else if (k > j)
                    low.to[low.start[k + 1]++] = j;
            }
        }
        for (int k = 0; pass == 0 && k < m->n; k++)
            low.start[k + 2] += low.start[k + 1];
    }
    return low;
}

static bool is_wide(const struct ldl *m, int column) { return m->island[m->island_of[m->column[column].block]].wide; }

/* Pattern of L; in wide islands, which have panels instead, that of A. Row k of L consists of the blocks reached from
 * row k of A up the elimination tree (parent: first block below the diagonal). First pass: counts; second: the blocks,
 * ascending in each column because k ascends. */
static void set_pattern(struct ldl *m, const struct graph *low)
{
    int n = m->n, *parent = MEM_ARRAY(int, n), *seen = MEM_ARRAY(int, n), *in_a = MEM_ARRAY(int, n);
    for (int pass = 0; pass < 2; pass++) {
        memset(seen, 0, (size_t)n * sizeof *seen);
        for (int k = 0; k < n; k++) {
            poll_built_at(k);
            bool wide = is_wide(m, k);
            seen[k] = k + 1;
            for (int q = low->start[k]; q < low->start[k + 1]; q++)
                in_a[low->to[q]] = k + 1;
            for (int q = low->start[k]; q < low->start[k + 1]; q++)
                for (int j = low->to[q]; seen[j] != k + 1; j = wide ? k : parent[j] - 1) {
                    struct ldl_column *c = &m->make_column[j];
                    seen[j] = k + 1;
                    if (parent[j] == 0)
                        parent[j] = k + 1;
                    if (pass == 1)
                        m->make_below[c->below + c->belows] =
                            (struct ldl_below){.row = k, .y = m->column[k].y, .a = in_a[j] == k + 1 ? 0 : -1};
                    c->belows++;
                    m->make_column[k].lefts += pass == 0 && !wide;
                }
        }
        if (pass == 1)
            break;
        for (int k = 0; k < n; k++) {
            struct ldl_column *c = &m->make_column[k];
            c->below = m->belows;
            c->left = m->lefts;
            m->belows += c->belows;
            m->lefts += c->lefts;
            c->belows = 0;
        }
        m->below = MEM_ARRAY(struct ldl_below, m->belows);
        m->left = MEM_ARRAY(struct ldl_left, m->lefts);
    }
    mem_free(in_a);
    mem_free(seen);
    mem_free(parent);
}

/* Offsets of each block in A and in L, and the rows of L. */
static void set_places(struct ldl *m)
{
    int *filled = MEM_ARRAY(int, m->n);
    for (int j = 0; j < m->n; j++) {
        poll_built_at(j);
        struct ldl_column *c = &m->make_column[j];
        c->a = m->values_count;
        c->l = m->entries;
        int rows_a = 0, rows_l = 0;
        bool wide = is_wide(m, j);
        for (int i = 0; i < c->belows; i++) {
            struct ldl_below *b = &m->make_below[c->below + i];
            int rows = m->column[b->row].size;
            b->l = rows_l;
            rows_l += rows;
            if (b->a >= 0) {
                b->a = rows_a;
                rows_a += rows;
            }
            if (!wide)
                m->make_left[m->column[b->row].left + filled[b->row]++] = (struct ldl_left){j, i};
        }
        m->values_count += (long)c->size * (c->size + rows_a);
        m->entries += wide ? 0 : (long)c->size * (c->size + rows_l);
    }
    for (int j = 0; j < m->n; j++) {
        poll_built_at(j);
        struct ldl_column *c = &m->make_column[j];
        c->untouched = c->sign > 0;
        for (int i = 0; i < c->lefts; i++)
            c->untouched =
                c->untouched && m->left[c->left + i].below + 1 == m->column[m->left[c->left + i].column].belows;
    }
    mem_free(filled);
}

struct ldl *ldl_analyze(int n, const int *size, const signed char *sign, int pairs, const int *pair)
{
    return ldl_analyze_for(LDL_CHOSEN, n, size, sign, pairs, pair);
}

struct ldl *ldl_analyze_for(enum ldl_way way, int n, const int *size, const signed char *sign, int pairs,
                            const int *pair)
{
    struct ldl *m = MEM_NEW(struct ldl);
    struct graph g = graph_of_pairs(n, pairs, pair);
    m->n = n;
    m->island_of = MEM_ARRAY(int, n);
    m->order = MEM_ARRAY(int, n);
    m->column = MEM_ARRAY(struct ldl_column, n);
    for (int i = 0; i < n; i++) {
        assert(size[i] >= 1 && size[i] <= LDL_BLOCK);
        m->rows += size[i];
    }
    m->islands = label_islands(&g, m->make_island_of);
    m->island = MEM_ARRAY(struct ldl_island, m->islands);
    struct super_partition p = {.way = way, .end = MEM_ARRAY(int, n), .whole = MEM_ARRAY(int, n)};
    set_columns(m, &g, size, sign, &p);
    struct graph low = lower_rows(m, &g);
    set_pattern(m, &low);
    set_places(m);
    if (p.count > 0)
        supernode_pattern(m, &p);
    mem_free(p.end);
    mem_free(p.whole);
    graph_free(&low);
    graph_free(&g);
    return m;
}

struct ldl_numbers *ldl_numbers_new(const struct ldl *m)
{
    struct ldl_numbers *numbers = MEM_NEW(struct ldl_numbers);
    numbers->island = MEM_ARRAY(struct ldl_island_state, m->islands);
    numbers->values = MEM_ARRAY(double, m->values_count);
    numbers->factors = MEM_ARRAY(double, m->entries);
    numbers->pivot = MEM_ARRAY(double, m->rows);
    numbers->place = MEM_ARRAY(long, m->n);
    numbers->branch_pivot = MEM_ARRAY(double, m->super != NULL ? m->super->branches : 0);
    numbers->turn = MEM_ARRAY(struct ldl_turn, m->super != NULL ? m->super->tops : 0);
    for (int i = 0; i < LDL_VECTORS; i++)
        numbers->vector[i] = MEM_ARRAY(double, m->rows);
    ldl_forget(m, numbers);
    return numbers;
}

void ldl_numbers_copy(const struct ldl *m, const struct ldl_numbers *from, struct ldl_numbers *to)
{
    memcpy(to->island, from->island, sizeof *to->island * (size_t)m->islands);
    memcpy(to->values, from->values, sizeof *to->values * (size_t)m->values_count);
    memcpy(to->factors, from->factors, sizeof *to->factors * (size_t)m->entries);
    memcpy(to->pivot, from->pivot, sizeof *to->pivot * (size_t)m->rows);
}

void ldl_numbers_free(struct ldl_numbers *numbers)
{
    if (numbers == NULL)
        return;
    void *part[] = {numbers->island, numbers->values,       numbers->factors, numbers->pivot,
                    numbers->place,  numbers->branch_pivot, numbers->turn};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        mem_free(part[i]);
    for (int i = 0; i < LDL_VECTORS; i++)
        mem_free(numbers->vector[i]);
    mem_free(numbers);
}

void ldl_free(struct ldl *m)
{
    if (m == NULL || !counted_last(&m->users))
        return;
    supernode_free(m->make_super);
    void *part[] = {m->make_column, m->make_below, m->make_left, m->make_island, m->make_island_of, m->make_order};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        mem_free(part[i]);
    mem_free(m);
}

void ldl_forget(const struct ldl *m, struct ldl_numbers *numbers)
{
    for (int k = 0; k < m->islands; k++)
        numbers->island[k] = (struct ldl_island_state){.shift = -1};
}

void ldl_numbers_team(struct ldl_numbers *numbers, struct threads *team) { numbers->team = team; }
void ldl_numbers_poll(struct ldl_numbers *numbers, struct poll *poll) { numbers->poll = poll; }

int ldl_rows(const struct ldl *m) { return m->rows; }
int ldl_row(const struct ldl *m, int block) { return m->column[m->order[block]].y; }
int ldl_islands(const struct ldl *m) { return m->islands; }
bool ldl_island_wide(const struct ldl *m, int island) { return m->island[island].wide; }
int ldl_island_of(const struct ldl *m, int block) { return m->island_of[block]; }
long ldl_entries(const struct ldl *m) { return m->entries; }
double *ldl_values(struct ldl_numbers *numbers) { return numbers->values; }
long ldl_values_count(const struct ldl *m) { return m->values_count; }

size_t ldl_bytes(const struct ldl *m)
{
    size_t n = (size_t)m->n;
    return sizeof *m + n * (sizeof *m->column + 2 * sizeof(int)) + (size_t)m->islands * sizeof *m->island +
           (size_t)m->belows * sizeof *m->below + (size_t)m->lefts * sizeof *m->left + supernode_bytes(m->super);
}

size_t ldl_numbers_bytes(const struct ldl *m)
{
    size_t numbers = (size_t)m->values_count + (size_t)m->entries + (size_t)(LDL_VECTORS + 1) * (size_t)m->rows;
    return sizeof(struct ldl_numbers) + (size_t)m->n * sizeof(long) +
           (size_t)m->islands * sizeof(struct ldl_island_state) + numbers * sizeof(double);
}

long ldl_offset(const struct ldl *m, int i, int j, bool *transposed)
{
    int r = m->order[i], k = m->order[j];
    *transposed = r < k;
    if (r == k)
        return m->column[k].a;
    if (r < k) {
        int swap = r;
        r = k;
        k = swap;
    }
    const struct ldl_column *c = &m->column[k];
    const struct ldl_below *b = m->below + c->below;
    int from = 0, to = c->belows;
    while (from < to) {
        int middle = from + (to - from) / 2;
        if (b[middle].row < r)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == c->belows || b[from].row != r || b[from].a < 0)
        return -1;
    return c->a + (long)c->size * (c->size + b[from].a);
}
