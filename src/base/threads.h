/* threads.h: a team of threads that shares out a loop.
 *
 * threads_run(t, tasks, work, ctx) calls work(ctx, i) once for every i below `tasks`, on whichever thread is free, and
 * returns when all are done. Which thread runs which task differs from run to run; a loop whose tasks write to separate
 * places gives the same bits for any number of threads. The calling thread takes part: a team of one starts no threads.
 */
#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include <stdatomic.h>

struct threads;

/* A team of `count` threads, at least 1; 0: as many as the machine has processors. Fewer if the system gives fewer. */
struct threads *threads_new(int count);
void threads_free(struct threads *t); /* NULL is allowed */
int threads_count(const struct threads *t);
/* t may be NULL: then the calling thread does all the work. Must not be called from within work. */
void threads_run(struct threads *t, int tasks, void (*work)(void *ctx, int task), void *ctx);
/* Called from within work: returns when a counter, which tasks that are already running on other threads raise, is at
 * least so much. For short waits: it spins, and lets others run meanwhile. */
void threads_wait(const atomic_int *counter, int least);

#endif
