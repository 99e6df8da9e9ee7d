/* ldl.h: symmetric block-sparse matrices, A = L D Lᵀ, and minimum-norm least-squares solutions by it.
 *
 * Blocks (one for each constraint, and one for each hub body) have sizes 1…LDL_BLOCK. Each block has a sign: +1 for
 * rows of a positive semidefinite part, -1 for those of a negative definite part (hubs); such quasi-definite matrices
 * factor without pivoting in any order. The matrix consists of islands (connected components), which are factored and
 * solved separately, by different threads if wanted. Islands with much fill (grids, nets) are factored by supernodes
 * (supernode.h), all others column by column. Analysis happens once (struct ldl, constant from then on); the values of
 * a matrix with this pattern and its factors are separate (struct ldl_numbers), and any number of those may share one
 * analysis. The numeric functions do not allocate. The caller scales the matrix: diagonals are of order 1.
 *
 * A block of sign 2 is one of sign +1 whose diagonal block is zero until its hubs are eliminated (a constraint between
 * hubs, or between a hub and the world). It is a hint: a few such blocks are eliminated after their hubs, so that a
 * regular island is recognized as regular and needs one solve instead of a dozen. Results are correct without the hint
 * too.
 */
#ifndef LINEAR_LDL_H
#define LINEAR_LDL_H

#include <stdbool.h>
#include <stddef.h>

enum { LDL_BLOCK = 12 };

struct ldl;
struct ldl_numbers;

/* Analysis: n blocks with sizes and signs (NULL: all +1), and the pairs (pair[2k], pair[2k+1]) of different blocks
 * that are non-zero (duplicates and either order allowed). Order: AMD on the block graph, within islands, and of the
 * orders that give the same L the one nearest to the caller's, so that neighbours in the model are near each other
 * in memory. */
struct ldl *ldl_analyze(int n, const int *size, const signed char *sign, int pairs, const int *pair);
/* The same with a given method of factorization, for comparisons: by columns or by supernodes; ldl_analyze chooses for
 * each island. */
enum ldl_way { LDL_CHOSEN, LDL_COLUMNS, LDL_SUPERNODES };
struct ldl *ldl_analyze_for(enum ldl_way way, int n, const int *size, const signed char *sign, int pairs,
                            const int *pair);
void ldl_free(struct ldl *m); /* the last of its users frees it */
/* An analysis that others may share, made of blocks and pairs that were the same, in the same order. The first
 * ldl_analyze_known decides which one it is; until ldl_known_close that is for one thread, and afterwards any number may
 * ask. NULL knows nothing. */
struct ldl_known;
struct ldl_known *ldl_known_new(void);
void ldl_known_close(struct ldl_known *known);
void ldl_known_free(struct ldl_known *known);
struct ldl *ldl_analyze_known(struct ldl_known *known, int n, const int *size, const signed char *sign, int pairs,
                              const int *pair);

/* Values for a matrix of this pattern: all zero, nothing factored. */
struct ldl_numbers *ldl_numbers_new(const struct ldl *m);
void ldl_numbers_free(struct ldl_numbers *numbers);
/* Threads that factor and solve wide islands (ldl_island_wide); NULL, the default: the calling thread alone. The
 * results have the same bits for any number of threads. With a team, wide islands must be handled outside of its
 * loops. */
struct threads;
void ldl_numbers_team(struct ldl_numbers *numbers, struct threads *team);
/* Asked now and then while the calling thread factors alone (base/poll.h). */
struct poll;
void ldl_numbers_poll(struct ldl_numbers *numbers, struct poll *poll);
/* The same matrix, factors and memory of earlier solutions; not the team. */
void ldl_numbers_copy(const struct ldl *m, const struct ldl_numbers *from, struct ldl_numbers *to);

int ldl_rows(const struct ldl *m);           /* sum of sizes */
int ldl_row(const struct ldl *m, int block); /* first row of a block in vectors, which are in elimination order */
int ldl_islands(const struct ldl *m);
int ldl_island_of(const struct ldl *m, int block);
/* True if the island is factored by supernodes, which use the team. */
bool ldl_island_wide(const struct ldl *m, int island);
long ldl_entries(const struct ldl *m);         /* doubles in L, for reports */
size_t ldl_bytes(const struct ldl *m);         /* memory of the analysis */
size_t ldl_numbers_bytes(const struct ldl *m); /* memory of the values and factors */

/* The matrix itself. Block (i, j) with i ≠ j is stored once: ldl_offset gives where (-1: no such block); *transposed is
 * set if it is stored as (j, i). Stored row-major. Diagonal blocks are stored full (both triangles). */
