/* contact_shift.c: contact by displacing bodies (method §3), like displacement constraints: positions only.
 *
 *   normal     gap ≥ offset,  P_n ≥ 0,  complementary
 *   friction   the slip since the start of the step becomes zero if |P_t| ≤ μ P_n allows it; otherwise P_t stays on the
 *              cone, against the slip
 *
 * The offset is the part of an earlier overlap that may remain: overlaps close with a time constant, so that bodies
 * that start inside each other are not thrown apart. A soft layer k, c is a compliance 1/(h² k + h c).
 */
#include "contact/contact_shift.h"

#include <string.h>

static const double closing = 0.1; /* s: time constant with which overlaps close */

/* One contact point. Levers are those of the start of the step, and its motion is followed to first order: the point
 * where a wheel touches the ground does not turn with the wheel. */
struct shift_point {
    int a, b;
    vec3 normal;
    vec3 ra, rb;   /* from the centres of mass at the start */
    double gap;    /* at the start */
    double offset; /* permitted gap; reference gap of a soft layer */
    double friction, bounce, approach;
    double kernel; /* smallest gap of a soft layer: its rigid kernel */
    double give;   /* compliance · h⁻²; 0: rigid */
    double push;   /* P_n so far, */
    vec3 drag;     /* and P_t */
    vec3 belt;     /* how far b's surface runs against a's in the step */
    struct contact_point *point;
};

/* Rolling and spinning friction of a manifold, whose points are `first` … `last`. */
struct shift_twist {
    int a, b, first, last;
    vec3 normal;
    double rolling, spinning; /* m */
    vec3 twist;               /* so far: a torque times h² */
    struct manifold *manifold;
};

/* A body at the start of the step. */
struct shift_start {
    vec3 x;
    mat3 r;
};

struct contact_shifts {
    ARRAY(struct shift_point) points;
    ARRAY(struct shift_twist) twists;
    struct shift_start *start; /* by body */
    int bodies;
    double h, slow;
    bool begun; /* warm start done */
};

static struct contact_shifts *shifts_of(struct work *work)
{
    if (work->contact->shifts == NULL)
        work->contact->shifts = MEM_NEW(struct contact_shifts);
    return work->contact->shifts;
}

void contact_shifts_free(struct contact_shifts *x)
{
    if (x == NULL)
        return;
    ARRAY_FREE(&x->points);
    ARRAY_FREE(&x->twists);
    mem_free(x->start);
    mem_free(x);
}

/* ---- the start of a step ---- */

static double size_of(const struct contact_space *space, const struct manifold *m)
{
    double a = contact_piece(space, m->piece_a)->size, b = contact_piece(space, m->piece_b)->size;
    double size = a > 0 && a < b ? a : b > 0 ? b : a;
    return isfinite(size) ? size : 1;
}

static vec3 velocity_at(const struct pose *p, vec3 at) { return v3_add(p->v, v3_cross(p->w, v3_sub(at, p->x))); }

static void add_point(struct work *work, struct contact_shifts *x, const struct manifold *m, struct contact_point *c)
{
    const struct contact_rule *rule = &work->contact->rules[m->rule];
    const struct pose *a = &work->pose[m->a], *b = &work->pose[m->b];
    struct shift_point p = {.a = m->a, .b = m->b, .normal = m->normal, .friction = rule->friction, .point = c};
    p.ra = v3_sub(c->at, a->x);
    p.rb = v3_sub(c->at, b->x);
    p.gap = c->gap;
    p.push = c->push * x->h;
    p.drag = v3_scale(x->h, v3_add_scaled(c->drag, -v3_dot(c->drag, m->normal), m->normal));
    p.belt = v3_scale(x->h, v3_sub(contact_belt(work, m->b), contact_belt(work, m->a)));
    p.bounce = rule->bounce;
    p.approach = v3_dot(m->normal, v3_sub(velocity_at(b, c->at), velocity_at(a, c->at)));
    double overlap = c->gap + rule->thickness; /* of the rigid kernels */
    double back = fmin(-overlap * (1 - exp(-x->h / closing)), 3 * size_of(work->contact->space, m) * x->h);
    p.offset = overlap < 0 ? overlap + back : 0;
    p.kernel = p.offset - rule->thickness;
    if (rule->thickness > 0) {
        double k = rule->stiffness / m->count, damping = rule->damping / m->count;
        p.give = 1 / (x->h * (x->h * k + damping));
        p.offset = fmin(c->gap, 0) * damping / (x->h * k + damping); /* Λ/h² = −k gap − c (gap − gap₀)/h */
    }
    ARRAY_PUSH(&x->points, p);
}

