/* displacement_rows.c: any constraint in the displacement method, through its rows and their Jacobian (method §3).
 *
 * A constraint with rows C alone is satisfied, to first order, by the displacement W Jᵀμ with K μ = −C, K = J W Jᵀ:
 * opposite pulls on the bodies that it joins, so that momentum is conserved. Velocity and acceleration rows are
 * satisfied by displacements too, since velocities follow from the change of positions: h φ and h² ψ take the place of
 * C, with the Jacobians φ_ẏ and ψ_ÿ. A limit acts where it is exceeded. A motor pulls with at most its largest force.
 * Scheme B, which is made for points, treats these like scheme A.
 */
#include <string.h>

#include "displacement/displacement_parts.h"

/* One constraint during its correction. */
struct correction {
    int rows, jacobians;
    double gap[CONSTRAINT_ROWS];
    const double *j; /* by block of J: rows × 6, linear then angular */
};

/* Updates points in soft material from the displaced positions of their nodes. */
static void follow_nodes(const struct plan *plan, struct work *work, const struct constraint_rows *it)
{
    for (int i = 0; i < it->inputs && plan->embeddeds > 0; i++) {
        const struct connector *c = &plan->connector[it->input + i];
        if (c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME && flexible_point_of(&plan->body[c->body]) >= 0)
            flexible_pose(plan, work, flexible_point_of(&plan->body[c->body]));
    }
}

/* The rows in terms of displacements. Returns how many; 0 if there is nothing to correct. */
static int look(struct displacement *d, const struct relation *r, struct rows *rows, double gap[CONSTRAINT_ROWS])
{
    const struct constraint_rows *it = r->constraint;
    const double h = d->h;
    if (h == 0 && (it->level[0] != LEVEL_POSITION || it->bounds == BOUND_MOTOR))
        return 0; /* positions only */
    for (int p = 0; p < it->jacobians && it->level[0] != LEVEL_POSITION; p++)
        mover_set_velocity(&d->mover[d->plan->jacobian[it->jacobian + p].body], h);
    follow_nodes(d->plan, d->work, it);
    system_rows(d->plan, d->work, it, d->t, rows);
    for (int k = 0; k < it->rows; k++)
        gap[k] = it->level[k] == LEVEL_POSITION   ? rows->c[k]
                 : it->level[k] == LEVEL_VELOCITY ? h * rows->c[k]
                                                  : h * h * rows->gamma[k];
    if (it->bounds == BOUND_ONE_SIDED && !(gap[0] < 0) && r->pull[0] == 0)
        return 0;
    double check = 0; /* a formula that is not finite is skipped: other constraints may move it to where it is */
    for (int k = 0; k < it->rows; k++)
        check += 0 * gap[k];
    for (int i = 0; i < it->inputs && h == 0; i++)
        for (int k = 0; k < 6 * it->rows; k++)
            check += 0 * rows->j[i][k];
    return check == 0 ? it->rows : 0;
}

int relation_gap(struct displacement *d, const struct relation *r, double gap[CONSTRAINT_ROWS])
{
    struct rows rows;
    return look(d, r, &rows, gap);
}

double relation_size(struct displacement *d, const struct relation *r)
{
    double gap[CONSTRAINT_ROWS], sum = 0;
    int n = r->constraint->bounds != BOUND_MOTOR ? relation_gap(d, r, gap) : 0; /* a motor may be too weak */
    bool one_sided = r->constraint->bounds == BOUND_ONE_SIDED;
    for (int k = 0; k < n; k++)
        if (r->constraint->level[k] == LEVEL_POSITION && !(one_sided && gap[k] > 0))
            sum += (gap[k] - r->offset[k]) * (gap[k] - r->offset[k]);
    return sqrt(sum);
}

static void gather_node(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                        int jacobian, const struct rows *rows, double *j)
{
    double columns[3 * CONSTRAINT_ROWS];
    const struct jacobian_block *own = &plan->jacobian[it->jacobian + jacobian];
    plan->body[own->body].owner->columns(plan, work, it, own, it->rows, rows, columns);
    for (int k = 0; k < it->rows; k++)
        memcpy(j + 6 * (it->rows * jacobian + k), columns + 3 * k, 3 * sizeof(double));
}

