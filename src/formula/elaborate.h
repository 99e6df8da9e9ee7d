/* elaborate.h: declarations shared by elaborate.c (trees) and builtins.c (functions). */
#ifndef FORMULA_ELABORATE_H
#define FORMULA_ELABORATE_H

#include "formula/formula.h"

struct elaboration {
    struct formula *f;
    const struct resolver *r;
};

/* Reports at a place and returns VALUE_ERROR. */
struct value elaborate_error(const struct elaboration *e, struct place p, const char *near, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* What was met: "a number", "a vector", "a condition", or the text of a thing in quotes. */
struct elaborate_word {
    char text[80];
};
struct elaborate_word elaborate_describe(struct value v, const struct tree *t);

struct value elaborate_scalar(node a);
struct value elaborate_vector(node x, node y, node z);

/* A built-in function called with elaborated arguments (trees: the call's items[1…], for places). False if no
 * function has this name. */
bool builtin_call(const struct elaboration *e, const struct tree *call, const char *name, const struct value *args,
                  int count, struct value *out);
bool builtin_exists(const char *name);
void builtin_offer(const char *word, const char **best);

#endif
