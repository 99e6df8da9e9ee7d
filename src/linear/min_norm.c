/* min_norm.c: minimum-norm least squares from one sparse factorization.
 *
 * A + εI is factored; P z, three times z ← ε (A + εI)⁻¹ z, is the part of z in the null space of A. ρ = P r is the
 * infeasible part; the rest of r is solved for by refinement against A itself, and the null-space part of x is removed.
 * With hubs the shift is on the rows of sign +1 only: eliminating them leaves A + εI of the constraints, so that P
 * means the same, with zeros on hub rows; the refinement runs on the whole matrix. The refinement also recovers the
 * digits of a hub's diagonal that are lost against 1/ε if constraints with a zero diagonal are eliminated before their
 * hub.
 *
 * Measured against dgelsd, refined where regular: largest |x - x'| / largest |x'|. Diagonals are 1, μ is the smallest
 * non-zero eigenvalue.
 *   regular, one solve     chain of 300 balls, μ 5e-6: 1e-13; heavy end 1e4, μ 6e-7: 8e-12; 1e6, μ 6e-9: 9e-10
 *   consistent, ε 1e-11    doubled joints: 2e-12, masses 1 : 1e4 in turn, μ 7e-8: 2e-9, 1 : 1e6, μ 7e-10: 9e-6;
 *                          planar loop of 4…128 hinges: 4e-15…4e-12, thin rods, μ 5e-7: 5e-10;
 *                          thin six-bar, masses 1 : 100, μ 9e-7: 6e-11, 1 : 1e4, μ 9e-9: 6e-9, 1 : 1e6, μ 9e-11: 4e-3
 *   contradictory, ε 1e-8  nails, doubled joints: 1e-15…2e-11; planar loops, μ 3e-5: 1e-10, μ 4e-6: 7e-8, μ 5e-7: 2e-5;
 *                          eigenvalues below 1e-8 are suppressed, as intended
 *   hubs                   1…27 nails and 1…144 balls on a hub, feasible or not: 2e-16…2e-13;
 *                          two hubs hinged, with arms lighter by 1e6, μ 7e-7: 5e-10
 * LDL_SMALL: noise in a pivot that should be zero was at most 5e-13, but grows as 1e-16 / (smallest true pivot): from
 * 1e-8 down the two can meet. True pivots of 1e-7 still occur at mass ratios of 1e6, and one plain solve is then better
 * than ε (9e-10 instead of 2e-8). No pivoting inside the blocks was needed. CONTRADICTION: ρ of feasible right-hand
 * sides was below 1e-11, and 8e-9 at μ 9e-11.
 */
#include "linear/ldl_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define SHIFT 1e-11              /* ε: small enough to keep true eigenvalues of 1e-9 (mass ratios) */
#define SHIFT_CONTRADICTORY 1e-8 /* ε if r has a part in the null space: 1e-11 would amplify what P leaves of it */
#define CONTRADICTION 1e-7       /* |ρ| / |r| above which r counts as contradictory */
#define NOISE 1e-9               /* null-space part of x, relative, above which it is removed twice */
#define ROUGH 1e-13              /* residual that needs no refinement if any x with A x = r will do */
enum { MOST_ROUNDS = 8, ROUGH_ROUNDS = 4 };

/* Roles of the scratch vectors. */
enum { RESIDUAL, PART };

static double *scratch(const struct ldl_numbers *numbers, int role) { return numbers->vector[role]; }

static void clear_hubs(const struct ldl *m, const struct ldl_island *is, double *v)
{
    if (is->hubs)
        for (const struct ldl_column *c = m->column + is->first; c < m->column + is->end; c++)
            if (c->sign < 0)
                memset(v + c->y, 0, (size_t)c->size * sizeof *v);
}

/* Largest |v| on the rows of sign +1. */
static double largest(const struct ldl *m, const struct ldl_island *is, const double *v)
{
    double most = 0;
    for (const struct ldl_column *c = m->column + is->first; c < m->column + is->end; c++)
        for (int i = c->y; c->sign > 0 && i < c->y + c->size; i++)
            most = fabs(v[i]) > most ? fabs(v[i]) : most;
    return most;
}

/* z ← P z: three times z ← ε (A + εI)⁻¹ z. */
static void null_part(const struct ldl *m, const struct ldl_numbers *numbers, int island, double *z)
{
    const struct ldl_island *is = &m->island[island];
    for (int k = 0; k < 3; k++) {
        clear_hubs(m, is, z);
        ldl_solve(m, numbers, island, z);
        for (int i = is->y; i < is->y_end; i++)
            z[i] *= numbers->island[island].shift;
    }
    clear_hubs(m, is, z);
}

