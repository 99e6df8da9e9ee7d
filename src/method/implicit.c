/* implicit.c: implicit Euler for flexible models (method §4).
 *
 * Of a step v⁺ = v + h v̇ the forces of elements are taken at its end; at first linearly. With N = h D + h² K (tangent.h)
 *
 *   (M + N) Δv = h f − h² K v + Jᵀλ,   J Δv as constraints ask
 *
 * and with the rate a that there would be without elements, which is right in its constraints, Δv = h a + z:
 *
 *   (M + N) z + Jᵀμ = h f − N h a − h² K v,   J z = 0
 *
 * which is solved by conjugate gradients. Rows are kept by projections in the metric of the masses, Π = 1 − W Jᵀ A⁻¹ J, with
 * the factors of A that the evaluation has left; points that a solid holds off go with the solid, Π_r. What is put in front
 * is Π Π_r P⁻¹ Π_r Π: P is M + N at rest, turned with the block, with what is attached, factored once. A stiff block is
 * always nearly at rest but for a rotation: it takes a handful of iterations, however stiff it is.
 *
 * Then with the forces f⁺ that are really there at the end: (M + N) δz + Jᵀμ = h f⁺ − M z, a few times. What turns
 * would grow by (ωh)²/2 in every step otherwise, and stiff stresses would come of it.
 */
#include "method/implicit.h"

#include <string.h>

#include "base/memory.h"
#include "flexible/tangent.h"
#include "method/parts.h"

/* Larger lattices are not factored: P is diagonal then. */
enum { MOST_FACTORED = 5000, MOST_ITERATIONS = 300, CORRECTIONS = 3 };
#define ENOUGH 1e-5  /* of what the first correction is, */
#define NOTHING 1e-5 /* unless that is less than this part of what elements do in a step */

/* A flexible model as steps see it. */
struct block {
    const struct lattice *lattice;
    struct tangent *tangent;
    struct element_constants made_for; /* P */
    double h, mass;
    long attached; /* a sum over what is attached, to tell whether it has changed */
    struct ldl *p;
    double *scale, *work; /* by number of P: in elimination order; vectors */
    double *diagonal;     /* by node, of P that is not factored */
    double *force;        /* of elements, at the beginning of a step */
    const double *q;      /* where nodes are now, */
    vec3 center;          /* their centre of mass, and about it */
    sym3 inverse_inertia;
    mat3 turned; /* from rest to now */
    quat orientation;
};

struct gains {
    double ks, kd, kv;
};

/* Directions in which a reaction holds a node. */
struct kept {
    int count;
    vec3 direction[3];
};

struct implicit {
    struct system *system;
    struct block *block;
    int blocks, numbers;
    bool fresh; /* looked at since the last restart */
    double h;   /* of the step that z is of; 0: of none */
    double *z, *last, *r, *u, *p, *w, *spare;
    double *rates;       /* of elements, which nobody looks at */
    int items, outsides; /* gains that are kept */
    struct gains *item, *outside;
    struct kept *kept; /* by reaction */
    int reactions;
    long iterations;
};

struct implicit *implicit_new(struct system *s)
{
    struct implicit *m = MEM_NEW(struct implicit);
    m->system = s;
    return m;
}

static void block_forget(struct block *b)
{
    tangent_free(b->tangent);
    ldl_free(b->p);
    mem_free(b->scale);
    mem_free(b->work);
    mem_free(b->diagonal);
    mem_free(b->force);
    *b = (struct block){.orientation = {1, 0, 0, 0}};
}

static void forget(struct implicit *m)
{
    for (int i = 0; i < m->blocks; i++)
        block_forget(&m->block[i]);
    mem_free(m->block);
    mem_free(m->z);
    mem_free(m->last);
    mem_free(m->r);
    mem_free(m->u);
    mem_free(m->p);
    mem_free(m->w);
    mem_free(m->spare);
    mem_free(m->rates);
    mem_free(m->item);
    mem_free(m->outside);
    mem_free(m->kept);
    *m = (struct implicit){.system = m->system, .iterations = m->iterations};
}

void implicit_free(struct implicit *m)
{
    if (m == NULL)
        return;
    forget(m);
    mem_free(m);
}

void implicit_restart(struct implicit *m) { m->fresh = false; }
long implicit_iterations(const struct implicit *m) { return m->iterations; }

