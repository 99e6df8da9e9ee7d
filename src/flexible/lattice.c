/* lattice.c: nodes and elements, their masses, and how the loop over them is divided into chunks and tiles. */
#include "flexible/lattice.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { CHUNKS = 16, LAYERS = 4 };

static const double least_fill = 0.125;

static int grid_index(const struct lattice *l, int i, int j, int k)
{
    return (k * (l->cells[1] + 1) + j) * (l->cells[0] + 1) + i;
}
static int cell_index(const struct lattice *l, int i, int j, int k) { return (k * l->cells[1] + j) * l->cells[0] + i; }

/* Corner b of a cell as a grid point. */
static int corner_index(const struct lattice *l, int i, int j, int k, int b)
{
    return grid_index(l, i + (b & 1), j + (b >> 1 & 1), k + (b >> 2));
}

int lattice_spare_nodes(const struct lattice *l) { return l->chunk_spare[l->chunks]; }

int lattice_node(const struct lattice *l, int i, int j, int k)
{
    if (i < 0 || j < 0 || k < 0 || i > l->cells[0] || j > l->cells[1] || k > l->cells[2])
        return -1;
    return l->node_at[grid_index(l, i, j, k)];
}

/* Numbers elements and the nodes they need, both in the order of cells. */
static void number(struct lattice *l, const double *fill)
{
    const int *n = l->cells;
    int points = (n[0] + 1) * (n[1] + 1) * (n[2] + 1), cells = n[0] * n[1] * n[2];
    l->node_at = MEM_ARRAY(int, points);
    l->element_at = MEM_ARRAY(int, cells);
    l->fill = MEM_ARRAY(double, cells);
    memset(l->node_at, -1, sizeof(int) * (size_t)points);
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++) {
                int cell = cell_index(l, i, j, k);
                double part = fill != NULL ? fill[cell] : 1;
                l->element_at[cell] = part > 0 ? l->elements : -1;
                if (!(part > 0))
                    continue;
                l->fill[l->elements++] = part < least_fill ? least_fill : part > 1 ? 1 : part;
                for (int b = 0; b < 8; b++)
                    l->node_at[corner_index(l, i, j, k, b)] = 0;
            }
    for (int p = 0; p < points; p++)
        if (l->node_at[p] == 0)
            l->node_at[p] = l->nodes++;
}

static void weigh(struct lattice *l)
{
    const int *n = l->cells;
    double corner_mass = l->density * l->constants.volume / 8;
    l->mass = MEM_ARRAY(double, l->nodes);
    l->inverse_mass = MEM_ARRAY(double, l->nodes);
    l->rest = MEM_ARRAY(double, 3 * l->nodes);
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++) {
                int e = l->element_at[cell_index(l, i, j, k)];
                for (int b = 0; b < 8 && e >= 0; b++)
                    l->mass[l->node_at[corner_index(l, i, j, k, b)]] += corner_mass * l->fill[e];
            }
    for (int k = 0; k <= n[2]; k++)
        for (int j = 0; j <= n[1]; j++)
            for (int i = 0; i <= n[0]; i++) {
                int p = l->node_at[grid_index(l, i, j, k)];
                if (p < 0)
                    continue;
                l->rest[3 * p] = l->corner.x + i * l->length[0];
                l->rest[3 * p + 1] = l->corner.y + j * l->length[1];
                l->rest[3 * p + 2] = l->corner.z + k * l->length[2];
            }
    for (int p = 0; p < l->nodes; p++) {
        l->inverse_mass[p] = 1 / l->mass[p];
        l->total_mass += l->mass[p];
    }
}

/* The elements of one row of cells, as runs. `out` may be NULL: then they are only counted. */
static int row_runs(const struct lattice *l, int j, int k, struct lattice_run *out)
{
    int runs = 0;
    for (int i = 0; i < l->cells[0];) {
        int count = 0;
        while (count < LATTICE_RUN && i + count < l->cells[0] && l->element_at[cell_index(l, i + count, j, k)] >= 0)
            count++;
        if (count == 0) {
            i++;
            continue;
        }
        struct lattice_run run = {.count = count, .element = l->element_at[cell_index(l, i, j, k)]};
        for (int b = 0; b < 4; b++)
            run.node[b] = l->node_at[corner_index(l, i, j, k, 2 * b)];
        if (out != NULL)
            out[runs] = run;
        runs++;
        i += count;
    }
    return runs;
}

