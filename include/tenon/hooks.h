/* hooks.h: functions of your program inside a world: forces, constraints, steps, files.
 *
 * A hooked force or constraint is a thing like others: it has an id and a name, is listed, switched, removed, cloned and
 * undone, and its deviation, force and energy are reported. Only text cannot hold it: tn_write_text leaves a comment in
 * its place and adds a warning (tn_warning), and tn_describe returns NULL.
 *
 * A function of a force or a constraint is called several times in every step, at trial states too. Its results must
 * depend on its arguments alone, it may not call functions of the world, and it must not leave by longjmp or an
 * exception. It runs on the thread that called the library. A clone calls the same functions with the same `user`: if
 * worlds run on different threads, `user` must be safe to share.
 *
 *   static void wind(void *user, double t, const tn_signal *at, int count, tn_vec3 *force)
 *   {
 *       force[0].x = 2 - 0.5 * at[0].rate.x;
 *   }
 *   tn_force_hook h = tn_force_hook_default();
 *   h.args[0] = tn_arg_point(ball, (tn_vec3){0, 0, 0});
 *   h.count = 1;
 *   h.force = wind;
 *   tn_force_hook_add(w, &h, &message);
 */
#ifndef TENON_HOOKS_H
#define TENON_HOOKS_H

#include "tenon/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An argument of a hook now, in world axes. A point: its position and velocity, m and m/s. A direction: the unit vector
 * and its rate. An object: y is zero, and rate its angular velocity, rad/s. A variable: its value and its rate in x. A
 * vector: itself. */
typedef struct {
    tn_vec3 y, rate;
} tn_signal;

/* ---- forces ---- */

/* Adds to force[i] the force on argument i: N on a point, N·m on an object, the force of a variable in x; on a direction
 * d a force f is the torque d × f. All are zero before the call. */
typedef void tn_force_function(void *user, double t, const tn_signal *at, int count, tn_vec3 *force);
/* The potential energy, J, of positions alone: rates are to be ignored. */
typedef double tn_potential_function(void *user, const tn_signal *at, int count);

/* A force by functions of the program. Start from tn_force_hook_default(). Without `potential` its power counts as work
 * done on the world. With it, `force` must be minus its gradient by the arguments; with `force` NULL that is found by
 * central differences of sixth order, with steps of `length`/100. */
typedef struct {
    size_t size;          /* set by tn_force_hook_default() */
    const char *name;     /* NULL: unnamed */
    tn_arg args[TN_ARGS]; /* points, directions, objects, variables (tn_arg_object), vectors */
    int count;
    tn_force_function *force; /* one of the two at least */
    tn_potential_function *potential;
    void *user;
    double length;   /* m: over which the potential changes, 0.1 */
    double from, to; /* active in this interval of time; both 0: always */
} tn_force_hook;
TN_DEFAULTS(tn_force_hook, tn_force_hook_default);
/* Adds it. A zero id if the definition is invalid: then *message (if not NULL) is set to a text that the caller frees
 * with tn_free(). */
TN_API tn_force tn_force_hook_add(tn_world *w, const tn_force_hook *def, char **message);

/* ---- constraints ---- */

enum { TN_ROWS = 6 };

/* The rows of a constraint at one moment, by row and, of gradients, by argument. With y, ẏ, ÿ of all arguments:
 *   of positions:   value C(y, t),     gradient ∂C/∂y,  rate Ċ = C_y ẏ + C_t,  gamma: C̈ at ÿ = 0
 *   of velocities:  value φ(y, ẏ, t),  gradient ∂φ/∂ẏ,                         gamma: φ̇ at ÿ = 0
 * Gradients by the arguments are vectors; of a variable only x counts. All are zero before the call. */
typedef struct {
    double value[TN_ROWS];
    double rate[TN_ROWS];
    double gamma[TN_ROWS];
    tn_vec3 gradient[TN_ROWS][TN_ARGS];
} tn_rows;
typedef void tn_constraint_function(void *user, double t, const tn_signal *at, int count, tn_rows *out);

/* What a function fills beside the value; the rest is found by central differences of sixth order. */
enum { TN_GIVES_GRADIENT = 1, TN_GIVES_RATE = 2, TN_GIVES_GAMMA = 4 };

/* A constraint by a function of the program. Start from tn_constraint_hook_default(). */
typedef struct {
    size_t size;          /* set by tn_constraint_hook_default() */
    const char *name;     /* NULL: unnamed */
    tn_arg args[TN_ARGS]; /* points, directions, objects, variables (tn_arg_object), vectors */
    int count;
    int rows;                         /* 1 … TN_ROWS, zero where the constraint is met: 1 */
    bool velocity;                    /* the rows are of velocities, not of positions */
    bool depends_on_time;             /* the function depends on t: its power counts as work done on the world */
    tn_constraint_function *function; /* required */
    void *user;
    unsigned gives;          /* TN_GIVES_… */
    double length, duration; /* over which rows change: 0.1 m, 1 s; differences take hundredths of them */
    /* as in tn_constraint_def */
    double tau, ks, kd, from, to;
    tn_by by;
    double compliance, stiffness, damping, bound;
} tn_constraint_hook;
TN_DEFAULTS(tn_constraint_hook, tn_constraint_hook_default);
/* Adds it, as tn_force_hook_add does. */
TN_API tn_constraint tn_constraint_hook_add(tn_world *w, const tn_constraint_hook *def, char **message);

/* Is it computed by a function of the program? */
TN_API bool tn_thing_hooked(const tn_world *w, tn_thing t);

/* ---- steps ---- */

/* Called by tn_advance between two steps, where the function may do everything that a program may do between two calls of
 * tn_advance; tn_advance itself is TN_WRONG_USE there, and tn_world_free does nothing. */
typedef void tn_step_function(tn_world *w, void *user);

/* Functions before and after each step. Start from tn_step_hook_default(). With a hook tn_advance goes from one multiple
 * of `every` to the next, and to its target. */
typedef struct {
    size_t size;              /* set by tn_step_hook_default() */
    tn_step_function *before; /* NULL: none */
    tn_step_function *after;
    void *user;
    double every; /* s; 0: the step of the settings, 0.01 s if that is automatic */
} tn_step_hook;
TN_DEFAULTS(tn_step_hook, tn_step_hook_default);
/* The functions of a world from now on; NULL: none. Clones have them too; undo does not change them. */
TN_API tn_status tn_world_hook_steps(tn_world *w, const tn_step_hook *hook);

/* ---- files ---- */

/* What a function of the program says to a path. */
typedef enum {
    TN_FILE_ELSEWHERE, /* the library looks for it on the disk */
    TN_FILE_HERE,      /* *bytes and *count are its contents; they are copied before the function is called again */
    TN_FILE_MISSING    /* there is no such file */
} tn_file_answer;
typedef tn_file_answer tn_file_function(void *user, const char *path, const void **bytes, size_t *count);
/* From now on this world asks the function for every file that it reads: scenes and what they include, meshes, drawings,
 * data, and images, which the reader of tn_scene_read_images then finds in a temporary file. NULL: it reads the disk. Clones
 * ask it too. */
TN_API tn_status tn_world_hook_files(tn_world *w, tn_file_function *function, void *user);

#ifdef __cplusplus
}
#endif
#endif
