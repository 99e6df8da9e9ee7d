/* rest_matrix.c: the matrix of equilibria, A = ∇²L + Σ ρ jᵀj, sparse in blocks, and its factors.
 *
 * With weights ρ above the stiffness that a row meets, A is positive definite wherever ∇²L is so on what the rows leave free:
 * its pivots tell a minimum from a saddle. Rows and columns are scaled so that its diagonal is 1; where A is not positive
 * definite, a shift of that diagonal makes it so.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "goals/rest_parts.h"

/* ρ, in terms of the stiffness that a row meets. */
#define ABOVE 30
/* A pivot below this is none, and a shift up to this is rounding. */
#define ROUNDING 1e-13
#define SEMIDEFINITE 4e-12

/* ---- the pattern ---- */

static int compare_pairs(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : x[1] != y[1] ? (x[1] < y[1] ? -1 : 1) : 0;
}

typedef ARRAY(int) pair_list;

static void add_pair(pair_list *list, int i, int j)
{
    if (i == j)
        return;
    ARRAY_PUSH(list, i > j ? i : j);
    ARRAY_PUSH(list, i > j ? j : i);
}

static void add_clique(pair_list *list, const int *block, int count)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            add_pair(list, block[i], block[j]);
}

static void add_elements(const struct rest *s, pair_list *list)
{
    for (int m = 0; m < s->plan->flexibles; m++) {
        const struct lattice *l = s->plan->flexible[m].lattice;
        for (int e = 0; e < l->elements; e++) {
            int corner[8];
            lattice_corners(l, e, corner);
            for (int k = 0; k < 8; k++)
                corner[k] += s->node_block[m];
            add_clique(list, corner, 8);
        }
    }
}

void rest_make_matrix(struct rest *s)
{
    pair_list list = {0};
    int *size = MEM_ARRAY(int, s->blocks);
    for (int i = 0; i < s->blocks; i++)
        size[i] = s->block[i].size;
    add_elements(s, &list);
    for (int i = 0; i < s->things.count; i++)
        add_clique(&list, s->block_of_thing.at + s->things.at[i].first, s->things.at[i].count);
    for (int r = 0; r < s->rows.count; r++) {
        const struct rest_row *row = &s->rows.at[r];
        const int solid = row->constraint < 0 ? s->body_block[s->plan->apart.outside[row->outside].solid] : -1;
        if (solid >= 0)
            add_pair(&list, solid,
                     row->flexible >= 0 ? s->node_block[row->flexible] + row->node : s->body_block[row->row]);
    }
    qsort(list.at, (size_t)list.count / 2, 2 * sizeof(int), compare_pairs);
    for (int i = 0; i < list.count / 2; i++)
        if (i == 0 || compare_pairs(list.at + 2 * i, list.at + 2 * (i - 1)) != 0) {
            list.at[2 * s->pairs] = list.at[2 * i];
            list.at[2 * s->pairs + 1] = list.at[2 * i + 1];
            s->pairs++;
        }
    s->pair = list.at;
    s->pattern = ldl_analyze(s->blocks, size, NULL, s->pairs, s->pair);
    s->numbers = ldl_numbers_new(s->pattern);
    ldl_numbers_poll(s->numbers, s->work->poll);
    if (s->work->threads != NULL)
        ldl_numbers_team(s->numbers, s->work->threads);
    s->scale = MEM_ARRAY(double, s->n);
    s->packed = MEM_ARRAY(double, s->n);
    s->stiffness = MEM_ARRAY(double, s->n);
    mem_free(size);
}

void rest_free_matrix(struct rest *s)
{
    ldl_free(s->pattern);
    ldl_numbers_free(s->numbers);
    mem_free(s->pair);
    mem_free(s->scale);
    mem_free(s->packed);
    mem_free(s->stiffness);
}

/* ---- numbers ---- */

static void add_values(struct rest *s, int i, int j, double value[6][6])
{
    bool transposed;
    double *out = ldl_values(s->numbers) + ldl_offset(s->pattern, i, j, &transposed);
    const int rows = s->block[i].size, columns = s->block[j].size;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            out[transposed ? c * rows + r : r * columns + c] += value[r][c];
}

/* Second derivatives of the energy of one element, by difference quotients of its forces, of fourth order: a thousandth of an edge
 * is far from rounding and leaves an error of 1e-12. */
static void element_matrix(const struct rest *s, int model, int element, const int corner[8], const double *y,
                           double out[24][24])
{
    static const vec3 still[8] = {{0, 0, 0}};
    static const double step[4] = {-2, -1, 1, 2}, part[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
    const struct flexible *f = &s->plan->flexible[model];
    const struct lattice *l = f->lattice;
    const double *h = l->constants.length, width = 1e-3 * fmin(h[0], fmin(h[1], h[2]));
    struct element_state state = {.rest = {1, 1, 1, 0, 0, 0}, .lambda = f->lambda >= 0 ? y[f->lambda + element] : 0};
    for (int m = 0; m < 6 && f->metric >= 0; m++)
        state.rest[m] = y[f->metric + m * l->elements + element];
    vec3 r[8], force[8];
    double loss;
    for (int b = 0; b < 8; b++)
        r[b] = v3(y[f->q + 3 * corner[b]], y[f->q + 3 * corner[b] + 1], y[f->q + 3 * corner[b] + 2]);
    memset(out, 0, sizeof(double) * 24 * 24);
    for (int c = 0; c < 24; c++) {
        double *x = (double *)r + c, keep = *x;
        for (int k = 0; k < 4; k++) {
            *x = keep + step[k] * width;
            element_forces(&l->constants, r, still, &state, force, NULL, &loss);
            for (int i = 0; i < 24; i++)
                out[i][c] -= l->fill[element] * part[k] / width * ((double *)force)[i];
        }
        *x = keep;
    }
}

static void add_element(struct rest *s, int model, int element, const double *y)
{
    int corner[8];
    double k[24][24], value[6][6];
    lattice_corners(s->plan->flexible[model].lattice, element, corner);
    element_matrix(s, model, element, corner, y, k);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j <= i; j++) {
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    value[r][c] = (k[3 * i + r][3 * j + c] + k[3 * j + c][3 * i + r]) / 2;
            add_values(s, s->node_block[model] + corner[i], s->node_block[model] + corner[j], value);
        }
}