/* J by body. */
static void gather(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                   const struct rows *rows, double *j)
{
    const int n = it->rows;
    memset(j, 0, sizeof(double) * (size_t)(6 * n * it->jacobians));
    for (int p = 0; p < it->jacobians && plan->flexibles > 0; p++)
        if (body_is_node(&plan->body[plan->jacobian[it->jacobian + p].body]))
            gather_node(plan, work, it, p, rows, j);
    for (int i = 0; i < it->inputs; i++) {
        int p = plan->input_jacobian[it->input + i] - it->jacobian;
        const struct body *b = p >= 0 ? &plan->body[plan->jacobian[it->jacobian + p].body] : NULL;
        if (b == NULL || b->owner != NULL) /* general coordinates are not displaced */
            continue;
        int dofs = plan->jacobian[it->jacobian + p].dofs;
        for (int k = 0; k < n; k++)
            for (int c = 0; c < dofs; c++)
                j[6 * (n * p + k) + c] += rows->j[i][6 * k + c];
    }
}

void relation_begin(struct displacement *d, struct relation *r, double t)
{
    struct rows rows;
    system_rows(d->plan, d->work, r->constraint, t, &rows);
    gather(d->plan, d->work, r->constraint, &rows, r->j);
    for (int k = 0; k < 6 * r->constraint->rows * r->constraint->jacobians; k++)
        if (!isfinite(r->j[k])) /* not finite: no pull in this step */
            r->j[k] = 0;
    memset(r->pull, 0, sizeof r->pull);
}

static double softness(const struct displacement *d, const struct relation *r)
{
    return r->compliance > 0 && d->h > 0 ? r->compliance / (d->h * d->h) : 0;
}

/* The residual of a constraint and its Jacobian; false if there is nothing to correct. */
static bool begin(struct displacement *d, const struct relation *r, struct correction *w)
{
    struct rows rows;
    int count = look(d, r, &rows, w->gap);
    if (count == 0)
        return false;
    w->rows = count;
    w->jacobians = r->constraint->jacobians;
    w->j = r->j;
    if (d->h == 0) /* far from a solution J changes between iterations */
        gather(d->plan, d->work, r->constraint, &rows, r->j);
    for (int k = 0; k < count; k++)
        w->gap[k] += softness(d, r) * r->pull[k] - r->offset[k];
    return true;
}

static struct mover *mover_of(const struct displacement *d, const struct constraint_rows *it, int jacobian)
{
    return &d->mover[d->plan->jacobian[it->jacobian + jacobian].body];
}

/* K, with `soft` on its diagonal. */
static void yields(const struct displacement *d, const struct constraint_rows *it, const struct correction *w,
                   double soft, double k[CONSTRAINT_ROWS * CONSTRAINT_ROWS])
{
    const int n = w->rows;
    memset(k, 0, sizeof(double) * (size_t)(n * n));
    for (int p = 0; p < w->jacobians; p++) {
        const struct mover *m = mover_of(d, it, p);
        for (int c = 0; c < n; c++) {
            const double *j = w->j + 6 * (n * p + c);
            vec3 arm = s3_mul(&m->p->inverse_inertia, v3(j[3], j[4], j[5]));
            const double wj[6] = {m->w * j[0], m->w * j[1], m->w * j[2], arm.x, arm.y, arm.z};
            for (int r = 0; r <= c; r++)
                for (int e = 0; e < 6; e++)
                    k[r * n + c] += w->j[6 * (n * p + r) + e] * wj[e];
        }
    }
    for (int r = 0; r < n; r++) {
        k[r * n + r] += soft;
        for (int c = 0; c < r; c++)
            k[r * n + c] = k[c * n + r];
    }
}

