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

/* The built-in integrators; a program may add more (tn_integrator_find). */
typedef enum { TN_ADAMS, TN_GEAR, TN_RK4, TN_EULER, TN_IMPLICIT, TN_VERLET, TN_NYSTROM } tn_integrator;
typedef enum { TN_SOLVER_AUTO, TN_SOLVER_SPARSE, TN_SOLVER_SVD } tn_solver;

/* How constraints are enforced: by exact forces, or by displacements after a step of free motion. */
typedef enum { TN_DYNAMIC, TN_DISPLACEMENT } tn_method;
/* Forces cause accelerations or, in first-order worlds, velocities: motion stops when the force stops. */
typedef enum { TN_SECOND_ORDER, TN_FIRST_ORDER } tn_order;
/* Corrections of the displacement method: simultaneous, conserving momentum (A) or closing points in every iteration
 * (B); or sequential (Gauss–Seidel). */
typedef enum { TN_SCHEME_A, TN_SCHEME_B, TN_GAUSS_SEIDEL } tn_scheme;
/* Positions that satisfy the constraints are found before the first step: in displacement worlds unless OFF, in dynamic
 * ones if ON. */
typedef enum { TN_ASSEMBLE_AUTO, TN_ASSEMBLE_ON, TN_ASSEMBLE_OFF } tn_assembling;

/* How joints between rigid bodies are enforced under dynamic constraints: like all others, or by joint coordinates, as
 * far as they form trees. */
typedef enum { TN_JOINTS_CONSTRAINTS, TN_JOINTS_COORDINATES } tn_joints;

typedef struct {
    size_t size;              /* set by tn_settings_default() */
    tn_integrator integrator; /* TN_ADAMS */
    tn_solver solver;         /* TN_SOLVER_AUTO: sparse */
    double tolerance;         /* 1e-10: relative and absolute, of the adaptive integrators */
    double step;   /* 0.01 s, of the fixed-step integrators; 0: automatic, as long as is stable. See step_given */
    double tau;    /* 0.1 s: default time constant of assembly */
    double until;  /* 10 s: the end of a run */
    double frames; /* 30 per second */
    char up;       /* 'z' or 'y' */
    int substeps;  /* per step; 0: chosen by the method, 4 with contact, 1 without */
    int threads; /* for large models, at most 1024; 0: all processors, for elements and figures. Results do not depend on it.
                         Not part of the model: threads and refactor are neither described nor written */
    tn_method method; /* TN_DYNAMIC; default for constraints */
    tn_joints joints; /* TN_JOINTS_CONSTRAINTS; default for joints */
    /* of the displacement method, which takes fixed steps: */
    tn_scheme scheme; /* TN_GAUSS_SEIDEL */
    double alpha;     /* 1: fraction of the correction that would satisfy a constraint alone, above 0 and below 2 */
    int iterations;   /* 50: limit per step or substep */
    /* 1e-4: corrections smaller than this, in m and rad, end a step. In texts and with tn_setting_put it follows the
     * tolerance until it is set itself */
    double correction;
    bool stops_at_limit;    /* false: a step that needs more iterations is a warning; true: the run ends there */
    tn_assembling assemble; /* TN_ASSEMBLE_AUTO */
    tn_order order;         /* TN_SECOND_ORDER */
    bool refactor;          /* false: a constant matrix is factored once; true: every time, for benchmarks */
    /* false: adams is nobody's choice; where blocks are so stiff that explicit steps would take hours, implicit ones are taken */
    bool integrator_given;
    bool step_given; /* false: a step of 0.01 is nobody's choice, and automatic where there are flexible blocks */
} tn_settings;

TN_DEFAULTS(tn_settings, tn_settings_default);
/* The description of a setting, by its word in world: … end ("tolerance"); NULL: there is none. */
TN_API const tn_parameter *tn_setting(const char *word);
/* The present word of a setting ("rk4"); NULL if it is a number. */
TN_API const char *tn_setting_word(const tn_settings *s, const char *setting);
/* Changes a setting to a number or a word, given as text. TN_WRONG_USE, and nothing changed, if it is invalid. */
TN_API tn_status tn_setting_put(tn_settings *s, const char *setting, const char *value);

