/* world.h: the world as the library sees it: its contents in slots with generations, the plan made from them, and its
 * clock.
 *
 * The model room fills a world through the world_add_… functions below, programs through the tn_… functions of the
 * public headers, which call the same functions. Every change of topology drops the plan; the next evaluation makes a
 * new one. Object slots are the body indices of connectors and stay valid while the object lives.
 */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

#include <stdatomic.h>

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

enum { OBJECT_UNUSED = 5 }; /* see struct object_type */
enum { FLEXIBLE_NODES, FLEXIBLE_MOTION, FLEXIBLE_LAMBDA, FLEXIBLE_METRIC, FLEXIBLE_STATES };

/* Everything about an object except its name and its pose. Objects with equal types share one copy
 * (world/things/shared.c), which is never changed. Types are compared byte by byte, so numbers and pointers come first:
 * this leaves no padding between members. */
struct object_type {
    struct shape *shapes;            /* SOLID; meshes by reference */
    const char *mesh_path;           /* as the user wrote it; NULL if none */
    const char *path;                /* MOTION_PATH: the path's name, for the writer */
    const char *coordinates_text[2]; /* place and pose as written, with coordinates or of t; NULL: none */
    const char *curve_type;          /* CURVE: the word of its statement */
    const char *file;                /* the file that its coordinates were read from; NULL: none */
    struct general *general;         /* its generalized coordinates (owned); NULL: none */
    double mesh_scale;
    double density;           /* kg/m³ */
    double mass;              /* kg; of a particle or bare body, or overriding the shape's */
    sym3 inertia;             /* about the centre of mass, object's axes */
    double ability_to_move;   /* w, in place of 1/mass, 1/kg (has_ability) */
    double ability_to_rotate; /* ρ, 1/m²: w ρ takes the place of the inverse inertia */
    vec3 color;
    vec3 size; /* FLEXIBLE without a mesh, m */
    struct material material;
    double curve_length;                                 /* CURVE: at the start, m */
    double curve_drag, curve_width;                      /* CURVE: N s/m²; drawn thickness, m, 0: automatic */
    double soft_thickness, soft_stiffness, soft_damping; /* a soft layer for contact: m, N/m, N s/m; 0: rigid */
    double friction, bounce, rolling, spinning;          /* of its surface (has_friction …); rolling, spinning: m */
    vec3 belt;                     /* its surface runs at this velocity, object's axes (has_belt) */
    struct mass_properties weight; /* computed from the above by the world */
    enum object_kind kind;
    enum object_motion motion;
    int shape_count;
    int source;   /* MOTION_PATH: time source of the frame's origin, */
    int turning;  /* and the first of the two of its x and y axes; -1: it does not turn */
    int cells[3]; /* FLEXIBLE: elements along x, y, z; they fill the mesh in `shapes`, if any */
    bool has_mass, has_inertia, has_color;
    bool has_ability; /* abilities instead of a mass: the displacement method's weights (method §3) */
    bool is_compound; /* written as compound: … end */
    bool has_friction, has_bounce, has_rolling, has_spinning, has_belt;
    bool has_bulk; /* FLEXIBLE: the bulk modulus of an incompressible material is given; otherwise it is computed */
    bool unused[OBJECT_UNUSED]; /* false: the rest of the last word, so that there is no padding (types.c) */
};

/* The numbers of a word of a material (enum material_word), put into a type; and how many there are: -1: it is not given. */
void world_put_material(struct object_type *t, int word, const double *value, int count);
int world_get_material(const struct object_type *t, int word, double value[3]);
/* The material of a typed definition, for a kind of objects ("solid" for all shapes). NULL, or what is wrong with it; the
 * caller frees that. */
char *world_take_material(struct object_type *t, const tn_object_def *def, const char *object);

/* A rotation as it was written. */
struct rotation {
    vec3 axis;
    double angle; /* rad */
};

/* The initial pose and motion of an object, as given. */
struct object_begin {
    vec3 position; /* of the frame */
    vec3 center;   /* has_center: the centre of mass is placed, and the position follows from it */
    quat orientation;
    struct rotation rotation; /* has_rotation: for the writer; `orientation` is the same rotation */
    vec3 velocity, spin;      /* of the centre of mass, world axes */
    bool has_center, has_rotation;
    bool has_state; /* of a flexible or affine body: a state was given */
};

