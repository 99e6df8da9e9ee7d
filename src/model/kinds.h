/* kinds.h: the tables of kinds that the language adds to those of shapes, constraints, forces and integrators. */
#ifndef MODEL_KINDS_H
#define MODEL_KINDS_H

#include "base/kind.h"

/* Each ended by name NULL (kind_words.c). */
extern const tn_kind statement_kinds[]; /* what a scene is made of */
extern const tn_kind function_kinds[];  /* of formulas and probes */
extern const tn_parameter skin_parameters[];
/* Curve types that are there without being declared; NULL past the end (curves.c). */
const tn_kind *curves_kind(int i);

/* The kinds that people mean by a word that is none: the i-th; NULL past the end. */
const tn_kind *kinds_meant(const char *word, int i);

#endif
