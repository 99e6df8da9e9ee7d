/* world.h: the world inside: what is in it, by slots with generations; the plan made of it; and its clock.
 *
 * The scene room fills a world through the world_add_… functions below; programs
 * through the tn_… functions of the public headers, which end up here as well.
 * Every change of topology marks the plan as old; the next evaluation makes it
 * anew. Object slots are the body indices of connectors, and stay valid while the
 * object lives.
 */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

#include "base/names.h"
#include "flexible/embed.h"
#include "dynamics/system.h"
#include "object/curve.h"
#include "object/jello.h"
#include "time/integrator.h"

/* ---- objects ---- */

enum object_kind {
    OBJECT_SOLID,
    OBJECT_PARTICLE,
    OBJECT_BARE,
    OBJECT_PLANE,
    OBJECT_VARIABLE,
    OBJECT_FLEXIBLE,
    OBJECT_CURVE,
    OBJECT_JELLO
};
enum object_motion { MOTION_DYNAMIC, MOTION_FIXED, MOTION_PATH };

enum { FLEXIBLE_NODES, FLEXIBLE_MOTION, FLEXIBLE_LAMBDA, FLEXIBLE_METRIC, FLEXIBLE_STATES };

/* What an object is, apart from its name and its place: a world keeps it once for all objects that are equal in it
 * (world/things/shared.c), and does not change it. Numbers and pointers first, which leaves no holes between them: types are
 * compared byte by byte. */
struct object_type {
    struct shape *shapes;            /* SOLID; meshes by reference */
    const char *mesh_path;           /* as the user wrote it; NULL if none */
    const char *path;                /* MOTION_PATH: the path's name, for the writer */
    const char *coordinates_text[2]; /* place and pose as written; NULL: none */
    const char *curve_type;          /* CURVE: the word that makes one */
    const char *file;                /* that coordinates of its own were read from; NULL: none */
    struct general *general;         /* how it moves by coordinates of its own kind (taken over); NULL: it has none */
    double mesh_scale;
    double density;           /* kg/m³ */
    double mass;              /* kg; of a particle or bare body, or overriding the shape's */
    sym3 inertia;             /* about the centre of mass, object's axes */
    double ability_to_move;   /* 1/kg, as it were: w (has_ability) */
    double ability_to_rotate; /* 1/m²: ρ, so that w ρ takes the place of the inverse inertia */
    vec3 color;
    vec3 size; /* FLEXIBLE without a mesh, m */
    struct material material;
    double curve_length;                                 /* CURVE: that it begins with, m */
    double curve_drag, curve_width;                      /* CURVE: N s/m²; how thick it is drawn, m, 0: as it comes */
    double soft_thickness, soft_stiffness, soft_damping; /* a soft layer for contact: m, N/m, N s/m; 0: rigid */
    struct mass_properties weight;                       /* what follows from all this; the world's own */
    enum object_kind kind;
    enum object_motion motion;
    int shape_count;
    int source;   /* MOTION_PATH: time source of the frame's origin */
    int cells[3]; /* FLEXIBLE: elements along x, y, z; a mesh as its shape, if any, is what they fill */
    bool has_mass, has_inertia, has_color;
    bool has_ability; /* abilities instead of a mass: the displacement method's weights (method §3) */
    bool is_compound; /* written as compound: … end */
    bool has_bulk;    /* FLEXIBLE: the bulk modulus of an incompressible material is given; otherwise it is found */
};

/* A rotation as it was written. */
struct rotation {
    vec3 axis;
    double angle; /* rad */
};

/* Where an object begins, as it was asked for. */
struct object_begin {
    vec3 position; /* of the frame */
    vec3 center;   /* has_center: the centre of mass is placed, and the position follows from it */
    quat orientation;
    struct rotation rotation; /* has_rotation: for the writer; the orientation follows from it */
    vec3 velocity, spin;      /* of the centre of mass, world axes */
    bool has_center, has_rotation;
    bool has_state; /* of a flexible or affine body: it was given */
};

