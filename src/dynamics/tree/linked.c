/* linked.c: trees of bodies in joint coordinates: from coordinates to bodies and back (method §2, "Joints by
 * coordinates").
 *
 * With the parent at x_p, R_p, v_p, ω_p and the joint's point at p_p and p_c in the axes of the two:
 *
 *   hinge      R_c = R_p rot(n, θ) R_0                      ω_c = ω_p + n θ̇
 *   slider     R_c = R_p R_0, the point moves by s n        ω_c = ω_p
 *   universal  R_c = R_p rot(d, φ) rot(e, ψ) R_0            ω_c = ω_p + d φ̇ + e' ψ̇,   e' = R_p rot(d, φ) e
 *   ball       R_c = R_p R(Q)                               ω_c = ω_p + R_p u,          Q̇ = ½ (0, u) Q
 *
 *   x_c = x_p + R_p p_p (+ s n) − R_c p_c,     v_c = v_p + ω_p × l_p (+ ṡ n) − ω_c × l_c,    l = R p
 */
#include "dynamics/tree/linked.h"

#include <string.h>

#include "dynamics/dynamics_parts.h"

static quat quat_at(const double *q) { return (quat){q[0], q[1], q[2], q[3]}; }
static vec3 vec_at(const double *v) { return v3(v[0], v[1], v[2]); }

static void put_vec(double *at, vec3 v)
{
    at[0] = v.x;
    at[1] = v.y;
    at[2] = v.z;
}

static void put_quat(double *at, quat q)
{
    at[0] = q.w;
    at[1] = q.x;
    at[2] = q.y;
    at[3] = q.z;
}

/* Rotation about a unit axis. */
static quat about(vec3 n, double angle)
{
    double s = sin(angle / 2);
    return (quat){cos(angle / 2), s * n.x, s * n.y, s * n.z};
}

/* Normalises a quaternion that is nearly of unit length: long products lose it by rounding. */
static quat nearly_unit(quat q)
{
    double s = 1.5 - 0.5 * q_norm2(q);
    return (quat){s * q.w, s * q.x, s * q.y, s * q.z};
}

/* ---- the parent of a joint ---- */

struct frame {
    vec3 x, v, w;
    quat q;
    const mat3 *r;
};

static const mat3 straight = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};

/* The frame of a parent that does not move with the tree: the world, a fixed body, one on a path. */
static struct frame still_frame(const struct plan *plan, const struct work *work, double t, int body)
{
    if (body < 0)
        return (struct frame){.q = {1, 0, 0, 0}, .r = &straight};
    const struct body *b = &plan->body[body];
    const struct pose *p = &work->pose[body];
    struct frame f = {.x = p->x, .q = b->build->orientation, .r = &p->r};
    if (b->source >= 0) {
        struct time_signal m;
        system_run_source(plan, work, b->source, t, &m);
        f.x = v3_add(m.y, m3_mul(&p->r, b->build->center));
        f.v = m.yd;
    }
    return f;
}

static struct frame moving_frame(const struct plan *plan, int body, const double *y, const mat3 *r)
{
    const double *q = y + plan->body[body].q, *v = y + plan->body[body].v;
    return (struct frame){vec_at(q), vec_at(v), vec_at(v + 3), quat_at(q + 3), r};
}

/* ---- from coordinates to bodies ---- */

void linked_scatter(const struct plan *plan, const double *z, double *y)
{
    const struct linked *t = plan->linked;
    for (int i = 0; i < t->runs; i++)
        memcpy(y + t->run[i].y, z + t->run[i].z, sizeof *y * (size_t)t->run[i].count);
}

void linked_gather(const struct plan *plan, const double *y, double *z)
{
    const struct linked *t = plan->linked;
    for (int i = 0; i < t->runs; i++)
        memcpy(z + t->run[i].z, y + t->run[i].y, sizeof *y * (size_t)t->run[i].count);
}

/* The rotation from the child's axes to the parent's. */
static quat turned(const struct linked_joint *j, const double *q)
{
    switch (j->kind) {
    case LINKED_WELD:
    case LINKED_SLIDER:
        break;
    case LINKED_HINGE:
        return q_mul(about(j->axis, q[0]), j->home);
    case LINKED_UNIVERSAL:
        return q_mul(q_mul(about(j->axis, q[0]), about(j->side, q[1])), j->home);
    case LINKED_BALL:
        return q_unit(quat_at(q));
    }
    return j->home;
}

