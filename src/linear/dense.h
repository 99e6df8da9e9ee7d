/* dense.h: dense reference solvers by LAPACK: slow but robust; the tests compare with them. */
#ifndef LINEAR_DENSE_H
#define LINEAR_DENSE_H

#include "linear/ldl.h"

/* Minimum-norm least-squares solution of the symmetric n×n system A x = b by SVD (dgelsd), with singular values
 * below `cut` times the largest taken as zero. A (row-major) and b are overwritten, x = b on return. Returns the rank,
 * or -1 if LAPACK failed. `work` must have been made for n by dense_work_new. */
struct dense_work;
struct dense_work *dense_work_new(int n);
void dense_work_free(struct dense_work *w);
int dense_least_squares(struct dense_work *w, int n, double *a, double *b, double cut);

/* (B Bᵀ)⁺ by the singular values of an m×n matrix B (row-major; dgesdd). dense_square_factor finds them, those below `cut`
 * times the largest taken as zero, and returns the rank, or -1 if LAPACK failed; B is overwritten. `w` must have been made for
 * as many rows and columns, or more. */
struct dense_square;
struct dense_square *dense_square_new(int rows, int columns);
void dense_square_free(struct dense_square *w);
int dense_square_factor(struct dense_square *w, int m, int n, double *b, double cut);
/* r ← (B Bᵀ)⁺ r; 0 if it failed. */
void dense_square_solve(const struct dense_square *w, double *r);

/* Rows of the m×n matrix J (row-major) taken in groups: keep[g] is set if every row of group g is independent of the
 * rows of groups kept before it and of the rows before it in its own group (a row is dependent if its orthogonal part
 * is at most `tolerance` times its length; a zero row always is). group_start has groups + 1 entries. Modified
 * Gram–Schmidt, twice. Returns the rank of the kept rows. */
int dense_independent_groups(int groups, const int *group_start, int n, const double *j, double tolerance, bool *keep);

/* Symmetric indefinite n×n matrices, of which the lower half is read and overwritten (row-major upper = column-major
 * lower): L D Lᵀ with pivoting (Bunch and Kaufman), and the number of negative eigenvalues. Returns false if one is
 * zero or not a number. `pivot` has n entries. */
bool dense_symmetric_factor(int n, double *a, int *pivot, int *negative);
void dense_symmetric_solve(int n, const double *a, const int *pivot, double *b);

#endif