/* An object as it is asked for. */
struct object_def {
    const char *name; /* may be NULL for API objects */
    struct object_type type;
    struct object_begin begin;
    double value, rate; /* VARIABLE */
    /* FLEXIBLE: a state that it begins with, as the writer has it; NULL: at rest. Places and velocities of nodes, λ of
     * elements, and their rest metrics; how many numbers each. */
    const double *state[FLEXIBLE_STATES];
    int state_count[FLEXIBLE_STATES];
    const double *q, *qd; /* type.general: where its coordinates begin */
    bool unborn;          /* comes with a later event: world_bear_object */
};
struct object_def object_def_default(void);

/* Adds an object and returns its slot, or -1 with *message set (mem_free it): no mass, a name in use, … */
int world_add_object(tn_world *w, const struct object_def *def, char **message);
/* Names a body-fixed point, given in the object's frame. False if the object has a point of that name already. */
bool world_add_point(tn_world *w, int object, const char *name, vec3 local);
void world_remove_point(tn_world *w, int object, const char *name);
/* A point of an object by name (center, origin, end1, corner3, a user's own), in the object's frame. */
bool world_object_point(const tn_world *w, int object, const char *name, vec3 *local);
void world_offer_points(const tn_world *w, int object, const char *word, const char **best);
int world_find_object(const tn_world *w, const char *name); /* slot, -1 if none */
const struct object_type *world_object(const tn_world *w, int slot);
const char *world_object_name(const tn_world *w, int slot); /* NULL: none */
struct object_begin world_object_begin(const tn_world *w, int slot);
/* Connectors. `local` is in the object's frame (the world moves it to the centre of mass). */
/* How an affine body looks now: its vertices in the world (jello.h; as many as it has); false for others. */
bool world_jello(const tn_world *w, int object, const struct jello **out, const double **q);
/* The state of an object that has more than a pose, as records have it: nodes of three numbers, filled up with zeros. */
int world_state_nodes(tn_world *w, int object, const double **q, const double **v);
struct connector world_point(const tn_world *w, int object, vec3 local);
struct connector world_direction(const tn_world *w, int object, vec3 local);
struct connector world_spin(const tn_world *w, int object);
struct connector world_variable(const tn_world *w, int object);
struct connector world_coordinate(const tn_world *w, int object, int i); /* of a general object: a number */
/* Flexible objects: where a node is at rest, in the object's frame; false if there is none with these numbers. */
bool world_node(const tn_world *w, int object, int i, int j, int k, vec3 *local);
/* The present state: positions and velocities of nodes (3 n each), numbers of elements, NULL where there are none. They
 * are the world's, until it moves on. */
struct flexible_state {
    const struct lattice *lattice;
    const double *q, *v, *lambda, *metric;
};
bool world_flexible(tn_world *w, int object, struct flexible_state *out);
/* Puts the nodes of a flexible object somewhere else, with other velocities; false, and nothing changed, if it does not have
 * so many or a number is not finite. */
bool world_set_nodes(tn_world *w, int object, const double *q, const double *v, int nodes);
/* Its surface: triangles of points, each point a sum of nodes. NULL for objects that are not flexible. */
const struct flexible_surface *world_surface(const tn_world *w, int object);
struct flexible_surface {
    struct embedding points;
    int triangles;
    int (*triangle)[3];
};
/* Where a point or direction is now, and how it moves (ÿ too if the world was evaluated): of any object. */
struct signal world_signal(tn_world *w, const struct connector *c);

/* Coordinates of its own, now: the world's, until it moves on; false for others. */
bool world_coordinates(const tn_world *w, int object, const double **q, const double **v);

/* A curve and its parameters now; NULL if the object is none. */
const struct curve *world_curve(const tn_world *w, int object, const double **q, const double **lets);

/* ---- objects with coordinates of their own (object/general.h): making ---- */