/* Another plan may have other lattices, or as many numbers in another order. */
static void look_again(struct implicit *m)
{
    m->h = 0;
    const struct system *s = m->system;
    bool same = m->blocks == s->flexibles && m->numbers == s->v_count && m->items == s->items &&
                m->outsides == s->outsides && m->reactions == s->reactions;
    for (int i = 0; i < s->flexibles && same; i++)
        same = m->block[i].lattice == s->flexible[i].lattice;
    m->fresh = true;
    if (same && m->block != NULL)
        return;
    forget(m);
    m->fresh = true;
    m->blocks = s->flexibles;
    m->numbers = s->v_count;
    m->block = MEM_ARRAY(struct block, s->flexibles + 1);
    for (int i = 0; i < m->blocks; i++) {
        m->block[i].lattice = s->flexible[i].lattice;
        m->block[i].tangent = tangent_new(s->flexible[i].lattice);
        m->block[i].force = MEM_ARRAY(double, 3 * s->flexible[i].lattice->nodes);
        m->block[i].orientation = (quat){1, 0, 0, 0};
    }
    m->z = MEM_ARRAY(double, s->v_count);
    m->last = MEM_ARRAY(double, s->v_count);
    m->r = MEM_ARRAY(double, s->v_count);
    m->u = MEM_ARRAY(double, s->v_count);
    m->p = MEM_ARRAY(double, s->v_count);
    m->w = MEM_ARRAY(double, s->v_count);
    m->spare = MEM_ARRAY(double, s->v_count);
    m->rates = MEM_ARRAY(double, s->y_count - s->work);
    m->items = s->items;
    m->outsides = s->outsides;
    m->item = MEM_ARRAY(struct gains, s->items);
    m->outside = MEM_ARRAY(struct gains, s->outsides);
    m->reactions = s->reactions;
    m->kept = MEM_ARRAY(struct kept, s->reactions);
}

/* ---- feedback ---- */

static void soften(double h, double *ks, double *kd)
{
    double e = 1 + h * *kd + h * h * *ks;
    *kd = (*kd + h * *ks) / e;
    *ks /= e;
}

void implicit_soften(struct implicit *m, double h)
{
    struct system *s = m->system;
    if (!m->fresh)
        look_again(m);
    for (int i = 0; i < s->items; i++) {
        struct item *it = &s->item[i];
        m->item[i] = (struct gains){it->ks, it->kd, it->kv};
        soften(h, &it->ks, &it->kd);
        it->kv /= 1 + h * it->kv;
    }
    for (int i = 0; i < s->outsides; i++) {
        m->outside[i] = (struct gains){s->outside[i].ks, s->outside[i].kd, 0};
        soften(h, &s->outside[i].ks, &s->outside[i].kd);
    }
}

void implicit_put_back(struct implicit *m)
{
    struct system *s = m->system;
    for (int i = 0; i < s->items; i++) {
        s->item[i].ks = m->item[i].ks;
        s->item[i].kd = m->item[i].kd;
        s->item[i].kv = m->item[i].kv;
    }
    for (int i = 0; i < s->outsides; i++) {
        s->outside[i].ks = m->outside[i].ks;
        s->outside[i].kd = m->outside[i].kd;
    }
}

/* ---- P ---- */

/* How heavy what the other side of a constraint is: 0 for what stands still. */
static double other_side(const struct system *s, const struct item *it, int flexible)
{
    double yields = 0;
    for (int p = 0; p < it->parts; p++) {
        const struct part *part = &s->part[it->part + p];
        const struct body *b = &s->body[part->body];
        if (b->flexible == flexible + 1)
            continue;
        for (int r = 0; r < it->rows; r++)
            for (int c = 0; c < (part->dofs < 3 ? part->dofs : 3); c++) {
                double j = system_jacobian(s, part, r, c);
                yields += b->inverse_mass * j * j / it->rows;
            }
    }
    return yields > 0 ? 1 / yields : 0;
}

/* Adds weight · turnedᵀ JᵢᵀJⱼ turned to block (i, j). */
static void attach(struct block *b, const struct system *s, const struct part *i, const struct part *j, int node_i,
                   int node_j, double weight)
{
    bool transposed;
    long at = ldl_offset(b->p, node_i, node_j, &transposed);
    if (at < 0)
        return;
    double *out = ldl_values(b->p) + at;
    for (int r = 0; r < i->rows; r++) {
        const double ji[3] = {system_jacobian(s, i, r, 0), system_jacobian(s, i, r, 1), system_jacobian(s, i, r, 2)};
        const double jj[3] = {system_jacobian(s, j, r, 0), system_jacobian(s, j, r, 1), system_jacobian(s, j, r, 2)};
        vec3 x = m3_tmul(&b->turned, v3(ji[0], ji[1], ji[2])), y = m3_tmul(&b->turned, v3(jj[0], jj[1], jj[2]));
        const double xs[3] = {x.x, x.y, x.z}, ys[3] = {y.x, y.y, y.z};
        for (int k = 0; k < 9; k++)
            out[transposed ? 3 * (k % 3) + k / 3 : k] += weight * xs[k / 3] * ys[k % 3];
    }
}