static void read_diagonal(const struct rest *s, double *out)
{
    bool transposed;
    for (int i = 0; i < s->blocks; i++) {
        const double *at = ldl_values(s->numbers) + ldl_offset(s->pattern, i, i, &transposed);
        for (int k = 0; k < s->block[i].size; k++)
            out[s->block[i].v + k] = at[(s->block[i].size + 1) * k];
    }
}

/* The stiffness that unknowns of each kind have at most, so that what has none of its own gets one of that order: lengths,
 * angles by the size of the model, variables. */
static void find_stiffness(struct rest *s)
{
    double most = 0;
    read_diagonal(s, s->stiffness);
    for (int i = 0; i < s->blocks; i++)
        for (int k = 0; k < s->block[i].size && k < 3; k++)
            most = fmax(most, fabs(s->stiffness[s->block[i].v + k]));
    most = most > 0 ? most : 1;
    for (int i = 0; i < s->blocks; i++)
        for (int k = 0; k < s->block[i].size; k++)
            s->stiffness[s->block[i].v + k] = k < 3 ? most : most * s->size * s->size;
}

static void weigh_rows(struct rest *s)
{
    for (int r = 0; r < s->rows.count; r++) {
        struct rest_row *row = &s->rows.at[r];
        double yields = 0;
        for (int e = 0; e < row->entries; e++) {
            const struct rest_entry *x = &s->entries.at[row->entry + e];
            for (int k = 0; k < s->block[x->block].size; k++)
                yields += x->j[k] * x->j[k] / s->stiffness[s->block[x->block].v + k];
        }
        if (row->kind != REST_ELASTIC)
            row->weight = yields > 0 ? ABOVE / yields : 0;
    }
}

static void add_rows(struct rest *s)
{
    for (int r = 0; r < s->rows.count; r++) {
        const struct rest_row *row = &s->rows.at[r];
        if (!row->active)
            continue;
        for (int a = 0; a < row->entries; a++)
            for (int b = 0; b < row->entries; b++) {
                const struct rest_entry *x = &s->entries.at[row->entry + a], *z = &s->entries.at[row->entry + b];
                double value[6][6];
                if (z->block > x->block)
                    continue;
                for (int i = 0; i < 6; i++)
                    for (int j = 0; j < 6; j++)
                        value[i][j] = row->weight * x->j[i] * z->j[j];
                add_values(s, x->block, z->block, value);
            }
    }
}

/* Rows and columns of all blocks. */
static void scale(struct rest *s)
{
    bool transposed;
    double *values = ldl_values(s->numbers);
    read_diagonal(s, s->scale);
    for (int i = 0; i < s->n; i++)
        s->scale[i] = 1 / sqrt(fmax(fabs(s->scale[i]), 1e-9 * s->stiffness[i]));
    for (int p = -s->blocks; p < s->pairs; p++) {
        const int i = p < 0 ? p + s->blocks : s->pair[2 * p], j = p < 0 ? i : s->pair[2 * p + 1];
        double *at = values + ldl_offset(s->pattern, i, j, &transposed);
        const struct rest_block *row = &s->block[transposed ? j : i], *column = &s->block[transposed ? i : j];
        for (int r = 0; r < row->size; r++)
            for (int c = 0; c < column->size; c++)
                at[r * column->size + c] *= s->scale[row->v + r] * s->scale[column->v + c];
    }
}

void rest_assemble(struct rest *s, const double *y)
{
    memset(ldl_values(s->numbers), 0, sizeof(double) * (size_t)ldl_values_count(s->pattern));
    for (int m = 0; m < s->plan->flexibles; m++)
        for (int e = 0; e < s->plan->flexible[m].lattice->elements; e++) {
            add_element(s, m, e, y);
            poll_here(s->work->poll);
        }
    rest_add_things(s, add_values);
    find_stiffness(s);
    weigh_rows(s);
    add_rows(s);
    scale(s);
}

bool rest_factor(struct rest *s, double shift)
{
    for (; shift < 1e6; shift = fmax(30 * shift, SEMIDEFINITE)) {
        bool good = true;
        for (int i = 0; i < ldl_islands(s->pattern) && good; i++)
            good = ldl_factor(s->pattern, s->numbers, i, shift, ROUNDING) >= ROUNDING;
        s->shift = shift;
        if (good)
            return true;
        if (poll_here(s->work->poll))
            return false;
    }
    return false;
}

void rest_solve_factored(struct rest *s, double *x)
{
    for (int i = 0; i < s->blocks; i++)
        for (int k = 0; k < s->block[i].size; k++)
            s->packed[ldl_row(s->pattern, i) + k] = s->scale[s->block[i].v + k] * x[s->block[i].v + k];
    for (int i = 0; i < ldl_islands(s->pattern); i++)
        ldl_solve(s->pattern, s->numbers, i, s->packed);
    for (int i = 0; i < s->blocks; i++)
        for (int k = 0; k < s->block[i].size; k++)
            x[s->block[i].v + k] = s->scale[s->block[i].v + k] * s->packed[ldl_row(s->pattern, i) + k];
}