struct general *general_new(const struct general_class *class, int n, const char *const *names);
/* A form: numbers over SYMBOL_Y 0 … n-1 (coordinates; component 0), extras (SYMBOL_Y n …), t and lets. */
void general_add_form(struct general *g, struct formula *f, const node *numbers, int count, const char *text,
                      struct place place);
/* The rotation about an axis by an angle, by rows; products of such. */
void general_rotation(struct formula *f, const node axis[3], node angle, node r[9]);
void general_product(struct formula *f, const node a[9], const node b[9], node out[9]);
/* The form of general_placed: where the frame's origin is, how it is turned (NULL: a particle), and where the centre of
 * mass lies in it. */
void general_add_place(struct general *g, struct formula *f, const node place[3], const node *rotation, vec3 center,
                       const char *text, struct place where);

/* ---- formulas ---- */

/* What a formula about the world is built with: symbols SYMBOL_Y, YD, YDD index `connectors`, SYMBOL_PROBE indexes
 * `specials`; equal connectors are one. */
enum special_kind {
    SPECIAL_ENERGY,
    SPECIAL_DEVIATION,
    SPECIAL_DEVIATION_OF,
    SPECIAL_FORCE,
    SPECIAL_TORQUE,
    SPECIAL_CONTACTS,
    SPECIAL_CONTACT_FORCE,
    SPECIAL_VOLUME
};
struct special {
    enum special_kind kind;
    int constraint; /* slot, of VOLUME that of an object; component is the symbol's */
    int a, b;       /* CONTACT_FORCE: what object a exerts on b; a -1: what all others do */
};
struct scope {
    struct formula *formula;
    ARRAY(struct connector) connectors;
    ARRAY(struct special) specials;
};
void scope_begin(struct scope *s);
void scope_end(struct scope *s);
int scope_connector(struct scope *s, struct connector c);
struct value scope_vector(struct scope *s, enum symbol_kind kind, struct connector c); /* its three symbols */
struct value scope_scalar(struct scope *s, enum symbol_kind kind, struct connector c); /* a variable's value or rate */
struct value scope_special(struct scope *s, enum special_kind kind, int constraint, bool vector);
struct value scope_contact(struct scope *s, int a, int b); /* a -1: all others */
/* angle(J), travel(J) of a joint by constraint slot; VALUE_ERROR if it measures no such thing. */
struct value scope_measure(tn_world *w, struct scope *s, int constraint, enum measure_type type);

/* A number that formulas can name and events can change: returns its index for SYMBOL_PARAMETER. */
int world_add_let(tn_world *w, double value);
void world_set_let(tn_world *w, int let, double value);
double world_let(const tn_world *w, int let);
int world_let_count(const tn_world *w);
/* A path: three nodes of t and lets alone. Returns the index of a time source. */
int world_add_source(tn_world *w, struct scope *s, const node value[3]);

/* ---- constraints, forces, probes ---- */

/* What constraints and forces have in common; of which many are equal in: */
struct item_type {
    const char *kind; /* word of the language: "connect", "keep", "spring" */
    const char *file; /* that the statement stands in; NULL: none */
    double from, to;  /* during, if has_interval */
    bool has_interval;
    bool handle; /* of the mouse: no part of the scene */
};
struct item_def {
    struct item_type type;
    const char *name;   /* NULL: unnamed */
    const char *text;   /* the statement as the writer prints it, without options; NULL for API ones */
    struct place place; /* of the statement; its line makes the name kind@line */
    bool off;           /* starts switched off */
    bool unborn;        /* comes with a later event: world_bear_… */
};

/* A limit or a motor of a constraint. LEAST, MOST: of what the joint measures; KEEP: the value must stay ≥ 0; SPEED,
 * ANGLE: a motor drives the joint's rate or what it measures towards the value. */
