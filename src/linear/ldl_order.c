/* ldl_order.c: elimination orders: AMD for each island separately, so that its factors do not depend on the rest of the
 * world; then, of all orders with the same L, the one nearest to the caller's.
 */
#include "base/memory.h"
#include "base/poll.h"
#include "linear/supernode.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/amd.h>

/* Limit of the rows that wait for one hub (see late_blocks): they fill in among each other. */
enum { LATE_ROWS = 24 };

/* Blocks of sign 2 have a diagonal block that is nearly zero until their hubs are eliminated. late[i] is set if such a
 * block must wait for its hubs: all its neighbours are hubs, and few enough others wait for these. */
static void late_blocks(const struct graph *g, const int *size, const signed char *sign, bool *late)
{
    if (sign == NULL)
        return;
    int *waiting = MEM_ARRAY(int, g->n); /* rows, by hub */
    for (int i = 0; i < g->n; i++) {
        poll_built_at(i);
        late[i] = sign[i] > 1 && g->start[i] < g->start[i + 1];
        for (int k = g->start[i]; k < g->start[i + 1]; k++)
            late[i] = late[i] && sign[g->to[k]] < 0;
        for (int k = g->start[i]; late[i] && k < g->start[i + 1]; k++)
            waiting[g->to[k]] += size[i];
    }
    for (int i = 0; i < g->n; i++)
        for (int k = g->start[i]; late[i] && k < g->start[i + 1]; k++)
            late[i] = waiting[g->to[k]] <= LATE_ROWS;
    mem_free(waiting);
}

/* Arrays for amd_2, which destroys its input and needs extra room. */
struct amd_room {
    int *pe, *iw, *len, *nv, *next, *last, *head, *elen, *degree, *w;
    int *local, *seen;
    size_t iw_size;
};

static struct amd_room amd_room_new(int n, size_t edges)
{
    struct amd_room a = {0};
    int **array[] = {&a.pe, &a.len, &a.nv, &a.next, &a.last, &a.head, &a.elen, &a.degree, &a.w, &a.local, &a.seen};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        *array[i] = MEM_ARRAY(int, n + 1);
    a.iw_size = edges + edges / 4 + (size_t)n + 1;
    assert(a.iw_size < INT32_MAX);
    a.iw = MEM_ARRAY(int, a.iw_size);
    return a;
}

static void amd_room_free(struct amd_room *a)
{
    int *array[] = {a->pe,   a->len,    a->nv, a->next,  a->last, a->head,
                    a->elen, a->degree, a->w,  a->local, a->seen, a->iw};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        mem_free(array[i]);
}

/* Lists the neighbours of block b for AMD: late blocks are left out, and the hubs that one joins become neighbours.
 * `stamp` is new for each call. Returns the new end of the list. */
static int amd_neighbours(struct amd_room *a, const struct graph *g, const bool *late, int b, int stamp, int end)
{
    a->seen[b] = stamp;
    for (int k = g->start[b]; k < g->start[b + 1]; k++) {
        int i = g->to[k];
        int from = late[i] ? g->start[i] : k, to = late[i] ? g->start[i + 1] : k + 1;
        for (int q = from; q < to; q++)
            if (a->seen[g->to[q]] != stamp) {
                a->seen[g->to[q]] = stamp;
                a->iw[end++] = a->local[g->to[q]];
            }
    }
    return end;
}

