/* world_parts.h: the world's own structures, shared by the files of this room. */
#ifndef WORLD_WORLD_PARTS_H
#define WORLD_WORLD_PARTS_H

#include "base/counted.h"
#include "base/open.h"
#include "base/poll.h"
#include "base/pool.h"
#include "base/region.h"
#include "base/sized.h"
#include "displacement/displacement.h"
#include "tenon/arrays.h"
#include "tenon/goals.h"
#include "world/things/built.h"
#include "world/world.h"

struct named_point {
    char *name;
    vec3 local;      /* object's frame */
    uint64_t number; /* its id, unique among all points the world has had */
};

/* A flexible object: its lattice and its surface. */
struct flexible_object {
    struct lattice *lattice;
    struct flexible_surface surface;
};

/* What only few objects have. */
struct object_more {
    bool has_begin; /* otherwise `begin` follows exactly from the first pose */
    struct object_begin begin;
    ARRAY(struct named_point) points;
    struct flexible_object *flexible; /* NULL for others */
};

/* The definition of an object; struct object_state is its state in a run. */

struct object {
    const struct object_type *type; /* shared.c; setting a number gives the object another type */
    char *name;                     /* NULL: none */
    const struct rotation *turned;  /* shared.c; the rotation as written; NULL: none */
    const struct object_more *more; /* NULL: none */
    bool used;                      /* the slot holds something, perhaps only for a snapshot */
    bool centered;                  /* the initial position was given for its centre of mass */
};
static inline const struct flexible_object *object_flexible(const struct object *o)
{
    return o->more != NULL ? o->more->flexible : NULL;
}

/* A limit or motor: one row in addition to those of the constraint. */
struct limit {
    enum limit_kind kind;
    struct program *program;
    constraint_kernel *kernel;          /* of a limit that belongs to its kind, instead of a program */
    const struct constraint_form *tied; /* form of that limit, if it has ties to break */
    int parameter_let[2];               /* lets of the kernel's parameters */
    struct connector *input;
    int inputs;
    signed char *partner; /* by input: 1 or 2; 0: unknown */
    int let;              /* its value; -1: a formula */
    char *text;           /* the value as written */
    double given;         /* the value at that time, if it has a let */
    enum level level;
    bool uses_time;
    double bounce, bound;
};

/* What only few constraints have. */
struct constraint_more {
    struct program *program;   /* of a formula */
    struct expression *number; /* the first parameters of a kind, `numbers` of them, if one depends on lets */
    int numbers;
    bool number_set;         /* parameter 0 was set, which overrides `number` */
    int curve, plane;        /* on-curve: as given */
    int inside_of, outsider; /* outside B A: as given */
    bool has_point;
    vec3 point;
    struct limit *limits;        /* limit_count */
    struct constraint_arg *args; /* of an unborn kind, which is built again when it appears */
    int *joint;
    int arg_count;
};

/* The definition of a constraint; struct constraint_state is its state in a run. */
struct constraint {
    const struct constraint_type *type; /* shared.c */
    const struct built *build;          /* the built kind, shared.c; NULL: a formula */
    const struct connector *input;
    char *name; /* NULL: none */
    char *text; /* as the writer prints it; NULL: none. If `turned`, its turn follows: text, 0, i=3,j=2, 0 (labels.c) */
    const struct constraint_more *more; /* NULL: none */
    int inputs, limit_count;
    int line;             /* of its statement */
    unsigned number : 30; /* without a name: among those with its kind, line and turn, from 1 (labels.c) */
    unsigned turned : 1;  /* it has no name, and there are loops around its statement */
    unsigned used : 1;
};
static inline struct program *constraint_program(const struct constraint *c)
{
    return c->more != NULL ? c->more->program : NULL;
}
/* Does a parameter depend on lets, and was not set since? */
static inline bool constraint_follows_lets(const struct constraint *c, int parameter)
{
    return c->more != NULL && c->more->number != NULL && parameter < c->more->numbers &&
           !(parameter == 0 && c->more->number_set);
}
/* Its value then (constraints.c). */
double constraint_number(const tn_world *w, const struct constraint *c, int parameter);

struct force {
    struct force_def def;         /* owns its strings; the scope is not kept */
    struct expression *values;    /* NULL if plain numbers; connector symbols number `inputs` */
    struct expression *lets;      /* values that are formulas of lets alone: constant between events */
    struct expression *curvature; /* goals: rate of the gradient for ẏ, at the same connectors; otherwise NULL */
    struct connector *input;
    int inputs;
    int number; /* as of a constraint */
    bool used;
};

/* ---- what they are called (labels.c) ---- */

