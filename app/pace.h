/* pace.h: slow and fast motion: which moments of a run are drawn. */
#ifndef APP_PACE_H
#define APP_PACE_H

#include "options.h"

struct pace_span {
    double factor;   /* frames per frame of the scene: 4 is slow motion, 0.25 is fast */
    double from, to; /* s */
};
/* Initialize with zero. */
struct pace {
    struct option_texts slow, fast; /* K or K@A:B */
    struct pace_span *span;
    int count;
};

/* Rows of an option table. */
#define PACE_OPTIONS(p)                                                                                                \
    {"slow",                                                                                                           \
     0,                                                                                                                \
     OPTION_TEXTS,                                                                                                     \
     "K[@A:B]",                                                                                                        \
     "draw K times as many frames per second of motion (between A and B s)",                                           \
     &(p)->slow,                                                                                                       \
     RANGE_ANY,                                                                                                        \
     NULL},                                                                                                            \
    {                                                                                                                  \
        "fast", 0, OPTION_TEXTS, "K[@A:B]", "draw one in K frames (between A and B s)", &(p)->fast, RANGE_ANY, NULL    \
    }

/* Reads the options: STATUS_DONE, or STATUS_USAGE after a message. */
int pace_check(struct pace *p, const char *command);
/* The first moment after `now` that is drawn, no later than `until`; `rate` is the scene's frames per second.
 * Without a pace (NULL) these are the frames of the scene. */
double pace_next(const struct pace *p, double now, double rate, double until);
void pace_free(struct pace *p);

#endif
