/* task.c: see task.h. Stacks are switched by ucontext, and the sanitizers are told. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "base/task.h"

#include "base/guard.h"
#include "base/memory.h"

#if defined(__linux__) && !defined(__EMSCRIPTEN__)
#define TASKS 1
#else
#define TASKS 0
#endif

#if TASKS

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TASK_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define TASK_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define TASK_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define TASK_TSAN 1
#endif

#ifdef TASK_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef TASK_TSAN
#include <sanitizer/tsan_interface.h>
#endif

/* Address space; memory is taken only as far as the stack grows. */
enum { STACK = 8 << 20 };

struct task {
    ucontext_t inside, outside;
    char *stack; /* the guard page is below it */
    size_t size, guard;
    void (*body)(void *ctx);
    void *ctx;
    bool done, left;
    /* what sanitizers know about the two stacks */
    void *fake_inside, *fake_outside;
    const void *outside_bottom;
    size_t outside_size;
    void *fiber_inside, *fiber_outside;
};

/* Stacks that wait for the next task. Worlds that live for milliseconds, as in a sweep, would otherwise spend much of their
 * time mapping stacks, and threads would wait for each other: a process has one table of mappings. */
enum { MOST_SPARE = 8 };
static _Atomic(char *) spare[MOST_SPARE];

static char *stack_take(size_t page)
{
    for (int i = 0; i < MOST_SPARE; i++) {
        char *memory = atomic_exchange(&spare[i], NULL);
        if (memory != NULL)
            return memory;
    }
    char *memory = mmap(NULL, STACK + page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    if (mprotect(memory, page, PROT_NONE) == 0)
        return memory;
    munmap(memory, STACK + page);
    return NULL;
}

static void stack_give(char *memory, size_t page)
{
    for (int i = 0; i < MOST_SPARE; i++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&spare[i], &none, memory))
            return;
    }
    munmap(memory, STACK + page);
}

struct task *task_new(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = stack_take(page);
    if (memory == NULL)
        return NULL;
    struct task *t = MEM_NEW(struct task);
    t->stack = memory + page;
    t->size = STACK;
    t->guard = page;
    return t;
}

static void forget_stack(struct task *t)
{
#ifdef TASK_ASAN
    __asan_unpoison_memory_region(t->stack, t->size);
    t->fake_inside = NULL;
#endif
#ifdef TASK_TSAN
    if (t->fiber_inside != NULL)
        __tsan_destroy_fiber(t->fiber_inside);
    t->fiber_inside = NULL;
#endif
    (void)t;
}

void task_free(struct task *t)
{
    if (t == NULL)
        return;
    forget_stack(t);
    stack_give(t->stack - t->guard, t->guard);
    mem_free(t);
}

static void before_inside(struct task *t)
{
#ifdef TASK_ASAN
    __sanitizer_start_switch_fiber(&t->fake_outside, t->stack, t->size);
#endif
#ifdef TASK_TSAN
    t->fiber_outside = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(t->fiber_inside, 0);
#endif
    (void)t;
}

static void after_inside(struct task *t)
{
#ifdef TASK_ASAN
    __sanitizer_finish_switch_fiber(t->fake_outside, NULL, NULL);
#endif
    (void)t;
}

static void before_outside(struct task *t, bool last)
{
#ifdef TASK_ASAN
    __sanitizer_start_switch_fiber(last ? NULL : &t->fake_inside, t->outside_bottom, t->outside_size);
#endif
#ifdef TASK_TSAN
    __tsan_switch_to_fiber(t->fiber_outside, 0);
#endif
    (void)t;
    (void)last;
}

static void after_outside(struct task *t, bool first)
{
#ifdef TASK_ASAN
    __sanitizer_finish_switch_fiber(first ? NULL : t->fake_inside, &t->outside_bottom, &t->outside_size);
#endif
    (void)t;
    (void)first;
}

/* makecontext passes ints only: the address in two halves. */
static void enter(unsigned high, unsigned low)
{
    struct task *t = (struct task *)(((uintptr_t)high << 16 << 16) | (uintptr_t)low);
    after_outside(t, true);
    t->body(t->ctx);
    t->done = true;
    before_outside(t, true);
    setcontext(&t->outside);
}

static _Thread_local struct task *running;

static bool go_inside(struct task *t)
{
    running = t;
    before_inside(t);
    swapcontext(&t->outside, &t->inside);
    after_inside(t);
    running = NULL;
    if (t->left) {
        forget_stack(t);
        guard_jump();
    }
    return t->done;
}

struct task *task_running(void) { return running; }

void task_leave(void)
{
    struct task *t = running;
    t->left = true;
    before_outside(t, true);
    setcontext(&t->outside);
}

bool task_begin(struct task *t, void (*body)(void *ctx), void *ctx)
{
    const uintptr_t at = (uintptr_t)t;
    t->body = body;
    t->ctx = ctx;
    t->done = t->left = false;
#ifdef TASK_TSAN
    if (t->fiber_inside == NULL)
        t->fiber_inside = __tsan_create_fiber(0);
#endif
    getcontext(&t->inside);
    t->inside.uc_stack.ss_sp = t->stack;
    t->inside.uc_stack.ss_size = t->size;
    t->inside.uc_link = NULL;
    makecontext(&t->inside, (void (*)(void))enter, 2, (unsigned)(at >> 16 >> 16), (unsigned)at);
    return go_inside(t);
}

bool task_continue(struct task *t) { return go_inside(t); }

void task_pause(struct task *t)
{
    before_outside(t, false);
    swapcontext(&t->inside, &t->outside);
    after_outside(t, false);
}

void task_abandon(struct task *t) { forget_stack(t); }

#else

struct task {
    int none;
};
struct task *task_new(void) { return NULL; }
void task_free(struct task *t) { mem_free(t); }
bool task_begin(struct task *t, void (*body)(void *ctx), void *ctx)
{
    (void)t;
    body(ctx);
    return true;
}
bool task_continue(struct task *t)
{
    (void)t;
    return true;
}
void task_pause(struct task *t) { (void)t; }
void task_abandon(struct task *t) { (void)t; }
struct task *task_running(void) { return NULL; }
void task_leave(void) {}

#endif
