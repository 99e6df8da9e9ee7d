/* dissection.c: nested dissection: elimination orders of grids and nets.
 *
 * A part is divided by a separator, a set of blocks without which the two halves have no edges between them. The halves
 * are eliminated first, each ordered in the same way, and the separator last. On an n × n grid this takes O(n³)
 * operations whatever the caller's numbering, while minimum degree varies by a factor of two; and the halves are
 * independent, for threads.
 *
 * Separators come from distances (numbers of steps) to blocks far from each other: a, the one farthest from c; b, far
 * from both. In a rectangle these are corners, and the difference of the distances to two of them grows along a side:
 * sorting the blocks by it gives straight cuts. Of several such sortings, and of all cuts near the middle, the one with
 * the smallest separator is used.
 */
#include "base/memory.h"
#include "base/poll.h"
#include "linear/supernode.h"

#include <math.h>
#include <string.h>
#include <suitesparse/amd.h>

/* Parts of at most this many blocks are ordered by minimum degree. */
enum { LEAF = 40 };
/* Each side has at least this fraction of the blocks. */
#define LEAST_SIDE 0.3

enum { FROM_A, FROM_B, FROM_C, DISTANCES };

struct dissecting {
    const struct graph *g;
    int *part;                /* by block: the part it is in, -1: in a separator or a leaf */
    int *distance[DISTANCES]; /* by block */
    int *place;               /* by block: its index in `sorted` */
    int *sorted, *best;       /* orders of a part */
    int *queue;
    int *change; /* by index in `sorted`: change of the size of the separator */
    int *count;  /* by key, for sorting */
    int parts;
};

/* Distances from a block to all others of its part. Returns how many are reached; they are in `queue`. */
static int walk_from(struct dissecting *x, int start, int *distance)
{
    const struct graph *g = x->g;
    const int part = x->part[start];
    int head = 0, tail = 0;
    x->queue[tail++] = start;
    x->part[start] = ~part; /* seen */
    distance[start] = 0;
    while (head < tail) {
        int b = x->queue[head++];
        for (int k = g->start[b]; k < g->start[b + 1]; k++) {
            int i = g->to[k];
            if (x->part[i] == part) {
                x->part[i] = ~part;
                distance[i] = distance[b] + 1;
                x->queue[tail++] = i;
            }
        }
    }
    for (int k = 0; k < tail; k++)
        x->part[x->queue[k]] = part;
    return tail;
}

/* `sorted` ← the part by ascending plus · distance[i] - minus · distance[j]; blocks of the same key by distance from a. */
static void sort_by(struct dissecting *x, int n, const int *by_a, int i, int j)
{
    int least = 0, most = 0;
    for (int pass = 0; pass < 3; pass++)
        for (int k = 0; k < n; k++) {
            int b = by_a[k], key = x->distance[i][b] - (j >= 0 ? x->distance[j][b] : 0);
            least = key < least ? key : least;
            most = key > most ? key : most;
            if (pass == 1)
                x->count[key - least + 1]++;
            if (pass == 2)
                x->sorted[x->count[key - least]++] = b;
            if (k < n - 1)
                continue;
            if (pass == 0)
                memset(x->count, 0, (size_t)(most - least + 2) * sizeof *x->count);
            for (int c = 0; pass == 1 && c < most - least; c++)
                x->count[c + 1] += x->count[c];
        }
}

struct cut {
    int at;     /* the blocks before this index are one side */
    bool first; /* the separator is part of that side */
    double cost;
};

/* The best cut of `sorted`. If `first`, the separator consists of the blocks before the cut with a neighbour after it,
 * otherwise of those after it with a neighbour before it. */