struct label {
    const char *kind;
    int line;
    const char *turn; /* NULL: none */
    int number;       /* among those that are alike in the rest, from 1 */
};
struct label_index {
    struct label_entry *at;
    int count, capacity;
};
struct label_texts {
    char **at;
    int count, capacity;
};

/* ---- the state of things while there is no plan ---- */

/* Coordinates besides a pose: those of nodes, or generalized ones. */
struct own_coordinates {
    int count, lambdas, metrics;
    double *q, *v;           /* count each */
    double *lambda, *metric; /* of elements; NULL where the material has none */
};

struct object_state {
    vec3 x, v, w; /* centre of mass, velocities */
    quat orientation;
    double value, rate;
    struct own_coordinates *own; /* NULL for most */
    bool present;                /* created and not retired */
    bool gone;                   /* retired */
};

/* A limit or motor. */
struct limit_mode {
    enum mode mode;
    double push, multiplier;
};

struct constraint_state {
    double since;              /* when it last became active */
    double off;                /* displacement method: deviation when the plan was last stored */
    struct limit_mode *limits; /* limit_count; NULL: none */
    double *multiplier;        /* by multiplier: λ of its rows; NULL for other methods */
    double slide;              /* on-curve: curve parameter, if has_slide */
    bool has_slide;
    bool present, gone;
    bool on;     /* not switched off (its interval is separate) */
    bool active; /* in the plan */
    bool met;    /* met by the displacement method since then */
    bool softly; /* its island is held softly, until soft_until at least */
};

struct force_state {
    bool present, gone, on, active;
};

struct event {
    double time;
    void (*act)(tn_world *w, void *ctx);
    bool (*counts)(const tn_world *w, const void *ctx);
    void *ctx;
};

struct probe {
    uint32_t number; /* its id, unique among all probes the world has had */
    char *name, *text;
    struct expression value; /* connector symbols number `input` */
    struct connector *input;
    int inputs;
    struct special *special;
    int specials;
};

/* In a plan: a point of a flexible object that something is attached to. */
struct plan_point {
    int object;
    vec3 local; /* from the centre of mass at rest, object's axes */
    bool has_frame;
    int body;
};

/* A point held by tn_grab (grab.c), by a constraint or a force that depends on lets. */
struct grab {
    bool held, hard;
    uint32_t generation; /* of the handle */
    uint32_t thing;      /* generation of the constraint or force in `slot` */
    int slot;
    int push;            /* slot of the force that it is, or tests with, */
    uint32_t push_thing; /* and its generation */
    int let;             /* the first of its lets */
    double tau;          /* s */
    struct connector at;
};

/* Snapshots to go back to: one before each edit, and after an undo, at the end, the state that was undone from. */
struct history {
    int steps; /* largest number of edits kept; 0: none */
    size_t bytes;
    ARRAY(struct history_step {
        tn_snapshot *state;
        char *label;
    })
    at;
    int now;              /* number of edits done; a redo repeats edit at[now] */
    int depth;            /* nesting depth of edits in progress */
    bool any;             /* one of them has changed something */
    tn_snapshot *pending; /* before the outermost edit */
    char *label;
};

/* In a plan: a point, direction or frame of a general object that something is attached to. */
struct plan_shown {
    int object;
    struct general_what what;
    int body;
};

/* Indices of a constraint in a plan. */
struct constraint_place {
    int *limit;     /* by limit: index in plan.constraint, -1 */
    int constraint; /* index in plan.constraint, -1 */
    int displaced;  /* index among the constraints of the displacement method */
    int soft;       /* index among soft constraints, or of outsides; -1 */
    bool waits;     /* becomes a joint by coordinates as soon as it is met */
};

/* A plan and its memory, which is reused for the next one; shared by clones. */
struct planned {
    struct counted users;
    struct plan plan;
    struct region memory;
    int features;                        /* number of features that the model has */
    const struct feature **feature;      /* these features (feature.h) */
    struct constraint_place *constraint; /* by slot */
    ARRAY(struct plan_point) points;     /* sorted */
    ARRAY(struct plan_shown) shown;      /* sorted */
};

struct probe_list {
    struct probe **at;
    int count, capacity;
};

/* What edits change: the definition of the model. Clones share it until one of them edits (own_things.c); the elements
 * are const so that no other file writes to them by accident. A world with snapshots does not share it, because
 * snapshots hold addresses. */