static int node_of(const struct system *s, const struct flexible *f, int body) { return (s->body[body].v - f->v) / 3; }

/* Points that are held stand still, or are as heavy as what they hold. */
static void add_attachments(struct block *b, const struct system *s, int index, double stiffest)
{
    const struct flexible *f = &s->flexible[index];
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        if (it->block < 0 || it->out)
            continue;
        double weight = other_side(s, it, index);
        weight = weight > 0 ? fmin(weight, 1e4 * stiffest) : 1e4 * stiffest;
        for (int p = 0; p < it->parts; p++)
            for (int q = 0; q <= p; q++) {
                const struct part *one = &s->part[it->part + p], *two = &s->part[it->part + q];
                if (s->body[one->body].flexible == index + 1 && s->body[two->body].flexible == index + 1)
                    attach(b, s, one, two, node_of(s, f, one->body), node_of(s, f, two->body), weight);
            }
    }
}

static long count_attachments(const struct system *s)
{
    long sum = 0;
    for (int i = 0; i < s->items; i++)
        if (s->item[i].block >= 0 && !s->item[i].out)
            sum = 31 * sum + i + 1;
    return sum;
}

static void analyze(struct block *b)
{
    const struct lattice *l = b->lattice;
    int *size = MEM_ARRAY(int, l->nodes), *pair = MEM_ARRAY(int, 56 * l->elements), pairs = 0;
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
    b->p = ldl_analyze(l->nodes, size, NULL, pairs, pair);
    b->scale = MEM_ARRAY(double, ldl_rows(b->p));
    b->work = MEM_ARRAY(double, ldl_rows(b->p));
    mem_free(size);
    mem_free(pair);
}

/* M + N at rest; returns its largest number on the diagonal. */
static double assemble(struct block *b, double h)
{
    const struct lattice *l = b->lattice;
    double *values = ldl_values(b->p), element[24 * 24], largest = 0;
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

/* Rows and columns such that the diagonal is 1. */
static void scale(struct block *b)
{
    const struct lattice *l = b->lattice;
    double *values = ldl_values(b->p);
    bool transposed;
    for (int i = 0; i < l->nodes; i++)
        for (int k = 0; k < 3; k++)
            b->scale[ldl_row(b->p, i) + k] = 1 / sqrt(values[ldl_offset(b->p, i, i, &transposed) + 4 * k]);
    for (int i = 0; i < l->nodes; i++) {
        double *out = values + ldl_offset(b->p, i, i, &transposed);
        for (int k = 0; k < 9; k++)
            out[k] *= b->scale[ldl_row(b->p, i) + k / 3] * b->scale[ldl_row(b->p, i) + k % 3];
    }
    char *done = MEM_ARRAY(char, (int)ldl_values_count(b->p) + 1); /* blocks are met by several elements */
    for (int e = 0; e < l->elements; e++) {
        int corner[8];
        lattice_corners(l, e, corner);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < i; j++) {
                long at = ldl_offset(b->p, corner[i], corner[j], &transposed);
                if (done[at])
                    continue;
                done[at] = 1;
                const int row = ldl_row(b->p, corner[transposed ? j : i]),
                          column = ldl_row(b->p, corner[transposed ? i : j]);
                for (int k = 0; k < 9; k++)
                    values[at + k] *= b->scale[row + k / 3] * b->scale[column + k % 3];
            }
    }
    mem_free(done);
}

static void make_diagonal(struct block *b, double h)
{
    const struct lattice *l = b->lattice;
    double element[24 * 24];
    tangent_at_rest(&l->constants, h * h, h, element);
    if (b->diagonal == NULL)
        b->diagonal = MEM_ARRAY(double, l->nodes);
    memcpy(b->diagonal, l->mass, sizeof(double) * (size_t)l->nodes);
    for (int e = 0; e < l->elements; e++) {
        int corner[8];
        lattice_corners(l, e, corner);
        for (int i = 0; i < 8; i++)
            b->diagonal[corner[i]] +=
                l->fill[e] * (element[25 * 3 * i] + element[25 * (3 * i + 1)] + element[25 * (3 * i + 2)]) / 3;
    }
}

