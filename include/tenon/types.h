/* types.h: the plain values that cross the interface. */
#ifndef TENON_TYPES_H
#define TENON_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers: as text, and as a number that grows with it, 10000 major + 100 minor + patch. */
#define TN_VERSION "0.2.0"
#define TN_VERSION_NUMBER 200

#if defined(__GNUC__)
#define TN_API __attribute__((visibility("default")))
#else
#define TN_API
#endif

typedef struct {
    double x, y, z;
} tn_vec3;

/* A unit quaternion, body to world. */
typedef struct {
    double w, x, y, z;
} tn_quat;

typedef enum {
    TN_OK = 0,
    TN_WRONG_MODEL = 1, /* the model or the data is wrong: see the diagnostics; nothing was changed */
    TN_WRONG_USE = 2,   /* a caller's bug: a stale id, a NULL, a number out of range; nothing was changed */
    TN_STUCK = 3,       /* the simulation could not continue: see tn_failure; the state is the last good one */
    TN_NO_FILE = 4,     /* a file could not be read or written */
    TN_INTERRUPTED = 5, /* tn_interrupt ended the call; the state is a good one, and a later call goes on */
    TN_NO_MEMORY = 6    /* there was not enough memory: see tn_on_out_of_memory */
} tn_status;

/* Definitions begin with their size, so that later versions can add members at the end: start from the default maker of
 * the type, which sets it. A definition without a size is TN_WRONG_USE, with a message that names the maker; a shorter
 * one, from a program that was compiled with an older version, is taken with defaults for the rest.
 *
 * TN_DEFAULTS(type, maker) declares `type maker(void)`. It is compiled into the program, because only the program knows
 * how long its type is; maker_fill is the function of the library that fills `size` bytes at out, for programs in
 * other languages. */
#define TN_DEFAULTS(type, maker)                                                                                       \
    TN_API void maker##_fill(type *out, size_t size);                                                                  \
    static inline type maker(void)                                                                                     \
    {                                                                                                                  \
        type made;                                                                                                     \
        maker##_fill(&made, sizeof made);                                                                              \
        return made;                                                                                                   \
    }                                                                                                                  \
    struct tn_defaults_end

/* Ids: slot and generation; all zero means none. */
typedef struct {
    uint32_t slot, generation;
} tn_object;
typedef struct {
    uint32_t slot, generation;
} tn_constraint;
typedef struct {
    uint32_t slot, generation;
} tn_force;

/* The version of the library that this program runs with, as TN_VERSION and as TN_VERSION_NUMBER. */
TN_API const char *tn_version(void);
/* The same version as a number. */
TN_API int tn_version_number(void);

/* Frees a text or an array that a function of the library returned or passed out and that belongs to the caller. NULL is
 * allowed. */
TN_API void tn_free(void *p);

/* Called with the requested size when memory runs out, by the thread that needs it. The function may free something: when
 * it returns, the library asks once more, and if there is nothing still, the call ends with TN_NO_MEMORY. Functions that do
 * not return a status return NULL, 0 or an id of nothing then.
 *
 * Before a call begins, the library makes sure that it has a reserve (tn_allocator.reserve); without one the call is refused
 * and nothing has changed. What runs out of memory later goes on with the reserve, and ends as early as it can with
 * the state from before, or is done. Only if a single call needs more than memory and reserve together is the world,
 * or what else it was changing, lost: all later calls on it return TN_NO_MEMORY, and freeing it does nothing. */
TN_API void tn_on_out_of_memory(void (*handler)(size_t bytes));

/* Functions that the library's memory comes from, by the rules of malloc, realloc and free; they may be called from any
 * thread that uses the library. Libraries below (CVODE, LAPACK) keep to malloc. Start from tn_allocator_default(), which has
 * none. */
typedef struct {
    size_t size; /* set by tn_allocator_default() */
    void *(*allocate)(void *user, size_t bytes);
    void *(*resize)(void *user, void *p, size_t bytes);
    void (*release)(void *user, void *p);
    void *user;
    size_t reserve; /* bytes that are kept for a call in which memory runs out; default 1 MiB */
} tn_allocator;
TN_DEFAULTS(tn_allocator, tn_allocator_default);
/* Sets them for the whole process, before any other function of the library. TN_WRONG_USE if a function or the size is
 * missing, or if the library has allocated already. */
TN_API tn_status tn_allocate_with(const tn_allocator *allocator);

#ifdef __cplusplus
}
#endif
#endif
