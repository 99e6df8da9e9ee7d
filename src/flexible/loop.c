/* loop.c: the loop over the elements of a lattice: several elements of a run at a time, chunks on several threads.
 *
 * Every element goes through the same operations in the same order whatever the width, and no multiplication and addition
 * are fused, so that all machines and all numbers of threads give the same bits.
 */
#include <stdint.h>
#include <string.h>

#include "base/inline.h"
#include "base/simd.h"
#include "flexible/lattice.h"

enum { ROOM = LATTICE_TILE + 8, MOST_RUNS = LATTICE_TILE / 2 };

/* The runs of a tile, where each begins among its nodes, and where the forces on its four rows go. */
struct tile {
    const double *q, *v;
    int runs, nodes;
    const struct lattice_run *run;
    int at[MOST_RUNS];
    double *force[MOST_RUNS][4];
};

/* The numbers of one tile, one array for each: they stay in the nearest cache. */
struct buffers {
    double q[4][3][ROOM], v[4][3][ROOM];
    double low[4][3][ROOM], high[4][3][ROOM];
    double fill[ROOM], lambda[ROOM], loss[ROOM], metric[6][ROOM];
};

#define REAL double
#define NAME(x) x##_one
#define BITS int64_t
#define WHERE(x, y) ((x) > 0 ? (y) : 0)
#define WIDE 1
#define TARGET
#include "flexible/element.inc"
#include "flexible/loop.inc"

typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
typedef int64_t pair_bits __attribute__((vector_size(16), aligned(8), may_alias));
#define REAL pair
#define NAME(x) x##_pair
#define BITS pair_bits
#define WHERE(x, y) ((pair)((pair_bits)((x) > 0.0) & (pair_bits)(y)))
#define WIDE 2
#define TARGET
#include "flexible/element.inc"
#include "flexible/loop.inc"

#if defined(__x86_64__)
typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t quad_bits __attribute__((vector_size(32), aligned(8), may_alias));
#define REAL quad
#define NAME(x) x##_quad
#define BITS quad_bits
#define WHERE(x, y) ((quad)((quad_bits)((x) > 0.0) & (quad_bits)(y)))
#define WIDE 4
#define TARGET __attribute__((target("avx2")))
#include "flexible/element.inc"
#include "flexible/loop.inc"

typedef double octet __attribute__((vector_size(64), aligned(8), may_alias));
typedef int64_t octet_bits __attribute__((vector_size(64), aligned(8), may_alias));
#define REAL octet
#define NAME(x) x##_octet
#define BITS octet_bits
#define WHERE(x, y) ((octet)((octet_bits)((x) > 0.0) & (octet_bits)(y)))
#define WIDE 8
#define TARGET __attribute__((target("avx512f")))
#include "flexible/element.inc"
#include "flexible/loop.inc"

#endif

static int widest(void)
{
    static const int width[] = {[SIMD_NONE] = 1, [SIMD_BASE] = 2, [SIMD_AVX2] = 4, [SIMD_AVX512] = 8};
    return width[simd_best()];
}

struct job {
    const struct lattice *l;
    const struct lattice_state *s;
    void (*tile)(const struct element_constants *k, const struct tile *tile, struct buffers *b);
};

static void load_state(const struct job *j, const struct lattice_run *run, int at, struct buffers *b)
{
    const struct lattice *l = j->l;
    const size_t bytes = sizeof(double) * (size_t)run->count;
    memcpy(b->fill + at, l->fill + run->element, bytes);
    b->fill[at + run->count] = 0; /* the dummy element between this run and the next */
    if (l->constants.what & ELEMENT_INCOMPRESSIBLE)
        memcpy(b->lambda + at, j->s->lambda + run->element, bytes);
    for (int m = 0; m < 6 && l->constants.what & ELEMENT_MOLDABLE; m++)
        memcpy(b->metric[m] + at, j->s->metric + (size_t)m * (size_t)l->elements + run->element, bytes);
}

