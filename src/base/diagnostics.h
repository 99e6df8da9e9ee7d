/* diagnostics.h: errors and warnings about a model, as data: a list of messages, each with its place in the text. */
#ifndef BASE_DIAGNOSTICS_H
#define BASE_DIAGNOSTICS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "tenon/tenon.h"

/* A place in a text: `source` is registered with diagnostics_source; line and column count from 1; 0 means none. */
struct place {
    int source, line, column, length;
};

struct diagnostics; /* the public tn_diagnostics */

struct diagnostics *diagnostics_new(void);
void diagnostics_free(struct diagnostics *d);
/* Registers a text (copied) under its file name; returns the number that places carry. */
int diagnostics_source(struct diagnostics *d, const char *file, const char *text);
const char *diagnostics_file(const struct diagnostics *d, int source);
const char *diagnostics_text(const struct diagnostics *d, int source);
/* Adds an error or a warning. `near` (may be NULL) is offered as "did you mean 'near'?". */
void diagnostics_error(struct diagnostics *d, struct place p, const char *near, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diagnostics_warning(struct diagnostics *d, struct place p, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const char *diagnostics_text_of(const tn_diagnostics *d, int i); /* the text that diagnostic i is in; NULL: none */
int diagnostics_errors(const struct diagnostics *d);             /* how many errors so far */
/* Whoever reads a text gives up once *stop is set; NULL: never. */
void diagnostics_watch(struct diagnostics *d, const atomic_bool *stop);
bool diagnostics_stopped(const struct diagnostics *d);
bool diagnostics_full(const struct diagnostics *d); /* after 100 errors further ones are only counted */

#endif
