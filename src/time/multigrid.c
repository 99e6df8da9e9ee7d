/* multigrid.c: see multigrid.h. */
#include "time/multigrid.h"

#include <string.h>

#include "base/memory.h"
#include "base/poll.h"
#include "linear/ldl.h"

enum { AROUND = 27, SELF = 13, MOST_LEVELS = 12, COARSEST = 400 };

/* A coarse node that a node is interpolated from. */
struct parent {
    int node;
    double part;
};

/* One lattice. The blocks of a node couple it to its neighbours in the order of AROUND: first axis fastest. */
struct level {
    int cells[3], nodes;
    int *place;      /* by node: its grid point */
    int *neighbour;  /* AROUND by node; -1: none */
    float *block;    /* 9 AROUND by node */
    double *inverse; /* 9 by node: of its own block */
    int *first;      /* by node: first of its parents; one more ends the list */
    struct parent *parent;
    double *x, *b; /* 3 by node */
};

struct multigrid {
    struct poll *poll;
    int levels;
    struct level level[MOST_LEVELS];
    struct ldl *pattern; /* of the coarsest */
    struct ldl_numbers *numbers;
    double *scale, *packed;
};

/* ---- lattices ---- */

static int points_of(const int cells[3]) { return (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1); }

static int point_at(const int cells[3], int i, int j, int k)
{
    const bool inside = i >= 0 && j >= 0 && k >= 0 && i <= cells[0] && j <= cells[1] && k <= cells[2];
    return inside ? (k * (cells[1] + 1) + j) * (cells[0] + 1) + i : -1;
}

static void grid_of(const int cells[3], int point, int at[3])
{
    at[0] = point % (cells[0] + 1);
    at[1] = point / (cells[0] + 1) % (cells[1] + 1);
    at[2] = point / (cells[0] + 1) / (cells[1] + 1);
}

/* node_at: by grid point, −1: none. */
static void make_level(struct level *v, const int cells[3], const int *node_at, int nodes)
{
    memcpy(v->cells, cells, sizeof v->cells);
    v->nodes = nodes;
    v->place = MEM_ARRAY(int, nodes);
    v->neighbour = MEM_ARRAY(int, AROUND *nodes);
    v->block = MEM_ARRAY(float, 9 * AROUND * (size_t)nodes);
    v->inverse = MEM_ARRAY(double, 9 * (size_t)nodes);
    v->x = MEM_ARRAY(double, 3 * (size_t)nodes);
    v->b = MEM_ARRAY(double, 3 * (size_t)nodes);
    for (int p = 0; p < points_of(cells); p++)
        if (node_at[p] >= 0)
            v->place[node_at[p]] = p;
    for (int n = 0; n < nodes; n++) {
        int at[3];
        grid_of(cells, v->place[n], at);
        for (int a = 0; a < AROUND; a++) {
            const int p = point_at(cells, at[0] + a % 3 - 1, at[1] + a / 3 % 3 - 1, at[2] + a / 9 - 1);
            v->neighbour[AROUND * n + a] = p >= 0 ? node_at[p] : -1;
        }
    }
}

/* The parents of the nodes of a lattice, and the coarser lattice that they make. */
static void coarsen(struct level *fine, struct level *coarse)
{
    int cells[3], nodes = 0, count = 0;
    for (int d = 0; d < 3; d++)
        cells[d] = (fine->cells[d] + 1) / 2;
    int *node_at = MEM_ARRAY(int, points_of(cells));
    memset(node_at, -1, sizeof *node_at * (size_t)points_of(cells));
    fine->first = MEM_ARRAY(int, fine->nodes + 1);
    fine->parent = mem_new(sizeof *fine->parent * 8 * (size_t)fine->nodes);
    for (int n = 0; n < fine->nodes; n++) {
        int at[3];
        grid_of(fine->cells, fine->place[n], at);
        fine->first[n] = count;
        for (int c = 0; c < 8; c++) {
            int to[3];
            double part = 1;
            for (int d = 0; d < 3; d++) {
                to[d] = at[d] / 2 + (c >> d & 1);
                part *= at[d] % 2 == 1 ? 0.5 : (c >> d & 1) == 0 ? 1 : 0;
            }
            if (part == 0)
                continue;
            const int p = point_at(cells, to[0], to[1], to[2]);
            node_at[p] = 0;
            fine->parent[count++] = (struct parent){p, part};
        }
    }
    fine->first[fine->nodes] = count;
    for (int p = 0; p < points_of(cells); p++)
        if (node_at[p] == 0)
            node_at[p] = nodes++;
    for (int i = 0; i < count; i++)
        fine->parent[i].node = node_at[fine->parent[i].node];
    make_level(coarse, cells, node_at, nodes);
    mem_free(node_at);
}