struct things {
    struct counted users;
    struct pool object_pool, constraint_pool, force_pool;
    ARRAY(const struct object) objects;
    ARRAY(const struct constraint) constraints;
    ARRAY(const struct force) forces;
    struct names object_names, constraint_names, force_names;
    struct label_index constraint_labels, force_labels; /* of those without a name */
    ARRAY(struct expression) sources;
    ARRAY(struct turns_tracker) trackers;
    struct probe_list probes;     /* existing probes */
    struct probe_list traces;     /* existing traces, three numbers each */
    struct probe_list all_probes; /* both, and those that a snapshot may bring back */
    uint32_t numbered;            /* last id given to a probe or a named point */
    ARRAY(char *) texts;          /* names of points; other texts that things had and a snapshot may bring back */
    ARRAY(struct contact_def) contact_defs;
    ARRAY(struct skin_def) skins;
    ARRAY(struct event) events; /* sorted by time */
    int elements;               /* in all flexible objects */
    struct shared {
        struct shared_piece **bucket;
        int count, capacity;
    } shared;
    ARRAY(struct general *) left_models; /* replaced ones that a snapshot may refer to */
    ARRAY(char *) files;                 /* names of the files that things were read from */
    ARRAY(tn_snapshot *) snapshots;      /* existing ones: removed things are kept for them */
    size_t snapshot_bytes;               /* memory of all of them */
    long snapshots_taken;                /* so far; the number of the latest */
};

/* The integrator of a run, kept from plan to plan while it fits. */
struct fitted {
    struct integrator *integrator;
    int size, work, bounds;
    bool contact, displaced, linked, held;
    tn_settings settings;
};

/* What advancing changes. */
/* What a constraint exerted at the moment that is shown. */
struct shown_force {
    vec3 force, torque;
    bool given;
};

struct run {
    double t;
    tn_state *state;  /* y and ẏ while there is a plan; NULL: there was none yet (state_array.c) */
    bool moved;       /* since the plan was dropped, objects were moved at most: the next one has the same numbers */
    uint64_t version; /* of the last state that was laid out */
    double *y, *ydot;
    ARRAY(double) scratch; /* of probes */
    struct fitted fitted;
    ARRAY(struct object_state) objects; /* by slot, as those below */
    ARRAY(struct constraint_state) constraints;
    ARRAY(struct force_state) forces;
    struct label_texts labels, force_labels; /* of what has no name, by slot, once they were asked for */
    ARRAY(double) lets;
    ARRAY(double) angles; /* by tracker: at the last look, whole turns included */
    ARRAY(double) turns;
    ARRAY(struct grab) grabs;
    uint32_t grab_generation;
    struct world_contacts *contacts;         /* NULL until a plan has contact */
    ARRAY(struct shown_force) shown;         /* by slot of constraints: forces of a record, until the next evaluation */
    ARRAY(struct contact_sum) shown_touches; /* those of its contacts */
    int next_event;
    bool touched;        /* something has moved since it was made */
    bool evaluated;      /* ydot, λ, signals belong to (t, y) */
    bool assembled;      /* the assembly before the first step is done, or was not wanted */
    double assembled_at; /* time of the last assembly; below all times: never */
    int waiting;         /* joints that become joints by coordinates once they are met */
    double look_again;   /* time of the next check of these */
    bool interactive;    /* recovers by itself where it is stuck: */
    bool told_of_recovery;
    int shorter;        /* steps are 4^-shorter of those of the settings, */
    double soft_until;  /* constraints are held softly until then, INFINITY: none is; for */
    double soft_for;    /* s; 0: it was not necessary yet */
    int soft_tries;     /* from rest, without getting on */
    double softness;    /* δ for contradictory constraints; 0 until a run gets stuck on them */
    bool settled;       /* the modes of limits and motors are those of this state */
    double last_event;  /* when limits last changed */
    int events_here;    /* number of changes at that time */
    double next_change; /* next time an interval begins or ends */

    /* accounts */
    bool has_base;
    double base_energy, largest_change, largest_kinetic, drift, largest_deviation, last_deviation;
    bool any_assembled;
    long steps_before, evaluations_before, fallbacks_before, factorizations_before; /* totals of earlier plans */
    struct displacement_report displaced_before; /* likewise; times and names are of the whole run */
    double work_done;                            /* while there is no plan */
};

/* Where the centre of an object was at its first frame (x NaN: not seen yet) and at its last one. */
struct seen {
    vec3 first, last;
};

/* Warnings, failures and analyses of a world. */
struct reports {
    char *failure;
    char *optimum_text; /* of the last tn_optimum */
    ARRAY(char *) warnings;
    int limit_warning; /* index from 1 of the warning about steps at the limit; 0: not given yet */
    char *limit_text;  /* its text */
    bool analysed, unmet_known;
    bool gap_left;      /* Gauss–Newton did not meet all constraints */
    bool verdict_known; /* and the other ways of assembling were tried */
    ARRAY(tn_constraint) redundant;
    ARRAY(tn_constraint) contradictory;
    ARRAY(tn_constraint) unmet;
    int rank;
    ARRAY(struct seen) seen; /* by slot */
    bool passing_told;       /* a solid passed through a fixed one, and that was said */
};

