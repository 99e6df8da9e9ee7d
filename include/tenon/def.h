/* def.h: definitions: what a statement of the scene language says, as data.
 *
 * A definition has a word ("object", "connect", "stiffness"), a name where its word
 * takes one, arguments, and the definitions in its block. Arguments are
 * values: numbers, vectors, strings, references and formulas. They are made from
 * numbers, or parsed from text ("upper.center", "0.2*sin(t)").
 *
 *   tn_def *ball = tn_def_new("object");
 *   tn_def_set_name(ball, "ball");
 *   tn_def_add_number(tn_def_add_child(ball, "sphere"), 0.1);
 *   tn_def_add_vector(tn_def_add_child(ball, "position"), (tn_vec3){0, 0, 1});
 *   tn_add(w, ball, NULL, NULL);               (model.h)
 *   tn_def_free(ball);
 *
 * tn_def_parse makes the same from text, tn_def_print returns the text. docs/language.md lists the words and what they
 * take; a definition may be anything of that form, and is checked when it is added to a world.
 *
 * Functions that fill a definition return TN_WRONG_USE, and change nothing, if it is NULL or a value is not one that the
 * language can say. Functions that read one treat NULL as an empty definition or value.
 */
#ifndef TENON_DEF_H
#define TENON_DEF_H

#include "tenon/diagnostics.h"
#include "tenon/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tn_def tn_def;
typedef struct tn_value tn_value;

/* ---- making ---- */

/* An empty definition; NULL if the word does not have the form of a word (letters, digits, _ and inner dashes). */
TN_API tn_def *tn_def_new(const char *word);
/* The single statement or block of a text. NULL after a report to d (may be NULL), also if there are none or
 * several. */
TN_API tn_def *tn_def_parse(const char *text, tn_diagnostics *d);
/* An independent copy, also of a definition in another's block. NULL for NULL. */
TN_API tn_def *tn_def_copy(const tn_def *d);
/* Frees a definition from tn_def_new, tn_def_parse, tn_def_copy or tn_describe, with its block. Definitions in a block
 * are freed with the outermost one; freeing them alone does nothing. */
TN_API void tn_def_free(tn_def *d);
/* The definition as text that parses to an equal one. Caller frees with tn_free(). */
TN_API char *tn_def_print(const tn_def *d);

/* ---- filling ---- */

/* Its name: "ball", "link[3]", "link[i+1]"; for a probe any text. NULL removes it. */
TN_API tn_status tn_def_set_name(tn_def *d, const char *name);
/* Arguments, appended to the present ones. */
TN_API tn_status tn_def_add_number(tn_def *d, double x);
/* Appends several numbers. */
TN_API tn_status tn_def_add_numbers(tn_def *d, const double *x, int count);
/* Appends a vector. */
TN_API tn_status tn_def_add_vector(tn_def *d, tn_vec3 v);
TN_API tn_status tn_def_add_string(tn_def *d, const char *text); /* UTF-8 on one line, without quotation marks */
/* A word, a reference or any expression: "stiffness", "link[3].end1", "norm(a.center) - 2*L". TN_WRONG_MODEL, and nothing
 * changed, if the text is not an expression: the errors are reported to diagnostics (may be NULL). */
TN_API tn_status tn_def_add(tn_def *d, const char *expression, tn_diagnostics *diagnostics);
/* A copy of a value that may belong to another definition. */
TN_API tn_status tn_def_add_value(tn_def *d, const tn_value *v);
/* Replaces argument i by a number. */
TN_API tn_status tn_def_set_number(tn_def *d, int i, double x);
/* keep, speed, acceleration: how the first argument relates to the second; default: TN_EQUAL. */
typedef enum { TN_EQUAL, TN_AT_MOST, TN_AT_LEAST } tn_relation;
/* Sets the relation between the two sides. */
TN_API tn_status tn_def_set_relation(tn_def *d, tn_relation relation);
/* A parameter of a function, path, surface or curve: let f(x, y) = …; For a curve type the parameters of the object
 * come first and the curve parameter (`runs`) last: curve arc(r; u) = …; */
