/* motion.h: bodies in random motion, and rows compared with differences of C along it.
 *
 * Bodies that can move keep their velocity and angular velocity (v̇ = 0), path-driven ones their prescribed
 * acceleration, so that C(t) along the motion is known exactly and C̈ there is the bias γ (method §1).
 */
#ifndef TESTS_CONSTRAINT_MOTION_H
#define TESTS_CONSTRAINT_MOTION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/constraint.h"

enum { FREE_A, FREE_B, FIXED, DRIVEN, PARTICLE, VARIABLE, BODIES };

/* A random number in [-1, 1), the same on every machine. */
static inline double random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / (double)(1ull << 52) - 1;
}

static inline vec3 random_vector(uint64_t *seed)
{
    double x = random_number(seed), y = random_number(seed), z = random_number(seed);
    return v3(x, y, z);
}

static inline vec3 random_unit(uint64_t *seed)
{
    vec3 v;
    do
        v = random_vector(seed);
    while (v3_norm(v) < 0.2);
    return v3_unit(v);
}

struct motion {
    struct pose pose[BODIES]; /* at time 0 */
    quat turned[BODIES];
    struct time_signal time; /* of the one time source, at time 0; its third derivative is 0 */
};

static inline bool turns(int body) { return body == FREE_A || body == FREE_B; }
static inline bool movable(int body) { return turns(body) || body == PARTICLE || body == VARIABLE; }

static inline struct motion random_motion(uint64_t *seed)
{
    struct motion m;
    memset(&m, 0, sizeof m);
    for (int i = 0; i < BODIES; i++) {
        struct pose *p = &m.pose[i];
        p->x = v3_scale(2, random_vector(seed));
        m.turned[i] = i == PARTICLE || i == VARIABLE ? (quat){1, 0, 0, 0} : q_exp(v3_scale(2, random_vector(seed)));
        if (i != FIXED)
            p->v = random_vector(seed);
        if (turns(i))
            p->w = random_vector(seed);
        if (i == DRIVEN)
            p->a = random_vector(seed);
        if (i == VARIABLE) {
            p->x = v3(p->x.x, 0, 0);
            p->v = v3(p->v.x, 0, 0);
        }
        p->r = q_matrix(m.turned[i]);
    }
    m.time = (struct time_signal){random_vector(seed), random_vector(seed), random_vector(seed)};
    return m;
}

/* The motion a time h later, followed exactly. */
static inline struct motion motion_after(const struct motion *m, double h)
{
    struct motion n = *m;
    for (int i = 0; i < BODIES; i++) {
        struct pose *p = &n.pose[i];
        p->x = v3_add_scaled(v3_add_scaled(p->x, h, p->v), h * h / 2, p->a);
        p->v = v3_add_scaled(p->v, h, p->a);
        n.turned[i] = q_mul(q_exp(v3_scale(h, p->w)), n.turned[i]);
        p->r = q_matrix(n.turned[i]);
    }
    n.time.y = v3_add_scaled(v3_add_scaled(m->time.y, h, m->time.yd), h * h / 2, m->time.ydd);
    n.time.yd = v3_add_scaled(m->time.yd, h, m->time.ydd);
    return n;
}

/* Body i displaced by h along direction k of its velocity: three shifts, three turns. */
static inline struct motion motion_displaced(const struct motion *m, int i, int k, double h)
{
    struct motion n = *m;
    vec3 d = v3(k % 3 == 0 ? h : 0, k % 3 == 1 ? h : 0, k % 3 == 2 ? h : 0);
    if (k < 3) {
        n.pose[i].x = v3_add(n.pose[i].x, d);
    } else {
        n.turned[i] = q_mul(q_exp(d), n.turned[i]);
        n.pose[i].r = q_matrix(n.turned[i]);
    }
    return n;
}

/* The same with the velocity. */
static inline struct motion motion_hastened(const struct motion *m, int i, int k, double h)
{
    struct motion n = *m;
    vec3 d = v3(k % 3 == 0 ? h : 0, k % 3 == 1 ? h : 0, k % 3 == 2 ? h : 0);
    if (k < 3)
        n.pose[i].v = v3_add(n.pose[i].v, d);
    else
        n.pose[i].w = v3_add(n.pose[i].w, d);
    return n;
}