/* The definition of a new object. */
struct object_def {
    const char *name; /* may be NULL for API objects */
    struct object_type type;
    struct object_begin begin;
    double value, rate; /* VARIABLE */
    /* FLEXIBLE: the initial state, as the writer prints it; NULL: at rest. Positions and velocities of nodes, λ of
     * elements, and their rest metrics; state_count says how many numbers each. */
    const double *state[FLEXIBLE_STATES];
    int state_count[FLEXIBLE_STATES];
    const double *q, *qd; /* type.general: initial coordinates and velocities */
    bool unborn;          /* comes with a later event: world_bear_object */
};
struct object_def object_def_default(void);

/* The answer of a public function to what is wrong with its arguments (NULL: nothing). Takes `wrong`; the caller gets it if
 * it asks for a message. */
tn_status world_answer(char *wrong, char **message);

/* Adds an object and returns its slot, or -1 with *message set (mem_free it): no mass, a name in use, … */
int world_add_object(tn_world *w, const struct object_def *def, char **message);
/* Names a body-fixed point, given in the object's frame. False if the object has a point of that name already. */
bool world_add_point(tn_world *w, int object, const char *name, vec3 local);
void world_remove_point(tn_world *w, int object, const char *name);
/* A point of an object by name (center, origin, end1, corner3, a user's own), in the object's frame. */
bool world_object_point(const tn_world *w, int object, const char *name, vec3 *local);
void world_offer_points(const tn_world *w, int object, const char *word, const char **best);
/* Their names as text, as many as have room: "center, origin, end1, end2". */
void world_list_points(const tn_world *w, int object, char *text, size_t room);
int world_find_object(const tn_world *w, const char *name); /* slot, -1 if none */
const struct object_type *world_object(const tn_world *w, int slot);
const char *world_object_name(const tn_world *w, int slot); /* NULL: none */
struct object_begin world_object_begin(const tn_world *w, int slot);
/* The present shape of an affine body: its vertices in world coordinates (jello.h); false for other objects. */
bool world_jello(const tn_world *w, int object, const struct jello **out, const double **q);
/* The state of an object that has more than a pose, as records store it: nodes of three numbers, padded with zeros. */
int world_state_nodes(tn_world *w, int object, const double **q, const double **v);
struct connector world_point(const tn_world *w, int object, vec3 local);
struct connector world_direction(const tn_world *w, int object, vec3 local);
struct connector world_spin(const tn_world *w, int object);
struct connector world_variable(const tn_world *w, int object);
struct connector world_coordinate(const tn_world *w, int object, int i); /* coordinate i of a general object */
/* Flexible objects: the rest position of a node, in the object's frame; false if there is no such node. */
bool world_node(const tn_world *w, int object, int i, int j, int k, vec3 *local);
/* The present state: positions and velocities of nodes (3 n each), numbers of elements, NULL where there are none. The
 * arrays belong to the world and are valid until it changes. */
struct flexible_state {
    const struct lattice *lattice;
    const double *q, *v, *lambda, *metric;
};
bool world_flexible(tn_world *w, int object, struct flexible_state *out);
/* Sets positions and velocities of the nodes of a flexible object; false, and nothing changed, if the count is wrong or
 * a number is not finite. */
bool world_set_nodes(tn_world *w, int object, const double *q, const double *v, int nodes);
/* The present function for files (tn_world_hook_files); NULL if there is none. */
void world_file_hook(const tn_world *w, tn_file_function **function, void **user);
/* What tn_constraint_get says that a constraint exerts, until the state or the forces change: the world shows a moment of a
 * record. The world must have been evaluated. */
void world_show_force(tn_world *w, int constraint, vec3 force, vec3 torque);
struct contact_sum;
void world_show_touch(tn_world *w, const struct contact_sum *touch); /* likewise what world_contact_sum gives */
/* The contact points of the last step, as tn_touch_get has them one by one, appended to *list. */
struct touch_list {
    tn_touch *at;
    int count, capacity;
};
void world_touches(const tn_world *w, struct touch_list *list);
/* Its surface: triangles of points, each point a weighted sum of nodes. NULL for objects that are not flexible. */
const struct flexible_surface *world_surface(const tn_world *w, int object);
struct flexible_surface {
    struct embedding points;
    int triangles;
    int (*triangle)[3];
};
/* The present value and rate of a point or direction of any object (ÿ too if the world was evaluated). */
struct signal world_signal(tn_world *w, const struct connector *c);

/* Generalized coordinates now, valid until the world changes; false for objects without. */
bool world_coordinates(const tn_world *w, int object, const double **q, const double **v);

/* A curve and its present parameters; NULL if the object is not a curve. */
const struct curve *world_curve(const tn_world *w, int object, const double **q, const double **lets);

/* ---- making objects with generalized coordinates (object/general.h) ---- */

