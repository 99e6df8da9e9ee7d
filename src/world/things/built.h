/* built.h: a built kind in compact form.
 *
 * Builders fill a struct constraint_build, which has room for everything a kind can have: sixteen inputs, six limits,
 * an articulation. A world may have a million constraints, most of which have two inputs and nothing else. The inputs
 * are stored in struct constraint; connectors of the articulation that are among them are stored as indices. A built
 * kind is one block of memory, so that equal ones can be shared (shared.c).
 */
#ifndef WORLD_THINGS_BUILT_H
#define WORLD_THINGS_BUILT_H

#include "constraint/constraint.h"

enum { BUILT_CONNECTORS = 7 }; /* of an articulation */

struct built {
    const struct constraint_form *form; /* NULL for a joint that only has limits */
    int bytes;                          /* of the whole */
    bool has_numbers, has_measure;
    signed char limits, own; /* own: connectors of the articulation that are not inputs */
    bool whole, angles, twists;
    unsigned char area;
    signed char at[BUILT_CONNECTORS]; /* p q u a1 a2 b1 b2: index into inputs, then own ones; -1: none */
    signed char partner[CONSTRAINT_INPUTS];
    /* followed by those it has of: struct built_numbers, struct measure, limits, own connectors */
};

/* What is needed later of a limit that belongs to the kind. */
struct built_limit {
    const struct constraint_form *form;
    enum articulation_part part;
    double low, high;
};

struct built *built_new(const struct constraint_build *b);
/* b may be NULL, for a formula. */
const struct measure *built_measure(const struct built *b); /* NULL: it measures nothing */
double built_parameter(const struct built *b, int k);
void built_set_parameter(struct built *b, int k, double value); /* the kind must have it */
int built_turns(const struct built *b, int k);                  /* -1: parameter k is a plain number */
int built_limits(const struct built *b);
const struct built_limit *built_limit(const struct built *b, int i);
/* `input` are the inputs of the constraint. */
struct articulation built_articulation(const struct built *b, const struct connector *input, int inputs);

#endif
