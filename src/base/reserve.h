/* reserve.h: memory that is kept for the call in which memory runs out.
 *
 * No public call begins before the reserve is whole (guard.h). A block that the system does not give comes from the
 * reserve, so that the call can go on to a place where it returns in good order. The reserve is one block, which nobody
 * writes to before it is needed. After pieces of it were handed out another block takes its place; the old one is given
 * back with its last piece.
 */
#ifndef BASE_RESERVE_H
#define BASE_RESERVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { RESERVE_BYTES = 1 << 20 };

extern atomic_bool reserve_whole; /* read it by reserve_fill */
extern atomic_int reserve_opened; /* blocks with pieces in use */

bool reserve_fill_again(void);
/* Makes the reserve whole; false if there is not enough memory for that. */
static inline bool reserve_fill(void)
{
    return atomic_load_explicit(&reserve_whole, memory_order_relaxed) || reserve_fill_again();
}
void *reserve_take(size_t bytes); /* a piece, aligned to 16, not zeroed; NULL: there is too little left */
/* Bytes of a piece; 0: it is none. And takes it back; false: it is none. */
size_t reserve_size(const void *p);
bool reserve_give(void *p);
/* While at least one user counts, the reserve is kept; the last one gives it back. */
void reserve_use(int change);
void reserve_set_size(size_t bytes); /* of the next block; for programs with an allocator of their own */

#endif
