/* model.h: how definitions become a part of a world: what the files of this room share.
 *
 * A batch of definitions is made in three strides. First loops are unrolled and
 * every name is declared, so that a name may be used before it is declared. Then
 * settings, paths, objects and points are made, then constraints, forces and
 * probes; what needs another thing (a gear its joints, an object its path) makes it
 * on demand. Every error is reported, with its place in a text if it has one. If
 * there was one, the world and its names are as they were before.
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "formula/statement.h"
#include "world/world.h"

/* ---- names with values of their own ---- */

enum definition_kind { DEFINE_LET, DEFINE_FUNCTION, DEFINE_NAIL, DEFINE_PATH, DEFINE_SURFACE, DEFINE_CURVE };

/* What a loop binds: its variable, or a let that stands inside and is new in every round. */
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
    double (*key)[4]; /* as given: t x y z */
};

struct definition {
    enum definition_kind kind;
    const char *name; /* with its indices: x[3] */
    struct place place;
    const char *file; /* where it stands, for messages of later readings */
    const struct statement *statement;
    const struct tree *body; /* what stands behind '='; NULL for nails and keyed paths */
    const struct env *env;
    struct spline *spline;
    bool local;   /* inside a loop, not to be written */
    bool again;   /* the world has it from an earlier text, which says the same */
    bool changes; /* an event gives it another value: what uses it must follow */
    bool busy;    /* is being worked out: meeting it again means that it leads to itself */
    bool failed;  /* an error in it was reported */
    enum { CONSTANT_UNKNOWN, CONSTANT_NOT, CONSTANT_NUMBER, CONSTANT_VECTOR } constant;
    double value[3];
    unsigned long known_in; /* the reading in which its value was worked out: lets may have changed since */
    int tried;              /* how many names were declared when it was found to be no constant; 0: not tried */
    int number;             /* once it is kept: among all that the scene has kept */
    int item;               /* of the batch that it stood in */
    int let;                /* index of the world's let, -1: expands */
    int source;             /* PATH: index of the world's time source, -1: not made yet */
    unsigned long serial;   /* of the formula that `cached` belongs to */
    struct value cached;
};

/* ---- what stays with a world between readings ---- */

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

/* Worlds that were cloned from one another share it until one of them uses it in a way that changes it: names are
 * looked up in shared ones, and expressions are given a meaning in one's own (kept.c). Definitions and looks that an undo
 * took away stay in `all` for a redo; snapshots know them by their numbers there. */
struct scene {
    atomic_int users;
    ARRAY(struct arena) arenas;                /* of definitions and what loops bind */
    ARRAY(struct document *) documents;        /* of the statements that they point into */
    ARRAY(struct definition *) all_kept;       /* every one that was ever kept, by number */
    struct numbers kept;                       /* those that are there, in the order of declaration */
    struct names names;                        /* number in all_kept */
    ARRAY(struct override) overrides;          /* tn_set */
    ARRAY(const struct statement *) all_looks; /* camera, show and trace, by number; */
    struct numbers looks;                      /* those that are there */
    ARRAY(struct moment *) moments;            /* the timeline, those that are over included */
    struct numbers changing;                   /* lets that it changes, by number */
    ARRAY(struct edition *) all_editions;      /* of texts that were read (origin.h), by number; */
    struct numbers editions;                   /* those that count */
    tn_image_reader *read_image;               /* the program's; NULL: none */
    unsigned long serial; /* counts formulas, so that what belongs to one is not taken for another's */
};
/* The scene of a world, made if need be, and the world's own: what is found in it may be worked with. */
struct scene *scene_of(tn_world *w);
/* The i-th of the definitions that are there. */
static inline struct definition *scene_kept(const struct scene *s, int i) { return s->all_kept.at[s->kept.at[i]]; }
/* A definition is kept: its number. */
int scene_keep(struct scene *s, struct definition *d);
/* Definitions in memory that the scene keeps for them alone: the i-th of the list becomes its copy. */
void scene_copy_definitions(struct scene *s, struct definition **list, int count);
/* These names are not there from now on. */
void scene_hide(struct scene *s, const bool *hidden); /* by number */
/* These are there, in this order. */
void scene_list(struct scene *s, const int *numbers, int count);
/* It is there no more; a snapshot may bring it back. */
void scene_forget(struct scene *s, int number);
void scene_keep_document(struct scene *s, struct document *d); /* used once more */

