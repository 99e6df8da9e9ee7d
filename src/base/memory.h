/* memory.h: every allocation of the library goes through here.
 *
 * Invariant: these never return NULL. When the system has no memory left they call the handler that the program
 * installed with tn_on_out_of_memory, ask once more, take the block from the reserve, or end the public call by a jump
 * (guard.h). Outside of a public call nothing is left but abort(). Sizes that come from a user's text are bounded before
 * they get here.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* A function that libtenon-picture uses as well: the shared library exports it, with the version TENON_PRIVATE. */
#define FOR_PICTURES __attribute__((visibility("default")))

FOR_PICTURES void *mem_new(size_t bytes); /* zeroed */
void *mem_clear(void *p, size_t bytes);   /* zeroes it, and polls meanwhile (poll_built); returns p */
/* The first `kept` bytes of p stay as they are; what is new is not zeroed. */
FOR_PICTURES void *mem_resize(void *p, size_t kept, size_t bytes);
FOR_PICTURES void *mem_copy(const void *p, size_t bytes);
FOR_PICTURES char *mem_text(const char *s); /* copy of a string */
FOR_PICTURES char *mem_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
FOR_PICTURES void mem_free(void *p);
/* Gives what was freed back to the system, as far as the C library can: after a large text was read, before its world is
 * planned. Walks through everything that is free. */
void mem_trim(void);
void mem_on_failure(void (*handler)(size_t bytes));
/* The functions that memory comes from. False once a block was allocated: they must be able to free it. */
struct mem_source {
    void *(*allocate)(void *user, size_t bytes);
    void *(*resize)(void *user, void *p, size_t bytes);
    void (*release)(void *user, void *p);
    void *user;
};
bool mem_from(const struct mem_source *source);
/* A block without any of the above; NULL: there is none. And its return. For reserve.c. */
void *mem_ask(size_t bytes);
void mem_give_back(void *p);
/* Whether so many bytes more are to be had, as far as that can be known beforehand: asked where large blocks are needed,
 * before anything is changed. */
bool mem_ahead(size_t bytes);
/* Number of allocations by this thread: tests assert that a warm step makes none. */
unsigned long mem_count(void);

#define MEM_NEW(type) ((type *)mem_new(sizeof(type)))
#define MEM_ARRAY(type, n) ((type *)mem_new(sizeof(type) * (size_t)(n)))

/* A growable array: declare `ARRAY(int) list;` zeroed, then push. */
#define ARRAY(type)                                                                                                    \
    struct {                                                                                                           \
        type *at;                                                                                                      \
        int count, capacity;                                                                                           \
    }
#define ARRAY_PUSH(a, value)                                                                                           \
    do {                                                                                                               \
        ARRAY_RESERVE(a, (a)->count + 1);                                                                              \
        (a)->at[(a)->count++] = (value);                                                                               \
    } while (0)
#define ARRAY_RESERVE(a, n)                                                                                            \
    do {                                                                                                               \
        if ((n) > (a)->capacity) {                                                                                     \
            const int room_ = (n) > 2 * (a)->capacity ? ((n) < 8 ? 8 : (n)) : 2 * (a)->capacity;                       \
            (a)->at =                                                                                                  \
                mem_resize((void *)(a)->at, (size_t)(a)->capacity * sizeof *(a)->at, (size_t)room_ * sizeof *(a)->at); \
            (a)->capacity = room_;                                                                                     \
        }                                                                                                              \
    } while (0)
#define ARRAY_REMOVE(a, i)                                                                                             \
    do {                                                                                                               \
        const int removed_ = (i);                                                                                      \
        (a)->count--;                                                                                                  \
        memmove((a)->at + removed_, (a)->at + removed_ + 1, sizeof *(a)->at * (size_t)((a)->count - removed_));        \
    } while (0)
/* to ← a copy of from; what `to` held is forgotten, not freed. */
#define ARRAY_COPY(to, from)                                                                                           \
    do {                                                                                                               \
        (to)->at = mem_copy((from)->at, sizeof *(to)->at * (size_t)(from)->count);                                     \
        (to)->count = (to)->capacity = (from)->count;                                                                  \
    } while (0)
#define ARRAY_FREE(a)                                                                                                  \
    do {                                                                                                               \
        mem_free((void *)(a)->at);                                                                                     \
        (a)->at = NULL;                                                                                                \
        (a)->count = (a)->capacity = 0;                                                                                \
    } while (0)

/* An arena: many small allocations that are freed together. */
struct arena {
    struct arena_block *block;
};
void *arena_new(struct arena *a, size_t bytes);                  /* zeroed, aligned to 16 */
char *arena_text(struct arena *a, const char *s, size_t length); /* copy, zero-terminated */
void arena_free(struct arena *a);
#define ARENA_NEW(a, type) ((type *)arena_new(a, sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_new(a, sizeof(type) * (size_t)(n)))

#endif
