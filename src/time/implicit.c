/* implicit.c: implicit Euler for flexible models (method §4).
 *
 * In a step v⁺ = v + h v̇ the forces of elements are those at its end, at first linearized. With N = h D + h² K
 * (tangent.h)
 *
 *   (M + N) Δv = h f − h² K v + Jᵀλ,   J Δv as the constraints require
 *
 * and with the rate a without elements, which satisfies the constraints, Δv = h a + z:
 *
 *   (M + N) z + Jᵀμ = h f − N h a − h² K v,   J z = 0
 *
 * which is solved by conjugate gradients. Constraint rows are kept by projections in the mass metric, Π = 1 − W Jᵀ A⁻¹
 * J, with the factors of A from the evaluation; points that a solid holds off move with the solid, Π_r. The
 * preconditioner is Π Π_r P⁻¹ Π_r Π: P is M + N at rest, rotated with the block, with its attachments, factored once. A
 * stiff block is always nearly at rest except for a rotation: it takes a handful of iterations, however stiff it is.
 *
 * Newton steps with the actual forces f⁺ at the end follow: (M + N) δz + Jᵀμ = h f⁺ − M z, a few times. Otherwise a
 * rotating block would grow by (ωh)²/2 in every step, which would cause large stresses if it is stiff.
 */
#include "time/implicit.h"

#include <string.h>

#include "base/memory.h"
#include "time/implicit_parts.h"

enum { MOST_ITERATIONS = 300, CORRECTIONS = 3 };
#define ENOUGH 1e-5  /* residual, relative to the first one, at which corrections end */
#define WRONG 0.03   /* residual, relative to the first one, above which the step was too long, */
#define NOTHING 1e-5 /* unless it is below this fraction of what elements do in a step */

struct implicit *implicit_new(const struct plan *plan, struct work *work)
{
    struct implicit *m = MEM_NEW(struct implicit);
    m->plan = plan;
    m->work = work;
    return m;
}

static void block_forget(struct implicit_block *b)
{
    tangent_free(b->tangent);
    implicit_forget_factors(b);
    mem_free(b->force);
    *b = (struct implicit_block){.orientation = {1, 0, 0, 0}};
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
    mem_free(m->constraint);
    mem_free(m->outside);
    mem_free(m->held);
    *m = (struct implicit){
        .plan = m->plan, .work = m->work, .unfinished = m->unfinished, .kept = m->kept, .kept_blocks = m->kept_blocks};
}

static void forget_kept(struct implicit *m)
{
    for (int i = 0; i < m->kept_blocks; i++)
        block_forget(&m->kept[i]);
    mem_free(m->kept);
    m->kept = NULL;
    m->kept_blocks = 0;
}

/* Factors of blocks that the plan before had, too. */
static void inherit_factors(struct implicit *m)
{
    for (int i = 0; i < m->blocks; i++)
        for (int k = 0; k < m->kept_blocks; k++) {
            struct implicit_block *b = &m->block[i], *from = &m->kept[k];
            if (b->p == NULL && from->p != NULL && b->lattice == from->lattice && b->mark == from->mark)
                implicit_inherit_factors(b, from);
        }
    forget_kept(m);
}

void implicit_inherit(struct implicit *m, struct implicit *from)
{
    forget_kept(m);
    m->kept = from->block;
    m->kept_blocks = from->blocks;
    from->block = NULL;
    from->blocks = 0;
}

void implicit_bind(struct implicit *m, const struct plan *plan) { m->plan = plan; }

void implicit_free(struct implicit *m)
{
    if (m == NULL)
        return;
    forget(m);
    forget_kept(m);
    mem_free(m);
}

void implicit_restart(struct implicit *m) { m->fresh = false; }

void implicit_forget(struct implicit *m)
{
    m->fresh = false;
    for (int i = 0; i < m->blocks; i++) {
        m->block[i].h = 0; /* the preconditioner is made again */
        m->block[i].orientation = (quat){1, 0, 0, 0};
    }
}

long implicit_unfinished(const struct implicit *m) { return m->unfinished; }