/* ---- one reading ---- */

enum progress { NOT_MADE, MAKING, MADE, FAILED };

/* A statement of the text, or one round of it in a loop. */
struct instance {
    const struct statement *s;
    const struct env *env;
    const char *name; /* NULL: unnamed */
    int slot;         /* in the world, once made */
    enum progress progress;
    int moment; /* 0: from the start; i + 1: it comes with the i-th moment of this text */
    int item;   /* of the batch that it stands in */
    int old;    /* what it takes the place of: a thing of the old edition, from 1; 0: nothing (renew.h) */
};

enum thing { THING_WORLD = 1, THING_OBJECT, THING_CONSTRAINT, THING_FORCE, THING_FUNCTION, THING_SURFACE, THING_CURVE };

/* A value name of this text: a definition, or else an object. */
struct declared {
    struct definition *definition;
    int object; /* index in reading.objects, if there is no definition */
};

/* A statement that was added to a batch, and what its names are bound to. */
struct batch_item {
    const struct statement *s;
    const struct env *env;
};

struct reading {
    unsigned long number; /* of this reading, from 1 */
    tn_world *w;
    struct scene *scene;
    struct diagnostics *d;
    struct arena arena;
    struct document *own; /* of statements that are made here */
    const struct batch_item *items;
    int item_count, item;              /* and the one that is being declared */
    const char *folder;                /* of the files that items without a text name */
    struct document *const *documents; /* that the items live in */
    int document_count;
    long statements;     /* so far, loops unrolled */
    struct names things; /* index in `declared` */
    ARRAY(struct declared) declared;
    ARRAY(struct definition *) definitions;
    struct names relations;   /* constraints: 2 i, forces: 2 i + 1 */
    struct names probe_names; /* index in probes */
    ARRAY(struct instance) worlds, objects, points, constraints, forces, contacts, skins, probes, looks;
    ARRAY(struct instance) events; /* the statements of `moments` */
    struct renewal *renews;        /* the text takes the place of an earlier one (renew.h); NULL: it does not */
    ARRAY(struct moment *) moments;
    int first_moment;                    /* of these, among those of the scene, once they are kept */
    ARRAY(const char *) changes;         /* names of the lets that they change */
    ARRAY(struct definition *) changing; /* those of them that are there */
    bool now;                            /* the items are changes to be made now, as events make them */
    int moment;                          /* the one that is being declared, from 1; 0 outside */
    struct names reported;               /* errors with their places: a loop says each once */
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

/* Whether loops have said the same mistakes so often that nothing more is looked at: the text is refused as it is. */
bool reading_enough(const struct reading *r);

/* Bodies of lets and functions stand in one another at most this high, so that recursion is safe. */
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
/* A path that stands at a place, as it can be opened from here; and as the main text would write it, in the arena. */
char *reading_path(const struct reading *r, struct place p, const char *path);
const char *reading_written_path(struct reading *r, struct place p, const char *path);
/* Text that must be one whole expression; NULL after a report. */
struct tree *read_expression_text(struct arena *arena, struct diagnostics *d, const char *name, const char *text);

/* A reading without items: something is asked of a world. */
struct reading reading_begin(tn_world *w, struct diagnostics *d);
void reading_end(struct reading *r);

/* ---- words.c: which words there are, and which are near ---- */

enum where { IN_SCENE, IN_WORLD, IN_OBJECT, IN_CONSTRAINT, IN_FORCE, IN_COMPOUND, IN_PATH, IN_AT };
bool words_known(enum where where, const char *word);
void words_offer(enum where where, const char *word, const char **best);
/* Reports a word that has no place here, with what is near or where it belongs. */
void words_unknown(struct reading *r, enum where where, const struct statement *s);
/* Of a statement that could not be read: the same if its word has no place here. */
void words_broken(struct reading *r, enum where where, const struct statement *s);
/* What people mean by a word in a block: the words to write; NULL: it is not known. */
const char *words_meant(enum where where, const char *word);
bool words_are_constraint(const char *word); /* a kind of constraint, or keep, speed, … */
bool words_reserved(const char *name);
bool words_function(const char *name); /* built in, or known about the world */

/* ---- binding.c ---- */

struct place tree_place(const struct tree *t); /* from its first to its last character on the line */
bool tree_is_word(const struct tree *t, const char *word);
/* Is it on another line of the text than the word of its statement? Then it may be the next statement. */
static inline bool tree_begins_line(const struct tree *t, const struct statement *s)
{
    return t->place.source > 0 && t->place.line != s->place.line;
}
/* The tree with loop variables as numbers and lets of the loop in place of their names; itself if env is NULL. */
struct tree *tree_bind(struct reading *r, const struct tree *t, const struct env *env, struct tree *const *shadows,
                       int shadow_count);
char *tree_text(struct reading *r, const struct tree *t, const struct env *env, bool argument); /* caller frees */
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

/* ---- meaning.c: what an expression means in its place ---- */

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
    const char *speaks_of; /* for messages: what formulas for a path may speak of; NULL: t alone */
    struct place blame;    /* inside a let: where it was used; line 0 otherwise */
    struct sight *root;
    int calls;       /* so far; of the root only */
    bool contextual; /* an error was about this place, not about a let's own text; of the root only */
    unsigned long serial;
};