/* One child. Its position and velocity go to y, its axes and levers to n. */
static void place_child(const struct plan *plan, const struct linked_joint *j, const struct frame *p, const double *z,
                        struct linked_now *n, double *y)
{
    const double *q = z + j->q, *u = z + j->u;
    quat turn = nearly_unit(q_mul(p->q, turned(j, q)));
    vec3 w = p->w, v;
    n->r = q_matrix(turn);
    n->from_child = m3_mul(&n->r, j->on_child);
    n->from_parent = m3_mul(p->r, j->on_parent);
    n->axis = m3_mul(p->r, j->axis);
    switch (j->kind) {
    case LINKED_WELD:
        break;
    case LINKED_HINGE:
        w = v3_add_scaled(w, u[0], n->axis);
        break;
    case LINKED_SLIDER:
        n->from_parent = v3_add_scaled(n->from_parent, q[0], n->axis);
        break;
    case LINKED_UNIVERSAL:
        n->side = m3_mul(p->r, q_rotate(about(j->axis, q[0]), j->side));
        w = v3_add_scaled(v3_add_scaled(w, u[0], n->axis), u[1], n->side);
        break;
    case LINKED_BALL:
        w = v3_add(w, m3_mul(p->r, vec_at(u)));
        break;
    }
    v = v3_sub(v3_add(p->v, v3_cross(p->w, n->from_parent)), v3_cross(w, n->from_child));
    if (j->kind == LINKED_SLIDER)
        v = v3_add_scaled(v, u[0], n->axis);
    const struct body *b = &plan->body[j->body];
    put_vec(y + b->q, v3_sub(v3_add(p->x, n->from_parent), n->from_child));
    put_quat(y + b->q + 3, turn);
    put_vec(y + b->v, v);
    put_vec(y + b->v + 3, w);
}

void linked_expand(const struct plan *plan, struct work *work, double t, const double *z, double *y)
{
    const struct linked *k = plan->linked;
    struct linked_work *now = work->linked;
    linked_scatter(plan, z, y);
    for (int i = 0; i < k->roots; i++) {
        double *q = y + plan->body[k->root[i]].q + 3;
        quat unit = q_unit(quat_at(q));
        put_quat(q, unit);
        now->root_r[i] = q_matrix(unit);
    }
    for (int i = 0; i < k->joints; i++) {
        const struct linked_joint *j = &k->joint[i];
        struct frame p = j->above >= 0  ? moving_frame(plan, j->parent, y, &now->now[j->above].r)
                         : j->root >= 0 ? moving_frame(plan, j->parent, y, &now->root_r[j->root])
                                        : still_frame(plan, work, t, j->parent);
        place_child(plan, j, &p, z, &now->now[i], y);
        if (j->tracker >= 0) /* steps may be longer than half a turn */
            work->tracker_angle[j->tracker] = j->sign * z[j->q];
    }
}

/* ---- from bodies to coordinates ---- */

/* The angle of a rotation about a unit axis. */
static double angle_about(vec3 n, quat q)
{
    double angle = 2 * atan2(n.x * q.x + n.y * q.y + n.z * q.z, q.w);
    const double turn = 8 * atan(1.0);
    return angle - turn * round(angle / turn);
}

static void put_angle(double angle, double *at, bool near)
{
    const double turn = 8 * atan(1.0);
    *at = near ? angle + turn * round((*at - angle) / turn) : angle;
}

/* Coordinates of a joint from the axes of the two, relative to the parent. */
static void find_coordinates(const struct linked_joint *j, quat relative, vec3 apart, double *q, bool near)
{
    quat turn = q_mul(relative, q_conj(j->home)), old;
    vec3 now;
    double angle;
    switch (j->kind) {
    case LINKED_WELD:
        break;
    case LINKED_HINGE:
        put_angle(angle_about(j->axis, turn), q, near);
        break;
    case LINKED_SLIDER:
        q[0] = v3_dot(apart, j->axis);
        break;
    case LINKED_UNIVERSAL: /* rot(d, φ) takes e to its present direction; the rest is rot(e, ψ) */
        now = q_rotate(turn, j->side);
        angle = atan2(v3_dot(j->axis, v3_cross(j->side, now)), v3_dot(j->side, now));
        put_angle(angle, q, near);
        put_angle(angle_about(j->side, q_mul(about(j->axis, -angle), turn)), q + 1, near);
        break;
    case LINKED_BALL:
        old = quat_at(q);
        if (near && old.w * relative.w + old.x * relative.x + old.y * relative.y + old.z * relative.z < 0)
            relative = (quat){-relative.w, -relative.x, -relative.y, -relative.z};
        put_quat(q, q_unit(relative));
        break;
    }
}

