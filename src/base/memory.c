/* memory.c: see memory.h.
 *
 * Large blocks ask for large pages: every evaluation walks through the whole model, and at 100,000 links with pages of
 * 4 kB a fifth of the time is spent on TLB misses (517 ns per link against 414).
 */
#define _DEFAULT_SOURCE /* madvise, malloc_trim */
#include "base/memory.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/guard.h"
#include "base/poll.h"
#include "base/reserve.h"

static void (*failure_handler)(size_t bytes);
static _Thread_local unsigned long allocations;
static atomic_bool any;          /* a block was allocated */
static struct mem_source source; /* all NULL: malloc and its like */

bool mem_from(const struct mem_source *s)
{
    if (atomic_load(&any))
        return false;
    source = *s;
    return true;
}

void mem_on_failure(void (*handler)(size_t bytes)) { failure_handler = handler; }
unsigned long mem_count(void) { return allocations; }

static void *counted(void *p)
{
    if (allocations++ == 0)
        atomic_store(&any, true);
    return p;
}

/* Clears a block; of a gigabyte this takes a third of a second. */
void *mem_clear(void *p, size_t bytes)
{
    const size_t piece = (size_t)2 << 20;
    for (size_t from = 0; from < bytes; from += piece) {
        memset((char *)p + from, 0, bytes - from < piece ? bytes - from : piece);
        if (bytes > piece)
            poll_built();
    }
    return p;
}

#ifdef MADV_HUGEPAGE
enum { LARGE_PAGE = 2 << 20, LARGE_PIECE = 4 * LARGE_PAGE };

static void *ask_large(size_t bytes)
{
    const size_t whole = (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    void *p = whole >= bytes ? aligned_alloc(LARGE_PAGE, whole) : NULL;
    if (p != NULL)
        madvise(p, whole, MADV_HUGEPAGE); /* only a hint: failure is harmless */
    return p != NULL ? mem_clear(p, bytes) : NULL;
}
#endif

/* Zeroed; NULL: there is none. */
static void *ask_zeroed(size_t bytes)
{
    if (source.allocate != NULL) {
        void *p = source.allocate(source.user, bytes);
        return p != NULL ? mem_clear(p, bytes) : NULL;
    }
#ifdef MADV_HUGEPAGE
    if (bytes >= LARGE_PIECE)
        return ask_large(bytes);
#endif
    return calloc(1, bytes);
}

void *mem_ask(size_t bytes)
{
    atomic_store(&any, true);
    return source.allocate != NULL ? source.allocate(source.user, bytes) : malloc(bytes);
}

void mem_give_back(void *p)
{
    if (source.release == NULL)
        free(p);
    else if (p != NULL)
        source.release(source.user, p);
}

bool mem_ahead(size_t bytes)
{
    if (bytes <= RESERVE_BYTES / 2)
        return true;
    void *p = mem_ask(bytes);
    if (p == NULL && failure_handler != NULL) {
        failure_handler(bytes);
        p = mem_ask(bytes);
    }
    mem_give_back(p);
    return p != NULL;
}

/* A block that was refused: not zeroed, or this does not return. */
static void *run_short(size_t bytes)
{
    void *p = NULL;
    if (failure_handler != NULL) {
        failure_handler(bytes);
        p = mem_ask(bytes);
    }
    if (p == NULL && (p = reserve_take(bytes)) != NULL)
        guard_taken();
    if (p == NULL) {
        guard_jump();
        abort();
    }
    return p;
}

void *mem_new(size_t bytes)
{
    const size_t least = bytes > 0 ? bytes : 1;
    void *p = ask_zeroed(least);
    if (p == NULL)
        p = mem_clear(run_short(least), least);
    return counted(p);
}

static void *ask_resized(void *p, size_t bytes)
{
    if (source.resize == NULL)
        return realloc(p, bytes);
    return p == NULL ? source.allocate(source.user, bytes) : source.resize(source.user, p, bytes);
}

/* From a block that cannot be resized. */
static void *moved(void *p, size_t kept, void *to, size_t bytes)
{
    if (p != NULL)
        memcpy(to, p, kept < bytes ? kept : bytes);
    mem_free(p);
    return to;
}

void *mem_resize(void *p, size_t kept, size_t bytes)
{
    const size_t least = bytes > 0 ? bytes : 1;
    if (reserve_size(p) > 0) {
        void *to = mem_ask(least);
        return counted(moved(p, kept, to != NULL ? to : run_short(least), least));
    }
    void *q = ask_resized(p, least);
    if (q == NULL && p != NULL && least <= kept)
        return p; /* it was to become smaller */
    return counted(q != NULL ? q : moved(p, kept, run_short(least), least));
}

void *mem_copy(const void *p, size_t bytes)
{
    void *copy = mem_new(bytes);
    if (bytes > 0)
        memcpy(copy, p, bytes);
    return copy;
}

char *mem_text(const char *s) { return s == NULL ? NULL : mem_copy(s, strlen(s) + 1); }

char *mem_print(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = mem_new((size_t)(length < 0 ? 0 : length) + 1);
    if (length > 0)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void mem_free(void *p)
{
    if (!reserve_give(p))
        mem_give_back(p);
}

void mem_trim(void)
{
#ifdef __GLIBC__
    if (source.allocate == NULL)
        malloc_trim(0);
#endif
}

struct arena_block {
    struct arena_block *next;
    size_t used, size;
};

enum { ARENA_HEADER = 32, ARENA_FIRST = 512, ARENA_MOST = 256 * 1024 };
_Static_assert(sizeof(struct arena_block) <= ARENA_HEADER, "header fits");

void *arena_new(struct arena *a, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    struct arena_block *b = a->block;
    if (b == NULL || b->size - b->used < bytes) {
        size_t size = b == NULL ? ARENA_FIRST : b->size < ARENA_MOST ? 2 * b->size : ARENA_MOST;
        size = bytes > size ? bytes : size;
        b = mem_new(ARENA_HEADER + size);
        b->size = size;
        b->next = a->block;
        a->block = b;
    }
    void *p = (char *)b + ARENA_HEADER + b->used;
    b->used += bytes;
    return p;
}

char *arena_text(struct arena *a, const char *s, size_t length)
{
    char *copy = arena_new(a, length + 1);
    memcpy(copy, s, length);
    return copy;
}

void arena_free(struct arena *a)
{
    while (a->block != NULL) {
        struct arena_block *next = a->block->next;
        mem_free(a->block);
        a->block = next;
    }
}
