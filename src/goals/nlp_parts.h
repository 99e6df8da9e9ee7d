/* nlp_parts.h: declarations shared by nlp.c (the method), nlp_step.c (its linear algebra) and nlp_restore.c. */
#ifndef GOALS_NLP_PARTS_H
#define GOALS_NLP_PARTS_H

#include "goals/nlp.h"

struct nlp_work {
    const struct nlp *p;
    int n, e, q, m; /* unknowns, equalities, inequalities, rows */
    double tolerance;
    struct nlp_values now, trial; /* scaled */
    double objective_scale, *scale;
    double *s, *z; /* slacks and multipliers of inequalities, */
    double *y;     /* multipliers of equalities */
    double *dx, *ds, *dz, *dy, *correction;
    double *h, *matrix, *right, *lambda, *trial_s;
    int *pivot;
    double mu, last_shift;
    double *filter; /* pairs (θ, φ) */
    int filter_count;
    double first_violation; /* θ at the start */
};

/* Values at the point moved by a step, scaled. */
bool nlp_evaluate(struct nlp_work *w, const double *step, double fraction, bool derivatives, struct nlp_values *out);
/* Factors with inertia correction and computes the step of the barrier problem; false if no shift of H helps. */
bool nlp_direction(struct nlp_work *w);
/* The step for another violation c (one number per row), with the factors of nlp_direction. */
void nlp_resolve(struct nlp_work *w, const double *c, double *dx, double *ds);
/* Least-squares multipliers of the rows for which `takes` holds (NULL: all); 0 for the others. */
void nlp_multipliers(struct nlp_work *w, const struct nlp_values *v, const bool *takes, double *out);
/* Reduces the violation only. True if it is below `goal` now; false at a larger local minimum. */
bool nlp_restore(struct nlp_work *w, double goal);
/* Newton on g = Jᵀλ, c = 0 of the active rows, as long as it helps. */
void nlp_polish(struct nlp_work *w);

#endif