/* Joint velocities from those of the two bodies: v of the child's point relative to the parent's, ω of the child
 * relative to the parent; in world axes, with R_p. */
static void find_velocities(const struct linked_joint *j, const mat3 *r, vec3 v, vec3 w, vec3 side, double *u)
{
    vec3 axis = m3_mul(r, j->axis);
    switch (j->kind) {
    case LINKED_WELD:
        break;
    case LINKED_HINGE:
        u[0] = v3_dot(axis, w);
        break;
    case LINKED_SLIDER:
        u[0] = v3_dot(axis, v);
        break;
    case LINKED_UNIVERSAL:
        u[0] = v3_dot(axis, w);
        u[1] = v3_dot(side, w);
        break;
    case LINKED_BALL:
        put_vec(u, m3_tmul(r, w));
        break;
    }
}

void linked_reduce(const struct plan *plan, const struct work *work, double t, const double *y, double *z, bool near)
{
    const struct linked *k = plan->linked;
    linked_gather(plan, y, z);
    for (int i = 0; i < k->joints; i++) {
        const struct linked_joint *j = &k->joint[i];
        mat3 r;
        struct frame p =
            j->above < 0 && j->root < 0 ? still_frame(plan, work, t, j->parent) : moving_frame(plan, j->parent, y, &r);
        if (p.r == &r) {
            p.q = q_unit(p.q);
            r = q_matrix(p.q);
        }
        struct frame c = moving_frame(plan, j->body, y, NULL);
        c.q = q_unit(c.q);
        vec3 on_child = q_rotate(c.q, j->on_child), on_parent = m3_mul(p.r, j->on_parent);
        vec3 point = v3_add(c.x, on_child), lever = v3_sub(point, p.x);
        if (j->tracker >= 0 && !near)
            z[j->q] = j->sign * work->tracker_angle[j->tracker];
        find_coordinates(j, q_mul(q_conj(p.q), c.q), m3_tmul(p.r, v3_sub(lever, on_parent)), z + j->q,
                         near || j->tracker >= 0);
        vec3 v = v3_sub(v3_add(c.v, v3_cross(c.w, on_child)), v3_add(p.v, v3_cross(p.w, lever)));
        vec3 side = j->kind == LINKED_UNIVERSAL ? m3_mul(p.r, q_rotate(about(j->axis, z[j->q]), j->side)) : v3(0, 0, 0);
        find_velocities(j, p.r, v, v3_sub(c.w, p.w), side, z + j->u);
    }
}

/* ---- rates ---- */

/* Accelerations of a body from ẏ, or of one that does not move with the tree. */
static void accelerations(const struct plan *plan, const struct work *work, int body, const double *ydot, vec3 *a,
                          vec3 *alpha)
{
    *a = *alpha = v3(0, 0, 0);
    if (body < 0)
        return;
    if (plan->body[body].dofs == 0) {
        *a = work->pose[body].a;
        return;
    }
    *a = vec_at(ydot + plan->body[body].v);
    *alpha = vec_at(ydot + plan->body[body].v + 3);
}

/* ü of a joint: the relative acceleration of the two bodies, minus that at ü = 0. */
static void joint_rates(const struct plan *plan, const struct work *work, const struct linked_joint *j,
                        const struct linked_now *n, const double *z, const double *ydot, double *zdot)
{
    const double *u = z + j->u;
    double *du = zdot + j->u;
    vec3 ap, alpha_p, ac, alpha_c, w = j->parent >= 0 ? work->pose[j->parent].w : v3(0, 0, 0), c;
    accelerations(plan, work, j->parent, ydot, &ap, &alpha_p);
    accelerations(plan, work, j->body, ydot, &ac, &alpha_c);
    vec3 alpha = v3_sub(alpha_c, alpha_p);
    switch (j->kind) {
    case LINKED_WELD:
        break;
    case LINKED_HINGE:
        du[0] = v3_dot(n->axis, alpha); /* ω_p × n is normal to n */
        break;
    case LINKED_SLIDER: {
        vec3 d = v3_sub(n->from_parent, n->from_child);
        c = v3_add(v3_cross(alpha_p, d), v3_cross(w, v3_cross(w, d)));
        du[0] = v3_dot(n->axis, v3_sub(v3_sub(ac, ap), c));
        break;
    }
    case LINKED_UNIVERSAL: /* d and e change as d' = ω_p × d, e' = (ω_p + d φ̇) × e */
        c = v3_add(v3_scale(u[0], v3_cross(w, n->axis)),
                   v3_scale(u[1], v3_cross(v3_add_scaled(w, u[0], n->axis), n->side)));
        du[0] = v3_dot(n->axis, v3_sub(alpha, c));
        du[1] = v3_dot(n->side, v3_sub(alpha, c));
        break;
    case LINKED_BALL: {
        const mat3 *r = j->above >= 0    ? &work->linked->now[j->above].r
                        : j->root >= 0   ? &work->linked->root_r[j->root]
                        : j->parent >= 0 ? &work->pose[j->parent].r
                                         : &straight;
        c = v3_cross(w, m3_mul(r, vec_at(u)));
        put_vec(du, m3_tmul(r, v3_sub(alpha, c)));
        break;
    }
    }
}