enum limit_kind { LIMIT_LEAST, LIMIT_MOST, LIMIT_KEEP, LIMIT_SPEED, LIMIT_ANGLE };
struct limit_def {
    enum limit_kind kind;
    struct scope *scope; /* of `value` and `measured` */
    node value;
    bool has_measured; /* LEAST, MOST: of this number instead of what a joint measures */
    node measured;
    const signed char *partner; /* 1 or 2 for each connector of the scope: whose it is; NULL: found from the joint */
    bool has_let;               /* the value is a let and nothing else: world_set_limit changes it */
    int let;
    const char *text; /* of the value, for the writer, where it is no let */
    double bounce;    /* restitution, 0 … 1 */
    double bound;     /* a motor's largest force or torque; INFINITY: none */
};

/* How a constraint is met. */
struct constraint_how {
    double compliance; /* of the displacement method, m/N or rad/(N m); 0: rigid */
    double tau;        /* 0: the world's */
    double ks, kd;     /* has_feedback */
    double stiffness, damping, bound;
    tn_by by;
    bool has_feedback;
    bool has_stiffness, has_damping, has_bound; /* penalty: stiffness, damping; multiplier: damping, bound */
};

/* Numbers of how a constraint is met by a word of constraint_words.h; and out again: how many are given. */
void world_put_how(struct constraint_how *how, int word, const double *value);
int world_get_how(const struct constraint_how *how, int word, double value[2]);

struct constraint_def {
    struct item_def item;
    struct constraint_how how;
    const struct constraint_class *class; /* a compiled kind with its arguments, or NULL: */
    const struct constraint_arg *args;
    int arg_count;
    const int *joint;    /* constraint slot of each JOINT argument (parallel to args) */
    struct scope *scope; /* a formula: rows of `scope` */
    const node *rows;
    int row_count; /* at most CONSTRAINT_ROWS; 0 where there are only limits */
    enum level level;
    const double *carried; /* a kind whose connectors were fixed at an earlier pose: the local of each
                                                 input, of a joint also those of its measure and its turns; or NULL */
    int carried_count;
    const struct limit_def *limits;
    int limit_count;
    double bounce;             /* of the limits that a kind brings along */
    const double *multipliers; /* by multiplier: λ to begin with, of rows, then of limits; NULL: 0 */
    int multiplier_count;
    bool is_outside; /* outside B A: args are none; the objects, and the point of B if it is not all of it: */
    int inside_of, outsider;
    bool has_point;
    vec3 point;       /* object's frame */
    bool is_on_curve; /* on-curve P c: args are none; the point, the curve, */
    struct connector rider;
    int curve, plane; /* the axis across the plane in which both stay, -1: there is none, */
    bool has_slide;   /* and the parameter that it begins with; otherwise the nearest */
    double slide;
    struct scope *number_scope; /* the NUMBER argument of a kind as a formula of lets; NULL: plain */
    node number;
};
/* What a constraint is, apart from its name, its place in a text and what it attaches to: kept once for all that are equal
 * in it, as the type of an object is. */
struct constraint_type {
    struct item_type item;
    struct constraint_how how;
    const struct constraint_class *class; /* NULL: a formula */
    constraint_kernel *kernel;            /* a kind's */
    signed char rows;
    signed char level[CONSTRAINT_ROWS]; /* enum level */
    signed char group[CONSTRAINT_ROWS]; /* by row: the first row that has its unit */
    bool uses_time, is_outside, is_on_curve;
};
/* Slot, or -1 with *message and *wrong_argument (-1: the statement as a whole). */
int world_add_constraint(tn_world *w, const struct constraint_def *def, char **message, int *wrong_argument);
int world_find_constraint(const tn_world *w, const char *name);
/* on-curve: where along the curve its point is now; false for others, and where it is not known yet. */
bool world_slide(const tn_world *w, int constraint, double *u);
/* The joint's measure (NULL if it has none), for ARG_JOINT. */
const struct measure *world_joint(const tn_world *w, int constraint);

