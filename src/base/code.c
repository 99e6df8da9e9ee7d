/* code.c: see code.h. */
#define _DEFAULT_SOURCE
#include "base/code.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The system limits mappings per process, and malloc needs some as well, so this limit is shared by all worlds. No result
 * depends on it. */
enum { MOST = 8192 };

/* Some sanitizers read the bytes before a function's entry. */
enum { HEAD = 64 };

/* Code in use. Places 1 … used of the table have been taken at some time; those that are free again are linked by next
 * behind free_first, the others with their bucket. 0: none. */
struct piece {
    unsigned char *code;
    size_t size;
    int users, next;
};
static struct {
    pthread_mutex_t lock;
    struct piece at[MOST + 1];
    int bucket[MOST];
    int used, free_first;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static size_t whole_pages(size_t size)
{
    size += HEAD;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (size + page - 1) / page * page;
}

#if defined(MAP_ANONYMOUS)

static unsigned char *map(const void *bytes, size_t size)
{
    unsigned char *p = mmap(NULL, whole_pages(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((void *)p == MAP_FAILED)
        return NULL;
    memcpy(p + HEAD, bytes, size);
    if (mprotect(p, whole_pages(size), PROT_READ | PROT_EXEC) == 0)
        return p + HEAD;
    munmap(p, whole_pages(size));
    return NULL;
}

#else

static unsigned char *map(const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return NULL;
}

#endif

/* FNV-1a */
static int *bucket_of(const unsigned char *bytes, size_t size)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return &table.bucket[h % MOST];
}

static void *share(const void *bytes, size_t size)
{
    int *bucket = bucket_of(bytes, size);
    for (int i = *bucket; i != 0; i = table.at[i].next) {
        struct piece *p = &table.at[i];
        if (p->size == size && memcmp(p->code, bytes, size) == 0) {
            p->users++;
            return p->code;
        }
    }
    const int place = table.free_first != 0 ? table.free_first : table.used + 1;
    unsigned char *code = place <= MOST ? map(bytes, size) : NULL;
    if (code == NULL)
        return NULL;
    if (place > table.used)
        table.used = place;
    else
        table.free_first = table.at[place].next;
    table.at[place] = (struct piece){code, size, 1, *bucket};
    *bucket = place;
    return code;
}

void *code_new(const void *bytes, size_t size)
{
    if (size == 0)
        return NULL;
    pthread_mutex_lock(&table.lock);
    void *code = share(bytes, size);
    pthread_mutex_unlock(&table.lock);
    return code;
}

void code_free(void *code, size_t size)
{
    if (code == NULL)
        return;
    pthread_mutex_lock(&table.lock);
    int *link = bucket_of(code, size);
    while (table.at[*link].code != code)
        link = &table.at[*link].next;
    struct piece *p = &table.at[*link];
    if (--p->users == 0) {
        const int place = *link;
        munmap(p->code - HEAD, whole_pages(size));
        *link = p->next;
        *p = (struct piece){.next = table.free_first};
        table.free_first = place;
    }
    pthread_mutex_unlock(&table.lock);
}
