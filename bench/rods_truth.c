/* rods_truth.c: the chains of rods.h once more, in the plane: a reference that shares nothing with the library.
 *
 * Each rod has (x, z, θ), θ from the x axis. Joints give C = end1 of a rod − end2 of the one before it (the ends of the
 * chain: a place), two rows each. With u = (−sin θ, cos θ), h half the length, m and I of a rod,
 *
 *     J of C on its own rod (1, −h u), on the one before (−1, −h u)
 *     A of two joints that share a rod: −1/m + (h²/I) u uᵀ;  of one with itself, for each rod: 1/m + (h²/I) u uᵀ
 *     C̈ = J v̇ + h (d ω² of this rod + d ω² of the one before),  d = (cos θ, sin θ)
 *
 * so A is block tridiagonal and A λ = −C̈(free) is one sweep. Time goes by Gragg's modified midpoint rule, extrapolated
 * in h² (Bulirsch and Stoer) over 2, 4, … 16 substeps; after every step positions and velocities are projected
 * onto the constraints, with the same matrix.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rods.h"

enum { ROWS = 8, SIZE = 6 }; /* of the extrapolation table; numbers per rod: x z θ and their rates */

struct truth {
    int n, joints;
    double mass, inertia, half, far[2];
    double *d;        /* n × (cos θ, sin θ) */
    double *diagonal; /* joints × 4, then its inverse after elimination */
    double *lower;    /* joints × 4: block (k, k − 1), eliminated */
    double *r;        /* joints × 2: right-hand side, then λ */
    double *table;    /* ROWS × n × SIZE */
    double *y, *m0, *m1, *dy;
    long evaluations;
};

/* ---- the matrix ---- */

static void add_uu(const struct truth *t, int rod, double shift, double out[4])
{
    double c = t->d[2 * rod], s = t->d[2 * rod + 1], f = t->half * t->half / t->inertia;
    out[0] += shift + f * s * s;
    out[1] -= f * s * c;
    out[2] -= f * s * c;
    out[3] += shift + f * c * c;
}

static void directions(struct truth *t, const double *y)
{
    for (int i = 0; i < t->n; i++) {
        t->d[2 * i] = cos(y[SIZE * i + 2]);
        t->d[2 * i + 1] = sin(y[SIZE * i + 2]);
    }
}

/* A at the present directions, eliminated from the first joint on. */
static void factor(struct truth *t)
{
    for (int k = 0; k < t->joints; k++) {
        double *a = t->diagonal + 4 * k, *l = t->lower + 4 * k;
        memset(a, 0, 4 * sizeof *a);
        if (k < t->n)
            add_uu(t, k, 1 / t->mass, a);
        if (k > 0) {
            double b[4] = {0}; /* (k, k − 1); symmetric */
            const double *inverse = t->diagonal + 4 * (k - 1);
            add_uu(t, k - 1, 1 / t->mass, a);
            add_uu(t, k - 1, -1 / t->mass, b);
            l[0] = b[0] * inverse[0] + b[1] * inverse[2];
            l[1] = b[0] * inverse[1] + b[1] * inverse[3];
            l[2] = b[2] * inverse[0] + b[3] * inverse[2];
            l[3] = b[2] * inverse[1] + b[3] * inverse[3];
            a[0] -= l[0] * b[0] + l[1] * b[2];
            a[1] -= l[0] * b[1] + l[1] * b[3];
            a[2] -= l[2] * b[0] + l[3] * b[2];
            a[3] -= l[2] * b[1] + l[3] * b[3];
        }
        double det = a[0] * a[3] - a[1] * a[2], first = a[0];
        a[0] = a[3] / det;
        a[3] = first / det;
        a[1] /= -det;
        a[2] /= -det;
    }
}