double *ldl_values(struct ldl_numbers *numbers);
long ldl_values_count(const struct ldl *m);
long ldl_offset(const struct ldl *m, int i, int j, bool *transposed);

/* Factors island `k` of A + shift·I (shift only on blocks of sign +1). Returns the smallest |pivot| met on sign +1
 * blocks (pivots are of order 1 in a well-scaled regular matrix). If `floor` > 0 it stops at the first pivot below it
 * and returns that pivot: the factors are then not usable. Never divides by zero. */
double ldl_factor(const struct ldl *m, struct ldl_numbers *numbers, int island, double shift, double floor);
/* The same, and in the same pass over L the first half of a solution: y ← L⁻¹ y. */
double ldl_factor_forward(const struct ldl *m, struct ldl_numbers *numbers, int island, double shift, double floor,
                          double *y);
/* The second half: y ← L⁻ᵀ D⁻¹ y. */
void ldl_backward(const struct ldl *m, const struct ldl_numbers *numbers, int island, double *y);
/* x ← (A + shift·I)⁻¹ x on the rows of the island (x is a full vector). */
void ldl_solve(const struct ldl *m, const struct ldl_numbers *numbers, int island, double *x);
/* to ← from on the rows of the island. */
void ldl_copy(const struct ldl *m, int island, const double *from, double *to);
/* to ← to + from on the rows of the island. */
void ldl_add(const struct ldl *m, int island, const double *from, double *to);
/* y ← A x on the rows of the island. */
void ldl_multiply(const struct ldl *m, const struct ldl_numbers *numbers, int island, const double *x, double *y);

/* The whole of method §2 for one island: x ← the minimum-norm least-squares solution of A x = r (r is overwritten by
 * its feasible part). Only sign +1 rows count for norm and least squares; hub rows are exact.
 *   regular (no pivot under LDL_SMALL): one factorization, one solve;
 *   singular: factor with ε = 1e-11, ρ = P r twice, rounds of refinement, x ← x - P x;
 *   contradictory (ρ ≠ 0): the island again with ε = 1e-8.
 * rho (full vector) receives the infeasible part of r, if the island is singular. */
#define LDL_SMALL 1e-7
struct ldl_report {
    bool singular, contradictory;
    double smallest_pivot, rho_norm; /* largest |ρ| relative to the largest |r| */
};
struct ldl_report ldl_min_norm(const struct ldl *m, struct ldl_numbers *numbers, int island, double *r, double *x,
                               double *rho);
/* x ← A⁻¹ r by plain factors of A, if no pivot is below `least`; without ldl_min_norm's judgement that a pivot below
 * LDL_SMALL is none. Returns the smallest pivot; if it is below `least`, x is useless. r is not changed. */
double ldl_plain(const struct ldl *m, struct ldl_numbers *numbers, int island, double least, const double *r,
                 double *x);
/* Any x with A x = r, which is cheaper if A is singular: a solution of A + εI and its refinement. Reports a
 * contradiction (x is then useless) if r has an infeasible part. r is not changed. If `damping` is not 0, it is used as
 * ε and nothing is reported as a contradiction: directions with eigenvalues below it are almost suppressed, as a
 * mechanism that passes a singular position needs. */
struct ldl_report ldl_any(const struct ldl *m, struct ldl_numbers *numbers, int island, double damping, const double *r,
                          double *x);
/* After ldl_any or ldl_min_norm: prepares the island for ldl_solve with another r, where only the well-determined part
 * of x matters. The factors stay if the island is far from singular, else they become those of A + LDL_DAMP·I, whose
 * inverse is bounded by 1/LDL_DAMP. Returns whether they were replaced. */
#define LDL_DAMP 1e-6
bool ldl_damp(const struct ldl *m, struct ldl_numbers *numbers, int island);

/* Discards what islands keep from earlier solutions: the next one depends on A alone, as after ldl_analyze. */
void ldl_forget(const struct ldl *m, struct ldl_numbers *numbers);

/* Null space: z ← P z on the island's rows, the part of z in the null space (0 if the island is regular). Needs a
 * preceding ldl_min_norm or ldl_prepare_null on the island. Rows that stay non-zero for random z are redundant. */
bool ldl_prepare_null(const struct ldl *m, struct ldl_numbers *numbers,
                      int island); /* factors; false if the island is regular */
void ldl_null_part(const struct ldl *m, const struct ldl_numbers *numbers, int island, double *z);

#endif
