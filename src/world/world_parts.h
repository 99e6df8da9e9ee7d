/* world_parts.h: the world's own structures, shared by the files of this room. */
#ifndef WORLD_WORLD_PARTS_H
#define WORLD_WORLD_PARTS_H

#include "base/counted.h"
#include "base/pool.h"
#include "base/region.h"
#include "displacement/displacement.h"
#include "world/things/built.h"
#include "world/world.h"

struct named_point {
    char *name;
    vec3 local;      /* object's frame */
    uint64_t number; /* its id: no other point of the world has had it */
};

/* A flexible object: its lattice and its surface. */
struct flexible_object {
    struct lattice *lattice;
    struct flexible_surface surface;
};

/* What few objects have. */
struct object_more {
    bool has_begin; /* otherwise it follows from the first pose, to the bit: */
    struct object_begin begin;
    ARRAY(struct named_point) points;
    struct flexible_object *flexible; /* NULL for others */
};

/* An object as it is defined; struct object_state is what a run makes of it. */

struct object {
    const struct object_type *type; /* shared.c; what sets one of its numbers gives the object another */
    char *name;                     /* NULL: none */
    const struct rotation *turned;  /* shared.c; how its first pose was written; NULL: otherwise */
    const struct object_more *more; /* NULL: nothing of that sort */
    bool used;                      /* the slot holds something, if only for a snapshot */
    bool centered;                  /* its first place was written as that of its centre of mass */
};
static inline const struct flexible_object *object_flexible(const struct object *o)
{
    return o->more != NULL ? o->more->flexible : NULL;
}

/* A limit or motor: one row of its own beside those of the constraint. */
struct limit {
    enum limit_kind kind;
    struct program *program;
    constraint_kernel *kernel;          /* of a limit that its kind brought along, instead of a program; */
    const struct constraint_form *tied; /* its form, if it has ties to break */
    int parameter_let[2];               /* its parameters */
    struct connector *input;
    int inputs;
    signed char *partner; /* by input: 1 or 2; 0: not known */
    int let;              /* its value; -1: a formula, */
    char *text;           /* how the value was written, */
    double given;         /* and what it was then, if it has a let */
    enum level level;
    bool uses_time;
    double bounce, bound;
};

/* What few constraints have. */
struct constraint_more {
    struct program *program;   /* a formula's */
    struct expression *number; /* parameter 0 of a kind, where it follows lets, */
    bool number_set;           /* unless it was set since */
    int curve, plane;          /* on-curve: as it was asked for */
    int inside_of, outsider;   /* outside B A, likewise */
    bool has_point;
    vec3 point;
    struct limit *limits;        /* limit_count */
    struct constraint_arg *args; /* of an unborn kind: it is built again when it is borne */
    int *joint;
    int arg_count;
};

/* A constraint as it is defined; struct constraint_state is what a run makes of it. */
struct constraint {
    const struct constraint_type *type; /* shared.c, as what a kind was */
    const struct built *build;          /* built into; NULL: a formula */
    const struct connector *input;
    char *name;                         /* NULL: none */
    char *text;                         /* as the writer prints it; NULL: none */
    const struct constraint_more *more; /* NULL: nothing of that sort */
    int inputs, limit_count;
    int line; /* of its statement */
    bool used;
};
static inline struct program *constraint_program(const struct constraint *c)
{
    return c->more != NULL ? c->more->program : NULL;
}
/* The number that follows lets, and was not set since. */
static inline const struct expression *constraint_number(const struct constraint *c)
{
    return c->more != NULL && !c->more->number_set ? c->more->number : NULL;
}

struct force {
    struct force_def def;         /* strings owned; scope not kept */
    struct expression *values;    /* NULL if plain numbers; connector symbols number `inputs` */
    struct expression *lets;      /* of numbers that are formulas of lets alone: constant between events */
    struct expression *curvature; /* goals: the gradient's rate for ẏ, at the same connectors; otherwise NULL */
    struct connector *input;
    int inputs;
    bool used;
};

/* ---- the state of things while no plan holds it ---- */

/* Coordinates of an object's own: of nodes, or general ones. */
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
    bool present;                /* borne and not retired */
    bool gone;                   /* retired */
};

/* A limit or motor. */
struct limit_mode {
    enum mode mode;
    double push, multiplier;
};

