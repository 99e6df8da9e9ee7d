/* task.h: a computation that can pause anywhere and go on later, because it runs on a stack of its own.
 *
 * Exactly one of the two sides runs at a time, on the thread of the caller. The body must not be paused while other
 * threads work for it.
 */
#ifndef BASE_TASK_H
#define BASE_TASK_H

#include <stdbool.h>

struct task;

/* NULL where the system has no such stacks, or no memory for one. */
struct task *task_new(void);
void task_free(struct task *t); /* not while it is paused; NULL is allowed */
/* Runs body(ctx) until it returns (true) or pauses (false). */
bool task_begin(struct task *t, void (*body)(void *ctx), void *ctx);
/* Goes on with a paused body, to the same two ends; from any thread. */
bool task_continue(struct task *t);
/* Called by the body: returns when it is continued. */
void task_pause(struct task *t);
/* Forgets a paused body. What only its stack refers to is lost. */
void task_abandon(struct task *t);
/* The task that runs on this thread; NULL: none. Leaves it for ever: the side that runs it calls guard_jump (guard.h). */
struct task *task_running(void);
void task_leave(void);

#endif
