/* code.c: see code.h. */
#define _DEFAULT_SOURCE
#include "base/code.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Number of mappings in use. The system limits mappings per process, and malloc needs some as well, so this limit is
 * shared by all worlds. No result depends on it. */
enum { MOST = 8192 };
static atomic_int in_use;

/* Some sanitizers read the bytes before a function's entry. */
enum { HEAD = 64 };

static size_t whole_pages(size_t size)
{
    size += HEAD;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (size + page - 1) / page * page;
}

void *code_new(const void *bytes, size_t size)
{
#if defined(MAP_ANONYMOUS)
    if (size == 0 || atomic_fetch_add(&in_use, 1) >= MOST) {
        atomic_fetch_sub(&in_use, size != 0);
        return NULL;
    }
    unsigned char *p = mmap(NULL, whole_pages(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((void *)p != MAP_FAILED) {
        memcpy(p + HEAD, bytes, size);
        if (mprotect(p, whole_pages(size), PROT_READ | PROT_EXEC) == 0)
            return p + HEAD;
        munmap(p, whole_pages(size));
    }
    atomic_fetch_sub(&in_use, 1);
#else
    (void)bytes;
    (void)size;
#endif
    return NULL;
}

void code_free(void *code, size_t size)
{
    if (code == NULL)
        return;
    munmap((unsigned char *)code - HEAD, whole_pages(size));
    atomic_fetch_sub(&in_use, 1);
}