/* A checksum that distinguishes lattices that were at the same address at different times. */
static double mark_of(const struct lattice *l)
{
    double sum = l->nodes + 1e3 * l->cells[0] + 1e6 * l->cells[1] + l->corner.x + l->length[2];
    for (int i = 0; i < l->elements; i++)
        sum += l->fill[i] * (1 + i % 1009);
    return sum;
}

/* Rebuilds everything if the plan has other lattices or sizes. */
static void refresh(struct implicit *m)
{
    m->h = 0;
    const struct plan *plan = m->plan;
    bool same = m->blocks == plan->flexibles && m->numbers == plan->v_count && m->constraints == plan->constraints &&
                m->outsides == plan->apart.outsides && m->reactions == plan->apart.reactions;
    for (int i = 0; i < plan->flexibles && same; i++)
        same =
            m->block[i].lattice == plan->flexible[i].lattice && m->block[i].mark == mark_of(plan->flexible[i].lattice);
    m->fresh = true;
    if (same && m->block != NULL)
        return;
    if (m->block != NULL)
        implicit_inherit(m, m);
    forget(m);
    m->fresh = true;
    m->blocks = plan->flexibles;
    m->numbers = plan->v_count;
    m->block = MEM_ARRAY(struct implicit_block, plan->flexibles + 1);
    for (int i = 0; i < m->blocks; i++) {
        m->block[i].lattice = plan->flexible[i].lattice;
        m->block[i].mark = mark_of(plan->flexible[i].lattice);
        m->block[i].tangent = tangent_new(plan->flexible[i].lattice);
        m->block[i].force = MEM_ARRAY(double, 3 * plan->flexible[i].lattice->nodes);
        m->block[i].orientation = (quat){1, 0, 0, 0};
    }
    inherit_factors(m);
    m->z = MEM_ARRAY(double, plan->v_count);
    m->last = MEM_ARRAY(double, plan->v_count);
    m->r = MEM_ARRAY(double, plan->v_count);
    m->u = MEM_ARRAY(double, plan->v_count);
    m->p = MEM_ARRAY(double, plan->v_count);
    m->w = MEM_ARRAY(double, plan->v_count);
    m->spare = MEM_ARRAY(double, plan->v_count);
    m->rates = MEM_ARRAY(double, plan->y_count - plan->work_done);
    m->constraints = plan->constraints;
    m->outsides = plan->apart.outsides;
    m->constraint = MEM_ARRAY(struct implicit_gains, plan->constraints);
    m->outside = MEM_ARRAY(struct implicit_gains, plan->apart.outsides);
    m->reactions = plan->apart.reactions;
    m->held = MEM_ARRAY(struct implicit_held_directions, plan->apart.reactions);
}

/* ---- feedback ---- */

static void soften(double h, double *ks, double *kd)
{
    double e = 1 + h * *kd + h * h * *ks;
    *kd = (*kd + h * *ks) / e;
    *ks /= e;
}

void implicit_soften_gains(struct implicit *m, double h)
{
    const struct plan *plan = m->plan;
    struct work *work = m->work;
    if (!m->fresh)
        refresh(m);
    for (int i = 0; i < plan->constraints; i++) {
        const struct constraint_rows *it = &plan->constraint[i];
        struct rows_state *now = &work->constraint[it->index];
        m->constraint[i] = (struct implicit_gains){now->ks, now->kd, now->kv};
        soften(h, &now->ks, &now->kd);
        now->kv /= 1 + h * now->kv;
    }
    for (int i = 0; i < plan->apart.outsides; i++) {
        m->outside[i] = (struct implicit_gains){work->outside[i].ks, work->outside[i].kd, 0};
        soften(h, &work->outside[i].ks, &work->outside[i].kd);
    }
}

void implicit_restore_gains(struct implicit *m)
{
    const struct plan *plan = m->plan;
    struct work *work = m->work;
    for (int i = 0; i < plan->constraints; i++) {
        work->constraint[i].ks = m->constraint[i].ks;
        work->constraint[i].kd = m->constraint[i].kd;
        work->constraint[i].kv = m->constraint[i].kv;
    }
    for (int i = 0; i < plan->apart.outsides; i++) {
        work->outside[i].ks = m->outside[i].ks;
        work->outside[i].kd = m->outside[i].kd;
    }
}

