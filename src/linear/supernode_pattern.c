/* supernode_pattern.c: the panels of supernodes, and the earlier supernodes that contribute to each. */
#include "base/memory.h"
#include "linear/supernode.h"

#include <stdlib.h>
#include <string.h>

/* Branches have at most this fraction of the work of an island, so that up to four threads are kept busy. */
#define BRANCH_PART (1.0 / 16)

/* Work space of the analysis. */
struct shaping {
    struct ldl *m;
    struct ldl_supernodes *s;
    int *node;            /* by elimination index: its supernode */
    int *row, *row_start; /* block rows below the diagonal block, by supernode, ascending */
    int *child, *sibling; /* lists of supernodes by parent */
    int *local;           /* by elimination index: row in the current panel */
    int *seen;            /* by elimination index: the last supernode (+ 1) that listed it */
    int rows, rows_room, runs_room;
};

static int compare_rows(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void add_row(struct shaping *x, int node, int row)
{
    if (row < x->s->at[node].end || x->seen[row] == node + 1)
        return;
    x->seen[row] = node + 1;
    if (x->rows == x->rows_room) {
        x->rows_room = 2 * x->rows_room + 64;
        x->row = mem_resize(x->row, (size_t)x->rows * sizeof *x->row, (size_t)x->rows_room * sizeof *x->row);
    }
    x->row[x->rows++] = row;
}

/* Rows of a supernode: those of A in its columns, those of its children, and the later pieces of the same supernode. */
static void find_rows(struct shaping *x, int node, int whole)
{
    struct ldl_supernode *n = &x->s->make_at[node];
    x->row_start[node] = x->rows;
    for (int row = n->end; row < whole; row++)
        add_row(x, node, row);
    for (int c = n->first; c < n->end; c++)
        for (int i = 0; i < x->m->column[c].belows; i++)
            add_row(x, node, x->m->below[x->m->column[c].below + i].row);
    for (int k = x->child[node]; k >= 0; k = x->sibling[k])
        for (int i = x->row_start[k]; i < x->row_start[k + 1]; i++)
            add_row(x, node, x->row[i]);
    x->row_start[node + 1] = x->rows;
    int count = x->rows - x->row_start[node];
    if (count == 0)
        return;
    qsort(x->row + x->row_start[node], (size_t)count, sizeof *x->row, compare_rows);
    int parent = x->node[x->row[x->row_start[node]]];
    x->sibling[node] = x->child[parent];
    x->child[parent] = node;
}

static void set_panel(struct shaping *x, struct ldl_supernode *n, int node)
{
    const struct ldl_column *c = x->m->column;
    n->y = c[n->first].y;
    n->width = c[n->end - 1].y + c[n->end - 1].size - n->y;
    n->rows = n->width;
    for (int i = x->row_start[node]; i < x->row_start[node + 1]; i++)
        n->rows += c[x->row[i]].size;
    /* A multiple of 4, but not of 64, which would map all columns to the same cache lines. */
    n->stride = (n->rows + 3) / 4 * 4;
    n->stride += n->stride % 64 == 0 ? 4 : 0;
    n->l = x->m->entries;
    x->m->entries += (long)n->stride * n->width + SUPER_TILE;
}

static void add_run(struct shaping *x, int first, int from, int to, int length)
{
    struct ldl_supernodes *s = x->s;
    struct ldl_run *last = s->runs > first ? &s->make_run[s->runs - 1] : NULL;
    if (last != NULL && last->from + last->length == from && last->to + last->length == to) {
        last->length += length;
        return;
    }
    if (s->runs == x->runs_room) {
        x->runs_room = 2 * x->runs_room + 64;
        s->make_run =
            mem_resize(s->make_run, (size_t)s->runs * sizeof *s->make_run, (size_t)x->runs_room * sizeof *s->make_run);
    }
    s->make_run[s->runs++] = (struct ldl_run){from, to, length};
}

/* Maps the rows below a panel to rows of vectors. */
static void set_below(struct shaping *x, struct ldl_supernode *n, int node)
{
    int at = n->width;
    n->below = x->s->runs;
    for (int i = x->row_start[node]; i < x->row_start[node + 1]; i++) {
        const struct ldl_column *c = &x->m->column[x->row[i]];
        add_run(x, n->below, at, c->y, c->size);
        at += c->size;
    }
    n->belows = x->s->runs - n->below;
}

/* Counts the sources of every supernode (pass 0), then lists them (pass 1). */
static void list_sources(struct shaping *x, int pass)
{
    const struct ldl_column *c = x->m->column;
    for (int k = 0; k < x->s->count; k++) {
        int at = x->s->at[k].width;
        for (int i = x->row_start[k]; i < x->row_start[k + 1];) {
            struct ldl_supernode *n = &x->s->make_at[x->node[x->row[i]]];
            struct ldl_source source = {.from = k, .row = at};
            for (; i < x->row_start[k + 1] && x->row[i] < n->end; i++) {
                source.columns += c[x->row[i]].size;
                at += c[x->row[i]].size;
            }
            if (pass == 1)
                x->s->make_source[n->source + n->sources] = source;
            n->sources++;
        }
    }
}

/* Maps the rows of its sources, and the blocks of A, to rows of the panel of a supernode. */
static void map_rows(struct shaping *x, int node)
{
    struct ldl_supernode *n = &x->s->make_at[node];
    const struct ldl_column *c = x->m->column;
    int at = n->width;
    for (int i = n->first; i < n->end; i++)
        x->local[i] = c[i].y - n->y;
    for (int i = x->row_start[node]; i < x->row_start[node + 1]; i++) {
        x->local[x->row[i]] = at;
        at += c[x->row[i]].size;
    }
    for (int i = n->first; i < n->end; i++)
        for (int k = 0; k < c[i].belows; k++)
            x->m->make_below[c[i].below + k].l = x->local[x->m->below[c[i].below + k].row];
    for (int q = n->source; q < n->source + n->sources; q++) {
        struct ldl_source *source = &x->s->make_source[q];
        int row = x->s->at[source->from].width, i = x->row_start[source->from];
        for (; row < source->row; i++)
            row += c[x->row[i]].size;
        source->run = x->s->runs;
        for (; i < x->row_start[source->from + 1]; i++) {
            add_run(x, source->run, row, x->local[x->row[i]], c[x->row[i]].size);
            row += c[x->row[i]].size;
        }
        source->runs = x->s->runs - source->run;
    }
}

/* ---- branches ---- */

/* Multiplications for a panel. */
static double work_of(const struct ldl_supernodes *s, const struct ldl_supernode *n)
{
    double rows = n->rows, work = 0.5 * n->width * n->width * rows;
    for (int q = n->source; q < n->source + n->sources; q++) {
        const struct ldl_supernode *from = &s->at[s->source[q].from];
        work += (double)s->source[q].columns * from->width * (from->rows - s->source[q].row);
    }
    return work;
}

/* Branches are the largest subtrees with at most the fraction BRANCH_PART of the work; the supernodes above them are
 * the top. Children come right before their parents, so that a subtree is a range that ends with its root. */
static void find_branches(struct shaping *x, struct ldl_island *is)
{
    struct ldl_supernodes *s = x->s;
    const int first = is->super, end = is->super_end, count = end - first;
    double *below = MEM_ARRAY(double, count), all = 0;
    int *start = MEM_ARRAY(int, count);
    for (int k = first; k < end; k++) {
        double work = work_of(s, &s->at[k]);
        all += work;
        below[k - first] = work;
        start[k - first] = k;
        for (int c = x->child[k]; c >= 0; c = x->sibling[c]) {
            below[k - first] += below[c - first];
            start[k - first] = start[c - first] < start[k - first] ? start[c - first] : start[k - first];
        }
    }
    is->branch = s->branches;
    is->top = s->tops;
    for (int k = end - 1; k >= first;) {
        if (below[k - first] <= BRANCH_PART * all) {
            s->make_branch[s->branches++] = (struct ldl_branch){start[k - first], k + 1};
            k = start[k - first] - 1;
        } else {
            s->make_top[s->tops++] = k--;
        }
    }
    is->branch_end = s->branches;
    is->top_end = s->tops;
    for (int i = is->branch, j = is->branch_end - 1; i < j; i++, j--) {
        struct ldl_branch swap = s->branch[i];
        s->make_branch[i] = s->branch[j];
        s->make_branch[j] = swap;
    }
    for (int i = is->top, j = is->top_end - 1; i < j; i++, j--) {
        int swap = s->top[i];
        s->make_top[i] = s->top[j];
        s->make_top[j] = swap;
    }
    mem_free(below);
    mem_free(start);
}

/* ---- all ---- */

static void set_nodes(struct shaping *x, const struct super_partition *p)
{
    struct ldl *m = x->m;
    int node = 0;
    for (int k = 0; k < m->islands; k++) {
        struct ldl_island *is = &m->make_island[k];
        if (!is->wide)
            continue;
        is->super = node;
        for (int first = is->first; first < is->end; node++) {
            x->s->make_at[node].first = first;
            x->s->make_at[node].end = p->end[node];
            for (; first < p->end[node]; first++)
                x->node[first] = node;
        }
        is->super_end = node;
    }
}

void supernode_pattern(struct ldl *m, const struct super_partition *p)
{
    size_t n = (size_t)m->n, count = (size_t)p->count;
    struct ldl_supernodes *s = MEM_NEW(struct ldl_supernodes);
    struct shaping x = {.m = m, .s = s, .node = MEM_ARRAY(int, 3 * n), .row_start = MEM_ARRAY(int, 3 * count + 1)};
    x.local = x.node + n;
    x.seen = x.local + n;
    x.child = x.row_start + count + 1;
    x.sibling = x.child + count;
    s->count = p->count;
    s->at = MEM_ARRAY(struct ldl_supernode, count);
    s->branch = MEM_ARRAY(struct ldl_branch, count);
    s->top = MEM_ARRAY(int, count);
    x.runs_room = 64;
    s->run = MEM_ARRAY(struct ldl_run, x.runs_room);
    m->super = s;
    memset(x.child, -1, count * sizeof *x.child);
    set_nodes(&x, p);
    for (int k = 0; k < s->count; k++) {
        find_rows(&x, k, p->whole[k]);
        set_panel(&x, &s->make_at[k], k);
        set_below(&x, &s->make_at[k], k);
    }
    list_sources(&x, 0);
    for (int k = 0; k < s->count; k++) {
        s->make_at[k].source = s->sources;
        s->sources += s->at[k].sources;
        s->make_at[k].sources = 0;
    }
    s->source = MEM_ARRAY(struct ldl_source, s->sources);
    list_sources(&x, 1);
    for (int k = 0; k < s->count; k++)
        map_rows(&x, k);
    for (int k = 0; k < m->islands; k++)
        if (m->island[k].wide)
            find_branches(&x, &m->make_island[k]);
    mem_free(x.node);
    mem_free(x.row_start);
    mem_free(x.row);
}

void supernode_free(struct ldl_supernodes *s)
{
    if (s == NULL)
        return;
    void *part[] = {s->make_at, s->make_source, s->make_run, s->make_branch, s->make_top};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        mem_free(part[i]);
    mem_free(s);
}

size_t supernode_bytes(const struct ldl_supernodes *s)
{
    if (s == NULL)
        return 0;
    return sizeof *s + (size_t)s->count * (sizeof *s->at + sizeof *s->branch + sizeof *s->top) +
           (size_t)s->sources * sizeof *s->source + (size_t)s->runs * sizeof *s->run;
}
