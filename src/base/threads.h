/* threads.h: a few threads that share out a loop.
 *
 * threads_run(t, tasks, work, ctx) calls work(ctx, i) once for every i below `tasks`, on whichever thread is free, and
 * returns when all are done. Who does what differs from run to run; a loop whose tasks write to places of their own gives
 * the same bits for any number of threads. The calling thread takes part: a team of one has no threads of its own.
 */
#ifndef BASE_THREADS_H
#define BASE_THREADS_H

struct threads;

/* A team of `count` threads, at least 1; 0: as many as the machine has processors. If the system gives fewer, fewer. */
struct threads *threads_new(int count);
void threads_free(struct threads *t); /* NULL is allowed */
int threads_count(const struct threads *t);
/* t may be NULL: then the calling thread does it all. Not to be called from within work. */
void threads_run(struct threads *t, int tasks, void (*work)(void *ctx, int task), void *ctx);

#endif
