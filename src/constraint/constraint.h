/* constraint.h: constraint kinds: C(y1, …, yk, t), m numbers that must be zero, as formulas over connectors.
 *
 * A kind is one file with a class table and one line in constraint_list.h. Its formula is
 * written in the scene language and turned into C when the library is built
 * (tools/kindgen.c); a formula typed by a user runs on a tape. Both give the
 * same rows: C, Ċ, the bias γ and the Jacobian by each input (method §1, §2).
 */
#ifndef CONSTRAINT_CONSTRAINT_H
#define CONSTRAINT_CONSTRAINT_H

#include <stdint.h>

#include "base/kind.h"
#include "base/simd.h"
#include "connector/connector.h"
#include "formula/formula.h"
#include "object/shape.h"

enum { CONSTRAINT_ROWS = 6, CONSTRAINT_INPUTS = 16, CONSTRAINT_PARAMETERS = 4 };

/* A row constrains positions (C̈ is prescribed), velocities (Ċ is) or accelerations. */
enum level { LEVEL_POSITION, LEVEL_VELOCITY, LEVEL_ACCELERATION };

enum input_type { INPUT_POINT, INPUT_DIRECTION, INPUT_SPIN, INPUT_SCALAR };

struct input_spec {
    const char *name;
    enum input_type type;
};

struct row_spec {
    const char *formula; /* a vector gives three rows */
    const char *unit;    /* rows of one constraint that share a unit are scaled together */
    enum level level;
};

/* For describing: whether the builder fixes directions or points at the pose it finds. CARRIED: `carried` gives them once
 * something has moved; STATED: the arguments of the statement lie at that pose too, and are written anew. */
enum pose_use { POSE_UNUSED, POSE_CARRIED, POSE_STATED };

/* One formula of a kind. Most kinds have one; touch has one for two spheres and one for a sphere and a plane. */
struct constraint_form {
    const char *name;
    struct input_spec inputs[CONSTRAINT_INPUTS]; /* ended by name NULL */
    const char *parameters[CONSTRAINT_PARAMETERS];
    struct row_spec rows[CONSTRAINT_ROWS]; /* ended by formula NULL */
    int tie_direction; /* 1 + index of an input D that must align with the next, E; then follows e1 (tie.c); 0: none */
    int tie_frame;     /* 1 + index of the first of the six directions X Y Z U V W of two frames; 0: none */
    enum pose_use pose;
    /* The arguments of the statement in terms of inputs and parameters, if they are not simply the next ones of each type
     * (said.c): P is an input, of:P the object that it belongs to, e1*e2 the direction across two inputs that follow each
     * other, d a parameter; anything else is a word. NULL: by the kind's arguments. */
    const char *said;
};

/* The rows of one constraint at one moment (method §1). J by input: six columns, three linear and three angular (a
 * scalar input uses column 0); the angular ones include the lever: lever × C_y. */
struct rows {
    double c[CONSTRAINT_ROWS], cd[CONSTRAINT_ROWS], gamma[CONSTRAINT_ROWS];
    double j[CONSTRAINT_INPUTS][CONSTRAINT_ROWS * 6];
};

typedef struct rows real_rows; /* of kernels over `real` (math/wide.h) */
typedef double real_parameters;

typedef void constraint_kernel(const struct signal *in, const double *parameters, double t, struct rows *out);
/* The same kind, four constraints at once (constraint_wide.h); the parameters are four numbers each. */
struct wide_signal;
struct wide_rows;
typedef void constraint_wide_kernel(const struct wide_signal *in, const void *parameters, double t,
                                    struct wide_rows *out);

/* The linear columns of J by an input, if they are constant: zero; ±1 in the first three rows and zero below, as for a
 * point that must meet another; otherwise ANY. */
enum linear_part { LINEAR_MINUS = -1, LINEAR_NONE = 0, LINEAR_PLUS = 1, LINEAR_ANY = 2 };

/* ---- arguments of builders ---- */