struct constraint_state {
    double since;              /* when it last became active */
    double off;                /* by the displacement method: by how much, when the plan was last stored */
    struct limit_mode *limits; /* limit_count; NULL: none */
    double *multiplier;        /* by multiplier: λ of its rows; NULL for others */
    double slide;              /* on-curve: its place along the curve, if it is known */
    bool has_slide;
    bool present, gone;
    bool on;     /* not switched off (the interval counts besides) */
    bool active; /* in the plan */
    bool met;    /* by the displacement method, since then */
};

struct force_state {
    bool present, gone, on, active;
};

struct event {
    double time;
    void (*act)(tn_world *w, void *ctx);
    void *ctx;
};

struct probe {
    uint32_t number; /* its id: no other probe of the world has had it */
    char *name, *text;
    struct expression value; /* connector symbols number `input` */
    struct connector *input;
    int inputs;
    struct special *special;
    int specials;
};

/* A point of a flexible object that something is attached to, in a plan. */
struct plan_point {
    int object;
    vec3 local; /* from the centre of mass at rest, object's axes */
    bool has_frame;
    int body;
};

/* A point that is held (grab.c): by a constraint or a force, which speak of lets. */
struct grab {
    bool held, hard;
    uint32_t generation; /* of the handle, */
    uint32_t thing;      /* and of the constraint or force in slot */
    int slot;
    int let;    /* the first of its lets */
    double tau; /* s */
    struct connector at;
};

/* States to go back to: before each edit, and behind the last of them, once one is undone, the one it was undone from. */
struct history {
    int steps; /* to keep at most; 0: none are kept */
    size_t bytes;
    ARRAY(struct history_step {
        tn_snapshot *state;
        char *label;
    })
    at;
    int now;              /* edits that are done: at[now] would be redone */
    int depth;            /* of edits that are being made */
    bool any;             /* one of them changed something */
    tn_snapshot *pending; /* before the outermost */
    char *label;
};

/* A thing that a general object shows, in a plan. */
struct plan_shown {
    int object;
    struct general_what what;
    int body;
};

/* Where a constraint is in a plan. */
struct constraint_place {
    int *limit;    /* by limit: its item, -1 */
    int item;      /* -1 */
    int displaced; /* among the constraints of the displacement method */
    int soft;      /* index among soft items, or of outsides; -1 */
    bool waits;    /* to be by coordinates as soon as it is met */
};

/* A plan and the memory that it lies in, which serves again for the next one; shared by clones. */
struct planned {
    struct counted users;
    struct plan plan;
    struct region memory;
    int features;                        /* that the model has (feature.h): */
    const struct feature **feature;      /* in memory, as */
    struct constraint_place *constraint; /* by slot */
    ARRAY(struct plan_point) points;     /* sorted */
    ARRAY(struct plan_shown) shown;      /* sorted */
};

struct probe_list {
    struct probe **at;
    int count, capacity;
};

/* What edits change: the model as it is defined. Clones share it until one of them edits (own_things.c); the elements are const
 * so that no other file writes to them by accident. A world that has snapshots shares it with nobody: they know addresses. */
struct things {
    struct counted users;
    struct pool object_pool, constraint_pool, force_pool;
    ARRAY(const struct object) objects;
    ARRAY(const struct constraint) constraints;
    ARRAY(const struct force) forces;
    struct names object_names, constraint_names, force_names;
    ARRAY(struct expression) sources;
    ARRAY(struct turns_tracker) trackers;
    struct probe_list probes;     /* that are there, */
    struct probe_list traces;     /* of three numbers each; */
    struct probe_list all_probes; /* both, and those that a snapshot may bring back */
    uint32_t numbered;            /* numbers given to probes and named points so far */
    ARRAY(char *) texts;          /* of named points, likewise */
    ARRAY(struct contact_def) contact_defs;
    ARRAY(struct skin_def) skins;
    ARRAY(struct event) events; /* by time */
    int elements;               /* of all flexible objects */
    struct shared {
        struct shared_piece **bucket;
        int count, capacity;
    } shared;
    ARRAY(struct general *) left_models; /* that objects have exchanged for others: a snapshot may know them */
    ARRAY(char *) files;                 /* names of texts that things were read from */
    ARRAY(tn_snapshot *) snapshots;      /* that live: what is removed is kept for them */
    size_t snapshot_bytes;               /* that they take in all */
    long snapshots_taken;                /* so far: the number of the last */
};

/* The integrator of a run, kept from plan to plan while it fits. */
struct fitted {
    struct integrator *integrator;
    int size, work, bounds;
    bool contact, displaced, linked;
    tn_settings settings;
};