static void store_rates(const struct job *j, const struct lattice_run *run, int at, const struct buffers *b)
{
    const struct lattice *l = j->l;
    const size_t bytes = sizeof(double) * (size_t)run->count;
    if (l->constants.what & ELEMENT_INCOMPRESSIBLE)
        memcpy(j->s->lambda_rate + run->element, b->lambda + at, bytes);
    for (int m = 0; m < 6 && l->constants.what & ELEMENT_MOLDABLE; m++)
        memcpy(j->s->metric_rate + (size_t)m * (size_t)l->elements + run->element, b->metric[m] + at, bytes);
}

/* One tile: its state in, its forces and rates out. Returns what is lost in it. Forces on nodes from `end` on go to the
 * spare plane. */
static double compute_tile(const struct job *j, int index, int end, double *spare, struct buffers *b)
{
    const struct lattice *l = j->l;
    const int first = l->tile_run[index];
    struct tile tile = {.q = j->s->q, .v = j->s->v, .run = &l->run[first], .runs = l->tile_run[index + 1] - first};
    for (int i = 0; i < tile.runs; i++) {
        const struct lattice_run *run = &tile.run[i];
        tile.at[i] = tile.nodes;
        for (int r = 0; r < 4; r++)
            tile.force[i][r] = (run->node[r] < end ? j->s->force : spare) + 3 * (ptrdiff_t)run->node[r];
        load_state(j, run, tile.nodes, b);
        tile.nodes += run->count + 1;
    }
    j->tile(&l->constants, &tile, b);
    double loss = 0;
    for (int i = 0; i < tile.runs; i++) {
        store_rates(j, &tile.run[i], tile.at[i], b);
        for (int e = 0; e < tile.run[i].count; e++)
            loss += b->loss[tile.at[i] + e];
    }
    return loss;
}

static void compute_chunk(void *ctx, int chunk)
{
    const struct job *j = ctx;
    const struct lattice *l = j->l;
    struct buffers b;
    const int own = l->chunk_node[chunk], end = l->chunk_node[chunk + 1];
    double *spare = j->s->room.spare + 3 * (ptrdiff_t)l->chunk_spare[chunk] - 3 * (ptrdiff_t)end;
    double loss = 0;
    memset(&b, 0, sizeof b);
    memset(j->s->force + 3 * (size_t)own, 0, sizeof(double) * 3 * (size_t)(end - own));
    memset(j->s->room.spare + 3 * (size_t)l->chunk_spare[chunk], 0,
           sizeof(double) * 3 * (size_t)(l->chunk_spare[chunk + 1] - l->chunk_spare[chunk]));
    for (int i = l->chunk_tile[chunk]; i < l->chunk_tile[chunk + 1]; i++)
        loss += compute_tile(j, i, end, spare, &b);
    j->s->room.loss[chunk] = loss;
}

double lattice_forces_wide(const struct lattice *l, const struct lattice_state *s, struct threads *threads, int wide)
{
    struct job j = {.l = l, .s = s, .tile = any_tile_one};
    double loss = 0;
    if (wide == 2)
        j.tile = any_tile_pair;
#if defined(__x86_64__)
    if (wide == 4)
        j.tile = any_tile_quad;
    if (wide == 8)
        j.tile = any_tile_octet;
#endif
    threads_run(threads, l->chunks, compute_chunk, &j);
    for (int c = 0; c < l->chunks; c++) {
        double *force = s->force + 3 * (size_t)l->chunk_node[c + 1];
        const double *spare = s->room.spare + 3 * (size_t)l->chunk_spare[c];
        for (int i = 0; i < 3 * (l->chunk_spare[c + 1] - l->chunk_spare[c]); i++)
            force[i] += spare[i];
        loss += s->room.loss[c];
    }
    return loss;
}

double lattice_forces(const struct lattice *l, const struct lattice_state *s, struct threads *threads)
{
    return lattice_forces_wide(l, s, threads, widest());
}