/* Π Π_r P⁻¹ M Π_r Π r */
static void precondition(const struct implicit *m, const double *r, double *u)
{
    const struct plan *plan = m->plan;
    memcpy(u, r, sizeof(double) * (size_t)plan->v_count);
    implicit_project_rows(m, u);
    implicit_project_held(m, u);
    for (int i = 0; i < m->blocks; i++)
        implicit_apply_preconditioner(&m->block[i], u + (plan->flexible[i].v - plan->q_count));
    implicit_project_held(m, u);
    implicit_project_rows(m, u);
}

/* ---- conjugate gradients ---- */

static vec3 lever(const struct implicit_block *b, int i)
{
    return v3_sub(v3(b->q[3 * i], b->q[3 * i + 1], b->q[3 * i + 2]), b->center);
}

/* Forces of the elements of one block at (q, v), with the numbers of elements in y. */
static void forces_at(struct implicit *m, int index, const double *y, const double *q, const double *v, double *force)
{
    const struct work *work = m->work;
    const struct flexible *f = &m->plan->flexible[index];
    struct lattice_state state = {
        .q = q,
        .v = v,
        .lambda = f->lambda >= 0 ? y + f->lambda : NULL,
        .metric = f->metric >= 0 ? y + f->metric : NULL,
        .force = force,
        .lambda_rate = m->rates,
        .metric_rate = m->rates,
        .room = work->flexible[index].lattice,
    };
    lattice_forces(f->lattice, &state, work->threads);
}

static double product(const struct plan *plan, const struct work *work, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct lattice *l = plan->flexible[i].lattice;
        const double *a = x + (plan->flexible[i].v - plan->q_count), *b = y + (plan->flexible[i].v - plan->q_count);
        for (int k = 0; k < l->nodes; k++)
            sum += l->mass[k] * (a[3 * k] * b[3 * k] + a[3 * k + 1] * b[3 * k + 1] + a[3 * k + 2] * b[3 * k + 2]);
    }
    for (int i = 0; i < plan->bodies; i++) {
        const struct body *b = &plan->body[i];
        if (b->dofs == 0 || body_is_node(b))
            continue;
        const double *p = x + (b->v - plan->q_count), *q = y + (b->v - plan->q_count);
        for (int k = 0; k < (b->dofs < 3 ? b->dofs : 3); k++)
            sum += b->mass * p[k] * q[k];
        if (b->coordinates == COORDINATES_RIGID) {
            sym3 inertia = implicit_inertia(plan, work, i);
            sum += v3_dot(v3(p[3], p[4], p[5]), s3_mul(&inertia, v3(q[3], q[4], q[5])));
        }
    }
    return sum;
}

/* x without the rotation of the block as a whole: x − ω × r, ω = I⁻¹ Σ m r × x. */
static void remove_rotation(const struct implicit_block *b, const double *x, double *out)
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

/* out ← M⁻¹ Rᵀ (k K + d D) R x, zero except at nodes. R removes the rotation of the whole, which tensile stresses would
 * resist: so no angular momentum is lost. */
static void add_elements(const struct implicit *m, double k, double d, const double *x, double *out)
{
    const struct plan *plan = m->plan;
    memset(out, 0, sizeof(double) * (size_t)plan->v_count);
    for (int i = 0; i < m->blocks; i++) {
        const struct implicit_block *b = &m->block[i];
        const int at = plan->flexible[i].v - plan->q_count, n = 3 * b->lattice->nodes;
        remove_rotation(b, x + at, m->spare + at);
        tangent_multiply(b->tangent, k, d, m->spare + at, out + at);
        for (int j = 0; j < n; j++)
            out[at + j] *= b->lattice->inverse_mass[j / 3];
        memcpy(m->spare + at, out + at, sizeof(double) * (size_t)n);
        remove_rotation(b, m->spare + at, out + at);
    }
}

