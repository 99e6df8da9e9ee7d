/* sparse_rank.h: which rows of a sparse matrix depend on rows before them. For reports, not for every step. */
#ifndef LINEAR_SPARSE_RANK_H
#define LINEAR_SPARSE_RANK_H

#include <stdbool.h>

/* Rows in groups: group g holds rows group_start[g] … group_start[g+1]-1; row r holds the entries row_start[r] …
 * row_start[r+1]-1 of column[] and value[]. keep[g] is set if the rows of group g are independent of the rows of groups
 * kept before it, and of each other. Row elimination in the given order; a row counts as dependent when less than
 * `tolerance` of its length is left. Returns the rank of the kept rows, or -1 if it would take more than `work`
 * operations (keep is then not complete). */
int sparse_independent_groups(int groups, const int *group_start, const int *row_start, const int *column,
                              const double *value, int columns, double tolerance, double work, bool *keep);

#endif