/* Integrators by number, from 0, and by name. */
TN_API int tn_integrator_count(void);
TN_API const char *tn_integrator_name(tn_integrator i); /* NULL: there is none */
/* Finds an integrator by its name; false if there is none. */
TN_API bool tn_integrator_find(const char *name, tn_integrator *out);
/* Does it use the tolerance? The others take fixed steps. */
TN_API bool tn_integrator_adaptive(tn_integrator i);

/* An empty world with the default settings. Free it with tn_world_free. */
TN_API tn_world *tn_world_new(void);
/* Frees a world and everything in it. NULL is allowed. */
TN_API void tn_world_free(tn_world *w);
/* A copy of this world in its present state: both continue to the same bits, and changes to one do not affect the
 * other. Ids of one are valid in the other. Unchanged data are shared: the plan, formulas, meshes; a clone costs its
 * state and its work space. Clones may be used by different threads at the same time, like any worlds. As after a
 * snapshot, integrators start a new history. Snapshots and the history of edits are not cloned. */
TN_API tn_world *tn_world_clone(tn_world *w);
/* A world that somebody works with at a screen. Where a run would be stuck, an interactive world with steps of fixed length first
 * tries shorter ones. While a handle holds something (tn_grab), steps that are ready in time take the place of integrator adams:
 * 1/240 s at most, with a tolerance of 0.02 or the world's if that is looser; constraints are met as closely as ever. solver
 * svd, which cannot be interrupted, is used for small models only. Not part of the model: it is neither described nor
 * written. Off by default; clones have it as their world does. */
TN_API tn_status tn_world_interactive(tn_world *w, bool on);
/* The present settings; the defaults for NULL. The function of the library fills `size` bytes at out, as
 * tn_settings_default_fill does. */
TN_API void tn_world_settings_fill(const tn_world *w, tn_settings *out, size_t size);
static inline tn_settings tn_world_settings(const tn_world *w)
{
    tn_settings now;
    tn_world_settings_fill(w, &now, sizeof now);
    return now;
}
/* TN_WRONG_USE, and nothing changed, if a number is out of its range or the size is missing: tn_failure says which. */
TN_API tn_status tn_world_configure(tn_world *w, const tn_settings *s);

/* ---- objects ---- */

typedef enum { TN_FREE, TN_FIXED } tn_motion; /* path-driven objects come from the scene language */

/* The definition of an object. Start from tn_object_default(). */
typedef struct {
    size_t def_size;        /* of this struct; set by tn_object_default() */
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
    double ability_to_move;                              /* its share of a common correction; 0: it does not move */
    double ability_to_rotate;                            /* its rotation for that, 1/m^2 */
    /* of a flexible block, whose size is `size`, or that of the mesh that it fills */
    int cells[3];     /* elements along x, y, z */
    double stiffness; /* Pa: an eighth of Young's modulus; or {"young", {E}} in `values` */
    double viscosity; /* Pa s */
    bool incompressible;
    double bulk;     /* Pa: bulk modulus of an incompressible block; 0: automatic */
    double moldable; /* strain at which it starts to flow (the square of the change of the metric); 0: elastic */
    /* Words of its material, as listed by `tenon kinds solid`, `flexible` and `layer`: {{"density", {7800}}}. They override
     * the members above. */
    tn_parameter_value values[TN_VALUES];
} tn_object_def;

TN_DEFAULTS(tn_object_def, tn_object_default);
/* Adds an object. A zero id if the definition is invalid: then *message (if not NULL) is set to a text that the caller
 * frees. */