/* Functions of the program (hooks.c). */
struct world_hooks {
    tn_step_function *before, *after;
    void *user;
    double every;  /* s */
    bool calling;  /* one of the two runs */
    bool stepping; /* a step has begun, and does not end before */
    double target; /* this time, s */
    tn_file_function *files;
    void *files_user;
    struct open_hook open; /* the same for open.h */
};

/* Words of the program with things (thing_data.c): a hash table by id. */
struct thing_words {
    uint64_t id; /* 0: free */
    void *pointer;
    uint64_t number;
};
struct thing_data {
    struct thing_words *at;
    int count, capacity;
};

/* A call that can pause (long_calls.c). */
enum call_kind { CALL_ADVANCE, CALL_EVALUATE, CALL_PLAN };
struct long_call {
    struct task *task; /* NULL until one was needed */
    enum call_kind kind;
    double target; /* of CALL_ADVANCE, s */
    bool inside;   /* its body runs */
    bool paused;
    bool planning;            /* its body makes a plan, or */
    bool stepping;            /* is in the integrator, which holds memory of its own only while it builds (poll.h) */
    tn_status status;         /* that it returned */
    struct work *work;        /* while it is paused: its work and */
    const struct plan *plan;  /* its plan, and */
    struct work *spare;       /* the work that others look at the world with */
    struct poll *poll_before; /* of the thread, before a call that stops */
};

struct tn_world {
    tn_settings settings;
    struct thing_data data;
    struct world_hooks hooks;
    const struct feature *const *features;    /* that a model may have, ended by NULL (feature.h) */
    const struct things *things;              /* things_edit returns it for writing */
    ARRAY(const struct things *) things_left; /* replaced by a copy; kept until the next plan, see things_edit */
    struct run run;
    struct reports reports;

    const struct plan *plan; /* of `planned`; NULL: must be made */
    struct planned *planned;
    struct work *work;       /* always the same; its contents belong to the plan */
    struct ldl_known *known; /* an analysis that its plans may share with those of other worlds; not its own, or NULL */
    bool renew;              /* the numbers of the plan must be read again */
    long plans, renewals;    /* how often a plan was made, or its numbers read again */
    struct threads *threads; /* for loops over many things; NULL: not needed yet */
    int threads_wanted;      /* their number */

    struct poll poll;
    struct long_call call;

    struct history history;
    void *scene;
    const struct scene_hooks *scene_hooks; /* NULL: there is no scene */
};

/* own_things.c: returns the things of this world for writing: a copy, if others share them. The previous ones are kept
 * until the next plan is made, because the work, and the edit itself, may still refer to shapes in them; they no longer
 * change. */
struct things *things_edit(tn_world *w);
struct object *object_edit(tn_world *w, int slot);
struct object_more *object_edit_more(tn_world *w, int slot); /* made if needed */
struct constraint *constraint_edit(tn_world *w, int slot);
struct constraint_more *constraint_edit_more(tn_world *w, int slot);
struct force *force_edit(tn_world *w, int slot);
/* Puts a new thing into its slot. */
void object_put(tn_world *w, int slot, const struct object *o);
void constraint_put(tn_world *w, int slot, const struct constraint *c);
void force_put(tn_world *w, int slot, const struct force *f);
struct things *things_new(void);
void things_leave(tn_world *w); /* releases the replaced ones */
const struct things *
things_share(const struct things *t);     /* for a clone: another reference; a copy, if there are snapshots */
void things_free(const struct things *t); /* drops a reference */
const char *things_file_name(struct things *t, const char *file); /* stored with the things, each name once */

/* run_state.c: the state of things in a run */
static inline struct object_state *object_state(const tn_world *w, const struct object *o)
{
    return &w->run.objects.at[o - w->things->objects.at];
}
static inline struct constraint_state *constraint_state(const tn_world *w, const struct constraint *c)
{
    return &w->run.constraints.at[c - w->things->constraints.at];
}
/* Its indices in the plan, which must exist. */
static inline struct constraint_place *constraint_place(const tn_world *w, const struct constraint *c)
{
    return &w->planned->constraint[c - w->things->constraints.at];
}
struct own_coordinates *coordinates_new(int count, int lambdas, int metrics); /* all 0 */
void run_put_object(struct run *r, int slot, const struct object_state *s);
void run_put_constraint(struct run *r, int slot, const struct constraint_state *s);
void run_put_force(struct run *r, int slot, const struct force_state *s);
void run_forget_object(struct run *r, int slot); /* frees what it holds */
void run_forget_constraint(struct run *r, int slot);
void run_copy(const tn_world *from, tn_world *to);
void run_free(struct run *r);

