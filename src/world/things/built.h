/* built.h: what a kind was built into, kept without the room that it does not use.
 *
 * Builders fill a struct constraint_build, which has room for all that any kind could bring: sixteen inputs, six limits,
 * an articulation. A world may have a million constraints, most of which bring two inputs and nothing else. The inputs
 * themselves are the constraint's own (struct constraint); connectors of the articulation that are among them are
 * numbers. One piece of memory, so that those that are equal can be one (shared.c).
 */
#ifndef WORLD_THINGS_BUILT_H
#define WORLD_THINGS_BUILT_H

#include "constraint/constraint.h"

enum { BUILT_CONNECTORS = 7 }; /* of an articulation */

struct built {
    const struct constraint_form *form; /* NULL for a joint that has nothing but limits */
    int bytes;                          /* of the whole */
    bool has_numbers, has_measure;
    signed char limits, own; /* own: connectors of the articulation that are no inputs */
    bool whole, angles, twists;
    unsigned char area;
    signed char at[BUILT_CONNECTORS]; /* p q u a1 a2 b1 b2: among the inputs, then the own ones; -1: none */
    signed char partner[CONSTRAINT_INPUTS];
    /* behind it, as far as they are there: struct built_numbers, struct measure, limits, own connectors */
};

/* Of a limit that the kind brought: what is asked for later. */
struct built_limit {
    const struct constraint_form *form;
    enum articulation_part part;
    double low, high;
};

struct built *built_new(const struct constraint_build *b);
/* All of these allow NULL, which is a formula's. */
const struct measure *built_measure(const struct built *b); /* NULL: it measures nothing */
double built_parameter(const struct built *b, int k);
void built_set_parameter(struct built *b, int k, double value); /* of a kind that has it */
int built_turns(const struct built *b, int k);                  /* -1: parameter k is a plain number */
int built_limits(const struct built *b);
const struct built_limit *built_limit(const struct built *b, int i);
/* `input` are the inputs of the constraint. */
struct articulation built_articulation(const struct built *b, const struct connector *input, int inputs);

#endif
