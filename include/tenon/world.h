/* world.h: the world and everything in it. */
#ifndef TENON_WORLD_H
#define TENON_WORLD_H

#include "tenon/diagnostics.h"
#include "tenon/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tn_world tn_world;

/* ---- a world and its settings ---- */

typedef enum { TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER } tn_integrator;
typedef enum { TN_SOLVER_AUTO, TN_SOLVER_SPARSE, TN_SOLVER_SVD } tn_solver;

typedef struct {
    tn_integrator integrator; /* TN_ADAMS */
    tn_solver solver;         /* TN_SOLVER_AUTO: sparse */
    double tolerance;         /* 1e-10: relative and absolute, of the adaptive integrators */
    double step;              /* 0.01 s, of the fixed-step integrators */
    double tau;               /* 0.1 s: time constant of assembly where a constraint has none of its own */
    double until;             /* 10 s: the end of a run */
    double frames;            /* 30 a second */
    char up;                  /* 'z' or 'y' */
    int substeps;             /* short steps that a step is cut into; 0: as the method likes, 4 with contact */
} tn_settings;

TN_API tn_world *tn_world_new(void);
TN_API void tn_world_free(tn_world *w);
TN_API tn_settings tn_world_settings(const tn_world *w);
/* TN_WRONG_USE, and nothing changed, if a number is out of its range. */
TN_API tn_status tn_world_configure(tn_world *w, const tn_settings *s);

/* ---- objects ---- */

typedef enum { TN_FREE, TN_FIXED } tn_motion; /* path-driven objects come from the scene language */

/* How an object is made. Start from tn_object_default(). */
typedef struct {
    const char *name;       /* NULL: unnamed */
    const char *shape;      /* "sphere", "rod", "box", … "particle", "body", "plane"; see tenon kinds */
    double size[3];         /* the shape's numbers in the order of its statement */
    const char *mesh;       /* the file of a mesh */
    double density;         /* kg/m³, 1000 */
    double mass;            /* kg; 0: from the density */
    double inertia[6];      /* xx yy zz xy xz yz about the centre of mass; all 0: from the shape */
    tn_vec3 position;       /* of the object's frame */
    tn_quat orientation;    /* of the object's frame, body to world */
    tn_vec3 velocity, spin; /* of the centre of mass; world axes */
    tn_vec3 color;          /* 0…1; negative: chosen by the viewer */
    tn_motion motion;
    double soft_thickness, soft_stiffness, soft_damping; /* a soft layer for contact: m, N/m, N s/m; 0: rigid */
} tn_object_def;

TN_API tn_object_def tn_object_default(void);
/* Adds an object. A zero id if the definition is wrong: then *message (if not NULL) is a sentence to free(). */
TN_API tn_object tn_object_add(tn_world *w, const tn_object_def *def, char **message);
/* Removes an object, and with it the constraints and forces that refer to it. */
TN_API tn_status tn_object_remove(tn_world *w, tn_object o);
TN_API tn_object tn_object_find(const tn_world *w, const char *name);
TN_API bool tn_object_valid(const tn_world *w, tn_object o);
TN_API const char *tn_object_name(const tn_world *w, tn_object o);
/* Whether it is a variable: a bare number, without a place in space. */
TN_API bool tn_object_is_variable(const tn_world *w, tn_object o);
/* Whether it is there now: an event of the timeline may bring it later, or have taken it away. */
TN_API bool tn_object_present(const tn_world *w, tn_object o);
/* The objects in the order they were made: the i-th, zero past the end. */
TN_API int tn_object_count(const tn_world *w);
TN_API tn_object tn_object_at(const tn_world *w, int i);

typedef struct {
    tn_vec3 position;     /* of the frame's origin */
    tn_quat orientation;  /* body to world */
    tn_vec3 center;       /* centre of mass */
    tn_vec3 velocity;     /* of the centre of mass */
    tn_vec3 spin;         /* angular velocity, world axes */
    double mass;          /* 0 for objects that have none */
    bool has_orientation; /* false for particles */
} tn_pose;
TN_API tn_status tn_object_pose(tn_world *w, tn_object o, tn_pose *out);
TN_API tn_status tn_object_place(tn_world *w, tn_object o, tn_vec3 position, tn_quat orientation);
TN_API tn_status tn_object_set_velocity(tn_world *w, tn_object o, tn_vec3 velocity, tn_vec3 spin);