struct force_def {
    struct item_def item;
    const struct force_class *class;
    struct connector connector[FORCE_CONNECTORS]; /* count of them by connector_count */
    int connector_count;
    int body;                      /* drag, turn: object slot, -1 for all */
    struct scope *scope;           /* NULL if all values are plain numbers */
    node value_node[FORCE_VALUES]; /* with a scope */
    double value[FORCE_VALUES];    /* without: gravity x y z; push x y z; turn x y z; spring stiffness rest damping;
                                       torsion stiffness rest damping; drag linear angular */
    const char *head;              /* the statement without its numbers, and each number as text: so that the writer */
    const char *value_text[FORCE_VALUES]; /* can put others in their place; NULL for what is not given */
    bool changed[FORCE_VALUES];           /* by world_set_force_value */
    struct goal_data *data; /* goals with data: the connectors are the scope's; taken over, also where it fails */
};
int world_add_force(tn_world *w, const struct force_def *def, char **message);
int world_find_force(const tn_world *w, const char *name);

/* ---- contact ---- */

/* Bodies touch: all of them (a and b -1), or these two. */
struct contact_def {
    int a, b; /* object slots, -1 */
    bool off; /* these two do not */
    bool removed;
    double friction, bounce;
    uint32_t generation_a, generation_b; /* the world's own */
};
int world_add_contact(tn_world *w, const struct contact_def *def);
/* Those that were removed are counted too. */
int world_contact_count(const tn_world *w);
bool world_has_contacts(const tn_world *w); /* that are there, with their objects */
void world_remove_contact(tn_world *w, int i);
bool world_contact_removed(const tn_world *w, int i);
/* The i-th; NULL if it was removed, or an object that it names is gone. */
const struct contact_def *world_contact(const tn_world *w, int i);
/* Impulses that contacts have from the last step do not count in the next one. */
void world_forget_contacts(tn_world *w);
/* The displacement method forgets which constraints it has met: those whose gaps are small are met again at once, others
 * close with their time constants, as in a world that is made anew of the same poses. */
void world_forget_met(tn_world *w);

/* ---- skins ---- */

/* One smooth surface over a chain of solids. */
struct skin_def {
    char *name;
    int *object; /* slots, in the order of the chain */
    int count;
    bool has_color;
    vec3 color;           /* otherwise that of the first object */
    double margin;        /* m */
    uint32_t *generation; /* the world's own */
    bool removed;         /* or not there yet, after an undo */
};
/* Copies what it is given. NULL, or what is wrong (the caller frees), about object `which`, -1: about the skin. */
char *world_add_skin(tn_world *w, const struct skin_def *def, int *which);
/* Those that were removed are counted too. */
int world_skin_count(const tn_world *w);
void world_remove_skin(tn_world *w, int i);
const struct skin_def *world_skin(const tn_world *w, int i);
/* Whether the i-th solid of a skin is there now; whether it is, or will be. */
bool world_skin_has(const tn_world *w, int skin, int i);
bool world_skin_lives(const tn_world *w, int skin, int i);

int world_add_probe(tn_world *w, const char *name, const char *text, struct scope *s, node value);
bool world_has_probe(const tn_world *w, const char *name);
/* A point whose way pictures draw: three nodes. */
void world_add_trace(tn_world *w, struct scope *s, const node value[3]);
int world_trace_count(const tn_world *w);
vec3 world_trace_now(tn_world *w, int i); /* not finite where something it speaks of is not there */
void world_remove_probe(tn_world *w, int i);
void world_remove_trace(tn_world *w, int i);
/* The number of a probe, which stays while others come and go, and the other way round; -1: there is none. */
uint32_t world_probe_number(const tn_world *w, int i);
int world_probe_index(const tn_world *w, uint32_t number);

void world_switch_constraint(tn_world *w, int constraint, bool on);
void world_switch_force(tn_world *w, int force, bool on);
void world_remove_object(tn_world *w, int slot);
void world_remove_constraint(tn_world *w, int slot);
void world_remove_force(tn_world *w, int slot);

