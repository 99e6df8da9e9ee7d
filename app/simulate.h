/* simulate.h: the loop over the frames of a run, the same for every subcommand. */
#ifndef APP_SIMULATE_H
#define APP_SIMULATE_H

#include "tenon/tenon.h"

enum simulation_end {
    SIMULATION_DONE,
    SIMULATION_STUCK,       /* tn_failure says why */
    SIMULATION_INTERRUPTED, /* by a signal */
    SIMULATION_STOPPED      /* by the frame function */
};

struct pace;
struct simulation {
    double until, rate;                        /* s; frames per second */
    const struct pace *pace;                   /* other moments instead of these frames; NULL: none */
    bool begun;                                /* the present state was taken as a frame already */
    bool (*frame)(void *context, tn_world *w); /* called at every frame; false stops; may be NULL */
    void *context;
    long frames; /* out: how many were taken */
    double wall; /* out: s, of the simulation only */
};

/* Runs to `until`; frames are at k/rate exactly, and one at `until`. */
enum simulation_end simulation_run(tn_world *w, struct simulation *s);

/* The first frame after `now`, and no later than `until`. */
double simulation_next_frame(double now, double rate, double until);

/* Seconds of a monotonic clock. */
double simulation_clock(void);

#endif