/* ---- constraints and forces ---- */

typedef enum {
    TN_ARG_WORLD,
    TN_ARG_OBJECT,
    TN_ARG_POINT,
    TN_ARG_DIRECTION,
    TN_ARG_VECTOR,
    TN_ARG_NUMBER,
    TN_ARG_CONSTRAINT
} tn_arg_type;
typedef struct {
    tn_arg_type type;
    tn_object object;         /* OBJECT, POINT, DIRECTION */
    tn_constraint constraint; /* CONSTRAINT */
    tn_vec3 vector;           /* POINT, DIRECTION: in the object's frame; VECTOR: in the world */
    double number;            /* NUMBER */
} tn_arg;
TN_API tn_arg tn_arg_world(void);
TN_API tn_arg tn_arg_object(tn_object o);
TN_API tn_arg tn_arg_point(tn_object o, tn_vec3 local);
TN_API tn_arg tn_arg_direction(tn_object o, tn_vec3 local);
TN_API tn_arg tn_arg_vector(tn_vec3 v);
TN_API tn_arg tn_arg_number(double x);
TN_API tn_arg tn_arg_constraint(tn_constraint c);

enum { TN_ARGS = 8 };
typedef struct {
    const char *name; /* NULL: unnamed */
    const char *kind; /* "connect", "distance", "revolute", …; see tenon kinds */
    tn_arg args[TN_ARGS];
    int count;
    double tau;      /* s; 0: the world's */
    double ks, kd;   /* feedback C̈ = −ks C − kd Ċ instead of tau; both 0: from tau */
    double from, to; /* valid in this interval of time; both 0: always */
} tn_constraint_def;
TN_API tn_constraint tn_constraint_add(tn_world *w, const tn_constraint_def *def, char **message);
TN_API tn_status tn_constraint_remove(tn_world *w, tn_constraint c);
TN_API tn_status tn_constraint_switch(tn_world *w, tn_constraint c, bool on);
TN_API tn_constraint tn_constraint_find(const tn_world *w, const char *name);
TN_API bool tn_constraint_valid(const tn_world *w, tn_constraint c);
TN_API int tn_constraint_count(const tn_world *w);
TN_API tn_constraint tn_constraint_at(const tn_world *w, int i);
/* Its name, or kind@line for an unnamed one. */
TN_API const char *tn_constraint_name(const tn_world *w, tn_constraint c);

typedef struct {
    int rows;
    double deviation[6];   /* C */
    double multiplier[6];  /* λ: what the constraint exerts, one number a row */
    tn_vec3 force, torque; /* on its second partner, world axes; the torque about that partner's connector point */
    double size;           /* |C| */
} tn_constraint_state;
TN_API tn_status tn_constraint_get(tn_world *w, tn_constraint c, tn_constraint_state *out);

typedef struct {
    const char *name;
    const char *kind; /* "gravity", "spring", "torsion", "drag", "push", "turn" */
    tn_arg args[TN_ARGS];
    int count;
    double from, to;
    double stiffness, rest, damping; /* spring, torsion */
    double linear, angular;          /* drag */
} tn_force_def;
TN_API tn_force tn_force_add(tn_world *w, const tn_force_def *def, char **message);
TN_API tn_status tn_force_remove(tn_world *w, tn_force f);
TN_API tn_status tn_force_switch(tn_world *w, tn_force f, bool on);
TN_API tn_force tn_force_find(const tn_world *w, const char *name);

/* ---- contact ---- */

/* Bodies do not pass through each other: all of them, or these two. Bodies with a constraint between them leave each
 * other alone unless they are named. A world with contact takes fixed steps, whatever its integrator is. */
typedef struct {
    tn_object a, b;  /* both zero: all */
    bool off;        /* these two pass through each other */
    double friction; /* Coulomb's coefficient */
    double bounce;   /* restitution, 0 … 1 */
} tn_contact_def;
TN_API tn_status tn_contact_add(tn_world *w, const tn_contact_def *def);

