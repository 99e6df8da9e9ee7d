/* columns.c: see columns.h. */
#include "record/columns.h"

#include <string.h>

void columns_begin(struct columns *c)
{
    c->round++;
    c->seen = 0;
}

void columns_see(struct columns *c, int column)
{
    c->seen += c->list.at[column].seen != c->round;
    c->list.at[column].seen = c->round;
}

int columns_find(const struct columns *c, uint32_t slot, uint32_t generation)
{
    int column = slot < (uint32_t)c->of_slot.count ? c->of_slot.at[slot] - 1 : -1;
    return column >= 0 && c->list.at[column].slot == slot && c->list.at[column].generation == generation ? column : -1;
}

/* A column with the right name whose owner is gone. */
static int find_deserted(struct columns *c, const char *name, uint32_t flags)
{
    int n = c->list.count;
    if (c->seen == n || name[0] == '\0')
        return -1;
    for (int i = 0; i < n; i++) {
        int k = (c->next + i) % n;
        const struct column *o = &c->list.at[k];
        if (o->seen != c->round && o->flags == flags && strcmp(o->name, name) == 0) {
            c->next = k + 1;
            return k;
        }
    }
    return -1;
}

int columns_add(struct columns *c, uint32_t slot, uint32_t generation, const char *name, uint32_t flags)
{
    int k = find_deserted(c, name, flags);
    if (k < 0) {
        struct column fresh = {.name = mem_text(name), .flags = flags};
        ARRAY_PUSH(&c->list, fresh);
        k = c->list.count - 1;
    }
    c->list.at[k].slot = slot;
    c->list.at[k].generation = generation;
    while ((uint32_t)c->of_slot.count <= slot)
        ARRAY_PUSH(&c->of_slot, 0);
    c->of_slot.at[slot] = k + 1;
    columns_see(c, k);
    return k;
}

void columns_free(struct columns *c)
{
    for (int i = 0; i < c->list.count; i++)
        mem_free(c->list.at[i].name);
    ARRAY_FREE(&c->list);
    ARRAY_FREE(&c->of_slot);
}
