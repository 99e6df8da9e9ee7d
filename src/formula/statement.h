/* statement.h: statements and blocks: the shape of a scene, without its meaning.
 *
 * A statement is  word arguments ;  and a block is  head : statements end. Which
 * words there are and what they take is not known here, beyond the few whose form
 * is their own (let, for, at, keep, curve, …). Every error of a text is reported
 * with its place; what could not be read stays in the tree, marked as broken, so
 * that whoever gives it meaning still knows its name and does not complain twice.
 */
#ifndef FORMULA_STATEMENT_H
#define FORMULA_STATEMENT_H

#include <stdatomic.h>

#include "formula/syntax.h"

enum statement_kind {
    STATEMENT_PLAIN,       /* word {argument} ;      args: the arguments */
    STATEMENT_EXPRESSIONS, /* word expr {[,] expr} ; minimize, place, pose; args: the expressions */
    STATEMENT_RELATION,    /* word expr = expr ;     keep, speed, acceleration; args[0], args[1], relation */
    STATEMENT_DEFINE,      /* word name[(a, b; u)] = expr ;  let, probe, path, curve, surface; args[0] */
    STATEMENT_BLOCK,       /* word [name] : … end    also the 1994 form of constraint, without colon: bare */
    STATEMENT_FOR,         /* for name = expr to expr : … end    args[0], args[1] */
    STATEMENT_AT,          /* at expr : … end        args[0] */
    STATEMENT_GROUP        /* children in the place of one statement: what an include was replaced by */
};

/* The memory of statements, and where their texts came from. Counted, so that who keeps a statement keeps all that it
 * speaks of; threads may share it once it is complete. */
struct document_source {
    int source;      /* of places */
    char *folder;    /* of its file, as it can be opened: "" or with a slash at its end */
    char *from_main; /* the same as seen from the main file */
};
struct document {
    struct arena arena;
    atomic_int users;
    const struct diagnostics *diagnostics; /* whose sources the places speak of; NULL: they speak of none */
    struct statement *root;                /* of a definition that a program made: who frees it frees all; */
    unsigned long version;                 /* counts its changes */
    ARRAY(struct document_source) sources;
};
struct document *document_new(const struct diagnostics *d); /* used once */
void document_keep(struct document *d);                     /* used once more */
void document_drop(struct document *d);                     /* once less; NULL: nothing */
/* Where a place lies; NULL: nowhere that is known. */
const struct document_source *document_source(const struct document *d, struct place p);

struct statement {
    struct document *home;
    enum statement_kind kind;
    const char *word;   /* the first word */
    struct place place; /* of the word */
    struct place last;  /* of the ';' or the 'end' */
    bool broken;        /* an error was reported in it (not in its children); args and name may be missing */
    bool bare;          /* BLOCK: constraint … end without colon */
    char relation;      /* RELATION: '=' , 'l' (<=) or 'g' (>=) */
    struct tree *name;  /* BLOCK, FOR, DEFINE: a TREE_NAME, with its index expressions; NULL if there is none */
    struct tree **args;
    int arg_count;
    struct tree **parameters; /* DEFINE: TREE_NAMEs without index */
    int parameter_count;
    int parameter_split; /* how many stand before the ';': curve arc(cx, cy, r; u) has 3; without ';' all */
    struct statement **children;
    int child_count;
};

/* The public tn_def is this struct, and tn_value is struct tree. */

/* Blocks are nested at most this deep, so that whoever walks them may do so by recursion. */
enum { STATEMENT_DEPTH = 50 };

struct statements {
    struct statement **at;
    int count;
    bool incomplete; /* the text ended inside a statement or a block: a prompt asks for more */
};

/* Reads the whole text of a registered source. Always gives what could be read; errors are in d. */
struct statements statement_read(struct document *home, struct diagnostics *d, int source);

/* ---- making statements without a text (draft.c) ---- */

/* An empty statement of the form that its word has. */
struct statement *draft_new(struct document *home, const char *word);
/* At the end of the block of `s`, which becomes a block. */
struct statement *draft_child(struct statement *s, const char *word);
void draft_adopt(struct statement *s, struct statement *child); /* of the same document */
/* Arguments, added at the end; names and texts are copied. */
void draft_number(struct statement *s, double x);
void draft_numbers(struct statement *s, const double *x, int count);
void draft_vector(struct statement *s, double x, double y, double z);
void draft_string(struct statement *s, const char *text);
void draft_word(struct statement *s, const char *word); /* a name without indices */
void draft_tree(struct statement *s, struct tree *t);   /* of the same document */
void draft_parameter(struct statement *s, const char *name, bool runs);
/* Trees by themselves. */
struct tree *draft_number_tree(struct document *home, double x);
struct tree *draft_vector_tree(struct document *home, double x, double y, double z);
struct tree *draft_name_tree(struct document *home, const char *text);
struct tree *draft_member_tree(struct document *home, struct tree *of, const char *member);
struct tree *draft_call_tree(struct document *home, struct tree *called, const double *args, int count);
/* A tree, and a statement, in another document. Places stay if `places` says so. */
struct tree *draft_copy_tree(struct document *home, const struct tree *t, bool places);
struct statement *draft_copy(struct document *home, const struct statement *s, bool places);
bool draft_equal_trees(const struct tree *a, const struct tree *b);
bool draft_equal(const struct statement *a, const struct statement *b);

/* What is wrong with the shape of a statement that no parser has checked, as one sentence; NULL: nothing. Caller frees. */
char *statement_misshapen(const struct statement *s);

/* ---- printing (statement_print.c) ---- */

struct text {
    char *at;
    int count, capacity;
};
void text_put(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A statement or block with its end of line, indented by so many levels. It reads back to an equal one. */
void statement_print(struct text *t, const struct statement *s, int level);
/* A name of the language, with or without indices that are numbers. */
bool statement_is_name(const char *name);

#endif