/* What advancing changes. */
struct run {
    double t;
    double *state; /* y, then ẏ: */
    int state_size;
    double *y, *ydot;
    struct fitted fitted;
    ARRAY(struct object_state) objects; /* by slot, as those below */
    ARRAY(struct constraint_state) constraints;
    ARRAY(struct force_state) forces;
    ARRAY(char *) labels; /* of constraints without a name, once they were asked for: kind@line */
    ARRAY(double) lets;
    ARRAY(double) angles; /* by tracker: when last looked, whole turns included */
    ARRAY(double) turns;
    ARRAY(struct grab) grabs;
    uint32_t grab_generation;
    struct world_contacts *contacts; /* NULL until a plan has some */
    int next_event;
    bool touched;        /* something has moved since it was made */
    bool evaluated;      /* ydot, λ, signals belong to (t, y) */
    bool assembled;      /* the assembly before the first step is done, or was not wanted */
    double assembled_at; /* when positions were last looked for; below all times: never */
    int waiting;         /* joints of the plan that will be by coordinates when they are met, */
    double look_again;   /* and when they are looked at */
    double softness;     /* of constraints that contradict each other; 0 until a run gets stuck on them */
    bool settled;        /* the modes of limits and motors are those of this state */
    double last_event;   /* when limits last changed, */
    int events_here;     /* and how often they did at that moment */
    double next_change;  /* when an interval begins or ends */

    /* accounts */
    bool has_base;
    double base_energy, largest_change, largest_kinetic, drift, largest_deviation, last_deviation;
    bool any_assembled;
    long steps_before, evaluations_before, fallbacks_before, factorizations_before; /* of earlier plans */
    struct displacement_report displaced_before; /* likewise; times and names over all */
    double work_done;                            /* while no plan holds it */
};

/* What a world tells about itself. */
struct reports {
    char *failure;
    char *optimum_text; /* of the last tn_optimum */
    ARRAY(char *) warnings;
    int limit_warning; /* of steps at the limit: among the warnings, from 1; 0: not there yet; */
    char *limit_text;  /* its text */
    bool analysed;
    ARRAY(char *) redundant;
    ARRAY(char *) contradictory;
    int rank;
};

struct tn_world {
    tn_settings settings;
    const struct feature *const *features;    /* that a model may have, NULL behind the last (feature.h) */
    const struct things *things;              /* things_edit gives it to write to */
    ARRAY(const struct things *) things_left; /* exchanged for a copy; kept until the next plan, see things_edit */
    struct run run;
    struct reports reports;

    const struct plan *plan; /* NULL: to be made; in: */
    struct planned *planned;
    struct work *work;       /* always the same; what is in it belongs to the plan */
    bool renew;              /* its numbers are to be read again */
    long plans, renewals;    /* how often one was made, or read again */
    struct threads *threads; /* of loops over many things; NULL: none were needed yet */
    int threads_wanted;      /* what they were made for */

    struct history history;
    void *scene;
    const struct scene_hooks *scene_hooks; /* NULL: there is no scene */
};

/* own_things.c: the things of this world to write to: a copy, if others share them. Those that were there before are kept
 * until the next plan is made: the work may speak of shapes in them, and so may the edit itself, but it no longer changes
 * what they say. */
struct things *things_edit(tn_world *w);
struct object *object_edit(tn_world *w, int slot);
struct object_more *object_edit_more(tn_world *w, int slot); /* made if need be */
struct constraint *constraint_edit(tn_world *w, int slot);
struct constraint_more *constraint_edit_more(tn_world *w, int slot);
struct force *force_edit(tn_world *w, int slot);
/* A new thing in its slot. */
void object_put(tn_world *w, int slot, const struct object *o);
void constraint_put(tn_world *w, int slot, const struct constraint *c);
void force_put(tn_world *w, int slot, const struct force *f);
struct things *things_new(void);
void things_leave(tn_world *w); /* lets go of those that were exchanged */
const struct things *
things_share(const struct things *t);     /* for a clone: used once more; a copy, if snapshots know it */
void things_free(const struct things *t); /* once less */
const char *things_file_name(struct things *t, const char *file); /* kept with the things, each once */

