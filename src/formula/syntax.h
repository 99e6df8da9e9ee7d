/* syntax.h: from text to tokens and from tokens to expression trees with places.
 *
 * The lexical rules of the scene language (names with dashes, calls that touch their
 * name, signed numbers), shared by formulas and statements. Types and bodies are not
 * known here; formula.h gives a tree its meaning.
 */
#ifndef FORMULA_SYNTAX_H
#define FORMULA_SYNTAX_H

#include <stdbool.h>

#include "base/diagnostics.h"
#include "base/memory.h"

enum token_kind {
    TOKEN_END,    /* end of text */
    TOKEN_NAME,   /* letters, digits, _ and inner dashes (a dash between a letter or digit and a letter) */
    TOKEN_NUMBER, /* unsigned: 2  .1  1e-3, and with the unit that touches it: 30deg */
    TOKEN_STRING, /* "…" */
    TOKEN_BAD,    /* something was reported and skipped here; readers fail without a further message */
    TOKEN_SIGN    /* one of + - * / ^ ( ) [ ] , ; : . = and the pairs == >= <= != , and < > */
};

struct token {
    enum token_kind kind;
    const char *text; /* NAME, STRING: the text, zero-terminated, in the arena; SIGN: "+" … ">="; NUMBER: the literal
                       * if it has a unit ("30deg"), else "" */
    double number;    /* in SI */
    struct place place;
    bool touches; /* no white space or comment between the previous token and this one */
};

/* The whole text as an array of tokens, ended by TOKEN_END. Invalid characters are reported once and become a
 * TOKEN_BAD. A text with control characters is not a text: one message, no tokens. (Zero bytes end a C string and must
 * be detected by the caller that reads the file.) */
struct tokens {
    struct token *at;
    int count;
};
/* Can a string of a text hold these bytes? UTF-8 without control characters. */
bool syntax_is_text(const char *s);
struct tokens syntax_tokens(struct arena *arena, struct diagnostics *d, int source);

enum tree_kind {
    TREE_NUMBER, /* number, in SI; text: the literal without its sign if it has a unit ("30deg"), else NULL */
    TREE_STRING, /* text */
    TREE_NAME,   /* text; items: index expressions, as in link[i+1] */
    TREE_CALL,   /* items[0] what is called (NAME or MEMBER); items[1…] arguments: norm(x), a.at(0,0,1), c(0.5) */
    TREE_MEMBER, /* items[0] . text : upper-rod.end1, v.x */
    TREE_VECTOR, /* items[0…2]: (x, y, z); exactly three items */
    TREE_UNARY,  /* sign '-', items[0]; a '-' before a literal number is part of the TREE_NUMBER */
    TREE_BINARY  /* sign: + - * / ^ and < > l(<=) g(>=) e(==) n(!=); items[0], items[1] */
};

struct tree {
    enum tree_kind kind;
    char sign;
    double number;
    const char *text;
    struct place place; /* of the name or operator, with its length */
    int count;
    struct tree **items;
    int height; /* 1 for a leaf; at most SYNTAX_HEIGHT, so that recursion over a tree is safe */
};

/* A reader over tokens; the functions leave it after what they read, and return NULL after reporting an error. */
struct reader {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct token *at;
    int depth; /* nesting so far, bounded by SYNTAX_DEPTH so that deep nesting is an error, not a crash */
};
enum { SYNTAX_DEPTH = 200, SYNTAX_HEIGHT = 2000 };

/* A whole expression: precedence call/component, ^ (right), unary -, * /, + -, comparisons (not chained). */
struct tree *syntax_expression(struct reader *r);
/* One argument of a statement: signed number, string, reference, or (expression {, expression}). */
struct tree *syntax_argument(struct reader *r);
/* A name with its index expressions and nothing after it: the name in a declaration. */
struct tree *syntax_name(struct reader *r);

/* Is t, which is not the first token, a unit behind a plain number, as in 30 deg? Then the message says what to write. */
bool syntax_loose_unit(const struct token *t, char message[80]);

/* Prints a tree as text that reads back to the same tree. `number_of` (may be NULL) gives the value of a
 * name that is to be printed as a number (loop variables): returns true and sets *value. Caller frees. */
char *syntax_print(const struct tree *t, bool (*number_of)(void *ctx, const char *name, double *value), void *ctx);
/* The same for one argument of a statement: with parentheses around it where the grammar requires them. */
char *syntax_print_argument(const struct tree *t, bool (*number_of)(void *ctx, const char *name, double *value),
                            void *ctx);
/* How many bytes of s are an unsigned number: digits, a point, an exponent. */
size_t syntax_number_length(const char *s);
/* Reads a whole text as a number with an optional sign and unit: *value in SI, *unit (may be NULL) its name or NULL.
 * False if it is none, or is not finite. */
bool syntax_read_number(const char *text, double *value, const char **unit);

/* A double as the shortest text that reads back to the same bits (at most 17 digits); buffer of 32. */
const char *syntax_number(double value, char buffer[32]);

#endif
