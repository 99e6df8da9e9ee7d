/* jacobian.h: J, M and the forces of a system as numbers by velocity, for those who look at it; evaluations use blocks and
 * blocks of their own (matrix.c).
 *
 * Columns are velocities in the order of the state vector, from 0: a rigid body has six (velocity of the centre of mass,
 * angular velocity, world axes), a particle three, a variable one, an object with general coordinates n, a flexible
 * model three per node.
 */
#ifndef DYNAMICS_JACOBIAN_H
#define DYNAMICS_JACOBIAN_H

#include "dynamics/system.h"

/* The columns that the rows of a constraint may have: runs of consecutive ones, in ascending order. */
struct jacobian_columns {
    int count, total;               /* runs; columns in all of them */
    int first[SYSTEM_JACOBIANS];    /* column, */
    int width[SYSTEM_JACOBIANS];    /* how many, */
    int position[SYSTEM_JACOBIANS]; /* and where they begin among the columns of all */
};
/* A run of columns more, unless it is there; then, once all are there, their positions. */
void jacobian_add_run(struct jacobian_columns *c, int first, int width);
void jacobian_number_runs(struct jacobian_columns *c);
void jacobian_find_columns(const struct plan *plan, const struct constraint_rows *it, struct jacobian_columns *out);
/* Row r of J in these columns, `total` numbers. `rows` are those of the constraint at the updated state. */
void jacobian_row(const struct plan *plan, const struct work *work, const struct constraint_rows *it,
                  const struct rows *rows, int r, const struct jacobian_columns *columns, double *out);

/* The mass matrix at the updated state, row by row: calls `add` for every entry that may be nonzero, rows and columns
 * ascending. In first-order worlds it contains drag. */
typedef void mass_entry(void *ctx, int row, int column, double value);
void jacobian_mass(const struct plan *plan, const struct work *work, mass_entry *add, void *ctx);
/* After an evaluation: accelerations (first-order worlds: velocities) without the constraints that are solved for, W f;
 * v_count numbers. */
void jacobian_free_motion(const struct plan *plan, const struct work *work, double *out);

#endif