/* Elimination order of one island: `block` holds its blocks (ascending) and is permuted. */
static void order_island(struct amd_room *a, const struct graph *g, const bool *late, int count, int *block)
{
    int early = 0, end = 0;
    for (int i = 0; i < count; i++)
        if (!late[block[i]]) {
            a->local[block[i]] = early;
            a->len[early++] = block[i];
        }
    if (early < 3 && early == count)
        return;
    /* Late blocks are listed with the last of their hubs. */
    int *member = mem_copy(a->len, (size_t)early * sizeof *member), *waiting = MEM_ARRAY(int, early + count);
    int *follow = waiting + early, rank = 0;
    for (int i = 0; i < early; i++) {
        poll_built_at(i);
        a->pe[i] = end;
        end = amd_neighbours(a, g, late, member[i], member[i] + 1, end);
        a->len[i] = end - a->pe[i];
    }
    double control[AMD_CONTROL], info[AMD_INFO];
    amd_defaults(control);
    amd_2(early, a->pe, a->iw, a->len, (int)a->iw_size, end, a->nv, a->next, a->last, a->head, a->elen, a->degree, a->w,
          control, info);
    for (int k = 0; k < early; k++)
        a->elen[a->last[k]] = k;
    for (int i = count - 1; i >= 0; i--) {
        poll_built_at(i);
        if (!late[block[i]])
            continue;
        int last = 0;
        for (int k = g->start[block[i]]; k < g->start[block[i] + 1]; k++) {
            int at = a->elen[a->local[g->to[k]]];
            last = at > last ? at : last;
        }
        follow[i] = waiting[last];
        waiting[last] = i + 1;
    }
    int *ordered = MEM_ARRAY(int, count);
    for (int k = 0; k < early; k++) {
        poll_built_at(k);
        ordered[rank++] = member[a->last[k]];
        for (int i = waiting[k]; i > 0; i = follow[i - 1])
            ordered[rank++] = block[i - 1];
    }
    memcpy(block, ordered, (size_t)count * sizeof *block);
    mem_free(ordered);
    mem_free(waiting);
    mem_free(member);
}

/* ---- nearest to the caller's order ----
 *
 * Blocks may be eliminated in any order that keeps each before its parent in the elimination tree: L is the same. Of
 * these orders the one that follows the caller's order best is used. */