/* run_state.c: the state of things in a run */
static inline struct object_state *object_state(const tn_world *w, const struct object *o)
{
    return &w->run.objects.at[o - w->things->objects.at];
}
static inline struct constraint_state *constraint_state(const tn_world *w, const struct constraint *c)
{
    return &w->run.constraints.at[c - w->things->constraints.at];
}
/* Where it is in the plan, which is there. */
static inline struct constraint_place *constraint_place(const tn_world *w, const struct constraint *c)
{
    return &w->planned->constraint[c - w->things->constraints.at];
}
struct own_coordinates *coordinates_new(int count, int lambdas, int metrics); /* all 0 */
void run_put_object(struct run *r, int slot, const struct object_state *s);
void run_put_constraint(struct run *r, int slot, const struct constraint_state *s);
void run_put_force(struct run *r, int slot, const struct force_state *s);
void run_forget_object(struct run *r, int slot); /* what it holds is freed */
void run_forget_constraint(struct run *r, int slot);
void run_copy(const tn_world *from, tn_world *to);
void run_free(struct run *r);

/* shared.c: pieces of memory that are equal are one, counted; what they hold does not change. A piece that nothing uses any
 * more stays as long as a snapshot may know it. */
/* The piece with these bytes, used once more. `release` lets go of what a piece speaks of when it is freed; NULL: nothing.
 * *fresh: it was made now, and has taken over what it speaks of. */
typedef void shared_release(struct things *t, void *bytes);
const void *shared_take(struct things *t, const void *bytes, size_t size, shared_release *release, bool *fresh);
void shared_again(const void *piece);                  /* used once more */
void shared_drop(struct things *t, const void *piece); /* once less; NULL: nothing */
const char *shared_text(struct things *t, const char *text);
void shared_sweep(struct things *t); /* frees what nothing uses and no snapshot knows */
int shared_count(const tn_world *w); /* pieces */
bool snapshot_between(const struct things *t, long after, long last); /* whether one taken in between is still there */

/* objects.c: how an object begins, as it is written; what is wrong with a definition (its weight is found). */
void object_note_begin(tn_world *w, int slot, const struct object_begin *b);
char *object_def_trouble(struct object_def *d);

/* types.c: the type with these numbers and words, used once more; another type from now on, changed in numbers alone. */
const struct object_type *object_take_type(struct things *t, const struct object_type *type);
void object_retype(tn_world *w, int slot, const struct object_type *type);
const struct constraint_type *constraint_take_type(struct things *t, const struct constraint_type *type);
void constraint_retype(tn_world *w, int slot, const struct constraint_type *type);
const struct built *constraint_take_built(struct things *t, struct built *b); /* takes it over */
void constraint_set_number(tn_world *w, int slot, double value);              /* parameter 0 of its kind */
/* What few of them have: made if need be, freed. Only while they are not shared: while they are made or edited. */
struct object_more *object_more(struct object *o);
void object_free_more(const struct object *o);
struct constraint_more *constraint_more(struct constraint *c);
void constraint_free_more(const struct constraint *c);
struct connector *constraint_inputs(struct constraint *c); /* of one that is made or edited, too */
/* All that belongs to a thing (objects.c, constraints.c, forces.c). */
void object_free(struct things *t, const struct object *o);
void constraint_free(struct things *t, const struct constraint *c);
void force_free(const struct force *f);
void probe_free(struct probe *p);

/* plan.c */
void plan_free(tn_world *w);
void plan_renew(tn_world *w);                     /* numbers have changed, the topology has not */
void plan_drop(tn_world *w);                      /* the topology has changed: state goes back to the objects */
tn_status plan_make(tn_world *w, char **message); /* if there is none */
void plan_store(tn_world *w);                     /* the state goes to the objects; the plan stays */
void plan_share(tn_world *from, tn_world *to);    /* a clone goes on with the same plan, and a work of its own */
bool plan_interval_active(const struct item_type *d, double t);
/* Memory that lives as long as the plan, zeroed. */
void *plan_new(tn_world *w, size_t bytes);
#define PLAN_ARRAY(w, type, n) ((type *)plan_new(w, sizeof(type) * (size_t)(n)))
void plan_formula(tn_world *w, const struct expression *from, struct expression *to);
/* The reference solver is dense: no larger models. */
enum { PLAN_SVD_ROWS = 3000 };
/* Bodies and constraints are shared out if there are so many. */
enum { PLAN_SHARED = 6000 };
/* Stages of plan_make (plan_items.c). */
void plan_items(tn_world *w, struct plan *plan);
void plan_matrix(tn_world *w, struct plan *plan);
void plan_forces(tn_world *w, struct plan *plan);
void plan_turns(tn_world *w, struct plan *plan);
/* The numbers of constraints and forces, as they are in the world now. */
void plan_numbers(const tn_world *w, const struct plan *plan, struct work *work);
/* The feedback of a constraint, in an item or apart. */
void plan_feedback(const tn_world *w, const struct constraint_how *how, struct item_state *now);
/* Flexible objects (flexible.c). The lattice and mass of one, in a world that has so many elements already; NULL, or what
 * is wrong. */
