/* kinds.h: the tables of kinds that the language adds to those of shapes, constraints, forces and integrators. */
#ifndef MODEL_KINDS_H
#define MODEL_KINDS_H

#include <stdio.h>

#include "base/kind.h"

/* Each ended by name NULL (kind_words.c). */
extern const tn_kind statement_kinds[]; /* statements of scenes */
extern const tn_kind function_kinds[];  /* of formulas and probes */
extern const tn_parameter skin_parameters[];
/* Predefined curve types; NULL past the end (curves.c). */
const tn_kind *curves_kind(int i);

/* Words that are no kinds, and what to write for them (topics.c). */
struct topic {
    const char *words; /* separated by spaces */
    const char *text;
    const char *example; /* a statement; NULL: none */
};
/* The i-th; NULL past the end. */
const struct topic *topic_at(int i);
/* Prints what is known of a word; false: nothing. */
bool topics_print(const char *word, FILE *out);

/* The i-th kind that an unknown word may stand for; NULL past the end. */
const tn_kind *kinds_meant(const char *word, int i);

#endif
