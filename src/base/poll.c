/* poll.c: see poll.h. */
#include "base/poll.h"

#include <time.h>

#include "base/guard.h"
#include "base/task.h"

/* The clock is read about this often, s; polls may be much closer together. */
#define OFTEN 1e-4
enum { MOST_SKIPPED = 64 };

double poll_clock(const struct poll *p)
{
    struct timespec t;
    if (p->clock != NULL)
        return p->clock(p->clock_ctx);
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void poll_for(struct poll *p, double seconds)
{
    p->timed = seconds >= 0;
    p->skip = p->every = 1;
    if (!p->timed)
        return;
    p->read_at = poll_clock(p);
    p->end = p->read_at + seconds;
}

static bool time_is_up(struct poll *p)
{
    if (p->pause_at > 0 && p->count >= p->pause_at) {
        p->pause_at = 0;
        return true;
    }
    if (!p->timed || --p->skip > 0)
        return false;
    const double now = poll_clock(p), since = now - p->read_at;
    if (since < OFTEN && now + 4 * OFTEN < p->end)
        p->every = p->every < MOST_SKIPPED ? 2 * p->every : MOST_SKIPPED;
    else
        p->every = 1;
    p->skip = p->every;
    p->read_at = now;
    return now >= p->end;
}

bool poll_slow(struct poll *p)
{
    if (p->stops)
        return true;
    if (p->ask_at > 0 && p->count >= p->ask_at) {
        p->ask_at = 0;
        atomic_store(&p->asked, true);
    }
    if (p->task == NULL && guard_runs_short()) {
        p->stops = true;
        return true;
    }
    const bool asked = atomic_load(&p->asked), late = !asked && time_is_up(p);
    if (!asked && !late)
        return false;
    if (asked)
        atomic_store(&p->asked, false);
    p->why = asked ? POLL_ASKED : POLL_TIME_IS_UP;
    if (p->task != NULL) {
        task_pause(p->task);
        return p->stops;
    }
    p->stops = asked; /* what is not a task has no time limit */
    return asked;
}

/* Functions of their own: a task that pauses may go on in another thread. */
static _Thread_local struct poll *of_thread;

struct poll *poll_of_thread(struct poll *p)
{
    struct poll *before = of_thread;
    of_thread = p;
    return before;
}

struct poll *poll_current(void) { return of_thread; }

void poll_built(void)
{
    struct poll *p = of_thread;
    if (p != NULL && (p->task == NULL || p->building > 0))
        poll_here(p);
}
