/* source.h: the text of a scene that keeps its form: places of things, small edits, and applying them to a running world.
 *
 * A source is a scene's text with the files that it includes, byte for byte. Comments, layout, loops, lets and units are
 * never rewritten: an edit changes the fewest bytes that say it, and what was not edited is written as it was read.
 *
 *   tn_source *s = tn_source_open("arm.tn", d);
 *   tn_source_load(s, w, d);
 *   tn_source_place(s, w, tn_thing_find(w, TN_THING_OBJECT, "upper"), &place);
 *   tn_source_set(s, &place, "mass", (double[]){2.5}, 1, 0, TN_EDIT_ASK, &message);      mass 2; becomes mass 2.5;
 *   tn_source_apply(s, w, NULL, d);                        the running world follows; what did not change moves on
 *   tn_source_undo(s);
 *
 * Functions return TN_WRONG_USE, with nothing changed, for NULL, for files and places that do not exist, and for a place of
 * an earlier revision. Functions with `message` (may be NULL) set it to NULL or to one sentence that the caller frees.
 * A source belongs to one thread at a time.
 */
#ifndef TENON_SOURCE_H
#define TENON_SOURCE_H

#include "tenon/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tn_source tn_source;

/* ---- texts ---- */

/* The text of a file, and of the files that it includes. NULL after a report to d (may be NULL) if the file cannot be
 * read. A text with errors is a source too: tn_source_check tells them. */
TN_API tn_source *tn_source_open(const char *path, tn_diagnostics *d);
/* A text in memory. `name` (NULL: "text") is its file name in messages; includes are relative to it. NULL without a text. */
TN_API tn_source *tn_source_text(const char *name, const char *text);
/* Frees a source. Worlds made from it stay. NULL is allowed. */
TN_API void tn_source_free(tn_source *s);
/* The files, from 0, which is the main one; the others are those that it includes, in the order in which they are met. */
TN_API int tn_source_file_count(tn_source *s);
TN_API const char *tn_source_file_name(tn_source *s, int file); /* "" past the end */
/* Its text now, zero-terminated; *length (may be NULL) is its size in bytes. Valid until the next change; "" past the
 * end. */
TN_API const char *tn_source_file_text(tn_source *s, int file, size_t *length);
/* Does its text differ from what was opened or last saved? */
TN_API bool tn_source_file_changed(tn_source *s, int file);
/* Included files are not changed by edits unless they are allowed to. The main file always is. */
TN_API tn_status tn_source_file_allow(tn_source *s, int file, bool edits);
/* Writes a file's text to `path` (NULL: where it was read), whole or not at all. TN_NO_FILE if it cannot be written. */
TN_API tn_status tn_source_save(tn_source *s, int file, const char *path, char **message);
/* Reports every error in the form of the text, with its place. TN_WRONG_MODEL if there are any. What names mean is
 * checked when the text is loaded or applied. */
TN_API tn_status tn_source_check(tn_source *s, tn_diagnostics *d);

/* ---- places ---- */

enum { TN_TURNS = 8 };
/* Where a statement is in the text. Things that a loop makes share their statement and differ in the turn. */
typedef struct {
    const char *name;          /* of the file; valid until its source or its world is freed */
    int file;                  /* of the source; -1 if it is the place of a world's own text */
    size_t from, to;           /* bytes: from its first word to behind its ';' or 'end' */
    int line, column;          /* of `from`, from 1; columns count characters */
    int end_line, end_column;  /* of `to` */
    int turns;                 /* loops around it; more than TN_TURNS are not listed */
    tn_binding turn[TN_TURNS]; /* their variables in this turn, the outermost first; of a statement alone NaN */
    int statement;             /* its number in the source; -1: none */
    unsigned long revision;    /* of the source */
} tn_place;
/* The place of a thing in the text as the world has read it; false if it has none: a program has made it, or it is the
 * settings. */
TN_API bool tn_thing_place(const tn_world *w, tn_thing t, tn_place *out);
/* Its place in the source now, for a world that was made by tn_source_load or brought up to date by tn_source_apply; false
 * if its statement is gone from the text. */