/* The first node of the plane k of grid points, or of a later one. */
static int plane_node(const struct lattice *l, int k)
{
    int plane = (l->cells[0] + 1) * (l->cells[1] + 1);
    for (int p = k * plane; p < (l->cells[2] + 1) * plane; p++)
        if (l->node_at[p] >= 0)
            return l->node_at[p];
    return l->nodes;
}

/* Tiles of the runs from `first` to `end`: as many as fit. */
static void make_tiles(struct lattice *l, int first, int end)
{
    int nodes = LATTICE_TILE;
    for (int i = first; i < end; i++) {
        if (nodes + l->run[i].count + 1 > LATTICE_TILE) {
            l->tile_run[l->tiles++] = i;
            nodes = 0;
        }
        nodes += l->run[i].count + 1;
    }
}

static void share_out(struct lattice *l)
{
    const int *n = l->cells;
    int layers = (n[2] + CHUNKS - 1) / CHUNKS, spare = 0;
    layers = layers < LAYERS ? LAYERS : layers;
    l->chunks = (n[2] + layers - 1) / layers;
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            l->runs += row_runs(l, j, k, NULL);
    l->run = MEM_ARRAY(struct lattice_run, l->runs);
    l->chunk_tile = MEM_ARRAY(int, l->chunks + 1);
    l->tile_run = MEM_ARRAY(int, l->runs + 1);
    l->chunk_node = MEM_ARRAY(int, l->chunks + 1);
    l->chunk_spare = MEM_ARRAY(int, l->chunks + 1);
    int runs = 0;
    for (int c = 0; c < l->chunks; c++) {
        int end = (c + 1) * layers < n[2] ? (c + 1) * layers : n[2];
        const int first = runs;
        l->chunk_tile[c] = l->tiles;
        l->chunk_node[c] = plane_node(l, c * layers);
        l->chunk_spare[c] = spare;
        spare += end < n[2] ? plane_node(l, end + 1) - plane_node(l, end) : 0;
        for (int k = c * layers; k < end; k++)
            for (int j = 0; j < n[1]; j++)
                runs += row_runs(l, j, k, l->run + runs);
        make_tiles(l, first, runs);
    }
    l->chunk_tile[l->chunks] = l->tiles;
    l->tile_run[l->tiles] = runs;
    l->chunk_node[l->chunks] = l->nodes;
    l->chunk_spare[l->chunks] = spare;
}

struct lattice *lattice_new(const int cells[3], const double length[3], vec3 corner, const double *fill,
                            const struct material *m)
{
    struct lattice *l = MEM_NEW(struct lattice);
    for (int d = 0; d < 3; d++) {
        l->cells[d] = cells[d];
        l->length[d] = length[d];
    }
    l->corner = corner;
    l->density = m->density;
    lattice_set_material(l, m);
    number(l, fill);
    if (l->elements == 0) {
        lattice_free(l);
        return NULL;
    }
    weigh(l);
    share_out(l);
    return l;
}

void lattice_set_mass(struct lattice *l, double mass)
{
    double by = mass / l->total_mass;
    for (int p = 0; p < l->nodes; p++) {
        l->mass[p] *= by;
        l->inverse_mass[p] = 1 / l->mass[p];
    }
    l->density *= by;
    l->total_mass = mass;
}

void lattice_set_material(struct lattice *l, const struct material *m)
{
    l->constants = element_constants(m, l->length);
}

struct lattice *lattice_again(struct lattice *l)
{
    counted_again(&l->users);
    return l;
}

void lattice_free(struct lattice *l)
{
    if (l == NULL || !counted_last(&l->users))
        return;
    mem_free(l->node_at);
    mem_free(l->element_at);
    mem_free(l->fill);
    mem_free(l->mass);
    mem_free(l->inverse_mass);
    mem_free(l->rest);
    mem_free(l->run);
    mem_free(l->chunk_tile);
    mem_free(l->tile_run);
    mem_free(l->chunk_node);
    mem_free(l->chunk_spare);
    mem_free(l);
}

