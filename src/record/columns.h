/* columns.h: who stands where in the frames of a record.
 *
 * Whoever is met first gets the next column and keeps it. When something is made
 * anew under the name of what is gone, it takes over that column: a table of the
 * run has one column a name.
 */
#ifndef RECORD_COLUMNS_H
#define RECORD_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"

struct column {
    uint32_t slot, generation; /* who stands there, or stood there last */
    char *name;                /* "": unnamed, never taken over */
    uint32_t flags;
    int seen; /* the last round in which it was there */
};

struct columns {
    ARRAY(struct column) list;
    ARRAY(int) of_slot; /* column + 1; 0 for none */
    int round;
    int seen; /* how many in this round */
    int next; /* where to look first for a column to take over: things mostly come back in their old order */
};

/* A new frame begins: nobody has been seen in it. */
void columns_begin(struct columns *c);
/* The column of an id that was seen in an earlier frame or in this one; -1 if it has none. */
int columns_find(const struct columns *c, uint32_t slot, uint32_t generation);
/* A column for a newcomer. All that are still there must have been found (columns_see) in this round before. */
int columns_add(struct columns *c, uint32_t slot, uint32_t generation, const char *name, uint32_t flags);
/* It is there in this round. */
void columns_see(struct columns *c, int column);
void columns_free(struct columns *c);

#endif
