#include "rods.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "truths.h"

static const double pi = 3.14159265358979323846;

const char *const rods_names[RODS_KINDS] = {"open", "towers", "four-bars"};

/* ---- models ---- */

static void *block(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p)
        abort();
    return p;
}

/* A rod at rest that points along (x, z), a unit vector. */
static void place(struct rods_pose *p, double cx, double cz, double x, double z)
{
    double turn = atan2(x, z); /* of the z axis, about y */
    *p = (struct rods_pose){.center = {cx, 0, cz}, .q = {cos(turn / 2), 0, sin(turn / 2), 0}};
}

static void join(struct rods *m, int a, int a_end, int b, int b_end, bool closes)
{
    struct rods_joint *j = &m->joints[m->joint_count++];
    *j = (struct rods_joint){.a = a, .a_end = a_end, .b = b, .b_end = b_end, .closes = closes};
    if (a >= 0)
        rods_end(m, &m->start[a], a_end, j->place);
    else
        rods_end(m, &m->start[b], b_end, j->place);
}

/* The sides of the V have the slope 3 : 4, for the towers are 0.8 of the length apart. */
static void make_chain(struct rods *m)
{
    int n = m->size;
    bool towers = m->kind == RODS_TOWERS;
    m->length = 0.5;
    m->radius = 0.05;
    m->mass = 1000 * pi * m->radius * m->radius * m->length;
    m->across = m->mass * (3 * m->radius * m->radius + m->length * m->length) / 12;
    m->along = m->mass * m->radius * m->radius / 2;
    m->start = block((size_t)n, sizeof *m->start);
    m->joints = block((size_t)n + 1, sizeof *m->joints);
    m->count = n;
    for (int i = 0; i < n; i++) {
        bool rises = i >= n / 2;
        double way = m->length * (i + 0.5), deep = rises ? m->length * n - way : way;
        place(&m->start[i], (towers ? 0.8 : 1) * way, towers ? -0.6 * deep : 0, towers ? 0.8 : 1,
              towers ? (rises ? 0.6 : -0.6) : 0);
        join(m, i - 1, 2, i, 1, false);
    }
    if (!towers)
        return;
    join(m, n - 1, 2, -1, 0, true);
    double far[3] = {0.8 * m->length * n, 0, 0};
    memcpy(m->joints[n].place, far, sizeof far);
}

static void make_four_bars(struct rods *m)
{
    int n = m->size;
    m->length = 1;
    m->radius = 0.03;
    m->mass = 1;
    m->across = 1.0 / 12;
    m->along = 1e-3;
    m->hinges = true;
    m->count = 2 * n + 1;
    m->start = block((size_t)m->count, sizeof *m->start);
    m->joints = block((size_t)(3 * n + 1), sizeof *m->joints);
    for (int i = 0; i <= n; i++) {
        place(&m->start[i], i, 0.5, 0, 1);
        m->start[i].velocity[0] = 0.5;
        m->start[i].spin[1] = 1;
        join(m, -1, 0, i, 1, false);
    }
    for (int i = 1; i <= n; i++) {
        int coupler = n + i;
        place(&m->start[coupler], i - 0.5, 1, 1, 0);
        m->start[coupler].velocity[0] = 1;
        join(m, i - 1, 2, coupler, 1, false);
        join(m, i, 2, coupler, 2, true);
    }
}

struct rods rods_make(enum rods_kind kind, int size)
{
    struct rods m = {.kind = kind, .size = size};
    if (kind == RODS_FOUR_BARS)
        make_four_bars(&m);
    else
        make_chain(&m);
    return m;
}

void rods_free(struct rods *m)
{
    free(m->start);
    free(m->joints);
    *m = (struct rods){0};
}

double rods_until(const struct rods *m) { return m->kind == RODS_FOUR_BARS ? 10 : 2; }

/* ---- measures ---- */

/* The rod's axis in the world: the third column of its rotation. */
static void axis(const double q[4], double out[3])
{
    double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    out[0] = 2 * (q[1] * q[3] + q[0] * q[2]) / n;
    out[1] = 2 * (q[2] * q[3] - q[0] * q[1]) / n;
    out[2] = (q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3]) / n;
}