TN_API tn_object tn_object_add(tn_world *w, const tn_object_def *def, char **message);
/* Removes an object, a constraint or a force, and everything that refers to it; see tn_remove in model.h. */
TN_API tn_status tn_object_remove(tn_world *w, tn_object o);
/* The object of this name; a zero id if there is none. */
TN_API tn_object tn_object_find(const tn_world *w, const char *name);
/* Does the id belong to an object of this world? */
TN_API bool tn_object_valid(const tn_world *w, tn_object o);
/* Its name; "" if it has none. Valid as long as the object. */
TN_API const char *tn_object_name(const tn_world *w, tn_object o);
/* Is it a variable: a plain number, without a position in space? */
TN_API bool tn_object_is_variable(const tn_world *w, tn_object o);
/* Does it exist now? An event of the timeline may add it later, or have removed it. */
TN_API bool tn_object_present(const tn_world *w, tn_object o);
/* The objects in order of creation: the i-th, zero past the end. */
TN_API int tn_object_count(const tn_world *w);
/* The i-th object. */
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
/* Where an object is now and how it moves. */
TN_API tn_status tn_object_pose(tn_world *w, tn_object o, tn_pose *out);
/* The nodes of a flexible block, i fastest, then j, then k: positions and velocities, three numbers each, in memory of
 * the world, valid until its next step. Returns how many; 0 for other objects. */
TN_API int tn_object_nodes(tn_world *w, tn_object o, const double **positions, const double **velocities);
/* The general coordinates of an object (coordinates …, a curve's parameters) and their rates, in memory of the world,
 * valid until its next step. Returns how many; 0 for other objects. */
TN_API int tn_object_coordinates(const tn_world *w, tn_object o, const double **values, const double **rates);
/* The name of one of them; NULL if it has none. */
TN_API const char *tn_object_coordinate(const tn_world *w, tn_object o, int i);
/* The sum of the volumes of the elements of a flexible block, m³; 0 for other objects. */
TN_API double tn_object_volume(tn_world *w, tn_object o);
/* Moves an object's frame to another position and orientation, as an edit. */
TN_API tn_status tn_object_place(tn_world *w, tn_object o, tn_vec3 position, tn_quat orientation);
/* Sets the velocity of its centre of mass and its angular velocity (world axes), as an edit. */
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
/* The world as a partner. */
TN_API tn_arg tn_arg_world(void);
/* An object as a partner. */
TN_API tn_arg tn_arg_object(tn_object o);
/* A point in an object's frame. */
TN_API tn_arg tn_arg_point(tn_object o, tn_vec3 local);
/* A direction in an object's frame. */
TN_API tn_arg tn_arg_direction(tn_object o, tn_vec3 local);
/* A place or direction in the world. */
TN_API tn_arg tn_arg_vector(tn_vec3 v);
/* A number. */
TN_API tn_arg tn_arg_number(double x);
/* A joint, for gears. */
TN_API tn_arg tn_arg_constraint(tn_constraint c);

/* How one constraint is enforced: by the world's method, or by its own. Reaction: on one mass point, whose force
 * components that violate it are removed; multiplier: by a multiplier that grows until it is met; penalty: by a spring.
 * Coordinates: for a joint between rigid bodies, once it is met: its joint coordinates are integrated, and it has no
 * gap. */
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
/* The definition of a constraint. Start from tn_constraint_default(). */
typedef struct {
    size_t size;      /* set by tn_constraint_default() */
    const char *name; /* NULL: unnamed */
    const char *kind; /* "connect", "distance", "revolute", "outside", …; see tenon kinds */
    tn_arg args[TN_ARGS];
    int count;
    double tau;      /* s; 0: the world's */
    double ks, kd;   /* feedback C̈ = −ks C − kd Ċ instead of tau; both 0: from tau */
    double from, to; /* active in this interval of time; both 0: always */
    tn_by by;
    double compliance;         /* m/N or rad/(N m), under the displacement method; 0: rigid */
    double stiffness, damping; /* of a penalty; damping of a multiplier; 0: from tau */
    double bound;              /* largest force of a multiplier; 0: unlimited */
} tn_constraint_def;
TN_DEFAULTS(tn_constraint_def, tn_constraint_default);
/* Adds a constraint; a zero id and a message as with tn_object_add. */
TN_API tn_constraint tn_constraint_add(tn_world *w, const tn_constraint_def *def, char **message);