static struct cut best_cut(struct dissecting *x, int n, bool first)
{
    struct cut best = {.cost = INFINITY};
    const int part = x->part[x->sorted[0]];
    memset(x->change, 0, (size_t)(n + 2) * sizeof *x->change);
    for (int k = 0; k < n; k++) {
        int b = x->sorted[k], far = k;
        poll_built_at(k);
        for (int q = x->g->start[b]; q < x->g->start[b + 1]; q++) {
            int i = x->g->to[q];
            if (x->part[i] == part)
                far = first ? (x->place[i] > far ? x->place[i] : far) : (x->place[i] < far ? x->place[i] : far);
        }
        /* In the separator for cuts at k + 1 … far, or far + 1 … k. */
        x->change[first ? k + 1 : far + 1]++;
        x->change[first ? far + 1 : k + 1]--;
    }
    for (int at = 1, size = 0; at < n; at++) {
        size += x->change[at];
        int one = at - (first ? size : 0), other = n - at - (first ? 0 : size), less = one < other ? one : other;
        double cost = size / sqrt((double)less / n);
        if (less >= LEAST_SIDE * (n - size) && less > 0 && cost < best.cost)
            best = (struct cut){at, first, cost};
    }
    return best;
}

/* Chooses among the sortings. `best` ← the order of the blocks that the returned cut refers to. */
static struct cut find_cut(struct dissecting *x, int n, const int *by_a)
{
    static const int ways[][2] = {{FROM_A, FROM_B}, {FROM_C, FROM_B}, {FROM_A, FROM_C}, {FROM_A, -1}, {FROM_B, -1}};
    struct cut best = {.cost = INFINITY};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        sort_by(x, n, by_a, ways[w][0], ways[w][1]);
        for (int k = 0; k < n; k++)
            x->place[x->sorted[k]] = k;
        for (int first = 0; first < 2; first++) {
            struct cut cut = best_cut(x, n, first != 0);
            if (cut.cost < best.cost) {
                best = cut;
                memcpy(x->best, x->sorted, (size_t)n * sizeof *x->best);
            }
        }
    }
    return best;
}

/* block ← one side, the other side, the separator; returns the sizes of the sides. */
static void split(struct dissecting *x, int n, int *block, const int *by_a, struct cut cut, int sides[2])
{
    const int part = x->part[block[0]];
    int one = x->parts++, other = x->parts++, count = 0;
    for (int k = 0; k < n; k++)
        x->place[x->best[k]] = k;
    for (int k = 0; k < n; k++) {
        int b = x->best[k];
        bool before = k < cut.at, apart = false;
        for (int q = x->g->start[b]; q < x->g->start[b + 1] && before == cut.first; q++) {
            int i = x->g->to[q];
            apart = apart || (x->part[i] == part && (x->place[i] < cut.at) != before);
        }
        x->count[k] = apart ? -1 : before ? one : other;
    }
    for (int k = 0; k < n; k++) /* only now, because neighbours are identified by their part */
        x->part[x->best[k]] = x->count[k];
    for (int side = 0; side < 3; side++) {
        int now = side == 0 ? one : side == 1 ? other : -1, before = count;
        for (int k = 0; k < n; k++)
            if (x->part[by_a[k]] == now)
                block[count++] = by_a[k];
        if (side < 2)
            sides[side] = count - before;
    }
}

/* Minimum degree within a leaf. */
static void order_leaf(struct dissecting *x, int n, int *block)
{
    const struct graph *g = x->g;
    int edges = 0, end = 0, part = x->part[block[0]], *local = x->place;
    for (int k = 0; k < n; k++) {
        local[block[k]] = k;
        edges += g->start[block[k] + 1] - g->start[block[k]];
    }
    int room = edges + edges / 4 + n + 1, *at = MEM_ARRAY(int, 9 * (n + 1) + room), *iw = at + 9 * (n + 1);
    int *array[9];
    for (int i = 0; i < 9; i++)
        array[i] = at + i * (n + 1);
    for (int k = 0; k < n; k++) {
        array[0][k] = end;
        for (int q = g->start[block[k]]; q < g->start[block[k] + 1]; q++)
            if (x->part[g->to[q]] == part)
                iw[end++] = local[g->to[q]];
        array[1][k] = end - array[0][k];
    }
    double control[AMD_CONTROL], info[AMD_INFO];
    amd_defaults(control);
    amd_2(n, array[0], iw, array[1], room, end, array[2], array[3], array[4], array[5], array[6], array[7], array[8],
          control, info);
    for (int k = 0; k < n; k++)
        x->queue[k] = block[array[4][k]];
    memcpy(block, x->queue, (size_t)n * sizeof *block);
    for (int k = 0; k < n; k++)
        x->part[block[k]] = -1;
    mem_free(at);
}

