/* threads.c: see threads.h.
 *
 * A loop is announced by a new round number. Waiting threads spin on it briefly (steps of a simulation follow each other
 * at once), then sleep. Tasks are taken from a counter; the last thread to finish wakes the caller.
 */
#include "base/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/memory.h"

enum { LOOKS = 2000 };

struct threads {
    int count; /* including the caller */
    pthread_t *helper;
    pthread_mutex_t lock;
    pthread_cond_t announced, finished;
    /* of the present loop */
    void (*work)(void *ctx, int task);
    void *ctx;
    int tasks;
    atomic_int next;    /* task */
    atomic_int working; /* helpers that have not finished this round */
    atomic_uint round;
    atomic_bool over;
};

static inline void breathe(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static void draw(struct threads *t)
{
    for (int i; (i = atomic_fetch_add(&t->next, 1)) < t->tasks;)
        t->work(t->ctx, i);
}

static unsigned wait_for_round(struct threads *t, unsigned seen)
{
    for (int i = 0; i < LOOKS && atomic_load(&t->round) == seen; i++)
        breathe();
    if (atomic_load(&t->round) == seen) {
        pthread_mutex_lock(&t->lock);
        while (atomic_load(&t->round) == seen)
            pthread_cond_wait(&t->announced, &t->lock);
        pthread_mutex_unlock(&t->lock);
    }
    return atomic_load(&t->round);
}

static void *help(void *arg)
{
    struct threads *t = arg;
    unsigned seen = 0;
    for (;;) {
        seen = wait_for_round(t, seen);
        if (atomic_load(&t->over))
            return NULL;
        draw(t);
        if (atomic_fetch_sub(&t->working, 1) == 1) {
            pthread_mutex_lock(&t->lock);
            pthread_cond_signal(&t->finished);
            pthread_mutex_unlock(&t->lock);
        }
    }
}

static void announce(struct threads *t)
{
    pthread_mutex_lock(&t->lock);
    atomic_fetch_add(&t->round, 1);
    pthread_cond_broadcast(&t->announced);
    pthread_mutex_unlock(&t->lock);
}

struct threads *threads_new(int count)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int wanted = count > 0 ? count : processors > 0 ? (int)processors : 1;
    struct threads *t = MEM_NEW(struct threads);
    t->count = 1;
    t->helper = MEM_ARRAY(pthread_t, wanted);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->announced, NULL);
    pthread_cond_init(&t->finished, NULL);
    while (t->count < wanted && pthread_create(&t->helper[t->count - 1], NULL, help, t) == 0)
        t->count++;
    return t;
}

void threads_free(struct threads *t)
{
    if (t == NULL)
        return;
    atomic_store(&t->over, true);
    announce(t);
    for (int i = 0; i < t->count - 1; i++)
        pthread_join(t->helper[i], NULL);
    pthread_cond_destroy(&t->announced);
    pthread_cond_destroy(&t->finished);
    pthread_mutex_destroy(&t->lock);
    mem_free(t->helper);
    mem_free(t);
}

int threads_count(const struct threads *t) { return t != NULL ? t->count : 1; }

void threads_run(struct threads *t, int tasks, void (*work)(void *ctx, int task), void *ctx)
{
    if (t == NULL || t->count == 1 || tasks < 2) {
        for (int i = 0; i < tasks; i++)
            work(ctx, i);
        return;
    }
    t->work = work;
    t->ctx = ctx;
    t->tasks = tasks;
    atomic_store(&t->next, 0);
    atomic_store(&t->working, t->count - 1);
    announce(t);
    draw(t);
    for (int i = 0; i < LOOKS && atomic_load(&t->working) > 0; i++)
        breathe();
    if (atomic_load(&t->working) > 0) {
        pthread_mutex_lock(&t->lock);
        while (atomic_load(&t->working) > 0)
            pthread_cond_wait(&t->finished, &t->lock);
        pthread_mutex_unlock(&t->lock);
    }
}

void threads_wait(const atomic_int *counter, int least)
{
    for (int i = 0; atomic_load(counter) < least; i++)
        if (i < 16 * LOOKS)
            breathe();
        else
            sched_yield();
}