/* A joint of the 1994 form: a point of object2 at a point, on an axis or in a plane of object1, and the two rotating
 * against each other within limits. Start from tn_hinge_default(), which is empty and has no limits. Points and
 * directions are in the objects' frames. */
typedef struct {
    size_t size;       /* set by tn_hinge_default() */
    const char *name;  /* NULL: unnamed */
    tn_object object1; /* zero: the world */
    tn_object object2;
    bool hinge; /* point2 meets point1, or with axial or planar: */
    tn_vec3 point1, point2;
    bool axial; /* moves along an axis of object1 through point1, between these distances from it; m */
    tn_vec3 axis;
    double axial_min, axial_max;
    bool planar; /* moves in the plane of object1 with this normal, between these distances from point1; m */
    tn_vec3 normal;
    double planar_min, planar_max;
    bool angle; /* between an axis of each; rad, from 0 to pi */
    tn_vec3 axis1, axis2;
    double angle_min, angle_max;
    bool twist; /* of directions normal to those axes, about them; rad, from -pi to pi */
    tn_vec3 across1, across2;
    double twist_min, twist_max;
    double bounce; /* restitution at the limits, 0 … 1 */
    double tau;    /* as in tn_constraint_def; so are the next four */
    double from, to;
    tn_by by;
    double compliance;
} tn_hinge_def;
TN_DEFAULTS(tn_hinge_def, tn_hinge_default);
/* Adds such a joint; a zero id and a message as with tn_object_add. */
TN_API tn_constraint tn_hinge_add(tn_world *w, const tn_hinge_def *def, char **message);
TN_API tn_status tn_constraint_remove(tn_world *w, tn_constraint c); /* and what refers to it, like tn_object_remove */
/* Switches a constraint on or off, as an edit. */
TN_API tn_status tn_constraint_switch(tn_world *w, tn_constraint c, bool on);
/* The constraint of this name, in one of the forms of tn_constraint_name; a zero id if there is none. */
TN_API tn_constraint tn_constraint_find(const tn_world *w, const char *name);
/* Does the id belong to a constraint of this world? */
TN_API bool tn_constraint_valid(const tn_world *w, tn_constraint c);
/* The number of constraints. */
TN_API int tn_constraint_count(const tn_world *w);
/* The i-th constraint in order of creation; zero past the end. */
TN_API tn_constraint tn_constraint_at(const tn_world *w, int i);
/* Its name; of an unnamed one the kind and the line of its statement, connect@4, with the turn of the loops around it:
 * connect@4[i=3,j=2]. These are unique: others that are alike in all this are connect@4#2, connect@4[i=3]#2.
 * tn_constraint_find finds them; a turn or a number may be left out where only one constraint fits. "" if there is no
 * such constraint. Valid as long as the constraint. */
TN_API const char *tn_constraint_name(const tn_world *w, tn_constraint c);

typedef struct {
    int rows;
    double deviation[6];   /* C */
    double multiplier[6];  /* λ: the constraint force, one number per row */
    tn_vec3 force, torque; /* on its second partner, world axes; the torque about that partner's connector point */
    double size;           /* |C| */
} tn_constraint_state;
/* Deviation, multipliers and forces of a constraint now. */
TN_API tn_status tn_constraint_get(tn_world *w, tn_constraint c, tn_constraint_state *out);

/* The definition of a force. Start from tn_force_default(). Parameters are given by their words, as listed by `tenon
 * kinds`, or, for the built-in kinds, by the members below. A vector may also be given as an argument. */