/* state_array.c: the state of a world, which programs may look at as long as they hold it (tenon/arrays.h). */
struct tn_state {
    struct counted users;
    uint64_t version;
    int capacity; /* of y: twice y_count at least, for ẏ lies behind it */
    int q_count, v_count, y_count;
    struct state_layout *layout; /* NULL until it is asked for */
    double *y;
};
/* An array for a plan: the one given, if nobody else looks at it or if it is laid out in the same way (`same`); otherwise
 * another one, and the one given is left to those who look at it. All zero. */
tn_state *state_array_for(tn_state *s, const struct plan *plan, bool same, uint64_t *version);
void state_array_leave(tn_state *s); /* NULL is allowed */
/* Which object or constraint a velocity belongs to, and as what. */
void state_describe(const tn_world *w, int velocity, tn_state_number *out);
/* measure.c: deviations, forces and multipliers of a constraint at the evaluated state. */
void world_measure_constraint(tn_world *w, int slot, tn_constraint_state *out);
tn_status world_evaluated(tn_world *w);
/* Constraints that should be met by now, and are not. */
void world_find_unmet(tn_world *w);
/* report.c: does Gauss–Newton leave a gap from the present pose? */
bool world_gap_left(tn_world *w);
/* objects.c: as tn_object_pose, once there is a plan. */
void world_pose(tn_world *w, int slot, tn_pose *out);

/* shared.c: equal pieces of memory are stored once, with a reference count, and never change. An unused piece is kept
 * as long as a snapshot may refer to it. */
/* Returns the piece with these bytes, with another reference. `release` frees what a piece refers to when it is freed;
 * NULL: nothing. *fresh: it is new, and now owns what it refers to. */
typedef void shared_release(struct things *t, void *bytes);
const void *shared_take(struct things *t, const void *bytes, size_t size, shared_release *release, bool *fresh);
void shared_again(const void *piece);                  /* another reference */
void shared_drop(struct things *t, const void *piece); /* drops a reference; NULL: no effect */
const char *shared_text(struct things *t, const char *text);
void shared_sweep(struct things *t); /* frees unused pieces that no snapshot refers to */
int shared_count(const tn_world *w); /* number of pieces */
bool snapshot_between(const struct things *t, long after, long last); /* whether one taken in between still exists */

/* objects.c: how an object begins, as it is written; what is wrong with a definition (its weight is found). */
void object_note_begin(tn_world *w, int slot, const struct object_begin *b);
char *object_def_trouble(struct object_def *d);

/* types.c: returns the shared type with these numbers and words, with another reference; gives a thing another type,
 * which differs in numbers alone. */
const struct object_type *object_take_type(struct things *t, const struct object_type *type);
void object_retype(tn_world *w, int slot, const struct object_type *type);
const struct constraint_type *constraint_take_type(struct things *t, const struct constraint_type *type);
void constraint_retype(tn_world *w, int slot, const struct constraint_type *type);
const struct built *constraint_take_built(struct things *t, struct built *b); /* takes ownership */
void constraint_set_number(tn_world *w, int slot, double value);              /* parameter 0 of its kind */
/* What only few of them have: made if needed, freed. Only while they are being made or edited, when they are not
 * shared. */
struct object_more *object_more(struct object *o);
void object_free_more(const struct object *o);
struct constraint_more *constraint_more(struct constraint *c);
void constraint_free_more(const struct constraint *c);
struct connector *constraint_inputs(struct constraint *c); /* also of one being made or edited */
/* Free everything that belongs to a thing (objects.c, constraints.c, forces.c). */
void object_free(struct things *t, const struct object *o);
void constraint_free(struct things *t, const struct constraint *c);
void force_free(const struct force *f);
struct probe *probe_copy(const struct probe *from);
void probe_free(struct probe *p);

/* recover.c: true if the stuck world may be advanced again; at the start of a call, makes steps as long as they were. */
bool recover_from_stuck(tn_world *w);
void recover_begin(tn_world *w);
/* At its time: takes up again what was held softly, if it can be. */
void recover_take_up(tn_world *w);
/* For a new plan: what is held softly. */
void recover_planned(tn_world *w, const struct plan *plan, struct work *work);

/* grab.c */
bool grab_is_held(const tn_world *w, const struct grab *g);
void grab_moved(tn_world *w, int i, vec3 goal); /* the target rests at the goal */
int grab_find(const tn_world *w, tn_handle h);  /* -1: not there */

/* long_calls.c */
tn_status world_advance_now(tn_world *w, double t); /* as tn_advance, on the caller's stack */
tn_status world_evaluate_now(tn_world *w);
tn_status world_evaluate(tn_world *w); /* as tn_evaluate, for those that look: it is not interrupted */
bool call_paused(const tn_world *w);
bool call_inside(const tn_world *w);
tn_status call_planned(tn_world *w);
void call_drop(tn_world *w); /* something changes: lets go of a paused call */
void call_free(tn_world *w);

