/* engine.c: the session in its own thread, at a steady pace by absolute time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"
#include "serve.h"

#define FRAME (1.0 / 60)
#define BUDGET 0.012    /* s of a frame for the motion */
#define IDLE 0.25       /* s between looks when nothing moves */
#define LONGEST 3.0     /* s for one message */
enum { EVENTS = 1000 }; /* handled between two frames at most */

double steady_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct event *event_new(enum event_sort sort, int page, const void *bytes, size_t length)
{
    struct event *e = studio_memory(NULL, sizeof *e + length + 1);
    memset(e, 0, sizeof *e);
    e->sort = sort;
    e->page = page;
    e->length = length;
    if (length > 0)
        memcpy(e->bytes, bytes, length);
    e->bytes[length] = 0;
    return e;
}

void engine_post(struct engine *e, struct event *event)
{
    event->next = NULL;
    pthread_mutex_lock(&e->lock);
    if (e->last != NULL)
        e->last->next = event;
    else
        e->first = event;
    e->last = event;
    e->waiting++;
    pthread_cond_signal(&e->wake);
    pthread_mutex_unlock(&e->lock);
}

/* The next event; waits for one until `until` of the steady clock. NULL: there is none. */
static struct event *take(struct engine *e, double until)
{
    const struct timespec at = {.tv_sec = (time_t)floor(until), .tv_nsec = (long)(1e9 * (until - floor(until)))};
    pthread_mutex_lock(&e->lock);
    while (e->first == NULL && !atomic_load(&e->ending) && steady_clock() < until)
        if (pthread_cond_timedwait(&e->wake, &e->lock, &at) != 0)
            break;
    struct event *event = e->first;
    if (event != NULL) {
        e->first = event->next;
        e->last = e->first != NULL ? e->last : NULL;
        e->waiting--;
    }
    pthread_mutex_unlock(&e->lock);
    return event;
}

/* Reading a text may take very long: a loop with a million turns, typed by mistake. */
static void *watch(void *user)
{
    struct engine *e = user;
    while (!atomic_load(&e->ending)) {
        const struct timespec pause = {.tv_nsec = 100000000};
        nanosleep(&pause, NULL);
        const long long since = atomic_load(&e->busy_since);
        if (since > 0 && 1e3 * steady_clock() - (double)since > 1e3 * LONGEST)
            studio_interrupt(e->session);
    }
    return NULL;
}

static void handle(struct engine *e, struct event *event)
{
    struct studio *s = e->session;
    atomic_store(&e->busy_since, (long long)(1e3 * steady_clock()));
    if (event->sort == EVENT_OPENS)
        studio_page_opens(s, event->page);
    else if (event->sort == EVENT_CLOSES)
        studio_page_closes(s, event->page);
    else if (event->sort == EVENT_PROGRESS)
        studio_progress(s, event->job, event->part, event->done, event->cancelled,
                        event->length > 0 ? event->bytes : NULL);
    else {
        studio_message(s, event->page, event->bytes, event->length);
        server_taken(e->server, event->page);
    }
    atomic_store(&e->busy_since, 0);
    free(event);
}

/* Messages are handled as they come; the world moves and frames are sent at every sixtieth of a second. */
static void *run(void *user)
{
    struct engine *e = user;
    double next = steady_clock();
    while (!atomic_load(&e->ending)) {
        struct event *event = take(e, studio_busy(e->session) ? next : next + IDLE);
        for (int i = 0; event != NULL && i < EVENTS;
             i++) { /* all that wait: drags and acknowledgements must not pile up */
            handle(e, event);
            event = take(e, 0);
        }
        if (event != NULL)
            handle(e, event);
        const double now = steady_clock();
        if (now < next)
            continue;
        studio_tick(e->session, now, BUDGET);
        next = now - next < 3 * FRAME ? next + FRAME : now + FRAME;
    }
    return NULL;
}

bool engine_start(struct engine *e, struct studio *session)
{
    e->session = session;
    if (pthread_create(&e->watch, NULL, watch, e) != 0)
        return false;
    if (pthread_create(&e->thread, NULL, run, e) == 0)
        return true;
    atomic_store(&e->ending, true);
    pthread_join(e->watch, NULL);
    return false;
}

void engine_stop(struct engine *e)
{
    atomic_store(&e->ending, true);
    pthread_mutex_lock(&e->lock);
    pthread_cond_signal(&e->wake);
    pthread_mutex_unlock(&e->lock);
    pthread_join(e->thread, NULL);
    pthread_join(e->watch, NULL);
}

void engine_drain(struct engine *e)
{
    while (e->first != NULL) {
        struct event *event = e->first;
        e->first = event->next;
        free(event);
    }
    e->last = NULL;
}
