/* preconditioner.c: preconditioner for the conjugate gradients of implicit.c: P = M + N of a block at rest, with its
 * attachments.
 */
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/poll.h"
#include "time/implicit_parts.h"

/* Lattices with more nodes are not factored: P⁻¹ is one cycle of multigrid. For materials that hardly change their volume its
 * smoothing is poor, and factors pay longer. */
enum { MOST_FACTORED = 1500, MOST_FACTORED_RIGID = 5000 };
#define RIGID_POISSON 0.47

static bool is_large(const struct lattice *l)
{
    const bool rigid = l->constants.what & ELEMENT_INCOMPRESSIBLE || l->constants.poisson > RIGID_POISSON;
    return l->nodes > (rigid ? MOST_FACTORED_RIGID : MOST_FACTORED);
}

/* Effective mass of the other side of a constraint; 0 if it is fixed. */
static double other_side(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                         int flexible)
{
    double yields = 0;
    for (int p = 0; p < it->jacobians; p++) {
        const struct jacobian_block *block = &plan->jacobian[it->jacobian + p];
        const struct body *b = &plan->body[block->body];
        if (flexible_model_of(b) == flexible)
            continue;
        for (int r = 0; r < it->rows; r++)
            for (int c = 0; c < (block->dofs < 3 ? block->dofs : 3); c++) {
                double j = system_jacobian(work, block, r, c);
                yields += b->inverse_mass * j * j / it->rows;
            }
    }
    return yields > 0 ? 1 / yields : 0;
}

/* turnedᵀ JᵢᵀJⱼ turned. What holds a point in all directions alike does not turn, to the bit. */
static void attachment(const struct implicit_block *b, const struct work *work, const struct jacobian_block *i,
                       const struct jacobian_block *j, double out[9])
{
    double plain[9] = {0}, turned[9] = {0};
    for (int r = 0; r < i->rows; r++) {
        const double ji[3] = {system_jacobian(work, i, r, 0), system_jacobian(work, i, r, 1),
                              system_jacobian(work, i, r, 2)};
        const double jj[3] = {system_jacobian(work, j, r, 0), system_jacobian(work, j, r, 1),
                              system_jacobian(work, j, r, 2)};
        vec3 x = m3_tmul(&b->turned, v3(ji[0], ji[1], ji[2])), y = m3_tmul(&b->turned, v3(jj[0], jj[1], jj[2]));
        const double xs[3] = {x.x, x.y, x.z}, ys[3] = {y.x, y.y, y.z};
        for (int k = 0; k < 9; k++) {
            plain[k] += ji[k / 3] * jj[k % 3];
            turned[k] += xs[k / 3] * ys[k % 3];
        }
    }
    bool alike = plain[0] == plain[4] && plain[0] == plain[8];
    for (int k = 1; k < 8; k++)
        alike = alike && (k == 4 || plain[k] == 0);
    memcpy(out, alike ? plain : turned, sizeof turned);
}

/* Adds weight · a to block (i, j). */
static void attach(struct implicit_block *b, int node_i, int node_j, double weight, const double a[9])
{
    if (b->grid != NULL) {
        double one[9], other[9];
        for (int k = 0; k < 9; k++) {
            one[k] = weight * a[k];
            other[k] = weight * a[3 * (k % 3) + k / 3];
        }
        multigrid_add(b->grid, node_i, node_j, one);
        if (node_i != node_j)
            multigrid_add(b->grid, node_j, node_i, other);
        return;
    }
    bool transposed;
    const long at = ldl_offset(b->p, node_i, node_j, &transposed);
    if (at < 0)
        return;
    double *out = ldl_values(b->numbers) + at;
    for (int k = 0; k < 9; k++)
        out[transposed ? 3 * (k % 3) + k / 3 : k] += weight * a[k];
}

static int node_of(const struct plan *plan, const struct flexible *f, int body)
{
    return (plan->body[body].v - f->v) / 3;
}

static uint64_t mix(uint64_t sum, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ at[i]) * 1099511628211u;
    return sum;
}

/* Can P hold what a constraint attaches? Multigrid couples only neighbours, and a part of the couplings of a joint would not
 * be positive definite; it does without such a joint, which projections hold, and takes some more iterations. */
static bool can_attach(const struct implicit_block *b, const struct plan *plan, const struct constraint_rows *it,
                       int index)
{
    const struct flexible *f = &plan->flexible[index];
    for (int p = 0; p < it->jacobians && b->grid != NULL; p++)
        for (int q = 0; q < p; q++) {
            const int one = plan->jacobian[it->jacobian + p].body, two = plan->jacobian[it->jacobian + q].body;
            if (flexible_model_of(&plan->body[one]) == index && flexible_model_of(&plan->body[two]) == index &&
                !multigrid_couples(b->grid, node_of(plan, f, one), node_of(plan, f, two)))
                return false;
        }
    return true;
}