/* P for steps of h, unless the one that is there will do. */
static void make_front(struct implicit *m, int index, double h)
{
    struct block *b = &m->block[index];
    const struct lattice *l = b->lattice;
    long attached = count_attachments(m->system);
    if (h > 0.8 * b->h && h < 1.25 * b->h && b->mass == l->total_mass && b->attached == attached &&
        memcmp(&b->made_for, &l->constants, sizeof l->constants) == 0)
        return;
    b->h = h;
    b->mass = l->total_mass;
    b->made_for = l->constants;
    b->attached = attached;
    if (l->nodes > MOST_FACTORED) {
        make_diagonal(b, h);
        return;
    }
    if (b->p == NULL)
        analyze(b);
    add_attachments(b, m->system, index, assemble(b, h));
    scale(b);
    for (int i = 0; i < ldl_islands(b->p); i++)
        ldl_factor(b->p, i, 0, 0);
}

/* x ← P⁻¹ M x on the nodes of one block. */
static void solve_front(const struct block *b, double *x)
{
    const struct lattice *l = b->lattice;
    for (int i = 0; i < l->nodes && b->p == NULL; i++)
        for (int k = 0; k < 3; k++)
            x[3 * i + k] *= l->mass[i] / b->diagonal[i];
    if (b->p == NULL)
        return;
    for (int i = 0; i < l->nodes; i++) {
        const int row = ldl_row(b->p, i);
        vec3 u = m3_tmul(&b->turned, v3_scale(l->mass[i], v3(x[3 * i], x[3 * i + 1], x[3 * i + 2])));
        b->work[row] = b->scale[row] * u.x;
        b->work[row + 1] = b->scale[row + 1] * u.y;
        b->work[row + 2] = b->scale[row + 2] * u.z;
    }
    for (int i = 0; i < ldl_islands(b->p); i++)
        ldl_solve(b->p, i, b->work);
    for (int i = 0; i < l->nodes; i++) {
        const int row = ldl_row(b->p, i);
        vec3 u = m3_mul(&b->turned, v3(b->scale[row] * b->work[row], b->scale[row + 1] * b->work[row + 1],
                                       b->scale[row + 2] * b->work[row + 2]));
        x[3 * i] = u.x;
        x[3 * i + 1] = u.y;
        x[3 * i + 2] = u.z;
    }
}

/* ---- projections ---- */

/* Π x. */
static void project_rows(const struct implicit *m, double *x)
{
    struct system *s = m->system;
    if (s->rows == 0)
        return;
    memset(s->right, 0, sizeof(double) * (size_t)ldl_rows(s->matrix));
    for (int i = 0; i < s->items; i++) {
        const struct item *it = &s->item[i];
        for (int p = 0; p < it->parts && it->block >= 0 && !it->out; p++) {
            const struct part *part = &s->part[it->part + p];
            const double *v = x + (s->body[part->body].v - s->q_count);
            for (int r = 0; r < it->rows; r++)
                for (int c = 0; c < part->dofs; c++)
                    s->right[it->row + r] -= s->weight[it->row + r] * system_jacobian(s, part, r, c) * v[c];
        }
    }
    system_solve_damped(s);
    system_spread(s, m->spare);
    for (int i = 0; i < s->v_count; i++)
        x[i] += m->spare[i];
}

static sym3 inertia_of(const struct system *s, int body) { return s3_rotate(&s->pose[body].r, &s->body[body].inertia); }

static double *node_at(const struct system *s, double *x, int flexible, int index)
{
    return x + (s->flexible[flexible].v - s->q_count) + 3 * index;
}

/* The point of a solid goes along the normal as this does. */
static void directions(const struct held_point *h, double n[6])
{
    vec3 turn = v3_cross(h->lever, h->normal);
    const double all[6] = {h->normal.x, h->normal.y, h->normal.z, turn.x, turn.y, turn.z};
    memcpy(n, all, sizeof all);
}

static void solve_six(double a[6][7], double x[6])
{
    for (int p = 0; p < 6; p++)
        for (int r = p + 1; r < 6; r++) {
            double f = a[r][p] / a[p][p];
            for (int c = p; c < 7; c++)
                a[r][c] -= f * a[p][c];
        }
    for (int p = 5; p >= 0; p--) {
        x[p] = a[p][6];
        for (int c = p + 1; c < 6; c++)
            x[p] -= a[p][c] * x[c];
        x[p] /= a[p][p];
    }
}

static bool holds(const struct system *s, const struct held_point *h, int solid)
{
    return h->flexible >= 0 && h->push > 0 && s->outside[h->outside].solid == solid;
}

