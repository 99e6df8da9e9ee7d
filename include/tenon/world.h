/* world.h: the world and everything in it. */
#ifndef TENON_WORLD_H
#define TENON_WORLD_H

#include "tenon/diagnostics.h"
#include "tenon/kinds.h"
#include "tenon/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tn_world tn_world;

/* ---- a world and its settings ---- */

/* The integrators that every library has; a program may bring more (tn_integrator_find). */
typedef enum { TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER, TN_IMPLICIT, TN_VERLET, TN_NYSTROM } tn_integrator;
typedef enum { TN_SOLVER_AUTO, TN_SOLVER_SPARSE, TN_SOLVER_SVD } tn_solver;

/* How constraints are met: by exact forces, or by displacements after a step of free motion. */
typedef enum { TN_DYNAMIC, TN_DISPLACEMENT } tn_method;
/* What forces give: accelerations, or, in first-order worlds, velocities: things stop when the force stops. */
typedef enum { TN_SECOND_ORDER, TN_FIRST_ORDER } tn_order;
/* How the displacement method corrects: all at once, keeping momentum (A) or meeting points at every step (B); or one
 * constraint after the other. */
typedef enum { TN_SCHEME_A, TN_SCHEME_B, TN_GAUSS_SEIDEL } tn_scheme;
/* Positions that satisfy the constraints are found before the first step: in displacement worlds unless OFF, in dynamic
 * ones if ON. */
typedef enum { TN_ASSEMBLE_AUTO, TN_ASSEMBLE_ON, TN_ASSEMBLE_OFF } tn_assembling;

/* How joints between rigid bodies are met under dynamic constraints: as all others, or by coordinates of their own, as far
 * as they form trees. */
typedef enum { TN_JOINTS_CONSTRAINTS, TN_JOINTS_COORDINATES } tn_joints;

typedef struct {
    tn_integrator integrator; /* TN_ADAMS */
    tn_solver solver;         /* TN_SOLVER_AUTO: sparse */
    double tolerance;         /* 1e-10: relative and absolute, of the adaptive integrators */
    double step;              /* 0.01 s, of the fixed-step integrators; 0: as long as is stable, found as it runs */
    double tau;               /* 0.1 s: time constant of assembly where a constraint has none of its own */
    double until;             /* 10 s: the end of a run */
    double frames;            /* 30 a second */
    char up;                  /* 'z' or 'y' */
    int substeps; /* short steps that a step is cut into; 0: as the method likes, 4 with contact, 1 without */
    int threads; /* of large models; 0: as many as there are processors, for elements and figures; the result is the same */
    tn_method method; /* TN_DYNAMIC; of the constraints that do not say otherwise */
    tn_joints joints; /* TN_JOINTS_CONSTRAINTS; of the joints that do not say otherwise */
    /* of the displacement method, which goes in fixed steps: */
    tn_scheme scheme;       /* TN_GAUSS_SEIDEL */
    double alpha;           /* 1: share of the correction that would meet a constraint alone, above 0 and below 2 */
    int iterations;         /* 50 at most in a step, or in each of its substeps */
    double correction;      /* 1e-4: corrections smaller than this, in m and rad, end a step */
    bool stops_at_limit;    /* false: a step that needs more iterations is a warning; true: the run ends there */
    tn_assembling assemble; /* TN_ASSEMBLE_AUTO */
    tn_order order;         /* TN_SECOND_ORDER */
    bool refactor;          /* false: a matrix that does not change is factored once; true: every time, to measure by */
} tn_settings;

TN_API tn_settings tn_settings_default(void);
/* What a setting may be, by its word in world: … end ("tolerance"); NULL: there is none. */
TN_API const tn_parameter *tn_setting(const char *word);
/* The word that a setting has now ("rk4"); NULL where it is a number. */
TN_API const char *tn_setting_word(const tn_settings *s, const char *setting);
/* Changes a setting, by a number or a word as text. TN_WRONG_USE, and nothing changed, if it does not fit. */
TN_API tn_status tn_setting_put(tn_settings *s, const char *setting, const char *value);

/* Integrators by number, from 0, and by name. */
TN_API int tn_integrator_count(void);
TN_API const char *tn_integrator_name(tn_integrator i); /* NULL: there is none */
TN_API bool tn_integrator_find(const char *name, tn_integrator *out);
/* Whether it goes by the tolerance; the others take fixed steps. */
TN_API bool tn_integrator_adaptive(tn_integrator i);

TN_API tn_world *tn_world_new(void);
TN_API void tn_world_free(tn_world *w);
/* Another world as this one is now: both go on to the same bits, and nothing that is done to one is seen in the other. Ids of
 * one are good in the other. What nobody changes is shared: the plan, formulas, meshes; a clone costs its state and its work
 * space. Clones may be used by different threads at once, as any worlds may. As after a snapshot, integrators begin anew
 * from here. Snapshots and the history are not cloned. */