/* Subtracts the null-space part from v and adds it to `taken` (may be NULL). Returns its size. */
static double take_null_part(const struct ldl *m, const struct ldl_numbers *numbers, int island, double *v,
                             double *taken)
{
    const struct ldl_island *is = &m->island[island];
    double *z = scratch(numbers, PART);
    memcpy(z + is->y, v + is->y, (size_t)(is->y_end - is->y) * sizeof *z);
    null_part(m, numbers, island, z);
    for (int i = is->y; i < is->y_end; i++) {
        v[i] -= z[i];
        if (taken != NULL)
            taken[i] += z[i];
    }
    return largest(m, is, z);
}

/* e ← b - A x. Returns the largest |e|, hub rows too. */
static double residual(const struct ldl *m, const struct ldl_numbers *numbers, int island, const double *b,
                       const double *x, double *e)
{
    const struct ldl_island *is = &m->island[island];
    double most = 0;
    ldl_multiply(m, numbers, island, x, e);
    for (int i = is->y; i < is->y_end; i++) {
        e[i] = b[i] - e[i];
        most = fabs(e[i]) > most ? fabs(e[i]) : most;
    }
    return most;
}

/* x ← x + (A + εI)⁻¹ (b - A x) from x = 0: three rounds, then more while the residual decreases. */
static void refine(const struct ldl *m, const struct ldl_numbers *numbers, int island, const double *b, double *x)
{
    const struct ldl_island *is = &m->island[island];
    double *e = scratch(numbers, RESIDUAL), before = INFINITY;
    memcpy(x + is->y, b + is->y, (size_t)(is->y_end - is->y) * sizeof *x);
    ldl_solve(m, numbers, island, x);
    for (int round = 1; round < MOST_ROUNDS; round++) {
        double now = residual(m, numbers, island, b, x, e);
        if (round >= 3 && !(now <= 0.25 * before))
            break;
        before = now;
        ldl_solve(m, numbers, island, e);
        for (int i = is->y; i < is->y_end; i++)
            x[i] += e[i];
    }
}

/* ρ ← P r, r ← r - ρ, and once more. Returns the size of ρ. */
static double split(const struct ldl *m, const struct ldl_numbers *numbers, int island, double *r, double *rho)
{
    const struct ldl_island *is = &m->island[island];
    memset(rho + is->y, 0, (size_t)(is->y_end - is->y) * sizeof *rho);
    take_null_part(m, numbers, island, r, rho);
    take_null_part(m, numbers, island, r, rho);
    return largest(m, is, rho);
}

/* x for the feasible part of r, with the factors of A + εI. */
static void solve_split(const struct ldl *m, const struct ldl_numbers *numbers, int island, const double *r, double *x)
{
    const struct ldl_island *is = &m->island[island];
    refine(m, numbers, island, r, x);
    /* refine amplifies rounding errors of r in the null space by 1/ε; P is accurate to 1e-4 of that, so it is applied
     * again. Not more often: components with eigenvalues near ε, as when a mechanism passes a singular position, must
     * be kept. */
    if (take_null_part(m, numbers, island, x, NULL) > NOISE * largest(m, is, x))
        take_null_part(m, numbers, island, x, NULL);
}

static void solve_singular(const struct ldl *m, struct ldl_numbers *numbers, int island, double *r, double *x,
                           double *rho, struct ldl_report *report)
{
    const struct ldl_island *is = &m->island[island];
    double size = largest(m, is, r);
    size = size > 0 ? size : 1;
    report->singular = true;
    ldl_factor(m, numbers, island, SHIFT, 0);
    report->rho_norm = split(m, numbers, island, r, rho) / size;
    report->contradictory = report->rho_norm > CONTRADICTION;
    if (report->contradictory) {
        for (int i = is->y; i < is->y_end; i++)
            r[i] += rho[i]; /* restore r */
        ldl_factor(m, numbers, island, SHIFT_CONTRADICTORY, 0);
        report->rho_norm = split(m, numbers, island, r, rho) / size;
    }
    solve_split(m, numbers, island, r, x);
}

struct ldl_report ldl_min_norm(const struct ldl *m, struct ldl_numbers *numbers, int island, double *r, double *x,
                               double *rho)
{
    assert(island >= 0 && island < m->islands);
    const struct ldl_island *is = &m->island[island];
    struct ldl_report report = {0};
    memcpy(x + is->y, r + is->y, (size_t)(is->y_end - is->y) * sizeof *x);
    report.smallest_pivot = numbers->island[island].pivot = ldl_factor_forward(m, numbers, island, 0, LDL_SMALL, x);
    if (report.smallest_pivot >= LDL_SMALL)
        ldl_backward(m, numbers, island, x);
    else
        solve_singular(m, numbers, island, r, x, rho, &report);
    return report;
}

