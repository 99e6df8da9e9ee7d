/* arrays.h: many numbers in one call: the state of a world and what its numbers are, all poses, constraint states and
 * probes, the matrices of the equations of motion; and many changes as one edit.
 *
 * All arrays are contiguous, of double (indices of int), row after row without gaps. A function that fills memory of the
 * caller takes the number of rows for which there is room, returns TN_WRONG_USE and writes nothing if there are more, and
 * does not allocate. What is taken (tn_state, tn_system) is the caller's and stays readable until it is freed, whatever
 * happens to the world.
 */
#ifndef TENON_ARRAYS_H
#define TENON_ARRAYS_H

#include "tenon/model.h"
#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the state ----
 *
 * The state of a world is one array: positions of everything that moves by itself, then their velocities, then numbers
 * that features integrate besides. It is the world's own memory, without a copy: it shows every step as it is made, at
 * the same address, until something is added, removed or switched, by the program or by an event. From then on the world
 * has another array; the old one keeps its last numbers. Objects that are placed or set in motion keep the array, which
 * shows that from the next call on that evaluates, advances or takes. The numbers must not be written to: see
 * tn_state_put. */
typedef struct tn_state tn_state;
typedef enum { TN_STATE_POSITIONS, TN_STATE_VELOCITIES, TN_STATE_OTHERS } tn_state_part;

/* The state of a world now; every one that is taken is freed once, before or after its world. NULL if w is NULL or the
 * model cannot be simulated (tn_failure). */
TN_API tn_state *tn_state_take(tn_world *w);
/* The same state once more, to be freed once more. NULL for NULL. */
TN_API tn_state *tn_state_again(tn_state *s);
/* Gives a state back. NULL is allowed. */
TN_API void tn_state_free(tn_state *s);
/* How many numbers a part has, and the numbers, in memory that the state keeps. The parts follow one another: positions,
 * velocities, others. 0 and NULL if there is no such part. */
TN_API int tn_state_count(const tn_state *s, tn_state_part part);
/* The numbers of a part; see tn_state_count. */
TN_API const double *tn_state_numbers(const tn_state *s, tn_state_part part);
/* Is it still the state of this world, or was that replaced by another array since? */
TN_API bool tn_state_current(const tn_world *w, const tn_state *s);
/* Every array of a world has another version, from 1 on, in the order in which they were made. 0 for NULL. */
TN_API uint64_t tn_state_version(const tn_state *s);

/* What a number of a state is. */
typedef struct {
    tn_state_part part;
    int offset;               /* in its part */
    tn_object object;         /* whose it is; zero: none's */
    tn_constraint constraint; /* of multipliers and of points on curves; otherwise zero */
    int index;              /* which of its coordinates; of blocks and elements the node or element; of a constraint the
                                 row, behind them its limits */
    const char *coordinate; /* "x y z qw qx qy qz", rates "vx vy vz wx wy wz" (world axes), "value", "rate", names of
                                 general coordinates, "pressure", "metric", "multiplier", "u", "work". Lives as long as
                                 the state */
    const char *unit;       /* "" if it is not known: of general coordinates, variables, multipliers */
    int other; /* of a position the offset of its rate among the velocities; of a velocity the position that
                                 it is the rate of; -1: none (quaternions, angular velocities) */
} tn_state_number;
/* The i-th number of the whole state, positions first; false past the end. */
TN_API bool tn_state_number_at(const tn_state *s, int i, tn_state_number *out);
/* The numbers of one object: where they begin in positions and velocities and how many they are. False if it has none:
 * it is fixed, follows a path, was not present when the state was laid out, or the id is invalid. */
typedef struct {
    int position, positions, velocity, velocities;
} tn_state_range;
/* Finds the numbers of an object in a state. */
TN_API bool tn_state_object(const tn_state *s, tn_object o, tn_state_range *out);

/* Changes all positions, all velocities, or both (NULL: these stay), as one edit. The arrays have the layout of s, which
 * must be the current state of w, and its counts. Quaternions are normalised. Objects on paths and fixed ones are not
 * among the numbers. TN_WRONG_USE, and nothing changed, for numbers that are not finite or quaternions that are zero:
 * *message (may be NULL) is then a text that the caller frees, otherwise NULL. */
TN_API tn_status tn_state_put(tn_world *w, const tn_state *s, const double *positions, int position_count,
                              const double *velocities, int velocity_count, char **message);

/* ---- everything of one sort ---- */

/* A row of poses: as tn_pose, numbers in this order. */
enum {
    TN_POSE_POSITION = 0,
    TN_POSE_ORIENTATION = 3, /* w x y z */
    TN_POSE_CENTER = 7,
    TN_POSE_VELOCITY = 10,
    TN_POSE_SPIN = 13,
    TN_POSE_MASS = 16,
    TN_POSE_NUMBERS = 17
};
/* The poses of all objects in the order of tn_object_at, a row each, as tn_object_pose has them. */
TN_API tn_status tn_poses(tn_world *w, double *out, int rows);