static void solve(struct truth *t)
{
    double *r = t->r;
    for (int k = 1; k < t->joints; k++) {
        const double *l = t->lower + 4 * k;
        r[2 * k] -= l[0] * r[2 * k - 2] + l[1] * r[2 * k - 1];
        r[2 * k + 1] -= l[2] * r[2 * k - 2] + l[3] * r[2 * k - 1];
    }
    for (int k = t->joints - 1; k >= 0; k--) {
        const double *a = t->diagonal + 4 * k, *l = t->lower + 4 * (k + 1);
        double x = a[0] * r[2 * k] + a[1] * r[2 * k + 1], z = a[2] * r[2 * k] + a[3] * r[2 * k + 1];
        if (k + 1 < t->joints) {
            x -= l[0] * r[2 * k + 2] + l[2] * r[2 * k + 3];
            z -= l[1] * r[2 * k + 2] + l[3] * r[2 * k + 3];
        }
        r[2 * k] = x;
        r[2 * k + 1] = z;
    }
}

/* out += factor · W Jᵀ λ for every rod; `out` steps by SIZE. */
static void spread(const struct truth *t, double *out)
{
    for (int i = 0; i < t->n; i++) {
        static const double none[2] = {0, 0};
        const double *own = t->r + 2 * i, *next = i + 1 < t->joints ? t->r + 2 * (i + 1) : none;
        double c = t->d[2 * i], s = t->d[2 * i + 1];
        double *o = out + SIZE * i;
        o[0] += (own[0] - next[0]) / t->mass;
        o[1] += (own[1] - next[1]) / t->mass;
        o[2] -= t->half / t->inertia * (c * (own[1] + next[1]) - s * (own[0] + next[0]));
    }
}

/* ---- motion ---- */

static void derivative(struct truth *t, const double *y, double *dy)
{
    t->evaluations++;
    directions(t, y);
    factor(t);
    for (int k = 0; k < t->joints; k++) {
        double *r = t->r + 2 * k;
        r[0] = r[1] = 0;
        for (int i = k - 1; i <= k; i++) {
            if (i < 0 || i >= t->n)
                continue;
            double spin = y[SIZE * i + 5];
            r[0] -= t->half * spin * spin * t->d[2 * i];
            r[1] -= t->half * spin * spin * t->d[2 * i + 1] - (i == k ? 1 : -1) * RODS_GRAVITY;
        }
    }
    solve(t);
    for (int i = 0; i < t->n; i++) {
        const double *from = y + SIZE * i;
        double *to = dy + SIZE * i;
        memcpy(to, from + 3, 3 * sizeof *to);
        to[3] = to[5] = 0;
        to[4] = -RODS_GRAVITY;
    }
    spread(t, dy + 3);
}

/* C of every joint (rates: Ċ) into r, negated. */
static void gaps(struct truth *t, const double *y, bool rates)
{
    for (int k = 0; k < t->joints; k++) {
        double *r = t->r + 2 * k;
        r[0] = k < t->n || rates ? 0 : -t->far[0];
        r[1] = k < t->n || rates ? 0 : -t->far[1];
        for (int i = k - 1; i <= k; i++) {
            if (i < 0 || i >= t->n)
                continue;
            const double *b = y + SIZE * i;
            double c = t->d[2 * i], s = t->d[2 * i + 1], sign = i == k ? 1 : -1;
            double x = rates ? -s * b[5] : c, z = rates ? c * b[5] : s;
            r[0] -= sign * b[rates ? 3 : 0] - t->half * x;
            r[1] -= sign * b[rates ? 4 : 1] - t->half * z;
        }
    }
}

/* Project onto the constraints: two rounds for positions, one for velocities. */
static void project(struct truth *t, double *y)
{
    for (int round = 0; round < 3; round++) {
        bool rates = round == 2;
        directions(t, y);
        factor(t);
        gaps(t, y, rates);
        solve(t);
        spread(t, rates ? y + 3 : y);
    }
}

/* Gragg's rule: y after a step of `h` in `count` parts. */
static void midpoint(struct truth *t, double h, int count, double *out)
{
    size_t size = (size_t)t->n * SIZE;
    double part = h / count;
    derivative(t, t->y, t->dy);
    for (size_t i = 0; i < size; i++) {
        t->m0[i] = t->y[i];
        t->m1[i] = t->y[i] + part * t->dy[i];
    }
    for (int k = 1; k < count; k++) {
        derivative(t, t->m1, t->dy);
        for (size_t i = 0; i < size; i++) {
            double next = t->m0[i] + 2 * part * t->dy[i];
            t->m0[i] = t->m1[i];
            t->m1[i] = next;
        }
    }
    derivative(t, t->m1, t->dy);
    for (size_t i = 0; i < size; i++)
        out[i] = (t->m0[i] + t->m1[i] + part * t->dy[i]) / 2;
}

