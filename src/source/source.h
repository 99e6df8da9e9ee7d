/* source.h: a scene's text with its files, parsed, and the log of its changes: what the files of this room share.
 *
 * The text is the truth: the tree of statements is read from it again after a change, and points into it by byte
 * offsets. Nothing is ever printed from the tree, so that whatever an edit does not touch stays as it was.
 */
#ifndef SOURCE_SOURCE_H
#define SOURCE_SOURCE_H

#include "model/origin.h"
#include "scene/files.h"
#include "tenon/source.h"

/* Bytes of a file. */
struct span {
    int file;
    size_t from, to;
};

/* A text that several may hold: never changed once it is made. */
struct source_file {
    char *path;
    struct kept_text *text;
    struct kept_text *saved; /* what was read, or written last */
    unsigned long device, inode;
    bool editable;
    bool used; /* the present text includes it */
};

/* One replacement: `from` and the lengths count in the text before it. */
struct replacement {
    int file;
    size_t from, removed, inserted; /* bytes */
    char *old, *new;                /* zero-terminated; owned */
};

struct change {
    struct replacement *at; /* ascending by file and place, none overlaps another */
    int count;
};

/* What the text says, while it has not changed. */
struct parsed {
    tn_diagnostics *d;
    struct document *home;
    struct files files;
    const struct statement *root;
    int *file_of; /* by source of a place, from 1: index of the file */
    int sources;
    struct statement **at; /* by number; those behind a break in the numbers are NULL */
    int *parent;
    int count;
    size_t **line; /* by file: where each line begins; NULL until it is wanted */
    int *lines;
    int texts; /* files that there are */
    bool good;
};

/* A replacement as places see it. */
struct moved {
    unsigned long revision; /* that it led to */
    int file;
    size_t from, removed, inserted;
};

struct tn_source {
    char *root;             /* the real folder of the main file, from which others may be included; NULL: none */
    struct source_key *key; /* known to the worlds that were made of it */
    ARRAY(struct source_file) files;
    struct parsed *parsed; /* NULL: to be made */
    ARRAY(struct change) changes;
    int done; /* of the changes: the others can be done again */
    struct change last;
    unsigned long revision;
    ARRAY(struct moved) log; /* for places of earlier revisions */
    struct parsed *applied;  /* of the text that a world has, once it was edited: */
    unsigned long applied_revision;
    bool in_world;          /* a world has the present text */
    unsigned long reads_at; /* 1 + the last revision that was known to be a model; 0: none was */
};

/* ---- parsed.c ---- */

struct parsed *parsed_of(tn_source *s); /* made if need be */
void parsed_free(struct parsed *p);
/* The first byte of a place. */
size_t parsed_offset(struct tn_source *s, struct parsed *p, struct place at);
struct span parsed_statement(tn_source *s, const struct statement *at);
struct span parsed_tree(tn_source *s, const struct tree *t);
/* An argument of a plain statement: with the parentheses around it. */
struct span parsed_argument(tn_source *s, const struct tree *t);
/* Line and column of a byte. */
void parsed_line(tn_source *s, int file, size_t byte, int *line, int *column);
const struct statement *parsed_at(tn_source *s, int number); /* NULL: there is none, or the text has errors */
/* A place as the interface gives it; turns have no values. */
void parsed_place(tn_source *s, int number, tn_place *out);
/* The statement of a place of this revision; NULL otherwise, with a message. */
const struct statement *parsed_find(tn_source *s, const tn_place *at, char **message);

/* ---- changes.c ---- */

/* Replacements that are being gathered for one change; text is copied. */
struct edit {
    ARRAY(struct replacement) at;
};
void edit_put(struct edit *e, struct span where, const char *text);
/* Makes the change, which is empty afterwards. False, with a message and nothing changed, if a file may not be edited or
 * two replacements overlap. */
bool edit_make(tn_source *s, struct edit *e, char **message);
void edit_drop(struct edit *e);
void edit_sort(struct edit *e);
void changes_free(tn_source *s);
void edit_merge(struct edit *e); /* removals that overlap become one */
/* The last `count` changes become one. */
void changes_join(tn_source *s, int count);
/* Undoes the last changes, as if they had not been made. */
void changes_take_back(tn_source *s, int before);
/* A byte of an earlier revision now: behind what was inserted there if `after`. False if it is gone. */
bool changes_follow(const tn_source *s, unsigned long revision, int file, size_t *byte, bool after);
const char *source_bytes(const tn_source *s, int file, size_t *length);

