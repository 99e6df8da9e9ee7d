/* pool.c: see pool.h. */
#include "base/pool.h"

#include <string.h>

int pool_add(struct pool *p)
{
    int slot;
    if (p->free.count > 0) {
        slot = p->free.at[--p->free.count];
    } else {
        slot = p->generation.count;
        ARRAY_PUSH(&p->generation, 0);
    }
    p->generation.at[slot]++;
    ARRAY_PUSH(&p->order, slot);
    return slot;
}

void pool_remove(struct pool *p, int slot)
{
    int i = p->order.count - 1;
    while (p->order.at[i] != slot) /* search from the end: recent things are removed more often */
        i--;
    p->order.count--;
    memmove(p->order.at + i, p->order.at + i + 1, sizeof *p->order.at * (size_t)(p->order.count - i));
    p->generation.at[slot]++;
}

void pool_reuse(struct pool *p, int slot) { ARRAY_PUSH(&p->free, slot); }

bool pool_lives(const struct pool *p, int slot)
{
    return slot >= 0 && slot < p->generation.count && p->generation.at[slot] % 2 == 1;
}

int pool_slots(const struct pool *p) { return p->generation.count; }

int pool_find(const struct pool *p, uint32_t slot, uint32_t generation)
{
    bool lives = slot < (uint32_t)p->generation.count && generation % 2 == 1 && p->generation.at[slot] == generation;
    return lives ? (int)slot : -1;
}

void pool_release(struct pool *p)
{
    ARRAY_FREE(&p->generation);
    ARRAY_FREE(&p->free);
    ARRAY_FREE(&p->order);
}