/* What is compared: something that gives rows at a motion and a time. */
struct subject {
    const char *name;
    int rows, inputs;
    struct connector input[CONSTRAINT_INPUTS];
    enum level level[CONSTRAINT_ROWS];
    double parameter[8];
    const struct constraint_form *form; /* a compiled kind, or */
    const struct program *program;      /* a tape */
    double *scratch;
};

static inline void subject_rows(const struct subject *s, const struct motion *m, double t, struct rows *out)
{
    struct signal signal[CONSTRAINT_INPUTS];
    connector_signals(s->input, s->inputs, m->pose, &m->time, signal);
    memset(out, 0, sizeof *out);
    if (s->form != NULL)
        constraint_kernel_of(s->form)(signal, s->parameter, t, out);
    else
        program_run(s->program, signal, t, s->parameter, s->parameter, out, s->scratch);
}

static inline void near_(const char *name, const char *what, int row, double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance * (1 + fabs(expected))))
        fail_msg("%s: %s of row %d is %.15g, by differences %.15g", name, what, row, got, expected);
}

/* Derivatives from C at -3h … 3h: exact up to h⁶. */
static inline double first_difference(const double c[7], double h)
{
    return ((c[4] - c[2]) * 45 - (c[5] - c[1]) * 9 + (c[6] - c[0])) / (60 * h);
}
static inline double second_difference(const double c[7], double h)
{
    return ((c[4] + c[2]) * 270 - (c[5] + c[1]) * 27 + (c[6] + c[0]) * 2 - 490 * c[3]) / (180 * h * h);
}

#define STEP 1.5e-3

/* Ċ and γ against C along the motion; on velocity rows γ against φ. */
static inline void check_rates(const struct subject *s, const struct motion *m, double t)
{
    struct rows here, there[7];
    subject_rows(s, m, t, &here);
    for (int k = 0; k < 7; k++) {
        struct motion n = motion_after(m, (k - 3) * STEP);
        subject_rows(s, &n, t + (k - 3) * STEP, &there[k]);
    }
    for (int r = 0; r < s->rows; r++) {
        double c[7];
        for (int k = 0; k < 7; k++)
            c[k] = there[k].c[r];
        if (s->level[r] == LEVEL_POSITION) {
            near_(s->name, "the rate", r, here.cd[r], first_difference(c, STEP), 1e-9);
            near_(s->name, "the bias", r, here.gamma[r], second_difference(c, STEP), 1e-7);
        } else {
            assert_true(s->level[r] == LEVEL_VELOCITY && here.cd[r] == 0);
            near_(s->name, "the bias", r, here.gamma[r], first_difference(c, STEP), 1e-9);
        }
    }
}

/* J, summed over the inputs of one body, against C moved (velocity rows: hastened) along each of its directions. */
static inline void check_jacobian(const struct subject *s, const struct motion *m, double t)
{
    struct rows here, there[7];
    subject_rows(s, m, t, &here);
    for (int b = 0; b < BODIES; b++)
        for (int k = 0; k < (turns(b) ? 6 : b == PARTICLE ? 3 : b == VARIABLE ? 1 : 0); k++) {
            for (int i = 0; i < 7; i++) {
                double h = (i - 3) * STEP;
                struct motion n =
                    s->level[0] == LEVEL_POSITION ? motion_displaced(m, b, k, h) : motion_hastened(m, b, k, h);
                subject_rows(s, &n, t, &there[i]);
            }
            for (int r = 0; r < s->rows; r++) {
                double c[7], sum = 0;
                for (int i = 0; i < 7; i++)
                    c[i] = there[i].c[r];
                for (int i = 0; i < s->inputs; i++)
                    if (s->input[i].body == b)
                        sum += here.j[i][6 * r + k];
                near_(s->name, "the Jacobian", r, sum, first_difference(c, STEP), 1e-9);
            }
        }
}

#endif