enum world_thing { WORLD_OBJECT, WORLD_CONSTRAINT, WORLD_FORCE };

/* ---- things that become what another text says (change_things.c) ---- */

/* What has changed of an object. */
struct object_change {
    bool type;   /* shape, mass, colour, … */
    bool points; /* its points mean other places in it */
    bool pose, motion;
};
/* Can the object in a slot become what a definition says, or must it be made anew? */
bool world_can_change(const tn_world *w, int slot, const struct object_def *def);
/* It becomes that, with its id; it begins as the definition says if `place`, and otherwise stays where it is, with its
 * velocity. NULL, or a sentence to mem_free and nothing changed. */
char *world_change_object(tn_world *w, int slot, const struct object_def *def, bool place, struct object_change *out);
/* Puts an object's centre of mass and its axes elsewhere, without any consequence, and tells where they were. */
void world_exchange_pose(tn_world *w, int slot, vec3 *x, quat *orientation);
/* These come first in the lists of the world, in this order. */
void world_reorder(tn_world *w, enum world_thing thing, const int *slots, int count);
void world_reorder_probes(tn_world *w, const uint32_t *numbers, int count);
/* A named point of an object becomes the i-th. */
void world_reorder_point(tn_world *w, int object, const char *name, int i);
bool world_has_snapshots(const tn_world *w);
/* The line of the text that a constraint or force stands in now. */
void world_set_line(tn_world *w, enum world_thing thing, int slot, int line);

/* ---- the timeline ---- */

/* Calls act(w, ctx) when the world's time reaches `time` exactly, under every integrator; events of one time in the order
 * they were added. The action may change anything by the functions of this header; what it needs lives in ctx, which the
 * caller owns. */
void world_add_event(tn_world *w, double time, void (*act)(tn_world *w, void *ctx), void *ctx);
/* Things that an event brings are made before the run, unborn, and appear when they are borne. A kind that takes its
 * pose from the start takes it then. */
void world_bear_object(tn_world *w, int slot);
void world_bear_constraint(tn_world *w, int slot);
void world_bear_force(tn_world *w, int slot);
/* Things that an event takes away stay known (their names, their columns) but are no longer there. */
void world_retire_object(tn_world *w, int slot);
void world_retire_constraint(tn_world *w, int slot);
void world_retire_force(tn_world *w, int slot);
bool world_object_present(const tn_world *w, int slot);
bool world_constraint_present(const tn_world *w, int slot);
bool world_force_present(const tn_world *w, int slot);
/* Whether an event has taken it away, or what it acts on: it will not come back. */
bool world_object_gone(const tn_world *w, int slot);
bool world_constraint_gone(const tn_world *w, int slot);
bool world_force_gone(const tn_world *w, int slot);
bool world_probe_gone(const tn_world *w, int i);
/* Whether a constraint or a force acts on an object or looks at it. */
bool world_constraint_uses(const tn_world *w, int slot, int object);
bool world_force_uses(const tn_world *w, int slot, int object);
/* What a slot holds is the same thing as long as its generation is. */
uint32_t world_object_generation(const tn_world *w, int slot);
uint32_t world_constraint_generation(const tn_world *w, int slot);
uint32_t world_force_generation(const tn_world *w, int slot);
/* Whether its numbers are formulas of the motion or of t, which cannot be set. */
bool world_force_varies(const tn_world *w, int slot);
/* Whether the event with this ctx is still to come. */
bool world_event_pending(const tn_world *w, const void *ctx);
/* It will not come. */
void world_remove_event(tn_world *w, const void *ctx);
/* Changes of parameters. False if the thing has no such parameter or the value does not fit: nothing is changed. */
bool world_set_tau(tn_world *w, int constraint, double tau);
bool world_set_feedback(tn_world *w, int constraint, double ks, double kd);
bool world_set_bounce(tn_world *w, int constraint, double bounce);
bool world_set_force_value(tn_world *w, int force, int index, double value);
bool world_set_limit(tn_world *w, int constraint, enum limit_kind kind, double value);
bool world_set_bound(tn_world *w, int constraint, double bound);

