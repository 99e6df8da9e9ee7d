/* simulate.c: frames at exactly k/rate from t = 0 and one at the end: times are quotients, never sums. */
#include "simulate.h"

#include <math.h>
#include <time.h>

#include "files.h"
#include "pace.h"

double simulation_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double simulation_next_frame(double now, double rate, double until)
{
    double k = floor(now * rate); /* rounding may make it one too small, hence the loop */
    while (k / rate <= now)
        k++;
    double t = k / rate;
    /* A frame within rounding of the end is the end. */
    return until - t > 1e-12 * fabs(t) ? t : until;
}

static bool take_frame(tn_world *w, struct simulation *s)
{
    tn_frame(w);
    s->frames++;
    return !s->frame || s->frame(s->context, w);
}

static enum simulation_end end_of(tn_status status)
{
    return status == TN_INTERRUPTED ? SIMULATION_INTERRUPTED : SIMULATION_STUCK;
}

static enum simulation_end run(tn_world *w, struct simulation *s)
{
    /* Makes the plan first, so that the time measured below is that of the simulation only. */
    tn_status planned = tn_evaluate(w);
    if (planned != TN_OK)
        return end_of(planned);
    if (!s->begun && !take_frame(w, s))
        return SIMULATION_STOPPED;
    while (tn_time(w) < s->until) {
        if (files_interrupted())
            return SIMULATION_INTERRUPTED;
        double start = simulation_clock();
        tn_status status = tn_advance(w, pace_next(s->pace, tn_time(w), s->rate, s->until));
        s->wall += simulation_clock() - start;
        if (status != TN_OK)
            return end_of(status);
        if (!take_frame(w, s))
            return SIMULATION_STOPPED;
    }
    return SIMULATION_DONE;
}

enum simulation_end simulation_run(tn_world *w, struct simulation *s)
{
    files_interrupt_too(w);
    enum simulation_end end = run(w, s);
    files_interrupt_too(NULL);
    tn_interrupt_clear(w); /* the signal may have come between two calls */
    return end;
}
