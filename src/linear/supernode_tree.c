/* supernode_tree.c: from an elimination order to supernodes.
 *
 * Columns of one chain of the elimination tree with the same rows form a supernode; then a supernode is merged with its
 * parent if that stores few zeros. The rows of a child are columns or rows of its parent, so that merging adds
 * columns(child) × (columns(parent) + rows(parent) - rows(child)) zeros and does not change the rows of the parent.
 */
#include "base/memory.h"
#include "linear/supernode.h"

#include <stdlib.h>
#include <string.h>

/* Number of multiplications from which supernodes are used: below it, the factors stay in the cache and plain columns
 * are as fast. */
#define WIDE_WORK 2e7
/* Multiplications per element of L from which supernodes are used: trees, chains and narrow bands of any length use
 * plain columns. */
#define WIDE_DENSITY 30

/* The elimination tree by rank in the order. Roots have parent -1. */
struct tree {
    int count;
    int *parent;
    int *rows; /* scalar rows of L below the diagonal block */
    int *size; /* scalar columns */
};

static struct tree tree_of(const struct graph *g, const int *size, int count, const int *block, int *rank)
{
    struct tree t = {count, MEM_ARRAY(int, count), MEM_ARRAY(int, count), MEM_ARRAY(int, count)};
    int *seen = MEM_ARRAY(int, count);
    for (int k = 0; k < count; k++) {
        rank[block[k]] = k;
        t.size[k] = size[block[k]];
        t.parent[k] = -1;
    }
    for (int k = 0; k < count; k++) {
        seen[k] = k;
        for (int q = g->start[block[k]]; q < g->start[block[k] + 1]; q++)
            for (int i = rank[g->to[q]]; i < k && seen[i] != k; i = t.parent[i]) {
                seen[i] = k;
                t.rows[i] += t.size[k];
                if (t.parent[i] < 0)
                    t.parent[i] = k;
            }
    }
    mem_free(seen);
    return t;
}

static void tree_free(struct tree *t)
{
    mem_free(t->parent);
    mem_free(t->rows);
    mem_free(t->size);
}

/* Number of multiplications for the factors; *entries: the number of their elements. */
static double work_of(const struct tree *t, double *entries)
{
    double work = 0;
    *entries = 0;
    for (int k = 0; k < t->count; k++) {
        double rows = t->rows[k] + 0.5 * t->size[k];
        work += 0.5 * t->size[k] * rows * rows;
        *entries += t->size[k] * rows;
    }
    return work;
}

/* Orders the blocks by nested dissection instead, if that takes fewer multiplications. */
static void try_dissection(const struct graph *g, const int *size, int count, int *block, int *rank, struct tree *t)
{
    int *other = mem_copy(block, (size_t)count * sizeof *block);
    double entries;
    dissection_order(g, count, other);
    struct tree cut = tree_of(g, size, count, other, rank);
    if (work_of(&cut, &entries) < work_of(t, &entries)) {
        struct tree swap = *t;
        *t = cut;
        cut = swap;
        memcpy(block, other, (size_t)count * sizeof *block);
    }
    tree_free(&cut);
    mem_free(other);
}

/* Whether merging pays off: always for small supernodes, for larger ones if few of the stored numbers are zeros. */
static bool worth(int child, int parent, double zeros, double stored)
{
    int columns = child + parent;
    double part = zeros / stored;
    return columns <= 12 || (columns <= 24 && part < 0.5) || (columns <= SUPER_WIDTH && part < 0.2) || part < 0.05;
}

/* Supernodes as sets of a union-find forest: node[k] is the supernode of rank k, identified by the rank of its last
 * column. */
struct merging {
    int *node, *columns, *rows, *parent;
    double *zeros; /* stored so far */
};

static int top_of(struct merging *m, int k)
{
    while (m->node[k] != k)
        k = m->node[k] = m->node[m->node[k]];
    return k;
}

/* Children come before their parents. A child of a merged supernode merges with the whole. */
static void merge(const struct tree *t, struct merging *m)
{
    for (int k = 0; k < t->count; k++) {
        m->node[k] = k;
        m->columns[k] = t->size[k];
        m->rows[k] = t->rows[k];
        m->parent[k] = t->parent[k];
    }
    for (int pass = 0; pass < 2; pass++) /* first those with the same rows, then those with nearly the same */
        for (int k = 0; k < t->count; k++) {
            if (m->node[k] != k || m->parent[k] < 0)
                continue;
            int p = top_of(m, m->parent[k]);
            double whole = (double)m->columns[p] + m->rows[p], c = m->columns[k], all = c + m->columns[p];
            double zeros = m->zeros[k] + m->zeros[p] + c * (whole - m->rows[k]);
            double stored = all * (0.5 * all + m->rows[p]);
            if (pass == 0 ? m->rows[k] == whole : worth(m->columns[k], m->columns[p], zeros, stored)) {
                m->node[k] = p;
                m->columns[p] += m->columns[k];
                m->zeros[p] = zeros;
            }
        }
}

