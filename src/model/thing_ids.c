/* thing_ids.c: things as numbers that a program may keep, and the program's own words with them; see tenon/model.h.
 *
 * An id has the type in 4 bits, the slot in 28 and the generation in 32; of a point, which has the object's slot, its
 * own number in the place of the generation. Numbers of points are given once in a world.
 */
#include "model/model.h"

enum { TYPE_SHIFT = 60, SLOT_SHIFT = 32, SLOTS = 1 << 28 };

uint64_t tn_id(tn_thing t)
{
    if (t.type <= TN_THING_NONE || t.type > TN_THING_LOOK || t.generation == 0 || t.slot >= SLOTS)
        return 0;
    const uint32_t last = t.type == TN_THING_POINT ? t.index : t.generation;
    return (uint64_t)t.type << TYPE_SHIFT | (uint64_t)t.slot << SLOT_SHIFT | last;
}

tn_thing tn_thing_of_id(const tn_world *w, uint64_t id)
{
    const uint32_t slot = (uint32_t)(id >> SLOT_SHIFT) & (SLOTS - 1), last = (uint32_t)id;
    tn_thing t = {.type = (tn_thing_type)(id >> TYPE_SHIFT), .slot = slot, .generation = last};
    if (t.type == TN_THING_POINT && w != NULL) {
        t.index = last;
        t.generation = (int)slot < world_object_slots(w) ? world_object_generation(w, (int)slot) : 0;
    }
    const tn_thing none = {.type = TN_THING_NONE};
    return tn_thing_valid(w, t) && tn_id(t) == id ? t : none;
}

tn_status tn_thing_set_data(tn_world *w, tn_thing t, void *pointer, uint64_t number)
{
    if (!tn_thing_valid(w, t) || tn_id(t) == 0)
        return TN_WRONG_USE;
    world_set_data(w, tn_id(t), pointer, number);
    return TN_OK;
}

bool tn_thing_data(const tn_world *w, tn_thing t, void **pointer, uint64_t *number)
{
    void *p = NULL;
    uint64_t n = 0;
    const bool any = tn_thing_valid(w, t) && world_data(w, tn_id(t), &p, &n);
    if (pointer != NULL)
        *pointer = p;
    if (number != NULL)
        *number = n;
    return any;
}