/* plan.c */
void plan_free(tn_world *w);
void plan_renew(tn_world *w);                     /* numbers have changed, but not the topology */
void plan_drop(tn_world *w);                      /* the topology has changed: the state is stored in the objects */
void plan_drop_moved(tn_world *w);                /* objects will only be moved: the state keeps its array */
tn_status plan_make(tn_world *w, char **message); /* if there is no plan */
void plan_store(tn_world *w);                     /* stores the state in the objects; the plan stays */
void plan_share(tn_world *from, tn_world *to);    /* a clone uses the same plan, with its own work */
bool plan_interval_active(const struct item_type *d, double t);
/* Memory that lives as long as the plan, zeroed. */
void *plan_new(tn_world *w, size_t bytes);
#define PLAN_ARRAY(w, type, n) ((type *)plan_new(w, sizeof(type) * (size_t)(n)))
void plan_formula(tn_world *w, const struct expression *from, struct expression *to);
/* The reference solver is dense: largest number of rows. */
enum { PLAN_SVD_ROWS = 3000 };
/* Largest number of rows of it in interactive worlds, since it cannot be interrupted, and as a fallback. */
enum { PLAN_DENSE_ROWS = 150 };
/* Bodies and constraints are divided among threads from this number on; with contact, whose steps take longer, from the other. */
enum { PLAN_SHARED = 6000, PLAN_SHARED_CONTACT = 300 };
/* Stages of plan_make (plan_constraints.c). */
void plan_constraints(tn_world *w, struct plan *plan);
void plan_matrix(tn_world *w, struct plan *plan);
void plan_uneven(tn_world *w, struct plan *plan); /* plan_uneven.c */
void plan_forces(tn_world *w, struct plan *plan);
void plan_turns(tn_world *w, struct plan *plan);
/* The numbers of constraints and forces, as they are in the world now. */
void plan_numbers(const tn_world *w, const struct plan *plan, struct work *work);
/* The feedback of a constraint, in the matrix or outside it. */
/* How a constraint is enforced, from the members that tn_constraint_def and tn_constraint_hook share. */
#define HOW_OF(def)                                                                                                    \
    {                                                                                                                  \
        .tau = (def)->tau, .has_feedback = (def)->ks != 0 || (def)->kd != 0, .ks = (def)->ks, .kd = (def)->kd,         \
        .by = (def)->by, .compliance = (def)->compliance, .has_stiffness = (def)->stiffness != 0,                      \
        .stiffness = (def)->stiffness, .has_damping = (def)->damping != 0, .damping = (def)->damping,                  \
        .has_bound = (def)->bound != 0, .bound = (def)->bound,                                                         \
    }
void plan_feedback(const tn_world *w, const struct constraint_how *how, struct rows_state *now);
/* Flexible objects (flexible_feature.c). Makes the lattice and mass of one, in a world that already has `others`
 * elements; NULL, or what is wrong. */
char *flexible_new(const struct object_def *d, int others, struct flexible_object **out, struct own_coordinates **own,
                   struct mass_properties *mass);
void flexible_free(struct flexible_object *f);
/* Places the nodes undeformed at the pose, moving as a rigid body would. */
void flexible_place(const struct object *o, struct object_state *s);
/* Loads the state of a definition; returns whether it has positions of nodes. */
bool flexible_load(struct own_coordinates *own, const struct object_def *d);
/* Sets the velocities of nodes from the object's velocity and spin; their positions stay. */
void flexible_set_motion(struct object_state *s);
/* Moves it to another pose as it is, deformed and moving. */
void flexible_shift(struct object_state *s, vec3 center, quat orientation);
struct signal flexible_signal(tn_world *w, const struct connector *c); /* of the material, now */
/* The connector that the plan uses (feature.c): on an embedded point, if its object is flexible. `owner` may be
 * NULL. */
struct connector plan_connector(const tn_world *w, const struct connector *c, const struct constraint *owner);
/* Objects with generalized coordinates (general_feature.c). Loads the state of a definition, whose pose is set from it;
 * NULL, or what is wrong. */
char *general_begin(tn_world *w, struct object *o, struct object_state *s, struct object_def *d);
/* Places an affine body undeformed at the pose of its object; sets its velocities to rigid motion, keeping its
 * shape. */