struct general *general_new(const struct general_class *class, int n, const char *const *names);
/* Adds a form: numbers as formulas of SYMBOL_Y 0 … n-1 (coordinates; component 0), extras (SYMBOL_Y n …), t and
 * lets. */
void general_add_form(struct general *g, struct formula *f, const node *numbers, int count, const char *text,
                      struct place place);
/* The rotation matrix about an axis by an angle, by rows; the product of two matrices. */
void general_rotation(struct formula *f, const node axis[3], node angle, node r[9]);
void general_product(struct formula *f, const node a[9], const node b[9], node out[9]);
/* The form of general_placed: the origin of the frame, its rotation (NULL: a particle), and the centre of mass in the
 * frame. */
void general_add_place(struct general *g, struct formula *f, const node place[3], const node *rotation, vec3 center,
                       const char *text, struct place where);

/* ---- formulas ---- */

/* What a formula about the world is built from: symbols SYMBOL_Y, YD, YDD index `connectors`, SYMBOL_PROBE indexes
 * `specials`; equal connectors are stored once. */
enum special_kind {
    SPECIAL_ENERGY,
    SPECIAL_DEVIATION,
    SPECIAL_DEVIATION_OF,
    SPECIAL_FORCE,
    SPECIAL_TORQUE,
    SPECIAL_CONTACTS,
    SPECIAL_CONTACT_FORCE,
    SPECIAL_CONTACT_TORQUE,
    SPECIAL_KINETIC,
    SPECIAL_POTENTIAL,
    SPECIAL_VOLUME, /* this and the following: of an object */
    SPECIAL_MASS,
    SPECIAL_INERTIA,
    SPECIAL_MOMENTUM,
    SPECIAL_ANGULAR_MOMENTUM,
    SPECIAL_KINETIC_OF,
    SPECIAL_POTENTIAL_OF
};
static inline bool special_of_object(enum special_kind kind) { return kind >= SPECIAL_VOLUME; }
struct special {
    enum special_kind kind;
    int constraint; /* slot of the constraint or object; the component is the symbol's */
    int a, b;       /* CONTACT_FORCE, CONTACT_TORQUE: of object a on b; a -1: of all others */
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
struct value scope_contact(struct scope *s, enum special_kind kind, int a, int b); /* a -1: all others on b */
/* angle(J), travel(J) of a joint by constraint slot; VALUE_ERROR if the joint does not measure it. */
struct value scope_measure(tn_world *w, struct scope *s, int constraint, enum measure_type type);

/* A number that formulas can name and events can change: returns its index for SYMBOL_PARAMETER. */
int world_add_let(tn_world *w, double value);
void world_set_let(tn_world *w, int let, double value);
double world_let(const tn_world *w, int let);
int world_let_count(const tn_world *w);
/* A path: three nodes of t and lets alone. Returns the index of a time source. */
int world_add_source(tn_world *w, struct scope *s, const node value[3]);

/* ---- constraints, forces, probes ---- */

/* What constraints and forces have in common; item_type is the part that many share. */
struct item_type {
    const char *kind; /* word of the language: "connect", "keep", "spring" */
    const char *file; /* of the statement; NULL: none */
    double from, to;  /* during, if has_interval */
    bool has_interval;
    bool handle; /* made by tn_grab: not part of the scene */
};
struct item_def {
    struct item_type type;
    const char *name;   /* NULL: unnamed */
    const char *text;   /* the statement as the writer prints it, without options; NULL for API ones */
    struct place place; /* of the statement; its line makes the name kind@line */
    const char *turn;   /* of the loops around it, "i=3,j=2", for that name; NULL: none */
    bool off;           /* starts switched off */
    bool unborn;        /* comes with a later event: world_bear_… */
};

/* A limit or a motor of a constraint. LEAST, MOST: bounds of the joint's measure; KEEP: the value must stay ≥ 0; SPEED,
 * ANGLE: a motor drives the rate of the joint's measure, or the measure, towards the value. */
enum limit_kind { LIMIT_LEAST, LIMIT_MOST, LIMIT_KEEP, LIMIT_SPEED, LIMIT_ANGLE };
struct limit_def {
    enum limit_kind kind;
    struct scope *scope; /* of `value` and `measured` */
    node value;
    bool has_measured; /* LEAST, MOST: bounds of this number instead of the joint's measure */
    node measured;
    const signed char *partner; /* for each connector of the scope its partner, 1 or 2; NULL: found from the joint */
    bool has_let;               /* the value is a let and nothing else: world_set_limit changes it */
    int let;
    const char *text; /* of the value, for the writer, if it is not a let */
    double bounce;    /* restitution, 0 … 1 */
    double bound;     /* a motor's largest force or torque; INFINITY: none */
};

/* How a constraint is enforced. */
struct constraint_how {
    double compliance; /* of the displacement method, m/N or rad/(N m); 0: rigid */
    double tau;        /* 0: the world's */
    double ks, kd;     /* has_feedback */
    double stiffness, damping, bound;
    tn_by by;
    bool has_feedback;
    bool has_stiffness, has_damping, has_bound; /* penalty: stiffness, damping; multiplier: damping, bound */
};

/* Stores the numbers of a word of constraint_words.h; reads them back and returns how many are given. */
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
    const struct hooked *hook; /* rows by a function of the program (constraint/hooked.h); NULL: none. Its arguments: */
    const struct connector *hooked;
    bool hook_of_time;
    /* A kind whose connectors were fixed at an earlier pose: `local` of each input, then for a joint those of its
     * measure, and its turns; or NULL. */
    const double *carried;
    int carried_count;
    const struct limit_def *limits;
    int limit_count;
    double bounce;             /* of the limits that a kind brings along */
    const double *multipliers; /* by multiplier: initial λ of rows, then of limits; NULL: 0 */
    int multiplier_count;
    bool is_outside; /* outside B A: no args; the objects, and the point of B if it is not the whole of B: */
    int inside_of, outsider;
    bool has_point;
    vec3 point;       /* object's frame */
    bool is_on_curve; /* on-curve P c: no args; the point, the curve, */
    struct connector rider;
    int curve, plane; /* the normal axis of the plane that both stay in, -1: none, */
    bool has_slide;   /* and the initial curve parameter; otherwise the nearest point */
    double slide;
    struct scope *number_scope; /* the NUMBER arguments of a kind as formulas of lets; NULL: all are plain */
    node number[CONSTRAINT_PARAMETERS];
    int number_count;
};
/* Everything about a constraint except its name, its place in a text and its connectors. Constraints with equal types
 * share one copy, as objects do. */
