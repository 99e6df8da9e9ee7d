/* displacement_share.c: islands are independent: many of them are distributed over threads.
 *
 * The task of an island writes only to its own bodies, links and rows, so that the result is the same for any number of
 * threads. Shared data (the report, contacts, bounces) are updated by one thread in between, in the order of the
 * islands.
 */
#include "base/threads.h"
#include "displacement/displacement_parts.h"

/* Fewer bodies than this are not worth waking other threads. */
enum { WORTH_IT = 400, CHUNKS = 32 };

bool displacement_shares(const struct displacement *d)
{
    bool safe = d->plan->trackers == 0 && d->plan->embeddeds == 0 && d->islands > 1 && d->plan->bodies >= WORTH_IT;
    for (int i = 0; i < d->relations && safe; i++)
        safe = d->relation[i].constraint->kernel != NULL; /* formulas share scratch memory */
    return safe;
}

bool displacement_is_shared(const struct displacement *d) { return d->shared; }

struct job {
    struct displacement *d;
    void (*work)(struct displacement *d, struct island *l);
};

static void chunk(void *ctx, int task)
{
    const struct job *j = ctx;
    int first = (int)((long)j->d->islands * task / CHUNKS), end = (int)((long)j->d->islands * (task + 1) / CHUNKS);
    for (int i = first; i < end; i++)
        j->work(j->d, &j->d->island[i]);
}

void islands_do(struct displacement *d, void (*work)(struct displacement *d, struct island *l))
{
    struct job j = {d, work};
    threads_run(d->shared ? d->work->threads : NULL, CHUNKS, chunk, &j);
}
