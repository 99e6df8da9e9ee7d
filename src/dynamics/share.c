/* share.c: parallel loops over the bodies and constraints of large models. */
#include "base/threads.h"
#include "dynamics/dynamics_parts.h"

/* A piece takes some 20 to 60 µs: long compared with the cost of distributing it, short compared with the total, so
 * that threads finish at about the same time. */
enum { PIECE = 256 };

/* Without threads: between so many the thread may be asked to give way. */
enum { BETWEEN_POLLS = 4096 };

struct sharing {
    void (*piece)(void *ctx, int from, int to);
    void *ctx;
    int count;
};

static void do_piece(void *ctx, int task)
{
    const struct sharing *x = ctx;
    int from = PIECE * task, to = from + PIECE;
    x->piece(x->ctx, from, to < x->count ? to : x->count);
}

void system_share(const struct work *work, int count, void (*piece)(void *ctx, int from, int to), void *ctx)
{
    struct sharing x = {piece, ctx, count};
    if (work->team != NULL) {
        threads_run(work->team, (count + PIECE - 1) / PIECE, do_piece, &x);
        return;
    }
    for (int from = 0; from < count; from += BETWEEN_POLLS) {
        piece(ctx, from, count - from < BETWEEN_POLLS ? count : from + BETWEEN_POLLS);
        if (count > BETWEEN_POLLS)
            poll_here(work->poll);
    }
}