void contact_shift_begin(const struct plan *plan, struct work *work, double h)
{
    struct contact_shifts *x = shifts_of(work);
    work->contact->shown = 0;
    x->h = h;
    x->begun = false;
    x->points.count = x->twists.count = 0;
    if (x->bodies < plan->bodies) {
        x->bodies = plan->bodies;
        mem_free(x->start);
        x->start = MEM_ARRAY(struct shift_start, x->bodies);
    }
    for (int i = 0; i < plan->bodies; i++)
        x->start[i] = (struct shift_start){work->pose[i].x, work->pose[i].r};
    x->slow = 0;
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs >= 3)
            x->slow = fmax(x->slow, 2 * h * v3_norm(work->pose[i].a));
    contact_note_centers(plan, work);
    contact_find(work->contact->space, work->pose, h, work->team);
    for (int i = 0; i < contact_count(work->contact->space); i++) {
        struct manifold *m = contact_at(work->contact->space, i);
        const struct contact_rule *rule = &work->contact->rules[m->rule];
        const int first = x->points.count;
        m->evenly = false;
        m->drift = v3(0, 0, 0);
        for (int k = 0; k < m->count; k++)
            add_point(work, x, m, &m->point[k]);
        if (m->count > 0 && (rule->rolling > 0 || rule->spinning > 0))
            ARRAY_PUSH(&x->twists, ((struct shift_twist){m->a, m->b, first, x->points.count, m->normal, rule->rolling,
                                                         rule->spinning, v3(0, 0, 0), m}));
    }
}

/* ---- a sweep ---- */

/* θ of a body since the start, from the antisymmetric part of R R₀ᵀ. */
static vec3 turn_of(const struct plan *plan, const struct work *work, const struct contact_shifts *x, int body)
{
    const struct pose *p = &work->pose[body];
    const struct shift_start *from = &x->start[body];
    vec3 turn = v3(0, 0, 0);
    if (plan->body[body].coordinates != COORDINATES_RIGID && plan->body[body].turning < 0)
        return turn;
    for (int k = 0; k < 3; k++) /* Σ ½ (R₀ e_k) × (R e_k) is the axis times the sine */
        turn = v3_add_scaled(turn, 0.5, v3_cross(m3_column(&from->r, k), m3_column(&p->r, k)));
    double sine2 = fmin(v3_dot(turn, turn), 1);
    double angle = sine2 < 1e-3 ? 1 + sine2 / 6 + 0.075 * sine2 * sine2 : asin(sqrt(sine2)) / sqrt(sine2);
    return v3_scale(angle, turn);
}

/* The displacement of a point since the start: x − x₀ + θ × r. */
static vec3 way_of(const struct plan *plan, const struct work *work, const struct contact_shifts *x, int body, vec3 r)
{
    return v3_add(v3_sub(work->pose[body].x, x->start[body].x), v3_cross(turn_of(plan, work, x, body), r));
}

/* The displacement of b's point relative to a's. */
static vec3 apart(const struct plan *plan, const struct work *work, const struct shift_point *p)
{
    const struct contact_shifts *x = work->contact->shifts;
    return v3_sub(way_of(plan, work, x, p->b, p->rb), way_of(plan, work, x, p->a, p->ra));
}

/* Change of their distance along d per unit shift. */
static double yield_of(const struct plan *plan, const struct work *work, const struct shift_point *p, vec3 d)
{
    vec3 na = v3_cross(p->ra, d), nb = v3_cross(p->rb, d);
    return plan->body[p->a].inverse_mass + plan->body[p->b].inverse_mass +
           v3_dot(na, s3_mul(&work->pose[p->a].inverse_inertia, na)) +
           v3_dot(nb, s3_mul(&work->pose[p->b].inverse_inertia, nb));
}

