/* types.h: the plain values that cross the interface. */
#ifndef TENON_TYPES_H
#define TENON_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TN_VERSION "0.2.0"

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
    TN_INTERRUPTED = 5  /* tn_interrupt ended the call; the state is a good one, and a later call goes on */
} tn_status;

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

/* The library version this program runs with. */
TN_API const char *tn_version(void);

/* Called with the requested size when memory runs out; the process is ended when it returns. */
TN_API void tn_on_out_of_memory(void (*handler)(size_t bytes));

#ifdef __cplusplus
}
#endif
#endif