/* ---- layout.c: white space, lines and comments ---- */

size_t layout_skip(const char *text, size_t at, size_t end);        /* white space and comments */
size_t layout_line_begin(const char *text, size_t at);              /* of the line that a byte is on */
size_t layout_line_end(const char *text, size_t length, size_t at); /* behind its newline */
const char *layout_newline(const char *text);                       /* "\n" or "\r\n" */
char *layout_indent(const char *text, size_t at);            /* white space that its line begins with; caller frees */
bool layout_blank(const char *text, size_t from, size_t to); /* nothing but white space */
struct span layout_with_comments(tn_source *s, struct span statement); /* to be removed with it */
/* A statement as a line of its own: each line of the text indented, with the file's newlines. Caller frees. */
char *layout_lines(const char *text, const char *indent, const char *newline);

/* A statement in a block, before its end (add.c). */
void edit_into_block(tn_source *s, struct edit *e, const struct statement *block, const char *text);

/* ---- numbers.c ---- */

/* The shortest text of a number that reads back to within the tolerance, with the unit of the literal that it replaces
 * (its text, or ""). Buffer of 64. */
const char *number_text(double value, double tolerance, const char *literal, char buffer[64]);
/* The tree of number `index` of a parameter, and what stands around it; NULL: it is not given. */
struct parameter_text {
    const struct statement *in;  /* that the numbers stand in; NULL: none */
    const struct tree *tree;     /* of the number; NULL: none */
    const struct tree *argument; /* of `in`, that the tree belongs to */
    int first, count;            /* arguments of the parameter */
};
struct parameter_text number_find(tn_source *s, const struct statement *st, const char *word, int index);

/* ---- source_worlds.c ---- */

/* Whether the present text reads as a model; else *message (may be NULL) says why, freed by the caller. */
bool source_reads(tn_source *s, char **message);

/* ---- argument_slots.c ---- */

/* The kind of constraint or force that a statement is; NULL: none, or one that has no table of arguments. */
const tn_kind *statement_kind(const char *word);
/* Arguments of the slot of a parameter, count 0: the form that is used does not have it; and how many arguments stand in
 * front of the options. */
struct argument_slot {
    int first, count, used;
};
/* p may be NULL. False if the statement fits no form of its kind. */
bool argument_slot(tn_source *s, const struct statement *st, const tn_parameter *p, struct argument_slot *out);

/* ---- references.c ---- */

enum name_space { SPACE_VALUE, SPACE_RELATION, SPACE_PROBE, SPACE_POINT, SPACE_SKIN, SPACE_NONE };
/* What a statement declares. */
struct declared_name {
    enum name_space space;
    const struct tree *tree; /* its name; NULL: none */
    const char *text;
    const struct statement *loop; /* of a let that belongs to one turn; NULL: the whole text */
    const char *object;           /* of a point: the name of its object */
    bool called;                  /* it may stand before (: it has parameters, or may be a curve */
};
struct declared_name name_declared(tn_source *s, int number);
/* Calls visit for every mention of a name that could be this one. `capture`: what hides it there has the name `other`. */
typedef void mention(tn_source *s, const struct statement *in, const struct tree *t, bool captured, void *ctx);
void name_mentions(tn_source *s, const struct declared_name *name, const char *other, mention *visit, void *ctx);
/* The statement that would be removed with a mention in it. */
int name_user(tn_source *s, const struct statement *in);
/* Can the indices of two mentions of one name never be equal: link[2] and link[i] with i from 3 on? */
bool name_apart(tn_source *s, const struct statement *in, const struct tree *t, const struct statement *other,
                const struct tree *name);
/* Is an argument a number as far as the text tells: no vector, nothing unknown? */
bool argument_is_number(tn_source *s, const struct statement *in, const struct tree *t);
/* The let of a name as seen from a statement; NULL: none that is in the text. */
const struct statement *name_let(tn_source *s, const struct statement *from, const struct tree *t);

#endif