/* A point where two bodies touch, or nearly, as the last step found it. */
typedef struct {
    tn_object a, b;
    tn_vec3 point;
    tn_vec3 normal; /* unit, from a to b */
    tn_vec3 force;  /* of a on b, N */
    double gap;     /* m; negative: they overlap */
} tn_touch;
/* The i-th; false past the end. */
TN_API bool tn_touch_get(const tn_world *w, int i, tn_touch *out);

/* ---- time ---- */

TN_API double tn_time(const tn_world *w);
/* Runs to time t exactly. TN_STUCK: it could not go on; time and state are those of the last good step. */
TN_API tn_status tn_advance(tn_world *w, double t);
/* Computes forces and accelerations at the present state without moving. */
TN_API tn_status tn_evaluate(tn_world *w);
/* Finds positions that satisfy the constraints, without touching velocities or time: mass-weighted Gauss–Newton from the
 * present pose, so that the branch is kept. The largest |C| that is left goes to *deviation (may be NULL). */
TN_API tn_status tn_assemble(tn_world *w, double *deviation);

/* The state of a world, to the bit: positions, velocities, time, what is switched on, lets, accounts. Taking one lets the
 * adaptive integrators begin a new history, so that going on and going back lead to the same bits. Undo is a restore:
 * what was removed since is back, what was added since is gone. Free every snapshot before its world. */
typedef struct tn_snapshot tn_snapshot;
TN_API tn_snapshot *tn_snapshot_take(tn_world *w);
TN_API tn_status tn_snapshot_restore(tn_world *w, const tn_snapshot *s);
TN_API void tn_snapshot_free(tn_world *w, tn_snapshot *s);

/* Why the last call returned TN_STUCK: a sentence with time, constraint and values; "" if it did not. */
TN_API const char *tn_failure(const tn_world *w);
/* Warnings that came up while planning and running, such as a step too long for a time constant; the i-th, NULL past
 * the end. Redundant and contradictory constraints have lists of their own, below. */
TN_API const char *tn_warning(const tn_world *w, int i);

/* ---- looking ---- */

typedef struct {
    double kinetic, potential;
    double work;                        /* done so far by forces and drives that have no potential */
    double drift;                       /* largest |E − E at assembly − work| / largest kinetic energy, so far */
    double deviation;                   /* largest |C| of assembled constraints now; of all if none is assembled */
    double largest_deviation;           /* the same over all frames so far */
    tn_vec3 momentum, angular_momentum; /* about the world's origin */
} tn_measures;
TN_API tn_status tn_measure(tn_world *w, tn_measures *out);
/* Marks the present state as a frame: drift and largest_deviation take it in. */
TN_API void tn_frame(tn_world *w);

typedef struct {
    int objects, constraints, forces;
    int degrees_of_freedom; /* velocities minus rank of the active constraints */
    int rows, rank;
    long steps, evaluations, fallbacks;
} tn_counts;
TN_API tn_counts tn_count(tn_world *w);
/* Redundant constraints by name, a minimal set: dropping its members restores the rank. Judged at the assembled pose (on
 * a copy; the world does not move). NULL past the end. */
TN_API const char *tn_redundant(tn_world *w, int i);
/* Constraints that contradict each other at the assembled pose, by name. */
TN_API const char *tn_contradictory(tn_world *w, int i);

/* Probes: named numbers. */
TN_API int tn_probe_count(const tn_world *w);
TN_API const char *tn_probe_name(const tn_world *w, int i);
/* NaN where it is not a number, and while an object that it looks at is not there: tn_probe_there tells the two apart. */
TN_API double tn_probe_value(tn_world *w, int i);
TN_API bool tn_probe_there(const tn_world *w, int i);

/* The kinds of objects, constraints and forces: text for people, as `tenon kinds` prints it. NULL: unknown kind.
 * Caller frees. name NULL: the list of all. */
TN_API char *tn_kinds(const char *name);

#ifdef __cplusplus
}
#endif
#endif