/* Attached points are fixed, or have the mass of what they are attached to: adds them to P whose largest diagonal entry is
 * `stiffest`, or, if `sum` is not NULL, to that checksum. */
static void add_attachments(struct implicit_block *b, const struct plan *plan, const struct work *work, int index,
                            double stiffest, uint64_t *sum)
{
    const struct flexible *f = &plan->flexible[index];
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        if (it->block < 0 || work->constraint[it->index].out || !can_attach(b, plan, it, index))
            continue;
        const double other = other_side(plan, work, it, index);
        const double weight = other > 0 ? fmin(other, 1e4 * stiffest) : 1e4 * stiffest;
        for (int p = 0; p < it->jacobians; p++)
            for (int q = 0; q <= p; q++) {
                const struct jacobian_block *one = &plan->jacobian[it->jacobian + p],
                                            *two = &plan->jacobian[it->jacobian + q];
                if (flexible_model_of(&plan->body[one->body]) != index ||
                    flexible_model_of(&plan->body[two->body]) != index)
                    continue;
                const int at[2] = {node_of(plan, f, one->body), node_of(plan, f, two->body)};
                double a[9];
                attachment(b, work, one, two, a);
                if (sum != NULL)
                    *sum = mix(mix(mix(*sum, at, sizeof at), &other, sizeof other), a, sizeof a);
                else
                    attach(b, at[0], at[1], weight, a);
            }
    }
}

/* What P depends on: equal for equal factors, to the bit. */
static uint64_t key_of(struct implicit_block *b, const struct plan *plan, const struct work *work, int index, double h)
{
    const struct lattice *l = b->lattice;
    uint64_t sum = mix(mix(14695981039346656037u, &h, sizeof h), &l->total_mass, sizeof l->total_mass);
    sum = mix(sum, &l->constants, sizeof l->constants);
    add_attachments(b, plan, work, index, 1, &sum);
    return sum != 0 ? sum : 1;
}

static uint64_t count_attachments(const struct plan *plan, const struct work *work)
{
    uint64_t sum = 0;
    for (int i = 0; i < plan->constraints; i++)
        if (plan->constraint[i].block >= 0 && !work->constraint[i].out)
            sum = 31 * sum + (uint64_t)i + 1;
    return sum;
}

/* Pairs of nodes that a constraint joins; with `pair` they are written there. */
static int join_pairs(const struct plan *plan, const struct work *work, int index, int *pair)
{
    const struct flexible *f = &plan->flexible[index];
    int count = 0;
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        if (it->block < 0 || work->constraint[it->index].out)
            continue;
        for (int p = 0; p < it->jacobians; p++)
            for (int q = 0; q < p; q++) {
                const int one = plan->jacobian[it->jacobian + p].body, two = plan->jacobian[it->jacobian + q].body;
                if (one == two || flexible_model_of(&plan->body[one]) != index ||
                    flexible_model_of(&plan->body[two]) != index)
                    continue;
                if (pair != NULL) {
                    pair[2 * count] = node_of(plan, f, one);
                    pair[2 * count + 1] = node_of(plan, f, two);
                }
                count++;
            }
    }
    return count;
}

static void analyze(struct implicit_block *b, const struct plan *plan, const struct work *work, int index)
{
    const struct lattice *l = b->lattice;
    b->joins = join_pairs(plan, work, index, NULL);
    int *size = MEM_ARRAY(int, l->nodes), *pair = MEM_ARRAY(int, 56 * l->elements + 2 * b->joins), pairs = 0;
    for (int i = 0; i < l->nodes; i++)
        size[i] = 3;
    for (int e = 0; e < l->elements; e++) {
        int corner[8];
        lattice_corners(l, e, corner);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < i; j++) {
                pair[2 * pairs] = corner[i];
                pair[2 * pairs + 1] = corner[j];
                pairs++;
            }
    }
    b->join = MEM_ARRAY(int, 2 * b->joins);
    join_pairs(plan, work, index, b->join);
    memcpy(pair + 2 * pairs, b->join, sizeof(int) * 2 * (size_t)b->joins);
    b->p = ldl_analyze(l->nodes, size, NULL, pairs + b->joins, pair);
    b->numbers = ldl_numbers_new(b->p);
    ldl_numbers_poll(b->numbers, work->poll);
    b->scale = MEM_ARRAY(double, ldl_rows(b->p));
    b->work = MEM_ARRAY(double, ldl_rows(b->p));
    mem_free(size);
    mem_free(pair);
}

