/* reserve.c: see reserve.h. */
#include "base/reserve.h"

#include <pthread.h>
#include <stdint.h>

#include "base/memory.h"

struct piece {
    size_t size;
    size_t unused; /* keeps what follows aligned to 16 */
};

struct block {
    char *at;
    size_t size, used;
    int pieces; /* in use */
};

/* The last one is the reserve; those before it have pieces in use. */
enum { MOST_BLOCKS = 64 };
static struct block blocks[MOST_BLOCKS];
static int count;
static int users;
static size_t wanted = RESERVE_BYTES;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_bool reserve_whole;
atomic_int reserve_opened;

static void forget(int i)
{
    mem_give_back(blocks[i].at);
    count--;
    for (; i < count; i++)
        blocks[i] = blocks[i + 1];
}

bool reserve_fill_again(void)
{
    pthread_mutex_lock(&lock);
    bool whole = count > 0 && blocks[count - 1].used == 0;
    if (!whole && count < MOST_BLOCKS) {
        char *at = mem_ask(wanted);
        whole = at != NULL;
        if (whole)
            blocks[count++] = (struct block){.at = at, .size = wanted};
    }
    atomic_store(&reserve_whole, whole);
    pthread_mutex_unlock(&lock);
    return whole;
}

void *reserve_take(size_t bytes)
{
    void *p = NULL;
    const size_t whole = sizeof(struct piece) + ((bytes + 15) & ~(size_t)15);
    pthread_mutex_lock(&lock);
    struct block *b = count > 0 ? &blocks[count - 1] : NULL;
    if (b != NULL && whole > bytes && b->size - b->used >= whole) {
        struct piece *head = (struct piece *)(void *)(b->at + b->used);
        head->size = bytes;
        p = head + 1;
        if (b->used == 0)
            atomic_fetch_add(&reserve_opened, 1);
        b->used += whole;
        b->pieces++;
        atomic_store(&reserve_whole, false);
    }
    pthread_mutex_unlock(&lock);
    return p;
}

static int find(const void *p)
{
    const char *at = p;
    for (int i = 0; i < count; i++)
        if ((uintptr_t)at >= (uintptr_t)blocks[i].at && (uintptr_t)at < (uintptr_t)blocks[i].at + blocks[i].size)
            return i;
    return -1;
}

size_t reserve_size(const void *p)
{
    if (p == NULL || atomic_load_explicit(&reserve_opened, memory_order_acquire) == 0)
        return 0;
    pthread_mutex_lock(&lock);
    const int i = find(p);
    pthread_mutex_unlock(&lock);
    return i >= 0 ? ((const struct piece *)p)[-1].size : 0;
}

bool reserve_give(void *p)
{
    if (p == NULL || atomic_load_explicit(&reserve_opened, memory_order_acquire) == 0)
        return false;
    pthread_mutex_lock(&lock);
    const int i = find(p);
    if (i >= 0) {
        struct block *b = &blocks[i];
        struct piece *head = (struct piece *)p - 1;
        if ((char *)p + ((head->size + 15) & ~(size_t)15) == b->at + b->used && b->pieces > 1)
            b->used = (size_t)((char *)head - b->at); /* the last one: to be handed out again */
        if (--b->pieces == 0) {
            b->used = 0;
            atomic_fetch_sub(&reserve_opened, 1);
            if (i == count - 1 && users > 0)
                atomic_store(&reserve_whole, true);
            else
                forget(i);
        }
    }
    pthread_mutex_unlock(&lock);
    return i >= 0;
}

void reserve_use(int change)
{
    pthread_mutex_lock(&lock);
    users += change;
    if (users == 0 && count > 0 && blocks[count - 1].pieces == 0) {
        forget(count - 1);
        atomic_store(&reserve_whole, false);
    }
    pthread_mutex_unlock(&lock);
}

void reserve_set_size(size_t bytes) { wanted = bytes > sizeof(struct piece) ? bytes : sizeof(struct piece); }
