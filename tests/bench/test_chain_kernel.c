/* The hand-written chain kernel is the reference for speed; here its results are checked: forces and accelerations make
 * every joint's C̈ + (2/τ) Ċ + C/τ² zero and satisfy Newton and Euler for each body. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "math/vec3.h"
/* The kernel is in no library. */
#include "../../bench/chain_kernel.c"

enum { COUNT = 30 };

static double scatter(void)
{
    static unsigned seed = 7;
    seed = seed * 1103515245u + 12345u;
    return (double)(seed >> 8) / 8388608.0 - 1;
}

static vec3 vec(const double *p) { return v3(p[0], p[1], p[2]); }

/* Random poses and velocities: no joint is met. */
static void scatter_bodies(struct chain_body *bodies)
{
    for (int i = 0; i < COUNT; i++) {
        double n = 0;
        for (int j = 0; j < 4; j++) {
            bodies[i].q[j] = scatter();
            n += bodies[i].q[j] * bodies[i].q[j];
        }
        for (int j = 0; j < 4; j++)
            bodies[i].q[j] /= sqrt(n);
        for (int j = 0; j < 3; j++) {
            bodies[i].x[j] = scatter();
            bodies[i].v[j] = scatter();
            bodies[i].w[j] = 3 * scatter();
        }
    }
}

static vec3 turned(const struct chain_body *o, const double *local)
{
    double r[9], out[3];
    rotation(o->q, r);
    rotate(r, local, out);
    return vec(out);
}

/* p, ṗ, p̈ of a point of a body, by textbook formulas. */
static void point(const struct chain_body *o, const double *local, vec3 out[3])
{
    vec3 b = turned(o, local), w = vec(o->w);
    out[0] = v3_add(vec(o->x), b);
    out[1] = v3_add(vec(o->v), v3_cross(w, b));
    out[2] = v3_add(vec(o->a), v3_add(v3_cross(vec(o->alpha), b), v3_cross(w, v3_cross(w, b))));
}

static vec3 inertia_times(const struct chain *c, const struct chain_body *o, vec3 u)
{
    vec3 sum = v3(0, 0, 0);
    for (int j = 0; j < 3; j++) {
        double axis[3] = {j == 0, j == 1, j == 2};
        vec3 e = turned(o, axis);
        sum = v3_add(sum, v3_scale(c->inertia[j] * v3_dot(e, u), e));
    }
    return sum;
}

static void assert_small(vec3 v, double limit) { assert_true(sqrt(v3_dot(v, v)) < limit); }

static void test_equations_hold(void **state)
{
    (void)state;
    static struct chain_body bodies[COUNT];
    static double lambda[COUNT][3];
    struct chain c = {.count = COUNT,
                      .bodies = bodies,
                      .lambda = lambda,
                      .upper = {0.05, -0.02, -0.5},
                      .lower = {-0.03, 0.04, 0.6},
                      .mass = 2,
                      .inertia = {0.17, 0.2, 0.05},
                      .nail = {0.1, 0.2, 0.3},
                      .gravity = {0.5, 0, -9.81},
                      .tau = 0.1};
    c.work = malloc(sizeof *c.work * chain_work(COUNT));
    assert_non_null(c.work);
    scatter_bodies(bodies);
    chain_evaluate(&c);
    /* Rounding of numbers up to some hundreds (C/τ² and the forces), times a moderate condition number. */
    const double limit = 1e-9;
    vec3 above[3] = {vec(c.nail), v3(0, 0, 0), v3(0, 0, 0)};
    for (int i = 0; i < COUNT; i++) {
        const struct chain_body *o = &bodies[i];
        vec3 top[3], below = i + 1 < COUNT ? vec(lambda[i + 1]) : v3(0, 0, 0);
        point(o, c.upper, top);
        vec3 residual = v3_sub(top[2], above[2]);
        residual = v3_add_scaled(residual, 2 / c.tau, v3_sub(top[1], above[1]));
        residual = v3_add_scaled(residual, 1 / (c.tau * c.tau), v3_sub(top[0], above[0]));
        assert_small(residual, limit);

        vec3 l = vec(lambda[i]), w = vec(o->w);
        vec3 newton = v3_sub(v3_scale(c.mass, v3_sub(vec(o->a), vec(c.gravity))), v3_sub(l, below));
        assert_small(newton, limit);
        vec3 torque = v3_sub(v3_cross(turned(o, c.upper), l), v3_cross(turned(o, c.lower), below));
        vec3 euler = v3_add(inertia_times(&c, o, vec(o->alpha)), v3_cross(w, inertia_times(&c, o, w)));
        assert_small(v3_sub(euler, torque), limit);
        point(o, c.lower, above);
    }
    free(c.work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equations_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
