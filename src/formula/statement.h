/* statement.h: from tokens to statements and blocks: the shape of a scene, without its meaning.
 *
 * A statement is  word arguments ;  and a block is  head : statements end. Which
 * words there are and what they take is not known here, beyond the few whose form
 * is their own (let, for, at, keep, curve, …). Every error of a text is reported
 * with its place; what could not be read stays in the tree, marked as broken, so
 * that whoever gives it meaning still knows its name and does not complain twice.
 */
#ifndef FORMULA_STATEMENT_H
#define FORMULA_STATEMENT_H

#include "formula/syntax.h"

enum statement_kind {
    STATEMENT_PLAIN,       /* word {argument} ;      args: the arguments */
    STATEMENT_EXPRESSIONS, /* word expr {[,] expr} ; minimize, place, pose; args: the expressions */
    STATEMENT_RELATION,    /* word expr = expr ;     keep, speed, acceleration; args[0], args[1], relation */
    STATEMENT_DEFINE,      /* word name[(a, b; u)] = expr ;  let, probe, path, curve, surface; args[0] */
    STATEMENT_BLOCK,       /* word [name] : … end    also the 1994 form of constraint, without colon: bare */
    STATEMENT_FOR,         /* for name = expr to expr : … end    args[0], args[1] */
    STATEMENT_AT           /* at expr : … end        args[0] */
};

struct statement {
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

/* Blocks are nested at most this deep, so that whoever walks them may do so by recursion. */
enum { STATEMENT_DEPTH = 50 };

struct statements {
    struct statement **at;
    int count;
    bool incomplete; /* the text ended inside a statement or a block: a prompt asks for more */
};

/* Reads the whole text of a registered source. Always gives what could be read; errors are in d. */
struct statements statement_read(struct arena *arena, struct diagnostics *d, int source);

#endif