/* What a solid that can move and the points that it holds do together: (M + Σ m N Nᵀ) Z = M Z₀ + Σ m (n·z) N. */
static void move_solid(const struct system *s, int solid, double *x, double z[6])
{
    double *own = x + (s->body[solid].v - s->q_count), a[6][7] = {{0}}, n[6];
    sym3 i = inertia_of(s, solid);
    const double tensor[9] = {i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz};
    for (int k = 0; k < 3; k++) {
        a[k][k] = s->body[solid].mass;
        a[k][6] = s->body[solid].mass * own[k];
        for (int c = 0; c < 3; c++) {
            a[3 + k][3 + c] = tensor[3 * k + c];
            a[3 + k][6] += tensor[3 * k + c] * own[3 + c];
        }
    }
    for (int h = 0; h < s->held_count; h++) {
        const struct held_point *point = &s->held[h];
        if (!holds(s, point, solid))
            continue;
        const double *v = node_at(s, x, point->flexible, point->node);
        directions(point, n);
        double along = v3_dot(point->normal, v3(v[0], v[1], v[2]));
        for (int r = 0; r < 6; r++) {
            a[r][6] += point->mass * along * n[r];
            for (int c = 0; c < 6; c++)
                a[r][c] += point->mass * n[r] * n[c];
        }
    }
    solve_six(a, z);
    memcpy(own, z, 6 * sizeof *z);
}

/* Nodes that rows by reaction hold stay where these want them. */
static void project_reactions(const struct implicit *m, double *x)
{
    const struct system *s = m->system;
    for (int i = 0; i < s->reactions; i++) {
        double *at = m->kept[i].count > 0 ? node_at(s, x, s->reaction[i].flexible, s->reaction[i].node) : NULL;
        for (int k = 0; k < m->kept[i].count; k++) {
            vec3 n = m->kept[i].direction[k];
            double along = v3_dot(n, v3(at[0], at[1], at[2]));
            at[0] -= along * n.x;
            at[1] -= along * n.y;
            at[2] -= along * n.z;
        }
    }
}

/* The directions in which the i-th reaction holds a node: those of its rows, made orthogonal. */
static void find_kept(struct implicit *m, int i, double t)
{
    struct system *s = m->system;
    const struct reaction *k = &s->reaction[i];
    const struct item *it = &s->item[k->item];
    struct kept *out = &m->kept[i];
    out->count = 0;
    if (k->flexible < 0 || it->mode != MODE_HELD)
        return;
    system_rows(s, it, t, &s->rows_now);
    for (int r = 0; r < it->rows && r < 3; r++) {
        vec3 j = v3(0, 0, 0);
        for (int c = 0; c < it->inputs; c++) {
            const struct connector *in = &s->connector[it->input + c];
            const double *row = s->rows_now.j[c] + 6 * r;
            if (in->type == CONNECTOR_POINT && in->body == k->body)
                j = v3_add(j, v3(row[0], row[1], row[2]));
        }
        const double size = v3_norm(j);
        for (int e = 0; e < out->count; e++)
            j = v3_add_scaled(j, -v3_dot(j, out->direction[e]), out->direction[e]);
        if (v3_norm(j) > 1e-6 * size && out->count < 3)
            out->direction[out->count++] = v3_scale(1 / v3_norm(j), j);
    }
}

/* Π_r x. */
static void project_held(const struct implicit *m, double *x)
{
    struct system *s = m->system;
    project_reactions(m, x);
    for (int o = 0; o < s->outsides; o++) {
        const int solid = s->outside[o].solid;
        bool first = true, moves = s->body[solid].coordinates == COORDINATES_RIGID;
        double z[6] = {0}, n[6];
        for (int k = 0; k < o; k++)
            first &= s->outside[k].solid != solid;
        if (!first || s->held_count == 0)
            continue;
        if (moves)
            move_solid(s, solid, x, z);
        for (int h = 0; h < s->held_count; h++) {
            const struct held_point *point = &s->held[h];
            if (!holds(s, point, solid))
                continue;
            double *v = node_at(s, x, point->flexible, point->node), along = 0;
            directions(point, n);
            for (int r = 0; r < 6; r++)
                along += n[r] * z[r];
            along -= v3_dot(point->normal, v3(v[0], v[1], v[2]));
            v[0] += along * point->normal.x;
            v[1] += along * point->normal.y;
            v[2] += along * point->normal.z;
        }
    }
}

/* Π Π_r P⁻¹ M Π_r Π r */
static void put_in_front(const struct implicit *m, const double *r, double *u)
{
    const struct system *s = m->system;
    memcpy(u, r, sizeof(double) * (size_t)s->v_count);
    project_rows(m, u);
    project_held(m, u);
    for (int i = 0; i < m->blocks; i++)
        solve_front(&m->block[i], u + (s->flexible[i].v - s->q_count));
    project_held(m, u);
    project_rows(m, u);
}

