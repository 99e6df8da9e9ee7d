/* linked_solve.c: accelerations of trees by the articulated-body recursion over their joints (method §2, "Joints by
 * coordinates").
 *
 * A body with everything that hangs on it responds to accelerations (a, α) at a point with a force and torque there,
 *
 *   IA (a, α) + p,       initially IA = (m, I) and p = −IA (a, α without constraints), about the centre of mass.
 *
 * Seen from the other side of a joint with freedoms S and bias c, (a, α)_c = (a, α)_p + S ü + c, it is
 *
 *   U = IA S,  D = Sᵀ U,  u = −Sᵀ p:     IA − U D⁻¹ Uᵀ,     p + (IA − U D⁻¹ Uᵀ) c + U D⁻¹ u
 *
 * which is added to the parent's, from the tips to the roots. Then from the roots to the tips
 *
 *   ü = D⁻¹ (u − Uᵀ ((a, α)_p + c)).
 *
 * Everything is about the joint's point, where S of a hinge is (0, n) and that of a ball joint spans the whole angular
 * half: from a ball joint the parent gets only a mass and a force. World axes throughout: between two bodies there is
 * only a translation. The initial accelerations include applied forces of all kinds and gyroscopic torques.
 */
#include <string.h>

#include "dynamics/tree/linked.h"

/* ---- small products ---- */

static vec3 row_of(const sym3 *s, int i)
{
    return i == 0 ? v3(s->xx, s->xy, s->xz) : i == 1 ? v3(s->xy, s->yy, s->yz) : v3(s->xz, s->yz, s->zz);
}

