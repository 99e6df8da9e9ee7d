/* guard.h: what happens in a public call when memory runs out.
 *
 * Code inside the library never sees a missing block. Every public function that may allocate is called through a guard,
 * which the build writes from the public headers (tools/guards.sh):
 *
 * 1. A call does not begin before the reserve is whole (reserve.h): TN_NO_MEMORY, nothing was changed.
 * 2. If a block is not to be had, the program's handler is called and the block asked for once more; then it comes from
 *    the reserve. The call goes on. Calls that look at polls (poll.h) end there as if they were interrupted, with the
 *    state from before, and return TN_NO_MEMORY; the others come to their end. Step 1 stops the next call.
 * 3. A block that exceeds the reserve ends the call at once, by a jump to its guard. What the call was changing is lost:
 *    every later call on it returns TN_NO_MEMORY, freeing it does nothing, its memory is not used again. Calls that
 *    only look at something leave it intact, but lose the blocks that they had taken.
 *
 * Where large blocks are ahead, mem_ahead asks for them before anything is changed, so that step 3 is the exception.
 * A function of a program that runs inside a call may call the library again. If that call was ended by step 3, so is
 * the one around it: guard_after_hook follows every call of such a function. Functions that compute forces and constraints or
 * open files run in the middle of a computation: between guard_enter_hook and guard_leave_hook every guarded call on the world
 * that computes is TN_WRONG_USE, and freeing it does nothing.
 */
#ifndef BASE_GUARD_H
#define BASE_GUARD_H

#include <setjmp.h>
#include <stdbool.h>

#include "base/memory.h"

struct poll;
struct guard {
    jmp_buf place;
    struct guard *outer;
    struct task *task;   /* that was running when it began; NULL: none */
    unsigned long taken; /* pieces of the reserve that this thread had taken before */
    const void *of;      /* the world of the call; NULL: none */
    struct poll *poll;   /* of this thread before (poll.h) */
    int hooks;           /* functions of the program that this thread was inside of before */
};

FOR_PICTURES bool guard_begin(struct guard *g, const void *of); /* false: there is no memory */
/* True if the call took something of the reserve. */
FOR_PICTURES bool guard_end(struct guard *g);
FOR_PICTURES bool guard_is_lost(const void *p); /* one that guard_lose was told of; NULL never is */
FOR_PICTURES void guard_lose(void *p);
FOR_PICTURES bool guard_is_busy(const void *of); /* a function of the program runs in the middle of its computation */
FOR_PICTURES void guard_after_hook(void);
void guard_enter_hook(void);
void guard_leave_hook(void); /* with guard_after_hook */

/* For memory.c: this thread has taken a piece of the reserve; and the jump, if a guard is there to jump to. */
void guard_taken(void);
void guard_jump(void);
/* This thread has taken pieces since its call began. */
bool guard_runs_short(void);

#endif