/* ---- embedding ---- */

/* The cell with an element nearest to a place in cell coordinates: rings of cells around it, until none can be nearer. */
static int nearest_element(const struct lattice *l, const double at[3], int cell[3])
{
    int best = -1, middle[3];
    double least = INFINITY;
    for (int d = 0; d < 3; d++)
        middle[d] = (int)fmin(fmax(floor(at[d]), 0), l->cells[d] - 1);
    int most = l->cells[0] + l->cells[1] + l->cells[2];
    for (int ring = 0; ring <= most && (best < 0 || ring - 1 <= sqrt(least)); ring++)
        for (int k = middle[2] - ring; k <= middle[2] + ring; k++)
            for (int j = middle[1] - ring; j <= middle[1] + ring; j++)
                for (int i = middle[0] - ring; i <= middle[0] + ring; i++) {
                    bool on_ring =
                        abs(i - middle[0]) == ring || abs(j - middle[1]) == ring || abs(k - middle[2]) == ring;
                    if (!on_ring || i < 0 || j < 0 || k < 0 || i >= l->cells[0] || j >= l->cells[1] ||
                        k >= l->cells[2] || l->element_at[cell_index(l, i, j, k)] < 0)
                        continue;
                    const int here[3] = {i, j, k};
                    double far = 0;
                    for (int d = 0; d < 3; d++) {
                        double off = fmax(fmax(here[d] - at[d], at[d] - here[d] - 1), 0);
                        far += off * off;
                    }
                    if (far < least) {
                        least = far;
                        best = l->element_at[cell_index(l, i, j, k)];
                        memcpy(cell, here, sizeof here);
                    }
                }
    return best;
}

int lattice_embed(const struct lattice *l, vec3 at, int node[8], double weight[8], vec3 gradient[8])
{
    const double place[3] = {(at.x - l->corner.x) / l->length[0], (at.y - l->corner.y) / l->length[1],
                             (at.z - l->corner.z) / l->length[2]};
    int cell[3] = {0, 0, 0};
    int e = nearest_element(l, place, cell);
    for (int b = 0; b < 8; b++) {
        double along[3], slope[3];
        for (int d = 0; d < 3; d++) {
            double x = place[d] - cell[d];
            along[d] = b >> d & 1 ? x : 1 - x;
            slope[d] = (b >> d & 1 ? 1 : -1) / l->length[d];
        }
        weight[b] = along[0] * along[1] * along[2];
        if (gradient != NULL)
            gradient[b] =
                v3(slope[0] * along[1] * along[2], along[0] * slope[1] * along[2], along[0] * along[1] * slope[2]);
        node[b] = l->node_at[corner_index(l, cell[0], cell[1], cell[2], b)];
    }
    return e;
}

/* A quadratic B-spline: how much a node counts at a distance of so many cells. */
static double bell(double x)
{
    x = fabs(x);
    return x < 0.5 ? 0.75 - x * x : x < 1.5 ? 0.5 * (1.5 - x) * (1.5 - x) : 0;
}

/* The nodes of the elements around grid point `center`, and their weights at `place`, in cells. */
static int nodes_around(const struct lattice *l, const int center[3], const double place[3], int node[LATTICE_AROUND],
                        double weight[LATTICE_AROUND])
{
    bool there[LATTICE_AROUND] = {false};
    int count = 0;
    for (int c = 0; c < 8; c++) {
        int cell[3];
        bool inside = true;
        for (int d = 0; d < 3; d++) {
            cell[d] = center[d] - 1 + (c >> d & 1);
            inside = inside && cell[d] >= 0 && cell[d] < l->cells[d];
        }
        if (!inside || l->element_at[cell_index(l, cell[0], cell[1], cell[2])] < 0)
            continue;
        for (int b = 0; b < 8; b++)
            there[(c & 1) + (b & 1) + 3 * ((c >> 1 & 1) + (b >> 1 & 1)) + 9 * ((c >> 2) + (b >> 2))] = true;
    }
    for (int i = 0; i < LATTICE_AROUND; i++) {
        const int at[3] = {center[0] + i % 3 - 1, center[1] + i / 3 % 3 - 1, center[2] + i / 9 - 1};
        if (!there[i])
            continue;
        node[count] = lattice_node(l, at[0], at[1], at[2]);
        weight[count++] = bell(at[0] - place[0]) * bell(at[1] - place[1]) * bell(at[2] - place[2]);
    }
    return count;
}