/* The residual of the step with m->z, in m->r: M⁻¹ h f⁺ with the elements' forces at its end, minus z. */
static void find_residual(struct implicit *m, double h, const double *y, const double *a)
{
    const struct plan *plan = m->plan;
    const double *v = y + plan->q_count;
    for (int i = 0; i < plan->v_count; i++) {
        m->r[i] = -m->z[i];
        m->w[i] = v[i] + h * a[i] + m->z[i]; /* v⁺ */
    }
    for (int i = 0; i < m->blocks; i++) {
        const struct implicit_block *b = &m->block[i];
        const struct flexible *f = &plan->flexible[i];
        const int at = f->v - plan->q_count, n = 3 * b->lattice->nodes;
        for (int k = 0; k < n; k++)
            m->u[at + k] = y[f->q + k] + h * m->w[at + k]; /* q⁺ */
        forces_at(m, i, y, m->u + at, m->w + at, m->p + at);
        tangent_prepare(b->tangent, m->u + at, f->metric >= 0 ? y + f->metric : NULL);
        for (int k = 0; k < n; k++)
            m->p[at + k] *= h * b->lattice->inverse_mass[k / 3];
        remove_rotation(b, m->p + at, m->u + at);
        for (int k = 0; k < n; k++)
            m->r[at + k] += m->u[at + k];
    }
}

/* The squared norm of the residual m->r in the metric of the preconditioner; leaves the preconditioned residual in
 * m->u. */
static double residual_size(struct implicit *m)
{
    precondition(m, m->r, m->u);
    return product(m->plan, m->work, m->r, m->u);
}

/* Conjugate gradients: adds to m->z the solution for the right-hand side m->r (M⁻¹ times a force), until its size falls
 * from `rho` to `enough`. */
static void solve(struct implicit *m, double h, double rho, double enough)
{
    const struct plan *plan = m->plan;
    const struct work *work = m->work;
    const int n = plan->v_count;
    memcpy(m->p, m->u, sizeof(double) * (size_t)n);
    for (int round = 0; round < MOST_ITERATIONS && rho > enough && isfinite(rho); round++) {
        poll_here(work->poll);
        add_elements(m, h * h, h, m->p, m->w);
        for (int i = 0; i < n; i++)
            m->w[i] += m->p[i];
        double along = product(plan, work, m->p, m->w);
        if (!(along > 0))
            break;
        double step = rho / along;
        for (int i = 0; i < n; i++) {
            m->z[i] += step * m->p[i];
            m->r[i] -= step * m->w[i];
        }
        precondition(m, m->r, m->u);
        double next = product(plan, work, m->r, m->u), share = next / rho;
        for (int i = 0; i < n; i++)
            m->p[i] = m->u[i] + share * m->p[i];
        rho = next;
    }
}

/* Starts with z of the previous step, projected onto the constraints of now: a model at rest has nothing left to solve.
 * m->r becomes the residual. Returns the size below which a residual is negligible. */
static double warm_start(struct implicit *m, double h)
{
    const struct plan *plan = m->plan;
    const struct work *work = m->work;
    const double longer = m->h > 0 ? h / m->h : 0;
    for (int i = 0; i < plan->v_count; i++)
        m->z[i] *= longer;
    m->h = h;
    implicit_project_held(m, m->z);
    implicit_project_rows(m, m->z);
    add_elements(m, h * h, h, m->z, m->w);
    for (int i = 0; i < plan->v_count; i++) {
        m->w[i] += m->z[i];
        m->r[i] -= m->w[i];
    }
    return NOTHING * NOTHING * product(plan, work, m->z, m->w);
}

/* The residual size that moves nodes by a millionth of an element in a step. Rounding in a model at rest is far below it. */
static double harmless(const struct implicit *m, double h)
{
    double sum = 0;
    for (int i = 0; i < m->blocks; i++) {
        const struct lattice *l = m->block[i].lattice;
        const double way = 1e-6 * fmin(l->length[0], fmin(l->length[1], l->length[2]));
        sum += l->total_mass * way * way / (h * h);
    }
    return sum;
}

/* Solves for m->z, first linearized, then with the forces at the end of the step; a correction that makes it worse is
 * undone. */
