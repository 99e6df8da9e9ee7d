/* model.h: how definitions are added to a world; shared by the files of this room.
 *
 * A batch of definitions is made in three passes. First loops are unrolled and every name is declared, so that a name
 * may be used before its declaration. Then settings, paths, objects and points are made, then constraints, forces and
 * probes; a thing that needs another (a gear its joints, an object its path) makes it on demand. Every error is
 * reported, with its place in a text if it has one. After an error the world and its names are restored.
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/open_file.h"
#include "formula/statement.h"
#include "world/world.h"

/* ---- names with values ---- */

enum definition_kind { DEFINE_LET, DEFINE_FUNCTION, DEFINE_NAIL, DEFINE_PATH, DEFINE_SURFACE, DEFINE_CURVE };

/* A binding of a loop: its variable, or a let inside it, which is new in every round. */
struct env {
    const struct env *up;
    const char *name;
    double number;          /* a loop variable */
    struct definition *let; /* a let of this round; NULL for a loop variable */
};

/* A path by keys: cubic pieces between knots, three coordinates (spline.c). */
struct spline {
    int knots;
    double *time;              /* knots */
    double (*coefficient)[12]; /* of each piece: a b c d of x, then y, z; in powers of t − time */
    int keys;
    double (*key)[4];        /* as given: t x y z */
    double (*quintic[3])[6]; /* by component, of each interval of keys, instead; NULL: the cubic pieces are monotone */
};

struct definition {
    enum definition_kind kind;
    const char *name; /* with its indices: x[3] */
    struct place place;
    const char *file; /* file of its statement, for messages of later readings */
    const struct statement *statement;
    const struct tree *body; /* after '='; NULL for nails and keyed paths */
    const struct env *env;
    struct spline *spline;
    bool local;                                   /* inside a loop: not written */
    bool again;                                   /* unchanged from an earlier text: the world's definition is used */
    bool changes;                                 /* an event changes it: what uses it must be a formula */
    bool busy;                                    /* is being evaluated: used to detect cycles */
    bool failed;                                  /* an error in it was reported */
    enum { WALK_NOT, WALK_OPEN, WALK_DONE } walk; /* in the search for functions that refer to themselves */
    enum { CONSTANT_UNKNOWN, CONSTANT_NOT, CONSTANT_NUMBER, CONSTANT_VECTOR } constant;
    double value[3];
    unsigned long known_in; /* the reading in which its value was computed: lets may have changed since */
    int tried;              /* number of names declared when it was found not to be constant; 0: not tried */
    int number;             /* index in all_kept, once it is kept */
    int item;               /* of its batch */
    int let;                /* index of the world's let, -1: it is expanded */
    int source;             /* PATH: index of the world's time source, -1: not made yet */
    unsigned long serial;   /* of the formula that `cached` belongs to */
    struct value cached;
};

/* ---- what is kept with a world between readings ---- */

struct edition;
struct edition_source;
struct renewal;

struct override {
    char *name;
    const struct tree *value; /* in one of the scene's documents */
    bool used;
};

struct numbers {
    int *at;
    int count, capacity;
};

/* A mesh, drawing, table or image. */
struct file_read {
    char *written; /* its name as the written text has it */
    char *where;   /* what was opened */
};

/* Clones share a scene until one of them needs to change it: names are looked up in a shared scene, and expressions are
 * evaluated in an unshared one (kept.c). Definitions and looks that were undone stay in all_kept and all_looks for a
 * redo; snapshots refer to them by their numbers there. */
