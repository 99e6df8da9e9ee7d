/* general.c: see general.h. */
#include <string.h>

#include "method/parts.h"

static struct general_moment moment_of(const struct system *s, const struct general_body *g, double t, const double *y)
{
    return (struct general_moment){.q = y + g->q, .v = y + g->v, .t = t, .let = s->let};
}

static void clear(struct general_sums *u, int n)
{
    double *const list[] = {u->bias, u->own, u->motion, u->turning};
    for (int i = 0; i < 4; i++)
        memset(list[i], 0, sizeof(double) * (size_t)n);
    if (u->mass != NULL)
        memset(u->mass, 0, sizeof(double) * (size_t)(n * n));
    memset(u->moment, 0, sizeof(double) * 3 * (size_t)n);
    u->weight = u->kinetic = u->potential = u->motion_rate = u->spin_rate = 0;
    u->first = u->linear = u->angular = v3(0, 0, 0);
}

/* M = L Lᵀ. Where M is singular there is no W: what follows is not a number, and the step stops. */
static void factor(struct general_body *g)
{
    const int n = g->n;
    g->singular = general_factor(g->l, n);
    for (int i = 0; i < n && g->singular >= 0; i++)
        g->l[i * n + i] = NAN;
}

/* Ŷ = Y_q L⁻ᵀ: each row solved by L. */
static void make_hat(const struct general_body *g, struct shown *p)
{
    const int n = g->n, rows = p->what.role == GENERAL_NUMBER ? 1 : p->what.role == GENERAL_POINT ? 3 : 6;
    memcpy(p->hat, p->yq, sizeof(double) * 6 * (size_t)n);
    for (int r = 0; r < rows; r++)
        general_forward(g->l, n, p->hat + r * n);
}

void general_poses(struct system *s, double t, const double *y)
{
    for (int i = 0; i < s->showns; i++) {
        struct shown *p = &s->shown[i];
        const struct general_body *g = &s->general[p->general];
        const struct general_moment m = moment_of(s, g, t, y);
        p->ready = p->ready && g->model->class->constant && p->what.role != GENERAL_FRAME;
        g->model->class->show(g->model, &m, &p->what, &s->pose[p->body], p->ready ? NULL : p->yq);
    }
}

void general_update(struct system *s, double t, const double *y)
{
    for (int i = 0; i < s->generals; i++) {
        struct general_body *g = &s->general[i];
        const struct general_moment m = moment_of(s, g, t, y);
        memcpy(g->at, m.q, sizeof(double) * (size_t)g->n);
        memcpy(g->at + g->n, m.v, sizeof(double) * (size_t)g->n);
        g->t = t;
        g->sums.mass = g->ready ? NULL : g->l; /* what is constant has its factors */
        clear(&g->sums, g->n);
        g->model->class->add_mass(g->model, &m, &g->sums);
        if (!g->ready)
            factor(g);
        g->ready = g->model->class->constant && g->singular < 0;
    }
    general_poses(s, t, y);
    for (int i = 0; i < s->showns; i++) {
        struct shown *p = &s->shown[i];
        if (!p->ready)
            make_hat(&s->general[p->general], p);
        p->ready = true;
    }
}

/* ---- forces ---- */

/* f += Y_qᵀ (force, torque) of a shown thing. */
static void add_wrench(struct general_body *g, const struct shown *p, const struct wrench *w)
{
    const int n = g->n;
    const double six[6] = {w->f.x, w->f.y, w->f.z, w->n.x, w->n.y, w->n.z};
    for (int c = 0; c < 6; c++)
        for (int k = 0; k < n && six[c] != 0; k++)
            g->force[k] += p->yq[c * n + k] * six[c];
}

/* f += moment ᵀ g */
static void add_field(struct general_body *g, vec3 field)
{
    const int n = g->n;
    const double *m = g->sums.moment;
    for (int k = 0; k < n; k++)
        g->force[k] += m[k] * field.x + m[n + k] * field.y + m[2 * n + k] * field.z;
}

/* Fields that vary, and drag: linear in proportion to mass, angular on what turns. */
static void add_on_whole(struct system *s, struct general_body *g)
{
    const struct force_class *drag = force_find("drag");
    const struct general_sums *u = &g->sums;
    add_field(g, s->field);
    for (int i = 0; i < s->forces; i++) {
        const struct force_item *it = &s->force[i];
        const double *value = s->value + it->value;
        if (it->class->field != NULL && it->varying) {
            vec3 field = v3(value[0], value[1], value[2]);
            add_field(g, field);
            s->power += v3_dot(field, u->linear);
        } else if (it->class == drag && (it->body < 0 || it->body == g->body) && u->weight > 0) {
            double linear = value[0] / u->weight, angular = value[1];
            for (int k = 0; k < g->n; k++)
                g->force[k] -= linear * u->motion[k] + angular * u->turning[k];
            s->power -= linear * u->motion_rate + angular * u->spin_rate;
        }
    }
}