static int compare_blocks(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Islands smaller than this stay in the cache whatever their order. */
enum { SCATTERED = 256 };

/* Work space of all islands. */
struct walk_room {
    int *rank, *parent, *top, *waiting, *up, *down, *heap;
};

static struct walk_room walk_room_new(int n)
{
    int *at = MEM_ARRAY(int, 7 * (size_t)n + 1);
    return (struct walk_room){at, at + n, at + 2 * n, at + 3 * n, at + 4 * n, at + 5 * n, at + 6 * n};
}

/* parent[b] of block b in the elimination tree, -1 at a root: Liu's algorithm, with shortened paths in `top`. */
static void elimination_tree(const struct graph *g, const int *block, int count, struct walk_room *r)
{
    for (int k = 0; k < count; k++)
        r->rank[block[k]] = k;
    for (int k = 0; k < count; k++) {
        poll_built_at(k);
        int b = block[k];
        r->parent[b] = r->top[b] = -1;
        for (int q = g->start[b]; q < g->start[b + 1]; q++) {
            int i = g->to[q];
            while (r->rank[i] < k && r->top[i] != b) {
                int next = r->top[i];
                r->top[i] = b;
                if (next < 0) {
                    r->parent[i] = b;
                    break;
                }
                i = next;
            }
        }
    }
}

/* A heap of blocks, the smallest key on top. */
struct heap {
    int *at, count;
};

static void heap_push(struct heap *h, int key)
{
    int i = h->count++;
    for (; i > 0 && h->at[(i - 1) / 2] > key; i = (i - 1) / 2)
        h->at[i] = h->at[(i - 1) / 2];
    h->at[i] = key;
}

static int heap_pop(struct heap *h)
{
    int top = h->at[0], key = h->at[--h->count], i = 0;
    for (int child; (child = 2 * i + 1) < h->count; i = child) {
        child += child + 1 < h->count && h->at[child + 1] < h->at[child];
        if (h->at[child] >= key)
            break;
        h->at[i] = h->at[child];
    }
    h->at[i] = key;
    return top;
}

/* Children before parents, else the smallest block first (direction 1) or the largest (-1). Returns the sum of jumps. */
static double walk(const int *block, int count, struct walk_room *r, int direction, int *order)
{
    struct heap h = {.at = r->heap};
    double jumps = 0;
    for (int k = 0; k < count; k++)
        r->waiting[block[k]] = 0;
    for (int k = 0; k < count; k++)
        if (r->parent[block[k]] >= 0)
            r->waiting[r->parent[block[k]]]++;
    for (int k = 0; k < count; k++)
        if (r->waiting[block[k]] == 0)
            heap_push(&h, direction * block[k]);
    for (int k = 0; k < count; k++) {
        poll_built_at(k);
        int b = direction * heap_pop(&h), up = r->parent[b];
        order[k] = b;
        jumps += k > 0 ? (b > order[k - 1] ? b - order[k - 1] : order[k - 1] - b) : 0;
        if (up >= 0 && --r->waiting[up] == 0)
            heap_push(&h, direction * up);
    }
    return jumps;
}

/* Blocks of L below the diagonal in the order `block`, or more than `most` if there are more. */
static long count_blocks(const struct graph *g, const int *block, int count, long most, struct walk_room *r)
{
    long blocks = 0;
    int *seen = r->top;
    for (int k = 0; k < count; k++) {
        r->rank[block[k]] = k;
        r->parent[block[k]] = seen[block[k]] = -1;
    }
    for (int k = 0; k < count && blocks <= most; k++) {
        poll_built_at(k);
        seen[block[k]] = k;
        for (int q = g->start[block[k]]; q < g->start[block[k] + 1]; q++)
            for (int i = g->to[q]; r->rank[i] < k && seen[i] != k; i = r->parent[i]) {
                seen[i] = k;
                blocks++;
                if (r->parent[i] < 0)
                    r->parent[i] = block[k];
            }
    }
    return blocks;
}

/* Of the orders that do not add fill, the one with the smallest jumps in memory. The order of creation, or its reverse,
 * is often best; otherwise minimum degree decides, kept as close to memory order as possible. */
static void follow_memory(const struct graph *g, struct walk_room *r, int count, bool plain, int *block)
{
    if (count < SCATTERED)
        return;
    long least = count_blocks(g, block, count, LONG_MAX, r);
    memcpy(r->up, block, (size_t)count * sizeof *block);
    qsort(r->up, (size_t)count, sizeof *block, compare_blocks);
    for (int k = 0; k < count; k++)
        r->down[k] = r->up[count - 1 - k];
    /* Not from both ends at once: in a chain of N blocks attached at one end, the pivot where the two sides meet is 1/N
     * of the others, and looks like a singular position (ldl_damp). From one end only, all pivots are of the size of
     * the diagonal. */
    if (plain && count_blocks(g, r->up, count, least, r) <= least) {
        memcpy(block, r->up, (size_t)count * sizeof *block);
    } else if (plain && count_blocks(g, r->down, count, least, r) <= least) {
        memcpy(block, r->down, (size_t)count * sizeof *block);
    } else {
        elimination_tree(g, block, count, r);
        double up = walk(block, count, r, 1, r->up), down = walk(block, count, r, -1, r->down);
        memcpy(block, down < up ? r->down : r->up, (size_t)count * sizeof *block);
    }
}

void ldl_order(const struct ldl *m, const struct graph *g, const int *size, const signed char *sign, int *block,
               int *start, struct super_partition *p)
{
    int n = m->n;
    bool *late = MEM_ARRAY(bool, n);
    late_blocks(g, size, sign, late);
    for (int i = 0; i < n; i++)
        start[m->island_of[i] + 2]++;
    for (int k = 0; k < m->islands; k++)
        start[k + 2] += start[k + 1];
    for (int i = 0; i < n; i++)
        block[start[m->island_of[i] + 1]++] = i;
    size_t extra = 0; /* edges between hubs that late blocks connect */
    for (int i = 0; i < n; i++)
        extra += late[i] ? (size_t)(g->start[i + 1] - g->start[i]) * (size_t)(g->start[i + 1] - g->start[i]) : 0;
    struct amd_room room = amd_room_new(n, (size_t)g->start[n] + extra);
    struct walk_room walking = walk_room_new(n);
    for (int k = 0; k < m->islands; k++) {
        order_island(&room, g, late, start[k + 1] - start[k], block + start[k]);
        bool plain = true; /* there are no hubs, which need their own order */
        for (int i = start[k]; i < start[k + 1] && sign != NULL; i++)
            plain = plain && sign[block[i]] == 1;
        p->first = start[k];
        m->make_island[k].wide =
            supernode_partition(g, size, start[k + 1] - start[k], plain, block + start[k], walking.rank, p);
        if (!m->island[k].wide)
            follow_memory(g, &walking, start[k + 1] - start[k], plain, block + start[k]);
    }
    mem_free(walking.rank);
    amd_room_free(&room);
    mem_free(late);
}