char *flexible_new(const struct object_def *d, int others, struct flexible_object **out, struct own_coordinates **own,
                   struct mass_properties *mass);
void flexible_free(struct flexible_object *f);
/* Nodes at rest at a pose, moving as a rigid body would. */
void flexible_place(const struct object *o, struct object_state *s);
/* The state that a definition brings; whether it has places of nodes. */
bool flexible_load(struct own_coordinates *own, const struct object_def *d);
/* Velocities of nodes as the object's velocity and spin have them; their places stay. */
void flexible_set_motion(struct object_state *s);
/* As it is, deformed and moving, to another place. */
void flexible_shift(struct object_state *s, vec3 center, quat orientation);
struct signal flexible_signal(tn_world *w, const struct connector *c); /* a point or direction of the material now */
/* A connector as the plan has it (feature.c): on an embedded point, if its object is flexible. `owner` may be NULL. */
struct connector plan_connector(const tn_world *w, const struct connector *c, const struct constraint *owner);
/* Objects with coordinates of their own (general.c). The state that a definition brings, which is told where that is; NULL,
 * or what is wrong. */
char *general_begin(tn_world *w, struct object *o, struct object_state *s, struct object_def *d);
/* An affine body put where its object is, undeformed; and moving as a rigid body would, as it is. */
void general_place(tn_world *w, int slot);
void general_set_motion(const struct object_type *type, struct object_state *s);
bool general_set_nodes(tn_world *w, int object, const double *q, const double *v, int nodes);
void general_now(tn_world *w, int slot, vec3 *x, quat *orientation, vec3 *velocity, vec3 *spin);
struct signal general_signal(tn_world *w, const struct connector *c);
/* on-curve P c (slides.c): its connectors and rows; NULL, or what is wrong. */
char *slides_build(const tn_world *w, const struct constraint_def *d, struct constraint_type *t, struct constraint *c);
/* Constraints that are not solved for (soft.c). NULL, or what is wrong; outside B A gets its partners. */
char *soft_check(const tn_world *w, const struct constraint_def *d, const struct constraint *c);
void soft_begin(const struct constraint_def *d, int rows,
                struct constraint_state *s); /* λ that the definition brings */
char *soft_outside(const tn_world *w, const struct constraint_def *d, struct constraint_type *t, struct constraint *c);
/* What outside B A exerts and how deep its points are; false for other constraints. */
bool soft_state(const tn_world *w, const struct constraint *c, tn_constraint_state *out);
/* history.c: an edit begins: the state before it is kept; it ends, and had an effect or not. They may stand in one another:
 * the outermost counts. */
void history_begin(tn_world *w, const char *label);
void history_end(tn_world *w, bool changed);
void history_free(tn_world *w);
/* Joints by coordinates (linked.c). NULL, or what is wrong with asking for it. */
char *linked_check(const tn_world *w, const struct constraint *c);
/* Whether joints that were not met when the plan was made are met now: another plan has them by coordinates. */
bool linked_ready(tn_world *w);
/* What is removed and no snapshot needs any more. */
void world_purge(tn_world *w);
void world_purge_object(tn_world *w, int slot);
void world_purge_constraint(tn_world *w, int slot);
void world_purge_force(tn_world *w, int slot);
/* objects.c: mass and centre of a definition; NULL, or what is wrong. An object put elsewhere, or set in motion. */
char *object_mass(const struct object_type *d, struct mass_properties *m);
/* What has coordinates of its own is where they say; an affine body's are its pose and its shape. */
bool object_can_be_placed(const struct object *o);
void world_place_object(tn_world *w, int slot, vec3 position, quat orientation);
void world_move_object(tn_world *w, int slot, vec3 velocity, vec3 spin);
tn_world *world_new(const struct things *t); /* takes it over */
struct threads *world_threads(tn_world *w);  /* world.c: a team as large as the settings say */

/* skins.c */
void skins_forget(struct things *t, int count); /* all but the first */

