/* edit.h: changing a world while it runs; handles; undo and redo.
 *
 * Everything may be added, changed and removed between two calls of tn_advance; adding and removing are in world.h.
 * Changes of numbers keep the plan where possible.
 */
#ifndef TENON_EDIT_H
#define TENON_EDIT_H

#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- numbers ----
 *
 * By the words of the language's `set`. TN_WRONG_USE if there is no such number or the values are invalid: nothing is
 * changed, and *message (if not NULL) is set to a text that the caller frees.
 *
 * Which numbers a kind has that can be set, and how many values each takes: `settable` and `most` of its parameters (kinds.h);
 * of one thing: tn_thing_parameter_at (model.h). They are the words that `tenon kinds` marks `set`, such as "position" (3
 * values), "orientation" (4: w x y z), "mass", "tau", "stiffness". A block moves to a new position or orientation with its
 * deformation and its internal motion; a jello body takes its shape at rest.
 */
TN_API tn_status tn_object_set(tn_world *w, tn_object o, const char *what, const double *values, int count,
                               char **message);
/* Sets a number of a constraint. */
TN_API tn_status tn_constraint_set(tn_world *w, tn_constraint c, const char *what, const double *values, int count,
                                   char **message);
/* Sets a number of a force. */
TN_API tn_status tn_force_set(tn_world *w, tn_force f, const char *what, const double *values, int count,
                              char **message);
/* The present values of the same numbers. Returns how many, at most 6; 0: there are none of this name. */
TN_API int tn_object_number(tn_world *w, tn_object o, const char *what, double values[6]);
/* Reads a number of a constraint. */
TN_API int tn_constraint_number(tn_world *w, tn_constraint c, const char *what, double values[6]);
/* Reads a number of a force. */
TN_API int tn_force_number(tn_world *w, tn_force f, const char *what, double values[6]);

/* A point of an object by its name ("center", "end1", "corner3", a name from the scene), in the object's frame; false
 * if there is none. */
TN_API bool tn_object_point(const tn_world *w, tn_object o, const char *name, tn_vec3 *local);

/* ---- handles ----
 *
 * A handle leads a point of an object to a target that moves while the world runs. A spring pulls with a limited force, the
 * same for any load on the point, and balances the load, so that what is held does not sag; a hard handle is a constraint.
 * The target moves smoothly to where it is dragged, with continuous velocity and acceleration. Dragging changes only
 * numbers: the plan is kept. Works on bodies, particles, flexible blocks (the material at the point), objects with
 * coordinates of their own and variables (which use x), in worlds of every kind, and several at once. */
typedef struct {
    uint32_t slot, generation;
} tn_handle;
typedef enum { TN_GRAB_SPRING, TN_GRAB_HARD } tn_grab_how;
/* Start from tn_grab_default(). */
typedef struct {
    size_t size; /* set by tn_grab_default() */
    tn_object object;
    tn_vec3 local;   /* the point, in the object's frame; it is grabbed at its present place */
    tn_grab_how how; /* TN_GRAB_SPRING */
    double time;     /* 0.08 s: 95 % of the way to a new target takes this long, if the force allows it; at least some
                        ten fixed steps */
    double force;    /* N: largest force of a spring; 0: 20 times the weight of the object and of everything that
                        constraints join it to; infinity: no limit */
    bool sags;       /* false: the load is balanced; true: it hangs on the spring, which gives way */
} tn_grab_def;
/* A definition with the defaults above, and no object. */
TN_DEFAULTS(tn_grab_def, tn_grab_default);
/* A zero handle if that is not possible: then *message (if not NULL) is set to a text that the caller frees. */
TN_API tn_handle tn_grab_with(tn_world *w, const tn_grab_def *def, char **message);
/* The same with the defaults. */
TN_API tn_handle tn_grab(tn_world *w, tn_object o, tn_vec3 local, tn_grab_how how, char **message);
/* Moves the goal of a handle; its target follows smoothly while the world runs. */
TN_API tn_status tn_drag_to(tn_world *w, tn_handle h, tn_vec3 target);
/* Lets go: removes the handle. The object keeps its velocity. */
TN_API tn_status tn_release(tn_world *w, tn_handle h);
/* The active handles, from 0; zero past the end. */
TN_API int tn_handle_count(const tn_world *w);
/* The i-th active handle. */
TN_API tn_handle tn_handle_at(const tn_world *w, int i);
typedef struct {
    tn_object object;
    bool hard;
    tn_vec3 point;  /* present position */
    tn_vec3 target; /* target now, */
    tn_vec3 goal;   /* which moves to this position */
    tn_vec3 force;  /* of the handle on the point, N */
    double limit;   /* its largest force, N */
} tn_handle_state;
/* The state of a handle. TN_WRONG_USE if it was released. */
TN_API tn_status tn_handle_get(tn_world *w, tn_handle h, tn_handle_state *out);

/* Drags while time stands still: moves the point of the handle to the target, and along with it what constraints join to
 * it. Only positions change, not velocities and time. The points of other handles stay at their targets; objects that are
 * fixed or follow a path do not move. Constraints that were met are met to 1e-8 afterwards, on the same branch: a linkage
 * does not flip over. A target that cannot be reached is approached as closely as possible. It is an edit; group the drags
 * of one gesture with tn_edit_begin. TN_STUCK, and nothing changed, if the constraints on positions cannot be satisfied near
 * the present pose. */
typedef struct {
    double left;      /* distance from the target afterwards, m */
    double deviation; /* largest |C| of the constraints on positions */
    int steps;        /* into which the way was divided */
} tn_dragged;
/* `out` may be NULL. */
TN_API tn_status tn_drag_paused(tn_world *w, tn_handle h, tn_vec3 target, tn_dragged *out);

/* ---- undo ----
 *
 * A history of states, each from before an edit. An edit is any function that adds, removes, switches, sets, places or
 * reads something; events of the timeline are not edits: they belong to the motion. tn_undo goes back to the moment
 * before the last edit, including time and motion, to the bit; tn_redo to the moment from which it was undone. An edit
 * after an undo discards what could have been redone. What is undone keeps its ids for a redo. While states are kept,
 * adaptive integrators start a new history at every edit, as with snapshots. Equal parts of consecutive states are
 * stored once. */

/* Keeps up to this many edits and this many bytes in total, the newest first. 0 edits (the default): keeps none, and
 * discards the present ones. */
TN_API void tn_history_keep(tn_world *w, int edits, size_t bytes);
/* Groups everything between the two calls into one edit, such as a slider that is moved while the world runs. Groups
 * may be nested. The label is copied, and returned by tn_undo_label. */
TN_API void tn_edit_begin(tn_world *w, const char *label);
/* Ends the group that the last tn_edit_begin began. */
TN_API void tn_edit_end(tn_world *w);
/* TN_WRONG_USE if there is nothing to undo or redo, or an edit is open. */
TN_API tn_status tn_undo(tn_world *w);
/* Redoes the edit that was undone last. */
TN_API tn_status tn_redo(tn_world *w);
/* How many edits can be undone or redone, and what the next of them was; "" if there is none. */
TN_API int tn_undo_count(const tn_world *w);
/* How many edits can be redone. */
TN_API int tn_redo_count(const tn_world *w);
/* The label of the edit that tn_undo would undo. */
TN_API const char *tn_undo_label(const tn_world *w);
/* The label of the edit that tn_redo would redo. */
TN_API const char *tn_redo_label(const tn_world *w);
/* Bytes used by all snapshots of a world, including its history. */
TN_API size_t tn_snapshot_size(const tn_world *w);

#ifdef __cplusplus
}
#endif
#endif
