/* statements.h: tells when lines typed so far make whole statements, so that the shell knows when to ask for more.
 *
 * It knows just enough of the scene language: comments, strings, brackets, blocks
 * from their colon (or, in the 1994 form of a constraint, from their first
 * semicolon) to their end. What is wrong in them is for the reader to say.
 */
#ifndef APP_STATEMENTS_H
#define APP_STATEMENTS_H

#include <stdbool.h>

struct statements {
    int blocks, brackets; /* open ones */
    bool in_comment;      /* of the kind that spans lines */
    bool within;          /* a statement has begun and not ended */
    bool old_constraint;  /* it began with `constraint`, and no colon came so far */
    bool curve;           /* it began with `curve`: a semicolon may stand in brackets */
    bool any;             /* there is something besides comments */
};

/* Takes in one line; all zero to begin. */
void statements_line(struct statements *s, const char *line);
/* Nothing is left open. */
bool statements_whole(const struct statements *s);

#endif