struct constraint_type {
    struct item_type item;
    struct constraint_how how;
    const struct constraint_class *class; /* NULL: a formula */
    constraint_kernel *kernel;            /* a kind's */
    signed char rows;
    signed char level[CONSTRAINT_ROWS]; /* enum level */
    signed char group[CONSTRAINT_ROWS]; /* by row: the first row with the same unit */
    bool uses_time, is_outside, is_on_curve;
};
/* Slot, or -1 with *message and *wrong_argument (-1: the statement as a whole). */
int world_add_constraint(tn_world *w, const struct constraint_def *def, char **message, int *wrong_argument);
int world_find_constraint(const tn_world *w, const char *name);
/* on-curve: the present curve parameter of its point; false for other constraints, and while it is not known yet. */
bool world_slide(const tn_world *w, int constraint, double *u);
/* The measure of a joint (NULL if it has none), for ARG_JOINT. */
const struct measure *world_joint(const tn_world *w, int constraint);

struct force_def {
    struct item_def item;
    const struct force_class *class;
    struct connector connector[FORCE_CONNECTORS]; /* count of them by connector_count */
    int connector_count;
    bool of_world;                 /* it was given in a world block: a later world block replaces it */
    int body;                      /* drag, turn: object slot, -1 for all */
    struct scope *scope;           /* NULL if all values are plain numbers */
    node value_node[FORCE_VALUES]; /* with a scope */
    double value[FORCE_VALUES];    /* without: gravity x y z; push x y z; turn x y z; spring stiffness rest damping;
                                       torsion stiffness rest damping; drag linear angular */
    const char *head;              /* the statement without its numbers, and each number as text, so that the writer */
    const char *value_text[FORCE_VALUES]; /* can print others instead; NULL if not given */
    bool changed[FORCE_VALUES];           /* by world_set_force_value */
    struct goal_data *data;         /* goals with data: the connectors are the scope's; owned, even if the call fails */
    struct force_hook hook;         /* of force_hooked: */
    const struct connector *hooked; /* its arguments */
    int hooked_count;
};
int world_add_force(tn_world *w, const struct force_def *def, char **message);
/* The values of all forces at the present state, FORCE_VALUES for each slot; those of inactive ones where they are plain
 * numbers, otherwise NaN. `slots` is the room. False if the world cannot be evaluated. */
bool world_force_values(tn_world *w, double (*value)[FORCE_VALUES], int slots);
int world_find_force(const tn_world *w, const char *name);
/* Is it computed by a function of the program? */
bool world_constraint_hooked(const tn_world *w, int slot);
bool world_force_hooked(const tn_world *w, int slot);
/* A warning that such a thing cannot be described. */
void world_warn_hooked(tn_world *w, const char *what, const char *name);