struct scene {
    atomic_int users;
    ARRAY(struct arena) arenas;                /* of definitions and bindings of loops */
    ARRAY(struct document *) documents;        /* of the statements that they point into */
    ARRAY(struct definition *) all_kept;       /* all that were ever kept, by number */
    struct numbers kept;                       /* those that exist, in order of declaration */
    struct names names;                        /* number in all_kept */
    ARRAY(struct override) overrides;          /* tn_set */
    ARRAY(const struct statement *) all_looks; /* camera, show and trace, by number */
    struct numbers looks;                      /* those that exist */
    ARRAY(struct moment *) moments;            /* the timeline, including past ones */
    struct numbers changing;                   /* lets that it changes, by number */
    ARRAY(struct edition *) all_editions;      /* of texts that were read (origin.h), by number */
    struct numbers editions;                   /* those that count */
    ARRAY(char *) allowed;                     /* real folders that files may be read from, beside the text's own */
    ARRAY(struct file_read) files;             /* that texts named and that were read */
    tn_image_reader *read_image;               /* given by the program; NULL: none */
    unsigned long serial;                      /* number of the current formula, to which cached values belong */
};
/* The scene of a world, made if needed and not shared: its definitions may be evaluated. */
struct scene *scene_of(tn_world *w);
/* The i-th existing definition. */
static inline struct definition *scene_kept(const struct scene *s, int i) { return s->all_kept.at[s->kept.at[i]]; }
/* Keeps a definition; returns its number. */
int scene_keep(struct scene *s, struct definition *d);
/* Definitions in memory that the scene keeps for them alone: the i-th of the list becomes its copy. */
void scene_copy_definitions(struct scene *s, struct definition **list, int count);
/* These names are not there from now on. */
void scene_hide(struct scene *s, const bool *hidden); /* by number */
/* These are there, in this order. */
void scene_list(struct scene *s, const int *numbers, int count);
/* Removes a definition; a snapshot may bring it back. */
void scene_forget(struct scene *s, int number);
void scene_keep_document(struct scene *s, struct document *d); /* another reference */

/* ---- one reading ---- */

enum progress { NOT_MADE, MAKING, MADE, FAILED };

/* A statement of the text, or one round of it in a loop. */
struct instance {
    const struct statement *s;
    const struct env *env;
    const char *name; /* NULL: unnamed */
    int slot;         /* in the world, once made */
    enum progress progress;
    bool of_world;     /* a force of a world block, and */
    const void *world; /* which one */
    int moment;        /* 0: from the start; i + 1: created by the i-th moment of this text */
    int item;          /* of its batch */
    int old;           /* the thing of the old edition that it replaces, from 1; 0: none (renew.h) */
};

enum thing { THING_WORLD = 1, THING_OBJECT, THING_CONSTRAINT, THING_FORCE, THING_FUNCTION, THING_SURFACE, THING_CURVE };

/* A value name of this text: a definition, or else an object. */
struct declared {
    struct definition *definition;
    int object; /* index in reading.objects, if there is no definition */
};

/* A statement of a batch, and the bindings of its names. */
struct batch_item {
    const struct statement *s;
    const struct env *env;
};

/* Numbers of state: … end, checked, to be set when everything is there (make_state.c). */
struct state_number {
    int of, part, slot; /* enum state_thing, enum state_part; of a let its index */
    bool is_let, switches, on;
    const double *value;
    int count;
    struct place place;
    const char *word;
};
struct state_read {
    double time, softness, soft[2];
    bool assembled;
    struct place place;
    ARRAY(struct state_number) list;
};

