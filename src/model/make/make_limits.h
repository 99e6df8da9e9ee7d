/* make_limits.h: limits and motors of one constraint, for make_constraints.c and making.c. */
#ifndef MODEL_MAKE_MAKE_LIMITS_H
#define MODEL_MAKE_MAKE_LIMITS_H

#include "constraint/constraint_words.h"
#include "model/formulas/meaning.h"

/* The options among the words of constraints (constraint_words.h), which follow one another there. */
enum {
    LIMIT_WORD_MIN = WORD_MIN - WORD_MIN,
    LIMIT_WORD_MAX = WORD_MAX - WORD_MIN,
    LIMIT_WORD_BOUNCE = WORD_BOUNCE - WORD_MIN,
    LIMIT_WORD_MOTOR = WORD_MOTOR - WORD_MIN,
    LIMIT_WORDS
};

/* The place of an option: argument `at` is its value. */
struct limit_use {
    const struct statement *s; /* NULL: not given */
    const struct env *env;
    int at;
    struct place place; /* of its word */
};

struct limits {
    struct limit_use use[LIMIT_WORDS];
    bool speed;   /* the motor's goal is a speed, otherwise an angle or travel */
    int strength; /* the argument with the motor's largest force; -1: none */
    double bounce;
    struct limit_def def[3];
    int count;
    signed char partner[CONSTRAINT_INPUTS];
};

void limits_words(const char *list[LIMIT_WORDS + 1]); /* NULL-ended */
bool limits_is_word(const char *word);
/* Collects the options of s from argument `first` on; -1: the word of the statement is the first option. False after a
 * report, as for all functions below. */
bool limits_collect(struct reading *r, struct limits *l, const struct statement *s, const struct env *env, int first);
bool limits_any(const struct limits *l);
/* Whether the kind of s allows what was collected. */
bool limits_fit(struct reading *r, const struct limits *l, const struct statement *s);
/* Fill l->def: for a revolute or slider, in a separate scope; for a distance, in the scope of its points; for keep … >=
 * …, where `value` must stay ≥ 0. */
bool limits_of_joint(struct limits *l, struct sight *look);
bool limits_of_distance(struct limits *l, struct sight *look, struct value p, struct value q);
bool limits_of_keep(struct limits *l, struct sight *look, node value);
/* The 1994 form has its limits in its own statements; of the options here only bounce applies to it. */
bool limits_of_hinge(struct reading *r, struct limits *l, const struct statement *s);

#endif
