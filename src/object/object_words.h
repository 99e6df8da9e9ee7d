/* object_words.h: the statements of object NAME: … end and the kinds of objects, as tables. */
#ifndef OBJECT_OBJECT_WORDS_H
#define OBJECT_OBJECT_WORDS_H

#include "base/kind.h"

/* Each may stand once. */
enum clause {
    PART_DENSITY,
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
    PART_SOFT,
    PART_ABILITY_TO_MOVE,
    PART_ABILITY_TO_ROTATE,
    PART_BLOCK,
    PART_SIZE,
    PART_STIFFNESS,
    PART_VISCOSITY,
    PART_INCOMPRESSIBLE,
    PART_MOLDABLE,
    PART_NODES,
    PART_NODE_VELOCITIES,
    PART_ELEMENT_MULTIPLIERS,
    PART_ELEMENT_METRICS,
    PART_COORDINATES,
    PART_OWN_PLACE,
    PART_OWN_POSE,
    PART_JELLO,
    PART_AREA_STIFFNESS,
    PART_SHAPE, /* has a word for each shape: it ends the table */
    PARTS
};
/* By clause; ended by word NULL. */
extern const tn_parameter object_parameters[];

/* The kinds of objects that are no shapes; ended by name NULL. */
extern const tn_kind object_kinds[];
/* Of a variable: its value and its rate. */
enum { VARIABLE_VALUE, VARIABLE_RATE };
extern const tn_parameter variable_parameters[];

#endif