static void analyze(struct multigrid *m)
{
    const struct level *v = &m->level[m->levels - 1];
    int *size = MEM_ARRAY(int, v->nodes), *pair = MEM_ARRAY(int, 2 * AROUND * v->nodes), pairs = 0;
    for (int n = 0; n < v->nodes; n++) {
        size[n] = 3;
        for (int a = 0; a < SELF; a++)
            if (v->neighbour[AROUND * n + a] >= 0) {
                pair[2 * pairs] = n;
                pair[2 * pairs++ + 1] = v->neighbour[AROUND * n + a];
            }
    }
    m->pattern = ldl_analyze(v->nodes, size, NULL, pairs, pair);
    m->numbers = ldl_numbers_new(m->pattern);
    ldl_numbers_poll(m->numbers, m->poll);
    m->scale = MEM_ARRAY(double, 3 * v->nodes);
    m->packed = MEM_ARRAY(double, 3 * v->nodes);
    mem_free(size);
    mem_free(pair);
}

struct multigrid *multigrid_new(const struct lattice *l, struct poll *poll)
{
    struct multigrid *m = MEM_NEW(struct multigrid);
    m->poll = poll;
    make_level(&m->level[m->levels++], l->cells, l->node_at, l->nodes);
    while (m->levels < MOST_LEVELS && m->level[m->levels - 1].nodes > COARSEST) {
        coarsen(&m->level[m->levels - 1], &m->level[m->levels]);
        m->levels++;
        poll_here(poll);
    }
    analyze(m);
    return m;
}

void multigrid_free(struct multigrid *m)
{
    if (m == NULL)
        return;
    for (int i = 0; i < m->levels; i++) {
        struct level *v = &m->level[i];
        mem_free(v->place);
        mem_free(v->neighbour);
        mem_free(v->block);
        mem_free(v->inverse);
        mem_free(v->first);
        mem_free(v->parent);
        mem_free(v->x);
        mem_free(v->b);
    }
    ldl_free(m->pattern);
    ldl_numbers_free(m->numbers);
    mem_free(m->scale);
    mem_free(m->packed);
    mem_free(m);
}

/* ---- matrices ---- */

void multigrid_clear(struct multigrid *m)
{
    for (int i = 0; i < m->levels; i++)
        memset(m->level[i].block, 0, sizeof(float) * 9 * AROUND * (size_t)m->level[i].nodes);
}

/* Which neighbour of i node j is: -1: none. */
static int around(const struct level *v, int i, int j)
{
    int at[3], to[3], a = 0;
    static const int step[3] = {1, 3, 9};
    grid_of(v->cells, v->place[i], at);
    grid_of(v->cells, v->place[j], to);
    for (int d = 0; d < 3; d++) {
        if (to[d] - at[d] < -1 || to[d] - at[d] > 1)
            return -1;
        a += (to[d] - at[d] + 1) * step[d];
    }
    return a;
}

bool multigrid_couples(const struct multigrid *m, int i, int j) { return around(&m->level[0], i, j) >= 0; }

void multigrid_add(struct multigrid *m, int i, int j, const double block[9])
{
    struct level *v = &m->level[0];
    const int a = around(v, i, j);
    for (int k = 0; k < 9; k++)
        v->block[9 * (AROUND * (size_t)i + (size_t)a) + (size_t)k] += (float)block[k];
}

/* Pᵀ A P */
static void make_coarse(struct multigrid *m, const struct level *fine, struct level *coarse)
{
    for (int i = 0; i < fine->nodes; i++) {
        for (int a = 0; a < AROUND; a++) {
            const int j = fine->neighbour[AROUND * i + a];
            const float *block = fine->block + 9 * (AROUND * (size_t)i + (size_t)a);
            for (int p = fine->first[i]; p < fine->first[i + 1] && j >= 0; p++)
                for (int q = fine->first[j]; q < fine->first[j + 1]; q++) {
                    const struct parent *one = &fine->parent[p], *two = &fine->parent[q];
                    const int to = around(coarse, one->node, two->node);
                    float *out = coarse->block + 9 * (AROUND * (size_t)one->node + (size_t)to);
                    for (int k = 0; k < 9; k++)
                        out[k] += (float)(one->part * two->part) * block[k];
                }
        }
        if (i % 1000 == 0)
            poll_here(m->poll);
    }
}

static void invert(const float *a, double out[9])
{
    const double m[9] = {a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]};
    const double c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
    const double d = 1 / (m[0] * c0 + m[1] * c1 + m[2] * c2);
    const double all[9] = {c0, m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
                           c1, m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
                           c2, m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
    for (int k = 0; k < 9; k++)
        out[k] = d * all[k];
}