/* ---- contact ---- */

/* Contact between all bodies (a and b -1), or between these two. */
struct contact_def {
    int a, b; /* object slots, -1 */
    bool off; /* no contact between these two */
    bool removed;
    double friction, bounce;
    double rolling, spinning;                  /* largest torques per normal force, m */
    double threshold;                          /* slower impacts do not bounce, m/s; negative: chosen by the solver */
    tn_contact_way way;                        /* how all contacts are solved */
    tn_contact_mix friction_rule, bounce_rule; /* of all contacts */
    uint32_t generation_a, generation_b;       /* the world's own */
};
int world_add_contact(tn_world *w, const struct contact_def *def);
/* Removed ones are counted too. */
int world_contact_count(const tn_world *w);
bool world_has_contacts(const tn_world *w); /* not removed, and their objects exist */
void world_remove_contact(tn_world *w, int i);
bool world_contact_removed(const tn_world *w, int i);
/* The i-th; NULL if it was removed, or an object that it names no longer exists. */
const struct contact_def *world_contact(const tn_world *w, int i);
/* What a manifold of the last step pushes with; *next counts manifolds from 0. False past the end. */
struct contact_sum {
    int a, b, points; /* slots of objects; points with a force */
    vec3 at, force;   /* their mean by force, m; of a on b, N */
};
bool world_contact_sum(const tn_world *w, int *next, struct contact_sum *out);
/* Discards the impulses of contacts: the next step has no warm start. */
void world_forget_contacts(tn_world *w);
/* The displacement method forgets which constraints it has met: those with small gaps are met again at once, others
 * close with their time constants, as in a new world with the same poses. */
void world_forget_met(tn_world *w);
/* Takes up what is held softly, and forgets for how long it was (recover.c). */
void recover_forget(tn_world *w);

/* ---- skins ---- */

/* One smooth surface over a chain of solids. */
struct skin_def {
    char *name;
    int *object; /* slots, in the order of the chain */
    int count;
    bool has_color;
    vec3 color;           /* if not given: that of the first object */
    double margin;        /* m */
    uint32_t *generation; /* the world's own */
    bool removed;         /* or not there yet, after an undo */
};
/* Copies its arguments. Returns NULL, or what is wrong (the caller frees) with object `which`; -1: with the skin. */
char *world_add_skin(tn_world *w, const struct skin_def *def, int *which);
/* Removed ones are counted too. */
int world_skin_count(const tn_world *w);
void world_remove_skin(tn_world *w, int i);
const struct skin_def *world_skin(const tn_world *w, int i);
/* Whether the i-th solid of a skin exists now; whether it exists or will. */
bool world_skin_has(const tn_world *w, int skin, int i);
bool world_skin_lives(const tn_world *w, int skin, int i);

int world_add_probe(tn_world *w, const char *name, const char *text, struct scope *s, node value);
bool world_has_probe(const tn_world *w, const char *name);
/* A point whose path is drawn in pictures: three nodes. */
void world_add_trace(tn_world *w, struct scope *s, const node value[3]);
int world_trace_count(const tn_world *w);
vec3 world_trace_now(tn_world *w, int i); /* not finite if something it refers to does not exist */
void world_remove_probe(tn_world *w, int i);
void world_remove_trace(tn_world *w, int i);
/* The id of a probe, which does not change while others come and go, and the probe of an id; -1: none. */
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
/* The lines of the text that constraints or forces have now; what has no name is numbered anew (labels.c). */
void world_relabel(tn_world *w, enum world_thing thing, const int *slots, const int *lines, int count);
/* Gives what has a name another one, which nothing has. */
void world_rename(tn_world *w, enum world_thing thing, int slot, const char *name);
void world_rename_point(tn_world *w, int object, uint32_t number, const char *name);
/* The texts of a definition that says the same by other names: what the world writes and reports. The data of a goal are
 * freed. */
void world_retext_constraint(tn_world *w, int slot, const struct constraint_def *def);
void world_retext_force(tn_world *w, int slot, const struct force_def *def);
void world_retext_probe(tn_world *w, int i, const char *name, const char *text);

/* ---- the timeline ---- */

/* Calls act(w, ctx) when the world's time reaches `time` exactly, under every integrator; events at the same time run
 * in the order they were added. The action may change anything by the functions of this header; ctx belongs to the
 * caller. While counts(w, ctx) says that it would do nothing, all it acts on being gone, it is as if it were not there:
 * no step ends at its time. */
void world_add_event(tn_world *w, double time, void (*act)(tn_world *w, void *ctx),
                     bool (*counts)(const tn_world *w, const void *ctx), void *ctx);