/* M + N at rest; returns the largest entry of its diagonal. */
static double assemble(struct implicit_block *b, double h)
{
    const struct lattice *l = b->lattice;
    double *values = ldl_values(b->numbers), element[24 * 24], largest = 0;
    bool transposed;
    tangent_at_rest(&l->constants, h * h, h, element);
    memset(values, 0, sizeof *values * (size_t)ldl_values_count(b->p));
    for (int i = 0; i < l->nodes; i++)
        for (int k = 0; k < 3; k++)
            values[ldl_offset(b->p, i, i, &transposed) + 4 * k] = l->mass[i];
    for (int e = 0; e < l->elements; e++) {
        int corner[8];
        lattice_corners(l, e, corner);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j <= i; j++) {
                double *out = values + ldl_offset(b->p, corner[i], corner[j], &transposed);
                for (int k = 0; k < 9; k++)
                    out[transposed ? 3 * (k % 3) + k / 3 : k] +=
                        l->fill[e] * element[24 * (3 * i + k / 3) + 3 * j + k % 3];
            }
    }
    for (int i = 0; i < l->nodes; i++)
        for (int k = 0; k < 3; k++)
            largest = fmax(largest, values[ldl_offset(b->p, i, i, &transposed) + 4 * k]);
    return largest;
}

/* Scales the block of two nodes, once. */
static void scale_pair(struct implicit_block *b, int i, int j, char *done)
{
    bool transposed;
    const long at = ldl_offset(b->p, i, j, &transposed);
    if (done[at])
        return;
    done[at] = 1;
    const int row = ldl_row(b->p, transposed ? j : i), column = ldl_row(b->p, transposed ? i : j);
    for (int k = 0; k < 9; k++)
        ldl_values(b->numbers)[at + k] *= b->scale[row + k / 3] * b->scale[column + k % 3];
}

/* Scales rows and columns so that the diagonal is 1. */
static void scale(struct implicit_block *b)
{
    const struct lattice *l = b->lattice;
    double *values = ldl_values(b->numbers);
    bool transposed;
    for (int i = 0; i < l->nodes; i++)
        for (int k = 0; k < 3; k++)
            b->scale[ldl_row(b->p, i) + k] = 1 / sqrt(values[ldl_offset(b->p, i, i, &transposed) + 4 * k]);
    for (int i = 0; i < l->nodes; i++) {
        double *out = values + ldl_offset(b->p, i, i, &transposed);
        for (int k = 0; k < 9; k++)
            out[k] *= b->scale[ldl_row(b->p, i) + k / 3] * b->scale[ldl_row(b->p, i) + k % 3];
    }
    char *done = MEM_ARRAY(char, (int)ldl_values_count(b->p) + 1); /* several elements share a block */
    for (int e = 0; e < l->elements; e++) {
        int corner[8];
        lattice_corners(l, e, corner);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < i; j++)
                scale_pair(b, corner[i], corner[j], done);
    }
    for (int i = 0; i < b->joins; i++)
        scale_pair(b, b->join[2 * i], b->join[2 * i + 1], done);
    mem_free(done);
}

/* The same for multigrid. */
static double assemble_grid(struct implicit_block *b, double h)
{
    const struct lattice *l = b->lattice;
    double element[24 * 24], block[9] = {0}, largest = 0;
    tangent_at_rest(&l->constants, h * h, h, element);
    multigrid_clear(b->grid);
    for (int i = 0; i < l->nodes; i++) {
        block[0] = block[4] = block[8] = l->mass[i];
        multigrid_add(b->grid, i, i, block);
    }
    for (int e = 0; e < l->elements; e++) {
        int corner[8];
        lattice_corners(l, e, corner);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++) {
                for (int k = 0; k < 9; k++)
                    block[k] = l->fill[e] * element[24 * (3 * i + k / 3) + 3 * j + k % 3];
                multigrid_add(b->grid, corner[i], corner[j], block);
                for (int k = 0; k < 3 && i == j; k++)
                    largest = fmax(largest, 8 * block[4 * k]);
            }
    }
    return largest;
}

static void make_grid(struct implicit *m, struct implicit_block *b, int index, double h)
{
    poll_build(m->work->poll, 1);
    if (b->grid == NULL)
        b->grid = multigrid_new(b->lattice, m->work->poll);
    add_attachments(b, m->plan, m->work, index, 0.1 * assemble_grid(b, h), NULL);
    multigrid_prepare(b->grid);
    poll_build(m->work->poll, -1);
}

void implicit_forget_factors(struct implicit_block *b)
{
    multigrid_free(b->grid);
    b->grid = NULL;
    ldl_free(b->p);
    ldl_numbers_free(b->numbers);
    mem_free(b->scale);
    mem_free(b->work);
    mem_free(b->join);
    b->p = NULL;
    b->numbers = NULL;
    b->scale = b->work = NULL;
    b->join = NULL;
    b->joins = 0;
    b->key = 0;
}