TN_API bool tn_source_place(tn_source *s, const tn_world *w, tn_thing t, tn_place *out);
/* The statements of all files, children behind the block that they are in: how many, and the i-th. 0 while the text has
 * errors. */
TN_API int tn_source_count(tn_source *s);
/* The place of the i-th statement; false past the end. */
TN_API bool tn_source_at(tn_source *s, int statement, tn_place *out);
/* The block that it is in; -1 if it is in none. */
TN_API int tn_source_parent(tn_source *s, int statement);
/* The statement as a definition (def.h), which belongs to the source until its next change; NULL past the end. */
TN_API const tn_def *tn_source_def(tn_source *s, int statement);
/* The innermost statement around a byte of a file; false if there is none. */
TN_API bool tn_source_find(tn_source *s, int file, size_t byte, tn_place *out);

/* The text of one number of a statement. */
typedef enum {
    TN_TEXT_NONE,      /* it is not given */
    TN_TEXT_LITERAL,   /* digits, with a sign and a unit if it has one */
    TN_TEXT_LET,       /* the name of a let whose value is a literal */
    TN_TEXT_EXPRESSION /* anything else: formulas, words, colours by name */
} tn_text_kind;
typedef struct {
    tn_text_kind kind;
    int file;
    size_t from, to;         /* its bytes */
    int line, column;        /* of `from` */
    double value;            /* of a literal, or of the let; NaN otherwise */
    int let;                 /* the statement of the let; -1 */
    size_t let_from, let_to; /* the bytes of its literal, in the file of that statement */
    bool shared;             /* a loop makes several things of it */
} tn_text_number;
/* Number `index` of the parameter `word` of a statement: "mass", "color", "tau", "min"; the word of the statement itself
 * ("rod", "push", "distance") means its own numbers, and "" the value of a let or a probe. */
TN_API tn_status tn_source_number(tn_source *s, const tn_place *at, const char *word, int index, tn_text_number *out);

/* ---- edits ----
 *
 * Each is one change that tn_source_undo takes back, and gives the patches that an editor applies to its own copy of the
 * text. They need a text without errors, except tn_source_replace and tn_source_put. */

/* What may change where the text of a number says more than that number. */
typedef enum {
    TN_EDIT_ASK,   /* nothing: TN_WRONG_USE, and the message says what stands there */
    TN_EDIT_LET,   /* the literal of the let whose name stands there: everything that uses it follows */
    TN_EDIT_ALL,   /* the literal in a loop: every turn follows */
    TN_EDIT_SPLIT, /* this turn alone: it is split off its loop and gets the number */
    TN_EDIT_HERE   /* the number takes the place of the formula or the name; in a loop for every turn */
} tn_edit_choice;
/* Sets the numbers of a parameter. Each is written as the shortest one that reads back to its value, or to within
 * `tolerance` (0: exactly), with the unit that stands there; numbers that are right already stay as they are. A parameter
 * that is not given is added to the block; a constraint without a block gets one. TN_WRONG_USE, and nothing changed, if a
 * text that was a model would be none with these numbers. */
TN_API tn_status tn_source_set(tn_source *s, const tn_place *at, const char *word, const double *values, int count,
                               double tolerance, tn_edit_choice how, char **message);
/* Numbers of one parameter, for tn_source_set_many. */
enum { TN_TEXT_VALUES = 4 };
typedef struct {
    tn_place at;
    const char *word;
    double value[TN_TEXT_VALUES];
    int count; /* of the values */
    double tolerance;
    bool refused; /* out: it stays as it was */
} tn_text_setting;
/* Sets the numbers of many statements as one change, with TN_EDIT_ASK; the text is read once, however many there are. Those
 * of one statement stand one behind the other in the list: if one of them is refused they all are, and the rest is
 * set. As by tn_source_set, what would leave no model is refused. TN_WRONG_USE, with nothing changed, if a place is not of this
 * text or a number is not finite. */
TN_API tn_status tn_source_set_many(tn_source *s, tn_text_setting *list, int count, char **message);
/* Adds statements, on a line of their own with the indentation of their neighbours: in the block `in` before its end, or,
 * if that is NULL, in the main file behind the last statement of the same kind. *out (may be NULL) is the place of the
 * first. TN_WRONG_MODEL, after a report to d (may be NULL), if the text is not one or more whole statements. */
