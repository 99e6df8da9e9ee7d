/* nlp.h: smooth constrained optimization, dense and small:
 *
 *   minimize f(x)   with   c_i(x) = 0, i < equalities,   and   c_i(x) ≥ 0, the others
 *
 * by an interior point method with a filter (after Wächter and Biegler 2006), exact second derivatives, correction of the
 * inertia, and a phase that mends feasibility; finished by Newton's method on the equations of the active constraints.
 * It knows nothing of worlds: x may lie on a manifold, of which it sees steps alone.
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
    /* Values at the present point moved by fraction · step (NULL: at the point itself), with derivatives if asked. False
     * if one of them is not finite. */
    bool (*look)(void *ctx, const double *step, double fraction, bool derivatives, struct nlp_values *out);
    /* ∇²(f − λᵀc) at the present point: n × n. */
    void (*curve)(void *ctx, const double *multiplier, double *h);
    void (*accept)(void *ctx, const double *step, double fraction);
};

enum nlp_outcome {
    NLP_OPTIMUM,
    NLP_CONTRADICTORY, /* the point is one where the violation is least, nearby, and not zero */
    NLP_UNBOUNDED,     /* f falls without end */
    NLP_STOPPED,       /* too many iterations, or steps that do not get on */
    NLP_NO_VALUE       /* not even the start has finite values */
};

struct nlp_report {
    enum nlp_outcome outcome;
    int iterations;
    double objective;
    double stationarity;    /* largest |g − Jᵀλ| */
    double feasibility;     /* largest violation */
    double complementarity; /* largest |λ c| of an inequality */
};

/* Multipliers (rows numbers): of inequalities ≥ 0. The point is left at the best that was found. */
void nlp_solve(const struct nlp *p, double tolerance, int most, double *multiplier, struct nlp_report *out);
/* How good the present point is, with the multipliers that suit it best: of inequalities only those of which no more
 * than `near` is left. */
bool nlp_judge(const struct nlp *p, double near, double *multiplier, struct nlp_report *out);

#endif