void general_forces(struct system *s)
{
    for (int i = 0; i < s->generals; i++) {
        struct general_body *g = &s->general[i];
        for (int k = 0; k < g->n; k++)
            g->force[k] = g->sums.bias[k] + g->sums.own[k];
        add_on_whole(s, g);
    }
    for (int i = 0; i < s->showns; i++)
        add_wrench(&s->general[s->shown[i].general], &s->shown[i], &s->wrench[s->shown[i].body]);
    for (int i = 0; i < s->generals; i++) {
        struct general_body *g = &s->general[i];
        memcpy(g->free, g->force, sizeof(double) * (size_t)g->n);
        general_forward(g->l, g->n, g->free);
        general_backward(g->l, g->n, g->free);
    }
}

static void rate_by(const struct shown *p, int n, const double *x, double out[6])
{
    for (int c = 0; c < 6; c++) {
        out[c] = 0;
        for (int k = 0; k < n; k++)
            out[c] += p->yq[c * n + k] * x[k];
    }
}

void general_free_motion(struct system *s)
{
    for (int i = 0; i < s->showns; i++) {
        const struct shown *p = &s->shown[i];
        const struct general_body *g = &s->general[p->general];
        struct pose *pose = &s->pose[p->body];
        double a[6];
        rate_by(p, g->n, g->free, a);
        pose->a = v3_add(pose->a, v3(a[0], a[1], a[2]));
        pose->alpha = v3_add(pose->alpha, v3(a[3], a[4], a[5]));
    }
}

/* ---- the matrix ---- */

void general_columns(const struct system *s, const struct item *it, const struct part *p, int rows,
                     const struct rows *from, double *j)
{
    const int n = p->dofs;
    memset(j, 0, sizeof(double) * (size_t)(n * rows));
    for (int i = 0; i < it->inputs; i++) {
        const struct connector *c = &s->connector[it->input + i];
        if (c->type == CONNECTOR_CONSTANT || c->type == CONNECTOR_TIME || s->body[c->body].shown == 0)
            continue;
        const struct shown *shown = &s->shown[s->body[c->body].shown - 1];
        if (s->general[shown->general].body != p->body)
            continue;
        for (int r = 0; r < rows; r++)
            for (int col = 0; col < 6; col++) {
                const double x = from->j[i][6 * r + col], *hat = shown->hat + col * n;
                for (int k = 0; k < n && x != 0; k++)
                    j[n * r + k] += x * hat[k];
            }
    }
}

static const struct general_body *general_of(const struct system *s, int body)
{
    return &s->general[s->body[body].general - 1];
}

void general_spread(const struct system *s, int body, double *x)
{
    const struct general_body *g = general_of(s, body);
    general_backward(g->l, g->n, x);
}

void general_hat(const struct system *s, int body, const double *x, double *out)
{
    const struct general_body *g = general_of(s, body);
    for (int k = 0; k < g->n; k++) {
        out[k] = 0;
        for (int i = k; i < g->n; i++)
            out[k] += g->l[i * g->n + k] * x[i];
    }
}

void general_point_rate(const struct system *s, int shown, const double *x, double out[6])
{
    const struct shown *p = &s->shown[shown];
    const struct general_body *g = &s->general[p->general];
    rate_by(p, g->n, x + (g->v - s->q_count), out);
}

/* ---- accounts ---- */

double general_kinetic(const struct system *s)
{
    double sum = 0;
    for (int i = 0; i < s->generals; i++)
        sum += s->general[i].sums.kinetic;
    return sum;
}

double general_potential(const struct system *s, vec3 field)
{
    double sum = 0;
    for (int i = 0; i < s->generals; i++)
        sum += s->general[i].sums.potential - v3_dot(field, s->general[i].sums.first);
    return sum;
}

void general_momenta(const struct system *s, vec3 *linear, vec3 *angular)
{
    *linear = *angular = v3(0, 0, 0);
    for (int i = 0; i < s->generals; i++) {
        *linear = v3_add(*linear, s->general[i].sums.linear);
        *angular = v3_add(*angular, s->general[i].sums.angular);
    }
}
