/* sweep_pool.h: the runs of a sweep on several threads, and their rows in order.
 *
 * Threads take runs and deliver results; rows are handed on one after another, in the order of the runs. Under MPI
 * (app/mpi) rank 0 holds the queue and the rows, and the other ranks ask for runs.
 */
#ifndef APP_SWEEP_POOL_H
#define APP_SWEEP_POOL_H

#include <pthread.h>
#include <stdatomic.h>

#include "tenon/tenon.h"

struct sweep_result {
    tn_status status;
    double *numbers; /* values, then measures */
    char *message;   /* why it failed, or NULL */
};

struct sweep_pool {
    const tn_sweep *sweep;
    int workers;
    int next, end; /* runs that are still to be taken: next … end − 1 */
    int *queue;    /* of ranks other than 0: runs that were received; NULL: taken from next */
    int queued, room;
    bool more;                                                      /* of such a rank: others may follow */
    int written;                                                    /* the next row to be handed on */
    struct sweep_result **done;                                     /* by run; NULL: not yet, or handed on */
    bool (*row)(void *user, int run, const struct sweep_result *r); /* false: stop; called by one thread at a time */
    void (*deliver)(struct sweep_pool *p, int run, struct sweep_result *r); /* what threads do with a result */
    void *user;
    atomic_bool stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t *threads;
    int running; /* threads that have not ended */
};

/* Starts the threads; the members above `written` and `row`, `user` are set by the caller. */
void sweep_pool_start(struct sweep_pool *p);
/* Waits at most this long for something to happen. True: all runs are done, or everything has stopped. */
bool sweep_pool_wait(struct sweep_pool *p, double seconds);
/* Ends the threads and frees what is left. */
void sweep_pool_end(struct sweep_pool *p);
/* Hands on a result; takes it over. */
void sweep_pool_deliver(struct sweep_pool *p, int run, struct sweep_result *r);
/* The next runs for another rank: fills `out` with at most `most`, returns how many. */
int sweep_pool_take(struct sweep_pool *p, int *out, int most);

/* What MPI adds. NULL: this program has none. */
struct sweep_fleet {
    int rank, size;
    void (*serve)(struct sweep_pool *p,
                  void (*tick)(void *user)); /* rank 0: until all runs are done or it has stopped */
    void (*work)(struct sweep_pool *p);      /* other ranks */
};
extern const struct sweep_fleet *sweep_fleet;

struct sweep_result *sweep_result_new(const tn_sweep *s);
void sweep_result_free(struct sweep_result *r);

#endif