static void solve_step(struct implicit *m, double h, const double *y, const double *a)
{
    const size_t bytes = sizeof(double) * (size_t)m->plan->v_count;
    double whole = warm_start(m, h), rho = residual_size(m), largest = fmax(rho, whole), before = INFINITY;
    solve(m, h, rho, ENOUGH * ENOUGH * largest);
    for (int i = 0; i < CORRECTIONS; i++) {
        find_residual(m, h, y, a);
        rho = residual_size(m);
        largest = fmax(largest, rho);
        m->unfinished +=
            (i == CORRECTIONS - 1 || !(rho < before)) && !(rho < WRONG * WRONG * largest) && !(rho < harmless(m, h));
        if (!(rho < before)) {
            if (i > 0)
                memcpy(m->z, m->last, bytes);
            return;
        }
        if (!(rho > ENOUGH * ENOUGH * largest))
            return;
        memcpy(m->last, m->z, bytes);
        solve(m, h, rho, ENOUGH * ENOUGH * largest);
        before = rho;
    }
}

/* ---- state variables of elements ---- */

/* Of what flows within the time h the part that really does: for small strains what is above the yield limit decays with
 * e^(−h/τ), however short the time constant τ is; for large ones no more than a part that leaves B positive. */
static double flowing_part(const struct element_constants *k, double h)
{
    return fmin(-expm1(-h * k->flow), 0.3) / (h * k->flow);
}

static void limit_rates(const struct implicit *m, double h, double *rate)
{
    const struct plan *plan = m->plan;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        const struct element_constants *k = &f->lattice->constants;
        double slower = k->bulk_rate * h > 0.5 * k->bulk ? 0.5 * k->bulk / (k->bulk_rate * h) : 1;
        for (int e = 0; e < f->lattice->elements && f->lambda >= 0; e++)
            rate[f->lambda + e] *= slower;
        for (int e = 0; e < 6 * f->lattice->elements && f->metric >= 0; e++)
            rate[f->metric + e] *= flowing_part(k, h);
    }
}

/* ---- a step ---- */

/* About the centre of mass; slightly enlarged, because nodes that are all on a line have no inertia about it. */
static void find_inertia(struct implicit_block *b)
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
    const struct plan *plan = m->plan;
    struct work *work = m->work;
    if (!m->fresh)
        refresh(m);
    for (int i = 0; i < m->blocks; i++) {
        struct implicit_block *b = &m->block[i];
        const struct flexible *f = &plan->flexible[i];
        struct lattice_frame frame = {.orientation = b->orientation};
        tangent_prepare(b->tangent, y + f->q, f->metric >= 0 ? y + f->metric : NULL);
        lattice_frame(b->lattice, y + f->q, y + f->v, &frame);
        b->orientation = frame.orientation;
        b->turned = q_matrix(frame.orientation);
        b->q = y + f->q;
        b->center = frame.center;
        find_inertia(b);
        forces_at(m, i, y, y + f->q, y + f->v, b->force);
        implicit_update_preconditioner(m, i, h);
    }
    for (int i = 0; i < plan->apart.reactions; i++)
        implicit_find_held_directions(m, i, t);
    if (plan->rows == 0)
        return;
    if (plan->solver == SOLVER_SPARSE && work->lenient.softness == 0)
        system_damp(plan, work);
    else
        for (int i = 0; i < ldl_islands(plan->matrix); i++)
            ldl_factor(plan->matrix, work->matrix, i, fmax(work->lenient.softness, LDL_DAMP), 0);
}

/* Removes the contribution of the elements from a, under the same constraints: a − Π Π_r M⁻¹ f. Leaves M⁻¹ f in
 * m->w. */
static void leave_out_elements(struct implicit *m, double *a)
{
    const struct plan *plan = m->plan;
    memset(m->w, 0, sizeof(double) * (size_t)plan->v_count);
    for (int i = 0; i < m->blocks; i++) {
        const struct lattice *l = m->block[i].lattice;
        double *out = m->w + (plan->flexible[i].v - plan->q_count);
        for (int k = 0; k < 3 * l->nodes; k++)
            out[k] = l->inverse_mass[k / 3] * m->block[i].force[k];
    }
    memcpy(m->p, m->w, sizeof(double) * (size_t)plan->v_count);
    implicit_project_held(m, m->p);
    implicit_project_rows(m, m->p);
    for (int i = 0; i < plan->v_count; i++)
        a[i] -= m->p[i];
}

