/* diagnostics.h: what is wrong with a model, as data. */
#ifndef TENON_DIAGNOSTICS_H
#define TENON_DIAGNOSTICS_H

#include "tenon/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tn_diagnostics tn_diagnostics;

typedef struct {
    bool is_error;       /* otherwise a warning */
    const char *message; /* one sentence: what is wrong and what was expected */
    const char *near;    /* the known word most similar to a misspelt one, or NULL */
    const char *file;    /* NULL if the error has no place in a text */
    int line, column;    /* from 1; column counts characters */
    int length;          /* how many columns the caret line underlines */
    const char *text;    /* the line of the file, without its end, or NULL */
} tn_diagnostic;

/* An empty list; free it with tn_diagnostics_free. */
TN_API tn_diagnostics *tn_diagnostics_new(void);
/* Frees a list and its strings. NULL is allowed. */
TN_API void tn_diagnostics_free(tn_diagnostics *d);
/* How many errors and warnings; get one by its number from 0, an empty one past the end. Strings live as long as the list.
 * A NULL list is empty. */
TN_API int tn_diagnostics_count(const tn_diagnostics *d);
/* The i-th diagnostic. */
TN_API tn_diagnostic tn_diagnostics_get(const tn_diagnostics *d, int i);
/* How many of them are errors. */
TN_API int tn_diagnostics_errors(const tn_diagnostics *d);

/* Diagnostic i as data for editors: past the end, and for NULL, "" or false.
 *
 * Its code: a short word that stays the same when the wording changes, such as "unknown-name", "unknown-word",
 * "missing-semicolon", "missing-end", "syntax", "wrong-number", "wrong-count", "wrong-type", "wrong-unit", "loose-unit",
 * "name-taken", "not-constant", "circular", "cannot-read", "misplaced", "given-twice"; "model" if it has none of its own. */
TN_API const char *tn_diagnostics_code(const tn_diagnostics *d, int i);
/* The bytes [*from, *to) of its file that it is about (either may be NULL); false if it has no place in a text. */
TN_API bool tn_diagnostics_span(const tn_diagnostics *d, int i, size_t *from, size_t *to);
/* The k-th known word that is similar to the misspelt one, the most similar first; NULL past the last. */
TN_API const char *tn_diagnostics_near(const tn_diagnostics *d, int i, int k);
/* A change of the text that would mend it, if one is known: the bytes [*from, *to) of its file are replaced by the text
 * that is returned. NULL, and nothing written, if none is known. Caller frees with tn_free(). */
TN_API char *tn_diagnostics_fix(const tn_diagnostics *d, int i, size_t *from, size_t *to);

/* One diagnostic as text: "file:line:column: error: message", the line, a caret. Caller frees with tn_free(). */
TN_API char *tn_diagnostics_text(const tn_diagnostics *d, int i);

#ifdef __cplusplus
}
#endif
#endif
