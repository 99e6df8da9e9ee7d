/* counted.h: how many users a thing has that nobody changes: worlds that were cloned share such things, and threads may come
 * and go at once. All zero means one user. */
#ifndef BASE_COUNTED_H
#define BASE_COUNTED_H

#include <stdatomic.h>
#include <stdbool.h>

struct counted {
    atomic_int others; /* beside the first */
};

static inline void counted_again(struct counted *c) { atomic_fetch_add_explicit(&c->others, 1, memory_order_relaxed); }
/* One user less. True if it was the last: the thing is to be freed. */
static inline bool counted_last(struct counted *c)
{
    return atomic_fetch_sub_explicit(&c->others, 1, memory_order_acq_rel) == 0;
}
static inline bool counted_alone(struct counted *c)
{
    return atomic_load_explicit(&c->others, memory_order_acquire) == 0;
}

#endif