/* By the words of the language (set.c): a change, now; whether it would be right now; or whether it could be at some later
 * time. NULL, or a sentence to mem_free. And the numbers now: how many, 0 if there are none of this name. */
enum set_how { SET_NOW, SET_WHETHER, SET_LATER };
char *world_set(tn_world *w, enum world_thing thing, int slot, const char *word, const double *v, int n,
                enum set_how how);
/* The i-th parameter of a thing that could be set; *formula: it is a formula now, which cannot. NULL past the end. */
const tn_parameter *world_parameter(tn_world *w, enum world_thing thing, int slot, int i, bool *formula);
int world_number(tn_world *w, enum world_thing thing, int slot, const char *word, double v[6]);

/* Iteration for the writer, in the order of making: how many, and the slot of the i-th. */
int world_object_count(const tn_world *w);
int world_object_slot(const tn_world *w, int i);
int world_constraint_count(const tn_world *w);
int world_constraint_slot(const tn_world *w, int i);
int world_force_count(const tn_world *w);
int world_force_slot(const tn_world *w, int i);
/* What a constraint is, and whether it is on. */
const struct constraint_type *world_constraint(const tn_world *w, int slot, bool *on);
const char *world_constraint_name(const tn_world *w, int slot); /* NULL: none; world_label gives it one */
const char *world_constraint_text(const tn_world *w, int slot); /* NULL: none */
int world_constraint_line(const tn_world *w, int slot);         /* of the text that it stands in; 0: none */
/* Its limits and motors, i from 0; false past the end. `number` is NAN where the value is a formula;
 * `text` is how it was written, NULL where it has changed since. */
struct limit_state {
    enum limit_kind kind;
    double number;
    const char *text;
    bool changed; /* since it was written */
    double bounce, bound;
    double low, high; /* between which the number must lie */
};
bool world_limit(const tn_world *w, int slot, int i, struct limit_state *out);
/* How far a revolute joint or a slider with limits may go, and where it is: what the picture of a dial needs. The angle
 * is that of B against A about `axis`, from `zero`; so that it can be seen, `zero` is chosen such that B's centre of mass
 * lies where B's angle points, unless that is on the axis. */
struct joint_range {
    enum measure_type type; /* ANGLE, TRAVEL */
    bool has_least, has_most;
    bool at_least, at_most;  /* it is held there */
    double least, most, now; /* rad or m */
    vec3 point;              /* of the joint, on A */
    vec3 axis, zero;         /* unit, across each other; `zero` of an angle only */
    double reach;            /* how far B's mass is from the joint (root of the mean square), m; 0: B is the world */
};
/* False if the constraint is off, or has no limit of an angle or a travel. */
bool world_joint_range(tn_world *w, int constraint, struct joint_range *out);
/* λ of a constraint by multiplier: of its rows, then of its limits. Returns how many. */
int world_multipliers(const tn_world *w, int slot, double out[CONSTRAINT_ROWS + 2]);
/* What a kind asks for in the words of the displacement method, with the limits it has now; `whole` if it can be said. */
struct articulation world_articulation(const tn_world *w, int slot);
/* Whether its number (a length, a ratio) was set since it was made. */
bool world_number_set(const tn_world *w, int slot);
/* What a kind was built into (its connectors are body-fixed); false for formulas, which have inputs and nothing else. */
struct constraint_parts {
    const struct constraint_form *form; /* NULL for a joint that has nothing but limits */
    int inputs;
    const struct connector *input;
    const signed char *partner; /* by input */
    double parameter[CONSTRAINT_PARAMETERS];
    const struct measure *measure; /* NULL: none */
};
bool world_constraint_built(const tn_world *w, int slot, struct constraint_parts *out);
/* The connectors of a kind or a formula, `count` of them. */
const struct connector *world_constraint_inputs(const tn_world *w, int slot, int *count);
/* A time source (a path) at the world's time. */
void world_source_now(const tn_world *w, int source, struct time_signal *out);
const struct force_def *world_force(const tn_world *w, int slot, bool *on);
int world_probe_count(const tn_world *w);
const char *world_probe_text(const tn_world *w, int i, const char **name);
/* Named points of an object made by world_add_point; NULL past the end. */
const char *world_point_at(const tn_world *w, int object, int i, vec3 *local);
/* Its number, which stays while others come and go, and the other way round; -1: there is none. */
uint32_t world_point_number(const tn_world *w, int object, int i);
int world_point_index(const tn_world *w, int object, uint32_t number);
/* The next evaluation begins anew from the state as it is: what follows depends on the state alone, not on how the
 * world came to it. */
