/* object_words.h: the statements of object NAME: … end and the kinds of objects, as tables. */
#ifndef OBJECT_OBJECT_WORDS_H
#define OBJECT_OBJECT_WORDS_H

#include "object/material_words.h"

/* Each may stand once. */
enum clause {
    PART_MASS,
    PART_INERTIA,
    PART_POSITION,
    PART_CENTER,
    PART_ROTATION,
    PART_ORIENTATION,
    PART_VELOCITY,
    PART_SPIN,
    PART_COLOR,
    PART_OFFSET,
    PART_TURNED,
    PART_SHAPE_ORIENTATION,
    PART_KERNEL,
    PART_ABILITY_TO_MOVE,
    PART_ABILITY_TO_ROTATE,
    PART_BLOCK,
    PART_SIZE,
    PART_NODES,
    PART_NODE_VELOCITIES,
    PART_ELEMENT_MULTIPLIERS,
    PART_ELEMENT_METRICS,
    PART_COORDINATES,
    PART_OWN_PLACE,
    PART_OWN_POSE,
    PART_JELLO,
    PART_SHAPE,    /* has a word for each shape: it ends the table */
    PART_MATERIAL, /* the words of materials follow, in the order of enum material_word */
    PART_DENSITY = PART_MATERIAL + (int)MATERIAL_DENSITY,
    PARTS = PART_MATERIAL + (int)MATERIAL_WORDS
};
/* By clause up to PART_SHAPE; ended by word NULL. */
extern const tn_parameter object_parameters[];
/* By clause, words of materials included; of PART_SHAPE one without a word. */
const tn_parameter *object_parameter(enum clause part);
/* PARTS: it is none of these words. */
enum clause object_clause(const char *word);

/* The kinds of objects that are no shapes; ended by name NULL. */
extern const tn_kind object_kinds[];
/* Of a variable: its value and its rate. */
enum { VARIABLE_VALUE, VARIABLE_RATE };
extern const tn_parameter variable_parameters[];

#endif