struct reading {
    unsigned long number; /* of this reading, from 1 */
    tn_world *w;
    struct scene *scene;
    struct diagnostics *d;
    struct arena arena;
    struct document *own; /* of statements made during the reading */
    const struct batch_item *items;
    int item_count, item;              /* and the index of the current one */
    const char *folder;                /* for file names in items that have no text */
    struct document *const *documents; /* of the items */
    int document_count;
    long statements;     /* so far, loops unrolled */
    struct names things; /* index in `declared` */
    ARRAY(struct declared) declared;
    ARRAY(struct definition *) definitions;
    struct names relations;   /* constraints: 2 i, forces: 2 i + 1 */
    struct names probe_names; /* index in probes */
    ARRAY(struct instance) worlds, objects, points, constraints, forces, contacts, skins, probes, looks, states;
    struct state_read *state;      /* of state: … end; NULL: none */
    ARRAY(struct instance) events; /* the statements of `moments` */
    struct renewal *renews;        /* the text takes the place of an earlier one (renew.h); NULL: it does not */
    ARRAY(struct moment *) moments;
    int first_moment;                    /* index of the first in the scene, once they are kept */
    ARRAY(const char *) changes;         /* names of the lets that they change */
    ARRAY(struct definition *) changing; /* those of them that exist */
    bool now;                            /* the items are changes to make now, as events do */
    int moment;                          /* the current one, from 1; 0 outside of at-blocks */
    struct names reported;               /* errors with their places: a loop says each once */
    ARRAY(struct place) loose_units;     /* units apart from their numbers were reported there */
    struct names meshes;                 /* index in mesh */
    ARRAY(struct mesh *) mesh;
    struct formula *scratch; /* of constants */
    int scratch_uses, scratch_depth;
    bool quiet;   /* something is tried: nothing is reported */
    long offered; /* names looked at for near ones */
    long repeats; /* how often an error was met again, in another round of a loop */
    int height;   /* of the bodies that are being expanded in one another */
};