void rods_end(const struct rods *m, const struct rods_pose *p, int end, double out[3])
{
    double d[3], s = end == 1 ? -m->length / 2 : m->length / 2;
    axis(p->q, d);
    for (int k = 0; k < 3; k++)
        out[k] = p->center[k] + s * d[k];
}

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* The larger; NaN counts as the largest, so that a diverged simulation does not look exact. */
static double worse(double a, double b) { return !(a == a) || a > 1e300 ? 1e300 : fmax(a, b); }

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static double kinetic_energy(const struct rods *m, const struct rods_pose *p)
{
    double d[3];
    axis(p->q, d);
    double along = dot(p->spin, d), across2 = dot(p->spin, p->spin) - along * along;
    return (m->mass * dot(p->velocity, p->velocity) + m->across * across2 + m->along * along * along) / 2;
}

static double joint_gap(const struct rods *m, const struct rods_joint *j, const struct rods_pose *poses)
{
    double a[3], b[3];
    memcpy(a, j->place, sizeof a);
    memcpy(b, j->place, sizeof b);
    if (j->a >= 0)
        rods_end(m, &poses[j->a], j->a_end, a);
    if (j->b >= 0)
        rods_end(m, &poses[j->b], j->b_end, b);
    return distance(a, b);
}

void rods_meter_frame(struct rods_meter *c, const struct rods *m, const struct rods_pose *poses)
{
    double kinetic = 0, potential = 0;
    for (int i = 0; i < m->count; i++) {
        kinetic += kinetic_energy(m, &poses[i]);
        potential += m->mass * RODS_GRAVITY * poses[i].center[2];
    }
    for (int k = 0; k < m->joint_count; k++)
        c->gap = worse(joint_gap(m, &m->joints[k], poses), c->gap);
    if (!c->begun)
        c->start = kinetic + potential;
    c->begun = true;
    c->kinetic = worse(kinetic, c->kinetic);
    c->change = worse(fabs(kinetic + potential - c->start), c->change);
}

double rods_drift(const struct rods_meter *c)
{
    if (c->kinetic >= 1e300 || c->change >= 1e300)
        return 1e300;
    return c->kinetic > 0 ? c->change / c->kinetic : 0;
}

/* ---- the true motion ---- */

struct rods_truth rods_truth_begin(const struct rods *m)
{
    struct rods_truth r = {.rate = 1, .error = -1};
    if (m->kind == RODS_FOUR_BARS)
        return r;
    r.centers = block((size_t)m->count, sizeof *r.centers);
    if (!rods_chain_truth(m, (double)RODS_COMPARE / RODS_FRAMES, 1e-12, r.centers, NULL))
        rods_truth_end(&r);
    return r;
}

struct rods_truth rods_truth_read(const struct rods *m, const char *path)
{
    FILE *f = m->kind == RODS_FOUR_BARS ? NULL : fopen(path, "rb");
    if (!f)
        return rods_truth_begin(m);
    struct rods_truth r = {.rate = 1, .error = -1};
    r.centers = block((size_t)m->count, sizeof *r.centers);
    bool ok = fread(r.centers, sizeof *r.centers, (size_t)m->count, f) == (size_t)m->count;
    fclose(f);
    if (ok)
        return r;
    rods_truth_end(&r);
    return rods_truth_begin(m);
}

/* All cranks turn alike; their tips are compared. */
static void four_bars_frame(struct rods_truth *r, const struct rods *m, double t, const struct rods_pose *poses)
{
    struct truth_four_bar f = {.cells = m->size, .t = r->t, .angle = r->angle, .rate = r->rate};
    truth_four_bar_advance(&f, t);
    r->t = f.t;
    r->angle = f.angle;
    r->rate = f.rate;
    for (int i = 0; i <= m->size; i++) {
        double tip[3], right[3] = {i + sin(f.angle), 0, cos(f.angle)};
        rods_end(m, &poses[i], 2, tip);
        r->error = worse(distance(tip, right), r->error);
    }
}

void rods_truth_frame(struct rods_truth *r, const struct rods *m, int frame, const struct rods_pose *poses)
{
    if (m->kind == RODS_FOUR_BARS) {
        four_bars_frame(r, m, (double)frame / RODS_FRAMES, poses);
        return;
    }
    for (int i = 0; i < m->count && r->centers && frame == RODS_COMPARE; i++)
        r->error = worse(distance(poses[i].center, r->centers[i]), r->error);
}

void rods_truth_end(struct rods_truth *r)
{
    free(r->centers);
    r->centers = NULL;
}