/* A sight on a scope that was begun by the caller; NULL for constants. */
struct sight sight_begin(struct reading *r, struct scope *scope, enum purpose purpose, const struct env *env);
struct value sight_value(struct sight *s, const struct tree *t);
/* What a value was, for messages: "a number", "the object 'ball'". */
char *sight_describe(const struct sight *s, struct value v, const struct tree *t);
/* A point or direction of one object, a path, or a constant behind a vector; false if it is a formula of several. */
bool sight_connector(const struct sight *s, struct value v, struct connector *out);
/* Which kinds of symbols a node reaches: bit 1 << enum symbol_kind. */
unsigned sight_symbols(const struct sight *s, const node *nodes, int count);
/* The value of a node that depends on constants and lets alone, or on the present poses. */
double sight_number_now(const struct sight *s, node a);

/* Whether nodes speak of a let that an event changes. */
bool sight_changes(const struct sight *s, const node *nodes, int count);

/* Constants; false after a report. `what` names the number in messages. */
bool constant_number(struct reading *r, const struct tree *t, const struct env *env, const char *what, double *out);
bool constant_value(struct reading *r, const struct tree *t, const struct env *env, const char *what, int *count,
                    double out[3]);
/* The constant behind a let or nail, worked out on first use; false if it is none (nothing is reported if quiet). */
bool definition_constant(struct reading *r, struct definition *d, bool quiet);
/* A whole list of statement arguments as numbers, vectors counting as three: how many; -1 after a report. */
int constant_list(struct reading *r, const struct statement *s, const struct env *env, int first, int most,
                  double *out);

/* ---- the makers ---- */

void make_settings(struct reading *r, struct instance *i); /* settings.c */
void make_object(struct reading *r, struct instance *i);   /* objects.c */
/* coordinates.c: coordinates of an object's own. */
struct own_coordinates {
    int n;
    const char *name[GENERAL_MOST];
    double q[GENERAL_MOST], qd[GENERAL_MOST];
};
/* coordinates th 0.3 ph 0; velocity th 0 ph 1; False after a report. */
bool read_coordinates(struct reading *r, const struct statement *s, const struct env *env, struct own_coordinates *out);
bool read_coordinate_velocity(struct reading *r, const struct statement *s, const struct env *env,
                              struct own_coordinates *out);