/* Adds an error, unless something is only tried. */
void report(struct reading *r, struct place p, const char *near, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Whether loops have repeated the same errors so often that checking stops: the text is refused anyway. */
bool reading_enough(const struct reading *r);

/* Maximum nesting depth of the bodies of lets and functions, so that recursion is safe. */
enum {
    MOST_STATEMENTS = 10 * 1000 * 1000,
    MOST_WRONG_STATEMENTS = 200 * 1000,
    MOST_HEIGHT = 3000,
    MOST_REPEATS = 10 * 1000
};

/* Calls visit for each statement of a list, loops unrolled (walk.c). */
typedef void visitor(struct reading *r, const struct statement *s, const struct env *env, void *ctx);
void reading_walk(struct reading *r, struct statement *const *list, int count, const struct env *env, visitor *visit,
                  void *ctx);
/* A file name given at a place of a text, as it can be opened from here; and as the main text would write it, in the
 * arena. */
char *reading_path(const struct reading *r, struct place p, const char *path);
/* The same for a file that is to be read at once: the real path of a regular file in a folder that may be read; NULL with
 * the reason in `why`. */
char *reading_file(const struct reading *r, struct place p, const char *path, char why[OPEN_WHY]);
const char *reading_written_path(struct reading *r, struct place p, const char *path);
/* Does a name mean nothing here: no definition, no loop variable? */
bool reading_knows_not(const struct reading *r, const struct env *env, const char *name);
/* Parses text that must be one whole expression; NULL after a report. */
struct tree *read_expression_text(struct arena *arena, struct diagnostics *d, const char *name, const char *text);

/* A reading without items, for evaluating expressions in a world. */
struct reading reading_begin(tn_world *w, struct diagnostics *d);
void reading_end(struct reading *r);

/* ---- words.c: known words, and suggestions ---- */

enum where { IN_SCENE, IN_WORLD, IN_OBJECT, IN_CONSTRAINT, IN_FORCE, IN_COMPOUND, IN_PATH, IN_AT };
bool words_known(enum where where, const char *word);
void words_offer(enum where where, const char *word, const char **best);
/* Reports a word that is not allowed here, with a similar word or the place where it is allowed. */
void words_unknown(struct reading *r, enum where where, const struct statement *s);
/* " (here: weld arm world;)": another word before the arguments of a statement, if these are `count`, and an option (or
 * NULL) before the last of them; otherwise "". */
const char *words_rewritten(const char *word, int count, const char *option, const struct statement *s, char *text,
                            size_t room);
/* For a statement that could not be parsed: the same if its word is not allowed here. */
void words_broken(struct reading *r, enum where where, const struct statement *s);
/* The correct words for a common synonym in a block; NULL: none. */
const char *words_meant(enum where where, const char *word);
bool words_are_constraint(const char *word);              /* a kind of constraint, or keep, speed, … */
bool looks_camera(tn_world *w, struct scene_camera *out); /* look.c: the camera of the scene now; false: it has none */
bool words_reserved(const char *name);
bool words_function(const char *name);  /* built in, or about the world, and reserved */
bool functions_yield(const char *name); /* about the world, but a declared function of that name takes its place */

/* ---- binding.c ---- */

struct place tree_place(const struct tree *t); /* from its first to its last character on the line */
bool tree_is_word(const struct tree *t, const char *word);
/* Whether it is on another line than the word of its statement, and so may be the next statement. */
static inline bool tree_begins_line(const struct tree *t, const struct statement *s)
{
    return t->place.source > 0 && t->place.line != s->place.line;
}
/* The tree with loop variables replaced by numbers and lets of the loop by their bodies; the tree itself if env is
 * NULL. */
struct tree *tree_bind(struct reading *r, const struct tree *t, const struct env *env, struct tree *const *shadows,
                       int shadow_count);
char *tree_text(struct reading *r, const struct tree *t, const struct env *env, bool argument); /* caller frees */
/* The turn of the loops that env belongs to, the outermost first: "i=3,j=2"; NULL: none. Caller frees. */
char *env_turn(const struct env *env);
/* A statement as text, without its ';'. Caller frees. */
char *tree_statement(struct reading *r, const struct statement *s, const struct env *env);
/* A statement without a block in another document, its names bound. */
struct statement *tree_bound_statement(struct reading *r, struct document *home, const struct statement *s,
                                       const struct env *env);

/* ---- declare.c ---- */

void declare_all(struct reading *r);
/* A statement that declares or makes something, not let. */
void declare_word(struct reading *r, const struct statement *s, const struct env *env);
const struct env *declare_round(struct reading *r, const struct statement *loop, double number, const struct env *up);
struct definition *reading_definition(const struct reading *r, const char *name);
/* Whether an event of this text or an earlier one changes a let of the world. */
bool reading_let_changes(const struct reading *r, int let);
/* A name with its indices as numbers, in the arena; NULL after a report. */
const char *reading_full_name(struct reading *r, const struct tree *name, const struct env *env);

/* ---- meaning.c: the meaning of expressions ---- */

enum purpose {
    FOR_CONSTANT,     /* a number that is known before anything moves */
    FOR_PATH,         /* of t alone */
    FOR_ARGUMENT,     /* points and directions of constraints and forces */
    FOR_KEEP,         /* positions and t */
    FOR_SPEED,        /* and velocities */
    FOR_ACCELERATION, /* and accelerations */
    FOR_FORCE,        /* positions, velocities, t */
    FOR_PROBE         /* everything */
};

struct binding {
    const struct binding *up;
    const char *name;
    struct value value;
};

struct sight {
    struct reading *r;
    struct scope *scope; /* NULL for constants */
    struct formula *f;
    enum purpose purpose;
    const struct env *env;
    const struct binding *bound;
    const char *speaks_of; /* for messages: what formulas for a path may depend on; NULL: t alone */
    struct place blame;    /* inside a let: where it was used; line 0 otherwise */
    struct sight *root;
    int calls;       /* so far; of the root only */
    bool contextual; /* an error concerned this place, not the text of a let; of the root only */
    unsigned long serial;
};

/* Begins a sight on a scope that the caller has begun; NULL for constants. */
struct sight sight_begin(struct reading *r, struct scope *scope, enum purpose purpose, const struct env *env);
struct value sight_value(struct sight *s, const struct tree *t);
/* A value in words, for messages: "a number", "the object 'ball'". */
char *sight_describe(const struct sight *s, struct value v, const struct tree *t);
/* The connector of a vector that is a point or direction of one object, a path, or a constant; false if it is a formula
 * of several. */
bool sight_connector(const struct sight *s, struct value v, struct connector *out);
/* Which kinds of symbols a node reaches: bit 1 << enum symbol_kind. */
unsigned sight_symbols(const struct sight *s, const node *nodes, int count);
/* The value of a node that depends on constants and lets alone, or on the present poses. */
double sight_number_now(const struct sight *s, node a);

/* Whether nodes depend on a let that an event changes. */
bool sight_changes(const struct sight *s, const node *nodes, int count);

/* Evaluate constants; false after a report. `what` names the number in messages. */
bool constant_number(struct reading *r, const struct tree *t, const struct env *env, const char *what, double *out);
bool constant_value(struct reading *r, const struct tree *t, const struct env *env, const char *what, int *count,
                    double out[3]);
/* Evaluates a let or nail as a constant, on first use; false if it is not constant (nothing is reported if quiet). */
bool definition_constant(struct reading *r, struct definition *d, bool quiet);
/* A colour by its name or its digits in quotes: 1, red, green and blue in out; 0: it is neither, and may be a number; -1
 * after a report. */
int constant_color(struct reading *r, const struct tree *t, const struct env *env, double out[3]);
/* All arguments of a statement as numbers, vectors counting as three: how many; -1 after a report. */
int constant_list(struct reading *r, const struct statement *s, const struct env *env, int first, int most,
                  double *out);

/* overrides.c: gives lets that were set to expressions with names their numbers; a name that is no let of the scene or a
 * circle is reported without a place. */
void overrides_work_out(struct reading *r, bool final); /* final: all names are declared */

/* ---- unit_places.c ---- */

/* Reports units that are no units because their name is declared, and units apart from their number; warns where a unit
 * does not fit its place. All names of the batch are declared. */
void units_check(struct reading *r);
/* The first for one expression. */
void units_check_tree(struct reading *r, const struct tree *t);

/* ---- the makers ---- */

void make_settings(struct reading *r, struct instance *i); /* settings.c */
void make_object(struct reading *r, struct instance *i);   /* make_objects.c */
/* make_coordinates.c: generalized coordinates of an object. */
struct own_coordinates {
    int n;
    const char *name[GENERAL_MOST];
    double q[GENERAL_MOST], qd[GENERAL_MOST];
};
/* coordinates th 0.3 ph 0; velocity th 0 ph 1; False after a report. */
bool read_coordinates(struct reading *r, const struct statement *s, const struct env *env, struct own_coordinates *out);
bool read_coordinate_velocity(struct reading *r, const struct statement *s, const struct env *env,
                              struct own_coordinates *out);
/* place (x, y, z); and pose axis angle; (NULL: a particle). The centre of mass in the object's frame. The caller owns
 * the texts. NULL after a report. */
struct general *make_coordinates(struct reading *r, const struct own_coordinates *c, const struct statement *place,
                                 const struct env *place_env, const struct statement *pose, const struct env *pose_env,
                                 vec3 center, char *text[2]);
/* The same without coordinates: formulas of t. Sources of the origin and of the axes (-1 without pose) → d->type, and
 * their texts. False after a report. */
bool make_driven(struct reading *r, const struct statement *place, const struct env *place_env,
                 const struct statement *pose, const struct env *pose_env, struct object_type *out, char *text[2]);
/* jello box a b c; or jello "outline.svg" scale s; (make_jello.c): d->kind and d->general. False after a report. */
struct jello_numbers {
    double mass; /* 0: by density */
    bool has_density;
};
bool make_jello(struct reading *r, const struct statement *s, const struct env *env, struct object_def *d,
                const struct jello_numbers *numbers);
void make_variable(struct reading *r, struct instance *i);
void make_point(struct reading *r, struct instance *i);
bool make_shape(struct reading *r, const struct statement *s, const struct env *env, struct shape *out,
                const char **mesh_path, double *mesh_scale); /* shapes.c */
bool make_compound(struct reading *r, const struct statement *s, const struct env *env, double density,
                   struct shape **shapes, int *count);
/* Warns of a literal number of radians that is more than a turn: degrees were meant. */
void warn_of_degrees(struct reading *r, const struct tree *t, double angle);
bool make_turned(struct reading *r, const struct statement *s, const struct env *env, vec3 *axis, double *angle,
                 quat *q);
/* Four numbers as a rotation; false after a report if their squares vanish or overflow. */
bool make_quaternion(struct reading *r, struct place p, const char *word, const double v[4], quat *out);
int path_source(struct reading *r, struct definition *d); /* paths.c; -1: it has an error */
bool path_expand(struct sight *s, struct definition *d, node at, struct value *out);
bool path_read_keys(struct reading *r, struct definition *d);
void make_nail(struct reading *r, struct definition *d);
struct spline *spline_new(struct arena *a, const double (*key)[4], int keys);         /* spline.c */
double (*spline_quintics(struct arena *a, const struct spline *s, int component))[6]; /* monotone.c */
struct value spline_value(struct formula *f, const struct spline *s, node at);
int make_constraint(struct reading *r, int instance);     /* make_constraints.c: slot, -1 */
void make_force(struct reading *r, struct instance *i);   /* make_forces.c */
void make_contact(struct reading *r, struct instance *i); /* make_contacts.c */
void make_skin(struct reading *r, struct instance *i);    /* make_skins.c */
void make_probe(struct reading *r, struct instance *i);   /* probes.c */
void make_look(struct reading *r, struct instance *i);
void make_state(struct reading *r, struct instance *i); /* make_state.c */
void state_apply(struct reading *r);                    /* once everything is kept */

/* Common part of constraint and force blocks: name, interval, and the main statement. */
struct block {
    struct item_def item;
    const struct statement *main; /* NULL: missing, and reported */
    const struct env *env;
    bool good;
};
/* during from to; */
void block_during(struct reading *r, struct block *b, const struct statement *s, const struct env *env);
/* off; */
void block_off(struct reading *r, struct block *b, const struct statement *s);
/* Reports a repeated statement; *line is the line of the first one. */
bool block_once(struct reading *r, const struct statement *s, int *line);

/* ---- arguments.c: matching arguments with the slots of a kind ---- */

struct slot {
    char letter; /* P Q points, D E directions, A B objects, J joints, d number, p path, w the word `word` */
    char word[16];
    int first, count;   /* of its arguments */
    struct value value; /* three numbers are combined into a vector */
};
enum { MOST_SLOTS = 8 };
struct slots {
    struct slot at[MOST_SLOTS];
    int count;
    int used;   /* arguments; options follow */
    int filled; /* number of filled slots, if not all */
};
/* Fits the arguments of s to one of the forms of `arguments` ("P Q  |  P Q d"); `options` are words that may follow.
 * False after a report. */
bool slots_fit(struct sight *look, const struct statement *s, const char *arguments, const char *const *options,
               struct slots *out);
/* False after a report if the slot does not have the type of its letter. */
bool slot_is_point(struct sight *look, const struct statement *s, const struct slot *slot);
bool slot_is_direction(struct sight *look, const struct statement *s, const struct slot *slot);
bool slot_is_object(struct sight *look, const struct statement *s, const struct slot *slot, bool world, int *body);
/* Makes a time source of the world from a slot that is a formula of t; -1 after a report. */
int slot_source(struct sight *look, const struct statement *s, const struct slot *slot);
/* Reads a vector or three numbers at argument *at and advances it; false after a report. */
bool take_vector(struct sight *look, const struct statement *s, int *at, const char *what, struct value *out);
bool take_number(struct sight *look, const struct statement *s, int *at, const char *what, struct value *out);
/* Reports surplus arguments, or a missing ';' before the next statement. */
void too_many(struct reading *r, const struct statement *s, int used, const char *takes);

#endif
