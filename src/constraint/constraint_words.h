/* constraint_words.h: tables of the statements of constraint NAME: … end, and of the constraint kinds that are
 * formulas. */
#ifndef CONSTRAINT_CONSTRAINT_WORDS_H
#define CONSTRAINT_CONSTRAINT_WORDS_H

#include "base/kind.h"

enum constraint_word {
    WORD_TAU,
    WORD_FEEDBACK,
    WORD_DURING,
    WORD_BY,
    WORD_OFF,
    WORD_MIN,
    WORD_MAX,
    WORD_BOUNCE,
    WORD_MOTOR,
    WORD_SPEED,
    WORD_ANGLE,
    WORD_LIMIT,
    WORD_COMPLIANCE,
    WORD_STIFFNESS,
    WORD_DAMPING,
    WORD_BOUND,
    WORD_MULTIPLIERS,
    WORD_CARRIED,
    CONSTRAINT_WORDS
};
/* By word; ended by word NULL. */
extern const tn_parameter constraint_parameters[];
/* Constraint kinds without a class table; ended by name NULL. */
extern const tn_kind formula_kinds[];

#endif