static vec3 rest_of(const struct lattice *l, int node)
{
    return v3(l->rest[3 * node], l->rest[3 * node + 1], l->rest[3 * node + 2]);
}

/* ∇ of the linear field that fits best: w S⁻¹ (X − X̄), S = Σ w (X − X̄)(X − X̄)ᵀ, for weights w whose sum is 1. */
static void fit_gradients(const struct lattice *l, int count, const int *node, const double *weight, vec3 *gradient)
{
    vec3 middle = v3(0, 0, 0);
    sym3 spread = {0};
    for (int i = 0; i < count; i++)
        middle = v3_add_scaled(middle, weight[i], rest_of(l, node[i]));
    for (int i = 0; i < count; i++) {
        const vec3 r = v3_sub(rest_of(l, node[i]), middle), u = v3_scale(weight[i], r);
        spread.xx += u.x * r.x;
        spread.yy += u.y * r.y;
        spread.zz += u.z * r.z;
        spread.xy += u.x * r.y;
        spread.xz += u.x * r.z;
        spread.yz += u.y * r.z;
    }
    const sym3 inverse = s3_inverse(&spread);
    for (int i = 0; i < count; i++)
        gradient[i] = v3_scale(weight[i], s3_mul(&inverse, v3_sub(rest_of(l, node[i]), middle)));
}

int lattice_embed_frame(const struct lattice *l, vec3 at, int node[LATTICE_AROUND], double weight[LATTICE_AROUND],
                        vec3 gradient[LATTICE_AROUND])
{
    double place[3] = {(at.x - l->corner.x) / l->length[0], (at.y - l->corner.y) / l->length[1],
                       (at.z - l->corner.z) / l->length[2]},
           own[8], total = 0;
    int cell[3] = {0, 0, 0}, center[3], corner[8];
    nearest_element(l, place, cell);
    for (int d = 0; d < 3; d++) {
        place[d] = fmin(fmax(place[d], cell[d]), cell[d] + 1);
        center[d] = (int)floor(place[d] + 0.5);
    }
    const int count = nodes_around(l, center, place, node, weight);
    for (int i = 0; i < count; i++)
        total += weight[i];
    for (int i = 0; i < count; i++)
        weight[i] /= total;
    fit_gradients(l, count, node, weight, gradient);
    lattice_embed(l, at, corner, own, NULL);
    for (int i = 0; i < count; i++) {
        weight[i] = 0;
        for (int b = 0; b < 8; b++)
            weight[i] += corner[b] == node[i] ? own[b] : 0;
    }
    return count;
}

/* ---- the surface ---- */

/* The four corners of the face of a cell towards ±d, counter-clockwise from outside. */
static const signed char face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

int lattice_surface(const struct lattice *l, int **quad)
{
    ARRAY(int) list = {0};
    const int *n = l->cells;
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++)
                for (int f = 0; f < 6 && l->element_at[cell_index(l, i, j, k)] >= 0; f++) {
                    int next[3] = {i, j, k};
                    next[f / 2] += f % 2 ? 1 : -1;
                    bool inside = next[f / 2] >= 0 && next[f / 2] < n[f / 2];
                    if (inside && l->element_at[cell_index(l, next[0], next[1], next[2])] >= 0)
                        continue;
                    for (int c = 0; c < 4; c++)
                        ARRAY_PUSH(&list, l->node_at[corner_index(l, i, j, k, face[f][c])]);
                }
    *quad = list.at;
    return list.count / 4;
}

void lattice_corners(const struct lattice *l, int element, int node[8])
{
    /* runs are in the order of elements */
    int low = 0, high = l->runs - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (l->run[middle].element <= element)
            low = middle;
        else
            high = middle - 1;
    }
    int along = element - l->run[low].element;
    for (int b = 0; b < 8; b++)
        node[b] = l->run[low].node[b / 2] + along + b % 2;
}