TN_API tn_status tn_source_add(tn_source *s, const tn_place *in, const char *text, tn_place *out, tn_diagnostics *d);
/* The i-th statement that refers to what this one declares, and goes with it; false past the end. Parts of an object, a
 * constraint or a force stand for the whole. */
TN_API bool tn_source_user(tn_source *s, const tn_place *at, int i, tn_place *out);
/* Removes a statement and the comment that belongs to it: behind it on its line, and above it without an empty line between.
 * TN_WRONG_USE, and a message that names one of them, while other statements refer to it, unless `users`: then they go with
 * it. Of a loop TN_EDIT_ALL removes every turn and TN_EDIT_SPLIT this one. */
TN_API tn_status tn_source_remove(tn_source *s, const tn_place *at, bool users, tn_edit_choice how, char **message);
/* Gives what a statement declares another name, here and in every reference, in all files. Indices stay: link[i] and
 * link[i-1] become rod[i] and rod[i-1] at once. TN_WRONG_USE, with nothing changed, if the name is taken, is not a name, or
 * would be hidden by a loop variable or a parameter where it is used; or if a file that may not be edited uses it. */
TN_API tn_status tn_source_rename(tn_source *s, const tn_place *at, const char *name, char **message);
/* Makes this turn of its loops statements of their own. *out (may be NULL) is its new place. */
TN_API tn_status tn_source_split(tn_source *s, const tn_place *at, tn_place *out, char **message);
/* Replaces bytes of a file, as an editor does. The text need not be right, before or after. */
TN_API tn_status tn_source_replace(tn_source *s, int file, size_t from, size_t to, const char *text);
/* Replaces the whole text of a file; the patch covers only what differs. */
TN_API tn_status tn_source_put(tn_source *s, int file, const char *text);

/* Undo and redo of edits, to the byte. TN_WRONG_USE if there is nothing. */
TN_API tn_status tn_source_undo(tn_source *s);
/* Redoes the edit that was undone last. */
TN_API tn_status tn_source_redo(tn_source *s);
/* How many edits can be undone. */
TN_API int tn_source_undo_count(const tn_source *s);
/* How many edits can be redone. */
TN_API int tn_source_redo_count(const tn_source *s);
/* Counts changes of the text, those by undo and redo included. */
TN_API unsigned long tn_source_revision(const tn_source *s);
/* The patches of the last change, in ascending order; `from` and `to` count in the text before it. The text is valid until
 * the next change; false past the end. */
typedef struct {
    int file;
    size_t from, to;
    const char *text;
} tn_patch;
/* The i-th patch of the last change. */
TN_API bool tn_source_patch(const tn_source *s, int i, tn_patch *out);

/* ---- worlds ---- */

/* Reads the text into a world, like tn_read_file. */
TN_API tn_status tn_source_load(tn_source *s, tn_world *w, tn_diagnostics *d);

/* What applying a text has done, in things; all zero if the text is the one that the world has already. */
typedef struct {
    int kept;     /* unchanged: they have their ids, states and velocities */
    int changed;  /* the same id and state, other numbers or another shape; a name alone is no change */
    int replaced; /* made anew, because their statement or something that they refer to has changed */
    int added, removed;
    int restart; /* of those: things that would be elsewhere if the text were run from its start, and events that are over */
} tn_applied;
/* Brings a world that this source was loaded into to the present text, as one edit of its history. Statements are compared by
 * name, unnamed ones by content and order: what did not change keeps its id, state, velocity and history; objects that
 * changed keep their id, pose and velocity. A name that is gone and a new one whose statements say the same otherwise are one
 * thing that was renamed: it did not change, nor did what speaks of it; but a let gets another id with another name, and
 * objects whose place and pose are formulas of renamed things are made anew, with their coordinates. A new start pose moves a
 * thing only if the world has not moved. TN_WRONG_MODEL, with the world as it was, if there are errors in the text;
 * TN_WRONG_USE if the world was not made by a source. */
TN_API tn_status tn_source_apply(tn_source *s, tn_world *w, tn_applied *out, tn_diagnostics *d);

#ifdef __cplusplus
}
#endif
#endif