/* ---- conjugate gradients ---- */

static vec3 lever(const struct block *b, int i)
{
    return v3_sub(v3(b->q[3 * i], b->q[3 * i + 1], b->q[3 * i + 2]), b->center);
}

/* Forces of the elements of one block at (q, v), with the numbers of elements in y. */
static void forces_at(struct implicit *m, int index, const double *y, const double *q, const double *v, double *force)
{
    struct system *s = m->system;
    const struct flexible *f = &s->flexible[index];
    struct lattice_state state = {
        .q = q,
        .v = v,
        .lambda = f->lambda >= 0 ? y + f->lambda : NULL,
        .metric = f->metric >= 0 ? y + f->metric : NULL,
        .force = force,
        .lambda_rate = m->rates,
        .metric_rate = m->rates,
    };
    lattice_forces(f->lattice, &state, s->threads);
}

static double product(const struct system *s, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < s->flexibles; i++) {
        const struct lattice *l = s->flexible[i].lattice;
        const double *a = x + (s->flexible[i].v - s->q_count), *b = y + (s->flexible[i].v - s->q_count);
        for (int k = 0; k < l->nodes; k++)
            sum += l->mass[k] * (a[3 * k] * b[3 * k] + a[3 * k + 1] * b[3 * k + 1] + a[3 * k + 2] * b[3 * k + 2]);
    }
    for (int i = 0; i < s->bodies; i++) {
        const struct body *b = &s->body[i];
        if (b->dofs == 0 || b->flexible > 0)
            continue;
        const double *p = x + (b->v - s->q_count), *q = y + (b->v - s->q_count);
        for (int k = 0; k < (b->dofs < 3 ? b->dofs : 3); k++)
            sum += b->mass * p[k] * q[k];
        if (b->coordinates == COORDINATES_RIGID) {
            sym3 inertia = inertia_of(s, i);
            sum += v3_dot(v3(p[3], p[4], p[5]), s3_mul(&inertia, v3(q[3], q[4], q[5])));
        }
    }
    return sum;
}

/* x without the turning of the whole: x − ω × r, ω = I⁻¹ Σ m r × x. */
static void stop_turning(const struct block *b, const double *x, double *out)
{
    const struct lattice *l = b->lattice;
    vec3 turning = v3(0, 0, 0);
    for (int i = 0; i < l->nodes; i++)
        turning = v3_add_scaled(turning, l->mass[i], v3_cross(lever(b, i), v3(x[3 * i], x[3 * i + 1], x[3 * i + 2])));
    turning = s3_mul(&b->inverse_inertia, turning);
    for (int i = 0; i < l->nodes; i++) {
        vec3 u = v3_cross(turning, lever(b, i));
        out[3 * i] = x[3 * i] - u.x;
        out[3 * i + 1] = x[3 * i + 1] - u.y;
        out[3 * i + 2] = x[3 * i + 2] - u.z;
    }
}

/* out ← M⁻¹ Rᵀ (k K + d D) R x; only nodes have any. R takes out what turns as a whole, which stresses that pull would
 * resist: so no angular momentum is lost. */
static void add_elements(const struct implicit *m, double k, double d, const double *x, double *out)
{
    const struct system *s = m->system;
    memset(out, 0, sizeof(double) * (size_t)s->v_count);
    for (int i = 0; i < m->blocks; i++) {
        const struct block *b = &m->block[i];
        const int at = s->flexible[i].v - s->q_count, n = 3 * b->lattice->nodes;
        stop_turning(b, x + at, m->spare + at);
        tangent_multiply(b->tangent, k, d, m->spare + at, out + at);
        for (int j = 0; j < n; j++)
            out[at + j] *= b->lattice->inverse_mass[j / 3];
        memcpy(m->spare + at, out + at, sizeof(double) * (size_t)n);
        stop_turning(b, m->spare + at, out + at);
    }
}

/* What is left over of the step that m->z makes, in m->r: M⁻¹ h f⁺ for the elements' forces at its end, less z. */
static void find_rest(struct implicit *m, double h, const double *y, const double *a)
{
    const struct system *s = m->system;
    const double *v = y + s->q_count;
    for (int i = 0; i < s->v_count; i++) {
        m->r[i] = -m->z[i];
        m->w[i] = v[i] + h * a[i] + m->z[i]; /* v⁺ */
    }
    for (int i = 0; i < m->blocks; i++) {
        const struct block *b = &m->block[i];
        const struct flexible *f = &s->flexible[i];
        const int at = f->v - s->q_count, n = 3 * b->lattice->nodes;
        for (int k = 0; k < n; k++)
            m->u[at + k] = y[f->q + k] + h * m->w[at + k]; /* q⁺ */
        forces_at(m, i, y, m->u + at, m->w + at, m->p + at);
        tangent_prepare(b->tangent, m->u + at, f->metric >= 0 ? y + f->metric : NULL);
        for (int k = 0; k < n; k++)
            m->p[at + k] *= h * b->lattice->inverse_mass[k / 3];
        stop_turning(b, m->p + at, m->u + at);
        for (int k = 0; k < n; k++)
            m->r[at + k] += m->u[at + k];
    }
}