/* contact.c */
void contact_clone_memory(const tn_world *from, tn_world *to);         /* what pairs remember, while there is no plan */
void contact_forget_defs(struct things *t, int count);                 /* all but the first */
size_t contact_save(const tn_world *w, unsigned char **out);           /* what pairs remember; caller frees */
void contact_restore(tn_world *w, unsigned char *memory, size_t size); /* takes it over */
void contact_free(tn_world *w);
int contact_points(const tn_world *w);               /* that carry something */
vec3 contact_force(const tn_world *w, int a, int b); /* of object a (-1: of all others) on object b, N */
/* displaced.c: the displacement method in a world */
bool world_displaces(const tn_world *w, const struct constraint *c); /* this constraint, were it active */
/* work->displacement, for the constraints that are met by displacements */
void displaced_make(tn_world *w, const struct plan *plan, struct work *work);
void displaced_moved(tn_world *w, int object); /* it was put elsewhere: its constraints have to be met anew */
tn_status displaced_evaluate(tn_world *w);
void displaced_clone(const tn_world *from, tn_world *to); /* the warning of that */
void displaced_warn(tn_world *w);                         /* of steps that ended at the limit */
struct displacement_report displaced_report(const tn_world *w);
/* assemble.c */
tn_status world_assemble_first(tn_world *w); /* before the first step, if the settings say so */
/* run.c */
tn_status world_gauss_newton(const struct plan *plan, struct work *work, double t, double *y, double *deviation);
tn_status world_planned(tn_world *w);
void world_fail(tn_world *w, char *message); /* takes it over */
/* ÿ of a connector at the accelerations found last (measure.c). */
vec3 world_acceleration(tn_world *w, const struct connector *c);
/* trouble.c: a formula without a value, for failures; all are for the caller to free */
char *world_culprit(tn_world *w); /* who is not finite, where it stands, why and at which values; NULL: nobody */
char *world_connector_text(const tn_world *w, const struct connector *c); /* ball.center */
char *world_place_text(const char *file, struct place p);                 /* " (file.tn, line 3)" */
char *world_values_text(const tn_world *w, const struct connector *input, const struct signal *signal, int inputs,
                        double t); /* "ball.center = (0, 0, 1), t = 0.5" */
/* The whole sentence for the formula of a constraint, a force, …: `what` and its name; takes place (of world_place_text), why
 * (of tape_trouble, may be NULL) and values over; the text may be NULL. */
char *world_formula_trouble(const char *what, const char *name, char *place, const char *text, char *why, char *values);
/* The assembled positions in y (plan.y_count numbers), the world left as it is. */
tn_status world_assemble_copy(tn_world *w, double *y, double *deviation);
/* The rows of a form: their levels, and which of them share a unit. */
void constraint_find_rows(struct constraint_type *t, const struct constraint_form *form);
/* Its name, or kind@line. */
const char *world_label(const tn_world *w, int constraint);
static inline const char *world_label_of(const tn_world *w, const struct constraint *c)
{
    return world_label(w, (int)(c - w->things->constraints.at));
}
/* The same without memory of its own: in `room`, if it has no name. */
const char *world_print_label(const tn_world *w, int constraint, char *room, size_t size);
tn_constraint world_constraint_id(const tn_world *w, int slot); /* -1: none */
char *world_public_arg(const tn_world *w, const tn_arg *a, struct constraint_arg *out, int *joint);
/* ids.c: what is wrong with a name that a program gives a thing, by the rules of the language (NULL: nothing, or no name);
 * what to say where a world or a definition is NULL; slots of ids, -1: a wrong id, or no world. */
char *world_name_trouble(const tn_world *w, const char *name, bool is_object);
char *world_nothing_given(void);
int world_find_object_id(const tn_world *w, tn_object o);
int world_find_constraint_id(const tn_world *w, tn_constraint c);
/* Hands a sentence over to the caller of a public function, who frees it; or frees it. No constraint. */
tn_constraint constraint_refused(char *trouble, char **message);
/* The numbers of a force that is no formula of the motion. */
void world_force_numbers(const tn_world *w, int slot, double value[FORCE_VALUES]);
/* Whether one of the connectors belongs to an object. */
bool connector_of_body(const struct connector *inputs, int count, int object);
/* reports and formulas */
void world_warn(tn_world *w, char *message); /* takes it over; the same one twice is kept once */
void expression_free(struct expression *e);
/* The values of formulas that speak of nothing but lets. */
void expression_of_lets(const tn_world *w, const struct expression *e, double *out);
struct expression expression_make(const struct scope *s, const node *outputs, int count);
struct expression expression_copy(const struct expression *e); /* with the same tape */

#endif