/* q̇ of a joint. */
static void coordinate_rates(const struct linked_joint *j, const double *z, double *zdot)
{
    const double *u = z + j->u;
    switch (j->kind) {
    case LINKED_WELD:
        break;
    case LINKED_UNIVERSAL:
        zdot[j->q + 1] = u[1]; /* fall through */
    case LINKED_HINGE:
    case LINKED_SLIDER:
        zdot[j->q] = u[0];
        break;
    case LINKED_BALL: {
        quat rate = q_mul((quat){0, u[0] / 2, u[1] / 2, u[2] / 2}, quat_at(z + j->q));
        put_quat(zdot + j->q, rate);
        break;
    }
    }
}

void linked_rates(const struct plan *plan, const struct work *work, const double *z, const double *ydot, double *zdot)
{
    const struct linked *t = plan->linked;
    linked_gather(plan, ydot, zdot);
    for (int i = 0; i < t->joints; i++) {
        coordinate_rates(&t->joint[i], z, zdot);
        joint_rates(plan, work, &t->joint[i], &work->linked->now[i], z, ydot, zdot);
    }
}

/* ---- coordinates in integrators ---- */

void linked_move(const struct plan *plan, double h, double *z)
{
    for (int i = 0; i < plan->linked->joints; i++) {
        const struct linked_joint *j = &plan->linked->joint[i];
        const double *u = z + j->u;
        if (j->kind == LINKED_BALL)
            put_quat(z + j->q, q_mul(q_exp(v3_scale(h, vec_at(u))), quat_at(z + j->q)));
        else if (j->kind != LINKED_WELD)
            z[j->q] += h * u[0];
        if (j->kind == LINKED_UNIVERSAL)
            z[j->q + 1] += h * u[1];
    }
}

double linked_fastest(const struct plan *plan, const double *z)
{
    double most = 0;
    for (int i = 0; i < plan->linked->joints; i++) {
        const struct linked_joint *j = &plan->linked->joint[i];
        int turns = j->kind == LINKED_HINGE ? 1 : j->kind == LINKED_UNIVERSAL ? 2 : j->kind == LINKED_BALL ? 3 : 0;
        for (int k = 0; k < turns; k++)
            most = fmax(most, fabs(z[j->u + k]));
    }
    return most;
}

/* The quaternions of z: of bodies outside trees, and of ball joints. */
static double *next_quaternion(const struct plan *plan, double *z, int *run, int *body, int *joint)
{
    const struct linked *t = plan->linked;
    for (; *body < plan->bodies; ++*body) {
        const struct body *b = &plan->body[*body];
        if (b->coordinates != COORDINATES_RIGID || b->dofs == 0)
            continue;
        while (*run < t->runs && t->run[*run].y + t->run[*run].count <= b->q)
            ++*run;
        if (*run < t->runs && b->q >= t->run[*run].y) {
            ++*body;
            return z + (t->run[*run].z + b->q - t->run[*run].y) + 3;
        }
    }
    while (*joint < t->joints)
        if (t->joint[(*joint)++].kind == LINKED_BALL)
            return z + t->joint[*joint - 1].q;
    return NULL;
}

void linked_normalise(const struct plan *plan, double *z)
{
    int run = 0, body = 0, joint = 0;
    for (double *q; (q = next_quaternion(plan, z, &run, &body, &joint)) != NULL;)
        put_quat(q, q_unit(quat_at(q)));
}

double linked_stretch(const struct plan *plan, const double *z)
{
    int run = 0, body = 0, joint = 0;
    double most = 0;
    for (const double *q; (q = next_quaternion(plan, (double *)z, &run, &body, &joint)) != NULL;)
        most = fmax(most, fabs(q_norm2(quat_at(q)) - 1));
    return most;
}