void ldl_copy(const struct ldl *m, int island, const double *from, double *to)
{
    const struct ldl_island *is = &m->island[island];
    memcpy(to + is->y, from + is->y, (size_t)(is->y_end - is->y) * sizeof *to);
}

void ldl_add(const struct ldl *m, int island, const double *from, double *to)
{
    const struct ldl_island *is = &m->island[island];
    for (int i = is->y; i < is->y_end; i++)
        to[i] += from[i];
}

double ldl_plain(const struct ldl *m, struct ldl_numbers *numbers, int island, double least, const double *r, double *x)
{
    assert(island >= 0 && island < m->islands);
    ldl_copy(m, island, r, x);
    const double pivot = ldl_factor_forward(m, numbers, island, 0, least, x);
    numbers->island[island].pivot = pivot;
    if (pivot >= least)
        ldl_backward(m, numbers, island, x);
    return pivot;
}

/* x ← (A + εI)⁻¹ r, refined against A. Returns the residual relative to r. */
static double solve_shifted(const struct ldl *m, const struct ldl_numbers *numbers, int island, int rounds,
                            const double *r, double *x)
{
    const struct ldl_island *is = &m->island[island];
    double *e = scratch(numbers, RESIDUAL), most = 0, left = 0;
    for (int i = is->y; i < is->y_end; i++)
        most = fabs(r[i]) > most ? fabs(r[i]) : most;
    memcpy(x + is->y, r + is->y, (size_t)(is->y_end - is->y) * sizeof *x);
    ldl_solve(m, numbers, island, x);
    for (int round = 0; round < rounds; round++) {
        left = residual(m, numbers, island, r, x, e);
        if (!(left > ROUGH * most))
            break;
        ldl_solve(m, numbers, island, e);
        for (int i = is->y; i < is->y_end; i++)
            x[i] += e[i];
    }
    return most > 0 ? left / most : 0;
}

struct ldl_report ldl_any(const struct ldl *m, struct ldl_numbers *numbers, int island, double damping, const double *r,
                          double *x)
{
    assert(island >= 0 && island < m->islands);
    const struct ldl_island *is = &m->island[island];
    struct ldl_report report = {.singular = numbers->island[island].singular};
    if (!numbers->island[island].singular) {
        memcpy(x + is->y, r + is->y, (size_t)(is->y_end - is->y) * sizeof *x);
        report.smallest_pivot = numbers->island[island].pivot = ldl_factor_forward(m, numbers, island, 0, LDL_SMALL, x);
        report.singular = !(report.smallest_pivot >= LDL_SMALL);
        if (!report.singular)
            ldl_backward(m, numbers, island, x);
    }
    if (report.singular) { /* if it was singular last time, A + εI is tried first */
        report.smallest_pivot = ldl_factor(m, numbers, island, damping > 0 ? damping : SHIFT, 0);
        double left = solve_shifted(m, numbers, island, damping > 0 ? 1 : ROUGH_ROUNDS, r, x);
        report.contradictory = damping == 0 && !(left <= CONTRADICTION);
        numbers->island[island].singular = report.smallest_pivot < LDL_SMALL;
    }
    return report;
}

bool ldl_damp(const struct ldl *m, struct ldl_numbers *numbers, int island)
{
    assert(island >= 0 && island < m->islands);
    if (numbers->island[island].shift == 0 && numbers->island[island].pivot >= 100 * LDL_DAMP)
        return false;
    ldl_factor(m, numbers, island, LDL_DAMP, 0);
    return true;
}

bool ldl_prepare_null(const struct ldl *m, struct ldl_numbers *numbers, int island)
{
    assert(island >= 0 && island < m->islands);
    if (ldl_factor(m, numbers, island, 0, LDL_SMALL) >= LDL_SMALL)
        return false;
    ldl_factor(m, numbers, island, SHIFT, 0);
    return true;
}

void ldl_null_part(const struct ldl *m, const struct ldl_numbers *numbers, int island, double *z)
{
    assert(island >= 0 && island < m->islands);
    const struct ldl_island *is = &m->island[island];
    assert(numbers->island[island].shift >= 0);
    if (numbers->island[island].shift > 0)
        null_part(m, numbers, island, z);
    else
        memset(z + is->y, 0, (size_t)(is->y_end - is->y) * sizeof *z);
}
