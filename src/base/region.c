/* region.c: see region.h. */
#include "base/region.h"

void *region_new(struct region *r, size_t bytes)
{
    bytes = (bytes + 63) & ~(size_t)63;
    r->wanted += bytes;
    if (r->at == NULL || r->size - r->used < bytes) {
        void *p = mem_new(bytes);
        ARRAY_PUSH(&r->extra, p);
        return p;
    }
    void *p = r->at + r->used;
    r->used += bytes;
    return mem_clear(p, bytes);
}

void region_reset(struct region *r)
{
    for (int i = 0; i < r->extra.count; i++)
        mem_free(r->extra.at[i]);
    r->extra.count = 0;
    if (r->wanted > r->size) {
        mem_free(r->at);
        r->size = r->wanted + r->wanted / 4;
        r->at = mem_new(r->size);
    }
    r->used = r->wanted = 0;
}

void region_free(struct region *r)
{
    for (int i = 0; i < r->extra.count; i++)
        mem_free(r->extra.at[i]);
    ARRAY_FREE(&r->extra);
    mem_free(r->at);
    *r = (struct region){.at = NULL};
}
