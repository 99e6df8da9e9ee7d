/* poll.h: points of a long computation at which it may be asked to give way.
 *
 * Loops call poll_here between pieces of work that take well under 20 ms. It costs a load and a few compares. In a call
 * that runs as a task (task.h) the task pauses there, if another thread asked for it or the time is up, and goes on from
 * there later. In other calls poll_here returns true once it was asked, or when memory runs short (guard.h): the caller
 * unwinds and leaves the state as it was.
 * Only the thread of the call polls, never a team of threads that works for it.
 *
 * Code that knows no world (the analysis of a matrix, the clearing of large blocks) polls by poll_built, which finds the
 * poll of the call that runs on this thread. A task pauses there only while something is built (planning, the factors of a
 * preconditioner): whoever forgets a paused step lets it come to the end of that first, because it holds memory.
 */
#ifndef BASE_POLL_H
#define BASE_POLL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/reserve.h"

struct task;

enum poll_why { POLL_TIME_IS_UP, POLL_ASKED };

struct poll {
    atomic_bool asked; /* set by any thread; cleared by the call that heeds it */
    bool heeds;        /* a call that can give way is running */
    bool stops;        /* it was asked to: callers of poll_here unwind */
    bool timed;
    int building;               /* polls by poll_built pause, and what is paused must not be forgotten */
    struct task *task;          /* the one that runs; NULL: none */
    enum poll_why why;          /* it paused */
    int skip, every;            /* polls until the clock is read again, and between two readings */
    double read_at;             /* when it was last read, s */
    double end;                 /* s of the clock */
    long count;                 /* polls so far */
    long ask_at;                /* for tests: asks itself at this poll; 0: never, */
    long pause_at;              /* or finds its time up */
    double (*clock)(void *ctx); /* NULL: the monotonic clock of the system */
    void *clock_ctx;
};

double poll_clock(const struct poll *p);
/* From now on, for so many seconds; negative: without end. */
void poll_for(struct poll *p, double seconds);
bool poll_slow(struct poll *p);

/* True: give up. p may be NULL. */
static inline bool poll_here(struct poll *p)
{
    if (p == NULL || !p->heeds)
        return false;
    p->count++;
    if (!atomic_load_explicit(&p->asked, memory_order_relaxed) && !p->timed && !p->stops && p->ask_at == 0 &&
        p->pause_at == 0 && atomic_load_explicit(&reserve_whole, memory_order_relaxed))
        return false;
    return poll_slow(p);
}

/* Makes p the poll of this thread; NULL: none. Returns the one before, to be set again afterwards. */
struct poll *poll_of_thread(struct poll *p);
struct poll *poll_current(void);
/* Around what is built (1, then -1). p may be NULL. */
static inline void poll_build(struct poll *p, int change)
{
    if (p != NULL)
        p->building += change;
}
void poll_built(void);
/* In a loop over i: from time to time. */
static inline void poll_built_at(long i)
{
    enum { BETWEEN = 1024 };
    if (i % BETWEEN == BETWEEN - 1)
        poll_built();
}

#endif