typedef struct {
    size_t size; /* set by tn_force_default() */
    const char *name;
    const char *kind; /* "gravity", "spring", "torsion", "drag", "push", "turn", …; see tenon kinds */
    tn_arg args[TN_ARGS];
    int count;
    double from, to;
    double stiffness, rest, damping;      /* spring, torsion */
    double linear, angular;               /* drag */
    tn_parameter_value values[TN_VALUES]; /* for any kind: {{"stiffness", {40}}, {"rest", {0.5}}} */
} tn_force_def;
TN_DEFAULTS(tn_force_def, tn_force_default);
/* Adds a force; a zero id and a message as with tn_object_add. */
TN_API tn_force tn_force_add(tn_world *w, const tn_force_def *def, char **message);
TN_API tn_status tn_force_remove(tn_world *w, tn_force f); /* and what refers to it, like tn_object_remove */
/* Switches a force on or off, as an edit. */
TN_API tn_status tn_force_switch(tn_world *w, tn_force f, bool on);
/* The force of this name; a zero id if there is none. */
TN_API tn_force tn_force_find(const tn_world *w, const char *name);
/* Its name, or spring@5[i=3] as for constraints; tn_force_find finds it. */
TN_API const char *tn_force_name(const tn_world *w, tn_force f);
/* Does the id belong to a force of this world? */
TN_API bool tn_force_valid(const tn_world *w, tn_force f);
/* The forces in order of creation: the i-th, zero past the end. */
TN_API int tn_force_count(const tn_world *w);
/* The i-th force. */
TN_API tn_force tn_force_at(const tn_world *w, int i);

/* ---- contact ---- */

/* How contacts are solved: each island of bodies that touch or are joined exactly if the predicted cost is low, and by
 * sweeps otherwise; all of them exactly; all of them by sweeps. Flexible and generalized objects are always swept. */
typedef enum { TN_CONTACT_BY_COST, TN_CONTACT_EXACT, TN_CONTACT_FAST } tn_contact_way;

/* How the friction or restitution of a pair follows from those of its two objects (the words `friction` and `bounce` of
 * their blocks, otherwise the numbers of the contact of all): by default the geometric mean of friction and the larger
 * restitution. */
typedef enum {
    TN_MIX_DEFAULT,
    TN_MIX_GEOMETRIC,
    TN_MIX_MEAN, /* arithmetic */
    TN_MIX_MIN,
    TN_MIX_MAX,
    TN_MIX_PRODUCT
} tn_contact_mix;

/* Contact between all bodies, or between these two. Bodies with a constraint between them do not touch unless the pair
 * is named. A world with contact takes fixed steps with every integrator. Start from tn_contact_default(). */
typedef struct {
    size_t size;      /* set by tn_contact_default() */
    tn_object a, b;   /* both zero: all */
    bool off;         /* no contact between these two */
    double friction;  /* Coulomb's coefficient */
    double bounce;    /* restitution, 0 … 1 */
    double threshold; /* slower impacts do not bounce, m/s; 0: chosen from gravity and the step; negative: all bounce */
    tn_contact_way way; /* of all contacts; the last one that is not TN_CONTACT_BY_COST counts */
    /* Resistance to rolling and to spinning on the spot: the largest torques along the surface and about its normal, per
     * normal force, m. */
    double rolling, spinning;
    tn_contact_mix friction_rule, bounce_rule; /* of contact between all; not of a pair */
} tn_contact_def;
TN_DEFAULTS(tn_contact_def, tn_contact_default);
/* Adds contact, or changes that of the pair. TN_WRONG_USE, and nothing changed, if an object cannot take part or a number is
 * out of its range: tn_failure says which. */
TN_API tn_status tn_contact_add(tn_world *w, const tn_contact_def *def);
/* How contacts are solved; false if there are none. */
TN_API bool tn_contact_get_way(const tn_world *w, tn_contact_way *out);
/* Changes it; TN_WRONG_USE if there is none. */
TN_API tn_status tn_contact_set_way(tn_world *w, tn_contact_way way);

/* ---- skins ---- */

/* A smooth surface over a chain of solids, for pictures and movies; it does not affect the motion. Start from
 * tn_skin_default(). */
