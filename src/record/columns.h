/* columns.h: which thing has which column in the frames of a record.
 *
 * A thing that is seen for the first time gets the next column and keeps it. A new
 * thing with the name of one that is gone takes over its column, so that a table of
 * the run has one column per name.
 */
#ifndef RECORD_COLUMNS_H
#define RECORD_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"

struct column {
    uint32_t slot, generation; /* the thing in this column, or the last one */
    char *name;                /* "": unnamed, never taken over */
    uint32_t flags;
    int seen; /* the last round in which it was seen */
};

struct columns {
    ARRAY(struct column) list;
    ARRAY(int) of_slot; /* column + 1; 0 for none */
    int round;
    int seen; /* how many were seen in this round */
    int next; /* where to search first for a column to take over: things mostly come back in their old order */
};

/* Begins a new frame, in which nothing has been seen yet. */
void columns_begin(struct columns *c);
/* The column of an id that was seen in an earlier frame or in this one; -1 if it has none. */
int columns_find(const struct columns *c, uint32_t slot, uint32_t generation);
/* A column for a new thing. Everything that is still there must have been marked (columns_see) in this round first. */
int columns_add(struct columns *c, uint32_t slot, uint32_t generation, const char *name, uint32_t flags);
/* Marks it as seen in this round. */
void columns_see(struct columns *c, int column);
void columns_free(struct columns *c);

#endif
