/* share.c: loops over the bodies and constraints of large models, shared by a team of threads. */
#include "base/threads.h"
#include "method/parts.h"

/* A piece takes some 20 to 60 µs: long beside what it costs to hand it out, short beside what the last thread waits. */
enum { PIECE = 256 };

struct sharing {
    void (*work)(void *ctx, int from, int to);
    void *ctx;
    int count;
};

static void do_piece(void *ctx, int task)
{
    const struct sharing *x = ctx;
    int from = PIECE * task, to = from + PIECE;
    x->work(x->ctx, from, to < x->count ? to : x->count);
}

void system_share(const struct system *s, int count, void (*work)(void *ctx, int from, int to), void *ctx)
{
    struct sharing x = {work, ctx, count};
    if (s->team == NULL)
        work(ctx, 0, count);
    else
        threads_run(s->team, (count + PIECE - 1) / PIECE, do_piece, &x);
}