void general_place(tn_world *w, int slot);
void general_set_motion(const struct object_type *type, struct object_state *s);
bool general_set_nodes(tn_world *w, int object, const double *q, const double *v, int nodes);
void general_now(tn_world *w, int slot, vec3 *x, quat *orientation, vec3 *velocity, vec3 *spin);
struct signal general_signal(tn_world *w, const struct connector *c);
/* on-curve P c (slides_feature.c): its connectors and rows; NULL, or what is wrong. */
char *slides_build(const tn_world *w, const struct constraint_def *d, struct constraint_type *t, struct constraint *c);
/* Constraints without unknown multipliers (soft_feature.c). NULL, or what is wrong; outside B A gets its partners. */
char *soft_check(const tn_world *w, const struct constraint_def *d, const struct constraint *c);
void soft_begin(const struct constraint_def *d, int rows, struct constraint_state *s); /* initial λ of the definition */
char *soft_outside(const tn_world *w, const struct constraint_def *d, struct constraint_type *t, struct constraint *c);
/* The force of outside B A and the depth of its points; false for other constraints. */
bool soft_state(const tn_world *w, const struct constraint *c, tn_constraint_state *out);
/* history.c: begin of an edit, which keeps the state before it; end, with or without an effect. Edits may be nested:
 * the outermost counts. */
void history_begin(tn_world *w, const char *label);
void history_end(tn_world *w, bool changed);
void history_free(tn_world *w);
/* Joints by coordinates (linked_feature.c). NULL, or why this constraint cannot be one. */
char *linked_check(const tn_world *w, const struct constraint *c);
/* Whether joints that were not met when the plan was made are met now: a new plan can treat them by coordinates. */
bool linked_ready(tn_world *w);
/* Frees removed things that no snapshot needs any more. */
void world_purge(tn_world *w);
void world_purge_object(tn_world *w, int slot);
void world_purge_constraint(tn_world *w, int slot);
void world_purge_force(tn_world *w, int slot);
/* objects.c: mass and centre of a definition; NULL, or what is wrong. */
char *object_mass(const struct object_type *d, struct mass_properties *m);
/* False for objects whose pose follows from generalized coordinates; affine bodies can be placed. */
bool object_can_be_placed(const struct object *o);
void world_place_object(tn_world *w, int slot, vec3 position, quat orientation);
void world_move_object(tn_world *w, int slot, vec3 velocity, vec3 spin);
tn_world *world_new(const struct things *t); /* takes ownership */
struct threads *world_threads(tn_world *w);  /* world.c: as many as the settings say */

/* hooks.c: is time to be advanced step by step, with functions of the program in between? And that. */
static inline bool hooks_step(const tn_world *w) { return w->hooks.before != NULL || w->hooks.after != NULL; }
tn_status hooks_advance(tn_world *w, double target, double seconds);
/* long_calls.c: to a time, for at most so many seconds of the clock; below 0: as long as it takes. */
tn_status world_advance_for(tn_world *w, double t, double seconds);
void hooks_clone(const tn_world *from, tn_world *to);
void data_clone(const tn_world *from, tn_world *to); /* thing_data.c */

/* skins.c */
void skins_forget(struct things *t, int count); /* all but the first */

/* contact_feature.c */
void contact_clone_memory(const tn_world *from, tn_world *to);         /* warm start of pairs, while there is no plan */
void contact_forget_defs(struct things *t, int count);                 /* all but the first */
size_t contact_save(const tn_world *w, unsigned char **out);           /* warm start of pairs; caller frees */
void contact_restore(tn_world *w, unsigned char *memory, size_t size); /* takes ownership */
void contact_leave_step(tn_world *w); /* something has changed: the grid of steps begins anew at this moment */
void contact_free(tn_world *w);
int contact_points(const tn_world *w);                /* with a force */
vec3 contact_force(const tn_world *w, int a, int b);  /* of object a (-1: of all others) on object b, N */
vec3 contact_torque(const tn_world *w, int a, int b); /* the same about b's centre of mass, N m */
/* displaced_feature.c: the displacement method in a world */
bool world_displaces(const tn_world *w, const struct constraint *c); /* this constraint, if it is active */
/* Makes work->displacement for the constraints that are met by displacements. */
void displaced_make(tn_world *w, const struct plan *plan, struct work *work);
void displaced_moved(tn_world *w, int object); /* the object was moved: its constraints must be met again */
tn_status displaced_evaluate(tn_world *w);
void displaced_clone(const tn_world *from, tn_world *to); /* copies the warning about steps at the limit */
void displaced_warn(tn_world *w);                         /* about steps that ended at the limit of iterations */
struct displacement_report displaced_report(const tn_world *w);
/* assemble.c */
tn_status world_assemble_first(tn_world *w); /* before the first step, if the settings say so */
/* rest_world.c: the equilibrium of a planned world with flexible objects; without `solve` only what is said of the present
 * positions */