/* place (x, y, z); and pose axis angle; (NULL: a particle). The centre of mass in the object's frame. The texts are the
 * caller's. NULL after a report. */
struct general *make_coordinates(struct reading *r, const struct own_coordinates *c, const struct statement *place,
                                 const struct env *place_env, const struct statement *pose, const struct env *pose_env,
                                 vec3 center, char *text[2]);
/* jello box a b c; or jello "outline.svg" scale s; (jello.c): d->kind and d->general. False after a report. */
struct jello_numbers {
    double stiffness, area_stiffness, viscosity, mass; /* mass 0: by density */
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
bool make_turned(struct reading *r, const struct statement *s, const struct env *env, vec3 *axis, double *angle,
                 quat *q);
/* Four numbers as a rotation: neither zero nor so large or small that their squares are. */
bool make_quaternion(struct reading *r, struct place p, const char *word, const double v[4], quat *out);
int path_source(struct reading *r, struct definition *d); /* paths.c; -1: it is not right */
bool path_expand(struct sight *s, struct definition *d, node at, struct value *out);
bool path_read_keys(struct reading *r, struct definition *d);
void make_nail(struct reading *r, struct definition *d);
struct spline *spline_new(struct arena *a, const double (*key)[4], int keys); /* spline.c */
struct value spline_value(struct formula *f, const struct spline *s, node at);
int make_constraint(struct reading *r, int instance);     /* constraints.c: slot, -1 */
void make_force(struct reading *r, struct instance *i);   /* forces.c */
void make_contact(struct reading *r, struct instance *i); /* contacts.c */
void make_skin(struct reading *r, struct instance *i);    /* skins.c */
void make_probe(struct reading *r, struct instance *i);   /* probes.c */
void make_look(struct reading *r, struct instance *i);

/* What constraint and force blocks share: name, interval, the one statement that says what it is. */
struct block {
    struct item_def item;
    const struct statement *main; /* NULL: none was found, reported */
    const struct env *env;
    bool good;
};
/* during from to; */
void block_during(struct reading *r, struct block *b, const struct statement *s, const struct env *env);
/* off; */
void block_off(struct reading *r, struct block *b, const struct statement *s);
/* Reports a statement that stands twice; remembers where each stood first. `seen` is by number of the statement. */
bool block_once(struct reading *r, const struct statement *s, int *line);

/* ---- arguments.c: arguments meet the slots of a kind ---- */

struct slot {
    char letter; /* P Q points, D E directions, A B objects, J joints, d number, p path, w the word `word` */
    char word[16];
    int first, count;   /* of its arguments */
    struct value value; /* three numbers are made one vector */
};
enum { MOST_SLOTS = 8 };
struct slots {
    struct slot at[MOST_SLOTS];
    int count;
    int used;   /* arguments; options follow */
    int filled; /* slots, where not all could be */
};
/* Fits the arguments of s to one of the forms of `arguments` ("P Q  |  P Q d"); options are words that may follow. False after a report. */
bool slots_fit(struct sight *look, const struct statement *s, const char *arguments, const char *const *options,
               struct slots *out);
/* Reports and gives false if the slot is not what its letter asks for. */
bool slot_is_point(struct sight *look, const struct statement *s, const struct slot *slot);
bool slot_is_direction(struct sight *look, const struct statement *s, const struct slot *slot);
bool slot_is_object(struct sight *look, const struct statement *s, const struct slot *slot, bool world, int *body);
/* A slot that is a formula of t as a time source of the world; -1 after a report. */
int slot_source(struct sight *look, const struct statement *s, const struct slot *slot);
/* A vector or three numbers at argument *at (moved behind it); false after a report. */
bool take_vector(struct sight *look, const struct statement *s, int *at, const char *what, struct value *out);
bool take_number(struct sight *look, const struct statement *s, int *at, const char *what, struct value *out);
/* Reports arguments that are too many, or a ';' that is missing before the next statement. */
void too_many(struct reading *r, const struct statement *s, int used, const char *takes);

#endif
