/* kinds.h: the kinds that models are made of, as data: objects, materials, curves, constraints, forces, integrators,
 * settings, functions.
 *
 * Each kind is one constant table: its name, its arguments, the meaning of its parameters, an example. The reader and
 * the writer of scenes, `set`, `tenon kinds` and the tables of the language page use the same tables.
 */
#ifndef TENON_KINDS_H
#define TENON_KINDS_H

#include "tenon/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Permitted values of a parameter. */
typedef enum {
    TN_ANY_NUMBER,
    TN_POSITIVE,     /* greater than zero */
    TN_NOT_NEGATIVE, /* zero or greater */
    TN_NOT_ZERO,
    TN_BETWEEN, /* low … high, both included */
    TN_ABOVE,   /* greater than low, at most high */
    TN_WITHIN   /* greater than low, less than high */
} tn_range;

typedef struct {
    const char *word;   /* as in a text, in set and in tn_…_set; NULL ends a list */
    const char *behind; /* the option that it follows; NULL: none */
    const char *symbol; /* the symbol of its numbers in the usage and in formulas: "k", "x y z"; NULL: none */
    const char *unit;   /* "N/m", "1" for plain numbers; NULL for words */
    int fewest, most;   /* how many numbers it takes; 0, 0: words, a name or nothing */
    tn_range range;
    double low, high;           /* of TN_BETWEEN, TN_ABOVE and TN_WITHIN */
    bool whole;                 /* whole numbers only */
    bool argument;              /* positional: its word is not written in the statement */
    bool required;              /* must be given */
    bool one_of;                /* one of those marked so must be given */
    bool formula;               /* may be a formula of t and of the motion */
    bool down;                  /* one number instead of three means a vector along -up */
    bool settable;              /* can be changed while the model runs */
    const char *const *choices; /* permitted words, ended by NULL; NULL: none */
    const char *standard;       /* the default, as text; NULL: none */
    const char *help;
    const char *const *of; /* of an object's: the only kinds of objects that have it, ended by NULL; NULL: all but */
    const char *const *not_of; /* these; "solid" stands for all shapes and compounds; NULL: none */
    const char *instead;       /* the word that it replaces: only one of the two may be given; NULL: none */
} tn_parameter;

/* A parameter of a definition: {"stiffness", {40}}. */
typedef struct {
    const char *word; /* NULL ends a list */
    double number[3];
} tn_parameter_value;
enum { TN_VALUES = 8 }; /* how many of them a definition holds at most; unused ones have word NULL */

typedef enum {
    TN_KIND_STATEMENT, /* what a scene is made of: object, constraint, force, world, contact, skin, … */
    TN_KIND_OBJECT,
    TN_KIND_CURVE,
    TN_KIND_CONSTRAINT,
    TN_KIND_FORCE,
    TN_KIND_INTEGRATOR,
    TN_KIND_FUNCTION, /* of formulas and probes */
    TN_KIND_MATERIAL, /* what objects are made of: words of their blocks, and of contact */
    TN_KIND_GROUPS
} tn_kind_group;

enum { TN_SYNONYMS = 6 };
typedef struct {
    tn_kind_group group;
    const char *name;
    const char *synonyms[TN_SYNONYMS]; /* for searching; not words of the language. Ended by NULL */
    const char *arguments;             /* after the name: "P Q"; several forms are separated by "  |  " */
    const char *help;                  /* one sentence */
    const char *formula;               /* NULL: none */
    const char *example;               /* statements that run, given objects a and b */
    const tn_parameter *parameters;    /* ended by word NULL; NULL: none */
} tn_kind;

/* All kinds, in the order of `tenon kinds`: the i-th; NULL past the end. They are valid for the lifetime of the
 * program. */
TN_API const tn_kind *tn_kind_at(int i);
/* The first of this name; NULL: there is none. */
TN_API const tn_kind *tn_kind_find(const char *name);
/* The i-th kind that has a word among its synonyms; NULL past the end. */
TN_API const tn_kind *tn_kind_meant(const char *word, int i);
/* "objects", "constraints", …; NULL: there is no such group. */
TN_API const char *tn_kind_group_name(tn_kind_group group);

/* The statement of a kind ("spring P Q stiffness k rest r damping c"), and the condition on the numbers of a parameter
 * ("be greater than zero"; NULL: none). Caller frees with tn_free(). */
TN_API char *tn_kind_usage(const tn_kind *k);
/* A statement of a kind with a word of its parameters, which runs given objects a and b; NULL for arguments and for words
 * that only saving writes. Valid for the lifetime of the program. */
TN_API const char *tn_parameter_example(const tn_kind *k, const tn_parameter *p);
/* The condition on the numbers of a parameter; see tn_kind_usage. */
TN_API char *tn_parameter_must(const tn_parameter *p);

/* ---- units and colours ---- */

/* A unit touches its number: 30deg, -120mm, 1.5e3kN. */
typedef struct {
    const char *name; /* "deg" */
    const char *help; /* "degree" */
    const char *base; /* the SI unit that it is converted to: "rad" */
    double factor;    /* of that SI unit */
} tn_unit;
/* The i-th unit; name NULL past the end. */
TN_API tn_unit tn_unit_at(int i);
/* Does a unit fit a place that takes `unit` of its tn_parameter ("m", "N s/m", "m or rad", "1")? False for a name that is
 * no unit, and for NULL. */
TN_API bool tn_unit_fits(const char *name, const char *unit);
/* A whole text as one number with an optional sign and unit: *value in SI; *unit (may be NULL) is the name of its unit,
 * NULL if it has none. False, and nothing written, if it is no number of the language. */
TN_API bool tn_number(const char *text, double *value, const char **unit);

/* Red, green and blue (0 … 1) of a colour as the language has it: a name of CSS in lower case, "#ff8800" or "#f80". False,
 * and nothing written, if it is none. */
TN_API bool tn_color(const char *text, double rgb[3]);
/* The i-th name of a colour; NULL past the end. */
TN_API const char *tn_color_name(int i);

/* A kind as text, as `tenon kinds` prints it; by name, synonym or the word of a parameter. name NULL: the list of all.
 * Returns NULL if it is unknown. Caller frees with tn_free(). */
TN_API char *tn_kinds(const char *name);
/* The formulas of a kind, as text; NULL: unknown. Caller frees with tn_free(). */
TN_API char *tn_kind_formulas(const char *name);

#ifdef __cplusplus
}
#endif
#endif