static double kinetic(const struct lattice *l, const double *v)
{
    double sum = 0;
    for (int i = 0; i < 3 * l->nodes; i++)
        sum += l->mass[i / 3] * v[i] * v[i] / 2;
    return sum;
}

/* Slows down what deforms a block of velocities v until no element changes by more than a part in a step. */
static void slow_down(struct implicit *m, int index, double h, double *v)
{
    const double most = 0.5;
    const struct implicit_block *b = &m->block[index];
    const struct lattice *l = b->lattice;
    struct lattice_frame frame = {.orientation = b->orientation};
    lattice_frame(l, b->q, v, &frame);
    double *rigid = m->p + (m->plan->flexible[index].v - m->plan->q_count);
    for (int i = 0; i < l->nodes; i++) {
        const vec3 u = v3_add(frame.velocity, v3_cross(frame.spin, lever(b, i)));
        memcpy(&rigid[3 * i], &u, sizeof u);
    }
    for (int i = 0; i < 3 * l->nodes; i++)
        v[i] -= rigid[i];
    const double change = h * lattice_change(l, v), part = change > most ? most / change : 1;
    for (int i = 0; i < 3 * l->nodes; i++)
        v[i] = rigid[i] + part * v[i];
}

/* After a step that could not be solved: its motion is slowed down. If it still has much more energy than there was (or than
 * a motion by its own size in the step), the elements do without forces in this step, and if that does not help, nothing
 * changes its motion in this step. Multipliers of volumes wait. */
static void calm(struct implicit *m, int index, double h, const double *y, double *numbers)
{
    const struct flexible *f = &m->plan->flexible[index];
    const struct lattice *l = f->lattice;
    const double *v = y + f->v, *z = m->z + (f->v - m->plan->q_count);
    double *own = m->w + (f->v - m->plan->q_count), *rate = numbers + f->v;
    const double own_size =
        fmax(l->cells[0] * l->length[0], fmax(l->cells[1] * l->length[1], l->cells[2] * l->length[2]));
    const double energy = lattice_energy(l, y + f->q, f->metric >= 0 ? y + f->metric : NULL) + kinetic(l, v);
    const double most = 4 * energy + l->total_mass * own_size * own_size / (h * h);
    for (int way = 0; way < 3 && (way == 0 || !(kinetic(l, own) <= most)); way++) {
        for (int i = 0; i < 3 * l->nodes; i++)
            own[i] = way == 0 ? v[i] + h * rate[i] : way == 1 ? v[i] + h * rate[i] - z[i] : v[i];
        slow_down(m, index, h, own);
    }
    for (int i = 0; i < 3 * l->nodes; i++)
        rate[i] = (own[i] - v[i]) / h;
    for (int e = 0; e < l->elements && f->lambda >= 0; e++)
        numbers[f->lambda + e] = 0;
}

void implicit_rate(struct implicit *m, double t, double h, const double *y, double *rate)
{
    const struct plan *plan = m->plan;
    const long unfinished = m->unfinished;
    if (plan->flexibles == 0)
        return;
    prepare(m, t, h, y);
    double *a = rate + plan->q_count;
    leave_out_elements(m, a);
    for (int i = 0; i < plan->v_count; i++) {
        m->r[i] = h * m->w[i];
        m->p[i] = h * a[i];
    }
    add_elements(m, h * h, h, m->p, m->w); /* N h a */
    for (int i = 0; i < plan->v_count; i++)
        m->r[i] -= m->w[i];
    add_elements(m, h * h, 0, y + plan->q_count, m->w); /* h² K v */
    for (int i = 0; i < plan->v_count; i++)
        m->r[i] -= m->w[i];
    solve_step(m, h, y, a);
    for (int i = 0; i < plan->v_count; i++)
        a[i] += m->z[i] / h;
    for (int i = 0; i < m->blocks && m->unfinished > unfinished; i++)
        calm(m, i, h, y, rate);
    limit_rates(m, h, rate);
}