static sym3 s3_add(sym3 a, sym3 b)
{
    return (sym3){a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}

/* s −= k v vᵀ */
INLINE void s3_take(sym3 *s, double k, vec3 v)
{
    s->xx -= k * v.x * v.x;
    s->yy -= k * v.y * v.y;
    s->zz -= k * v.z * v.z;
    s->xy -= k * v.x * v.y;
    s->xz -= k * v.x * v.z;
    s->yz -= k * v.y * v.z;
}

/* h −= k a bᵀ */
INLINE void m3_take(mat3 *h, double k, vec3 a, vec3 b)
{
    vec3 x = v3_scale(k * a.x, b), y = v3_scale(k * a.y, b), z = v3_scale(k * a.z, b);
    const double by[9] = {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
    for (int i = 0; i < 9; i++)
        h->m[i] -= by[i];
}

INLINE void add_inertia(struct linked_inertia *to, const struct linked_inertia *from)
{
    to->m = s3_add(to->m, from->m);
    to->j = s3_add(to->j, from->j);
    for (int i = 0; i < 9; i++)
        to->h.m[i] += from->h.m[i];
    to->f = v3_add(to->f, from->f);
    to->n = v3_add(to->n, from->n);
}

/* About another point, d = old − new: a_old = a_new + α × d. With G = −m [d]×
 *
 *   h' = h + G,     j' = j + B + Bᵀ,  B = [d]× (h + G/2),     n' = n + d × f */
INLINE void shift(struct linked_inertia *i, vec3 d)
{
    mat3 half;
    for (int r = 0; r < 3; r++) {
        vec3 g = v3_cross(d, row_of(&i->m, r));
        double *h = i->h.m + 3 * r, *b = half.m + 3 * r;
        b[0] = h[0] + g.x / 2;
        b[1] = h[1] + g.y / 2;
        b[2] = h[2] + g.z / 2;
        h[0] += g.x;
        h[1] += g.y;
        h[2] += g.z;
    }
    vec3 x = v3_cross(d, m3_column(&half, 0)), y = v3_cross(d, m3_column(&half, 1)),
         z = v3_cross(d, m3_column(&half, 2));
    i->j.xx += 2 * x.x;
    i->j.yy += 2 * y.y;
    i->j.zz += 2 * z.z;
    i->j.xy += x.y + y.x;
    i->j.xz += x.z + z.x;
    i->j.yz += y.z + z.y;
    i->n = v3_add(i->n, v3_cross(d, i->f));
}

/* p += IA c */
INLINE void add_bias(struct linked_inertia *i, vec3 c, vec3 c_turn)
{
    i->f = v3_add(i->f, v3_add(s3_mul(&i->m, c), m3_mul(&i->h, c_turn)));
    i->n = v3_add(i->n, v3_add(m3_tmul(&i->h, c), s3_mul(&i->j, c_turn)));
}

/* ---- one freedom ---- */

/* Eliminates the k-th freedom of a joint, a rotation about n or a translation along it, with the bias c. */
INLINE void eliminate(struct linked_inertia *i, struct linked_step *s, int k, bool turns, vec3 n, vec3 c, vec3 c_turn)
{
    s->f[k] = turns ? m3_mul(&i->h, n) : s3_mul(&i->m, n);
    s->n[k] = turns ? s3_mul(&i->j, n) : m3_tmul(&i->h, n);
    double d = s->d[k] = 1 / v3_dot(n, turns ? s->n[k] : s->f[k]);
    double u = s->u[k] = -v3_dot(n, turns ? i->n : i->f);
    s3_take(&i->m, d, s->f[k]);
    m3_take(&i->h, d, s->f[k], s->n[k]);
    s3_take(&i->j, d, s->n[k]);
    i->f = v3_add_scaled(i->f, d * u, s->f[k]);
    i->n = v3_add_scaled(i->n, d * u, s->n[k]);
    add_bias(i, c, c_turn);
}

/* ü of the k-th freedom. */
static double freedom(const struct linked_step *s, int k, vec3 a, vec3 alpha)
{
    return s->d[k] * (s->u[k] - v3_dot(s->f[k], a) - v3_dot(s->n[k], alpha));
}

/* h j⁻¹ hᵀ; g = h j⁻¹ */
static sym3 sandwich(const mat3 *h, const sym3 *inverse, mat3 *g)
{
    vec3 row[3], by[3];
    for (int r = 0; r < 3; r++) {
        row[r] = v3(h->m[3 * r], h->m[3 * r + 1], h->m[3 * r + 2]);
        by[r] = s3_mul(inverse, row[r]);
        g->m[3 * r] = by[r].x;
        g->m[3 * r + 1] = by[r].y;
        g->m[3 * r + 2] = by[r].z;
    }
    return (sym3){v3_dot(by[0], row[0]), v3_dot(by[1], row[1]), v3_dot(by[2], row[2]),
                  v3_dot(by[0], row[1]), v3_dot(by[0], row[2]), v3_dot(by[1], row[2])};
}

/* Eliminates all rotations: only a mass and a force remain. */
static void eliminate_turns(struct linked_inertia *i, struct linked_step *s)
{
    mat3 g;
    s->inverse = s3_inverse(&i->j);
    s->h = i->h;
    s->n[0] = i->n;
    sym3 less = sandwich(&i->h, &s->inverse, &g);
    i->m = (sym3){i->m.xx - less.xx, i->m.yy - less.yy, i->m.zz - less.zz,
                  i->m.xy - less.xy, i->m.xz - less.xz, i->m.yz - less.yz};
    i->f = v3_sub(i->f, m3_mul(&g, i->n));
    i->n = v3(0, 0, 0);
    i->h = (mat3){{0}};
    i->j = (sym3){0};
}

/* α = −j⁻¹ (n + hᵀ a) */
static vec3 turns_of(const struct linked_step *s, vec3 a)
{
    return v3_neg(s3_mul(&s->inverse, v3_add(s->n[0], m3_tmul(&s->h, a))));
}

/* ---- a joint ---- */

/* The relative acceleration at the joint's point at ü = 0: ω_p × (ω_p × l_p) − ω_c × (ω_c × l_c), for a slider also
 * 2 ω × n ṡ; angular ω_p × (ω_c − ω_p), for a universal joint in two parts, one per rotation. */
static struct linked_bias bias_of(const struct work *work, const struct linked_joint *j, const struct linked_now *n)
{
    vec3 wp = j->parent >= 0 ? work->pose[j->parent].w : v3(0, 0, 0), wc = work->pose[j->body].w, w = v3_sub(wc, wp);
    struct linked_bias b = {.c_turn = v3(0, 0, 0), .c_side = v3(0, 0, 0)};
    b.c = v3_sub(v3_cross(wp, v3_cross(wp, n->from_parent)), v3_cross(wc, v3_cross(wc, n->from_child)));
    if (j->kind == LINKED_HINGE) {
        b.c_turn = v3_cross(wp, w);
    } else if (j->kind == LINKED_UNIVERSAL) {
        vec3 first = v3_scale(v3_dot(n->axis, w), n->axis), second = v3_scale(v3_dot(n->side, w), n->side);
        b.c_turn = v3_cross(wp, first);
        b.c_side = v3_cross(v3_add(wp, first), second);
    } else if (j->kind == LINKED_SLIDER) {
        /* velocity of the point relative to the parent */
        vec3 vp = j->parent >= 0 ? work->pose[j->parent].v : v3(0, 0, 0);
        vec3 v = v3_sub(v3_add(work->pose[j->body].v, v3_cross(wc, n->from_child)),
                        v3_add(vp, v3_cross(wp, n->from_parent)));
        b.c = v3_add_scaled(b.c, 2, v3_cross(wp, v));
    }
    return b;
}

static void begin_body(const struct plan *plan, const struct work *work, int body, struct linked_inertia *i)
{
    const struct body *b = &plan->body[body];
    const struct pose *p = &work->pose[body];
    *i = (struct linked_inertia){.m = {b->mass, b->mass, b->mass, 0, 0, 0}, .j = s3_rotate(&p->r, &b->build->inertia)};
    i->f = v3_scale(-b->mass, p->a);
    i->n = v3_neg(s3_mul(&i->j, p->alpha));
}

static void towards_root(const struct plan *plan, struct work *work, int k)
{
    const struct linked *t = plan->linked;
    struct linked_work *own = work->linked;
    const struct linked_joint *j = &t->joint[k];
    const struct linked_now *n = &own->now[k];
    struct linked_step *step = &own->step[k];
    struct linked_inertia i = own->inertia[k];
    const struct linked_bias b = step->bias = bias_of(work, j, n);
    shift(&i, v3_neg(n->from_child));
    switch (j->kind) {
    case LINKED_WELD:
        add_bias(&i, b.c, b.c_turn);
        break;
    case LINKED_HINGE:
        eliminate(&i, step, 0, true, n->axis, b.c, b.c_turn);
        break;
    case LINKED_SLIDER:
        eliminate(&i, step, 0, false, n->axis, b.c, b.c_turn);
        break;
    case LINKED_UNIVERSAL:
        eliminate(&i, step, 1, true, n->side, v3(0, 0, 0), b.c_side);
        eliminate(&i, step, 0, true, n->axis, b.c, b.c_turn);
        break;
    case LINKED_BALL:
        eliminate_turns(&i, step);
        add_bias(&i, b.c, v3(0, 0, 0));
        break;
    }
    if (j->above < 0 && j->root < 0)
        return;
    shift(&i, n->from_parent);
    add_inertia(j->above >= 0 ? &own->inertia[j->above] : &own->root_inertia[j->root], &i);
}

static void towards_tip(const struct plan *plan, struct work *work, int k)
{
    const struct linked *t = plan->linked;
    const struct linked_joint *j = &t->joint[k];
    const struct linked_now *n = &work->linked->now[k];
    const struct linked_step *step = &work->linked->step[k];
    const struct linked_bias b = step->bias;
    vec3 a = v3(0, 0, 0), alpha = v3(0, 0, 0);
    if (j->parent >= 0 && (j->above >= 0 || j->root >= 0)) {
        alpha = work->pose[j->parent].alpha;
        a = v3_add(work->pose[j->parent].a, v3_cross(alpha, n->from_parent));
    }
    a = v3_add(a, b.c);
    alpha = v3_add(alpha, b.c_turn);
    switch (j->kind) {
    case LINKED_WELD:
        break;
    case LINKED_HINGE:
        alpha = v3_add_scaled(alpha, freedom(step, 0, a, alpha), n->axis);
        break;
    case LINKED_SLIDER:
        a = v3_add_scaled(a, freedom(step, 0, a, alpha), n->axis);
        break;
    case LINKED_UNIVERSAL:
        alpha = v3_add_scaled(alpha, freedom(step, 0, a, alpha), n->axis);
        alpha = v3_add(alpha, b.c_side);
        alpha = v3_add_scaled(alpha, freedom(step, 1, a, alpha), n->side);
        break;
    case LINKED_BALL:
        alpha = turns_of(step, a);
        break;
    }
    struct pose *p = &work->pose[j->body];
    p->alpha = alpha;
    p->a = v3_sub(a, v3_cross(alpha, n->from_child));
}

/* A free body that carries a tree: IA (a, α) + p = 0. */
static void solve_root(const struct plan *plan, struct work *work, int k)
{
    struct linked_inertia i = work->linked->root_inertia[k];
    struct linked_step step;
    struct pose *p = &work->pose[plan->linked->root[k]];
    eliminate_turns(&i, &step);
    sym3 inverse = s3_inverse(&i.m);
    p->a = v3_neg(s3_mul(&inverse, i.f));
    p->alpha = turns_of(&step, p->a);
}

/* ---- all trees ---- */

/* Marks the bodies of the chosen islands. */
static void mark(const struct plan *plan, struct work *work)
{
    const struct linked *t = plan->linked;
    struct linked_work *now = work->linked;
    now->all_skip = plan->blocks == plan->constraints;
    for (int i = 0; i < ldl_islands(plan->matrix); i++)
        now->all_skip = now->all_skip && now->skip[i];
    for (int k = 0; k < t->joints; k++) {
        const struct linked_joint *j = &t->joint[k];
        now->joint_skip[k] = now->skip[j->island];
        now->body_skip[j->body] = now->joint_skip[k];
        if (j->root >= 0)
            now->body_skip[j->parent] = now->joint_skip[k];
    }
}

void linked_choose(const struct plan *plan, struct work *work)
{
    struct linked_work *now = work->linked;
    const int islands = ldl_islands(plan->matrix);
    bool changed = false;
    for (int i = 0; i < islands; i++)
        now->skip_now[i] = now->direct && plan->linked->island_direct[i];
    for (int b = 0; b < plan->bounded_count; b++) {
        const struct constraint_rows *it = &plan->constraint[plan->bounded[b]];
        if (it->block >= 0 && work->constraint[it->index].mode == MODE_HELD)
            now->skip_now[ldl_island_of(plan->matrix, it->block)] = false;
    }
    for (int i = 0; i < islands; i++) {
        changed |= now->skip[i] != now->skip_now[i];
        now->skip[i] = now->skip_now[i];
    }
    if (changed)
        mark(plan, work);
}

void linked_accelerate(const struct plan *plan, struct work *work)
{
    const struct linked *t = plan->linked;
    struct linked_work *now = work->linked;
    for (int k = 0; k < t->joints; k++)
        if (now->joint_skip[k])
            begin_body(plan, work, t->joint[k].body, &now->inertia[k]);
    for (int i = 0; i < t->roots; i++)
        if (now->body_skip[t->root[i]])
            begin_body(plan, work, t->root[i], &now->root_inertia[i]);
    for (int k = t->joints - 1; k >= 0; k--)
        if (now->joint_skip[k])
            towards_root(plan, work, k);
    for (int i = 0; i < t->roots; i++)
        if (now->body_skip[t->root[i]])
            solve_root(plan, work, i);
    for (int k = 0; k < t->joints; k++)
        if (now->joint_skip[k])
            towards_tip(plan, work, k);
}