/* Things that an event creates are made before the run, as unborn, and appear when the event calls these. A kind that
 * records a pose at the start records it then. */
void world_bear_object(tn_world *w, int slot);
void world_bear_constraint(tn_world *w, int slot);
void world_bear_force(tn_world *w, int slot);
/* Things that an event removes keep their names and their columns of output, but no longer take part. */
void world_retire_object(tn_world *w, int slot);
void world_retire_constraint(tn_world *w, int slot);
void world_retire_force(tn_world *w, int slot);
bool world_object_present(const tn_world *w, int slot);
bool world_constraint_present(const tn_world *w, int slot);
bool world_force_present(const tn_world *w, int slot);
/* Whether an event has removed it, or an object that it acts on: it will not come back. */
bool world_object_gone(const tn_world *w, int slot);
bool world_constraint_gone(const tn_world *w, int slot);
bool world_force_gone(const tn_world *w, int slot);
bool world_probe_gone(const tn_world *w, int i);
/* Whether it acts now: it is there, on, in its interval, and so are the objects that it attaches to. */
bool world_constraint_active(const tn_world *w, int slot);
bool world_force_active(const tn_world *w, int slot);
/* How it is met now: never TN_BY_WORLD. */
tn_by world_constraint_method(const tn_world *w, int slot);
/* Tells every object that something attaches to or looks at, some of them more than once; of a probe also the constraints. */
typedef void tell_slot(void *ctx, int slot);
void world_constraint_partners(const tn_world *w, int slot, tell_slot *tell, void *ctx);
void world_force_partners(const tn_world *w, int slot, tell_slot *tell, void *ctx);
void world_probe_partners(const tn_world *w, int i, tell_slot *tell, tell_slot *tell_constraint, void *ctx);
/* Whether a constraint or a force acts on an object or reads it. */
bool world_constraint_uses(const tn_world *w, int slot, int object);
bool world_force_uses(const tn_world *w, int slot, int object);
bool world_constraint_follows(const tn_world *w, int slot, int joint); /* as a gear follows its joints */
/* A slot holds the same thing as long as its generation does not change. */
uint32_t world_object_generation(const tn_world *w, int slot);
uint32_t world_constraint_generation(const tn_world *w, int slot);
uint32_t world_force_generation(const tn_world *w, int slot);
/* Whether its values are formulas of the motion or of t, which cannot be set. */
bool world_force_varies(const tn_world *w, int slot);
/* Whether the event with this ctx is still to come; and whether it would do something. */
bool world_event_waits(const tn_world *w, const void *ctx);
bool world_event_pending(const tn_world *w, const void *ctx);
/* The time of the next event that does something; INFINITY: there is none. */
double world_next_event(const tn_world *w);
/* Cancels the event. */
void world_remove_event(tn_world *w, const void *ctx);
/* Changes of parameters. False, and nothing changed, if the thing has no such parameter or the value is not allowed. */
bool world_set_tau(tn_world *w, int constraint, double tau);
bool world_set_feedback(tn_world *w, int constraint, double ks, double kd);
bool world_set_bounce(tn_world *w, int constraint, double bounce);
bool world_set_force_value(tn_world *w, int force, int index, double value);
bool world_set_limit(tn_world *w, int constraint, enum limit_kind kind, double value);
bool world_set_bound(tn_world *w, int constraint, double bound);

/* Setting parameters by the words of the language (set.c): change it now; check whether it would be allowed now; or
 * whether it could be at some later time. NULL, or a sentence to mem_free. And the present numbers: how many, 0 if
 * there are none of this name. */
enum set_how { SET_NOW, SET_WHETHER, SET_LATER };
char *world_set(tn_world *w, enum world_thing thing, int slot, const char *word, const double *v, int n,
                enum set_how how);
/* The i-th settable parameter of a thing; *formula: it is a formula now, which cannot be set. NULL past the end. */
const tn_parameter *world_parameter(tn_world *w, enum world_thing thing, int slot, int i, bool *formula);
int world_number(tn_world *w, enum world_thing thing, int slot, const char *word, double v[6]);

/* Words of the program with a thing (thing_data.c), by its id, which is not 0. */
void world_set_data(tn_world *w, uint64_t id, void *pointer, uint64_t number);
bool world_data(const tn_world *w, uint64_t id, void **pointer, uint64_t *number);
int world_object_slots(const tn_world *w); /* one past the highest ever used */

