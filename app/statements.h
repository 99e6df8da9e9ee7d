/* statements.h: detects when the lines typed so far are complete statements, so that the shell knows when to ask for
 * more.
 *
 * It knows just enough of the scene language: comments, strings, brackets, blocks
 * from their colon (or, in the 1994 form of a constraint, from their first
 * semicolon) to their end. Errors in them are reported by the reader.
 */
#ifndef APP_STATEMENTS_H
#define APP_STATEMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct statements {
    int blocks, brackets; /* open ones */
    bool in_comment;      /* of the kind that spans lines */
    bool within;          /* inside a statement */
    bool old_constraint;  /* it started with `constraint`, without a colon so far */
    bool curve;           /* it started with `curve`: brackets may contain a semicolon */
    bool any;             /* there is something besides comments */
};

/* The length of the word or number at p; 0: there is none. */
size_t statements_word(const char *p);
/* Processes one line; the state is all zero initially. */
void statements_line(struct statements *s, const char *line);
/* Are all statements complete? */
bool statements_whole(const struct statements *s);

#endif