/* The size of what is left over in m->r, as the front sees it, which is left in m->u. */
static double size_of_rest(struct implicit *m)
{
    put_in_front(m, m->r, m->u);
    return product(m->system, m->r, m->u);
}

/* Adds to m->z what the right-hand side in m->r, which is M⁻¹ of a force, asks for, from its size `rho` down to `enough`. */
static void solve(struct implicit *m, double h, double rho, double enough)
{
    const struct system *s = m->system;
    const int n = s->v_count;
    memcpy(m->p, m->u, sizeof(double) * (size_t)n);
    for (int round = 0; round < MOST_ITERATIONS && rho > enough && isfinite(rho); round++) {
        add_elements(m, h * h, h, m->p, m->w);
        for (int i = 0; i < n; i++)
            m->w[i] += m->p[i];
        double along = product(s, m->p, m->w);
        if (!(along > 0))
            break;
        double step = rho / along;
        for (int i = 0; i < n; i++) {
            m->z[i] += step * m->p[i];
            m->r[i] -= step * m->w[i];
        }
        put_in_front(m, m->r, m->u);
        double next = product(s, m->r, m->u), share = next / rho;
        for (int i = 0; i < n; i++)
            m->p[i] = m->u[i] + share * m->p[i];
        rho = next;
        m->iterations++;
    }
}

/* z of the step before, under the constraints of now: what is at rest has nothing left to solve for. What it leaves over
 * goes to m->r. Returns what counts as large beside it. */
static double begin_as_before(struct implicit *m, double h)
{
    const struct system *s = m->system;
    const double longer = m->h > 0 ? h / m->h : 0;
    for (int i = 0; i < s->v_count; i++)
        m->z[i] *= longer;
    m->h = h;
    project_held(m, m->z);
    project_rows(m, m->z);
    add_elements(m, h * h, h, m->z, m->w);
    for (int i = 0; i < s->v_count; i++) {
        m->w[i] += m->z[i];
        m->r[i] -= m->w[i];
    }
    return NOTHING * NOTHING * product(s, m->z, m->w);
}

/* m->z, at first linearly, then as the forces at the end of the step are; a correction that makes it worse is taken
 * back. */
static void solve_step(struct implicit *m, double h, const double *y, const double *a)
{
    const size_t bytes = sizeof(double) * (size_t)m->system->v_count;
    double whole = begin_as_before(m, h), rho = size_of_rest(m), largest = fmax(rho, whole), before = INFINITY;
    solve(m, h, rho, ENOUGH * ENOUGH * largest);
    for (int i = 0; i < CORRECTIONS; i++) {
        find_rest(m, h, y, a);
        rho = size_of_rest(m);
        if (!(rho < before)) {
            if (i > 0)
                memcpy(m->z, m->last, bytes);
            return;
        }
        largest = fmax(largest, rho);
        if (!(rho > ENOUGH * ENOUGH * largest))
            return;
        memcpy(m->last, m->z, bytes);
        solve(m, h, rho, ENOUGH * ENOUGH * largest);
        before = rho;
    }
}

/* ---- the numbers of elements ---- */

/* The rest metric of what flows goes to where it ends, in the time h, however short its own time is: G − R shrinks to
 * √P₀/|G − R| with e^(−h/τ). From Ṙ = (1 − P₀/P) (G − R)/τ follows √P = (x + √(x² + 4 P₀))/2 with x = τ |Ṙ|. */
static void flow_on(const struct element_constants *k, int elements, double h, double *rate)
{
    const double done = -expm1(-h * k->flow) / (h * k->flow);
    for (int e = 0; e < elements; e++) {
        double size = 0;
        for (int i = 0; i < 6; i++) {
            double x = rate[(size_t)i * (size_t)elements + (size_t)e];
            size += (i < 3 ? 1 : 2) * x * x;
        }
        double x = sqrt(size) / k->flow, root = (x + sqrt(x * x + 4 * k->yield)) / 2;
        for (int i = 0; i < 6; i++)
            rate[(size_t)i * (size_t)elements + (size_t)e] *= done * root / (root + sqrt(k->yield));
    }
}