typedef struct {
    size_t size;              /* set by tn_skin_default() */
    const char *name;         /* NULL or "": none */
    const tn_object *objects; /* two solids at least, in the order of the chain */
    int count;
    tn_vec3 color; /* 0 … 1; negative: that of the first object */
    double margin; /* distance from the solids, m: 0 */
} tn_skin_def;
TN_DEFAULTS(tn_skin_def, tn_skin_default);
/* Copies its arguments. On failure *message (may be NULL) is set to a text that the caller frees with tn_free(). */
TN_API tn_status tn_skin_add(tn_world *w, const tn_skin_def *def, char **message);
/* The number of skins. */
TN_API int tn_skin_count(const tn_world *w);

/* A contact point of two bodies in the last step. */
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

/* The present time, s. */
TN_API double tn_time(const tn_world *w);
/* Runs to time t exactly. TN_STUCK: it could not continue; time and state are those of the last good step. */
TN_API tn_status tn_advance(tn_world *w, double t);
/* The same for at most so many seconds of the clock (0 or more; infinity: no limit), for programs that must not wait: TN_OK
 * also if the time was not enough; then tn_time is below t, time and state are those of the last good step, and the
 * unfinished step is kept. Calls with the same t, or a later one, go on from there, and reach t with the same bits as one
 * tn_advance. The world may be looked at in between. An edit, a snapshot or a clone lets go of the unfinished step. The
 * limit is kept to a few milliseconds in models of up to some 100,000 bodies. */
TN_API tn_status tn_advance_within(tn_world *w, double t, double seconds);
/* Asks a call that runs in this world on another thread to end: tn_advance, tn_advance_within, tn_evaluate, tn_assemble,
 * tn_solve, and reading (scene.h, tn_batch_commit). It returns TN_INTERRUPTED within some 20 ms, the state is a good one,
 * and a later call of tn_advance goes on from there to the same bits; the others start again from the state as it was.
 * May be called at any time while the world exists, from any thread and from signal handlers. If no such call is running,
 * the next one returns TN_INTERRUPTED at once. */
TN_API void tn_interrupt(tn_world *w);
/* Takes back an interrupt that no call has answered yet. Was there one? */
TN_API bool tn_interrupt_clear(tn_world *w);
/* Computes forces and accelerations at the present state without moving. */
TN_API tn_status tn_evaluate(tn_world *w);
/* Finds positions that satisfy the constraints, without changing velocities or time, like tn_assemble_with with its
 * defaults. *deviation (may be NULL) gets the largest remaining |C|. */
TN_API tn_status tn_assemble(tn_world *w, double *deviation);

/* Methods: mass-weighted Gauss–Newton, which keeps the branch of the present pose; one of the schemes of the
 * displacement method, which converge from further away; or first the world's own method, and then the others until one
 * succeeds. */
typedef enum {
    TN_ASSEMBLE_ALL_WAYS,
    TN_ASSEMBLE_NEWTON,
    TN_ASSEMBLE_SCHEME_A,
    TN_ASSEMBLE_SCHEME_B,
    TN_ASSEMBLE_GAUSS_SEIDEL
} tn_assembly_way;
/* How to assemble. Start from tn_assembly_default(). */
typedef struct {
    size_t size; /* set by tn_assembly_default() */
    tn_assembly_way way;
    int restarts;  /* 5: maximum number of restarts from other positions */
    uint64_t seed; /* of those positions; the same seed gives the same positions */
} tn_assembly;
typedef struct {
    bool met;          /* all constraints hold, to 1e-8 */
    double deviation;  /* the largest remaining |C| */
    const char *worst; /* the name of its constraint; "": none. Valid as long as the constraint */
    int restarts;      /* how many were needed */
    long iterations;
} tn_assembled;
TN_DEFAULTS(tn_assembly, tn_assembly_default);
/* Finds positions that satisfy the constraints in the given way. `out` may be NULL. */
TN_API tn_status tn_assemble_with(tn_world *w, const tn_assembly *how, tn_assembled *out);

/* The state of a world, to the bit: positions, velocities, time, switches, lets, energy balance. Taking one makes
 * adaptive integrators start a new history, so that continuing and restoring give the same bits. Restoring also brings
 * back what was removed since, and removes what was added. A snapshot of another world is TN_WRONG_USE, and freeing it
 * does nothing. Free every snapshot before its world. */