static void shift_body(const struct plan *plan, const struct work *work, int body, vec3 r, vec3 f, contact_shift *shift,
                       void *ctx)
{
    if (plan->body[body].dofs >= 3)
        shift(ctx, body, v3_scale(plan->body[body].inverse_mass, f),
              s3_mul(&work->pose[body].inverse_inertia, v3_cross(r, f)));
}

static void shift_both(const struct plan *plan, const struct work *work, const struct shift_point *p, vec3 f,
                       contact_shift *shift, void *ctx)
{
    shift_body(plan, work, p->b, p->rb, f, shift, ctx);
    shift_body(plan, work, p->a, p->ra, v3_neg(f), shift, ctx);
}

/* P_n; returns the change of the gap. */
static double push_apart(const struct plan *plan, struct work *work, struct shift_point *p, contact_shift *shift,
                         void *ctx)
{
    double gap = p->gap + v3_dot(p->normal, apart(plan, work, p)), yields = yield_of(plan, work, p, p->normal);
    if (!(yields > 0))
        return 0;
    double push = p->push - (gap - p->offset + p->give * p->push) / (yields + p->give);
    if (p->give > 0) /* the rigid kernel behind the soft layer */
        push = fmax(push, p->push - (gap - p->kernel) / yields);
    push = fmax(push, 0);
    double change = push - p->push;
    p->push = push;
    if (change != 0)
        shift_both(plan, work, p, v3_scale(change, p->normal), shift, ctx);
    return fabs(change) * yields;
}

/* P_t; returns the change of the slip. */
static double drag_back(const struct plan *plan, struct work *work, struct shift_point *p, contact_shift *shift,
                        void *ctx)
{
    vec3 slip = v3_add(apart(plan, work, p), p->belt);
    slip = v3_add_scaled(slip, -v3_dot(slip, p->normal), p->normal);
    vec3 u = v3_perpendicular(p->normal), v = v3_cross(p->normal, u);
    double yields = fmax(yield_of(plan, work, p, u), yield_of(plan, work, p, v));
    if (!(yields > 0))
        return 0;
    vec3 drag = v3_add_scaled(p->drag, -1 / yields, slip);
    double size = v3_norm(drag), most = p->friction * p->push;
    if (size > most)
        drag = v3_scale(size > 0 ? most / size : 0, drag);
    vec3 change = v3_sub(drag, p->drag);
    p->drag = drag;
    shift_both(plan, work, p, change, shift, ctx);
    return v3_norm(change) * yields;
}

/* Changes the torque on b by `by`, and that on a by the opposite. */
static void turn_apart(const struct plan *plan, const struct work *work, const struct shift_twist *t, vec3 by,
                       contact_shift *shift, void *ctx)
{
    const int body[2] = {t->b, t->a};
    for (int i = 0; i < 2; i++)
        if (plan->body[body[i]].dofs == 6)
            shift(ctx, body[i], v3(0, 0, 0),
                  s3_mul(&work->pose[body[i]].inverse_inertia, v3_scale(i == 0 ? 1 : -1, by)));
}

/* The relative turn since the start becomes zero if the torque allows it. */
static void twist_back(const struct plan *plan, struct work *work, struct shift_twist *t, contact_shift *shift,
                       void *ctx)
{
    const struct contact_shifts *x = work->contact->shifts;
    const sym3 *a = &work->pose[t->a].inverse_inertia, *b = &work->pose[t->b].inverse_inertia;
    const double yields = a->xx + a->yy + a->zz + b->xx + b->yy + b->zz; /* at least what any direction yields */
    double push = 0;
    for (int i = t->first; i < t->last; i++)
        push += x->points.at[i].push;
    if (!(yields > 0))
        return;
    const vec3 turn = v3_sub(turn_of(plan, work, x, t->b), turn_of(plan, work, x, t->a));
    const vec3 next = v3_add_scaled(t->twist, -1 / yields, turn);
    const double about = v3_dot(next, t->normal);
    vec3 roll = v3_add_scaled(next, -about, t->normal);
    const double size = v3_norm(roll), most = t->rolling * push, spin = fmin(fabs(about), t->spinning * push);
    if (size > most)
        roll = v3_scale(most / size, roll);
    const vec3 wanted = v3_add_scaled(roll, copysign(spin, about), t->normal);
    turn_apart(plan, work, t, v3_sub(wanted, t->twist), shift, ctx);
    t->twist = wanted;
}