TN_API tn_status tn_def_add_parameter(tn_def *d, const char *name, bool runs);
/* Appends an empty definition to the block; it belongs to d. NULL if d is NULL, the word is invalid, or blocks would be
 * nested more than 50 deep. */
TN_API tn_def *tn_def_add_child(tn_def *d, const char *word);
/* Appends a copy of a definition to the block. */
TN_API tn_status tn_def_add_def(tn_def *d, const tn_def *child);

/* ---- reading ---- */

/* The form of a definition. */
typedef enum {
    TN_DEF_PLAIN,       /* word {argument} ; */
    TN_DEF_EXPRESSIONS, /* word expression {, expression} ; minimize, place, pose */
    TN_DEF_RELATION,    /* word expression = expression ; keep, speed, acceleration */
    TN_DEF_DEFINE,      /* word name(parameters) = expression ; let, probe, path, curve, surface */
    TN_DEF_BLOCK,       /* word name : … end */
    TN_DEF_FOR,         /* for name = argument to argument : … end */
    TN_DEF_AT           /* at argument : … end */
} tn_def_form;
/* Its form. TN_DEF_PLAIN for NULL. */
TN_API tn_def_form tn_def_shape(const tn_def *d);
/* Its word. */
TN_API const char *tn_def_word(const tn_def *d); /* "" for NULL */
/* NULL if it has none. A name with indices has them as items. */
TN_API const tn_value *tn_def_name(const tn_def *d);
/* The number of its arguments. */
TN_API int tn_def_arg_count(const tn_def *d);
/* The i-th argument. */
TN_API const tn_value *tn_def_arg(const tn_def *d, int i); /* NULL past the end */
/* The relation of keep, speed and acceleration; TN_EQUAL for others. */
TN_API tn_relation tn_def_relation(const tn_def *d);
/* The number of its parameters: of let f(x, y) there are two. */
TN_API int tn_def_parameter_count(const tn_def *d);
TN_API const char *tn_def_parameter(const tn_def *d, int i); /* NULL past the end */
/* Is the i-th parameter the one that runs along a curve? */
TN_API bool tn_def_parameter_runs(const tn_def *d, int i);
/* The number of definitions in its block. */
TN_API int tn_def_child_count(const tn_def *d);
TN_API const tn_def *tn_def_child(const tn_def *d, int i); /* NULL past the end */
/* The line of the text that it was parsed from; 0 if it was not. */
TN_API int tn_def_line(const tn_def *d);

typedef enum {
    TN_VALUE_NONE,   /* NULL */
    TN_VALUE_NUMBER, /* number, and its unit if one was written */
    TN_VALUE_STRING, /* text, without its quotes */
    TN_VALUE_NAME,   /* text; items are its indices: link[i] */
    TN_VALUE_VECTOR, /* three items */
    TN_VALUE_MEMBER, /* item 0 . text */
    TN_VALUE_CALL,   /* item 0 is called with the other items */
    TN_VALUE_UNARY,  /* text "-", one item */
    TN_VALUE_BINARY  /* text "+", "<=", …, two items */
} tn_value_type;
/* The type of a value. */
TN_API tn_value_type tn_value_kind(const tn_value *v);
TN_API double tn_value_number(const tn_value *v);    /* in SI; NaN if it is not a number */
TN_API const char *tn_value_unit(const tn_value *v); /* the unit of a number as written ("deg"); "" if it has none */
TN_API const char *tn_value_text(const tn_value *v); /* "" if it has none; of a number with a unit "30deg", unsigned */
/* The number of its items. */
TN_API int tn_value_count(const tn_value *v);
TN_API const tn_value *tn_value_item(const tn_value *v, int i); /* NULL past the end */
/* As text that parses to an equal value. Caller frees with tn_free(). */
TN_API char *tn_value_print(const tn_value *v);
/* Are they equal, number for number and name for name? */
TN_API bool tn_value_equal(const tn_value *a, const tn_value *b);
/* Are two definitions equal, argument for argument and block for block? */
TN_API bool tn_def_equal(const tn_def *a, const tn_def *b);

#ifdef __cplusplus
}
#endif
#endif