/* One step; the result is the last row of the table, the return value its distance from the one before. */
static double extrapolate(struct truth *t, double h)
{
    size_t size = (size_t)t->n * SIZE;
    double error = 0;
    for (int k = 0; k < ROWS; k++) {
        midpoint(t, h, 2 * (k + 1), t->table + (size_t)k * size);
        for (int j = k - 1; j >= 0; j--) { /* Aitken and Neville, in place: row j becomes T(k, k − j) */
            double ratio = (double)((k + 1) * (k + 1)) / ((j + 1) * (j + 1));
            double *fine = t->table + (size_t)(j + 1) * size, *coarse = t->table + (size_t)j * size;
            for (size_t i = 0; i < size; i++) {
                double better = fine[i] + (fine[i] - coarse[i]) / (ratio - 1);
                if (k == ROWS - 1 && j == 0)
                    error = fmax(error, fabs(better - fine[i]) / (1 + fabs(better)));
                coarse[i] = better;
            }
        }
    }
    return isfinite(error) ? error : HUGE_VAL;
}

static bool advance(struct truth *t, double until, double tolerance)
{
    double now = 0, h = until / 64;
    for (int tries = 0; now < until * (1 - 1e-14); tries++) {
        if (tries > 100000 || h < 1e-9)
            return false;
        h = fmin(h, until - now);
        double error = extrapolate(t, h);
        if (error <= tolerance) {
            memcpy(t->y, t->table, (size_t)t->n * SIZE * sizeof *t->y);
            project(t, t->y);
            now += h;
        }
        h *= fmin(3, fmax(0.2, 0.9 * pow(tolerance / fmax(error, 1e-300), 1.0 / (2 * ROWS - 1))));
    }
    return true;
}

/* ---- the whole ---- */

static double *numbers(size_t count)
{
    double *p = calloc(count, sizeof *p);
    if (!p)
        abort();
    return p;
}

static void begin(struct truth *t, const struct rods *m)
{
    size_t n = (size_t)m->count;
    *t = (struct truth){.n = m->count, .joints = m->joint_count, .half = m->length / 2};
    t->mass = m->mass;
    t->inertia = m->across;
    t->far[0] = m->joints[m->joint_count - 1].place[0];
    t->far[1] = m->joints[m->joint_count - 1].place[2];
    t->d = numbers(2 * n);
    t->diagonal = numbers(4 * (n + 1));
    t->lower = numbers(4 * (n + 2));
    t->r = numbers(2 * (n + 1));
    t->table = numbers(ROWS * SIZE * n);
    t->y = numbers(SIZE * n);
    t->m0 = numbers(SIZE * n);
    t->m1 = numbers(SIZE * n);
    t->dy = numbers(SIZE * n);
    for (int i = 0; i < t->n; i++) {
        double from[3], to[3];
        rods_end(m, &m->start[i], 1, from);
        rods_end(m, &m->start[i], 2, to);
        t->y[SIZE * i] = m->start[i].center[0];
        t->y[SIZE * i + 1] = m->start[i].center[2];
        t->y[SIZE * i + 2] = atan2(to[2] - from[2], to[0] - from[0]);
    }
}

bool rods_chain_truth(const struct rods *m, double t, double tolerance, double (*centers)[3], long *evaluations)
{
    struct truth s;
    begin(&s, m);
    bool there = advance(&s, t, tolerance);
    for (int i = 0; i < s.n; i++) {
        centers[i][0] = s.y[SIZE * i];
        centers[i][1] = 0;
        centers[i][2] = s.y[SIZE * i + 1];
    }
    if (evaluations)
        *evaluations = s.evaluations;
    double *all[] = {s.d, s.diagonal, s.lower, s.r, s.table, s.y, s.m0, s.m1, s.dy};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    return there;
}
