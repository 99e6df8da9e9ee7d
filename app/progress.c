/* progress.c: see progress.h; prints on standard error, so that results can be piped. */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "simulate.h"

void progress_begin(struct progress *p, bool quiet, double until)
{
    double now = simulation_clock();
    *p = (struct progress){
        .doing = "", .silent = quiet, .terminal = isatty(STDERR_FILENO), .until = until, .start = now, .last = now};
}

void progress_again(struct progress *p, const char *doing)
{
    progress_end(p);
    p->doing = doing;
    p->start = p->last = simulation_clock();
}

static void draw_bar(const char *doing, double done, double time, double left)
{
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < (int)(done * WIDTH) ? '#' : '.';
    bar[WIDTH] = 0;
    fprintf(stderr, "\r%s[%s] %3.0f %%  t = %.3f s  %.0f s left\033[K", doing, bar, 100 * done, time, left);
    fflush(stderr);
}

void progress_show(struct progress *p, double time)
{
    double now = simulation_clock();
    if (p->silent || now - p->last < (p->terminal ? 0.1 : 1.0))
        return;
    p->last = now;
    double done = p->until > 0 ? time / p->until : 1;
    double left = done > 0 ? (now - p->start) * (1 - done) / done : 0;
    if (p->terminal)
        draw_bar(p->doing, done, time, left);
    else
        fprintf(stderr, "%st = %g of %g s (%.0f %%), about %.0f s left\n", p->doing, time, p->until, 100 * done, left);
    p->drawn = p->terminal;
}

void progress_end(struct progress *p)
{
    if (p->drawn)
        fprintf(stderr, "\r\033[K");
    p->drawn = false;
}
