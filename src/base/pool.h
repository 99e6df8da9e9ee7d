/* pool.h: slots with generations: a stale id is never mistaken for a later occupant of its slot. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"

struct pool {
    ARRAY(uint32_t) generation; /* by slot; odd while something lives there */
    ARRAY(int) free;            /* free slots, to be reused */
    ARRAY(int) order;           /* living slots in order of creation */
};

int pool_add(struct pool *p);               /* a slot */
void pool_remove(struct pool *p, int slot); /* its ids are stale from now on */
void pool_reuse(struct pool *p, int slot);  /* allows a removed slot to be reused */
bool pool_lives(const struct pool *p, int slot);
int pool_slots(const struct pool *p); /* one past the highest slot ever used */
void pool_release(struct pool *p);
static inline uint32_t pool_generation(const struct pool *p, int slot) { return p->generation.at[slot]; }
/* The slot of an id, -1 if the id is stale or zero. */
int pool_find(const struct pool *p, uint32_t slot, uint32_t generation);

#endif
