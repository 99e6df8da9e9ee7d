/* make_limits.h: what constraints.c and making.c want of limits.c: limits and motors of one constraint. */
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

/* Where an option stands: argument `at` is its value. */
struct limit_use {
    const struct statement *s; /* NULL: it is not given */
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
/* Collects the options of s from argument `first` on; -1: the statement's word is itself the first. False after a
 * report, as all below. */
bool limits_collect(struct reading *r, struct limits *l, const struct statement *s, const struct env *env, int first);
bool limits_any(const struct limits *l);
/* Does the kind of s have what was collected? */
bool limits_fit(struct reading *r, const struct limits *l, const struct statement *s);
/* Fill l->def: of a revolute or slider, in a scope of its own; of a distance, in the scope of its points; of
 * keep … >= …, where `value` must stay ≥ 0. */
bool limits_of_joint(struct limits *l, struct sight *look);
bool limits_of_distance(struct limits *l, struct sight *look, struct value p, struct value q);
bool limits_of_keep(struct limits *l, struct sight *look, node value);
/* The 1994 form has its limits in its own statements; of these only bounce goes with it. */
bool limits_of_hinge(struct reading *r, struct limits *l, const struct statement *s);

#endif