typedef struct tn_snapshot tn_snapshot;
/* Takes a snapshot. Free it with tn_snapshot_free. */
TN_API tn_snapshot *tn_snapshot_take(tn_world *w);
/* Goes back to a snapshot, which stays valid. */
TN_API tn_status tn_snapshot_restore(tn_world *w, const tn_snapshot *s);
/* Frees a snapshot of this world. NULL is allowed. */
TN_API void tn_snapshot_free(tn_world *w, tn_snapshot *s);

/* Why the last call that runs returned TN_STUCK or TN_WRONG_MODEL: a message with time, constraint and values. It stays
 * until the next tn_advance; "" if there was no failure. */
TN_API const char *tn_failure(const tn_world *w);
/* Warnings of planning and running, such as a step too long for a time constant; the i-th, NULL past the end. Redundant
 * and contradictory constraints have separate lists, below. */
TN_API const char *tn_warning(const tn_world *w, int i);

/* ---- measuring ---- */

typedef struct {
    double kinetic, potential;
    double work;                        /* done so far by forces without potential and by drives */
    double drift;                       /* largest |E − E at assembly − work| / largest kinetic energy, so far */
    double deviation;                   /* largest |C| of assembled constraints now; of all if none is assembled */
    double largest_deviation;           /* the same over all frames so far */
    tn_vec3 momentum, angular_momentum; /* about the world's origin */
} tn_measures;
/* Energies, momenta and deviations now. */
TN_API tn_status tn_measure(tn_world *w, tn_measures *out);
/* Marks the present state as a frame, for drift and largest_deviation. */
TN_API void tn_frame(tn_world *w);

typedef struct {
    int objects, constraints, forces;
    int degrees_of_freedom; /* velocities minus rank of the active constraints */
    int rows, rank;
    int by_coordinates; /* joints that are by coordinates now */
    long steps, evaluations, fallbacks;
    long factorizations; /* of islands of the matrix */
    long iterations;     /* of the displacement method, over all steps */
    int most_iterations; /* in one of them */
    int last_iterations; /* in the last */
} tn_counts;
/* Numbers of things, of rows and degrees of freedom, and of the work done so far. */
TN_API tn_counts tn_count(tn_world *w);
/* Names of redundant constraints, a minimal set: without its members the rest has full rank. Determined at the
 * assembled pose (on a copy; the world does not move). NULL past the end. */
TN_API const char *tn_redundant(tn_world *w, int i);
/* Constraints that contradict each other at the assembled pose, by name. */
TN_API const char *tn_contradictory(tn_world *w, int i);
/* The same two lists by id; zero past the end. */
TN_API tn_constraint tn_redundant_at(tn_world *w, int i);
/* The i-th contradictory constraint. */
TN_API tn_constraint tn_contradictory_at(tn_world *w, int i);
/* Active constraints that should be met by now and are not: off by more than 1e-6 (m, rad, or what their formula
 * measures) 25 time constants after they became active, under the displacement method after they were met or assembled
 * once. Constraints by penalty and with a compliance give way and are not listed. A list of the present state, made when
 * i is 0; zero past the end. */
TN_API tn_constraint tn_unmet_at(tn_world *w, int i);
/* Constraints that are held softly now, because the exact motion could not go on with them (tn_warning says so once): those
 * of their islands. They are taken up again when they are nearly met. None otherwise; zero past the end. */
TN_API tn_constraint tn_held_softly_at(tn_world *w, int i);

/* Probes: named numbers. */
TN_API int tn_probe_count(const tn_world *w);
/* The name of the i-th probe; NULL past the end. */
TN_API const char *tn_probe_name(const tn_world *w, int i);
/* NaN if it is not a number, or if an object in it does not exist now; tn_probe_there distinguishes the two. */
TN_API double tn_probe_value(tn_world *w, int i);
/* Do all objects of the i-th probe exist now? */
TN_API bool tn_probe_there(const tn_world *w, int i);

#ifdef __cplusplus
}
#endif
#endif