enum arg_type {
    ARG_WORLD,
    ARG_BODY,
    ARG_POINT,
    ARG_DIRECTION,
    ARG_VECTOR,
    ARG_TIME,
    ARG_NUMBER,
    ARG_JOINT,
    ARG_NONE /* an optional argument that is not given */
};

/* What a joint measures: the angle of B against A about an axis, or the travel along it. */
enum measure_type { MEASURE_NONE, MEASURE_ANGLE, MEASURE_TRAVEL };
struct measure {
    enum measure_type type;
    struct connector input[3]; /* angle: direction on A, direction on B, axis on A; travel: P, Q, axis on A */
    int turns;                 /* index of its count of whole turns; -1: none */
};

struct constraint_arg {
    enum arg_type type;
    int body;                    /* BODY: its index */
    struct connector connector;  /* POINT, DIRECTION, TIME */
    vec3 vector;                 /* VECTOR: world coordinates */
    double number;               /* NUMBER */
    const struct measure *joint; /* JOINT; NULL: it measures nothing */
};

/* For builders: where bodies are now and what shape they have. */
struct constraint_context {
    const struct time_signal *times;
    void *ctx;
    struct pose (*pose)(void *ctx, int body);          /* x and r: where it is now */
    vec3 (*center)(void *ctx, int body);               /* of mass, in the object's frame */
    const struct shape *(*shape)(void *ctx, int body); /* the first shape, NULL for bodies without one */
    bool (*is_plane)(void *ctx, int body);
};

/* ---- how the displacement method sees a kind (method §3) ---- */

/* Where Q may be: at P; on the segment P + λ U, λ in [least, most]; in the plane through P with normal U, at a distance
 * from P in [least, most]; in space at such a distance. */
enum area { AREA_NONE, AREA_POINT, AREA_SEGMENT, AREA_RING, AREA_SHELL };

/* A joint in the terms of GG: a point in an area, an angle between two axes, a twist about them. Rows express the same
 * and serve every method; this also gives the nearest permitted position, which is better from far away and faster. */
struct articulation {
    bool whole; /* equivalent to all rows of the kind */
    enum area area;
    struct connector p, q, u;
    double least, most;
    bool angles; /* the angle between A1 and A2 is in [angle_least, angle_most] */
    struct connector a1, a2;
    double angle_least, angle_most;
    bool twists; /* the angle of B2 against B1, seen along A1 + A2, is in [twist_least, twist_most] */
    struct connector b1, b2;
    double twist_least, twist_most;
};

/* A limit of a kind: a form of one row that must stay ≥ 0, with the parameters least and most. */
enum articulation_part { PART_PLACE, PART_ANGLE, PART_TWIST };
struct build_limit {
    const struct constraint_form *form;
    enum articulation_part part; /* which part of the articulation it limits */
    bool is_most;                /* it is the upper limit */
    int inputs;
    struct connector input[CONSTRAINT_INPUTS];
    signed char partner[CONSTRAINT_INPUTS];
    double least, most;
    double low, high; /* permitted range of least and most */
};
enum { BUILD_LIMITS = 6 };

/* A constraint ready to run: a form, its connectors, its numbers. */
struct constraint_build {
    const struct constraint_form *form; /* NULL for a joint that has only limits */
    int inputs;
    struct connector input[CONSTRAINT_INPUTS];
    signed char partner[CONSTRAINT_INPUTS]; /* 1 or 2: which partner of the statement an input belongs to */
    double parameter[CONSTRAINT_PARAMETERS];
    int turns[CONSTRAINT_PARAMETERS]; /* parameter k is the count of turns (in radians) with this index; -1: none */
    struct measure measure;           /* of a joint */
    struct articulation articulation; /* filled by kinds that can be expressed by it */
    int limits;
    struct build_limit limit[BUILD_LIMITS];
    int wrong_argument; /* set with an error message: index of the argument; -1: the whole statement */
};

struct constraint_class {
    tn_kind kind; /* name, arguments, parameters, help */
    const struct constraint_form *forms;
    int form_count;
    int fewest, most; /* arguments */
    /* From arguments to a form and its inputs. Returns NULL, or an error message for the user. */
    const char *(*build)(const struct constraint_context *x, const struct constraint_arg *args, int count,
                         struct constraint_build *out);
};