TN_API tn_world *tn_world_clone(tn_world *w);
TN_API tn_settings tn_world_settings(const tn_world *w);
/* TN_WRONG_USE, and nothing changed, if a number is out of its range. */
TN_API tn_status tn_world_configure(tn_world *w, const tn_settings *s);

/* ---- objects ---- */

typedef enum { TN_FREE, TN_FIXED } tn_motion; /* path-driven objects come from the scene language */

/* How an object is made. Start from tn_object_default(). */
typedef struct {
    const char *name;       /* NULL: unnamed */
    const char *shape;      /* "sphere", "rod", "box", … "particle", "body", "plane", "block"; see tenon kinds */
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
    bool has_abilities;                                  /* instead of mass and inertia, for worlds without physics: */
    double ability_to_move;   /* how much of a common correction it takes; 0: it stays where it is */
    double ability_to_rotate; /* how much it turns for that, 1/m^2 */
    /* of a flexible block, whose size is `size`, or that of the mesh that it fills */
    int cells[3];     /* elements along x, y, z */
    double stiffness; /* Pa: for small strains Young's modulus is 8 of it */
    double viscosity; /* Pa s */
    bool incompressible;
    double bulk; /* Pa: bulk modulus of an incompressible block; 0: found from the model */
    double
        moldable; /* how far it may be strained before it flows (the square of the change of the metric); 0: elastic */
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
/* The nodes of a flexible block, i fastest, then j, then k: positions and velocities, three numbers each, in the world's own
 * memory until it moves on. Returns how many; 0 for other objects. */
TN_API int tn_object_nodes(tn_world *w, tn_object o, const double **positions, const double **velocities);
/* The coordinates of an object that has its own (coordinates …, a curve's parameters), and their rates, in the world's own
 * memory until it moves on. Returns how many; 0 for other objects. */
TN_API int tn_object_coordinates(const tn_world *w, tn_object o, const double **values, const double **rates);
/* The name of one of them; NULL if it has none. */
TN_API const char *tn_object_coordinate(const tn_world *w, tn_object o, int i);
/* The sum of the volumes of the elements of a flexible block, m³; 0 for other objects. */
TN_API double tn_object_volume(tn_world *w, tn_object o);
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

/* How one constraint is met: as the world's method says, or in a way of its own. Reaction: of one mass point, from which all
 * is taken that fights it; multiplier: by one that grows until it is met; penalty: by a spring. Coordinates: of a joint between rigid bodies, once it is met: its
 * own coordinates are integrated, and it has no gap. */
typedef enum {
    TN_BY_WORLD,
    TN_BY_DYNAMIC,
    TN_BY_DISPLACEMENT,
    TN_BY_REACTION,
    TN_BY_MULTIPLIER,
    TN_BY_PENALTY,
    TN_BY_COORDINATES
} tn_by;

enum { TN_ARGS = 8 };
typedef struct {
    const char *name; /* NULL: unnamed */
    const char *kind; /* "connect", "distance", "revolute", "outside", …; see tenon kinds */
    tn_arg args[TN_ARGS];
    int count;
    double tau;      /* s; 0: the world's */
    double ks, kd;   /* feedback C̈ = −ks C − kd Ċ instead of tau; both 0: from tau */
    double from, to; /* valid in this interval of time; both 0: always */
    tn_by by;
    double compliance;         /* m/N or rad/(N m), where it is met by displacements; 0: rigid */
    double stiffness, damping; /* of a penalty; damping of a multiplier; 0: from tau */
    double bound;              /* largest force that a multiplier may come to; 0: none */
} tn_constraint_def;
TN_API tn_constraint tn_constraint_add(tn_world *w, const tn_constraint_def *def, char **message);

/* A joint of the 1994 form: a point of object2 on a point, an axis or in a plane of object1, and the two turned against
 * each other within limits. Start from tn_hinge_default(), in which nothing is asked and all limits are as wide as can
 * be. Points and directions are in the objects' frames. */
typedef struct {
    const char *name;  /* NULL: unnamed */
    tn_object object1; /* zero: the world */
    tn_object object2;
    bool hinge; /* point2 meets point1, or with axial or planar: */
    tn_vec3 point1, point2;
    bool axial; /* moves along an axis of object1 through point1, between these distances from it; m */
    tn_vec3 axis;
    double axial_min, axial_max;
    bool planar; /* moves in the plane of object1 across this normal, between these distances from point1; m */
    tn_vec3 normal;
    double planar_min, planar_max;
    bool angle; /* between an axis of each; rad, from 0 to pi */
    tn_vec3 axis1, axis2;
    double angle_min, angle_max;
    bool twist; /* of directions across those axes, about them; rad, from -pi to pi */
    tn_vec3 across1, across2;
    double twist_min, twist_max;
    double bounce; /* of the limits, 0 … 1 */
    double tau;    /* as in tn_constraint_def, as are: */
    double from, to;
    tn_by by;
    double compliance;
} tn_hinge_def;
TN_API tn_hinge_def tn_hinge_default(void);
TN_API tn_constraint tn_hinge_add(tn_world *w, const tn_hinge_def *def, char **message);
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

enum { TN_VALUES = 8 };
/* Its parameters are given by their words, as `tenon kinds` lists them, or, of the kinds that every library has, by the
 * members below. A vector may also stand among the arguments. */
typedef struct {
    const char *name;
    const char *kind; /* "gravity", "spring", "torsion", "drag", "push", "turn", …; see tenon kinds */
    tn_arg args[TN_ARGS];
    int count;
    double from, to;
    double stiffness, rest, damping;      /* spring, torsion */
    double linear, angular;               /* drag */
    tn_parameter_value values[TN_VALUES]; /* of any kind: {{"stiffness", {40}}, {"rest", {0.5}}} */
} tn_force_def;
TN_API tn_force tn_force_add(tn_world *w, const tn_force_def *def, char **message);
TN_API tn_status tn_force_remove(tn_world *w, tn_force f);
TN_API tn_status tn_force_switch(tn_world *w, tn_force f, bool on);
TN_API tn_force tn_force_find(const tn_world *w, const char *name);
TN_API bool tn_force_valid(const tn_world *w, tn_force f);
/* The forces in the order they were made: the i-th, zero past the end. */
TN_API int tn_force_count(const tn_world *w);
TN_API tn_force tn_force_at(const tn_world *w, int i);

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

/* ---- skins ---- */

/* One smooth surface over a chain of solids, for pictures and movies; motion is as without. Start from tn_skin_default(). */
typedef struct {
    const char *name;         /* NULL or "": none */
    const tn_object *objects; /* two solids at least, in the order of the chain */
    int count;
    tn_vec3 color; /* 0 … 1; negative: that of the first object */
    double margin; /* how far it stays off the solids, m: 0 */
} tn_skin_def;
TN_API tn_skin_def tn_skin_default(void);
/* What it is given is copied. On failure *message (may be NULL) is a sentence that the caller frees with free(). */
TN_API tn_status tn_skin_add(tn_world *w, const tn_skin_def *def, char **message);
TN_API int tn_skin_count(const tn_world *w);

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
/* Runs to time t exactly. TN_STUCK: it could not continue; time and state are those of the last good step. */
TN_API tn_status tn_advance(tn_world *w, double t);
/* Computes forces and accelerations at the present state without moving. */
TN_API tn_status tn_evaluate(tn_world *w);
/* Finds positions that satisfy the constraints, without touching velocities or time, as tn_assemble_with does by
 * default. The largest |C| that is left goes to *deviation (may be NULL). */
TN_API tn_status tn_assemble(tn_world *w, double *deviation);

/* How to look for them: by mass-weighted Gauss–Newton, which keeps the branch that the present pose is on; by one of the
 * schemes of the displacement method, which come together from further away; or first by the world's own method, and
 * then by the others until one gets there. */
typedef enum {
    TN_ASSEMBLE_ALL_WAYS,
    TN_ASSEMBLE_NEWTON,
    TN_ASSEMBLE_SCHEME_A,
    TN_ASSEMBLE_SCHEME_B,
    TN_ASSEMBLE_GAUSS_SEIDEL
} tn_assembly_way;
typedef struct {
    tn_assembly_way way;
    int restarts;  /* 5: how often to begin again from other places, where the present ones do not lead to a solution */
    uint64_t seed; /* of those places; the same seed gives the same places */
} tn_assembly;
typedef struct {
    bool met;          /* all constraints hold, to 1e-8 */
    double deviation;  /* the largest |C| that is left */
    const char *worst; /* the constraint that it is of, by name; "" if there is none. Lives as long as the constraint */
    int restarts;      /* how many were needed */
    long iterations;
} tn_assembled;
TN_API tn_assembly tn_assembly_default(void);
TN_API tn_status tn_assemble_with(tn_world *w, const tn_assembly *how, tn_assembled *out);

/* The state of a world, to the bit: positions, velocities, time, what is switched on, lets, accounts. Taking one lets the
 * adaptive integrators begin a new history, so that going on and going back lead to the same bits. Undo is a restore:
 * what was removed since is back, what was added since is gone. A snapshot of another world is TN_WRONG_USE, and freeing it
 * does nothing. Free every snapshot before its world. */
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
    int by_coordinates; /* joints that are met by coordinates of their own now */
    long steps, evaluations, fallbacks;
    long factorizations; /* of islands of the matrix */
    long iterations;     /* of the displacement method, over all steps */
    int most_iterations; /* in one of them */
    int last_iterations; /* in the last */
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

#ifdef __cplusplus
}
#endif
#endif
