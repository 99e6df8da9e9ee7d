/* nlp.h: smooth constrained optimization, dense and small:
 *
 *   minimize f(x)   with   c_i(x) = 0, i < equalities,   and   c_i(x) ≥ 0, the others
 *
 * by an interior-point method with a filter (after Wächter and Biegler 2006), exact second derivatives, inertia
 * correction and a feasibility restoration phase; finished by Newton's method on the equations of the active
 * constraints. It is independent of worlds: x may lie on a manifold, of which only steps are seen.
 */
#ifndef GOALS_NLP_H
#define GOALS_NLP_H

#include <stdbool.h>

struct nlp_values {
    double f;
    double *g; /* n */
    double *c; /* rows */
    double *j; /* rows × n */
};

struct nlp {
    int n, equalities, inequalities;
    void *ctx;
    /* Values at the present point moved by fraction · step (NULL: at the point itself), with derivatives on request.
     * False if one of them is not finite. */
    bool (*evaluate)(void *ctx, const double *step, double fraction, bool derivatives, struct nlp_values *out);
    /* ∇²(f − λᵀc) at the present point: n × n. */
    void (*hessian)(void *ctx, const double *multiplier, double *h);
    void (*accept)(void *ctx, const double *step, double fraction);
    bool (*stop)(void *ctx); /* asked before every iteration: true ends it; NULL: never */
};

enum nlp_outcome {
    NLP_OPTIMUM,
    NLP_CONTRADICTORY, /* the point is a local minimum of the violation, which is not zero */
    NLP_UNBOUNDED,     /* f is unbounded below */
    NLP_STOPPED,       /* too many iterations, or no further progress */
    NLP_NO_VALUE       /* values at the start are not finite */
};

struct nlp_report {
    enum nlp_outcome outcome;
    int iterations;
    double objective;
    double stationarity;    /* largest |g − Jᵀλ| */
    double feasibility;     /* largest violation */
    double complementarity; /* largest |λ c| of an inequality */
};

/* Minimizes from the present point and leaves it at the best point found. multiplier: one number per row; ≥ 0 for
 * inequalities. */
void nlp_solve(const struct nlp *p, double tolerance, int most, double *multiplier, struct nlp_report *out);
/* The same in unknowns divided by their sizes (n positive numbers): for problems whose unknowns differ by orders of magnitude. The
 * stationarity is that of these unknowns. */
void nlp_solve_scaled(const struct nlp *p, const double *size, double tolerance, int most, double *multiplier,
                      struct nlp_report *out);
/* Residuals at the present point with least-squares multipliers; inequalities count as active if they are at most
 * `near`. */
bool nlp_residuals(const struct nlp *p, double near, double *multiplier, struct nlp_report *out);

#endif
