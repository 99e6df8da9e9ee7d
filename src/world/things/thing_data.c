/* thing_data.c: two words of the program with each thing (tn_thing_set_data), by the thing's 64-bit id.
 *
 * They are no part of the model: edits, undo and snapshots do not change them. An id is never given to another thing, so
 * what is removed keeps its words, and has them when undo brings it back.
 */
#include <string.h>

#include "world/world_parts.h"

static int home_of(const struct thing_data *d, uint64_t id)
{
    return (int)((id * 0x9E3779B97F4A7C15u) >> 33) & (d->capacity - 1);
}

/* Where the id is, or would be. */
static int place_of(const struct thing_data *d, uint64_t id)
{
    int i = home_of(d, id);
    while (d->at[i].id != 0 && d->at[i].id != id)
        i = (i + 1) & (d->capacity - 1);
    return i;
}

static void grow(struct thing_data *d)
{
    struct thing_data larger = {.capacity = d->capacity > 0 ? 2 * d->capacity : 16};
    larger.at = MEM_ARRAY(struct thing_words, larger.capacity);
    for (int i = 0; i < d->capacity; i++)
        if (d->at[i].id != 0) {
            larger.at[place_of(&larger, d->at[i].id)] = d->at[i];
            larger.count++;
        }
    mem_free(d->at);
    *d = larger;
}

void world_set_data(tn_world *w, uint64_t id, void *pointer, uint64_t number)
{
    struct thing_data *d = &w->data;
    if (4 * (d->count + 1) > 3 * d->capacity)
        grow(d);
    struct thing_words *words = &d->at[place_of(d, id)];
    d->count += words->id == 0;
    *words = (struct thing_words){id, pointer, number};
}

bool world_data(const tn_world *w, uint64_t id, void **pointer, uint64_t *number)
{
    const struct thing_data *d = &w->data;
    const struct thing_words none = {0, NULL, 0};
    const struct thing_words *words = d->count > 0 ? &d->at[place_of(d, id)] : &none;
    *pointer = words->pointer;
    *number = words->number;
    return words->id != 0;
}

void data_clone(const tn_world *from, tn_world *to)
{
    to->data = from->data;
    to->data.at =
        from->data.capacity > 0 ? mem_copy(from->data.at, sizeof *to->data.at * (size_t)from->data.capacity) : NULL;
}

int world_object_slots(const tn_world *w) { return pool_slots(&w->things->object_pool); }
