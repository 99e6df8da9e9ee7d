/* main_mpi.c: tenon-mpi: `mpirun tenon sweep …` on several machines or processes.
 *
 * Rank 0 holds the queue of runs and writes the table; the others ask it for runs and send results. Only the first thread
 * of a process calls MPI. It asks without waiting and sleeps in between, so that the processors are left to the runs.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "files.h"
#include "status.h"
#include "sweep_pool.h"
#include "tenon/tenon.h"
#include "texts.h"

enum { TAG_ASK = 1, TAG_RUNS, TAG_RESULT, TAG_BYE };
enum { TEXT = 240, BATCH = 64 };

static int columns_of(const tn_sweep *s) { return tn_sweep_name_count(s) + tn_sweep_measure_count(s); }

static void nap(void) { nanosleep(&(struct timespec){0, 500000}, NULL); }

/* A result as doubles: run, status, numbers, and the message as bytes behind them. */
static int packed_size(const tn_sweep *s) { return 2 + columns_of(s) + TEXT / (int)sizeof(double); }

static void pack(const tn_sweep *s, int run, const struct sweep_result *r, double *out)
{
    const int n = columns_of(s);
    out[0] = run;
    out[1] = (double)r->status;
    memcpy(out + 2, r->numbers, sizeof(double) * (size_t)n);
    memset(out + 2 + n, 0, TEXT);
    if (r->message)
        snprintf((char *)(out + 2 + n), TEXT, "%s", r->message);
}

/* A text that tn_free can free: the message of a definition's error is none, so that it is copied by printing a value. */
static char *library_text(const char *text)
{
    tn_def *d = tn_def_new("x");
    char *copy = NULL;
    if (*text && tn_def_add_string(d, text) == TN_OK) {
        copy = tn_value_print(tn_def_arg(d, 0));
        size_t n = copy ? strlen(copy) : 0;
        if (n >= 2) { /* without its quotation marks */
            memmove(copy, copy + 1, n - 2);
            copy[n - 2] = 0;
        }
    }
    tn_def_free(d);
    return copy;
}

/* ---- rank 0 ---- */