tn_status world_rest(tn_world *w, bool solve, tn_optimum *out);
tn_status world_no_optimum(tn_world *w); /* optimize.c: fails with what has no value at the start */
/* run.c */
tn_status world_gauss_newton(const struct plan *plan, struct work *work, double t, double *y, double *deviation);
tn_status world_planned(tn_world *w);
void world_fail(tn_world *w, char *message); /* takes ownership */
/* ÿ of a connector at the accelerations found last (measure.c). */
vec3 world_acceleration(tn_world *w, const struct connector *c);
/* trouble.c: texts about a formula without a value, for failure reports; the caller frees them all */
char *
world_culprit(tn_world *w); /* what is not finite, its place in the text, why and at which values; NULL: nothing */
bool world_formula_ends(tn_world *w); /* a formula of a force or constraint has no value, at the evaluated state */
char *world_connector_text(const tn_world *w, const struct connector *c); /* ball.center */
char *world_place_text(const char *file, struct place p);                 /* " (file.tn, line 3)" */
char *world_values_text(const tn_world *w, const struct connector *input, const struct signal *signal, int inputs,
                        double t); /* "ball.center = (0, 0, 1), t = 0.5" */
/* The whole sentence for the formula of a constraint, a force, …: `what` and its name. Takes ownership of place (from
 * world_place_text), why (from tape_trouble, may be NULL) and values; the text may be NULL. */
char *world_formula_trouble(const char *what, const char *name, char *place, const char *text, char *why, char *values);
/* Writes the assembled positions to y (plan.y_count numbers); the world is not changed. */
tn_status world_assemble_copy(tn_world *w, double *y, double *deviation);
/* The rows of a form: their levels, and which of them share a unit. */
void constraint_find_rows(struct constraint_type *t, const struct constraint_form *form);
/* labels.c: its name, or kind@line and its turn in a loop, unique. */
const char *world_label(const tn_world *w, int constraint);
const char *world_force_label(const tn_world *w, int force);
struct label label_of_constraint(const struct constraint *c);
/* The text of a constraint with its turn in loops (may be NULL) behind it; and a copy of that. */
char *label_text(const char *text, const char *turn);
char *label_text_copy(const struct constraint *c);
struct label label_of_force(const struct force *f);
/* A thing is made: its number, 0 if it has a name; and it is removed. */
int labels_add(struct label_index *x, const char *name, struct label l);
void labels_again(struct label_index *x, const char *name, struct label l); /* with the number that it has */
void labels_remove(struct label_index *x, const char *name, struct label l);
void labels_restore(struct things *t); /* from what lives */
void label_index_free(struct label_index *x);
int label_print(const struct label *l, char *room, size_t size); /* as snprintf */
void label_texts_forget(struct label_texts *texts, int slot);
/* The slot of a label; parts that are left out fit any, if only one thing fits. -1: none. */
int labels_find_constraint(const tn_world *w, const char *text);
int labels_find_force(const tn_world *w, const char *text);
static inline const char *world_label_of(const tn_world *w, const struct constraint *c)
{
    return world_label(w, (int)(c - w->things->constraints.at));
}
/* The same without allocating: written to `room` if it has no name. */
const char *world_print_label(const tn_world *w, int constraint, char *room, size_t size);
tn_constraint world_constraint_id(const tn_world *w, int slot); /* -1: none */
char *world_public_arg(const tn_world *w, const tn_arg *a, struct constraint_arg *out, int *joint);
/* ids.c: what is wrong with a name given by a program, by the rules of the language (NULL: nothing, or no name); the
 * message for a NULL world or definition; slots of ids, -1: a wrong id, or no world. */
char *world_word_trouble(const char *name); /* NULL: it can be a name */
char *world_name_trouble(const tn_world *w, const char *name, bool is_object);
char *world_nothing_given(void);
/* Whether a definition could be read (sized.h), for functions that return only a status: tn_failure has the sentence. */
bool world_takes(tn_world *w, char *trouble); /* takes it over */
int world_find_object_id(const tn_world *w, tn_object o);
int world_find_constraint_id(const tn_world *w, tn_constraint c);
/* Passes a message to the caller of a public function, who frees it, or frees it if *message is not wanted. Returns no
 * constraint. */
tn_constraint constraint_refused(char *trouble, char **message);
/* The values of a force that does not depend on the motion. */
void world_force_numbers(const tn_world *w, int slot, double value[FORCE_VALUES]);
/* Whether one of the connectors belongs to an object. */
bool connector_of_body(const struct connector *inputs, int count, int object);
/* reports and formulas */
void passing_look(tn_world *w);              /* at a frame: solids that pass through fixed ones without contact */
void world_warn(tn_world *w, char *message); /* takes ownership; the same message is kept once */
void expression_free(struct expression *e);
/* The values of formulas of lets alone. */
void expression_of_lets(const tn_world *w, const struct expression *e, double *out);
struct expression expression_make(const struct scope *s, const node *outputs, int count);
struct expression expression_copy(const struct expression *e); /* shares the tape */

#endif
