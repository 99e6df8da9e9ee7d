/* set.h: numbers of things by the words of the language: the tables that set.c goes by. */
#ifndef WORLD_THINGS_SET_H
#define WORLD_THINGS_SET_H

#include "world/world.h"

/* What is known of one word: the parameter and how its numbers are found and changed. */
struct settable {
    const tn_parameter *is; /* NULL ends a table */
    /* NULL if the change is right (and done, if it is to be done now), else a sentence to mem_free. Numbers are in the range
     * of the parameter. */
    char *(*set)(tn_world *w, int slot, const double *v, int n, enum set_how how);
    /* The numbers now: how many, 0 where the thing has none of this name. */
    int (*get)(tn_world *w, int slot, double *v);
    /* Whether the thing has it, be it as a number or as a formula; NULL: where `get` gives numbers. */
    bool (*has)(const tn_world *w, int slot);
};

extern const struct settable object_settables[], constraint_settables[];
/* The number among the arguments of a constraint's kind. */
extern const struct settable constraint_argument;

#endif