int constraint_class_count(void);
const struct constraint_class *constraint_class_at(int i);
const struct constraint_class *constraint_find(const char *name);
/* The compiled kernel of a form. */
constraint_kernel *constraint_kernel_of(const struct constraint_form *form);
/* The same kind over four constraints, by these instructions; NULL if there is none: it has functions that only plain
 * numbers have. */
constraint_wide_kernel *constraint_wide_kernel_of(constraint_kernel *kernel, enum simd simd);
/* Opposite directions leave the axis of rotation undefined: near there those of one side are tilted slightly. */
void constraint_break_tie(const struct constraint_form *form, struct signal *in);
enum linear_part constraint_form_linear(const struct constraint_form *form, int input);
/* Rows of a form, and the unit and level of each. */
int constraint_form_rows(const struct constraint_form *form, const char *units[CONSTRAINT_ROWS],
                         enum level levels[CONSTRAINT_ROWS]);

/* ---- arguments of what was built (said.c) ---- */

enum said_type { SAID_INPUT, SAID_OWNER, SAID_CROSS, SAID_JOINT, SAID_NUMBER, SAID_WORD };
struct said {
    enum said_type type;
    int index;            /* of an input, for CROSS and JOINT the first; of a parameter for NUMBER */
    char word[KIND_WORD]; /* WORD */
};
enum { CONSTRAINT_SAID = 16 };
/* The arguments of the statement that builds this form; `partner` by input. How many; -1: they cannot be told. */
int constraint_said(const struct constraint_class *class, const struct constraint_form *form,
                    const signed char *partner, int inputs, struct said out[CONSTRAINT_SAID]);

/* ---- helpers for builders (build.c) ---- */

/* A point argument (point, vector or path) as a connector; false if it is something else. */
bool build_point(const struct constraint_arg *a, struct connector *out);
/* A direction argument (direction or vector), normalised; false if it is something else or has length zero. */
bool build_direction(const struct constraint_arg *a, struct connector *out);
/* The body of a BODY or WORLD argument (-1 for the world) in *body; false if it is neither. */
bool build_body(const struct constraint_arg *a, int *body);
/* Where a connector is now in the world. */
vec3 build_where(const struct constraint_context *x, const struct connector *c);
/* A world point or direction, fixed from now on in a body (body -1: in the world). */
struct connector build_fixed_point(const struct constraint_context *x, int body, vec3 world);
struct connector build_fixed_direction(const struct constraint_context *x, int body, vec3 world);
/* The body behind a connector, -1 for the world, paths and constants. */
int build_owner(const struct connector *c);
/* Appends an input. */
void build_input(struct constraint_build *b, struct connector c, int partner);
/* For the displacement method: the kind only requires that Q lies in an area about P, or that D and E align. */
void build_area(struct constraint_build *b, enum area area, struct connector p, struct connector q, struct connector u,
                double least, double most);
void build_aligned(struct constraint_build *b, struct connector d, struct connector e);

/* ---- the joints of GG (hinge.c) ---- */

/* The arguments of the kind `hinge`, each of which may be ARG_NONE: P on A and Q on B, the axis of axial and the normal
 * of planar on A, the axes of angle and the directions of twist on A and on B; then min and max of each of the four. */
enum hinge_argument {
    HINGE_P,
    HINGE_Q,
    HINGE_AXIAL,
    HINGE_PLANAR,
    HINGE_ANGLE_1,
    HINGE_ANGLE_2,
    HINGE_TWIST_1,
    HINGE_TWIST_2,
    HINGE_AXIAL_MIN,
    HINGE_AXIAL_MAX,
    HINGE_PLANAR_MIN,
    HINGE_PLANAR_MAX,
    HINGE_ANGLE_MIN,
    HINGE_ANGLE_MAX,
    HINGE_TWIST_MIN,
    HINGE_TWIST_MAX,
    HINGE_ARGUMENTS
};

/* ---- formulas: the derivation that kindgen and tapes share (derive.c) ---- */