/* K x = b by elimination without pivoting, in place; x is 0 for a row that is zero or depends on those before it. */
static void solve(int n, double *k, double *b)
{
    bool dropped[CONSTRAINT_ROWS];
    double diagonal[CONSTRAINT_ROWS];
    for (int i = 0; i < n; i++)
        diagonal[i] = k[i * n + i];
    for (int i = 0; i < n; i++) {
        dropped[i] = !(k[i * n + i] > 1e-9 * diagonal[i]) || !(diagonal[i] > 0);
        for (int r = i + 1; r < n && !dropped[i]; r++) {
            double f = k[r * n + i] / k[i * n + i];
            for (int c = i; c < n; c++)
                k[r * n + c] -= f * k[i * n + c];
            b[r] -= f * b[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int c = i + 1; c < n; c++)
            b[i] -= k[i * n + c] * b[c];
        b[i] = dropped[i] ? 0 : b[i] / k[i * n + i];
    }
}

/* μ for this fraction of the correction; a motor is limited by its largest force. */
static void pulls(const struct displacement *d, const struct relation *r, const struct correction *w, double share,
                  double mu[CONSTRAINT_ROWS])
{
    double k[CONSTRAINT_ROWS * CONSTRAINT_ROWS];
    const struct constraint_rows *it = r->constraint;
    yields(d, it, w, softness(d, r), k);
    memcpy(mu, w->gap, sizeof(double) * (size_t)w->rows);
    solve(w->rows, k, mu);
    for (int i = 0; i < w->rows; i++)
        mu[i] *= -share;
    if (it->bounds == BOUND_MOTOR) {
        double most = d->work->constraint[it->index].bound * d->h * d->h;
        mu[0] = fmin(fmax(r->pull[0] + mu[0], -most), most) - r->pull[0];
    }
    if (it->bounds == BOUND_ONE_SIDED) /* it can only push */
        mu[0] = fmax(r->pull[0] + mu[0], 0) - r->pull[0];
}

static vec3 part_move(const struct correction *w, int p, const double *mu, int first)
{
    vec3 f = v3(0, 0, 0);
    for (int k = 0; k < w->rows; k++) {
        const double *j = w->j + 6 * (w->rows * p + k) + first;
        f = v3_add_scaled(f, mu[k], v3(j[0], j[1], j[2]));
    }
    return f;
}

void relation_add(struct displacement *d, struct relation *r, double share)
{
    struct correction w;
    double mu[CONSTRAINT_ROWS];
    if (!begin(d, r, &w))
        return;
    pulls(d, r, &w, r->weight * share, mu);
    for (int p = 0; p < w.jacobians; p++) {
        struct mover *m = mover_of(d, r->constraint, p);
        m->dr = v3_add(m->dr, s3_mul(&m->p->inverse_inertia, part_move(&w, p, mu, 3)));
        m->dx = v3_add_scaled(m->dx, m->w, part_move(&w, p, mu, 0));
    }
    for (int k = 0; k < w.rows; k++)
        r->pull[k] += mu[k];
}

double relation_correct(struct displacement *d, struct relation *r, double share, double largest)
{
    struct correction w;
    double mu[CONSTRAINT_ROWS];
    if (!begin(d, r, &w))
        return largest;
    pulls(d, r, &w, share, mu);
    double most = 0;
    for (int p = 0; p < w.jacobians; p++) {
        vec3 turn = s3_mul(&mover_of(d, r->constraint, p)->p->inverse_inertia, part_move(&w, p, mu, 3));
        most = fmax(most, v3_dot(turn, turn));
    }
    for (int k = 0; k < w.rows && most > SMALL_TURN * SMALL_TURN;
         k++) /* the same factor for all, so that pulls stay opposite */
        mu[k] *= SMALL_TURN / sqrt(most);
    for (int p = 0; p < w.jacobians; p++) {
        struct mover *m = mover_of(d, r->constraint, p);
        vec3 move = v3_scale(m->w, part_move(&w, p, mu, 0));
        vec3 turn = s3_mul(&m->p->inverse_inertia, part_move(&w, p, mu, 3));
        double size2 = fmax(v3_dot(move, move), v3_dot(turn, turn));
        largest = size2 <= largest ? largest : size2; /* keeps NaN */
        m->p->x = v3_add(m->p->x, move);
        mover_rotate(m, turn);
    }
    for (int k = 0; k < w.rows; k++)
        r->pull[k] += mu[k];
    return largest;
}

/* ---- bounces ---- */

void bounce_watch(struct displacement *d, struct bounce *b)
{
    struct rows rows;
    system_rows(d->plan, d->work, b->constraint, d->t - d->h, &rows);
    b->before = rows.cd[0];
}

/* Restitution at a limit: Ċ⁺ = −e Ċ⁻. Impacts slower than 1e-4 m/s do not bounce. */
void bounce_apply(struct displacement *d, const struct bounce *b, double *y)
{
    const struct constraint_rows *it = b->constraint;
    struct correction w;
    struct rows rows;
    double k[CONSTRAINT_ROWS * CONSTRAINT_ROWS], j[MOST_JOINED * 6];
    follow_nodes(d->plan, d->work, it);
    system_rows(d->plan, d->work, it, d->t, &rows);
    double wanted = -d->work->constraint[it->index].bounce * b->before;
    if (b->before > -1e-4 || rows.c[0] > 10 * d->settings.tolerance || rows.cd[0] >= wanted)
        return;
    gather(d->plan, d->work, it, &rows, j);
    w.rows = 1;
    w.jacobians = it->jacobians;
    w.j = j;
    yields(d, it, &w, 0, k);
    double mu = k[0] > 0 ? (wanted - rows.cd[0]) / k[0] : 0;
    for (int p = 0; p < w.jacobians; p++) {
        struct mover *m = mover_of(d, it, p);
        m->p->v = v3_add_scaled(m->p->v, m->w, part_move(&w, p, &mu, 0));
        m->p->w = v3_add(m->p->w, s3_mul(&m->p->inverse_inertia, part_move(&w, p, &mu, 3)));
        mover_store_velocity(m, y);
    }
}