/* Lists of the forest of supernodes, and of the columns of each. */
struct listing {
    const struct tree *t;
    struct merging *m;
    int *child, *sibling; /* lists of supernodes */
    int *member, *next;   /* lists of columns */
    int rank;
};

/* A supernode by its rows, for qsort: the most rows first. */
struct by_rows {
    int rows, node;
};

static int compare_rows(const void *a, const void *b)
{
    const struct by_rows *x = a, *y = b;
    return x->rows != y->rows ? (x->rows < y->rows) - (x->rows > y->rows) : y->node - x->node;
}

/* Returns the first root. Supernodes with the most rows come last among their siblings, next to their parents. */
static int list_children(struct listing *l)
{
    const int count = l->t->count;
    struct by_rows *order = MEM_ARRAY(struct by_rows, count);
    int nodes = 0, roots = -1;
    for (int k = 0; k < count; k++)
        l->child[k] = l->member[k] = -1;
    for (int k = count - 1; k >= 0; k--) {
        int top = top_of(l->m, k);
        l->next[k] = l->member[top];
        l->member[top] = k;
        if (top == k)
            order[nodes++] = (struct by_rows){l->m->rows[k], k};
    }
    qsort(order, (size_t)nodes, sizeof *order, compare_rows);
    for (int i = 0; i < nodes; i++) {
        int k = order[i].node, *list = l->m->parent[k] < 0 ? &roots : &l->child[top_of(l->m, l->m->parent[k])];
        l->sibling[k] = *list;
        *list = k;
    }
    mem_free(order);
    return roots;
}

/* Lists the blocks of a supernode, in pieces of about the same width. */
static void put_supernode(struct listing *l, int node, const int *block, int *ordered, struct super_partition *p)
{
    int columns = 0, pieces = (l->m->columns[node] + SUPER_WIDTH - 1) / SUPER_WIDTH, first = p->count;
    int enough = (l->m->columns[node] + pieces - 1) / pieces;
    for (int k = l->member[node]; k >= 0; k = l->next[k]) {
        if (columns >= enough || columns + l->t->size[k] > SUPER_WIDTH) {
            p->end[p->count++] = p->first + l->rank;
            columns = 0;
        }
        ordered[l->rank++] = block[k];
        columns += l->t->size[k];
    }
    p->end[p->count++] = p->first + l->rank;
    for (int i = first; i < p->count; i++)
        p->whole[i] = p->first + l->rank;
}

/* Lists supernodes with children right before their parents: depth first; child[k] is the list of children of k still
 * to be visited. */
static void list_supernodes(struct listing *l, int roots, const int *block, int *ordered, struct super_partition *p)
{
    int *stack = MEM_ARRAY(int, l->t->count), depth = 0;
    for (int root = roots; root >= 0; root = l->sibling[root]) {
        stack[depth++] = root;
        while (depth > 0) {
            int k = stack[depth - 1], c = l->child[k];
            if (c >= 0) {
                l->child[k] = l->sibling[c];
                stack[depth++] = c;
            } else {
                put_supernode(l, k, block, ordered, p);
                depth--;
            }
        }
    }
    mem_free(stack);
}

bool supernode_partition(const struct graph *g, const int *size, int count, bool plain, int *block, int *rank,
                         struct super_partition *p)
{
    double rows = 0;
    for (int k = 0; k < count; k++)
        rows += size[block[k]];
    if (p->way == LDL_COLUMNS || (p->way == LDL_CHOSEN && rows * rows * rows / 6 < WIDE_WORK))
        return false;
    struct tree t = tree_of(g, size, count, block, rank);
    double entries, work = work_of(&t, &entries);
    bool wide = p->way == LDL_SUPERNODES || (work >= WIDE_WORK && work >= WIDE_DENSITY * entries);
    if (wide && plain)
        try_dissection(g, size, count, block, rank, &t);
    if (wide) {
        size_t n = (size_t)count;
        int *at = MEM_ARRAY(int, 9 * n);
        struct merging m = {at, at + n, at + 2 * n, at + 3 * n, MEM_ARRAY(double, n)};
        struct listing l = {.t = &t, .m = &m, .child = at + 4 * n, .sibling = at + 5 * n, .member = at + 6 * n};
        l.next = at + 7 * n;
        merge(&t, &m);
        int roots = list_children(&l);
        list_supernodes(&l, roots, block, at + 8 * n, p);
        memcpy(block, at + 8 * n, n * sizeof *block);
        mem_free(m.zeros);
        mem_free(at);
    }
    tree_free(&t);
    return wide;
}
