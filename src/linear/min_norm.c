/* min_norm.c: minimum-norm least squares from one sparse factorization (the method's section 2).
 */
#include "linear/ldl_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define SHIFT 1e-11               /* ε: small enough to keep true eigenvalues of 1e-9 (mass ratios) */
#define SHIFT_CONTRADICTORY 1e-8  /* ε where r has a part in the null space, which 1e-11 would blow up by 1e11 */
#define CONTRADICTION 1e-7        /* |ρ| / |r| from which r counts as contradictory */
enum { MOST_ROUNDS = 8 };

/* Roles of the scratch vectors. */
enum { RIGHT, ANSWER, RESIDUAL, PART, RHO };

static double *scratch(const struct ldl *m, int role) { return m->vector[role]; }

static void clear_hubs(const struct ldl *m, const struct ldl_island *is, double *v)
{
    if (is->hubs)
        for (const struct ldl_column *c = m->column + is->first; c < m->column + is->end; c++)
            if (c->sign < 0)
                memset(v + c->y, 0, (size_t)c->size * sizeof *v);
}

/* Largest |v| on the rows of sign +1 (v has zeros at the hubs otherwise). */
static double largest(const struct ldl_island *is, const double *v)
{
    double most = 0;
    for (int i = is->y; i < is->y_end; i++)
        most = fabs(v[i]) > most ? fabs(v[i]) : most;
    return most;
}

/* z ← P z: three times z ← ε (A + εI)⁻¹ z. */
static void null_part(const struct ldl *m, const struct ldl_island *is, double *z)
{
    for (int k = 0; k < 3; k++) {
        clear_hubs(m, is, z);
        ldl_solve_ordered(m, is, z);
        for (int i = is->y; i < is->y_end; i++)
            z[i] *= is->shift;
    }
    clear_hubs(m, is, z);
}

/* Takes the null-space part off v and adds it to `taken` (may be NULL). Returns its size. */
static double take_null_part(const struct ldl *m, const struct ldl_island *is, double *v, double *taken)
{
    double *z = scratch(m, PART);
    memcpy(z + is->y, v + is->y, (size_t)(is->y_end - is->y) * sizeof *z);
    null_part(m, is, z);
    for (int i = is->y; i < is->y_end; i++) {
        v[i] -= z[i];
        if (taken != NULL)
            taken[i] += z[i];
    }
    return largest(is, z);
}

/* x ← x + (A + εI)⁻¹ (b - A x) from x = 0, until the residual no longer falls. */
static void refine(const struct ldl *m, const struct ldl_island *is, const double *b, double *x)
{
    double *e = scratch(m, RESIDUAL), before = INFINITY;
    memset(x + is->y, 0, (size_t)(is->y_end - is->y) * sizeof *x);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        ldl_multiply_ordered(m, is, x, e);
        for (int i = is->y; i < is->y_end; i++)
            e[i] = b[i] - e[i];
        double now = largest(is, e);
        if (!(now > 0) || (round >= 3 && now > 0.25 * before))
            break;
        before = now;
        ldl_solve_ordered(m, is, e);
        for (int i = is->y; i < is->y_end; i++)
            x[i] += e[i];
    }
}

/* ρ ← P r, r ← r - ρ, and once more. Returns the size of ρ. */
static double split(const struct ldl *m, const struct ldl_island *is, const double *r)
{
    double *b = scratch(m, RIGHT), *rho = scratch(m, RHO);
    ldl_gather(m, is, r, b);
    memset(rho + is->y, 0, (size_t)(is->y_end - is->y) * sizeof *rho);
    take_null_part(m, is, b, rho);
    take_null_part(m, is, b, rho);
    return largest(is, rho);
}

static void solve_singular(struct ldl *m, int island, const double *r, struct ldl_report *report)
{
    struct ldl_island *is = &m->island[island];
    double *b = scratch(m, RIGHT), *x = scratch(m, ANSWER);
    double size = largest(is, b);
    size = size > 0 ? size : 1;
    report->singular = true;
    ldl_factor(m, island, SHIFT, 0);
    report->rho_norm = split(m, is, r) / size;
    report->contradictory = report->rho_norm > CONTRADICTION;
    if (report->contradictory) {
        ldl_factor(m, island, SHIFT_CONTRADICTORY, 0);
        report->rho_norm = split(m, is, r) / size;
    }
    refine(m, is, b, x);
    take_null_part(m, is, x, NULL);
}

struct ldl_report ldl_min_norm(struct ldl *m, int island, double *r, double *x, double *rho)
{
    assert(island >= 0 && island < m->islands);
    struct ldl_island *is = &m->island[island];
    struct ldl_report report = {0};
    size_t bytes = (size_t)(is->y_end - is->y) * sizeof(double);
    ldl_gather(m, is, r, scratch(m, RIGHT));
    report.smallest_pivot = ldl_factor(m, island, 0, LDL_SMALL);
    if (report.smallest_pivot >= LDL_SMALL) {
        memcpy(scratch(m, ANSWER) + is->y, scratch(m, RIGHT) + is->y, bytes);
        ldl_solve_ordered(m, is, scratch(m, ANSWER));
        memset(scratch(m, RHO) + is->y, 0, bytes);
    } else {
        solve_singular(m, island, r, &report);
        ldl_scatter(m, is, scratch(m, RIGHT), r);
    }
    ldl_scatter(m, is, scratch(m, ANSWER), x);
    ldl_scatter(m, is, scratch(m, RHO), rho);
    return report;
}

bool ldl_prepare_null(struct ldl *m, int island)
{
    assert(island >= 0 && island < m->islands);
    if (ldl_factor(m, island, 0, LDL_SMALL) >= LDL_SMALL)
        return false;
    ldl_factor(m, island, SHIFT, 0);
    return true;
}

void ldl_null_part(const struct ldl *m, int island, double *z)
{
    assert(island >= 0 && island < m->islands);
    const struct ldl_island *is = &m->island[island];
    assert(is->shift >= 0);
    double *part = scratch(m, PART);
    ldl_gather(m, is, z, part);
    if (is->shift > 0)
        null_part(m, is, part);
    else
        memset(part + is->y, 0, (size_t)(is->y_end - is->y) * sizeof *part);
    ldl_scatter(m, is, part, z);
}
