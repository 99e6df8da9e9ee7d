/* statement.h: statements and blocks: the shape of a scene, without its meaning.
 *
 * A statement is  word arguments ;  and a block is  head : statements end. Which
 * words exist and what they take is not known here, except the few with a special
 * form (let, for, at, keep, curve, …). Every error of a text is reported with its
 * place; a statement that could not be read stays in the tree, marked as broken, so
 * that later stages know its name and do not report it again.
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
    STATEMENT_GROUP        /* children in place of one statement: the contents of an include */
};

/* The memory of statements, and the sources of their texts. Reference counted, so that keeping a statement keeps
 * everything that it refers to; threads may share it once it is complete. */
struct document_source {
    int source;      /* of places */
    char *folder;    /* of its file, for opening files: "" or with a trailing slash */
    char *from_main; /* the same relative to the main file */
};
struct document {
    struct arena arena;
    atomic_int users;
    const struct diagnostics *diagnostics; /* contains the sources of places; NULL: there are none */
    struct statement *root;                /* of a definition made by a program: freeing it frees everything */
    unsigned long version;                 /* counts its changes */
    int statements;                        /* that were read into it */
    ARRAY(struct document_source) sources;
};
struct document *document_new(const struct diagnostics *d); /* with one reference */
void document_keep(struct document *d);                     /* adds a reference */
void document_drop(struct document *d);                     /* drops a reference; NULL is allowed */
/* The source of a place; NULL: unknown. */
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
    int number;         /* among those of its document, in the order of the text */
    struct tree *name;  /* BLOCK, FOR, DEFINE: a TREE_NAME, with its index expressions; NULL if there is none */
    struct tree **args;
    int arg_count;
    struct tree **parameters; /* DEFINE: TREE_NAMEs without index */
    int parameter_count;
    int parameter_split; /* number before the ';': 3 for curve arc(cx, cy, r; u); without ';' all */
    struct statement **children;
    int child_count;
};

/* The public tn_def is this struct, and tn_value is struct tree. */

/* Maximum nesting depth of blocks, so that recursion over them is safe. */
enum { STATEMENT_DEPTH = 50 };

struct statements {
    struct statement **at;
    int count;
    bool incomplete; /* the text ended inside a statement or a block that began well: a prompt asks for more */
};

/* Reads the whole text of a registered source. Always returns what could be read; errors are in d. */
struct statements statement_read(struct document *home, struct diagnostics *d, int source);

/* ---- making statements without a text (draft.c) ---- */

/* An empty statement in the form of its word. */
struct statement *draft_new(struct document *home, const char *word);
/* Appends a statement to the block of `s`, which becomes a block. */
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
/* Trees. */
struct tree *draft_number_tree(struct document *home, double x);
struct tree *draft_vector_tree(struct document *home, double x, double y, double z);
struct tree *draft_name_tree(struct document *home, const char *text);
struct tree *draft_member_tree(struct document *home, struct tree *of, const char *member);
struct tree *draft_call_tree(struct document *home, struct tree *called, const double *args, int count);
/* A copy of a tree or a statement in another document; with its places if `places`. */
struct tree *draft_copy_tree(struct document *home, const struct tree *t, bool places);
struct statement *draft_copy(struct document *home, const struct statement *s, bool places);
bool draft_equal_trees(const struct tree *a, const struct tree *b);
bool draft_equal(const struct statement *a, const struct statement *b);
/* Equal but for names, of which `same` says whether b's stands for a's. */
struct draft_names {
    bool (*same)(const void *ctx, const char *a, const char *b);
    const void *ctx;
};
bool draft_alike(const struct statement *a, const struct statement *b, const struct draft_names *names);

/* What is wrong with the form of a statement that no parser has checked, as a message; NULL: nothing. The caller frees
 * it. */
char *statement_misshapen(const struct statement *s);

/* ---- printing (statement_print.c) ---- */

struct text {
    char *at;
    int count, capacity;
};
void text_put(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints a statement or block with its end of line, indented by this many levels. It reads back to an equal one. */
void statement_print(struct text *t, const struct statement *s, int level);
/* Is this a name of the language, with or without numeric indices? */
bool statement_is_name(const char *name);

#endif