/* Iteration for the writer, in order of creation: how many, and the slot of the i-th. */
int world_object_count(const tn_world *w);
int world_object_slot(const tn_world *w, int i);
int world_constraint_count(const tn_world *w);
int world_constraint_slot(const tn_world *w, int i);
int world_force_count(const tn_world *w);
int world_force_slot(const tn_world *w, int i);
/* The type of a constraint, and whether it is on. */
const struct constraint_type *world_constraint(const tn_world *w, int slot, bool *on);
const char *world_constraint_name(const tn_world *w, int slot); /* NULL: none; world_label gives it one */
const char *world_constraint_text(const tn_world *w, int slot); /* NULL: none */
int world_constraint_line(const tn_world *w, int slot);         /* of its statement in the text; 0: none */
/* Its limits and motors, i from 0; false past the end. `number` is NAN if the value is a formula; `text` is how it was
 * written, NULL if it has changed since. */
struct limit_state {
    enum limit_kind kind;
    double number;
    const char *text;
    bool changed; /* since it was written */
    double bounce, bound;
    double low, high; /* range of the number */
};
bool world_limit(const tn_world *w, int slot, int i, struct limit_state *out);
/* The connectors of a limit that measures a number of its own, and the partner of each, 1 or 2; NULL: it has none. */
const struct connector *world_limit_inputs(const tn_world *w, int slot, int i, int *count, const signed char **partner);
/* The range of a revolute joint or a slider with limits, and its present value, for drawing a dial. The angle is that
 * of B relative to A about `axis`, from `zero`; `zero` is chosen such that B's angle points to its centre of mass,
 * unless that lies on the axis. */
struct joint_range {
    enum measure_type type; /* ANGLE, TRAVEL */
    bool has_least, has_most;
    bool at_least, at_most;  /* at that limit now */
    double least, most, now; /* rad or m */
    vec3 point;              /* of the joint, on A */
    vec3 axis, zero;         /* orthogonal unit vectors; `zero` for angles only */
    double reach;            /* root mean square distance of B's mass from the joint, m; 0: B is the world */
};
/* False if the constraint is off, or has no limit of an angle or a travel. */
bool world_joint_range(tn_world *w, int constraint, struct joint_range *out);
/* Of a constraint with a motor: the speed or value that it drives to (NaN: a formula), and its force or torque now; false:
 * it has none. */
bool world_motor(tn_world *w, int constraint, double *wanted, double *effort);
/* λ of a constraint by multiplier: of its rows, then of its limits. Returns how many. */
int world_multipliers(const tn_world *w, int slot, double out[CONSTRAINT_ROWS + 2]);
/* A kind in the form that the displacement method uses, with its present limits; `whole` if it has such a form. */
struct articulation world_articulation(const tn_world *w, int slot);
/* Whether its number (a length, a ratio) was set after it was made. */
bool world_number_set(const tn_world *w, int slot);
/* The parts of a built kind (its connectors are body-fixed); false for formulas, which only have inputs. */
struct constraint_parts {
    const struct constraint_form *form; /* NULL for a joint that only has limits */
    int inputs;
    const struct connector *input;
    const signed char *partner; /* by input */
    double parameter[CONSTRAINT_PARAMETERS];
    const struct measure *measure; /* NULL: none */
};
bool world_constraint_built(const tn_world *w, int slot, struct constraint_parts *out);
bool world_outside_whole(const tn_world *w, int slot); /* outside B A: all of the block B, not a point of it */
/* The connectors of a kind or a formula, `count` of them. */
const struct connector *world_constraint_inputs(const tn_world *w, int slot, int *count);
/* A time source (a path) at the world's time. */
void world_source_now(const tn_world *w, int source, struct time_signal *out);
/* Where an object on a path, or moved by formulas of t, is now. */
void world_driven_pose(const tn_world *w, int slot, struct pose *out);
const struct force_def *world_force(const tn_world *w, int slot, bool *on);
int world_probe_count(const tn_world *w);
const char *world_probe_text(const tn_world *w, int i, const char **name);
/* Named points of an object made by world_add_point; NULL past the end. */
const char *world_point_at(const tn_world *w, int object, int i, vec3 *local);
/* The id of a point, which does not change while others come and go, and the point of an id; -1: none. */
uint32_t world_point_number(const tn_world *w, int object, int i);
int world_point_index(const tn_world *w, int object, uint32_t number);
/* Restarts from the present state: what follows depends on the state alone, not on how the world came to it. */
void world_restart(tn_world *w);
/* The same where the state is only looked at: the grid of steps with contact goes on. */
void world_restart_looking(tn_world *w);
/* In long loops, between pieces of work: true if the call was asked to end, and gives up. */
bool world_poll(const tn_world *w);
const atomic_bool *world_asked(const tn_world *w); /* whether one is asked to end, for who reads texts */
/* Around a long call that gives up when world_poll says so: false if it was asked to before it began; whether it was. */
bool world_call_begin(tn_world *w, bool *outermost);
bool world_call_end(tn_world *w, bool outermost);
/* Before such a call: makes the plan, and pauses if it is asked to (TN_INTERRUPTED); a later call goes on with it. */
tn_status world_plan_ahead(tn_world *w);
/* Whether the assembly before the first step is done or no longer needed. */
bool world_is_assembled(const tn_world *w);
/* True while no object has moved since it was made (so that texts in world coordinates still hold). */
bool world_untouched(const tn_world *w);
/* The present pose and velocity of the object's frame, as the writer prints them. */
void world_object_now(tn_world *w, int slot, vec3 *position, quat *orientation, vec3 *velocity, vec3 *spin,
                      double *value, double *rate);