static void slow_down(const struct implicit *m, double h, double *rate)
{
    const struct system *s = m->system;
    for (int i = 0; i < s->flexibles; i++) {
        const struct flexible *f = &s->flexible[i];
        const struct element_constants *k = &f->lattice->constants;
        double slower = k->bulk_rate * h > 0.5 * k->bulk ? 0.5 * k->bulk / (k->bulk_rate * h) : 1;
        for (int e = 0; e < f->lattice->elements && f->lambda >= 0; e++)
            rate[f->lambda + e] *= slower;
        if (f->metric >= 0)
            flow_on(k, f->lattice->elements, h, rate + f->metric);
    }
}

/* ---- a step ---- */

/* About the centre; what is all on a line turns about it for nothing. */
static void find_inertia(struct block *b)
{
    sym3 i = {0};
    double size = 0;
    for (int k = 0; k < b->lattice->nodes; k++) {
        vec3 r = lever(b, k);
        double mass = b->lattice->mass[k], square = v3_dot(r, r);
        size += mass * square;
        i.xx += mass * (square - r.x * r.x);
        i.yy += mass * (square - r.y * r.y);
        i.zz += mass * (square - r.z * r.z);
        i.xy -= mass * r.x * r.y;
        i.xz -= mass * r.x * r.z;
        i.yz -= mass * r.y * r.z;
    }
    i.xx += 1e-12 * size;
    i.yy += 1e-12 * size;
    i.zz += 1e-12 * size;
    b->inverse_inertia = s3_inverse(&i);
}

static void prepare(struct implicit *m, double t, double h, const double *y)
{
    struct system *s = m->system;
    if (!m->fresh)
        look_again(m);
    for (int i = 0; i < m->blocks; i++) {
        struct block *b = &m->block[i];
        const struct flexible *f = &s->flexible[i];
        struct lattice_frame frame = {.orientation = b->orientation};
        tangent_prepare(b->tangent, y + f->q, f->metric >= 0 ? y + f->metric : NULL);
        lattice_frame(b->lattice, y + f->q, y + f->v, &frame);
        b->orientation = frame.orientation;
        b->turned = q_matrix(frame.orientation);
        b->q = y + f->q;
        b->center = frame.center;
        find_inertia(b);
        forces_at(m, i, y, y + f->q, y + f->v, b->force);
        make_front(m, i, h);
    }
    for (int i = 0; i < s->reactions; i++)
        find_kept(m, i, t);
    if (s->rows == 0)
        return;
    if (s->solver == SOLVER_SPARSE && s->softness == 0)
        system_damp(s);
    else
        for (int i = 0; i < ldl_islands(s->matrix); i++)
            ldl_factor(s->matrix, i, fmax(s->softness, LDL_DAMP), 0);
}

/* a without what elements give, under the same constraints: a − Π Π_r M⁻¹ f. M⁻¹ f is left in m->w. */
static void leave_out_elements(struct implicit *m, double *a)
{
    const struct system *s = m->system;
    memset(m->w, 0, sizeof(double) * (size_t)s->v_count);
    for (int i = 0; i < m->blocks; i++) {
        const struct lattice *l = m->block[i].lattice;
        double *out = m->w + (s->flexible[i].v - s->q_count);
        for (int k = 0; k < 3 * l->nodes; k++)
            out[k] = l->inverse_mass[k / 3] * m->block[i].force[k];
    }
    memcpy(m->p, m->w, sizeof(double) * (size_t)s->v_count);
    project_held(m, m->p);
    project_rows(m, m->p);
    for (int i = 0; i < s->v_count; i++)
        a[i] -= m->p[i];
}

void implicit_rate(struct implicit *m, double t, double h, const double *y, double *rate)
{
    const struct system *s = m->system;
    if (s->flexibles == 0)
        return;
    prepare(m, t, h, y);
    double *a = rate + s->q_count;
    leave_out_elements(m, a);
    for (int i = 0; i < s->v_count; i++) {
        m->r[i] = h * m->w[i];
        m->p[i] = h * a[i];
    }
    add_elements(m, h * h, h, m->p, m->w); /* N h a */
    for (int i = 0; i < s->v_count; i++)
        m->r[i] -= m->w[i];
    add_elements(m, h * h, 0, y + s->q_count, m->w); /* h² K v */
    for (int i = 0; i < s->v_count; i++)
        m->r[i] -= m->w[i];
    solve_step(m, h, y, a);
    for (int i = 0; i < s->v_count; i++)
        a[i] += m->z[i] / h;
    slow_down(m, h, rate);
}