double contact_shift_sweep(const struct plan *plan, struct work *work, contact_shift *shift, void *ctx)
{
    struct contact_shifts *x = work->contact->shifts;
    double most = 0;
    for (int i = 0; i < x->points.count && !x->begun; i++) {
        const struct shift_point *p = &x->points.at[i];
        shift_both(plan, work, p, v3_add_scaled(p->drag, p->push, p->normal), shift, ctx);
    }
    x->begun = true;
    for (int i = 0; i < x->points.count; i++) {
        struct shift_point *p = &x->points.at[i];
        most = fmax(most, push_apart(plan, work, p, shift, ctx));
        if (p->push > 0 || v3_dot(p->drag, p->drag) > 0)
            most = fmax(most, drag_back(plan, work, p, shift, ctx));
    }
    for (int i = 0; i < x->twists.count; i++)
        twist_back(plan, work, &x->twists.at[i], shift, ctx);
    return most;
}

/* ---- the end of a step ---- */

static vec3 point_velocity(const struct plan *plan, const struct work *work, int body, vec3 r, const double *y)
{
    const struct body *b = &plan->body[body];
    if (b->dofs < 3)
        return v3_add(work->pose[body].v, v3_cross(work->pose[body].w, r));
    vec3 v = v3(y[b->v], y[b->v + 1], y[b->v + 2]);
    return b->dofs == 6 ? v3_add(v, v3_cross(v3(y[b->v + 3], y[b->v + 4], y[b->v + 5]), r)) : v;
}

static void push_velocity(const struct plan *plan, const struct work *work, int body, vec3 r, vec3 f, double *y)
{
    const struct body *b = &plan->body[body];
    if (b->dofs < 3)
        return;
    vec3 turn = s3_mul(&work->pose[body].inverse_inertia, v3_cross(r, f));
    const double change[6] = {f.x, f.y, f.z, turn.x, turn.y, turn.z};
    for (int k = 0; k < b->dofs; k++)
        y[b->v + k] += (k < 3 ? b->inverse_mass : 1) * change[k];
}

void contact_shift_bounce(const struct plan *plan, struct work *work, double *y)
{
    const struct contact_shifts *x = work->contact->shifts;
    for (int i = 0; i < x->points.count; i++) {
        const struct shift_point *p = &x->points.at[i];
        if (!(p->push > 0) || p->bounce == 0 || -p->approach <= x->slow)
            continue;
        double now = v3_dot(
            p->normal, v3_sub(point_velocity(plan, work, p->b, p->rb, y), point_velocity(plan, work, p->a, p->ra, y)));
        double missing = -p->bounce * p->approach - now;
        if (missing <= 0)
            continue;
        vec3 f = v3_scale(missing / yield_of(plan, work, p, p->normal), p->normal);
        push_velocity(plan, work, p->b, p->rb, f, y);
        push_velocity(plan, work, p->a, p->ra, v3_neg(f), y);
    }
}

void contact_shift_end(struct work *work)
{
    struct contact_shifts *x = work->contact->shifts;
    for (int i = 0; i < x->points.count; i++) {
        struct shift_point *p = &x->points.at[i];
        p->point->push = p->push / x->h;
        p->point->drag = v3_scale(1 / x->h, p->drag);
    }
    for (int i = 0; i < x->twists.count; i++)
        x->twists.at[i].manifold->twist = v3_scale(1 / x->h, x->twists.at[i].twist);
    work->contact->shown = x->h;
}
