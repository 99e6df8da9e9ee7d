/* meaning.h: shared by meaning.c (names), calls.c (members and calls) and constants.c. */
#ifndef MODEL_FORMULAS_MEANING_H
#define MODEL_FORMULAS_MEANING_H

#include <stdarg.h>

#include "model/model.h"

/* Reports at the place of t, or where the let that contains it was used, and returns VALUE_ERROR. */
struct value sight_complain(struct sight *s, const struct tree *t, const char *near, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The body of a let or function with its parameters bound. */
struct value sight_expand(struct sight *s, struct definition *d, const struct binding *bound, const struct tree *use);
/* A constraint or force by name; its index is a slot, or ~i for the i-th of this text. */
bool sight_relation(const struct sight *s, const char *full, struct value *out);

bool look_member(void *ctx, struct formula *f, const struct tree *t, struct value of, const char *member,
                 struct value *out);
bool look_call(void *ctx, struct formula *f, const struct tree *t, const char *function, const struct value *args,
               int count, struct value *out);
bool look_call_member(void *ctx, struct formula *f, const struct tree *t, struct value of, const char *member,
                      const struct value *args, int count, struct value *out);
/* Offers the functions about the world as suggestions. */
void functions_offer(const char *word, const char **best);

#endif