static void factor(struct multigrid *m)
{
    const struct level *v = &m->level[m->levels - 1];
    double *values = ldl_values(m->numbers);
    for (int n = 0; n < v->nodes; n++)
        for (int k = 0; k < 3; k++)
            m->scale[3 * n + k] = 1 / sqrt(v->block[9 * (AROUND * (size_t)n + SELF) + 4 * (size_t)k]);
    for (int n = 0; n < v->nodes; n++)
        for (int a = 0; a <= SELF; a++) {
            const int j = v->neighbour[AROUND * n + a];
            bool transposed;
            if (j < 0)
                continue;
            double *out = values + ldl_offset(m->pattern, n, j, &transposed);
            for (int k = 0; k < 9; k++)
                out[transposed ? 3 * (k % 3) + k / 3 : k] = m->scale[3 * n + k / 3] * m->scale[3 * j + k % 3] *
                                                            v->block[9 * (AROUND * (size_t)n + (size_t)a) + (size_t)k];
        }
    for (int i = 0; i < ldl_islands(m->pattern); i++) /* rounding of floats must not make it indefinite */
        ldl_factor(m->pattern, m->numbers, i, 1e-6, 0);
}

void multigrid_prepare(struct multigrid *m)
{
    for (int i = 1; i < m->levels; i++)
        make_coarse(m, &m->level[i - 1], &m->level[i]);
    for (int i = 0; i + 1 < m->levels; i++)
        for (int n = 0; n < m->level[i].nodes; n++)
            invert(m->level[i].block + 9 * (AROUND * (size_t)n + SELF), m->level[i].inverse + 9 * (size_t)n);
    factor(m);
}

/* ---- the cycle ---- */

/* b − A x at a node; with `others` without its own block. */
static void rest_of(const struct level *v, int n, bool others, double r[3])
{
    const int *neighbour = v->neighbour + AROUND * n;
    const float *block = v->block + 9 * AROUND * (size_t)n;
    double a = v->b[3 * n], b = v->b[3 * n + 1], c = v->b[3 * n + 2];
    for (int k = 0; k < AROUND; k++, block += 9) {
        if (neighbour[k] < 0 || (others && k == SELF))
            continue;
        const double *x = v->x + 3 * (size_t)neighbour[k];
        a -= (double)block[0] * x[0] + (double)block[1] * x[1] + (double)block[2] * x[2];
        b -= (double)block[3] * x[0] + (double)block[4] * x[1] + (double)block[5] * x[2];
        c -= (double)block[6] * x[0] + (double)block[7] * x[1] + (double)block[8] * x[2];
    }
    r[0] = a;
    r[1] = b;
    r[2] = c;
}

static void sweep(struct level *v, bool backward)
{
    for (int i = 0; i < v->nodes; i++) {
        const int n = backward ? v->nodes - 1 - i : i;
        const double *d = v->inverse + 9 * (size_t)n;
        double r[3];
        rest_of(v, n, true, r);
        for (int k = 0; k < 3; k++)
            v->x[3 * n + k] = d[3 * k] * r[0] + d[3 * k + 1] * r[1] + d[3 * k + 2] * r[2];
    }
}

static void solve_coarsest(struct multigrid *m)
{
    struct level *v = &m->level[m->levels - 1];
    for (int n = 0; n < v->nodes; n++)
        for (int k = 0; k < 3; k++)
            m->packed[ldl_row(m->pattern, n) + k] = m->scale[3 * n + k] * v->b[3 * n + k];
    for (int i = 0; i < ldl_islands(m->pattern); i++)
        ldl_solve(m->pattern, m->numbers, i, m->packed);
    for (int n = 0; n < v->nodes; n++)
        for (int k = 0; k < 3; k++)
            v->x[3 * n + k] = m->scale[3 * n + k] * m->packed[ldl_row(m->pattern, n) + k];
}

static void go_down(struct level *v, struct level *coarse)
{
    memset(v->x, 0, sizeof *v->x * 3 * (size_t)v->nodes);
    memset(coarse->b, 0, sizeof *coarse->b * 3 * (size_t)coarse->nodes);
    sweep(v, false);
    for (int n = 0; n < v->nodes; n++) {
        double r[3];
        rest_of(v, n, false, r);
        for (int p = v->first[n]; p < v->first[n + 1]; p++)
            for (int k = 0; k < 3; k++)
                coarse->b[3 * v->parent[p].node + k] += v->parent[p].part * r[k];
    }
}

static void go_up(struct level *v, const struct level *coarse)
{
    for (int n = 0; n < v->nodes; n++)
        for (int p = v->first[n]; p < v->first[n + 1]; p++)
            for (int k = 0; k < 3; k++)
                v->x[3 * n + k] += v->parent[p].part * coarse->x[3 * v->parent[p].node + k];
    sweep(v, true);
}

void multigrid_apply(struct multigrid *m, double *x)
{
    const size_t bytes = sizeof *x * 3 * (size_t)m->level[0].nodes;
    memcpy(m->level[0].b, x, bytes);
    for (int i = 0; i + 1 < m->levels; i++)
        go_down(&m->level[i], &m->level[i + 1]);
    solve_coarsest(m);
    for (int i = m->levels - 2; i >= 0; i--)
        go_up(&m->level[i], &m->level[i + 1]);
    memcpy(x, m->level[0].x, bytes);
}