void world_restart(tn_world *w);
/* Whether positions were looked for before the first step, or need not be any more. */
bool world_is_assembled(const tn_world *w);
/* True while no object has moved since it was made (so that texts in world coordinates still hold). */
bool world_untouched(const tn_world *w);
/* The pose and velocity now, as the writer prints them: object's frame. */
void world_object_now(tn_world *w, int slot, vec3 *position, quat *orientation, vec3 *velocity, vec3 *spin,
                      double *value, double *rate);

/* Its centre of mass now, to the bit. */
vec3 world_object_center(tn_world *w, int slot);
/* Whole turns of a joint that measures an angle, in radians; 0 for others. */
double world_joint_turns(const tn_world *w, int constraint);
/* Sets the clock of a world in which nothing has happened yet. */
void world_set_time(tn_world *w, double t);

/* The settings by their table (setting_table.c): the kind whose parameters they are, values in and out. A setting has a
 * number or a word; the clock has neither here. */
extern const tn_kind world_kind;
void setting_put_number(tn_settings *s, const tn_parameter *p, double value);
void setting_put_word(tn_settings *s, const tn_parameter *p, int choice);
bool setting_get_number(const tn_settings *s, const tn_parameter *p, double *value); /* false: it has a word */
const char *setting_get_word(const tn_settings *s, const tn_parameter *p);           /* NULL: it has none */
bool setting_is_clock(const tn_parameter *p);
tn_settings settings_default(void);
bool settings_are_right(const tn_settings *s);
tn_settings *world_settings(tn_world *w);
/* What the model room keeps with a world (names, lets, paths, the timeline). `release` lets go of it with the world;
 * `share` gives what a clone of the world has in its place; the two may be used by different threads afterwards. `walk` is about what belongs to a snapshot: it hands all of it to world_walk_bytes, which
 * saves it or puts back what was saved; k NULL: the snapshot is older than the scene, and nothing was there. Memory of what
 * vanishes must stay for a redo. */
struct world_walk;
struct scene_hooks {
    void (*release)(void *scene);
    void *(*share)(void *scene);
    void (*walk)(tn_world *w, struct world_walk *k);
    bool (*has_name)(const void *scene, const char *name); /* a let, a path, a nail, … */
};
void *world_scene(const tn_world *w);
void world_set_scene(tn_world *w, void *scene, const struct scene_hooks *hooks);
void world_share_scene(const tn_world *from, tn_world *to); /* which has none */
void world_walk_bytes(struct world_walk *k, void *p, size_t n);
bool world_walk_restores(const struct world_walk *k);
/* An edit by way of these functions, for undo: begins and ends. */
void world_edit_begin(tn_world *w, const char *label);
void world_edit_end(tn_world *w, bool changed);

/* Undo of a failed reading: everything added after the mark is removed again. */
struct world_mark {
    int objects, constraints, forces, probes, traces, all_probes, sources, lets, trackers, events, contacts, skins;
    tn_settings settings;
};
struct world_mark world_mark(const tn_world *w);
void world_return_to(tn_world *w, struct world_mark m);

#endif