/* Its present centre of mass, exact to the bit. */
vec3 world_object_center(tn_world *w, int slot);
/* What probes tell of an object: a number as x, or a vector. The world is evaluated. */
vec3 world_object_measure(tn_world *w, int slot, enum special_kind kind);
/* Whole turns of a joint that measures an angle, in radians; 0 for others. */
double world_joint_turns(const tn_world *w, int constraint);
/* Sets the clock of a world that has not been advanced yet. */
void world_set_time(tn_world *w, double t);

/* The settings by their table (setting_table.c): the kind whose parameters they are, values in and out. A setting has a
 * number or a word; the clock has neither here. */
extern const tn_kind world_kind;
void setting_put_number(tn_settings *s, const tn_parameter *p, double value);
void setting_put_word(tn_settings *s, const tn_parameter *p, int choice);
bool setting_get_number(const tn_settings *s, const tn_parameter *p, double *value); /* false: it has a word */
const char *setting_get_word(const tn_settings *s, const tn_parameter *p);           /* NULL: it has none */
bool setting_is_clock(const tn_parameter *p);
bool setting_is_always_written(const tn_parameter *p); /* though it is the default */
tn_settings settings_default(void);
char *settings_trouble(const tn_settings *s); /* NULL: none */
tn_settings *world_settings(tn_world *w);
/* The length of fixed steps, 0: automatic. With flexible blocks it is, unless a step is given: theirs are often shorter. */
double world_step(const tn_world *w);
/* Of the settings; where nobody has chosen one, implicit steps for blocks that are too stiff for explicit ones. */
tn_integrator world_integrator(const tn_world *w);
bool world_has_flexible(const tn_world *w);
/* What the model room keeps with a world (names, lets, paths, the timeline). `release` frees it with the world; `share`
 * returns the scene of a clone; the two may be used by different threads afterwards. `walk` passes everything that
 * belongs to a snapshot to world_walk_bytes, which saves or restores it; k NULL: the snapshot is older than the scene,
 * which was empty then. The memory of things that vanish must be kept for a redo. */
struct world_walk;
/* The camera of a scene at a moment. */
struct scene_camera {
    vec3 from, to;
    double fov; /* vertical, rad; 0: not given */
};
struct scene_hooks {
    void (*release)(void *scene);
    void *(*share)(void *scene);
    void (*walk)(tn_world *w, struct world_walk *k);
    bool (*has_name)(const void *scene, const char *name); /* a let, a path, a nail, … */
    /* The index of the first nail from index i on, with its name and place; -1: there is none. */
    int (*nail)(const void *scene, int i, const char **name, vec3 *at);
    bool (*camera)(tn_world *w, struct scene_camera *out); /* false: it has none */
};
/* Nails by index, as above: for (i = -1; (i = world_nail(w, i + 1, …)) >= 0;). */
int world_nail(const tn_world *w, int i, const char **name, vec3 *at);
bool world_camera(tn_world *w, struct scene_camera *out); /* false: there is none */
void *world_scene(const tn_world *w);
void world_set_scene(tn_world *w, void *scene, const struct scene_hooks *hooks);
void world_share_scene(const tn_world *from, tn_world *to); /* `to` has none yet */
void world_walk_bytes(struct world_walk *k, void *p, size_t n);
bool world_walk_restores(const struct world_walk *k);
/* Begin and end of an edit by the functions of this header, for undo. */
void world_edit_begin(tn_world *w, const char *label);
void world_edit_end(tn_world *w, bool changed);

/* Rollback of a failed reading: everything added after the mark is removed. */
struct world_mark {
    int objects, constraints, forces, probes, traces, all_probes, sources, lets, trackers, events, contacts, skins;
    tn_settings settings;
};
struct world_mark world_mark(const tn_world *w);
void world_return_to(tn_world *w, struct world_mark m);

#endif