void implicit_inherit_factors(struct implicit_block *to, struct implicit_block *from)
{
    to->p = from->p;
    to->numbers = from->numbers;
    to->scale = from->scale;
    to->work = from->work;
    to->join = from->join;
    to->joins = from->joins;
    to->key = from->key;
    from->p = NULL;
    from->numbers = NULL;
    from->scale = from->work = NULL;
    from->join = NULL;
    implicit_forget_factors(from);
}

/* Do constraints join the same nodes as those that P was analyzed with? */
static bool same_joins(const struct implicit_block *b, const struct plan *plan, const struct work *work, int index)
{
    const int joins = join_pairs(plan, work, index, NULL);
    if (joins != b->joins)
        return false;
    int *join = MEM_ARRAY(int, 2 * joins);
    join_pairs(plan, work, index, join);
    const bool same = memcmp(join, b->join, sizeof *join * 2 * (size_t)joins) == 0;
    mem_free(join);
    return same;
}

void implicit_update_preconditioner(struct implicit *m, int index, double h)
{
    struct implicit_block *b = &m->block[index];
    const struct lattice *l = b->lattice;
    uint64_t attached = count_attachments(m->plan, m->work);
    if (h > 0.6 * b->h && h < 1.7 * b->h && b->mass == l->total_mass && b->attached == attached &&
        memcmp(&b->made_for, &l->constants, sizeof l->constants) == 0)
        return;
    if (b->attached != attached && is_large(l))
        implicit_forget_factors(b);
    b->h = h;
    b->mass = l->total_mass;
    b->made_for = l->constants;
    b->attached = attached;
    if (is_large(l)) {
        make_grid(m, b, index, h);
        return;
    }
    multigrid_free(b->grid);
    b->grid = NULL;
    if (b->p != NULL && !same_joins(b, m->plan, m->work, index))
        implicit_forget_factors(b);
    const uint64_t key = key_of(b, m->plan, m->work, index, h);
    if (b->p != NULL && b->key == key) { /* the plan is another one, P is not */
        ldl_numbers_poll(b->numbers, m->work->poll);
        return;
    }
    b->key = 0;                   /* until it is whole */
    poll_build(m->work->poll, 1); /* what is paused here knows what b has only in part */
    if (b->p == NULL)
        analyze(b, m->plan, m->work, index);
    poll_build(m->work->poll, -1);
    ldl_numbers_poll(b->numbers, m->work->poll);
    add_attachments(b, m->plan, m->work, index, assemble(b, h), NULL);
    scale(b);
    for (int i = 0; i < ldl_islands(b->p); i++)
        ldl_factor(b->p, b->numbers, i, 0, 0);
    b->key = key;
}

void implicit_apply_preconditioner(const struct implicit_block *b, double *x)
{
    const struct lattice *l = b->lattice;
    if (b->grid != NULL) {
        for (int i = 0; i < l->nodes; i++) {
            const vec3 u = m3_tmul(&b->turned, v3_scale(l->mass[i], v3(x[3 * i], x[3 * i + 1], x[3 * i + 2])));
            memcpy(x + 3 * i, &u, sizeof u);
        }
        multigrid_apply(b->grid, x);
        for (int i = 0; i < l->nodes; i++) {
            const vec3 u = m3_mul(&b->turned, v3(x[3 * i], x[3 * i + 1], x[3 * i + 2]));
            memcpy(x + 3 * i, &u, sizeof u);
        }
        return;
    }
    for (int i = 0; i < l->nodes; i++) {
        const int row = ldl_row(b->p, i);
        vec3 u = m3_tmul(&b->turned, v3_scale(l->mass[i], v3(x[3 * i], x[3 * i + 1], x[3 * i + 2])));
        b->work[row] = b->scale[row] * u.x;
        b->work[row + 1] = b->scale[row + 1] * u.y;
        b->work[row + 2] = b->scale[row + 2] * u.z;
    }
    for (int i = 0; i < ldl_islands(b->p); i++)
        ldl_solve(b->p, b->numbers, i, b->work);
    for (int i = 0; i < l->nodes; i++) {
        const int row = ldl_row(b->p, i);
        vec3 u = m3_mul(&b->turned, v3(b->scale[row] * b->work[row], b->scale[row + 1] * b->work[row + 1],
                                       b->scale[row + 2] * b->work[row + 2]));
        x[3 * i] = u.x;
        x[3 * i + 1] = u.y;
        x[3 * i + 2] = u.z;
    }
}