/* The distances that find_cut needs; by_a ← the blocks by distance from a. */
static void measure(struct dissecting *x, int n, int start, int *by_a)
{
    walk_from(x, start, x->distance[FROM_C]);
    int a = x->queue[n - 1];
    walk_from(x, a, x->distance[FROM_A]);
    memcpy(by_a, x->queue, (size_t)n * sizeof *by_a);
    int c = x->queue[n - 1], b = c, most = -1;
    walk_from(x, c, x->distance[FROM_C]);
    for (int k = 0; k < n; k++) {
        int i = by_a[k], one = x->distance[FROM_A][i], other = x->distance[FROM_C][i], less = one < other ? one : other;
        if (less > most) {
            most = less;
            b = i;
        }
    }
    walk_from(x, b, x->distance[FROM_B]);
}

/* Handles one part: orders it if it is small, else divides it. Returns the sizes of the two sides. */
static void dissect(struct dissecting *x, int n, int *block, int *by_a, int sides[2])
{
    sides[0] = sides[1] = 0;
    if (n <= LEAF) {
        order_leaf(x, n, block);
        return;
    }
    int reached = walk_from(x, block[0], x->distance[FROM_A]);
    if (reached < n) { /* two parts, without a separator */
        int part = x->part[block[0]], next = x->parts++, count = reached;
        memcpy(by_a, x->queue, (size_t)reached * sizeof *by_a);
        for (int k = 0; k < reached; k++)
            x->part[by_a[k]] = next;
        for (int k = 0; k < n; k++)
            if (x->part[block[k]] == part)
                by_a[count++] = block[k];
        memcpy(block, by_a, (size_t)n * sizeof *block);
        sides[0] = reached;
        sides[1] = n - reached;
        return;
    }
    measure(x, n, block[0], by_a);
    struct cut cut = find_cut(x, n, by_a);
    if (cut.cost < INFINITY)
        split(x, n, block, by_a, cut, sides);
    else
        order_leaf(x, n, block);
}

void dissection_order(const struct graph *g, int count, int *block)
{
    size_t n = (size_t)g->n, own = (size_t)count;
    int *at = MEM_ARRAY(int, 5 * n + 6 * own + 2 * own + 16);
    struct dissecting x = {.g = g, .part = at, .place = at + n, .parts = 1};
    for (int i = 0; i < DISTANCES; i++)
        x.distance[i] = at + (2 + (size_t)i) * n;
    x.sorted = at + 5 * n;
    x.best = x.sorted + own;
    x.queue = x.best + own;
    x.change = x.queue + own;
    x.count = x.change + own + 2;
    int *by_a = x.count + 2 * own + 4, *stack = MEM_ARRAY(int, 2 * own + 2), depth = 0;
    memset(x.part, -1, n * sizeof *x.part);
    for (int k = 0; k < count; k++)
        x.part[block[k]] = 0;
    stack[depth++] = 0;
    stack[depth++] = count;
    while (depth > 0) {
        int size = stack[--depth], first = stack[--depth], sides[2];
        dissect(&x, size, block + first, by_a, sides);
        for (int side = 0; side < 2; side++)
            if (sides[side] > 0) {
                stack[depth++] = first + (side == 1 ? sides[0] : 0);
                stack[depth++] = sides[side];
            }
    }
    mem_free(stack);
    mem_free(at);
}