/* A row of constraint states: as tn_constraint_state, in this order; what a constraint has no row for is 0. */
enum {
    TN_CONSTRAINT_DEVIATION = 0,
    TN_CONSTRAINT_MULTIPLIER = 6,
    TN_CONSTRAINT_FORCE = 12,
    TN_CONSTRAINT_TORQUE = 15,
    TN_CONSTRAINT_SIZE = 18,
    TN_CONSTRAINT_ROWS = 19,
    TN_CONSTRAINT_NUMBERS = 20
};
/* The states of all constraints in the order of tn_constraint_at, a row each, as tn_constraint_get has them. */
TN_API tn_status tn_constraint_states(tn_world *w, double *out, int rows);
/* The values of all probes in the order of tn_probe_name; NaN as in tn_probe_value. */
TN_API tn_status tn_probe_values(tn_world *w, double *out, int rows);

/* What a constraint exerts on one velocity of the state: a component of the force on a body or of the torque about its
 * centre of mass (world axes), or the generalized force on a coordinate or a variable. Limits and motors of the
 * constraint are included. */
typedef struct {
    tn_object object;
    int index;              /* which of the object's velocities; of a block the node */
    const char *coordinate; /* as in tn_state_number; valid as long as the object */
    int velocity;           /* offset among the velocities of the state */
    double force;           /* N, N m, or J per unit of the coordinate */
} tn_generalized_force;
/* All of them, in the order of the state. Returns how many there are, and fills at most `room`. 0 if the id is invalid,
 * if the constraint acts on nothing now, or if the world cannot be evaluated. */
TN_API int tn_constraint_forces(tn_world *w, tn_constraint c, tn_generalized_force *out, int room);

/* ---- the equations of motion ----
 *
 *   M v̇ = f + Jᵀ λ      (first-order worlds: M v = f + Jᵀ λ, where M contains drag)
 *
 * at the present state: rows of J are those of the active constraints in the order of tn_constraint_at, each followed by
 * its limits and motors; columns are the velocities of the state. f contains gravity, applied forces and inertial terms,
 * not contact. Under the displacement method λ and v̇ are those of the last step, and f is M v̇ − Jᵀλ. */
typedef struct tn_system tn_system;
/* The equations now: a copy. `again` (may be NULL) is an earlier one, whose memory is used again: it is the result then.
 * NULL if w is NULL or cannot be evaluated (tn_failure); `again` is then as it was. */
TN_API tn_system *tn_system_take(tn_world *w, tn_system *again);
/* Frees the equations and all arrays that were read from them. NULL is allowed. */
TN_API void tn_system_free(tn_system *s);
/* The number of rows of J. 0 for NULL. */
TN_API int tn_system_rows(const tn_system *s);
/* The number of velocities: columns of J, rows and columns of M. 0 for NULL. */
TN_API int tn_system_velocities(const tn_system *s);

/* A sparse matrix by rows: entries start[r] … start[r + 1] − 1 are those of row r, with ascending columns. */
typedef struct {
    int rows, columns, entries;
    const int *start;  /* rows + 1 */
    const int *column; /* entries */
    const double *value;
} tn_csr;
/* J, in memory of s. */
TN_API tn_csr tn_system_jacobian(const tn_system *s);
/* M, in memory of s. */
TN_API tn_csr tn_system_mass(const tn_system *s);
/* By row: λ; C; Ċ. By velocity: f; v̇ (first-order worlds: v). All in memory of s. */
typedef enum {
    TN_SYSTEM_MULTIPLIERS,
    TN_SYSTEM_DEVIATIONS,
    TN_SYSTEM_RATES,
    TN_SYSTEM_FORCES,
    TN_SYSTEM_ACCELERATIONS
} tn_system_array;
TN_API const double *tn_system_numbers(const tn_system *s, tn_system_array which); /* NULL: there is none */
/* What a row is: false past the end. J of a row on velocities or accelerations is its derivative by these. */
typedef struct {
    tn_constraint constraint;
    int index; /* row of the constraint; of a limit or motor 0 */
    int limit; /* which limit or motor; -1: the constraint itself */
    int level; /* 0: of positions, 1: of velocities, 2: of accelerations */
    bool held; /* false: a limit that is not reached, or a motor that pushes with its largest force */
} tn_system_row;
/* Says which constraint the i-th row of J belongs to. */
TN_API bool tn_system_row_at(const tn_system *s, int i, tn_system_row *out);

/* ---- many changes as one edit ----
 *
 * Each function checks everything first and changes all or nothing. TN_WRONG_USE: nothing was changed, and *message (may
 * be NULL) is set to a text that names the entry and that the caller frees; otherwise it is set to NULL. The result is
 * that of the single calls in the same order. A count of 0 changes nothing. */

/* Positions and orientations: seven numbers a row (x y z, w x y z), as tn_object_place. */
TN_API tn_status tn_place_many(tn_world *w, const tn_object *objects, const double *rows, int count, char **message);
/* Velocities of the centres of mass and angular velocities: six numbers a row, as tn_object_set_velocity. */
TN_API tn_status tn_move_many(tn_world *w, const tn_object *objects, const double *rows, int count, char **message);
/* Values of lets, as tn_let_set. */
TN_API tn_status tn_let_many(tn_world *w, const char *const *names, const double *values, int count, char **message);
/* Parameters of objects, constraints and forces by their words, as tn_object_set and its like; of a let its number by the
 * word "value". */
typedef struct {
    tn_thing thing;
    const char *what;
    double value[6];
    int count; /* of numbers */
} tn_change;
/* Makes these changes as one edit, or none of them. */
TN_API tn_status tn_set_many(tn_world *w, const tn_change *changes, int count, char **message);

#ifdef __cplusplus
}
#endif
#endif
