/* guard.c: see guard.h. */
#include "base/guard.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/poll.h"
#include "base/reserve.h"
#include "base/task.h"

static _Thread_local struct guard *current;
static _Thread_local unsigned long taken;
static _Thread_local int hooks;   /* functions of the program around what runs now, in the middle of evaluations */
static _Thread_local bool fallen; /* a call inside another one was ended by a jump */
/* What was lost is never freed, so that its address stands for it for ever. */
enum { MOST_LOST = 1024 };
static _Atomic(const void *) lost[MOST_LOST];
static atomic_int lost_count;

bool guard_begin(struct guard *g, const void *of)
{
    if (!reserve_fill())
        return false;
    g->outer = current;
    g->task = task_running();
    g->taken = taken;
    g->of = of;
    g->poll = poll_current();
    g->hooks = hooks;
    current = g;
    return true;
}

bool guard_end(struct guard *g)
{
    current = g->outer;
    return taken != g->taken;
}

bool guard_is_lost(const void *p)
{
    const int count = atomic_load_explicit(&lost_count, memory_order_acquire);
    for (int i = 0; i < count && i < MOST_LOST; i++)
        if (p != NULL && atomic_load(&lost[i]) == p)
            return true;
    return false;
}

void guard_lose(void *p)
{
    if (p == NULL || guard_is_lost(p))
        return;
    const int i = atomic_fetch_add(&lost_count, 1);
    if (i >= MOST_LOST)
        abort();
    atomic_store(&lost[i], p);
}

bool guard_is_busy(const void *of)
{
    for (const struct guard *g = current; g != NULL && of != NULL && hooks > 0; g = g->outer)
        if (g->of == of && g->hooks < hooks)
            return true;
    return false;
}

void guard_taken(void) { taken++; }
bool guard_runs_short(void) { return current != NULL && current->taken != taken; }

void guard_jump(void)
{
    if (current == NULL)
        return;
    struct guard *g = current;
    if (g->task != task_running())
        task_leave(); /* the jump is made from outside, where the task was begun */
    current = g->outer;
    hooks = g->hooks;
    poll_of_thread(g->poll);
    fallen = current != NULL;
    longjmp(g->place, 1);
}

void guard_after_hook(void)
{
    if (!fallen || current == NULL)
        return;
    fallen = false;
    guard_jump();
}

void guard_enter_hook(void) { hooks++; }

void guard_leave_hook(void)
{
    hooks--;
    guard_after_hook();
}