/* Symbols of formulas: the kind of quantity, its index, the component. */
enum symbol_kind {
    SYMBOL_TIME,
    SYMBOL_PARAMETER, /* index: of a let or a parameter of a kind */
    SYMBOL_Y,
    SYMBOL_YD,
    SYMBOL_YDD, /* index: of a connector; ÿ only in acceleration rows and probes */
    SYMBOL_LEVER,
    SYMBOL_BETA,  /* kindgen only */
    SYMBOL_TURNS, /* index: of a joint's turns */
    SYMBOL_PROBE  /* index: of a special quantity of the world; in probes only */
};
static inline uint64_t symbol_key(enum symbol_kind kind, int index, int component)
{
    return (uint64_t)kind << 48 | (uint64_t)(uint32_t)index << 8 | (uint64_t)component;
}
static inline enum symbol_kind symbol_kind_of(uint64_t key) { return (enum symbol_kind)(key >> 48); }
static inline int symbol_index(uint64_t key) { return (int)(key >> 8 & 0xffffffffu); }
static inline int symbol_component(uint64_t key) { return (int)(key & 0xff); }

/* One row with its derivatives: C, Ċ, γ without the β part, and ∂/∂(y, ẏ or ÿ by level) for each connector. */
struct derived_row {
    node c, cd, gamma;
    node (*cy)[3]; /* [connector index 0 … connectors-1][component] */
};
/* Derives one row at its level; connectors are numbered 0 … connectors-1 in the symbols. cy is the caller's array. */
void derive_row(struct formula *f, node row, enum level level, int connectors, struct derived_row *out);
/* ∂a/∂y for each connector. */
void derive_gradient(struct formula *f, node a, int connectors, node (*out)[3]);
/* The directional derivative of a along ẏ, at constant t. */
node derive_along(struct formula *f, node a);
/* Is the row affine in accelerations (a condition on acceleration rows)? */
bool derive_is_affine(struct formula *f, node row, int connectors);
/* The formula of what a joint measures, over the three given connectors, with its turns. */
node derive_measure(struct formula *f, const struct measure *m, const int connector[3]);

/* The time derivative of a value, with ÿ for the rate of ẏ. */
struct value derive_rate(struct formula *f, struct value v);
/* Parses and elaborates a text. */
struct value derive_text(struct formula *f, const char *name, const char *text, const struct resolver *r);
/* Symbols of a form's names for the parser: inputs as vectors (scalars as numbers), vel(P), omega(A), parameters. */
struct value derive_form_row(struct formula *f, const struct constraint_form *form, int row, struct diagnostics *d);

/* ---- a user's formula on a tape (program.c) ---- */

struct program;
/* Compiles rows (nodes of f, whose connector symbols are numbered 0 … inputs-1) into a program that gives `struct
 * rows`. types[i] says how the J of input i is laid out. */
struct program *program_new(struct formula *f, const node *rows, const enum level *levels, int count, int inputs,
                            const enum connector_type *types);
/* The same of a function of the program (hooked.h). */
struct hooked;
struct program *program_hooked(const struct hooked *h, const enum connector_type *types);
bool program_is_hooked(const struct program *p);  /* NULL is allowed */
struct program *program_again(struct program *p); /* adds a reference; NULL is allowed */
void program_free(struct program *p);
int program_rows(const struct program *p);
/* The keys of the symbols that it reads. */
int program_loads(const struct program *p);
uint64_t program_load(const struct program *p, int i);
size_t program_scratch(const struct program *p); /* doubles */
/* lets: values of SYMBOL_PARAMETER; turns: of SYMBOL_TURNS. */
void program_run(const struct program *p, const struct signal *in, double t, const double *lets, const double *turns,
                 struct rows *out, double *scratch);
/* Why the rows of a formula or of a compiled kind are not numbers, as in "0/0 is not a number"; NULL if they are
 * numbers. For reports after a failure: both allocate. The caller frees the text. */
char *program_trouble(const struct program *p, const struct signal *in, double t, const double *lets,
                      const double *turns);
char *constraint_form_trouble(const struct constraint_form *form, const struct signal *in, const double *parameters,
                              double t);

#endif
