#include "chains.h"

#include <math.h>
#include <stddef.h>

static const double pi = 3.14159265358979323846;

double chains_mass(void) { return CHAINS_DENSITY * pi * CHAINS_RADIUS * CHAINS_RADIUS * CHAINS_LENGTH; }

void chains_inertia(double out[3])
{
    double m = chains_mass(), r2 = CHAINS_RADIUS * CHAINS_RADIUS;
    out[0] = out[1] = m * (3 * r2 + CHAINS_LENGTH * CHAINS_LENGTH) / 12;
    out[2] = m * r2 / 2;
}

/* ---- the start ---- */

void chains_far_tower(const struct chains_model *m, double out[3])
{
    out[0] = 0.8 * CHAINS_LENGTH * m->links;
    out[1] = out[2] = 0;
}

/* The sides of the V have the slope 3 : 4, for the towers are 0.8 of the length apart. */
void chains_place(const struct chains_model *m, int i, struct chains_pose *out)
{
    double slope = !m->towers ? 0 : (i < m->links / 2 ? -0.6 : 0.6), level = sqrt(1 - slope * slope);
    double way = CHAINS_LENGTH * (i + 0.5), turn = acos(slope); /* of the z axis, about y */
    double deep = m->towers && i >= m->links / 2 ? CHAINS_LENGTH * m->links - way : way;
    *out = (struct chains_pose){0};
    out->center[0] = level * way;
    out->center[2] = (m->towers ? -0.6 : 0) * deep;
    out->q[0] = cos(turn / 2);
    out->q[2] = sin(turn / 2);
}

/* ---- measures ---- */

/* The rod's axis in the world: the third column of its rotation. */
static void axis(const double q[4], double out[3])
{
    double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    out[0] = 2 * (q[1] * q[3] + q[0] * q[2]) / n;
    out[1] = 2 * (q[2] * q[3] - q[0] * q[1]) / n;
    out[2] = (q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3]) / n;
}

void chains_end(const struct chains_pose *p, int end, double out[3])
{
    double d[3], s = end == 1 ? -CHAINS_LENGTH / 2 : CHAINS_LENGTH / 2;
    axis(p->q, d);
    for (int k = 0; k < 3; k++)
        out[k] = p->center[k] + s * d[k];
}

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* Larger of the two, and any number that is not one: a lost simulation must not look like a good one. */
static double worse(double a, double b) { return a >= b ? a : b; }

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static double kinetic_energy(const struct chains_pose *p)
{
    double d[3], inertia[3];
    axis(p->q, d);
    chains_inertia(inertia);
    double along = dot(p->spin, d), across2 = dot(p->spin, p->spin) - along * along;
    return (chains_mass() * dot(p->velocity, p->velocity) + inertia[0] * across2 + inertia[2] * along * along) / 2;
}

void chains_meter_frame(struct chains_meter *c, const struct chains_model *m, const struct chains_pose *poses)
{
    double kinetic = 0, potential = 0, before[3] = {0, 0, 0}, here[3];
    for (int i = 0; i < m->links; i++) {
        kinetic += kinetic_energy(&poses[i]);
        potential += chains_mass() * CHAINS_GRAVITY * poses[i].center[2];
        chains_end(&poses[i], 1, here);
        c->gap = worse(distance(before, here), c->gap);
        chains_end(&poses[i], 2, before);
    }
    if (m->towers) {
        chains_far_tower(m, here);
        c->gap = worse(distance(before, here), c->gap);
    }
    if (!c->begun)
        c->start = kinetic + potential;
    c->begun = true;
    c->kinetic = worse(kinetic, c->kinetic);
    c->change = worse(fabs(kinetic + potential - c->start), c->change);
}

double chains_drift(const struct chains_meter *c)
{
    double drift = c->kinetic > 0 ? c->change / c->kinetic : 0;
    return isfinite(drift) ? drift : 1e300;
}

double chains_distance(const struct chains_model *m, const struct chains_pose *poses, const double (*centers)[3])
{
    double worst = 0;
    for (int i = 0; i < m->links; i++)
        worst = worse(distance(poses[i].center, centers[i]), worst);
    return worst;
}