static void receive_result(struct sweep_pool *p, double *memory, int from)
{
    const int n = columns_of(p->sweep);
    MPI_Recv(memory, packed_size(p->sweep), MPI_DOUBLE, from, TAG_RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    struct sweep_result *r = sweep_result_new(p->sweep);
    r->status = (tn_status)memory[1];
    memcpy(r->numbers, memory + 2, sizeof(double) * (size_t)n);
    r->message = library_text((const char *)(memory + 2 + n));
    sweep_pool_deliver(p, (int)memory[0], r);
}

/* Answers with runs; with none at the end. */
static void answer(struct sweep_pool *p, int from)
{
    int wanted, runs[BATCH];
    MPI_Recv(&wanted, 1, MPI_INT, from, TAG_ASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int count = sweep_pool_take(p, runs, wanted < BATCH ? wanted : BATCH);
    MPI_Send(runs, count, MPI_INT, from, TAG_RUNS, MPI_COMM_WORLD);
}

static bool served; /* rank 0 has waited for the others */

static void serve(struct sweep_pool *p, void (*tick)(void *user))
{
    int size, gone = 1;
    served = true;
    double *memory = texts_memory(NULL, sizeof(double) * (size_t)packed_size(p->sweep));
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (gone < size || !sweep_pool_wait(p, 0)) {
        MPI_Status at;
        int there = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &at);
        if (!there) {
            tick(p->user);
            nap();
        } else if (at.MPI_TAG == TAG_ASK) {
            answer(p, at.MPI_SOURCE);
        } else if (at.MPI_TAG == TAG_RESULT) {
            receive_result(p, memory, at.MPI_SOURCE);
        } else {
            MPI_Recv(NULL, 0, MPI_INT, at.MPI_SOURCE, TAG_BYE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            gone++;
        }
    }
    free(memory);
}

/* ---- the others ---- */

/* Threads leave results here; the first thread sends them. */
static void keep_result(struct sweep_pool *p, int run, struct sweep_result *r)
{
    pthread_mutex_lock(&p->lock);
    p->done[run] = r;
    int *waiting = p->user;
    waiting[++waiting[0]] = run;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static void send_results(struct sweep_pool *p, double *memory)
{
    int *waiting = p->user;
    for (;;) {
        pthread_mutex_lock(&p->lock);
        int run = waiting[0] > 0 ? waiting[waiting[0]--] : -1;
        struct sweep_result *r = run >= 0 ? p->done[run] : NULL;
        if (r)
            p->done[run] = NULL;
        pthread_mutex_unlock(&p->lock);
        if (!r)
            return;
        pack(p->sweep, run, r, memory);
        MPI_Send(memory, packed_size(p->sweep), MPI_DOUBLE, 0, TAG_RESULT, MPI_COMM_WORLD);
        sweep_result_free(r);
    }
}

/* Asks for runs before the queue is empty. False: there are no more. */
static bool refill(struct sweep_pool *p)
{
    int wanted = 2 * p->workers, count, runs[BATCH];
    MPI_Status at;
    pthread_mutex_lock(&p->lock);
    bool enough = p->queued >= p->workers;
    pthread_mutex_unlock(&p->lock);
    if (enough)
        return true;
    MPI_Send(&wanted, 1, MPI_INT, 0, TAG_ASK, MPI_COMM_WORLD);
    for (int there = 0; !there; there ? (void)0 : nap())
        MPI_Iprobe(0, TAG_RUNS, MPI_COMM_WORLD, &there, &at);
    MPI_Recv(runs, BATCH, MPI_INT, 0, TAG_RUNS, MPI_COMM_WORLD, &at);
    MPI_Get_count(&at, MPI_INT, &count);
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < count; i++)
        p->queue[p->queued++] = runs[i];
    p->more = count > 0;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return count > 0;
}

static void work(struct sweep_pool *p)
{
    double *memory = texts_memory(NULL, sizeof(double) * (size_t)packed_size(p->sweep));
    int *waiting = texts_memory(NULL, sizeof *waiting * (size_t)(p->end + 2));
    waiting[0] = 0;
    p->user = waiting;
    p->deliver = keep_result;
    p->queue = texts_memory(NULL, sizeof *p->queue * (size_t)(BATCH + 2 * p->workers + 2));
    p->more = true;
    sweep_pool_start(p);
    bool more = true;
    while (!sweep_pool_wait(p, 0.002)) {
        if (files_interrupted()) {
            p->stop = true;
            pthread_cond_broadcast(&p->changed);
        }
        send_results(p, memory);
        if (more && !p->stop)
            more = refill(p);
    }
    send_results(p, memory);
    sweep_pool_end(p);
    free(memory);
    free(waiting);
}

/* Rank 0 could not begin: the others get no runs. */
static void dismiss(int size)
{
    for (int gone = 1; gone < size;) {
        MPI_Status at;
        int wanted;
        MPI_Recv(&wanted, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &at);
        if (at.MPI_TAG == TAG_ASK)
            MPI_Send(&wanted, 0, MPI_INT, at.MPI_SOURCE, TAG_RUNS, MPI_COMM_WORLD);
        gone += at.MPI_TAG == TAG_BYE;
    }
}

int main(int argc, char **argv)
{
    int provided;
    struct sweep_fleet fleet = {.serve = serve, .work = work};
    tn_on_out_of_memory(files_out_of_memory);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &fleet.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &fleet.size);
    sweep_fleet = &fleet;
    /* Rank 0 alone talks: what it finds wrong, the others do too. */
    const bool silent = fleet.rank == 0 || (freopen("/dev/null", "w", stderr) && freopen("/dev/null", "w", stdout));
    int status = silent && argc > 1 && !strcmp(argv[1], "sweep") ? command_sweep(argc - 1, argv + 1) : STATUS_USAGE;
    if (fleet.rank > 0)
        MPI_Send(NULL, 0, MPI_INT, 0, TAG_BYE, MPI_COMM_WORLD);
    else if (!served)
        dismiss(fleet.size);
    MPI_Finalize();
    return fleet.rank == 0 ? files_end(status) : STATUS_DONE;
}
