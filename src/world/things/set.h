/* set.h: numbers of things by the words of the language: the tables that set.c uses. */
#ifndef WORLD_THINGS_SET_H
#define WORLD_THINGS_SET_H

#include "world/world.h"

/* One word: its parameter, and how its numbers are read and changed. */
struct settable {
    const tn_parameter *is; /* NULL ends a table */
    /* NULL if the change is allowed (and made, if `how` says now), else a sentence to mem_free. The numbers are within
     * the range of the parameter. */
    char *(*set)(tn_world *w, int slot, const double *v, int n, enum set_how how);
    /* The present numbers: how many, 0 if the thing has none of this name. */
    int (*get)(tn_world *w, int slot, double *v);
    /* Whether the thing has it, as a number or as a formula; NULL: it has it if `get` returns numbers. */
    bool (*has)(const tn_world *w, int slot);
};

extern const struct settable object_settables[], constraint_settables[];
/* The number among the arguments of a constraint's kind. */
extern const struct settable constraint_argument;

#endif
