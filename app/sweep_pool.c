/* sweep_pool.c: see sweep_pool.h. */
#include "sweep_pool.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "texts.h"

const struct sweep_fleet *sweep_fleet = NULL;

static int numbers_of(const tn_sweep *s) { return tn_sweep_name_count(s) + tn_sweep_measure_count(s); }

struct sweep_result *sweep_result_new(const tn_sweep *s)
{
    struct sweep_result *r = texts_memory(NULL, sizeof *r);
    *r = (struct sweep_result){0};
    r->numbers = texts_memory(NULL, sizeof(double) * (size_t)(numbers_of(s) + 1));
    return r;
}

void sweep_result_free(struct sweep_result *r)
{
    if (!r)
        return;
    free(r->numbers);
    tn_free(r->message);
    free(r);
}

/* ---- taking and delivering ---- */

/* The next run, or -1: there is none. Waits while another rank may send more. */
static int take(struct sweep_pool *p)
{
    int run = -1;
    pthread_mutex_lock(&p->lock);
    while (p->queue && !p->queued && p->more && !p->stop)
        pthread_cond_wait(&p->changed, &p->lock);
    if (p->stop)
        run = -1;
    else if (p->queue && p->queued)
        run = p->queue[--p->queued];
    else if (!p->queue && p->next < p->end)
        run = p->next++;
    pthread_mutex_unlock(&p->lock);
    return run;
}

int sweep_pool_take(struct sweep_pool *p, int *out, int most)
{
    int count = 0;
    pthread_mutex_lock(&p->lock);
    while (!p->stop && count < most && p->next < p->end)
        out[count++] = p->next++;
    pthread_mutex_unlock(&p->lock);
    return count;
}

void sweep_pool_deliver(struct sweep_pool *p, int run, struct sweep_result *r)
{
    pthread_mutex_lock(&p->lock);
    p->done[run] = r;
    while (!p->stop && p->written < p->end && p->done[p->written]) {
        struct sweep_result *now = p->done[p->written];
        if (!p->row(p->user, p->written, now)) {
            p->stop = true;
            break;
        }
        p->done[p->written++] = NULL;
        sweep_result_free(now);
    }
    pthread_mutex_unlock(&p->lock); /* nobody waits for a row: whoever shows progress looks at the clock */
}

/* ---- threads ---- */

static bool go_on(void *user)
{
    const struct sweep_pool *p = user;
    return !p->stop;
}

static void *work(void *arg)
{
    struct sweep_pool *p = arg;
    for (int run; (run = take(p)) >= 0;) {
        struct sweep_result *r = sweep_result_new(p->sweep);
        tn_sweep_row row = {
            .values = r->numbers, .measures = r->numbers + tn_sweep_name_count(p->sweep), .go_on = go_on, .user = p};
        tn_status status = tn_sweep_run(p->sweep, run, &row);
        r->status = row.status;
        r->message = row.message;
        if (status == TN_OK)
            p->deliver(p, run, r);
        else
            sweep_result_free(r);
    }
    pthread_mutex_lock(&p->lock);
    p->running--;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void sweep_pool_start(struct sweep_pool *p)
{
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    p->written = p->next;
    p->deliver = p->deliver ? p->deliver : sweep_pool_deliver;
    p->done = texts_memory(NULL, sizeof(struct sweep_result *) * (size_t)(p->end + 1));
    memset(p->done, 0, sizeof(struct sweep_result *) * (size_t)(p->end + 1));
    p->threads = texts_memory(NULL, sizeof *p->threads * (size_t)p->workers);
    int started = 0;
    pthread_mutex_lock(&p->lock);
    while (started < p->workers && pthread_create(&p->threads[started], NULL, work, p) == 0)
        started++;
    p->workers = p->running = started;
    p->stop = p->stop || started == 0;
    pthread_mutex_unlock(&p->lock);
}

bool sweep_pool_wait(struct sweep_pool *p, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    double s = floor(seconds);
    until.tv_sec += (time_t)s;
    until.tv_nsec += (long)((seconds - s) * 1e9);
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&p->lock);
    bool all = p->running == 0;
    if (!all)
        pthread_cond_timedwait(&p->changed, &p->lock, &until);
    all = p->running == 0;
    pthread_mutex_unlock(&p->lock);
    return all;
}

void sweep_pool_end(struct sweep_pool *p)
{
    for (int i = 0; i < p->workers; i++)
        pthread_join(p->threads[i], NULL);
    for (int i = 0; p->done && i < p->end; i++)
        sweep_result_free(p->done[i]);
    free(p->done);
    free(p->threads);
    free(p->queue);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
}
